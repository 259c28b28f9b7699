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

/* Operands, or what they are assigned to. */
typedef struct {
    int *at;
    bool *array;
    int n;
} Slots;

/* The instructions of a body. */
typedef struct {
    Ins *ins;
    int n;
    Slots result;
    Slots drop;                /* parameters that it does not use */
} InsList;

/* Something run for each of many: a lambda, a level of a nest, a loop. */
typedef struct {
    Slots param;
    int index;                 /* slot, or -1 */
    const Core *width;         /* of a level or SOAC */
    Slots array;               /* the arrays that param runs over */
    InsList body;              /* none in outer levels */
} Lam;

struct Ins {
    Run *run;
    const Core *node;
    Prim from, to;             /* types of operands and result, where scalar */
    int a, b, c;               /* operands, where scalar */
    Slots g[MAX_GROUPS];       /* by group: atoms; of entries start and stride */
    Slots dst;
    Slots drop;                /* afterwards */
    Var **claims;              /* on trial: what it is assigned to, if its types name lengths */
    Lam *lam;                  /* levels, the last with the body; loop */
    int nlams;
    bool plain;                /* no function: the arrays' own elements */
    Lam *fold;                 /* the operator of reductions */
    VEC(const struct Ins *) prefix;    /* in the body of a chain */
    InsList *body;             /* branches; the condition of a while */
};

typedef struct {
    const Func *func;
    const Core *body;          /* what was compiled */
    Table *slot;               /* Var -> its slot + 1 */
    Slot *start;               /* a frame as it is on entry */
    int nslots;
    Lam lam;
} Code;

/* eval_code.c: compiles, or finds what was compiled before. */
const Code *code_of(const Func *f);
void code_forget(void);                                  /* of any function */

/* ---- running ------------------------------------------------------------ */

struct Machine {
    const Code *code;          /* whose frame is in use */
    jmp_buf failed;
    const char *message;
    const Span *span;
    int depth;                 /* of calls */
    int64_t left;              /* instructions and bytes of arrays until it is given up */
    bool bounded;              /* it is on trial, and */
    bool strict;               /*   what terms claim is checked */
    size_t used;               /* of the stack of frames */
};

/* eval.c: it costs so much; a bounded evaluation that costs too much fails. */
void eval_spend(Machine *m, int64_t cost);
_Noreturn void eval_fail(Machine *m, const Ins *i, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void run_list(Machine *m, Slot *f, const InsList *b);
/* False: its value is not known where the code runs. */
bool size_known(const Machine *m, const Core *size);
/* Of what is not known 0. */
int64_t run_size(Machine *m, const Slot *f, const Ins *i, const Core *size);
Run run_scalar, run_call, run_if, run_loop, run_while, run_assert, run_pass, run_body;

/* eval_index.c */
Run run_index, run_update, run_rearrange;

/* eval_array.c */
Run run_iota, run_replicate, run_reshape, run_array, run_empty, run_concat, run_copy,
    run_coerce, run_length, run_split, run_join, run_irreg, run_lengths, run_val,
    run_segids, run_gather, run_windows;
enum { SMALL_PART = 128 };     /* bytes; so small a part of an array is copied */
/* Fails where rows differ in length: those are read row by row. */
void need_dense(Machine *m, const Ins *i, const Value *a);
/* Makes an array, or fails: it would be too large. */
Value *make_array(Machine *m, const Ins *i, Prim p, int rank, const int64_t *dim);
/* All rows of the parts, at least one, one after the other; open: they may differ. */
Value *concatenate(Machine *m, const Ins *i, Value *const *part, int64_t n, bool open);
/* An array of these outer dimensions, at least one element; takes the rows over. */
Value *stack_rows(Machine *m, const Ins *i, Value **row, int rank, const int64_t *dim);
/* What LENGTH or TOTAL says of its operand. */
int64_t array_size(const Core *n, const Value *a);
/* Element number k of an array whose first `lead` dimensions are seen as one:
   a scalar or a row. */
Slot get_element(Value *a, int lead, int64_t k);
/* Overwrites that element; frees s where it is a row. */
void set_element(Machine *m, const Ins *i, Value *a, int lead, int64_t k, Slot s);

/* eval_soac.c */
Run run_soac, run_prefix;

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

/* The array of an operand that is read where it is. */
static inline Value *array_in(const Slot *f, const Ins *i, int group)
{
    return f[i->g[group].at[0]].v;
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

/* The instruction gives this array. */
static inline void done(Slot *f, const Ins *i, Value *v)
{
    assign(&f[i->dst.at[0]], (Slot){ .v = v }, true);
}

#endif
