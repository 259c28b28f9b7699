/*
 * alias.c -- no array is used after it, or one that may share its memory, was
 * consumed.
 *
 * Each value that an operation makes has a root; a variable has the roots of
 * the values that it may be a part of. Views, rows, branches and loops pass
 * roots on. Consuming a variable kills its roots; a use of a variable with a
 * dead root is wrong. A body that runs many times (a function that is mapped,
 * a loop) may consume what it makes, and its parameters: then the arrays or
 * initial values that these stand for are consumed.
 *
 * Each root that dies keeps the operand that consumed it, so that a copy of the operand can be
 * consumed in its place.
 */
#include "core.h"

#include <string.h>

/* An operand that is consumed: group[k] of an expression in binding stm of the body. */
typedef struct {
    Core *body;
    int stm;
    const Kids *group;
    int k;
} Consumed;

typedef struct {
    const char *name;
    int depth;                 /* of bodies that run many times around it */
    bool fixed;                /* a parameter that is not `*` */
    bool dead;
    Consumed by;
} Root;

typedef VEC(int) Roots;

typedef struct {
    VEC(Root) root;
    Table *of;                 /* Var -> Roots */
    VEC(int) died;             /* in order */
    int depth;
    Core *body;                /* around the expression, and its binding there */
    int stm;
    const char *why;
    const Span *where;
    const Consumed *before;    /* what killed a root that is used; or null */
} AliasCheck;

static Roots *roots_of(const AliasCheck *a, const Core *n)
{
    return n->op == OP_VAR ? table_get(a->of, n->var) : NULL;
}

static void join(Roots *to, const Roots *from)
{
    for (int i = 0; from && i < from->n; i++) {
        bool has = false;
        for (int k = 0; k < to->n; k++)
            has |= to->at[k] == from->at[i];
        if (!has)
            vec_push(to, from->at[i]);
    }
}

static int new_root(AliasCheck *a, const char *name)
{
    Root r = { .name = name, .depth = a->depth };
    vec_push(&a->root, r);
    return a->root.n - 1;
}

/* The variable is a value of its own. */
static int make(AliasCheck *a, const Var *v)
{
    if (!v->type->rank)
        return -1;
    Roots *r = NEW(Roots);
    int root = new_root(a, v->name);
    vec_push(r, root);
    table_put(a->of, v, r);
    return root;
}

/* ---- use and consumption ------------------------------------------------ */

static bool wrong(AliasCheck *a, const Core *at, const char *text)
{
    if (!a->why) {
        a->why = text;
        a->where = at ? at->span : NULL;
    }
    return false;
}

static bool use(AliasCheck *a, const Core *n)
{
    const Roots *r = roots_of(a, n);
    for (int i = 0; r && i < r->n; i++)
        if (a->root.at[r->at[i]].dead) {
            a->before = &a->root.at[r->at[i]].by;
            return wrong(a, n, format("%s is used after %s was consumed", n->var->name,
                                      a->root.at[r->at[i]].name));
        }
    return true;
}

static bool consume(AliasCheck *a, const Kids *group, int k)
{
    const Core *n = group->at[k];
    if (!use(a, n))
        return false;
    const Roots *r = roots_of(a, n);
    for (int i = 0; r && i < r->n; i++) {
        Root *root = &a->root.at[r->at[i]];
        if (root->fixed)
            return wrong(a, n, format("%s is consumed, but %s is not declared `*`",
                                      n->var->name, root->name));
        if (root->depth < a->depth)
            return wrong(a, n, format("%s is consumed in a body that may run again",
                                      n->var->name));
        root->dead = true;
        root->by = (Consumed){ a->body, a->stm, group, k };
        vec_push(&a->died, r->at[i]);
    }
    return true;
}

/* The operands, but those of one group. */
static bool use_operands(AliasCheck *a, const Core *n, int but)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; g != but && i < n->g[g].n; i++)
            if (!use(a, n->g[g].at[i]))
                return false;
    return true;
}

/* The lengths of the rows that come out are still there. */
static bool use_lengths(AliasCheck *a, const Core *n)
{
    for (int i = 0; i < n->ntypes; i++)
        for (int d = 0; d < n->type[i]->rank; d++) {
            Core *lengths = dim_lengths(n->type[i]->dim[d]);
            if (lengths && !use(a, lengths))
                return false;
        }
    return true;
}

static bool consume_all(AliasCheck *a, const Kids *group)
{
    for (int i = 0; i < group->n; i++)
        if (!consume(a, group, i))
            return false;
    return true;
}

/* The rest of the node's operands share nothing with what it consumes. */
static bool consume_group(AliasCheck *a, const Core *n, int g)
{
    return consume_all(a, &n->g[g]) && use_operands(a, n, g) && use_lengths(a, n);
}

/* ---- expressions: results in out[], one set of roots each ----------------- */

