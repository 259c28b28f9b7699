/* test_emit.c -- generated text: expressions in the holes of templates. */
#include "../src/base/embed.h"
#include "../src/compile.h"
#include "../src/emit/mustache.h"
#include "../src/emit/view.h"

#include <CUnit/CUnit.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

void suite_emit(void);

/* ---- parentheses ------------------------------------------------------------ */

/* Holes are written [: and :]. */
static const struct {
    const char *text, *bound;
} binding[] = {
    { "x = [:a + b:];", "x = a + b;" },
    { "x * [:a + b:]", "x * (a + b)" },
    { "[:a + b:] * x", "(a + b) * x" },
    { "[:a * b:] * x", "a * b * x" },
    { "x / [:a * b:]", "x / (a * b)" },
    { "x - [:a - b:]", "x - (a - b)" },
    { "x || [:a || b:]", "x || a || b" },
    { "i < [:a + b:]; i", "i < a + b; i" },
    { "i < [:a ? b : c:]", "i < (a ? b : c)" },
    { "([:a ? b : c:])", "(a ? b : c)" },
    { "f([:a ? b : c:], [:a:])", "f(a ? b : c, a)" },
    { "p[[:a ? b : c:]]", "p[a ? b : c]" },
    { "[:a + b:][i]", "(a + b)[i]" },
    { "[:a[i]:].x", "a[i].x" },
    { "[:*a:].x", "(*a).x" },
    { "*[:a + b:]", "*(a + b)" },
    { "(int)[:a + b:]", "(int)(a + b)" },
    { "(int)[:(int)a:]", "(int)(int)a" },
    { "if (c)\n    [:*a:] = b;", "if (c)\n    *a = b;" },
    { "c ? [:a ? b : c:] : [:a ? b : c:];", "c ? a ? b : c : a ? b : c;" },
    { "[:a ? b : c:] ? x : y", "(a ? b : c) ? x : y" },
    { "[:[:a + b:] * c:] / [:d:]", "(a + b) * c / d" },
    { "[:[:a + b:]:] * c", "(a + b) * c" },
    { "x * [:f(a + b):]", "x * f(a + b)" },
    { "x * [:1.0e-05f:]", "x * 1.0e-05f" },
    { "x * [:-a:] + [:!b:]", "x * -a + !b" },
    { "x * [:(a + b) / c:]", "x * ((a + b) / c)" },
    { "[:(T)(a + b):] / c", "(T)(a + b) / c" },
    { "x && [:a || b:] && [:a < b:]", "x && (a || b) && a < b" },
    { "return [:a < b:]; // [:a:]", "return a < b; // a" },
    { "k<<<[:a + b:], c, 0, s>>>([:a < b:]);", "k<<<a + b, c, 0, s>>>(a < b);" },
    { "x *\n    [:a + b:]", "x *\n    (a + b)" },
    { "x -[:a + b:]", "x -(a + b)" },
    { "x * \1" "1\2[:a + \1" "2\2b\3:]\3", "x * \1" "1\2(a + \1" "2\2b\3)\3" },
};

static const char *marked(const char *text)
{
    Text t = {0};
    for (; *text; text++)
        if (str_starts(text, "[:"))
            text_char(&t, '\4'), text++;
        else if (str_starts(text, ":]"))
            text_char(&t, '\5'), text++;
        else
            text_char(&t, *text);
    return text_str(&t);
}

static void test_binding(void)
{
    for (size_t i = 0; i < sizeof binding / sizeof *binding; i++)
        CU_ASSERT_STRING_EQUAL(holes_bound(marked(binding[i].text)), binding[i].bound);
    CU_ASSERT_STRING_EQUAL(without_holes(marked("x * [:a + [:b:]:]")), "x * a + b");
}

/* ---- every hole of every template -------------------------------------------- */

/* The view with another expression in all places that have one. */
static Json *replaced(Json *j, const char *expression)
{
    if (j->kind == JSON_STRING) {
        Text t = {0};
        int depth = 0;
        for (const char *p = j->text; *p; p++) {
            if (*p == '\4' && !depth++)
                text_add(&t, hole(expression));
            else if (*p == '\5')
                depth--;
            else if (!depth)
                text_char(&t, *p);
        }
        return json_str(text_str(&t));
    }
    for (int i = 0; i < j->n && (j->kind == JSON_LIST || j->kind == JSON_OBJECT); i++)
        j->item[i] = replaced(j->item[i], expression);
    return j;
}

static const char *template(void *none, const char *name)
{
    (void)none;
    const Embedded *e = embedded_find(format("templates/cuda/%s.mustache", name));
    return e ? e->text : NULL;
}

static const char *rendered(const char *name, const Json *view)
{
    MustacheOptions m = { .strict = true, .partial = template };
    const char *error = NULL;
    Text out = {0};
    mustache_render(&out, name, template(NULL, name), view, &m, &error);
    CU_ASSERT_PTR_NULL(error);
    return holes_bound(text_str(&out));
}

