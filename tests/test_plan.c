/* test_plan.c -- the plan and what is printed of it: expressions, names,
   slots in scratch memory, bounds, refusals. */
#include "../src/compile.h"
#include "../src/emit/view.h"
#include "../src/plan/lower.h"
#include "../src/rewrite/rewrite.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers ------------------------------------------------------------ */

static Program *program(const char *text)
{
    vars_reset();
    Program *p = core_read(source_new("t.fut", text, (int)strlen(text)));
    core_verify(p, "test");
    core_tidy(p);
    return p;
}

static Emitted emitted(const char *text, bool unsafe)
{
    EmitOptions o = { .file = "t", .source = "t.fut", .harness = true, .unsafe = unsafe };
    Emitted e;
    emit_program(program(text), &o, &e);
    return e;
}

static void has(const char *text, const char *part)
{
    bool yes = strstr(text, part) != NULL;
    CU_ASSERT(yes);
    if (!yes)
        fprintf(stderr, "no '%s' in:\n%s\n", part, text);
}

static void has_not(const char *text, const char *part)
{
    bool no = strstr(text, part) == NULL;
    CU_ASSERT(no);
    if (!no)
        fprintf(stderr, "'%s' in:\n%s\n", part, text);
}

/* ---- expressions ---------------------------------------------------------- */

static const struct {
    const char *type, *result, *exp, *c;
} expressions[] = {
    { "i32", "i32", "a + b", "(uint32_t)a_here[j] + b_here[j]" },
    { "i32", "i32", "a / b", "floor_div(" },
    { "i32", "i32", "a + 1i32", "a_here[j] + 1u" },
    { "i32", "i32", "1i32 - a", "1u - a_here[j]" },
    { "i64", "i64", "a * 3i64", "(uint64_t)a_here[j] * 3" },
    { "i64", "i64", "1i64 - a", "1 - (uint64_t)a_here[j]" },
    { "i64", "i64", "a * 6364136223846793005i64", "a_here[j] * UINT64_C(6364136223846793005)" },
    { "i32", "i32", "neg a", "-(uint32_t)a_here[j]" },
    { "i32", "i32", "a << 3i32", "(uint32_t)a_here[j] << 3" },
    { "i8", "i8", "a << 3i8", "shift_left<int8_t>(a_here[j], (int8_t)3)" },
    { "i32", "i32", "abs a", "int_abs(a_here[j])" },
    { "u16", "u16", "a * b", "(uint32_t)a_here[j] * b_here[j]" },
    { "i16", "i16", "a * b", "(int16_t)(a_here[j] * b_here[j])" },
    { "u32", "u32", "a / 3u32", "a_here[j] / 3u" },
    { "i32", "i32", "a // 2i32", "a_here[j] / 2" },
    { "i32", "i32", "a % 2i32", "floor_mod(a_here[j], 2)" },
    { "i8", "i8", "a + b", "(int8_t)(a_here[j] + b_here[j])" },
    { "i32", "i32", "min a b", "min(a_here[j], b_here[j])" },
    { "i64", "i64", "max a 3i64", "max(a_here[j], INT64_C(3))" },
    { "f32", "f32", "min a b", "fminf(a_here[j], b_here[j])" },
    { "f64", "f64", "a * 0.5f64", "a_here[j] * 0.5" },
    { "f32", "f32", "sqrt a", "sqrtf(a_here[j])" },
    { "f32", "f32", "a ** b", "powf(a_here[j], b_here[j])" },
    { "f32", "i32", "i32.f32 a", "float_to_int<int32_t>(a_here[j])" },
    { "i32", "f32", "f32.i32 a", "(float)a_here[j]" },
    { "i32", "bool", "a < b", "a_here[j] < b_here[j]" },
    { "bool", "bool", "!a", "!a_here[j]" },
    { "i32", "i32", "!a", "~a_here[j]" },
    { "i64", "i64", "1i64 << 3i64", "INT64_C(1) << 3" },
    { "u32", "u32", "a << b", "shift_left(a_here[j], b_here[j])" },
    { "f32", "u32", "f32.to_bits a", "bit_cast<uint32_t>(a_here[j])" },
};

