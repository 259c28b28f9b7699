/* control.c -- loops and branches, on the host or in a thread. */
#include "lower.h"

#include <string.h>

static void declare(Lower *l, Var *v, Core *init)
{
    declare_var(l, v, init);
    table_put(l->facts->tree, v, core_var(v));
    if (on_host(l))
        table_put(l->facts->hosted, v, v);
}

static bool stays_on_device(const Lower *l, const Var *v)
{
    return on_host(l) && !v->type->rank && table_has(l->facts->places->device, v);
}

/* The host, where this is, needs the value to go on. */
static bool waited_for(const Lower *l, const Var *v)
{
    return on_host(l) && table_has(l->facts->places->read_back, v);
}

static void store_and_move(Lower *l, const Core *body, const Result *c, Var *const *var)
{
    View **made = store_results(l, body, c, var);
    for (int k = 0; k < body->g[0].n; k++)
        if (made[k])
            swap_memory(l, c[k].to, made[k]);
}

/* What lies there is the variable's. */
static void bind_stored(Lower *l, Var *v, const View *there)
{
    if (v->type->rank)
        bind_view(l, v, view_typed(there, sized(l, v->type)));
    else if (waited_for(l, v))
        read_back(l, v, tree_load(there->buffer, NULL));
    else
        table_put(l->facts->tree, v, tree_load(there->buffer, NULL));
}

/* ---- loops ----------------------------------------------------------------- */

/* The array that the loop begins with, if it ends there: its memory becomes the loop's. */
static View *adopted(Lower *l, const Stm *s, int k, BufferHome home)
{
    const Core *init = s->exp->g[0].at[k];
    const Alloc *a = alloc_of(l->facts->allocs, s->exp->bind[k]);
    View *v = init->op == OP_VAR && alloc_dies(a->from, s) ? table_get(l->facts->view, init->var)
                                                           : NULL;
    bool whole = v && v->kind == V_BUFFER && v->buffer->home == home && !v->buffer->mate;
    return whole ? v : NULL;
}

static void call_alike(Var *v, const Var *like)
{
    v->name = like->name;
    v->tuple = like->tuple;
}

/* The memory of another of the loop's arrays will be this one's. */
static Result one_buffer(Lower *l, const Stm *s, int k)
{
    const Var *v = s->exp->bind[k];
    View *now = adopted(l, s, k, home_of_array(l, v));
    now = now ? now : host_array(l, v);
    call_alike(now->buffer->var, v);
    return (Result){ .how = PASSED, .now = now, .to = now };
}

/* A round makes the result, and nothing reads what it began with behind that. */
static bool made_last(const Core *body, int k, const Var *v)
{
    const Core *r = body->g[0].at[k];
    bool made = false, read = false;
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        read |= made && core_uses(s->exp, v);
        for (int j = 0; j < s->nvars; j++)
            made |= is_var(r, s->var[j]) && s->exp->op == OP_SEGMAP;
    }
    for (int i = 0; i < body->g[0].n; i++)
        read |= is_var(body->g[0].at[i], v);
    return made && !read;
}

/* What each thread has of the array that the loop begins with, if that ends there; or null. */
static View *kept_before(Lower *l, const Stm *s, int k)
{
    const Core *init = s->exp->g[0].at[k];
    const Alloc *a = alloc_of(l->facts->allocs, s->exp->bind[k]);
    View *v = l->together && init->op == OP_VAR ? table_get(l->facts->view, init->var) : NULL;
    bool ends = v && v->kind == V_OWN && v->value && a->from && !a->from->of
             && alloc_dies(a->from, s);
    if (ends)
        v->value->var->name = s->exp->bind[k]->name;
    return ends ? v : NULL;
}

