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

static Slots slots_new(int n)
{
    return (Slots){ NEWS(int, n), NEWS(bool, n), n };
}

static Slots slots_of_vars(const Compiler *c, Var **v, int n)
{
    Slots s = slots_new(n);
    for (int i = 0; i < n; i++) {
        s.at[i] = slot_of_var(c, v[i]);
        s.array[i] = v[i]->type->rank > 0;
    }
    return s;
}

/* Gives every binder its slot and level. The condition of a while loop is further
   in than its body: it must not move what the body needs. */
static void number(Compiler *c, const Core *n, int level)
{
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++) {
        bind_all(c, n->stm[s].var, n->stm[s].nvars, NULL, level);
        number(c, n->stm[s].exp, level);
    }
    int depth = level + core_binds(n);
    bind_all(c, n->bind, n->nbinds, n->index, depth);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            const Core *kid = n->g[g].at[i];
            number(c, kid, kid->op == OP_LAM ? level : depth + (n->op == OP_WHILE && g == 1));
            depth += kid->op == OP_LEVEL;
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

static Slots operands(Compiler *c, Kids k, bool gives)
{
    Slots s = slots_new(k.n);
    for (int i = k.n - 1; i >= 0; i--) {
        s.at[i] = operand(c, k.at[i], gives);
        s.array[i] = type_of(k.at[i])->rank > 0;
    }
    return s;
}

static void use_size(Compiler *c, const Core *size);

static void use_sizes_in(Core *n, void *c)
{
    use_size(c, n);
}

static void use_size(Compiler *c, const Core *size)
{
    if (!size || size->op == OP_EACH)
        return;                /* an array's lengths are in the array */
    if (size->op != OP_LENGTH && size->op != OP_TOTAL) {
        core_each(size, use_sizes_in, c);
    } else if (slot_of_var(c, size->g[0].at[0]->var) >= 0) {
        use(c, slot_of_var(c, size->g[0].at[0]->var), false);
    }
}

/* ---- bodies ------------------------------------------------------------- */

static void compile_exp(Compiler *c, Ins *i, const Core *n);

/* The variables, if a type of theirs names the lengths of rows; those are then still there. */
static Var **use_claims(Compiler *c, const Stm *s)
{
    Var **claims = NULL;
    for (int k = 0; k < s->nvars; k++)
        for (int d = 1; d < s->var[k]->type->rank; d++) {
            Core *lengths = dim_lengths(s->var[k]->type->dim[d]);
            bool own = false;
            for (int r = 0; lengths && r < s->nvars; r++)
                own |= is_var(lengths, s->var[r]);
            claims = lengths ? s->var : claims;
            if (lengths && !own && slot_of_var(c, lengths->var) >= 0)
                use(c, slot_of_var(c, lengths->var), false);
        }
    return claims;
}

static void compile_stm(Compiler *c, Ins *i, const Stm *s)
{
    Ints drops = {0}, *outer = c->drops.at[c->level];
    i->node = s->exp;
    i->dst = slots_of_vars(c, s->var, s->nvars);
    for (int k = 0; k < s->nvars; k++) {
        int slot = i->dst.at[k];
        if (c->array.at[slot] && !c->live[slot])
            vec_push(&drops, slot);
        c->live[slot] = false;
    }
    c->drops.at[c->level] = &drops;
    i->claims = use_claims(c, s);
    for (int k = 0; k < s->exp->ntypes; k++)
        for (int d = 0; d < s->exp->type[k]->rank; d++)
            use_size(c, s->exp->type[k]->dim[d]);
    compile_exp(c, i, s->exp);
    c->drops.at[c->level] = outer;
    i->drop = (Slots){ .at = drops.at, .n = drops.n };
}

static InsList compile_list(Compiler *c, const Core *body)
{
    InsList b = { .n = body->nstms, .ins = NEWS(Ins, body->nstms) };
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
    l->body.drop = (Slots){ .at = unused.at, .n = unused.n };
}

static void compile_params(Compiler *c, Lam *l, Var **v, int n, const Var *index)
{
    l->param = slots_of_vars(c, v, n);
    l->index = index ? slot_of_var(c, index) : -1;
}

