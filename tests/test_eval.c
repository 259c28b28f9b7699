/* test_eval.c -- the evaluator: scalar operations, and core text that runs. */
#include "../src/core/core.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

void suite_eval(void);

#define SAME(found, expected) CU_ASSERT_STRING_EQUAL(found, expected)

/* ---- scalar operations -------------------------------------------------- */

static const char *shown(Op op, const Scalar *a, int n, Prim result)
{
    Scalar r;
    Text t = {0};
    const char *error;
    if (!scalar_op(op, a, n, result, &r, &error))
        return error;
    scalar_show(&t, r);
    return text_str(&t);
}

static const char *ints(Op op, Prim p, int64_t a, int64_t b)
{
    return shown(op, (Scalar[]){ scalar_int(p, a), scalar_int(p, b) }, 2, p);
}

static const char *floats(Op op, Prim p, double a, double b)
{
    return shown(op, (Scalar[]){ scalar_float(p, a), scalar_float(p, b) }, 2, p);
}

static const char *conv(Op op, Scalar a, Prim to)
{
    return shown(op, &a, 1, to);
}

static void integers_wrap_and_divide(void)
{
    SAME(ints(OP_ADD, I8, 127, 1), "-128i8");
    SAME(ints(OP_SUB, U8, 0, 1), "255u8");
    SAME(ints(OP_MUL, I32, 65536, 65536), "0i32");
    SAME(ints(OP_DIV, I32, -7, 2), "-4i32");
    SAME(ints(OP_MOD, I32, -7, 2), "1i32");
    SAME(ints(OP_MOD, I32, 7, -2), "-1i32");
    SAME(ints(OP_QUOT, I32, -7, 2), "-3i32");
    SAME(ints(OP_REM, I32, -7, 2), "-1i32");
    SAME(ints(OP_DIV, I32, INT32_MIN, -1), "-2147483648i32");
    SAME(ints(OP_REM, I64, INT64_MIN, -1), "0i64");
    SAME(ints(OP_DIV, U32, 4000000000, 7), "571428571u32");
    SAME(ints(OP_DIV, I32, 1, 0), "division by zero");
    SAME(ints(OP_POW, I32, 3, 40), "689956897i32");
    SAME(ints(OP_POW, I32, 2, -1), "negative exponent: 2 ** -1");
    SAME(ints(OP_MIN, U8, 200, 3), "3u8");
    SAME(ints(OP_MAX, I8, -56, 3), "3i8");
    SAME(ints(OP_SGN, I16, -9, 0), "-1i16");
    SAME(ints(OP_ABS, I8, -128, 0), "-128i8");
}

static void shifts_and_bits(void)
{
    SAME(ints(OP_SHL, I32, 5, 32), "0i32");
    SAME(ints(OP_SHL, I32, -5, 31), "-2147483648i32");
    SAME(ints(OP_SHR, I32, -5, 40), "-1i32");
    SAME(ints(OP_SHR, I32, 5, -1), "0i32");
    SAME(ints(OP_SHR, U8, 200, 3), "25u8");
    SAME(ints(OP_LSHR, I8, -1, 4), "15i8");
    SAME(ints(OP_NOT, U16, 1, 0), "65534u16");
    SAME(ints(OP_MULHI, I32, -1, 1), "-1i32");
    SAME(ints(OP_MULHI, U64, -1, 2), "1u64");
    SAME(conv(OP_POPC, scalar_int(I8, -1), I32), "8i32");
    SAME(conv(OP_CLZ, scalar_int(I16, 1), I32), "15i32");
    SAME(conv(OP_CTZ, scalar_int(U32, 0), I32), "32i32");
}

static void floats_compute_in_their_precision(void)
{
    SAME(floats(OP_ADD, F32, 16777216, 1), "1.6777216e7f32");
    SAME(floats(OP_ADD, F64, 16777216, 1), "1.6777217e7f64");
    SAME(floats(OP_DIV, F32, 1, 3), "0.33333334f32");
    SAME(floats(OP_MOD, F32, -7.5, 2), "-1.5f32");
    SAME(floats(OP_MOD, F64, 7.5, -2), "1.5f64");
    SAME(floats(OP_FMOD, F64, -7.5, 2), "-1.5f64");
    SAME(floats(OP_MIN, F32, NAN, 1), "1.0f32");
    SAME(floats(OP_MAX, F64, 1, NAN), "1.0f64");
    SAME(floats(OP_SQRT, F32, 2, 0), "1.4142135f32");
    SAME(floats(OP_ROUND, F64, 2.5, 0), "2.0f64");
    SAME(floats(OP_SGN, F64, -3, 0), "-1.0f64");
    SAME(shown(OP_LDEXP, (Scalar[]){ scalar_float(F32, 1.5), scalar_int(I32, 3) }, 2, F32),
         "12.0f32");
    Scalar x[3] = { scalar_float(F64, 2), scalar_float(F64, 3), scalar_float(F64, 4) };
    SAME(shown(OP_FMA, x, 3, F64), "10.0f64");
    SAME(shown(OP_LT, (Scalar[]){ scalar_float(F64, NAN), x[0] }, 2, BOOL), "false");
}

