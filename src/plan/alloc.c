/*
 * alloc.c -- pass: which memory variables get, and how long it is needed.
 *
 * A variable gets memory of its own unless it stands for an operand's: what is changed in
 * place, and what is the same array, share an allocation, a view has that which it is
 * of. The life of an allocation lasts from the binding that bears it to the last one that
 * uses it. What follows from that is asked while code is made:
 *
 *   results of a body     are made where the body's results must be (Alloc.place)
 *   what a loop carries   is changed in place, or has two buffers that change places; the
 *                         first is what it begins with, if that dies there
 *   sizes that change     each round or branch gives its memory to the variable (moves)
 *   sizes that data tell  the caller gets the memory of the result, without a copy
 *
 * Scratch memory is shared by what is never needed at the same time: see slots.c.
 */
#include "alloc.h"

#include "uses.h"

struct Allocs {
    Table *of;                 /* Var to Alloc */
    const Places *places;
    const InHand *now;         /* in the innermost body */
    bool host;                 /* the host runs it */
    VEC(Alloc *) moves;
};

Alloc *alloc_of(const Allocs *a, const Var *v)
{
    return table_get(a->of, v);
}

bool alloc_dies(const Alloc *a, const Stm *s)
{
    return a && a->last == s && a->uses == 1;
}

void alloc_give(Alloc *a)
{
    for (bool dies = true; a && dies && !a->given; a = a->from) {
        a->given = true;
        dies = alloc_dies(a->from, a->loop);
    }
}

/* ---- variables ------------------------------------------------------------- */

static Alloc *alloc_of_atom(const Allocs *a, const Core *atom)
{
    return atom && atom->op == OP_VAR ? table_get(a->of, atom->var) : NULL;
}

static Alloc *bind_alloc(Allocs *a, const Var *v, Alloc *of)
{
    Alloc *own = MAKE(Alloc, .now = a->now, .of = of);
    table_put(a->of, v, own);
    return own;
}

Alloc *alloc_of_result(const Allocs *a, const Core *body, int k)
{
    Alloc *r = alloc_of_atom(a, body->g[0].at[k]);
    int result;
    return r && binding_of(body, body->g[0].at[k]->var, &result) ? r : NULL;
}

Var *common_root(const Stm *s, int k)
{
    if (s->exp->op != OP_IF || !s->var[k]->type->rank)
        return NULL;
    const Core *a = s->exp->g[1].at[0], *b = s->exp->g[2].at[0];
    Var *x = root_of(a, a->g[0].at[k]), *y = root_of(b, b->g[0].at[k]);
    return x == y ? x : NULL;
}

static void note_parts(Allocs *a, const Stm *s)
{
    for (int i = 0; i < s->exp->g[0].n; i++) {
        Alloc *p = alloc_of_atom(a, s->exp->g[0].at[i]);
        if (p && !p->of && !p->loop && p->now == a->now)
            p->part = s;
    }
}

/* Result k of the binding: the memory in which its rows are made; the same as an operand's
   of the same body, or as what a loop carries; part of another's; or memory of its own. */
static void bind_result(Allocs *a, const Stm *s, int k)
{
    const Core *e = s->exp;
    Var *root = common_root(s, k);
    Alloc *same = root ? table_get(a->of, root) : alloc_of_atom(a, replaced(e, k));
    int view = op_group(e->op, '~');
    Alloc *rows = e->op == OP_JOIN || e->op == OP_WEAVE ? alloc_of_atom(a, e->g[1].at[0]) : NULL;
    Alloc *columns = e->op == OP_REARRANGE ? alloc_of_atom(a, e->g[0].at[0]) : NULL;
    Alloc *whole = e->op == OP_RESHAPE ? alloc_of_atom(a, e->g[view].at[0]) : NULL;
    if (whole && !whole->of && !whole->loop && whole->now == a->now)
        whole->shaped = s;
    if (e->op == OP_CONCAT)
        note_parts(a, s);
    Alloc *value = e->placed ? alloc_of_atom(a, e->g[2].at[0]) : NULL;
    if (value && !value->of && !value->loop && value->now == a->now)
        value->put = s;
    if (rows && !rows->of) {
        rows->joined = s;
        rows->of = bind_alloc(a, s->var[k], NULL);
    } else if (columns && columns->beside && !columns->of && columns->now == a->now) {
        columns->turned = s;
        columns->of = bind_alloc(a, s->var[k], NULL);
    } else if (same && same->now == a->now) {
        table_put(a->of, s->var[k], same);
    } else if (!same && e->nbinds && is_loop(e)) {
        table_put(a->of, s->var[k], table_get(a->of, e->bind[k]));
    } else {
        bind_alloc(a, s->var[k], same || view < 0 ? same : alloc_of_atom(a, e->g[view].at[0]))
            ->beside = (e->op == OP_IF || e->op == OP_SEGSCAN) && has_attribute(s, "turned");
    }
}

