/* test_rewrite.c -- the rules and the engine that runs them. */
#include "../src/rewrite/rewrite.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_rewrite(void);

/* ---- tools -------------------------------------------------------------- */

static const RuleSet *rules(void)
{
    static RuleSet *rs;
    if (!rs)
        rs = rules_load(NULL);
    return rs;
}

/* The laws alone are those that are read with what tries them. */
static void laws_alone(void)
{
    const RuleSet *whole = rules(), *laws = laws_load(NULL);
    Text all = { 0 }, brief = { 0 };
    rules_list(whole, &all);
    rules_list(laws, &brief);
    CU_ASSERT_STRING_EQUAL(text_str(&all), text_str(&brief));
    int examples = 0;
    for (int s = 0; s < laws->nsets; s++)
        for (int i = 0; i < laws->set[s].nlaws; i++) {
            const Rule *r = laws->set[s].law[i].rule, *known = whole->set[s].law[i].rule;
            examples += r->nexamples;
            CU_ASSERT_EQUAL(r->npremises, known->npremises);
        }
    CU_ASSERT_EQUAL(examples, 0);
}

static Program *program(const char *text)
{
    return core_read(source_new("test.core", text, (int)strlen(text)));
}

static bool run(Program *p, const char *what, Trace *t)
{
    RewriteOptions o = { .rules = rules() };
    bool changed = !strcmp(what, "tables") ? simplify_all(p, t) : rewrite_run(p, what, &o, t);
    const char *wrong = core_check(p);
    if (wrong)
        printf("\nafter %s: %s\n", what, wrong);
    CU_ASSERT_PTR_NULL(wrong);
    return changed;
}

static const char *const passes[] = { "simplify", "tables", "fuse", "simplify",
                                      "tables", "flatten", NULL };

static const char *text_of(Program *p)
{
    Text out = { 0 };
    core_tidy(p);
    program_print(&out, p);
    return text_str(&out);
}

static void same_text(const char *found, const char *expected)
{
    if (strcmp(found, expected))
        printf("\n-- found\n%s-- expected\n%s", found, expected);
    CU_ASSERT_STRING_EQUAL(found, expected);
}

/* Names in order of appearance, so that programs compare up to names. */
static void number(Var *v, int *n)
{
    v->name = format("v%d", ++*n);
}

static void number_in(Core *n, void *count)
{
    for (int i = 0; i < n->nbinds; i++)
        number(n->bind[i], count);
    if (n->index)
        number(n->index, count);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int i = 0; i < n->stm[s].nvars; i++)
            number(n->stm[s].var[i], count);
    core_each(n, number_in, count);
}

static const char *shape_of(Program *p)
{
    Text out = { 0 };
    int n = 0;
    number_in(p->func[0]->body, &n);
    program_print(&out, p);
    return text_str(&out);
}

static void same_program(Program *found, Program *expected)
{
    const char *f = text_of(found), *e = text_of(expected);
    bool same = !strcmp(shape_of(found), shape_of(expected));
    if (!same)
        printf("\n-- found\n%s-- expected\n%s", f, e);
    CU_ASSERT(same);
}

/* What all passes make of a program is what the second text says. */
static void flattens_to(const char *text, const char *expected)
{
    Program *p = program(text);
    for (int i = 0; passes[i]; i++)
        run(p, passes[i], NULL);
    same_program(p, program(expected));
}

static void becomes(const char *set, const char *text, const char *expected)
{
    Program *p = program(text);
    run(p, set, NULL);
    same_program(p, program(expected));
}

/* ---- programs ----------------------------------------------------------- */

static const char dot[] =
    "entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 =\n"
    "  let ps = map (*) xs ys\n"
    "  in reduce (+) 0f32 ps\n";

static const char rows[] =
    "entry main [n] [m] (xss: [n][m]i32) : [n]i32 =\n"
    "  map (\\(xs: [m]i32) -> reduce (+) 0i32 xs) xss\n";

static const char matmul[] =
    "entry main [n] [m] [k] (a: [n][m]i32) (b: [m][k]i32) : [n][k]i32 =\n"
    "  map (\\(row: [m]i32) -> {\n"
    "    bt = rearrange (1, 0) b\n"
    "    r = map (\\(col: [m]i32) -> { ps = map (*) row col ; s = reduce (+) 0i32 ps in s }) bt\n"
    "    in r }) a\n";

static const char slides[] =
    "entry main [m] (pss: [m][m]i32) (n: i64) : ([m][m][m]i32, [m][m]i32) =\n"
    "  let asss bss = map (\\(ps: [m]i32) -> {\n"
    "    ass = map (\\(p: i32) -> {\n"
    "      q = i64.i32 p\n"
    "      w = max q 0i64\n"
    "      is = iota w\n"
    "      js = map (\\(i: i64) -> i32.i64 i) is\n"
    "      cs = scan (+) 0i32 js\n"
    "      r = reduce (+) 0i32 cs\n"
    "      as = map (\\(x: i32) -> x + r) ps in as }) ps\n"
    "    bs = loop (ws: [m]i32) = ps for i < n do map (\\(as: [m]i32) (w: i32) -> {\n"
    "      d = reduce (+) 0i32 as\n"
    "      e = d + w\n"
    "      f = 2i32 * e in f }) ass ws\n"
    "    in ass bs }) pss\n"
    "  in (asss, bss)\n";

