/* desugar_loop.c -- loops; those whose arrays change size carry the sizes. */
#include "desugar.h"

#include <string.h>

/* A loop under construction: its parameters' values before, inside, and after
   one round; varying says which size parameter, by +1, a dimension of a leaf
   is, and which have none. */
typedef struct {
    const Exp *exp;
    Env *env;
    Kids init;                 /* leaves */
    Sv *start;
    int **varying;             /* leaf, dimension -> class + 1, or 0 */
    int nclasses;
    Vars size, param;
    Sv *inside;
    Var *counter;
    Core *bound;               /* null: WHILE */
    Prim counts;               /* the counter's type in the program */
    Core *condition;           /* WHILE: a body */
    OpenBody *scope;
    Kids next;
    Sv *next_value;
} Loop;

/* ---- sizes that vary ---------------------------------------------------- */

/* The initial size of a class. */
static Core *class_init(const Loop *l, int class)
{
    for (int i = 0; i < l->init.n; i++)
        for (int k = 0; k < type_of(l->init.at[i])->rank; k++)
            if (l->varying[i][k] == class + 1)
                return type_of(l->init.at[i])->dim[k];
    return NULL;
}

/* The size that a class has after one round; null if its members differ. */
static Core *class_next(const Loop *l, int class)
{
    Core *size = NULL;
    for (int i = 0; i < l->init.n; i++)
        for (int k = 0; k < type_of(l->init.at[i])->rank; k++) {
            if (l->varying[i][k] != class + 1)
                continue;
            Core *dim = type_of(l->next.at[i])->dim[k];
            if (size && !size_equal(size, dim))
                return NULL;
            size = dim;
        }
    return size;
}

/* Every dimension of the class gets a size of its own. */
static void split_class(Loop *l, int class)
{
    bool first = true;
    for (int i = 0; i < l->init.n; i++)
        for (int k = 0; k < type_of(l->init.at[i])->rank; k++)
            if (l->varying[i][k] == class + 1) {
                if (!first)
                    l->varying[i][k] = ++l->nclasses;
                first = false;
            }
}

static int class_of_size(Loop *l, Core *init)
{
    for (int c = 0; c < l->nclasses; c++)
        if (class_init(l, c) && size_equal(class_init(l, c), init))
            return c;
    return l->nclasses++;
}

/* Compares the sizes after one round with those assumed; says whether
   something was learnt, and the loop has to be made again. */
static bool learn(Loop *l)
{
    bool again = false;
    int known = l->nclasses;
    for (int i = 0; i < l->init.n; i++) {
        const Type *in = l->param.at[i]->type;
        const Type *out = type_of(l->next.at[i]);
        for (int k = 0; k < in->rank; k++)
            if (!l->varying[i][k] && !size_equal(in->dim[k], out->dim[k])) {
                l->varying[i][k] = class_of_size(l, type_of(l->init.at[i])->dim[k]) + 1;
                again = true;
            }
    }
    for (int c = 0; c < known; c++)
        if (class_init(l, c) && !class_next(l, c)) {
            split_class(l, c);
            again = true;
        }
    return again;
}

/* ---- one attempt -------------------------------------------------------- */

static const Type *param_type(Loop *l, int i)
{
    const Type *t = type_of(l->init.at[i]);
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++) {
        int class = l->varying[i][k] - 1;
        dim[k] = class >= 0 ? dim_of_atom(core_var(l->size.at[class])) : t->dim[k];
    }
    return type_dims(t->prim, dim, t->rank);
}

/* The type of a class: a size, or lengths over the dimensions before. */
static const Type *class_type(Loop *l, int class)
{
    for (int i = 0; i < l->init.n; i++)
        for (int k = 1; k < type_of(l->init.at[i])->rank; k++)
            if (l->varying[i][k] == class + 1 && dim_lengths(type_of(l->init.at[i])->dim[k]))
                return type_dims(I64, param_type(l, i)->dim, k);
    return type_prim(I64);
}

