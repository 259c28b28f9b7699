/*
 * bounds.c -- names for the sizes of a function, and what bounds them. A size that the
 * program computes is replaced by a bound where one can be told (an index is below its
 * width, n/2 is O(n)) and is named where not.
 */
#include "costing.h"
#include "../rewrite/rewrite.h"

#include <string.h>

/* ---- names --------------------------------------------------------------- */

static bool name_taken(const Costing *c, const char *name)
{
    for (int i = 0; i < c->in->growth.n; i++)
        if (c->in->growth.at[i]->name == name)
            return true;
    return false;
}

static const Growth *growth_new(Costing *c, const void *key, const char *base,
                                const char *about)
{
    const char *name = intern(base);
    for (int i = 1; name_taken(c, name); i++)
        name = intern(format("%s_%d", base, i));
    Growth *g = MAKE(Growth, name, about, NULL);
    vec_push(&c->in->growth, g);
    vec_push(&c->in->key, key);
    return g;
}

const void *key_of(const Var *v)
{
    if (!v->span)
        return v;
    const char *key = var_base(v->name);
    for (const Span *s = v->span; s; s = s->from)
        key = format("%s %s", key, span_str(s));
    return intern(key);
}

static const Span *outermost(const Span *s)
{
    while (s && s->from)
        s = s->from;
    return s;
}

/* The text of the source, where it stands on one line; else the term. */
static const char *in_source(const Core *n)
{
    const Span *s = outermost(n->span);
    if (!s)
        return core_str(n);
    int length;
    const char *line = source_line(s->src, s->line, &length);
    if (!line || s->line2 != s->line || s->col2 > length)
        return format("%s, %s", core_str(n), span_str(s));
    return format("%.*s, %s", s->col2 - s->col + 1, line + s->col - 1, span_str(s));
}

static const char *place(const Core *n)
{
    return n->span ? format(", %s", span_str(outermost(n->span))) : "";
}

static const char *about(const Costing *c, const Var *v)
{
    const Core *e;
    if ((e = range_def(c->range, v)))
        return format("known when it runs: %s", in_source(e));
    if ((e = table_get(c->element, v)))
        return format("known when it runs: the largest element of %s", core_str(e));
    if ((e = table_get(c->loop, v)))
        return format("changes in a loop%s", place(e));
    return NULL;
}

BigO growth(Costing *c, const void *key, const char *name, const char *about)
{
    for (int i = 0; i < c->in->growth.n; i++)
        if (c->in->key.at[i] == key)
            return bigo_of(c->in->growth.at[i]);
    return bigo_of(growth_new(c, key, name, about));
}

static BigO growth_of(Costing *c, const Var *v)
{
    return growth(c, key_of(v), var_base(v->name), about(c, v));
}

/* A size whose bound is not known, under its own text. */
static BigO opaque(Costing *c, const Core *size)
{
    const char *text = intern(format("(%s)", core_str(size)));
    return growth(c, text, text, NULL);
}

/* Workers, or blocks: some number that the machine chooses, no more than the elements. */
static BigO sharers(Costing *c, const Core *n)
{
    BigO elements = cost_size(c, n->g[0].at[0]);
    bool workers = n->op == OP_WORKERS;
    BigO r = growth(c, intern(core_str(n)), workers ? "w" : "b",
                    format("%s: how many share %s elements, no more than these; the machine's "
                           "choice", workers ? "workers" : "blocks", core_str(n->g[0].at[0])));
    Growth *g = (Growth *)r.at[0].at[0].of;
    g->most = elements.n == 1 ? &elements.at[0] : NULL;
    return r;
}

BigO cost_iterations(Costing *c, const Core *loop)
{
    return growth(c, intern(format("while%s", place(loop))), "t",
                  format("iterations of a while loop, unbounded%s", place(loop)));
}

/* ---- what is known of names ---------------------------------------------- */

Costing *costing_new(void)
{
    Costing *c = MAKE(Costing, .range = ranges_new(), .element = table_new(), .loop = table_new(),
                               .func = table_new(), .scopes = table_new());
    costing_in(c, "");
    return c;
}

void costing_in(Costing *c, const char *func)
{
    c->in = table_get(c->scopes, intern(func));
    if (c->in)
        return;
    c->in = NEW(FuncSizes);
    c->in->value = table_new();
    table_put(c->scopes, intern(func), c->in);
}

static void know(Table *t, const Var *v, const Core *n)
{
    if (v && n && !table_has(t, v))
        table_put(t, v, (void *)n);
}

