/* ast_decs.c -- builders of declarations, modules and module types. */
#include "build.h"

#include <string.h>

/* ---- qualified names ----------------------------------------------------- */

bool name_is_symbol(const char *name)
{
    return *name && strchr("+-*/%=!><|&^", *name);
}

const char *name_head(const char *path, const char **rest)
{
    const char *dot = name_is_symbol(path) ? NULL : strchr(path, '.');
    *rest = dot ? intern(dot + 1) : NULL;
    return dot ? internn(path, (int)(dot - path)) : path;
}

/* ---- declarations -------------------------------------------------------- */

Dec *dec_new(DecKind k, const Span *s, const Span *name_span, const char *name)
{
    Dec *d = NEW(Dec);
    d->kind = k;
    d->span = s;
    d->name_span = name_span;
    d->name = name;
    return d;
}

Dec *dec_fun(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             Pats *params, TypeExp *result, Exp *body)
{
    Dec *d = dec_new(D_FUN, s, name_span, name);
    PUT_LIST(d->tparam, tparams);
    PUT_LIST(d->param, params);
    d->result = result;
    d->body = body;
    return d;
}

Dec *dec_infix(const Span *s, const Span *name_span, const char *name, Pat *a, Pat *b,
               TypeExp *result, Exp *body)
{
    Pats *params = LIST(Pats, NULL, a);
    vec_push(params, b);
    return dec_fun(s, name_span, name, NULL, params, result, body);
}

Dec *dec_type(const Span *s, const Span *name_span, TypeParamKind lifted, const char *name,
              TypeParams *tparams, TypeExp *t)
{
    Dec *d = dec_new(D_TYPE, s, name_span, name);
    d->lifted = lifted;
    PUT_LIST(d->tparam, tparams);
    d->type = t;
    return d;
}

Dec *dec_let(const Span *s, Dec *d)
{
    d->span = s;
    return d;
}

Dec *dec_entry(const Span *s, Dec *d)
{
    d->entry = true;
    return dec_let(s, d);
}

Dec *dec_attr(const Span *s, const char *attr, Dec *d)
{
    vec_push(&d->attr, attr);
    return dec_let(s, d);
}

Dec *dec_val(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             TypeExp *t)
{
    Dec *d = dec_new(D_VAL, s, name_span, name);
    PUT_LIST(d->tparam, tparams);
    d->type = t;
    return d;
}

Dec *dec_open(const Span *s, ModExp *m)
{
    Dec *d = dec_new(D_OPEN, s, m->span, NULL);
    d->mod = m;
    return d;
}

Dec *dec_import(const Span *s, const Span *path_span, TokenText path)
{
    Dec *d = dec_new(D_IMPORT, s, path_span, NULL);
    d->mod = mod_import(path_span, path);
    return d;
}

Dec *dec_local(const Span *s, Dec *inner)
{
    Dec *d = dec_new(D_LOCAL, s, inner->name_span, inner->name);
    d->inner = inner;
    return d;
}

Dec *dec_module(const Span *s, const Span *name_span, const char *name, ModParams *params,
                SigExp *is, ModExp *m)
{
    Dec *d = dec_new(D_MODULE, s, name_span, name);
    d->mod = mod_is(name_span, m, is);
    for (int i = params ? params->n - 1 : -1; i >= 0; i--)
        d->mod = mod_lambda(s, params->at[i].span, params->at[i].name, params->at[i].sig,
                            d->mod);
    return d;
}

Dec *dec_sig(DecKind k, const Span *s, const Span *name_span, const char *name, SigExp *sig)
{
    Dec *d = dec_new(k, s, name_span, name);
    d->sig = sig;
    return d;
}

/* ---- modules ------------------------------------------------------------- */

static ModExp *mod_new(ModKind k, const Span *s, const char *name, ModExp *part, SigExp *sig)
{
    ModExp *m = NEW(ModExp);
    *m = (ModExp){ .kind = k, .span = s, .name_span = s, .name = name, .part = part, .sig = sig };
    if (part)
        build_deeper(&m->depth, part->depth, s);
    if (sig)
        build_deeper(&m->depth, sig->depth, s);
    return m;
}

ModExp *mod_name(const Span *s, const char *name)
{
    return mod_new(M_NAME, s, name, NULL, NULL);
}

ModExp *mod_body(const Span *s, Decs *l)
{
    ModExp *m = mod_new(M_BODY, s, NULL, NULL, NULL);
    PUT_LIST(m->dec, l);
    return m;
}

ModExp *mod_import(const Span *s, TokenText path)
{
    return mod_new(M_IMPORT, s, internn(path.at + 1, path.n - 2), NULL, NULL);
}

ModExp *mod_apply(const Span *s, ModExp *f, ModExp *arg)
{
    ModExp *m = mod_new(M_APPLY, s, NULL, arg, NULL);
    m->fun = f;
    build_deeper(&m->depth, f->depth, s);
    return m;
}

ModExp *mod_is(const Span *s, ModExp *m, SigExp *sig)
{
    return sig ? mod_new(M_IS, s, NULL, m, sig) : m;
}

ModExp *mod_lambda(const Span *s, const Span *name_span, const char *name, SigExp *sig,
                   ModExp *body)
{
    ModExp *m = mod_new(M_LAMBDA, s, name, body, sig);
    m->name_span = name_span;
    return m;
}

/* ---- module types -------------------------------------------------------- */

static SigExp *sig_new(SigKind k, const Span *s, const char *name, SigExp *part, SigExp *result)
{
    SigExp *g = NEW(SigExp);
    *g = (SigExp){ .kind = k, .span = s, .name_span = s, .name = name, .part = part,
                   .result = result };
    if (part)
        build_deeper(&g->depth, part->depth, s);
    if (result)
        build_deeper(&g->depth, result->depth, s);
    return g;
}

SigExp *sig_name(const Span *s, const char *name)
{
    return sig_new(SIG_NAME, s, name, NULL, NULL);
}

SigExp *sig_specs(const Span *s, Decs *l)
{
    SigExp *g = sig_new(SIG_SPECS, s, NULL, NULL, NULL);
    PUT_LIST(g->spec, l);
    return g;
}

SigExp *sig_with(const Span *s, const Span *name_span, SigExp *sig, const char *name,
                 TypeParams *tparams, TypeExp *t)
{
    SigExp *g = sig_new(SIG_WITH, s, name, sig, NULL);
    g->name_span = name_span;
    PUT_LIST(g->tparam, tparams);
    g->type = t;
    return g;
}

SigExp *sig_fun(const Span *s, const char *name, SigExp *param, SigExp *result)
{
    return sig_new(SIG_FUN, s, name, param, result);
}