static void make_params(Loop *l)
{
    const Span *s = l->exp->pat.at[0]->span;
    l->size = (Vars){0};
    l->param = (Vars){0};
    for (int c = 0; c < l->nclasses; c++)
        vec_push(&l->size, var_fresh("length", type_prim(I64), s));
    for (int c = 0; c < l->nclasses; c++) {
        const Type *t = class_type(l, c);
        if (t->rank)
            l->size.at[c] = var_fresh("lengths", t, s);
        else
            range_natural(desugarer.range, core_var(l->size.at[c]));
    }
    Atoms leaf = {0};
    for (int i = 0; i < l->init.n; i++) {
        Var *v = var_fresh("state", param_type(l, i), s);
        vec_push(&l->param, v);
        vec_push(&leaf, core_var(v));
    }
    l->inside = sv_rebuild(l->start, leaf.at, NULL, 0, 0);
}

/* The counter as the program has it; whether the body takes it as an index is noted. */
static Core *said_counter(const Loop *l, Core *i)
{
    Core *n = emit_conv(l->counts, i, i->span);
    if (l->counts == I32)
        table_put(desugarer.counter, n->var, i);
    return n;
}

/* Up to a number that the program says, a loop counts as indices do, if it is about them. */
static bool widens(Loop *l)
{
    bool narrow = l->bound && is_const(l->bound) && type_of(l->bound)->prim == I32
               && l->bound->value.i >= 0 && !table_get(desugarer.counter, l->counter);
    if (narrow)
        l->bound = core_i64(l->bound->value.i);
    return narrow;
}

/* The counter, and for `for x in xs` the element it stands for. */
static Env *bind_counter(Loop *l, Env *env, Sv *array)
{
    const Exp *e = l->exp;
    const char *name = e->loop == LOOP_FOR && e->name[0] != '_' ? e->name : "i";
    l->counter = var_fresh(name, type_of(l->bound), span_here(e->span));
    l->counter->invented = e->loop != LOOP_FOR || desugarer.at.fixed;
    Core *i = core_var(l->counter);
    range_natural(desugarer.range, i);
    if (e->loop == LOOP_FOR)
        return sv_env_bind(env, e->name, e->size[0], sv_atom(said_counter(l, i)));
    Sv *x = index_at(array, &i, 1, true, span_here(e->exp.at[2]->span));
    return bind_pat(e->pat.at[1], x, env, false);
}

static void attempt(Loop *l, Sv *array)
{
    l->scope = body_open();
    make_params(l);
    Env *env = bind_pat(l->exp->pat.at[0], l->inside, l->env, true);
    if (l->exp->loop == LOOP_WHILE) {
        body_open();
        Core *ok = eval_atom(l->exp->exp.at[2], env);
        l->condition = body_close(one_atom(ok), 1);
    } else {
        env = bind_counter(l, env, array);
    }
    l->next_value = eval_exp(l->exp->exp.at[1], env);
    l->next = sv_leaves(l->next_value);
    for (int i = 0; i < l->next.n && l->next.n == l->init.n; i++)
        for (int k = 1; k < type_of(l->next.at[i])->rank; k++)
            if (dim_lengths(l->param.at[i]->type->dim[k]))
                l->next.at[i] = as_rows(l->next.at[i], k);
    if (l->next.n != l->init.n)
        bug("a loop from %s to %s", sv_structure(l->start), sv_structure(l->next_value));
    units_agree(l->start, l->next_value, span_here(l->exp->span));
}

/* Rows that come to differ do so from the start. */
static void start_rows(Loop *l)
{
    for (int i = 0; i < l->next.n; i++)
        for (int k = 1; k < type_of(l->next.at[i])->rank; k++)
            if (dim_lengths(type_of(l->next.at[i])->dim[k])
                && !dim_lengths(type_of(l->init.at[i])->dim[k])) {
                Core *was = class_init(l, l->varying[i][k] - 1);
                l->init.at[i] = as_rows(l->init.at[i], k);
                if (class_init(l, l->varying[i][k] - 1) == was)
                    l->varying[i][k] = ++l->nclasses;
            }
}

/* The atom, unless the body itself says that it is the size. */
static Core *named(Core *atom, Core *size, bool inside)
{
    bool said = inside && atom->op == OP_VAR && table_has(desugarer.size, atom->var)
             && table_get(desugarer.home, atom->var) == desugarer.scope;
    return said && size_equal(table_get(desugarer.size, atom->var), size) ? size : atom;
}

