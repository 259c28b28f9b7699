/*
 * folds.c -- reductions and scans as kernels: the threads of the grid fold their
 * values, the threads of a block scan a row.
 */
#include "lower.h"

#include <string.h>

/* ---- what is folded --------------------------------------------------------- */

/* The operator `op`, made from the kernel's, on values with a tag. */
static void lift(Lower *in, Nest *k, Function *op, Core *tag)
{
    k->op = op;
    make_functor(in, op);
    k->value = tree_record(op->record, (Core *[]){ k->value, tag });
    k->neutral = tree_record(op->record, (Core *[]){ k->neutral, core_bool(false) });
    table_put(in->plan->record_of, k->sum, (void *)op->record);
}

static Core *values_of(Lower *in, const Nest *k, Core **atom, int n)
{
    Core **value = scalars_of(in, &(Kids){ atom, n });
    return n > 1 ? tree_record(k->op->record, value) : value[0];
}

/* The operator of a segred or segscan, its neutral element, and the value that the body
   gives; `any` says whether there is one. Its name, if none is given, is that of the one
   result, if the program has one for it. */
void fold_of(Lower *in, Nest *k, const Stm *s, const Core *body, Core *any, const char *name)
{
    const Core *n = s->exp;
    int count = n->g[2].n;
    k->op = operator_of(in, n->g[1].at[0], s->var);
    k->in_order = !fold_commutes(n);
    k->rounds = lam_rounds(n->g[1].at[0]);
    k->neutral = values_of(in, k, n->g[2].at, count);
    k->value = values_of(in, k, body->g[0].at, count);
    make_functor(in, k->op);
    bool named = !s->var[0]->type->rank && !s->var[0]->invented && count == 1;
    if (!name)
        name = named ? s->var[0]->name : sum_name(n->g[1].at[0]);
    k->sum = fresh(in, name, type_of(n->g[2].at[0]));
    if (count > 1)
        table_put(in->plan->record_of, k->sum, (void *)k->op->record);
    if (k->op->failure)
        lift(in, k, operator_or_none(in, k->op), any);
}

void fill_fold(Stage *s, const Nest *k)
{
    fill(s, "ctype")->var = k->sum;
    fill(s, "sum")->var = k->sum;
    fill(s, "operator")->op = k->op;
    fill(s, "neutral_value")->exp = k->neutral;
    if (stage_hole(s, "in_order"))
        fill(s, "in_order")->flag = k->in_order;
}

/* ---- the threads of the grid ------------------------------------------------ */

Core **result_scalars(Lower *l, const Stm *s, int n)
{
    Core **result = NEWS(Core *, n);
    for (int k = 0; k < n; k++) {
        result[k] = tree_load(memory_for(l, s->var[k])->buffer, NULL);
        table_put(l->facts->tree, s->var[k], result[k]);
    }
    return result;
}

void read_scalars(Lower *l, const Stm *s, Core **result, int n)
{
    for (int k = 0; k < n; k++)
        if (table_has(l->facts->places->read_back, s->var[k]))
            read_back(l, s->var[k], result[k]);
}

/* The last block to come folds what all leave in memory; with several blocks, those of each
   fold are counted from 0. */
void join_blocks(Lower *l, Nest *k, Stage *s, Core *values, Core *folds, Core *blocks)
{
    Var *partials = fresh(l, "partials", k->sum->type);
    Var *arrived = fresh(l, "arrived", type_prim(U32));
    kernel_memory(l, k, partials, values)->record = table_get(l->plan->record_of, k->sum);
    Core *most = is_const(folds) ? folds : tree_name("MAX_REDUCE_BLOCKS", I64);
    Core *counts = tree_load(kernel_memory(l, k, arrived, most), core_i64(0));
    Stmt *several = emit(l, (Stmt){ S_IF, .exp = tree_op(OP_GT, blocks, core_i64(1)) });
    stmt_add(&several->body, (Stmt){ S_CLEAR, .to = counts, .count = folds });
    fill(s, "partials")->exp = core_var(partials);
    fill(s, "arrived")->exp = core_var(arrived);
}

