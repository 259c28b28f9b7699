/*
 * dependence.c -- which iterations of a nest of loops touch the same elements.
 *
 * Two accesses of an array are compared under each assumption on the order of their iterations:
 * equal, or the one later by 1 + d, where d is any natural number. They are independent if in some
 * dimension one index is surely less than the other, or no multiple of a common divisor (the GCD
 * test). The proofs are those of range_prove.c: sizes may be symbols.
 *
 * An array and what an update makes of it are one array here; so are a loop's parameter, where it
 * begins, what an iteration gives for it, and its result.
 */
#include "dependence.h"
#include "range.h"

const char *const dependence_name[] = { "RAW", "WAR", "WAW" };

/* ---- accesses --------------------------------------------------------------- */

enum { MOST_AROUND = 12 };

/* An index around an access: of a loop, or of a lambda, whose elements have no order. */
typedef struct {
    const Core *node;          /* a LOOP; null: a lambda, or a span */
    Var *index;
    Core *count;
} Round;

typedef struct {
    const Core *node;
    Var *array;                /* the representative of its class */
    Kids entry;                /* spelled in what is bound outside, and indices */
    bool written, whole;       /* whole: the entries are not known */
    bool made;                 /* a new array, which may be one that a loop carries */
    int order;
    Round round[MOST_AROUND];
    int nrounds;
} Touch;

typedef struct {
    Ranges *r;
    Table *parent;             /* Var -> Var of the same array */
    Table *updated;            /* representatives of which there is an update */
    Table *inside;             /* what the nest binds */
    Table *made;               /* Var -> how many loops are around where it is bound, and 1 */
    Table *own;                /* the same of a class: the least of its variables */
    Table *from;               /* Var -> Result */
    VEC(Touch) touch;
    Round round[MOST_AROUND];
    int nrounds;
} Nest;

static Var *class_of(const Nest *s, Var *v)
{
    Var *up;
    while ((up = table_get(s->parent, v)))
        v = up;
    return v;
}

/* The class of `to` is that of `of` from now on: names from outside stay. */
static void join(Nest *s, Var *v, const Core *of)
{
    if (of->op != OP_VAR || !of->var->type || !of->var->type->rank)
        return;
    Var *a = class_of(s, v), *b = class_of(s, of->var);
    if (a != b)
        table_put(s->parent, a, b);
}

static void join_all(Nest *s, Var **v, int n, Kids of)
{
    for (int i = 0; i < n && i < of.n; i++)
        if (v[i]->type->rank)
            join(s, v[i], of.at[i]);
}

Kids body_results(const Core *body)
{
    return body->op == OP_BODY ? body->g[0] : one((Core *)body);
}

static void join_loop(Nest *s, const Core *n)
{
    const Core *body = n->g[n->op == OP_LOOP || n->op == OP_WHILE ? 2 : 1].at[0];
    join_all(s, n->bind, n->nbinds, n->g[0]);
    join_all(s, n->bind, n->nbinds, body_results(body));
}

/* A variable is a result of the expression. */
typedef struct {
    const Core *of;
    int which;
} Result;

static void note_from(Nest *s, const Stm *stm)
{
    for (int k = 0; k < stm->nvars; k++)
        table_put(s->from, stm->var[k], MAKE(Result, stm->exp, k));
}

static void join_stm(Nest *s, const Stm *stm)
{
    const Core *e = stm->exp;
    if (e->op == OP_UPDATE || e->op == OP_COERCE)
        join(s, stm->var[0], e->g[0].at[0]);
    else if (is_loop(e))
        join_all(s, stm->var, stm->nvars, e->g[0]);
    else if (e->op == OP_IF)
        for (int b = 1; b <= 2; b++)
            join_all(s, stm->var, stm->nvars, body_results(e->g[b].at[0]));
    else if (is_atom(e))
        join_all(s, stm->var, stm->nvars, one((Core *)e));
}

static void note_made(Nest *s, Var **v, int n)
{
    for (int k = 0; k < n; k++)
        table_put(s->made, v[k], (void *)(intptr_t)(s->nrounds + 1));
}

