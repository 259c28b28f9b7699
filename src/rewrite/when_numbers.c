/* when_numbers.c -- rows of few numbers, and lists of what is done with each of them. */
#include "rewrite.h"

enum { MOST = 16,              /* numbers that a thread has at hand, for each operand */
       MOST_LISTED = 8 };      /* elements of a list of which each is taken apart */

/* one-by-one n: in an operator on numbers; or n are few, in what a fold that is mapped folds. */
bool ask_one_by_one(Call *c)
{
    const World *w = c->m->world;
    int64_t n;
    if (w->in_operator)
        return true;
    if (!w->in_fold)
        return no(c, "it is in no operator on numbers, nor in a fold within a map");
    return (size_const(c->arg[0].at[0], &n) && n <= constant_of(w, "few_elements"))
        || no(c, "there are more than a few elements");
}

static bool is_listed(const World *w, const Core *a)
{
    const Core *def = a->op == OP_VAR ? world_def(w, a) : NULL;
    return def && def->op == OP_ARRAY && def->g[0].n <= MOST_LISTED;
}

static bool reads_list(const Core *n, void *world)
{
    return n->op == OP_INDEX && is_listed(world, n->g[0].at[0]);
}

static bool repeats(const Core *n) { return rounds_of(n) != NULL; }

/* listed F: F takes or reads a short list that the program writes out, and repeats nothing. */
bool ask_listed(Call *c)
{
    const Core *f = c->arg[0].at[0], *body = f->g[0].at[0];
    bool found = core_any(body, reads_list, c->m->world);
    int64_t n;
    for (int i = 0; i < f->g[1].n; i++)
        found |= is_listed(c->m->world, f->g[1].at[i]);
    if (!size_const(f->g[2].at[0], &n) || n > MOST_LISTED)
        return no(c, "there are more elements, or nobody knows how many");
    if (core_some(body, repeats))
        return no(c, "something is repeated for each element");
    return found || no(c, "it takes no list that is written out");
}

bool is_few(const World *w, const Type *t)
{
    int64_t n;
    return !t->rank || (t->rank == 1 && t->dim[0] && size_const(t->dim[0], &n)
                        && n <= constant_of(w, "few_elements"));
}

bool ask_vector(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (type_of(c->arg[0].at[i])->rank != 1)
            return no(c, "%s has another number of dimensions", core_str(c->arg[0].at[i]));
    return true;
}

bool ask_long(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Type *t = type_of(c->arg[0].at[i]);
        if (!t->rank || !t->dim[0] || !size_equal(t->dim[0], c->arg[1].at[0]))
            return no(c, "%s has another length", core_str(c->arg[0].at[i]));
    }
    return true;
}

bool ask_narrow(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            if (!is_few(c->m->world, type_of(c->arg[a].at[i])))
                return no(c, "%s is more than a few numbers", core_str(c->arg[a].at[i]));
    return true;
}

static bool is_narrow_inside(World *w, const Core *e)
{
    bool all = true;
    for (int i = 0; i < e->ntypes && all; i++)
        all = is_few(w, e->type[i]);
    for (int i = 0; e->op == OP_BODY && i < e->nstms && all; i++)
        all = is_narrow_inside(w, e->stm[i].exp);
    for (int k = 0; k < ops[e->op].ngroups && e->op != OP_INDEX; k++)
        for (int i = 0; i < e->g[k].n && all; i++)
            all = is_narrow_inside(w, e->g[k].at[i]);
    return all;
}

bool ask_narrow_inside(Call *c)
{
    return is_narrow_inside(c->m->world, c->arg[0].at[0]) || no(c, "it has larger arrays");
}

bool ask_numbers(Call *c)
{
    int64_t all = 0;
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            all += type_numbers(type_of(c->arg[a].at[i]), MOST);
    return all <= MOST || no(c, "there are more, or nobody knows how many");
}

bool get_positions(Call *c)
{
    int64_t n;
    if (!size_const(c->arg[0].at[0], &n) || n < 1 || n > MOST)
        return no(c, "%s is no such number", core_str(c->arg[0].at[0]));
    for (int64_t i = 0; i < n; i++)
        c->out = kids_join(c->out, one(core_i64(i)));
    return true;
}

bool get_nth(Call *c)
{
    const Core *k = c->arg[1].at[0];
    bool one = c->arg[0].n == 1;
    if (!one && (!is_const(k) || k->value.i < 0 || k->value.i >= c->arg[0].n))
        return no(c, "there is no element %s", core_str(k));
    return yields(c, c->arg[0].at[one ? 0 : k->value.i]);
}

/* fold op a b..: op applied to a and the first of b.., to that and the second, and so on. */
bool make_fold(Call *c)
{
    const Core *op = c->arg[0].at[0];
    Kids xs = c->arg[2];
    Stms stms = { 0 };
    if (op->nbinds != 2)
        return no(c, "the operator is not on single values");
    Core *r = c->arg[1].at[0];
    for (int i = 0; i < xs.n; i++) {
        Subst *operands = subst_new();
        subst_add(operands, op->bind[0], r);
        subst_add(operands, op->bind[1], xs.at[i]);
        Core *body = core_rename(core_subst(op->g[0].at[0], operands));
        vec_append(&stms, body->stm, body->nstms);
        r = body->g[0].at[0];
    }
    return yields(c, stms_body1(&stms, r));
}
