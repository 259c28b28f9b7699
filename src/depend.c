/* depend.c -- makefile rules for what was written. */
#include "depend.h"

#include <string.h>

/* As gcc escapes: a space with the backslashes before it, $ and #. */
const char *make_quoted(const char *path)
{
    Text t = {0};
    int backslashes = 0;
    for (const char *p = path; *p; p++) {
        if (*p == ' ' || *p == '\t')
            for (int i = 0; i <= backslashes; i++)
                text_char(&t, '\\');
        else if (*p == '$' || *p == '#')
            text_char(&t, *p == '$' ? '$' : '\\');
        backslashes = *p == '\\' ? backslashes + 1 : 0;
        text_char(&t, *p);
    }
    return text_str(&t);
}

static void add(Text *t, int *column, const char *path)
{
    enum { WIDTH = 75 };
    int n = (int)strlen(path);
    if (*column && *column + n > WIDTH) {
        text_add(t, " \\\n ");
        *column = 1;
    }
    text_fmt(t, "%s%s", *column ? " " : "", path);
    *column += n + 1;
}

const char *depend_text(const Depend *d)
{
    Text t = {0};
    int column = 0, n;
    const char *const *read = files_read(&n);
    for (int i = 0; i < d->target.n; i++)
        add(&t, &column, d->target.at[i]);
    for (int i = 0; !d->target.n && i < d->written.n; i++)
        add(&t, &column, make_quoted(d->written.at[i]));
    text_char(&t, ':');
    for (int i = 0; i < n; i++)
        add(&t, &column, make_quoted(read[i]));
    text_char(&t, '\n');
    for (int i = 1; d->phony && i < n; i++)
        text_fmt(&t, "\n%s:\n", make_quoted(read[i]));
    return text_str(&t);
}
