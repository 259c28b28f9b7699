/* check_size.c -- sizes: polynomials over names and opaque applications. */
#include "checker.h"

#include <string.h>

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
    s->level = c.level;
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

enum { MAX_FACTORS = 4, MAX_TERMS = 16 };

typedef struct {
    int64_t coef;
    TySize *factor[MAX_FACTORS];       /* sorted by address */
    int n;
} Term;

typedef struct {
    Term term[MAX_TERMS];
    int n;
    bool too_big;                      /* to be compared as it stands */
} Poly;

static bool same(TySize *a, TySize *b);

static bool same_factors(const Term *a, const Term *b)
{
    if (a->n != b->n)
        return false;
    bool used[MAX_FACTORS] = { false };
    for (int i = 0; i < a->n; i++) {
        int j = 0;
        while (j < b->n && (used[j] || !same(a->factor[i], b->factor[j])))
            j++;
        if (j == b->n)
            return false;
        used[j] = true;
    }
    return true;
}

static void add_term(Poly *p, const Term *t, int64_t times)
{
    for (int i = 0; i < p->n; i++)
        if (same_factors(&p->term[i], t)) {
            p->term[i].coef += times * t->coef;
            if (!p->term[i].coef)
                p->term[i] = p->term[--p->n];
            return;
        }
    if (p->n == MAX_TERMS) {
        p->too_big = true;
        return;
    }
    p->term[p->n] = *t;
    p->term[p->n].coef = times * t->coef;
    p->n += t->coef != 0;
}

static void add_product(Poly *p, const Poly *a, const Poly *b, int64_t times)
{
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++) {
            Term t = a->term[i];
            t.coef *= b->term[j].coef;
            for (int k = 0; k < b->term[j].n; k++) {
                if (t.n == MAX_FACTORS) {
                    p->too_big = true;
                    return;
                }
                t.factor[t.n++] = b->term[j].factor[k];
            }
            add_term(p, &t, times);
        }
}

static void add_size(Poly *p, TySize *s, int64_t times)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_NAME && s->link) {
        add_size(p, s->link, times);
        return;
    }
    bool plain = s->kind == SIZE_APP && s->nparts == 2 && !s->name[1];
    if (plain && (s->name[0] == '+' || s->name[0] == '-')) {
        add_size(p, s->part[0], times);
        add_size(p, s->part[1], s->name[0] == '+' ? times : -times);
    } else if (plain && s->name[0] == '*') {
        Poly a = {0}, b = {0};
        add_size(&a, s->part[0], 1);
        add_size(&b, s->part[1], 1);
        p->too_big |= a.too_big || b.too_big;
        add_product(p, &a, &b, times);
    } else {
        Term t = { .coef = s->kind == SIZE_CONST ? s->value : 1,
                   .factor = { s }, .n = s->kind != SIZE_CONST };
        add_term(p, &t, times);
    }
}

/* Equal leaves, or the same function of equal sizes. */
static bool same(TySize *a, TySize *b)
{
    a = tysize_resolve(a);
    b = tysize_resolve(b);
    if (a == b)
        return true;
    if (a->kind != b->kind || (a->kind != SIZE_APP && a->kind != SIZE_CONST))
        return false;
    if (a->kind == SIZE_CONST)
        return a->value == b->value;
    bool yes = a->name == b->name && a->nparts == b->nparts;
    for (int i = 0; i < a->nparts && yes; i++) {
        Poly p = {0};
        add_size(&p, a->part[i], 1);
        add_size(&p, b->part[i], -1);
        yes = !p.n && !p.too_big;
    }
    return yes;
}

static TySize *size_of_term(const Term *t, int64_t coef)
{
    TySize *s = t->n && coef == 1 ? t->factor[0] : tysize_const(coef);
    for (int i = t->n && coef == 1; i < t->n; i++)
        s = tysize_app2("*", s, t->factor[i]);
    return s;
}

