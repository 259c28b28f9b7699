/* check_size.c -- sizes: names and expressions, equal when they are written alike. */
#include "checker.h"

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
    return MAKE(TySize, .kind = k, .level = checker.level, .serial = ++serial);
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

TySize *tysize_wanted(const Span *span)
{
    TySize *s = tysize_var();
    vec_push(&checker.open_sizes, ((OpenSize){ s, span }));
    return s;
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
            n->exp = r->exp;
            memcpy(n->part, r->part, sizeof *r->part * (size_t)r->nparts);
        }
        n->part[i] = p;
    }
    return n ? n : s;
}

/* ---- equality ------------------------------------------------------------- */

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

/* The same where neither has parts, or of the same form, whatever the parts are. */
static bool alike(const TySize *a, const TySize *b)
{
    if (a->kind == SIZE_CONST && b->kind == SIZE_CONST)
        return a->value == b->value;
    return a == b || (a->kind == SIZE_APP && b->kind == SIZE_APP && a->name == b->name &&
                      a->nparts == b->nparts);
}

bool tysize_equal(TySize *a, TySize *b)
{
    a = tysize_resolve(a);
    b = tysize_resolve(b);
    bool yes = alike(a, b);
    for (int i = 0; yes && a != b && i < a->nparts; i++)
        yes = tysize_equal(a->part[i], b->part[i]);
    return yes;
}

/* An existential size that occurs more than once is the same each time. */
static bool unify_exists(TySize *exists, TySize *is)
{
    for (int i = 0; i < checker.exists.n; i++)
        if (checker.exists.at[i].size == exists)
            return tysize_unify(checker.exists.at[i].is, is);
    vec_push(&checker.exists, ((Exists){ exists, is }));
    return true;
}

bool tysize_unify(TySize *a, TySize *b)
{
    a = tysize_resolve(a);
    b = tysize_resolve(b);
    if (a == b)
        return true;
    if (a->kind == SIZE_EXISTS && b->kind != SIZE_EXISTS)
        return unify_exists(a, b);
    if (b->kind == SIZE_EXISTS && a->kind != SIZE_EXISTS)
        return unify_exists(b, a);
    if (tysize_mentions(a, is_exists, NULL) || tysize_mentions(b, is_exists, NULL))
        return true;
    if (a->kind == SIZE_VAR)
        return solve(a, b);
    if (b->kind == SIZE_VAR)
        return solve(b, a);
    if (tysize_is_ragged(a) || tysize_is_ragged(b))
        return true;
    bool yes = alike(a, b);
    for (int i = 0; yes && i < a->nparts; i++)
        yes = tysize_unify(a->part[i], b->part[i]);
    return yes;
}

/* ---- from expressions ---------------------------------------------------- */

static TySize *size_of_parts(const char *name, Exp **e, int n)
{
    TySize **part = NEWS(TySize *, n);
    for (int i = 0; i < n; i++)
        if (!(part[i] = e[i] ? tysize_try_exp(e[i]) : tysize_app(intern("_"), NULL, 0)))
            return NULL;
    return tysize_app(intern(name), part, n);
}

/* (.a.0), (.[1]) */
static bool section_of(const Exp *e, Text *path)
{
    bool field = e->kind == E_FIELD, element = e->kind == E_INDEX && e->exp.n == 2;
    if (e->kind == E_NAME)
        return e->name == intern("#it");
    if ((!field && !element) || !section_of(e->exp.at[0], path))
        return false;
    if (element && e->exp.at[1]->kind != E_INT)
        return false;
    text_fmt(path, field ? ".%s" : ".[%s]", field ? e->name
             : format("%llu", (unsigned long long)e->exp.at[1]->integer));
    return true;
}

/* Sizes that are written alike are equal: how an expression is written, but for its parts. */
static const char *form_of(const Exp *e)
{
    Text fields = {0};
    switch (e->kind) {
    case E_INDEX: return "[]";
    case E_SLICE: return ":";
    case E_COERCE: return ":>";
    case E_LAMBDA: return section_of(e->exp.at[0], &fields) ? text_str(&fields) : NULL;
    case E_ARRAY: return "[,]";
    case E_TUPLE: return "(,)";
    case E_IF: return "if";
    case E_NOT: return "!";
    case E_SECTION: return "section";
    case E_APPLY: return "apply";
    case E_RANGE: return format("..%s", e->name);
    case E_CTOR: return format("#%s", e->name);
    case E_BOOL: return e->integer ? "true" : "false";
    case E_FLOAT: case E_STRING: return e->text;
    case E_RECORD:
        for (int i = 0; i < e->field.n; i++)
            text_fmt(&fields, "{%s}", e->field.at[i]);
        return text_str(&fields);
    default: return NULL;
    }
}

static TySize *size_of_form(Exp *e)
{
    const char *form = form_of(e);
    int parts = e->kind == E_LAMBDA ? 0 : e->exp.n;
    TySize *s = form ? size_of_parts(form, e->exp.at, parts) : NULL;
    if (s)
        s->exp = e;
    return s;
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
        return e->exp.at[0]->kind != E_NAME ? size_of_form(e)
             : size_of_parts(e->exp.at[0]->name, e->exp.at + 1, e->exp.n - 1);
    case E_FIELD: {
        TySize *of = tysize_try_exp(e->exp.at[0]);
        return of ? tysize_app2(format(".%s", e->name), of, tysize_const(0)) : NULL;
    }
    case E_ASCRIBE: case E_ATTR:
        return tysize_try_exp(e->exp.at[0]);
    case E_ASSERT:
        return tysize_try_exp(e->exp.at[1]);
    default:
        return size_of_form(e);
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
