/*
 * when_laid.c -- arrays of rows that a function around makes, one of its own for each call, and
 * the same as how many elements they have and these, one after the other: that much a branch, a
 * loop or a list can give, whatever the rows are like.
 */
#include "rewrite.h"

typedef enum { PLAIN, RAGGED, MATRIX } Layout;

/* Of a variable: an array of rows that differ in length, or a matrix as large as a row says. */
static Layout layout_of(const World *w, const Core *v)
{
    const Type *t = type_of(v);
    if (t->rank < 2 || type_ragged(t) > 1)
        return PLAIN;
    if (type_ragged(t))
        return RAGGED;
    bool own = false;
    for (int d = 0; d < 2 && w->depth > 0; d++)
        own |= !t->dim[d] || t->dim[d]->op == OP_EXT || row_sized(w, t->dim[d]);
    return t->rank == 2 && own ? MATRIX : PLAIN;
}

/* Its lengths come along where its type does not name them. */
static bool says_lengths(const Core *v)
{
    const Core *known = dim_lengths(type_of(v)->dim[1]);
    return known && (known->op == OP_VAR || known->op == OP_EXT);
}

/* The rows of c are the same for all elements of functions around, and those of a.. as long. */
bool ask_alike_rows(Call *c)
{
    Core *rows = c->arg[1].at[0];
    bool ragged = type_ragged(type_of(rows)) == 1;
    const Core *lengths = ragged ? dim_lengths(type_of(rows)->dim[1]) : NULL;
    if (!lengths || lengths->op != OP_VAR)
        return no(c, "%s says no lengths of rows", core_str(rows));
    if (row_sized(c->m->world, rows))
        return no(c, "a function around has a part in %s", core_str(rows));
    for (int i = 0; i < c->arg[0].n; i++) {
        const Type *t = type_of(c->arg[0].at[i]);
        if (type_ragged(t) != 1 || !core_equal(dim_lengths(t->dim[1]), lengths))
            return no(c, "the rows of %s are of other lengths", core_str(c->arg[0].at[i]));
    }
    return true;
}

bool ask_own_rows(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (layout_of(c->m->world, c->arg[0].at[i]) != PLAIN)
            return true;
    return no(c, "none has rows that a function around makes");
}

/* Outside all functions rows lie so anyway; rows of rows do not. */
bool ask_within_rows(Call *c)
{
    bool yes = c->m->world->depth > 0;
    for (int i = 0; i < c->arg[0].n; i++)
        yes |= type_deep(type_of(c->arg[0].at[i]));
    return yes || no(c, "it is outside all functions, and has no rows of rows");
}

static Core *laid_matrix(Stms *out, Core *x, Kids *r)
{
    const Type *t = type_of(x);
    Core *size = size_mul(t->dim[0], t->dim[1]), *all = r->at[r->n++] = to_atom(out, size);
    Core *v = stms_bind1(out, core_reshape(x, &size, 1), "elements");
    return claimed(out, v, type_array(type_row(type_of(v)), all));
}

static Core *laid_ragged(Stms *out, Core *x, bool lengths, Kids *r)
{
    if (lengths)
        r->at[r->n++] = stms_bind1(out, op1(OP_SHP, x), "lengths");
    Core *all = stms_bind1(out, op1(OP_TOTAL, x), "total");
    Core *v = stms_bind1(out, op1(OP_VAL, x), "elements");
    r->at[r->n++] = all;
    return claimed(out, v, type_array(type_row(type_of(v)), all));
}

/* laid-out e r..: e, which gives for each array of rows among r.. how many elements, and these;
   before them the lengths, if nothing else says them. */
bool make_laid_out(Call *c)
{
    const Core *body = body_of_exp(c->arg[0].at[0], NULL);
    Kids vs = c->arg[1], r = { NEWS(Core *, 3 * vs.n), 0 };
    if (body->g[0].n != vs.n)
        return no(c, "%d results for %d names", body->g[0].n, vs.n);
    Stms stms = stms_of(body);
    for (int i = 0; i < vs.n; i++) {
        Core *x = body->g[0].at[i];
        Layout l = layout_of(c->m->world, vs.at[i]);
        if (type_of(x)->rank != type_of(vs.at[i])->rank)
            return no(c, "%s is no array like %s", core_str(x), core_str(vs.at[i]));
        if (l == MATRIX)
            x = laid_matrix(&stms, x, &r);
        else if (l == RAGGED)
            x = laid_ragged(&stms, x, !says_lengths(vs.at[i]), &r);
        r.at[r.n++] = x;
    }
    return yields(c, stms_body(&stms, r.at, r.n));
}

static Core *add_name(Kids *to, const char *name, const Type *t)
{
    return to->at[to->n++] = core_var(var_new(name, t, NULL));
}

/* The number of rows, and what is known of their lengths, in terms of other names. */
static const Type *renamed(const Core *v, const Subst *to)
{
    return type_subst(type_of(v), to);
}

