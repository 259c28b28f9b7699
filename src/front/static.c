/* static.c -- static values: their structure, leaves and names. */
#include "desugar.h"

#include <string.h>

Sv *sv_atom(Core *atom)
{
    return MAKE(Sv, .kind = SV_ATOM, .atom = atom);
}

Sv *sv_tuple(Sv **part, int n)
{
    return MAKE(Sv, .kind = SV_TUPLE, .part = part, .n = n);
}

Sv *sv_fun(Fun *f)
{
    return MAKE(Sv, .kind = SV_FUN, .fun = f);
}

/* ---- questions ---------------------------------------------------------- */

bool sv_is_scalar(const Sv *v)
{
    if (v->kind == SV_ATOM)
        return type_of(v->atom)->rank == 0;
    bool yes = v->kind == SV_TUPLE && !v->depth;
    for (int i = 0; yes && i < v->n; i++)
        yes = sv_is_scalar(v->part[i]);
    return yes;
}

bool sv_has_fun(const Sv *v)
{
    bool yes = v->kind == SV_FUN;
    for (int i = 0; !yes && i < v->n; i++)
        yes = sv_has_fun(v->part[i]);
    return yes;
}

/* Null if there is none. */
static Sv *first_leaf(Sv *v)
{
    if (v->kind == SV_ATOM)
        return v;
    for (int i = 0; i < v->n; i++) {
        Sv *leaf = first_leaf(v->part[i]);
        if (leaf)
            return leaf;
    }
    return NULL;
}

bool sv_is_units(Sv *v)
{
    return v->depth && !first_leaf(v);
}

Core *sv_dim(Sv *v, int k)
{
    Sv *leaf = first_leaf(v);
    Core *dim = NULL;
    if (leaf && k < type_of(leaf->atom)->rank)
        dim = type_of(leaf->atom)->dim[k];
    else if (!leaf && k < v->depth)
        dim = v->dim[k];
    if (!dim)
        bug("a value of structure %s has no dimension %d", sv_structure(v), k);
    return dim;
}

static void structure(const Sv *v, Text *t)
{
    if (v->kind == SV_FUN) {
        text_add(t, "function");
        return;
    }
    if (v->kind == SV_ATOM) {
        for (int d = 0; d < type_of(v->atom)->rank; d++)
            text_add(t, "[]");
        text_add(t, prim_name(type_of(v->atom)->prim));
        return;
    }
    text_add(t, v->field ? "{" : "(");
    for (int i = 0; i < v->n; i++) {
        text_add(t, i ? "," : "");
        if (v->field)
            text_fmt(t, "%s:", v->field[i]);
        if (v->ctor && i)
            text_fmt(t, "#%s", v->ctor[i - 1]);
        structure(v->part[i], t);
    }
    text_add(t, v->field ? "}" : ")");
}

const char *sv_structure(const Sv *v)
{
    Text t = {0};
    structure(v, &t);
    return text_str(&t);
}

/* ---- leaves ------------------------------------------------------------- */

static void add_leaves(const Sv *v, Atoms *out)
{
    if (v->kind == SV_FUN)
        bug("a function where a value is needed");
    if (v->kind == SV_ATOM)
        vec_push(out, size_atom(v->atom));
    for (int i = 0; i < v->n; i++)
        add_leaves(v->part[i], out);
}

Kids sv_leaves(const Sv *v)
{
    Atoms all = {0};
    add_leaves(v, &all);
    return MANY(all);
}

/* The tuple v with other parts and dimensions. */
static Sv *with_parts(const Sv *v, Sv **part, Core **outer, int nouter, int drop)
{
    Sv *w = COPY(Sv, *v);
    w->part = part;
    w->depth = v->depth - drop + nouter;
    w->dim = NEWS(Core *, w->depth);
    for (int i = 0; i < w->depth; i++)
        w->dim[i] = i < nouter ? outer[i] : v->dim[i - nouter + drop];
    return w;
}

