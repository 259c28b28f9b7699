/*
 * when.c -- the questions that rules may ask. Each says yes or no, with a
 * reason for the trace, and changes nothing. Look-ups and constructors are
 * in when_make.c. These two files are all that rules know beyond their text.
 */
#include "rewrite.h"

#include <string.h>

static bool no(Text *why, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool no(Text *why, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(why, fmt, ap);
    va_end(ap);
    return false;
}

static bool among(const Core *a, Kids ks)
{
    for (int i = 0; i < ks.n; i++)
        if (a->op == OP_VAR && is_var(ks.at[i], a->var))
            return true;
    return false;
}

/* ---- names and mappings ------------------------------------------------- */

static bool ask_reads(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *f = arg[0].at[0];
    Kids ys = arg[1];
    bool some = false;
    for (int i = 0; i < f->g[1].n; i++)
        some |= among(f->g[1].at[i], ys);
    if (!some)
        return no(why, "none of its arrays is among them");
    for (int i = 0; i < ys.n; i++)
        if (core_uses(f->g[0].at[0], ys.at[i]->var))
            return no(why, "%s is read in another way, too", core_str(ys.at[i]));
    return true;
}

static bool ask_reads_only(Match *m, const Kids *arg, int n, Text *why)
{
    const Core *f = arg[0].at[0];
    for (int i = 0; i < f->g[1].n; i++)
        if (!among(f->g[1].at[i], arg[1]))
            return no(why, "it reads %s, too", core_str(f->g[1].at[i]));
    return ask_reads(m, arg, n, why);
}

static bool ask_private(Match *m, const Kids *arg, int n, Text *why)
{
    (void)n;
    for (int i = 0; i < arg[0].n; i++)
        if (graph_used_outside(m->graph, arg[0].at[i]->var, m->taken, m->ntaken))
            return no(why, "%s is used elsewhere", core_str(arg[0].at[i]));
    return true;
}

static bool ask_gives(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *e = arg[0].at[0];
    int results = e->op == OP_BODY ? e->g[0].n : e->ntypes;
    return results == arg[1].n || no(why, "%d results", results);
}

static bool ask_counts(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m;
    bool named = arg[0].n && core_uses(arg[2].at[0], arg[0].at[0]->var);
    (void)n;
    return named || !arg[1].n || no(why, "it takes arrays, and no position");
}

static bool ask_share(Match *m, const Kids *arg, int n, Text *why)
{
    (void)n;
    Kids a = arg[0].at[0]->g[1], b = arg[1].at[0]->g[1];
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++) {
            const Core *x = world_def(m->world, a.at[i]);
            const Core *y = world_def(m->world, b.at[j]);
            if (core_equal(a.at[i], b.at[j]) || (x && x == y))
                return true;
        }
    return no(why, "they have no array in common");
}

static bool ask_as_many(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    return arg[0].n == arg[1].n || no(why, "%d and %d", arg[0].n, arg[1].n);
}

static bool ask_fewer(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    return arg[0].n < arg[1].n || no(why, "%d and %d", arg[0].n, arg[1].n);
}

/* ---- sizes and nests ---------------------------------------------------- */

static bool ask_same(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    Core *a = arg[0].at[0], *b = arg[1].at[0];
    return size_equal(a, b) || no(why, "%s and %s", core_str(a), core_str(b));
}

static bool ask_empty(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    return !arg[0].n || no(why, "the nest has %d levels", arg[0].n);
}

typedef struct {
    Match *m;
    Kids ctx;
    const Var *found;
    bool inside;
} Varies;

/* The subject of a judgment binds v: in its bindings, or as a loop. */
static bool bound_in(const Match *m, const Var *v)
{
    const Core *e = m->subject;
    for (int i = 0; e && i < e->nbinds; i++)
        if (e->bind[i] == v)
            return true;
    return e && (e->index == v || world_position(m->world, e, v) >= 0);
}

static void varies(Var *v, void *arg)
{
    Varies *a = arg;
    int level, which;
    if (a->found)
        return;
    a->inside = a->ctx.n && bound_in(a->m, v);
    if (a->inside || ctx_binds(a->ctx, v, &level, &which))
        a->found = v;
}

