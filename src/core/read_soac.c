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

/* Cuts the arguments first..last into the operator's groups, which have these
   lengths; the rest goes to the last group. */
static void cut(Soac *a, int first, int last, const int *length)
{
    int at = first, g = 1, ng = ops[a->n->op].ngroups;
    for (; g < ng; g++) {
        a->from[g] = at;
        at = g == ng - 1 ? last : at + length[g];
        a->to[g] = at;
        if (at > last)
            fail_at(a->s->span, ERR_CORE_SYNTAX, "%s has too few arguments", ops[a->n->op].text);
    }
}

static int first_function(const Soac *a)
{
    for (int i = 1; i < a->s->n; i++)
        if (is_function(a->r, a->s->kid[i]))
            return i - 1;
    fail_at(a->s->span, ERR_CORE_SYNTAX, "%s needs a function", ops[a->n->op].text);
}

static void cut_soac(Soac *a)
{
    const Syn *s = a->s;
    int args = s->n - 1, k = args ? arity(a->r, s->kid[1]) / 2 : 0, d;
    switch (a->n->op) {
    case OP_MAP: cut(a, 1, s->n, (int[]){ 0, 1, 0 }); break;
    case OP_REDUCE: case OP_SCAN: cut(a, 1, s->n, (int[]){ 0, 1, k, 0 }); break;
    case OP_SCATTER: cut(a, 1, s->n, (int[]){ 0, (args - 1) / 2, 0 }); break;
    case OP_HIST:
        d = (args - 2) / 3;
        cut(a, 1, s->n, (int[]){ 0, d, 1, d, 0 });
        break;
    case OP_REDOMAP: case OP_SCANOMAP: case OP_HOM:
        cut(a, 1, s->n, (int[]){ 0, 1, 1, k, 0 });
        break;
    case OP_SCATOMAP: cut(a, 1, s->n, (int[]){ 0, first_function(a), 1, 0 }); break;
    default:
        d = first_function(a);
        cut(a, 1, s->n, (int[]){ 0, d, 1, d, 1, 0 });
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

/* Reads groups in the order in which literals learn their types: arrays, what
   is mapped over them, destinations, neutral elements, the operator. */
Core *read_soac(Read *r, const Syn *s)
{
    Soac a = { .r = r, .s = s, .n = operator_node(s) };
    Op op = a.n->op;
    Kids *g = a.n->g;
    cut_soac(&a);
    int xs = op_group(op, 'x'), f = op_group(op, 'f'), ne = op_group(op, 'n');
    bool puts = op_group(op, '!') >= 0;
    int ds = 1, lam = puts ? 2 : 1;
    group(&a, xs, NULL, 0);
    read_width(&a, &g[xs]);
    const Type **row = rows_of(&g[xs], s->span);
    int nrows = g[xs].n;
    if (puts)
        group(&a, ds, NULL, 0);
    const Type **dest = puts ? rows_of(&g[ds], s->span) : NULL;
    if (f >= 0) {
        int nwant = puts ? g[ds].n + 1 : 0;
        const Type **want = NEWS(const Type *, nwant);
        for (int i = 0; i < nwant; i++)
            want[i] = i ? dest[i - 1] : type_prim(I64);
        Core *m = read_lam(r, s->kid[a.from[f]], row, nrows, want, nwant);
        core_set1(a.n, f, m);
        row = m->g[0].at[0]->type;
        nrows = m->g[0].at[0]->ntypes;
    }
    if (ne >= 0) {
        group(&a, ne, puts ? dest : row, puts ? g[ds].n : nrows);
        core_set1(a.n, lam, read_operator(r, s->kid[a.from[lam]], &g[ne]));
    }
    return infer_at(r, a.n, s->span);
}

/* ---- segmented operations ----------------------------------------------- */

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

Place level_place(const Syn *s)
{
    Place at = AT_NONE;
    if (s->text && !place_of_name(s->text, &at))
        fail_at(s->span, ERR_CORE_NAME, "%s is no place: grid, block, thread or sequential",
                s->text);
    return at;
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

static void cut_seg(Soac *a)
{
    int last = a->s->n - 1, args = last - 1, d = (args - 1) / 2;
    if (args < 0)
        fail_at(a->s->span, ERR_CORE_SYNTAX, "%s has no body", ops[a->n->op].text);
    switch (a->n->op) {
    case OP_SEGMAP: break;
    case OP_SEGRED: case OP_SEGSCAN:
        cut(a, 1, last, (int[]){ 0, 1, args - 1, 0 });
        break;
    case OP_SEGPUT: cut(a, 1, last, (int[]){ 0, args, 0 }); break;
    default: cut(a, 1, last, (int[]){ 0, d, 1, d, 0 });
    }
}

static const Type **elements_of(const Kids *ds, int levels)
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

Core *read_seg(Read *r, const Syn *s)
{
    Soac a = { .r = r, .s = s, .n = operator_node(s) };
    Op op = a.n->op;
    Kids *g = a.n->g;
    cut_seg(&a);
    int mark = scope_mark(r), last = ops[op].ngroups - 1, ne = op_group(op, 'n');
    bool puts = op_group(op, '!') >= 0;
    if (puts)
        group(&a, 1, NULL, 0);
    read_levels(r, a.n, s->kid[0]);
    const Type **elem = puts ? elements_of(&g[1], g[0].n) : NULL;
    Core *body = read_body(r, s->kid[s->n - 1], elem, puts ? g[1].n + 1 : 0);
    core_set1(a.n, last, body);
    scope_leave(r, mark);
    if (ne >= 0) {
        group(&a, ne, puts ? elem + 1 : body->type, puts ? g[1].n : body->ntypes);
        core_set1(a.n, puts ? 2 : 1,
                  read_operator(r, s->kid[a.from[puts ? 2 : 1]], &g[ne]));
    }
    return infer_at(r, a.n, s->span);
}
