/* eval_code.c -- compiles core for the evaluator. */
#include "eval.h"

#include <string.h>

typedef VEC(int) Ints;

/*
 * Bodies are compiled from their end to their beginning, so that `live` holds
 * the variables used later. A level is a body that runs many times: a
 * variable bound further out than the level of its last use cannot be moved
 * there, and is dropped by the instruction of its own level, drops[level].
 */
typedef struct {
    Table *slot;               /* Var -> its slot + 1 */
    VEC(Slot) start;
    VEC(bool) array;           /* by slot */
    VEC(int) level_of;         /* by slot */
    VEC(Ints *) drops;         /* by level */
    bool *live;                /* by slot; grown by live_room */
    int live_room;
    int level;
} Compiler;

/* ---- slots -------------------------------------------------------------- */

static int new_slot(Compiler *c, Slot start, bool array, int level)
{
    vec_push(&c->start, start);
    vec_push(&c->array, array);
    vec_push(&c->level_of, level);
    while (c->drops.n <= level)
        vec_push(&c->drops, NULL);
    if (c->start.n > c->live_room) {
        int room = 2 * c->start.n;
        c->live = arena_grow(c->live, (size_t)c->live_room, (size_t)room);
        c->live_room = room;
    }
    return c->start.n - 1;
}

static int bind(Compiler *c, const Var *v, int level)
{
    int s = new_slot(c, (Slot){ .v = NULL }, v->type->rank > 0, level);
    table_put(c->slot, v, (void *)(intptr_t)(s + 1));
    return s;
}

static void bind_all(Compiler *c, Var **v, int n, Var *index, int level)
{
    for (int i = 0; i < n; i++)
        bind(c, v[i], level);
    if (index)
        bind(c, index, level);
}

/* -1: not bound here. */
static int slot_of_var(const Compiler *c, const Var *v)
{
    return (int)(intptr_t)table_get(c->slot, v) - 1;
}

static Slots slots_of_vars(const Compiler *c, Var **v, int n)
{
    Slots s = { NEWS(int, n), n };
    for (int i = 0; i < n; i++)
        s.at[i] = slot_of_var(c, v[i]);
    return s;
}

/* Gives every binder its slot and level. */
static void number(Compiler *c, const Core *n, int level)
{
    int inner = level + 1;
    switch (n->op) {
    case OP_BODY:
        for (int s = 0; s < n->nstms; s++) {
            bind_all(c, n->stm[s].var, n->stm[s].nvars, NULL, level);
            number(c, n->stm[s].exp, level);
        }
        return;
    case OP_IF:
        number(c, n->g[1].at[0], level);
        number(c, n->g[2].at[0], level);
        return;
    case OP_LOOP: case OP_WHILE:
        bind_all(c, n->bind, n->nbinds, n->op == OP_LOOP ? n->index : NULL, inner);
        number(c, n->g[2].at[0], inner);
        if (n->op == OP_WHILE)
            number(c, n->g[1].at[0], inner + 1);
        return;
    case OP_LAM:
        bind_all(c, n->bind, n->nbinds, n->index, inner);
        number(c, n->g[0].at[0], inner);
        return;
    default: break;
    }
    const char *groups = ops[n->op].groups;
    int depth = level;
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        if (groups[g] == 'l')
            number(c, n->g[g].at[0], level);
        for (int k = 0; groups[g] == 'L' && k < n->g[g].n; k++)
            bind_all(c, n->g[g].at[k]->bind, n->g[g].at[k]->nbinds, n->g[g].at[k]->index,
                     ++depth);
        if (groups[g] == 'b')
            number(c, n->g[g].at[0], depth);
    }
}

/* ---- operands ----------------------------------------------------------- */

static int use(Compiler *c, int slot, bool gives)
{
    if (!c->array.at[slot] || c->live[slot])
        return slot;
    int level = c->level_of.at[slot];
    c->live[slot] = true;
    if (gives && level == c->level)
        return ~slot;
    if (c->drops.at[level])
        vec_push(c->drops.at[level], slot);
    return slot;
}

static int operand(Compiler *c, const Core *atom, bool gives)
{
    if (atom->op == OP_CONST)
        return new_slot(c, slot_of(atom->value), false, 0);
    if (atom->op != OP_VAR)
        bug("%s where the evaluator needs an atom", ops[atom->op].id);
    int slot = slot_of_var(c, atom->var);
    if (slot < 0)
        bug("the evaluator met %s, which is not bound", atom->var->name);
    return use(c, slot, gives);
}

/* Read where they are. */
static int borrow(Compiler *c, const Core *atom) { return operand(c, atom, false); }
/* Taken over, if nobody uses them later. */
static int give(Compiler *c, const Core *atom) { return operand(c, atom, true); }

static Slots operands(Compiler *c, Kids k, bool gives)
{
    Slots s = { NEWS(int, k.n), k.n };
    for (int i = k.n - 1; i >= 0; i--)
        s.at[i] = operand(c, k.at[i], gives);
    return s;
}

static Size *size_code(Compiler *c, const Core *e)
{
    Size *s = NEW(Size);
    s->op = OP_EXT;
    if (e && e->op == OP_CONST) {
        s->op = OP_VAR;
        s->slot = new_slot(c, slot_of(e->value), false, 0);
    } else if (e && e->op == OP_VAR && slot_of_var(c, e->var) >= 0) {
        s->op = OP_VAR;
        s->slot = slot_of_var(c, e->var);
    } else if (e && ops[e->op].kind == K_SCALAR && e->op != OP_CALL) {
        s->op = e->op;
        s->from = type_of(e->g[0].at[0])->prim;
        s->to = type_of(e)->prim;
        for (int g = 0; g < ops[e->op].ngroups; g++)
            s->kid[g] = size_code(c, e->g[g].at[0]);
    }
    return s;
}

