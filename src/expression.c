/* expression.c -- an expression becomes an entry point below the scope's declarations. */
#include "emit/emit.h"
#include "explain/explain.h"
#include "expression.h"
#include "front/ast.h"
#include "front/check.h"
#include "run.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char entry_name[] = "it";

Scope scope_of_file(const char *path, const CompileOptions *o)
{
    size_t n;
    const char *text = file_read(path, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    if (!str_ends(path, ".fut"))
        fail_at(NULL, ERR_FILE, "%s: expected a file that ends in .fut", path);
    check_source(source_new(path, text, (int)n));
    stop_on_errors();
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return (Scope){ .options = o,      /* imports are looked for beside what has them */
                    .name = format("%.*s<expression>", (int)(name - path), path),
                    .decs = format("open import \"%.*s\"\n", (int)strlen(name) - 4, name) };
}

Scope scope_with(const Scope *s, const char *decs)
{
    Scope with = *s;
    with.decs = format("%s%s\n", s->decs, decs);
    return with;
}

static int count_lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* "\\(xs: []i32) -> e" is "(xs: []i32) = e": what a caller gives are parameters. */
static const char *as_function(const char *exp)
{
    int depth = 0;
    exp += strspn(exp, " \t\n");
    for (const char *p = exp + 1; *exp == '\\' && *p; p++) {
        depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
        if (!depth && p[0] == '-' && p[1] == '>')
            return format("%.*s =\n%s", (int)(p - exp - 1), exp + 1, p + 2);
    }
    return format("=\n%s", exp);
}

static Source *with_expression(const Scope *s, const char *word, const char *exp)
{
    const char *head = format("%s%s %s ", s->decs, word, entry_name);
    const char *text = format("%s%s\n", head, !strcmp(word, "entry") ? as_function(exp)
                                                                     : format("=\n%s", exp));
    Source *src = source_new(s->name, text, (int)strlen(text));
    src->hidden = count_lines(head) + 1;
    return src;
}

/* ---- values -------------------------------------------------------------------------- */

static EvalResult value_of(const Scope *s, const char *exp, const Func **entry)
{
    RunOptions o = { .compile = *s->options };
    const char *error = NULL;
    Runner *r = runner_new(with_expression(s, "entry", exp), &o, &error);
    stop_on_errors();
    *entry = runner_entry(r, entry_name);
    if ((*entry)->nparams)
        fail_at(NULL, ERR_INPUT, "the expression is a function; give its arguments");
    EvalResult result = runner_eval(r, *entry, NULL, 0);
    if (result.failed)
        fail_at(result.span, ERR_RUN_FAILED, "%s", result.message);
    return result;
}

void expression_value(const Scope *s, const char *exp)
{
    const Func *entry;
    EvalResult r = value_of(s, exp, &entry);
    Caller out = side_out(entry);
    Text t = {0};
    Value **all = side_together(&out, r.result, &r.nresults);
    text_add(&t, r.nresults == 1 ? "" : "(");
    for (int i = 0; i < r.nresults; i++) {
        text_add(&t, i ? ", " : "");
        value_print(&t, all[i]);
    }
    text_add(&t, r.nresults == 1 ? "" : ")");
    puts(text_str(&t));
}

Value **expression_values(const Scope *s, const char *exp, int *n)
{
    const Func *entry;
    EvalResult r = value_of(s, exp, &entry);
    *n = r.nresults;
    return r.result;
}

/* ---- types, derivations, code ---------------------------------------------------------- */

void expression_type(const Scope *s, const char *exp)
{
    Ast *ast = check_source(with_expression(s, "def", exp));
    stop_on_errors();
    puts(ty_str(ast->dec.at[ast->dec.n - 1]->body->ty));
}

static Emitted compiled(const Scope *s, const char *exp, const CompileOptions *o)
{
    Emitted out = {0};
    EmitOptions e = { .file = entry_name, .source = "it.fut", .unsafe = o->unsafe,
                      .tune = o->tune, .templates_dir = o->templates };
    emit_program(compile(with_expression(s, "entry", exp), o), &e, &out);
    stop_on_errors();
    return out;
}

void expression_explain(const Scope *s, const char *exp)
{
    CompileOptions o = *s->options;
    Explained e = { .name = s->name, .source = with_expression(s, "entry", exp),
                    .trace = trace_new() };
    EmitOptions emit = { .file = entry_name, .source = "it.fut", .templates_dir = o.templates };
    o.trace = e.trace;
    o.after = explained_after;
    o.arg = &e;
    compile((Source *)e.source, &o);
    stop_on_errors();
    fputs(explained_as(&e, "steps", "text", &emit), stdout);
}

/* The line begins the definition of a kernel: "static .. void it_sum(". */
static bool begins_kernel(const char *line, const Json *kernels)
{
    bool found = false;
    for (int i = 0; i < kernels->n && *line && *line != ' ' && *line != '/'; i++) {
        const Json *stages = json_get(kernels->item[i], "stages");
        for (int k = 0; k < stages->n; k++) {
            const char *name = json_get(stages->item[k], "kernel")->text;
            found |= str_starts(line, format("%s(", name)) || strstr(line, format(" %s(", name));
        }
    }
    return found;
}

/* With what stands right above them. */
static const char *kernels_in(const char *cu, const Json *kernels)
{
    Text t = {0}, above = {0};
    bool inside = false;
    for (const char *p = cu; *p;) {
        int n = (int)strcspn(p, "\n");
        const char *line = str_copyn(p, n);
        p += n + (p[n] == '\n');
        if (!inside && begins_kernel(line, kernels)) {
            inside = true;
            text_fmt(&t, "%s%s", t.n ? "\n" : "", text_str(&above));
        }
        if (inside)
            text_fmt(&t, "%s\n", line);
        if (inside || !n || !strcmp(line, "}"))
            above.n = 0;
        else
            text_fmt(&above, "%s\n", line);
        inside &= strcmp(line, "}") != 0;
    }
    return text_str(&t);
}

void expression_kernels(const Scope *s, const char *exp)
{
    Emitted e = compiled(s, exp, s->options);
    fputs(kernels_in(e.cu, json_get(e.view, "kernels")), stdout);
}
