/* range_number.c -- the least and the greatest number that an integer can be. */
#include "range.h"

/* How deep expressions and definitions are looked into. */
enum { DEEPEST = 64 };

/* Where assumptions are asked: about variables that assumptions tell of are asked in turn those of
   the level below, and none below the lowest. So no question comes back to itself. */
typedef struct {
    int level, depth;
} Where;

static Where inside(Where at) { return (Where){ at.level, at.depth + 1 }; }

static Interval of_type(Prim p)
{
    int bits = 8 * prim_bytes(p);
    if (p == BOOL)
        return (Interval){ 0, 1 };
    if (prim_is_signed(p))
        return (Interval){ INT64_MIN >> (64 - bits), INT64_MAX >> (64 - bits) };
    return (Interval){ 0, p == U64 ? INT64_MAX : INT64_MAX >> (63 - bits) };
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* The whole number, if it has 64 bits. */
static bool calculate(Op op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(a, b, out);
    case OP_SUB: return !__builtin_sub_overflow(a, b, out);
    default: return !__builtin_mul_overflow(a, b, out);
    }
}

static Interval range_at(const Ranges *r, const Core *e, Where at);

/* Of an operation that rises or falls steadily in both operands, before it wraps. */
static bool of_corners(Op op, Interval a, Interval b, Interval *out)
{
    int64_t x[] = { a.least, a.most }, y[] = { b.least, b.most };
    *out = (Interval){ INT64_MAX, INT64_MIN };
    for (int i = 0; i < 4; i++) {
        int64_t v;
        if (!calculate(op, x[i / 2], y[i % 2], &v))
            return false;
        *out = (Interval){ smaller(out->least, v), larger(out->most, v) };
    }
    return true;
}

static Interval within(Interval a, Interval type)
{
    return a.least >= type.least && a.most <= type.most ? a : type;
}

static bool of_ring(const Ranges *r, const Core *e, Where at, Interval *out)
{
    bool negates = e->op == OP_NEG;
    Interval a = negates ? (Interval){0} : range_at(r, kid(e, 0), inside(at));
    Interval b = range_at(r, kid(e, !negates), inside(at)), type = of_type(type_of(e)->prim);
    bool whole = of_corners(negates ? OP_SUB : e->op, a, b, out);
    return whole && out->least >= type.least && out->most <= type.most;
}

/* The greatest whole number that is no more than a / b; b is more than 0. */
static int64_t rounded_down(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Of a sum without its term number `but`; as wide as the type where it may wrap around. */
static Interval of_sum(const Ranges *r, Poly p, int but, Where at)
{
    Interval type = of_type(I64), sum = {0};
    for (int i = 0; i < p.n; i++) {
        Interval term = { p.at[i].coef, p.at[i].coef };
        if (i == but)
            continue;
        for (int k = 0; k < p.at[i].n; k++)
            if (at.level < 0 || !of_corners(OP_MUL, term, range_at(r, p.at[i].fac[k], at), &term))
                return type;
        if (!of_corners(OP_ADD, sum, term, &sum))
            return type;
    }
    return sum;
}

/* The one term that is a constant times v; or -1. */
static int term_of(Poly p, const Var *v)
{
    int at = -1;
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.at[i].n; k++)
            if (is_var(p.at[i].fac[k], v)) {
                if (at >= 0 || p.at[i].n > 1)
                    return -1;
                at = i;
            }
    return at;
}

/* What assumptions say of a variable: k * v + c or c - k * v, which are not negative. */
static Interval assumed_of(const Ranges *r, const Var *v, Interval known, Where at)
{
    Where below = { at.level - 1, at.depth + 1 };
    for (int i = 0; i < r->assumed.n; i++) {
        Poly p = r->assumed.at[i];
        int term = term_of(p, v);
        int64_t k = term < 0 ? INT64_MIN : p.at[term].coef, c;
        if (k == INT64_MIN)
            continue;
        Interval rest = of_sum(r, p, term, below);
        if (k < 0)
            known.most = smaller(known.most, rounded_down(rest.most, -k));
        else if (calculate(OP_SUB, 0, rounded_down(rest.most, k), &c))
            known.least = larger(known.least, c);
    }
    return known;
}

static Interval of_definition(const Ranges *r, const Core *e, Where at)
{
    const Fact *f = fact_of(r, e);
    const Core *def = meaning_of(r, e);
    Interval x = of_type(e->var->type->prim);
    if (def && type_of(def)->prim == e->var->type->prim)
        x = range_at(r, def, inside(at));
    if (f && (f->natural || f->below))
        x.least = larger(x.least, 0);
    if (f && f->natural)
        x.most = smaller(x.most, MOST_ELEMENTS);
    if (e->var->stated)
        x = (Interval){ larger(x.least, e->var->stated->least),
                        smaller(x.most, e->var->stated->most) };
    if (f && f->below)
        x.most = smaller(x.most, range_at(r, f->below, inside(at)).most - 1);
    return x;
}

