/*
 * when_order.c -- conditions on where in memory elements lie that neighbours read or write.
 *
 * An array lies row by row; a view where its array does. Rows that threads make lie turned,
 * the elements of one place side by side, where the binding says `#[turned]`.
 */
#include "rewrite.h"

#include <string.h>

static bool is_turned(const Match *m, const Core *array)
{
    const Node *home = graph_home_of(m->graph, array);
    return home && home->stm.exp->op == OP_SEGMAP && has_attribute(&home->stm, "turned");
}

/* The nest's last level is the last dimension in memory. */
static Core *turned_entry(const Core *nest, Kids entry, Kids *others)
{
    int at = nest->g[0].n - 1;
    Core *last = entry.at[at];
    *others = (Kids){ NEWS(Core *, entry.n), 0 };
    for (int d = 0; d < entry.n; d++)
        if (d != at)
            others->at[others->n++] = entry.at[d];
    return last;
}

/* Where in memory a read is: the index of the last dimension, and the others. */
static Core *last_entry(const Match *m, Core *array, Kids entry, Kids ctx, Kids *others)
{
    int level, which;
    const Core *def = world_def(m->world, array);
    bool view = def && (def->op == OP_REARRANGE || def->op == OP_INDEX);
    Kids to = { view ? NEWS(Core *, type_of(def->g[0].at[0])->rank) : NULL, 0 };
    if (is_turned(m, array))
        return turned_entry(def, entry, others);
    if (def && def->op == OP_REARRANGE) {
        to.n = entry.n;
        for (int d = 0; d < to.n; d++)
            to.at[def->perm[d]] = entry.at[d];
        return last_entry(m, def->g[0].at[0], to, ctx, others);
    }
    if (def && def->op == OP_INDEX) {
        int at = 0;
        for (int d = 0; d < def->g[1].n; d++) {
            Core *e = def->g[1].at[d];
            to.at[to.n++] = is_atom(e) ? e : entry.at[at++];
        }
        while (at < entry.n)                     /* of dimensions that it does not speak of */
            to.at[to.n++] = entry.at[at++];
        return last_entry(m, def->g[0].at[0], to, ctx, others);
    }
    if (!def && array->op == OP_VAR && ctx_binds(ctx, array->var, &level, &which) && which >= 0)
        return last_entry(m, ctx.at[level]->g[1].at[which], kids_join(one(array), entry), ctx,
                          others);
    Core *rows = !def && array->op == OP_VAR ? table_get(m->world->row_of, array->var) : NULL;
    if (rows)
        return last_entry(m, rows, kids_join(one(array), entry), ctx, others);
    Core *first = !def && array->op == OP_VAR ? table_get(m->world->begun, array->var) : NULL;
    if (first)                 /* in all rounds it lies as in the first */
        return last_entry(m, first, entry, ctx, others);
    *others = (Kids){ entry.at, entry.n - 1 };
    return entry.at[entry.n - 1];
}

/* Reads and writes of elements: how many go along memory with the level, how many across. */
typedef struct {
    const Match *m;
    Kids ctx;
    const Core *only;          /* of this array, again and again; or null: of any */
    Table *was;                /* Var, of what is changed in place, to the array before */
    bool otherwise;            /* not of place by place, as a loop goes */
    const Var *step;           /*   that counts so */
    int again, within;         /* loops and combinators around it, and around the term */
    int along, across;
} Walks;

/* What the array was before it was changed in place. */
static Core *unchanged(const Walks *w, Core *array)
{
    Core *before = array;
    while (before && before->op == OP_VAR) {
        array = before;
        before = table_get(w->was, array->var);
    }
    return array;
}

/* The array is x, or a part of it. */
static bool is_part(const Walks *w, Core *array)
{
    const Core *def = world_def(w->m->world, array);
    return is_var(array, w->only->var)
        || (def && def->op == OP_INDEX && is_part(w, unchanged(w, def->g[0].at[0])));
}

/* A loop's result is what its body gives, its variable what it begins with. */
static void note_changes(Walks *w, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        const Core *e = s->exp;
        bool loop = is_loop(e);
        if (e->op == OP_UPDATE)
            table_put(w->was, s->var[0], e->g[0].at[0]);
        for (int k = 0; loop && k < e->nbinds; k++) {
            table_put(w->was, s->var[k], e->g[2].at[0]->g[0].at[k]);
            table_put(w->was, e->bind[k], e->g[0].at[k]);
        }
    }
}

