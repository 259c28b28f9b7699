/* operators.c -- what instances.txt has: names of data, and operators. */
#include "truth.h"

#include "../base/embed.h"

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
    if (!v->type->rank && chance(r->k, 70))
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
    } while (mapped && !last->g[1].at[0]->bind[0]->type->rank);
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
