/*
 * desugar_tail.c -- functions whose calls of themselves are the last thing they do.
 *
 * Such a function is a loop: while it goes on, its parameters become the arguments of its
 * call; then it gives its value. The three are its body, seen as a condition, as a step
 * and as a value.
 */
#include "build.h"
#include "desugar.h"

/* ---- which they are ------------------------------------------------------ */

typedef struct { const char *name; bool found; } Finding;

static void find_mention(Exp **e, void *arg)
{
    Finding *m = arg;
    m->found |= (*e)->kind == E_NAME && (*e)->name == m->name;
    if ((*e)->kind == E_LET_FUN && (*e)->dec->body)
        find_mention(&(*e)->dec->body, m);
    exp_each(*e, find_mention, m);
}

static bool mentions(Exp *e, const Dec *dec)
{
    Finding m = { dec->name, false };
    find_mention(&e, &m);
    return m.found;
}

static bool is_call(const Exp *e, const Dec *dec)
{
    return e->kind == E_APPLY && e->exp.at[0]->kind == E_NAME && e->exp.at[0]->name == dec->name
        && e->exp.n == dec->param.n + 1;
}

/* A branch or a match: its ends follow what it asks. */
static bool is_fork(const Exp *e)
{
    return e->kind == E_IF || e->kind == E_MATCH;
}

/* What an expression ends in, where it binds before. */
static Exp **binds(Exp *e)
{
    return exp_is_let(e) ? &e->exp.at[1] : e->kind == E_ATTR ? &e->exp.at[0] : NULL;
}

static bool binding_mentions(Exp *e, const Dec *dec)
{
    return e->kind == E_LET ? mentions(e->exp.at[0], dec)
                            : e->kind == E_LET_FUN && mentions(e->dec->body, dec);
}

static bool only_tail_calls(Exp *e, const Dec *dec)
{
    for (Exp **rest; (rest = binds(e)); e = *rest)
        if (binding_mentions(e, dec))
            return false;
    if (!is_fork(e) && !is_call(e, dec))
        return !mentions(e, dec);
    bool only = is_call(e, dec) || !mentions(e->exp.at[0], dec);
    for (int i = 1; i < e->exp.n; i++)
        only &= is_fork(e) ? only_tail_calls(e->exp.at[i], dec) : !mentions(e->exp.at[i], dec);
    return only;
}

bool is_tail_recursive(const Dec *dec)
{
    return dec->recursive && only_tail_calls(dec->body, dec);
}

/* ---- functions that it takes ---------------------------------------------- */

static bool pat_binds(const Pat *p, const char *name)
{
    bool yes = p->kind == P_NAME && p->name == name;
    for (int i = 0; i < p->part.n && !yes; i++)
        yes = pat_binds(p->part.at[i], name);
    return yes;
}

typedef struct { const Dec *dec; int param; const char *name; bool other; } Passing;

/* A call of itself that passes another value on, or a name that is bound anew. */
static void find_other(Exp **at, void *arg)
{
    Passing *p = arg;
    Exp *e = *at;
    for (int i = 0; i < e->pat.n; i++)
        p->other |= pat_binds(e->pat.at[i], p->name);
    p->other |= e->kind == E_LET_FUN || (e->kind == E_LOOP && e->name == p->name);
    if (is_call(e, p->dec)) {
        const Exp *given = e->exp.at[p->param + 1];
        p->other |= given->kind != E_NAME || given->name != p->name;
    }
    exp_each(e, find_other, p);
}

bool passes_on(const Dec *dec, int param)
{
    const char *name = pat_name_of(dec->param.at[param]);
    Passing p = { dec, param, name, !name || param >= 64 };
    Exp *body = dec->body;
    if (!p.other)
        find_other(&body, &p);
    return !p.other;
}

/* ---- its body, seen otherwise --------------------------------------------- */

static Exp *with_exps(const Exp *e, Exp *const *part, int n)
{
    Exp *c = COPY(Exp, *e);
    c->ty = NULL;
    c->exp = (Exps){0};
    vec_append(&c->exp, part, n);
    return c;
}

typedef enum { GOES, STEP, VALUE } Kind;

/* A view of the body of dec; parameters that stay as they are have their bit in `fixed`. */
typedef struct { Kind kind; const Dec *dec; uint64_t fixed; } View;

static Exp *truth(const Exp *like, bool value)
{
    Exp *e = with_exps(like, NULL, 0);
    e->kind = E_BOOL;
    e->integer = value;
    e->prim = BOOL;
    return e;
}

