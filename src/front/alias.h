/*
 * alias.h -- which values may share memory; private to uniqueness.
 */
#ifndef MAPNEST_ALIAS_H
#define MAPNEST_ALIAS_H

#include "checker.h"

typedef struct AliasVar AliasVar;
typedef VEC(AliasVar *) AliasSet;

/* The aliases of a value: of each component of a tuple or record, or a set. */
typedef struct Alias Alias;
struct Alias {
    AliasSet set;
    Alias **part;
    int n;
};

struct AliasVar {
    const char *name;
    const Span *span;
    Ty *ty;
    Alias *alias;              /* what it may be besides itself */
    bool consumable, global;
    bool fresh;                /* a function whose results share nothing */
    int serial;                /* counts up */
    const Span *consumed;      /* where; or null */
};

typedef struct { const char *name; void *value; } HiddenAlias;

/* The state of the check of one definition. */
typedef struct {
    Table *scope;              /* name -> AliasVar */
    VEC(HiddenAlias) hidden;
    AliasSet trail;            /* what was consumed, in order */
    AliasSet read;             /* what was used, in order */
    int serial;
    int barrier;               /* what is older cannot be consumed here ... */
    const char *inside;        /* ... in this "loop" or "function" */
} Unique;
extern Unique unique;

/* ---- alias.c: sets and scopes -------------------------------------------- */

void alias_add(AliasSet *to, AliasVar *v);
void alias_union(AliasSet *to, const AliasSet *from);
/* All components together. */
const AliasSet *alias_flat(const Alias *a);
/* A value of the type that may be any of these (null: none); its scalars and
   what is unique in its type are nobody else's. */
Alias *alias_of_type(Ty *t, const AliasSet *set);
Alias *alias_join(const Alias *a, const Alias *b);
/* Without what was consumed: after branches, one of which consumed it. */
Alias *alias_alive(Alias *a);
Alias *alias_tuple(const Exp *e, Alias **part, int n);
Alias *alias_field(Alias *a, Ty *t, const char *path);
Alias *alias_with_field(Alias *a, Ty *t, const char *path, Alias *value);
/* Consumes the unique components of a parameter; the others go to `rest`. */
void alias_consume_at(const Alias *a, Ty *param, const Span *s, AliasSet *rest);

AliasVar *alias_bind(const char *name, const Span *s, Ty *t, Alias *a);
void alias_bind_pat(const Pat *p, Alias *a);
/* A parameter: its unique components can be consumed. */
void alias_bind_param(const Pat *p);
/* The parameters of a loop, as components of the type: all can be consumed but
   those with a type that says otherwise. */
Alias *alias_params(const Pat *p, Ty *t);
void alias_leave(int mark);
Alias *alias_of_name(const char *name, Ty *t);
/* The same, for an occurrence: it must not be consumed. */
Alias *alias_of_use(Exp *e);

/* ---- alias_loop.c -------------------------------------------------------- */

Alias *alias_loop(Exp *e);
/* Checks a function; whether its result shares nothing with what it gets. */
bool alias_function(Dec *d);

/* ---- unique.c ------------------------------------------------------------ */

bool alias_use(const AliasSet *set, const Span *s, const char *used);
void alias_consume(const AliasSet *set, const Span *s);
Alias *alias_walk(Exp *e);

#endif
