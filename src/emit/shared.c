/*
 * shared.c -- the helpers in a file of their own, which several .cu files include.
 *
 * The templates write them for one .cu. In a header a function is inline, so that compilers
 * accept one that is not called; and a constant can be defined before.
 */
#include "emit.h"

#include <string.h>

/* static const int NAME = VALUE; // comment. Returns the line after it. */
static const char *add_constant(Text *out, const char *line)
{
    const char *name = line + strlen("static const int "), *value = strstr(name, " = ") + 3;
    const char *end = strchr(value, ';'), *next = next_line(line);
    int name_n = (int)strcspn(name, " "), value_n = (int)(end - value);
    bool one_word = !memchr(value, ' ', (size_t)value_n);
    text_fmt(out, "#ifndef %.*s\n", name_n, name);
    text_fmt(out, one_word ? "#define %.*s %.*s" : "#define %.*s (%.*s)", name_n, name, value_n,
             value);
    text_addn(out, end + 1, (int)(next - end - 1));
    text_add(out, "#endif\n");
    return next;
}

/* static TYPE NAME(.. up to what opens its body. Returns the line after it. */
static const char *add_inline(Text *out, const char *line)
{
    static const char before[] = "static ", more[] = "inline ";
    text_fmt(out, "%s%s", before, more);
    const char *rest = line + strlen(before), *next = next_line(line);
    text_addn(out, rest, (int)(next - rest));
    for (line = next; *line == ' '; line = next) {
        next = next_line(line);
        text_fmt(out, "%*s%.*s", (int)strlen(more), "", (int)(next - line), line);
    }
    return line;
}

const char *shared_helpers(const char *text)
{
    Text out = { 0 };
    bool template = false;                   /* the line before says so */
    for (const char *line = text; *line;) {
        const char *next = next_line(line);
        if (str_starts(line, "static const int "))
            next = add_constant(&out, line);
        else if (str_starts(line, "static ") && !str_starts(line, "static const ") && !template)
            next = add_inline(&out, line);
        else
            text_addn(&out, line, (int)(next - line));
        template = str_starts(line, "template ");
        line = next;
    }
    return text_str(&out);
}
