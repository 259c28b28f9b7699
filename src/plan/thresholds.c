/*
 * thresholds.c -- the constants that tests of versions compare with, and such tests.
 *
 * A rule can only estimate what a block needs of shared memory (OP_FITS). Once the kernels of
 * a branch are there, the test is of the bytes of their launches, and of what the card grants.
 */
#include "lower.h"

#include <string.h>

const char *constant_name(const char *name)
{
    return intern(str_upper(name));
}

Core *threshold_of(Lower *l, const Core *n)
{
    Plan *p = l->plan;
    for (int i = 0; i < p->thresholds.n; i++)
        if (p->thresholds.at[i]->name == n->text) {
            table_put(l->facts->given, p->thresholds.at[i]->var, l);
            return core_var(p->thresholds.at[i]->var);
        }
    Threshold *t = MAKE(Threshold, .name = n->text, .value = n->g[0].at[0]->value.i,
                                   .var = fresh(l, constant_name(n->text), type_prim(I64)));
    t->var->exact = true;
    t->about = "A size is compared with this to choose a version.";
    for (int i = 0; i < p->program->thresholds.n; i++)
        if (p->program->thresholds.at[i].name == t->name)
            t->about = p->program->thresholds.at[i].about;
    table_put(l->facts->given, t->var, l);
    vec_push(&p->thresholds, t);
    return core_var(t->var);
}

/* A test of versions compares with a threshold, or asks for shared memory. */
static bool tests_versions(Lower *l, const Core *test)
{
    const Core *full = expand_sizes(l, test);
    bool yes = core_has(full, OP_FITS);
    for (int i = 0; i < l->plan->thresholds.n; i++)
        yes |= core_uses(full, l->plan->thresholds.at[i]->var);
    return yes;
}

/* Tiles have a position in two levels, and those of parts of a sum one more. */
static const char *about_version(const char *name, Kids level)
{
    return level.at[0]->at != AT_BLOCK ? "one thread per row"
         : level.n < 2 ? (strstr(name, "tile") ? "one block per tile" : "one block per row")
         : level.n == 2 ? "one block per tile" : "one block per tile of each part";
}

/* A test that a rule wrote and named, such as "tiled". */
static bool is_named_test(const Core *test)
{
    return test->op == OP_VAR && test->var->invented && strcmp(var_base(test->var->name), "t");
}

const char *note_version(Lower *l, Stmt *s, const Core *choice)
{
    const Core *seg = seg_in(choice->g[1].at[0]);
    if (!on_host(l) || !seg)
        return NULL;
    if (!tests_versions(l, s->exp))
        return is_named_test(choice->g[0].at[0]) ? version_name(choice) : NULL;
    s->text = version_name(choice);
    s->about = about_version(s->text, seg->g[0]);
    return s->text;
}

/* ---- shared memory ---------------------------------------------------------------- */

typedef struct {
    Lower *l;
    VEC(const Stage *) stage;  /* those whose launch gives them some */
} Launched;

static void note_launched(Stmt *s, void *launched)
{
    Launched *x = launched;
    for (int i = 0; s->kind == S_LAUNCH && i < s->kernel->stages.n; i++)
        if (s->kernel->stages.at[i]->shared)
            vec_push(&x->stage, s->kernel->stages.at[i]);
}

static Core *both(Core *a, Core *b)
{
    bool first = is_const(a), second = is_const(b);
    return first ? b : second ? a : tree_op(OP_LAND, a, b);
}

/* A launch without dynamic shared memory always fits. */
static Core *exactly(Core *n, void *launched)
{
    const Launched *x = launched;
    if (n->op == OP_LAND)
        return both(exactly(n->g[0].at[0], launched), exactly(n->g[1].at[0], launched));
    if (n->op != OP_FITS)
        return n;
    Core *all = core_bool(true);
    for (int i = 0; i < x->stage.n; i++) {
        Core *bytes = expand_sizes(x->l, x->stage.at[i]->shared), *most = n->g[1].at[0];
        Core *kernel = core_var(x->stage.at[i]->self);
        if (!is_const(most) || most->value.i < CARD_SHARED_BYTES)
            all = both(all, tree_op(OP_LE, bytes, most));
        all = both(all, tree_op(OP_LE, bytes, tree_call("max_dynamic_shared", &kernel, 1, I64)));
    }
    return all;
}

void test_exactly(Lower *l, Stmt *s)
{
    Launched x = { .l = l };
    Core *test = expand_sizes(l, s->exp);
    block_each(&s->body, note_launched, &x);
    Core *exact = exactly(test, &x);
    if (core_has(test, OP_FITS) && !is_const(exact))
        s->exp = exact;
}
