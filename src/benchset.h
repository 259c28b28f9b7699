/*
 * benchset.h -- the times of data sets: as a table, and as JSON in the layout of
 * `futhark bench --json`, which `mapnest bench --compare` reads.
 */
#ifndef MAPNEST_BENCHSET_H
#define MAPNEST_BENCHSET_H

#include "base/base.h"

typedef struct {
    VEC(double) run;           /* microseconds */
    double mean, error;        /* error: half of the confidence interval of 95 % */
    bool predicted;            /* the mean is a model's */
} Times;

typedef struct {
    const char *program;       /* "dot.fut", or "dot.fut:ENTRY" where that is not main */
    const char *name;          /* "[1000]i32" */
    const char *card;          /* predicted for it; null: measured */
    Times times;
} BenchSet;

typedef struct { VEC(BenchSet) set; } BenchSets;

void times_add(Times *t, double microseconds);
/* The mean and the error, of the runs. */
void times_sum(Times *t);

/* Fails where the file is not such JSON. */
BenchSets *benchsets_read(const char *path);
/* Null: it is not there. */
const BenchSet *benchsets_find(const BenchSets *all, const char *program, const char *name);
const char *benchsets_json(const BenchSets *all);

/* old: the sets to compare with, or null. */
void benchset_heading(const char *card, const BenchSets *old);
void benchset_print(const BenchSet *s, const BenchSets *old);

#endif
