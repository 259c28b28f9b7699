/*
 * measure.c -- how large the arrays in a thread become.
 *
 * Memory is there before a kernel starts, as much for each thread as the
 * neediest takes. So of each size that a thread finds for an array of its own
 *
 *     segmap@thread <x in xs> { .. k = .. ; ys = scanomap[k] .. }
 *
 * the host must know a bound. Either one follows from what the host knows, or
 * it is the greatest size over the threads, computed before:
 *
 *     largest_k = segred@thread <x in xs> max 0 { .. k = .. in k }
 *     segmap@thread <x in xs> { .. k = .. ; ys' = scanomap[k] .. ; fits = k <= largest_k
 *                               #[unchecked] ys = assert fits ys' }
 *
 * An unchecked assertion is no code: it says what holds.
 */
#include "measure.h"

#include "uses.h"

typedef struct {
    Table *host;               /* Vars of the host level */
    Table *stm;                /* Var of a thread to the Stm that binds it */
    Table *most;               /* Var that counts, or that counts a slice, to what it is at most */
    Table *natural;            /* Vars that are sizes, or counters */
    Table *sizes_of;           /* array to allocate to its sizes: null: the host knows it */
    Table *size;               /* Vars among these */
    Table *bound;              /* such a Var to its bound, an atom of the host level */
} Measure;

/* ---- what the host knows ----------------------------------------------------- */

static bool is_hosts(const Var *v, const void *host)
{
    return table_has(host, v);
}

static bool host_has(const Measure *m, const Core *e)
{
    return all_vars(e, is_hosts, m->host);
}

static void note(Table *t, Var *const *v, int n)
{
    for (int k = 0; k < n; k++)
        table_put(t, v[k], v[k]);
}

/* ---- what is said in a thread ------------------------------------------------- */

static void note_slice(Measure *m, const Core *e)
{
    const Type *t = type_of(e->g[0].at[0]);
    for (int d = 0; d < e->g[1].n; d++) {
        const Core *span = e->g[1].at[d];
        if (span->op != OP_SPAN || span->g[1].at[0]->op != OP_VAR)
            continue;
        const Core *step = span->g[2].at[0];
        if (is_const(step) && step->value.i > 0 && t->dim[d])
            table_put(m->most, span->g[1].at[0]->var, t->dim[d]);
    }
}

static void note_dims(Measure *m, const Type *t)
{
    for (int d = 0; d < t->rank; d++)
        if (t->dim[d] && t->dim[d]->op == OP_VAR)
            table_put(m->natural, t->dim[d]->var, t->dim[d]);
}

static void note_index(Measure *m, Var *index, Core *end)
{
    if (!index)
        return;
    table_put(m->most, index, tree_sub(end, core_i64(1)));
    table_put(m->natural, index, end);
}

static void note_facts(Core *n, void *arg)
{
    Measure *m = arg;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++) {
            table_put(m->stm, n->stm[i].var[k], &n->stm[i]);
            note_dims(m, n->stm[i].var[k]->type);
        }
    for (int k = 0; k < n->nbinds; k++)
        note_dims(m, n->bind[k]->type);
    int g = ops[n->op].kind == K_SOAC ? op_group(n->op, 'f') : -1;
    if (n->op == OP_INDEX)
        note_slice(m, n);
    else if (n->op == OP_LEVEL)
        note_index(m, n->index, n->g[0].at[0]);
    else if (n->op == OP_LOOP)
        note_index(m, n->index, n->g[1].at[0]);
    else if (g >= 0)
        note_index(m, n->g[g].at[0]->index, n->g[0].at[0]);
    core_each(n, note_facts, arg);
}

/* ---- bounds that follow -------------------------------------------------------- */

enum { FAR = 16 };             /* definitions that are looked through */

static Core *upper(const Measure *m, const Core *e, int depth);

/* At least 0: a size, a counter, or made of such. */
static bool is_natural(const Measure *m, const Core *e)
{
    switch (e->op) {
    case OP_CONST: return e->value.i >= 0;
    case OP_VAR: return table_has(m->natural, e->var);
    case OP_ADD: case OP_MUL: return is_natural(m, e->g[0].at[0]) && is_natural(m, e->g[1].at[0]);
    default: return false;
    }
}

static Core *larger_of(Core *a, Core *b)
{
    return !a || !b ? NULL : core_equal(a, b) ? a : tree_op(OP_MAX, a, b);
}

