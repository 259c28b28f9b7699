/*
 * range.c -- what is known of the values of integers.
 *
 * Facts are about variables, which are unique: one is not negative, is below
 * an end, or stands for an expression; assumptions hold in a part of the code.
 *
 * Sums and products of sizes are taken as those of whole numbers: an array of
 * that many elements could not be. Other arithmetic may wrap around; it is
 * looked through only where the values that it works on forbid that.
 */
#include "range.h"

/* ---- facts --------------------------------------------------------------- */

Ranges *ranges_new(void)
{
    return MAKE(Ranges, .fact = table_new(), .asked = table_new());
}

static void free_fact(const void *v, void *fact, void *arg)
{
    (void)v, (void)arg;
    arena_give_back(fact, sizeof(Fact));
}

static void free_asked(const void *v, void *asked, void *arg)
{
    (void)v, (void)arg;
    arena_give_back(asked, sizeof(Asked));
}

void ranges_free(Ranges *r)
{
    table_each(r->fact, free_fact, NULL);
    table_each(r->asked, free_asked, NULL);
    table_free(r->fact);
    table_free(r->asked);
    arena_give_back(r, sizeof *r);
}

const Fact *fact_of(const Ranges *r, const Core *e)
{
    return e->op == OP_VAR ? table_get(r->fact, e->var) : NULL;
}

Asked *asked_for(const Ranges *r, const Var *v)
{
    Asked *a = table_get(r->asked, v);
    if (!a) {
        a = NEW(Asked);
        table_put(r->asked, v, a);
    }
    return a;
}

/* Returns the facts of a variable, to be changed; its remembered ranges become invalid. */
static Fact *fact_for(Ranges *r, const Var *v)
{
    Fact *f = table_get(r->fact, v);
    if (!f) {
        f = NEW(Fact);
        table_put(r->fact, v, f);
    }
    if (table_has(r->asked, v))
        *asked_for(r, v) = (Asked){0};
    return f;
}

void range_natural(Ranges *r, const Core *atom)
{
    if (atom->op == OP_VAR)
        fact_for(r, atom->var)->natural = true;
}

Ranges *ranges_of(const Func *f)
{
    Ranges *r = ranges_new();
    for (int i = 0; i < f->nsizes; i++)
        range_natural(r, core_var(f->size[i]));
    return r;
}

void range_below(Ranges *r, const Var *v, Core *end)
{
    fact_for(r, v)->below = end;
}

Core *range_said_below(const Ranges *r, const Var *v)
{
    const Fact *f = table_get(r->fact, v);
    return f ? f->below : NULL;
}

const Core *range_def(const Ranges *r, const Var *v)
{
    const Fact *f = table_get(r->fact, v);
    return f ? f->def : NULL;
}

int range_which(const Ranges *r, const Var *v)
{
    const Fact *f = table_get(r->fact, v);
    return f ? f->which : 0;
}

/* Of loops, levels and mapped functions. */
void range_counter(Ranges *r, const Core *n)
{
    int width = n->op == OP_LOOP;
    if (n->index && (width || n->op == OP_LEVEL) && n->g[width].n)
        range_below(r, n->index, n->g[width].at[0]);
    for (int g = 1; ops[n->op].kind == K_SOAC && g < ops[n->op].ngroups; g++)
        if (ops[n->op].groups[g] == 'l' && n->g[g].n && kid(n, g)->index)
            range_below(r, kid(n, g)->index, n->g[0].at[0]);
}

/* The value of an assert is what its condition says. */
static bool says_natural(const Ranges *r, const Core *condition, const Core *value)
{
    const Core *def = meaning_of(r, condition), *c = def ? def : condition;
    if (c->op == OP_LAND)
        return says_natural(r, kid(c, 0), value) || says_natural(r, kid(c, 1), value);
    return c->op == OP_GE && is_var(kid(c, 0), value->var) && is_const(kid(c, 1))
        && kid(c, 1)->value.i >= 0 && is_wide(kid(c, 0));
}

void range_define(Ranges *r, const Var *v, const Core *exp, int which)
{
    Fact *f = fact_for(r, v);
    f->def = exp;
    f->which = which;
    f->poly = NULL;
    const Core *value = exp->op == OP_ASSERT ? exp->g[1].at[which] : NULL;
    if (value && value->op == OP_VAR && says_natural(r, kid(exp, 0), value))
        f->natural = true;
}

static void define_all(Core *n, void *ranges)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++)
            range_define(ranges, n->stm[i].var[k], n->stm[i].exp, k);
    range_counter(ranges, n);
    core_each(n, define_all, ranges);
}

void range_define_all(Ranges *r, Core *n)
{
    define_all(n, r);
}

/* ---- what an expression is, looking through definitions ------------------ */

