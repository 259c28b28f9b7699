/* read_soac.c -- functions as arguments, array combinators, nests. */
#include "read.h"

#include <string.h>

/* ---- functions ---------------------------------------------------------- */

/* How many values the function takes, as far as its text tells; else two. */
static int arity(const Read *r, const Syn *s)
{
    s = no_paren(s);
    if (s->kind == S_LAM) {
        int n = 0;
        for (int i = 0; i < s->kid[0]->n; i++)
            n += s->kid[0]->kid[i]->kind != S_HASH;
        return n;
    }
    Func *f = find_func(r, s);
    return f ? f->nparams : 2;
}

/* \x y -> f x y  for a name, a section or a function with arguments missing. */
static const Syn *eta(const Syn *s, int n)
{
    Syn *names = syn_new(S_SEQ, s->span, NULL, 0), *body;
    if (s->kind == S_SECTION)
        body = syn_new(S_INFIX, s->span, s->text, 0);
    else if (s->kind == S_NAME)
        body = syn_new(S_APPLY, s->span, NULL, 1, s);
    else
        body = syn_new(s->kind, s->span, s->text, 0);
    for (int i = 0; s->kind != S_SECTION && s->kind != S_NAME && i < s->n; i++)
        syn_add(body, s->kid[i]);
    for (int i = 0; i < n; i++) {
        Syn *x = syn_new(S_NAME, s->span, intern(format(".%d", i)), 0);
        syn_add(names, x);
        syn_add(body, x);
    }
    return syn_new(S_LAM, s->span, NULL, 2, names, body);
}

/* A function of values of these types; result is what its literals take. */
static Core *read_lam(Read *r, const Syn *s, const Type **want, int n,
                      const Type **result, int nresults)
{
    s = no_paren(s);
    bool partial = s->kind == S_NAME || s->kind == S_APPLY || s->kind == S_SOAC
                || s->kind == S_SECTION;
    if (s->kind == S_SECTION && n != 2)
        fail_at(s->span, ERR_CORE_SYNTAX, "(%s) is given %d values", s->text, n);
    if (s->kind == S_NAME && scope_find(r, s->text))
        fail_at(s->span, ERR_CORE_SYNTAX, "%s is no function", s->text);
    if (partial)
        s = eta(s, n);
    if (s->kind != S_LAM)
        fail_at(s->span, ERR_CORE_SYNTAX, "a function is needed here");
    int mark = scope_mark(r);
    Var *index = NULL;
    Var **param = declare_all(r, s->kid[0], want, n, &index);
    Core *body = read_body(r, s->kid[1], result, nresults);
    scope_leave(r, mark);
    Core *lam = core_lam(param, n, index, body);
    lam->span = s->span;
    return lam;
}

static Core *read_operator(Read *r, const Syn *s, const Kids *ne)
{
    const Type **want = NEWS(const Type *, 2 * ne->n);
    for (int i = 0; i < 2 * ne->n; i++)
        want[i] = type_of(ne->at[i % ne->n]);
    return read_lam(r, s, want, 2 * ne->n, want, ne->n);
}

static bool is_function(const Read *r, const Syn *s)
{
    s = no_paren(s);
    if (s->kind == S_NAME && !scope_find(r, s->text))
        return find_func(r, s) || scalar_op_named(s->text, 2) >= 0;
    return s->kind == S_LAM || s->kind == S_SECTION;
}

/* ---- array combinators -------------------------------------------------- */

/* One node under way: its text, and the arguments by group. */
typedef struct {
    Read *r;
    const Syn *s;
    Core *n;
    int from[8], to[8];        /* of each group, among the kids of s */
} Soac;

Core *operator_node(const Syn *s)
{
    bool comm;
    Place at;
    int op = second_order(s->text, &comm, &at);
    if (op < 0)
        fail_at(s->span, ERR_CORE_NAME, "unknown operator %s", s->text);
    Core *n = core_node((Op)op, s->span);
    n->comm = comm;
    n->at = at;
    return n;
}

static int first_function(const Soac *a)
{
    for (int i = 1; i < a->s->n; i++)
        if (is_function(a->r, a->s->kid[i]))
            return i - 1;
    fail_at(a->s->span, ERR_CORE_SYNTAX, "%s needs a function", ops[a->n->op].text);
}

