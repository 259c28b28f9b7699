/*
 * bytes.c -- how many bytes of arrays' elements a term reads and writes, as a sum of products
 * of sizes with coefficients, at most:
 *
 *   a function mapped   each time: its scalar parameters read, its scalar results written
 *   scan, scatter       their results too, hist both at each element; a reduction's result is
 *                       a scalar
 *   index, update       what they read or write; copies: both
 *   views               nothing; rows are read where somebody takes their elements
 *   between the threads of a block   nothing: what one statement of its body makes for another,
 *                       and what a loop in it changes, which is read once
 *   arrays in a thread  as others: they are in the device's memory
 *
 * Each operation stands for itself: what a cache keeps is not counted.
 */
#include "cost.h"

#include <string.h>

typedef struct {
    Costing *costing;
    Table *shared;             /* Var: an array in the memory of a block or a thread */
    bool in_block;
} Bytes;

static BigO walk(Bytes *b, const Core *n);

static BigO none(void)
{
    return bigo_times(bigo_one(), 0);
}

/* What a view shows, and rows are of; else null. */
static const Core *part_of(const Bytes *b, const Var *v)
{
    const Core *d = cost_definition(b->costing, v);
    if (!d)
        return cost_rows(b->costing, v);
    int g = ops[d->op].kind == K_VIEW ? op_group(d->op, '~') : -1;
    return g >= 0 && d->g[g].n ? d->g[g].at[0] : NULL;
}

/* Its elements are positions. */
static bool is_counted(const Bytes *b, const Core *a)
{
    const Core *d = a->op == OP_VAR ? cost_definition(b->costing, a->var) : NULL;
    return d && (d->op == OP_IOTA || d->op == OP_SEGIDS || d->op == OP_WITHIN);
}

/* Its elements are not read from the device's memory. Parts of what is shared are shared. */
static bool is_shared(const Bytes *b, const Core *a)
{
    while (a && a->op == OP_VAR && !table_has(b->shared, a->var) && !is_counted(b, a))
        a = part_of(b, a->var);
    return a && a->op == OP_VAR;
}

static BigO of_type(const Bytes *b, const Type *t)
{
    return bigo_times(cost_elements(b->costing, t), prim_bytes(t->prim));
}

/* Of those types that have a scalar for each element of so many levels. */
static BigO of_scalars(const Type **t, int n, int levels)
{
    int bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += t[i]->rank == levels ? prim_bytes(t[i]->prim) : 0;
    return bigo_times(bigo_one(), bytes);
}

/* The elements that parameters stand for, if the body needs them. */
static BigO read_params(const Bytes *b, const Core *binder, const Kids *arrays, const Core *body)
{
    int bytes = 0;
    for (int i = 0; i < binder->nbinds && i < arrays->n; i++) {
        const Var *v = binder->bind[i];
        if (!v->type->rank && core_uses(body, v) && !is_shared(b, arrays->at[i]))
            bytes += prim_bytes(v->type->prim);
    }
    return bigo_times(bigo_one(), bytes);
}

static BigO body_bytes(Bytes *b, const Core *n)
{
    BigO sum = none();
    for (int i = 0; i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        if (!has_attribute(s, "blank"))
            sum = bigo_add(sum, walk(b, s->exp));
        for (int k = 0; b->in_block && k < s->nvars; k++)
            if (s->var[k]->type && s->var[k]->type->rank && ops[s->exp->op].kind != K_VIEW)
                table_put(b->shared, s->var[k], s->var[k]);
    }
    return sum;
}

static BigO lambda_bytes(Bytes *b, const Core *lam)
{
    return lam->op == OP_LAM ? walk(b, lam->g[0].at[0]) : none();
}

/* What each element costs where it is written: values of a mapping are results, those of a
   reduction only in the end, those of a histogram are added to what is there. */
static BigO written_each(const Core *n, int levels, int reduced)
{
    bool puts = op_group(n->op, '!') >= 0, folds = op_group(n->op, 'o') >= 0;
    BigO all = of_scalars(n->type, n->ntypes, levels);
    if (puts && folds)
        return bigo_times(all, 2);
    return ops[n->op].reduces ? of_scalars(n->type + reduced, n->ntypes - reduced, levels) : all;
}

static BigO soac_bytes(Bytes *b, const Core *n)
{
    int f = op_group(n->op, 'f'), x = op_group(n->op, 'x'), ne = op_group(n->op, 'n');
    BigO width = n->g[0].n ? cost_size(b->costing, n->g[0].at[0]) : bigo_one();
    BigO each = none();
    for (int i = 0; f < 0 && x >= 0 && i < n->g[x].n; i++) {
        const Type *t = n->g[x].at[i]->op == OP_VAR ? n->g[x].at[i]->var->type : NULL;
        if (t && t->rank == 1 && !is_shared(b, n->g[x].at[i]))
            each = bigo_add(each, bigo_times(bigo_one(), prim_bytes(t->prim)));
    }
    if (f >= 0 && n->g[f].at[0]->op == OP_LAM)
        each = read_params(b, n->g[f].at[0], &n->g[x], n->g[f].at[0]->g[0].at[0]);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        if (ops[n->op].groups[g] == 'l' && n->g[g].n)
            each = bigo_add(each, lambda_bytes(b, n->g[g].at[0]));
    int reduced = ne >= 0 ? n->g[ne].n : 0;
    if (!b->in_block)
        each = bigo_add(each, written_each(n, 1, reduced));
    return bigo_mul(width, each);
}

