/*
 * when.c -- the conditions that rules may ask for. Each holds or does not,
 * with a reason for the trace, and changes nothing. Look-ups and constructors
 * are in when_make.c. These two files are all that rules know beyond their
 * text.
 */
#include "rewrite.h"

#include <string.h>

bool no(Call *c, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(&c->why, fmt, ap);
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

static bool ask_reads(Call *c)
{
    const Core *f = c->arg[0].at[0];
    Kids ys = c->arg[1];
    bool some = false;
    for (int i = 0; i < f->g[1].n; i++)
        some |= among(f->g[1].at[i], ys);
    if (!some)
        return no(c, "none of its arrays is among them");
    for (int i = 0; i < ys.n; i++)
        if (core_uses(f->g[0].at[0], ys.at[i]->var))
            return no(c, "%s is read in another way, too", core_str(ys.at[i]));
    return true;
}

static bool ask_private(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (graph_used_outside(c->m->graph, c->arg[0].at[i]->var, c->m->taken, c->m->ntaken))
            return no(c, "%s is used elsewhere", core_str(c->arg[0].at[i]));
    return true;
}

/* No larger than an element of one array. */
static bool ask_light(Call *c)
{
    return c->arg[0].n <= 1 || no(c, "there are %d", c->arg[0].n);
}

/* No more than registers and shared memory hold well, for each thread. */
static bool ask_few(Call *c)
{
    enum { FEW = 8 };
    int n = 0;
    for (int a = 0; a < c->n; a++)
        n += c->arg[a].n;
    return n <= FEW || no(c, "there are %d", n);
}

/* The SOAC takes v by elements; adds to how many times this is done. */
static bool only_mapped(const Core *e, const Var *v, int *times)
{
    int lam, arrays;
    if (!mapping_groups(e->op, &lam, &arrays))
        return false;
    for (int g = 0; g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (g == arrays)
                *times += is_var(e->g[g].at[i], v);
            else if (core_uses(e->g[g].at[i], v))
                return false;
    return true;
}

static bool ask_mapped(Call *c)
{
    Node **user;
    Var *a = c->arg[0].at[0]->var;
    int n = graph_users(c->m->graph, a, &user), times = 0;
    bool yes = graph_home(c->m->graph, a) && !graph_used_outside(c->m->graph, a, user, n);
    for (int i = 0; i < n && yes; i++)
        yes = only_mapped(user[i]->stm.exp, a, &times);
    return yes ? times > 1 || no(c, "%s is taken once", a->name)
               : no(c, "%s is used otherwise", a->name);
}

static bool ask_placed(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        Node **user;
        Var *y = c->arg[0].at[i]->var;
        int n = graph_users(c->m->graph, y, &user), times = 0;
        bool yes = n > 0 && !graph_used_outside(c->m->graph, y, user, n);
        for (int k = 0; k < n && yes; k++)
            yes = user[k]->stm.exp->op == OP_SCATOMAP
               && only_mapped(user[k]->stm.exp, y, &times);
        if (!yes)
            return no(c, "%s is used otherwise, or not at all", y->name);
    }
    return true;
}

static bool uses_any(const Core *e, const Kids *v)
{
    for (int i = 0; i < v->n; i++)
        if (core_uses(e, v->at[i]->var))
            return true;
    return false;
}

/* A scatter takes one of `some`, and none of the others. */
static const Core *placing_alone(const Call *c, const Kids *some, const Kids *others)
{
    for (int i = 0; i < some->n; i++) {
        Node **user;
        int n = graph_users(c->m->graph, some->at[i]->var, &user);
        for (int k = 0; k < n; k++)
            if (user[k]->stm.exp->op == OP_SCATOMAP && !uses_any(user[k]->stm.exp, others))
                return some->at[i];
    }
    return NULL;
}

static bool ask_placed_alone(Call *c)
{
    const Core *alone = placing_alone(c, &c->arg[0], &c->arg[1]);
    alone = alone ? alone : placing_alone(c, &c->arg[1], &c->arg[0]);
    return alone || no(c, "no scatter takes one and not the other");
}

static bool ask_filled(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *d = c->arg[0].at[i], *def = world_def(c->m->world, d);
        const Node *home = graph_home(c->m->graph, d->var);
        if (!def || !home || (def->op != OP_COPY && def->op != OP_REPLICATE)
            || has_attribute(&home->stm, "blank"))
            return no(c, "%s holds something else", core_str(d));
    }
    return true;
}

