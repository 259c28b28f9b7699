/* compile.c -- the pass table: the whole compiler on one screen. */
#include "compile.h"
#include "base/embed.h"
#include "front/ast.h"
#include "plan/plan.h"

#include <string.h>

typedef struct {
    const char *name;
    const char *holds;                                   /* afterwards */
    void (*run)(Program *p, const CompileOptions *o);    /* null: see compile */
} Pass;

/* Whole where the steps are explained, which shows the text of the rules. */
static const RuleSet *rules_ready(const CompileOptions *o)
{
    static const RuleSet *rules;
    if (!rules)
        rules = o->trace && !o->trace->brief ? rules_load(o->rules) : laws_load(o->rules);
    return rules;
}

static bool gives_ragged(const Core *n)
{
    return core_gives(n, type_is_ragged);
}

/* Arrays whose rows differ in length: what is done with them stays in no thread. */
static bool is_ragged(const Program *p)
{
    bool found = false;
    for (int i = 0; i < p->nfuncs; i++)
        found |= core_some(p->func[i]->body, gives_ragged);
    return found;
}

static bool run_rules(Program *p, const CompileOptions *o, const char *strategy)
{
    enum { DEFAULTS = 2 };
    RewriteOption *option = NEWS(RewriteOption, o->option.n + DEFAULTS);
    option[0] = (RewriteOption){ "incremental", 1 };     /* what --flatten is by default */
    option[1] = (RewriteOption){ "irregular", 1 };
    copy_bytes(option + DEFAULTS, o->option.at, sizeof *option * (size_t)o->option.n);
    RewriteOptions r = { .rules = rules_ready(o), .only = o->only, .option = option,
                         .noptions = o->option.n + DEFAULTS };
    return rewrite_run(p, strategy, &r, o->trace);
}

/* What no rule has changed is simple already. */
static void run_and_simplify(Program *p, const CompileOptions *o, const char *strategy)
{
    if (run_rules(p, o, strategy))
        simplify_all(p, o->trace);
}

static void constants(Program *p, const CompileOptions *o) { simplify_constants(p, o->trace); }
static void common(Program *p, const CompileOptions *o) { simplify_common(p, o->trace); }
static void unused(Program *p, const CompileOptions *o) { simplify_unused(p, o->trace); }

static void unread(Program *p, const CompileOptions *o) { drop_unread_params(p, o->trace); }

static void simplify(Program *p, const CompileOptions *o)
{
    run_and_simplify(p, o, "simplify");
}

static void fuse(Program *p, const CompileOptions *o)
{
    run_and_simplify(p, o, "fuse");
}

static bool joins(const Core *n)
{
    return core_has(n, OP_CONCAT) || core_has(n, OP_RESHAPE);
}

/* Rows that differ in length, or a branch or a loop that gives arrays of rows. */
static bool gives_rows(const Core *n)
{
    bool control = n->op == OP_IF || is_loop(n), found = false;
    for (int i = 0; i < n->ntypes; i++)
        found |= n->type[i]->rank > 1 && (control || type_ragged(n->type[i]));
    return found;
}

/* It folds as many as something within says, and gives them, too. */
static bool folds_beside(const Core *n, void *free)
{
    const Core *width = n->op == OP_REDOMAP ? n->g[0].at[0] : NULL;
    return width && width->op == OP_VAR && !table_has(free, width->var)
        && n->ntypes > n->g[op_group(OP_REDOMAP, 'n')].n;
}

static bool keeps_folded(const Core *lam)
{
    Table *free = table_new();
    core_free_vars(lam, note_var, free);
    bool yes = core_any(lam, folds_beside, free);
    table_free(free);
    return yes;
}

static bool joins_rows(const Core *n)
{
    if ((n->op == OP_IF || is_loop(n)) && core_gives(n, type_deep))
        return true;
    return n->op == OP_LAM
        && (joins(n) || keeps_folded(n) || core_some(n->g[0].at[0], gives_rows));
}

/* Rows are made element by element, and as many as a name says. */
static void rows(Program *p, const CompileOptions *o)
{
    bool found = false;
    for (int i = 0; i < p->nfuncs; i++)
        found |= p->func[i]->arrays ? joins(p->func[i]->body)
                                    : core_some(p->func[i]->body, joins_rows);
    if (found)
        run_and_simplify(p, o, "rows");
    for (int i = 0; i < p->nfuncs; i++)
        core_name_sizes(p->func[i]);
}