/* Each thread has a value; where the threads are workers none is left over. */
static void reduce_stage(Lower *l, Nest *k)
{
    Core *count = k->count[0], *blocks = blocks_of_workers(l, count);
    bool whole = blocks != NULL;                 /* the threads are as many as the values */
    if (!whole)
        blocks = emit_let(l, fresh(l, "blocks", type_prim(I64)),
                          host_call("ceil_div", (Core *[]){ count, block_size() }, 2));
    Stage *s = stage_new(k, "reduce", "", blocks, block_size());
    fill(s, "body")->block = k->body;
    fill_level(s, "x", k->index[0], count);
    fill(s, "whole")->flag = whole;
    fill(s, "value")->exp = k->value;
    fill(s, "blocks")->exp = tree_name("gridDim.x", U32);
    fill(s, "finish")->block = k->finish;
    fill_threads(s, k);
    fill_fold(s, k);
    join_blocks(l, k, s, whole ? tree_name("MAX_REDUCE_BLOCKS", I64) : blocks, core_i64(1), blocks);
}

/* A worker without a share has no value. */
static Core *has_share(const Lower *in)
{
    const Share *s = first_share(in);
    return s ? tree_op(OP_LT, s->first, s->end) : core_bool(true);
}

/* segred of one level: the threads' values become one. */
void lower_reduce(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n;
    View **to = result_arrays(l, s, count);
    Core **result = result_scalars(l, s, count);
    Lower in = open_nest(l, n, told_name(s->var, s->nvars, NULL), NULL, false);
    Nest *k = in.nest;
    lower_rows(&in, body, to, count, k->at, 1);
    fold_of(&in, k, s, body, has_share(&in), "total");
    in.out = &k->finish;
    for (int i = 0; i < count; i++)
        if (is_used(l, s->var[i]))
            emit_set(&in, result[i], tree_part(core_var(k->sum), k->op, i));
    reduce_stage(l, k);
    launch(l, k, NULL);
    read_scalars(l, s, result, count);
}

/* ---- the threads of a block -------------------------------------------------- */

int result_number(const Stm *s, const Core *atom)
{
    for (int i = 0; i < s->nvars; i++)
        if (is_var(atom, s->var[i]))
            return i;
    return -1;
}

const Stm *row_fold(const Core *body)
{
    const Stm *last = body->nstms ? &body->stm[body->nstms - 1] : NULL;
    if (!last || (last->exp->op != OP_SEGRED && last->exp->op != OP_SEGSCAN)
        || last->exp->g[0].n != 1 || last->exp->g[0].at[0]->at != AT_THREAD)
        return NULL;
    for (int i = 0; i < body->nstms - 1; i++)
        if (core_parallel(body->stm[i].exp))
            return NULL;
    for (int i = 0; i < body->g[0].n; i++)
        if (result_number(last, body->g[0].at[i]) < 0)
            return NULL;
    return last;
}

Var *like_sum(Lower *in, const Nest *k, const char *name)
{
    Var *v = fresh(in, name, k->sum->type);
    table_put(in->plan->record_of, v, table_get(in->plan->record_of, k->sum));
    return v;
}

void fold_value(Lower *in, Nest *k, Var *sum)
{
    Core *arg[] = { core_var(sum), k->value };
    emit_set(in, arg[0], tree_call(k->op->name, arg, 2, type_of(k->value)->prim));
}

/* The neutral element as a value to begin with: the operator is applied to it. */
Core *start_of(const Nest *k)
{
    if (!operator_fails(k->op))
        return k->neutral;
    return tree_record(k->op->record, (Core *[]){ k->neutral->g[0].at[0], core_bool(true) });
}
