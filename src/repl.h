/*
 * repl.h -- `mapnest repl`: expressions and declarations, as they are typed.
 */
#ifndef MAPNEST_REPL_H
#define MAPNEST_REPL_H

#include "compile.h"

/* file: null, or a program to begin with. The exit status; input that is no terminal ends it at
   the first error's status, but is read to its end. */
int repl(const char *file, const CompileOptions *o);

#endif
