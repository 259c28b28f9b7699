/* test_truth.c -- rules tried for truth: the shipped ones hold, and each has a
   wrong twin in tests/rules/ that is refuted. */
#include "../src/compile.h"
#include "../src/truth/truth.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_truth(void);

/* ---- twins -------------------------------------------------------------- */

static RuleSet *rules_in(const char *path)
{
    size_t n;
    char *text = file_read(path, &n);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    RuleFile **file = NEWS(RuleFile *, 1);
    file[0] = rule_read(source_new(path, text, (int)n));
    return rules_of(file, 1);
}

typedef struct {
    const char *sentences;     /* of all twins */
} Twins;

static void expect_refuted(const Checked *r, void *twins)
{
    Twins *t = twins;
    bool refuted = r->wrong && str_starts(r->wrong, "it is not true");
    if (!refuted)
        printf("\n%s: %s is not refuted in %d terms and %d evaluations\n",
               span_str(r->rule->span), r->rule->name, r->terms, r->evaluations);
    CU_ASSERT(refuted);
    t->sentences = format("%s %s", t->sentences, r->rule->sentence);
}

static void refute(const char *file, Twins *t)
{
    rules_true(rules_in(format("tests/rules/%s.rules", file)), (Wanted){ 0 }, expect_refuted, t);
}

/* Each rule of the set has one at least, in the set's file or in one more. */
static void twins_in(const char *name, const char *more)
{
    static const RuleSet *shipped;
    Twins t = { "" };
    if (!shipped)
        shipped = rules_load(NULL);
    refute(name, &t);
    if (more)
        refute(more, &t);
    const Set *set = rules_set(shipped, name);
    for (int i = 0; i < set->nlaws; i++) {
        const char *rule = set->law[i].rule->name;
        bool twin = strstr(t.sentences, format(" of %s.", rule))
            || strstr(t.sentences, format(" of %s ", rule))
            || strstr(t.sentences, format(" of %s:", rule))
            || strstr(t.sentences, format(" and %s.", rule));
        if (!twin)
            printf("\n%s has no twin in tests/rules/%s.rules\n", rule, name);
        CU_ASSERT(twin);
    }
}

static void twins_of(const char *name)
{
    twins_in(name, NULL);
}

static void twins_of_simplify(void) { twins_of("simplify"); }
static void twins_of_locality(void) { twins_of("locality"); }
static void twins_of_lines(void) { twins_of("lines"); }
static void twins_of_neighbours(void) { twins_of("neighbours"); }
static void twins_of_halos(void) { twins_of("halos"); }
static void twins_of_staged(void) { twins_of("staged"); }
static void twins_of_fuse(void) { twins_of("fuse"); }
static void twins_of_flatten(void) { twins_in("flatten", "rows"); }
static void twins_of_sequentialise(void) { twins_of("sequentialise"); }
static void twins_of_expand(void) { twins_of("expand"); }
static void twins_of_chunks(void) { twins_of("chunks"); }
static void twins_of_cut(void) { twins_of("cut"); }
static void twins_of_promote(void) { twins_of("promote"); }
static void twins_of_versions(void) { twins_of("versions"); }

/* ---- counter-examples --------------------------------------------------- */

static void keep(const Checked *r, void *arg)
{
    *(const char **)arg = r->wrong;
}

static void keep_unreached(const Checked *r, void *arg)
{
    *(const char **)arg = r->unreached;
}

/* What one rule's trials tell. */
static const char *told_of(const char *rule, Tells *f)
{
    const char *all = format("set s \"A set.\"\n"
                             "given [n] (xs: [n]i32) (x: i32)\n%s", rule);
    RuleFile *file = rule_read(source_new("wrong.rules", all, (int)strlen(all)));
    const char *told = NULL;
    rules_true(rules_of(&file, 1), (Wanted){ 0 }, f, &told);
    return told ? told : "";
}

static const char *counter_of(const char *rule) { return told_of(rule, keep); }

#define HAS(text, part) CU_ASSERT_PTR_NOT_NULL(strstr(text, part))

/* A part of a rule that no term has is told; where terms have it, nothing is. */
static void unreached_parts_are_told(void)
{
    const char *law = "lemma law \"A law.\"\n  from \"here\"\n"
                      "  ?r = map[?n] (\\?x.. #?i -> ?e) ?xs..\n"
                      "    =>  ?t = map[?n] (\\?x.. #?i -> ?e) ?xs.. ; ?r = copy ?t\n%s"
                      "  yes { r = map[n] (\\ #i -> i) in r }\n"
                      "      gives { t = map[n] (\\ #i -> i) ; r = copy t in r }\n";
    CU_ASSERT_STRING_EQUAL(told_of(format(law, ""), keep_unreached), "");
    CU_ASSERT_STRING_EQUAL(told_of(format(law, "  when empty ?xs..\n"), keep_unreached),
                           "?x.. is always empty, ?x.. is never read, ?xs.. is always empty");
}

