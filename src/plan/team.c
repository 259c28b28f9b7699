/*
 * team.c -- the threads of a block as a team: how many they are, and which elements of a
 * nest each of them has.
 *
 * Element p of a nest is thread p % size's, in its round p / size. Where the number of
 * rounds is known, a thread keeps its elements of an array in registers (see keep.c), one a
 * round; rounds are unrolled. The index of a level is a part of the thread's number, told
 * once at the kernel's start, where the widths and the size allow that.
 */
#include "lower.h"

#include <string.h>

enum { MOST_THREADS = 1024, MOST_ROUNDS = 16, WARP = 32 };
enum { FEW_THREADS = 256 };    /* do several elements each where none waits for what others find */

/* ---- how many threads -------------------------------------------------------- */

static Core *known_total(Lower *l, const Kids *level)
{
    Core *total = core_i64(1);
    for (int d = 0; d < level->n; d++) {
        Core *width = level->at[d]->g[0].at[0];
        bool known = width->op != OP_VAR || host_knows(width->var, l)
                  || table_has(l->facts->tree, width->var);
        if (!known)
            return NULL;
        total = tree_mul(total, size_normal(size_tree(l, width)));
    }
    return all_vars(total, host_knows, l) ? total : NULL;
}

/* The widest of these nests that has a thread for each element; 0: none has. */
static int64_t widest(Lower *l, const Nests *nests)
{
    int64_t most = 0, n;
    for (int i = 0; i < nests->n; i++) {
        Core *total = known_total(l, nests->at[i]);
        if (total && size_const(total, &n) && n <= MOST_THREADS && n > most)
            most = n;
    }
    return most;
}

/* One of them has so many that each thread does several, however many threads there are. */
static bool is_wider(Lower *l, const Nests *nests)
{
    int64_t n;
    for (int i = 0; i < nests->n; i++) {
        Core *total = known_total(l, nests->at[i]);
        if (total && size_const(total, &n) && n > MOST_THREADS)
            return true;
    }
    return false;
}

static int64_t rounds_of(Lower *l, int64_t size, Core *total)
{
    int64_t most = range_of(l->facts->range, total).most;
    return most < 0 || most > size * MOST_ROUNDS ? 0 : most <= size ? 1 : (most + size - 1) / size;
}

static void add_layout(Lower *l, Team *t, const Kids *level)
{
    Core *total = known_total(l, level);
    int64_t n;
    if (!total || (!t->size && t->layout.n) || (!t->size && size_const(total, &n)))
        return;
    int64_t rounds = rounds_of(l, t->size ? t->size : MOST_THREADS, total);
    if (rounds)
        vec_push(&t->layout, ((Layout){ total, (int)rounds }));
}

static void push_nest(const void *v, void *level, void *nests)
{
    (void)v;
    vec_push((Nests *)nests, (const Kids *)level);
}

/* The most elements that one of these nests has; null: the host does not know which that is. */
static Core *most_elements(Lower *l, const Nests *nests)
{
    Core *most = NULL;
    for (int i = 0; i < nests->n; i++) {
        Core *total = known_total(l, nests->at[i]);
        if (!total || (most && surely_at_most(l->facts->range, total, most)))
            continue;
        if (most && !surely_at_most(l->facts->range, most, total))
            return NULL;
        most = total;
    }
    return most;
}

/* As many as the nests of what is kept need, else as all need; else as the launch tells. */
Team *team_of(Lower *l, const Core *body)
{
    Team *t = NEW(Team);
    Nests all = { 0 }, kept = { 0 };
    t->kept = arrays_kept(body, &all);
    t->small = table_new();
    table_each(t->kept, push_nest, &kept);
    int64_t n = widest(l, &kept);
    n = n ? n : widest(l, &all);
    bool together = core_has(body, OP_SEGRED) || core_has(body, OP_SEGSCAN);
    if (n > FEW_THREADS && n % FEW_THREADS == 0 && !together)
        n = FEW_THREADS;
    if (n && n < FEW_THREADS && !together && is_wider(l, &all))
        n = FEW_THREADS;
    t->size = (n + WARP - 1) / WARP * WARP;
    for (int i = 0; i < kept.n; i++)
        add_layout(l, t, kept.at[i]);
    if (t->size) {
        t->launch = core_const(scalar_int(I32, t->size));
    } else if (t->layout.n) {
        Core *arg[] = { t->layout.at[0].total, core_i64(t->layout.at[0].rounds) };
        t->launch = host_call("threads_per_row", arg, 2);
    } else {
        Core *most = most_elements(l, &all);
        t->launch = most ? host_call("scan_row_threads", &most, 1) : block_size();
    }
    return t;
}

