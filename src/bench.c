/* bench.c -- how long entry points take on the data sets of test blocks. */
#include "bench.h"
#include "cost/counted.h"
#include "testinput.h"

#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const RunOptions *options;
    const BenchRun *run;
    const char *card;          /* null: measured */
    Json *sets;                /* of {file, line, entry, name, runs, microseconds, error} */
    const Json *old;           /* the same of the run to compare with, or null */
    bool started, wrong;
} Bench;

/* ---- on a GPU --------------------------------------------------------------------- */

/* Mean of the numbers in a file, with the half width of the confidence interval of 95 %. */
static Times times_in(const char *path)
{
    Times t = {0};
    double sum = 0, squares = 0;
    const char *text = file_read(path, NULL);
    char *end;
    for (const char *p = text ? text : ""; *p; p = end) {
        double x = strtod(p, &end);
        if (end == p)
            break;
        sum += x;
        squares += x * x;
        t.runs++;
    }
    if (t.runs) {
        double n = t.runs;
        t.mean = sum / n;
        double variance = n > 1 ? fmax(0, squares - sum * t.mean) / (n - 1) : 0;
        t.error = 1.96 * sqrt(variance / n) + 0.5 / n;      /* the clock tells whole ones */
    }
    return t;
}

/* More runs, until the interval is narrow: a hundredth of the mean on each side. */
static const char *measure(const CpuProgram *p, const char *entry, Value **args, int nargs,
                           const char *const more[], Times *t)
{
    const char *path = cpu_file(p, "times"), *wrong = NULL;
    for (int runs = 10; runs <= 10000; runs *= 4) {
        const char *const how[] = { "-r", format("%d", runs), "-t", path };
        VEC(const char *) all = {0};
        vec_append(&all, how, 4);
        for (int i = 0; more[i]; i++)
            vec_push(&all, more[i]);
        vec_push(&all, NULL);
        if ((wrong = cpu_measure(p, entry, args, nargs, all.at)))
            return wrong;
        *t = times_in(path);
        if (t->error <= 0.01 * t->mean || t->mean * runs > 10e6)
            break;
    }
    return NULL;
}

/* ---- predicted --------------------------------------------------------------------- */

int64_t card_processors(const char *card)
{
    Card c;
    return card_find(card, &c) ? (int64_t)c.processors : 0;
}

void card_check(const char *card)
{
    Text known = {0};
    Card c;
    if (!card || card_find(card, &c))
        return;
    for (int i = 0; card_at(i, &c); i++)
        text_add(&known, format("%s%s", i ? ", " : "", c.name));
    fail_at(NULL, ERR_INPUT, "no prediction for the card %s; there is one for %s", card,
            text_str(&known));
}

static const char *predict(const CpuProgram *p, const char *entry, Value **args, int nargs,
                           const char *name, const char *const more[], Times *t)
{
    const char *path = cpu_file(p, "counts");
    Card card;
    Counted kernels = {0};
    if (!card_find(name, &card))
        bug("no card %s", name);
    unlink(path);
    setenv("EMU_JSON", path, 1);
    setenv("EMU_TIMEOUT", "600", 0);
    setenv("EMU_PROCESSORS", format("%.0f", card.processors), 0);
    const char *wrong = cpu_measure(p, entry, args, nargs, more);
    unsetenv("EMU_JSON");
    const char *counts = wrong ? NULL : file_read(path, NULL);
    if (!wrong && !counts)
        return "the run on the CPU has left no counts";
    if (wrong || (wrong = counted_read(&kernels, counts, cpu_resources(p))))
        return wrong;
    *t = (Times){ .mean = counted_time(&kernels, &card, 1) };
    return NULL;
}

const char *bench_time(const CpuProgram *p, const char *entry, Value **args, int nargs,
                       const char *card, const char *const more[], Times *t)
{
    return card ? predict(p, entry, args, nargs, card, more, t)
                : measure(p, entry, args, nargs, more, t);
}

CpuProgram *bench_build(Source *s, const CompileOptions *c, bool tunable, const char **card,
                        Emitted *files, const char **error)
{
    EmitOptions e = { .file = path_output(s->name), .source = basename(format("%s", s->name)),
                      .harness = true, .tunable = tunable, .unsafe = c->unsafe, .tune = c->tune,
                      .templates_dir = c->templates };
    emit_program(compile(s, c), &e, files);
    stop_on_errors();
    CpuProgram *p = *card ? NULL : gpu_build(e.file, files, error);
    if (p || *error)
        return p;
    *card = *card ? *card : "h200";
    return cpu_build(e.file, files, error);
}

/* ---- data sets --------------------------------------------------------------------- */

/* A set as we write them: somebody may have changed the file. */
static bool is_set(const Json *s)
{
    static const char *const keys[] = { "file", "entry", "name", "microseconds", "error" };
    bool whole = s->kind == JSON_OBJECT;
    for (int k = 0; k < 5 && whole; k++)
        whole = json_get(s, keys[k]) && json_get(s, keys[k])->text;
    return whole;
}

static const Json *old_of(const Bench *b, const char *file, const char *entry, const char *name)
{
    const Json *sets = b->old ? json_get(b->old, "sets") : NULL;
    for (int i = 0; sets && i < sets->n; i++) {
        const Json *s = sets->item[i];
        if (is_set(s) && !strcmp(json_get(s, "file")->text, file)
            && !strcmp(json_get(s, "entry")->text, entry)
            && !strcmp(json_get(s, "name")->text, name))
            return s;
    }
    return NULL;
}

static double number(const Json *o, const char *key)
{
    return strtod(json_get(o, key)->text, NULL);
}