static void conversions_truncate_and_wrap(void)
{
    SAME(conv(OP_CONV, scalar_float(F32, -3.9), I32), "-3i32");
    SAME(conv(OP_CONV, scalar_float(F32, 1e20), I32), "0i32");
    SAME(conv(OP_CONV, scalar_float(F64, -1e20), I64), "-7766279631452241920i64");
    SAME(conv(OP_CONV, scalar_float(F64, 1e20), U64), "7766279631452241920u64");
    SAME(conv(OP_CONV, scalar_float(F64, -1), U8), "255u8");
    SAME(conv(OP_CONV, scalar_float(F64, NAN), I8), "0i8");
    SAME(conv(OP_CONV, scalar_float(F64, -0.5), BOOL), "true");
    SAME(conv(OP_CONV, scalar_int(I32, -1), U8), "255u8");
    SAME(conv(OP_CONV, scalar_int(U8, 255), I8), "-1i8");
    SAME(conv(OP_CONV, scalar_int(I64, 16777217), F32), "1.6777216e7f32");
    SAME(conv(OP_CONV, scalar_int(I32, 7), BOOL), "true");
    SAME(conv(OP_BITS, scalar_float(F32, 1), U32), "1065353216u32");
    SAME(conv(OP_BITS, scalar_int(U64, 4607182418800017408), F64), "1.0f64");
    SAME(conv(OP_BITS, scalar_int(U32, 0xffffffff), I32), "-1i32");
}

/* ---- programs ----------------------------------------------------------- */

static Program *program(const char *text)
{
    vars_reset();
    Program *p = core_read(source_new("t.core", text, (int)strlen(text)));
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const char *wrong = core_check(p);
    if (wrong)
        fprintf(stderr, "%s: %s\n", text, wrong);
    CU_ASSERT_PTR_NULL(wrong);
    return p;
}

static int arguments(const char *text, Value **args)
{
    ValueCursor c = { .at = text, .end = text + strlen(text) };
    const char *error;
    int n = 0;
    while ((args[n] = value_read(&c, &error)))
        n++;
    return n;
}

/* The results of the last function, or its failure. */
static const char *run(const char *text, const char *input)
{
    Program *p = program(text);
    Value *args[8];
    Text t = {0};
    int n = arguments(input, args);
    EvalResult r = core_eval(p, p->func[p->nfuncs - 1], args, n);
    if (r.failed)
        text_fmt(&t, "%s: %s", span_str(r.span), r.message);
    for (int i = 0; i < r.nresults; i++) {
        text_fmt(&t, "%s%s", i ? " " : "", value_str(r.result[i], 20));
        value_free(r.result[i]);
    }
    for (int i = 0; i < n; i++) {
        CU_ASSERT_EQUAL(args[i]->refs, 1);
        value_free(args[i]);
    }
    return text_str(&t);
}

static void control(void)
{
    SAME(run("entry f (n: i64) : i64 =\n"
             "  loop x = 1i64 for i < n do x * 2i64", "10i64"), "1024i64");
    SAME(run("entry f (n: i32) : i32 =\n"
             "  loop x = n while x > 10i32 do x / 2i32", "100"), "6i32");
    SAME(run("entry f (a: bool) (x: i32) : i32 = if a then x + 1i32 else 0i32", "true 4"),
         "5i32");
    SAME(run("def g (x: i32) : i32 = x * x\nentry f (x: i32) : i32 = { a = g x ; b = g a in b }",
             "3"), "81i32");
    SAME(run("entry f (a: i64) (b: i64) : (i64, i64) =\n"
             "  loop x y = a b for i < 3i64 do { in y x }", "1i64 2i64"), "2i64 1i64");
}