static bool ask_gives(Call *c)
{
    const Core *e = c->arg[0].at[0];
    int results = e->op == OP_BODY ? e->g[0].n : e->ntypes;
    return results == c->arg[1].n || no(c, "%d results", results);
}

static bool ask_counts(Call *c)
{
    bool named = c->arg[0].n && core_uses(c->arg[2].at[0], c->arg[0].at[0]->var);
    return named || !c->arg[1].n || no(c, "it takes arrays, and no position");
}

static bool ask_share(Call *c)
{
    Kids a = c->arg[0].at[0]->g[1], b = c->arg[1].at[0]->g[1];
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++) {
            const Core *x = world_def(c->m->world, a.at[i]);
            const Core *y = world_def(c->m->world, b.at[j]);
            if (core_equal(a.at[i], b.at[j]) || (x && x == y))
                return true;
        }
    return no(c, "they have no array in common");
}

static bool ask_as_many(Call *c)
{
    return c->arg[0].n == c->arg[1].n || no(c, "%d and %d", c->arg[0].n, c->arg[1].n);
}

static bool typed_by(const Core *e, const Table *names)
{
    bool yes = false;
    for (int t = 0; t < e->ntypes; t++)
        for (int d = 0; d < e->type[t]->rank; d++)
            yes |= e->type[t]->dim[d] && core_uses_any(e->type[t]->dim[d], names);
    return yes;
}

/* Arguments: things.. and, last, bindings. */
static bool ask_apart(Call *c)
{
    const Core *s = c->arg[c->n - 1].at[0];
    Table *made = table_new();
    bool yes = true;
    for (int i = 0; i < s->nstms; i++)
        for (int k = 0; k < s->stm[i].nvars; k++)
            table_put(made, s->stm[i].var[k], made);
    for (int a = 0; a < c->n - 1; a++)
        for (int i = 0; i < c->arg[a].n && yes; i++)
            yes = (!core_uses_any(c->arg[a].at[i], made) && !typed_by(c->arg[a].at[i], made))
                || no(c, "%s reads them", core_str(c->arg[a].at[i]));
    table_free(made);
    return yes;
}

static bool ask_free(Call *c)
{
    const Core *e = c->arg[0].at[0];
    for (int i = 0; i < c->arg[1].n; i++)
        if (core_uses(e, c->arg[1].at[i]->var))
            return no(c, "it reads %s", core_str(c->arg[1].at[i]));
    return true;
}

static bool ask_none_of(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (among(c->arg[0].at[i], c->arg[1]))
            return no(c, "%s is", core_str(c->arg[0].at[i]));
    return true;
}

static bool ask_fewer(Call *c)
{
    return c->arg[0].n < c->arg[1].n || no(c, "%d and %d", c->arg[0].n, c->arg[1].n);
}

/* ---- sizes and nests ---------------------------------------------------- */

static bool ask_same(Call *c)
{
    Core *a = c->arg[0].at[0], *b = c->arg[1].at[0];
    return size_equal(a, b) || no(c, "%s and %s", core_str(a), core_str(b));
}

static bool ask_static(Call *c)
{
    int64_t value;
    Core *n = c->arg[0].at[0];
    return size_const(n, &value) || no(c, "%s is not known", core_str(n));
}

static bool ask_natural(Call *c)
{
    Core *n = c->arg[0].at[0];
    return (type_of(n)->prim == I64 && surely_at_most(c->m->world->range, core_i64(0), n))
        || no(c, "%s may be negative, or is no i64", core_str(n));
}

static bool ask_empty(Call *c)
{
    return !c->arg[0].n || no(c, "the nest has %d levels", c->arg[0].n);
}

static bool ask_one_level(Call *c)
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

/* Arguments: things.. and, last, the nest. */
static bool ask_invariant(Call *c)
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

