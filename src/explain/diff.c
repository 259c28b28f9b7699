/*
 * diff.c -- what two texts do not have in common, word by word: a longest common
 * subsequence, after what begins and ends both alike is left out. Blanks are no words.
 */
#include "explain.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PAIRS = 1 << 20 };     /* beyond that all in the middle has changed */

typedef struct {
    int from, to;
} Word;

typedef struct {
    const char *text;
    VEC(Word) word;
} Words;

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || strchr("_'.@", c);
}

static Words words_of(const char *text)
{
    Words w = { .text = text };
    for (int at = 0; text[at];) {
        int from = at;
        if (isspace((unsigned char)text[at])) {
            at++;
            continue;
        }
        while (text[at] && is_of_name(text[at]))
            at++;
        at += at == from;
        vec_push(&w.word, ((Word){ from, at }));
    }
    return w;
}

static bool alike(const Words *a, int i, const Words *b, int k)
{
    Word x = a->word.at[i], y = b->word.at[k];
    return x.to - x.from == y.to - y.from
        && !memcmp(a->text + x.from, b->text + y.from, (size_t)(x.to - x.from));
}

static void mark(bool *changed, const Words *w, int i)
{
    memset(changed + w->word.at[i].from, true, (size_t)(w->word.at[i].to - w->word.at[i].from));
}

/* Words from..an of a and from..bn of b; longest[i][k]: of what follows both. */
static void mark_middle(const Words *a, int an, const Words *b, int bn, int from, Diff *d)
{
    int rows = an - from, columns = bn - from, i = 0, k = 0;
    bool some = rows > 0 && columns > 0 && rows <= MOST_PAIRS / columns;
    int *longest = NEWS(int, some ? (rows + 1) * (columns + 1) : 1);
    for (i = rows - 1; some && i >= 0; i--)
        for (k = columns - 1; k >= 0; k--) {
            int *at = &longest[i * (columns + 1) + k];
            int down = at[columns + 1], right = at[1];
            *at = alike(a, from + i, b, from + k) ? at[columns + 2] + 1
                : down > right ? down : right;
        }
    for (i = k = 0; i < rows || k < columns;) {
        const int *at = &longest[some ? i * (columns + 1) + k : 0];
        if (some && i < rows && k < columns && alike(a, from + i, b, from + k)) {
            i++;
            k++;
        } else if (i < rows && (k == columns || !some || at[columns + 1] >= at[1])) {
            mark(d->before, a, from + i++);
        } else {
            mark(d->after, b, from + k++);
        }
    }
}

/* Signs alone between two words that differ differ with them. */
static void join(bool *changed, const Words *w)
{
    for (int i = 1, last = -1; i < w->word.n; i++) {
        if (changed[w->word.at[i - 1].from])
            last = i - 1;
        else if (is_of_name(w->text[w->word.at[i - 1].from]))
            last = -1;
        for (int k = last + 1; last >= 0 && changed[w->word.at[i].from] && k < i; k++)
            mark(changed, w, k);
    }
}

Diff diff_words(const char *before, const char *after)
{
    Words a = words_of(before), b = words_of(after);
    Diff d = { NEWS(bool, strlen(before)), NEWS(bool, strlen(after)) };
    int from = 0, an = a.word.n, bn = b.word.n;
    while (from < an && from < bn && alike(&a, from, &b, from))
        from++;
    while (an > from && bn > from && alike(&a, an - 1, &b, bn - 1)) {
        an--;
        bn--;
    }
    mark_middle(&a, an, &b, bn, from, &d);
    join(d.before, &a);
    join(d.after, &b);
    return d;
}
