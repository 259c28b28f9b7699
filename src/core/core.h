/*
 * core: the one intermediate language. In: what desugaring builds, or core
 * text. Out: the same after each pass; flat core is core with SEG nodes.
 *
 * A program is a list of first-order, monomorphic functions. Bodies are
 * A-normal: a binding sequence whose operands are atoms (variables and
 * constants); lambdas, branches and loops hold bodies. Arrays of tuples are
 * tuples of arrays. Every binder is unique in the program: a Var is its
 * identity and carries its type. Nodes are immutable once built and may be
 * shared; a rewriting builds new nodes.
 *
 * Sizes are expressions of type i64 (variables, constants, + - * and such)
 * that stand in types, widths, iota, replicate and reshape; size_equal
 * compares them up to polynomial normal form.
 *
 * What holds after each pass is written above core_verify.
 */
#ifndef MAPNEST_CORE_H
#define MAPNEST_CORE_H

#include "../base/base.h"

/* ---- data ------------------------------------------------------------- */

/* X(id, name, type in memory, how a Scalar holds it) */
#define INTS(X)                                                               \
    X(I8, i8, int8_t, i) X(I16, i16, int16_t, i) X(I32, i32, int32_t, i)      \
    X(I64, i64, int64_t, i) X(U8, u8, uint8_t, u) X(U16, u16, uint16_t, u)    \
    X(U32, u32, uint32_t, u) X(U64, u64, uint64_t, u)
#define FLOATS(X) X(F32, f32, float, f) X(F64, f64, double, f)
#define PRIMS(X) INTS(X) X(F16, f16, uint16_t, f) FLOATS(X) X(BOOL, bool, uint8_t, i)
#define PRIM_ID(id, name, type, part) id,
typedef enum { PRIMS(PRIM_ID) NPRIMS } Prim;      /* I8, I16 .. */
#undef PRIM_ID

typedef enum {
#define OP(id, ...) OP_##id,
#include "ops.def"
#undef OP
    NOPS
} Op;

/* How tightly terms bind in core text. */
typedef enum {
    P_ANY, P_OR, P_AND, P_CMP, P_BIT, P_SHIFT, P_SUM, P_PROD, P_POW, P_APP, P_ATOM
} Level;

typedef enum {
    K_ATOM, K_SCALAR, K_VIEW, K_ARRAY, K_SOAC, K_SEG, K_CONTROL, K_PART
} OpKind;

typedef struct {
    const char *id;            /* "REDOMAP" */
    const char *text;
    const char *groups, *roles;
    int ngroups;
    OpKind kind;
    const char *type;
    Level level;
    bool commutes, associates, fails, parallel, reduces;
    const char *name, *word, *c;
} OpInfo;
extern const OpInfo ops[NOPS];               /* ops.def says what each means */
/* The group of operands with that role; -1 if there is none. */
int op_group(Op op, char role);

typedef struct Core Core;
typedef struct Var Var;
typedef struct Func Func;

typedef struct {
    Prim prim;
    union {
        int64_t i;             /* signed integers; bool as 0 or 1 */
        uint64_t u;            /* unsigned integers */
        double f;              /* f32 values are exact floats */
    };
} Scalar;

typedef struct Type {
    Prim prim;
    int rank;
    Core **dim;                /* outermost first; EACH: rows differ ([..ns]); null: not
                                  known ([..]) */
} Type;

/* Of an integer: the least and the greatest value. */
typedef struct { int64_t least, most; } Interval;

struct Var {
    const char *name;          /* unique: base, or base_N */
    const Type *type;
    const Span *span;
    Core *atom;                /* that names it; see core_var */
    const Interval *stated;    /* of a size of an entry point, by stated.c; or null */
    const char *tuple;         /* the name of the tuple that it is a component of; or null */
    bool invented;             /* not written by the programmer */
    bool exact;                /* a number at the end of the name belongs to it */
    unsigned seen;             /* in core_free_vars: the walk that met it last */
};

typedef struct {
    Core **at;
    int n;
} Kids;

/* One row of a level is run by a rank (a process that has a device), by the whole grid (the level
   is a loop of the host), by a block, by blocks that take the row tile after tile, each beginning
   with what the tiles before it come to, by a thread, or by the thread that is there already. */
typedef enum { AT_NONE, AT_RANK, AT_GRID, AT_BLOCK, AT_CHAIN, AT_THREAD, AT_SEQUENTIAL } Place;
enum { NPLACES = AT_SEQUENTIAL + 1 };

