/* subst.c -- walking, substituting, renaming and comparing terms. */
#include "core.h"

#include <string.h>

/* ---- walking ------------------------------------------------------------ */

void core_visit(const Core *n, void (*kid)(Core *kid, void *arg),
                void (*binders)(Var **var, int n, void *arg), void *arg)
{
    if (binders && n->nbinds)
        binders(n->bind, n->nbinds, arg);
    if (binders && n->index)
        binders((Var **)&n->index, 1, arg);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++) {
        if (binders)
            binders(n->stm[s].var, n->stm[s].nvars, arg);
        kid(n->stm[s].exp, arg);
    }
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            kid(n->g[g].at[i], arg);
}

void core_each(const Core *n, void (*f)(Core *kid, void *arg), void *arg)
{
    core_visit(n, f, NULL, arg);
}

Core *core_unshare(const Core *n)
{
    Core *c = core_copy_node(n);
    if (n->op == OP_BODY) {
        c->stm = NEWS(Stm, n->nstms);
        if (n->nstms)
            memcpy(c->stm, n->stm, sizeof(Stm) * (size_t)n->nstms);
    }
    return c;
}

Core *core_map(const Core *n, Core *(*f)(Core *kid, void *arg), void *arg)
{
    Core *c = NULL;
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++) {
        Core *new = f(n->stm[s].exp, arg);
        if (new != n->stm[s].exp) {
            c = c ? c : core_unshare(n);
            c->stm[s].exp = new;
        }
    }
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            Core *new = f(n->g[g].at[i], arg);
            if (new != n->g[g].at[i]) {
                c = c ? c : core_unshare(n);
                c->g[g].at[i] = new;
            }
        }
    return c ? c : (Core *)n;
}

/* ---- substitution ------------------------------------------------------- */

struct Subst {
    Table *atom;               /* Var -> Core */
};

/* A substitution under way: binders met get new variables where their types
   change, or always. */
typedef struct {
    const Subst *given;
    Table *renamed;            /* Var -> Core, of binders met on the way */
    Core **ext;                /* type_open: what EXT becomes */
    bool all;
} Walk;

Subst *subst_new(void)
{
    Subst *s = NEW(Subst);
    s->atom = table_new();
    return s;
}

void subst_add(Subst *s, const Var *v, Core *atom)
{
    table_put(s->atom, v, atom);
}

static Core *look_up(const Walk *w, const Var *v)
{
    Core *c = w->renamed ? table_get(w->renamed, v) : NULL;
    if (c || !w->given)
        return c;
    c = table_get(w->given->atom, v);
    Core *new = c && c->op == OP_VAR && w->renamed ? table_get(w->renamed, c->var) : NULL;
    return new ? new : c;
}

static Core *walk(Core *n, void *arg);

static const Type *walk_type(const Type *t, Walk *w)
{
    Core **dim = NULL;
    for (int d = 0; t && d < t->rank; d++) {
        Core *new = t->dim[d] ? walk(t->dim[d], w) : NULL;
        if (new != t->dim[d] && !dim) {
            dim = NEWS(Core *, t->rank);
            memcpy(dim, t->dim, sizeof(Core *) * (size_t)t->rank);
        }
        if (dim)
            dim[d] = new;
    }
    return dim ? type_dims(t->prim, dim, t->rank) : t;
}

static bool rename_one(Var *v, Walk *w)
{
    if (table_has(w->renamed, v) || (!w->all && walk_type(v->type, w) == v->type))
        return false;
    table_put(w->renamed, v, core_var(var_like(v)));
    return true;
}

/* The binders with new variables where needed; their types may speak of each
   other in any order. */
static Var **rebind(Var **var, int n, Walk *w)
{
    bool again = true, any = false;
    while (again) {
        again = false;
        for (int i = 0; i < n; i++)
            again |= rename_one(var[i], w);
        any |= again;
        again &= !w->all;
    }
    if (!any)
        return var;
    Var **new = NEWS(Var *, n);
    for (int i = 0; i < n; i++) {
        Core *c = table_get(w->renamed, var[i]);
        new[i] = c ? c->var : var[i];
        if (c && c->var->type) {
            c->var->type = walk_type(var[i]->type, w);
            core_set_type(c, c->var->type);
        }
    }
    return new;
}

static const Type **walk_types(const Core *n, Walk *w)
{
    size_t size = sizeof(Type *) * (size_t)n->ntypes;
    const Type **new = n->type;
    for (int i = 0; i < n->ntypes; i++) {
        const Type *t = walk_type(n->type[i], w);
        if (t != n->type[i] && new == n->type)
            new = arena_grow(n->type, size, size);
        if (t != n->type[i])
            new[i] = t;
    }
    return new;
}

