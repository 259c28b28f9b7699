/* tree.c -- expressions of the plan, and walks over statements. */
#include "plan.h"

#include <string.h>

static Core *with_type(Core *n, const Type *t)
{
    core_set_type(n, t);
    return n;
}

static Core *node2(Op op, Core *a, Core *b, const Type *t)
{
    return with_type(CORE(op, NULL, one(a), one(b)), t);
}

static bool is_number(const Core *n, int64_t i)
{
    return is_const(n) && prim_is_int(n->value.prim) && n->value.i == i;
}

/* A test of which one side is known. */
static Core *half_known(Op op, Core *a, Core *b)
{
    Core *known = is_const(a) ? a : is_const(b) ? b : NULL;
    bool neutral = known && (known->value.i != 0) == (op == OP_LAND);
    return !known || (op != OP_LAND && op != OP_LOR) ? NULL : !neutral ? known
         : known == a ? b : a;
}

Core *tree_op(Op op, Core *a, Core *b)
{
    Core *known = half_known(op, a, b);
    const Type *t = op >= OP_LAND && op <= OP_GE ? type_prim(BOOL) : type_of(a);
    const char *error;
    Scalar value;
    if (known)
        return known;
    if (is_const(a) && is_const(b) && a->value.prim == I64 && b->value.prim == I64
        && scalar_op(op, (Scalar[]){ a->value, b->value }, 2, t->prim, &value, &error))
        return core_const(value);
    Core *n = node2(op, a, b, t);
    n->unchecked = op == OP_QUOT || op == OP_REM;          /* by a size that is not 0 */
    return n;
}

/* x, if this is x / n * n and x % n. */
static Core *whole_of(const Core *a, const Core *b)
{
    const Core *quot = a->op == OP_MUL ? a->g[0].at[0] : a;
    bool parts = a->op == OP_MUL && quot->op == OP_QUOT && b->op == OP_REM
              && core_equal(quot->g[0].at[0], b->g[0].at[0])
              && core_equal(quot->g[1].at[0], b->g[1].at[0])
              && core_equal(a->g[1].at[0], b->g[1].at[0]);
    return parts ? b->g[0].at[0] : NULL;
}

Core *tree_add(Core *a, Core *b)
{
    Core *whole = whole_of(a, b);
    return whole ? whole : is_number(a, 0) ? b : is_number(b, 0) ? a : tree_op(OP_ADD, a, b);
}

Core *tree_sub(Core *a, Core *b)
{
    return is_number(b, 0) ? a : tree_op(OP_SUB, a, b);
}

Core *tree_mul(Core *a, Core *b)
{
    if (is_number(a, 0) || is_number(b, 0))
        return core_i64(0);
    return is_number(a, 1) ? b : is_number(b, 1) ? a : tree_op(OP_MUL, a, b);
}

static Core *whole_in(Core *n, void *arg)
{
    Core *m = core_map(n, whole_in, arg);
    if (m->wraps) {
        m = m == n ? core_copy_node(n) : m;
        m->wraps = false;
    }
    return m;
}

Core *tree_whole(Core *n)
{
    return whole_in(n, NULL);
}

/* A constant goes to the right: n <= 0. */
Core *tree_not(Core *a)
{
    static const Op opposite[][3] = {       /* and with the operands exchanged */
        { OP_EQ, OP_NE, OP_NE }, { OP_NE, OP_EQ, OP_EQ }, { OP_LT, OP_GE, OP_LE },
        { OP_GE, OP_LT, OP_GT }, { OP_GT, OP_LE, OP_GE }, { OP_LE, OP_GT, OP_LT }
    };
    for (int i = 0; i < 6; i++)
        if (a->op == opposite[i][0] && prim_is_int(type_of(a->g[0].at[0])->prim)) {
            Core *left = a->g[0].at[0], *right = a->g[1].at[0];
            return is_const(left) ? tree_op(opposite[i][2], right, left)
                                  : tree_op(opposite[i][1], left, right);
        }
    if (a->op == OP_NOT)
        return a->g[0].at[0];
    return core_prim1(OP_NOT, a);
}

