/*
 * check.h -- the checker's types, as desugaring may need them.
 */
#ifndef MAPNEST_CHECK_H
#define MAPNEST_CHECK_H

#include "ast.h"

typedef enum { TY_PRIM, TY_ARRAY, TY_TUPLE, TY_RECORD, TY_FUN, TY_SUM, TY_VAR, TY_PARAM } TyKind;

/* A size: a name in scope, a constant, or an expression of the source. */
typedef struct TySize TySize;

struct Ty {
    TyKind kind;
    Prim prim;                 /* PRIM */
    Ty **part;                 /* ARRAY: the element; TUPLE; RECORD, SUM payloads; FUN: parameter, result */
    int nparts;
    const char **name;         /* RECORD: field names, sorted; SUM: constructors, sorted */
    TySize *size;              /* ARRAY */
    bool unique;
    const char *param;         /* PARAM: a type parameter's name */
    Ty *link;                  /* VAR: what it was unified with; use ty_resolve */
};

Ty *ty_resolve(Ty *t);
const char *ty_str(Ty *t);

#endif