static void note_own(Nest *s, const Var *v)
{
    const Var *class = class_of(s, (Var *)v);
    intptr_t made = (intptr_t)table_get(s->made, v), least = (intptr_t)table_get(s->own, class);
    made = made ? made : 1;
    if (!least || made < least)
        table_put(s->own, class, (void *)made);
}

static void note_member(const void *var, void *of, void *nest)
{
    note_own(nest, var);
    note_own(nest, of);
}

/* Returns how many of the loops around make the array anew in each iteration. */
static int own_loops(const Nest *s, const Var *class)
{
    intptr_t least = (intptr_t)table_get(s->own, class);
    least = least ? least : (intptr_t)table_get(s->made, class);
    return least ? (int)least - 1 : 0;
}

static void note_classes(Core *n, void *arg)
{
    Nest *s = arg;
    core_each(n, note_classes, arg);
    if (is_loop(n))
        join_loop(s, n);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        join_stm(s, &n->stm[i]);
        note_from(s, &n->stm[i]);
        for (int k = 0; k < n->stm[i].nvars; k++)
            range_define(s->r, n->stm[i].var[k], n->stm[i].exp, k);
    }
    range_counter(s->r, n);
}

static void note_updated(Core *n, void *arg)
{
    Nest *s = arg;
    if (n->op == OP_UPDATE && n->g[0].at[0]->op == OP_VAR)
        table_put(s->updated, class_of(s, n->g[0].at[0]->var), s);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        if (ops[n->op].roles[g] == '!' && n->op != OP_UPDATE)
            for (int k = 0; k < n->g[g].n; k++)
                if (n->g[g].at[k]->op == OP_VAR)
                    table_put(s->updated, class_of(s, n->g[g].at[k]->var), s);
    Kids given = n->op == OP_LOOP ? body_results(n->g[2].at[0]) : (Kids){ 0 };
    for (int k = 0; k < given.n && k < n->nbinds; k++)
        if (!is_var(given.at[k], n->bind[k]))
            table_put(s->updated, class_of(s, n->bind[k]), s);
    core_each(n, note_updated, arg);
}

static void push_round(Nest *s, const Core *node, Var *index, Core *count)
{
    if (s->nrounds < MOST_AROUND && index && index->type->prim == I64)
        s->round[s->nrounds++] = (Round){ node, index, count };
}

/* An index of all elements of a span is one of its own; null: it is all of a dimension. */
static Core *spelled_entry(Nest *s, Core *e, Touch *t)
{
    if (e->op == OP_WHOLE)
        return NULL;
    if (e->op != OP_SPAN)
        return range_spelled(s->r, e);
    Var *i = var_new("i", type_prim(I64), NULL);
    Core *from = range_spelled(s->r, e->g[0].at[0]), *by = range_spelled(s->r, e->g[2].at[0]);
    if (t->nrounds == MOST_AROUND)
        return NULL;
    t->round[t->nrounds++] = (Round){ NULL, i, range_spelled(s->r, e->g[1].at[0]) };
    range_below(s->r, i, t->round[t->nrounds - 1].count);
    return core_prim2(OP_ADD, from, core_prim2(OP_MUL, by, core_var(i)));
}

static void note_touch(Nest *s, const Core *n, Core *array, Kids entry, bool written, bool whole)
{
    if (array->op != OP_VAR || !array->var->type || !array->var->type->rank
        || !table_has(s->updated, class_of(s, array->var)))
        return;
    Touch t = { .node = n, .array = class_of(s, array->var), .written = written, .whole = whole,
                .order = s->touch.n, .nrounds = s->nrounds };
    for (int k = 0; k < s->nrounds; k++)
        t.round[k] = s->round[k];
    t.entry = (Kids){ NEWS(Core *, entry.n), entry.n };
    for (int d = 0; d < entry.n; d++)
        t.entry.at[d] = spelled_entry(s, entry.at[d], &t);
    vec_push(&s->touch, t);
}

static void find_touches(Core *n, void *arg);

/* All elements, in whatever order. */
static void touch_operands(Nest *s, const Core *n, int from)
{
    for (int g = from; g < ops[n->op].ngroups; g++)
        for (int k = 0; k < n->g[g].n; k++)
            note_touch(s, n, n->g[g].at[k], (Kids){ 0 }, ops[n->op].roles[g] == '!', true);
}

