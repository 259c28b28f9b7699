/* chain.c -- finding the versions of nests, and what each takes: see chain.h. */
#include "chain.h"

#include <math.h>
#include <string.h>

enum { MOST_ELEMENTS_SEEN = 1 << 29 };

int64_t threshold_value(const Threshold *t)
{
    return t->at == AS_TOLD ? t->told : t->at ? INT64_C(1) << (t->at - 1) : t->declared;
}

/* ---- what tests compute ---------------------------------------------------------------- */

/* The scalar operation that a variable is bound to, or null. */
static const Core *computed(const Chains *c, const Core *atom)
{
    const Stm *s = atom->op == OP_VAR ? table_get(c->def, atom->var) : NULL;
    return s && s->nvars == 1 && ops[s->exp->op].kind == K_SCALAR ? s->exp : NULL;
}

/* True if `is` holds of an operation that the atom is the result of, directly or not. */
static bool computes_any(const Chains *c, const Core *atom,
                         bool (*is)(const Chains *c, const Core *n, const void *arg),
                         const void *arg)
{
    const Core *n = computed(c, atom);
    bool found = n && is(c, n, arg);
    for (int g = 0; n && !found && g < ops[n->op].ngroups; g++)
        found = n->g[g].n && computes_any(c, n->g[g].at[0], is, arg);
    return found;
}

static bool is_op(const Chains *c, const Core *n, const void *op)
{
    (void)c;
    return n->op == *(const Op *)op;
}

bool test_has(const Chains *c, const Core *test, Op op)
{
    return computes_any(c, test, is_op, &op);
}

static bool exceeds_shared(const Chains *c, const Core *n, const void *arg)
{
    (void)arg;
    return n->op == OP_FITS && number_of(c->numbers, n) == 0;
}

static bool compares_with_other(const Chains *c, const Core *n, const void *name)
{
    (void)c;
    return n->op == OP_THRESHOLD && strcmp(n->text, name);
}

/* ---- chains ------------------------------------------------------------------------------ */

/* Between ways to do the same: each of them has a nest. */
static bool is_choice(const Chains *c, const Core *n)
{
    return n->op == OP_IF && test_has(c, n->g[0].at[0], OP_THRESHOLD)
        && seg_in(n->g[1].at[0]) && seg_in(n->g[2].at[0]);
}

/* The choice that a body ends with, if it does no more than prepare that test. */
static const Core *goes_on(const Chains *c, const Core *body)
{
    const Core *n = body->op == OP_BODY && body->nstms ? body->stm[body->nstms - 1].exp : body;
    if (!is_choice(c, n))
        return NULL;
    for (int i = 0; body->op == OP_BODY && i < body->nstms - 1; i++)
        if (ops[body->stm[i].exp->op].kind != K_SCALAR)
            return NULL;
    return n;
}

static Threshold *threshold_named(const Thresholds *all, const char *name)
{
    for (int i = 0; name && i < all->n; i++)
        if (!strcmp(all->at[i]->name, name))
            return all->at[i];
    return NULL;
}

static bool keep_threshold(const Chains *c, const Core *n, const void *found)
{
    (void)c;
    if (n->op == OP_THRESHOLD)
        *(const Core **)found = n;
    return n->op == OP_THRESHOLD;
}

/* The threshold that a leaf compares with, if it is one alone. */
static Threshold *compared_with(const Chains *c, const Core *atom)
{
    const Core *n = NULL;
    if (!computes_any(c, atom, keep_threshold, &n)
        || computes_any(c, atom, compares_with_other, n->text))
        return NULL;
    Threshold *t = threshold_named(c->thresholds, n->text);
    if (t)
        return t;
    int64_t value = n->g[0].at[0]->value.i;
    t = threshold_named(c->told, n->text);
    t = t ? t : MAKE(Threshold, .name = n->text, .declared = value, .told = value);
    vec_push(c->thresholds, t);
    return t;
}

int leaf_of(const Chain *x, const Core *atom)
{
    for (int i = 0; i < x->leaf.n; i++)
        if (core_equal(x->leaf.at[i].atom, atom))
            return i;
    return -1;
}