/* The polynomial without one term, times +1 or -1. */
static TySize *rest_of(const Poly *p, int without, int64_t times)
{
    TySize *s = NULL;
    for (int i = 0; i < p->n; i++) {
        if (i == without)
            continue;
        int64_t coef = p->term[i].coef * times;
        if (s && coef < 0)
            s = tysize_app2("-", s, size_of_term(&p->term[i], -coef));
        else
            s = s ? tysize_app2("+", s, size_of_term(&p->term[i], coef))
                  : size_of_term(&p->term[i], coef);
    }
    return s ? s : tysize_const(0);
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
static bool has_choice(const Poly *p)
{
    int open = 0;
    for (int i = 0; i < p->n; i++)
        open += p->term[i].n == 1 && p->term[i].factor[0]->kind == SIZE_VAR;
    return open > 1;
}

static bool alike(const TySize *a, const TySize *b)
{
    return a->kind == SIZE_APP && b->kind == SIZE_APP && a->name == b->name &&
           a->nparts == b->nparts;
}

bool tysize_equal(TySize *a, TySize *b)
{
    Poly p = {0};
    add_size(&p, tysize_resolve(a), 1);
    add_size(&p, tysize_resolve(b), -1);
    return p.too_big ? same(a, b) : p.n == 0;
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
    Poly p = {0};
    add_size(&p, a, 1);
    add_size(&p, b, -1);
    if (p.too_big)
        return same(a, b);
    if (has_choice(&p) && alike(a, b))
        return match(a, b);
    for (int i = 0; i < p.n; i++) {
        Term *t = &p.term[i];
        if (t->n == 1 && t->factor[0]->kind == SIZE_VAR && (t->coef == 1 || t->coef == -1))
            return solve(t->factor[0], rest_of(&p, i, -t->coef));
    }
    if (p.n && (tysize_mentions(a, is_open, NULL) || tysize_mentions(b, is_open, NULL))) {
        vec_push(&c.sizes, ((SizeWanted){ a, b, c.at }));
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

void tysize_settle(bool guess)
{
    int n = c.sizes.n;
    for (int i = 0; i < n; i++) {
        SizeWanted w = c.sizes.at[i];
        c.at = w.span;
        if (guess ? match(w.a, w.b) : tysize_unify(w.a, w.b))
            continue;
        error_at(w.span, ERR_SIZE_MISMATCH, "the sizes [%s] and [%s] differ", tysize_str(w.a),
                 tysize_str(w.b));
    }
    c.sizes.n -= n;
    for (int i = 0; i < c.sizes.n; i++)
        c.sizes.at[i] = c.sizes.at[n + i];
    for (int i = 0; i < c.sizes.n && guess; i++)
        error_at(c.sizes.at[i].span, ERR_SIZE_MISMATCH, "the sizes [%s] and [%s] cannot be "
                 "compared", tysize_str(c.sizes.at[i].a), tysize_str(c.sizes.at[i].b));
    c.sizes.n = guess ? 0 : c.sizes.n;
}

TySize *tysize_simple(TySize *s)
{
    s = tysize_resolve(s);
    if (s->kind != SIZE_APP)
        return s;
    Poly p = {0};
    add_size(&p, s, 1);
    return p.too_big ? s : rest_of(&p, -1, 1);
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
    Exp *args[8];
    int n = 0;
    while (e->kind == E_APPLY && n < 8) {
        args[7 - n++] = e->exp.at[1];
        e = e->exp.at[0];
    }
    if (e->kind != E_NAME || n == 8)
        return NULL;
    bool same_type = n == 1 && e->name == intern("i64.i64");
    return same_type ? tysize_try_exp(args[7]) : size_of_parts(e->name, args + 8 - n, n);
}

static TySize *size_of_index(Exp *e)
{
    VEC(Exp *) part = {0};
    vec_push(&part, e->exp.at[0]);
    for (int i = 0; i < e->slice.n; i++) {
        if (e->slice.at[i].is_slice)
            return NULL;
        vec_push(&part, e->slice.at[i].index);
    }
    return size_of_parts(intern("[]"), part.at, part.n);
}

TySize *tysize_try_exp(Exp *e)
{
    switch (e->kind) {
    case E_INT:
        return tysize_const((int64_t)e->integer);
    case E_NAME:
        return table_has(c.value, e->name)
                   ? ((Binder *)table_get(c.value, e->name))->size
                   : tysize_app(e->name, NULL, 0);
    case E_BINOP:
        return size_of_parts(e->name, e->exp.at, 2);
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