static void touches_of(Nest *s, Core *n)
{
    OpKind k = ops[n->op].kind;
    if (n->op == OP_INDEX || n->op == OP_UPDATE) {
        note_touch(s, n, n->g[0].at[0], n->g[1], n->op == OP_UPDATE, false);
        touch_operands(s, n, 2);
    } else if (!is_loop(n) && n->op != OP_BODY && n->op != OP_IF && n->op != OP_COERCE
               && (k != K_ATOM) && n->op != OP_LENGTH) {
        touch_operands(s, n, 0);
    }
}

/* The expression makes a new array; it does not update another one. */
static bool makes_array(const Core *e)
{
    if (e->op == OP_IF)
        return makes_array(e->g[1].at[0]) || makes_array(e->g[2].at[0]);
    return !is_atom(e) && !is_loop(e) && e->op != OP_BODY && e->op != OP_UPDATE
        && e->op != OP_COERCE;
}

/* A new array in the place of one that a loop carries counts as a write of all elements. */
static void touch_made(Nest *s, const Core *e, Var **v, int n)
{
    for (int k = 0; k < n && makes_array(e); k++)
        if (v[k]->type && v[k]->type->rank) {
            int before = s->touch.n;
            note_touch(s, e, core_var(v[k]), (Kids){ 0 }, true, true);
            for (int i = before; i < s->touch.n; i++)
                s->touch.at[i].made = true;
        }
}

static bool is_still(const Nest *s, const Core *array, const Var *v);

static bool result_is_still(const Nest *s, const Core *body, int which, const Var *v)
{
    Kids given = body_results(body);
    return which < given.n && is_still(s, given.at[which], v);
}

/* The array is v, with updates. */
static bool is_still(const Nest *s, const Core *array, const Var *v)
{
    const Result *r = array->op == OP_VAR ? table_get(s->from, array->var) : NULL;
    if (!r)
        return is_var(array, v);
    const Core *e = r->of;
    if (e->op == OP_IF)
        return result_is_still(s, e->g[1].at[0], r->which, v)
            && result_is_still(s, e->g[2].at[0], r->which, v);
    if (e->op == OP_UPDATE || e->op == OP_COERCE || is_loop(e))
        return is_still(s, e->g[0].at[r->which], v);
    return is_atom(e) && is_still(s, e, v);
}

/* Another array for the next iteration counts as a write of all elements of this one. */
static void touch_replaced(Nest *s, const Core *loop)
{
    Kids given = body_results(loop->g[loop->op == OP_LOOP || loop->op == OP_WHILE ? 2 : 1].at[0]);
    for (int k = 0; k < given.n && k < loop->nbinds; k++)
        if (!is_still(s, given.at[k], loop->bind[k]))
            note_touch(s, loop, core_var(loop->bind[k]), (Kids){ 0 }, true, true);
}

/* Drops the writes of arrays that each iteration makes for itself: no two iterations share one. */
static void drop_own(Nest *s)
{
    int n = 0;
    for (int i = 0; i < s->touch.n; i++) {
        const Touch *t = &s->touch.at[i];
        if (!t->made || own_loops(s, t->array) < t->nrounds)
            s->touch.at[n++] = *t;
    }
    s->touch.n = n;
}

static void find_touches(Core *n, void *arg)
{
    Nest *s = arg;
    int before = s->nrounds;
    touches_of(s, n);
    note_made(s, n->bind, is_loop(n) ? n->nbinds : 0);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        note_made(s, n->stm[i].var, n->stm[i].nvars);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        touch_made(s, n->stm[i].exp, n->stm[i].var, n->stm[i].nvars);
    if (n->op == OP_LOOP)
        push_round(s, n, n->index, n->g[1].at[0]);
    if (n->op == OP_LOOP)
        touch_made(s, n->g[2].at[0], n->bind, n->nbinds);
    for (int g = 0; ops[n->op].kind == K_SOAC && g < ops[n->op].ngroups; g++)
        if (ops[n->op].groups[g] == 'l' && n->g[g].n && n->g[g].at[0]->op == OP_LAM)
            push_round(s, NULL, n->g[g].at[0]->index, n->g[0].at[0]);
    core_each(n, find_touches, arg);
    if (is_loop(n))
        touch_replaced(s, n);
    s->nrounds = before;
}

