/*
 * explain.h -- what a run of the rules did, for people.
 *
 * In: the program after each pass, the trace, the generated file. Out: a page
 * (HTML), slides (LaTeX), or a report of costs. explain_*.c turn them into
 * records (Json), the templates in templates/explain turn these into text; the
 * keys are told at the head of each template.
 */
#ifndef MAPNEST_EMIT_EXPLAIN_H
#define MAPNEST_EMIT_EXPLAIN_H

#include "../core/cost.h"
#include "../rewrite/rewrite.h"
#include "emit.h"

/* The program after a pass: its functions as they were then. */
typedef struct {
    const char *pass, *holds;
    Program program;
    const char *text;          /* printed then, for names may change later */
    Marks marks;               /*   with the places of its terms */
} Snapshot;

typedef struct {
    const char *name;          /* "dot.fut" */
    const Source *source;
    VEC(Snapshot) stage;
    Trace *trace;
    const char *rule;          /* only steps of this rule; null: all */
    const char *templates_dir; /* null: the embedded ones */
    const char *code;          /* the generated file; null: there is none */
    Marks code_marks;
} Explained;

/* A hook for CompileOptions.after; arg is an Explained. */
void explained_after(const Program *p, const char *pass, const char *holds, void *arg);

/* The view of FORMAT, "html" or "latex", through its templates. */
const char *explained_as(const Explained *e, const char *format);
Json *explained_view(const Explained *e);       /* explain_view.c */
Json *explained_slides(const Explained *e);     /* explain_slides.c */
/* A term of a step: bindings one a line. */
void step_print(Text *out, const Core *n, Marks *marks);
/* Whether the step is wanted (--rule). */
bool step_wanted(const Explained *e, const TraceStep *s);

/* ---- explain_code.c ------------------------------------------------------ */

/* Generates the code of the last stage into e->code, with marks. Errors go to
   diag, and there is no code. */
void explain_code(Explained *e, const EmitOptions *o);

/* ---- explain_spans.c ----------------------------------------------------- */

/* The places of the program's text that a page speaks of, numbered. */
typedef struct {
    const Source *source;
    Table *number;             /* their text -> 1 + number */
    VEC(const Span *) at;
} Spans;

Spans *spans_new(const Source *source);
/* The number of the place in the program's text where s comes from, through
   calls of library functions; -1 if there is none. */
int spans_number(Spans *p, const Span *s);
/* The text in pieces {open, text, close}: `open` is a number or false. */
Json *spans_tokens(Spans *p, const char *text, const Marks *marks);
/* The source in pieces {text, places}: those that cover it, as "3 7 12". */
Json *spans_source(const Spans *p);
/* {number, line, column, line2, column2, chain} of each. */
Json *spans_list(const Spans *p);

/* ---- explain_cost.c ------------------------------------------------------ */

typedef struct {
    const char *name;
    const Span *span;
    bool entry;
    Cost before, after;        /* as written; after the last pass */
} FuncCost;

/* A step that changed what the program costs. */
typedef struct {
    const TraceStep *step;
    const char *set;
    Cost before, after;
} CostChange;

typedef struct {
    VEC(FuncCost) func;
    FuncCost total;            /* each entry point once */
    VEC(CostChange) change;
    VEC(const char *) pass;    /* passes that changed it, where no step says how */
    VEC(const Growth *) size;  /* those that occur, in order of appearance */
} CostReport;

CostReport *cost_report(const Explained *e);
void cost_print(Text *out, const Explained *e);

#endif
