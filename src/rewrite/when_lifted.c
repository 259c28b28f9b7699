/*
 * when_lifted.c -- a function that calls itself, of all rows of a nest at once. Its parameters are
 * what all calls have alike, the lengths of those rows that may have another length in each
 * call, and what each row has of the rest. It does nothing where there is no row; so it ends,
 * because rows that are done leave.
 */
#include "lifting.h"

#include <string.h>

/* ---- its parameters ------------------------------------------------------ */

static Core *add_param(Func *all, const char *name, const Type *t, const Span *span)
{
    Var *v = var_new(name, t, span);
    all->param[all->nparams++] = v;
    return core_var(v);
}

/* In terms of all rows: an array as long as size number j of the function has rows as long as
   lengths[j] says. */
static const Type *rows_type(const Lifting *l, const Type *t, Core *const *lengths, const Subst *to)
{
    const Type *fixed = type_subst(t, to);
    Core **dim = NEWS(Core *, t->rank + 1);
    dim[0] = core_var(l->all->size[0]);
    for (int d = 0; d < t->rank; d++) {
        int k = size_number(l->of, t->dim[d]);
        dim[d + 1] = k >= 0 && l->size[k] == VARIES ? dim_each(lengths[k])
                   : t->dim[d]->op == OP_EXT ? dim_each(t->dim[d]) : fixed->dim[d];
    }
    return type_dims(t->prim, dim, t->rank + 1);
}

/* What is the same for all rows. */
static void fixed_params(Lifting *l, Subst *to)
{
    const Func *f = l->of;
    Func *all = l->all;
    for (int k = 0; k < f->nsizes; k++)
        if (l->size[k] == FIXED) {
            Var *n = all->size[all->nsizes++] = var_like(f->size[k]);
            subst_add(to, f->size[k], core_var(n));
        }
    for (int p = 0; p < f->nparams; p++)
        if (l->param[p] != VARIES) {
            const Type *t = type_subst(f->param[p]->type, to);
            Core *x = add_param(all, var_base(f->param[p]->name), t, f->param[p]->span);
            l->depth = l->param[p] == DEPTH ? x : l->depth;
            subst_add(to, f->param[p], x);
        }
    l->fixed = all->nparams;
}

static void take_rows(Core *level, Core *array, Core *x)
{
    level->bind[level->nbinds++] = x->var;
    level->g[1].at[level->g[1].n++] = array;
}

/* The level of all rows: the parameters for what varies, and names for a row's. */
static Core *row_params(Lifting *l, Core **lengths, Subst *to)
{
    const Func *f = l->of;
    Func *all = l->all;
    Core *level = core_node(OP_LEVEL, NULL);
    level->at = AT_THREAD;
    level->bind = NEWS(Var *, f->nsizes + f->nparams);
    level->g[1] = (Kids){ NEWS(Core *, f->nsizes + f->nparams), 0 };
    core_set1(level, 0, core_var(all->size[0]));
    for (int k = 0; k < f->nsizes; k++)
        if (l->size[k] == VARIES) {
            Core *n = core_var(var_new(var_base(f->size[k]->name), type_prim(I64), f->span));
            lengths[k] = add_param(all, name_plural(n->var->name, 1),
                                   type_array(n->var->type, core_var(all->size[0])), f->span);
            take_rows(level, lengths[k], n);
            subst_add(to, f->size[k], n);
        }
    for (int p = 0; p < f->nparams; p++)
        if (l->param[p] == VARIES) {
            const Var *like = f->param[p];
            const Type *own = type_subst(like->type, to);
            Core *x = core_var(var_new(var_base(like->name), own, like->span));
            const Type *t = rows_type(l, like->type, lengths, to);
            take_rows(level, add_param(all, name_plural(x->var->name, 1), t, like->span), x);
            subst_add(to, f->param[p], x);
        }
    return level;
}

static bool is_taken(const Program *p, const char *name)
{
    bool yes = false;
    for (int i = 0; p && i < p->nfuncs; i++) {
        const Lifting *l = p->func[i]->lifting;
        yes |= !strcmp(p->func[i]->name, name) || (l && !strcmp(l->all->name, name));
    }
    return yes;
}