/* ---- two accesses ------------------------------------------------------------- */

typedef struct {
    Nest *s;
    const Touch *a, *b;        /* a is done first */
    int depth;                 /* of the loops around both */
    Subst *of_a, *of_b;        /* their indices under the assumption */
    Table *indices;            /* all indices, of both */
} Pair;

static int common_loops(const Touch *a, const Touch *b)
{
    int n = 0;
    while (n < a->nrounds && n < b->nrounds && n < MOST_LOOPS && a->round[n].node
           && a->round[n].node == b->round[n].node)
        n++;
    return n;
}

static void note_index(Pair *p, const Touch *t)
{
    for (int k = 0; k < t->nrounds; k++)
        table_put(p->indices, t->round[k].index, p);
}

typedef struct {
    const Pair *p;
    bool foreign;
} Foreign;

static void find_foreign(Var *v, void *arg)
{
    Foreign *f = arg;
    f->foreign |= table_has(f->p->s->inside, v) && !table_has(f->p->indices, v);
}

/* It is computed from what an iteration reads or makes. */
static bool is_foreign(const Pair *p, const Core *e)
{
    Foreign f = { p, false };
    core_free_vars(e, find_foreign, &f);
    return f.foreign;
}

static Core *count_of(const Pair *p, const Round *k, const Subst *under)
{
    Core *count = k->count ? range_spelled(p->s->r, k->count) : NULL;
    return !count || is_foreign(p, count) ? NULL : core_subst(count, under);
}

/* i, later by 1 + d, which is below the count. */
static Core *later(const Pair *p, Core *i, Core *count)
{
    Var *d = var_new("d", type_prim(I64), NULL);
    if (count)
        range_below(p->s->r, d, core_prim2(OP_SUB, count, core_i64(1)));
    else
        range_natural(p->s->r, core_var(d));
    Core *then = core_prim2(OP_ADD, core_prim2(OP_ADD, i, core_i64(1)), core_var(d));
    if (count)
        range_assume(p->s->r, core_prim2(OP_LT, then, count), true);
    return then;
}

static void assume_order(Pair *p, int k, char dir)
{
    const Round *round = &p->a->round[k];
    Core *i = core_var(round->index);
    if (dir == '<')
        subst_add(p->of_b, round->index, later(p, i, count_of(p, round, p->of_b)));
    if (dir == '>')
        subst_add(p->of_a, round->index, later(p, i, count_of(p, round, p->of_a)));
}

/* The rounds of b that are not those of a have indices of their own. */
static void assume_apart(Pair *p)
{
    for (int k = p->depth; k < p->b->nrounds; k++) {
        Var *own = var_new("i", type_prim(I64), NULL);
        Core *count = count_of(p, &p->b->round[k], p->of_b);
        if (count)
            range_below(p->s->r, own, count);
        else
            range_natural(p->s->r, core_var(own));
        table_put(p->indices, own, p);
        subst_add(p->of_b, p->b->round[k].index, core_var(own));
    }
}

/* Both are done: no count is 0. */
static void assume_done(const Pair *p, const Touch *t)
{
    for (int k = 0; k < t->nrounds; k++) {
        Core *count = t->round[k].count ? range_spelled(p->s->r, t->round[k].count) : NULL;
        if (count && !is_foreign(p, count))
            range_positive(p->s->r, count);
    }
}

/* The difference is no multiple of what all its other terms are multiples of. Numbers that may be
   of any size wrap around: then powers of two alone count. */
