/* checks.c -- what may fail at run time, and where it cannot. */
#include "lower.h"

#include <string.h>

/* ---- checks ---------------------------------------------------------------- */

static bool is_same_place(const Span *a, const Span *b)
{
    for (; a && b && a != b; a = a->from, b = b->from)
        if (a->src != b->src || a->line != b->line || a->col != b->col)
            return false;
    return a == b;
}

/* The code of a message. Checks with the same text and place share it, so that kernels with these
   checks can be equal. */
static int message(Lower *l, const char *text, const Span *span)
{
    Message m = { text, span, l->entry && l->entry->inner ? NULL : l->entry };
    for (int i = 0; i < l->plan->messages.n; i++) {
        const Message *old = &l->plan->messages.at[i];
        if (old->entry == m.entry && is_same_place(old->span, span) && !strcmp(old->text, text))
            return i + 1;
    }
    vec_push(&l->plan->messages, m);
    return l->plan->messages.n;
}

/* The failure word: of an entry, at the front of its scratch; of a function,
   a parameter. */
Core *failure_word(Lower *l)
{
    Var **v = l->entry ? &l->entry->failure : &l->function->failure;
    if (*v)
        return core_var(*v);
    Record *r = MAKE(Record, .name = "Failure");
    *v = fresh(l, "failure", type_prim(I32));
    buffer_add(l->plan, (Buffer){ .var = *v, .record = r,
                                  .home = l->entry && l->entry->inner ? B_PARAM : B_SCRATCH,
                                  .count = core_i64(1), .pinned = true });
    return core_var(*v);
}

void check_that(Lower *l, Core *holds, const Span *span, const char *text, const Trees *said)
{
    if (l->plan->unsafe || (is_const(holds) && holds->value.i))
        return;
    Stmt *s = emit(l, (Stmt){ S_CHECK, .exp = tree_not(holds), .to = failure_word(l),
                              .code = message(l, text, span) });
    for (int i = 0; i < said->n; i++) {
        Core *v = said->at[i];
        vec_push(&s->said, type_of(v)->prim == I64 ? v : core_conv(I64, v));
    }
}

/* ---- checks that were made before ------------------------------------------ */

typedef struct {
    const Plan *plan;
    VEC(const Core *) known;
} Known;

static bool stays(const Var *v, const void *plan)
{
    return !table_has(((const Plan *)plan)->mutable, v);
}

static bool known_before(const Known *k, const Core *exp)
{
    for (int i = 0; i < k->known.n; i++)
        if (core_equal(k->known.at[i], exp))
            return true;
    return false;
}

static void prune_in(Known *k, Block *b)
{
    int before = k->known.n, kept = 0;
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        bool check = s->kind == S_CHECK && !tree_reads(s->exp)
                  && all_vars(s->exp, stays, k->plan);
        if (check && known_before(k, s->exp))
            continue;
        if (check)
            vec_push(&k->known, s->exp);
        prune_in(k, &s->body);
        prune_in(k, &s->other);
        b->at[kept++] = s;
    }
    b->n = kept;
    k->known.n = before;
}

/* Leaves out a check that was made further up, of the same values. */
void prune_checks(const Plan *p, Block *b)
{
    Known k = { .plan = p };
    prune_in(&k, b);
}

/* ---- checks of threads that meet ------------------------------------------- */

/* No thread leaves before the others: what follows a check is done where it holds. Variables of it
   that the code further on uses are declared before it; they are 0 where it does not hold. */
void declare_before_check(const Plan *p, Block *b, const Table *used)
{
    int first = 0;
    while (first < b->n && b->at[first]->kind != S_CHECK)
        first++;
    if (first == b->n)
        return;
    Block declared = { 0 }, rest = { 0 };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        if (i > first && s->kind == S_LET && s->exp && table_has(used, s->var)) {
            bool record = table_has(p->record_of, s->var);
            stmt_add(&declared, (Stmt){ S_LET, .var = s->var, .exp = record ? NULL
                                        : core_const(scalar_int(s->var->type->prim, 0)) });
            table_put(p->mutable, s->var, s->var);
            s = COPY(Stmt, ((Stmt){ S_SET, .to = core_var(s->var), .exp = s->exp }));
        }
        vec_push(i < first ? &declared : &rest, s);
    }
    *b = declared;
    for (int i = 0; i < rest.n; i++)
        vec_push(b, rest.at[i]);
}

