/* poly.h -- shared by size.c and range.c: polynomials over sizes. */
#ifndef MAPNEST_CORE_POLY_H
#define MAPNEST_CORE_POLY_H

#include "core.h"

/* coef times the product of the factors, which are sorted. Integers wrap
   around, so everything is computed modulo 2^64. */
typedef struct {
    int64_t coef;
    Core **fac;
    int n;
} Mono;

/* Sorted, no two with the same factors, no coefficient 0. */
typedef struct {
    Mono *at;
    int n;
} Poly;

Poly poly_const(int64_t c);
Poly poly_factor(Core *f);
Poly poly_add(Poly p, Poly q, int64_t times);            /* p + times * q */
Poly poly_mul(Poly p, Poly q);
/* Division and the like: a factor of its own, its operands normal. */
Poly poly_opaque(Op op, Poly a, Poly b);
bool poly_is_const(Poly p, int64_t *c);
int factor_order(const Core *a, const Core *b);
Core *poly_core(Poly p);

#endif
