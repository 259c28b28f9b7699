/*
 * bench.h -- `mapnest bench`: the data sets of test blocks, measured on a GPU; where there
 * is none, predicted from what the CPU run counts.
 */
#ifndef MAPNEST_BENCH_H
#define MAPNEST_BENCH_H

#include "oncpu.h"
#include "run.h"
#include "testblock.h"

typedef struct {
    const char *card;          /* predict for it; null: measure, if there is a GPU */
    const char *json;          /* a file for the times; null: none */
    const char *compare;       /* such a file; null: none */
} BenchRun;

typedef struct { int runs; double mean, error; } Times;    /* in microseconds */

/* Multiprocessors of a card that the model knows; else 0. */
int64_t card_processors(const char *card);
/* Fails for a name that is no card's; null is fine. */
void card_check(const char *card);

/* A program of the source, for the GPU; with counters for the CPU where *card is not null, or
   there is no GPU: *card is then set. Null, and *error, if it cannot be built. */
CpuProgram *bench_build(Source *s, const CompileOptions *c, bool tunable, const char **card,
                        Emitted *files, const char **error);
/* How long it takes; more: arguments of the program. Null, or what went wrong. */
const char *bench_time(const CpuProgram *p, const char *entry, Value **args, int nargs,
                       const char *card, const char *const more[], Times *t);

/* Those marked `bench`, if there are some; else all that have no other mark. */
bool bench_wants(const TestCase *c, bool marked);

/* Prints a table; 1 if a data set failed. */
int bench_files(char **files, int n, const RunOptions *o, const BenchRun *run);

#endif
