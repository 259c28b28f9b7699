/*
 * expression.h -- expressions in the scope of a program: `mapnest eval`, `repl`, `literate`.
 */
#ifndef MAPNEST_EXPRESSION_H
#define MAPNEST_EXPRESSION_H

#include "compile.h"

/* Declarations that expressions may use. Errors in them are found when the scope is made. */
typedef struct {
    const CompileOptions *options;
    const char *name;          /* of the expression in messages: "<expression>" */
    const char *decs;          /* "" where there are none */
} Scope;

/* The scope of a program in a file; it stops at an error in the file. */
Scope scope_of_file(const char *path, const CompileOptions *o);
/* With more declarations, as they are written. */
Scope scope_with(const Scope *s, const char *decs);

/* Each prints on standard output; errors go to diag. */
void expression_value(const Scope *s, const char *exp);
void expression_type(const Scope *s, const char *exp);
/* The steps of its derivation; its kernels. */
void expression_explain(const Scope *s, const char *exp);
void expression_kernels(const Scope *s, const char *exp);
/* The values, one for each part of a tuple; their number in *n. */
Value **expression_values(const Scope *s, const char *exp, int *n);

#endif
