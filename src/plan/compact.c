/*
 * compact.c -- pass on an entry's core: filters that leave what they keep in a parameter's memory.
 *
 *   copies = replicate n 0
 *   chosen kept = segput@chain <#i < n> copies { x = xs[i] .. prefix .. in (count - 1) x }
 *
 * writes into xs instead of copies, if xs is a parameter `*` that nothing reads later. The blocks
 * take the tiles in order. They load a tile into shared memory, publish its count, and wait for the
 * counts of all earlier tiles before they store. An element goes to its own position or an earlier
 * one: as each tile before that has published its count, its elements have been loaded.
 *
 * So each element of xs must be read before the prefix, by the thread whose position it has, and
 * the place must be the prefix of a count, less one, or no place.
 */
#include "lower.h"

#include "../core/access.h"

typedef struct {
    Ranges *range;
    const Core *body;          /* the entry's */
    const Stm *put;            /* the filter, */
    const Stm *prefix;         /*   the first prefix in it, */
    const Core *each;          /*   and its body */
} Compact;

/* ---- where elements go --------------------------------------------------------- */

static bool is_number(const Core *n, int64_t value)
{
    return is_const(n) && n->value.i == value;
}

static bool is_addition(const Core *lam)
{
    const Core *sum = body_single(lam->g[0].at[0]);
    return sum && sum->op == OP_ADD && lam->nbinds == 2 && is_var(sum->g[0].at[0], lam->bind[0])
        && is_var(sum->g[1].at[0], lam->bind[1]);
}

/* The first prefix counts: it adds up numbers that are 0 or 1. */
static bool counts(const Compact *c)
{
    const Core *p = c->prefix->exp;
    if (p->op != OP_PREFIX || c->prefix->nvars != 1 || !is_number(p->g[1].at[0], 0)
        || !is_addition(p->g[0].at[0]))
        return false;
    Interval each = range_of(c->range, p->g[2].at[0]);
    return each.least >= 0 && each.most <= 1;
}

/* The position among the elements that are counted, which is not behind the element's own; or
   none. */
static bool goes_before(const Compact *c, const Core *body, const Core *at)
{
    int k;
    const Stm *s = at->op == OP_VAR ? binding_of(body, at->var, &k) : NULL;
    const Core *e = s ? s->exp : NULL;
    if (is_const(at))
        return at->value.i < 0;
    if (e && e->op == OP_IF)
        return goes_before(c, e->g[1].at[0], e->g[1].at[0]->g[0].at[k])
            && goes_before(c, e->g[2].at[0], e->g[2].at[0]->g[0].at[k]);
    return e && e->op == OP_SUB && is_var(e->g[0].at[0], c->prefix->var[0])
        && is_number(e->g[1].at[0], 1);
}

/* ---- what reads the parameter --------------------------------------------------- */

typedef struct {
    const Compact *c;
    const Var *array;
    int own;
} OwnReads;

static void see_access(const Access *a, void *reads)
{
    OwnReads *r = reads;
    r->own += is_var(a->array, r->array) && !a->written
           && own_element(r->c->range, r->c->put->exp, NULL, &a->entry);
}

/* The filter reads it at the thread's own position alone, before the prefix. */
static bool reads_own(const Compact *c, const Var *array)
{
    OwnReads r = { c, array, 0 };
    core_accesses(c->range, c->put->exp, see_access, &r);
    int before = 0;
    for (const Stm *s = c->each->stm; s < c->prefix; s++)
        before += uses_in(s->exp, array);
    return r.own == before && before == uses_in(c->put->exp, array);
}

/* ---- the pass -------------------------------------------------------------------- */

const Core *first_elements(const Core *body, const Core *atom)
{
    int k;
    const Stm *s = atom->op == OP_VAR ? binding_of(body, atom->var, &k) : NULL;
    const Core *e = s ? s->exp : NULL, *span = NULL;
    if (e && e->op == OP_INDEX && e->g[1].n == 1 && type_of(e->g[0].at[0])->rank == 1)
        span = e->g[1].at[0];
    return span && span->op == OP_SPAN && is_number(span->g[0].at[0], 0)
        && is_number(span->g[2].at[0], 1) ? e->g[0].at[0] : NULL;
}

/* Array j that the filter writes is new memory, for which the parameter's serves as well. */
static bool serves(const Compact *c, int j, Var *param)
{
    int k;
    const Core *to = c->put->exp->g[1].at[j];
    const Stm *made = to->op == OP_VAR ? binding_of(c->body, to->var, &k) : NULL;
    return made && made->exp->op == OP_REPLICATE && has_attribute(made, "blank")
        && uses_in(c->body, to->var) == 1 && type_equal(to->var->type, param->type)
        && goes_before(c, c->each, c->each->g[0].at[j])
        && reads_own(c, param) && read_before_alone(c->body, c->put, param);
}

/* The filter that makes result k and a parameter whose memory serves. */
static void compact_result(const Func *f, Ranges *r, int k)
{
    int j;
    const Core *chosen = first_elements(f->body, f->body->g[0].at[k]);
    const Stm *put = chosen && chosen->op == OP_VAR ? binding_of(f->body, chosen->var, &j) : NULL;
    const Stm *prefix = put && put->exp->op == OP_SEGPUT && put->exp->g[0].n == 1
                      ? prefix_in(put->exp, NULL) : NULL;
    if (!prefix || j >= put->exp->g[1].n)
        return;
    Compact c = { r, f->body, put, prefix, put->exp->g[2].at[0] };
    for (int p = 0; p < f->nparams && counts(&c); p++)
        if (f->consumes[p] && f->param[p]->type->rank == 1 && serves(&c, j, f->param[p])) {
            put->exp->g[1].at[j] = core_var(f->param[p]);
            return;
        }
}

void compact_in_place(const Func *f, Ranges *r)
{
    for (int k = 0; f->consumes && !f->ranked && k < f->nresults; k++)
        compact_result(f, r, k);
}
