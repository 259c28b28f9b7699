/* test_desugar.c -- what core programs become, and what they compute. */
#include "../src/front/ast.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_desugar(void);

/* ---- programs ----------------------------------------------------------- */

/* The core of a program; null, and *said, where it is refused. */
static Program *desugared(const char *text, char **said)
{
    static size_t n;
    Program *volatile p = NULL;
    DiagCatch c;
    FILE *f = open_memstream(said, &n);
    prelude();
    vars_reset();
    diag_stream(f);
    if (!DIAG_CATCH(&c)) {
        Ast *ast = parse_program(source_new("test.fut", text, (int)strlen(text)));
        ast = ast ? modules_resolve(ast, prelude()) : NULL;
        if (ast && check_program(ast, prelude()))
            p = desugar(ast, prelude());
    }
    diag_pop(&c);
    diag_stream(NULL);
    fclose(f);
    if (p)
        core_verify(p, "desugar");
    return p;
}

/* The core text, or what was said. */
static const char *text_of(const char *text)
{
    char *said = NULL;
    Program *p = desugared(text, &said);
    Text t = {0};
    if (p) {
        core_tidy(p);
        program_print(&t, p);
    } else {
        text_add(&t, said);
    }
    free(said);
    return text_str(&t);
}

static int arguments(const char *input, Value **arg)
{
    const char *error = NULL;
    ValueCursor c = { .at = input, .end = input + strlen(input), .name = "input", .line = 1 };
    int n = 0;
    while ((arg[n] = value_read(&c, &error)))
        n++;
    return error ? -1 : n;
}

/* An array of arrays on one line. */
static void print_flat(Text *t, const Value *v)
{
    Text lines = {0};
    value_print(&lines, v);
    for (const char *p = text_str(&lines); *p; p++)
        if (*p != '\n')
            text_char(t, *p);
}

/* The results of entry point main, one after the other; or the failure. */
static const char *value_of(const char *text, const char *input)
{
    char *said = NULL;
    Program *p = desugared(text, &said);
    Text t = {0};
    Value *arg[16];
    int n = arguments(input, arg);
    if (!p || n < 0) {
        text_add(&t, p ? "bad input" : said);
        return text_str(&t);
    }
    free(said);
    EvalResult r = core_eval(p, p->func[p->nfuncs - 1], arg, n);
    if (r.failed)
        text_fmt(&t, "%s: %s", span_str(r.span), r.message);
    for (int i = 0; !r.failed && i < r.nresults; i++) {
        text_add(&t, i ? " " : "");
        print_flat(&t, r.result[i]);
        value_free(r.result[i]);
    }
    for (int i = 0; i < n; i++)
        value_free(arg[i]);
    return text_str(&t);
}

static bool same(const char *is, const char *want)
{
    if (!strcmp(is, want))
        return true;
    printf("\n--- wanted\n%s\n--- is\n%s\n", want, is);
    return false;
}

static bool says(const char *is, const char *want)
{
    if (strstr(is, want))
        return true;
    printf("\n--- wanted\n%s\n--- is\n%s\n", want, is);
    return false;
}

#define BECOMES(program, core) CU_ASSERT(same(text_of(program), core))
#define VALUE(program, input, output) CU_ASSERT(same(value_of(program, input), output))
#define FAILS(program, input, message) CU_ASSERT(says(value_of(program, input), message))
#define REFUSED(program, message) CU_ASSERT(says(text_of(program), message))

/* ---- core text ---------------------------------------------------------- */

static void test_dot(void)
{
    BECOMES("def main [n] (xs: [n]f32) (ys: [n]f32): f32 = reduce (+) 0 (map2 (*) xs ys)",
         "entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 = {\n"
         "  mapped = map (\\x y -> x * y) xs ys\n"
         "  sum = reduce (+) 0.0f32 mapped\n"
         "  in sum\n"
         "}\n");
}