/* Each round stores in one what it makes of the other; in the same, where a thread has it. */
static Result two_buffers(Lower *l, const Stm *s, int k)
{
    const Var *v = s->exp->bind[k];
    bool host = on_host(l);
    View *last = host ? last_in_turn(l, alloc_of(l->facts->allocs, v)) : NULL;
    Result c = { .how = STORED, .now = last ? view_typed(last, sized(l, v->type)) : NULL };
    if (!last && (host || l->together))
        c.now = adopted(l, s, k, host ? home_of_array(l, v) : B_SHARED);
    if (!c.now && !host)
        c.now = kept_before(l, s, k);
    if (!c.now)
        c.now = host ? host_array(l, v) : thread_array(l, v);
    if (!host && c.now->kind == V_OWN && c.now->lead == v->type->rank
        && made_last(s->exp->g[2].at[0], k, v)) {
        c.to = c.now;
        return c;
    }
    c.to = host ? host_array(l, v) : thread_array(l, v);
    Buffer *a = c.now->buffer, *b = c.to->buffer;
    view_var(c.to)->name = intern(format("next_%s", v->name));
    if (l->together && a && a->home == B_SHARED)
        a->var->name = v->name;
    c.ends_swapped = last && !is_counted(l, s->exp);
    if (last && !c.ends_swapped)
        begin_in_turn(l, s->exp, c.now, c.to);
    if (host) {
        if (!last)
            call_alike(a->var, v);
        a->mate = b;
        b->mate = a;
        table_put(l->plan->mutable, a->var, a);
        table_put(l->plan->mutable, b->var, b);
    }
    return c;
}

/* An array whose size changes: every round gives it the memory of a new one. */
static Result of_any_size(Lower *l, const Stm *s, int k)
{
    const Var *v = s->exp->bind[k];
    View *from = view_of(l, s->exp->g[0].at[k]), *now = adopted(l, s, k, B_ALLOCATED);
    if (!now) {
        now = allocated(l, v->name, from->type, tree_count(from->type));
        copy_view(l, from, now);
    }
    now->buffer->var->name = v->name;
    return (Result){ MOVED, .now = now, .to = now };
}

/* Memory that the thread, or each of the block's, has for itself. */
static bool is_own(const View *v)
{
    const Buffer *b = view_base(v);
    while (v->kind == V_SLICE)
        v = v->of;
    return v->kind == V_OWN || (b && b->home == B_THREAD && !b->threads);
}

/* Of an array that a loop changes element by element: what it begins with lies where the
   result must be, or ends here, or is copied. */
static View *changed_in_place(Lower *l, const Stm *s, int k)
{
    Var *v = s->exp->bind[k];
    const Core *init = s->exp->g[0].at[k];
    const Alloc *a = alloc_of(l->facts->allocs, v);
    View *from = view_of(l, init);
    bool ends = a->from && !a->from->of && alloc_dies(a->from, s);
    if (is_own(from) && ((a->place && same_place(from, a->place)) || (ends && from->kind == V_OWN)))
        return from;
    View *at = thread_array(l, v);
    copy_view(l, from, at);
    return at;
}

static Result start(Lower *l, const Stm *s, int k, bool passed)
{
    Var *v = s->exp->bind[k];
    const Core *body = s->exp->g[2].at[0];
    Core *init = s->exp->g[0].at[k];
    Result c = { .how = ASSIGNED };
    if (stays_on_device(l, v)) {
        c = two_buffers(l, s, k);
        store_scalar(l, init, c.now->buffer);
        table_put(l->facts->tree, v, tree_load(c.now->buffer, NULL));
    } else if (!v->type->rank) {
        if (v->invented && !s->var[k]->invented)
            v->name = s->var[k]->name;
        declare(l, v, scalar_of(l, init));
    } else if (!on_host(l) && !is_var(body->g[0].at[k], v) && element_by_element(body, k, v)) {
        View *at = changed_in_place(l, s, k);
        c = (Result){ STORED, .now = at, .to = at };
    } else if (in_place(s->exp, k)) {
        View *at = view_typed(own(l, init, s->var[k]), sized(l, v->type));
        c = (Result){ STORED, .now = at, .to = at };
    } else if (alloc_of(l->facts->allocs, v)->moves) {
        c = of_any_size(l, s, k);
    } else {
        c = passed ? one_buffer(l, s, k) : two_buffers(l, s, k);
        give_result(l, init, view_typed(c.now, view_of(l, init)->type));
    }
    if (v->type->rank)
        bind_view(l, v, view_typed(c.now, sized(l, v->type)));
    return c;
}

