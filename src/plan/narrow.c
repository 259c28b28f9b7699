/*
 * narrow.c -- pass over the statements of a kernel in which the threads of a block share
 * elements out: indices that are surely small become `int`, and loops over what a thread
 * keeps are unrolled, as registers have no index.
 *
 * Core's sizes and indices have 64 bits, those of a graphics processor 32: a longer one takes
 * two registers and several instructions. A constant variable whose least and greatest value
 * are known to fit is declared `int`; where C would compute in `int` what need not fit, an
 * operand is made longer first.
 */
#include "lower.h"

typedef struct {
    const Plan *plan;
    const Ranges *range;
    Table *small;              /* Vars that become int */
} Narrow;

static bool fits(Interval x)
{
    return x.least >= INT32_MIN && x.most < INT32_MAX;
}

/* ---- expressions --------------------------------------------------------------- */

static bool is_wide(const Core *n)
{
    return type_of(n)->prim == I64;
}

/* What C computes it in is int. */
static bool is_small(const Core *n, const Narrow *w)
{
    switch (n->op) {
    case OP_VAR: return table_has(w->small, n->var);
    case OP_CONST: return is_wide(n) && n->value.i == (int32_t)n->value.i;
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_QUOT: case OP_REM:
        return is_wide(n) && !n->wraps && is_small(n->g[0].at[0], w)
            && is_small(n->g[1].at[0], w);
    default: return false;
    }
}

static Core *widened(Core *n)
{
    Core *wide = CORE(OP_CONV, NULL, one(n));
    core_set_type(wide, type_prim(I64));
    return wide;
}

static Core *rewritten(Core *n, void *narrow);

/* An operand that must have 64 bits. */
static Core *as_wide(Core *n, const Narrow *w)
{
    Core *own = rewritten(n, (void *)w);
    return is_wide(n) && n->op != OP_CONST && is_small(n, w) ? widened(own) : own;
}

static Core *with_wide(const Core *n, const Narrow *w, int from)
{
    Core *own = core_copy_node(n);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            own->g[g].at[i] = g >= from ? as_wide(n->g[g].at[i], w)
                                        : rewritten(n->g[g].at[i], (void *)w);
    return own;
}

/* Arithmetic in int, if its value fits; else one operand has 64 bits. */
static Core *arithmetic(const Core *n, const Narrow *w)
{
    if (n->wraps)
        return with_wide(n, w, 0);
    Core *own = core_copy_node(core_map(n, rewritten, (void *)w));
    if (!is_small(n, w))
        return own;
    if (fits(range_of(w->range, n))) {
        core_set_type(own, type_prim(I32));
        return own;
    }
    int k = is_const(n->g[0].at[0]);
    own->g[k].at[0] = widened(own->g[k].at[0]);
    return own;
}

static Core *rewritten(Core *n, void *narrow)
{
    const Narrow *w = narrow;
    switch (n->op) {
    case OP_VAR: {
        if (!table_has(w->small, n->var))
            return n;
        Core *v = core_copy_node(n);       /* not the variable's own, which all share */
        core_set_type(v, type_prim(I32));
        return v;
    }
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_QUOT: case OP_REM:
        return is_wide(n) ? arithmetic(n, w) : core_map(n, rewritten, narrow);
    case OP_LT: case OP_LE: case OP_GT: case OP_GE: case OP_EQ: case OP_NE:
    case OP_CONV: case OP_INDEX: case OP_IF: case OP_BODY: case OP_TERM:
        return core_map(n, rewritten, narrow);
    default:
        return ops[n->op].kind == K_SCALAR ? with_wide(n, w, 0)
                                           : core_map(n, rewritten, narrow);
    }
}

/* ---- statements ---------------------------------------------------------------- */

static void find_small(Stmt *s, void *narrow)
{
    Narrow *w = narrow;
    bool binds = s->kind == S_FOR || s->kind == S_OWN || (s->kind == S_LET && s->constant);
    if (binds && !s->var->type->rank && s->var->type->prim == I64
        && !table_has(w->plan->mutable, s->var) && !table_get(w->plan->record_of, s->var)
        && fits(range_of(w->range, core_var(s->var))))
        table_put(w->small, s->var, s->var);
}

static void rewrite_stmt(Stmt *s, void *narrow)
{
    Core **tree[] = { &s->to, &s->exp, &s->count };
    for (int i = 0; i < 3; i++)
        if (*tree[i])
            *tree[i] = rewritten(*tree[i], narrow);
    for (int i = 0; i < s->said.n; i++)
        s->said.at[i] = as_wide(s->said.at[i], narrow);
}

static void declare_small(const void *v, void *value, void *plan)
{
    (void)value;
    table_put(((const Plan *)plan)->ints, v, (void *)v);
}

/* ---- loops over what a thread keeps ---------------------------------------------- */

typedef struct {
    const Plan *plan;
    const Var *index;
    bool yes;
} Picks;

static bool picks(const Core *n, void *arg)
{
    const Picks *p = arg;
    const Buffer *b = n->op == OP_INDEX ? table_get(p->plan->buffer_of, n->g[0].at[0]->var) : NULL;
    bool yes = false;
    for (int i = 0; b && b->home == B_THREAD && i < n->g[1].n && !yes; i++)
        yes = core_uses(n->g[1].at[i], p->index);
    return yes;
}

static void picks_stmt(Stmt *s, void *arg)
{
    Picks *p = arg;
    Core *tree[] = { s->to, s->exp, s->count };
    for (int i = 0; i < 3; i++)
        p->yes |= tree[i] && core_any(tree[i], picks, p);
}

static bool begins_copy(const Stmt *s)
{
    return s->kind == S_FETCH && !s->unroll;
}

/* A thread's array is in registers only if each index is a constant. Copies that run beside the
   thread are begun a round at a time: none waits for another, and each has registers. */
static void unroll(Stmt *s, void *narrow)
{
    const Narrow *w = narrow;
    int64_t rounds;
    if (s->kind != S_FOR || s->to || s->count || !size_const(s->exp, &rounds))
        return;
    Picks p = { w->plan, s->var, false };
    block_each(&s->body, picks_stmt, &p);
    if (p.yes && rounds <= 64)
        s->unroll = -1;
    else if (s->sharing == IN_ROUNDS)
        s->unroll = block_some(&s->body, begins_copy) ? 1 : rounds <= 8 ? -1 : 8;
}

static bool is_unrolled(const Stmt *s)
{
    return s->kind == S_FOR && s->unroll < 0 && s->sharing == BY_EACH;
}

/* Around such loops four rounds at a time read four neighbours of a tile's row at once. */
static void unroll_around(Stmt *s, void *narrow)
{
    int64_t rounds;
    (void)narrow;
    if (s->kind != S_FOR || s->unroll || s->sharing != BY_EACH || s->to || s->count
        || !size_const(s->exp, &rounds) || rounds < 8 || rounds % 4)
        return;
    s->unroll = block_some(&s->body, is_unrolled) ? 4 : 0;
}

void make_narrow(const Lower *l, Table *small, Block *const *b, int n)
{
    Narrow w = { l->plan, l->facts->range, small };
    for (int i = 0; i < n; i++)
        block_each(b[i], find_small, &w);
    for (int i = 0; i < n; i++) {
        block_each(b[i], unroll, &w);
        block_each(b[i], unroll_around, &w);
        block_each(b[i], rewrite_stmt, &w);
    }
    table_each(w.small, declare_small, l->plan);
}
