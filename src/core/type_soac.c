/*
 * type_soac.c -- the types of array combinators and segmented operations.
 *
 * All are one thing: a nest of levels (an array combinator has one, its width)
 * gives values, which are folded, written, or become the elements of arrays.
 * The roles of the operand groups say which.
 */
#include "type.h"

/* ---- lambdas ------------------------------------------------------------ */

static bool is_open(const Core *size, const Table *bound)
{
    return size && (core_has(size, OP_EXT) || core_uses_any(size, bound));
}

typedef struct {
    Core **size;               /* of each level */
    int depth;
    Table *bound;              /* by the levels, or the function that is mapped */
    const Type **value;        /* what the innermost level gives, for each row */
    int nvalues;
    const Core *binds;         /* a single level's parameters, and its arrays; or null */
    const Kids *xs;
} Nest;

/* The array of which a parameter stands for the elements; or null. */
static Core *array_for(const Core *size, const Core *binds, const Kids *xs)
{
    for (int i = 0; binds && size->op == OP_VAR && i < binds->nbinds; i++)
        if (binds->bind[i] == size->var && xs->at[i]->op == OP_VAR)
            return xs->at[i];
    return NULL;
}

/* Of one level: lengths that are a parameter are those of its array, lengths that are a
   result are in that result. */
static Core *lengths_outside(const Core *size, const Nest *t, int nfolded)
{
    const Core *inner = dim_lengths(size) ? dim_lengths(size) : size;
    bool result = inner->op == OP_EXT && inner->ext >= nfolded;
    Core *of = result ? (Core *)inner : array_for(inner, t->binds, t->xs);
    return t->binds && of ? dim_each(of) : NULL;
}

/* t with those sizes unknown that speak of bound variables or other results, unless the
   rows of a single level have them as their lengths. */
static const Type *seen_outside(const Type *t, const Nest *in, int nfolded)
{
    Core **dim = NEWS(Core *, t->rank);
    bool same = true;
    for (int d = 0; d < t->rank; d++) {
        dim[d] = is_open(t->dim[d], in->bound) ? lengths_outside(t->dim[d], in, nfolded)
                                                : t->dim[d];
        same &= dim[d] == t->dim[d];
    }
    return same ? t : type_dims(t->prim, dim, t->rank);
}

static bool params(Infer *f, const Core *lam, const Type **want, int n)
{
    if (lam->nbinds != n)
        return wrong(f, "a function of %d parameters is given %d", lam->nbinds, n);
    for (int i = 0; i < n; i++)
        if (!expect(f, lam->bind[i]->type, want[i],
                    format("parameter %s", lam->bind[i]->name)))
            return false;
    if (lam->index && (lam->index->type->rank || lam->index->type->prim != I64))
        return wrong(f, "index #%s is not of type i64", lam->index->name);
    return true;
}

/* Arrays of the width, if there is one; their rows' types in row[]. */
static bool rows_of(Infer *f, const Kids *xs, const Core *width, const Type **row)
{
    for (int i = 0; i < xs->n; i++) {
        if (!array_of(f, type_of(xs->at[i]), width))
            return false;
        row[i] = type_row(type_of(xs->at[i]));
    }
    return true;
}

/* Of the row of an array, its lengths where a parameter over them tells them. */
static const Type *told_lengths(const Type *row, const Core *array, const Core *binds, int i,
                                const Kids *xs)
{
    const Type *t = i < binds->nbinds ? binds->bind[i]->type : NULL;
    Core **dim = NEWS(Core *, row->rank);
    for (int d = 0; d < row->rank; d++) {
        const Core *lengths = dim_lengths(type_of(array)->dim[d + 1]);
        const Core *size = t && d < t->rank && !row->dim[d] ? t->dim[d] : NULL;
        const Core *from = size ? dim_lengths(size) ? dim_lengths(size) : size : NULL;
        const Core *of = from ? array_for(from, binds, xs) : NULL;
        bool same = of && (!lengths || is_var(lengths, of->var));
        dim[d] = same ? t->dim[d] : row->dim[d];
    }
    return type_dims(row->prim, dim, row->rank);
}

/* A lambda or level takes the elements of xs.., arrays of the width. */
static bool over(Infer *f, const Core *binds, const Kids *xs, const Core *width)
{
    const Type **row = NEWS(const Type *, xs->n);
    if (!rows_of(f, xs, width, row))
        return false;
    for (int i = 0; i < xs->n; i++)
        if (type_ragged(type_of(xs->at[i])))
            row[i] = told_lengths(row[i], xs->at[i], binds, i, xs);
    return params(f, binds, row, xs->n);
}

