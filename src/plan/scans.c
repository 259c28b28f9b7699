/*
 * scans.c -- scans of rows by a block: of several short rows, which it holds at once, or
 * of a row, round after round.
 */
#include "lower.h"

/* The scan of a row under way. */
typedef struct {
    const Stm *stm;            /* segscan of one level */
    const Core *level, *body;
    int nfold;
    Var *x, *item;             /* item: what the body gives */
    Core *width;
    View **row;                /* where results of the row go */
} RowScan;

/* Where the fold's results go; null: nowhere. */
static View **fold_arrays(Lower *l, const Stm *s, const Core *body, const Stm *fold)
{
    View **array = result_arrays(l, s, 0), **to = NEWS(View *, fold->nvars);
    for (int i = 0; i < body->g[0].n; i++)
        to[result_number(fold, body->g[0].at[i])] = array[i];
    return to;
}

static RowScan row_of_block(Lower *in, Nest *k, const Stm *s, View **to, Core **index)
{
    const Core *e = s->exp;
    int outer = k->nlevels;
    RowScan r = { .stm = s, .level = e->g[0].at[0], .body = e->g[3].at[0], .nfold = e->g[2].n,
                  .row = NEWS(View *, s->nvars) };
    for (int i = 0; i < s->nvars; i++)
        if (to[i])
            r.row[i] = row_at(in, to[i], index, outer);
    r.width = size_tree(in, r.level->g[0].at[0]);
    add_level(in, r.level, "#", r.width);
    r.x = k->index[outer];
    return r;
}

/* The body for element x: its value for the fold; what is mapped is stored. */
static void row_body(Lower *in, Nest *k, RowScan *r)
{
    Core *x = core_var(r->x);
    in->out = &k->body;
    range_positive(in->facts->range, r->width);
    bind_levels(in, &r->stm->exp->g[0], &x);
    lower_rows(in, r->body, r->row, r->nfold, &x, 1);
    fold_of(in, k, r->stm, r->body, core_bool(true), NULL);
    flush_reads(in);
    r->item = like_sum(in, k, "value");
    emit_set(in, core_var(r->item), k->value);
}

/* Short rows share a block. */
static Stage *rows_stage(Lower *l, Nest *k, const RowScan *r)
{
    Core *both[] = { k->count[0], r->width }, *block = host_call("row_block", &both[1], 1);
    const Var *y = fresh(l, "y", type_prim(I32));
    Core *grid = k->threads
        ? tree_op(OP_QUOT, host_call("grid_stride_row_threads", both, 2), block_size())
        : grid_of(host_call("ceil_div", (Core *[]){ both[0], tree_field(block, y) }, 2));
    return stage_new(k, k->threads ? "scan_rows_strided" : "scan_rows", "", grid, block);
}

static void fill_stage(Stage *s, Nest *k, const RowScan *r)
{
    bool whole = stage_hole(s, "outer") != NULL;
    if (whole) {
        fill(s, "locate")->block = k->locate;
        fill(s, "outer")->block = k->outer;
        fill_threads(s, k);
        fill(s, "x_last")->exp = r->width;
    }
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill_level(s, "y", k->index[0], k->count[0]);
    fill(s, "x")->var = r->x;
    fill(s, "x_end")->exp = r->width;
    fill(s, "item")->var = r->item;
    fill(s, "start_value")->exp = start_of(k);
    fill_fold(s, k);
}

/* Stores each of the scan's values. */
static void row_finish(Lower *in, Nest *k, const RowScan *r, View **to)
{
    Core *x = core_var(r->x);
    in->out = &k->finish;
    for (int i = 0; i < r->nfold; i++) {
        if (!to[i])
            continue;
        emit_set(in, view_at(r->row[i], &x), tree_part(core_var(k->sum), k->op, i));
    }
}

/* ---- short rows, several of which a block holds ------------------------------ */

/* So many bytes a value take no more shared memory than a block has. */
enum { MOST_SHORT = 16 };

/* Nothing is done for a row as a whole, which each of its elements would do again; and all
   rows begin with one value. */
static bool can_be_short(const Lower *in, const Nest *k)
{
    for (int i = 0; i < k->nlevels; i++)
        if (core_uses(k->neutral, k->index[i]))
            return false;
    return !k->outer.n && !k->locate.n && !k->threads
        && value_bytes(in->plan, k->sum) <= MOST_SHORT;
}

/* Whether the item is set last, and nowhere else: then it is declared there. */
static bool declared_last(Block *b, const Var *item)
{
    Stmt *last = b->at[b->n - 1];
    if (last->kind != S_SET || !is_var(last->to, item))
        return false;
    *last = (Stmt){ S_LET, .var = (Var *)item, .exp = last->exp, .constant = true };
    return true;
}

