/* explain_spans.c -- texts in pieces that know where they come from. */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers -------------------------------------------------------------- */

Spans *spans_new(const Source *source)
{
    Spans *p = NEW(Spans);
    p->source = source;
    p->number = table_new();
    return p;
}

static const char *place_text(const Span *s)
{
    return format("%d:%d-%d:%d", s->line, s->col, s->line2, s->col2);
}

int spans_number(Spans *p, const Span *s)
{
    while (s && s->src != p->source)
        s = s->from;
    if (!s)
        return -1;
    const char *key = intern(place_text(s));
    if (!table_has(p->number, key)) {
        vec_push(&p->at, s);
        table_put(p->number, key, (void *)(intptr_t)p->at.n);
    }
    return (int)(intptr_t)table_get(p->number, key) - 1;
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
        Json *o = json_object();
        json_set(o, "number", json_int(i));
        json_set(o, "line", json_int(s->line));
        json_set(o, "column", json_int(s->col));
        json_set(o, "line2", json_int(s->line2));
        json_set(o, "column2", json_int(s->col2));
        json_set(o, "chain", json_str(text_str(&chain)));
        json_set(o, "comma", json_str(i + 1 < p->at.n ? "," : ""));
        json_push(list, o);
    }
    return list;
}

/* ---- a printed term ------------------------------------------------------- */

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

static void push_token(Json *list, int open, const char *text, int n, bool close)
{
    Json *o = json_object();
    json_set(o, "opens", json_bool(open >= 0));
    json_set(o, "open", json_int(open));
    json_set(o, "text", json_str(str_copyn(text, n)));
    json_set(o, "close", json_bool(close));
    json_push(list, o);
}

static Piece *pieces(Spans *p, const Marks *marks, int *n)
{
    Piece *all = NEWS(Piece, marks ? marks->n : 0);
    *n = 0;
    for (int i = 0; marks && i < marks->n; i++) {
        int number = spans_number(p, marks->at[i].span);
        if (number >= 0)
            all[(*n)++] = (Piece){ marks->at[i].from, marks->at[i].to, number, i };
    }
    qsort(all, (size_t)*n, sizeof *all, by_place);
    return all;
}

Json *spans_tokens(Spans *p, const char *text, const Marks *marks)
{
    Json *list = json_list();
    int n, at = 0, end = (int)strlen(text);
    Piece *piece = pieces(p, marks, &n);
    VEC(Piece) open = {0};
    for (int i = 0; i <= n; i++) {
        int next = i < n ? piece[i].from : end;
        while (open.n && open.at[open.n - 1].to <= next) {
            int to = open.at[--open.n].to;
            push_token(list, -1, text + at, to - at, true);
            at = to;
        }
        bool crosses = i < n && open.n && piece[i].to > open.at[open.n - 1].to;
        bool again = i < n && open.n && piece[i].from == open.at[open.n - 1].from
                  && piece[i].number == open.at[open.n - 1].number;
        if (i < n && (crosses || again))
            continue;
        push_token(list, -1, text + at, next - at, false);
        at = next;
        if (i == n)
            break;
        push_token(list, piece[i].number, "", 0, false);
        vec_push(&open, piece[i]);
    }
    return list;
}

/* ---- the source ----------------------------------------------------------- */

static int offset_of(const Source *s, int line, int col)
{
    const char *at = s->text;
    for (int i = 1; i < line && at; i++)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    if (!at)
        return s->size;
    int length = (int)strcspn(at, "\n");
    return (int)(at - s->text) + (col - 1 < length ? col - 1 : length);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Cut wherever a place begins or ends. */
Json *spans_source(const Spans *p)
{
    int n = p->at.n, *from = NEWS(int, n), *to = NEWS(int, n), *cut = NEWS(int, 2 * n + 2);
    int size = (int)strlen(p->source->text);
    for (int i = 0; i < n; i++) {
        const Span *s = p->at.at[i];
        cut[2 * i] = from[i] = offset_of(p->source, s->line, s->col);
        cut[2 * i + 1] = to[i] = offset_of(p->source, s->line2, s->col2 + 1);
    }
    cut[2 * n] = 0;
    cut[2 * n + 1] = size;
    qsort(cut, (size_t)(2 * n + 2), sizeof *cut, by_number);
    Json *list = json_list();
    for (int c = 0; c + 1 < 2 * n + 2; c++) {
        if (cut[c] == cut[c + 1])
            continue;
        Text in = {0};
        for (int i = 0; i < n; i++)
            if (from[i] <= cut[c] && to[i] >= cut[c + 1])
                text_fmt(&in, "%s%d", in.n ? " " : "", i);
        Json *o = json_object();
        json_set(o, "text", json_str(str_copyn(p->source->text + cut[c], cut[c + 1] - cut[c])));
        json_set(o, "covered", json_bool(in.n > 0));
        json_set(o, "places", json_str(text_str(&in)));
        json_push(list, o);
    }
    return list;
}
