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
enum { ATTEMPTS = 2000, WANTED = 100, VARIATIONS = 40, MORE = 150 };

/* One rule on trial. */
typedef struct {
    const RuleSet *rules;
    const Law *law;
    unsigned seed;
    int cases, fired;
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
    if (!terms_differ(i, left, after, &t->seed, &t->cases, &c))
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
    t->fired++;
    if (a == APPLY_BROKEN && !why)
        return NULL;
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

static void try_instance(Trial *t, const Instance *i)
{
    const char *c = refuted(t, i);
    if (c)
        c = reduce(t, *i, c);
    if (c && (!t->counter || strlen(c) < strlen(t->counter)))
        t->counter = c;
}

/* ---- one rule ----------------------------------------------------------- */

static const RuleFile *file_of(const RuleSet *rs, const Rule *r)
{
    for (int f = 0; f < rs->nfiles; f++)
        if (r >= rs->file[f]->rule && r < rs->file[f]->rule + rs->file[f]->nrules)
            return rs->file[f];
    return NULL;
}

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
    const RuleFile *f = file_of(t->rules, t->law->rule);
    for (int e = 0; e < t->law->rule->nexamples && !t->counter; e++) {
        Core *ctx = NULL, *left = NULL, *right = NULL;
        if (!example_read(f, &t->law->rule->example[e], &ctx, &left, &right))
            continue;
        Instance i = { .given = f->given ? f->given : &none };
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
    int more = MORE, from = t->fired;
    for (int k = 0; k < ATTEMPTS && t->fired < from + WANTED && more > 0; k++) {
        Instance i;
        more -= t->counter != NULL;
        if (instance_make(t->law, &t->seed, &i) && instance_is_well_formed(&i))
            try_instance(t, &i);
    }
}

static void try_law(Trial *t, const Law *law)
{
    t->law = law;
    try_examples(t, false);    /* what a reader knows already is best */
    try_examples(t, true);
    if (!t->counter)
        try_made(t);
}

static unsigned seed_of(const char *name)
{
    unsigned h = 5381;
    while (*name)
        h = 33 * h + (unsigned char)*name++;
    return h;
}

static TruthResult try_rule(const RuleSet *rs, const Set *set, const Law *law)
{
    Trial t = { .rules = rs, .seed = seed_of(law->rule->name) };
    try_law(&t, law);
    const Set *back = law->rule->both ? set_backwards(rs, set) : NULL;
    for (int i = 0; back && i < back->nlaws; i++)
        if (back->law[i].rule == law->rule)
            try_law(&t, &back->law[i]);
    return (TruthResult){ law->rule, t.cases, t.counter };
}

/* ---- a process for each rule -------------------------------------------- */

/* A rule on trial may run on, or worse; and what it takes is given back. */
static _Noreturn void tell(int fd, const TruthResult *r)
{
    FILE *f = fdopen(fd, "w");
    fprintf(f, "%d %s", r->cases, r->counter ? r->counter : "");
    fclose(f);
    _exit(0);
}

static TruthResult hear(int fd, pid_t pid, const Rule *rule)
{
    TruthResult r = { .rule = rule };
    FILE *f = fdopen(fd, "r");
    char *text = stream_read(f, NULL), *rest = text;
    fclose(f);
    int status = 0;
    waitpid(pid, &status, 0);
    r.cases = (int)strtol(text, &rest, 10);
    if (WIFSIGNALED(status))
        r.counter = WTERMSIG(status) == SIGALRM ? "\n    it does not end"
            : format("\n    it breaks down: %s", strsignal(WTERMSIG(status)));
    else if (status)
        r.counter = "\n    it breaks down";
    else if (*rest && rest[1])
        r.counter = rest + 1;
    return r;
}

static TruthResult try_apart(const RuleSet *rs, const Set *set, const Law *law)
{
    int fd[2];
    fflush(NULL);
    if (pipe(fd))
        return try_rule(rs, set, law);
    pid_t pid = fork();
    if (!pid) {
        close(fd[0]);
        alarm(SECONDS);
        TruthResult r = try_rule(rs, set, law);
        tell(fd[1], &r);
    }
    close(fd[1]);
    return hear(fd[0], pid, law->rule);
}

int rules_true(const RuleSet *rs, const char *only,
               void (*f)(const TruthResult *r, void *arg), void *arg)
{
    int wrong = 0;
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Law *law = &rs->set[s].law[i];
            if (only && strcmp(only, law->rule->name))
                continue;
            TruthResult r = try_apart(rs, &rs->set[s], law);
            wrong += r.counter != NULL;
            if (f)
                f(&r, arg);
        }
    return wrong;
}
