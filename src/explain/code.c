/*
 * code.c -- the generated file with marks on what comes from where.
 *
 * The file is generated twice: as it is, and with marks around expressions and
 * before functions, its lines not wrapped. Both have the same characters in the
 * same order but for blanks and what a wrapped comment or string repeats, and so
 * the marks are carried over.
 */
#include "explain.h"
#include "../emit/view.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* A mark of the second text, its ends on their way into the first. */
typedef struct {
    int from, number;
} Open;

/* An empty mark speaks of the function or kernel that the comment at `at` begins. */
static Mark function_mark(const char *file, const char *at, const Span *span)
{
    const char *end = strstr(at, "\n}");
    while (at > file && at[-1] != '\n')
        at--;
    return (Mark){ (int)(at - file), (int)(end ? end + 2 - file : at - file), span };
}

/* Walks both texts at once: `at` in the file, c in the marked one. */
static Marks carried(const char *file, const char *marked, const MarkedSpans *spans)
{
    Marks marks = {0};
    VEC(Open) open = {0};
    const char *at = file;
    for (const char *c = marked; *c; c++) {
        if (*c == '\1') {
            Open o = { -1, (int)strtol(c + 1, (char **)&c, 10) };
            vec_push(&open, o);
        } else if (*c == '\3' && open.n) {
            Open o = open.at[--open.n];
            const Span *span = spans->span.at[o.number];
            Mark m = o.from < 0 ? function_mark(file, at, span)
                                : (Mark){ o.from, (int)(at - file), span };
            vec_push(&marks, m);
        } else if (!is_blank(*c)) {
            while (*at && *at != *c)
                at++;
            for (int i = 0; i < open.n; i++)
                if (open.at[i].from < 0)
                    open.at[i].from = (int)(at - file);
            at += *at != '\0';
        }
    }
    return marks;
}

/* Templates of one's own may be those of explanations alone. */
static EmitOptions with_templates(const EmitOptions *o)
{
    EmitOptions with = *o;
    Templates t = templates_of(o);
    if (!template_text(&t, "file.cu"))
        with.templates_dir = NULL;
    return with;
}

void explain_code(Explained *e, const EmitOptions *o)
{
    const Program *flat = &e->stage.at[e->stage.n - 1].program;
    EmitOptions with = with_templates(o);
    MarkedSpans spans = {0};
    Emitted plain = {0}, marked = {0};
    DiagCatch c;
    if (DIAG_CATCH(&c)) {
        diag_pop(&c);
        return;
    }
    emit_program(flat, &with, &plain);
    with.marked = &spans;
    emit_program(flat, &with, &marked);
    diag_pop(&c);
    e->code = plain.cu;
    e->code_marks = carried(plain.cu, marked.cu, &spans);
}
