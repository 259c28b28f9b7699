/*
 * parts.c -- reductions whose parts are blocks: of one row, or of each row of an array.
 *
 * A block folds a part, and the last one to come what all blocks of the row found. Rows
 * that are short are folded by another kernel, in which neighbouring threads share a row
 * and a block has many; the host asks how long they are.
 *
 * What is read of an array lies in shared memory first where threads would otherwise read
 * places far apart: where each has consecutive elements, as their order matters, and where
 * rows are short.
 */
#include "parts.h"

/* ---- what is folded ------------------------------------------------------------- */

static const Kids no_levels;

static bool all_at(const Kids *level, Place at)
{
    for (int d = 0; d < level->n; d++)
        if (level->at[d]->at != at)
            return false;
    return true;
}

/* The binding in which the blocks' parts are folded; null: it is none. */
static const Stm *fold_of_parts(const Stm *s)
{
    const Core *n = s->exp;
    return n->op == OP_SEGRED && n->g[0].n == 1 && all_at(&n->g[0], AT_BLOCK)
        && row_fold(n->g[3].at[0]) ? s : NULL;
}

/* A fold gives what the same fold of each part's elements does, and what is beside it. */
static bool is_fold_of_tile(const Stm *parts, const Stm *tile)
{
    const Core *n = parts->exp, *inner = n->g[3].at[0];
    bool same = tile->exp->op == OP_SEGRED && core_equal(n->g[1].at[0], tile->exp->g[1].at[0]);
    for (int i = 0; same && i < inner->g[0].n; i++)
        same = is_var(inner->g[0].at[i], tile->var[i]);
    return same && n->g[0].at[0]->g[0].at[0]->op == OP_BLOCKS;
}

static bool parts_of(const Stm *s, Parts *p)
{
    const Core *n = s->exp;
    *p = (Parts){ .stm = fold_of_parts(s), .row = &no_levels };
    if (n->op == OP_SEGMAP && all_at(&n->g[0], AT_GRID)) {
        p->body = n->g[1].at[0];
        p->row = &n->g[0];
        for (int i = 0; i < p->body->nstms && !p->stm; i++)
            p->stm = fold_of_parts(&p->body->stm[i]);
    }
    if (!p->stm)
        return false;
    p->tile = row_fold(p->stm->exp->g[3].at[0]);
    p->level = p->tile->exp->g[0].at[0];
    p->nfold = p->tile->exp->g[2].n;
    return is_fold_of_tile(p->stm, p->tile);
}

bool is_parts(const Stm *s)
{
    Parts p;
    return parts_of(s, &p);
}

/* ---- in a kernel ------------------------------------------------------------------ */

/* The name of a kernel whose results have none. */
static const char *name_of_fold(const Parts *p)
{
    const Core *e = operation_of(p->tile->exp->g[1].at[0]->g[0].at[0], 0);
    return e && e->op == OP_ADD ? "sums" : "reduce";
}

static Fold fold_new(Lower *l, const Stm *s, const Parts *p, Lower *in, Form form)
{
    Fold f = { .p = p, .host = l, .parts = form != SHORT_ROWS };
    f.k = nest_new(s->exp, name_of_results(s, p->to, name_of_fold(p)), NULL);
    *in = in_kernel(l, f.k);
    name_levels(in, p->row);
    f.rows = f.k->rows = p->body ? total_of(f.k->count, p->row->n) : NULL;
    if (form == COLUMNS) {
        f.columns = fresh(l, "columns", type_prim(I32));
        f.k->columns = emit_let(l, f.columns, tree_call("columns_per_block", &f.rows, 1, I32));
        f.k->rows = host_call("ceil_div", (Core *[]){ f.rows, f.k->columns }, 2);
    }
    f.index = f.k->at;
    f.start = fresh(l, "start", type_prim(I64));
    f.at = fresh(l, "at", type_prim(I32));
    f.size = fresh(l, "size", type_prim(I32));
    f.row = fresh(l, "row", type_prim(I64));
    f.skew = fresh(l, "skew", type_prim(I64));
    in->out = &f.k->outer;
    bind_levels(in, p->row, f.index);
    return f;
}