static bool varies_because(const Varies *v, const char *what, Text *why)
{
    if (!v->found)
        return true;
    const char *name = v->found->name;
    const char *where = v->inside ? "computed inside" : "bound by the nest";
    return strcmp(name, what) ? no(why, "%s, %s %s", what, name, where)
                              : no(why, "%s is %s", name, where);
}

/* Arguments: things.. and, last, the nest. */
static bool ask_invariant(Match *m, const Kids *arg, int n, Text *why)
{
    Varies v = { m, arg[n - 1], NULL, false };
    for (int a = 0; a < n - 1; a++)
        for (int i = 0; i < arg[a].n; i++) {
            core_free_vars(arg[a].at[i], varies, &v);
            bool atom = is_atom(arg[a].at[i]);
            if (v.found)
                return varies_because(&v, atom ? core_str(arg[a].at[i]) : "it", why);
        }
    return true;
}

static bool regular_type(Match *m, const Core *a, Kids ctx, Text *why)
{
    const Type *t = type_of(a);
    const char *what = format("%s : %s", core_str(a), type_str(t));
    Varies v = { m, ctx, NULL, false };
    for (int d = 0; d < t->rank; d++)
        if (!t->dim[d])
            return no(why, "%s", what);
        else
            core_free_vars(t->dim[d], varies, &v);
    return varies_because(&v, what, why);
}

static bool ask_regular(Match *m, const Kids *arg, int n, Text *why)
{
    Kids ctx = arg[n - 1];
    for (int a = 0; ctx.n && a < n - 1; a++)
        for (int i = 0; i < arg[a].n; i++)
            if (!regular_type(m, arg[a].at[i], ctx, why))
                return false;
    return true;
}

/* Whether a name in the size varies over the nest, or is bound in the term
   that is looked through. */
typedef struct {
    Match *m;
    Kids ctx;
    Table *inner;
    const Core *size;          /* one that varies */
} Steady;

static void inner_var(Var *v, void *arg)
{
    void **a = arg;
    *(bool *)a[1] |= table_has(((Steady *)a[0])->inner, v);
}

static bool same_all_over(Steady *s, const Core *size)
{
    Varies v = { s->m, s->ctx, NULL, false };
    bool inner = false;
    core_free_vars(size, varies, &v);
    core_free_vars(size, inner_var, (void *[]){ s, &inner });
    if (v.found || inner)
        s->size = size;
    return !v.found && !inner;
}

static bool steady(Steady *s, const Core *e);

static bool steady_body(Steady *s, const Core *body)
{
    bool yes = false;
    for (int i = 0; i < body->nstms; i++) {
        yes |= steady(s, body->stm[i].exp);
        for (int v = 0; v < body->stm[i].nvars; v++)
            table_put(s->inner, body->stm[i].var[v], s);
    }
    return yes;
}

static bool steady(Steady *s, const Core *e)
{
    for (int i = 0; i < e->nbinds; i++)
        table_put(s->inner, e->bind[i], s);
    switch (e->op) {
    case OP_BODY: return steady_body(s, e);
    case OP_IF:
        return same_all_over(s, e->g[0].at[0])
            && (steady(s, e->g[1].at[0]) | steady(s, e->g[2].at[0]));
    case OP_LOOP: return same_all_over(s, e->g[1].at[0]) && steady(s, e->g[2].at[0]);
    default:
        return ops[e->op].parallel
            && (ops[e->op].kind != K_SOAC || same_all_over(s, e->g[0].at[0]));
    }
}

static bool ask_steady(Match *m, const Kids *arg, int n, Text *why)
{
    (void)n;
    Steady s = { m, arg[1], table_new(), NULL };
    return !s.ctx.n || steady(&s, arg[0].at[0])
        || no(why, "%s varies", s.size ? core_str(s.size) : "its size");
}

/* Variables in widths, sizes and types of a term. */
static void size_vars(Core *n, void *found);

static void size_var(Var *v, void *found)
{
    table_put(found, v, v);
}

static void sizes_of_vars(Var **v, int n, Table *found)
{
    for (int i = 0; i < n; i++)
        type_free_vars(v[i]->type, size_var, found);
}

