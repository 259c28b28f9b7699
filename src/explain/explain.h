/*
 * explain: what a run of the rules did, for people.
 *
 * In: the program after each pass, the trace, the generated file. Out: a page
 * (HTML), slides (LaTeX), or a report of costs (text). All come from one record
 * (Json, view.c) through the templates in templates/explain, at whose heads the
 * keys are told.
 */
#ifndef MAPNEST_EXPLAIN_H
#define MAPNEST_EXPLAIN_H

#include "../emit/emit.h"
#include "../rewrite/rewrite.h"
#include "../cost/cost.h"

/* The program after a pass: its functions as they were then. */
typedef struct {
    const char *pass, *holds;
    Program program;
    const char *text;          /* printed then, for names may change later */
    Marks marks;               /*   with the places of its terms */
} Snapshot;

/* What fits on a page: characters in a line, and lines. */
typedef struct {
    int width, height;
} Room;

typedef struct {
    const char *name;          /* "dot.fut" */
    const Source *source;
    VEC(Snapshot) stage;
    Trace *trace;
    const char *rule;          /* only steps of this rule; null: all */
    const char *code;          /* the generated file; null: there is none */
    Marks code_marks;
    Room room;
} Explained;

/* A hook for CompileOptions.after; arg is an Explained. */
void explained_after(const Program *p, const char *pass, const char *holds, void *arg);
/* The "steps" as text, html, latex or slides, the "costs" as text, html or latex; templates
   from `emit`, as is the code of a page. */
const char *explained_as(Explained *e, const char *what, const char *form,
                         const EmitOptions *emit);

/* Whether there is this form of `what`: "steps", "costs" or "rules". */
bool explain_has(const char *form, const char *what);
/* Rules, or one of them, as a reference sheet; `templates` is a folder or null. */
const char *rules_sheet(const RuleSet *rs, const char *form, const char *only,
                        const char *templates);

/* ==== inside ============================================================= */

Json *explained_view(const Explained *e);       /* view.c */
/* The template of this form on a view. */
const char *explain_render(const char *form, const char *what, const char *templates,
                           const Json *view);

/* nests.c: the dependences of loops that update arrays. */
void explain_nests(Text *out, const Explained *e);
/* versions.c: the trees of versions, if there are some. */
Json *versions_view(const Explained *e);

/* ---- tree.c -------------------------------------------------------------- */

/* Inference trees of judgments, cut so that each fits: a step gets its conclusion, as
   `short` (one line) or in `lines`, and is `cut` where its tree is one of the `trees` of the
   first step. */
void trees_make(Json *steps, Room room);

/* ---- code.c -------------------------------------------------------------- */

/* Generates the code of the last stage into e->code, with marks. Errors go to
   diag, and there is no code. */
void explain_code(Explained *e, const EmitOptions *o);

/* ---- spans.c ------------------------------------------------------------- */

/* The places of the program's text that a page speaks of, numbered. */
typedef struct {
    const Source *source;
    Table *number;             /* their text -> 1 + number */
    VEC(const Span *) at;
} Spans;

Spans *spans_new(const Source *source);
/* The number of the place in the program's text where s comes from, through
   calls of library functions; false if there is none. */
Json *spans_number(Spans *p, const Span *s);
/* The text in pieces {open, text, differs, close}: `open` is a number or false; `differs`
   says which characters do, or is null. */
Json *spans_tokens(Spans *p, const char *text, const Marks *marks, const bool *differs);
/* The source, with the places numbered so far. */
Json *spans_source(Spans *p);
/* {line, column, line2, column2, chain} of each. */
Json *spans_list(const Spans *p);

/* ---- diff.c -------------------------------------------------------------- */

/* Of each character, whether its word is in one text alone. */
typedef struct {
    bool *before, *after;
} Diff;

Diff diff_words(const char *before, const char *after);

/* ---- changes.c ----------------------------------------------------------- */

typedef struct {
    const char *pass;
    Cost cost;
    BigO bytes;
    const char *version;       /* of that kind alone; or null */
} PassCost;

typedef struct {
    const char *name;
    const Span *span;
    bool entry;
    VEC(PassCost) at;          /* as written, and after each pass that changed something */
} FuncCost;

/* A step that changed what the program costs. */
typedef struct {
    const TraceStep *step;
    const char *set;
    Cost before, after;
} CostChange;

typedef struct {
    VEC(FuncCost) func;        /* more than one: then their total, each entry point once */
    VEC(CostChange) change;
    VEC(const char *) pass;    /* passes that changed it, where no step says how */
    VEC(const Growth *) size;  /* those that occur, in order of appearance, */
    VEC(const char *) about;   /*   and what each is */
} CostReport;

CostReport *cost_report(const Explained *e);

#endif