static Interval of_var(const Ranges *r, const Core *e, Where at)
{
    Asked *asked = asked_for(r, e->var);
    Interval *known = &asked->range[at.level];
    if (asked->time[at.level] != r->time + 1) {
        *known = assumed_of(r, e->var, of_definition(r, e, at), at);
        asked->time[at.level] = r->time + 1;
    }
    return *known;
}

static Interval of_quotient(const Core *e, Interval a, Interval b, Interval type)
{
    bool small = e->op == OP_MOD || e->op == OP_REM;
    if (b.least < 0)
        return type;                             /* it is not 0: that fails */
    if (small)
        return (Interval){ e->op == OP_REM && a.least < 0 ? larger(a.least, 1 - b.most) : 0,
                        a.least < 0 ? b.most - 1 : smaller(a.most, b.most - 1) };
    if (b.least > 0)
        return (Interval){ a.least < 0 ? a.least : a.least / b.most,
                           larger(a.most, 0) / b.least };
    return (Interval){ smaller(a.least, 0), larger(a.most, 0) };
}

/* Percents of a card's multiprocessors that so many blocks occupy. */
static Interval of_busy(Interval blocks)
{
    enum { MOST_MULTIPROCESSORS = 256 };   /* a B200 has 148, a GB202 192 */
    int64_t surely = smaller(larger(blocks.least, 0), MOST_MULTIPROCESSORS);
    return (Interval){ surely * 100 / MOST_MULTIPROCESSORS, 100 };
}

/* Bits that both have. */
static Interval of_bits(Interval a, Interval b, Interval type)
{
    if (a.least < 0 && b.least < 0)
        return type;
    return (Interval){ 0, a.least < 0 ? b.most : b.least < 0 ? a.most : smaller(a.most, b.most) };
}

/* A value of either branch. */
static Interval of_choice(const Ranges *r, const Core *e, Where at, Interval type)
{
    const Core *yes = e->g[1].at[0], *no = e->g[2].at[0];
    if (yes->g[0].n != 1)
        return type;
    Interval a = range_at(r, kid(yes, 0), inside(at)), b = range_at(r, kid(no, 0), inside(at));
    return (Interval){ smaller(a.least, b.least), larger(a.most, b.most) };
}

static Interval range_at(const Ranges *r, const Core *e, Where at)
{
    Interval type = of_type(type_of(e)->prim), a, b;
    bool beyond = type_of(e)->prim == U64 && e->op == OP_CONST && e->value.i < 0;
    if (e->op == OP_CONST)
        return prim_is_float(e->value.prim) || beyond ? type
             : (Interval){ e->value.i, e->value.i };
    if (at.depth >= DEEPEST)
        return type;
    if (e->op == OP_VAR)
        return of_var(r, e, at);
    if (e->op == OP_LENGTH || e->op == OP_TOTAL || e->op == OP_WORKERS)
        return (Interval){ e->op == OP_WORKERS, INT64_MAX };
    if (e->op == OP_BUSY)
        return of_busy(range_at(r, kid(e, 0), inside(at)));
    if (e->op == OP_CONV && type_of(kid(e, 0))->prim == BOOL)
        return within((Interval){ 0, 1 }, type);
    if (e->op == OP_IF)
        return of_choice(r, e, at, type);
    if (ops[e->op].kind != K_SCALAR || !prim_is_int(type_of(kid(e, 0))->prim))
        return type;
    if (is_ring(e->op) || e->op == OP_NEG)
        return of_ring(r, e, at, &a) ? a : type;
    a = range_at(r, kid(e, 0), inside(at));
    b = ops[e->op].ngroups > 1 ? range_at(r, kid(e, 1), inside(at)) : a;
    switch (e->op) {
    case OP_CONV:                                /* the most of u64 may be more */
        return type_of(kid(e, 0))->prim == U64 && a.most == INT64_MAX ? type : within(a, type);
    case OP_MIN: return (Interval){ smaller(a.least, b.least), smaller(a.most, b.most) };
    case OP_MAX: return (Interval){ larger(a.least, b.least), larger(a.most, b.most) };
    case OP_DIV: case OP_QUOT: case OP_MOD: case OP_REM: return of_quotient(e, a, b, type);
    case OP_AND:
        return of_bits(a, b, type);
    case OP_SHR: return (Interval){ smaller(a.least, 0), larger(a.most, 0) };
    case OP_SGN: return (Interval){ -1, 1 };
    case OP_POPC: case OP_CLZ: case OP_CTZ: return (Interval){ 0, 64 };
    default: return type;
    }
}

Interval range_of(const Ranges *r, const Core *e)
{
    return range_at(r, e, (Where){ LEVELS - 1, 0 });
}

bool range_fits(const Ranges *r, const Core *e)
{
    Interval x;
    return of_ring(r, e, (Where){ LEVELS - 1, 0 }, &x);
}
