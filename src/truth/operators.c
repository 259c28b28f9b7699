/*
 * operators.c -- what instances are made from: names of data, and operators
 * that associate, with their neutral elements. Most do not commute, so that
 * an order that is lost is seen; some use names of what is around. They are
 * written as terms: the operator is that of the last binding, the neutral
 * element of one on arrays is bound before it.
 */
#include "truth.h"

#include <string.h>

static const char names[] =
    "set instances \"Names.\"\n"
    "given [n] [m] [k] (zeros: [n]i32) (mzeros: [m]i32) (nmzeros: [n][m]i32)\n"
    "      (lzeros: [n]i64) (xs: [n]i32) (ys: [n]i32) (us: [m]i32) (vs: [m]i32)\n"
    "      (is: [n]i64) (js: [m]i64) (bs: [n]bool) (cs: [m]bool)\n"
    "      (xss: [n][m]i32) (yss: [n][m]i32) (pss: [n][n]i32) (iss: [n][m]i64)\n"
    "      (xsss: [n][m][k]i32) (fs: [n]f32) (gs: [m]f32)\n"
    "      (a: i32) (b: i32) (i: i64) (j: i64) (p: bool) (q: bool)\n"
    "      (c: i8) (d: u8) (r: u32) (s: u64) (u: f32) (v: f32) (w: f64)\n";

static const char *const operators[] = {
    "reduce (\\(a: i32) (b: i32) -> a + b) 0i32 xs",
    "reduce (\\(a: i32) (b: i32) -> { t = b == 0i32 ; r = if t then a else b in r })"
        " 0i32 xs",
    "reduce (\\(a: i32) (b: i32) -> { t = a == 0i32 ; r = if t then b else a in r })"
        " 0i32 xs",
    "reduce (\\(a: i32) (b: i32) -> max a b) (-2147483648i32) xs",
    "reduce (\\(a: i32) (b: i32) -> a * b) 1i32 xs",
    "reduce (\\(a: i64) (b: i64) -> a + b) 0i64 is",
    "reduce (\\(p: bool) (q: bool) -> p && q) true bs",
    /* x |-> b1 + a1 x, then x |-> b2 + a2 x */
    "reduce (\\(a1: i32) (b1: i32) (a2: i32) (b2: i32) ->"
        " { a = a1 * a2 ; t = b1 * a2 ; b = t + b2 in a b }) 1i32 0i32 xs ys",
    /* sums between flags */
    "reduce (\\(p: bool) (a: i32) (q: bool) (b: i32) ->"
        " { f = p || q ; s = a + b ; v = if q then b else s in f v }) false 0i32 bs xs",
    /* 2x2 matrices */
    "reduce (\\(a: i32) (b: i32) (c: i32) (d: i32)"
        " (e: i32) (f: i32) (g: i32) (h: i32) ->"
        " { t1 = a * e ; t2 = b * g ; t3 = a * f ; t4 = b * h ;"
        "   t5 = c * e ; t6 = d * g ; t7 = c * f ; t8 = d * h ;"
        "   w = t1 + t2 ; x = t3 + t4 ; y = t5 + t6 ; z = t7 + t8 in w x y z })"
        " 1i32 0i32 0i32 1i32 xs ys xs ys",
    /* with a name of what is around */
    "reduce (\\(x: i32) (y: i32) -> { s = x + y ; r = s - a in r }) a xs",
    "reduce (\\(x: i32) (y: i32) -> { s = x + y ; p = x * y ; q = a * p ; r = s + q in r })"
        " 0i32 xs",
    "reduce (\\(x: i64) (y: i64) -> { s = x + y ; r = s - i in r }) i is",
    "reduce (\\(x: i32) (y: i32) -> { g = a > 0i32 ; t = y == 0i32 ; f = x == 0i32 ;"
        " l = if t then x else y ; e = if f then y else x ; r = if g then l else e in r })"
        " 0i32 xs",
    "reduce (\\(x: f32) (y: f32) -> x + y) 0.0f32 fs",
    "{ z = replicate m 0i32 ;"
        " r = reduce (\\(a: [m]i32) (b: [m]i32) ->"
        "     map (\\(c: i32) (d: i32) -> c + d) a b) z xss in r }",
    "{ z = replicate m 0i32 ;"
        " r = reduce (\\(a: [m]i32) (b: [m]i32) ->"
        "     map (\\(c: i32) (d: i32) ->"
        "       { t = d == 0i32 ; r = if t then c else d in r }) a b) z xss in r }",
};

const Given *instance_names(void)
{
    static RuleFile *file;
    if (!file)
        file = rule_read(source_new("<instances>", names, (int)strlen(names)));
    return file->given;
}

enum { OPERATORS = sizeof operators / sizeof *operators };

static Core *operator_term(int k)
{
    static Core *terms[OPERATORS];
    const char *text = operators[k];
    if (!terms[k])
        terms[k] = term_read(source_new("<operators>", text, (int)strlen(text)),
                             instance_names(), NULL);
    return terms[k];
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
    bool zero = is_const(ne) ? scalar_equal(ne->value, zero_of(ne->value.prim)->value)
                             : type_of(ne)->rank > 0;
    Core *other = zero && chance(k, 40) ? some_zero(k, type_of(ne), NULL) : NULL;
    return other ? other : ne;
}

Operator some_operator(Make *k, bool mapped)
{
    Core *body;
    const Core *last;
    do {
        body = core_rename(operator_term((int)draw(k->seed, OPERATORS)));
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