/* What a row does before the fold: it is cut in parts. */
static void lower_before(Lower *in, const Fold *f)
{
    const Core *body = f->p->body;
    for (int i = 0; body && i < body->g[0].n; i++)
        if (f->p->to[i] && type_of(body->g[0].at[i])->rank)
            place_result(in, body, i, row_at(in, f->p->to[i], f->index, f->p->row->n));
    if (body)
        lower_stms(in, core_body(body->stm, (int)(f->p->stm - body->stm), NULL, 0));
}

/* The level of a part, and that of its elements. */
static void open_part(Lower *in, Fold *f)
{
    const Stm *stm = f->p->stm;
    const Core *part = stm->exp->g[0].at[0], *level = f->p->level, *inner = stm->exp->g[3].at[0];
    Nest *k = f->k;
    f->blocks = size_tree(in, part->g[0].at[0]);
    add_level(in, part, "part", f->blocks);
    Core *number = k->at[k->nlevels - 1];
    bind_levels(in, &stm->exp->g[0], &number);
    lower_stms(in, core_body(inner->stm, inner->nstms - 1, NULL, 0));
    View **beside = f->p->body ? result_arrays(in, stm, f->p->nfold) : f->p->to;
    f->beside = NEWS(View *, stm->nvars);
    for (int i = f->p->nfold; i < stm->nvars; i++)
        f->beside[i] = beside[i] ? row_at(in, beside[i], &number, 1) : NULL;
    f->share = share_walked(in, f->p->tile->exp->g[3].at[0], level->index, &level->g[1],
                            f->beside, f->p->nfold, stm->nvars);
        add_level(in, level, "#", f->share ? f->p->width : size_tree(in, level->g[0].at[0]));
    f->x = k->at[k->nlevels - 1];
}

/* ---- an element ------------------------------------------------------------------- */

/* What the level binds: from shared memory, where threads would read places far apart. */
static void bind_here(Lower *in, Fold *f, bool stage)
{
    const Core *level = f->p->level;
    for (int i = 0; i < level->nbinds; i++) {
        const Core *array = level->g[1].at[i];
        View *v = view_of(in, array);
        View *of = f->parts || !stage ? v : all_rows(in, f, array->var);
        Core *own = stage ? staged_element(in, f, level->bind[i], of) : NULL;
        bool rows = stage && !own && v->kind != V_WINDOWS;
        View *row = rows ? staged_row(in, f, level->bind[i], v) : NULL;
        if (own)
            bind_scalar(in, level->bind[i], own, false);
        else if (row)
            bind_view(in, level->bind[i], row);
        else
            bind_element(in, level->bind[i], v, f->x);
    }
}

static bool writes_beside(const Fold *f)
{
    for (int i = f->p->nfold; i < f->p->stm->nvars; i++)
        if (f->beside[i])
            return true;
    return false;
}

