/*
 * emit: the plan as text.
 *
 * In: flat core (through plan/). Out: the generated files. view*.c turn the
 * plan into records (Json), the templates turn these into text; the view's
 * keys are told at the head of each template. cexpr.c prints expressions, the
 * one thing that is C and does not stand in a template.
 */
#ifndef MAPNEST_EMIT_H
#define MAPNEST_EMIT_H

#include "../plan/plan.h"

/* Comments of a kernel. SHORT: its source line, its last rules, and what a thread does. CORE:
   also its core text and all rules. NONE: the whole file has no comments. */
typedef enum { COMMENTS_SHORT, COMMENTS_CORE, COMMENTS_NONE } Comments;

typedef struct {
    const char *file;          /* base name: "dot" */
    const char *prefix;        /* before its symbols; null: none */
    const char *ranked;        /* the file has calls of ranks: "dot", of "dot_ranks"; or null */
    const char *source;        /* as named in comments: "dot.fut" */
    const Source *main;        /* that source; by emit_program */
    bool harness;              /* main_cu too */
    bool manifest;             /* and the manifest, with: */
    Json *told;                /* options of the rules, by name */
    bool unsafe;               /* no run-time checks */
    Comments comments;         /* of the .cu files; headers keep theirs */
    bool profile;              /* launches are measured, where the harness is told so */
    bool tunable;              /* calls take what versions depend on */
    const Json *tune;          /* values of constants, by name; null: none */
    const char *helpers;       /* the file that has the helpers, as FILE.cu includes it; or null */
    const char *templates_dir; /* null: the embedded ones */
    /* Null, or where the spans go whose numbers then stand around expressions,
       as bytes 1 number 2 expression 3, and before what says where a function comes
       from; lines stay long (see explain/code.c). */
    struct MarkedSpans *marked;
} EmitOptions;

/* A check: what FILE_ENTRY_failure says lies between the two texts. */
typedef struct { const Span *span; const char *before, *after; } FailureSite;

typedef struct {
    const char *cu, *h, *main_cu;  /* main_cu is null without a harness */
    const char *helpers;           /* null without options.helpers */
    struct Json *view;             /* what the templates read */
    const Plan *plan;
    Json *manifest;            /* null: not asked for */
    FailureSite *failure;
    int nfailures;
} Emitted;

void emit_program(const Program *flat, const EmitOptions *o, Emitted *out);
/* Its view as text, for --stop-after=plan. */
const char *emitted_view(const Emitted *e);

/* wrappers.c: FILE.hpp and FILE.py, of a manifest. namespace: null, as the file is called. */
const char *wrapper_cxx(const Json *manifest, const char *namespace, const char *templates);
const char *wrapper_python(const Json *manifest, const char *templates);

/* tune.c: constants of generated files. */
bool tune_knows(const char *name);
const char *tune_names(void);
/* The name of constant i; null after the last. */
const char *tune_name(int i);
/* What is wrong with such a value of one that it knows; null: nothing. */
const char *tune_fault(const char *name, int64_t value);
const char *tuned(const char *text, const Json *values);
/* Of the values, those of constants that the text has: a list of {constant, value}. */
Json *tuned_in(const char *text, const Json *values);

/* shared.c: helpers as the text of a header. */
const char *shared_helpers(const char *text);

/* comments.c: C++ text without comments, but for its first line, which says whose it is. */
const char *without_comments(const char *text);

/* cexpr.c */

typedef struct MarkedSpans { VEC(const Span *) span; } MarkedSpans;

/* Where an expression is printed. */
typedef struct {
    Names *names;
    Table *helpers;            /* names of the helper functions it calls */
    MarkedSpans *marked;       /* see EmitOptions */
} CScope;

const char *c_type(Prim p);
/* These are holes, see below. */
const char *c_str(const Core *n, const CScope *s);
/* Where it is converted to its type: in an initializer, an assignment, a return. */
const char *c_assigned(const Core *n, const CScope *s);
/* To the right of +=, -= or *=, where the result wraps around. */
const char *c_term(const Core *n, const CScope *s);
/* The same where a function must know its type: constants have a suffix. */
const char *c_typed(const Core *n, const CScope *s);
/* A pointer to where the node lies. */
const char *c_address(const Core *load, const CScope *s);

/* holes.c */

/* How tightly C binds, from ?: upward. */
enum { TERNARY = 3, OR_ELSE, AND_ALSO, BIT_OR, BIT_XOR, BIT_AND, EQUALITY, RELATION, SHIFT,
       SUM, PRODUCT, UNARY, POSTFIX };
int c_level(const char *symbol);         /* of an infix operator */

/* An expression, marked: what holes_bound makes of it depends on what is beside it. */
const char *hole(const char *expression);
/* Expressions have parentheses where they need them. */
const char *holes_bound(const char *text);
/* Expressions are as they were before they were marked. */
const char *without_holes(const char *text);

#endif