static Json *decimal(double x)
{
    Json *j = json_int(0);
    j->text = format("%.3f", x);
    return j;
}

static void print_heading(Bench *b)
{
    if (b->started)
        return;
    b->started = true;
    const Json *was = b->old ? json_get(b->old, "predicted_for") : NULL;
    const char *card = was && was->kind == JSON_STRING ? was->text : "";
    if (b->old && strcmp(card, b->card ? b->card : ""))
        fail_at(NULL, ERR_INPUT, "%s: those times are %s; such times are not compared",
                b->run->compare, *card ? format("predicted for %s", card) : "measured");
    if (b->card)
        printf("predicted for the card %s, from what the CPU run counts; nothing is measured\n",
               b->card);
    printf("%-44s %6s %12s %9s%s\n", "data set", "runs", "microseconds", "+-",
           b->old ? "    before   ratio" : "");
}

static void tell(Bench *b, const char *file, const TestCase *c, const char *name, const Times *t)
{
    const Json *old = old_of(b, file, c->entry, name);
    print_heading(b);
    printf("%-44s %6s %12.1f %9s", format("%s: %s %s", file, c->entry, name),
           t->runs ? format("%d", t->runs) : "-", t->mean,
           t->runs ? format("%.1f", t->error) : "-");
    if (old) {
        double was = number(old, "microseconds");
        double noise = t->error + number(old, "error"), change = t->mean - was;
        printf(" %10.1f %7.3f%s", was, was > 0 ? t->mean / was : 1,
               fabs(change) <= noise ? "" : change < 0 ? "  faster" : "  slower");
    }
    putchar('\n');
    fflush(stdout);
    json_push(b->sets, json_record("file", json_str(file), "line", json_int(c->span->line),
                                   "entry", json_str(c->entry), "name", json_str(name),
                                   "runs", json_int(t->runs),
                                   "microseconds", decimal(t->mean), "error", decimal(t->error),
                                   NULL));
}

static const char *bench_case(Bench *b, const Source *s, const Runner *r, const CpuProgram *p,
                              const TestCase *c, const char *name)
{
    const char *error = NULL;
    int n;
    Times t = {0};
    const Func *entry = runner_entry(r, c->entry);
    if (!entry)
        return format("there is no entry point \"%s\"", c->entry);
    Value **args = testinput(c, s, entry, &n, &error);
    if (!args || (error = check_arguments(entry, args, n)))
        return error;
    error = bench_time(p, c->entry, args, n, b->card, (const char *[]){ NULL }, &t);
    values_free(args, n);
    if (!error)
        tell(b, s->name, c, name, &t);
    return error;
}

bool bench_wants(const TestCase *c, bool marked)
{
    return !c->skipped && !c->nobench && c->expect != EXPECT_ERROR && testinput_understood(c)
        && (c->bench || !marked);
}

static void bench_source(Bench *b, Source *s)
{
    const char *error = NULL;
    TestBlocks *blocks = testblocks_read(s);
    RunOptions evaluated = { .compile = b->options->compile };
    Runner *r = runner_new(s, &evaluated, &error);
    Emitted files;
    CpuProgram *p = bench_build(s, &b->options->compile, false, &b->card, &files, &error);
    bool marked = false;
    int before = b->sets->n;
    if (!p)
        fail_at(NULL, ERR_RUN_FAILED, "%s", error);
    for (int i = 0; i < blocks->test.n; i++)
        marked |= blocks->test.at[i].bench;
    for (int i = 0; i < blocks->test.n; i++) {
        const TestCase *c = &blocks->test.at[i];
        const char *name = c->name ? c->name : format("line %d", c->span->line);
        if (!bench_wants(c, marked))
            continue;
        const char *wrong = bench_case(b, s, r, p, c, name);
        if (wrong)
            printf("%s: %s %s: FAILED: %s\n", s->name, c->entry, name, wrong);
        b->wrong |= wrong != NULL;
    }
    if (b->sets->n == before && !b->wrong)
        fprintf(stderr, "mapnest: %s: no test block with an input, so nothing is timed\n", s->name);
    cpu_free(p);
}

static void bench_file(Bench *b, const char *file)
{
    size_t n;
    const char *text = file_read(file, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", file, strerror(errno));
    bench_source(b, source_new(file, text, (int)n));
}

int bench_files(char **files, int n, const RunOptions *o, const BenchRun *run)
{
    Bench b = { .options = o, .run = run, .card = run->card, .sets = json_list() };
    const char *error = NULL, *old = run->compare ? file_read(run->compare, NULL) : NULL;
    if (run->compare && !old)
        fail_at(NULL, ERR_FILE, "%s: %s", run->compare, strerror(errno));
    if (old && (!(b.old = json_parse(old, &error)) || b.old->kind != JSON_OBJECT
                || !json_get(b.old, "sets") || json_get(b.old, "sets")->kind != JSON_LIST))
        fail_at(NULL, ERR_INPUT, "%s: not what --json writes", run->compare);
    card_check(run->card);
    for (volatile int i = 0; i < n; i++) {
        DiagCatch c;
        if (DIAG_CATCH(&c))
            b.wrong = true;
        else
            bench_file(&b, files[i]);
        diag_pop(&c);
    }
    Text t = {0};
    json_print(&t, json_record("generator", json_str("written by mapnest " MAPNEST_VERSION),
                               "predicted_for", b.card ? json_str(b.card) : json_null(),
                               "sets", b.sets, NULL), 0);
    if (run->json && !file_write(run->json, text_str(&t), (size_t)t.n))
        fail_at(NULL, ERR_FILE, "%s: %s", run->json, strerror(errno));
    return b.wrong;
}
