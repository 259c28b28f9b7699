/* steps.c -- what passes do beside rules: passes in C, refusals and warnings. */
#include "compile.h"
#include "cost/choose.h"
#include "plan/plan.h"
#include "ranks/ranks.h"

/* Each is a size of some entry point. */
void step_sizes(const Program *p, const CompileOptions *o)
{
    for (int i = 0; i < o->sizes.n; i++) {
        bool found = false;
        for (int k = 0; k < p->nfuncs; k++)
            found |= p->func[k]->entry && stated_size(p->func[k], &o->sizes.at[i]);
        if (!found)
            fail_at(NULL, ERR_SIZE_STATED, "--sizes: no entry point has a size parameter %s",
                    o->sizes.at[i].name);
    }
}

/* Rules with their examples and reasons, only if a trace will print them. */
const RuleSet *step_laws(const CompileOptions *o)
{
    static const RuleSet *rules;
    if (!rules)
        rules = o->trace && !o->trace->brief ? rules_load(o->rules) : laws_load(o->rules);
    return rules;
}

bool step_rules(Program *p, const CompileOptions *o, const char *strategy)
{
    enum { DEFAULTS = 2 };
    RewriteOption *option = NEWS(RewriteOption, o->option.n + DEFAULTS);
    option[0] = (RewriteOption){ "incremental", 1 };     /* what --flatten is by default */
    option[1] = (RewriteOption){ "irregular", 1 };
    copy_bytes(option + DEFAULTS, o->option.at, sizeof *option * (size_t)o->option.n);
    RewriteOptions r = { .rules = step_laws(o), .only = o->only, .option = option,
                         .noptions = o->option.n + DEFAULTS };
    return rewrite_run(p, strategy, &r, o->trace);
}

bool step_constants(Program *p, const CompileOptions *o)
{
    simplify_constants(p, o->trace);
    return true;
}

bool step_held(Program *p, const CompileOptions *o)
{
    simplify_held(p, o->trace, false);
    return true;
}

bool step_held_even(Program *p, const CompileOptions *o)
{
    simplify_held(p, o->trace, true);
    return true;
}

bool step_common(Program *p, const CompileOptions *o)
{
    simplify_common(p, o->trace);
    return true;
}

bool step_unused(Program *p, const CompileOptions *o)
{
    simplify_unused(p, o->trace);
    return true;
}

bool step_unread(Program *p, const CompileOptions *o)
{
    drop_unread_params(p, o->trace);
    return true;
}

static void find_combinator(Core *n, void *found)
{
    *(bool *)found |= ops[n->op].kind == K_SOAC;
    if (ops[n->op].kind != K_SEG && !*(bool *)found)
        core_each(n, find_combinator, found);
}

bool has_combinators(const Program *p)
{
    bool found = false;
    for (int i = 0; i < p->nfuncs; i++)
        find_combinator(p->func[i]->body, &found);
    return found;
}

bool step_name_sizes(Program *p, const CompileOptions *o)
{
    (void)o;
    for (int i = 0; i < p->nfuncs; i++)
        core_name_sizes(p->func[i]);
    return true;
}

bool step_grouping(Program *p, const CompileOptions *o)
{
    (void)o;
    warn_grouping(p);
    return true;
}

bool step_warnings(Program *p, const CompileOptions *o)
{
    (void)o;
    warn_sequential(p);
    warn_versions(p);
    warn_attributes(p);
    return true;
}

/* A thread gives a row, and not rows that differ in length. */
static void refuse_rows_of_rows(Core *n, void *threads)
{
    for (int i = 0; threads && n->op == OP_LEVEL && i < n->g[1].n; i++)
        if (type_ragged(type_of(n->g[1].at[i])) > 1)
            fail_at(((Core *)threads)->span, ERR_CUDA_OPERATION, "as many rows each, which differ "
                    "in length, have no CUDA code yet");
    Core *const *r = threads && n->op == OP_BODY ? n->g[0].at : NULL;
    for (int i = 0; r && i < n->g[0].n; i++)
        if (type_ragged(type_of(r[i])))
            fail_at(((Core *)threads)->span, ERR_CUDA_OPERATION, "each element of this map is an "
                    "array of rows of different lengths: a thread gives one row, and no rule makes "
                    "a nest of what is done with the rows here");
    core_each(n, refuse_rows_of_rows, ops[n->op].kind == K_SEG ? n : threads);
}