static const char mss[] =
    "entry main [n] (xs: [n]i32) : i32 =\n"
    "  let as bs cs ds = map (\\(x: i32) -> { y = max x 0i32 in y y y x }) xs\n"
    "  let a b c d = reduce (\\(a1: i32) (b1: i32) (c1: i32) (d1: i32)\n"
    "                         (a2: i32) (b2: i32) (c2: i32) (d2: i32) -> {\n"
    "    m = max a1 a2 ; k = c1 + b2 ; p = max m k ; q = d1 + b2 ; r = max b1 q\n"
    "    s = c1 + d2 ; t = max c2 s ; u = d1 + d2 in p r t u })\n"
    "    0i32 0i32 0i32 0i32 as bs cs ds\n"
    "  in a\n";

static const char scans[] =
    "entry main [n] [m] (xss: [n][m]i32) : [n][m]i32 =\n"
    "  map (\\(xs: [m]i32) -> {\n"
    "    a = scan (+) 0i32 xs ; b = scan (*) 1i32 a ; c = scan max 0i32 b in c }) xss\n";

static const char loops[] =
    "entry main [n] [m] (xss: [n][m]i32) (k: i64) : ([n][m]i32, [n]i64) =\n"
    "  map (\\(xs: [m]i32) -> loop (ys: [m]i32) (j: i64) = xs 0i64 for i < k do {\n"
    "    zs = map (\\(y: i32) -> y + 1i32) ys ; q = j + i in zs q }) xss\n";

static const char variant_loops[] =
    "entry main [n] [m] (xss: [n][m]i32) (ks: [n]i64) : [n][m]i32 =\n"
    "  map (\\(xs: [m]i32) (k: i64) ->\n"
    "    loop (ys: [m]i32) = xs for i < k do map (\\(y: i32) -> y + 1i32) ys) xss ks\n";

static const char partition[] =
    "entry main [n] (xs: [n]i32) : [n]i32 =\n"
    "  let fs = map (\\(x: i32) -> x > 0i32) xs\n"
    "  let ts = map (\\(f: bool) -> if f then 1i64 else 0i64) fs\n"
    "  let us = map (\\(f: bool) -> if f then 0i64 else 1i64) fs\n"
    "  let ss = scan (+) 0i64 ts\n"
    "  let vs = scan (+) 0i64 us\n"
    "  let k = reduce (+) 0i64 ts\n"
    "  let is = map (\\(f: bool) (s: i64) (v: i64) -> {\n"
    "    a = s - 1i64 ; b = k + v ; c = b - 1i64 ; d = if f then a else c in d }) fs ss vs\n"
    "  let ds = replicate n 0i32\n"
    "  let ds1 = copy ds\n"
    "  let os = scatter ds1 is xs\n"
    "  in os\n";

static const char radix[] =
    "entry main [n] (xs: [n]u32) : [n]u32 =\n"
    "  loop (ys: [n]u32) = xs for b < 8i32 do {\n"
    "    s = u32.i32 b\n"
    "    bs = map (\\(y: u32) -> { z = y >> s ; q = z & 1u32 ; r = i64.u32 q in r }) ys\n"
    "    zs = map (\\(b: i64) -> 1i64 - b) bs\n"
    "    os = scan (+) 0i64 zs\n"
    "    ps = scan (+) 0i64 bs\n"
    "    tot = reduce (+) 0i64 zs\n"
    "    is = map (\\(b: i64) (o: i64) (p: i64) -> {\n"
    "      c = b == 0i64 ; e = o - 1i64 ; g = tot + p ; h = g - 1i64\n"
    "      i = if c then e else h in i }) bs os ps\n"
    "    ds = copy ys\n"
    "    r = scatter ds is ys\n"
    "    in r }\n";

static const char mandelbrot[] =
    "entry main (n: i64) (m: i64) (most: i32) : [n][m]i32 =\n"
    "  let is = iota n\n"
    "  let js = iota m\n"
    "  in map (\\(i: i64) -> map (\\(j: i64) -> {\n"
    "    cx = f32.i64 i ; cy = f32.i64 j\n"
    "    x y k = loop (x: f32) (y: f32) (k: i32) = 0f32 0f32 0i32\n"
    "            while { a = k < most ; xx = x * x ; b = xx < 4f32 ; c = a && b in c } do {\n"
    "      xx = x * x ; yy = y * y ; u = xx - yy ; nx = u + cx\n"
    "      xy = x * y ; v = 2f32 * xy ; ny = v + cy ; nk = k + 1i32 in nx ny nk }\n"
    "    in k }) js) is\n";

static const char floyd[] =
    "entry main [n] (d0: [n][n]i32) : [n][n]i32 =\n"
    "  loop (d: [n][n]i32) = d0 for k < n do {\n"
    "    is = iota n\n"
    "    r = map (\\(i: i64) -> map (\\(j: i64) -> {\n"
    "      a = d[i, j] ; b = d[i, k] ; c = d[k, j] ; e = b + c ; f = min a e in f }) is) is\n"
    "    in r }\n";

