/* when_mapping.c -- mappings that constructors make of others. */
#include "rewrite.h"

#include <string.h>

/* A mapping under construction. */
typedef struct {
    Var **bind;
    Kids arrays;
    Stms stms;
    Kids result;
    Subst *subst;
} Joint;

/* v, or if another parameter says its lengths now, one like it. */
static Var *param_like(Joint *j, Var *v)
{
    const Type *t = type_subst(v->type, j->subst);
    if (type_equal(t, v->type))
        return v;
    Var *own = var_like(v);
    own->type = t;
    subst_add(j->subst, v, core_var(own));
    return own;
}

static void add_param(Joint *j, Var *v, Core *array)
{
    int k = position_in(j->arrays, array);
    if (k >= 0) {
        subst_add(j->subst, v, core_var(j->bind[k]));
        return;
    }
    v = param_like(j, v);
    Var **bind = GROWN(Var *, j->bind, j->arrays.n, 1);
    bind[j->arrays.n] = v;
    j->bind = bind;
    j->arrays = kids_join(j->arrays, one(array));
}

/* Appends the body of f; parameters over ys.. become atoms of `by`. */
static void add_mapping(Joint *j, const Core *f, Kids ys, Kids by)
{
    const Core *lam = f->g[0].at[0];
    for (int i = 0; i < lam->nbinds; i++) {
        int k = position_in(ys, f->g[1].at[i]);
        if (k >= 0)
            subst_add(j->subst, lam->bind[i], by.at[k]);
        else
            add_param(j, lam->bind[i], f->g[1].at[i]);
    }
    const Core *body = core_subst(lam->g[0].at[0], j->subst);
    vec_append(&j->stms, body->stm, body->nstms);
    j->result = body->g[0];
}

static Var *joint_index(Joint *j, const Core *f, const Core *g)
{
    Var *i = f->g[0].at[0]->index, *k = g->g[0].at[0]->index;
    if (i && k)
        subst_add(j->subst, k, core_var(i));
    return i ? i : k;
}

static Core *joint_lam(Joint *j, Var *index, Kids result)
{
    Core *body = core_body(j->stms.at, j->stms.n, result.at, result.n);
    return core_lam(j->bind, j->arrays.n, index, body);
}

/* F after G at ys.. keeping ks..: what G gives goes into F at once. */
bool make_after(Call *c)
{
    const Core *f = c->arg[0].at[0], *g = c->arg[1].at[0];
    Joint j = { .subst = subst_new() };
    if (c->arg[2].n != g->g[0].at[0]->g[0].at[0]->g[0].n)
        return no(c, "it does not give %d results", c->arg[2].n);
    for (int i = 0; i < c->arg[3].n; i++)
        if (position_in(c->arg[2], c->arg[3].at[i]) < 0)
            return no(c, "%s is no result", core_str(c->arg[3].at[i]));
    Var *index = joint_index(&j, g, f);
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids made = j.result;
    add_mapping(&j, f, c->arg[2], made);
    Kids result = j.result;
    for (int i = 0; i < c->arg[3].n; i++)
        result = kids_join(result, one(made.at[position_in(c->arg[2], c->arg[3].at[i])]));
    return yields(c, mapping_term(joint_lam(&j, index, result), j.arrays, g->g[2].at[0]));
}

static Kids part(Kids k, int from, int n)
{
    return (Kids){ k.at + from, n };
}

/* The operators side by side: (a1 a2) with (b1 b2), component by component. */
static Core *beside_operators(const Core *p, const Core *q)
{
    int k = p->nbinds / 2, l = q->nbinds / 2;
    Var **bind = NEWS(Var *, 2 * (k + l));
    for (int half = 0; half < 2; half++) {
        memcpy(bind + half * (k + l), p->bind + half * k, sizeof(Var *) * (size_t)k);
        memcpy(bind + half * (k + l) + k, q->bind + half * l, sizeof(Var *) * (size_t)l);
    }
    const Core *a = p->g[0].at[0], *b = q->g[0].at[0];
    Stms stms = stms_of(a);
    vec_append(&stms, b->stm, b->nstms);
    Kids r = kids_join(a->g[0], b->g[0]);
    Core *lam = core_lam(bind, 2 * (k + l), NULL, core_body(stms.at, stms.n, r.at, r.n));
    lam->comm = p->comm && q->comm;
    return lam;
}

/* F beside G at r.. s..: the first results of each, as many as r.. and s..,
   come before the others. */
