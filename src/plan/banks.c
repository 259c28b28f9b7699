/*
 * banks.c -- gaps in the arrays that a block shares, against conflicts of banks.
 *
 * Shared memory has 32 banks of 4 bytes; threads of a warp that ask for different words of
 * one bank take turns. The turns of each access are counted for the first warp, with loops in
 * their first round. Where fewer are needed, the rows of an array with a shape are one
 * element longer, and an array of one index has a gap after every 128 bytes.
 */
#include "lower.h"

enum { LANES = 32, BANKS = 32, WORD = 4, LINE = BANKS * WORD };
enum { SOME_SIZE = 1009 };     /* stands for what the kernel is given */
enum { MORE_OFTEN = 8 };       /* what is in a loop counts so many times */

typedef struct {
    const Core *at;            /* INDEX */
    int weight;
} Access;

typedef struct {
    const Plan *plan;
    Table *def;                /* Var to the Stmt that binds it */
    const Buffer *b;           /* the array in hand, and those in its place */
    int weight;
    VEC(Access) access;
    bool pointed;              /* there are pointers into it */
} Banks;

static bool is_here(const Banks *g, const Var *v)
{
    const Buffer *b = table_get(g->plan->buffer_of, v);
    return b && b->home == B_SHARED && (b == g->b || b->mate == g->b);
}

/* ---- what an index is in the first warp ---------------------------------------------- */

static int64_t value(const Banks *g, const Core *n, int lane);

static int64_t of_own(const Banks *g, const Stmt *s, int lane)
{
    int64_t at = lane, by;
    if (s->count && size_const(s->count, &by))
        at /= by;
    if (s->to && size_const(s->to, &by))
        at %= by;
    return s->exp && !s->apart ? value(g, s->exp, lane) + at : at;
}

static int64_t of_var(const Banks *g, const Var *v, int lane)
{
    const Stmt *s = table_get(g->def, v);
    if (!s)
        return SOME_SIZE;
    switch (s->kind) {
    case S_OWN: return of_own(g, s, lane);
    case S_LET: return s->exp ? value(g, s->exp, lane) : 0;
    case S_FOR: return s->sharing == BY_ALL ? lane : s->to ? value(g, s->to, lane) : 0;
    default: return 0;
    }
}

static int64_t value(const Banks *g, const Core *n, int lane)
{
    Scalar v, a[2];
    const char *error;
    if (n->op == OP_CONST)
        return n->value.i;
    if (n->op == OP_VAR)
        return of_var(g, n->var, lane);
    if (n->op == OP_CONV)
        return value(g, n->g[0].at[0], lane);
    if (ops[n->op].kind != K_SCALAR || ops[n->op].ngroups != 2 || type_of(n)->prim != I64)
        return 0;
    for (int i = 0; i < 2; i++)
        a[i] = scalar_int(I64, value(g, n->g[i].at[0], lane));
    return scalar_op(n->op, a, 2, I64, &v, &error) ? v.i : 0;
}

/* ---- turns ---------------------------------------------------------------------------- */

/* Where the element lies, in elements; gap: of rows, or (no shape) elements after which
   there is one. */
static int64_t place(const Banks *g, const Core *at, int gap, int lane)
{
    const Type *shape = g->b->shape;
    int64_t flat = 0, extent;
    if (!shape) {
        flat = value(g, at->g[1].at[0], lane);
        return gap ? flat + flat / gap : flat;
    }
    for (int d = 0; d < shape->rank; d++) {
        size_const(shape->dim[d], &extent);
        flat = flat * (extent + (d == shape->rank - 1 ? gap : 0)) + value(g, at->g[1].at[d], lane);
    }
    return flat;
}