static void whole_arrays(void)
{
    SAME(run("entry f (n: i64) : [n]i64 = iota n", "3i64"), "[0i64, 1i64, 2i64]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [m][n]i32 = rearrange (1, 0) a",
             "[[1,2,3],[4,5,6]]"), "[[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [m][n]i32 = rearrange (1, 0) a",
             "empty([0][3]i32)"), "empty([3][0]i32)");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [n * m]i32 = reshape (n * m) a",
             "[[1,2],[3,4]]"), "[1i32, 2i32, 3i32, 4i32]");
    SAME(run("entry f [n] [m] (a: [n]i32) (b: [m]i32) : [n + m]i32 = concat a b",
             "[1,2] [3]"), "[1i32, 2i32, 3i32]");
    SAME(run("entry f (x: i32) : [2]i32 = [x, 7i32]", "1"), "[1i32, 7i32]");
    SAME(run("entry f (n: i64) (x: i32) : [n][2]i32 = { a = [x, x] ; b = replicate n a in b }",
             "2i64 5"), "[[5i32, 5i32], [5i32, 5i32]]");
    SAME(run("entry f (n: i64) : [0][n]i32 = empty([0][n]i32)", "3i64"), "empty([0][3]i32)");
}

/* Rows: they are made, mapped over, taken, put together; two levels of them. */
static void ragged_rows(void)
{
    static const char make[] = "entry f [m] [t] (ls: [m]i64) (vs: [t]i32) : [m][..ls]i32 =\n"
                               "  irreg ls vs";
    SAME(run(make, "[3i64,0,2] [1,2,3,4,5]"), "[[1i32, 2i32, 3i32], [], [4i32, 5i32]]");
    SAME(run(make, "[2i64,2] [1,2,3,4]"), "[[1i32, 2i32], [3i32, 4i32]]");
    SAME(run(make, "empty([0]i64) empty([0]i32)"), "empty([0][0]i32)");
    SAME(run(make, "[3i64,-1,1] [1,2,3]"), "t.core:2:3: The length of row 1 is negative: -1.");
    SAME(run(make, "[3i64,1] [1,2,3]"),
         "t.core:2:3: The rows have 4 elements in all, and there are 3 values.");
    SAME(run("entry f [m] [t] (ls: [m]i64) (vs: [t]i32) : ([m]i64, [m]i64, [..]i32, i64) = {\n"
             "  a = irreg ls vs\n"
             "  ms (b: [m][..ms]i32) = map (\\n (r: [n]i32) -> {\n"
             "    k = min n 2i64 ; s = map (\\i -> r[i]) (iota k) in k s\n"
             "  }) ls a\n"
             "  in (shp b) (ends b) (val b) (total b)\n}", "[3i64,0,1] [1,2,3,4]"),
         "[2i64, 0i64, 1i64] [2i64, 2i64, 3i64] [1i32, 2i32, 4i32] 3i64");
    SAME(run("entry f [m] [t] (ls: [m]i64) (vs: [t]i32) (i: i64) : ([..]i32, i32) = {\n"
             "  a = irreg ls vs\n  in a[i] a[i, 1i64]\n}", "[1i64,2] [1,2,3] 1i64"),
         "[2i32, 3i32] 3i32");
    SAME(run("entry f [n] [m] (a: [n]i32) (b: [m]i32) : [4]i64 = {\n"
             "  c = [a, b]\n  d = concat c c\n  in (shp d)\n}", "[1,2] [3]"),
         "[2i64, 1i64, 2i64, 1i64]");
    SAME(run("entry f [m] [k] [t] (ls: [m]i64) (ks: [k]i64) (vs: [t]i32) : [m][..][..]i32 = {\n"
             "  a = irreg ks vs\n  in (irreg ls a)\n}", "[2i64,0,1] [1i64,0,2] [1,2,3]"),
         "[[[1i32], []], [], [[2i32, 3i32]]]");
    SAME(run("entry f [m] [k] [t] (ls: [m][k]i64) (vs: [t]i32) : ([k][..]i32, [k]i64) = {\n"
             "  a = irreg ls vs\n  e = ends a\n  in a[1i64] e[1i64]\n}",
             "[[2i64,0],[0,1]] [1,2,3]"),
         "[[], [3i32]] [2i64, 3i64]");
}

static void indexing(void)
{
    static const char at[] = "entry f [n] (a: [n]i32) (i: i64) : i32 = a[i]";
    SAME(run(at, "[1,2,3] 2i64"), "3i32");
    SAME(run(at, "[1,2,3] 3i64"),
         "t.core:1:42: Index [3] out of bounds for array of shape [3].");
    SAME(run("entry f [n] [m] (a: [n][m]i32) (i: i64) : [n]i32 = a[:, i]",
             "[[1,2],[3,4]] 1i64"), "[2i32, 4i32]");
    static const char part[] =
        "entry f [n] (a: [n]i32) (i: i64) (k: i64) (s: i64) : [k]i32 = a[i :+ k * s]";
    SAME(run(part, "[1,2,3,4] 1i64 2i64 1i64"), "[2i32, 3i32]");
    SAME(run(part, "[1,2,3,4] 3i64 4i64 -1i64"), "[4i32, 3i32, 2i32, 1i32]");
    SAME(run(part, "[1,2,3,4] 4i64 0i64 1i64"), "empty([0]i32)");
    SAME(run(part, "[1,2,3] 2i64 2i64 1i64"),
         "t.core:1:63: Index [2:4:1] out of bounds for array of shape [3].");
}

