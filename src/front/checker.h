/*
 * checker.h -- shared by the files of the checker; private to front/.
 *
 * In: a parsed program. Out: the same with types, or errors. Hindley-Milner
 * with levels: a variable lives at the depth of functions that made it, and
 * may not become a type whose sizes live deeper (rows of different lengths).
 * Arguments are checked before the lambdas that work on them.
 */
#ifndef MAPNEST_CHECKER_H
#define MAPNEST_CHECKER_H

#include "check.h"

/* What a name in scope is. */
typedef struct {
    const char *name;
    const Span *span;
    Ty *ty;                    /* null: being defined */
    TySize *size;              /* what it says in a size */
    VEC(Ty *) tparam;          /* quantified: PARAMs */
    VEC(TySize *) sizes;       /* quantified: NAMEs */
    const Dec *dec;            /* of a function */
    bool prelude;
    bool used, watched;        /* to warn when it is not used */
    bool is_size;              /* [n] */
} Binder;

/* A type in scope: an abbreviation, or a type parameter. */
typedef struct {
    Dec *dec;
    Ty *ty;
} TypeBinder;

typedef struct { const char *name; void *value; Table *table; } Hidden;
typedef struct { Ty *record; const char *name; Ty *field; const Span *span; } FieldWanted;
typedef struct { Ty *ty; const Span *span; const char *what; TypeParamKind most; } NoFun;
typedef struct { Ty *ty; const Span *span; } SumWanted;
typedef struct { Ty *ty; const Span *span; } Compared;
typedef struct { const Exp *name; TySize *const *param; int n; } Instance;
typedef struct { TySize *size; const Span *span; } OpenSize;
typedef struct { TySize *size, *is; } Exists;

/* The state of one check. */
typedef struct {
    Table *value, *type;       /* name -> Binder, TypeBinder */
    VEC(Hidden) hidden;        /* for leaving scopes */
    int level;
    int group;                 /* where the names of this pattern start */
    bool prelude;
    bool ragged;               /* rows differ somewhere in the program */
    bool settling;             /* no type will be known better */
    bool in_case;              /* patterns may not fit */
    bool in_view;              /* members of modules are compared: no text to repair */
    int errors;                /* reported before this program */
    /* Of the current top-level definition: */
    VEC(Exp *) literals;
    VEC(Ty *) scalars;         /* VARs with prims */
    VEC(Compared) compared;    /* VARs with equality, and the operators that want it */
    VEC(FieldWanted) fields;
    VEC(NoFun) no_fun;
    VEC(SumWanted) sums;
    VEC(Exp *) matches;
    VEC(const Pat *) sole;     /* constructors that must be the only ones */
    VEC(Exp *) holes;
    VEC(Instance) instances;   /* names with size parameters */
    VEC(Exists) exists;        /* what existential sizes are in the types being unified */
    VEC(OpenSize) open_sizes;  /* that what is written leaves open */
    VEC(const Binder *) unused;
    const Span *at;            /* of what is being unified */
    const Dec *dec;            /* null between definitions */
    int steps;                 /* spent on its types, against the budget */
    int own_sizes;             /* how many UNKNOWNs were made that are */
} Check;
extern Check checker;

/* ---- check_type.c: types ------------------------------------------------- */

Ty *ty_new(TyKind k, int nparts);
Ty *ty_copy(const Ty *t);                    /* with a list of parts of its own */
Ty *ty_prim(Prim p);
Ty *ty_array(TySize *size, Ty *elem);
Ty *ty_fun(Ty *param, TySize *size, Ty *result);
Ty *ty_unit(void);
Ty *ty_record(const char **name, Ty **part, int n, const Span *s);
Ty *ty_error(void);
Ty *ty_var(void);
/* A variable that can be these scalars. */
Ty *ty_scalar_var(unsigned prims);
Ty *ty_param(const char *name, TypeParamKind lifted);
/* The same type, unique or not, at the top and in tuples. */
Ty *ty_with_unique(Ty *t, bool unique);
bool ty_is_error(Ty *t);
/* Whether the type, or a part of it, is so. */
bool ty_some(Ty *t, bool (*is)(const Ty *t));
bool ty_has_error(Ty *t);
bool ty_has_fun(Ty *t);
bool ty_is_marked(const Ty *t);    /* as `*t`, also where t is only known later */
bool ty_is_unique(Ty *t);      /* itself or a part of it */

