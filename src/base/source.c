/* source.c -- the text of a file, and places in it. */
#include "base.h"

#include <string.h>

Source *source_new(const char *name, const char *text, int size)
{
    return MAKE(Source, .name = intern(name), .text = text, .size = size);
}

static void find_lines(Source *s)
{
    int n = 1;
    for (int i = 0; i < s->size; i++)
        n += s->text[i] == '\n';
    s->lines = NEWS(const char *, n);
    s->lines[s->nlines++] = s->text;
    for (int i = 0; i < s->size; i++)
        if (s->text[i] == '\n')
            s->lines[s->nlines++] = s->text + i + 1;
}

/* The text of a line, without its end; null if there is none. */
const char *source_line(const Source *s, int line, int *length)
{
    if (!s->lines)
        find_lines((Source *)s);
    if (line < 1 || line > s->nlines)
        return NULL;
    const char *p = s->lines[line - 1], *end = s->text + s->size;
    const char *q = p;
    while (q < end && *q != '\n' && *q != '\r')
        q++;
    *length = (int)(q - p);
    return p;
}

int source_offset(const Source *s, int line, int col)
{
    int n = 0;
    const char *at = source_line(s, line, &n);
    if (!at)
        return s->size;
    return (int)(at - s->text) + (col - 1 < n ? col - 1 : n);
}

const char *span_text(const Span *s)
{
    int from = source_offset(s->src, s->line, s->col);
    int to = source_offset(s->src, s->line2, s->col2 + 1);
    Text t = { 0 };
    for (const char *p = s->src->text + from, *end = s->src->text + to; p < end;) {
        int n = (int)strcspn(p, "\n") + 1, blanks = 0;
        text_addn(&t, p, n < end - p ? n : (int)(end - p));
        p += n;
        while (p < end && *p == ' ' && blanks++ < s->col - 1)
            p++;
    }
    return text_str(&t);
}

const char *span_token(const Span *s)
{
    const char *text = span_text(s);
    int n = (int)strcspn(text, "\n"), all = n > 30 ? 28 : n;
    const char *quote = text[0] == '\'' ? "" : "'";
    return format("%s%.*s%s%s", quote, all, text, n > 30 ? ".." : "", quote);
}

const Span *span_new(const Source *src, int line, int col, int line2, int col2)
{
    return MAKE(Span, src, line, col, line2, col2, NULL);
}

const Span *span_join(const Span *a, const Span *b)
{
    if (!a || !b || a->src != b->src)
        return a ? a : b;
    Span *s = COPY(Span, *a);
    s->line2 = b->line2;
    s->col2 = b->col2;
    return s;
}

const Span *span_inlined(const Span *s, const Span *from)
{
    if (!s || !from)
        return s ? s : from;
    Span *t = COPY(Span, *s);
    t->from = t->from ? span_inlined(t->from, from) : from;
    return t;
}

int line_shown(const Source *s, int line)
{
    return line > s->hidden ? line - s->hidden : line;
}

const char *span_str(const Span *s)
{
    if (!s || !s->src)
        return "<unknown>";
    return format("%s:%d:%d", s->src->name, line_shown(s->src, s->line), s->col);
}
