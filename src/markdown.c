/* markdown.c -- Markdown as HTML, as far as programs' comments use it. */
#include "markdown.h"

#include <string.h>

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>\n"
    "body { max-width: 50em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif }\n"
    "pre { padding: .6em; overflow: auto; background: #f4f4f4 }\nimg { max-width: 100%% }\n"
    "</style>\n</head>\n<body>\n";

typedef struct {
    Text out;
    const char *open;          /* the element that lines are in: "p", "ul", "pre"; null: none */
} Page;

static void escape(Text *out, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        switch (s[i]) {
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '&': text_add(out, "&amp;"); break;
        case '"': text_add(out, "&quot;"); break;
        default: text_char(out, s[i]);
        }
}

/* "](target)" after a text; null: there is none. */
static const char *link_target(const char *p, int *n)
{
    const char *end = strchr(p, ']');
    const char *close = end && end[1] == '(' ? strchr(end, ')') : NULL;
    *n = end ? (int)(end - p) : 0;
    return close ? end + 2 : NULL;
}

static void add_inline(Text *out, const char *p)
{
    while (*p) {
        int n;
        bool picture = str_starts(p, "![");
        const char *from = p + (picture ? 2 : 1), *to, *target;
        if (*p == '`' && (to = strchr(p + 1, '`'))) {
            text_add(out, "<code>");
            escape(out, p + 1, (int)(to - p - 1));
            text_add(out, "</code>");
            p = to + 1;
        } else if ((picture || *p == '[') && (target = link_target(from, &n))) {
            int length = (int)strcspn(target, ")");
            text_add(out, picture ? "<img src=\"" : "<a href=\"");
            escape(out, target, length);
            text_add(out, picture ? "\" alt=\"" : "\">");
            escape(out, from, n);
            text_add(out, picture ? "\">" : "</a>");
            p = target + length + 1;
        } else {
            escape(out, p++, 1);
        }
    }
}

static void close_element(Page *p)
{
    if (p->open)
        text_fmt(&p->out, "</%s>\n", p->open);
    p->open = NULL;
}

static void enter(Page *p, const char *element)
{
    if (p->open && !strcmp(p->open, element))
        return;
    close_element(p);
    text_fmt(&p->out, "<%s>\n", element);
    p->open = element;
}

static void add_line(Page *p, const char *line)
{
    int level = (int)strspn(line, "#");
    bool item = str_starts(line, "* ") || str_starts(line, "- ");
    if (!*line) {
        close_element(p);
    } else if (level && level < 7 && line[level] == ' ') {
        close_element(p);
        text_fmt(&p->out, "<h%d>", level);
        add_inline(&p->out, line + level + 1);
        text_fmt(&p->out, "</h%d>\n", level);
    } else if (str_starts(line, "<!--")) {
        text_fmt(&p->out, "%s\n", line);
    } else {
        enter(p, item ? "ul" : p->open && !strcmp(p->open, "ul") ? "ul" : "p");
        text_add(&p->out, item ? "<li>" : "");
        add_inline(&p->out, line + 2 * item);
        text_char(&p->out, '\n');
    }
}

const char *markdown_html(const char *text, const char *title)
{
    Page p = {0};
    bool code = false;
    text_fmt(&p.out, head, title);
    for (const char *s = text; *s; s += *s == '\n') {
        int n = (int)strcspn(s, "\n");
        const char *line = str_copyn(s, n);
        s += n;
        if (str_starts(line, "```")) {
            close_element(&p);
            text_add(&p.out, code ? "</code></pre>\n" : "<pre><code>");
            code = !code;
        } else if (code) {
            escape(&p.out, line, n);
            text_char(&p.out, '\n');
        } else {
            add_line(&p, line);
        }
    }
    close_element(&p);
    text_add(&p.out, "</body>\n</html>\n");
    return text_str(&p.out);
}
