/* uses.h -- questions about bodies, of core alone. */
#ifndef MAPNEST_PLAN_USES_H
#define MAPNEST_PLAN_USES_H

#include "../core/core.h"

/* How often a variable occurs, and whether in a loop that it is bound outside of. */
typedef struct {
    int uses, depth;
    bool deeper;
    bool placed;               /* a nested read that stands in its place */
} Use;

void count_uses(Table *use, const Core *body);           /* Var to Use */
/* The array outside the body in whose place the result comes to be, or null. */
Var *root_of(const Core *body, const Core *atom);
int variable_given(const Core *loop, int k);             /* that result k is; -1: none */
bool changes_place(const Core *loop, int k);     /* variable k is given, or given to, another */
/* The operand in whose place result k of the expression comes to be, or null. */
const Core *replaced(const Core *e, int k);
bool in_place(const Core *loop, int k);                  /* changes loop variable k */
bool body_fails(const Core *body);                       /* may */
bool func_fails(const Func *f);                          /* has a check */
bool func_tells(const Func *f, int k);                   /* result k is a size of others */
bool makes_anew(const Core *e);          /* a nest whose results share no memory with operands */
/* Kernels before the last binding read the array, or parts of it; nothing else does, and nothing
   after that binding, which reads it by no other name. */
bool read_before_alone(const Core *body, const Stm *last, Var *array);
/* How often v stands in the term. */
int uses_in(const Core *n, const Var *v);

#endif
