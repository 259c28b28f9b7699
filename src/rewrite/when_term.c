/* when_term.c -- terms that constructors make. */
#include "../core/failure.h"
#include "rewrite.h"

bool make_subst(Call *c)
{
    Subst *s = subst_new();
    if (c->arg[1].n != c->arg[2].n)
        return no(c, "%d names, and %d atoms", c->arg[1].n, c->arg[2].n);
    for (int i = 0; i < c->arg[1].n; i++)
        subst_add(s, c->arg[1].at[i]->var, c->arg[2].at[i]);
    Core *e = core_subst(c->arg[0].at[0], s);
    bool again = c->m->made && table_has(c->m->made, c->arg[0].at[0]);
    if (c->m->made)
        table_put(c->m->made, c->arg[0].at[0], e);
    return yields(c, again ? core_rename(e) : e);
}

bool make_under_perm(Call *c)
{
    c->out = one(core_i64(0));
    for (int i = 0; i < c->arg[0].n; i++)
        c->out = kids_join(c->out, one(core_i64(c->arg[0].at[i]->value.i + 1)));
    return true;
}

/* The numbers from 0 to n, rotated. */
static bool rotated(Call *c, int by)
{
    int n = type_of(c->arg[0].at[0])->rank;
    if (!n)
        return no(c, "%s is no array", core_str(c->arg[0].at[0]));
    for (int i = 0; i < n; i++)
        c->out = kids_join(c->out, one(core_i64((i + by) % n)));
    return true;
}

bool make_last_perm(Call *c) { return rotated(c, 1); }
bool make_first_perm(Call *c) { return rotated(c, type_of(c->arg[0].at[0])->rank - 1); }

/* compose-perm q p: first q, then p. */
bool make_compose_perm(Call *c)
{
    Kids k = { NEWS(Core *, c->arg[1].n), c->arg[1].n };
    for (int i = 0; i < k.n; i++) {
        uint64_t at = c->arg[1].at[i]->value.u;
        if (at >= (uint64_t)c->arg[0].n)
            return no(c, "the permutations are of different lengths");
        k.at[i] = c->arg[0].at[at];
    }
    return yields_all(c, k);
}

/* Position i of what the entry of a slice takes. */
static Core *place_in_entry(const Core *entry, Core *i)
{
    if (entry->op != OP_SPAN)
        return i;
    Core *first = entry->g[0].at[0], *step = entry->g[2].at[0];
    i = is_const(step) && step->value.i == 1 ? i : core_prim2(OP_MUL, i, step);
    return is_const(first) && !first->value.i ? i : core_prim2(OP_ADD, first, i);
}

/* pick e i..: element i.. of the slice e, read from the array itself. */
bool make_pick(Call *c)
{
    Core *e = core_copy_node(c->arg[0].at[0]);
    e->g[1] = kids_join(e->g[1], (Kids){ 0 });
    int k = 0;
    for (int p = 0; p < c->arg[1].n; p++) {
        Core *i = c->arg[1].at[p];
        while (k < e->g[1].n && is_atom(e->g[1].at[k]))
            k++;
        if (k == e->g[1].n)
            e->g[1] = kids_join(e->g[1], one(i));
        else
            e->g[1].at[k] = place_in_entry(e->g[1].at[k], i);
        k++;
    }
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    return yields(c, e);
}

/* Names for arrays of what the given names stand for; typed where they are bound. */
bool make_fresh(Call *c)
{
    Kids fresh = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int i = 0; i < fresh.n; i++) {
        const Core *a = c->arg[0].at[i];
        Var *v = var_new(a->op == OP_VAR ? name_plural(a->var->name, 1) : "values", NULL, NULL);
        v->invented = true;
        fresh.at[i] = core_node(OP_VAR, NULL);
        fresh.at[i]->var = v;
    }
    return yields_all(c, fresh);
}

static Core *row_of(Core *array, Core *i)
{
    return core_at(array, &i, 1);
}

/* Its operands are no atoms yet. */
static Core *row_like(Core *array, Core *i)
{
    Core *row = CORE(OP_INDEX, NULL, one(array), one(i));
    row->unchecked = true;
    return row;
}

static Core *row_there(Core *array, Core *i)
{
    Core *row = row_of(array, i);
    row->unchecked = !is_const(i);
    return row;
}

