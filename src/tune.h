/*
 * tune.h -- `mapnest tune`: thresholds that serve data sets best.
 *
 * Each version is run once on each data set, by thresholds that force it: measured on a GPU;
 * where there is none, predicted. Then each choice is solved from its last test to its first,
 * by these times alone.
 */
#ifndef MAPNEST_TUNE_H
#define MAPNEST_TUNE_H

#include "bench.h"

#include <stdio.h>

/* A threshold. */
typedef struct {
    const char *field, *constant;
    const Threshold *is;
    int64_t now;
    int64_t least, most;       /* what serves the data sets as well; the ends of i64: any */
} Knob;

typedef struct {
    const char *path;          /* the versions taken: "THREAD_PER_ROW", "SPLIT_K, FLAT" */
    double time;               /* microseconds; infinite: it cannot run */
    const char *wrong;         /* why not */
} Timed;

typedef struct {
    const char *name;
    const Entry *entry;
    Value **args;
    int nargs;
    Table *size;               /* sizes and integers of the entry to int64_t */
    VEC(Timed) run;
} DataSet;

typedef struct Tuning {
    VEC(Knob) knob;
    VEC(DataSet) set;
    CpuProgram *program;
    const char *card;          /* null: measured */
    int64_t processors;        /* multiprocessors of the card; measured: of a large one */
} Tuning;

/* tune.c: of the version that serves it with the knobs as they are; run once. */
const Timed *tune_time(Tuning *t, DataSet *d);
/* The tuning file of a program, files[0], by files of values or its test blocks; prints a
   table. What goes wrong is an error (fail_at). */
const char *tune_program(char **files, int n, const RunOptions *o, const char *card, FILE *table);

/* tune_solve.c */
int tune_way(const Tuning *t, const DataSet *d, const Choice *c);
void tune_solve(Tuning *t, const Choice *const *choice, int n);    /* inner ones first */

#endif
