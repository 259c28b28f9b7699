/* control.c -- loops and branches, on the host or in a thread. */
#include "lower.h"

#include <string.h>

static bool mentions(const Core *tree, const Var *v)
{
    return core_uses(tree, v);
}

/* Assigns new values to the variables; one that a later value still needs is
   kept under another name. */
static void assign_all(Lower *l, Var **var, Core **value, int n)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < k && value[k] && !is_var(value[k], var[k]); j++)
            if (value[j] && !is_var(value[j], var[j]) && mentions(value[k], var[j])) {
                Var *next = fresh(l, format("next_%s", var[k]->name), var[k]->type);
                value[k] = emit_let(l, next, value[k]);
                break;
            }
    for (int k = 0; k < n; k++)
        if (value[k] && !is_var(value[k], var[k]))
            emit_set(l, core_var(var[k]), value[k]);
}

static void declare(Lower *l, Var *v, Core *init)
{
    declare_var(l, v, init);
    table_put(l->facts->tree, v, core_var(v));
    if (on_host(l))
        table_put(l->facts->hosted, v, v);
}

/* ---- what a loop carries --------------------------------------------------- */

/* How one variable of a loop is kept. */
typedef struct {
    enum { IN_PLACE, AS_SCALAR, IN_TWO, RESIZED } how;
    View *now, *next;          /* IN_TWO: arrays, and scalars on the device; RESIZED */
} Carried;

static bool carried_on_device(const Lower *l, const Var *v)
{
    return on_host(l) && !v->type->rank && table_has(l->facts->places->device, v);
}

/* The array that the loop begins with, if it ends there: its memory becomes the loop's. */
static View *adopted(Lower *l, const Stm *s, int k, BufferHome home)
{
    const Core *init = s->exp->g[0].at[k];
    const Alloc *a = alloc_of(l->facts->allocs, s->exp->bind[k]);
    View *v = on_host(l) && alloc_dies(a->from, s) ? view_of(l, init) : NULL;
    bool whole = v && v->kind == V_BUFFER && v->buffer->home == home && !v->buffer->mate;
    return whole ? v : NULL;
}

static View *two(Lower *l, Carried *c, const Stm *s, int k)
{
    const Var *v = s->exp->bind[k];
    if (v->type->rank && on_host(l))
        c->now = adopted(l, s, k, home_of_array(l, v));
    if (!c->now)
        c->now = on_host(l) ? host_array(l, v) : thread_array(l, v);
    c->next = on_host(l) ? host_array(l, v) : thread_array(l, v);
    if (on_host(l)) {
        Buffer *a = c->now->buffer, *b = c->next->buffer;
        a->mate = b;
        b->mate = a;
        a->var->name = v->name;
        table_put(l->plan->mutable, a->var, a);
        table_put(l->plan->mutable, b->var, b);
    }
    c->next->buffer->var->name = intern(format("next_%s", v->name));
    return c->now;
}

/* An array whose size changes: every round gives it the memory of a new one. */
static void start_resized(Lower *l, Carried *c, const Stm *s, int k)
{
    Var *v = s->exp->bind[k];
    const Core *init = s->exp->g[0].at[k];
    View *from = view_of(l, init);
    c->how = RESIZED;
    c->now = adopted(l, s, k, B_ALLOCATED);
    if (!c->now) {
        c->now = allocated(l, v->name, from->type, tree_count(from->type));
        copy_view(l, from, c->now);
    }
    c->now->buffer->var->name = v->name;
    bind_view(l, v, view_typed(c->now, sized(l, v->type)));
}

static void start(Lower *l, Carried *c, const Stm *s, int k)
{
    Var *v = s->exp->bind[k];
    Core *init = s->exp->g[0].at[k];
    if (carried_on_device(l, v)) {
        c->how = IN_TWO;
        two(l, c, s, k);
        store_scalar(l, init, c->now->buffer);
        table_put(l->facts->tree, v, tree_load(c->now->buffer, NULL));
    } else if (!v->type->rank) {
        c->how = AS_SCALAR;
        if (v->invented && !s->var[k]->invented)
            v->name = s->var[k]->name;
        declare(l, v, scalar_of(l, init));
    } else if (in_place(s->exp, k)) {
        c->how = IN_PLACE;
        c->now = view_typed(own(l, init, s->var[k]), sized(l, v->type));
        bind_view(l, v, c->now);
    } else if (alloc_of(l->facts->allocs, v)->moves) {
        start_resized(l, c, s, k);
    } else {
        c->how = IN_TWO;
        give_result(l, init, view_typed(two(l, c, s, k), view_of(l, init)->type));
        bind_view(l, v, c->now);
    }
}

