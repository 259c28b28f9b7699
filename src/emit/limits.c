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
    const Table *given;        /* the variables that there are; null: all of the call */
    VEC(Factors) products;
} Products;

static void add_product(Products *p, const Core *n);

static bool is_given(const Var *v, const void *products)
{
    const Products *p = products;
    return func_takes(p->entry->func, v) && (!p->given || table_has(p->given, v));
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
        add_product(p, n);
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

/* A constant bounds the result, however large the other operand is. */
static bool is_bounded(const Core *n)
{
    int64_t mask;
    switch (n->op) {
    case OP_MOD: case OP_REM: return is_const(n->g[1].at[0]);
    case OP_MIN: return is_const(n->g[0].at[0]) || is_const(n->g[1].at[0]);
    case OP_AND: return (size_const(n->g[0].at[0], &mask) && mask >= 0)
                     || (size_const(n->g[1].at[0], &mask) && mask >= 0);
    default: return false;
    }
}

/* The products in a count; a single size is one, too. */
static void add_product(Products *p, const Core *n)
{
    if (!all_vars(n, is_given, p) || is_bounded(n))
        return;
    if (n->op != OP_MUL && !is_atom(n)) {
        for (int g = 0; ops[n->op].kind == K_SCALAR && g < ops[n->op].ngroups; g++)
            add_product(p, n->g[g].at[0]);
        return;
    }
    Factors f = {0};
    add_factors(p, &f, n);
    if (f.n)
        add_largest(p, f);
}

static bool of_atoms(const Factors *f)
{
    bool yes = true;
    for (int k = 0; k < f->n; k++)
        yes &= is_atom(f->at[k]);
    return yes;
}

static const char *one_condition(const Products *p, const Factors *f, const CScope *s)
{
    Text t = {0};
    bool alone = f->n == 1 && is_atom(f->at[0]);
    for (int k = 0; k < f->n; k++) {
        const Core *size = unchecked_size((Core *)f->at[k], (void *)p->entry);
        text_fmt(&t, "%s%s", k ? ", " : "", c_str(size, s));
    }
    if (s->helpers)
        table_put(s->helpers, intern(alone ? "MAX_ELEMENTS" : "exceeds_memory"), (void *)1);
    return format(alone ? "%s > MAX_ELEMENTS" : "exceeds_memory(%s)", text_str(&t));
}

/* First those of variables: the others are computed from them. */
static const char *condition(const Products *p, const CScope *s)
{
    Text t = {0};
    for (int computed = 0; computed < 2; computed++)
        for (int i = 0; i < p->products.n; i++)
            if (of_atoms(&p->products.at[i]) != computed)
                text_fmt(&t, "%s%s", t.n ? " || " : "",
                         one_condition(p, &p->products.at[i], s));
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
        add_product(products, n);
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

static void add_arrays(Products *p, const Entry *e)
{
    for (int i = 0; i < e->func->nsizes; i++)
        add_product(p, core_var(e->func->size[i]));
    for (int i = 0; i < e->func->nparams; i++)
        add_product(p, tree_count(e->func->param[i]->type));
    for (int i = 0; i < e->func->nresults; i++)
        if (e->result[i]->home == B_RESULT)
            add_product(p, tree_count(e->func->result[i]));
    for (int i = 0; i < e->nslots; i++)
        add_product(p, e->slot[i].first->count);
    add_tests(p, e);
}

const char *too_large_scratch(const Entry *e, const Table *given, const CScope *s)
{
    Products p = { .entry = e, .given = given };
    add_arrays(&p, e);
    return condition(&p, s);
}

const char *too_large_call(const Entry *e, const CScope *s)
{
    Products p = { .entry = e };
    add_arrays(&p, e);
    for (int i = 0; i < e->body.n; i++) {
        const Stmt *launch = e->body.at[i];
        if (launch->kind == S_LAUNCH && launch->kernel->guard)
            add_product(&p, launch->kernel->guard);
    }
    return condition(&p, s);
}

/* ---- sizes that the call finds ---------------------------------------------- */

static bool is_found(const Core *n, void *found)
{
    return n->op == OP_VAR && table_has(found, n->var);
}

static void note_found(Stmt *s, void *found)
{
    bool computed = (s->kind == S_LET || s->kind == S_SET) && s->exp
        && core_any(s->exp, is_found, found);
    if (s->kind == S_READ || (s->kind == S_LET && computed))
        table_put(found, s->var, s);
    if (s->kind == S_SET && computed && s->to->op == OP_VAR)
        table_put(found, s->to->var, s);
    for (int i = 0; i < s->arg.n; i++)
        if (s->arg.at[i].how == BY_ADDRESS && s->arg.at[i].exp->op == OP_VAR)
            table_put(found, s->arg.at[i].exp->var, s);
}

Table *found_sizes(const Entry *e)
{
    Table *found = table_new();
    block_each(&e->body, note_found, found);
    return found;
}

typedef struct {
    Table *sizes;
    const CScope *scope;
    Conditions *checked;
    Text text;
} Found;

static void add_found(Core *n, void *found);

static bool is_variable(const Core *n, void *arg)
{
    (void)arg;
    return n->op == OP_VAR;
}

/* Returns how many factors there are beside constants. */
static int list_factors(Core *n, Text *to, Found *f)
{
    if (n->op == OP_MUL)
        return list_factors(n->g[0].at[0], to, f) + list_factors(n->g[1].at[0], to, f);
    text_fmt(to, "%s%s", to->n ? ", " : "", c_str(n, f->scope));
    core_each(n, add_found, f);
    return core_any(n, is_variable, NULL);
}

static bool is_checked(const Found *f, const char *condition)
{
    bool yes = false;
    for (int i = 0; i < f->checked->n; i++)
        yes |= f->checked->at[i] == condition;
    return yes;
}

static void add_found(Core *n, void *found)
{
    Found *f = found;
    Text factors = {0};
    if (n->op != OP_MUL) {
        core_each(n, add_found, f);
        return;
    }
    int sizes = list_factors(n, &factors, f);
    const char *condition = intern(format("exceeds_memory(%s)", text_str(&factors)));
    if (sizes < 2 || !core_any(n, is_found, f->sizes) || is_checked(f, condition))
        return;
    vec_push(f->checked, condition);
    table_put(f->scope->helpers, intern("exceeds_memory"), f);
    text_fmt(&f->text, "%s%s", f->text.n ? " || " : "", condition);
}

const char *too_large_found(Core *count, Table *sizes, const CScope *s, Conditions *checked)
{
    Found f = { .sizes = sizes, .scope = s, .checked = checked };
    add_found(count, &f);
    return f.text.n ? hole(text_str(&f.text)) : NULL;
}
