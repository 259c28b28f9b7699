/* lower.c -- scalar code, and what variables stand for. */
#include "lower.h"

#include <string.h>

bool on_host(const Lower *l)
{
    return !l->nest && !l->function;
}

Block *lower_into(Lower *l, Block *b)
{
    Block *before = l->out;
    l->out = b;
    return before;
}

Var *fresh(Lower *l, const char *name, const Type *t)
{
    (void)l;
    Var *v = NEW(Var);
    *v = (Var){ .name = intern(name), .type = t, .invented = true };
    return v;
}

bool has_attribute(const Stm *s, const char *name)
{
    for (int i = 0; i < s->nattrs; i++)
        if (!strcmp(s->attr[i], name))
            return true;
    return false;
}

/* ---- statements ------------------------------------------------------------ */

Stmt *emit(Lower *l, StmtKind kind)
{
    Stmt *s = NEW(Stmt);
    s->kind = kind;
    vec_push(l->out, s);
    return s;
}

Core *emit_let(Lower *l, Var *v, Core *exp)
{
    Stmt *s = emit(l, S_LET);
    s->var = v;
    s->exp = exp;
    s->constant = true;
    if (on_host(l) && exp) {
        table_put(l->facts->host_def, v, exp);
        table_put(l->facts->hosted, v, v);
    }
    if (exp)
        range_define(l->facts->range, v, exp, 0);
    return core_var(v);
}

/* Its memory is a thread's own. */
static bool is_private(const Lower *l, const Core *to)
{
    const Buffer *b = to->op == OP_INDEX ? table_get(l->plan->buffer_of, to->g[0].at[0]->var)
                                         : NULL;
    return !b || b->home == B_THREAD;
}

void emit_set(Lower *l, Core *to, Core *exp)
{
    Block *out = l->out;
    if (l->together && !is_private(l, to))
        l->out = &emit(l, S_ONCE)->body;
    Stmt *s = emit(l, S_SET);
    l->out = out;
    s->to = to;
    s->exp = exp;
}

/* ---- variables ------------------------------------------------------------- */

/* A scalar that the device knows, in a kernel: read at the kernel's start. */
static Core *load_scalar(Lower *l, Var *v);

static Core *load_in(Core *n, void *l)
{
    return n->op == OP_VAR ? load_scalar(l, n->var) : core_map(n, load_in, l);
}

static Core *load_scalar(Lower *l, Var *v)
{
    Facts *f = l->facts;
    Core *tree = table_get(f->tree, v);
    if (!tree || !l->nest || !table_has(f->places->device, v))
        return tree ? tree : core_var(v);
    if (table_has(l->loaded, v))
        return table_get(l->loaded, v);
    Core *loaded = load_in(tree, l);
    if (loaded->op != OP_INDEX && !is_atom(loaded) && l->nest->kernel->node) {
        Block *out = lower_into(l, &l->nest->prologue);
        Var *own = fresh(l, v->name, v->type);
        loaded = emit_let(l, own, loaded);
        l->out = out;
    }
    table_put(l->loaded, v, loaded);
    return loaded;
}

Core *scalar_of(Lower *l, const Core *atom)
{
    if (atom->op != OP_VAR)
        return (Core *)atom;
    Use *u = table_get(l->facts->use, atom->var);
    if (u)
        u->placed = true;
    if (l->nest)
        return load_scalar(l, atom->var);
    Core *tree = table_get(l->facts->tree, atom->var);
    return tree && !(on_host(l) && table_has(l->facts->places->device, atom->var)) ? tree
         : core_var(atom->var);
}

static Core *resolve(Core *n, void *l)
{
    return n->op == OP_VAR ? scalar_of(l, n) : core_map(n, resolve, l);
}

Core *size_tree(Lower *l, const Core *size)
{
    return resolve((Core *)size, l);
}

const Type *sized(Lower *l, const Type *t)
{
    if (!t->rank)
        return t;
    Type *u = NEW(Type);
    *u = (Type){ t->prim, t->rank, NEWS(Core *, t->rank) };
    for (int d = 0; d < t->rank; d++) {
        if (!t->dim[d])
            fail_at(NULL, ERR_CUDA_OPERATION, "arrays whose rows differ in length have no CUDA "
                    "code yet");
        u->dim[d] = size_tree(l, t->dim[d]);
    }
    return u;
}

Core *element(Lower *l, const View *v, Core **index)
{
    Core *e = view_at(v, index);
    return l->nest ? resolve(e, l) : e;
}

