/* diag.c -- the one place that errors and warnings go through. */
#include "base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ERRORS = 20, MAX_REPEATED = 1000 };

typedef struct { const Span *span; DiagId id; const char *text; } Reported;

static struct {
    FILE *out;
    ColorWhen color;
    bool json;
    int errors;
    DiagCatch *catcher;
    Diagnostic *pending;       /* printed when the next one comes */
    VEC(Reported) reported;
    int printed;               /* errors */
    bool muted;                /* what came last is not printed, nor are its notes */
} diag;

static struct { bool on, error; } warnings[NDIAGNOSTICS];

void diag_color(ColorWhen when) { diag.color = when; }
void diag_json(bool on) { diag.json = on; }
int error_count(void) { return diag.errors; }

static FILE *out(void)
{
    return diag.out ? diag.out : stderr;
}

static bool colored(void)
{
    if (diag.color != COLOR_AUTO)
        return diag.color == COLOR_ALWAYS;
    const char *no = getenv("NO_COLOR");
    return !(no && *no) && isatty(fileno(out()));
}

/* ---- one at a time ------------------------------------------------------- */

/* Prints what waits for its notes. */
static void diag_flush(void)
{
    Diagnostic *d = diag.pending;
    diag.pending = NULL;
    if (d && diag.json)
        diag_print_json(out(), d);
    else if (d)
        diag_print_text(out(), d, colored());
}

void diag_stream(FILE *f)
{
    diag_flush();
    diag.out = f;
}

/* Where the function that this is in was called from; of many calls the first and last. */
static void note_calls(Diagnostic *d, const Span *s)
{
    enum { ENDS = 3 };
    int n = 0, i = 0;
    for (const Span *f = s ? s->from : NULL; f; f = f->from)
        n++;
    for (const Span *f = s ? s->from : NULL; f; f = f->from, i++)
        if (i < ENDS || i >= n - ENDS || n == 2 * ENDS + 1)
            vec_push(&d->note, ((DiagNote){ f, "called from here" }));
        else if (i == ENDS)
            vec_push(&d->note, ((DiagNote){ f, format("called from here, and %d more",
                                                      n - 2 * ENDS - 1) }));
}

static void put(const Span *s, DiagId id, const char *kind, const char *option,
                const char *text)
{
    static bool at_exit;
    if (!at_exit)
        atexit(diag_flush);
    at_exit = true;
    diag_flush();
    Diagnostic *d = diag.pending = NEW(Diagnostic);
    d->kind = kind;
    d->option = option;
    d->name = diag_name(id);
    d->span = s && s->src ? s : NULL;
    d->text = text;
    note_calls(d, s);
}

/* The same is said once of a place. */
static bool is_new(const Span *s, DiagId id, const char *text)
{
    for (int i = 0; i < diag.reported.n && s; i++) {
        const Reported *old = &diag.reported.at[i];
        if (old->id == id && old->span && old->span->src == s->src &&
            old->span->line == s->line && old->span->col == s->col && !strcmp(old->text, text))
            return false;
    }
    vec_push(&diag.reported, ((Reported){ s, id, text }));
    return true;
}

static void put_error(const Span *s, DiagId id, const char *option, const char *text)
{
    diag.errors++;
    if (diag.printed == MAX_ERRORS) {
        note_at(NULL, "there are more errors than these %d", MAX_ERRORS);
        stop_run();
    }
    diag.printed++;
    put(s, id, "error", option, text);
}

static void put_new_error(const Span *s, DiagId id, const char *text)
{
    diag.muted = !is_new(s, id, text);
    if (!diag.muted)
        put_error(s, id, diag_name(id), text);
    else if (++diag.errors > MAX_REPEATED)
        stop_run();
}

void error_at(const Span *s, DiagId id, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    put_new_error(s, id, text_str(&t));
}

void fail_at(const Span *s, DiagId id, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    put_new_error(s, id, text_str(&t));
    stop_run();
}

void warn_at(const Span *s, DiagId id, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    bool built_in = s && s->src && s->src->name[0] == '<' && !s->from;
    diag.muted = built_in || !warnings[id].on || !is_new(s, id, text_str(&t));
    if (!diag.muted && warnings[id].error)
        put_error(s, id, format("-Werror=%s", diag_name(id)), text_str(&t));
    else if (!diag.muted)
        put(s, id, "warning", format("-W%s", diag_name(id)), text_str(&t));
}

