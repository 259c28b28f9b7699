/*
 * vary.c -- an instance with one binding or one list of results changed: an
 * operand, an operation, an operator, a binding more, an array or a result
 * more. What comes out has the same types; whether it is well formed and the
 * rule applies is for others to say.
 */
#include "truth.h"

#include <limits.h>
#include <string.h>

enum { TRIES = 8 };

/* One walk over a term. */
typedef struct {
    Make *k;                   /* the names in scope, and the bindings that are added */
    int site;                  /* how many bindings and bodies come before the one that changes */
    int depth;                 /* of bodies */
    enum {
        ANYWHERE,
        RAGGED,                /* sites are nests whose rows differ in length, and each gets one */
        MAPPED                 /* sites are what is mapped; each gets an array, or a position */
    } at;
} Vary;

/* ---- operands ------------------------------------------------------------ */

typedef VEC(Core **) Places;

/* The atoms that a node reads or writes, but not those that its operator needs. */
static void find_operands(Core *n, Places *out)
{
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        char role = *ops[n->op].roles ? ops[n->op].roles[g] : '.';
        if (strchr("on", role) || strchr("lbzZ", ops[n->op].groups[g]))
            continue;
        for (int i = 0; i < n->g[g].n; i++) {
            Core *kid = n->g[g].at[i];
            if (is_atom(kid))
                vec_push(out, &n->g[g].at[i]);
            else if (kid->op == OP_SPAN || kid->op == OP_LEVEL)
                find_operands(n->g[g].at[i] = core_copy_node(kid), out);
        }
    }
}

/* The sizes that say how large an array is that is made. */
static void find_sizes(Core *n, Places *out)
{
    int x = n->op == OP_LEVEL ? 1 : op_group(n->op, 'x');
    bool makes = ops[n->op].kind == K_VIEW || n->op == OP_SPAN || (x >= 0 && !n->g[x].n);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            if (makes && strchr("zZ", ops[n->op].groups[g]))
                vec_push(out, &n->g[g].at[i]);
            else if (n->g[g].at[i]->op == OP_SPAN || n->g[g].at[i]->op == OP_LEVEL)
                find_sizes(n->g[g].at[i] = core_copy_node(n->g[g].at[i]), out);
        }
}

static Core *other_literal(Make *k, const Core *c)
{
    static const int small[] = { 0, 1, 2, 3, -1 };
    Prim p = c->value.prim;
    if (p == BOOL)
        return core_bool(!c->value.i);
    if (prim_is_float(p))
        return core_const(scalar_float(p, small[draw(k->seed, 5)]));
    int64_t near = (int64_t)((uint64_t)c->value.i + (uint64_t)draw(k->seed, 3) - 1);
    int64_t minus = (int64_t)-(uint64_t)c->value.i;
    return core_int(p, chance(k, 50) ? near : chance(k, 30) ? minus : small[draw(k->seed, 5)]);
}

static Core *computed_scalar(Make *k, Core *a)
{
    const Type *t = type_of(a);
    for (int i = 0; i < TRIES; i++) {
        Core *e = core_node(some_op(k, computes), NULL);
        core_set1(e, 0, a);
        for (int g = 1; g < ops[e->op].ngroups; g++)
            core_set1(e, g, some_atom(k, t));
        const char *error;
        if (core_infer(e, &error) && type_equal(type_of(e), t))
            return e;
    }
    make_fails(k);
}

/* An element of an array in scope. */
static Core *some_element(Make *k, const Type *t)
{
    for (int i = k->scope.n - 1; i >= 0; i--) {
        const Type *is = k->scope.at[i]->type;
        if (is->rank != t->rank + 1 || !type_equal(type_row(is), t) || !chance(k, 40))
            continue;
        Core *at = some_atom(k, type_prim(I64));
        return core_at(core_var(k->scope.at[i]), &at, 1);
    }
    make_fails(k);
}

static Core *chosen(Make *k, Core *a, Core *b)
{
    return checked(k, core_if(some_atom(k, type_prim(BOOL)), core_body(NULL, 0, one(a).at, 1),
                              core_body(NULL, 0, one(b).at, 1)));
}

