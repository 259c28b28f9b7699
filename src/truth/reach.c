/*
 * reach.c -- what the terms have on which a law is tried. A sequence of its left side that
 * is always empty, and a name that no term reads, are parts of the law that no trial tells
 * anything of.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

Reach reach_new(void)
{
    return (Reach){ table_new(), table_new() };
}

/* ---- the names of a left side ----------------------------------------------- */

static void find_binders(Core *n, void *names)
{
    for (int i = 0; i < n->nbinds; i++)
        table_put(names, n->bind[i]->name, names);
    if (n->index)
        table_put(names, n->index->name, names);
    core_each(n, find_binders, names);
}

/* Terms of any kind that stand in n, `?e` of `\?x -> ?e`: a name that is bound around them may
   be read in them. */
static void find_open(Core *n, void *names)
{
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        if (n->stm[s].exp->op == OP_META)
            table_put(names, n->stm[s].exp->text, names);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; strchr("lb", ops[n->op].groups[g]) && i < n->g[g].n; i++)
            if (n->g[g].at[i]->op == OP_META)
                table_put(names, n->g[g].at[i]->text, names);
    core_each(n, find_open, names);
}

typedef void Part(Core *n, void *arg);

static void each_part(const Law *law, Part *f, void *arg)
{
    const Sequent *c = &law->rule->conclusion;
    const Side *left = law->left;
    Core *part[] = { law->rule->judgment ? c->ctx : left->expr,
                     law->rule->judgment ? c->subject : left->lam };
    for (int i = 0; i < 2; i++)
        if (part[i])
            f(part[i], arg);
    for (int i = 0; !law->rule->judgment && i < left->arrays.n; i++)
        f(left->arrays.at[i], arg);
    for (int i = 0; !law->rule->judgment && i < left->nstms; i++)
        f(left->stm[i].exp, arg);
}

static void find_front(Core *n, void *found)
{
    *(bool *)found |= n->nbinds > 1 && is_seq_name(n->bind[0]->name);
    core_each(n, find_front, found);
}

bool binds_in_front(const Law *law)
{
    bool found = false;
    each_part(law, find_front, &found);
    return found;
}

static void find_used(const NameUse *u, void *names)
{
    if (u->kind == NAME_USED)
        table_put(names, u->name, names);
}

static void note_used(Core *n, void *names) { each_name(n, find_used, names); }
static void note_all(Core *n, void *names) { each_name(n, collect_name, names); }

/* ---- steps ------------------------------------------------------------------- */

typedef struct {
    const Match *m;
    Reach *reach;
} Found;

static bool reads(const Match *m, const Kids *vars)
{
    Table *of = table_new();
    bool yes = false;
    for (int i = 0; i < vars->n; i++)
        if (vars->at[i]->op == OP_VAR)
            table_put(of, vars->at[i]->var, of);
    for (int i = 0; i < m->env.n && !yes; i++)
        for (int k = 0; k < m->env.at[i].val.n && !yes; k++) {
            const Core *e = m->env.at[i].val.at[k];
            yes = !is_atom(e) && core_uses_any(e, of);
        }
    table_free(of);
    return yes;
}

static void note_some(const void *name, void *unused, void *arg)
{
    (void)unused;
    const Found *s = arg;
    const Kids *k = env_get(&s->m->env, name);
    if (k && k->n)
        table_put(s->reach->some, name, s->reach);
}

static void note_read(const void *name, void *unused, void *arg)
{
    (void)unused;
    const Found *s = arg;
    const Kids *k = env_get(&s->m->env, name);
    if (k && k->n && reads(s->m, k))
        table_put(s->reach->read, name, s->reach);
}

void reach_note(const Match *m, void *reach)
{
    Table *all = table_new(), *binders = table_new();
    Found s = { m, reach };
    each_part(m->law, note_all, all);
    each_part(m->law, find_binders, binders);
    table_each(all, note_some, &s);
    table_each(binders, note_read, &s);
    table_free(all);
    table_free(binders);
}

