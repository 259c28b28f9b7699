/*
 * desugar_rows.c -- rows of different lengths.
 *
 * Such an array has its lengths as an atom, which its type names: [m][..ns]t. So rows are
 * known to be equally long where they are rows of the same lengths. A function that is
 * mapped over the rows gets the lengths beside them; one whose rows differ gives their
 * lengths as one more result.
 */
#include "desugar.h"

_Noreturn void refuse_ragged(const Span *s, const char *what)
{
    fail_at(s, ERR_RAGGED_ARRAY, "the rows of this differ in length, %s", what);
}

Core *dim_atom(Core *dim)
{
    Core *lengths = dim_lengths(dim);
    return lengths ? lengths : size_atom(dim);
}

Core *dim_of_atom(Core *atom)
{
    return type_of(atom)->rank ? dim_each(atom) : atom;
}

bool sv_ragged(const Sv *v)
{
    bool yes = v->kind == SV_ATOM && type_ragged(type_of(v->atom));
    for (int i = 0; i < v->n && !yes; i++)
        yes = sv_ragged(v->part[i]);
    return yes;
}

Core *leaf_claim(Core *leaf, const Type *t, const Span *s)
{
    bool same = type_equal(type_of(leaf), t);
    for (int d = 0; d < t->rank; d++)
        same &= !t->dim[d] == !type_of(leaf)->dim[d];
    if (same)
        return leaf;
    Core *n = CORE(OP_COERCE, s, one(leaf));
    core_set_type(n, t);
    n->unchecked = true;
    Core *v = emit1(n, NULL);
    Core *flat = leaf->op == OP_VAR ? table_get(desugarer.flat, leaf->var) : NULL;
    if (flat)
        table_put(desugarer.flat, v->var, flat);
    return v;
}

Core *rows_of(Core *lengths, Core *values, const char *name, const Span *s)
{
    Core *rows = emit1(CORE(OP_IRREG, s, one(lengths), one(values)), name);
    table_put(desugarer.flat, rows->var, values);
    return rows;
}

/* ---- one row ------------------------------------------------------------ */

/* What stands, for one row, for lengths that all rows have in one array: a size, or the
   lengths of its own rows. */
typedef struct { Atoms lengths, own; } Row;

/* Dimension d of an array as its row has it. */
static Core *own_dim(const Row *r, Core *dim)
{
    const Core *lengths = dim_lengths(dim);
    for (int i = 0; lengths && i < r->own.n; i++)
        if (is_var(lengths, r->lengths.at[i]->var))
            return dim_of_atom(r->own.at[i]);
    return dim;
}

static const Type *row_type(const Row *r, const Type *array)
{
    Core **dim = NEWS(Core *, array->rank);
    for (int d = 1; d < array->rank; d++)
        dim[d - 1] = own_dim(r, array->dim[d]);
    return type_dims(array->prim, dim, array->rank - 1);
}

/* The lengths that the elements of one array tell, before those that speak of them. */
static void add_lengths(const Type *t, Atoms *out)
{
    for (int d = 1; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        bool known = !lengths || type_of(lengths)->rank != d;
        for (int i = 0; i < out->n && !known; i++)
            known = is_var(lengths, out->at[i]->var);
        if (known)
            continue;
        add_lengths(type_of(lengths), out);
        vec_push(out, lengths);
    }
}

static Atoms lengths_in(Kids leaf)
{
    Atoms all = {0};
    for (int i = 0; i < leaf.n; i++)
        add_lengths(type_of(leaf.at[i]), &all);
    return all;
}

static void retype(Var *v, const Type *t)
{
    v->type = t;
    core_set_type(v->atom, t);
}

/* A parameter for each of the lengths. */
static Row row_params(Kids leaf, Vars *param, const Span *s)
{
    Row r = { .lengths = lengths_in(leaf) };
    for (int i = 0; i < r.lengths.n; i++) {
        const Type *t = row_type(&r, type_of(r.lengths.at[i]));
        sv_fresh(sv_atom(r.lengths.at[i]), 1, NULL, param, s);
        Var *v = param->at[param->n - 1];
        retype(v, t);
        if (!t->rank)
            range_natural(desugarer.range, core_var(v));
        table_put(desugarer.row_size, v, v);
        vec_push(&r.own, core_var(v));
    }
    return r;
}