static Core *mapped(Make *k, Core *a)
{
    const Type *row = type_row(type_of(a));
    Stms out = { 0 }, *outer = k->out;
    Var *x = new_name(k, "x", row);
    if (row->rank)
        make_fails(k);
    k->out = &out;
    Core *e = computed_scalar(k, core_var(x));
    k->out = outer;
    k->scope.n--;
    Core *body = stms_body1(&out, stms_bind1(&out, e, NULL));
    return checked(k, CORE(OP_MAP, NULL, one(array_length(a)),
                           one(core_lam(COPIES(Var *, &x, 1), 1, NULL, body)), one(a)));
}

/* Each element and its position in its row. */
static Core *numbered(Make *k, Core *a)
{
    const Type *row = type_row(type_of(a));
    Stms out = { 0 }, *outer = k->out;
    Var *x = new_name(k, "x", row), *i = row->rank ? NULL : var_new("i", type_prim(I64), NULL);
    if (row->prim == BOOL)
        make_fails(k);
    k->out = &out;
    Core *e = row->rank ? numbered(k, core_var(x)) : core_var(i);
    if (i && row->prim != I64) {
        Core *number = CORE(OP_CONV, NULL, one(e));
        core_set_type(number, row);
        e = bind_fresh(k, checked(k, number), NULL);
    }
    e = i ? core_prim2(OP_ADD, core_var(x), e) : e;
    k->out = outer;
    k->scope.n--;
    Core *body = stms_body1(&out, stms_bind1(&out, e, NULL));
    return checked(k, CORE(OP_MAP, NULL, one(array_length(a)),
                           one(core_lam(COPIES(Var *, &x, 1), 1, i, body)), one(a)));
}

static Core *backwards(Make *k, Core *a)
{
    Core *n = array_length(a), *whole = core_node(OP_WHOLE, NULL);
    Core *last = is_atom(n) ? bind_fresh(k, core_prim2(OP_SUB, n, core_i64(1)), "last") : NULL;
    if (!last)
        make_fails(k);
    Kids entry = { NEWS(Core *, type_of(a)->rank), type_of(a)->rank };
    for (int d = 0; d < entry.n; d++)
        entry.at[d] = whole;
    entry.at[0] = CORE(OP_SPAN, NULL, one(last), one(n), one(core_i64(-1)));
    return checked(k, CORE(OP_INDEX, NULL, one(a), entry));
}

static Core *turned(Make *k, const Type *t)
{
    for (int i = k->scope.n - 1; i >= 0 && t->rank >= 2; i--) {
        const Type *is = k->scope.at[i]->type;
        if (is->rank != t->rank || is->prim != t->prim)
            continue;
        Core *e = core_node(OP_REARRANGE, NULL);
        e->nperm = t->rank;
        e->perm = NEWS(int, t->rank);
        for (int d = 0; d < t->rank; d++)
            e->perm[d] = d < 2 ? !d : d;
        core_set1(e, 0, core_var(k->scope.at[i]));
        const char *error;
        if (core_infer(e, &error) && type_equal(type_of(e), t))
            return e;
    }
    make_fails(k);
}

static Core *computed_array(Make *k, Core *a)
{
    const Type *t = type_of(a);
    if (!type_has_sizes(t))
        make_fails(k);
    switch (draw(k->seed, 8)) {
    case 0: return chosen(k, a, some_atom(k, t));
    case 1: return mapped(k, a);
    case 2: return backwards(k, a);
    case 3: return some_element(k, t);
    case 4: return turned(k, t);
    case 5: return checked(k, CORE(OP_REPLICATE, NULL, one(array_length(a)),
                                   one(some_atom(k, type_row(t)))));
    default: return checked(k, CORE(OP_COPY, NULL, one(a)));
    }
}

/* An expression of the type of an atom, which it may read. */
static Core *computed(Make *k, Core *a)
{
    const Type *t = type_of(a);
    if (t->rank)
        return computed_array(k, a);
    return chance(k, 65) ? computed_scalar(k, a)
        : chance(k, 60) ? some_element(k, t) : chosen(k, a, some_atom(k, t));
}

