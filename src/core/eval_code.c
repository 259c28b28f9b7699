/* eval_code.c -- compiles core for the evaluator: slots, operands, bodies. */
#include "eval_code.h"

/* ---- slots -------------------------------------------------------------- */

int new_slot(Compiler *c, Slot start, bool array, int level)
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
int borrow(Compiler *c, const Core *atom) { return operand(c, atom, false); }
/* Taken over, if nobody uses them later. */
int hand_over(Compiler *c, const Core *atom) { return operand(c, atom, true); }

Slots operands(Compiler *c, Kids k, bool gives)
{
    Slots s = { NEWS(int, k.n), k.n };
    for (int i = k.n - 1; i >= 0; i--)
        s.at[i] = operand(c, k.at[i], gives);
    return s;
}

static bool is_array_size(const Core *e)
{
    return e && (e->op == OP_LENGTH || e->op == OP_TOTAL);
}

Size *size_code(Compiler *c, const Core *e)
{
    Size *s = NEW(Size);
    s->op = OP_EXT;
    if (e && e->op == OP_CONST) {
        s->op = OP_VAR;
        s->slot = new_slot(c, slot_of(e->value), false, 0);
    } else if (e && e->op == OP_VAR && slot_of_var(c, e->var) >= 0) {
        s->op = OP_VAR;
        s->slot = slot_of_var(c, e->var);
    } else if (is_array_size(e) && slot_of_var(c, e->g[0].at[0]->var) >= 0) {
        s->op = e->op;
        s->slot = use(c, slot_of_var(c, e->g[0].at[0]->var), false);
    } else if (e && ops[e->op].kind == K_SCALAR && !is_array_size(e)) {
        s->op = e->op;
        s->from = type_of(e->g[0].at[0])->prim;
        s->to = type_of(e)->prim;
        for (int g = 0; g < ops[e->op].ngroups; g++)
            s->kid[g] = size_code(c, e->g[g].at[0]);
    }
    return s;
}

Shape shape_code(Compiler *c, const Type *t)
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
        s[i] = shape_code(c, t[i]);
    return s;
}

Shape *shapes_of_atoms(Compiler *c, Kids k)
{
    Shape *s = NEWS(Shape, k.n);
    for (int i = 0; i < k.n; i++)
        s[i] = shape_code(c, type_of(k.at[i]));
    return s;
}

static Shape *shapes_of_vars(Compiler *c, Var **v, int n)
{
    Shape *s = NEWS(Shape, n);
    for (int i = 0; i < n; i++)
        s[i] = shape_code(c, v[i]->type);
    return s;
}

/* ---- bodies ------------------------------------------------------------- */

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

Block compile_block(Compiler *c, const Core *body)
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

void compile_params(Compiler *c, Lam *l, Var **v, int n, Var *index)
{
    l->param = slots_of_vars(c, v, n);
    l->shape = shapes_of_vars(c, v, n);
    l->index = index ? slot_of_var(c, index) : -1;
    l->index_prim = index ? index->type->prim : I64;
}

void compile_lam_body(Compiler *c, Lam *l, const Core *body, int deeper)
{
    c->level += deeper;
    l->body = compile_block(c, body);
    close_params(c, l);
    c->level -= deeper;
}

Lam *compile_lam(Compiler *c, const Core *lam)
{
    Lam *l = NEW(Lam);
    compile_params(c, l, lam->bind, lam->nbinds, lam->index);
    compile_lam_body(c, l, lam->g[0].at[0], 1);
    return l;
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