/* The body's results become the loop's variables. */
static void step(Lower *l, Carried *c, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[2].at[0];
    Core **value = NEWS(Core *, n->nbinds);
    flush_reads(l);
    Buffer **to = NEWS(Buffer *, n->nbinds);
    for (int k = 0; k < n->nbinds; k++) {
        const Core *r = body->g[0].at[k];
        if (c[k].how == AS_SCALAR)
            value[k] = scalar_of(l, r);
        else if (c[k].how == RESIZED)
            c[k].next = same_place(view_of(l, r), c[k].now) ? c[k].now
                      : moved(l, r, false);
        else if (n->bind[k]->type->rank)
            give_result(l, r, view_typed(c[k].how == IN_PLACE ? c[k].now : c[k].next,
                                         view_of(l, r)->type));
        else if (c[k].how == IN_TWO)
            to[k] = c[k].next->buffer;
    }
    store_scalars(l, body->g[0].at, to, n->nbinds);
    assign_all(l, n->bind, value, n->nbinds);
    for (int k = 0; k < n->nbinds; k++)
        if (on_host(l) && (c[k].how == IN_TWO || (c[k].how == RESIZED && c[k].next != c[k].now))) {
            swap_memory(l, c[k].now, c[k].next);
        } else if (c[k].how == IN_TWO) {
            const Type *t = sized(l, n->bind[k]->type);
            copy_view(l, view_typed(c[k].next, t), view_typed(c[k].now, t));
        }
}

static void finish(Lower *l, Carried *c, const Stm *s)
{
    for (int k = 0; k < s->nvars; k++) {
        Var *v = s->exp->bind[k];
        if (v->type->rank)
            continue;
        table_put(l->facts->tree, s->var[k], table_get(l->facts->tree, v));
        if (c[k].how == IN_TWO && table_has(l->facts->places->read_back, s->var[k]))
            read_back(l, s->var[k], tree_load(c[k].now->buffer, NULL));
    }
    for (int k = 0; k < s->nvars; k++)
        if (s->var[k]->type->rank)
            bind_view(l, s->var[k], view_typed(view_of(l, core_var(s->exp->bind[k])),
                                               sized(l, s->var[k]->type)));
}

static void count_uses_of(Core *n, void *arg)
{
    void **a = arg;
    *(int *)a[1] += n->op == OP_VAR && n->var == a[0];
    core_each(n, count_uses_of, arg);
}

/* The new value of a scalar takes the old one's place at once, where nothing else reads
   the old one. */
static void hint_scalar(Lower *l, const Core *body, Var *v, const Core *result)
{
    int k, uses = 0;
    const Stm *s = result->op == OP_VAR ? binding_of(body, result->var, &k) : NULL;
    const Use *old = table_get(l->facts->use, v);
    if (!s || !s->var[k]->invented || ops[s->exp->op].kind != K_SCALAR)
        return;
    count_uses_of(s->exp, (void *[]){ v, &uses });
    if (uses == old->uses)
        table_put(l->facts->becomes, s->var[k], v);
}

static void lower_body(Lower *l, const Stm *s, Carried *c, Block *into)
{
    const Core *body = s->exp->g[2].at[0];
    Block *out = lower_into(l, into);
    for (int k = 0; k < s->exp->nbinds; k++)
        if (c[k].how == IN_TWO)
            place_result(l, body, k, c[k].next);
        else if (c[k].how == AS_SCALAR)
            hint_scalar(l, body, s->exp->bind[k], body->g[0].at[k]);
    lower_stms(l, body);
    step(l, c, s);
    l->out = out;
}

/* The condition of a while, tested where it can be: in the loop's head if it
   is an expression, else after the statements that compute it. */
static void lower_condition(Lower *l, const Stm *s, Stmt *loop)
{
    const Core *cond = s->exp->g[1].at[0];
    Block *out = lower_into(l, &loop->body);
    lower_stms(l, cond);
    Core *c = scalar_of(l, cond->g[0].at[0]);
    const Stmt *one = loop->body.n == 1 ? loop->body.at[0] : NULL;
    if (one && one->kind == S_LET && is_var(c, one->var)) {
        c = one->exp;
        loop->body.n = 0;
    }
    if (loop->body.n)
        emit(l, (Stmt){ S_BREAK_UNLESS, .exp = c });
    else
        loop->exp = c;
    l->out = out;
}

/* It runs from 0; a counter that the program does not name is the next of i, j, k. */
static void start_counter(Lower *l, const Core *n, Stmt *loop, Core *bound)
{
    Var *i = n->index->invented ? fresh(l, "#", type_prim(I64)) : n->index;
    loop->var = i;
    loop->exp = bound;
    range_below(l->facts->range, i, bound);
    if (i != n->index)
        table_put(l->facts->tree, n->index, core_var(i));
    if (on_host(l))
        table_put(l->facts->hosted, i, i);
}

