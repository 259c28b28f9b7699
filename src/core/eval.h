/*
 * eval.h -- a function of core compiled for evaluation: each variable and
 * constant has a slot in a frame, each binding is one instruction.
 *
 * A slot of array type owns a reference. An operand below 0 (see take) is the
 * variable's last use and moves the reference out; what is not moved is
 * dropped after the instruction in which it occurs last. So an array that
 * nobody can see any more has no reference left, and one reference means that
 * an update may happen in place.
 */
#ifndef MAPNEST_CORE_EVAL_H
#define MAPNEST_CORE_EVAL_H

#include "failure.h"
#include "value.h"

typedef union {
    int64_t i;
    uint64_t u;
    double f;                  /* f32 values are exact floats */
    Value *v;                  /* arrays; null: none now */
} Slot;

static inline Slot slot_of(Scalar s) { return (Slot){ .u = s.u }; }
static inline Scalar scalar_of(Prim p, Slot s) { return (Scalar){ .prim = p, .u = s.u }; }

/* eval_op.c: one scalar operation on operands of type `from`; false, and
   *error, on failure. */
bool slot_op(Op op, Prim from, Prim to, const Slot *a, Slot *out, const char **error);

typedef struct Ins Ins;
typedef struct Machine Machine;
typedef void Run(Machine *m, Slot *f, const Ins *i);

/* ---- the code ----------------------------------------------------------- */

/* A size: a slot (VAR), a scalar operation on sizes, the length of an array's
   slot, or not known here and taken as 0 (EXT). */
typedef struct Size Size;
struct Size {
    Op op;
    Prim from, to;
    int slot;
    Size *kid[3];
};

/* A parameter or result; dim has rank members. */
typedef struct {
    Prim prim;
    int rank;
    Size **dim;
} Shape;

typedef struct { int *at, n; } Slots;

typedef struct {
    Ins *ins;
    int n;
    Slots result;
    Shape *shape;              /* of the results */
    Slots drop;                /* parameters that it does not use */
} Block;

/* Something run for each of many: a lambda, a level of a nest, a loop. */
typedef struct {
    Slots param;
    Shape *shape;              /* of the parameters */
    int index;                 /* slot, or -1 */
    Prim index_prim;
    Size *width;               /* of a level or SOAC */
    Slots array;               /* the arrays that param runs over */
    Block body;                /* none in outer levels */
} Lam;

typedef struct {
    enum { AT_INDEX, AT_SPAN, AT_ALL } kind;
    int start, stride;         /* operands */
    Size *count;
} Entry;

struct Ins {
    Run *run;
    Op op;
    Prim from, to;             /* types of operands and result, where scalar */
    int a, b, c;               /* operands */
    Slots dst;
    Shape *shape;              /* of the results */
    Slots drop;                /* afterwards */
    Slots arg;                 /* a sequence of operands that are given away */
    Shape *arg_shape;
    Slots ne;
    Slots said;                /* of an assertion */
    Size **size;               /* of a reshape, iota, replicate */
    int nsizes;
    Entry *entry;
    int nentries;
    Lam *lam;                  /* levels, the last with the body; loop */
    int nlams;
    Lam *fold;                 /* the operator of reductions */
    Block *block;              /* branches; the condition of a while */
    const Core *node;
};

typedef struct {
    const Func *func;
    const Core *body;          /* what was compiled */
    Slot *start;               /* a frame as it is on entry */
    int nslots;
    Slots size;                /* implicit size parameters */
    Lam lam;
} Code;

/* eval_code.c: compiles, or finds what was compiled before. */
const Code *code_of(const Func *f);

/* ---- running ------------------------------------------------------------ */

struct Machine {
    jmp_buf failed;
    const char *message;
    const Span *span;
    int depth;                 /* of calls */
    size_t used;               /* of the stack of frames */
};

/* eval.c */
_Noreturn void eval_fail(Machine *m, const Ins *i, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void run_block(Machine *m, Slot *f, const Block *b);
int64_t run_size(Machine *m, const Slot *f, const Ins *i, const Size *s);
Run run_scalar, run_call, run_if, run_loop, run_while, run_assert, run_pass, run_body;

/* eval_array.c */
Run run_index, run_iota, run_replicate, run_rearrange, run_reshape, run_array, run_empty,
    run_concat, run_copy, run_update, run_coerce, run_length, run_split, run_join;
/* Makes an array, or fails: it would be too large. */
Value *make_array(Machine *m, const Ins *i, Prim p, int rank, const int64_t *dim);
/* What LENGTH or TOTAL says of it. */
int64_t array_size(Op op, const Value *a);
/* Element number k of an array whose first `lead` dimensions are seen as one:
   a scalar or a row. */
Slot get_element(Value *a, int lead, int64_t k);
/* Overwrites that element; frees s where it is a row. */
void set_element(Machine *m, const Ins *i, Value *a, int lead, int64_t k, Slot s);

/* eval_soac.c */
Run run_soac;

/* The operand's value, its slot emptied if it is an array's last use. */
static inline Slot take(Slot *f, int operand, bool array)
{
    if (!array)
        return f[operand];
    if (operand >= 0)
        return (Slot){ .v = value_ref(f[operand].v) };
    Slot s = f[~operand];
    f[~operand].v = NULL;
    return s;
}

static inline void drop(Slot *slot)
{
    Value *v = slot->v;
    slot->v = NULL;
    value_free(v);
}

static inline void assign(Slot *slot, Slot s, bool array)
{
    if (array)
        value_free(slot->v);
    *slot = s;
}

#endif
