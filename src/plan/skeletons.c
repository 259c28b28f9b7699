/*
 * skeletons.c -- the skeletons of kernels, and what stands in their holes.
 *
 * The text of each is templates/cuda/kernel_NAME.mustache; what a list of records holds, like
 * tables, has a row, too. Blocks are told in the
 * order in which they run; all begin with a prologue.
 */
#include "plan.h"

#include <string.h>

#define NAME(name) { name, HOLE_NAME, false }
#define EXP(name) { name, HOLE_EXP, false }
#define PLACE(name) { name, HOLE_PLACE, false }
#define TOLD(name, optional) { name, HOLE_TOLD, optional }
#define FLAG(name) { name, HOLE_FLAG, true }
#define BLOCK(name) { name, HOLE_BLOCK, false }
#define LEVEL(axis) NAME(axis), EXP(axis "_count")
#define FOLD { "ctype", HOLE_TYPE, false }, NAME("sum"), { "operator", HOLE_OPERATOR, false }
#define NEUTRAL EXP("neutral_value")
/* The elements of a row of y_count; x_last is x_end where its type matters. */
#define ROW                                                                        \
    BLOCK("locate"), BLOCK("outer"), BLOCK("body"), BLOCK("finish"), NAME("x"),    \
    EXP("x_end"), LEVEL("y"), { "x_last", HOLE_TYPED, false }
/* Where blocks leave their values for the last one of them, and are counted. */
#define JOIN                                                                       \
    TOLD("partials", true), TOLD("arrived", true), FLAG("in_order"), FLAG("strided"), \
    EXP("blocks"),                                                                 \
    { "y", HOLE_NAME, true }, { "part", HOLE_NAME, true }
/* Elements in shared memory: element `at` of `size` from `start` on. */
#define STAGED NAME("start"), NAME("at"), NAME("size"), EXP("items"), FLAG("has_load"), \
    FLAG("reads_own")
/* What lies around a tile: element `at` is copied; so many more than the tile has. */
#define WINDOWS { "windows", HOLE_BLOCK, true }, { "beside", HOLE_EXP, true }
/* Where threads have arrays of their own: how many threads, and which. */
#define THREADS { "threads", HOLE_NAME, true }, { "thread", HOLE_NAME, true }

/* A part of a row of y_count, or of one row, by a block. */
#define PART                                                                       \
    BLOCK("outer"), { "load", HOLE_BLOCK, true }, BLOCK("body"), BLOCK("finish"),  \
    { "y_count", HOLE_EXP, true }, { "width", HOLE_EXP, true },                    \
    { "x_first", HOLE_EXP, true }, EXP("x_end"),                                   \
    THREADS, FOLD, NEUTRAL, JOIN
/* The rows that a block's elements are of. */
#define AMONG                                                                      \
    { "among", HOLE_NAME, true }, { "ends", HOLE_EXP, true }, { "ends_count", HOLE_EXP, true }
/* Rows of a tile. Shared memory has their ends beside the tile's elements of `item_bytes` each. */
#define AMONG_TILE AMONG, { "item_bytes", HOLE_EXP, true }
/* What blocks tell each other of tiles, and the function that combines these. */
#define TILES { "tile_status", HOLE_HELPER, false }, { "exclusive_prefix", HOLE_HELPER, false }
#define SWEEP { "downsweep", HOLE_HELPER, false }
#define LOCATE { "locate", HOLE_BLOCK, true }