/* ---- maps --------------------------------------------------------------- */

/* Sizes that are known in the function alone, each one more result of it. */
static int open_size(Core *size, Atoms *open)
{
    int i = 0;
    while (i < open->n && !size_equal(open->at[i], size))
        i++;
    if (i == open->n)
        vec_push(open, size);
    return i;
}

static bool is_own(const Row *r, const Core *dim)
{
    const Core *of = dim_lengths(dim) ? dim_lengths(dim) : dim;
    for (int i = 0; i < r->own.n; i++)
        if (is_var(of, r->own.at[i]->var))
            return true;
    return false;
}

/* The leaf with its sizes as the map's results can say them: outer ones, those of the
   rows that it is mapped over, and further results. A matrix of such a size is rows that say
   their lengths. What is computed for sizes, and checked, keeps their order. */
static Core *told(Core *leaf, const Row *r, Atoms *open)
{
    for (int k = 0; k < type_of(leaf)->rank; k++) {
        Core *dim = type_of(leaf)->dim[k];
        bool leaves = !is_own(r, dim) && size_leaves(dim);
        if (k && !leaves && !dim_lengths(dim))
            leaf = as_rows(leaf, k);
    }
    const Type *t = type_of(leaf);
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++) {
        dim[k] = t->dim[k];
        if (is_own(r, dim[k]) || size_leaves(dim[k]))
            continue;
        Core *atom = dim_atom(dim[k]);
        if (type_of(atom)->rank)
            atom = told(atom, r, open);
        open_size(atom, open);
        dim[k] = dim_of_atom(atom);
    }
    return leaf_claim(leaf, type_dims(t->prim, dim, t->rank), leaf->span);
}

static Core *leaving(Core *size)
{
    return size_leaves(size) ? size : NULL;
}

Sv *map_over(Sv *f, Sv *xs, const Span *s)
{
    Core *width = sv_dim(xs, 0);
    Kids rows = sv_leaves(xs);
    Vars param = {0};
    mapped_open();
    Row r = row_params(rows, &param, s);
    Sv *x = sv_fresh(xs, 1, NULL, &param, s);
    for (int i = 0; i < rows.n && r.own.n; i++)
        retype(param.at[r.own.n + i], row_type(&r, type_of(rows.at[i])));
    Sv *v = apply1(f, x, s);
    if (sv_has_fun(v))
        fail_at(s, ERR_FUNCTION_HERE, "the elements of an array cannot be functions");
    v = units_leave(v, leaving, s);
    Kids leaf = sv_leaves(v);
    Atoms open = {0}, all = {0};
    for (int i = 0; i < leaf.n; i++)
        leaf.at[i] = told(leaf.at[i], &r, &open);
    Atoms arrays = r.lengths;
    vec_append(&arrays, rows.at, rows.n);
    const char **name = NEWS(const char *, open.n + leaf.n);
    for (int i = 0; i < open.n; i++) {
        vec_push(&all, open.at[i]);
        name[i] = "lengths";
    }
    vec_append(&all, leaf.at, leaf.n);
    Core *lam = core_lam(param.at, param.n, NULL, body_close(all.at, all.n));
    lam->span = s;
    Core **result = emit_all(CORE(OP_MAP, s, one(width), one(lam), MANY(arrays)), name);
    return sv_rebuild(v, result + open.n, &width, 1, 0);
}

/* ---- indices ------------------------------------------------------------ */

Sv *sv_row(Sv *a, Core *i, const Span *s)
{
    Kids leaf = sv_leaves(a);
    Row r = { .lengths = lengths_in(leaf) };
    for (int k = 0; k < leaf.n; k++)
        leaf.at[k] = emit1(CORE(OP_INDEX, s, one(leaf.at[k]), one(i)), NULL);
    for (int k = 0; k < r.lengths.n; k++) {
        const Type *t = row_type(&r, type_of(r.lengths.at[k]));
        Core *own = emit1(CORE(OP_INDEX, s, one(r.lengths.at[k]), one(i)), NULL);
        own = leaf_claim(own, t, s);
        if (!t->rank)
            range_natural(desugarer.range, own);
        table_put(desugarer.row_size, own->var, own->var);
        vec_push(&r.own, own);
    }
    Kids from = sv_leaves(a);
    for (int k = 0; k < leaf.n; k++)
        leaf.at[k] = leaf_claim(leaf.at[k], row_type(&r, type_of(from.at[k])), s);
    return sv_rebuild(a, leaf.at, NULL, 0, 1);
}

