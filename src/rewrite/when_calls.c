/*
 * when_calls.c -- functions that call themselves, of all rows of a nest: which of them can be
 * lifted, the nest of all calls of one depth, and the body in that nest, where a call of
 * itself is one of the lifted function.
 *
 * A lifted function has, beside the function's arrays and scalars, the lengths of those rows
 * that may have another length in each call. What all calls pass on as it is, is no parameter
 * of it; nor is how deep a call is, which is the same for all.
 */
#include "rewrite.h"

/* ---- its parameters ------------------------------------------------------ */

typedef enum { VARIES, FIXED, DEPTH } Part;

typedef struct {
    Call *c;
    const Func *f;
    Kids call;                 /* its calls of itself */
    Part *size, *param;
} Shape;

static void find_calls(Core *n, void *shape)
{
    Shape *s = shape;
    if (n->op == OP_CALL && n->func == s->f)
        s->call = kids_join(s->call, kids1(n));
    core_each(n, find_calls, s);
}

static int size_number(const Func *f, const Core *dim)
{
    for (int k = 0; dim && k < f->nsizes; k++)
        if (is_var(dim, f->size[k]))
            return k;
    return -1;
}

/* What a call has for size number k; null: nothing tells. */
static Core *size_at(const Func *f, const Core *call, int k)
{
    for (int p = 0; p < f->nparams; p++)
        for (int d = 0; d < f->param[p]->type->rank; d++)
            if (size_number(f, f->param[p]->type->dim[d]) == k)
                return type_of(call->g[0].at[p])->dim[d];
    return NULL;
}

static bool outside(Kids ctx, const Core *atom)
{
    int level, which;
    return atom && (is_const(atom)
                    || (atom->op == OP_VAR && !ctx_binds(ctx, atom->var, &level, &which)));
}

/* n + 1, of the parameter n, which may be checked before. */
static bool is_deeper(const World *w, const Core *atom, const Var *n)
{
    const Core *e = world_def(w, atom);
    if (!e || e->op != OP_ADD || !core_equal(e->g[1].at[0], core_i64(1)))
        return false;
    const Core *before = e->g[0].at[0], *check = world_def(w, before);
    if (check && check->op == OP_ASSERT && check->g[1].n == 1)
        before = check->g[1].at[0];
    return is_var(before, n);
}

static Part part_of(const Shape *s, const Core *call, Kids ctx, int p)
{
    const Var *v = s->f->param[p];
    const World *w = s->c->m->world;
    Core *first = call->g[0].at[p];
    bool same = v->type->rank && outside(ctx, first);
    bool depth = !p && !v->type->rank && v->type->prim == I64 && core_equal(first, core_i64(0));
    for (int i = 0; i < s->call.n; i++) {
        const Core *next = s->call.at[i]->g[0].at[p];
        same &= is_var(next, v);
        depth &= is_deeper(w, next, v);
    }
    return same ? FIXED : depth ? DEPTH : VARIES;
}

static bool sizes_fixed(const Shape *s, const Type *t)
{
    for (int d = 1; d < t->rank; d++) {
        int k = size_number(s->f, t->dim[d]);
        if ((k >= 0 && s->size[k] != FIXED) || !dim_known(t->dim[d]))
            return false;
    }
    return true;
}

static bool shape_of(Shape *s, Kids ctx, const Core *call)
{
    const Func *f = s->f = call->func;
    world_define_all(s->c->m->world, f->body);
    find_calls(f->body, s);
    s->size = NEWS(Part, f->nsizes);
    s->param = NEWS(Part, f->nparams);
    for (int k = 0; k < f->nsizes; k++) {
        bool same = outside(ctx, size_at(f, call, k));
        for (int i = 0; i < s->call.n; i++) {
            const Core *size = size_at(f, s->call.at[i], k);
            same &= size && is_var(size, f->size[k]);
        }
        s->size[k] = same ? FIXED : VARIES;
    }
    for (int p = 0; p < f->nparams; p++) {
        s->param[p] = part_of(s, call, ctx, p);
        if (s->param[p] == VARIES && !sizes_fixed(s, f->param[p]->type))
            return no(s->c, "of %s more than the length differs from call to call",
                      f->param[p]->name);
    }
    for (int r = 0; r < f->nresults; r++)
        if (!sizes_fixed(s, f->result[r]))
            return no(s->c, "of what it gives more than the length differs");
    return true;
}

