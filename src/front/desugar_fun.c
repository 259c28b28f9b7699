/* desugar_fun.c -- names, patterns and the application of functions. */
#include "desugar.h"

#include <string.h>

enum { MAX_INLINING = 300, MAX_DEPTH = 2000, MAX_CALLS = 100000 };

/* ---- names -------------------------------------------------------------- */

/* What a function is for, not known yet. */
Env *env_params(Env *env, const Dec *dec)
{
    env = sv_env_begin(env);
    for (int i = 0; i < dec->free_type.n; i++)
        env = env_type(env, dec->free_type.at[i]);
    env = sv_env_sizes(env, NULL, dec->free_size.at, dec->free_size.n);
    for (int i = 0; i < dec->tparam.n; i++)
        if (dec->tparam.at[i].kind == PARAM_SIZE)
            env = assoc_with(env, dec->tparam.at[i].name,
                              sv_env_size(env, dec->tparam.at[i].size));
    return env;
}

static Sv *constant(const Dec *dec, const Call *c);
static Sv *fun_closure(const Dec *dec, const Use *use);

/* Declarations of the prelude are no copies. */
static bool in_prelude(const Dec *dec)
{
    return !dec->origin;
}

static Sv *declared(const Dec *dec, const Call *c)
{
    Sv *known = in_prelude(dec) ? fun_intrinsic(dec) : NULL;
    if (known)
        return known;
    if (dec->kind == D_VAL) {
        Call inner = *c;
        inner.use = MAKE(Use, .exp = dec->body, .view = dec, .outer = c->use);
        return sv_borrow(env_lookup(dec->of, NULL, &inner));
    }
    return dec->param.n ? fun_closure(dec, c->use) : constant(dec, c);
}

bool name_known(const char *name, Env *env)
{
    const Binding *b = assoc_find(env, name);
    return b ? b->value != NULL : table_has(desugarer.dec, name);
}

Sv *env_lookup(const char *name, Env *env, const Call *c)
{
    const Binding *b = assoc_find(env, name);
    if (b && !b->value)
        fail_at(c->span, ERR_SIZE_UNKNOWN, "the size %s is not known here: no argument says it",
                name);
    const Dec *dec = b ? NULL : table_get(desugarer.dec, name);
    Sv *v = b ? b->value : dec ? declared(dec, c) : scalar_function(name);
    if (!v)
        bug("the checker knows %s, and nothing else does", name);
    return v;
}

Sv *env_named(const Exp *e, Env *env, const Call *c)
{
    Call named = *c;
    named.use = MAKE(Use, .exp = e, .env = env);
    Sv *v = env_lookup(e->name, env, &named);
    bool own = v->kind == SV_FUN && e->instance_of && v->fun->dec == e->instance_of;
    if (!own || v->fun->nargs)
        return v;
    Fun f = *v->fun;
    f.use = named.use;
    return fun_native(f);
}

/* ---- patterns ----------------------------------------------------------- */

Sv *pat_part(const Pat *p, Sv *v, int i)
{
    switch (p->kind) {
    case P_ASCRIBE: return v;
    case P_RECORD: return sv_field(v, p->field.at[i]);
    case P_CTOR: return sv_payload(v, p->name)->part[i];
    default: return v->part[i];
    }
}

Env *bind_pat(const Pat *p, Sv *v, Env *env, bool keep)
{
    bool written = !desugarer.at.fixed;
    if (p->kind == P_NAME) {
        if (written || keep)
            sv_name(v, p->name, written);
        return sv_env_bind(env, p->name, p->size, v);
    }
    if (p->kind == P_ASCRIBE)
        ty_bind(p->type->ty, env, v, 0);
    for (int i = 0; i < p->part.n; i++)
        env = bind_pat(p->part.at[i], pat_part(p, v, i), env, keep);
    return env;
}

const char *pat_name_of(const Pat *p)
{
    p = pat_plain(p);
    return p->kind == P_NAME ? p->name : NULL;
}

/* ---- closures ----------------------------------------------------------- */

Sv *call_lambda(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    At before = desugarer.at;
    desugarer.at = f->at;
    Env *env = sv_env_begin(f->env);
    for (int i = 0; i < f->arity; i++)
        env = bind_pat(f->exp->pat.at[i], arg[i], env, false);
    Sv *v = eval_exp(f->exp->exp.at[0], env);
    desugarer.at = before;
    return v;
}

Sv *fun_lambda(const Exp *e, Env *env)
{
    return fun_native((Fun){ .arity = e->pat.n, .call = call_closure, .exp = e, .env = env,
                         .at = desugarer.at });
}

static const char *dec_name(const Dec *dec)
{
    return dec->written ? dec->written : dec->name ? dec->name : "this function";
}

/* Guards against recursion that the checker let through. */
void enter_dec(const Dec *dec, const Span *s)
{
    intptr_t depth = (intptr_t)table_get(desugarer.active, dec) + 1;
    if (depth > MAX_INLINING)
        fail_at(s, ERR_RECURSION, "'%s' calls itself, with arrays or functions; that is not "
                "supported yet: write a loop", dec_name(dec));
    if (++desugarer.depth > MAX_DEPTH)
        fail_at(span_new(s->src, s->line, s->col, s->line2, s->col2), ERR_NESTING,
                "functions call each other more than %d deep here", MAX_DEPTH);
    if (++desugarer.calls > MAX_CALLS)
        fail_at(s, ERR_PROGRAM_TOO_LARGE, "this program becomes too large: %s is expanded where it "
                "is called, and there are too many calls", dec_name(dec));
    table_put(desugarer.active, dec, (void *)depth);
}