/* How many rounds the team has for so many elements; 0: that is not known. */
static int rounds_for(Lower *l, const Team *t, Core *total)
{
    int64_t n;
    for (int i = 0; i < t->layout.n; i++)
        if (size_equal(t->layout.at[i].total, total))
            return t->layout.at[i].rounds;
    if (t->size && size_const(total, &n))
        return n > t->size * 4 * MOST_ROUNDS ? 0 : n ? (int)((n + t->size - 1) / t->size) : 1;
    return t->size && rounds_of(l, t->size, total) == 1;
}

int kept_rounds(Lower *l, const Var *v)
{
    const Team *t = l->nest->team;
    const Kids *level = table_get(t->kept, v);
    Core *total = level ? known_total(l, level) : NULL;
    for (int i = 0; total && i < t->layout.n; i++)
        if (size_equal(t->layout.at[i].total, total))
            return t->layout.at[i].rounds;
    return 0;
}

/* ---- parts of a thread's number ----------------------------------------------- */

/* number / over % modulo; modulo 0: all of it. */
static Core *part_of(Lower *l, int64_t over, int64_t modulo, const char *axis, Var *named)
{
    Team *t = l->nest->team;
    for (int i = 0; i < t->part.n; i++)
        if (t->part.at[i].over == over && t->part.at[i].modulo == modulo)
            return core_var(t->part.at[i].var);
    const char *name = named && !named->invented ? named->name : axis;
    Var *v = fresh(l, name, type_prim(I64));
    stmt_add(&l->nest->locate, (Stmt){ S_OWN, .var = v,
        .count = over > 1 ? core_i64(over) : NULL, .to = modulo ? core_i64(modulo) : NULL });
    int64_t threads = t->size ? t->size : MOST_THREADS;
    range_below(l->facts->range, v, core_i64(modulo ? modulo : threads / over));
    vec_push(&t->part, ((Part){ over, modulo, v }));
    return core_var(v);
}

Core *thread_number(Lower *l) { return part_of(l, 1, 0, "thread", NULL); }

/* The indices as parts of the thread's number, but for the outermost, which moves on by
   rounds; false: they are none. */
static bool as_parts(Lower *l, Core *const *count, Var *const *v, int n, Core *round, Core **index)
{
    int64_t size = l->nest->team->size, width, inner = 1;
    for (int d = n - 1; d > 0; inner *= width, d--)
        if (!size_const(count[d], &width) || width < 1 || size % (inner * width))
            return false;
    if (!size)
        return false;
    static const char *const axis[] = { "x", "y", "z" };
    inner = 1;
    for (int d = n - 1; d > 0; inner *= width, d--) {
        size_const(count[d], &width);
        index[d] = part_of(l, inner, inner * width == size ? 0 : width,
                           axis[n - 1 - d < 2 ? n - 1 - d : 2], v[d]);
    }
    index[0] = inner == size ? core_i64(0)
             : part_of(l, inner, 0, n == 1 ? "thread" : axis[n < 3 ? n - 1 : 2], v[0]);
    if (round)
        index[0] = tree_add(index[0], tree_mul(round, core_i64(size / inner)));
    return true;
}

/* ---- the elements of a thread -------------------------------------------------- */

/* What the level's index stands for. */
static Core *called(Lower *l, Var *v, Core *tree, Core *count)
{
    bool named = v && !v->invented;
    Core *is = is_atom(tree) ? tree
             : emit_let(l, named ? v : fresh(l, "#", type_prim(I64)), tree);
    if (is->op == OP_VAR && is != tree)
        range_below(l->facts->range, is->var, count);
    if (v && !is_var(is, v))
        table_put(l->facts->tree, v, is);
    return is;
}

static Core *position_in(Lower *l, Core *round, Core *total)
{
    const Team *t = l->nest->team;
    Core *thread = t->size || !round ? thread_number(l) : NULL;
    if (thread)
        return round ? tree_add(tree_mul(round, core_i64(t->size)), thread) : thread;
    Var *v = fresh(l, "position", type_prim(I64));
    emit(l, (Stmt){ S_OWN, .var = v, .exp = round, .apart = round != NULL });
    range_below(l->facts->range, v, total);
    return core_var(v);
}

static void guard(Elements *e, Core *inside)
{
    e->in.out = &emit(&e->in, (Stmt){ S_IF, .exp = inside, .apart = true })->body;
}

/* In the guard the index is below the width. */
static void bound(Elements *e, Core *width)
{
    Ranges *r = e->in.facts->range;
    Core *index = e->index[0];
    if (index->op != OP_VAR) {
        range_assume(r, tree_op(OP_LT, index, width), true);
        return;
    }
    e->part = index->var;
    e->most = range_said_below(r, e->part);
    range_below(r, e->part, width);
}

