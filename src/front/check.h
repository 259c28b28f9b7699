/*
 * check.h -- the checker's types, as desugaring may need them.
 *
 * After check_program no VAR is left in a type but those that nothing depends
 * on (the element of an empty array that is never used); follow links with
 * ty_resolve and tysize_resolve.
 */
#ifndef MAPNEST_CHECK_H
#define MAPNEST_CHECK_H

#include "ast.h"

typedef enum {
    TY_PRIM, TY_ARRAY, TY_TUPLE, TY_RECORD, TY_FUN, TY_SUM, TY_VAR, TY_PARAM,
    TY_ABSTRACT,               /* a type that its module hides */
    TY_ERROR                   /* was reported; agrees with everything */
} TyKind;

typedef struct Abstract Abstract;

/* A size: a name in scope, a constant, or an expression of them. */
typedef enum {
    SIZE_CONST,
    SIZE_NAME,                 /* a variable; equal ones are equal pointers */
    SIZE_APP,                  /* + - * or any other function, applied to sizes */
    SIZE_UNKNOWN,              /* of a filter, say: equal to itself alone */
    SIZE_RAGGED,               /* rows differ: every size may be one of theirs; desugaring
                                  compares what they are */
    SIZE_EXISTS,               /* in a function's result: unknown at each call */
    SIZE_VAR                   /* while checking; use tysize_resolve */
} SizeKind;

struct TySize {
    SizeKind kind;
    int64_t value;             /* CONST */
    const char *name;          /* NAME; APP: the function; UNKNOWN: may be null */
    const char *key;           /* NAME: of a declaration: its unique name */
    TySize **part;             /* APP */
    int nparts;
    const Span *span;          /* UNKNOWN: that of the expression it came from */
    const Exp *exp;            /* UNKNOWN: written so; or null; APP: of a form with such parts
                                  that is no call; or null */
    int level;                 /* the depth of functions it lives in */
    int serial;                /* NAME, UNKNOWN: counts up */
    bool anonymous;            /* written [] */
    bool own;                  /* UNKNOWN: of what a type variable stands for, each time */
    TySize *link;              /* VAR; NAME: what it was defined as, or null */
};

struct Ty {
    TyKind kind;
    Prim prim;                 /* PRIM */
    Ty **part;                 /* ARRAY: the element; TUPLE; RECORD; SUM: tuples of
                                  payloads; FUN: parameter, result; VAR: as SUM,
                                  what it must have, or nothing; ABSTRACT: its
                                  arguments, a size n as [n]() */
    int nparts;
    const char **name;         /* RECORD: field names, sorted; SUM: constructors, sorted */
    TySize *size;              /* ARRAY; FUN: the parameter in sizes of the result, or null */
    bool unique;
    const char *param;         /* PARAM: a type parameter's name */
    const Abstract *abstract;  /* ABSTRACT: equal ones are equal pointers */
    Ty *link;                  /* VAR: what it was unified with; use ty_resolve */

    /* VAR, PARAM */
    int level;                 /* the depth of functions it lives in */
    unsigned prims;            /* VAR: it can be these scalars only, as bits; 0: any type */
    bool equality;             /* VAR: values are compared */
    TypeParamKind lifted;      /* may have sizes of its own, may be a function */
    bool made;                 /* the elements of arrays that a function's results make */
};

/* A type that is defined; an abstract one, and what it is where its module can
   see it. */
struct Abstract {
    const char *name;          /* as users see it */
    TypeParamKind lifted;
    VEC(Ty *) tparam;          /* as in a Binder, both of one length: one null */
    VEC(TySize *) size;
    Ty *is;                    /* null: nobody knows */
};

/* ---- scalar.c: the modules of scalar types -------------------------------- */

enum {
    SIGNED = 1 << I8 | 1 << I16 | 1 << I32 | 1 << I64,
    UNSIGNED = 1 << U8 | 1 << U16 | 1 << U32 | 1 << U64,
    INTEGERS = SIGNED | UNSIGNED,
    FLOATS = 1 << F16 | 1 << F32 | 1 << F64,
    NUMBERS = INTEGERS | FLOATS,
    TRUTHS = 1 << BOOL
};

/* A row of scalars.def. */
typedef struct {
    const char *name, *where, *sig;
    Op op;
} ScalarRow;
const ScalarRow *scalar_row(const char *name);
const ScalarRow *scalar_member(Prim module, const char *name);
/* The types that a `where` names; the one that a letter of a signature does. */
unsigned scalar_prims(const char *where);
Prim scalar_sig(char k, Prim own);

/* ---- what names are, for editors ------------------------------------------- */

/* A name that is used, or bound, at span. */
typedef struct {
    const char *name;
    const Span *span, *defined;  /* defined: null: built in */
    Ty *ty;
} Mention;
typedef VEC(Mention) Mentions;
/* From now on all names of the program are added there; null: no more. */
void check_mentions(Mentions *to);

/* ---- types --------------------------------------------------------------- */

Ty *ty_resolve(Ty *t);
Ty *ty_origin(Ty *t);          /* of a PARAM: the one it is a copy of */
/* The same, and no abstract type, as far as it is known. */
Ty *ty_reveal(Ty *t);
const char *ty_str(Ty *t);
bool ty_has_sum(Ty *t);
/* The number of a field, or of a constructor; -1: there is none. */
int ty_field(const Ty *t, const char *name);
TySize *tysize_resolve(TySize *s);
const char *tysize_str(TySize *s);

#endif
