/*
 * block.c -- bodies that the threads of a block run together.
 *
 * Each element of a segmap@block is one block's. All its threads run the body: what they
 * compute is the same in each, until a segmap@thread shares its elements out; a
 * segred@thread and a segscan@thread end in a collective, in which all threads take part.
 * Arrays made in the body lie in memory that the block shares; two that are not needed at
 * the same time lie in one place. Memory is written by one thread (S_ONCE) or in a loop
 * that the threads share out; barrier.c puts barriers where another thread reads it.
 */
#include "lower.h"

#include <string.h>

/* ---- arrays ---------------------------------------------------------------- */

static Stmt *declare(const Buffer *b, Block *out)
{
    return stmt_add(out, (Stmt){ S_SHARED, .var = b->var, .count = b->count });
}

/* Arrays whose size the launch gives lie one after the other, those of the largest elements
   first, so that each begins where it may. Returns their bytes. */
static Core *declare_given(const Entry *e, Block *out)
{
    Core *bytes = NULL;
    const Buffer *before = NULL;
    for (int size = 8; size; size /= 2)
        for (int i = 0; i < e->nslots; i++) {
            Buffer *b = e->slot[i].first;
            if (b->fixed || prim_bytes(b->var->type->prim) != size)
                continue;
            Core *own = size_mul(b->count, core_i64(size));
            Stmt *place = declare(b, out);
            place->exp = before ? tree_load((Buffer *)before, before->count)
                                    : tree_name("shared", b->var->type->prim);
            place->count = NULL;   /* the launch knows how long it is */
            bytes = bytes ? size_add(bytes, own) : own;
            before = b;
        }
    return bytes;
}

/* Declares the arrays of the body; returns the bytes that the launch gives. */
static Core *declare_arrays(const Lower *in, Block *out)
{
    Entry e = { .body = in->nest->body };
    vec_append(&e.buffers, in->nest->arrays.at, in->nest->arrays.n);
    plan_slots(in->plan, &e);
    for (int i = 0; i < e.buffers.n; i++) {
        Buffer *b = e.buffers.at[i];
        bool first = b->slot < 0 || e.slot[b->slot].first == b;
        if (!b->half)
            b->mate = first ? NULL : e.slot[b->slot].first;
    }
    for (int i = 0; i < e.nslots; i++)
        add_gap(in, e.slot[i].first, &in->nest->locate, &in->nest->body);
    for (int i = 0; i < e.nslots; i++)
        if (e.slot[i].first->fixed)
            declare(e.slot[i].first, out);
    Core *bytes = declare_given(&e, out);
    for (int i = 0; i < e.buffers.n; i++) {
        Buffer *b = e.buffers.at[i];
        if (b->mate && !b->half)
            declare(b, out)->to = core_var(b->mate->var);
    }
    return bytes;
}

/* ---- blocks around threads -------------------------------------------------- */

/* The levels that are one block's come first, then those of its threads. */
static int block_levels(const Core *n)
{
    const Kids *level = &n->g[0];
    int blocks = 0, threads = 0;
    for (; blocks < level->n && level->at[blocks]->at == AT_BLOCK;)
        blocks++;
    for (; blocks + threads < level->n && level->at[blocks + threads]->at == AT_THREAD;)
        threads++;
    return blocks + threads == level->n ? blocks : 0;
}

const Stm *block_nest(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    int blocks = block_levels(n);
    if (!blocks || (blocks == n->g[0].n && n->op == OP_SEGMAP))
        return blocks ? s : NULL;
    Core *inner = core_copy_node(n), *outer = core_node(OP_SEGMAP, n->span);
    Core **result = NEWS(Core *, s->nvars);
    Stm *one = NEW(Stm), *all = NEW(Stm);
    core_set(inner, 0, n->g[0].at + blocks, n->g[0].n - blocks);
    core_typed(inner);
    *one = (Stm){ .var = NEWS(Var *, s->nvars), .nvars = s->nvars, .exp = inner };
    for (int i = 0; i < s->nvars; i++) {
        one->var[i] = var_new(var_base(s->var[i]->name), inner->type[i], NULL);
        one->var[i]->invented = true;
        result[i] = core_var(one->var[i]);
    }
    core_set(outer, 0, n->g[0].at, blocks);
    core_set1(outer, 1, core_body(one, 1, result, s->nvars));
    count_uses(l->facts->use, core_typed(outer));
    alloc_in(l->facts->allocs, outer);
    *all = *s;
    all->exp = outer;
    return all;
}

