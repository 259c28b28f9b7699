/* test_core.c -- core: terms, sizes, types, its text, rule files' text, and
   what the verifier refuses. */
#include "../src/core/syntax.h"
#include "../src/rewrite/rule.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers ------------------------------------------------------------ */

static Source *source(const char *text)
{
    return source_new("t", text, (int)strlen(text));
}

static Program *program(const char *text)
{
    vars_reset();
    return core_read(source(text));
}

static const char *printed(const Program *p)
{
    Text t = {0};
    program_print(&t, p);
    return text_str(&t);
}

static void same(const char *got, const char *want)
{
    CU_ASSERT_STRING_EQUAL(got, want);
    if (strcmp(got, want))
        fprintf(stderr, "got:\n%s\nwanted:\n%s\n", got, want);
}

static bool has(const char *text, const char *part)
{
    bool yes = text && strstr(text, part);
    CU_ASSERT(yes);
    if (!yes)
        fprintf(stderr, "no '%s' in:\n%s\n", part, text ? text : "(null)");
    return yes;
}

/* Names that the terms of these tests may use. */
static Given *given(void)
{
    static const char text[] =
        "set t \"t\"\n"
        "given [n] [m] [k] (x: i32) (y: i32) (z: f32) (i: i64) (b: bool)\n"
        "given (xs: [n]i32) (ys: [n]i32) (zs: [m]f32) (xss: [n][m]i32) (is: [n]i64)\n"
        "given (rs: [n][..]i32) (f: i32 -> i32) (g: i32 i32 -> i32 i32)\n";
    return rule_read(source(text))->given;
}

static Core *term(const char *text)
{
    vars_reset();
    return term_read(source(text), given(), NULL);
}

/* As term, but always in the same scope: such terms can be compared. */
static Core *shared(const char *text)
{
    static Given *g;
    g = g ? g : given();
    return term_read(source(text), g, NULL);
}

/* What reading the text prints on the diagnostic stream; null if nothing. */
static const char *complaint(void (*read)(const char *text), const char *text)
{
    char *out = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&out, &n);
    DiagCatch c;
    diag_stream(f);
    bool failed = true;
    if (!DIAG_CATCH(&c)) {
        read(text);
        failed = false;
    }
    diag_pop(&c);
    diag_stream(NULL);
    fclose(f);
    const char *copy = str_copyn(out, (int)n);
    free(out);
    return failed ? copy : NULL;
}

static void read_program(const char *text) { program(text); }
static void read_term(const char *text) { term(text); }
static void read_rules(const char *text) { rule_read(source(text)); }

/* ---- text --------------------------------------------------------------- */

static const char *const canonical[] = {
    "def f (x: i32) (y: i32) : i32 =\n  x * y\n",
    "def c : f32 =\n  f32.nan\n",
    "def d (x: f64) : (f64, f64) = {\n  a = -f64.inf\n  b = x ** (-1.5f64)\n  in a b\n}\n",
    "def e (x: i8) : i8 =\n  x - -128i8\n",
    "entry dot [n] (xs: [n]f32) (ys: [n]f32) : f32 =\n"
    "  redomap_comm (+) (\\x y -> x * y) 0.0f32 xs ys\n",
    "entry main [n] [m] (xss: *[n][m]i32) (v: [m]i32) : [n][m]i32 =\n"
    "  xss with [0] = v\n",
    "entry main [n] (n2: i64) (xs: [n]i32) : [n2]i32 =\n  xs :> [n2]i32\n",
    "entry views [n] [m] (a: [n][m]i32) : (i32, [m]i32, [m - 2]i32, [m][n]i32) = {\n"
    "  x = a[0, 1]\n  r = a[2, :]\n  s = r[1 :+ (m - 2) * 1]\n  t = rearrange (1,0) a\n"
    "  in x r s t\n}\n",
    "entry main [n] (xs: [n]f32) : [2 * n]f32 = {\n"
    "  ys = concat xs xs\n  #[unsafe] #[unchecked] z = ys[n]\n"
    "  e = empty([0][n]f32)\n  c = copy ys\n  in c\n}\n",
    "entry rows [m] [t] (ls: [m]i64) (vs: [t]i32) : [m][..ls]i32 = {\n"
    "  a = irreg ls vs\n  b = map (\\n (r: [n]i32) -> copy r) ls a\n  in b\n}\n",
    "entry two [n] [m] (xss: [n][m]f32) (ys: [n]f32) : [n]f32 =\n"
    "  segred@thread (<xs y in xss ys>, <x in xs>) (+) 0.0f32 (x * y)\n",
    "entry three (n: i64) (m: i64) : [n][m]i64 =\n"
    "  segmap@block (<#i < n>, <#j < m>) i + j\n",
    "entry rows [n] [m] (xss: [n][m]f32) : [n]f32 =\n"
    "  segred (<xs in xss>@block, <x in xs>@thread) (+) 0.0f32 x\n",
    "entry steps [n] [m] (xss: [n][m]f32) : [n][m]f32 =\n"
    "  segmap (<xs in xss>@grid, <x in xs #i>@sequential) x\n",
    "entry put [n] [m] (dss: *[n][m]i32) (iss: [n][m]i64) : [n][m]i32 =\n"
    "  segput@thread (<is in iss>, <i in is>) dss (i, 1i32)\n",
    "def @max (a: i32) : i32 =\n  a\n\ndef f (x: i32) : i32 = {\n"
    "  y = @max x\n  z = max x y\n  in z\n}\n",
    "entry h [n] [m] (d: *[m]i32) (is: [n]i64) (vs: [n]i32) : [m]i32 =\n"
    "  hist d (+) 0i32 is vs\n",
    "entry l (n: i32) (x: f32) : f32 =\n"
    "  loop a = x for i < n do { c = i < 3i32 ; b = if c then a + x else x in b }\n",
    "entry w (x: i32) : i32 =\n  loop j = x while j < 10i32 do j + 1i32\n",
    "entry ext (n: i64) (c: bool) : (i64, [#0]i64) =\n"
    "  if c then { k = n + 1i64 ; a = iota k in k a } else { b = iota n in n b }\n",
    "entry chosen [n] (c: bool) (xs: [n]i64) (ys: [n]i64) : (i64, [#0]i64) = {\n"
    "  k (zs: [k]i64) = if c then (n, xs) else (n, ys)\n  in k zs\n}\n",
    "entry grow (n: i64) (xs: [n]i64) : (i64, [#0]i64) =\n"
    "  loop m (ys: [m]i64) = n xs for i < n do { k = m + 1i64 ; z = iota k in k z }\n",
    "entry bits (x: f32) : f32 = {\n  u = f32.to_bits x\n  v = i64.u32 u\n"
    "  w = assert \"x > \\\"0\\\"\" true v\n  y = f32.from_bits u\n  in y\n}\n",
    "entry two [n] (xs: [n]i32) : (i32, [n]i64) =\n"
    "  redomap (min) (\\x #i -> (x, i)) 0i32 xs\n",
    "entry swap [n] (xs: [n]i32) : i32 =\n  reduce (\\a b -> b - a) 0i32 xs\n",
    "entry branches (c: bool) (x: i32) : i32 =\n  if c then {\n    quotient = x / 17i32\n"
    "    remainder = x % 17i32\n    product = quotient * remainder\n    in product\n"
    "  } else {\n    twice = x + x\n    half = x // 2i32\n    sum = twice + half\n"
    "    in sum\n  }\n",
};

