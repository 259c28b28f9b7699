/*
 * truth.c -- every rule tried for truth: on its examples, on variations of
 * them, and on instances made from its pattern. A wrong rule gets the
 * smallest counter-example that was met.
 */
#include "truth.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20 };
enum { ATTEMPTS = 8000, WANTED = 400, VARIATIONS = 60, MORE = 150 };

/* One rule on trial. */
typedef struct {
    const RuleSet *rules;
    const Law *law;
    unsigned seed;
    int attempts;
    Table *seen;               /* the terms that it was tried on, as texts */
    int terms, alike, evaluations;
    const char *counter;       /* the shortest so far, or null */
} Trial;

/* ---- terms -------------------------------------------------------------- */

static void find_while(Core *n, void *yes)
{
    *(bool *)yes |= n->op == OP_WHILE;
    core_each(n, find_while, yes);
}

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
    return str_starts(wrong, "instance: ") ? wrong + strlen("instance: ") : wrong;
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
    return graph_body(graph_new(world_new(&o, NULL), b));
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

/* Each term once. */
static void try_instance(Trial *t, const Instance *i)
{
    tidy(i, NULL);
    const char *text = intern(term_text(i));
    if (table_has(t->seen, text))
        return;
    table_put(t->seen, text, t);
    const char *c = refuted(t, i);
    if (c)
        c = reduce(t, *i, c);
    if (c && (!t->counter || strlen(c) < strlen(t->counter)))
        t->counter = c;
}

/* ---- one rule ----------------------------------------------------------- */

static void try_varied(Trial *t, const Instance *i)
{
    Instance other;
    for (int k = 0; k < VARIATIONS; k++)
        if (instance_vary(i, &t->seed, &other))
            try_instance(t, &other);
}

/* As they are, or varied. */
static void try_examples(Trial *t, bool varied)
{
    static const Given none;
    for (int e = 0; e < t->law->rule->nexamples && !t->counter; e++) {
        Core *ctx = NULL, *left = NULL, *right = NULL;
        example_read(t->law->rule, &t->law->rule->example[e], &ctx, &left, &right);
        Instance i = { .given = t->law->rule->given ? t->law->rule->given : &none, .option = 1 };
        i.term = t->law->backwards ? right : left;
        i.ctx = ctx ? ctx->g[0] : (Kids){ 0 };
        if (!i.term)
            continue;
        find_while(i.term, &i.tame);
        if (varied)
            try_varied(t, &i);
        else
            try_instance(t, &i);
    }
}

/* Once refuted, a few more are made, for one that is smaller. */
static void try_made(Trial *t)
{
    int more = MORE, from = t->terms;
    for (int k = 0; k < t->attempts && t->terms < from + WANTED && more > 0; k++) {
        Instance i;
        more -= t->counter != NULL;
        if (instance_make(t->law, &t->seed, &i) && instance_is_well_formed(&i))
            try_instance(t, &i);
    }
}

