/*
 * chain.c -- scans in one pass: blocks take one tile after the other, in the order of the
 * array, and learn from the tiles before it what to begin with.
 *
 * What a tile comes to is told in memory that all blocks see: in a word beside the tile's
 * state, if it fits there, else in an array of its own.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 7 };             /* bytes of a value in a word; the eighth is the state */
enum { MOST_BESIDE = 16 };     /* bytes of a fold, of which each thread tells the block's others */

enum { MOST_AGAIN = 7 };

/* What is scanned of the sums of a chain, which is a prefix behind its own, or behind others. */
typedef struct {
    const Stm *prefix;
    Nest *fold;                /* its op, sum, value, neutral, body, last */
    Var *item;
} Again;

/* A chain under way: its body has prefixes, or is what a scan takes. */
typedef struct {
    const Stm *stm, *prefix;   /* prefix: the first */
    const Core *body;
    int narrays;               /* results before what all elements come to */
    View **to;                 /* the arrays */
    Nest *nest;
    Var *turn, *at, *item;
    Core *items;               /* that a thread has of a tile */
    Var *kind;                 /* by which elements are placed side by side; null: they are not */
    const Core *number;        /* finds it */
    bool split;                /* the prefixes count the elements that come first in the order */
    Block order;
    Again again[MOST_AGAIN];   /* what is scanned of the sums, of these sums, .. */
    int nagain;
    BesideChain *folded;       /* null: nothing is folded */
    Windows windows;
} Chain;

int value_bytes(const Plan *p, const Var *v)
{
    const Record *r = table_get(p->record_of, v);
    int bytes = r ? 0 : prim_bytes(v->type->prim);
    for (int i = 0; r && i < r->n; i++)
        bytes += value_bytes(p, r->field[i]);
    return bytes;
}

/* The bytes of such a variable in C, as structs are laid out; *align: where it may begin. */
int stored_bytes(const Plan *p, const Var *v, int *align)
{
    const Record *r = table_get(p->record_of, v);
    int bytes = 0;
    if (!r)
        return *align = prim_bytes(v->type->prim);
    *align = 1;
    for (int i = 0; i < r->n; i++) {
        int at, n = stored_bytes(p, r->field[i], &at);
        bytes = (bytes + at - 1) / at * at + n;
        *align = at > *align ? at : *align;
    }
    return (bytes + *align - 1) / *align * *align;
}

enum { MOST_BYTES = 184 };     /* of an element of a tile */

/* How many elements of a tile a thread has: a constant of the templates, for what fits into
   the shared memory of a block; null: none do. */
static Core *items_of(int bytes)
{
    static const struct { int bytes; const char *items; } row[] = {
        { 4, "ITEMS_4" }, { 8, "ITEMS_8" }, { 16, "ITEMS_16" }, { 24, "ITEMS_24" },
        { 56, "ITEMS_56" }, { MOST_BYTES, "ITEMS_184" } };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (bytes <= row[i].bytes)
            return tree_name(row[i].items, I32);
    return NULL;
}

/* The bytes of an element of the tile that the constant is for. */
static Core *bytes_of_items(const Core *items)
{
    return core_const(scalar_int(I32, strtoll(items->text + strlen("ITEMS_"), NULL, 10)));
}

/* The rows of the tile's elements. */
static void fill_tile_rows(Stage *s, const Chain *c)
{
    fill_row_ends(s, c->nest);
    if (c->nest->among)
        fill(s, "item_bytes")->exp = bytes_of_items(c->items);
}

/* more: bytes of each, besides those of the sum. */
static Core *items_for(const Plan *p, const Var *v, int more, const Span *span)
{
    int align, bytes = stored_bytes(p, v, &align) + more;
    Core *items = items_of(bytes);
    if (!items)
        fail_at(span, ERR_CUDA_OPERATION, "a scan of values of %d bytes has no CUDA code; the "
                "most is %d", bytes, MOST_BYTES);
    return items;
}

/* A packed status is a word; others are the state, the total and the inclusive prefix. */
static bool is_packed(const Plan *p, const Nest *fold)
{
    return value_bytes(p, fold->sum) <= WORD;
}

static int status_words(const Plan *p, const Nest *fold)
{
    int align;
    return is_packed(p, fold) ? 1 : 1 + (2 * stored_bytes(p, fold->sum, &align) + 7) / 8;
}

