/*
 * options.h -- the command line, from options.def; and what is made from that
 * table: --help, the manual page, the completions of shells.
 */
#ifndef MAPNEST_OPTIONS_H
#define MAPNEST_OPTIONS_H

#include "base/base.h"

typedef enum {
    OPT_END,
#define OPTION(id, letter, word, long, argument, commands, help) OPT_##id,
#include "options.def"
    OPT_BAD
} OptionId;

typedef struct {
    OptionId id;
    char letter;               /* 0: none */
    const char *word;          /* follows the letter at once */
    const char *name;          /* --name; null: none */
    const char *argument;      /* null: none */
    const char *commands;      /* "run test": those that it applies to; "": all */
    const char *help;
} OptionRow;

typedef struct {
    const char *name;          /* "": no command */
    int least, most;           /* arguments; most < 0: any number */
    const char *arguments, *help;
} CommandRow;

extern const OptionRow option_rows[];
extern const CommandRow command_rows[];
extern const int option_count, command_count;

/* The next option of the command line, with its argument: of -Wname what
   follows the letter. What is wrong with OPT_BAD has been said; after OPT_END,
   optind is the first argument that is none. */
OptionId option_next(int argc, char **argv, const char **argument);
const OptionRow *option_row(OptionId id);
/* Without what it stands for: "-o", "--harness". */
const char *option_name(const OptionRow *o);
bool option_applies(const OptionRow *o, const CommandRow *c);
/* "transpile" where there is no name. */
const char *command_name(const CommandRow *c);
/* Null, if there is none. */
const CommandRow *command_row(const char *name);
/* The one with the nearest name; null, if none is near. */
const char *command_near(const char *name);
/* The nearer to `name` of two candidates; null: neither is near. */
const char *nearer(const char *name, const char *old, const char *candidate);
/* "; is 'NEAR' meant?"; "" of null. */
const char *meant(const char *near);

enum { EXIT_OK, EXIT_INPUT, EXIT_USAGE };
/* What is wrong with the command line; ends the run. */
_Noreturn void usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same, once what is wrong has been said. */
_Noreturn void usage_hint(void);

/* help.c */
/* The commands, and the options that most people need. */
void help_print(FILE *out);
void help_command(FILE *out, const CommandRow *c);
/* Each option, the passes, the exit status. */
void help_all(FILE *out);
/* As "man", "bash", "zsh" or "fish". */
const char *help_as(const char *form);

#endif