/* Where in memory a read is: the index of the last dimension, and the others. */
static Core *last_entry(const Match *m, Core *array, Kids entry, Kids ctx, Kids *others)
{
    int level, which;
    const Core *def = world_def(m->world, array);
    bool view = def && (def->op == OP_REARRANGE || def->op == OP_INDEX);
    Kids to = { view ? NEWS(Core *, type_of(def->g[0].at[0])->rank) : NULL, 0 };
    if (def && def->op == OP_REARRANGE) {
        to.n = entry.n;
        for (int d = 0; d < to.n; d++)
            to.at[def->perm[d]] = entry.at[d];
        return last_entry(m, def->g[0].at[0], to, ctx, others);
    }
    if (def && def->op == OP_INDEX) {
        for (int d = 0, at = 0; d < def->g[1].n; d++) {
            Core *e = def->g[1].at[d];
            to.at[to.n++] = is_atom(e) ? e : entry.at[at++];
        }
        return last_entry(m, def->g[0].at[0], to, ctx, others);
    }
    if (!def && array->op == OP_VAR && ctx_binds(ctx, array->var, &level, &which) && which >= 0)
        return last_entry(m, ctx.at[level]->g[1].at[which], kids_join(kids1(array), entry), ctx,
                          others);
    Core *rows = !def && array->op == OP_VAR ? table_get(m->world->row_of, array->var) : NULL;
    if (rows)
        return last_entry(m, rows, kids_join(kids1(array), entry), ctx, others);
    *others = (Kids){ entry.at, entry.n - 1 };
    return entry.at[entry.n - 1];
}

static bool depends(const Match *m, Core *e, Kids ctx)
{
    Varying v = { .m = m, .ctx = ctx, .seen = table_new() };
    core_free_vars(e, note_varying, &v);
    table_free(v.seen);
    return v.found;
}

/* Reads of elements: how many go along memory with the level, how many across. */
typedef struct {
    const Match *m;
    Kids ctx;
    const Core *only;          /* reads of this array, again and again; or null: any */
    int again;                 /* loops and combinators around the read */
    int along, across;
} Walks;

/* The array is x, or a part of it. */
static bool is_part(const Match *m, const Core *array, const Core *x)
{
    const Core *def = world_def(m->world, array);
    return is_var(array, x->var)
        || (def && def->op == OP_INDEX && is_part(m, def->g[0].at[0], x));
}

static void note_read(Walks *w, Core *array, Kids entry)
{
    Kids others;
    if (w->only && (!w->again || !is_part(w->m, array, w->only)))
        return;
    Core *last = last_entry(w->m, array, entry, w->ctx, &others);
    bool across = false;
    for (int i = 0; i < others.n; i++)
        across |= depends(w->m, others.at[i], w->ctx);
    if (depends(w->m, last, w->ctx))
        w->along++;
    else
        w->across += across;
}

static void find_reads(Core *n, void *walks)
{
    Walks *w = walks;
    int lam, arrays;
    bool maps = mapping_groups(n->op, &lam, &arrays);
    bool again = maps || n->op == OP_LOOP || n->op == OP_WHILE;
    w->again += again;
    core_each(n, find_reads, walks);
    if (n->op == OP_INDEX && !n->type[0]->rank)
        note_read(walks, n->g[0].at[0], n->g[1]);
    for (int i = 0; maps && i < n->g[arrays].n; i++)       /* one after the other */
        if (type_of(n->g[arrays].at[i])->rank == 1)
            note_read(walks, n->g[arrays].at[i], kids1(core_i64(0)));
    w->again -= again;
}

/* e L x: neighbours along the level read what lies apart, in the row x. */
static bool ask_strided(Call *c)
{
    Walks w = { .m = c->m, .ctx = c->arg[1], .only = c->n > 2 ? c->arg[2].at[0] : NULL };
    if (w.only && type_of(w.only)->rank != 1)
        return no(c, "%s is no row", core_str(w.only));
    for (int i = 0; w.only && i < w.ctx.n && w.ctx.at[i]->g[1].n; i++)
        if (type_ragged(type_of(w.ctx.at[i]->g[1].at[0])))
            return no(c, "the rows differ in length");
    if (c->m->world->options->anywhere)
        return true;
    find_reads(c->arg[0].at[0], &w);
    return w.across > w.along || no(c, "neighbours read neighbours");
}

/* One of the arrays is the same all along the nest, which reads it again and again. */
static bool ask_reused(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        Varying v = { .m = c->m, .ctx = c->arg[1], .seen = table_new() };
        const Core *a = c->arg[0].at[i], *def = world_def(c->m->world, a);
        bool stored = !def || (def->op != OP_IOTA && def->op != OP_REPLICATE);
        core_free_vars(a, note_varying, &v);
        table_free(v.seen);
        if (stored && !v.found)
            return true;
    }
    return no(c, "no array is the same for all of %s", ctx_str(c->arg[1]));
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
static bool ask_own_lengths(Call *c)
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

