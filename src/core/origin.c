/* origin.c -- where nodes come from: places in the source, and rules. */
#include "core.h"

static Origin here;

Origin origin_set(Origin now)
{
    Origin before = here;
    here = now;
    return before;
}

Origin origin_now(void) { return here; }

const Span *span_of_var(const Var *v) { return v->span ? v->span : here.span; }

Origin origin_of(const Core *n) { return (Origin){ n->span, n->step }; }

Core *origin_here(Core *n)
{
    n->span = here.span ? here.span : n->span;
    n->step = here.step;
    return n;
}

/* ---- steps ---------------------------------------------------------------- */

static const Step *step_find(const Step *s, const char *rule)
{
    while (s && s->rule != rule)
        s = s->before;
    return s;
}

/* s without rules that are in `known`; shared as far as possible. */
static const Step *without(const Step *s, const Step *known)
{
    if (!s)
        return NULL;
    const Step *before = without(s->before, known);
    if (step_find(known, s->rule))
        return before;
    if (before == s->before)
        return s;
    Step *copy = COPY(Step, *s);
    copy->before = before;
    return copy;
}

/* a's, and before them b's. */
static const Step *joined(const Step *a, const Step *b)
{
    if (!a)
        return b;
    const Step *rest = joined(a->before, b);
    if (rest == a->before)
        return a;
    Step *copy = COPY(Step, *a);
    copy->before = rest;
    return copy;
}

Step *step_new(const char *rule, const Step *a, const Step *b)
{
    Step *s = MAKE(Step, .rule = rule);
    s->before = without(joined(a, a == b ? NULL : without(b, a)), s);
    return s;
}

const Span *span_written(const Span *s)
{
    while (s && s->from && s->src && s->src->name[0] == '<')
        s = s->from;
    return s;
}
