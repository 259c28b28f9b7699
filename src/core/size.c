/* size.c -- symbolic sizes as polynomials over variables and opaque terms. */
#include "range.h"

#include <stdlib.h>
#include <string.h>

/* A product with more is a factor of its own. */
enum { MOST_TERMS = 32, MOST_FACTORS = 8 };

static Core *node2(Op op, Core *a, Core *b);

/* ---- order -------------------------------------------------------------- */

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Variables by name, so that dumps do not depend on addresses; equal names
   of different variables by address. */
static int var_order(const Var *a, const Var *b)
{
    int c = a == b ? 0 : strcmp(a->name, b->name);
    return c ? c : (a > b) - (a < b);
}

static int leaf_order(const Core *a, const Core *b)
{
    switch (a->op) {
    case OP_VAR: return var_order(a->var, b->var);
    case OP_CONST:
        return a->value.prim != b->value.prim ? compare(a->value.prim, b->value.prim)
                                              : compare(a->value.i, b->value.i);
    case OP_EXT: return compare(a->ext, b->ext);
    case OP_META: case OP_TERM: return strcmp(a->text, b->text);
    default: return 0;
    }
}

int factor_order(const Core *a, const Core *b)
{
    if (a == b)
        return 0;
    int c = a->op != b->op ? compare(a->op, b->op) : leaf_order(a, b);
    if (!c && a->op == OP_CONV)
        c = compare(type_of(a)->prim, type_of(b)->prim);
    for (int g = 0; !c && g < ops[a->op].ngroups; g++) {
        c = compare(a->g[g].n, b->g[g].n);
        for (int i = 0; !c && i < a->g[g].n; i++)
            c = factor_order(a->g[g].at[i], b->g[g].at[i]);
    }
    return c;
}

/* Higher degrees first. */
static int mono_order(const Mono *a, const Mono *b)
{
    int c = compare(b->n, a->n);
    for (int i = 0; !c && i < a->n; i++)
        c = factor_order(a->fac[i], b->fac[i]);
    return c;
}

/* ---- arithmetic --------------------------------------------------------- */

/* a + times * b modulo 2^64. The least number has no negative: it counts as wrapped. */
static int64_t wrap_add(int64_t a, int64_t times, int64_t b, bool *wraps)
{
    *wraps |= __builtin_mul_overflow(times, b, &b);
    *wraps |= __builtin_add_overflow(a, b, &b);
    *wraps |= b == INT64_MIN;
    return b;
}

static Poly poly_new(int room)
{
    return (Poly){ NEWS(Mono, room), 0, room, false };
}

void poly_drop(Poly p)
{
    if (p.room)
        arena_give_back(p.at, sizeof *p.at * (size_t)p.room);
}

Poly poly_const(int64_t c)
{
    Poly p = { NEW(Mono), c != 0, 1, c == INT64_MIN };
    p.at[0].coef = c;
    return p;
}

Poly poly_factor(Core *f)
{
    Poly p = { NEW(Mono), 1, 1, false };
    p.at[0] = (Mono){ 1, NEWS(Core *, 1), 1 };
    p.at[0].fac[0] = f;
    return p;
}

Poly poly_add(Poly p, Poly q, int64_t times)
{
    Poly r = poly_new(p.n + q.n);
    r.wraps = p.wraps || q.wraps;
    int i = 0, j = 0;
    while (i < p.n || j < q.n) {
        int c = i == p.n ? 1 : j == q.n ? -1 : mono_order(&p.at[i], &q.at[j]);
        Mono m = c <= 0 ? p.at[i] : q.at[j];
        int64_t a = c <= 0 ? p.at[i].coef : 0, b = c >= 0 ? q.at[j].coef : 0;
        m.coef = wrap_add(a, times, b, &r.wraps);
        i += c <= 0;
        j += c >= 0;
        if (m.coef)
            r.at[r.n++] = m;
    }
    return r;
}