static void test_expressions(void)
{
    for (size_t k = 0; k < sizeof expressions / sizeof *expressions; k++) {
        const char *t = expressions[k].type;
        const char *text =
            format("entry main [n] (a: [n]%s) (b: [n]%s) : [n]%s =\n"
                   "  segmap@thread (<x y in a b>) { r = %s in r }\n", t, t,
                   expressions[k].result, expressions[k].exp);
        Text renamed = {0};          /* x and y stand for a and b */
        const char *body = strchr(text, '{');
        text_addn(&renamed, text, (int)(body - text));
        for (const char *p = body; *p; p++) {
            bool word = (p[-1] == ' ' || p[-1] == '!') && (p[1] == ' ' || p[1] == '\n');
            text_char(&renamed, word && *p == 'a' ? 'x' : word && *p == 'b' ? 'y' : *p);
        }
        Emitted e = emitted(text_str(&renamed), true);
        has(e.cu, format("r = %s", expressions[k].c));
    }
}

static void test_nesting(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]i32) : [n]i32 =\n"
                             "  segmap@thread (<x in xs>) {\n"
                             "    a = x - 1i32\n    b = 2i32 * a\n    r = b - a\n    in r\n"
                             "  }\n", false).cu;
    has(cu, "const int32_t a = xs_here[j] - 1u;");
    has(cu, "const int32_t b = 2u * a;");
    has(cu, "const int32_t r = (uint32_t)b - a;");
    has(cu, "result_here[j] = r;");
}

/* ---- names ------------------------------------------------------------------ */

static void test_names(void)
{
    CU_ASSERT_STRING_EQUAL(c_spelling("x'"), "x_prime");
    CU_ASSERT_STRING_EQUAL(c_spelling("float"), "float_");
    CU_ASSERT_STRING_EQUAL(c_spelling("rows"), "rows");
    Names *file = names_new(NULL), *inner = names_new(file);
    CU_ASSERT_STRING_EQUAL(names_fresh(file, "x_7"), "x");
    CU_ASSERT_STRING_EQUAL(names_fresh(inner, "x"), "x_2");
    CU_ASSERT_STRING_EQUAL(names_fresh(names_new(file), "x"), "x_2");
    Var result = { .name = "x_7", .exact = true };
    CU_ASSERT_STRING_EQUAL(names_of(file, &result), "x_7");
}

static void test_kernel_names(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]f32) : (f32, [n]f32) = {\n"
                             "  xss = stripes (workers n) xs\n"
                             "  total = segred@thread <xs in xss> (+) 0f32 (redomap (+) (\\x -> x) "
                             "0f32 xs)\n"
                             "  ys = segmap@thread (<x in xs>) (x / total)\n"
                             "  in total ys\n}\n", false).cu;
    has(cu, "void t_total(");
    has(cu, "void t_ys(");
    has(cu, "xs_here[j] / *total");
}

static void test_component_names(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]f32) : [n]f32 = {\n"
                             "  lows lows_1 = segmap@thread (<x in xs>) {\n"
                             "    a = x + 1f32\n    b = x * 2f32\n    in a b\n  }\n"
                             "  ys = segmap@thread (<l m in lows lows_1>) (l / m)\n"
                             "  in ys\n}\n", false).cu;
    has(cu, "void t_lows(");
    has(cu, "lows_x_here[j] / lows_y_here[j]");
}

/* Of an array that is periodic. */
static void test_neighbour_names(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]f32) : [n]f32 = {\n"
                             "  is = iota n\n  ys = segmap@thread (<i in is>) {\n"
                             "    t_1 = i + 1i64\n    t_2 = t_1 % n\n    t_3 = i - 1i64\n"
                             "    t_4 = t_3 % n\n    t_5 = i % n\n    a = xs[t_2]\n"
                             "    b = xs[t_4]\n    c = xs[t_5]\n    t_6 = a + b\n"
                             "    t_7 = t_6 + a\n    r = t_7 + c\n    in r\n  }\n"
                             "  in ys\n}\n", false).cu;
    has(cu, "next_i = ");
    has(cu, "xs[i]");
}

/* ---- scratch memory ------------------------------------------------------------ */

static int slots(const char *text)
{
    return plan_program(program(text), "t", false, table_new())->entries.at[0]->nslots;
}

static void test_slots(void)
{
    const char *chain = "entry main [n] (xs: [n]i32) : [n]i32 = {\n"
                        "  a = segmap@thread (<x in xs>) (x + 1i32)\n"
                        "  b = segmap@thread (<x in a>) (x + 1i32)\n"
                        "  c = segmap@thread (<x in b>) (x + 1i32)\n"
                        "  d = segmap@thread (<x in c>) (x + 1i32)\n"
                        "  in d\n}\n";
    CU_ASSERT_EQUAL(slots(chain), 2);            /* two arrays in turn */
    const char *kept = "entry main [n] (xs: [n]i32) : [n]i32 = {\n"
                       "  a = segmap@thread (<x in xs>) (x + 1i32)\n"
                       "  b = segmap@thread (<x in a>) (x * 2i32)\n"
                       "  c = segmap@thread (<x y in a b>) (x * y)\n"
                       "  in c\n}\n";
    CU_ASSERT_EQUAL(slots(kept), 2);
    const char *none = "entry main [n] (xs: [n]i32) : [n]i32 =\n"
                       "  segmap@thread (<x in xs>) (x + 1i32)\n";
    CU_ASSERT_EQUAL(slots(none), 0);
    has_not(emitted(none, false).h, "_scratch(");
}

