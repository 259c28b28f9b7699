/* uses.c -- questions about bodies that are asked before code is made. */
#include "lower.h"

/* ---- how often, and where -------------------------------------------------- */

typedef struct {
    Facts *f;
    int depth;
} Count;

static void bind_use(Count *c, Var *v)
{
    Use *u = NEW(Use);
    u->depth = c->depth;
    table_put(c->f->use, v, u);
}

static void count_in(Core *n, void *arg);

static void count_kids(Core *n, Count *c, int deeper)
{
    for (int i = 0; i < n->nbinds; i++)
        bind_use(c, n->bind[i]);
    if (n->index)
        bind_use(c, n->index);
    c->depth += deeper;
    core_each(n, count_in, c);
    c->depth -= deeper;
}

static void count_body(Core *n, Count *c)
{
    for (int s = 0; s < n->nstms; s++) {
        count_in(n->stm[s].exp, c);
        for (int i = 0; i < n->stm[s].nvars; i++)
            bind_use(c, n->stm[s].var[i]);
    }
    for (int i = 0; i < n->g[0].n; i++)
        count_in(n->g[0].at[i], c);
}

/* Operands of a loop stand outside it; what it binds is bound inside. */
static void count_loop(Core *n, Count *c)
{
    for (int i = 0; i < n->g[0].n; i++)
        count_in(n->g[0].at[i], c);
    if (n->op == OP_LOOP)
        count_in(n->g[1].at[0], c);
    c->depth++;
    for (int i = 0; i < n->nbinds; i++)
        bind_use(c, n->bind[i]);
    if (n->index)
        bind_use(c, n->index);
    if (n->op == OP_WHILE)
        count_in(n->g[1].at[0], c);
    count_in(n->g[2].at[0], c);
    c->depth--;
}

