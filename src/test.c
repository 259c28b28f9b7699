/* test.c -- the test blocks of one program. */
#include "structure.h"
#include "test.h"
#include "testinput.h"
#include "testproperty.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* Null, or why the text does not match the extended regular expression: `what` does not. */
static const char *mismatch(const char *what, const char *pattern, const char *text)
{
    regex_t re;
    int bad = regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE);
    if (bad == REG_ESPACE)
        out_of_memory(0);
    if (bad)
        return format("the regular expression '%s' is wrong", pattern);
    bool matches = regexec(&re, text, 0, NULL, 0) == 0;
    regfree(&re);
    return matches ? NULL : format("expected %s like '%s', got: %s", what, pattern,
                                   *text ? brief(text) : "none");
}

/* Against the evaluator: the reference where a block gives no values. */
static const char *compare_with_evaluator(const Trial *t, const EvalResult *got)
{
    if (!t->options->on_cpu && !t->options->ranks)
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
    const char *kept = c->expect == EXPECT_AUTO ? testinput_reference(c, t->file) : NULL;
    if (c->expect == EXPECT_ERROR)
        return got->failed ? mismatch("an error", c->out, got->message)
                           : format("expected a failure like '%s', got: %s", c->out,
                                    values_str(got->result, got->nresults));
    if (c->expect == EXPECT_TERMINATES || (c->expect == EXPECT_AUTO && !kept))
        return compare_with_evaluator(t, got);
    if (got->failed)
        return format("it failed: %s", got->message);
    int n = 0;
    const char *error = NULL;
    Caller out = side_out(t->entry);
    Value **want = testvalues_read(t->file, kept || c->expect == EXPECT_FILE,
                                   kept ? kept : c->out, &out, false, &n, &error);
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

/* What came of a case: null, it passed. */
static void tell(TestTally *t, const char *name, int line, double seconds, const char *why)
{
    Json *j = json_record("name", json_str(name), "line", json_int(line), "seconds",
                          json_str(format("%.3f", seconds)), "skipped", json_bool(false), NULL);
    json_set(j, "why", why ? json_str(why) : json_bool(false));
    json_push(t->cases, j);
    t->passed += why == NULL;
    t->failed += why != NULL;
    const char *colon = *name ? ": " : "";
    if (why && line)
        printf("%s:%d: %s%sFAILED: %s\n", t->file, line, name, colon, why);
    else if (why)
        printf("%s: %s%sFAILED: %s\n", t->file, name, colon, why);
}

static void skip(TestTally *t, const char *name, int line)
{
    json_push(t->cases, json_record("name", json_str(name), "line", json_int(line), "seconds",
                                    json_str("0"), "skipped", json_bool(true), "why",
                                    json_bool(false), NULL));
    t->skipped++;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *try_property(const Runner *r, const char *name, const RunOptions *o)
{
    const Func *entry = runner_entry(r, name);
    if (!entry)
        return format("there is no entry point \"%s\"", name);
    return property_refuted(r, entry, o->on_cpu || o->ranks || o->on_passes ? 20 : 100);
}

static void run_cases(const Source *source, const TestBlocks *b, const Runner *r,
                      const RunOptions *o, TestTally *tally)
{
    for (int i = 0; i < b->test.n; i++) {
        const TestCase *c = &b->test.at[i];
        const char *name = c->name ? format("%s %s", c->entry, c->name) : c->entry;
        if (c->skipped || !testinput_understood(c)) {
            skip(tally, name, c->span->line);
            continue;
        }
        Trial t = { .options = o, .file = source->name, .source = source, .runner = r,
                    .test = c };
        double from = now();
        const char *why = run_case(&t, i);
        tell(tally, name, c->span->line, now() - from, why);
    }
    for (int i = 0; i < b->property.n; i++) {
        const Claim *p = &b->property.at[i];
        double from = now();
        const char *why = try_property(r, p->text, o);
        tell(tally, p->text, p->span->line, now() - from, why);
    }
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

/* Null: it is said, in our words or in those that Futhark has for the same fault. */
static const char *not_said(const char *what, const char *pattern, const char *messages)
{
    const char *why = mismatch(what, pattern, messages);
    return why && mismatch(what, pattern, peer_says(messages)) ? why : NULL;
}

static void test_compile_error(const TestBlocks *b, const Attempt *a, bool compiled,
                               TestTally *tally)
{
    const char *why = compiled
        ? format("expected an error like '%s', but it compiles", b->compile_error)
        : a->error ? mismatch("an error", b->compile_error, a->error)
        : not_said("an error", b->compile_error, a->messages);
    tell(tally, "", b->error_span->line, 0, why);
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
static void test_structure(const Structure *s, const Attempt *a, TestTally *tally)
{
    Program *p = s->pass ? program_after(*a, s->pass) : NULL;
    bool skips = !p;
    const char *wrong = NULL;
    for (int i = 0; p && i < s->node.n; i++) {
        const NodeCount *n = &s->node.at[i];
        int found = structure_count(p, n->name);
        bool differs = found >= 0 && found != n->count;
        const char *what = format("%d %s after %s, expected %d", found, n->name, s->pass,
                                  n->count);
        skips |= found < 0 || (differs && n->futhark);
        wrong = differs && !n->futhark ? what : wrong;
        if (differs && n->futhark)
            printf("%s:%d: structure (skipped): %s\n", tally->file, s->span->line, what);
    }
    if (skips && !wrong)
        skip(tally, "structure", s->span->line);
    else
        tell(tally, "structure", s->span->line, 0, wrong);
}

/* ---- files, continued ----------------------------------------------------------------- */

static void test_source(Source *source, const RunOptions *o, TestTally *tally)
{
    Attempt a = { .source = source, .options = o };
    TestBlocks *b = testblocks_read(a.source);
    if (b->disabled) {
        skip(tally, "", 0);
        return;
    }
    bool compiled = run_apart(make_runner, &a) && a.runner;
    if (b->compile_error) {
        test_compile_error(b, &a, compiled, tally);
    } else if (!compiled) {
        const char *why = format("it does not compile: %s", a.error ? a.error : a.messages);
        tell(tally, "", 0, 0, why);
        for (int i = 1; i < b->test.n; i++)
            tally->failed++;
    } else {
        run_cases(a.source, b, a.runner, o, tally);
        for (int i = 0; i < b->warning.n; i++)
            tell(tally, "warning", b->warning.at[i].span->line, 0,
                 not_said("a warning", b->warning.at[i].text, a.messages));
        for (int i = 0; i < b->structure.n; i++)
            test_structure(&b->structure.at[i], &a, tally);
    }
    runner_free(a.runner);
    free(a.messages);
}

/* An error in its test blocks, or an internal one, ends the file, not the run. */
void test_file(TestTally *tally, const RunOptions *o)
{
    size_t n;
    const char *text = file_read(tally->file, &n);
    if (!text) {
        tell(tally, "", 0, 0, strerror(errno));
        return;
    }
    DiagCatch c;
    internal = NULL;
    bug_caught(&internal);
    if (DIAG_CATCH(&c)) {
        if (!internal)
            tell(tally, "", 0, 0, "its test blocks cannot be read");
    } else {
        test_source(source_new(tally->file, text, (int)n), o, tally);
    }
    diag_pop(&c);
    bug_caught(NULL);
    if (!internal)
        return;
    tell(tally, "", 0, 0, format("a fault of mapnest (please report it, with the program): "
                                 "internal error: %s", internal));
    tally->failed--;
    tally->internal++;
}
