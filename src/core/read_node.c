/* read_node.c -- the core node for each construct of core text. */
#include "read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const Syn *no_paren(const Syn *s)
{
    while (s->kind == S_PAREN)
        s = s->kid[0];
    return s;
}

static const Type *elem_of(const Type *t)
{
    return t ? type_prim(t->prim) : NULL;
}

/* Null in a pattern. */
static const Type *type_known(const Core *n)
{
    return n->ntypes ? n->type[0] : NULL;
}

/* ---- literals ----------------------------------------------------------- */

static bool has_suffix(const char *number)
{
    return strpbrk(number, str_starts(number, "0x") ? "iu" : "iuf");
}

/* A number without suffix: it takes the type that its place needs. */
static bool is_open_literal(const Syn *s)
{
    s = no_paren(s);
    if (s->kind == S_PREFIX)
        return !strcmp(s->text, "-") && is_open_literal(s->kid[0]);
    return s->kind == S_NUMBER && !has_suffix(s->text);
}

/* A number, or a constant that has a name; want is the type of what says none. Null
   if it is neither. */
static Core *constant(const Syn *at, const char *text, bool minus, const Type *want)
{
    Scalar v;
    const char *why;
    if (!scalar_read(text, minus, want ? &want->prim : NULL, &v, &why)) {
        if (isdigit((unsigned char)*text))
            fail_at(at->span, ERR_CORE_SYNTAX, "%s", why);
        return NULL;
    }
    Core *c = core_const(v);
    c->span = at->span;
    c->typed = has_suffix(text);
    return c;
}

/* ---- scalar operators and applications ---------------------------------- */

static Core *node(Op op, const Syn *s)
{
    return core_node(op, s->span);
}

/* Operands of one type: literals learn it from the others. */
static void read_operands(Read *r, Core *n, Syn *const *arg, int nargs, const Type *want)
{
    for (int open = 0; open < 2; open++)
        for (int i = 0; i < nargs; i++) {
            if (is_open_literal(arg[i]) != (open == 1))
                continue;
            core_set1(n, i, read_atom(r, arg[i], want));
            if (!open && !want)
                want = elem_of(type_known(n->g[i].at[0]));
        }
}

static Core *scalar_node(Read *r, const Syn *s, Op op, Syn *const *arg, int nargs,
                         const Type *want)
{
    Core *n = node(op, s);
    if (op == OP_LDEXP) {
        core_set1(n, 0, read_atom(r, arg[0], want));
        core_set1(n, 1, read_atom(r, arg[1], type_prim(I32)));
    } else {
        read_operands(r, n, arg, nargs, strpbrk(ops[op].type, "?4") ? NULL : elem_of(want));
    }
    return infer_at(r, n, s->span);
}

static Core *read_infix(Read *r, const Syn *s, const Type *want)
{
    int op = scalar_op_named(s->text, 2);
    if (op < 0)
        fail_at(s->span, ERR_CORE_NAME, "unknown operator %s", s->text);
    return scalar_node(r, s, (Op)op, s->kid, 2, want);
}

static Core *read_prefix(Read *r, const Syn *s, const Type *want)
{
    const Syn *e = s->kid[0];
    bool minus = s->text[0] == '-', name = e->kind == S_NAME && !scope_find(r, e->text);
    Core *c = minus && (e->kind == S_NUMBER || name) ? constant(s, e->text, true, want) : NULL;
    return c ? c : scalar_node(r, s, minus ? OP_NEG : OP_NOT, s->kid, 1, want);
}

/* i64.f32 x, f32.to_bits x, u32.from_bits x; null if it is none of these. */
static Core *read_conversion(Read *r, const Syn *s, const char *name)
{
    static const Prim bits[] = { [F16] = U16, [F32] = U32, [F64] = U64 };
    const char *dot = strchr(name, '.');
    Prim to, from;
    if (!dot || !prim_of_name(str_copyn(name, (int)(dot - name)), &to))
        return NULL;
    bool conv = prim_of_name(dot + 1, &from), up = !strcmp(dot, ".to_bits");
    if (!conv && !up && strcmp(dot, ".from_bits"))
        return NULL;
    if (s->n != 2)
        fail_at(s->span, ERR_CORE_SYNTAX, "%s takes one argument", name);
    Core *n = node(conv ? OP_CONV : OP_BITS, s);
    Core *a = read_atom(r, s->kid[1], type_prim(conv ? from : to));
    if (conv && (type_of(a)->rank || type_of(a)->prim != from))
        fail_at(s->kid[1]->span, ERR_CORE_TYPE, "%s takes %s and not %s", name, prim_name(from),
                type_str(type_of(a)));
    core_set1(n, 0, a);
    core_set_type(n, type_prim(up && prim_is_float(to) ? bits[to] : to));
    return infer_at(r, n, s->span);
}