static void test_loops(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]i32) (k: i64) : [n]i32 =\n"
                             "  loop ys = xs for i < k do\n"
                             "    segmap@thread (<#j < n>) { l = n - j ; h = l - 1i64 ;\n"
                             "      x = ys[h] ; y = x * 2i32 ; in y }\n",
                             false).cu;
    has(cu, "if (k % 2 == 1)\n");             /* the last round stores in the result */
    has(cu, "std::swap(result, next_ys);");
    has(cu, "return n * sizeof(int32_t)");
}

/* The statement with the nest in entry main, whose parameter is `*`. */
static const char *given_up(const char *statements, const char *result)
{
    return emitted(format("entry main [n] (xs: *[n]i64) (zs: [n]i64) : %s = {\n%s}\n", result,
                          statements), false).cu;
}

/* Where each element is read only by who writes it, and by nobody later. */
static void test_reuse(void)
{
    const char *in_place = "(int64_t *xs, const int64_t *zs, int64_t n, cudaStream_t stream)";
    has(given_up("  ys = segmap@thread (<x z in xs zs>) (x + z)\n"
                 "  us = xs with [0 :+ n * 1] = ys\n  in us\n", "[n]i64"), in_place);
    has(given_up("  ys = segmap@thread (<x z in xs zs>) (x + z)\n  in ys\n", "[n]i64"), in_place);
    has(given_up("  ys = loop ys = xs for i < n do segmap@thread (<y z in ys zs>) (y * z)\n"
                 "  in ys\n", "[n]i64"), in_place);
    has(given_up("  ys = segmap@thread (<#i < n>) { x = xs[i] ; z = zs[i] ; y = x + z ; in y }\n"
                 "  in ys\n", "[n]i64"), in_place);
    const char *second = "int64_t *ys";
    has(given_up("  ys = segmap@thread (<#i < n>) { x = xs[i] ; z = xs[0] ; y = x + z ; in y }\n"
                 "  in ys\n", "[n]i64"), second);
    has(given_up("  ys = segmap@thread (<x in xs>) { y = xs[x] ; z = x + y ; in z }\n"
                 "  in ys\n", "[n]i64"), second);
    has(given_up("  r = rearrange (0) xs\n  ys = segmap@thread (<x y in xs r>) (x + y)\n"
                 "  in ys\n", "[n]i64"), second);
    const char *cu = given_up("  ys = segmap@thread (<x in xs>) (x + 1i64)\n"
                              "  vs = segmap@thread (<x y in xs ys>) (x * y)\n"
                              "  in ys vs\n", "([n]i64, [n]i64)");
    has(cu, second);
    has_not(cu, "int64_t *vs");
}

/* Of two branches only one runs: a check of the first is none of the second. */
static void test_failing_branch(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]i32) (k: i64) : [n]i32 = {\n"
                             "  c = k < n\n"
                             "  r = if c then {\n"
                             "    a = segmap@thread (<#i < n>) { x = xs[k + i] in x }\n"
                             "    in a\n"
                             "  } else {\n"
                             "    b = segmap@thread (<x in xs>) (x + 1i32)\n"
                             "    in b\n"
                             "  }\n"
                             "  in r\n}\n", false).cu;
    has(cu, "return fail(failure, ");
    has_not(cu, "if (has_failed(failure))");
}

/* A message prints the values that the failure has, and may have none. */
static void test_failure_values(void)
{
    const char *failing = "entry main [n] (xs: [n]i32) (k: i64) : [n]i32 =\n"
                          "  segmap@thread (<x in xs>) { y = %s in y }\n";
    has(emitted(format(failing, "10i32 / x"), false).cu,
        "snprintf(text, size, \"%s\", FAILURES[failed ? found.code : 0]);");
    has(emitted(format(failing, "xs[k]"), false).cu,
        "snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0], found.value[1]);");
}

