/* test_kinds.c -- a rule that hands a condition or constructor anything at all ends in an
   error or does nothing: no argument is taken for what it is not. MANY=N tries N of each. */
#include "../src/rewrite/rewrite.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_kinds(void);

static const char program[] =
    "entry main [n] [m] (xss: [n][m]i32) (xs: [n]i32) (is: [n]i64) (k: i64)\n"
    "    : ([n]i32, i32, [n]i32, [m][n]i32, [n]i32, i32, i64, [n]i32) = {\n"
    "  ys = map (\\x -> { prod = x * 2i32 ; sum = prod + 1i32 in sum }) xs\n"
    "  indices = iota n\n"
    "  zs = map (\\x_1 i -> { s1 = i + k ; s2 = i32.i64 s1 ; s3 = x_1 + s2 in s3 }) xs indices\n"
    "  ss = map (\\r -> loop a = 0i32 for j < m do { j2 = i32.i64 j ;\n"
    "    mapped = map (\\v -> v + j2) r ;\n"
    "    t = reduce (+) 0i32 mapped ;\n"
    "    t2 = a + t\n"
    "    in t2 }) xss\n"
    "  xs_1 = copy xs\n"
    "  sc = scatter xs_1 is zs\n"
    "  ts = rearrange (1,0) xss\n"
    "  low = 1i64 <= k\n"
    "  start = assert \"i {}\" [k] low 1i64\n"
    "  part = xs[start :+ (n - 2) * 1]\n"
    "  q = map (\\w -> w * 2i32) part\n"
    "  sums = scan (+) 0i32 zs\n"
    "  both = map (\\y z -> y + z) ys sums\n"
    "  all = reduce (+) 0i32 q\n"
    "  rows = map (\\r_2 -> { u = reduce (+) 0i32 r_2 in u }) xss\n"
    "  x_8 = xs[k]\n"
    "  twice = x_8 + x_8\n"
    "  in both all sc ts ss twice start rows\n"
    "}\n";

static const char single[] =
    "entry main [n] [m] (xss: [n][m]i32) (k: i32) : [n]i32 = {\n"
    "  rows = map (\\r -> { u = reduce (+) 0i32 r ; v = u + k in v }) xss in rows\n"
    "}\n";

static const char twice[] =
    "entry main [n] (xs: [n]i32) : [n]i32 = {\n"
    "  ys = map (\\x -> x * 2i32) xs\n"
    "  zs = map (\\y -> y + 1i32) ys in zs\n"
    "}\n";

/* A left side, what begins its right side, and what has a value there. */
typedef struct {
    const char *head, *left, *right;
    const char *name[12];
} Shape;