static void note_read(Walks *w, Core *array, Kids entry)
{
    Kids others;
    array = unchanged(w, array);
    if (w->only && (!w->again || !is_part(w, array)))
        return;
    if (w->otherwise && w->step && entry.n == 1 && is_var(entry.at[0], w->step))
        return;
    Core *last = last_entry(w->m, array, entry, w->ctx, &others);
    bool across = false;
    for (int i = 0; i < others.n; i++)
        across |= varies_in(w->m, others.at[i], w->ctx);
    if (varies_in(w->m, last, w->ctx))
        w->along++;
    else
        w->across += across;
}

static void find_changes(Core *n, void *walks)
{
    if (n->op == OP_BODY)
        note_changes(walks, n);
    core_each(n, find_changes, walks);
}

static void note_access(const Access *a, void *walks)
{
    Walks *w = walks;
    const Core *n = a->node;
    bool element = n->op == OP_INDEX ? !type_of(n)->rank
                 : n->op == OP_UPDATE && !type_of(n->g[2].at[0])->rank;
    bool in_turn = !w->otherwise && op_group(n->op, 'f') >= 0 && type_of(a->array)->rank == 1;
    w->again = w->within + a->depth;
    w->step = a->step;
    if (element || in_turn)
        note_read(w, a->array, in_turn ? one(core_i64(0)) : a->entry);
}

static void find_reads(Core *n, Walks *w)
{
    find_changes(n, w);
    core_accesses(w->m->world->range, n, note_access, w);
}

/* Whether more is read across memory than along it. An e that is a row is read from its
   beginning on. */
static bool more_across(const Call *c)
{
    Walks w = { .m = c->m, .ctx = c->arg[1], .only = c->n > 2 ? c->arg[2].at[0] : NULL,
                .was = table_new() };
    Core *e = c->arg[0].at[0];
    if (is_atom(e) && type_of(e)->rank == 1)
        note_read(&w, e, one(core_i64(0)));
    find_reads(e, &w);
    table_free(w.was);
    return w.across > w.along;
}

/* e L x: neighbours along the level read what lies apart, in the row x. */
bool ask_strided(Call *c)
{
    for (int i = 0; c->n > 2 && i < c->arg[1].n && c->arg[1].at[i]->g[1].n; i++)
        if (type_ragged(type_of(c->arg[1].at[i]->g[1].at[0])))
            return no(c, "the rows differ in length");
    return more_across(c) || no(c, "neighbours read neighbours");
}

/* e loop L x: the row x is read otherwise than place by place, in e or in the loop's body. */
bool ask_jumps(Call *c)
{
    Walks w = { .m = c->m, .ctx = c->arg[2], .only = c->arg[3].at[0], .otherwise = true,
                .was = table_new() };
    find_reads(c->arg[0].at[0], &w);
    w.within = 1;
    find_reads(c->arg[1].at[0], &w);
    table_free(w.was);
    return w.across > w.along || no(c, "%s is read in order", core_str(w.only));
}

/* ---- results ------------------------------------------------------------------- */

enum { FEW_ELEMENTS = 8,        /* of a row that is as well written as it lies, */
       FEW_OF_SCAN = 16 };      /*   or with the sums that a scan stores */

/* What is made of the sums of a scan alone. */
static bool is_of_scan(const World *w, const Core *nest)
{
    const Core *level = nest->g[0].at[0];
    for (int i = 0; i < level->g[1].n; i++) {
        const Core *def = world_def(w, level->g[1].at[i]);
        if (!def || def->op != OP_SEGSCAN)
            return false;
    }
    return level->g[1].n && nest->g[0].n == 1;
}

/* The array whose rows the nest changes in place and gives; or null. */
static Core *rows_changed(const Core *nest, Core *row)
{
    int level, which;
    bool yes = row->op == OP_VAR && ctx_binds(nest->g[0], row->var, &level, &which)
            && level == nest->g[0].n - 1 && which >= 0;
    return yes ? nest->g[0].at[level]->g[1].at[which] : NULL;
}

static bool lies_strewn(Call *c, const Core *nest, int k)
{
    Core *body = nest->g[1].at[0], *given = body->g[0].at[k];
    const Type *t = type_of(given);
    Walks w = { .m = c->m };
    if (!t->rank)
        return no(c, "%s has no rows", core_str(c->arg[0].at[0]));
    if (type_ragged(type_of(c->arg[0].at[0])) || !t->dim[0])
        return no(c, "its rows are not of one length");
    int64_t n = type_numbers(t, FEW_OF_SCAN);
    if (n <= (is_of_scan(c->m->world, nest) ? FEW_OF_SCAN : FEW_ELEMENTS))
        return no(c, "a row has %lld elements", (long long)n);
    w.was = table_new();
    find_changes(body, &w);
    Core *row = unchanged(&w, given);
    Core *rows = given == row ? NULL : rows_changed(nest, row);
    const Core *def = rows ? world_def(c->m->world, rows) : NULL;
    table_free(w.was);
    return !rows || (def && def->op == OP_REARRANGE)
        || no(c, "the rows are changed where they lie, one after the other");
}