static void test_round_trips(void)
{
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++) {
        Program *p = program(canonical[i]);
        const char *why = core_check(p), *once = printed(p);
        CU_ASSERT_PTR_NULL(why);
        if (why)
            fprintf(stderr, "%s%s\n", canonical[i], why);
        same(printed(program(once)), once);
    }
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++)
        same(printed(program(canonical[i])), canonical[i]);
}

static void test_spellings(void)
{
    same(printed(program("def f (x: i32): i32 = { y = x*2 ; z = y+1 in z }")),
         "def f (x: i32) : i32 = {\n  y = x * 2i32\n  z = y + 1i32\n  in z\n}\n");
    same(printed(program("-- a comment\ndef f (x: i32): i32 =\n  { y = x * 2\n    z = y +\n"
                         "      1\n    in z }\n")),
         "def f (x: i32) : i32 = {\n  y = x * 2i32\n  z = y + 1i32\n  in z\n}\n");
    same(core_str(term("map (\\v -> f (v + 1)) xs")),
         "map (\\v -> { t = v + 1i32 ; t_1 = f t in t_1 }) xs" + 0);
    same(core_str(term("reduce max 0 xs")), "reduce (max) 0i32 xs");
    same(core_str(term("let (a, c) = g x y in a")), "{ a c = g x y in a }");
    same(core_str(term("z * 2")), "z * 2.0f32");
    same(core_str(term("length xss")), "n");
    CU_ASSERT(core_equal(shared("(map (reduce (+) 0) xss, x)"),
                         shared("(map (\\r -> reduce (+) 0 r) xss, x)")));
}

static void test_long_bodies(void)
{
    const char *text = printed(program(
        "entry main [n] (first_array: [n]i32) : [n]i32 = { ys = map (\\element -> { "
        "quotient = element / 7i32 ; remainder = element % 7i32 ; sum = quotient + "
        "remainder in sum }) first_array in ys }"));
    same(text, "entry main [n] (first_array: [n]i32) : [n]i32 =\n"
               "  map (\\element -> {\n"
               "    quotient = element / 7i32\n"
               "    remainder = element % 7i32\n"
               "    sum = quotient + remainder\n"
               "    in sum\n"
               "  }) first_array\n");
    same(printed(program(text)), text);
}

static void test_scalars(void)
{
    static const struct { double f; const char *text; } floats[] = {
        { 0.1, "0.1f32" }, { 1e10, "1e+10f32" }, { 16777216, "16777216.0f32" },
        { -0.0, "-0.0f32" }, { 3.4028234663852886e38, "3.4028235e+38f32" },
    };
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        Text t = {0};
        Scalar s = scalar_float(F32, floats[i].f);
        scalar_print(&t, s);
        CU_ASSERT(strtof(t.at, NULL) == (float)floats[i].f);
        Core *back = term(t.at)->g[0].at[0];
        CU_ASSERT(scalar_equal(back->value, s));
    }
    CU_ASSERT(scalar_equal(term("-9223372036854775808i64")->g[0].at[0]->value,
                           scalar_int(I64, INT64_MIN)));
    CU_ASSERT(scalar_equal(term("18446744073709551615u64")->g[0].at[0]->value,
                           scalar_int(U64, -1)));
    CU_ASSERT(scalar_equal(term("0x1fi16")->g[0].at[0]->value, scalar_int(I16, 31)));
}

