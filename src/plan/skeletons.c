/*
 * skeletons.c -- the skeletons of kernels, and what stands in their holes.
 *
 * The text of each is templates/cuda/kernel_NAME.mustache. Blocks are told in the
 * order in which they run; all begin with a prologue.
 */
#include "plan.h"

#include <string.h>

#define LEVEL(axis) { axis, HOLE_NAME, false }, { axis "_count", HOLE_EXP, false }
#define BLOCK(name) { name, HOLE_BLOCK, false }
#define FOLD                                                                       \
    { "ctype", HOLE_TYPE, false }, { "sum", HOLE_NAME, false },                     \
    { "operator", HOLE_OPERATOR, false }
#define NEUTRAL { "neutral_value", HOLE_EXP, false }
#define ORDER { "in_order", HOLE_FLAG, true }
#define X_END { "x_end", HOLE_TYPED, false }
/* Where threads have arrays of their own: how many threads, and which. */
#define THREADS { "threads", HOLE_NAME, true }, { "thread", HOLE_NAME, true }

static const Skeleton skeletons[] = {
    { "single", false, { BLOCK("body") } },
    { "map_1", false, { BLOCK("body"), LEVEL("x") } },
    { "map_2", false, { BLOCK("body"), LEVEL("y"), LEVEL("x") } },
    { "map_3", false, { BLOCK("locate"), BLOCK("body"), LEVEL("z"), LEVEL("y"), LEVEL("x") } },
    { "map_strided", false, { BLOCK("body"), LEVEL("x"), THREADS } },
    { "partials", true, { BLOCK("body"), LEVEL("x"), X_END, THREADS, FOLD, NEUTRAL, ORDER,
                          { "partials", HOLE_PLACE, false } } },
    { "total", true, { { "partials", HOLE_EXP, false }, { "blocks", HOLE_EXP, false },
                       BLOCK("finish"), FOLD, NEUTRAL, ORDER } },
    { "rows", true, { BLOCK("locate"), BLOCK("outer"), BLOCK("body"), BLOCK("finish"),
                      LEVEL("y"), LEVEL("x"), X_END, FOLD, NEUTRAL, ORDER } },
    { "rows_strided", true, { BLOCK("locate"), BLOCK("outer"), BLOCK("body"), BLOCK("finish"),
                              LEVEL("y"), LEVEL("x"), X_END, THREADS, FOLD, NEUTRAL, ORDER } },
    { "tile_sums", true, { BLOCK("locate"), BLOCK("body"), FOLD, LEVEL("x"), X_END, THREADS,
                           { "item", HOLE_NAME, false }, NEUTRAL,
                           { "partials", HOLE_PLACE, false } } },
    { "tile_prefixes", true, { { "partials", HOLE_PLACE, false }, { "blocks", HOLE_EXP, false },
                               FOLD, { "neutral_value", HOLE_EXP, true } } },
    { "tile_scan", true, { BLOCK("locate"), BLOCK("body"), BLOCK("finish"), FOLD, LEVEL("x"),
                           X_END, THREADS, { "item", HOLE_NAME, false }, NEUTRAL,
                           { "partials", HOLE_EXP, false } } },
    { "block", true, { BLOCK("locate"), BLOCK("arrays"), BLOCK("body"), LEVEL("x") } },
    { "transpose", true, { { "rows", HOLE_EXP, false }, { "cols", HOLE_EXP, false },
                           { "from", HOLE_EXP, false }, { "to", HOLE_PLACE, false },
                           { "ctype", HOLE_TYPE, false }, { "several", HOLE_FLAG, true } } },
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

bool kernel_writes(const Kernel *k, const Var *v)
{
    for (int i = 0; i < k->stages.n; i++)
        if (table_has(k->stages.at[i]->written, v))
            return true;
    return false;
}
