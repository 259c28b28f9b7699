/* intrinsics.c -- what the prelude only declares: the array combinators. */
#include "desugar.h"

#include <string.h>

/* ---- lambdas ------------------------------------------------------------ */

static Core *lambda(Vars *param, Sv *result, const Span *s)
{
    Kids leaf = sv_leaves(result);
    Core *lam = core_lam(param->at, param->n, NULL, body_close(leaf.at, leaf.n));
    lam->span = s;
    return lam;
}

/* \x y -> op x y on values like `like`. */
static Core *operator_lambda(Sv *op, Sv *like, const Span *s)
{
    Vars param = {0};
    mapped_open();
    Sv *x = sv_fresh(like, 0, "x", &param, s);
    Sv *y = sv_fresh(like, 0, "y", &param, s);
    Sv *v = coerce_like(apply2(op, x, y, s), x, s);
    return lambda(&param, v, s);
}

/* Variables in the image of the elements: for their types only. */
static Sv *element_like(Sv *xs, const Span *s)
{
    Vars unused = {0};
    if (sv_ragged(xs))
        refuse_ragged(s, "and an operator takes values of one shape");
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

/* ---- reductions and scans ----------------------------------------------- */

/* The node gets its name; the results are like ne, of one dimension more if it
   is a scan. */
static Sv *folded(Core *n, Sv *ne, Core *width)
{
    const char *name = reduced_name(n->g[1].at[0]);
    bool scan = n->op == OP_SCAN;
    if (scan)
        name = strcmp(name, "sum") ? "scanned" : "sums";
    int count = sv_leaves(ne).n;
    const char **names = NEWS(const char *, count);
    for (int i = 0; i < count; i++)
        names[i] = name;
    return sv_rebuild(ne, emit_all(n, names), &width, scan, 0);
}

/* op ne xs */
static Sv *fold(Op kind, Sv **arg, bool comm, const Span *s)
{
    Sv *like = element_like(arg[2], s), *ne = coerce_like(arg[1], like, s);
    Core *width = sv_dim(arg[2], 0);
    Kids arrays = sv_leaves(arg[2]), neutral = sv_leaves(ne);
    Core *op = operator_lambda(arg[0], like, s);
    Core *n = CORE(kind, s, one(width), one(op), neutral, arrays);
    n->comm = comm;
    return folded(n, ne, width);
}

static Sv *call_fold(Sv **arg, const Call *c)
{
    return fold(c->fun->op, arg, str_ends(c->fun->name, "_comm"), c->span);
}

/* op f ne xs */
static Sv *call_hom(Sv **arg, const Call *c)
{
    Sv *ne = arg[2], *xs = arg[3];
    Core *width = sv_dim(xs, 0);
    Vars param = {0};
    element_like(xs, c->span);
    Kids arrays = sv_leaves(xs), neutral = sv_leaves(ne);
    Core *op = operator_lambda(arg[0], ne, c->span);
    mapped_open();
    Sv *of_one = apply1(arg[1], sv_fresh(xs, 1, NULL, &param, c->span), c->span);
    Core *map = lambda(&param, coerce_like(of_one, ne, c->span), c->span);
    return folded(CORE(OP_HOM, c->span, one(width), one(op), one(map), neutral, arrays), ne,
                  width);
}

Sv *reduce_with(Sv *op, Sv *ne, Sv *xs, const Span *s)
{
    return fold(OP_REDUCE, (Sv *[]){ op, ne, xs }, false, s);
}

static Sv *call_map(Sv **arg, const Call *c)
{
    return map_over(arg[0], arg[1], c->span);
}

/* ---- writing at indices ------------------------------------------------- */

/* The values as rows of dest: [width] and then the sizes of dest's rows. */
static void coerce_rows(Kids vs, Kids dest, Core *width, const Span *s)
{
    for (int i = 0; i < vs.n; i++)
        vs.at[i] = coerce_leaf(vs.at[i], type_outer(type_of(dest.at[i]), &width, 1, 1), s);
}

/* Indices, and values for them. */
static Kids written(Sv *is, Sv *vs, Kids dest, const Span *s)
{
    for (int i = 0; i < dest.n; i++)
        if (type_ragged(type_of(dest.at[i])))
            refuse_ragged(s, "and nothing can be written among them");
    Sv *both[] = { is, vs };
    Kids index = sv_leaves(is), all = sv_leaves(sv_tuple(both, 2));
    coerce_rows((Kids){ all.at + index.n, all.n - index.n }, dest, sv_dim(is, 0), s);
    return all;
}

static Sv *row_from(Sv **arg, const Call *c)
{
    desugarer.unsafe++;
    Sv *row = sv_row((Sv *)c->fun->payload, size_atom(arg[0]->atom), c->span);
    desugarer.unsafe--;
    return row;
}

/* Rows that differ, written where nothing was: their numbers are, and then they are taken. */
static Sv *scatter_rows(Sv *is, Sv *rows, const Span *s)
{
    Core *n = sv_dim(rows, 0), *none = emit_replicate(n, core_i64(0), s);
    Atoms writes = {0};
    vec_push(&writes, sv_leaves(is).at[0]);
    vec_push(&writes, emit_iota(n, s));
    Core *from = emit1(CORE(OP_SCATTER, s, one(n), one(none), MANY(writes)), NULL);
    return map_over(fun_native((Fun){ .arity = 1, .call = row_from, .payload = rows }),
                    sv_atom(from), s);
}

static Sv *call_scatter(Sv **arg, const Call *c)
{
    bool blank = sv_ragged(arg[0]) && same_atom(sv_leaves(arg[0]).at[0], sv_leaves(arg[2]).at[0]);
    if (blank)
        return scatter_rows(arg[1], arg[2], c->span);
    Sv *to = sv_own(arg[0], c->span);
    Kids dest = sv_leaves(to), writes = written(arg[1], arg[2], dest, c->span);
    Core *n = CORE(OP_SCATTER, c->span, one(sv_dim(arg[1], 0)), dest, writes);
    return sv_rebuild(to, emit_all(n, NULL), NULL, 0, 0);
}

/* reduce_by_index dest op ne is vs */
static Sv *call_hist(Sv **arg, const Call *c)
{
    const Span *s = c->span;
    Sv *like = element_like(arg[0], s), *to = sv_own(arg[0], s);
    Kids dest = sv_leaves(to), neutral = sv_leaves(coerce_like(arg[2], like, s));
    Kids writes = written(arg[3], arg[4], dest, s);
    Core *op = operator_lambda(arg[1], like, s);
    Core *n = CORE(OP_HIST, s, one(sv_dim(arg[3], 0)), dest, one(op), neutral, writes);
    return sv_rebuild(to, emit_all(n, NULL), NULL, 0, 0);
}

/* ---- arrays of arrays --------------------------------------------------- */

static Core *transpose_leaf(Core *leaf, void *arg)
{
    int rank = type_of(leaf)->rank;
    Core *n = CORE(OP_REARRANGE, ((const Call *)arg)->span, one(leaf));
    n->nperm = rank;
    n->perm = NEWS(int, rank);
    for (int k = 0; k < rank; k++)
        n->perm[k] = k < 2 ? 1 - k : k;
    return emit1(n, NULL);
}

static Sv *call_transpose(Sv **arg, const Call *c)
{
    Core *outer[] = { sv_dim(arg[0], 1), sv_dim(arg[0], 0) };
    return sv_each(arg[0], transpose_leaf, (void *)c, outer, 2, 2);
}

/* The first `drop` dimensions become these. */
typedef struct { Core *dim[2]; int n, drop; const Span *span; } Outer;

static Core *reshape_leaf(Core *leaf, void *arg)
{
    const Outer *r = arg;
    const Type *t = type_outer(type_of(leaf), (Core **)r->dim, r->n, r->drop);
    return emit1(CORE(OP_RESHAPE, r->span, { t->dim, t->rank }, one(leaf)), NULL);
}

static Core *flatten_leaf(Core *leaf, void *span)
{
    return flat_rows(leaf, span);
}

Sv *call_flatten(Sv **arg, const Call *c)
{
    Core *size = sv_ragged(arg[0]) ? NULL : size_mul(sv_dim(arg[0], 0), sv_dim(arg[0], 1));
    return sv_each(arg[0], flatten_leaf, (void *)c->span, &size, 1, 2);
}

static Core *size_arg(const Sv *v, const Call *c)
{
    return size_checked(size_of(v->atom), c->span);
}

static Sv *call_unflatten(Sv **arg, const Call *c)
{
    Core *n = size_arg(arg[0], c), *m = size_arg(arg[1], c);
    Sv *xs = coerce_dim(arg[2], 0, size_mul(n, m), c->span);
    Outer r = { { n, m }, 2, 1, c->span };
    return sv_each(xs, reshape_leaf, &r, r.dim, 2, 1);
}

static Sv *call_concat(Sv **arg, const Call *c)
{
    Kids xs = sv_leaves(arg[0]), ys = sv_leaves(arg[1]);
    bool rows = sv_ragged(arg[0]) || sv_ragged(arg[1]);
    if (!rows)
        coerce_rows(ys, xs, sv_dim(arg[1], 0), c->span);
    for (int i = 0; i < xs.n; i++) {
        Atoms both = {0};
        vec_push(&both, xs.at[i]);
        vec_push(&both, ys.at[i]);
        bool regular = !rows || type_of(xs.at[i])->rank < 2;
        xs.at[i] = regular ? emit1(CORE(OP_CONCAT, c->span, MANY(both)), NULL)
                           : concat_rows(xs.at[i], ys.at[i], c->span);
    }
    Core *size = size_add(sv_dim(arg[0], 0), sv_dim(arg[1], 0));
    return sv_rebuild(arg[0], xs.at, &size, 1, 1);
}

/* ---- making, copying, zipping ------------------------------------------- */

static Sv *call_iota(Sv **arg, const Call *c)
{
    return sv_atom(emit_iota(size_arg(arg[0], c), c->span));
}

static Core *replicate_leaf(Core *leaf, void *arg)
{
    const Outer *x = arg;
    return emit_replicate(x->dim[0], leaf, x->span);
}

static Sv *call_replicate(Sv **arg, const Call *c)
{
    Outer x = { { size_arg(arg[0], c) }, 1, 0, c->span };
    Sv *v = sv_each(arg[1], replicate_leaf, &x, x.dim, 1, 0);
    return sv_is_scalar(arg[1]) ? v : sv_borrow(v);
}

static Core *zeros(Core *like, void *arg)
{
    Outer *x = arg;
    return zero_leaf(type_outer(type_of(like), x->dim, 1, 1), (void *)x->span);
}

/* k zeros, in the place of elements of an array that are all written. */
static Sv *call_blank(Sv **arg, const Call *c)
{
    if (sv_ragged(arg[1]))
        return arg[1];         /* a scatter of its rows takes it for blank */
    Outer x = { { size_arg(arg[0], c) }, 1, 1, c->span };
    range_natural(desugarer.range, x.dim[0]);
    int before = desugarer.scope->stms.n;
    Sv *v = sv_each(arg[1], zeros, &x, x.dim, 1, 1);
    for (int i = before; i < desugarer.scope->stms.n; i++)
        if (desugarer.scope->stms.at[i].exp->op == OP_REPLICATE)
            add_attr(&desugarer.scope->stms.at[i], "blank");
    return v;
}

static Core *opaque_leaf(Core *leaf, void *arg)
{
    const Call *c = arg;
    return type_of(leaf)->rank ? emit1(CORE(OP_OPAQUE, c->span, one(leaf)), NULL) : leaf;
}

static Sv *call_opaque(Sv **arg, const Call *c)
{
    return sv_has_fun(arg[0]) ? arg[0] : sv_each(arg[0], opaque_leaf, (void *)c, NULL, 0, 0);
}

static Sv *call_copy(Sv **arg, const Call *c)
{
    return sv_has_fun(arg[0]) ? arg[0] : sv_own(sv_borrow(arg[0]), c->span);
}

static Sv *call_zip(Sv **arg, const Call *c)
{
    Core *n = sv_dim(arg[0], 0);
    int arity = c->fun->arity;
    Sv **part = NEWS(Sv *, arity);
    for (int i = 0; i < arity; i++)
        part[i] = sv_borrow(coerce_dim(arg[i], 0, n, c->span));
    return sv_zip(part, arity, 1);
}

static Sv *call_unzip(Sv **arg, const Call *c)
{
    (void)c;
    return sv_unzip(arg[0]);
}

/* ---- the table ---------------------------------------------------------- */

static const struct { const char *name; Native *call; Op op; } table[] = {
    { .name = "map", .call = call_map },
    { .name = "reduce", .call = call_fold, .op = OP_REDUCE },
    { .name = "reduce_comm", .call = call_fold, .op = OP_REDUCE },
    { .name = "intrinsic_hom", .call = call_hom },
    { .name = "scan", .call = call_fold, .op = OP_SCAN },
    { .name = "scatter", .call = call_scatter },
    { .name = "reduce_by_index", .call = call_hist },
    { .name = "transpose", .call = call_transpose },
    { .name = "flatten", .call = call_flatten },
    { .name = "intrinsic_unflatten", .call = call_unflatten },
    { .name = "concat", .call = call_concat },
    { .name = "iota", .call = call_iota },
    { .name = "replicate", .call = call_replicate },
    { .name = "intrinsic_blank", .call = call_blank },
    { .name = "copy", .call = call_copy },
    { .name = "manifest", .call = call_copy },
    { .name = "opaque", .call = call_opaque },
    { .name = "zip", .call = call_zip },
    { .name = "zip3", .call = call_zip },
    { .name = "zip4", .call = call_zip },
    { .name = "zip5", .call = call_zip },
    { .name = "unzip", .call = call_unzip },
    { .name = "unzip3", .call = call_unzip },
    { .name = "unzip4", .call = call_unzip },
    { .name = "unzip5", .call = call_unzip },
    { .name = "intrinsic_acc_of", .call = call_acc_of },
    { .name = "intrinsic_acc_end", .call = call_acc_end },
    { .name = "intrinsic_acc_next", .call = call_acc_next },
    { .name = "intrinsic_acc_add", .call = call_acc_add },
    { .name = "intrinsic_acc_is_list", .call = call_acc_is_list },
    { .name = "intrinsic_acc_put", .call = call_acc_put },
    { .name = "intrinsic_acc_bounded", .call = call_acc_bounded },
    { .name = "intrinsic_acc_writes", .call = call_acc_writes },
};

Sv *fun_intrinsic(const Dec *dec)
{
    bool declared = dec_has_attr(dec, "intrinsic");
    for (size_t i = 0; declared && i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, dec->name))
            return fun_native((Fun){ .name = dec->name, .arity = dec->param.n,
                                     .call = table[i].call, .op = table[i].op });
    if (declared)
        bug("the intrinsic %s is not implemented", dec->name);
    return NULL;
}