static void read_args(Read *r, Core *n, int group, const Syn *s, int from, int to,
                      const Type **want)
{
    Core **at = NEWS(Core *, to - from);
    for (int i = from; i < to; i++)
        at[i - from] = read_atom(r, s->kid[i], want ? want[i - from] : NULL);
    core_set(n, group, at, to - from);
}

static Core *read_call(Read *r, const Syn *s, Func *f)
{
    Core *n = node(OP_CALL, s);
    bool unit = s->n == 2 && s->kid[1]->kind == S_TUPLE && s->kid[1]->n == 0;
    const Type **want = NEWS(const Type *, s->n);
    for (int i = 0; i < s->n && i < f->nparams; i++)
        want[i] = f->param[i]->type;
    n->func = f;
    read_args(r, n, 0, s, 1, unit ? 1 : s->n, want);
    return infer_at(r, n, s->span);
}

/* ---- first-order array operators ---------------------------------------- */

static void need_args(const Syn *s, int n)
{
    if (s->n - 1 != n)
        fail_at(s->span, ERR_CORE_SYNTAX, "%s takes %d arguments, not %d", s->kid[0]->text, n,
                s->n - 1);
}

/* The numbers of a literal permutation; else null. */
static int *read_perm(const Syn *s, int *n)
{
    const Syn *t = no_paren(s);
    Syn *const *at = t->kind == S_TUPLE ? t->kid : (Syn *const *)&t;
    *n = t->kind == S_TUPLE ? t->n : 1;
    int *perm = NEWS(int, *n);
    for (int i = 0; i < *n; i++) {
        if (at[i]->kind != S_NUMBER)
            return NULL;
        perm[i] = atoi(at[i]->text);
    }
    return perm;
}

static Core *read_rearrange(Read *r, const Syn *s)
{
    Core *n = node(OP_REARRANGE, s);
    need_args(s, 2);
    n->perm = read_perm(s->kid[1], &n->nperm);
    if (!n->perm && !r->untyped)
        fail_at(s->kid[1]->span, ERR_CORE_SYNTAX, "a permutation like (1, 0) is needed here");
    n->nperm = n->perm ? n->nperm : 0;
    read_args(r, n, 0, s, n->perm ? 2 : 1, 3, NULL);
    return infer_at(r, n, s->span);
}

/* (n, m), or one size. */
static void read_sizes(Read *r, Core *n, int group, const Syn *s)
{
    const Syn *t = no_paren(s);
    int rank = t->kind == S_TUPLE ? t->n : 1;
    Core **dim = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++)
        dim[d] = read_size(r, t->kind == S_TUPLE ? t->kid[d] : t);
    core_set(n, group, dim, rank);
}

Core *read_length(Read *r, const Syn *of)
{
    Core *a = read_atom(r, of, NULL);
    if (!type_of(a)->rank)
        fail_at(of->span, ERR_CORE_TYPE, "length of type %s", type_str(type_of(a)));
    return array_length(a);
}

int first_order_named(const char *name, int operands)
{
    for (int op = 0; op < NOPS; op++)
        if ((ops[op].kind == K_VIEW || ops[op].kind == K_ARRAY) && ops[op].ngroups > 0
            && !strcmp(ops[op].text, name))
            return op;
    return scalar_op_named(name, operands);
}

Core *read_first_order(Read *r, const Syn *s, Op op, const Type *want)
{
    if (ops[op].kind == K_SCALAR)
        return scalar_node(r, s, op, s->kid + 1, s->n - 1, want);
    if (op == OP_REARRANGE)
        return read_rearrange(r, s);
    Core *n = node(op, s);
    if (!strchr(ops[op].groups, 'A'))
        need_args(s, ops[op].ngroups);
    for (int g = 0; g < ops[op].ngroups; g++)
        switch (ops[op].groups[g]) {
        case 'z': core_set1(n, g, read_size(r, s->kid[g + 1])); break;
        case 'Z': read_sizes(r, n, g, s->kid[g + 1]); break;
        case 'A': read_args(r, n, g, s, g + 1, s->n, NULL); break;
        default: core_set1(n, g, read_atom(r, s->kid[g + 1], NULL));
        }
    return infer_at(r, n, s->span);
}