static const char stencil[] =
    "entry main [n] [m] (a: [n][m]i32) : [n][m]i32 =\n"
    "  let is = iota n\n"
    "  let js = iota m\n"
    "  in map (\\(i: i64) -> map (\\(j: i64) -> {\n"
    "    n1 = n - 1i64 ; m1 = m - 1i64 ; u = i - 1i64 ; up = max u 0i64\n"
    "    d = i + 1i64 ; dn = min d n1 ; p = a[up, j] ; q = a[dn, j] ; c = a[i, j]\n"
    "    s = p + q ; z = s - c in z }) js) is\n";

static const char jacobi[] =
    "entry main [n] (xs: [n]i32) : [n]i32 =\n"
    "  let m = n - 2i64\n"
    "  let k = max m 0i64\n"
    "  let l = min 1i64 n\n"
    "  let h = min 2i64 n\n"
    "  let as = xs[0i64 :+ k]\n"
    "  let bs = xs[l :+ k]\n"
    "  let cs = xs[h :+ k]\n"
    "  let ys = map (\\(a: i32) (b: i32) (c: i32) -> { d = a + b ; e = d + c in e }) as bs cs\n"
    "  let o = copy xs\n"
    "  let r = o with [l :+ k] = ys\n"
    "  in r\n";

static const char tables[] =
    "entry main [n] [m] (iss: [n][m]i64) : [n][10]i64 =\n"
    "  map (\\(is: [m]i64) -> {\n"
    "    d = replicate 10i64 0i64 ; ones = replicate m 1i64 ; e = copy d\n"
    "    h = hist e (+) 0i64 is ones in h }) iss\n";

static const char vectors[] =
    "entry main [n] [m] (xss: [n][m]i32) : [m]i32 =\n"
    "  let zs = replicate m 0i32\n"
    "  in reduce (\\(a: [m]i32) (b: [m]i32) -> map (+) a b) zs xss\n";

static const char odd_operator[] =
    "entry main [n] [m] (xss: [n][m]i32) (ys: [m]i32) : [m]i32 =\n"
    "  reduce (\\(a: [m]i32) (b: [m]i32) -> { c = scan max 0i32 a ; d = map max c b in d })"
    " ys xss\n";

static const char whiles[] =
    "entry main [n] (xs: [n]i32) (k: i32) : [n]i32 =\n"
    "  let a c = loop (ys: [n]i32) (i: i32) = xs 0i32 while i < k do {\n"
    "    zs = map (\\(y: i32) -> y + i) ys ; j = i + 1i32 in zs j }\n"
    "  in a\n";

static const char branches[] =
    "entry main [n] [m] (xss: [n][m]i32) (b: bool) : ([n][m]i32, [n][m]i32) =\n"
    "  map (\\(xs: [m]i32) -> {\n"
    "    t = reduce (+) 0i32 xs\n"
    "    r = if b then scan (+) 0i32 xs else map (\\(x: i32) -> x * t) xs\n"
    "    c = t > 3i32\n"
    "    s = if c then scan (+) t xs else map (\\(x: i32) -> x - t) r in r s }) xss\n";

static const char columns_of[] =
    "entry main [n] [m] (xss: [n][m]i32) : [m]i32 =\n"
    "  map (\\(j: i64) -> { c = xss[:, j] ; r = reduce (+) 0i32 c in r }) (iota m)\n";

static const char writes[] =
    "entry main [n] [m] (d: [m]i32) (iss: [n][m]i64) : [n][m]i32 =\n"
    "  map (\\(is: [m]i64) -> {\n"
    "    e = copy d ; vs = map (\\(i: i64) -> i32.i64 i) is ; o = scatter e is vs in o }) iss\n";

static const char lengths[] =
    "entry main [n] (ks: [n]i64) : [n]i64 =\n"
    "  map (\\(k: i64) -> { w = max k 0i64 ; s = scan (+) 0i64 (iota w)\n"
    "                      r = reduce max 0i64 s in r }) ks\n";

static const char starts[] =
    "entry main [n] [m] (xss: [n][m]i32) (zs: [n]i32) : [n]i32 =\n"
    "  map (\\(xs: [m]i32) (z: i32) -> reduce max z xs) xss zs\n";

static const struct {
    const char *name, *text;
} programs[] = {
    { "dot", dot }, { "rows", rows }, { "matmul", matmul }, { "slides", slides },
    { "mss", mss }, { "scans", scans }, { "loops", loops },
    { "variant_loops", variant_loops }, { "partition", partition }, { "radix", radix },
    { "mandelbrot", mandelbrot }, { "floyd", floyd }, { "stencil", stencil },
    { "jacobi", jacobi }, { "tables", tables }, { "vectors", vectors },
    { "odd_operator", odd_operator }, { "whiles", whiles }, { "branches", branches },
    { "columns_of", columns_of }, { "writes", writes }, { "lengths", lengths },
    { "starts", starts },
};
enum { NPROGRAMS = sizeof programs / sizeof *programs };

