/*
 * build.h -- the builders of the syntax tree; private to parsing.
 *
 * The grammar (grammar/lang.y) calls one of them in each action. Lists grow
 * in the arena.
 */
#ifndef MAPNEST_BUILD_H
#define MAPNEST_BUILD_H

#include "ast.h"

typedef VEC(Exp *) Exps;
typedef VEC(Pat *) Pats;
typedef VEC(Field) Fields;
typedef VEC(Slice) Slices;
typedef VEC(TypeExp *) Types;
typedef VEC(TypeArg) TypeArgs;
typedef VEC(TypeParam) TypeParams;
typedef VEC(const char *) Names;
typedef VEC(Dec *) Decs;
typedef struct { const char *name; const Span *span; SigExp *sig; } ModParam;
typedef VEC(ModParam) ModParams;
typedef struct { const char *at; int n; } TokenText;

/* Appends in a grammar action: a new list where there is none. */
#define LIST(T, list, x) ({ T *l_ = (list); l_ = l_ ? l_ : NEW(T); vec_push(l_, x); l_; })
/* Moves a list (or null) into a node. */
#define PUT_LIST(to, list)                                                    \
    do {                                                                      \
        if (list)                                                             \
            (to).at = (list)->at, (to).n = (list)->n, (to).room = (list)->room; \
    } while (0)

/* Notes that a node with a part this deep is one deeper; not without bound. */
void build_deeper(int *depth, int part, const Span *s);

/* ---- hom.c: definitions by list homomorphism ------------------------------ */

typedef enum { EQ_EMPTY, EQ_ONE, EQ_JOIN } EquationKind;
typedef struct {
    EquationKind kind;
    const Span *span;
    const char *name[2];       /* [x], null for [_]; a ++ b */
    Exp *exp;
} Equation;
typedef VEC(Equation *) Equations;
Equation *hom_equation(const Span *s, EquationKind k, const char *a, const char *plus,
                       const char *b, Exp *e);

/* ---- ast.c: builders ----------------------------------------------------- */

Exp *exp_new(ExpKind k, const Span *s, Exp *a, Exp *b, Exp *c);
Exp *exp_named(ExpKind k, const Span *s, const char *name, Exp *a, Exp *b);
Exp *exp_int(const Span *s, TokenText t);
Exp *exp_float(const Span *s, TokenText t);
Exp *exp_char(const Span *s, TokenText t);
Exp *exp_string(const Span *s, TokenText t);
Exp *exp_bool(const Span *s, bool b);
Exp *exp_list(ExpKind k, const Span *s, Exps *l);
Exp *exp_record(const Span *s, Fields *l);
Exp *exp_range(const Span *s, const char *op, Exp *from, Exp *second, Exp *to);
Exp *exp_apply(const Span *s, Exp *f, Exp *x);
Exp *exp_field(const Span *s, Exp *e, const char *name);
Exp *exp_index(ExpKind k, const Span *s, Exp *e, Slices *l, Exp *value);
Exp *exp_typed(ExpKind k, const Span *s, Exp *e, TypeExp *t);
Exp *exp_lambda(const Span *s, Pats *params, TypeExp *result, Exp *body);
Exp *exp_let(const Span *s, Names *sizes, Pat *p, Exp *value, Exp *body);
Exp *exp_let_fun(const Span *s, Dec *d, Exp *body);
Exp *exp_let_update(const Span *s, const char *name, Slices *l, Exp *value, Exp *body);
Exp *exp_loop(const Span *s, Pat *p, Exp *init, Exp *form, Exp *body);
Exp *exp_loop_form(LoopKind k, const char *name, Pat *p, Exp *e);
/* The match, with one more case. */
Exp *exp_assert(const Span *s, const Span *condition, Exp *c, Exp *value);
Exp *exp_case(const Span *s, Exp *match, Pat *p, Exp *value);