/* What a round stored is what the next one begins with. */
static void step(Lower *l, const Stm *s, const Result *c, const int *from)
{
    flush_reads(l);
    store_and_move(l, s->exp->g[2].at[0], c, s->exp->bind);
    change_places(l, c, from, s->exp->nbinds);
    for (int k = 0; k < s->exp->nbinds; k++) {
        const Type *t = s->exp->bind[k]->type;
        if (c[k].to == c[k].now || are_halves(&c[k]))
            continue;
        if (on_host(l))
            swap_memory(l, c[k].now, c[k].to);
        else
            copy_view(l, view_typed(c[k].to, sized(l, t)), view_typed(c[k].now, sized(l, t)));
    }
    swap_halves(l, c, s->exp->nbinds);
}

static void finish(Lower *l, const Stm *s, const Result *c)
{
    for (int rank = 0; rank < 2; rank++)         /* scalars first: they may be sizes */
        for (int k = 0; k < s->nvars; k++) {
            Var *v = s->var[k];
            if (c[k].how == ASSIGNED && !rank)
                table_put(l->facts->tree, v, table_get(l->facts->tree, s->exp->bind[k]));
            else if (c[k].how != ASSIGNED && !v->type->rank == !rank)
                bind_stored(l, v, c[k].now);
        }
}

static void find_sized(Var *x, void *arg)
{
    void **a = arg;
    for (int d = 0; d < x->type->rank; d++)
        *(int *)a[1] += x->type->dim[d] ? uses_in(x->type->dim[d], a[0]) : 0;
}

/* Arrays of this size are read, after that statement. */
static bool sizes_later(const Core *body, const Stm *s, Var *v)
{
    int uses = 0;
    void *a[] = { v, &uses };
    for (const Stm *t = s + 1; t < body->stm + body->nstms; t++)
        core_free_vars(t->exp, find_sized, a);
    return uses > 0;
}

static void count_read(Var *v, void *reads)
{
    table_put(reads, v, (char *)table_get(reads, v) + 1);
}

static bool all_counted(const Lower *l, const Table *reads, const Var *v)
{
    const Use *u = table_get(l->facts->use, v);
    return u && (intptr_t)table_get(reads, v) == u->uses;
}

/* All that reads v is that statement, or what it alone reads. */
static bool read_for(const Lower *l, const Core *body, const Stm *s, const Var *v)
{
    Table *reads = table_new();
    core_free_vars(s->exp, count_read, reads);
    for (const Stm *t = s; t-- > body->stm;)
        if (t->nvars == 1 && all_counted(l, reads, t->var[0]))
            core_free_vars(t->exp, count_read, reads);
    bool yes = all_counted(l, reads, v);
    table_free(reads);
    return yes;
}

/* The new value of a scalar takes the old one's place at once, where nothing else reads
   the old one: computed from it, or what one case of a choice makes of it. */
static void hint_scalar(Lower *l, const Core *body, Var *v, const Core *result)
{
    int k;
    const Stm *s = result->op == OP_VAR ? binding_of(body, result->var, &k) : NULL;
    bool choice = s && s->exp->op == OP_IF && !on_host(l);
    if (!s || !s->var[k]->invented || (!choice && ops[s->exp->op].kind != K_SCALAR))
        return;
    if (read_for(l, body, s, v) && !sizes_later(body, s, v))
        table_put(l->facts->becomes, s->var[k], v);
}

