/* changes.c -- work and depth before and after the rules, and which of them
   changed it. */
#include "explain.h"

#include <string.h>

static bool outgrows(BigO a, BigO b)
{
    return !bigo_equal(bigo_add(a, b), b);
}

/* ---- which steps ---------------------------------------------------------- */

static bool below(const TraceStep *a, const TraceStep *b)
{
    size_t n = b->number ? strlen(b->number) : 0;
    return n && a->number && a->set == b->set && !strncmp(a->number, b->number, n)
        && a->number[n] == '.';
}

static bool step_costs(Costing *c, const TraceStep *s, Cost *before, Cost *after)
{
    if (!s->before || !s->after)
        return false;
    *before = s->number ? cost_under(c, s->ctx, s->before) : cost_of(c, s->before);
    *after = cost_of(c, s->after);
    return !cost_equal(*before, *after);
}

/* A change from `old` to `new` is part of that of the whole, if its larger
   side has what the smaller whole has not. */
static bool part_of(BigO old, BigO new, BigO old_all, BigO new_all)
{
    bool more = outgrows(new_all, old_all), less = outgrows(old_all, new_all);
    return (more && outgrows(new, old) && outgrows(new, old_all))
        || (less && outgrows(old, new) && outgrows(old, new_all));
}

static bool accounts(const CostChange *k, const FuncCost *f)
{
    return part_of(k->before.work, k->after.work, f->before.work, f->after.work)
        || part_of(k->before.depth, k->after.depth, f->before.depth, f->after.depth);
}

/* "flatten, prove: main" */
static const char *func_of(const char *set)
{
    const char *colon = strrchr(set, ':');
    return colon ? colon + 2 : set;
}

/* The innermost judgments, for what they change is changed around them too. */
static void find_changes(CostReport *r, const FuncCost *total, Costing *c, const Trace *t)
{
    for (int i = t->step.n - 1; i >= 0; i--) {
        const TraceStep *s = t->step.at[i];
        CostChange k = { .step = s, .set = t->set.at[s->set] };
        costing_in(c, func_of(k.set));
        if (!step_costs(c, s, &k.before, &k.after) || !accounts(&k, total))
            continue;
        bool inner = true;
        for (int j = 0; j < r->change.n; j++)
            inner &= !below(r->change.at[j].step, s);
        if (inner)
            vec_push(&r->change, k);
    }
    for (int i = 0, j = r->change.n - 1; i < j; i++, j--) {
        CostChange k = r->change.at[i];
        r->change.at[i] = r->change.at[j];
        r->change.at[j] = k;
    }
}

/* ---- the report ----------------------------------------------------------- */

static Cost stage_cost(Costing *c, const Snapshot *s)
{
    Cost all = { bigo_one(), bigo_one() };
    for (int i = 0; i < s->program.nfuncs; i++)
        if (s->program.func[i]->entry)
            all = cost_then(all, cost_of_func(c, s->program.func[i]));
    return all;
}

static void find_passes(CostReport *r, Costing *c, const Explained *e)
{
    for (int i = 1; i < e->stage.n && !r->change.n; i++)
        if (!cost_equal(stage_cost(c, &e->stage.at[i - 1]), stage_cost(c, &e->stage.at[i])))
            vec_push(&r->pass, e->stage.at[i].pass);
}

static const Func *func_named(const Snapshot *s, const char *name)
{
    for (int i = 0; i < s->program.nfuncs; i++)
        if (!strcmp(s->program.func[i]->name, name))
            return s->program.func[i];
    return NULL;
}

static void note_size(const Growth *g, void *report)
{
    CostReport *r = report;
    for (int i = 0; i < r->size.n; i++)
        if (r->size.at[i]->name == g->name)
            return;
    vec_push(&r->size, g);
}

static void note_sizes(CostReport *r, Cost c)
{
    bigo_each(c.work, note_size, r);
    bigo_each(c.depth, note_size, r);
}

static void know_all(Costing *c, const Explained *e)
{
    for (int i = 0; i < e->stage.n; i++)
        for (int k = 0; k < e->stage.at[i].program.nfuncs; k++)
            costing_know_func(c, e->stage.at[i].program.func[k]);
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        for (int k = 0; k < s->ctx.n; k++)
            costing_know(c, s->ctx.at[k]);
        costing_know(c, s->before);
        if (s->after)
            costing_know(c, s->after);
    }
}

CostReport *cost_report(const Explained *e)
{
    CostReport *r = NEW(CostReport);
    Costing *c = costing_new();
    know_all(c, e);
    const Snapshot *first = &e->stage.at[0], *last = &e->stage.at[e->stage.n - 1];
    for (int i = 0; i < last->program.nfuncs; i++) {
        const Func *f = last->program.func[i], *old = func_named(first, f->name);
        FuncCost k = { f->name, f->span, f->entry, cost_of_func(c, old ? old : f),
                       cost_of_func(c, f) };
        vec_push(&r->func, k);
        note_sizes(r, k.before);
        note_sizes(r, k.after);
    }
    FuncCost total = { "total", NULL, false, stage_cost(c, first), stage_cost(c, last) };
    find_changes(r, &total, c, e->trace);
    find_passes(r, c, e);
    for (int i = 0; i < r->change.n; i++) {
        note_sizes(r, r->change.at[i].before);
        note_sizes(r, r->change.at[i].after);
    }
    if (r->func.n > 1)
        vec_push(&r->func, total);
    return r;
}
