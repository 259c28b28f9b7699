/* numbers.c -- scalars of core as numbers, for sizes that are told. */
#include "time.h"

#include <math.h>

/* Variables have places, so that a value is forgotten where the next one is told. */
struct Numbers {
    const Card *card;
    Table *place;              /* Var -> its place, from 1 */
    VEC(double) value;
    VEC(bool) pinned;
};

Numbers *numbers_new(const Card *card)
{
    return MAKE(Numbers, .card = card, .place = table_new());
}

const Card *numbers_card(const Numbers *n) { return n->card; }

static int place_of(Numbers *n, const Var *v)
{
    size_t place = (size_t)table_get(n->place, v);
    if (!place) {
        vec_push(&n->value, NAN);
        vec_push(&n->pinned, false);
        place = (size_t)n->value.n;
        table_put(n->place, v, (void *)place);
    }
    return (int)place - 1;
}

void numbers_set(Numbers *n, const Var *v, double value)
{
    int place = place_of(n, v);
    if (!n->pinned.at[place])
        n->value.at[place] = value;
}

void numbers_pin(Numbers *n, const Var *v, double value)
{
    int place = place_of(n, v);
    n->value.at[place] = value;
    n->pinned.at[place] = true;
}

static double of_const(Scalar s)
{
    return prim_is_float(s.prim) ? s.f
         : prim_is_signed(s.prim) || s.prim == BOOL ? (double)s.i : (double)s.u;
}

/* Blocks that share so many elements, 4,096 each; workers are threads, with 16 each. */
static double sharers(double elements, double most, double each)
{
    return fmax(1, fmin(most, ceil(elements / each)));
}

static double of_two(Op op, double a, double b)
{
    switch (op) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV: case OP_QUOT: return b ? floor(a / b) : NAN;
    case OP_MOD: case OP_REM: return b ? a - b * floor(a / b) : NAN;
    case OP_POW: return pow(a, b);
    case OP_SHL: return a * exp2(b);
    case OP_SHR: case OP_LSHR: return floor(a / exp2(b));
    case OP_MIN: return fmin(a, b);
    case OP_MAX: return fmax(a, b);
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_LT: return a < b;
    case OP_LE: case OP_FITS: return a <= b;
    case OP_GT: return a > b;
    case OP_GE: return a >= b;
    default: return NAN;
    }
}

static double of_one(const Numbers *n, const Core *e, double a)
{
    const Card *c = n->card;
    switch (e->op) {
    case OP_CONV: return prim_is_float(type_of(e)->prim) ? a : trunc(a);
    case OP_NEG: return -a;
    case OP_NOT: return type_of(e)->prim == BOOL ? !a : NAN;
    case OP_THRESHOLD: return a;
    case OP_BUSY: return 100 * fmin(a, c->processors) / c->processors;
    case OP_BLOCKS: return sharers(a, c->processors * c->blocks / 4, 4096);
    case OP_WORKERS: return sharers(a, c->processors * c->threads, 16);
    default: return NAN;
    }
}

/* An operand that decides alone need not have another that is known. */
static double of_both(Op op, double a, double b)
{
    double decides = op == OP_LOR;
    if (a == decides || b == decides)
        return decides;
    return isnan(a) || isnan(b) ? NAN : !decides;
}

double number_by(const Numbers *n, const Core *e, double a, double b)
{
    return ops[e->op].ngroups == 1 ? of_one(n, e, a)
         : e->op == OP_LAND || e->op == OP_LOR ? of_both(e->op, a, b)
         : isnan(a) || isnan(b) ? NAN : of_two(e->op, a, b);
}

double number_of(const Numbers *n, const Core *e)
{
    if (!e)
        return NAN;
    if (e->op == OP_CONST)
        return of_const(e->value);
    if (e->op == OP_VAR) {
        size_t place = (size_t)table_get(n->place, e->var);
        return place ? n->value.at[place - 1] : NAN;
    }
    if (ops[e->op].kind != K_SCALAR || !e->g[0].n)
        return NAN;
    return number_by(n, e, number_of(n, e->g[0].at[0]),
                     ops[e->op].ngroups > 1 ? number_of(n, e->g[1].at[0]) : NAN);
}

double number_bound(const Numbers *n, const Stm *s, int k)
{
    return s->exp->op == OP_ASSERT ? number_of(n, s->exp->g[1].at[k])
         : s->nvars == 1 ? number_of(n, s->exp) : NAN;
}

double number_size(const Numbers *n, const Core *e)
{
    double size = number_of(n, e);
    return isnan(size) ? UNKNOWN_SIZE : fmax(size, 0);
}

double number_elements(const Numbers *n, const Type *t)
{
    double all = 1;
    for (int d = 0; d < t->rank; d++)
        all *= number_size(n, t->dim[d]);
    return all;
}
