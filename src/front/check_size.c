/* check_size.c -- sizes: polynomials over names and opaque applications. */
#include "checker.h"
#include "../core/range.h"

#include <string.h>

static bool is_ragged(TySize *leaf, void *arg) { (void)arg; return leaf->kind == SIZE_RAGGED; }

TySize *tysize_resolve(TySize *s)
{
    while (s->kind == SIZE_VAR && s->link)
        s = s->link;
    return s;
}

static int serial;

int tysize_serial(void)
{
    return serial;
}

static TySize *new(SizeKind k)
{
    TySize *s = NEW(TySize);
    s->kind = k;
    s->level = checker.level;
    s->serial = ++serial;
    return s;
}

TySize *tysize_const(int64_t value)
{
    TySize *s = new(SIZE_CONST);
    s->value = value;
    s->level = 0;
    return s;
}

TySize *tysize_name(const char *name)
{
    TySize *s = new(SIZE_NAME);
    s->name = name;
    return s;
}

TySize *tysize_app(const char *name, TySize **part, int n)
{
    TySize *s = new(SIZE_APP);
    s->name = name;
    s->part = part;
    s->nparts = n;
    return s;
}

TySize *tysize_app2(const char *name, TySize *a, TySize *b)
{
    TySize **part = NEWS(TySize *, 2);
    part[0] = a;
    part[1] = b;
    return tysize_app(intern(name), part, 2);
}

TySize *tysize_var(void)
{
    return new(SIZE_VAR);
}

TySize *tysize_unknown(const Span *span)
{
    TySize *s = new(SIZE_UNKNOWN);
    s->span = span;
    return s;
}

TySize *tysize_ragged(void)
{
    static TySize ragged = { .kind = SIZE_RAGGED };
    checker.ragged = true;
    return &ragged;
}

bool tysize_is_ragged(TySize *s)
{
    return tysize_mentions(s, is_ragged, NULL);
}

TySize *tysize_exists(void)
{
    return new(SIZE_EXISTS);
}

bool tysize_mentions(TySize *s, bool (*f)(TySize *, void *), void *arg)
{
    s = tysize_resolve(s);
    bool yes = s->kind != SIZE_APP && f(s, arg);
    for (int i = 0; i < s->nparts && !yes; i++)
        yes = tysize_mentions(s->part[i], f, arg);
    return yes;
}

TySize *tysize_subst(TySize *s, TySubst *by)
{
    TySize *r = tysize_resolve(s);
    for (int i = 0; i < by->size_from.n; i++)
        if (by->size_from.at[i] == r)
            return by->size_to.at[i];
    if (r->kind == SIZE_EXISTS && by->open_exists) {
        TySize *u = by->open ? by->open() : tysize_unknown(by->span);
        vec_push(&by->size_from, r);
        vec_push(&by->size_to, u);
        return u;
    }
    TySize *n = NULL;
    for (int i = 0; i < r->nparts; i++) {
        TySize *p = tysize_subst(r->part[i], by);
        if (p == r->part[i])
            continue;
        if (!n) {
            n = tysize_app(r->name, NEWS(TySize *, r->nparts), r->nparts);
            memcpy(n->part, r->part, sizeof *r->part * (size_t)r->nparts);
        }
        n->part[i] = p;
    }
    return n ? n : s;
}

/* ---- polynomials --------------------------------------------------------- */

enum { MAX_TERMS = 16 };

static Poly poly_of(TySize *s);

/* A factor, as core has them: equal ones are of one order. */
static Core *factor(TySize *s)
{
    Core *f = core_node(OP_TERM, NULL), **part = NEWS(Core *, s->nparts);
    f->text = s->kind == SIZE_APP ? s->name : format("#%08d", s->serial);
    for (int i = 0; i < s->nparts; i++)
        part[i] = poly_core(poly_of(s->part[i]));
    core_set(f, 0, part, s->nparts);
    if (!checker.factor)
        checker.factor = table_new();
    table_put(checker.factor, f, s);
    return f;
}