typedef struct {
    Var **var;                 /* one for each result of exp */
    int nvars;
    Core *exp;
    const char **attr;         /* interned attribute texts: "unsafe" */
    int nattrs;
} Stm;

bool has_attribute(const Stm *s, const char *name);

/* The application of a rule that made a node, and those that led to it: each
   rule once, the latest first. */
typedef struct Step {
    const char *rule;
    const void *told;          /* the trace's record of it, or null */
    const struct Step *before;
} Step;

/* Where a node comes from: a place in the source, and what rules made of it. */
typedef struct {
    const Span *span;
    const Step *step;          /* null: as it is written */
} Origin;

struct Core {
    Op op : 16;
    Place at : 8;              /* LEVEL, and META for levels */
    bool comm;                 /* reductions: declared commutative */
    bool unchecked;            /* under #[unsafe]: cannot fail by decree */
    bool wraps;                /* plan: arithmetic whose value may not fit its type */
    bool typed;                /* a literal that says its type */
    bool placed;               /* plan: an update whose new value is made where it is put */
    int ntypes, nbinds;
    const Span *span;
    const Step *step;
    const Type **type;         /* of the results; none for PARTs but BODY */
    Kids *g;                   /* operand groups as in ops.def */
    Var **bind;                /* LAM, LEVEL, LOOP, WHILE */
    Var *index;                /* LAM, LEVEL: `#i`, or null; LOOP: counter */
    union {
        Var *var;              /* VAR */
        Scalar value;          /* CONST */
        int ext;               /* EXT */
        Func *func;            /* CALL */
        struct { int *perm, nperm; };        /* REARRANGE */
        int *reuses;           /* SEGMAP, SEGSCAN: see core_reused */
        struct { Stm *stm; int nstms; };     /* BODY */
        struct {
            const char *text;  /* ASSERT: the condition's source; META, TERM, THRESHOLD: name */
            int term;          /* TERM: which kind; see plan/tree.c */
        };
    };
};

/* A value of an entry point, as its caller has it: a parameter or result, or, where rows
   differ, several: their lengths, level by level, then the values of all rows. */
typedef struct {
    const Type *type;
    int *part;                 /* the numbers of the parameters or results */
    int nparts;
} Handed;

/* A part of a value of a named type: a parameter or result, or the sizes of an array of (). */
typedef struct {
    const char *name;
    int part;                  /* its number; -1: sizes alone */
    Core **size;               /* such sizes: of a parameter, over its names; */
    int *told, rank;           /*   of a result, the numbers of those that tell them */
} Member;

/* A parameter or result of an entry point whose type has a name and parts. */
typedef struct {
    const char *name, *type;   /* of the parameter (null: a result), and of its type: "m.t" */
    VEC(Member) member;
    VEC(const char *) ctor;    /* of a sum type */
} Opaque;
typedef VEC(Opaque) OpaqueList;

/* A communication in which all ranks of a call take part. */
typedef enum {
    SEND_REDUCE,               /* x.. of all ranks, reduced in their order */
    SEND_PREFIX,               /* ne.. x..: what x.. of the ranks before this one come to */
    SEND_GATHER                /* n xs: the parts of all ranks, n rows in all */
} SendKind;

typedef struct {
    SendKind kind;
    Func *op;                  /* of a SEND_REDUCE or SEND_PREFIX */
    bool commutes;
    const char *what;          /* the name of what is sent */
    const Span *span;
    bool repeated;             /* it stands in a loop */
    bool uneven;               /* only the ranks know how many rows they have */
} Send;

/* An entry point as a rank's part of it. */
enum { WHOLE = -1, PART_OF_OWN_SIZE = -2 };
typedef struct {
    Var *rank, *ranks;         /* sizes: the number of this rank, and how many there are */
    VEC(Var *) size, part;     /* sizes of the program, and how much of each a rank has */
    int *param, *result;       /* which of these sizes its parts are of, or one of the above */
    VEC(const Func *) sends;
} Ranked;

