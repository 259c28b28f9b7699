/* range.h -- shared by size.c, range.c, range_prove.c and range_number.c. */
#ifndef MAPNEST_CORE_RANGE_H
#define MAPNEST_CORE_RANGE_H

#include "core.h"

/* ---- size.c: polynomials over sizes -------------------------------------- */

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
Poly poly_of(const Core *e);    /* as it is written: nothing overflows */
/* Division and the like: a factor of its own, its operands normal. */
Poly poly_opaque(Op op, Poly a, Poly b);
bool poly_is_const(Poly p, int64_t *c);
int factor_order(const Core *a, const Core *b);
Core *poly_core(Poly p);

/* ---- range.c ------------------------------------------------------------- */

enum { MAX_DEPTH = 8, MAX_MONOS = 24 };     /* of definitions looked through; of terms */
#define MOST_ELEMENTS ((int64_t)1 << 57)

typedef struct {
    Core *below;               /* 0 <= v < below; or null */
    const Core *def;           /* the expression whose result number `which` it is */
    int which;
    bool natural;
    Poly *poly;                /* what it stands for, once that was asked */
    int asked;                 /* when: Ranges.time, or 0 if nothing was assumed */
} Fact;

struct Ranges {
    Table *fact;               /* Var to Fact */
    VEC(Poly) assumed;         /* not negative in the code in hand */
    VEC(Core *) positive;      /* factors that are at least 1 there */
    int time;                  /* another when assumptions are others */
};

static inline const Core *kid(const Core *e, int g) { return e->g[g].at[0]; }

const Fact *fact_of(const Ranges *r, const Core *e);     /* of a variable; or null */
/* The scalar that a variable stands for, or null. */
const Core *meaning_of(const Ranges *r, const Core *e);
/* What e is, if an assertion says that it is not negative, so that e is a factor of its own; or
   null. */
const Core *checked_value(const Ranges *r, const Core *e);
bool is_wide(const Core *e);                             /* of type i64 */
bool is_ring(Op op);                                     /* + - * */
Poly poly_in(const Ranges *r, const Core *e);            /* over what is not known further */
Poly less_one(Poly p);
void poly_split(Poly p, const Core *f, Poly *with, Poly *without);   /* with * f + without */
bool prove(const Ranges *r, Poly p);                     /* not negative */

#endif
