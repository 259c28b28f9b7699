/* desugar_size.c -- sizes: what is known of them, and where they are checked. */
#include "desugar.h"

#include <string.h>

enum { MAX_SIZE_NODES = 24 };

bool is_live(const Var *v)
{
    const OpenBody *s = table_get(desugarer.home, v);
    return s && !s->closed;
}

/* ---- sizes and atoms ---------------------------------------------------- */

Core *size_of(Core *atom)
{
    if (atom->op != OP_VAR)
        return atom;
    Core *checked = table_get(desugarer.asserted, atom->var);
    if (checked && is_live(checked->var))
        return checked;
    Core *size = table_get(desugarer.size, atom->var);
    return size ? size : atom;
}

static void remember(Core *atom)
{
    desugarer.sized[desugarer.nsized++ % MAX_SIZED] = atom;
}

void size_define(Var *v, const Core *exp)
{
    range_define(desugarer.range, v, exp, 0);
    if (v->type->rank || v->type->prim != I64 || ops[exp->op].kind != K_SCALAR)
        return;
    if (exp->op != OP_ADD && exp->op != OP_SUB && exp->op != OP_MUL)
        return;
    Core *a = size_of(exp->g[0].at[0]), *b = size_of(exp->g[1].at[0]);
    Core *size = exp->op == OP_ADD ? size_add(a, b) : exp->op == OP_SUB ? size_sub(a, b)
               : size_mul(a, b);
    if (core_nodes(size, MAX_SIZE_NODES) > MAX_SIZE_NODES)
        return;
    table_put(desugarer.size, v, size);
    remember(core_var(v));
}

/* An atom emitted before, and still in scope, with this value. */
static Core *known_atom(Core *size)
{
    for (int back = 0; back < desugarer.nsized && back < MAX_SIZED; back++) {
        int i = (desugarer.nsized - 1 - back) % MAX_SIZED;
        Core *a = desugarer.sized[i];
        Core *value = table_get(desugarer.size, a->var);
        if (is_live(a->var) && size_equal(value, size))
            return a;
    }
    return NULL;
}

Core *size_atom(Core *size)
{
    if (is_atom(size))
        return size;
    Core *known = known_atom(size);
    if (known)
        return known;
    if (size->op == OP_EACH)
        refuse_ragged(bug_placed(), "and here one length of them all is needed");
    if (size->op != OP_ADD && size->op != OP_SUB && size->op != OP_MUL)
        bug("a size of operator %s", ops[size->op].id);
    Core *a = size_atom(size->g[0].at[0]), *b = size_atom(size->g[1].at[0]);
    return emit_op(size->op, desugarer.at.fixed ? desugarer.at.fixed : desugarer.at.from, a, b);
}

/* ---- sizes known not to be negative ------------------------------------- */

Core *size_checked(Core *size, const Span *s)
{
    if (desugarer.unsafe || surely_natural(desugarer.range, size))
        return size;
    Core *atom = size_atom(size);
    Said range = {0}, said = {0};
    say(&range, "0..1..<");
    say_value(&range, atom);
    say(&said, failure_text(FAIL_RANGE, text_str(&range.text)));
    said.value = range.value;
    return size_checked_as(atom, s, &said);
}

Core *size_checked_as(Core *size, const Span *s, const Said *said)
{
    if (desugarer.unsafe || surely_natural(desugarer.range, size))
        return size;
    Core *atom = size_atom(size);
    Core *before = atom->op == OP_VAR ? table_get(desugarer.asserted, atom->var) : NULL;
    if (before && is_live(before->var))
        return before;
    Core *ok = emit_op(OP_GE, s, atom, core_i64(0));
    Core *n = emit_assert(ok, atom, s, said, "size");
    range_natural(desugarer.range, n);
    if (atom->op == OP_VAR)
        table_put(desugarer.asserted, atom->var, n);
    return n;
}

/* ---- sizes that leave a scope ------------------------------------------- */

