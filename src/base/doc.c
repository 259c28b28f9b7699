/* doc.c -- doc comments: the lines from "-- |" above a definition to the comment's end or its
   test block. */
#include "base.h"

#include <ctype.h>
#include <string.h>

/* The start of the line before the one that starts at p; null: there is none. */
static const char *line_before(const char *text, const char *p)
{
    if (p == text)
        return NULL;
    for (p--; p > text && p[-1] != '\n';)
        p--;
    return p;
}

static const char *line_after(const char *p)
{
    p += strcspn(p, "\n");
    return p + (*p == '\n');
}

/* The lines from the first that begins so to the comment's end. */
static const char *comment_above(const char *text, int line, const char *begin)
{
    const char *p = text, *first = NULL, *next;
    for (; line > 0 && (next = strchr(p, '\n')); line--)
        p = next + 1;
    while ((p = line_before(text, p)) && (str_starts(p, "--") || str_starts(p, "#[")))
        if (str_starts(p, begin))
            first = p;
    Text t = {0};
    for (p = first; p && str_starts(p, "--") && !str_starts(p, "-- =="); p = next) {
        next = line_after(p);
        p += strlen(p == first ? begin : "--");
        p += *p == ' ';
        text_addn(&t, p, (int)(next - p));
    }
    return text_str(&t);
}

const char *doc_above(const char *text, int line)
{
    return comment_above(text, line, "-- |");
}

const char *tag_above(const char *text, int line, const char *tag)
{
    return doc_tag(comment_above(text, line, "--"), tag);
}

/* A line that is, or goes on with, what begins with a sign @. */
static bool is_tagged(const char *line, bool before)
{
    bool blank = !line[strspn(line, " \t\r")] || line[strspn(line, " \t\r")] == '\n';
    return line[strspn(line, " ")] == '@' || (before && !blank);
}

const char *doc_prose(const char *doc)
{
    Text t = {0};
    bool tagged = false;
    for (const char *p = doc; *p; p = line_after(p))
        if (!(tagged = is_tagged(p, tagged)))
            text_addn(&t, p, (int)(line_after(p) - p));
    while (t.n && isspace((unsigned char)t.at[t.n - 1]))
        t.n--;
    return str_copyn(text_str(&t), t.n);
}

/* The text from p on up to the end of what a tag says, its blanks as one. */
static const char *tagged_text(const char *p)
{
    Text t = {0};
    do {
        const char *next = line_after(p);
        for (; p < next; p++) {
            bool blank = isspace((unsigned char)*p);
            if (!blank || (t.n && t.at[t.n - 1] != ' '))
                text_char(&t, blank ? ' ' : *p);
        }
    } while (is_tagged(p, true) && p[strspn(p, " ")] != '@' && *p);
    while (t.n && t.at[t.n - 1] == ' ')
        t.n--;
    return str_copyn(text_str(&t), t.n);
}

const char *doc_tag(const char *doc, const char *tag)
{
    size_t n = strlen(tag);
    for (const char *p = doc; *p; p = line_after(p)) {
        p += strspn(p, " ");
        if (!strncmp(p, tag, n) && isspace((unsigned char)p[n]))
            return tagged_text(p + n);
    }
    return NULL;
}