static int turns_of(const Banks *g, const Core *at, int gap)
{
    int size = prim_bytes(g->b->var->type->prim), unit = size > WORD ? size : WORD;
    int together = LINE / unit < LANES ? LINE / unit : LANES, turns = 0;
    for (int first = 0; first < LANES; first += together) {
        int64_t word[LANES];
        int in_bank[BANKS] = { 0 }, most = 0;
        for (int i = 0; i < together; i++) {
            word[i] = place(g, at, gap, first + i) * size / unit;
            bool again = false;
            for (int k = 0; k < i; k++)
                again |= word[k] == word[i];
            int *n = &in_bank[(uint64_t)word[i] % (uint64_t)(LINE / unit)];
            *n += !again;
            most = *n > most ? *n : most;
        }
        turns += most;
    }
    return turns;
}

static int64_t all_turns(const Banks *g, int gap)
{
    int64_t turns = 0;
    for (int i = 0; i < g->access.n; i++)
        turns += (int64_t)turns_of(g, g->access.at[i].at, gap) * g->access.at[i].weight;
    return turns;
}

/* ---- accesses ------------------------------------------------------------------------- */

static void find_access(Core *n, void *banks)
{
    Banks *g = banks;
    if (n->op == OP_INDEX && n->g[1].n && is_here(g, n->g[0].at[0]->var))
        vec_push(&g->access, ((Access){ n, g->weight }));
    core_each(n, find_access, g);
}

static void note_def(Stmt *s, void *banks)
{
    Banks *g = banks;
    if (s->var)
        table_put(g->def, s->var, s);
}

static void find_in(Banks *g, const Block *b)
{
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = b->at[i];
        Core *tree[] = { s->to, s->exp, s->count };
        for (int k = 0; k < 3; k++)
            if (tree[k])
                find_access(tree[k], g);
        g->pointed |= s->kind == S_ROW && s->exp && is_here(g, s->exp->g[0].at[0]->var);
        bool loop = (s->kind == S_FOR || s->kind == S_LOOP) && g->weight < 1 << 20;
        g->weight *= loop ? MORE_OFTEN : 1;
        if (s->kind != S_EITHER)
            find_in(g, &s->body);
        find_in(g, &s->other);
        g->weight /= loop ? MORE_OFTEN : 1;
    }
}

/* ---- gaps ----------------------------------------------------------------------------- */

/* The place of an element among the gaps. */
static Core *spread(Core *n, void *banks)
{
    const Banks *g = banks;
    Core *own = core_map(n, spread, banks);
    if (n->op == OP_INDEX && n->g[1].n && is_here(g, n->g[0].at[0]->var)) {
        Core *arg[] = { own->g[1].at[0], core_const(scalar_int(I32, g->b->gap)) };
        own->g[1].at[0] = tree_call("padded_index", arg, 2, I64);
    }
    return own;
}

static void spread_stmt(Stmt *s, void *banks)
{
    stmt_map(s, spread, banks);
}

void add_gap(const Lower *l, Buffer *b, const Block *locate, const Block *body)
{
    Banks g = { .plan = l->plan, .def = table_new(), .b = b, .weight = 1 };
    int size = prim_bytes(b->var->type->prim);
    int gap = !b->shape ? LINE / size : size < WORD ? WORD / size : 1;
    block_each(locate, note_def, &g);
    block_each(body, note_def, &g);
    find_in(&g, body);
    if (g.pointed || !g.access.n || all_turns(&g, gap) >= all_turns(&g, 0))
        return;
    b->gap = gap;
    if (b->shape)
        return;
    block_each(body, spread_stmt, &g);
    b->count = tree_add(b->count, tree_op(OP_QUOT, b->count, core_i64(gap)));
}

/* ---- where it depends on them ------------------------------------------------------------ */

static bool has_gap(const Plan *p, const Var *v)
{
    const Buffer *b = table_get(p->buffer_of, v);
    return b->gap || (b->mate && b->mate->gap);
}

Block with_gaps(const Plan *p, const Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        s->body = with_gaps(p, &s->body);
        s->other = with_gaps(p, &s->other);
        bool gap = s->kind == S_EITHER && has_gap(p, s->var);
        for (int k = 0; gap && k < s->other.n; k++)
            vec_push(&out, s->other.at[k]);
        if (s->kind == S_EITHER) {
            s->kind = S_IF;
            s->var = NULL;
        }
        if (!gap)
            vec_push(&out, s);
    }
    return out;
}
