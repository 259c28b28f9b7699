/*
 * simplify.c -- what C simplifies by itself, a pass each: an operation on
 * constants is its value; what was computed before is not computed again; a
 * binding that nothing reads goes. The algebra is in simplify.rules.
 */
#include "rewrite.h"

#include <string.h>

typedef struct Simplify {
    World *world;
    const Rule *rule;          /* the pass, as the trace tells it */
    Core *(*known)(struct Simplify *s, const Stm *stm);   /* what it is already, or null */
    Table *first;              /* text of an expression -> its first binding */
    VEC(const char *) added;   /* in order, to be forgotten outside */
    bool changed;
} Simplify;

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

/* ---- the passes --------------------------------------------------------- */

static Core *constant(Simplify *s, const Stm *stm)
{
    Scalar a[3], v;
    const char *error;
    const Core *n = stm->exp;
    (void)s;
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

static Core *common(Simplify *s, const Stm *stm)
{
    if (!shareable(s->world, stm->exp) || world_consumed(s->world, stm->var[0]))
        return NULL;
    const char *key = key_of(stm->exp);
    Var *first = table_get(s->first, key);
    if (first)
        return core_var(first);
    table_put(s->first, key, stm->var[0]);
    vec_push(&s->added, key);
    return NULL;
}

/* ---- bodies ------------------------------------------------------------- */

static Core *simplify_in(Core *n, void *arg);

/* The binding becomes another name for the value. */
static void replace(Simplify *s, const Stm *stm, Core *value)
{
    Stm *now = NEW(Stm);
    *now = *stm;
    now->exp = value;
    trace_step(s->world, s->rule, stm->exp->span, stms_term(stm, 1), stms_term(now, 1),
               &(Askeds){ 0 });
    world_alias(s->world, stm->var[0], value);
    s->changed = true;
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
        Core *value = stm->nvars == 1 ? s->known(s, stm) : NULL;
        if (value)
            replace(s, stm, value);
        else
            b->stm[kept++] = *stm;
    }
    b->nstms = kept;
    while (s->added.n > mark)
        table_del(s->first, s->added.at[--s->added.n]);
    return b;
}

static bool is_flat(const Core *n)
{
    OpKind k = ops[n->op].kind;
    return k == K_ATOM || k == K_SCALAR || k == K_VIEW;
}

static Core *simplify_in(Core *n, void *arg)
{
    if (n->op == OP_BODY)
        return simplify_body(arg, n);
    return is_flat(n) ? n : core_map(n, simplify_in, arg);
}

static bool simplify(Program *p, Trace *t, const Rule *rule,
                     Core *(*known)(Simplify *s, const Stm *stm))
{
    bool changed = false;
    for (int i = 0; i < p->nfuncs; i++) {
        Func *f = p->func[i];
        Simplify s = { .world = world_new(NULL, t), .rule = rule, .known = known,
                       .first = table_new() };
        s.world->set = trace_set(t, format("%s: %s", rule->name, f->name));
        world_note_consumed(s.world, f);
        Core *body = simplify_in(f->body, &s);
        f->body = s.changed ? core_typed(world_finish(s.world, body)) : f->body;
        changed |= s.changed;
    }
    return changed;
}

bool simplify_constants(Program *p, Trace *t)
{
    static const Rule rule = { .name = "constants",
                               .sentence = "An operation on constants is its value." };
    return simplify(p, t, &rule, constant);
}

bool simplify_common(Program *p, Trace *t)
{
    static const Rule rule = { .name = "common",
                               .sentence = "What was computed is not computed again." };
    return simplify(p, t, &rule, common);
}

static Core *sweep_in(Core *n, void *world)
{
    if (is_flat(n))
        return n;
    n = core_map(n, sweep_in, world);
    return n->op == OP_BODY ? graph_body(graph_new(world, n)) : n;
}

bool simplify_unused(Program *p, Trace *t)
{
    int before = t ? t->step.n : 0;
    for (int i = 0; i < p->nfuncs; i++) {
        World *w = world_new(NULL, t);
        w->set = trace_set(t, format("unused: %s", p->func[i]->name));
        p->func[i]->body = core_typed(sweep_in(p->func[i]->body, w));
    }
    return t && t->step.n > before;
}

bool simplify_all(Program *p, Trace *t)
{
    bool changed = simplify_constants(p, t) | simplify_common(p, t);
    return simplify_unused(p, t) || changed;
}