static Mono mono_mul(const Mono *a, const Mono *b, bool *wraps)
{
    Mono m = { wrap_add(0, a->coef, b->coef, wraps), NEWS(Core *, a->n + b->n), a->n + b->n };
    for (int i = 0, j = 0, k = 0; k < m.n; k++) {
        bool left = j == b->n || (i < a->n && factor_order(a->fac[i], b->fac[j]) <= 0);
        m.fac[k] = left ? a->fac[i++] : b->fac[j++];
    }
    return m;
}

Poly poly_and(Poly p, Mono *m)
{
    Poly r = poly_add(p, (Poly){ .at = m, .n = m->coef != 0 }, 1);
    poly_drop(p);
    return r;
}

Poly poly_mul(Poly p, Poly q)
{
    Poly r = { .wraps = p.wraps || q.wraps };
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < q.n; j++) {
            Mono m = mono_mul(&p.at[i], &q.at[j], &r.wraps);
            r = poly_and(r, &m);
        }
    return r;
}

bool poly_is_larger(Poly p, int nodes)
{
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.at[i].n && nodes >= 0; k++)
            nodes -= core_nodes(p.at[i].fac[k], nodes);
    return nodes < 0;
}

bool poly_is_const(Poly p, int64_t *c)
{
    *c = p.n ? p.at[0].coef : 0;
    return p.n == 0 || (p.n == 1 && p.at[0].n == 0);
}

/* The value of an operator on constants. */
static bool fold(Op op, int64_t a, int64_t b, int64_t *r)
{
    Scalar x[] = { scalar_int(I64, a), scalar_int(I64, b) }, value;
    const char *error;
    bool fine = scalar_op(op, x, 2, I64, &value, &error);
    *r = fine ? value.i : 0;
    return fine;
}

/* The constant b divides every coefficient; the constant term, too, unless `floors`. */
static bool divides(Poly a, int64_t b, bool floors)
{
    if (b <= 0)
        return false;
    for (int i = 0; i < a.n; i++)
        if (a.at[i].coef % b && !(floors && a.at[i].n == 0))
            return false;
    return true;
}

/* a / b and a % b: the multiple of b goes apart, (b * x + c) / b = x + c / b. */
static Poly divided(Op op, Poly a, int64_t b)
{
    Poly p = poly_new(a.n);
    for (int i = 0; i < a.n; i++) {
        Mono m = a.at[i];
        bool constant = m.n == 0;
        if (op == OP_MOD || op == OP_REM)
            m.coef = constant ? (m.coef % b + b) % b : 0;
        else
            m.coef = m.coef / b - (m.coef % b < 0);
        if (m.coef)
            p.at[p.n++] = m;
    }
    return p;
}

/* min and max of sorted operands: they commute. */
static Poly poly_extreme(Op op, Poly a, Poly b)
{
    Core *x = poly_core(a), *y = poly_core(b);
    int order = factor_order(x, y);
    return !order ? a : poly_factor(order < 0 ? node2(op, x, y) : node2(op, y, x));
}

Poly poly_opaque(Op op, Poly a, Poly b)
{
    int64_t x, y, r;
    bool by_const = poly_is_const(b, &y);
    if (by_const && poly_is_const(a, &x) && fold(op, x, y, &r))
        return poly_const(r);
    if (op == OP_MIN || op == OP_MAX)
        return poly_extreme(op, a, b);
    if (!by_const || !divides(a, y, op == OP_DIV || op == OP_MOD))
        return poly_factor(node2(op, poly_core(a), poly_core(b)));
    return divided(op, a, y);
}

static int degree(Poly p)
{
    int most = 0;
    for (int i = 0; i < p.n; i++)
        most = p.at[i].n > most ? p.at[i].n : most;
    return most;
}

Poly poly_ring_of(const Core *e, Poly a, Poly b)
{
    if (e->op != OP_MUL || (a.n * b.n <= MOST_TERMS && degree(a) + degree(b) <= MOST_FACTORS))
        return poly_ring(e->op, a, b);
    poly_drop(a);
    poly_drop(b);
    return poly_factor((Core *)e);
}