/* ---- whether it can be lifted -------------------------------------------- */

typedef struct {
    const Shape *shape;
    Table *given;              /* names that depend on what calls of itself give */
    Table *seen;
    bool found;
} Walk;

static bool calls_itself(const Walk *w, Core *e)
{
    Shape s = { .f = w->shape->f };
    find_calls(e, &s);
    return s.call.n > 0;
}

/* It is another one in another call, as far as one sees. */
static void note_varies(Var *v, void *walk)
{
    Walk *w = walk;
    const Shape *s = w->shape;
    if (w->found || table_has(w->seen, v))
        return;
    table_put(w->seen, v, v);
    for (int k = 0; k < s->f->nsizes; k++)
        if (s->f->size[k] == v) {
            w->found |= s->size[k] == VARIES;
            return;
        }
    for (int p = 0; p < s->f->nparams; p++)
        if (s->f->param[p] == v) {
            w->found |= s->param[p] == VARIES;
            return;
        }
    const Core *def = world_def(s->c->m->world, core_var(v));
    w->found |= !def;
    if (def)
        core_free_vars(def, note_varies, w);
}

static bool may_differ(Walk *w, const Core *test)
{
    w->seen = table_new();
    w->found = false;
    core_free_vars(test, note_varies, w);
    return w->found;
}

static void note_given(Walk *w, Var *const *v, int n)
{
    for (int i = 0; i < n; i++)
        table_put(w->given, v[i], v[i]);
}

static bool liftable(Walk *w, const Core *e, bool always);

static bool liftable_body(Walk *w, const Core *body, bool always)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        if (calls_itself(w, s->exp) && !liftable(w, s->exp, always))
            return false;
        if (calls_itself(w, s->exp) || core_uses_any(s->exp, w->given))
            note_given(w, s->var, s->nvars);
    }
    return true;
}

