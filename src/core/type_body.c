/* type_body.c -- the types of bodies, branches, loops and calls. */
#include "type.h"

/* ---- bodies ------------------------------------------------------------- */

/* The size as a term over what is known outside the body: a result's place,
   or the definition of a local name; null if there is none. */
static Core *lift_size(Core *size, Subst *out, Table *bound)
{
    if (!size)
        return NULL;
    Core *s = core_subst(size, out);
    return core_uses_any(s, bound) ? NULL : s;
}

static const Type *lift_type(const Type *t, Subst *out, Table *bound)
{
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++)
        dim[d] = lift_size(t->dim[d], out, bound);
    return t->rank ? type_dims(t->prim, dim, t->rank) : t;
}

static bool size_like(const Core *e)
{
    switch (e->op) {
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_NEG: case OP_DIV: case OP_MOD:
    case OP_MIN: case OP_MAX:
        return is_i64(e);
    default: return false;
    }
}

enum { MAX_NODES = 200 };      /* a longer size is unknown outside */

/* The sizes that the body's bindings define, as terms over outer names. */
static Subst *definitions(const Core *body)
{
    Subst *s = subst_new();
    for (int i = 0; i < body->nstms; i++) {
        const Stm *stm = &body->stm[i];
        if (stm->nvars != 1 || !size_like(stm->exp))
            continue;
        Core *size = core_subst(stm->exp, s);
        if (core_nodes(size, MAX_NODES) <= MAX_NODES)
            subst_add(s, stm->var[0], size);
    }
    return s;
}

/* A size, or the lengths of rows. */
static bool binds_result(const Core *body, Table *bound, int i)
{
    const Core *r = body->g[0].at[i];
    return r->op == OP_VAR && table_has(bound, r->var) && type_of(r)->prim == I64;
}

bool infer_body(Infer *f)
{
    const Kids *r = &f->n->g[0];
    bool arrays = false;
    for (int i = 0; i < r->n; i++) {
        if (r->at[i]->ntypes != 1)
            return true;       /* a pattern: no types */
        arrays |= type_of(r->at[i])->rank > 0;
        give(f, type_of(r->at[i]));
    }
    if (!arrays || !f->n->nstms)
        return true;
    Table *bound = table_new();
    for (int s = 0; s < f->n->nstms; s++)
        for (int i = 0; i < f->n->stm[s].nvars; i++)
            table_put(bound, f->n->stm[s].var[i], f->n->stm[s].var[i]);
    Subst *out = definitions(f->n);
    for (int i = r->n - 1; i >= 0; i--)
        if (binds_result(f->n, bound, i))
            subst_add(out, r->at[i]->var, core_ext(i));
    for (int i = 0; i < r->n; i++)
        f->type[i] = lift_type(f->type[i], out, bound);
    table_free(bound);
    return true;
}

/* ---- control ------------------------------------------------------------ */

/* Result i of the body is the size, which may be counted from outside. */
static bool result_is(const Core *body, int i, Core *size)
{
    Core *r = body->g[0].at[i];
    bool each = dim_lengths(size) != NULL;
    size = each ? dim_lengths(size) : size;
    if (size && size->op == OP_EXT)
        size = body->g[0].at[size->ext];
    return size && is_i64(r) != each && is_atom(r) && size_equal(r, size);
}

/* The size that both branches agree on: of several results the one that was said, `now`; null,
   with a complaint, if none. */
static Core *join_size(Infer *f, const Core *a, Core *x, const Core *b, Core *y, Core *now)
{
    const Core *said = now && dim_lengths(now) ? dim_lengths(now) : now;
    if (said && said->op == OP_EXT && said->ext < a->g[0].n && result_is(a, said->ext, x)
        && result_is(b, said->ext, y))
        return now;
    if (x && y && size_equal(x, y))
        return x;
    for (int i = 0; i < a->g[0].n; i++)
        if (result_is(a, i, x) && result_is(b, i, y))
            return dim_lengths(x) ? dim_each(core_ext(i)) : core_ext(i);
    wrong(f, "the branches give arrays of different sizes, %s and %s",
          x ? core_str(x) : "unknown", y ? core_str(y) : "unknown");
    return NULL;
}

