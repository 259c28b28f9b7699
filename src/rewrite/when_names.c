/* when_names.c -- conditions on names, and on what mappings do with them. */
#include "rewrite.h"

static bool among(const Core *a, Kids ks)
{
    for (int i = 0; i < ks.n; i++)
        if (a->op == OP_VAR && is_var(ks.at[i], a->var))
            return true;
    return false;
}

bool ask_reads(Call *c)
{
    const Core *f = c->arg[0].at[0];
    Kids ys = c->arg[1];
    bool some = false;
    for (int i = 0; i < f->g[1].n; i++)
        some |= among(f->g[1].at[i], ys);
    if (!some)
        return no(c, "none of its arrays is among them");
    for (int i = 0; i < ys.n; i++)
        if (core_uses(f->g[0].at[0], ys.at[i]->var))
            return no(c, "%s is read in another way, too", core_str(ys.at[i]));
    return true;
}

bool ask_private(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (graph_used_outside(c->m->graph, c->arg[0].at[i]->var, c->m->taken, c->m->ntaken))
            return no(c, "%s is used elsewhere", core_str(c->arg[0].at[i]));
    return true;
}

/* No larger than an element of one array, or what is stored for it would be rows that differ.
   Not what a costly map makes: where that is done by those who take it, no array is left. */
bool ask_at_hand(Call *c)
{
    const Type *t = c->arg[0].n ? type_of(c->arg[0].at[0]) : NULL;
    const World *w = c->m->world;
    bool rows = t && t->rank && t->dim[0] && w->depth && row_sized(w, t->dim[0]);
    if (c->arg[0].n > 1 && !rows)
        return no(c, "there are %d", c->arg[0].n);
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *a = c->arg[0].at[i], *def = world_def(w, a);
        if (def && def->op == OP_MAP && !is_cheap(def->g[op_group(OP_MAP, 'f')].at[0]->g[0].at[0]))
            return no(c, "a map makes %s", core_str(a));
    }
    return true;
}

/* No more than registers and shared memory hold well, for each thread. */
bool ask_few(Call *c)
{
    enum { FEW = 8 };
    int n = 0;
    for (int a = 0; a < c->n; a++)
        n += c->arg[a].n;
    return n <= FEW || no(c, "there are %d", n);
}

/* The SOAC takes v by elements; adds to how many times this is done. */
static bool only_mapped(const Core *e, const Var *v, int *times)
{
    int lam, arrays;
    if (!mapping_groups(e->op, &lam, &arrays))
        return false;
    for (int g = 0; g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (g == arrays)
                *times += is_var(e->g[g].at[i], v);
            else if (core_uses(e->g[g].at[i], v))
                return false;
    return true;
}

bool ask_mapped(Call *c)
{
    Node **user;
    Var *a = c->arg[0].at[0]->var;
    int n = graph_users(c->m->graph, a, &user);
    bool yes = graph_home(c->m->graph, a) && !graph_used_outside(c->m->graph, a, user, n);
    for (int i = 0; i < n && yes; i++)
        yes = only_mapped(user[i]->stm.exp, a, &(int){ 0 });
    return yes || no(c, "%s is used otherwise", a->name);
}

/* Whether several bindings of the body take the row by elements, and nothing else takes it. */
static bool is_walked(const Core *body, const Var *row)
{
    int times = 0;
    bool yes = row->type->rank == 1;
    for (int i = 0; i < body->nstms && yes; i++)
        yes = !core_uses(body->stm[i].exp, row) || only_mapped(body->stm[i].exp, row, &times);
    for (int i = 0; i < body->g[0].n && yes; i++)
        yes = !is_var(body->g[0].at[i], row);
    return yes && times > 1;
}

/* taken-again e S: rows of the last level. */
bool get_taken_again(Call *c)
{
    Core *e = c->arg[0].at[0], *body = e->op == OP_BODY ? body_flat(e) : NULL;
    const Core *last = c->arg[1].n ? c->arg[1].at[c->arg[1].n - 1] : NULL;
    for (int i = 0; body && last && i < last->nbinds; i++)
        if (is_walked(body, last->bind[i]))
            c->out = kids_join(c->out, one(core_var(last->bind[i])));
    return true;
}

/* A scatter takes its elements, and does not write to it. */
static bool is_placed_by(const Core *e, const Var *y)
{
    int times = 0;
    if (e->op != OP_SCATTER)
        return e->op == OP_SCATOMAP && only_mapped(e, y, &times);
    for (int i = 0; i < e->g[1].n; i++)
        if (is_var(e->g[1].at[i], y))
            return false;
    return true;
}

bool ask_placed(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        Node **user;
        Var *y = c->arg[0].at[i]->var;
        int n = graph_users(c->m->graph, y, &user);
        bool yes = n > 0 && !graph_used_outside(c->m->graph, y, user, n);
        for (int k = 0; k < n && yes; k++)
            yes = is_placed_by(user[k]->stm.exp, y);
        if (!yes)
            return no(c, "%s is used otherwise, or not at all", y->name);
    }
    return true;
}

