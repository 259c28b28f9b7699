/* when_nests.c -- conditions on sizes and nests. */
#include "rewrite.h"

#include <limits.h>
#include <string.h>

bool ask_same(Call *c)
{
    Core *a = c->arg[0].at[0], *b = c->arg[1].at[0];
    return size_equal(a, b) || no(c, "%s and %s", core_str(a), core_str(b));
}

bool ask_static(Call *c)
{
    int64_t value;
    Core *n = c->arg[0].at[0];
    return size_const(n, &value) || no(c, "%s is not known", core_str(n));
}

/* Where sizes are stated, thresholds have the values that the generated file would begin with. */
static Core *with_thresholds(Core *n, void *range)
{
    const Core *def = n->op == OP_VAR ? range_def(range, n->var) : n;
    if (def && def->op == OP_THRESHOLD)
        return def->g[0].at[0];
    return core_map(n, with_thresholds, range);
}

/* Argument number i, an i64, with the definitions of its names written out. */
static Core *spelled(const Call *c, int i)
{
    Ranges *range = c->m->world->range;
    Core *n = range_spelled(range, c->arg[i].at[0]);
    return states_sizes(c->m->world->func) ? with_thresholds(n, range) : n;
}

/* An unchecked assertion states the matched comparison; the plan reads a bound from it. */
static bool is_asserted(const Call *c)
{
    Node **user;
    const Match *m = c->m;
    int n = m->graph && m->ntaken ? graph_users(m->graph, m->taken[0]->stm.var[0], &user) : 0;
    for (int i = 0; i < n; i++)
        if (user[i]->stm.exp->op == OP_ASSERT && user[i]->stm.exp->unchecked)
            return true;
    return false;
}

bool ask_at_most(Call *c)
{
    Core *a = c->arg[0].at[0], *b = c->arg[1].at[0];
    return (type_of(a)->prim == I64 && type_of(b)->prim == I64 && !is_asserted(c)
            && surely_at_most(c->m->world->range, spelled(c, 0), spelled(c, 1)))
        || no(c, "%s may be more than %s, is no i64 or is asserted", core_str(a), core_str(b));
}

bool ask_below(Call *c)
{
    Core *a = c->arg[0].at[0], *b = c->arg[1].at[0];
    return (type_of(a)->prim == I64 && !is_asserted(c)
            && surely_below(c->m->world->range, spelled(c, 0), spelled(c, 1)))
        || no(c, "%s may be %s, or more, is no i64 or is asserted", core_str(a), core_str(b));
}

bool ask_empty(Call *c)
{
    return !c->arg[0].n || no(c, "the nest has %d levels", c->arg[0].n);
}

bool ask_one_level(Call *c)
{
    return c->arg[0].n == 1 || no(c, "the nest has %d levels", c->arg[0].n);
}

/* Looks for a name that differs from row to row of a nest. */
typedef struct {
    const Match *m;
    Kids ctx;
    Table *inner;              /* what is bound within the term, or null */
    Table *seen;               /* whose definitions were looked at */
    const Var *found;
    bool computed;             /* by the subject of the judgment */
    const Core *size;          /* where it was found last */
} Varying;

/* The subject of a judgment binds v: in its bindings, or as a loop. */
static bool bound_in(const Match *m, const Var *v)
{
    const Core *e = m->subject;
    for (int i = 0; e && i < e->nbinds; i++)
        if (e->bind[i] == v)
            return true;
    return e && (e->index == v || world_position(m->world, e, v) >= 0);
}

static void note_varying(Var *v, void *arg)
{
    Varying *a = arg;
    int level, which;
    if (a->found)
        return;
    a->computed = a->ctx.n && bound_in(a->m, v);
    const Core *def = a->m->graph && a->ctx.n ? range_def(a->m->world->range, v) : NULL;
    if (a->computed || ctx_binds(a->ctx, v, &level, &which)
        || (a->inner && table_has(a->inner, v)))
        a->found = v;
    else if (def && !table_has(a->seen, v)) {
        table_put(a->seen, v, v);      /* of a lemma's body only definitions are known */
        core_free_vars(def, note_varying, a);
        a->found = a->found ? v : NULL;
    }
}

static bool no_varying(Call *c, const Varying *v, const char *what)
{
    const char *name = v->found->name;
    const char *where = v->computed ? "computed inside" : "bound by the nest";
    return strcmp(name, what) ? no(c, "%s, %s %s", what, name, where)
                              : no(c, "%s is %s", name, where);
}

