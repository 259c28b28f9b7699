/* trials.c -- all rules on trial, each in a process of its own: it may run on, or
   worse; and what it takes is given back. */
#include "truth.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60, ATTEMPTS = 8000, LEAST = 50, ENOUGH = 10000, ENOUGH_TOLD = 5000,
       ENOUGH_WITHOUT = 30000 };

/* What is left out of a law, or nothing. */
typedef struct {
    const char *what;
    const Law *edited;         /* with a mistake on its right side, or null */
    bool by_examples;          /* only the examples of the rule are asked */
    bool violated;             /* tried only where it does not hold */
    bool brief;                /* whether it is wrong is asked, not where it is simplest */
} Without;

/* In both directions, if it has two. */
static Checked try_rule(const RuleSet *rs, const Law *law, Without w)
{
    if (w.by_examples)
        return (Checked){ .rule = law->rule, .wrong = examples_refute(rs, w.edited, law) };
    const Law *back = w.edited ? NULL : rules_law(rs, law->rule->name, true);
    const Law *law_of[2] = { law, back };
    Checked r = { .rule = law->rule, .span = law->rule->span };
    for (int way = 0; way < 2 && law_of[way] && !r.wrong; way++) {
        const Law *tried = w.edited ? w.edited
            : w.what ? law_mutant(law_true(law_of[way]), w.what, w.violated) : law_of[way];
        Checked one = try_law(rs, tried, (Effort){
            .attempts = w.violated ? 5 * ATTEMPTS : ATTEMPTS, .least = w.what ? 0 : LEAST,
            .enough = !w.what ? ENOUGH : w.brief ? ENOUGH_WITHOUT : ENOUGH_TOLD,
            .brief = w.brief, .was = w.edited ? law : NULL });
        r.terms += one.terms;
        r.evaluations += one.evaluations;
        r.refuted = one.refuted;
        r.same = one.same;
        r.unreached = r.unreached ? r.unreached : one.unreached;
        r.wrong = one.wrong && way ? format("from right to left, %s", one.wrong) : one.wrong;
    }
    return r;
}

typedef struct {
    int terms, evaluations;
    bool refuted, same;
    char unreached[1 << 10], wrong[1 << 16];
} Report;

static bool runs_on(int status)
{
    return WIFSIGNALED(status)
        && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

static const char *ending(int status)
{
    return runs_on(status) ? "it does not end"
         : WIFSIGNALED(status) ? format("it breaks down: %s", strsignal(WTERMSIG(status)))
                               : "it breaks down";
}

static void put_text(char *to, size_t room, const char *text)
{
    snprintf(to, room, "%s", text ? text : "");
}

static const char *text_or_null(const char *text) { return *text ? format("%s", text) : NULL; }

/* Where there are no processes, the trial is made in this one. */
static Checked try_apart(const RuleSet *rs, const Law *law, Without w)
{
    Report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        out_of_memory(sizeof *report);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        return try_rule(rs, law, w);
    if (!pid) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){ SECONDS, SECONDS });
        Checked r = try_rule(rs, law, w);
        report->terms = r.terms;
        report->evaluations = r.evaluations;
        report->refuted = r.refuted;
        report->same = r.same;
        put_text(report->wrong, sizeof report->wrong, r.wrong);
        put_text(report->unreached, sizeof report->unreached, r.unreached);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    Checked r = { .rule = law->rule, .span = law->rule->span, .terms = report->terms,
                  .evaluations = report->evaluations, .refuted = report->refuted,
                  .same = report->same };
    r.unreached = text_or_null(report->unreached);
    r.wrong = status ? ending(status) : text_or_null(report->wrong);
    r.refuted = status ? !runs_on(status) : r.refuted;
    munmap(report, sizeof *report);
    return r;
}

void rules_true(const RuleSet *rs, Wanted w, Tells *f, void *arg)
{
    LawsOf laws = rules_wanted(rs, w);
    for (int i = 0; i < laws.n; i++) {
        Checked r = try_apart(rs, laws.at[i].law, (Without){ 0 });
        f(&r, arg);
    }
}

/* A mutant is found out, or the rule says why it is not. Terms for which a condition
   does not hold may be rare. */
