/* uses.c -- questions about bodies that are asked before code is made. */
#include "uses.h"


/* ---- how often, and where -------------------------------------------------- */

typedef struct {
    Table *use;
    int depth;
} Count;

static void bind_use(Count *c, Var *v)
{
    Use *u = MAKE(Use, .depth = c->depth);
    table_put(c->use, v, u);
}

static void count_in(Core *n, void *arg);

static void count_sizes(const Type *t, Count *c)
{
    for (int d = 0; d < t->rank; d++)
        if (t->dim[d])
            count_in(t->dim[d], c);
}

static void count_kids(Core *n, Count *c, int deeper)
{
    for (int i = 0; i < n->nbinds; i++)
        bind_use(c, n->bind[i]);
    if (n->index)
        bind_use(c, n->index);
    c->depth += deeper;
    core_each(n, count_in, c);
    c->depth -= deeper;
    for (int i = 0; n->op == OP_CALL && i < n->g[0].n; i++)    /* it is told sizes, too */
        count_sizes(type_of(n->g[0].at[i]), c);
    if (n->op == OP_COERCE)
        count_sizes(type_of(n), c);
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
        if ((u = table_get(c->use, n->var))) {
            u->uses++;
            u->deeper |= c->depth > u->depth;
        }
    } else if (n->op == OP_BODY) {
        count_body(n, c);
    } else if (is_loop(n)) {
        count_loop(n, c);
    } else if (n->op == OP_LAM) {
        count_lam(n, c);
    } else if (ops[n->op].kind == K_SEG) {
        count_seg(n, c);
    } else {
        count_kids(n, c, 0);
    }
}

void count_uses(Table *use, const Core *body)
{
    Count c = { use, 0 };
    count_in((Core *)body, &c);
}

/* ---- arrays changed in place ----------------------------------------------- */

/* The array of the nest whose rows, each changed in place, are result k; or null. */
static const Core *rows_changed(const Core *nest, int k)
{
    const Core *body = nest->g[1].at[0], *array = NULL;
    const Core *given = k < body->g[0].n ? body->g[0].at[k] : NULL;
    const Var *row = given && given->op == OP_VAR && given->var->type->rank
                   ? root_of(body, given) : NULL;
    for (int d = nest->g[0].n; row && d-- > 0; row = array ? array->var : NULL) {
        const Core *level = nest->g[0].at[d];
        array = NULL;
        for (int i = 0; i < level->nbinds && !array; i++)
            if (level->bind[i] == row)
                array = level->g[1].at[i];
    }
    return array && row ? array : NULL;
}

/* The operand in whose place result k of the expression comes to be. */
const Core *replaced(const Core *e, int k)
{
    int written = op_group(e->op, '!'), g = written >= 0 ? written : op_group(e->op, '=');
    if (is_loop(e))
        return in_place(e, k) ? e->g[0].at[k] : NULL;
    if (core_reused(e, k))
        return core_reused(e, k);
    if (e->op == OP_SEGMAP)
        return rows_changed(e, k);
    return g >= 0 && k < e->g[g].n ? e->g[g].at[k] : NULL;
}

/* In another shape the array is what it is; back in its own it may be its place, too. */
Var *root_of(const Core *body, const Core *atom)
{
    const Type *t = atom ? type_of(atom) : NULL;
    bool reshaped = false;
    while (atom && atom->op == OP_VAR) {
        int k;
        const Stm *s = binding_of(body, atom->var, &k);
        if (!s)
            return reshaped && !type_equal(atom->var->type, t) ? NULL : atom->var;
        reshaped |= s->exp->op == OP_RESHAPE;
        if (s->exp->op == OP_IF) {
            const Core *a = s->exp->g[1].at[0], *b = s->exp->g[2].at[0];
            Var *x = root_of(a, a->g[0].at[k]), *y = root_of(b, b->g[0].at[k]);
            atom = x && x == y ? core_var(x) : NULL;
        } else if (s->exp->op == OP_RESHAPE) {
            atom = s->exp->g[1].at[0];
        } else {
            atom = replaced(s->exp, k);
        }
    }
    return NULL;
}

bool in_place(const Core *loop, int k)
{
    const Core *body = loop->g[2].at[0], *r = body->g[0].at[k];
    return loop->bind[k]->type->rank > 0 && !is_var(r, loop->bind[k])
        && root_of(body, r) == loop->bind[k];
}

/* ---- failure ------------------------------------------------------------------- */

typedef struct {
    Ranges *nothing;           /* is known of the parameters */
    Table *asked;              /* Funcs: none failed that was asked before */
} Failing;

static bool fails_itself(const Core *n, void *failing)
{
    Failing *f = failing;
    if (op_fails(f->nothing, n))
        return true;
    if (n->op != OP_CALL || table_has(f->asked, n->func))
        return false;
    table_put(f->asked, n->func, n->func);
    return n->func->recursive || core_any(n->func->body, fails_itself, f);
}

bool body_fails(const Core *body)
{
    Failing f = { ranges_new(), table_new() };
    bool yes = core_any(body, fails_itself, &f);
    table_free(f.asked);
    return yes;
}

bool func_fails(const Func *f)
{
    return f->recursive || body_fails(f->body);
}

static bool is_number(const Core *n, void *k)
{
    return n->op == OP_EXT && n->ext == *(int *)k;
}

bool func_tells(const Func *f, int k)
{
    bool yes = false;
    for (int i = 0; i < f->nresults && !f->entry; i++)
        for (int d = 0; d < f->result[i]->rank && !yes; d++)
            yes = f->result[i]->dim[d] && core_any(f->result[i]->dim[d], is_number, &k);
    return yes;
}

static void count_var(Core *n, void *arg)
{
    void **a = arg;
    *(int *)a[1] += n->op == OP_VAR && n->var == a[0];
    core_each(n, count_var, arg);
}

int uses_in(const Core *n, const Var *v)
{
    int uses = 0;
    count_var((Core *)n, (void *[]){ (void *)v, &uses });
    return uses;
}

/* The loop's variable that result k is, as it was or changed in place; -1: none. */
int variable_given(const Core *loop, int k)
{
    const Core *body = loop->g[2].at[0];
    const Var *root = root_of(body, body->g[0].at[k]);
    for (int j = 0; root && j < loop->nbinds; j++)
        if (loop->bind[j] == root)
            return j;
    return -1;
}

bool changes_place(const Core *loop, int k)
{
    bool changes = variable_given(loop, k) >= 0 && variable_given(loop, k) != k;
    for (int j = 0; j < loop->nbinds; j++)
        changes |= j != k && variable_given(loop, j) == k;
    return changes;
}

bool makes_anew(const Core *e)
{
    return ops[e->op].kind == K_SEG && op_group(e->op, '!') < 0 && !core_reuses(e);
}

bool read_before_alone(const Core *body, const Stm *last, Var *array)
{
    Table *shares = table_new();
    bool alone = true;
    note_vars(&array, 1, shares);
    for (const Stm *s = body->stm; s < last; s++) {
        bool view = op_group(s->exp->op, '~') >= 0 && s->var[0]->type->rank;
        if (makes_anew(s->exp) || !core_uses_any(s->exp, shares))
            continue;
        alone &= view;
        note_vars(s->var, s->nvars, shares);
    }
    for (const Stm *s = last + 1; s < body->stm + body->nstms; s++)
        alone &= !core_uses_any(s->exp, shares);
    for (int k = 0; k < body->g[0].n; k++)
        alone &= !core_uses_any(body->g[0].at[k], shares);
    table_del(shares, array);
    alone &= !core_uses_any(last->exp, shares);
    table_free(shares);
    return alone;
}
