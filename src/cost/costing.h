/* costing.h -- what bounds.c and cost.c share. */
#ifndef MAPNEST_COSTING_H
#define MAPNEST_COSTING_H

#include "cost.h"

/* The sizes of a function, and what is known to bound its names. */
typedef struct {
    VEC(Growth *) growth;
    VEC(const void *) key;     /* of each: a Var, or a place and a name */
    Table *value;              /* Var -> BigO: its bound, or null while computed */
} FuncSizes;

struct Costing {
    Ranges *range;             /* definitions, and what positions stay below */
    Table *element;            /* Var -> Core: what it is an element of */
    Table *loop;               /* Var -> Core: the loop that changes it */
    Table *func;               /* Func -> Cost */
    Table *scopes;             /* a function's name -> FuncSizes */
    FuncSizes *in;
    const Core *version;       /* see cost_choose */
};

/* What the names of growths are found by: a copy that a rewriting made has the name and the
   place of the original. */
const void *key_of(const Var *v);
BigO growth(Costing *c, const void *key, const char *name, const char *about);

#endif
