/*
 * truth.h -- rules tried for truth. An instance is a term on which a rule is
 * tried, well-typed, over named data. The engine applies the rule there, so
 * its conditions are honoured; then both terms are evaluated on small data.
 */
#ifndef MAPNEST_REWRITE_TRUTH_H
#define MAPNEST_REWRITE_TRUTH_H

#include "rewrite.h"

typedef struct {
    Kids ctx;                  /* of a judgment: the map nest */
    Core *term;                /* a body */
    const Given *given;        /* the names that it may use */
    bool tame;                 /* tests are false, so that no loop runs on */
    bool small;                /* no number is very large, or none at all */
} Instance;

/* ---- truth_apply.c: what a rule makes of an instance -------------------- */

typedef enum { APPLY_NOT, APPLY_DONE, APPLY_BROKEN } Applied;

/* *after is what the rule says; of a rule that breaks down, *why says how. */
Applied instance_apply(const RuleSet *rs, const Law *law, const Instance *i,
                       Core **after, const char **why);
/* A function of all names; its parameters may be updated. */
Program *instance_program(const Instance *i, Core *body);
/* It is a program; outside all nests, its results have sizes. */
bool instance_is_well_formed(const Instance *i);
/* The meaning of `S |- e`: e in a map for every level; with the levels' own
   names, or with fresh ones. */
Core *nest_over(Kids ctx, Core *e);
Core *nested(Kids ctx, Core *e);
/* The combinator that only maps. */
Op plain_map(void);

/* ---- truth_data.c: both sides on data ----------------------------------- */

/* A counter-example, in words. */
typedef struct {
    const char *where;         /* what the functions of the examples are */
    const char *data;          /* "n = 1i64, xs = [0i32]" */
    const char *before, *after;
} Counter;

/* Evaluates both bodies on small data; adds the number of cases to *cases.
   False if they agree; or else the fewest, smallest elements are in *c. */
bool terms_differ(const Instance *i, Core *left, Core *right, unsigned *seed,
                  int *cases, Counter *c);

/* ---- truth_op.c: operators and names for instances ---------------------- */

typedef struct {
    Core *lam;
    Kids ne;                   /* atoms; what binds them is in stms */
    Stm *stm;
    int nstms;
} Operator;

const Given *instance_names(void);
int operator_count(void);
/* With fresh binders. */
Operator operator_at(int k);

/* ---- instances ---------------------------------------------------------- */

/* truth_make.c: from the pattern; false if this attempt came to nothing. */
bool instance_make(const Law *law, unsigned *seed, Instance *out);
/* truth_vary.c: other operands, other operations, more results. */
bool instance_vary(const Instance *from, unsigned *seed, Instance *out);

unsigned draw(unsigned *seed, int below);

/* What is known while an instance is made. */
typedef struct {
    unsigned *seed;
    Env env;
    VEC(Var *) scope;
    int given;                 /* of these, the first are no computed ones */
    Stms *out;                 /* the body in hand */
    Core *width;               /* of the last array combinator */
    int depth, fuel;
    jmp_buf failed;
} Make;

typedef struct {
    const Type **at;           /* null: any */
    int n;
} Want;

static inline bool chance(Make *k, int percent)
{
    return (int)draw(k->seed, 100) < percent;
}

_Noreturn void make_fails(Make *k);
/* n with its type, or the attempt fails. */
Core *checked(Make *k, Core *n);

/* truth_atom.c: names in scope, or something new of that type. */
Core *some_atom(Make *k, const Type *t);
Core *some_array(Make *k, const Core *width);
Core *some_scalar(Make *k);
Core *some_size(Make *k);
Core *zero_of(Prim p);
Core *bind_fresh(Make *k, Core *exp, const char *name);
Var *new_name(Make *k, const char *meta, const Type *t);

/* truth_exp.c: an expression for a pattern; null or an open name: any. */
Core *some_exp(Make *k, const Core *pat);
/* One operand. */
Core *some_operand(Make *k, const Core *pat, const Type *t);
/* truth_soac.c: with a mapping as its pattern, if there is one. */
Core *some_soac(Make *k, Op op, const Core *pat, const Side *mapping);
/* truth_body.c */
Core *some_body(Make *k, const Core *pat, Want want);
/* Random bindings, at most n. */
void some_bindings(Make *k, int n);
/* The bindings of a pattern; their names are added to *vars. */
void pattern_bindings(Make *k, const Stm *pat, int n, Kids *vars);
Kids some_levels(Make *k, const Core *pat);

#endif
