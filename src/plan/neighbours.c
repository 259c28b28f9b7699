/*
 * neighbours.c -- maps whose threads compute several neighbouring elements each.
 *
 * A thread that loads 4 bytes and stores 4 leaves most of the bandwidth unused: all threads
 * that fit on a multiprocessor have 8 KB under way then, of 24 that an H200 needs. So where an
 * element takes less than 16 bytes of arrays that are read at its place, a thread has as many
 * neighbours as 16 bytes hold, and moves those of an array in one access. Beyond the end the
 * last element is computed again, so nothing may ask for its place but such reads and stores.
 */
#include "lower.h"

/* In bytes: VECTOR_BYTES, unless it is tuned; of all arrays of a thread. */
enum { ACCESS = 16, MOST_LOADED = 64 };

typedef struct {
    Buffer *array, *here;      /* here: the thread's */
    bool read, written;
    bool whole;                /* it has an element at each place */
} Moved;

typedef struct {
    Lower *l;
    const Var *at;             /* the element's place */
    Core *item;                /* which neighbour it is */
    VEC(Moved) moved;
    bool sometimes;            /* within what is not always computed */
    bool no;
} Neighbours;

static Buffer *read_at_place(const Neighbours *n, const Core *e)
{
    bool plain = e->op == OP_INDEX && e->g[1].n == 1 && is_var(e->g[1].at[0], n->at);
    return plain ? table_get(n->l->plan->buffer_of, e->g[0].at[0]->var) : NULL;
}

static Moved *moved_of(Neighbours *n, Buffer *b)
{
    for (int i = 0; i < n->moved.n; i++)
        if (n->moved.at[i].array == b)
            return &n->moved.at[i];
    vec_push(&n->moved, (Moved){ .array = b });
    return &n->moved.at[n->moved.n - 1];
}

static bool is_host_loop(const Stmt *s)
{
    return s->kind == S_FOR || s->kind == S_LOOP;
}

static bool has_loop(const Plan *p, const Func *f)
{
    bool yes = false;
    for (int i = 0; f && i < p->functions.n; i++)
        if (p->functions.at[i]->source == f)
            yes |= block_some(&p->functions.at[i]->body, is_host_loop);
    return yes;
}

/* ---- what the body does ------------------------------------------------------ */

static void ask(Core *e, void *neighbours)
{
    Neighbours *n = neighbours;
    Buffer *b = read_at_place(n, e);
    if (b && !b->record && !b->shape && !b->threads && b->home <= B_GIVEN) {
        Moved *m = moved_of(n, b);
        m->read = true;
        m->whole |= !n->sometimes;
        return;
    }
    n->no |= is_var(e, n->at) || (e->op == OP_CALL && has_loop(n->l->plan, e->func));
    bool sometimes = n->sometimes;
    for (int g = 0; g < ops[e->op].ngroups; g++) {
        bool choice = e->op == OP_IF || e->op == OP_LAND || e->op == OP_LOR;
        n->sometimes = sometimes || (choice && g);
        for (int i = 0; i < e->g[g].n; i++)
            ask(e->g[g].at[i], n);
    }
    n->sometimes = sometimes;
}

/* Bindings, and one value for each array that is written, at the place. */
static void ask_stmt(Neighbours *n, const Stmt *s)
{
    Buffer *to = s->kind == S_SET ? read_at_place(n, s->to) : NULL;
    n->no |= s->kind != S_LET && !to;
    if (s->exp)
        ask(s->exp, n);
    if (!to)
        return;
    Moved *m = moved_of(n, to);
    n->no |= m->written || to->record || to->home > B_GIVEN;
    m->written = m->whole = true;
}

/* How many a thread has: what fits in one access of the widest elements. */
static int count_of(const Neighbours *n)
{
    int loaded = 0, widest = 1, items;
    for (int i = 0; i < n->moved.n; i++) {
        int bytes = prim_bytes(n->moved.at[i].array->var->type->prim);
        loaded += n->moved.at[i].read ? bytes : 0;
        widest = bytes > widest ? bytes : widest;
        if (!n->moved.at[i].whole)
            return 1;
    }
    for (items = ACCESS / widest; items > 1 && items * loaded > MOST_LOADED; items /= 2)
        ;
    return n->no || !loaded || loaded >= ACCESS ? 1 : items;
}

/* ---- the stage ----------------------------------------------------------------- */

static Core *here(Core *e, void *neighbours)
{
    Neighbours *n = neighbours;
    Buffer *b = read_at_place(n, e);
    return b ? tree_load(moved_of(n, b)->here, n->item) : core_map(e, here, neighbours);
}

static Block own_elements(Neighbours *n, const Block *body)
{
    Block own = { 0 };
    for (int i = 0; i < body->n; i++) {
        Stmt *s = stmt_add(&own, *body->at[i]);
        if (s->exp)
            s->exp = here(s->exp, n);
        if (s->to)
            s->to = here(s->to, n);
    }
    return own;
}

/* Moves what is read and written between memory and the thread. */
static void move(Neighbours *n, Stage *s, Core *first, Core *count)
{
    Block *load = &fill(s, "load")->block, *store = &fill(s, "finish")->block;
    Core *there = tree_sub(count, first);
    for (int i = 0; i < n->moved.n; i++) {
        Moved *m = &n->moved.at[i];
        const Var *array = m->array->var;
        Core *at = tree_load(m->array, first);
        Var *v = fresh(n->l, name_joined(var_base(array->name), "here"), array->type);
        m->here = buffer_add(n->l->plan, (Buffer){ .var = v, .home = B_THREAD });
        stmt_add(load, (Stmt){ S_LOAD, .var = v, .to = m->read ? at : NULL,
                               .count = there });
        if (m->written)
            stmt_add(store, (Stmt){ S_STORE, .var = v, .to = at, .count = there });
    }
}

bool neighbours_stage(Lower *l, Nest *k)
{
    Core *count = k->count[0];
    Var *item = fresh(l, "#", type_prim(I64)), *first = fresh(l, "first", type_prim(I64));
    Neighbours n = { .l = l, .at = k->index[0], .item = core_var(item) };
    for (int i = 0; i < k->body.n; i++)
        ask_stmt(&n, k->body.at[i]);
    int items = count_of(&n);
    if (items < 2)
        return false;
    Core *each = tree_op(OP_QUOT, tree_name("VECTOR_BYTES", I64), core_i64(ACCESS / items));
    Core *threads = host_call("ceil_div", (Core *[]){ count, each }, 2);
    Core *grid = host_call("grid_x", (Core *[]){ threads, block_size() }, 2);
    Stage *s = stage_new(k, "map_vector", "", grid, block_size());
    move(&n, s, core_var(first), count);
    fill_level(s, "x", item, count);
    fill(s, "first")->var = first;
    fill(s, "items")->exp = each;
    fill(s, "body")->block = own_elements(&n, &k->body);
    table_put(l->plan->ints, item, item);
    k->kernel->does = "One thread computes several neighbouring elements. Each array is read or "
                      "written by one vector access.";
    return true;
}
