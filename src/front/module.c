/* module.c -- declarations and module expressions: what is left of them is a
   flat list of functions, types and views. */
#include "module.h"

#include <string.h>

enum { MAX_DECS = 200000 };

static Ast *out;                           /* the flat list */

/* The bodies that are being resolved, the innermost first. */
typedef struct Body {
    Dec *const *dec;
    int n, at;                             /* this one is being resolved */
    struct Body *outer;
    const Known *known;
    Module *module;                        /* what it exports */
    Table *own[N_SIG + 1];                 /* by kind: name -> Dec, defined once */
    const Making *making;
} Body;
static Body *body;

const Dec *known_later(const char *name)
{
    for (const Body *b = body; b; b = b->outer)
        for (int i = b->at; i < b->n; i++)
            if (b->dec[i]->kind == D_FUN && b->dec[i]->name == name)
                return b->dec[i];
    return NULL;
}

/* ---- the flat list ------------------------------------------------------- */

Dec *emit_dec(DecKind kind, const Dec *d, const char *name, const Making *m)
{
    Dec *n = MAKE(Dec, .kind = kind, .span = d->span, .name_span = d->name_span, .name = name,
                       .written = intern(format("%s%s", m->path, d->name)), .lifted = d->lifted,
                       .applied = m->applied, .origin = (Dec *)d);
    vec_push(&out->dec, n);
    if (out->dec.n > MAX_DECS)
        fail_at(m->applied ? m->applied : d->span, ERR_PROGRAM_TOO_LARGE, "the applications of "
                "parametric modules make more than %d declarations", MAX_DECS);
    return n;
}

void module_declare(const Dec *text, const char *key)
{
    Dec *n = resolve_fun(text, known_built_in(), NULL);
    n->name = n->written = key;
    n->origin = NULL;
    vec_push(&out->dec, n);
}

/* Binds a name in a body, and exports it. */
static void bind(Body *b, const Dec *d, Meaning m)
{
    Table **own = &b->own[m.kind == N_MODULE ? N_VALUE : m.kind];
    const Dec *old = *own ? table_get(*own, d->name) : NULL;
    if (old) {
        error_at(d->name_span, ERR_DEFINED_TWICE, "'%s' is defined twice", d->name);
        note_at(old->name_span, "it was defined here before");
    }
    if (!*own)
        *own = table_new();
    table_put(*own, d->name, (void *)d);
    m.span = d->name_span;
    b->known = known_add(b->known, d->name, m);
    if (b->module)
        module_add(b->module, d->name, m);
}

/* ---- declarations -------------------------------------------------------- */

static void add_fun(Body *b, Dec *d)
{
    const Making *m = b->making;
    if (d->entry && b->outer)
        error_at(d->name_span, ERR_ENTRY_IN_MODULE, "an entry point cannot be declared in a "
                 "module; declare one at the top that calls '%s'", d->name);
    const char *key = unique_value(format("%s%s", m->path, d->name), m);
    Dec *n = resolve_group(d, b->known, key, m);
    n->name = key;
    n->written = intern(format("%s%s", m->path, d->name));
    n->entry = m->main && (d->entry || d->name == intern("main"));
    n->applied = m->applied;
    vec_push(&out->dec, n);
    bind(b, d, (Meaning){ .kind = N_VALUE, .key = n->name });
}

static void add_type(Body *b, Dec *d)
{
    const char *key = unique_type(format("%s%s", b->making->path, d->name));
    Dec *n = emit_dec(D_TYPE, d, key, b->making);
    n->type = resolve_type(d->type, resolve_tparams(d, n, b->known));
    bind(b, d, (Meaning){ .kind = N_TYPE, .key = key });
}

static Module *eval(const ModExp *e, const Known *k, const Making *m);

static void add_module(Body *b, const Dec *d)
{
    Making m = making_in(b->making, format("%s%s.", b->making->path, d->name), NULL);
    bind(b, d, (Meaning){ .kind = N_MODULE, .module = eval(d->mod, b->known, &m) });
}

static void open_module(Body *b, const Dec *d)
{
    Making m = making_in(b->making, NULL, NULL);
    Module *opened = eval(d->mod, b->known, &m);
    if (opened->kind == MODULE_FUNCTOR) {
        error_at(d->mod->span, ERR_NOT_A_MODULE, "this module takes a parameter; apply it before "
                 "it is opened");
        opened = module_new(MODULE_WRONG);
    }
    b->known = known_open(b->known, opened);
    if (b->module)
        module_add_all(b->module, opened);
}

/* A module type is checked as that of a module of which nothing else is known. */
static void check_module_type(Body *b, const Dec *d)
{
    Making m = making_in(b->making, format("%s%s.", b->making->path, d->name), NULL);
    module_ascribe(d->sig, b->known, &(Ascribed){ NULL, true, d->name_span, &m, NULL });
}

