/*
 * embed.c -- an instance inside something more: a level around it, a branch,
 * a loop; or in a nest whose levels bind more.
 */
#include "truth.h"

#include <string.h>

typedef VEC(Var *) Data;

static void note_free(Var *v, void *vars)
{
    vec_push((Data *)vars, v);
}

/* Data that the term reads, but no size; or null. */
static Var *some_free(Make *k, const Instance *i)
{
    Data all = { 0 };
    Kids sizes = sizes_of(i->given);
    core_free_vars(i->term, note_free, &all);
    Var *v = all.n ? all.at[draw(k->seed, all.n)] : NULL;
    for (int s = 0; v && s < sizes.n; s++)
        if (is_var(sizes.at[s], v))
            return NULL;
    return v && !table_has(vars_bound_by(i->ctx), v) && v->type->rank < 3 ? v : NULL;
}

/* An array of so many of these; where there is none, one is made if that may be. */
static Core *array_of(Make *k, const Type *row, Core *width, bool make)
{
    const Type *t = type_array(row, width);
    for (int i = k->scope.n - 1; i >= 0; i--)
        if (type_equal(k->scope.at[i]->type, t) && chance(k, 60))
            return core_var(k->scope.at[i]);
    return make ? some_replicate(k, width, some_atom(k, row)) : NULL;
}

static void replace(Instance *i, const Var *v, Core *by)
{
    Subst *s = subst_new();
    subst_add(s, v, by);
    i->term = core_subst(i->term, s);
    i->ctx = kids_join(i->ctx, (Kids){ 0 });
    for (int l = 0; l < i->ctx.n; l++)
        i->ctx.at[l] = core_subst(i->ctx.at[l], s);
}

/* The level binds what stands for a datum of the term, if there is one: an element of an
   array, or a position. */
static void bind_datum(Make *k, Instance *i, Core *level)
{
    Var *v = some_free(k, i);
    bool counts = v && !v->type->rank && v->type->prim == I64 && chance(k, 50);
    Core *a = v && !counts ? array_of(k, v->type, level->g[0].at[0], !k->judgment) : NULL;
    if (counts || !a)
        level->index = var_new("i", type_prim(I64), NULL);
    if (counts)
        replace(i, v, core_var(level->index));
    else if (a)
        replace(i, v, level_takes(level, v->name, a));
}

/* A level has as many elements as one around it says: its rows differ, and no array of the trials
   has such rows in rows. */
static bool is_ragged(const Core *nest)
{
    Table *bound = vars_bound_by(nest->g[0]);
    bool yes = false;
    for (int l = 0; l < nest->g[0].n && !yes; l++) {
        const Core *width = nest->g[0].at[l]->g[0].at[0];
        yes = width->op == OP_VAR && table_has(bound, width->var);
    }
    table_free(bound);
    return yes;
}

/* No statement behind it takes what the statement gives. */
static bool is_given_only(const Core *body, int s)
{
    for (int i = s + 1; i < body->nstms; i++)
        for (int k = 0; k < body->stm[s].nvars; k++)
            if (core_uses(body->stm[i].exp, body->stm[s].var[k]))
                return false;
    return true;
}

/* The last nest in the body, of which each result can have one more dimension; or null. */
static const Stm *last_nest(const Core *body)
{
    for (int s = body->nstms - 1; s >= 0; s--) {
        const Core *e = body->stm[s].exp;
        if (ops[e->op].kind == K_SEG && op_group(e->op, '!') < 0)
            return !is_ragged(e) && is_given_only(body, s) ? &body->stm[s] : NULL;
    }
    return NULL;
}

/* The nest has one more level in front; what it gives, one more dimension. */
static void in_nest(Make *k, Instance *i, const Stm *nest)
{
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, given_size(k));
    Instance within = { .given = i->given, .term = nest->exp };
    bind_datum(k, &within, level);
    Core *e = core_copy_node(within.term);
    e->g[0] = kids_join(one(level), e->g[0]);
    checked(k, e);
    Subst *results = subst_new();
    Var **var = NEWS(Var *, nest->nvars);
    for (int r = 0; r < nest->nvars; r++) {
        var[r] = var_new(nest->var[r]->name, e->type[r], NULL);
        subst_add(results, nest->var[r], core_var(var[r]));
    }
    Core *body = core_unshare(core_subst(i->term, results));
    Stm *s = &body->stm[nest - i->term->stm];
    s->exp = e;
    s->var = var;
    i->term = body;
}

