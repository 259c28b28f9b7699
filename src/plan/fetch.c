/*
 * fetch.c -- tiles that the threads of a block fetch while they use others.
 *
 * A nest that copies elements of memory into an array of which a loop keeps two (halves.c)
 * begins to copy them, and goes on; before the barrier each thread waits for its own. Where a
 * tile's rows lie in memory as they do in the tile, all of them are there, and each begins at a
 * multiple of 16 bytes, a thread copies 16 bytes at once; other tiles, those at the edges and
 * those with gaps (banks.c) among them, are copied element by element, neighbours by neighbours.
 */
#include "lower.h"

#include <string.h>

enum { ACCESS = 16 };          /* bytes that a thread copies at once */

/* An element of the tile, as a tree over the indices of the nest. */
typedef struct {
    Var **index;
    int64_t *width;            /* of each level */
    int n;
    Table *is;                 /* Vars that are bound on the way to their trees */
    Var *column;               /* the innermost index */
    Core *whole;               /* all of the tile is there, as it must lie */
    Core *from;                /* the first element of a row in memory, where that is so */
} Copied;

/* ---- which nests ------------------------------------------------------------------ */

/* The loop that begins with it, and keeps two of them. */
static bool begins_loop(const Lower *l, const Var *v)
{
    const Alloc *a = alloc_of(l->facts->allocs, v);
    const Stm *s = a ? a->last : NULL;
    for (int k = 0; s && s->exp->op == OP_LOOP && k < s->exp->nbinds; k++)
        if (is_var(s->exp->g[0].at[k], v))
            return alloc_dies(a, s);
    return false;
}

static bool is_half(const View *v)
{
    return v && v->kind == V_BUFFER && v->buffer->half;
}

/* ---- what it copies ---------------------------------------------------------------- */

static void note_let(Stmt *s, void *source)
{
    if (s->kind == S_LET && s->exp)
        table_put(((Copied *)source)->is, s->var, s->exp);
}

typedef struct {
    Table *is;
    Var *const *index;
    int n;
} Opened;

static bool uses_any(const Core *n, Var *const *index, int count)
{
    for (int d = 0; d < count; d++)
        if (core_uses(n, index[d]))
            return true;
    return false;
}

/* With the definitions of what these indices decide. */
static Core *opened(Core *n, void *with)
{
    const Opened *o = with;
    Core *is = n->op == OP_VAR ? table_get(o->is, n->var) : NULL;
    Core *open = is ? opened(is, with) : NULL;
    return open ? uses_any(open, o->index, o->n) ? open : n : core_map(n, opened, with);
}

static Core *opened_by_column(const Copied *s, Core *n)
{
    return opened(n, &(Opened){ s->is, &s->column, 1 });
}

static Core *opened_by_all(const Copied *s, Core *n)
{
    return opened(n, &(Opened){ s->is, s->index, s->n });
}

typedef struct {
    const Var *index;
    Core *is;
} Put;

static Core *put_index(Core *n, void *put)
{
    const Put *p = put;
    if (is_var(n, p->index))
        return p->is;
    Core *own = core_map(n, put_index, put);
    return own->op == OP_ADD && own != n ? tree_add(own->g[0].at[0], own->g[1].at[0]) : own;
}

static Core *at_index(Core *n, const Var *index, Core *is)
{
    return size_normal(put_index(n, &(Put){ index, is }));
}

/* The tree is by so much greater where the index is one greater. */
static bool grows(Core *n, Var *index, int64_t *by)
{
    Core *next = at_index(n, index, size_add(core_var(index), core_i64(1)));
    return size_const(size_sub(next, n), by) && *by >= 0;
}

static void demand_that(Copied *s, Core *holds)
{
    s->whole = s->whole ? tree_op(OP_LAND, s->whole, holds) : holds;
}

/* `own` is less than the bound, or as great, in all of the tile. */
static bool demand(Copied *s, Op op, Core *own, Core *bound)
{
    own = opened_by_all(s, own);
    int64_t by;
    if (uses_any(opened_by_all(s, bound), s->index, s->n))
        return false;
    for (int d = 0; d < s->n; d++) {
        if (core_uses(own, s->index[d]) && !grows(own, s->index[d], &by))
            return false;
        own = at_index(own, s->index[d], core_i64(s->width[d] - 1));
    }
    demand_that(s, tree_op(op, own, bound));
    return true;
}

/* Without bounds that only decide beyond an edge of the rows; null: not in all of the tile. */
static Core *unbounded(Copied *s, Core *n)
{
    if (!core_uses(n, s->column) || is_var(n, s->column))
        return n;
    for (int i = 0; n->op == OP_MIN && i < 2; i++) {
        Core *own = n->g[i].at[0], *bound = n->g[1 - i].at[0];
        if (!core_uses(bound, s->column))
            return demand(s, OP_LE, own, bound) ? unbounded(s, own) : NULL;
    }
    if (n->op != OP_ADD && n->op != OP_SUB)
        return n;
    Core *a = unbounded(s, n->g[0].at[0]), *b = unbounded(s, n->g[1].at[0]);
    return a && b ? tree_op(n->op, a, b) : NULL;
}

