/* folds.c -- segmented reductions and scans as kernels. */
#include "lower.h"

#include <string.h>

/* ---- segred ---------------------------------------------------------------- */

/* The operator `op`, made from the kernel's, on values with a tag. */
static void lift(Lower *in, Nest *k, Function *op, Core *tag)
{
    Core **value = NEWS(Core *, 2), **neutral = NEWS(Core *, 2);
    value[0] = k->value;
    value[1] = tag;
    neutral[0] = k->neutral;
    neutral[1] = core_bool(false);
    k->op = op;
    make_functor(in, op);
    k->value = tree_record(op->record, value);
    k->neutral = tree_record(op->record, neutral);
    table_put(in->plan->record_of, k->sum, (void *)op->record);
}

void fold_of(Lower *in, Nest *k, const Stm *s, const Core *body)
{
    const Core *n = s->exp;
    int count = n->g[2].n;
    k->op = operator_of(in, n->g[1].at[0], s->var);
    k->in_order = !is_commutative(n);
    Core **value = NEWS(Core *, count), **neutral = NEWS(Core *, count);
    for (int i = 0; i < count; i++) {
        neutral[i] = scalar_of(in, n->g[2].at[i]);
        value[i] = scalar_of(in, body->g[0].at[i]);
    }
    k->neutral = count > 1 ? tree_record(k->op->record, neutral) : neutral[0];
    k->value = count > 1 ? tree_record(k->op->record, value) : value[0];
    make_functor(in, k->op);
    k->sum = fresh(in, "sum", type_of(n->g[2].at[0]));
    if (count > 1)
        table_put(in->plan->record_of, k->sum, (void *)k->op->record);
    if (k->op->failure)
        lift(in, k, operator_or_none(in, k->op), core_bool(true));
}

void fold_value(Lower *in, Nest *k)
{
    Core **arg = NEWS(Core *, 2);
    arg[0] = core_var(k->sum);
    arg[1] = k->value;
    emit_set(in, arg[0], tree_call(k->op->name, arg, 2, type_of(k->value)->prim));
}

/* The variable that holds the number of blocks for so many elements. */
static Var *blocks_for(Lower *l, Core *total)
{
    for (int i = 0; i < l->out->n; i++) {
        const Stmt *s = l->out->at[i];
        if (s->kind == S_LET && s->exp && tree_is_call(s->exp)
            && !strcmp(s->exp->text, "blocks_for") && size_equal(s->exp->g[0].at[0], total))
            return s->var;
    }
    Core **arg = NEWS(Core *, 1);
    arg[0] = total;
    Var *v = fresh(l, "blocks", type_prim(I32));
    emit_let(l, v, tree_call("blocks_for", arg, 1, I32));
    return v;
}

/* What a fold of one partial result a block needs. */
typedef struct {
    Var *blocks, *partials;
} Partials;

/* Scratch for one partial result a block. */
static Partials partials_for(Lower *l, const Nest *k, Core *total)
{
    Partials p = { blocks_for(l, total), fresh(l, "partials", k->sum->type) };
    Core *blocks = expanded(l, core_var(p.blocks));
    if (!blocks)
        blocks = tree_name("MAX_BLOCKS", I32);
    Buffer *b = buffer_new(l, p.partials, B_SCRATCH, blocks);
    b->record = table_get(l->plan->record_of, k->sum);
    return p;
}

static void fill_fold(Stage *s, const Nest *k)
{
    fill(s, "ctype")->var = k->sum;
    fill(s, "sum")->var = k->sum;
    fill(s, "operator")->op = k->op;
    fill(s, "neutral_value")->exp = k->neutral;
    if (stage_hole(s, "in_order"))
        fill(s, "in_order")->flag = k->in_order;
}

/* The stage that folds what the blocks found is one block. */
static Stage *one_block(Nest *k, const char *skeleton, const char *suffix, const Partials *p)
{
    Stage *s = stage_new(k, skeleton, suffix, core_const(scalar_int(I32, 1)), block_size());
    fill(s, "partials")->exp = core_var(p->partials);
    fill(s, "blocks")->exp = core_var(p->blocks);
    return s;
}

/* Memory for a scalar that the device computes. */
static Buffer *scalar_buffer(Lower *l, const Stm *s, int k)
{
    View *d = table_get(l->facts->dest, s->var[k]);
    Buffer *b = d ? d->buffer : host_array(l, s->var[k])->buffer;
    table_put(l->facts->tree, s->var[k], tree_load(b, NULL));
    return b;
}

/* The element for the position of the first level; no indices are needed
   where the array lies in that order. */
static Core *element_of(View *v, const Nest *k, Core **index)
{
    return v->kind == V_BUFFER ? tree_load(v->buffer, core_var(k->index[0]))
                               : view_at(v, index);
}

static void reduce_stages(Lower *l, Nest *k)
{
    Partials p = partials_for(l, k, k->count[0]);
    Stage *s = stage_new(k, "partials", "_partials", core_var(p.blocks), block_size());
    fill(s, "body")->block = k->body;
    fill_level(s, "x", k->index[0], k->count[0]);
    fill_threads(s, k);
    fill_fold(s, k);
    fill(s, "partials")->exp = core_var(p.partials);
    s = one_block(k, "total", k->kernel->name ? "" : "_total", &p);
    fill(s, "finish")->block = k->finish;
    fill_fold(s, k);
}

