/* operators.c -- what instances.txt has: names of data, and operators. */
#include "truth.h"

#include "../base/embed.h"

static void note_size(Var *v, void *sizes)
{
    Kids *k = sizes;
    for (int i = 0; i < k->n; i++)
        if (is_var(k->at[i], v))
            return;
    *k = kids_join(*k, one(core_var(v)));
}

Kids sizes_of(const Given *names)
{
    Kids sizes = { 0 };
    for (int i = 0; i < names->vars.n; i++)
        type_free_vars(names->vars.at[i]->type, note_size, &sizes);
    return sizes;
}

/* The examples of the one rule there are the operators. */
static const Rule *instances(void)
{
    static const Rule *rule;
    if (rule)
        return rule;
    const Embedded *e = embedded_find("truth/instances.txt");
    return rule = rule_read(source_new("<instances>", e->text, (int)e->size))->rule;
}

const Given *instance_names(void)
{
    return instances()->given;
}

static Core *operator_term(int k)
{
    static Core **terms;
    const Rule *r = instances();
    Core *ctx, *right;
    terms = terms ? terms : NEWS(Core *, r->nexamples);
    if (!terms[k])
        example_read(r, &r->example[k], &ctx, &terms[k], &right);
    return terms[k];
}

void operators_ready(void)
{
    for (int k = 0; k < instances()->nexamples; k++)
        operator_term(k);
}

typedef struct {
    Make *k;
    Subst *s;
} Renaming;

/* A number of the data stands for any number in scope. */
static void rename_number(Var *v, void *arg)
{
    Renaming *r = arg;
    bool own = r->k->names == instance_names();
    if (!v->type->rank && (!own || chance(r->k, 70)))
        subst_add(r->s, v, some_atom(r->k, v->type));
}

static Core *neutral(Make *k, Core *ne)
{
    bool zero = is_const(ne) ? scalar_equal(ne->value, scalar_int(ne->value.prim, 0))
                             : type_of(ne)->rank > 0;
    Core *other = zero && chance(k, 40) ? some_zero(k, type_of(ne), NULL) : NULL;
    return other ? other : ne;
}

Operator some_operator(Make *k, bool mapped)
{
    Core *body;
    const Core *last;
    do {
        body = core_rename(operator_term((int)draw(k->seed, instances()->nexamples)));
        last = body->stm[body->nstms - 1].exp;
    } while (last->g[1].at[0]->bind[0]->type->rank ? k->names != instance_names() : mapped);
    Renaming r = { k, subst_new() };
    core_free_vars(last->g[1].at[0], rename_number, &r);
    last = core_subst(last, r.s);
    Kids ne = last->g[op_group(last->op, 'n')];
    Operator o = { last->g[op_group(last->op, 'o')].at[0], { NEWS(Core *, ne.n), ne.n } };
    for (int i = 0; i < ne.n; i++)
        o.ne.at[i] = neutral(k, ne.at[i]);
    if (body->nstms > 1 && o.ne.at[0] == ne.at[0])
        vec_push(k->out, body->stm[0]);
    return o;
}

/* Neutral for it; null: nothing is. */
static Core *neutral_of(Op op, Prim p)
{
    int64_t least = prim_is_signed(p) ? (int64_t)(~UINT64_C(0) << (8 * prim_bytes(p) - 1)) : 0;
    switch (op) {
    case OP_ADD: case OP_OR: case OP_XOR: case OP_LOR: return core_int(p, 0);
    case OP_MUL: case OP_LAND: return core_int(p, 1);
    case OP_MAX: return prim_is_float(p) ? NULL : core_int(p, least);
    default: return NULL;
    }
}

Operator simple_operator(Make *k, Prim p)
{
    static const Op some[] = { OP_ADD, OP_MUL, OP_MAX, OP_OR, OP_XOR, OP_LAND, OP_LOR };
    const Type *t = type_prim(p);
    for (int i = 0; i < 20; i++) {
        Core *e = core_node(some[draw(k->seed, 7)], NULL), *ne = neutral_of(e->op, p);
        Var *x[2] = { var_new("x", t, NULL), var_new("y", t, NULL) };
        const char *error;
        core_set1(e, 0, core_var(x[0]));
        core_set1(e, 1, core_var(x[1]));
        if (!ne || !core_infer(e, &error))
            continue;
        return (Operator){ core_lam(COPIES(Var *, x, 2), 2, NULL, body_of_exp(e, NULL)), one(ne) };
    }
    make_fails(k);
}