/* How the blocks exchange the sums of a fold. Floats are combined in the same order in each run. */
static void tell_sum(const Lower *l, Stage *s, const Nest *fold)
{
    bool columns = !strcmp(s->skeleton->name, "scan_columns");
    const char *prefix = !columns ? "exclusive_prefix" : "column_prefix";
    const char *status = is_packed(l->plan, fold) ? "PackedTileStatus" : "TileStatus";
    fill(s, "tile_status")->exp = tree_name(status, I64);
    if (fold->rounds)
        prefix = format("deterministic_%s", prefix);
    fill(s, "exclusive_prefix")->exp = tree_name(prefix, I64);
}

static Hole *prefix_of(const Kernel *k, int stage)
{
    Hole *h = (Hole *)stage_hole(k->stages.at[stage], "exclusive_prefix");
    return h && h->exp && str_ends(h->exp->text, "exclusive_prefix") ? h : NULL;
}

void share_look_back(const Plan *p)
{
    const Core *in_order = NULL;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->kernels.n; i++)
            for (int s = 0; s < p->kernels.at[i]->stages.n; s++) {
                Hole *h = prefix_of(p->kernels.at[i], s);
                if (h && pass && in_order)
                    h->exp = (Core *)in_order;
                else if (h && str_starts(h->exp->text, "deterministic"))
                    in_order = h->exp;
            }
}

/* words: of the status of a tile. */
static void tell(Lower *l, Nest *k, Stage *s, int words, Core *tiles)
{
    k->cleared_count = tree_add(tree_mul(core_i64(words), tiles), core_i64(1));
    k->cleared = kernel_memory(l, k, fresh(l, "tile_states", type_prim(U64)), k->cleared_count);
    fill(s, "states")->exp = core_var(k->cleared->var);
    tell_sum(l, s, k);
}

static Core *tiles_of(const Nest *k, int outer, Core *items)
{
    Core *row = outer ? tree_add(k->count[outer], core_i64(31)) : k->count[outer];
    Core *tiles = host_call("tiles_for", (Core *[]){ row, items }, 2);
    return outer ? tree_mul(total_of(k->count, outer), tiles) : tiles;
}

bool block_mentions(const Block *b, const Var *v)
{
    Table *used = table_new();
    block_vars(b, note_var, used);
    bool yes = table_has(used, v);
    table_free(used);
    return yes;
}

static bool is_exclusive(const Stm *prefix)
{
    return prefix && prefix->exp->op == OP_EXCLUSIVE;
}

static Core *downsweep_of(const Stm *prefix)
{
    return tree_name(is_exclusive(prefix) ? "tile_exclusive_downsweep" : "tile_downsweep", I64);
}

/* What the sums of a chain are after so many scans. */
static const Nest *scanned(const Chain *c, int times)
{
    return times ? c->again[times - 1].fold : c->nest;
}

/* The words of a tile for the first so many scans of a chain. */
static int words_before(const Plan *p, const Chain *c, int scans)
{
    int words = 0;
    for (int i = 0; i < scans; i++)
        words += status_words(p, scanned(c, i));
    return words;
}

/* The states of its tiles lie behind those of what is scanned before it. */
static void fill_again(Lower *l, Stage *s, const Chain *c, int i, Core *tiles)
{
    static const char *const name[] = { "", "next_", "third_", "fourth_", "fifth_", "sixth_",
                                        "seventh_", "eighth_" };
    Stage *t = NEW(Stage);
    Nest *k = c->again[i].fold;
    t->skeleton = skeleton_of("again");
    fill_fold(t, k);
    fill(t, "start_value")->exp = start_of(k);
    fill(t, "item")->var = c->again[i].item;
    fill(t, "first_ctype")->var = fill(t, "first_sum")->var = scanned(c, i)->sum;
    fill(t, "first")->exp = tree_name(name[i], I64);
    fill(t, "next")->exp = tree_name(name[i + 1], I64);
    fill(t, "body")->block = k->body;
    fill(t, "loads_at_x")->flag = block_mentions(&k->body, c->nest->index[0]);
    fill(t, "loads_sums")->flag = block_mentions(&k->body, scanned(c, i)->sum);
    fill(t, "downsweep")->exp = downsweep_of(c->again[i].prefix);
    fill(t, "at_end")->block = k->last;
    fill(t, "totals")->flag = k->last.n > 0;
    fill(t, "first_word")->exp = tree_mul(core_i64(words_before(l->plan, c, i + 1)), tiles);
    tell_sum(l, t, k);
    fill(t, "last")->flag = i == c->nagain - 1;
    vec_push(&fill(s, "again")->part, t);
}

typedef struct { Core *load, *store; } Flat;

/* Rows of numbers that are read or stored as they lie: then nothing else is done with either. */
static Flat flat_of(const Lower *l, const Chain *c)
{
    Nest *k = c->nest;
    if (k->nlevels > 1 || c->kind || c->nagain || k->locate.n || c->windows.most
        || !table_has(l->plan->record_of, k->sum))
        return (Flat){ 0 };
    return (Flat){ flat_load(l, &k->body, c->item, k->index[0], c->at),
                   flat_store(l, &k->finish, k->sum, k->index[0], c->at) };
}