/* Opens the loop over the rounds, if there are several. */
static Core *each_round(Elements *e, Lower *l, int rounds)
{
    bool several = rounds > 1;
    Var *round = several ? fresh(l, "r", type_prim(I64)) : NULL;
    Stmt *each = emit(l, (Stmt){ several ? S_FOR : S_EACH, .var = round, .sharing = IN_ROUNDS,
                                 .exp = several ? core_i64(rounds) : NULL });
    if (several)
        range_below(l->facts->range, round, each->exp);
    e->in = each_thread(l, &each->body);
    l->nest->team->slot = several ? core_var(round) : core_i64(0);
    return several ? core_var(round) : NULL;
}

static void in_rounds(Elements *e, Lower *l, Core **count, Var *const *v, int n, int rounds)
{
    const Team *t = l->nest->team;
    Core *total = total_of(count, n), *round = each_round(e, l, rounds);
    int64_t all;
    bool exact = t->size && size_const(total, &all) && all == t->size * rounds;
    if (as_parts(&e->in, count, v, n, round, e->index)) {
        for (int d = 0; d < n; d++)
            e->index[d] = called(&e->in, v[d], e->index[d], count[d]);
        if (!exact)
            guard(e, tree_op(OP_LT, e->index[0], count[0]));
        if (!exact)
            bound(e, count[0]);
        return;
    }
    Core *at = named(&e->in, "position", position_in(&e->in, round, total));
    if (n == 1)
        e->index[0] = called(&e->in, v[0], at, total);
    if (!exact)
        guard(e, tree_op(OP_LT, at, total));
    if (n == 1 && !exact)
        bound(e, total);
    if (n > 1)
        e->index = split_position(&e->in, count, v, n, at);
}

/* No matter how many elements there are. */
static void by_all(Elements *e, Lower *l, Core **count, Var *const *v, int n)
{
    bool own = n == 1 && v[0] && !v[0]->invented;
    Var *at = own ? v[0] : fresh(l, "#", type_prim(I64));
    Stmt *loop = emit_for(l, BY_ALL, at, total_of(count, n));
    e->in = each_thread(l, &loop->body);
    l->nest->team->slot = NULL;
    if (n == 1) {
        e->index[0] = called(&e->in, v[0], core_var(at), count[0]);
        return;
    }
    e->index = split_position(&e->in, count, v, n, core_var(loop->var));
}

Elements open_elements_of(Lower *l, Core **count, Var *const *v, int n)
{
    Elements e = { .index = NEWS(Core *, n), .before = range_assumed(l->facts->range) };
    int rounds = rounds_for(l, l->nest->team, total_of(count, n));
    flush_reads(l);
    if (rounds)
        in_rounds(&e, l, count, v, n, rounds);
    else
        by_all(&e, l, count, v, n);
    return e;
}

void close_elements(Lower *l, Elements *e)
{
    flush_reads(&e->in);
    if (e->part)
        range_below(l->facts->range, e->part, e->most);
    range_forget(l->facts->range, e->before);
}

/* ---- tiles ------------------------------------------------------------------- */

/* A round of as many elements as there are threads, in which all of them take part. */
Tile open_tile(Lower *l, Core *total, Var *named)
{
    Team *t = l->nest->team;
    Tile tile = { .before = range_assumed(l->facts->range) };
    int rounds = rounds_for(l, t, total);
    bool several = rounds != 1;
    Var *round = several ? fresh(l, rounds ? "r" : "start", type_prim(I64)) : NULL;
    Core *index = several ? core_var(round) : NULL;
    int64_t all;
    if (several) {
        tile.loop = NEW(Stmt);
        *tile.loop = (Stmt){ S_FOR, .var = round, .sharing = rounds ? BY_EACH : IN_TILES,
                             .exp = rounds ? core_i64(rounds) : total };
        range_below(l->facts->range, round, tile.loop->exp);
    }
    t->slot = rounds ? several ? index : core_i64(0) : NULL;
    Block *out = lower_into(l, &tile.start);
    if (rounds) {
        tile.at = called(l, named, position_in(l, index, total), total);
    } else {
        Var *v = named ? named : fresh(l, "#", type_prim(I64));
        emit(l, (Stmt){ S_OWN, .var = v, .exp = index });
        range_below(l->facts->range, v, total);
        tile.at = core_var(v);
    }
    l->out = out;
    bool exact = rounds && t->size && size_const(total, &all) && all == t->size * rounds;
    tile.inside = exact ? NULL : tree_op(OP_LT, tile.at, total);
    if (tile.inside)
        range_assume(l->facts->range, tile.inside, true);
    return tile;
}

void close_tile(Lower *l, Tile *t)
{
    l->nest->team->slot = NULL;
    range_forget(l->facts->range, t->before);
}