static void test_tuples(void)
{
    BECOMES("def main [n] (ps: [n](i32, i32)) = map (\\(a, b) -> (b, a)) ps |> unzip",
         "entry main [n] (ps_0: [n]i32) (ps_1: [n]i32) : ([n]i32, [n]i32) =\n"
         "  map (\\a b -> (b, a)) ps_0 ps_1\n");
    BECOMES("type v = {x: i32, y: i32}\n"
         "def main (a: v) = let b = a with x = 1 in b.y - b.x",
         "entry main (a_x: i32) (a_y: i32) : i32 =\n  a_y - 1i32\n");
}

/* A tag and all payloads side by side; what is known needs no tag. */
static void test_sums(void)
{
#define SUM "type t = #b i32 i32 | #a | #c bool "
    VALUE(SUM "def f (x: t) = match x case #b y z -> y - z case #a -> 10 case #c _ -> 20 "
          "def main (i: i32) = f (if i == 0 then #a else if i == 1 then #c true else #b 7 i)",
          "0", "10i32");
    VALUE(SUM "def main (i: i32) = match ((if i == 0 then #a else #b i 5) : t)"
          " case #b 4 y -> y case #b x _ -> x case _ -> 9", "3", "3i32");
    BECOMES(SUM "def main (i: i32) = match (#b 2 i : t) case #b 2 y -> y case _ -> 9",
         "entry main (i: i32) : i32 =\n  i\n");
#undef SUM
}

static void test_scalar_functions(void)
{
    BECOMES("def sq (x: i32) = x * x\n"
         "def quad (x: i32) = sq x + sq x\n"
         "def main [n] (xs: [n]i32) = map quad xs",
         "def sq (x: i32) : i32 =\n  x * x\n\n"
         "def quad (x: i32) : i32 = {\n"
         "  sq_of_x = sq x\n"
         "  sq_of_x_1 = sq x\n"
         "  sum = sq_of_x + sq_of_x_1\n"
         "  in sum\n"
         "}\n\n"
         "entry main [n] (xs: [n]i32) : [n]i32 =\n  map (\\x -> quad x) xs\n");
}

static void test_apart(void)
{
    BECOMES("def f (x: f32) = x * f32.sqrt 2\n"
         "def main (x: f32) = let a = f32.sqrt 2 in f (x * a)",
         "def f (x: f32) : f32 = {\n"
         "  root = sqrt 2.0f32\n"
         "  prod = x * root\n"
         "  in prod\n"
         "}\n\n"
         "entry main (x: f32) : f32 = {\n"
         "  a = sqrt 2.0f32\n"
         "  prod = x * a\n"
         "  f_of_prod = f prod\n"
         "  in f_of_prod\n"
         "}\n");
}

static void test_higher_order(void)
{
    BECOMES("def twice '^a (f: a -> a) (x: a) = f (f x)\n"
         "def main (x: i32) = (twice (+ 1) <-< (2 *)) x",
         "entry main (x: i32) : i32 = {\n"
         "  x_1 = 2i32 * x\n"
         "  sum = x_1 + 1i32\n"
         "  sum_1 = sum + 1i32\n"
         "  in sum_1\n"
         "}\n");
}

static void test_sizes(void)
{
    BECOMES("def main (n: i64) = let m = n + 1 in map2 (+) (iota m) (replicate m 1)",
         "entry main (n: i64) : [n + 1]i64 = {\n"
         "  m = n + 1i64\n"
         "  is_at_least = m >= 0i64\n"
         "  m_1 = assert \"Range 0..1..<{} is invalid.\" [m] is_at_least m\n"
         "  indices = iota m_1\n"
         "  copies = replicate m_1 1i64\n"
         "  mapped = map (\\i y -> i + y) indices copies\n"
         "  #[unchecked] mapped_1 = mapped :> [n + 1]i64\n"
         "  in mapped_1\n"
         "}\n");
    BECOMES("def main [n] [m] (a: [n][m]i32): [m * n]i32 = flatten (transpose a)",
         "entry main [n] [m] (a: [n][m]i32) : [m * n]i32 = {\n"
         "  transposed = rearrange (1,0) a\n"
         "  reshaped = reshape (m * n) transposed\n"
         "  in reshaped\n"
         "}\n");
}

