/* thresholds.c -- the constants that tests of versions compare with, and such tests. */
#include "lower.h"

#include <ctype.h>
#include <string.h>

const char *constant_name(const char *name)
{
    char *s = format("%s", name);
    for (char *c = s; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return intern(s);
}

Core *threshold_of(Lower *l, const Core *n)
{
    Plan *p = l->plan;
    for (int i = 0; i < p->thresholds.n; i++)
        if (p->thresholds.at[i]->name == n->text) {
            table_put(l->facts->given, p->thresholds.at[i]->var, l);
            return core_var(p->thresholds.at[i]->var);
        }
    Threshold *t = NEW(Threshold);
    *t = (Threshold){ .name = n->text, .value = n->g[0].at[0]->value.i,
                      .var = fresh(l, constant_name(n->text), type_prim(I64)) };
    t->var->exact = true;
    t->about = "Versions depend on it.";
    for (int i = 0; i < p->program->thresholds.n; i++)
        if (p->program->thresholds.at[i].name == t->name)
            t->about = p->program->thresholds.at[i].about;
    table_put(l->facts->given, t->var, l);
    vec_push(&p->thresholds, t);
    return core_var(t->var);
}

static void find_threshold(Var *v, void *arg)
{
    void **a = arg;
    const Plan *p = a[0];
    for (int i = 0; i < p->thresholds.n; i++)
        if (p->thresholds.at[i]->var == v)
            a[1] = v;
}

static bool has_threshold(Lower *l, const Core *test)
{
    void *found[] = { l->plan, NULL };
    tree_vars(expand_sizes(l, test), find_threshold, found);
    return found[1] != NULL;
}

/* The first segmented operation in a term. */
static void find_seg(Core *n, void *seg)
{
    const Core **found = seg;
    if (!*found && ops[n->op].kind == K_SEG)
        *found = n;
    core_each(n, find_seg, seg);
}

/* As many of them as there is room for in a comment behind code. */
static const char *levels_text(Kids level)
{
    enum { ROOM = 48 };
    Text t = { 0 };
    for (int d = 0; d < level.n; d++) {
        const char *one = core_str(level.at[d]);
        if (t.n + (int)strlen(one) > ROOM) {
            text_add(&t, t.n ? ", .." : "");
            break;
        }
        text_fmt(&t, "%s%s", d ? ", " : ": ", one);
    }
    return text_str(&t);
}

void note_version(Lower *l, Stmt *s, const Core *then)
{
    const Core *seg = NULL;
    find_seg((Core *)then, &seg);
    if (!on_host(l) || !seg || !has_threshold(l, s->exp))
        return;
    bool block = seg->g[0].at[0]->at == AT_BLOCK;
    s->text = block ? "by_blocks" : "by_threads";
    s->about = format("a %s each%s", block ? "block" : "thread", levels_text(seg->g[0]));
}