/* Launches under the same test stand in one `if`. */
static void test_joined_launches(void)
{
    const char *cu = emitted("entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) = {\n"
                             "  a = segmap@thread (<x in xs>) (x + 1i32)\n"
                             "  b = segmap@thread (<x in xs>) (x * 2i32)\n"
                             "  in a b\n}\n", false).cu;
    const char *test = strstr(cu, "if (n > 0) {");
    CU_ASSERT_PTR_NOT_NULL(test);
    CU_ASSERT(test && !strstr(test + 1, "if (n > 0)"));
}

/* The copies that a loop over an array `a`, made and changed before, begins with. */
static int copies_before(const char *between, const char *init, const char *after)
{
    const char *cu = emitted(format("entry main [n] (xs: [n]i32) (k: i64) : [n]i32 = {\n"
            "  made = segmap@thread (<x in xs>) (x + 1i32)\n"
            "  a = made with [0i64] = 7i32\n%s"
            "  r = loop ys = %s for i < k do segmap@thread (<y in ys>) (y * 2i32)\n%s"
            "  in s\n}\n", between, init, after), true).cu;
    const char *at = strstr(cu, "main("), *loop = strstr(cu, "for (int64_t i = 0; i < k");
    int n = 0;
    for (; (at = strstr(at, "cudaMemcpyAsync(")) && at < loop; at++)
        n++;
    return n;
}

static void test_lifetimes(void)
{
    const char *sum = "  s = segmap@thread (<x in r>) (x + 1i32)\n";
    const char *both = "  s = segmap@thread (<x y in r %s>) (x + y)\n";
    const char *view = "  v = a[0i64 :+ n * 1i64]\n";
    CU_ASSERT_EQUAL(copies_before("", "a", sum), 0);     /* its last use */
    CU_ASSERT_EQUAL(copies_before("", "a", format(both, "a")), 1);
    CU_ASSERT_EQUAL(copies_before(view, "a", format(both, "v")), 1);
    CU_ASSERT_EQUAL(copies_before("", "xs", sum), 1);    /* the caller's */
}

/* ---- checks ------------------------------------------------------------------------ */

static bool checked(const char *params, const char *exp)
{
    const char *text = format("entry main [n] [m] %s : [n]i32 =\n"
                              "  segmap@thread (<#i < n>) { %s in x }\n", params, exp);
    return strstr(emitted(text, false).cu, "Failure") != NULL;
}

static void test_bounds(void)
{
    const char *xs = "(xs: [n]i32) (ys: [m]i32) (is: [n]i64)";
    CU_ASSERT(!checked(xs, "x = xs[i]"));
    CU_ASSERT(!checked(xs, "k = n - 1i64 ; j = k - i ; x = xs[j]"));
    CU_ASSERT(checked(xs, "j = i + 1i64 ; x = xs[j]"));
    CU_ASSERT(checked(xs, "x = ys[i]"));
    CU_ASSERT(!checked(xs, "x = xs[0]"));        /* there is an i below n */
    CU_ASSERT(checked(xs, "x = xs[1]"));
    CU_ASSERT(!checked(xs, "e = m == 0i64 ; x = if e then 0i32 else ys[0]"));
    CU_ASSERT(checked(xs, "j = is[i] ; x = xs[j]"));
    CU_ASSERT(!checked("(xs: [n][m]i32) (ys: [m]i32)",
                       "r = xs[i, :] ; x = redomap (+) (\\v -> v) 0i32 r"));
}

static void test_failures(void)
{
    const char *text = "entry main [n] (xs: [n]i32) (i: i64) : i32 = {\n  x = xs[i]\n  in x\n}\n";
    Emitted e = emitted(text, false);
    has(e.cu, "return report(failure, stream, Failure{ 1, { i, n } });");
    has(e.cu, "cudaMemcpyAsync(x, xs + i, sizeof(int32_t), cudaMemcpyDeviceToDevice");
    has(e.cu, "t.fut:2:7: error: Index [%lld] out of bounds for array of shape [%lld].");
    has(e.h, "t_main_failure(");
    has(e.main_cu, "t_main_failure(");
    has_not(emitted(text, true).cu, "Failure");
}

static void test_read_back(void)
{
    Emitted e = emitted("entry main [n] (xs: [n]i64) : i64 = {\n"
                        "  xss = split (workers n) xs\n"
                        "  k = segred@thread <xs in xss> (+) 0i64 "
                        "(redomap (+) (\\x -> x) 0i64 xs)\n"
                        "  is = iota k\n  iss = split (workers k) is\n"
                        "  s = segred@thread <is in iss> (+) 0i64 "
                        "(redomap (+) (\\i -> i) 0i64 is)\n  in s\n}\n", false);
    has(e.cu, "cudaStreamSynchronize(stream)");
    has(e.h, "The call waits");
}