/* ---- a block for each element ---------------------------------------------- */

/* A grid's row numbers blocks with 32 bits, so that the indices of several levels cost no
   longer division; a launch of more blocks fails. */
static void number_blocks(Lower *l, Nest *k)
{
    Var *at = fresh(l, "block", type_prim(U32));
    Core *rest = core_var(at), *total = total_of(k->count, k->nlevels);
    for (int d = k->nlevels - 1; d >= 0; d--) {
        Core *count = core_conv(U32, k->count[d]);
        Core *index = d ? tree_op(OP_REM, rest, count) : rest;
        stmt_add(&k->locate, (Stmt){ S_LET, .var = k->index[d], .exp = index, .constant = true });
        table_put(k->team->small, k->index[d], at);
        rest = d ? tree_op(OP_QUOT, rest, count) : NULL;
    }
    k->index = NEWS(Var *, 1);
    k->index[0] = at;
    k->count = NEWS(Core *, 1);
    k->count[0] = total;
    k->nlevels = 1;
}

static Core *most_threads(const Team *t)
{
    return is_block_size(t->launch) || is_const(t->launch) ? t->launch
         : core_const(scalar_int(I32, 1024));
}

/* A row of constant length with one element for each thread is a part of the result. */
static const char *what_it_does(const Stm *s, const Team *t)
{
    const Type *type = s->var[0]->type;
    int levels = s->exp->g[0].n, rank = type->rank - levels;
    int64_t n, threads;
    if (rank > 1)
        return "One block computes one tile.";
    if (rank == 1 && size_const(type->dim[levels], &n) && n > 1)
        return format("One block computes %lld elements%s.", (long long)n,
                      size_const(t->launch, &threads) && n <= threads ? ", one per thread" : "");
    return rank ? "One block computes one row." : "One block computes one element.";
}

void lower_block(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View **to = result_arrays(l, s, 0);
    Lower in = open_nest(l, n, nest_name(l, s, "block"), "", false);
    Nest *k = in.nest;
    k->shares = in.together = true;
    k->team = team_of(&in, n->g[1].at[0]);
    k->kernel->does = what_it_does(s, k->team);
    lower_rows(&in, n->g[1].at[0], to, 0, k->at, n->g[0].n);
    flush_reads(&in);
    bool several = k->nlevels > 1;
    if (several)
        number_blocks(&in, k);
    Block arrays = { 0 };
    Core *bytes = declare_arrays(&in, &arrays);
    Core *one_row[] = { k->count[0], core_i64(1) };
    Core *grid = several ? host_call("grid_x", one_row, 2) : grid_of(k->count[0]);
    Stage *st = stage_new(k, several ? "block_of_levels" : "block", "", grid, k->team->launch);
    fill(st, "threads")->exp = most_threads(k->team);
    st->shared = bytes ? named(l, "shared_bytes", bytes) : NULL;
    if (bytes)
        table_put(l->facts->given, st->self = fresh(l, "kernel", type_prim(I64)), l);
    if (bytes)
        k->kernel->does = format("%s A launch with more shared memory than a block can have "
                                 "fails.", k->kernel->does);
    fill(st, "x")->var = k->index[0];
    if (!several)
        fill(st, "x_count")->exp = k->count[0];
    Block chosen = with_gaps(l->plan, &k->body), joined = join_once(&chosen);
    joined = without_only_stored(&joined);
    Block body = with_barriers(l->plan, &k->locate, &joined);
    join_halves(l->plan, k, &body);
    body = join_guards(&body);
    name_counts(&in, k, &arrays, &body);
    fill(st, "locate")->block = k->locate;
    fill(st, "arrays")->block = arrays;
    TwinLoads twins = { 0 };
    find_twin_loads(l->plan, &body, &twins);
    make_narrow(&in, k->team->small, (Block *[]){ &k->locate, &arrays, &body }, 3);
    share_twin_loads(&in, &twins, &body);
    fill(st, "body")->block = body;
    launch(l, k, k->count[0]);
}