static Checked try_mutant(const RuleSet *rs, const Law *law, const Mutant *m)
{
    bool told = is_told(law->rule, m->without);
    Checked r = try_apart(rs, law, (Without){ m->without, .brief = !told });
    if (!r.wrong && m->violated) {
        r = try_apart(rs, law, (Without){ m->without, .violated = true, .brief = !told });
        r.wrong = r.refuted ? r.wrong : NULL;
    }
    bool found = told ? r.refuted : r.wrong != NULL;
    r.without = m->without;
    if (told && found)
        r.wrong = format("it says that it is true without `%s`, but %s", m->without, r.wrong);
    else if (told || found)
        r.wrong = NULL;
    else
        r.wrong = format("nothing is found wrong without `%s`, in %d terms", m->without, r.terms);
    return r;
}

/* Told of a rule, and true of none of its mutants. */
typedef struct {
    bool *told, *true_of;      /* of each `without` of the rule: it speaks of a mutant at all */
} Uses;

static void note_use(const Rule *r, const char *without, bool survives, Uses *u)
{
    for (int i = 0; i < r->nneedless; i++)
        if (tells_of(r->needless[i].condition, without)) {
            u->told[i] = true;
            u->true_of[i] |= survives;
        }
}

/* Why a mistake that no term shows is none, or null: it makes what the rule makes, and the trials
   reach all parts of the rule; or what it makes is as true, and an example says which is meant. */
static const char *why_harmless(const RuleSet *rs, const Law *law, const Mutant *m,
                                const Checked *tried)
{
    if (tried->same && !tried->unreached)
        return "it makes the same";
    Checked told = try_apart(rs, law, (Without){ m->without, m->law, .by_examples = true });
    return told.wrong ? "an example says otherwise" : NULL;
}

/* Two arguments of a premise that change places, or a mistake on the right side. */
static Checked try_mistake(const RuleSet *rs, const Law *law, const Mutant *m, bool on_right,
                           Uses *u)
{
    bool told = is_told(law->rule, m->without);
    Checked r = try_apart(rs, law, (Without){ m->without, m->law, .brief = !told });
    bool found = r.wrong != NULL;
    note_use(law->rule, m->without, !found, u);
    r.without = m->without;
    r.harmless = found || told || !on_right ? NULL : why_harmless(rs, law, m, &r);
    r.unreached = NULL;
    r.wrong = found || told || r.harmless ? NULL
        : format("nothing is found wrong without `%s`, in %d terms", m->without, r.terms);
    return r;
}

static void tell_vain(const Law *law, const Uses *u, Tells *f, void *arg)
{
    const Rule *r = law->rule;
    for (int i = 0; i < r->nneedless; i++)
        if (!u->told[i] || !u->true_of[i])
            f(&(Checked){ .rule = r, .span = r->span,
                          .wrong = format(u->told[i] ? "it says that it is true without `%s`, "
                                                       "but all such mistakes are found"
                                                     : "it has no premise `%s`",
                                          r->needless[i].condition) }, arg);
}

static void try_mutants(const RuleSet *rs, const Law *law, const char *kind, Tells *f, void *arg)
{
    int n = law->rule->nneedless;
    Uses u = { NEWS(bool, n), NEWS(bool, n) };
    static const char *const kinds[] = { "premises", "mistakes", "arguments" };
    Mutants of[] = { law_mutants(law_true(law)), law_edits(law), law_arguments(law_true(law)) };
    for (int way = 0; way < 3; way++) {
        bool skipped = kind && strcmp(kind, kinds[way]);
        for (int k = 0; k < of[way].n; k++) {
            const Mutant *m = &of[way].at[k];
            if (skipped || !way)
                note_use(law->rule, m->without, true, &u);
            if (skipped)
                continue;
            Checked r = way ? try_mistake(rs, law, m, way == 1, &u) : try_mutant(rs, law, m);
            f(&r, arg);
        }
    }
    tell_vain(law, &u, f, arg);
}

void rules_mutants(const RuleSet *rs, Wanted w, const char *kind, Tells *f, void *arg)
{
    LawsOf laws = rules_wanted(rs, w);
    for (int i = 0; i < laws.n; i++)
        try_mutants(rs, laws.at[i].law, kind, f, arg);
}
