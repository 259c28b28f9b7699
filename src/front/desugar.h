/*
 * desugar.h -- shared by the files of desugaring; private to front/.
 *
 * In: a checked program. Out: core. Desugaring evaluates the syntax
 * symbolically: names stand for static values, and what cannot be known yet is
 * bound in the current scope. Functions are static values only, so that none
 * is left in core; a tuple is the list of its components, and an array of
 * tuples is a tuple of arrays that knows how many dimensions are its own.
 */
#ifndef MAPNEST_DESUGAR_H
#define MAPNEST_DESUGAR_H

#include "../core/failure.h"
#include "check.h"

typedef struct Sv Sv;
typedef struct Fun Fun;
typedef Assoc Env;             /* of a name, a size or a type parameter: Binding, TypeVar */
typedef struct TypeVar TypeVar;
typedef struct OpenBody OpenBody;

typedef enum { SV_ATOM, SV_TUPLE, SV_FUN } SvKind;

/* A static value. Tuples are also records (with field names) and values of sum
   types (constructor names; part 0 is the tag, then one tuple a constructor). */
struct Sv {
    SvKind kind;
    Core *atom;                /* ATOM: an atom, or a size expression */
    bool borrowed;             /* ATOM: to be copied before it is consumed */
    Sv *add;                   /* of an accumulator: how values are added to elements; or null */
    Sv *dest;                  /* of one that is the list of its writes: what they go to */
    Sv **part;
    int n;
    const char **field;
    const char **ctor;
    int depth;                 /* TUPLE: dimensions of the array it is; 0: none */
    Core **dim;                /* those dimensions; counts where there is no leaf */
    Fun *fun;
};

/* Where a declaration was named, and the environment there: they tell the sizes and types
   that no argument does. */
typedef struct Use {
    const Exp *exp;
    Env *env;
    const Dec *view;           /* the member of a module type through which it was named, ... */
    const struct Use *outer;   /* ... and where that was; or null */
} Use;

/* Where and for what a function is applied. */
typedef struct {
    const Span *span;
    Ty *ty;                    /* of the whole application; may be null */
    Env *env;                  /* where the sizes in ty are to be looked up */
    const Use *use;            /* of a name; may be null */
    Fun *fun;                  /* the function itself, all its arguments given */
} Call;

typedef Sv *Native(Sv **arg, const Call *c);

/* Where evaluation stands: spans get `from` as their caller, or, in the
   prelude, are replaced by `fixed`. */
typedef struct { const Span *from, *fixed; } At;

struct Fun {
    const char *name;          /* for messages; null for lambdas */
    int arity;
    Native *call;
    Sv **arg;                  /* given so far */
    int nargs;
    const Dec *dec;            /* closures: a declaration, or */
    const Exp *exp;            /* a lambda, or a section */
    Env *env;
    At at;                     /* of the lambda */
    bool prelude;
    Sv *value;                 /* sections: the operator */
    const Use *use;            /* where it was named; may be null */
    const void *payload;       /* natives' own */
    Op op;
    Prim prim;
};

/* What a name stands for, or a size that has none. */
typedef struct Binding {
    const char *name;
    TySize *id;                /* what the checker calls it in sizes; or null */
    Sv *value;                 /* null: a size not known yet */
    struct Binding *same;      /* bound before, for the same size */
} Binding;

/* Bindings under construction; an inner scope is a body of the outer. */
struct OpenBody {
    Stms stms;
    OpenBody *outer;
    bool closed;
    bool mapped;               /* of a function that threads may run */
};

typedef VEC(Core *) Atoms;
typedef VEC(Var *) Vars;

enum { MAX_SIZED = 32, MAX_RECENT = 64 };
typedef struct { const Core *exp; Core *atom; } Recent;

