/* intrinsics.c -- what the prelude only declares: the array combinators. */
#include "desugar.h"

#include <string.h>

/* ---- lambdas ------------------------------------------------------------ */

static Core *lambda(Vars *param, Sv *result, const Span *s)
{
    Atoms leaf = {0};
    sv_leaves(result, &leaf);
    Core *lam = core_lam(param->at, param->n, NULL, body_close(leaf.at, leaf.n));
    lam->span = s;
    return lam;
}

/* Refuses elements whose sizes are known inside of the map only. */
static void check_regular(Sv *v, const Span *s)
{
    if (v->kind == SV_ATOM) {
        const Type *t = type_of(v->atom);
        for (int k = 0; k < t->rank; k++)
            if (!size_leaves(t->dim[k]))
                fail_at(s, ERR_RAGGED_ARRAY, "rows of different lengths are not supported yet: "
                        "each element is an array whose length is only known when it is computed; "
                        "give the rows one length, or use the rows where they are made");
    }
    for (int i = 0; i < v->n; i++)
        check_regular(v->part[i], s);
}

Sv *map_over(Sv *f, Sv *xs, const Span *s)
{
    Core *width = sv_dim(xs, 0);
    Atoms arrays = {0};
    Vars param = {0};
    sv_leaves(xs, &arrays);
    body_open();
    Sv *v = apply1(f, sv_fresh(xs, 1, NULL, &param, s), s);
    if (sv_has_fun(v))
        fail_at(s, ERR_FUNCTION_HERE, "the elements of an array cannot be functions");
    check_regular(v, s);
    Core *n = core_node(OP_MAP, s);
    core_set1(n, 0, width);
    core_set1(n, 1, lambda(&param, v, s));
    core_set(n, 2, arrays.at, arrays.n);
    Core **result = emit_all(n, NULL);
    return sv_rebuild(v, &result, &width, 1, 0);
}

/* \x y -> op x y on values like `like`. */
static Core *operator_lambda(Sv *op, Sv *like, const Span *s)
{
    Vars param = {0};
    body_open();
    Sv *x = sv_fresh(like, 0, "x", &param, s);
    Sv *y = sv_fresh(like, 0, "y", &param, s);
    Sv *v = coerce_like(apply2(op, x, y, s), x, s);
    return lambda(&param, v, s);
}

/* Variables in the image of the elements: for their types only. */
static Sv *element_like(Sv *xs, const Span *s)
{
    Vars unused = {0};
    return sv_fresh(xs, 1, "x", &unused, s);
}

static Op only_op(const Core *lam)
{
    const Core *e = body_single(lam->g[0].at[0]);
    return e ? e->op : OP_VAR;
}

static const char *reduced_name(const Core *lam)
{
    switch (only_op(lam)) {
    case OP_ADD: return "sum";
    case OP_MUL: return "product";
    case OP_MAX: return "most";
    case OP_MIN: return "least";
    case OP_LAND: return "all_hold";
    case OP_LOR: return "one_holds";
    default: return "total";
    }
}

static const char **names(const char *name, int n)
{
    const char **all = NEWS(const char *, n);
    for (int i = 0; i < n; i++)
        all[i] = name;
    return all;
}

/* ---- reductions and scans ----------------------------------------------- */

static Sv *fold(Op kind, bool comm, Sv **arg, const Span *s)
{
    Sv *xs = arg[2], *like = element_like(xs, s), *ne = coerce_like(arg[1], like, s);
    Core *width = sv_dim(xs, 0);
    Atoms arrays = {0}, neutral = {0};
    sv_leaves(xs, &arrays);
    sv_leaves(ne, &neutral);
    Core *n = core_node(kind, s);
    core_set1(n, 0, width);
    core_set1(n, 1, operator_lambda(arg[0], like, s));
    core_set(n, 2, neutral.at, neutral.n);
    core_set(n, 3, arrays.at, arrays.n);
    n->comm = comm;
    const char *name = reduced_name(n->g[1].at[0]);
    if (kind == OP_SCAN)
        name = strcmp(name, "sum") ? "scanned" : "sums";
    Core **result = emit_all(n, names(name, arrays.n));
    return sv_rebuild(ne, &result, &width, kind == OP_SCAN, 0);
}