/* ---- derivations -------------------------------------------------------- */

static void dot_product(void)
{
    flattens_to(dot,
        "entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 =\n"
        "  segred@thread <x y in xs ys> (+) 0f32 (x * y)\n");
}

static void sum_of_rows(void)
{
    flattens_to(rows,
        "entry main [n] [m] (xss: [n][m]i32) : [n]i32 =\n"
        "  segred@thread (<xs in xss>, <x in xs>) (+) 0i32 x\n");
}

static void matrix_product(void)
{
    flattens_to(matmul,
        "entry main [n] [m] [k] (a: [n][m]i32) (b: [m][k]i32) : [n][k]i32 = {\n"
        "  bt = rearrange (1, 0) b\n"
        "  sss = segred@thread (<row in a>, <col in bt>, <x y in row col>) (+) 0i32 (x * y)\n"
        "  in sss }\n");
}

/* The slides' four kernels, with their degrees of parallelism. */
static void running_example(void)
{
    flattens_to(slides,
        "entry main [m] (pss: [m][m]i32) (n: i64) : ([m][m][m]i32, [m][m]i32) = {\n"
        "  rss = segmap@thread (<ps in pss>, <p in ps>) {\n"
        "    q = i64.i32 p\n"
        "    w = max q 0i64\n"
        "    cs = scanomap[w] (+) (\\ #i -> i32.i64 i) 0i32\n"
        "    r = redomap (+) (\\(c: i32) -> c) 0i32 cs\n"
        "    in r }\n"
        "  asss = segmap@thread (<ps rs in pss rss>, <r in rs>, <x in ps>) (x + r)\n"
        "  bss = loop (wss: [m][m]i32) = pss for i < n do {\n"
        "    dss = segred@thread (<ass in asss>, <as in ass>, <a in as>) (+) 0i32 a\n"
        "    t = segmap@thread (<ws ds in wss dss>, <w d in ws ds>) {\n"
        "      e = d + w ; f = 2i32 * e in f }\n"
        "    in t }\n"
        "  in asss bss }\n");
}

static void loop_of_segmaps(void)
{
    flattens_to(loops,
        "entry main [n] [m] (xss: [n][m]i32) (k: i64) : ([n][m]i32, [n]i64) = {\n"
        "  js0 = replicate n 0i64\n"
        "  as bs = loop (yss: [n][m]i32) (js: [n]i64) = xss js0 for i < k do {\n"
        "    zss = segmap@thread (<ys in yss>, <y in ys>) (y + 1i32)\n"
        "    qs = segmap@thread <j in js> (j + i)\n"
        "    in zss qs }\n"
        "  in as bs }\n");
}

static void loop_in_the_thread(void)
{
    flattens_to(variant_loops,
        "entry main [n] [m] (xss: [n][m]i32) (ks: [n]i64) : [n][m]i32 =\n"
        "  segmap@thread <xs k in xss ks>\n"
        "    (loop (ys: [m]i32) = xs for i < k do map (\\(y: i32) -> y + 1i32) ys)\n");
}

/* What is read at once for all rows needs no loop over a copied column. */
static void column_by_index(void)
{
    flattens_to(columns_of,
        "entry main [n] [m] (xss: [n][m]i32) : [m]i32 = {\n"
        "  t = rearrange (1,0) xss\n"
        "  t_1 = segred@thread (<t_2 in t>, <x in t_2>) (+) 0i32 x\n"
        "  in t_1\n"
        "}\n");
}

/* Sizes that differ from row to row stay in the thread, in one kernel. */
static void rows_of_different_lengths(void)
{
    flattens_to(lengths,
        "entry main [n] (ks: [n]i64) : [n]i64 =\n"
        "  segmap@thread <k in ks> {\n"
        "    w = max k 0i64\n"
        "    s = scanomap[w] (+) (\\ #i -> i) 0i64\n"
        "    r = redomap max (\\(x: i64) -> x) 0i64 s in r }\n");
}

static void columns(void)
{
    flattens_to(vectors,
        "entry main [n] [m] (xss: [n][m]i32) : [m]i32 = {\n"
        "  t = rearrange (1, 0) xss\n"
        "  rs = segred@thread (<x in t>, <w in x>) (+) 0i32 w\n"
        "  in rs }\n");
}

static void three_scans(void)
{
    flattens_to(scans,
        "entry main [n] [m] (xss: [n][m]i32) : [n][m]i32 = {\n"
        "  as = segscan@thread (<xs in xss>, <x in xs>) (+) 0i32 x\n"
        "  bs = segscan@thread (<a in as>, <y in a>) (*) 1i32 y\n"
        "  cs = segscan@thread (<b in bs>, <z in b>) max 0i32 z\n"
        "  in cs }\n");
}

/* ---- values ------------------------------------------------------------- */

static Scalar small(Prim p, unsigned *seed)
{
    int k = rand_r(seed) % 7;
    if (prim_is_float(p))
        return scalar_float(p, k - 2);
    return scalar_int(p, p == BOOL ? k & 1 : prim_is_signed(p) && p != I64 ? k - 2 : k);
}

