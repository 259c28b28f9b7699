/*
 * load_check.c -- what is wrong with a rule before it is ever tried: it has
 * no sentence, source or example; it asks what does not exist; a name has no
 * value where it is used; its sides bind different results; an earlier rule
 * always takes its place.
 */
#include "rewrite.h"

#include <string.h>

typedef struct {
    const Rule *rule;
    Table *bound;
    int each;                  /* within `(..)..`: ?x may be one of ?x.. */
} Check;

/* ---- names in patterns -------------------------------------------------- */

static void bind_name(Check *c, const char *name)
{
    table_put(c->bound, name, c);
}

static void bind_vars(Check *c, Var **v, int n)
{
    for (int i = 0; i < n; i++)
        bind_name(c, v[i]->name);
}

/* Everything in a pattern to be matched gets a value. */
static void bind_in(Core *n, void *check)
{
    Check *c = check;
    if (!n)
        return;
    if (meta_name(n))
        bind_name(c, meta_name(n));
    if (meta_name(n) && c->each)
        bind_name(c, intern(format("%s..", meta_name(n))));
    bind_vars(c, n->bind, n->nbinds);
    if (n->index)
        bind_vars(c, &n->index, 1);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        bind_vars(c, n->stm[s].var, n->stm[s].nvars);
    bool each = n->op == OP_TERM && !strcmp(n->text, "each");
    c->each += each;
    core_each(n, bind_in, c);
    c->each -= each;
}

/* Binders in a term to be made are fresh, if they have no value. */
static void bind_binders(Core *n, void *check)
{
    Check *c = check;
    if (!n)
        return;
    bind_vars(c, n->bind, n->nbinds);
    if (n->index)
        bind_vars(c, &n->index, 1);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        bind_vars(c, n->stm[s].var, n->stm[s].nvars);
    core_each(n, bind_binders, c);
}

static void unknown_term(Check *c, const Core *n)
{
    if (strcmp(n->text, "each") && !maker_find(n->text))
        error_at(c->rule->span, ERR_RULE_CONDITION, "rule %s: there is no constructor '%s'",
                 c->rule->name, n->text);
}

static void use_in(Core *n, void *check)
{
    Check *c = check;
    if (!n)
        return;
    const char *name = n->op == OP_META ? n->text : NULL;
    if (name && c->each && table_has(c->bound, intern(format("%s..", name))))
        name = NULL;
    if (name && !table_has(c->bound, name)) {
        error_at(c->rule->span, ERR_RULE_UNBOUND, "rule %s: %s has no value here", c->rule->name,
                 name);
        bind_name(c, name);
    }
    if (n->op == OP_TERM)
        unknown_term(c, n);
    bool each = n->op == OP_TERM && !strcmp(n->text, "each");
    c->each += each;
    core_each(n, use_in, c);
    c->each -= each;
}

static void make_in(Check *c, Core *n)
{
    bind_binders(n, c);
    use_in(n, c);
}

static void make_kids(Check *c, Kids k)
{
    for (int i = 0; i < k.n; i++)
        make_in(c, k.at[i]);
}

static void bind_side(Check *c, const Side *s)
{
    bind_in(s->expr, c);
    bind_in(s->lam, c);
    bind_in(s->width, c);
    for (int i = 0; i < s->arrays.n; i++)
        bind_in(s->arrays.at[i], c);
    for (int i = 0; i < s->nstms; i++) {
        bind_vars(c, s->stm[i].var, s->stm[i].nvars);
        bind_in(s->stm[i].exp, c);
    }
}

static void make_side(Check *c, const Side *s)
{
    for (int i = 0; i < s->nstms; i++) {
        bind_vars(c, s->stm[i].var, s->stm[i].nvars);
        make_in(c, s->stm[i].exp);
    }
    make_in(c, s->expr);
    make_in(c, s->lam);
    make_in(c, s->width);
    make_kids(c, s->arrays);
}

/* ---- premises ----------------------------------------------------------- */

static const Span *place_of(const Check *c, const Premise *p)
{
    return p->span ? p->span : c->rule->span;
}

static void check_count(Check *c, const Premise *p, int min, int max)
{
    if (p->nargs < min || p->nargs > max)
        error_at(place_of(c, p), ERR_RULE_CONDITION, "rule %s: %s takes %d to %d arguments",
                 c->rule->name, p->name, min, max);
}

static void check_question(Check *c, const Premise *p)
{
    const Question *q = question_find(p->name);
    if (!q) {
        error_at(place_of(c, p), ERR_RULE_CONDITION, "rule %s: there is no question '%s'",
                 c->rule->name, p->name);
        return;
    }
    check_count(c, p, q->min, q->max);
    for (int a = 0; a < p->nargs; a++)
        make_kids(c, p->arg[a]);
}

static void check_compute(Check *c, const Premise *p)
{
    const Maker *mk = maker_find(p->name);
    if (!mk) {
        error_at(place_of(c, p), ERR_RULE_CONDITION, "rule %s: there is no look-up or constructor "
                 "'%s'", c->rule->name, p->name);
        return;
    }
    check_count(c, p, mk->min, mk->max);
    for (int a = 0; a < p->nargs && strcmp(p->name, "option"); a++)
        for (int i = 0; i < p->arg[a].n; i++)
            if (a == mk->binds)
                bind_in(p->arg[a].at[i], c);
            else
                make_in(c, p->arg[a].at[i]);
    for (int i = 0; i < p->left.n; i++)
        bind_in(p->left.at[i], c);
}

