/*
 * range_prove.c -- proofs that a polynomial over sizes is not negative.
 *
 * Each bounded factor is replaced by the end that makes the polynomial least,
 * until no factor or coefficient is negative.
 */
#include "range.h"

enum { MAX_STEPS = 192 };

typedef struct {
    const Ranges *r;
    int steps;
    bool assuming;             /* an assumption was used up */
    bool modelled;             /* what is assumed holds of the example */
    VEC(Core *) positive;      /* the ends of indices that occur: there is an index */
} Proof;

static bool never_negative(Proof *c, Poly p);

static bool natural_factor(Proof *c, const Core *e);

/* Of what is dropped. */
static bool is_natural(Proof *c, Poly p)
{
    bool yes = never_negative(c, p);
    poly_drop(p);
    return yes;
}

static bool natural_in(Proof *c, const Core *e)
{
    return is_natural(c, poly_in(c->r, e));
}

static bool natural_results(Proof *c, const Core *branch, int which)
{
    return natural_in(c, kid(branch, 1)->g[0].at[which])
        && natural_in(c, kid(branch, 2)->g[0].at[which]);
}

static bool natural_var(Proof *c, const Core *e)
{
    const Fact *f = fact_of(c->r, e);
    const Core *def = meaning_of(c->r, e);
    if (!f || f->natural || f->below || c->steps-- < 0)
        return f && (f->natural || f->below);
    if (f->def && f->def->op == OP_IF)
        return natural_results(c, f->def, f->which);
    return (def && natural_factor(c, def)) || range_of(c->r, e).least >= 0;
}

/* It is assumed to be 1 at least, or an index that occurs lies below it. */
static bool is_listed(const Proof *c, const Core *e)
{
    for (int i = 0; i < c->r->positive.n; i++)
        if (!factor_order(c->r->positive.at[i], e))
            return true;
    for (int i = 0; i < c->positive.n; i++)
        if (!factor_order(c->positive.at[i], e))
            return true;
    return false;
}

/* Not negative, whatever it is multiplied with. */
static bool natural_factor(Proof *c, const Core *e)
{
    if (is_listed(c, e))
        return true;
    switch (e->op) {
    case OP_VAR: return natural_var(c, e);
    case OP_MAX: case OP_AND: return natural_in(c, kid(e, 0)) || natural_in(c, kid(e, 1));
    case OP_MIN: case OP_DIV: case OP_QUOT: case OP_OR:
        return natural_in(c, kid(e, 0)) && natural_in(c, kid(e, 1));
    case OP_MOD: return natural_in(c, kid(e, 1));
    case OP_REM: case OP_SHR: return natural_in(c, kid(e, 0));
    case OP_IF: return natural_results(c, e, 0);
    default: return range_of(c->r, e).least >= 0;
    }
}

/* At least 1. */
static bool positive_factor(Proof *c, const Core *e)
{
    if (is_listed(c, e))
        return true;
    if (e->op == OP_VAR && e->var->stated && e->var->stated->least > 0)
        return true;
    return e->op == OP_WORKERS || (e->op == OP_MAX && (range_of(c->r, kid(e, 0)).least > 0
                                                       || range_of(c->r, kid(e, 1)).least > 0));
}

/* The product of a's factors is no more than that of b's. */
static bool is_within(Proof *c, const Mono *a, const Mono *b)
{
    int i = 0;
    for (int k = 0; k < b->n; k++)
        if (i < a->n && !factor_order(a->fac[i], b->fac[k]))
            i++;
        else if (!positive_factor(c, b->fac[k]))
            return false;
    return i == a->n;
}

static bool has_natural_factors(Proof *c, Poly p)
{
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.at[i].n; k++)
            if (!natural_factor(c, p.at[i].fac[k]))
                return false;
    return true;
}

/* No term is negative, or each that is has another to make up for it. */
static bool is_covered(Proof *c, Poly p)
{
    int64_t left[p.n + 1];
    bool yes = !p.wraps && has_natural_factors(c, p);
    for (int i = 0; i < p.n; i++)
        left[i] = p.at[i].coef;
    for (int i = 0; i < p.n && yes; i++)
        for (int k = 0; k < p.n && left[i] < 0; k++)
            if (left[k] > 0 && is_within(c, &p.at[i], &p.at[k])) {
                int64_t by = left[k] < -left[i] ? left[k] : -left[i];
                left[k] -= by;
                left[i] += by;
            }
    for (int i = 0; i < p.n; i++)
        yes &= left[i] >= 0;
    return yes;
}

