/*
 * skeletons.c -- the skeletons of kernels, and what stands in their holes.
 *
 * The text of each is templates/cuda/kernel_NAME.mustache. Blocks are told in the
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
/* Where threads have arrays of their own: how many threads, and which. */
#define THREADS { "threads", HOLE_NAME, true }, { "thread", HOLE_NAME, true }

static const Skeleton skeletons[] = {
    { "single", false, { BLOCK("body") } },
    { "map_1", false, { BLOCK("body"), LEVEL("x") } },
    { "map_2", false, { BLOCK("body"), LEVEL("y"), LEVEL("x") } },
    { "map_3", false, { BLOCK("locate"), BLOCK("body"), LEVEL("z"), LEVEL("y"), LEVEL("x") } },
    { "map_strided", false, { BLOCK("body"), LEVEL("x"), THREADS } },
    { "partials", true, { BLOCK("body"), LEVEL("x"), THREADS, FOLD, NEUTRAL, EXP("value"),
                          FLAG("whole"), PLACE("partials") } },
    { "total", true, { EXP("partials"), EXP("blocks"), BLOCK("finish"), FOLD, NEUTRAL,
                       FLAG("in_order") } },
    { "rows", true, { ROW, FOLD, NEUTRAL, FLAG("in_order") } },
    { "rows_strided", true, { ROW, THREADS, FOLD, NEUTRAL, FLAG("in_order") } },
    { "row_scan", true, { ROW, FOLD, NEUTRAL, EXP("start_value"), NAME("item") } },
    { "row_scan_strided", true, { ROW, THREADS, FOLD, NEUTRAL, EXP("start_value"),
                                  NAME("item") } },
    { "chain", true, { BLOCK("locate"), BLOCK("body"), BLOCK("finish"),
                       { "y", HOLE_NAME, true }, { "y_count", HOLE_EXP, true }, LEVEL("x"),
                       THREADS, FOLD, NEUTRAL, EXP("start_value"), NAME("item"), EXP("items"),
                       { "known", HOLE_HELPER, false }, TOLD("states", false), TOLD("sums", true),
                       TOLD("prefixes", true) } },
    { "block", true, { BLOCK("locate"), BLOCK("arrays"), BLOCK("body"), LEVEL("x") } },
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

bool kernel_writes(const Kernel *k, const Var *v)
{
    for (int i = 0; i < k->stages.n; i++)
        if (table_has(k->stages.at[i]->written, v))
            return true;
    return false;
}
