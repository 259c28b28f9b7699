/*
 * when_lists.c -- maps of lists that are written out, in which a function calls itself: what the
 * map does with each element, one after the other, so that each call is one of its own. A reduce
 * of what such a map gives is one of a list.
 */
#include "lifting.h"

/* A body under work: the elements of its lists, and names that are one of them. */
typedef struct {
    const Func *f;
    Table *list;
    Subst *same;
    Stms out;
} Lists;

static const Core *list_at(const Lists *l, const Core *a)
{
    return a->op == OP_VAR ? table_get(l->list, a->var) : NULL;
}

static void note_list(Lists *l, const Stm *s)
{
    const Core *e = s->exp, *of = e->op == OP_COERCE ? list_at(l, e->g[0].at[0]) : NULL;
    if (e->op == OP_ARRAY || of)
        table_put(l->list, s->var[0], e->op == OP_ARRAY ? (void *)e : (void *)of);
}

/* Element number so and so of a list. */
static bool is_element(Lists *l, const Stm *s)
{
    const Core *e = s->exp, *of = e->op == OP_INDEX ? list_at(l, e->g[0].at[0]) : NULL;
    const Core *i = of ? e->g[1].at[0] : NULL;
    if (!i || !is_const(i) || i->value.i < 0 || i->value.i >= of->g[0].n)
        return false;
    for (int d = 1; d < e->g[1].n; d++)
        if (e->g[1].at[d]->op != OP_WHOLE)
            return false;
    subst_add(l->same, s->var[0], core_subst(of->g[0].at[i->value.i], l->same));
    return true;
}

/* A map of lists, or what a reduce maps, in which the function calls itself: how many elements
   they have. */
static int list_map(const Lists *l, Core *e)
{
    int n = 0, of_map = e->op == OP_MAP ? 1 : e->op == OP_REDOMAP ? 2 : 0;
    if (!of_map || !calls_of(l->f, e->g[of_map].at[0]).n)
        return 0;
    Kids xs = e->g[ops[e->op].ngroups - 1];
    for (int i = 0; i < xs.n; i++) {
        const Core *of = list_at(l, xs.at[i]);
        if (!of || (i && n != of->g[0].n))
            return 0;
        n = of->g[0].n;
    }
    return n;
}

static void take_stm(Lists *l, Stm s);

/* A list of what the map gives for each, as its results are named. */
static void list_of_results(Lists *l, const Stm *s, Core **result, int n)
{
    for (int k = 0; k < s->nvars; k++) {
        Core *list = core_node(OP_ARRAY, s->exp->span), **each = NEWS(Core *, n);
        for (int i = 0; i < n; i++)
            each[i] = result[i]->g[0].at[k];
        core_set(list, 0, each, n);
        table_put(l->list, s->var[k], core_typed(list));
        Stm own = { .var = s->var + k, .nvars = 1, .exp = list };
        if (type_ragged(s->var[k]->type))
            own.exp = core_claim(stms_bind1(&l->out, list, NULL), s->var[k]->type, NULL);
        vec_push(&l->out, own);
    }
}

/* An element of a list as a parameter of this type, its size written in another way. */
static Core *element_as(Lists *l, Core *e, const Type *t)
{
    bool same = type_equal(type_of(e), t);
    return same ? e : stms_bind1(&l->out, core_claim(e, t, NULL), NULL);
}

static void write_out(Lists *l, const Stm *s, int n)
{
    const Core *map = s->exp, *lam = map->g[1].at[0];
    Core **result = NEWS(Core *, n);
    for (int i = 0; i < n; i++) {
        Subst *one = subst_new();
        if (lam->index)
            subst_add(one, lam->index, core_i64(i));
        for (int k = 0; k < lam->nbinds; k++)
            subst_add(one, lam->bind[k], element_as(l, list_at(l, map->g[2].at[k])->g[0].at[i],
                                                    type_subst(lam->bind[k]->type, one)));
        result[i] = core_rename(core_subst(lam->g[0].at[0], one));
        for (int k = 0; k < result[i]->nstms; k++)
            take_stm(l, result[i]->stm[k]);
    }
    list_of_results(l, s, result, n);
}

static Core *written_out(Core *n, void *f)
{
    if (n->op != OP_BODY)
        return core_map(n, written_out, f);
    Lists l = { .f = f, .list = table_new(), .same = subst_new() };
    for (int i = 0; i < n->nstms; i++)
        take_stm(&l, n->stm[i]);
    table_free(l.list);
    return core_subst(stms_body(&l.out, n->g[0].at, n->g[0].n), l.same);
}

/* A reduce of what it maps: the map, and the reduce of what that gives. */
static void map_apart(Lists *l, Stm s)
{
    Core *e = s.exp, *f = e->g[2].at[0], *map = core_node(OP_MAP, e->span);
    int n = e->g[3].n;
    core_set(map, 0, e->g[0].at, 1);
    core_set(map, 1, &f, 1);
    core_set(map, 2, e->g[4].at, e->g[4].n);
    Stm mapped = { .var = NEWS(Var *, s.nvars), .nvars = s.nvars, .exp = core_typed(map) };
    Var **x = NEWS(Var *, n);
    Core **xs = NEWS(Core *, n), **ys = NEWS(Core *, n);
    for (int k = 0; k < s.nvars; k++)
        mapped.var[k] = s.var[k];
    for (int k = 0; k < n; k++) {
        mapped.var[k] = var_new("mapped", mapped.exp->type[k], e->span);
        x[k] = var_new("x", type_row(mapped.exp->type[k]), e->span);
        xs[k] = core_var(x[k]), ys[k] = core_var(mapped.var[k]);
    }
    take_stm(l, mapped);
    Core *fold = core_copy_node(e);
    core_set1(fold, 2, core_lam(x, n, NULL, core_body(NULL, 0, xs, n)));
    core_set(fold, 4, ys, n);
    take_stm(l, (Stm){ .var = s.var, .nvars = n, .exp = core_typed(fold) });
}

static void take_stm(Lists *l, Stm s)
{
    int n = list_map(l, s.exp);
    if (is_element(l, &s))
        return;
    if (n && s.exp->op == OP_REDOMAP) {
        map_apart(l, s);
    } else if (n) {
        write_out(l, &s, n);
    } else {
        s.exp = written_out(s.exp, (void *)l->f);
        note_list(l, &s);
        vec_push(&l->out, s);
    }
}

Core *lists_written_out(Core *body, const Func *f)
{
    return written_out(body, (void *)f);
}
