/*
 * writes.c -- scatters and histograms: values that go to places of an array.
 *
 * In a kernel many threads may change one element of a histogram. Where CUDA
 * has an atomic operation for that, it is used; else a number is replaced by
 * compare and swap; what does not fit in a word has a lock for each element, and threads of
 * a warp that go to the same one put their values together first.
 */
#include "lower.h"

static const Core *body_of(const Core *lam)
{
    return lam->g[0].at[0];
}

/* ---- what many threads change ---------------------------------------------- */

/* The machine does it to such a value, however many threads ask. */
static bool is_atomic(Op op, Prim p)
{
    bool wide = prim_bytes(p) >= 4, whole = prim_is_int(p) && wide;
    return op == OP_ADD ? whole || (prim_is_float(p) && wide)
         : whole && (op == OP_MIN || op == OP_MAX || op == OP_AND || op == OP_OR || op == OP_XOR);
}

Op atomic_of(const Core *op, Prim p)
{
    const Core *e = body_single(body_of(op));
    if (!e || ops[e->op].kind != K_SCALAR || !is_atomic(e->op, p))
        return OP_VAR;
    const Core *a = e->g[0].at[0], *b = e->g[1].at[0];
    bool both = (is_var(a, op->bind[0]) && is_var(b, op->bind[1]))
             || (is_var(a, op->bind[1]) && is_var(b, op->bind[0]));
    return both ? e->op : OP_VAR;
}

/* A lock, open, for each element. */
static View *open_locks(Lower *l, const View *to, int rank)
{
    Var *like = fresh(l, "locks", type_dims(I32, to->type->dim, rank));
    View *locks = host_array(l, like);
    emit(l, (Stmt){ S_CLEAR, .to = tree_load(locks->buffer, core_i64(0)),
                    .count = tree_count(locks->type) });
    return locks;
}

View **locks_for(Lower *l, const Core *op, View *const *to, int n, int rank)
{
    View **lock = NEWS(View *, n);
    bool apart = lam_is_product(op);
    for (int k = 0; k < (apart ? n : 1); k++)
        if (!apart || lam_needs_lock(lam_part(op, k)))
            lock[k] = open_locks(l, to[k], rank);
    return lock;
}

void update_atomically(Lower *l, const Core *op, Core *place, Core *value)
{
    Stmt *s = emit(l, (Stmt){ S_ATOMIC, .to = place, .exp = value,
                              .atomic = atomic_of(op, type_of(place)->prim) });
    if (s->atomic == OP_VAR)
        make_functor(l, s->op = operator_of(l, op, op->bind));
}

/* ---- one value ------------------------------------------------------------- */

/* Scalars among the values to write, as trees. */
static Core **scalars(Lower *l, Core *const *result, const Target *p, bool give_name)
{
    Core **value = NEWS(Core *, p->n);
    for (int k = 0; k < p->n; k++) {
        const Core *r = result[k];
        if (type_of(r)->rank)
            continue;
        value[k] = scalar_of(l, r);
        if (give_name)
            value[k] = named(l, "value", value[k]);
    }
    return value;
}

/* element = op(element, value) */
static void combine(Lower *l, const Target *p, Core *i, Core *const *operand, Core **value)
{
    const Core *op = p->op, *result = body_of(op);
    View **next = NEWS(View *, p->n);
    for (int k = 0; k < p->n; k++) {
        if (value[k]) {
            bind_scalar(l, op->bind[k], view_at(p->to[k], &i), false);
            bind_scalar(l, op->bind[p->n + k], value[k], false);
            continue;
        }
        bind_view(l, op->bind[k], view_row(p->to[k], &i, 1));
        bind_view(l, op->bind[p->n + k], view_of(l, operand[k]));
        next[k] = thread_array(l, op->bind[k]);
        place_result(l, result, k, next[k]);
    }
    lower_stms(l, result);
    for (int k = 0; k < p->n; k++) {
        const Core *r = result->g[0].at[k];
        if (!value[k])
            give_result(l, r, next[k]);
        else if (p->n == 1)
            value[k] = scalar_of(l, r);
        else
            value[k] = emit_let(l, fresh(l, "new_value", type_of(r)), scalar_of(l, r));
    }
    for (int k = 0; k < p->n; k++)
        if (value[k])
            emit_set(l, view_at(p->to[k], &i), value[k]);
        else
            copy_view(l, next[k], view_row(p->to[k], &i, 1));
}