/* Element number i of each array, which is there. Of ys.. the elements are known. */
bool make_row(Call *c)
{
    Kids rows = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    if (c->n > 2 && c->arg[2].n != c->arg[3].n)
        return no(c, "%d arrays, and %d elements", c->arg[2].n, c->arg[3].n);
    for (int k = 0; k < rows.n; k++) {
        int known = c->n > 2 ? position_in(c->arg[2], c->arg[0].at[k]) : -1;
        if (known >= 0) {
            rows.at[k] = c->arg[3].at[known];
            continue;
        }
        rows.at[k] = row_there(c->arg[0].at[k], c->arg[1].at[0]);
    }
    return yields_all(c, rows);
}

/* The part of that length from `from` on. */
static Core *part_of(Core *array, Core *from, Core *length)
{
    Core *e = row_of(array, core_i64(0));
    e->g[1].at[0] = core_span(from, length);
    e->unchecked = true;
    return e;
}

/* The array of which a has some rows, and which; null if it has all of its own. */
static const Core *gathered(const Match *m, const Core *a)
{
    const Core *def = world_def(m->world, a);
    if (def && def->op == OP_COERCE)
        return gathered(m, def->g[0].at[0]);
    return def && def->op == OP_GATHER && type_ragged(type_of(a)) ? def : NULL;
}

static Core *gathered_from(const Match *m, Core *a)
{
    const Core *g = gathered(m, a);
    return g ? gathered_from(m, g->g[0].at[0]) : a;
}

/* source a: the array of which a has some rows; numbers a: which. */
static bool give_gathered(Call *c, int group)
{
    const Core *g = gathered(c->m, c->arg[0].at[0]);
    if (g)
        c->out = g->g[group];
    return g || no(c, "they are all rows");
}

bool get_source(Call *c) { return give_gathered(c, 0); }
bool get_numbers(Call *c) { return give_gathered(c, 1); }

bool ask_ragged(Call *c)
{
    return type_ragged(type_of(c->arg[0].at[0])) == 1 || no(c, "its rows are of one length");
}

bool ask_deep(Call *c)
{
    return type_deep(type_of(c->arg[0].at[0]))
        || no(c, "its rows have no rows that differ in length");
}

bool ask_rows_in_rows(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    return (t->rank > 1 && type_ragged(type_row(t))) || no(c, "its rows have none of their own");
}

/* The elements of rows of another array, copied. */
static Core *copied(Call *c, Core *a);

/* elements a t: the t elements of all rows of a. */
bool make_elements(Call *c)
{
    Core *a = c->arg[0].at[0];
    Stms stms = { 0 };
    if (!type_ragged(type_of(a)))
        return no(c, "%s has no rows of different lengths", core_str(a));
    if (gathered(c->m, a)) {
        return yields(c, copied(c, a));
    }
    a = a->op == OP_VAR ? core_var(a->var) : a;
    Core *all = stms_bind1(&stms, op1(OP_VAL, a), "values");
    const Type *t = type_of(all);
    Core *n = core_claim(all, type_array(type_row(t), c->arg[1].at[0]), NULL);
    return yields(c, stms_body1(&stms, stms_bind1(&stms, core_typed(n), "values")));
}

bool ask_matrix(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Type *t = type_of(c->arg[0].at[i]);
        if (!type_has_sizes(t))
            return no(c, "not all of its sizes are known");
        if (t->rank != 2)
            return no(c, "%s is no array of arrays of numbers", core_str(c->arg[0].at[i]));
        for (int d = 0; d < t->rank; d++)
            if (!size_equal(t->dim[d], type_of(c->arg[0].at[0])->dim[d]))
                return no(c, "they are of different sizes");
    }
    return true;
}

bool ask_flat(Call *c)
{
    return type_of(c->arg[0].at[0])->rank == 1 || no(c, "its elements are arrays");
}

/* as-long a n: a, which has n elements, said so. */
bool make_as_long(Call *c)
{
    Core *a = c->arg[0].at[0];
    return yields(c, core_claim(a, type_array(type_row(type_of(a)), c->arg[1].at[0]), NULL));
}

static Core *lengths_of(Core *a)
{
    Core *known = dim_lengths(type_of(a)->dim[1]);
    return known && known->op == OP_VAR ? known : op1(OP_SHP, a);
}

/* lengths-of a: of its rows, by the name that they have in its type. */
bool make_lengths_of(Call *c)
{
    if (type_ragged(type_of(c->arg[0].at[0])) != 1)
        return no(c, "%s has no rows of different lengths", core_str(c->arg[0].at[0]));
    return yields(c, lengths_of(c->arg[0].at[0]));
}

