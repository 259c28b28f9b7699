/* check_names.c -- names: entering and leaving scopes, the built-in ones. */
#include "build.h"
#include "checker.h"

#include <stdlib.h>
#include <string.h>

/* ---- scopes -------------------------------------------------------------- */

int names_mark(void)
{
    return checker.hidden.n;
}

static void put(Table *t, const char *name, void *value)
{
    vec_push(&checker.hidden, ((Hidden){ name, table_get(t, name), t }));
    table_put(t, name, value);
}

static bool is_unused(const Table *t, const char *name)
{
    const Binder *b = t == checker.value ? table_get(t, name) : NULL;
    return b && b->watched && !b->used && name[0] != '_';
}

void names_leave(int mark)
{
    while (checker.hidden.n > mark) {
        Hidden h = checker.hidden.at[--checker.hidden.n];
        if (is_unused(h.table, h.name))
            vec_push(&checker.unused, table_get(h.table, h.name));
        if (h.value)
            table_put(h.table, h.name, h.value);
        else
            table_del(h.table, h.name);
    }
}

Binder *names_bind(const char *name, const Span *s, Ty *t)
{
    Binder *b = NEW(Binder);
    b->name = name;
    b->span = s;
    b->ty = t;
    b->size = tysize_name(name);
    b->size->span = s;
    b->prelude = checker.prelude;
    put(checker.value, name, b);
    return b;
}

Binder *names_bind_here(const char *name, const Span *s, Ty *t)
{
    const Binder *old = table_get(checker.value, name);
    if (old && old->is_size && !checker.prelude && !checker.dec->applied) {
        warn_at(s, WARN_SHADOWED_SIZE, "'%s' hides the size [%s]", name, name);
        note_at(old->span, "the size is bound here");
    }
    Binder *b = names_bind(name, s, t);
    b->watched = !checker.prelude;
    return b;
}

void names_bind_size(const char *name, const Span *s, TySize *size)
{
    names_bind(name, s, ty_prim(I64))->size = size;
}

void names_bind_type(const char *name, TypeBinder b)
{
    TypeBinder *t = NEW(TypeBinder);
    *t = b;
    put(checker.type, name, t);
}

/* ---- the scalar modules -------------------------------------------------- */

typedef struct { const char *name, *where, *sig; } ScalarRow;

static const ScalarRow rows[] = {
#define S(name, where, sig, op) { name, where, sig },
#include "scalars.def"
#undef S
};

static unsigned prims_of(const char *where)
{
    unsigned prims = 0;
    for (; *where; where++)
        prims |= *where == 's' ? SIGNED : *where == 'u' ? UNSIGNED
               : *where == 'f' ? FLOATS : TRUTHS;
    return prims;
}

static Ty *sig_type(char k, Ty *self)
{
    switch (k) {
    case 'b': return ty_prim(BOOL);
    case 'i': return ty_prim(I32);
    case 'l': return ty_prim(I64);
    case 'd': return ty_prim(F64);
    case 'U': return ty_prim(self->prim == F16 ? U16 : self->prim == F32 ? U32 : U64);
    default: return self;
    }
}

/* The type of a row for the scalar type self. */
static Ty *row_type(const ScalarRow *r, Ty *self)
{
    int n = (int)(strchr(r->sig, ':') - r->sig);
    Ty *t = sig_type(r->sig[n + 1], self);
    while (n-- > 0)
        t = ty_fun(sig_type(r->sig[n], self), NULL, t);
    return t;
}

static const ScalarRow *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

Ty *names_operator(const char *name)
{
    const ScalarRow *r = name_is_symbol(name) ? find_row(name) : NULL;
    if (!r)
        return NULL;
    Ty *self = ty_scalar_var(prims_of(r->where));
    if (r->sig[3] == 'b' && !strchr("<>", name[0])) {
        self = ty_var();
        self->equality = true;
        vec_push(&checker.scalars, self);
    }
    return row_type(r, self);
}

bool names_built_in(const char *name)
{
    return name_is_symbol(name) && find_row(name);
}

