/* exp.c -- expressions of instances, but for array combinators. */
#include "truth.h"

#include <string.h>

enum { TRIES = 20 };

/* One operand. */
static Core *some_operand(Make *k, const Core *pat, const Type *t)
{
    const Kids *known = value_of(k, pat);
    if (known && known->n == 1)
        return known->at[0];
    if (pat && pat->op == OP_CONST) {
        Prim p = t ? t->prim : pat->value.prim;
        return core_const(prim_is_float(p) ? scalar_float(p, pat->value.f)
                                           : scalar_int(p, pat->value.i));
    }
    Core *a = t ? some_atom(k, t) : some_scalar(k);
    put_value(k, pat, one(a));
    return a;
}

/* ---- scalars ------------------------------------------------------------ */

static Prim some_integer(Make *k)
{
    static const Prim ints[] = { I32, I64, I8, U8, U32, U64 };
    return ints[draw(k->seed, 6)];
}

/* The type that the operands of a pattern must have; any, if it says none. */
static Prim prim_for(Make *k, const Core *pat)
{
    for (int g = 0; pat && g < ops[pat->op].ngroups; g++) {
        const Core *p = pat->g[g].at[0];
        const Kids *known = value_of(k, p);
        if (known && known->n == 1 && known->at[0]->op != OP_BODY)
            return type_of(known->at[0])->prim;
        if (p->op != OP_CONST)
            continue;
        if (p->value.prim == BOOL)
            return BOOL;
        if (prim_is_float(p->value.prim))
            return chance(k, 50) ? F32 : F64;
        return some_integer(k);
    }
    if (pat)
        return (Prim)draw(k->seed, NPRIMS);
    return type_of(some_scalar(k))->prim;
}

static Core *scalar_exp(Make *k, Op op, const Core *pat)
{
    for (int i = 0; i < TRIES; i++) {
        int mark = k->env.n;
        const Type *t = type_prim(prim_for(k, pat));
        Core *e = core_node(op, NULL);
        for (int g = 0; g < ops[op].ngroups; g++)
            core_set1(e, g, some_operand(k, pat ? pat->g[g].at[0] : NULL, t));
        const char *error;
        if (core_infer(e, &error))
            return e;
        k->env.n = mark;
    }
    make_fails(k);
}

Core *some_number(Make *k)
{
    static const Op arithmetic[] = { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MIN };
    const Type *t = type_prim(I64);
    Core *a = some_atom(k, t);
    return core_prim2(arithmetic[draw(k->seed, 5)], a, some_atom(k, t));
}

/* ---- control ------------------------------------------------------------ */

static const Core *part(const Core *pat, int g)
{
    return pat && pat->g[g].n ? pat->g[g].at[0] : NULL;
}

static Core *if_exp(Make *k, const Core *pat)
{
    Core *e = core_node(OP_IF, NULL);
    core_set1(e, 0, some_operand(k, part(pat, 0), type_prim(BOOL)));
    Core *yes = some_body(k, part(pat, 1), (Want){ 0 });
    core_set1(e, 1, yes);
    core_set1(e, 2, some_body(k, part(pat, 2), (Want){ yes->type, yes->ntypes }));
    return checked(k, e);
}

static void bind_metas(Make *k, const Core *pat, Var **v, Kids inits)
{
    if (!pat)
        return;
    bool open = is_seq_name(pat->bind[0]->name);
    for (int i = 0; i < pat->nbinds; i++) {
        env_put(&k->env, pat->bind[i]->name, open ? atoms_of(v, inits.n) : atoms_of(&v[i], 1));
        if (pat->g[0].n == pat->nbinds)
            put_value(k, pat->g[0].at[i], open ? inits : one(inits.at[i]));
    }
}

/* How many values a loop carries: those that the pattern names, or any. */
static int carried(Make *k, const Core *pat)
{
    if (!pat || (pat->nbinds == 1 && is_seq_name(pat->bind[0]->name)))
        return 1 + chance(k, 30);
    for (int i = 0; i < pat->nbinds; i++)
        if (is_seq_name(pat->bind[i]->name))
            make_fails(k);
    return pat->nbinds;
}

/* A loop over values of any type; `extra` is one more, or null. */
static Core *open_loop(Make *k, Op op, const Core *pat, Core *extra)
{
    Kids inits = { 0 };
    for (int n = carried(k, pat); n > 0; n--)
        inits = kids_join(inits, one(chance(k, 60) ? some_array(k, some_size(k))
                                                     : some_scalar(k)));
    if (extra)
        inits = kids_join(inits, one(extra));
    Core *e = core_node(op, NULL);
    e->g[0] = inits;
    e->nbinds = inits.n;
    e->bind = NEWS(Var *, inits.n);
    for (int i = 0; i < inits.n; i++)
        e->bind[i] = new_name(k, "z", type_of(inits.at[i]));
    bind_metas(k, pat, e->bind, inits);
    return e;
}