/* laid-names z..: names for what laid-out gives of the variables z.. of a loop. */
bool make_laid_names(Call *c)
{
    Kids zs = c->arg[0], r = { NEWS(Core *, 3 * zs.n), 0 };
    Subst *to = subst_new();
    for (int i = 0; i < zs.n; i++) {
        const Type *t = renamed(zs.at[i], to);
        const char *name = var_base(zs.at[i]->var->name);
        Layout l = layout_of(c->m->world, zs.at[i]);
        if (l == RAGGED && !says_lengths(zs.at[i]))
            add_name(&r, "lengths", type_array(type_prim(I64), t->dim[0]));
        if (l != PLAIN) {
            Core *all = add_name(&r, "total", type_prim(I64));
            t = type_array(type_row(type_row(t)), all);
        }
        subst_add(to, zs.at[i]->var, add_name(&r, name, t));
    }
    return yields_all(c, r);
}

static Core *as_matrix(Stms *out, Core *v, const Type *t)
{
    v = claimed(out, v, type_array(type_row(type_of(v)), size_mul(t->dim[0], t->dim[1])));
    return stms_bind1(out, core_reshape(v, t->dim, t->rank), "rows");
}

/* as-rows y.. r..: what r.. are, where y.. is what laid-out gave of them. */
bool make_as_rows(Call *c)
{
    Kids ys = c->arg[0], rs = c->arg[1], made = { NEWS(Core *, rs.n), 0 };
    Subst *to = subst_new();
    Stms stms = { 0 };
    int y = 0;
    for (int i = 0; i < rs.n; i++) {
        Layout l = layout_of(c->m->world, rs.at[i]);
        const Type *t = type_open(renamed(rs.at[i], to), made.at);
        bool told = l != RAGGED || says_lengths(rs.at[i]);
        y += (l != PLAIN) + !told;
        if (y >= ys.n)
            return no(c, "%d names for %d results", ys.n, rs.n);
        Core *x = ys.at[y]->op == OP_VAR ? core_var(ys.at[y]->var) : ys.at[y];
        y++;
        if (l != PLAIN && type_of(x)->rank != t->rank - 1)
            return no(c, "%s are no elements, one after the other", core_str(x));
        if (l == MATRIX)
            x = as_matrix(&stms, x, t);
        if (l == RAGGED) {
            Core *lengths = told ? dim_lengths(t->dim[1]) : ys.at[y - 3];
            x = claimed(&stms, stms_bind1(&stms, op2(OP_IRREG, lengths, x), "rows"), t);
        }
        subst_add(to, rs.at[i]->var, x);
        made.at[made.n++] = x;
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* ---- lengths said in other words ------------------------------------------ */

static bool only_says_lengths(const Core *e)
{
    return e->op == OP_COERCE && e->unchecked && e->g[0].at[0]->op == OP_VAR
        && type_ragged(type_of(e));
}

bool ask_says_lengths(Call *c)
{
    return only_says_lengths(c->arg[0].at[0]) || no(c, "it says no lengths of rows");
}

bool get_unsaid(Call *c)
{
    const Core *e = c->arg[0].at[0];
    if (!only_says_lengths(e))
        return no(c, "it says no lengths of rows");
    return yields_all(c, e->g[0]);
}

/* says-row e x: what e gives is the row x, of which it is known that it is as long as e says. */
bool ask_says_row(Call *c)
{
    const Core *e = body_of_exp(c->arg[0].at[0], NULL), *y;
    bool says = false;
    e = body_flat((Core *)e);
    y = e->g[0].n == 1 ? e->g[0].at[0] : NULL;
    for (int i = e->nstms - 1; i >= 0 && y; i--) {
        const Core *by = e->stm[i].exp;
        if (is_var(y, e->stm[i].var[0]) && by->op == OP_COERCE && by->unchecked) {
            y = by->g[0].at[0];
            says = true;
        }
    }
    return (says && c->arg[1].n == 1 && core_equal(y, c->arg[1].at[0]))
        || no(c, "it is another row, or none that is known to be so long");
}

Core *size_of_all(Kids ctx, Core *size)
{
    int level, which;
    Core *v = dim_lengths(size) ? dim_lengths(size) : size;
    bool bound = v && v->op == OP_VAR && ctx_binds(ctx, v->var, &level, &which) && which >= 0;
    return bound ? dim_each(ctx.at[level]->g[1].at[which]) : NULL;
}

/* said-of-all e S: the rows, for all of S, with the lengths that e says. */
bool make_said_of_all(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Kids ctx = c->arg[1];
    bool copies;
    Stms stms = { 0 };
    if (!only_says_lengths(e))
        return no(c, "it says no lengths of rows");
    if (ctx.n != 1)
        return no(c, "there is not one level around it");
    Core *all = to_atom(&stms, ctx_outer(ctx, e->g[0].at[0], &copies));
    const Type *t = type_of(all), *said = type_of(e);
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++) {
        Core *of_all = d && !dim_known(t->dim[d]) ? size_of_all(ctx, said->dim[d - 1]) : NULL;
        dim[d] = of_all ? of_all : t->dim[d];
    }
    Core *r = claimed(&stms, all, type_dims(t->prim, dim, t->rank));
    return yields(c, stms_body1(&stms, r));
}
