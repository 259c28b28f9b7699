/*
 * load_check.c -- what is wrong with a rule before it is ever tried: it has
 * no sentence, source or example; it asks what does not exist; a name has no
 * value where it is used; its sides bind different results; an earlier rule
 * always takes its place.
 */
#include "rewrite.h"

#include <string.h>

typedef struct {
    const RuleSet *rules;
    const Rule *rule;
    Table *bound;              /* names that have a value */
} Check;

static void complain(const Check *c, const Span *s, DiagId id, const char *what)
{
    error_at(s ? s : c->rule->span, id, "rule %s: %s", c->rule->name, what);
}

/* ---- names in patterns -------------------------------------------------- */

/* Everything in a pattern to be matched gets a value; nothing is made there. */
static void bind_name(const NameUse *u, void *check)
{
    Check *c = check;
    if (u->kind == NAME_MAKER)
        complain(c, u->span, ERR_RULE_CONDITION,
                 format("'%s' cannot stand in what is matched", u->name));
    collect_name(u, c->bound);
    if (u->each)
        table_put(c->bound, seq_name(u->name), c);
}

/* Binders in a term to be made are fresh, if they have no value. */
static void bind_binder(const NameUse *u, void *check)
{
    if (u->kind == NAME_BOUND)
        bind_name(u, check);
}

static void check_count(const Check *c, const Condition *k, int n, const Span *s)
{
    if (n < k->min || n > k->max)
        complain(c, s, ERR_RULE_CONDITION, format("%s takes %s", k->name, condition_takes(k)));
}

/* The word of `within` is a place, that of the others an option. */
static void check_word(const Check *c, const Condition *k, const char *name, const Span *s)
{
    Place p;
    if (k == condition_find("within")) {
        if (!name || !place_of_name(name, &p))
            complain(c, s, ERR_RULE_CONDITION, format("'%s' is no place", name ? name : ""));
        return;
    }
    if (!name || !rules_option(c->rules, name))
        complain(c, s, ERR_RULE_CONDITION,
                 format("there is no option '%s'; there are: %s", name ? name : "",
                        rules_options(c->rules)));
}

static void check_kinds(const Check *c, const Condition *k, Kids *arg, int n, const Span *s)
{
    if (k->lemma && c->rule->judgment)
        complain(c, s, ERR_RULE_CONDITION, format("%s is asked in lemmas alone", k->name));
    for (int a = 0; a < n && n <= k->max; a++) {
        const char *wrong = takes_refuses(k, arg[a], a, n);
        if (wrong)
            complain(c, s, ERR_RULE_CONDITION, wrong);
    }
}

static void check_maker(const Check *c, const NameUse *u)
{
    const Condition *k = maker_find(u->name);
    int n = ops[OP_TERM].ngroups;
    while (n && !u->term->g[n - 1].n)
        n--;
    if (!k)
        complain(c, u->span, ERR_RULE_CONDITION, format("there is no constructor '%s'", u->name));
    else if (n > k->max)
        check_count(c, k, n, u->span);
    else if (k->word)
        check_word(c, k, meta_name(u->term->g[0].at[0]), u->span);
    else
        check_kinds(c, k, u->term->g, n, u->span);
}

static void use_name(const NameUse *u, void *check)
{
    Check *c = check;
    bool one_of = u->each && table_has(c->bound, seq_name(u->name));
    if (u->kind == NAME_MAKER) {
        check_maker(c, u);
    } else if (!one_of && !table_has(c->bound, u->name)) {
        complain(c, u->span, ERR_RULE_UNBOUND, format("%s has no value here", u->name));
        table_put(c->bound, u->name, c);
    }
}

static void make(Check *c, Kids pats)
{
    each_name_of(pats, bind_binder, c);
    each_name_of(pats, use_name, c);
}

static void make_one(Check *c, Core *pat)
{
    make(c, one(pat));
}

/* ---- premises ----------------------------------------------------------- */