static void know_elements(Costing *c, const Core *binds, const Kids *of)
{
    for (int i = 0; i < binds->nbinds && i < of->n; i++)
        know(c->element, binds->bind[i], of->at[i]);
}

static void know_kid(Core *n, void *arg)
{
    costing_know(arg, n);
}

void costing_know(Costing *c, const Core *n)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++)
            if (!range_def(c->range, n->stm[i].var[k]))
                range_define(c->range, n->stm[i].var[k], n->stm[i].exp, k);
    int f = op_group(n->op, 'f');
    range_counter(c->range, n);
    if (f >= 0 && n->g[f].n)
        know_elements(c, n->g[f].at[0], &n->g[op_group(n->op, 'x')]);
    if (n->op == OP_LEVEL)
        know_elements(c, n, &n->g[1]);
    for (int i = 0; is_loop(n) && i < n->nbinds; i++)
        know(c->loop, n->bind[i], n);
    core_each(n, know_kid, c);
}

void costing_know_func(Costing *c, const Func *f)
{
    if (f->body)
        costing_know(c, f->body);
}

/* ---- bounds of sizes ----------------------------------------------------- */

static const Core *def_of(const Costing *c, const Core *atom)
{
    return atom->op == OP_VAR ? range_def(c->range, atom->var) : NULL;
}

/* It compares with a threshold or with the shared memory there is, or is made of what does. */
static bool is_choice(const Costing *c, const Core *atom)
{
    const Core *d = def_of(c, atom);
    bool yes = d && (d->op == OP_THRESHOLD || d->op == OP_FITS);
    bool test = d && ops[d->op].kind == K_SCALAR && d->op != OP_THRESHOLD;
    for (int g = 0; test && !yes && g < ops[d->op].ngroups; g++)
        yes = d->g[g].n && is_choice(c, d->g[g].at[0]);
    return yes;
}

/* A rule made two ways of what was one, with a nest in the first. */
static bool made_choice(const Core *n)
{
    const TraceStep *s = n->step ? n->step->told : NULL;
    return s && s->before && seg_in(n->g[1].at[0]) && !core_has(s->before, OP_IF);
}

const Core *cost_version(const Costing *c, const Core *n)
{
    if (n->op != OP_IF || (!is_choice(c, n->g[0].at[0]) && !made_choice(n)))
        return NULL;
    return n->g[n == c->version ? 1 : 2].at[0];
}

void cost_choose(Costing *c, const Core *n)
{
    c->version = n;
    c->func = table_new();
}

static const Core *result_of(const Core *body, int k)
{
    return body->op == OP_BODY ? k < body->g[0].n ? body->g[0].at[k] : NULL
                               : k == 0 ? body : NULL;
}

static bool bound(Costing *c, const Core *n, int which, BigO *out);
static bool bound_var(Costing *c, const Var *v, BigO *out);

/* As bound, but a name that only running tells is no bound: the name outside
   says more. */
static bool told(Costing *c, const Core *atom, BigO *out)
{
    if (!atom || (atom->op == OP_VAR && !bound_var(c, atom->var, out)))
        return false;
    return atom->op == OP_VAR || bound(c, atom, 0, out);
}

static bool told_both(Costing *c, const Core *a, const Core *b, BigO *out)
{
    BigO x, y;
    if (!told(c, a, &x) || !told(c, b, &y))
        return false;
    *out = bigo_add(x, y);
    return true;
}

static bool bound_both(Costing *c, const Core *a, const Core *b, BigO *out)
{
    BigO x, y;
    if (!a || !b || !bound(c, a, 0, &x) || !bound(c, b, 0, &y))
        return false;
    *out = bigo_add(x, y);
    return true;
}

/* The least of those that are known. */
static bool bound_least(Costing *c, const Core *a, const Core *b, BigO *out)
{
    BigO x, y;
    bool kx = bound(c, a, 0, &x), ky = bound(c, b, 0, &y);
    if (kx && ky)
        return bigo_least(x, y, out);
    *out = kx ? x : y;
    return kx || ky;
}

static bool bound_quotient(Costing *c, const Core *a, const Core *b, BigO *out)
{
    BigO x, y;
    if (!bound(c, a, 0, &x))
        return false;
    if (!bound(c, b, 0, &y) || !bigo_divide(x, y, out))
        *out = x;
    return true;
}

/* The length of a row of an array that is shared out. */
static bool bound_share(Costing *c, const Core *row, BigO *out)
{
    const Core *rows = row->op == OP_VAR ? table_get(c->element, row->var) : NULL;
    const Core *d = rows ? def_of(c, rows) : NULL;
    return d && (d->op == OP_SPLIT || d->op == OP_STRIPES)
        && bound_quotient(c, array_length(d->g[1].at[0]), d->g[0].at[0], out);
}

