/*
 * chain.c -- scans in one pass: blocks take one tile after the other, in the order of the
 * array, and learn from the tiles before it what to begin with.
 *
 * What a tile comes to is told in memory that all blocks see: in a word beside the tile's
 * state, if it fits there, else in an array of its own.
 */
#include "lower.h"

enum { WORD = 7 };             /* bytes of a value in a word; the eighth is the state */

int value_bytes(const Plan *p, const Var *v)
{
    const Record *r = table_get(p->record_of, v);
    int bytes = r ? 0 : prim_bytes(v->type->prim);
    for (int i = 0; r && i < r->n; i++)
        bytes += value_bytes(p, r->field[i]);
    return bytes;
}

/* The bytes of such a variable in C, as structs are laid out; *align: where it may begin. */
static int size_of(const Plan *p, const Var *v, int *align)
{
    const Record *r = table_get(p->record_of, v);
    int bytes = 0;
    if (!r)
        return *align = prim_bytes(v->type->prim);
    *align = 1;
    for (int i = 0; i < r->n; i++) {
        int at, n = size_of(p, r->field[i], &at);
        bytes = (bytes + at - 1) / at * at + n;
        *align = at > *align ? at : *align;
    }
    return (bytes + *align - 1) / *align * *align;
}

/* How many elements of a tile a thread has: a constant of the templates, for what fits into
   the shared memory of a block. */
static Core *items_for(const Plan *p, const Var *v, const Span *span)
{
    static const struct { int bytes; const char *items; } row[] = {
        { 4, "ITEMS_4" }, { 8, "ITEMS_8" }, { 16, "ITEMS_16" }, { 56, "ITEMS_56" },
        { 184, "ITEMS_184" } };
    int align, bytes = size_of(p, v, &align);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (bytes <= row[i].bytes)
            return tree_name(row[i].items, I32);
    fail_at(span, ERR_CUDA_OPERATION, "a scan of values of %d bytes has no CUDA code; the most "
            "is %d", bytes, row[4].bytes);
}

/* What the blocks tell each other of so many tiles. */
static void tell(Lower *l, Nest *k, Stage *s, Core *tiles)
{
    bool packed = value_bytes(l->plan, k->sum) <= WORD;
    fill(s, "known")->exp = tree_name(packed ? "PackedTiles" : "Tiles", I64);
    k->cleared = kernel_memory(l, k, fresh(l, "states", type_prim(U64)),
                               tree_add(tiles, core_i64(1)));
    fill(s, "states")->exp = core_var(k->cleared->var);
    for (int i = 0; i < 2 && !packed; i++) {
        const char *name = i ? "prefixes" : "sums";
        Var *v = fresh(l, name, k->sum->type);
        kernel_memory(l, k, v, tiles)->record = table_get(l->plan->record_of, k->sum);
        fill(s, name)->exp = core_var(v);
    }
}

/* The stage: a block for each tile, up to as many blocks as a grid has. */
static Stage *chain_stage(Lower *l, Nest *k, int outer)
{
    Core *items = items_for(l->plan, k->sum, k->kernel->node->span);
    Core *rows = total_of(k->count, outer);
    Core *tiles = host_call("tiles_for", (Core *[]){ k->count[outer], items }, 2);
    if (outer)
        tiles = tree_mul(rows, tiles);
    Stage *s = stage_new(k, "chain", "", host_call("blocks_of", &tiles, 1), block_size());
    fill(s, "items")->exp = items;
    tell(l, k, s, tiles);
    merge_levels(l, k, outer, "row");
    if (outer) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
    }
    return s;
}

static void fill_scan(Stage *s, Nest *k, Var *item)
{
    fill_level(s, "x", k->index[k->nlevels - 1], k->count[k->nlevels - 1]);
    fill(s, "locate")->block = k->locate;
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill(s, "item")->var = item;
    fill(s, "start_value")->exp = start_of(k);
    fill_threads(s, k);
    fill_fold(s, k);
}

void lower_chain(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int nfold = n->g[2].n, outer = n->g[0].n - 1;
    View **to = result_arrays(l, s, 0);
    Lower in = open_nest(l, n, name_of_results(s, to, "scan"), NULL);
    Nest *k = in.nest;
    lower_rows(&in, body, to, nfold, k->at, outer + 1);
    fold_of(&in, k, s, body, core_bool(true), "sum");
    flush_reads(&in);
    Var *item = like_sum(&in, k, "item");
    emit_set(&in, core_var(item), k->value);
    in.out = &k->finish;
    for (int i = 0; i < nfold; i++)
        if (to[i])
            emit_set(&in, view_at(to[i], k->at), tree_part(core_var(k->sum), k->op, i));
    Core *total = total_of(k->count, outer + 1);
    fill_scan(chain_stage(&in, k, outer), k, item);
    launch(l, k, outer ? total : NULL);
}
