/*
 * check_causality.c -- no type needs a size before it is computed.
 *
 * Sizes of results that are known at run time only are arguments of the
 * functions that work on them: in `length <| filter p xs` the left side comes
 * first, and needs the size that the right side makes. Arguments come before
 * their function, the last one first; what one part of an expression computes
 * is not known in the others that may come before it.
 */
#include "checker.h"

typedef VEC(const Span *) Spans;

static struct {
    Table *somewhere;          /* spans of the definition that compute sizes */
    Spans known;               /* those that have done so, and can be seen */
    const Exp *by;
} causality;

static bool is_known(const Span *s)
{
    for (int i = causality.known.n - 1; i >= 0; i--)
        if (causality.known.at[i] == s)
            return true;
    return false;
}

static bool demand_leaf(TySize *leaf, void *arg)
{
    (void)arg;
    bool later = leaf->kind == SIZE_UNKNOWN && leaf->span
              && table_has(causality.somewhere, leaf->span) && !is_known(leaf->span);
    if (!later)
        return false;
    error_at(causality.by->span, ERR_CAUSALITY, "the type of this, %s, needs a size that is "
             "computed later; compute it before, with 'let'", ty_str(causality.by->ty));
    note_at(leaf->span, "the size is computed here");
    return true;
}

static void demand_size(TySize **size, void *failed)
{
    if (!*(bool *)failed)
        *(bool *)failed = tysize_mentions(*size, demand_leaf, NULL);
}

/* All sizes in the type, those of parameters and results too. */
static void demand(const Exp *by, Ty *t, bool *failed)
{
    t = ty_resolve(t);
    causality.by = by;
    if (t->kind != TY_FUN) {
        ty_each_size(t, demand_size, failed);
        return;
    }
    demand(by, t->part[0], failed);
    demand(by, t->part[1], failed);
}

static void walk(Exp *e);

/* Parts that do not see what the others compute; all that follows does. */
static void walk_apart(Exp *const *part, int n)
{
    int start = causality.known.n;
    Spans after = {0};
    for (int i = 0; i < n; i++) {
        if (part[i])
            walk(part[i]);
        vec_append(&after, causality.known.at + start, causality.known.n - start);
        causality.known.n = start;
    }
    vec_append(&causality.known, after.at, after.n);
}

/* What is computed inside stays there. */
static void walk_inside(Exp *e)
{
    int start = causality.known.n;
    walk(e);
    causality.known.n = start;
}

/* Operands are computed from left to right, arguments from right to left. */
static void walk_apply(Exp *e)
{
    bool infix = exp_is_infix(e);
    int last = e->exp.n - 1;
    for (int i = 0; i < last; i++)
        walk(e->exp.at[infix ? i + 1 : last - i]);
    walk(e->exp.at[0]);
}

/* The sizes that change from round to round are known inside. */
static void walk_loop(Exp *e)
{
    walk(e->exp.at[0]);
    int start = causality.known.n;
    vec_push(&causality.known, e->span);
    walk_apart(e->exp.at + 1, e->exp.n - 1);
    causality.known.n = start;
}

static void walk_lets(Exp *e)
{
    for (; exp_is_let(e); e = e->exp.at[1])
        if (e->kind == E_LET_FUN)
            walk_inside(e->dec->body);
        else
            walk(e->exp.at[0]);
    walk(e);
}

static void walk_kind(Exp *e)
{
    bool failed = false;
    switch (e->kind) {
    case E_LET: case E_LET_FUN: walk_lets(e); break;
    case E_APPLY: walk_apply(e); break;
    case E_LOOP: walk_loop(e); break;
    case E_NAME:
        if (e->ty && ty_resolve(e->ty)->kind == TY_FUN)
            demand(e, e->ty, &failed);
        break;
    case E_LAMBDA:
        for (int i = 0; i < e->pat.n; i++)
            demand(e, e->pat.at[i]->ty, &failed);
        walk_inside(e->exp.at[0]);
        break;
    case E_HOLE:
        demand(e, e->ty, &failed);
        break;
    case E_IF: case E_MATCH:
        walk(e->exp.at[0]);
        walk_apart(e->exp.at + 1, e->exp.n - 1);
        break;
    default:
        if (e->kind == E_ARRAY && !e->exp.n)
            demand(e, e->ty, &failed);
        walk_apart(e->exp.at, e->exp.n);
    }
}

static void walk(Exp *e)
{
    walk_kind(e);
    vec_push(&causality.known, e->span);
}

static void note_span(Exp **e, void *arg)
{
    table_put(causality.somewhere, (*e)->span, (void *)1);
    exp_each(*e, note_span, arg);
    if ((*e)->kind == E_LET_FUN && (*e)->dec->body)
        note_span(&(*e)->dec->body, arg);
}

void check_causality(const Dec *d)
{
    Exp *body = d->body;
    causality.somewhere = table_new();
    causality.known.n = 0;
    note_span(&body, NULL);
    walk(body);
}