static Core *walk_leaf(Core *n, Walk *w)
{
    if (n->op == OP_EXT && w->ext)
        return w->ext[n->ext];
    Core *c = n->op == OP_VAR ? look_up(w, n->var) : NULL;
    return c ? c : n;
}

/* n with new variables for its binders, where they are needed. */
static Core *rebound(Core *n, Walk *w)
{
    Core *c = n;
    Var **bind = n->nbinds ? rebind(n->bind, n->nbinds, w) : n->bind;
    Var **index = n->index ? rebind(&n->index, 1, w) : &n->index;
    if (bind != n->bind || index != &n->index) {
        c = core_unshare(n);
        c->bind = bind;
        c->index = *index;
    }
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        Var **var = rebind(n->stm[i].var, n->stm[i].nvars, w);
        if (var != n->stm[i].var) {
            c = c == n ? core_unshare(n) : c;
            c->stm[i].var = var;
        }
    }
    return c;
}

static Core *walk(Core *n, void *arg)
{
    Walk *w = arg;
    if (ops[n->op].kind == K_ATOM)
        return walk_leaf(n, w);
    Core *c = core_map(rebound(n, w), walk, w);
    if (n->op == OP_LENGTH && c != n && c->g[0].at[0]->ntypes && type_of(c->g[0].at[0])->rank)
        return array_length(c->g[0].at[0]);   /* it may be known by now */
    const Type **type = walk_types(n, w);
    if (type == n->type)
        return c;
    c = c == n ? core_unshare(n) : c;
    c->type = type;
    return c;
}

Core *core_subst(const Core *n, const Subst *s)
{
    Walk w = { .given = s, .renamed = table_new() };
    Core *new = walk((Core *)n, &w);
    table_free(w.renamed);
    return new;
}

const Type *type_subst(const Type *t, const Subst *s)
{
    Walk w = { .given = s };
    return walk_type(t, &w);
}

const Type *type_open(const Type *t, Core **results)
{
    Walk w = { .ext = results };
    return walk_type(t, &w);
}

Core *core_rename(const Core *n)
{
    Walk w = { .renamed = table_new(), .all = true };
    return walk((Core *)n, &w);
}

/* ---- free variables ----------------------------------------------------- */

/* A walk that finds them. It has a number, which variables keep that are bound in it, or
   found already. */
typedef struct {
    unsigned walk;
    Var **at, *few[64];
    int n, room;
} Free;

static void free_begin(Free *fr)
{
    static unsigned walks;
    fr->walk = ++walks;
    fr->at = fr->few;
    fr->n = 0;
    fr->room = sizeof fr->few / sizeof *fr->few;
}

/* What is asked of them may begin another walk: it comes after this one. */
static void free_end(Free *fr, void (*f)(Var *v, void *arg), void *arg)
{
    for (int i = 0; i < fr->n; i++)
        f(fr->at[i], arg);
    if (fr->at != fr->few)
        arena_give_back(fr->at, sizeof(Var *) * (size_t)fr->room);
}

static void free_add(Free *fr, Var *v)
{
    if (fr->n == fr->room) {
        size_t size = sizeof v * (size_t)fr->room;
        Var **old = fr->at;
        fr->at = arena_grow(old, size, 2 * size);
        if (old != fr->few)
            arena_give_back(old, size);
        fr->room *= 2;
    }
    fr->at[fr->n++] = v;
}

static void free_in(Core *n, void *arg);

static void free_in_type(const Type *t, Free *fr)
{
    for (int d = 0; t && d < t->rank; d++)
        if (t->dim[d])
            free_in(t->dim[d], fr);
}

static void bind_all(Var **var, int n, void *fr)
{
    for (int i = 0; i < n; i++)
        var[i]->seen = ((Free *)fr)->walk;
    for (int i = 0; i < n; i++)
        free_in_type(var[i]->type, fr);
}

static void free_in(Core *n, void *arg)
{
    Free *fr = arg;
    if (n->op == OP_VAR) {
        if (n->var->seen != fr->walk)
            free_add(fr, n->var);
        n->var->seen = fr->walk;
        return;
    }
    if (n->op == OP_EMPTY || n->op == OP_COERCE)
        free_in_type(n->ntypes ? n->type[0] : NULL, fr);
    for (int i = 0; n->op == OP_CALL && i < n->g[0].n; i++)    /* it is told sizes, too */
        free_in_type(type_of(n->g[0].at[i]), fr);
    core_visit(n, free_in, bind_all, fr);
}