/* threshold NAME DEFAULT */
static Core *read_threshold(Read *r, const Syn *s)
{
    Core *n = node(OP_THRESHOLD, s);
    need_args(s, 2);
    if (s->kid[1]->kind != S_NAME)
        fail_at(s->kid[1]->span, ERR_CORE_SYNTAX, "a name is needed here");
    n->text = intern(s->kid[1]->text);
    core_set1(n, 0, read_atom(r, s->kid[2], type_prim(I64)));
    if (!r->untyped && !is_const(n->g[0].at[0]))
        fail_at(s->kid[2]->span, ERR_CORE_SYNTAX, "a constant is needed here");
    return infer_at(r, n, s->span);
}

static Core *read_apply(Read *r, const Syn *s, const Type *want)
{
    const Syn *head = s->kid[0];
    if (head->kind != S_NAME)
        fail_at(head->span, ERR_CORE_SYNTAX, "this is no function");
    Func *f = find_func(r, head);
    if (f)
        return read_call(r, s, f);
    Core *conv = read_conversion(r, s, head->text);
    if (conv)
        return conv;
    if (!strcmp(head->text, "threshold"))
        return read_threshold(r, s);
    if (!strcmp(head->text, "length")) {
        need_args(s, 1);
        return read_length(r, s->kid[1]);
    }
    Prim p;
    const char *dot = strchr(head->text, '.'), *word = dot ? dot + 1 : head->text;
    if (dot && prim_of_name(str_copyn(head->text, (int)(dot - head->text)), &p))
        want = type_prim(p);
    int op = first_order_named(word, s->n - 1);
    if (op < 0)
        fail_at(head->span, ERR_CORE_NAME, "unknown function %s with %d arguments", head->text,
                s->n - 1);
    return read_first_order(r, s, (Op)op, want);
}

/* ---- indices ------------------------------------------------------------ */

/* start :+ count * stride; without a product the stride is 1. */
static Core *read_span(Read *r, const Syn *s)
{
    Core *n = node(OP_SPAN, s);
    const Syn *product = s->kid[1];
    bool strided = product->kind == S_INFIX && !strcmp(product->text, "*");
    core_set1(n, 0, read_atom(r, s->kid[0], type_prim(I64)));
    core_set1(n, 1, read_size(r, strided ? product->kid[0] : product));
    core_set1(n, 2, core_i64(1));
    if (strided)
        core_set1(n, 2, read_atom(r, product->kid[1], type_prim(I64)));
    return n;
}

static void read_entries(Read *r, Core *n, Syn *const *entry, int count)
{
    Core **at = NEWS(Core *, count);
    for (int i = 0; i < count; i++) {
        const Syn *e = entry[i];
        if (e->kind == S_ASSIGN)
            fail_at(e->span, ERR_CORE_SYNTAX, "an index is needed here");
        at[i] = e->kind == S_WHOLE ? node(OP_WHOLE, e)
              : e->kind == S_SPAN ? read_span(r, e) : read_atom(r, e, type_prim(I64));
    }
    core_set(n, 1, at, count);
}

static Core *read_index(Read *r, const Syn *s)
{
    Core *n = node(OP_INDEX, s);
    core_set1(n, 0, read_atom(r, s->kid[0], NULL));
    read_entries(r, n, s->kid + 1, s->n - 1);
    return infer_at(r, n, s->span);
}

static Core *read_update(Read *r, const Syn *s)
{
    Core *n = node(OP_UPDATE, s);
    core_set1(n, 0, read_atom(r, s->kid[0], NULL));
    read_entries(r, n, s->kid[1]->kid, s->kid[1]->n);
    core_set1(n, 2, read_atom(r, s->kid[2], elem_of(type_known(n->g[0].at[0]))));
    return infer_at(r, n, s->span);
}

/* ---- control ------------------------------------------------------------ */

static Core *read_if(Read *r, const Syn *s, const Type *want)
{
    Core *n = node(OP_IF, s);
    core_set1(n, 0, read_atom(r, s->kid[0], NULL));
    int first = is_open_literal(s->kid[1]) ? 2 : 1;
    Core *a = read_body(r, s->kid[first], &want, want != NULL);
    core_set1(n, first, a);
    core_set1(n, 3 - first, read_body(r, s->kid[3 - first], a->type, a->ntypes));
    return infer_at(r, n, s->span);
}

