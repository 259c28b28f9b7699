/* strategy.c -- which sets, in which order and direction, until when. */
#include "rewrite.h"

#include <string.h>

typedef struct {
    Program *program;
    const RewriteOptions *options;
    Trace *trace;
    const char *strategy;      /* or null: a set alone */
    int from;                  /* its first title */
    Table *thresholds;         /* of all functions */
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
    const char *own = format("%s: %s", r->strategy, func);
    for (int i = r->from; r->trace && i < r->trace->set.n; i++)
        if (!strcmp(r->trace->set.at[i], own))
            return i;
    return trace_set(r->trace, own);
}

static bool run_set(Run *r, const Set *set, How how)
{
    bool changed = false;
    for (int i = 0; i < r->program->nfuncs; i++) {
        World *w = world_new(r->options, r->trace);
        Func *f = r->program->func[i];
        w->program = r->program;
        w->thresholds = r->thresholds;
        w->set = title(r, set, how_name[how], f->name);
        changed |= how == HOW_PROVE ? prove_run(w, f, set) : engine_run(w, f, set, how);
        world_free(w);
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
            Set *one = NEW(Set);
            *one = rs->set[s];
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
    Run r = { .program = p, .options = o, .trace = t, .thresholds = table_new() };
    bool changed = false;
    for (int i = o->rules->nstrategies - 1; i >= 0; i--) {
        const Strategy *s = &o->rules->strategy[i];
        if (strcmp(s->name, what))
            continue;
        r.strategy = s->name;
        r.from = t ? t->set.n : 0;
        for (int k = 0; k < s->nsteps; k++)
            changed |= run_step(&r, &s->step[k]);
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