void note_var(Var *v, void *set)
{
    table_put(set, v, v);
}

void core_free_vars(const Core *n, void (*f)(Var *v, void *arg), void *arg)
{
    Free fr;
    free_begin(&fr);
    free_in((Core *)n, &fr);
    free_end(&fr, f, arg);
}

void type_free_vars(const Type *t, void (*f)(Var *v, void *arg), void *arg)
{
    Free fr;
    free_begin(&fr);
    free_in_type(t, &fr);
    free_end(&fr, f, arg);
}

static void among(Var *v, void *arg)
{
    void **search = arg;
    if (table_has(search[0], v))
        search[1] = v;
}

bool core_uses_any(const Core *n, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    core_free_vars(n, among, search);
    return search[1];
}

bool core_uses(const Core *n, const Var *v)
{
    if (n->op == OP_VAR)
        return n->var == v;
    Table *one = table_new();
    table_put(one, v, (Var *)v);
    bool yes = core_uses_any(n, one);
    table_free(one);
    return yes;
}

static void not_among(Var *v, void *arg)
{
    void **search = arg;
    if (!search[1] && !table_has(search[0], v))
        search[1] = v;
}

const Var *type_other(const Type *t, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    type_free_vars(t, not_among, search);
    return search[1];
}

const Var *core_other(const Core *n, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    core_free_vars(n, not_among, search);
    return search[1];
}

static void parallel_in(Core *n, void *arg)
{
    *(bool *)arg |= core_parallel(n);
}

static void note_bound(const Core *level, Table *bound)
{
    for (int i = 0; i < level->nbinds; i++)
        table_put(bound, level->bind[i], level->bind[i]);
    if (level->index)
        table_put(bound, level->index, level->index);
}

bool level_varies(const Core *seg)
{
    if (ops[seg->op].kind != K_SEG)
        return false;
    Table *bound = table_new();
    Kids level = seg->g[0];
    for (int d = 0; d < level.n - 1; d++)
        note_bound(level.at[d], bound);
    bool yes = level.n > 1 && core_uses_any(level.at[level.n - 1]->g[0].at[0], bound);
    table_free(bound);
    return yes;
}

const Stm *prefix_in(const Core *seg)
{
    const Kids *level = &seg->g[0];
    if (!level->n || level->at[level->n - 1]->at != AT_CHAIN)
        return NULL;
    const Core *body = seg->g[ops[seg->op].ngroups - 1].at[0];
    for (int i = 0; body->op == OP_BODY && i < body->nstms; i++)
        if (body->stm[i].exp->op == OP_PREFIX)
            return &body->stm[i];
    return NULL;
}

bool core_parallel(const Core *n)
{
    bool yes = ops[n->op].parallel || (n->op == OP_CALL && n->func->arrays);
    if (!yes)
        core_each(n, parallel_in, &yes);
    return yes;
}

static void note_call(Core *n, void *func)
{
    Func *f = func;
    f->recursive |= n->op == OP_CALL && n->func == f;
    f->arrays |= ops[n->op].parallel;
    for (int i = 0; i < n->ntypes; i++)
        f->arrays |= n->type[i]->rank > 0;
    core_each(n, note_call, f);
}

void func_note_recursion(Func *f)
{
    for (int i = 0; i < f->nparams; i++)
        f->arrays |= f->param[i]->type->rank > 0;
    note_call(f->body, f);
    f->arrays &= f->recursive;
}

/* ---- equality ----------------------------------------------------------- */

/* Binders of the left term and the ones they stand for on the right. */
typedef struct {
    Subst *to;
    Table *from;
    const Func *of[2];         /* functions that are the same if their bodies are */
} Alpha;

static bool same(const Core *a, const Core *b, Alpha *m);

static bool same_var(const Var *a, const Var *b, const Alpha *m)
{
    Core *to = table_get(m->to->atom, a);
    return to ? to->var == b : a == b && !table_has(m->from, b);
}

static bool same_size(const Core *a, const Core *b, Alpha *m)
{
    return same(a, b, m) || size_equal(core_subst(a, m->to), b);
}

static bool same_type(const Type *a, const Type *b, Alpha *m)
{
    if (a == b || !a || !b)
        return a == b;
    if (!type_same_shape(a, b))
        return false;
    for (int d = 0; d < a->rank; d++) {
        Core *x = a->dim[d], *y = b->dim[d];
        if (!x != !y || (x && !same_size(x, y, m)))
            return false;
    }
    return true;
}