static void check_premise(Check *c, const Premise *p)
{
    switch (p->kind) {
    case PREMISE_QUESTION: check_question(c, p); break;
    case PREMISE_COMPUTE: check_compute(c, p); break;
    case PREMISE_IS:
        make_kids(c, p->left);
        if (!p->negated)       /* what another shape stands for has no value */
            bind_in(p->right, c);
        break;
    case PREMISE_PROVE:
        make_in(c, p->sequent.ctx);
        make_in(c, p->sequent.subject);
        bind_in(p->sequent.target, c);
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
        if (p->kind == PREMISE_COMPUTE && !strcmp(p->name, "escaping")
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
            error_at(c->rule->span, ERR_RULE_UNBOUND, "rule %s: one side binds %s, the other does "
                     "not", c->rule->name, name);
    }
}

static void check_texts(const Rule *r)
{
    bool yes = false;
    for (int i = 0; i < r->nexamples; i++)
        yes |= r->example[i].yes;
    if (!r->sentence || !*r->sentence)
        error_at(r->span, ERR_RULE_UNDOCUMENTED, "rule %s: no sentence that says the law", r->name);
    if (!r->source || !*r->source)
        error_at(r->span, ERR_RULE_UNDOCUMENTED, "rule %s: no source (from \"...\")", r->name);
    if (!yes)
        error_at(r->span, ERR_RULE_UNDOCUMENTED, "rule %s: no example (yes ... gives ...)",
                 r->name);
}

static void check_rule(const RuleFile *f, const Rule *r)
{
    Check c = { .rule = r, .bound = table_new() };
    check_texts(r);
    if (r->judgment) {
        bind_in(r->conclusion.ctx, &c);
        bind_in(r->conclusion.subject, &c);
    } else {
        bind_side(&c, &r->left);
        if (r->left.kind != r->right.kind)
            error_at(r->span, ERR_RULE_SIDES, "rule %s: its sides are of different kinds", r->name);
    }
    for (int i = 0; i < f->npremises; i++)
        check_premise(&c, &f->premise[i]);
    for (int i = 0; i < r->npremises; i++)
        check_premise(&c, &r->premise[i]);
    if (r->judgment) {
        make_in(&c, r->conclusion.target);
        return;
    }
    make_side(&c, &r->right);
    check_results(&c, &r->left, &r->right);
    if (!r->both)
        return;
    check_results(&c, &r->right, &r->left);
    c.bound = table_new();
    bind_side(&c, &r->right);
    for (int i = 0; i < f->npremises; i++)
        check_premise(&c, &f->premise[i]);
    for (int i = 0; i < r->npremises; i++)
        check_premise(&c, &r->premise[i]);
    make_side(&c, &r->left);
}

void rules_check(const RuleFile *f)
{
    for (int i = 0; i < f->nrules; i++) {
        check_rule(f, &f->rule[i]);
        for (int k = 0; k < i; k++)
            if (!strcmp(f->rule[k].name, f->rule[i].name)) {
                error_at(f->rule[i].span, ERR_RULE_TWICE, "there are two rules %s",
                         f->rule[i].name);
                note_at(f->rule[k].span, "the other one");
            }
    }
}

/* ---- rules that never come to their turn -------------------------------- */

typedef struct {
    Text text;
    Table *number;             /* metavariable -> its place */
    int n;
} Shape;

static void shape_name(Shape *s, const char *name)
{
    if (!table_has(s->number, name))
        table_put(s->number, name, (void *)(intptr_t)++s->n);
    text_fmt(&s->text, " %d%s", (int)(intptr_t)table_get(s->number, name),
             is_seq_name(name) ? ".." : "");
}

static void shape_in(Core *n, void *shape)
{
    Shape *s = shape;
    if (meta_name(n)) {
        shape_name(s, meta_name(n));
        return;
    }
    text_fmt(&s->text, " (%s", n->op == OP_CONST ? core_str(n) : ops[n->op].id);
    for (int i = 0; n->op == OP_REARRANGE && i < n->nperm; i++)
        text_fmt(&s->text, " p%d", n->perm[i]);
    for (int i = 0; i < n->nbinds; i++)
        shape_name(s, n->bind[i]->name);
    if (n->index)
        shape_name(s, n->index->name);
    for (int k = 0; n->op == OP_BODY && k < n->nstms; k++)
        for (int v = 0; v < n->stm[k].nvars; v++)
            shape_name(s, n->stm[k].var[v]->name);
    core_each(n, shape_in, s);
    text_char(&s->text, ')');
}

static const char *shape_of(const Law *law)
{
    Shape s = { .number = table_new() };
    if (law->rule->judgment) {
        text_add(&s.text, law->rule->conclusion.lev ? law->rule->conclusion.lev : "?l");
        shape_in(law->rule->conclusion.ctx, &s);
        shape_in(law->rule->conclusion.subject, &s);
    } else if (law->left->kind == SIDE_MAPPING) {
        shape_in(law->left->lam, &s);
        for (int i = 0; i < law->left->arrays.n; i++)
            shape_in(law->left->arrays.at[i], &s);
    } else if (law->left->kind == SIDE_EXPR) {
        shape_in(law->left->expr, &s);
    } else {
        Core b = { .op = OP_BODY, .stm = law->left->stm, .nstms = law->left->nstms };
        b.g = NEWS(Kids, 1);
        shape_in(&b, &s);
    }
    return text_str(&s.text);
}

void set_check(const Set *set)
{
    Table *free_shapes = table_new();   /* of rules without premises */
    for (int i = 0; i < set->nlaws; i++) {
        const Law *law = &set->law[i];
        const char *shape = intern(shape_of(law));
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