static Sv *rebuild(const Sv *v, Core ***leaf, Core **outer, int nouter, int drop)
{
    if (v->kind == SV_ATOM) {
        Sv *w = sv_atom(*(*leaf)++);
        w->borrowed = v->borrowed;
        w->add = v->add;
        return w;
    }
    Sv **part = NEWS(Sv *, v->n);
    for (int i = 0; i < v->n; i++)
        part[i] = rebuild(v->part[i], leaf, outer, nouter, drop);
    return with_parts(v, part, outer, nouter, drop);
}

Sv *sv_rebuild(const Sv *v, Core **leaf, Core **outer, int nouter, int drop)
{
    return rebuild(v, &leaf, outer, nouter, drop);
}

Sv *sv_each(const Sv *v, LeafFn *f, void *arg, Core **outer, int nouter, int drop)
{
    Kids leaf = sv_leaves(v);
    for (int i = 0; i < leaf.n; i++)
        leaf.at[i] = f(leaf.at[i], arg);
    return sv_rebuild(v, leaf.at, outer, nouter, drop);
}

Sv *sv_borrow(Sv *v)
{
    Sv *w = COPY(Sv, *v);
    w->borrowed = v->kind == SV_ATOM;
    w->part = NEWS(Sv *, v->n);
    for (int i = 0; i < v->n; i++)
        w->part[i] = sv_borrow(v->part[i]);
    return w;
}

Sv *sv_own(Sv *v, const Span *s)
{
    Sv *w = COPY(Sv, *v);
    if (v->borrowed)
        w->atom = emit_copy(size_atom(v->atom), s);
    w->borrowed = false;
    w->part = NEWS(Sv *, v->n);
    for (int i = 0; i < v->n; i++)
        w->part[i] = sv_own(v->part[i], s);
    return w;
}

Sv *sv_unzip(Sv *v)
{
    return v->kind == SV_TUPLE ? with_parts(v, v->part, NULL, 0, v->depth) : v;
}

Sv *sv_zip(Sv **part, int n, int depth)
{
    Sv *v = sv_tuple(part, n);
    v->depth = depth;
    v->dim = NEWS(Core *, depth);
    for (int i = 0; i < depth; i++)
        v->dim[i] = sv_dim(part[0], i);
    return v;
}

/* ---- names and fields --------------------------------------------------- */

static bool good_name(const char *name)
{
    return strcmp(name, "_") && name[0] != '#';
}

Sv *sv_payload(Sv *v, const char *ctor)
{
    for (int i = 0; i < v->n - 1 && v->ctor; i++)
        if (v->ctor[i] == ctor)
            return v->part[i + 1];
    bug("no constructor #%s", ctor);
}

/* Components of tuples are numbered; they take a better name if one comes. */
void sv_name(const Sv *v, const char *name, bool written)
{
    if (!name || !good_name(name))
        return;
    if (v->kind == SV_ATOM && v->atom->op == OP_VAR && v->atom->var->invented) {
        Var *var = v->atom->var;
        if (strcmp(var_base(var->name), var_base(name)))
            var->name = var_new(name, var->type, var->span)->name;
        var->invented = !written;
    }
    for (int i = 0; i < v->n; i++) {
        const char *label = v->field ? v->field[i] : !v->ctor ? format("%d", i)
                          : i ? v->ctor[i - 1] : "tag";
        sv_name(v->part[i], format("%s_%s", name, label), written && (v->field || v->ctor));
    }
}

static int field_number(const Sv *v, const char *name)
{
    for (int i = 0; i < v->n && v->kind == SV_TUPLE; i++)
        if (name == (v->field ? v->field[i] : intern(format("%d", i))))
            return i;
    return -1;
}

Sv *sv_field(Sv *v, const char *name)
{
    int i = field_number(v, name);
    return i >= 0 ? v->part[i] : NULL;
}

Sv *sv_with_field(Sv *v, const char *name, Sv *part)
{
    Sv *w = COPY(Sv, *v);
    w->part = COPIES(Sv *, v->part, v->n);
    w->part[field_number(v, name)] = part;
    return w;
}
