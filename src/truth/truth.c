/*
 * truth.c -- one law tried for truth: on its examples and on instances made
 * from its pattern. A wrong rule gets the smallest counter-example that was met.
 */
#include "truth.h"

#include "../core/eval.h"

#include <string.h>

enum { MADE = 240, VARIED = 240, MORE = 150 };

enum { MOST_OF_EXAMPLES = 3 };     /* of values for options, from 1 on */

enum { STEPS = 8, SAMPLES = 8 };

/* How a term came about: it is an example, or was made of the pattern from this seed; then
   it was changed, from these. */
typedef struct {
    const Rule *told;
    const Example *example;
    unsigned made;
    unsigned step[STEPS];
    int nsteps;
} Descent;

/* One rule on trial. */
typedef struct {
    const RuleSet *rules;
    const Law *law;            /* without what only says when it pays, */
    const Law *paying;         /*   and with that; null: there is none, or it is not asked */
    const Law *was, *paid;     /* the same before a mistake was made, or null */
    bool differs;              /* the mistake made something else of a term */
    unsigned seed;
    Effort effort;
    bool options;              /* the rule asks for some */
    Table *seen;               /* the terms that it was tried on, as texts, with their options; */
    Table *counted;            /*   and without, those that count */
    int tries, began;          /* terms made so far, and how much was done before this kind */
    VEC(Descent) pool;         /* of the terms that it applies to, and of the examples, */
    int nfirst;                /*   which come first */
    int terms, applied, alike, evaluations, samples;
    Reach reach;               /* of the terms that had a value */
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

static const char *terms_folder;    /* null: no terms are kept */

void rules_keep_terms(const char *folder)
{
    terms_folder = folder;
}

bool keeps_terms(void) { return terms_folder != NULL; }

static const char *judged(Trial *t, const Instance *i, Core *after)
{
    Core *left = nested(i->ctx, i->term);
    bool was = !core_check(instance_program(i, left));
    const char *wrong = i->varied ? core_check_names(instance_program(i, after))
                                  : core_check(instance_program(i, after));
    if (was && wrong) {
        tidy(i, after);
        return format("\n    which is no program: %s", message_of(wrong));
    }
    Counter c;
    t->alike += core_equal(left, after);
    left = behind_outside(i, left);
    after = behind_outside(i, after);
    if (!terms_differ(i, left, after, &t->seed, &t->evaluations, &c)) {
        if (was && terms_folder && t->samples < SAMPLES
            && sample_write(terms_folder, format("t%d", t->samples + 1), i, after, &t->seed))
            t->samples++;
        return NULL;
    }
    const char *data = *c.data ? format("\n    for    %s", c.data) : "";
    return format("%s%s\n    before %s\n    after  %s", c.where, data, c.before,
                  c.after);
}

/* Where it pays, if it does somewhere: what a rule takes there may be another part of the term
   than the first that it could take. */
static Applied apply_either(const RuleSet *rs, const Law *paying, const Law *law,
                            const Instance *i, Core **after, const char **why)
{
    Applied a = paying ? instance_apply(rs, paying, i, after, why) : APPLY_NOT;
    return a != APPLY_NOT ? a : instance_apply(rs, law, i, after, why);
}

static Applied apply_law(const Trial *t, const Instance *i, Core **after, const char **why)
{
    return apply_either(t->rules, t->paying, t->law, i, after, why);
}

/* The law that the mistake is in makes something else of the term, or nothing. */
static bool makes_other(const Trial *t, const Instance *i, Core *after)
{
    Instance again = *i;
    Core *before = NULL;
    const char *why;
    again.reach = NULL;
    World *w = world_new(NULL, NULL);
    return apply_either(t->rules, t->paid, t->was, &again, &before, &why) != APPLY_DONE
        || !core_equal(drop_unread(before, w), drop_unread(after, w));
}

/* Null if the rule does not apply, or rightly. */
static const char *refuted(Trial *t, const Instance *i)
{
    Core *after = NULL;
    const char *why;
    Applied a = apply_law(t, i, &after, &why);
    if (a == APPLY_NOT)
        return NULL;
    if (a == APPLY_BROKEN && !why)
        return NULL;
    t->applied++;
    t->differs |= a == APPLY_BROKEN || (t->was && !t->differs && makes_other(t, i, after));
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

/* The terms of an example that the rule must not apply to do not count, nor what comes of
   them. */
static bool counts(const Descent *d)
{
    return !d->example || d->example->yes;
}

/* It is noted; false: it is known already. */
static bool note(Table *known, const char *text)
{
    if (table_has(known, text))
        return false;
    arena_out();
    table_put(known, text, known);
    arena_in();
    return true;
}

/* Each term once with each value of options; true if the rule applies to it. */
static bool try_instance(Trial *t, const Instance *i, const Descent *d)
{
    tidy(i, NULL);
    const char *key = intern(instance_key(i));
    if (!note(t->seen, t->options ? intern(format("%d%s", i->option, key)) : key))
        return false;
    int before = t->applied, values = t->evaluations;
    Reach reach = reach_new();
    Instance noted = *i;
    noted.reach = &reach;
    const char *c = refuted(t, &noted);
    if (t->evaluations > values)
        reach_join(&t->reach, &reach);
    bool applies = t->applied > before;
    if (applies && counts(d) && note(t->counted, key))
        t->terms++;
    if (c && !t->effort.brief)
        c = reduce(t, *i, c);
    if (c && (!t->counter || strlen(c) < strlen(t->counter)))
        t->counter = intern(c);
    return applies;
}

static bool asks_options(const Law *law)
{
    for (int i = 0; i < law->npremises; i++)
        if (law->premise[i].kind == PREMISE_MAKE && !strcmp(law->premise[i].name, "option"))
            return true;
    return false;
}

/* ---- examples, and what comes of them ----------------------------------- */

static bool example_instance(const Trial *t, const Descent *d, Instance *i)
{
    static const Given none;
    Core *ctx = NULL, *left = NULL, *right = NULL;
    example_read(d->told, d->example, &ctx, &left, &right);
    *i = (Instance){ .given = d->told->given ? d->told->given : &none, .option = 1 };
    i->term = t->law->backwards ? right : left;
    i->ctx = ctx ? ctx->g[0] : (Kids){ 0 };
    for (int k = 0; k < i->given->funcs.n; k++)
        i->given->funcs.at[k]->lifting = NULL;   /* it was of a term before */
    i->tame = i->term && core_has(i->term, OP_WHILE);
    return i->term;
}

/* The term that came about in this way. */
static bool rebuild(const Trial *t, const Descent *d, Instance *i)
{
    unsigned made = d->made;
    if (d->example ? !example_instance(t, d, i) : !instance_make(t->law, &made, i))
        return false;
    i->varied = d->nsteps || !d->example;
    i->strict = d->nsteps > 0;
    for (int s = 0; s < d->nsteps; s++) {
        unsigned seed = d->step[s];
        i->option = 1 + (int)draw(&seed, 4);
        if (!instance_vary(t->law, &seed, i))
            return false;
    }
    return true;
}

static void add_to_pool(Trial *t, Descent d)
{
    arena_out();
    vec_push(&t->pool, d);
    arena_in();
}

static void try_told(Trial *t, const Rule *told)
{
    for (int e = 0; e < told->nexamples && !t->counter; e++) {
        Instance i;
        Descent d = { .told = told, .example = &told->example[e] };
        functions_ready(told->given);
        if (!example_instance(t, &d, &i))
            continue;
        add_to_pool(t, d);
        for (; i.option <= (t->options ? MOST_OF_EXAMPLES : 1) && !t->counter; i.option++)
            try_instance(t, &i, &d);
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

/* ---- one rule ----------------------------------------------------------- */

/* Asked before what is dearer: most terms are none that the rule applies to. */
static bool applies(const Trial *t, const Instance *i)
{
    Core *after = NULL;
    const char *why;
    return apply_law(t, i, &after, &why) != APPLY_NOT;
}

/* Evaluations so far plus terms made: the count is the same on every machine. */
static int work_done(const Trial *t)
{
    return t->evaluations + t->tries;
}

/* True if the rule was tried on the least number of terms, and the limit is reached. */
static bool late(const Trial *t)
{
    return t->terms >= t->effort.least && work_done(t) - t->began > t->effort.enough;
}

/* True if the rule was tried on it, for the first time. */
static bool try_descent(Trial *t, const Descent *d)
{
    const Origin began = origin_now();
    t->tries++;
    vars_reset();
    code_forget();
    arena_begin();
    Instance i;
    bool varied = d->nsteps, applied = rebuild(t, d, &i)
        && (!varied || instance_is_program(&i)) && applies(t, &i)
        && (varied || instance_is_well_formed(&i)) && try_instance(t, &i, d);
    arena_end();
    origin_set(began);         /* an error may have left it within */
    return applied;
}

/* Once refuted, a few more are made, for one that is smaller. */
static void try_made(Trial *t)
{
    int more = t->effort.brief ? 1 : MORE, from = t->terms;
    t->began = work_done(t);
    for (int k = 0; k < t->effort.attempts && t->terms < from + MADE && more > 0 && !late(t); k++) {
        Descent d = { .made = hash_of("made", t->seed + (unsigned)k) };
        more -= t->counter != NULL;
        if (try_descent(t, &d) && t->pool.n < VARIED)
            add_to_pool(t, d);
    }
}

/* Changed once more, if it has not been often; until there are so many terms. */
static void try_varied(Trial *t, int attempts, int terms)
{
    int more = t->effort.brief ? 1 : MORE;
    if (!t->pool.n)
        return;
    t->began = work_done(t);
    t->nfirst = t->nfirst ? t->nfirst : t->pool.n;
    for (int k = 0; k < attempts && t->terms < terms && more > 0 && !late(t); k++) {
        int among = draw(&t->seed, 2) ? t->pool.n : t->nfirst;
        Descent d = t->pool.at[draw(&t->seed, among)];
        more -= t->counter != NULL;
        t->seed = hash_of("varied", t->seed);
        if (d.nsteps == STEPS)
            continue;
        d.step[d.nsteps++] = t->seed;
        if (try_descent(t, &d))
            add_to_pool(t, d);
    }
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
    if (!t->applied)
        return "no term was found that it applies to";
    if (t->alike == t->applied && !is_itself(t->law->rule))
        return format("it was not tried: in all %d terms both sides are the same", t->applied);
    if (!t->evaluations)
        return "its left side has no value on any data";
    return t->terms >= t->effort.least ? NULL
        : format("it was tried on %d different terms, which are fewer than %d", t->terms,
                 t->effort.least);
}

Checked try_law(const RuleSet *rs, const Law *law, Effort e)
{
    const Law *less = keeps_terms() ? law : law_true(law), *of = e.was ? e.was : law;
    Trial t = { .rules = rs, .law = less, .effort = e, .options = asks_options(law),
                .paying = less->npremises < law->npremises ? law : NULL,
                .was = e.was ? law_true(e.was) : NULL,
                .paid = less->npremises < law->npremises ? e.was : NULL,
                .seed = hash_of(law->rule->name, 5381), .seen = table_new(),
                .counted = table_new(), .reach = reach_new() };
    operators_ready();
    core_eval_bounded(MOST_COST);
    try_examples(&t);          /* what a reader knows already is best */
    if (!t.counter)
        try_varied(&t, e.attempts / 4, VARIED);
    if (!t.counter)
        try_made(&t);
    if (!t.counter)
        try_varied(&t, e.attempts, e.least);
    core_eval_bounded(0);
    vars_reset();
    code_forget();
    const char *unreached = e.least || e.was ? reach_lacks(of, &t.reach) : NULL;
    return (Checked){ .rule = law->rule, .span = law->rule->span, .terms = t.terms,
                      .evaluations = t.evaluations, .refuted = t.counter != NULL,
                      .unreached = unreached, .same = e.was && !t.differs,
                      .wrong = verdict(&t) };
}