static void updates_leave_arguments_alone(void)
{
    static const char set[] =
        "entry f [n] (a: *[n]i32) (i: i64) : [n]i32 = a with [i] = 9i32";
    SAME(run(set, "[1,2,3] 1i64"), "[1i32, 9i32, 3i32]");
    SAME(run(set, "[1,2,3] 3i64"),
         "t.core:1:46: Index [3] out of bounds for array of shape [3].");
    SAME(run("entry f [n] [m] (a: *[n][m]i32) (r: [n]i32) : [n][m]i32 = a with [:, 0] = r",
             "[[1,2],[3,4]] [7,8]"), "[[7i32, 2i32], [8i32, 4i32]]");
    SAME(run("entry f [n] [m] (a: *[n][m]i32) : [n][m]i32 = {\n"
             "  r = a[0]\n  c = copy r\n  b = a with [1] = c\n  in b }", "[[1,2],[3,4]]"),
         "[[1i32, 2i32], [1i32, 2i32]]");
}

static void array_combinators(void)
{
    SAME(run("entry f [n] (a: [n]i32) : ([n]i32, [n]i64) =\n"
             "  map (\\x #i -> { y = x + 1i32 in y i }) a", "[1,2]"),
         "[2i32, 3i32] [0i64, 1i64]");
    SAME(run("entry f [n] (a: [n]i32) : i32 = reduce (+) 0i32 a", "[1,2,3]"), "6i32");
    SAME(run("entry f [n] (a: [n]i32) : i32 = reduce (+) 5i32 a", "empty([0]i32)"), "5i32");
    SAME(run("entry f [n] (a: [n]i32) : [n]i32 = scan (+) 0i32 a", "[1,2,3]"),
         "[1i32, 3i32, 6i32]");
    SAME(run("entry f [n] (a: [n]i32) : i32 = reduce (\\x y -> x - y) 0i32 a", "[1,2,3]"),
         "-6i32");
    SAME(run("entry f [n] (a: [n]i32) : (i32, [n]i32) =\n"
             "  redomap (+) (\\x -> { y = x * x ; z = x + 1i32 in y z }) 0i32 a", "[1,2,3]"),
         "14i32 [2i32, 3i32, 4i32]");
    SAME(run("entry f [n] (a: [n]i32) : [n]i32 = scanomap (+) (\\x -> x * x) 0i32 a",
             "[1,2,3]"), "[1i32, 5i32, 14i32]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [n]i32 =\n"
             "  map (\\r -> reduce (+) 0i32 r) a", "[[1,2],[3,4]]"), "[3i32, 7i32]");
    SAME(run("entry f [n] (a: [n]i32) (m: i64) : [n][m]i32 =\n"
             "  map (\\x -> replicate m x) a", "empty([0]i32) 3i64"), "empty([0][3]i32)");
}

static void scatters_and_histograms(void)
{
    SAME(run("entry f [m] [n] (d: *[m]i32) (is: [n]i64) (vs: [n]i32) : [m]i32 =\n"
             "  scatter d is vs", "[0,0,0] [2i64,-1i64,0i64,3i64,2i64] [1,2,3,4,5]"),
         "[3i32, 0i32, 5i32]");
    SAME(run("entry f [m] [n] (d: *[m]i32) (is: [n]i64) : [m]i32 =\n"
             "  scatomap d (\\i -> (i, 7i32)) is", "[0,0,0] [1i64,9i64]"),
         "[0i32, 7i32, 0i32]");
    SAME(run("entry f [m] [n] (d: *[m]i32) (is: [n]i64) (vs: [n]i32) : [m]i32 =\n"
             "  hist d (+) 0i32 is vs", "[10,20] [1i64,0i64,1i64,2i64] [1,2,3,4]"),
         "[12i32, 24i32]");
    SAME(run("entry f [m] [n] (d: *[m]i32) (is: [n]i64) : [m]i32 =\n"
             "  histomap d (+) 0i32 (\\i -> (i, 1i32)) is", "[0,0] [1i64,0i64,1i64]"),
         "[1i32, 2i32]");
}