static const Stm *bound_by(const Measure *m, const Var *v, int *k);
static Var *root(const Measure *m, Var *v);

/* A scan that counts for how many elements a condition holds. */
static bool counts(const Core *e)
{
    if (e->op != OP_SCANOMAP || e->ntypes != 1)
        return false;
    const Core *ne = e->g[3].at[0];
    const Core *op = e->g[1].at[0]->g[0].at[0], *f = e->g[2].at[0]->g[0].at[0];
    if (!is_const(ne) || ne->value.i || op->nstms != 1 || op->stm[0].exp->op != OP_ADD
        || f->g[0].at[0]->op != OP_VAR)
        return false;
    for (int i = 0; i < f->nstms; i++)
        if (f->stm[i].var[0] == f->g[0].at[0]->var)
            return f->stm[i].exp->op == OP_CONV && type_of(f->stm[i].exp->g[0].at[0])->prim == BOOL;
    return false;
}

/* An element of such a scan is at most how many there are. */
static Core *upper_of_element(const Measure *m, const Core *e, int depth)
{
    int k;
    const Core *array = e->g[0].at[0];
    const Stm *s = array->op == OP_VAR ? bound_by(m, root(m, array->var), &k) : NULL;
    return s && counts(s->exp) ? upper(m, s->exp->g[0].at[0], depth) : NULL;
}

static Core *upper_of_result(const Measure *m, const Stm *s, int k, int depth)
{
    const Core *e = s->exp;
    if (e->op == OP_ASSERT)
        return upper(m, e->g[1].at[k], depth);
    if (e->op == OP_IF)
        return larger_of(upper(m, e->g[1].at[0]->g[0].at[k], depth),
                         upper(m, e->g[2].at[0]->g[0].at[k], depth));
    if (e->op == OP_INDEX)
        return upper_of_element(m, e, depth);
    return ops[e->op].kind == K_SCALAR || is_atom(e) ? upper(m, e, depth) : NULL;
}

/* The binding in the thread whose result k the variable is; or null. */
static const Stm *bound_by(const Measure *m, const Var *v, int *k)
{
    const Stm *s = table_get(m->stm, v);
    for (*k = 0; s && s->var[*k] != v;)
        ++*k;
    return s;
}

static Core *upper_of_var(const Measure *m, const Var *v, int depth)
{
    const Core *said = table_get(m->most, v);
    Core *known = table_get(m->bound, v);
    if (known)
        return known;
    Core *most = said ? upper(m, said, depth) : NULL;
    int k;
    const Stm *s = most ? NULL : bound_by(m, v, &k);
    return s ? upper_of_result(m, s, k, depth) : most;
}

/* What the expression is at most, over what the host knows; or null. */
static Core *upper(const Measure *m, const Core *e, int depth)
{
    if (host_has(m, e))
        return (Core *)e;
    if (depth == FAR)
        return NULL;
    if (e->op == OP_VAR)
        return upper_of_var(m, e->var, depth + 1);
    if (ops[e->op].ngroups != 2)
        return NULL;
    const Core *x = e->g[0].at[0], *y = e->g[1].at[0];
    Core *a = upper(m, x, depth + 1), *b = upper(m, y, depth + 1);
    switch (e->op) {
    case OP_ADD: return a && b ? tree_add(a, b) : NULL;
    case OP_SUB: return a && host_has(m, y) ? tree_sub(a, b) : NULL;
    case OP_MUL: return a && b && is_natural(m, x) && is_natural(m, y) ? tree_mul(a, b) : NULL;
    case OP_MIN: return a && b ? tree_op(OP_MIN, a, b) : a ? a : b;
    case OP_MAX: return larger_of(a, b);
    default: return NULL;
    }
}

/* ---- sizes of arrays to allocate ------------------------------------------------ */

/* A size that is no variable becomes one; m: unless the host knows it. */
static Core *as_atom(const Measure *m, Stms *b, Core *size, const char *name)
{
    if (is_atom(size) || (m && host_has(m, size)))
        return size;
    Core *parts = core_copy_node(size);
    for (int g = 0; g < ops[size->op].ngroups; g++)
        core_set1(parts, g, as_atom(m, b, size->g[g].at[0], name));
    return stms_bind1(b, core_typed(parts), name);
}

static Core *with_sizes(Core *n, void *m);