/* Products of many terms are factors. */
static Poly poly_of(TySize *s)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_NAME && s->link)
        return poly_of(s->link);
    if (s->kind == SIZE_CONST)
        return poly_const(s->value);
    bool plain = s->kind == SIZE_APP && s->nparts == 2 && !s->name[1];
    if (plain && strchr("+-*", s->name[0])) {
        Poly a = poly_of(s->part[0]), b = poly_of(s->part[1]);
        if (s->name[0] != '*')
            return poly_add(a, b, s->name[0] == '+' ? 1 : -1);
        if (a.n * b.n <= MAX_TERMS)
            return poly_mul(a, b);
    }
    return poly_factor(factor(s));
}

static Poly difference(TySize *a, TySize *b)
{
    return poly_add(poly_of(a), poly_of(b), -1);
}

static TySize *size_of_core(const Core *e)
{
    static const char *const name[] = { [OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*" };
    if (e->op == OP_TERM)
        return table_get(checker.factor, e);
    if (e->op == OP_CONST)
        return tysize_const(e->value.i);
    return tysize_app2(name[e->op], size_of_core(e->g[0].at[0]), size_of_core(e->g[1].at[0]));
}

/* The variable that the term is; or null. */
static TySize *open_term(const Mono *m)
{
    TySize *s = m->n == 1 ? table_get(checker.factor, m->fac[0]) : NULL;
    return s && s->kind == SIZE_VAR ? s : NULL;
}

static bool is_this(TySize *leaf, void *arg) { return leaf == arg; }
static bool is_open(TySize *leaf, void *arg) { (void)arg; return leaf->kind == SIZE_VAR; }
static bool is_exists(TySize *leaf, void *arg) { (void)arg; return leaf->kind == SIZE_EXISTS; }

bool tysize_has_open(TySize *s)
{
    return tysize_mentions(s, is_open, NULL);
}

static bool lives_deeper(TySize *leaf, void *arg)
{
    int level = *(int *)arg;
    if (leaf->kind == SIZE_VAR && leaf->level > level)
        leaf->level = level;
    return leaf->level > level;
}

static bool solve(TySize *var, TySize *as)
{
    if (tysize_mentions(as, is_this, var) || tysize_mentions(as, lives_deeper, &var->level))
        return false;
    var->link = as;
    return true;
}

static bool match(TySize *a, TySize *b);

/* Whether more than one of the terms is a variable to be solved for. */
static bool has_choice(Poly p)
{
    int open = 0;
    for (int i = 0; i < p.n; i++)
        open += open_term(&p.at[i]) != NULL;
    return open > 1;
}

static bool alike(const TySize *a, const TySize *b)
{
    return a->kind == SIZE_APP && b->kind == SIZE_APP && a->name == b->name &&
           a->nparts == b->nparts;
}

bool tysize_equal(TySize *a, TySize *b)
{
    return difference(a, b).n == 0;
}

bool tysize_unify(TySize *a, TySize *b)
{
    a = tysize_resolve(a);
    b = tysize_resolve(b);
    if (a == b)
        return true;
    if (tysize_mentions(a, is_exists, NULL) || tysize_mentions(b, is_exists, NULL))
        return true;
    if (a->kind == SIZE_VAR)
        return solve(a, b);
    if (b->kind == SIZE_VAR)
        return solve(b, a);
    if (tysize_is_ragged(a) || tysize_is_ragged(b))
        return true;
    Poly p = difference(a, b);
    if (has_choice(p) && alike(a, b))
        return match(a, b);
    for (int i = 0; i < p.n; i++) {
        TySize *var = open_term(&p.at[i]);
        int64_t coef = p.at[i].coef;
        if (!var || (coef != 1 && coef != -1))
            continue;
        Poly with = { &p.at[i], 1 }, rest = poly_add(p, with, -1);
        return solve(var, size_of_core(poly_core(poly_mul(rest, poly_const(-coef)))));
    }
    if (p.n && (tysize_mentions(a, is_open, NULL) || tysize_mentions(b, is_open, NULL))) {
        vec_push(&checker.sizes, ((SizeWanted){ a, b, checker.at }));
        return true;
    }
    return p.n == 0;
}

/* What could not be solved alone: [a * b] is [n * m] when a is n and b is m. */
static bool match(TySize *a, TySize *b)
{
    a = tysize_resolve(a);
    b = tysize_resolve(b);
    if (!alike(a, b))
        return tysize_unify(a, b);
    bool ok = true;
    for (int i = 0; i < a->nparts; i++)
        ok &= match(a->part[i], b->part[i]);
    return ok;
}

/* Once more through the equations; those that this makes are left. */
static void settle_once(bool guess)
{
    int n = checker.sizes.n;
    for (int i = 0; i < n; i++) {
        SizeWanted w = checker.sizes.at[i];
        checker.at = w.span;
        if (!(guess ? match(w.a, w.b) : tysize_unify(w.a, w.b)))
            error_at(w.span, ERR_SIZE_MISMATCH, "the sizes [%s] and [%s] differ",
                     tysize_str(w.a), tysize_str(w.b));
    }
    checker.sizes.n -= n;
    for (int i = 0; i < checker.sizes.n; i++)
        checker.sizes.at[i] = checker.sizes.at[n + i];
}

void tysize_settle(void)
{
    settle_once(false);
    settle_once(true);
    for (int i = 0; i < checker.sizes.n; i++)
        error_at(checker.sizes.at[i].span, ERR_SIZE_MISMATCH, "the sizes [%s] and [%s] cannot be "
                 "compared", tysize_str(checker.sizes.at[i].a), tysize_str(checker.sizes.at[i].b));
    checker.sizes.n = 0;
}

TySize *tysize_simple(TySize *s)
{
    s = tysize_resolve(s);
    if (s->kind != SIZE_APP)
        return s;
    return size_of_core(poly_core(poly_of(s)));
}

/* ---- from expressions ---------------------------------------------------- */

static TySize *size_of_parts(const char *name, Exp **e, int n)
{
    TySize **part = NEWS(TySize *, n);
    for (int i = 0; i < n; i++)
        if (!(part[i] = tysize_try_exp(e[i])))
            return NULL;
    return tysize_app(name, part, n);
}

static TySize *size_of_call(Exp *e)
{
    const Exp *head = e->exp.at[0];
    if (head->kind != E_NAME)
        return NULL;
    bool same_type = e->exp.n == 2 && head->name == intern("i64.i64");
    return same_type ? tysize_try_exp(e->exp.at[1])
                     : size_of_parts(head->name, e->exp.at + 1, e->exp.n - 1);
}

static TySize *size_of_index(Exp *e)
{
    return size_of_parts(intern("[]"), e->exp.at, e->exp.n);
}

TySize *tysize_try_exp(Exp *e)
{
    switch (e->kind) {
    case E_INT:
        return tysize_const((int64_t)e->integer);
    case E_NAME:
        return table_has(checker.value, e->name)
                   ? ((Binder *)table_get(checker.value, e->name))->size
                   : tysize_app(e->name, NULL, 0);
    case E_NEG:
        return tysize_app2("-", tysize_const(0), tysize_of_exp(e->exp.at[0]));
    case E_APPLY:
        return size_of_call(e);
    case E_INDEX:
        return size_of_index(e);
    case E_FIELD: {
        TySize *of = tysize_try_exp(e->exp.at[0]);
        return of ? tysize_app2(format(".%s", e->name), of, tysize_const(0)) : NULL;
    }
    case E_ASCRIBE: case E_ATTR:
        return tysize_try_exp(e->exp.at[0]);
    default:
        return NULL;
    }
}

TySize *tysize_of_exp(Exp *e)
{
    TySize *s = tysize_try_exp(e);
    if (!s) {
        s = tysize_unknown(e->span);
        s->exp = e;
    }
    return s;
}