static bool ask_regular(Call *c)
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

static bool steady(Varying *v, const Core *e)
{
    bool yes = false;
    for (int i = 0; i < e->nbinds; i++)
        table_put(v->inner, e->bind[i], v);
    switch (e->op) {
    case OP_BODY:
        for (int i = 0; i < e->nstms; i++) {
            yes |= steady(v, e->stm[i].exp);
            for (int k = 0; k < e->stm[i].nvars; k++)
                table_put(v->inner, e->stm[i].var[k], v);
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

static bool ask_differs(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[1], .inner = table_new() };
    if (!is_atom(c->arg[0].at[0]))
        return no(c, "%s has no name", core_str(c->arg[0].at[0]));
    return !same_all_over(&v, c->arg[0].at[0]) || no(c, "it has one value all over S");
}

static bool ask_steady(Call *c)
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

/* It has array combinators, or gives arrays of a length that differs. */
static bool parts_rows(Varying *v, const Core *e)
{
    bool yes = core_parallel(e);
    for (int i = 0; i < e->ntypes && !yes; i++) {
        const Core *size = e->type[i]->rank ? e->type[i]->dim[0] : NULL;
        yes = e->type[i]->rank && (!size || size->op == OP_EXT || depends_on_nest(v, size));
    }
    v->found = NULL;
    return yes;
}

static bool ask_parts_rows(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[0], .inner = table_new(), .seen = table_new() };
    const Core *e = c->n > 1 ? c->arg[1].at[0] : c->m->subject;
    bool yes = e && parts_rows(&v, e);
    table_free(v.inner);
    table_free(v.seen);
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
    for (int i = 0; i < e->nbinds; i++)
        table_put(v->inner, e->bind[i], v);
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        yes |= differs_inside(v, e->stm[i].exp);
        for (int k = 0; k < e->stm[i].nvars; k++)
            table_put(v->inner, e->stm[i].var[k], v);
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
    return yes || (e->op == OP_WHILE && core_parallel(e));
}

static bool makes_rows(Call *c, Varying *v)
{
    const Core *e = c->arg[0].at[0];
    bool makes = ops[e->op].kind == K_SOAC || e->op == OP_IOTA || e->op == OP_REPLICATE;
    if (e->op == OP_CALL && e->func->arrays)
        return true;
    if (e->op == OP_VAL || e->op == OP_TOTAL)
        return depends_on_nest(v, e) || no(c, "the rows are the same all over S");
    if (e->op == OP_IF && parts_rows(v, e))
        return depends_on_nest(v, e->g[0].at[0]) || no(c, "no row goes another way");
    if (e->op == OP_LOOP || e->op == OP_WHILE)
        return (parts_rows(v, e) && differs_inside(v, e))
            || no(c, "it is no loop of what differs in size from row to row");
    if (!makes)
        return no(c, "no size of it differs from row to row");
    Nameless sizes = { v, is_atom(e->g[0].at[0]) ? NULL : e->g[0].at[0] };
    core_free_vars(e, find_nameless, &sizes);
    if (sizes.found)
        return no(c, "%s has no name", core_str(sizes.found));
    v->found = NULL;
    return depends_on_nest(v, e->g[0].at[0])
        || no(c, "no size of it differs from row to row");
}

static bool ask_makes_rows(Call *c)
{
    Varying v = { .m = c->m, .ctx = c->arg[1], .inner = table_new(), .seen = table_new() };
    bool yes = makes_rows(c, &v);
    table_free(v.inner);
    table_free(v.seen);
    return yes;
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

static bool ask_sizes(Call *c)
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

/* ---- kinds of terms ----------------------------------------------------- */

static bool ask_parallel(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            if (world_parallel(c->m->world, c->arg[a].at[i]))
                return true;
    return no(c, "nothing in it is parallel");
}

/* The basic arithmetic: division by constants alone, no power, no function of a library. */
static bool is_basic(const Core *e)
{
    bool library = (e->op >= OP_SQRT && e->op <= OP_LGAMMA)
        || (e->op >= OP_ATAN2 && e->op <= OP_FMA) || e->op == OP_POW;
    bool division = ops[e->op].fails && ops[e->op].ngroups == 2;
    bool divisor = division && is_const(e->g[1].at[0]) && e->g[1].at[0]->value.i > 0;
    bool never = divisor || (division && e->unchecked);
    bool scalar = ops[e->op].kind == K_SCALAR && (never || !ops[e->op].fails);
    return is_atom(e) || (scalar && !library);
}

/* Few basic operations. */
bool is_cheap(const Core *e)
{
    enum { FEW = 8 };
    if (e->op == OP_IF)
        return is_cheap(e->g[1].at[0]) && is_cheap(e->g[2].at[0]);
    if (e->op != OP_BODY)
        return is_basic(e);
    bool all = e->nstms <= FEW;
    for (int i = 0; i < e->nstms && all; i++)
        all = e->stm[i].nvars == 1 && is_cheap(e->stm[i].exp);
    return all;
}

static bool ask_cheap(Call *c)
{
    enum { MOST = 60 };
    Core *e = c->arg[0].at[0];
    const char *text = core_str(e);
    return is_cheap(e->op == OP_BODY ? body_flat(e) : e)
        || no(c, strlen(text) > MOST ? "%.*s .." : "%.*s", MOST, text);
}

static bool ask_no_new_failure(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            if (may_fail(c->m->world, c->arg[a].at[i]))
                return no(c, "it may fail");
    return true;
}

static bool ask_safe(Call *c)
{
    const Core *replaced = c->m->taken[c->m->ntaken - 1]->stm.exp;
    return !may_fail(c->m->world, replaced) || no(c, "it may fail, and what takes its place not");
}

static bool ask_view(Call *c)
{
    const Core *e = c->arg[0].at[0];
    return ops[e->op].kind == K_VIEW || no(c, "it is computed");
}

static bool ask_check(Call *c)
{
    const Core *e = c->arg[0].at[0];
    bool one = e->op == OP_ASSERT && e->ntypes == 1;
    return (one && !e->type[0]->rank && e->type[0]->prim == I64) || no(c, "it is no such check");
}

static bool ask_slice(Call *c)
{
    const Core *e = c->arg[0].at[0];
    if (e->op == OP_INDEX)
        for (int i = 0; i < e->g[1].n; i++)
            if (!is_atom(e->g[1].at[i]))
                return true;
    return no(c, "it is no slice");
}

static bool ask_part(Call *c)
{
    const Core *e = c->arg[0].at[0];
    return e->op == OP_INDEX || no(c, "it is no part of an array");
}

static bool ask_soac(Call *c)
{
    return ops[c->arg[0].at[0]->op].kind == K_SOAC || no(c, "it is no array combinator");
}

/* An array that a term makes, unless it is small and of one size. */
static void find_array(Core *n, void *arg)
{
    const Var **found = arg;
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int k = 0; k < n->stm[s].nvars; k++)
            if (is_large(n->stm[s].var[k]->type) && n->stm[s].exp->op != OP_INDEX)
                *found = n->stm[s].var[k];
    core_each(n, find_array, arg);
}

static bool ask_scalar(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++) {
            const Core *e = c->arg[a].at[i];
            const Var *array = NULL;
            if (e->op == OP_LAM)
                find_array((Core *)e, &array);
            else if (type_of(e)->rank)
                return no(c, "%s is an array", core_str(e));
            if (array)
                return no(c, "%s makes the array %s", core_str(e), array->name);
        }
    return true;
}