static Func *func_of_all(const Func *f, const Program *p)
{
    Func *all = NEW(Func);
    const char *name = name_plural(f->name, 1);
    while (is_taken(p, name))
        name = format("%s_of_rows", name);
    *all = (Func){ .name = name, .span = f->span, .recursive = true,
                   .arrays = true, .nresults = f->nresults, .nsizes = 1 };
    all->size = NEWS(Var *, 1 + f->nsizes);
    all->size[0] = var_new("count", type_prim(I64), f->span);
    all->param = NEWS(Var *, f->nsizes + f->nparams);
    all->consumes = NEWS(bool, f->nsizes + f->nparams);
    all->result = NEWS(const Type *, f->nresults);
    return all;
}

/* The bindings with which a body begins that are the same for all rows are done before. */
static void part_body(Lifting *l, Core *body, const Core *level)
{
    Table *row = table_new();
    int n = 0;
    note_vars(level->bind, level->nbinds, row);
    while (n < body->nstms && !core_uses_any(body->stm[n].exp, row)
           && !core_parallel(body->stm[n].exp)) {
        const Stm *s = &body->stm[n++];
        if (s->exp->op == OP_ASSERT && l->depth && is_var(s->exp->g[1].at[0], l->depth->var))
            l->depth = core_var(s->var[0]);
        vec_push(&l->before, *s);
    }
    l->body = core_copy_node(body);
    l->body->stm += n;
    l->body->nstms -= n;
    table_free(row);
}

/* The level of all rows of the function that is called, which is being lifted from now on. */
static Core *lift(Call *c, const Core *call, Kids ctx)
{
    Lifting *l = NEW(Lifting);
    if (!lifting_of(c, l, call, ctx))
        return NULL;
    World *w = c->m->world;
    const Func *f = l->of;
    Subst *to = subst_new();
    Core **lengths = NEWS(Core *, f->nsizes);
    l->all = func_of_all(f, w->program);
    fixed_params(l, to);
    Core *level = row_params(l, lengths, to);
    for (int r = 0; r < f->nresults; r++)
        l->all->result[r] = rows_type(l, f->result[r], lengths, to);
    Core *body = lists_written_out(core_prune(core_rename(core_subst(f->body, to))), f);
    world_define_all(w, body);
    world_note_consumed(w, body);
    for (int k = 0; k < f->nsizes; k++)
        range_natural(w->range, core_subst(core_var(f->size[k]), to));
    part_body(l, body, level);
    l->run = w->census;
    l->of->lifting = l;
    return level;
}

/* calls e S: that level. */
bool make_calls(Call *c)
{
    const Core *call = c->arg[0].at[0];
    if (!is_deep(call) || !call->func->body)
        return no(c, "it is no call of a function of arrays that calls itself");
    Core *level = lift(c, call, c->arg[1]);
    c->out = level ? one(level) : c->out;
    return level;
}

/* body-of e: what a row does. */
bool make_body_of(Call *c)
{
    const Core *call = c->arg[0].at[0];
    const Lifting *l = is_deep(call) ? lifting_now(call->func, c->m->world) : NULL;
    if (!l)
        return no(c, "it is not being lifted");
    return yields(c, l->body);
}

/* ---- a call of it --------------------------------------------------------- */

/* An unknown length is no other's. */
static bool says_as_much(const Type *a, const Type *b)
{
    bool yes = type_equal(a, b);
    for (int d = 0; d < a->rank && yes; d++)
        yes = a->dim[d] && b->dim[d] && core_equal(a->dim[d], b->dim[d]);
    return yes;
}

Core *claimed(Stms *out, Core *a, const Type *t)
{
    return says_as_much(t, type_of(a)) ? a : stms_bind1(out, core_claim(a, t, NULL), NULL);
}

static Core *shaped(Stms *out, Core *a, const Type *t)
{
    return stms_bind1(out, core_reshape(a, t->dim, t->rank), NULL);
}

/* Of no nest: one row. */
static Core *one_row(Stms *out, Core *a)
{
    const Type *t = type_of(a);
    if (t->rank)
        return shaped(out, a, type_array(t, core_i64(1)));
    return stms_bind1(out, op1(OP_ARRAY, a), NULL);
}

