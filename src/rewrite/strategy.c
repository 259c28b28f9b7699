/* strategy.c -- which sets, in which order and direction, until when. */
#include "rewrite.h"

#include <string.h>

typedef struct {
    Program *program;
    const RewriteOptions *options;
    Trace *trace;
    const char *strategy;      /* or null: a set alone */
    int from;                  /* its first title */
    Table *titles;             /* each title that lemmas share: its set's number, and one */
    Table *census;             /* of all functions */
} Run;

static bool proves(const Set *set)
{
    for (int i = 0; i < set->nlaws; i++)
        if (set->law[i].rule->judgment)
            return true;
    return false;
}

/* Lemmas that a strategy names one after the other share its title. */
static int title(Run *r, const Set *set, const char *how, const char *func)
{
    if (!r->strategy || rules_set(r->options->rules, set->name)) {
        int own = trace_set(r->trace, format("%s, %s: %s", set->name, how, func));
        r->from = own + 1;
        return own;
    }
    const char *own = intern(format("%s: %s", r->strategy, func));
    int at = (int)(intptr_t)table_get(r->titles, own) - 1;
    if (at < r->from) {
        at = trace_set(r->trace, own);
        table_put(r->titles, own, (void *)(intptr_t)(at + 1));
    }
    return at;
}

static bool run_on(Run *r, Func *f, const Set *set, How how)
{
    World *w = world_new(r->options, r->trace);
    w->program = r->program;
    w->census = r->census;
    w->set = title(r, set, how_name[how], f->name);
    bool changed = how == HOW_PROVE ? prove_run(w, f, set) : engine_run(w, f, set, how);
    world_free(w);
    return changed;
}

static bool calls(const Core *n, void *func)
{
    return n->op == OP_CALL && n->func == func;
}

/* An entry, or what one comes to. */
static bool is_needed(const Program *p, int i)
{
    for (int k = i + 1; k < p->nfuncs && !p->func[i]->entry; k++)
        if (core_any(p->func[k]->body, calls, p->func[i]) && is_needed(p, k))
            return true;
    return p->func[i]->entry;
}

/* Functions of arrays that nothing calls any more. */
static void drop_lifted(Program *p)
{
    for (int i = p->nfuncs - 1; i >= 0; i--)
        if (p->func[i]->arrays && !is_needed(p, i)) {
            for (int k = i + 1; k < p->nfuncs; k++)
                p->func[k - 1] = p->func[k];
            p->nfuncs--;
        }
}

typedef struct { Program *program; int at; } Missing;

static bool has_func(const Program *p, const Func *f)
{
    bool yes = false;
    for (int i = 0; i < p->nfuncs; i++)
        yes |= p->func[i] == f;
    return yes;
}

static void add_missing(Core *n, void *missing)
{
    Missing *m = missing;
    Program *p = m->program;
    if (n->op == OP_CALL && !has_func(p, n->func)) {
        Func **func = NEWS(Func *, p->nfuncs + 1);
        copy_bytes(func, p->func, sizeof *func * (size_t)m->at);
        func[m->at] = n->func;
        copy_bytes(func + m->at + 1, p->func + m->at, sizeof *func * (size_t)(p->nfuncs - m->at));
        p->func = func;
        p->nfuncs++;
    }
    core_each(n, add_missing, m);
}

/* Functions that were made come before what calls them. */
static void add_lifted(Program *p)
{
    for (int i = 0; i < p->nfuncs;) {
        Missing m = { p, i };
        const Func *f = p->func[i];
        add_missing(f->body, &m);
        i += p->func[i] == f;
    }
}

/* In proofs functions of arrays that call themselves come last, and after what calls them:
   they are lifted as they are written. */
static bool run_set(Run *r, const Set *set, How how)
{
    Program *p = r->program;
    bool changed = false;
    for (int i = 0; i < p->nfuncs; i++)
        if (how != HOW_PROVE || !p->func[i]->arrays)
            changed |= run_on(r, p->func[i], set, how);
    for (int i = p->nfuncs - 1; i >= 0 && how == HOW_PROVE; i--)
        if (p->func[i]->arrays && is_needed(p, i))
            changed |= run_on(r, p->func[i], set, how);
    if (how == HOW_PROVE) {
        add_lifted(p);
        drop_lifted(p);
    }
    return changed;
}

/* A set of one lemma, taken from the set that has it. */
const Set *lemma_set(const RuleSet *rs, const char *name)
{
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Law *law = &rs->set[s].law[i];
            if (strcmp(law->rule->name, name) || law->rule->judgment)
                continue;
            Set *one = COPY(Set, rs->set[s]);
            one->name = name;
            one->law = (Law *)law;
            one->nlaws = 1;
            return one;
        }
    return NULL;
}

static bool run_step(Run *r, const StrategyStep *s)
{
    const RuleSet *rs = r->options->rules;
    const Set *set = rules_set(rs, s->set);
    if (!set)
        set = lemma_set(rs, s->set);
    if (!set)
        fail_at(s->span, ERR_RULE_FILE, "there is no set and no lemma '%s'", s->set);
    How how = s->how ? s->how : proves(set) ? HOW_PROVE : HOW_UNTIL_STABLE;
    return run_set(r, s->backwards ? set_backwards(set) : set, how);
}

static bool run_strategy(Program *p, const char *what, const RewriteOptions *o, Trace *t)
{
    Run r = { .program = p, .options = o, .trace = t,
              .census = table_new(), .titles = table_new() };
    bool changed = false;
    for (int i = o->rules->nstrategies - 1; i >= 0; i--) {
        const Strategy *s = &o->rules->strategy[i];
        if (strcmp(s->name, what))
            continue;
        r.strategy = s->name;
        r.from = t ? t->set.n : 0;
        int first = r.from;
        for (int k = 0; k < s->nsteps; k++)
            changed |= run_step(&r, &s->step[k]);
        trace_forget_returns(t, first);
        return changed;
    }
    return run_step(&r, &(StrategyStep){ .set = what });
}

bool rewrite_run(Program *p, const char *what, const RewriteOptions *o, Trace *t)
{
    bool changed = run_strategy(p, what, o, t);
    bug_rule(NULL, NULL);
    return changed;
}
