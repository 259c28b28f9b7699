/*
 * truth: rules tried for truth, and the operators of programs. In: the rules
 * as the engine has them. Out: counter-examples. An instance is a term on
 * which a rule is tried, well-typed, over named data. The engine applies the
 * rule there, so its conditions are honoured; then both terms are evaluated
 * on small data.
 */
#ifndef MAPNEST_TRUTH_TRUTH_H
#define MAPNEST_TRUTH_TRUTH_H

#include "../rewrite/rewrite.h"

/* ---- trials.c ------------------------------------------------------------ */

/* From now on some of the terms that rules make are kept in this folder, as programs. */
void rules_keep_terms(const char *folder);
/* Tries each rule on well-typed terms and small data; each result is handed to f. */
void rules_true(const RuleSet *rs, Wanted w, Tells *f, void *arg);
/* The same without each of its conditions, and with each small mistake on its right side:
   that should be wrong, or the rule says that it is not (`without CONDITION because WHY`).
   The kind is "premises" or "mistakes"; null: both. */
void rules_mutants(const RuleSet *rs, Wanted w, const char *kind, Tells *f, void *arg);

/* ---- program.c ---------------------------------------------------------- */

/* Warns of operators of reductions, scans and histograms that do not associate
   or, where that is declared, commute, or whose neutral element is none.
   Returns how many; *checked is their number. */
int operators_check(const Program *p, int *checked);

/* ==== inside ============================================================= */

/* ---- truth.c: one law ---------------------------------------------------- */

/* How much a law is tried. */
typedef struct {
    int attempts;              /* so many terms are made; most are none that it applies to */
    int enough;                /* limit on evaluations plus terms made, for terms of one kind */
    int least;                 /* but of so many terms it has to be tried on, or it is not known */
    bool brief;                /* the first counter-example is told, not the smallest */
    const Law *was;            /* the law before a mistake was made in it, or null */
} Effort;
/* Terms are kept, to be lowered: only where a rule pays has it code. */
bool keeps_terms(void);
Checked try_law(const RuleSet *rs, const Law *law, Effort e);

/* ---- mutant.c: laws with something left out ------------------------------ */

typedef struct {
    const char *without;       /* interned: "invariant n S", "order of a b" */
    const Law *law;
    const Law *violated;       /* only where it does not hold; null: there is none */
} Mutant;
typedef VEC(Mutant) Mutants;

/* A text of a mutant as rules have it: without what marks a metavariable, and with single
   spaces. */
const char *mutant_text(const char *text);
/* The law without what only says when it pays: it is tried wherever it is true. */
const Law *law_true(const Law *law);
Mutants law_mutants(const Law *law);
/* Two arguments of a premise change places. */
Mutants law_arguments(const Law *law);
/* That of this text; the law itself if it has none. */
const Law *law_mutant(const Law *law, const char *without, bool violated);
/* The rule says that it is true without that. */
bool is_told(const Rule *r, const char *without);
/* A text of the rule, as it is written, says so. */
bool tells_of(const char *text, const char *mutant);

/* ---- edit.c: laws with a mistake on the right side ------------------------ */

/* Texts need not differ: "exact n of map" is one too many, or one too few. */
Mutants law_edits(const Law *law);

/* ---- reach.c: what the trials of a law reach ----------------------------- */

/* Names of a law's left side, of all terms so far: sequences that had elements, and what
   lambdas and levels bind and a term read. */
typedef struct {
    Table *some, *read;
} Reach;
Reach reach_new(void);
/* A step: what it reaches is added. */
void reach_note(const Match *m, void *reach);
/* A lambda or level of the law's left side binds a sequence, and behind that other names. */
bool binds_in_front(const Law *law);
void reach_join(Reach *to, const Reach *from);
/* The names of the law that nothing reached, in words, or null. */
const char *reach_lacks(const Law *law, const Reach *r);

/* ---- instances ---------------------------------------------------------- */

typedef struct {
    Kids ctx;                  /* of a judgment: the map nest */
    Stms outside;              /*   and what stands before the nest */
    Core *term;                /* a body */
    const Given *given;        /* the names that it may use */
    bool varied;               /* sizes in it may be said in other words than the rule's */
    bool strict;               /* what it claims may no longer hold: that is asked */
    bool tame;                 /* tests are false, so that no loop runs on */
    bool small;                /* no number is very large, or none at all */
    int option;                /* the value of options that the rule asks for */
    Reach *reach;              /* where the rule's steps are noted, or null */
} Instance;

