/*
 * cost.c -- work and depth of terms, as the PMPH notes count them (section 3.1).
 *
 *   let             both are added
 *   map             work: n times the function's; depth: the function's
 *   reduce, scan    as a map, and n operators deep in a tree: log n of them
 *   scatter         as a map; hist: as a reduce
 *   if              both branches, which in O is the larger one
 *   loop            iterations times the body's, in both; a while loop has t
 *   iota, replicate, copy and arrays that a function hands on: their elements
 *   views           nothing
 *   segmap..        work: all levels' product times the body's; depth: a thread
 *                   does its body one operation after the other, the threads of
 *                   a block (of the grid) theirs at once; and a tree, as in a chain
 *   split p, stripes p of n elements: p rows of n/p each, which is not less than 1
 */
#include "costing.h"

static Cost walk(Costing *c, const Core *n);

static Cost cost_one(void)
{
    return (Cost){ bigo_one(), bigo_one() };
}

Cost cost_then(Cost a, Cost b)
{
    return (Cost){ bigo_add(a.work, b.work), bigo_add(a.depth, b.depth) };
}

bool cost_equal(Cost a, Cost b)
{
    return bigo_equal(a.work, b.work) && bigo_equal(a.depth, b.depth);
}

static Cost repeat(BigO n, Cost body)
{
    return (Cost){ bigo_mul(n, body.work), bigo_mul(n, body.depth) };
}

static Cost results_cost(Costing *c, const Core *n)
{
    Cost r = cost_one();
    for (int i = 0; i < n->ntypes; i++)
        r.work = bigo_add(r.work, cost_elements(c, n->type[i]));
    return r;
}

/* A function's arrays that it did not make itself are copied. */
static Cost handed_on(Costing *c, const Core *body)
{
    Cost r = cost_one();
    for (int i = 0; body->op == OP_BODY && i < body->g[0].n; i++) {
        const Core *a = body->g[0].at[i];
        int k;
        if (a->op != OP_VAR || !a->var->type || !a->var->type->rank)
            continue;
        const Stm *made = binding_of(body, a->var, &k);
        if (!made || ops[made->exp->op].kind == K_VIEW)
            r.work = bigo_add(r.work, cost_elements(c, a->var->type));
    }
    return r;
}

static Cost lambda_cost(Costing *c, const Core *lam)
{
    const Core *body = lam->op == OP_LAM ? lam->g[0].at[0] : lam;
    return cost_then(walk(c, body), handed_on(c, body));
}

static bool is_tree(Op op)
{
    return op_group(op, 'n') >= 0;
}

/* n times the function, and a tree of operators. */
static Cost soac_cost(Costing *c, const Core *n)
{
    BigO width = n->g[0].n ? cost_size(c, n->g[0].at[0]) : bigo_one();
    Cost f = cost_one();
    int mapping = op_group(n->op, 'f');
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        if (ops[n->op].groups[g] != 'l' || !n->g[g].n)
            continue;
        Cost l = lambda_cost(c, n->g[g].at[0]);
        if (g != mapping && is_tree(n->op))
            l.depth = bigo_mul(bigo_log(width), l.depth);
        f = cost_then(f, l);
    }
    return (Cost){ bigo_mul(width, f.work), f.depth };
}

BigO cost_nest(Costing *c, const Kids *levels)
{
    BigO all = bigo_one();
    for (int i = 0; i < levels->n; i++)
        if (levels->at[i]->op == OP_LEVEL && levels->at[i]->g[0].n)
            all = bigo_mul(all, cost_size(c, levels->at[i]->g[0].at[0]));
    return all;
}

static Cost seg_cost(Costing *c, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    const Kids *levels = &n->g[0];
    const Core *last = levels->at[levels->n - 1];
    Cost body = lambda_cost(c, n->g[op->ngroups - 1].at[0]);
    bool together = last->at == AT_BLOCK || last->at == AT_GRID;
    BigO thread = together ? body.depth : body.work, combine = bigo_one();
    for (int g = 1; g < op->ngroups - 1; g++)
        if (op->groups[g] == 'l' && n->g[g].n)
            combine = bigo_add(combine, lambda_cost(c, n->g[g].at[0]).work);
    Cost r = { bigo_mul(cost_nest(c, levels), bigo_add(body.work, combine)), thread };
    if ((is_tree(n->op) || last->at == AT_CHAIN) && last->op == OP_LEVEL && last->g[0].n)
        r.depth = bigo_add(r.depth, bigo_mul(bigo_log(cost_size(c, last->g[0].at[0])),
                                               combine));
    return r;
}