static Want want_of(const Core *loop)
{
    Want w = { NEWS(const Type *, loop->nbinds), loop->nbinds };
    for (int i = 0; i < w.n; i++)
        w.at[i] = loop->bind[i]->type;
    return w;
}

/* Nothing computed, which may be large. */
static Core *some_count(Make *k)
{
    Core *count = core_i64(draw(k->seed, 3));
    for (int i = k->given - 1; i >= 0; i--) {
        const Type *t = k->scope.at[i]->type;
        if (!t->rank && t->prim == I64 && chance(k, 30))
            return core_var(k->scope.at[i]);
    }
    return count;
}

static Core *loop_exp(Make *k, const Core *pat)
{
    int mark = k->scope.n;
    Core *bound = some_count(k);
    Core *e = open_loop(k, OP_LOOP, pat, NULL);
    put_value(k, part(pat, 1), one(bound));
    core_set1(e, 1, bound);
    e->index = new_name(k, "i", type_prim(I64));
    if (pat && pat->index)
        env_put(&k->env, pat->index->name, one(core_var(e->index)));
    core_set1(e, 2, some_body(k, part(pat, 2), want_of(e)));
    k->scope.n = mark;
    return checked(k, e);
}

/* Something before the test or the step of a counter, the last variable. */
static Core *counting(Make *k, const Core *loop, Op op, Core *with, bool all)
{
    const Type *bools[1] = { type_prim(BOOL) };
    Want none = { bools, 0 }, want = want_of(loop);
    want.n--;
    Core *b = some_body(k, NULL, all ? want : none);
    Stms out = stms_of(b);
    Core *z = core_var(loop->bind[loop->nbinds - 1]);
    Core *last = stms_bind1(&out, core_prim2(op, z, with), NULL);
    Kids r = kids_join(b->g[0], one(last));
    return core_body(out.at, out.n, r.at, r.n);
}

static Core *while_exp(Make *k, const Core *pat)
{
    int mark = k->scope.n;
    Prim p = some_integer(k);
    Core *e = open_loop(k, OP_WHILE, pat, core_int(p, 0));
    core_set1(e, 1, counting(k, e, OP_LT, core_int(p, draw(k->seed, 3)), false));
    core_set1(e, 2, counting(k, e, OP_ADD, core_int(p, 1), true));
    k->scope.n = mark;
    return checked(k, e);
}

/* ---- arrays ------------------------------------------------------------- */

static Core *some_entry(Make *k, bool slice)
{
    if (!slice)
        return some_operand(k, NULL, type_prim(I64));
    if (chance(k, 60))
        return core_node(OP_WHOLE, NULL);
    Core *s = core_node(OP_SPAN, NULL);
    core_set1(s, 0, core_i64(draw(k->seed, 2)));
    core_set1(s, 1, core_i64(draw(k->seed, 3)));
    core_set1(s, 2, core_i64(1 + draw(k->seed, 2)));
    return s;
}

/* a[i, :, ..]; of a pattern, the entries are those of the pattern. */
static Core *index_exp(Make *k, const Core *pat, Core *a)
{
    a = a ? a : some_operand(k, part(pat, 0), NULL);
    if (!type_of(a)->rank)
        a = some_array(k, some_size(k));
    int rank = type_of(a)->rank;
    Core **entry = NEWS(Core *, rank);
    if (pat && pat->g[1].n != rank)
        make_fails(k);
    for (int d = 0; d < rank; d++)
        entry[d] = pat ? some_operand(k, pat->g[1].at[d], type_prim(I64))
                       : some_entry(k, chance(k, 50));
    Core *e = CORE(OP_INDEX, NULL, one(a), { entry, rank });
    return checked(k, e);
}

static Core *rearrange_exp(Make *k, const Core *pat, Core *of)
{
    Core *e = core_node(OP_REARRANGE, NULL);
    bool open = pat && pat->g[0].n == 2;
    const Core *name = pat ? pat->g[0].at[open] : NULL;
    const Kids *known = value_of(k, name);
    Core *a = known ? known->at[0] : of ? of : some_array(k, some_size(k));
    for (int i = 0; !known && type_of(a)->rank < 2 && i < TRIES; i++)
        a = some_array(k, some_size(k));
    int rank = type_of(a)->rank;
    put_value(k, name, one(a));
    e->nperm = pat && !open ? pat->nperm : rank;
    e->perm = NEWS(int, rank);
    for (int d = 0; d < rank; d++)
        e->perm[d] = pat && !open ? pat->perm[d] : d;
    for (int d = rank - 1; d > 0 && (!pat || open); d--) {
        int other = (int)draw(k->seed, d + 1), was = e->perm[d];
        e->perm[d] = e->perm[other];
        e->perm[other] = was;
    }
    if (e->nperm != rank || rank < 2)
        make_fails(k);
    core_set1(e, 0, a);
    return checked(k, e);
}