static void test_capture(void)
{
    Emitted e = emitted("entry main [n] (xs: [n]i32) (k: i32) : i32 =\n"
                        "{ xss = split (workers n) xs ; "
                        "ss = segmap@thread <xs in xss> (redomap (\\a b -> { c = a + b ; "
                        "d = c ^ k in d }) (\\x -> x) 0i32 xs) ; "
                        "s = segred@thread <s in ss> (\\a b -> { c = a + b ; d = c ^ k in d }) "
                        "0i32 s in s }\n", false);
    has(e.cu, "const int32_t k;");
    has_not(e.cu, "static __device__ int32_t combine");
}

static void test_failing_operator(void)
{
    Emitted e = emitted("entry main [n] (xs: [n]i32) : i64 =\n"
                        "{ is = iota n ; iss = split (workers n) is ; "
                        "ss = segmap@thread <is in iss> (redomap (\\a b -> { x = xs[a] ; "
                        "y = xs[b] ; l = x < y ; c = if l then a else b in c }) "
                        "(\\i -> i) 0i64 is) ; "
                        "s = segred@thread <s in ss> (\\a b -> { x = xs[a] ; y = xs[b] ; "
                        "l = x < y ; c = if l then a else b in c }) 0i64 s in s }\n", false);
    has(e.cu, "const int32_t *xs;");
    has(e.cu, "Failure *failure;");
    has(e.cu, "!a.present ? b");
    has(e.cu, "if (threadIdx.x % width + offset < width)");
}

/* ---- refusals ------------------------------------------------------------------------ */

static void refused(const char *text, const char *message)
{
    char *said = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&said, &size);
    DiagCatch c;
    diag_stream(f);
    if (!DIAG_CATCH(&c)) {
        emitted(text, false);
        CU_FAIL("not refused");
    }
    diag_pop(&c);
    diag_stream(stderr);
    fclose(f);
    has(said, message);
    free(said);
}

static void test_refusals(void)
{
    refused("entry main [n] (is: [n]i64) : [n]i64 =\n"
            "  segmap@thread (<i in is>) {\n    a = [i]\n"
            "    k b = loop (j: i64) (c: [j]i64) = 1i64 a while j < i do {\n"
            "      d = concat c c\n      m = j + j\n      in m d\n    }\n    in k\n  }\n",
            "cannot be told before the kernel starts");
    refused("entry main [n][m][k] (xsss: [n][m][k]i64) : [n][m]i64 =\n"
            "  segmap@block <xss in xsss> {\n"
            "    sums = segred@thread (<xs in xss>, <x in xs>) (+) 0i64 x\n    in sums\n  }\n",
            "this segred inside a block has no CUDA code yet");
}

/* ---- barriers ---------------------------------------------------------------------------- */

static Plan *plan_of_arrays(Buffer *b, int n)
{
    Plan *p = NEW(Plan);
    p->buffer_of = table_new();
    for (int i = 0; i < n; i++) {
        b[i] = (Buffer){ .var = var_new("a", type_prim(I64), NULL), .home = B_SHARED };
        table_put(p->buffer_of, b[i].var, &b[i]);
    }
    return p;
}

/* Threads share a loop in which each stores an element of `from`, its own or that of another
   thread, in `to`. */
static Stmt *stored(Buffer *from, Buffer *to, bool own)
{
    Stmt *loop = NEW(Stmt), *set = NEW(Stmt);
    Var *i = var_new("i", type_prim(I64), NULL);
    Core *at = own ? core_var(i) : tree_op(OP_SUB, core_i64(8), core_var(i));
    *loop = (Stmt){ .kind = S_FOR, .sharing = BY_ALL, .var = i, .exp = core_i64(9) };
    *set = (Stmt){ .kind = S_SET, .to = tree_load(to, core_var(i)),
                   .exp = tree_load(from, at) };
    vec_push(&loop->body, set);
    return loop;
}

static Stmt *moving(Buffer *from, Buffer *to)
{
    return stored(from, to, false);
}

/* The statements as letters: | is a barrier. */
static const char *letters(const Block *b)
{
    Text t = { 0 };
    for (int i = 0; i < b->n; i++)
        if (b->at[i]->kind == S_BARRIER)
            text_char(&t, '|');
        else if (b->at[i]->kind == S_FOR && b->at[i]->sharing == BY_ALL)
            text_char(&t, 'm');
        else
            text_fmt(&t, "(%s)", letters(&b->at[i]->body));
    return text_str(&t);
}