static void replace(Lower *l, const Target *p, Core *i, Core *const *result, Core **value)
{
    for (int k = 0; k < p->n; k++)
        if (!value[k])
            copy_view(l, view_of(l, result[k]), view_row(p->to[k], &i, 1));
    for (int k = 0; k < p->n; k++)
        if (value[k])
            emit_set(l, view_at(p->to[k], &i), value[k]);
}

/* ---- of several threads ------------------------------------------------------ */

/* The values are scalars, and may be put together before one thread has the lock. */
static bool may_go_along(const Target *p, Core *const *result)
{
    bool yes = !body_fails(body_of(p->op));
    for (int k = 0; k < p->n; k++)
        yes &= !type_of(result[k])->rank;
    return yes;
}

/* value = op(value, other) */
static void take(Lower *l, const Target *p, Core *const *value, Core *const *other)
{
    const Core *op = core_rename(p->op), *result = body_of(op);
    Var **var = NEWS(Var *, p->n);
    Core **sum = NEWS(Core *, p->n);
    for (int k = 0; k < p->n; k++) {
        var[k] = value[k]->var;
        bind_scalar(l, op->bind[k], value[k], false);
        bind_scalar(l, op->bind[p->n + k], other[k], false);
    }
    lower_stms(l, result);
    for (int k = 0; k < p->n; k++)
        sum[k] = scalar_of(l, result->g[0].at[k]);
    assign_all(l, var, sum, p->n);
}

/* Of the lanes of a warp that go to the element of this lock the first takes the values of the
   others along. What follows is done by that one. */
static void take_along(Lower *l, const Target *p, const Core *lock, Core **value)
{
    const Type *lanes = type_prim(U32);
    Core *active = tree_call("__activemask", NULL, 0, U32), *match[] = { active, lock->g[1].at[0] };
    Core *peers = emit_let(l, fresh(l, "peers", lanes),
                           tree_call("__match_any_sync", match, 2, U32));
    Var *others = fresh(l, "others", lanes);
    Core *first = tree_call("is_leader", &peers, 1, BOOL), **other = NEWS(Core *, p->n);
    for (int k = 0; k < p->n; k++) {
        Var *own = fresh(l, "value", type_of(value[k]));
        declare_var(l, own, value[k]);
        value[k] = core_var(own);
    }
    Block *out = lower_into(l, &emit(l, (Stmt){ S_PEERS, .var = others, .exp = peers })->body);
    Core *lane = core_var(others), *from = tree_call("lowest_lane", &lane, 1, I32);
    for (int k = 0; k < p->n; k++)
        other[k] = emit_let(l, fresh(l, "other", type_of(value[k])),
                            tree_call("__shfl_sync", (Core *[]){ peers, value[k], from }, 3,
                                      type_of(value[k])->prim));
    l->out = &emit(l, (Stmt){ S_IF, .exp = first, .apart = true })->body;
    take(l, p, value, other);
    l->out = &stmt_add(out, (Stmt){ S_IF, .exp = first, .apart = true })->body;
}

/* ---- where to ---------------------------------------------------------------- */

void write_locked(Lower *l, const Target *p, Core *i, Core **value)
{
    Block *out = lower_into(l, &emit(l, (Stmt){ S_LOCKED,
                                                .to = view_at(p->lock[0], &i) })->body);
    combine(l, p, i, NULL, value);
    flush_reads(l);
    l->out = out;
}

