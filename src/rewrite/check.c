/*
 * check.c -- rules tried for truth. Both sides of each `yes` example are
 * evaluated on random small data: sizes from 0 to 3, so that arrays are empty
 * now and then, and functions whose arguments do not commute. A term under a
 * map nest means the same maps around it. A rule may lose a failure and never
 * adds one.
 */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* ---- terms to evaluate ------------------------------------------------------ */

/* The combinator that is a lambda over arrays and nothing else. */
static Op plain_mapping(void)
{
    for (int op = 0; op < NOPS; op++)
        if (ops[op].kind == K_SOAC && !strcmp(ops[op].groups, "zlA"))
            return (Op)op;
    bug("ops.def has no plain mapping");
}

/* What the judgment says of e, spelled out: a map for every level. */
static Core *under_nest(Core *body, Kids ctx)
{
    for (int l = ctx.n - 1; l >= 0; l--) {
        const Core *level = ctx.at[l];
        Core *map = core_node(plain_mapping(), body->span);
        core_set1(map, 0, level->g[0].at[0]);
        core_set1(map, 1, core_lam(level->bind, level->nbinds, level->index, body));
        map->g[2] = level->g[1];
        body = body_of_exp(core_typed(map), NULL);
    }
    return body;
}

/* A function of the examples gets a body: 3 a + 7 b + 1, converted. */
static void give_body(Func *f)
{
    Stms b = { 0 };
    Core *sum = core_int(I64, 1);
    for (int i = 0; i < f->nparams; i++) {
        Core *a = core_var(f->param[i]);
        if (f->param[i]->type->prim != I64)
            a = stms_bind1(&b, core_conv(I64, a), NULL);
        a = stms_bind1(&b, core_prim2(OP_MUL, a, core_i64(i ? 7 : 3)), NULL);
        sum = stms_bind1(&b, core_prim2(OP_ADD, sum, a), NULL);
    }
    Prim to = f->result[0]->prim;
    if (to == BOOL)
        sum = stms_bind1(&b, core_prim2(OP_GT, sum, core_i64(0)), NULL);
    else if (to != I64)
        sum = stms_bind1(&b, core_conv(to, sum), NULL);
    f->body = stms_body(&b, kids1(sum).at, 1);
}

static Program *program_with(const Given *given, Core *body)
{
    Program *p = NEW(Program);
    Func *f = NEW(Func);
    int nfuncs = given ? given->funcs.n : 0;
    *f = (Func){ .name = "side", .entry = true, .body = body, .result = body->type,
                 .nresults = body->ntypes };
    f->param = given ? given->vars.at : NULL;
    f->nparams = given ? given->vars.n : 0;
    f->consumes = NEWS(bool, f->nparams);
    p->func = NEWS(Func *, nfuncs + 1);
    for (int i = 0; i < nfuncs; i++) {
        if (!given->funcs.at[i]->body)
            give_body(given->funcs.at[i]);
        p->func[p->nfuncs++] = given->funcs.at[i];
    }
    p->func[p->nfuncs++] = f;
    return p;
}

/* ---- data --------------------------------------------------------------------- */

static Scalar random_scalar(Prim p, unsigned *seed)
{
    int k = rand_r(seed) % 9 - 4;
    if (prim_is_float(p))
        return scalar_float(p, k);
    if (p == I64 || !prim_is_signed(p))
        return scalar_int(p, (k + 4) % 4);
    return scalar_int(p, k);
}

static int64_t dim_of(const Core *dim, const Func *f, Value **arg, int n)
{
    int64_t c = 0;
    for (int i = 0; i < n; i++)
        if (is_var(dim, f->param[i]))
            return value_get(arg[i], 0).i;
    size_const(dim, &c);
    return c;
}

static Value *random_value(const Func *f, Value **arg, int i, unsigned *seed)
{
    const Type *t = f->param[i]->type;
    int64_t dim[8] = { 0 };
    if (!t->rank)
        return value_scalar(random_scalar(t->prim, seed));
    for (int d = 0; d < t->rank && d < 8; d++)
        dim[d] = dim_of(t->dim[d], f, arg, i);
    Value *v = value_array(t->prim, t->rank, dim);
    for (int64_t k = 0; k < value_count(v); k++)
        value_put(v, k, random_scalar(t->prim, seed));
    return v;
}

/* ---- comparing ------------------------------------------------------------------- */

static bool agree(const EvalResult *a, const EvalResult *b)
{
    const char *why;
    bool same = a->failed || (!b->failed && a->nresults == b->nresults);
    for (int i = 0; same && !a->failed && i < a->nresults; i++)
        same = value_close(a->result[i], b->result[i], 1e-5, &why);
    return same;
}

static void print_result(Text *out, const char *side, const EvalResult *r)
{
    text_fmt(out, "  %s", side);
    if (r->failed)
        text_fmt(out, " fails: %s", r->message);
    for (int i = 0; !r->failed && i < r->nresults; i++) {
        text_char(out, ' ');
        value_print(out, r->result[i]);
    }
    text_char(out, '\n');
}

/* A counter-example: the data that the term speaks of, and both values. */
static const char *counter(const Func *f, Value **arg, const EvalResult *a,
                           const EvalResult *b)
{
    Text t = { 0 };
    for (int i = 0; i < f->nparams; i++)
        if (core_uses(f->body, f->param[i])) {
            text_fmt(&t, "  %s = ", f->param[i]->name);
            value_print(&t, arg[i]);
            text_char(&t, '\n');
        }
    print_result(&t, "left ", a);
    print_result(&t, "right", b);
    return text_str(&t);
}

/* Null if both sides agree on all data tried. */
static const char *compare(const Given *given, Core *left, Core *right, int rounds)
{
    Program *p = program_with(given, left), *q = program_with(given, right);
    const Func *f = p->func[p->nfuncs - 1];
    unsigned seed = 1;
    for (int r = 0; r < rounds; r++) {
        Value **arg = NEWS(Value *, f->nparams);
        for (int i = 0; i < f->nparams; i++)
            arg[i] = random_value(f, arg, i, &seed);
        EvalResult a = core_eval(p, f, arg, f->nparams);
        EvalResult b = core_eval(q, q->func[q->nfuncs - 1], arg, f->nparams);
        if (!agree(&a, &b))
            return counter(f, arg, &a, &b);
    }
    return NULL;
}

int rules_true(const RuleSet *rs, const char *only, int rounds,
               void (*f)(const ExampleResult *r, void *arg), void *arg)
{
    int wrong = 0;
    for (int k = 0; k < rs->nfiles; k++)
        for (int i = 0; i < rs->file[k]->nrules; i++) {
            const Rule *rule = &rs->file[k]->rule[i];
            for (int e = 0; e < rule->nexamples; e++) {
                const Example *x = &rule->example[e];
                Core *ctx = NULL, *left, *right;
                if (!x->yes || (only && strcmp(only, rule->name)))
                    continue;
                ExampleResult r = { rule, x, false, "it cannot be read" };
                if (example_read(rs->file[k], x, &ctx, &left, &right)) {
                    left = under_nest(left, ctx ? ctx->g[0] : (Kids){ 0 });
                    r.why = compare(rs->file[k]->given, left, right, rounds);
                    r.passed = !r.why;
                }
                wrong += !r.passed;
                if (f)
                    f(&r, arg);
            }
        }
    return wrong;
}