/* An upper bound of result number `which` of n, as far as its operator says. */
static bool bound(Costing *c, const Core *n, int which, BigO *out)
{
    const Core *a = n->g && ops[n->op].ngroups > 0 && n->g[0].n ? n->g[0].at[0] : NULL;
    const Core *b = n->g && ops[n->op].ngroups > 1 && n->g[1].n ? n->g[1].at[0] : NULL;
    BigO x, y;
    switch (n->op) {
    case OP_CONST:
        *out = prim_is_int(n->value.prim) && n->value.i > 0
            ? bigo_times(bigo_one(), (double)n->value.i) : bigo_one();
        return true;
    case OP_POPC: case OP_CLZ: case OP_CTZ: case OP_SGN:
        *out = bigo_one();
        return true;
    case OP_VAR:
        *out = cost_size(c, n);
        return true;
    case OP_ADD: case OP_MAX: case OP_OR: case OP_XOR: return bound_both(c, a, b, out);
    case OP_SUB: case OP_CONV: case OP_SHR: case OP_LSHR: case OP_ABS: case OP_FLOOR:
    case OP_CEIL: case OP_ROUND: case OP_TRUNC:
        return bound(c, a, 0, out);
    case OP_MUL:
        if (!bound(c, a, 0, &x) || !bound(c, b, 0, &y))
            return false;
        *out = bigo_mul(x, y);
        return true;
    case OP_DIV: case OP_QUOT: return bound_quotient(c, a, b, out);
    case OP_MOD: case OP_REM: return bound(c, b, 0, out);
    case OP_MIN: case OP_AND: return bound_least(c, a, b, out);
    case OP_SHL: return is_const(b) && bound(c, a, 0, out);
    case OP_LOG: case OP_LOG2: case OP_LOG10: case OP_LOG1P:
        if (!bound(c, a, 0, &x))
            return false;
        *out = bigo_log(x);
        return true;
    case OP_SQRT: return bound(c, a, 0, &x) && bigo_root(x, out);
    case OP_WORKERS: case OP_BLOCKS:
        *out = sharers(c, n);
        return true;
    case OP_LENGTH: return bound_share(c, a, out);
    case OP_ASSERT: return which < n->g[1].n && bound(c, n->g[1].at[which], 0, out);
    case OP_IF: return told_both(c, result_of(b, which), result_of(n->g[2].at[0], which), out);
    case OP_BODY: return n->g[0].n == 1 && bound(c, a, 0, out);
    default: return false;
    }
}

static bool bound_element(Costing *c, const Core *array, BigO *out)
{
    const Core *d = def_of(c, array);
    if (d && d->op == OP_IOTA)
        return bound(c, d->g[0].at[0], 0, out);
    return d && d->op == OP_REPLICATE && bound(c, d->g[1].at[0], 0, out);
}

/* A size or parameter bounds itself. */
static bool bound_var(Costing *c, const Var *v, BigO *out)
{
    const Core *e;
    if ((e = range_said_below(c->range, v)))
        return bound(c, e, 0, out);
    if ((e = table_get(c->element, v)))
        return bound_element(c, e, out);
    if ((e = range_def(c->range, v)))
        return bound(c, e, range_which(c->range, v), out);
    if (table_has(c->loop, v))
        return false;
    *out = growth_of(c, v);
    return true;
}

BigO cost_size(Costing *c, const Core *atom)
{
    if (atom->op != OP_VAR) {
        BigO o;
        return bound(c, atom, 0, &o) ? o : opaque(c, atom);
    }
    const Var *v = atom->var;
    if (table_has(c->in->value, v)) {
        const BigO *known = table_get(c->in->value, v);
        return known ? *known : growth_of(c, v);
    }
    table_put(c->in->value, v, NULL);
    BigO *o = NEW(BigO);
    if (!bound_var(c, v, o))
        *o = growth_of(c, v);
    table_put(c->in->value, v, o);
    return *o;
}

BigO cost_elements(Costing *c, const Type *t)
{
    BigO n = bigo_one();
    for (int d = 0; t && d < t->rank; d++)
        if (dim_is_size(t->dim[d]))
            n = bigo_mul(n, cost_size(c, t->dim[d]));
    return n;
}

const Core *cost_definition(const Costing *c, const Var *v)
{
    return range_def(c->range, v);
}

const Core *cost_rows(const Costing *c, const Var *v)
{
    return table_get(c->element, v);
}
