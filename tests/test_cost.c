/* test_cost.c -- work and depth in O-notation: the algebra, and programs whose
   costs are known. */
#include "../src/compile.h"
#include "../src/cost/cost.h"
#include "../src/cost/counted.h"
#include "../src/cost/time.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

void suite_cost(void);

/* ---- the algebra ---------------------------------------------------------- */

static const Growth size_n = { "n", NULL, NULL }, size_m = { "m", NULL, NULL };

static BigO n(void) { return bigo_of(&size_n); }
static BigO m(void) { return bigo_of(&size_m); }

static void expect(BigO a, const char *text)
{
    CU_ASSERT_STRING_EQUAL(bigo_str(a), text);
    if (strcmp(bigo_str(a), text))
        printf("\nexpected %s, got %s\n", text, bigo_str(a));
}

static void sums(void)
{
    expect(bigo_one(), "1");
    expect(bigo_add(n(), bigo_one()), "n");
    expect(bigo_add(n(), n()), "n");
    expect(bigo_add(n(), m()), "m + n");
    expect(bigo_add(n(), bigo_log(n())), "n");
    expect(bigo_add(bigo_log(n()), m()), "m + log n");
    expect(bigo_add(bigo_mul(n(), m()), bigo_mul(n(), n())), "m*n + n^2");
    expect(bigo_add(bigo_mul(n(), bigo_log(n())), bigo_mul(n(), n())), "n^2");
}

static void exact(void)
{
    BigO third;
    CU_ASSERT_STRING_EQUAL(bigo_exact(bigo_times(n(), 0.0625)), "n/16");
    CU_ASSERT(bigo_divide(bigo_times(n(), 4), bigo_times(bigo_one(), 3), &third));
    CU_ASSERT_STRING_EQUAL(bigo_exact(third), "4*n/3");
    CU_ASSERT_STRING_EQUAL(bigo_exact(bigo_times(bigo_add(n(), m()), 8)), "8*m + 8*n");
    CU_ASSERT_STRING_EQUAL(bigo_exact(bigo_times(bigo_one(), 12)), "12");
}

static BigO squared(const Growth *g, void *arg)
{
    (void)arg;
    (void)g;
    return bigo_mul(m(), m());
}

static void products(void)
{
    BigO q, log = bigo_log(n());
    expect(bigo_mul(bigo_add(n(), m()), n()), "m*n + n^2");
    expect(bigo_mul(log, log), "log^2 n");
    expect(bigo_log(bigo_mul(n(), bigo_add(n(), m()))), "log m + log n");
    CU_ASSERT(bigo_divide(n(), m(), &q));
    expect(q, "n/m");
    expect(bigo_mul(q, m()), "n");
    expect(bigo_add(q, n()), "n");
    CU_ASSERT(!bigo_divide(n(), bigo_add(n(), m()), &q));
    CU_ASSERT(bigo_root(bigo_mul(n(), m()), &q));
    expect(q, "sqrt(m)*sqrt(n)");
    CU_ASSERT(!bigo_root(q, &q));
    expect(bigo_map(bigo_mul(n(), bigo_log(n())), squared, NULL), "m^2*log m");
}

static void least(void)
{
    BigO l;
    CU_ASSERT(bigo_least(n(), bigo_log(n()), &l));
    expect(l, "log n");
    CU_ASSERT(!bigo_least(n(), m(), &l));
}

/* ---- programs ------------------------------------------------------------- */

static Program *program(const char *text, const char *stop)
{
    vars_reset();
    return compile(source_new("t.fut", text, (int)strlen(text)),
                   &(CompileOptions){ .stop_after = stop });
}

static void costs(const char *text, const char *stop, const char *work, const char *depth)
{
    const Program *p = program(text, stop);
    Costing *c = costing_new();
    for (int i = 0; i < p->nfuncs; i++)
        costing_know_func(c, p->func[i]);
    Cost cost = cost_of_func(c, p->func[p->nfuncs - 1]);
    expect(cost.work, work);
    expect(cost.depth, depth);
}

static void moves(const char *text, const char *stop, const char *bytes)
{
    const Program *p = program(text, stop);
    Costing *c = costing_new();
    for (int i = 0; i < p->nfuncs; i++)
        costing_know_func(c, p->func[i]);
    const Func *f = p->func[p->nfuncs - 1];
    costing_in(c, f->name);
    const char *got = bigo_exact(bytes_of_func(c, f));
    CU_ASSERT_STRING_EQUAL(got, bytes);
    if (strcmp(got, bytes))
        printf("\nafter %s expected %s, got %s\n", stop, bytes, got);
}