static void test_barriers(void)
{
    Buffer b[4];
    Plan *p = plan_of_arrays(b, 4);
    Block body = { 0 }, all = { 0 };
    vec_push(&body, moving(&b[0], &b[1]));
    vec_push(&body, moving(&b[0], &b[2]));       /* reads what nobody wrote */
    vec_push(&body, moving(&b[1], &b[3]));       /* reads what was written */
    vec_push(&body, moving(&b[3], &b[2]));
    Block placed = with_barriers(p, &(Block){ 0 }, &body);
    CU_ASSERT_STRING_EQUAL(letters(&placed), "mm|m|m");
    body.n = 2;
    Stmt *loop = NEW(Stmt);
    *loop = (Stmt){ .kind = S_FOR, .var = var_new("k", type_prim(I64), NULL),
                    .exp = core_i64(3), .body = body };
    vec_push(&all, moving(&b[3], &b[0]));
    vec_push(&all, loop);                        /* its rounds write the same */
    vec_push(&all, moving(&b[2], &b[3]));
    placed = with_barriers(p, &(Block){ 0 }, &all);
    CU_ASSERT_STRING_EQUAL(letters(&placed), "m(|mm)|m");
    Stmt *fold = NEW(Stmt);
    *fold = (Stmt){ .kind = S_COLLECTIVE, .to = core_var(loop->var) };
    all.n = 1;
    vec_push(&all, fold);                        /* is a barrier */
    vec_push(&all, moving(&b[0], &b[1]));
    placed = with_barriers(p, &(Block){ 0 }, &all);
    CU_ASSERT_STRING_EQUAL(letters(&placed), "m()m");
}

/* Who goes to elements of its own waits for nobody. */
static void test_own_positions(void)
{
    Buffer b[4];
    Plan *p = plan_of_arrays(b, 4);
    Block body = { 0 }, shared = { 0 };
    vec_push(&body, stored(&b[0], &b[1], true));
    vec_push(&body, stored(&b[1], &b[2], true));
    vec_push(&body, stored(&b[1], &b[0], true));
    vec_push(&body, stored(&b[0], &b[3], false));   /* what another thread wrote */
    vec_push(&body, stored(&b[3], &b[0], true));    /* what another thread read */
    Block placed = with_barriers(p, &(Block){ 0 }, &body);
    CU_ASSERT_STRING_EQUAL(letters(&placed), "mmm|m|m");
    b[2].mate = &b[1];                             /* in one place, perhaps of other widths */
    vec_push(&shared, stored(&b[0], &b[1], true));
    vec_push(&shared, stored(&b[2], &b[3], true));
    placed = with_barriers(p, &(Block){ 0 }, &shared);
    CU_ASSERT_STRING_EQUAL(letters(&placed), "m|m");
}

/* ---- text ------------------------------------------------------------------------------ */

static void test_wrap(void)
{
    const char *long_call =
        "    some_kernel<<<ceil_div(number_of_rows, BLOCK_SIZE), BLOCK_SIZE, 0, "
                            "stream>>>(first_array, second_array, third_array, result);\n"
                            "// a comment that goes on and on and on and on and on and on and on "
                            "and on and on and on and on and on\n";
    const char *text = wrap_lines(long_call);
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
        CU_ASSERT(strcspn(p, "\n") <= 99);
    has(text, "BLOCK_SIZE, 0, stream>>>(");
}

/* Behind a parenthesis that closes, a sum goes on where its terms began, however many there are. */
static void test_wrap_sum(void)
{
    Text sum = {0};
    int terms = 0;
    text_add(&sum, "    bytes += align_up(sizeof(float))");
    for (int i = 0; i < 80; i++)
        text_add(&sum, " + align_up((int64_t)((uint64_t)grid_stride_threads(rows) * "
                       "max(columns, INT64_C(0)) * 3) * sizeof(float))");
    text_add(&sum, ";\n");
    const char *text = wrap_lines(text_str(&sum));
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
        CU_ASSERT(strcspn(p, "\n") <= 99);
        terms += str_starts(p, "        + align_up(");
    }
    CU_ASSERT_EQUAL(terms, 80);
}

/* ---- safe in a rule, unchecked in the plan ---------------------------------- */

static const struct {
    const char *before, *index;
    bool fine;
} index_cases[] = {
    { "", "i", true }, { "", "j", false }, { "", "x", false }, { "", "0i64", true },
    { "k = n - 1i64\n    k2 = k - i", "k2", true },
    { "k = n - i", "k", false },
    { "k = i + 1i64\n    l = n - 1i64\n    k2 = min k l", "k2", true },
    { "k = i - 1i64\n    k2 = max k 0i64", "k2", true },
    { "k = i - 1i64", "k", false },
    { "k = x % n", "k", true }, { "k = x %% n", "k", false },
    { "k = i // 2i64", "k", true }, { "k = i + j", "k", false },
};