static bool infer_if(Infer *f)
{
    const Kids *g = f->n->g;
    const Core *a = g[1].at[0], *b = g[2].at[0];
    if (type_of(g[0].at[0])->rank || type_of(g[0].at[0])->prim != BOOL)
        return wrong(f, "the condition has type %s", type_str(type_of(g[0].at[0])));
    if (a->ntypes != b->ntypes)
        return wrong(f, "the branches give %d and %d values", a->ntypes, b->ntypes);
    for (int i = 0; i < a->ntypes; i++) {
        const Type *s = a->type[i], *t = b->type[i];
        if (!type_same_shape(s, t))
            return wrong(f, "the branches have types %s and %s", type_str(s),
                         type_str(t));
        const Type *now = i < f->n->ntypes && type_same_shape(f->n->type[i], s) ? f->n->type[i] : t;
        Core **dim = NEWS(Core *, s->rank);
        for (int d = 0; d < s->rank; d++)
            if (s->dim[d] || t->dim[d])
                if (!(dim[d] = join_size(f, a, s->dim[d], b, t->dim[d], now->dim[d])))
                    return false;
        give(f, type_dims(s->prim, dim, s->rank));
    }
    return true;
}

/* The loop's binders stand for these atoms: the initial values, or the body's
   results; known are definitions of sizes. */
static bool fits_binders(Infer *f, const Kids *atom, const Subst *known,
                         const char *what)
{
    const Core *n = f->n;
    if (atom->n != n->nbinds)
        return wrong(f, "%d %s for %d variables", atom->n, what, n->nbinds);
    Subst *s = subst_new();
    for (int i = 0; i < atom->n; i++)
        if (atom->at[i]->ntypes == 1)
            subst_add(s, n->bind[i], atom->at[i]);
    for (int i = 0; i < atom->n; i++) {
        const Type *t = type_subst(type_of(atom->at[i]), known);
        const Type *want = type_subst(type_subst(n->bind[i]->type, s), known);
        if (!expect(f, t, want, format("%s of %s", what, n->bind[i]->name)))
            return false;
    }
    return true;
}

static bool infer_loop(Infer *f)
{
    const Core *n = f->n, *body = n->g[2].at[0];
    if (n->op == OP_LOOP) {
        const Type *bound = type_of(n->g[1].at[0]);
        if (bound->rank || !prim_is_int(bound->prim))
            return wrong(f, "the bound has type %s", type_str(bound));
        if (!n->index)
            return wrong(f, "no counter");
        if (!expect(f, n->index->type, bound, "the counter"))
            return false;
    } else {
        const Core *c = n->g[1].at[0];
        if (c->ntypes != 1 || c->type[0]->rank || c->type[0]->prim != BOOL)
            return wrong(f, "the condition is not a bool");
    }
    Subst *s = subst_new();
    if (!fits_binders(f, &n->g[0], s, "initial value")
        || !fits_binders(f, &body->g[0], definitions(body), "next value"))
        return false;
    for (int i = 0; i < n->nbinds; i++)
        subst_add(s, n->bind[i], core_ext(i));
    for (int i = 0; i < n->nbinds; i++)
        give(f, type_subst(n->bind[i]->type, s));
    return true;
}

/* Finds the size parameters in the argument's type. */
static void match_sizes(const Func *fn, const Type *param, const Type *arg, Subst *s)
{
    for (int d = 0; d < param->rank && d < arg->rank; d++)
        for (int i = 0; i < fn->nsizes; i++)
            if (arg->dim[d] && param->dim[d] && is_var(param->dim[d], fn->size[i]))
                subst_add(s, fn->size[i], arg->dim[d]);
}

Subst *call_subst(const Core *call)
{
    Subst *s = subst_new();
    for (int i = 0; i < call->g[0].n; i++) {
        match_sizes(call->func, call->func->param[i]->type, type_of(call->g[0].at[i]), s);
        subst_add(s, call->func->param[i], call->g[0].at[i]);
    }
    return s;
}

static bool infer_call(Infer *f)
{
    const Func *fn = f->n->func;
    const Kids *arg = &f->n->g[0];
    if (arg->n != fn->nparams)
        return wrong(f, "%s takes %d arguments, not %d", fn->name, fn->nparams, arg->n);
    Subst *s = call_subst(f->n);
    for (int i = 0; i < arg->n; i++)
        if (!expect(f, type_of(arg->at[i]), type_subst(fn->param[i]->type, s),
                    format("argument %d of %s", i + 1, fn->name)))
            return false;
    for (int i = 0; i < fn->nresults; i++)
        give(f, type_subst(fn->result[i], s));
    return true;
}

bool infer_control(Infer *f)
{
    switch (f->n->op) {
    case OP_IF: return infer_if(f);
    case OP_CALL: return infer_call(f);
    default: return infer_loop(f);
    }
}
