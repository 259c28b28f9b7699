/*
 * truth.c -- one law tried for truth: on its examples and on instances made
 * from its pattern. A wrong rule gets the smallest counter-example that was met.
 */
#include "truth.h"

#include "../core/eval.h"

#include <string.h>

enum { WANTED = 400, MORE = 150 };

enum { MOST_OF_EXAMPLES = 3 };     /* of values for options, from 1 on */

/* One rule on trial. */
typedef struct {
    const RuleSet *rules;
    const Law *law;
    unsigned seed;
    int attempts;
    bool brief;                /* one counter-example will do, whichever */
    bool options;              /* the rule asks for some */
    Table *seen;               /* the terms that it was tried on, as texts */
    int terms, alike, evaluations;
    const char *counter;       /* the shortest so far, or null */
} Trial;

/* ---- terms -------------------------------------------------------------- */

/* Small numbers for names, the same in both terms and in messages. */
static void tidy(const Instance *i, Core *after)
{
    core_tidy(instance_program(i, nest_over(i->ctx, i->term)));
    if (after)
        core_tidy(instance_program(i, after));
}

static const char *term_text(const Instance *i)
{
    return i->ctx.n ? format("%s |- %s", ctx_str(i->ctx), core_str(i->term))
                    : core_str(i->term);
}

/* ---- one instance ------------------------------------------------------- */

/* Without the name of the function that the terms are the body of. */
static const char *message_of(const char *wrong)
{
    return str_starts(wrong, "term: ") ? wrong + strlen("term: ") : wrong;
}

static const char *judged(Trial *t, const Instance *i, Core *after)
{
    Core *left = nested(i->ctx, i->term);
    bool was = !core_check(instance_program(i, left));
    if (was && core_check(instance_program(i, after))) {
        tidy(i, after);
        return format("\n    which is no program: %s",
                      message_of(core_check(instance_program(i, after))));
    }
    Counter c;
    t->alike += core_equal(left, after);
    if (!terms_differ(i, left, after, &t->seed, &t->evaluations, &c))
        return NULL;
    const char *data = *c.data ? format("\n    for    %s", c.data) : "";
    return format("%s%s\n    before %s\n    after  %s", c.where, data, c.before,
                  c.after);
}

/* Null if the rule does not apply, or rightly. */
static const char *refuted(Trial *t, const Instance *i)
{
    Core *after = NULL;
    const char *why;
    Applied a = instance_apply(t->rules, t->law, i, &after, &why);
    if (a == APPLY_NOT)
        return NULL;
    if (a == APPLY_BROKEN && !why)
        return NULL;
    t->terms++;
    const char *counter = NULL, *message = NULL;
    DiagCatch d;
    if (a == APPLY_BROKEN) {
        tidy(i, NULL);
        return format("\n    term   %s\n    it breaks down: %s", term_text(i), why);
    }
    bug_caught(&message);
    if (!DIAG_CATCH(&d))
        counter = judged(t, i, after);
    else
        counter = format("\n    which cannot be evaluated: %s", message);
    diag_pop(&d);
    bug_caught(NULL);
    if (!counter)
        return NULL;
    tidy(i, after);
    return format("\n    term   %s\n    gives  %s%s", term_text(i), core_str(after),
                  counter);
}

/* ---- smaller instances -------------------------------------------------- */

static Core *without_result(const Core *body, int r)
{
    Kids left = { NEWS(Core *, body->g[0].n), 0 };
    for (int i = 0; i < body->g[0].n; i++)
        if (i != r)
            left.at[left.n++] = body->g[0].at[i];
    RewriteOptions o = { 0 };
    Core *b = core_body(body->stm, body->nstms, left.at, left.n);
    return core_typed(graph_body(graph_new(world_new(&o, NULL), b)));
}

static const char *reduce(Trial *t, Instance i, const char *counter)
{
    for (int r = i.term->g[0].n - 1; r >= 0 && i.term->g[0].n > 1; r--) {
        Instance less = i;
        less.term = without_result(i.term, r);
        const char *c = refuted(t, &less);
        if (c) {
            counter = c;
            i = less;
        }
    }
    return counter;
}