/* The leaf with the sizes that vary named by the atoms of their classes. */
static Core *with_atoms(const Loop *l, int i, Core *leaf, Core **atom, bool inside)
{
    const Type *t = type_of(leaf);
    Core **size = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++)
        size[k] = l->varying[i][k] ? dim_of_atom(named(atom[l->varying[i][k] - 1], t->dim[k],
                                                       inside)) : t->dim[k];
    return leaf_claim(leaf, type_dims(t->prim, size, t->rank), leaf->span);
}

/* The sizes and lengths of all classes; lengths are as many as the classes say. */
static Atoms class_atoms(const Loop *l, Core *(*of)(const Loop *l, int class))
{
    Atoms atom = {0};
    Subst *is = subst_new();
    for (int c = 0; c < l->nclasses; c++) {
        Core *a = dim_atom(of(l, c));
        if (type_of(a)->rank)
            a = leaf_claim(a, type_subst(l->size.at[c]->type, is), a->span);
        subst_add(is, l->size.at[c], a);
        vec_push(&atom, a);
    }
    return atom;
}

/* ---- the loop ----------------------------------------------------------- */

static Core *finish(Loop *l)
{
    Atoms out = class_atoms(l, class_next);
    Vars bind = {0};
    vec_append(&bind, l->size.at, l->nclasses);
    for (int i = 0; i < l->next.n; i++) {
        vec_push(&out, with_atoms(l, i, l->next.at[i], out.at, true));
        vec_push(&bind, l->param.at[i]);
    }
    Core *body = body_close(out.at, out.n);
    Atoms init = class_atoms(l, class_init);
    for (int i = 0; i < l->init.n; i++)
        vec_push(&init, with_atoms(l, i, l->init.at[i], init.at, false));
    bool is_while = l->exp->loop == LOOP_WHILE;
    Core *n = CORE(is_while ? OP_WHILE : OP_LOOP, span_here(l->exp->span), MANY(init),
                   one(is_while ? l->condition : l->bound), one(body));
    n->bind = bind.at;
    n->nbinds = bind.n;
    n->index = is_while ? NULL : l->counter;
    return n;
}

static Core *loop_bound(Loop *l, Sv **array)
{
    const Exp *e = l->exp;
    if (e->loop == LOOP_WHILE)
        return NULL;
    if (e->loop == LOOP_FOR) {
        Core *n = eval_atom(e->exp.at[2], l->env);
        l->counts = type_of(n)->prim;
        return n;
    }
    *array = eval_exp(e->exp.at[2], l->env);
    return size_atom(sv_dim(*array, 0));
}

Sv *eval_loop(const Exp *e, Env *env)
{
    Loop l = { .exp = e, .env = env };
    Sv *array = NULL;
    l.start = eval_exp(e->exp.at[0], env);
    if (sv_has_fun(l.start))
        fail_at(span_here(e->span), ERR_FUNCTION_HERE, "functions cannot be the state of a loop");
    desugarer.acc_loops |= acc_within(l.start);
    l.start = sv_own(l.start, span_here(e->span));
    l.bound = loop_bound(&l, &array);
    l.init = sv_leaves(l.start);
    l.varying = NEWS(int *, l.init.n);
    for (int i = 0; i < l.init.n; i++)
        l.varying[i] = NEWS(int, type_of(l.init.at[i])->rank);
    for (attempt(&l, array); learn(&l) || widens(&l); attempt(&l, array)) {
        body_drop();
        start_rows(&l);
    }
    Core *n = finish(&l);
    const char **name = NEWS(const char *, n->nbinds);
    for (int i = 0; i < n->nbinds; i++)
        name[i] = n->bind[i]->name;
    Core **result = emit_all(n, name);
    for (int c = 0; c < l.nclasses; c++)
        if (!type_of(result[c])->rank)
            range_natural(desugarer.range, result[c]);
    return sv_rebuild(l.start, result + l.nclasses, NULL, 0, 0);
}
