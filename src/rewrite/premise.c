/* premise.c -- a rule's premises, tried in order; the trace is told what held, and why
   one did not. */
#include "rewrite.h"

#include <string.h>

/* An argument in few words: names as they are, larger things by their
   metavariable. */
static void arg_text(Text *t, const Match *m, Kids pat)
{
    for (int i = 0; i < pat.n; i++) {
        const char *name = meta_name(pat.at[i]);
        const Kids *k = name ? env_get(&m->env, name) : NULL;
        bool atoms = k && k->n && k->n <= 8;
        for (int j = 0; atoms && j < k->n; j++)
            atoms = is_atom(k->at[j]) || ops[k->at[j]->op].kind == K_SCALAR;
        if (!atoms && name && k && !k->n && is_seq_name(name))
            continue;
        text_char(t, ' ');
        for (int j = 0; atoms && j < k->n; j++)
            text_fmt(t, "%s%s", j ? " " : "", core_str(k->at[j]));
        if (!atoms)
            text_add(t, name ? name + (name[0] == '?') : core_str(pat.at[i]));
    }
}

const char *premise_text(const Match *m, const Premise *p)
{
    Text t = { 0 };
    text_fmt(&t, "%s%s", p->negated ? "not " : "", p->name);
    for (int a = 0; a < p->nargs; a++)
        arg_text(&t, m, p->arg[a]);
    return text_str(&t);
}

static void names_of(Text *t, const Kids *k)
{
    const Core *b = k->n ? k->at[0] : NULL;
    for (int i = 0; i < k->n && b->op != OP_BODY; i++)
        text_fmt(t, " %s", core_str(k->at[i]));
    for (int i = 0; b && b->op == OP_BODY && i < b->nstms; i++)
        for (int v = 0; v < b->stm[i].nvars; v++)
            text_fmt(t, "%s%s", i + v ? " " : " {", b->stm[i].var[v]->name);
    if (b && b->op == OP_BODY)
        text_add(t, b->nstms ? "}" : " -");
}

/* How a body was split: "s = {cs}, a = r". */
static const char *split_text(const Match *m)
{
    const Core *pat = m->law->rule->conclusion.subject;
    Text t = { 0 };
    for (int i = 0; pat && pat->op == OP_BODY && i < pat->nstms - 1; i++) {
        const Stm *s = &pat->stm[i];
        const char *name = s->nvars ? s->var[0]->name : meta_name(s->exp);
        const Kids *k = name ? env_get(&m->env, name) : NULL;
        if (!k)
            continue;
        text_fmt(&t, "%s%.*s =", t.n ? ", " : "", (int)strcspn(name + 1, "."), name + 1);
        names_of(&t, k);
    }
    return text_str(&t);
}

/* A near miss is one where more than the shape was right, and where what failed
   does not only say what kind of thing the rule is for. */
static bool worth_telling(const Match *m, const Premise *p)
{
    const RewriteOptions *o = m->world->options;
    if (o && o->thorough)
        return true;
    if (p->asks->kind)
        return false;
    return m->graph ? m->law->left->kind != SIDE_MAPPING
                    : p->kind == PREMISE_CONDITION && m->held;
}

/* Somebody wants to know why it does not hold. */
static bool is_told(const Match *m, const Premise *p)
{
    return m->refusals && p->kind != PREMISE_IS && worth_telling(m, p);
}

static bool refuse(Match *m, const Premise *p, Text *why)
{
    if (!is_told(m, p))
        return false;
    Refusal r = { .rule = m->law->rule, .condition = p->name, .pays = p->pays,
                  .why = text_str(why), .place = m->graph ? taken_names(m) : split_text(m) };
    vec_push(m->refusals, r);
    return false;
}

/* Names for what a constructor has bound: one each, and the last one for the rest. */
static bool bind_names(Match *m, Kids names, Kids bound)
{
    for (int i = 0; i + 1 < names.n; i++, bound.at++, bound.n--)
        if (!bound.n || !env_bind(&m->env, meta_name(names.at[i]), one(bound.at[0])))
            return false;
    return env_bind(&m->env, meta_name(names.at[names.n - 1]), bound);
}

/* Whether the condition holds, or the look-up gives something. */
static bool call(Match *m, const Premise *p, Text *why)
{
    bool makes = p->kind == PREMISE_MAKE;
    at_work(m);
    const Condition *k = p->asks;
    Kids arg[MOST_ARGUMENTS] = { { 0 } };
    Call c = { .m = m, .arg = arg, .n = p->nargs, .silent = !is_told(m, p) };
    for (int a = 0; a < p->nargs; a++)
        arg[a] = k->word || k->binds == a + 1 ? p->arg[a] : make_args(m, p->arg[a]);
    bool fit = takes_hold(&c, k), yes = fit && k->call(&c);
    *why = c.why;
    if (!fit)
        return false;
    if (makes)
        return yes && env_bind(&m->env, meta_name(p->left.at[0]), c.out)
            && (!k->binds || bind_names(m, p->arg[k->binds - 1], c.bound));
    if (p->negated && yes)
        text_add(why, k->sentence);
    return yes != p->negated;
}

