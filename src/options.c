/* options.c -- the table of options, and reading the command line by it. */
#include "options.h"

#include <getopt.h>
#include <string.h>

const OptionRow option_rows[] = {
#define OPTION(id, letter, word, long, argument, help) \
    { OPT_##id, letter, word, long, argument, help },
#include "options.def"
};
const int option_count = sizeof option_rows / sizeof *option_rows;

const CommandRow command_rows[] = {
#define COMMAND(id, name, arguments, help) { name, arguments, help },
#include "options.def"
};
const int command_count = sizeof command_rows / sizeof *command_rows;

const OptionRow *option_row(OptionId id) { return &option_rows[id - 1]; }

/* "o:e:bM:" */
static const char *letters(void)
{
    Text t = {0};
    for (int i = 0; i < option_count; i++) {
        const OptionRow *o = &option_rows[i];
        if (o->letter && !(t.n && strchr(text_str(&t), o->letter)))
            text_fmt(&t, "%c%s", o->letter, o->argument || *o->word ? ":" : "");
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

OptionId option_next(int argc, char **argv, const char **argument)
{
    argv[0] = "mapnest";       /* how getopt names the program */
    int c = getopt_long(argc, argv, letters(), long_options(), NULL);
    *argument = optarg;
    if (c < 0)
        return OPT_END;
    if (c > 256)
        return (OptionId)(c - 256);
    for (int i = 0; i < option_count; i++)
        if (option_rows[i].letter == c && (!*option_rows[i].word || c == 'W'))
            return option_rows[i].id;
    if (c == '?')
        return OPT_BAD;
    const OptionRow *o = worded(c, argc, argv, argument);
    if (!o)
        fprintf(stderr, "mapnest: -%c%s: no such option, or its argument is missing\n", c, optarg);
    return o ? o->id : OPT_BAD;
}