static void flatten(Program *p, const CompileOptions *o)
{
    rows(p, o);
    run_and_simplify(p, o, "flatten");
    warn_sequential(p);
    warn_versions(p);
    warn_attributes(p);
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

static bool asks_for(const CompileOptions *o, const char *option)
{
    bool yes = false;
    for (int i = 0; i < o->option.n; i++)
        if (!strcmp(o->option.at[i].name, option))
            yes = o->option.at[i].value != 0;
    return yes;
}

/* How many dimensions of an array differ, at most: rows, rows of rows, .. */
static void note_depth(Core *n, void *deepest)
{
    int *most = deepest;
    for (int i = 0; i < n->ntypes; i++) {
        int depth = 0;
        for (int d = 1; d < n->type[i]->rank; d++)
            depth += !dim_known(n->type[i]->dim[d]);
        *most = depth > *most ? depth : *most;
    }
    core_each(n, note_depth, deepest);
}

static void expand(Program *p, const CompileOptions *o)
{
    bool found = is_ragged(p);
    int depth = 2;
    for (int i = 0; i < p->nfuncs && found; i++) {
        refuse_rows_of_rows(p->func[i]->body, NULL);
        note_depth(p->func[i]->body, &depth);
    }
    for (int i = 0; i < p->nfuncs; i++)
        found |= core_some(p->func[i]->body, level_varies);
    for (int i = 0; i < depth * p->nfuncs; i++)
        core_apart(p->func[i % p->nfuncs]);
    if (!found)
        return;
    simplify_all(p, NULL);
    run_and_simplify(p, o, "expand");
    run_and_simplify(p, o, "at-once");
    if (asks_for(o, "row_flags") || asks_for(o, "row_numbers"))
        run_and_simplify(p, o, "found");
}

/* What --locality=block does includes what =coalesce does, and so on. */
static void locality(Program *p, const CompileOptions *o)
{
    static const char *const stage[] = { "coalesce", "block-tiling", "block-tiling-2d",
                                         "next-tiles", "register-tiling" };
    static const int stages[] = { 0, 1, 3, 5 };
    if (o->locality > 0)
        run_rules(p, o, "products");
    if (o->locality > 1)
        run_and_simplify(p, o, "windows");
    for (int i = stages[o->locality]; i-- > 0;)
        run_and_simplify(p, o, stage[i]);
    if (o->locality > 1)
        run_and_simplify(p, o, "stencils");
    run_and_simplify(p, o, "rounds");
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

static void sequentialise(Program *p, const CompileOptions *o)
{
    for (int i = 0; i < p->nfuncs; i++)
        refuse_recursion(p->func[i]->body, NULL);
    run_rules(p, o, "sequentialise");
}

static void promote(Program *p, const CompileOptions *o)
{
    run_and_simplify(p, o, "promote");
}

static void tell_measured(Core *before, Core *after, void *trace)
{
    static const Rule rule = { .name = "measure",
                               .sentence = "Memory in threads is bounded before the kernel." };
    trace_told(trace, &rule, before->stm[0].exp->span, before, after);
}

static void measure(Program *p, const CompileOptions *o)
{
    trace_set(o->trace, "measure");
    plan_measure(p, tell_measured, o->trace);
}

static const Pass passes[] = {
    { "check",     "names resolved, types, sizes and consumption checked", NULL },
    { "core",      "first-order and A-normal; arrays of tuples are tuples of arrays", NULL },
    { "constants", "no operation has constants alone; again after each set of rules", constants },
    { "common",    "nothing is computed twice; again after each set of rules", common },
    { "unused",    "nothing is computed that is not read; again after each set of rules", unused },
    { "unread",    "no function is given what it does not read", unread },
    { "simplify",  "the laws of algebra have nothing left to do", simplify },
    { "fuse",      "no map feeds a map, reduce or scan that could take it in", fuse },
    { "flatten",   "parallelism is in segmented operations only, each with its map nest", flatten },
    { "expand",    "no level differs in width from row to row", expand },
    { "locality",  "what many threads read is staged for the block, neighbours read neighbours",
      locality },
    { "sequentialise", "a thread makes no array that it takes one by one as it comes",
      sequentialise },
    { "measure",   "how large an array in a thread becomes is known before the kernel", measure },
    { "promote",   "workers have shares of reductions, blocks have rows and tiles", promote },
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

/* The prelude, parsed and checked once a run. */
static const Ast *prelude(void)
{
    static Ast *ast;
    if (ast)
        return ast;
    const Embedded *e = embedded_find("prelude/prelude.fut");
    if (!e)
        bug("the prelude is not embedded");
    ast = parse_program(source_new("<prelude>", e->text, (int)e->size));
    if (!ast || !check_program(ast, NULL))
        bug("the prelude has errors");
    return ast;
}

static Ast *check_source(const Source *source)
{
    const Ast *pre = prelude();
    const Ast *parsed = parse_program(source);
    int errors = error_count();
    Ast *ast = parsed ? modules_resolve(parsed, pre) : NULL;
    if (!ast || !check_program(ast, pre) || error_count() != errors)
        stop_run();
    return ast;
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
    pass->run(p, o);
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
    after(p, &passes[CORE], false, o);
    warn_operators(p);
    if (stops(o, "core"))
        return p;
    for (int i = 0; i < NPASSES; i++) {
        if (!passes[i].run)
            continue;
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
    rules_ready(o);
}

Program *compile_source(Source *source)
{
    return compile(source, &(CompileOptions){ .stop_after = "core" });
}