/* Each term once with each value of options. */
static void try_instance(Trial *t, const Instance *i)
{
    tidy(i, NULL);
    const char *text = intern(t->options ? format("%d %s", i->option, term_text(i)) : term_text(i));
    if (table_has(t->seen, text))
        return;
    arena_out();
    table_put(t->seen, text, t);
    arena_in();
    const char *c = refuted(t, i);
    if (c && !t->brief)
        c = reduce(t, *i, c);
    if (c && (!t->counter || strlen(c) < strlen(t->counter)))
        t->counter = intern(c);
}

static bool asks_options(const Law *law)
{
    for (int i = 0; i < law->npremises; i++)
        if (law->premise[i].kind == PREMISE_MAKE && !strcmp(law->premise[i].name, "option"))
            return true;
    return false;
}

/* ---- one rule ----------------------------------------------------------- */

static void try_told(Trial *t, const Rule *told)
{
    static const Given none;
    for (int e = 0; e < told->nexamples && !t->counter; e++) {
        Core *ctx = NULL, *left = NULL, *right = NULL;
        example_read(told, &told->example[e], &ctx, &left, &right);
        Instance i = { .given = told->given ? told->given : &none, .option = 1 };
        i.term = t->law->backwards ? right : left;
        i.ctx = ctx ? ctx->g[0] : (Kids){ 0 };
        if (!i.term)
            continue;
        i.tame |= core_has(i.term, OP_WHILE);
        for (; i.option <= (t->options ? MOST_OF_EXAMPLES : 1) && !t->counter; i.option++)
            try_instance(t, &i);
    }
}

/* Its own, and those in other files. */
static void try_examples(Trial *t)
{
    const RuleSet *rs = t->rules;
    try_told(t, t->law->rule);
    for (int f = 0; f < rs->nfiles; f++)
        for (int i = 0; i < rs->file[f]->nmore; i++)
            if (!strcmp(rs->file[f]->more[i].name, t->law->rule->name))
                try_told(t, &rs->file[f]->more[i]);
}

/* Asked before what is dearer: most terms are none that the rule applies to. */
static bool applies(const Trial *t, const Instance *i)
{
    Core *after = NULL;
    const char *why;
    return instance_apply(t->rules, t->law, i, &after, &why) != APPLY_NOT;
}

/* Once refuted, a few more are made, for one that is smaller. */
static void try_made(Trial *t)
{
    int more = t->brief ? 1 : MORE, from = t->terms;
    const Origin began = origin_now();
    operators_ready();
    for (int k = 0; k < t->attempts && t->terms < from + WANTED && more > 0; k++) {
        Instance i;
        more -= t->counter != NULL;
        vars_reset();
        code_forget();
        arena_begin();
        if (instance_make(t->law, &t->seed, &i) && applies(t, &i) && instance_is_well_formed(&i))
            try_instance(t, &i);
        arena_end();
        origin_set(began);     /* an error may have left it within */
    }
    vars_reset();
    code_forget();
}

/* Outside all nests a term is itself:  . |- ?e  =>  ?e  */
static bool is_itself(const Rule *r)
{
    const Sequent *c = &r->conclusion;
    return r->judgment && c->ctx->op == OP_CTX && !c->ctx->g[0].n && meta_name(c->subject)
        && meta_name(c->subject) == meta_name(c->target);
}

static const char *verdict(const Trial *t)
{
    if (t->counter)
        return format("it is not true%s", t->counter);
    if (!t->terms)
        return "no term was found that it applies to";
    if (t->alike == t->terms && !is_itself(t->law->rule))
        return format("it was not tried: in all %d terms both sides are the same", t->terms);
    return t->evaluations ? NULL : "its left side has no value on any data";
}

Checked try_law(const RuleSet *rs, const Law *law, int attempts, bool brief)
{
    Trial t = { .rules = rs, .law = law, .brief = brief,
                .options = asks_options(law), .seed = hash_of(law->rule->name, 5381),
                .attempts = attempts, .seen = table_new() };
    try_examples(&t);          /* what a reader knows already is best */
    if (!t.counter)
        try_made(&t);
    return (Checked){ .rule = law->rule, .span = law->rule->span, .terms = t.terms,
                      .evaluations = t.evaluations, .refuted = t.counter != NULL,
                      .wrong = verdict(&t) };
}