/* An array of any sizes; or null. */
static Core *some_like(Make *k, const Type *t)
{
    for (int i = k->scope.n - 1; i >= 0; i--)
        if (type_same_shape(k->scope.at[i]->type, t) && chance(k, 30))
            return core_var(k->scope.at[i]);
    return NULL;
}

/* Another atom of that type; perhaps one that is computed just before. */
static Core *other_atom(Make *k, Core *a)
{
    if (is_const(a) && chance(k, 60))
        return other_literal(k, a);
    Core *other = type_of(a)->rank && chance(k, 20) ? some_like(k, type_of(a)) : NULL;
    if (other)
        return other;
    return chance(k, 55) ? some_atom(k, type_of(a)) : bind_fresh(k, computed(k, a), NULL);
}

/* ---- bindings -------------------------------------------------------------- */

/* Each changes a binding, whose expression is a node of its own; the bindings that come
   before it go to k->out, those behind it to `after`. False: there is nothing to change. */
typedef bool Change(Make *k, Stm *s, Stms *after);

/* A number that is computed just before, and may be a size. */
static Core *some_size_of(Make *k, Core *size)
{
    static const Op op[] = { OP_ADD, OP_MIN, OP_MAX };
    return bind_fresh(k, core_prim2(op[draw(k->seed, 3)], size, core_i64(draw(k->seed, 4))), NULL);
}

/* Of an array: what is made of it has another size, too. */
static bool other_size(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Places all = { 0 };
    find_sizes(s->exp, &all);
    if (!all.n)
        return false;
    Core **place = all.at[draw(k->seed, all.n)];
    *place = chance(k, 25) ? core_i64(draw(k->seed, 4)) : chance(k, 30) ? given_size(k)
        : is_atom(*place) && chance(k, 50) ? some_size_of(k, *place)
        : some_atom(k, type_prim(I64));
    return true;
}

static bool other_operand(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Places all = { 0 };
    find_operands(s->exp, &all);
    if (!all.n)
        return false;
    Core **place = all.at[draw(k->seed, all.n)];
    for (int i = 0; i < all.n; i++)
        if (is_const(*all.at[i]) && chance(k, 40))
            place = all.at[i];
    *place = other_atom(k, *place);
    return true;
}

static bool swap_operands(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Places all = { 0 };
    find_operands(s->exp, &all);
    if (all.n < 2)
        return false;
    Core **a = all.at[draw(k->seed, all.n)], **b = all.at[draw(k->seed, all.n)], *was = *a;
    if (a == b || !type_equal(type_of(*a), type_of(*b)))
        return false;
    *a = *b;
    *b = was;
    return true;
}

static bool other_operation(Make *k, Stm *s, Stms *after)
{
    (void)after;
    const Core *e = s->exp;
    if (ops[e->op].kind != K_SCALAR || !computes(e->op))
        return false;
    Core *other = core_node(some_op(k, computes), NULL);
    if (ops[other->op].ngroups != ops[e->op].ngroups)
        return false;
    for (int g = 0; g < ops[e->op].ngroups; g++)
        other->g[g] = e->g[g];
    const char *error;
    if (!core_infer(other, &error) || !type_equal(type_of(other), type_of(e)))
        return false;
    s->exp = other;
    return true;
}

/* A number that may say where an element is: nearby, or brought back among those of an array. */
static bool other_position(Make *k, Stm *s, Stms *after)
{
    (void)after;
    const Core *e = s->exp;
    bool binary = ops[e->op].kind == K_SCALAR && ops[e->op].ngroups == 2;
    if (!binary || s->nvars != 1 || s->var[0]->type->prim != I64)
        return false;
    Core *x = e->g[0].at[0], *n = e->op == OP_MOD ? e->g[1].at[0] : given_size(k);
    if (type_of(x)->prim != I64)
        return false;
    Core *near = bind_fresh(k, core_prim2(OP_ADD, x, core_i64((int)draw(k->seed, 6) - 3)), "near");
    switch (draw(k->seed, 4)) {
    case 0: s->exp = core_prim2(OP_MAX, near, core_i64(0)); break;
    case 1:
        n = bind_fresh(k, core_prim2(OP_SUB, n, core_i64(1)), "last");
        s->exp = core_prim2(OP_MIN, near, n);
        break;
    case 2: s->exp = core_prim2(OP_MOD, near, n); break;
    default: s->exp = core_prim2(OP_ADD, x, core_i64((int)draw(k->seed, 5) - 2)); break;
    }
    return true;
}

