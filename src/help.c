/* help.c -- the table of options as --help prints it, and as a record for the
   templates in templates/help: the manual page, completions. */
#include "base/embed.h"
#include "compile.h"
#include "emit/mustache.h"
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

/* The help text from column 28 on, within 80 columns. */
static void put_option(FILE *out, const OptionRow *o)
{
    enum { FROM = 28, WIDTH = 52 };
    int at = fprintf(out, "  %s", spelled(o));
    if (at > FROM - 2) {
        fputc('\n', out);
        at = 0;
    }
    for (const char *p = o->help; *p;) {
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

void help_print(FILE *out)
{
    for (int i = 0; i < command_count; i++) {
        const CommandRow *c = &command_rows[i];
        const char *call = format("%s%s%s", c->name, *c->name ? " " : "", c->arguments);
        fprintf(out, "%s mapnest %-26s %s\n", i ? "      " : "Usage:", call, c->help);
    }
    fputc('\n', out);
    for (int i = 0; i < option_count; i++)
        put_option(out, &option_rows[i]);
    fputs("\nPasses:\n", out);
    for (int i = 0; pass_name(i); i++)
        fprintf(out, "  %-10s %s\n", pass_name(i), pass_holds(i));
    fputs("\nExit status: 0 fine, 1 errors in the input, 2 wrong usage, 3 a fault of mapnest.\n",
          out);
}

/* ---- the record --------------------------------------------------------- */

/* Backslashes for roff; hyphens that begin a word are an option's. */
static const char *roff(const char *text)
{
    Text t = {0};
    for (const char *p = text; *p; p++)
        if (*p == '\\')
            text_add(&t, "\\e");
        else if (*p == '-' && (p == text || p[-1] == ' ' || p[-1] == '-' || p[-1] == '\''))
            text_add(&t, "\\-");
        else
            text_char(&t, *p);
    return text_str(&t);
}

/* Inside [..] and '..' of a specification for zsh. */
static const char *zsh(const char *text)
{
    Text t = {0};
    for (const char *p = text; *p; p++)
        if (*p == '\'')
            text_add(&t, "'\\''");
        else if (strchr("[]:\\", *p))
            text_fmt(&t, "\\%c", *p);
        else
            text_char(&t, *p);
    return text_str(&t);
}

/* A word of fish, in single quotes. */
static const char *fish(const char *text)
{
    Text t = {0};
    text_char(&t, '\'');
    for (const char *p = text; *p; p++)
        text_fmt(&t, *p == '\'' || *p == '\\' ? "\\%c" : "%c", *p);
    text_char(&t, '\'');
    return text_str(&t);
}

static Json *with_last(Json *list)
{
    for (int i = 0; i < list->n; i++)
        json_set(list->item[i], "last", json_bool(i == list->n - 1));
    return list;
}

/* "eval cpu" of "eval|cpu"; else false. */
static Json *words_of(const char *argument)
{
    if (!strchr(argument, '|') && strcmp(argument, "text"))
        return json_bool(false);
    char *text = format("%s", argument);
    for (char *p = text; *p; p++)
        *p = *p == '|' ? ' ' : *p;
    return json_str(text);
}

static Json *option_record(const OptionRow *o)
{
    static const char *const kinds[] = { "DIR", "FILE", "PATH", "PASS", "RULE", "ERROR", NULL };
    const char *arg = o->argument ? o->argument : "", *name = o->name ? o->name : "";
    Json *j = json_object();
    json_set(j, "short", o->letter ? json_str(format("%c%s", o->letter, o->word))
                                   : json_bool(false));
    json_set(j, "long", *name ? json_str(name) : json_bool(false));
    json_set(j, "both", json_bool(o->letter && *name));
    json_set(j, "stands_for", json_bool(!strcmp(o->word, "name")));
    json_set(j, "argument", *arg ? json_str(arg) : json_bool(false));
    json_set(j, "words", words_of(arg));
    for (const char *const *k = kinds; *k; k++)
        json_set(j, format("is_%s", *k), json_bool(!strcmp(arg, *k)));
    json_set(j, "help", json_str(o->help));
    json_set(j, "help_roff", json_str(roff(o->help)));
    json_set(j, "help_fish", json_str(fish(o->help)));
    json_set(j, "several_letters", json_bool(*o->word));
    return json_set(j, "help_zsh", json_str(zsh(o->help)));
}

static Json *record(void)
{
    Json *j = json_object(), *commands = json_list(), *options = json_list();
    Json *passes = json_list(), *warnings = json_list();
    for (int i = 0; i < command_count; i++) {
        const CommandRow *c = &command_rows[i];
        Json *o = json_set(json_object(), "command", *c->name ? json_str(c->name)
                                                              : json_bool(false));
        json_set(o, "arguments", json_str(c->arguments));
        json_set(o, "does", json_str(c->help));
        json_set(o, "does_fish", json_str(fish(c->help)));
        json_push(commands, json_set(o, "does_zsh", json_str(zsh(c->help))));
    }
    for (int i = 0; i < option_count; i++)
        json_push(options, option_record(&option_rows[i]));
    for (int i = 0; pass_name(i); i++) {
        Json *o = json_set(json_object(), "pass", json_str(pass_name(i)));
        json_push(passes, json_set(o, "holds", json_str(roff(pass_holds(i)))));
    }
    for (int i = 0; i < NDIAGNOSTICS; i++)
        if (diag_is_warning((DiagId)i))
            json_push(warnings, json_set(json_object(), "warning",
                                         json_str(diag_name((DiagId)i))));
    json_set(j, "version", json_str(MAPNEST_VERSION));
    json_set(j, "commands", with_last(commands));
    json_set(j, "options", with_last(options));
    json_set(j, "passes", with_last(passes));
    return json_set(j, "warnings", with_last(warnings));
}

static const char *template_text(void *arg, const char *name)
{
    const Embedded *e = embedded_find(format("templates/help/%s.mustache", name));
    (void)arg;
    return e ? e->text : NULL;
}

const char *help_as(const char *form)
{
    const char *name = !strcmp(form, "man") ? "mapnest.1" : form, *error;
    const char *text = template_text(NULL, name);
    MustacheOptions m = { .strict = true, .partial = template_text };
    Text t = {0};
    if (!text || !mustache_render(&t, name, text, record(), &m, &error))
        bug("templates/help/%s.mustache: %s", name, text ? error : "not found");
    return text_str(&t);
}
