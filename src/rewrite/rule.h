/*
 * rule: a rule file as data, just as its text says it. The reader
 * (grammar/core.y, rule_read) makes it; load.c checks it; the engine
 * interprets it.
 *
 * Patterns are core terms with META nodes. A Var whose name begins with '?'
 * is a metavariable in binder position; a name that ends in ".." stands for
 * a sequence; a capital after '?' (?F, ?G) is a mapping: a lambda together
 * with its arrays, so the SOAC that holds it has an empty array group. A SOAC
 * written without width has an empty width group. A Stm without variables
 * whose exp is a META sequence stands for a sequence of bindings. A body
 * `{ ?s.. ; ?e }` that ends in an expression and not in `in r..` has that
 * expression as its only result.
 */
#ifndef MAPNEST_RULE_H
#define MAPNEST_RULE_H

#include "../core/core.h"

/* ctx |-[lev] subject => target */
typedef struct {
    Core *ctx;                 /* CTX node, or META for a bare variable */
    const char *lev;           /* null, "?l" from `[l]`, or "grid", "block" */
    Core *subject, *target;
} Sequent;

typedef enum {
    PREMISE_QUESTION,          /* [not] name arg* */
    PREMISE_COMPUTE,           /* left = name arg* : a look-up or constructor */
    PREMISE_IS,                /* left is pattern */
    PREMISE_PROVE              /* sequent */
} PremiseKind;

typedef struct {
    PremiseKind kind;
    bool negated;
    const char *name;
    Kids *arg;                 /* each argument is a sequence of patterns */
    int nargs;
    Kids left;                 /* COMPUTE, IS */
    Core *right;               /* IS */
    Sequent sequent;
    const Span *span;
} Premise;

typedef enum { SIDE_EXPR, SIDE_MAPPING, SIDE_BINDINGS } SideKind;

typedef struct {
    SideKind kind;
    Core *expr;                /* EXPR */
    Core *lam;                 /* MAPPING: LAM, or META ?F */
    Core *width;               /*   null if not written */
    Kids arrays;
    Stm *stm;                  /* BINDINGS: seq = expr */
    int nstms;
} Side;

/* yes TERM gives TERM | no TERM because QUESTION|shape|path */
typedef struct {
    bool yes;
    const Span *span;          /* of the whole line(s) */
    const char *term, *gives;  /* their texts; parsed when examples are run */
    const char *because;
} Example;

typedef struct {
    const char *name, *sentence, *source;
    const char *set;           /* the file's set */
    const Span *span;          /* of the name; for file:line */
    bool judgment;             /* rule (inference) and not lemma */
    bool both;                 /* `==`: also from right to left */
    Side left, right;          /* lemma */
    Sequent conclusion;        /* rule */
    Premise *premise;          /* lemma: after when; rule: above the line */
    int npremises;
    Example *example;
    int nexamples;
    const char *proof;         /* `proof a ; b ; c`: text, or null */
    const Span *whole;         /* the complete text */
} Rule;

/* strategy NAME = step ; step   with step = SET [<-] [once | ...] */
typedef struct {
    const char *set;
    bool backwards;
    const char *how;           /* once, until-stable, bottom-up, prove */
} Step;

typedef struct {
    const char *name;
    Step *step;
    int nsteps;
    const Span *span;
} Strategy;

typedef struct {
    const char *name, *sentence;     /* set NAME "sentence" [when premises] */
    Premise *premise;
    int npremises;
    Rule *rule;
    int nrules;
    const char *judgment;            /* judgment's sentence, or null */
    Strategy *strategy;
    int nstrategies;
    const Source *source;
} RuleFile;

/* Errors go to diag (fail_at). */
RuleFile *rule_read(Source *s);
/* A single term (expression or body) with the given names in scope; used for
   examples and by tests. `patterns` allows metavariables. */
Core *term_read(Source *s, bool patterns);

#endif