/* A call becomes an operation on what it is given. */
static bool called_operation(Make *k, Stm *s, Stms *after)
{
    (void)after;
    if (s->exp->op != OP_CALL || !s->exp->g[0].n)
        return false;
    Core *a = s->exp->g[0].at[draw(k->seed, s->exp->g[0].n)];
    if (!type_equal(type_of(a), s->var[0]->type))
        return false;
    s->exp = computed_scalar(k, a);
    return true;
}

static bool same_types(const Core *lam, Kids ne, const Operator *o)
{
    bool same = o->lam->nbinds == lam->nbinds && o->ne.n == ne.n;
    for (int i = 0; same && i < lam->nbinds; i++)
        same = type_equal(o->lam->bind[i]->type, lam->bind[i]->type);
    return same;
}

static bool other_operator(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *e = s->exp;
    int o = op_group(e->op, 'o'), ne = op_group(e->op, 'n');
    if (o < 0 || ne < 0)
        return false;
    for (int i = 0; i < 2 * TRIES; i++) {
        const Type *t = e->g[o].at[0]->bind[0]->type;
        Operator other = e->g[ne].n == 1 && !t->rank && chance(k, 50)
            ? simple_operator(k, t->prim) : some_operator(k, false);
        if (!same_types(e->g[o].at[0], e->g[ne], &other))
            continue;
        core_set1(e, o, other.lam);
        e->g[ne] = other.ne;
        return true;
    }
    return false;
}

/* `x = e` becomes `x0 = e ; x = f x0`. */
static bool changed_after(Make *k, Stm *s, Stms *after, Core *(*f)(Make *k, Core *a))
{
    int which = (int)draw(k->seed, s->nvars);
    if (!s->nvars || !type_has_sizes(s->var[which]->type)
        || (f == numbered && !s->var[which]->type->rank))
        return false;
    Var **var = NEWS(Var *, s->nvars), *x = s->var[which];
    memcpy(var, s->var, sizeof *var * (size_t)s->nvars);
    s->var = var;
    var[which] = var_like(x);
    Stms *before = k->out;
    k->out = after;
    bind_fresh(k, f(k, core_var(var[which])), NULL);
    k->out = before;
    after->at[after->n - 1].var[0] = x;
    return true;
}

static bool value_after(Make *k, Stm *s, Stms *after)
{
    return changed_after(k, s, after, computed);
}

/* An array whose elements could be all the same. */
static bool numbers_after(Make *k, Stm *s, Stms *after)
{
    return changed_after(k, s, after, numbered);
}

static bool binding_before(Make *k, Stm *s, Stms *after)
{
    (void)s;
    (void)after;
    bind_exp(k, some_exp(k, NULL), NULL);
    return true;
}

/* The same once more. */
static bool binding_again(Make *k, Stm *s, Stms *after)
{
    (void)k;
    if (!s->nvars || op_group(s->exp->op, '!') >= 0)
        return false;
    Stm again = { .exp = core_rename(s->exp), .nvars = s->nvars, .var = NEWS(Var *, s->nvars) };
    for (int i = 0; i < s->nvars; i++)
        again.var[i] = var_like(s->var[i]);
    vec_push(after, again);
    return true;
}

/* ---- what is mapped ---------------------------------------------------------- */

/* The lambda that is mapped, or a level; its own copy, in its node. */
static Core *mapping_in(Make *k, Core *e)
{
    int lam = op_group(e->op, 'f');
    bool seg = ops[e->op].kind == K_SEG;
    if (!seg && (ops[e->op].kind != K_SOAC || lam < 0 || e->op == OP_HOM))
        return NULL;
    Kids *g = &e->g[seg ? 0 : lam];
    int i = (int)draw(k->seed, g->n);
    for (int l = 0; seg && l < i; l++)
        vec_append(&k->scope, g->at[l]->bind, g->at[l]->nbinds);
    return g->at[i] = core_copy_node(g->at[i]);
}