/* The size of the array is one of these variables, or computed from them. */
static bool sized_by(const Type *t, Var *const *v, int n)
{
    for (int d = 0; d < t->rank; d++)
        for (int k = 0; k < n; k++)
            if (t->dim[d] && core_uses(t->dim[d], v[k]))
                return true;
    return false;
}

static void bind_carried(Allocs *a, const Stm *s, int k)
{
    const Core *e = s->exp;
    Alloc *from = alloc_of_atom(a, e->g[0].at[k]);
    bool same = in_place(e, k);
    Alloc *own = bind_alloc(a, e->bind[k], same ? from : NULL);
    own->from = same ? NULL : from;
    own->loop = s;
    own->moves = a->host && !same && sized_by(e->bind[k]->type, e->bind, e->nbinds);
}

/* Bodies give their arrays to what moves. */
static void note_moves(Allocs *a, const Stm *s)
{
    const Core *e = s->exp;
    bool branch = e->op == OP_IF;
    for (int k = 0; k < s->nvars && (branch || e->nbinds); k++) {
        Alloc *r = table_get(a->of, branch ? s->var[k] : e->bind[k]);
        if (branch && common_root(s, k))
            continue;
        if (branch)
            r->moves = a->host && sized_by(s->var[k]->type, s->var, s->nvars);
        if (!r->moves)
            continue;
        vec_push(&a->moves, r);
        for (int b = branch ? 1 : 2; b <= 2; b++)
            vec_push(&a->moves, alloc_of_result(a, e->g[b].at[0], k));
    }
}

/* ---- the walk -------------------------------------------------------------- */

static void walk(Core *n, void *allocs);

static void walk_stm(Allocs *a, const Stm *s)
{
    const Core *e = s->exp;
    bool host = a->host, loop = is_loop(e);
    a->host = host && ops[e->op].kind == K_CONTROL && site_of(a->places, s) == ON_HOST;
    for (int k = 0; loop && k < e->nbinds; k++)
        bind_carried(a, s, k);
    core_each(e, walk, a);
    for (int k = 0; k < s->nvars; k++)
        bind_result(a, s, k);
    note_moves(a, s);
    a->host = host;
}

static void walk_body(Allocs *a, const Core *body)
{
    const InHand *outer = a->now;
    InHand *now = NEW(InHand);
    now->body = body;
    a->now = now;
    for (int i = 0; i < body->nstms; i++) {
        now->stm = &body->stm[i];
        walk_stm(a, now->stm);
    }
    now->stm = NULL;
    for (int k = 0; k < body->g[0].n; k++)
        walk(body->g[0].at[k], a);
    a->now = outer;
}

static void walk(Core *n, void *allocs)
{
    Allocs *a = allocs;
    Alloc *used = alloc_of_atom(a, n);
    for (; used; used = used->of) {
        used->uses = used->last == used->now->stm ? used->uses + 1 : 1;
        used->last = used->now->stm;
    }
    if (n->op == OP_BODY)
        walk_body(a, n);
    else
        core_each(n, walk, a);
}

void alloc_in(Allocs *a, const Core *n)
{
    a->host = a->places && n->op == OP_BODY;
    walk((Core *)n, a);
    for (int i = 0; i < a->moves.n; i++)
        alloc_give(a->moves.at[i]);
    a->moves.n = 0;
}

static void forget(Core *n, void *allocs)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++) {
            Alloc *a = alloc_of(allocs, n->stm[i].var[k]);
            if (a)
                a->place = NULL;
        }
    core_each(n, forget, allocs);
}

void alloc_forget(Allocs *a, const Core *n)
{
    core_each(n, forget, a);
}

Allocs *allocs_new(const Places *places)
{
    return MAKE(Allocs, .of = table_new(), .places = places);
}
