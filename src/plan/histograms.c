/*
 * histograms.c -- histograms as kernels: in shared memory where its bins fit, in the result
 * itself where not. The host asks how many bins there are.
 */
#include "lower.h"

/* One number a bin; or several that need each other, which one lock is for. */
typedef struct {
    const Core *op;
    Function *combine;
    int n;
    View **to;
    View **lock;               /* of the result; null: none is needed */
    Core *bins;                /* of a row */
    Var **counters, *locks;
    Var *bin, *c, *sum;
    Core **neutral;
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
    return tree_op(OP_QUOT, tree_name("HISTOGRAM_BYTES", I32),
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

/* Such in shared memory, `copies` for each bin: those of one lane. */
static View *own_copies(Lower *in, const Few *f, const Counted *c, Var *counters)
{
    Prim p = counters->type->prim;
    Buffer *b = buffer_add(in->plan, (Buffer){ .var = counters, .home = B_SHARED });
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
                        host_call("elements_per_block", (Core *[]){ h->elements, f->blocks }, 2));
    Core *of_bin[] = { bins, core_const(scalar_int(I32, h->bytes)), f->share };
    f->copies = emit_let(l, fresh(l, "copies", type_prim(I32)),
                         tree_call("copies_per_bin", of_bin, 3, I32));
}

/* The sum of a bin goes to the result. */
static void lower_sum(Lower *in, Few *f, Counted *c)
{
    int rows = f->h->rows;
    Core **index = in->nest->at, *bin = core_var(c->bin), **value = NEWS(Core *, c->n);
    View **to = NEWS(View *, c->n), *lock = c->lock ? row_at(in, c->lock[0], index, rows) : NULL;
    in->out = &c->finish;
    for (int k = 0; k < c->n; k++) {
        to[k] = row_at(in, c->to[k], index, rows);
        value[k] = tree_part(core_var(c->sum), c->combine, k);
    }
    if (lock)
        write_locked(in, &(Target){ to, c->n, core_rename((Core *)c->op), true, &lock, false }, bin,
                     value);
    else
        update_atomically(in, c->op, view_at(to[0], &bin), core_var(c->sum));
}

static void lower_bins(Lower *in, Few *f)
{
    const Histogram *h = f->h;
    Nest *k = in->nest;
    const Kids *level = &h->stm->exp->g[0];
    View **own = NEWS(View *, h->stm->nvars), *lock = NULL;
    open_row(in, f);
    for (int i = 0, n = 0; i < h->n; i++) {
        const Counted *c = &h->each[i];
        for (int j = 0; j < c->n; j++)
            own[n++] = own_copies(in, f, c, c->counters[j]);
        if (c->locks)
            lock = own_copies(in, f, c, c->locks);
    }
    in->out = &k->body;
    bind_levels(in, &(Kids){ level->at + h->rows, 1 }, k->at + h->rows);
    lower_stms(in, h->body);
    write_at(in, &(Target){ own, h->stm->nvars, h->stm->exp->g[2].at[0], true,
                            lock ? &lock : NULL, false }, h->body);
    for (int i = 0; i < h->n; i++)
        lower_sum(in, f, &h->each[i]);
    f->x = k->index[h->rows];
    merge_levels(in, k, h->rows, "segment");
}

/* One value, or a record of several. */
static Core *as_one(const Counted *c, Core *const *value)
{
    return c->combine->record ? tree_record(c->combine->record, value) : value[0];
}

/* Counter c of each number is what a fold begins with, and the lock is open. */
static void clear_counters(const Lower *l, Counted *c, Block *clear)
{
    Core *at = core_var(c->c);
    for (int k = 0; k < c->n; k++)
        stmt_add(clear, (Stmt){ S_SET, .to = tree_load(table_get(l->plan->buffer_of,
                                c->counters[k]), at), .exp = c->neutral[k] });
    if (c->locks)
        stmt_add(clear, (Stmt){ S_SET, .to = tree_load(table_get(l->plan->buffer_of, c->locks),
                                at), .exp = core_const(scalar_int(I32, 0)) });
}

/* What copy c of a bin holds: each thread begins with another one. */
static Core *gathered(const Lower *l, const Few *f, const Counted *c)
{
    Core **value = NEWS(Core *, c->n);
    Core *turned = tree_op(OP_REM, tree_add(core_var(c->c), core_var(f->lane)), f->copies);
    Core *at = tree_add(tree_mul(core_var(c->bin), f->copies), turned);
    for (int k = 0; k < c->n; k++)
        value[k] = tree_load(table_get(l->plan->buffer_of, c->counters[k]), at);
    return as_one(c, value);
}

/* Something was counted, as far as can be seen. */
static Core *found(const Counted *c)
{
    Core *any = NULL;
    for (int k = 0; k < c->n; k++) {
        Core *other = tree_op(OP_NE, tree_part(core_var(c->sum), c->combine, k), c->neutral[k]);
        any = any ? tree_op(OP_LOR, any, other) : other;
    }
    return any;
}

static Stage *table_of(const Lower *l, const Few *f, Counted *c)
{
    Stage *t = MAKE(Stage, .skeleton = skeleton_of("tables"));
    fill(t, "finish")->block = c->finish;
    clear_counters(l, c, &fill(t, "clear")->block);
    fill(t, "gathered")->exp = gathered(l, f, c);
    fill(t, "found")->exp = found(c);
    fill(t, "bins")->exp = c->bins;
    fill(t, "b")->var = c->bin;
    fill(t, "c")->var = c->c;
    fill(t, "ctype")->var = fill(t, "sum")->var = c->sum;
    fill(t, "operator")->op = c->combine;
    fill(t, "neutral_value")->exp = as_one(c, c->neutral);
    return t;
}

/* Room for counters, and locks, of all copies of all bins. */
static void share_counters(const Histogram *h, const Counted *c, Block *arrays)
{
    for (int k = 0; k < c->n; k++)
        stmt_add(arrays, (Stmt){ S_SHARED, .var = c->counters[k], .count = most_bins(h) });
    if (c->locks)
        stmt_add(arrays, (Stmt){ S_SHARED, .var = c->locks, .count = most_bins(h) });
}

static void fill_stage(const Lower *l, Stage *s, const Few *f, const Nest *k)
{
    const Histogram *h = f->h;
    if (h->rows) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
        fill(s, "locate")->block = k->locate;
    }
    for (int i = 0; i < h->n; i++) {
        share_counters(h, &h->each[i], &fill(s, "arrays")->block);
        vec_push(&fill(s, "tables")->part, table_of(l, f, &h->each[i]));
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
    Var *bin = fresh(l, "b", type_prim(I64)), *copy = fresh(l, "c", type_prim(I32));
    for (int i = 0, at = 0; i < h->n; at += h->each[i++].n) {
        Counted *c = &h->each[i];
        for (int j = 0; j < c->n; j++) {
            c->counters[j] = fresh(l, "counters", type_prim(c->to[j]->type->prim));
            c->neutral[j] = scalar_of(&in, n->g[3].at[at + j]);
        }
        c->locks = c->lock ? fresh(l, "locks", type_prim(I32)) : NULL;
        c->bin = bin;
        c->c = copy;
        c->sum = fresh(l, "sum", type_prim(c->to[0]->type->prim));
        if (c->combine->record)
            table_put(l->plan->record_of, c->sum, (void *)c->combine->record);
    }
    emit_counts(l, &f);
    lower_bins(&in, &f);
    Core *grid = grid_of(tree_mul(f.rows, f.blocks));
    fill_stage(l, stage_new(k, "shared_histogram", "_shared", grid, block_size()), &f, k);
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
    Core *fit = tree_op(OP_LE, bins, most_bins(h));
    return size_equal(bins, h->elements)
         ? fit : tree_op(OP_LAND, fit, tree_op(OP_LE, bins, h->elements));
}

/* Numbers that need each other; no more than a thread takes along to others (writes.c). */
static bool are_together(const Core *n, const Core *op)
{
    bool yes = n->g[1].n > 1 && !lam_is_product(op) && n->g[4].at[0]->g[0].n == n->g[1].n + 1;
    for (int i = 0; i < op->nbinds; i++)
        yes &= !op->bind[i]->type->rank;
    return yes;
}

static Counted counted(Lower *l, const Core *op, Var **result, View *const *to, int n, View **lock)
{
    Counted c = { .op = op, .combine = operator_of(l, op, result), .n = n, .lock = lock,
                  .to = NEWS(View *, n), .counters = NEWS(Var *, n), .neutral = NEWS(Core *, n) };
    for (int k = 0; k < n; k++)
        c.to[k] = to[k];
    return c;
}

bool lower_histogram(Lower *l, const Stm *s, View *const *to, View **lock, Stmt **choice)
{
    const Core *n = s->exp, *op = n->g[2].at[0];
    bool together = are_together(n, op);
    Histogram h = { .stm = s, .body = n->g[4].at[0], .rows = n->g[0].n - 1,
                    .n = together ? 1 : s->nvars, .bytes = together ? 4 : 0,
                    .each = NEWS(Counted, s->nvars) };
    if ((lam_needs_lock(op) && !together) || core_parallel(h.body)
        || core_some(h.body, makes_arrays))
        return false;
    for (int i = 0; i < h.n; i++) {
        const Core *part = together ? op : lam_part(op, i);
        h.each[i] = counted(l, part, s->var + i, to + i, together ? s->nvars : 1,
                            together ? lock : NULL);
        h.each[i].bins = to[i]->type->dim[h.rows];
    }
    for (int i = 0; i < s->nvars; i++)
        h.bytes += prim_bytes(to[i]->type->prim);
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