/* An operand becomes its sum with the number. */
static void add_to(Make *k, Core **place, Var *number)
{
    Core *a = *place, *b = core_var(number);
    if (type_of(a)->rank || type_of(a)->prim == BOOL)
        return;
    if (number->type->prim != type_of(a)->prim)
        b = bind_fresh(k, core_conv(type_of(a)->prim, b), NULL);
    *place = bind_fresh(k, core_prim2(OP_ADD, a, b), NULL);
}

/* Somewhere in what is mapped a new number is read. */
static void read_in(Make *k, Core *e, Core *f, Var *number)
{
    Core *holder = f->op == OP_LEVEL ? e : f;
    int g = f->op == OP_LEVEL ? ops[e->op].ngroups - 1 : 0;
    const Core *body = holder->g[g].at[0];
    Stms out = { 0 }, *outer = k->out;
    int at = body->nstms ? (int)draw(k->seed, body->nstms) : 0, mark = k->scope.n;
    if (number->type->rank || number->type->prim == BOOL || !body->nstms || chance(k, 20))
        return;
    k->out = &out;
    for (int i = 0; i < body->nstms; i++) {
        Stm s = body->stm[i];
        Places all = { 0 };
        if (i == at) {
            s.exp = core_copy_node(s.exp);
            find_operands(s.exp, &all);
            if (all.n)
                add_to(k, all.at[draw(k->seed, all.n)], number);
        }
        vec_push(&out, s);
    }
    k->out = outer;
    k->scope.n = mark;
    core_set1(holder, g, core_body(out.at, out.n, body->g[0].at, body->g[0].n));
}

static bool more_index(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *f = mapping_in(k, s->exp);
    if (!f || f->index)
        return false;
    f->index = var_new("i", type_prim(I64), NULL);
    read_in(k, s->exp, f, f->index);
    return true;
}

Var *bind_more(Make *k, Core *f, Kids *xs, Core *a)
{
    bool first = k->in_front && hash_of("first", *k->seed) & 1;
    Var *x = var_new("x", type_row(type_of(a)), NULL), **bind = NEWS(Var *, f->nbinds + 1);
    copy_bytes(bind + first, f->bind, sizeof *bind * (size_t)f->nbinds);
    bind[first ? 0 : f->nbinds] = x;
    f->bind = bind;
    f->nbinds++;
    *xs = first ? kids_join(one(a), *xs) : kids_join(*xs, one(a));
    return x;
}

/* The array is taken, too, and its elements are read. */
static void take_array(Make *k, Core *e, Core *f, Core *a)
{
    Core *holder = f->op == OP_LEVEL ? f : e;
    Kids *xs = &holder->g[f->op == OP_LEVEL ? 1 : op_group(e->op, 'x')];
    read_in(k, e, f, bind_more(k, f, xs, a));
}

static bool more_arrays(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *f = mapping_in(k, s->exp);
    if (!f)
        return false;
    Core *width = (f->op == OP_LEVEL ? f : s->exp)->g[0].at[0];
    Core *row = f->op == OP_LEVEL ? row_for_width(k, s->exp, width) : NULL;
    take_array(k, s->exp, f, row ? row : some_array(k, width));
    return true;
}

Core *taking_row(Make *k, const Core *body, Core *a)
{
    Core *to = core_unshare(body);
    for (int i = 0; i < to->nstms; i++) {
        Core *e = core_copy_node(to->stm[i].exp), *width = type_of(a)->dim[0];
        if (ops[e->op].kind != K_SOAC || !size_equal(e->g[0].at[0], width))
            continue;
        Core *f = mapping_in(k, e);
        if (!f)
            continue;
        take_array(k, e, f, a);
        to->stm[i].exp = checked(k, e);
        break;
    }
    return types_anew(k, to);
}

