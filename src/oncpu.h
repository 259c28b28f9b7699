/*
 * oncpu.h -- generated programs run on this machine's CPU, as
 * `scripts/cucpu -o BINARY FILE.cu FILE_main.cu` does.
 */
#ifndef MAPNEST_ONCPU_H
#define MAPNEST_ONCPU_H

#include "core/core.h"
#include "emit/emit.h"

/* A compiled program in a temporary folder. */
typedef struct CpuProgram CpuProgram;

/* Writes the files and compiles them with scripts/cucpu, which is looked for
   in $MAPNEST_CPU, the binary's own tree and the installed one. Null, and
   *error set, on failure. */
CpuProgram *cpu_build(const char *base, const Emitted *files, const char **error);
/* The same for so many ranks, by mpicxx and mpirun. */
CpuProgram *ranks_build(int ranks, const char *base, const Emitted *files, const char **error);
/* The same for a GPU, by nvcc; null, without an error, where there is none. */
CpuProgram *gpu_build(const char *base, const Emitted *files, const char **error);
/* A run whose results nobody wants, with more arguments; null, or what went wrong. */
const char *cpu_measure(const CpuProgram *p, const char *entry, Value **args, int nargs,
                        const char *const more[]);
/* Runs that measure end after so many seconds; 0: when they are over. */
void cpu_limit(int seconds);
/* A file in the program's folder. */
const char *cpu_file(const CpuProgram *p, const char *name);
/* One that is installed with the CPU's runtime; null: it is not there. */
const char *cpu_data(const char *name, const char *in_tree);
/* What tests/bench/resources prints of its kernels, by nvcc; empty where there is none. */
const char *cpu_resources(const CpuProgram *p);
/* Runs an entry on values. Failures of the program, with its message on
   standard error, come back in the result. With profile, the harness's --profile is given
   and its table goes to standard error. */
EvalResult cpu_run(const CpuProgram *p, const char *entry, Value **args, int nargs, bool profile);
void cpu_free(CpuProgram *p);

#endif