/* op : t.. t.. -> t.. where ne.. : t.. */
static bool operator_of(Infer *f, const Core *op, const Kids *ne)
{
    const Core *body = op->g[0].at[0];
    const Type **want = NEWS(const Type *, 2 * ne->n);
    for (int i = 0; i < ne->n; i++)
        want[i] = want[ne->n + i] = type_of(ne->at[i]);
    if (!params(f, op, want, 2 * ne->n))
        return false;
    if (body->ntypes != ne->n)
        return wrong(f, "the operator gives %d values and not %d", body->ntypes, ne->n);
    for (int i = 0; i < ne->n; i++)
        if (!expect(f, body->type[i], want[i], "the operator's result"))
            return false;
    return true;
}

bool infer_prefix(Infer *f)
{
    const Kids *ne = &f->n->g[1], *x = &f->n->g[2];
    if (!operator_of(f, f->n->g[0].at[0], ne))
        return false;
    if (x->n != ne->n)
        return wrong(f, "%d values for an operator on %d", x->n, ne->n);
    for (int i = 0; i < x->n; i++) {
        if (type_of(x->at[i])->rank)
            return wrong(f, "the prefix of an array");
        if (!expect(f, type_of(x->at[i]), type_of(ne->at[i]), "what the operator takes"))
            return false;
        give(f, type_of(ne->at[i]));
    }
    return true;
}

/* ---- nests -------------------------------------------------------------- */

/* The levels' binders and sizes; that of the innermost may depend on an outer level: then
   the lengths of rows are known where one level binds them. */
static bool nest_of_levels(Infer *f, const Kids *level, Nest *t)
{
    const Core *body = f->n->g[ops[f->n->op].ngroups - 1].at[0];
    t->size = NEWS(Core *, level->n);
    t->value = body->type;
    t->nvalues = body->ntypes;
    if (!level->n)
        return wrong(f, "no levels");
    for (; t->depth < level->n; t->depth++) {
        const Core *l = level->at[t->depth];
        Core *size = l->g[0].n == 1 ? l->g[0].at[0] : NULL;
        if (!size || !is_i64(size))
            return wrong(f, "a level has no width of type i64");
        bool varies = core_uses_any(size, t->bound);
        if (varies && t->depth < level->n - 1)
            return wrong(f, "width %s differs from row to row, and levels are in it",
                         core_str(size));
        if (!over(f, l, &l->g[1], size))
            return false;
        Core *lengths = varies ? array_for(size, t->binds, t->xs) : NULL;
        t->size[t->depth] = !varies ? size : lengths ? dim_each(lengths) : NULL;
        note_bound_by(l, t->bound);
        t->binds = t->depth == 0 ? l : NULL;
        t->xs = &l->g[1];
    }
    t->binds = level->n == 1 ? t->binds : NULL;
    return true;
}

/* A function mapped over arrays, or the arrays themselves. */
static bool nest_of_width(Infer *f, Nest *t)
{
    const Kids *g = f->n->g, *xs = &g[op_group(f->n->op, 'x')];
    int mapped = op_group(f->n->op, 'f');
    t->size = g[0].at;
    t->depth = 1;
    if (!is_i64(t->size[0]))
        return wrong(f, "the width is not of type i64");
    if (mapped < 0) {
        t->value = NEWS(const Type *, xs->n);
        t->nvalues = xs->n;
        return rows_of(f, xs, t->size[0], t->value);
    }
    const Core *lam = g[mapped].at[0], *body = lam->g[0].at[0];
    t->value = body->type;
    t->nvalues = body->ntypes;
    t->binds = lam;
    t->xs = xs;
    note_bound_by(lam, t->bound);
    return over(f, lam, xs, t->size[0]);
}

/* An operator, if there is one, that takes these values; *n of them. */
static bool folds(Infer *f, const Type **value, int nvalues, int *n)
{
    int op = op_group(f->n->op, 'o');
    if (op < 0)
        return true;
    const Kids *ne = &f->n->g[op_group(f->n->op, 'n')];
    *n = ne->n;
    if (!operator_of(f, f->n->g[op].at[0], ne))
        return false;
    if (nvalues < ne->n)
        return wrong(f, "%d values for an operator on %d", nvalues, ne->n);
    for (int i = 0; i < ne->n; i++)
        if (!expect(f, value[i], type_of(ne->at[i]), "what the operator takes"))
            return false;
    return true;
}