/* The length of the rows, all of one length. */
bool make_row_length(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    if (t->rank < 2 || type_ragged(t) || !t->dim[1])
        return no(c, "the rows of %s have no length", core_str(c->arg[0].at[0]));
    return yields(c, t->dim[1]);
}

/* own-length r x: how long x is, a row of r, whose rows differ. */
bool make_own_length(Call *c)
{
    Core *r = c->arg[0].at[0], *x = c->arg[1].at[0];
    if (type_ragged(type_of(r)) != 1 || !type_of(x)->rank)
        return no(c, "the rows of %s have one length", core_str(r));
    return yields(c, array_length(x));
}

/* said-lengths r ls: what the type of r says its rows' lengths are; ls, if nothing. */
bool make_said_lengths(Call *c)
{
    Core *said = dim_lengths(type_of(c->arg[0].at[0])->dim[1]);
    return yields_all(c, said ? one(said) : c->arg[1]);
}

static bool dims_known(const Type *t)
{
    bool known = true;
    for (int d = 0; d < t->rank; d++)
        known &= dim_known(t->dim[d]);
    return known;
}

/* padded x k: k elements, of which those of x are the first. */
bool make_padded(Call *c)
{
    Core *x = c->arg[0].at[0];
    const Type *t = type_of(x);
    Stms stms = { 0 };
    if (!dims_known(t))
        return no(c, "its size is not known");
    Core *all = core_int(t->prim, 0);
    for (int d = t->rank - 1; d >= 0; d--) {
        Core *n = op2(OP_REPLICATE, d ? t->dim[d] : c->arg[1].at[0], all);
        all = stms_bind1(&stms, n, "padding");
    }
    Core *row = row_of(all, core_i64(0)), *put = core_node(OP_UPDATE, NULL);
    put->g[0] = one(all);
    put->g[1] = row->g[1];
    put->g[1].at[0] = core_span(core_i64(0), array_length(x));
    put->g[2] = one(x);
    put->unchecked = true;
    return yields(c, stms_body1(&stms, stms_bind1(&stms, core_typed(put), "padded")));
}

/* joined a: all rows, one after the other. */
bool make_joined(Call *c)
{
    Core *a = c->arg[0].at[0];
    const Type *t = type_of(a);
    if (!dims_known(t))
        return no(c, "its size is not known");
    const Type *flat = type_array(type_row(type_row(t)), size_mul(t->dim[0], t->dim[1]));
    return yields(c, core_reshape(a, flat->dim, flat->rank));
}

/* row-number v: in 32 bits, if that is enough. */
bool make_row_number(Call *c)
{
    Stms stms = { 0 };
    Core *v = c->arg[0].at[0];
    Core *fits = stms_bind1(&stms, op2(OP_LE, v, core_i64(INT32_MAX)), "fits");
    Core *n = CORE(OP_ASSERT, NULL, one(fits), one(v), one(v));
    n->text = failure_text(FAIL_ROWS);
    Core *number = core_conv(I32, stms_bind1(&stms, core_typed(n), "number"));
    return yields(c, stms_body1(&stms, stms_bind1(&stms, number, "number")));
}

/* Nobody has named it: it is written where it is used. */
static Core *bind_unnamed(Stms *stms, Core *e, const char *name)
{
    Core *v = stms_bind1(stms, e, name);
    if (v->op == OP_VAR)
        v->var->invented = true;
    return v;
}

/* index-checked x d n: x, behind the check that d is an index of n elements. */
bool make_index_checked(Call *c)
{
    Stms stms = { 0 };
    Core *d = c->arg[1].at[0], *n = c->arg[2].at[0];
    Core *from = bind_unnamed(&stms, op2(OP_LE, core_i64(0), d), "from");
    Core *below = bind_unnamed(&stms, op2(OP_LT, d, n), "below");
    Core *inside = bind_unnamed(&stms, op2(OP_LAND, from, below), "inside");
    Core *e = CORE(OP_ASSERT, NULL, one(inside), c->arg[0], kids_join(one(d), one(n)));
    e->text = failure_text(FAIL_INDEX, "{}", "[{}]");
    return yields(c, stms_body1(&stms, bind_unnamed(&stms, core_typed(e), "checked")));
}

/* in-rows v a: the same in rows as a has them. */
bool make_in_rows(Call *c)
{
    const Type *t = type_of(c->arg[1].at[0]);
    if (!dims_known(t))
        return no(c, "its size is not known");
    return yields(c, CORE(OP_RESHAPE, NULL,    /* of what may be no atom yet: see to_atom */
                          ((Kids){ t->dim, t->rank }), c->arg[0]));
}