static bool live_var(const Var *v, const void *arg)
{
    (void)arg;
    return is_live(v);
}

bool size_in_scope(Core *size)
{
    return all_vars(size, live_var, NULL);
}

/* The binding of v in the current scope; -1 if it is not bound there by one. */
static int bound_here(const Var *v)
{
    const Stms *b = &desugarer.scope->stms;
    for (int i = b->n - 1; i >= 0; i--)
        for (int k = 0; k < b->at[i].nvars; k++)
            if (b->at[i].var[k] == v)
                return i;
    return -1;
}

static void raise_var(Var *v, void *ok);

/* Moves binding i, and those it needs, to the outer scope if that cannot be
   noticed; asserts about sizes may move, for no array has a negative size. */
static bool raise(int i)
{
    Stm s = desugarer.scope->stms.at[i];
    Op op = s.exp->op;
    bool scalar = ops[op].kind == K_SCALAR || op == OP_CALL;
    bool moves = scalar ? !core_fails(s.exp) : op == OP_ASSERT;
    if (!moves)
        return false;
    core_free_vars(s.exp, raise_var, &moves);
    if (!moves)
        return false;
    i = bound_here(s.var[0]);
    Stms *b = &desugarer.scope->stms;
    memmove(b->at + i, b->at + i + 1, sizeof(Stm) * (size_t)(b->n - i - 1));
    b->n--;
    vec_push(&desugarer.scope->outer->stms, s);
    for (int k = 0; k < s.nvars; k++)
        table_put(desugarer.home, s.var[k], desugarer.scope->outer);
    return true;
}

static void raise_var(Var *v, void *ok)
{
    bool *raised = ok;
    if (!*raised || table_get(desugarer.home, v) != desugarer.scope)
        return;
    int i = bound_here(v);
    *raised = i >= 0 && raise(i);
}

bool size_leaves(Core *size)
{
    bool raised = true;
    core_free_vars(size, raise_var, &raised);
    return raised && size_in_scope(size);
}

/* ---- sizes in full ------------------------------------------------------ */

static Core *in_full(Core *size)
{
    switch (size->op) {
    case OP_VAR: {
        Core *value = table_get(desugarer.same, size->var);
        if (!value)
            value = table_get(desugarer.size, size->var);
        return value ? in_full(value) : size;
    }
    case OP_ADD: return size_add(in_full(size->g[0].at[0]), in_full(size->g[1].at[0]));
    case OP_SUB: return size_sub(in_full(size->g[0].at[0]), in_full(size->g[1].at[0]));
    case OP_MUL: return size_mul(in_full(size->g[0].at[0]), in_full(size->g[1].at[0]));
    default: return size;
    }
}

/* Equal, all definitions known. */
static bool size_same(Core *a, Core *b)
{
    return size_equal(a, b) || size_equal(in_full(a), in_full(b));
}

static bool not_bound(const Var *v, const void *arg)
{
    (void)arg;
    return bound_here(v) < 0;
}

Core *size_outside(Core *size)
{
    size = in_full(size);
    return all_vars(size, not_bound, NULL) ? size : NULL;
}

static bool same_sizes(const Type *a, const Type *b)
{
    for (int k = 0; k < a->rank; k++)
        if (!size_same(a->dim[k], b->dim[k]))
            return false;
    return true;
}

/* ---- arrays of () ------------------------------------------------------- */

Sv *units_leave(Sv *v, Core *(*outside)(Core *), const Span *s)
{
    Sv *w = COPY(Sv, *v);
    w->part = NEWS(Sv *, v->n);
    for (int i = 0; i < v->n; i++)
        w->part[i] = units_leave(v->part[i], outside, s);
    w->dim = NEWS(Core *, v->depth);
    for (int k = 0; k < v->depth; k++) {
        w->dim[k] = sv_is_units(v) ? outside(v->dim[k]) : v->dim[k];
        if (!w->dim[k])
            fail_at(s, ERR_SIZE_UNKNOWN, "unsupported: the result contains an array of () whose "
                    "length is known only inside; return the length as an i64 instead");
    }
    return w;
}

