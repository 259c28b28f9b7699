/*
 * histograms.c -- histograms as kernels: in shared memory where its bins fit, in the result
 * itself where not. The host asks how many bins there are.
 */
#include "lower.h"

/* One number a bin. */
typedef struct {
    const Core *op;
    Function *combine;
    View *to;
    Core *bins;                /* of a row */
    Var *counters, *bin, *sum;
    Core *neutral;
    Block finish;              /* what is done with the sum of a bin */
} Counted;

/* A histogram, or several: of operators that are parts of one. */
typedef struct {
    const Stm *stm;
    const Core *body;
    int rows;                  /* levels around that of the elements */
    Core *elements;            /* of a row */
    Counted *each;
    int n, bytes;              /* of a bin of each */
} Histogram;

/* What the operator does to a bin can be done to several of them, and joined. */
static bool may_be_shared(const Histogram *h)
{
    bool yes = true;
    for (int i = 0; i < h->n; i++)
        yes &= !h->each[i].combine->functor && !h->each[i].combine->failure;
    return yes;
}

/* One kernel's code for it. */
typedef struct {
    const Histogram *h;
    Core *rows, *blocks, *share, *copies;    /* of all; of a row; of a block; of a bin */
    Var *part, *lane, *x;
    Core *first, *end;         /* of a block's share */
} Few;

/* The most that are in shared memory of each. */
static Core *most_bins(const Histogram *h)
{
    return tree_op(OP_QUOT, tree_name("COUNTER_BYTES", I32),
                   core_const(scalar_int(I32, h->bytes)));
}

/* Of the histogram that has most. */
static Core *bins_of(const Histogram *h)
{
    Core *bins = h->each[0].bins;
    for (int i = 1; i < h->n; i++)
        bins = size_equal(bins, h->each[i].bins) ? bins
                                                 : tree_op(OP_MAX, bins, h->each[i].bins);
    return bins;
}

/* A part of a row, by a block. */
static void open_row(Lower *in, Few *f)
{
    Nest *k = in->nest;
    Core *elements = f->h->elements;
    in->out = &k->outer;
    bind_levels(in, &(Kids){ f->h->stm->exp->g[0].at, f->h->rows }, k->at);
    Core *first = tree_op(OP_MIN, tree_mul(core_var(f->part), f->share), elements);
    f->first = named(in, "first", first);
    f->end = named(in, "end", tree_op(OP_MIN, tree_add(f->first, f->share), elements));
    flush_reads(in);
}

/* Counters in shared memory, `copies` for each bin: those of one lane. */
static View *counters_of(Lower *in, const Few *f, const Counted *c)
{
    Prim p = c->counters->type->prim;
    Buffer *b = buffer_add(in->plan, (Buffer){ .var = c->counters, .home = B_SHARED });
    Core *dim[] = { c->bins, f->copies };
    View *all = view_buffer(b, type_dims(p, dim, 2));
    Core **start = NEWS(Core *, 2), **stride = NEWS(Core *, 2);
    start[0] = core_i64(0);
    start[1] = core_var(f->lane);
    stride[0] = core_i64(1);
    return view_new((View){ V_SLICE, .of = all, .start = start, .stride = stride,
                            .type = type_dims(p, dim, 1) });
}

/* What the host finds before the launch. */
static void emit_counts(Lower *l, Few *f)
{
    const Histogram *h = f->h;
    Core *bins = bins_of(h), *of_row[] = { f->rows, h->elements, bins };
    f->blocks = emit_let(l, fresh(l, "blocks", type_prim(I64)),
                         host_call("histogram_blocks", of_row, 3));
    f->share = emit_let(l, fresh(l, "share", type_prim(I64)),
                        host_call("share_of", (Core *[]){ h->elements, f->blocks }, 2));
    Core *of_bin[] = { bins, core_const(scalar_int(I32, h->bytes)), f->share };
    f->copies = emit_let(l, fresh(l, "copies", type_prim(I32)),
                         tree_call("copies_of", of_bin, 3, I32));
}

static void lower_bins(Lower *in, Few *f)
{
    const Histogram *h = f->h;
    Nest *k = in->nest;
    const Kids *level = &h->stm->exp->g[0];
    View **own = NEWS(View *, h->n);
    open_row(in, f);
    for (int i = 0; i < h->n; i++)
        own[i] = counters_of(in, f, &h->each[i]);
    in->out = &k->body;
    bind_levels(in, &(Kids){ level->at + h->rows, 1 }, k->at + h->rows);
    lower_stms(in, h->body);
    write_at(in, &(Target){ own, h->n, h->stm->exp->g[2].at[0], true, NULL }, h->body);
    for (int i = 0; i < h->n; i++) {
        Counted *c = &h->each[i];
        Core *bin = core_var(c->bin);
        in->out = &c->finish;
        update_atomically(in, c->op, view_at(row_at(in, c->to, k->at, h->rows), &bin),
                          core_var(c->sum));
    }
    f->x = k->index[h->rows];
    merge_levels(in, k, h->rows, "segment");
}