static int add_leaf(const Chains *c, Chain *x, const Core *atom)
{
    int known = leaf_of(x, atom);
    if (known >= 0)
        return known;
    vec_push(&x->leaf, ((Leaf){ .atom = atom, .asks = test_has(c, atom, OP_THRESHOLD),
                                .threshold = compared_with(c, atom) }));
    return x->leaf.n - 1;
}

static const Test *test_of(const Chains *c, Chain *x, const Core *atom)
{
    const Core *n = computed(c, atom);
    bool joins = n && (n->op == OP_LAND || n->op == OP_LOR || n->op == OP_NOT);
    Test *t = MAKE(Test, .leaf = joins ? -1 : add_leaf(c, x, atom), .op = joins ? n->op : OP_VAR);
    for (int g = 0; joins && g < ops[n->op].ngroups; g++)
        t->part[g] = test_of(c, x, n->g[g].at[0]);
    return t;
}

bool test_asks(const Test *t, int leaf)
{
    return t && (t->leaf == leaf || test_asks(t->part[0], leaf) || test_asks(t->part[1], leaf));
}

static Chain *chain_of(Chains *c, const Core *n)
{
    Chain *x = NEW(Chain);
    const Core *head = n;
    while (n && x->n < MOST_VERSIONS - 1) {
        table_put(c->seen, n, n == head ? x : NULL);
        x->limited[x->n] = test_has(c, n->g[0].at[0], OP_FITS);
        x->test[x->n] = test_of(c, x, n->g[0].at[0]);
        x->way[x->n++] = n;
        n = goes_on(c, n->g[2].at[0]);
    }
    x->n++;
    x->kept = (1u << x->n) - 1;
    vec_push(&c->chain, x);
    return x;
}

/* ---- times --------------------------------------------------------------------------------- */

static void prepare(Chains *c, const Core *body)
{
    for (int i = 0; body->op == OP_BODY && i < body->nstms - 1; i++)
        numbers_set(c->numbers, body->stm[i].var[0], number_bound(c->numbers, &body->stm[i], 0));
}

/* As if the threshold had that value. */
static double number_if(const Chains *c, const Core *atom, double threshold)
{
    const Core *n = computed(c, atom);
    if (!n || !test_has(c, atom, OP_THRESHOLD))
        return number_of(c->numbers, atom);
    if (n->op == OP_THRESHOLD)
        return threshold;
    double operand[2] = { NAN, NAN };
    for (int g = 0; g < ops[n->op].ngroups && g < 2; g++)
        operand[g] = number_if(c, n->g[g].at[0], threshold);
    return number_by(c->numbers, n, operand[0], operand[1]);
}

/* The candidates with which a leaf holds at the sizes in hand. */
static uint32_t holds_with(const Chains *c, const Leaf *l)
{
    if (!l->threshold)
        return number_of(c->numbers, l->atom) == 1;
    uint32_t all = 0;
    Threshold t = *l->threshold;
    for (t.at = 0; t.at <= AS_TOLD; t.at++)
        if (number_if(c, l->atom, (double)threshold_value(&t)) == 1)
            all |= UINT32_C(1) << t.at;
    return all;
}

/* The times of all versions, for the sizes in hand. */
static void compare(const Core *n, void *chains)
{
    Chains *c = chains;
    if (!is_choice(c, n) || (table_has(c->seen, n) && !table_get(c->seen, n)))
        return;
    Chain *x = table_get(c->seen, n);
    x = x ? x : chain_of(c, n);
    vec_push(&x->point, c->point);
    clock_watch(c->clock, NULL, NULL);
    for (int k = 0; k < x->n; k++) {
        bool last = k == x->n - 1;
        const Core *way = x->way[last ? k - 1 : k], *test = way->g[0].at[0];
        clock_grows(c->clock);
        double t = clock_time(c->clock, way->g[last ? 2 : 1].at[0]);
        x->limited[k] |= clock_grows(c->clock);
        vec_push(&x->time, last || !computes_any(c, test, exceeds_shared, NULL) ? t : INFINITY);
        x->unknown |= !last && isnan(number_of(c->numbers, test));
        if (k < x->n - 2)
            prepare(c, way->g[2].at[0]);
    }
    for (int i = 0; i < x->leaf.n; i++)
        vec_push(&x->holds, holds_with(c, &x->leaf.at[i]));
    clock_watch(c->clock, compare, c);
}