static void lower_body(Lower *l, const Stm *s, const Result *c, const int *from, Block *into)
{
    const Core *body = s->exp->g[2].at[0];
    Block *out = lower_into(l, into);
    place_results(l, body, c);
    for (int k = 0; k < s->exp->nbinds; k++)
        if (c[k].how == ASSIGNED)
            hint_scalar(l, body, s->exp->bind[k], body->g[0].at[k]);
    lower_stms(l, body);
    step(l, s, c, from);
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
static Stmt *counted(Lower *l, const Core *n, Core *bound)
{
    Var *i = n->index->invented ? fresh(l, "#", type_prim(I64)) : n->index;
    if (i != n->index)
        table_put(l->facts->tree, n->index, core_var(i));
    if (on_host(l))
        table_put(l->facts->hosted, i, i);
    return emit_for(l, BY_EACH, i, bound);
}

void lower_loop(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Result *c = NEWS(Result, n->nbinds);
    flush_reads(l);
    int *from = places_changed(l, n);
    for (int k = 0; k < n->nbinds; k++)
        c[k] = start(l, s, k, from[k] >= 0);
    pair_halves(l, c, n->nbinds);
    join_places(c, from, n->nbinds);
    Core *bound = n->op == OP_LOOP ? scalar_of(l, n->g[1].at[0]) : NULL;
    Var *swapped = swaps_noted(l, n, c);
    flush_reads(l);
    Stmt *loop;
    if (n->op == OP_LOOP) {
        loop = counted(l, n, bound);
    } else {
        loop = emit(l, (Stmt){ .kind = S_LOOP });
        lower_condition(l, s, loop);
    }
    lower_body(l, s, c, from, &loop->body);
    if (swapped)
        note_swap(l, swapped, &loop->body);
    end_in_turn(l, n, c, swapped);
    finish(l, s, c);
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

/* Where each result is assigned: a variable of its own, or the loop's whose place it takes. */
static Var **assigned_to(const Lower *l, const Stm *s)
{
    Var **to = NEWS(Var *, s->nvars);
    for (int k = 0; k < s->nvars; k++) {
        Var *old = table_get(l->facts->becomes, s->var[k]);
        to[k] = old ? old : s->var[k];
    }
    return to;
}

static void declare_result(Lower *l, Var *v)
{
    Var *old = table_get(l->facts->becomes, v);
    if (old)
        table_put(l->facts->tree, v, core_var(old));
    else
        declare(l, v, NULL);
}

static Result join(Lower *l, const Stm *s, int k)
{
    const Core *a = s->exp->g[1].at[0], *b = s->exp->g[2].at[0];
    Var *v = s->var[k], *root = common_root(s, k);
    if (stays_on_device(l, v) || waited_for(l, v))
        return (Result){ STORED, .to = memory_for(l, v) };
    if (!v->type->rank) {
        declare_result(l, v);
        return (Result){ .how = ASSIGNED };
    }
    if (!root && alloc_of(l->facts->allocs, v)->moves)
        return (Result){ MOVED, .to = allocated(l, v->name, sized(l, v->type), NULL) };
    if (!root)
        return (Result){ STORED, .to = memory_for(l, v) };
    if (!is_var(a->g[0].at[k], root) || !is_var(b->g[0].at[k], root))
        bind_view(l, root, own(l, core_var(root), v));
    return (Result){ .how = IN_PLACE };
}

static void lower_branch(Lower *l, const Stm *s, int b, Core *cond, const Result *c, Block *into)
{
    const Core *body = s->exp->g[b].at[0];
    Assumptions known = range_assumed(l->facts->range);
    Block *out = lower_into(l, into);
    range_assume(l->facts->range, cond, b == 1);
    place_results(l, body, c);
    lower_stms(l, body);
    store_and_move(l, body, c, assigned_to(l, s));
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

/* The values of a branch, whose statements come into the block. */
static Core **branch_values(Lower *l, const Core *body, Core *cond, bool holds, Block *into)
{
    Lower inner = *l;
    inner.out = into;
    memset(&inner.pending, 0, sizeof inner.pending);
    Assumptions known = range_assumed(l->facts->range);
    range_assume(l->facts->range, cond, holds);
    const Kids *r = &body->g[0];
    for (int k = 0, which; k < r->n; k++)
        if (r->at[k]->op == OP_VAR && binding_of(body, r->at[k]->var, &which))
            r->at[k]->var->invented = true;      /* it has the name of the choice */
    lower_stms(&inner, body);
    Core **value = scalars_of(&inner, r);
    range_forget(l->facts->range, known);
    return value;
}

/* Choices between scalars are expressions; false: they are not simple enough, or one leaves a
   variable as it is, or they change several. */
static bool as_expressions(Lower *l, const Stm *s, Core *cond, Core ***value, Var *const *to)
{
    Core **choice = NEWS(Core *, s->nvars);
    for (int k = 0; k < s->nvars; k++) {
        bool kept = is_var(value[0][k], to[k]) || is_var(value[1][k], to[k]);
        if (to[k] != s->var[k] && (kept || s->nvars > 1))
            return false;
        choice[k] = tree_if(cond, value[0][k], value[1][k]);
        if (ifs_deep(choice[k]) > DEEP)
            return false;
    }
    for (int k = 0; k < s->nvars; k++)
        bind_scalar(l, s->var[k], choice[k], true);
    return true;
}

/* if x then true else e: where x is true, it stays so. */
static void keep_what_is_tested(Core **value[2], const Core *cond, Var *const *to, int n)
{
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < n; k++)
            if (is_var(cond, to[k]) && is_const(value[b][k]) && value[b][k]->value.i == (b == 0))
                value[b][k] = core_var(to[k]);
}

/* A choice between scalars is an expression for each, unless a branch needs statements. */
static void lower_choice(Lower *l, const Stm *s)
{
    Core *cond = scalar_of(l, s->exp->g[0].at[0]), **value[2];
    Block branch[2] = { { 0 } };
    for (int b = 0; b < 2; b++)
        value[b] = branch_values(l, s->exp->g[b + 1].at[0], cond, b == 0, &branch[b]);
    Var **to = assigned_to(l, s);
    if (!branch[0].n && !branch[1].n && as_expressions(l, s, cond, value, to))
        return;
    keep_what_is_tested(value, cond, to, s->nvars);
    flush_reads(l);
    int first = l->out->n;
    for (int k = 0; k < s->nvars; k++)
        declare_result(l, s->var[k]);
    Stmt *both = emit(l, (Stmt){ S_IF, .exp = cond });
    for (int b = 0; b < 2; b++) {
        Block *out = lower_into(l, &branch[b]);
        assign_all(l, to, value[b], s->nvars);
        l->out = out;
    }
    both->body = branch[0];
    both->other = branch[1];
    tidy_choice(l, s, both, first);
}

static bool is_choice(const Lower *l, const Stm *s)
{
    for (int k = 0; k < s->nvars; k++)
        if (s->var[k]->type->rank || stays_on_device(l, s->var[k]) || waited_for(l, s->var[k]))
            return false;
    return simple(s->exp->g[1].at[0]) && simple(s->exp->g[2].at[0]);
}

void lower_if(Lower *l, const Stm *s)
{
    if (is_choice(l, s)) {
        lower_choice(l, s);
        return;
    }
    Core *cond = scalar_of(l, s->exp->g[0].at[0]);
    const char *around = l->version;
    flush_reads(l);
    Result *c = NEWS(Result, s->nvars);
    int first = l->out->n;
    for (int k = 0; k < s->nvars; k++)
        c[k] = join(l, s, k);
    Stmt *branch = emit(l, (Stmt){ S_IF, .exp = cond });
    const char *name = note_version(l, branch, s->exp);
    l->version = name ? name : around;
    lower_branch(l, s, 1, cond, c, &branch->body);
    test_exactly(l, branch);
    l->version = around;
    lower_branch(l, s, 2, cond, c, &branch->other);
    tidy_choice(l, s, branch, first);
    for (int k = 0; k < s->nvars; k++)
        if (c[k].to)
            bind_stored(l, s->var[k], c[k].to);
}
