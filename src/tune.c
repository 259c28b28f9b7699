/* tune.c -- `mapnest tune`: data sets, the table, the tuning file. */
#include "tune.h"
#include "testinput.h"

#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- runs -------------------------------------------------------------------- */

static bool is_reached(const Tuning *t, const DataSet *d, const Choice *c)
{
    return !c->within || (is_reached(t, d, c->within)
                          && tune_way(t, d, c->within) == c->within_way);
}

static const char *path_of(Tuning *t, DataSet *d)
{
    Text path = {0};
    for (int i = 0; i < d->entry->choices.n; i++) {
        const Choice *c = d->entry->choices.at[i];
        if (is_reached(t, d, c))
            text_fmt(&path, "%s%s", path.n ? ", " : "", c->way.at[tune_way(t, d, c)].name);
    }
    return text_str(&path);
}

const Timed *tune_time(Tuning *t, DataSet *d)
{
    const char *path = path_of(t, d);
    for (int i = 0; i < d->run.n; i++)
        if (!strcmp(d->run.at[i].path, path))
            return &d->run.at[i];
    VEC(const char *) param = {0};
    for (int i = 0; i < t->knob.n; i++) {
        vec_push(&param, "-p");
        vec_push(&param, format("%s=%lld", t->knob.at[i].field, (long long)t->knob.at[i].now));
    }
    vec_push(&param, NULL);
    Times times = {0};
    Timed run = { .path = path };
    run.wrong = bench_time(t->program, d->entry->func->name, d->args, d->nargs, t->card, 0,
                           param.at, &times);
    run.time = run.wrong ? INFINITY : fmax(times.mean, 0.001);
    vec_push(&d->run, run);
    return &d->run.at[d->run.n - 1];
}

/* ---- data sets --------------------------------------------------------------- */

static void note_size(Table *size, const Var *v, int64_t n)
{
    int64_t *kept = COPY(int64_t, n);
    table_put(size, v, kept);
}

static Table *sizes_of(const Func *f, Value **args)
{
    Table *size = table_new();
    for (int i = 0; i < f->nparams; i++) {
        const Type *t = f->param[i]->type;
        for (int d = 0; d < t->rank; d++)
            if (t->dim[d]->op == OP_VAR)
                note_size(size, t->dim[d]->var, args[i]->dim[d]);
        if (!t->rank && prim_is_int(t->prim))
            note_size(size, f->param[i], value_get(args[i], 0).i);
    }
    return size;
}

static const Entry *entry_named(const Plan *p, const char *name)
{
    for (int i = 0; i < p->entries.n; i++)
        if (!strcmp(p->entries.at[i]->func->name, name))
            return p->entries.at[i];
    return NULL;
}

/* It has to fit the entry; what is wrong is an error. */
static void add_set(Tuning *t, const Plan *p, const char *name, const Func *entry, Value **args,
                    int nargs, const char *error)
{
    if (args && !error)
        error = check_arguments(entry, args, nargs);
    if (error && !strncmp(error, name, strlen(name)))      /* it says where, itself */
        fail_at(NULL, ERR_INPUT, "%s", error);
    if (error || !args)
        fail_at(NULL, ERR_INPUT, "%s: %s", name, error ? error : "no values");
    const Entry *e = entry_named(p, entry->name);
    DataSet d = { .name = name, .entry = e, .args = args, .nargs = nargs,
                  .size = sizes_of(e->func, args) };
    if (e->choices.n)
        vec_push(&t->set, d);
}

static const Func *entry_wanted(const Runner *r, const char *name)
{
    const Func *entry = runner_entry(r, name);
    if (!entry)
        fail_at(NULL, ERR_NO_ENTRY, "there is no entry point \"%s\"", name);
    return entry;
}