static bool uses_any(const Core *e, const Kids *v)
{
    for (int i = 0; i < v->n; i++)
        if (core_uses(e, v->at[i]->var))
            return true;
    return false;
}

/* A scatter takes one of `some`, and none of the others. */
static const Core *placing_alone(const Call *c, const Kids *some, const Kids *others)
{
    for (int i = 0; i < some->n; i++) {
        Node **user;
        int n = graph_users(c->m->graph, some->at[i]->var, &user);
        for (int k = 0; k < n; k++)
            if (user[k]->stm.exp->op == OP_SCATOMAP && !uses_any(user[k]->stm.exp, others))
                return some->at[i];
    }
    return NULL;
}

bool ask_placed_alone(Call *c)
{
    const Core *alone = placing_alone(c, &c->arg[0], &c->arg[1]);
    alone = alone ? alone : placing_alone(c, &c->arg[1], &c->arg[0]);
    return alone || no(c, "no scatter takes one and not the other");
}

static bool reads_single(const Core *e) { return e->op == OP_INDEX || e->op == OP_IF; }

/* The scatter that takes some of ys..; null if others take them, or a result is one of them. */
static const Core *scatter_of(const Call *c, const Kids *ys)
{
    const Core *scatter = NULL;
    for (int i = 0; i < ys->n; i++) {
        Node **user;
        int n = graph_users(c->m->graph, ys->at[i]->var, &user);
        if (graph_used_outside(c->m->graph, ys->at[i]->var, user, n))
            return NULL;
        for (int k = 0; k < n; k++) {
            const Core *e = user[k]->stm.exp;
            if (!reads_single(e) && (e->op != OP_SCATOMAP || (scatter && scatter != e)))
                return NULL;
            scatter = reads_single(e) ? scatter : e;
        }
    }
    return scatter;
}

bool ask_placed_together(Call *c)
{
    const Core *scatter = scatter_of(c, &c->arg[0]);
    bool yes = scatter && scatter == scatter_of(c, &c->arg[1]);
    return yes || no(c, "no scatter alone takes both");
}

/* closed op ks.. r..: of a pair that is folded the first may need no second, as a count of flags
   beside what is folded of segments. */
bool ask_closed(Call *c)
{
    const Core *lam = c->arg[0].at[0], *body = lam->g[0].at[0];
    Kids ks = c->arg[1], r = c->arg[2], kept = { NEWS(Core *, r.n), 0 };
    for (int i = 0; i < r.n; i++)
        if (among(r.at[i], ks))
            kept.at[kept.n++] = body->g[0].at[i];
    body = core_prune(core_body(body->stm, body->nstms, kept.at, kept.n));
    for (int i = 0; i < lam->nbinds; i++)
        if (!among(r.at[i % r.n], ks) && core_uses(body, lam->bind[i]))
            return no(c, "they need %s", lam->bind[i]->name);
    return true;
}

bool ask_filled(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *d = c->arg[0].at[i], *def = world_def(c->m->world, d);
        const Node *home = graph_home_of(c->m->graph, d);
        if (!def || !home || (def->op != OP_COPY && def->op != OP_REPLICATE)
            || has_attribute(&home->stm, "blank"))
            return no(c, "%s holds something else", core_str(d));
    }
    return true;
}

/* An array whose statement is not at hand may have been filled. */
bool ask_unfilled(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *d = c->arg[0].at[i];
        const Node *home = graph_home_of(c->m->graph, d);
        if (!home || !has_attribute(&home->stm, "blank"))
            return no(c, "%s is not known to be blank", core_str(d));
    }
    return true;
}