/* The state of one desugaring. */
typedef struct {
    OpenBody *scope;
    OpenBody *root;               /* of the function under construction */
    At at;
    int unsafe;                /* depth of #[unsafe] */
    int statements, calls;     /* made so far, against the budget */
    int depth;                 /* of calls */
    Table *dec;                /* name -> Dec: of a function or a value */
    Table *home;               /* Var -> OpenBody it is bound in */
    Table *size;               /* Var -> its size expression */
    Table *counter;            /* Var, a loop's counter -> the i64 that it is; null: asked for */
    Table *row_size;           /* Var: the length of a row, or of its rows */
    Table *flat;               /* Var: rows -> the array that has them one after the other */
    Table *total;              /* Var: lengths -> how many elements their rows have */
    int coercing;              /* depth of `:>` */
    Ranges *range;             /* what values scalars can have */
    Table *asserted;           /* Var -> the Var that is known not to be */
    Table *same;               /* Var, bound by an assert -> what it is */
    Table *constant;           /* Dec -> Sv, in this function */
    Table *memo;               /* name and argument types -> Made */
    Table *active;             /* Dec -> depth of inlining, by +1 */
    VEC(Func *) funcs;
    Table *func_name;
    VEC(Attribute) asked;
    bool acc_loops;            /* an accumulator went through a loop, or a call */
    Core *sized[MAX_SIZED];    /* atoms that were made of sizes, the last ones */
    int nsized;
    Recent recent[MAX_RECENT]; /* scalar operations, the last ones */
    int nrecent;
} Desugar;
extern Desugar desugarer;

/* ---- static.c: static values -------------------------------------------- */

Sv *sv_atom(Core *atom);
Sv *sv_tuple(Sv **part, int n);
Sv *sv_fun(Fun *f);
bool sv_is_scalar(const Sv *v);              /* scalars, and tuples of them */
bool sv_has_fun(const Sv *v);
/* The leaves of v in order, size expressions made atoms. */
Kids sv_leaves(const Sv *v);
/* The structure of v with these leaves, and `outer` in the place of its first
   `drop` dimensions. */
Sv *sv_rebuild(const Sv *v, Core **leaf, Core **outer, int nouter, int drop);
/* Each leaf through f; dimensions as above. */
typedef Core *LeafFn(Core *leaf, void *arg);
Sv *sv_each(const Sv *v, LeafFn *f, void *arg, Core **outer, int nouter, int drop);
bool sv_is_units(Sv *v);                     /* an array of (), which has no leaf */
Core *sv_dim(Sv *v, int k);                  /* dimension k of an array */
/* Dimensions move from a tuple to its parts (unzip), and back (zip). */
Sv *sv_unzip(Sv *v);
Sv *sv_zip(Sv **part, int n, int depth);
/* What the type calls fresh and is not (zip): copied only when consumed. */
Sv *sv_borrow(Sv *v);
Sv *sv_own(Sv *v, const Span *s);
/* Gives invented variables the name that the program gives the value. */
void sv_name(const Sv *v, const char *name, bool written);
const char *sv_structure(const Sv *v);       /* "(i32,f32)" */
Sv *sv_field(Sv *v, const char *name);       /* null if there is none */
Sv *sv_payload(Sv *v, const char *ctor);      /* of a sum type */
Sv *sv_with_field(Sv *v, const char *name, Sv *part);

/* ---- desugar_emit.c: scopes and nodes ----------------------------------- */

const Span *span_here(const Span *s);
OpenBody *body_open(void);
OpenBody *mapped_open(void);                /* of a function that is mapped */
bool is_mapped(void);                       /* what is emitted now may be run by threads */
Core *body_close(Core **result, int n);
void body_drop(void);                       /* and forgets what was emitted, until */
void body_enter(OpenBody *s);
void body_splice(void);                     /* as if it had not been opened */
/* A function's body is made apart from what is around it. */
typedef struct { OpenBody *scope, *root; Table *constant; At at; int unsafe; } Root;
Root root_open(void);
Core *root_close(Root before, Core **result, int n);
/* Appends the node, its types inferred here; its results as atoms. Names may
   be null, and are invented ones. */