static bool among(const char *const *list, const char *p, bool ends_before)
{
    for (; *list; list++) {
        size_t n = strlen(*list);
        if (!strncmp(ends_before ? p - n : p, *list, n))
            return true;
    }
    return false;
}

/* Each occurrence stands between brackets, commas or what binds more loosely. */
static void check_all(const char *text, const char *what, const char *const *loose)
{
    static const char *const left[] = { "(", "[", "<", "{ ", ", ", "= ", "return ", "; ", ")\n",
                                        "{\n", ";\n", "else\n", "<<<", "(\n", ",\n", NULL };
    static const char *const right[] = { ")", "]", " }", ",", ";", "{", ">(", NULL };
    static const char *const sum[] = { " + ", " - ", NULL };
    for (const char *p = text; (p = strstr(p, what)); p++) {
        const char *from = p, *end = p + strlen(what);
        if (str_starts(end, " = ") || str_starts(end, " += "))
            continue;                            /* what is defined or set */
        while (from[-1] == ' ' && from[-2] == ' ')
            from--;
        if (from[-1] == ' ' && from[-2] == '\n')
            from--;
        bool good = (among(left, from, true) || among(loose, p, true))
                 && (among(right, end, false) || among(loose, end, false)
                     || (*loose && among(sum, end, false)));
        CU_ASSERT(good);
        if (!good)
            fprintf(stderr, "neighbours of a hole: %.*s\n", 90, p - 40);
    }
}

/* Positions have 64 bits: the number of a block is widened before it is multiplied, or
   multiplied by what is wide. */
static void check_widths(const char *text)
{
    static const char *const wide[] = { "(int64_t)", NULL };
    static const char *const tiles[] = { " * tile", " + 1) * tile", NULL };
    for (const char *p = text; (p = strstr(p, "blockIdx.")); p += 10) {
        const char *end = p + 10;
        bool multiplied = str_starts(end, " * ") || str_starts(end, " + 1) * ");
        CU_ASSERT(!multiplied || among(wide, p, true) || among(tiles, end, false));
    }
    for (const char *p = text; (p = strstr(p, "gridDim.")); p += 9)
        CU_ASSERT(!str_starts(p + 9, " * ") || among(wide, p, true));
    CU_ASSERT_PTR_NULL(strstr(text, "int i = blockIdx"));
}

static void check_program_of(const char *path)
{
    static const char *const none[] = { NULL };
    static const char *const loose[] = { " < ", " > ", " <= ", " >= ", " && ", " || ", " ? ",
                                         " : ", " == ", " != ", NULL };
    size_t n;
    const char *text = file_read(path, &n);
    for (int sum = 0; sum < 2; sum++) {
        const char *what = sum ? "hole_1 + hole_2" : "hole_1 ? hole_2 : hole_3";
        vars_reset();
        Program *p = compile(source_new("t.fut", text, (int)n), &(CompileOptions){0});
        EmitOptions o = { .file = "t", .source = "t.fut", .harness = true };
        const TemplateWords *words = template_words(&o);
        const Plan *plan = plan_program(p, "t", false, words->declared);
        Show v = show_new(plan, &o, words);
        Json *view = replaced(view_program(&v, p, NULL), what);
        check_widths(rendered("file.cu", view));
        check_all(rendered("file.cu", view), what, sum ? loose : none);
        check_all(rendered("file.h", view), what, sum ? loose : none);
        check_all(rendered("main.cu", json_get(view, "harness")), what, sum ? loose : none);
    }
}

