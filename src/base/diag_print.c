/* diag_print.c -- diagnostics as gcc prints them: text with a caret, or JSON. */
#include "base.h"

#include <string.h>

/* As in gcc's default GCC_COLORS. */
#define BOLD   "\033[1m"
#define RED    "\033[1;31m"
#define GREEN  "\033[32m"
#define CYAN   "\033[1;36m"
#define PURPLE "\033[1;35m"
#define PLAIN  "\033[0m"

typedef struct {
    Text text;
    bool color;
} Out;

static void paint(Out *o, const char *color, const char *text)
{
    text_fmt(&o->text, "%s%s%s", o->color ? color : "", text, o->color ? PLAIN : "");
}

/* ---- the line and what stands below it ----------------------------------- */

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
typedef struct {
    const char *line;
    int from, to, length;
} Excerpt;

static bool excerpt(const Span *s, Excerpt *x)
{
    enum { WIDTH = 160, BEFORE = 60 };
    x->line = source_line(s->src, s->line, &x->length);
    if (!x->line)
        return false;
    int at = s->col - 1 < x->length ? s->col - 1 : x->length;
    x->from = x->length > WIDTH && at > BEFORE ? at - BEFORE : 0;
    while (x->from > 0 && is_continuation(x->line[x->from]))
        x->from--;
    x->to = x->length - x->from > WIDTH ? x->from + WIDTH : x->length;
    return true;
}

static void add_caret(Out *o, const Span *s, const Excerpt *x, const char *color)
{
    int at = s->col - 1 < x->length ? s->col - 1 : x->length;
    int last = s->line2 == s->line && s->col2 < x->to ? s->col2 : x->to;
    text_fmt(&o->text, "%5d | ", line_shown(s->src, s->line));
    add_quoted(&o->text, x->line + x->from, x->to - x->from);
    text_add(&o->text, "\n      | ");
    add_blanks(&o->text, x->line + x->from, at - x->from);
    Text under = {0};
    text_char(&under, '^');
    for (int i = at + 1; i < last; i++)
        if (!is_continuation(x->line[i]))
            text_char(&under, '~');
    paint(o, color, text_str(&under));
    text_char(&o->text, '\n');
}

/* What to write instead, below what it replaces; lines are not mixed. */
static void add_fix(Out *o, const Span *s, const Excerpt *x, const DiagNote *fix)
{
    int at = fix->span->col - 1;
    if (fix->span->src != s->src || fix->span->line != s->line || at < x->from || at > x->to)
        return;
    text_add(&o->text, "      | ");
    add_blanks(&o->text, x->line + x->from, at - x->from);
    paint(o, GREEN, fix->text);
    text_char(&o->text, '\n');
}

/* ---- text ---------------------------------------------------------------- */

static void add_message(Out *o, const Span *s, const char *kind, const char *color,
                        const char *text, const char *option)
{
    paint(o, BOLD, format("%s:", s ? span_str(s) : "mapnest"));
    text_char(&o->text, ' ');
    paint(o, color, format("%s:", kind));
    text_fmt(&o->text, " %s", text);
    if (option) {
        text_add(&o->text, " [");
        paint(o, color, option);
        text_char(&o->text, ']');
    }
    text_char(&o->text, '\n');
}

void diag_print_text(FILE *f, const Diagnostic *d, bool color)
{
    Out o = { .color = color };
    Excerpt x;
    const char *paint = !strcmp(d->kind, "error") ? RED : PURPLE;
    add_message(&o, d->span, d->kind, paint, d->text, d->option);
    if (d->span && excerpt(d->span, &x)) {
        add_caret(&o, d->span, &x, paint);
        for (int i = 0; i < d->fix.n; i++)
            add_fix(&o, d->span, &x, &d->fix.at[i]);
    }
    for (int i = 0; i < d->note.n; i++) {
        const Span *s = d->note.at[i].span;
        add_message(&o, s, "note", CYAN, d->note.at[i].text, NULL);
        if (s && s->src && excerpt(s, &x))
            add_caret(&o, s, &x, CYAN);
    }
    fputs(text_str(&o.text), f);
}

/* ---- JSON ---------------------------------------------------------------- */

static int display_column(const Span *s, int line, int col)
{
    int n, width = 0;
    const char *p = source_line(s->src, line, &n);
    for (int i = 0; p && i < col && i < n; i++)
        width += !is_continuation(p[i]);
    return p && col > n ? width + col - n : width;
}

static Json *point(const Span *s, int line, int col)
{
    Json *j = json_object();
    int display = display_column(s, line, col);
    json_set(j, "file", json_str(s->src->name));
    json_set(j, "line", json_int(line_shown(s->src, line)));
    json_set(j, "display-column", json_int(display));
    json_set(j, "byte-column", json_int(col));
    return json_set(j, "column", json_int(display));
}

static Json *locations(const Span *s)
{
    Json *list = json_list();
    if (!s || !s->src)
        return list;
    Json *j = json_set(json_object(), "caret", point(s, s->line, s->col));
    if (s->line != s->line2 || s->col2 > s->col)
        json_set(j, "finish", point(s, s->line2, s->col2));
    json_push(list, j);
    return list;
}

static Json *message(const char *kind, const Span *s, const char *text)
{
    Json *j = json_object();
    json_set(j, "kind", json_str(kind));
    json_set(j, "message", json_str(text));
    return json_set(j, "locations", locations(s));
}

/* [start, next) becomes the string. */
static Json *fixit(const DiagNote *fix)
{
    const Span *s = fix->span;
    Json *j = json_object();
    json_set(j, "start", point(s, s->line, s->col));
    json_set(j, "next", point(s, s->line2, s->col2 + 1));
    return json_set(j, "string", json_str(fix->text));
}

void diag_print_json(FILE *f, const Diagnostic *d)
{
    Json *j = message(d->kind, d->span, d->text);
    json_set(j, "id", json_str(d->name));
    json_set(j, "option", json_str(d->option));
    Json *children = json_list(), *fixits = json_list();
    for (int i = 0; i < d->note.n; i++)
        json_push(children, message("note", d->note.at[i].span, d->note.at[i].text));
    for (int i = 0; i < d->fix.n; i++)
        json_push(fixits, fixit(&d->fix.at[i]));
    json_set(j, "children", children);
    json_set(j, "column-origin", json_int(1));
    if (d->fix.n)
        json_set(j, "fixits", fixits);
    Text t = {0};
    json_print(&t, j, -1);
    fprintf(f, "%s\n", text_str(&t));
}