void poly_split(Poly p, const Core *f, Poly *with, Poly *without)
{
    *with = *without = (Poly){0};
    for (int i = 0; i < p.n; i++) {
        Mono m = p.at[i];
        int k = 0;
        while (k < m.n && factor_order(m.fac[k], f))
            k++;
        if (k == m.n) {
            *without = poly_and(*without, &m);
            continue;
        }
        Mono rest = { m.coef, NEWS(Core *, m.n), 0 };
        for (int j = 0; j < m.n; j++)
            if (j != k)
                rest.fac[rest.n++] = m.fac[j];
        *with = poly_and(*with, &rest);
    }
}

/* The quotient if each term of p is divisible by the one term of q. */
static bool divide(Poly p, Poly q, Poly *out)
{
    *out = p;
    for (int k = 0; q.n == 1 && k < q.at[0].n; k++) {
        Poly rest;
        poly_split(*out, q.at[0].fac[k], out, &rest);
        if (rest.n)
            return false;
    }
    if (q.n != 1 || q.at[0].coef <= 0)
        return false;
    for (int i = 0; i < out->n; i++)
        if (out->at[i].coef % q.at[0].coef)
            return false;
    for (int i = 0; i < out->n; i++)
        out->at[i].coef /= q.at[0].coef;
    return true;
}

/* Each is an end; or, if `either`, one of them is, it is not known which. */
typedef struct {
    Poly end[3];
    int n;
    bool either;
} Ends;

/* Whether products with others of that kind are whole numbers. */
static bool is_small(Poly p)
{
    for (int i = 0; i < p.n; i++)
        if (p.at[i].coef >> 31 != 0 && p.at[i].coef >> 31 != -1)
            return false;
    return true;
}

static void add_end(Ends *e, Poly p)
{
    if (is_small(p))
        e->end[e->n++] = p;
}

static void greatest_of_var(Proof *c, const Core *e, Ends *out)
{
    const Fact *f = fact_of(c->r, e);
    if (f && f->below)
        add_end(out, less_one(poly_in(c->r, f->below)));
    const Core *value = checked_value(c->r, e);
    if (value)
        add_end(out, poly_in(c->r, value));
}

/* a / b is below q where a is below q * b. */
static void greatest_quotient(Proof *c, const Core *e, Ends *out)
{
    Poly a = poly_in(c->r, kid(e, 0)), b = poly_in(c->r, kid(e, 1)), q;
    if (!natural_in(c, kid(e, 0)) || !natural_in(c, kid(e, 1)))
        return;
    add_end(out, a);
    Ends of = {0};
    if (a.n == 1 && a.at[0].n == 1 && a.at[0].coef == 1 && a.at[0].fac[0]->op == OP_VAR)
        greatest_of_var(c, a.at[0].fac[0], &of);
    if (of.n && divide(poly_ring(OP_ADD, of.end[0], poly_const(1)), b, &q))
        add_end(out, less_one(q));
}

/* What the factor does not exceed (up), or is not less than. */
static Ends ends_of(Proof *c, const Core *e, bool up)
{
    Ends out = {0};
    const Fact *f = fact_of(c->r, e);
    switch (e->op) {
    case OP_VAR:
        if (up)
            greatest_of_var(c, e, &out);
        else if (f && f->below)
            add_end(&out, poly_const(0));
        break;
    case OP_MIN: case OP_MAX:
        add_end(&out, poly_in(c->r, kid(e, 0)));
        add_end(&out, poly_in(c->r, kid(e, 1)));
        out.either = up != (e->op == OP_MIN);
        out.n *= out.n == 2 || !out.either;
        break;
    case OP_DIV: case OP_QUOT:
        if (up)
            greatest_quotient(c, e, &out);
        break;
    case OP_MOD: case OP_REM:
        if (up && natural_in(c, kid(e, 1)) && (e->op == OP_MOD || natural_in(c, kid(e, 0))))
            add_end(&out, less_one(poly_in(c->r, kid(e, 1))));
        break;
    default: break;
    }
    Interval n = range_of(c->r, e);
    if (!out.n && (up ? n.most < INT64_MAX : n.least > INT64_MIN))
        add_end(&out, poly_const(up ? n.most : n.least));
    return out;
}

