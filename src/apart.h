/*
 * apart.h -- an action on an expression in a process of its own: memory that it takes, and faults,
 * end with it.
 */
#ifndef MAPNEST_APART_H
#define MAPNEST_APART_H

#include "expression.h"

#include <stdio.h>

typedef void Action(const Scope *s, const char *text);

/* Its prints go to `out`, its errors to `err`; null: where ours go. The status that waitpid tells:
   0 if it has not failed; -1: there is no such process. */
int run_apart(Action *action, const Scope *s, const char *text, FILE *out, FILE *err);

#endif