static void find_index(Core *n, void *index)
{
    if (n->op == OP_INDEX)
        *(Core **)index = n;
    core_each(n, find_index, index);
}

static void test_safe(void)
{
    for (size_t k = 0; k < sizeof index_cases / sizeof *index_cases; k++) {
        const char *text =
            format("entry main [n] [m] (xs: [n]i32) (ys: [m]i32) (x: i64) : [n][m]i32 =\n"
                   "  segmap@thread (<a in xs #i>, <b in ys #j>) {\n    %s\n"
                   "    r = xs[%s]\n    s = r + a\n    t = s + b\n    in t\n  }\n",
                   index_cases[k].before, index_cases[k].index);
        const Func *f = program(text)->func[0];
        World *w = world_new(NULL, NULL);
        Core *index = NULL;
        find_index(f->body, &index);
        world_define_all(w, f->body);
        world_subject(w, f->body);
        range_enter(w->range, f->body->stm[0].exp);
        bool safe = !may_fail(w, index), unchecked = !strstr(emitted(text, false).cu, "fail(");
        CU_ASSERT(safe == index_cases[k].fine && unchecked == index_cases[k].fine);
        if (safe != index_cases[k].fine || unchecked != index_cases[k].fine)
            fprintf(stderr, "%s: safe %d, unchecked %d\n", index_cases[k].index, safe, unchecked);
    }
}

/* ---- a plan without one of its statements --------------------------------- */

static bool is_fine(const Plan *p)
{
    DiagCatch d;
    const char *message = NULL;
    volatile bool fine = false;
    bug_caught(&message);
    if (!DIAG_CATCH(&d)) {
        plan_verify(p);
        fine = true;
    }
    diag_pop(&d);
    bug_caught(NULL);
    return fine;
}

static bool is_atomic(const Stmt *s)
{
    return s->kind == S_ATOMIC;
}

/* A launch whose blocks add their totals to what was set to zero before. */
static bool adds_totals(const Stmt *s)
{
    const Stage *t = s->kind == S_LAUNCH ? s->kernel->stages.at[0] : NULL;
    return t && stage_hole(t, "finish") && block_some(&stage_hole(t, "finish")->block, is_atomic);
}

/* What it does is needed: it binds a name, or alone writes what is read. */
static bool is_needed(const Stmt *s)
{
    return s->kind == S_LET || s->kind == S_READ || s->kind == S_COPY
        || (s->kind == S_LAUNCH && !adds_totals(s))
        || s->kind == S_ALLOCATE || s->kind == S_GIVE;
}

/* Each needed statement is taken out in turn, and put back; `tried` counts them. */
static void demand_each(const Plan *p, Block *b, int *tried)
{
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        demand_each(p, &s->body, tried);
        demand_each(p, &s->other, tried);
        if (!is_needed(s))
            continue;
        Stmt nothing = { .kind = S_BARRIER };
        b->at[i] = &nothing;
        bool fine = is_fine(p);
        b->at[i] = s;
        CU_ASSERT(!fine);
        if (fine)
            fprintf(stderr, "%s: statement %d of kind %d is not missed\n", p->stem, i, s->kind);
        ++*tried;
    }
}

static void test_verify(void)
{
    static const char *const texts[] = {
        "entry total [n] (xs: [n]i32): i32 = { t = segred@thread <x in xs> (+) 0i32 x in t }",
        "entry twice [n] (xs: [n]i32): [n]i32 = { a = segmap@thread <x in xs> x + 1i32 ; "
        "b = segscan@thread <x in a> (+) 0i32 x ; c = segmap@thread <x in b #i < n> "
        "{ j = i // 2i64 ; y = b[j] ; z = x + y in z } in c }",
        "entry turns [n] (xs: [n]i32) (k: i64): [n]i32 = { a = segmap@thread <x in xs> x + 1i32 ; "
        "l = loop ys = a for j < k do { b = segmap@thread <y in ys #i < n> "
        "{ h = i // 2i64 ; w = ys[h] ; z = y + w in z } in b } ; "
        "c = segmap@thread <y in l #i < n> { h = i // 2i64 ; w = l[h] ; z = y - w in z } in c }",
        "entry chosen [n] (xs: [n]i32) (c: bool): [n]i32 = { a = if c then { "
        "b = segmap@thread <x in xs> x + 1i32 in b } else { d = segmap@thread <x in xs> x - 1i32 "
        "in d } ; e = segmap@thread <x in a #i < n> { h = i // 2i64 ; w = a[h] ; z = x + w in z } "
        "in e }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Table *taken = table_new();
        Plan *p = plan_program(compile(source_new("t.fut", texts[i], (int)strlen(texts[i])),
                                       &(CompileOptions){ .from_core = true }),
                               "t", false, taken);
        int tried = 0;
        CU_ASSERT(is_fine(p));
        demand_each(p, &p->entries.at[0]->body, &tried);
        CU_ASSERT(tried > 0);
        table_free(taken);
    }
}