static bool is_position(Kids ctx, const Core *e)
{
    int level, which;
    return e->op == OP_VAR && ctx_binds(ctx, e->var, &level, &which) && which < 0;
}

/* e S: it asserts something of an i64, the same for all of S, and tells positions in S at most. */
bool ask_check(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Kids ctx = c->arg[1];
    bool yes = e->op == OP_ASSERT && e->ntypes == 1 && !e->type[0]->rank && e->type[0]->prim == I64;
    if (!yes)
        return no(c, "it is no such check");
    for (int g = 0; g < 3; g++)
        for (int i = 0; i < e->g[g].n; i++) {
            Core *a = e->g[g].at[i];
            yes &= (g == 2 && is_position(ctx, a)) || !varies_in(c->m, a, ctx);
        }
    return yes || no(c, "what it asserts is not the same for all rows");
}

/* What is checked, or 0 where the check does not hold. */
static Core *checked_or_zero(Call *c, Core *check, Core *value)
{
    Ranges *r = c->m->world->range;
    Assumptions before = range_assumed(r);
    range_assume(r, check, true);
    bool natural = surely_natural(r, value);
    range_forget(r, before);
    return natural ? core_prim2(OP_MAX, core_i64(0), value)
                   : core_prim2(OP_MUL, core_conv(I64, check), value);
}

/* where-rows e S: the first row finds that it fails, if there are rows. */
bool make_where_rows(Call *c)
{
    Core *e = core_copy_node(c->arg[0].at[0]), *rows = core_i64(1);
    Kids ctx = c->arg[1];
    for (int d = 0; d < ctx.n; d++)
        rows = d ? core_prim2(OP_MUL, rows, ctx.at[d]->g[0].at[0]) : ctx.at[d]->g[0].at[0];
    Core *none = core_prim2(OP_EQ, rows, core_i64(0));
    core_set1(e, 1, checked_or_zero(c, e->g[0].at[0], e->g[1].at[0]));
    core_set1(e, 0, core_prim2(OP_LOR, e->g[0].at[0], none));
    e->g[2] = kids_join(e->g[2], (Kids){ 0 });
    for (int i = 0; i < e->g[2].n; i++)
        if (is_position(ctx, e->g[2].at[i]))
            e->g[2].at[i] = core_i64(0);
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    return yields(c, e);
}

/* Arguments: things.. and, last, the nest. */
bool ask_invariant(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[c->n - 1], .seen = table_new() };
    for (int a = 0; a < c->n - 1 && !v.found; a++)
        for (int i = 0; i < c->arg[a].n && !v.found; i++) {
            const Core *e = c->arg[a].at[i];
            core_free_vars(e, note_varying, &v);
            if (v.found)
                no_varying(c, &v, is_atom(e) ? core_str(e) : "it");
        }
    table_free(v.seen);
    return !v.found;
}

bool varies_in(const Match *m, Core *e, Kids ctx)
{
    Varying v = { .m = m, .ctx = ctx, .seen = table_new() };
    core_free_vars(e, note_varying, &v);
    table_free(v.seen);
    return v.found;
}

/* One of the arrays is the same all along the level, which reads it again and again. What the
   level within binds is of an array there. */
bool ask_reused(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        Core *a = c->arg[0].at[i];
        const Core *def = world_def(c->m->world, a);
        bool stored = !def || (def->op != OP_IOTA && def->op != OP_REPLICATE);
        int level, which;
        if (c->n > 2 && a->op == OP_VAR && ctx_binds(c->arg[2], a->var, &level, &which)
            && which >= 0)
            a = c->arg[2].at[level]->g[1].at[which];
        if (stored && !varies_in(c->m, a, c->arg[1]))
            return true;
    }
    return no(c, "no array is the same for all of %s", ctx_str(c->arg[1]));
}

bool ask_crossed(Call *c)
{
    int64_t n;
    if (!size_const(c->arg[0].at[0], &n))
        return true;
    for (int level = 2; level < 4; level++) {
        bool varies = false;
        for (int i = 0; i < c->arg[1].n && !varies; i++)
            varies = varies_in(c->m, c->arg[1].at[i], c->arg[level]);
        if (!varies)
            return no(c, "no array varies along %s", ctx_str(c->arg[level]));
    }
    return true;
}

