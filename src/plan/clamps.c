/*
 * clamps.c -- numbers of elements that are clamped, such as max(n, 0) of an iota of n.
 *
 * The sizes of scratch memory contain them many times. Each gets a name at the start of the entry
 * point; a variable of the program's that has this value is that name.
 */
#include "lower.h"

static const Var *clamped(const Core *n)
{
    const Core *a = n->op == OP_MAX ? n->g[0].at[0] : NULL, *b = a ? n->g[1].at[0] : NULL;
    return !a ? NULL : is_const(a) && b->op == OP_VAR ? b->var
         : is_const(b) && a->op == OP_VAR ? a->var : NULL;
}

/* Their operands may have either order. */
bool is_same_clamp(const Core *a, const Core *b)
{
    const Var *v = clamped(a);
    if (!v || v != clamped(b))
        return false;
    int x = is_const(a->g[1].at[0]), y = is_const(b->g[1].at[0]);
    return core_equal(a->g[x].at[0], b->g[y].at[0]);
}

static void note_clamps(Core *n, void *clamps)
{
    Clamps *all = clamps;
    int i = 0;
    if (!clamped(n)) {
        core_each(n, note_clamps, clamps);
        return;
    }
    while (i < all->n && !is_same_clamp(all->at[i].exp, n))
        i++;
    if (i == all->n)
        vec_push(all, ((Clamp){ NULL, n, 0 }));
    all->at[i].uses++;
}

/* The variable of the body that has the value; it is bound here no more. Or a new one. */
static Var *clamp_var(Block *body, const Core *exp)
{
    const char *name = name_joined(clamped(exp)->name, "clamped");
    for (int i = 0; i < body->n; i++) {
        Stmt *s = body->at[i];
        if (s->kind != S_LET || !is_same_clamp(s->exp, exp))
            continue;
        for (int k = i; k < body->n - 1; k++)
            body->at[k] = body->at[k + 1];
        body->n--;
        s->var->name = name;
        return s->var;
    }
    return MAKE(Var, .name = name, .type = type_of(exp), .invented = true);
}

void name_clamps(Entry *e)
{
    Clamps all = { 0 };
    for (int i = 0; i < e->nslots; i++)
        note_clamps(e->slot[i].first->count, &all);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].uses > 1) {
            all.at[i].var = clamp_var(&e->body, all.at[i].exp);
            vec_push(&e->clamps, all.at[i]);
        }
}
