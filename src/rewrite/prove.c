/*
 * prove.c -- judgments: S |- e => e'.
 *
 * The first rule of the file whose conclusion fits and whose conditions hold
 * is taken; there is no way back, and none is needed, because the last rules
 * of a set always apply. Its sequents are proved in the order of the text,
 * and what they give is bound to their targets. A body of one binding is its
 * expression; its name is kept for the result. Bodies are put together as
 * ropes and spliced once, so time stays linear in the program.
 */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

typedef struct {
    World *world;
    const Set *set;
    bool on_trial;             /* of one rule, so others may lack */
    Core *last;                /* the subject around this one, */
    int levels, same;          /*   its levels, and how often in a row it was no larger task */
} Prover;

static Core *prove(Prover *p, Kids ctx, const char *lev, Core *subject,
                   const char *number);

/* ---- choosing ----------------------------------------------------------- */

static bool fits_root(const Law *law, const Core *subject)
{
    return law->root < 0 || law->root == (int)subject->op;
}

/* The conclusion says nothing of the subject: S |- ?e => .. */
static bool is_last_resort(const Law *law)
{
    const char *name = meta_name(law->rule->conclusion.subject);
    return name && !is_seq_name(name);
}

/* Where only one rule may fire, the last resorts must help it out. */
static bool may_fire(const Prover *p, const Law *law)
{
    const char *only = p->world->options ? p->world->options->only : NULL;
    return !only || !strcmp(only, law->rule->name) || is_last_resort(law);
}

static bool try_rule(Prover *p, Match *m, const Law *law, Kids ctx, const char *lev,
                     Core *subject)
{
    const Sequent *c = &law->rule->conclusion;
    if (!fits_root(law, subject) || !may_fire(p, law)
        || (c->lev && c->lev[0] != '?' && strcmp(c->lev, lev)))
        return false;
    m->law = law;
    m->env.n = 0;
    return match_sequent(m, c, ctx, subject);
}

static const Law *choose(Prover *p, Match *m, Kids ctx, const char *lev, Core *subject)
{
    for (int i = 0; i < p->set->nproves; i++)
        if (try_rule(p, m, p->set->proves[i], ctx, lev, subject))
            return p->set->proves[i];
    if (p->on_trial)
        bug("no rule of %s applies: %s |- %s", p->set->name, ctx_str(ctx),
            core_str(subject));
    fail_at(subject->span, ERR_RULE_FILE, "no rule of %s applies here: %s |- %s",
            p->set->name, ctx_str(ctx), core_str(subject));
}

/* ---- proving ------------------------------------------------------------ */

static Kids make_ctx(Match *m, const Core *pat)
{
    return make_args(m, pat->op == OP_CTX ? pat->g[0] : one((Core *)pat));
}

/* True if there was something to prove. */
static bool prove_premise(Prover *p, Match *m, const Sequent *s, const char *lev,
                          const char *number)
{
    Core *subject = make_body_or_exp(m, s->subject);
    bool any = subject->op != OP_BODY || subject->g[0].n;
    const char *at = s->lev && s->lev[0] != '?' ? s->lev : lev;
    Kids ctx = make_ctx(m, s->ctx);
    int aliases = m->world->aliases.n;
    Core *e = prove(p, ctx, at, subject, number);
    if (!ctx.n && strcmp(at, lev))         /* a body at another level is a graph of its own */
        e = world_resolve_since(m->world, aliases, e);
    const char *name = meta_name(s->target);
    if (name)
        env_put(&m->env, name, one(e));
    else {
        const Law *law = m->law;
        m->law = NULL;
        bool yes = match_expr(m, s->target, e);
        m->law = law;
        if (!yes)
            bug("rule %s: %s is not of the form of its target", law->rule->name,
                core_str(e));
    }
    return any;
}

/* S1 = <ps in pss>, for the trace. */
static void note_made(TraceStep *step, Match *m, const Premise *p)
{
    const char *name = p->left.n == 1 ? meta_name(p->left.at[0]) : NULL;
    const Kids *k = name ? env_get(&m->env, name) : NULL;
    if (!step || !k || !k->n || k->at[0]->op != OP_LEVEL)
        return;
    vec_push(&step->made, ((Bound){ name, *k }));
}

static Core *follow(Prover *p, Match *m, const char *lev, const char *number,
                    TraceStep *step)
{
    int k = 0;
    for (int i = m->law->nearly; i < m->law->npremises; i++) {
        const Premise *pr = &m->law->premise[i];
        if (pr->kind == PREMISE_PROVE)
            k += prove_premise(p, m, &pr->sequent, lev, format("%s.%d", number, k + 1));
        else if (!premises_hold(m, i, i + 1))
            bug("rule %s: %s does not hold after its sequents", m->law->rule->name,
                premise_text(m, pr));
        else
            note_made(step, m, pr);
    }
    return make_body_or_exp(m, m->law->rule->conclusion.target);
}

/* The program's name for result i is better than that of the element it is made of, in each
   version. */
static void name_binding(const Core *body, int i, const char *name)
{
    int k;
    const Core *result = body->g[0].at[i];
    const Stm *s = result->op == OP_VAR ? binding_of(body, result->var, &k) : NULL;
    if (!s)
        return;
    result->var->name = var_new(name, NULL, NULL)->name;
    for (int g = 1; s->exp->op == OP_IF && g <= 2; g++)
        name_binding(s->exp->g[g].at[0], k, name);
}