static Shape shape_of(Compiler *c, const Type *t)
{
    Shape s = { t->prim, t->rank, NEWS(Size *, t->rank) };
    for (int d = 0; d < t->rank; d++)
        s.dim[d] = size_code(c, t->dim[d]);
    return s;
}

static Shape *shapes_of(Compiler *c, const Type **t, int n)
{
    Shape *s = NEWS(Shape, n);
    for (int i = 0; i < n; i++)
        s[i] = shape_of(c, t[i]);
    return s;
}

static Shape *shapes_of_atoms(Compiler *c, Kids k)
{
    Shape *s = NEWS(Shape, k.n);
    for (int i = 0; i < k.n; i++)
        s[i] = shape_of(c, type_of(k.at[i]));
    return s;
}

static Shape *shapes_of_vars(Compiler *c, Var **v, int n)
{
    Shape *s = NEWS(Shape, n);
    for (int i = 0; i < n; i++)
        s[i] = shape_of(c, v[i]->type);
    return s;
}

/* ---- bodies ------------------------------------------------------------- */

static void compile_exp(Compiler *c, Ins *i, const Core *n);

static void compile_stm(Compiler *c, Ins *i, const Stm *s)
{
    Ints drops = {0}, *outer = c->drops.at[c->level];
    i->node = s->exp;
    i->dst = slots_of_vars(c, s->var, s->nvars);
    i->shape = shapes_of(c, s->exp->type, s->exp->ntypes);
    for (int k = 0; k < s->nvars; k++) {
        int slot = i->dst.at[k];
        if (c->array.at[slot] && !c->live[slot])
            vec_push(&drops, slot);
        c->live[slot] = false;
    }
    c->drops.at[c->level] = &drops;
    compile_exp(c, i, s->exp);
    c->drops.at[c->level] = outer;
    i->drop = (Slots){ drops.at, drops.n };
}

static Block compile_block(Compiler *c, const Core *body)
{
    Block b = { .n = body->nstms, .ins = NEWS(Ins, body->nstms) };
    b.shape = shapes_of_atoms(c, body->g[0]);
    b.result = operands(c, body->g[0], true);
    for (int s = body->nstms - 1; s >= 0; s--)
        compile_stm(c, &b.ins[s], &body->stm[s]);
    return b;
}

/* The parameters are dead before the block; those that it does not use are
   dropped when it starts. */
static void close_params(Compiler *c, Lam *l)
{
    Ints unused = {0};
    for (int i = 0; i < l->param.n; i++) {
        int slot = l->param.at[i];
        if (c->array.at[slot] && !c->live[slot])
            vec_push(&unused, slot);
        c->live[slot] = false;
    }
    l->body.drop = (Slots){ unused.at, unused.n };
}

static void compile_params(Compiler *c, Lam *l, Var **v, int n, Var *index)
{
    l->param = slots_of_vars(c, v, n);
    l->shape = shapes_of_vars(c, v, n);
    l->index = index ? slot_of_var(c, index) : -1;
    l->index_prim = index ? index->type->prim : I64;
}

static void compile_lam_body(Compiler *c, Lam *l, const Core *body, int deeper)
{
    c->level += deeper;
    l->body = compile_block(c, body);
    close_params(c, l);
    c->level -= deeper;
}

static Lam *compile_lam(Compiler *c, const Core *lam)
{
    Lam *l = NEW(Lam);
    compile_params(c, l, lam->bind, lam->nbinds, lam->index);
    compile_lam_body(c, l, lam->g[0].at[0], 1);
    return l;
}

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
        l->shape[i] = shape_of(c, type_row(type_of(xs.at[i])));
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
    case OP_REDOMAP: case OP_SCANOMAP: return (Groups){ 1, 2, 3, 4, -1 };
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
    compile_lam_body(c, &i->lam[level.n - 1], n->g[ops[n->op].ngroups - 1].at[0], level.n);
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
    i->run = run_scalar;
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
        i->b = give(c, n->g[2].at[0]);
        i->a = give(c, n->g[0].at[0]);
        i->from = type_of(n->g[2].at[0])->prim;
        i->c = type_of(n->g[2].at[0])->rank;
        return;
    case OP_IOTA: i->run = run_iota; compile_sizes(c, i, n->g[0]); return;
    case OP_REPLICATE:
        i->run = run_replicate;
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
    default: i->run = run_pass; compile_args(c, i, n->g[0]); return;   /* COPY, OPAQUE */
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
    }
}

static void compile_exp(Compiler *c, Ins *i, const Core *n)
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

/* ---- functions ---------------------------------------------------------- */

static Code *compile_func(const Func *f)
{
    Compiler c = { .slot = table_new() };
    Code *code = NEW(Code);
    code->func = f;
    code->body = f->body;
    new_slot(&c, (Slot){ .i = 0 }, false, 0);
    bind_all(&c, f->size, f->nsizes, NULL, 0);
    bind_all(&c, f->param, f->nparams, NULL, 0);
    number(&c, f->body, 0);
    code->size = slots_of_vars(&c, f->size, f->nsizes);
    compile_params(&c, &code->lam, f->param, f->nparams, NULL);
    compile_lam_body(&c, &code->lam, f->body, 0);
    code->start = c.start.at;
    code->nslots = c.start.n;
    return code;
}

const Code *code_of(const Func *f)
{
    static Table *known;       /* by body: passes replace it */
    if (!known)
        known = table_new();
    Code *code = table_get(known, f->body);
    if (!code || code->func != f) {
        code = compile_func(f);
        table_put(known, f->body, code);
    }
    return code;
}