/* The element, and what there is instead where it is not there. */
static bool guarded(Core *n, Core **inside, Core **element)
{
    *inside = NULL;
    *element = n;
    if (n->op == OP_IF) {
        const Core *other = n->g[2].at[0]->g[0].at[0];
        *inside = n->g[0].at[0];
        *element = n->g[1].at[0]->g[0].at[0];
        if (!is_const(other) || other->value.u)
            return false;
    } else if (n->op == OP_LAND) {
        *inside = n->g[0].at[0];
        *element = n->g[1].at[0];
    }
    return (*element)->op == OP_INDEX && (*element)->g[1].n == 1;
}

static bool is_memory(const Lower *l, const Core *element)
{
    const Buffer *b = table_get(l->plan->buffer_of, element->g[0].at[0]->var);
    while (b && b->home == B_ROW)
        b = b->mate;
    return b && b->home <= B_GIVEN && !b->record && !b->shape && !b->threads;
}

/* All of the tile is inside. */
static bool demand_inside(Copied *s, Core *inside)
{
    return (inside->op == OP_LT || inside->op == OP_LE)
        && demand(s, inside->op, inside->g[0].at[0], inside->g[1].at[0]);
}

/* The factors of a term that no index decides, one after the other. */
static Core *fixed_factor(const Copied *s, Core *term)
{
    if (!uses_any(term, s->index, s->n))
        return term;
    return term->op != OP_MUL ? core_i64(1) : tree_mul(fixed_factor(s, term->g[0].at[0]),
                                                       fixed_factor(s, term->g[1].at[0]));
}

static bool has_factor(const Core *term, const Core *factor)
{
    return size_equal(term, factor)
        || (term->op == OP_MUL && (has_factor(term->g[0].at[0], factor)
                                   || has_factor(term->g[1].at[0], factor)));
}

/* Each term of a sum that an index decides is a multiple of so many elements, as is the factor;
   other terms are added to the base, but for multiples of the factor. */
static bool demand_multiples(Copied *s, Core *sum, int items, Core **factor, Core **base)
{
    if (sum->op == OP_ADD)
        return demand_multiples(s, sum->g[0].at[0], items, factor, base)
            && demand_multiples(s, sum->g[1].at[0], items, factor, base);
    Core *fixed = fixed_factor(s, sum);
    int64_t known;
    if (size_const(fixed, &known))
        return known % items == 0;
    if (fixed == sum && !(*factor && has_factor(sum, *factor)))
        *base = tree_add(*base, sum);
    if (fixed == sum)
        return true;
    if (*factor && !size_equal(fixed, *factor))
        return false;
    *factor = fixed;
    return true;
}

/* The rows of the tile are parts of rows in memory; `whole` says when they are copied by so many
   elements at once. */
static bool reads_rows(const Lower *l, Copied *s, Core *value, int items)
{
    Core *inside, *element, *at, *factor = NULL, *base;
    if (!guarded(opened_by_column(s, value), &inside, &element) || !is_memory(l, element)
        || (inside && !demand_inside(s, inside))
        || !(at = unbounded(s, element->g[1].at[0])))
        return false;
    Core *first = put_index(at, &(Put){ s->column, core_i64(0) });
    if (!size_equal(at, size_add(first, core_var(s->column))))
        return false;
    Core *sum = size_normal(opened_by_all(s, first));
    for (int twice = 0; twice < 2; twice++) {      /* the factor may be told by the last term */
        base = core_i64(0);
        if (!demand_multiples(s, sum, items, &factor, &base))
            return false;
    }
    if (factor)
        demand_that(s, tree_op(OP_EQ, tree_op(OP_REM, factor, core_i64(items)), core_i64(0)));
    demand_that(s, tree_call("is_aligned_16", (Core *[]){ element->g[0].at[0], base }, 2, BOOL));
    s->from = core_copy_node(element);
    core_set1(s->from, 1, first);
    return true;
}

/* The rows are told by the code that copies element by element: what it stores there. */
static bool find_source(const Lower *l, const Core *n, const Elements *each, const Block *code,
                        int items, Copied *s)
{
    const Kids *level = &n->g[0];
    const Block *last = each->in.out;
    *s = (Copied){ .index = NEWS(Var *, level->n), .width = NEWS(int64_t, level->n),
                   .n = level->n, .is = table_new() };
    for (int d = 0; d < level->n; d++) {
        s->index[d] = each->index[d]->op == OP_VAR ? each->index[d]->var : NULL;
        if (!s->index[d] || !size_const(level->at[d]->g[0].at[0], &s->width[d]))
            return false;
    }
    s->column = s->index[level->n - 1];
    block_each(code, note_let, s);
    return s->width[level->n - 1] % items == 0 && last->n
        && last->at[last->n - 1]->kind == S_SET
        && reads_rows(l, s, last->at[last->n - 1]->exp, items);
}

/* ---- element by element ------------------------------------------------------------- */