static void test_conditions(void)
{
    BECOMES("def main (x: i32) = x > 0 && x < 9",
         "entry main (x: i32) : bool = {\n"
         "  is_more = x > 0i32\n"
         "  is_less = x < 9i32\n"
         "  both = is_more && is_less\n"
         "  in both\n"
         "}\n");
    BECOMES("def main (x: i32) = x != 0 && 10 / x > 1",
         "entry main (x: i32) : bool = {\n"
         "  differs = x != 0i32\n"
         "  both = if differs then {\n"
         "    quot = 10i32 / x\n"
         "    is_more = quot > 1i32\n"
         "    in is_more\n"
         "  } else false\n"
         "  in both\n"
         "}\n");
}

static void test_entry_sizes(void)
{
    BECOMES("entry main (xs: []i32) (yss: [][3]i32) = (length xs, length yss)",
         "entry main [xs_n] [yss_n] (xs: [xs_n]i32) (yss: [yss_n][3]i32) : (i64, i64) =\n"
         "  (xs_n, yss_n)\n");
}

/* ---- values ------------------------------------------------------------- */

static void test_nested(void)
{
    VALUE("def main [n][m][p] (a: [n][m]i32) (b: [m][p]i32): [n][p]i32 =\n"
          "  map (\\r -> map (\\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a",
          "[[1,2],[3,4]] [[5,6],[7,8]]", "[[19i32, 22i32], [43i32, 50i32]]");
    VALUE("def main [n][m] (a: [n][m]i32) = map (reduce (+) 0) a", "[[1,2,3],[4,5,6]]",
          "[6i32, 15i32]");
    VALUE("def main (ns: []i64) = map (\\n -> reduce (+) 0 (iota n)) ns", "[0i64, 4i64]",
          "[0i64, 6i64]");
    VALUE("def main [n] (xs: [n]i32) (k: i32) =\n"
          "  map (\\x -> replicate (i64.i32 k) x) xs", "[7, 8] 2",
          "[[7i32, 7i32], [8i32, 8i32]]");
}

/* Rows of numbers are one list, so that one kernel writes them. */
static void test_constant_rows(void)
{
    CU_ASSERT_STRING_EQUAL(
        text_of("def main: [2][1][2]i32 = [[[1, -2]], [[3, 4]]]"),
        "entry main : [2][1][2]i32 = {\n"
        "  list = [1i32, -2i32, 3i32, 4i32]\n"
        "  reshaped = reshape (2, 1, 2) list\n"
        "  in reshaped\n"
        "}\n");
    CU_ASSERT_STRING_EQUAL(
        text_of("def main: [2][2]u8 = [\"ab\", \"cd\"]"),
        "entry main : [2][2]u8 = {\n"
        "  list = [97u8, 98u8, 99u8, 100u8]\n"
        "  reshaped = reshape (2, 2) list\n"
        "  in reshaped\n"
        "}\n");
}

static void test_loops(void)
{
    VALUE("def main (n: i32) = loop (a, b) = (0, 1) while a + b < n do (b, a + b)", "100",
          "55i32 89i32");
    VALUE("def main [n] (xs: [n]i32) =\n"
          "  loop (s, t) = (0, replicate 3 0) for x in xs do (s + x, t with [s % 3] = x)",
          "[3, 1, 2]", "6i32 [1i32, 2i32, 0i32]");
    VALUE("def main (n: i32) =\n"
          "  loop (xs: []i32, ys: []i32) = ([1], [2]) for _i < n do (xs ++ ys, ys ++ xs)",
          "2", "[1i32, 2i32, 2i32, 1i32] [2i32, 1i32, 1i32, 2i32]");
}

static void test_branch_sizes(void)
{
    const char *choice = "def main (b: bool) = if b then iota 3 else iota 1";
    VALUE(choice, "true", "[0i64, 1i64, 2i64]");
    VALUE(choice, "false", "[0i64]");
    VALUE("def main [n] (xs: [n]i32) =\n"
          "  let ys = if n > 2 then filter (> 1) xs else [] in (length ys, map (+ 1) ys)",
          "[1, 2, 3]", "2i64 [3i32, 4i32]");
}

