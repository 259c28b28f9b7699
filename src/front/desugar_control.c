/* desugar_control.c -- branches, loops and matches. */
#include "desugar.h"

#include <string.h>

enum { CHEAP = 4 };

/* ---- branches ----------------------------------------------------------- */

/* One dimension of a result whose size the branches do not agree on. */
typedef struct { Core *a, *b; } Differ;
typedef VEC(Differ) Differs;

static bool known_outside(Core *size)
{
    return size && size_in_scope(size);
}

/* Notes the sizes of the leaves that differ, once each; says which of them each
   dimension is, by +1. */
static int *find_differing(const Type *a, const Type *b, Differs *out)
{
    int *which = NEWS(int, a->rank);
    for (int k = 0; k < a->rank; k++) {
        if (size_equal(a->dim[k], b->dim[k]) && known_outside(a->dim[k]))
            continue;
        int i = 0;
        while (i < out->n && !(size_equal(out->at[i].a, a->dim[k]) &&
                               size_equal(out->at[i].b, b->dim[k])))
            i++;
        if (i == out->n)
            vec_push(out, ((Differ){ a->dim[k], b->dim[k] }));
        which[k] = i + 1;
    }
    return which;
}

/* A branch evaluated, its scope open no more, but not yet a body. */
typedef struct {
    OpenBody *scope;
    Sv *value;
    Kids leaf;
    Core ***outside;           /* of each leaf: its sizes as they are known outside, or null */
} Arm;

static Core **sizes_outside(const Type *t)
{
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++)
        dim[k] = size_outside(t->dim[k]);
    return dim;
}

static Arm arm_of(OpenBody *scope, Sv *value, const Span *s)
{
    value = units_leave(value, size_outside, s);
    Arm a = { .scope = scope, .value = value, .leaf = sv_leaves(value) };
    a.outside = NEWS(Core **, a.leaf.n);
    for (int i = 0; i < a.leaf.n; i++)
        a.outside[i] = sizes_outside(type_of(a.leaf.at[i]));
    body_drop();
    return a;
}

static Arm arm(Branch *f, void *arg, const Span *s)
{
    OpenBody *scope = body_open();
    Sv *value = f(arg);
    if (sv_has_fun(value))
        fail_at(s, ERR_FUNCTION_HERE, "functions cannot be the result of a branch");
    return arm_of(scope, sv_own(value, s), s);
}

/* The arm with as many writes to its accumulators as the other. */
static Arm padded(const Arm *a, const Arm *with, const Span *s)
{
    body_enter(a->scope);
    return arm_of(a->scope, acc_padded(a->value, with->value, s), s);
}

/* Leaf i with the sizes that both arms have outside, under their names there. */
static void agree(Arm *a, const Arm *with, int i)
{
    Core **leaf = &a->leaf.at[i];
    const Type *t = type_of(*leaf);
    Core **size = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++) {
        Core *x = a->outside[i][k], *y = with->outside[i][k];
        bool both = x && y && size_equal(x, y) && known_outside(x);
        size[k] = both && !known_outside(t->dim[k]) ? x : NULL;
    }
    body_enter(a->scope);
    *leaf = coerce_sizes(*leaf, size, (*leaf)->span);
    body_drop();
}

/* Rows that differ in one arm do so in both. */
static void agree_rows(Arm *a, const Arm *with, int i)
{
    const Type *t = type_of(with->leaf.at[i]);
    body_enter(a->scope);
    for (int k = 1; k < t->rank; k++)
        if (dim_lengths(t->dim[k]))
            a->leaf.at[i] = as_rows(a->leaf.at[i], k);
    body_drop();
}

/* The leaf with sizes that are results of the branch named by their atoms. */
static Core *with_atoms(Core *leaf, const int *which, Core **atom)
{
    int rank = type_of(leaf)->rank;
    Core **size = NEWS(Core *, rank);
    for (int k = 0; k < rank; k++)
        size[k] = which[k] ? dim_of_atom(atom[which[k] - 1]) : type_of(leaf)->dim[k];
    return leaf_claim(leaf, type_dims(type_of(leaf)->prim, size, rank), leaf->span);
}

/* The lengths of rows, over the sizes that are results. */
static Core *over_results(Core *lengths, const Differs *sizes, bool first, Core **atom)
{
    const Type *t = type_of(lengths);
    Core **size = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++) {
        Core *outside = size_outside(t->dim[k]);
        size[k] = outside ? outside : t->dim[k];
        for (int i = 0; i < sizes->n; i++)
            if (size_equal(first ? sizes->at[i].a : sizes->at[i].b, t->dim[k]))
                size[k] = dim_of_atom(atom[i]);
    }
    return leaf_claim(lengths, type_dims(t->prim, size, t->rank), lengths->span);
}