View *view_of(Lower *l, const Core *atom)
{
    View *v = atom->op == OP_VAR ? table_get(l->facts->view, atom->var) : NULL;
    if (!v)
        bug("plan: no view for %s", core_str(atom));
    return v;
}

static Use *use_of(const Lower *l, const Var *v)
{
    static Use none;
    Use *u = table_get(l->facts->use, v);
    return u ? u : &none;
}

/* Names a scalar, or nests it where it is used: if it is used once, not in a
   loop further in, and was not named by the programmer. */
void bind_scalar(Lower *l, Var *v, Core *tree, bool is_let)
{
    Use *u = use_of(l, v);
    bool once = u->uses == 1 && !u->deeper;
    bool nest = is_atom(tree) || (once && (v->invented || !is_let));
    if (!u->uses && !tree_is_call(tree) && v->type)
        nest = true;
    if (!nest) {
        table_put(l->facts->tree, v, emit_let(l, v, tree));
        return;
    }
    table_put(l->facts->tree, v, tree);
    u->placed = false;
    if (tree_reads(tree) && u->uses)
        vec_push(&l->pending, v);
}

/* Places the reads that are still nested: memory may change, or a loop begins. */
void flush_reads(Lower *l)
{
    for (int i = 0; i < l->pending.n; i++) {
        Var *v = l->pending.at[i];
        if (!use_of(l, v)->placed)
            table_put(l->facts->tree, v, emit_let(l, v, table_get(l->facts->tree, v)));
    }
    l->pending.n = 0;
}

void bind_view(Lower *l, Var *v, View *view)
{
    table_put(l->facts->view, v, view);
}

/* A row that is contiguous and has a name in the source is a pointer, where
   a loop will run over it. */
static View *named_row(Lower *l, Var *v, View *row)
{
    Buffer *b;
    Core *start;
    if (v->invented || on_host(l) || !view_run(row, &b, &start) || b->home == B_RESULT)
        return row;
    Buffer *r = NEW(Buffer);
    r->home = B_ROW;
    r->var = v;
    r->mate = b;
    table_put(l->plan->buffer_of, v, r);
    Stmt *s = emit(l, S_ROW);
    s->var = v;
    s->exp = tree_load(b, start);
    return view_buffer(r, row->type);
}

/* Element `index` of an array: what a level or a function is given. */
void bind_element(Lower *l, Var *v, View *array, Core *index)
{
    Use *u = use_of(l, v);
    if (!u->uses)
        return;
    if (!v->type->rank) {
        bind_scalar(l, v, element(l, array, &index), false);
        return;
    }
    View *row = view_row(array, index);
    bind_view(l, v, u->deeper || v->type->rank > 1 ? named_row(l, v, row) : row);
}

/* ---- scalar operations ----------------------------------------------------- */

/* Whether the value of integer arithmetic may not be one of its type. */
static bool may_wrap(const Ranges *r, const Core *n)
{
    if (!prim_is_int(type_of(n)->prim))
        return false;
    const Core *a = n->g[0].at[0], *b = ops[n->op].ngroups > 1 ? n->g[1].at[0] : a;
    int bits = 8 * prim_bytes(type_of(n)->prim);
    int64_t by = is_const(b) ? b->value.i : 63, most = INT64_MAX >> (64 - bits);
    switch (n->op) {
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_NEG: return !range_fits(r, n);
    case OP_ABS: return !range_fits(r, core_prim1(OP_NEG, (Core *)a));
    /* C shifts no negative numbers. */
    case OP_SHL: return range_of(r, a).least < 0 || range_of(r, a).most > most >> (by & 63);
    default: return false;
    }
}

/* The tree of a scalar operation on these operands. */
static Core *with_operands(Lower *l, const Core *n)
{
    Core *t = core_copy_node(n);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            t->g[g].at[i] = scalar_of(l, n->g[g].at[i]);
    t->wraps = may_wrap(l->facts->range, t);
    return t;
}

static void lower_call(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Function *f = function_of(l->plan, n->func);
    function_used(l->plan, f, on_host(l));
    int fails = f->failure != NULL;
    Core **arg = NEWS(Core *, n->g[0].n + 1);
    for (int i = 0; i < n->g[0].n; i++) {
        if (type_of(n->g[0].at[i])->rank)
            fail_at(n->span, ERR_CUDA_OPERATION, "a function that takes an array has no CUDA "
                    "code yet");
        arg[i] = scalar_of(l, n->g[0].at[i]);
    }
    if (fails)
        arg[n->g[0].n] = failure_word(l);
    Core *call = tree_call(f->name, arg, n->g[0].n + fails, f->prim);
    if (s->nvars == 1) {
        bind_scalar(l, s->var[0], call, true);
        return;
    }
    Var *r = fresh(l, f->name, type_prim(f->prim));
    table_put(l->plan->record_of, r, (void *)f->record);
    emit_let(l, r, call);
    for (int k = 0; k < s->nvars; k++)
        table_put(l->facts->tree, s->var[k], tree_field(core_var(r), f->record->field[k]));
}