/* What all levels read, each as often as it is run. */
static BigO levels_bytes(const Bytes *b, const Core *n, const Core *body, BigO *times)
{
    BigO sum = none();
    *times = bigo_one();
    for (int i = 0; i < n->g[0].n; i++) {
        const Core *level = n->g[0].at[i];
        if (level->op != OP_LEVEL)
            continue;
        if (level->g[0].n)
            *times = bigo_mul(*times, cost_size(b->costing, level->g[0].at[0]));
        sum = bigo_add(sum, bigo_mul(*times, read_params(b, level, &level->g[1], body)));
    }
    return sum;
}

/* Of rows that differ in length, as many elements as what makes them has in all rows. */
static BigO result_bytes(const Bytes *b, const Core *n, const Core *body, int k, BigO times)
{
    const Type *t = n->type[k];
    bool known = type_has_sizes(t);
    const Core *r = !known && body->op == OP_BODY && k < body->g[0].n ? body->g[0].at[k] : NULL;
    const Core *seg = r && r->op == OP_VAR ? cost_definition(b->costing, r->var)
                    : !known && body->op != OP_BODY ? body : NULL;
    if (!seg || ops[seg->op].kind != K_SEG)
        return of_type(b, t);
    return bigo_times(bigo_mul(times, cost_nest(b->costing, &seg->g[0])), prim_bytes(t->prim));
}

static BigO seg_bytes(Bytes *b, const Core *n)
{
    const Core *body = n->g[ops[n->op].ngroups - 1].at[0];
    bool outer = b->in_block;
    BigO times, sum = levels_bytes(b, n, body, &times), each = none();
    b->in_block |= n->g[0].at[n->g[0].n - 1]->at == AT_BLOCK;
    for (int g = 1; g < ops[n->op].ngroups; g++)
        if (strchr("lb", ops[n->op].groups[g]) && n->g[g].n)
            each = bigo_add(each, ops[n->op].groups[g] == 'l' ? lambda_bytes(b, n->g[g].at[0])
                                                             : walk(b, n->g[g].at[0]));
    b->in_block = outer;
    sum = bigo_add(sum, bigo_mul(times, each));
    if (outer)
        return sum;
    int puts = op_group(n->op, '!');
    if (puts >= 0)
        return bigo_add(sum, bigo_mul(times, written_each(n, n->g[0].n, 0)));
    for (int i = 0; i < n->ntypes; i++)
        sum = bigo_add(sum, result_bytes(b, n, body, i, times));
    return sum;
}

static BigO index_bytes(const Bytes *b, const Core *n)
{
    bool scalar = n->ntypes == 1 && !n->type[0]->rank;
    return scalar && !is_shared(b, n->g[0].at[0]) ? of_scalars(n->type, 1, 0) : none();
}

static BigO update_bytes(const Bytes *b, const Core *n)
{
    const Core *v = n->g[2].at[0];
    if (b->in_block || v->ntypes != 1)
        return none();
    return v->type[0]->rank ? bigo_times(of_type(b, v->type[0]), 2) : of_scalars(v->type, 1, 0);
}

static BigO results_bytes(const Bytes *b, const Core *n, int times)
{
    BigO sum = none();
    for (int i = 0; i < n->ntypes && !b->in_block; i++)
        sum = bigo_add(sum, bigo_times(of_type(b, n->type[i]), times));
    return sum;
}

/* In a block a loop's arrays are read once, where it begins. */
static BigO begin_loop(Bytes *b, const Core *loop)
{
    BigO sum = none();
    for (int i = 0; b->in_block && i < loop->nbinds; i++) {
        Var *v = loop->bind[i];
        if (!v->type || !v->type->rank)
            continue;
        if (!is_shared(b, loop->g[0].at[i]))
            sum = bigo_add(sum, of_type(b, v->type));
        table_put(b->shared, v, v);
    }
    return sum;
}

static BigO walk(Bytes *b, const Core *n)
{
    Costing *c = b->costing;
    BigO sum;
    switch (n->op) {
    case OP_BODY: return body_bytes(b, n);
    case OP_LAM: return lambda_bytes(b, n);
    case OP_IF:
        if (cost_version(c, n))
            return walk(b, cost_version(c, n));
        return bigo_add(walk(b, n->g[1].at[0]), walk(b, n->g[2].at[0]));
    case OP_LOOP:
        sum = begin_loop(b, n);
        return bigo_add(sum, bigo_mul(cost_size(c, n->g[1].at[0]), walk(b, n->g[2].at[0])));
    case OP_WHILE:
        sum = begin_loop(b, n);
        return bigo_add(sum, bigo_mul(cost_iterations(c, n),
                                      bigo_add(walk(b, n->g[1].at[0]), walk(b, n->g[2].at[0]))));
    case OP_CALL: return cost_at_call(c, n, bytes_of_func);
    case OP_INDEX: return index_bytes(b, n);
    case OP_UPDATE: return update_bytes(b, n);
    case OP_IOTA: case OP_REPLICATE: return results_bytes(b, n, 1);
    case OP_COPY: case OP_CONCAT: return results_bytes(b, n, 2);
    default:
        if (ops[n->op].kind == K_SOAC)
            return soac_bytes(b, n);
        return ops[n->op].kind == K_SEG ? seg_bytes(b, n) : none();
    }
}

/* A function that calls itself is one of scalars. */
BigO bytes_of_func(Costing *c, const Func *f)
{
    Bytes b = { .costing = c, .shared = table_new() };
    return f->body && !f->recursive ? walk(&b, f->body) : none();
}
