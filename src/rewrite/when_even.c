/*
 * when_even.c -- arrays of as many rows each, which differ in length: what a map makes whose
 * function is a map of rows of one length. They are all rows, one after the other, in a matrix.
 */
#include "rewrite.h"

/* a with other sizes in the place of its first. */
static Core *in_shape(Stms *stms, Core *a, int from, Kids sizes)
{
    const Type *t = type_of(a);
    Core **size = NEWS(Core *, sizes.n + t->rank);
    copy_bytes(size, sizes.at, sizes.n * sizeof *size);
    copy_bytes(size + sizes.n, t->dim + from, (size_t)(t->rank - from) * sizeof *size);
    return stms_bind1(stms, core_reshape(a, size, sizes.n + t->rank - from), NULL);
}

/* How long the rows of a are; what its type says may be of one row of a nest. */
static Core *lengths_in(Stms *stms, Core *a)
{
    const Type *t = type_of(a);
    int at = type_ragged(t);
    Core *known = dim_lengths(t->dim[at]);
    if (known && type_of(known)->rank == at)
        return known;
    Core **dim = COPIES(Core *, t->dim, t->rank);
    dim[at] = NULL;
    if (known)
        a = claimed(stms, a, type_dims(t->prim, dim, t->rank));
    return stms_bind1(stms, op1(OP_SHP, a), "lengths");
}

Core *all_rows_of(Stms *stms, Core *a, int dims)
{
    const Type *t = type_of(a);
    Core *count = t->dim[0];
    if (!type_ragged(t)) {
        for (int d = 1; d < dims; d++)
            count = size_mul(count, t->dim[d]);
        return in_shape(stms, a, dims, one(count));
    }
    Core *ls = lengths_in(stms, a);
    Core *vs = stms_bind1(stms, op1(OP_VAL, a), "values");
    return stms_bind1(stms, op2(OP_IRREG, all_rows_of(stms, ls, dims), vs), NULL);
}

/* a, an array of so many rows, in the place of whose number come these sizes. */
static Core *in_sizes(Stms *stms, Core *a, Kids sizes)
{
    const Type *t = type_of(a);
    if (!type_ragged(t)) {
        Core *count = sizes.at[0];
        for (int d = 1; d < sizes.n; d++)
            count = size_mul(count, sizes.at[d]);
        return in_shape(stms, claimed(stms, a, type_array(type_row(t), count)), 1, sizes);
    }
    Core *ls = lengths_in(stms, a);
    Core *vs = stms_bind1(stms, op1(OP_VAL, a), "values");
    return stms_bind1(stms, op2(OP_IRREG, in_sizes(stms, ls, sizes), vs), NULL);
}