/* ends-of a: where the rows of a end; a itself, if it has none of different lengths. */
bool make_ends_of(Call *c)
{
    Core *a = gathered_from(c->m, c->arg[0].at[0]);
    return yields(c, type_ragged(type_of(a)) == 1 ? op1(OP_ENDS, a) : a);
}

/* row-at a es i y: row i of a, whose rows end at es, with the type of y, if that says one. */
static Core *part_at(Call *c, Core *a, Core *ends, Core *i, Core *size)
{
    for (const Core *g; (g = gathered(c->m, a)); a = g->g[0].at[0])
        i = row_like(g->g[1].at[0], i);
    Core *end = row_like(ends, i), *length = row_like(lengths_of(a), i);
    Core *start = CORE(OP_SUB, NULL, one(end), one(length));
    Core *e = part_of(op1(OP_VAL, a), start, size ? size : length);
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    return e;
}

bool make_row_at(Call *c)
{
    Core *a = c->arg[0].at[0], *i = c->arg[2].at[0];
    if (type_ragged(type_of(a)) != 1)
        return yields(c, row_there(a, i));
    if (!type_of(c->arg[3].at[0])->rank)
        return no(c, "%s is no row", core_str(c->arg[3].at[0]));
    return yields(c, part_at(c, a, c->arg[1].at[0], i, type_of(c->arg[3].at[0])->dim[0]));
}

static Core *copied(Call *c, Core *a)
{
    Core *t = c->arg[1].at[0];
    Stms stms = { 0 }, in = { 0 };
    Core *own = stms_bind1(&stms, op1(OP_ENDS, a), NULL);
    Core *ends = stms_bind1(&stms, op1(OP_ENDS, gathered_from(c->m, a)), NULL);
    Core *rows = stms_bind1(&stms, op2(OP_SEGIDS, t, own), NULL);
    Core *places = stms_bind1(&stms, op2(OP_WITHIN, t, own), NULL);
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, t);
    Core *row = level_takes(level, "row", rows), *place = level_takes(level, "place", places);
    Core *part = to_normal(&in, part_at(c, a, ends, row, core_i64(1)));
    Core *from_row = part->g[1].at[0]->g[0].at[0], *e = core_copy_node(part);
    e->g[1].at[0] = stms_bind1(&in, core_prim2(OP_ADD, from_row, place), NULL);
    e->ntypes = 0;
    Core *element = stms_bind1(&in, core_typed(e), "element");
    Core *seg = core_segmap(one(level), stms_body1(&in, element));
    return stms_body1(&stms, stms_bind1(&stms, seg, "copied"));
}

/* What the operator gives for the atoms. */
bool make_apply(Call *c)
{
    const Core *op = c->arg[0].at[0];
    Subst *subst = subst_new();
    if (op->nbinds != c->arg[1].n) {
        text_fmt(&c->why, "%d operands for %d parameters", c->arg[1].n, op->nbinds);
        return false;
    }
    for (int i = 0; i < op->nbinds; i++)
        subst_add(subst, op->bind[i], c->arg[1].at[i]);
    return yields(c, core_rename(core_subst(op->g[0].at[0], subst)));
}

static Var **vars_like(Var *const *v, int n)
{
    Var **own = NEWS(Var *, n);
    for (int i = 0; i < n; i++)
        own[i] = var_like(v[i]);
    return own;
}

/* The operator on pairs of a flag and what it takes: where a flag stands it begins anew. */
bool make_segmented(Call *c)
{
    const Core *op = c->arg[0].at[0];
    int n = op->nbinds / 2;
    if (op->nbinds != 2 * n || op->g[0].at[0]->g[0].n != n)
        return no(c, "it is no operator");
    Var **bind = NEWS(Var *, 2 * n + 2);
    Var **half[] = { vars_like(op->bind, n), vars_like(op->bind + n, n) };
    Subst *subst = subst_new();
    for (int h = 0; h < 2; h++) {
        bind[h * (n + 1)] = var_new("flag", type_prim(BOOL), NULL);
        for (int i = 0; i < n; i++) {
            bind[h * (n + 1) + 1 + i] = half[h][i];
            subst_add(subst, op->bind[h * n + i], core_var(half[h][i]));
        }
    }
    Core *begins = core_var(bind[n + 1]);
    Core *pick = core_if(begins, core_body(NULL, 0, atoms_of(half[1], n).at, n),
                         core_rename(core_subst(op->g[0].at[0], subst)));
    Stms stms = { 0 };
    Core *either = stms_bind1(&stms, core_prim2(OP_LOR, core_var(bind[0]), begins), "either");
    Kids r = kids_join(one(either), atoms_of(stms_bind(&stms, pick, NULL), n));
    Core *body = core_body(stms.at, stms.n, r.at, r.n);
    return yields(c, core_lam(bind, 2 * n + 2, NULL, body));
}

