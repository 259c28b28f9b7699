/* mapping.c -- values of metavariables; lambdas together with their arrays. */
#include "rewrite.h"

#include <string.h>

/* ---- values ------------------------------------------------------------- */

Kids *env_get(const Env *e, const char *name)
{
    for (int i = 0; i < e->n; i++)
        if (e->at[i].name == name)
            return &e->at[i].val;
    return NULL;
}

void env_put(Env *e, const char *name, Kids val)
{
    if (e->n == e->room) {
        e->room = e->room ? 2 * e->room : 16;
        e->at = must_realloc(e->at, sizeof(Bound) * (size_t)e->room);
    }
    e->at[e->n++] = (Bound){ name, val };
}

static bool kids_equal(Kids a, Kids b)
{
    bool same = a.n == b.n;
    for (int i = 0; same && i < a.n; i++)
        same = a.at[i] == b.at[i] || core_equal(a.at[i], b.at[i]);
    return same;
}

bool env_bind(Env *e, const char *name, Kids val)
{
    Kids *old = env_get(e, name);
    if (old)
        return kids_equal(*old, val);
    env_put(e, name, val);
    return true;
}

/* ---- mappings ----------------------------------------------------------- */

bool mapping_groups(Op op, int *lam, int *arrays)
{
    *lam = op_group(op, 'f');
    *arrays = op_group(op, 'x');
    return *lam >= 0;
}

Core *mapping_term(Core *lam, Kids arrays, Core *width)
{
    Core *t = core_node(OP_TERM, lam->span);
    t->text = intern("mapping");
    core_set1(t, 0, lam);
    core_set(t, 1, arrays.at, arrays.n);
    core_set1(t, 2, width);
    return t;
}

bool mapping_head(const Core *n, int k, Mapping *f)
{
    int lam, arrays;
    if (ops[n->op].kind == K_SEG && k < n->g[0].n) {
        const Core *level = n->g[0].at[k];
        *f = (Mapping){ level->bind, level->nbinds, level->index, level->g[0].at[0],
                        NULL, level->g[1] };
        return true;
    }
    if (k || !mapping_groups(n->op, &lam, &arrays))
        return false;
    const Core *l = n->g[lam].at[0];
    *f = (Mapping){ l->bind, l->nbinds, l->index, n->g[0].at[0], l->g[0].at[0],
                    n->g[arrays] };
    return true;
}

bool mapping_of(const Core *n, int k, Mapping *f)
{
    if (!mapping_head(n, k, f))
        return false;
    if (ops[n->op].kind != K_SEG)
        return true;
    f->e = core_copy_node(n);
    core_set(f->e, 0, n->g[0].at + k + 1, n->g[0].n - k - 1);
    return true;
}

static Core *put_level(const Core *n, int k, const Mapping *f)
{
    Core *level = core_node(OP_LEVEL, n->g[0].at[k]->span);
    level->at = n->g[0].at[k]->at;
    level->bind = f->bind;
    level->nbinds = f->nbinds;
    level->index = f->index;
    core_set1(level, 0, f->width);
    core_set(level, 1, f->arrays.at, f->arrays.n);
    Core *new = origin_here(core_copy_node(f->e));
    Kids before = { n->g[0].at, k };
    new->g[0] = kids_join(kids_join(before, one(level)), f->e->g[0]);
    return core_typed(new);
}

Core *mapping_put(const Core *n, int k, const Mapping *f)
{
    if (ops[n->op].kind == K_SEG)
        return f->e->op == n->op ? put_level(n, k, f) : NULL;
    int lam, arrays;
    mapping_groups(n->op, &lam, &arrays);
    Core *new = origin_here(core_copy_node(n));
    core_set1(new, 0, f->width);
    core_set1(new, lam, core_lam(f->bind, f->nbinds, f->index,
                                 body_flat(body_of_exp(f->e, NULL))));
    core_set(new, arrays, f->arrays.at, f->arrays.n);
    return core_typed(new);
}
