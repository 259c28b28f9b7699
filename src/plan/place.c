/*
 * place.c -- host or device: which host-level scalars only the device knows,
 * which the host must read back, and which host-level code one thread of the
 * device runs.
 *
 * What a kernel computes, the device knows; what is computed from that, too.
 * Sizes, bounds of loops, conditions and slices of the host it must know: a
 * scalar that it needs is read back, which may let it compute others. So both
 * sets are a fixed point over the body.
 */
#include "place.h"

#include "uses.h"

typedef struct {
    const Func *entry;
    bool unsafe;
    Ranges *range;             /* nothing is known yet */
    bool writes;               /* some array is changed in place, or carried by a loop */
    Table *queues;             /* loops and branches: whether kernels are queued in them */
    Places *to;
} Pass;

/* ---- what only the device knows -------------------------------------------- */

static bool on_device(const Pass *p, const Core *atom)
{
    return atom->op == OP_VAR && table_has(p->to->device, atom->var);
}

static bool device_operand(const Pass *p, const Core *n)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            if (on_device(p, n->g[g].at[i]))
                return true;
    return false;
}

static bool hosts_alone(const Var *v, const void *pass)
{
    return !v->type->rank && !table_has(((const Pass *)pass)->to->device, v);
}

static bool touches_device(const Pass *p, const Core *n)
{
    return !all_vars(n, hosts_alone, p);
}

/* The host queues kernels there. */
static bool is_host_call(const Core *n)
{
    return n->op == OP_CALL && func_on_host(n->func);
}

/* Within it the host queues kernels; asked in each round of what is around. */
static bool queues(const Pass *p, const Core *n)
{
    static char yes, no;
    void *known = table_get(p->queues, n);
    if (!known) {
        known = core_parallel(n) || core_some(n, is_host_call) ? &yes : &no;
        table_put(p->queues, n, known);
    }
    return known == &yes;
}

/* A loop or branch that only computes scalars, or changes arrays in place,
   from what lies on the device. */
static bool one_thread(const Pass *p, const Core *n)
{
    if (ops[n->op].kind == K_SOAC)
        return true;
    if (!is_loop(n) && n->op != OP_IF)
        return false;
    for (int k = 0; k < n->ntypes; k++)
        if (n->type[k]->rank && (n->op == OP_IF || !in_place(n, k)))
            return false;
    return !table_has(p->to->at_host, n) && !queues(p, n) && touches_device(p, n);
}

static void mark(Pass *p, Var *v)
{
    if (!v->type->rank && !table_has(p->to->read_back, v))
        table_put(p->to->device, v, v);
}

static void mark_body(Pass *p, const Core *body);

static void define(Pass *p, Var *v, const Stm *s)
{
    if (!table_has(p->to->defined, v))
        table_put(p->to->defined, v, (void *)s);
}

static void mark_loop(Pass *p, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[2].at[0];
    for (int before = -1; before != table_count(p->to->device);) {
        before = table_count(p->to->device);
        for (int k = 0; k < n->nbinds; k++) {
            Stm *own = MAKE(Stm, .var = n->bind, .nvars = k, .exp = (Core *)n);
            define(p, n->bind[k], own);
            if (on_device(p, n->g[0].at[k]) || on_device(p, body->g[0].at[k]))
                mark(p, n->bind[k]);
        }
        if (n->op == OP_WHILE)
            mark_body(p, n->g[1].at[0]);
        mark_body(p, body);
    }
    for (int k = 0; k < n->nbinds; k++)
        if (table_has(p->to->device, n->bind[k]))
            mark(p, s->var[k]);
}

static void mark_if(Pass *p, const Stm *s)
{
    for (int b = 1; b <= 2; b++) {
        const Core *body = s->exp->g[b].at[0];
        mark_body(p, body);
        for (int k = 0; k < s->nvars; k++)
            if (on_device(p, body->g[0].at[k]))
                mark(p, s->var[k]);
    }
}

static bool writes_array(const Core *e)
{
    return ops[e->op].kind == K_SOAC || op_group(e->op, '!') >= 0 || is_loop(e) || core_reuses(e);
}

