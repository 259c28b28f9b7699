/* shrink.c -- the choices of a program made fewer and smaller while a command still
   succeeds on it. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TRIALS = 1500, MOST_SECONDS = 240 };

typedef struct {
    uint64_t seed;
    Sort sort;
    const char *library, *command;
    uint32_t *choice;          /* of the smallest one yet */
    int n, trials;
    time_t until;
    char *text;
} Shrink;

static void write_program(const char *path, const char *library, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(2);
    }
    fprintf(f, "%s%s", library, text);
    fclose(f);
}

static bool still(const Shrink *s, const char *text)
{
    const char *path = "shrunk.fut";
    write_program(path, s->library, text);
    return system(fmt("%s %s > /dev/null 2>&1", s->command, path)) == 0;
}

/* Takes the choices if their program is no larger and the command succeeds on it. */
static bool attempt(Shrink *s, const uint32_t *choice, int n)
{
    choices_replay(choice, n);
    char *text = program(s->seed, s->sort);
    int used;
    const uint32_t *made = choices_made(&used);
    bool smaller = strlen(text) < strlen(s->text)
                || (strlen(text) == strlen(s->text) && used < s->n);
    if (!smaller || ++s->trials > MOST_TRIALS || time(NULL) > s->until)
        return false;
    uint32_t *kept = malloc(sizeof *kept * (size_t)(used + 1));
    memcpy(kept, made, sizeof *kept * (size_t)used);
    if (!still(s, text)) {
        free(kept);
        return false;
    }
    free(s->choice);
    s->choice = kept;
    s->n = used;
    s->text = text;
    return true;
}

/* With other choices in place of those of the span. */
static bool spliced(Shrink *s, Span span, const uint32_t *by, int n)
{
    uint32_t *c = malloc(sizeof *c * (size_t)(s->n + n + 1));
    memcpy(c, s->choice, sizeof *c * (size_t)span.from);
    if (n)
        memcpy(c + span.from, by, sizeof *c * (size_t)n);
    memcpy(c + span.from + n, s->choice + span.to, sizeof *c * (size_t)(s->n - span.to));
    bool done = attempt(s, c, s->n - (span.to - span.from) + n);
    free(c);
    return done;
}

/* The simplest expression of the span's type in its place; no functions. */
static bool simplest(Shrink *s, Span span)
{
    static const uint32_t zeros[1000];
    int n = 1;
    if (span.type) {
        choices_replay(zeros, 0);
        scope_back((Scope){ 0, 0 });
        making.wrong = making.varied = false;
        expr(span.type, 0);
        choices_made(&n);
    }
    return n < 1000 && spliced(s, span, zeros, n);
}

/* An expression within it that has its type, the first that will do. */
static bool hoisted(Shrink *s, const Span *spans, int nspans, int outer)
{
    Span o = spans[outer];
    for (int i = outer + 1; o.type && i < nspans && spans[i].from < o.to; i++)
        if (spans[i].type && type_same(spans[i].type, o.type)
            && spliced(s, o, s->choice + spans[i].from, spans[i].to - spans[i].from))
            return true;
    return false;
}

static bool structure_round(Shrink *s)
{
    bool better = false;
    for (int at = 0;; at++) {
        int n;
        choices_replay(s->choice, s->n);
        program(s->seed, s->sort == WITH_VARIANT ? PLAIN : s->sort);
        const Span *made = spans_made(&n);
        if (at >= n)
            return better;
        Span *spans = malloc(sizeof *spans * (size_t)n);
        memcpy(spans, made, sizeof *spans * (size_t)n);
        bool done = simplest(s, spans[at]) || hoisted(s, spans, n, at);
        better |= done;
        at -= done;
        free(spans);
    }
}

static bool changed_to(Shrink *s, int at, int size, uint32_t by)
{
    uint32_t *c = malloc(sizeof *c * (size_t)(s->n + 1));
    memcpy(c, s->choice, sizeof *c * (size_t)s->n);
    bool other = false;
    for (int i = at; i < at + size; i++) {
        other |= c[i] != by;
        c[i] = by;
    }
    bool done = other && attempt(s, c, s->n);
    free(c);
    return done;
}

static bool number_round(Shrink *s)
{
    bool better = false;
    for (int size = 16; size >= 1; size /= 4)
        for (int at = 0; at + size <= s->n; at += size)
            better |= changed_to(s, at, size, 0);
    return better;
}

void shrink(uint64_t seed, Sort sort, const char *library, const char *command, FILE *out)
{
    Shrink s = { .seed = seed, .sort = sort, .library = library, .command = command,
                 .until = time(NULL) + MOST_SECONDS };
    choices_seed(seed);
    s.text = program(seed, sort);
    const uint32_t *made = choices_made(&s.n);
    s.choice = malloc(sizeof *s.choice * (size_t)(s.n + 1));
    memcpy(s.choice, made, sizeof *s.choice * (size_t)s.n);
    if (!still(&s, s.text)) {
        fprintf(stderr, "the command does not succeed on the program of seed %llu\n",
                (unsigned long long)seed);
        exit(1);
    }
    while (structure_round(&s) || number_round(&s))
        continue;
    s.library = "";
    fprintf(out, "%s%s", still(&s, s.text) ? "" : library, s.text);
}