void lower_loop(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Carried *c = NEWS(Carried, n->nbinds);
    flush_reads(l);
    for (int k = 0; k < n->nbinds; k++)
        start(l, &c[k], s, k);
    Core *bound = n->op == OP_LOOP ? scalar_of(l, n->g[1].at[0]) : NULL;
    flush_reads(l);
    Stmt *loop = emit(l, (Stmt){ .kind = n->op == OP_LOOP ? S_FOR : S_LOOP });
    if (n->op == OP_LOOP) {
        start_counter(l, n, loop, bound);
    } else {
        lower_condition(l, s, loop);
    }
    lower_body(l, s, c, &loop->body);
    finish(l, c, s);
}

/* ---- branches -------------------------------------------------------------- */

/* Scalars alone: no array is made or changed. */
static bool simple(const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        bool fine = ops[e->op].kind == K_SCALAR || ops[e->op].kind == K_ATOM
                 || e->op == OP_INDEX || (e->op == OP_CALL && e->ntypes == 1)
                 || (e->op == OP_IF && simple(e->g[1].at[0]) && simple(e->g[2].at[0]));
        if (!fine || body->stm[i].nvars != 1 || body->stm[i].var[0]->type->rank)
            return false;
    }
    return true;
}

/* Deeper choices read better as statements. */
enum { DEEP = 3 };

static void find_depth(Core *n, void *deepest)
{
    int inner = 0;
    core_each(n, find_depth, &inner);
    inner += n->op == OP_IF;
    *(int *)deepest = inner > *(int *)deepest ? inner : *(int *)deepest;
}

static int ifs_deep(Core *tree)
{
    int deepest = 0;
    find_depth(tree, &deepest);
    return deepest;
}

typedef struct {
    View *dest;                /* of arrays and device scalars; null: scalar */
    bool same;                 /* both branches change one array in place */
    bool resized;              /* a branch gives it the memory of its own */
} Joined;

/* The host, where this is, needs the value to go on. */
static bool waited_for(const Lower *l, const Var *v)
{
    return on_host(l) && table_has(l->facts->places->read_back, v);
}

static void plan_join(Lower *l, const Stm *s, int k, Joined *j)
{
    const Core *a = s->exp->g[1].at[0], *b = s->exp->g[2].at[0];
    if (carried_on_device(l, s->var[k]) || waited_for(l, s->var[k])) {
        j->dest = host_array(l, s->var[k]);
    } else if (!s->var[k]->type->rank) {
        declare(l, s->var[k], NULL);
    } else {
        Var *x = common_root(s, k);
        j->same = x;
        j->resized = !x && alloc_of(l->facts->allocs, s->var[k])->moves;
        if (j->resized)
            j->dest = allocated(l, s->var[k]->name, sized(l, s->var[k]->type), NULL);
        else if (!j->same)
            j->dest = memory_for(l, s->var[k]);
        else if (!is_var(a->g[0].at[k], x) || !is_var(b->g[0].at[k], x))
            bind_view(l, x, own(l, core_var(x), s->var[k]));
    }
}

static void lower_branch(Lower *l, const Stm *s, int b, Core *cond, Joined *j, Block *into)
{
    const Core *body = s->exp->g[b].at[0];
    Assumptions known = range_assumed(l->facts->range);
    Block *out = lower_into(l, into);
    range_assume(l->facts->range, cond, b == 1);
    for (int k = 0; k < s->nvars; k++)
        if (j[k].dest && !j[k].resized && s->var[k]->type->rank)
            place_result(l, body, k, j[k].dest);
    lower_stms(l, body);
    View **made = NEWS(View *, s->nvars);
    for (int k = 0; k < s->nvars; k++) {
        Core *r = body->g[0].at[k];
        if (j[k].resized)
            made[k] = moved(l, r, false);
        else if (j[k].same)
            bind_view(l, s->var[k], view_of(l, r));
        else if (!s->var[k]->type->rank && j[k].dest)
            store_scalar(l, r, j[k].dest->buffer);
        else if (j[k].dest)
            give_result(l, r, view_typed(j[k].dest, view_of(l, r)->type));
        else
            emit_set(l, core_var(s->var[k]), scalar_of(l, r));
    }
    for (int k = 0; k < s->nvars; k++)
        if (made[k])
            swap_memory(l, j[k].dest, made[k]);
    flush_reads(l);
    range_forget(l->facts->range, known);
    l->out = out;
}