static Core **index_trees(Lower *l, const Core *n)
{
    Core **index = NEWS(Core *, n->g[1].n);
    for (int d = 0; d < n->g[1].n; d++)
        index[d] = scalar_of(l, n->g[1].at[d]);
    return index;
}

static void lower_index(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View *v = view_of(l, n->g[0].at[0]);
    Core **index = index_trees(l, n);
    check_index(l, n, v, index);
    bind_scalar(l, s->var[0], element(l, v, index), true);
}

static void lower_scalar(Lower *l, const Stm *s)
{
    Core *t = with_operands(l, s->exp);
    Core *arg[3] = { NULL };
    for (int g = 0; g < ops[t->op].ngroups && g < 3; g++)
        arg[g] = t->g[g].at[0];
    check_op(l, t, arg);
    bind_scalar(l, s->var[0], t, true);
}

/* ---- at host level, on what only the device knows -------------------------- */

/* Kernels that use it will compute it. */
static void leave_to_users(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Core *tree;
    if (n->op == OP_INDEX)
        tree = view_at(view_of(l, n->g[0].at[0]), index_trees(l, n));
    else
        tree = with_operands(l, n);
    table_put(l->facts->tree, s->var[0], tree);
}

static void lower_read(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View *v = view_of(l, n->g[0].at[0]);
    Core **index = index_trees(l, n);
    check_index(l, n, v, index);
    Core *load = view_at(v, index);
    if (load->op == OP_INDEX)
        read_back(l, s->var[0], load);
    else
        table_put(l->facts->tree, s->var[0], load);
}

/* ---- bodies ---------------------------------------------------------------- */

static void lower_assert(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Trees said = {0};
    for (int k = 0; k < n->g[2].n; k++)
        vec_push(&said, scalar_of(l, n->g[2].at[k]));
    if (!n->unchecked)
        check_that(l, scalar_of(l, n->g[0].at[0]), n->span, n->text, &said);
    for (int k = 0; k < s->nvars; k++)
        if (s->var[k]->type->rank)
            bind_view(l, s->var[k], view_typed(view_of(l, n->g[1].at[k]),
                                               sized(l, s->var[k]->type)));
        else
            table_put(l->facts->tree, s->var[k], scalar_of(l, n->g[1].at[k]));
}

static void lower_exp(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bug_place(n->span);
    if (is_atom(n)) {
        if (s->var[0]->type->rank)
            bind_view(l, s->var[0], view_of(l, n));
        else
            table_put(l->facts->tree, s->var[0], scalar_of(l, n));
        return;
    }
    switch (n->op) {
    case OP_LOOP: case OP_WHILE: lower_loop(l, s); return;
    case OP_IF: lower_if(l, s); return;
    case OP_CALL: lower_call(l, s); return;
    case OP_ASSERT: lower_assert(l, s); return;
    default: break;
    }
    switch (ops[n->op].kind) {
    case K_SCALAR: lower_scalar(l, s); return;
    case K_SOAC: lower_soac(l, s); return;
    case K_SEG: lower_seg(l, s); return;
    default:
        if (n->op == OP_INDEX && !s->var[0]->type->rank)
            lower_index(l, s);
        else
            lower_array_op(l, s);
    }
}

/* What is made of a binding comes from where it does. */
void lower_stm(Lower *l, const Stm *s)
{
    Origin before = origin_now();
    if (s->exp->span)
        origin_set(origin_of(s->exp));
    switch (on_host(l) ? site_of(l->facts->places, s) : ON_HOST) {
    case ON_HOST: lower_exp(l, s); break;
    case IN_USERS: leave_to_users(l, s); break;
    case FROM_MEMORY: lower_read(l, s); break;
    case BY_ONE_THREAD: thread_kernel(l, s); break;
    }
    origin_set(before);
}

void lower_stms(Lower *l, const Core *body)
{
    for (int i = 0; i < body->nstms; i++)
        if (on_host(l) || !make_stream(l, body, i))
            lower_stm(l, &body->stm[i]);
}
