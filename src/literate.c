/* literate.c -- comments at the left margin are text, other lines are code, and lines that begin
   with "-- >" are directives, as in Futhark's literate programs. */
#include "apart.h"
#include "literate.h"
#include "markdown.h"
#include "output.h"

#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Scope scope;
    const char *stem;          /* "DIR/NAME": pictures are NAME-N.svg */
    int pictures;
    Text text;                 /* Markdown */
    const Source *source;
    bool pictured, wrong;      /* pictured: pictures can be written */
} Document;

/* ---- directives ------------------------------------------------------------------------- */

/* The output of an action, which runs in a process of its own; *good: it has not failed. */
static const char *said_by(Action *action, const Scope *s, const char *exp, bool *good)
{
    FILE *out = tmpfile();
    *good = out && run_apart(action, s, exp, out, out) == 0;
    if (out)
        rewind(out);
    const char *text = out ? stream_read(out, NULL) : "";
    if (out)
        fclose(out);
    return text ? text : "";
}

static void add_block(Document *d, const char *language, const char *text)
{
    int n = (int)strlen(text);
    while (n && text[n - 1] == '\n')
        n--;
    text_fmt(&d->text, "```%s\n%.*s\n```\n\n", language, n, text);
}

static double number_of(Scalar x)
{
    return prim_is_float(x.prim) ? x.f : (double)x.i;
}

/* Columns of numbers, one line a row. */
static void print_columns(const Scope *s, const char *exp)
{
    int n;
    Value **v = expression_values(s, exp, &n);
    for (int i = 0; i < n; i++)
        if (v[i]->rank != 1 || v[i]->dim[0] != v[0]->dim[0])
            fail_at(NULL, ERR_INPUT, "a plot needs arrays of one length, such as (xs, ys)");
    for (int64_t row = 0; n && row < v[0]->dim[0]; row++)
        for (int i = 0; i < n; i++)
            printf("%.17g%c", number_of(value_get(v[i], row)), i == n - 1 ? '\n' : ' ');
}

static bool has_gnuplot(void)
{
    return system("command -v gnuplot > /dev/null 2>&1") == 0;
}

/* A picture of columns, the first one across; "" with what is wrong said in the text. */
static const char *plot(Document *d, const char *columns, const char *label)
{
    const char *picture = format("%s-%d.svg", d->stem, ++d->pictures);
    int n = 1;
    for (const char *p = columns; *p && *p != '\n'; p++)
        n += *p == ' ';
    FILE *f = popen("gnuplot > /dev/null 2>&1", "w");
    if (!f)
        return NULL;
    fprintf(f, "set terminal svg size 640,400\nset output '%s'\nset key off\n$data << END\n%sEND\n"
            "plot ", picture, columns);
    for (int i = 2; i <= n; i++)
        fprintf(f, "%s$data using 1:%d with lines", i > 2 ? ", " : "", i);
    fprintf(f, n == 1 ? "$data using 0:1 with lines\n" : "\n");
    if (pclose(f) || access(picture, R_OK))
        return NULL;
    return format("![%s](%s)\n\n", label, basename(format("%s", picture)));
}

static bool plot_of(Document *d, const char *exp)
{
    bool good;
    const char *columns = said_by(print_columns, &d->scope, exp, &good);
    const char *picture = good && d->pictured && has_gnuplot() ? plot(d, columns, exp) : NULL;
    if (picture)
        text_add(&d->text, picture);
    else
        add_block(d, "", columns);
    if (good && !picture)
        text_add(&d->text, d->pictured ? "The plot needs gnuplot; these are its columns.\n\n"
                                       : "These are the columns of the plot.\n\n");
    return good;
}

static const struct {
    const char *name, *language;
    Action *action;            /* null: plot_of */
} directives[] = {
    { "", "", expression_value },       { "type", "futhark", expression_type },
    { "explain", "", expression_explain }, { "cuda", "cuda", expression_kernels },
    { "plot2d", "", NULL },
};

static void complain(Document *d, int line, const char *text)
{
    error_at(span_new(d->source, line, 1, line, 1), ERR_RUN_FAILED, "this directive fails: %s",
             text);
    d->wrong = true;
}

