/*
 * make.c -- instances from the pattern of a rule: its metavariables get
 * terms of types that fit, drawn at random over the names of operators.c. What
 * a condition looks at by `is` is bound before. Whether the rule applies is
 * for the engine to say.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

enum { FUEL = 7 };

Kids *value_of(const Make *k, const Core *pat)
{
    const char *name = pat ? meta_name(pat) : NULL;
    return name ? env_get(&k->env, name) : NULL;
}

void put_value(Make *k, const Core *pat, Kids val)
{
    if (pat && meta_name(pat) && !value_of(k, pat))
        env_put(&k->env, meta_name(pat), val);
}

/* ---- premises ----------------------------------------------------------- */

static void bind_definition(Make *k, const Premise *p)
{
    const char *name = p->left.n == 1 ? meta_name(p->left.at[0]) : NULL;
    if (!name || is_seq_name(name))
        return;                /* operators bring what they need */
    Core *e = some_exp(k, p->right);
    if (e->ntypes != 1)
        make_fails(k);
    const char *base = internn(name + 1, (int)strlen(name) - 1);
    env_put(&k->env, name, one(bind_fresh(k, e, base)));
}

static void bind_definitions(Make *k, const Law *law)
{
    for (int i = law->npremises - 1; i >= 0; i--)
        if (law->premise[i].kind == PREMISE_IS)
            bind_definition(k, &law->premise[i]);
}

/* ---- lemmas ------------------------------------------------------------- */

static bool maps(Op op)
{
    return (ops[op].kind == K_SOAC && op_group(op, 'f') >= 0) || ops[op].kind == K_SEG;
}

/* Those that a body around the left side happens to use; one at least. */
static Kids some_of(Make *k, Kids all)
{
    Kids some = { NEWS(Core *, all.n), 0 };
    for (int i = 0; i < all.n; i++)
        if (chance(k, 50))
            some.at[some.n++] = all.at[i];
    return some.n ? some : all;
}

/* What is bound by the left side; all of it, the last binding's alone, or some. */
static Kids left_side(Make *k, const Law *law)
{
    const Side *left = law->left;
    Kids vars = { 0 };
    if (left->kind == SIDE_EXPR)
        return bind_exp(k, some_exp(k, left->expr), NULL);
    if (left->kind == SIDE_MAPPING)
        return bind_exp(k, some_soac(k, some_op(k, maps), NULL, left), NULL);
    pattern_bindings(k, left->stm, left->nstms, &vars);
    const Stm *last = &k->out->at[k->out->n - 1];
    Kids used = chance(k, 50) ? vars : atoms_of(last->var, last->nvars);
    return chance(k, 30) ? some_of(k, used) : used;
}

/* Arrays of both sizes that one binding gives. */
static void bind_pair(Make *k)
{
    Core *e = core_node(OP_IF, NULL), **yes = NEWS(Core *, 2), **no = NEWS(Core *, 2);
    for (int i = 0; i < 2; i++) {
        yes[i] = some_array(k, core_var(k->names->vars.at[i]));
        no[i] = some_atom(k, type_of(yes[i]));
    }
    core_set1(e, 0, some_atom(k, type_prim(BOOL)));
    core_set1(e, 1, core_body(NULL, 0, yes, 2));
    core_set1(e, 2, core_body(NULL, 0, no, 2));
    bind_exp(k, checked(k, e), NULL);
}

static Core *lemma_body(Make *k, const Law *law)
{
    Stms out = { 0 };
    k->out = &out;
    if (chance(k, 20))
        bind_pair(k);
    if (chance(k, 30))
        some_bindings(k, 1);
    bind_definitions(k, law);
    Kids r = left_side(k, law);
    if (chance(k, 30)) {
        some_bindings(k, 1);
        const Stm *last = &out.at[out.n - 1];
        r = kids_join(r, atoms_of(last->var, last->nvars));
    }
    return core_body(out.at, out.n, r.at, r.n);
}

static Kids random_nest(Make *k)
{
    Core *any = core_node(OP_META, NULL);
    any->text = "S";
    return some_levels(k, one(any), 0);
}

/* Within functions that are mapped, in one attempt out of four. */
static Core *lemma_term(Make *k, const Law *law)
{
    Kids nest = chance(k, 30) ? random_nest(k) : (Kids){ 0 };
    return nested(nest, lemma_body(k, law));
}

/* ---- judgments ---------------------------------------------------------- */

static Core *judgment_term(Make *k, const Law *law, Kids *ctx)
{
    const Sequent *c = &law->rule->conclusion;
    Stms out = { 0 };
    *ctx = some_levels(k, c->ctx->op == OP_CTX ? c->ctx->g[0] : one(c->ctx), 0);
    if (k->out->n)
        make_fails(k);         /* a nest runs over what is there */
    k->given = k->scope.n;
    k->out = &out;
    if (c->subject->op == OP_BODY)
        return some_body(k, c->subject, (Want){ 0 });
    k->alone = true;
    bind_definitions(k, law);
    Kids r = bind_exp(k, some_exp(k, c->subject), NULL);
    return core_body(out.at, out.n, r.at, r.n);
}

/* ---- all ---------------------------------------------------------------- */

static Core *make(Make *k, const Law *law, Kids *ctx)
{
    const Given *names = k->names;
    Stms before = { 0 };
    k->out = &before;
    vec_append(&k->scope, names->vars.at, names->vars.n);
    for (int i = 0; i < names->vars.n; i++)
        if (str_ends(names->vars.at[i]->name, "zeros"))
            vec_push(&k->zero, names->vars.at[i]);
    k->given = k->scope.n;
    Core *term = law->rule->judgment ? judgment_term(k, law, ctx) : lemma_term(k, law);
    if (!before.n)
        return term;
    vec_append(&before, term->stm, term->nstms);
    return core_body(before.at, before.n, term->g[0].at, term->g[0].n);
}

bool instance_make(const Law *law, unsigned *seed, Instance *out)
{
    Make *k = NEW(Make);
    DiagCatch d;
    const char *message = NULL;
    volatile bool made = false;
    *k = (Make){ .seed = seed, .fuel = FUEL, .names = instance_names(),
                  .judgment = law->rule->judgment };
    for (int i = 0; i < law->npremises; i++)
        if (law->premise[i].kind == PREMISE_CONDITION && !strcmp(law->premise[i].name, "check"))
            k->check = meta_name(law->premise[i].arg[0].at[0]);
    *out = (Instance){ .given = instance_names(), .option = 1 + (int)draw(seed, 4) };
    bug_caught(&message);
    if (!DIAG_CATCH(&d) && !setjmp(k->failed)) {
        out->term = make(k, law, &out->ctx);
        made = true;
    }
    diag_pop(&d);
    bug_caught(NULL);
    free(k->env.at);
    return made;
}