static void check_call(Check *c, const Premise *p)
{
    bool makes = p->kind == PREMISE_MAKE;
    const Condition *k = p->asks;
    if (!k) {
        const char *what = makes ? "look-up or constructor" : "condition";
        complain(c, p->span, ERR_RULE_CONDITION, format("there is no %s '%s'", what, p->name));
        return;
    }
    check_count(c, k, p->nargs, p->span);
    check_kinds(c, k, p->arg, p->nargs, p->span);
    for (int a = 0; a < p->nargs; a++)
        if (k->word)
            check_word(c, k, p->arg[a].n ? meta_name(p->arg[a].at[0]) : NULL, p->span);
        else if (a + 1 == k->binds)
            each_name_of(p->arg[a], bind_name, c);
        else
            make(c, p->arg[a]);
    if (makes && (p->left.n != 1 || !meta_name(p->left.at[0])))
        complain(c, p->span, ERR_RULE_CONDITION, "on the left of = is one name");
    each_name_of(p->left, bind_name, c);
}

static void check_premise(Check *c, const Premise *p)
{
    switch (p->kind) {
    case PREMISE_CONDITION: case PREMISE_MAKE: check_call(c, p); break;
    case PREMISE_IS:
        make(c, p->left);
        if (!p->negated)       /* what another shape stands for has no value */
            each_name(p->right, bind_name, c);
        break;
    case PREMISE_PROVE:
        make_one(c, p->sequent.ctx);
        make_one(c, p->sequent.subject);
        each_name(p->sequent.target, bind_name, c);
    }
}

/* ---- rules -------------------------------------------------------------- */

static bool binds_name(const Side *s, const char *name)
{
    for (int i = 0; i < s->nstms; i++)
        for (int v = 0; v < s->stm[i].nvars; v++)
            if (s->stm[i].var[v]->name == name)
                return true;
    return false;
}

/* The name that a premise gives to those of the results that are used; or null. */
static const char *used_of(const Rule *r, const char *results)
{
    for (int i = 0; i < r->npremises; i++) {
        const Premise *p = &r->premise[i];
        if (p->kind == PREMISE_MAKE && !strcmp(p->name, "escaping")
            && meta_name(p->arg[0].at[0]) == results)
            return meta_name(p->left.at[0]);
    }
    return NULL;
}

/* Results of the last binding must come out again, or those that are used. */
static void check_results(Check *c, const Side *from, const Side *to)
{
    if (from->kind != SIDE_BINDINGS)
        return;
    const Stm *last = &from->stm[from->nstms - 1];
    for (int v = 0; v < last->nvars; v++) {
        const char *name = last->var[v]->name, *used = used_of(c->rule, name);
        if (to->kind != SIDE_BINDINGS || !binds_name(to, used ? used : name))
            complain(c, NULL, ERR_RULE_UNBOUND,
                     format("one side binds %s, the other does not", name));
    }
}

static bool has_yes(const Rule *r)
{
    bool yes = false;
    for (int i = 0; i < r->nexamples; i++)
        yes |= r->example[i].yes;
    return yes;
}

static void check_texts(const Check *c, bool laws_only)
{
    const Rule *r = c->rule;
    bool yes = laws_only || has_yes(r);
    for (int f = 0; f < c->rules->nfiles; f++)
        for (int i = 0; i < c->rules->file[f]->nmore; i++)
            yes |= !strcmp(c->rules->file[f]->more[i].name, r->name)
                && has_yes(&c->rules->file[f]->more[i]);
    if (!*r->sentence)
        complain(c, NULL, ERR_RULE_UNDOCUMENTED, "no sentence that says the law");
    if (!*r->source)
        complain(c, NULL, ERR_RULE_UNDOCUMENTED, "no source (from \"...\")");
    if (!yes)
        complain(c, NULL, ERR_RULE_UNDOCUMENTED, "no example (yes ... gives ...)");
}

/* First those of `when`, whose names both sides may use; in the end those of `pays`. */
static void check_premises(Check *c, bool pays)
{
    for (int i = 0; i < c->rule->npremises; i++)
        if (c->rule->premise[i].pays == pays)
            check_premise(c, &c->rule->premise[i]);
}