static Cost body_cost(Costing *c, const Core *n)
{
    Cost r = cost_one();
    for (int i = 0; i < n->nstms; i++)
        r = cost_then(r, walk(c, n->stm[i].exp));
    return r;
}

typedef struct {
    Costing *costing;
    const Core *call;
    const FuncSizes *callee;
} AtCall;

/* A size of the function that is called: of its argument, or its own. */
static BigO at_call(const Growth *g, void *arg)
{
    AtCall *a = arg;
    const Func *f = a->call->func;
    int i = 0;
    while (a->callee->growth.at[i] != g)
        i++;
    for (int p = 0; p < f->nparams && p < a->call->g[0].n; p++)
        if (key_of(f->param[p]) == a->callee->key.at[i])
            return cost_size(a->costing, a->call->g[0].at[p]);
    return growth(a->costing, a->callee->key.at[i], var_base(g->name), g->about);
}

BigO cost_at_call(Costing *c, const Core *call, BigO (*f)(Costing *c, const Func *func))
{
    FuncSizes *here = c->in;
    costing_in(c, call->func->name);
    AtCall a = { c, call, c->in };
    BigO own = f(c, call->func);
    c->in = here;
    return bigo_map(own, at_call, &a);
}

static BigO func_work(Costing *c, const Func *f) { return cost_of_func(c, f).work; }
static BigO func_depth(Costing *c, const Func *f) { return cost_of_func(c, f).depth; }

static Cost call_cost(Costing *c, const Core *n)
{
    return (Cost){ cost_at_call(c, n, func_work), cost_at_call(c, n, func_depth) };
}

static Cost update_cost(Costing *c, const Core *n)
{
    const Core *v = n->g[2].at[0];
    Cost r = cost_one();
    if (v->ntypes == 1)
        r.work = cost_elements(c, v->type[0]);
    return r;
}

static Cost walk(Costing *c, const Core *n)
{
    switch (n->op) {
    case OP_BODY: return body_cost(c, n);
    case OP_LAM: return walk(c, n->g[0].at[0]);
    case OP_IF:
        if (cost_version(c, n))
            return walk(c, cost_version(c, n));
        return cost_then(walk(c, n->g[1].at[0]), walk(c, n->g[2].at[0]));
    case OP_LOOP: return repeat(cost_size(c, n->g[1].at[0]), walk(c, n->g[2].at[0]));
    case OP_WHILE:
        return repeat(cost_iterations(c, n), cost_then(walk(c, n->g[1].at[0]),
                                                  walk(c, n->g[2].at[0])));
    case OP_CALL: return call_cost(c, n);
    case OP_UPDATE: return update_cost(c, n);
    case OP_IOTA: case OP_REPLICATE: case OP_COPY: case OP_CONCAT: return results_cost(c, n);
    default:
        if (ops[n->op].kind == K_SOAC)
            return soac_cost(c, n);
        return ops[n->op].kind == K_SEG ? seg_cost(c, n) : cost_one();
    }
}

Cost cost_of(Costing *c, const Core *n)
{
    return walk(c, n);
}

Cost cost_under(Costing *c, Kids levels, const Core *n)
{
    Cost r = walk(c, n);
    r.work = bigo_mul(cost_nest(c, &levels), r.work);
    return r;
}

Cost cost_of_func(Costing *c, const Func *f)
{
    Cost *known = table_get(c->func, f);
    if (known)
        return *known;
    FuncSizes *here = c->in;
    Cost *r = NEW(Cost);
    *r = cost_one();
    if (f->recursive)
        table_put(c->func, f, r);
    costing_in(c, f->name);
    *r = f->body ? walk(c, f->body) : cost_one();
    c->in = here;
    table_put(c->func, f, r);
    return *r;
}