static void lower_element(Lower *in, Fold *f)
{
    const Kids *xs = &f->p->level->g[1];
    const Core *body = f->p->tile->exp->g[3].at[0];
    View **whole = NEWS(View *, xs->n), **to = NEWS(View *, f->p->stm->nvars);
    bool in_order = !fold_commutes(f->p->tile->exp);
    in->out = &f->k->body;
    if (f->share)
        walk_share(in, xs, whole);
    for (int i = f->p->nfold; i < f->p->stm->nvars; i++)
        to[i] = f->share && f->beside[i] ? f->beside[i]->of : f->beside[i];
    if (f->p->row == &no_levels) {
        f->windows = (Windows){ .start = core_var(f->start), .at = core_var(f->at),
                                .size = core_var(f->size),
                                .room = tree_name("ROUND", I32), .count = f->p->width,
                                .arrays = f->arrays };
        stage_windows(in, &f->windows, f->p->level);
        f->arrays = f->windows.arrays;
    }
    in_order |= f->windows.most > 0;
    bool staged = f->parts ? in_order : !writes_beside(f);
    if (f->parts && staged)    /* of its range more is known than that */
        emit(in, (Stmt){ S_LET, .var = f->x->var, .constant = true,
                         .exp = tree_add(core_var(f->start), core_var(f->at)) });
    bind_here(in, f, staged);
    lower_rows(in, body, to, f->p->nfold, &f->x, 1);
    fold_of(in, f->k, f->p->tile, body, core_bool(true), NULL);
    f->k->in_order |= f->windows.most > 0;
    flush_reads(in);
    leave_windows(in, f->p->level);
    if (f->share)
        leave_share(in, xs, whole);
    if (f->parts && staged)
        f->item = like_sum(in, f->k, "found");
    fold_value(in, f->k, f->item ? f->item : f->k->sum);
}

static Core *part_of_sum(const Fold *f, int j)
{
    return tree_part(core_var(f->k->sum), f->k->op, j);
}

/* The binding joins the parts of what is mapped beside the fold: the parts were stored in the
   whole row. */
static bool joins_parts(const Fold *f, const Stm *s)
{
    return (s->exp->op == OP_JOIN || s->exp->op == OP_WEAVE)
        && result_number(f->p->stm, s->exp->g[1].at[0]) >= 0;
}

/* One thread computes what the row's body makes of its fold, and stores the row's results. */
static void finish_row(Lower *in, Fold *f)
{
    const Core *body = f->p->body;
    for (int j = 0; j < f->p->nfold; j++)
        bind_scalar(in, f->p->stm->var[j], part_of_sum(f, j), false);
    for (const Stm *s = f->p->stm + 1; s < body->stm + body->nstms; s++)
        if (!joins_parts(f, s))
            lower_stms(in, core_body((Stm *)s, 1, NULL, 0));
    flush_reads(in);
    for (int i = 0; i < body->g[0].n; i++) {
        const Core *r = body->g[0].at[i];
        const Stm *made = r->op == OP_VAR ? binding_of(body, r->var, &(int){ 0 }) : NULL;
        if (f->p->to[i] && (!made || !joins_parts(f, made)))
            give_result(in, r, row_at(in, f->p->to[i], f->index, f->p->row->n));
    }
}

/* Stores the fold, or what becomes of it. */
static void lower_finish(Lower *in, Fold *f, const Stm *s)
{
    in->out = &f->k->finish;
    if (f->p->body)
        finish_row(in, f);
    for (int j = 0; !f->p->body && j < f->p->nfold; j++)
        if (is_used(f->host, s->var[j]))
            emit_set(in, f->p->result[j], part_of_sum(f, j));
}

static void lower_fold(Lower *in, Fold *f, const Stm *s)
{
    lower_before(in, f);
    open_part(in, f);
    flush_reads(in);
    lower_element(in, f);
    lower_finish(in, f, s);
    merge_levels(in, f->k, f->p->row->n, "segment");
}

/* ---- stages ------------------------------------------------------------------------ */

/* What the two kernels have in common. */
static void fill_rows(Fold *f, Stage *s)
{
    Nest *k = f->k;
    if (f->rows) {
        fill(s, "y")->var = k->index[0];
        fill(s, "y_count")->exp = k->count[0];
        fill(s, "locate")->block = k->locate;
    }
    fill(s, "outer")->block = k->outer;
    fill(s, "body")->block = k->body;
    fill(s, "finish")->block = k->finish;
    fill_threads(s, k);
    fill_fold(s, k);
}

static void fill_staged(const Fold *f, Stage *s)
{
    bool loads = f->bytes > 0 || f->windows.most;
    fill(s, "items")->exp = loads || f->k->in_order ? items_staged(f)
                                                    : core_const(scalar_int(I32, 1));
    fill(s, "has_load")->flag = loads;
    fill(s, "reads_own")->flag = f->bytes > 0;
    fill(s, "arrays")->block = f->arrays;
    fill(s, "load")->block = f->load;
    fill(s, "start")->var = f->start;
    fill(s, "at")->var = f->at;
    fill(s, "size")->var = f->size;
}

