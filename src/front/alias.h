/*
 * alias.h -- which values may share memory; private to uniqueness.
 */
#ifndef MAPNEST_ALIAS_H
#define MAPNEST_ALIAS_H

#include "checker.h"

typedef struct AliasVar AliasVar;
typedef VEC(AliasVar *) AliasSet;

/* The aliases of a value: a set for each leaf of its type, tuples and records
   taken apart. */
typedef struct { AliasSet *at; int n; } Alias;
typedef VEC(Ty *) Leaves;
/* The leaves of a function's result: true if a leaf shares no memory with an argument. */
typedef struct { bool *at; int n; } Fresh;

struct AliasVar {
    const char *name;
    const Span *span;
    Ty *ty;
    const Alias *alias;        /* what it may be besides itself */
    bool consumable, global;
    Fresh fresh;               /* of a function */
    int serial;                /* counts up */
    const Span *consumed;      /* where; or null */
};

typedef struct { const char *name; void *value; } HiddenAlias;

/* What is older than the barrier cannot be consumed in this "loop" or "function". */
typedef struct { int barrier; const char *what; } Inside;

/* The state of the check of one definition. */
typedef struct {
    Table *scope;              /* name -> AliasVar */
    VEC(HiddenAlias) hidden;
    AliasSet trail;            /* what was consumed, in order */
    AliasSet read;             /* what was used, in order */
    int serial;
    Inside inside;
    Fresh lambda;              /* of the last one */
    bool applied;              /* in a copy of a parametric module, whose body was checked */
} Unique;
extern Unique unique;

/* From now on inside of such a thing; what it was before. */
Inside alias_enter(const char *what);

/* ---- alias.c: sets and scopes -------------------------------------------- */

bool alias_has(const AliasSet *s, const AliasVar *v);
void alias_add(AliasSet *to, AliasVar *v);
void alias_union(AliasSet *to, const AliasSet *from);
/* All leaves together. */
AliasSet alias_flat(const Alias *a);
Leaves alias_leaves(Ty *t);
/* A value of the type that may be any of these (null: none); its scalars and
   what is unique in its type are nobody else's. */
Alias *alias_of_type(Ty *t, const AliasSet *set);
Alias *alias_join(const Alias *a, const Alias *b);
/* Without what was consumed: after branches, one of which consumed it. */
Alias *alias_alive(const Alias *a);
Alias *alias_tuple(const Exp *e, const Alias **part);
Alias *alias_field(const Alias *a, Ty *t, const char *name);
Alias *alias_with_field(const Alias *a, Ty *t, const char *name, const Alias *value);

/* A new variable, which is not bound yet and shares memory with no other. */
AliasVar *alias_var(const char *name, const Span *s, Ty *t);
AliasVar *alias_bind(const char *name, const Span *s, Ty *t, const Alias *a);
void alias_bind_pat(const Pat *p, const Alias *a);
/* A parameter: its unique components can be consumed. */
void alias_bind_param(const Pat *p);
/* The parameters of a loop, as components of the type: all can be consumed but
   those with a type that says otherwise. */
Alias *alias_params(const Pat *p, Ty *t);
void alias_leave(int mark);
/* The same, for an occurrence: it must not be consumed. */
const Alias *alias_of_use(Exp *e);

/* ---- alias_loop.c -------------------------------------------------------- */

Alias *alias_loop(Exp *e);
/* A function may return a copy of a global constant, not the constant itself: else an error. */
void alias_refuse_global(const char *what, const Alias *a, const Span *s);
/* The result of `what`: where its type is written, and the value. */
typedef struct { const char *what; const Span *written, *body; } Result;
void alias_check_result(const Result *r, Ty *t, const Alias *a);
/* The leaves of what a function makes that are new: a, of this type; none of functions. */
Fresh alias_fresh(const Alias *a, Ty *t);
/* Checks a function. */
Fresh alias_function(Dec *d);

/* ---- unique.c ------------------------------------------------------------ */

bool alias_use(const AliasSet *set, const Span *s, const char *used);
void alias_consume(const AliasSet *set, const Span *s);
const Alias *alias_walk(Exp *e);

#endif