static void fill_flat(const Lower *l, Stage *s, const Chain *c)
{
    Flat flat = flat_of(l, c);
    if (!flat.load && !flat.store)
        return;
    const Record *r = table_get(l->plan->record_of, c->nest->sum);
    fill(s, "number")->var = r->field[0];
    fill(s, "row_numbers")->exp = core_const(scalar_int(I32, r->n));
    if (flat.load) {
        fill(s, "flat_load")->exp = flat.load;
        fill(s, "body")->block = (Block){ 0 };
    }
    if (flat.store) {
        fill(s, "flat_store")->exp = flat.store;
        fill(s, "finish")->block = (Block){ 0 };
    }
}

/* The skeleton: scan_1 of one array whose tiles need no more than their elements, scan_2 of
   tiles that do nothing else than load, scan and store. */
static const char *skeleton_for(const Lower *l, const Chain *c, int outer)
{
    const Nest *k = c->nest;
    Flat flat = flat_of(l, c);
    if (c->kind || c->nagain || c->folded || c->windows.most || is_exclusive(c->prefix)
        || flat.load || flat.store)
        return "scan";
    return outer || k->among || k->locate.n || k->rounds ? "scan_2" : "scan_1";
}

/* A variable of the host with the number of tiles; one for all scans of a block. */
static Core *named_tiles(Lower *l, Core *tiles, const char *name, const Var *array)
{
    Core *known = host_value(l, tiles);
    for (int i = 0; !known && i < l->out->n; i++)
        if (l->out->at[i]->kind == S_LET && !strcmp(l->out->at[i]->var->name, name))
            name = name_joined(c_spelling(var_base(array->name)), "tiles");
    return known ? known : emit_let(l, fresh(l, name, type_prim(I64)), tiles);
}

/* The stage: a block for each tile, up to as many blocks as a grid has. */
static Stage *chain_stage(Lower *l, const Chain *c, int outer)
{
    Nest *k = c->nest;
    Core *tiles = tiles_of(k, outer, c->items);
    tiles = named_tiles(l, tiles, c->nagain ? "all_tiles" : "tiles", c->stm->var[0]);
    Core *blocks = host_call("tile_blocks", &tiles, 1);
    Stage *s = stage_new(k, skeleton_for(l, c, outer), "", blocks, block_size());
    fill(s, "items")->exp = c->items;
    tell(l, k, s, words_before(l->plan, c, c->nagain + 1), tiles);
    for (int i = 0; i < c->nagain; i++)
        fill_again(l, s, c, i, tiles);
    merge_levels(l, k, outer, "row");
    if (outer) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
    }
    return s;
}

/* Columns that stay as they lie are scanned beside their neighbours, if the folds of all
   threads have room, too. */
static bool is_beside(const Lower *in, const Chain *c)
{
    int align;
    return has_attribute(c->stm, "turned") && c->stm->exp->g[0].n == 2
        && stored_bytes(in->plan, c->nest->sum, &align) <= MOST_BESIDE;
}

/* The stage: a block for each tile of neighbouring columns. */
static Stage *columns_stage(Lower *l, Lower *in, Nest *k, Core *items)
{
    Core *columns = emit_let(l, fresh(l, "columns", type_prim(I32)),
                             tree_call("lanes_per_row", &k->count[0], 1, I32));
    Core *tiles = host_call("column_tiles", (Core *[]){ k->count[0], k->count[1], items }, 3);
    Stage *s = stage_new(k, "scan_columns", "", host_call("tile_blocks", &tiles, 1), block_size());
    fill(s, "items")->exp = items;
    fill(s, "columns")->exp = columns;
    Core *all = tree_mul(tiles, columns);
    tell(in, k, s, status_words(in->plan, k), all);
    fill_level(s, "y", k->index[0], k->count[0]);
    return s;
}

static void fill_order(Stage *s, const Chain *c)
{
    if (!c->kind)
        return;
    const Nest *k = c->nest;
    fill(s, "splits")->flag = c->split;
    fill(s, "order_by")->exp = tree_name(c->split ? "block_split" : "block_partition", I64);
    if (c->split)
        return;
    fill(s, "kind_of")->var = c->kind;
    fill(s, "order")->block = c->order;
    fill(s, "orders_at_x")->flag = block_mentions(&c->order, k->index[k->nlevels - 1]);
    fill(s, "orders_sums")->flag = block_mentions(&c->order, scanned(c, c->nagain)->sum);
}