static bool same_binders(Var *const *a, int na, Var *const *b, int nb, Alpha *m)
{
    if (na != nb)
        return false;
    for (int i = 0; i < na; i++) {
        const Type *s = a[i]->type, *t = b[i]->type;
        if (!s != !t || (s && !type_same_shape(s, t)))
            return false;
        if (a[i]->name[0] == '?' || b[i]->name[0] == '?')
            if (a[i]->name != b[i]->name)
                return false;
        table_put(m->to->atom, a[i], core_var(b[i]));
        table_put(m->from, b[i], a[i]);
    }
    return true;
}

/* Functions that call themselves are what they do. */
static bool same_func(const Func *a, const Func *b, const Alpha *m)
{
    if (a == b || (a == m->of[0] && b == m->of[1]))
        return true;
    if (!a->arrays || !b->arrays || !a->body || !b->body || m->of[0])
        return false;
    Alpha own = { subst_new(), table_new(), { a, b } };
    return same_binders(a->size, a->nsizes, b->size, b->nsizes, &own)
        && same_binders(a->param, a->nparams, b->param, b->nparams, &own)
        && same(a->body, b->body, &own);
}

static bool same_payload(const Core *a, const Core *b, Alpha *m)
{
    switch (a->op) {
    case OP_VAR: return same_var(a->var, b->var, m);
    case OP_CONST: return scalar_equal(a->value, b->value);
    case OP_EXT: return a->ext == b->ext;
    case OP_CALL: return same_func(a->func, b->func, m);
    case OP_META: case OP_TERM: case OP_THRESHOLD: return a->text == b->text;
    case OP_REARRANGE:
        return a->nperm == b->nperm
            && !memcmp(a->perm, b->perm, sizeof(int) * (size_t)a->nperm);
    case OP_CONV: case OP_BITS: case OP_EMPTY: case OP_COERCE:
        return a->ntypes && b->ntypes && same_type(a->type[0], b->type[0], m);
    default: return true;
    }
}

static bool same_stms(const Core *a, const Core *b, Alpha *m)
{
    if (a->nstms != b->nstms)
        return false;
    for (int i = 0; i < a->nstms; i++) {
        const Stm *s = &a->stm[i], *t = &b->stm[i];
        if (!same(s->exp, t->exp, m)
            || !same_binders(s->var, s->nvars, t->var, t->nvars, m))
            return false;
    }
    return true;
}

static bool same(const Core *a, const Core *b, Alpha *m)
{
    if (a->op != b->op || a->at != b->at || a->comm != b->comm
        || a->unchecked != b->unchecked || !a->index != !b->index)
        return false;
    if (!same_binders(a->bind, a->nbinds, b->bind, b->nbinds, m)
        || (a->index && !same_binders(&a->index, 1, &b->index, 1, m)))
        return false;
    if (!same_payload(a, b, m) || (a->op == OP_BODY && !same_stms(a, b, m)))
        return false;
    for (int g = 0; g < ops[a->op].ngroups; g++) {
        bool size = ops[a->op].groups[g] == 'z' || ops[a->op].groups[g] == 'Z';
        if (a->g[g].n != b->g[g].n)
            return false;
        for (int i = 0; i < a->g[g].n; i++)
            if (!(size ? same_size : same)(a->g[g].at[i], b->g[g].at[i], m))
                return false;
    }
    return true;
}

bool core_equal(const Core *a, const Core *b)
{
    if (a == b)
        return true;
    Alpha m = { subst_new(), table_new(), { NULL, NULL } };
    return same(a, b, &m);
}

typedef struct { const Func *of; bool arrays, host; } OnHost;

static void find_arrays(Core *n, void *arg)
{
    OnHost *h = arg;
    for (int i = 0; i < n->ntypes; i++)
        h->arrays |= n->type[i]->rank > 0;
    h->host |= n->op == OP_CALL && n->func != h->of && func_on_host(n->func);
    core_each(n, find_arrays, arg);
}

bool func_on_host(Func *f)
{
    OnHost h = { .of = f };
    if (!f->runs)
        find_arrays(f->body, &h);
    bool host = h.host || (f->recursive && (h.arrays || core_parallel(f->body)));
    f->runs = f->runs ? f->runs : host ? RUNS_ON_HOST : RUNS_ANYWHERE;
    return f->runs == RUNS_ON_HOST;
}
