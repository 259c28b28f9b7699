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

/* ---- its body, seen otherwise --------------------------------------------- */

static Exp *with_exps(const Exp *e, Exp *const *part, int n)
{
    Exp *c = COPY(Exp, *e);
    c->ty = NULL;
    c->exp = (Exps){0};
    vec_append(&c->exp, part, n);
    return c;
}

typedef enum { GOES, STEP, VALUE } View;

static Exp *truth(const Exp *like, bool value)
{
    Exp *e = with_exps(like, NULL, 0);
    e->kind = E_BOOL;
    e->integer = value;
    e->prim = BOOL;
    return e;
}

static Exp *last(Exp *e, const Dec *dec, View v)
{
    static Ty tuple = { .kind = TY_TUPLE };
    if (v == VALUE)
        return e;
    if (v == GOES)
        return truth(e, is_call(e, dec));
    Exp *step = with_exps(e, e->exp.at + 1, e->exp.n - 1);
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
static Exp *seen(Exp *e, const Dec *dec, View v)
{
    Exp **rest = binds(e);
    if (rest) {
        Exp *c = with_exps(e, e->exp.at, e->exp.n);
        *binds(c) = seen(*rest, dec, v);
        return c;
    }
    if (!is_fork(e))
        return last(e, dec, v);
    Exp *fork = with_exps(e, e->exp.at, 1);
    fork->pat = (Pats){0};
    for (int i = 1; i < e->exp.n; i++) {
        Exp *end = e->exp.at[i];
        if (v == STEP ? !mentions(end, dec) : v == VALUE && needs_call(end, dec))
            continue;
        vec_push(&fork->exp, seen(end, dec, v));
        if (e->kind == E_MATCH)
            vec_push(&fork->pat, e->pat.at[i - 1]);
    }
    if (v == GOES)
        return plain_fork(fork);
    return e->kind == E_IF && fork->exp.n == 2 ? fork->exp.at[1] : fork;
}

/* ---- the loop ------------------------------------------------------------ */

static Sv *call_view(Sv **arg, const Call *c)
{
    return call_inline((Fun *)c->fun->payload, arg[0]->part, &(Call){ .span = c->span });
}

/* The function of all parameters at once that has this view of the body. */
static Fun *view_of_body(const Fun *f, View v)
{
    Dec *d = COPY(Dec, *f->dec);
    d->body = seen(f->dec->body, f->dec, v);
    d->result = v == VALUE ? d->result : NULL;
    Fun *g = COPY(Fun, *f);
    g->dec = d;
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
    Env *env = sv_env_bind(NULL, intern("#start"), NULL, sv_tuple(arg, f->arity));
    static const char *const name[] = { "#goes", "#step" };
    for (int v = GOES; v <= STEP; v++)
        env = sv_env_bind(env, intern(name[v]), NULL,
                          fun_native((Fun){ .arity = 1, .call = call_view,
                                            .payload = view_of_body(f, (View)v) }));
    Exp loop = { .kind = E_LOOP, .loop = LOOP_WHILE, .span = s };
    vec_push(&loop.pat, NODE(Pat, s, .kind = P_NAME, .name = intern("#state")));
    vec_push(&loop.exp, named("#start", s));
    vec_push(&loop.exp, exp_apply(s, named("#step", s), named("#state", s)));
    vec_push(&loop.exp, exp_apply(s, named("#goes", s), named("#state", s)));
    Sv *end = eval_loop(&loop, env);
    return call_inline(view_of_body(f, VALUE), end->part, c);
}