void note_at(const Span *s, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    if (!diag.muted && diag.pending)
        vec_push(&diag.pending->note, ((DiagNote){ s, text_str(&t) }));
}

void fix_at(const Span *s, const char *text)
{
    if (!diag.muted && diag.pending && s && s->line == s->line2)
        vec_push(&diag.pending->fix, ((DiagNote){ s, text }));
}

/* ---- warnings ------------------------------------------------------------ */

bool warning_enabled(DiagId id)
{
    return warnings[id].on;
}

void diag_defaults(void)
{
    for (int i = 0; i < NDIAGNOSTICS; i++) {
        const DiagEntry *e = diag_is_warning(i) ? catalogue_entry(diag_name(i)) : NULL;
        warnings[i].on = e && e->enabled && !strcmp(e->enabled, "always");
    }
}

static bool set_warning(const char *name, bool on, bool error)
{
    bool found = false, all = !strcmp(name, "all");
    for (int i = 0; i < NDIAGNOSTICS; i++)
        if (diag_is_warning(i) && (all || !strcmp(name, diag_name(i)))) {
            warnings[i].on = on;
            warnings[i].error = error || (on && warnings[i].error);
            found = true;
        }
    return found;
}

bool diag_option(const char *option)
{
    if (!strcmp(option, "w")) {
        memset(warnings, 0, sizeof warnings);
        return true;
    }
    if (!strcmp(option, "Werror")) {
        for (int i = 0; i < NDIAGNOSTICS; i++)
            warnings[i].error = true;
        return true;
    }
    if (str_starts(option, "Werror="))
        return set_warning(option + strlen("Werror="), true, true);
    if (str_starts(option, "Wno-"))
        return set_warning(option + strlen("Wno-"), false, false);
    return set_warning(option + strlen("W"), true, false);
}

/* ---- giving up ----------------------------------------------------------- */

void stop_run(void)
{
    diag_flush();
    if (diag.catcher)
        longjmp(diag.catcher->jump, 1);
    exit(1);
}

void stop_on_errors(void)
{
    diag_flush();
    if (diag.errors)
        stop_run();
}

void diag_push(DiagCatch *c)
{
    c->outer = diag.catcher;
    c->errors_before = diag.errors;
    diag.catcher = c;
    diag.errors = 0;
    diag.reported.n = diag.printed = 0;
}

void diag_pop(DiagCatch *c)
{
    diag_flush();
    diag.reported.n = diag.printed = 0;
    diag.catcher = c->outer;
    diag.errors = c->errors_before;
}

static const char **bug_to;
static const Span *place;

void bug_caught(const char **to)
{
    bug_to = to;
    place = NULL;
}

bool bug_is_caught(void)
{
    return bug_to != NULL;
}

const Span *bug_placed(void)
{
    return place;
}

void bug_place(const Span *s)
{
    place = s;
}

/* Where it was: a construct of the program that is compiled, not of the prelude. */
static void add_place(Text *t)
{
    while (place && place->src && place->src->name[0] == '<' && place->from)
        place = place->from;
    int n;
    const char *line = place && place->src ? source_line(place->src, place->line, &n) : NULL;
    if (line)
        text_fmt(t, "\n%s: at this construct:\n%5d | %.*s", span_str(place), place->line, n, line);
}

static const Span *rule;
static const char *rule_name;
static bool own_rules;

void bug_rule(const Span *s, const char *name)
{
    rule = s;
    rule_name = name;
    own_rules |= s != NULL;
}

void bug(const char *fmt, ...)
{
    FORMATTED(t, fmt);
    if (!bug_to && rule)
        fail_at(rule, ERR_RULE_TYPE, str_starts(text_str(&t), "rule ") ? "%.0s%s"
                : "rule %s breaks down: %s", rule_name, text_str(&t));
    add_place(&t);
    if (bug_to && diag.catcher) {
        *bug_to = text_str(&t);
        stop_run();
    }
    diag_flush();
    fprintf(stderr, "mapnest: internal error: %s\n%s", text_str(&t), own_rules
            ? "Rules of your own were at work: mapnest check-rules FILE tries them for truth.\n"
            : "This is a fault of mapnest, not of the program. Please report it, with the "
              "program.\n");
    exit(EXIT_INTERNAL);
}
