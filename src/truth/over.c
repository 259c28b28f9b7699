/*
 * over.c -- what runs over arrays, of instances: the lambda of an array
 * combinator, and the levels of a map nest. Both have a width, arrays, a
 * name for each of their elements, and perhaps one for the position.
 */
#include "truth.h"

#include <string.h>

/* ---- the width ---------------------------------------------------------- */

/* A size of the data or a number in it: that may differ from row to row. */
static Core *some_width(Make *k)
{
    const Given *names = k->names;
    for (int i = names->vars.n; i < k->given; i++) {
        const Type *t = k->scope.at[i]->type;
        if (!t->rank && t->prim == I64 && chance(k, 30))
            return core_var(k->scope.at[i]);
    }
    Core *w = some_size(k);
    for (int i = 3; i < names->vars.n; i++)
        if (is_var(w, names->vars.at[i]))
            return given_size(k);   /* a number that may be negative for all */
    return w;
}

/* A level over what one further out binds. */
static void find_row(Make *k, Over *o)
{
    for (int i = k->scope.n - 1; i >= o->outer && !o->first; i--)
        if (k->scope.at[i]->type->rank && chance(k, 50))
            o->first = core_var(k->scope.at[i]);
    if (o->first)
        o->width = array_length(o->first);
}

/* A level whose width is a number that one further out binds. */
static void find_varying(Make *k, Over *o)
{
    for (int i = k->scope.n - 1; i >= o->outer && !o->width; i--) {
        const Type *t = k->scope.at[i]->type;
        if (!t->rank && t->prim == I64 && chance(k, 40))
            o->width = core_var(k->scope.at[i]);
    }
}

static void find_width(Make *k, Over *o)
{
    const Kids *known = value_of(k, o->size);
    o->width = known && known->n == 1 ? known->at[0] : NULL;
    for (int i = 0; i < o->over.n && !o->width; i++) {
        const Kids *a = value_of(k, o->over.at[i]);
        if (a && a->n && type_of(a->at[0])->rank)
            o->width = array_length(a->at[0]);
    }
    if (!o->width && o->level)
        find_row(k, o);
    if (!o->width && o->varies)
        find_varying(k, o);
    if (!o->width)
        o->width = o->level ? given_size(k) : some_width(k);
    put_value(k, o->size, one(o->width));
    k->width = o->width;
}

/* ---- arrays ------------------------------------------------------------- */

static Core *one_array(Make *k, const Over *o, const Type *row)
{
    Core *zeros = chance(k, 12) ? some_zero(k, row ? type_array(row, o->width) : NULL, o->width)
                                : NULL;
    return zeros ? zeros : row ? some_atom(k, type_array(row, o->width)) : some_array(k, o->width);
}

/* The arrays for one name of the pattern; `row`: their elements' types. */
static Kids arrays_for(Make *k, const Over *o, const Core *pat, const Type **row, int n)
{
    const Kids *known = value_of(k, pat);
    if (known)
        return *known;
    Kids xs = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++)
        xs.at[i] = !i && o->first && !o->arrays.n ? o->first
                                                  : one_array(k, o, row ? row[i] : NULL);
    put_value(k, pat, xs);
    return xs;
}

/* An array cut into so many rows, of which some may be empty. */
static Core *cut(Make *k, const Over *o, Core *count, const Type *row)
{
    Core *e = CORE(OP_SPLIT, NULL, one(count), one(one_array(k, o, row)));
    return bind_fresh(k, checked(k, e), "rows");
}

static bool is_nested(const Core *pat)
{
    return pat && !meta_name(pat);
}

/* What is joined: rows that a rule has split itself, or any. */
static Core *joined(Make *k, Over *o, const Core *of, const Type *row)
{
    if (is_nested(of)) {
        Core *p = of->g[0].at[0], *w = core_node(OP_WORKERS, NULL);
        if (of->op != OP_SPLIT || p->op != OP_WORKERS)
            make_fails(k);
        core_set1(w, 0, o->width);
        return cut(k, o, checked(k, w), row);
    }
    const char *all = intern(format("%s..", meta_name(of)));
    const Kids *old = env_get(&k->env, all);
    o->count = o->count ? o->count : core_i64(1 + draw(k->seed, 3));
    Core *rows = cut(k, o, o->count, row);
    env_put(&k->env, all, old ? kids_join(*old, one(rows)) : one(rows));
    return rows;
}