/* The same before and after flattening. */
static void both(const char *text, const char *work, const char *depth)
{
    costs(text, "core", work, depth);
    costs(text, "flatten", work, depth);
}

static const char matmul[] =
    "def main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =\n"
    "  map (\\row -> map (\\col -> reduce (+) 0 (map2 (*) row col)) (transpose b)) a\n";

static void flat_ones(void)
{
    both("def main [n] (xs: [n]i32): [n]i32 = map (+ 1) xs", "n", "1");
    both("def main [n] (xs: [n]i32): i32 = reduce (+) 0 xs", "n", "log n");
    both("def main [n] (xs: [n]i32): [n]i32 = scan (+) 0 (map (* 2) xs)", "n", "log n");
    both("def main [n][m] (d: *[n]i32) (is: [m]i64) (vs: [m]i32): [n]i32 = scatter d is vs",
         "m", "1");
    both("def main (n: i64): [n]i64 = iota n", "n", "1");
    both("def main (x: i32): i32 = x + 1", "1", "1");
}

static void nested(void)
{
    both(matmul, "k*m*n", "log k");
    both("def main [n][m] (xss: [n][m]i32): i32 = reduce (+) 0 (map (reduce (+) 0) xss)",
         "m*n", "log m + log n");
    both("def main [n][m] (xss: [n][m]i32): [m]i32 =\n"
         "  reduce (map2 (+)) (replicate m 0) xss", "m*n", "log n");
}

static void bytes(void)
{
    const char *dot = "def main [n] (xs: [n]f32) (ys: [n]f32): f32 = reduce (+) 0 (map2 (*) xs ys)";
    moves(dot, "core", "16*n");
    moves(dot, "fuse", "8*n");
    moves(dot, "promote", "8*n");
    moves(matmul, "core", "16*k*m*n");
    moves(matmul, "promote", "8*k*m*n");
    moves("def main [n] (xs: [n]i32): [n]i32 = scan (+) 0 (map (+ 1) xs)", "core", "16*n");
    moves("def main [n] (xs: [n]i32): [n]i32 = scan (+) 0 (map (+ 1) xs)", "flatten", "8*n");
    moves("def main [n][m] (d: *[n]i64) (is: [m]i64) (vs: [m]i64): [n]i64 = scatter d is vs",
          "flatten", "24*m");
    moves("def main [n] (xs: [n]f64): [n]f64 = tabulate n (\\i -> xs[i] + xs[(i + 1) % n])",
          "flatten", "24*n");
    moves("def main [n] (xs: [n][3]f32): [n]f32 = map (\\x -> reduce (+) 0 x) xs", "core", "16*n");
    moves("def main (x: i32): i32 = x + 1", "core", "0");
}

static void loops(void)
{
    both("def main [n] (xs: [n]i32) (k: i64): [n]i32 = loop xs for _i < k do map (+ 1) xs",
         "k*n", "k");
    both("def main [n] (xs: [n]i32): i32 =\n"
         "  let (s, _) = loop (s, i) = (0, 0) while i < s + 3 do (s + reduce (+) 0 xs, i + 1)\n"
         "  in s", "n*t", "t*log n");
    both("def main [n] (xs: [n]i32): i32 = loop s = 0 for i < n / 2 do xs[i] - s", "n", "n");
    both("def main [n] (xs: [n]i32): i32 = loop s = 0 for i < 32 do s + reduce (+) i xs",
         "n", "log n");
}

/* f is called with a size of its own. */
static void calls(void)
{
    both("def pow (x: i64) (k: i64): i64 = loop p = 1 for _i < k do p * x\n"
         "def main [n] (xs: [n]i64) (k: i64): [n]i64 = map (\\x -> pow x (k * k)) xs",
         "k^2*n", "k^2");
}

/* A triangle is within a square; a filter's size has a name. */
static void data(void)
{
    costs("def main (n: i64): i64 = reduce (+) 0 (map (\\i -> reduce (+) 0 (iota i)) (iota n))",
          "core", "n^2", "log n");
    both("def main [n] (xs: [n]i32): i32 =\n"
         "  let ys = filter (> 0) xs\n"
         "  in reduce (+) 0 (map (\\y -> reduce (+) 0 (map (* y) ys)) ys)",
         "kept^2 + n", "log kept + log n");
}

/* What stays in a thread is done one after the other. */
static void sequential(void)
{
    const char *text = "def main [n] [m] (kss: [n][m]i64): [n][m]i64 =\n"
                       "  map (map (\\k -> reduce (+) 0 (iota k))) kss";
    costs(text, "core", "k*m*n", "log k");
    costs(text, "flatten", "k*m*n", "k");
}

