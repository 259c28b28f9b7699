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

/* The program after a pass: its functions as they were then. */
typedef struct {
    const char *pass, *holds;
    Program program;
    const char *text;          /* printed then, for names may change later */
} Stage;

typedef struct {
    const char *name;          /* "dot.fut" */
    const Source *source;
    VEC(Stage) stage;
    Trace *trace;
    const char *rule;          /* only steps of this rule; null: all */
    const char *templates_dir; /* null: the embedded ones */
} Explained;

/* A hook for CompileOptions.after; arg is an Explained. */
void explained_after(const Program *p, const char *pass, const char *holds, void *arg);

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
