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
    if (o->letter) {
        text_fmt(&t, "-%c%s", o->letter, o->word);
        if (o->argument)
            text_fmt(&t, " %s", o->argument);
    }
    if (o->name) {
        text_fmt(&t, "%s--%s", o->letter ? ", " : "    ", o->name);
        if (o->argument)
            text_fmt(&t, *o->argument == '[' ? "%s" : "=%s", o->argument);
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

void help_print(FILE *out, const CommandRow *only)
{
    for (int i = 0; i < command_count; i++)
        if (!only || only == &command_rows[i])
            put_command(out, &command_rows[i], i && !only ? "      " : "Usage:");
    fputc('\n', out);
    for (int i = 0; i < option_count; i++) {
        const OptionRow *o = &option_rows[i];
        if (!only || (*o->commands && option_applies(o, only)))
            put_option(out, o, only ? o->help : format("%s%s", commands_of(o), o->help));
    }
    if (only) {
        fputs("\n'mapnest --help' has the options that all commands have.\n", out);
        return;
    }
    fputs("\nPasses:\n", out);
    for (int i = 0; pass_name(i); i++)
        fprintf(out, "  %-10s %s\n", pass_name(i), pass_holds(i));
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
    Json *j = json_record("short", text_or_false(o->letter ? format("%c%s", o->letter, o->word)
                                                           : NULL),
                          "long", text_or_false(o->name),
                          "both", json_bool(o->letter && o->name),
                          "stands_for", json_bool(!strcmp(o->word, "name")),
                          "argument", text_or_false(o->argument), "words", words_of(arg),
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
                                        "arguments", json_str(c->arguments),
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
