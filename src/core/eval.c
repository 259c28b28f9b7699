/* eval.c -- the evaluator: frames, calls and control. */
#include "eval.h"

#include <string.h>

enum { STACK_SLOTS = 1 << 20, MAX_CALLS = 4000 };

static Slot *stack;

/* ---- failures ----------------------------------------------------------- */

_Noreturn void eval_fail(Machine *m, const Ins *i, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    m->message = text_str(&t);
    m->span = i ? i->node->span : NULL;
    longjmp(m->failed, 1);
}

/* 0: not bound here. */
static int slot_number(const Machine *m, const Core *var)
{
    return (int)(intptr_t)table_get(m->code->slot, var->var);
}

/* ---- bodies and sizes --------------------------------------------------- */

static int64_t most_steps;     /* of an evaluation; 0: any */
static bool strict;

void core_eval_bounded(int64_t steps)
{
    most_steps = steps;
}

void core_eval_strict(bool yes)
{
    strict = yes;
}

void eval_spend(Machine *m, int64_t cost)
{
    m->left -= cost;
    if (m->bounded && m->left < 0)
        eval_fail(m, NULL, "it takes too long");
}

/* The rows are as long as the array says that is named in the type. */
static void check_claim(Machine *m, const Slot *f, const Ins *i, const Type *t, const Value *v)
{
    for (int d = 1; v && d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        int slot = lengths ? slot_number(m, lengths) : 0;
        bool here = v->start ? value_lead(v) == d : v->rank > d;
        if (!slot || !f[slot - 1].v || !here)
            continue;
        Value *have = value_lengths(v, d);
        bool fit = value_equal(have, f[slot - 1].v);
        value_free(have);
        if (!fit)
            eval_fail(m, i, "the rows have other lengths than their type says");
    }
}

void run_list(Machine *m, Slot *f, const InsList *b)
{
    eval_spend(m, b->n + 1);
    for (int k = 0; k < b->drop.n; k++)
        drop(&f[b->drop.at[k]]);
    for (int at = 0; at < b->n; at++) {
        const Ins *i = &b->ins[at];
        i->run(m, f, i);
        for (int k = 0; i->claims && m->strict && k < i->dst.n; k++)
            check_claim(m, f, i, i->claims[k]->type, i->dst.array[k] ? f[i->dst.at[k]].v : NULL);
        for (int k = 0; k < i->drop.n; k++)
            drop(&f[i->drop.at[k]]);
    }
}

bool size_known(const Machine *m, const Core *size)
{
    return dim_known(size) && size->op != OP_EXT && (size->op != OP_VAR || slot_number(m, size));
}

int64_t run_size(Machine *m, const Slot *f, const Ins *i, const Core *size)
{
    if (!size_known(m, size))
        return 0;
    if (size->op == OP_CONST)
        return size->value.i;
    if (size->op == OP_VAR)
        return f[slot_number(m, size) - 1].i;
    if (size->op == OP_LENGTH || size->op == OP_TOTAL) {
        int slot = slot_number(m, size->g[0].at[0]);
        const Value *v = slot ? f[slot - 1].v : NULL;
        return v ? array_size(size, v) : 0;  /* 0 once the array is gone */
    }
    Slot x[3] = {0}, r = {0};
    const char *error;
    for (int g = 0; g < ops[size->op].ngroups; g++)
        x[g].i = run_size(m, f, i, size->g[g].at[0]);
    if (!slot_op(size->op, type_of(size->g[0].at[0])->prim, type_of(size)->prim, x, &r, &error)
        && i)
        eval_fail(m, i, "%s", error);
    return r.i;
}

/* ---- scalars ------------------------------------------------------------ */

void run_scalar(Machine *m, Slot *f, const Ins *i)
{
    Slot x[3] = { f[i->a], f[i->b], f[i->c] };
    const char *error;
    if (!slot_op(i->node->op, i->from, i->to, x, &f[i->dst.at[0]], &error))
        eval_fail(m, i, "%s", error);
}

/* ---- control ------------------------------------------------------------ */

static void assign_all(Slot *f, Slots to, const Slot *from)
{
    for (int k = 0; k < to.n; k++)
        assign(&f[to.at[k]], from[k], to.array[k]);
}