struct Func {
    const char *name;
    bool entry;
    bool recursive;            /* calls itself */
    bool arrays;               /* is called, and has to do with arrays: no thread can do it */
    enum { RUNS_UNKNOWN, RUNS_ANYWHERE, RUNS_ON_HOST } runs;   /* see func_on_host */
    const char *unlifted;      /* why its calls are not done for all rows at once, if asked */
    struct Lifting *lifting;   /* how they are, if they are: see rewrite/lifting.h */
    Var **size;                /* implicit size parameters */
    int nsizes;
    Var **param;
    int nparams;
    bool *consumes;            /* of each parameter: `*` */
    const Type **result;
    int nresults;
    Core *body;
    const Span *span;          /* the whole definition */
    Handed *takes, *gives;     /* null: each parameter and result is a value */
    int ntakes, ngives;
    OpaqueList opaque_in, opaque_out;
    const char *doc;           /* the doc comment of an entry; null: none */
    const char **named;        /* the name of each value of gives, or null; see front/results.c */
    const Ranked *ranked;      /* null: as written */
    const Send *send;          /* null: it computes; the body is what a single rank does */
};

/* A name, and a sentence about it. */
typedef struct { const char *name, *about; } Told;

/* A nest that has fewer versions than there are rules for: an entry has no more of them. */
typedef struct { const Span *span; int64_t most; } CutNest;

/* A version of a nest that is not written: without it the nest takes at most so many times as
   long, as predicted, for those sizes; null: no longer. */
typedef struct { const char *func, *version, *sizes; double loss; } LeftOut;

/* An attribute `#[name(N)]` of the program: this very text, or that of what it is done
   together with; whether a rule went by it; and what that has been done with instead. */
typedef struct {
    const Span *span;
    const char *text;
    bool heeded;
    const char *instead;
} Attribute;

typedef struct {
    Func **func;               /* callees before callers */
    int nfuncs;
    const Source *source;      /* may be null */
    VEC(Told) thresholds;      /* what rules say of the constants that they made */
    VEC(CutNest) cut;
    VEC(LeftOut) left;
    VEC(Attribute) asked;
} Program;

/* ---- build.c, origin.c: types, variables, nodes ---------------------------------- */

const char *prim_name(Prim p);
bool prim_of_name(const char *name, Prim *p);
extern const char *const place_name[NPLACES];            /* "block"; none: "" */
bool place_of_name(const char *name, Place *p);
int prim_bytes(Prim p);
bool prim_is_int(Prim p);
bool prim_is_signed(Prim p);
bool prim_is_float(Prim p);

const Type *type_prim(Prim p);
const Type *type_array(const Type *elem, Core *size);    /* [size]elem */
/* Without dim 0; what that tells the lengths of has unknown ones. */
const Type *type_row(const Type *array);
/* The dimension of rows that are as long as an array of i64 says; and, of a dimension,
   that array, or null. */
Core *dim_each(Core *lengths);
Core *dim_lengths(const Core *dim);
bool dim_known(const Core *dim);                         /* neither of them nor null */
bool dim_is_size(const Core *dim);                       /* nor what an operation alone knows */
bool type_has_sizes(const Type *t);                      /* all its dimensions are such */
bool type_is_array(const Type *t);
bool type_is_ragged(const Type *t);
/* One of the results has such a type. */
bool core_gives(const Core *n, bool (*is)(const Type *t));
/* The first dimension in which rows differ; 0 if there is none. */
int type_ragged(const Type *t);
/* Its rows differ in length, and so do theirs. */
bool type_deep(const Type *t);
const Type *type_of(const Core *single);                 /* its one type */
/* How many numbers a value has; most + 1 where there are more, or nobody knows how many. */
int64_t type_numbers(const Type *t, int64_t most);
enum { OWN_ELEMENTS = 64 };     /* of an array that a thread keeps to itself */
/* How many elements an array has: its first size, or `length a` where rows
   differ. */
Core *array_length(Core *atom);
/* Sizes by size_equal; rows that differ, nobody knows how, may be as long as any lengths say. */
bool type_equal(const Type *a, const Type *b);
bool type_same_shape(const Type *a, const Type *b);      /* prim and rank only */
const Type *type_dims(Prim p, Core **dim, int rank);     /* copies dim */
/* The type with EXT k replaced by atom k. */
const Type *type_open(const Type *t, Core **atom);
void type_free_vars(const Type *t, void (*f)(Var *v, void *arg), void *arg);

