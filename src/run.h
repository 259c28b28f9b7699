/*
 * run.h -- `mapnest run` and `mapnest test`.
 */
#ifndef MAPNEST_RUN_H
#define MAPNEST_RUN_H

#include "compile.h"
#include "handed.h"

typedef struct {
    CompileOptions compile;
    const char *file;
    const char *entry;         /* run: the entry point */
    bool on_cpu;               /* the generated CUDA on this machine's CPU */
    bool no_races;             /* evaluated; a scatter's race is a failure */
    int ranks;                 /* the same by so many ranks of MPI; 0: not */
    bool on_passes;            /* evaluated after each pass: the same values each time */
    bool binary;               /* run: results in binary format */
    bool path;                 /* run on_cpu: which kernels ran, on standard error */
    bool profile;              /* run: a table of kernels, on standard error */
    double tolerance;          /* test: of floats */
    const char *save;          /* test: a folder for inputs and evaluated results */
} RunOptions;

/* Reads values from standard input and prints the results; the exit status. */
int run_file(const RunOptions *o);
/* A program ready to run in either way. */
typedef struct Runner Runner;
/* Compiles; errors go to diag. With on_cpu, null and *error if the generated
   program cannot be built. */
Runner *runner_new(Source *s, const RunOptions *o, const char **error);
const Func *runner_entry(const Runner *r, const char *name);
/* As the options say. Where passes disagree, the result is a failure that says so. */
EvalResult runner_run(const Runner *r, const Func *entry, Value **args, int nargs);
/* The same by the evaluator, whatever the options say. */
EvalResult runner_eval(const Runner *r, const Func *entry, Value **args, int nargs);
void runner_free(Runner *r);

/* The first line, cut where it is long. */
const char *brief(const char *s);
/* The values on one line. */
const char *values_str(Value **v, int n);
/* Null, or how the results differ; floats by the relative tolerance. */
const char *results_differ(Value **want, int nwant, const EvalResult *got, double tolerance);
/* Null, or what is wrong with these arguments for the entry. */
const char *check_arguments(const Func *f, Value **args, int nargs);
/* All values of a text or binary buffer, for one side of an entry point, rows that differ
   apart; see side_read. */
Value **values_read(const char *text, size_t n, const char *name, const Caller *s, bool typed,
                    int *count, const char **error);
/* "i32", "[][]f64": types as Futhark prints them, sizes unknown. */
const char *value_type_str(const Value *v);

#endif