/* All are taken before any is assigned. */
static void move(Slot *from, Slots what, Slot *to, Slots where)
{
    Slot x[what.n + 1];
    for (int k = 0; k < what.n; k++)
        x[k] = take(from, what.at[k], what.array[k]);
    assign_all(to, where, x);
}

void run_body(Machine *m, Slot *f, const Ins *i)
{
    run_list(m, f, i->body);
    move(f, i->body->result, f, i->dst);
}

void run_if(Machine *m, Slot *f, const Ins *i)
{
    const InsList *branch = &i->body[!f[i->a].i];
    run_list(m, f, branch);
    move(f, branch->result, f, i->dst);
}

static void run_round(Machine *m, Slot *f, const Lam *l)
{
    run_list(m, f, &l->body);
    move(f, l->body.result, f, l->param);
}

static void end_loop(Slot *f, const Ins *i)
{
    Slots last = i->lam->param;
    move(f, last, f, i->dst);
    for (int k = 0; k < last.n; k++)
        if (last.array[k])
            drop(&f[last.at[k]]);
}

void run_loop(Machine *m, Slot *f, const Ins *i)
{
    const Lam *l = i->lam;
    Slot end = f[i->b];
    bool sign = prim_is_signed(i->from);
    move(f, i->g[0], f, l->param);
    for (Slot k = {0}; sign ? k.i < end.i : k.u < end.u; k.u++) {
        f[l->index] = k;
        run_round(m, f, l);
    }
    end_loop(f, i);
}

void run_while(Machine *m, Slot *f, const Ins *i)
{
    move(f, i->g[0], f, i->lam->param);
    for (;;) {
        run_list(m, f, i->body);
        if (!f[i->body->result.at[0]].i)
            break;
        run_round(m, f, i->lam);
    }
    end_loop(f, i);
}

void run_pass(Machine *m, Slot *f, const Ins *i)
{
    (void)m;
    move(f, i->g[0], f, i->dst);
}

void run_assert(Machine *m, Slot *f, const Ins *i)
{
    int64_t said[i->g[2].n + 1];
    for (int k = 0; k < i->g[2].n; k++)
        said[k] = f[i->g[2].at[k]].i;
    if (!f[i->a].i)
        eval_fail(m, i, "%s", failure_fill(i->node->text, said));
    move(f, i->g[1], f, i->dst);
}

/* ---- calls -------------------------------------------------------------- */

static Slot *enter(Machine *m, const Code *code, const Ins *i)
{
    if (m->used + (size_t)code->nslots > STACK_SLOTS || m->depth >= MAX_CALLS)
        eval_fail(m, i, "calls are nested too deeply");
    Slot *f = stack + m->used;
    memcpy(f, code->start, sizeof(Slot) * (size_t)code->nslots);
    m->used += (size_t)code->nslots;
    m->depth++;
    m->code = code;
    return f;
}

static void leave(Machine *m, const Code *caller)
{
    m->used -= (size_t)m->code->nslots;
    m->depth--;
    m->code = caller;
}

/* The implicit size parameters: the first shapes that tell them. */
static void find_sizes(Machine *m, Slot *f, const Func *func, const Slot *arg)
{
    for (int p = func->nparams - 1; p >= 0; p--)
        for (int d = func->param[p]->type->rank - 1; d >= 0; d--)
            for (int s = 0; s < func->nsizes; s++) {
                const Core *size = func->param[p]->type->dim[d];
                if (size && is_var(size, func->size[s]))
                    f[slot_number(m, size) - 1].i = arg[p].v->dim[d];
            }
}

static void check_sizes(Machine *m, Slot *f, const Var *param, const Slot *arg, const Ins *i)
{
    const Type *t = param->type;
    const Value *v = t->rank ? arg->v : NULL;
    int64_t want[t->rank + 1];
    bool same = true;
    for (int d = 0; d < t->rank; d++) {
        want[d] = size_known(m, t->dim[d]) ? run_size(m, f, i, t->dim[d]) : v->dim[d];
        same &= want[d] == v->dim[d];
    }
    const char *prim = prim_name(t->prim);
    if (!same)
        eval_fail(m, i, "%s", failure_text(FAIL_ARGUMENT, param->name,
                                           format("%s%s", shape_str(v->rank, v->dim), prim),
                                           format("%s%s", shape_str(t->rank, want), prim)));
}