/* A thread's elements: consecutive ones of each round, or all that are so many apart. */
static void fill_walk(const Fold *f, Stage *s)
{
    if (!f->k->in_order) {
        fill(s, "x")->var = f->x->var;
        return;
    }
    fill_staged(f, s);
    fill(s, "item")->var = f->item;
    if (f->windows.most)
        fill_windows(s, &f->windows);
}

/* Where threads have arrays of their own. */
static Core *few_blocks(const Fold *f)
{
    Core *elements = f->rows ? tree_mul(f->rows, f->p->width) : f->p->width;
    return f->rows ? host_call("grid_stride_blocks", &elements, 1) : f->blocks;
}

static void launch_parts(Fold *f, const char *suffix)
{
    Nest *k = f->k;
    Lower *l = f->host;
    Core *grid = k->threads ? few_blocks(f)
               : f->rows ? grid_of(tree_mul(f->rows, f->blocks)) : f->blocks;
    bool strided = k->threads && f->rows;
    const char *skeleton = format("reduce_rows%s%s", k->in_order ? "_in_order" : "",
                                  strided ? "_strided" : "");
    Stage *s = stage_new(k, skeleton, suffix, grid, block_size());
    fill_rows(f, s);
    fill(s, "strided")->flag = strided;
    fill(s, "part")->var = k->index[f->rows ? 1 : 0];
    fill(s, "blocks")->exp = f->blocks;
    fill(s, "width")->exp = f->p->width;
    fill(s, "x_first")->exp = f->share ? f->share->first : NULL;
    fill(s, "x_end")->exp = f->share ? f->share->end : k->count[k->nlevels - 1];
    fill_walk(f, s);
    join_blocks(l, k, s, tree_name("MAX_REDUCE_BLOCKS", I64), f->rows ? f->rows : core_i64(1),
                f->blocks);
    launch(l, k, f->rows);
}

enum { MOST_COLUMNS = 128 };   /* of a block: see columns_for of the templates */

/* Blocks of which each has neighbouring columns leave as many values. */
static void launch_columns(Fold *f)
{
    Nest *k = f->k;
    Lower *l = f->host;
    Core *columns = core_var(f->columns);
    Stage *s = stage_new(k, k->in_order ? "reduce_columns_in_order" : "reduce_columns", "",
                         grid_of(tree_mul(k->rows, f->blocks)),
                         tree_call("column_block_threads", &columns, 1, I32));
    fill_rows(f, s);
    fill(s, "part")->var = k->index[1];
    fill(s, "blocks")->exp = f->blocks;
    fill(s, "columns")->exp = columns;
    fill(s, "x_first")->exp = f->share ? f->share->first : NULL;
    fill(s, "x_end")->exp = f->share ? f->share->end : k->count[k->nlevels - 1];
    fill_walk(f, s);
    join_blocks(l, k, s,
                tree_mul(tree_name("MAX_REDUCE_BLOCKS", I64), core_i64(MOST_COLUMNS)), k->rows,
                f->blocks);
    launch(l, k, f->rows);
}

