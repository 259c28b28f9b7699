/*
 * when_calls.c -- functions that call themselves, of all rows of a nest: which of them can be
 * lifted, and what of them differs from row to row.
 */
#include "lifting.h"

/* ---- what differs ---------------------------------------------------------- */

typedef struct { const Func *f; Kids call; } Calls;

static void find_calls(Core *n, void *calls)
{
    Calls *c = calls;
    if (n->op == OP_CALL && n->func == c->f)
        c->call = kids_join(c->call, one(n));
    core_each(n, find_calls, c);
}

Kids calls_of(const Func *f, Core *n)
{
    Calls c = { .f = f };
    find_calls(n, &c);
    return c.call;
}

Lifting *lifting_now(const Func *f, const World *w)
{
    return f->lifting && f->lifting->run == w->census ? f->lifting : NULL;
}

int size_number(const Func *f, const Core *dim)
{
    for (int k = 0; dim && k < f->nsizes; k++)
        if (is_var(dim, f->size[k]))
            return k;
    return -1;
}

Core *size_at(const Func *f, const Core *call, int k)
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

static Part part_of(const Lifting *l, const World *w, const Core *call, Kids ctx, int p)
{
    const Var *v = l->of->param[p];
    Core *first = call->g[0].at[p];
    bool same = outside(ctx, first);
    bool depth = !p && !v->type->rank && v->type->prim == I64 && core_equal(first, core_i64(0));
    for (int i = 0; i < l->call.n; i++) {
        const Core *next = l->call.at[i]->g[0].at[p];
        same &= is_var(next, v);
        depth &= is_deeper(w, next, v);
    }
    return same ? FIXED : depth ? DEPTH : VARIES;
}

static Part part_of_size(const Lifting *l, const Core *call, Kids ctx, int k)
{
    bool same = outside(ctx, size_at(l->of, call, k));
    for (int i = 0; i < l->call.n; i++) {
        const Core *size = size_at(l->of, l->call.at[i], k);
        same &= size && is_var(size, l->of->size[k]);
    }
    return same ? FIXED : VARIES;
}

/* From dimension number d on. */
static bool sizes_fixed(const Lifting *l, const Type *t, int d)
{
    for (; d < t->rank; d++) {
        int k = size_number(l->of, t->dim[d]);
        if ((k >= 0 && l->size[k] != FIXED) || !dim_known(t->dim[d]))
            return false;
    }
    return true;
}

bool lifting_of(Call *c, Lifting *l, const Core *call, Kids ctx)
{
    Func *f = l->of = call->func;
    bool varies = false;
    world_define_all(c->m->world, f->body);
    l->call = calls_of(f, f->body);
    l->size = NEWS(Part, f->nsizes);
    l->param = NEWS(Part, f->nparams);
    for (int k = 0; k < f->nsizes; k++)
        l->size[k] = part_of_size(l, call, ctx, k);
    for (int p = 0; p < f->nparams; p++) {
        l->param[p] = part_of(l, c->m->world, call, ctx, p);
        varies |= l->param[p] == VARIES;
        if (l->param[p] == VARIES && !sizes_fixed(l, f->param[p]->type, 1))
            return no(c, "of %s more than the length differs from call to call",
                      f->param[p]->name);
    }
    for (int r = 0; r < f->nresults; r++) {
        const Core *n = f->result[r]->rank ? f->result[r]->dim[0] : NULL;
        if (!sizes_fixed(l, f->result[r], 1))
            return no(c, "of what it gives more than the length differs");
        if (n && !is_atom(n) && n->op != OP_EXT && !dim_lengths(n))
            return no(c, "what it gives is %s long, which only a call knows", core_str(n));
    }
    return varies || no(c, "its calls are all alike");
}

/* ---- whether it can be lifted -------------------------------------------- */

typedef struct {
    Call *c;
    const Lifting *l;
    Table *seen;
    bool found;
} Walk;

