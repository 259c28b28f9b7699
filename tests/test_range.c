/* test_range.c -- what integers can be: what is proved, and that it is true. */
#include "../src/rewrite/rule.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

/* Sizes n m k, an index i below n, j below m, any numbers x y, and small ones. */
enum { N, M, K, I, J, X, Y, NVARS };

typedef struct {
    Given *given;
    Ranges *r;
    Var *var[NVARS];
} Known;

static Source *source(const char *text)
{
    return source_new("t", text, (int)strlen(text));
}

static Known known(void)
{
    static const char text[] =
        "set t \"t\"\n"
        "given [n] [m] [k] (i: i64) (j: i64) (x: i64) (y: i64) (a: i32) (b: i16) (xs: [n]i32)\n"
        "given (zs: [m]i32) (us: [k]i32)\n";
    static const char *const name[NVARS] = { "n", "m", "k", "i", "j", "x", "y" };
    vars_reset();
    Known c = { rule_read(source(text))->given, ranges_new(), { NULL } };
    for (int i = 0; i < c.given->vars.n; i++)
        for (int v = 0; v < NVARS; v++)
            if (!strcmp(c.given->vars.at[i]->name, name[v]))
                c.var[v] = c.given->vars.at[i];
    for (int v = N; v <= K; v++)
        range_natural(c.r, core_var(c.var[v]));
    range_below(c.r, c.var[I], core_var(c.var[N]));
    range_below(c.r, c.var[J], core_var(c.var[M]));
    return c;
}

/* The result of a term whose bindings are known. */
static Core *term(const Known *c, const char *text)
{
    Core *body = term_read(source(text), c->given, NULL);
    for (int s = 0; s < body->nstms; s++)
        range_define(c->r, body->stm[s].var[0], body->stm[s].exp, 0);
    return body->g[0].at[0];
}

static bool surely(const Known *c, const char *left, const char *right, bool less)
{
    Core *a = term(c, left), *b = term(c, right);
    return less ? surely_below(c->r, a, b) : surely_at_most(c->r, a, b);
}

/* ---- what is proved ------------------------------------------------------- */

typedef struct { const char *assumed, *left; bool less; const char *right; bool proved; } Case;

static const Case cases[] = {
    { "", "0i64", false, "n + m * k", true },
    { "", "0i64", false, "n - 1", false },
    { "", "0i64", false, "i * m + j", true },
    { "", "i * m + j", true, "n * m", true },
    { "", "j * n + i", true, "n * m", true },
    { "", "i * m + j", true, "n * m - 1", false },
    { "", "n - 1 - i", true, "n", true },
    { "", "n - i", true, "n", false },
    { "", "min (n - 1) (i + 1)", true, "n", true },
    { "", "0i64", false, "min (n - 1) (i + 1)", true },
    { "", "max 0 (i - 1)", true, "n", true },
    { "", "max 0 (i - 1)", true, "m", false },
    { "", "i % m", true, "m", true },
    { "", "x % m", true, "m", true },
    { "", "0i64", false, "x % m", true },
    { "", "x // m", false, "x", false },
    { "", "i / 2", true, "n", true },
    { "", "i + 1", true, "n", false },
    { "i < n - 1", "i + 1", true, "n", true },
    { "i > 0", "0i64", false, "i - 1", true },
    { "i != 0", "0i64", false, "i - 1", true },
    { "i > 0 && i < n - 1", "0i64", false, "i - 1", true },
    { "x >= 0 && x < n", "x", true, "n", true },
    { "x >= 0 && x < n", "0i64", false, "x", true },
    { "x < n", "0i64", false, "x", false },
    { "!(x >= n) && !(x < 0)", "x", true, "n", true },
    { "x < 0 || x >= n", "x", true, "n", false },
    { "n > 0", "0i64", true, "n", true },
    { "n * m > 0", "0i64", true, "m", true },
    { "n != 0", "0i64", false, "n - 1", true },
    { "x == i", "x", true, "n", true },
    /* x + 1 may wrap around to what is below n. */
    { "x >= 0 && x + 1 <= n", "x", true, "n", false },
    { "x < k && x + 1 <= n", "x", true, "n", true },
    { "", "0i64", false, "x * x", false },
    { "", "i64.i32 a", true, "4294967296i64", true },
    { "", "0i64", false, "i64.i32 (a & 7)", true },
    /* The difference of these has more than 64 bits. */
    { "", "6i64", false, "-9223372036854775808i64", false },
    { "x >= -9223372036854775808i64", "5i64", false, "x", false },
    { "x <= 9223372036854775807i64", "x", false, "-5i64", false },
};