Core *tree_load(Buffer *b, Core *index)
{
    Core *n = CORE(OP_INDEX, NULL, one(core_var(b->var)));
    if (index && b->threads)
        index = tree_add(tree_mul(index, core_var(b->threads)), core_var(b->thread));
    if (index)
        core_set1(n, 1, index);
    return with_type(n, type_prim(b->var->type->prim));
}

Core *tree_element(Buffer *b, Core **index)
{
    return with_type(CORE(OP_INDEX, NULL, one(core_var(b->var)),
                          { index, b->shape->rank }), type_prim(b->var->type->prim));
}

/* What C has beyond core: f(a, b), NAME, a.field, Record{ a, b }. */
enum { CALL, NAME, FIELD, RECORD };

static Core *term(int kind, const char *text, Core *const *arg, int n, Prim result)
{
    Core *t = core_node(OP_TERM, NULL), **own = NEWS(Core *, n);
    for (int i = 0; i < n; i++)
        own[i] = arg[i];
    t->term = kind;
    t->text = intern(text);
    core_set(t, 0, own, n);
    return with_type(t, type_prim(result));
}

Core *tree_field(Core *record, const Var *field)
{
    return term(FIELD, field->name, &record, 1, field->type->prim);
}

Core *tree_part(Core *sum, const Function *op, int i)
{
    for (; op->of; op = op->of)
        sum = tree_field(sum, op->record->field[0]);
    return op->record ? tree_field(sum, op->record->field[i]) : sum;
}

bool operator_fails(const Function *op)
{
    while (op && op->of)
        op = op->of;
    return op && op->failure;
}

Core *tree_record(const Record *r, Core *const *value)
{
    return term(RECORD, r->name, value, r->n, r->field[0]->type->prim);
}

Core *tree_call(const char *name, Core *const *arg, int n, Prim result)
{
    return term(CALL, name, arg, n, result);
}

Core *tree_name(const char *name, Prim p)
{
    return term(NAME, name, NULL, 0, p);
}

bool tree_is_field(const Core *n) { return n->op == OP_TERM && n->term == FIELD; }
bool tree_is_record(const Core *n) { return n->op == OP_TERM && n->term == RECORD; }
bool tree_is_call(const Core *n) { return n->op == OP_TERM && n->term == CALL; }

static Core *leaf_body(Core *value)
{
    return with_type(CORE(OP_BODY, NULL, one(value)), type_of(value));
}

Core *tree_if(Core *c, Core *a, Core *b)
{
    if (type_of(a)->prim == BOOL && is_const(b) && !b->value.i)
        return is_const(a) && a->value.i ? c : tree_op(OP_LAND, c, a);
    if (type_of(a)->prim == BOOL && is_const(a) && a->value.i)
        return tree_op(OP_LOR, c, b);
    Core *n = node2(OP_IF, c, leaf_body(a), type_of(a));
    core_set1(n, 2, leaf_body(b));
    return n;
}

Core *tree_count(const Type *t)
{
    Core *n = core_i64(1);
    for (int d = 0; d < t->rank; d++)
        n = tree_mul(n, t->dim[d]);
    return n;
}

/* ---- walks ----------------------------------------------------------------- */

typedef struct {
    void (*f)(Var *v, void *arg);
    void *arg;
} VarWalk;

static void vars_in(Core *n, void *walk)
{
    VarWalk *w = walk;
    if (n->op == OP_VAR)
        w->f(n->var, w->arg);
    else
        core_each(n, vars_in, walk);
}

void tree_vars(const Core *n, void (*f)(Var *v, void *arg), void *arg)
{
    VarWalk w = { f, arg };
    if (n)
        vars_in((Core *)n, &w);
}

bool tree_reads(const Core *n)
{
    return core_has(n, OP_INDEX);
}

Stmt *stmt_add(Block *b, Stmt s)
{
    Stmt *own = COPY(Stmt, s);
    vec_push(b, own);
    return own;
}

bool stmt_writes(const Stmt *s)
{
    return (s->kind == S_SET || s->kind == S_ATOMIC || s->kind == S_LOCKED || s->kind == S_STORE
            || s->kind == S_FETCH)
        && s->to->op == OP_INDEX;
}

void block_each(const Block *b, void (*f)(Stmt *s, void *arg), void *arg)
{
    for (int i = 0; i < b->n; i++) {
        f(b->at[i], arg);
        block_each(&b->at[i]->body, f, arg);
        block_each(&b->at[i]->other, f, arg);
    }
}