static bool is_regular(Call *c, const Core *a)
{
    const Type *t = type_of(a);
    const char *what = format("%s : %s", core_str(a), type_str(t));
    Varying v = { .m = c->m, .ctx = c->arg[c->n - 1], .seen = table_new() };
    for (int d = 0; d < t->rank; d++)
        if (!dim_known(t->dim[d]))
            return no(c, "%s", what);
        else
            core_free_vars(t->dim[d], note_varying, &v);
    return !v.found || no_varying(c, &v, what);
}

/* Rows of one row that are all as long, but not as those of another, have no lengths. */
bool ask_own_lengths(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Type *t = type_of(c->arg[0].at[i]);
        Varying v = { .m = c->m, .ctx = c->arg[1], .seen = table_new() };
        for (int d = 1; d < t->rank; d++)
            if (t->dim[d] && t->dim[d]->op != OP_EACH)
                core_free_vars(t->dim[d], note_varying, &v);
        if (v.found)
            return no_varying(c, &v, core_str(c->arg[0].at[i]));
    }
    return true;
}

bool ask_regular(Call *c)
{
    for (int a = 0; c->arg[c->n - 1].n && a < c->n - 1; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            if (!is_regular(c, c->arg[a].at[i]))
                return false;
    return true;
}

static bool same_all_over(Varying *v, const Core *size)
{
    v->found = NULL;
    core_free_vars(size, note_varying, v);
    v->size = v->found ? size : v->size;
    return !v->found;
}

/* What an assertion gives varies as its values do. */
static bool asserts_same(Varying *v, const Core *e)
{
    const Kids *values = &e->g[2];
    bool same = e->op == OP_ASSERT;
    for (int i = 0; same && i < values->n; i++)
        same = same_all_over(v, values->at[i]);
    return same;
}

static bool steady(Varying *v, const Core *e)
{
    bool yes = false;
    note_vars(e->bind, e->nbinds, v->inner);
    switch (e->op) {
    case OP_BODY:
        for (int i = 0; i < e->nstms; i++) {
            yes |= steady(v, e->stm[i].exp);
            if (!asserts_same(v, e->stm[i].exp))
                note_vars(e->stm[i].var, e->stm[i].nvars, v->inner);
        }
        return yes;
    case OP_IF:
        return same_all_over(v, e->g[0].at[0])
            && (steady(v, e->g[1].at[0]) | steady(v, e->g[2].at[0]));
    case OP_LOOP: return same_all_over(v, e->g[1].at[0]) && steady(v, e->g[2].at[0]);
    default:
        return ops[e->op].parallel
            && (ops[e->op].kind != K_SOAC || same_all_over(v, e->g[0].at[0]));
    }
}

bool ask_differs(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[1], .inner = table_new() };
    if (!is_atom(c->arg[0].at[0]))
        return no(c, "%s has no name", core_str(c->arg[0].at[0]));
    return !same_all_over(&v, c->arg[0].at[0]) || no(c, "it has one value all over S");
}

bool ask_steady(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[1], .inner = table_new(), .seen = table_new() };
    return !v.ctx.n || steady(&v, c->arg[0].at[0])
        || no(c, "%s varies", v.size ? core_str(v.size) : "its size");
}

static bool depends_on_nest(Varying *v, const Core *e);

/* The nest binds it, or what it is computed from. */
static void note_depends(Var *var, void *arg)
{
    Varying *v = arg;
    int level, which;
    if (v->found || table_has(v->inner, var) || table_has(v->seen, var))
        return;
    const Core *def = bound_in(v->m, var) ? world_def(v->m->world, core_var(var)) : NULL;
    if (ctx_binds(v->ctx, var, &level, &which) || (def && depends_on_nest(v, def)))
        v->found = var;
    else
        table_put(v->seen, var, var);
}

static bool depends_on_nest(Varying *v, const Core *e)
{
    core_free_vars(e, note_depends, v);
    return v->found != NULL;
}

bool loop_resizes(const Core *e)
{
    if (e->op != OP_LOOP && e->op != OP_WHILE)
        return false;
    Table *own = table_new();
    bool yes = false;
    note_vars(e->bind, e->nbinds, own);
    for (int i = 0; !yes && i < e->nbinds; i++)
        yes = type_uses_any(e->bind[i]->type, own);
    table_free(own);
    return yes;
}

