/*
 * limits.c -- sizes that are too large for any memory.
 *
 * A call with such sizes is refused before anything is computed from them, so that
 * no count of elements or bytes wraps around afterwards.
 */
#include "view.h"

typedef VEC(const Core *) Factors;

typedef struct {
    const Entry *entry;
    VEC(Factors) products;
} Products;

static void add_product(Products *p, const Core *n, bool single);

static bool is_given(const Var *v, const void *func)
{
    return func_takes(func, v);
}

static void add_factors(Products *p, Factors *to, const Core *n)
{
    if (n->op == OP_MUL) {
        add_factors(p, to, n->g[0].at[0]);
        add_factors(p, to, n->g[1].at[0]);
        return;
    }
    if (is_const(n) || n->op == OP_TERM)
        return;
    vec_push(to, n);
    if (!is_atom(n))
        add_product(p, n, false);
}

/* Each of a is one of b. */
static bool contains_all(const Factors *b, const Factors *a)
{
    bool used[16] = { false };
    for (int i = 0; i < a->n; i++) {
        int k = 0;
        while (k < b->n && k < 16 && (used[k] || !core_equal(a->at[i], b->at[k])))
            k++;
        if (k >= b->n || k >= 16)
            return false;
        used[k] = true;
    }
    return true;
}

/* Keeps the products that are in no other: a factor counts at least 1. */
static void add_largest(Products *p, Factors new)
{
    int kept = 0;
    for (int i = 0; i < p->products.n; i++)
        if (contains_all(&p->products.at[i], &new))
            return;
    for (int i = 0; i < p->products.n; i++)
        if (!contains_all(&new, &p->products.at[i]))
            p->products.at[kept++] = p->products.at[i];
    p->products.n = kept;
    vec_push(&p->products, new);
}

/* The products in a count; single: also where there is but one factor, as in
   sums. */
static void add_product(Products *p, const Core *n, bool single)
{
    if (!all_vars(n, is_given, p->entry->func))
        return;
    if (n->op != OP_MUL && !is_atom(n)) {
        for (int g = 0; ops[n->op].kind == K_SCALAR && g < ops[n->op].ngroups; g++)
            add_product(p, n->g[g].at[0], single || n->op == OP_ADD);
        return;
    }
    Factors f = {0};
    add_factors(p, &f, n);
    if (f.n > 1 || (f.n == 1 && single))
        add_largest(p, f);
}

static bool of_atoms(const Factors *f)
{
    bool yes = true;
    for (int k = 0; k < f->n; k++)
        yes &= is_atom(f->at[k]);
    return yes;
}

/* First those of variables: the others are computed from them. */
static const char *condition(const Products *p, const CScope *s)
{
    Text t = {0};
    for (int computed = 0; computed < 2; computed++)
        for (int i = 0; i < p->products.n; i++) {
            const Factors *f = &p->products.at[i];
            if (of_atoms(f) == computed)
                continue;
            text_add(&t, t.n ? " || too_large(" : "too_large(");
            for (int k = 0; k < f->n; k++) {
                const Core *size = unchecked_size((Core *)f->at[k], (void *)p->entry);
                text_fmt(&t, "%s%s", k ? ", " : "", c_str(size, s));
            }
            text_char(&t, ')');
        }
    if (p->products.n && s->helpers)
        table_put(s->helpers, intern("too_large"), (void *)1);
    return p->products.n ? hole(text_str(&t)) : NULL;
}

/* The products of sizes that a test of versions compares; those of what is computed from
   sizes are no larger. */
static void add_test(Core *n, void *products)
{
    Factors f = {0};
    if (n->op == OP_MUL)
        add_factors(&(Products){ .entry = ((Products *)products)->entry }, &f, n);
    if (f.n && of_atoms(&f))
        add_product(products, n, false);
    else
        core_each(n, add_test, products);
}

static void add_tests(Products *p, const Entry *e)
{
    for (int c = 0; c < e->choices.n; c++)
        for (int w = 0; w < e->choices.at[c]->way.n; w++)
            if (e->choices.at[c]->way.at[w].test)
                add_test(e->choices.at[c]->way.at[w].test, p);
}

static void add_scratch(Products *p, const Entry *e)
{
    for (int i = 0; i < e->nslots; i++)
        add_product(p, e->slot[i].first->count, true);
}

const char *too_large_scratch(const Entry *e, const CScope *s)
{
    Products p = { .entry = e };
    add_scratch(&p, e);
    add_tests(&p, e);
    return condition(&p, s);
}

const char *too_large_call(const Entry *e, const CScope *s)
{
    Products p = { .entry = e };
    for (int i = 0; i < e->func->nparams; i++)
        add_product(&p, tree_count(e->func->param[i]->type), false);
    for (int i = 0; i < e->func->nresults; i++)
        if (e->result[i]->home != B_GIVEN)
            add_product(&p, tree_count(e->func->result[i]), false);
    add_scratch(&p, e);
    add_tests(&p, e);
    for (int i = 0; i < e->body.n; i++) {
        const Stmt *launch = e->body.at[i];
        if (launch->kind == S_LAUNCH && launch->kernel->guard)
            add_product(&p, launch->kernel->guard, false);
    }
    return condition(&p, s);
}
