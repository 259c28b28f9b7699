/* diag.c -- the one place that prints errors: gcc's format, with a caret. */
#include "base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    FILE *out;
    ColorWhen color;
    bool json;
    int errors;
    DiagCatch *catcher;
} diag;

enum { MAX_ERRORS = 20 };

void diag_color(ColorWhen when) { diag.color = when; }
void diag_json(bool on) { diag.json = on; }
void diag_stream(FILE *f) { diag.out = f; }
int error_count(void) { return diag.errors; }

static FILE *out(void)
{
    return diag.out ? diag.out : stderr;
}

static bool colored(void)
{
    if (diag.color != COLOR_AUTO)
        return diag.color == COLOR_ALWAYS;
    const char *no = getenv("NO_COLOR");
    return !(no && *no) && isatty(fileno(out()));
}

Source *source_new(const char *name, const char *text, int size)
{
    Source *s = NEW(Source);
    s->name = intern(name);
    s->text = text;
    s->size = size;
    return s;
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
static const char *line_of(const Source *s, int line, int *length)
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

const Span *span_new(const Source *src, int line, int col, int line2, int col2)
{
    Span *s = NEW(Span);
    *s = (Span){ src, line, col, line2, col2, NULL };
    return s;
}

const Span *span_join(const Span *a, const Span *b)
{
    if (!a || !b || a->src != b->src)
        return a ? a : b;
    Span *s = NEW(Span);
    *s = *a;
    s->line2 = b->line2;
    s->col2 = b->col2;
    return s;
}

const Span *span_inlined(const Span *s, const Span *from)
{
    if (!s || !from)
        return s ? s : from;
    Span *t = NEW(Span);
    *t = *s;
    t->from = t->from ? span_inlined(t->from, from) : from;
    return t;
}

const char *span_str(const Span *s)
{
    if (!s || !s->src)
        return "<unknown>";
    return format("%s:%d:%d", s->src->name, s->line, s->col);
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Control characters of a quoted line become spaces; a tab stays a tab. */
static void add_quoted(Text *t, const char *p, int n)
{
    for (int i = 0; i < n; i++)
        text_char(t, (unsigned char)p[i] >= 32 || p[i] == '\t' ? p[i] : ' ');
}

/* Blanks as wide as the quoted text. */
static void add_blanks(Text *t, const char *p, int n)
{
    for (int i = 0; i < n; i++)
        if (!is_continuation(p[i]))
            text_char(t, p[i] == '\t' ? '\t' : ' ');
}

/* Of a long line, the part around the caret. */
static void put_caret(const Span *s)
{
    enum { WIDTH = 160, BEFORE = 60 };
    int n;
    const char *line = line_of(s->src, s->line, &n);
    if (!line)
        return;
    int at = s->col - 1 < n ? s->col - 1 : n;
    int from = n > WIDTH && at > BEFORE ? at - BEFORE : 0;
    while (from > 0 && is_continuation(line[from]))
        from--;
    int to = n - from > WIDTH ? from + WIDTH : n;
    int last = s->line2 == s->line && s->col2 < to ? s->col2 : to;

    Text t = {0};
    text_fmt(&t, "%5d | ", s->line);
    add_quoted(&t, line + from, to - from);
    text_add(&t, "\n      | ");
    add_blanks(&t, line + from, at - from);
    text_add(&t, colored() ? "\033[1;32m^" : "^");
    for (int i = at + 1; i < last; i++)
        if (!is_continuation(line[i]))
            text_char(&t, '~');
    text_add(&t, colored() ? "\033[0m\n" : "\n");
    fputs(text_str(&t), out());
}

static void put_json(const Span *s, const char *kind, const char *text)
{
    Json *j = json_object();
    json_set(j, "kind", json_str(kind));
    json_set(j, "message", json_str(text));
    if (s && s->src) {
        json_set(j, "file", json_str(s->src->name));
        json_set(j, "line", json_int(s->line));
        json_set(j, "column", json_int(s->col));
        json_set(j, "end_line", json_int(s->line2));
        json_set(j, "end_column", json_int(s->col2));
    }
    Text t = {0};
    json_print(&t, j, -1);
    fprintf(out(), "%s\n", text_str(&t));
}

static void put(const Span *s, const char *kind, const char *color, const char *fmt, va_list ap)
{
    Text t = {0};
    text_vfmt(&t, fmt, ap);
    if (diag.json) {
        put_json(s, kind, text_str(&t));
        return;
    }
    bool c = colored();
    fprintf(out(), "%s%s:%s ", c ? "\033[1m" : "", s && s->src ? span_str(s) : "mapnest",
            c ? "\033[0m" : "");
    fprintf(out(), "%s%s:%s %s\n", c ? color : "", kind, c ? "\033[0m" : "", text_str(&t));
    if (s && s->src)
        put_caret(s);
    for (const Span *f = s ? s->from : NULL; f; f = f->from)
        fprintf(out(), "%s: note: called from here\n", span_str(f));
}

#define PUT(s, kind, color, fmt)                                              \
    do {                                                                      \
        va_list ap;                                                           \
        va_start(ap, fmt);                                                    \
        put(s, kind, color, fmt, ap);                                         \
        va_end(ap);                                                           \
    } while (0)

void error_at(const Span *s, const char *fmt, ...)
{
    PUT(s, "error", "\033[1;31m", fmt);
    if (++diag.errors >= MAX_ERRORS)
        stop_run();
}

void note_at(const Span *s, const char *fmt, ...)
{
    PUT(s, "note", "\033[1;36m", fmt);
}

void warn_at(const Span *s, const char *fmt, ...)
{
    PUT(s, "warning", "\033[1;35m", fmt);
}

void fail_at(const Span *s, const char *fmt, ...)
{
    PUT(s, "error", "\033[1;31m", fmt);
    diag.errors++;
    stop_run();
}

void stop_run(void)
{
    if (diag.catcher)
        longjmp(diag.catcher->jump, 1);
    exit(1);
}

void stop_on_errors(void)
{
    if (diag.errors)
        stop_run();
}

void diag_push(DiagCatch *c)
{
    c->outer = diag.catcher;
    c->errors_before = diag.errors;
    diag.catcher = c;
    diag.errors = 0;
}

void diag_pop(DiagCatch *c)
{
    diag.catcher = c->outer;
    diag.errors = c->errors_before;
}

static const char **bug_to;

void bug_caught(const char **to)
{
    bug_to = to;
}

void bug(const char *fmt, ...)
{
    va_list ap;
    if (bug_to && diag.catcher) {
        Text t = {0};
        va_start(ap, fmt);
        text_vfmt(&t, fmt, ap);
        va_end(ap);
        *bug_to = text_str(&t);
        stop_run();
    }
    va_start(ap, fmt);
    fprintf(stderr, "mapnest: internal error: ");
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    exit(3);
}