/* A share has n/workers elements; there are no more workers than elements. The
   threads of a block work at once. */
static void shares(void)
{
    const char *sum = "def main [n] (xs: [n]i32): i32 = reduce (+) 0 xs";
    costs(sum, "promote", "n", "n/w + log w");
    costs("def main [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs", "promote", "n", "log n");
    costs("def main [n][m] (xss: [n][m]i32): [n]i32 = map (reduce (+) 0) xss", "promote",
          "m*n", "log m");
    costs("def main [n][m] (xss: [n][m]i32): i32 = reduce (+) 0 (flatten xss)", "promote",
          "m*n", "m*n/w + log w");
}

/* ---- times ------------------------------------------------------------------ */

static const char *const product_text =
    "def main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =\n"
    "  map (\\r -> map (\\c -> f32.sum (map2 (*) r c)) (transpose b)) a";
static const char *const rounds =
    "def main [n][m] (xss: [n][m]i32): [n][m]i32 =\n"
    "  map (\\xs -> loop ys = xs for _i < 5 do let t = i32.sum ys in map (+ t) ys) xss";

/* The value of a threshold in the program, or -1 if no test compares with it. */
static int64_t threshold_in(const Core *n, const char *name)
{
    int64_t found = -1;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        const Core *e = n->stm[i].exp;
        if (e->op == OP_THRESHOLD && !strcmp(e->text, name))
            found = e->g[0].at[0]->value.i;
        else if (e->op == OP_IF || e->op == OP_LOOP || e->op == OP_WHILE)
            for (int g = 1; g < ops[e->op].ngroups && found < 0; g++)
                found = threshold_in(e->g[g].at[0], name);
    }
    return found;
}

static Program *few_versions(const char *text, const char *told, int64_t value)
{
    CompileOptions o = { .stop_after = "promote", .locality = 3 };
    if (told)
        vec_push(&o.option, ((RewriteOption){ told, value }));
    vars_reset();
    return compile(source_new("t.fut", text, (int)strlen(text)), &o);
}

static int64_t threshold_of_main(const Program *p, const char *name)
{
    return threshold_in(p->func[p->nfuncs - 1]->body, name);
}

static Program *all_versions(const char *text, const char *forced)
{
    CompileOptions o = { .stop_after = "promote", .versions = VERSIONS_ALL, .locality = 3 };
    const char *const threshold[] = { "max_thread_row", "min_thread_rows", "max_block_row",
                                      "min_block_row", "min_tiled_dim", "min_tiled_sm_percent" };
    const int64_t flat[] = { -1, 1 << 30, -1, 0, 1 << 30, 101 };
    const int64_t thread[] = { 1 << 30, 0, -1, 0, 0, 0 };
    const int64_t block[] = { -1, 1 << 30, 1 << 30, 0, 0, 101 };
    const int64_t *v = !strcmp(forced, "thread") ? thread : !strcmp(forced, "block") ? block : flat;
    for (int i = 0; i < 6; i++)
        vec_push(&o.option, ((RewriteOption){ threshold[i], v[i] }));
    vars_reset();
    return compile(source_new("t.fut", text, (int)strlen(text)), &o);
}

/* Microseconds, for sizes in the order in which the text names them. */
static double time_for(const char *text, const char *version, double a, double b, double c)
{
    const Program *p = all_versions(text, version);
    const Func *f = p->func[p->nfuncs - 1];
    Card card;
    CU_ASSERT_FATAL(card_find("h200", &card));
    Numbers *sizes = numbers_new(&card);
    for (int i = 0; i < f->nsizes; i++)
        numbers_set(sizes, f->size[i], i == 0 ? a : i == 1 ? b : c);
    return clock_time(clock_new(sizes), f->body);
}

/* scripts/versions asks a model that counts what a run on the CPU does; the same version is the
   best one here, by the same margin or so. */
static void times_of_versions(void)
{
    CU_ASSERT(time_for(product_text, "flat", 100, 600, 100) <
              time_for(product_text, "thread", 100, 600, 100) / 4);
    CU_ASSERT(time_for(product_text, "thread", 1024, 16, 1024) <
              time_for(product_text, "flat", 1024, 16, 1024) / 2);
    CU_ASSERT(time_for(product_text, "thread", 4096, 4096, 4096) <
              time_for(product_text, "flat", 4096, 4096, 4096) / 8);
    CU_ASSERT(time_for(rounds, "block", 256, 256, 0) < time_for(rounds, "flat", 256, 256, 0) / 4);
    CU_ASSERT(time_for(rounds, "block", 256, 256, 0) < time_for(rounds, "thread", 256, 256, 0) / 8);
    CU_ASSERT(time_for(rounds, "thread", 1 << 20, 4, 0) <
              time_for(rounds, "block", 1 << 20, 4, 0) / 4);
    CU_ASSERT(time_for(rounds, "flat", 2, 1 << 24, 0) <
              time_for(rounds, "thread", 2, 1 << 24, 0) / 100);
}

