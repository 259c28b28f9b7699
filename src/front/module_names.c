/* module_names.c -- what names mean at a place, and unique names. */
#include "module.h"
#include "checker.h"
#include "../base/embed.h"

#include <string.h>

/* The names that are taken. */
static struct { Table *value, *type, *kept; const Ast *prelude; } taken;

/* ---- modules as tables --------------------------------------------------- */

Module *module_new(ModuleKind kind)
{
    return MAKE(Module, .kind = kind, .term = table_new(), .type = table_new(),
                .sig = table_new());
}

static Table *table_of(const Module *m, NameKind kind)
{
    return kind == N_TYPE ? m->type : kind == N_SIG ? m->sig : m->term;
}

void module_add(Module *m, const char *name, Meaning meaning)
{
    Meaning *copy = COPY(Meaning, meaning);
    table_put(table_of(m, meaning.kind), name, copy);
}

static void add_to(const void *name, void *meaning, void *to)
{
    module_add(to, name, *(Meaning *)meaning);
}

void module_add_all(Module *m, const Module *from)
{
    table_each(from->term, add_to, m);
    table_each(from->type, add_to, m);
    table_each(from->sig, add_to, m);
}

const Meaning *meaning_wrong(NameKind kind)
{
    return MAKE(Meaning, .kind = kind, .key = wrong_name(), .module = module_new(MODULE_WRONG));
}

/* A function of a scalar module is declared where it is first mentioned. */
const Meaning *meaning_used(const Meaning *m)
{
    if (m->text && !table_has(taken.value, m->key)) {
        table_put(taken.value, m->key, (void *)1);
        module_declare(m->text, m->key);
    }
    return m;
}

const Meaning *module_member(const Module *m, NameKind kind, const char *name)
{
    if (m->kind == MODULE_WRONG)
        return meaning_wrong(kind);
    const Meaning *found = table_get(table_of(m, kind), name);
    return found && found->kind & kind ? meaning_used(found) : NULL;
}

/* ---- paths --------------------------------------------------------------- */

static const char *kind_name(NameKind kind)
{
    return kind == N_VALUE ? "value" : kind == N_TYPE ? "type"
         : kind == N_SIG ? "module type" : "module";
}

static const Meaning *not_a_module(const char *name, const Meaning *m, const Span *s)
{
    if (!m)
        error_at(s, ERR_UNKNOWN_MODULE, "unknown module '%s'", name);
    else if (m->kind == N_VALUE)
        error_at(s, ERR_NOT_A_MODULE, "'%s' is a value; a module is wanted here", name);
    else
        error_at(s, ERR_NOT_A_MODULE, "the module '%s' takes a parameter; apply it, and give the "
                 "result a name", name);
    return meaning_wrong(N_MODULE);
}

static const Meaning *last_of_path(const Known *k, NameKind kind, const char *name,
                                   const Span *s)
{
    const Meaning *m = known_find(k, kind, name);
    if (m)
        return m;
    const Meaning *term = kind & N_MODULE ? known_find(k, N_VALUE, name) : NULL;
    error_at(s, term ? ERR_NOT_A_MODULE : ERR_UNKNOWN_MODULE, term ? "'%s' is a value; a module is "
             "wanted here" : "unknown %s '%s'", term ? name : kind_name(kind), name);
    return NULL;
}

static void no_member(const Module *m, const char *module, NameKind kind, const char *name,
                      const Span *s)
{
    const Meaning *other = module_member(m, N_VALUE | N_MODULE, name);
    Near near;
    near_start(&near, name);
    near_try_table(&near, table_of(m, kind));
    const char *hint = other ? other->kind == N_VALUE ? ": it is a value" : ": it is a module"
                     : near.best ? format("; is '%s' meant?", near.best) : "";
    error_at(s, ERR_UNKNOWN_MODULE, "the module %s has no %s '%s'%s", module, kind_name(kind),
             name, hint);
}