/* A replacement of type parameters, sizes by others. */
typedef struct {
    VEC(Ty *) from, to;
    VEC(TySize *) size_from, size_to;
    bool open_exists;          /* EXISTS become fresh ones of these; ... */
    TySize *(*open)(void);
    const Span *span;          /* ... or null: unknown sizes that came from here */
} TySubst;
Ty *ty_subst(Ty *t, TySubst *s);
/* t with one size replaced. */
Ty *ty_subst_size(Ty *t, TySize *from, TySize *to);
/* The result of a call: its existential sizes are fresh unknown ones. */
Ty *ty_open(Ty *t, const Span *s);
/* A type like t whose sizes are to be found: they may differ. Wanted at span, or null. */
Ty *ty_open_sizes(Ty *t, const Span *span);
/* A fresh copy of what the name e is, which notes what stands for b's parameters. */
Ty *ty_instantiate(const Binder *b, Exp *e);
bool ty_mentions(Ty *t, TySize *name);
/* An array in a value of the type has this very size. */
bool ty_is_dimension(Ty *t, TySize *size);
/* t without the names bound after `serial` but those known: as what they were
   defined, or unknown. To leave a function, unknown sizes become existential. */
Ty *ty_unscope(Ty *t, int serial, bool function, TySize **known, int nknown);
/* But those of function types. */
void ty_each_size(Ty *t, void (*f)(TySize **size, void *arg), void *arg);

/* ---- check_size.c: sizes ------------------------------------------------- */

TySize *tysize_const(int64_t value);
TySize *tysize_name(const char *name);
TySize *tysize_app(const char *name, TySize **part, int n);
TySize *tysize_app2(const char *name, TySize *a, TySize *b);
/* The last number given to a NAME or UNKNOWN. */
int tysize_serial(void);
/* The name was bound to a value of this type; as an i64 it means a size. */
void tysize_define(TySize *name, Ty *t, TySize *meaning);
TySize *tysize_leave(TySize *s, int serial, bool function, TySize **known, int nknown);
TySize *tysize_var(void);
/* A variable for a size that is written as [], or not at all, and must be found. */
TySize *tysize_wanted(const Span *s);
TySize *tysize_exists(void);
TySize *tysize_ragged(void);
bool tysize_is_ragged(TySize *s);          /* or speaks of such */
TySize *tysize_unknown(const Span *s);
bool tysize_mentions(TySize *s, bool (*f)(TySize *leaf, void *arg), void *arg);
bool tysize_has_open(TySize *s);           /* a VAR */
TySize *tysize_subst(TySize *s, TySubst *by);
/* Written alike: [n + m] is [n + m], and not [m + n]. */
bool tysize_equal(TySize *a, TySize *b);
bool tysize_unify(TySize *a, TySize *b);                 /* with these variables */
/* An i64 expression as a size; an unknown size if it is none. */
TySize *tysize_of_exp(Exp *e);
/* The same; null if it is none. */
TySize *tysize_try_exp(Exp *e);

/* ---- check_unify.c ------------------------------------------------------- */

/* Makes two types equal, sizes too. Reports at span what was wanted. */
bool unify(Ty *want, Ty *have, const Span *s, const char *what);
/* The same but for sizes. */
bool unify_shape(Ty *want, Ty *have, const Span *s, const char *what);
/* One type for two branches of s: where sizes differ they are unknown. */
Ty *unify_join(Exp *a, Exp *b, Ty *ta, Ty *tb, const Span *s, const char *what);
/* The type is a scalar among these. */
bool unify_scalar(Ty *t, unsigned prims, const Span *s, const char *what);
/* Variables of levels below the current one become parameters of b. */
void generalise(Binder *b);
/* Scalars that nothing determines become i32 or f64; open questions asked. */
void check_settle(void);

/* ---- check_report.c ------------------------------------------------------ */