/* Files of values of one entry point. */
static void add_files(Tuning *t, const Plan *p, const Runner *r, char **files, int n,
                      const char *name)
{
    const Func *entry = entry_wanted(r, name);
    for (int i = 0; i < n; i++) {
        size_t size;
        int nargs = 0;
        const char *error = NULL, *text = file_read(files[i], &size);
        if (!text)
            fail_at(NULL, ERR_FILE, "%s: %s", files[i], strerror(errno));
        Caller in = side_in(entry);
        Value **args = values_read(text, size, files[i], &in, true, &nargs, &error);
        add_set(t, p, files[i], entry, args, nargs, error);
    }
}

/* Those of the program's test blocks that `mapnest bench` would take. */
static void add_blocks(Tuning *t, const Plan *p, const Runner *r, const Source *s)
{
    TestBlocks *blocks = testblocks_read(s);
    bool marked = false;
    for (int i = 0; i < blocks->test.n; i++)
        marked |= blocks->test.at[i].bench;
    for (int i = 0; i < blocks->test.n; i++) {
        const TestCase *c = &blocks->test.at[i];
        if (!bench_wants(c, marked))
            continue;
        const Func *entry = entry_wanted(r, c->entry);
        const char *error = NULL;
        int nargs = 0;
        Value **args = testinput(c, s, entry, &nargs, &error);
        const char *name = c->name ? c->name : format("line %d", c->span->line);
        add_set(t, p, format("%s %s", c->entry, name), entry, args, nargs, error);
    }
}

/* ---- what is told ------------------------------------------------------------ */

static const char *how(const Tuning *t)
{
    return t->card ? format("predicted for the card %s from what a run on the CPU counts, not "
                            "measured", t->card)
                   : "measured on this machine's GPU";
}

static const Timed *best_run(const DataSet *d)
{
    const Timed *best = &d->run.at[0];
    for (int i = 1; i < d->run.n; i++)
        best = d->run.at[i].time < best->time ? &d->run.at[i] : best;
    return best;
}

/* As if each threshold were what the file begins with. */
static const char *path_before(Tuning *t, DataSet *d)
{
    VEC(int64_t) now = {0};
    for (int i = 0; i < t->knob.n; i++) {
        vec_push(&now, t->knob.at[i].now);
        t->knob.at[i].now = t->knob.at[i].is->value;
    }
    const char *path = path_of(t, d);
    for (int i = 0; i < t->knob.n; i++)
        t->knob.at[i].now = now.at[i];
    return path;
}

static void tell_set(FILE *f, Tuning *t, DataSet *d)
{
    const char *before = path_before(t, d), *tuned = path_of(t, d);
    const Timed *best = best_run(d);
    for (int i = 0; i < d->run.n; i++) {
        const Timed *r = &d->run.at[i];
        fprintf(f, "%-36s %-20s %12s%s%s%s%s%.*s\n", i ? "" : d->name, r->path,
                r->wrong ? "fails" : format("%.1f", r->time), r == best ? "  best" : "",
                strcmp(r->path, before) ? "" : "  taken", strcmp(r->path, tuned) ? "" : "  tuned",
                r->wrong ? ": " : "", r->wrong ? (int)strcspn(r->wrong, "\n") : 0,
                r->wrong ? r->wrong : "");
    }
}

static const char *interval(const Knob *k)
{
    long long least = k->least, most = k->most;
    if (least == INT64_MIN)
        return most == INT64_MAX ? "any" : format("up to %lld", most);
    return most == INT64_MAX ? format("from %lld on", least) : format("%lld to %lld", least, most);
}

/* Over the best of each data set, the geometric mean. */
static double over_best(Tuning *t, const char *(*path)(Tuning *, DataSet *))
{
    double sum = 0;
    for (int i = 0; i < t->set.n; i++) {
        DataSet *d = &t->set.at[i];
        for (int k = 0; k < d->run.n; k++)
            if (!strcmp(d->run.at[k].path, path(t, d)))
                sum += log(d->run.at[k].time / best_run(d)->time);
    }
    return exp(sum / t->set.n);
}