/* A fresh variable whose name is `base` (a trailing _N removed), or base_N. */
Var *var_new(const char *base, const Type *t, const Span *s);
Var *var_like(const Var *v);
/* The parameter or size v keeps the number at the end of its name, if there is one: x_2. */
void var_keep(Var *v, const char *name);
/* A variable of exactly this name, taken or not; for readers. */
Var *var_named(const char *name, const Type *t, const Span *s);
const char *var_base(const char *name);                  /* without _N */
bool name_reserved(const char *name);                    /* a word of the syntax */
bool name_is_operator(const char *name);                 /* or an operator's */
/* Forgets which names are taken (between programs, in tests). */
void vars_reset(void);

Core *core_node(Op op, const Span *s);                   /* groups empty */
/* Operations that core_node makes from now on come from there (the place is the
   node's own, if it has one); returns what was said before. */
Origin origin_set(Origin now);
Origin origin_now(void);
/* Where a name is written; of one that a rule made, where what is made now comes from. */
const Span *span_of_var(const Var *v);
Origin origin_of(const Core *n);
/* n, made of what was there before by the rule at work. */
Core *origin_here(Core *n);
/* The rule, applied to what a and b led to. */
Step *step_new(const char *rule, const Step *a, const Step *b);
/* The place in the program from which the prelude was called, if s is in that. */
const Span *span_written(const Span *s);
void core_set(Core *n, int group, Core **at, int count); /* while building only */
void core_set1(Core *n, int group, Core *kid);
/* One result. CONV, BITS, EMPTY and COERCE need theirs before core_infer. */
void core_set_type(Core *n, const Type *t);
/* With these operand groups, others empty: CORE(OP_ADD, span, one(a), one(b)). */
enum { MAX_GROUPS = 6 };
#define CORE(op, s, ...) core_of(op, s, (const Kids[MAX_GROUPS]){ __VA_ARGS__ })
Core *core_of(Op op, const Span *s, const Kids *group);
Core **one_atom(Core *a);
Kids one(Core *a);
Kids kids_join(Kids a, Kids b);
Kids atoms_of(Var **var, int n);
/* The sizes in their types that are results of what binds them are these atoms. */
void vars_open(Var **var, Kids atom);
#define MANY(v) ((Kids){ (v).at, (v).n })
Core *core_ext(int k);
Core *core_var(Var *v);
Core *core_const(Scalar v);
Core *core_i64(int64_t i);
Core *core_bool(bool b);
Core *core_int(Prim p, int64_t i);                       /* of any type */
Core *core_prim1(Op op, Core *a);                        /* types are inferred */
Core *core_prim2(Op op, Core *a, Core *b);
Core *core_conv(Prim to, Core *a);
/* a, said to be of that type: it is not checked. */
Core *core_claim(Core *a, const Type *t, const Span *s);
Core *core_reshape(Core *a, Core **dim, int rank);
Core *core_span(Core *from, Core *n);                    /* n elements, side by side */
/* What a has at the n first of its indices; all of the others. */
Core *core_at(Core *a, Core *const *index, int n);
Core *core_if(Core *c, Core *yes, Core *no);             /* bodies */
Core *core_lam(Var **params, int n, Var *index, Core *body);
/* A level of threads: one binder for each array; index may be null. */
Core *core_level(Var **bind, Kids arrays, Var *index, Core *width);
/* A name for the elements of one more array. */
Core *level_takes(Core *level, const char *name, Core *array);
Core *core_segmap(Kids levels, Core *body);
Core *core_body(Stm *stms, int n, Core **results, int nresults);
Core *core_copy_node(const Core *n);                     /* shallow, groups too */
Core *core_unshare(const Core *n);                       /* and its bindings, if a body */

/* A body under construction. */
typedef VEC(Stm) Stms;
/* Appends `fresh variables = exp` (one variable for each type of exp, their
   base names from names[], or "t") and returns the variables. exp must be
   typed (core_infer). EXT dims become the bound variables. */
Var **stms_bind(Stms *b, Core *exp, const char **names);
Core *stms_bind1(Stms *b, Core *exp, const char *name);  /* as an atom */
Core *stms_body(Stms *b, Core **results, int n);
Core *stms_body1(Stms *b, Core *result);
Stms stms_of(const Core *body);                          /* more can be appended */

bool is_atom(const Core *n);
bool is_var(const Core *n, const Var *v);
bool is_const(const Core *n);
/* A lambda, level or loop: it has binders, or may have. */
bool core_binds(const Core *n);
/* A body of one binding that returns exactly what it binds: its expression;
   else null. */
