/* check_names.c -- names: entering and leaving scopes, the built-in ones. */
#include "checker.h"

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

static Mentions *mentions;

void check_mentions(Mentions *to)
{
    mentions = to;
}

static void note_mention(const char *name, const Span *s, const Span *defined, Ty *t)
{
    if (mentions && !checker.prelude && s && t)
        vec_push(mentions, ((Mention){ name, s, defined, t }));
}

Binder *names_bind(const char *name, const Span *s, Ty *t)
{
    note_mention(name, s, s, t);
    Binder *b = MAKE(Binder, .name = name, .span = s, .ty = t, .size = tysize_name(name));
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
    TypeBinder *t = COPY(TypeBinder, b);
    put(checker.type, name, t);
}

/* ---- the scalar modules -------------------------------------------------- */

static Ty *sig_type(char k, Ty *self)
{
    return k == 't' ? self : ty_prim(scalar_sig(k, self->prim));
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

/* Built in; null if not. */
static Ty *operator_type(const char *name, const Span *span)
{
    const ScalarRow *r = name_is_symbol(name) ? scalar_row(name) : NULL;
    if (!r || r->op == OP_LSHR)
        return NULL;                     /* that is only the modules' */
    Ty *self = ty_scalar_var(scalar_prims(r->where));
    if (r->sig[3] == 'b' && !strchr("<>", name[0])) {
        self = ty_var();
        self->equality = true;
        vec_push(&checker.compared, ((Compared){ self, span }));
    }
    return row_type(r, self);
}

/* f32.sqrt, i64.f32; null if there is no such. */
static Ty *member_type(const char *module, const char *member)
{
    Prim p, from;
    if (!prim_of_name(module, &p))
        return NULL;
    if (prim_of_name(member, &from))
        return ty_fun(ty_prim(from), NULL, ty_prim(p));
    const ScalarRow *r = scalar_member(p, member);
    return r ? row_type(r, ty_prim(p)) : NULL;
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
    Ty *t = ty_instantiate(b, e);
    e->instance_of = b->dec;
    if (b->sizes.n)
        vec_push(&checker.instances, ((Instance){ e, b->sizes.at, b->sizes.n }));
    for (int i = first; i < checker.no_fun.n; i++)
        checker.no_fun.at[i].span = e->span;
    return t->kind == TY_FUN ? t : ty_open(t, e->span);
}

Ty *names_lookup(Exp *e)
{
    const char *name = e->name;
    Binder *b = table_get(checker.value, name);
    if (b) {
        b->used = true;
        Ty *t = instance(e, b);
        note_mention(exp_name(e), e->span, b->span, t);
        return t;
    }
    if (!strcmp(name, "?"))
        return ty_error();
    const char *member, *module = name_head(name, &member);
    Ty *t = member ? member_type(module, member) : operator_type(name, e->span);
    note_mention(exp_name(e), e->span, NULL, t);
    return t ? t : unknown(e, name);
}