static Stage *table_of(const Counted *c)
{
    Stage *t = NEW(Stage);
    t->skeleton = skeleton_of("tables");
    fill(t, "finish")->block = c->finish;
    fill(t, "bins")->exp = c->bins;
    fill(t, "counters")->exp = core_var(c->counters);
    fill(t, "b")->var = c->bin;
    fill(t, "ctype")->var = fill(t, "sum")->var = c->sum;
    fill(t, "operator")->op = c->combine;
    fill(t, "neutral_value")->exp = c->neutral;
    return t;
}

static void fill_stage(Stage *s, const Few *f, const Nest *k)
{
    const Histogram *h = f->h;
    if (h->rows) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
        fill(s, "locate")->block = k->locate;
    }
    for (int i = 0; i < h->n; i++) {
        stmt_add(&fill(s, "arrays")->block, (Stmt){ S_SHARED, .var = h->each[i].counters,
                                                    .count = most_bins(h) });
        vec_push(&fill(s, "tables")->part, table_of(&h->each[i]));
    }
    fill(s, "outer")->block = k->outer;
    fill(s, "body")->block = k->body;
    fill(s, "part")->var = f->part;
    fill(s, "blocks")->exp = f->blocks;
    fill(s, "x")->var = f->x;
    fill(s, "x_first")->exp = f->first;
    fill(s, "x_end")->exp = f->end;
    fill(s, "copies")->exp = f->copies;
    fill(s, "lane")->var = f->lane;
}

static void lower_few(Lower *l, const Histogram *h)
{
    const Core *n = h->stm->exp;
    Nest *k = nest_new(n, told_name(h->stm->var, h->n, "histogram"), NULL);
    Lower in = in_kernel(l, k);
    name_levels(&in, &n->g[0]);
    Few f = { .h = h, .rows = total_of(k->count, h->rows),
              .part = fresh(l, "part", type_prim(I64)), .lane = fresh(l, "lane", type_prim(I32)) };
    Var *bin = fresh(l, "b", type_prim(I64));
    for (int i = 0; i < h->n; i++) {
        Counted *c = &h->each[i];
        const Type *t = type_prim(c->to->type->prim);
        c->counters = fresh(l, "counters", t);
        c->bin = bin;
        c->sum = fresh(l, "sum", t);
        c->neutral = scalar_of(&in, n->g[3].at[i]);
    }
    emit_counts(l, &f);
    lower_bins(&in, &f);
    Core *grid = grid_of(tree_mul(f.rows, f.blocks));
    fill_stage(stage_new(k, "few_bins", "_few", grid, block_size()), &f, k);
    launch(l, k, h->rows ? f.rows : NULL);
}

/* Arrays of its own need memory for each thread, which only one skeleton gives. */
static bool makes_arrays(const Core *n)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++)
            if (n->stm[i].var[k]->type->rank && n->stm[i].exp->op != OP_INDEX)
                return true;
    return false;
}

/* The bins fit, and are no more than the elements. */
static Core *are_few(const Histogram *h)
{
    Core *bins = bins_of(h);
    return tree_op(OP_LAND, tree_op(OP_LE, bins, most_bins(h)),
                   tree_op(OP_LE, bins, h->elements));
}

bool lower_histogram(Lower *l, const Stm *s, View *const *to, Stmt **choice)
{
    const Core *n = s->exp, *op = n->g[2].at[0];
    Histogram h = { .stm = s, .body = n->g[4].at[0], .rows = n->g[0].n - 1, .n = s->nvars,
                    .each = NEWS(Counted, s->nvars) };
    if (lam_needs_lock(op) || core_parallel(h.body) || core_some(h.body, makes_arrays))
        return false;
    for (int i = 0; i < h.n; i++) {
        const Core *part = lam_part(op, i);
        h.each[i] = (Counted){ .op = part, .combine = operator_of(l, part, s->var + i),
                               .to = to[i], .bins = to[i]->type->dim[h.rows] };
        h.bytes += prim_bytes(to[i]->type->prim);
    }
    h.elements = size_tree(l, n->g[0].at[h.rows]->g[0].at[0]);
    if (!may_be_shared(&h))
        return false;
    *choice = emit(l, (Stmt){ S_IF, .exp = are_few(&h) });
    Block *out = lower_into(l, &(*choice)->body);
    lower_few(l, &h);
    alloc_forget(l->facts->allocs, n);
    l->out = out;
    return true;
}