static int64_t size_in(const Core *dim, const Func *f, const int64_t *size, Value **arg)
{
    for (int i = 0; i < f->nsizes; i++)
        if (is_var(dim, f->size[i]))
            return size[i];
    for (int i = 0; i < f->nparams; i++)
        if (is_var(dim, f->param[i]) && arg[i])
            return value_get(arg[i], 0).i;
    return dim->value.i;
}

static void make_args_of(const Func *f, Value **arg, unsigned *seed)
{
    int64_t size[8];
    for (int i = 0; i < f->nsizes; i++)
        size[i] = rand_r(seed) % 4;
    for (int i = 0; i < f->nparams; i++) {
        const Type *t = f->param[i]->type;
        int64_t dim[4] = { 0 };
        for (int d = 0; d < t->rank; d++)
            dim[d] = size_in(t->dim[d], f, size, arg);
        arg[i] = t->rank ? value_array(t->prim, t->rank, dim) : value_scalar(small(t->prim, seed));
        for (int64_t k = 0; t->rank && k < value_count(arg[i]); k++)
            value_put(arg[i], k, small(t->prim, seed));
    }
}

static bool same_results(const EvalResult *a, const EvalResult *b)
{
    bool same = a->failed == b->failed && a->nresults == b->nresults;
    for (int i = 0; same && !a->failed && i < a->nresults; i++)
        same = value_equal(a->result[i], b->result[i]);
    return same;
}

/* Every pass leaves the value of every program as it was. */
static void values_stay(void)
{
    for (int k = 0; k < NPROGRAMS; k++) {
        Program *p = program(programs[k].text), *q = program(programs[k].text);
        for (int pass = 0; passes[pass]; pass++) {
            unsigned seed = 1;
            run(q, passes[pass], NULL);
            for (int round = 0; round < 12; round++) {
                Value *arg[8] = { 0 };
                const Func *f = p->func[0];
                make_args_of(f, arg, &seed);
                EvalResult a = core_eval(p, f, arg, f->nparams);
                EvalResult b = core_eval(q, q->func[0], arg, f->nparams);
                bool same = same_results(&a, &b);
                if (!same)
                    printf("\n%s after %s, round %d: %s\n%s", programs[k].name, passes[pass],
                           round, b.failed ? b.message : "other values", text_of(q));
                CU_ASSERT(same);
                if (!same)
                    break;
            }
        }
    }
}

/* Running a set a second time changes nothing. */
static void sets_are_stable(void)
{
    for (int k = 0; k < NPROGRAMS; k++) {
        Program *p = program(programs[k].text);
        for (int i = 0; passes[i]; i++)
            run(p, passes[i], NULL);
        for (int i = 0; passes[i]; i++) {
            bool again = run(p, passes[i], NULL);
            if (again)
                printf("\n%s changes %s again\n%s", passes[i], programs[k].name, text_of(p));
            CU_ASSERT_FALSE(again);
        }
    }
}

static void no_combinator_left(Core *n, void *left)
{
    if (ops[n->op].kind == K_SEG)
        return;
    *(bool *)left |= ops[n->op].kind == K_SOAC;
    core_each(n, no_combinator_left, left);
}

/* Outside segmented operations there is no array combinator any more. */
static void all_is_flat(void)
{
    for (int k = 0; k < NPROGRAMS; k++) {
        Program *p = program(programs[k].text);
        bool left = false;
        for (int i = 0; passes[i]; i++)
            run(p, passes[i], NULL);
        no_combinator_left(p->func[0]->body, &left);
        if (left)
            printf("\n%s\n%s", programs[k].name, text_of(p));
        CU_ASSERT_FALSE(left);
    }
}

/* ---- examples ----------------------------------------------------------- */

static void expect_passed(const Checked *c, void *arg)
{
    (void)arg;
    if (c->wrong)
        printf("\n%s: %s: %s\n", span_str(c->span), c->rule->name, c->wrong);
    CU_ASSERT_PTR_NULL(c->wrong);
}

static void every_example(void)
{
    rules_examples(rules(), (Wanted){ 0 }, expect_passed, NULL);
}

/* ---- twins: one condition broken ---------------------------------------- */

static void map_map_second_use(void)
{
    becomes("fuse",
        "entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =\n"
        "  let ys = map (\\(x: i32) -> x + 1i32) xs\n"
        "  let zs = map (\\(y: i32) -> y * 2i32) ys\n"
        "  in (zs, ys)\n",
        "entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =\n"
        "  let zs ys = map (\\(x: i32) -> { y = x + 1i32 ; z = y * 2i32 in z y }) xs\n"
        "  in (zs, ys)\n");
}

static const char *refusal(const char *set, const char *text, const char *rule)
{
    Trace *t = trace_new();
    run(program(text), set, t);
    for (int i = 0; i < t->refused.n; i++)
        if (!strcmp(t->refused.at[i].rule->name, rule))
            return t->refused.at[i].condition;
    return "none";
}