static const Skeleton skeletons[] = {
    { "single", false, { BLOCK("body") } },
    { "map_1", false, { BLOCK("body"), LEVEL("x"), AMONG } },
    { "map_vector", false, { BLOCK("load"), BLOCK("body"), BLOCK("finish"), LEVEL("x"),
                             NAME("first"), EXP("items") } },
    { "map_2", false, { BLOCK("body"), LEVEL("y"), LEVEL("x") } },
    { "map_strided", false, { BLOCK("body"), LEVEL("x"), THREADS, AMONG } },
    { "reduce", true, { BLOCK("body"), LEVEL("x"), THREADS, FOLD, NEUTRAL, EXP("value"),
                        FLAG("whole"), JOIN, BLOCK("finish") } },
    { "reduce_rows", true, { LOCATE, PART, NAME("x") } },
    { "reduce_rows_strided", true, { LOCATE, PART, NAME("x") } },
    { "reduce_rows_in_order", true, { BLOCK("arrays"), LOCATE, WINDOWS, PART, STAGED,
                                      NAME("item") } },
    { "reduce_rows_in_order_strided", true, { BLOCK("arrays"), LOCATE, WINDOWS, PART, STAGED,
                                              NAME("item") } },
    { "reduce_columns", true, { LOCATE, PART, NAME("x"), EXP("columns") } },
    { "reduce_columns_in_order", true, { BLOCK("arrays"), LOCATE, PART, STAGED, NAME("item"),
                                         EXP("columns") } },
    { "reduce_short_rows", true, { BLOCK("arrays"), BLOCK("load"), ROW, THREADS, FOLD, NEUTRAL,
                                   FLAG("in_order"), STAGED, NAME("row"), NAME("skew"), EXP("rows"),
                                   EXP("width") } },
    { "scan_rows", true, { ROW, FOLD, NEUTRAL, EXP("start_value"), NAME("item") } },
    { "scan_rows_strided", true, { ROW, THREADS, FOLD, NEUTRAL, EXP("start_value"),
                                   NAME("item") } },
    { "scan_short_rows", true, { BLOCK("body"), BLOCK("finish"), NAME("x"), EXP("x_end"),
                                 LEVEL("y"), EXP("rows"), EXP("width"), EXP("items"),
                                 FLAG("loads_at_y"), FLAG("loads_at_x"), FLAG("declares"), FOLD,
                                 NEUTRAL, EXP("start_value"), NAME("item") } },
    { "scan", true, { BLOCK("locate"), { "arrays", HOLE_BLOCK, true }, WINDOWS, BLOCK("kept"),
                      BLOCK("body"), { "order", HOLE_BLOCK, true },
                      BLOCK("finish"), BLOCK("at_end"), FLAG("orders_at_x"), FLAG("orders_sums"),
                      { "order_by", HOLE_HELPER, true }, FLAG("splits"),
                      { "kind_of", HOLE_NAME, true }, NAME("at"),
                      FLAG("totals"), FLAG("one_total"), FLAG("loads_at_x"), FLAG("stores_at_x"),
                      FLAG("stores_sums"), NAME("turn"),
                      { "y", HOLE_NAME, true }, { "y_count", HOLE_EXP, true }, LEVEL("x"),
                      THREADS, FOLD, NEUTRAL, EXP("start_value"), NAME("item"), EXP("items"),
                      TILES, SWEEP, TOLD("states", false), AMONG_TILE,
                      { "number", HOLE_TYPE, true },
                      { "row_numbers", HOLE_EXP, true }, { "flat_load", HOLE_EXP, true },
                      { "flat_store", HOLE_PLACE, true }, FLAG("goes_on"), FLAG("leaves"),
                      FLAG("in_place"),
                      { "again", HOLE_PARTS, true }, { "folded", HOLE_PARTS, true } } },
    { "scan_1", true, { BLOCK("kept"), BLOCK("body"), BLOCK("finish"), BLOCK("at_end"),
                        { "y", HOLE_NAME, true }, FLAG("totals"), FLAG("has_item"), NAME("turn"),
                        LEVEL("x"), THREADS, FOLD, NEUTRAL, EXP("start_value"), NAME("item"),
                        EXP("items"), TILES, TOLD("states", false) } },
    { "scan_2", true, { BLOCK("locate"), BLOCK("kept"), BLOCK("body"), BLOCK("finish"),
                           BLOCK("at_end"), FLAG("totals"), FLAG("has_item"), NAME("turn"),
                           { "y", HOLE_NAME, true }, { "y_count", HOLE_EXP, true }, LEVEL("x"),
                           THREADS, FOLD, NEUTRAL, EXP("start_value"), NAME("item"), EXP("items"),
                           TILES, TOLD("states", false), AMONG_TILE } },
    { "again", true, { BLOCK("body"), BLOCK("at_end"), FLAG("totals"),
                       FLAG("loads_at_x"), FLAG("loads_sums"), FOLD, NEUTRAL,
                       EXP("start_value"), NAME("item"),
                       { "first_ctype", HOLE_TYPE, false }, NAME("first_sum"),
                       TILES, SWEEP, { "first", HOLE_HELPER, false },
                       { "next", HOLE_HELPER, false },
                       FLAG("last"), EXP("first_word") } },
    { "reduce_block", true, { FOLD, NEUTRAL, { "value", HOLE_NAME, true }, FLAG("in_order"),
                              FLAG("strided"), { "part", HOLE_EXP, true }, EXP("blocks"),
                              TOLD("partials", false), TOLD("arrived", false), BLOCK("finish") } },
    { "scan_columns", true, { BLOCK("locate"), BLOCK("body"), BLOCK("finish"), NAME("turn"),
                              LEVEL("y"), LEVEL("x"), THREADS, FOLD, NEUTRAL,
                              EXP("start_value"), NAME("item"), EXP("items"), EXP("columns"),
                              TILES, TOLD("states", false) } },
    { "shared_histogram", true, { BLOCK("arrays"), LOCATE, BLOCK("outer"), BLOCK("body"),
                                  { "y", HOLE_NAME, true }, { "y_count", HOLE_EXP, true },
                                  NAME("part"), EXP("blocks"), NAME("x"),
                                  EXP("x_first"), EXP("x_end"), EXP("copies"), NAME("lane"),
                                  { "tables", HOLE_PARTS, false } } },
    { "tables", true, { BLOCK("clear"), BLOCK("finish"), EXP("bins"), EXP("gathered"),
                        EXP("found"), NAME("b"), NAME("c"), FOLD, NEUTRAL } },
    { "block", true, { BLOCK("locate"), BLOCK("arrays"), BLOCK("body"), LEVEL("x"),
                       EXP("threads") } },
    { "block_of_levels", true, { BLOCK("locate"), BLOCK("arrays"), BLOCK("body"), NAME("x"),
                                 EXP("threads") } },
    { "transpose", true, { EXP("rows"), EXP("cols"), EXP("from"), PLACE("to"),
                           { "ctype", HOLE_TYPE, false }, FLAG("several") } },
};

