/* versions.c -- the tree of versions: tests of sizes, and what they lead to. */
#include "explain.h"
#include "../emit/view.h"

#include <string.h>

typedef struct {
    Table *def;                /* Var -> Core: scalars of the function */
    Table *limits;             /* names of the thresholds that were told, */
    Json *limit;               /*   and {name, value} of each */
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
    if (n->op == OP_MUL && is_const(n->g[0].at[0]) && n->g[0].at[0]->value.i == 1)
        return expanded(n->g[1].at[0], tree);
    if (n->op != OP_THRESHOLD)
        return core_map(n, expanded, tree);
    if (!table_has(t->limits, n->text))
        json_push(t->limit, json_record("name", json_str(n->text), "value",
                                        json_int(n->g[0].at[0]->value.i), NULL));
    table_put(t->limits, n->text, t);
    Var *v = MAKE(Var, .name = n->text, .type = n->type[0]);
    return core_var(v);
}

static bool chooses(const Tree *t, Core *atom)
{
    Core *def = atom->op == OP_VAR ? table_get(t->def, atom->var) : NULL;
    if (!def)
        return false;
    bool found = core_has(def, OP_THRESHOLD) || core_has(def, OP_FITS);
    for (int g = 0; !found && g < ops[def->op].ngroups; g++)
        found = def->g[g].n && chooses(t, def->g[g].at[0]);
    return found;
}

/* "<xs in xss>, <x in xs>" */
static const char *nest_of(const Core *seg)
{
    Text t = { 0 };
    for (int d = 0; d < seg->g[0].n; d++)
        text_fmt(&t, "%s%s", d ? ", " : "", core_str(seg->g[0].at[d]));
    return text_str(&t);
}

static Json *choices(Tree *t, Core *n);

/* {test, name, who, nest, by, by_at, choices: where the test fails, flat: there are none} */
static Json *choice(Tree *t, Core *n)
{
    const TraceStep *s = n->step ? n->step->told : NULL;
    const Core *seg = seg_in(n->g[1].at[0]);
    bool block = seg && seg->g[0].at[0]->at == AT_BLOCK;
    const char *test = core_str(expanded(n->g[0].at[0], t));
    Json *rest = choices(t, n->g[2].at[0]);
    return json_record("test", json_str(test), "name", json_str(version_name(n)),
                       "who", json_str(block ? "block" : "thread"),
                       "nest", json_str(seg ? nest_of(seg) : ""),
                       "by", text_or_false(s ? s->rule->name : NULL),
                       "by_at", text_or_false(s ? rule_place(s->rule) : NULL),
                       "choices", rest, "flat", json_bool(!rest->n), NULL);
}

typedef struct {
    Tree *tree;
    Json *list;
} Found;

static void find_choices(Core *n, void *found)
{
    Found *f = found;
    if (n->op == OP_IF && chooses(f->tree, n->g[0].at[0]))
        json_push(f->list, choice(f->tree, n));
    else if (ops[n->op].kind != K_SEG)
        core_each(n, find_choices, found);
}

static Json *choices(Tree *t, Core *n)
{
    Found f = { t, json_list() };
    find_choices(n, &f);
    return f.list;
}

static const Snapshot *chosen(const Explained *e)
{
    const Snapshot *flat = NULL;
    for (int i = 0; i < e->stage.n; i++)
        if (!strcmp(e->stage.at[i].pass, "promote"))
            flat = &e->stage.at[i];
    return flat;
}

/* A sentence for each version that is not written, and for nests that have fewer than rules. */
static Json *remarks(const Program *p, const Func *f)
{
    Json *list = json_list();
    for (int i = 0; i < p->left.n; i++) {
        const LeftOut *out = &p->left.at[i];
        const char *why = out->sizes
            ? format("without it the nest takes at most %.1f times as long, as predicted for %s",
                     out->loss, out->sizes)
            : "tests choose it for no sizes, or it is never faster, as predicted";
        if (!strcmp(out->func, f->name))
            json_push(list, json_record("remark", json_str(format("%s is left out: %s",
                                                                  out->version, why)), NULL));
    }
    const char *cut = cut_nests(p, f->span);
    if (cut)
        json_push(list, json_record("remark", json_str(cut), NULL));
    return list;
}

Json *versions_view(const Explained *e)
{
    Json *list = json_list();
    const Snapshot *flat = chosen(e);
    for (int i = 0; flat && !e->rule && i < flat->program.nfuncs; i++) {
        const Func *f = flat->program.func[i];
        Tree t = { .def = table_new(), .limits = table_new(), .limit = json_list() };
        if (!f->body)
            continue;
        find_scalars(f->body, t.def);
        Json *found = choices(&t, f->body), *remark = remarks(&flat->program, f);
        if (found->n || remark->n)
            json_push(list, json_record("function", json_str(f->name), "choices", found,
                                        "limits", with_last(t.limit),
                                        "any_limits", json_bool(t.limit->n > 0),
                                        "remarks", remark, NULL));
    }
    return list;
}