static bool gcd_refutes(const Pair *p, const Core *difference)
{
    Poly d = poly_in(p->s->r, difference);
    uint64_t gcd = 0, rest = 0;
    bool small = true;
    for (int i = 0; i < d.n; i++) {
        for (int k = 0; k < d.at[i].n; k++)
            small &= d.at[i].n == 1 && d.at[i].fac[k]->op == OP_VAR
                  && range_said_below(p->s->r, d.at[i].fac[k]->var);
        uint64_t c = d.at[i].coef < 0 ? -(uint64_t)d.at[i].coef : (uint64_t)d.at[i].coef;
        if (!d.at[i].n) {
            rest = c;
            continue;
        }
        while (c) {
            uint64_t t = gcd % c;
            gcd = c;
            c = t;
        }
    }
    gcd = small ? gcd : gcd & -gcd;
    return gcd ? rest % gcd != 0 : rest != 0;
}

static bool differs(const Pair *p, int dim)
{
    Core *a = p->a->entry.at[dim], *b = p->b->entry.at[dim];
    if (!a || !b || is_foreign(p, a) || is_foreign(p, b))
        return false;
    a = core_subst(a, p->of_a);
    b = core_subst(b, p->of_b);
    return surely_below(p->s->r, a, b) || surely_below(p->s->r, b, a)
        || gcd_refutes(p, core_prim2(OP_SUB, a, b));
}

/* In iterations in that order they may touch the same element. */
static bool may_meet(Nest *s, const Touch *a, const Touch *b, int depth, const char *dir)
{
    Pair p = { s, a, b, depth, subst_new(), subst_new(), table_new() };
    Assumptions before = range_assumed(s->r);
    bool meet = true;
    note_index(&p, a);
    note_index(&p, b);
    assume_done(&p, a);
    assume_done(&p, b);
    for (int k = 0; k < depth; k++)
        assume_order(&p, k, dir[k]);
    assume_apart(&p);
    for (int d = 0; d < a->entry.n && d < b->entry.n && meet; d++)
        meet = a->whole || b->whole || !differs(&p, d);
    range_forget(s->r, before);
    table_free(p.indices);
    return meet;
}

/* ---- distances ------------------------------------------------------------------ */

/* In some dimension both are coef * index and a number; then the sink is so much later. */
static bool distance_of(const Nest *s, const Touch *a, const Touch *b, int k, int64_t *by)
{
    const Core *i = core_var(a->round[k].index);
    for (int d = 0; d < a->entry.n && d < b->entry.n; d++) {
        Poly with_a, with_b, rest_a, rest_b;
        int64_t ca, cb, rest;
        if (!a->entry.at[d] || !b->entry.at[d])
            continue;
        poly_split(poly_in(s->r, a->entry.at[d]), i, &with_a, &rest_a);
        poly_split(poly_in(s->r, b->entry.at[d]), i, &with_b, &rest_b);
        if (poly_is_const(with_a, &ca) && poly_is_const(with_b, &cb) && ca == cb && ca
            && poly_is_const(poly_add(rest_a, rest_b, -1), &rest) && rest % ca == 0) {
            *by = rest / ca;
            return true;
        }
    }
    return false;
}

/* ---- all pairs ------------------------------------------------------------------ */

typedef VEC(char *) Vectors;

static bool is_legal(const char *dir, const Touch *a, const Touch *b)
{
    while (*dir == '=')
        dir++;
    return *dir ? *dir == '<' : a->order < b->order;
}

static void find_vectors(Nest *s, const Touch *a, const Touch *b, int depth, int k, char *dir,
                         Vectors *out)
{
    static const char order[] = "<=>";
    if (k == depth) {
        dir[k] = 0;
        if (is_legal(dir, a, b) && may_meet(s, a, b, depth, dir))
            vec_push(out, (char *)intern(dir));
        return;
    }
    bool own = k < own_loops(s, a->array);
    for (const char *o = order; *o; o++) {
        if (own && *o != '=')
            continue;
        dir[k] = *o;
        find_vectors(s, a, b, depth, k + 1, dir, out);
    }
}

static int find_vector(const Vectors *v, const char *dir)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] && !strcmp(v->at[i], dir))
            return i;
    return -1;
}

/* Three vectors that differ at one place alone are one, with * there. */
static bool merge_at(Vectors *v, int i, int k)
{
    char dir[MOST_LOOPS + 1];
    int of[3];
    snprintf(dir, sizeof dir, "%s", v->at[i]);
    if (dir[k] == '*')
        return false;
    for (int o = 0; o < 3; o++) {
        dir[k] = "<=>"[o];
        of[o] = find_vector(v, dir);
        if (of[o] < 0)
            return false;
    }
    for (int o = 0; o < 3; o++)
        v->at[of[o]] = NULL;
    dir[k] = '*';
    v->at[i] = (char *)intern(dir);
    return true;
}