/* e has calls of the function in it; `always`: whatever the arguments are. */
static bool liftable(Walk *w, const Core *e, bool always)
{
    Call *c = w->shape->c;
    int lam, arrays;
    if (e->op == OP_BODY)
        return liftable_body(w, e, always);
    if (e->op == OP_CALL && always)
        return no(c, "it calls itself in any case");
    if (e->op == OP_CALL)
        return !core_uses_any(e, w->given) || no(c, "a call needs what another one gives");
    if (e->op == OP_IF && table_count(w->given) && core_uses_any(e->g[0].at[0], w->given))
        return no(c, "what a call gives decides on another call");
    if (e->op == OP_IF)
        return (may_differ(w, e->g[0].at[0]) || no(c, "the test before a call is the same in all"))
            && liftable(w, e->g[1].at[0], false) && liftable(w, e->g[2].at[0], false);
    if (!mapping_groups(e->op, &lam, &arrays))
        return no(c, "a call of itself is in a loop");
    for (int g = 0; g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (g != lam && calls_itself(w, e->g[g].at[i]))
                return no(c, "an operator calls it");
    const Core *f = e->g[lam].at[0];
    for (int i = 0; i < e->g[arrays].n; i++)
        if (core_uses_any(e->g[arrays].at[i], w->given))
            note_given(w, &f->bind[i], 1);
    return liftable(w, f->g[0].at[0], false);
}

/* As its body sees it while it is lifted. */
bool is_lifted_part(const Func *f)
{
    return f->lifted && !f->lifted->lifted;
}

bool is_deep(const Core *e)
{
    return e->op == OP_CALL && e->func->arrays;
}

static bool is_recursion(const Core *e)
{
    return is_deep(e) && e->func->body;
}

/* e is a call of a function that calls itself and has arrays; all its calls of one depth can
   be done at once. Or it is one in the body of the function itself, which is being lifted. */
bool ask_liftable(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Shape s = { .c = c };
    if (e->op == OP_CALL && is_lifted_part(e->func) && c->arg[1].n == 1)
        return true;
    if (!is_recursion(e))
        return no(c, "it is no call of a function of arrays that calls itself");
    Walk w = { .shape = &s, .given = table_new() };
    bool yes = (c->arg[1].n == 1 || no(c, "the nest has %d levels", c->arg[1].n))
        && shape_of(&s, c->arg[1], e) && liftable(&w, s.f->body, true);
    if (yes || c->arg[1].n == 1 || !e->func->unlifted)
        e->func->unlifted = yes ? NULL : text_str(&c->why);
    return yes;
}

static void note_recursion(Core *n, void *yes)
{
    *(bool *)yes |= n->op == OP_CALL && n->func->arrays;
    core_each(n, note_recursion, yes);
}

/* It calls a function that calls itself and has arrays. */
bool calls_deep(Core *n)
{
    bool yes = false;
    note_recursion(n, &yes);
    return yes;
}

bool ask_calls_itself(Call *c)
{
    Core *f = c->arg[0].at[0];
    return calls_deep(f->op == OP_TERM ? f->g[0].at[0] : f) || no(c, "no such function is called");
}

/* ---- the nest of all calls ------------------------------------------------ */

/* In terms of all rows: an array as long as g's size number j has rows as long as all's
   parameter number j says. */
static const Type *rows_type(const Type *t, const Func *g, const Func *all)
{
    Core **dim = NEWS(Core *, t->rank + 1);
    dim[0] = core_var(all->size[0]);
    for (int d = 0; d < t->rank; d++) {
        int k = size_number(g, t->dim[d]);
        dim[d + 1] = k >= 0 ? dim_each(core_var(all->param[k]))
                   : t->dim[d]->op == OP_EXT ? dim_each(t->dim[d]) : t->dim[d];
    }
    return type_dims(t->prim, dim, t->rank + 1);
}

static void add_param(Func *g, Func *all, const Var *like, const Type *t)
{
    Var *x = var_new(var_base(like->name), t, like->span);
    g->param[g->nparams++] = x;
    all->param[all->nparams++] = var_new(name_plural(x->name, 1), rows_type(t, g, all), x->span);
}

/* What stands in the lifted body for what does not vary. */
static Subst *fixed_parts(const Shape *s, const Core *call, Core *depth)
{
    Subst *to = subst_new();
    for (int k = 0; k < s->f->nsizes; k++)
        if (s->size[k] == FIXED)
            subst_add(to, s->f->size[k], size_at(s->f, call, k));
    for (int p = 0; p < s->f->nparams; p++)
        if (s->param[p] != VARIES)
            subst_add(to, s->f->param[p], s->param[p] == FIXED ? call->g[0].at[p] : depth);
    return to;
}

/* The function as calls in its lifted body see it, of what varies; and, in it, that of all
   rows. */
static Func *part_func(const Shape *s, Subst *to)
{
    const Func *f = s->f;
    Func *g = NEW(Func), *all = NEW(Func);
    *g = (Func){ .name = f->name, .span = f->span, .recursive = true, .arrays = true };
    *all = *g;
    all->name = name_plural(f->name, 1);
    g->lifted = all;
    g->size = NEWS(Var *, f->nsizes);
    g->param = NEWS(Var *, f->nsizes + f->nparams);
    all->size = NEWS(Var *, 1);
    all->size[all->nsizes++] = var_new("count", type_prim(I64), f->span);
    all->param = NEWS(Var *, f->nsizes + f->nparams);
    for (int k = 0; k < f->nsizes; k++) {
        if (s->size[k] != VARIES)
            continue;
        Var *n = var_new(var_base(f->size[k]->name), type_prim(I64), f->span);
        g->size[g->nsizes++] = g->param[g->nparams++] = n;
        all->param[all->nparams++] = var_new(name_plural(n->name, 1),
                                             type_array(n->type, core_var(all->size[0])), n->span);
        subst_add(to, f->size[k], core_var(n));
    }
    for (int p = 0; p < f->nparams; p++)
        if (s->param[p] == VARIES) {
            add_param(g, all, f->param[p], type_subst(f->param[p]->type, to));
            subst_add(to, f->param[p], core_var(g->param[g->nparams - 1]));
        }
    g->nresults = all->nresults = f->nresults;
    g->result = NEWS(const Type *, f->nresults);
    all->result = NEWS(const Type *, f->nresults);
    for (int r = 0; r < f->nresults; r++) {
        g->result[r] = type_subst(f->result[r], to);
        all->result[r] = rows_type(g->result[r], g, all);
    }
    return g;
}

/* Calls of itself in the body, of what varies. */
typedef struct { const Shape *shape; Func *g; } Within;

/* The first of its parameters that is as long as size number k. */
static int first_with(const Func *g, int k)
{
    int i = g->nsizes;
    while (!g->param[i]->type->rank || !is_var(g->param[i]->type->dim[0], g->size[k]))
        i++;
    return i;
}

static Core *part_call(const Within *w, const Core *call)
{
    Core *n = core_copy_node(call);
    n->func = w->g;
    n->g[0] = (Kids){ NEWS(Core *, w->g->nparams), w->g->nsizes };
    for (int p = 0; p < call->g[0].n; p++)
        if (w->shape->param[p] == VARIES)
            n->g[0].at[n->g[0].n++] = call->g[0].at[p];
    for (int k = 0; k < w->g->nsizes; k++)
        n->g[0].at[k] = type_of(n->g[0].at[first_with(w->g, k)])->dim[0];
    return core_typed(n);
}

/* A binding updates in place what one of these reads. */
static bool updates_read(const Stm *s, const Stms *late)
{
    bool yes = false;
    for (int g = 0; g < ops[s->exp->op].ngroups; g++)
        for (int i = 0; ops[s->exp->op].roles[g] == '!' && i < s->exp->g[g].n; i++)
            for (int k = 0; k < late->n; k++)
                yes |= core_uses(late->at[k].exp, s->exp->g[g].at[i]->var);
    return yes;
}

/* Calls come as early as they can. */
static void calls_first(Stms *body, const Func *g)
{
    Stms early = { 0 }, late = { 0 };
    Table *given = table_new();
    for (int i = 0; i < body->n; i++) {
        const Stm *s = &body->at[i];
        bool call = s->exp->op == OP_CALL && s->exp->func == g;
        bool is_late = core_uses_any(s->exp, given);
        for (int k = 0; k < s->nvars && (call || is_late); k++)
            table_put(given, s->var[k], s->var[k]);
        if (is_late)
            vec_push(&late, *s);
        else if (updates_read(s, &late))
            return;
        else
            vec_push(&early, *s);
    }
    for (int i = 0; i < late.n; i++)
        vec_push(&early, late.at[i]);
    *body = early;
}

/* ---- lists that are written out ------------------------------------------- */

/* A body under work: the elements of its lists, and names that are one of them. */
typedef struct {
    const Within *within;
    Table *list;
    Subst *same;
    Stms out;
} Lists;

static const Core *list_at(const Lists *l, const Core *a)
{
    return a->op == OP_VAR ? table_get(l->list, a->var) : NULL;
}

static void note_list(Lists *l, const Stm *s)
{
    const Core *e = s->exp, *of = e->op == OP_COERCE ? list_at(l, e->g[0].at[0]) : NULL;
    if (e->op == OP_ARRAY || of)
        table_put(l->list, s->var[0], e->op == OP_ARRAY ? (void *)e : (void *)of);
}

/* Element number so and so of a list. */
static bool is_element(Lists *l, const Stm *s)
{
    const Core *e = s->exp, *of = e->op == OP_INDEX ? list_at(l, e->g[0].at[0]) : NULL;
    const Core *i = of ? e->g[1].at[0] : NULL;
    if (!i || !is_const(i) || i->value.i < 0 || i->value.i >= of->g[0].n)
        return false;
    for (int d = 1; d < e->g[1].n; d++)
        if (e->g[1].at[d]->op != OP_WHOLE)
            return false;
    subst_add(l->same, s->var[0], core_subst(of->g[0].at[i->value.i], l->same));
    return true;
}

/* A map of lists in which the function calls itself: how many elements they have. */
static int list_map(const Lists *l, const Core *e)
{
    Shape s = { .f = l->within->shape->f };
    int n = -1;
    if (e->op != OP_MAP)
        return 0;
    find_calls((Core *)e, &s);
    for (int i = 0; i < e->g[2].n && s.call.n; i++) {
        const Core *of = list_at(l, e->g[2].at[i]);
        n = !of || (n >= 0 && n != of->g[0].n) ? 0 : of->g[0].n;
        if (!n)
            break;
    }
    return n > 0 && s.call.n ? n : 0;
}

static void take_stm(Lists *l, Stm s);

/* A map of a list of n is a list of what its function gives for each. */
static void write_out(Lists *l, const Stm *s, int n)
{
    const Core *map = s->exp, *lam = map->g[1].at[0];
    Core **results = NEWS(Core *, n);
    for (int i = 0; i < n; i++) {
        Subst *one = subst_new();
        if (lam->index)
            subst_add(one, lam->index, core_i64(i));
        for (int k = 0; k < lam->nbinds; k++)
            subst_add(one, lam->bind[k], list_at(l, map->g[2].at[k])->g[0].at[i]);
        results[i] = core_rename(core_subst(lam->g[0].at[0], one));
        for (int k = 0; k < results[i]->nstms; k++)
            take_stm(l, results[i]->stm[k]);
    }
    for (int k = 0; k < s->nvars; k++) {
        Core *list = core_node(OP_ARRAY, map->span), **each = NEWS(Core *, n);
        for (int i = 0; i < n; i++)
            each[i] = results[i]->g[0].at[k];
        core_set(list, 0, each, n);
        table_put(l->list, s->var[k], core_typed(list));
        Stm own = { .var = s->var + k, .nvars = 1, .exp = list };
        if (type_ragged(s->var[k]->type)) {
            Core *named = core_node(OP_COERCE, NULL);
            core_set1(named, 0, stms_bind1(&l->out, list, NULL));
            core_set_type(named, s->var[k]->type);
            named->unchecked = true;
            own.exp = named;
        }
        vec_push(&l->out, own);
    }
}

static Core *with_part_calls(Core *n, void *within);

static void take_stm(Lists *l, Stm s)
{
    const Within *w = l->within;
    int n = list_map(l, s.exp);
    if (is_element(l, &s))
        return;
    if (n) {
        write_out(l, &s, n);
        return;
    }
    s.exp = s.exp->op == OP_CALL && s.exp->func == w->shape->f
          ? part_call(w, s.exp) : with_part_calls(s.exp, (void *)w);
    note_list(l, &s);
    vec_push(&l->out, s);
}

static Core *with_part_calls(Core *n, void *within)
{
    if (n->op != OP_BODY)
        return core_map(n, with_part_calls, within);
    Lists l = { .within = within, .list = table_new(), .same = subst_new() };
    for (int i = 0; i < n->nstms; i++)
        take_stm(&l, n->stm[i]);
    table_free(l.list);
    calls_first(&l.out, l.within->g);
    return core_subst(stms_body(&l.out, n->g[0].at, n->g[0].n), l.same);
}

/* ---- the lifted body -------------------------------------------------------- */

/* calls e S as ps..: the level of all calls of one depth: how many they are, how deep, and
   their parameters are ps... None for a call in the function's own body: it is done outside. */
bool make_calls(Call *c)
{
    const Core *call = c->arg[0].at[0];
    Shape s = { .c = c };
    if (!is_deep(call))
        return no(c, "it is no call of a function of arrays that calls itself");
    if (is_lifted_part(call->func))
        return true;
    if (!shape_of(&s, c->arg[1], call))
        return false;
    Core *depth = core_var(var_new("depth", type_prim(I64), NULL)), *level;
    Subst *to = fixed_parts(&s, call, depth);
    Func *g = part_func(&s, to), *all = g->lifted;
    Kids ps = { NEWS(Core *, all->nparams + 2), 0 };
    ps.at[ps.n++] = core_var(all->size[0]);
    ps.at[ps.n++] = depth;
    for (int k = 0; k < all->nparams; k++)
        ps.at[ps.n++] = core_var(all->param[k]);
    level = core_node(OP_LEVEL, call->span);
    level->at = AT_THREAD;
    level->bind = NEWS(Var *, all->nparams);
    for (int k = 0; k < g->nparams; k++)
        level->bind[level->nbinds++] = g->param[k];
    core_set1(level, 0, ps.at[0]);
    core_set(level, 1, ps.at + 2, all->nparams);
    Within w = { &s, g };
    g->body = with_part_calls(core_prune(core_rename(core_subst(s.f->body, to))), &w);
    world_define_all(c->m->world, g->body);
    world_note_consumed(c->m->world, g->body);
    for (int k = 0; k < g->nsizes; k++)
        range_natural(c->m->world->range, core_var(g->size[k]));
    call->func->lifted = g;
    c->out = kids1(level);
    c->bound = ps;
    return true;
}

/* ---- all rows of a nest --------------------------------------------------- */

/* An unknown length is no other's. */
static bool says_as_much(const Type *a, const Type *b)
{
    bool yes = type_equal(a, b);
    for (int d = 0; d < a->rank && yes; d++)
        yes = a->dim[d] && b->dim[d] && core_equal(a->dim[d], b->dim[d]);
    return yes;
}

Core *claimed(Stms *out, Core *a, const Type *t)
{
    if (says_as_much(t, type_of(a)))
        return a;
    Core *n = core_node(OP_COERCE, NULL);
    core_set1(n, 0, a);
    core_set_type(n, t);
    n->unchecked = true;
    return stms_bind1(out, n, NULL);
}

static Core *shaped(Stms *out, Core *a, const Type *t)
{
    Core *n = core_node(OP_RESHAPE, NULL);
    core_set(n, 0, t->dim, t->rank);
    core_set1(n, 1, a);
    return stms_bind1(out, core_typed(n), NULL);
}

/* Of no nest: one row. */
static Core *one_row(Stms *out, Core *a)
{
    const Type *t = type_of(a);
    if (t->rank)
        return shaped(out, a, type_array(t, core_i64(1)));
    Core *list = core_node(OP_ARRAY, NULL);
    core_set1(list, 0, a);
    return stms_bind1(out, core_typed(list), NULL);
}

static Core *lengths_of_rows(Stms *out, Core *a)
{
    const Type *t = type_of(a);
    if (!type_ragged(t))
        return stms_bind1(out, op2(OP_REPLICATE, t->dim[0], t->dim[1]), NULL);
    Core *known = dim_lengths(t->dim[1]);
    return known && known->op == OP_VAR ? known : stms_bind1(out, op1(OP_SHP, a), NULL);
}

static Core *rows_as(Stms *out, Core *a, const Type *want)
{
    const Type *t = type_of(a);
    if (type_ragged(want) && !type_ragged(t)) {
        const Type *all = type_array(type_row(type_row(t)), size_mul(t->dim[0], t->dim[1]));
        Core *values = shaped(out, a, all);
        a = stms_bind1(out, op2(OP_IRREG, dim_lengths(want->dim[1]), values), NULL);
    }
    return claimed(out, a, want);
}

/* What calls of the part function g have for its parameters but sizes, in all rows of the
   nest, as all rows' function takes it. */
static Kids rows_for(Stms *out, Func *g, Kids operand, Kids ctx)
{
    const Func *all = g->lifted;
    Kids r = { NEWS(Core *, all->nparams), all->nparams };
    Subst *to = subst_new();
    subst_add(to, all->size[0], ctx.n ? ctx.at[0]->g[0].at[0] : core_i64(1));
    for (int i = 0; i < operand.n; i++) {
        bool copies;
        r.at[g->nsizes + i] = ctx.n ? to_atom(out, ctx_outer(ctx, operand.at[i], &copies))
                                    : one_row(out, operand.at[i]);
    }
    for (int k = 0; k < g->nsizes; k++)
        r.at[k] = lengths_of_rows(out, r.at[first_with(g, k)]);
    for (int k = 0; k < all->nparams; k++) {
        if (k >= g->nsizes)
            r.at[k] = rows_as(out, r.at[k], type_subst(all->param[k]->type, to));
        subst_add(to, all->param[k], r.at[k]);
    }
    return r;
}

/* body-of e S: what the function of the call e does, in the nest of all its calls; of a call
   in its own body: the call of the lifted function. */
bool make_body_of(Call *c)
{
    Core *call = c->arg[0].at[0], *n = core_copy_node(call);
    Func *g = is_deep(call) ? call->func : NULL;
    Stms out = { 0 };
    if (!g || !g->lifted)
        return no(c, "it is not being lifted");
    if (!is_lifted_part(g)) {
        c->out = kids1(g->lifted->body);
        return true;
    }
    Kids operand = { call->g[0].at + g->nsizes, call->g[0].n - g->nsizes };
    n->func = g->lifted;
    n->g[0] = rows_for(&out, g, operand, c->arg[1]);
    Var **v = stms_bind(&out, core_typed(n), NULL);
    c->out = kids1(stms_body(&out, atoms_of(v, n->ntypes).at, n->ntypes));
    return true;
}

/* The same of the call from outside: what the first calls have. */
Kids first_calls(Call *c, Stms *out)
{
    const Core *call = c->arg[0].at[0];
    Shape s = { .c = c };
    Kids varies = { NEWS(Core *, call->g[0].n), 0 };
    shape_of(&s, c->arg[1], call);
    for (int p = 0; p < call->g[0].n; p++)
        if (s.param[p] == VARIES)
            varies.at[varies.n++] = call->g[0].at[p];
    return rows_for(out, call->func->lifted, varies, c->arg[1]);
}