const Core *meaning_of(const Ranges *r, const Core *e)
{
    const Fact *f = fact_of(r, e);
    const Core *def = f ? f->def : NULL;
    if (def && def->op == OP_ASSERT)
        def = def->g[1].at[f->which];
    return def && (ops[def->op].kind == K_SCALAR || ops[def->op].kind == K_ATOM) ? def : NULL;
}

bool is_wide(const Core *e)
{
    return e->ntypes == 1 && !e->type[0]->rank && e->type[0]->prim == I64;
}

bool is_ring(Op op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL;
}

/* A size, a counter of something, or made of such. */
static bool is_extent(const Ranges *r, const Core *e, int depth)
{
    const Fact *f = fact_of(r, e);
    const Core *def = meaning_of(r, e);
    if (e->op == OP_CONST)
        return is_wide(e) && e->value.i >> 31 == 0;
    if (e->op == OP_LENGTH || e->op == OP_TOTAL || e->op == OP_WORKERS
        || (f && (f->natural || f->below)))
        return true;
    if (depth == MAX_DEPTH || (e->op == OP_VAR && !def) || !is_wide(e))
        return false;
    if (def)
        return is_extent(r, def, depth + 1);
    if (!is_ring(e->op) && e->op != OP_MIN && e->op != OP_MAX && e->op != OP_DIV
        && e->op != OP_QUOT && e->op != OP_MOD && e->op != OP_REM)
        return false;
    return is_extent(r, kid(e, 0), depth + 1) && is_extent(r, kid(e, 1), depth + 1);
}

static bool is_exact(const Ranges *r, const Core *e)
{
    return (is_extent(r, kid(e, 0), 0) && is_extent(r, kid(e, 1), 0)) || range_fits(r, e);
}

static bool reads(const Core *e)
{
    bool yes = e->op == OP_INDEX;
    for (int g = 0; g < ops[e->op].ngroups && !yes; g++)
        for (int i = 0; i < e->g[g].n && !yes; i++)
            yes = reads(e->g[g].at[i]);
    return yes;
}

const Core *checked_value(const Ranges *r, const Core *e)
{
    const Fact *f = fact_of(r, e);
    bool checked = f && f->def && f->def->op == OP_ASSERT && f->natural;
    const Core *def = checked ? meaning_of(r, e) : NULL;
    return def && is_wide(def) ? def : NULL;
}

static Poly poly_of_var(const Ranges *r, const Core *e)
{
    Fact *f = table_get(r->fact, e->var);
    const Core *def = meaning_of(r, e);
    if (!f || checked_value(r, e) || (def && (!is_wide(e) || !is_wide(def) || reads(def))))
        return poly_factor((Core *)e);
    if (f->poly && (!f->asked || f->asked == r->time))
        return *f->poly;
    Poly p = def ? poly_in(r, def) : poly_factor((Core *)e);
    if (!f->poly)
        f->poly = NEW(Poly);
    *f->poly = p.n > MAX_MONOS || poly_is_larger(p, MAX_NODES) ? poly_factor((Core *)e) : p;
    f->poly->room = 0;
    f->asked = def && r->assumed.n ? r->time : 0;
    return *f->poly;
}

Poly poly_in(const Ranges *r, const Core *e)
{
    switch (e->op) {
    case OP_CONST: return is_wide(e) ? poly_const(e->value.i) : poly_factor((Core *)e);
    case OP_VAR: return poly_of_var(r, e);
    case OP_ADD: case OP_SUB: case OP_MUL:
        if (!is_wide(e) || !is_exact(r, e))
            return poly_factor((Core *)e);
        return poly_ring_of(e, poly_in(r, kid(e, 0)), poly_in(r, kid(e, 1)));
    case OP_DIV: case OP_QUOT: case OP_MOD: case OP_REM: case OP_MIN: case OP_MAX:
        if (is_wide(e))
            return poly_opaque(e->op, poly_in(r, kid(e, 0)), poly_in(r, kid(e, 1)));
        return poly_factor((Core *)e);
    case OP_CONV:
        return is_wide(kid(e, 0)) && is_wide(e) ? poly_in(r, kid(e, 0)) : poly_factor((Core *)e);
    default: return poly_factor((Core *)e);
    }
}

Core *range_spelled(const Ranges *r, const Core *e)
{
    return poly_core(poly_in(r, e));
}

Poly less_one(Poly p)
{
    return poly_and(p, &(Mono){ .coef = -1 });
}

const Core *choice_of(const Ranges *r, const Core *e)
{
    const Fact *f = fact_of(r, e);
    const Core *def = f && !f->which ? f->def : NULL;
    return def && def->op == OP_IF && is_wide(def) ? def : NULL;
}