/* r: rows that threads of a nest write each for itself; and not only copied. */
bool ask_strewn(Call *c)
{
    Node **user;
    Var *r = c->arg[0].at[0]->var;
    Node *home = graph_home(c->m->graph, r);
    const Core *nest = home ? home->stm.exp : NULL;
    int n = home ? graph_users(c->m->graph, r, &user) : 0, k = 0;
    bool copied = home && !graph_used_outside(c->m->graph, r, user, n);
    bool has_copy = false;
    for (int i = 0; i < n; i++) {
        has_copy |= user[i]->stm.exp->op == OP_COPY;
        copied &= user[i]->stm.exp->op == OP_COPY;
    }
    if (!nest || nest->op != OP_SEGMAP)
        return no(c, "%s is no result of threads", r->name);
    if (copied || (has_copy && is_turned(c->m, c->arg[0].at[0])))
        return no(c, "%s is copied, and else read as it lies", r->name);
    while (home->stm.var[k] != r)
        k++;
    return lies_strewn(c, nest, k);
}

/* ---- arrays that a loop changes --------------------------------------------------- */

typedef struct {
    Call *c;
    const Core *array;         /* that the loop carries */
    Walks w;                   /* what became of it */
    int across, others;        /* nests that walk its rows; other uses */
} Carried;

/* The result of the nest in which it gives the rows of the array, changed in place, which
   neighbours walk side by side; or -1. */
static int changed_rows(Carried *a, const Core *nest)
{
    const Core *level = nest->g[0].at[nest->g[0].n - 1], *body = nest->g[1].at[0];
    int at = -1, result = -1;
    for (int i = 0; i < level->nbinds; i++)
        if (core_equal(unchanged(&a->w, level->g[1].at[i]), a->array))
            at = i;
    if (at < 0)
        return -1;
    Walks w = { .m = a->c->m, .ctx = nest->g[0], .was = table_new(),
                .only = core_var(level->bind[at]) };
    find_reads((Core *)body, &w);
    for (int k = 0; k < body->g[0].n; k++)
        result = core_equal(unchanged(&w, body->g[0].at[k]), w.only) ? k : result;
    table_free(w.was);
    return w.across > w.along ? result : -1;
}

static void find_use(Core *n, void *carried)
{
    Carried *a = carried;
    a->others += n->op == OP_VAR && core_equal(unchanged(&a->w, n), a->array);
    core_each(n, find_use, carried);
}

/* The nests of a loop's body; what they give became of what they change. */
static void find_nests(Carried *a, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        int k = s->exp->op == OP_SEGMAP ? changed_rows(a, s->exp) : -1;
        if (k >= 0) {
            a->across++;
            a->others--;
            table_put(a->w.was, s->var[k], (Core *)a->array);
        }
        find_use(s->exp, a);
    }
}

/* r a a0: of the array a, which a loop begins with a0 and gives as r, threads change rows. */
bool ask_rows_changed(Call *c)
{
    Var *r = c->arg[0].at[0]->var, *v = c->arg[1].at[0]->var;
    Node *home = graph_home(c->m->graph, r);
    const Core *loop = home && home->stm.exp->op == OP_LOOP ? home->stm.exp : NULL;
    const Core *def = world_def(c->m->world, c->arg[2].at[0]);
    Carried a = { .c = c, .array = c->arg[1].at[0] };
    int k = 0;
    while (loop && k < loop->nbinds && loop->bind[k] != v)
        k++;
    if (!loop || k == loop->nbinds || home->stm.var[k] != r)
        return no(c, "%s is not what the loop makes of %s", r->name, v->name);
    if (def && def->op == OP_REARRANGE)
        return no(c, "%s is turned", core_str(c->arg[2].at[0]));
    a.w.was = table_new();
    find_nests(&a, loop->g[2].at[0]);
    bool same = core_equal(unchanged(&a.w, loop->g[2].at[0]->g[0].at[k]), a.array);
    table_free(a.w.was);
    return (a.across && same && !a.others)
        || no(c, "%s is used otherwise, or its rows are not walked", v->name);
}