/* The body of the arm: the sizes that differ, then the leaves that are not the same. */
static Core *arm_body(Arm *a, const Differs *sizes, bool first, int *const *which,
                      const bool *same)
{
    Atoms out = {0};
    body_enter(a->scope);
    for (int i = 0; i < sizes->n; i++)
        vec_push(&out, over_results(dim_atom(first ? sizes->at[i].a : sizes->at[i].b), sizes,
                                    first, out.at));
    for (int i = 0; i < a->leaf.n; i++)
        if (!same[i])
            vec_push(&out, with_atoms(a->leaf.at[i], which[i], out.at));
    return body_close(out.at, out.n);
}

Sv *emit_branch(Core *c, Branch *yes, Branch *no, void *arg, const Span *s)
{
    if (is_const(c))
        return c->value.i ? yes(arg) : no(arg);
    Arm a = arm(yes, arg, s), b = arm(no, arg, s);
    if (a.leaf.n != b.leaf.n) {
        a = padded(&a, &b, s);
        b = padded(&b, &a, s);
    }
    if (a.leaf.n != b.leaf.n)
        bug("branches of structures %s and %s", sv_structure(a.value),
            sv_structure(b.value));
    units_agree(a.value, b.value, s);
    Differs sizes = {0};
    bool *same = NEWS(bool, a.leaf.n), all_same = true;
    int **which = NEWS(int *, a.leaf.n);
    for (int i = 0; i < a.leaf.n; i++) {
        agree_rows(&a, &b, i);
        agree_rows(&b, &a, i);
        agree(&a, &b, i);
        agree(&b, &a, i);
        which[i] = find_differing(type_of(a.leaf.at[i]), type_of(b.leaf.at[i]), &sizes);
        same[i] = same_atom(a.leaf.at[i], b.leaf.at[i]);
        all_same &= same[i];
    }
    if (all_same)
        return a.value;
    Core *then = arm_body(&a, &sizes, true, which, same);
    Core *other = arm_body(&b, &sizes, false, which, same);
    Core **result = emit_all(CORE(OP_IF, s, one(c), one(then), one(other)), NULL);
    for (int i = 0; i < sizes.n; i++) {
        bool rows = type_of(result[i])->rank > 0;
        if (!rows)
            range_natural(desugarer.range, result[i]);
        sv_name(sv_atom(result[i]), rows ? "lengths" : "length", false);
    }
    result += sizes.n;
    for (int i = 0; i < a.leaf.n; i++)
        if (!same[i])
            a.leaf.at[i] = *result++;
    return sv_rebuild(a.value, a.leaf.at, NULL, 0, 0);
}

typedef struct { const Exp *yes, *no; Env *env; } Choice;

static Sv *choice_yes(void *arg)
{
    Choice *c = arg;
    return eval_exp(c->yes, c->env);
}

static Sv *choice_no(void *arg)
{
    Choice *c = arg;
    return eval_exp(c->no, c->env);
}

Sv *eval_if(const Exp *e, Env *env)
{
    Choice c = { e->exp.at[1], e->exp.at[2], env };
    Core *condition = eval_atom(e->exp.at[0], env);
    return emit_branch(condition, choice_yes, choice_no, &c, span_here(e->span));
}

/* a && b computes b in any case where that is cheap and cannot fail. */
Sv *eval_and_or(const Exp *e, Env *env)
{
    bool and = e->exp.at[0]->name[0] == '&';
    const Span *s = span_here(e->span);
    Core *a = eval_atom(e->exp.at[1], env);
    if (is_const(a))
        return (a->value.i != 0) == and ? eval_exp(e->exp.at[2], env) : sv_atom(a);
    OpenBody *in = body_open();
    Core *b = eval_atom(e->exp.at[2], env);
    bool plain = in->stms.n <= CHEAP;
    for (int i = 0; i < in->stms.n; i++)
        plain &= ops[in->stms.at[i].exp->op].kind == K_SCALAR
              && !core_fails(in->stms.at[i].exp);
    if (plain) {
        body_splice();
        return sv_atom(emit_op(and ? OP_LAND : OP_LOR, s, a, b));
    }
    Core *body = body_close(one_atom(b), 1);
    Core *other = core_body(NULL, 0, one_atom(core_bool(!and)), 1);
    Core *n = CORE(OP_IF, s, one(a), one(and ? body : other), one(and ? other : body));
    return sv_atom(emit1(n, and ? "both" : "either"));
}
