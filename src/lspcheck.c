/* lspcheck.c -- one version of a program, looked at for the language server. */
#include "emit/emit.h"
#include "front/ast.h"
#include "front/check.h"
#include "lsp.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- places: lines from 0, characters in UTF-16 ---------------------------------- */

static int utf16_units(const char *line, int bytes)
{
    int n = 0;
    for (int i = 0; i < bytes; i++) {
        unsigned char c = (unsigned char)line[i];
        n += (c & 0xc0) != 0x80;
        n += c >= 0xf0;
    }
    return n;
}

static Json *position(const Source *s, int line, int col)
{
    int n = 0;
    const char *text = source_line(s, line, &n);
    int units = text ? utf16_units(text, col - 1 < n ? col - 1 : n) : 0;
    return json_record("line", json_int(line > 0 ? line - 1 : 0), "character", json_int(units),
                       NULL);
}

static Json *range(const Span *s)
{
    return json_record("start", position(s->src, s->line, s->col),
                       "end", position(s->src, s->line2, s->col2 + 1), NULL);
}

/* ---- diagnostics ------------------------------------------------------------------- */

static const Json *caret(const Json *diagnostic, const char *which)
{
    const Json *places = json_get(diagnostic, "locations");
    return places->n ? json_get(places->item[0], which) : NULL;
}

static int number(const Json *o, const char *key)
{
    return (int)strtol(json_get(o, key)->text, NULL, 10);
}

/* The edits of this file that a fix-it proposes. */
static Json *edits(const Json *d, const Source *s)
{
    Json *list = json_list();
    const Json *fixes = json_get(d, "fixits");
    for (int i = 0; fixes && i < fixes->n; i++) {
        const Json *fix = fixes->item[i], *at = json_get(fix, "start"), *to = json_get(fix, "next");
        if (strcmp(json_get(at, "file")->text, s->name))
            continue;
        Json *start = position(s, number(at, "line"), number(at, "byte-column"));
        Json *end = position(s, number(to, "line"), number(to, "byte-column"));
        json_push(list, json_record("range", json_record("start", start, "end", end, NULL),
                                    "newText", json_get(fix, "string"), NULL));
    }
    return list;
}

/* Of gcc's form LSP's: what is said of another file stands in the first line. */
static Json *diagnostic(const Json *d, const Source *s)
{
    const Json *at = caret(d, "caret"), *to = caret(d, "finish");
    const char *text = json_get(d, "message")->text, *file = NULL;
    Span span = { .src = s, .line = 1, .col = 1, .line2 = 1, .col2 = 1 };
    if (at) {
        file = json_get(at, "file")->text;
        if (!strcmp(file, s->name)) {
            span.line = span.line2 = number(at, "line");
            span.col = span.col2 = number(at, "byte-column");
        } else {
            text = format("%s:%d:%d: %s", file, number(at, "line"), number(at, "byte-column"),
                          text);
        }
    }
    if (to && !strcmp(file, s->name)) {
        span.line2 = number(to, "line");
        span.col2 = number(to, "byte-column");
    }
    Text more = {0};
    text_add(&more, text);
    const Json *notes = json_get(d, "children");
    for (int i = 0; i < notes->n; i++)
        text_fmt(&more, "\n%s", json_get(notes->item[i], "message")->text);
    bool error = !strcmp(json_get(d, "kind")->text, "error");
    return json_record("range", range(&span), "severity", json_int(error ? 1 : 2),
                       "code", json_get(d, "id"), "source", json_str("mapnest"),
                       "message", json_str(text_str(&more)), "data", edits(d, s), NULL);
}

static Json *diagnostics(const char *lines, const Source *s)
{
    Json *list = json_list();
    for (const char *p = lines; *p;) {
        int n = (int)strcspn(p, "\n");
        const char *error = NULL;
        const Json *d = json_parse(str_copyn(p, n), &error);
        if (d)
            json_push(list, diagnostic(d, s));
        p += n + (p[n] == '\n');
    }
    return list;
}

/* ---- names ------------------------------------------------------------------------------ */

static Json *mentions(const Mentions *m, const Source *s)
{
    Json *list = json_list();
    for (int i = 0; i < m->n; i++) {
        const Mention *x = &m->at[i];
        bool known = x->defined && x->defined->src && x->defined->src->name[0] != '<';
        if (!x->span->src || strcmp(x->span->src->name, s->name))
            continue;
        const char *type = format("%s: %s", x->name, ty_str(x->ty));
        json_push(list, json_record("range", range(x->span), "type", json_str(type),
                                    "path", known ? json_str(x->defined->src->name) : json_null(),
                                    "target", known ? range(x->defined) : json_null(), NULL));
    }
    return list;
}

/* ---- the process -------------------------------------------------------------------------- */

static Emitted all_of(Source *s, const CompileOptions *o)
{
    EmitOptions e = { .file = path_output(s->name), .source = basename(format("%s", s->name)) };
    Emitted out = {0};
    emit_program(compile(s, o), &e, &out);
    return out;
}

static void look_at(Source *s, const CompileOptions *o, FILE *to)
{
    char *said = NULL;
    size_t size;
    Mentions names = {0};
    const char *volatile formatted = NULL;
    FILE *f = open_memstream(&said, &size);
    if (!f)
        out_of_memory(0);
    diag_stream(f);
    diag_json(true);
    check_mentions(&names);
    DiagCatch c;
    if (!DIAG_CATCH(&c))
        all_of(s, o);
    diag_pop(&c);
    diag_stream(stderr);
    fclose(f);
    FILE *nowhere = fopen("/dev/null", "w");
    diag_stream(nowhere ? nowhere : stderr);
    if (!names.n) {
        if (!DIAG_CATCH(&c))
            check_parts(s);
        diag_pop(&c);
    }
    check_mentions(NULL);
    if (!DIAG_CATCH(&c))
        formatted = format_program(s);
    diag_pop(&c);
    Text t = {0};
    json_print(&t, json_record("diagnostics", diagnostics(said, s), "mentions",
                               mentions(&names, s), "formatted",
                               formatted ? json_str(formatted) : json_null(), NULL), -1);
    fputs(text_str(&t), to);
    fflush(to);
}

const Json *lsp_check(const char *path, const char *text, const CompileOptions *o)
{
    FILE *found = tmpfile();
    int status;
    pid_t pid = found ? fork() : -1;
    if (pid == 0) {
        look_at(source_new(path, text, (int)strlen(text)), o, found);
        _exit(0);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (found)
        rewind(found);
    const char *error = NULL, *json = found ? stream_read(found, NULL) : NULL;
    if (found)
        fclose(found);
    return json && *json ? json_parse(json, &error) : NULL;
}