/* The device computes its results, whatever its operands are. */
static bool computed_there(const Pass *p, const Core *e)
{
    return ops[e->op].kind == K_SEG || e->op == OP_INDEX || one_thread(p, e)
        || (e->op == OP_CALL && !p->unsafe && func_fails(e->func));
}

static void mark_stm(Pass *p, const Stm *s)
{
    const Core *e = s->exp;
    for (int k = 0; k < s->nvars; k++)
        define(p, s->var[k], s);
    p->writes |= writes_array(e);
    bool there = computed_there(p, e);
    if (is_host_call(e)) {
        for (int k = 0; k < s->nvars; k++)
            if (!func_tells(e->func, k))
                mark(p, s->var[k]);
    } else if (!there && is_loop(e))
        mark_loop(p, s);
    else if (!there && e->op == OP_IF)
        mark_if(p, s);
    else if (there || device_operand(p, e))
        for (int k = 0; k < s->nvars; k++)
            mark(p, s->var[k]);
}

static void mark_body(Pass *p, const Core *body)
{
    for (int s = 0; s < body->nstms; s++)
        mark_stm(p, &body->stm[s]);
}

/* ---- what the host must know ----------------------------------------------- */

/* Computed from what the host needs anyway. */
static bool known_to_host(const Pass *p, const Core *atom)
{
    if (!on_device(p, atom))
        return true;
    const Core *e = ((const Stm *)table_get(p->to->defined, atom->var))->exp;
    bool all = ops[e->op].kind == K_SCALAR && !op_fails(p->range, e);
    for (int g = 0; all && g < ops[e->op].ngroups; g++)
        all &= known_to_host(p, e->g[g].at[0]);
    return all;
}

/* The host knows which, and has at most to read the value. */
static bool choice_of_loads(const Pass *p, const Core *e)
{
    bool all = e->op == OP_IF && known_to_host(p, e->g[0].at[0]);
    for (int b = 1; b <= 2 && all; b++) {
        const Core *body = e->g[b].at[0];
        int loads = 0;
        for (int i = 0; i < body->nstms; i++) {
            const Core *x = body->stm[i].exp;
            loads += x->op == OP_INDEX;
            all &= (x->op == OP_INDEX || ops[x->op].kind == K_SCALAR) && !op_fails(p->range, x);
        }
        all &= loads <= 1;
    }
    return all;
}

/* The host needs v: what it is computed from is read back. */
static void need(Var *v, void *arg)
{
    Pass *p = arg;
    if (!table_has(p->to->device, v))
        return;
    table_del(p->to->device, v);
    const Stm *s = table_get(p->to->defined, v);
    const Core *e = s->exp;
    if (choice_of_loads(p, e))
        table_put(p->to->at_host, e, (void *)e);
    bool once = one_thread(p, e);
    if (is_loop(e) && !once && s->var == e->bind) {
        tree_vars(e->g[0].at[s->nvars], need, p);
        tree_vars(e->g[2].at[0]->g[0].at[s->nvars], need, p);
    } else if ((is_loop(e) || e->op == OP_IF) && !once) {
        for (int k = 0; k < s->nvars; k++)
            if (s->var[k] == v && is_loop(e))
                need(e->bind[k], p);
            else if (s->var[k] == v)
                for (int b = 1; b <= 2; b++)
                    tree_vars(e->g[b].at[0]->g[0].at[k], need, p);
    } else if (ops[e->op].kind == K_SCALAR || e->op == OP_ASSERT) {
        tree_vars(e, need, p);
    } else {
        table_put(p->to->read_back, v, v);
    }
}

static void need_type(Pass *p, const Type *t)
{
    for (int d = 0; d < t->rank; d++)
        tree_vars(t->dim[d], need, p);
}

static void needs_body(Pass *p, const Core *body);

static void need_group(Pass *p, const Core *e, int g)
{
    for (int i = 0; i < e->g[g].n; i++)
        tree_vars(e->g[g].at[i], need, p);
}

static void needs_loop(Pass *p, const Core *e)
{
    if (e->op == OP_LOOP) {
        need_group(p, e, 1);
    } else {
        needs_body(p, e->g[1].at[0]);
        tree_vars(e->g[1].at[0]->g[0].at[0], need, p);
    }
    for (int k = 0; k < e->nbinds; k++)
        need_type(p, e->bind[k]->type);
    needs_body(p, e->g[2].at[0]);
}