static void compile_lam_body(Compiler *c, Lam *l, const Core *body, int deeper)
{
    c->level += deeper;
    l->body = compile_list(c, body);
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

/* ---- operands ----------------------------------------------------------- */

/* The instruction takes the group's arrays over. */
static bool gives(Op op, int g)
{
    switch (op) {
    case OP_ARRAY: case OP_CALL: case OP_COPY: case OP_LOOP: case OP_WHILE: return true;
    case OP_UPDATE: return g != 1;
    default: return ops[op].roles[0] && strchr("!=", ops[op].roles[g]);
    }
}

/* Of each entry where it starts and its stride; 0 where it has none. */
static Slots entries(Compiler *c, Kids entry)
{
    Core *none = core_i64(0), **at = NEWS(Core *, 2 * entry.n);
    for (int k = 0; k < entry.n; k++) {
        const Core *e = entry.at[k];
        bool span = e->op == OP_SPAN;
        if (span)
            use_size(c, e->g[1].at[0]);
        at[2 * k] = e->op == OP_WHOLE ? none : span ? e->g[0].at[0] : entry.at[k];
        at[2 * k + 1] = span ? e->g[2].at[0] : none;
    }
    return operands(c, (Kids){ at, 2 * entry.n }, false);
}

static void compile_group(Compiler *c, Ins *i, int g, bool given)
{
    Kids k = i->node->g[g];
    switch (ops[i->node->op].groups[g]) {
    case 'a': case 'A': i->g[g] = operands(c, k, given); break;
    case 'I': i->g[g] = entries(c, k); break;
    case 'z': case 'Z':
        for (int s = 0; s < k.n; s++)
            use_size(c, k.at[s]);
    }
}

/* Those that are read are there before others are given away. */
static void compile_operands(Compiler *c, Ins *i)
{
    Op op = i->node->op;
    for (int given = 0; given <= 1; given++)
        for (int g = ops[op].ngroups - 1; g >= 0; g--)
            if (gives(op, g) == given)
                compile_group(c, i, g, given);
    int *single[] = { &i->a, &i->b, &i->c };
    for (int g = 0; g < ops[op].ngroups && g < 3; g++)
        if (ops[op].groups[g] == 'a')
            *single[g] = i->g[g].at[0];
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
    i->body = NEWS(InsList, 2);
    i->body[0] = compile_list(c, n->g[1].at[0]);
    bool *then = c->live;
    int then_room = c->live_room;
    c->live = NEWS(bool, then_room);
    memcpy(c->live, before, (size_t)room);
    i->body[1] = compile_list(c, n->g[2].at[0]);
    then = arena_grow(then, (size_t)then_room, (size_t)c->live_room);
    drop_differences(c, then, c->live);
    for (int s = 0; s < c->start.n; s++)
        c->live[s] |= then[s];
    compile_operands(c, i);
}

/* The counter's bound is there before the initial values are given away. */
static void compile_loop(Compiler *c, Ins *i, const Core *n)
{
    i->lam = NEW(Lam);
    compile_params(c, i->lam, n->bind, n->nbinds, n->op == OP_LOOP ? n->index : NULL);
    compile_lam_body(c, i->lam, n->g[2].at[0], 1);
    if (n->op == OP_WHILE) {
        i->body = NEW(InsList);
        c->level += 2;
        *i->body = compile_list(c, n->g[1].at[0]);
        c->level -= 2;
        for (int k = 0; k < i->lam->param.n; k++)
            c->live[i->lam->param.at[k]] = false;
    } else {
        i->from = type_of(n->g[1].at[0])->prim;
    }
    compile_operands(c, i);
}

/* ---- array combinators -------------------------------------------------- */

static void compile_levels(Compiler *c, Ins *i, Kids level, const Core *body)
{
    i->lam = NEWS(Lam, level.n);
    i->nlams = level.n;
    for (int d = 0; d < level.n; d++)
        compile_params(c, &i->lam[d], level.at[d]->bind, level.at[d]->nbinds,
                       level.at[d]->index);
    compile_lam_body(c, &i->lam[level.n - 1], body, level.n);
    for (int d = level.n - 1; d >= 0; d--) {
        c->level += d;
        i->lam[d].width = level.at[d]->g[0].at[0];
        use_size(c, i->lam[d].width);
        i->lam[d].array = operands(c, level.at[d]->g[1], false);
        c->level -= d;
    }
}

static void compile_nest(Compiler *c, Ins *i, const Core *n)
{
    int f = op_group(n->op, 'f'), op = op_group(n->op, 'o');
    bool seg = ops[n->op].kind == K_SEG;
    i->plain = !seg && f < 0;
    if (seg) {
        compile_levels(c, i, n->g[0], n->g[ops[n->op].ngroups - 1].at[0]);
    } else {
        i->lam = i->plain ? NEW(Lam) : compile_lam(c, n->g[f].at[0]);
        i->lam->index = i->plain ? -1 : i->lam->index;
        i->lam->width = n->g[0].at[0];
        i->nlams = 1;
    }
    if (op >= 0)
        i->fold = compile_lam(c, n->g[op].at[0]);
    for (const Stm *p = seg ? prefix_in(n, NULL) : NULL; p; p = prefix_in(n, p)) {
        const Stm *first = n->g[ops[n->op].ngroups - 1].at[0]->stm;
        vec_push(&i->prefix, &i->lam[i->nlams - 1].body.ins[p - first]);
    }
    compile_operands(c, i);
    if (!seg)
        i->lam->array = i->g[op_group(n->op, 'x')];
}

/* Whether nothing came before is in slot a, the sums so far are from slot b on. */
static void compile_prefix(Compiler *c, Ins *i, const Core *n)
{
    i->fold = compile_lam(c, n->g[0].at[0]);
    compile_operands(c, i);
    i->a = new_slot(c, (Slot){ 0 }, false, 0);
    for (int k = 0; k < n->g[1].n; k++) {
        int slot = new_slot(c, (Slot){ 0 }, false, 0);
        i->b = k ? i->b : slot;
    }
}

/* ---- everything ---------------------------------------------------------- */

static Run *runs(Op op)
{
    static Run *const run[NOPS] = {
        [OP_LENGTH] = run_length, [OP_TOTAL] = run_length, [OP_INDEX] = run_index,
        [OP_UPDATE] = run_update, [OP_IOTA] = run_iota, [OP_REPLICATE] = run_replicate,
        [OP_SEGIDS] = run_segids, [OP_WITHIN] = run_segids, [OP_GATHER] = run_gather,
        [OP_SPLIT] = run_split, [OP_STRIPES] = run_split, [OP_JOIN] = run_join,
        [OP_WEAVE] = run_join, [OP_IRREG] = run_irreg, [OP_SHP] = run_lengths,
        [OP_ENDS] = run_lengths, [OP_VAL] = run_val,
        [OP_UNCHUNK] = run_join, [OP_WINDOWS] = run_windows, [OP_RESHAPE] = run_reshape,
        [OP_REARRANGE] = run_rearrange,
        [OP_COERCE] = run_coerce, [OP_EMPTY] = run_empty, [OP_ARRAY] = run_array,
        [OP_CONCAT] = run_concat, [OP_COPY] = run_copy, [OP_OPAQUE] = run_pass,
        [OP_IF] = run_if, [OP_LOOP] = run_loop, [OP_WHILE] = run_while, [OP_CALL] = run_call,
        [OP_ASSERT] = run_assert, [OP_BODY] = run_body, [OP_VAR] = run_pass,
        [OP_CONST] = run_pass, [OP_PREFIX] = run_prefix, [OP_EXCLUSIVE] = run_prefix,
    };
    OpKind k = ops[op].kind;
    return run[op] ? run[op] : k == K_SCALAR ? run_scalar
         : k == K_SOAC || k == K_SEG ? run_soac : NULL;
}

static void compile_exp(Compiler *c, Ins *i, const Core *n)
{
    i->run = runs(n->op);
    if (!i->run)
        bug("the evaluator met a %s", ops[n->op].id);
    switch (n->op) {
    case OP_VAR: case OP_CONST: i->g[0] = operands(c, (Kids){ (Core **)&n, 1 }, true); return;
    case OP_BODY: *(i->body = NEW(InsList)) = compile_list(c, n); return;
    case OP_IF: compile_if(c, i, n); return;
    case OP_LOOP: case OP_WHILE: compile_loop(c, i, n); return;
    case OP_PREFIX: case OP_EXCLUSIVE: compile_prefix(c, i, n); return;
    default: break;
    }
    if (i->run == run_soac) {
        compile_nest(c, i, n);
        return;
    }
    compile_operands(c, i);
    if (ops[n->op].kind == K_SCALAR) {
        i->from = type_of(n->g[0].at[0])->prim;
        i->to = n->type[0]->prim;
    }
}

/* ---- functions ---------------------------------------------------------- */

static Code *compile_func(const Func *f)
{
    Compiler c = { .slot = table_new() };
    Code *code = MAKE(Code, .func = f, .body = f->body);
    new_slot(&c, (Slot){ .i = 0 }, false, 0);
    bind_all(&c, f->size, f->nsizes, NULL, 0);
    bind_all(&c, f->param, f->nparams, NULL, 0);
    number(&c, f->body, 0);
    code->slot = c.slot;
    compile_params(&c, &code->lam, f->param, f->nparams, NULL);
    compile_lam_body(&c, &code->lam, f->body, 0);
    code->start = c.start.at;
    code->nslots = c.start.n;
    return code;
}

static Table *known;           /* by body: passes replace it */

void code_forget(void)
{
    known = NULL;
}

const Code *code_of(const Func *f)
{
    if (!known)
        known = table_new();
    Code *code = table_get(known, f->body);
    if (!code || code->func != f) {
        code = compile_func(f);
        table_put(known, f->body, code);
    }
    return code;
}
