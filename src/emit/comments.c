/* comments.c -- generated text without its comments, for --comments=none. */
#include "emit.h"

#include <string.h>

/* The end of a line's code: where a comment begins that no string contains. */
static int code_of_line(const char *line, int n)
{
    char quote = 0;
    int end = n;
    for (int i = 0; i < n && end == n; i++) {
        if (quote && line[i] == '\\')
            i++;
        else if (line[i] == quote)
            quote = 0;
        else if (!quote && (line[i] == '"' || line[i] == '\''))
            quote = line[i];
        else if (!quote && line[i] == '/' && i + 1 < n && line[i + 1] == '/')
            end = i;
    }
    while (end < n && end && line[end - 1] == ' ')
        end--;
    return end;
}

/* A line that is all comment goes; so does a second empty line. */
const char *without_comments(const char *text)
{
    Text out = { 0 };
    int first = (int)strcspn(text, "\n");
    text_fmt(&out, "%.*s\n", first, text);
    bool blank = false;
    for (const char *line = text + first + (text[first] == '\n'); *line;) {
        int n = (int)strcspn(line, "\n"), end = code_of_line(line, n);
        bool gone = end < n && !end, empty = !n;
        if (!gone && !(empty && blank))
            text_fmt(&out, "%.*s\n", end, line);
        blank = gone ? blank : empty;
        line += n + (line[n] == '\n');
    }
    return text_str(&out);
}