/* It holds of what each branch of a choice gives, where that is taken. */
static bool of_branches(const Ranges *r, const Core *e, const Core *to,
                        bool (*holds)(const Ranges *r, const Core *e, const Core *to))
{
    const Core *choice = choice_of(r, e);
    Ranges *own = (Ranges *)r;         /* what is assumed is forgotten again */
    bool all = choice != NULL;
    for (int b = 1; b <= 2 && all; b++) {
        Assumptions before = range_assumed(own);
        range_assume(own, kid(choice, 0), b == 1);
        all = holds(r, kid(choice, b)->g[0].at[0], to);
        range_forget(own, before);
    }
    return all;
}

/* p, which is dropped, is not negative. */
static bool surely(const Ranges *r, Poly p)
{
    bool yes = prove(r, p);
    poly_drop(p);
    return yes;
}

static bool is_natural(const Ranges *r, const Core *e, const Core *none)
{
    return surely(r, poly_in(r, e)) || of_branches(r, e, none, is_natural);
}

bool surely_natural(const Ranges *r, const Core *e)
{
    return is_natural(r, e, NULL);
}

bool surely_at_most(const Ranges *r, const Core *a, const Core *b)
{
    return surely(r, poly_ring(OP_SUB, poly_in(r, b), poly_in(r, a)));
}

static const Core *quotient_of(const Ranges *r, const Core *e)
{
    const Core *def = meaning_of(r, e), *q = def ? def : e;
    return (q->op == OP_DIV || q->op == OP_QUOT) && is_const(kid(q, 1))
        && kid(q, 1)->value.i > 0 ? q : NULL;
}

/* x / d < y / d where x + d <= y. */
static bool quotient_below(const Ranges *r, const Core *a, const Core *b)
{
    const Core *p = quotient_of(r, a), *q = quotient_of(r, b);
    if (!p || !q || kid(p, 1)->value.i != kid(q, 1)->value.i || !surely_natural(r, kid(p, 0)))
        return false;
    Poly more = poly_ring(OP_SUB, poly_in(r, kid(q, 0)), poly_in(r, kid(p, 0)));
    return surely(r, poly_ring(OP_SUB, more, poly_const(kid(q, 1)->value.i)));
}

bool surely_below(const Ranges *r, const Core *a, const Core *b)
{
    return quotient_below(r, a, b)
        || surely(r, less_one(poly_ring(OP_SUB, poly_in(r, b), poly_in(r, a))))
        || of_branches(r, a, b, surely_below);
}

bool surely_inside(const Ranges *r, const Core *index, const Core *size)
{
    return surely_natural(r, index) && surely_below(r, index, size);
}

/* ---- assumptions --------------------------------------------------------- */

/* Takes the terms of p, which nothing else may have. */
static void assume_least(Ranges *r, Poly p)
{
    int64_t value;
    if (p.wraps || poly_is_const(p, &value))
        return;
    r->time = ++r->latest;
    vec_push(&r->assumed, p);
    vec_push(&r->since, r->time);
    if (p.n != 2 || p.at[0].coef != 1 || p.at[1].n || p.at[1].coef >= 0)
        return;
    for (int k = 0; k < p.at[0].n; k++)          /* a product that is not 0 */
        if (p.at[0].n == 1 || surely_natural(r, p.at[0].fac[k]))
            vec_push(&r->positive, p.at[0].fac[k]);
}

void range_positive(Ranges *r, const Core *size)
{
    const Core *def = meaning_of(r, size), *e = def ? def : size;
    assume_least(r, less_one(poly_in(r, size)));
    for (int g = 0; e->op == OP_MAX && g < 2; g++)       /* max 0 x: then x is */
        if (range_of(r, kid(e, g)).most <= 0)
            range_positive(r, kid(e, !g));
}

static Op negated(Op op)
{
    switch (op) {
    case OP_LT: return OP_GE;
    case OP_LE: return OP_GT;
    case OP_GT: return OP_LE;
    case OP_GE: return OP_LT;
    case OP_EQ: return OP_NE;
    default: return OP_EQ;
    }
}

static void assume_order(Ranges *r, Op op, Poly a, Poly b)
{
    Poly more = poly_add(a, b, -1), less = poly_add(b, a, -1);
    if (op == OP_LT || op == OP_LE || op == OP_EQ)
        assume_least(r, op == OP_LT ? less_one(less) : less);
    if (op == OP_GT || op == OP_GE || op == OP_EQ)
        assume_least(r, op == OP_GT ? less_one(more) : more);
    if (op == OP_NE && prove(r, more))
        assume_least(r, less_one(more));
    else if (op == OP_NE && prove(r, less))
        assume_least(r, less_one(less));
}