static void map_map_index(void)
{
    CU_ASSERT_STRING_EQUAL(refusal("fuse",
        "entry main [n] (xs: [n]i32) (is: [n]i64) : [n]i32 =\n"
        "  let ys = map (\\(x: i32) -> x / x) xs\n"
        "  let zs = map (\\(i: i64) (y: i32) -> { a = ys[i] ; b = a + y in b }) is ys\n"
        "  in zs\n", "map-map"), "reads");
}

static void map_map_path(void)
{
    CU_ASSERT_STRING_EQUAL(refusal("fuse",
        "entry main [n] (xs: [n]i32) : [n]i32 =\n"
        "  let ys = map (\\(x: i32) -> x / x) xs\n"
        "  let s = ys[0]\n"
        "  let zs = map (\\(y: i32) -> y + s) ys\n"
        "  in zs\n", "map-map"), "path");
}

/* The read of xs would move past its update. */
static void map_map_update(void)
{
    const char *text =
        "entry main [n] (xs: *[n]i32) : ([n]i32, [n]i32) =\n"
        "  let ys = map (\\(x: i32) -> x + 1i32) xs\n"
        "  let us = xs with [0] = 7i32\n"
        "  let zs = map (\\(y: i32) (u: i32) -> y + u) ys us\n"
        "  in (zs, us)\n";
    CU_ASSERT_STRING_EQUAL(refusal("fuse", text, "map-map"), "path");
}

/* The bins begin as copies of n, which is also how long xs is: no bin is n. */
static void hist_map_of_size(void)
{
    const char *text =
        "entry main [n] (xs: [n]i32) (vs: [n]i64) : [4]i64 =\n"
        "  let ds = replicate 4 n\n"
        "  let is = map (\\(x: i32) -> i64.i32 x) xs\n"
        "  let hs = histomap ds max 0i64 (\\(i: i64) (v: i64) -> { in i v }) is vs\n"
        "  in hs\n";
    becomes("fuse", text,
        "entry main [n] (xs: [n]i32) (vs: [n]i64) : [4]i64 =\n"
        "  let ds = replicate 4 n\n"
        "  let hs = histomap ds max 0i64 (\\(x: i32) (v: i64) -> { i = i64.i32 x in i v }) xs vs\n"
        "  in hs\n");
}

static void division_stays_inside(void)
{
    flattens_to(
        "entry main [n] [m] (xss: [n][m]i32) (a: i32) (b: i32) : [n][m]i32 =\n"
        "  map (\\(xs: [m]i32) -> { q = a / b ; r = map (\\(x: i32) -> x + q) xs in r }) xss\n",
        "entry main [n] [m] (xss: [n][m]i32) (a: i32) (b: i32) : [n][m]i32 = {\n"
        "  qs = segmap@thread <#_ < n> (a / b)\n"
        "  rss = segmap@thread (<xs q in xss qs>, <x in xs>) (x + q)\n"
        "  in rss }\n");
}

static void scalars_sink(void)
{
    flattens_to(
        "entry main [n] [m] (is: [n]i32) (xs: [m]i32) : [n][m]i32 =\n"
        "  map (\\(i: i32) -> { k = i + 1i32 ; r = map (\\(x: i32) -> x + k) xs in r }) is\n",
        "entry main [n] [m] (is: [n]i32) (xs: [m]i32) : [n][m]i32 =\n"
        "  segmap@thread (<i in is>, <x in xs>) { k = i + 1i32 ; t = x + k in t }\n");
}

/* ---- the trace ---------------------------------------------------------- */

static void derivation_of_the_slides(void)
{
    static const char *const steps[] = {
        "1 descend", "1.1 distribute", "1.1.1 descend", "1.1.1.1 distribute",
        "1.1.1.1.1 segmap", "1.1.1.1.2 descend", "1.1.1.1.2.1 segmap", "1.1.1.1.3 known",
        "1.1.2 distribute", "1.1.2.1 loop-interchange", "1.1.2.1.1 loop-outside",
        "1.1.2.1.1.1 descend", "1.1.2.1.1.1.1 descend", "1.1.2.1.1.1.1.1 distribute",
        "1.1.2.1.1.1.1.1.1 redomap", "1.1.2.1.1.1.1.1.2 segmap", "1.1.2.2 known",
    };
    Program *p = program(slides);
    Trace *t = trace_new();
    Text found = { 0 }, expected = { 0 };
    for (int i = 0; passes[i]; i++)
        run(p, passes[i], t);
    for (int i = 0; i < t->step.n; i++)
        if (t->step.at[i]->number)
            text_fmt(&found, "%s %s\n", t->step.at[i]->number, t->step.at[i]->rule->name);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        text_fmt(&expected, "%s\n", steps[i]);
    same_text(text_str(&found), text_str(&expected));
}

static void a_step_in_print(void)
{
    Trace *t = trace_new();
    Text out = { 0 };
    run(program(dot), "fuse", t);
    trace_print(&out, t, "reduce-map");
    const char *text = text_str(&out);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "== fuse, until-stable: main ="));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "2   reduce-map (fuse.rules)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "reads F ps"));
    CU_ASSERT_PTR_NULL(strstr(text, "reduce-is-redomap ("));
}

