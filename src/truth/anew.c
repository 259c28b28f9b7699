/*
 * anew.c -- a term in which an array has another size than it had: what is made
 * of the array has another size, too. Types are found again from the operands.
 */
#include "truth.h"

#include <string.h>

typedef struct {
    Make *k;
    Table *var;                /* Var -> the Var that stands for it now */
} Anew;

static Core *anew(Anew *a, const Core *n);

static Kids all_anew(Anew *a, Kids k)
{
    Kids out = { NEWS(Core *, k.n), k.n };
    for (int i = 0; i < k.n; i++)
        out.at[i] = anew(a, k.at[i]);
    return out;
}

/* A variable of that type; itself if it has it already, or nobody else tells its sizes. */
static Var *of_type(Anew *a, Var *v, const Type *t)
{
    if (type_equal(v->type, t) || !type_has_sizes(t))
        return v;
    if (!type_same_shape(v->type, t))
        make_fails(a->k);
    Var *other = var_new(v->name, t, v->span);
    table_put(a->var, v, other);
    return other;
}

static Var **of_types(Anew *a, Var **v, int n, Kids from, bool rows)
{
    Var **out = NEWS(Var *, n);
    for (int i = 0; i < n; i++) {
        const Type *t = i < from.n ? type_of(from.at[i]) : v[i]->type;
        out[i] = of_type(a, v[i], rows && i < from.n ? type_row(t) : t);
    }
    return out;
}

static Core *body_anew(Anew *a, const Core *n)
{
    Stm *out = NEWS(Stm, n->nstms);
    for (int s = 0; s < n->nstms; s++) {
        Stm *stm = &out[s];
        *stm = n->stm[s];
        stm->exp = anew(a, stm->exp);
        stm->var = NEWS(Var *, stm->nvars);
        Kids atoms = atoms_of(n->stm[s].var, stm->nvars);
        if (stm->exp->ntypes != stm->nvars)
            make_fails(a->k);
        for (int i = 0; i < stm->nvars; i++)
            stm->var[i] = of_type(a, n->stm[s].var[i], type_open(stm->exp->type[i], atoms.at));
    }
    Kids r = all_anew(a, n->g[0]);
    return core_body(out, n->nstms, r.at, r.n);
}

/* As long as its arrays are, if they have changed. */
static void follow_arrays(Core *n, Kids old, Kids new)
{
    for (int i = 0; i < new.n; i++)
        if (new.at[i] != old.at[i]) {
            core_set1(n, 0, array_length(new.at[i]));
            return;
        }
}

/* A function of elements of these arrays. */
static Core *lam_anew(Anew *a, const Core *lam, Kids xs)
{
    Core *c = core_copy_node(lam);
    c->bind = of_types(a, lam->bind, lam->nbinds, xs, true);
    core_set1(c, 0, anew(a, lam->g[0].at[0]));
    return c;
}

static Core *level_anew(Anew *a, const Core *level)
{
    Core *c = core_copy_node(level);
    c->g[0] = all_anew(a, level->g[0]);
    c->g[1] = all_anew(a, level->g[1]);
    c->bind = of_types(a, level->bind, level->nbinds, c->g[1], true);
    follow_arrays(c, level->g[1], c->g[1]);
    return c;
}

static Core *node_anew(Anew *a, const Core *n)
{
    Core *c = core_copy_node(n);
    int f = op_group(n->op, 'f'), x = op_group(n->op, 'x'), o = op_group(n->op, 'o');
    if (x >= 0) {
        c->g[x] = all_anew(a, n->g[x]);
        follow_arrays(c, n->g[x], c->g[x]);
    }
    if (is_loop(n)) {
        c->g[0] = all_anew(a, n->g[0]);
        c->bind = of_types(a, n->bind, n->nbinds, c->g[0], false);
    }
    for (int g = 0; g < ops[n->op].ngroups; g++)
        if (g == f)
            core_set1(c, g, lam_anew(a, n->g[g].at[0], c->g[x]));
        else if (g != o && g != x && !(is_loop(n) && !g) && !(x >= 0 && !g))
            c->g[g] = all_anew(a, n->g[g]);
    return ops[n->op].kind == K_PART ? c : checked(a->k, c);
}

static Core *anew(Anew *a, const Core *n)
{
    if (n->op == OP_VAR) {
        Var *v = table_get(a->var, n->var);
        return v ? core_var(v) : (Core *)n;
    }
    return is_atom(n) ? (Core *)n : n->op == OP_BODY ? body_anew(a, n)
         : n->op == OP_LEVEL ? level_anew(a, n) : node_anew(a, n);
}

Core *types_anew(Make *k, const Core *body)
{
    Anew a = { k, table_new() };
    return anew(&a, body);
}