const Skeleton *skeleton_of(const char *name)
{
    for (size_t i = 0; i < sizeof skeletons / sizeof *skeletons; i++)
        if (!strcmp(skeletons[i].name, name))
            return &skeletons[i];
    bug("no skeleton %s", name);
}

const Hole *stage_hole(const Stage *s, const char *name)
{
    for (int i = 0; s->skeleton->hole[i].name; i++)
        if (!strcmp(s->skeleton->hole[i].name, name))
            return &s->hole[i];
    return NULL;
}

static void add_holes(Holes *all, const Stage *s)
{
    for (int i = 0; s->skeleton->hole[i].name; i++) {
        Hole *h = (Hole *)&s->hole[i];
        vec_push(all, ((RowAndHole){ &s->skeleton->hole[i], h }));
        for (int p = 0; p < h->part.n; p++)
            add_holes(all, h->part.at[p]);
    }
}

Holes stage_holes(const Stage *s)
{
    Holes all = { 0 };
    add_holes(&all, s);
    return all;
}

typedef struct {
    const Var *var;
    int uses;
} Count;

static void count_use(Var *v, void *count)
{
    Count *c = count;
    c->uses += v == c->var;
}

int stage_uses(const Stage *s, const Var *v)
{
    Count c = { v, 0 };
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++) {
        tree_vars(all.at[i].hole->exp, count_use, &c);
        block_vars(&all.at[i].hole->block, count_use, &c);
    }
    block_vars(&s->prologue, count_use, &c);
    vec_free(&all);
    return c.uses;
}

bool kernel_writes(const Kernel *k, const Var *v)
{
    for (int i = 0; i < k->stages.n; i++)
        if (table_has(k->stages.at[i]->written, v))
            return true;
    return false;
}

bool is_block_size(const Core *threads)
{
    return threads->op == OP_TERM && !strcmp(threads->text, "BLOCK_SIZE");
}
