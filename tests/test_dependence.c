/* test_dependence.c -- which iterations of loops touch the same elements. */
#include "../src/core/dependence.h"
#include "../src/rewrite/rule.h"

#include <CUnit/CUnit.h>
#include <string.h>

/* The loop of a term, with names of sizes and arrays. */
static Dependences of(const char *text)
{
    static const char given[] =
        "set t \"t\"\n"
        "given [n] [m] (a: [n]i32) (b: [n][m]i32) (ks: [n]i64) (z: i64) (v: i32)\n";
    vars_reset();
    Given *names = rule_read(source_new("g", given, (int)strlen(given)))->given;
    Core *ctx = NULL, *body = term_read(source_new("t", text, (int)strlen(text)), names, &ctx);
    Ranges *r = ranges_new();
    for (int i = 0; i < names->vars.n; i++)
        if (!strcmp(names->vars.at[i]->name, "n") || !strcmp(names->vars.at[i]->name, "m"))
            range_natural(r, core_var(names->vars.at[i]));
    range_define_all(r, body);
    for (int i = 0; i < body->nstms; i++)
        if (body->stm[i].exp->op == OP_LOOP)
            return dependences(r, body->stm[i].exp);
    return (Dependences){ 0 };
}

/* There is such a dependence; its distance in the first loop, if that is asked for. */
static bool has(const Dependences *all, DependenceKind kind, const char *dir, int64_t distance)
{
    for (int i = 0; i < all->n; i++) {
        const Dependence *d = &all->at[i];
        if (d->kind == kind && !strcmp(d->dir, dir)
            && (!distance || (d->known[0] && d->distance[0] == distance)))
            return true;
    }
    return false;
}

static void test_one_loop(void)
{
    Dependences d = of("{ c = copy a ; r = loop p = c for i < n do { x = p[i] ; y = x + v ; "
                       "q = p with [i] = y in q } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_WAR, "=", 0) && !carried_dependence(&d));
    d = of("{ c = copy a ; k = n - 2 ; r = loop p = c for i < k do { x = p[i] ; j = i + 2 ; "
           "q = p with [j] = x in q } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_RAW, "<", 2) && carried_dependence(&d) == &d.at[0]);
    d = of("{ c = copy a ; k = n - 1 ; r = loop p = c for i < k do { j = i + 1 ; x = p[j] ; "
           "q = p with [i] = x in q } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_WAR, "<", 1) && !carried_dependence(&d));
}

static void test_tests(void)
{
    /* GCD: an even index is no odd one. */
    Dependences d = of("{ c = copy a ; r = loop p = c for i < n do { j = 2 * i ; k = j + 1 ; "
                       "x = p[k] ; q = p with [j] = x in q } in r }");
    CU_ASSERT(!d.n);
    /* Bounds: the upper half is read, the lower one written. */
    d = of("{ c = copy a ; r = loop p = c for i < m do { k = i + m ; x = p[k] ; "
           "q = p with [i] = x in q } in r }");
    CU_ASSERT(!d.n);
    /* An index by another array may be any. */
    d = of("{ c = copy a ; r = loop p = c for i < n do { k = ks[i] ; q = p with [k] = v in q } "
           "in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_WAW, "<", 0));
}

static void test_two_loops(void)
{
    Dependences d = of("{ c = copy b ; k = n - 1 ; l = m - 1 ; r = loop p = c for i < k do { "
                       "u = loop w = p for j < l do { e = j + 1 ; x = w[i, e] ; f = i + 1 ; "
                       "g = w with [f, j] = x in g } in u } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_RAW, "<>", 1) && d.at[0].distance[1] == -1);
    d = of("{ c = copy b ; r = loop p = c for i < n do { u = loop w = p for j < m do { "
           "x = w[i, j] ; y = x + v ; g = w with [i, j] = y in g } in u } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_WAR, "==", 0));
}

static void test_numbers(void)
{
    Dependences d = of("{ c = copy a ; s r = loop t p = v c for i < n do { x = a[i] ; y = t + x ; "
                       "q = p with [i] = y in y q } in r }");
    CU_ASSERT(d.n == 1 && has(&d, DEP_RAW, "<", 1) && !d.at[0].source);
}

void suite_dependence(void)
{
    CU_pSuite s = CU_add_suite("dependence", NULL, NULL);
    CU_add_test(s, "one loop", test_one_loop);
    CU_add_test(s, "GCD, bounds, indirect indices", test_tests);
    CU_add_test(s, "two loops", test_two_loops);
    CU_add_test(s, "numbers that a loop carries", test_numbers);
}