static void short_stage(Lower *l, Nest *k, const RowScan *r)
{
    int align, size = stored_bytes(l->plan, k->sum, &align);
    Core *bytes = core_const(scalar_int(I32, size)), *of_rows[] = { k->count[0], r->width, bytes };
    Core *rows = emit_let(l, fresh(l, "rows_a_block", type_prim(I64)),
                          host_call("rows_per_block", of_rows, 3));
    Core *width = emit_let(l, fresh(l, "width", type_prim(I32)),
                           tree_call("min_lanes_per_row", &rows, 1, I32));
    Core *blocks = host_call("ceil_div", (Core *[]){ k->count[0], rows }, 2);
    Stage *s = stage_new(k, "scan_short_rows", "_short", host_call("grid_row_blocks", &blocks, 1),
                         block_size());
    fill(s, "rows")->exp = rows;
    fill(s, "width")->exp = width;
    fill(s, "items")->exp = tree_call("items_per_thread", &bytes, 1, I32);
    fill(s, "declares")->flag = !declared_last(&k->body, r->item);
    fill_stage(s, k, r);
    fill(s, "loads_at_y")->flag = block_mentions(&k->body, k->index[0]);
    fill(s, "loads_at_x")->flag = block_mentions(&k->body, r->x);
}

/* ---- the choice -------------------------------------------------------------- */

/* What is made for a row as a whole is an array that its threads make together. */
static bool makes_arrays(const Core *body)
{
    for (int i = 0; i < body->nstms - 1; i++)
        for (int k = 0; k < body->stm[i].nvars; k++)
            if (body->stm[i].var[k]->type->rank && ops[body->stm[i].exp->op].kind != K_VIEW)
                return true;
    return false;
}

bool is_row_scan(const Stm *s)
{
    const Core *body = s->exp->g[1].at[0];
    const Stm *scan = row_fold(body);
    return scan && scan->exp->op == OP_SEGSCAN
        && scan->exp->g[0].at[0]->g[0].at[0]->op != OP_LENGTH && !makes_arrays(body);
}

static Nest *lower_rows_of(Lower *l, Lower *in, const Stm *s, View **to, RowScan *r)
{
    const Core *n = s->exp, *body = n->g[1].at[0];
    const Stm *fold = row_fold(body);
    Nest *k = nest_new(n, told_name(s->var, s->nvars, name_of_results(fold, to, "scan")), NULL);
    k->shared = 1;
    *in = in_kernel(l, k);
    name_levels(in, &n->g[0]);
    in->out = &k->outer;
    bind_levels(in, &n->g[0], k->at);
    lower_stms(in, core_body(body->stm, body->nstms - 1, NULL, 0));
    *r = row_of_block(in, k, fold, to, k->at);
    flush_reads(in);
    row_body(in, k, r);
    row_finish(in, k, r, to);
    merge_levels(in, k, n->g[0].n, "segment");
    return k;
}

static void launch_rows(Lower *l, Nest *k, const RowScan *r, bool are_short)
{
    Core *rows = k->count[0];
    if (are_short)
        short_stage(l, k, r);
    else
        fill_stage(rows_stage(l, k, r), k, r);
    launch(l, k, machine_count_name(l, rows) ? NULL : rows);
}

/* In elements: what MIN_BLOCK_SCAN_ROW is at least, and at most. */
enum { SHORT_ROW = 32, LONG_ROW = 4096 };

void lower_row_scan(Lower *l, const Stm *s)
{
    const Core *body = s->exp->g[1].at[0];
    View **to = fold_arrays(l, s, body, row_fold(body));
    Lower in;
    RowScan r;
    Nest *k = lower_rows_of(l, &in, s, to, &r);
    Interval width = range_of(l->facts->range, r.width);
    bool may_be_short = width.least <= LONG_ROW && can_be_short(&in, k);
    if (!may_be_short || width.most <= SHORT_ROW) {
        launch_rows(l, k, &r, may_be_short);
        return;
    }
    Stmt *choice = emit(l, (Stmt){ S_IF, .exp = tree_op(OP_LE, r.width,
                                                        tree_name("MIN_BLOCK_SCAN_ROW", I64)) });
    Block *out = lower_into(l, &choice->body);
    launch_rows(l, k, &r, true);
    alloc_forget(l->facts->allocs, s->exp);
    l->out = &choice->other;
    k = lower_rows_of(l, &in, s, to, &r);
    launch_rows(l, k, &r, false);
    l->out = out;
}