Poly poly_ring(Op op, Poly a, Poly b)
{
    Poly r = op == OP_MUL ? poly_mul(a, b) : poly_add(a, b, op == OP_ADD ? 1 : -1);
    poly_drop(a);
    poly_drop(b);
    return r;
}

Poly poly_of(const Core *e)
{
    switch (e->op) {
    case OP_CONST:
        if (prim_is_int(e->value.prim))
            return poly_const(e->value.i);
        return poly_factor((Core *)e);
    case OP_ADD: case OP_SUB: case OP_MUL:
        return poly_ring_of(e, poly_of(e->g[0].at[0]), poly_of(e->g[1].at[0]));
    case OP_NEG: return poly_ring(OP_SUB, (Poly){0}, poly_of(e->g[0].at[0]));
    case OP_DIV: case OP_MOD: case OP_QUOT: case OP_REM: case OP_MIN: case OP_MAX:
        return poly_opaque(e->op, poly_of(e->g[0].at[0]), poly_of(e->g[1].at[0]));
    default: return poly_factor((Core *)e);
    }
}

/* ---- back to terms ------------------------------------------------------ */

static Core *node2(Op op, Core *a, Core *b)
{
    Core *n = CORE(op, NULL, one(a), one(b));
    core_set_type(n, type_prim(I64));
    return n;
}

/* The product without its sign. */
static Core *core_of_mono(const Mono *m, int64_t coef)
{
    Core *e = NULL;
    if (coef != 1 || !m->n)
        e = core_i64(coef);
    for (int i = 0; i < m->n; i++)
        e = e ? node2(OP_MUL, e, m->fac[i]) : m->fac[i];
    return e;
}

Core *poly_core(Poly p)
{
    Core *e = NULL;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p.n; i++) {
            const Mono *m = &p.at[i];
            bool minus = m->coef < 0 && m->coef != INT64_MIN;
            if (minus != (pass == 1))
                continue;
            if (!e)
                e = core_of_mono(m, m->coef);
            else if (minus)
                e = node2(OP_SUB, e, core_of_mono(m, -m->coef));
            else
                e = node2(OP_ADD, e, core_of_mono(m, m->coef));
        }
    return e ? e : core_i64(0);
}

/* ---- the interface ------------------------------------------------------ */

bool size_equal(const Core *a, const Core *b)
{
    if (a == b)
        return true;
    if (a->op == OP_VAR && b->op == OP_VAR)
        return a->var == b->var;
    if (core_equal(a, b))
        return true;
    if (is_atom(a) && is_atom(b) && a->op != b->op)
        return false;
    Poly less = poly_ring(OP_SUB, poly_of(a), poly_of(b));
    poly_drop(less);
    return less.n == 0;
}

/* Of a sum that is dropped. */
static Core *core_once(Poly p)
{
    Core *e = poly_core(p);
    poly_drop(p);
    return e;
}

Core *size_normal(const Core *e)
{
    return ops[e->op].kind == K_ATOM ? (Core *)e : core_once(poly_of(e));
}

Core *size_add(Core *a, Core *b)
{
    return core_once(poly_ring(OP_ADD, poly_of(a), poly_of(b)));
}

Core *size_sub(Core *a, Core *b)
{
    return core_once(poly_ring(OP_SUB, poly_of(a), poly_of(b)));
}

Core *size_mul(Core *a, Core *b)
{
    return core_once(poly_ring(OP_MUL, poly_of(a), poly_of(b)));
}

bool size_const(const Core *e, int64_t *value)
{
    if (e->op == OP_VAR)
        return false;
    Poly p = poly_of(e);
    bool yes = poly_is_const(p, value);
    poly_drop(p);
    return yes;
}

int64_t type_numbers(const Type *t, int64_t most)
{
    int64_t all = 1, n;
    for (int d = 0; d < t->rank && all <= most; d++)
        all = t->dim[d] && size_const(t->dim[d], &n) && n <= most ? all * n : most + 1;
    return all <= most ? all : most + 1;
}