static Core *lengths_of_rows(Stms *out, Core *a)
{
    const Type *t = type_of(a);
    if (!type_ragged(t))
        return stms_bind1(out, op2(OP_REPLICATE, to_atom(out, t->dim[0]), to_atom(out, t->dim[1])),
                          NULL);
    Core *known = dim_lengths(t->dim[1]);
    return known && known->op == OP_VAR ? known : stms_bind1(out, op1(OP_SHP, a), NULL);
}

Core *rows_as(Stms *out, Core *a, const Type *want)
{
    const Type *t = type_of(a);
    if (type_ragged(want) && !type_ragged(t)) {
        const Type *all = type_array(type_row(type_row(t)), size_mul(t->dim[0], t->dim[1]));
        Core *values = shaped(out, a, all);
        a = stms_bind1(out, op2(OP_IRREG, dim_lengths(want->dim[1]), values), NULL);
    }
    return claimed(out, a, want);
}

/* Its sizes, as a call of the function in a nest of so many rows has them. */
static Subst *sizes_at(const Lifting *l, const Core *call, Core *count)
{
    Subst *to = subst_new();
    subst_add(to, l->all->size[0], count);
    for (int k = 0, n = 1; k < l->of->nsizes; k++)
        if (l->size[k] == FIXED)
            subst_add(to, l->all->size[n++], size_at(l->of, call, k));
    return to;
}

/* The parameter that is as long as a size says. */
static Core *rows_with(const Lifting *l, Core *const *rows, int k)
{
    for (int p = 0; p < l->of->nparams; p++) {
        const Type *t = l->of->param[p]->type;
        if (rows[p] && t->rank && size_number(l->of, t->dim[0]) == k)
            return rows[p];
    }
    bug("nothing is as long as %s says", l->of->size[k]->name);
}

/* The arguments for what the call has in all rows of the nest; where they are put is what
   parameters are in the types of results. */
static Kids arguments(Stms *out, const Lifting *l, const Core *call, Kids ctx, Subst *to)
{
    const Func *f = l->of, *all = l->all;
    Kids r = { NEWS(Core *, all->nparams), 0 };
    Core **rows = NEWS(Core *, f->nparams);
    bool copies;
    for (int p = 0; p < f->nparams; p++) {
        Core *x = call->g[0].at[p];
        if (l->param[p] == VARIES)
            rows[p] = ctx.n ? to_atom(out, ctx_outer(ctx, x, &copies)) : one_row(out, x);
        else
            r.at[r.n++] = l->param[p] == FIXED || l->done || is_const(x) ? x
                        : stms_bind1(out, op2(OP_ADD, l->depth, core_i64(1)), "deeper");
    }
    for (int k = 0; k < f->nsizes; k++)
        if (l->size[k] == VARIES)
            r.at[r.n++] = lengths_of_rows(out, rows_with(l, rows, k));
    for (int i = l->fixed; i < r.n; i++) {
        r.at[i] = claimed(out, r.at[i], type_subst(all->param[i]->type, to));
        subst_add(to, all->param[i], r.at[i]);
    }
    for (int p = 0; p < f->nparams; p++)
        if (rows[p]) {
            r.at[r.n] = rows_as(out, rows[p], type_subst(all->param[r.n]->type, to));
            subst_add(to, all->param[r.n], r.at[r.n]);
            r.n++;
        }
    return r;
}

/* Of no nest there is one row. */
static Core *only_row(Stms *out, Core *rows, const Type *t)
{
    const Type *all = type_of(rows);
    if (!t->rank) {
        Core *n = op2(OP_INDEX, rows, core_i64(0));
        n->unchecked = true;
        return stms_bind1(out, n, NULL);
    }
    return type_ragged(all) ? claimed(out, stms_bind1(out, op1(OP_VAL, rows), NULL), t)
                            : shaped(out, rows, t);
}

/* Where t, of one row, has the same size in all: no rows of different lengths. */
static Core *regular_rows(Stms *out, const Match *m, Kids ctx, Core *rows, const Type *t)
{
    if (!type_ragged(type_of(rows)) || !dim_is_size(t->dim[0])
        || varies_in(m, t->dim[0], ctx))
        return rows;
    Core *count = type_of(rows)->dim[0], *values = stms_bind1(out, op1(OP_VAL, rows), "values");
    values = claimed(out, values, type_array(type_row(t), size_mul(count, t->dim[0])));
    return shaped(out, values, type_array(t, count));
}