static Core *read_loop(Read *r, const Syn *s)
{
    bool counted = s->kind == S_LOOP;
    Core *n = node(counted ? OP_LOOP : OP_WHILE, s);
    const Syn *names = s->kid[0], *inits = s->kid[1];
    const Type **want = NEWS(const Type *, inits->n + names->n);
    for (int i = 0; i < inits->n && i < names->n; i++) {
        Prim p;
        if (names->kid[i]->kind == S_TYPED
            && prim_of_name(names->kid[i]->kid[1]->text, &p))
            want[i] = type_prim(p);
    }
    read_args(r, n, 0, inits, 0, inits->n, want);
    for (int i = 0; i < inits->n; i++)
        want[i] = type_known(n->g[0].at[i]);
    if (counted)
        core_set1(n, 1, read_atom(r, s->kid[3], type_prim(I64)));
    int mark = scope_mark(r);
    n->bind = declare_all(r, names, want, inits->n, NULL);
    n->nbinds = names->n;
    if (counted) {
        n->index = declare(r, binder_name(r, s->kid[2]), NULL, type_known(n->g[1].at[0]), s->span);
    } else {
        const Type *b = type_prim(BOOL);
        core_set1(n, 1, read_body(r, s->kid[2], &b, 1));
    }
    for (int i = 0; i < n->nbinds; i++)
        want[i] = n->bind[i]->type;
    core_set1(n, 2, read_body(r, s->kid[counted ? 4 : 3], want, n->nbinds));
    scope_leave(r, mark);
    return infer_at(r, n, s->span);
}

static Core *read_assert(Read *r, const Syn *s)
{
    Core *n = node(OP_ASSERT, s);
    bool says = s->n && s->kid[0]->kind == S_LIST;
    if (s->n == says)
        fail_at(s->span, ERR_CORE_SYNTAX, "assert takes a condition");
    n->text = s->text;
    core_set1(n, 0, read_atom(r, s->kid[says], NULL));
    read_args(r, n, 1, s, says + 1, s->n, NULL);
    if (says)
        read_args(r, n, 2, s->kid[0], 0, s->kid[0]->n, NULL);
    return infer_at(r, n, s->span);
}

static Core *read_typed(Read *r, const Syn *s)
{
    const Type *t = read_type(r, s->kid[1]);
    Core *e = read_exp(r, s->kid[0], elem_of(t));
    if (e->ntypes != 1 || !type_equal(e->type[0], t))
        fail_at(s->span, ERR_CORE_TYPE, "this has type %s and not %s",
                e->ntypes == 1 ? type_str(e->type[0]) : "(..)", type_str(t));
    return e;
}

static Core *read_list(Read *r, const Syn *s, const Type *want)
{
    Core *n = node(OP_ARRAY, s);
    Core **at = NEWS(Core *, s->n);
    want = elem_of(want);
    for (int open = 0; open < 2; open++)
        for (int i = 0; i < s->n; i++)
            if (is_open_literal(s->kid[i]) == (open == 1)) {
                at[i] = read_atom(r, s->kid[i], want);
                want = elem_of(type_known(at[i]));
            }
    core_set(n, 0, at, s->n);
    return infer_at(r, n, s->span);
}

static Core *read_name(Read *r, const Syn *s)
{
    Core *known = scope_find(r, s->text);
    if (known) {
        Core *c = core_copy_node(known);
        c->span = s->span;
        return c;
    }
    Core *c = constant(s, s->text, false, NULL);
    if (!c)
        fail_at(s->span, ERR_CORE_NAME, "unknown name %s", s->text);
    return c;
}

Core *read_exp(Read *r, const Syn *s, const Type *want)
{
    switch (s->kind) {
    case S_PAREN: return read_exp(r, s->kid[0], want);
    case S_NAME: return read_name(r, s);
    case S_NUMBER: return constant(s, s->text, false, want);
    case S_INFIX: return read_infix(r, s, want);
    case S_PREFIX: return read_prefix(r, s, want);
    case S_APPLY: return read_apply(r, s, want);
    case S_SOAC: case S_SEG: return read_nest(r, s);
    case S_ASSERT: return read_assert(r, s);
    case S_INDEX: return read_index(r, s);
    case S_UPDATE: return read_update(r, s);
    case S_LIST: return read_list(r, s, want);
    case S_TYPED: return read_typed(r, s);
    case S_IF: return read_if(r, s, want);
    case S_LOOP: case S_WHILE: return read_loop(r, s);
    case S_BLOCK: case S_LET: case S_TUPLE: return read_atom(r, s, want);
    case S_EMPTY: case S_COERCE: {
        Core *n = node(s->kind == S_EMPTY ? OP_EMPTY : OP_COERCE, s);
        if (s->kind == S_COERCE)
            core_set1(n, 0, read_atom(r, s->kid[0], NULL));
        core_set_type(n, read_type(r, s->kid[s->kind == S_COERCE]));
        return infer_at(r, n, s->span);
    }
    case S_LAM: case S_SECTION:
        fail_at(s->span, ERR_CORE_SYNTAX, "a function stands where a value is needed");
    case S_META: fail_at(s->span, ERR_CORE_SYNTAX, "a metavariable is no name here");
    default: fail_at(s->span, ERR_CORE_SYNTAX, "an expression is needed here");
    }
}