/* An array over the first n levels. */
static const Type *under(const Nest *t, int n, const Type *elem)
{
    for (int d = n - 1; d >= 0; d--)
        elem = type_array(elem, t->size[d]);
    return elem;
}

/* What the prefixes of a chain come to. */
static void totals(Infer *f, const Nest *t)
{
    for (const Stm *p = prefix_in(f->n, NULL); p; p = prefix_in(f->n, p))
        for (int i = 0; i < p->nvars; i++)
            give(f, under(t, t->depth - 1, p->var[i]->type));
}

/* The values are an index, or one for each destination (each part of an operator), and then one
   element for each; those are arrays over all levels but the innermost. */
static bool writes(Infer *f, const Nest *t, const Kids *ds)
{
    const Type **elem = NEWS(const Type *, ds->n);
    int nfolded, nat = t->nvalues - ds->n, op = op_group(f->n->op, 'o');
    bool own = nat == ds->n && (op < 0 || lam_is_product(f->n->g[op].at[0]));
    if (nat != 1 && !own)
        return wrong(f, "%d values where an index and %d values are needed", t->nvalues, ds->n);
    for (int i = 0; i < nat; i++)
        if (t->value[i]->rank || t->value[i]->prim != I64)
            return wrong(f, "the index has type %s", type_str(t->value[i]));
    for (int i = 0; i < ds->n; i++) {
        elem[i] = type_of(ds->at[i]);
        for (int d = 0; d < t->depth; d++) {
            if (!array_of(f, elem[i], d < t->depth - 1 ? t->size[d] : NULL))
                return false;
            elem[i] = type_row(elem[i]);
        }
        if (!expect(f, t->value[nat + i], elem[i], "a value written"))
            return false;
        give(f, type_of(ds->at[i]));
    }
    totals(f, t);
    return folds(f, elem, ds->n, &nfolded);
}

static Kids given(const Core *n)
{
    int g = op_group(n->op, 'f');
    const Core *body = g >= 0 ? n->g[g].at[0]->g[0].at[0] : n->g[ops[n->op].ngroups - 1].at[0];
    return body->g[0];
}

/* The atom of the body that a size there is, or that rows' lengths are; of an operation's
   type, only where a result says it. */
static const Core *teller(const Core *dim, Kids result, bool inside)
{
    const Core *of = dim && dim_lengths(dim) ? dim_lengths(dim) : inside ? dim : NULL;
    if (of && of->op == OP_EXT)
        return of->ext < result.n ? result.at[of->ext] : NULL;
    return inside ? of : NULL;
}

/* Result i, of which a body gives an element, as it was said: its lengths may be those of rows,
   and of several results. */
static const Type *as_said(const Core *n, int i, const Type *t, const Type *elem)
{
    const Type *now = i < n->ntypes ? n->type[i] : t;
    int outer = t->rank - elem->rank;
    if (!type_ragged(t) || !type_same_shape(now, t))
        return t;
    Kids r = given(n);
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++) {
        const Core *a = d < outer ? NULL : teller(elem->dim[d - outer], r, true);
        const Core *b = teller(now->dim[d], r, false);
        dim[d] = a && b && core_equal(a, b) ? now->dim[d] : t->dim[d];
    }
    return type_dims(t->prim, dim, t->rank);
}

bool infer_nest(Infer *f)
{
    Op op = f->n->op;
    int ds = op_group(op, '!'), nfolded = 0;
    bool maps = op_group(op, 'f') >= 0 || ops[op].kind == K_SEG;
    Nest t = { .bound = table_new() };
    if (!(ops[op].kind == K_SEG ? nest_of_levels(f, &f->n->g[0], &t) : nest_of_width(f, &t)))
        return false;
    if (ds >= 0)
        return writes(f, &t, &f->n->g[ds]);
    if (!folds(f, t.value, t.nvalues, &nfolded))
        return false;
    if (t.nvalues != nfolded && (!maps || op == OP_HOM))
        return wrong(f, "%d values where %d are needed", t.nvalues, nfolded);
    for (int i = 0; i < t.nvalues; i++)
        if (i < nfolded)
            give(f, under(&t, t.depth - ops[op].reduces,
                          type_of(f->n->g[op_group(op, 'n')].at[i])));
        else
            give(f, as_said(f->n, i, under(&t, t.depth, seen_outside(t.value[i], &t, nfolded)),
                            t.value[i]));
    if (op == OP_SEGMAP || op == OP_SEGRED)
        totals(f, &t);
    return true;
}