static void test_updates(void)
{
    VALUE("def main [n][m] (a: *[n][m]i32) =\n"
          "  let a[0, 1] = 10\n  let a[2] = replicate m 7\n"
          "  in a with [1:3, 0] = [8, 9]",
          "[[1,2],[3,4],[5,6]]", "[[1i32, 10i32], [8i32, 4i32], [9i32, 7i32]]");
    VALUE("def main [n] (xs: [n]i32) = let ys = copy xs let ys[0] = 5 in (xs, ys)", "[1, 2]",
          "[1i32, 2i32] [5i32, 2i32]");
    /* zip is fresh by its type, and shares its arrays: copied when consumed. */
    VALUE("def main [n] (a: [n]i32) (b: [n]i32) =\n"
          "  let z = zip a b let z[0] = (9, 9) let (x, y) = unzip z in (x, y, a)",
          "[1, 2] [3, 4]", "[9i32, 2i32] [9i32, 4i32] [1i32, 2i32]");
}

static void test_slices(void)
{
    const char *slice = "def main [n] (xs: [n]i32) (i: i64) (j: i64) = xs[i:j]";
    VALUE(slice, "[1, 2, 3] 1i64 3i64", "[2i32, 3i32]");
    VALUE(slice, "[1, 2, 3] 0i64 0i64", "empty([0]i32)");
    FAILS(slice, "[1, 2, 3] 2i64 1i64", "Index [2:1] out of bounds for array of shape [3]");
    FAILS(slice, "[1, 2, 3] 2i64 4i64", "Index [2:4] out of bounds for array of shape [3]");
    const char *step = "def main [n] (xs: [n]i32) (s: i64) = xs[1:5:s]";
    VALUE(step, "[1, 2, 3, 4, 5] 2i64", "[2i32, 4i32]");
    FAILS(step, "[1, 2, 3, 4, 5] 0i64", "Index [1:5:0] out of bounds");
    VALUE("def main [n] (xs: [n]i32) = (xs[::-1], xs[::2], xs[n - 1:0:-2])", "[1, 2, 3, 4]",
          "[4i32, 3i32, 2i32, 1i32] [1i32, 3i32] [4i32, 2i32]");
    VALUE("def main [n] (xs: [n]i32) = (take 2 xs, drop 2 xs, init xs, tail xs)",
          "[1, 2, 3]", "[1i32, 2i32] [3i32] [1i32, 2i32] [2i32, 3i32]");
}

static void test_ranges(void)
{
    VALUE("def main (n: i64) = (0..<n, 1...n, n..>0, 0..2..<n, 1i8..3...5)", "3i64",
          "[0i64, 1i64, 2i64] [1i64, 2i64, 3i64] [3i64, 2i64, 1i64] [0i64, 2i64] "
          "[1i8, 3i8, 5i8]");
    FAILS("def main (n: i64) = 2..<n", "1i64", "Range 2..<1 is invalid");
    FAILS("def main (n: i64) = 0..n..<5", "0i64", "Range 0..0..<5 is invalid");
    FAILS("def main (n: i64) = iota n", "-1i64", "Range 0..1..<-1 is invalid");
}

static void test_prelude(void)
{
    VALUE("def main [n] (xs: [n]i32) = let (a, b) = partition (> 2) xs in (a, b)",
          "[5, 1, 4, 2, 3]", "[5i32, 4i32, 3i32] [1i32, 2i32]");
    VALUE("def main [n] (xs: [n]i32) = (rotate 1 xs, rotate (-1) xs, reverse xs)",
          "[1, 2, 3]", "[2i32, 3i32, 1i32] [3i32, 1i32, 2i32] [3i32, 2i32, 1i32]");
    VALUE("def main [n] (is: [n]i64) (vs: [n]i32) = hist (+) 0 2 is vs",
          "[0i64, 1i64, 0i64, 7i64] [1, 2, 3, 4]", "[4i32, 2i32]");
    VALUE("def main (k: i64) = scatter_2d (replicate 2 (replicate 3 0)) [(0, 1), (k, 2)] [7, 8]",
          "5i64", "[[0i32, 7i32, 0i32], [0i32, 0i32, 0i32]]");
    VALUE("def main (n: i64) = tabulate_2d n 2 (\\i j -> i * 10 + j)", "2i64",
          "[[0i64, 1i64], [10i64, 11i64]]");
    VALUE("def main (n: i32) = (iterate n (* 2) 1i32, foldr (\\b a -> a * 10 + b) 0 [1i32, 2])",
          "3", "8i32 21i32");
    VALUE("def main [n] (xs: [n]i32) = (all (> 0) xs, any (> 2) xs)", "[1, 2]", "true false");
}