/* An index that the left side did not name: nothing reads it, and nothing takes its place. */
static bool is_unnamed(Match *m, Kids pat)
{
    const char *name = pat.n == 1 ? meta_name(pat.at[0]) : NULL;
    const Kids *k = name && !is_seq_name(name) ? env_get(&m->env, name) : NULL;
    return k && !k->n;
}

Kids maker_value(Match *m, const Core *term)
{
    const Condition *k = maker_find(term->text);
    at_work(m);
    Kids arg[MOST_ARGUMENTS] = { { 0 } };
    Call c = { .m = m, .arg = arg };
    for (int g = 0; g < ops[OP_TERM].ngroups; g++) {
        bool none = k->call == make_subst && g && is_unnamed(m, term->g[1]);
        arg[g] = none ? (Kids){ 0 } : k->word ? term->g[g] : make_args(m, term->g[g]);
        if (term->g[g].n)
            c.n = g + 1;
    }
    c.n = c.n < k->min ? k->min : c.n;
    if (!takes_hold(&c, k) || !k->call(&c))
        bug("rule %s: %s: %s", m->law->rule->name, term->text, text_str(&c.why));
    return c.out;
}

/* Sequence variables collect what they stand for in each definition. */
static const char *gathers_sequences(const char *name, const void *arg)
{
    (void)arg;
    return is_seq_name(name) ? name : NULL;
}

/* A list of one constant, n times, is as good as a replicate of it. */
static Core *as_replicate(Core *def)
{
    Core *value = def->op == OP_ARRAY ? def->g[0].at[0] : NULL;
    bool same = value && is_const(value);
    for (int i = 1; same && i < def->g[0].n; i++)
        same = core_equal(value, def->g[0].at[i]);
    if (!same)
        return def;
    Core *n = core_node(OP_REPLICATE, def->span);
    core_set1(n, 0, core_i64(def->g[0].n));
    core_set1(n, 1, value);
    return n;
}

/* `?a.. is EXPR`: for each of a.. its definition has the shape. One of several results
   is not what gives them all. */
static bool look(Match *m, const Premise *p)
{
    Kids of = make_args(m, p->left), defs = { NEWS(Core *, of.n), of.n };
    bool all = of.n > 0;
    for (int i = 0; all && i < of.n; i++)
        all = (defs.at[i] = world_def(m->world, of.at[i])) && defs.at[i]->ntypes == 1
           && (p->right->op != OP_REPLICATE || (defs.at[i] = as_replicate(defs.at[i])));
    return all && match_all(m, p->right, defs, gathers_sequences, NULL);
}

/* `not ?a is EXPR`: it has another shape; nothing gets a value. */
static bool looks_otherwise(Match *m, const Premise *p)
{
    int mark = m->env.n;
    bool yes = look(m, p);
    m->env.n = mark;
    return !yes;
}

/* A condition on nothing is not worth a line. */
static void note_held(Match *m, const Premise *p)
{
    bool about = p->nargs < 2;
    m->held++;
    for (int a = 0; a < p->nargs - 1 && m->refusals; a++)
        about |= make_args(m, p->arg[a]).n > 0;
    if (about && m->refusals) {
        Asked a = { premise_text(m, p), NULL };
        vec_push(&m->asked, a);
    }
}

bool split_refused(Match *m, const Stm *s)
{
    Table *t = table_get(m->world->refused, m->law);
    return t && table_has(t, s);
}

/* A body is split again and again while its nest grows. What says no to one
   binding because of that binding alone will always say no. */
static void remember_refusal(Match *m)
{
    Table *t = table_get(m->world->refused, m->law);
    if (!t)
        table_put(m->world->refused, m->law, t = table_new());
    table_put(t, m->split, t);
}

/* What only says what kind of thing a metavariable stands for needs no other one. */
bool is_of_kind(Match *m, const char *name, Core *term)
{
    Core *value = world_resolve(m->world, term);
    Kids arg = { &value, 1 };
    for (int i = 0; m->law && i < m->law->nkinds; i++) {
        const Premise *p = m->law->kind[i];
        if (meta_name(p->arg[0].at[0]) != name)
            continue;
        Call c = { .m = m, .arg = &arg, .n = 1, .silent = !is_told(m, p) };
        if (!takes_hold(&c, p->asks) || !p->asks->call(&c))
            return refuse(m, p, &c.why);
    }
    return true;
}

bool place_fits(Match *m)
{
    const Premise *p = m->law->place;
    Text why = { 0 };
    return !p || m->refusals || call(m, p, &why);
}

bool premises_hold(Match *m, int from, int to)
{
    if (!from)
        m->held = m->asked.n = 0;
    for (int i = from; i < to; i++) {
        const Premise *p = &m->law->premise[i];
        Text why = { 0 };
        bool yes = p->kind != PREMISE_IS ? call(m, p, &why)
            : p->negated ? looks_otherwise(m, p) : look(m, p);
        if (!yes && m->split && i >= m->law->nctx && i < m->law->nlocal)
            remember_refusal(m);
        if (!yes)
            return refuse(m, p, &why);
        if (p->kind == PREMISE_CONDITION && strcmp(p->name, "empty"))
            note_held(m, p);
    }
    return true;
}