/* It looks up a row among rows that a row of the nest has, or rows of rows. */
static bool looks_up_rows(const Core *e, void *varying)
{
    Varying *v = varying;
    const Type *t = e->op == OP_INDEX ? type_of(e->g[0].at[0]) : NULL;
    if (!t || !type_ragged(t) || !type_of(e)->rank)
        return false;
    bool own = type_ragged(type_row(t)) || !t->dim[0] || depends_on_nest(v, e->g[0].at[0]);
    v->found = NULL;
    return own;
}

/* It gives arrays of a size, from one dimension to another, that differs. */
static bool gives_own(Varying *v, const Core *e, int from, int to)
{
    bool yes = false;
    for (int i = 0; i < e->ntypes; i++)
        for (int d = from; d < e->type[i]->rank && d < to && !yes; d++) {
            const Core *size = e->type[i]->dim[d];
            yes = !dim_is_size(size) || depends_on_nest(v, size);
        }
    v->found = NULL;
    return yes;
}

/* The last of several levels takes rows, which say each for itself how long they are. */
static bool takes_rows(Kids ctx)
{
    const Core *level = ctx.n > 1 ? ctx.at[ctx.n - 1] : NULL;
    bool yes = false;
    for (int i = 0; level && i < level->nbinds; i++) {
        const Type *t = level->bind[i]->type;
        yes |= type_ragged(t) > 0;
        for (int k = 0; k < level->nbinds && t->rank; k++)
            yes |= t->dim[0] && is_var(t->dim[0], level->bind[k]);
    }
    return yes;
}

/* It makes rows of rows, or an array of which nobody knows before how large it becomes. */
static bool needs_room(const Core *n)
{
    return loop_resizes(n) || (!is_atom(n) && core_gives(n, type_is_ragged));
}

bool ask_own_nest(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[0], .inner = table_new(), .seen = table_new() };
    Core *e = c->n > 1 ? c->arg[1].at[0] : (Core *)c->m->subject;
    bool yes = e && (gives_own(&v, e, 0, INT_MAX) || takes_rows(v.ctx)
                     || core_some(e, needs_room) || calls_deep(e));
    table_free(v.inner);
    table_free(v.seen);
    return yes || no(c, "a thread has room for its rows, and no function of arrays calls itself");
}

/* It has array combinators, or gives arrays of a length that differs. */
static bool parts_rows(Varying *v, const Core *e)
{
    return core_any(e, looks_up_rows, v) || core_parallel(e)
        || (e->op == OP_WHILE && loop_resizes(e)) || gives_own(v, e, 0, 1);
}

bool ask_parts_rows(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[0], .inner = table_new(), .seen = table_new() };
    const Core *e = c->n > 1 ? c->arg[1].at[0] : c->m->subject;
    bool yes = e && (parts_rows(&v, e) || takes_rows(v.ctx));
    bool nested = yes && e->op == OP_IF && gives_own(&v, e, 1, INT_MAX);
    table_free(v.inner);
    table_free(v.seen);
    if (nested)
        return no(c, "the rows that a branch gives have rows of different lengths");
    return yes || no(c, "it has no array combinator, and gives no such rows");
}

/* A size that differs, and is no variable: no array has it for all rows. */
typedef struct {
    Varying *v;
    const Core *found;
} Nameless;

static void find_nameless(Var *var, void *arg)
{
    Nameless *a = arg;
    for (int d = 0; d < var->type->rank; d++) {
        const Core *size = var->type->dim[d];
        if (size && !is_atom(size) && size->op != OP_EACH && depends_on_nest(a->v, size))
            a->found = size;
    }
}

/* What is parallel in it is not the same in all rows, or not as often. */
static bool differs_inside(Varying *v, const Core *e)
{
    bool yes = false;
    note_vars(e->bind, e->nbinds, v->inner);
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        yes |= differs_inside(v, e->stm[i].exp);
        note_vars(e->stm[i].var, e->stm[i].nvars, v->inner);
    }
    for (int b = 1; e->op == OP_IF && b < 3; b++)
        yes |= differs_inside(v, e->g[b].at[0]);
    if (e->op == OP_LOOP)
        yes |= differs_inside(v, e->g[2].at[0]);
    bool maps = ops[e->op].kind == K_SOAC || e->op == OP_IOTA || e->op == OP_REPLICATE;
    bool again = (e->op == OP_IF || e->op == OP_LOOP) && core_parallel(e);
    if (maps || again) {
        const Core *often = e->g[e->op == OP_LOOP].at[0];
        yes |= core_uses_any(often, v->inner) || depends_on_nest(v, often);
        v->found = NULL;
    }
    return yes || (e->op == OP_WHILE && (core_parallel(e) || loop_resizes(e)));
}

