/*
 * compile.h -- the passes of the compiler, in order, as data. Only this and
 * main.c see all phases.
 */
#ifndef MAPNEST_COMPILE_H
#define MAPNEST_COMPILE_H

#include "core/core.h"
#include "rewrite/rewrite.h"

/* RANKS_STRICT: what each rank would compute as a whole is refused. */
enum Ranks { RANKS_NONE, RANKS_ALLOWED, RANKS_STRICT };

typedef struct {
    VEC(RewriteOption) option; /* --option, --flatten: what rules ask for */
    VEC(Stated) sizes;         /* --sizes */
    enum { VERSIONS_FEW, VERSIONS_ONE, VERSIONS_ALL } versions;     /* --versions */
    int locality;              /* --locality: 0 none, 1 coalesce, 2 block, 3 register */
    const char *rules;         /* --rules: a folder or a file; null: embedded */
    const char *only;          /* --only: the one rule that may fire */
    const char *templates;     /* --templates: a folder; null: embedded */
    const char *stop_after;    /* the pass to stop after; null: all of them */
    const char *dump;          /* the pass to print after on standard error */
    bool from_core;            /* the source is core text */
    bool unsafe;               /* no run-time checks in generated code */
    enum Ranks ranks;            /* --ranks: a program for each rank */
    struct Json *tune;         /* constants of generated files, by name; null: none */
    Trace *trace;              /* records the rules' steps */
    /* Sees the program after each pass; may be null. */
    void (*after)(const Program *p, const char *pass, const char *holds, void *arg);
    void *arg;
} CompileOptions;

/* The program as it stands after the last pass asked for; errors in the
   source go to diag and end the run. */
Program *compile(Source *source, const CompileOptions *o);
/* Reads the prelude and the rules now, for processes to come that compile. */
void compile_ready(const CompileOptions *o);
/* Up to core: what `run` and `test --on=eval` evaluate. */
Program *compile_source(Source *source);

/* warnings.c: of core, the operators that do not associate; of flat core, what
   runs sequentially, and why. */
void warn_operators(const Program *p);
void warn_sequential(const Program *p);
void warn_grouping(const Program *p);
void warn_versions(const Program *p);
void warn_attributes(const Program *p);

/* steps.c: rules, with their examples and reasons only if a trace will print them; true: some have
   fired. --sizes. Then steps of passes beside rules; false: the pass has no more to do. */
const RuleSet *step_laws(const CompileOptions *o);
bool step_rules(Program *p, const CompileOptions *o, const char *strategy);
void step_sizes(const Program *p, const CompileOptions *o);
/* Ends its pass unless --ranks is given; then makes of each entry what a rank does. */
bool step_asks_ranks(Program *p, const CompileOptions *o);
bool step_ranks(Program *p, const CompileOptions *o);
bool step_constants(Program *p, const CompileOptions *o);
bool step_held(Program *p, const CompileOptions *o);
bool step_held_even(Program *p, const CompileOptions *o);
bool step_common(Program *p, const CompileOptions *o);
bool step_unused(Program *p, const CompileOptions *o);
bool step_unread(Program *p, const CompileOptions *o);
bool step_name_sizes(Program *p, const CompileOptions *o);
bool step_refusals(Program *p, const CompileOptions *o);
bool step_grouping(Program *p, const CompileOptions *o);
bool step_warnings(Program *p, const CompileOptions *o);
bool step_bound_ends(Program *p, const CompileOptions *o);
bool step_take_apart(Program *p, const CompileOptions *o);
bool step_calls_in_threads(Program *p, const CompileOptions *o);
bool step_measure(Program *p, const CompileOptions *o);
bool step_versions(Program *p, const CompileOptions *o);

/* A combinator stands outside of all segmented operations. */
bool has_combinators(const Program *p);

/* Whether this is the name of a pass. */
bool is_pass(const char *name);
/* The passes in order, and what holds after them; a null name ends them. */
const char *pass_name(int i);
const char *pass_holds(int i);

#endif
