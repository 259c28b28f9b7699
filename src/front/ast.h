/*
 * ast: the surface syntax as parsed (grammar/lang.l, lang.y), with the
 * annotations that the checker leaves for desugaring.
 *
 * In: a source. Out: an Ast whose every Exp carries its span, and after
 * check_program its type, all names resolved, literals with their type.
 * Nodes live in the arena. NameList are interned; qualified names are one name
 * with dots ("f32.sqrt"). Operators are names too ("+", "<|", "`f`" is "f").
 * Modules are gone after modules_resolve: a flat list of declarations is left,
 * whose names are unique.
 */
#ifndef MAPNEST_AST_H
#define MAPNEST_AST_H

#include "../base/base.h"
#include "../core/core.h"

typedef struct Exp Exp;
typedef struct Pat Pat;
typedef struct TypeExp TypeExp;
typedef struct Dec Dec;
typedef struct ModExp ModExp;
typedef struct SigExp SigExp;
typedef struct Ty Ty;          /* the checker's types and sizes: check.h */
typedef struct TySize TySize;

typedef VEC(const char *) NameList;
typedef VEC(Exp *) Exps;
typedef VEC(Pat *) Pats;
typedef VEC(TypeExp *) TypeExps;
typedef VEC(Dec *) Decs;

/* ---- type expressions --------------------------------------------------- */

typedef enum {
    T_NAME,                    /* i32, t, 't; with arguments: t [n] i32 */
    T_SIZE,                    /* [n] as an argument; size null for [] */
    T_ARRAY,                   /* [size]elem; size null for [], irregular for [..] */
    T_TUPLE,                   /* (); (a, b) */
    T_RECORD,                  /* {x: a, y: b} */
    T_UNIQUE,                  /* *t */
    T_FUN,                     /* (name: a) -> b */
    T_SUM,                     /* #a t | #b */
    T_EXISTS                   /* ?[n][m].t */
} TypeExpKind;

struct TypeExp {
    TypeExpKind kind;
    const Span *span;
    const char *name;          /* NAME; FUN: parameter name or null */
    TypeExp *elem, *result;    /* ARRAY, UNIQUE, EXISTS, FUN: elem -> result */
    Exp *size;                 /* ARRAY, SIZE */
    bool irregular;            /* ARRAY: [..] */
    TypeExps part;             /* TUPLE, RECORD; NAME: arguments; SUM: TUPLEs of payloads */
    NameList field;               /* RECORD; SUM: constructors */
    NameList size_name;           /* EXISTS */

    /* By the checker. */
    Ty *ty;
    TySize **size_id;          /* EXISTS: what the size_names are in sizes */
};

/* ---- patterns ------------------------------------------------------------- */

typedef enum { P_NAME, P_WILD, P_TUPLE, P_RECORD, P_ASCRIBE, P_LITERAL, P_CTOR } PatKind;

struct Pat {
    PatKind kind;
    const Span *span;
    const char *name;          /* NAME, CTOR */
    Pats part;                 /* TUPLE (none: unit), RECORD, CTOR; ASCRIBE: the one inside */
    NameList field;               /* RECORD */
    TypeExp *type;             /* ASCRIBE */
    Exp *literal;              /* LITERAL */
    Ty *ty;                    /* by the checker */
    TySize *size;              /* NAME: what it is in sizes */
    bool unique;               /* NAME: of a parameter that is consumed, and not written */
};

/* ---- expressions ------------------------------------------------------------ */

typedef enum {
    E_INT, E_FLOAT, E_BOOL, E_STRING,        /* E_INT also for 'c' chars */
    E_NAME,                    /* x, f32.sqrt, (+) as a value: name "+" */
    E_TUPLE,                   /* (); (a, b) */
    E_RECORD,                  /* {x = a, y} : field */
    E_ARRAY,                   /* [a, b]; [] */
    E_RANGE,                   /* a..b..<c : exp[0], exp[1] or null, exp[2]; name: "..." "..<"
                                  or "..>" */
    E_APPLY,                   /* exp[0] applied to the others; a + b is (+) a b */
    E_NEG, E_NOT,              /* -e  !e */
    E_SECTION,                 /* (exp[0] exp[1]): (+ 1); (1 +) is an application */
    E_LAMBDA,                  /* \pat.. [: type] -> exp[0] */
    E_LET,                     /* let [sizes] pat[0] = exp[0] in exp[1] */
    E_LET_FUN,                 /* let f params = .. in exp[1] : dec */
    E_IF,                      /* exp[0..2] */
    E_LOOP,                    /* see loop fields */
    E_INDEX,                   /* exp[0][exp[1], ..] */
    E_SLICE,                   /* exp[0]:exp[1]:exp[2] in an index; any may be null */
    E_UPDATE,                  /* exp[0] with step.. = exp[1]; indices from exp[2] on */
    E_FIELD,                   /* exp[0].name ; tuples: .0 .1 */
    E_ASCRIBE,                 /* exp[0] : type */
    E_COERCE,                  /* exp[0] :> type */
    E_ATTR,                    /* #[name] exp[0] */
    E_ASSERT,                  /* assert exp[0] exp[1] */
    E_CTOR,                    /* #name exp[0..] */
    E_MATCH,                   /* match exp[0] case .. */
    E_OPEN,                    /* name.(exp[0]); gone after modules_resolve */
    E_HOLE                     /* ??? */
} ExpKind;