static bool is_bins(const World *w, const Core *a)
{
    const Core *def = world_def(w, a);
    if (!def || (def->op != OP_MAP && def->op != OP_COPY))
        return def && (def->op == OP_HISTOMAP || def->op == OP_HIST || def->op == OP_SEGRED);
    Kids of = def->g[ops[def->op].ngroups - 1];
    for (int i = 0; i < of.n; i++)
        if (is_bins(w, of.at[i]))
            return true;
    return false;
}

bool ask_bins(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (is_bins(c->m->world, c->arg[0].at[i]))
            return true;
    return no(c, "none of them is known to be");
}

bool ask_gives(Call *c)
{
    const Core *e = c->arg[0].at[0];
    int results = e->op == OP_BODY ? e->g[0].n : e->ntypes;
    return results == c->arg[1].n || no(c, "%d results", results);
}

bool ask_counts(Call *c)
{
    bool named = c->arg[0].n && core_uses(c->arg[2].at[0], c->arg[0].at[0]->var);
    return named || !c->arg[1].n || no(c, "it takes arrays, and no position");
}

/* The arrays of a mapping, and those that it reads where they are as its own. */
static Kids arrays_of(const Core *mapping)
{
    const Core *lam = mapping->g[0].at[0], *body = lam->g[0].at[0];
    Kids all = mapping->g[1];
    for (int i = 0; body->op == OP_BODY && lam->index && i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        if (e->op == OP_INDEX && is_var(e->g[1].at[0], lam->index))
            all = kids_join(all, e->g[0]);
    }
    return all;
}

bool ask_share(Call *c)
{
    Kids a = arrays_of(c->arg[0].at[0]), b = arrays_of(c->arg[1].at[0]);
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++) {
            const Core *x = world_def(c->m->world, a.at[i]);
            const Core *y = world_def(c->m->world, b.at[j]);
            if (core_equal(a.at[i], b.at[j]) || (x && x == y))
                return true;
        }
    return no(c, "they have no array in common");
}

bool ask_as_many(Call *c)
{
    return c->arg[0].n == c->arg[1].n || no(c, "%d and %d", c->arg[0].n, c->arg[1].n);
}

static bool typed_by(const Core *e, const Table *names)
{
    bool yes = false;
    for (int t = 0; t < e->ntypes; t++)
        yes |= type_uses_any(e->type[t], names);
    return yes;
}

/* Arguments: things.. and, last, bindings. */
bool ask_apart(Call *c)
{
    const Core *s = c->arg[c->n - 1].at[0];
    Table *made = table_new();
    bool yes = true;
    for (int i = 0; i < s->nstms; i++)
        note_vars(s->stm[i].var, s->stm[i].nvars, made);
    for (int a = 0; a < c->n - 1; a++)
        for (int i = 0; i < c->arg[a].n && yes; i++)
            yes = (!core_uses_any(c->arg[a].at[i], made) && !typed_by(c->arg[a].at[i], made))
                || no(c, "%s reads them", core_str(c->arg[a].at[i]));
    table_free(made);
    return yes;
}

/* Arguments: arrays.. and bindings. */
bool ask_lies_before(Call *c)
{
    const Core *s = c->arg[1].at[0];
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *a = c->arg[0].at[i];
        int k;
        for (const Stm *b; a->op == OP_VAR && (b = binding_of(s, a->var, &k));) {
            if (b->exp->op != OP_INDEX)
                return no(c, "%s is made by them", core_str(a));
            a = b->exp->g[0].at[0];
        }
    }
    return true;
}

bool ask_free(Call *c)
{
    for (int i = 0; i < c->arg[1].n; i++)
        for (int k = 0; k < c->arg[0].n; k++)
            if (core_uses(c->arg[0].at[k], c->arg[1].at[i]->var))
                return no(c, "it reads %s", core_str(c->arg[1].at[i]));
    return true;
}

bool ask_none_of(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (among(c->arg[0].at[i], c->arg[1]))
            return no(c, "%s is", core_str(c->arg[0].at[i]));
    return true;
}

bool ask_begins(Call *c)
{
    bool same = c->arg[0].n >= c->arg[1].n;
    for (int i = 0; same && i < c->arg[1].n; i++)
        same = core_equal(c->arg[0].at[i], c->arg[1].at[i]);
    return same || no(c, "they differ");
}