static void merge_vectors(Vectors *v, int depth)
{
    for (int k = depth - 1; k >= 0; k--)
        for (int i = 0; i < v->n; i++)
            if (v->at[i])
                merge_at(v, i, k);
}

static void note_pair(Nest *s, const Touch *a, const Touch *b, Dependences *out)
{
    char dir[MOST_LOOPS + 1];
    Vectors v = { 0 };
    int depth = common_loops(a, b);
    if (a->array != b->array || (!a->written && !b->written))
        return;
    find_vectors(s, a, b, depth, 0, dir, &v);
    merge_vectors(&v, depth);
    for (int i = 0; i < v.n; i++) {
        if (!v.at[i])
            continue;
        Dependence d = { a->written ? b->written ? DEP_WAW : DEP_RAW : DEP_WAR, a->node, b->node,
                         a->array, depth, { 0 }, { 0 }, { 0 }, { 0 } };
        snprintf(d.dir, sizeof d.dir, "%s", v.at[i]);
        for (int k = 0; k < depth; k++) {
            d.loop[k] = a->round[k].node;
            d.known[k] = distance_of(s, a, b, k, &d.distance[k]);
        }
        vec_push(out, d);
    }
}

/* A number that an iteration takes from the one before. */
static void note_numbers(const Core *loop, const Core *const *around, int depth, Dependences *out)
{
    Kids given = body_results(loop->g[2].at[0]);
    for (int i = 0; i < loop->nbinds; i++) {
        if (loop->bind[i]->type->rank || is_var(given.at[i], loop->bind[i]))
            continue;
        Dependence d = { .kind = DEP_RAW, .array = loop->bind[i], .depth = depth + 1 };
        for (int k = 0; k <= depth; k++) {
            d.loop[k] = k < depth ? around[k] : loop;
            d.dir[k] = k < depth ? '=' : '<';
        }
        d.known[depth] = true;
        d.distance[depth] = 1;
        vec_push(out, d);
    }
}

typedef struct {
    const Core *around[MOST_LOOPS];
    int depth;
    Dependences *out;
} Numbers;

static void find_numbers(Core *n, void *arg)
{
    Numbers *s = arg;
    bool loop = n->op == OP_LOOP && s->depth < MOST_LOOPS;
    if (loop) {
        note_numbers(n, s->around, s->depth, s->out);
        s->around[s->depth++] = n;
    }
    if (ops[n->op].kind != K_SOAC)
        core_each(n, find_numbers, arg);
    s->depth -= loop;
}

Dependences dependences(Ranges *r, const Core *loop)
{
    Nest s = { .r = r, .parent = table_new(), .updated = table_new(), .inside = table_new(),
               .made = table_new(), .own = table_new(), .from = table_new() };
    Dependences out = { 0 };
    note_bound_in((Core *)loop, s.inside);
    note_classes((Core *)loop, &s);
    note_updated((Core *)loop, &s);
    find_touches((Core *)loop, &s);
    table_each(s.parent, note_member, &s);
    drop_own(&s);
    find_numbers((Core *)loop, &(Numbers){ .out = &out });
    for (int i = 0; i < s.touch.n; i++)
        for (int k = 0; k < s.touch.n; k++)
            note_pair(&s, &s.touch.at[i], &s.touch.at[k], &out);
    table_free(s.parent);
    table_free(s.updated);
    table_free(s.inside);
    table_free(s.made);
    table_free(s.own);
    table_free(s.from);
    return out;
}

int carried_by(const Dependence *d)
{
    for (int k = 0; k < d->depth; k++)
        if (d->dir[k] != '=')
            return k;
    return -1;
}

const Dependence *carried_dependence(const Dependences *all)
{
    for (int i = 0; i < all->n; i++)
        if (!carried_by(&all->at[i]) && all->at[i].kind != DEP_WAR)
            return &all->at[i];
    return NULL;
}