static Sv *call_reduce(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return fold(OP_REDUCE, false, arg, c->span);
}

static Sv *call_reduce_comm(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return fold(OP_REDUCE, true, arg, c->span);
}

/* op f ne xs */
static Sv *call_hom(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Sv *ne = arg[2], *xs = arg[3];
    Core *width = sv_dim(xs, 0);
    Atoms arrays = {0}, neutral = {0};
    Vars param = {0};
    sv_leaves(xs, &arrays);
    sv_leaves(ne, &neutral);
    Core *n = core_node(OP_HOM, c->span);
    core_set1(n, 0, width);
    core_set1(n, 1, operator_lambda(arg[0], ne, c->span));
    body_open();
    Sv *one = coerce_like(apply1(arg[1], sv_fresh(xs, 1, NULL, &param, c->span), c->span), ne,
                          c->span);
    core_set1(n, 2, lambda(&param, one, c->span));
    core_set(n, 3, neutral.at, neutral.n);
    core_set(n, 4, arrays.at, arrays.n);
    Core **result = emit_all(n, names(reduced_name(n->g[1].at[0]), neutral.n));
    return sv_rebuild(ne, &result, &width, 0, 0);
}

static Sv *call_scan(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return fold(OP_SCAN, false, arg, c->span);
}

Sv *reduce_with(Sv *op, Sv *ne, Sv *xs, const Span *s)
{
    return fold(OP_REDUCE, false, (Sv *[]){ op, ne, xs }, s);
}

static Sv *call_map(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return map_over(arg[0], arg[1], c->span);
}

/* ---- writing at indices ------------------------------------------------- */

/* The values as rows of dest: [width] and then the sizes of dest's rows. */
static void coerce_rows(Atoms *vs, const Atoms *dest, Core *width, const Span *s)
{
    for (int i = 0; i < vs->n; i++)
        vs->at[i] = coerce_leaf(vs->at[i],
                                type_array(type_row(type_of(dest->at[i])), width), s);
}

static Core *index_and_values(Sv *is, Sv *vs, const Atoms *dest, Atoms *out,
                              const Span *s)
{
    Core *width = sv_dim(is, 0);
    Atoms values = {0};
    sv_leaves(is, out);
    sv_leaves(vs, &values);
    coerce_rows(&values, dest, width, s);
    for (int i = 0; i < values.n; i++)
        vec_push(out, values.at[i]);
    return width;
}

static Sv *call_scatter(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Atoms dest = {0}, written = {0};
    arg[0] = sv_own(arg[0], c->span);
    sv_leaves(arg[0], &dest);
    Core *width = index_and_values(arg[1], arg[2], &dest, &written, c->span);
    Core *n = core_node(OP_SCATTER, c->span);
    core_set1(n, 0, width);
    core_set(n, 1, dest.at, dest.n);
    core_set(n, 2, written.at, written.n);
    Core **result = emit_all(n, NULL);
    return sv_rebuild(arg[0], &result, NULL, 0, 0);
}

/* reduce_by_index dest op ne is vs */
static Sv *call_hist(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    const Span *s = c->span;
    Atoms dest = {0}, neutral = {0}, written = {0};
    Sv *like = element_like(arg[0], s);
    arg[0] = sv_own(arg[0], s);
    sv_leaves(arg[0], &dest);
    sv_leaves(coerce_like(arg[2], like, s), &neutral);
    Core *width = index_and_values(arg[3], arg[4], &dest, &written, s);
    Core *n = core_node(OP_HIST, s);
    core_set1(n, 0, width);
    core_set(n, 1, dest.at, dest.n);
    core_set1(n, 2, operator_lambda(arg[1], like, s));
    core_set(n, 3, neutral.at, neutral.n);
    core_set(n, 4, written.at, written.n);
    Core **result = emit_all(n, NULL);
    return sv_rebuild(arg[0], &result, NULL, 0, 0);
}

