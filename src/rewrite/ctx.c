/* ctx.c -- map nests: a context is its levels, outermost first. */
#include "rewrite.h"

#include <string.h>

bool ctx_binds(Kids ctx, const Var *v, int *level, int *which)
{
    for (int l = ctx.n - 1; l >= 0; l--) {
        const Core *n = ctx.at[l];
        *level = l;
        *which = -1;
        if (n->op == OP_LEVEL && n->index == v)
            return true;
        for (*which = 0; n->op == OP_LEVEL && *which < n->nbinds; ++*which)
            if (n->bind[*which] == v)
                return true;
    }
    return false;
}

/* "rows" is one already, "mapped" is as good; "xs" has "xss". */
static bool is_plural(const char *name)
{
    return strlen(name) > 3 && (str_ends(name, "s") || str_ends(name, "ed")
                                || str_ends(name, "kept") || str_ends(name, "maxima"));
}

/* "x", 2 levels up: "xss"; "row": "rows"; a trailing _N goes. */
const char *name_plural(const char *base, int levels)
{
    Text t = { 0 };
    text_add(&t, var_base(base));
    while (levels-- > 0 && !is_plural(text_str(&t)))
        text_char(&t, 's');
    return text_str(&t);
}

static Core *level_with(const Core *level, Var **bind, Core **array, int n)
{
    Core *new = core_copy_node(level);
    new->bind = GROWN(Var *, level->bind, level->nbinds, n);
    copy_bytes(new->bind + level->nbinds, bind, sizeof(Var *) * (size_t)n);
    new->nbinds = level->nbinds + n;
    new->g[1] = kids_join(level->g[1], (Kids){ array, n });
    return new;
}

/* Outside the level, which binds n more names to these arrays too: the rows are as long as
   what one of its arrays says, or nobody knows. */
static Core *size_outside(const Core *level, Core *size, Var **bind, Kids arrays, int n)
{
    Core *said = dim_lengths(size) ? dim_lengths(size) : size;
    for (int i = 0; size && i < n; i++)
        if (is_var(said, bind[i]))
            return dim_each(arrays.at[i]);
    for (int i = 0; size && i < level->nbinds; i++)
        if (is_var(said, level->bind[i]))
            return dim_each(level->g[1].at[i]);
    Table *bound = vars_bound_by(one((Core *)level));
    bool outside = size && !core_uses_any(size, bound);
    table_free(bound);
    return outside ? size : NULL;
}

static const Type *type_outside(const Core *level, const Type *t, Var **bind, Kids arrays, int n)
{
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++)
        dim[d] = size_outside(level, t->dim[d], bind, arrays, n);
    return type_array(type_dims(t->prim, dim, t->rank), level->g[0].at[0]);
}

/* Every level gets the names: innermost those given, outermost *outer, with a
   fresh chain between. Outside all nests a name stands for itself. */
Kids ctx_extended(World *w, Kids ctx, Kids names, Kids *outer)
{
    *outer = names;
    if (!ctx.n || !names.n)
        return ctx;
    Kids new = { NEWS(Core *, ctx.n), ctx.n }, inner = names;
    for (int l = ctx.n - 1; l >= 0; l--) {
        const Core *level = ctx.at[l];
        Var **bind = NEWS(Var *, names.n);
        Kids arrays = { NEWS(Core *, names.n), names.n };
        for (int i = 0; i < names.n; i++) {
            const Var *v = names.at[i]->var;
            const char *name = name_plural(v->name, ctx.n - l);
            const Type *t = type_outside(level, inner.at[i]->var->type, bind, arrays, i);
            bind[i] = inner.at[i]->var;
            arrays.at[i] = core_var(var_new(name, t, v->span));
        }
        new.at[l] = level_with(level, bind, arrays.at, names.n);
        inner = arrays;
    }
    *outer = inner;
    for (int i = 0; i < names.n; i++)
        table_put(w->extended, names.at[i]->var, inner.at[i]);
    return new;
}

/* The names of the level that are wanted, and those of which their types speak. */
static void note_wanted(const Core *level, bool (*wanted)(Var *v, const void *arg),
                        const void *arg, Table *read)
{
    for (int before = -1; before != table_count(read);) {
        before = table_count(read);
        for (int i = 0; i < level->nbinds; i++)
            if (wanted(level->bind[i], arg) || table_has(read, level->bind[i])) {
                note_var(level->bind[i], read);
                type_free_vars(level->bind[i]->type, note_var, read);
            }
    }
}

Kids ctx_narrowed(Kids ctx, bool (*wanted)(Var *v, const void *arg), const void *arg, Kids names)
{
    Kids new = { NEWS(Core *, ctx.n), ctx.n };
    Table *read = table_new();         /* by the levels further in, and by types */
    for (int i = 0; i < names.n; i++)
        type_free_vars(type_of(names.at[i]), note_var, read);
    for (int l = ctx.n - 1; l >= 0; l--) {
        note_wanted(ctx.at[l], wanted, arg, read);
        new.at[l] = level_narrowed(ctx.at[l], read);
    }
    return new;
}

/* What stands for the atom outside the levels: the array that it is an
   element of, level for level, or copies of it. */
Core *ctx_outer(Kids ctx, Core *atom, bool *replicated)
{
    for (int l = ctx.n - 1; l >= 0; l--) {
        int level, which;
        Kids one = { ctx.at + l, 1 };
        const Core *width = ctx.at[l]->g[0].at[0];
        bool bound = atom->op == OP_VAR && ctx_binds(one, atom->var, &level, &which);
        if (bound && which >= 0) {
            atom = ctx.at[l]->g[1].at[which];
            continue;
        }
        Core *rows = core_node(bound ? OP_IOTA : OP_REPLICATE, atom->span);
        core_set1(rows, 0, (Core *)width);
        if (!bound)            /* the level's index is its iota */
            core_set1(rows, 1, atom);
        atom = core_typed(rows);
        *replicated = true;
    }
    return atom;
}

const char *ctx_str(Kids ctx)
{
    Text t = { 0 };
    for (int i = 0; i < ctx.n; i++) {
        text_add(&t, i ? ", " : "");
        text_add(&t, core_str(ctx.at[i]));
    }
    return ctx.n ? text_str(&t) : ".";
}