/* What the call gives in all rows of the nest. */
static Core *call_of_all(const Call *c, const Lifting *l)
{
    const Core *call = c->arg[0].at[0];
    Kids ctx = c->arg[1];
    Stms out = { 0 };
    Subst *to = sizes_at(l, call, ctx.n ? ctx.at[0]->g[0].at[0] : core_i64(1));
    Core *n = core_node(OP_CALL, call->span);
    n->func = l->all;
    n->g[0] = arguments(&out, l, call, ctx, to);
    Var **v = stms_bind(&out, core_typed(n), NULL);
    Kids r = atoms_of(v, n->ntypes);
    for (int i = 0; i < r.n; i++)
        r.at[i] = ctx.n ? regular_rows(&out, c->m, ctx, r.at[i], call->type[i])
                        : only_row(&out, r.at[i], type_open(call->type[i], r.at));
    return stms_body(&out, r.at, r.n);
}

/* ---- its body ------------------------------------------------------------- */

/* What no row gives. */
static Core *nothing(const Lifting *l)
{
    Stms out = { 0 };
    const Func *all = l->all;
    Kids r = { NEWS(Core *, all->nresults), 0 };
    for (int i = 0; i < all->nresults; i++) {
        const Type *t = type_open(all->result[i], r.at);
        Core *none = core_node(OP_EMPTY, NULL);
        core_set_type(none, type_array(type_row(type_ragged(t) ? type_row(t) : t), core_i64(0)));
        none = stms_bind1(&out, none, "none");
        if (type_ragged(t)) {
            Core *known = dim_lengths(t->dim[1]);
            none = stms_bind1(&out, op2(OP_IRREG, known, none), "none");
        }
        r.at[r.n++] = claimed(&out, none, t);
    }
    return stms_body(&out, r.at, r.n);
}

static Core *with_types(const Lifting *l, Core *body)
{
    Stms out = l->before;
    const Func *all = l->all;
    Kids r = { NEWS(Core *, all->nresults), 0 };
    vec_append(&out, body->stm, body->nstms);
    for (int i = 0; i < all->nresults; i++)
        r.at[r.n++] = claimed(&out, body->g[0].at[i], type_open(all->result[i], r.at));
    return stms_body(&out, r.at, r.n);
}

static void define(const Lifting *l, Core *body)
{
    Stms out = { 0 };
    Core *choice = core_node(OP_IF, l->of->span);
    core_set1(choice, 0, stms_bind1(&out, op2(OP_EQ, core_var(l->all->size[0]), core_i64(0)),
                                    "is_none"));
    core_set1(choice, 1, nothing(l));
    core_set1(choice, 2, with_types(l, body));
    Var **v = stms_bind(&out, core_typed(choice), NULL);
    l->all->body = core_typed(stms_body(&out, atoms_of(v, choice->ntypes).at, choice->ntypes));
}

/* lifted e S body: what e gives in S, of the function that is lifted now: body is what it does
   in the nest of all rows. */
bool make_lifted(Call *c)
{
    const Core *call = c->arg[0].at[0];
    Lifting *l = is_deep(call) ? lifting_now(call->func, c->m->world) : NULL;
    if (!l || l->done)
        return no(c, "it is not being lifted");
    World *w = c->m->world;
    Core *body = world_resolve_since(w, 0, body_of_exp(c->arg[2].at[0], NULL));
    body = core_prune(body_flat(body));
    if (calls_of(l->of, body).n)
        l->of->unlifted = "a call of itself is in what a thread does alone";
    define(l, calls_together(body, l, w));
    l->done = true;
    return yields(c, call_of_all(c, l));
}

/* call-of-lifted e S: what e gives in S, of the lifted function. Where nothing is lifted, as in
   trials, that is the nest itself. */
bool make_call_of_lifted(Call *c)
{
    const Core *call = c->arg[0].at[0];
    Lifting *l = is_deep(call) ? lifting_now(call->func, c->m->world) : NULL;
    if (!l) {
        Core *level = is_deep(call) && call->func->body ? lift(c, call, c->arg[1]) : NULL;
        if (!level)
            return no(c, "it is no call of a function that can be lifted");
        l = call->func->lifting;
        define(l, core_rename(body_of_exp(core_segmap(one(level), l->body), NULL)));
        l->done = true;
    }
    return yields(c, call_of_all(c, l));
}