bool make_beside(Call *c)
{
    const Core *f = c->arg[0].at[0], *g = c->arg[1].at[0];
    if (f->op != g->op)
        return no(c, "an operator is not beside a mapping");
    if (f->op == OP_LAM) {
        return yields(c, beside_operators(f, g));
    }
    Joint j = { .subst = subst_new() };
    Var *index = joint_index(&j, f, g);
    add_mapping(&j, f, (Kids){ 0 }, (Kids){ 0 });
    Kids a = j.result;
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids b = j.result;
    int r = c->n > 2 ? c->arg[2].n : a.n, s = c->n > 3 ? c->arg[3].n : b.n;
    if (r > a.n || s > b.n)
        return no(c, "they have fewer results");
    Kids result = kids_join(kids_join(part(a, 0, r), part(b, 0, s)),
                            kids_join(part(a, r, a.n - r), part(b, s, b.n - s)));
    return yields(c, mapping_term(joint_lam(&j, index, result), j.arrays, f->g[2].at[0]));
}

/* F aiming ds..: what it gives first, if that is one index for all, once for each. */
bool make_aiming(Call *c)
{
    const Core *f = c->arg[0].at[0], *lam = f->g[0].at[0], *body = lam->g[0].at[0];
    int n = c->arg[1].n, more = 2 * n - body->g[0].n;
    if (more && more != n - 1)
        return no(c, "%d results for %d arrays", body->g[0].n, n);
    Kids result = body->g[0];
    for (int i = 0; i < more; i++)
        result = kids_join(part(body->g[0], 0, 1), result);
    Core *b = core_body(body->stm, body->nstms, result.at, result.n);
    Core *aiming = core_lam(lam->bind, lam->nbinds, lam->index, b);
    return yields(c, mapping_term(aiming, f->g[1], f->g[2].at[0]));
}

/* Of an operator whose results are as many as all: its components for those of `all` that
   some are. */
static Core *operator_giving(const Core *op, Kids some, Kids all)
{
    const Core *body = op->g[0].at[0];
    int n = 0, k = body->g[0].n;
    Var **bind = NEWS(Var *, 2 * some.n);
    Core **result = NEWS(Core *, some.n);
    for (int i = 0; i < k; i++)
        if (position_in(some, all.at[i]) >= 0) {
            bind[n] = op->bind[i];
            bind[some.n + n] = op->bind[k + i];
            result[n++] = body->g[0].at[i];
        }
    Core *lam = core_lam(bind, 2 * n, NULL,
                         core_prune(core_body(body->stm, body->nstms, result, n)));
    lam->comm = op->comm;
    return lam;
}

/* A mapping that reads no position has none. */
static Core *without_index(Match *m, Core *lam)
{
    Core *body = lam->index ? core_prune(lam->g[0].at[0]) : NULL;
    if (!body || core_uses(body, lam->index))
        return lam;
    Core *own = core_rename(core_lam(lam->bind, lam->nbinds, NULL, body));
    world_note_consumed(m->world, own);
    return own;
}

/* F giving ks.. among ys..: ys.. are the last of what F gives, or of the atoms
   of a sequence, or all that an operator gives; those that ks.. are not go. */
bool make_giving(Call *c)
{
    const Core *f = c->arg[0].n ? c->arg[0].at[0] : NULL;
    if (f && f->op == OP_LAM) {
        if (c->arg[2].n != f->g[0].at[0]->g[0].n || c->arg[1].n > c->arg[2].n)
            return no(c, "the operator gives %d", f->g[0].at[0]->g[0].n);
        return yields(c, operator_giving(f, c->arg[1], c->arg[2]));
    }
    bool mapping = f && f->op == OP_TERM && f->text == intern("mapping");
    const Core *lam = mapping ? f->g[0].at[0] : NULL;
    Kids all = mapping ? lam->g[0].at[0]->g[0] : c->arg[0];
    Kids some = { NEWS(Core *, all.n), 0 };
    for (int i = 0; i < all.n; i++) {
        int k = i - (all.n - c->arg[2].n);
        if (k < 0 || position_in(c->arg[1], c->arg[2].at[k]) >= 0)
            some.at[some.n++] = all.at[i];
    }
    c->out = some;
    if (mapping) {
        const Core *body = lam->g[0].at[0];
        Core *b = core_body(body->stm, body->nstms, some.at, some.n);
        Core *less = core_lam(lam->bind, lam->nbinds, lam->index, b);
        c->out = one(mapping_term(without_index(c->m, less), f->g[1], f->g[2].at[0]));
    }
    return true;
}
