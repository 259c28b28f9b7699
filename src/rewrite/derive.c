/*
 * derive.c -- proofs replayed. A proof goes from the left side of a lemma to its
 * right side, step by step: `proof TERM by LEMMA [<-] gives TERM`, in the lemma's own
 * metavariables. So that the engine can work on such terms each metavariable has an
 * arbitrary value: a name of which nothing but its type is known, or the results of
 * a function without a body. Sequences have one element, then two, of types that
 * differ. Each step applies its lemma at one place of the term before; what comes
 * out must be the term that is stated, and in the end what the proved lemma makes of
 * its own left side; sizes and views that are computed twice count as one.
 */
#include "rewrite.h"

#include "pattern.h"

#include <string.h>

enum { PLACES = 50 };

typedef struct {
    const RuleSet *rules;
    const Law *law;
    Match m;                   /* the values of its metavariables */
    Given given;               /* what they are made of */
    Core *width;
    int arrays, results;       /* how many elements sequences have */
} Proof;

/* ---- arbitrary values ---------------------------------------------------- */

static const Prim array_prims[] = { I32, F32 }, result_prims[] = { I64, F64, U8 };

static Core *arbitrary(Proof *p, const char *meta, const Type *t)
{
    Var *v = var_new(internn(meta + 1, (int)strcspn(meta + 1, ".")), t, NULL);
    vec_push(&p->given.vars, v);
    return core_var(v);
}

/* One value, or as many as sequences have, each of its type. */
static void assign(Proof *p, const char *meta, const Type **type, int n)
{
    Kids k = { NEWS(Core *, n), is_seq_name(meta) ? n : 1 };
    for (int i = 0; i < k.n; i++)
        k.at[i] = arbitrary(p, meta, type[i]);
    if (!env_get(&p->m.env, meta))
        env_put(&p->m.env, meta, k);
}

/* The results of functions of these arguments. */
static Core *arbitrary_body(Proof *p, const char *meta, Kids args, const Type **type, int n)
{
    Stms out = { 0 };
    Kids r = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++) {
        Func *f = MAKE(Func, .name = format("%s_%d", meta + 1, i), .result = type + i,
                             .nresults = 1, .param = NEWS(Var *, args.n), .nparams = args.n,
                             .consumes = NEWS(bool, args.n));
        for (int a = 0; a < args.n; a++)
            f->param[a] = var_new("a", type_of(args.at[a]), NULL);
        vec_push(&p->given.funcs, f);
        Core *call = core_node(OP_CALL, NULL);
        call->func = f;
        call->g[0] = args;
        r.at[i] = stms_bind1(&out, core_typed(call), NULL);
    }
    return core_body(out.at, out.n, r.at, r.n);
}

static Vars binders(const char *name, const Type **type, int n)
{
    Vars v = { 0 };
    for (int i = 0; i < n; i++)
        vec_push(&v, var_new(name, type[i], NULL));
    return v;
}

static const char *open_meta(const Proof *p, const Core *pat)
{
    const char *name = pat && pat->op == OP_META ? pat->text : NULL;
    return name && !env_get(&p->m.env, name) ? name : NULL;
}

static void assign_in(Proof *p, const Core *pat);

static void assign_operator(Proof *p, const Core *op, Kids ne, const Type **type)
{
    int n = ne.n == 1 && is_seq_name(meta_name(ne.at[0])) ? p->results : ne.n;
    if (open_meta(p, op)) {
        Vars x = binders("a", type, n), y = binders("b", type, n);
        Kids args = kids_join(atoms_of(x.at, n), atoms_of(y.at, n));
        vec_append(&x, y.at, n);
        Core *body = arbitrary_body(p, op->text, args, type, n);
        env_put(&p->m.env, op->text, one(core_lam(x.at, x.n, NULL, body)));
    }
    for (int i = 0; i < ne.n; i++)
        if (open_meta(p, ne.at[i]))
            assign(p, meta_name(ne.at[i]), type + i, n);
}

/* A function of elements of these arrays; it has more results than its operator, if
   the law speaks of such. */