static bool ask_integer(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    return (!t->rank && prim_is_int(t->prim)) || no(c, "%s", type_str(t));
}

/* No part of them is updated in place, as far as the function is known. */
static bool ask_unwritten(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (world_consumed(c->m->world, c->arg[0].at[i]->var))
            return no(c, "%s is updated in place", core_str(c->arg[0].at[i]));
    return true;
}

/* The constant that the scalar term comes to where the names in the table have the
   values that it says; null: there is none. */
static const Core *constant_in(const Core *e, const Table *value)
{
    Scalar arg[3], out;
    const char *error;
    if (e->op == OP_VAR)
        return table_get(value, e->var);
    if (e->op == OP_CONST)
        return e;
    if (e->ntypes != 1 || ops[e->op].kind != K_SCALAR || !*ops[e->op].c)
        return NULL;
    for (int g = 0; g < ops[e->op].ngroups; g++) {
        const Core *a = constant_in(e->g[g].at[0], value);
        if (!a)
            return NULL;
        arg[g] = a->value;
    }
    bool yes = scalar_op(e->op, arg, ops[e->op].ngroups, e->type[0]->prim, &out, &error);
    return yes ? core_const(out) : NULL;
}

/* e ys.. ne..: where all of ys.. are 0, e gives the neutral elements. */
static bool ask_neutral(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Table *value = table_new();
    bool yes = c->arg[2].n == (e->op == OP_BODY ? e->g[0].n : 1);
    for (int i = 0; i < c->arg[1].n; i++) {
        Prim p = type_of(c->arg[1].at[i])->prim;
        Scalar zero = prim_is_float(p) ? scalar_float(p, 0) : scalar_int(p, 0);
        table_put(value, c->arg[1].at[i]->var, core_const(zero));
    }
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++)
        if (e->stm[i].nvars == 1)
            table_put(value, e->stm[i].var[0], (void *)constant_in(e->stm[i].exp, value));
    for (int i = 0; i < c->arg[2].n && yes; i++) {
        const Core *r = constant_in(e->op == OP_BODY ? e->g[0].at[i] : e, value);
        const Core *ne = c->arg[2].at[i];
        yes = r && is_const(ne) && scalar_equal(r->value, ne->value);
    }
    table_free(value);
    return yes || no(c, "zeros do not give them");
}

