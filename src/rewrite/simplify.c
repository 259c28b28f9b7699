/*
 * simplify.c -- the laws that need a table over a body: an expression that
 * was computed before is not computed again; an operation on constants is its
 * value; a binding that nothing uses goes. The algebra is in simplify.rules.
 */
#include "rewrite.h"

#include <string.h>

typedef struct {
    World *world;
    Table *known;              /* text of an expression -> its first binding */
    VEC(const char *) added;   /* in order, to be forgotten outside */
    bool changed;
} Simplify;

static const Rule cse = { .name = "simplify: cse",
                          .sentence = "What was computed is not computed again." };
static const Rule fold = { .name = "simplify: constants",
                           .sentence = "An operation on constants is its value." };

/* ---- tables ------------------------------------------------------------- */

static void key_in(Core *n, void *text)
{
    if (n->op == OP_VAR)
        text_fmt(text, " %p", (void *)n->var);
    else
        text_fmt(text, " (%s %s", ops[n->op].id, n->op == OP_CONST ? core_str(n) : "");
    core_each(n, key_in, text);
    if (n->op != OP_VAR)
        text_char(text, ')');
}

/* Scalar operations and views of arrays that stay as they are. */
static bool shareable(const World *w, const Core *n)
{
    if (ops[n->op].kind != K_SCALAR && ops[n->op].kind != K_VIEW)
        return false;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            if (n->g[g].at[i]->op == OP_VAR && world_consumed(w, n->g[g].at[i]->var))
                return false;
    return n->ntypes == 1;
}

static const char *key_of(const Core *n)
{
    Text t = { 0 };
    text_fmt(&t, "%s %s", ops[n->op].id, type_str(n->type[0]));
    for (int i = 0; n->op == OP_REARRANGE && i < n->nperm; i++)
        text_fmt(&t, " p%d", n->perm[i]);
    core_each(n, key_in, &t);
    return intern(text_str(&t));
}

static Core *resolve_kid(Core *n, void *world)
{
    return ops[n->op].kind == K_SOAC || n->op == OP_BODY || n->op == OP_LAM
        ? n : world_resolve(world, n);
}

static Core *folded(const Core *n)
{
    Scalar a[3], v;
    const char *error;
    if (ops[n->op].kind != K_SCALAR || ops[n->op].ngroups > 3)
        return NULL;
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        if (n->g[g].n != 1 || !is_const(n->g[g].at[0]))
            return NULL;
        a[g] = n->g[g].at[0]->value;
    }
    bool ok = scalar_op(n->op, a, ops[n->op].ngroups, n->type[0]->prim, &v, &error);
    return ok ? core_const(v) : NULL;
}

/* ---- bodies ------------------------------------------------------------- */

static Core *simplify_in(Core *n, void *arg);

static void found(Simplify *s, const Rule *r, const Stm *stm, Core *value)
{
    Stm *now = NEW(Stm);
    *now = *stm;
    now->exp = value;
    Core *before = core_node(OP_BODY, NULL), *after = core_node(OP_BODY, NULL);
    before->stm = (Stm *)stm;
    after->stm = now;
    before->nstms = after->nstms = 1;
    trace_step(s->world, r, stm->exp->span, before, after, &(Askeds){ 0 });
    world_alias(s->world, stm->var[0], value);
    s->changed = true;
}

/* True if the binding is another name for what is there already. */
static bool known_already(Simplify *s, const Stm *stm)
{
    Core *value = stm->nvars == 1 ? folded(stm->exp) : NULL;
    if (value) {
        found(s, &fold, stm, value);
        return true;
    }
    if (!shareable(s->world, stm->exp) || world_consumed(s->world, stm->var[0]))
        return false;
    const char *key = key_of(stm->exp);
    Var *first = table_get(s->known, key);
    if (first) {
        found(s, &cse, stm, core_var(first));
        return true;
    }
    table_put(s->known, key, stm->var[0]);
    vec_push(&s->added, key);
    return false;
}

static Core *simplify_body(Simplify *s, const Core *body)
{
    int mark = s->added.n, kept = 0;
    Core *b = core_copy_node(body);
    b->stm = NEWS(Stm, body->nstms);
    for (int i = 0; i < body->nstms; i++) {
        Stm *stm = NEW(Stm);
        *stm = body->stm[i];
        stm->exp = core_map(stm->exp, resolve_kid, s->world);
        stm->exp = simplify_in(stm->exp, s);
        if (!known_already(s, stm))
            b->stm[kept++] = *stm;
    }
    b->nstms = kept;
    while (s->added.n > mark)
        table_del(s->known, s->added.at[--s->added.n]);
    return b;
}

static Core *simplify_in(Core *n, void *arg)
{
    OpKind k = ops[n->op].kind;
    if (n->op == OP_BODY)
        return simplify_body(arg, n);
    bool flat = k == K_ATOM || k == K_SCALAR || k == K_VIEW;
    return flat ? n : core_map(n, simplify_in, arg);
}

static Core *sweep_in(Core *n, void *world)
{
    OpKind k = ops[n->op].kind;
    if (k == K_ATOM || k == K_SCALAR || k == K_VIEW)
        return n;
    n = core_map(n, sweep_in, world);
    return n->op == OP_BODY ? graph_body(graph_new(world, n)) : n;
}

bool simplify_tables(Program *p, Trace *t)
{
    bool changed = false;
    for (int i = 0; i < p->nfuncs; i++) {
        Func *f = p->func[i];
        Simplify s = { .world = world_new(NULL, t), .known = table_new() };
        s.world->set = trace_set(t, format("simplify, by tables: %s", f->name));
        world_note_consumed(s.world, f);
        Core *body = world_finish(s.world, simplify_in(f->body, &s));
        f->body = core_typed(sweep_in(body, world_new(NULL, NULL)));
        changed |= s.changed;
    }
    return changed;
}