/* d * (x / d) is no more than x, rounded down or of a natural number x: so much is left of p where
   it is taken off as often. */
static bool bounded_by_dividend(Proof *c, Poly with, Poly without, const Core *e)
{
    int64_t d = is_const(kid(e, 1)) ? kid(e, 1)->value.i : 0;
    Poly parts = poly_add((Poly){0}, with, 1);
    for (int i = 0; i < parts.n; i++) {
        if (d <= 1 || parts.at[i].coef % d)
            return false;
        parts.at[i].coef /= d;
    }
    Poly all = poly_ring(OP_MUL, parts, poly_of(kid(e, 0)));
    bool yes = d > 1 && is_natural(c, poly_add(all, without, 1));
    poly_drop(all);
    return yes;
}

static bool falls(Poly p)
{
    for (int i = 0; i < p.n; i++)
        if (p.at[i].coef < 0)
            return true;
    return false;
}

/* with * end + without is not negative: for all ends, or for one. */
static bool bounded_by(Proof *c, Poly with, Poly without, const Ends *ends)
{
    bool yes = ends->either;
    for (int i = 0; i < ends->n && yes == ends->either; i++) {
        Poly at = poly_mul(with, ends->end[i]);
        yes = is_natural(c, poly_add(at, without, 1));
        poly_drop(at);
    }
    return yes;
}

/* The dividend comes first: to find the ends of a quotient is a proof about its dividend, which
   may come to this quotient again. */
static bool bounded_on_side(Proof *c, Poly with, Poly without, const Core *factor, bool up)
{
    if (!is_natural(c, poly_add((Poly){0}, with, up ? -1 : 1)))
        return false;
    bool quotient = factor->op == OP_DIV
        || (factor->op == OP_QUOT && natural_in(c, kid(factor, 0)));
    if (up && quotient && bounded_by_dividend(c, with, without, factor))
        return true;
    Ends ends = ends_of(c, factor, up);
    bool yes = ends.n && bounded_by(c, with, without, &ends);
    for (int i = 0; i < ends.n; i++)
        poly_drop(ends.end[i]);
    return yes;
}

/* With the factor at the end that makes p least. */
static bool bounded(Proof *c, Poly p, const Core *factor)
{
    Poly with, without;
    poly_split(p, factor, &with, &without);
    bool yes = is_small(with)
        && (bounded_on_side(c, with, without, factor, false)
            || (falls(with) && bounded_on_side(c, with, without, factor, true)));
    poly_drop(with);
    poly_drop(without);
    return yes;
}

static bool seen_before(Poly p, int i, int k)
{
    for (int a = 0; a <= i; a++)
        for (int b = 0; b < (a == i ? k : p.at[a].n); b++)
            if (!factor_order(p.at[a].fac[b], p.at[i].fac[k]))
                return true;
    return false;
}

/* ---- an example ------------------------------------------------------------ */

/* What is negative where sizes are large and indices half of them need no proof. */
enum { LARGE = 1000 };

static int64_t size_of_example(const Var *v)
{
    const Interval *s = v->stated;
    return !s || (s->least <= LARGE && LARGE <= s->most) ? LARGE
         : s->least > LARGE ? s->least : s->most;
}

static bool example_of(const Ranges *r, const Core *e, int64_t *out, int depth);

static bool example_of_poly(const Ranges *r, Poly p, int64_t *out, int depth)
{
    *out = 0;
    for (int i = 0; i < p.n; i++) {
        int64_t term = p.at[i].coef, x;
        for (int k = 0; k < p.at[i].n; k++)
            if (!example_of(r, p.at[i].fac[k], &x, depth)
                || __builtin_mul_overflow(term, x, &term))
                return false;
        if (__builtin_add_overflow(*out, term, out))
            return false;
    }
    return true;
}