static bool ask_product(Call *c)
{
    bool yes = true;
    for (int i = 0; yes && i < c->n; i++)
        yes = lam_is_product(c->arg[i].at[0]);
    return yes || no(c, "its components need each other");
}

static bool ask_commutes(Call *c)
{
    if (c->arg[0].n != 1 || c->arg[0].at[0]->op != OP_LAM)
        return no(c, "it is no operator");
    return lam_commutes(c->arg[0].at[0]) || no(c, "the order matters to it");
}

bool is_fold(const Core *n)
{
    return ops[n->op].kind == K_SOAC && n->op != OP_MAP;
}

static bool ask_within(Call *c)
{
    const World *w = c->m->world;
    const char *name = meta_name(c->arg[0].at[0]);
    Place p = AT_NONE;
    bool anywhere = w->options && w->options->anywhere;
    if (!place_of_name(name, &p))
        return no(c, "there is no place %s", name);
    return anywhere || (w->in_block && w->place == p) || no(c, "it is in no %s of a block", name);
}

static bool ask_nested(Call *c)
{
    return c->m->world->depth > 0 || no(c, "it is outside all functions");
}

/* What is no parameter of the function, and not defined by such alone, a lambda binds. */
typedef struct { const World *w; Table *seen; bool yes; } Inner;

static void note_inner(Var *v, void *arg)
{
    Inner *in = arg;
    const Func *f = in->w->func;
    if (in->yes || table_has(in->seen, v))
        return;
    table_put(in->seen, v, v);
    for (int i = 0; f && i < f->nparams; i++)
        if (f->param[i] == v)
            return;
    for (int i = 0; f && i < f->nsizes; i++)
        if (f->size[i] == v)
            return;
    const Core *def = range_def(in->w->range, v);
    if (def)
        core_free_vars(def, note_inner, in);
    else
        in->yes = true;
}

static bool ask_row_sized(Call *c)
{
    Inner in = { .w = c->m->world, .seen = table_new(), .yes = c->m->world->lifts };
    core_free_vars(c->arg[0].at[0], note_inner, &in);
    table_free(in.seen);
    return in.yes || no(c, "%s is the same in all rows", core_str(c->arg[0].at[0]));
}

static bool ask_of_rows(Call *c)
{
    const World *w = c->m->world;
    return w->depth > 0 || w->lifts || no(c, "it is outside all functions");
}

