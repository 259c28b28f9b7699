/*
 * check_causality.c -- no type needs a size before it is computed.
 *
 * Sizes of results that are known at run time only are arguments of the
 * functions that work on them: in `length <| filter p xs` the left side comes
 * first, and needs the size that the right side makes. Arguments come before
 * their function, the last one first.
 */
#include "checker.h"

typedef struct { const TySize *size; const Exp *by; } Demand;

typedef struct {
    VEC(Demand) demand;        /* sizes that are not computed yet */
    const Exp *by;
} Walk;

static bool add_demand(TySize *leaf, void *arg)
{
    Walk *w = arg;
    if (leaf->kind == SIZE_UNKNOWN && leaf->span)
        vec_push(&w->demand, ((Demand){ leaf, w->by }));
    return false;
}

static void demand_size(TySize **size, void *arg)
{
    tysize_mentions(*size, add_demand, arg);
}

/* All sizes in the type, those of parameters and results too. */
static void demand(Walk *w, const Exp *by, Ty *t)
{
    t = ty_resolve(t);
    w->by = by;
    if (t->kind != TY_FUN) {
        ty_each_size(t, demand_size, w);
        return;
    }
    demand(w, by, t->part[0]);
    demand(w, by, t->part[1]);
}

/* Here the sizes that come from e are computed. */
static void computed(Walk *w, const Exp *e)
{
    for (int i = 0; i < w->demand.n; i++) {
        const Demand *d = &w->demand.at[i];
        if (d->size->span != e->span)
            continue;
        error_at(d->by->span, ERR_CAUSALITY, "the type of this, %s, needs a size that is computed "
                 "later; compute it before, with 'let'", ty_str(d->by->ty));
        note_at(e->span, "the size is computed here");
        w->demand.n = 0;
    }
}

static void walk(Walk *w, Exp *e);

static void walk_part(Exp **part, void *w)
{
    walk(w, *part);
}

/* Operands are computed from left to right, arguments from right to left. */
static void walk_apply(Walk *w, Exp *e)
{
    bool infix = exp_is_infix(e);
    int last = e->exp.n - 1;
    for (int i = 0; i < last; i++)
        walk(w, e->exp.at[infix ? i + 1 : last - i]);
    walk(w, e->exp.at[0]);
}

/* The sizes that change from round to round are known inside. */
static void walk_loop(Walk *w, Exp *e)
{
    walk(w, e->exp.at[0]);
    int before = w->demand.n, n = before;
    walk(w, e->exp.at[2]);
    walk(w, e->exp.at[1]);
    for (int i = before; i < w->demand.n; i++)
        if (w->demand.at[i].size->span != e->span)
            w->demand.at[n++] = w->demand.at[i];
    w->demand.n = n < w->demand.n ? n : w->demand.n;
}

static void walk_lets(Walk *w, Exp *e)
{
    for (; exp_is_let(e); e = e->exp.at[1])
        walk(w, e->kind == E_LET_FUN ? e->dec->body : e->exp.at[0]);
    walk(w, e);
}

static void walk(Walk *w, Exp *e)
{
    switch (e->kind) {
    case E_LET: case E_LET_FUN:
        walk_lets(w, e);
        return;
    case E_NAME:
        if (e->ty && ty_resolve(e->ty)->kind == TY_FUN)
            demand(w, e, e->ty);
        return;
    case E_LAMBDA:
        for (int i = 0; i < e->pat.n; i++)
            demand(w, e, e->pat.at[i]->ty);
        break;
    case E_ARRAY:
        if (!e->exp.n)
            demand(w, e, e->ty);
        break;
    case E_APPLY:
        walk_apply(w, e);
        computed(w, e);
        return;
    case E_LOOP:
        walk_loop(w, e);
        computed(w, e);
        return;
    default:
        break;
    }
    exp_each(e, walk_part, w);
    computed(w, e);
}

void check_causality(const Dec *d)
{
    Walk w = {0};
    walk(&w, d->body);
}