/* The result of a body of one binding keeps its name; a part that has none gets none. */
static Core *prove_single(Prover *p, Kids ctx, const char *lev, Core *body,
                          const char *number)
{
    const Stm *s = &body->stm[0];
    Core *e = prove(p, ctx, lev, s->exp, number);
    if (is_atom(e) || e->ntypes != s->nvars)
        return e;
    const char **names = NEWS(const char *, s->nvars);
    for (int i = 0; i < s->nvars; i++) {
        names[i] = name_plural(s->var[i]->name, ctx.n);
        if (e->op == OP_BODY)
            take_name(e->g[0].at[i], names[i], s->var[i]->invented);
        if (e->op == OP_BODY && !ctx.n && !s->var[i]->invented)
            name_binding(e, i, names[i]);
    }
    Core *one = body_of_exp(e, names);
    if (ops[e->op].kind == K_VIEW)
        one->g[0].at[0]->var->invented = s->var[0]->invented;
    return one;
}

/* A set goes round in circles if a hundred sequents in a row, each asked by
   the one before, have as many bindings of the same operator. */
static void note_progress(Prover *p, const Law *law, Kids ctx, Core *subject)
{
    const Core *a = p->last, *b = subject;
    bool stays = a && ctx.n == p->levels && a->op == b->op
              && (a->op != OP_BODY || (a->nstms == b->nstms && a->g[0].n == b->g[0].n));
    p->same = stays ? p->same + 1 : 0;
    p->last = subject;
    p->levels = ctx.n;
    if (p->same > 100)
        fail_at(subject->span, ERR_RULE_FILE, "rule %s does not terminate here: it asks for %s "
                "|- %s again and again", law->rule->name, ctx_str(ctx), core_str(subject));
}

static Core *prove_marked(Prover *p, Kids ctx, const char *lev, Core *subject,
                          const char *number);

/* Rules know the attributes of the bindings around. */
static Core *prove(Prover *p, Kids ctx, const char *lev, Core *subject, const char *number)
{
    World *w = p->world;
    Around here = { w->marked ? table_get(w->marked, subject) : NULL, w->around };
    w->around = here.stm ? &here : here.out;
    Core *e = prove_marked(p, ctx, lev, subject, number);
    w->around = here.out;
    return e;
}

static Core *prove_marked(Prover *p, Kids ctx, const char *lev, Core *subject,
                          const char *number)
{
    Refusals refused = { 0 };
    if (subject->op == OP_BODY) {
        subject = body_flat(subject);
        world_subject(p->world, subject);
        if (!subject->g[0].n)
            return subject;    /* nothing is wanted of it */
        if (body_single(subject))
            return prove_single(p, ctx, lev, subject, number);
    }
    const int decided = p->world->decided.n;
    Match m = { .world = p->world, .subject = subject, .made = table_new(),
                .refusals = p->world->trace ? &refused : NULL };
    const Law *law = choose(p, &m, ctx, lev, subject);
    note_progress(p, law, ctx, subject);
    const Core *at = subject->op == OP_BODY && subject->nstms ? subject->stm[0].exp : subject;
    Origin around = origin_now();
    Step *made = step_new(law->rule->name, around.step, subject->step);
    origin_set((Origin){ at->span ? at->span : around.span, made });
    TraceStep *step = NULL;
    if (p->world->trace)
        step = trace_judgment(p->world, law->rule, number, ctx, subject, &m.asked,
                              &refused);
    made->told = step;
    m.refusals = NULL;
    Core *e = follow(p, &m, lev, number, step);
    if (step)
        step->after = e;
    origin_set(around);
    p->world->decided.n = decided;
    free(m.env.at);
    return e;
}

/* ---- entries ------------------------------------------------------------ */

/* A body of n bindings is proved n sequents deep. */
static void need_stack(void)
{
    struct rlimit r;
    const rlim_t want = (rlim_t)1 << 30;
    if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= want)
        return;
    r.rlim_cur = r.rlim_max < want ? r.rlim_max : want;
    setrlimit(RLIMIT_STACK, &r);
}

static Core *prove_all(Prover *p, Kids ctx, const char *lev, Core *subject)
{
    need_stack();
    Core *e = prove(p, ctx, lev, subject, "1");
    e = with_own_types(world_finish(p->world, body_flat(e)));
    return e->op == OP_BODY ? core_typed(graph_body(graph_new(p->world, e))) : e;
}

Core *prove_term(World *w, const Set *set, Kids ctx, const char *lev, Core *subject)
{
    Prover p = { .world = w, .set = set, .on_trial = true };
    return prove_all(&p, ctx, lev && lev[0] != '?' ? lev : "grid", subject);
}

/* The set has the one rule that may fire. */
static bool has_only(const Set *set, const RewriteOptions *o)
{
    for (int i = 0; i < set->nproves; i++)
        if (!o || !o->only || !strcmp(o->only, set->proves[i]->rule->name))
            return true;
    return false;
}

static void note_marked(Core *n, void *world)
{
    World *w = world;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (n->stm[i].nattrs)
            table_put(w->marked, n->stm[i].exp, &n->stm[i]);
    core_each(n, note_marked, w);
}

bool prove_run(World *w, Func *f, const Set *set)
{
    if (!core_parallel(f->body) || !has_only(set, w->options))
        return false;
    Prover p = { .world = w, .set = set };
    world_note_consumed(w, f->body);
    w->marked = table_new();
    note_marked(f->body, w);
    Core *e = body_of_exp(prove_all(&p, (Kids){ 0 }, "grid", f->body), NULL);
    bool same = core_equal(e, f->body);
    f->body = core_typed(e);
    return !same;
}