static bool walk(AliasCheck *a, const Core *n, Roots *out);

/* Binders that stand for operands; their roots are new, at the depth inside. */
typedef struct {
    Var **var;
    int *root;
    int n;
    const Kids *operand;
} Params;

static Params enter(AliasCheck *a, Var **var, int n, const Kids *operand)
{
    Params p = { var, NEWS(int, n), n, operand };
    for (int i = 0; i < n; i++)
        p.root[i] = make(a, var[i]);
    return p;
}

static bool dead(const AliasCheck *a, const Params *p, int i)
{
    return p->root[i] >= 0 && a->root.at[p->root[i]].dead;
}

/* Code that runs several times, each time with other values of the parameters `own`: a body, the
   levels around it from number d on, and the test of a while loop, or null. */
typedef struct {
    AliasCheck *check;
    const Params *own;
    const Kids *level;
    int d;
    const Core *body, *test;
} Repeated;

static bool binds(Var *const *var, int n, const Var *v)
{
    int i = 0;
    while (i < n && var[i] != v)
        i++;
    return i < n;
}

static void use_other(Var *v, void *repeated)
{
    const Repeated *r = repeated;
    bool own = binds(r->own->var, r->own->n, v);
    for (int d = r->d; d < r->level->n && !own; d++)
        own = binds(r->level->at[d]->bind, r->level->at[d]->nbinds, v);
    if (!own)
        use(r->check, core_var(v));
}

static bool is_read(const Repeated *r, const Var *v)
{
    bool yes = core_uses(r->body, v) || (r->test && core_uses(r->test, v));
    for (int d = r->d; d < r->level->n && !yes; d++)
        yes = core_uses(r->level->at[d], v);
    return yes;
}

/* Consumes each operand whose parameter was consumed. Neither another parameter nor the code must
   read such an operand by another name, as the code runs again. */
static bool pass_on(AliasCheck *a, const Params *p, Repeated r)
{
    r.check = a;
    r.own = p;
    int mark = a->died.n;
    for (int i = 0; p->operand && i < p->n && i < p->operand->n; i++)
        if (dead(a, p, i) && !consume(a, p->operand, i))
            return false;
    for (int i = 0; a->died.n > mark && p->operand && i < p->n && i < p->operand->n; i++)
        if (!dead(a, p, i) && is_read(&r, p->var[i]) && !use(a, p->operand->at[i]))
            return false;
    const Core *code[] = { r.body, r.test };
    for (int i = 0; i < 2 && a->died.n > mark; i++)
        if (code[i])
            core_free_vars(code[i], use_other, &r);
    return !a->why;
}

static Roots *no_roots(int n)
{
    return NEWS(Roots, n);
}

/* A level of one row: what is in it runs once. */
static bool is_single(const Core *binds)
{
    int64_t width;
    return binds->op == OP_LEVEL && size_const(binds->g[0].at[0], &width) && width == 1;
}

/* A body in levels from number d on. */
static bool walk_levels(AliasCheck *a, const Kids *level, int d, const Core *body);

/* A body in a level, or in a lambda over the elements of arrays or, for an operator, of
   its own. */
static bool walk_inside(AliasCheck *a, const Core *binds, const Kids *arrays,
                        const Kids *level, int d, const Core *body)
{
    int deeper = !is_single(binds);
    a->depth += deeper;
    Params p = enter(a, binds->bind, binds->nbinds, arrays);
    bool ok = walk_levels(a, level, d, body);
    a->depth -= deeper;
    return ok && pass_on(a, &p, (Repeated){ .level = level, .d = d, .body = body });
}

static bool walk_levels(AliasCheck *a, const Kids *level, int d, const Core *body)
{
    if (d == level->n)
        return walk(a, body, no_roots(body->ntypes));
    const Core *l = level->at[d];
    return use_operands(a, l, -1) && walk_inside(a, l, &l->g[1], level, d + 1, body);
}

/* A nest reads an array of a level if it uses the name of the array's elements or rows, further in
   or as a width. A nest of a single level reads all its arrays, as a scatter does. */
static bool use_read(AliasCheck *a, const Core *n)
{
    const Kids *level = &n->g[0];
    Table *read = table_new();
    core_free_vars(n->g[ops[n->op].ngroups - 1].at[0], note_var, read);
    bool ok = true;
    for (int d = level->n - 1; d >= 0; d--) {
        const Core *l = level->at[d];
        core_free_vars(l->g[0].at[0], note_var, read);
        for (int i = 0; i < l->nbinds; i++)
            if (level->n == 1 || table_has(read, l->bind[i])) {
                ok = ok && use(a, l->g[1].at[i]);
                note_var(l->g[1].at[i]->var, read);
            }
    }
    table_free(read);
    return ok;
}

static void use_in_body(Var *v, void *check)
{
    use(check, core_var(v));
}

