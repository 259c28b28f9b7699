/*
 * reach.c -- how large a variable of a loop or branch becomes at most.
 *
 * An array that grows in a loop is asked for before the loop's body is
 * lowered; so its size is worked out from core: what a round adds to it, or
 * what it cannot exceed whatever it was before.
 */
#include "lower.h"

/* At most v + over, or at most `most`, whichever is greater; each may be
   missing. Both missing: nothing is known. */
typedef struct {
    Core *over, *most;
} Reach;

typedef struct {
    Lower *l;
    const Core *body[8];       /* the bodies we are in, outermost first */
    int nbodies;
    const Var *v;              /* the variable of the loop; null in a branch */
} Inside;

static const Reach nothing;

static Reach reach(Inside *p, const Core *e);

static Core *larger(const Inside *p, Core *a, Core *b)
{
    const Ranges *r = p->l->facts->range;
    return !a ? b : !b || surely_at_most(r, b, a) ? a : surely_at_most(r, a, b) ? b
         : tree_op(OP_MAX, a, b);
}

static bool is_nothing(Reach r)
{
    return !r.over && !r.most;
}

static Reach either(const Inside *p, Reach a, Reach b)
{
    return is_nothing(a) || is_nothing(b) ? nothing
         : (Reach){ larger(p, a.over, b.over), larger(p, a.most, b.most) };
}

/* a + b, of which one does not speak of v. */
static Reach sum(Reach a, Reach b)
{
    if (is_nothing(a) || is_nothing(b) || (a.over && b.over))
        return nothing;
    Reach moving = a.over ? a : b, fixed = a.over ? b : a;
    return (Reach){ moving.over ? tree_add(moving.over, fixed.most) : NULL,
                    moving.most ? tree_add(moving.most, fixed.most) : NULL };
}

static Reach less(Reach a, const Core *by)
{
    if (is_nothing(a) || !is_const(by))
        return nothing;
    return (Reach){ a.over ? tree_sub(a.over, (Core *)by) : NULL,
                    a.most ? tree_sub(a.most, (Core *)by) : NULL };
}

/* ---- definitions ----------------------------------------------------------- */

static const Stm *definition(const Inside *p, const Var *v, int *k)
{
    for (int b = p->nbodies - 1; b >= 0; b--)
        for (int s = 0; s < p->body[b]->nstms; s++)
            for (*k = 0; *k < p->body[b]->stm[s].nvars; ++*k)
                if (p->body[b]->stm[s].var[*k] == v)
                    return &p->body[b]->stm[s];
    return NULL;
}

/* A slice of that many elements is no longer than what it is taken from. */
static Reach of_slice(Inside *p, const Var *v)
{
    for (int b = 0; b < p->nbodies; b++)
        for (int s = 0; s < p->body[b]->nstms; s++) {
            const Core *e = p->body[b]->stm[s].exp;
            for (int d = 0; e->op == OP_INDEX && d < e->g[1].n; d++) {
                const Core *span = e->g[1].at[d];
                if (span->op != OP_SPAN || !is_var(span->g[1].at[0], v))
                    continue;
                Reach r = reach(p, type_of(e->g[0].at[0])->dim[d]);
                if (!is_nothing(r))
                    return r;
            }
        }
    return nothing;
}

static Reach of_branches(Inside *p, const Core *e, int k)
{
    Reach r[2];
    for (int b = 0; b < 2; b++) {
        const Core *body = e->g[b + 1].at[0];
        if (p->nbodies == 8)
            return nothing;
        p->body[p->nbodies++] = body;
        r[b] = reach(p, body->g[0].at[k]);
        p->nbodies--;
    }
    return either(p, r[0], r[1]);
}