static void test_every_hole(void)
{
    glob_t found;
    CU_ASSERT_EQUAL_FATAL(glob("golden/*/*.fut", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check_program_of(found.gl_pathv[i]);
    CU_ASSERT(found.gl_pathc > 20);
    globfree(&found);
}

/* ---- kernels of the same code ---------------------------------------------- */

/* A program of several entry points, and how many kernels its file has. */
static const struct {
    const char *text;
    int kernels;
} twins[] = {
    { "entry f (xs: []i32) = map (+ 1) xs\nentry g (ys: []i32) = map (\\y -> y + 1) ys\n", 1 },
    { "entry f (xs: []i32) = map (+ 1) xs\nentry g (ys: []i32) = map (+ 2) ys\n", 2 },
    { "entry f (xs: []i32) = map (+ 1) xs\nentry g (ys: []i64) = map (+ 1) ys\n", 2 },
    { "entry f (xs: []i32) (y: i32) = map (+ y) xs\n"
      "entry g (ys: []i32) (a: i32) = map (+ a) ys\n", 1 },
    { "entry f [n] (xs: [n]i32) (ys: [n]i32) = map2 (-) xs ys\n"
      "entry g [n] (xs: [n]i32) (ys: [n]i32) = map2 (\\x y -> y + x) xs ys\n", 2 },
    { "entry f (xs: []i32) = reduce (+) 0 xs\nentry g (xs: []i32) = reduce (*) 1 xs\n", 2 },
    { "entry f (xs: []i32) = reduce (+) 0 xs\nentry g (ys: []i32) = i32.sum ys\n", 1 },
    { "entry f (xs: []i32) = map (\\x -> 7 / x) xs\nentry g (xs: []i32) = map (\\x -> 7 / x) xs\n",
      2 },                     /* each tells where it failed */
};

static int occurrences(const char *text, const char *of)
{
    int n = 0;
    while ((text = strstr(text, of))) {
        text += strlen(of);
        n++;
    }
    return n;
}

/* The file t.cu of a program. */
static const char *cuda_of(const char *text)
{
    vars_reset();
    Program *p = compile(source_new("t.fut", text, (int)strlen(text)), &(CompileOptions){0});
    EmitOptions o = { .file = "t", .source = "t.fut" };
    const TemplateWords *words = template_words(&o);
    const Plan *plan = plan_program(p, "t", false, words->declared);
    Show v = show_new(plan, &o, words);
    return rendered("file.cu", view_program(&v, p, NULL));
}

static void test_same_kernels(void)
{
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        const char *cu = cuda_of(twins[i].text);
        CU_ASSERT_EQUAL(occurrences(cu, "\nstatic __global__"), twins[i].kernels);
        CU_ASSERT_EQUAL(occurrences(cu, "\n// also t.fut:2: "), 2 - twins[i].kernels);
        CU_ASSERT_EQUAL(occurrences(cu, "<<<"), 2);
    }
}

/* ---- names, choices and comments as a person writes them ----------------------- */

#define ARGMAX "entry f [n][m] (a: [n][m]f32): [n]i64 =\n" \
    "  map (\\row -> (reduce (\\(i, x) (j, y) -> if x > y || (x == y && i < j) then (i, x)\n" \
    "                         else (j, y)) (m, -f32.inf) (zip (iota m) row)).0) a\n"
static const struct {
    const char *text, *has, *lacks;
} written[] = {
    { "entry f [n] (xs: [n]f32): [n]f32 = map (/ 2) xs\n", "float *result", "quots" },
    { "entry f [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs\n", "t_scan(", "t_result(" },
    { "entry f [n] (xs: [n]i32): ([n]i32, [n]i32) = (map (+ 1) xs, map (+ 2) xs)\n",
      "int32_t *result_1", "second_" },
    { "entry f [n] (xs: [n]f32): [n]f32 = let tops = map (/ 2) xs in tops\n", "*tops", "result" },
    { "entry f [n] (gamma: [n]f32): [n]f32 = map (/ 2) gamma\n", "gamma, int64_t n", "gamma_," },
    { "entry f [n] (row_start: [n]i64): [n]i64 = map (/ 2) row_start\n", "*row_start", "second_" },
    { "entry f [n] (xs: [n]f32): [n]f32 = map (/ f32.i64 n) xs\n", "n_float = (float)n",
      "second_n" },
    { "entry f [n] (xs: [n]f32): []f32 = filter (> 0) xs\n", "item = x > 0.0f;",
      "item = (int64_t)" },
    { ARGMAX, "combine(Partial a, Partial b) "
      "{ return a.x > b.x || (a.x == b.x && a.i < b.i) ? a : b; }", "combine_values" },
    { ARGMAX, "a_tile[", "_here[" },
    { "entry f [n] (xs: [n]i32): [n]i32 =\n"
      "  map (\\x -> (if x == 2 then 5 else x) * (if x == 2 then 7 else 1)) xs\n", "is_two",
      "is_equal" },
    { "def f (x: i32) (y: i32): i32 = let r = x * y in r\n"
      "entry g [n] (xs: [n]i32): i32 = reduce f 1 xs\n", "return (uint32_t)x * y;", "int32_t r" },
    { "entry f [n][m] (a: [n][m]f32) (b: [n]f32): [n]f32 =\n"
      "  map2 (\\row x -> f32.max 0 (f32.sum row + x)) a b\n",
      "result[i] = fmaxf(0.0f, sum + b[i]);", "float most" },
    { "entry f [n][m] (a: [n][m]f32): [n][m]f32 =\n"
      "  let at i j = a[i64.min (n - 1) i, i64.min (m - 1) j]\n"
      "  in tabulate_2d n m (\\i j -> at (i - 1) j + at (i + 1) (j + 1))\n",
      "min(n - 1, row + 1)", "_value" },
};

static void test_written(void)
{
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        const char *cu = cuda_of(written[i].text);
        CU_ASSERT_PTR_NOT_NULL(strstr(cu, written[i].has));
        CU_ASSERT_PTR_NULL(strstr(cu, written[i].lacks));
    }
}

void suite_emit(void)
{
    CU_pSuite s = CU_add_suite("emit", NULL, NULL);
    CU_add_test(s, "expressions get parentheses by their neighbours", test_binding);
    CU_add_test(s, "every hole of every template takes every expression", test_every_hole);
    CU_add_test(s, "kernels of the same code are written once", test_same_kernels);
    CU_add_test(s, "names, choices and comments are as a person writes them", test_written);
}
