/*
 * fetch.c -- tiles that the threads of a block fetch while they use others.
 *
 * A nest that copies elements of memory into an array of which a loop keeps two (halves.c)
 * begins to copy them, and goes on; before the barrier each thread waits for its own. Where a
 * tile's rows lie in memory as they do in the tile, and begin at multiples of 16 bytes, a
 * thread copies 16 bytes at once; rows that do not, and those at the edges, are copied
 * element by element. So are all rows of a tile that has gaps (banks.c).
 */
#include "lower.h"

#include <string.h>

enum { ACCESS = 16, LINE = 128, WARP = 32 };     /* bytes of a thread, of all banks; threads */

/* An element of the tile, as a tree over the indices of the nest. */
typedef struct {
    Var **index;
    int n;
    Table *is;                 /* Vars that are bound on the way to their trees */
    const Var *column;         /* the innermost index */
    int64_t width;             /* of its level */
    Core *inside;              /* all of the row is there; null: always */
    Core *from;                /* an element of memory, where that is so */
    Core *value;               /* what is copied, inside or not */
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

/* With the definitions of what the column decides. */
static Core *opened(Core *n, void *source)
{
    Copied *s = source;
    Core *is = n->op == OP_VAR ? table_get(s->is, n->var) : NULL;
    Core *open = is ? opened(is, s) : NULL;
    return open ? core_uses(open, s->column) ? open : n : core_map(n, opened, source);
}

typedef struct {
    const Copied *s;
    Core *column;
} Column;

static Core *put_column(Core *n, void *column)
{
    const Column *c = column;
    if (is_var(n, c->s->column))
        return c->column;
    Core *own = core_map(n, put_column, column);
    return own->op == OP_ADD && own != n ? tree_add(own->g[0].at[0], own->g[1].at[0]) : own;
}

/* The tree where the column is this one. */
static Core *at_column(const Copied *s, Core *n, Core *column)
{
    Column c = { s, column };
    return put_column(n, &c);
}

static Core *at_end(const Copied *s, Core *n)
{
    return at_column(s, n, core_i64(s->width - 1));
}

static void demand(Copied *s, Core *holds)
{
    s->inside = s->inside ? tree_op(OP_LAND, s->inside, holds) : holds;
}

/* Without bounds that only decide beyond an edge. */
static Core *unbounded(Core *n, void *source)
{
    Copied *s = source;
    for (int i = 0; n->op == OP_MIN && i < 2; i++) {
        Core *own = n->g[i].at[0], *bound = n->g[1 - i].at[0];
        if (!core_uses(own, s->column) || core_uses(bound, s->column))
            continue;
        demand(s, tree_op(OP_LE, at_end(s, own), bound));
        return unbounded(own, s);
    }
    return core_map(n, unbounded, source);
}

/* It grows with the column, or has nothing to do with it. */
static bool is_guard(const Copied *s, const Core *n)
{
    if (!core_uses(n, s->column))
        return true;
    bool less = n->op == OP_LT || n->op == OP_LE;
    Core *own = less ? n->g[0].at[0] : NULL;
    return less && !core_uses(n->g[1].at[0], s->column)
        && size_equal(own, tree_add(at_column(s, own, core_i64(0)), core_var((Var *)s->column)));
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

/* The rows of the tile are parts of rows in memory. */
static bool reads_rows(const Lower *l, Copied *s, Core *value)
{
    Core *inside, *element;
    s->value = opened(value, s);
    if (!guarded(s->value, &inside, &element) || !is_memory(l, element))
        return false;
    if (inside && !is_guard(s, inside))
        return false;
    if (inside)
        demand(s, at_end(s, inside));
    Core *at = unbounded(element->g[1].at[0], s), *first = at_column(s, at, core_i64(0));
    s->from = core_copy_node(element);
    core_set1(s->from, 1, first);
    return size_equal(at, tree_add(first, core_var((Var *)s->column)));
}

/* The rows are told by the code that copies element by element: what it stores there. */
static bool find_source(const Lower *l, const Core *n, const Elements *each, const Block *code,
                        Copied *s)
{
    const Kids *level = &n->g[0];
    const Block *last = each->in.out;
    *s = (Copied){ .index = NEWS(Var *, level->n), .n = level->n, .is = table_new() };
    for (int d = 0; d < level->n; d++)
        s->index[d] = each->index[d]->op == OP_VAR ? each->index[d]->var : NULL;
    s->column = s->index[level->n - 1];
    block_each(code, note_let, s);
    return s->column && last->n && last->at[last->n - 1]->kind == S_SET
        && size_const(level->at[level->n - 1]->g[0].at[0], &s->width)
        && reads_rows(l, s, last->at[last->n - 1]->exp);
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

/* Which of its `items` elements a thread copies when it copies one at a time: as many rows as
   have the same banks begin with different ones. */
static Core *in_turn(const Copied *s, Core **index, Core *item, int items)
{
    int64_t lines = LINE * items / (ACCESS * s->width), parts = s->width / items;
    if (s->n < 2 || parts >= WARP)
        return item;
    Core *row = index[s->n - 2];
    row = lines > 1 ? tree_op(OP_QUOT, row, core_i64(lines)) : row;
    return tree_op(OP_REM, tree_add(item, row), core_i64(items));
}

/* Threads beside each other copy a row, each `items` of it at once; or, where that cannot be, one
   each, `items` times. */
static void fetch_row(Lower *l, View *to, const Copied *s, Core **index, int items)
{
    int last = s->n - 1;
    Core *part = index[last], *each = core_i64(items), *parts = core_i64(s->width / items);
    Here here = { l, s, index, table_new() };
    Core *from = put_here(s->from, &here), *start = from->g[1].at[0];
    Core *whole = s->inside ? put_here(s->inside, &here) : core_bool(true);
    Core *aligned = tree_call("lies_aligned", (Core *[]){ from->g[0].at[0], start }, 2, BOOL);
    Core **first = NEWS(Core *, s->n);
    memcpy(first, index, sizeof *first * (size_t)s->n);
    first[last] = tree_mul(part, each);
    Stmt *row = emit(l, (Stmt){ S_IF, .exp = tree_op(OP_LAND, whole, aligned), .apart = true });
    from = tree_load(table_get(l->plan->buffer_of, from->g[0].at[0]->var),
                     tree_add(start, first[last]));
    stmt_add(&row->body, (Stmt){ S_FETCH, .to = view_at(to, first), .exp = from,
                                 .unroll = items });
    Var *item = fresh(l, "#", type_prim(I64)), *at = fresh(l, "#", type_prim(I64));
    l->out = &row->other;
    l->out = &emit_for(l, BY_EACH, item, each)->body;
    range_below(l->facts->range, item, each);
    Core *turn = in_turn(s, index, core_var(item), items);
    index[last] = emit_let(l, at, tree_add(part, tree_mul(turn, parts)));
    if (!is_var(turn, item))
        l->out->at[l->out->n - 1]->about = "rows that share banks begin at different places";
    range_below(l->facts->range, at, core_i64(s->width));
    emit_set(l, view_at(to, index), put_here(s->value, &here));
    begin_store(l, l->out->at[l->out->n - 1]);
}

/* ---- the nest -------------------------------------------------------------------------- */

static bool copies_alone(const Core *n)
{
    for (int d = 0; d < n->g[0].n; d++)
        if (n->g[0].at[d]->nbinds)
            return false;
    return true;
}

/* Opens the elements that a thread has of the nest; the innermost level has so many. */
static Elements open_parts(Lower *l, const Core *n, Core *innermost)
{
    int rank = n->g[0].n;
    Core **count = NEWS(Core *, rank);
    Var **v = NEWS(Var *, rank);
    for (int d = 0; d < rank; d++) {
        count[d] = size_tree(l, n->g[0].at[d]->g[0].at[0]);
        v[d] = n->g[0].at[d]->index;
    }
    if (innermost) {
        v[rank - 1] = NULL;
        count[rank - 1] = innermost;
    }
    return open_elements_of(l, count, v, rank);
}

static void begin_last(Lower *l)
{
    if (l->out->n)
        begin_store(l, l->out->at[l->out->n - 1]);
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
    Elements e = open_parts(l, n, NULL);
    lower_rows(&e.in, n->g[1].at[0], to, 0, e.index, n->g[0].n);
    close_elements(l, &e);
    Copied c;
    bool rows = to[0]->kind == V_BUFFER && find_source(l, n, &e, &each, &c)
             && c.width % items == 0;
    begin_last(&e.in);
    Stmt *either = rows ? stmt_add(out, (Stmt){ S_EITHER, .var = to[0]->buffer->var,
                                                .other = each }) : NULL;
    for (int i = 0; !rows && i < each.n; i++)
        vec_push(out, each.at[i]);
    if (rows) {
        l->out = &either->body;
        e = open_parts(l, n, core_i64(c.width / items));
        fetch_row(&e.in, to[0], &c, e.index, items);
        close_elements(l, &e);
    }
    l->out = out;
    return true;
}