/* Cuts the arguments into the operator's groups. Destinations stand before the first
   function; there is a neutral element for each of them, or for each value that the
   operator takes; the arrays are the rest. A nest's body is none of the arguments. */
static void cut(Soac *a)
{
    const OpInfo *op = &ops[a->n->op];
    bool seg = op->kind == K_SEG, puts = strchr(op->roles, '!');
    int last = a->s->n - seg, args = last - 1, at = 1, dests = 0;
    if (args < 0)
        fail_at(a->s->span, ERR_CORE_SYNTAX, "%s has no body", op->text);
    if (puts)
        dests = strchr(op->groups, 'l') ? first_function(a) : seg ? args : (args - 1) / 2;
    for (int g = 1; g < op->ngroups - seg; g++) {
        a->from[g] = at;
        switch (op->roles[g]) {
        case 'f': case 'o': at++; break;
        case '!': at += dests; break;
        case 'n':
            at += puts ? dests : seg || !args ? args - 1 : arity(a->r, a->s->kid[1]) / 2;
            break;
        default: at = last;
        }
        a->to[g] = at;
        if (at > last)
            fail_at(a->s->span, ERR_CORE_SYNTAX, "%s has too few arguments", op->text);
    }
}

static void group(Soac *a, int g, const Type **want, int nwant)
{
    int n = a->to[g] - a->from[g];
    Core **at = NEWS(Core *, n);
    for (int i = 0; i < n; i++)
        at[i] = read_atom(a->r, a->s->kid[a->from[g] + i], i < nwant ? want[i] : NULL);
    core_set(a->n, g, at, n);
}

static const Type **rows_of(const Kids *xs, const Span *s)
{
    const Type **t = NEWS(const Type *, xs->n);
    for (int i = 0; i < xs->n; i++) {
        if (!type_of(xs->at[i])->rank)
            fail_at(xs->at[i]->span ? xs->at[i]->span : s, ERR_CORE_SYNTAX, "an array is needed "
                    "here");
        t[i] = type_row(type_of(xs->at[i]));
    }
    return t;
}

static void read_width(Soac *a, const Kids *arrays)
{
    const Syn *w = a->s->kid[0];
    Core *size = NULL;
    if (w)
        size = read_size(a->r, w);
    else if (arrays->n)
        size = type_of(arrays->at[0])->rank ? array_length(arrays->at[0]) : NULL;
    if (!size)
        fail_at(a->s->span, ERR_CORE_SYNTAX, "the width is needed here: %s[n]", ops[a->n->op].text);
    core_set1(a->n, 0, size);
}

/* ---- segmented operations ----------------------------------------------- */

/* <..>@block; else none. */
static Place level_place(const Syn *s)
{
    Place at = AT_NONE;
    if (s->text && !place_of_name(s->text, &at))
        fail_at(s->span, ERR_CORE_NAME, "%s is no place: grid, block, chain, thread or sequential",
                s->text);
    return at;
}

Core *read_level(Read *r, const Syn *s)
{
    const Syn *names = s->kid[0], *xs = s->kid[1];
    Core *l = core_node(OP_LEVEL, s->span);
    l->at = level_place(s);
    bool hash = xs->n && xs->kid[xs->n - 1]->kind == S_HASH;
    Core **at = NEWS(Core *, xs->n);
    int n = xs->n - hash;
    for (int i = 0; i < n; i++)
        at[i] = read_atom(r, xs->kid[i], NULL);
    core_set(l, 1, at, n);
    const Type **row = r->untyped ? NULL : rows_of(&l->g[1], s->span);
    Core *size = s->kid[2] ? read_size(r, s->kid[2]) : n && row ? array_length(at[0]) : NULL;
    if (!size && row)
        fail_at(s->span, ERR_CORE_SYNTAX, "the width of the level is needed here: <#i < n>");
    if (size)
        core_set1(l, 0, size);
    l->bind = declare_all(r, names, row, n, NULL);
    l->nbinds = names->n;
    const Syn *i = hash ? xs->kid[n] : NULL;
    if (i && strcmp(i->text, "_"))
        l->index = declare(r, i->text, NULL, type_prim(I64), i->span);
    return l;
}

