/*
 * apply.c -- what a rule makes of an instance. A lemma is applied by the
 * engine. A judgment `S |- e => e'` says that e' has the value of e under the
 * map nest S; its premises are discharged by the translation that is trivially
 * right, the map nest itself.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

Core *nest_over(Kids ctx, Core *e)
{
    Core *body = body_flat(body_of_exp(e, NULL));
    if (!body->g[0].n)         /* nothing is wanted of it */
        return core_body(NULL, 0, NULL, 0);
    for (int l = ctx.n - 1; l >= 0; l--) {
        const Core *level = ctx.at[l];
        Core *map = CORE(OP_MAP, body->span, one(level->g[0].at[0]),
                         one(core_lam(level->bind, level->nbinds, level->index, body)),
                         level->g[1]);
        body = body_of_exp(core_typed(map), NULL);
    }
    return body;
}

Core *nested(Kids ctx, Core *e)
{
    Core *body = nest_over(ctx, e);
    return ctx.n ? core_rename(body) : body;
}

/* The nest carries only what is read: what was consumed may no longer be. */
static Kids carried(Kids ctx, const Core *body)
{
    Table *used = table_new();
    Kids out = { NEWS(Core *, ctx.n), ctx.n };
    core_free_vars(body, note_var, used);
    for (int l = ctx.n - 1; l >= 0; l--) {
        out.at[l] = level_narrowed(ctx.at[l], used);
        out.at[l]->at = AT_THREAD;
    }
    return out;
}

/* A result's size is computed in the body. */
static bool makes_sizes(const Core *body)
{
    bool found = false;
    Table *bound = table_new();
    for (int i = 0; i < body->nstms; i++)
        note_vars(body->stm[i].var, body->stm[i].nvars, bound);
    for (int r = 0; r < body->ntypes; r++)
        found |= type_uses_any(body->type[r], bound);
    for (int r = 0; r < body->g[0].n; r++)
        found |= type_uses_any(type_of(body->g[0].at[r]), bound);
    return found;
}

static Core *with_copies(const Core *body)
{
    Kids r = { NEWS(Core *, body->g[0].n), body->g[0].n };
    Stms out = stms_of(body);
    for (int i = 0; i < r.n; i++) {
        Core *copy = core_node(OP_COPY, body->span);
        r.at[i] = body->g[0].at[i];
        core_set1(copy, 0, r.at[i]);
        if (type_of(r.at[i])->rank)
            r.at[i] = stms_bind1(&out, core_typed(copy), NULL);
    }
    return core_body(out.at, out.n, r.at, r.n);
}

/* A level takes rows whose lengths no type says. */
static bool is_ragged(Kids ctx)
{
    bool ragged = false;
    for (int l = 0; l < ctx.n; l++)
        for (int i = 0; i < ctx.at[l]->g[1].n; i++)
            ragged |= !type_has_sizes(type_of(ctx.at[l]->g[1].at[i]));
    return ragged;
}

/* The same in flat core: what a premise gives; or null: it has no type. Outside all nests
   arrays are copied, so that it is not the term itself. */
static Core *flat(Kids ctx, Core *e)
{
    Core *body = body_flat(body_of_exp(e, NULL));
    if (!body->g[0].n || (!ctx.n && makes_sizes(body)))
        return body;
    if (!ctx.n)
        return with_copies(core_rename(body));
    Core *seg = CORE(OP_SEGMAP, e->span, carried(ctx, body), one(body));
    const char *error;
    if (is_ragged(ctx) && !core_infer(seg, &error))
        return NULL;
    return core_rename(body_of_exp(core_typed(seg), NULL));
}

Core *behind_outside(const Instance *i, Core *body)
{
    Stms out = { 0 };
    if (!i->outside.n)
        return body;
    vec_append(&out, i->outside.at, i->outside.n);
    vec_append(&out, body->stm, body->nstms);
    return core_body(out.at, out.n, body->g[0].at, body->g[0].n);
}

Program *instance_program(const Instance *i, Core *body)
{
    Program *p = NEW(Program);
    Func *f = func_of_term(i->given, behind_outside(i, body));
    for (int k = 0; k < f->nparams; k++)
        f->consumes[k] = true;
    p->func = NEWS(Func *, 1);
    p->func[p->nfuncs++] = f;
    return p;
}

/* ---- judgments ---------------------------------------------------------- */

/* In a map nest neither a width nor an array's size differs from row to row. */
static bool is_regular(Kids ctx)
{
    Table *bound = vars_bound_by(ctx);
    bool varies = false;
    for (int l = 0; l < ctx.n; l++) {
        varies |= core_uses_any(ctx.at[l]->g[0].at[0], bound);
        for (int i = 0; i < ctx.at[l]->nbinds; i++)
            varies |= type_uses_any(type_of(ctx.at[l]->g[1].at[i]), bound);
    }
    table_free(bound);
    return !varies;
}

/* Rows of different lengths come only out of levels that vary; then somebody knows them. */
static bool has_sizes(const Core *e)
{
    bool varies = core_some(e, level_varies);
    for (int r = 0; r < e->ntypes; r++)
        for (int d = 0; d < e->type[r]->rank; d++)
            if (!e->type[r]->dim[d] || (!varies && !dim_known(e->type[r]->dim[d])))
                return false;
    return true;
}

typedef struct {
    Table *bound;              /* in the operation around */
    bool steady;
} Chains;