/* The binding of v in the body itself, as its result k; or null. */
const Stm *binding_of(const Core *body, const Var *v, int *k);
Core *body_single(const Core *body);
/* The results of a branch, or of the body of a loop. */
Kids body_results(const Core *body);

/* product.c: what an operator on tuples does with component k, if that depends on no other;
   else null. It is the product of its parts, if all components have one. */
Core *lam_part(const Core *lam, int k);
bool lam_is_product(const Core *lam);
/* An operator is declared commutative, or plainly is: each of its parts. */
bool lam_commutes(const Core *lam);
bool fold_commutes(const Core *seg);                     /* of a segred or segscan */
/* It rounds floats: another grouping of the same values gives other bits. */
bool lam_rounds(const Core *lam);
/* Many threads need a lock: not all of its parts are of numbers that can be compared and
   swapped. */
bool lam_needs_lock(const Core *lam);

/* Calls f for each direct subterm: a body's bindings, then the operand groups
   in order. Types are no subterms. */
void core_each(const Core *n, void (*f)(Core *kid, void *arg), void *arg);
/* The same, and each list of binders (of the node, of each binding) before what it stands for. */
void core_visit(const Core *n, void (*kid)(Core *kid, void *arg),
                void (*binders)(Var **var, int n, void *arg), void *arg);
/* Whether something in n, or n itself, is so; or is an operation op. */
bool core_any(const Core *n, bool (*is)(const Core *n, void *arg), void *arg);
bool core_some(const Core *n, bool (*is)(const Core *n));
/* As a tree; no more than `most` are counted, and one. */
int core_nodes(const Core *n, int most);
bool core_has(const Core *n, Op op);
/* Var -> the Stm in n, at any depth, that binds it. */
void core_definitions(const Core *n, Table *stm);
/* n with f of each direct subterm in its place; n itself if none changed. */
Core *core_map(const Core *n, Core *(*f)(Core *kid, void *arg), void *arg);

/* A substitution of variables by atoms (sizes in types included; a variable
   used as an index head may only become a variable). */
typedef struct Subst Subst;
Subst *subst_new(void);
void subst_add(Subst *s, const Var *v, Core *atom);
Core *core_subst(const Core *n, const Subst *s);         /* without capture */
const Type *type_subst(const Type *t, const Subst *s);
/* What a call has for the sizes and parameters of its function. */
Subst *call_subst(const Core *call);
/* A copy with fresh binders throughout. */
Core *core_rename(const Core *n);
/* prune.c: a body without what its results do not need, in loops, branches and lambdas too. */
Core *core_prune(const Core *body);

/* free.c: calls f for each variable that occurs free, in order of first occurrence,
   sizes in types of binders included. */
void core_free_vars(const Core *n, void (*f)(Var *v, void *arg), void *arg);
void note_var(Var *v, void *set);                        /* such an f: into that Table */
bool core_uses(const Core *n, const Var *v);
bool core_uses_any(const Core *n, const Table *vars);
bool type_uses_any(const Type *t, const Table *vars);
/* All that occur free are so. */
bool all_vars(const Core *n, bool (*is)(const Var *v, const void *arg), const void *arg);
bool func_takes(const Func *f, const Var *v);            /* as a size, or a parameter */
/* A variable of its sizes, or that it reads, that is none of these; or null. */
const Var *type_other(const Type *t, const Table *vars);
const Var *core_other(const Core *n, const Table *vars);
/* Equal up to the names of bound variables. */
bool core_equal(const Core *a, const Core *b);
/* PREFIX, or EXCLUSIVE, which is the prefix without the element. */
bool is_prefix(const Core *n);
/* The next after that, null: the first, in the body of a SEG whose last level is a chain; or
   null. */
const Stm *prefix_in(const Core *seg, const Stm *after);
/* The first segmented operation in it, or null. */
const Core *seg_in(const Core *n);
/* How the version is called that an `if` of sizes chooses: as its test is. */
const char *version_name(const Core *choice);
void note_vars(Var **v, int n, void *set);               /* into that Table */
bool any_in(Var *const *v, int n, const Table *set);     /* one of them is */
/* What a level or a lambda binds; what some do; and what is bound anywhere in a term. */
void note_bound_by(const Core *n, Table *bound);
Table *vars_bound_by(Kids nodes);
void note_bound_in(Core *n, void *bound);
/* The level with those of its names alone that are in the set; what it takes for them joins it. */
Core *level_narrowed(const Core *level, Table *used);
/* The width of a SEG's innermost level differs from row to row. */
bool level_varies(const Core *seg);
bool is_loop(const Core *n);                              /* LOOP, or WHILE */
/* Contains a SOAC, SEG or copy, or calls a function of arrays; also inside
   loops, branches and lambdas. */