Core **emit_all(Core *exp, const char **name);
Core *emit1(Core *exp, const char *name);
Core *emit_op(Op op, const Span *s, Core *a, Core *b);   /* b null: unary */
Core *emit_and(Core *a, Core *b, const Span *s);         /* null: true */
Core *emit_conv(Prim to, Core *a, const Span *s);
/* A text of core/failure.h with the values of its holes. */
typedef struct { Text text; Atoms value; } Said;
void say(Said *said, const char *text);
void say_value(Said *said, Core *atom);
/* The atom, if the condition holds; named as it was, or `name` if a constant. */
Core *emit_assert(Core *condition, Core *atom, const Span *s, const Said *said,
                  const char *name);
Core *emit_copy(Core *a, const Span *s);
Core *emit_array(Core **at, int n, const Span *s);
Core *emit_iota(Core *size, const Span *s);
Core *emit_replicate(Core *size, Core *value, const Span *s);
bool same_atom(const Core *a, const Core *b);
bool core_fails(const Core *n);              /* may fail at run time */
Var *var_fresh(const char *name, const Type *t, const Span *s);
/* Fresh variables in the structure of v less `drop` dimensions. */
Sv *sv_fresh(Sv *v, int drop, const char *name, Vars *vars, const Span *s);

/* ---- desugar_size.c: sizes ---------------------------------------------- */

/* An atom with the value of a size expression. */
Core *size_atom(Core *size);
/* What stands for an i64 atom in types. */
Core *size_of(Core *atom);
void size_define(Var *v, const Core *exp);
/* The size, after a check that it is not negative where that is not known. */
Core *size_checked(Core *size, const Span *s);
/* Lengths that a row has of its own rows, or that are made in a body within the function's. */
bool made_inside(const Core *lengths);
/* The same, said in other words. */
Core *size_checked_as(Core *size, const Span *s, const Said *said);
/* The size can be known outside the current scope, perhaps after moving the
   scalar bindings it needs to the outer scope. */
bool size_leaves(Core *size);
bool size_in_scope(Core *size);
bool is_live(const Var *v);                  /* bound in a scope that is open */
/* The size in terms of what the current scope does not bind; or null. */
Core *size_outside(Core *size);
/* v with the sizes of its arrays of () as they are known outside; the error of those that are not
   known there. */
Sv *units_leave(Sv *v, Core *(*outside)(Core *), const Span *s);
/* Reports arrays of () in two values, of a loop or of branches, that differ in length. */
void units_agree(Sv *a, Sv *b, const Span *s);
/* The type with `outer` in the place of its first `drop` dimensions. */
const Type *type_outer(const Type *t, Core **outer, int n, int drop);
/* v with dimension k made `size`, checked at run time where needed. */
Sv *coerce_dim(Sv *v, int k, Core *size, const Span *s);
Core *coerce_leaf(Core *leaf, const Type *to, const Span *s);
/* The same, of these sizes, as many as there are dimensions; null: as it is. */
Core *coerce_sizes(Core *leaf, Core **size, const Span *s);
/* v with the sizes of like, which has its structure. */
Sv *coerce_like(Sv *v, Sv *like, const Span *s);

/* ---- desugar_type.c: the checker's types --------------------------------- */

/* A value of a type is made leaf by leaf; size says what is not known of its
   sizes (dimension k of it); null: empty. */
typedef struct {
    Core *(*leaf)(const Type *t, void *arg);
    Core *(*size)(int k, void *arg);
    /* The lengths of rows, an array of this type; null: rows do not differ. */
    Core *(*lengths)(const Type *t, void *arg);
    void *arg;
    const Span *span;
    bool written;              /* the type stands in the program, here */
    bool (*known)(Core *size, void *arg);   /* not: size() says it; null: always */
} Maker;

Env *env_type(Env *env, Ty *param);          /* a type parameter */
/* Binds the size and type parameters not bound yet that t speaks of to what v
   has below `depth` dimensions; or by the type that the checker found. */