void leave_dec(const Dec *dec)
{
    desugarer.depth--;
    table_put(desugarer.active, dec, (void *)((intptr_t)table_get(desugarer.active, dec) - 1));
}

/* The body of a declaration, with its arguments, in the current scope. */
Sv *eval_dec(Fun *f, Sv **arg, const Call *c)
{
    const Dec *dec = f->dec;
    Env *env = env_params(f->env, dec);
    for (int i = 0; i < f->arity; i++)
        env = bind_pat(dec->param.at[i], arg[i], env, false);
    for (int i = 0; i < f->arity; i++)
        ty_bind(dec->param.at[i]->ty, env, arg[i], 0);
    if (dec->result && c->ty)
        ty_bind_ty(dec->result->ty, env, c->ty, c->env);
    if (f->use)
        ty_bind_use(dec, f->use, env);
    return eval_exp(dec->body, env);
}

Sv *call_inline(Fun *f, Sv **arg, const Call *c)
{
    At before = desugarer.at;
    int unsafe = desugarer.unsafe;
    enter_dec(f->dec, c->span);
    if (f->prelude) {
        desugarer.at = (At){ .fixed = c->span };
    } else {
        desugarer.at = (At){ .from = f->exp ? f->at.from : c->span };
        desugarer.unsafe = f->exp ? desugarer.unsafe : 0;
    }
    Sv *v = eval_dec(f, arg, c);
    desugarer.at = before;
    desugarer.unsafe = unsafe;
    leave_dec(f->dec);
    return v;
}

/* The name without those of the modules around it. */
static const char *last_name(const Dec *dec)
{
    const char *name = dec->written ? dec->written : dec->name, *rest = name;
    while (rest)
        name = name_head(rest, &rest);
    return name;
}

static Sv *constant(const Dec *dec, const Call *c)
{
    Sv *known = table_get(desugarer.constant, dec);
    if (known)
        return known;
    Fun f = { .name = dec->name, .dec = dec, .prelude = in_prelude(dec), .use = c->use };
    bool shared = !dec->free_type.n && !dec->free_size.n;
    OpenBody *scope = desugarer.scope;
    if (shared)
        desugarer.scope = desugarer.root;
    Sv *v = call_inline(&f, NULL, c);
    sv_name(v, last_name(dec), true);
    desugarer.scope = scope;
    if (shared)
        table_put(desugarer.constant, dec, v);
    return v;
}

/* ---- closures, continued ------------------------------------------------- */

static Sv *fun_closure(const Dec *dec, const Use *use)
{
    return fun_native((Fun){ .name = dec->name, .arity = dec->param.n, .call = call_dec,
                         .dec = dec, .use = use, .prelude = in_prelude(dec) });
}

/* A function declared by let: it may use what is around it. */
Sv *fun_local(const Exp *let, Env *env)
{
    const Dec *dec = let->dec;
    if (!dec->param.n)
        bug("a local function without parameters at %s", span_str(dec->span));
    return fun_native((Fun){ .name = dec->name, .arity = dec->param.n, .call = call_dec,
                         .dec = dec, .exp = let, .env = env, .at = desugarer.at,
                         .prelude = desugarer.at.fixed != NULL });
}

/* ---- application -------------------------------------------------------- */

Sv *fun_native(Fun f)
{
    Fun *g = COPY(Fun, f);
    return sv_fun(g);
}

static Sv *apply_part(Fun *f, Sv **arg, int n)
{
    Fun *g = COPY(Fun, *f);
    g->arg = NEWS(Sv *, f->nargs + n);
    for (int i = 0; i < f->nargs + n; i++)
        g->arg[i] = i < f->nargs ? f->arg[i] : arg[i - f->nargs];
    g->nargs = f->nargs + n;
    return sv_fun(g);
}

/* What a function keeps it may be called with more than once. */
static Sv *apply_kept(Fun *f, Sv **arg, int n)
{
    Sv **kept = NEWS(Sv *, n);
    for (int i = 0; i < n; i++)
        kept[i] = sv_borrow(arg[i]);
    return apply_part(f, kept, n);
}

Sv *apply_fun(Sv *v, Sv **arg, int n, const Call *c)
{
    while (n > 0) {
        if (v->kind != SV_FUN)
            bug("%s is applied at %s", sv_structure(v), span_str(c->span));
        Fun *f = v->fun;
        int take = f->arity - f->nargs;
        if (n < take)
            return apply_kept(f, arg, n);
        Fun *all = apply_part(f, arg, take)->fun;
        Call inner = *c;
        inner.fun = all;
        if (n > take)
            inner.ty = NULL;
        v = all->call(all->arg, &inner);
        arg += take;
        n -= take;
    }
    return v;
}

Sv *apply1(Sv *f, Sv *a, const Span *s)
{
    Call c = { .span = s };
    return apply_fun(f, &a, 1, &c);
}

Sv *apply2(Sv *f, Sv *a, Sv *b, const Span *s)
{
    Call c = { .span = s };
    return apply_fun(f, (Sv *[]){ a, b }, 2, &c);
}
