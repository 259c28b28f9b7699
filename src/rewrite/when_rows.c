/*
 * when_rows.c -- rows of a nest that are taken by their numbers, and put together again: what
 * the rules for branches in which rows go different ways are made of.
 */
#include "rewrite.h"

/* The type with so many rows, which are as long as to[k] says where they were from[k]; nobody
   knows how long if it is none of these. */
static const Type *retold(const Type *t, Core *size, Kids from, Kids to)
{
    Core **dim = NEWS(Core *, t->rank);
    dim[0] = size;
    for (int d = 1; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        int k = lengths ? position_in(from, lengths) : -1;
        dim[d] = !lengths ? t->dim[d] : k >= 0 && k < to.n ? dim_each(to.at[k]) : NULL;
    }
    return type_dims(t->prim, dim, t->rank);
}

static Core *name_for(const Var *like, const Type *t)
{
    return core_var(var_new(name_plural(like->name, 1), t, NULL));
}

/* What an inner level takes by elements: rows of an array of the nest, or an array that is the
   same for all rows. */
typedef struct { Kids array; bool *same; } Inner;

static bool inner_arrays(Call *c, Inner *in)
{
    const Core *level = c->arg[0].at[0], *inner = c->arg[0].n > 1 ? c->arg[0].at[1] : NULL;
    int n = inner ? inner->nbinds : 0;
    *in = (Inner){ { NEWS(Core *, n), n }, NEWS(bool, n) };
    for (int k = 0; k < n; k++) {
        int d, which;
        Core *row = inner->g[1].at[k];
        bool bound = row->op == OP_VAR && ctx_binds(one((Core *)level), row->var, &d, &which);
        if (bound ? which < 0 : varies_in(c->m, row, one((Core *)level)))
            return no(c, "%s is no row of an array", core_str(row));
        in->same[k] = !bound;
        in->array.at[k] = bound ? level->g[1].at[which] : row;
    }
    return true;
}

/* All elements of array k, of which there are `count`. */
static const Type *all_elements(const Inner *in, int k, Core *count, Kids to)
{
    const Type *t = type_of(in->array.at[k]);
    if (!in->same[k])
        t = type_dims(t->prim, t->dim + 1, t->rank - 1);
    return retold(t, count, in->array, to);
}

/* These elements; `places` says where in its row each is. */
static Core *elements_at(Stms *stms, const Inner *in, int k, Core *places)
{
    Core *a = in->array.at[k];
    if (in->same[k])
        return stms_bind1(stms, op2(OP_GATHER, a, places), "some");
    return type_ragged(type_of(a)) == 1 ? stms_bind1(stms, op1(OP_VAL, a), NULL)
                                        : all_rows_of(stms, a, 2);
}

/* chosen S as gs..: the level of some of its rows: how many, which, and their elements, for
   all of which gs.. are names. Of two levels: of all elements of all rows, with their rows,
   places, and the elements of both levels. */
bool make_chosen(Call *c)
{
    const Core *level = c->arg[0].at[0], *inner = c->arg[0].n > 1 ? c->arg[0].at[1] : NULL;
    Kids from = level->g[1];
    Inner in;
    if (!inner_arrays(c, &in))
        return false;
    Kids xs = in.array;
    Kids names = { NEWS(Core *, from.n + xs.n + 3), 0 };
    Core *new = core_copy_node(level), *count = core_var(var_new("count", type_prim(I64), NULL));
    const Type *places = type_array(type_prim(I64), count);
    Vars bind = { 0 };
    names.at[names.n++] = count;
    names.at[names.n++] = core_var(var_new("rows", places, NULL));
    vec_push(&bind, level->index ? level->index : var_new("row", type_prim(I64), NULL));
    if (inner) {
        names.at[names.n++] = core_var(var_new("places", places, NULL));
        vec_push(&bind, inner->index ? inner->index : var_new("place", type_prim(I64), NULL));
    }
    Kids elements = { names.at + names.n, 0 };
    for (int k = 0; k < xs.n; k++, elements.n++) {
        const Type *t = all_elements(&in, k, count, elements);
        vec_push(&bind, inner->bind[k]);
        names.at[names.n++] = name_for(inner->bind[k], t);
    }
    Kids taken = { names.at + names.n, 0 };
    for (int k = 0; k < from.n; k++, taken.n++) {
        vec_push(&bind, level->bind[k]);
        names.at[names.n++] = name_for(level->bind[k],
                                       retold(type_of(from.at[k]), count, from, taken));
    }
    new->index = NULL;
    new->bind = bind.at;
    new->nbinds = bind.n;
    core_set1(new, 0, count);
    new->g[1] = (Kids){ names.at + 1, names.n - 1 };
    c->out = one(new);
    c->bound = names;
    return true;
}

