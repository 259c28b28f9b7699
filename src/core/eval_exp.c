/* eval_exp.c -- compiles core for the evaluator: each kind of expression. */
#include "eval_code.h"

#include <string.h>

/* ---- control ------------------------------------------------------------ */

/* What one branch alone uses up, the other branch leaves: dropped after both. */
static void drop_differences(Compiler *c, const bool *a, const bool *b)
{
    for (int s = 0; s < c->start.n; s++)
        if (a[s] != b[s] && c->level_of.at[s] == c->level)
            vec_push(c->drops.at[c->level], s);
}

static void compile_if(Compiler *c, Ins *i, const Core *n)
{
    int room = c->live_room;
    bool *before = NEWS(bool, room);
    memcpy(before, c->live, (size_t)room);
    i->block = NEWS(Block, 2);
    i->block[0] = compile_block(c, n->g[1].at[0]);
    bool *then = c->live;
    int then_room = c->live_room;
    c->live = NEWS(bool, then_room);
    memcpy(c->live, before, (size_t)room);
    i->block[1] = compile_block(c, n->g[2].at[0]);
    then = arena_grow(then, (size_t)then_room, (size_t)c->live_room);
    drop_differences(c, then, c->live);
    for (int s = 0; s < c->start.n; s++)
        c->live[s] |= then[s];
    i->a = borrow(c, n->g[0].at[0]);
}

static void compile_loop(Compiler *c, Ins *i, const Core *n)
{
    i->lam = NEW(Lam);
    i->nlams = 1;
    compile_params(c, i->lam, n->bind, n->nbinds, n->op == OP_LOOP ? n->index : NULL);
    compile_lam_body(c, i->lam, n->g[2].at[0], 1);
    if (n->op == OP_WHILE) {
        i->block = NEW(Block);
        c->level += 2;
        *i->block = compile_block(c, n->g[1].at[0]);
        c->level -= 2;
        for (int k = 0; k < i->lam->param.n; k++)
            c->live[i->lam->param.at[k]] = false;
    } else {
        i->a = borrow(c, n->g[1].at[0]);
    }
    i->arg_shape = shapes_of_atoms(c, n->g[0]);
    i->arg = operands(c, n->g[0], true);
}

/* ---- array combinators -------------------------------------------------- */

/* \x.. -> x.. over arrays, for the forms that are not fused. */
static void compile_identity(Compiler *c, Lam *l, Kids xs)
{
    l->index = -1;
    l->param = l->body.result = (Slots){ NEWS(int, xs.n), xs.n };
    l->body.result.at = NEWS(int, xs.n);
    l->shape = NEWS(Shape, xs.n);
    for (int i = 0; i < xs.n; i++) {
        l->shape[i] = shape_code(c, type_row(type_of(xs.at[i])));
        bool array = l->shape[i].rank > 0;
        int slot = new_slot(c, (Slot){ .v = NULL }, array, c->level + 1);
        l->param.at[i] = slot;
        l->body.result.at[i] = array ? ~slot : slot;
    }
    l->body.shape = l->shape;
}

/* Which operand groups of a SOAC are what; -1: none. */
typedef struct { signed char fold, map, ne, arrays, dests; } Groups;

static Groups groups_of(Op op)
{
    switch (op) {
    case OP_MAP: return (Groups){ -1, 1, -1, 2, -1 };
    case OP_REDUCE: case OP_SCAN: return (Groups){ 1, -1, 2, 3, -1 };
    case OP_REDOMAP: case OP_SCANOMAP: case OP_HOM:
        return (Groups){ 1, 2, 3, 4, -1 };
    case OP_SCATTER: return (Groups){ -1, -1, -1, 2, 1 };
    case OP_SCATOMAP: return (Groups){ -1, 2, -1, 3, 1 };
    case OP_HIST: return (Groups){ 2, -1, 3, 4, 1 };
    case OP_HISTOMAP: return (Groups){ 2, 4, 3, 5, 1 };
    case OP_SEGRED: case OP_SEGSCAN: return (Groups){ 1, -1, 2, -1, -1 };
    case OP_SEGPUT: return (Groups){ -1, -1, -1, -1, 1 };
    case OP_SEGHIST: return (Groups){ 2, -1, 3, -1, 1 };
    default: return (Groups){ -1, -1, -1, -1, -1 };
    }
}

static void compile_levels(Compiler *c, Ins *i, const Core *n)
{
    Kids level = n->g[0];
    i->lam = NEWS(Lam, level.n);
    i->nlams = level.n;
    for (int d = 0; d < level.n; d++)
        compile_params(c, &i->lam[d], level.at[d]->bind, level.at[d]->nbinds,
                       level.at[d]->index);
    const Core *body = n->g[ops[n->op].ngroups - 1].at[0];
    compile_lam_body(c, &i->lam[level.n - 1], body, level.n);
    for (int d = level.n - 1; d >= 0; d--) {
        c->level += d;
        i->lam[d].width = size_code(c, level.at[d]->g[0].at[0]);
        i->lam[d].array = operands(c, level.at[d]->g[1], false);
        c->level -= d;
    }
}

static void compile_soac(Compiler *c, Ins *i, const Core *n)
{
    Groups g = groups_of(n->op);
    if (ops[n->op].kind == K_SEG) {
        compile_levels(c, i, n);
    } else {
        i->lam = g.map >= 0 ? compile_lam(c, n->g[(int)g.map].at[0]) : NEW(Lam);
        i->nlams = 1;
        if (g.map < 0)
            compile_identity(c, i->lam, n->g[(int)g.arrays]);
        i->lam->width = size_code(c, n->g[0].at[0]);
        i->lam->array = operands(c, n->g[(int)g.arrays], false);
    }
    if (g.fold >= 0)
        i->fold = compile_lam(c, n->g[(int)g.fold].at[0]);
    if (g.ne >= 0)
        i->ne = operands(c, n->g[(int)g.ne], false);
    if (g.dests >= 0)
        i->arg = operands(c, n->g[(int)g.dests], true);
}