/* "e", or ":word e"; what stands after ; are settings of Futhark's. */
static void add_directive(Document *d, const char *text, int line)
{
    const char *word = "", *exp = text;
    bool good = true, plots = false;
    if (*text == ':') {
        word = str_copyn(text + 1, (int)strcspn(text + 1, " \t\n"));
        exp = text + 1 + strlen(word);
    }
    exp += strspn(exp, " \t\n");
    size_t i = 0, n = sizeof directives / sizeof *directives;
    while (i < n && strcmp(directives[i].name, word))
        i++;
    if (i == n) {
        complain(d, line, format("there is no :%s; there are :type, :explain, :cuda and :plot2d",
                                 word));
        return;
    }
    plots = !directives[i].action;
    add_block(d, "", format("> %s", text));
    if (plots)
        exp = str_copyn(exp, (int)strcspn(exp, ";"));
    if (plots) {
        good = plot_of(d, exp);
    } else {
        const char *said = said_by(directives[i].action, &d->scope, exp, &good);
        add_block(d, good ? directives[i].language : "", said);
    }
    if (!good)
        complain(d, line, text);
}

/* ---- the file ----------------------------------------------------------------------------- */

static bool is_comment(const char *line) { return str_starts(line, "--"); }
static bool is_directive(const char *line) { return str_starts(line, "-- >"); }

/* Without its dashes. */
static const char *comment(const char *line)
{
    line += 2;
    return *line == '|' ? line + 1 : *line == ' ' ? line + 1 + (line[1] == '|') : line;
}

typedef struct { const char **at; int n; } Lines;

static Lines lines_of(const char *text)
{
    VEC(const char *) all = {0};
    for (const char *p = text; *p; p += *p == '\n') {
        int n = (int)strcspn(p, "\n");
        vec_push(&all, str_copyn(p, n));
        p += n;
    }
    return (Lines){ all.at, all.n };
}

static int add_comment(Document *d, Lines l, int i)
{
    for (; i < l.n && is_comment(l.at[i]) && !is_directive(l.at[i]); i++) {
        if (!strncmp(l.at[i], "-- ==", 5)) {          /* a test block */
            while (i < l.n && is_comment(l.at[i]))
                i++;
            break;
        }
        text_fmt(&d->text, "%s\n", comment(l.at[i]));
    }
    text_add(&d->text, "\n");
    return i;
}

static int add_code(Document *d, Lines l, int i)
{
    Text t = {0};
    for (; i < l.n && !is_comment(l.at[i]); i++)
        text_fmt(&t, "%s\n", l.at[i]);
    const char *code = text_str(&t);
    code += strspn(code, "\n");
    if (*code)
        add_block(d, "futhark", code);
    return i;
}

static int add_lines(Document *d, Lines l, int i)
{
    if (!is_comment(l.at[i]))
        return add_code(d, l, i);
    if (!is_directive(l.at[i]))
        return add_comment(d, l, i);
    int from = i + 1;
    const char *text = l.at[i] + 4;
    text += strspn(text, " ");
    for (i++; i < l.n && str_starts(l.at[i], "-- ") && !is_directive(l.at[i]); i++)
        text = format("%s\n%s", text, l.at[i] + 3);
    add_directive(d, text, from);
    return i;
}

bool literate(const char *path, const char *dir, bool html, bool force, const CompileOptions *o)
{
    bool printed = dir && !strcmp(dir, "-");
    Document d = { .scope = scope_of_file(path, o), .pictured = !printed };
    size_t n;
    const char *text = file_read(path, &n);
    const char *name = path_output(path);
    d.source = source_new(path, text, (int)n);
    d.stem = format("%s/%s", dir && !printed ? dir : dirname(format("%s", path)), name);
    if (dir && !printed && !folder_make(dir))
        fail_at(NULL, ERR_FILE, "%s: %s", dir, strerror(errno));
    Lines l = lines_of(text);
    for (int i = 0; i < l.n;)
        i = add_lines(&d, l, i);
    const char *document = format("<!-- written by mapnest %s from %s -->\n\n%s", MAPNEST_VERSION,
                                  basename(format("%s", path)), text_str(&d.text));
    if (html)
        document = markdown_html(document, name);
    Outputs out = { .force = force };
    if (!printed)
        output_add(&out, format("%s.%s", d.stem, html ? "html" : "md"), document);
    outputs_write(&out);
    if (printed)
        fputs(document, stdout);
    return !d.wrong;
}