static bool fewer_arrays(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *f = mapping_in(k, s->exp);
    if (!f || f->op == OP_LEVEL || f->nbinds < 2)
        return false;
    Kids *xs = &s->exp->g[op_group(s->exp->op, 'x')];
    int i = (int)draw(k->seed, f->nbinds);
    Subst *without = subst_new();
    subst_add(without, f->bind[i], some_atom(k, f->bind[i]->type));
    core_set1(f, 0, core_subst(f->g[0].at[0], without));
    f->bind = COPIES(Var *, f->bind, f->nbinds);
    xs->at = COPIES(Core *, xs->at, xs->n);
    memmove(f->bind + i, f->bind + i + 1, sizeof *f->bind * (size_t)(--f->nbinds - i));
    memmove(xs->at + i, xs->at + i + 1, sizeof *xs->at * (size_t)(--xs->n - i));
    return true;
}

/* One more, first or last. */
static Kids with_one(Kids ks, Core *a, bool front)
{
    return front ? kids_join(one(a), ks) : kids_join(ks, one(a));
}

static Var **with_var(Var *const *v, int n, Var *more, bool front)
{
    Var **all = NEWS(Var *, n + 1);
    copy_bytes(all + front, v, sizeof *all * (size_t)n);
    all[front ? 0 : n] = more;
    return all;
}

static Core *with_result(Make *k, const Core *body, bool front)
{
    const Stm *s = body->nstms ? &body->stm[draw(k->seed, body->nstms)] : NULL;
    if (!s || !s->nvars)
        make_fails(k);
    Kids r = with_one(body->g[0], core_var(s->var[draw(k->seed, s->nvars)]), front);
    return core_body(body->stm, body->nstms, r.at, r.n);
}

static bool more_results(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *e = s->exp;
    bool seg = ops[e->op].kind == K_SEG;
    int f = seg ? ops[e->op].ngroups - 1 : op_group(e->op, 'f');
    if (f < 0 || op_group(e->op, '!') >= 0 || e->op == OP_HOM)
        return false;
    Core *lam = seg ? NULL : core_copy_node(e->g[f].at[0]);
    bool maps = e->op == OP_MAP || e->op == OP_SEGMAP, front = maps && k->in_front && chance(k, 50);
    Core *body = with_result(k, seg ? e->g[f].at[0] : lam->g[0].at[0], front);
    if (lam)
        core_set1(lam, 0, body);
    core_set1(e, f, lam ? lam : body);
    checked(k, e);
    const Type *t = e->type[front ? 0 : e->ntypes - 1];
    if (e->ntypes != s->nvars + 1 || !type_has_sizes(t))
        return false;
    s->var = with_var(s->var, s->nvars++, var_new("more", t, NULL), front);
    return true;
}

/* ---- what a loop carries ------------------------------------------------------- */

/* A name in scope: arrays rather than numbers, and what the body reads rather than others. */
static Core *some_carried(Make *k, const Core *body)
{
    for (int i = 0; i < TRIES * TRIES && k->scope.n; i++) {
        Var *v = k->scope.at[draw(k->seed, k->scope.n)];
        Table *of = table_new();
        table_put(of, v, v);
        if (type_has_sizes(v->type) && (v->type->rank || chance(k, 30))
            && (core_uses_any(body, of) || chance(k, 5)))
            return core_var(v);
    }
    make_fails(k);
}

/* A loop carries one value more: what read the name that it begins with may read it now, and the
   next one is computed from it, or is the same. */
static bool more_carried(Make *k, Stm *s, Stms *after)
{
    (void)after;
    Core *e = s->exp;
    if (!is_loop(e))
        return false;
    Core *first = some_carried(k, e->g[2].at[0]);
    Var *z = new_name(k, "z", type_of(first));
    Subst *carried = subst_new();
    if (chance(k, 70))
        subst_add(carried, first->var, core_var(z));
    Core *body = core_subst(e->g[2].at[0], carried);
    Stms out = stms_of(body), *outer = k->out;
    k->out = &out;
    Core *next = chance(k, 50) ? core_var(z) : bind_fresh(k, computed(k, core_var(z)), NULL);
    k->out = outer;
    bool front = k->in_front && chance(k, 50);
    Kids r = with_one(body->g[0], next, front);
    e->bind = with_var(e->bind, e->nbinds++, z, front);
    s->var = with_var(s->var, s->nvars++, var_new("more", z->type, NULL), front);
    e->g[0] = with_one(e->g[0], first, front);
    core_set1(e, 2, core_body(out.at, out.n, r.at, r.n));
    return true;
}