const Condition conditions[] = {
    { "reads", 2, 2, ask_reads, "FV",
      .sentence = "F has one of ys.. among its arrays and uses none of them in another way" },
    { "private", 1, 1, ask_private, "V",
      .lemma = true, .sentence = "ys.. are not used outside the matched bindings" },
    { "mapped", 1, 1, ask_mapped, "v",
      .lemma = true, .sentence = "a is taken by elements alone, and that more than once" },
    { "few", 1, 4, ask_few, "****", .sentence = "together they are eight or fewer", .kind = true },
    { "placed", 1, 1, ask_placed, "V",
      .lemma = true, .sentence = "ys.. are taken by elements of scatters alone" },
    { "placed-alone", 2, 2, ask_placed_alone, "VV", .lemma = true,
      .sentence = "a scatter takes one of ys.. and none of zs.., or the reverse" },
    { "everywhere", 2, 2, ask_everywhere, "VF", .lemma = true,
      .sentence = "F gives each place of ds.. once: ranks of kinds, by the counts of a chain" },
    { "filled", 1, 1, ask_filled, "V",
      .lemma = true, .sentence = "ds.. are copies, or of one value everywhere" },
    { "light", 1, 1, ask_light, "*", .sentence = "there is one of a.., or none", .kind = true },
    { "share", 2, 2, ask_share, "FF",
      .sentence = "F and G read an array, or a producer, in common" },
    { "as-many", 2, 2, ask_as_many, "**",
      .sentence = "the two sequences are equally long", .kind = true },
    { "apart", 2, 6, ask_apart, "*+b", .sentence = "a.. read nothing that the bindings s.. give",
      .kind = true },
    { "free", 2, 2, ask_free, "eV", .sentence = "e reads none of the variables v..",
      .kind = true },
    { "none-of", 2, 2, ask_none_of, "**",
      .sentence = "none of the first is among the second", .kind = true },
    { "fewer", 2, 2, ask_fewer, "**",
      .sentence = "the first sequence is the shorter one", .kind = true },
    { "gives", 2, 2, ask_gives, "e*",
      .sentence = "e has as many results as there are ne..", .kind = true },
    { "counts", 3, 3, ask_counts, "V*e",
      .sentence = "the position i is used in e, or there are no arrays", .kind = true },
    { "same", 2, 2, ask_same, "nn", .sentence = "the two sizes are equal" },
    { "static", 1, 1, ask_static, "n", .sentence = "the size is a constant" },
    { "natural", 1, 1, ask_natural, "a",
      .sentence = "n can be a size: an i64 that is surely not negative" },
    { "empty", 1, 1, ask_empty, "*", .sentence = "S has no levels", .kind = true },
    { "one-level", 1, 1, ask_one_level, "S", .sentence = "S has one level" },
    { "liftable", 2, 2, ask_liftable, "eS", .kind = true,
      .sentence = "e calls a function that calls itself; calls of one depth can be done at once" },
    { "calls-itself", 1, 1, ask_calls_itself, "g", .kind = true,
      .sentence = "it calls a function of arrays that calls itself" },
    { "taken", 1, 1, ask_taken, "x", .sentence = "the rows of a were taken by their numbers" },
    { "makes-rows", 2, 2, ask_makes_rows, "eS",
      .sentence = "e is an array combinator whose size differs in S, or rows part or call there",
      .kind = true },
    { "parts-rows", 1, 2, ask_parts_rows, "Se", .kind = true,
      .sentence = "it has array combinators, or gives rows whose length differs in S" },
    { "own-lengths", 2, 2, ask_own_lengths, "AS",
      .sentence = "rows of the rows a.. differ each from the others, or are the same all over S" },
    { "differs", 2, 2, ask_differs, "nS", .sentence = "the size differs from row to row of S",
      .kind = true },
    { "invariant", 2, 4, ask_invariant, "*+S",
      .sentence = "nothing in a.. depends on a name that S binds" },
    { "reused", 2, 2, ask_reused, "AL",
      .sentence = "one of the arrays is the same all along the level" },
    { "near", 3, 3, ask_near, "xeV",
      .sentence = "e reads elements of a around position i..", .kind = true },
    { "looks-around", 2, 2, ask_looks_around, "eV",
      .sentence = "e reads elements of some array around position i..", .kind = true },
    { "strided", 2, 3, ask_strided, "eLv",
      .sentence = "neighbours along the level read what lies apart in memory" },
    { "regular", 2, 4, ask_regular, "A+S",
      .sentence = "the sizes of a.. are the same all over S" },
    { "steady", 2, 2, ask_steady, "eS",
      .sentence = "an array combinator in e has the same size all over S, as often" },
    { "within-block", 2, 2, ask_within_block, "eS",
      .sentence = "the threads of a block can do e together: its sizes are the same all over S" },
    { "by-threads", 2, 2, ask_by_threads, "eS",
      .sentence = "in e no thread of a block, one for each of S, needs more than a small array, a "
                  "lock, or an operator of its own" },
    { "thread-sized", 1, 1, ask_thread_sized, "e",
      .sentence = "what e makes and does not give is no more than small arrays" },
    { "in-block", 0, 0, ask_in_block, "",
      .sentence = "what is matched is shared out among the threads of a block" },
    { "total", 1, 1, ask_total, "e",
      .sentence = "e can be computed for any values: it cannot fail, and has no arrays" },
    { "chunked", 2, 2, ask_chunked, "ae",
      .sentence = "in e the elements of the row x are taken one by one, and not only copied" },
    { "made", 1, 1, ask_made, "V",
      .sentence = "the threads of a block make a.. together, in an operation of their own" },
    { "staged", 2, 2, ask_staged, "ee", .kind = true,
      .sentence = "e copies a tile; two of this one, and of those in the other, fit in a block" },
    { "sizes", 2, 2, ask_sizes, "VE",
      .sentence = "a size in e speaks of one of a.., or of what is computed from it"
      ,.kind = true },
    { "parallel", 1, 4, ask_parallel, "EEEE",
      .sentence = "one of them contains an array combinator", .kind = true },
    { "neutral", 3, 3, ask_neutral, "eVA",
      .sentence = "where all of ys.. are 0, e gives the neutral elements" },
    { "product", 1, 2, ask_product, "oo",
      .sentence = "each component of what the operator gives depends on its own operands alone" },
    { "commutes", 1, 1, ask_commutes, "*",
      .sentence = "the operator is declared or seen to commute", .kind = true },
    { "cheap", 1, 1, ask_cheap, "e", .sentence = "computing e twice costs less than storing it" },
    { "no-new-failure", 1, 2, ask_no_new_failure, "**", .sentence = "e cannot fail" },
    { "safe", 0, 0, ask_safe, "", .lemma = true, .sentence = "what is replaced cannot fail" },
    { "view", 1, 1, ask_view, "e",
      .sentence = "e is an array that costs nothing as an argument", .kind = true },
    { "check", 1, 1, ask_check, "e", .sentence = "e asserts something of an i64", .kind = true },
    { "slice", 1, 1, ask_slice, "e", .sentence = "e is a part of an array", .kind = true },
    { "part", 1, 1, ask_part, "e",
      .sentence = "e is an element, a row or a slice of an array", .kind = true },
    { "soac", 1, 1, ask_soac, "e", .sentence = "e is an array combinator", .kind = true },
    { "scalar", 1, 4, ask_scalar, "EEEE",
      .sentence = "a.. are scalars, or functions that make no large array", .kind = true },
    { "integer", 1, 1, ask_integer, "a", .sentence = "x is an integer", .kind = true },
    { "unwritten", 1, 1, ask_unwritten, "V", .sentence = "a.. are never updated in place" },
    { "within", 1, 1, ask_within, "-",
      .sentence = "it is a step of a block, or of a thread of a block", .word = true,
      .kind = true },
    { "row-sized", 1, 1, ask_row_sized, "n", .lemma = true,
      .sentence = "the size depends on what a function around binds" },
    { "of-rows", 1, 1, ask_of_rows, "*",
      .sentence = "it is in a nest, or in a function that calls itself, whose calls can be" },
    { "nested", 1, 1, ask_nested, "*",
      .sentence = "the binding stands within a function that is mapped", .kind = true },
    { "short", 2, 2, ask_short, "eS",
      .sentence = "all that is parallel in e are folds of a few elements, none of them S's own" },
    { "beyond-maps", 2, 2, ask_beyond_maps, "eS",
      .sentence = "e is no map, has a combinator that is none or a loop, and none is invariant",
      .kind = true },
    { "rows", 1, 1, ask_rows, "A",
      .sentence = "an element of xs.. is a row, whose elements lie together", .kind = true },
    { "gives-rows", 1, 1, ask_gives_rows, "e", .kind = true,
      .sentence = "e gives arrays, or has some whose rows differ in length" },
    { "looped", 1, 1, ask_looped, "e",
      .sentence = "a loop in e is around an array combinator", .kind = true },
    { "steps", 1, 1, ask_steps, "e",
      .sentence = "e has several array combinators, which the threads of a block can share",
      .kind = true },
    { "versions-left", 2, 2, ask_versions_left, "Sk",
      .sentence = "so many versions more are not too many (max_versions), and S has none yet" },
};
const int nconditions = sizeof conditions / sizeof *conditions;

const char *condition_takes(const Condition *k)
{
    const char *many = k->max > k->min ? format("%d to %d", k->min, k->max)
                                       : format("%d", k->min);
    return format("%s argument%s", many, k->max == 1 ? "" : "s");
}

const Condition *condition_find(const char *name)
{
    for (int i = 0; i < nconditions; i++)
        if (str_same(conditions[i].name, name))
            return &conditions[i];
    return NULL;
}
