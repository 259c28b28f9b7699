/*
 * turns.c -- arrays of a loop of the host that change places: what is one of them in this
 * round is another in the next. Their memory takes turns; nothing is copied.
 *
 *   loop (before, now) = .. do (now, f before now)
 *
 *   std::swap(before, now);
 *   std::swap(now, next_now);
 *
 *   loop (a, b) = .. do (scatter b .., a)      std::swap(a, b);
 *
 * A loop that must end in the caller's array begins in the other one if the number of its rounds
 * is odd. Where that is not known before, the array is copied back behind the loop.
 */
#include "lower.h"

static bool same_size(Lower *l, const Type *a, const Type *b)
{
    bool same = a->prim == b->prim && a->rank == b->rank && a->rank > 0;
    for (int d = 0; same && d < a->rank; d++)
        same = dim_known(a->dim[d]) && dim_known(b->dim[d])
            && size_equal(size_tree(l, a->dim[d]), size_tree(l, b->dim[d]));
    return same;
}

static bool may_change_places(Lower *l, const Core *loop, int k, int j)
{
    const Var *to = loop->bind[k], *from = loop->bind[j];
    return same_size(l, to->type, from->type) && home_of_array(l, to) == home_of_array(l, from)
        && !alloc_of(l->facts->allocs, to)->moves && !alloc_of(l->facts->allocs, from)->moves;
}

/* The first that is given a variable has its memory, and others a copy; so has one whose
   variable is changed in place, or stays as it is. */
int *places_changed(Lower *l, const Core *loop)
{
    int n = loop->nbinds, *from = NEWS(int, n);
    for (int k = 0; k < n; k++) {
        int j = on_host(l) ? variable_given(loop, k) : -1;
        bool has = j >= 0 && j != k && !in_place(loop, j) && may_change_places(l, loop, k, j);
        for (int i = 0; i < k; i++)
            has &= from[i] != j;
        from[k] = has ? j : -1;
    }
    return from;
}

/* Their memory lives as long as that of any. */
static void join_mates(Buffer *a, Buffer *b)
{
    Buffer *end = a;
    while (end->mate && end->mate != a && end != b)
        end = end->mate;
    if (end == b)
        return;
    Buffer *last = b;
    while (last->mate && last->mate != b)
        last = last->mate;
    end->mate = b;
    last->mate = a;
}

void join_places(const Result *c, const int *from, int n)
{
    for (int k = 0; k < n; k++)
        if (from[k] >= 0)
            join_mates(c[k].now->buffer, c[from[k]].now->buffer);
}

/* Each has what the next of its chain had. */
void change_places(Lower *l, const Result *c, const int *from, int n)
{
    bool *is_first = NEWS(bool, n), *done = NEWS(bool, n);
    for (int k = 0; k < n; k++)
        is_first[k] = from[k] >= 0;
    for (int k = 0; k < n; k++)
        if (from[k] >= 0)
            is_first[from[k]] = false;
    for (int ring = 0; ring < 2; ring++)         /* what is left then goes round */
        for (int k = 0; k < n; k++)
            for (int i = k; (ring || is_first[k]) && from[i] >= 0 && !done[i]; i = from[i]) {
                done[i] = true;
                if (!done[from[i]])
                    swap_memory(l, c[i].now, c[from[i]].now);
            }
}

/* ---- loops that end in the caller's memory ----------------------------------------- */

/* In C, so that it is 1 of no number below 0. */
static Core *is_odd(Core *rounds)
{
    Prim p = type_of(rounds)->prim;
    int64_t n;
    return size_const(rounds, &n) ? core_bool(n % 2 == 1)
         : tree_op(OP_EQ, tree_op(OP_REM, rounds, core_int(p, 2)), core_int(p, 1));
}

static void put_first(Block *b, int n)
{
    for (; n > 0; n--) {
        Stmt *last = b->at[b->n - 1];
        for (int i = b->n - 1; i > 0; i--)
            b->at[i] = b->at[i - 1];
        b->at[0] = last;
    }
}

bool is_counted(const Lower *l, const Core *loop)
{
    const Core *rounds = loop->op == OP_LOOP ? loop->g[1].at[0] : NULL;
    return rounds && (is_const(rounds) || table_has(l->facts->given, rounds->var));
}

/* An odd number of rounds begins in the other array, before anything is made there. What the
   caller's array holds is copied to it. */
void begin_in_turn(Lower *l, const Core *loop, View *last, View *other)
{
    Block swap = { 0 }, *out = lower_into(l, &swap);
    Core *odd = is_odd(scalar_of(l, loop->g[1].at[0]));
    swap_memory(l, last, other);
    if (last->buffer->home == B_PARAM)
        copy_view(l, other, last);
    l->out = out;
    if (!is_const(odd))
        stmt_add(out, (Stmt){ S_IF, .exp = odd, .body = swap });
    for (int i = 0; is_const(odd) && odd->value.i && i < swap.n; i++)
        vec_push(out, swap.at[i]);
    put_first(out, is_const(odd) ? (int)odd->value.i * swap.n : 1);
}

Var *swaps_noted(Lower *l, const Core *loop, const Result *c)
{
    bool any = false;
    for (int k = 0; k < loop->nbinds; k++)
        any |= c[k].ends_swapped;
    if (!any || loop->op == OP_LOOP)
        return NULL;
    Var *swapped = fresh(l, "swapped", type_prim(BOOL));
    declare_var(l, swapped, core_bool(false));
    return swapped;
}

void note_swap(Lower *l, Var *swapped, Block *round)
{
    Block *out = lower_into(l, round);
    emit_set(l, core_var(swapped), tree_not(core_var(swapped)));
    l->out = out;
}

void end_in_turn(Lower *l, const Core *loop, const Result *c, Var *swapped)
{
    Block move = { 0 }, *out = lower_into(l, &move);
    for (int k = 0; k < loop->nbinds; k++)
        if (c[k].ends_swapped) {
            swap_memory(l, c[k].now, c[k].to);
            copy_view(l, c[k].to, c[k].now);
        }
    l->out = out;
    if (move.n)
        emit(l, (Stmt){ S_IF, .body = move, .exp = swapped ? core_var(swapped)
                                            : is_odd(scalar_of(l, loop->g[1].at[0])) });
}
