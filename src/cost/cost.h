/*
 * cost.h -- asymptotic work and depth.
 *
 * In: any term of core, nested or flat. Out: its work (all operations) and its
 * depth (the longest chain of operations that wait for each other), as sums of
 * products of sizes and logarithms of sizes. Only terms that no other term of
 * the sum outgrows are kept, without coefficients: O-notation, every size
 * taken to grow on its own.
 */
#ifndef MAPNEST_COST_H
#define MAPNEST_COST_H

#include "../core/core.h"

/* ---- bigo.c: the algebra ------------------------------------------------ */

/* A size that grows: a size of the program, or something that only running
   it tells. Two of one name are the same. */
typedef struct Growth Growth;

/* size^(halves / 2) * (log size)^logs */
typedef struct {
    const Growth *of;
    int halves, logs;
} Power;

typedef struct {
    Power *at;                 /* sorted by name; none: a constant */
    int n;
    double times;              /* so often; no matter in O-notation */
} Product;

struct Growth {
    const char *name;          /* interned */
    const char *about;         /* what it stands for; null: a size or parameter */
    const Product *most;       /* what it does not exceed; null: not known */
};

typedef struct {
    Product *at;               /* sorted; never empty */
    int n;
} BigO;

BigO bigo_one(void);
BigO bigo_of(const Growth *g);
BigO bigo_times(BigO a, double times);
BigO bigo_add(BigO a, BigO b);
BigO bigo_mul(BigO a, BigO b);
BigO bigo_log(BigO a);
/* False where it cannot be told: a root of a root, a quotient by a sum. */
bool bigo_root(BigO a, BigO *root);
bool bigo_divide(BigO a, BigO b, BigO *quotient);
/* The smaller of two, where one outgrows the other. */
bool bigo_least(BigO a, BigO b, BigO *least);
/* With f of each size in its place; roots and quotients only from above. */
BigO bigo_map(BigO a, BigO (*f)(const Growth *g, void *arg), void *arg);
bool bigo_equal(BigO a, BigO b);
/* "n*m + k*log k" */
const char *bigo_str(BigO a);
/* "8*n + 4*m", with how often; of what is outgrown nothing. */
const char *bigo_exact(BigO a);
/* Calls f for each size in it, in order. */
void bigo_each(BigO a, void (*f)(const Growth *g, void *arg), void *arg);

/* ---- cost.c, bounds.c: terms ------------------------------------------------ */

typedef struct {
    BigO work, depth;
} Cost;

/* What is known of names: definitions and bounds. Binders are unique, so all
   programs and terms of a run can be known at once. */
typedef struct Costing Costing;
Costing *costing_new(void);
void costing_know(Costing *c, const Core *n);
void costing_know_func(Costing *c, const Func *f);

/* Of a term of the function of that name, whose sizes have their own names. */
void costing_in(Costing *c, const char *func);
Cost cost_of(Costing *c, const Core *n);
/* Under a map nest (levels, outermost first): all instances of n. */
Cost cost_under(Costing *c, Kids levels, const Core *n);
Cost cost_of_func(Costing *c, const Func *f);
/* Bounds of a size, of a type's elements, of a while loop's rounds; what defines a name. */
BigO cost_size(Costing *c, const Core *size);
BigO cost_nest(Costing *c, const Kids *levels);      /* how many rows they have together */
BigO cost_elements(Costing *c, const Type *t);
BigO cost_iterations(Costing *c, const Core *loop);
const Core *cost_definition(const Costing *c, const Var *v);
/* The array of which v is an element; else null. */
const Core *cost_rows(const Costing *c, const Var *v);
/* What f says of the function that is called, in sizes of the call. */
BigO cost_at_call(Costing *c, const Core *call, BigO (*f)(Costing *c, const Func *func));
/* Of an IF that chooses between versions, the branch whose cost counts: the last one's,
   but for that of cost_choose; null: it is none. */
const Core *cost_version(const Costing *c, const Core *n);
void cost_choose(Costing *c, const Core *n);
Cost cost_then(Cost a, Cost b);
bool cost_equal(Cost a, Cost b);

/* ---- bytes.c -------------------------------------------------------------- */

/* Of arrays' elements that are read and written, with coefficients. */
BigO bytes_of_func(Costing *c, const Func *f);

#endif