/* The smallest data, in the notation of programs, and both values. */
static void values_are_shown(void)
{
    const char *c = counter_of("lemma wrong \"A law.\"\n  from \"here\"\n"
                               "  ?x + 1  =>  ?x\n  yes x + 1i32  gives x\n");
    HAS(c, "term   x + 1i32");
    HAS(c, "gives  x");
    HAS(c, "x = 0i32");
    HAS(c, "before 1i32");
    HAS(c, "after  0i32");
}

static void no_elements_are_enough(void)
{
    const char *c = counter_of("lemma wrong \"A law.\"\n  from \"here\"\n"
                               "  redomap ?op ?F ?ne..  =>  scanomap ?op ?F ?ne..\n"
                               "  yes redomap (+) (\\(y: i32) -> y) 0i32 xs\n"
                               "      gives scanomap (+) (\\(y: i32) -> y) 0i32 xs\n");
    HAS(c, "term   redomap");
}

/* A law that is true only where it pays is found out: trials leave `pays` out. */
static void pays_carries_no_truth(void)
{
    const char *law = "lemma all-equal \"A law.\"\n  from \"here\"\n"
                      "  map[?n] (\\?x.. #?i -> { in ?v }) ?xs..  =>  replicate ?n ?v\n"
                      "  %s free ?v ?x.. ; free ?v ?i\n"
                      "  yes map (\\(y: i32) -> x) xs  gives replicate n x\n";
    CU_ASSERT_STRING_EQUAL(counter_of(format(law, "when")), "");
    HAS(counter_of(format(law, "pays")), "it is not true");
}

/* ---- mistakes on the right side -------------------------------------------- */

static void add_wrong(const Checked *r, void *told)
{
    const char **t = told;
    if (r->wrong)
        *t = format("%s%s; ", *t ? *t : "", r->wrong);
}

static void add_mistake(const Checked *r, void *told)
{
    const char **t = told;
    if (r->without)
        *t = format("%s%s; ", *t ? *t : "", r->without);
}

/* What is said of a law with mistakes. */
static const char *each_mistake_of(const char *sides, const char *without, Tells *f)
{
    const char *all = format("set s \"A set.\"\ngiven (x: i32) (y: i32)\n"
                             "lemma law \"A law.\"\n  from \"here\"\n  %s\n%s", sides, without);
    RuleFile *file = rule_read(source_new("law.rules", all, (int)strlen(all)));
    const char *told = NULL;
    rules_mutants(rules_of(&file, 1), (Wanted){ 0 }, "mistakes", f, &told);
    return told ? told : "";
}

static const char *mistakes_of(const char *sides, const char *without)
{
    return each_mistake_of(sides, without, add_wrong);
}

static void mistakes_are_found(void)
{
    const char *minus = "?x - ?y  =>  -(?y - ?x)\n  when integer ?x\n"
                        "  yes x - y  gives -(y - x)\n";
    CU_ASSERT_STRING_EQUAL(mistakes_of(minus, ""), "");
    HAS(mistakes_of(minus, "  without exact 7  because \"it is none\"\n"), "it has no premise");
    HAS(mistakes_of(minus, "  without order (?y - ?x)  because \"it is found\"\n"),
        "but all such mistakes are found");
}

/* A mistake that no term and no example shows is told, unless the law says so. */
static void mistakes_that_nothing_shows(void)
{
    const char *zero = "?a = ?x + ?y ; ?b = ?a * 0  =>  ?c = ?y + ?x ; ?b = ?c * 0\n"
                       "  when integer ?x ; private ?a\n"
                       "  yes { a = x + x ; b = a * 0 in b }\n"
                       "      gives { c = x + x ; b = c * 0 in b }\n";
    HAS(mistakes_of(zero, ""), "nothing is found wrong without `name x of add`");
    CU_ASSERT_STRING_EQUAL(
        mistakes_of(zero, "  without name ?x of add  because \"the product is zero\"\n"), "");
}

/* Another true law is no mistake where an example says which is meant; nor is the same law. */
static void mistakes_that_are_none(void)
{
    CU_ASSERT_STRING_EQUAL(
        mistakes_of("min ?x ?x  =>  max ?x ?x\n  when integer ?x\n"
                    "  yes min x x  gives max x x\n", ""), "");
    CU_ASSERT_STRING_EQUAL(
        mistakes_of("?r = ?x + ?y  =>  ?o = (zero ?x) ; ?t = ?x - ?o ; ?r = ?t + ?y\n"
                    "  when integer ?x\n"
                    "  yes x + y  gives { t = x - 0i32 ; r = t + y in r }\n", ""), "");
}