/* A level that does not say its place has the operation's. */
static void read_levels(Read *r, Core *n, const Syn *s)
{
    bool many = s->kind == S_TUPLE || s->kind == S_PAREN;
    Syn *const *at = many ? s->kid : (Syn *const *)&s;
    int count = many ? s->n : 1;
    Core **level = NEWS(Core *, count);
    for (int i = 0; i < count; i++) {
        if (at[i]->kind != S_LEVEL)
            fail_at(at[i]->span, ERR_CORE_SYNTAX, "a level <x in xs> is needed here");
        level[i] = read_level(r, at[i]);
        if (!level[i]->at)
            level[i]->at = n->at;
    }
    core_set(n, 0, level, count);
    n->at = AT_NONE;
}

/* What is written: an index, then an element for each destination under the levels. */
static const Type **written(const Kids *ds, int levels)
{
    const Type **t = NEWS(const Type *, ds->n + 1);
    t[0] = type_prim(I64);
    for (int i = 0; i < ds->n; i++) {
        t[i + 1] = type_of(ds->at[i]);
        for (int d = 0; d < levels && t[i + 1]->rank; d++)
            t[i + 1] = type_row(t[i + 1]);
    }
    return t;
}

/* The values of a nest, or of what is mapped over arrays, with the types that
   literals take; their types and number. */
static const Type **read_values(Soac *a, const Type **want, int nwant, int *n)
{
    const Kids *g = a->n->g;
    int f = op_group(a->n->op, 'f'), last = ops[a->n->op].ngroups - 1;
    bool seg = ops[a->n->op].kind == K_SEG;
    const Type **row = seg ? NULL : rows_of(&g[last], a->s->span);
    *n = g[last].n;
    if (!seg && f < 0)
        return row;
    const Syn *s = a->s->kid[seg ? a->s->n - 1 : a->from[f]];
    Core *of = seg ? read_body(a->r, s, want, nwant)
                   : read_lam(a->r, s, row, *n, want, nwant);
    core_set1(a->n, seg ? last : f, of);
    of = seg ? of : of->g[0].at[0];
    *n = of->ntypes;
    return of->type;
}

/* prefix op ne.. x..; as many of both. */
static Core *read_prefix_of(Soac *a)
{
    int n = (a->s->n - 2) / 2;
    if (a->s->kid[0] || n < 1 || a->s->n != 2 * n + 2)
        fail_at(a->s->span, ERR_CORE_SYNTAX, "%s needs an operator, its neutral elements and "
                "as many values", ops[a->n->op].text);
    a->from[1] = 2;
    a->to[1] = a->from[2] = 2 + n;
    a->to[2] = 2 + 2 * n;
    group(a, 2, NULL, 0);
    const Type **t = NEWS(const Type *, n);
    for (int i = 0; i < n; i++)
        t[i] = type_of(a->n->g[2].at[i]);
    group(a, 1, t, n);
    core_set1(a->n, 0, read_operator(a->r, a->s->kid[1], &a->n->g[1]));
    return infer_at(a->r, a->n, a->s->span);
}

/* Reads groups in the order in which literals learn their types: destinations, arrays,
   values, neutral elements, the operator. */
Core *read_nest(Read *r, const Syn *s)
{
    Soac a = { .r = r, .s = s, .n = operator_node(s) };
    Op op = a.n->op;
    Kids *g = a.n->g;
    int ds = op_group(op, '!'), xs = op_group(op, 'x'), ne = op_group(op, 'n');
    int o = op_group(op, 'o'), mark = scope_mark(r), nvalues;
    if (is_prefix(a.n))
        return read_prefix_of(&a);
    cut(&a);
    if (ds >= 0)
        group(&a, ds, NULL, 0);
    if (xs >= 0) {
        group(&a, xs, NULL, 0);
        read_width(&a, &g[xs]);
    } else {
        read_levels(r, a.n, s->kid[0]);
    }
    const Type **put = ds < 0 ? NULL : written(&g[ds], xs < 0 ? g[0].n : 1);
    int nput = ds < 0 ? 0 : g[ds].n + 1;
    const Type **value = read_values(&a, put, nput, &nvalues);
    scope_leave(r, mark);
    if (ne >= 0) {
        group(&a, ne, put ? put + 1 : value, put ? nput - 1 : nvalues);
        core_set1(a.n, o, read_operator(r, s->kid[a.from[o]], &g[ne]));
    }
    return infer_at(r, a.n, s->span);
}