static unsigned seed_of(const char *name)
{
    unsigned h = 5381;
    while (*name)
        h = 33 * h + (unsigned char)*name++;
    return h;
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

static Checked try_law(const RuleSet *rs, const Law *law, int attempts)
{
    Trial t = { .rules = rs, .law = law, .seed = seed_of(law->rule->name),
                .attempts = attempts, .seen = table_new() };
    try_examples(&t, false);   /* what a reader knows already is best */
    try_examples(&t, true);
    if (!t.counter)
        try_made(&t);
    return (Checked){ .rule = law->rule, .span = law->rule->span, .terms = t.terms,
                      .evaluations = t.evaluations, .refuted = t.counter != NULL,
                      .wrong = verdict(&t) };
}

/* What is left out of a law: a condition, or nothing. */
typedef struct {
    const char *condition;
    bool violated;             /* tried only where it does not hold */
} Without;

static const Law *mutant(const Law *law, Without w)
{
    return w.condition ? law_without(law, w.condition, w.violated) : law;
}

/* In both directions, if it has two. */
static Checked try_rule(const RuleSet *rs, const Set *set, const Law *law, Without w)
{
    const Set *back = law->rule->both ? set_backwards(set) : NULL;
    int attempts = w.violated ? 5 * ATTEMPTS : ATTEMPTS;
    Checked r = try_law(rs, mutant(law, w), attempts);
    for (int i = 0; back && !r.wrong && i < back->nlaws; i++) {
        const Law *other = &back->law[i];
        if (other->rule != law->rule)
            continue;
        Checked b = try_law(rs, mutant(other, w), attempts);
        r.terms += b.terms;
        r.evaluations += b.evaluations;
        r.refuted = b.refuted;
        r.wrong = b.wrong ? format("from right to left, %s", b.wrong) : NULL;
    }
    return r;
}

/* ---- a process for each rule -------------------------------------------- */

/* A rule on trial may run on, or worse; and what it takes is given back. */
static _Noreturn void tell(int fd, const Checked *r)
{
    FILE *f = fdopen(fd, "w");
    if (!f)
        out_of_memory(0);
    fprintf(f, "%d %d %d %s", r->terms, r->evaluations, r->refuted, r->wrong ? r->wrong : "");
    fclose(f);
    _exit(0);
}

static void hear(int fd, pid_t pid, Checked *r)
{
    FILE *f = fdopen(fd, "r");
    if (!f)
        out_of_memory(0);
    char *text = stream_read(f, NULL), *rest = text;
    fclose(f);
    int status = 0;
    waitpid(pid, &status, 0);
    r->terms = (int)strtol(text, &rest, 10);
    r->evaluations = (int)strtol(rest, &rest, 10);
    r->refuted = status || strtol(rest, &rest, 10);
    if (WIFSIGNALED(status))
        r->wrong = WTERMSIG(status) == SIGALRM ? "it does not end"
            : format("it breaks down: %s", strsignal(WTERMSIG(status)));
    else if (status)
        r->wrong = "it breaks down";
    else if (*rest && rest[1])
        r->wrong = rest + 1;
}

/* Where there are no processes, the trial is made in this one. */
static Checked try_apart(const RuleSet *rs, const Set *set, const Law *law, Without w)
{
    int fd[2];
    fflush(NULL);
    pid_t pid = pipe(fd) ? -1 : fork();
    if (pid < 0)
        return try_rule(rs, set, law, w);
    if (!pid) {
        close(fd[0]);
        alarm(SECONDS);
        Checked r = try_rule(rs, set, law, w);
        tell(fd[1], &r);
    }
    close(fd[1]);
    Checked r = { .rule = law->rule, .span = law->rule->span };
    hear(fd[0], pid, &r);
    return r;
}

/* ---- all rules ---------------------------------------------------------- */

void rules_true(const RuleSet *rs, Wanted w, Tells *f, void *arg)
{
    LawsOf laws = rules_wanted(rs, w);
    for (int i = 0; i < laws.n; i++) {
        Checked r = try_apart(rs, laws.at[i].set, laws.at[i].law, (Without){ 0 });
        f(&r, arg);
    }
}

/* Without a condition a rule is refuted, or says why it is not. Terms for which the
   condition does not hold may be rare. */
static Checked try_without(const RuleSet *rs, const Set *set, const Law *law,
                               const char *condition)
{
    Checked r = try_apart(rs, set, law, (Without){ condition, false });
    if (!r.refuted)
        r = try_apart(rs, set, law, (Without){ condition, true });
    bool told = rule_is_true_without(law->rule, condition);
    r.without = condition;
    if (told && r.refuted)
        r.wrong = format("it says that it is true without `%s`, but %s", condition, r.wrong);
    else if (told || r.refuted)
        r.wrong = NULL;
    else
        r.wrong = format("it is not refuted without `%s`, in %d terms where that does not "
                         "hold", condition, r.terms);
    return r;
}

/* What a rule says of a condition that it does not have. */
static const char *unknown_condition(const Rule *r, const char **condition, int n)
{
    for (int i = 0; i < r->nneedless; i++) {
        bool known = false;
        for (int c = 0; c < n; c++)
            known |= is_condition_text(r->needless[i].condition, condition[c]);
        if (!known)
            return r->needless[i].condition;
    }
    return NULL;
}

void rules_mutants(const RuleSet *rs, Wanted w, Tells *f, void *arg)
{
    LawsOf laws = rules_wanted(rs, w);
    for (int i = 0; i < laws.n; i++) {
        const Law *law = laws.at[i].law;
        int n = 0;
        const char **condition = law_conditions(law, &n);
        for (int c = 0; c < n; c++) {
            Checked r = try_without(rs, laws.at[i].set, law, condition[c]);
            f(&r, arg);
        }
        const char *unknown = unknown_condition(law->rule, condition, n);
        if (unknown)
            f(&(Checked){ .rule = law->rule, .span = law->rule->span,
                          .wrong = format("it has no condition `%s`", unknown) }, arg);
    }
}