bool core_parallel(const Core *n);
bool core_parallel_itself(const Core *n);                 /* the node, whatever is in it */
/* It is called and works on arrays, or calls such a one: kernels are queued on its way. */
bool func_on_host(Func *f);
/* Finds out whether it calls itself, and has to do with arrays. */
void func_note_recursion(Func *f);
/* forget.c: lengths that are not in scope, in types: rows differ, nobody knows how. */
void core_forget_lengths(Func *f);
/* named.c: each size that differs from row to row, or from call to call of a function that
   calls itself, has a name. */
void core_name_sizes(Func *f);
/* ends.c: the scans that compute where rows end are bounded by the greatest number. False: no
   scan computes that. */
bool core_bound_ends(Func *f);
/* apart.c: rows of different lengths are `irreg lengths values`, or made by a level. False: all
   rows and levels are regular. */
bool core_apart(Program *p);
/* Renumbers all binders of a program: smallest free numbers in order of
   appearance; done before printing for people and before the plan. */
void core_tidy(Program *p);

/* ---- size.c: symbolic sizes --------------------------------------------- */

/* Equal as polynomials over their variables and opaque terms. */
bool size_equal(const Core *a, const Core *b);
/* The normal form: constants folded, terms collected in a fixed order. */
Core *size_normal(const Core *e);
Core *size_add(Core *a, Core *b);
Core *size_sub(Core *a, Core *b);
Core *size_mul(Core *a, Core *b);
bool size_const(const Core *e, int64_t *value);

/* ---- stated.c: sizes whose bounds a program or --sizes states --------------- */

typedef struct {
    const char *name;
    Interval value;
} Stated;

/* Reads "n=1000..100000", "n=64" or, of attributes, "n,1000..100000"; false: it is none. */
bool stated_read(const char *text, Stated *s);
/* False: the function has no size of that name. */
bool stated_size(Func *f, const Stated *s);
/* True if the bounds of one of its sizes are stated; f may be null. */
bool states_sizes(const Func *f);
/* An attribute of a function; does nothing if it is not `size(..)`. */
void stated_attribute(Func *f, const char *attr, const Span *span);
/* "1000..100000", or "64". */
const char *stated_str(const Interval *b);

/* ---- range.c: what values integers can have ------------------------------ */

typedef struct Ranges Ranges;  /* what is known of variables */
Ranges *ranges_new(void);
Ranges *ranges_of(const Func *f);          /* its sizes are known to be natural */
void ranges_free(Ranges *r);
/* Facts, for good. */
/* A size of the caller's arrays: 0 <= atom, and no more than memory can have. */
void range_natural(Ranges *r, const Core *atom);
void range_below(Ranges *r, const Var *v, Core *end);        /* 0 <= v < end */
void range_counter(Ranges *r, const Core *n);                /* of n: below its width */
void range_define_all(Ranges *r, Core *n);                   /* all bindings and counters in n */
/* v is result number `which` of the expression. */
void range_define(Ranges *r, const Var *v, const Core *exp, int which);
/* Assumptions, of code that runs only if the size is not 0, or if the condition
   holds (does not hold); forgotten by giving range_forget what range_assumed told. */
void range_positive(Ranges *r, const Core *size);
void range_assume(Ranges *r, const Core *condition, bool holds);
typedef struct { int assumed, positive; } Assumptions;
Assumptions range_assumed(const Ranges *r);
void range_forget(Ranges *r, Assumptions before);
/* What was said of a variable, or null. */
Core *range_said_below(const Ranges *r, const Var *v);
const Core *range_def(const Ranges *r, const Var *v);
int range_which(const Ranges *r, const Var *v);              /* result of that */

/* Surely; for expressions of type i64, atoms and trees. */
/* The branches that a variable's value comes from; or null. */
const Core *choice_of(const Ranges *r, const Core *e);
/* e over what no definition tells. */
Core *range_spelled(const Ranges *r, const Core *e);
bool surely_natural(const Ranges *r, const Core *e);                      /* 0 <= e */
bool surely_at_most(const Ranges *r, const Core *a, const Core *b);       /* a <= b */
bool surely_below(const Ranges *r, const Core *a, const Core *b);         /* a < b */
bool surely_inside(const Ranges *r, const Core *index, const Core *size); /* 0 <= index < size */
/* The elements first, first + step, .. of a span are elements of an array of that size. */
bool surely_span_inside(const Ranges *r, const Core *span, const Core *size);