/* The branch that is taken where the other one gives what does not hold: `if a then b else false`
   says both. */
static int branch_taken(const Core *choice, bool holds)
{
    bool one = choice && choice->op == OP_IF && choice->ntypes == 1;
    for (int b = 1; one && b <= 2; b++) {
        const Core *gives = choice->g[b].at[0]->g[0].at[0];
        if (is_const(gives) && type_of(gives)->prim == BOOL && (gives->value.i != 0) != holds)
            return 3 - b;
    }
    return 0;
}

/* In bytes: each device has more shared memory for a block, besides what collectives take. */
enum { LEAST_SHARED = 40 * 1024 };

/* Arrays that do not fit in the shared memory of a block have more bytes than this; `most` is what
   a block may use. */
static int64_t bytes_exceeded(const Core *most)
{
    int64_t stated;
    return size_const(most, &stated) && stated < LEAST_SHARED ? stated : LEAST_SHARED;
}

void range_assume(Ranges *r, const Core *condition, bool holds)
{
    const Core *def = meaning_of(r, condition), *c = def ? def : condition;
    const Fact *f = fact_of(r, condition);
    const Core *choice = f ? f->def : NULL;
    int taken = branch_taken(choice, holds);
    if (c->op == OP_NOT) {
        range_assume(r, kid(c, 0), !holds);
    } else if (taken) {
        range_assume(r, kid(choice, 0), taken == 1);
        range_assume(r, choice->g[taken].at[0]->g[0].at[0], holds);
    } else if (c->op == (holds ? OP_LAND : OP_LOR)) {
        range_assume(r, kid(c, 0), holds);
        range_assume(r, kid(c, 1), holds);
    } else if (c->op == OP_FITS && !holds) {
        assume_order(r, OP_GT, poly_in(r, kid(c, 0)),
                     poly_in(r, core_i64(bytes_exceeded(kid(c, 1)))));
    } else if (c->op >= OP_EQ && c->op <= OP_GE && is_wide(kid(c, 0))) {
        assume_order(r, holds ? c->op : negated(c->op), poly_in(r, kid(c, 0)),
                     poly_in(r, kid(c, 1)));
    }
}

Assumptions range_assumed(const Ranges *r)
{
    return (Assumptions){ r->assumed.n, r->positive.n };
}

void range_forget(Ranges *r, Assumptions before)
{
    while (r->assumed.n > before.assumed)
        poly_drop(r->assumed.at[--r->assumed.n]);
    r->since.n = r->assumed.n;
    r->time = r->since.n ? r->since.at[r->since.n - 1] : 0;
    r->positive.n = before.positive;
}

/* ---- failure ------------------------------------------------------------- */

static bool divisor_is_fine(const Ranges *r, const Core *e)
{
    const Core *by = kid(e, 1);
    if (!prim_is_int(type_of(by)->prim))
        return true;
    Interval x = range_of(r, by);
    if (e->op == OP_POW)
        return x.least >= 0;
    return x.least > 0 || x.most < 0 || (is_wide(by) && surely(r, less_one(poly_in(r, by))));
}

bool surely_span_inside(const Ranges *r, const Core *span, const Core *size)
{
    const Core *step = kid(span, 2);
    if (!is_const(step) || (step->value.i != 1 && step->value.i != -1)
        || !surely_natural(r, kid(span, 1)))
        return false;
    Ranges *own = (Ranges *)r;             /* an empty part may lie anywhere */
    Assumptions before = range_assumed(r);
    range_positive(own, kid(span, 1));
    Core *further = core_prim2(OP_SUB, span->g[1].at[0], core_i64(1));
    Core *last = core_prim2(step->value.i > 0 ? OP_ADD : OP_SUB, span->g[0].at[0], further);
    bool yes = surely_inside(r, kid(span, 0), size) && surely_inside(r, last, size);
    range_forget(own, before);
    return yes;
}

static bool entry_is_inside(const Ranges *r, const Core *entry, const Core *size)
{
    return entry->op == OP_WHOLE
        || (size && (entry->op == OP_SPAN ? surely_span_inside : surely_inside)(r, entry, size));
}

static bool index_is_fine(const Ranges *r, const Core *e)
{
    const Type *t = type_of(kid(e, 0));
    for (int d = 0; d < e->g[1].n; d++)
        if (!entry_is_inside(r, e->g[1].at[d], t->dim[d]))
            return false;
    return true;
}

bool op_fails(const Ranges *r, const Core *e)
{
    if (!ops[e->op].fails || e->unchecked)
        return false;
    if (e->op == OP_INDEX || e->op == OP_UPDATE)
        return !index_is_fine(r, e);
    return ops[e->op].kind != K_SCALAR || !divisor_is_fine(r, e);
}
