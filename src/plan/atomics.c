/*
 * atomics.c -- pass over the host's finished code: blocks add their totals to the result.
 *
 * Where the machine has an atomic operation for each component of an operator, and the order
 * of the values does not change a bit of the result, a reduction needs no partial results: the
 * host clears the result, and each block adds its total. That is so for integers alone, and for
 * neutral elements that are zero.
 */
#include "lower.h"

#include <string.h>

/* The one reduction of a launch by blocks that leave partial results; or null. */
static Stage *reduction_of(const Stmt *s)
{
    Stage *t = s->kind == S_LAUNCH && s->kernel->stages.n == 1 ? s->kernel->stages.at[0] : NULL;
    const char *name = t ? t->skeleton->name : "";
    bool reduces = !strcmp(name, "reduce") || !strcmp(name, "reduce_rows");
    return reduces && !stage_hole(t, "in_order")->flag ? t : NULL;
}

static bool is_zero(const Core *n)
{
    return is_const(n) && n->value.i == 0;
}

/* The number of the component of the total that this is; -1: it is another value. */
static int component_of(const Stage *s, const Core *value)
{
    const Function *op = stage_hole(s, "operator")->op;
    const Var *sum = stage_hole(s, "sum")->var;
    if (!op->record)
        return is_var(value, sum) ? 0 : -1;
    if (!tree_is_field(value) || !is_var(value->g[0].at[0], sum))
        return -1;
    for (int i = 0; i < op->record->n; i++)
        if (op->record->field[i]->name == value->text)
            return i;
    return -1;
}

/* The atomic operation by which this store of a component is done; OP_VAR: none. */
static Op atomic_store(const Stage *s, const Stmt *store)
{
    const Function *op = stage_hole(s, "operator")->op;
    int i = store->kind == S_SET && store->to->op == OP_INDEX ? component_of(s, store->exp) : -1;
    if (i < 0 || op->of || op->failure || op->functor || prim_is_float(type_of(store->to)->prim))
        return OP_VAR;
    const Core *neutral = stage_hole(s, "neutral_value")->exp;
    const Core *part = op->record ? lam_part(op->lam, i) : op->lam;
    if (!part || !is_zero(op->record ? neutral->g[0].at[i] : neutral))
        return OP_VAR;
    return atomic_of(part, type_of(store->to)->prim);
}

/* The elements of the array in this memory; null: not known. */
static const Core *count_of(Lower *l, const Buffer *b)
{
    const Entry *e = l->entry;
    for (int i = 0; i < e->func->nresults; i++)
        if (e->result[i] == b)
            return tree_count(sized(l, e->result_type[i]));
    return b->count;
}

/* The place is all of its memory: a scalar, or the element of the row among all rows. */
static bool is_whole(Lower *l, const Stage *s, const Core *to)
{
    const Hole *y = stage_hole(s, "y");
    const Buffer *b = to->g[0].at[0]->op == OP_VAR
                    ? table_get(l->plan->buffer_of, to->g[0].at[0]->var) : NULL;
    if (!b || b->record || b->mate)
        return false;
    if (!y->var)
        return !to->g[1].n;
    const Core *count = count_of(l, b);
    return to->g[1].n == 1 && is_var(to->g[1].at[0], y->var)
        && count && size_equal(count, stage_hole(s, "y_count")->exp);
}

/* The kernel reads none of the memory that it stores its totals in. */
static bool reads_result(Lower *l, const Stmt *s, Stage *t)
{
    Block *end = &((Hole *)stage_hole(t, "finish"))->block, all = *end;
    *end = (Block){ .region = all.region };
    find_params(l, s->kernel, t);
    bool reads = false;
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < t->param.n; k++)
            reads |= t->param.at[k] == all.at[i]->to->g[0].at[0]->var;
    *end = all;
    find_params(l, s->kernel, t);
    return reads;
}

static bool all_atomic(Lower *l, const Stmt *s, Stage *t)
{
    const Block *end = &stage_hole(t, "finish")->block;
    bool yes = end->n > 0;
    for (int i = 0; yes && i < end->n; i++)
        yes = atomic_store(t, end->at[i]) != OP_VAR && is_whole(l, t, end->at[i]->to);
    return yes && !reads_result(l, s, t);
}

static bool is_memory(const Core *told, const Stmt *s)
{
    return s->kind == S_ALLOCATE && told->op == OP_VAR && s->var == told->var;
}

/* The statement that clears the counts of blocks that have arrived. */
static bool clears(const Stmt *s, const Core *arrived)
{
    const Stmt *clear = s->kind == S_IF && s->body.n == 1 && !s->other.n ? s->body.at[0] : NULL;
    return clear && clear->kind == S_CLEAR && is_var(clear->to->g[0].at[0], arrived->var);
}

static void clear_results(const Lower *l, Block *out, const Stage *t)
{
    const Block *end = &stage_hole(t, "finish")->block;
    const Hole *rows = stage_hole(t, "y_count");
    bool one = !stage_hole(t, "y")->var;
    for (int i = 0; i < end->n; i++) {
        Buffer *b = table_get(l->plan->buffer_of, end->at[i]->to->g[0].at[0]->var);
        stmt_add(out, (Stmt){ S_CLEAR, .to = tree_load(b, one ? NULL : core_i64(0)),
                              .count = one ? core_i64(1) : rows->exp });
    }
}

static void store_atomically(Lower *l, const Stmt *s, Stage *t)
{
    Block *end = &((Hole *)stage_hole(t, "finish"))->block;
    for (int i = 0; i < end->n; i++) {
        end->at[i]->atomic = atomic_store(t, end->at[i]);
        end->at[i]->kind = S_ATOMIC;
    }
    fill(t, "partials")->exp = fill(t, "arrived")->exp = NULL;
    find_params(l, s->kernel, t);
}

/* The block without what takes and clears the memory of partial results. */
static void add_totals(Lower *l, Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        Stage *t = reduction_of(s);
        add_totals(l, &s->body);
        add_totals(l, &s->other);
        if (t && all_atomic(l, s, t)) {
            const Core *partials = stage_hole(t, "partials")->exp;
            const Core *arrived = stage_hole(t, "arrived")->exp;
            while (out.n && (is_memory(partials, out.at[out.n - 1])
                             || is_memory(arrived, out.at[out.n - 1])
                             || clears(out.at[out.n - 1], arrived)))
                out.n--;
            clear_results(l, &out, t);
            store_atomically(l, s, t);
        }
        vec_push(&out, s);
    }
    *b = out;
}

void use_atomics(Lower *l)
{
    add_totals(l, &l->entry->body);
}