/* The array in shared memory that the kernel declares with its size. */
static Stmt *declared_array(const Stage *s)
{
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++)
        for (int j = 0; j < all.at[i].hole->block.n; j++)
            if (all.at[i].hole->block.at[j]->kind == S_SHARED)
                return all.at[i].hole->block.at[j];
    return NULL;
}

/* A kernel that reads what it keeps for its block, but does not write it. */
static void test_verify_kernel(void)
{
    static const char text[] = "entry rows [n] (xss: [n][64]i32): [n][64]i32 = { t = segmap@block "
        "<xs in xss> { ys = segmap@thread <x in xs> x + 1i32 ; zs = segmap@thread <y in ys #i < "
        "64i64> { j = 63i64 - i ; w = ys[j] ; z = y + w in z } in zs } in t }";
    Table *taken = table_new();
    Plan *p = plan_program(program(text), "t", false, taken);
    CU_ASSERT(is_fine(p));
    for (int i = 0; i < p->kernels.n; i++)
        for (int k = 0; k < p->kernels.at[i]->stages.n; k++) {
            Stage *s = p->kernels.at[i]->stages.at[k];
            Core *threads = s->threads;
            s->threads = core_i64(1025);
            CU_ASSERT(!is_fine(p));
            s->threads = threads;
            Core *shared = s->shared;
            s->shared = core_i64(CARD_SHARED_BYTES);
            CU_ASSERT(is_fine(p));
            s->shared = core_i64(CARD_SHARED_BYTES + 1);
            CU_ASSERT(!is_fine(p));
            s->shared = shared;
            Stmt *array = declared_array(s);
            CU_ASSERT_FATAL(array != NULL);
            Core *count = array->count;
            array->count = core_i64(DECLARED_SHARED_BYTES / 4);
            CU_ASSERT(is_fine(p));
            array->count = core_i64(DECLARED_SHARED_BYTES / 4 + 1);
            CU_ASSERT(!is_fine(p));
            array->count = count;
            Block *body = &((Hole *)stage_hole(s, "body"))->block, whole = *body;
            for (int j = 0; j < whole.n; j++)
                if (whole.at[j]->kind == S_FOR || whole.at[j]->kind == S_SET) {
                    Stmt nothing = { .kind = S_BARRIER }, *left = whole.at[j];
                    whole.at[j] = &nothing;
                    CU_ASSERT(!is_fine(p));
                    whole.at[j] = left;
                }
        }
    table_free(taken);
}

void suite_plan(void)
{
    static const struct { const char *name; void (*test)(void); } tests[] = {
        { "expressions in C", test_expressions },
        { "source names stay, others nest", test_nesting },
        { "names", test_names },
        { "names of kernels", test_kernel_names },
        { "names of components", test_component_names },
        { "names of neighbours", test_neighbour_names },
        { "slots by liveness", test_slots },
        { "what a loop begins with", test_lifetimes },
        { "loops swap two buffers", test_loops },
        { "results in the memory of what is read", test_reuse },
        { "a failure of the other branch", test_failing_branch },
        { "launches under one test", test_joined_launches },
        { "a message without values", test_failure_values },
        { "indices that need no check", test_bounds },
        { "what is safe in a rule has no check", test_safe },
        { "failures", test_failures },
        { "values that the host waits for", test_read_back },
        { "operators that capture", test_capture },
        { "operators that can fail", test_failing_operator },
        { "refusals", test_refusals },
        { "barriers", test_barriers },
        { "own positions", test_own_positions },
        { "long lines", test_wrap },
        { "long sums", test_wrap_sum },
        { "a plan that lacks a statement", test_verify },
        { "a kernel that lacks one", test_verify_kernel },
    };
    CU_pSuite s = CU_add_suite("plan", NULL, NULL);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        CU_add_test(s, tests[i].name, tests[i].test);
}
