/* help.c -- the table of options as --help prints it, and as a record for the
   templates in templates/help: the manual page, completions. */
#include "compile.h"
#include "emit/view.h"
#include "options.h"

#include <string.h>

/* ---- --help ------------------------------------------------------------- */

/* "-o DIR, --output=DIR" */
static const char *spelled(const OptionRow *o)
{
    Text t = {0};
    bool may_be_missing = o->argument && *o->argument == '[';
    if (o->letter) {
        text_fmt(&t, "-%c%s", o->letter, o->word);
        if (o->argument && !may_be_missing)
            text_fmt(&t, " %s", o->argument);
    }
    if (o->name) {
        text_fmt(&t, "%s--%s", o->letter ? ", " : "    ", o->name);
        if (o->argument)
            text_fmt(&t, may_be_missing ? "%s" : "=%s", o->argument);
    }
    return text_str(&t);
}

/* "run, test: " before the help of an option that only some commands have. */
static const char *commands_of(const OptionRow *o)
{
    Text t = {0};
    if (!*o->commands || str_starts(o->commands, "transpile"))
        return "";
    for (const char *p = o->commands; *p; p++)
        text_fmt(&t, *p == ' ' ? ", " : "%c", *p);
    text_add(&t, ": ");
    return text_str(&t);
}

/* The help text from column 28 on, within 80 columns. */
static void put_option(FILE *out, const OptionRow *o, const char *help)
{
    enum { FROM = 28, WIDTH = 52 };
    int at = fprintf(out, "  %s", spelled(o));
    if (at > FROM - 2) {
        fputc('\n', out);
        at = 0;
    }
    for (const char *p = help; *p;) {
        int n = (int)strlen(p);
        if (n > WIDTH)
            for (n = WIDTH; n > 0 && p[n] != ' ';)
                n--;
        fprintf(out, "%*s%.*s\n", FROM - at, "", n, p);
        at = 0;
        p += n;
        p += *p == ' ';
    }
}

static void put_command(FILE *out, const CommandRow *c, const char *before)
{
    const char *call = format("%s%s%s", c->name, *c->name ? " " : "", c->arguments);
    fprintf(out, "%s mapnest %-26s %s\n", before, call, c->help);
}

static void put_commands(FILE *out)
{
    for (int i = 0; i < command_count; i++)
        put_command(out, &command_rows[i], i ? "      " : "Usage:");
    fputc('\n', out);
}

static void put_row(FILE *out, const OptionRow *o)
{
    put_option(out, o, format("%s%s", commands_of(o), o->help));
}

void help_print(FILE *out)
{
    static const OptionId first[] = { OPT_OUTPUT, OPT_HARNESS, OPT_CXX, OPT_PYTHON, OPT_SIZES,
                                      OPT_ON, OPT_ENTRY, OPT_FORMAT, OPT_WARN, OPT_EXPLAIN };
    put_commands(out);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        put_row(out, option_row(first[i]));
    fputs("\n'mapnest help COMMAND' lists the options of a command, --help=all all of them.\n"
          "The guide is in share/doc/mapnest/guide, or in src/guide.\n", out);
}

void help_command(FILE *out, const CommandRow *c)
{
    put_command(out, c, "Usage:");
    for (int all = 0; all < 2; all++) {
        fputs(all ? "\nOf each command:\n" : "\n", out);
        for (int i = 0; i < option_count; i++)
            if ((*option_rows[i].commands ? 0 : 1) == all && option_applies(&option_rows[i], c))
                put_option(out, &option_rows[i], option_rows[i].help);
    }
}

void help_all(FILE *out)
{
    put_commands(out);
    for (int i = 0; i < option_count; i++)
        put_row(out, &option_rows[i]);
    fputs("\nPasses:\n", out);
    for (int i = 0; pass_name(i); i++)
        fprintf(out, "  %-13s %s\n", pass_name(i), pass_holds(i));
    fputs("\nExit status: 0 fine, 1 errors in the input, 2 wrong usage, 3 a fault of mapnest.\n",
          out);
}