/* What a premise makes for other premises alone is no part of the right side. */
static void mistakes_are_on_the_right(void)
{
    const char *law = "?x - ?y  =>  -(?y - ?x)\n"
                      "  when integer ?x ; ?o.. = fresh ?x ; as-many ?o.. ?x\n"
                      "  yes x - y  gives -(y - x)\n";
    const char *all = each_mistake_of(law, "", add_mistake);
    HAS(all, "order y - x");
    CU_ASSERT_PTR_NULL(strstr(all, "of side"));
}

/* A loop that never ends, where the left side takes few steps, is wrong. */
static void endless_loops_are_wrong(void)
{
    HAS(counter_of("lemma wrong \"A law.\"\n  from \"here\"\n"
                   "  ?x + 1  =>  loop ?y = ?x while { ?b = true in ?b } do { in ?y }\n"
                   "  yes x + 1i32  gives loop y = x while { b = true in b } do { in y }\n"),
        "it takes too long");
}

/* ---- operators of programs ---------------------------------------------- */

/* What is said about the operators of a program; how many are wrong. */
static int said_of(const char *program, int *checked, const char **said)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    diag_stream(f);
    diag_option("Woperators");
    Source *s = source_new("test.fut", program, (int)strlen(program));
    int wrong = operators_check(compile_source(s), checked);
    diag_stream(stderr);
    diag_option("Wno-operators");
    fclose(f);
    *said = str_copyn(text, (int)n);
    free(text);
    return wrong;
}

static void right_operators(void)
{
    int checked;
    const char *said;
    CU_ASSERT_EQUAL(said_of(
        "def lin (a1: f32, b1: f32) (a2: f32, b2: f32) = (a1 * a2, b1 * a2 + b2)\n"
        "entry main [n] [m] (xs: [n]f32) (ys: [n]i32) (zss: [m][n]i32) =\n"
        "  let (a, _) = reduce lin (1, 0) (zip xs xs)\n"
        "  in (a, scan (+) 0 xs, reduce (\\a b -> if b == 0 then a else b) 0 ys,\n"
        "      reduce_comm i32.max i32.lowest ys,\n"
        "      reduce (map2 (+)) (replicate n 0) zss)\n",
        &checked, &said), 0);
    CU_ASSERT_STRING_EQUAL(said, "");
    CU_ASSERT_EQUAL(checked, 5);
}

static void wrong_operator(const char *exp, const char *what)
{
    int checked;
    const char *said;
    const char *program = format("entry main [n] (is: [n]i64) (k: i32) (xs: [n]i32) =\n"
                                 "  %s\n", exp);
    CU_ASSERT_EQUAL(said_of(program, &checked, &said), 1);
    CU_ASSERT(str_starts(said, "test.fut:2:3: warning: "));
    if (!strstr(said, what))
        printf("\n%s\nexpected: %s\n", said, what);
    HAS(said, what);
}

static void wrong_operators(void)
{
    wrong_operator("reduce (-) 0 xs", "not associative: for a = 0i32, b = 0i32, c = 1");
    wrong_operator("scan (\\a b -> a + k * b) 0 xs", "not associative: for a = ");
    wrong_operator("hist (-) 0 4 is xs", "not associative");
    wrong_operator("scan i32.max 0 xs",
                   "0i32 is not neutral for this operator: for a = -1i32, ne op a is ");
    wrong_operator("reduce (*) 0 xs", "0i32 is not neutral");
    wrong_operator("reduce_comm (\\a b -> if b == 0 then a else b) 0 xs",
                   "not commutative: for a = 1i32, b = 2i32, a op b is 2i32 and b op a");
}

void suite_truth(void)
{
    CU_TestInfo tests[] = {
        { "twins of simplify", twins_of_simplify },
        { "twins of locality", twins_of_locality },
        { "twins of lines", twins_of_lines },
        { "twins of neighbours", twins_of_neighbours },
        { "twins of halos", twins_of_halos },
        { "twins of staged", twins_of_staged },
        { "twins of fuse", twins_of_fuse },
        { "twins of flatten", twins_of_flatten },
        { "twins of sequentialise", twins_of_sequentialise },
        { "twins of expand", twins_of_expand },
        { "twins of chunks", twins_of_chunks },
        { "twins of cut", twins_of_cut },
        { "twins of promote", twins_of_promote },
        { "twins of versions", twins_of_versions },
        { "values are shown", values_are_shown },
        { "no elements are enough", no_elements_are_enough },
        { "unreached parts are told", unreached_parts_are_told },
        { "`pays` carries no truth", pays_carries_no_truth },
        { "mistakes are found", mistakes_are_found },
        { "mistakes that nothing shows", mistakes_that_nothing_shows },
        { "mistakes on the right side", mistakes_are_on_the_right },
        { "mistakes that are none", mistakes_that_are_none },
        { "endless loops are wrong", endless_loops_are_wrong },
        { "right operators", right_operators },
        { "wrong operators", wrong_operators },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = { { .pName = "truth", .pTests = tests },
                              CU_SUITE_INFO_NULL };
    CU_register_suites(suites);
}