static void assign_function(Proof *p, const Core *lam, Kids arrays, const Type **type)
{
    Stms unused = { 0 };
    Kids args = { 0 };
    int n = p->results;
    for (int i = 0; i < p->law->npremises; i++)
        n += p->law->premise[i].negated && !strcmp(p->law->premise[i].name, "gives");
    for (int i = 0; i < lam->nbinds && i < arrays.n; i++) {
        Kids of = make_seq(&p->m, &unused, (Kids){ arrays.at + i, 1 });
        const Type **row = NEWS(const Type *, of.n);
        for (int k = 0; k < of.n; k++)
            row[k] = type_row(type_of(of.at[k]));
        Vars x = binders(lam->bind[i]->name + 1, row, of.n);
        env_put(&p->m.env, lam->bind[i]->name, atoms_of(x.at, x.n));
        args = kids_join(args, atoms_of(x.at, x.n));
    }
    if (lam->index) {
        Kids index = one(core_var(var_new("i", type_prim(I64), NULL)));
        env_put(&p->m.env, lam->index->name, index);
        args = kids_join(args, index);
    }
    const Core *body = lam->g[0].at[0];
    if (open_meta(p, body))
        env_put(&p->m.env, body->text, one(arbitrary_body(p, body->text, args, type, n)));
    else
        assign_in(p, body);
}

static void assign_soac(Proof *p, const Core *pat)
{
    int lam = op_group(pat->op, 'f'), xs = op_group(pat->op, 'x'), o = op_group(pat->op, 'o');
    const Type *row[2], *type[3];
    for (int i = 0; i < 2; i++)
        row[i] = type_array(type_prim(array_prims[i]), p->width);
    for (int i = 0; i < 3; i++)
        type[i] = type_prim(result_prims[i]);
    for (int i = 0; i < pat->g[xs].n; i++)
        if (open_meta(p, pat->g[xs].at[i]))
            assign(p, meta_name(pat->g[xs].at[i]), row, p->arrays);
        else
            assign_in(p, pat->g[xs].at[i]);
    if (o >= 0)
        assign_operator(p, pat->g[o].at[0], pat->g[op_group(pat->op, 'n')], type);
    if (pat->g[0].n && open_meta(p, pat->g[0].at[0]))
        env_put(&p->m.env, meta_name(pat->g[0].at[0]), one(p->width));
    if (lam >= 0 && pat->g[lam].at[0]->op == OP_LAM)
        assign_function(p, pat->g[lam].at[0], pat->g[xs], type);
}

/* Each metavariable of the pattern that has no value yet gets an arbitrary one. */
static void assign_in(Proof *p, const Core *pat)
{
    const Type *number = type_prim(I64);
    if (ops[pat->op].kind == K_SOAC) {
        assign_soac(p, pat);
        return;
    }
    if (open_meta(p, pat))
        assign(p, pat->text, &number, 1);
    for (int i = 0; pat->op == OP_BODY && i < pat->nstms; i++)
        assign_in(p, pat->stm[i].exp);
    for (int g = 0; g < ops[pat->op].ngroups; g++)
        for (int i = 0; i < pat->g[g].n; i++)
            if (pat->op != OP_BODY)
                assign_in(p, pat->g[g].at[i]);
}

/* ---- terms --------------------------------------------------------------- */

static const char *name_of(const Proof *p)
{
    return p->law->rule->name;
}

/* The pattern with these values; what it binds has names of its own. */
static Core *instance(const Proof *p, const Core *pat, const Span *span)
{
    Match m = { .world = p->m.world, .law = p->law, .made = table_new() };
    const char *message = NULL;
    Core *volatile made = NULL;
    DiagCatch d;
    for (int i = 0; i < p->m.env.n; i++)
        env_put(&m.env, p->m.env.at[i].name, p->m.env.at[i].val);
    bug_caught(&message);
    if (!DIAG_CATCH(&d))
        made = core_rename(body_flat(make_body(&m, pat)));
    diag_pop(&d);
    bug_caught(NULL);
    if (!made)
        fail_at(span, ERR_RULE_PROOF, "proof of %s: %s", name_of(p),
                message ? message : "this is no term");
    return made;
}

static Core *left_side(Proof *p)
{
    const Side *left = p->law->left;
    if (left->kind == SIDE_MAPPING || left->nstms > 1)
        fail_at(p->law->rule->span, ERR_RULE_PROOF, "proof of %s: its left side is no term",
                name_of(p));
    const Core *term = left->kind == SIDE_EXPR ? left->expr : left->stm[0].exp;
    assign_in(p, term);
    return instance(p, term, p->law->rule->span);
}

