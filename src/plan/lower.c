/* lower.c -- a binding as statements, on the host or in a kernel. */
#include "lower.h"

/* ---- scalar operations ----------------------------------------------------- */

bool may_wrap(const Ranges *r, const Core *n)
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

static bool is_true(const Core *n)
{
    return n->op == OP_CONST && n->value.prim == BOOL && n->value.i;
}

/* Without what is known to hold, of indices above all. */
static Core *undecided(const Lower *l, Core *n)
{
    const Ranges *r = l->facts->range;
    bool joins = n->op == OP_LAND || n->op == OP_LOR;
    Core *a = n->g[0].at[0], *b = joins || n->op == OP_LE ? n->g[1].at[0] : a;
    if (joins && (is_true(a) || is_true(b)))
        return is_true(a) == (n->op == OP_LAND) ? b : a;
    bool rest = (n->op == OP_MOD || n->op == OP_REM) && type_of(a)->prim == I64;
    if (rest && a->op == OP_ADD && core_equal(a->g[1].at[0], n->g[1].at[0])
        && surely_natural(r, a->g[0].at[0]))
        core_set1(n, 0, a = a->g[0].at[0]);      /* (i + n) % n of a natural number */
    if (rest && surely_natural(r, a) && surely_below(r, a, n->g[1].at[0]))
        return a;              /* i % n of an index below n */
    bool holds = n->op == OP_LE && type_of(a)->prim == I64 && surely_at_most(r, a, b);
    return holds ? core_bool(true) : n;
}

/* The tree of a scalar operation on these operands. */
static Core *with_operands(Lower *l, const Core *n)
{
    if (n->op == OP_LENGTH || n->op == OP_TOTAL)
        return core_copy_node(size_tree(l, n));
    Core *t = core_copy_node(n);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            t->g[g].at[i] = scalar_of(l, n->g[g].at[i]);
    t->wraps = may_wrap(l->facts->range, t);
    return undecided(l, t);
}

static void lower_call(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Function *f = function_of(l, n->func);
    if (on_host(l))
        host_calls(l, f);
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
    const char *tuple = s->var[0]->tuple;
    Var *r = fresh(l, tuple ? tuple : f->name, type_prim(f->prim));
    table_put(l->plan->record_of, r, (void *)f->record);
    emit_let(l, r, call);
    for (int k = 0; k < s->nvars; k++)
        table_put(l->facts->tree, s->var[k], tree_field(core_var(r), f->record->field[k]));
}

static void lower_index(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View *v = view_of(l, n->g[0].at[0]);
    Core **index = scalars_of(l, &n->g[1]);
    check_index(l, n, v, index);
    bind_scalar(l, s->var[0], element(l, v, index), true);
}

static void lower_scalar(Lower *l, const Stm *s)
{
    if (s->exp->op == OP_THRESHOLD) {
        table_put(l->facts->tree, s->var[0], threshold_of(l, s->exp));
        return;
    }
    Core *t = with_operands(l, s->exp);
    Core *arg[3] = { NULL };
    for (int g = 0; g < ops[t->op].ngroups && g < 3; g++)
        arg[g] = t->g[g].at[0];
    if (t->op == s->exp->op)             /* else an operand, which was checked */
        check_op(l, t, arg);
    bind_scalar(l, s->var[0], with_quotient(l, t), true);
}

/* ---- at host level, on what only the device knows -------------------------- */

/* A scalar of the host's code that only the device knows. */
static bool stays_on_device(const Lower *l, const Core *atom)
{
    return on_host(l) && atom->op == OP_VAR && table_has(l->facts->places->device, atom->var);
}

/* The element's place in memory. The host checks its index. */
static Core *checked_load(Lower *l, const Core *n)
{
    View *v = view_of(l, n->g[0].at[0]);
    Core **index = scalars_of(l, &n->g[1]);
    check_index(l, n, v, index);
    return view_at(v, index);
}

static void lower_assert(Lower *l, const Stm *s);