static void check_read(Var *v, void *chains)
{
    Chains *c = chains;
    c->steady &= !table_has(c->bound, v);
}

static void check_prefix(Core *n, void *chains)
{
    if (n->op == OP_PREFIX || n->op == OP_EXCLUSIVE) {
        core_free_vars(n->g[0].at[0], check_read, chains);
        for (int i = 0; i < n->g[1].n; i++)
            core_free_vars(n->g[1].at[i], check_read, chains);
    }
    core_each(n, check_prefix, chains);
}

static void check_chain(Core *n, void *chains)
{
    Chains *c = chains;
    if (ops[n->op].kind == K_SEG) {
        c->bound = table_new();
        note_bound_in(n, c->bound);
        check_prefix(n, c);
        table_free(c->bound);
    }
    core_each(n, check_chain, chains);
}

/* What a chain folds by is the same for all its elements. */
static bool has_steady_chains(const Core *n)
{
    Chains c = { .steady = true };
    check_chain((Core *)n, &c);
    return c.steady;
}

bool instance_is_program(const Instance *i)
{
    return has_steady_chains(i->term) && !core_check(instance_program(i, nested(i->ctx, i->term)));
}

bool instance_is_well_formed(const Instance *i)
{
    Core *e = nested(i->ctx, i->term);
    return (i->ctx.n || has_sizes(e)) && has_steady_chains(i->term)
        && !core_check(instance_program(i, e));
}

static bool discharge(Match *m, const Sequent *s)
{
    const Core *pat = s->ctx;
    Kids ctx = make_args(m, pat->op == OP_CTX ? pat->g[0] : one((Core *)pat));
    if (!is_regular(ctx))
        bug("%s is no map nest: a size in it varies", ctx_str(ctx));
    Core *subject = make_body_or_exp(m, s->subject);
    if (subject->op == OP_BODY && subject->ntypes)
        subject = body_flat(subject);
    Core *e = flat(ctx, subject);
    if (!e || (ctx.n && !has_sizes(e)))
        return false;          /* that cannot be proved */
    const char *name = meta_name(s->target);
    if (name) {
        env_put(&m->env, name, one(e));
        return true;
    }
    m->law = NULL;
    return match_expr(m, s->target, e);
}

static Core *conclude(Match *m)
{
    const Law *law = m->law;
    for (int i = law->nearly; i < law->npremises; i++) {
        const Premise *p = &law->premise[i];
        bool yes = p->kind == PREMISE_PROVE ? discharge(m, &p->sequent)
                                            : premises_hold(m, i, i + 1);
        m->law = law;
        if (!yes)
            return NULL;
    }
    Core *e = make_body_or_exp(m, law->rule->conclusion.target);
    return world_finish(m->world, body_flat(body_of_exp(e, NULL)));
}

/* What a level binds to an element of an element .. of an array outside is known
   for all of the nest. */
static void note_known(World *w, Kids ctx)
{
    const Core *inner = ctx.n ? ctx.at[ctx.n - 1] : NULL;
    for (int i = 0; inner && i < inner->nbinds; i++) {
        Core *a = inner->g[1].at[i];
        int l = ctx.n - 1, level, which = 0;
        while (l > 0 && which >= 0 && a->op == OP_VAR
               && ctx_binds((Kids){ ctx.at + l - 1, 1 }, a->var, &level, &which)
               && which >= 0)
            a = ctx.at[--l]->g[1].at[which];
        if (!l)
            table_put(w->extended, inner->bind[i], a);
    }
}

static Core *judge(World *w, const Law *law, const Instance *i)
{
    Core *subject = body_flat(i->term);
    note_known(w, i->ctx);
    world_subject(w, subject);
    if (body_single(subject))
        subject = body_single(subject);
    Match m = { .world = w, .subject = subject, .made = table_new(), .law = law };
    bool fits = law->root < 0 || law->root == (int)subject->op;
    Core *after = NULL;
    if (fits && match_sequent(&m, &law->rule->conclusion, i->ctx, subject))
        after = conclude(&m);
    if (after && w->fired)
        w->fired(&m, w->fired_arg);
    free(m.env.at);
    return after ? core_typed(graph_body(graph_new(w, after))) : NULL;
}

/* ---- both --------------------------------------------------------------- */

static Core *apply(const RuleSet *rs, const Law *law, const Instance *i)
{
    RewriteOptions *o = NEW(RewriteOptions);
    *o = law_options(rs, law, i->option);
    World *w = world_new(o, NULL);
    w->fired = i->reach ? reach_note : NULL;
    w->fired_arg = i->reach;
    Func *f = instance_program(i, i->term)->func[0];
    if (law->rule->judgment) {
        world_note_consumed(w, f->body);
        return judge(w, law, i);
    }
    f->body = drop_unread(f->body, w);
    Set one = { .name = law->rule->name, .law = (Law *)law, .nlaws = 1 };
    return engine_run(w, f, &one, HOW_ONCE) ? f->body : NULL;
}

Applied instance_apply(const RuleSet *rs, const Law *law, const Instance *i,
                       Core **after, const char **why)
{
    DiagCatch d;
    volatile Applied a = APPLY_BROKEN;
    const char *message = NULL;
    bug_caught(&message);
    if (!DIAG_CATCH(&d)) {
        *after = apply(rs, law, i);
        a = *after ? APPLY_DONE : APPLY_NOT;
    }
    diag_pop(&d);
    bug_caught(NULL);
    *why = a == APPLY_BROKEN ? message : NULL;
    return a;
}
