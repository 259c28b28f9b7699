/*
 * ragged.c -- rows whose lengths are the numbers of an array. A level that binds such a number
 * can bind a row of that length beside it: `<k (a: [k]i64) in ks rows>`.
 */
#include "truth.h"

/* The array that the level takes v from; null: none, or another level binds it. */
static Core *numbers_for(Kids levels, int l, const Core *v)
{
    int at, which;
    for (int b = 0; b < levels.at[l]->nbinds; b++) {
        Core *a = levels.at[l]->g[1].at[b];
        if (is_var(v, levels.at[l]->bind[b]) && type_of(a)->rank == 1
            && (a->op != OP_VAR || !ctx_binds((Kids){ levels.at, l }, a->var, &at, &which)))
            return a;
    }
    return NULL;
}

/* Bound before the term. No two elements of a row are equal, and hardly two rows. */
static Core *rows_along(Make *k, Core *numbers)
{
    const Type *t = type_prim(I64);
    Var *length = var_new("l", t, NULL), *row = var_new("i", t, NULL), *j = var_new("j", t, NULL);
    Core *rows = core_level(COPIES(Var *, &length, 1), one(numbers), row, array_length(numbers));
    Core *elements = core_level(NULL, (Kids){ 0 }, j, core_var(length));
    Stms s = { 0 };
    Core *e = stms_bind1(&s, core_prim2(OP_MUL, core_var(row), core_i64(5)), NULL);
    e = stms_bind1(&s, core_prim2(OP_SUB, e, core_var(j)), NULL);
    if (chance(k, 40))
        e = stms_bind1(&s, core_conv(I32, e), NULL);
    Core *seg = CORE(OP_SEGMAP, NULL, kids_join(one(rows), one(elements)), one(stms_body1(&s, e)));
    return bind_fresh(k, checked(k, seg), "rows");
}

static Core *take_row(Make *k, Core *level, Core *v, Core *numbers)
{
    Core *rows = rows_along(k, numbers);
    Var *a = level_takes(level, "a", rows)->var;
    a->type = type_array(type_prim(type_of(rows)->prim), v);
    vec_push(&k->scope, a);
    return core_var(a);
}

Core *row_for_width(Make *k, Core *seg, const Core *width)
{
    Kids *levels = &seg->g[0];
    for (int l = 0; width->op == OP_VAR && l < levels->n; l++) {
        Core *numbers = numbers_for(*levels, l, width);
        if (!numbers)
            continue;
        levels->at[l] = core_copy_node(levels->at[l]);
        return take_row(k, levels->at[l], (Core *)width, numbers);
    }
    return NULL;
}

Core *row_beside(Make *k, Kids levels, int l)
{
    Core *level = levels.at[l];
    for (int b = 0; b < level->nbinds; b++) {
        Core *v = core_var(level->bind[b]);
        Core *numbers = type_of(v)->rank || type_of(v)->prim != I64 ? NULL
                                                                  : numbers_for(levels, l, v);
        if (numbers && chance(k, 60))
            return take_row(k, level, v, numbers);
    }
    return NULL;
}
