/* completion.c -- names that the REPL completes: what the prelude, the loaded file and typed
   declarations define, and commands. */
#include "base/embed.h"
#include "completion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static VEC(const char *) names;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

static void add_name(const char *name)
{
    for (int i = 0; i < names.n; i++)
        if (names.at[i] == name)
            return;
    vec_push(&names, name);
}

/* The names behind def, entry, module and type at the start of a line. */
static void add_declared(const char *text)
{
    static const char *const words[] = { "def ", "entry ", "module ", "type " };
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += strspn(line, "\n");
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            const char *name = line + strlen(words[w]);
            int n = 0;
            while (str_starts(line, words[w]) && is_word(name[n]))
                n++;
            if (n)
                add_name(intern(str_copyn(name, n)));
        }
    }
}

void completion_of(const char *decs, const char *file)
{
    static const char *const commands[] = { ":type", ":explain", ":cuda", ":load", ":help",
                                            ":quit" };
    size_t n;
    const char *text = file ? file_read(file, &n) : NULL;
    names.n = 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        add_name(intern(commands[i]));
    for (int i = 0; i < embedded_count; i++)
        if (str_starts(embedded_files[i].name, "prelude/"))
            add_declared(embedded_files[i].text);
    if (text)
        add_declared(text);
    add_declared(decs);
}

char *completion_next(const char *word, int again)
{
    static int next;
    if (!again)
        next = 0;
    while (next < names.n) {
        const char *name = names.at[next++];
        if (str_starts(name, word))
            return strdup(name);
    }
    return NULL;
}