static void size_vars(Core *n, void *found)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; strchr("zZ", ops[n->op].groups[g]) && i < n->g[g].n; i++)
            core_free_vars(n->g[g].at[i], size_var, found);
    sizes_of_vars(n->bind, n->nbinds, found);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        sizes_of_vars(n->stm[s].var, n->stm[s].nvars, found);
    core_each(n, size_vars, found);
}

/* What scalars in sizes are computed from, and what is asserted of them. */
static void operands_of_sizes(const Core *body, Table *found)
{
    for (int s = body->nstms - 1; s >= 0; s--) {
        const Stm *b = &body->stm[s];
        if (b->exp->op == OP_BODY)
            operands_of_sizes(b->exp, found);
        bool scalar = ops[b->exp->op].kind == K_SCALAR || b->exp->op == OP_ASSERT;
        for (int v = 0; scalar && v < b->nvars; v++)
            if (table_has(found, b->var[v]))
                core_free_vars(b->exp, size_var, found);
    }
}

static bool ask_sizes(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    Table *found = table_new();
    for (int i = 0; i < arg[1].n; i++) {
        size_vars(arg[1].at[i], found);
        if (arg[1].at[i]->op == OP_BODY)
            operands_of_sizes(arg[1].at[i], found);
    }
    for (int i = 0; i < arg[0].n; i++)
        if (table_has(found, arg[0].at[i]->var))
            return true;
    return no(why, "no size there speaks of it");
}

/* ---- kinds of terms ----------------------------------------------------- */

static bool ask_parallel(Match *m, const Kids *arg, int n, Text *why)
{
    for (int a = 0; a < n; a++)
        for (int i = 0; i < arg[a].n; i++)
            if (world_parallel(m->world, arg[a].at[i]))
                return true;
    return no(why, "nothing in it is parallel");
}

/* The basic arithmetic: no division, no power, no function of a library. */
static bool ask_cheap(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *e = arg[0].at[0];
    bool library = (e->op >= OP_SQRT && e->op <= OP_LGAMMA)
        || (e->op >= OP_ATAN2 && e->op <= OP_FMA) || e->op == OP_POW;
    bool scalar = ops[e->op].kind == K_SCALAR && !ops[e->op].fails;
    bool yes = is_atom(e) || (scalar && !library);
    return yes || no(why, "%s", core_str(e));
}

static bool ask_no_new_failure(Match *m, const Kids *arg, int n, Text *why)
{
    (void)n;
    return !may_fail(m->world, arg[0].at[0]) || no(why, "it may fail");
}

static bool ask_safe(Match *m, const Kids *arg, int n, Text *why)
{
    (void)arg, (void)n;
    const Core *replaced = m->taken[m->ntaken - 1]->stm.exp;
    return !may_fail(m->world, replaced) || no(why, "it may fail, and what takes its place not");
}

static bool ask_view(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *e = arg[0].at[0];
    return ops[e->op].kind == K_VIEW || no(why, "it is computed");
}

static bool ask_check(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *e = arg[0].at[0];
    bool one = e->op == OP_ASSERT && e->ntypes == 1;
    return (one && !e->type[0]->rank && e->type[0]->prim == I64) || no(why, "it is no such check");
}

static bool ask_slice(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Core *e = arg[0].at[0];
    if (e->op == OP_INDEX)
        for (int i = 0; i < e->g[1].n; i++)
            if (!is_atom(e->g[1].at[i]))
                return true;
    return no(why, "it is no slice");
}

static bool ask_soac(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    return ops[arg[0].at[0]->op].kind == K_SOAC || no(why, "it is no array combinator");
}

/* An array that a term makes, unless it is small and of one size. */
static void find_array(Core *n, void *arg)
{
    enum { SMALL = 64 };
    const Var **found = arg;
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int k = 0; k < n->stm[s].nvars; k++) {
            const Type *t = n->stm[s].var[k]->type;
            int64_t size = 1, count = 1;
            for (int d = 0; d < t->rank; d++)
                count *= t->dim[d] && size_const(t->dim[d], &size) && size <= SMALL ? size : SMALL;
            if (count >= SMALL && n->stm[s].exp->op != OP_INDEX)
                *found = n->stm[s].var[k];
        }
    core_each(n, find_array, arg);
}