static Exp *last(Exp *e, const View *v)
{
    static Ty tuple = { .kind = TY_TUPLE };
    if (v->kind == VALUE)
        return e;
    if (v->kind == GOES)
        return truth(e, is_call(e, v->dec));
    Exp *step = with_exps(e, NULL, 0);
    for (int i = 1; i < e->exp.n; i++)
        if (!(v->fixed >> (i - 1) & 1))
            vec_push(&step->exp, e->exp.at[i]);
    step->kind = E_TUPLE;
    step->ty = &tuple;
    return step;
}

/* Where all ends of a fork say whether it goes on, and the same, or of two each its own. */
static Exp *plain_fork(Exp *e)
{
    int yes = 0, n = e->exp.n - 1;
    for (int i = 1; i <= n; i++) {
        if (e->exp.at[i]->kind != E_BOOL)
            return e;
        yes += e->exp.at[i]->integer != 0;
    }
    if (yes == 0 || yes == n)
        return e->exp.at[1];
    if (e->kind != E_IF)
        return e;
    Exp *no = with_exps(e, e->exp.at, 1);
    no->kind = E_NOT;
    return e->exp.at[1]->integer ? e->exp.at[0] : no;
}

/* Only the ways through it that come to such an end. */
static Exp *seen(Exp *e, const View *v)
{
    Exp **rest = binds(e);
    if (rest) {
        Exp *c = with_exps(e, e->exp.at, e->exp.n);
        *binds(c) = seen(*rest, v);
        return c;
    }
    if (!is_fork(e))
        return last(e, v);
    Exp *fork = with_exps(e, e->exp.at, 1);
    fork->pat = (Pats){0};
    for (int i = 1; i < e->exp.n; i++) {
        Exp *end = e->exp.at[i];
        if (v->kind == STEP ? !mentions(end, v->dec)
                            : v->kind == VALUE && needs_call(end, v->dec))
            continue;
        vec_push(&fork->exp, seen(end, v));
        if (e->kind == E_MATCH)
            vec_push(&fork->pat, e->pat.at[i - 1]);
    }
    if (v->kind == GOES)
        return plain_fork(fork);
    return e->kind == E_IF && fork->exp.n == 2 ? fork->exp.at[1] : fork;
}

/* ---- the loop ------------------------------------------------------------ */

static Sv *call_view(Sv **arg, const Call *c)
{
    return call_inline((Fun *)c->fun->payload, arg[0]->part, &(Call){ .span = c->span });
}

/* The function of all parameters that vary, at once, that has this view of the body. */
static Fun *view_of_body(const Fun *f, const View *v, Env *env)
{
    Dec *d = COPY(Dec, *f->dec);
    d->body = seen(f->dec->body, v);
    d->result = v->kind == VALUE ? d->result : NULL;
    d->param = (Pats){0};
    for (int i = 0; i < f->arity; i++)
        if (!(v->fixed >> i & 1))
            vec_push(&d->param, f->dec->param.at[i]);
    Fun *g = COPY(Fun, *f);
    g->dec = d;
    g->env = env;
    g->arity = d->param.n;
    g->use = NULL;
    return g;
}

static Exp *named(const char *name, const Span *s)
{
    return exp_named(E_NAME, s, intern(name), NULL, NULL);
}

Sv *call_tail(Fun *f, Sv **arg, const Call *c)
{
    const Span *s = f->dec->span;
    View view = { .dec = f->dec };
    Env *body = f->env;
    Sv **varies = NEWS(Sv *, f->arity);
    int n = 0;
    for (int i = 0; i < f->arity; i++)
        if (sv_has_fun(arg[i])) {
            view.fixed |= (uint64_t)1 << i;
            body = bind_pat(f->dec->param.at[i], arg[i], body, false);
        } else {
            varies[n++] = arg[i];
        }
    Env *env = sv_env_bind(NULL, intern("#start"), NULL, sv_tuple(varies, n));
    static const char *const name[] = { "#goes", "#step" };
    for (view.kind = GOES; view.kind <= STEP; view.kind++)
        env = sv_env_bind(env, intern(name[view.kind]), NULL,
                          fun_native((Fun){ .arity = 1, .call = call_view,
                                            .payload = view_of_body(f, &view, body) }));
    Exp loop = { .kind = E_LOOP, .loop = LOOP_WHILE, .span = s };
    vec_push(&loop.pat, NODE(Pat, s, .kind = P_NAME, .name = intern("#state")));
    vec_push(&loop.exp, named("#start", s));
    vec_push(&loop.exp, exp_apply(s, named("#step", s), named("#state", s)));
    vec_push(&loop.exp, exp_apply(s, named("#goes", s), named("#state", s)));
    Sv *end = eval_loop(&loop, env);
    return call_inline(view_of_body(f, &view, body), end->part, c);
}