/* ---- arrays of arrays --------------------------------------------------- */

static Core *transpose_leaf(Core *leaf, void *arg)
{
    const Type *t = type_of(leaf);
    Core *n = core_node(OP_REARRANGE, ((const Call *)arg)->span);
    core_set1(n, 0, leaf);
    n->nperm = t->rank;
    n->perm = NEWS(int, t->rank);
    for (int d1 = 0; d1 < t->rank; d1++)
        n->perm[d1] = d1 < 2 ? 1 - d1 : d1;
    return emit1(n, NULL);
}

static Sv *call_transpose(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Core *outer[] = { sv_dim(arg[0], 1), sv_dim(arg[0], 0) };
    return sv_each(arg[0], transpose_leaf, (void *)c, outer, 2, 2);
}

/* The first `drop` dimensions become these. */
typedef struct { Core *dim[2]; int n, drop; const Span *span; } Reshape;

static Core *reshape_leaf(Core *leaf, void *arg)
{
    const Reshape *r = arg;
    const Type *t = type_of(leaf);
    int rank = r->n + t->rank - r->drop;
    Core **dim = NEWS(Core *, rank);
    for (int k = 0; k < rank; k++)
        dim[k] = k < r->n ? r->dim[k] : t->dim[k - r->n + r->drop];
    Core *n = core_node(OP_RESHAPE, r->span);
    core_set(n, 0, dim, rank);
    core_set1(n, 1, leaf);
    return emit1(n, NULL);
}

static Sv *call_flatten(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Core *size = size_mul(sv_dim(arg[0], 0), sv_dim(arg[0], 1));
    Reshape r = { { size }, 1, 2, c->span };
    return sv_each(arg[0], reshape_leaf, &r, r.dim, 1, 2);
}

static Sv *call_unflatten(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Core *n = size_checked(size_of(arg[0]->atom), c->span);
    Core *m = size_checked(size_of(arg[1]->atom), c->span);
    Sv *xs = coerce_dim(arg[2], 0, size_mul(n, m), c->span);
    Reshape r = { { n, m }, 2, 1, c->span };
    return sv_each(xs, reshape_leaf, &r, r.dim, 2, 1);
}

static Sv *call_concat(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Atoms xs = {0}, ys = {0};
    sv_leaves(arg[0], &xs);
    sv_leaves(arg[1], &ys);
    coerce_rows(&ys, &xs, sv_dim(arg[1], 0), c->span);
    for (int i = 0; i < xs.n; i++) {
        Core *n = core_node(OP_CONCAT, c->span), **at = NEWS(Core *, 2);
        at[0] = xs.at[i];
        at[1] = ys.at[i];
        core_set(n, 0, at, 2);
        xs.at[i] = emit1(n, NULL);
    }
    Core *size = size_add(sv_dim(arg[0], 0), sv_dim(arg[1], 0));
    Core **at = xs.at;
    return sv_rebuild(arg[0], &at, &size, 1, 1);
}

/* ---- making, copying, zipping ------------------------------------------- */

static Sv *call_iota(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return sv_atom(emit_iota(size_checked(size_of(arg[0]->atom), c->span), c->span));
}

typedef struct { Core *size; const Span *span; } Copies;

static Core *replicate_leaf(Core *leaf, void *arg)
{
    const Copies *x = arg;
    return emit_replicate(x->size, leaf, x->span);
}

static Sv *call_replicate(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Copies x = { size_checked(size_of(arg[0]->atom), c->span), c->span };
    Sv *v = sv_each(arg[1], replicate_leaf, &x, &x.size, 1, 0);
    return sv_is_scalar(arg[1]) ? v : sv_borrow(v);
}

static Core *zeros(Core *like, void *arg)
{
    const Copies *x = arg;
    const Type *t = type_of(like);
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++)
        dim[k] = k ? t->dim[k] : x->size;
    return zero_leaf(type_dims(t->prim, dim, t->rank), (void *)x->span);
}