/* The array has memory of its own: of its sizes the host must know a bound. */
static void note_array(Measure *m, Stms *b, const Var *array)
{
    const Type *t = array->type;
    Core **size = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++) {
        if (dim_lengths(t->dim[d]))
            fail_at(span_of_var(array), ERR_CUDA_OPERATION, "arrays whose rows differ in length "
                    "have no CUDA code in a thread yet");
        size[d] = t->dim[d] && !host_has(m, t->dim[d]) ? as_atom(m, b, t->dim[d], "size")
                                                      : NULL;
        if (size[d] && size[d]->op == OP_VAR)
            table_put(m->size, size[d]->var, size[d]->var);
    }
    table_put(m->sizes_of, array, size);
}

/* What is a result of a body has its place outside. */
static bool is_result(const Core *body, const Var *v)
{
    bool yes = false;
    for (int i = 0; i < body->g[0].n; i++)
        yes |= is_var(body->g[0].at[i], v);
    return yes;
}

static Core *sizes_of_body(Measure *m, const Core *body)
{
    Stms b = { 0 };
    for (int i = 0; i < body->nstms; i++) {
        Stm s = body->stm[i];
        s.exp = with_sizes(s.exp, m);
        bool view = ops[s.exp->op].kind == K_VIEW;
        for (int k = 0; k < s.nvars; k++)
            if (!view && s.var[k]->type->rank && !is_result(body, s.var[k]))
                note_array(m, &b, s.var[k]);
        for (int k = 0; k < s.exp->nbinds; k++)  /* what a loop carries */
            if (s.exp->bind[k]->type->rank)
                note_array(m, &b, s.exp->bind[k]);
        vec_push(&b, s);
    }
    return stms_body(&b, body->g[0].at, body->g[0].n);
}

/* Notes the sizes of the arrays that have memory of their own. */
static Core *with_sizes(Core *n, void *m)
{
    return n->op == OP_BODY ? sizes_of_body(m, n) : core_map(n, with_sizes, m);
}

/* ---- what holds is said ------------------------------------------------------------ */

/* Of each size of the array that is no more than a bound; what uses the array uses
   what the assertion gives. */
static void say(const Measure *m, Stms *b, Subst *now, Var *array)
{
    Core *said = core_var(array), **sizes = table_get(m->sizes_of, array);
    for (int d = 0; sizes && d < array->type->rank; d++) {
        Core *size = sizes[d], *most = NULL;
        if (size && size->op == OP_VAR)
            most = table_get(m->bound, size->var);
        if (!most)
            continue;
        Core *fits = stms_bind1(b, core_prim2(OP_LE, size, most), "fits");
        Core *holds = core_node(OP_ASSERT, NULL);
        holds->unchecked = true;
        holds->text = "the size is at most what the host knows";
        core_set1(holds, 0, fits);
        core_set1(holds, 1, said);
        said = stms_bind1(b, core_typed(holds), array->name);
        said->var->invented = array->invented;
    }
    if (said->var != array)
        subst_add(now, array, said);
}

typedef struct {
    const Measure *m;
    Subst *now;                /* arrays of which it is said */
} Saying;

static Core *with_bounds(Core *n, void *arg);

static Core *bounds_of_body(Saying *y, const Core *body, Var *const *param, int n)
{
    Stms b = { 0 };
    for (int k = 0; k < n; k++)
        say(y->m, &b, y->now, param[k]);
    for (int i = 0; i < body->nstms; i++) {
        Stm s = body->stm[i];
        s.exp = with_bounds(core_subst(s.exp, y->now), y);
        vec_push(&b, s);
        for (int k = 0; k < s.nvars; k++)
            say(y->m, &b, y->now, s.var[k]);
    }
    Kids r = { NEWS(Core *, body->g[0].n), body->g[0].n };
    for (int k = 0; k < r.n; k++)
        r.at[k] = core_subst(body->g[0].at[k], y->now);
    return stms_body(&b, r.at, r.n);
}

static Core *with_bounds(Core *n, void *saying)
{
    if (n->op == OP_BODY)
        return bounds_of_body(saying, n, NULL, 0);
    if (n->op != OP_LOOP && n->op != OP_WHILE)
        return core_map(n, with_bounds, saying);
    Core *t = core_copy_node(n);
    core_set1(t, 2, bounds_of_body(saying, n->g[2].at[0], n->bind, n->nbinds));
    return t;
}

/* ---- bounds over all threads ----------------------------------------------------- */

/* What an assertion gives is what it is given; what a loop gives is one of the values
   that its variable has. */