void units_agree(Sv *a, Sv *b, const Span *s)
{
    for (int i = 0; i < a->n && a->n == b->n; i++)
        units_agree(a->part[i], b->part[i], s);
    for (int k = 0; k < a->depth && sv_is_units(a); k++)
        if (!size_same(a->dim[k], b->dim[k]))
            fail_at(s, ERR_SIZE_UNKNOWN, "unsupported: the result contains an array of () whose "
                    "length varies; return the length as an i64 instead");
}

/* ---- coercion ----------------------------------------------------------- */

bool made_inside(const Core *lengths)
{
    const OpenBody *home = table_get(desugarer.home, lengths->var);
    return (home && home->outer) || core_uses_any(type_of(lengths)->dim[0], desugarer.row_size);
}

/* Sizes that differ and are those of rows: only the program can say that they agree. */
static void check_rows(const Type *is, const Type *to, const Span *s)
{
    bool rows = false, each = false;
    for (int k = 0; k < is->rank; k++) {
        if (size_same(is->dim[k], to->dim[k]))
            continue;
        each |= dim_lengths(is->dim[k]) || dim_lengths(to->dim[k]);
        rows |= core_uses_any(is->dim[k], desugarer.row_size)
            || core_uses_any(to->dim[k], desugarer.row_size);
    }
    if (each)
        refuse_ragged(s, "and nobody knows that they are as long as those of another array");
    if (rows && !desugarer.coercing)
        fail_at(s, ERR_RAGGED_ARRAY, "this row is one of different lengths, and need not be as "
                "long as the other; ':>' would check it when the program runs");
}

Core *coerce_leaf(Core *leaf, const Type *to, const Span *s)
{
    if (type_equal(type_of(leaf), to))
        return leaf;
    Core *n = CORE(OP_COERCE, s, one(leaf));
    core_set_type(n, to);
    n->unchecked = same_sizes(type_of(leaf), to);
    if (!n->unchecked)
        check_rows(type_of(leaf), to, s);
    return emit1(n, NULL);
}

Core *coerce_sizes(Core *leaf, Core **size, const Span *s)
{
    const Type *t = type_of(leaf);
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++)
        dim[k] = size[k] ? size[k] : t->dim[k];
    return coerce_leaf(leaf, type_dims(t->prim, dim, t->rank), s);
}

const Type *type_outer(const Type *t, Core **outer, int n, int drop)
{
    int rank = n + t->rank - drop;
    Core **dim = NEWS(Core *, rank);
    for (int k = 0; k < rank; k++)
        dim[k] = k < n ? outer[k] : t->dim[k - n + drop];
    return type_dims(t->prim, dim, rank);
}

typedef struct { int k; Core *size; const Span *span; } Wanted;

static Core *coerce_one(Core *leaf, void *arg)
{
    Wanted *w = arg;
    Core **size = NEWS(Core *, type_of(leaf)->rank);
    size[w->k] = w->size;
    return coerce_sizes(leaf, size, w->span);
}

Sv *coerce_dim(Sv *v, int k, Core *size, const Span *s)
{
    if (size_equal(sv_dim(v, k), size))
        return v;
    Wanted w = { k, size, s };
    return sv_each(v, coerce_one, &w, NULL, 0, 0);
}

Sv *coerce_like(Sv *v, Sv *like, const Span *s)
{
    Kids have = sv_leaves(v), want = sv_leaves(like);
    if (have.n != want.n)
        bug("values of structures %s and %s meet", sv_structure(v), sv_structure(like));
    for (int i = 0; i < have.n; i++)
        have.at[i] = coerce_leaf(have.at[i], type_of(want.at[i]), s);
    return sv_rebuild(v, have.at, NULL, 0, 0);
}
