/* module_type.c -- modules seen through module types. */
#include "module.h"

#include <string.h>

/* What the names of a module type mean: within the module, where its types
   are what they are; and for all others. The same where nothing is hidden. */
typedef struct { const Known *within, *outside; } Seen;
typedef struct { Module *within, *outside; } Views;

/* `with path = type`: the nearest first. */
typedef struct Refine {
    const char *path;
    const SigExp *with;
    Seen seen;
    bool *used;
    const struct Refine *outer;
} Refine;

/* One ascription. */
typedef struct {
    const Ascribed *a;
    VEC(const char *) missing;
    const Span *first;         /* where the first of them is specified */
    const Views *into;         /* where members that are included go; or null */
} Job;

static Views views(const SigExp *s, Seen k, Module *from, const Refine *r, const char *path,
                   Job *job);

/* Where the members of one module type go. */
typedef struct {
    Seen seen;
    Module *from;              /* null: not known */
    const Refine *refine;
    const char *path;
    Views to;
    Job *job;
} Specs;

static Views wrong_views(void)
{
    Module *m = module_new(MODULE_WRONG);
    return (Views){ m, m };
}

/* ---- members ------------------------------------------------------------- */

static const char *kind_of(const Dec *spec)
{
    return spec->kind == D_TYPE ? "type" : spec->kind == D_VAL ? "value" : "module";
}

/* What the module has for a member; null, to be reported, if it has none. */
static const Meaning *member(Specs *g, NameKind kind, const Dec *spec)
{
    const Meaning *m = module_member(g->from, kind, spec->name);
    if (m)
        return m;
    vec_push(&g->job->missing, format("%s '%s'%s", kind_of(spec), spec->name,
                                      module_member(g->from, N_VALUE | N_MODULE, spec->name)
                                          ? " (which is another thing there)" : ""));
    if (!g->job->first)
        g->job->first = spec->name_span;
    return NULL;
}

static bool makes_new(const Specs *g)
{
    return g->job->a->opaque || !g->from;
}

/* The declaration, named as the member is; key null: a check alone. */
static Dec *emit(Specs *g, DecKind kind, const Dec *spec, const char *key)
{
    Making m = *g->job->a->making;
    m.path = g->path;
    Dec *d = emit_dec(kind, spec, key, &m);
    d->span = g->job->a->span;
    return d;
}

/* A member, which those after it can mention. */
static void add_meanings(Specs *g, const Dec *spec, Meaning within, Meaning outside)
{
    module_add(g->to.within, spec->name, within);
    module_add(g->to.outside, spec->name, outside);
    g->seen.within = known_add(g->seen.within, spec->name, within);
    g->seen.outside = known_add(g->seen.outside, spec->name, outside);
}

static void add(Specs *g, const Dec *spec, NameKind kind, const char *within,
                const char *outside)
{
    Meaning inner = { .kind = kind, .key = within, .span = spec->name_span }, outer = inner;
    outer.key = outside;
    add_meanings(g, spec, inner, outer);
}

/* ---- types --------------------------------------------------------------- */

static const Refine *refinement(const Specs *g, const char *path)
{
    const Refine *r = g->refine;
    while (r && (r->path != path || *r->used))
        r = r->outer;
    if (r)
        *r->used = true;
    return r;
}

/* The type of a refinement has the parameters of the one that is refined. */
static bool refines(const Dec *spec, const SigExp *with)
{
    bool same = spec->tparam.n == with->tparam.n;
    for (int i = 0; i < spec->tparam.n && same; i++)
        same = (spec->tparam.at[i].kind == PARAM_SIZE) == (with->tparam.at[i].kind == PARAM_SIZE);
    if (!same)
        error_at(with->name_span, ERR_TYPE_ARGUMENT, "the type '%s' is refined by one with other "
                 "parameters", spec->name);
    return same;
}

static TypeExp *wrong_type(const Span *s)
{
    return NODE(TypeExp, s, .kind = T_NAME, .name = wrong_name());
}

/* What a type is said to be, as its users see it or within; null: abstract. */
static TypeExp *definition(const Specs *g, const Dec *spec, const Refine *r, bool within,
                           Dec *to)
{
    if (r && !refines(spec, r->with)) {
        return wrong_type(spec->span);
    } else if (r) {
        Dec with = { .tparam = { .at = r->with->tparam.at, .n = r->with->tparam.n } };
        const Known *k = within ? r->seen.within : r->seen.outside;
        k = resolve_tparams(&with, to, k);
        for (int i = 0; i < to->tparam.n; i++)
            to->tparam.at[i].kind = spec->tparam.at[i].kind;
        to->refined = r->with->type->span;
        return resolve_type(r->with->type, k);
    }
    const Known *k = within ? g->seen.within : g->seen.outside;
    k = resolve_tparams(spec, to, k);
    return spec->type ? resolve_type(spec->type, k) : NULL;
}