static Core *between(Core *index, Core *size)
{
    if (is_const(index) && index->value.i >= 0)
        return tree_op(OP_LT, index, size);
    return tree_op(OP_LAND, tree_op(OP_LE, core_i64(0), index), tree_op(OP_LT, index, size));
}

/* The elements first, first + step, .. that a span names lie within 0 .. size. */
static Core *span_inside(Lower *l, Core *first, Core *count, Core *step, Core *size)
{
    Var *i = fresh(l, "#", type_prim(I64));
    range_below(l->facts->range, i, count);
    if (surely_inside(l->facts->range, tree_add(first, tree_mul(core_var(i), step)), size))
        return NULL;
    Core *zero = core_i64(0);
    Core *last = tree_add(first, tree_mul(tree_sub(count, core_i64(1)), step));
    Core *ends = tree_op(OP_LAND, between(first, size), between(last, size));
    Core *holds = tree_op(OP_LOR, tree_op(OP_EQ, count, zero), ends);
    return tree_op(OP_LAND, tree_op(OP_GE, count, zero), holds);
}

static Core *entry_inside(Lower *l, const Core *entry, Core **index, Core *size, Trees *said)
{
    if (entry->op == OP_WHOLE)
        return NULL;
    if (entry->op != OP_SPAN) {
        bool inside = surely_inside(l->facts->range, *index, size);
        if (!inside)
            *index = named(l, "at", *index);
        vec_push(said, *index);
        return inside ? NULL : between(*index, size);
    }
    Core *first = scalar_of(l, entry->g[0].at[0]), *count = size_tree(l, entry->g[1].at[0]);
    Core *step = scalar_of(l, entry->g[2].at[0]);
    vec_push(said, first);
    vec_push(said, tree_add(first, tree_mul(count, step)));
    if (failure_says_step(entry))
        vec_push(said, step);
    return span_inside(l, first, count, step, size);
}

void check_index(Lower *l, const Core *node, const View *v, Core **index)
{
    const Type *t = v->type;
    if (type_ragged(t))
        fail_at(node->span, ERR_CUDA_OPERATION, "a row of an irregular array that is read here "
                "has no CUDA code yet");
    if (l->plan->unsafe || node->unchecked)
        return;
    Core *holds = NULL;
    Trees said = {0};
    for (int d = 0; d < node->g[1].n; d++) {
        Core *c = entry_inside(l, node->g[1].at[d], &index[d], t->dim[d], &said);
        holds = holds && c ? tree_op(OP_LAND, holds, c) : c ? c : holds;
    }
    if (!holds) {
        warn_at(node->span, WARN_BOUNDS, "this index is never out of bounds; its check is left "
                "out");
        return;
    }
    vec_append(&said, t->dim, t->rank);
    check_that(l, holds, node->span, failure_index(node, t->rank), &said);
}

View *index_view(Lower *l, View *v, const Core *n, const Type *t)
{
    int rank = v->type->rank;
    const Kids *e = &n->g[1];
    Core **start = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    Core **first = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++) {
        const Core *k = d < e->n ? e->at[d] : NULL;
        start[d] = core_i64(0);
        stride[d] = core_i64(1);
        if (k && k->op == OP_SPAN) {
            start[d] = scalar_of(l, k->g[0].at[0]);
            stride[d] = scalar_of(l, k->g[2].at[0]);
        } else if (k && k->op != OP_WHOLE) {
            first[d] = start[d] = scalar_of(l, k);
            stride[d] = NULL;
        }
    }
    check_index(l, n, v, first);
    for (int d = 0; d < rank; d++)
        if (!stride[d])
            start[d] = first[d];
    return view_new((View){ V_SLICE, .of = v, .start = start, .stride = stride, .type = t });
}

void check_op(Lower *l, const Core *node, Core **arg)
{
    bool divides = node->op != OP_POW;
    if (l->plan->unsafe || !op_fails(l->facts->range, node))
        return;
    Trees said = {0};
    Core *b = node->g[1].at[0] = named(l, divides ? "divisor" : "exponent", arg[1]);
    Core *zero = core_int(type_of(b)->prim, 0);
    if (divides) {
        check_that(l, tree_op(OP_NE, b, zero), node->span, failure_format(FAIL_DIVIDE), &said);
        return;
    }
    vec_push(&said, arg[0]);
    vec_push(&said, b);
    check_that(l, tree_op(OP_GE, b, zero), node->span, failure_format(FAIL_POWER), &said);
}