static Change *const changes[] = {
    other_operand, other_operand, other_operand, other_operand, other_operand, other_operand,
    other_operand, other_operand, swap_operands, other_size, other_size,
    other_operation, other_position, other_position, other_position,
    called_operation, other_operator, value_after, value_after, numbers_after, numbers_after,
    binding_before, binding_again, more_index, more_arrays,
    fewer_arrays, more_results, more_carried, more_carried,
};

static void change_binding(Make *k, Stm *s, Stms *after)
{
    int mark = k->scope.n;
    s->exp = core_copy_node(s->exp);
    s->exp->unchecked = false;  /* nobody vouches for another index */
    for (int i = 0; i < TRIES; i++) {
        bool done = changes[draw(k->seed, sizeof changes / sizeof *changes)](k, s, after);
        k->scope.n = done ? k->scope.n : mark;
        if (done)
            break;
    }
    k->scope.n = mark;
    const char *error;
    bool fits = core_infer(s->exp, &error) && s->exp->ntypes == s->nvars;
    for (int i = 0; fits && i < s->nvars; i++)
        fits = type_same_shape(s->exp->type[i], s->var[i]->type);
    if (!fits)
        make_fails(k);
}

/* What the nest does reads the position in one of its levels. */
static void read_position(Make *k, Core *e)
{
    int l = (int)draw(k->seed, e->g[0].n);
    Core *level = e->g[0].at[l] = core_copy_node(e->g[0].at[l]);
    if (!level->index)
        level->index = var_new("i", type_prim(I64), NULL);
    read_in(k, e, level, level->index);
}

/* A level of a nest whose width another binds takes a row of that length. */
static void take_row_in(Make *k, Stm *s)
{
    Core *e = s->exp = core_copy_node(s->exp);
    if (chance(k, 40)) {
        read_position(k, e);
        s->exp = checked(k, e);
        return;
    }
    for (int l = e->g[0].n - 1; l > 0; l--) {
        Core *row = row_for_width(k, e, e->g[0].at[l]->g[0].at[0]);
        if (!row)
            continue;
        Core *level = e->g[0].at[l] = core_copy_node(e->g[0].at[l]);
        take_array(k, e, level, row);
        s->exp = checked(k, e);
        return;
    }
    make_fails(k);
}

/* What is mapped takes another array, or its position, and reads it. */
static void take_more_in(Make *k, Stm *s)
{
    Core *e = s->exp = core_copy_node(s->exp);
    int mark = k->scope.n;
    Core *f = mapping_in(k, e);
    if (chance(k, 60)) {
        take_array(k, e, f, some_array(k, (f->op == OP_LEVEL ? f : e)->g[0].at[0]));
    } else {
        f->index = f->index ? f->index : var_new("i", type_prim(I64), NULL);
        read_in(k, e, f, f->index);
    }
    k->scope.n = mark;
    s->exp = checked(k, e);
}

/* ---- results --------------------------------------------------------------------- */

static Core *some_bound(Make *k, const Stms *stms)
{
    if (!stms->n)
        make_fails(k);
    const Stm *s = &stms->at[draw(k->seed, stms->n)];
    if (!s->nvars)
        make_fails(k);
    return core_var(s->var[draw(k->seed, s->nvars)]);
}

/* Another one; of the whole term, one more or less, too. */
static Kids change_results(Make *k, Kids r, const Stms *stms, bool whole)
{
    Kids out = kids_join((Kids){ 0 }, r);
    if (whole && (!r.n || chance(k, 50)))
        return kids_join(out, one(some_bound(k, stms)));
    if (!r.n)
        make_fails(k);
    int i = (int)draw(k->seed, r.n);
    out.at = kids_join(out, one(r.at[i])).at;      /* its own list */
    if (whole && r.n > 1 && chance(k, 40))
        memmove(out.at + i, out.at + i + 1, sizeof *out.at * (size_t)(--out.n - i));
    else
        out.at[i] = other_atom(k, r.at[i]);
    return out;
}