void ty_bind(Ty *t, Env *env, Sv *v, int depth);
void ty_bind_ty(Ty *t, Env *env, Ty *as, Env *as_env);
/* The type parameters in t that stand for elements of v: scalars, and tuples of them. */
void ty_bind_elements(Ty *t, Env *env, Sv *v, int depth);
/* The parameters of dec that are not bound yet, by its use. */
void ty_bind_use(const Dec *dec, const Use *use, Env *env);
/* Notes the sizes in t that only the value tells. */
void ty_tell(Ty *t, Env *env, Sv *v);
/* v with the sizes of a type that is written here. */
Sv *ty_coerce(Ty *t, Env *env, Sv *v, const Span *s);
Sv *ty_make(Ty *t, Env *env, const Maker *m);
Sv *ty_zero(Ty *t, Env *env, const Span *s);
Core *zero_leaf(const Type *t, void *span);  /* a Maker's leaf */
Sv *ty_empty(Ty *array, Env *env, const Span *s);
Core *size_of_ty(TySize *s, Env *env);       /* null if no name says it */

/* ---- static_env.c: environments; null: the declarations alone ------------------- */

/* A value, known by its name or in sizes; one of the two may be null. */
Env *sv_env_bind(const Env *env, const char *name, TySize *id, Sv *v);
Binding *sv_env_size(const Env *env, TySize *id);
/* Of a function that begins: sizes that are computed in it are told there. */
Env *sv_env_begin(const Env *env);
void sv_env_tell(const Env *env, const TySize *unknown, Sv *v);
Sv *sv_env_told(const Env *env, const TySize *unknown);    /* null: not yet, or not here */
/* Sizes not known yet; names may be null. */
Env *sv_env_sizes(const Env *env, const char *const *name, TySize **id, int n);
/* These sizes give their names to what they are. */
void name_sizes(const Env *env, const NameList *names, bool written);

/* ---- desugar_fun.c: names, patterns, application ------------------------ */

bool name_known(const char *name, Env *env);
Sv *env_lookup(const char *name, Env *env, const Call *c);
/* The same for the name of an expression. */
Sv *env_named(const Exp *e, Env *env, const Call *c);
/* Pattern against value. Variables get the names that the program writes, and
   if they are to be kept those of the prelude. */
Env *bind_pat(const Pat *p, Sv *v, Env *env, bool keep);
Sv *pat_part(const Pat *p, Sv *v, int i);    /* what part i of p meets */
const char *pat_name_of(const Pat *p);       /* null if it has several */
Sv *fun_native(Fun f);
Sv *fun_lambda(const Exp *e, Env *env);
Native call_lambda;                          /* as if its body stood where it is called */
Sv *fun_local(const Exp *let, Env *env);
Sv *apply_fun(Sv *f, Sv **arg, int n, const Call *c);
Sv *apply1(Sv *f, Sv *a, const Span *s);
Sv *apply2(Sv *f, Sv *a, Sv *b, const Span *s);
/* What a function is for, not known yet. */
Env *env_params(Env *env, const Dec *dec);
/* The body of a declaration, with its arguments, in the current scope; and as if it stood
   where it is called. */
Sv *eval_dec(Fun *f, Sv **arg, const Call *c);
Sv *call_inline(Fun *f, Sv **arg, const Call *c);
/* Around that: guards against recursion that the checker let through. */
void enter_dec(const Dec *dec, const Span *s);
void leave_dec(const Dec *dec);

/* ---- desugar_call.c: calls ------------------------------------------------ */

Native call_dec, call_closure;               /* of a declaration, and of a lambda */
/* desugar_tail.c: it calls itself at its end alone; as the loop that it is. */
bool is_tail_recursive(const Dec *dec);
/* All its calls of itself pass the parameter on as it is. */
bool passes_on(const Dec *dec, int param);
Sv *call_tail(Fun *f, Sv **arg, const Call *c);
const char *func_name(const char *name);     /* not taken yet */
/* desugar.c: consumed leaves: arrays, of the parts that are marked unique. */
void mark_consumed(Ty *t, bool unique, bool array, bool **out);

/* ---- desugar_exp.c, desugar_control.c, desugar_index.c ------------------ */

