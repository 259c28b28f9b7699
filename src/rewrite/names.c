/* names.c -- the names in patterns and in the sides of rules. */
#include "rewrite.h"

#include <string.h>

bool is_seq_name(const char *name)
{
    size_t n = strlen(name);
    return n > 1 && name[n - 1] == '.' && name[n - 2] == '.';
}

const char *seq_name(const char *one)
{
    return intern(format("%s..", one));
}

const char *meta_name(const Core *pat)
{
    return pat->op == OP_META ? pat->text : pat->op == OP_VAR ? pat->var->name : NULL;
}

bool is_each(const Core *pat)
{
    return pat->op == OP_TERM && !strcmp(pat->text, "each");
}

typedef struct {
    VisitName *visit;
    void *arg;
    bool each;
} Walk;

static void visit_vars(const Walk *w, Var *const *v, int n)
{
    for (int i = 0; i < n; i++)
        w->visit(&(NameUse){ NAME_BOUND, v[i]->name, v[i]->span, w->each, NULL }, w->arg);
}

static void visit_stms(Walk *w, const Stm *s, int n)
{
    for (int i = 0; i < n; i++)
        visit_vars(w, s[i].var, s[i].nvars);
}

static void visit_in(Core *n, void *arg)
{
    Walk *w = arg, inner = *w;
    bool word = n->op == OP_TERM && maker_find(n->text) && maker_find(n->text)->word;
    if (meta_name(n))
        w->visit(&(NameUse){ NAME_USED, meta_name(n), n->span, w->each, NULL }, w->arg);
    if (n->op == OP_TERM && !is_each(n))
        w->visit(&(NameUse){ NAME_MAKER, n->text, n->span, w->each, n }, w->arg);
    visit_vars(w, n->bind, n->nbinds);
    visit_vars(w, &n->index, n->index != NULL);
    if (n->op == OP_BODY)
        visit_stms(w, n->stm, n->nstms);
    inner.each |= is_each(n);
    if (!word)                 /* it is no term */
        core_each(n, visit_in, &inner);
}

void each_name(const Core *pat, VisitName *visit, void *arg)
{
    if (pat)
        visit_in((Core *)pat, &(Walk){ visit, arg, false });
}

void each_name_of(Kids pats, VisitName *visit, void *arg)
{
    for (int i = 0; i < pats.n; i++)
        each_name(pats.at[i], visit, arg);
}

void each_side_name(const Side *s, VisitName *visit, void *arg)
{
    each_name(s->expr, visit, arg);
    each_name(s->lam, visit, arg);
    each_name(s->width, visit, arg);
    each_name_of(s->arrays, visit, arg);
    visit_stms(&(Walk){ visit, arg, false }, s->stm, s->nstms);
    for (int i = 0; i < s->nstms; i++)
        each_name(s->stm[i].exp, visit, arg);
}

void each_premise_name(const Premise *p, VisitName *visit, void *arg)
{
    for (int a = 0; a < p->nargs; a++)
        each_name_of(p->arg[a], visit, arg);
    each_name_of(p->left, visit, arg);
}

void collect_name(const NameUse *u, void *names)
{
    if (u->kind != NAME_MAKER)
        table_put(names, u->name, names);
}

void find_name(const NameUse *u, void *arg)
{
    NameSearch *s = arg;
    s->found |= u->kind != NAME_MAKER && table_has(s->names, u->name);
}