/* For integers of all types: the least and the greatest that e can be. */
Interval range_of(const Ranges *r, const Core *e);
/* The result of + - * or neg on whole numbers is one of its type: it cannot
   wrap around. */
bool range_fits(const Ranges *r, const Core *e);

/* The operation itself may fail when it runs; its bodies are not asked. */
bool op_fails(const Ranges *r, const Core *e);

/* ---- type.c: the types of a node from its operands ---------------------- */

/* Sets n->type (of n alone: operands are typed already, bodies in lambdas
   too) or reports, through `error`, why the node is ill-typed. */
bool core_infer(Core *n, const char **error);
/* core_infer that calls bug() on failure; returns n. */
Core *core_typed(Core *n);

/* ---- print.c: the concrete syntax --------------------------------------- */

void core_print(Text *out, const Core *n, int indent);
void program_print(Text *out, const Program *p);
const char *core_str(const Core *n);         /* for messages; on few lines */
const char *type_str(const Type *t);

/* Where the printed terms stand in a text: from its byte `from` to before `to`. */
typedef struct { int from, to; const Span *span; } Mark;
typedef VEC(Mark) Marks;
/* The same, with the places of all terms that have a span. */
void program_print_marked(Text *out, const Program *p, Marks *marks);
void core_print_marked(Text *out, const Core *n, Marks *marks);

/* ---- read (grammar/core.y, read.c): core text --------------------------- */

/* Reads what program_print writes; errors go to diag. */
Program *core_read(Source *s);

/* Names in scope for a term that stands alone: sizes, variables, and scalar
   functions without bodies. */
typedef struct {
    VEC(Var *) vars;
    VEC(Func *) funcs;
} Given;

/* A term, typed and A-normal, as a body. It may begin with a context `S |-`
   where ctx is not null: *ctx becomes that CTX, or null if there is none. */
Core *term_read(const Source *s, const Given *given, Core **ctx);

/* ---- verify.c, alias.c ---------------------------------------------------- */

/*
 * Calls bug(), naming the pass, unless: every variable is bound before use
 * and once in the program; every operand of a group letter 'a' or 'A' is an
 * atom; the types stored are those that core_infer gives; sizes agree; a
 * consumed array (UPDATE, SCATTER, SCATOMAP, HIST, HISTOMAP, SEGPUT,
 * SEGHIST: their ds.., and a loop parameter's init whose parameter is
 * consumed) or an alias of it is not used after.
 */
void core_verify(const Program *p, const char *pass);
/* The same question, answered with a message (null: fine). */
const char *core_check(const Program *p);
/* The same of names and consumption alone: sizes may be said in any words. */
const char *core_check_names(const Program *p);
/* The same of text that was read: what is wrong is an error in it. */
void core_demand(const Program *p);
/* The array of the nest's first level in whose memory result k is stored; null: none. Each element
   is written only after the thread or the block that writes it has read it. */
Core *core_reused(const Core *nest, int k);
bool core_reuses(const Core *nest);                      /* for some result */
/* What is wrong with the consumption of arrays in a function that is well typed. */
const char *alias_check(const Func *f, const Span **where);
/* A copy is consumed in place of an array that is used afterwards. The types of a program allow
   the use where an operation makes a new array (zip, replicate) that is a view in core. */
void copy_consumed(Func *f);
/* The same of a program just desugared, with copies, as an error in it: of functions that were
   arguments, the types do not say all that is consumed. */
void core_demand_unique(const Program *p);

/* ---- scalar.c: constants ------------------------------------------------- */

Scalar scalar_int(Prim p, int64_t i);
Scalar scalar_float(Prim p, double f);
bool scalar_equal(Scalar a, Scalar b);                   /* bit for bit, any nan */
/* With a suffix, 1i32, 0.5f64, f32.nan, true: as `futhark run` writes it, and in core text,
   where small numbers are plain, too. */
void scalar_show(Text *out, Scalar s);
void scalar_print(Text *out, Scalar s);
/* Reads that; a number without suffix has the type that is wanted where it can, else
   i32 or f64. False, and *why, where it is none. */
