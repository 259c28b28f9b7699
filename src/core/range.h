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

/* Sorted, no two with the same factors, no coefficient 0. Where a coefficient has wrapped around,
   polynomials that are equal stand for equal numbers, but nothing is known of their order. */
typedef struct {
    Mono *at;
    int n, room;
    bool wraps;
} Poly;

/* Nobody looks at its terms any more; their factors may be those of others. */
void poly_drop(Poly p);
Poly poly_const(int64_t c);
Poly poly_factor(Core *f);
Poly poly_add(Poly p, Poly q, int64_t times);            /* p + times * q */
Poly poly_mul(Poly p, Poly q);
Poly poly_and(Poly p, Mono *m);                          /* p + m; p is dropped */
Poly poly_ring(Op op, Poly p, Poly q);                   /* p and q are dropped */
/* The sum or product e of those of its operands, which are dropped; a factor if it is too long. */
Poly poly_ring_of(const Core *e, Poly p, Poly q);
bool poly_is_larger(Poly p, int nodes);                  /* its factors have more nodes */
Poly poly_of(const Core *e);    /* as it is written: nothing overflows */
/* Division and the like: a factor of its own, its operands normal. */
Poly poly_opaque(Op op, Poly a, Poly b);
bool poly_is_const(Poly p, int64_t *c);
int factor_order(const Core *a, const Core *b);
Core *poly_core(Poly p);

/* ---- range.c ------------------------------------------------------------- */

/* Of definitions looked through; of terms, and of nodes of their factors. */
enum { MAX_DEPTH = 8, MAX_MONOS = 24, MAX_NODES = 100 };
#define MOST_ELEMENTS ((int64_t)1 << 57)

typedef struct {
    Core *below;               /* 0 <= v < below; or null */
    const Core *def;           /* the expression whose result number `which` it is */
    int which;
    bool natural;
    Poly *poly;                /* what it stands for, once that was asked */
    int asked;                 /* when: Ranges.time, or 0 if nothing was assumed */
} Fact;

/* Remembered ranges of a variable, one for each level of assumptions. An entry is valid while its
   time is Ranges.time + 1. */
enum { LEVELS = 3 };
typedef struct {
    Interval range[LEVELS];
    int time[LEVELS];
} Asked;

struct Ranges {
    Table *fact;               /* Var to Fact */
    Table *asked;              /* Var to Asked */
    VEC(Poly) assumed;         /* not negative in the code in hand */
    VEC(int) since;            /* the time from which on each is assumed */
    VEC(Core *) positive;      /* factors that are at least 1 there */
    int time;                  /* the same when the same is assumed; 0: nothing */
    int latest;                /* time */
};

static inline const Core *kid(const Core *e, int g) { return e->g[g].at[0]; }

Asked *asked_for(const Ranges *r, const Var *v);
const Fact *fact_of(const Ranges *r, const Core *e);     /* of a variable; or null */
/* The scalar that a variable stands for, or null. */
const Core *meaning_of(const Ranges *r, const Core *e);
/* What e is, if an assertion says that it is not negative, so that e is a factor of its own; or
   null. */
const Core *checked_value(const Ranges *r, const Core *e);
bool is_wide(const Core *e);                             /* of type i64 */
bool is_ring(Op op);                                     /* + - * */
/* Over what is not known further. Whoever asks may drop it: what is remembered has no room. */
Poly poly_in(const Ranges *r, const Core *e);
Poly less_one(Poly p);                                   /* p - 1; p is dropped */
void poly_split(Poly p, const Core *f, Poly *with, Poly *without);   /* with * f + without */
bool prove(const Ranges *r, Poly p);                     /* not negative */

#endif