/* ---- the record --------------------------------------------------------- */

/* "eval cpu" of "eval|cpu"; else false. */
static Json *words_of(const char *argument)
{
    if (!strchr(argument, '|'))
        return json_bool(false);
    char *text = format("%s", argument);
    for (char *p = text; *p; p++)
        *p = *p == '|' ? ' ' : *p;
    return json_str(text);
}

static Json *option_record(const OptionRow *o)
{
    static const char *const kinds[] = { "DIR", "FILE", "PATH", "PASS", "RULE", "ERROR", NULL };
    const char *arg = o->argument ? o->argument : "";
    bool optional = *arg == '[';       /* "[=RULE]" */
    const char *shown = optional ? str_copyn(arg + 2, (int)strlen(arg) - 3) : o->argument;
    Json *j = json_record("short", text_or_false(o->letter ? format("%c%s", o->letter, o->word)
                                                           : NULL),
                          "long", text_or_false(o->name),
                          "both", json_bool(o->letter && o->name),
                          "stands_for", json_bool(!strcmp(o->word, "name")),
                          "argument", text_or_false(shown),
                          "optional", json_bool(optional), "words", words_of(arg),
                          "help", json_str(format("%s%s", commands_of(o), o->help)),
                          "several_letters", json_bool(*o->word), NULL);
    for (const char *const *k = kinds; *k; k++)
        json_set(j, format("is_%s", *k), json_bool(!strcmp(arg, *k)));
    return j;
}

static Json *record(void)
{
    Json *commands = json_list(), *options = json_list();
    Json *passes = json_list(), *warnings = json_list();
    for (int i = 0; i < command_count; i++) {
        const CommandRow *c = &command_rows[i];
        json_push(commands, json_record("command", text_or_false(*c->name ? c->name : NULL),
                                        "arguments",
                                        text_or_false(*c->arguments ? c->arguments : NULL),
                                        "does", json_str(c->help), NULL));
    }
    for (int i = 0; i < option_count; i++)
        json_push(options, option_record(&option_rows[i]));
    for (int i = 0; pass_name(i); i++)
        json_push(passes, json_record("pass", json_str(pass_name(i)),
                                      "holds", json_str(pass_holds(i)), NULL));
    for (int i = 0; i < NDIAGNOSTICS; i++)
        if (diag_is_warning((DiagId)i))
            json_push(warnings, json_record("warning", json_str(diag_name((DiagId)i)), NULL));
    return json_record("version", json_str(MAPNEST_VERSION), "commands", with_last(commands),
                       "options", with_last(options), "passes", with_last(passes),
                       "warnings", with_last(warnings), NULL);
}

/* For roff; hyphens that begin a word are an option's. */
static void escape_roff(Text *out, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i] == '\\')
            text_add(out, "\\e");
        else if (s[i] == '-' && (!i || strchr(" -'", s[i - 1])))
            text_add(out, "\\-");
        else
            text_char(out, s[i]);
}

/* Inside [..] and '..' of a specification for zsh. */
static void escape_zsh(Text *out, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i] == '\'')
            text_add(out, "'\\''");
        else
            text_fmt(out, strchr("[]:\\", s[i]) ? "\\%c" : "%c", s[i]);
}

/* Inside '..'. */
static void escape_fish(Text *out, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        text_fmt(out, strchr("'\\", s[i]) ? "\\%c" : "%c", s[i]);
}

const char *help_as(const char *form)
{
    bool man = !strcmp(form, "man");
    Templates t = { .folder = "help" };
    t.escape = man ? escape_roff : !strcmp(form, "zsh") ? escape_zsh
             : !strcmp(form, "fish") ? escape_fish : NULL;
    return template_render(&t, man ? "mapnest.1" : form, record());
}