/* What is done with each element. */
static void fill_each(Stage *s, const Chain *c)
{
    Nest *k = c->nest;
    fill_level(s, "x", k->index[k->nlevels - 1], k->count[k->nlevels - 1]);
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill(s, "turn")->var = c->turn;
    fill(s, "item")->var = c->item;
    fill(s, "start_value")->exp = start_of(k);
    fill_threads(s, k);
    fill_fold(s, k);
}

/* The body of a function of an element: it returns what it sets item to. False: a check may fail
   before that. */
static bool returns_item(Block *b, const Var *item)
{
    int i = b->n - 1;
    while (i >= 0 && b->at[i]->kind == S_SET && !is_var(b->at[i]->to, item))
        i--;
    if (i < 0 || b->at[i]->kind != S_SET || block_some(b, is_check))
        return false;
    Core *value = b->at[i]->exp;
    memmove(b->at + i, b->at + i + 1, sizeof *b->at * (size_t)(b->n - 1 - i));
    const Stmt *last = b->n > 1 ? b->at[b->n - 2] : NULL;
    if (last && last->kind == S_LET && last->exp && is_var(value, last->var)) {
        value = last->exp;
        b->n--;
    }
    b->at[b->n - 1] = MAKE(Stmt, .kind = S_RETURN, .exp = value);
    return true;
}

static void fill_simple(Stage *s, const Chain *c)
{
    Nest *k = c->nest;
    fill_each(s, c);
    fill(s, "kept")->block = k->kept;
    fill(s, "at_end")->block = k->last;
    fill(s, "totals")->flag = k->last.n > 0;
    Hole *body = fill(s, "body");
    fill(s, "has_item")->flag = !returns_item(&body->block, c->item);
}

/* The one store of the total takes it as it is computed. */
static bool stores_total(Nest *k)
{
    Stmt *store = k->last.n == 1 ? k->last.at[0] : NULL;
    if (!store || store->kind != S_SET || !is_var(store->exp, k->sum))
        return false;
    Prim p = type_of(store->exp)->prim;
    Core *parts[] = { tree_name("prefix", p), tree_name("total", p) };
    store->exp = tree_call(k->op->name, parts, 2, p);
    return true;
}

/* The body reads an array that it writes, as compact.c makes it. */
static bool reads_targets(const Core *put)
{
    bool reads = false;
    for (int k = 0; k < put->g[1].n; k++)
        reads |= uses_in(put->g[2].at[0], put->g[1].at[k]->var) > 0;
    return reads;
}

static void fill_scan(const Lower *l, Stage *s, const Chain *c)
{
    Nest *k = c->nest;
    Var *x = k->index[k->nlevels - 1];
    fill_each(s, c);
    fill(s, "locate")->block = k->locate;
    fill(s, "loads_at_x")->flag = block_mentions(&k->body, x);
    fill(s, "stores_at_x")->flag = block_mentions(&k->finish, x);
    fill(s, "stores_sums")->flag = block_mentions(&k->finish, scanned(c, c->nagain)->sum);
    fill(s, "kept")->block = k->kept;
    fill(s, "arrays")->block = c->windows.arrays;
    fill_windows(s, &c->windows);
    fill(s, "at_end")->block = k->last;
    fill(s, "totals")->flag = k->last.n > 0;
    fill(s, "one_total")->flag = stores_total(k);
    bool totals = false;
    for (int i = 0; i <= c->nagain; i++)
        totals |= scanned(c, i)->last.n > 0;
    fill(s, "goes_on")->flag = totals || (c->folded && in_order(c->folded));
    fill(s, "leaves")->flag = c->folded && !in_order(c->folded);
    fill(s, "in_place")->flag = c->stm->exp->op == OP_SEGPUT && reads_targets(c->stm->exp);
    fill(s, "downsweep")->exp = downsweep_of(c->prefix);
    fill(s, "at")->var = c->at;
    fill_order(s, c);
    fill_tile_rows(s, c);
    fill_flat(l, s, c);
}

static void fill_columns(Stage *s, const Chain *c)
{
    fill_each(s, c);
    fill(s, "locate")->block = c->nest->locate;
}

static void fill_stage(const Lower *l, Stage *s, const Chain *c)
{
    if (s->skeleton == skeleton_of("scan")) {
        fill_scan(l, s, c);
        return;
    }
    fill_simple(s, c);
    if (s->skeleton == skeleton_of("scan_2")) {
        fill(s, "locate")->block = c->nest->locate;
        fill_tile_rows(s, c);
    }
}

/* ---- before and after the prefix -------------------------------------------- */