static void in_level(Make *k, Instance *i)
{
    const Stm *nest = k->judgment ? NULL : last_nest(i->term);
    if (nest && chance(k, 50)) {
        in_nest(k, i, nest);
        return;
    }
    Core *width = chance(k, 80) ? given_size(k) : core_i64(1 + draw(k->seed, 3));
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, width);
    bind_datum(k, i, level);
    if (k->judgment)
        i->ctx = kids_join(one(level), i->ctx);
    else
        i->term = nest_over(one(level), i->term);
}

/* Of any values of these types. */
static Core *other_body(Make *k, const Core *body)
{
    Stms out = { 0 }, *outer = k->out;
    Kids r = { NEWS(Core *, body->g[0].n), body->g[0].n };
    k->out = &out;
    for (int i = 0; i < r.n; i++)
        r.at[i] = some_atom(k, type_of(body->g[0].at[i]));
    k->out = outer;
    return core_body(out.at, out.n, r.at, r.n);
}

static void in_branch(Make *k, Instance *i)
{
    Core *other = other_body(k, i->term), *c = some_atom(k, type_prim(BOOL));
    bool first = chance(k, 50);
    i->term = body_of_exp(checked(k, core_if(c, first ? i->term : other,
                                             first ? other : i->term)), NULL);
}

/* Each round begins with what the last one gave, where the term reads a datum of that type. */
static void in_loop(Make *k, Instance *i)
{
    Core *first = other_body(k, i->term), *e = core_node(OP_LOOP, NULL);
    vec_append(k->out, first->stm, first->nstms);
    e->g[0] = first->g[0];
    e->nbinds = e->g[0].n;
    e->bind = NEWS(Var *, e->nbinds);
    Var *v = some_free(k, i);
    for (int r = 0; r < e->nbinds; r++) {
        e->bind[r] = var_new("z", type_of(e->g[0].at[r]), NULL);
        if (v && type_equal(v->type, e->bind[r]->type)) {
            replace(i, v, core_var(e->bind[r]));
            v = NULL;
        }
    }
    core_set1(e, 1, core_i64(draw(k->seed, 3)));
    e->index = var_new("i", type_prim(I64), NULL);
    core_set1(e, 2, i->term);
    i->term = body_of_exp(checked(k, e), NULL);
}

void embed_instance(Make *k, Instance *i)
{
    int c = k->judgment ? 0 : (int)draw(k->seed, 100);
    if (!i->term->g[0].n)
        make_fails(k);
    if (c < 60)
        in_level(k, i);
    else if (c < 80)
        in_branch(k, i);
    else
        in_loop(k, i);
}

/* One more array, or a position, in a level of the nest. */
void widen_nest(Make *k, Instance *i)
{
    if (!i->ctx.n)
        make_fails(k);
    int l = (int)draw(k->seed, i->ctx.n);
    Core *level = core_copy_node(i->ctx.at[l]);
    i->ctx = kids_join(i->ctx, (Kids){ 0 });
    i->ctx.at[l] = level;
    if (!level->index && chance(k, 50)) {
        level->index = var_new("i", type_prim(I64), NULL);
        return;
    }
    for (int b = 0; b < l; b++)
        vec_append(&k->scope, i->ctx.at[b]->bind, i->ctx.at[b]->nbinds);
    Core *row = row_beside(k, i->ctx, l);
    if (row) {
        vec_append(&i->outside, k->out->at, k->out->n);
        k->out->n = 0;
        i->term = taking_row(k, i->term, row);
    } else {
        bind_more(k, level, &level->g[1], some_array(k, level->g[0].at[0]));
    }
}
