/*
 * retype.c -- an instance with other types: of its elements, of a size, of a
 * number that it names. All of it changes at once, with the names of its data
 * and the functions that it calls.
 */
#include "truth.h"

#include <string.h>

typedef struct {
    Make *k;
    Prim from, to;             /* of elements; the same: they stay */
    const Var *size;           /* a size, or null, */
    Core *is;                  /*   and what it becomes */
    const Scalar *literal;     /* a number, or null, */
    Scalar other;              /*   and what it becomes */
    Table *var, *func;         /* what was met: Var -> Var, Func -> Func */
} Retype;

static Core *again(Core *n, void *retype);

static Prim new_prim(const Retype *r, Prim p)
{
    return p == r->from ? r->to : p;
}

static const Type *new_type(Retype *r, const Type *t)
{
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++)
        dim[d] = t->dim[d] ? again(t->dim[d], r) : NULL;
    return type_dims(new_prim(r, t->prim), dim, t->rank);
}

static Var *new_var(Retype *r, Var *v)
{
    Var *other = table_get(r->var, v);
    if (other)
        return other;
    other = var_new(v->name, new_type(r, v->type), v->span);
    table_put(r->var, v, other);
    return other;
}

static Var **new_vars(Retype *r, Var **v, int n)
{
    Var **out = NEWS(Var *, n);
    for (int i = 0; i < n; i++)
        out[i] = new_var(r, v[i]);
    return out;
}

static Scalar new_scalar(const Retype *r, Scalar s)
{
    if (r->literal && scalar_equal(s, *r->literal))
        return r->other;
    if (s.prim != r->from || r->from == r->to)
        return s;
    double f = prim_is_float(s.prim) ? s.f : (double)s.i;
    return prim_is_float(r->to) ? scalar_float(r->to, f) : scalar_int(r->to, (int64_t)f);
}

static Func *new_func(Retype *r, Func *f)
{
    Func *other = table_get(r->func, f);
    if (other)
        return other;
    other = COPY(Func, *f);
    other->lifting = NULL;
    const Type **result = NEWS(const Type *, f->nresults);
    for (int i = 0; i < f->nresults; i++)
        result[i] = new_type(r, f->result[i]);
    other->param = new_vars(r, f->param, f->nparams);
    other->result = result;
    table_put(r->func, f, other);
    const Scalar *literal = r->literal;
    r->literal = NULL;
    other->body = f->body ? again(f->body, r) : NULL;
    r->literal = literal;
    return other;
}

static Stm *new_stms(Retype *r, const Stm *s, int n)
{
    Stm *out = NEWS(Stm, n);
    for (int i = 0; i < n; i++) {
        out[i] = s[i];
        out[i].exp = again(s[i].exp, r);
        out[i].var = new_vars(r, s[i].var, s[i].nvars);
    }
    return out;
}

/* A body of these bindings has the types of its results; other nodes get theirs anew. */
static Core *with_types(Retype *r, const Core *n, Core *c)
{
    if (n->op == OP_BODY)
        return core_body(c->stm, c->nstms, c->g[0].at, c->g[0].n);
    const Type **type = NEWS(const Type *, n->ntypes);
    for (int i = 0; i < n->ntypes; i++)
        type[i] = new_type(r, n->type[i]);
    c->type = type;
    return ops[n->op].kind == K_PART || n->op == OP_EXT ? c : checked(r->k, c);
}

static Core *again(Core *n, void *retype)
{
    Retype *r = retype;
    if (n->op == OP_VAR)
        return n->var == r->size ? r->is : core_var(new_var(r, n->var));
    if (n->op == OP_CONST)
        return core_const(new_scalar(r, n->value));
    Core *c = core_copy_node(n);
    if (n->nbinds)
        c->bind = new_vars(r, n->bind, n->nbinds);
    if (n->index)
        c->index = new_var(r, n->index);
    if (n->op == OP_CALL)
        c->func = new_func(r, n->func);
    if (n->op == OP_BODY)
        c->stm = new_stms(r, n->stm, n->nstms);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            c->g[g].at[i] = again(n->g[g].at[i], r);
    return with_types(r, n, c);
}

/* ---- what changes ------------------------------------------------------------------ */

static bool other_prim(Retype *r, const Instance *i)
{
    static const Prim numbers[] = { I32, I8, U8, U32, F32, F64, I64 };
    VEC(Prim) has = { 0 };
    for (int v = 0; v < i->given->vars.n; v++) {
        Prim p = i->given->vars.at[v]->type->prim;
        if (p != I64 && p != BOOL)
            vec_push(&has, p);
    }
    if (!has.n)
        return false;
    r->from = has.at[draw(r->k->seed, has.n)];
    r->to = numbers[draw(r->k->seed, 7)];
    return r->from != r->to;
}

/* One size is another, or a number. */
static bool other_size(Retype *r, const Instance *i)
{
    Kids sizes = sizes_of(i->given);
    if (!sizes.n)
        return false;
    r->size = sizes.at[draw(r->k->seed, sizes.n)]->var;
    Core *other = sizes.at[draw(r->k->seed, sizes.n)];
    r->is = chance(r->k, 50) ? core_i64(draw(r->k->seed, 4)) : core_var(new_var(r, other->var));
    return other->var != r->size;
}

typedef VEC(Scalar) Literals;

static void note_literal(Core *n, void *literals)
{
    if (is_const(n) && n->value.prim != BOOL && !prim_is_float(n->value.prim))
        vec_push((Literals *)literals, n->value);
    core_each(n, note_literal, literals);
}

/* A number is another wherever it stands: that of a tile mostly a small one. */
static bool other_literal(Retype *r, const Instance *i)
{
    Literals all = { 0 };
    note_literal(i->term, &all);
    for (int l = 0; l < i->ctx.n; l++)
        note_literal(i->ctx.at[l], &all);
    if (!all.n)
        return false;
    Scalar s = all.at[draw(r->k->seed, all.n)];
    r->literal = COPY(Scalar, s);
    r->other = scalar_int(s.prim, draw(r->k->seed, 5));
    return s.i != r->other.i;
}

static const Given *new_given(Retype *r, const Given *old)
{
    Given *g = NEW(Given);
    for (int i = 0; i < old->vars.n; i++)
        vec_push(&g->vars, new_var(r, old->vars.at[i]));
    for (int i = 0; i < old->funcs.n; i++)
        vec_push(&g->funcs, new_func(r, old->funcs.at[i]));
    return g;
}

void retype_instance(Make *k, Instance *i)
{
    Retype r = { .k = k, .from = NPRIMS, .to = NPRIMS, .var = table_new(), .func = table_new() };
    bool (*const change[])(Retype *, const Instance *) = { other_prim, other_size, other_literal };
    if (!change[draw(k->seed, 3)](&r, i))
        make_fails(k);
    i->given = new_given(&r, i->given);
    Kids ctx = { NEWS(Core *, i->ctx.n), i->ctx.n };
    for (int l = 0; l < ctx.n; l++)
        ctx.at[l] = again(i->ctx.at[l], &r);
    i->ctx = ctx;
    i->term = again(i->term, &r);
}