static void test_proofs(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *t = &cases[i];
        Known c = known();
        if (t->assumed[0])
            range_assume(c.r, term(&c, t->assumed), true);
        bool ok = surely(&c, t->left, t->right, t->less) == t->proved;
        CU_ASSERT(ok);
        if (!ok)
            fprintf(stderr, "%s => %s %s %s: proved %d\n", t->assumed, t->left,
                    t->less ? "<" : "<=", t->right, !t->proved);
    }
}

/* A checked difference is a number of its own, and no more than what it is. */
static void test_checked(void)
{
    Known c = known();
    static const char text[] = "{ d = n - 2i64 ; is = d >= 0i64 ; "
                               "e = assert \"none: {}\" [d] is d in e }";
    Core *body = term_read(source(text), c.given, NULL);
    for (int s = 0; s < body->nstms; s++)
        range_define(c.r, body->stm[s].var[0], body->stm[s].exp, 0);
    range_below(c.r, c.var[I], body->g[0].at[0]);
    CU_ASSERT(surely(&c, "i + 2", "n", true));
    CU_ASSERT(!surely(&c, "i + 3", "n", true));
}

static void test_forget(void)
{
    Known c = known();
    Assumptions before = range_assumed(c.r);
    range_positive(c.r, term(&c, "n * m"));
    CU_ASSERT(surely(&c, "0i64", "n", true) && surely(&c, "0i64", "m", true));
    range_forget(c.r, before);
    CU_ASSERT(!surely(&c, "0i64", "n", true));
}

/* ---- what cannot wrap ----------------------------------------------------- */

typedef struct { const char *text; bool fits; } Fit;

static const Fit fits[] = {
    { "i + 1", true }, { "i - 1", true }, { "n - i", true }, { "n * m", false },
    { "n + 1", true },
    { "x + 1", false }, { "i + j", true }, { "i * m", false }, { "a + 1", false },
    { "a & 255", true }, { "i64.i32 a + 1", true }, { "i64.i32 a * i64.i32 a", true },
    { "i32.i16 b * i32.i16 b", true }, { "a * a", false }, { "(a & 255) * 1000", true },
    { "(a % 100) - 100", true }, { "neg i", true }, { "neg x", false },
};

static void test_fits(void)
{
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++) {
        Known c = known();
        Core *body = term_read(source(fits[i].text), c.given, NULL);
        for (int s = 0; s < body->nstms; s++)
            range_define(c.r, body->stm[s].var[0], body->stm[s].exp, 0);
        const Core *e = body->stm[body->nstms - 1].exp;
        bool ok = e->op == OP_AND || range_fits(c.r, e) == fits[i].fits;
        CU_ASSERT(ok);
        if (!ok)
            fprintf(stderr, "%s: fits %d\n", fits[i].text, !fits[i].fits);
    }
}

static void test_numbers(void)
{
    Known c = known();
    Interval x = range_of(c.r, term(&c, "i64.i16 b * 2 + 1"));
    CU_ASSERT(x.least == -65535 && x.most == 65535);
    x = range_of(c.r, term(&c, "min 10 (max 3 x)"));
    CU_ASSERT(x.least == 3 && x.most == 10);
    x = range_of(c.r, term(&c, "i64.u64 (u64.i64 x)"));
    CU_ASSERT(x.least == INT64_MIN && x.most == INT64_MAX);
    x = range_of(c.r, term(&c, "x % 7"));
    CU_ASSERT(x.least == 0 && x.most == 6);
    range_assume(c.r, term(&c, "x >= 2 && x < 9"), true);
    x = range_of(c.r, term(&c, "x"));
    CU_ASSERT(x.least == 2 && x.most == 8);
    x = range_of(c.r, term(&c, "y & 7"));
    CU_ASSERT(x.least == 0 && x.most == 7);
    x = range_of(c.r, term(&c, "i64.bool (y < 3)"));
    CU_ASSERT(x.least == 0 && x.most == 1);
}