Sv *eval_exp(const Exp *e, Env *env);
void add_attr(Stm *s, const char *attr);
Core *eval_atom(const Exp *e, Env *env);     /* a scalar, or an array of them */
Core *eval_size(const Exp *e, Env *env);     /* an i64, as a size expression */
Sv *eval_if(const Exp *e, Env *env);
Sv *eval_loop(const Exp *e, Env *env);
Sv *eval_match(const Exp *e, Env *env);
Sv *eval_and_or(const Exp *e, Env *env);
Sv *eval_index(Sv *a, const Exp *e, Env *env);
/* The new value and the indices are evaluated before the array. */
Sv *eval_update(const Exp *e, Env *env);
Sv *eval_range(const Exp *e, Env *env);
/* if c then yes() else no(), joined. */
typedef Sv *Branch(void *arg);
Sv *emit_branch(Core *c, Branch *yes, Branch *no, void *arg, const Span *s);
Sv *index_at(Sv *a, Core **i, int n, bool unchecked, const Span *s);

/* ---- accumulators.c; where it writes as often for each element, a stream is one write -------- */

Native call_acc_of, call_acc_end, call_acc_next, call_acc_add;
Native call_acc_is_list, call_acc_put, call_acc_bounded, call_acc_writes;
bool acc_within(const Sv *v);
/* v with writes to nowhere, so that its lists are as long as those of like. */
Sv *acc_padded(Sv *v, const Sv *like, const Span *s);
Native call_flatten;                         /* of intrinsics.c */

/* ---- desugar_rows.c: rows of different lengths -------------------------------- */

/* Ends the run: "the rows of this differ in length, .." */
_Noreturn void refuse_ragged(const Span *s, const char *what);
bool sv_ragged(const Sv *v);
/* What has the value of a dimension: a size, or the lengths of rows; and back. */
Core *dim_atom(Core *dim);
Core *dim_of_atom(Core *atom);
/* The leaf as of a type that it is known to have. */
Core *leaf_claim(Core *leaf, const Type *t, const Span *s);
/* Rows of these lengths. */
Core *rows_of(Core *lengths, Core *values, const char *name, const Span *s);
/* Element i of an array of rows that differ. */
Sv *sv_row(Sv *a, Core *i, const Span *s);
/* The first two dimensions as one. */
Core *flat_rows(Core *leaf, const Span *s);
/* The leaf, its lengths those of all its rows: of copies they are said once before. */
Core *with_own_lengths(Core *leaf);
/* The dimensions up to the first in which rows differ as one. */
Core *flat_all(Core *leaf, const Span *s);
/* The leaf as one whose rows differ in dimension k, also where they happen not to. */
Core *as_rows(Core *leaf, int k);
Core *concat_rows(Core *a, Core *b, const Span *s);

/* ---- results.c ---------------------------------------------------------- */

/* Names the parameters that a pattern takes: as the pattern does; `unnamed` where it names none. */
void name_param(const Pat *p, Sv *v, const char *unnamed);
/* The names of results that are fields, or variables in the last expression. */
void name_results(Func *f, const Dec *dec, const Sv *v);
/* The doc comment of an entry point, and the names that it, or an attribute, has for results. */
void note_doc(Func *f, const Dec *dec);

/* ---- intrinsics.c, desugar_scalar.c ------------------------------------- */

Sv *fun_intrinsic(const Dec *dec);               /* null if there is no such */
/* f32.sqrt, i64.max, i32.f32, the operators; null if there is no such. */
Sv *scalar_function(const char *name);
Sv *map_over(Sv *f, Sv *xs, const Span *s);
Sv *reduce_with(Sv *op, Sv *ne, Sv *xs, const Span *s);

/* ---- opaque.c ------------------------------------------------------------- */

/* Adds the parameter (null: result) if its type has a name and parts. leaf: its leaves; env: of
   the sizes of a parameter, or null. */
void note_opaque(OpaqueList *to, const char *name, const TypeExp *written, Ty *t,
                 const Handed *leaf, int nleaves, Env *env);

#endif