/* Kernels that use it will compute it. */
static void leave_to_users(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    if (n->op == OP_ASSERT) {
        lower_assert(l, s);
        return;
    }
    table_put(l->facts->tree, s->var[0],
              n->op == OP_INDEX ? checked_load(l, n) : with_operands(l, n));
}

static void lower_read(Lower *l, const Stm *s)
{
    Core *load = checked_load(l, s->exp);
    if (load->op == OP_INDEX)
        read_back(l, s->var[0], load);
    else
        table_put(l->facts->tree, s->var[0], load);
}

/* An array result must outlive the kernel: it takes the place of an operand,
   or gets memory. */
static void keep_result(Lower *l, const Stm *s, int k)
{
    const Core *old = replaced(s->exp, k);
    if (old)
        bind_view(l, old->var, own(l, old, s->var[k]));
    else
        alloc_of(l->facts->allocs, s->var[k])->place = memory_for(l, s->var[k]);
}

static void lower_exp(Lower *l, const Stm *s);

/* The host checks an index that it knows. */
static Core *checked_by_host(Lower *l, Core *n)
{
    bool known = n->op == OP_INDEX || n->op == OP_UPDATE;
    for (int i = 0; known && i < n->g[1].n; i++)
        known = !stays_on_device(l, n->g[1].at[i]) && is_atom(n->g[1].at[i]);
    if (!known)
        return n;
    check_index(l, n, view_of(l, n->g[0].at[0]), scalars_of(l, &n->g[1]));
    n = core_copy_node(n);
    n->unchecked = true;
    return n;
}

/* Runs one binding in a kernel of one thread. */
static void thread_kernel(Lower *l, const Stm *binding)
{
    Stm *s = COPY(Stm, *binding);
    Facts *f = l->facts;
    s->exp = checked_by_host(l, s->exp);
    Nest *k = nest_new(s->exp, s->var[0]->name,
                       "One thread computes values whose operands are in device memory.");
    k->alone = true;
    Lower in = in_kernel(l, k);
    for (int i = 0; i < s->nvars; i++)
        if (s->var[i]->type->rank)
            keep_result(l, s, i);
    lower_exp(&in, s);
    for (int i = 0; i < s->nvars; i++) {
        Var *v = s->var[i];
        if (v->type->rank)
            continue;
        Core *at = tree_load(memory_for(l, v)->buffer, NULL), *value = table_get(f->tree, v);
        if (!core_equal(at, value))
            emit_set(&in, at, value);
        table_put(f->tree, v, at);
    }
    launch_alone(l, k);
    for (int i = 0; i < s->nvars; i++)
        if (!s->var[i]->type->rank && table_has(f->places->read_back, s->var[i]))
            read_back(l, s->var[i], table_get(f->tree, s->var[i]));
}

/* ---- bodies ---------------------------------------------------------------- */

static void lower_assert(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Trees said = { scalars_of(l, &n->g[2]), n->g[2].n, n->g[2].n };
    if (!n->unchecked)
        check_that(l, scalar_of(l, n->g[0].at[0]), n->span, n->text, &said);
    for (int k = 0; k < s->nvars; k++)
        if (s->var[k]->type->rank)
            bind_view(l, s->var[k], view_typed(view_of(l, n->g[1].at[k]),
                                               sized(l, s->var[k]->type)));
        else if (stays_on_device(l, n->g[1].at[k]))
            table_put(l->facts->tree, s->var[k], table_get(l->facts->tree, n->g[1].at[k]->var));
        else
            bind_scalar(l, s->var[k], scalar_of(l, n->g[1].at[k]), true);
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
    case OP_CALL:
        if (func_on_host(n->func))
            lower_host_call(l, s);
        else
            lower_call(l, s);
        return;
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
static void lower_stm(Lower *l, const Stm *s)
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

void lower_bindings(Lower *l, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *reader = untiled(l, body, i);
        if (!table_has(l->facts->done, &body->stm[i]))
            lower_stm(l, &body->stm[i]);
        if (reader)
            table_put(l->facts->done, reader, l);
    }
}
