/* measure.h -- shared by measure.c and slice.c. */
#ifndef MAPNEST_PLAN_MEASURE_H
#define MAPNEST_PLAN_MEASURE_H

#include "plan.h"

/* The larger of two numbers of type i64. */
Core *max_lambda(void);
/* A body that gives the greatest value that these variables have in it, which may be
   among its parameters, and nothing else. Null: it has none of them. */
Core *most_of_body(const Core *body, Var *const *param, int n, const Table *sizes);
/* The same for a combinator's lambda, as a combinator. */
Core *most_of_soac(const Core *n, const Table *sizes);

#endif