/* in-matrix m n rs..: the elements rs.. in m rows, each of which has n. */
bool make_in_matrix(Call *c)
{
    Kids rs = c->arg[2], made = { NEWS(Core *, rs.n), 0 };
    Kids sizes = kids_join(c->arg[0], c->arg[1]);
    Stms stms = { 0 };
    for (int k = 0; k < rs.n; k++) {
        Core *r = rs.at[k]->op == OP_VAR ? core_var(rs.at[k]->var) : rs.at[k];
        if (!type_of(r)->rank)
            return no(c, "%s is no array", core_str(r));
        Core *known = type_of(r)->rank > 1 ? dim_lengths(type_of(r)->dim[1]) : NULL;
        int said = known ? position_in(rs, known) : -1;
        Core *vs = said >= 0 && said < k ? stms_bind1(&stms, op1(OP_VAL, r), "values") : NULL;
        made.at[made.n++] = vs ? stms_bind1(&stms, op2(OP_IRREG, made.at[said], vs), NULL)
                               : in_sizes(&stms, r, sizes);
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* ---- as rows of rows ------------------------------------------------------ */

/* How many dimensions of an array come before rows that differ in length; 0: it has none, or
   they are its own rows. */
static int dims_of_even(const Core *a)
{
    int at = type_ragged(type_of(a));
    return at > 1 ? at : 0;
}

bool ask_even(Call *c)
{
    return dims_of_even(c->arg[0].at[0]) || no(c, "they have not as many rows each");
}

/* rows-each a: how many rows that differ in length each row of a has. */
bool make_rows_each(Call *c)
{
    Core *a = c->arg[0].at[0];
    int dims = dims_of_even(a);
    if (!dims)
        return no(c, "%s has not as many rows each", core_str(a));
    Core *n = type_of(a)->dim[1];
    for (int d = 2; d < dims; d++)
        n = size_mul(n, type_of(a)->dim[d]);
    return yields(c, n);
}

/* all-rows a: these rows, one after the other. */
bool make_all_rows(Call *c)
{
    Stms stms = { 0 };
    int dims = dims_of_even(c->arg[0].at[0]);
    return dims ? yields(c, stms_body1(&stms, all_rows_of(&stms, c->arg[0].at[0], dims)))
                : no(c, "%s has not as many rows each", core_str(c->arg[0].at[0]));
}

/* as-even m a rs: the rows rs, one after the other, as m rows like those of a. */
bool make_as_even(Call *c)
{
    const Core *a = c->arg[1].at[0];
    Kids like = { type_of(a)->dim + 1, dims_of_even(a) - 1 };
    Stms stms = { 0 };
    return like.n > 0 ? yields(c, stms_body1(&stms, in_sizes(&stms, c->arg[2].at[0],
                                                             kids_join(c->arg[0], like))))
                      : no(c, "%s has not as many rows each", core_str(a));
}

static bool takes_array(const Core *e)
{
    return (e->op == OP_VAL || e->op == OP_TOTAL || e->op == OP_INDEX)
        && e->g[0].at[0]->op == OP_VAR;
}

/* taken-in e S: the rows of S, of which there are as many each, that e, or what a function in
   it does, takes as an array. */
bool get_taken_in(Call *c)
{
    const Core *e = c->arg[0].at[0], *level = c->arg[1].n ? c->arg[1].at[0] : NULL;
    Table *taken = table_new(), *inside = table_new();
    if (takes_array(e))
        note_var(e->g[0].at[0]->var, e->op == OP_INDEX ? inside : taken);
    for (int g = 0; ops[e->op].kind == K_SOAC && g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (e->g[g].at[i]->op == OP_LAM)
                core_free_vars(e->g[g].at[i], note_var, inside);
    c->out = (Kids){ NEWS(Core *, level ? level->nbinds : 0), 0 };
    for (int k = 0; level && k < level->nbinds; k++) {
        Var *x = level->bind[k];
        int dims = dims_of_even(level->g[1].at[k]);
        if ((dims && table_has(taken, x)) || (dims == 2 && table_has(inside, x)))
            c->out.at[c->out.n++] = core_var(x);
    }
    table_free(taken);
    table_free(inside);
    return c->out.n || no(c, "it takes no such rows");
}

/* Of rows of rows like those of t, that many of whose dimensions are one: nobody knows how many
   there are, and how long. */
static const Type *open_type(const Type *t, int dims)
{
    int at = type_ragged(t), rank = t->rank - dims + 1;
    Core **dim = NEWS(Core *, rank);
    for (int d = at + 1; d < t->rank; d++)
        dim[d - dims + 1] = dim_known(t->dim[d]) ? t->dim[d] : NULL;
    return type_dims(t->prim, dim, rank);
}

static const Type *rows_type(const Type *t, int dims)
{
    return type_array(open_type(type_row(t), dims - 1), t->dim[0]);
}

/* opened x..: names for the same rows, of which nobody knows how many there are. */
bool make_opened(Call *c)
{
    Kids xs = c->arg[0];
    c->out = (Kids){ NEWS(Core *, xs.n), 0 };
    for (int i = 0; i < xs.n; i++) {
        const Var *x = xs.at[i]->var;
        if (!x->type || !type_ragged(x->type))
            return no(c, "%s has no rows that differ in length", x->name);
        const Type *t = open_type(x->type, type_ragged(x->type));
        c->out.at[c->out.n++] = core_var(var_new(x->name, t, x->span));
    }
    return true;
}

static Core *in_function(Core *kid, void *to)
{
    return kid->op == OP_LAM ? core_subst(kid, to) : kid;
}

/* taking e x.. y..: e, which takes y.. as arrays in the place of x... */
bool make_taking(Call *c)
{
    Core *e = c->arg[0].at[0];
    if (!takes_array(e) && ops[e->op].kind != K_SOAC)
        return no(c, "it takes no arrays");
    Subst *to = subst_new();
    for (int i = 0; i < c->arg[1].n && i < c->arg[2].n; i++)
        subst_add(to, c->arg[1].at[i]->var, c->arg[2].at[i]);
    e = takes_array(e) ? core_subst(e, to) : core_map(e, in_function, to);
    e->ntypes = 0;
    return yields(c, core_typed(e));
}

/* as-opened S x..: the arrays of rows x.. of the level, as rows of rows. */
bool make_as_opened(Call *c)
{
    Kids xs = c->arg[1], made = { NEWS(Core *, xs.n), 0 };
    Stms stms = { 0 };
    for (int i = 0; i < xs.n; i++) {
        bool copies;
        Core *a = ctx_outer(c->arg[0], xs.at[i], &copies);
        const Type *t = type_of(a);
        int dims = dims_of_even(a);
        if (!dims)
            return no(c, "%s has no rows that differ in length", core_str(a));
        Core *n = t->dim[1];
        for (int d = 2; d < dims; d++)
            n = size_mul(n, t->dim[d]);
        n = op2(OP_REPLICATE, to_atom(&stms, t->dim[0]), to_atom(&stms, n));
        Core *counts = stms_bind1(&stms, n, "counts");
        Core *rows = op2(OP_IRREG, counts, all_rows_of(&stms, a, dims));
        made.at[made.n++] = claimed(&stms, stms_bind1(&stms, rows, "rows"), rows_type(t, dims));
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}

/* ---- branches that all rows take ------------------------------------------ */

/* The type, for all rows of the nest, of what is in one row of type t. */
static const Type *type_of_all(const Type *t, const Type *all, Kids ctx, Kids results)
{
    Core **dim = NEWS(Core *, all->rank);
    dim[0] = all->dim[0];
    for (int d = 1; d < all->rank; d++) {
        Core *size = t->dim[d - 1], *said = dim_lengths(size) ? dim_lengths(size) : size;
        bool result = said && said->op == OP_EXT && said->ext < results.n;
        Core *of_all = result ? dim_each(results.at[said->ext])
                     : size && said->op != OP_EXT ? size_of_all(ctx, size) : NULL;
        dim[d] = of_all ? of_all : all->dim[d];
    }
    return type_dims(all->prim, dim, all->rank);
}

/* agreeing e S: e, which gives for all of S what the branch that is matched gives in a row: rows
   that are as long as its results say. */
bool make_agreeing(Call *c)
{
    const Core *body = body_of_exp(c->arg[0].at[0], NULL), *branch = c->m->subject;
    Kids rs = body->g[0], made = { NEWS(Core *, rs.n), 0 };
    if (!branch || branch->ntypes < rs.n)
        return no(c, "they are not what a branch gives");
    Stms stms = stms_of(body);
    for (int i = 0; i < rs.n; i++) {
        if (type_of(rs.at[i])->rank != branch->type[i]->rank + 1)
            return no(c, "%s is not one for each row", core_str(rs.at[i]));
        const Type *t = type_of_all(branch->type[i], type_of(rs.at[i]), c->arg[1], made);
        made.at[made.n++] = rows_as(&stms, rs.at[i], t);
    }
    return yields(c, stms_body(&stms, made.at, made.n));
}