static void test_operators(void)
{
    VALUE("def main (a: i32) (b: i32) = (a / b, a % b, a // b, a %% b)", "7 -2",
          "-4i32 -1i32 -3i32 1i32");
    VALUE("def main [n] (xs: [n]i32) (ys: [n]i32) = ((1, 2) == (1, xs[0]), xs == ys)",
          "[2, 3] [2, 3]", "true true");
    VALUE("def (<+>) (a: i32) (b: i32) = a * 10 + b\n"
          "def main (x: i32) = (x <+> 2, x `i32.max` 3, reduce (<+>) 0 [1, 2])", "1",
          "12i32 3i32 12i32");
    VALUE("def main (x: f32) = (i32.f32 x, f64.f32 x, f32.sqrt 4, i32.set_bit 1 0 1)", "2.5f32",
          "2i32 2.5f64 2.0f32 2i32");
}

static void test_constants(void)
{
    VALUE("def k = 3i64\ndef table = map (* 2) (iota k)\n"
          "def main (xs: []i32) = (map (\\x -> table[x]) xs, length table)", "[1, 2]",
          "[2i64, 4i64] 3i64");
}

static void test_failures(void)
{
    FAILS("def main [n] (xs: [n]i32) (i: i64) = xs[i]", "[1, 2] 2i64",
          "test.fut:1:38: Index [2] out of bounds for array of shape [2]");
    FAILS("def main (x: i32) = assert (x > 2) x", "1", "x > 2");
    FAILS("def main [n] (xs: [n]i32) (m: i64) = xs :> [m]i32", "[1] 2i64", "shape");
    VALUE("def main [n] (xs: [n]i32) (m: i64) = xs :> [m]i32", "[1, 2] 2i64", "[1i32, 2i32]");
}

static void test_polymorphism(void)
{
    VALUE("def none 'a: [0]a = []\n"
          "def pad 'a [n] (xs: [n]a) (d: a) (m: i64): []a =\n"
          "  if m > n then xs ++ replicate (m - n) d else xs ++ []\n"
          "def main [n] (xs: [n]i32) =\n"
          "  let (a, b) = unzip (pad (map (\\x -> (x, true)) xs) (0, false) 2)\n"
          "  in (a, b, length (none: [0]f64))",
          "[7]", "[7i32, 0i32] [true, false] 0i64");
    VALUE("def main (n: i64) =\n"
          "  let us = replicate n () in (length us, map (\\() -> 1i32) us)",
          "2i64", "2i64 [1i32, 1i32]");
    VALUE("def main (x: i32) = let r = {f = (+ 1), g = (* 2)} in r.f (r.g x)", "3", "7i32");
    /* A size of the caller's, and one of the same name inside. */
    VALUE("def main (n: i64) =\n"
          "  let xs = iota n let n = 2i64\n"
          "  let f [n] (zs: [n]i64) = map (+ n) zs in (f xs, f (iota n))",
          "3i64", "[3i64, 4i64, 5i64] [2i64, 3i64]");
}

static void test_attributes(void)
{
    BECOMES("def main [n] (xs: [n]i32) (i: i64) = #[unsafe] xs[i] + #[sequential] i32.sum xs",
         "entry main [n] (xs: [n]i32) (i: i64) : i32 = {\n"
         "  #[unchecked] x = xs[i]\n"
         "  #[sequential] sum = reduce (+) 0i32 xs\n"
         "  sum_2 = x + sum\n"
         "  in sum_2\n"
         "}\n");
}

