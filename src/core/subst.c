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

typedef struct {
    bool (*is)(const Core *n, void *arg);
    void *arg;
    bool yes;
} Some;

static void some_in(Core *n, void *some)
{
    Some *s = some;
    s->yes = s->yes || s->is(n, s->arg);
    if (!s->yes)
        core_each(n, some_in, s);
}

bool core_any(const Core *n, bool (*is)(const Core *n, void *arg), void *arg)
{
    Some s = { .is = is, .arg = arg };
    some_in((Core *)n, &s);
    return s.yes;
}

typedef struct { bool (*is)(const Core *n); } Asked;

static bool is_asked(const Core *n, void *asked)
{
    return ((Asked *)asked)->is(n);
}

bool core_some(const Core *n, bool (*is)(const Core *n))
{
    return core_any(n, is_asked, &(Asked){ is });
}

static bool is_op(const Core *n, void *op)
{
    return n->op == *(Op *)op;
}

bool core_has(const Core *n, Op op)
{
    return core_any(n, is_op, &op);
}

static void count_node(Core *n, void *left)
{
    if (--*(int *)left >= 0)
        core_each(n, count_node, left);
}

int core_nodes(const Core *n, int most)
{
    int left = most;
    count_node((Core *)n, &left);
    return left < 0 ? most + 1 : most - left;
}

static void define(Core *n, void *stm)
{
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int k = 0; k < n->stm[s].nvars; k++)
            table_put(stm, n->stm[s].var[k], &n->stm[s]);
    core_each(n, define, stm);
}

void core_definitions(const Core *n, Table *stm)
{
    define((Core *)n, stm);
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
    return MAKE(Subst, .atom = table_new());
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
            dim = COPIES(Core *, t->dim, t->rank);
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
        again &= !w->all;
    }
    for (int i = 0; i < n; i++)
        any |= table_has(w->renamed, var[i]);
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

/* What pieces of a body bind is known behind them: the types there may speak of it. */
static void rename_in_piece(const Stm *s, Walk *w)
{
    if (s->nvars || s->exp->op != OP_BODY)
        return;
    for (int i = 0; i < s->exp->nstms; i++) {
        rename_in_piece(&s->exp->stm[i], w);
        rebind(s->exp->stm[i].var, s->exp->stm[i].nvars, w);
    }
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
        rename_in_piece(&n->stm[i], w);
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
    Core *new = walk((Core *)n, &w);
    table_free(w.renamed);
    return new;
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
    Subst to = { table_new() };
    Alpha m = { &to, table_new(), { NULL, NULL } };
    bool yes = same(a, b, &m);
    table_free(to.atom);
    table_free(m.from);
    return yes;
}