static Chain chain_of(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Chain c = { .stm = s, .prefix = prefix_in(n, NULL), .body = n->g[ops[n->op].ngroups - 1].at[0],
                .to = NEWS(View *, s->nvars), .turn = fresh(l, "turn", type_prim(I32)),
                .at = fresh(l, "at", type_prim(I32)) };
    c.narrays = s->nvars - (c.prefix ? c.prefix->nvars : 0);
    for (const Stm *p = c.prefix; p && (p = prefix_in(n, p));) {
        if (c.nagain == MOST_AGAIN)
            fail_at(n->span, ERR_CUDA_OPERATION, "a chain of more than %d prefixes has no CUDA "
                    "code", MOST_AGAIN + 1);
        c.again[c.nagain++] = (Again){ .prefix = p, .fold = NEW(Nest) };
        c.narrays -= p->nvars;
    }
    c.folded = beside_chain(l, s);
    for (int i = n->op == OP_SEGRED ? n->g[2].n : 0; i < c.narrays; i++) {
        if (n->op != OP_SEGPUT && !is_used(l, s->var[i]))
            continue;
        const Core *old = replaced(n, i);
        c.to[i] = old ? own(l, old, s->var[i]) : memory_for(l, s->var[i]);
        bind_view(l, s->var[i], c.to[i]);
    }
    return c;
}

/* The binding as that of a scan whose values are operands of the prefix. */
static void fold_of_prefix(Lower *in, Nest *k, const Stm *prefix)
{
    const Core *p = prefix->exp;
    Core *scan = core_node(OP_SEGSCAN, p->span);
    scan->g[1] = p->g[0];
    scan->g[2] = p->g[1];
    Stm as = { .var = prefix->var, .nvars = prefix->nvars, .exp = scan };
    fold_of(in, k, &as, core_body(NULL, 0, p->g[2].at, p->g[2].n), core_bool(true), NULL);
}

/* A failed element has none of what is kept; but its place is read. */
static void set_before_checks(Block *b, Core *to)
{
    bool checks = false;
    for (int i = 0; i < b->n; i++)
        checks |= b->at[i]->kind == S_CHECK;
    if (!checks)
        return;
    Stmt *first = stmt_add(b, (Stmt){ S_SET, .to = to, .exp = core_int(type_of(to)->prim, 0) });
    memmove(b->at + 1, b->at, sizeof *b->at * (size_t)(b->n - 1));
    b->at[0] = first;
}

/* A thread keeps a scalar of each of its elements; or the block does, if others need it. */
static void keep(Lower *in, const Chain *c, Var *v)
{
    Core *value = scalar_of(in, core_var(v));
    if (is_const(value))
        return;
    const char *name = format("%s_%s", c->kind ? "tile" : "thread", var_base(v->name));
    Var *kept = fresh(in, name, v->type);
    Buffer *b = buffer_add(in->plan, (Buffer){ .var = kept, .home = B_THREAD });
    stmt_add(&in->nest->kept, (Stmt){ c->kind ? S_SHARED : S_ARRAY, .var = kept,
             .count = c->kind ? tree_name("tile_size", I32) : c->items });
    Core *own = tree_load(b, core_var(c->kind ? c->at : c->turn));
    emit_set(in, own, value);
    set_before_checks(in->out, own);
    table_put(in->facts->tree, v, own);
}

static bool gives_array(const Stm *s)
{
    bool array = false;
    for (int i = 0; i < s->nvars; i++)
        array |= s->var[i]->type->rank > 0;
    return array;
}

/* What is cheaper to do again than to keep, or can only be done again. */
static bool done_again(const Lower *in, const Stm *s)
{
    return gives_array(s)
        || (ops[s->exp->op].kind == K_SCALAR && !op_fails(in->facts->range, s->exp));
}

/* How many bytes more of an element are kept if the scalar s is done again. */
static int bytes_again(const Lower *in, const Chain *c, const Stm *s, const Table *kept)
{
    Table *needed = table_new();
    int bytes = 0;
    core_free_vars(s->exp, note_var, needed);
    for (const Stm *b = s - 1; b >= c->body->stm; b--)
        for (int i = 0; i < b->nvars; i++) {
            if (!table_has(needed, b->var[i]) || table_has(kept, b->var[i]))
                continue;
            if (done_again(in, b))
                core_free_vars(b->exp, note_var, needed);
            else
                bytes += prim_bytes(b->var[i]->type->prim);
        }
    table_free(needed);
    return bytes;
}

/* What is kept as it is: done again, it would need more. */
static bool kept_whole(const Lower *in, const Chain *c, const Stm *s, const Table *kept)
{
    const Type *t = s->var[0]->type;
    return !done_again(in, s)
        || (!gives_array(s) && bytes_again(in, c, s, kept) > prim_bytes(t->prim));
}