void lower_reduce(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n;
    if (!has_attribute(s, stages_mark))
        fail_at(n->span, ERR_CUDA_OPERATION, "a reduction in one stage has no CUDA code; the "
                "rule optimized-map-reduce makes two of it");
    Nest *k = nest_new(n, result_name(s, NULL), NULL);
    View **to = result_arrays(l, s, count);
    Core **result = NEWS(Core *, count);
    for (int i = 0; i < count; i++)
        result[i] = tree_load(scalar_buffer(l, s, i), NULL);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    bind_level(&in, n->g[0].at[0], index[0]);
    hint_rows(&in, body, to, count, index, 1);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, 1);
    fold_of(&in, k, s, body);
    fold_value(&in, k);
    in.out = &k->finish;
    for (int i = 0; i < count; i++)
        emit_set(&in, result[i], tree_part(core_var(k->sum), k->op, i));
    reduce_stages(l, k);
    launch(l, k, NULL);
    for (int i = 0; i < count; i++)
        if (table_has(l->facts->places->read_back, s->var[i]))
            read_back(l, s->var[i], result[i]);
}

/* Short rows share a block. */
static void rows_stage(Lower *l, Nest *k)
{
    Core *rows = k->count[0], *row = k->count[1], *both[] = { rows, row };
    Core *block = host_call("row_block", &row, 1), *grid;
    const Var *y = fresh(l, "y", type_prim(I32));
    if (k->threads)
        grid = tree_op(OP_QUOT, host_call("threads_for_rows", both, 2), block_size());
    else
        grid = grid_of(host_call("ceil_div", (Core *[]){ rows, tree_field(block, y) }, 2));
    Stage *s = stage_new(k, k->threads ? "rows_strided" : "rows", "", grid, block);
    fill(s, "locate")->block = k->locate;
    fill(s, "outer")->block = k->outer;
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill_level(s, "y", k->index[0], rows);
    fill_level(s, "x", k->index[1], row);
    fill_threads(s, k);
    fill_fold(s, k);
}

/* Reductions of segments: outer levels become one, the segment. */
void lower_rows(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n, outer = n->g[0].n - 1;
    Nest *k = nest_new(n, result_name(s, "sums"), NULL);
    k->shared = 1;
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    in.out = &k->outer;
    for (int d = 0; d < outer; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    flush_reads(&in);
    in.out = &k->body;
    bind_level(&in, n->g[0].at[outer], index[outer]);
    hint_rows(&in, body, to, count, index, outer + 1);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, outer + 1);
    fold_of(&in, k, s, body);
    fold_value(&in, k);
    in.out = &k->finish;
    Core *segments = total_of(k->count, outer);
    merge_levels(&in, k, outer, "segment");
    for (int i = 0; i < count; i++)
        emit_set(&in, element_of(to[i], k, index), tree_part(core_var(k->sum), k->op, i));
    rows_stage(l, k);
    launch(l, k, segments);
}

/* ---- segscan --------------------------------------------------------------- */

/* A stage in which each block has a tile of the elements. */
static Stage *tile_stage(Nest *k, const char *skeleton, const char *suffix, const Partials *p,
                         Var *item)
{
    Stage *s = stage_new(k, skeleton, suffix, core_var(p->blocks), block_size());
    fill(s, "locate")->block = k->locate;
    fill(s, "body")->block = k->body;
    fill_level(s, "x", k->index[0], k->count[0]);
    fill_threads(s, k);
    fill_fold(s, k);
    fill(s, "item")->var = item;
    fill(s, "partials")->exp = core_var(p->partials);
    return s;
}

/* Mapped results are stored by the last stage alone. */
static void scan_stages(Lower *l, Nest *k, Var *item)
{
    Partials p = partials_for(l, k, k->count[0]);
    Stage *s = tile_stage(k, "tile_sums", "_tile_sums", &p, item);
    fill(s, "body")->block = without_stores(l->plan, k);
    s = one_block(k, "tile_prefixes", "_tile_prefixes", &p);
    fill_fold(s, k);
    if (!operator_fails(k->op))
        fill(s, "neutral_value")->exp = NULL;
    s = tile_stage(k, "tile_scan", "", &p, item);
    fill(s, "finish")->block = k->finish;
}

void lower_scan(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n, levels = n->g[0].n;
    Nest *k = nest_new(n, result_name(s, "scan"), NULL);
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    for (int d = 0; d < levels; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    hint_rows(&in, body, to, count, index, levels);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, levels);
    fold_of(&in, k, s, body);
    if (levels > 1)
        lift(&in, k, operator_in_segments(&in, k->op),
             tree_op(OP_EQ, index[levels - 1], core_i64(0)));
    Var *item = fresh(&in, "value", k->sum->type);
    table_put(l->plan->record_of, item, table_get(l->plan->record_of, k->sum));
    emit_set(&in, core_var(item), k->value);
    in.out = &k->finish;
    merge_levels(&in, k, levels, "#");
    for (int i = 0; i < count; i++)
        emit_set(&in, element_of(to[i], k, index), tree_part(core_var(k->sum), k->op, i));
    scan_stages(l, k, item);
    launch(l, k, k->count[0]);
}
