/*
 * bench.h -- `mapnest bench`: the data sets of test blocks, measured on a GPU; where there
 * is none, predicted from what the CPU run counts.
 */
#ifndef MAPNEST_BENCH_H
#define MAPNEST_BENCH_H

#include "benchset.h"
#include "oncpu.h"
#include "run.h"
#include "testblock.h"

typedef struct {
    const char *card;          /* predict for it; null: measure, if there is a GPU */
    const char *json;          /* a file for the times; null: none */
    const char *compare;       /* such a file; null: none */
    const char *entry;         /* only this entry point; null: each */
    VEC(const char *) exclude; /* tags, or names of data sets */
    int runs;                  /* of each data set; 0: until the mean is known well */
    int timeout;               /* seconds of a data set; 0: no end */
} BenchRun;

/* Multiprocessors of a card that the model knows; else 0. */
int64_t card_processors(const char *card);
/* Fails for a name that is no card's; null is fine. */
void card_check(const char *card);

/* A program of the source, for the GPU; with counters for the CPU where *card is not null, or
   there is no GPU: *card is then set. Null, and *error, if it cannot be built. */
CpuProgram *bench_build(Source *s, const CompileOptions *c, bool tunable, const char **card,
                        Emitted *files, const char **error);
/* How long it takes; runs: 0, or how many; more: arguments of the program. Null, or what went
   wrong. */
const char *bench_time(const CpuProgram *p, const char *entry, Value **args, int nargs,
                       const char *card, int runs, const char *const more[], Times *t);

/* Those marked `bench`, if there are some; else all that have no other mark. */
bool bench_wants(const TestCase *c, bool marked);

/* Prints a table, also of files that --json wrote; 1 if a data set failed. */
int bench_files(char **files, int n, const RunOptions *o, const BenchRun *run);

#endif
