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
    const Cost *before = &f->at.at[0].cost, *after = &f->at.at[f->at.n - 1].cost;
    return part_of(k->before.work, k->after.work, before->work, after->work)
        || part_of(k->before.depth, k->after.depth, before->depth, after->depth);
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

static const Func *func_named(const Snapshot *s, const char *name)
{
    for (int i = 0; i < s->program.nfuncs; i++)
        if (!strcmp(s->program.func[i]->name, name))
            return s->program.func[i];
    return NULL;
}

static PassCost func_cost(Costing *c, const Snapshot *s, const Func *f)
{
    costing_in(c, f->name);
    return (PassCost){ .pass = s->pass, cost_of_func(c, f), bytes_of_func(c, f) };
}

/* All entry points, each once. */
static PassCost stage_cost(Costing *c, const Snapshot *s)
{
    PassCost all = { .pass = s->pass, { bigo_one(), bigo_one() }, bigo_times(bigo_one(), 0) };
    for (int i = 0; i < s->program.nfuncs; i++) {
        if (!s->program.func[i]->entry)
            continue;
        PassCost one = func_cost(c, s, s->program.func[i]);
        all.cost = cost_then(all.cost, one.cost);
        all.bytes = bigo_add(all.bytes, one.bytes);
    }
    return all;
}

static bool same_cost(const PassCost *a, const PassCost *b)
{
    return cost_equal(a->cost, b->cost) && !strcmp(bigo_exact(a->bytes), bigo_exact(b->bytes));
}

/* As written, and where something changed; at the end in any case. */
static void add_pass(FuncCost *f, PassCost k, bool last)
{
    const PassCost *before = f->at.n ? &f->at.at[f->at.n - 1] : NULL;
    if (!before || !same_cost(before, &k) || (last && f->at.n == 1))
        vec_push(&f->at, k);
}

static void find_passes(CostReport *r, const FuncCost *total)
{
    for (int i = 1; i < total->at.n && !r->change.n; i++)
        if (!cost_equal(total->at.at[i - 1].cost, total->at.at[i].cost))
            vec_push(&r->pass, total->at.at[i].pass);
}

/* ---- sizes ----------------------------------------------------------------- */

/* "the length of xs and ys", "the length of the rows of xss" */
static const char *size_of_arrays(const Func *f, const char *name)
{
    static const char *const what[] = { "the length", "the length of the rows", "the depth" };
    Text t = {0};
    for (int d = 0; d < 3; d++) {
        int n = 0;
        for (int i = 0; i < f->nparams; i++) {
            const Type *type = f->param[i]->type;
            if (type->rank <= d || type->dim[d]->op != OP_VAR
                || strcmp(var_base(type->dim[d]->var->name), name))
                continue;
            text_fmt(&t, "%s%s", n ? ", " : t.n ? format("; %s of ", what[d])
                                                : format("%s of ", what[d]), f->param[i]->name);
            n++;
        }
    }
    return t.n ? text_str(&t) : NULL;
}

/* A size or parameter of the program, of each function that has it. */
static const char *told_by(const Snapshot *s, const char *name)
{
    Text t = {0};
    bool several = s->program.nfuncs > 1;
    for (int i = 0; i < s->program.nfuncs; i++) {
        const Func *f = s->program.func[i];
        const char *about = size_of_arrays(f, name);
        for (int k = 0; k < f->nparams && !about; k++)
            if (!f->param[k]->type->rank && !strcmp(var_base(f->param[k]->name), name))
                about = "a parameter";
        if (about)
            text_fmt(&t, "%s%s%s", t.n ? "; " : "", about,
                     several ? format(" (%s)", f->name) : "");
    }
    return t.n ? text_str(&t) : "known when it runs";
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

/* Costs of the versions; the pass stands for the last one, which is flat. */
typedef struct {
    Costing *costing;
    const Snapshot *at;
    const Func *func;
    FuncCost *to;
} Versions;

static void add_version(Core *n, void *versions)
{
    Versions *v = versions;
    if (cost_version(v->costing, n)) {
        cost_choose(v->costing, n);
        PassCost k = func_cost(v->costing, v->at, v->func);
        cost_choose(v->costing, NULL);
        k.version = version_name(n);
        bool known = false;
        for (int i = 0; i < v->to->at.n; i++)
            known |= v->to->at.at[i].version && !strcmp(v->to->at.at[i].version, k.version)
                  && same_cost(&v->to->at.at[i], &k);
        if (!known)
            vec_push(&v->to->at, k);
    }
    core_each(n, add_version, versions);
}

static FuncCost cost_row(CostReport *r, Costing *c, const Explained *e, const Func *f)
{
    FuncCost k = { .name = f->name, .span = f->span, .entry = f->entry };
    for (int s = 0; s < e->stage.n; s++) {
        const Func *then = func_named(&e->stage.at[s], f->name);
        if (then)
            add_pass(&k, func_cost(c, &e->stage.at[s], then), s == e->stage.n - 1);
    }
    Versions v = { c, &e->stage.at[e->stage.n - 1], f, &k };
    if (f->body)
        add_version(f->body, &v);
    if (k.at.n && k.at.at[k.at.n - 1].version) {
        vec_push(&k.at, func_cost(c, v.at, f));
        k.at.at[k.at.n - 1].version = "flat";
    }
    for (int i = 0; i < k.at.n; i++) {
        note_sizes(r, k.at.at[i].cost);
        bigo_each(k.at.at[i].bytes, note_size, r);
    }
    return k;
}

CostReport *cost_report(const Explained *e)
{
    CostReport *r = NEW(CostReport);
    Costing *c = costing_new();
    know_all(c, e);
    const Snapshot *last = &e->stage.at[e->stage.n - 1];
    for (int i = 0; i < last->program.nfuncs; i++)
        vec_push(&r->func, cost_row(r, c, e, last->program.func[i]));
    FuncCost total = { .name = "total" };
    for (int s = 0; s < e->stage.n; s++)
        add_pass(&total, stage_cost(c, &e->stage.at[s]), s == e->stage.n - 1);
    find_changes(r, &total, c, e->trace);
    find_passes(r, &total);
    for (int i = 0; i < r->change.n; i++) {
        note_sizes(r, r->change.at[i].before);
        note_sizes(r, r->change.at[i].after);
    }
    if (r->func.n > 1)
        vec_push(&r->func, total);
    for (int i = 0; i < r->size.n; i++)
        vec_push(&r->about, r->size.at[i]->about ? r->size.at[i]->about
                                                 : told_by(&e->stage.at[0], r->size.at[i]->name));
    return r;
}