static const Shape shapes[] = {
    { "set s \"A set.\"\n", "map[?n] (\\?x.. #?i -> ?e) ?xs..",
      "map[?n] (\\?x.. #?i -> ?e) ?xs..",
      { "?n", "?x..", "?i", "?e", "?xs..", "5", "2.5", "(width ?xs..)", "{ ?k.. = ?e in ?x.. }" } },
    { "set s \"A set.\"\n", "redomap ?op (\\?x.. #?i -> ?e) ?ne.. ?xs..",
      "redomap ?op (\\?x.. #?i -> ?e) ?ne.. ?xs..",
      { "?op", "?x..", "?i", "?e", "?ne..", "?xs..", "(?op ?ne.. ?ne..)", "-1" } },
    { "set s \"A set.\"\n", "?x + ?y", "?y + ?x",
      { "?x", "?y", "0", "3i64", "(zero ?x)", "(blank ?y)", "(fresh ?x)" } },
    { "set s \"A set.\"\n", "rearrange ?p ?a", "rearrange ?p ?a",
      { "?p", "?a", "1", "(under-perm ?p)", "(width ?a)", "(row ?a 0)" } },
    { "set s \"A set.\"\n", "?as.. = map ?G ; ?bs.. = map ?F", "?bs.. = map ?F",
      { "?as..", "?bs..", "?F", "?G", "(?F beside ?G)", "(width ?F)", "(element ?G 0)" } },
    { "set s \"A set.\"\n", "(\\?p.. ?x ?q.. #?i -> ?e) ?ps.. ?a ?qs..",
      "(\\?p.. ?x ?q.. #?i -> ?e) ?ps.. ?a ?qs..",
      { "?p..", "?x", "?i", "?e", "?ps..", "?a", "?qs..", "(row-length ?a)", "{ in ?p.. }" } },
    { "set s \"A set.\"\njudgment S |-[l] e => e' \"j\"\n", "S |- map (\\?x.. #?i -> ?e) ?xs..",
      "?e", { "S", "?x..", "?e", "?xs..", "?i", "(numbered S)", "<?x.. in ?xs.. #?i < 3>",
              "(par S)", "7", "S, <?x.. in ?xs..>" } },
    { "set s \"A set.\"\njudgment S |-[l] e => e' \"j\"\n",
      "S |- { ?s.. ; ?t.. = ?e ; ?u.. in ?r.. }",
      "?e", { "S", "?s..", "?t..", "?e", "?u..", "?r..", "{ ?u.. in ?r.. }", "9", "(par S)" } },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static unsigned random_below(unsigned n)
{
    static uint64_t state = 42;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static const char *some_name(const Shape *s)
{
    int n = 0;
    while (s->name[n])
        n++;
    return s->name[random_below((unsigned)n)];
}

static const char *call_text(const Condition *k, const Shape *s)
{
    Text t = { 0 };
    int n = k->min + (int)random_below((unsigned)(k->max - k->min + 1));
    text_add(&t, k->name);
    for (int a = 0; a < n; a++)
        text_fmt(&t, " %s", k->word ? "grid" : some_name(s));
    return text_str(&t);
}

/* A condition is asked, a constructor's value is asked about, or put on the right. */
static const char *rule_text(const Shape *s, const Condition *k, bool makes)
{
    const char *call = call_text(k, s), *never = "not as-many 1 1", *right = s->right;
    bool judgment = strstr(s->head, "judgment");
    if (!makes)
        call = format("%s%s", random_below(2) ? "not " : "", call);
    else if (random_below(2))
        call = format(random_below(2) ? "same (%s) 3" : "scalar (%s)", call);
    else if (random_below(2))
        call = format("?made = %s", call);
    else {
        right = strstr(right, ". =") ? format("?bs.. = map (%s)", call) : format("(%s)", call);
        call = "few 1";
        never = "few 1";
    }
    if (judgment)
        return format("%srule a \"A law.\" from \"here\"\n  %s\n  %s\n  -----\n  %s => %s\n"
                      "  yes 1i32 gives 1i32\n", s->head, call, never, s->left, right);
    return format("%slemma a \"A law.\" from \"here\"\n  %s => %s\n  when %s ; %s\n"
                  "  yes 1i32 gives 1i32\n", s->head, s->left, right, call, never);
}

/* 0: the text is refused, 1: it breaks down at work, 2: it works. */
static int outcome(const char *text, const char *of)
{
    DiagCatch c;
    volatile int how = 0;
    if (!DIAG_CATCH(&c)) {
        RuleFile *file = rule_read(source_new("own.rules", text, (int)strlen(text)));
        file->rule[0].own = true;
        RewriteOptions o = { .rules = rules_of(&file, 1) };
        Program *p = core_read(source_new("p.core", of, (int)strlen(of)));
        how = 1;
        rewrite_run(p, "s", &o, trace_new());
        how = 2;
    }
    bug_rule(NULL, NULL);
    diag_pop(&c);
    return how;
}

static void any_argument(void)
{
    const char *many = getenv("MANY");
    int count[3] = { 0 }, each = many ? atoi(many) : 6;
    FILE *f = fopen(getenv("SAID") ? getenv("SAID") : "/dev/null", "w");
    diag_stream(f);
    for (int i = 0; i < nconditions + nmakers; i++) {
        bool makes = i >= nconditions;
        const Condition *k = makes ? &makers[i - nconditions] : &conditions[i];
        for (int s = 0; s < SHAPES; s++)
            for (int t = 0; t < each; t++) {
                const char *text = rule_text(&shapes[s], k, makes);
                if (many && getenv("SHOW"))
                    fprintf(stderr, "%s\n", text);
                count[outcome(text, s == 6 ? single : program)]++;
            }
    }
    diag_stream(stderr);
    fclose(f);
    printf(" %d refused, %d break down, %d work ", count[0], count[1], count[2]);
    CU_ASSERT(count[0] > 10 && count[2] > 10);
}

/* An argument that a call leaves out is empty, whatever the call before had there. */
static void left_out(void)
{
    static const char text[] =
        "set s \"A set.\"\nlemma a \"A law.\" from \"here\"\n"
        "  ?as.. = map ?G ; ?bs.. = map ?F => ?bs.. = map ?whole\n"
        "  when reads ?F ?as.. ; ?kept = after ?F ?G ?as.. ?as.. ; ?whole = after ?F ?G ?as..\n"
        "  yes 1i32 gives 1i32\n";
    CU_ASSERT(outcome(text, twice) == 2);
}

void suite_kinds(void)
{
    static CU_TestInfo tests[] = {
        { "any argument", any_argument },
        { "an argument left out", left_out },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {
        { "kinds", NULL, NULL, NULL, NULL, tests },
        CU_SUITE_INFO_NULL,
    };
    CU_register_suites(suites);
}
