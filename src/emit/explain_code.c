/*
 * explain_code.c -- the generated file with marks on what comes from where.
 *
 * The file is generated twice: as it is, and with marks around expressions,
 * its lines not wrapped. Both have the same characters in the same order but
 * for blanks and what a wrapped comment or string repeats, and so the marks
 * are carried over.
 */
#include "explain.h"

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
            if (o.from >= 0)
                vec_push(&marks, ((Mark){ o.from, (int)(at - file), spans->span.at[o.number] }));
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

/* A kernel from its comment "// dot.fut:12" to its closing brace comes from
   that line. */
static void mark_kernels(Explained *e)
{
    const char *intro = format("// %s:", e->name);
    const char *line = e->code;
    while (line && *line) {
        const char *next = strchr(line, '\n'), *end = strstr(line, "\n}\n");
        if (str_starts(line, intro) && end) {
            int n = atoi(line + strlen(intro));
            Mark m = { (int)(line - e->code), (int)(end + 2 - e->code),
                       span_new(e->source, n, 1, n, 1000) };
            vec_push(&e->code_marks, m);
        }
        line = next ? next + 1 : NULL;
    }
}

void explain_code(Explained *e, const EmitOptions *o)
{
    const Program *flat = &e->stage.at[e->stage.n - 1].program;
    EmitOptions with = *o;
    MarkedSpans spans = {0};
    Emitted plain = {0}, marked = {0};
    DiagCatch c;
    if (DIAG_CATCH(&c)) {
        diag_pop(&c);
        return;
    }
    emit_program(flat, o, &plain);
    with.marked = &spans;
    emit_program(flat, &with, &marked);
    diag_pop(&c);
    e->code = plain.cu;
    e->code_marks = carried(plain.cu, marked.cu, &spans);
    mark_kernels(e);
}