/* k zeros, in the place of elements of an array that are all written. */
static Sv *call_blank(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    Copies x = { size_checked(size_of(arg[0]->atom), c->span), c->span };
    range_natural(desugarer.range, x.size);
    int before = desugarer.scope->stms.n;
    Sv *v = sv_each(arg[1], zeros, &x, &x.size, 1, 1);
    for (int i = before; i < desugarer.scope->stms.n; i++)
        if (desugarer.scope->stms.at[i].exp->op == OP_REPLICATE)
            add_attr(&desugarer.scope->stms.at[i], "blank");
    return v;
}

static Core *wrapped_leaf(Core *leaf, void *arg)
{
    const Core *like = arg;
    if (!type_of(leaf)->rank)
        return leaf;
    Core *n = core_node(like->op, like->span);
    core_set1(n, 0, leaf);
    return emit1(n, NULL);
}

static Sv *call_wrap(Fun *f, Sv **arg, const Call *c)
{
    Core like = { .op = f->op, .span = c->span };
    if (sv_has_fun(arg[0]))
        return arg[0];
    return sv_each(arg[0], wrapped_leaf, &like, NULL, 0, 0);
}

static Sv *call_copy(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    return sv_has_fun(arg[0]) ? arg[0] : sv_own(sv_borrow(arg[0]), c->span);
}

static Sv *call_zip(Fun *f, Sv **arg, const Call *c)
{
    Core *n = sv_dim(arg[0], 0);
    Sv **part = NEWS(Sv *, f->arity);
    for (int i = 0; i < f->arity; i++)
        part[i] = sv_borrow(coerce_dim(arg[i], 0, n, c->span));
    return sv_zip(part, f->arity, 1);
}

static Sv *call_unzip(Fun *f, Sv **arg, const Call *c)
{
    (void)f;
    (void)c;
    return sv_unzip(arg[0]);
}

/* ---- the table ---------------------------------------------------------- */

static const Fun table[] = {
    { .name = "map", .arity = 2, .call = call_map },
    { .name = "reduce", .arity = 3, .call = call_reduce },
    { .name = "reduce_comm", .arity = 3, .call = call_reduce_comm },
    { .name = "intrinsic_hom", .arity = 4, .call = call_hom },
    { .name = "scan", .arity = 3, .call = call_scan },
    { .name = "scatter", .arity = 3, .call = call_scatter },
    { .name = "reduce_by_index", .arity = 5, .call = call_hist },
    { .name = "transpose", .arity = 1, .call = call_transpose },
    { .name = "flatten", .arity = 1, .call = call_flatten },
    { .name = "intrinsic_unflatten", .arity = 3, .call = call_unflatten },
    { .name = "concat", .arity = 2, .call = call_concat },
    { .name = "iota", .arity = 1, .call = call_iota },
    { .name = "replicate", .arity = 2, .call = call_replicate },
    { .name = "intrinsic_blank", .arity = 2, .call = call_blank },
    { .name = "copy", .arity = 1, .call = call_copy },
    { .name = "manifest", .arity = 1, .call = call_copy },
    { .name = "opaque", .arity = 1, .call = call_wrap, .op = OP_OPAQUE },
    { .name = "zip", .arity = 2, .call = call_zip },
    { .name = "zip3", .arity = 3, .call = call_zip },
    { .name = "zip4", .arity = 4, .call = call_zip },
    { .name = "zip5", .arity = 5, .call = call_zip },
    { .name = "unzip", .arity = 1, .call = call_unzip },
    { .name = "unzip3", .arity = 1, .call = call_unzip },
    { .name = "unzip4", .arity = 1, .call = call_unzip },
    { .name = "unzip5", .arity = 1, .call = call_unzip },
};

Sv *fun_intrinsic(const Dec *dec)
{
    bool declared = false;
    for (int i = 0; i < dec->attr.n; i++)
        declared |= !strcmp(dec->attr.at[i], "intrinsic");
    for (size_t i = 0; declared && i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, dec->name))
            return fun_native(table[i]);
    if (declared)
        bug("the intrinsic %s is not implemented", dec->name);
    return NULL;
}