static Var *root(const Measure *m, Var *v)
{
    int k;
    const Stm *s = bound_by(m, v, &k);
    if (s && is_loop(s->exp))
        return s->exp->bind[k];
    const Core *from = s && s->exp->op == OP_ASSERT ? s->exp->g[1].at[k] : NULL;
    return from && from->op == OP_VAR ? root(m, from->var) : v;
}

/* Levels without the elements and indices that neither the next ones nor the body use: rules of
   promote want a level that names no index. */
static Kids used_levels(Kids levels, const Core *body)
{
    Kids kept = { NEWS(Core *, levels.n), levels.n };
    Table *used = table_new();
    core_free_vars(body, note_var, used);
    for (int i = levels.n - 1; i >= 0; i--) {
        const Core *l = levels.at[i];
        if (l->nbinds && !any_in(l->bind, l->nbinds, used))
            note_var(l->bind[l->nbinds - 1], used);
        kept.at[i] = level_narrowed(l, used);
        kept.at[i]->at = AT_THREAD;
        if (l->index && !table_has(used, l->index))
            kept.at[i]->index = NULL;
        core_free_vars(kept.at[i], note_var, used);
    }
    table_free(used);
    return kept;
}

static Core *greatest(Kids levels, Core *body)
{
    return core_rename(core_typed(CORE(OP_SEGRED, NULL, used_levels(levels, body),
                                       one(max_lambda()), one(core_i64(0)), one(body))));
}

/* Of all segments. */
static Core *greatest_of_rows(Stms *b, Core *rows, const char *name)
{
    const Type *t = type_of(rows);
    if (t->rank > 1) {
        Core *count = core_i64(1);
        for (int d = 0; d < t->rank; d++)
            count = size_mul(count, t->dim[d]);
        rows = stms_bind1(b, core_reshape(rows, &count, 1), "flat");
    }
    Core *level = core_level(NULL, (Kids){ 0 }, NULL, type_of(rows)->dim[0]);
    Core *value = level_takes(level, "x", rows);
    return stms_bind1(b, greatest(one(level), core_body(NULL, 0, &value, 1)), name);
}

/* The sizes of the array are known, or bounded by now; or it has no memory. */
static bool is_bounded(const Measure *m, const Var *array)
{
    Core **size = table_get(m->sizes_of, array);
    bool yes = true;
    for (int d = 0; size && d < array->type->rank; d++)
        yes &= !size[d] || is_const(size[d]) || table_has(m->bound, size[d]->var);
    return yes;
}

/* What is written was made in the thread. */
static bool writes_own(const Measure *m, const Core *e)
{
    int g = op_group(e->op, '!');
    bool yes = e->op != OP_UPDATE;
    for (int i = 0; g >= 0 && yes && i < e->g[g].n; i++) {
        const Stm *s = table_get(m->stm, e->g[g].at[i]->var);
        yes = s && (s->exp->op == OP_REPLICATE || s->exp->op == OP_COPY);
    }
    return yes;
}

/* It may run before the kernel, for itself: it has no array whose size is not bounded,
   and writes no array that it did not make. */
static void is_apart(Core *n, void *arg)
{
    void **a = arg;
    const Measure *m = a[0];
    bool *yes = a[1];
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        bool loop = is_loop(s->exp);
        *yes &= writes_own(m, s->exp);
        for (int k = 0; k < s->nvars; k++)
            *yes &= is_bounded(m, s->var[k]) && !(loop && s->var[k]->type->rank);
    }
    core_each(n, is_apart, arg);
}

static bool stands_alone(const Measure *m, Core *body)
{
    bool yes = true;
    is_apart(body, (void *[]){ (void *)m, &yes });
    return yes;
}

static Core *greatest_over(const Measure *m, Stms *b, Core *n, Var *v)
{
    Table *one = table_new();
    n = with_bounds(n, &(Saying){ m, subst_new() });
    const char *name = format("largest_%s", var_base(v->name));
    table_put(one, v, v);
    if (ops[n->op].kind == K_SOAC) {
        Core *most = most_of_soac(n, one);
        return most && stands_alone(m, most) ? stms_bind1(b, most, name) : NULL;
    }
    VEC(Var *) param = { 0 };
    for (int i = 0; i < n->g[0].n; i++)
        vec_append(&param, n->g[0].at[i]->bind, n->g[0].at[i]->nbinds);
    const Core *whole = n->g[ops[n->op].ngroups - 1].at[0];
    Core *body = most_of_body(whole, param.at, param.n, one);
    if (!body || !stands_alone(m, body))
        return NULL;
    Core *most = greatest(n->g[0], body);
    if (!type_of(most)->rank)
        return stms_bind1(b, most, name);
    return greatest_of_rows(b, stms_bind1(b, most, format("%s_of_rows", name)), name);
}