typedef struct { const Table *kept; Table *use; } UsedAgain;

/* What is kept for what is done again is named before, as it is read there, too. */
static void used_again(Var *v, void *again)
{
    const UsedAgain *a = again;
    Use *u = table_has(a->kept, v) ? table_get(a->use, v) : NULL;
    if (u)
        u->uses++;
}

/* What is done once the prefix is known; the other variables of what comes before, of
   which it speaks, are told. */
static const Core *rest_of(const Lower *in, const Chain *c, Table *kept)
{
    VEC(Stm) again = { 0 }, stm = { 0 };
    int prefix = (int)(c->prefix - c->body->stm);
    Core *rest = core_body(c->body->stm + prefix + 1, c->body->nstms - prefix - 1,
                           c->body->g[0].at, c->body->g[0].n);
    for (int i = 0; i < rest->nstms; i++)
        core_free_vars(rest->stm[i].exp, note_var, kept);
    for (int i = 0; i < rest->g[0].n; i++)
        if (c->stm->exp->op != OP_SEGMAP || c->to[i])
            core_free_vars(rest->g[0].at[i], note_var, kept);
    for (const Stm *s = c->prefix - 1; s >= c->body->stm; s--) {
        if (!any_in(s->var, s->nvars, kept) || kept_whole(in, c, s, kept))
            continue;
        core_free_vars(s->exp, note_var, kept);
        for (int i = 0; i < s->nvars; i++)
            table_del(kept, s->var[i]);
        vec_push(&again, *s);
    }
    UsedAgain uses = { kept, in->facts->use };
    for (int i = again.n - 1; i >= 0; i--) {
        core_free_vars(again.at[i].exp, used_again, &uses);
        vec_push(&stm, again.at[i]);
    }
    vec_append(&stm, rest->stm, rest->nstms);
    return core_body(stm.at, stm.n, rest->g[0].at, rest->g[0].n);
}

/* The bytes of what it scans; an operator that can fail needs a tag. */
static int bytes_of_prefix(Lower *in, const Stm *prefix)
{
    const Core *p = prefix->exp;
    int align, bytes = struct_bytes(&p->g[1], &align);
    return bytes + (operator_of(in, p->g[0].at[0], prefix->var)->failure ? align : 0);
}

/* The bytes of an element that are kept, at most, between its prefixes and behind them. */
static int bytes_kept(const Chain *c, const Table *kept)
{
    const Stm *last = c->nagain ? c->again[c->nagain - 1].prefix : c->prefix;
    int bytes = 0;
    for (const Stm *s = c->body->stm; s < last; s++)
        for (int v = 0; v < s->nvars; v++)
            if (s < c->prefix ? table_has(kept, s->var[v]) : !s->var[v]->type->rank)
                bytes += prim_bytes(s->var[v]->type->prim);
    return bytes;
}

static bool is_zero(const Core *n) { return is_const(n) && n->value.i == 0; }
static bool is_one(const Core *n) { return is_const(n) && n->value.i == 1; }

/* The prefixes count elements: each adds 0 or 1. */
static bool counts_elements(const Lower *in, const Chain *c)
{
    const Nest *k = in->nest;
    Prim p = type_of(k->value)->prim;
    if (c->nagain || is_exclusive(c->prefix) || k->op->record || k->op->of || k->op->failure
        || !prim_is_int(p) || atomic_of(k->op->lam, p) != OP_ADD
        || !is_zero(k->neutral))
        return false;
    Interval each = range_of(in->facts->range, k->value);
    return each.least >= 0 && each.most <= 1;
}

/* The value is 1 if the flag holds, else 0. */
static bool is_flag(const Core *body, const Core *value, const Core *flag)
{
    int k;
    const Stm *s = value->op == OP_VAR ? binding_of(body, value->var, &k) : NULL;
    const Core *e = s ? s->exp : NULL;
    if (!e || flag->op != OP_VAR || (e->op != OP_CONV && e->op != OP_IF)
        || !is_var(e->g[0].at[0], flag->var))
        return false;
    const Core *yes = e->op == OP_IF ? e->g[1].at[0] : NULL, *no = yes ? e->g[2].at[0] : NULL;
    return !yes || (is_one(yes->g[0].at[0]) && is_zero(no->g[0].at[0]));
}

