/*
 * histograms.c -- histograms as kernels: in shared memory where its bins fit, in the result
 * itself where not. The host asks how many bins there are.
 */
#include "lower.h"

/* A histogram of one number a bin. */
typedef struct {
    const Stm *stm;
    const Core *op, *body;
    Function *combine;
    int rows;                  /* levels around that of the elements */
    View *to;
    Core *bins, *elements;     /* of a row */
} Histogram;

/* What the operator does to a bin can be done to several of them, and joined. */
static bool may_be_shared(const Histogram *h)
{
    return !h->combine->functor && !h->combine->failure;
}

/* One kernel's code for it. */
typedef struct {
    const Histogram *h;
    Core *rows, *blocks, *share, *copies;    /* of all; of a row; of a block; of a bin */
    Var *counters, *part, *lane, *bin, *x;
    Core *first, *end;         /* of a block's share */
} Few;

static Core *bytes_of(const Histogram *h)
{
    return core_const(scalar_int(I32, prim_bytes(h->to->type->prim)));
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
static View *counters_of(Lower *in, const Few *f)
{
    Prim p = f->counters->type->prim;
    Buffer *b = buffer_add(in->plan, (Buffer){ .var = f->counters, .home = B_SHARED });
    Core *dim[] = { f->h->bins, f->copies };
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
    Core *of_row[] = { f->rows, h->elements, h->bins }, *bytes = bytes_of(h);
    f->blocks = emit_let(l, fresh(l, "blocks", type_prim(I64)),
                         host_call("histogram_blocks", of_row, 3));
    f->share = emit_let(l, fresh(l, "share", type_prim(I64)),
                        host_call("share_of", (Core *[]){ h->elements, f->blocks }, 2));
    f->copies = emit_let(l, fresh(l, "copies", type_prim(I32)),
                         tree_call("copies_of", (Core *[]){ h->bins, bytes, f->share }, 3, I32));
}

static void lower_bins(Lower *in, Few *f)
{
    const Histogram *h = f->h;
    Nest *k = in->nest;
    const Kids *level = &h->stm->exp->g[0];
    open_row(in, f);
    View *row = row_at(in, h->to, k->at, h->rows), *own = counters_of(in, f);
    in->out = &k->body;
    bind_levels(in, &(Kids){ level->at + h->rows, 1 }, k->at + h->rows);
    lower_stms(in, h->body);
    write_at(in, &(Target){ &own, 1, h->op, true, NULL }, h->body);
    Core *bin = core_var(f->bin);
    in->out = &k->finish;
    update_atomically(in, h->op, view_at(row, &bin), core_var(k->sum));
    f->x = k->index[h->rows];
    merge_levels(in, k, h->rows, "segment");
}

static void fill_stage(Stage *s, const Few *f, const Nest *k)
{
    const Histogram *h = f->h;
    if (h->rows) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
        fill(s, "locate")->block = k->locate;
    }
    Core *most = tree_op(OP_QUOT, tree_name("COUNTER_BYTES", I32), bytes_of(h));
    stmt_add(&fill(s, "arrays")->block, (Stmt){ S_SHARED, .var = f->counters, .count = most });
    fill(s, "outer")->block = k->outer;
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill(s, "part")->var = f->part;
    fill(s, "blocks")->exp = f->blocks;
    fill(s, "x")->var = f->x;
    fill(s, "x_first")->exp = f->first;
    fill(s, "x_end")->exp = f->end;
    fill(s, "bins")->exp = h->bins;
    fill(s, "copies")->exp = f->copies;
    fill(s, "counters")->exp = core_var(f->counters);
    fill(s, "lane")->var = f->lane;
    fill(s, "b")->var = f->bin;
    fill(s, "ctype")->var = fill(s, "sum")->var = k->sum;
    fill(s, "operator")->op = h->combine;
    fill(s, "neutral_value")->exp = k->neutral;
}

static void lower_few(Lower *l, const Histogram *h)
{
    const Core *n = h->stm->exp;
    const Type *t = type_prim(h->to->type->prim);
    Nest *k = nest_new(n, told_name(h->stm->var, 1, "histogram"), NULL);
    Lower in = in_kernel(l, k);
    name_levels(&in, &n->g[0]);
    Few f = { .h = h, .rows = total_of(k->count, h->rows), .counters = fresh(l, "counters", t),
              .part = fresh(l, "part", type_prim(I64)), .lane = fresh(l, "lane", type_prim(I32)),
              .bin = fresh(l, "b", type_prim(I64)) };
    k->sum = fresh(l, "sum", t);
    k->neutral = scalar_of(&in, n->g[3].at[0]);
    emit_counts(l, &f);
    lower_bins(&in, &f);
    Core *grid = grid_of(tree_mul(f.rows, f.blocks));
    fill_stage(stage_new(k, "few_bins", "_few", grid, block_size()), &f, k);
    launch(l, k, h->rows ? f.rows : NULL);
}

/* Arrays of its own need memory for each thread, which only one skeleton gives. */
static void look_for_arrays(Core *n, void *found)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++)
            *(bool *)found |= n->stm[i].var[k]->type->rank && n->stm[i].exp->op != OP_INDEX;
    core_each(n, look_for_arrays, found);
}

static bool makes_arrays(const Core *body)
{
    bool found = false;
    look_for_arrays((Core *)body, &found);
    return found;
}

bool lower_histogram(Lower *l, const Stm *s, View *to, Stmt **choice)
{
    const Core *n = s->exp;
    Histogram h = { s, n->g[2].at[0], n->g[4].at[0], NULL, n->g[0].n - 1, to, NULL, NULL };
    if (s->nvars != 1 || needs_lock(h.op) || core_parallel(h.body) || makes_arrays(h.body))
        return false;
    h.combine = operator_of(l, h.op, s->var);
    h.bins = to->type->dim[h.rows];
    h.elements = size_tree(l, n->g[0].at[h.rows]->g[0].at[0]);
    if (!may_be_shared(&h))
        return false;
    Core *most = tree_op(OP_QUOT, tree_name("COUNTER_BYTES", I32), bytes_of(&h));
    *choice = emit(l, (Stmt){ S_IF, .exp = tree_op(OP_LAND, tree_op(OP_LE, h.bins, most),
                                                   tree_op(OP_LE, h.bins, h.elements)) });
    Block *out = lower_into(l, &(*choice)->body);
    lower_few(l, &h);
    alloc_forget(l->facts->allocs, n);
    l->out = out;
    return true;
}