/* A lemma as it is read in one direction. */
static void check_lemma(const RuleSet *rs, const Rule *r, const Side *from, const Side *to)
{
    Check c = { .rules = rs, .rule = r, .bound = table_new() };
    each_side_name(from, bind_name, &c);
    check_premises(&c, false);
    each_side_name(to, bind_binder, &c);
    each_side_name(to, use_name, &c);
    check_premises(&c, true);
    check_results(&c, from, to);
}

static void check_rule(const RuleSet *rs, const RuleFile *f, const Rule *r)
{
    Check c = { .rules = rs, .rule = r, .bound = table_new() };
    check_texts(&c, f->laws_only);
    if (!r->judgment) {
        if (r->left.kind != r->right.kind)
            complain(&c, NULL, ERR_RULE_SIDES, "its sides are of different kinds");
        check_lemma(rs, r, &r->left, &r->right);
        if (r->both)
            check_lemma(rs, r, &r->right, &r->left);
        return;
    }
    each_name(r->conclusion.ctx, bind_name, &c);
    each_name(r->conclusion.subject, bind_name, &c);
    check_premises(&c, false);
    make_one(&c, r->conclusion.target);
    check_premises(&c, true);
}

/* None of the first n rules of a file has its name. */
static void check_name(const Rule *r, const RuleFile *f, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(f->rule[i].name, r->name)) {
            error_at(r->span, ERR_RULE_TWICE, "there are two rules %s", r->name);
            note_at(f->rule[i].span, "the other one");
        }
}

void rules_check(const RuleSet *rs, const RuleFile *f)
{
    for (int i = 0; i < f->nrules; i++) {
        const Rule *r = &f->rule[i];
        check_rule(rs, f, r);
        check_name(r, f, i);
        for (int g = 0; rs->file[g] != f; g++)
            if (strcmp(rs->file[g]->name, f->name))     /* in its set, it would replace a rule */
                check_name(r, rs->file[g], rs->file[g]->nrules);
    }
}

/* ---- rules that never come to their turn -------------------------------- */

static void add_stms(Text *out, const Stm *s, int n)
{
    for (int i = 0; i < n; i++) {
        for (int v = 0; v < s[i].nvars; v++)
            text_fmt(out, "%s ", s[i].var[v]->name);
        text_fmt(out, "= %s ; ", core_str(s[i].exp));
    }
}

static const char *left_of(const Law *law)
{
    const Sequent *c = &law->rule->conclusion;
    const Side *s = law->left;
    Text t = { 0 };
    if (law->rule->judgment) {
        text_fmt(&t, "%s %s |- %s", c->lev ? c->lev : "?l", core_str(c->ctx), core_str(c->subject));
        return text_str(&t);
    }
    add_stms(&t, s->stm, s->nstms);
    text_add(&t, s->expr ? core_str(s->expr) : s->lam ? core_str(s->lam) : "");
    for (int i = 0; i < s->arrays.n; i++)
        text_fmt(&t, " %s", core_str(s->arrays.at[i]));
    return text_str(&t);
}

/* The left side with numbers for its metavariables, in order. */
static const char *shape_of(const Law *law)
{
    Table *number = table_new();
    Text shape = { 0 };
    for (const char *p = left_of(law); *p;) {
        int n = *p == '?' ? 1 + (int)strcspn(p + 1, " .,;:()[]{}<>=") : 0;
        const char *name = n ? internn(p, n) : NULL;
        if (name && !table_has(number, name))
            table_put(number, name, (void *)format("?%d", table_count(number)));
        if (name)
            text_add(&shape, table_get(number, name));
        else
            text_char(&shape, *p++);
        p += n;
    }
    return intern(text_str(&shape));
}

void set_check(const Set *set)
{
    Table *free_shapes = table_new();   /* of rules without premises */
    for (int i = 0; i < set->nlaws; i++) {
        const Law *law = &set->law[i];
        const char *shape = shape_of(law);
        const Rule *earlier = table_get(free_shapes, shape);
        if (earlier) {
            error_at(law->rule->span, ERR_RULE_SHADOWED, "rule %s never comes to its turn",
                     law->rule->name);
            note_at(earlier->span, "%s has the same shape and no premises",
                    earlier->name);
        } else if (!law->nearly) {
            table_put(free_shapes, shape, (void *)law->rule);
        }
    }
}