typedef struct {
    Pass *p;
    Table *local;              /* Var that the thread binds to its Stm */
} Inside;

/* Memory of an array in a thread is there before the kernel starts: its size, or
   the bound of that which is said. */
static void need_in_thread(Var *v, void *arg)
{
    Inside *in = arg;
    const Stm *s = table_get(in->local, v);
    if (!s)
        need(v, in->p);
    else if (s->exp->op == OP_ASSERT)
        tree_vars(s->exp->g[1].at[0], need_in_thread, in);
}

static void needs_thread(Core *n, void *arg)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        if (s->exp->op == OP_ASSERT && s->exp->unchecked && i)
            core_free_vars(s[-1].exp, need_in_thread, arg);
        if (ops[s->exp->op].kind == K_VIEW)
            continue;
        for (int k = 0; k < s->nvars; k++)
            for (int d = 0; d < s->var[k]->type->rank; d++)
                tree_vars(s->var[k]->type->dim[d], need_in_thread, arg);
    }
    core_each(n, needs_thread, arg);
}

/* The widths of the levels, and of those in a block's body: the host launches them. */
static void needs_levels(Pass *p, const Core *e)
{
    const Core *body = e->g[ops[e->op].ngroups - 1].at[0];
    for (int i = 0; i < e->g[0].n; i++)
        need_group(p, e->g[0].at[i], 0);
    for (int i = 0; i < body->nstms; i++)
        if (ops[body->stm[i].exp->op].kind == K_SEG)
            needs_levels(p, body->stm[i].exp);
}

static void needs_stm(Pass *p, const Stm *s)
{
    const Core *e = s->exp;
    if (ops[e->op].kind == K_SEG || one_thread(p, e)) {
        Inside in = { p, table_new() };
        core_definitions(e, in.local);
        needs_thread((Core *)e, &in);
    }
    for (int k = 0; k < s->nvars; k++)
        need_type(p, s->var[k]->type);
    if (one_thread(p, e))
        return;
    switch (e->op) {
    case OP_INDEX: case OP_UPDATE:
        if (s->var[0]->type->rank && (e->op == OP_INDEX || type_of(e->g[2].at[0])->rank))
            need_group(p, e, 1);
        break;
    case OP_LOOP: case OP_WHILE:
        needs_loop(p, e);
        break;
    case OP_IF:
        need_group(p, e, 0);
        needs_body(p, e->g[1].at[0]);
        needs_body(p, e->g[2].at[0]);
        break;
    default:
        if (is_host_call(e))
            need_group(p, e, 0);
        if (ops[e->op].kind == K_SEG)
            needs_levels(p, e);
        for (int g = 0; g < ops[e->op].ngroups; g++)
            if (ops[e->op].groups[g] == 'z' || ops[e->op].groups[g] == 'Z')
                need_group(p, e, g);
    }
}

static void needs_body(Pass *p, const Core *body)
{
    for (int s = 0; s < body->nstms; s++)
        needs_stm(p, &body->stm[s]);
}

/* ---- where a binding is computed ------------------------------------------- */

/* The memory of the array is a parameter's that nobody writes, or there is none. */
static bool stays(const Pass *p, const Core *array)
{
    const Func *f = p->entry;
    for (int i = 0; i < f->nparams; i++)
        if (is_var(array, f->param[i]))
            return !f->consumes || !f->consumes[i];
    const Stm *s = table_get(p->to->defined, array->var);
    const Core *e = s ? s->exp : NULL;
    if (!e || s->var == e->bind)
        return false;
    switch (e->op) {
    case OP_VAR: return stays(p, e);
    case OP_IOTA: case OP_EMPTY: return true;
    case OP_REPLICATE: return !type_of(e->g[1].at[0])->rank || stays(p, e->g[1].at[0]);
    case OP_RESHAPE: return stays(p, e->g[1].at[0]);
    case OP_REARRANGE: case OP_INDEX: case OP_COERCE: case OP_OPAQUE:
        return stays(p, e->g[0].at[0]);
    default: return false;
    }
}