/* ---- apply.c: what a rule makes of an instance -------------------- */

typedef enum { APPLY_NOT, APPLY_DONE, APPLY_BROKEN } Applied;

/* *after is what the rule says; of a rule that breaks down, *why says how. */
Applied instance_apply(const RuleSet *rs, const Law *law, const Instance *i,
                       Core **after, const char **why);
/* The body behind what stands before the nest. */
Core *behind_outside(const Instance *i, Core *body);
/* A function of all names; its parameters may be updated. */
Program *instance_program(const Instance *i, Core *body);
bool instance_is_program(const Instance *i);
/* It is a program; outside all nests, its results have sizes. */
bool instance_is_well_formed(const Instance *i);
/* The meaning of `S |- e`: e in a map for every level; with the levels' own
   names, or with fresh ones. */
Core *nest_over(Kids ctx, Core *e);
Core *nested(Kids ctx, Core *e);
/* ---- data.c: both sides on data ----------------------------------- */

enum { MOST_COST = 30000 };    /* of one evaluation on trial, in steps */

/* A counter-example, in words. */
typedef struct {
    const char *where;         /* what the functions of the examples are */
    const char *data;          /* "n = 1i64, xs = [0i32]" */
    const char *before, *after;
} Counter;

/* The functions of the examples get bodies. */
void functions_ready(const Given *g);
/* Evaluates both bodies on small data; adds to *evaluations how often. False if
   they agree; or else the fewest, smallest elements are in *c. */
bool terms_differ(const Instance *i, Core *left, Core *right, unsigned *seed,
                  int *evaluations, Counter *c);

/* Data of a term on which it has a value, if some are found. */
typedef struct {
    Var **param;
    Value **arg;               /* of each parameter */
    int n, nsizes;             /* sizes come first */
    Table *called;             /* the functions that the term calls */
} Sample;
bool term_sample(const Instance *i, Core *term, unsigned *seed, Sample *out);

/* ---- sample.c: terms for the code generator -------------------------------- */

/* Writes the term, which is flat, as a program of core text, and data for it, to
   FOLDER/NAME.core and FOLDER/NAME.in. False: it is none for a program. */
bool sample_write(const char *folder, const char *name, const Instance *i, Core *term,
                  unsigned *seed);

/* ---- operators.c: names of data ----------------------------------------- */

const Given *instance_names(void);
/* Of these names those that are sizes of others. */
Kids sizes_of(const Given *names);

/* ---- how instances are made --------------------------------------------- */

/* make.c: from the pattern; false if this attempt came to nothing. */
void operators_ready(void);                              /* read, for whoever asks later */
bool instance_make(const Law *law, unsigned *seed, Instance *out);

unsigned draw(unsigned *seed, int below);
unsigned hash_of(const char *name, unsigned seed);