static bool example_of(const Ranges *r, const Core *e, int64_t *out, int depth)
{
    const Fact *f = fact_of(r, e);
    int64_t a, b;
    if (depth > MAX_DEPTH || (f && !f->below && !f->natural))
        return false;
    if (f && f->below && example_of_poly(r, poly_in(r, f->below), out, depth + 1))
        return (*out /= 2) >= 0;
    const Core *value = checked_value(r, e);
    if (value && example_of_poly(r, poly_in(r, value), out, depth + 1))
        return *out >= 0;
    if (f)
        return (*out = size_of_example(e->var)) >= 0 && f->natural;
    if (e->op != OP_MIN && e->op != OP_MAX && e->op != OP_DIV && e->op != OP_QUOT)
        return e->op == OP_CONST && is_wide(e) && ((*out = e->value.i) || true);
    if (!example_of_poly(r, poly_in(r, kid(e, 0)), &a, depth + 1)
        || !example_of_poly(r, poly_in(r, kid(e, 1)), &b, depth + 1))
        return false;
    if (e->op == OP_DIV || e->op == OP_QUOT)
        return a >= 0 && b > 0 && ((*out = a / b) || true);
    *out = (a < b) == (e->op == OP_MIN) ? a : b;
    return true;
}

static bool fails_in_example(const Proof *c, Poly p)
{
    int64_t value;
    return c->modelled && example_of_poly(c->r, p, &value, 0) && value < 0;
}

/* Extremes first: there is no other way to be rid of them. */
static bool some_bounded(Proof *c, Poly p, bool extreme)
{
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.at[i].n; k++) {
            const Core *f = p.at[i].fac[k];
            if ((f->op == OP_MIN || f->op == OP_MAX) == extreme && !seen_before(p, i, k)
                && bounded(c, p, f))
                return true;
        }
    return false;
}

/* True if `holds` proves that p less one of the assumptions is not negative. */
static bool without_assumption(Proof *c, Poly p, bool (*holds)(Proof *c, Poly p))
{
    bool yes = false;
    for (int i = 0; i < c->r->assumed.n && !yes; i++) {
        Poly rest = poly_add(p, c->r->assumed.at[i], -1);
        yes = holds(c, rest);
        poly_drop(rest);
    }
    return yes;
}

static bool never_negative(Proof *c, Poly p)
{
    int64_t value;
    if (p.wraps)
        return false;
    if (poly_is_const(p, &value))
        return value >= 0;
    if (c->steps-- < 0 || p.n > MAX_MONOS || fails_in_example(c, p))
        return false;
    if (is_covered(c, p) || without_assumption(c, p, is_covered)
        || some_bounded(c, p, true) || some_bounded(c, p, false))
        return true;
    if (c->assuming)
        return false;
    c->assuming = true;
    bool yes = without_assumption(c, p, never_negative);
    c->assuming = false;
    return yes;
}

/* The factor is 1 at least; so is x if it is (x + d - 1) / d. */
static void note_positive(Proof *c, Core *e)
{
    vec_push(&c->positive, e);
    if (e->op != OP_DIV && e->op != OP_QUOT)
        return;
    Poly d = poly_in(c->r, kid(e, 1));
    int64_t value;
    bool constant = poly_is_const(d, &value) && value > 0;
    Poly x = poly_ring(OP_SUB, poly_in(c->r, kid(e, 0)), less_one(d));
    if (constant && x.n == 1 && x.at[0].n == 1 && x.at[0].coef == 1)
        vec_push(&c->positive, x.at[0].fac[0]);
}

static void note_end(Var *v, void *arg)
{
    Proof *c = arg;
    const Fact *f = table_get(c->r->fact, v);
    Poly end = f && f->below ? poly_in(c->r, f->below) : (Poly){0};
    for (int k = 0; end.n == 1 && k < end.at[0].n; k++)
        if (end.at[0].n == 1 || natural_factor(c, end.at[0].fac[k]))
            note_positive(c, end.at[0].fac[k]);
}

bool prove(const Ranges *r, Poly p)
{
    Proof c = { .r = r, .steps = MAX_STEPS, .modelled = true };
    int64_t value;
    for (int i = 0; i < r->assumed.n; i++)
        c.modelled &= !example_of_poly(r, r->assumed.at[i], &value, 0) || value >= 0;
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.at[i].n; k++)
            core_free_vars(p.at[i].fac[k], note_end, &c);
    return never_negative(&c, p);
}