bool scalar_read(const char *text, bool minus, const Prim *want, Scalar *out, const char **why);

/* ---- value.c: values ------------------------------------------------------ */

typedef struct Value Value;    /* a scalar or an array; reference counted */
struct Value {
    int refs;
    Prim prim;
    int rank;
    int64_t *dim;
    void *data;                /* row-major, one element after the other */
    const int64_t *start;      /* rows of different lengths: the first dim that is -1; row k of */
    Value *of;                 /*   those before it is `of` from start[k] to start[k + 1] */
};
Value *value_scalar(Scalar s);
Value *value_array(Prim p, int rank, const int64_t *dim);   /* uninitialised */
Value *value_ref(Value *v);
void value_free(Value *v);
void values_free(Value **v, int n);
Scalar value_get(const Value *v, int64_t flat);
void value_put(Value *v, int64_t flat, Scalar s);
int64_t value_count(const Value *v);
bool value_equal(const Value *a, const Value *b);           /* exact */
/* As Futhark's tests: floats within relative tolerance; *why says where. */
bool value_close(const Value *a, const Value *b, double tolerance, const char **why);
void value_print(Text *out, const Value *v);                /* Futhark text format */
void value_print_binary(FILE *out, const Value *v);
/* Reads the next value in text or binary format; null at the end; null and
   *error set on bad input. A cursor moves through a buffer. */
typedef struct {
    const char *at, *end;
    const char *name;
    int line;
    const Prim *want;          /* what a number without a suffix is; null: i32, f64 */
    int rank;                  /* of a text array whose rows may differ; 0: they may not */
    Prim none;                 /* what such rows hold, if all of them are empty */
} ValueCursor;
int value_peek_rank(ValueCursor *c);                        /* of the next value */
Value *value_read(ValueCursor *c, const char **error);
/* On one line; the middle of what is longer than `limit` elements left out. */
const char *value_str(const Value *v, int limit);
const char *value_shape_str(const Value *v);                 /* "[2][3]i32" */
/* A part of a from element `from` on; shares its data. */
Value *value_part(Value *a, int64_t from, int rank, const int64_t *dim);
/* Elements from .. to of the first dimension; shares its data. */
Value *value_slice(Value *a, int64_t from, int64_t to);
/* The elements of a as rows, `rank` dimensions of them, row k from start[k] to start[k + 1],
   all of a; dense if they are equally long. Shares its data. */
Value *value_rows(Value *a, int rank, const int64_t *dim, const int64_t *start);
/* Element number k of a, whose rows differ and whose first dimensions are seen as one. */
Value *value_row(Value *a, int lead, int64_t k);
/* The first n dimensions as one, of the value of all rows. Shares its data. */
Value *value_flat(Value *a, int n);
/* The lengths of the rows behind the first n dimensions. */
Value *value_lengths(const Value *a, int n);
/* Rows of these lengths of a; null and *why if they are not all of it. */
Value *value_irreg(const Value *lengths, Value *a, const char **why);
/* How many dimensions come before the one in which rows differ. */
int value_lead(const Value *v);
Value *value_copy(const Value *v);
/* v itself if nobody else holds it or a part of it, else a copy; takes over
   the reference to v. */
Value *value_own(Value *v);

/* ---- eval.c: the meaning of core ----------------------------------------- */

typedef struct {
    bool failed;
    bool given_up;             /* because it would have taken too long */
    int64_t steps;             /* that it took, where they are bounded */
    const char *message;       /* in the arena */
    const Span *span;
    Value **result;
    int nresults;
} EvalResult;
/* Applies an entry point or function to values (scalars and arrays in the
   order of f->param; sizes are found from the arrays' shapes). Argument
   shapes that contradict the types are a failure. Consumes nothing. */
EvalResult core_eval(const Program *p, const Func *f, Value **args, int nargs);
/* From now on an evaluation that takes more steps, or makes more bytes, fails; 0: none does. */
void core_eval_bounded(int64_t steps);
/* From now on what a term claims and no type says is checked: neutral elements are neutral, and
   rows are as long as the array that their type names. */
void core_eval_strict(bool strict);
/* From now on a scatter that writes different values to one place is a failure. */
void core_eval_no_races(bool fail);
/* One scalar operation; false and *error on failure (division by zero). */
bool scalar_op(Op op, const Scalar *a, int n, Prim result, Scalar *out, const char **error);

#endif
