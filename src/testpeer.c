/* testpeer.c -- what Futhark says of the faults that we report. */
#include "testblock.h"

#include <string.h>

/* What stands in the message behind `before`, up to one of these characters. */
static void add_part(Text *to, const char *message, const char *before, const char *end)
{
    const char *at = strstr(message, before);
    at = at ? at + strlen(before) : "";
    text_addn(to, at, (int)strcspn(at, end));
}

/* The name in quotes number k of the message. */
static void add_quoted(Text *to, const char *message, int k)
{
    const char *at = strchr(message, '\'');
    for (int quotes = 0; at && quotes < 2 * k; quotes++)
        at = strchr(at + 1, '\'');
    if (at)
        text_addn(to, at + 1, (int)strcspn(at + 1, "'"));
}

/* What diag showed of the source: a line of it, and one with ^~~~ below the place. */
static void add_source(Text *to, const char *shown)
{
    const char *line = strchr(shown, '\n');
    const char *below = line ? strchr(line + 1, '\n') : NULL;
    if (!below)
        return;
    int width = (int)(below - line), from = (int)strcspn(below, "^");
    if (from < width && (int)strcspn(below + 1, "\n") >= from)
        text_addn(to, line + from, 1 + (int)strspn(below + from + 1, "~"));
}

static void add_filled(Text *to, const char *peer, const char *message, const char *shown)
{
    for (const char *p = peer; *p; p++) {
        if (*p != '$') {
            text_char(to, *p == '\n' ? ' ' : *p);
            continue;
        }
        switch (*++p) {
        case '1': add_quoted(to, message, 0); break;
        case '2': add_quoted(to, message, 1); break;
        case 's': add_part(to, message, "expected ", ",;"); break;
        case 't': add_part(to, message, "found ", ":;"); break;
        case 'x': add_part(to, message, "the sizes [", "]"); break;
        case 'y': add_part(to, message, "] and [", "]"); break;
        case 'c': add_part(to, message, "the case ", ";"); break;
        case 'a': add_source(to, shown); break;
        default: return;
        }
    }
}

/* Where an error or a warning begins, from p on. */
static const char *next_message(const char *p)
{
    const char *error = strstr(p, "error: "), *warning = strstr(p, "warning: ");
    return error && (!warning || error < warning) ? error : warning;
}

const char *peer_says(const char *messages)
{
    Text t = {0};
    for (const char *at = messages; (at = next_message(at)); ) {
        int n = (int)strcspn(at, "\n");
        char *line = str_copyn(at, n), *name = strrchr(line, '[');
        at += n;
        if (!name)
            continue;
        name[-1] = '\0';
        name += str_starts(name, "[-W") ? 3 : 1;
        const DiagEntry *e = catalogue_entry(str_copyn(name, (int)strcspn(name, "]")));
        if (e && e->peer)
            add_filled(&t, e->peer, line, at);
    }
    return text_str(&t);
}