/* A nest reads nothing that it writes: neither do its levels, nor does its body. */
static bool reads_others(AliasCheck *a, const Core *n, int ds)
{
    int mark = a->died.n;
    bool ok = consume_group(a, n, ds) && use_read(a, n);
    if (ok)
        core_free_vars(n->g[ops[n->op].ngroups - 1].at[0], use_in_body, a);
    while (a->died.n > mark)
        a->root.at[a->died.at[--a->died.n]].dead = false;
    return ok && !a->why;
}

Core *core_reused(const Core *nest, int k)
{
    bool may = nest->op == OP_SEGMAP || nest->op == OP_SEGSCAN;
    bool reused = may && nest->reuses && nest->reuses[k] >= 0;
    return reused ? nest->g[0].at[0]->g[1].at[nest->reuses[k]] : NULL;
}

bool core_reuses(const Core *nest)
{
    for (int k = 0; k < nest->ntypes; k++)
        if (core_reused(nest, k))
            return true;
    return false;
}

/* The results take the memory of arrays of the first level, which the nest reads as what that
   level binds and under no other name. */
static bool consume_reused(AliasCheck *a, const Core *n)
{
    const Core *level = n->g[0].at[0];
    const Kids *arrays = &level->g[1];
    bool *taken = NEWS(bool, arrays->n);
    for (int k = 0; k < n->ntypes; k++) {
        if (!core_reused(n, k))
            continue;
        taken[n->reuses[k]] = true;
        if (!consume(a, arrays, n->reuses[k]))
            return false;
    }
    for (int i = 0; i < arrays->n; i++)
        if (!taken[i] && !use(a, arrays->at[i]))
            return false;
    return walk_inside(a, level, arrays, &n->g[0], 1, n->g[ops[n->op].ngroups - 1].at[0]);
}

/* Neither a function nor a body reads an array that is written while it runs. */
static bool walk_nest(AliasCheck *a, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    int f = op_group(n->op, 'f'), ds = op_group(n->op, '!'), last = op->ngroups - 1;
    bool nest = op->kind == K_SEG;
    if (ds >= 0 && !(nest ? reads_others(a, n, ds) : consume_group(a, n, ds)))
        return false;
    for (int g = 0; g < op->ngroups; g++) {
        const Core *lam = op->groups[g] == 'l' ? n->g[g].at[0] : NULL;
        const Kids *arrays = g == f ? &n->g[last] : NULL;
        if (lam && !walk_inside(a, lam, arrays, &(Kids){0}, 0, lam->g[0].at[0]))
            return false;
    }
    if (core_reuses(n))
        return consume_reused(a, n);
    if (nest && !walk_levels(a, &n->g[0], 0, n->g[last].at[0]))
        return false;
    return ds < 0 || !nest || consume_all(a, &n->g[ds]);
}

/* What one branch consumed and the other gave lives on in the result alone. */
static void take_over(AliasCheck *a, int mark, Roots *out, int n)
{
    for (int d = mark; d < a->died.n; d++) {
        int heir = -1;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < out[i].n; k++)
                if (out[i].at[k] == a->died.at[d]) {
                    heir = heir < 0 ? new_root(a, a->root.at[a->died.at[d]].name) : heir;
                    out[i].at[k] = heir;
                }
    }
}

static bool walk_if(AliasCheck *a, const Core *n, Roots *out)
{
    int mark = a->died.n;
    if (!walk(a, n->g[1].at[0], out))
        return false;
    int mid = a->died.n;
    for (int i = mark; i < mid; i++)
        a->root.at[a->died.at[i]].dead = false;
    bool ok = walk(a, n->g[2].at[0], out);
    for (int i = mark; i < mid; i++)
        a->root.at[a->died.at[i]].dead = true;
    take_over(a, mark, out, n->ntypes);
    return ok;
}

/* The values of a loop that ends are its results: its test consumes none of them. */
static bool walk_test(AliasCheck *a, const Core *n)
{
    bool ok = walk(a, n->g[1].at[0], no_roots(1));
    for (int i = 0; ok && i < n->nbinds; i++)
        ok = !n->bind[i]->type->rank || use(a, core_var(n->bind[i]));
    return ok;
}

/* What a loop gives is what its body gives or an initial value; a value that
   the body consumes is the loop's own from then on. */
