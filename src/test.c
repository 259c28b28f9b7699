/* test.c -- `mapnest test`: the test blocks of programs. */
#include "structure.h"
#include "testinput.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int passed, failed, skipped;
    int internal;              /* files that mapnest itself failed at */
} Count;

typedef struct {
    const RunOptions *options;
    const char *file;
    const Source *source;
    const Runner *runner;
    const TestCase *test;
    const Func *entry;
    Value **args;
    int nargs;
} Trial;

/* Null, or why the text does not match the extended regular expression. */
static const char *mismatch(const char *pattern, const char *text)
{
    regex_t re;
    int bad = regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE);
    if (bad == REG_ESPACE)
        out_of_memory(0);
    if (bad)
        return format("the regular expression '%s' is wrong", pattern);
    bool matches = regexec(&re, text, 0, NULL, 0) == 0;
    regfree(&re);
    return matches ? NULL : format("expected an error like '%s', got: %s", pattern, brief(text));
}

/* Against the evaluator: the reference where a block gives no values. */
static const char *compare_with_evaluator(const Trial *t, const EvalResult *got)
{
    if (!t->options->on_cpu)
        return got->failed ? got->message : NULL;
    EvalResult want = runner_eval(t->runner, t->entry, t->args, t->nargs);
    if (want.failed || got->failed)
        return want.failed == got->failed ? NULL
             : format("evaluated: %s; as CUDA: %s", want.failed ? want.message : "fine",
                      got->failed ? got->message : "fine");
    const char *why = results_differ(want.result, want.nresults, got, t->options->tolerance);
    values_free(want.result, want.nresults);
    return why;
}

static const char *judge(const Trial *t, const EvalResult *got)
{
    const TestCase *c = t->test;
    if (c->expect == EXPECT_ERROR)
        return got->failed ? mismatch(c->out, got->message)
                           : format("expected a failure like '%s', got: %s", c->out,
                                    values_str(got->result, got->nresults));
    if (c->expect == EXPECT_TERMINATES || c->expect == EXPECT_AUTO)
        return compare_with_evaluator(t, got);
    if (got->failed)
        return format("it failed: %s", got->message);
    int n = 0;
    const char *error = NULL;
    Value **want = testvalues_read(t->file, c->expect == EXPECT_FILE, c->out, NULL, &n, &error);
    if (!want)
        return error;
    const char *why = results_differ(want, n, got, t->options->tolerance);
    values_free(want, n);
    return why;
}

/* ---- saved data, for machines without mapnest ----------------------------------- */

static void save_values(const Trial *t, int number, const char *ending, Value **v, int n)
{
    Text out = {0};
    for (int i = 0; i < n; i++) {
        value_print(&out, v[i]);
        text_char(&out, '\n');
    }
    const char *path = format("%s/%s.%d.%s", t->options->save, t->test->entry, number, ending);
    if (!file_write(path, text_str(&out), (size_t)out.n))
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
}

/* Cases that fail when evaluated are left out. */
static void save_case(const Trial *t, int number)
{
    EvalResult r = runner_eval(t->runner, t->entry, t->args, t->nargs);
    if (r.failed)
        return;
    save_values(t, number, "in", t->args, t->nargs);
    save_values(t, number, "out", r.result, r.nresults);
    values_free(r.result, r.nresults);
}

/* ---- one case, continued ---------------------------------------------------------- */

static const char *run_case(Trial *t, int number)
{
    const TestCase *c = t->test;
    const char *error = NULL;
    t->entry = runner_entry(t->runner, c->entry);
    if (!t->entry)
        return format("there is no entry point \"%s\"", c->entry);
    t->args = testinput(c, t->source, t->entry, &t->nargs, &error);
    if (!t->args)
        return error;
    error = check_arguments(t->entry, t->args, t->nargs);
    if (!error) {
        EvalResult got = runner_run(t->runner, t->entry, t->args, t->nargs);
        error = judge(t, &got);
        values_free(got.result, got.nresults);
        if (t->options->save)
            save_case(t, number);
    }
    values_free(t->args, t->nargs);
    return error;
}

/* ---- files --------------------------------------------------------------------------- */

static void report(const char *file, const TestCase *c, const char *why)
{
    printf("%s:%d: %s%s%s: FAILED: %s\n", file, c->span->line, c->entry, c->name ? " " : "",
           c->name ? c->name : "", why);
}

static void run_cases(const Source *source, const TestBlocks *b, const Runner *r,
                      const RunOptions *o, Count *count)
{
    const char *file = source->name;
    for (int i = 0; i < b->test.n; i++) {
        const TestCase *c = &b->test.at[i];
        if (c->skipped || !testinput_understood(c)) {
            count->skipped++;
            continue;
        }
        Trial t = { .options = o, .file = file, .source = source, .runner = r,
                    .test = c };
        const char *why = run_case(&t, i);
        if (why) {
            count->failed++;
            report(file, c, why);
        } else {
            count->passed++;
        }
    }
    count->skipped += b->unsupported;
}

