/* code.c -- statements, and where they go. */
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
    return MAKE(Var, .name = intern(name), .type = t, .invented = true);
}

Var *fresh_like(Lower *l, const Var *like, const Type *t)
{
    Var *v = fresh(l, like->name, t);
    v->tuple = like->tuple;
    return v;
}

Buffer *buffer_add(Plan *p, Buffer b)
{
    Buffer *own = COPY(Buffer, b);
    table_put(p->buffer_of, b.var, own);
    return own;
}

/* ---- statements ------------------------------------------------------------ */

Stmt *emit(Lower *l, Stmt s)
{
    return stmt_add(l->out, s);
}

Stmt *emit_for(Lower *l, Sharing how, Var *index, Core *end)
{
    range_below(l->facts->range, index, end);
    return emit(l, (Stmt){ S_FOR, .sharing = how, .var = index, .exp = end });
}

void declare_var(Lower *l, Var *v, Core *init)
{
    emit(l, (Stmt){ S_LET, .var = v, .exp = init });
    table_put(l->plan->mutable, v, v);
}

/* A definition is spelled out if it has no more nodes then. */
enum { MOST_SPELLED = 500 };

typedef struct {
    Lower *l;
    int left;
} Spelling;

static void count_spelled(Core *n, void *spelling)
{
    Spelling *s = spelling;
    Core *def = n->op == OP_VAR ? table_get(s->l->facts->host_def, n->var) : NULL;
    if (--s->left <= 0)
        return;
    if (def)
        count_spelled(def, s);
    else
        core_each(n, count_spelled, s);
}

/* The host computes v so. */
static void host_defines(Lower *l, Var *v, Core *exp)
{
    Spelling s = { l, MOST_SPELLED };
    count_spelled(exp, &s);
    if (s.left > 0)
        table_put(l->facts->host_def, v, exp);
    table_put(l->facts->hosted, v, v);
}

Core *emit_let(Lower *l, Var *v, Core *exp)
{
    emit(l, (Stmt){ S_LET, .var = v, .exp = exp, .constant = true });
    if (on_host(l) && exp)
        host_defines(l, v, exp);
    if (exp)
        range_define(l->facts->range, v, exp, 0);
    return core_var(v);
}

Core *named(Lower *l, const char *name, Core *tree)
{
    return is_atom(tree) ? tree : emit_let(l, fresh(l, name, type_of(tree)), tree);
}

Core *host_value(const Lower *host, const Core *tree)
{
    for (int i = 0; i < host->out->n; i++) {
        const Stmt *s = host->out->at[i];
        if (s->kind == S_LET && s->constant && s->exp && core_equal(s->exp, tree))
            return core_var(s->var);
    }
    return NULL;
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
    bool once = l->together && !is_private(l, to);
    Block *out = once ? &emit(l, (Stmt){ .kind = S_ONCE })->body : l->out;
    stmt_add(out, (Stmt){ S_SET, .to = to, .exp = exp });
}

/* As `named`, but the tree may have its name since the last store. */
static Core *named_since(Lower *l, const char *name, Core *tree)
{
    for (int i = l->out->n - 1; i >= 0; i--) {
        const Stmt *s = l->out->at[i];
        if (s->kind == S_LET && core_equal(s->exp, tree))
            return core_var(s->var);
        if (s->kind != S_LET && !s->apart)
            break;
    }
    return named(l, name, tree);
}

/* Whether the position is within the array, as far as that is not sure (null: it is); its parts
   get names. */
static Core *inside(Lower *l, const View *whole, Core **at)
{
    Core *all = NULL;
    int rank = whole->type->rank;
    for (int d = 0; d < rank; d++) {
        bool row = d == rank - 2, column = rank > 1 && d == rank - 1;
        if (surely_inside(l->facts->range, at[d], whole->type->dim[d]))
            continue;
        at[d] = named_since(l, row ? "to_row" : column ? "to_column" : "to", at[d]);
        Core *below = tree_op(OP_LT, at[d], whole->type->dim[d]);
        all = all ? tree_op(OP_LAND, all, below) : below;
    }
    return all;
}

/* ---- what is only made inside ---------------------------------------------- */

static bool equal_values(const Lower *l, const Core *a, const Core *b)
{
    return surely_at_most(l->facts->range, a, b) && surely_at_most(l->facts->range, b, a);
}

/* Each part of the test says of one part of the position that it is inside, by its name there. */
static int parts_told(const Lower *l, const Core *test, const View *whole, Core *const *at,
                      Core **own)
{
    if (test->op == OP_LAND) {
        int a = parts_told(l, test->g[0].at[0], whole, at, own);
        int b = parts_told(l, test->g[1].at[0], whole, at, own);
        return a && b ? a + b : 0;
    }
    for (int d = 0; test->op == OP_LT && d < whole->type->rank; d++)
        if (!own[d] && size_equal(test->g[1].at[0], whole->type->dim[d])
            && equal_values(l, test->g[0].at[0], at[d])) {
            own[d] = test->g[0].at[0];
            return 1;
        }
    return 0;
}

static Core **told_inside(const Lower *l, const Core *test, const View *whole, Core *const *at)
{
    Core **own = NEWS(Core *, whole->type->rank);
    const Core *def = test->op == OP_VAR ? range_def(l->facts->range, test->var) : NULL;
    int told = 0;
    for (int d = 0; d < whole->type->rank; d++)
        if (surely_inside(l->facts->range, at[d], whole->type->dim[d])) {
            own[d] = at[d];
            told++;
        }
    return told + parts_told(l, def ? def : test, whole, at, own) == whole->type->rank ? own : NULL;
}