/* ---- limits ------------------------------------------------------------- */

/* Each function calls the one before it twice. */
static const char *chain(int n, const char *first, const char *type)
{
    Text t = {0};
    text_fmt(&t, "def f0 (x: %s) = %s\n", type, first);
    for (int i = 1; i < n; i++)
        text_fmt(&t, "def f%d (x: %s) = f%d (f%d x)\n", i, type, i - 1, i - 1);
    text_fmt(&t, "def main (x: %s) = f%d x", type, n - 1);
    return text_str(&t);
}

static void test_growth(void)
{
    char *said = NULL;
    Program *p = desugared(chain(60, "x + 1", "i32"), &said);
    CU_ASSERT(p && p->nfuncs == 61);
    REFUSED(chain(40, "copy x", "[]i32"), "becomes too large");
}

/* Rows are rows of the same lengths or of others; what they are passed as. */
static void test_ragged(void)
{
    REFUSED("def main (xs: [][..]i32) (ys: [][..]i32) = map2 (map2 (+)) xs ys",
            "need not be as long as the other");
    REFUSED("def main (xs: [][..]i32) = transpose xs", "differ in length");
    REFUSED("def main (xs: [][..][..][..]i32) = map length xs", "this has 3");
    REFUSED("def main (xs: [][..]i32) = reduce (map2 (+)) [0] xs", "values of one shape");
    REFUSED("def main (xs: *[][..]i32) = xs with [0, 0] = 1", "cannot be written to yet");
    REFUSED("def f [m] [n] (xs: [m][n]i32) = n def main (xs: [][..]i32) = f xs", "one length");
    CU_ASSERT(says(text_of("def main (xs: [][..]i32) = map2 (map2 (+)) xs (map (map (+ 1)) xs)"),
                   "in xs_lengths"));
    CU_ASSERT(says(text_of("def f [n] (x: [n]i32): [n]i32 = x def main (xs: [][..]i32) = map f xs"),
                   "in xs_lengths"));
    CU_ASSERT(says(text_of("def main (xs: [][..](i32, bool)) = xs"),
                   "entry main [xs_n] [xs_total]\n    (xs_lengths: [xs_n]i64)\n"
                   "    (xs_0: [xs_total]i32)\n    (xs_1: [xs_total]bool)"));
    CU_ASSERT(says(text_of("def main (ns: [][]i64) = map (map iota) ns"),
                   "[ns_n][ns_m]i64, [..]i64)"));
}

static void test_refused(void)
{
    REFUSED("type t = i32 -> i32 def main: t = \\x -> x + 1", "function");
    REFUSED("def main [n] (xs: [n]i32) = xs[1:3:0]", "the step of this slice is zero");
    REFUSED("def main (n: i64) = 0..-1..<n", "never leads");
}

void suite_desugar(void)
{
    static const CU_TestInfo tests[] = {
        { "dot", test_dot },
        { "tuples and records", test_tuples },
        { "sum types", test_sums },
        { "scalar functions stay", test_scalar_functions },
        { "functions are made apart", test_apart },
        { "higher-order functions vanish", test_higher_order },
        { "sizes", test_sizes },
        { "conditions", test_conditions },
        { "sizes of an entry point", test_entry_sizes },
        { "nested maps", test_nested },
        { "constant rows", test_constant_rows },
        { "loops", test_loops },
        { "branches of different sizes", test_branch_sizes },
        { "updates", test_updates },
        { "slices", test_slices },
        { "ranges", test_ranges },
        { "the prelude", test_prelude },
        { "operators", test_operators },
        { "constants", test_constants },
        { "failures", test_failures },
        { "polymorphism", test_polymorphism },
        { "attributes", test_attributes },
        { "growth", test_growth },
        { "refused", test_refused },
        { "rows that differ", test_ragged },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {
        { "desugar", NULL, NULL, NULL, NULL, (CU_TestInfo *)tests },
        CU_SUITE_INFO_NULL,
    };
    CU_register_suites(suites);
}