/* The values go to element i, which there is. */
static void write_inside(Lower *l, const Target *p, Core *i, Core *const *result, Core **value)
{
    const View *lock = p->lock ? p->lock[0] : NULL;
    Block *out = l->out;
    if (lock && may_go_along(p, result))
        take_along(l, p, view_at(lock, &i), value);
    if (lock)
        l->out = &emit(l, (Stmt){ S_LOCKED, .to = view_at(lock, &i) })->body;
    if (!p->op)
        replace(l, p, i, result, value);
    else if (p->together && !lock)
        update_atomically(l, p->op, view_at(p->to[0], &i), value[0]);
    else
        combine(l, p, i, result, value);
    flush_reads(l);
    l->out = out;
}

/* How many destinations from k on have one index and one length: all where there is one index
   for all. */
static int at_once(const Target *p, const Core *body, int k)
{
    int nat = body->g[0].n - p->n, n = k + 1;
    Core *const *at = body->g[0].at;
    while (n < p->n && (nat == 1 || (at[k]->op == OP_VAR && is_var(at[n], at[k]->var)
                                     && size_equal(p->to[k]->type->dim[0],
                                                   p->to[n]->type->dim[0]))))
        n++;
    return n - k;
}

static Target part_of(const Target *p, int k)
{
    return (Target){ p->to + k, 1, p->op ? lam_part(p->op, k) : NULL, p->together,
                     p->lock ? p->lock + k : NULL, p->counted };
}

static Core *is_inside(Core *i, const View *to)
{
    return tree_op(OP_LAND, tree_op(OP_LE, core_i64(0), i), tree_op(OP_LT, i, to->type->dim[0]));
}

/* The condition without which nothing is written, as the index is negative then, and the index
   with it; null: there is none. */
static Core *condition_of_place(Core **at)
{
    const Core *choice = *at;
    const Core *no = choice->op == OP_IF ? choice->g[2].at[0]->g[0].at[0] : NULL;
    if (!no || !is_const(no) || no->value.i >= 0)
        return NULL;
    *at = choice->g[1].at[0]->g[0].at[0];
    return choice->g[0].at[0];
}

/* The body gives an index, or one for each destination, and values: they go there, if it is
   in range; each by its part of an operator that is a product. */
void write_at(Lower *l, const Target *p, const Core *body)
{
    bool apart = p->n > 1 && (p->op ? lam_is_product(p->op) : body->g[0].n > p->n + 1);
    Core *const *result = body->g[0].at + body->g[0].n - p->n, **at = NEWS(Core *, p->n);
    Core *guard = NULL;
    for (int k = 0; k < p->n; k += at_once(p, body, k)) {
        at[k] = scalar_of(l, body->g[0].at[k]);
        guard = p->counted ? condition_of_place(&at[k]) : NULL;
        at[k] = guard ? at[k] : named(l, "at", at[k]);
    }
    bool give_names = p->lock && p->lock[0] && !apart && !may_go_along(p, result);
    Core **value = scalars(l, result, p, give_names);
    flush_reads(l);
    for (int k = 0, n; k < p->n; k += n) {
        n = at_once(p, body, k);
        Core *inside = guard ? guard : is_inside(at[k], p->to[k]);
        Block *out = lower_into(l, &emit(l, (Stmt){ S_IF, .exp = inside })->body);
        for (int j = k; apart && j < k + n; j++)
            write_inside(l, (Target[]){ part_of(p, j) }, at[k], result + j, value + j);
        if (!apart)
            write_inside(l, p, at[k], result, value);
        l->out = out;
    }
}

/* ---- in a thread ----------------------------------------------------------- */

void lower_write(Lower *l, const Stm *s, const Core *lam, const Kids *xs, const Core *op)
{
    Block *out;
    Target p = { .to = NEWS(View *, s->nvars), .n = s->nvars, .op = op };
    for (int k = 0; k < s->nvars; k++) {
        p.to[k] = own(l, s->exp->g[1].at[k], s->var[k]);
        bind_view(l, s->var[k], p.to[k]);
    }
    Core *i = for_index(l, lam, size_tree(l, s->exp->g[0].at[0]), &out);
    bind_elements(l, lam, xs, i);
    lower_stms(l, body_of(lam));
    write_at(l, &p, body_of(lam));
    l->out = out;
}
