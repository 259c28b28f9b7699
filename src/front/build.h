/*
 * build.h -- the builders of the syntax tree; private to parsing.
 *
 * The actions of the grammar (grammar/lang.y) make nodes by their fields, or
 * by a builder. Lists are values that grow in the arena.
 */
#ifndef MAPNEST_BUILD_H
#define MAPNEST_BUILD_H

#include "ast.h"

/* One of the three. */
typedef struct {
    const char *name;
    Exp *exp;
    Pat *pat;
    TypeExp *type;
} Field;

typedef struct { const char *name; const Span *span; SigExp *sig; } ModParam;
typedef VEC(ModParam) ModParams;
typedef struct { const char *at; int n; } TokenText;

/* A new node: NODE(Pat, span, .kind = P_NAME, .name = x). */
#define NODE(T, at, ...) MAKE(T, .span = (at), __VA_ARGS__)
/* The list with one more. */
#define APPEND(list, x) ({ __typeof__(list) l_ = (list); vec_push(&l_, x); l_; })

/* ---- ast.c --------------------------------------------------------------- */

/* An error unless the tree is so flat that it can be walked. */
void dec_check_nesting(const Dec *d);
void exp_check_nesting(Exp *e);

Exp *exp_new(ExpKind k, const Span *s, Exp *a, Exp *b, Exp *c);
Exp *exp_named(ExpKind k, const Span *s, const char *name, Exp *a, Exp *b);
Exp *exp_add_field(Exp *record, Field f);
Exp *exp_range(const Span *s, const char *dots, Exp *from, Exp *second, Exp *to);
Exp *exp_apply(const Span *s, Exp *f, Exp *x);
Exp *exp_infix(const Span *s, const Span *at, const char *op, Exp *a, Exp *b);
Exp *exp_index_of(const Span *s, Exp *array, Exps indices);     /* array[..] */
Exp *exp_use(const Span *s, const char *name);                /* a name that is read */
Exp *exp_fields(const Span *s, Exp *e, const char *path);     /* e.a.b */
/* An update that is told its steps, and then the rest. */
Exp *exp_steps(void);
Exp *exp_steps_from(const char *path, Exp *more);
Exp *exp_step_fields(Exp *update, const char *path);
Exp *exp_step_index(Exp *update, Exps indices);
Exp *exp_update(const Span *s, Exp *a, Exp *update, Exp *value);
Exp *exp_lambda(const Span *s, Pats params, TypeExp *result, Exp *body);
Exp *exp_it(const Span *s);     /* what a section is applied to, ... */
Exp *exp_section(const Span *s, Exp *of_it);
Exp *exp_let(const Span *s, NameList sizes, Pat *p, Exp *value, Exp *body);
Exp *exp_let_fun(const Span *s, Dec *d, Exp *body);
Exp *exp_let_update(const Span *s, const Span *at, const char *name, Exp *update, Exp *value,
                    Exp *body);
Exp *exp_loop(const Span *s, Pat *p, Exp *init, Exp *form, Exp *body);
Exp *exp_loop_form(LoopKind k, const char *name, Pat *p, Exp *e);
/* The match, with one more case. */
Exp *exp_case(const Span *s, Exp *match, Pat *p, Exp *value);

Pat *pat_add_field(Pat *record, Field f);
Pat *pat_typed(const Span *s, Pat *p, TypeExp *t);
TypeExp *type_add_field(TypeExp *t, Field f);
ModExp *mod_is(const Span *s, ModExp *m, SigExp *sig);     /* m itself without sig */
ModExp *mod_lambda(const Span *s, ModParam param, ModExp *body);

/* ---- literal.c ----------------------------------------------------------- */

Exp *exp_int(const Span *s, TokenText t);
Exp *exp_float(const Span *s, TokenText t);
Exp *exp_char(const Span *s, TokenText t);
Exp *exp_string(const Span *s, TokenText t);

/* ---- hom.c: definitions by list homomorphism ------------------------------ */

typedef enum { EQ_EMPTY, EQ_ONE, EQ_JOIN } EquationKind;
typedef struct {
    EquationKind kind;
    const Span *span;
    const char *name[2];       /* [x], null for [_]; a ++ b */
    Exp *exp;
} Equation;
typedef VEC(Equation) Equations;
Equation hom_equation(const Span *s, EquationKind k, const char *a, const char *plus,
                      const char *b, Exp *e);
/* The body of a function of these parameters. */
Exp *hom_body(const Span *s, const Span *name_span, const char *name, Pats params, Equations l);

/* Where the parser is: parse.h. */
typedef struct Parse Parse;

#endif