/* ---- everything else ---------------------------------------------------- */

static void compile_entries(Compiler *c, Ins *i, Kids entry)
{
    i->nentries = entry.n;
    i->entry = NEWS(Entry, entry.n);
    for (int k = 0; k < entry.n; k++) {
        const Core *e = entry.at[k];
        Entry *to = &i->entry[k];
        to->kind = e->op == OP_WHOLE ? AT_ALL : e->op == OP_SPAN ? AT_SPAN : AT_INDEX;
        if (to->kind == AT_SPAN) {
            to->start = borrow(c, e->g[0].at[0]);
            to->count = size_code(c, e->g[1].at[0]);
            to->stride = borrow(c, e->g[2].at[0]);
        } else if (to->kind == AT_INDEX) {
            to->start = borrow(c, e);
        }
    }
}

static void compile_sizes(Compiler *c, Ins *i, Kids size)
{
    i->nsizes = size.n;
    i->size = NEWS(Size *, size.n);
    for (int k = 0; k < size.n; k++)
        i->size[k] = size_code(c, size.at[k]);
}

static void compile_args(Compiler *c, Ins *i, Kids k)
{
    i->arg_shape = shapes_of_atoms(c, k);
    i->arg = operands(c, k, true);
}

static void compile_scalar(Compiler *c, Ins *i, const Core *n)
{
    int *to[3] = { &i->a, &i->b, &i->c };
    i->run = n->op == OP_LENGTH || n->op == OP_TOTAL ? run_length : run_scalar;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        *to[g] = borrow(c, n->g[g].at[0]);
    i->b = ops[n->op].ngroups > 1 ? i->b : i->a;
    i->c = ops[n->op].ngroups > 2 ? i->c : i->a;
    i->from = type_of(n->g[0].at[0])->prim;
    i->to = n->type[0]->prim;
}

static void compile_array(Compiler *c, Ins *i, const Core *n)
{
    switch (n->op) {
    case OP_INDEX:
        i->run = run_index;
        compile_entries(c, i, n->g[1]);
        i->a = borrow(c, n->g[0].at[0]);
        return;
    case OP_UPDATE:
        i->run = run_update;
        compile_entries(c, i, n->g[1]);
        i->b = hand_over(c, n->g[2].at[0]);
        i->a = hand_over(c, n->g[0].at[0]);
        i->from = type_of(n->g[2].at[0])->prim;
        i->c = type_of(n->g[2].at[0])->rank;
        return;
    case OP_IOTA: i->run = run_iota; compile_sizes(c, i, n->g[0]); return;
    case OP_REPLICATE:
        i->run = run_replicate;
        compile_sizes(c, i, n->g[0]);
        i->a = borrow(c, n->g[1].at[0]);
        return;
    case OP_SPLIT: case OP_JOIN: case OP_STRIPES: case OP_WEAVE:
        i->run = n->op == OP_SPLIT || n->op == OP_STRIPES ? run_split : run_join;
        compile_sizes(c, i, n->g[0]);
        i->a = borrow(c, n->g[1].at[0]);
        return;
    case OP_RESHAPE:
        i->run = run_reshape;
        compile_sizes(c, i, n->g[0]);
        i->a = borrow(c, n->g[1].at[0]);
        return;
    case OP_REARRANGE: i->run = run_rearrange; i->a = borrow(c, n->g[0].at[0]); return;
    case OP_COERCE: i->run = run_coerce; compile_args(c, i, n->g[0]); return;
    case OP_EMPTY: i->run = run_empty; return;
    case OP_ARRAY: i->run = run_array; compile_args(c, i, n->g[0]); return;
    case OP_CONCAT: i->run = run_concat; i->ne = operands(c, n->g[0], false); return;
    case OP_COPY: i->run = run_copy; compile_args(c, i, n->g[0]); return;
    default: i->run = run_pass; compile_args(c, i, n->g[0]); return;   /* OPAQUE */
    }
}

static void compile_control(Compiler *c, Ins *i, const Core *n)
{
    switch (n->op) {
    case OP_IF: i->run = run_if; compile_if(c, i, n); return;
    case OP_LOOP: i->run = run_loop; compile_loop(c, i, n); return;
    case OP_WHILE: i->run = run_while; compile_loop(c, i, n); return;
    case OP_CALL: i->run = run_call; compile_args(c, i, n->g[0]); return;
    default:
        i->run = run_assert;
        compile_args(c, i, n->g[1]);
        i->a = borrow(c, n->g[0].at[0]);
        i->said = operands(c, n->g[2], false);
    }
}

void compile_exp(Compiler *c, Ins *i, const Core *n)
{
    i->op = n->op;
    switch (ops[n->op].kind) {
    case K_ATOM:
        i->run = run_pass;
        compile_args(c, i, (Kids){ (Core **)&n, 1 });
        return;
    case K_SCALAR: compile_scalar(c, i, n); return;
    case K_VIEW: case K_ARRAY: compile_array(c, i, n); return;
    case K_SOAC: case K_SEG: i->run = run_soac; compile_soac(c, i, n); return;
    case K_CONTROL: compile_control(c, i, n); return;
    default:
        if (n->op != OP_BODY)
            bug("the evaluator met a %s", ops[n->op].id);
        i->run = run_body;
        i->block = NEW(Block);
        *i->block = compile_block(c, n);
    }
}