typedef struct {
    Measure *m;
    Stms *before;
    Core *node;
    Table *found;              /* root of a size to its bound */
} Bounding;

static void bound_size(const void *key, void *var, void *arg);

/* Of an index: from a bound of what it is below. */
static Core *bound_by_end(Bounding *p, Var *v)
{
    const Core *end = table_get(p->m->most, v);
    Table *vars = table_new();
    if (end)
        core_free_vars(end, note_var, vars);
    table_each(vars, bound_size, p);
    table_free(vars);
    Core *most = end ? upper(p->m, core_var(v), 0) : NULL;
    return most ? as_atom(NULL, p->before, tree_op(OP_MAX, most, core_i64(0)), "bound") : NULL;
}

static void bound_size(const void *key, void *var, void *arg)
{
    Bounding *p = arg;
    (void)key;
    Var *v = root(p->m, var);
    if (table_has(p->m->host, v))
        return;
    Core *known = table_get(p->found, v), *most = known ? NULL : upper(p->m, core_var(v), 0);
    if (!known)
        known = most ? as_atom(NULL, p->before, most, "bound")
                     : greatest_over(p->m, p->before, p->node, v);
    if (!known)
        known = bound_by_end(p, v);
    if (known) {
        table_put(p->found, v, known);
        table_put(p->m->bound, var, known);
    }
}

/* ---- the host level ---------------------------------------------------------------- */

/* A kernel, or a combinator that one thread of the device runs. */
static Core *measured(Stms *before, Table *host, Core *n)
{
    Measure m = { host, table_new(), table_new(), table_new(), table_new(), table_new(),
                  table_new() };
    Core *t = with_sizes(n, &m);
    if (!table_count(m.size))
        return n;
    note_facts(t, &m);
    int first = before->n;
    table_each(m.size, bound_size, &(Bounding){ &m, before, t, table_new() });
    for (int i = first; i < before->n; i++)
        note(m.host, before->at[i].var, before->at[i].nvars);
    return with_bounds(t, &(Saying){ &m, subst_new() });
}

typedef struct {
    Table *host;
    MeasureTold *told;
    void *arg;
} Pass;

/* What one statement becomes. */
static void push_measured(Pass *p, Stms *b, Stm s)
{
    int first = b->n;
    Core *e = s.exp;
    Origin here = origin_set((Origin){ e->span, step_new("measure", e->step, NULL) });
    s.exp = measured(b, p->host, e);
    origin_set(here);
    vec_push(b, s);
    if (s.exp == e)
        return;
    Stm *was = COPY(Stm, s);
    was->exp = e;
    p->told(core_body(was, 1, NULL, 0), core_body(b->at + first, b->n - first, NULL, 0), p->arg);
}

static Core *measured_body(Pass *p, const Core *body)
{
    Stms b = { 0 };
    for (int i = 0; i < body->nstms; i++) {
        Stm s = body->stm[i];
        Core *e = s.exp;
        OpKind kind = ops[e->op].kind;
        note(p->host, e->bind, e->nbinds);
        note(p->host, &e->index, e->op == OP_LOOP);
        if (kind == K_CONTROL) {
            s.exp = e = core_copy_node(e);
            for (int g = 0; g < ops[e->op].ngroups; g++)
                if (ops[e->op].groups[g] == 'b')
                    core_set1(e, g, measured_body(p, e->g[g].at[0]));
        }
        if (kind == K_SEG || kind == K_SOAC)
            push_measured(p, &b, s);
        else
            vec_push(&b, s);
        note(p->host, s.var, s.nvars);
    }
    return stms_body(&b, body->g[0].at, body->g[0].n);
}

void plan_measure(Program *flat, MeasureTold *told, void *arg)
{
    for (int i = 0; i < flat->nfuncs; i++) {
        Func *f = flat->func[i];
        Pass p = { table_new(), told, arg };
        if (!f->entry && !func_on_host(f))
            continue;
        note(p.host, f->size, f->nsizes);
        note(p.host, f->param, f->nparams);
        f->body = measured_body(&p, f->body);
    }
}
