/* spans.c -- texts in pieces that know where they come from. */
#include "explain.h"
#include "../emit/view.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers -------------------------------------------------------------- */

Spans *spans_new(const Source *source)
{
    return MAKE(Spans, .source = source, .number = table_new());
}

/* Or -1. */
static int number_of(Spans *p, const Span *s)
{
    while (s && s->src != p->source)
        s = s->from;
    if (!s)
        return -1;
    const char *key = intern(format("%d:%d-%d:%d", s->line, s->col, s->line2, s->col2));
    if (!table_has(p->number, key)) {
        vec_push(&p->at, s);
        table_put(p->number, key, (void *)(intptr_t)p->at.n);
    }
    return (int)(intptr_t)table_get(p->number, key) - 1;
}

static Json *shown(int number)
{
    return text_or_false(number >= 0 ? format("%d", number) : NULL);
}

Json *spans_number(Spans *p, const Span *s)
{
    return shown(number_of(p, s));
}

Json *spans_list(const Spans *p)
{
    Json *list = json_list();
    for (int i = 0; i < p->at.n; i++) {
        const Span *s = p->at.at[i];
        Text chain = {0};
        for (const Span *f = s->from; f; f = f->from)
            if (f->src == p->source)
                text_fmt(&chain, "%s%d:%d", chain.n ? ", " : "", f->line, f->col);
        json_push(list, json_record("line", json_int(s->line), "column", json_int(s->col),
                                    "line2", json_int(s->line2), "column2", json_int(s->col2),
                                    "chain", json_str(text_str(&chain)), NULL));
    }
    return with_last(list);
}

/* ---- a text with marks ---------------------------------------------------- */

typedef struct {
    int from, to, number, order;
} Piece;

/* Outer ones first; of the same extent the one that was marked later. */
static int by_place(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    if (x->from != y->from)
        return x->from - y->from;
    return x->to != y->to ? y->to - x->to : y->order - x->order;
}

static Piece *pieces(Spans *p, const Marks *marks, int *n)
{
    Piece *all = NEWS(Piece, marks->n);
    *n = 0;
    for (int i = 0; i < marks->n; i++) {
        int number = number_of(p, marks->at[i].span);
        if (number >= 0)
            all[(*n)++] = (Piece){ marks->at[i].from, marks->at[i].to, number, i };
    }
    qsort(all, (size_t)*n, sizeof *all, by_place);
    return all;
}

static void push_token(Json *list, int open, const char *text, int n, bool differs, bool close)
{
    json_push(list, json_record("open", shown(open), "text", json_str(str_copyn(text, n)),
                                "differs", json_bool(differs), "close", json_bool(close), NULL));
}

/* From one place to another, cut where a difference begins or ends; the blanks between
   two words that differ belong to them. */
static void push_text(Json *list, const char *text, int from, int to, const bool *differs,
                      bool close)
{
    while (differs && from < to) {
        int end = from, next;
        while (end < to && differs[end] == differs[from])
            end++;
        for (next = end; differs[from] && next < to && strchr(" ", text[next]); next++)
            ;
        if (next > end && next < to && differs[next]) {
            push_token(list, -1, text + from, next - from, true, false);
            from = next;
        } else {
            push_token(list, -1, text + from, end - from, differs[from], close && end == to);
            from = end;
            close &= end < to;
        }
    }
    if (from < to || close)
        push_token(list, -1, text + from, to - from, false, close);
}

Json *spans_tokens(Spans *p, const char *text, const Marks *marks, const bool *differs)
{
    Json *list = json_list();
    int n, at = 0, end = (int)strlen(text);
    Piece *piece = pieces(p, marks, &n);
    VEC(Piece) open = {0};
    for (int i = 0; i <= n; i++) {
        int next = i < n ? piece[i].from : end;
        while (open.n && open.at[open.n - 1].to <= next) {
            int to = open.at[--open.n].to;
            push_text(list, text, at, to, differs, true);
            at = to;
        }
        const Piece *in = open.n ? &open.at[open.n - 1] : NULL;
        bool crosses = i < n && in && piece[i].to > in->to;
        bool again = i < n && in && piece[i].from == in->from && piece[i].number == in->number;
        if (crosses || again)
            continue;
        push_text(list, text, at, next, differs, false);
        at = next;
        if (i == n)
            break;
        push_token(list, piece[i].number, "", 0, false, false);
        vec_push(&open, piece[i]);
    }
    return list;
}

/* ---- the source ----------------------------------------------------------- */

Json *spans_source(Spans *p)
{
    Marks marks = {0};
    for (int i = 0; i < p->at.n; i++) {
        const Span *s = p->at.at[i];
        Mark m = { source_offset(p->source, s->line, s->col),
                   source_offset(p->source, s->line2, s->col2 + 1), s };
        if (m.to > m.from)
            vec_push(&marks, m);
    }
    return spans_tokens(p, p->source->text, &marks, NULL);
}
