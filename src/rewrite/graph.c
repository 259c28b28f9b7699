/*
 * graph.c -- a body as a graph: bindings, who uses what, and in which order
 * they must stay. A binding that reads an array stays before the one that
 * updates it. Positions are numbers with gaps, so that a new binding finds
 * its place without renumbering.
 */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(Node *) Nodes;

struct Graph {
    World *world;
    Node *first, *last;
    Table *home;               /* Var -> Node */
    Table *users;              /* Var -> Nodes that use it, first to last */
    Table *result;             /* Var: a result of the body */
    const Core *body;          /* what it was made from; null: it is another by now */
    Kids results;
    Table *aliased;            /* Var: replaced in this body */
    int marks;
    Nodes between;             /* found by graph_path */
};

enum { GAP = 1 << 20 };

/* ---- making and listing ------------------------------------------------- */

static Nodes *users_of(Graph *g, const Var *v)
{
    Nodes *us = table_get(g->users, v);
    if (!us) {
        us = NEW(Nodes);
        table_put(g->users, v, us);
    }
    return us;
}

/* How many of them stand before n. */
static int users_before(const Nodes *us, const Node *n)
{
    int low = 0, high = us->n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (us->at[mid]->pos < n->pos)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void add_user(Nodes *us, Node *n)
{
    int at = users_before(us, n);
    vec_push(us, n);
    memmove(us->at + at + 1, us->at + at, sizeof n * (size_t)(us->n - 1 - at));
    us->at[at] = n;
}

static void drop_user(Nodes *us, const Node *n)
{
    int at = users_before(us, n);
    if (at == us->n || us->at[at] != n)
        return;
    us->n--;
    memmove(us->at + at, us->at + at + 1, sizeof n * (size_t)(us->n - at));
}

/* What stands for v by now; null: no name. */
static Var *named_now(const Graph *g, Var *v)
{
    for (const Core *now; v && (now = table_get(g->aliased, v));)
        v = now->op == OP_VAR ? now->var : NULL;
    return v;
}

/* n takes its place among the users of what it reads, or leaves it. */
static void each_use(Graph *g, Node *n, bool enters)
{
    for (int i = 0; i < n->nfree; i++) {
        Var *v = named_now(g, n->free[i]);
        if (v && enters)
            add_user(users_of(g, v), n);
        else if (v)
            drop_user(users_of(g, v), n);
    }
}

typedef struct {
    Graph *g;
    Node *n;
    VEC(Var *) found;
} Uses;

static void note_use(Var *v, void *arg)
{
    Uses *u = arg;
    v = named_now(u->g, v);
    for (int i = 0; v && i < u->n->stm.nvars; i++)
        if (u->n->stm.var[i] == v)
            return;
    if (v)
        vec_push(&u->found, v);
}

static void note_type_use(Var *v, void *arg)
{
    Uses *u = arg;
    for (int i = 0; i < u->found.n; i++)
        if (u->found.at[i] == v)
            return;
    note_use(v, arg);
}

static Node *node_new(Graph *g, Stm s)
{
    Node *n = MAKE(Node, .stm = s);
    Uses u = { .g = g, .n = n };
    core_free_vars(s.exp, note_use, &u);
    for (int i = 0; i < s.nvars; i++) {
        type_free_vars(s.var[i]->type, note_type_use, &u);
        table_put(g->home, s.var[i], n);
    }
    n->free = u.found.at;
    n->nfree = u.found.n;
    world_define(g->world, &s);
    return n;
}

static void renumber(Graph *g)
{
    int64_t pos = GAP;
    for (Node *n = g->first; n; n = n->next, pos += GAP)
        n->pos = pos;
}

/* Links n behind `prev` (null: as the first). */
static void link_after(Graph *g, Node *prev, Node *n)
{
    n->prev = prev;
    n->next = prev ? prev->next : g->first;
    *(n->next ? &n->next->prev : &g->last) = n;
    *(prev ? &prev->next : &g->first) = n;
    int64_t low = prev ? prev->pos : 0;
    n->pos = n->next ? low + (n->next->pos - low) / 2 : low + GAP;
    if (n->pos == low)
        renumber(g);
    each_use(g, n, true);
}

static void unlink_node(Graph *g, Node *n)
{
    each_use(g, n, false);
    *(n->prev ? &n->prev->next : &g->first) = n->next;
    *(n->next ? &n->next->prev : &g->last) = n->prev;
}

/* Users of an array that is updated somewhere, in order: they stay before those that do. */
static void note_order(const void *key, void *value, void *world)
{
    Nodes *users = value;
    const World *w = world;
    for (int k = 1; k < users->n; k++)
        for (int i = 0; i < k && world_updates(w, users->at[k]->stm.exp, key); i++)
            if (users->at[i] != users->at[k])
                vec_push(&users->at[i]->after, users->at[k]);
}

static void order_updates(Graph *g)
{
    if (!table_count(g->world->consumed))
        return;
    Table *by_array = table_new();
    for (Node *n = g->first; n; n = n->next)
        for (int i = 0; i < n->nfree; i++) {
            const Var *root = world_consumed(g->world, n->free[i]);
            if (!root)
                continue;
            Nodes *us = table_get(by_array, root);
            if (!us)
                table_put(by_array, root, us = NEW(Nodes));
            vec_push(us, n);
        }
    table_each(by_array, note_order, g->world);
}

static bool used(Graph *g, const Var *v)
{
    return users_of(g, v)->n || table_has(g->result, v);
}

static const Rule unused = { .name = "unused", .sentence = "What nothing reads is not computed." };

/* Removes n, if nothing uses what it binds, and what only it used. A prefix stays
   as long as its chain: the chain gives what it comes to. */
static void sweep(Graph *g, Node *n)
{
    if (!n || n->dead || is_prefix(n->stm.exp))
        return;
    for (int i = 0; i < n->stm.nvars; i++)
        if (used(g, n->stm.var[i]))
            return;
    n->dead = true;
    g->body = NULL;
    unlink_node(g, n);
    trace_step(g->world, &unused, n->stm.exp->span, stms_term(&n->stm, 1), stms_term(NULL, 0),
               &(Askeds){ 0 });
    for (int i = 0; i < n->nfree; i++)
        sweep(g, graph_home(g, n->free[i]));
}

Graph *graph_new(World *w, const Core *body)
{
    Graph *g = NEW(Graph);
    *g = (Graph){ .world = w, .home = table_new(), .users = table_new(),
                  .result = table_new(), .results = body->g[0], .body = body,
                  .aliased = table_new() };
    for (int i = 0; i < body->nstms; i++)
        link_after(g, g->last, node_new(g, body->stm[i]));
    for (int i = 0; i < body->g[0].n; i++)
        if (body->g[0].at[i]->op == OP_VAR)
            table_put(g->result, body->g[0].at[i]->var, g);
    order_updates(g);
    for (Node *n = g->last, *prev; n; n = prev) {
        prev = n->prev;
        sweep(g, n);
    }
    return g;
}

static void add_alias(const void *key, void *value, void *arg)
{
    void **a = arg;
    subst_add(a[0], key, world_resolve(a[1], value));
}

static Core *body_of(const Graph *g)
{
    Core *body = core_node(OP_BODY, NULL);
    for (Node *n = g->first; n; n = n->next)
        body->nstms++;
    body->stm = NEWS(Stm, body->nstms);
    body->nstms = 0;
    for (Node *n = g->first; n; n = n->next)
        body->stm[body->nstms++] = n->stm;
    body->g[0] = g->results;
    if (!table_count(g->aliased))
        return core_typed(body);
    Subst *s = subst_new();
    table_each(g->aliased, add_alias, (void *[]){ s, g->world });
    return core_typed(core_subst(body, s));
}

static void free_users(const void *key, void *users, void *arg)
{
    (void)key, (void)arg;
    vec_free((Nodes *)users);
    arena_give_back(users, sizeof(Nodes));
}

Core *graph_body(Graph *g)
{
    Core *body = g->body ? (Core *)g->body : body_of(g);
    table_free(g->home);
    table_each(g->users, free_users, NULL);
    table_free(g->users);
    table_free(g->result);
    table_free(g->aliased);
    *g = (Graph){ 0 };
    return body;
}

Node *graph_first(const Graph *g) { return g->first; }

Node *graph_home(const Graph *g, const Var *v)
{
    Core *a = table_get(g->aliased, v);
    a = a ? world_resolve(g->world, a) : NULL;
    Node *n = table_get(g->home, a && a->op == OP_VAR ? a->var : v);
    return n && !n->dead ? n : NULL;
}

Node *graph_home_of(const Graph *g, const Core *a)
{
    return g && a->op == OP_VAR ? graph_home(g, a->var) : NULL;
}

/* ---- uses --------------------------------------------------------------- */

int graph_users(Graph *g, const Var *v, Node ***user)
{
    Nodes *us = users_of(g, v);
    *user = us->at;
    return us->n;
}

static bool is_taken(const Node *n, Node **taken, int ntaken)
{
    for (int i = 0; i < ntaken; i++)
        if (taken[i] == n)
            return true;
    return false;
}

bool graph_used_outside(Graph *g, const Var *v, Node **taken, int ntaken)
{
    if (table_has(g->result, v))
        return true;
    Nodes *us = users_of(g, v);
    for (int i = 0; i < us->n; i++)
        if (!is_taken(us->at[i], taken, ntaken))
            return true;
    return false;
}

void graph_alias(Graph *g, Var *v, Core *atom)
{
    atom = world_resolve(g->world, atom);
    world_alias(g->world, v, atom);
    g->body = NULL;
    table_put(g->aliased, v, atom);
    Nodes *us = users_of(g, v);
    if (atom->op == OP_VAR) {
        for (int i = 0; i < us->n; i++)
            add_user(users_of(g, atom->var), us->at[i]);
        if (table_has(g->result, v))
            table_put(g->result, atom->var, g);
    }
    us->n = 0;
    table_del(g->result, v);
}

/* ---- paths -------------------------------------------------------------- */

static Node *now(Node *n)
{
    while (n && n->dead)
        n = n->into;
    return n;
}

typedef struct {
    Graph *g;
    Node *from, *to;
    const char *through;
} Walk;

static void walk_from(Walk *w, Node *n);

static void step(Walk *w, Node *n, Node *next, bool order)
{
    next = now(next);
    if (!next || next == n || next->pos > w->to->pos)
        return;
    if (next == w->to) {
        if (n != w->from)
            w->through = n->stm.var[0]->name;
        else if (order)
            w->through = "an update in place";
    } else if (next->mark != w->g->marks) {
        next->mark = w->g->marks;
        vec_push(&w->g->between, next);
        walk_from(w, next);
    }
}

static void walk_from(Walk *w, Node *n)
{
    for (int v = 0; v < n->stm.nvars && !w->through; v++) {
        Nodes *us = users_of(w->g, n->stm.var[v]);
        for (int i = 0; i < us->n && !w->through; i++)
            step(w, n, us->at[i], false);
    }
    for (int i = 0; i < n->after.n && !w->through; i++)
        step(w, n, n->after.at[i], true);
}

const char *graph_path(Graph *g, Node *first, Node *last)
{
    Walk w = { g, first, last, NULL };
    g->marks++;
    g->between.n = 0;
    walk_from(&w, first);
    return w.through;
}

/* ---- replacing ---------------------------------------------------------- */

static int by_position(const void *a, const void *b)
{
    const Node *x = *(Node *const *)a, *y = *(Node *const *)b;
    return x->pos < y->pos ? -1 : x->pos > y->pos;
}

/* What follows from the first taken binding comes to stand behind the last. */
static void move_between(Graph *g, Node *last)
{
    Nodes ns = g->between;
    if (ns.n)
        qsort(ns.at, (size_t)ns.n, sizeof *ns.at, by_position);
    for (int i = 0; i < ns.n; i++) {
        unlink_node(g, ns.at[i]);
        link_after(g, last, ns.at[i]);
        last = ns.at[i];
    }
}

/* The next binding from n on that updates it; null: none does. */
static Node *next_update(const Graph *g, Node *n, const Var *root)
{
    while (n && !world_updates(g->world, n->stm.exp, root))
        n = n->next;
    return n;
}

/* True if the binding may read the array because another one does: one that stands before it, if
   the body updates the array behind both; or any, if nothing in the body updates it. */
bool graph_may_read(const Graph *g, const Node *at, const Var *updated)
{
    const Var *root = world_consumed(g->world, updated);
    const Node *end = next_update(g, g->first, root);
    if (end && at->pos >= end->pos)
        return false;
    for (const Node *n = g->first; n && (n != at || !end); n = n->next)
        for (int i = 0; i < n->nfree; i++)
            if (world_consumed(g->world, n->free[i]) == root)
                return true;
    return false;
}

bool graph_last_read_by(const Graph *g, const Node *n, const Var *v)
{
    const Nodes *us = table_get(g->users, v);
    return us && us->n && us->at[us->n - 1] == n && !table_has(g->result, v);
}

/* What a new binding reads is updated behind it. */
static void order_reads(Graph *g, Node *new)
{
    for (int i = 0; i < new->nfree; i++) {
        const Var *root = world_consumed(g->world, new->free[i]);
        Node *update = root ? next_update(g, new->next, root) : NULL;
        if (update)
            vec_push(&new->after, update);
    }
}

Node *graph_replace(Graph *g, Node **taken, int ntaken, const Stm *stm, int n)
{
    Node *last = taken[ntaken - 1], *first = NULL, *prev;
    g->body = NULL;
    if (ntaken > 1) {
        graph_path(g, taken[0], last);
        move_between(g, last);
    }
    for (int i = 0; i < ntaken; i++)
        unlink_node(g, taken[i]);
    prev = last->prev;
    for (int i = 0; i < n; i++) {
        Node *new = node_new(g, stm[i]);
        link_after(g, prev, new);
        order_reads(g, new);
        first = first ? first : new;
        prev = new;
    }
    for (int i = 0; i < ntaken; i++) {
        taken[i]->dead = true;
        taken[i]->into = first;
        for (int k = 0; k < taken[i]->after.n && first; k++)
            vec_push(&first->after, taken[i]->after.at[k]);
    }
    for (int i = 0; i < ntaken; i++)
        for (int k = 0; k < taken[i]->nfree; k++)
            sweep(g, graph_home(g, taken[i]->free[k]));
    return first;
}

/* ---- partners ----------------------------------------------------------- */

enum { NEIGHBOURS = 16 };

typedef struct {
    Graph *g;
    Node *n;
    Asks *ask;
    void *arg;
    int mark;                  /* of those that were asked: asking may walk the graph */
    int left;                  /* of those that read the same, to be asked */
} Partners;

/* False at the first that says so; each is asked once. */
static bool ask(const Partners *p, Node *other)
{
    if (!other || other == p->n || other->dead || other->pos > p->n->pos
        || other->asked == p->mark)
        return true;
    other->asked = p->mark;
    return p->ask(other, p->arg);
}

/* Those that read v before n does, the nearest first. */
static bool ask_readers(Partners *p, const Var *v)
{
    Nodes *us = v->type->rank ? users_of(p->g, v) : NULL;
    bool more = true;
    for (int i = us ? users_before(us, p->n) - 1 : -1; more && i >= 0 && p->left > 0; i--) {
        p->left--;
        more = ask(p, us->at[i]);
    }
    return more;
}

void graph_partners(Graph *g, Node *n, Nearness most, Asks *f, void *arg)
{
    Partners p = { g, n, f, arg, ++g->marks, NEIGHBOURS };
    bool more = true;
    for (int i = 0; i < n->nfree && more; i++)
        more = ask(&p, graph_home(g, n->free[i]));
    for (int i = 0; i < n->nfree && more && most >= PARTNERS_BESIDE; i++) {
        Node *home = graph_home(g, n->free[i]);
        more = ask_readers(&p, n->free[i]);
        for (int k = 0; home && k < home->stm.nvars && more; k++)
            more = ask_readers(&p, home->stm.var[k]);
    }
    for (Node *o = most == PARTNERS_ALL ? n->prev : NULL; o && more; o = o->prev)
        more = ask(&p, o);
}
