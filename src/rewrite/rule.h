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
 *
 * In detail:
 *   META text   the name as written: "?x", "?xs..", "?F"; a context or a name
 *               written without '?' (S, S1, S', L, t) is a META too: "S1".
 *   VAR         in a rule: a metavariable in binder position only; in operand
 *               position it is a META.
 *   CTX         g[0]: META and LEVEL nodes; "." is a CTX without any. It also
 *               stands where a SEG pattern has its levels:  segmap@?l (S, <..>) ?e
 *   SEG `@?l`   the place is not matched when it is written as a variable
 *               (at = AT_NONE).
 *   SOAC        `redomap ?op (\..) ?ne.. ?xs..`: the first sequence fills the
 *               first A group, the rest the second; with a lambda as operator
 *               in core text, its arity says how many neutral elements there
 *               are. `map ?F`, `redomap ?op ?F ?ne..`: the arrays' group empty.
 *   lambda      `\?x.. #?i -> ?e`: LAM, bind = Vars "?x..", index = Var "?i",
 *               g[0] = META ?e or a BODY; `\?x.. -> ?x..` has a BODY with the
 *               results ?x.. ; an expression stands as that expression.
 *   TERM        `?F after ?G at ?ys.. keeping ?ks..`  "after"  F G ys ks
 *               `?F beside ?G [at ?r.. ?s..]`         "beside" F G r s
 *               `?F giving ?ks.. among ?ys..`         "giving" F ks ys
 *               `?e[?x.. := ?a..]`                    "subst"  e x a
 *               `(NAME arg ..)`, otherwise            NAME, one group an arg
 *               The arguments of f.. with a sequence inside, `(f ?p ?xs)..`,
 *               are a TERM "each" with that one term: as many as ?xs.. has.
 *   MAKE        `S1 = S extended with ?n.. as ?ns..`  "extended" S n ns
 *               `?n.. = needed ?s.. by { .. }`        "needed"   s body
 *               `?k.. = NAME arg ..`, otherwise       NAME, one group an arg
 *               A lone `S2 = S, <..>` is "context" with that CTX.
 *   REARRANGE   with a permutation that is no literal: nperm = 0 and g[0] holds
 *               two kids, the META or TERM for the permutation, then the array.
 *   #?i in an operand position is META "?i".
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
    PREMISE_CONDITION,         /* [not] name arg* */
    PREMISE_MAKE,              /* left = name arg* : a look-up or constructor */
    PREMISE_IS,                /* left is pattern */
    PREMISE_PROVE              /* sequent */
} PremiseKind;

typedef struct {
    PremiseKind kind;
    bool negated;
    bool pays;                 /* it says when the rule is worth it, not when it is true */
    const char *name;
    const struct Condition *asks;    /* of that name; null: there is none */
    Kids *arg;                 /* each argument is a sequence of patterns */
    int nargs;
    Kids left;                 /* MAKE, IS */
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

typedef struct Syn Syn;        /* core text without names and types; see syntax.h */

/* yes TERM gives TERM | no TERM [because CONDITION|shape|path|anything] */
typedef struct {
    bool yes;
    const Span *span;          /* of the whole line(s) */
    const Syn *term, *gives;
    const char *because;
} Example;

/* without CONDITION because "WHY": the law holds without it, too */
typedef struct {
    const char *condition, *why;
    const Span *span;
} Needless;

typedef struct {
    const char *name, *sentence, *source;
    const char *set;           /* the file's set */
    const Given *given;        /* the file's names for examples, or null */
    const Span *span;          /* of the name; for file:line */
    bool judgment;             /* rule (inference) and not lemma */
    bool own;                  /* it is none of those that are shipped */
    bool both;                 /* `==`: also from right to left */
    Side left, right;          /* lemma */
    Sequent conclusion;        /* rule */
    Premise *premise;          /* lemma: after when; rule: above the line; `pays` last */
    int npremises;
    Example *example;
    int nexamples;
    Needless *needless;
    int nneedless;
    const Syn *proof;          /* the first term and S_PROOF steps, or null */
    const Span *whole;         /* the complete text */
} Rule;

typedef enum { HOW_ANY, HOW_ONCE, HOW_UNTIL_STABLE, HOW_BOTTOM_UP, HOW_PROVE } How;
enum { NHOWS = HOW_PROVE + 1 };
extern const char *const how_name[NHOWS];        /* "until-stable" */

/* strategy NAME = step ; step   with step = SET [<-] [HOW] */
typedef struct {
    const char *set;
    bool backwards;
    How how;
    const Span *span;
} StrategyStep;

typedef struct {
    const char *name;
    StrategyStep *step;
    int nsteps;
    const Span *span;
} Strategy;

/* option NAME [= VALUE [from LEAST .. MOST]] "sentence": a number that rules ask for */
typedef struct {
    const char *name, *sentence;
    bool constant;             /* it has this value where none is given; others have none */
    int64_t value, least, most;
    const Span *span;
} RuleOption;

typedef struct {
    const char *name, *sentence;     /* set NAME "sentence" */
    const char *before;        /* set NAME before SET "sentence"; or null */
    Rule *rule;
    int nrules;
    Rule *more;                      /* `examples NAME ..`: for a rule of that name */
    int nmore;
    const char *judgment;            /* judgment's sentence, or null */
    Strategy *strategy;
    int nstrategies;
    RuleOption *option;
    int noptions;
    Given *given;              /* `given ..`: names for the examples, or null */
    bool laws_only;            /* read without examples, proofs and `without` */
    const Source *source;
} RuleFile;

/* Errors go to diag (fail_at). */
RuleFile *rule_read(Source *s);
/* Without examples, proofs and `without`, which are most of a file. */
RuleFile *laws_read(Source *s);

#endif