/* ---- all rows as one array ---------------------------------------------- */

/* Of regular rows they are all the same. */
static Core *lengths_of(Core *leaf, const Span *s)
{
    const Type *t = type_of(leaf);
    Core *lengths = dim_lengths(t->dim[1]);
    return lengths ? lengths : emit_replicate(t->dim[0], size_atom(t->dim[1]), s);
}

Core *with_own_lengths(Core *leaf)
{
    const Type *t = type_of(leaf);
    int at = type_ragged(t);
    Core *lengths = at ? dim_lengths(t->dim[at]) : NULL;
    if (!lengths || type_of(lengths)->rank == at)
        return leaf;
    for (int d = at - type_of(lengths)->rank - 1; d >= 0; d--)
        lengths = emit_replicate(t->dim[d], lengths, leaf->span);
    Core **dim = COPIES(Core *, t->dim, t->rank);
    dim[at] = dim_each(lengths);
    return leaf_claim(leaf, type_dims(t->prim, dim, t->rank), leaf->span);
}

/* How many elements rows of these lengths have: one size for all arrays of them. Null: it
   has no name yet. */
static Core *total_known(const Core *lengths)
{
    Core *total = table_get(desugarer.total, lengths->var);
    return total && size_in_scope(total) ? total : NULL;
}

static Core *total_of(Core *leaf, const Core *lengths, const char *name, const Span *s)
{
    Core *total = total_known(lengths);
    if (total)
        return total;
    total = emit1(CORE(OP_TOTAL, s, one(leaf)), format("%s_total", name));
    range_natural(desugarer.range, total);
    table_put(desugarer.total, lengths->var, total);
    return total;
}

/* The values that rows were made of, as long as those of other rows of these lengths. */
static Core *as_total(Core *flat, const Core *lengths, const Span *s)
{
    Core *total = total_known(lengths);
    if (!total)
        table_put(desugarer.total, lengths->var, total = type_of(flat)->dim[0]);
    return leaf_claim(flat, type_outer(type_of(flat), &total, 1, 1), s);
}

Core *flat_all(Core *leaf, const Span *s)
{
    leaf = with_own_lengths(leaf);
    const Type *t = type_of(leaf);
    int at = type_ragged(t);
    Core **dim = NEWS(Core *, t->rank), *flat = table_get(desugarer.flat, leaf->var);
    if (flat)
        return as_total(flat, dim_lengths(t->dim[at]), s);
    const char *name = leaf->op == OP_VAR ? var_base(leaf->var->name) : "rows";
    dim[0] = total_of(leaf, dim_lengths(t->dim[at]), name, s);
    for (int d = at + 1; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        bool deeper = lengths && type_ragged(type_of(lengths));
        dim[d - at] = deeper ? dim_each(flat_all(lengths, s)) : t->dim[d];
    }
    return leaf_claim(emit1(CORE(OP_VAL, s, one(leaf)), name),
                      type_dims(t->prim, dim, t->rank - at), s);
}

Core *flat_rows(Core *leaf, const Span *s)
{
    leaf = with_own_lengths(leaf);
    const Type *t = type_of(leaf);
    int at = type_ragged(t);
    Core *size = at == 1 ? NULL : size_mul(t->dim[0], t->dim[1]);
    if (at == 1)
        return flat_all(leaf, s);
    if (!at)
        return emit1(CORE(OP_RESHAPE, s, { type_outer(t, &size, 1, 2)->dim, t->rank - 1 },
                          one(leaf)), NULL);
    Core *lengths = flat_rows(dim_lengths(t->dim[at]), s);
    return rows_of(lengths, flat_all(leaf, s), NULL, s);
}