const Meaning *known_path(const Known *k, NameKind kind, const char *path, const Span *s)
{
    const char *rest, *name = name_head(path, &rest);
    if (!rest)
        return last_of_path(k, kind, name, s);
    const Meaning *m = known_find(k, N_VALUE | N_MODULE, name);
    const char *module = name;
    while (rest) {
        if (!m || !m->module || m->module->kind == MODULE_FUNCTOR)
            m = not_a_module(module, m, s);
        name = name_head(rest, &rest);
        const Meaning *next = module_member(m->module, rest ? N_MODULE : kind, name);
        if (!next) {
            no_member(m->module, module, rest ? N_MODULE : kind, name, s);
            return NULL;
        }
        m = next;
        module = format("%s.%s", module, name);
    }
    return m;
}

/* ---- what every program knows -------------------------------------------- */

/* The prelude's module types are not checked: no program changes them. */
static const Known *prelude_types(const Known *k)
{
    static const Ast *a;
    const Embedded *e = a ? NULL : embedded_find("prelude/math.fut");
    if (e)
        a = parse_program(source_new("<prelude>", e->text, (int)e->size));
    for (int i = 0; a && i < a->dec.n; i++) {
        const Dec *d = a->dec.at[i];
        k = known_add(k, d->name, (Meaning){ .kind = N_SIG, .sig = d->sig, .known = k });
    }
    return k;
}

/* The prelude's own; a name with the prefix "intrinsic_" is the one without it. */
static Module *intrinsics(const Ast *prelude)
{
    static const char prefix[] = "intrinsic_";
    Module *m = module_new(MODULE_BODY);
    for (int i = 0; i < prelude->dec.n; i++) {
        const Dec *d = prelude->dec.at[i];
        int own = !strncmp(d->name, prefix, sizeof prefix - 1) ? (int)sizeof prefix - 1 : 0;
        NameKind kind = d->kind == D_TYPE ? N_TYPE : N_VALUE;
        if (own || !table_has(m->term, d->name))
            module_add(m, intern(d->name + own), (Meaning){ .kind = kind, .key = d->name });
    }
    return m;
}

static const Known *built_in;

const Known *known_built_in(void)
{
    return built_in;
}

/* ---- unique names -------------------------------------------------------- */

void names_start(const Ast *main, const Ast *prelude)
{
    taken.value = table_new();
    taken.type = table_new();
    taken.kept = table_new();
    taken.prelude = prelude;
    for (int i = 0; i < main->dec.n; i++)
        if (main->dec.at[i]->kind == D_FUN)
            table_put(taken.kept, main->dec.at[i]->name, main->dec.at[i]);
    built_in = NULL;
    for (int p = 0; p < NPRIMS; p++)
        built_in = known_add(built_in, intern(prim_name((Prim)p)), (Meaning){
            .kind = N_MODULE, .module = scalar_module((Prim)p) });
    built_in = prelude_types(built_in);
    built_in = known_add(built_in, intern("intrinsics"), (Meaning){
        .kind = N_MODULE, .module = intrinsics(prelude) });
}

bool known_in_prelude(const char *name)
{
    return (name_is_symbol(name) && scalar_row(name)) || table_has(taken.prelude->value, name);
}

/* Names like those of the scalar modules would be taken for them. */
static const char *not_scalar(const char *name)
{
    const char *rest;
    Prim p;
    bool scalar = strchr(name, '.') && prim_of_name(name_head(name, &rest), &p);
    return scalar ? format("module.%s", name) : name;
}

const char *unique_value(const char *given, const Making *m)
{
    const char *base = not_scalar(given), *name = intern(base);
    for (int i = 2; table_has(taken.value, name) || known_in_prelude(name) ||
                    (!m->main && table_has(taken.kept, name)); i++)
        name = intern(format("%s.%d", base, i));
    table_put(taken.value, name, (void *)1);
    return name;
}

const char *unique_type(const char *given)
{
    const char *name = intern(given);
    Prim p;
    for (int i = 2; table_has(taken.type, name) || prim_of_name(name, &p); i++)
        name = intern(format("%s.%d", given, i));
    table_put(taken.type, name, (void *)1);
    return name;
}

const char *wrong_name(void)
{
    return intern("?");
}
