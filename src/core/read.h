/* read.h -- shared by read.c (names, types, bodies) and read_node.c. */
#ifndef MAPNEST_CORE_READ_H
#define MAPNEST_CORE_READ_H

#include "syntax.h"

/* What a name stood for before. */
typedef struct {
    const char *name;
    void *was;
} Undo;

/* Reading a function or a term. A name that occurs once keeps its spelling;
   names that the text does not show are made up when all has been read. */
typedef struct {
    Table *atom;               /* name -> Core: what it stands for here */
    VEC(Undo) undo;
    Table *func;               /* name -> Func */
    Table *used;               /* names taken in this function */
    VEC(Var *) unnamed;
    Stms *out;                 /* the body under construction */
    Core *(*untyped)(const Syn *s);     /* of a pattern, whose names stand for themselves, in
                                           no scope: how its parts are read; else null */
} Read;

/* ---- read.c ---- */

int scope_mark(const Read *r);
void scope_leave(Read *r, int mark);
Core *scope_find(const Read *r, const char *name);
/* The scalar operator of this text and number of operands; or -1. */
int scalar_op_named(const char *text, int operands);
/* The same, or the first-order array operator of this text. */
int first_order_named(const char *text, int operands);
/* The function that a name stands for in front of arguments; or null. */
Func *find_func(const Read *r, const Syn *s);
/* What a binder is called. */
const char *binder_name(const Read *r, const Syn *s);
/* A new variable in scope; one without a name if name is null. */
Var *declare(Read *r, const char *name, const char *base, const Type *t, const Span *s);
/* Binders as written, with these types where none is written; the index, if
   one is written, in *index. */
Var **declare_all(Read *r, const Syn *names, const Type **want, int n, Var **index);

const Type *read_type(Read *r, const Syn *t);
Core *read_size(Read *r, const Syn *s);
/* The length of an array. */
Core *read_length(Read *r, const Syn *of);
/* The types of what it reads are inferred; errors are reported there. */
Core *infer_at(const Read *r, Core *n, const Span *s);
/* With its operands bound in the body under construction. */
Core *read_atom(Read *r, const Syn *s, const Type *want);
Core *read_body(Read *r, const Syn *s, const Type **want, int n);
/* The results of a body or expression, its bindings appended. */
Kids read_results(Read *r, const Syn *s, const Type **want, int n);

/* Adds declarations (S_GIVEN). */
void given_read(Given *g, const Syn *s);

/* ---- read_node.c ---- */

/* The expression on its own; want is the type that literals take. */
Core *read_exp(Read *r, const Syn *s, const Type *want);
/* A first-order operator applied. */
Core *read_first_order(Read *r, const Syn *s, Op op, const Type *want);
const Syn *no_paren(const Syn *s);

/* ---- read_soac.c ---- */

/* The empty node that a SOAC's or SEG's text names. */
Core *operator_node(const Syn *s);
Core *read_nest(Read *r, const Syn *s);
/* A level of a nest; its binders stay in scope. */
Core *read_level(Read *r, const Syn *s);

#endif