/* element F i ys.. as..: what F gives for element i of its arrays; those of ys.. are as.. */
bool make_element(Call *c)
{
    const Core *f = c->arg[0].at[0], *lam = f->g[0].at[0];
    Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    Subst *subst = subst_new();
    Stms stms = { 0 };
    if (c->n > 2 && c->arg[2].n != c->arg[3].n)
        return no(c, "%d arrays, and %d elements", c->arg[2].n, c->arg[3].n);
    if (lam->index && i)
        subst_add(subst, lam->index, i);
    for (int k = 0; k < lam->nbinds; k++) {
        Core *array = f->g[1].at[k];
        int given = c->n > 2 ? position_in(c->arg[2], array) : -1;
        if (given < 0 && !i)
            return no(c, "it does not say which element");
        subst_add(subst, lam->bind[k], given >= 0 ? c->arg[3].at[given]
                  : stms_bind1(&stms, row_of(array, i), lam->bind[k]->name));
    }
    const Core *body = core_subst(lam->g[0].at[0], subst);
    if (body_again(c->m, lam->g[0].at[0]))
        body = core_rename((Core *)body);       /* another element of the same */
    vec_append(&stms, body->stm, body->nstms);
    return yields(c, core_body(stms.at, stms.n, body->g[0].at, body->g[0].n));
}

/* numbered S: S with a name for the index of every level. */
bool make_numbered(Call *c)
{
    Kids ctx = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int l = 0; l < ctx.n; l++) {
        ctx.at[l] = core_copy_node(c->arg[0].at[l]);
        if (!ctx.at[l]->index)
            ctx.at[l]->index = var_new("i", type_prim(I64), NULL);
    }
    return yields_all(c, ctx);
}

/* at as.. S i..: the element of each array at the positions of the levels and then i.. */
bool make_at(Call *c)
{
    Kids entries = { 0 }, out = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int l = 0; l < c->arg[1].n; l++)
        if (!c->arg[1].at[l]->index)
            return no(c, "a level has no name for its index: see numbered");
    for (int l = 0; l < c->arg[1].n; l++)
        entries = kids_join(entries, one(core_var(c->arg[1].at[l]->index)));
    entries = kids_join(entries, c->arg[2]);
    for (int k = 0; k < out.n; k++) {
        Core *array = c->arg[0].at[k];
        Kids all = entries;
        if (all.n > type_of(array)->rank)
            return no(c, "%s has fewer dimensions", core_str(array));
        while (all.n < type_of(array)->rank)
            all = kids_join(all, one(core_node(OP_WHOLE, NULL)));
        out.at[k] = core_typed(CORE(OP_INDEX, NULL, one(array), all));
        out.at[k]->unchecked = true;
    }
    return yields_all(c, out);
}

/* zero xs..: what is 0, of the type of each. */
bool make_zero(Call *c)
{
    Kids zeros = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int k = 0; k < zeros.n; k++) {
        const Type *t = type_of(c->arg[0].at[k]);
        if (t->rank)
            return no(c, "%s is an array", core_str(c->arg[0].at[k]));
        zeros.at[k] = core_int(t->prim, 0);
    }
    return yields_all(c, zeros);
}

/* room ys..: arrays like ys.., with nothing in them yet. */
bool make_room(Call *c)
{
    Kids made = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int k = 0; k < made.n; k++) {
        made.at[k] = core_node(OP_EMPTY, NULL);
        core_set_type(made.at[k], type_of(c->arg[0].at[k]));
    }
    return yields_all(c, made);
}

/* checked-with e z: z, behind the check e of 0. */
bool make_checked_with(Call *c)
{
    Core *e = core_copy_node(c->arg[0].at[0]);
    if (!core_equal(e->g[1].at[0], core_i64(0)))
        return no(c, "it checks %s, not 0", core_str(e->g[1].at[0]));
    core_set1(e, 1, c->arg[1].at[0]);
    e->ntypes = 0;
    return yields(c, core_typed(e));
}