/* What is known while an instance is made. */
typedef struct {
    unsigned *seed;
    const Given *names;        /* of the data */
    bool judgment;             /* the term stands in a map nest of its own */
    Env env;
    VEC(Var *) scope;
    VEC(Var *) zero;           /* what is 0 on all data, or 0 everywhere */
    VEC(Var *) lent;           /* elements that a function takes */
    int given;                 /* of these, the first are no computed ones */
    Stms *out;                 /* the body in hand */
    Core *width;               /* of the last array combinator */
    Core *number;              /* the last one of a pattern that could be a size */
    const char *check;         /* the expression that has to be one; or null */
    bool in_front;             /* the pattern has a sequence before other names of a lambda */
    bool alone;                /* outermost is one expression, nothing before it */
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

/* make.c: what a name of the pattern stands for, or null; `pat` may be null. */
Kids *value_of(const Make *k, const Core *pat);
/* It stands for that from now on, if it is a name without a value. */
void put_value(Make *k, const Core *pat, Kids val);

/* atom.c: names in scope, or something new of that type. */
Core *some_atom(Make *k, const Type *t);
Core *some_array(Make *k, const Core *width);
Core *some_scalar(Make *k);
Core *some_size(Make *k);
/* One of the sizes of the data. */
Core *given_size(Make *k);
/* What is 0: of this type, or arrays of this width; null if there is nothing. */
Core *some_zero(Make *k, const Type *t, const Core *width);
bool is_zero(Make *k, const Core *a);
Core *some_replicate(Make *k, Core *width, Core *e);
/* An element, or a view of one: nobody gives it to a function that is mapped to write
   to; a map nest may. */
bool is_lent(const Make *k, const Core *a);
Core *bind_fresh(Make *k, Core *exp, const char *name);
Kids bind_exp(Make *k, Core *e, const char *name);      /* all its results */
Var *new_name(Make *k, const char *meta, const Type *t);

/* operators.c: an operator that associates, with its neutral elements. */
typedef struct {
    Core *lam;
    Kids ne;                   /* atoms */
} Operator;
/* `mapped`: one of arrays. */
Operator some_operator(Make *k, bool mapped);
/* An operation on two numbers, or two truth values. */
Operator simple_operator(Make *k, Prim p);

/* Each as likely as the others, by their names: what the table of operators has
   besides does not change what is drawn, unless it is drawn itself. */
Op some_op(Make *k, bool (*fits)(Op op));

/* A scalar operation that is for no floats alone and whose values stay small. */
bool computes(Op op);

/* exp.c: an expression for a pattern; null or an open name: any. */
Core *some_exp(Make *k, const Core *pat);
/* What may be a size. */
Core *some_number(Make *k);
/* A part of a new array, or an array of one value: of this type or width. */
Core *some_view(Make *k, const Type *t, Core *width);

/* over.c: what runs over arrays. */
typedef struct {
    const Core *lam;           /* the pattern of its names, or null */
    const Core *size;          /*   of its width, or null */
    Kids over;                 /*   of its arrays */
    bool open;                 /* its arrays are not in the pattern */
    bool level;                /* of a map nest: no width varies */
    bool varies;               /* but this one */
    bool no_names;             /* of nothing that is mapped */
    int outer;                 /* a level: what was in scope around the nest */
    Core *first;               /*   an array that another level binds, or null */
    Want rows;                 /* the types of the elements; null: any */
    Core *count;               /* how many rows, where arrays are joined from rows */
    Core *width;
    Kids arrays;
    Var **bind, *index;
    int mark;                  /* what was in scope outside */
} Over;
void some_over(Make *k, Over *o);
/* The levels of a context, at least so many where it is open. */
Kids some_levels(Make *k, Kids parts, int least);

/* vary.c: the term with something changed; k has the names in scope. */
Core *vary_term(Make *k, const Core *body);
/* One more row in a nest whose rows differ in length. */
Core *widen_rows(Make *k, const Core *body);
/* One more array, or the position, in what is mapped somewhere in the term. */
Core *widen_mapped(Make *k, const Core *body);
/* f, which xs are mapped to, takes an element of the array, too: first or last. */
Var *bind_more(Make *k, Core *f, Kids *xs, Core *a);
/* The row is one more array of what is mapped over its length, if something is. */
Core *taking_row(Make *k, const Core *body, Core *row);
/* ragged.c: a row that level l binds, and that is as long as a number beside it; the row of a
   nest's level with that width. Null: there is no such number. */
Core *row_beside(Make *k, Kids levels, int l);
Core *row_for_width(Make *k, Core *seg, const Core *width);
/* anew.c: with types that follow from the operands. */
Core *types_anew(Make *k, const Core *body);
/* retype.c: with other types. */
void retype_instance(Make *k, Instance *i);
/* embed.c: inside something more; with more in its nest. */
void embed_instance(Make *k, Instance *i);
void widen_nest(Make *k, Instance *i);
/* variation.c: one of these; false if this attempt came to nothing. */
bool instance_vary(const Law *law, unsigned *seed, Instance *i);
/* The same for all terms that differ in names alone. */
const char *instance_key(const Instance *i);

/* soac.c: with a mapping as its pattern, if there is one. */
Core *some_soac(Make *k, Op op, const Core *pat, const Side *mapping);
/* body.c */
Core *some_body(Make *k, const Core *pat, Want want);
/* Random bindings, at most n. */
void some_bindings(Make *k, int n);
/* The bindings of a pattern; their names are added to *vars. */
void pattern_bindings(Make *k, const Stm *pat, int n, Kids *vars);

#endif
