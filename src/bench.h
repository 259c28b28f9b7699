/*
 * bench.h -- `mapnest bench`: the data sets of test blocks, measured on a GPU; where there
 * is none, predicted from what the CPU run counts.
 */
#ifndef MAPNEST_BENCH_H
#define MAPNEST_BENCH_H

#include "run.h"

typedef struct {
    const char *card;          /* predict for it; null: measure, if there is a GPU */
    const char *json;          /* a file for the times; null: none */
    const char *compare;       /* such a file; null: none */
} BenchRun;

/* Prints a table; 1 if a data set failed. */
int bench_files(char **files, int n, const RunOptions *o, const BenchRun *run);

#endif