/* What is read for the variable alone is read into it. */
static void read_into(Block *b, Var *v)
{
    Stmt *set = b->n > 1 ? b->at[b->n - 1] : NULL, *read = set ? b->at[b->n - 2] : NULL;
    if (!set || set->kind != S_SET || !is_var(set->to, v) || read->kind != S_READ
        || !is_var(set->exp, read->var))
        return;
    read->var = v;
    read->declared = true;
    b->n--;
}

/* A branch that only gives constants to the variables is their initial value. */
static void set_before(Block *b, Block *before, int first)
{
    for (int i = 0; i < b->n; i++)
        if (b->at[i]->kind != S_SET || !is_const(b->at[i]->exp) || b->at[i]->to->op != OP_VAR)
            return;
    for (int i = 0; i < b->n; i++)
        for (int k = first; k < before->n; k++)
            if (before->at[k]->kind == S_LET && is_var(b->at[i]->to, before->at[k]->var))
                before->at[k]->exp = b->at[i]->exp;
    b->n = 0;
}

/* In a choice that the host makes: what it has at most to read. */
static void tidy_choice(Lower *l, const Stm *s, Stmt *branch, int first)
{
    if (!on_host(l) || !table_has(l->facts->places->at_host, s->exp))
        return;
    for (int k = 0; k < s->nvars; k++) {
        read_into(&branch->body, s->var[k]);
        read_into(&branch->other, s->var[k]);
    }
    set_before(&branch->body, l->out, first);
    if (branch->body.n)
        set_before(&branch->other, l->out, first);
}

/* The value of a branch, whose statements come into the block. */
static Core *branch_value(Lower *l, const Core *body, Core *cond, bool holds, Block *into)
{
    Lower inner = *l;
    inner.out = into;
    memset(&inner.pending, 0, sizeof inner.pending);
    Assumptions known = range_assumed(l->facts->range);
    range_assume(l->facts->range, cond, holds);
    lower_stms(&inner, body);
    Core *value = scalar_of(&inner, body->g[0].at[0]);
    range_forget(l->facts->range, known);
    return value;
}

/* A choice between two scalars is an expression, unless a branch needs statements. */
static void lower_choice(Lower *l, const Stm *s)
{
    Var *v = s->var[0];
    Core *cond = scalar_of(l, s->exp->g[0].at[0]), *value[2];
    Block branch[2] = { { 0 } };
    for (int b = 0; b < 2; b++)
        value[b] = branch_value(l, s->exp->g[b + 1].at[0], cond, b == 0, &branch[b]);
    if (!branch[0].n && !branch[1].n) {
        Core *choice = tree_if(cond, value[0], value[1]);
        if (ifs_deep(choice) <= DEEP) {
            bind_scalar(l, v, choice, true);
            return;
        }
    }
    flush_reads(l);
    int first = l->out->n;
    declare(l, v, NULL);
    Stmt *both = emit(l, (Stmt){ S_IF, .exp = cond });
    for (int b = 0; b < 2; b++) {
        Block *out = lower_into(l, &branch[b]);
        emit_set(l, core_var(v), value[b]);
        l->out = out;
    }
    both->body = branch[0];
    both->other = branch[1];
    tidy_choice(l, s, both, first);
}

static bool is_choice(const Lower *l, const Stm *s)
{
    return s->nvars == 1 && !s->var[0]->type->rank && !carried_on_device(l, s->var[0])
        && !waited_for(l, s->var[0])
        && simple(s->exp->g[1].at[0]) && simple(s->exp->g[2].at[0]);
}

void lower_if(Lower *l, const Stm *s)
{
    if (is_choice(l, s)) {
        lower_choice(l, s);
        return;
    }
    Core *cond = scalar_of(l, s->exp->g[0].at[0]);
    flush_reads(l);
    Joined *j = NEWS(Joined, s->nvars);
    int first = l->out->n;
    for (int k = 0; k < s->nvars; k++)
        plan_join(l, s, k, &j[k]);
    Stmt *branch = emit(l, (Stmt){ S_IF, .exp = cond });
    lower_branch(l, s, 1, cond, j, &branch->body);
    lower_branch(l, s, 2, cond, j, &branch->other);
    tidy_choice(l, s, branch, first);
    for (int k = 0; k < s->nvars; k++) {
        if (!j[k].dest)
            continue;
        if (s->var[k]->type->rank)
            bind_view(l, s->var[k], j[k].dest);
        else if (waited_for(l, s->var[k]))
            read_back(l, s->var[k], tree_load(j[k].dest->buffer, NULL));
        else
            table_put(l->facts->tree, s->var[k], tree_load(j[k].dest->buffer, NULL));
    }
}