/* Why two types differ, and the sizes where they do. */
typedef enum {
    FINE, DIFFERENT, SIZES, ESCAPES, INFINITE, CLASS, UNEQUAL, CONSUMES, SHARES, FUNCTIONS
} Reason;
typedef struct { Reason reason; TySize *size[2]; } Clash;
void report_clash(const Clash *c, Ty *want, Ty *have, const Span *s, const char *what);

/* Of the candidates tried, the nearest to a name, if one is near. */
typedef struct { const char *name, *best; int distance; } Near;
void near_start(Near *n, const char *name);
void near_try(Near *n, const char *candidate);
void near_try_table(Near *n, const Table *t);

/* ---- check_names.c ------------------------------------------------------- */

int names_mark(void);
void names_leave(int mark);
Binder *names_bind(const char *name, const Span *s, Ty *t);
/* What the program binds here: warns when it is not used, or hides a size. */
Binder *names_bind_here(const char *name, const Span *s, Ty *t);
void names_bind_size(const char *name, const Span *s, TySize *size);
void names_bind_type(const char *name, TypeBinder b);
/* The type of a name, an instance of its scheme. */
Ty *names_lookup(Exp *e);

/* ---- check_annot.c: types as written ------------------------------------- */

/* What [] means: a size to be found, or an unknown one. */
typedef enum { ANY_VAR, ANY_EXISTS } Anonymous;
Ty *type_of_exp(TypeExp *t, Anonymous any);
/* The parameter of a function type is bound: its name stands for the argument in the result. */
TySize *bind_param(const TypeExp *f, Ty *param);
/* Types a pattern, and binds its names; checker.group was set before the first. */
Ty *check_pat(Pat *p, Anonymous any);
void check_tparams(Dec *d);
/* Each size parameter occurs in the type that was checked since. */
void check_type_sizes(const Dec *d);

/* ---- check_exp.c, check_apply.c, check_loop.c ---------------------------- */

Ty *infer(Exp *e);
/* False if it was reported that the types differ. */
bool check_exp(Exp *e, Ty *want, const char *what);
Ty *infer_lambda(Exp *e, Ty *want);
Ty *infer_apply(Exp *e, Ty *want);
Ty *infer_section(Exp *e);
Ty *infer_loop(Exp *e);
Ty *infer_range(Exp *e);
/* What is left of the array after these indices of e. */
Ty *index_type(Ty *array, Exp *e, Exps indices);
Ty *field_of(Ty *t, const char *name, const Span *s);
/* A function, at the top or local: its type in the binder, which is bound. */
Binder *check_function(Dec *d);
TySize *pat_size(const Pat *p);
/* The type and size parameters of d, which are in scope, quantified in b. */
void quantify(const Dec *d, Binder *b);
/* The function type; what the result does not depend on is left out. */
Ty *fun_of_params(Pat **param, TySize **size, int n, Ty *result);

/* ---- check_view.c: modules seen through their types ------------------------ */

void check_type_dec(Dec *d);
void check_same_type(Dec *d);
void check_view(Dec *d);
/* The abstract type of d with these arguments; a size n is [n](). */
Ty *ty_abstract(const Abstract *a, Ty **part, int n);
/* What the type is, with these arguments, and substituted so. */
Ty *ty_with_arguments(const Abstract *a, Ty **arg, TySubst *s);

/* ---- check_match.c: sum types --------------------------------------------- */

/* The value that var stands for has this constructor. */
void ty_add_ctor(Ty *var, const char *name, Ty *payload);
Ty *infer_ctor(Exp *e);
Ty *pat_ctor(Pat *p, Anonymous any);
Ty *pat_tuple(Pat *p, Anonymous any);
Ty *infer_match(Exp *e);
/* Sum types that nothing determines; matches with cases missing. */
void settle_sums(void);

/* ---- check_causality.c --------------------------------------------------- */

/* Sizes are computed before a type needs them; d is typed. */
void check_causality(const Dec *d);

/* ---- unique.c ------------------------------------------------------------ */

/* Nothing is used after it was consumed; d is typed. */
void check_unique(Dec *d);

#endif