/* Each counted element goes to its number among these, and no other goes anywhere. */
static bool places_counted(const Lower *in, const Chain *c)
{
    int k;
    const Core *place = c->body->g[0].at[0];
    const Stm *s = c->split && c->narrays == 1 && place->op == OP_VAR
                 ? binding_of(c->body, place->var, &k) : NULL;
    if (!s || s->exp->op != OP_IF
        || !is_flag(c->body, c->prefix->exp->g[2].at[0], s->exp->g[0].at[0])
        || !size_equal(c->to[0]->type->dim[0], in->nest->count[in->nest->nlevels - 1]))
        return false;
    const Core *yes = s->exp->g[1].at[0], *at = yes->g[0].at[0];
    const Stm *last = at->op == OP_VAR ? binding_of(yes, at->var, &k) : NULL;
    const Core *minus = last ? last->exp : NULL;
    return minus && minus->op == OP_SUB && is_var(minus->g[0].at[0], c->prefix->var[0])
        && is_one(minus->g[1].at[0]);
}

/* What each thread has of a tile, and whether that is put in order. */
static void share_tile(Lower *in, Chain *c, const Core *rest, const Table *kept)
{
    Nest *k = in->nest;
    int cases = 0;
    const Core *number = c->stm->exp->op == OP_SEGPUT ? case_of_place(in, rest, &cases) : NULL;
    int align, again = 0;
    for (int i = 0; i < c->nagain; i++)
        again += bytes_of_prefix(in, c->again[i].prefix);
    int bytes = stored_bytes(in->plan, k->sum, &align) + c->windows.bytes + again
              + (int)sizeof(uint16_t) + bytes_kept(c, kept);
    c->items = number ? items_of(bytes) : NULL;
    if (!c->items) {
        c->items = items_for(in->plan, k->sum, c->windows.bytes + again
                             + (c->folded ? bytes_in_order(c->folded) : 0), c->stm->exp->span);
        return;
    }
    c->kind = fresh(in, "kind_of", type_prim(I32));
    c->number = number;
    c->split = cases == 2 && counts_elements(in, c);
    if (c->split)
        range_natural(in->facts->range, core_var(k->sum));
}

static void put_in_order(Lower *in, Chain *c)
{
    in->out = &c->order;
    lower_stms(in, c->number);
    emit_set(in, core_var(c->kind), scalar_of(in, c->number->g[0].at[0]));
    returns_item(&c->order, c->kind);
}

/* What comes before the prefix, but for what is done again behind it alone. */
static const Core *first_of(const Chain *c, const Table *kept)
{
    Table *needed = table_new();
    VEC(Stm) back = { 0 }, stm = { 0 };
    core_free_vars(c->prefix->exp, note_var, needed);
    for (const Stm *s = c->prefix - 1; s >= c->body->stm; s--) {
        if (s->exp->op != OP_ASSERT && !any_in(s->var, s->nvars, needed)
            && !any_in(s->var, s->nvars, kept))
            continue;
        core_free_vars(s->exp, note_var, needed);
        for (int i = 0; i < s->nvars; i++)
            type_free_vars(s->var[i]->type, note_var, needed);
        vec_push(&back, *s);
    }
    for (int i = back.n - 1; i >= 0; i--)
        vec_push(&stm, back.at[i]);
    table_free(needed);
    return core_body(stm.at, stm.n, NULL, 0);
}

/* What stands before a prefix, and what it takes; what is `kept` for the rest is. */
static Var *lower_before(Lower *in, const Chain *c, Nest *k, const Table *kept)
{
    Var *item = like_sum(in, k, "item");
    emit_set(in, core_var(item), k->value);
    for (const Stm *s = c->body->stm; s < c->prefix; s++) {
        for (int v = 0; v < s->nvars; v++)
            if (table_has(kept, s->var[v]))
                keep(in, c, s->var[v]);
        alloc_forget(in->facts->allocs, s->exp);
    }
    return item;
}

static void name_sums(Lower *in, const Stm *prefix, const Nest *k)
{
    for (int i = 0; i < prefix->nvars; i++)
        table_put(in->facts->tree, prefix->var[i], tree_part(core_var(k->sum), k->op, i));
}

/* The code of each sum, up to what is scanned of it; gives the rest. */
static const Core *lower_again(Lower *in, Chain *all, int i, const Core *body)
{
    Again *a = &all->again[i];
    const Stm *before = i ? all->again[i - 1].prefix : all->prefix;
    Nest *k = a->fold;
    Chain c = *all;
    Table *kept = table_new();
    c.body = body;
    for (c.prefix = body->stm; !is_prefix(c.prefix->exp); )
        c.prefix++;
    in->out = &k->body;
    const Core *rest = rest_of(in, &c, kept);
    lower_stms(in, first_of(&c, kept));
    fold_of_prefix(in, k, a->prefix);
    flush_reads(in);
    a->item = lower_before(in, &c, k, kept);
    for (int v = 0; v < before->nvars; v++)
        if (table_has(kept, before->var[v]))
            keep(in, &c, before->var[v]);
    name_sums(in, a->prefix, k);
    return rest;
}