static Stmt *last_set(const Block *b, const Var *v)
{
    for (int i = b->n - 1; i >= 0 && b->at[i]->kind == S_SET; i--)
        if (is_var(b->at[i]->to, v))
            return b->at[i];
    return NULL;
}

static void remove_at(Block *b, int i)
{
    memmove(b->at + i, b->at + i + 1, sizeof *b->at * (size_t)(b->n - i - 1));
    b->n--;
}

/* What is set there and stored here is stored there; that it had a name before is forgotten. */
static void store_there(Block *out, Stmt *choice, Stmt *set, const Var *v, Core *to)
{
    set->to = to;
    for (int i = choice->other.n - 1; i >= 0; i--)
        if (is_var(choice->other.at[i]->to, v))
            remove_at(&choice->other, i);
    for (int i = out->n - 1; i >= 0; i--)
        if (out->at[i]->kind == S_LET && out->at[i]->var == v)
            remove_at(out, i);
}

/* A value that is chosen by the very test whether its place is inside the array is stored
   where it is made. */
static bool store_where_made(Lower *l, const View *whole, Core *const *at, Core *exp)
{
    Stmt *last = l->out->n ? l->out->at[l->out->n - 1] : NULL;
    Core **own;
    if (exp->op == OP_IF && (own = told_inside(l, exp->g[0].at[0], whole, at))) {
        Stmt *inside = emit(l, (Stmt){ S_IF, .exp = exp->g[0].at[0], .apart = true });
        stmt_add(&inside->body, (Stmt){ S_SET, .to = view_at(whole, own),
                                        .exp = exp->g[1].at[0]->g[0].at[0] });
        return true;
    }
    if (!last || last->kind != S_IF || exp->op != OP_VAR || l->together)
        return false;
    const Use *u = table_get(l->facts->use, exp->var);
    Stmt *made = last_set(&last->body, exp->var), *blank = last_set(&last->other, exp->var);
    bool only = u && u->uses == 1 && made && blank && is_const(blank->exp);
    if (!only || !(own = told_inside(l, last->exp, whole, at)))
        return false;
    store_there(l->out, last, made, exp->var, view_at(whole, own));
    return true;
}

void emit_store(Lower *l, const View *to, Core **index, Core *exp)
{
    Core **at;
    const View *whole = view_untiled(to, index, &at);
    if (!whole) {
        emit_set(l, view_at(to, index), exp);
        return;
    }
    if (store_where_made(l, whole, at, exp))
        return;
    Block *out = l->out;
    Core *test = inside(l, whole, at);
    Stmt *last = out->n ? out->at[out->n - 1] : NULL;
    bool same = test && last && last->kind == S_IF && last->apart && core_equal(last->exp, test);
    if (test)
        l->out = same ? &last->body : &emit(l, (Stmt){ S_IF, .exp = test, .apart = true })->body;
    emit_set(l, view_at(whole, at), exp);
    l->out = out;
}

Lower each_thread(const Lower *l, Block *b)
{
    Lower in = *l;
    in.out = b;
    in.together = false;
    return in;
}

/* The condition on which all that change depend, two or more; or null. */
static const Core *one_condition(Var *const *var, Core *const *value, int n)
{
    const Core *test = NULL;
    int found = 0;
    for (int k = 0; k < n; k++) {
        if (!value[k] || is_var(value[k], var[k]))
            continue;
        if (value[k]->op != OP_IF || (test && !core_equal(test, value[k]->g[0].at[0])))
            return NULL;
        test = value[k]->g[0].at[0];
        found++;
    }
    return found > 1 ? test : NULL;
}

/* Sets them in branch 1 or 2 of their conditionals; false: nothing changes there. */
static bool assign_branch(Lower *l, Var *const *var, Core *const *value, int n, int branch,
                          Block *into)
{
    Core **own = NEWS(Core *, n);
    bool any = false;
    for (int k = 0; k < n; k++) {
        own[k] = value[k] && value[k]->op == OP_IF ? value[k]->g[branch].at[0]->g[0].at[0] : NULL;
        any |= own[k] && !is_var(own[k], var[k]);
    }
    Block *out = lower_into(l, into);
    assign_all(l, var, own, n);
    l->out = out;
    return any;
}

static void assign_by(Lower *l, const Core *test, Var *const *var, Core *const *value, int n)
{
    Stmt *s = emit(l, (Stmt){ S_IF, .exp = (Core *)test });
    bool then = assign_branch(l, var, value, n, 1, &s->body);
    assign_branch(l, var, value, n, 2, &s->other);
    if (then)
        return;
    s->exp = tree_not(s->exp);
    s->body = s->other;
    s->other = (Block){ 0 };
}

void assign_all(Lower *l, Var *const *var, Core **value, int n)
{
    const Core *test = one_condition(var, value, n);
    if (test) {
        assign_by(l, test, var, value, n);
        return;
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < k && value[k] && !is_var(value[k], var[k]); j++)
            if (value[j] && !is_var(value[j], var[j]) && core_uses(value[k], var[j])) {
                Var *next = fresh(l, format("next_%s", var[k]->name), type_of(value[k]));
                value[k] = emit_let(l, next, value[k]);
                break;
            }
    for (int k = 0; k < n; k++)
        if (value[k] && !is_var(value[k], var[k]))
            emit_set(l, core_var(var[k]), value[k]);
}