bool block_some(const Block *b, bool (*is)(const Stmt *s))
{
    bool yes = false;
    for (int i = 0; i < b->n && !yes; i++)
        yes = is(b->at[i]) || block_some(&b->at[i]->body, is) || block_some(&b->at[i]->other, is);
    return yes;
}

void stmt_map(Stmt *s, Core *(*f)(Core *n, void *arg), void *arg)
{
    Core **tree[] = { &s->to, &s->exp, &s->count };
    for (int i = 0; i < 3; i++)
        if (*tree[i])
            *tree[i] = f(*tree[i], arg);
    for (int i = 0; i < s->said.n; i++)
        s->said.at[i] = f(s->said.at[i], arg);
}

Core *rename_var(Core *n, void *renamed)
{
    const Renamed *r = renamed;
    return is_var(n, r->from) ? core_var(r->to) : core_map(n, rename_var, renamed);
}

static void launch_vars(const Kernel *k, const VarWalk *w)
{
    tree_vars(k->guard, w->f, w->arg);
    for (int i = 0; i < k->stages.n; i++) {
        const Stage *s = k->stages.at[i];
        tree_vars(s->grid, w->f, w->arg);
        tree_vars(s->threads, w->f, w->arg);
        tree_vars(s->shared, w->f, w->arg);
        for (int p = 0; p < s->param.n; p++)
            w->f(s->param.at[p], w->arg);
    }
}

static void stmt_vars(Stmt *s, void *walk)
{
    VarWalk *w = walk;
    tree_vars(s->to, w->f, w->arg);
    tree_vars(s->exp, w->f, w->arg);
    tree_vars(s->count, w->f, w->arg);
    for (int i = 0; i < s->said.n; i++)
        tree_vars(s->said.at[i], w->f, w->arg);
    for (int i = 0; i < s->arg.n; i++)
        tree_vars(s->arg.at[i].exp, w->f, w->arg);
    if (s->op && s->op->self)
        w->f(s->op->self, w->arg);
    if (s->kind == S_COLLECTIVE && s->var)
        w->f(s->var, w->arg);
    if (s->kernel)
        launch_vars(s->kernel, w);
}

void stmt_own_vars(Stmt *s, void (*f)(Var *v, void *arg), void *arg)
{
    VarWalk w = { f, arg };
    stmt_vars(s, &w);
}

void block_vars(const Block *b, void (*f)(Var *v, void *arg), void *arg)
{
    VarWalk w = { f, arg };
    block_each(b, stmt_vars, &w);
}

typedef struct { const Var *var; int uses; } Uses;

static void count_var(Var *v, void *uses)
{
    Uses *u = uses;
    u->uses += v == u->var;
}

int block_uses(const Block *b, const Var *v)
{
    Uses u = { v, 0 };
    block_vars(b, count_var, &u);
    return u.uses;
}

/* ---- dead bindings --------------------------------------------------------- */

Block block_pruned(const Block *b, Table *used)
{
    Block kept = { 0 }, result = { .region = b->region };
    VarWalk w = { note_var, used };
    for (int i = b->n - 1; i >= 0; i--) {
        Stmt *s = b->at[i];
        bool binds = s->kind == S_LET || s->kind == S_ROW || s->kind == S_ARRAY
                  || s->kind == S_ALLOCATE || s->kind == S_OWN;
        bool sets = s->kind == S_SET && s->to->op == OP_VAR;
        if ((binds && !table_has(used, s->var)) || (sets && !table_has(used, s->to->var)))
            continue;
        Stmt *copy = COPY(Stmt, *s);
        int known;
        do {                   /* again, if a next round of a loop uses more */
            known = table_count(used);
            stmt_vars(copy, &w);
            copy->other = block_pruned(&s->other, used);
            copy->body = block_pruned(&s->body, used);
        } while (s->body.n && table_count(used) > known);
        vec_push(&kept, copy);
    }
    for (int i = kept.n - 1; i >= 0; i--)
        vec_push(&result, kept.at[i]);
    return result;
}

Core *total_of(Core **count, int n)
{
    Core *total = core_i64(1);
    for (int d = 0; d < n; d++)
        total = tree_mul(total, count[d]);
    return total;
}
