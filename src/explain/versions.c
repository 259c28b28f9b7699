/* versions.c -- the tree of versions, as text: tests of sizes, and what they lead to. */
#include "explain.h"

#include <string.h>

typedef struct {
    Text *out;
    Table *def;                /* Var -> Core: scalars of the function */
    Table *limits;             /* names of the thresholds that were told */
    Text limit;
    const char *title;         /* not printed yet; or null */
} Tree;

static void find_scalars(Core *n, void *def)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (n->stm[i].nvars == 1 && ops[n->stm[i].exp->op].kind == K_SCALAR)
            table_put(def, n->stm[i].var[0], n->stm[i].exp);
    core_each(n, find_scalars, def);
}

/* With what its names stand for; a threshold is its name. */
static Core *expanded(Core *n, void *tree)
{
    Tree *t = tree;
    Core *def = n->op == OP_VAR ? table_get(t->def, n->var) : NULL;
    if (def)
        return expanded(def, t);
    if (n->op != OP_THRESHOLD)
        return core_map(n, expanded, tree);
    if (!table_has(t->limits, n->text))
        text_fmt(&t->limit, "%s%s = %lld", t->limit.n ? ", " : "", n->text,
                 (long long)n->g[0].at[0]->value.i);
    table_put(t->limits, n->text, t);
    Var *v = NEW(Var);
    *v = (Var){ .name = n->text, .type = n->type[0] };
    return core_var(v);
}

static void find_threshold(Core *n, void *found)
{
    *(bool *)found |= n->op == OP_THRESHOLD;
    core_each(n, find_threshold, found);
}

static void find_seg(Core *n, void *seg)
{
    const Core **found = seg;
    if (!*found && ops[n->op].kind == K_SEG)
        *found = n;
    core_each(n, find_seg, seg);
}

static bool chooses(const Tree *t, Core *atom)
{
    bool found = false;
    Core *def = atom->op == OP_VAR ? table_get(t->def, atom->var) : NULL;
    if (!def)
        return false;
    find_threshold(def, &found);
    for (int g = 0; !found && g < ops[def->op].ngroups; g++)
        found = def->g[g].n && chooses(t, def->g[g].at[0]);
    return found;
}

/* "segmap@block <xs in xss>" */
static const char *nest_of(const Core *body)
{
    const Core *seg = NULL;
    find_seg((Core *)body, &seg);
    Text t = { 0 };
    for (int d = 0; seg && d < seg->g[0].n; d++)
        text_fmt(&t, "%s%s", d ? ", " : "", core_str(seg->g[0].at[d]));
    bool block = seg && seg->g[0].at[0]->at == AT_BLOCK;
    return format("a %s each: %s", block ? "block" : "thread", t.n ? text_str(&t) : "");
}

static void print_tree(Tree *t, Core *n, int depth);

static void print_choice(Tree *t, Core *n, int depth)
{
    if (t->title)
        text_fmt(t->out, "%s\n", t->title);
    t->title = NULL;
    const char *test = core_str(expanded(n->g[0].at[0], t));
    const TraceStep *s = n->step ? n->step->told : NULL;
    text_fmt(t->out, "%*sif %s\n%*s    %s\n", depth, "", test, depth, "",
             nest_of(n->g[1].at[0]));
    if (s)
        text_fmt(t->out, "%*s    by %s (%s)\n", depth, "", s->rule->name, rule_place(s->rule));
    text_fmt(t->out, "%*selse\n", depth, "");
    int before = t->out->n;
    print_tree(t, n->g[2].at[0], depth + 4);
    if (t->out->n == before)
        text_fmt(t->out, "%*s    all that is parallel, kernel after kernel\n", depth, "");
}

typedef struct {
    Tree *tree;
    int depth;
} Deeper;

static void go_deeper(Core *n, void *deeper)
{
    Deeper *d = deeper;
    print_tree(d->tree, n, d->depth);
}

static void print_tree(Tree *t, Core *n, int depth)
{
    if (n->op == OP_IF && chooses(t, n->g[0].at[0]))
        print_choice(t, n, depth);
    else if (ops[n->op].kind != K_SEG)
        core_each(n, go_deeper, &(Deeper){ t, depth });
}

void versions_print(Text *out, const Explained *e)
{
    const Snapshot *flat = NULL;
    for (int i = 0; i < e->stage.n; i++)
        if (!strcmp(e->stage.at[i].pass, "flatten"))
            flat = &e->stage.at[i];
    for (int i = 0; flat && i < flat->program.nfuncs; i++) {
        const Func *f = flat->program.func[i];
        Tree t = { .out = out, .def = table_new(), .limits = table_new(),
                   .title = format("\n== versions: %s ==", f->name) };
        if (!f->body)
            continue;
        find_scalars(f->body, t.def);
        print_tree(&t, f->body, 0);
        if (t.limit.n)
            text_fmt(out, "with %s\n", text_str(&t.limit));
    }
}
