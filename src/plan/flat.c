/*
 * flat.c -- rows of numbers that a scan takes, or gives, as they lie in memory: neighbouring
 * threads read and write neighbouring numbers of a tile, whose elements in shared memory are
 * such rows, too.
 */
#include "lower.h"

/* The index of the next x is so much larger. */
static bool moves(const Core *index, Var *x, int64_t more)
{
    Subst *s = subst_new();
    subst_add(s, x, tree_add(core_var(x), core_i64(1)));
    return size_equal(core_subst((Core *)index, s), tree_add((Core *)index, core_i64(more)));
}

static bool is_element(const Core *n)
{
    return n->op == OP_INDEX && n->g[1].n == 1;
}

/* Number k of a row at `first` of as many numbers as the record has. */
static bool lies_behind(const Core *n, const Core *first, int k)
{
    return is_element(n) && is_var(n->g[0].at[0], first->g[0].at[0]->var)
        && size_equal(n->g[1].at[0], tree_add(first->g[1].at[0], core_i64(k)));
}

/* All are numbers of one type, so that nothing lies between them. */
static bool is_row(const Record *r)
{
    for (int k = 0; k < r->n; k++)
        if (r->field[k]->type->rank || r->field[k]->type->prim != r->field[0]->type->prim)
            return false;
    return true;
}

/* Number `at` of the rows from row `start` on, if they begin with `first` at x. */
static Core *number_at(const Core *first, Var *x, const Record *r, Var *at)
{
    if (!moves(first->g[1].at[0], x, r->n))
        return NULL;
    Subst *s = subst_new();
    subst_add(s, x, tree_name("start", I64));
    Core *n = core_copy_node(first), *from = core_subst(first->g[1].at[0], s);
    core_set1(n, 1, tree_add(from, core_var(at)));
    core_set_type(n, type_prim(r->field[0]->type->prim));
    return n;
}

Core *flat_load(const Lower *l, const Block *body, const Var *item, Var *x, Var *at)
{
    const Record *r = table_get(l->plan->record_of, item);
    const Stmt *s = body->n == 1 ? body->at[0] : NULL;
    if (!r || !s || !is_row(r) || s->kind != S_SET || !is_var(s->to, item)
        || !tree_is_record(s->exp) || !is_element(s->exp->g[0].at[0]))
        return NULL;
    for (int k = 1; k < r->n; k++)
        if (!lies_behind(s->exp->g[0].at[k], s->exp->g[0].at[0], k))
            return NULL;
    return number_at(s->exp->g[0].at[0], x, r, at);
}

/* The statement that stores this field of the sum; null: there is none, or not only one. */
static const Stmt *store_of(const Block *b, const Core *sum, const Var *field)
{
    const Stmt *found = NULL;
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = b->at[i];
        bool own = s->kind == S_SET && is_element(s->to)
            && core_equal(s->exp, tree_field((Core *)sum, field));
        if (own && found)
            return NULL;
        found = own ? s : found;
    }
    return found;
}

Core *flat_store(const Lower *l, const Block *finish, Var *sum, Var *x, Var *at)
{
    const Record *r = table_get(l->plan->record_of, sum);
    if (!r || !is_row(r) || finish->n != r->n)
        return NULL;
    const Stmt *first = store_of(finish, core_var(sum), r->field[0]);
    for (int k = 1; first && k < r->n; k++) {
        const Stmt *s = store_of(finish, core_var(sum), r->field[k]);
        if (!s || !lies_behind(s->to, first->to, k))
            return NULL;
    }
    return first ? number_at(first->to, x, r, at) : NULL;
}