/* The code of each element, around its prefixes. */
static void lower_around(Lower *in, Chain *c)
{
    Nest *k = in->nest;
    Table *kept = table_new();
    const Core *rest = rest_of(in, c, kept);
    lower_stms(in, first_of(c, kept));
    fold_of_prefix(in, k, c->prefix);
    share_tile(in, c, rest, kept);
    flush_reads(in);
    c->item = lower_before(in, c, k, kept);
    name_sums(in, c->prefix, k);
    for (int i = 0; i < c->nagain; i++)
        rest = lower_again(in, c, i, rest);
    if (c->kind && !c->split)
        put_in_order(in, c);
    in->out = &k->finish;
    if (c->stm->exp->op == OP_SEGPUT) {
        Target p = { c->to, c->narrays, NULL, true, NULL, places_counted(in, c) };
        lower_stms(in, rest);
        write_at(in, &p, rest);
    } else {
        lower_rows(in, rest, c->to, 0, k->at, k->nlevels);
    }
    if (c->folded)
        fold_element(in, c->folded, rest);
    flush_reads(in);
}

/* Of a scan: the code of each element, and of each sum. */
static void lower_scan(Lower *in, Chain *c)
{
    Nest *k = in->nest;
    int nfold = c->stm->exp->g[2].n;
    lower_rows(in, c->body, c->to, nfold, k->at, k->nlevels);
    fold_of(in, k, c->stm, c->body, core_bool(true), NULL);
    flush_reads(in);
    c->items = items_for(in->plan, k->sum, c->windows.bytes, c->stm->exp->span);
    c->item = like_sum(in, k, "item");
    emit_set(in, core_var(c->item), k->value);
    in->out = &k->finish;
    for (int i = 0; i < nfold; i++)
        if (c->to[i])
            emit_set(in, view_at(c->to[i], k->at), tree_part(core_var(k->sum), k->op, i));
}

/* Where what all elements come to is stored; null: nobody reads it. */
static Core **store_totals(Lower *l, Lower *in, const Chain *c)
{
    Core **total = NEWS(Core *, c->stm->nvars);
    int i = c->narrays;
    for (int a = 0; c->prefix && a <= c->nagain; a++) {
        const Stm *prefix = a ? c->again[a - 1].prefix : c->prefix;
        Nest *k = a ? c->again[a - 1].fold : in->nest;
        in->out = &k->last;
        for (int v = 0; v < prefix->nvars; v++, i++) {
            if (!is_used(l, c->stm->var[i]))
                continue;
            total[i] = tree_load(memory_for(l, c->stm->var[i])->buffer, NULL);
            table_put(l->facts->tree, c->stm->var[i], total[i]);
            emit_set(in, total[i], tree_part(core_var(k->sum), k->op, v));
        }
    }
    return total;
}

void lower_chain(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    int outer = n->g[0].n - 1;
    Chain c = chain_of(l, s);
    Core *level = n->g[0].at[outer];
    c.windows = (Windows){ .start = tree_name("start", I64), .at = core_var(c.at),
                           .size = tree_name("size", I32),
                           .room = tree_name("tile_size", I32),
                           .count = size_tree(l, level->g[0].at[0]) };
    if (!outer)
        stage_windows(l, &c.windows, level);
    Lower in = open_nest(l, n, name_of_results(s, c.to, "scan"), NULL, n->g[0].n == 1);
    Nest *k = c.nest = in.nest;
    k->repeats = true;
    if (outer && c.prefix)
        fail_at(n->span, ERR_CUDA_OPERATION, "a prefix in a chain of several rows has no CUDA "
                "code yet");
    if (c.prefix)
        lower_around(&in, &c);
    else
        lower_scan(&in, &c);
    k->body = without_only_stored(&k->body);
    k->finish = without_only_stored(&k->finish);
    Core **total = store_totals(l, &in, &c), *all = total_of(k->count, outer + 1);
    if (is_beside(&in, &c))
        fill_columns(columns_stage(l, &in, k, c.items), &c);
    else
        fill_stage(&in, chain_stage(l, &c, outer), &c);
    leave_windows(l, level);
    if (c.folded)
        join_tiles(l, k, k->kernel->stages.at[0], c.folded, tiles_of(k, 0, c.items));
    launch(l, k, outer ? all : NULL);
    for (int i = c.narrays; i < s->nvars; i++)
        if (table_has(l->facts->places->read_back, s->var[i]))
            read_back(l, s->var[i], total[i]);
    if (c.folded)
        read_folded(l, c.folded);
}