/* Variable k of a loop, after any number of rounds. */
static Reach of_loop(Inside *p, const Core *loop, int k)
{
    const Core *body = loop->g[2].at[0];
    if (p->nbodies == 8)
        return nothing;
    Reach first = reach(p, loop->g[0].at[k]);
    Inside in = *p;
    in.v = loop->bind[k];
    in.body[in.nbodies++] = body;
    Reach round = reach(&in, body->g[0].at[k]);
    int64_t by;
    if (is_nothing(first) || is_nothing(round))
        return nothing;
    Reach r = first;
    if (round.most)
        r.most = larger(p, r.most, round.most);
    if (!round.over || (size_const(round.over, &by) && by <= 0))
        return r;
    Reach rounds = loop->op == OP_LOOP ? reach(p, loop->g[1].at[0]) : nothing;
    if (!rounds.most || rounds.over)
        return nothing;
    Core *grown = tree_mul(round.over, tree_op(OP_MAX, rounds.most, core_i64(0)));
    if (surely_natural(p->l->facts->range, rounds.most))
        grown = tree_mul(round.over, rounds.most);
    return sum(r, (Reach){ NULL, grown });
}

static Reach of_var(Inside *p, Var *v)
{
    int k;
    if (v == p->v)
        return (Reach){ core_i64(0), NULL };
    const Stm *s = definition(p, v, &k);
    if (!s) {
        Core *tree = table_get(p->l->facts->tree, v);
        return (Reach){ NULL, most_of(p->l, tree ? tree : core_var(v)) };
    }
    const Core *e = s->exp;
    Reach r = e->op == OP_ASSERT ? reach(p, e->g[1].at[k])
            : e->op == OP_IF ? of_branches(p, e, k)
            : e->op == OP_LOOP || e->op == OP_WHILE ? of_loop(p, e, k) : reach(p, e);
    return is_nothing(r) ? of_slice(p, v) : r;
}

static Reach reach(Inside *p, const Core *e)
{
    Reach a, b;
    switch (e->op) {
    case OP_CONST: return (Reach){ NULL, (Core *)e };
    case OP_VAR: return of_var(p, e->var);
    case OP_ADD: return sum(reach(p, e->g[0].at[0]), reach(p, e->g[1].at[0]));
    case OP_SUB: return less(reach(p, e->g[0].at[0]), e->g[1].at[0]);
    case OP_MAX: return either(p, reach(p, e->g[0].at[0]), reach(p, e->g[1].at[0]));
    case OP_MIN:
        a = reach(p, e->g[0].at[0]);
        b = reach(p, e->g[1].at[0]);
        return is_nothing(a) ? b : a;
    case OP_MUL: {
        a = reach(p, e->g[0].at[0]);
        b = reach(p, e->g[1].at[0]);
        bool fixed = a.most && b.most && !a.over && !b.over
                  && surely_natural(p->l->facts->range, a.most)
                  && surely_natural(p->l->facts->range, b.most);
        return fixed ? (Reach){ NULL, tree_mul(a.most, b.most) } : nothing;
    }
    default: return nothing;
    }
}

/* ---- before a loop, before a branch ---------------------------------------- */

/* An array beside it is as long as it says. */
static bool is_size(Var *const *var, int n, const Var *v)
{
    for (int k = 0; k < n; k++)
        for (int d = 0; d < var[k]->type->rank; d++)
            if (core_uses(var[k]->type->dim[d], v))
                return true;
    return false;
}

void note_reach(Lower *l, const Stm *s)
{
    const Core *e = s->exp;
    for (int k = 0; k < s->nvars; k++) {
        Inside p = { .l = l };
        if (!is_size(s->var, s->nvars, s->var[k])
            && (e->op == OP_IF || !is_size(e->bind, e->nbinds, e->bind[k])))
            continue;
        Reach r = e->op == OP_IF ? of_branches(&p, e, k) : of_loop(&p, e, k);
        if (!r.most || r.over)
            continue;
        range_most(l->facts->range, s->var[k], r.most);
        if (e->op != OP_IF)
            range_most(l->facts->range, e->bind[k], r.most);
    }
}
