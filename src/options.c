/* options.c -- the table of options, and reading the command line by it. */
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const OptionRow option_rows[] = {
#define OPTION(id, letter, word, long, argument, commands, help) \
    { OPT_##id, letter, word, long, argument, commands, help },
#include "options.def"
};
const int option_count = sizeof option_rows / sizeof *option_rows;

const CommandRow command_rows[] = {
#define COMMAND(id, name, least, most, arguments, help) { name, least, most, arguments, help },
#include "options.def"
};
const int command_count = sizeof command_rows / sizeof *command_rows;

const OptionRow *option_row(OptionId id) { return &option_rows[id - 1]; }

const char *option_name(const OptionRow *o)
{
    return o->name ? format("--%s", o->name) : format("-%c%s", o->letter, o->word);
}

/* ---- wrong usage ----------------------------------------------------------- */

void usage_hint(void)
{
    fprintf(stderr, "Try 'mapnest --help'.\n");
    exit(EXIT_USAGE);
}

void usage(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "mapnest: ");
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    usage_hint();
}

/* ---- commands -------------------------------------------------------------- */

const char *command_name(const CommandRow *c)
{
    return *c->name ? c->name : "transpile";
}

const CommandRow *command_row(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (*name && !strcmp(command_rows[i].name, name))
            return &command_rows[i];
    return NULL;
}

bool option_applies(const OptionRow *o, const CommandRow *c)
{
    const char *name = command_name(c);
    size_t n = strlen(name);
    for (const char *p = o->commands; (p = strstr(p, name)); p += n)
        if ((p == o->commands || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return !*o->commands;
}

/* A name's beginning is as near as a name with one letter changed. */
static int distance(const char *name, const char *candidate)
{
    bool begins = strlen(name) >= 4 && str_starts(candidate, name);
    return begins ? 1 : edit_distance(name, candidate);
}

const char *nearer(const char *name, const char *old, const char *candidate)
{
    int most = (int)strlen(name) / 3 + 1, d = distance(name, candidate);
    return d <= most && (!old || d < distance(name, old)) ? candidate : old;
}

const char *meant(const char *near)
{
    return near ? format("; is '%s' meant?", near) : "";
}

const char *command_near(const char *name)
{
    const char *near = NULL;
    for (int i = 0; i < command_count; i++)
        if (*command_rows[i].name)
            near = nearer(name, near, command_rows[i].name);
    return near;
}

/* ---- options --------------------------------------------------------------- */

/* ":o:e:bM:" */
static const char *letters(void)
{
    Text t = {0};
    text_char(&t, ':');
    for (int i = 0; i < option_count; i++) {
        const OptionRow *o = &option_rows[i];
        if (o->letter && !strchr(text_str(&t), o->letter))
            text_fmt(&t, "%c%s", o->letter,
                     (o->argument && *o->argument != '[') || *o->word ? ":" : "");
    }
    return text_str(&t);
}

static const struct option *long_options(void)
{
    struct option *list = NEWS(struct option, option_count + 1), *next = list;
    for (int i = 0; i < option_count; i++) {
        const OptionRow *o = &option_rows[i];
        if (o->name)
            *next++ = (struct option){ o->name, !o->argument ? no_argument
                                       : *o->argument == '[' ? optional_argument
                                                             : required_argument,
                                       NULL, 256 + (int)o->id };
    }
    return list;
}

/* Which option of this letter the argument of getopt begins with; what is left
   is the option's own argument, or the next word of the command line is. */
static const OptionRow *worded(int letter, int argc, char **argv, const char **argument)
{
    for (int i = 0; i < option_count; i++) {
        const OptionRow *o = &option_rows[i];
        if (o->letter != letter || !str_starts(*argument, o->word))
            continue;
        const char *rest = *argument + strlen(o->word);
        if (!o->argument && *rest)
            continue;
        if (o->argument && !*rest && optind >= argc)
            return NULL;
        *argument = !o->argument ? NULL : *rest ? rest : argv[optind++];
        return o;
    }
    return NULL;
}

static const char *option_near(const char *name)
{
    const char *near = NULL;
    for (int i = 0; i < option_count; i++)
        if (option_rows[i].name)
            near = nearer(name, near, option_rows[i].name);
    return near;
}

static OptionId bad(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static OptionId bad(const char *fmt, ...)
{
    FORMATTED(t, fmt);
    fprintf(stderr, "mapnest: %s\n", text_str(&t));
    return OPT_BAD;
}

/* What getopt did not take; `word` is where it stands. */
static OptionId unknown(const char *word)
{
    const char *known = optopt > 256 ? option_row((OptionId)(optopt - 256))->name : NULL;
    if (known)
        return bad("--%s takes no argument", known);
    if (optopt)
        return bad("there is no option -%c", optopt);
    const char *name = str_copyn(word + 2, (int)strcspn(word + 2, "="));
    const char *near = option_near(name);
    return near ? bad("there is no option --%s; is --%s meant?", name, near)
                : bad("there is no option --%s; --help=all lists them", name);
}

OptionId option_next(int argc, char **argv, const char **argument)
{
    opterr = 0;
    int c = getopt_long(argc, argv, letters(), long_options(), NULL);
    *argument = optarg;
    if (c < 0)
        return OPT_END;
    if (c == ':' && optopt <= 256)
        return bad("-%c: its argument is missing", optopt);
    if (c == ':')
        return bad("--%s: its argument is missing", option_row((OptionId)(optopt - 256))->name);
    if (c == '?')
        return unknown(argv[optind - 1]);
    if (c > 256)
        return (OptionId)(c - 256);
    for (int i = 0; i < option_count; i++)
        if (option_rows[i].letter == c && (!*option_rows[i].word || c == 'W'))
            return option_rows[i].id;
    const OptionRow *o = worded(c, argc, argv, argument);
    return o ? o->id : bad("-%c%s: no such option, or its argument is missing", c, optarg);
}
