/* eval.c -- the evaluator: frames, calls and control. */
#include "eval.h"

#include <string.h>

enum { STACK_SLOTS = 1 << 20, MAX_CALLS = 4000 };

static Slot *stack;

/* ---- failures ----------------------------------------------------------- */

_Noreturn void eval_fail(Machine *m, const Ins *i, const char *fmt, ...)
{
    Text t = {0};
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(&t, fmt, ap);
    va_end(ap);
    m->message = text_str(&t);
    m->span = i ? i->node->span : NULL;
    longjmp(m->failed, 1);
}

/* ---- blocks and sizes --------------------------------------------------- */

void run_block(Machine *m, Slot *f, const Block *b)
{
    for (int k = 0; k < b->drop.n; k++)
        drop(&f[b->drop.at[k]]);
    for (const Ins *i = b->ins, *end = b->ins + b->n; i < end; i++) {
        i->run(m, f, i);
        for (int k = 0; k < i->drop.n; k++)
            drop(&f[i->drop.at[k]]);
    }
}

int64_t run_size(Machine *m, const Slot *f, const Ins *i, const Size *s)
{
    if (s->op == OP_VAR)
        return f[s->slot].i;
    if (s->op == OP_EXT)
        return 0;
    if (s->op == OP_LENGTH || s->op == OP_TOTAL)   /* 0 once the array is gone */
        return f[s->slot].v ? array_size(s->op, f[s->slot].v) : 0;
    Slot x[3] = {0}, r = {0};
    const char *error;
    for (int k = 0; k < ops[s->op].ngroups; k++)
        x[k].i = run_size(m, f, i, s->kid[k]);
    if (!slot_op(s->op, s->from, s->to, x, &r, &error) && i)
        eval_fail(m, i, "%s", error);
    return r.i;
}

/* ---- scalars ------------------------------------------------------------ */

void run_scalar(Machine *m, Slot *f, const Ins *i)
{
    Slot x[3] = { f[i->a], f[i->b], f[i->c] };
    const char *error;
    if (!slot_op(i->op, i->from, i->to, x, &f[i->dst.at[0]], &error))
        eval_fail(m, i, "%s", error);
}

/* ---- control ------------------------------------------------------------ */

static void take_all(Slot *f, Slots from, const Shape *shape, Slot *to)
{
    for (int k = 0; k < from.n; k++)
        to[k] = take(f, from.at[k], shape[k].rank > 0);
}

static void assign_all(Slot *f, Slots to, const Shape *shape, const Slot *from)
{
    for (int k = 0; k < to.n; k++)
        assign(&f[to.at[k]], from[k], shape[k].rank > 0);
}

static void results(Slot *f, const Block *b, const Ins *i)
{
    for (int k = 0; k < b->result.n; k++) {
        bool array = b->shape[k].rank > 0;
        assign(&f[i->dst.at[k]], take(f, b->result.at[k], array), array);
    }
}

void run_body(Machine *m, Slot *f, const Ins *i)
{
    run_block(m, f, i->block);
    results(f, i->block, i);
}

void run_if(Machine *m, Slot *f, const Ins *i)
{
    const Block *b = &i->block[!f[i->a].i];
    run_block(m, f, b);
    results(f, b, i);
}

static void start_loop(Slot *f, const Ins *i)
{
    Slot x[i->arg.n + 1];
    take_all(f, i->arg, i->arg_shape, x);
    assign_all(f, i->lam->param, i->lam->shape, x);
}

static void run_round(Machine *m, Slot *f, const Lam *l)
{
    Slot x[l->param.n + 1];
    run_block(m, f, &l->body);
    take_all(f, l->body.result, l->body.shape, x);
    assign_all(f, l->param, l->shape, x);
}

static void end_loop(Slot *f, const Ins *i)
{
    const Lam *l = i->lam;
    for (int k = 0; k < l->param.n; k++) {
        bool array = l->shape[k].rank > 0;
        Slot *from = &f[l->param.at[k]], s = *from;
        if (array)
            from->v = NULL;
        assign(&f[i->dst.at[k]], s, array);
    }
}

void run_loop(Machine *m, Slot *f, const Ins *i)
{
    const Lam *l = i->lam;
    Slot end = f[i->a];
    bool sign = prim_is_signed(l->index_prim);
    start_loop(f, i);
    for (Slot k = {0}; sign ? k.i < end.i : k.u < end.u; k.u++) {
        f[l->index] = k;
        run_round(m, f, l);
    }
    end_loop(f, i);
}

void run_while(Machine *m, Slot *f, const Ins *i)
{
    start_loop(f, i);
    for (;;) {
        run_block(m, f, i->block);
        if (!f[i->block->result.at[0]].i)
            break;
        run_round(m, f, i->lam);
    }
    end_loop(f, i);
}