/* ---- nests of threads in it ------------------------------------------------ */

static Core **counts_of(Lower *l, const Kids *level)
{
    Core **count = NEWS(Core *, level->n);
    for (int d = 0; d < level->n; d++)
        count[d] = size_tree(l, level->at[d]->g[0].at[0]);
    return count;
}

static Var **indices(const Kids *level)
{
    Var **v = NEWS(Var *, level->n);
    for (int d = 0; d < level->n; d++)
        v[d] = level->at[d]->index;
    return v;
}

/* The elements of these levels that a thread has. */
static Elements open_levels(Lower *l, const Kids *level)
{
    Elements e = open_elements_of(l, counts_of(l, level), indices(level), level->n);
    bind_levels(&e.in, level, e.index);
    return e;
}

static Core *elements(Lower *l, const Kids *level)
{
    return total_of(counts_of(l, level), level->n);
}

static bool is_declaration(const Stmt *s)
{
    return s->kind == S_LET && !s->exp;
}

/* What each thread sets at once is declared there, but behind a check: what follows one is a
   scope of its own. */
static void join_declarations(Block *b)
{
    int end = b->n - 1, first = end;
    if (end < 0 || b->at[end]->kind != S_EACH)
        return;
    while (first > 0 && is_declaration(b->at[first - 1]))
        first--;
    for (int i = 0; i < b->at[end]->body.n; i++) {
        Stmt *set = b->at[end]->body.at[i];
        if (set->kind == S_CHECK)
            return;
        for (int d = first; set->kind == S_SET && d < end; d++)
            if (is_var(set->to, b->at[d]->var)) {
                *set = (Stmt){ S_LET, .var = b->at[d]->var, .exp = set->exp };
                memmove(b->at + d, b->at + d + 1, sizeof *b->at * (size_t)(b->n - d - 1));
                end--;
                b->n--;
            }
    }
}

static void share_map(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    if (fetched(l, s))
        return;
    View **to = result_arrays(l, s, 0);
    Elements e = open_levels(l, &n->g[0]);
    lower_rows(&e.in, n->g[1].at[0], to, 0, e.index, n->g[0].n);
    close_elements(l, &e);
    join_declarations(l->out);
}

/* A scatter or a histogram: the body tells each thread where its values go. */
static void share_write(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool hist = n->op == OP_SEGHIST;
    Target p = { .to = NEWS(View *, s->nvars), .n = s->nvars, .together = true,
                 .op = hist ? n->g[2].at[0] : NULL };
    if (hist && lam_needs_lock(p.op))
        fail_at(n->span, ERR_CUDA_OPERATION,
                "this histogram inside a block has no CUDA code: its bins are no numbers that "
                "can be compared and swapped");
    for (int k = 0; k < s->nvars; k++) {
        p.to[k] = own(l, n->g[1].at[k], s->var[k]);
        bind_view(l, s->var[k], p.to[k]);
    }
    Core *body = n->g[hist ? 4 : 2].at[0];
    Elements e = open_levels(l, &n->g[0]);
    lower_stms(&e.in, body);
    write_at(&e.in, &p, body);
    close_elements(l, &e);
}

static Var *beside_sum(Lower *l, const Nest *f, const char *name, Core *init)
{
    Var *v = like_sum(l, f, name);
    declare_var(l, v, init);
    return v;
}

static void collective(Lower *l, const char *helper, const Nest *f, Core *to, Var *all)
{
    emit(l, (Stmt){ S_COLLECTIVE, .text = intern(helper), .op = f->op, .to = to,
                    .exp = f->neutral, .var = all });
}

static Core *combined(const Nest *f, Core *a, Core *b)
{
    return tree_call(f->op->name, (Core *[]){ a, b }, 2, type_of(a)->prim);
}

/* ---- folds and scans ------------------------------------------------------- */