/* It is another one in another call, as far as one sees. */
static void note_varies(Var *v, void *walk)
{
    Walk *w = walk;
    const Func *f = w->l->of;
    if (w->found || table_has(w->seen, v))
        return;
    table_put(w->seen, v, v);
    for (int k = 0; k < f->nsizes; k++)
        if (f->size[k] == v) {
            w->found |= w->l->size[k] == VARIES;
            return;
        }
    for (int p = 0; p < f->nparams; p++)
        if (f->param[p] == v) {
            w->found |= w->l->param[p] == VARIES;
            return;
        }
    const Core *def = world_def(w->c->m->world, core_var(v));
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

static bool liftable(Walk *w, Core *e, bool always);

static bool liftable_groups(Walk *w, const Core *e)
{
    int lam = -1, arrays;
    bool maps = mapping_groups(e->op, &lam, &arrays), loops = is_loop(e);
    for (int g = 0; g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++) {
            if (!calls_of(w->l->of, e->g[g].at[i]).n)
                continue;
            if (!loops && (!maps || g != lam))
                return no(w->c, "an operator calls it");
            Core *inner = e->g[g].at[i];
            if (!liftable(w, loops ? inner : inner->g[0].at[0], false))
                return false;
        }
    return true;
}

/* `always`: e is done whatever the arguments are. */
static bool liftable(Walk *w, Core *e, bool always)
{
    if (!calls_of(w->l->of, e).n)
        return true;
    if (e->op == OP_CALL)
        return !always || no(w->c, "it calls itself in any case");
    if (e->op == OP_BODY) {
        for (int i = 0; i < e->nstms; i++)
            if (!liftable(w, e->stm[i].exp, always))
                return false;
        return true;
    }
    if (e->op != OP_IF)
        return liftable_groups(w, e);
    always &= !may_differ(w, e->g[0].at[0]);
    return liftable(w, e->g[1].at[0], always) && liftable(w, e->g[2].at[0], always);
}

bool is_deep(const Core *e)
{
    return e->op == OP_CALL && e->func->arrays;
}

/* How many calls that do not need each other it comes to; in a map, two. */
static int calls_at_once(const Func *f, Core *e)
{
    int n = 0;
    if (!calls_of(f, e).n)
        return 0;
    if (e->op == OP_CALL)
        return 1;
    if (e->op != OP_BODY) {
        for (int g = 0; g < ops[e->op].ngroups; g++)
            for (int i = 0; i < e->g[g].n; i++) {
                int inner = calls_at_once(f, e->g[g].at[i]);
                n = inner > n ? inner : n;
            }
        return n && ops[e->op].kind == K_SOAC ? 2 : n;
    }
    Table *given = table_new();
    for (int i = 0; i < e->nstms; i++) {
        const Stm *s = &e->stm[i];
        int own = calls_at_once(f, s->exp);
        bool late = core_uses_any(s->exp, given);
        n = late ? (own > n ? own : n) : n + own;
        if (own || late)
            note_vars(s->var, s->nvars, given);
    }
    return n;
}

static bool same_parts(const Lifting *a, const Lifting *b)
{
    bool same = true;
    for (int k = 0; k < a->of->nsizes; k++)
        same &= a->size[k] == b->size[k];
    for (int p = 0; p < a->of->nparams; p++)
        same &= a->param[p] == b->param[p];
    return same;
}

/* There is a function that does what e calls for all rows, or it is being made. */
static bool is_lifted(Call *c, const Core *e, const Lifting *l)
{
    const Lifting *now = lifting_now(e->func, c->m->world);
    return now && (!now->done || same_parts(l, now));
}

static bool nest_of_calls(Call *c, Lifting *l)
{
    const Core *e = c->arg[0].at[0];
    if (!is_deep(e) || !e->func->body)
        return no(c, "it is no call of a function of arrays that calls itself");
    return (c->arg[1].n < 2 || no(c, "the nest has %d levels", c->arg[1].n))
        && lifting_of(c, l, e, c->arg[1]);
}

/* e is a call of a function that calls itself and has arrays, which can be done for all rows
   at once; of no nest, if it has calls that can. */
bool ask_liftable(Call *c)
{
    Core *e = c->arg[0].at[0];
    int levels = c->arg[1].n;
    Lifting l = { 0 };
    Walk w = { .c = c, .l = &l };
    c->silent = false;         /* the function keeps the reason */
    bool yes = nest_of_calls(c, &l) && liftable(&w, e->func->body, true)
        && (levels || calls_at_once(e->func, e->func->body) > 1
            || no(c, "its calls come one after the other"));
    if (is_deep(e) && (yes || levels == 1 || !e->func->unlifted))
        e->func->unlifted = yes ? NULL : text_str(&c->why);
    return yes && (!is_lifted(c, e, &l) || no(c, "it is lifted already"));
}

/* There is a function that does what e calls for all rows of the nest, or it is being made; in
   trials it is made. */
bool ask_lifted(Call *c)
{
    const Core *e = c->arg[0].at[0];
    const RewriteOptions *o = c->m->world->options;
    Lifting l = { 0 };
    return nest_of_calls(c, &l)
        && (is_lifted(c, e, &l) || (o && o->thorough) || no(c, "it is not lifted"));
}

/* It calls a function that calls itself and has arrays. */
bool calls_deep(Core *n)
{
    return core_some(n, is_deep);
}

/* A result is a row as long as another one, or nobody, says. */
static bool has_own_size(const Type *t)
{
    return !type_has_sizes(t);
}

static bool gives_own_row(const Core *f)
{
    return core_gives(f->op == OP_LAM ? f->g[0].at[0] : f, has_own_size);
}

bool ask_beyond_thread(Call *c)
{
    Core *f = c->arg[0].at[0];
    bool rows = false;
    for (int i = 0; f->op == OP_TERM && i < f->g[1].n; i++)
        rows |= type_ragged(type_of(f->g[1].at[i])) > 0;
    Core *body = f->op == OP_TERM ? f->g[0].at[0] : f;
    return rows || gives_own_row(body) || has_no_room(body) || calls_deep(body)
        || no(c, "a thread can do it");
}