Exps *exps_cons(Exp *first, Exps *rest);
Pats *pats_cons(Pat *first, Pats *rest);
Types *types_cons(TypeExp *first, Types *rest);

Slice slice_index(Exp *i);
Slice slice_range(Exp *start, Exp *end, Exp *step);
Field field_exp(const Span *s, const char *name, Exp *e);
Field field_pat(const Span *s, const char *name, Pat *p);
Field field_type(const Span *s, const char *name, TypeExp *t);

/* ---- ast_types.c: patterns, types ---------------------------------------- */

Pat *pat_name(const Span *s, const char *name);
Pat *pat_list(PatKind k, const Span *s, const char *name, Pats *l);
Pat *pat_record(const Span *s, Fields *l);
Pat *pat_ascribe(const Span *s, Pat *p, TypeExp *t);
Pat *pat_literal(const Span *s, Exp *e);
Pat *pat_attr(const Span *s, const char *attr, Pat *p);

TypeExp *type_new(TypeExpKind k, const Span *s, const char *name, TypeExp *elem,
                  TypeExp *result);
TypeExp *type_app(const Span *s, const char *name, TypeArgs *l);
TypeExp *type_dim(const Span *s, Exp *size, bool irregular, TypeExp *elem);
TypeExp *type_tuple(const Span *s, Types *l);
TypeExp *type_record(const Span *s, Fields *l);
TypeExp *type_exists(const Span *s, Names *sizes, TypeExp *t);
/* The sum (null: a new one), with one more constructor. */
TypeExp *type_ctor(const Span *s, TypeExp *sum, const char *name, Types *l);
TypeArg type_arg(Exp *size, TypeExp *t);
TypeParam type_param(const Span *s, TypeParamKind k, const char *name);

/* ---- ast_decs.c: declarations, modules ----------------------------------- */

Dec *dec_new(DecKind k, const Span *s, const Span *name_span, const char *name);
Dec *dec_fun(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             Pats *params, TypeExp *result, Exp *body);
Dec *dec_hom(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             Pats *params, TypeExp *result, Equations *l);
Dec *dec_infix(const Span *s, const Span *name_span, const char *name, Pat *a, Pat *b,
               TypeExp *result, Exp *body);
Dec *dec_type(const Span *s, const Span *name_span, TypeParamKind lifted, const char *name,
              TypeParams *tparams, TypeExp *t);
Dec *dec_val(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             TypeExp *t);
Dec *dec_entry(const Span *s, Dec *d);
Dec *dec_let(const Span *s, Dec *d);
Dec *dec_attr(const Span *s, const char *attr, Dec *d);
Dec *dec_open(const Span *s, ModExp *m);
Dec *dec_import(const Span *s, const Span *path_span, TokenText path);
Dec *dec_local(const Span *s, Dec *d);
Dec *dec_module(const Span *s, const Span *name_span, const char *name, ModParams *params,
                SigExp *is, ModExp *m);
Dec *dec_sig(DecKind k, const Span *s, const Span *name_span, const char *name, SigExp *sig);

ModExp *mod_name(const Span *s, const char *name);
ModExp *mod_body(const Span *s, Decs *l);
ModExp *mod_import(const Span *s, TokenText path);
ModExp *mod_apply(const Span *s, ModExp *f, ModExp *arg);
ModExp *mod_is(const Span *s, ModExp *m, SigExp *sig);     /* m itself without sig */
ModExp *mod_lambda(const Span *s, const Span *name_span, const char *name, SigExp *sig,
                   ModExp *body);
SigExp *sig_name(const Span *s, const char *name);
SigExp *sig_specs(const Span *s, Decs *l);
SigExp *sig_with(const Span *s, const Span *name_span, SigExp *sig, const char *name,
                 TypeParams *tparams, TypeExp *t);
SigExp *sig_fun(const Span *s, const char *name, SigExp *param, SigExp *result);

/* Where the parser is: parse.h. */
typedef struct Parse Parse;

#endif
