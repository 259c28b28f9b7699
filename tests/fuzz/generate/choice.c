/* choice.c -- chance, from a seed or replayed, and texts. */
#include "generate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHOICES = 1 << 20 };

static uint64_t state, vary_state;
static uint32_t made[MAX_CHOICES];
static int nmade, nreplayed;
static bool replaying;

static Span spans[MAX_CHOICES];
static int nspans;

int span_open(const Type *t)
{
    spans[nspans] = (Span){ nmade, nmade, t };
    return nspans++;
}

void span_close(int span) { spans[span].to = nmade; }

const Span *spans_made(int *n)
{
    *n = nspans;
    return spans;
}

static uint64_t next(uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

void choices_seed(uint64_t seed)
{
    state = seed * 0x2545f4914f6cdd1d + 1;
    nmade = nspans = 0;
    replaying = false;
}

void choices_replay(const uint32_t *choice, int n)
{
    memmove(made, choice, sizeof *choice * (size_t)n);
    nmade = nspans = 0;
    nreplayed = n;
    vary_state = 0;
    for (int i = 0; i < n; i++)
        vary_state = 31 * vary_state + made[i];
    replaying = true;
}

void choices_restore(const uint32_t *choice, int n)
{
    choices_replay(choice, n);
    nmade = n;
}

const uint32_t *choices_made(int *n)
{
    *n = nmade;
    return made;
}

int pick(int n)
{
    if (nmade == MAX_CHOICES)
        abort();
    uint32_t c = !replaying ? (uint32_t)next(&state) : nmade < nreplayed ? made[nmade] : 0;
    return (int)(made[nmade++] = c % (uint32_t)n);
}

int vary(int n)
{
    return (int)(next(&vary_state) % (uint64_t)n);
}

char *fmt(const char *f, ...)
{
    va_list ap;
    char *s;
    va_start(ap, f);
    if (vasprintf(&s, f, ap) < 0)
        abort();
    va_end(ap);
    return s;
}

char *atomic(char *s)
{
    bool prefixed = s[0] == '-' || s[0] == '!' || s[0] == '\\' || s[0] == '#';
    if (!strpbrk(s, " \n+*") && !prefixed)
        return s;
    int depth = 0;
    for (char *c = s; *c; c++) {
        depth += (*c == '(' || *c == '[' || *c == '{') - (*c == ')' || *c == ']' || *c == '}');
        if (depth == 0)
            return c[1] || prefixed || *s == '[' ? fmt("(%s)", s) : s;
    }
    return s;
}

static bool in_word(char c)
{
    return c && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'", c);
}

char *replaced(const char *text, const char *word, const char *by)
{
    size_t n = strlen(word);
    char *result;
    size_t length;
    FILE *f = open_memstream(&result, &length);
    for (const char *c = text; *c; c++) {
        bool starts = c == text || !in_word(c[-1]);
        if (starts && !strncmp(c, word, n) && !in_word(c[n])) {
            fputs(by, f);
            c += n - 1;
        } else {
            fputc(*c, f);
        }
    }
    fclose(f);
    return result;
}
