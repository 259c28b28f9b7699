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
/* Runs an entry on values. Failures of the program, with its message on
   standard error, come back in the result. */
EvalResult cpu_run(const CpuProgram *p, const char *entry, Value **args, int nargs);
void cpu_free(CpuProgram *p);

#endif