static void check_stated(Machine *m, const Slot *f, const Func *func, const Ins *i)
{
    for (int s = 0; s < func->nsizes; s++) {
        const Interval *b = func->size[s]->stated;
        int64_t size = b ? f[slot_number(m, core_var(func->size[s])) - 1].i : 0;
        if (b && (size < b->least || size > b->most))
            eval_fail(m, i, "The size %s is %lld; the entry point says that it is %s.",
                      var_base(func->size[s]->name), (long long)size, stated_str(b));
    }
}

/* Puts the arguments, whose references it takes over, into the frame. */
static void pass_arguments(Machine *m, Slot *f, const Code *code, const Slot *arg, const Ins *i)
{
    assign_all(f, code->lam.param, arg);
    find_sizes(m, f, code->func, arg);
    check_stated(m, f, code->func, i);
    for (int p = 0; p < code->func->nparams; p++)
        check_sizes(m, f, code->func->param[p], &arg[p], i);
}

void run_call(Machine *m, Slot *f, const Ins *i)
{
    const Code *code = code_of(i->node->func), *caller = m->code;
    Slots from = i->g[0];
    Slot arg[from.n + 1];
    for (int k = 0; k < from.n; k++)
        arg[k] = take(f, from.at[k], from.array[k]);
    Slot *inner = enter(m, code, i);
    pass_arguments(m, inner, code, arg, i);
    run_list(m, inner, &code->lam.body);
    move(inner, code->lam.body.result, f, i->dst);
    leave(m, caller);
}

/* ---- the interface ------------------------------------------------------ */

static void check_arguments(Machine *m, const Func *f, Value **args, int nargs)
{
    if (nargs != f->nparams)
        eval_fail(m, NULL, "%s takes %d arguments and not %d", f->name, f->nparams,
                  nargs);
    for (int i = 0; i < nargs; i++) {
        const Type *t = f->param[i]->type;
        if (args[i]->prim != t->prim || args[i]->rank != t->rank)
            eval_fail(m, NULL, "argument %d has type %s and not %s", i + 1,
                      value_shape_str(args[i]), type_str(t));
    }
}

static void evaluate(Machine *m, const Func *func, Value **args, EvalResult *out)
{
    const Code *code = code_of(func);
    Slot x[func->nparams + 1];
    Slot *f = enter(m, code, NULL);
    for (int i = 0; i < func->nparams; i++)
        x[i] = args[i]->rank ? (Slot){ .v = value_ref(args[i]) }
                             : slot_of(value_get(args[i], 0));
    pass_arguments(m, f, code, x, NULL);
    run_list(m, f, &code->lam.body);
    Slots r = code->lam.body.result;
    out->nresults = r.n;
    out->result = NEWS(Value *, r.n);
    for (int k = 0; k < r.n; k++) {
        Slot s = take(f, r.at[k], r.array[k]);
        Prim p = type_of(func->body->g[0].at[k])->prim;
        out->result[k] = r.array[k] ? s.v : value_scalar(scalar_of(p, s));
    }
}

EvalResult core_eval(const Program *p, const Func *f, Value **args, int nargs)
{
    (void)p;                   /* calls name their functions */
    Machine m = { .left = most_steps, .bounded = most_steps > 0, .strict = strict };
    EvalResult out = {0};
    ValueMark mark = value_mark();
    int *refs = NEWS(int, nargs);
    if (!stack)
        stack = must_malloc(sizeof(Slot) * STACK_SLOTS);
    for (int i = 0; i < nargs; i++)
        refs[i] = args[i]->refs;
    if (!setjmp(m.failed)) {
        check_arguments(&m, f, args, nargs);
        evaluate(&m, f, args, &out);
        out.steps = most_steps - m.left;
        return out;
    }
    value_rollback(mark);
    for (int i = 0; i < nargs; i++)
        args[i]->refs = refs[i];
    return (EvalResult){ .failed = true, .given_up = m.bounded && m.left < 0,
                         .message = m.message,
                         .span = m.span ? m.span : f->span };
}
