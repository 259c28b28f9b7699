/* exercise.c -- answers to exercises, judged. */
#include "exercise.h"
#include "core/syntax.h"
#include "test.h"
#include "truth/truth.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *folder;
    double tolerance;
    int answers;
    bool wrong;
} Exercise;

static const char *path_of(const Exercise *x, const char *name)
{
    return format("%s/%s", x->folder, name);
}

static bool has(const Exercise *x, const char *name)
{
    return access(path_of(x, name), R_OK) == 0;
}

static Source *source_of(const Exercise *x, const char *name)
{
    size_t n;
    const char *path = path_of(x, name), *text = file_read(path, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    return source_new(path, text, (int)n);
}

/* There is an answer, with nothing left to be filled in. */
static bool is_answered(Exercise *x, const char *name)
{
    if (!has(x, name))
        return false;
    const char *text = source_of(x, name)->text, *hole = strstr(text, "???");
    int line = 1;
    for (const char *c = text; c < hole; c++)
        line += *c == '\n';
    x->answers++;
    x->wrong |= hole != NULL;
    if (hole)
        printf("%s:%d: still to be filled in: ???\n", path_of(x, name), line);
    return !hole;
}

/* ---- rules ---------------------------------------------------------------- */

static void print_indented(const char *text, const char *indent)
{
    while (*text) {
        int n = (int)strcspn(text, "\n");
        printf("%s%.*s\n", indent, n, text + strspn(text, " ") < text + n ? text : "");
        text += n + (text[n] == '\n');
    }
}

/* The term of an example, without the word before it and what it should give. */
static void print_example(const Span *span)
{
    const char *text = span_text(span), *end = strstr(text, "gives");
    if (!end)
        end = strstr(text, "because");
    int n = end ? (int)(end - text) : (int)strlen(text), word = (int)strcspn(text, " ");
    while (n > word && strchr(" \n", text[n - 1]))
        n--;
    print_indented(str_copyn(text + word + 1, n - word - 1), "    ");
}

static void tell_rule(const Checked *c, void *exercise)
{
    Exercise *x = exercise;
    if (!c->wrong)
        return;
    x->wrong = true;
    printf("%s:%d: %s: ", c->rule->span->src->name, c->rule->span->line, c->rule->name);
    if (!c->found) {
        printf("%s\n", c->wrong);
        return;
    }
    printf("not yet: the term\n");
    print_example(c->span);
    print_indented(c->found, "  ");
}

/* A proof is asked for, by these laws alone, one a line. */
static void judge_proofs(Exercise *x, const RuleSet *rules, const char *path)
{
    const char *laws = format("\n%s\n", source_of(x, "proof.laws")->text);
    LawsOf own = rules_wanted(rules, (Wanted){ .file = path });
    for (int i = 0; i < own.n; i++) {
        const Rule *r = own.at[i].law->rule;
        if (!r->proof)
            fail_at(r->span, ERR_RULE_PROOF, "%s has no proof", r->name);
        for (int k = 1; k < r->proof->n; k++)
            if (!strstr(laws, format("\n%s\n", r->proof->kid[k]->text)))
                fail_at(r->proof->kid[k]->span, ERR_RULE_PROOF,
                        "proof of %s: %s is not among the laws of this exercise", r->name,
                        r->proof->kid[k]->text);
    }
}

/* First is it true; a rule that is not has a counter-example, which says more than the
   terms that it should apply to. */
static void judge_rules(Exercise *x)
{
    const char *path = path_of(x, "answer.rules"), *more = path_of(x, "expected.rules");
    const RuleSet *rules = rules_load_with(path, has(x, "expected.rules") ? more : NULL);
    Wanted own = { .file = path };
    Text proofs = {0};
    rules_true(rules, own, tell_rule, x);
    if (x->wrong)
        return;
    rules_more(rules, rules->file[rules->nfiles - 1], (Wanted){0}, tell_rule, x);
    if (!x->wrong)
        rules_examples(rules, own, tell_rule, x);
    if (has(x, "proof.laws"))
        judge_proofs(x, rules, path);
    rules_derive(rules, &proofs, own);
    for (int i = 0; i < rules->nfiles; i++)
        if (!strcmp(rules->file[i]->source->name, path) && !rules->file[i]->nrules)
            fail_at(NULL, ERR_RULE_FILE, "%s: there is no rule in it", path);
}

/* ---- steps ---------------------------------------------------------------- */

/* A line of the answer: a step, or the title of the steps below it. */
typedef struct {
    const char *number, *rule;
    int line;
} Said;

typedef struct {
    const char *title;
    VEC(Said) said;
} Part;

typedef VEC(Part) Parts;

static const char *next_word(const char **at)
{
    *at += strspn(*at, " \t");
    int n = (int)strcspn(*at, " \t\r");
    const char *word = str_copyn(*at, n);
    *at += n;
    return word;
}

/* "== flatten, prove: main ====": the set of the lines below */
static const char *title_of(const char *line)
{
    int n = (int)strlen(line);
    while (n > 0 && strchr(" =\r", line[n - 1]))
        n--;
    return str_copyn(line + 3, n > 3 ? n - 3 : 0);
}

/* As `mapnest explain` prints them, the number and the name alone; `--` begins a comment. */
static Parts read_parts(const Source *s)
{
    Parts parts = {0};
    int number = 0;
    for (const char *at = s->text; *at; at += *at == '\n') {
        int n = (int)strcspn(at, "\n");
        const char *line = str_copyn(at, n);
        at += n;
        number++;
        if (str_starts(line, "== ")) {
            vec_push(&parts, ((Part){ .title = title_of(line) }));
        } else if (line[strspn(line, " \t\r")] && !str_starts(line, "--")) {
            Said said = { next_word(&line), next_word(&line), number };
            if (!parts.n)
                fail_at(NULL, ERR_RULE_FILE, "%s:%d: the steps begin with their title, "
                        "== SET: FUNCTION", s->name, number);
            vec_push(&parts.at[parts.n - 1].said, said);
        }
    }
    return parts;
}

/* The steps of that set which rules made. */
static void steps_of(const Trace *t, const char *title, Trace *out)
{
    for (int i = 0; i < t->step.n; i++)
        if (t->step.at[i]->rule->span && !strcmp(t->set.at[t->step.at[i]->set], title))
            vec_push(&out->step, t->step.at[i]);
}

static const char *term_lines(const TraceStep *s)
{
    return s->number ? format("%s |-\n  %s", step_context(s), core_str(s->before))
                     : core_str(s->before);
}

/* Why it is another rule's turn. */
static const char *why_not(const TraceStep *s, const RuleSet *rules, const char *name)
{
    const Law *law = rules_law(rules, name, false);
    if (!law)
        return "there is no such rule; see mapnest rules";
    if (!s->number || !law->rule->judgment)
        return "that is not what happens to this term";
    for (int i = 0; i < s->refused.n; i++)
        if (!strcmp(s->refused.at[i].rule->name, name))
            return format("it has the shape, but not its condition %s: %s",
                          s->refused.at[i].condition, s->refused.at[i].why);
    const char *refusal = rules_refusal(rules, law, s->ctx, s->before);
    return refusal ? refusal
                   : "it would apply, but so does a rule that comes before it in the file";
}

static void tell_step(Exercise *x, const char *file, int line, const char *what, int right)
{
    x->wrong = true;
    printf("%s:%d: %s%s\n", path_of(x, file), line, what,
           right ? format(" (%s right)", right == 1 ? "the step before is"
                                                    : format("the %d steps before are", right))
                 : "");
}

/* The number of a lemma's step is no matter. */
static bool same_number(const TraceStep *s, const Said *said)
{
    return !s->number || !strcmp(s->number, said->number);
}

/* The first step that differs. */
static void judge_part(Exercise *x, const Part *p, const Trace *t, const RuleSet *rules)
{
    Trace own = {0};
    steps_of(t, p->title, &own);
    if (!own.step.n)
        fail_at(NULL, ERR_RULE_FILE, "%s: the derivation has no steps of '%s'",
                path_of(x, "answer.steps"), p->title);
    for (int i = 0; i < p->said.n; i++) {
        const Said *said = &p->said.at[i];
        const TraceStep *s = i < own.step.n ? own.step.at[i] : NULL;
        if (!s || !same_number(s, said)) {
            tell_step(x, "answer.steps", said->line,
                      !s ? format("%s: the derivation has ended before", said->number)
                         : format("not %s: here follows %s", said->number,
                                  s->number ? s->number : "another step"), i);
            return;
        }
        if (!strcmp(s->rule->name, said->rule))
            continue;
        tell_step(x, "answer.steps", said->line, format("%s: not %s", said->number, said->rule), i);
        print_indented(term_lines(s), "    ");
        print_indented(why_not(s, rules, said->rule), "  ");
        return;
    }
    if (p->said.n < own.step.n)
        tell_step(x, "answer.steps", p->said.n ? p->said.at[p->said.n - 1].line : 1,
                  "the derivation is not at its end", p->said.n);
}

/* The derivation asked for is that of --flatten=full: one version, all of it flat. */
static void judge_steps(Exercise *x)
{
    const RuleSet *rules = rules_load(NULL);
    Parts parts = read_parts(source_of(x, "answer.steps"));
    CompileOptions o = { .trace = trace_new() };
    vec_push(&o.option, ((RewriteOption){ "incremental", 0 }));
    compile(source_of(x, "program.fut"), &o);
    if (!parts.n)
        fail_at(NULL, ERR_RULE_FILE, "%s: no steps", path_of(x, "answer.steps"));
    for (int i = 0; i < parts.n && !x->wrong; i++)
        judge_part(x, &parts.at[i], o.trace, rules);
}

/* ---- programs -------------------------------------------------------------- */

/* One that does not end is told so, and not waited for. */
static void stop(int signal)
{
    (void)signal;
    static const char told[] = "it does not end: stopped after ten seconds\nnot solved yet\n";
    _exit(write(STDOUT_FILENO, told, sizeof told - 1) < 0 ? 2 : 1);
}

static void judge_program(Exercise *x)
{
    enum { SECONDS = 10 };
    fflush(stdout);
    signal(SIGALRM, stop);
    alarm(SECONDS);
    char *file = (char *)path_of(x, "expected.fut");
    CompileOptions c = { .stop_after = "core" };
    int checked;
    diag_option("Woperators");
    if (operators_check(compile(source_of(x, "expected.fut"), &c), &checked)) {
        x->wrong = true;
        return;
    }
    RunOptions r = { .file = file, .no_races = true, .tolerance = x->tolerance };
    x->wrong |= test_files(&file, 1, &r, &(TestRun){0}) != 0;
    alarm(0);
}

/* ---- all -------------------------------------------------------------------- */

static void print_title(const Exercise *x)
{
    const char *text = source_of(x, "README.md")->text;
    text += strspn(text, "# ");
    printf("%.*s\n", (int)strcspn(text, "\n"), text);
    fflush(stdout);
}

static void judge(Exercise *x)
{
    if (is_answered(x, "answer.rules"))
        judge_rules(x);
    if (is_answered(x, "answer.steps"))
        judge_steps(x);
    if (is_answered(x, "answer.fut"))
        judge_program(x);
}

int exercise(const char *folder, double tolerance)
{
    int n = (int)strlen(folder);
    while (n > 1 && folder[n - 1] == '/')
        n--;
    Exercise x = { .folder = str_copyn(folder, n), .tolerance = tolerance };
    print_title(&x);
    DiagCatch c;
    if (DIAG_CATCH(&c))
        x.wrong = true;
    else
        judge(&x);
    diag_pop(&c);
    if (!x.answers)
        fail_at(NULL, ERR_FILE, "%s: there is no answer.rules, answer.steps or answer.fut",
                x.folder);
    puts(x.wrong ? "not solved yet" : "solved");
    return x.wrong;
}