typedef struct {
    Source *source;
    const RunOptions *options;
    Runner *runner;
    const char *error;         /* of building the generated program */
    char *messages;            /* what diag printed */
    const char *pass;
    Program *program;          /* after that pass */
} Attempt;

/* What bug() said of the file under test, or null. */
static const char *internal;

/* Runs it with what diag prints kept; false if it gave up. */
static bool run_apart(void (*run)(Attempt *a), Attempt *a)
{
    size_t size;
    FILE *f = open_memstream(&a->messages, &size);
    if (!f)
        out_of_memory(0);
    diag_stream(f);
    DiagCatch c;
    volatile bool ok = true;
    if (DIAG_CATCH(&c))
        ok = false;
    else
        run(a);
    diag_pop(&c);
    diag_stream(NULL);
    bool lost = ferror(f);
    if (fclose(f) != 0 || lost)
        out_of_memory(size);
    if (internal)
        stop_run();
    return ok;
}

static void make_runner(Attempt *a)
{
    a->runner = runner_new(a->source, a->options, &a->error);
}

static void test_compile_error(const TestBlocks *b, const Attempt *a, bool compiled,
                               const char *file, Count *count)
{
    const char *why = compiled
        ? format("expected an error like '%s', but it compiles", b->compile_error)
        : mismatch(b->compile_error, a->error ? a->error : a->messages);
    if (why)
        printf("%s:%d: FAILED: %s\n", file, b->error_span->line, why);
    count->failed += why != NULL;
    count->passed += why == NULL;
}

/* ---- structure --------------------------------------------------------------------- */

static void compile_to_pass(Attempt *a)
{
    CompileOptions o = a->options->compile;
    o.stop_after = a->pass;
    a->program = compile(a->source, &o);
}

/* The program after a pass; null if it does not get there. */
static Program *program_after(Attempt a, const char *pass)
{
    a.pass = pass;
    bool ok = run_apart(compile_to_pass, &a);
    free(a.messages);
    return ok ? a.program : NULL;
}

/* A count in Futhark's names speaks of Futhark's compiler: where ours differs, it is
   skipped. One in the names of core is a test. */
static void test_structure(const Structure *s, const Attempt *a, Count *count)
{
    Program *p = s->pass ? program_after(*a, s->pass) : NULL;
    bool skip = !p, wrong = false;
    for (int i = 0; p && i < s->node.n; i++) {
        const NodeCount *n = &s->node.at[i];
        int found = structure_count(p, n->name);
        bool differs = found >= 0 && found != n->count;
        skip |= found < 0 || (differs && n->futhark);
        wrong |= differs && !n->futhark;
        if (differs)
            printf("%s:%d: structure%s: %d %s after %s, expected %d\n", a->source->name,
                   s->span->line, n->futhark ? " (skipped)" : "", found, n->name, s->pass,
                   n->count);
    }
    count->failed += wrong;
    count->skipped += skip && !wrong;
    count->passed += !skip && !wrong;
}

static void test_structures(const TestBlocks *b, const Attempt *a, Count *count)
{
    for (int i = 0; i < b->structure.n; i++)
        test_structure(&b->structure.at[i], a, count);
}

/* ---- files, continued ----------------------------------------------------------------- */

static void test_source(Source *source, const RunOptions *o, Count *count)
{
    const char *file = source->name;
    Attempt a = { .source = source, .options = o };
    TestBlocks *b = testblocks_read(a.source);
    if (b->disabled) {
        count->skipped++;
        return;
    }
    bool compiled = run_apart(make_runner, &a) && a.runner;
    if (b->compile_error) {
        test_compile_error(b, &a, compiled, file, count);
    } else if (!compiled) {
        printf("%s: FAILED: it does not compile: %s\n", file, a.error ? a.error : a.messages);
        count->failed += b->test.n ? b->test.n : 1;
    } else {
        run_cases(a.source, b, a.runner, o, count);
        test_structures(b, &a, count);
    }
    runner_free(a.runner);
    free(a.messages);
}

/* An error in its test blocks, or an internal one, ends the file, not the run. */
static void test_file(const char *file, const RunOptions *o, Count *count)
{
    size_t n;
    const char *text = file_read(file, &n);
    if (!text) {
        printf("%s: FAILED: %s\n", file, strerror(errno));
        count->failed++;
        return;
    }
    DiagCatch c;
    internal = NULL;
    bug_caught(&internal);
    if (DIAG_CATCH(&c))
        count->failed++;
    else
        test_source(source_new(file, text, (int)n), o, count);
    diag_pop(&c);
    bug_caught(NULL);
    if (!internal)
        return;
    printf("%s: FAILED: a fault of mapnest (please report it, with the program): "
           "internal error: %s\n", file, internal);
    count->internal++;
}

int test_files(char **files, int n, const RunOptions *o)
{
    Count count = {0};
    for (int i = 0; i < n; i++)
        test_file(files[i], o, &count);
    printf("%d passed, %d failed, %d skipped\n", count.passed, count.failed, count.skipped);
    return count.internal ? EXIT_INTERNAL : count.failed > 0;
}