static void see_type(Specs *g, const Dec *spec)
{
    const Refine *r = spec->type ? NULL : refinement(g, spec->name);
    const Meaning *m = g->from ? member(g, N_TYPE, spec) : NULL;
    if (m) {
        Dec *same = emit(g, D_SAME, spec, NULL);
        same->of = m->key;
        same->of_span = m->span;
        same->type = definition(g, spec, r, true, same);
    }
    const Meaning *old = module_member(g->to.outside, N_TYPE, spec->name);
    const char *key = m ? m->key : wrong_name();
    if (makes_new(g) && old && !r && !spec->type) {
        key = old->key;
    } else if (makes_new(g)) {
        key = unique_type(format("%s%s", g->path, spec->name));
        Dec *d = emit(g, D_TYPE, spec, key);
        d->type = definition(g, spec, r, false, d);
        d->of = m ? m->key : NULL;
    }
    add(g, spec, N_TYPE, m ? m->key : key, key);
}

/* ---- values -------------------------------------------------------------- */

static TypeExp *type_of_val(const Dec *spec, const Known *k, Dec *to)
{
    return resolve_type(spec->type, resolve_tparams(spec, to, k));
}

/* A number in an argument keeps its name: as a size, it is that of the argument's arrays. */
static bool may_be_size(const TypeExp *t)
{
    return t->kind == T_NAME && t->name == intern(prim_name(I64));
}

static void see_value(Specs *g, const Dec *spec)
{
    const Meaning *m = g->from ? member(g, N_VALUE, spec) : NULL;
    if (g->from && (!m || m->key == wrong_name())) {
        add(g, spec, N_VALUE, wrong_name(), wrong_name());
        return;
    }
    Dec *d = emit(g, D_VAL, spec, NULL);
    d->of = m ? m->key : NULL;
    d->of_span = m ? m->span : NULL;
    d->type = type_of_val(spec, g->seen.within, d);
    d->outside = type_of_val(spec, g->seen.outside, d);
    if (makes_new(g) || !may_be_size(d->outside)) {
        Making making = making_in(g->job->a->making, NULL, NULL);
        d->name = unique_value(format("%s%s", g->path, spec->name), &making);
    }
    add(g, spec, N_VALUE, m ? m->key : d->name, d->name ? d->name : m->key);
}

/* ---- modules ------------------------------------------------------------- */

/* The refinements of what is in one member. */
static const Refine *refine_inner(const Refine *r, const char *name)
{
    if (!r)
        return NULL;
    const Refine *outer = refine_inner(r->outer, name);
    const char *rest;
    if (name_head(r->path, &rest) != name || !rest)
        return outer;
    Refine *inner = COPY(Refine, *r);
    inner->path = rest;
    inner->outer = outer;
    return inner;
}

static void see_module(Specs *g, const Dec *spec)
{
    const Meaning *m = g->from ? member(g, N_MODULE, spec) : NULL;
    Views v = g->from && !m ? wrong_views()
            : views(spec->sig, g->seen, m ? m->module : NULL,
                    refine_inner(g->refine, spec->name),
                    format("%s%s.", g->path, spec->name), g->job);
    Meaning within = { .kind = N_MODULE, .module = v.within, .span = spec->name_span };
    Meaning outside = within;
    outside.module = v.outside;
    add_meanings(g, spec, within, outside);
}

static void open_members(Specs *g)
{
    g->seen.within = known_open(g->seen.within, g->to.within);
    g->seen.outside = known_open(g->seen.outside, g->to.outside);
}

static void include(Specs *g, const Dec *spec)
{
    g->job->into = &g->to;
    Views v = views(spec->sig, g->seen, g->from, g->refine, g->path, g->job);
    g->job->into = NULL;
    open_members(g);
    if (v.outside->kind == MODULE_FUNCTOR)
        error_at(spec->span, ERR_NOT_A_MODULE, "the type of a parametric module cannot be "
                 "included");
}