/* How long the rows of result k are, in each row of the nest: as the subject says. */
static Core *said_of_result(const Call *c, int k, int d)
{
    const Core *e = c->m->subject;
    const Type *t = c->n > 2 && e && k < e->ntypes ? e->type[k] : NULL;
    return t && d < t->rank && t->dim[d] ? size_of_all(c->arg[2], t->dim[d]) : NULL;
}

/* regrouped ns rs.. S: the elements in rows as long as ns says. */
bool make_regrouped(Call *c)
{
    Kids rs = c->arg[1], made = { NEWS(Core *, rs.n), 0 };
    Stms stms = { 0 };
    Core *ns = stms_bind1(&stms, c->arg[0].at[0], "lengths");
    for (int k = 0; k < rs.n; k++) {
        Core *r = rs.at[k]->op == OP_VAR ? core_var(rs.at[k]->var) : rs.at[k];
        Core *all = stms_bind1(&stms, op2(OP_IRREG, ns, r), NULL);
        const Type *t = type_of(all), *own = retold(type_of(r), type_of(r)->dim[0], rs, made);
        Core **dim = NEWS(Core *, t->rank);
        for (int d = 0; d < t->rank; d++)
            dim[d] = d < 2 ? t->dim[d] : own->dim[d - 1] ? own->dim[d - 1]
                   : said_of_result(c, k, d - 1);
        if (type_ragged(type_of(r)))
            all = claimed(&stms, all, type_dims(t->prim, dim, t->rank));
        made.at[made.n++] = all;
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* ---- rows put together ---------------------------------------------------- */

static Core *index_of(Stms *stms, Core *array, Core *i, Core *j)
{
    Core *e = core_at(array, (Core *[]){ i, j }, j ? 2 : 1);
    e->unchecked = true;
    return stms_bind1(stms, e, NULL);
}

/* Results of one branch. */
typedef struct { Core *array, *ends, *lengths, *values; } Rows;

static Rows rows_of(Stms *stms, Core *array)
{
    if (array->op == OP_VAR)
        array = core_var(array->var);
    Rows r = { .array = array };
    if (!type_ragged(type_of(array)))
        return r;
    r.ends = stms_bind1(stms, op1(OP_ENDS, array), NULL);
    r.lengths = dim_lengths(type_of(array)->dim[1]);
    r.lengths = r.lengths ? r.lengths : stms_bind1(stms, op1(OP_SHP, array), NULL);
    r.values = stms_bind1(stms, op1(OP_VAL, array), NULL);
    return r;
}

/* Element j of row k, or the row or scalar number k. */
static Core *element_of(const Rows *r, Core *k, Core *j)
{
    Stms stms = { 0 };
    Core *array = r->array;
    if (r->values) {
        Core *end = index_of(&stms, r->ends, k, NULL);
        Core *length = index_of(&stms, r->lengths, k, NULL);
        Core *start = stms_bind1(&stms, core_prim2(OP_SUB, end, length), "start");
        array = r->values;
        k = stms_bind1(&stms, core_prim2(OP_ADD, start, j), NULL);
        j = NULL;
    }
    return stms_body1(&stms, index_of(&stms, array, k, j));
}

/* Rows with these numbers, in memory of their own. */
static Core *own_rows(Stms *stms, Core *from, Core *numbers, Core *some)
{
    if (!type_ragged(type_of(some)))
        return stms_bind1(stms, op1(OP_COPY, some), NULL);
    Rows r = rows_of(stms, from), taken = rows_of(stms, some);
    Var *j = var_new("j", type_prim(I64), NULL);
    Core *rows = core_level(NULL, (Kids){ 0 }, NULL, type_of(some)->dim[0]);
    Core *number = level_takes(rows, "row", numbers);
    Core *length = level_takes(rows, "length", taken.lengths);
    Core *row = core_level(NULL, (Kids){ 0 }, j, length);
    Core *seg = core_segmap(kids_join(one(rows), one(row)), element_of(&r, number, core_var(j)));
    return claimed(stms, stms_bind1(stms, seg, NULL), type_of(some));
}

/* picked S count rows..: these, and the elements of those rows: see chosen. Rows that are
   updated in place are copied: they are others' as well. */
bool make_picked(Call *c)
{
    const Core *level = c->arg[0].at[0];
    Kids from = level->g[1], rows = c->arg[2];
    Inner in;
    Core *count = c->arg[1].at[0];
    if (!rows.n)
        return no(c, "it does not say which rows");
    if (!inner_arrays(c, &in))
        return false;
    Kids xs = in.array;
    Kids r = { NEWS(Core *, from.n + xs.n + 1 + rows.n), 0 };
    Stms stms = { 0 };
    r.at[r.n++] = count;
    for (int k = 0; k < rows.n; k++)
        r.at[r.n++] = rows.at[k];
    Kids elements = { r.at + r.n, 0 };
    for (int k = 0; k < xs.n; k++, elements.n++) {
        Core *some = elements_at(&stms, &in, k, rows.at[rows.n - 1]);
        r.at[r.n++] = claimed(&stms, some, all_elements(&in, k, count, elements));
    }
    Kids taken = { r.at + r.n, 0 };
    for (int k = 0; k < from.n; k++, taken.n++) {
        const Type *t = type_of(from.at[k]);
        Core *some = stms_bind1(&stms, op2(OP_GATHER, from.at[k], rows.at[0]), "some");
        if (type_ragged(t))
            some = claimed(&stms, some, retold(t, count, from, taken));
        if (t->rank > 1 && world_consumed(c->m->world, level->bind[k]))
            some = own_rows(&stms, from.at[k], rows.at[0], some);
        r.at[r.n++] = some;
    }
    return yields(c, stms_body(&stms, r.at, r.n));
}

/* For each row: its elements, as many as lengths says, from the branch that it took. */
static Core *from_branches(const Rows *r, Core *cs, Core *ks, Core *lengths)
{
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, type_of(cs)->dim[0]);
    Core *c = level_takes(level, "passes", cs), *k = level_takes(level, "k", ks);
    Core *n = lengths ? level_takes(level, "length", lengths) : NULL;
    Var *j = var_new("j", type_prim(I64), NULL);
    Core *at = n ? core_var(j) : NULL, *yes = element_of(r, k, at);
    Core *pick = core_if(c, yes, element_of(r + 1, k, at));
    Kids levels = one(level);
    if (n)
        levels = kids_join(levels, one(core_level(NULL, (Kids){ 0 }, j, n)));
    Stms stms = { 0 };
    return core_segmap(levels, stms_body1(&stms, stms_bind1(&stms, pick, "one")));
}

/* A size that the nest has one of for each row: all of them. */
static Core *sizes_in(const Core *level, const Core *size, Kids made)
{
    int k, which;
    if (size->op == OP_EXT)
        return made.at[size->ext];
    if (size->op == OP_VAR && ctx_binds((Kids){ (Core **)&level, 1 }, size->var, &k, &which))
        return which >= 0 ? level->g[1].at[which] : NULL;
    return NULL;
}

/* rejoined S (cs, ks) as.. bs..: what the rows of S give, of which those whose c holds have
   theirs in as.., number k, and the others in bs... */
bool make_rejoined(Call *c)
{
    const Core *level = c->arg[0].at[0], *branch = c->m->subject;
    if (c->arg[1].n != 2 || c->arg[2].n != c->arg[3].n || !branch || branch->ntypes < c->arg[2].n)
        return no(c, "they are not what the branches give");
    Core *cs = c->arg[1].at[0], *ks = c->arg[1].at[1];
    Kids made = { NEWS(Core *, c->arg[2].n), 0 };
    Stms stms = { 0 };
    for (int i = 0; i < c->arg[2].n; i++) {
        Rows r[] = { rows_of(&stms, c->arg[2].at[i]), rows_of(&stms, c->arg[3].at[i]) };
        const Core *size = branch->type[i]->rank ? branch->type[i]->dim[0] : NULL;
        bool differ = r[0].values || r[1].values || (size && size->op == OP_EXT);
        Core *lengths = size && differ ? sizes_in(level, size, made) : NULL;
        if (differ && !lengths) {
            Rows n[] = { { .array = r[0].lengths }, { .array = r[1].lengths } };
            if (!r[0].values || !r[1].values)
                return no(c, "rows of one branch are of one length");
            lengths = stms_bind1(&stms, from_branches(n, cs, ks, NULL), "lengths");
        }
        made.at[made.n++] = stms_bind1(&stms, from_branches(r, cs, ks, lengths), NULL);
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* begun S z0.. zs..: what the variables zs.. of a loop begin with, where each row begins with
   z0..; rows that become longer or shorter are none of one length. */
bool make_begun(Call *c)
{
    Kids ctx = c->arg[0], z0 = c->arg[1], zs = c->arg[2], made = { NEWS(Core *, z0.n), 0 };
    Stms stms = { 0 };
    if (z0.n != zs.n)
        return no(c, "%d values for %d variables", z0.n, zs.n);
    for (int i = 0; i < z0.n; i++) {
        bool copies;
        Core *all = stms_bind1(&stms, ctx_outer(ctx, z0.at[i], &copies), NULL);
        const Type *t = zs.at[i]->var->type;
        if (type_ragged(t) && !type_equal(t, type_of(all)))
            all = stms_bind1(&stms, core_claim(all, retold(t, type_of(all)->dim[0], zs, made),
                                               NULL), NULL);
        made.at[made.n++] = all;
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* ---- rows in their places ------------------------------------------------- */

static Core *put(Core *level, Core *to, const Stms *body, Core *at, Core *v)
{
    Core *given = stms_body((Stms *)body, (Core *[]){ at, v }, 2);
    return core_typed(CORE(OP_SEGPUT, NULL, one(level), one(to), one(given)));
}

/* `all`, with the scalars `some` in the places that `numbers` says. */
static Core *settled_scalars(Stms *stms, Core *all, Core *numbers, Core *some)
{
    Var *i = var_new("i", type_prim(I64), NULL);
    Core *level = core_level(NULL, (Kids){ 0 }, i, type_of(some)->dim[0]);
    Core *done = level_takes(level, "done", some);
    Stms body = { 0 };
    Core *row = index_of(&body, numbers, core_var(i), NULL);
    return stms_bind1(stms, put(level, all, &body, row, done), NULL);
}

/* The same for rows, which are as long as those in whose places they come. */
static Core *settled_rows(Stms *stms, Core *all, Core *numbers, Core *some)
{
    Core *ends = stms_bind1(stms, op1(OP_ENDS, all), NULL);
    Core *lengths = dim_lengths(type_of(all)->dim[1]);
    Core *total = stms_bind1(stms, op1(OP_TOTAL, all), NULL);
    Core *to = stms_bind1(stms, op1(OP_VAL, all), NULL);
    to = claimed(stms, to, type_array(type_row(type_of(to)), total));
    Core *count = stms_bind1(stms, op1(OP_TOTAL, some), NULL);
    Core *us = stms_bind1(stms, op1(OP_ENDS, some), NULL);
    Core *vs = stms_bind1(stms, op1(OP_VAL, some), NULL);
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, count);
    Core *live = level_takes(level, "live", stms_bind1(stms, op2(OP_SEGIDS, count, us), NULL));
    Core *place = level_takes(level, "place", stms_bind1(stms, op2(OP_WITHIN, count, us), NULL));
    Core *done = level_takes(level, "done",
                             claimed(stms, vs, type_array(type_row(type_of(vs)), count)));
    Stms body = { 0 };
    Core *row = index_of(&body, numbers, live, NULL);
    Core *end = index_of(&body, ends, row, NULL), *length = index_of(&body, lengths, row, NULL);
    Core *start = stms_bind1(&body, core_prim2(OP_SUB, end, length), "start");
    Core *at = stms_bind1(&body, core_prim2(OP_ADD, start, place), NULL);
    Core *e = put(level, to, &body, at, done);
    return stms_bind1(stms, op2(OP_IRREG, lengths, stms_bind1(stms, e, NULL)), NULL);
}

/* What gives v in the body; null if v was there before. */
static const Core *given_in(const Core *body, const Var *v)
{
    int k;
    const Stm *s = binding_of(body, v, &k);
    return s ? s->exp : NULL;
}

/* r, a result of the body, as an array of its own: rows that other variables of a loop give are
   read while theirs are written. */
static Core *own_result(Stms *stms, const Core *body, Core *r)
{
    const Core *e = given_in(body, r->var);
    while (e && ops[e->op].kind == K_VIEW && e->g[0].at[0]->op == OP_VAR)
        e = given_in(body, e->g[0].at[0]->var);
    bool own = e && ops[e->op].kind != K_VIEW && ops[e->op].kind != K_CONTROL;
    return own ? r : stms_bind1(stms, op1(OP_COPY, r), NULL);
}

/* settled is zs.. e hs..: zs.., in which what e gives is in the places of the rows with the
   numbers is. What is of hs.. are those rows of zs..: they are there already. */
bool make_settled(Call *c)
{
    const Core *body = body_of_exp(c->arg[2].at[0], NULL);
    Kids zs = c->arg[1], hs = c->arg[3], rs = body->g[0];
    Kids made = { NEWS(Core *, zs.n), zs.n };
    if (zs.n != rs.n || hs.n < zs.n)
        return no(c, "%d values for %d variables", rs.n, zs.n);
    for (int i = 0; i < rs.n; i++)
        if (!type_of(rs.at[i])->rank)
            return no(c, "%s is of one row alone", core_str(rs.at[i]));
    Stms stms = stms_of(body);
    hs.at += hs.n - zs.n;
    for (int i = 0; i < zs.n; i++)
        made.at[i] = core_equal(rs.at[i], hs.at[i]) ? zs.at[i]
                                                    : own_result(&stms, body, rs.at[i]);
    for (int i = 0; i < zs.n; i++)
        if (made.at[i] != zs.at[i])
            made.at[i] = (type_ragged(type_of(zs.at[i])) ? settled_rows : settled_scalars)(
                &stms, zs.at[i], c->arg[0].at[0], made.at[i]);
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* Scalars, and rows as long as a size of the nest says: they keep their places. */
bool ask_own_places(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Type *t = type_of(c->arg[0].at[i]);
        int d, which;
        bool rows = t->rank == 1 && t->dim[0] && t->dim[0]->op == OP_VAR
            && ctx_binds(c->arg[1], t->dim[0]->var, &d, &which) && which >= 0;
        if (t->rank && !rows)
            return no(c, "%s is no scalar, and no row of a length that stays",
                      core_str(c->arg[0].at[i]));
    }
    return true;
}

/* The type of x, a result beside rs.., whose sizes and lengths are those results that stand for
   zs.. in the type of z; null if it says so already. */
static const Type *told_as(Core *x, const Core *z, Kids zs, Kids rs)
{
    const Type *t = type_of(x), *of = type_of(z);
    Core **dim = NEWS(Core *, t->rank);
    bool same = true;
    if (t->rank != of->rank)   /* of another loop: no term comes of it */
        return NULL;
    for (int d = 0; d < t->rank; d++) {
        Core *lengths = dim_lengths(of->dim[d]), *size = lengths ? lengths : of->dim[d];
        int k = size ? position_in(zs, size) : -1;
        dim[d] = k < 0 ? t->dim[d] : lengths ? dim_each(rs.at[k]) : rs.at[k];
        same &= k < 0 || (t->dim[d] && core_equal(t->dim[d], dim[d]));
    }
    return same ? NULL : type_dims(t->prim, dim, t->rank);
}

/* told e z..: e, each of whose results is as long, and has rows as long, as that of z.. says
   which is its length. */
bool make_told(Call *c)
{
    const Core *body = body_of_exp(c->arg[0].at[0], NULL);
    Kids zs = c->arg[1], r = { NEWS(Core *, zs.n), zs.n };
    if (body->g[0].n != zs.n)
        return no(c, "%d results for %d variables", body->g[0].n, zs.n);
    Stms stms = stms_of(body);
    for (int i = 0; i < r.n; i++) {
        Core *x = body->g[0].at[i];
        const Type *t = told_as(x, zs.at[i], zs, body->g[0]);
        r.at[i] = t ? stms_bind1(&stms, core_claim(x, t, NULL), NULL) : x;
    }
    return yields(c, stms_body(&stms, r.at, r.n));
}