/* What the lemma makes of the term at place number k; null if there is none. */
static Core *applied(const Proof *p, const Law *law, Core *term, int k)
{
    RewriteOptions *o = MAKE(RewriteOptions, .rules = p->rules, .thorough = true);
    World *w = world_new(o, NULL);
    Set one = { .name = law->rule->name, .law = (Law *)law, .nlaws = 1 };
    Func *f = func_of_term(&p->given, term);
    w->single = true;
    w->skip = k;
    return engine_run(w, f, &one, HOW_ONCE) ? f->body : NULL;
}

static bool equal(const Proof *p, const Core *a, const Core *b)
{
    Func *f[2] = { func_of_term(&p->given, core_rename((Core *)a)),
                   func_of_term(&p->given, core_rename((Core *)b)) };
    Program both = { .func = f, .nfuncs = 2 };
    simplify_all(&both, NULL);
    return core_equal(f[0]->body, f[1]->body);
}

/* ---- replaying ------------------------------------------------------------ */

static Core *replay_step(const Proof *p, const Syn *s, Core *term)
{
    const Law *law = rules_law(p->rules, s->text, s->flag);
    if (!law || law->rule->judgment)
        fail_at(s->span, ERR_RULE_PROOF, "proof of %s: there is no lemma %s%s", name_of(p),
                s->text, s->flag ? " that is read from right to left" : "");
    Core *want = instance(p, pattern(s->kid[0]), s->span), *first = NULL;
    for (int k = 0; k < PLACES; k++) {
        Core *got = applied(p, law, term, k);
        if (!got)
            break;
        if (equal(p, got, want))
            return got;
        first = first ? first : got;
    }
    if (!first)
        fail_at(s->span, ERR_RULE_PROOF, "proof of %s: %s does not apply to the term before",
                name_of(p), s->text);
    error_at(s->span, ERR_RULE_PROOF, "proof of %s: %s does not give this term", name_of(p),
             s->text);
    note_at(s->span, "it gives %s", core_str(first));
    note_at(s->span, "stated   %s", core_str(want));
    stop_on_errors();
    return first;
}

static void replay(const RuleSet *rs, const Law *law, int arrays, int results)
{
    const Syn *proof = law->rule->proof, *last = proof->kid[proof->n - 1];
    Proof p = { .rules = rs, .law = law, .arrays = arrays, .results = results,
                .m = { .law = law, .made = table_new(), .world = world_new(NULL, NULL) } };
    p.width = arbitrary(&p, "?n", type_prim(I64));
    Core *left = left_side(&p), *term = left;
    if (!equal(&p, left, instance(&p, pattern(proof->kid[0]), proof->kid[0]->span)))
        fail_at(proof->kid[0]->span, ERR_RULE_PROOF, "proof of %s: this is not its left side",
                name_of(&p));
    for (int i = 1; i < proof->n; i++)
        term = replay_step(&p, proof->kid[i], term);
    Core *claimed = applied(&p, law, left, 0);
    if (!claimed || !equal(&p, claimed, term))
        fail_at(last->span, ERR_RULE_PROOF, "proof of %s: this is not what the lemma says, %s",
                name_of(&p), claimed ? core_str(claimed) : "which does not apply");
}

/* The term as it is written, each line indented alike. */
static void print_term(Text *out, const Syn *term)
{
    for (const char *text = span_text(term->span); *text;) {
        int n = (int)strcspn(text, "\n");
        text_fmt(out, "    %.*s\n", n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_proof(Text *out, const RuleSet *rs, const Rule *r)
{
    text_fmt(out, "%s (%s): %s\nfrom %s\n\n", r->name, rule_place(r), r->sentence,
             r->source);
    print_term(out, r->proof->kid[0]);
    for (int i = 1; i < r->proof->n; i++) {
        const Syn *s = r->proof->kid[i];
        text_fmt(out, "  =   { %s%s: %s }\n", s->text, s->flag ? ", from right to left" : "",
                 rules_law(rs, s->text, s->flag)->rule->sentence);
        print_term(out, s->kid[0]);
    }
    text_fmt(out, "\n%d steps\n", r->proof->n - 1);
}

int rules_derive(const RuleSet *rs, Text *out, Wanted w)
{
    LawsOf laws = rules_wanted(rs, w);
    int n = 0;
    for (int i = 0; i < laws.n; i++) {
        const Law *law = laws.at[i].law;
        if (!law->rule->proof)
            continue;
        for (int k = 0; k < 4; k++)
            replay(rs, law, 1 + k % 2, 1 + k / 2);
        text_add(out, n++ ? "\n" : "");
        print_proof(out, rs, law->rule);
    }
    return n;
}