static void add(const void *key, void *value, void *table)
{
    (void)value;
    if (!table_has(table, key))
        table_put(table, key, table);
}

void reach_join(Reach *to, const Reach *from)
{
    arena_out();
    table_each(from->some, add, to->some);
    table_each(from->read, add, to->read);
    arena_in();
}

/* ---- names that could be read ---------------------------------------------------- */

typedef struct {
    const Law *law;
    Table *open, *names;       /* terms of any kind in all of the left side; the result */
    const char *name;          /* that is looked at, */
    bool yes;                  /*   and whether one of them may read it */
} Readable;

static bool has_name(const Kids *k, const char *name)
{
    Table *names = table_new();
    each_name_of(*k, collect_name, names);
    bool yes = table_has(names, name);
    table_free(names);
    return yes;
}

/* A premise says that the term does not read the name. */
static bool is_free(const Law *law, const char *term, const char *name)
{
    for (int i = 0; i < law->npremises; i++) {
        const Premise *p = &law->premise[i];
        if (p->kind == PREMISE_CONDITION && !p->negated && !strcmp(p->name, "free")
            && has_name(&p->arg[0], term) && has_name(&p->arg[1], name))
            return true;
    }
    return false;
}

static void ask_open(const void *term, void *unused, void *readable)
{
    (void)unused;
    Readable *r = readable;
    r->yes |= !is_free(r->law, term, r->name);
}

static void note_readable(const char *name, const Table *open, Readable *r)
{
    r->name = name;
    r->yes = false;
    table_each(open, ask_open, r);
    if (r->yes && !table_has(r->names, name))
        table_put(r->names, name, r);
}

/* What a level binds is read behind it, too. */
static void find_readable(Core *n, void *readable)
{
    Readable *r = readable;
    Table *open = table_new();
    find_open(n, open);
    for (int i = 0; i < n->nbinds; i++)
        note_readable(n->bind[i]->name, n->op == OP_LEVEL ? r->open : open, r);
    if (n->index)
        note_readable(n->index->name, n->op == OP_LEVEL ? r->open : open, r);
    table_free(open);
    core_each(n, find_readable, readable);
}

/* A left side that is such a term itself. */
static void find_open_part(Core *n, void *names)
{
    if (n->op == OP_META && n->text[0] == '?')
        table_put(names, n->text, names);
    find_open(n, names);
}

/* ---- what is missing ----------------------------------------------------------- */

typedef struct {
    const Reach *reach;
    const Table *used;         /* names that the left side itself reads */
    VEC(const char *) told;
} Lack;

static void tell_empty(const void *name, void *unused, void *lack)
{
    (void)unused;
    Lack *l = lack;
    if (is_seq_name(name) && !table_has(l->reach->some, name))
        vec_push(&l->told, format("%s is always empty", (const char *)name));
}

static void tell_unread(const void *name, void *unused, void *lack)
{
    (void)unused;
    Lack *l = lack;
    if (!table_has(l->used, name) && !table_has(l->reach->read, name))
        vec_push(&l->told, format("%s is never read", (const char *)name));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *reach_lacks(const Law *law, const Reach *r)
{
    Table *all = table_new(), *used = table_new();
    Readable binders = { .law = law, .open = table_new(), .names = table_new() };
    Lack l = { .reach = r, .used = used };
    Text out = { 0 };
    each_part(law, note_all, all);
    each_part(law, note_used, used);
    each_part(law, find_open_part, binders.open);
    each_part(law, find_readable, &binders);
    table_each(all, tell_empty, &l);
    table_each(binders.names, tell_unread, &l);
    if (l.told.n)
        qsort(l.told.at, (size_t)l.told.n, sizeof *l.told.at, by_text);
    for (int i = 0; i < l.told.n; i++)
        text_fmt(&out, "%s%s", i ? ", " : "", l.told.at[i]);
    table_free(all);
    table_free(binders.open);
    table_free(binders.names);
    table_free(used);
    return l.told.n ? text_str(&out) : NULL;
}