static void launch_short(Fold *f, const char *suffix)
{
    Nest *k = f->k;
    Lower *l = f->host;
    Var *rows = fresh(l, "rows_a_block", type_prim(I64));
    Var *width = fresh(l, "width", type_prim(I32));
    Core *count = core_var(rows), *bytes = core_const(scalar_int(I32, f->bytes));
    if (f->bytes) {
        Core *of_rows[] = { f->rows, f->p->width, bytes };
        emit_let(l, rows, host_call("rows_per_block", of_rows, 3));
        emit_let(l, width, tree_call("min_lanes_per_row", &count, 1, I32));
    } else {
        emit_let(l, width, tree_call("lanes_per_row", &f->p->width, 1, I32));
        emit_let(l, rows, tree_op(OP_QUOT, block_size(), core_var(width)));
    }
    Core *blocks = host_call("ceil_div", (Core *[]){ f->rows, count }, 2);
    Core *grid = k->threads ? few_blocks(f) : host_call("grid_row_blocks", &blocks, 1);
    Stage *s = stage_new(k, "reduce_short_rows", suffix, grid, block_size());
    fill_rows(f, s);
    fill_staged(f, s);
    fill(s, "row")->var = f->row;
    fill(s, "skew")->var = f->skew;
    fill(s, "rows")->exp = count;
    fill(s, "width")->exp = core_var(width);
    fill(s, "x")->var = f->x->var;
    fill(s, "x_end")->exp = f->p->width;
    fill(s, "x_last")->exp = f->p->width;
    launch(l, k, f->rows);
}

/* ---- the choice --------------------------------------------------------------------- */

/* In elements: the smallest block has room for a row of so many; MAX_WARP_ROW is never more. */
enum { SHORT_ROW = 128, LONG_ROW = 4096 };
enum { MOST_SHARED = 128 };    /* bytes of a fold, of which a block has one a thread */

static void lower_one(Lower *l, const Stm *s, const Parts *p, Form form, const char *suffix)
{
    Lower in;
    Fold f = fold_new(l, s, p, &in, form);
    Core *elements = f.rows ? tree_mul(f.rows, p->width) : NULL;
    f.k->nthreads = f.rows ? host_call("grid_stride_threads", &elements, 1)
                           : tree_mul(tree_name("MAX_REDUCE_BLOCKS", I64), block_size());
    lower_fold(&in, &f, s);
    if (form == COLUMNS)
        launch_columns(&f);
    else if (form == LONG_ROWS)
        launch_parts(&f, suffix);
    else
        launch_short(&f, suffix);
}

static bool has_columns(const Lower *l, const Parts *p)
{
    int bytes = 0;
    for (int i = 0; i < p->nfold; i++) {
        const Type *t = type_of(p->tile->exp->g[2].at[i]);
        if (t->rank)
            return false;
        bytes += prim_bytes(t->prim);
    }
    for (int i = p->nfold; i < p->stm->nvars; i++)
        if (is_used(l, p->stm->var[i]))
            return false;
    return bytes <= MOST_SHARED && reads_columns(l, p->row, p->body, p->stm, p->tile->exp);
}

void lower_parts(Lower *l, const Stm *s)
{
    Parts p;
    parts_of(s, &p);
    p.to = result_arrays(l, s, p.body ? 0 : p.nfold);
    p.result = p.body ? NULL : result_scalars(l, s, p.nfold);
    Core *width = p.width = size_tree(l, p.stm->exp->g[0].at[0]->g[0].at[0]->g[0].at[0]);
    if (!p.body) {
        lower_one(l, s, &p, LONG_ROWS, "");
        if (p.result)
            read_scalars(l, s, p.result, p.nfold);
        return;
    }
    if (has_columns(l, &p)) {
        lower_one(l, s, &p, COLUMNS, "");
        return;
    }
    Interval range = range_of(l->facts->range, width);
    if (range.most <= SHORT_ROW || range.least > LONG_ROW) {
        lower_one(l, s, &p, range.most <= SHORT_ROW ? SHORT_ROWS : LONG_ROWS, "");
        return;
    }
    Stmt *choice = emit(l, (Stmt){ S_IF, .exp = tree_op(OP_LE, width,
                                                        tree_name("MAX_WARP_ROW", I64)) });
    Block *out = lower_into(l, &choice->body);
    lower_one(l, s, &p, SHORT_ROWS, "_short");
    alloc_forget(l->facts->allocs, s->exp);
    l->out = &choice->other;
    lower_one(l, s, &p, LONG_ROWS, "_long");
    l->out = out;
}