/* Under the levels but the last is what happens once a segment. */
static void count_seg(Core *n, Count *c)
{
    bool by_segment = n->op == OP_SEGRED || n->op == OP_SEGSCAN;
    c->depth++;
    for (int i = 0; i < n->g[0].n; i++) {
        c->depth += by_segment && i == n->g[0].n - 1;
        count_in(n->g[0].at[i], c);
    }
    for (int g = 1; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            count_in(n->g[g].at[i], c);
    c->depth -= 1 + by_segment;
}

static void count_lam(Core *n, Count *c)
{
    c->depth++;
    count_kids(n, c, 0);
    c->depth--;
}

static void count_in(Core *n, void *arg)
{
    Count *c = arg;
    Use *u;
    if (n->op == OP_VAR) {
        if ((u = table_get(c->f->use, n->var))) {
            u->uses++;
            u->deeper |= c->depth > u->depth;
        }
    } else if (n->op == OP_BODY) {
        count_body(n, c);
    } else if (n->op == OP_LOOP || n->op == OP_WHILE) {
        count_loop(n, c);
    } else if (n->op == OP_LAM) {
        count_lam(n, c);
    } else if (ops[n->op].kind == K_SEG) {
        count_seg(n, c);
    } else {
        count_kids(n, c, 0);
    }
}

void count_uses(Facts *f, const Core *body)
{
    Count c = { f, 0 };
    count_in((Core *)body, &c);
}

/* ---- arrays changed in place ----------------------------------------------- */

static const Stm *binder(const Core *body, const Var *v, int *k)
{
    for (int s = body->nstms - 1; s >= 0; s--)
        for (*k = 0; *k < body->stm[s].nvars; ++*k)
            if (body->stm[s].var[*k] == v)
                return &body->stm[s];
    return NULL;
}

/* The operand in whose place result k of the expression comes to be. */
const Core *replaced(const Core *e, int k)
{
    switch (e->op) {
    case OP_UPDATE: case OP_COERCE: case OP_OPAQUE: return e->g[0].at[0];
    case OP_ASSERT: return e->g[1].at[k];
    case OP_SCATTER: case OP_SCATOMAP: case OP_HIST: case OP_HISTOMAP: case OP_SEGPUT:
    case OP_SEGHIST: return e->g[1].at[k];
    case OP_LOOP: case OP_WHILE: return in_place(e, k) ? e->g[0].at[k] : NULL;
    default: return NULL;
    }
}

Var *root_of(const Core *body, const Core *atom)
{
    while (atom && atom->op == OP_VAR) {
        int k;
        const Stm *s = binder(body, atom->var, &k);
        if (!s)
            return atom->var;
        if (s->exp->op == OP_IF) {
            const Core *a = s->exp->g[1].at[0], *b = s->exp->g[2].at[0];
            Var *x = root_of(a, a->g[0].at[k]), *y = root_of(b, b->g[0].at[k]);
            atom = x && x == y ? core_var(x) : NULL;
        } else {
            atom = replaced(s->exp, k);
        }
    }
    return NULL;
}

bool in_place(const Core *loop, int k)
{
    const Core *body = loop->g[2].at[0];
    return loop->bind[k]->type->rank > 0 && root_of(body, body->g[0].at[k]) == loop->bind[k];
}

void hint_movable(Facts *f, const Core *body, const Core *atom)
{
    while (atom && atom->op == OP_VAR) {
        int k;
        const Stm *s = binder(body, atom->var, &k);
        table_put(f->movable, atom->var, atom->var);
        atom = s ? replaced(s->exp, k) : NULL;
    }
}

void hint_result(Facts *f, const Core *body, const Core *atom, View *dest)
{
    while (atom && atom->op == OP_VAR && !table_has(f->dest, atom->var)) {
        int k;
        const Stm *s = binder(body, atom->var, &k);
        if (!s)
            return;
        table_put(f->dest, atom->var, dest);
        atom = replaced(s->exp, k);
    }
}

/* ---- what only the device knows -------------------------------------------- */

typedef struct {
    Facts *f;
    bool hit;
} Touch;

static void touches(Var *v, void *arg)
{
    Touch *t = arg;
    t->hit |= v->type->rank > 0 || table_has(t->f->device, v);
}

static bool touches_device(const Facts *f, const Core *n)
{
    Touch t = { (Facts *)f, false };
    core_free_vars(n, touches, &t);
    return t.hit;
}

/* A loop or branch that only computes scalars, or changes arrays in place,
   from what lies on the device. */
bool one_thread(const Facts *f, const Core *n)
{
    if (ops[n->op].kind == K_SOAC)
        return true;
    if (n->op != OP_LOOP && n->op != OP_WHILE && n->op != OP_IF)
        return false;
    if (core_parallel(n) || !touches_device(f, n) || table_has(f->at_host, n))
        return false;
    for (int k = 0; k < n->ntypes; k++) {
        if (!n->type[k]->rank)
            continue;
        if (n->op != OP_IF ? !in_place(n, k) : true)
            return false;
    }
    return true;
}

static void mark(Facts *f, Var *v)
{
    if (!v->type->rank && !table_has(f->read_back, v))
        table_put(f->device, v, v);
}

static bool on_device(const Facts *f, const Core *atom)
{
    return atom->op == OP_VAR && table_has(f->device, atom->var);
}

static void mark_body(Facts *f, const Core *body);

static void mark_loop(Facts *f, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[2].at[0];
    for (int before = -1; before != table_count(f->device);) {
        before = table_count(f->device);
        for (int k = 0; k < n->nbinds; k++) {
            Stm *own = NEW(Stm);
            *own = (Stm){ .var = n->bind, .nvars = k, .exp = (Core *)n };
            if (!table_has(f->defined, n->bind[k]))
                table_put(f->defined, n->bind[k], own);
            if (on_device(f, n->g[0].at[k]) || on_device(f, body->g[0].at[k]))
                mark(f, n->bind[k]);
        }
        if (n->op == OP_WHILE)
            mark_body(f, n->g[1].at[0]);
        mark_body(f, body);
    }
    for (int k = 0; k < n->nbinds; k++)
        if (table_has(f->device, n->bind[k]))
            mark(f, s->var[k]);
}

static void mark_if(Facts *f, const Stm *s)
{
    for (int b = 1; b <= 2; b++) {
        const Core *body = s->exp->g[b].at[0];
        mark_body(f, body);
        for (int k = 0; k < s->nvars; k++)
            if (on_device(f, body->g[0].at[k]))
                mark(f, s->var[k]);
    }
}

static bool writes_array(const Core *e)
{
    return ops[e->op].kind == K_SOAC || e->op == OP_UPDATE || e->op == OP_SEGPUT
        || e->op == OP_SEGHIST || e->op == OP_LOOP || e->op == OP_WHILE;
}

static void mark_stm(Facts *f, const Stm *s)
{
    const Core *e = s->exp;
    for (int k = 0; k < s->nvars; k++)
        if (!table_has(f->defined, s->var[k]))
            table_put(f->defined, s->var[k], (void *)s);
    f->writes |= writes_array(e);
    bool all = ops[e->op].kind == K_SEG || e->op == OP_INDEX || one_thread(f, e)
            || (e->op == OP_CALL && !f->unsafe && func_fails(e->func));
    if (!all && (e->op == OP_LOOP || e->op == OP_WHILE)) {
        mark_loop(f, s);
    } else if (!all && e->op == OP_IF) {
        mark_if(f, s);
    } else {
        for (int g = 0; !all && g < ops[e->op].ngroups; g++)
            for (int i = 0; i < e->g[g].n; i++)
                all |= on_device(f, e->g[g].at[i]);
        for (int k = 0; all && k < s->nvars; k++)
            mark(f, s->var[k]);
    }
}

static void mark_body(Facts *f, const Core *body)
{
    for (int s = 0; s < body->nstms; s++)
        mark_stm(f, &body->stm[s]);
}

/* ---- what the host must know ----------------------------------------------- */

/* Computed from what the host needs anyway. */
static bool known_to_host(const Facts *f, const Core *atom)
{
    if (!on_device(f, atom))
        return true;
    const Stm *s = table_get(f->defined, atom->var);
    bool all = ops[s->exp->op].kind == K_SCALAR && !op_fails(s->exp);
    for (int g = 0; all && g < ops[s->exp->op].ngroups; g++)
        all &= known_to_host(f, s->exp->g[g].at[0]);
    return all;
}

/* The host knows which, and has at most to read the value. */
static bool choice_of_loads(const Facts *f, const Core *e)
{
    bool all = e->op == OP_IF && known_to_host(f, e->g[0].at[0]);
    for (int b = 1; b <= 2 && all; b++) {
        const Core *body = e->g[b].at[0];
        int loads = 0;
        for (int i = 0; i < body->nstms; i++) {
            const Core *x = body->stm[i].exp;
            loads += x->op == OP_INDEX;
            all &= x->op == OP_INDEX ? x->unchecked : ops[x->op].kind == K_SCALAR && !op_fails(x);
        }
        all &= loads <= 1;
    }
    return all;
}

/* The host needs v: what it is computed from is read back. */
static void need(Var *v, void *arg)
{
    Facts *f = arg;
    if (!table_has(f->device, v))
        return;
    table_del(f->device, v);
    const Stm *s = table_get(f->defined, v);
    const Core *e = s->exp;
    if (choice_of_loads(f, e))
        table_put(f->at_host, e, (void *)e);
    bool is_loop = (e->op == OP_LOOP || e->op == OP_WHILE) && !one_thread(f, e);
    if (is_loop && s->var == e->bind) {
        tree_vars(e->g[0].at[s->nvars], need, f);
        tree_vars(e->g[2].at[0]->g[0].at[s->nvars], need, f);
    } else if (is_loop || (e->op == OP_IF && !one_thread(f, e))) {
        for (int k = 0; k < s->nvars; k++)
            if (s->var[k] == v && is_loop)
                need(e->bind[k], f);
            else if (s->var[k] == v)
                for (int b = 1; b <= 2; b++)
                    tree_vars(e->g[b].at[0]->g[0].at[k], need, f);
    } else if (ops[e->op].kind == K_SCALAR) {
        tree_vars(e, need, f);
    } else {
        table_put(f->read_back, v, v);
    }
}

static void need_type(Facts *f, const Type *t)
{
    for (int d = 0; d < t->rank; d++)
        tree_vars(t->dim[d], need, f);
}

static void needs_body(Facts *f, const Core *body);

static void need_group(Facts *f, const Core *e, int g)
{
    for (int i = 0; i < e->g[g].n; i++)
        tree_vars(e->g[g].at[i], need, f);
}

static void needs_stm(Facts *f, const Stm *s)
{
    const Core *e = s->exp;
    for (int k = 0; k < s->nvars; k++)
        need_type(f, s->var[k]->type);
    if (one_thread(f, e))
        return;
    switch (e->op) {
    case OP_INDEX: case OP_UPDATE:
        if (s->var[0]->type->rank && (e->op == OP_INDEX || type_of(e->g[2].at[0])->rank))
            need_group(f, e, 1);
        break;
    case OP_LOOP: case OP_WHILE:
        if (e->op == OP_LOOP)
            need_group(f, e, 1);
        else {
            needs_body(f, e->g[1].at[0]);
            tree_vars(e->g[1].at[0]->g[0].at[0], need, f);
        }
        for (int k = 0; k < e->nbinds; k++)
            need_type(f, e->bind[k]->type);
        needs_body(f, e->g[2].at[0]);
        break;
    case OP_IF:
        need_group(f, e, 0);
        needs_body(f, e->g[1].at[0]);
        needs_body(f, e->g[2].at[0]);
        break;
    default:
        if (ops[e->op].kind == K_SEG)
            for (int i = 0; i < e->g[0].n; i++)
                need_group(f, e->g[0].at[i], 0);
        for (int g = 0; g < ops[e->op].ngroups; g++)
            if (ops[e->op].groups[g] == 'z' || ops[e->op].groups[g] == 'Z')
                need_group(f, e, g);
    }
}

static void needs_body(Facts *f, const Core *body)
{
    for (int s = 0; s < body->nstms; s++)
        needs_stm(f, &body->stm[s]);
}

static void need_wanted(const void *v, void *value, void *f)
{
    (void)v;
    need(value, f);
}

void find_device_scalars(Facts *f, const Func *entry)
{
    for (int before = -1; before != table_count(f->read_back) + table_count(f->at_host);) {
        before = table_count(f->read_back) + table_count(f->at_host);
        f->device = table_new();
        mark_body(f, entry->body);
        needs_body(f, entry->body);
        table_each(f->wanted, need_wanted, f);
    }
    f->device = table_new();
    mark_body(f, entry->body);
}