bool guarded_by_sizes(const Chains *c, const Chain *x, int version)
{
    return version < x->n - 1 && x->limited[version]
        && !test_has(c, x->way[version]->g[0].at[0], OP_FITS);
}

static void fix_guards(const Chains *c)
{
    for (int i = 0; i < c->chain.n; i++) {
        const Chain *x = c->chain.at[i];
        for (int k = 0; k < x->n; k++)
            for (int l = 0; l < x->leaf.n && guarded_by_sizes(c, x, k); l++)
                if (test_asks(x->test[k], l) && x->leaf.at[l].threshold)
                    x->leaf.at[l].threshold->fixed = true;
    }
}

static double elements_of(const Numbers *n, const Func *f)
{
    double all = 0;
    for (int i = 0; i < f->nparams; i++)
        all += number_elements(n, f->param[i]->type);
    for (int i = 0; i < f->nresults; i++)
        all += number_elements(n, f->result[i]);
    return all;
}

/* Numbers that tests ask and data decide are sizes of the grid, too. */
static void add_sizes(Chains *c, const Core *atom)
{
    const Core *n = computed(c, atom);
    for (int g = 0; n && g < ops[n->op].ngroups; g++)
        add_sizes(c, n->g[g].at[0]);
    if (!n && atom->op == OP_VAR && atom->var->type->prim == I64 && !atom->var->type->rank
        && isnan(number_of(c->numbers, atom)))
        grid_add(&c->grid, atom->var);
}

static void time_all(Chains *c)
{
    c->numbers = numbers_new(c->card);
    c->clock = clock_new(c->numbers);
    c->seen = table_new();
    c->chain.n = 0;
    clock_watch(c->clock, compare, c);
    int64_t points = grid_points(&c->grid);
    for (c->point = 0; c->point < points; c->point++) {
        grid_set(&c->grid, c->point, c->numbers);
        clock_restart(c->clock);
        if (elements_of(c->numbers, c->func) <= MOST_ELEMENTS_SEEN)
            clock_time(c->clock, c->func->body);
    }
}

bool chains_make(Chains *c, Func *f, const Card *card, const Thresholds *told, Thresholds *met)
{
    *c = (Chains){ .func = f, .card = card, .def = table_new(), .told = told, .thresholds = met };
    if (!f->body || !core_has(f->body, OP_THRESHOLD) || !grid_make(&c->grid, f))
        return false;
    core_definitions(f->body, c->def);
    time_all(c);
    int sizes = c->grid.size.n;
    for (int i = 0; i < c->chain.n; i++)
        for (int k = 0; k < c->chain.at[i]->n - 1; k++)
            add_sizes(c, c->chain.at[i]->way[k]->g[0].at[0]);
    if (c->grid.size.n > sizes)
        time_all(c);
    fix_guards(c);
    return true;
}

/* ---- which version is taken ------------------------------------------------------------------ */

static bool leaf_holds(const Chain *x, int leaf, int point)
{
    const Leaf *l = &x->leaf.at[leaf];
    int candidate = l->threshold ? l->threshold->at : 0;
    return l->told ? l->told == HOLDS : x->holds.at[point * x->leaf.n + leaf] >> candidate & 1;
}

static bool test_holds(const Chain *x, const Test *t, int point)
{
    if (t->leaf >= 0)
        return leaf_holds(x, t->leaf, point);
    bool a = test_holds(x, t->part[0], point);
    return t->op == OP_NOT ? !a : a == (t->op == OP_LOR) ? a : test_holds(x, t->part[1], point);
}

int version_taken(const Chain *x, unsigned kept, int point)
{
    int last = last_version(kept);
    for (int k = 0; k < last; k++)
        if ((kept >> k & 1) && test_holds(x, x->test[k], point))
            return k;
    return last;
}

double best_time(const Chain *x, int point, unsigned of)
{
    double best = INFINITY;
    for (int k = 0; k < x->n; k++)
        if (of >> k & 1)
            best = fmin(best, time_at(x, point, k));
    return best;
}

int last_version(unsigned kept)
{
    int k = 0;
    while (kept >> 1)
        kept >>= 1, k++;
    return k;
}