/* ---- errors of the reader ------------------------------------------------- */

static void test_read_errors(void)
{
    static const struct { const char *text, *error; } bad[] = {
        { "def f (x: i32) : i32 =\n  x + q\n", "t:2:7: error: unknown name q" },
        { "def f (x: i32) : i32 =\n  h x\n", "t:2:3: error: unknown function h" },
        { "def f (x: i33) : i32 = x\n", "t:1:11: error: unknown type i33" },
        { "def f (x: i32) : i32 = {\n  y = x\n  z w = x\n  in y }\n",
          "t:3:3: error: 2 names for 1 values" },
        { "def f (x: i32) : i32 = (x + 1\n", "t:1:30: error: expected ')', found the end" },
        { "def f (x: i32) : i32 = x $ 1\n", "t:1:26: error: unexpected character" },
        { "def f (xs: [3]i32) : i32 = xs + 1i32\n", "t:1:28: error: +: operand 1 has type" },
        { "def f [n] (xs: [n]i32) : [n]i32 = map (\\x y -> x) xs\n",
          "t:1:43: error: only 1 values" },
        { "def f : i32 = map (\\ #i -> i)\n", "t:1:15: error: the width is needed here" },
        { "def f (n: i64) : [n]i64 = segmap <#i < n>@here i\n",
          "t:1:34: error: here is no place" },
        { "def f : i32 = 1\ndef f : i32 = 2\n", "t:2:1: error: a second function f" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        has(complaint(read_program, bad[i].text), bad[i].error);
}

/* ---- types ---------------------------------------------------------------- */

static void test_types(void)
{
    static const struct { const char *term, *type; } good[] = {
        { "map (\\v -> z) xs", "[n]f32" },
        { "map (\\r -> map (\\v -> b) r) xss", "[n][m]bool" },
        { "map (\\l -> iota l) is", "[n][..is]i64" },
        { "map (\\r -> reduce (+) 0 r) xss", "[n]i32" },
        { "scan (+) 0 xs", "[n]i32" },
        { "xss[:, 1]", "[n]i32" }, { "xss[1]", "[m]i32" },
        { "xss[0 :+ 2 * 1, 2 :+ m - 2]", "[2][m - 2]i32" },
        { "rearrange (1,0) xss", "[m][n]i32" },
        { "reshape (n * m) xss", "[n * m]i32" }, { "reshape (m, n) xss", "[m][n]i32" },
        { "concat xs ys xs", "[3 * n]i32" }, { "replicate k xss", "[k][n][m]i32" },
        { "[x, y, 3]", "[3]i32" }, { "rs[i]", "[..]i32" },
        { "x < y", "bool" }, { "popc i", "i32" }, { "isnan z", "bool" },
        { "scatter (copy xs) is ys", "[n]i32" },
        { "hist (copy xs) (+) 0 is ys", "[n]i32" },
        { "segscan (<r in xss>, <v in r>) (+) 0 v", "[n][m]i32" },
        { "segmap (<r in xss>, <v in r>) r", "[n][m][m]i32" },
        { "if b then xs else ys", "[n]i32" },
        { "loop a = xs for j < k do map f a", "[n]i32" },
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        same(type_str(term(good[i].term)->type[0]), good[i].type);
}

static void test_type_errors(void)
{
    static const struct { const char *term, *error; } bad[] = {
        { "x + z", "operands of types i32 and f32" },
        { "b + b", "not that of a number" }, { "sqrt x", "not that of a float" },
        { "xs[0, 1]", "2 indices into an array of type [n]i32" },
        { "xs[x]", "an index is not of type i64" },
        { "map (\\a c -> a) xs zs", "an array of type [m]f32 is not of length n" },
        { "map (\\(a: f32) -> a) xs", "parameter a has type f32 and not i32" },
        { "reduce (\\a c -> z) 0i32 xs", "the operator's result has type f32 and not i32" },
        { "reduce (+) 0i64 xs", "what the operator takes has type i32 and not i64" },
        { "redomap (+) (\\a -> (a, a)) 0.0f32 xs", "what the operator takes" },
        { "scatter xs is zs", "is not of length n" }, { "scatter xs ys ys", "the index has" },
        { "concat xs xss", "a row has type [m]i32 and not i32" },
        { "concat xss xs", "a row has type i32 and not [m]i32" },
        { "if b then xs else zs", "the branches have types [n]i32 and [m]f32" },
        { "if b then is else iota m", "arrays of different sizes, n and m" },
        { "if x then x else y", "the condition has type i32" },
        { "reshape (n, n) xss", "has m * n elements and not n * n" },
        { "rearrange (0,0) xss", "no permutation" }, { "rearrange (0) xss", "1 dimensions" },
        { "loop a = x for j < k do z", "next value of a has type f32 and not i32" },
        { "loop a = x while a do a", "the condition is not a bool" },
        { "segmap (<l in is>, <#j < l>, <#i < n>) j", "width l differs from row to row" },
        { "f z", "argument 1 of f has type f32 and not i32" },
        { "iota z", "a size is not of type i64" },
        { "xs with [0] = z", "the new value has type f32 and not i32" },
        { "zs :> [k]i32", "type [m]f32 cannot become [k]i32" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        has(complaint(read_term, bad[i].term), bad[i].error);
}

/* ---- sizes ---------------------------------------------------------------- */

static Core *size(const char *text)
{
    const Type *t = type_of(term(format("iota (%s)", text))->stm[0].exp);
    return t->dim[0];
}

static void test_sizes(void)
{
    static const struct { const char *a, *b; bool equal; } pairs[] = {
        { "n * m + m", "m * (1 + n)", true }, { "n + m - n", "m", true },
        { "2 * n", "n + n", true }, { "n - m", "m - n", false },
        { "(n + m) * (n - m)", "n * n - m * m", true }, { "n / 2", "n / 2", true },
        { "(n + m) / 2", "(m + n) / 2", true }, { "n / 2", "n / 3", false },
        { "(4 * n + 8) / 4", "n + 2", true }, { "(n * m) / m", "n", false },
        { "7 / 2 + 1", "4", true }, { "(0 - 7) / 2", "0 - 4", true },
        { "min n m", "min m n", true }, { "max n n", "n", true }, { "n % 1", "0", true },
        { "n", "m", false }, { "n * 0 + 3", "3", true },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *both = format("(iota (%s), iota (%s))", pairs[i].a, pairs[i].b);
        Core *t = shared(both);
        bool equal = size_equal(t->type[0]->dim[0], t->type[1]->dim[0]);
        CU_ASSERT_EQUAL(equal, pairs[i].equal);
        if (equal != pairs[i].equal)
            fprintf(stderr, "%s and %s\n", pairs[i].a, pairs[i].b);
    }
    same(core_str(size_normal(size("m + 3 * n * m - 1 + m"))), "3i64 * m * n + 2i64 * m - 1i64");
    int64_t c;
    CU_ASSERT(size_const(size("(2 + 3) * 4 - n + n"), &c) && c == 20);
    CU_ASSERT(!size_const(size("n + 1"), &c));
}

/* ---- terms ----------------------------------------------------------------- */

static Var *var_named_in(const Given *g, const char *name)
{
    for (int i = 0; i < g->vars.n; i++)
        if (!strcmp(g->vars.at[i]->name, name))
            return g->vars.at[i];
    return NULL;
}

static void test_substitution(void)
{
    Given *g = given();
    Core *t = term_read(source("let a = map (\\v -> v + x) xs let c = map f ys in (a, c)"), g,
                        NULL);
    Subst *s = subst_new();
    subst_add(s, var_named_in(g, "x"), core_int(I32, 7));
    Core *u = core_subst(t, s);
    has(core_str(u), "v + 7i32");
    CU_ASSERT_PTR_EQUAL(u->stm[1].exp, t->stm[1].exp);
    CU_ASSERT_PTR_EQUAL(core_subst(u, s), u);
    subst_add(s, var_named_in(g, "n"), core_var(var_named_in(g, "k")));
    Core *w = core_subst(t, s);
    CU_ASSERT_PTR_NOT_EQUAL(w->stm[0].var[0], t->stm[0].var[0]);
    same(type_str(w->stm[0].var[0]->type), "[k]i32");
    same(type_str(w->type[1]), "[k]i32");
}

static void test_no_capture(void)
{
    Given *g = given();
    Core *t = term_read(source("map (\\y -> x + y) xs"), g, NULL);
    Subst *s = subst_new();
    subst_add(s, var_named_in(g, "x"), core_var(var_named_in(g, "y")));
    Core *lam = core_subst(t, s)->stm[0].exp->g[1].at[0];
    Core *sum = lam->g[0].at[0]->stm[0].exp;
    CU_ASSERT(is_var(sum->g[0].at[0], var_named_in(g, "y")));
    CU_ASSERT(is_var(sum->g[1].at[0], lam->bind[0]));
    CU_ASSERT_PTR_NOT_EQUAL(lam->bind[0], var_named_in(g, "y"));
}

static void test_rename_and_equal(void)
{
    Given *g = given();
    Core *t = term_read(source("let m2 = m + 1 let a = map (\\v -> loop w = v for j < k do"
                               " w * v) xs in (m2, iota m2, a)"), g, NULL);
    Core *r = core_rename(t);
    CU_ASSERT(core_equal(t, r));
    CU_ASSERT_PTR_NOT_EQUAL(t->stm[0].var[0], r->stm[0].var[0]);
    CU_ASSERT_PTR_EQUAL(r->stm[2].var[0]->type->dim[0]->var, r->stm[0].var[0]);
    Core *a = term_read(source("map (\\p q -> p - q) xs ys"), g, NULL);
    Core *b = term_read(source("map (\\q p -> q - p) xs ys"), g, NULL);
    Core *c = term_read(source("map (\\p q -> q - p) xs ys"), g, NULL);
    CU_ASSERT(core_equal(a, b));
    CU_ASSERT(!core_equal(a, c));
    CU_ASSERT(core_equal(term_read(source("iota (n + m)"), g, NULL),
                         term_read(source("iota (m + n)"), g, NULL)));
    CU_ASSERT(core_parallel(t));
    CU_ASSERT(!core_parallel(term("x + 1")));
}

static void note_name(Var *v, void *t)
{
    text_fmt(t, "%s ", v->name);
}

static void test_free_variables(void)
{
    Text t = {0};
    core_free_vars(term("let a = map (\\v -> v + y) xs in map (\\w -> w + x) a"), note_name, &t);
    same(text_str(&t), "n y xs x ");
    Given *g = given();
    Core *b = term_read(source("map (\\v -> v + y) xs"), g, NULL);
    CU_ASSERT(core_uses(b, var_named_in(g, "y")));
    CU_ASSERT(!core_uses(b, var_named_in(g, "x")));
}

static void test_tidy(void)
{
    Program *p = program("def f (x: i32) : i32 = { a = { a = x + 1 ; b = a * 2 in b } ;"
                         " c = map[3] (\\ #a -> a) in a }\n"
                         "def g (x: i32) : i32 = { a = x + x ; y = a * a in y }\n");
    core_tidy(p);
    same(printed(p), "def f (x: i32) : i32 = {\n  a = x + 1i32\n  b = a * 2i32\n"
                     "  c = map[3] (\\#a_1 -> a_1)\n  in b\n}\n\n"
                     "def g (x: i32) : i32 = {\n  a = x + x\n  y = a * a\n  in y\n}\n");
    same(var_new("a_7", NULL, NULL)->name, "a_2");
    same(var_new("map", NULL, NULL)->name, "map_1");
}

/* ---- the verifier ----------------------------------------------------------- */

/* Rows are equally long only where they are as long as the same array says; and values
   are written to that a view of them shows. */
static void test_ragged(void)
{
    static const struct { const char *body, *why; } cases[] = {
        { "map (\\n (r: [n]i32) (s: [n]i32) -> map (\\x y -> x + y) r s) ls a a", NULL },
        { "map (\\n (r: [n]i32) (s: [n]i32) -> map (\\x y -> x + y) r s) ls a b",
          "parameter s has type [n]i32 and not [..]i32" },
        { "map (\\(r: [..]i32) n -> r[0]) a ls", NULL },
        { "map (\\n (r: [n]i32) -> reduce (+) 0i32 r) ks a",
          "parameter r has type [n]i32 and not [..]i32" },
        { "rearrange (1, 0) a", "differ in length" },
        { "reshape (4) a", "differ in length" },
        { "{ c = map (\\n (r: [n]i32) -> map (\\x -> x) r) ls a ; "
          "d = map (\\n (r: [n]i32) (s: [n]i32) -> map (\\x y -> x + y) r s) ls a c in d }",
          NULL },
        { "if q then a else b", "arrays of different sizes" },
        { "irreg vs vs", "lengths of type [t]i32" },
        { "shp vs", "do not differ in length" },
        { "{ ws = vs with [0] = 1i32 ; y = a[0, 0] in y }", "a is used after vs" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = format("entry main [m] [t] (ls: [m]i64) (ks: [m]i64) (vs: *[t]i32)"
                                  " (us: [t]i32) (q: bool) : i32 = {\n  a = irreg ls vs\n"
                                  "  b = irreg ks us\n  c = %s\n  in 1i32\n}\n", cases[i].body);
        const char *why = complaint(read_program, text);
        why = why ? why : core_check(program(text));
        if (cases[i].why)
            has(why, cases[i].why);
        else if (why)
            CU_FAIL_FATAL("refused");
    }
}

static void test_consumption(void)
{
    static const struct { const char *body, *why; } cases[] = {
        { "{ b = a with [0] = x ; c = map (\\v -> v) a in c }", "a is used after a" },
        { "{ v = a[0 :+ 2 * 1] ; b = a with [0] = x ; c = v[0] in b }", "v is used after a" },
        { "{ b = c with [0] = x in b }", "c is not declared" },
        { "{ b = if q then a else c ; d = b with [0] = x in d }", "c is not declared" },
        { "{ b = if q then a else copy c ; d = b with [0] = x ; y = a[0] in d }",
          "a is used after a" },
        { "{ b = loop l = a for i < n do l with [i] = x ; y = a[0] in b }",
          "a is used after a" },
        { "{ b = loop y = x for i < n do { d = a with [0] = y ; e = d[0] in e } in a }",
          "a body that may run again" },
        { "{ b = map (\\v -> { d = a with [0] = v ; e = d[0] in e }) a in b }",
          "a body that may run again" },
        { "{ b = scatter a is a in b }", "a is used after a" },
        { "{ s = rearrange (0) a ; b = scatter a is s in b }", "s is used after a" },
        { "{ b = scatomap a (\\i v -> { y = a[0] ; z = y + v in i z }) is c in b }",
          "a is used after a" },
        { "{ b = histomap a (+) 0i32 (\\i -> { y = a[i] in i y }) is in b }",
          "a is used after a" },
        { "{ b = segput@thread <i in is> a { y = a[0] in i y } in b }", "a is used after a" },
        { "{ b = segput@thread <v in a #i> a (i, v) in b }", "a is used after a" },
        { "{ s = a[0 :+ n * 1] ; b = scatomap a (\\i v -> { y = s[0] in i y }) is c in b }",
          "s is used after a" },
        { "{ b = if q then a with [0] = x else a ; d = b with [1] = x in d }", NULL },
        { "{ b e = if q then { d = a with [0] = x in d c } else { in a a } ;"
          " f = b with [1] = x in e }", "e is used after" },
        { "{ b = loop l = a for i < n do { s = if q then l with [i] = x else l in s } in b }",
          NULL },
        { "{ b e = loop l m = a c for i < n do { d = copy l in d m } ;"
          " f = e with [1] = x in b }", "c is not declared" },
        { "{ h = copy c ; b e = loop l m = a h for i < n do { d = copy l in d d } ;"
          " f = b with [1] = x in e }", "e is used after" },
        { "{ b = scatter a is c ; d = b with [0] = x in d }", NULL },
        { "{ b = loop l = a for i < n do l with [i] = x in b }", NULL },
        { "{ b = if q then a with [0] = x else a with [1] = x in b }", NULL },
        { "{ d = copy a ; e = d with [0] = x ; f = map (\\v -> v) a in f }", NULL },
        { "{ b = map (\\v -> { d = copy c ; e = d with [0] = v ; y = e[0] in y }) a in b }",
          NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why = core_check(program(format(
            "entry main [n] (a: *[n]i32) (c: [n]i32) (is: [n]i64) (x: i32) (q: bool) :"
            " [n]i32 = %s\n", cases[i].body)));
        if (cases[i].why)
            has(why, cases[i].why);
        else if (why)
            CU_FAIL_FATAL("refused");
    }
    const char *rows = "entry main [n] [m] (a: *[n][m]i32) (x: i32) : i32 = {"
                       " b = map (\\r -> r with [0] = x) a ; y = a[0, 0] in y }";
    has(core_check(program(rows)), "a is used after a");
}

/* A program with three bindings a, b, c that its tests then break. */
static Program *three(Stm **stm)
{
    Program *p = program("entry main [n] (xs: [n]i32) (x: i32) : i32 = {\n"
                         "  a = x + 1i32\n  b = map (\\v -> v + a) xs\n  c = b[0]\n  in c\n}\n");
    *stm = p->func[0]->body->stm;
    CU_ASSERT_PTR_NULL(core_check(p));
    return p;
}

static void test_broken_programs(void)
{
    Stm *s, t;
    Program *p = three(&s);
    t = s[0], s[0] = s[1], s[1] = t;
    has(core_check(p), "main: a is used before it is bound");
    p = three(&s);
    s[2].var[0] = s[0].var[0];
    has(core_check(p), "a is bound twice");
    p = three(&s);
    core_set1(s[0].exp, 1, core_prim2(OP_ADD, core_int(I32, 1), core_int(I32, 1)));
    has(core_check(p), "an operand that is no atom");
    p = three(&s);
    core_set_type(s[0].exp, type_prim(I64));
    has(core_check(p), "ADD has type i64 and not i32");
    p = three(&s);
    s[1].var[0]->type = type_array(type_prim(I32), core_i64(3));
    has(core_check(p), "b has type [3]i32 and its value [n]i32");
    p = three(&s);
    core_set1(s[1].exp, 0, core_i64(3));
    has(core_check(p), "is not of length 3");
    p = three(&s);
    core_set1(s[0].exp, 0, core_var(s[1].exp->g[1].at[0]->bind[0]));
    has(core_check(p), "v is used before it is bound");
    p = three(&s);
    p->func[0]->result[0] = type_prim(F32);
    has(core_check(p), "result 1 has type i32 and not f32");
    p = three(&s);
    s[0].nvars = 0;
    has(core_check(p), "0 variables for 1 values");
}

static void test_scopes(void)
{
    Program *p = program("entry main [n] (xs: [n]i32) (x: i32) : i32 = {\n"
                         "  b = map (\\v -> v + x) xs\n  c = x + 1i32\n  in c\n}\n");
    Stm *s = p->func[0]->body->stm;
    core_set1(s[1].exp, 0, core_var(s[0].exp->g[1].at[0]->bind[0]));
    has(core_check(p), "v is used outside its scope");
}

/* ---- rule files -------------------------------------------------------------- */

static const char lemma[] =
    "-- a set\n"
    "set fuse \"Fewer arrays.\"\n"
    "given [n] (xs: [n]i32) (f: i32 -> i32)\n"
    "lemma map-map\n"
    "  \"Two maps\n   are one.\" from \"here\"\n"
    "  ?ys.. = map ?G ; ?zs.. = map ?F\n"
    "    =>  ?zs.. ?ks.. = map (?F after ?G at ?ys.. keeping ?ks..)\n"
    "  when reads ?F ?ys..   -- why\n"
    "       ?ks.. = escaping ?ys..\n"
    "  yes let ys = map f xs in { a = map f ys\n"
    "                             in a }\n"
    "      gives map (\\x -> f (f x)) xs\n"
    "  no  map f xs because shape\n"
    "lemma iota \"I.\" from \"E\"\n"
    "  (\\?p.. ?x ?q.. #?i -> ?e) ?ps.. ?a ?qs..\n"
    "  ==  [?n] (\\?p.. ?q.. #?i -> ?e[?x := ?i]) ?ps.. ?qs..   when ?a is iota ?n\n"
    "  yes xs gives xs\n"
    "  proof xs\n    by map-map <- gives { in ys }\n"
    "strategy all = fuse <- once ; flatten until-stable\n";

static void test_lemmas(void)
{
    vars_reset();
    RuleFile *f = rule_read(source(lemma));
    CU_ASSERT_EQUAL_FATAL(f->nrules, 2);
    Rule *r = &f->rule[0];
    same(r->name, "map-map");
    same(r->sentence, "Two maps are one.");
    same(span_str(r->span), "t:4:7");
    CU_ASSERT(r->left.kind == SIDE_BINDINGS && r->left.nstms == 2 && !r->both);
    same(r->left.stm[0].var[0]->name, "?ys..");
    same(core_str(r->right.stm[0].exp), "map (?F after ?G at ?ys.. keeping ?ks..)");
    CU_ASSERT_EQUAL(r->right.stm[0].nvars, 2);
    CU_ASSERT_EQUAL_FATAL(r->npremises, 2);
    CU_ASSERT(r->premise[0].kind == PREMISE_CONDITION && r->premise[0].nargs == 2);
    CU_ASSERT(r->premise[1].kind == PREMISE_MAKE && r->premise[1].left.n == 1);
    CU_ASSERT_EQUAL_FATAL(r->nexamples, 2);
    CU_ASSERT(r->example[0].yes && !r->example[1].yes);
    same(r->example[1].because, "shape");
    same(core_str(term_of(r->example[0].term, f->given, NULL)),
         "{ ys = map (\\x_1 -> f x_1) xs ; a = map (\\x_2 -> f x_2) ys in a }");
    r = &f->rule[1];
    CU_ASSERT(r->both && r->left.kind == SIDE_MAPPING && r->right.width);
    CU_ASSERT(r->left.lam->nbinds == 3 && r->left.arrays.n == 3);
    same(core_str(r->right.lam->g[0].at[0]), "?e[?x := ?i]");
    same(r->proof->kid[1]->text, "map-map");
    CU_ASSERT(f->nstrategies == 1 && f->strategy[0].nsteps == 2
              && f->strategy[0].step[0].backwards);
}

static const char judgment[] =
    "set flatten \"Flat.\"\n"
    "judgment S |-[l] e => e'  \"In nest S.\"\n"
    "rule distribute \"A.\" from \"B\"\n"
    "  parallel (?e, ?f) ; ?n.. = needed ?s.. by { ?a.. = ?e ; ?t.. in ?r.. }\n"
    "  S  |-[l] { ?s.. in ?n.. } => ?s'  ;  S1 = S extended with ?n.. as ?ns..\n"
    "  S' = S1, <?x.. in ?xs.. #?i < ?n>\n"
    "  S' |-[grid] ?e => ?e'\n"
    "  ----\n"
    "  S |-[l] { ?s.. ; ?a.. = ?e ; ?t.. in ?r.. }  =>  { ?ns.. = ?s' ; ?e' }\n"
    "  yes <xs in xss> |- { in xs } gives xss\n"
    "rule leave \"A.\" from \"B\"\n"
    "  ----\n"
    "  . |- ?e => ?e\n"
    "  yes . |- x gives x\n";

static void test_judgments(void)
{
    RuleFile *f = rule_read(source(judgment));
    CU_ASSERT_EQUAL_FATAL(f->nrules, 2);
    same(f->judgment, "In nest S.");
    Rule *r = &f->rule[0];
    CU_ASSERT_EQUAL_FATAL(r->npremises, 6);
    CU_ASSERT(r->premise[0].nargs == 1 && r->premise[0].arg[0].n == 2);
    CU_ASSERT(!strcmp(r->premise[1].name, "needed") && r->premise[1].nargs == 2);
    CU_ASSERT(r->premise[1].arg[1].at[0]->op == OP_BODY);
    CU_ASSERT(r->premise[2].kind == PREMISE_PROVE);
    same(r->premise[2].sequent.lev, "?l");
    CU_ASSERT(!strcmp(r->premise[3].name, "extended") && r->premise[3].nargs == 3);
    same(r->premise[4].name, "context");
    same(core_str(r->premise[4].arg[0].at[0]), "S1, <?x.. in ?xs.. #?i < ?n>");
    same(r->premise[5].sequent.lev, "grid");
    Core *subject = r->conclusion.subject;
    CU_ASSERT(subject->op == OP_BODY && subject->nstms == 3 && subject->stm[0].nvars == 0);
    CU_ASSERT(f->rule[1].npremises == 0 && f->rule[1].conclusion.ctx->g[0].n == 0);
    Core *ctx;
    term_read(source("<r in xss> |- map (\\v -> v) r"), given(), &ctx);
    CU_ASSERT(ctx && ctx->op == OP_CTX && ctx->g[0].n == 1);
}

/* One law, and the rules that it is. */
static void test_each(void)
{
    static const char law[] =
        "for K OP in\n"
        "    add (+)  -- (*)\n"
        "    times (* 2 *)\n"
        "lemma K-twice \"K\" from \"c\"\n"
        "  ?x OP ?K  =>  ?K OP ?x\n"
        "  for times\n"
        "    when scalar ?x\n"
        "    pays loops ?x\n"
        "  yes (x OP 1, let K' = x in K')  gives\n"
        "    loop a = x\n"
        "    for i < 3 do K' OP a\n"
        "lemma after \"b\" from \"c\"\n"
        "  ?x[0] => ?x\n";
    RuleFile *f = rule_read(source(law));
    CU_ASSERT_EQUAL_FATAL(f->nrules, 3);
    same(f->rule[0].name, "add-twice");
    same(f->rule[1].name, "times-twice");
    same(f->rule[1].sentence, "K");
    same(core_str(f->rule[0].left.expr), "?x + ?K");
    same(core_str(f->rule[1].left.expr), "?x * 2i64 * ?K");
    CU_ASSERT_EQUAL(f->rule[0].npremises, 0);
    CU_ASSERT_EQUAL(f->rule[1].npremises, 2);
    CU_ASSERT(f->rule[0].nexamples == 1 && f->rule[1].nexamples == 1);
    CU_ASSERT(f->rule[1].span->line == 4 && f->rule[1].span->col == 7);
    CU_ASSERT(f->rule[1].premise[0].span->line == 7 && f->rule[1].premise[0].span->col == 10);
    same(span_text(f->rule[1].span), "K-twice");
    CU_ASSERT(str_starts(span_text(f->rule[1].whole), "for K OP in\n"));
    CU_ASSERT(f->rule[2].whole->line == 12);
}

/* A value on several lines leaves the lines of the law as they are in the file. */
static void test_each_value_on_lines(void)
{
    static const char law[] =
        "for K     E in\n"
        "    plain (?x)\n"
        "    block ({ ?a = ?x + 1\n"
        "             ?b = ?a + 2\n"
        "             in ?b })\n"
        "lemma K \"b\" from \"c\"\n"
        "  ?r = f E  =>  ?r = E\n"
        "  when scalar ?x\n"
        "  without scalar ?x  because \"d\"\n";
    RuleFile *f = rule_read(source(law));
    CU_ASSERT_EQUAL_FATAL(f->nrules, 2);
    CU_ASSERT_EQUAL(f->rule[1].right.stm[0].exp->nstms, 2);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(f->rule[i].premise[0].span->line, 8);
        same(f->rule[i].needless[0].condition, "scalar ?x");
    }
}

#define LAW "lemma K-a \"b\" from \"c\"\n"

static void test_rule_errors(void)
{
    static const struct { const char *text, *error; } bad[] = {
        { "lemma a \"b\"\n  ?x => ?x\n", "t:2:3: error: expected 'from', found '?x'" },
        { "lemma a \"b\" from \"c\"\n  ?x => ?y\n  yes x\n",
          "t:3:8: error: expected 'gives', found the end of the text" },
        { "rule a \"b\" from \"c\"\n  . |- ?e => ?e\n",
          "t:2:16: error: expected '----', found the end" },
        { "set a \"b\"\nset c \"d\"\n", "t:2:1: error: a second set" },
        { "lemma a \"b\" from \"c\"\n  ?x = ?y ; ?z => ?x = ?y\n",
          "t:2:11: error: a binding 'names = e'" },
        { "lemma a \"b\" from \"c\"\n  ?s.. ; ?x = ?z => ?x = ?z\n",
          "t:1:20: error: a binding 'names = e'" },
        { "lemma a \"b\" from \"c\"\n  ?x = ?z => ?z ; ?x = ?z\n",
          "t:2:12: error: a binding 'names = e'" },
        { "given (x: i32) (x: i32)\n", "t:1:16: error: x is given twice" },
        { "for\n" LAW "  K => K\n", "t:1:4: error: expected: for NAME .. in VALUE .." },
        { "for K\n" LAW "  K => K\n", "t:1:6: error: expected: for NAME .. in VALUE .." },
        { "for in a\n" LAW "  K => K\n", "t:1:5: error: a name of `for` begins with" },
        { "for K K in a b\n" LAW "  K => K\n", "t:1:7: error: a name of `for` begins with" },
        { "for K L in a b\n  c\n" LAW "  K => L\n",
          "t:2:3: error: `for` has values in rows of 2, one for each name; here are 3" },
        { "for K in\n" LAW "  K => K\n", "t:1:9: error: `for` has values in rows of 1" },
        { "for K in (a\n" LAW "  K => K\n", "t:1:10: error: a parenthesis that is not closed" },
        { "for K in a\nset s \"b\"\n", "t:2:1: error: a lemma or a rule follows `for`" },
        { "for K L in a b\n" LAW "  K => K\n", "t:1:1: error: L does not stand in the law" },
        { "for K in a b\n" LAW "  K => K\n  for c\n    yes x gives x\n",
          "t:4:3: error: K has no value 'c'" },
        { "for K L in a (+ +)\n" LAW "  ?x L ?y => ?x\n",
          "t:3:6: error: expected a term, found 'L' where K = a, L = + +" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        has(complaint(read_rules, bad[i].text), bad[i].error);
}

/* ---- the suite ---------------------------------------------------------------- */

void suite_core(void)
{
    static const struct { const char *name; void (*test)(void); } tests[] = {
        { "one law for several values", test_each },
        { "a value on several lines", test_each_value_on_lines },
        { "programs print and read back", test_round_trips },
        { "other spellings of the same", test_spellings },
        { "long bodies are blocks", test_long_bodies },
        { "constants keep their bits", test_scalars },
        { "the reader's errors say where", test_read_errors },
        { "types", test_types },
        { "type errors", test_type_errors },
        { "sizes are polynomials", test_sizes },
        { "substitution shares what it leaves", test_substitution },
        { "substitution captures nothing", test_no_capture },
        { "renaming and equality", test_rename_and_equal },
        { "free variables in order", test_free_variables },
        { "tidy names", test_tidy },
        { "consumed arrays are gone", test_consumption },
        { "rows of different lengths", test_ragged },
        { "the verifier refuses broken programs", test_broken_programs },
        { "the verifier knows scopes", test_scopes },
        { "lemmas as data", test_lemmas },
        { "judgments as data", test_judgments },
        { "errors in rule files", test_rule_errors },
    };
    CU_pSuite s = CU_add_suite("core", NULL, NULL);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        CU_add_test(s, tests[i].name, tests[i].test);
}
