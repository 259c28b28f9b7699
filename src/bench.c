/* bench.c -- how long entry points take on the data sets of test blocks. */
#include "bench.h"
#include "cost/counted.h"
#include "testinput.h"

#include <ctype.h>
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
    BenchSets sets;
    const BenchSets *old;      /* of the run to compare with, or null */
    int timed;
    bool started, wrong;
} Bench;

/* ---- on a GPU --------------------------------------------------------------------- */

/* The numbers in a file. */
static Times times_in(const char *path)
{
    Times t = {0};
    const char *text = file_read(path, NULL);
    char *end;
    for (const char *p = text ? text : ""; *p; p = end) {
        double x = strtod(p, &end);
        if (end == p)
            break;
        times_add(&t, x);
    }
    times_sum(&t);
    return t;
}

/* Times the number of runs that is asked for. If none is asked for, runs are added until the
   interval is narrow: a hundredth of the mean on each side. */
static const char *measure(const CpuProgram *p, const char *entry, Value **args, int nargs,
                           int asked, const char *const more[], Times *t)
{
    const char *path = cpu_file(p, "times"), *wrong = NULL;
    for (int runs = asked ? asked : 10; runs <= 10000 || asked; runs *= 4) {
        const char *const how[] = { "-r", format("%d", runs), "-t", path };
        VEC(const char *) all = {0};
        vec_append(&all, how, 4);
        for (int i = 0; more[i]; i++)
            vec_push(&all, more[i]);
        vec_push(&all, NULL);
        if ((wrong = cpu_measure(p, entry, args, nargs, all.at)))
            return wrong;
        *t = times_in(path);
        if (asked || t->error <= 0.01 * t->mean || t->mean * runs > 10e6)
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
    *t = (Times){ .mean = round(10 * counted_time(&kernels, &card, 1)) / 10, .predicted = true };
    return NULL;
}

const char *bench_time(const CpuProgram *p, const char *entry, Value **args, int nargs,
                       const char *card, int runs, const char *const more[], Times *t)
{
    return card ? predict(p, entry, args, nargs, card, more, t)
                : measure(p, entry, args, nargs, runs, more, t);
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

/* As Futhark names sets that have no name: random ones by their types, others by their number
   among those of the entry point, with the beginning of their text. */
static const char *set_name(const TestCase *c, int number)
{
    enum { MOST = 20 };
    Text t = {0};
    for (const char *p = c->in; p && *p; p++)
        if (!isspace((unsigned char)*p))
            text_char(&t, *p);
        else if (t.n && p[1] && !isspace((unsigned char)p[1]))
            text_char(&t, ' ');
    const char *text = text_str(&t);
    bool cut = c->input != INPUT_RANDOM && strlen(text) > MOST;
    if (c->name)
        return c->name;
    if (c->input == INPUT_RANDOM)
        return text;
    return format("#%d (\"%.*s%s\")", number, cut ? MOST : t.n, text, cut ? "..." : "");
}

static void print_heading(Bench *b)
{
    if (b->started)
        return;
    b->started = true;
    for (int i = 0; b->old && i < b->old->set.n; i++) {
        const char *card = b->old->set.at[i].card;
        if (strcmp(card ? card : "", b->card ? b->card : ""))
            fail_at(NULL, ERR_INPUT, "%s: those times are %s; such times are not compared",
                    b->run->compare, card ? format("predicted for %s", card) : "measured");
    }
    benchset_heading(b->card, b->old);
}

static void tell(Bench *b, const BenchSet *s)
{
    print_heading(b);
    benchset_print(s, b->old);
    vec_push(&b->sets.set, *s);
}

static const char *bench_case(Bench *b, const Source *s, const Runner *r, const CpuProgram *p,
                              const TestCase *c, const char *name)
{
    bool is_main = !strcmp(c->entry, "main");
    const char *error = NULL;
    int n;
    Times t = {0};
    const Func *entry = runner_entry(r, c->entry);
    if (!entry)
        return format("there is no entry point \"%s\"", c->entry);
    Value **args = testinput(c, s, entry, &n, &error);
    if (!args || (error = check_arguments(entry, args, n)))
        return error;
    error = bench_time(p, c->entry, args, n, b->card, b->run->runs, (const char *[]){ NULL }, &t);
    values_free(args, n);
    const char *program = is_main ? s->name : format("%s:%s", s->name, c->entry);
    if (!error)
        tell(b, &(BenchSet){ .program = program, .name = name, .card = b->card, .times = t });
    return error;
}

bool bench_wants(const TestCase *c, bool marked)
{
    return !c->skipped && !c->nobench && c->expect != EXPECT_ERROR && testinput_understood(c)
        && (c->bench || !marked);
}

/* --exclude names its tag or its name. */
static bool is_excluded(const BenchRun *run, const TestCase *c)
{
    for (int i = 0; i < run->exclude.n; i++) {
        const char *word = run->exclude.at[i];
        size_t n = strlen(word);
        if (c->name && !strcmp(c->name, word))
            return true;
        for (const char *p = c->tags; p && *p; p += strcspn(p, " \t\n")) {
            p += strspn(p, " \t\n");
            if (strcspn(p, " \t\n") == n && !strncmp(p, word, n) && n)
                return true;
        }
    }
    return false;
}

/* The number of cases of the same entry point before this one. */
static int index_of_case(const TestBlocks *blocks, const TestCase *c)
{
    int n = 0;
    for (const TestCase *other = blocks->test.at; other < c; other++)
        n += !strcmp(other->entry, c->entry);
    return n;
}

static bool is_wanted(const BenchRun *run, const TestCase *c, bool marked)
{
    bool named = !run->entry || !strcmp(c->entry, run->entry);
    return named && bench_wants(c, marked) && !is_excluded(run, c);
}

static void bench_source(Bench *b, Source *s)
{
    const char *error = NULL;
    TestBlocks *blocks = testblocks_read(s);
    RunOptions evaluated = { .compile = b->options->compile };
    Runner *r = runner_new(s, &evaluated, &error);
    CpuProgram *p = NULL;
    Emitted files;
    bool marked = false;
    int found = 0;
    for (int i = 0; i < blocks->test.n; i++)
        marked |= blocks->test.at[i].bench;
    for (int i = 0; i < blocks->test.n; i++) {
        const TestCase *c = &blocks->test.at[i];
        if (!is_wanted(b->run, c, marked))
            continue;
        if (!p && !(p = bench_build(s, &b->options->compile, false, &b->card, &files, &error)))
            fail_at(NULL, ERR_RUN_FAILED, "%s", error);
        found++;
        const char *name = set_name(c, index_of_case(blocks, c));
        const char *wrong = bench_case(b, s, r, p, c, name);
        if (wrong)
            printf("%s: %s %s: FAILED: %s\n", s->name, c->entry, name, wrong);
        b->wrong |= wrong != NULL;
    }
    if (!found)
        fprintf(stderr, "mapnest: %s: no test block with an input%s%s%s, so nothing is timed\n",
                s->name, b->run->entry ? " of the entry point " : "",
                b->run->entry ? b->run->entry : "",
                b->run->exclude.n ? " that is not excluded" : "");
    b->timed += found;
    if (p)
        cpu_free(p);
}

/* The table of a run that is over. */
static void bench_again(Bench *b, const char *path)
{
    const BenchSets *sets = benchsets_read(path);
    for (int i = 0; i < sets->set.n; i++) {
        BenchSet s = sets->set.at[i];
        b->card = s.card;
        tell(b, &s);
    }
    b->timed += sets->set.n;
}

static void bench_file(Bench *b, const char *file)
{
    size_t n;
    if (str_ends(file, ".json")) {
        bench_again(b, file);
        return;
    }
    const char *text = file_read(file, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", file, strerror(errno));
    bench_source(b, source_new(file, text, (int)n));
}

int bench_files(char **files, int n, const RunOptions *o, const BenchRun *run)
{
    Bench b = { .options = o, .run = run, .card = run->card };
    b.old = run->compare ? benchsets_read(run->compare) : NULL;
    card_check(run->card);
    cpu_limit(run->timeout);
    for (volatile int i = 0; i < n; i++) {
        DiagCatch c;
        if (DIAG_CATCH(&c))
            b.wrong = true;
        else
            bench_file(&b, files[i]);
        diag_pop(&c);
    }
    if (run->entry && !b.timed && !b.wrong)
        fail_at(NULL, ERR_NO_ENTRY, "no data set of an entry point \"%s\"", run->entry);
    const char *json = benchsets_json(&b.sets);
    if (run->json && !file_write(run->json, json, strlen(json)))
        fail_at(NULL, ERR_FILE, "%s: %s", run->json, strerror(errno));
    return b.wrong;
}