static void tell(FILE *f, Tuning *t)
{
    fprintf(f, "%s\n%-36s %-20s %12s\n", how(t), "data set", "version", "microseconds");
    for (int i = 0; i < t->set.n; i++)
        tell_set(f, t, &t->set.at[i]);
    fprintf(f, "over the best: %.2f as taken, %.2f as tuned\n", over_best(t, path_before),
            over_best(t, path_of));
    fprintf(f, "\n%-36s %12s %20s %12s\n", "threshold", "was", "serves as well", "now");
    for (int i = 0; i < t->knob.n; i++) {
        const Knob *k = &t->knob.at[i];
        fprintf(f, "%-36s %12lld %20s %12lld\n", k->constant, (long long)k->is->value,
                interval(k), (long long)k->now);
    }
}

static const char *tuning_text(const Tuning *t, const char *program)
{
    Text out = {0};
    text_fmt(&out, "# written by mapnest %s for %s\n# %s\n", MAPNEST_VERSION, program, how(t));
    for (int i = 0; i < t->set.n; i++)
        text_fmt(&out, "# data set: %s\n", t->set.at[i].name);
    for (int i = 0; i < t->knob.n; i++) {
        const Knob *k = &t->knob.at[i];
        text_fmt(&out, "\n# %s\n# Was %lld; what serves as well: %s.\n%s=%lld\n", k->is->about,
                 (long long)k->is->value, interval(k), k->constant, (long long)k->now);
    }
    return text_str(&out);
}

/* ---- a program --------------------------------------------------------------- */

static void take_knobs(Tuning *t, const Emitted *files)
{
    const Json *told = json_get(files->view, "thresholds");
    for (int i = 0; i < told->n; i++) {
        const Threshold *is = files->plan->thresholds.at[i];
        Knob k = { json_get(told->item[i], "field")->text,
                   json_get(told->item[i], "constant")->text, is, is->value, INT64_MIN, INT64_MAX };
        vec_push(&t->knob, k);
    }
}

const char *tune_program(char **files, int n, const RunOptions *o, const char *card, FILE *table)
{
    size_t size;
    const char *error = NULL, *text = file_read(files[0], &size);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", files[0], strerror(errno));
    Source *s = source_new(files[0], text, (int)size);
    Runner *r = runner_new(s, o, &error);
    Tuning t = { .card = card };
    Emitted made;
    t.program = bench_build(s, &o->compile, true, &t.card, &made, &error);
    if (!t.program)
        fail_at(NULL, ERR_RUN_FAILED, "%s", error);
    card_check(t.card);
    t.processors = card_processors(t.card ? t.card : "h200");
    take_knobs(&t, &made);
    if (n > 1)
        add_files(&t, made.plan, r, files + 1, n - 1, o->entry ? o->entry : "main");
    else
        add_blocks(&t, made.plan, r, s);
    if (!t.set.n)
        fail_at(NULL, ERR_INPUT, "%s: there is nothing to tune: %s", files[0],
                t.knob.n ? "no data set is for an entry point whose versions its sizes choose"
                         : "it has no versions that sizes choose");
    VEC(const Choice *) choices = {0};
    for (int e = 0; e < made.plan->entries.n; e++)
        for (int c = made.plan->entries.at[e]->choices.n - 1; c >= 0; c--)
            vec_push(&choices, made.plan->entries.at[e]->choices.at[c]);
    tune_solve(&t, choices.at, choices.n);
    for (int i = 0; i < t.set.n; i++) {
        tune_time(&t, &t.set.at[i]);
        const Timed *best = best_run(&t.set.at[i]);
        if (best->wrong)
            fail_at(NULL, ERR_RUN_FAILED, "%s: %s", t.set.at[i].name, best->wrong);
    }
    tell(table, &t);
    cpu_free(t.program);
    return tuning_text(&t, basename(format("%s", files[0])));
}