/* The fold, and its value for the element at the index. */
static void element_value(Lower *in, const Stm *s, Core **index, View **mapped, Nest *f)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    lower_rows(in, body, mapped, n->g[2].n, index, n->g[0].n);
    fold_of(in, f, s, body, core_bool(true), NULL);
}

/* Adds an if to the block, whose threads take different ways; null: all go there. */
static Block *where(Lower *l, Core *inside)
{
    if (!inside)
        return &emit(l, (Stmt){ .kind = S_EACH })->body;
    return &emit(l, (Stmt){ S_IF, .exp = inside, .apart = true })->body;
}

/* Each thread folds its share of the elements, then the block what the threads found. */
static Core *fold_shares(Lower *l, const Stm *s, Nest *f)
{
    View **mapped = result_arrays(l, s, s->exp->g[2].n);
    Block loop = { 0 }, *out = lower_into(l, &loop);
    Elements e = open_levels(l, &s->exp->g[0]);
    element_value(&e.in, s, e.index, mapped, f);
    fold_value(&e.in, f, f->sum);
    close_elements(l, &e);
    l->out = out;
    declare_var(l, f->sum, f->neutral);
    vec_append(out, loop.at, loop.n);
    collective(l, "block_all_reduce", f, core_var(f->sum), NULL);
    return core_var(f->sum);
}

/* In rounds of as many elements as there are threads: `sum` is the fold of those before. */
static Core *fold_tiles(Lower *l, const Stm *s, Nest *f, Core *total)
{
    bool scan = s->exp->op == OP_SEGSCAN;
    const Kids *level = &s->exp->g[0];
    View **to = result_arrays(l, s, scan ? 0 : s->exp->g[2].n);
    Block own = { 0 }, *out = l->out;
    Tile t = open_tile(l, total, level->at[0]->index);
    Lower in = each_thread(l, &own);
    bind_levels(&in, level, &t.at);
    element_value(&in, s, &t.at, to, f);
    flush_reads(&in);
    Core *sum = t.loop ? core_var(f->sum) : NULL;
    if (sum) {
        declare_var(l, f->sum, f->neutral);
        vec_push(out, t.loop);
        l->out = &t.loop->body;
    }
    vec_append(l->out, t.start.at, t.start.n);
    Core *value = core_var(beside_sum(l, f, "value", f->neutral));
    in = each_thread(l, where(l, t.inside));
    *in.out = own;
    emit_set(&in, value, f->value);
    Var *all = scan ? beside_sum(l, f, "total", NULL) : NULL;
    collective(l, scan ? "block_inclusive_scan" : "block_all_reduce", f, value, all);
    if (scan && sum)
        emit_set(l, value, combined(f, sum, value));
    if (scan) {
        in = each_thread(l, where(l, t.inside));
        for (int i = 0; i < s->exp->g[2].n; i++)
            if (to[i])
                emit_set(&in, view_at(to[i], &t.at), tree_part(value, f->op, i));
    }
    if (sum)
        emit_set(l, sum, combined(f, sum, all ? core_var(all) : value));
    close_tile(l, &t);
    l->out = out;
    return sum ? sum : value;
}

static void share_fold(Lower *l, const Stm *s)
{
    Nest f = { 0 };
    Core *total = elements(l, &s->exp->g[0]);
    flush_reads(l);
    bool scan = s->exp->op == OP_SEGSCAN, tiles = scan || !fold_commutes(s->exp);
    Core *sum = tiles ? fold_tiles(l, s, &f, total) : fold_shares(l, s, &f);
    for (int i = 0; !scan && i < s->exp->g[2].n; i++)
        table_put(l->facts->tree, s->var[i], tree_part(sum, f.op, i));
}

void lower_in_block(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool fold = n->op == OP_SEGRED || n->op == OP_SEGSCAN;
    for (int d = 0; d < n->g[0].n; d++)
        if (n->g[0].at[d]->at != AT_THREAD || (n->op != OP_SEGMAP && n->g[0].n > 1))
            fail_at(n->span, ERR_CUDA_OPERATION, "this %s inside a block has no CUDA code yet",
                    ops[n->op].text);
    if (fold)
        share_fold(l, s);
    else if (n->op == OP_SEGMAP)
        share_map(l, s);
    else
        share_write(l, s);
}