/* Any other operation, by the letters of its groups. */
static Core *plain_exp(Make *k, Op op, const Core *pat)
{
    Core *e = core_node(op, NULL);
    for (int g = 0; g < ops[op].ngroups; g++) {
        const Core *p = part(pat, g);
        const Kids *known = value_of(k, p);
        char letter = ops[op].groups[g];
        if (!strchr("az", letter))
            make_fails(k);
        Core *a = known ? known->at[0] : letter == 'z' ? some_size(k)
            : op == OP_COPY || chance(k, 30) ? some_array(k, some_size(k))
            : some_scalar(k);
        put_value(k, p, one(a));
        core_set1(e, g, a);
    }
    return checked(k, e);
}

/* ---- all ---------------------------------------------------------------- */

Op some_op(Make *k, bool (*fits)(Op op))
{
    unsigned most = 0, seed = (unsigned)draw(k->seed, 1 << 15);
    int found = -1;
    for (int op = 0; op < NOPS; op++) {
        unsigned name = hash_of(ops[op].id, seed);
        if (fits((Op)op) && (found < 0 || name > most)) {
            found = op;
            most = name;
        }
    }
    return (Op)found;
}

static bool combines(Op op) { return ops[op].kind == K_SOAC; }

/* Not of floats alone, and nothing that gets large. */
bool computes(Op op)
{
    return ops[op].kind == K_SCALAR && *ops[op].type && *ops[op].type != 'F' && op != OP_POW
        && op != OP_SHL && op != OP_FITS;
}

static Core *random_view(Make *k)
{
    static const Op views[] = { OP_INDEX, OP_INDEX, OP_REARRANGE, OP_IOTA,
                                OP_REPLICATE };
    Op op = views[draw(k->seed, 5)];
    return op == OP_INDEX ? index_exp(k, NULL, NULL)
        : op == OP_REARRANGE ? rearrange_exp(k, NULL, NULL) : plain_exp(k, op, NULL);
}

static bool fits(const Core *e, const Type *t, const Core *width)
{
    const Type *is = e->type[0];
    return t ? type_equal(is, t) : is->rank && is->dim[0] && size_equal(is->dim[0], width);
}

Core *some_view(Make *k, const Type *t, Core *width)
{
    for (int i = 0; i < TRIES && chance(k, 90); i++) {
        Core *a = some_array(k, some_size(k)), *copy = core_node(OP_COPY, NULL);
        if (type_of(a)->rank < 2)
            continue;
        Core *e = chance(k, 50) ? index_exp(k, NULL, a) : rearrange_exp(k, NULL, a);
        if (!fits(e, t, width))
            continue;
        core_set1(copy, 0, a);
        core_set1(e, 0, bind_fresh(k, checked(k, copy), "c"));
        return bind_fresh(k, e, "v");
    }
    return t ? some_replicate(k, t->dim[0], some_atom(k, type_row(t)))
             : some_replicate(k, width, some_scalar(k));
}

/* Of a size, which may be one already. */
static Core *check_exp(Make *k)
{
    Core *e = core_node(OP_ASSERT, NULL);
    e->text = intern("no size");
    core_set1(e, 0, some_atom(k, type_prim(BOOL)));
    core_set1(e, 1, some_atom(k, type_prim(I64)));
    return checked(k, e);
}

static Core *random_exp(Make *k)
{
    int c = (int)draw(k->seed, 100);
    if (--k->fuel < 0 || k->depth > 4 || c < 35)
        return scalar_exp(k, some_op(k, computes), NULL);
    if (c < 70)
        return some_soac(k, some_op(k, combines), NULL, NULL);
    if (c < 88)
        return random_view(k);
    if (c < 92)
        return plain_exp(k, OP_COPY, NULL);
    return c < 96 ? if_exp(k, NULL) : loop_exp(k, NULL);
}

Core *some_exp(Make *k, const Core *pat)
{
    const char *name = pat ? meta_name(pat) : NULL;
    if (!pat || name) {
        bool check = name && k->check && !strcmp(name, k->check);
        Core *e = check ? check_exp(k) : random_exp(k);
        if (name)
            env_put(&k->env, name, one(e));
        return e;
    }
    switch (ops[pat->op].kind) {
    case K_SOAC: case K_SEG: return some_soac(k, pat->op, pat, NULL);
    case K_SCALAR: return scalar_exp(k, pat->op, pat);
    default: break;
    }
    switch (pat->op) {
    case OP_IF: return if_exp(k, pat);
    case OP_LOOP: return loop_exp(k, pat);
    case OP_WHILE: return while_exp(k, pat);
    case OP_INDEX: return index_exp(k, pat, NULL);
    case OP_REARRANGE: return rearrange_exp(k, pat, NULL);
    default: return plain_exp(k, pat->op, pat);
    }
}
