/*
 * chain.h -- the versions of the nests of a function, with the times that are predicted for a
 * grid of sizes.
 *
 * Rules make versions as a chain of `if`s, one in the other's else-branch; their tests compare
 * sizes with thresholds. A threshold has one value in a program. The values that it can have here
 * are the one that rules declare and the powers of two up to 2^29; and the one that a user tells.
 */
#ifndef MAPNEST_COST_CHAIN_H
#define MAPNEST_COST_CHAIN_H

#include "grid.h"

enum { MOST_VERSIONS = 8, CANDIDATES = 31, AS_TOLD = CANDIDATES };

typedef struct {
    const char *name;
    int64_t declared, told;    /* told: as the program has it */
    int at;                    /* its value is candidate number .., or AS_TOLD */
    bool by_user;
    bool fixed;                /* the user has told it, or it alone sees to shared memory */
} Threshold;

typedef VEC(Threshold *) Thresholds;

int64_t threshold_value(const Threshold *t);

/* A part of a test that is no `&&`, `||` or `!`. */
typedef struct {
    const Core *atom;
    bool asks;                 /* it compares with thresholds, */
    Threshold *threshold;      /*   with one alone, or null */
    enum { AS_IT_IS, HOLDS, FAILS } told;
} Leaf;

/* A leaf, by number, or `&&`, `||`, `!` of one or two tests. */
typedef struct Test {
    int leaf;                  /* or -1 */
    Op op;
    const struct Test *part[2];
} Test;

/* The versions of one nest; the last one is what is left where no test holds. */
typedef struct {
    const Core *way[MOST_VERSIONS];    /* the `if`s */
    const Test *test[MOST_VERSIONS];   /* theirs */
    bool limited[MOST_VERSIONS];       /* where this one is taken shared memory has to suffice */
    int n;                     /* versions */
    VEC(int64_t) point;        /* of the grid, those at which it is asked */
    VEC(double) time;          /* n of them for each point; infinite: impossible there */
    VEC(double) cost;          /* likewise, see thresholds.c */
    VEC(Leaf) leaf;
    VEC(uint32_t) holds;       /* each of them, for each point: a bit for each candidate */
    bool unknown;              /* data decide a test */
    unsigned kept;             /* versions, a bit each */
} Chain;

typedef struct {
    const Func *func;
    const Card *card;
    Clock *clock;
    Numbers *numbers;
    Grid grid;
    int64_t point;             /* in hand */
    Table *def;                /* Var -> Stm */
    Table *seen;               /* `if`s: the Chain, or null: it is part of one */
    VEC(Chain *) chain;
    const Thresholds *told;    /* by the user */
    Thresholds *thresholds;    /* that tests compare with */
} Chains;

/* False: the function has no versions, or no sizes. Thresholds that are `met` first go into that
   list. */
bool chains_make(Chains *c, Func *f, const Card *card, const Thresholds *told, Thresholds *met);

/* The version with that number needs shared memory, and comparisons with thresholds alone see to
   it that there is enough. */
bool guarded_by_sizes(const Chains *c, const Chain *x, int version);
/* The test asks the leaf of that number. */
bool test_asks(const Test *t, int leaf);
/* Something that the test computes is the result of that operation. */
bool test_has(const Chains *c, const Core *test, Op op);

/* The number of the version in `kept` that the tests choose at a point. */
int version_taken(const Chain *x, unsigned kept, int point);
/* The number of the leaf, or -1. */
int leaf_of(const Chain *x, const Core *atom);
static inline double time_at(const Chain *x, int point, int version)
{
    return x->time.at[point * x->n + version];
}
/* The time of the best one of the versions `of`, a bit each. */
double best_time(const Chain *x, int point, unsigned of);
int last_version(unsigned kept);

#endif
