/* type_soac.c -- the types of array combinators and segmented operations. */
#include "type.h"

/* ---- lambdas ------------------------------------------------------------ */

static void find_ext(Core *n, void *yes)
{
    *(bool *)yes |= n->op == OP_EXT;
    core_each(n, find_ext, yes);
}

static bool is_open(Core *size)
{
    bool yes = false;
    if (size)
        find_ext(size, &yes);
    return yes;
}

/* t with those sizes unknown that speak of bound variables or other results. */
static const Type *seen_outside(const Type *t, Table *bound)
{
    Core **dim = NEWS(Core *, t->rank);
    bool same = true;
    for (int d = 0; d < t->rank; d++) {
        dim[d] = mentions(t->dim[d], bound) || is_open(t->dim[d]) ? NULL : t->dim[d];
        same &= dim[d] == t->dim[d];
    }
    return same ? t : type_dims(t->prim, dim, t->rank);
}

static void bound_by(const Core *n, Table *bound)
{
    for (int i = 0; i < n->nbinds; i++)
        table_put(bound, n->bind[i], n->bind[i]);
    if (n->index)
        table_put(bound, n->index, n->index);
}

static const Core *body_of(const Core *lam)
{
    return lam->g[0].at[0];
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

/* xs.. are arrays of the width; the lambda takes their elements. */
static bool over(Infer *f, const Core *lam, const Kids *xs, const Core *width)
{
    const Type **row = NEWS(const Type *, xs->n);
    for (int i = 0; i < xs->n; i++) {
        if (!array_of(f, type_of(xs->at[i]), width))
            return false;
        row[i] = type_row(type_of(xs->at[i]));
    }
    return params(f, lam, row, xs->n);
}

/* op : t.. t.. -> t.. where ne.. : t.. */
static bool operator_of(Infer *f, const Core *op, const Kids *ne)
{
    const Type **want = NEWS(const Type *, 2 * ne->n);
    for (int i = 0; i < ne->n; i++)
        want[i] = want[ne->n + i] = type_of(ne->at[i]);
    if (!params(f, op, want, 2 * ne->n))
        return false;
    if (body_of(op)->ntypes != ne->n)
        return wrong(f, "the operator gives %d values and not %d", body_of(op)->ntypes,
                     ne->n);
    for (int i = 0; i < ne->n; i++)
        if (!expect(f, body_of(op)->type[i], want[i], "the operator's result"))
            return false;
    return true;
}

/* The first values of the list have the types of ne... */
static bool fed(Infer *f, const Type **value, int n, const Kids *ne)
{
    if (n < ne->n)
        return wrong(f, "%d values for an operator on %d", n, ne->n);
    for (int i = 0; i < ne->n; i++)
        if (!expect(f, value[i], type_of(ne->at[i]), "what the operator takes"))
            return false;
    return true;
}

/* One array for each value from number `from` on, with these outer sizes. */
static void give_arrays(Infer *f, const Core *by, const Type **value, int from, int n,
                        Core **size, int nsizes)
{
    Table *bound = table_new();
    bound_by(by, bound);
    for (int i = from; i < n; i++) {
        const Type *t = seen_outside(value[i], bound);
        for (int d = nsizes - 1; d >= 0; d--)
            t = type_array(t, size[d]);
        give(f, t);
    }
}

static void give_types(Infer *f, const Kids *of)
{
    for (int i = 0; i < of->n; i++)
        give(f, type_of(of->at[i]));
}

static const Type **rows(const Kids *xs)
{
    const Type **t = NEWS(const Type *, xs->n);
    for (int i = 0; i < xs->n; i++)
        t[i] = type_of(xs->at[i])->rank ? type_row(type_of(xs->at[i])) : NULL;
    return t;
}

static bool all_arrays(Infer *f, const Kids *xs, const Core *width)
{
    for (int i = 0; i < xs->n; i++)
        if (!array_of(f, type_of(xs->at[i]), width))
            return false;
    return true;
}

/* value: an i64 index and then one value for each destination. */
static bool writes(Infer *f, const Type **value, int n, const Type **dest, int ndest)
{
    if (n != ndest + 1)
        return wrong(f, "%d values where an index and %d values are needed", n, ndest);
    if (value[0]->rank || value[0]->prim != I64)
        return wrong(f, "the index has type %s", type_str(value[0]));
    for (int i = 0; i < ndest; i++)
        if (!expect(f, value[i + 1], dest[i], "a value written"))
            return false;
    return true;
}

/* ---- array combinators -------------------------------------------------- */

static bool infer_map(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *body = body_of(g[1].at[0]);
    if (!over(f, g[1].at[0], &g[2], g[0].at[0]))
        return false;
    give_arrays(f, g[1].at[0], body->type, 0, body->ntypes, g[0].at, 1);
    return true;
}

static bool infer_reduce(Infer *f)
{
    const Kids *g = f->n->g;
    if (!operator_of(f, g[1].at[0], &g[2]) || !all_arrays(f, &g[3], g[0].at[0])
        || !fed(f, rows(&g[3]), g[3].n, &g[2]))
        return false;
    if (g[3].n != g[2].n)
        return wrong(f, "%d arrays for an operator on %d", g[3].n, g[2].n);
    if (f->n->op == OP_REDUCE)
        give_types(f, &g[2]);
    for (int i = 0; f->n->op == OP_SCAN && i < g[2].n; i++)
        give(f, type_array(type_of(g[2].at[i]), g[0].at[0]));
    return true;
}

static bool infer_redomap(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *body = body_of(g[2].at[0]);
    if (!operator_of(f, g[1].at[0], &g[3]) || !over(f, g[2].at[0], &g[4], g[0].at[0])
        || !fed(f, body->type, body->ntypes, &g[3]))
        return false;
    bool scan = f->n->op == OP_SCANOMAP;
    if (f->n->op == OP_HOM && body->ntypes != g[3].n)
        return wrong(f, "%d values where %d are needed", body->ntypes, g[3].n);
    if (!scan)
        give_types(f, &g[3]);
    give_arrays(f, g[2].at[0], body->type, scan ? 0 : g[3].n, body->ntypes, g[0].at, 1);
    return true;
}

static bool infer_scatter(Infer *f)
{
    const Kids *g = f->n->g;
    if (!all_arrays(f, &g[1], NULL) || !all_arrays(f, &g[2], g[0].at[0])
        || !writes(f, rows(&g[2]), g[2].n, rows(&g[1]), g[1].n))
        return false;
    give_types(f, &g[1]);
    return true;
}

static bool infer_hist(Infer *f)
{
    const Kids *g = f->n->g;
    if (!all_arrays(f, &g[1], NULL) || !operator_of(f, g[2].at[0], &g[3])
        || !fed(f, rows(&g[1]), g[1].n, &g[3]) || !all_arrays(f, &g[4], g[0].at[0])
        || !writes(f, rows(&g[4]), g[4].n, rows(&g[1]), g[1].n))
        return false;
    give_types(f, &g[1]);
    return true;
}

static bool infer_scatomap(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *body = body_of(g[2].at[0]);
    if (!all_arrays(f, &g[1], NULL) || !over(f, g[2].at[0], &g[3], g[0].at[0])
        || !writes(f, body->type, body->ntypes, rows(&g[1]), g[1].n))
        return false;
    give_types(f, &g[1]);
    return true;
}

static bool infer_histomap(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *body = body_of(g[4].at[0]);
    if (!all_arrays(f, &g[1], NULL) || !operator_of(f, g[2].at[0], &g[3])
        || !fed(f, rows(&g[1]), g[1].n, &g[3]) || !over(f, g[4].at[0], &g[5], g[0].at[0])
        || !writes(f, body->type, body->ntypes, rows(&g[1]), g[1].n))
        return false;
    give_types(f, &g[1]);
    return true;
}

bool infer_soac(Infer *f)
{
    if (!is_i64(f->n->g[0].at[0]))
        return wrong(f, "the width is not of type i64");
    switch (f->n->op) {
    case OP_MAP: return infer_map(f);
    case OP_REDUCE: case OP_SCAN: return infer_reduce(f);
    case OP_SCATTER: return infer_scatter(f);
    case OP_HIST: return infer_hist(f);
    case OP_REDOMAP: case OP_SCANOMAP: case OP_HOM: return infer_redomap(f);
    case OP_SCATOMAP: return infer_scatomap(f);
    default: return infer_histomap(f);
    }
}

/* ---- segmented operations ----------------------------------------------- */

/* The levels' binders and sizes; no size may depend on an outer level. */
static bool nest(Infer *f, const Kids *level, Table *bound, Core **size)
{
    if (!level->n)
        return wrong(f, "no levels");
    for (int d = 0; d < level->n; d++) {
        const Core *l = level->at[d];
        size[d] = l->g[0].n == 1 ? l->g[0].at[0] : NULL;
        if (!size[d] || !is_i64(size[d]))
            return wrong(f, "a level has no width of type i64");
        if (mentions(size[d], bound))
            return wrong(f, "width %s differs from row to row", core_str(size[d]));
        if (!over(f, l, &l->g[1], size[d]))
            return false;
        bound_by(l, bound);
    }
    return true;
}

/* The destinations are arrays over all levels but the innermost. */
static bool dests(Infer *f, const Kids *ds, Core **size, int nlevels, const Type **elem)
{
    for (int i = 0; i < ds->n; i++) {
        const Type *t = type_of(ds->at[i]);
        for (int d = 0; d < nlevels; d++) {
            if (!array_of(f, t, d < nlevels - 1 ? size[d] : NULL))
                return false;
            t = type_row(t);
        }
        elem[i] = t;
    }
    return true;
}

static const Type *under(const Type *t, Core **size, int n)
{
    for (int d = n - 1; d >= 0; d--)
        t = type_array(t, size[d]);
    return t;
}

static bool infer_segred(Infer *f, const Core *body, Table *bound, Core **size,
                         int nlevels)
{
    const Kids *g = f->n->g;
    if (!operator_of(f, g[1].at[0], &g[2]) || !fed(f, body->type, body->ntypes, &g[2]))
        return false;
    int outer = nlevels - (f->n->op == OP_SEGRED);
    for (int i = 0; i < body->ntypes; i++) {
        bool fold = i < g[2].n;
        const Type *t = fold ? type_of(g[2].at[i]) : seen_outside(body->type[i], bound);
        give(f, under(t, size, fold ? outer : nlevels));
    }
    return true;
}

static bool infer_segput(Infer *f, const Core *body, Core **size, int nlevels)
{
    const Kids *g = f->n->g;
    const Type **elem = NEWS(const Type *, g[1].n);
    if (!dests(f, &g[1], size, nlevels, elem)
        || !writes(f, body->type, body->ntypes, elem, g[1].n))
        return false;
    if (f->n->op == OP_SEGHIST
        && (!operator_of(f, g[2].at[0], &g[3]) || !fed(f, elem, g[1].n, &g[3])))
        return false;
    give_types(f, &g[1]);
    return true;
}

bool infer_seg(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *body = g[ops[f->n->op].ngroups - 1].at[0];
    Table *bound = table_new();
    Core **size = NEWS(Core *, g[0].n);
    if (!nest(f, &g[0], bound, size))
        return false;
    switch (f->n->op) {
    case OP_SEGMAP:
        for (int i = 0; i < body->ntypes; i++)
            give(f, under(seen_outside(body->type[i], bound), size, g[0].n));
        return true;
    case OP_SEGRED: case OP_SEGSCAN: return infer_segred(f, body, bound, size, g[0].n);
    default: return infer_segput(f, body, size, g[0].n);
    }
}