static bool walk_loop(AliasCheck *a, const Core *n, Roots *out)
{
    const Core *body = n->g[2].at[0];
    Roots *next = no_roots(body->ntypes);
    a->depth++;
    Params p = enter(a, n->bind, n->nbinds, &n->g[0]);
    bool ok = (n->op == OP_LOOP || walk_test(a, n))
           && walk(a, body, next);
    a->depth--;
    if (!ok)
        return false;
    for (int i = 0; i < n->nbinds; i++) {
        if (!dead(a, &p, i))
            join(&out[i], roots_of(a, n->g[0].at[i]));
        for (int k = 0; k < next[i].n; k++) {
            int root = next[i].at[k], j = 0;
            while (j < n->nbinds && p.root[j] != root)
                j++;
            if (j == n->nbinds)
                join(&out[i], &(Roots){ &root, 1, 1 });
            else if (!dead(a, &p, j))
                join(&out[i], roots_of(a, n->g[0].at[j]));
        }
    }
    const Core *test = n->op == OP_WHILE ? n->g[1].at[0] : NULL;
    return pass_on(a, &p, (Repeated){ .level = &(Kids){0}, .body = body, .test = test });
}

/* The expression of a binding. */
static bool walk_stm(AliasCheck *a, Core *body, int s, Roots *out)
{
    Core *outer = a->body;
    int stm = a->stm;
    a->body = body;
    a->stm = s;
    bool ok = walk(a, body->stm[s].exp, out);
    a->body = outer;
    a->stm = stm;
    return ok;
}

static bool walk_body(AliasCheck *a, const Core *n, Roots *out)
{
    for (int s = 0; s < n->nstms; s++) {
        const Stm *stm = &n->stm[s];
        Roots *r = no_roots(stm->nvars);
        if (!walk_stm(a, (Core *)n, s, r))
            return false;
        for (int i = 0; i < stm->nvars; i++) {
            Roots *all = r[i].n ? NEW(Roots) : NULL;
            if (!all)
                make(a, stm->var[i]);
            else if (stm->var[i]->type->rank) {
                join(all, &r[i]);
                table_put(a->of, stm->var[i], all);
            }
        }
    }
    for (int i = 0; i < n->g[0].n; i++) {
        if (!use(a, n->g[0].at[i]))
            return false;
        join(&out[i], roots_of(a, n->g[0].at[i]));
    }
    return true;
}

static bool walk_call(AliasCheck *a, const Core *n)
{
    for (int i = 0; i < n->g[0].n; i++)
        if (n->func->consumes && n->func->consumes[i] && !consume(a, &n->g[0], i))
            return false;
    return true;
}

/* Everything else: a view shares its operand's memory, the rest is new. */
static bool walk_first_order(AliasCheck *a, const Core *n, Roots *out)
{
    if (n->op == OP_UPDATE)
        return consume_group(a, n, op_group(n->op, '!'));
    if (n->op == OP_CALL)
        return walk_call(a, n);
    if (n->op == OP_GATHER)
        join(&out[0], roots_of(a, n->g[1].at[0]));
    int same = op_group(n->op, '='), g = same >= 0 ? same : op_group(n->op, '~');
    for (int i = 0; g >= 0 && i < n->g[g].n; i++)
        if (n->type[i]->rank)
            join(&out[i], roots_of(a, n->g[g].at[i]));
    return true;
}

static bool walk(AliasCheck *a, const Core *n, Roots *out)
{
    if (n->op == OP_BODY)
        return walk_body(a, n, out);
    if (n->op == OP_VAR) {
        join(&out[0], roots_of(a, n));
        return use(a, n);
    }
    if (!use_operands(a, n, -1))
        return false;
    if (n->op == OP_IF)
        return walk_if(a, n, out);
    if (is_loop(n))
        return walk_loop(a, n, out);
    if (ops[n->op].kind == K_SOAC || ops[n->op].kind == K_SEG)
        return walk_nest(a, n);
    return walk_first_order(a, n, out);
}

static AliasCheck check(const Func *f)
{
    AliasCheck a = { .of = table_new() };
    for (int i = 0; i < f->nparams; i++) {
        int root = make(&a, f->param[i]);
        if (root >= 0)
            a.root.at[root].fixed = !(f->consumes && f->consumes[i]);
    }
    Roots *out = no_roots(f->body->ntypes);
    walk(&a, f->body, out);
    return a;
}

const char *alias_check(const Func *f, const Span **where)
{
    AliasCheck a = check(f);
    if (a.where)
        *where = a.where;
    return a.why;
}

/* ---- copies -------------------------------------------------------------- */

/* A copy of the operand is bound before the binding, and consumed in its place. */
static void consume_copy(const Consumed *c)
{
    Core *body = c->body, *a = c->group->at[c->k];
    Stms copied = {0};
    c->group->at[c->k] = stms_bind1(&copied, core_prim1(OP_COPY, a), a->var->name);
    body->stm = GROWN(Stm, body->stm, body->nstms, 1);
    for (int s = body->nstms++; s > c->stm; s--)
        body->stm[s] = body->stm[s - 1];
    body->stm[c->stm] = copied.at[0];
}

void copy_consumed(Func *f)
{
    for (AliasCheck a = check(f); a.before; a = check(f))
        consume_copy(a.before);
}