/* ---- loading and matching ----------------------------------------------- */

/* The messages that rule files cause, one a line. */
static const char *complaints(const char *text, const char *second)
{
    DiagCatch c;
    char *at = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&at, &n);
    diag_stream(f);
    if (!DIAG_CATCH(&c)) {
        RuleFile *file[2] = { rule_read(source_new("bad.rules", text, (int)strlen(text))) };
        if (second)
            file[1] = rule_read(source_new("second.rules", second, (int)strlen(second)));
        rules_of(file, second ? 2 : 1);
    }
    diag_pop(&c);
    diag_stream(stderr);
    fclose(f);
    const char *message = str_copyn(at, (int)n);
    free(at);
    return message;
}

static const char *complaint(const char *text)
{
    const char *all = complaints(text, NULL);
    return str_copyn(all, (int)strcspn(all, "\n"));
}

#define HEAD "set s \"A set.\"\ngiven (x: i32)\n"
#define BODY(side, when)                                                               \
    HEAD "lemma a \"A law.\"\n  from \"here\"\n  " side "\n  " when                    \
    "\n  yes x + 0i32  gives x\n"

/* In another file of the same set, it would replace the rule. */
static void one_name_in_two_sets_is_refused(void)
{
    const char *law = BODY("?x + 0 => ?x", "");
    const char *of = strchr(law, '\n');
    const char *both = complaints(law, format("set t \"Another.\"%s", of));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(both, "second.rules:3:7: error: there are two rules a [rule-twice]"));
    CU_ASSERT_PTR_NOT_NULL(strstr(both, "bad.rules:3:7: note: the other one"));
    CU_ASSERT_STRING_EQUAL(complaints(law, law), "");
}

static void bad_rules_are_refused(void)
{
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?y", "")),
        "bad.rules:5:13: error: rule a: ?y has no value here [rule-unbound]");
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?y", "pays ?y is 0")),
        "bad.rules:5:13: error: rule a: ?y has no value here [rule-unbound]");
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?x", "pays S |- ?x => ?y")),
        "bad.rules:6:8: error: `pays` asks no judgment [rule-syntax]");
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?x", "when plausible ?x")),
        "bad.rules:6:8: error: rule a: there is no condition 'plausible' [rule-condition]");
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?x", "when cheap ?x ?x ?x")),
        "bad.rules:6:8: error: rule a: cheap takes 1 argument [rule-condition]");
    CU_ASSERT_STRING_EQUAL(complaint(BODY("?x + 0 => ?x", "when share ?x ?x")),
        "bad.rules:6:8: error: rule a: argument 1 of share is a mapping, and not ?x "
        "[rule-condition]");
    CU_ASSERT_STRING_EQUAL(complaint(
        HEAD "lemma a \"A law.\"\n  from \"here\"\n  ?x + 0 => ?x\n"),
        "bad.rules:3:7: error: rule a: no example (yes ... gives ...) [rule-undocumented]");
    CU_ASSERT_STRING_EQUAL(complaint(
        BODY("?x + 0 => ?x", "") "lemma a \"A law.\"\n  from \"here\"\n  ?x - 0 => ?x\n"
        "  yes x - 0i32 gives x\n"),
        "bad.rules:8:7: error: there are two rules a [rule-twice]");
    CU_ASSERT_STRING_EQUAL(complaint(
        BODY("?x + 0 => ?x", "") "lemma b \"A law.\"\n  from \"here\"\n  ?y + 0 => ?y\n"
        "  when cheap ?y\n  yes x + 0i32 gives x\n"),
        "bad.rules:8:7: error: rule b never comes to its turn [rule-shadowed]");
    CU_ASSERT_STRING_EQUAL(complaint(
        HEAD "lemma a \"A law.\"\n  from \"here\"\n  ?a = copy ?x ; ?b = copy ?a => ?a = copy ?x\n"
        "  yes x + 0i32 gives x\n"),
        "bad.rules:3:7: error: rule a: one side binds ?b, the other does not [rule-unbound]");
}

/* What one rule, from its text, makes of a program, at each place once. */
static void with_rule(const char *rule, const char *text, const char *expected)
{
    const char *all = format("set s \"A set.\"\ngiven (v: i32)\n%s\n"
                             "  yes v  gives v\nstrategy go = s once\n", rule);
    RuleFile *file = rule_read(source_new("one.rules", all, (int)strlen(all)));
    RewriteOptions o = { .rules = rules_of(&file, 1) };
    Program *p = program(text);
    rewrite_run(p, "go", &o, NULL);
    CU_ASSERT_PTR_NULL(core_check(p));
    same_program(p, program(expected));
}

#define LEMMA "lemma a \"A law.\"\n  from \"here\"\n  "