/* Rows of rows that a rule took for ragged, and another found to be of one length each: how many
   dimensions `val` joins is no longer told by the type. */
static void refuse_even_rows(Core *n, void *arg)
{
    const Type *of = n->op == OP_VAL && n->ntypes ? type_of(n->g[0].at[0]) : NULL;
    if (of && !type_ragged(of) && n->type[0]->rank != of->rank - 1)
        fail_at(n->span, ERR_CUDA_OPERATION, "unsupported: an array of arrays of rows in a map, "
                "of which the rows turn out to be equally long; compute the rows in a map of "
                "their own");
    core_each(n, refuse_even_rows, arg);
}

bool step_refusals(Program *p, const CompileOptions *o)
{
    (void)o;
    for (int i = 0; i < p->nfuncs; i++)
        refuse_even_rows(p->func[i]->body, NULL);
    return true;
}

/* Where rows or levels differ in length there is something to expand. */
bool step_take_apart(Program *p, const CompileOptions *o)
{
    (void)o;
    for (int i = 0; i < p->nfuncs; i++)
        refuse_rows_of_rows(p->func[i]->body, NULL);
    if (!core_apart(p))
        return false;
    simplify_all(p, NULL);
    return true;
}

/* Sums of lengths do not wrap around to a size that fits. */
bool step_bound_ends(Program *p, const CompileOptions *o)
{
    (void)o;
    bool changed = false;
    for (int i = 0; i < p->nfuncs; i++)
        changed |= core_bound_ends(p->func[i]);
    return changed;
}

/* The host calls such a function; threads cannot. */
static void refuse_recursion(Core *n, void *threads)
{
    bool inside = threads || ops[n->op].kind == K_SOAC || ops[n->op].kind == K_SEG;
    if (inside && n->op == OP_CALL && func_on_host(n->func))
        fail_at(n->span, ERR_RECURSION, "'%s' calls itself, not at its end alone, and works on "
                "arrays; within a map its calls cannot be done for all rows at once: %s",
                n->func->name, n->func->unlifted ? n->func->unlifted : "they are not asked for");
    core_each(n, refuse_recursion, inside ? n : NULL);
}

bool step_calls_in_threads(Program *p, const CompileOptions *o)
{
    (void)o;
    for (int i = 0; i < p->nfuncs; i++)
        refuse_recursion(p->func[i]->body, NULL);
    return true;
}

static void tell_measured(Core *before, Core *after, void *trace)
{
    static const Rule rule = { .name = "measure",
                               .sentence = "Memory in threads is bounded before the kernel." };
    trace_told(trace, &rule, before->stm[0].exp->span, before, after);
}

bool step_measure(Program *p, const CompileOptions *o)
{
    trace_set(o->trace, "measure");
    plan_measure(p, tell_measured, o->trace);
    return true;
}

/* Of the versions of a nest, those that are written. */
enum { MOST = 3 };

bool step_versions(Program *p, const CompileOptions *o)
{
    VersionsAsked asked = { .all = o->versions == VERSIONS_ALL,
                            .most = o->versions == VERSIONS_ONE ? 1 : MOST,
                            .told = o->option.at, .ntold = o->option.n,
                            .rules = step_laws(o) };
    if (choose_versions(p, &asked, o->trace))
        simplify_all(p, o->trace);
    return true;
}

bool step_asks_ranks(Program *p, const CompileOptions *o)
{
    (void)p;
    return o->ranks != RANKS_NONE;
}

bool step_ranks(Program *p, const CompileOptions *o)
{
    spread_over_ranks(p, o->ranks == RANKS_STRICT);
    return true;
}
