/*
 * examples.c -- the examples of the rules, as tests. `yes`: the rule fires,
 * alone or among those of its set, and what comes out is what it says. `no`:
 * the rule does not fire, and for the reason that it says.
 */
#include "rewrite.h"

#include "../core/syntax.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const RuleSet *rules;
    const Set *set;
    const Law *law;
    const Rule *told;          /* whose example it is: the law's rule, as a rule */
    const Example *example;
    Core *ctx, *term, *gives;
    bool alone;                /* what a lemma gives alone decides: no set is tried */
    Trace *trace;
    const char *why, *found;
} Case;

/* ---- terms -------------------------------------------------------------- */

void example_read(const Rule *r, const Example *e, Core **ctx, Core **left, Core **right)
{
    *left = term_of(e->term, r->given, ctx);
    *right = e->yes ? term_of(e->gives, r->given, NULL) : NULL;
}

/* ---- types -------------------------------------------------------------- */

static const char *types_of(const Core *n)
{
    Text t = { 0 };
    for (int i = 0; i < n->ntypes; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", type_str(n->type[i]));
    return text_str(&t);
}

static bool same_types(const Core *a, const Core *b)
{
    bool same = a->ntypes == b->ntypes;
    for (int i = 0; same && i < a->ntypes; i++)
        same = type_same_shape(a->type[i], b->type[i]);
    return same;
}

/* A lemma's terms have one type; a judgment's target has the nest's dimensions, too. */
void rules_keep_types(const RuleFile *f)
{
    for (int i = 0; i < f->nrules; i++) {
        const Rule *r = &f->rule[i];
        for (int k = 0; k < r->nexamples; k++) {
            Core *ctx, *left, *right;
            example_read(r, &r->example[k], &ctx, &left, &right);
            if (right && !r->judgment && !same_types(left, right))
                error_at(r->example[k].span, ERR_RULE_TYPE,
                         "rule %s changes the type of a term, from %s to %s", r->name,
                         types_of(left), types_of(right));
        }
    }
}

/* ---- runs --------------------------------------------------------------- */

Func *func_of_term(const Given *given, Core *body)
{
    Func *f = MAKE(Func, .name = "term", .entry = true, .body = body, .result = body->type,
                         .nresults = body->ntypes);
    if (given) {
        f->param = given->vars.at;
        f->nparams = given->vars.n;
    }
    f->consumes = NEWS(bool, f->nparams);
    return f;
}

static World *world_of(Case *c, const RewriteOptions *o)
{
    World *w = world_new(o, c->trace = trace_new());
    w->set = trace_set(c->trace, c->set->name);
    return w;
}

static bool fired(const Case *c)
{
    for (int i = 0; i < c->trace->step.n; i++)
        if (c->trace->step.at[i]->rule == c->law->rule)
            return true;
    return false;
}

/* In a trial, which gives a value, arrays are small: so are options, and what sizes are
   compared with. */
RewriteOptions law_options(const RuleSet *rs, const Law *law, int value)
{
    RewriteOptions o = { .rules = rs, .thorough = true };
    RewriteOption *option = NEWS(RewriteOption, law->npremises);
    for (int i = 0; i < law->npremises; i++) {
        const Premise *p = &law->premise[i];
        if (p->kind != PREMISE_MAKE)
            continue;
        bool compared = value && !law->rule->judgment && !strcmp(p->name, "threshold");
        if (!compared && strcmp(p->name, "option"))
            continue;
        const char *name = meta_name(p->arg[0].at[0]);
        const RuleOption *said = rules_option(rs, name);
        int64_t own = said && said->constant ? said->value : 1;
        option[o.noptions] = (RewriteOption){ name, compared ? value - 1
                                              : value ? value + o.noptions : own };
        o.noptions++;
    }
    o.option = option;
    return o;
}

/* The term after the rule alone, or after the whole set. */
static Core *run(Case *c, bool alone)
{
    RewriteOptions o = law_options(c->rules, c->law, 0);
    o.only = alone ? c->law->rule->name : NULL;
    World *w = world_of(c, &o);
    if (!c->law->rule->judgment) {
        Func *f = func_of_term(c->told->given, c->term);
        engine_run(w, f, c->set, alone ? HOW_ONCE : HOW_UNTIL_STABLE);
        return f->body;
    }
    Kids ctx = c->ctx ? c->ctx->g[0] : (Kids){ 0 };
    world_subject(w, c->term);
    const char *lev = c->law->rule->conclusion.lev;
    return body_of_exp(prove_term(w, c->set, ctx, lev, c->term), NULL);
}

/* In a few words. */
static const char *refusal_of(const Case *c)
{
    for (int i = 0; i < c->trace->refused.n; i++) {
        const Refusal *r = &c->trace->refused.at[i];
        if (r->rule == c->law->rule && strcmp(r->condition, "shape"))
            return r->why && *r->why ? format("%s (%s)", r->condition, r->why) : r->condition;
    }
    return "its left side has another shape";
}

/* A judgment's rule on the term alone: the reasons for which it says no. */
static bool applies(Case *c)
{
    RewriteOptions o = law_options(c->rules, c->law, 0);
    World *w = world_of(c, &o);
    Core *e = c->term;
    world_subject(w, e);
    if (body_single(e))
        e = body_single(e);
    Match m = { .world = w, .subject = e, .made = table_new(), .law = c->law,
                .refusals = &c->trace->refused };
    bool yes = match_sequent(&m, &c->law->rule->conclusion,
                             c->ctx ? c->ctx->g[0] : (Kids){ 0 }, e);
    free(m.env.at);
    return yes;
}

static bool run_yes(Case *c)
{
    Core *got = NULL;
    bool alone = false;
    World *w = world_new(NULL, NULL);
    c->gives = drop_unread(c->gives, w);
    for (int whole = c->law->rule->judgment; whole < 2 - c->alone; whole++) {
        Core *now = drop_unread(run(c, !whole), w);
        if (fired(c) && core_equal(now, c->gives))
            return true;
        got = alone ? got : now;
        alone |= fired(c);
    }
    if (!alone && c->law->rule->judgment)
        applies(c);
    c->found = alone ? format("gives %s", core_str(got))
                     : format("is no term for it: %s", refusal_of(c));
    c->why = format("%s\n    gives %s\n    and not %s",
                    alone ? "it fired, but" : "it did not fire;", core_str(got),
                    core_str(c->gives));
    return false;
}

const char *rules_refusal(const RuleSet *rs, const Law *law, Kids ctx, Core *term)
{
    Core *levels = CORE(OP_CTX, NULL, ctx);
    Case c = { .rules = rs, .law = law, .set = rules_set(rs, law->rule->set), .ctx = levels,
               .told = law->rule, .term = term };
    return applies(&c) ? NULL : refusal_of(&c);
}

static bool run_no(Case *c)
{
    bool yes;
    if (c->law->rule->judgment) {
        yes = applies(c);
    } else {
        run(c, true);
        yes = fired(c);
    }
    if (yes) {
        c->why = "it fired";
        c->found = "is a term for it, and must not be";
        return false;
    }
    int n = 0;
    const char *because = c->example->because, *other = "shape";
    for (int i = 0; i < c->trace->refused.n; i++) {
        const Refusal *r = &c->trace->refused.at[i];
        if (r->rule != c->law->rule)
            continue;
        n++;
        other = r->condition;
        if (!strcmp(other, because))
            return true;
    }
    if ((!n && !strcmp(because, "shape")) || !strcmp(because, "anything"))
        return true;
    c->found = c->why = format("it did not fire because of %s, not %s", other, because);
    return false;
}

/* ---- all ---------------------------------------------------------------- */

/* A rule that breaks down is wrong. */
static const char *failure(Case *c)
{
    DiagCatch d;
    volatile bool passed = false;
    c->why = "it cannot be read";
    bug_caught(&c->why);
    if (!DIAG_CATCH(&d)) {
        example_read(c->told, c->example, &c->ctx, &c->term, &c->gives);
        c->why = "it breaks down";
        passed = c->example->yes ? run_yes(c) : run_no(c);
    }
    diag_pop(&d);
    bug_caught(NULL);
    return passed ? NULL : c->why;
}

/* The examples of `told`, of which the rule of a law is to be true. */
static void run_all(const RuleSet *rs, LawOf l, const Rule *told, Tells *f, void *arg)
{
    for (int k = 0; k < told->nexamples; k++) {
        Case c = { .rules = rs, .set = l.set, .law = l.law, .told = told,
                   .example = &told->example[k] };
        const char *wrong = failure(&c);
        f(&(Checked){ .rule = l.law->rule, .span = c.example->span, .wrong = wrong,
                      .found = wrong && c.found ? c.found : wrong }, arg);
    }
}

/* The set with another law in place of the one of that name. */
static Set *set_with(const Set *set, const Law *law)
{
    Set *other = COPY(Set, *set);
    other->law = COPIES(Law, set->law, set->nlaws);
    other->proves = COPIES(const Law *, set->proves, set->nproves);
    for (int i = 0; i < set->nlaws; i++)
        if (set->law[i].rule->name == law->rule->name && !set->law[i].backwards)
            other->law[i] = *law;
    for (int i = 0; i < set->nproves; i++)
        if (set->proves[i]->rule->name == law->rule->name)
            other->proves[i] = law;
    return other;
}

/* The first of these examples that the law does not keep, which is like another one that keeps
   them. */
static const char *first_wrong(const RuleSet *rs, LawOf l, LawOf was, const Rule *told)
{
    const char *wrong = NULL;
    for (int k = 0; k < told->nexamples && !wrong; k++) {
        Case c = { .rules = rs, .set = was.set, .law = was.law, .told = told,
                   .example = &told->example[k], .alone = !was.law->rule->judgment };
        c.alone &= !failure(&c);
        c.set = l.set;
        c.law = l.law;
        wrong = failure(&c);
    }
    return wrong;
}

const char *examples_refute(const RuleSet *rs, const Law *law, const Law *was)
{
    const Set *set = rules_set(rs, was->rule->set);
    LawOf l = { set_with(set, law), law }, before = { set, was };
    const char *wrong = first_wrong(rs, l, before, law->rule);
    for (int i = 0; i < rs->nfiles; i++)
        for (int k = 0; k < rs->file[i]->nmore && !wrong; k++)
            if (!strcmp(rs->file[i]->more[k].name, law->rule->name))
                wrong = first_wrong(rs, l, before, &rs->file[i]->more[k]);
    return wrong;
}

void rules_examples(const RuleSet *rs, Wanted w, Tells *f, void *arg)
{
    LawsOf laws = rules_wanted(rs, w);
    for (int i = 0; i < laws.n; i++)
        run_all(rs, laws.at[i], laws.at[i].law->rule, f, arg);
    for (int i = 0; i < rs->nfiles; i++)
        if (!w.file || !strcmp(w.file, rs->file[i]->source->name))
            rules_more(rs, rs->file[i], w, f, arg);
}

void rules_more(const RuleSet *rs, const RuleFile *file, Wanted w, Tells *f, void *arg)
{
    for (int i = 0; i < file->nmore; i++) {
        if (w.rule && strcmp(w.rule, file->more[i].name))
            continue;
        LawsOf laws = rules_wanted(rs, (Wanted){ .rule = file->more[i].name });
        if (!laws.n)
            fail_at(file->more[i].span, ERR_RULE_FILE, "there is no rule named %s",
                    file->more[i].name);
        for (int k = 0; k < laws.n; k++)
            run_all(rs, laws.at[k], &file->more[i], f, arg);
    }
}
