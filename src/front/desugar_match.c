/* desugar_match.c -- matches: one case after the other, or, where there are many and each fits
   one value, by halves. */
#include "desugar.h"

#include <stdlib.h>
#include <string.h>

enum { MANY_CASES = 16 };

/* ---- matches ------------------------------------------------------------ */

static int tag_of(const Sv *v, const char *ctor)
{
    int tag = 0;
    while (v->ctor[tag] != ctor)
        tag++;
    return tag;
}

/* Whether the pattern fits, as an atom; null: it always does. */
static Core *fits(const Pat *p, Sv *v, Env *env)
{
    Core *ok = NULL;
    const Span *s = span_here(p->span);
    if (p->kind == P_LITERAL)
        return emit_op(OP_EQ, s, size_atom(v->atom), eval_atom(p->literal, env));
    if (p->kind == P_CTOR && v->n > 2)
        ok = emit_op(OP_EQ, s, size_atom(v->part[0]->atom), core_int(U8, tag_of(v, p->name)));
    for (int i = 0; i < p->part.n; i++)
        ok = emit_and(ok, fits(p->part.at[i], pat_part(p, v, i), env), s);
    return ok;
}

typedef struct { const Exp *exp; int at; Sv *value; Env *env; } Match;

static Sv *match_from(void *arg);

static Sv *match_this(void *arg)
{
    Match *m = arg;
    Env *env = bind_pat(m->exp->pat.at[m->at], m->value, m->env, false);
    return eval_exp(m->exp->exp.at[m->at + 1], env);
}

static Sv *match_next(void *arg)
{
    Match *m = arg, next = { m->exp, m->at + 1, m->value, m->env };
    return match_from(&next);
}

/* The cases from number `at` on; the last one fits, for all are covered. */
static Sv *match_from(void *arg)
{
    Match *m = arg;
    const Pat *p = m->exp->pat.at[m->at];
    Core *ok = m->at + 1 < m->exp->pat.n ? fits(p, m->value, m->env) : NULL;
    if (!ok)
        return match_this(m);
    return emit_branch(ok, match_this, match_next, m, span_here(p->span));
}

/* ---- many cases ---------------------------------------------------------- */

/* The value that a case fits, as an integer of the same bits. */
typedef struct { int64_t value; int at; bool sign; } Key;
typedef VEC(Key) Keys;

static bool fits_all(const Pat *p)
{
    bool yes = p->kind != P_LITERAL && p->kind != P_CTOR;
    for (int i = 0; i < p->part.n && yes; i++)
        yes = fits_all(p->part.at[i]);
    return yes;
}

/* The one value that a pattern fits: a constructor, or an integer; or there is none. */
static bool key_of(const Pat *p, const Sv *v, Key *key)
{
    if (p->kind == P_CTOR && v->n > 2) {
        *key = (Key){ .value = tag_of(v, p->name) };
        bool all = true;
        for (int i = 0; i < p->part.n; i++)
            all &= fits_all(p->part.at[i]);
        return all;
    }
    const Exp *e = p->literal;
    bool minus = e && e->kind == E_NEG;
    e = minus ? e->exp.at[0] : e;
    if (p->kind != P_LITERAL || e->kind != E_INT || !prim_is_int(e->prim))
        return false;
    Scalar x = scalar_int(e->prim, minus ? -(int64_t)e->integer : (int64_t)e->integer);
    *key = (Key){ .value = x.i, .sign = prim_is_signed(e->prim) };
    return true;
}

static int by_value(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    bool less = x->sign ? x->value < y->value : (uint64_t)x->value < (uint64_t)y->value;
    return x->value == y->value ? x->at - y->at : less ? -1 : 1;
}

/* The keys of all cases but the last in their order, each once; false: some have none. */
static bool keys_of(const Match *m, Keys *keys)
{
    int n = m->exp->pat.n, left = 0;
    for (int i = 0; i < n - 1; i++) {
        Key k;
        if (!key_of(m->exp->pat.at[i], m->value, &k))
            return false;
        k.at = i;
        vec_push(keys, k);
    }
    qsort(keys->at, (size_t)keys->n, sizeof *keys->at, by_value);
    for (int i = 0; i < keys->n; i++)
        if (!left || keys->at[left - 1].value != keys->at[i].value)
            keys->at[left++] = keys->at[i];
    keys->n = left;
    return true;
}

/* Among keys, or among cases, from number `from` on, before `to`. */
typedef struct {
    const Match *match;
    const Key *key;
    Core *x;                   /* compared with keys, or the number of the case */
    int from, to, other;
    const Span *span;
} Half;

static Sv *find_case(void *arg);
static Sv *run_case(void *arg);

static int middle(const Half *h)
{
    return h->from + (h->to - h->from) / 2;
}

static Half lower(const Half *h) { Half l = *h; l.to = middle(h); return l; }
static Half upper(const Half *h) { Half u = *h; u.from = middle(h); return u; }
static Sv *find_lower(void *h) { return find_case(&(Half[]){ lower(h) }); }
static Sv *find_upper(void *h) { return find_case(&(Half[]){ upper(h) }); }
static Sv *run_lower(void *h) { return run_case(&(Half[]){ lower(h) }); }
static Sv *run_upper(void *h) { return run_case(&(Half[]){ upper(h) }); }
static Sv *found(void *h) { Half *x = h; return sv_atom(core_int(I32, x->key[x->from].at)); }
static Sv *other(void *h) { return sv_atom(core_int(I32, ((Half *)h)->other)); }

/* The number of the case. */
static Sv *find_case(void *arg)
{
    Half *h = arg;
    Core *key = core_int(type_of(h->x)->prim, h->key[middle(h)].value);
    if (h->to - h->from > 1)
        return emit_branch(emit_op(OP_LT, h->span, h->x, key), find_lower, find_upper, h, h->span);
    return emit_branch(emit_op(OP_EQ, h->span, h->x, key), found, other, h, h->span);
}

static Sv *run_case(void *arg)
{
    Half *h = arg;
    Match m = *h->match;
    if (h->to - h->from == 1) {
        m.at = h->from;
        return match_this(&m);
    }
    Core *low = emit_op(OP_LT, h->span, h->x, core_int(I32, middle(h)));
    return emit_branch(low, run_lower, run_upper, h, h->span);
}

Sv *eval_match(const Exp *e, Env *env)
{
    Match m = { e, 0, eval_exp(e->exp.at[0], env), env };
    Keys keys = {0};
    if (e->pat.n <= MANY_CASES || !keys_of(&m, &keys))
        return match_from(&m);
    const Span *s = span_here(e->span);
    const Sv *of = m.value->kind == SV_ATOM ? m.value : m.value->part[0];
    int n = e->pat.n;
    Half find = { &m, keys.at, size_atom(of->atom), 0, keys.n, n - 1, s };
    Half run = { &m, NULL, find_case(&find)->atom, 0, n, 0, s };
    return run_case(&run);
}