typedef enum { LOOP_FOR, LOOP_IN, LOOP_WHILE } LoopKind;

/* From a value to a part of it: to a field; or, where null, by so many indices. */
typedef struct { const char *field; int indices; } UpdateStep;

struct Exp {
    ExpKind kind;
    const Span *span;
    const char *name;
    const char *written;       /* what stood in the place of a declaration's unique name */
    Exps exp;
    Pats pat;                  /* LET: one; LAMBDA: parameters; MATCH: of case i, exp[1 + i] */
    NameList field;               /* RECORD: of exp[i] */
    VEC(UpdateStep) step;            /* UPDATE */
    NameList size_name;           /* LET [n] .. = */
    TypeExp *type;             /* ASCRIBE, COERCE, LAMBDA's result */
    Dec *dec;                  /* LET_FUN */

    /* LOOP: pat[0] the parameters, exp[0] the initial value, exp[1] the
       body; FOR: exp[2] the bound, name the counter; IN: exp[2] the array,
       pat[1] the element; WHILE: exp[2] the condition. */
    LoopKind loop;

    /* Literals: the text's value; suffix null if none is written. */
    uint64_t integer;          /* E_INT: magnitude (a minus is E_NEG); E_BOOL: 0 or 1 */
    bool negated;              /* E_INT: by the checker: a minus stands before it */
    bool matched;              /* E_INT: by the checker: of a pattern; it may wrap around */
    double number;             /* E_FLOAT */
    const char *text;          /* E_STRING's bytes; E_FLOAT as written */
    int text_size;
    const Span *condition;     /* ASSERT: as it stands, brackets and all */
    const char *suffix;

    /* By the checker. */
    Ty *ty;                    /* the type of this expression */
    const Dec *instance_of;    /* NAME: the function, and what its ... */
    TySize **instance;         /* ... size parameters are here, and its ... */
    Ty **instance_type;        /* ... type parameters */
    TySize **size;             /* what the size_names are in sizes; LOOP: the counter */
    Prim prim;                 /* literals: their type, always known after checking */
};

/* ---- declarations -------------------------------------------------------------- */

typedef enum {
    D_FUN,                     /* def, let, entry */
    D_TYPE,                    /* type; abstract without a type */
    D_VAL,                     /* val: the type of what `of` names */
    D_SAME,                    /* after modules_resolve: the type `of` is as specified */
    D_OPEN, D_MODULE, D_MODULE_TYPE, D_INCLUDE
} DecKind;

typedef enum { PARAM_SIZE, PARAM_TYPE, PARAM_TYPE_SIZE_LIFTED, PARAM_TYPE_LIFTED } TypeParamKind;
/* [n] 't '~t '^t */
typedef struct {
    TypeParamKind kind;
    const char *name;
    const Span *span;
    TySize *size;              /* by the checker: what it is in sizes, ... */
    Ty *ty;                    /* ... or in types */
} TypeParam;
typedef VEC(TypeParam) TypeParams;

struct Dec {
    DecKind kind;
    const Span *span;          /* the whole declaration */
    const Span *name_span;
    const char *name;          /* operators too: def (+^) a b =; unique after modules_resolve */
    const char *written;       /* with its modules' names; may not be unique */
    bool entry;
    bool local;                /* not seen outside of its module */
    NameList attr;
    TypeParams tparam;
    Pats param;
    TypeExp *result;           /* null if not written */
    Exp *body;
    TypeExp *type;             /* TYPE, VAL, SAME */
    TypeParamKind lifted;      /* TYPE, SAME: type, type~, type^ */
    ModExp *mod;               /* OPEN, MODULE */
    SigExp *sig;               /* MODULE_TYPE, INCLUDE; MODULE in a module type */
    Ty *ty;                    /* by the checker: the scheme of a D_FUN, and ... */
    VEC(Ty *) free_type;       /* ... all that it is for, written or not */
    VEC(TySize *) free_size;