/* An element whose index the host knows and can check. */
static bool host_finds(const Pass *p, const Core *n)
{
    return n->op == OP_INDEX && !device_operand(p, n);
}

/* An assertion about what the host knows, of values that it does not. */
static bool host_asserts(const Pass *p, const Core *n)
{
    bool known = n->op == OP_ASSERT && !on_device(p, n->g[0].at[0]);
    for (int i = 0; known && i < n->g[2].n; i++)
        known = !on_device(p, n->g[2].at[i]);
    return known && device_operand(p, n);
}

/* Kernels that need it may compute it themselves, each for itself. */
static bool in_users(const Pass *p, const Core *n)
{
    if (!p->unsafe && op_fails(p->range, n) && !host_finds(p, n))
        return false;
    return n->op == OP_INDEX ? !p->writes || stays(p, n->g[0].at[0])
                             : ops[n->op].kind == K_SCALAR;
}

static Site site(const Pass *p, const Stm *s)
{
    const Core *n = s->exp;
    if (is_host_call(n))
        return ON_HOST;
    if (host_asserts(p, n))
        return IN_USERS;
    bool reads = n->op == OP_INDEX && !s->var[0]->type->rank;
    bool scalar = ops[n->op].kind == K_SCALAR || n->op == OP_CALL || reads;
    bool needed = table_has(p->to->read_back, s->var[0]);
    bool device = any_in(s->var, s->nvars, p->to->device);
    if (!scalar)
        return one_thread(p, n) || (n->op == OP_ASSERT && device_operand(p, n))
            || (n->op == OP_ARRAY && s->var[0]->type->rank == 1)
            || (n->op == OP_UPDATE && !type_of(n->g[2].at[0])->rank) ? BY_ONE_THREAD : ON_HOST;
    if (needed && reads && host_finds(p, n))
        return FROM_MEMORY;
    if (device)
        return in_users(p, n) ? IN_USERS : BY_ONE_THREAD;
    return needed ? BY_ONE_THREAD : ON_HOST;
}

/* What one thread binds within a loop or a branch is its own. It was the device's while that was
   taken for the host's. */
static void unmark(Core *n, void *device)
{
    for (int k = 0; k < n->nbinds; k++)
        table_del(device, n->bind[k]);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++)
            table_del(device, n->stm[i].var[k]);
    core_each(n, unmark, device);
}

static void place_body(Pass *p, const Core *body);

static void place_stm(Pass *p, const Stm *s)
{
    const Core *e = s->exp;
    Site *at = NEW(Site);
    *at = site(p, s);
    if (*at != ON_HOST) {
        unmark(s->exp, p->to->device);
        table_put(p->to->site, s->var[0], at);
        return;
    }
    if (is_loop(e))
        place_body(p, e->g[2].at[0]);
    if (e->op == OP_WHILE)
        place_body(p, e->g[1].at[0]);
    for (int b = 1; b <= 2 && e->op == OP_IF; b++)
        place_body(p, e->g[b].at[0]);
}

static void place_body(Pass *p, const Core *body)
{
    for (int s = 0; s < body->nstms; s++)
        place_stm(p, &body->stm[s]);
}

Site site_of(const Places *p, const Stm *s)
{
    const Site *at = table_get(p->site, s->var[0]);
    return at ? *at : ON_HOST;
}

Places *places_of(const Func *entry, bool unsafe)
{
    Places *to = MAKE(Places, .read_back = table_new(), .at_host = table_new(),
                              .site = table_new(), .defined = table_new());
    Pass p = { .entry = entry, .unsafe = unsafe, .range = ranges_new(), .to = to,
               .queues = table_new() };
    for (int before = -1; before != table_count(to->read_back) + table_count(to->at_host);) {
        before = table_count(to->read_back) + table_count(to->at_host);
        to->device = table_new();
        mark_body(&p, entry->body);
        needs_body(&p, entry->body);
        for (int k = 0; k < entry->nresults; k++)
            if (func_tells(entry, k))
                tree_vars(entry->body->g[0].at[k], need, &p);
    }
    to->device = table_new();
    mark_body(&p, entry->body);
    place_body(&p, entry->body);
    return to;
}