static bool makes_rows(Call *c, Varying *v)
{
    const Core *e = c->arg[0].at[0];
    bool makes = ops[e->op].kind == K_SOAC || e->op == OP_IOTA || e->op == OP_REPLICATE;
    if (e->op == OP_CALL && e->func->arrays)
        return true;
    bool rows = e->ntypes == 1 && type_ragged(e->type[0]) && e->type[0]->rank > 1;
    const Core *of = e->op == OP_COERCE ? world_def(c->m->world, e->g[0].at[0]) : NULL;
    bool list = of && of->op == OP_ARRAY;
    bool told = rows && !list && (e->op == OP_COERCE || e->op == OP_IRREG);
    if (looks_up_rows(e, v))
        return true;    /* the same ones for all, too: no thread has room for rows of rows */
    if (e->op == OP_VAL || e->op == OP_TOTAL || told)
        return depends_on_nest(v, e) || no(c, "the rows are the same all over S");
    if (e->op == OP_IF && parts_rows(v, e))
        return depends_on_nest(v, e->g[0].at[0]) || gives_own(v, e, 0, INT_MAX)
            || no(c, "no row goes another way");
    if (is_loop(e))
        return (parts_rows(v, e) && (differs_inside(v, e) || loop_resizes(e)))
            || no(c, "it is no loop of what differs in size from row to row");
    if (!makes)
        return no(c, "no size of it differs from row to row");
    Nameless sizes = { v, is_atom(e->g[0].at[0]) ? NULL : e->g[0].at[0] };
    core_free_vars(e, find_nameless, &sizes);
    if (sizes.found)
        return no(c, "%s has no name", core_str(sizes.found));
    v->found = NULL;
    return depends_on_nest(v, e->g[0].at[0]) || gives_own(v, e, 1, INT_MAX)
        || no(c, "no size of it differs from row to row");
}

bool ask_makes_rows(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[1], .inner = table_new(), .seen = table_new() };
    bool yes = makes_rows(c, &v);
    table_free(v.inner);
    table_free(v.seen);
    return yes;
}

/* Variables in widths, sizes and types of a term, in how often its parallel loops run, and in what
   its parallel branches test. */
static void size_vars(Core *n, void *found);

static void sizes_of_vars(Var **v, int n, Table *found)
{
    for (int i = 0; i < n; i++)
        type_free_vars(v[i]->type, note_var, found);
}

static void size_vars(Core *n, void *found)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; strchr("zZ", ops[n->op].groups[g]) && i < n->g[g].n; i++)
            core_free_vars(n->g[g].at[i], note_var, found);
    if (n->op == OP_LOOP)
        core_free_vars(n->g[1].at[0], note_var, found);
    if (n->op == OP_IF && core_parallel(n))
        core_free_vars(n->g[0].at[0], note_var, found);
    sizes_of_vars(n->bind, n->nbinds, found);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        sizes_of_vars(n->stm[s].var, n->stm[s].nvars, found);
    core_each(n, size_vars, found);
}

/* What is checked before what is parallel; what scalars in sizes and such checks are computed
   from, and what is asserted of them. */
static void operands_of_sizes(const Core *body, Table *found)
{
    bool parallel = false;
    for (int s = body->nstms - 1; s >= 0; s--) {
        const Stm *b = &body->stm[s];
        if (b->exp->op == OP_BODY)
            operands_of_sizes(b->exp, found);
        if (b->exp->op == OP_ASSERT && parallel)
            note_vars(b->var, b->nvars, found);
        parallel |= core_parallel(b->exp);
        bool scalar = ops[b->exp->op].kind == K_SCALAR || b->exp->op == OP_ASSERT;
        for (int v = 0; scalar && v < b->nvars; v++)
            if (table_has(found, b->var[v]))
                core_free_vars(b->exp, note_var, found);
    }
}

bool ask_sizes(Call *c)
{
    Table *found = table_new();
    for (int i = 0; i < c->arg[1].n; i++) {
        size_vars(c->arg[1].at[i], found);
        if (c->arg[1].at[i]->op == OP_BODY)
            operands_of_sizes(c->arg[1].at[i], found);
    }
    for (int i = 0; i < c->arg[0].n; i++)
        if (table_has(found, c->arg[0].at[i]->var))
            return true;
    return no(c, "no size there speaks of it");
}
