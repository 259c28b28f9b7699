/* compile.c -- the compiler on one screen: its passes, and the steps that each of them takes. */
#include "compile.h"
#include "front/ast.h"

#include <string.h>

/* A step: rules, named by their strategy, or a function; false: the pass is done. Rules run from
   this --locality on, and what they have changed is simplified. */
typedef struct {
    const char *strategy;
    bool (*run)(Program *p, const CompileOptions *o);
    int locality;
    bool as_it_is;             /* not simplified afterwards */
    bool nested;               /* only where there is a combinator that is not flat yet */
    bool ranks;                /* only with --ranks */
} PassStep;

enum { MOST_STEPS = 13 };

typedef struct {
    const char *name;
    const char *holds;         /* afterwards */
    PassStep step[MOST_STEPS];
} Pass;

/* ---- the passes ------------------------------------------------------------- */

#define RULES(name) { .strategy = name }
#define FROM(level, name) { .strategy = name, .locality = level }
#define STEP(function) { .run = function }

static const Pass passes[] = {
    { "check", "names resolved, types, sizes and consumption checked", { { 0 } } },
    { "core", "first-order and A-normal; arrays of tuples are tuples of arrays", { { 0 } } },
    { "constants", "no operation has constants alone; again after each set of rules",
      { STEP(step_constants) } },
    { "common", "nothing is computed twice; again after each set of rules", { STEP(step_common) } },
    { "unused", "nothing is computed that is not read; again after each set of rules",
      { STEP(step_unused) } },
    { "unread", "no function is given what it does not read", { STEP(step_unread) } },
    { "simplify", "the laws of algebra have nothing left to do",
      { RULES("simplify"), RULES("ranges") } },
    { "fuse", "no map feeds a map, reduce or scan that could take it in",
      { { .strategy = "rank-filters", .ranks = true }, RULES("outside"), RULES("nests"),
        STEP(step_grouping), RULES("fuse"), RULES("simplify") } },
    { "ranks", "with --ranks each entry point does a rank's part; the same program otherwise",
      { STEP(step_asks_ranks), RULES("ranks"), STEP(step_ranks), RULES("fuse"),
        RULES("simplify") } },
    { "flatten", "parallelism is in segmented operations only, each with its map nest",
      { { .strategy = "rows", .nested = true }, STEP(step_held_even),
        STEP(step_name_sizes), RULES("flatten"),
        STEP(step_refusals), STEP(step_warnings) } },
    { "expand", "no level differs in width from row to row",
      { STEP(step_take_apart), RULES("expand"), STEP(step_bound_ends), RULES("at-once"),
        RULES("found") } },
    { "locality", "what many threads read is staged for the block, neighbours read neighbours",
      { STEP(step_held), { .strategy = "products", .locality = 1, .as_it_is = true },
        FROM(3, "long-sums"),
        { .strategy = "sums-in-threads", .locality = 1, .as_it_is = true }, FROM(2, "windows"),
        FROM(3, "register-tiling"), FROM(3, "next-tiles"), FROM(2, "block-tiling-2d"),
        FROM(2, "block-tiling"), FROM(1, "coalesce"), FROM(2, "stencils"), RULES("rounds") } },
    { "sequentialise", "a thread makes no array that it takes one by one as it comes",
      { STEP(step_calls_in_threads), { .strategy = "sequentialise", .as_it_is = true } } },
    { "measure", "how large an array in a thread becomes is known before the kernel",
      { STEP(step_measure) } },
    { "promote", "workers have shares of reductions, blocks rows and tiles; versions pay clearly",
      { RULES("promote"), STEP(step_versions) } },
};
enum { CORE = 1, NPASSES = sizeof passes / sizeof passes[0] };

const char *pass_name(int i)
{
    return i < NPASSES ? passes[i].name : i == NPASSES ? "plan" : NULL;
}

const char *pass_holds(int i)
{
    return i < NPASSES ? passes[i].holds : "kernels, buffers and launches; printed as JSON";
}

bool is_pass(const char *name)
{
    for (int i = 0; pass_name(i); i++)
        if (!strcmp(pass_name(i), name))
            return true;
    return false;
}

/* ---- running them ----------------------------------------------------------- */

static void run_pass(const Pass *pass, Program *p, const CompileOptions *o)
{
    bool goes_on = true;
    for (const PassStep *s = pass->step; goes_on && (s->strategy || s->run); s++) {
        if (s->run)
            goes_on = s->run(p, o);
        else if ((s->nested && !has_combinators(p)) || (s->ranks && o->ranks == RANKS_NONE))
            continue;
        else if (o->locality >= s->locality && step_rules(p, o, s->strategy) && !s->as_it_is)
            simplify_all(p, o->trace);
    }
}

/* `same`: the pass has changed nothing. What is dumped may be what the verifier refuses. */
static void after(Program *p, const Pass *pass, bool same, const CompileOptions *o)
{
    if (o->dump && !strcmp(o->dump, pass->name)) {
        Text t = {0};
        program_print(&t, p);
        fprintf(stderr, "-- after %s\n%s", pass->name, text_str(&t));
    }
    if (!same)
        core_verify(p, pass->name);
    if (o->after)
        o->after(p, pass->name, pass->holds, o->arg);
}

/* Runs a pass; true if all functions have the bodies that they had. */
static bool runs_for_nothing(Program *p, const Pass *pass, const CompileOptions *o)
{
    int n = p->nfuncs;
    const Core **body = NEWS(const Core *, n);
    for (int i = 0; i < n; i++)
        body[i] = p->func[i]->body;
    run_pass(pass, p, o);
    bool same = p->nfuncs == n;
    for (int i = 0; i < n && same; i++)
        same = p->func[i]->body == body[i];
    return same;
}

static bool stops(const CompileOptions *o, const char *pass)
{
    return o->stop_after && !strcmp(o->stop_after, pass);
}

Program *compile(Source *source, const CompileOptions *o)
{
    Program *p;
    if (o->from_core) {
        p = core_read(source);
        core_demand(p);
    } else {
        Ast *ast = check_source(source);
        if (stops(o, "check"))
            return NULL;
        p = desugar(ast, prelude());
        stop_on_errors();
        core_tidy(p);
        core_demand_unique(p);
    }
    step_sizes(p, o);
    after(p, &passes[CORE], false, o);
    warn_operators(p);
    if (stops(o, "core"))
        return p;
    for (int i = CORE + 1; i < NPASSES; i++) {
        bug_place(NULL);
        bool same = runs_for_nothing(p, &passes[i], o);
        core_tidy(p);
        after(p, &passes[i], same, o);
        if (stops(o, passes[i].name))
            break;
    }
    stop_on_errors();
    return p;
}

void compile_ready(const CompileOptions *o)
{
    prelude();
    step_laws(o);
}

Program *compile_source(Source *source)
{
    return compile(source, &(CompileOptions){ .stop_after = "core" });
}