/* Beyond it a block is faster than a thread a row, by the times above; the other comparisons of
   that nest decide nothing. */
static void thresholds_set(void)
{
    const Program *p = few_versions(rounds, NULL, 0);
    int64_t row = threshold_of_main(p, "max_thread_row");
    int64_t rows = threshold_of_main(p, "min_thread_rows");
    CU_ASSERT(row >= 4 && row <= 32);
    CU_ASSERT(rows > 1024 && rows <= 1 << 17);
    CU_ASSERT_EQUAL(row & (row - 1), 0);
    CU_ASSERT_EQUAL(threshold_of_main(p, "min_block_row"), -1);
    CU_ASSERT_EQUAL(threshold_of_main(p, "max_block_row"), -1);
    double n = (double)rows, m = (double)row;
    CU_ASSERT(time_for(rounds, "thread", 8 * n, m / 2, 0)
              < time_for(rounds, "block", 8 * n, m / 2, 0));
    CU_ASSERT(time_for(rounds, "block", n / 8, m, 0) < time_for(rounds, "thread", n / 8, m, 0));
    CU_ASSERT(time_for(rounds, "block", 1024, 8 * m, 0)
              < time_for(rounds, "thread", 1024, 8 * m, 0));
}

/* What a user says stays, and the others are set beside it; the versions are those that there are
   without that. */
static void thresholds_told(void)
{
    const Program *row = few_versions(rounds, "max_thread_row", 5);
    CU_ASSERT_EQUAL(threshold_of_main(row, "max_thread_row"), 5);
    const Program *rows = few_versions(rounds, "min_thread_rows", 77);
    CU_ASSERT_EQUAL(threshold_of_main(rows, "min_thread_rows"), 77);
    const char *normal = "def main [n][m] (xss: [n][m]f32): [n][m]f32 =\n"
        "  map (\\xs -> let t = f32.sum xs in map (/ t) xs) xss";
    const Program *own = few_versions(normal, NULL, 0);
    const Program *told = few_versions(normal, "min_block_row", 0);
    CU_ASSERT_EQUAL_FATAL(own->left.n, 1);
    CU_ASSERT_EQUAL_FATAL(told->left.n, 1);
    CU_ASSERT_STRING_EQUAL(own->left.at[0].version, told->left.at[0].version);
    CU_ASSERT_EQUAL(threshold_of_main(told, "min_block_row"), 0);
}

/* A size that a loop finds is one of those for which times are predicted. */
static void thresholds_of_data(void)
{
    const char *found = "def main (n: i64): []i64 =\n"
        "  let (ys, _) = loop (ys: []i64, from) = ([], 2) while from < n do\n"
        "    let to = i64.min n (from * from)\n"
        "    let left i = let sum = i64.sum (map (\\y -> i % y) ys)\n"
        "                 in i64.maximum (map (\\y -> (i + sum) % y) ys) > 1\n"
        "    let new = filter left (from..<to)\n"
        "    in (ys ++ new, to)\n"
        "  in ys";
    const Program *p = few_versions(found, NULL, 0);
    CU_ASSERT(threshold_of_main(p, "min_thread_rows") > 0);
    CU_ASSERT_EQUAL(threshold_of_main(p, "max_thread_row"), -1);
    CU_ASSERT_EQUAL(threshold_of_main(p, "min_block_row"), -1);
}

static void find_constant_test(Core *n, void *found)
{
    *(bool *)found |= n->op == OP_IF && is_const(n->g[0].at[0]);
    core_each(n, find_constant_test, found);
}

/* The test of a version that is left out is part of another one's. */
static void tests_in_tests(void)
{
    const Program *p = few_versions("def main [l][n][m] (a: [l][n][m]f32): [][]f32 =\n"
        "  tabulate_2d (n - 2) (m - 2) (\\i j ->\n"
        "    f32.sum (tabulate l (\\c -> a[c, i, j] + a[c, i + 1, j] * 2 + a[c, i + 2, j + 1])))",
        NULL, 0);
    bool found = false;
    find_constant_test((Core *)p->func[p->nfuncs - 1]->body, &found);
    CU_ASSERT(!found);
    CU_ASSERT(p->left.n > 0);
    CU_ASSERT(threshold_of_main(p, "min_thread_rows") > 0);
}