static bool ask_scalar(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m;
    for (int a = 0; a < n; a++)
        for (int i = 0; i < arg[a].n; i++) {
            const Core *e = arg[a].at[i];
            const Var *array = NULL;
            if (e->op == OP_LAM)
                find_array((Core *)e, &array);
            else if (type_of(e)->rank)
                return no(why, "%s is an array", core_str(e));
            if (array)
                return no(why, "%s makes the array %s", core_str(e), array->name);
        }
    return true;
}

static bool ask_integer(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    const Type *t = type_of(arg[0].at[0]);
    return (!t->rank && prim_is_int(t->prim)) || no(why, "%s", type_str(t));
}

/* No part of them is updated in place, as far as the function is known. */
static bool ask_unwritten(Match *m, const Kids *arg, int n, Text *why)
{
    (void)n;
    for (int i = 0; i < arg[0].n; i++)
        if (world_consumed(m->world, arg[0].at[i]->var))
            return no(why, "%s is updated in place", core_str(arg[0].at[i]));
    return true;
}

static bool ask_commutes(Match *m, const Kids *arg, int n, Text *why)
{
    (void)m, (void)n;
    return lam_commutes(arg[0].at[0]) || no(why, "the order matters to it");
}

static bool ask_nested(Match *m, const Kids *arg, int n, Text *why)
{
    (void)arg, (void)n;
    return m->world->depth > 0 || no(why, "it is outside all functions");
}

const Question questions[] = {
    { "reads", 2, 2, false, ask_reads,
      "F has one of ys.. among its arrays and uses none of them in another way" },
    { "reads-only", 2, 2, false, ask_reads_only, "F's arrays are all among ys.." },
    { "private", 1, 1, false, ask_private,
      "ys.. are not used outside the matched bindings" },
    { "share", 2, 2, false, ask_share,
      "F and G read an array, or a producer, in common" },
    { "as-many", 2, 2, true, ask_as_many, "the two sequences are equally long" },
    { "fewer", 2, 2, true, ask_fewer, "the first sequence is the shorter one" },
    { "gives", 2, 2, true, ask_gives, "e has as many results as there are ne.." },
    { "counts", 3, 3, true, ask_counts,
      "the position i is used in e, or there are no arrays" },
    { "same", 2, 2, false, ask_same, "the two sizes are equal" },
    { "empty", 1, 1, true, ask_empty, "S has no levels" },
    { "invariant", 2, 4, false, ask_invariant,
      "nothing in a.. depends on a name that S binds" },
    { "regular", 2, 4, false, ask_regular, "the sizes of a.. are the same all over S" },
    { "steady", 2, 2, false, ask_steady,
      "an array combinator in e has the same size all over S, as often" },
    { "sizes", 2, 2, true, ask_sizes,
      "a size in e speaks of one of a.., or of what is computed from it" },
    { "parallel", 1, 4, true, ask_parallel, "one of them contains an array combinator" },
    { "commutes", 1, 1, true, ask_commutes, "the operator is declared or seen to commute" },
    { "cheap", 1, 1, false, ask_cheap, "computing e twice costs less than storing it" },
    { "no-new-failure", 1, 1, false, ask_no_new_failure, "e cannot fail" },
    { "safe", 0, 0, false, ask_safe, "what is replaced cannot fail" },
    { "view", 1, 1, true, ask_view, "e is an array that costs nothing as an argument" },
    { "check", 1, 1, true, ask_check, "e asserts something of an i64" },
    { "slice", 1, 1, true, ask_slice, "e is a part of an array" },
    { "soac", 1, 1, true, ask_soac, "e is an array combinator" },
    { "scalar", 1, 4, true, ask_scalar, "a.. are scalars, or functions that make no large array" },
    { "integer", 1, 1, true, ask_integer, "x is an integer" },
    { "unwritten", 1, 1, false, ask_unwritten, "a.. are never updated in place" },
    { "nested", 1, 1, true, ask_nested,
      "the binding stands within a function that is mapped" },
};
const int nquestions = sizeof questions / sizeof *questions;

const Question *question_find(const char *name)
{
    for (int i = 0; i < nquestions; i++)
        if (!strcmp(questions[i].name, name))
            return &questions[i];
    return NULL;
}