/* ---- that it is true ------------------------------------------------------ */

static unsigned seed;

static int any(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) % (unsigned)n);
}

static Core *some_constant(void)
{
    static const int64_t extreme[] = { INT64_MIN, INT64_MAX, INT64_MIN + 1, INT64_MAX - 1 };
    return core_i64(any(8) ? any(5) - 2 : extreme[any(4)]);
}

static Core *some_term(const Known *c, int depth)
{
    static const Op op[] = { OP_ADD, OP_SUB, OP_MUL, OP_MIN, OP_MAX, OP_ADD, OP_SUB, OP_QUOT,
                             OP_MOD };
    if (depth == 0 || any(4) == 0)
        return any(4) == 0 ? some_constant() : core_var(c->var[any(NVARS)]);
    Op o = op[any(sizeof op / sizeof *op)];
    Core *a = some_term(c, depth - 1);
    bool divides = o == OP_QUOT || o == OP_MOD;
    return core_prim2(o, a, divides ? core_i64(any(3) + 1) : some_term(c, depth - 1));
}

static int64_t value(const Known *c, const Core *e, const int64_t *at)
{
    if (e->op == OP_CONST)
        return e->value.i;
    for (int v = 0; e->op == OP_VAR && v < NVARS; v++)
        if (c->var[v] == e->var)
            return at[v];
    int64_t a = value(c, e->g[0].at[0], at), b = value(c, e->g[1].at[0], at);
    switch (e->op) {
    case OP_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case OP_SUB: return (int64_t)((uint64_t)a - (uint64_t)b);
    case OP_MUL: return (int64_t)((uint64_t)a * (uint64_t)b);
    case OP_MIN: return a < b ? a : b;
    case OP_MAX: return a > b ? a : b;
    case OP_QUOT: return a / b;
    case OP_MOD: return a % b + (a % b < 0 ? b : 0);
    case OP_LT: return a < b;
    default: return a != b;
    }
}

static bool agrees(const int64_t *at)
{
    return at[I] < at[N] && at[J] < at[M];
}

/* Whether e >= 0 for all values for which the assumption holds. */
static bool always(const Known *c, const Core *e, const Core *assumed)
{
    int64_t at[NVARS] = { 0, 0, 0, 0, 0, -2, -2 };
    int64_t end[NVARS] = { 3, 3, 2, 2, 2, 2, 2 };
    for (int v = 0; v < NVARS;) {
        if (agrees(at) && value(c, assumed, at) && value(c, e, at) < 0)
            return false;
        for (v = 0; v < NVARS && at[v] == end[v]; v++)
            at[v] = v >= X ? -2 : 0;
        if (v < NVARS)
            at[v]++;
    }
    return true;
}

static void test_truth(void)
{
    int proved = 0;
    seed = 1;
    for (int i = 0; i < 4000; i++) {
        Known c = known();
        Core *e = some_term(&c, 3);
        Core *a = some_term(&c, 1), *b = some_term(&c, 1);
        Core *assumed = core_prim2(any(2) ? OP_LT : OP_NE, a, b);
        range_assume(c.r, assumed, true);
        if (!surely_natural(c.r, e))
            continue;
        proved++;
        bool ok = always(&c, e, assumed);
        CU_ASSERT(ok);
        if (!ok)
            fprintf(stderr, "%s => 0 <= %s\n", core_str(assumed), core_str(e));
    }
    CU_ASSERT(proved > 400);
}

void suite_range(void)
{
    CU_pSuite s = CU_add_suite("range", NULL, NULL);
    CU_add_test(s, "what is proved, and what not", test_proofs);
    CU_add_test(s, "of what is checked", test_checked);
    CU_add_test(s, "assumptions end", test_forget);
    CU_add_test(s, "what cannot wrap around", test_fits);
    CU_add_test(s, "the least and the greatest number", test_numbers);
    CU_add_test(s, "what is proved is true of all small numbers", test_truth);
}
