/*
 * returns.c -- a strategy may take an equation there and back: what comes back as it was, since
 * no other step had it between, is told as no step.
 */
#include "rewrite.h"

#include <string.h>

/* The binding that a step makes of one; null if it is about several, or a judgment's. */
static const Stm *only_binding(const TraceStep *s, const Core *side)
{
    bool one = !s->number && side && side->op == OP_BODY && side->nstms == 1;
    return one && side->stm[0].nvars ? &side->stm[0] : NULL;
}

static bool binds(const Core *body, const char *name)
{
    bool found = false;
    for (int i = 0; body && body->op == OP_BODY && i < body->nstms && !found; i++) {
        const Stm *s = &body->stm[i];
        found = !s->nvars && binds(s->exp, name);
        for (int v = 0; v < s->nvars; v++)
            found |= !strcmp(s->var[v]->name, name);
    }
    return found;
}

/* The rule takes the binding back to the operation that it was. */
static bool is_return(const TraceStep *there, const TraceStep *back)
{
    const Stm *from = only_binding(there, there->before), *to = only_binding(there, there->after);
    const Stm *again = only_binding(back, back->before), *end = only_binding(back, back->after);
    return from && to && again && end && there->rule == back->rule
        && from->exp->op != to->exp->op && to->exp->op == again->exp->op
        && from->exp->op == end->exp->op && !strcmp(from->var[0]->name, end->var[0]->name);
}

/* Which step the one at `back` takes back; -1: none. */
static int returned(const Trace *t, int back, int first_set)
{
    TraceStep *b = t->step.at[back];
    const Stm *end = only_binding(b, b->after);
    for (int i = back - 1; end && i >= 0; i--) {
        const TraceStep *s = t->step.at[i];
        if (s->set < first_set)
            return -1;
        if (is_return(s, b))
            return i;
        if (binds(s->before, end->var[0]->name) || binds(s->after, end->var[0]->name))
            return -1;
    }
    return -1;
}

static void forget(Trace *t, int at)
{
    for (int i = at + 1; i < t->step.n; i++)
        t->step.at[i - 1] = t->step.at[i];
    t->step.n--;
}

void trace_forget_returns(Trace *t, int first_set)
{
    for (int back = 0; t && back < t->step.n; back++) {
        int there = returned(t, back, first_set);
        if (there < 0)
            continue;
        forget(t, back);
        forget(t, there);
        back -= 2;
    }
}