/* ---- terms -------------------------------------------------------------------------- */

static Core *vary_body(Vary *v, const Core *body);

static bool is_mapped(const Core *e)
{
    return ops[e->op].kind == K_SEG
        || (ops[e->op].kind == K_SOAC && op_group(e->op, 'f') >= 0 && e->op != OP_HOM);
}

static bool is_site(const Vary *v, const Core *e)
{
    return v->at == ANYWHERE
        || (v->at == MAPPED ? is_mapped(e)
                            : ops[e->op].kind == K_SEG && core_some(e, level_varies));
}

static void enter(Make *k, const Core *n)
{
    vec_append(&k->scope, n->bind, n->nbinds);
    if (n->op == OP_LAM)
        vec_append(&k->lent, n->bind, n->nbinds);
    if (n->index)
        vec_push(&k->scope, n->index);
}

/* What a level binds stays in scope until the end of the operation that it is of. */
static Core *vary_parts(Vary *v, const Core *n)
{
    int mark = v->k->scope.n, operator = op_group(n->op, 'o');
    Core *c = core_copy_node(n);
    if (n->op != OP_LEVEL)
        enter(v->k, n);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; g != operator && i < n->g[g].n; i++) {
            const Core *kid = n->g[g].at[i];
            if (!is_atom(kid))
                c->g[g].at[i] = kid->op == OP_BODY ? vary_body(v, kid) : vary_parts(v, kid);
        }
    if (n->op == OP_LEVEL)
        enter(v->k, n);
    else
        v->k->scope.n = mark;
    return c;
}

/* Two bindings may change places. */
static bool are_apart(const Stm *a, const Stm *b)
{
    Table *bound = table_new();
    note_vars(a->var, a->nvars, bound);
    return !core_uses_any(b->exp, bound);
}

static void vary_binding(Vary *v, const Core *body, int *at)
{
    Make *k = v->k;
    Stm s = body->stm[*at];
    Stms after = { 0 };
    bool it = is_site(v, s.exp) && !v->site--;
    if (it && v->at == RAGGED) {
        take_row_in(k, &s);
    } else if (it && v->at == MAPPED) {
        take_more_in(k, &s);
    } else if (it && *at + 1 < body->nstms && chance(k, 10) && are_apart(&s, &body->stm[*at + 1])) {
        vec_push(&after, s);
        s = body->stm[++*at];
    } else if (it) {
        change_binding(k, &s, &after);
    } else {
        s.exp = vary_parts(v, s.exp);
    }
    vec_push(k->out, s);
    vec_append(k->out, after.at, after.n);
    vec_append(&k->scope, s.var, s.nvars);
    for (int i = 0; i < after.n; i++)
        vec_append(&k->scope, after.at[i].var, after.at[i].nvars);
}

static Core *vary_body(Vary *v, const Core *body)
{
    Make *k = v->k;
    Stms out = { 0 }, *outer = k->out;
    int mark = k->scope.n;
    k->out = &out;
    v->depth++;
    for (int i = 0; i < body->nstms; i++)
        vary_binding(v, body, &i);
    Kids r = body->g[0];
    if (v->at == ANYWHERE && !v->site--)
        r = change_results(k, r, &out, v->depth == 1);
    k->out = outer;
    k->scope.n = mark;
    v->depth--;
    return core_body(out.at, out.n, r.at, r.n);
}

static Core *vary_at_site(Make *k, const Core *body, Vary how)
{
    Vary count = how, change = how;
    count.k = change.k = k;
    count.site = INT_MAX;
    vary_body(&count, body);
    if (count.site == INT_MAX)
        make_fails(k);
    change.site = (int)draw(k->seed, INT_MAX - count.site);
    return types_anew(k, vary_body(&change, body));
}

Core *vary_term(Make *k, const Core *body)
{
    return vary_at_site(k, body, (Vary){ .at = ANYWHERE });
}

Core *widen_rows(Make *k, const Core *body)
{
    return vary_at_site(k, body, (Vary){ .at = RAGGED });
}

Core *widen_mapped(Make *k, const Core *body)
{
    return vary_at_site(k, body, (Vary){ .at = MAPPED });
}