static bool has_versions(const char *text, int versions)
{
    CompileOptions o = { .stop_after = "promote", .locality = 3 };
    o.versions = versions;
    vars_reset();
    const Program *p = compile(source_new("t.fut", text, (int)strlen(text)), &o);
    CU_ASSERT(versions != VERSIONS_ALL || !p->left.n);
    CU_ASSERT(versions != VERSIONS_ONE || p->left.n);
    return core_has(p->func[p->nfuncs - 1]->body, OP_THRESHOLD);
}

static void versions_left_out(void)
{
    CU_ASSERT(has_versions(product_text, VERSIONS_ALL));
    CU_ASSERT(has_versions(product_text, VERSIONS_FEW));
    CU_ASSERT(!has_versions(product_text, VERSIONS_ONE));
    CU_ASSERT(!has_versions(rounds, VERSIONS_ONE));
}

/* A launch is named by what it takes longest for. */
static void limits(void)
{
    Card h200;
    Limit limit;
    CU_ASSERT(card_find("h200", &h200) && !card_find("h2000", &h200));
    CU_ASSERT(card_find(NULL, &h200));
    Demand d = { .bytes = 4.8e9, .asked = 4.8e9, .under_way = INFINITY };
    CU_ASSERT_DOUBLE_EQUAL(demand_time(&h200, &d, &limit), 1000 + LAUNCH_TIME, 0.1);
    CU_ASSERT_EQUAL(limit, BY_MEMORY);
    d.under_way = 650 * 480;               /* a tenth of what the card takes */
    CU_ASSERT_DOUBLE_EQUAL(demand_time(&h200, &d, &limit), 10000 + LAUNCH_TIME, 1);
    CU_ASSERT_EQUAL(limit, BY_LATENCY);
    d.waits = 20000;
    demand_time(&h200, &d, &limit);
    CU_ASSERT_EQUAL(limit, BY_WAVES);
    demand_time(&h200, &(Demand){ .under_way = INFINITY }, &limit);
    CU_ASSERT_EQUAL(limit, BY_LAUNCH);
}

static const char counts[] =
    "[{\"kernel\": \"sum\", \"launches\": 2, \"blocks\": 264, \"threads\": 67584,"
    " \"working\": 67584, \"dynamic\": 0,"
    " \"load\": {\"sectors\": 2000000, \"bytes\": 64000000, \"distinct\": 64000000}}]";

/* Registers decide how many blocks are at once, so how many loads are. */
static void counted_times(void)
{
    Card h200;
    Counted few = { 0 }, many = { 0 }, none = { 0 };
    CU_ASSERT(card_find("h200", &h200));
    CU_ASSERT_PTR_NULL(counted_read(&few, counts, "  sum  255 0 0 4 100 50 0\n"));
    CU_ASSERT_PTR_NULL(counted_read(&many, counts, "  sum  16 0 0 64 100 50 0\n"));
    double slow = counted_time(&few, &h200, 1), fast = counted_time(&many, &h200, 1);
    CU_ASSERT(slow > fast && fast > 2 * LAUNCH_TIME);
    CU_ASSERT(counted_time(&many, &h200, 100) > 50 * (fast - 2 * LAUNCH_TIME));
    CU_ASSERT_PTR_NOT_NULL(counted_read(&none, "{}", ""));
    CU_ASSERT_PTR_NOT_NULL(counted_read(&none, "[", ""));
}

void suite_cost(void)
{
    CU_TestInfo tests[] = {
        { "sums keep what nothing outgrows", sums },
        { "products, quotients, roots, logarithms", products },
        { "how often, as quotients", exact },
        { "the least of two", least },
        { "flat programs", flat_ones },
        { "nested programs", nested },
        { "bytes that are read and written", bytes },
        { "loops", loops },
        { "calls", calls },
        { "sizes that depend on data", data },
        { "sequential rest", sequential },
        { "shares of workers and of blocks", shares },
        { "predicted times of versions", times_of_versions },
        { "what decides a launch's time", limits },
        { "predicted times of a run that was counted", counted_times },
        { "versions that are left out", versions_left_out },
        { "tests that others are part of", tests_in_tests },
        { "thresholds that are set", thresholds_set },
        { "thresholds that a user sets", thresholds_told },
        { "thresholds of sizes that data decide", thresholds_of_data },
        CU_TEST_INFO_NULL
    };
    CU_SuiteInfo suites[] = { { "cost", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL };
    CU_register_suites(suites);
}