/* An operand that is an expression in the pattern: bound before. */
static Core *nested_array(Make *k, Over *o, const Core *pat, const Type *row)
{
    if (pat->op != OP_JOIN)
        return bind_fresh(k, some_exp(k, pat), "a");
    put_value(k, pat->g[0].at[0], one(o->width));
    Core *rows = joined(k, o, pat->g[1].at[0], row), *e = core_node(OP_JOIN, NULL);
    core_set1(e, 0, o->width);
    core_set1(e, 1, rows);
    return bind_fresh(k, checked(k, e), "a");
}

static Kids nested_arrays(Make *k, Over *o, const Core *pat, const Type **row, int n)
{
    Kids xs = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++)
        xs.at[i] = nested_array(k, o, is_each(pat) ? pat->g[0].at[0] : pat,
                                row ? row[i] : NULL);
    return xs;
}

/* How many arrays pattern i of n stands for, if the first `at` are there. */
static int how_many(Make *k, const Over *o, int i, int n, int at)
{
    const Core *pat = o->over.n ? o->over.at[i] : NULL;
    bool seq = !pat || (is_nested(pat) ? is_each(pat) : is_seq_name(meta_name(pat)));
    bool open = o->open && !o->rows.at;
    int many = !seq ? 1
        : o->rows.at ? o->rows.n - at - (n - 1 - i)
        : open ? 1 + (int)draw(k->seed, 2) - chance(k, 15)
        : pat ? (int)draw(k->seed, 3) : 0;
    if (many < 0 || (o->rows.at && at + many > o->rows.n) || (is_nested(pat) && !many))
        make_fails(k);
    return many;
}

/* A name for each element; arrays of the same name in the pattern have those of
   one name in the lambda's. */
static void bind_elements(Make *k, Over *o, const Kids *group, int n)
{
    VEC(Var *) bind = { 0 };
    for (int i = 0; i < n; i++) {
        const char *name = o->lam && i < o->lam->nbinds ? o->lam->bind[i]->name : NULL;
        Kids vars = { NEWS(Core *, group[i].n), group[i].n };
        for (int j = 0; j < vars.n; j++) {
            Core *a = group[i].at[j];
            Var *x = new_name(k, name ? name : "x", type_row(type_of(a)));
            if (is_zero(k, a))
                vec_push(&k->zero, x);
            if (!o->level)
                vec_push(&k->lent, x);
            vec_push(&bind, x);
            vars.at[j] = core_var(x);
        }
        if (name)
            env_put(&k->env, name, vars);
    }
    o->bind = bind.at;
}

static void bind_index(Make *k, Over *o)
{
    if ((!o->lam || o->lam->index) && chance(k, 35))
        o->index = new_name(k, "i", type_prim(I64));
    if (o->lam && o->lam->index)
        env_put(&k->env, o->lam->index->name,
                o->index ? one(core_var(o->index)) : (Kids){ 0 });
}

void some_over(Make *k, Over *o)
{
    int n = o->over.n ? o->over.n : 1;
    Kids *group = NEWS(Kids, n);
    find_width(k, o);
    for (int i = 0; i < n; i++) {
        const Core *pat = o->over.n ? o->over.at[i] : NULL;
        const Type **row = o->rows.at ? o->rows.at + o->arrays.n : NULL;
        int many = how_many(k, o, i, n, o->arrays.n);
        group[i] = is_nested(pat) ? nested_arrays(k, o, pat, row, many)
                                  : arrays_for(k, o, pat, row, many);
        o->arrays = kids_join(o->arrays, group[i]);
    }
    o->mark = k->scope.n;
    if (o->no_names)
        return;
    bind_elements(k, o, group, n);
    bind_index(k, o);
}

/* ---- map nests ---------------------------------------------------------- */

static Core *some_level(Make *k, const Core *pat, Place at, int outer, bool varies)
{
    Over o = { .level = true, .lam = pat, .open = !pat, .outer = outer, .varies = varies };
    if (pat && pat->g[0].n)
        o.size = pat->g[0].at[0];
    if (pat)
        o.over = pat->g[1];
    some_over(k, &o);
    Core *level = core_level(o.bind, o.arrays, o.index, o.width);
    level->at = at;
    return level;
}

Kids some_levels(Make *k, Kids parts, int least)
{
    Kids out = { 0 };
    int outer = k->scope.n;
    for (int i = 0; i < parts.n; i++) {
        static const int depth[] = { 0, 1, 1, 1, 2, 2 };
        bool open = parts.at[i]->op != OP_LEVEL;
        bool varies = !open && i == 1 && parts.n == 2 && parts.at[0]->op == OP_LEVEL;
        int n = open ? depth[draw(k->seed, 6)] : 1;
        for (n = open && n < least ? least : n; n > 0; n--)
            out = kids_join(out, one(some_level(k, open ? NULL : parts.at[i],
                                                  parts.at[i]->at, outer, varies)));
    }
    return out;
}