/* f32.sqrt, i64.f32; null if there is no such. */
static Ty *scalar_member(const char *module, const char *member)
{
    Prim p, from;
    if (!prim_of_name(module, &p))
        return NULL;
    if (prim_of_name(member, &from))
        return ty_fun(ty_prim(from), NULL, ty_prim(p));
    const ScalarRow *r = find_row(member);
    return r && prims_of(r->where) & 1u << p ? row_type(r, ty_prim(p)) : NULL;
}

static const char *const folds[][3] = {
    { "sum", "+", "0" }, { "product", "*", "1" },
    { "maximum", "max", "lowest" }, { "minimum", "min", "highest" },
};

static bool is_fold(const char *module, const char *member, int i)
{
    Prim p;
    return !strcmp(member, folds[i][0]) && prim_of_name(module, &p) && p != BOOL;
}

/* i64.sum is reduce (i64.+) 0, and so on: e becomes that. */
static Ty *folded(Exp *e, const char *module, const char *member)
{
    for (int i = 0; i < 4; i++) {
        const char *const *row = folds[i];
        if (e->kind != E_NAME || !is_fold(module, member, i))
            continue;
        const char *neutral = row[2];
        Exp *reduce = exp_named(E_NAME, e->span, intern("reduce"), NULL, NULL);
        Exp *op = exp_named(E_NAME, e->span, intern(format("%s.%s", module, row[1])),
                            NULL, NULL);
        Exp *ne = i < 2 ? exp_int(e->span, (TokenText){ neutral, 1 })
                        : exp_named(E_NAME, e->span, intern(format("%s.%s", module, neutral)),
                                    NULL, NULL);
        *e = *exp_apply(e->span, exp_apply(e->span, reduce, op), ne);
        return infer(e);
    }
    return NULL;
}

bool names_scalar(const char *module, const char *member)
{
    Prim p, from;
    const ScalarRow *r = find_row(member);
    bool has = prim_of_name(module, &p) &&
               (prim_of_name(member, &from) || (r && prims_of(r->where) & 1u << p));
    for (int i = 0; i < 4; i++)
        has |= is_fold(module, member, i);
    return has;
}

/* ---- looking up ---------------------------------------------------------- */

static bool is_derivative(const char *name)
{
    return !strcmp(name, "vjp") || !strcmp(name, "jvp") || !strcmp(name, "vjp2") ||
           !strcmp(name, "jvp2");
}

static Ty *unknown(const Exp *e, const char *name)
{
    Near near;
    near_start(&near, name);
    near_try_table(&near, checker.value);
    if (name == intern("unsafe")) {
        error_at(e->span, ERR_UNSAFE_KEYWORD, "'unsafe' is no keyword any more; write #[unsafe]");
    } else if (is_derivative(name)) {
        error_at(e->span, ERR_AUTODIFF, "'%s', automatic differentiation, is not supported yet; "
                 "write the derivative", name);
    } else if (near.best) {
        error_at(e->span, ERR_UNKNOWN_NAME, "unknown name '%s'; is '%s' meant?", name, near.best);
        fix_at(e->span, near.best);
    } else {
        error_at(e->span, ERR_UNKNOWN_NAME, "unknown name '%s'", name);
    }
    return ty_error();
}

static Ty *instance(Exp *e, const Binder *b)
{
    int first = checker.no_fun.n;
    Ty *t = ty_instantiate(b, &e->instance);
    e->instance_of = b->dec;
    for (int i = first; i < checker.no_fun.n; i++)
        checker.no_fun.at[i].span = e->span;
    return t->kind == TY_FUN ? t : ty_open(t, e->span);
}

Ty *names_lookup(Exp *e, const char *name)
{
    Binder *b = table_get(checker.value, name);
    if (b) {
        b->used = true;
        return instance(e, b);
    }
    if (!strcmp(name, "?"))
        return ty_error();
    const char *member, *module = name_head(name, &member);
    Ty *t = !member ? names_operator(name) : scalar_member(module, member);
    t = t || !member ? t : folded(e, module, member);
    return t ? t : unknown(e, name);
}