static void add_dec(Body *b, Dec *d)
{
    Module *exported = b->module;
    b->module = d->local ? NULL : exported;
    switch (d->kind) {
    case D_FUN: add_fun(b, d); break;
    case D_TYPE: add_type(b, d); break;
    case D_OPEN: open_module(b, d); break;
    case D_MODULE: add_module(b, d); break;
    case D_MODULE_TYPE:
        check_module_type(b, d);
        bind(b, d, (Meaning){ .kind = N_SIG, .sig = d->sig, .known = b->known });
        break;
    default: bug("a declaration of kind %d at %s", d->kind, span_str(d->span));
    }
    b->module = exported;
}

/* The declarations of a body; what they export. */
static Module *module_of_decs(Dec *const *dec, int n, const Known *k, const Making *m)
{
    Body b = { .dec = dec, .n = n, .outer = body, .known = k, .making = m,
               .module = module_new(MODULE_BODY) };
    body = &b;
    for (; b.at < n; b.at++)
        add_dec(&b, dec[b.at]);
    body = b.outer;
    return b.module;
}

Module *module_of_file(const Ast *a, const Making *m)
{
    Body *before = body;
    body = NULL;
    Module *module = module_of_decs(a->dec.at, a->dec.n, known_built_in(), m);
    body = before;
    return module;
}

/* ---- module expressions -------------------------------------------------- */

Making making_in(const Making *m, const char *path, const Span *applied)
{
    return (Making){ path ? path : m->path, false, applied ? applied : m->applied };
}

/* A parametric module is resolved, and checked, for any argument there may be. */
static Module *functor(const ModExp *e, const Known *k, const Making *m)
{
    Module *f = module_new(MODULE_FUNCTOR);
    f->param = e->name;
    f->param_sig = e->sig;
    f->known = k;
    f->body = e->part;
    Making param = making_in(m, format("%s.", e->name), NULL);
    int errors = error_count();
    Module *any = module_ascribe(e->sig, k, &(Ascribed){ NULL, true, e->name_span, &param, NULL });
    Meaning mean = { .kind = N_MODULE, .module = any, .span = e->name_span };
    Making inner = making_in(m, NULL, NULL);
    eval(e->part, known_add(k, e->name, mean), &inner);
    return error_count() == errors ? f : module_new(MODULE_WRONG);
}

static const Known *with_param(const Module *f, const Known *k, Module *arg)
{
    return f->param ? known_add(k, f->param, (Meaning){ .kind = N_MODULE, .module = arg }) : k;
}

Module *module_apply(Module *f, Module *arg, const Span *s, const Making *m)
{
    if (f->kind == MODULE_WRONG || arg->kind == MODULE_WRONG)
        return module_new(MODULE_WRONG);
    if (f->kind != MODULE_FUNCTOR) {
        error_at(s, ERR_NOT_A_MODULE, "this module takes no parameter, and cannot be applied");
        return module_new(MODULE_WRONG);
    }
    Making made = making_in(m, NULL, s);
    int errors = error_count();
    Module *seen = module_ascribe(f->param_sig, f->known,
                                  &(Ascribed){ arg, false, s, &made, NULL });
    if (error_count() != errors)
        return module_new(MODULE_WRONG);
    if (f->body)
        return eval(f->body, with_param(f, f->known, seen), &made);
    Module *result = f->hidden ? module_apply(f->hidden, arg, s, m) : NULL;
    return module_ascribe(f->result, with_param(f, f->known, seen),
                          &(Ascribed){ result, true, s, &made, with_param(f, f->within, seen) });
}

static Module *named(const ModExp *e, const Known *k)
{
    const Meaning *m = known_path(k, N_MODULE, e->name, e->span);
    return m ? m->module : module_new(MODULE_WRONG);
}

static Module *eval(const ModExp *e, const Known *k, const Making *m)
{
    switch (e->kind) {
    case M_NAME: return named(e, k);
    case M_BODY: return module_of_decs(e->dec.at, e->dec.n, k, m);
    case M_IMPORT: return import_file(e->name, e->span);
    case M_LAMBDA: return functor(e, k, m);
    case M_IS: {
        Module *from = eval(e->part, k, m);
        return module_ascribe(e->sig, k, &(Ascribed){ from, true, e->span, m, NULL });
    }
    case M_APPLY: {
        Module *f = eval(e->fun, k, m);
        Making arg = making_in(m, f->param ? format("%s%s.", m->path, f->param) : NULL, NULL);
        return module_apply(f, eval(e->part, k, &arg), e->span, m);
    }
    }
    return NULL;
}

/* ---- programs ------------------------------------------------------------ */

Ast *modules_resolve(const Ast *parsed, const Ast *prelude)
{
    out = NEW(Ast);
    body = NULL;
    names_start(parsed, prelude);
    import_start(parsed->source);
    Making top = { .path = "", .main = true };
    module_of_file(parsed, &top);
    out->source = parsed->source;
    return out;
}