/* Names that stand twice among the members listed here. */
static void check_once(const SigExp *s)
{
    for (int kind = 0; kind < 2; kind++) {
        Table *seen = table_new();
        for (int i = 0; i < s->spec.n; i++) {
            const Dec *spec = s->spec.at[i], *old;
            if (spec->kind == D_INCLUDE || (spec->kind == D_TYPE) != kind)
                continue;
            if ((old = table_get(seen, spec->name))) {
                error_at(spec->name_span, ERR_DEFINED_TWICE, "'%s' is specified twice", spec->name);
                note_at(old->name_span, "it was specified here before");
            }
            table_put(seen, spec->name, (void *)spec);
        }
    }
}

static Views see_specs(const SigExp *s, Specs g)
{
    check_once(s);
    g.to = g.job->into ? *g.job->into
                       : (Views){ module_new(MODULE_BODY), module_new(MODULE_BODY) };
    g.job->into = NULL;
    open_members(&g);
    for (int i = 0; i < s->spec.n; i++) {
        const Dec *spec = s->spec.at[i];
        switch (spec->kind) {
        case D_TYPE: see_type(&g, spec); break;
        case D_VAL: see_value(&g, spec); break;
        case D_MODULE: see_module(&g, spec); break;
        default: include(&g, spec);
        }
    }
    return g.to;
}

/* ---- module types -------------------------------------------------------- */

/* A parametric module that hides another. That one is tried at once. */
static Views see_functor(const SigExp *s, Seen k, Module *from, const char *path, Job *job)
{
    Module *f = module_new(MODULE_FUNCTOR);
    f->param = s->name;
    f->param_sig = s->part;
    f->known = k.outside;
    f->within = k.within;
    f->result = s->result;
    f->hidden = from;
    Making m = making_in(job->a->making, path, NULL);
    Module *any = module_ascribe(s->part, k.outside,
                                 &(Ascribed){ NULL, true, job->a->span, &m, NULL });
    module_apply(f, any, job->a->span, &m);
    return (Views){ f, f };
}

static Views refined(const SigExp *s, Seen k, Module *from, const Refine *r, const char *path,
                     Job *job)
{
    bool used = false;
    Refine this = { s->name, s, k, &used, r };
    Views v = views(s->part, k, from, &this, path, job);
    if (!used && v.outside->kind != MODULE_WRONG)
        error_at(s->name_span, ERR_NOT_ABSTRACT, "the module type has no abstract type '%s'",
                 s->name);
    return v;
}

static Views views(const SigExp *s, Seen k, Module *from, const Refine *r, const char *path,
                   Job *job)
{
    switch (s->kind) {
    case SIG_NAME: {
        const Meaning *m = known_path(k.outside, N_SIG, s->name, s->span);
        return m && m->sig ? views(m->sig, (Seen){ m->known, m->known }, from, r, path, job)
                           : wrong_views();
    }
    case SIG_WITH:
        return refined(s, k, from, r, path, job);
    default:
        break;
    }
    if (from && from->kind == MODULE_WRONG)
        return wrong_views();
    bool functor = s->kind == SIG_FUN;
    if (from && functor != (from->kind == MODULE_FUNCTOR)) {
        error_at(job->a->span, ERR_NOT_A_MODULE, functor ? "this module takes no parameter; its "
                 "module type is that of a parametric module" : "this module takes a parameter; "
                 "its module type is that of a module without");
        note_at(s->span, "the module type stands here");
        return wrong_views();
    }
    return functor ? see_functor(s, k, from, path, job)
                   : see_specs(s, (Specs){ k, from, r, path, .job = job });
}

static void report_missing(const Job *job)
{
    enum { SHOWN = 4 };
    Text t = {0};
    int n = job->missing.n;
    for (int i = 0; i < n && i < SHOWN; i++)
        text_fmt(&t, "%s%s", !i ? "" : i == n - 1 ? " and " : ", ", job->missing.at[i]);
    if (n > SHOWN)
        text_fmt(&t, " and %d more", n - SHOWN);
    error_at(job->a->span, ERR_MODULE_LACKS, "the module lacks what its module type wants: %s",
             text_str(&t));
    note_at(job->first, "%s is specified here", job->missing.at[0]);
}

Module *module_ascribe(const SigExp *sig, const Known *k, const Ascribed *a)
{
    Job job = { .a = a };
    Seen seen = { a->within ? a->within : k, k };
    Views v = views(sig, seen, a->from, NULL, a->making->path, &job);
    if (job.missing.n)
        report_missing(&job);
    return v.outside;
}