static void segmented_operations(void)
{
    static const char in[] = "[[1,2,3],[4,5,6]]";
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [n][m]i32 =\n"
             "  segmap@thread (<r in a>, <x in r>) (x + 1i32)", in),
         "[[2i32, 3i32, 4i32], [5i32, 6i32, 7i32]]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : ([n]i32, [n][m]i32) =\n"
             "  segred@thread (<r in a>, <x in r>) (+) 0i32 { y = x * x in y x }", in),
         "[14i32, 77i32] [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [n][m]i32 =\n"
             "  segscan@thread (<r in a>, <x in r>) (+) 0i32 x", in),
         "[[1i32, 3i32, 6i32], [4i32, 9i32, 15i32]]");
    SAME(run("entry f [n] (a: [n]i32) : i32 = segred@thread <x in a> (+) 0i32 x", "[1,2]"),
         "3i32");
    SAME(run("entry f [k] [m] [n] (d: *[k][m]i32) (is: [k][n]i64) : [k][m]i32 =\n"
             "  segput@thread (<r in is>, <i in r>) d (i, 7i32)",
             "[[0,0],[0,0]] [[1i64],[5i64]]"), "[[0i32, 7i32], [0i32, 0i32]]");
    SAME(run("entry f [k] [m] [n] (d: *[k][m]i32) (is: [k][n]i64) : [k][m]i32 =\n"
             "  seghist@thread (<r in is>, <i in r>) d (+) 0i32 (i, 1i32)",
             "[[0,0],[5,5]] [[1i64,1i64],[0i64,9i64]]"), "[[0i32, 2i32], [6i32, 5i32]]");
    SAME(run("entry f [n] [m] (a: [n][m]i32) : [n]i32 =\n"
             "  segred@thread (<r in a>, <x in r>) (+) 0i32 x", "empty([2][0]i32)"),
         "[0i32, 0i32]");
}

static void failures(void)
{
    SAME(run("entry f (x: i32) : i32 = assert \"no\" (x > 0i32) x", "1"), "1i32");
    SAME(run("entry f (x: i32) (u: u64) : i32 = {\n  c = x > 0i32\n"
             "  y = assert \"{{x}: {}, {u} %d\" [x, u] c x\n  in y }",
             "-1 18446744073709551615u64"),
         "t.core:3:7: {x}: -1, 18446744073709551615 %d");
    SAME(run("entry f (x: i32) : i32 = 1i32 / x", "0"), "t.core:1:26: division by zero");
    SAME(run("entry f (n: i64) : [n]i64 = iota n", "-1i64"),
         "t.core:1:29: Range 0..1..<-1 is invalid.");
    SAME(run("entry f [n] (a: [n]i32) (m: i64) : [m]i32 = a :> [m]i32", "[1,2] 3i64"),
         "t.core:1:45: Value of (desugared) shape [2] cannot match shape of type `[3]i32`.");
    SAME(run("entry f [n] (a: [n]i32) (b: [n]i32) : i32 = 0i32", "[1] [1,2]"),
         "t.core:1:1: Entry point arguments have invalid sizes: b has type [2]i32, "
         "expected [1]i32.");
}

/* An update in a loop happens in place: a million of them on a large array. */
static void loops_update_in_place(void)
{
    SAME(run("entry f (n: i64) : i64 = {\n"
             "  a = replicate n 0i64\n"
             "  b = loop c = a for i < n do {\n"
             "    j = i / 2i64\n"
             "    x = c[j]\n"
             "    y = x + i\n"
             "    e = loop d = c for k < 1i64 do d with [i] = y\n"
             "    in e\n"
             "  }\n"
             "  l = n - 1i64\n"
             "  r = b[l]\n"
             "  in r\n"
             "}", "1000000i64"), "1999986i64");
}

void suite_eval(void)
{
    CU_pSuite s = CU_add_suite("evaluator", NULL, NULL);
    CU_ADD_TEST(s, integers_wrap_and_divide);
    CU_ADD_TEST(s, shifts_and_bits);
    CU_ADD_TEST(s, floats_compute_in_their_precision);
    CU_ADD_TEST(s, conversions_truncate_and_wrap);
    CU_ADD_TEST(s, control);
    CU_ADD_TEST(s, whole_arrays);
    CU_ADD_TEST(s, ragged_rows);
    CU_ADD_TEST(s, indexing);
    CU_ADD_TEST(s, updates_leave_arguments_alone);
    CU_ADD_TEST(s, array_combinators);
    CU_ADD_TEST(s, scatters_and_histograms);
    CU_ADD_TEST(s, segmented_operations);
    CU_ADD_TEST(s, failures);
    CU_ADD_TEST(s, loops_update_in_place);
}