    /* By modules_resolve. */
    const char *of;            /* VAL, SAME, abstract TYPE: what it stands for; or null */
    const Span *of_span;       /* where that is defined; null: built in */
    const Span *refined;       /* TYPE, SAME: its type in a 'with'; or null */
    TypeExp *outside;          /* VAL: its type for all others */
    const Span *applied;       /* the application of a parametric module that made it */
    Dec *origin;               /* what it is a copy of; null: of the prelude */
    bool failed;               /* origins: one of the copies was wrong */
    bool recursive;            /* mentions itself */
    const struct Dec *group;   /* origins: the first of the functions that call each other */
    bool taken_in;             /* local to a function that it calls, and that calls it */
    struct Abstract *abstract; /* by the checker: TYPE */
};

/* ---- modules ---------------------------------------------------------------- */

typedef enum {
    M_NAME,                    /* m.n */
    M_BODY,                    /* { dec.. } */
    M_IMPORT,                  /* import "name" */
    M_APPLY,                   /* fun part */
    M_IS,                      /* part : sig */
    M_LAMBDA                   /* \(name : sig) -> part */
} ModKind;

struct ModExp {
    ModKind kind;
    const Span *span, *name_span;
    const char *name;
    Decs dec;
    ModExp *fun, *part;
    SigExp *sig;
};

typedef enum {
    SIG_NAME,                    /* m.mt */
    SIG_SPECS,                   /* { val, type, module, include .. } */
    SIG_WITH,                    /* part with name tparam = type */
    SIG_FUN                      /* (name : part) -> result; name may be null */
} SigKind;

struct SigExp {
    SigKind kind;
    const Span *span, *name_span;
    const char *name;
    Decs spec;
    TypeParams tparam;
    TypeExp *type;
    SigExp *part, *result;
};

typedef struct {
    const Source *source;
    Decs dec;
    Table *value, *type;       /* by the checker: what it defines */
} Ast;

/* ast.c: an operator; m.n.+ as m and n.+ (null: no dot). */
bool name_is_symbol(const char *name);
const char *name_head(const char *path, const char **rest);

/* As the program writes it. */
const char *exp_name(const Exp *e);
bool exp_is_infix(const Exp *e);             /* an operator and two operands */
bool exp_is_let(const Exp *e);               /* LET, LET_FUN */
/* What is inside of ascriptions. */
const Pat *pat_plain(const Pat *p);
/* The text of the program on one line. */
const char *source_text(const Span *s);

bool dec_has_attr(const Dec *d, const char *attr);

/* What stands in the index of an INDEX or UPDATE. */
Exps exp_indices(const Exp *e);
/* All expressions right below e, but a local function's. */
typedef void ExpFn(Exp **part, void *arg);
void exp_each(Exp *e, ExpFn *f, void *arg);

/* parse.c: errors go to diag; several a run; returns null when there were any. */
Ast *parse_program(const Source *s);
Ast *parse_parts(const Source *s, bool *whole);          /* the declarations without errors */
/* format.c: the program in one style, with its comments; its tokens are the same. Errors in
   it go to diag and end the run. */
const char *format_program(const Source *s);

/* module.c: modules, module types, imports and qualified names are resolved.
   What is left are FUN, TYPE, VAL and SAME. Errors are printed; the rest can
   still be checked. The prelude has been checked before. */
Ast *modules_resolve(const Ast *parsed, const Ast *prelude);

/* check.c: types, sizes, uniqueness. `prelude` has been checked before (null
   when the prelude itself is checked). False when errors were printed. */
bool check_program(Ast *program, const Ast *prelude);

/* prelude.c: what is written in the language itself, parsed and checked once a run; and a source
   checked with it, whose errors end the run. */
const Ast *prelude(void);
Ast *check_source(const Source *source);
/* For what check_mentions notes: the declarations that have no syntax errors. */
void check_parts(const Source *source);

/* desugar.c: a checked program becomes core: all reachable from its entry
   points (every function when there is none is an error named so). */
Program *desugar(const Ast *program, const Ast *prelude);

/* ---- ends.c --------------------------------------------------------------- */

/* There is no value of e without a call of the function. */
bool needs_call(const Exp *e, const Dec *dec);
/* No call of it ends: it calls itself in every case. */
bool never_ends(const Dec *dec);

#endif
