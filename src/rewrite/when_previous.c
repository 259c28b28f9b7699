/*
 * when_previous.c -- what is read of an array at a position, or at the one before it, where
 * there is one.
 */
#include "rewrite.h"

typedef struct {
    const Call *call;
    Subst *subst;              /* what was read, to the element */
    bool here;                 /* read at the position itself */
    int found;
} Previous;

static bool is_number(const Core *e, int64_t value)
{
    return is_const(e) && e->value.i == value;
}

static bool is_position(const Previous *p, const Core *e)
{
    return core_equal(e, p->call->arg[1].at[0]);
}

/* e is i - 1; or that modulo the length n, which is the same where i is not 0. */
static bool is_before(const Previous *p, Core *e, const Core *n)
{
    const Core *d = world_def(p->call->m->world, e);
    if (d && d->op == OP_MOD && n && core_equal(d->g[1].at[0], n))
        e = d->g[0].at[0];
    e = core_prim2(OP_SUB, e, p->call->arg[1].at[0]);
    return is_number(range_spelled(p->call->m->world->range, e), -1);
}

/* The branch of a choice, 1 or 2, in which the position is not 0; 0: nobody knows. */
static int beyond_first(const Previous *p, const Core *choice)
{
    const Core *test = world_def(p->call->m->world, choice->g[0].at[0]);
    if (!test || ops[test->op].ngroups != 2 || !is_position(p, test->g[0].at[0])
        || !is_number(test->g[1].at[0], 0))
        return 0;
    return test->op == OP_EQ ? 2 : test->op == OP_NE || test->op == OP_GT ? 1 : 0;
}

/* From binding `from` on, v is used only where the position is not 0. */
static bool used_beyond(const Previous *p, const Core *body, int from, const Var *v)
{
    for (int i = 0; i < body->g[0].n; i++)
        if (is_var(body->g[0].at[i], v))
            return false;
    for (int i = from; i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        int branch = e->op == OP_IF ? beyond_first(p, e) : 0;
        if (core_uses(branch ? e->g[3 - branch].at[0] : e, v))
            return false;
    }
    return true;
}

static bool is_read_there(Previous *p, const Stm *s)
{
    const Core *e = s->exp;
    int k = e->op == OP_INDEX && e->g[1].n == 1 ? position_in(p->call->arg[2], e->g[0].at[0]) : -1;
    if (k < 0 || k >= p->call->arg[3].n || !is_atom(e->g[1].at[0]))
        return false;
    if (!(p->here ? is_position(p, e->g[1].at[0])
                  : is_before(p, e->g[1].at[0], type_of(e->g[0].at[0])->dim[0])))
        return false;
    Var *element = p->call->arg[3].at[k]->var;
    element->type = s->var[0]->type;
    subst_add(p->subst, s->var[0], core_var(element));
    return ++p->found;
}

/* The body without these reads; `beyond`: the position is not 0. */
static Core *without_reads(Previous *p, const Core *body, bool beyond)
{
    Stms stms = { 0 };
    for (int i = 0; i < body->nstms; i++) {
        Stm s = body->stm[i];
        bool one = s.nvars == 1;
        if (one && (p->here || beyond || used_beyond(p, body, i + 1, s.var[0]))
            && is_read_there(p, &s))
            continue;
        if (s.exp->op == OP_IF) {
            int branch = beyond_first(p, s.exp);
            Core *choice = core_copy_node(s.exp);
            for (int g = 1; g <= 2; g++)
                core_set1(choice, g, without_reads(p, s.exp->g[g].at[0], beyond || g == branch));
            s.exp = choice;
        }
        vec_push(&stms, s);
    }
    return core_body(stms.at, stms.n, body->g[0].at, body->g[0].n);
}

static bool make_with_elements(Call *c, bool here)
{
    Previous p = { .call = c, .subst = subst_new(), .here = here };
    Core *e = body_of_exp(c->arg[0].at[0], NULL);
    if (c->arg[2].n < c->arg[3].n)
        return no(c, "%d arrays, and %d elements", c->arg[2].n, c->arg[3].n);
    for (int i = 0; i < c->arg[3].n; i++)
        if (c->arg[3].at[i]->op != OP_VAR)
            return no(c, "%s is no name", core_str(c->arg[3].at[i]));
    e = without_reads(&p, e, false);
    if (!p.found && !here)
        return no(c, "it does not read the element before");
    return yields(c, core_subst(e, p.subst));
}

/* previous e i ys.. as..: e, in which element i - 1 of ys.. is as.., if there is one. */
bool make_previous(Call *c)
{
    return make_with_elements(c, false);
}

/* own e i ys.. as..: e, in which element i of ys.. is as... */
bool make_own(Call *c)
{
    return make_with_elements(c, true);
}