/* A parameter goes with its array: rows are split alike. */
static void parameters_go_with_arrays(void)
{
    with_rule(LEMMA
        "(\\?p.. ?x ?y ?q.. -> ?e) ?ps.. ?a ?a ?qs.."
        " => (\\?p.. ?x ?q.. -> ?e[?y := ?x]) ?ps.. ?a ?qs..",
        "entry main [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 =\n"
        "  map (\\(a: i32) (b: i32) (c: i32) (d: i32) ->\n"
        "         { e = a - b ; f = c - d ; g = e * f in g }) ys xs xs ys\n",
        "entry main [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 =\n"
        "  map (\\(a: i32) (b: i32) (d: i32) ->\n"
        "         { e = a - b ; f = b - d ; g = e * f in g }) ys xs ys\n");
}

/* The same metavariable twice: equal up to the names of bound variables. */
static void twice_the_same(void)
{
    with_rule(LEMMA "if ?c then ?e else ?e => ?e",
        "entry main [n] (b: bool) (xs: [n]i32) : [n]i32 =\n"
        "  if b then map (\\(x: i32) -> x + 1i32) xs else map (\\(y: i32) -> y + 1i32) xs\n",
        "entry main [n] (b: bool) (xs: [n]i32) : [n]i32 = map (\\(x: i32) -> x + 1i32) xs\n");
}

/* A body that is used twice has its own names the second time (core_check);
   what is nested on the right becomes a binding. */
static void second_use_is_renamed(void)
{
    with_rule(LEMMA "if ?c then ?e else ?f => if ?c then ?e else ?e",
        "entry main [n] (b: bool) (xs: [n]i32) : [n]i32 =\n"
        "  if b then map (\\(x: i32) -> x + 1i32) xs else xs\n",
        "entry main [n] (b: bool) (xs: [n]i32) : [n]i32 =\n"
        "  if b then map (\\(x: i32) -> x + 1i32) xs else map (\\(x: i32) -> x + 1i32) xs\n");
    with_rule(LEMMA "?x - ?y => ?x + (- ?y)",
        "entry main (x: i32) (y: i32) : i32 = x - y\n",
        "entry main (x: i32) (y: i32) : i32 = { z = -y ; w = x + z in w }\n");
}

/* Left to right and, with `<-`, right to left. */
static void both_directions(void)
{
    Program *p = program(rows);
    const char *all = "set s \"A set.\"\ngiven [n] (xs: [n]i32)\n" LEMMA
        "reduce ?op ?ne.. ?xs.. == redomap ?op (\\?x.. -> ?x..) ?ne.. ?xs..\n"
        "  yes reduce (+) 0i32 xs gives redomap (+) (\\(x: i32) -> x) 0i32 xs\n"
        "strategy back = s <-\n";
    RuleFile *file = rule_read(source_new("both.rules", all, (int)strlen(all)));
    RewriteOptions o = { .rules = rules_of(&file, 1) };
    rewrite_run(p, "s", &o, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(text_of(p), "redomap (+)"));
    rewrite_run(p, "back", &o, NULL);
    same_program(p, program(rows));
}

/* A body of ten thousand bindings takes no noticeable time. */
static void large_bodies(void)
{
    Text t = { 0 };
    text_add(&t, "entry main [n] (xs: [n]i32) : [n]i32 =\n"
                 "  map (\\(x: i32) -> {\n    y0 = x + 1i32\n");
    for (int i = 1; i < 10000; i++)
        text_fmt(&t, "    y%d = y%d + x\n", i, i - 1);
    text_add(&t, "    in y9999 }) xs\n");
    Program *p = program(text_str(&t));
    for (int i = 0; passes[i]; i++)
        run(p, passes[i], NULL);
    CU_ASSERT_EQUAL(p->func[0]->body->nstms, 1);
}

void suite_rewrite(void)
{
    CU_TestInfo tests[] = {
        { "every example of every rule", every_example },
        { "dot product", dot_product },
        { "sum of rows", sum_of_rows },
        { "matrix product", matrix_product },
        { "running example of the slides", running_example },
        { "its derivation", derivation_of_the_slides },
        { "map of loops", loop_of_segmaps },
        { "map of loops of different lengths", loop_in_the_thread },
        { "reduce of rows", columns },
        { "a column by index", column_by_index },
        { "rows of different lengths", rows_of_different_lengths },
        { "three scans", three_scans },
        { "values stay", values_stay },
        { "sets are stable", sets_are_stable },
        { "all is flat", all_is_flat },
        { "map-map, second use", map_map_second_use },
        { "map-map, use by index", map_map_index },
        { "map-map, path", map_map_path },
        { "map-map, update", map_map_update },
        { "hist-map, copies of a size", hist_map_of_size },
        { "a division stays inside", division_stays_inside },
        { "scalars sink", scalars_sink },
        { "a step in print", a_step_in_print },
        { "the laws alone", laws_alone },
        { "bad rules are refused", bad_rules_are_refused },
        { "one name in two sets is refused", one_name_in_two_sets_is_refused },
        { "parameters go with arrays", parameters_go_with_arrays },
        { "twice the same", twice_the_same },
        { "a second use is renamed", second_use_is_renamed },
        { "both directions", both_directions },
        { "large bodies", large_bodies },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {
        { "rewrite", NULL, NULL, NULL, NULL, tests },
        CU_SUITE_INFO_NULL,
    };
    CU_register_suites(suites);
}
