/* benchset.c -- times of data sets: statistics, the table, JSON. */
#include "benchset.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void times_add(Times *t, double microseconds)
{
    vec_push(&t->run, microseconds);
}

void times_sum(Times *t)
{
    double n = t->run.n, sum = 0, squares = 0;
    for (int i = 0; i < t->run.n; i++) {
        sum += t->run.at[i];
        squares += t->run.at[i] * t->run.at[i];
    }
    t->mean = n > 0 ? sum / n : 0;
    double variance = n > 1 ? fmax(0, squares - sum * t->mean) / (n - 1) : 0;
    t->error = n > 0 ? 1.96 * sqrt(variance / n) + 0.5 / n : 0;     /* the clock's unit is 1 us */
}

const BenchSet *benchsets_find(const BenchSets *all, const char *program, const char *name)
{
    for (int i = 0; all && i < all->set.n; i++)
        if (!strcmp(all->set.at[i].program, program) && !strcmp(all->set.at[i].name, name))
            return &all->set.at[i];
    return NULL;
}

/* ---- JSON -------------------------------------------------------------------------- */

/* Futhark writes a string in place of the object where a data set failed. */
static bool read_set(BenchSets *all, const char *program, const char *name, const Json *j)
{
    BenchSet s = { .program = program, .name = name };
    if (j->kind == JSON_STRING)
        return true;
    const Json *runs = j->kind == JSON_OBJECT ? json_get(j, "runtimes") : NULL;
    const Json *card = runs ? json_get(j, "predicted_for") : NULL;
    if (!runs || runs->kind != JSON_LIST || !runs->n || (card && card->kind != JSON_STRING))
        return false;
    for (int i = 0; i < runs->n; i++)
        if (runs->item[i]->kind == JSON_NUMBER)
            times_add(&s.times, strtod(runs->item[i]->text, NULL));
    if (s.times.run.n != runs->n)
        return false;
    times_sum(&s.times);
    s.card = card ? card->text : NULL;
    if (s.card) {
        s.times.predicted = true;
        s.times.error = 0;
    }
    vec_push(&all->set, s);
    return true;
}

static bool read_sets(BenchSets *all, const Json *programs)
{
    bool good = programs && programs->kind == JSON_OBJECT && programs->n > 0;
    for (int i = 0; good && i < programs->n; i++) {
        const Json *p = programs->item[i];
        const Json *sets = p->kind == JSON_OBJECT ? json_get(p, "datasets") : NULL;
        good = sets && sets->kind == JSON_OBJECT;
        for (int k = 0; good && k < sets->n; k++)
            good = read_set(all, programs->key[i], sets->key[k], sets->item[k]);
    }
    return good;
}

BenchSets *benchsets_read(const char *path)
{
    BenchSets *all = NEW(BenchSets);
    const char *error = NULL, *text = file_read(path, NULL);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    if (!read_sets(all, json_parse(text, &error)))
        fail_at(NULL, ERR_INPUT, "%s: not what bench --json writes", path);
    return all;
}

static Json *decimal(double x)
{
    Json *j = json_int(0);
    j->text = x == floor(x) ? format("%.0f", x) : format("%.3f", x);
    return j;
}

static Json *set_json(const BenchSet *s)
{
    Json *runs = json_list();
    for (int i = 0; i < s->times.run.n; i++)
        json_push(runs, decimal(s->times.run.at[i]));
    if (s->times.predicted && !runs->n)
        json_push(runs, decimal(s->times.mean));
    Json *j = json_record("runtimes", runs, "bytes", json_object(), NULL);
    return s->card ? json_set(j, "predicted_for", json_str(s->card)) : j;
}

const char *benchsets_json(const BenchSets *all)
{
    Json *programs = json_object();
    for (int i = 0; i < all->set.n; i++) {
        const BenchSet *s = &all->set.at[i];
        Json *p = json_get(programs, s->program);
        if (!p)
            json_set(programs, s->program, p = json_record("datasets", json_object(), NULL));
        json_set(json_get(p, "datasets"), s->name, set_json(s));
    }
    Text t = {0};
    json_print(&t, programs, 0);
    text_char(&t, '\n');
    return text_str(&t);
}

/* ---- the table ----------------------------------------------------------------------- */

void benchset_heading(const char *card, const BenchSets *old)
{
    if (card)
        printf("predicted for the card %s, from what the CPU run counts; nothing is measured\n",
               card);
    printf("%-44s %6s %12s %9s%s\n", "data set", "runs", "microseconds", "+-",
           old ? "    before   ratio" : "");
}

void benchset_print(const BenchSet *s, const BenchSets *old)
{
    const BenchSet *was = benchsets_find(old, s->program, s->name);
    bool runs = !s->times.predicted;
    printf("%-44s %6s %12.1f %9s", format("%s: %s", s->program, s->name),
           runs ? format("%d", s->times.run.n) : "-", s->times.mean,
           runs ? format("%.1f", s->times.error) : "-");
    if (was) {
        double before = was->times.mean, change = s->times.mean - before;
        printf(" %10.1f %7.3f%s", before, before > 0 ? s->times.mean / before : 1,
               fabs(change) <= s->times.error + was->times.error ? ""
               : change < 0 ? "  faster" : "  slower");
    }
    putchar('\n');
    fflush(stdout);
}