/* A list of rows for each row, of which all have as many: `copies` says so of each. */
static Core *deep_rows(Core *leaf, Core *copies)
{
    const Type *t = type_of(leaf);
    Core *inner = flat_rows(dim_lengths(t->dim[2]), leaf->span);
    Core *lengths = rows_of(copies, inner, NULL, leaf->span);
    Core *rows = rows_of(copies, rows_of(inner, flat_all(leaf, leaf->span), NULL, leaf->span),
                         NULL, leaf->span);
    Core *dim[] = { t->dim[0], dim_each(copies), dim_each(lengths) };
    return leaf_claim(rows, type_outer(t, dim, 3, 3), leaf->span);
}

Core *as_rows(Core *leaf, int k)
{
    const Type *t = type_of(leaf);
    Core **dim = NEWS(Core *, t->rank), *lengths;
    int at = type_ragged(t);
    if (dim_lengths(t->dim[k]))
        return leaf;
    if (at && at < k)
        refuse_ragged(leaf->span, "and so do, or might, the rows of these");
    lengths = size_atom(t->dim[k]);
    for (int d = k - 1; d >= 0; d--)
        lengths = emit_replicate(t->dim[d], lengths, leaf->span);
    if (k == 1 && !at)
        return rows_of(lengths, flat_rows(leaf, leaf->span), NULL, leaf->span);
    if (k == 1 && at == 2)
        return deep_rows(with_own_lengths(leaf), lengths);
    copy_bytes(dim, t->dim, sizeof *dim * (size_t)t->rank);
    dim[k] = dim_each(lengths);
    return leaf_claim(leaf, type_dims(t->prim, dim, t->rank), leaf->span);
}

/* The array, its rows of any length. */
static Core *unknown_rows(Core *leaf, const Span *s)
{
    const Type *t = type_of(leaf);
    Core *outer[] = { t->dim[0], NULL };
    if (!t->dim[1] || dim_lengths(t->dim[1]))
        return dim_lengths(t->dim[1]) ? leaf : leaf_claim(leaf, type_outer(t, outer, 2, 2), s);
    return rows_of(lengths_of(leaf, s), flat_rows(leaf, s), NULL, s);
}

static Core *lengths_joined(Core *a, Core *b, const Span *s)
{
    Atoms lengths = {0};
    vec_push(&lengths, lengths_of(a, s));
    vec_push(&lengths, lengths_of(b, s));
    return emit1(CORE(OP_CONCAT, s, MANY(lengths)), "lengths");
}

/* Two arrays whose rows have rows that differ. */
static Core *concat_deep_rows(Core *a, Core *b, const Span *s)
{
    Core *lengths = lengths_joined(a, b, s);
    Core *inner = concat_rows(dim_lengths(type_of(a)->dim[2]), dim_lengths(type_of(b)->dim[2]), s);
    Core *rows = rows_of(lengths, concat_rows(flat_all(a, s), flat_all(b, s), s), NULL, s);
    Core *dim[] = { type_of(lengths)->dim[0], dim_each(lengths), dim_each(inner) };
    return leaf_claim(rows, type_outer(type_of(a), dim, 3, 3), s);
}

/* Two arrays one after the other, in which the rows of one differ, or those of the one
   from those of the other. */
Core *concat_rows(Core *a, Core *b, const Span *s)
{
    const Type *ta = type_of(a), *tb = type_of(b);
    Core *size = size_add(ta->dim[0], tb->dim[0]);
    if (type_ragged(ta) > 1 || type_ragged(tb) > 1 || ta->rank < 2)
        refuse_ragged(s, "and they cannot be joined to others");
    if (ta->rank > 2 && dim_lengths(ta->dim[2]) && dim_lengths(tb->dim[2]))
        return concat_deep_rows(a, b, s);
    for (int d = 2; d < ta->rank; d++)
        if (dim_lengths(ta->dim[d]) || !size_equal(ta->dim[d], tb->dim[d]))
            refuse_ragged(s, "and so do their elements");
    Atoms both = {0};
    vec_push(&both, a);
    vec_push(&both, b);
    Core *joined = lengths_joined(a, b, s), *outer[] = { size, dim_each(joined) };
    both.at[0] = unknown_rows(a, s);
    both.at[1] = unknown_rows(b, s);
    return leaf_claim(emit1(CORE(OP_CONCAT, s, MANY(both)), NULL), type_outer(ta, outer, 2, 2), s);
}