/* What a thread stores of memory it begins to copy. */
static void begin_store(Lower *l, Stmt *s)
{
    Core *inside, *element;
    int bytes = prim_bytes(type_of(s->to)->prim);
    if (s->kind == S_SET && (bytes == 4 || bytes == 8) && guarded(s->exp, &inside, &element)
        && is_memory(l, element))
        *s = (Stmt){ S_FETCH, .to = s->to, .exp = element,
                     .count = inside ? inside : core_bool(true) };
}

/* ---- row by row ---------------------------------------------------------------------- */

typedef struct {
    Lower *l;
    const Copied *s;
    Core **index;
    Table *bound;              /* Vars that have their statement here */
} Here;

static Core *put_here(Core *n, void *here)
{
    Here *h = here;
    for (int d = 0; n->op == OP_VAR && d < h->s->n; d++)
        if (n->var == h->s->index[d])
            return h->index[d];
    Core *is = n->op == OP_VAR ? table_get(h->s->is, n->var) : NULL;
    if (is && !table_has(h->bound, n->var)) {
        table_put(h->bound, n->var, is);
        emit_let(h->l, n->var, put_here(is, here));
    }
    return core_map(n, put_here, here);
}

/* A thread copies so many elements of a row at once: its part of it. */
static void fetch_part(Lower *l, View *to, const Copied *s, Core **index, int items)
{
    Here here = { l, s, index, table_new() };
    Core *from = put_here(s->from, &here);
    Core *part = index[s->n - 1] = tree_mul(index[s->n - 1], core_i64(items));
    from = tree_load(table_get(l->plan->buffer_of, from->g[0].at[0]->var),
                     tree_add(from->g[1].at[0], part));
    emit(l, (Stmt){ S_FETCH, .to = view_at(to, index), .exp = from, .unroll = items });
}

/* ---- the nest -------------------------------------------------------------------------- */

static bool copies_alone(const Core *n)
{
    for (int d = 0; d < n->g[0].n; d++)
        if (n->g[0].at[d]->nbinds)
            return false;
    return true;
}

/* The levels of a nest whose innermost has so many elements at once; one of them alone is none. */
static Elements open_parts(Lower *l, const Core *n, int items)
{
    int rank = n->g[0].n, last = rank - 1;
    Core **count = NEWS(Core *, rank), **index = NEWS(Core *, rank);
    Var **v = NEWS(Var *, rank);
    for (int d = 0; d < rank; d++) {
        count[d] = size_tree(l, n->g[0].at[d]->g[0].at[0]);
        v[d] = n->g[0].at[d]->index;
    }
    int64_t parts = 0;
    if (items > 1 && size_const(count[last], &parts)) {
        v[last] = NULL;
        count[last] = core_i64(parts /= items);
    }
    bool one_part = last > 0 && parts == 1;
    Elements e = open_elements_of(l, count, v, one_part ? last : rank);
    memcpy(index, e.index, sizeof *index * (size_t)(one_part ? last : rank));
    if (one_part)
        index[last] = core_i64(0);
    e.index = index;
    return e;
}

/* One element after the other. */
static Elements fetch_each(Lower *l, const Core *n, View **to)
{
    Elements e = open_parts(l, n, 1);
    lower_rows(&e.in, n->g[1].at[0], to, 0, e.index, n->g[0].n);
    close_elements(l, &e);
    return e;
}

static void begin_last(Elements *e)
{
    Block *out = e->in.out;
    if (out->n)
        begin_store(&e->in, out->at[out->n - 1]);
}

/* Row by row, many elements at once. */
static void fetch_rows(Lower *l, const Core *n, View **to, const Copied *c, int items)
{
    Elements e = open_parts(l, n, items);
    fetch_part(&e.in, to[0], c, e.index, items);
    close_elements(l, &e);
}

/* A nest whose result a loop keeps two of; false: it is another. */
bool fetched(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    int items = ACCESS / prim_bytes(s->var[0]->type->prim);
    const Alloc *a = alloc_of(l->facts->allocs, s->var[0]);
    if (s->nvars != 1 || s->var[0]->type->rank != n->g[0].n || !a || !copies_alone(n)
        || table_has(l->nest->team->kept, s->var[0])
        || (!is_half(a->place) && !begins_loop(l, s->var[0])))
        return false;
    View **to = result_arrays(l, s, 0);
    Block each = { 0 }, *out = lower_into(l, &each);
    Elements e = fetch_each(l, n, to);
    Copied c;
    bool rows = to[0]->kind == V_BUFFER && find_source(l, n, &e, &each, items, &c);
    begin_last(&e);
    l->out = out;
    if (rows) {
        Stmt *either = emit(l, (Stmt){ S_EITHER, .var = to[0]->buffer->var, .exp = c.whole,
                                       .other = each, .apart = true });
        l->out = &either->body;
        fetch_rows(l, n, to, &c, items);
        l->out = out;
    }
    for (int i = 0; !rows && i < each.n; i++)
        vec_push(out, each.at[i]);
    return true;
}
