/*
 * options.h -- the command line, from options.def; and what is made from that
 * table: --help, the manual page, the completions of shells.
 */
#ifndef MAPNEST_OPTIONS_H
#define MAPNEST_OPTIONS_H

#include "base/base.h"

typedef enum {
    OPT_END,
#define OPTION(id, letter, word, long, argument, help) OPT_##id,
#include "options.def"
    OPT_BAD
} OptionId;

typedef struct {
    OptionId id;
    char letter;               /* 0: none */
    const char *word;          /* follows the letter at once */
    const char *name;          /* --name; null: none */
    const char *argument;      /* null: none */
    const char *help;
} OptionRow;

typedef struct {
    const char *name;          /* "": no command */
    const char *arguments, *help;
} CommandRow;

extern const OptionRow option_rows[];
extern const CommandRow command_rows[];
extern const int option_count, command_count;

/* The next option of the command line, with its argument: of -Wname what
   follows the letter. getopt has said what is wrong with OPT_BAD; after
   OPT_END, optind is the first argument that is none. */
OptionId option_next(int argc, char **argv, const char **argument);
const OptionRow *option_row(OptionId id);

/* help.c */
void help_print(FILE *out);
/* As "man", "bash" or "zsh". */
const char *help_as(const char *form);

#endif