void run_pass(Machine *m, Slot *f, const Ins *i)
{
    Slot x[i->arg.n + 1];
    (void)m;
    take_all(f, i->arg, i->arg_shape, x);
    assign_all(f, i->dst, i->arg_shape, x);
}

void run_assert(Machine *m, Slot *f, const Ins *i)
{
    int64_t said[i->said.n + 1];
    for (int k = 0; k < i->said.n; k++)
        said[k] = f[i->said.at[k]].i;
    if (!f[i->a].i)
        eval_fail(m, i, "%s", failure_fill(i->node->text, said));
    run_pass(m, f, i);
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
    return f;
}

static void leave(Machine *m, const Code *code)
{
    m->used -= (size_t)code->nslots;
    m->depth--;
}

/* Which implicit size parameter the size is; -1: none. */
static int size_param(const Code *code, const Size *s)
{
    for (int i = 0; s->op == OP_VAR && i < code->size.n; i++)
        if (code->size.at[i] == s->slot)
            return i;
    return -1;
}

static void find_sizes(Slot *f, const Code *code, const Slot *arg)
{
    bool found[code->size.n + 1];
    memset(found, 0, sizeof found);
    for (int p = 0; p < code->lam.param.n; p++)
        for (int d = 0; d < code->lam.shape[p].rank; d++) {
            int s = size_param(code, code->lam.shape[p].dim[d]);
            if (s < 0 || found[s])
                continue;
            found[s] = true;
            f[code->size.at[s]].i = arg[p].v->dim[d];
        }
}

static _Noreturn void wrong_sizes(Machine *m, const Slot *f, const Code *code, const Slot *arg,
                                  const Ins *i, int p)
{
    const Shape *s = &code->lam.shape[p];
    const Value *v = arg[p].v;
    int64_t want[s->rank];
    for (int d = 0; d < s->rank; d++)
        want[d] = s->dim[d]->op == OP_EXT ? v->dim[d] : run_size(m, f, i, s->dim[d]);
    const char *prim = prim_name(s->prim);
    eval_fail(m, i, "%s", failure_text(FAIL_ARGUMENT, code->func->param[p]->name,
                                       format("%s%s", shape_str(v->rank, v->dim), prim),
                                       format("%s%s", shape_str(s->rank, want), prim)));
}

static void check_sizes(Machine *m, Slot *f, const Code *code, const Slot *arg,
                        const Ins *i)
{
    for (int p = 0; p < code->lam.param.n; p++)
        for (int d = 0; d < code->lam.shape[p].rank; d++) {
            const Size *s = code->lam.shape[p].dim[d];
            int64_t want = run_size(m, f, i, s), got = arg[p].v->dim[d];
            if (s->op != OP_EXT && want != got)
                wrong_sizes(m, f, code, arg, i, p);
        }
}

/* Puts the arguments, whose references it takes over, into the frame. */
static void pass_arguments(Machine *m, Slot *f, const Code *code, const Slot *arg,
                           const Ins *i)
{
    assign_all(f, code->lam.param, code->lam.shape, arg);
    find_sizes(f, code, arg);
    check_sizes(m, f, code, arg, i);
}

void run_call(Machine *m, Slot *f, const Ins *i)
{
    const Code *code = code_of(i->node->func);
    Slot arg[i->arg.n + 1];
    take_all(f, i->arg, i->arg_shape, arg);
    Slot *inner = enter(m, code, i);
    pass_arguments(m, inner, code, arg, i);
    run_block(m, inner, &code->lam.body);
    for (int k = 0; k < i->dst.n; k++) {
        bool array = code->lam.body.shape[k].rank > 0;
        assign(&f[i->dst.at[k]], take(inner, code->lam.body.result.at[k], array), array);
    }
    leave(m, code);
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
    Slot x[code->lam.param.n + 1];
    Slot *f = enter(m, code, NULL);
    for (int i = 0; i < func->nparams; i++)
        x[i] = args[i]->rank ? (Slot){ .v = value_ref(args[i]) }
                             : slot_of(value_get(args[i], 0));
    pass_arguments(m, f, code, x, NULL);
    run_block(m, f, &code->lam.body);
    const Block *b = &code->lam.body;
    out->nresults = b->result.n;
    out->result = NEWS(Value *, b->result.n);
    for (int k = 0; k < b->result.n; k++) {
        bool array = b->shape[k].rank > 0;
        Slot s = take(f, b->result.at[k], array);
        out->result[k] = array ? s.v : value_scalar(scalar_of(b->shape[k].prim, s));
    }
}

EvalResult core_eval(const Program *p, const Func *f, Value **args, int nargs)
{
    (void)p;                   /* calls name their functions */
    Machine m = {0};
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
        return out;
    }
    value_rollback(mark);
    for (int i = 0; i < nargs; i++)
        args[i]->refs = refs[i];
    return (EvalResult){ .failed = true, .message = m.message,
                         .span = m.span ? m.span : f->span };
}
