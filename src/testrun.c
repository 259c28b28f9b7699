/* testrun.c -- many files under test: each in a process of its own, so that none ends the
   others; what they say is printed in the order of the files. */
#include "emit/mustache.h"
#include "test.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    TestTally tally;
    pid_t pid;                 /* while it runs */
    FILE *out, *err, *found;   /* what it prints, and its tally */
    bool started, done;
} Job;

typedef struct {
    Job *job;
    int n, running, next, told;    /* next to be started; the first that is not printed */
    const RunOptions *options;
} Run;

static volatile sig_atomic_t ended_by;         /* a signal */

static void on_end(int sig) { ended_by = sig; }

/* ---- the process of a file -------------------------------------------------- */

static _Noreturn void become_test(Job *j, const RunOptions *o)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (dup2(fileno(j->out), STDOUT_FILENO) < 0 || dup2(fileno(j->err), STDERR_FILENO) < 0)
        exit(1);
    test_file(&j->tally, o);
    const TestTally *t = &j->tally;
    Text text = {0};
    json_print(&text, json_record("passed", json_int(t->passed), "failed", json_int(t->failed),
                                  "skipped", json_int(t->skipped),
                                  "internal", json_int(t->internal), "cases", t->cases, NULL), 0);
    fputs(text_str(&text), j->found);
    exit(fflush(j->found) || fflush(stdout));
}

static bool start(Job *j, const RunOptions *o)
{
    j->out = tmpfile();
    j->err = tmpfile();
    j->found = tmpfile();
    j->started = true;
    fflush(NULL);
    j->pid = j->out && j->err && j->found ? fork() : -1;
    if (j->pid == 0)
        become_test(j, o);
    return j->pid > 0;
}

/* ---- what came of it ----------------------------------------------------------- */

static void copy(FILE *from, FILE *to)
{
    char buf[4096];
    size_t n;
    rewind(from);
    while ((n = fread(buf, 1, sizeof buf, from)) > 0)
        fwrite(buf, 1, n, to);
    fflush(to);
    fclose(from);
}

static int number_of(const Json *j, const char *key)
{
    return (int)strtol(json_get(j, key)->text, NULL, 10);
}

/* The process ended before it could say what it found. */
static void lost(Job *j, int status)
{
    TestTally *t = &j->tally;
    const char *how = WIFSIGNALED(status) ? format("signal %d", WTERMSIG(status))
                                          : format("status %d", WEXITSTATUS(status));
    const char *why = format("testing it ended with %s", how);
    printf("%s: FAILED: %s\n", t->file, why);
    json_push(t->cases, json_record("name", json_str(""), "line", json_int(0), "seconds",
                                    json_str("0"), "skipped", json_bool(false), "why",
                                    json_str(why), NULL));
    t->internal++;
}

static void gather(Job *j, int status)
{
    TestTally *t = &j->tally;
    size_t n;
    const char *error = NULL;
    rewind(j->found);
    const char *text = stream_read(j->found, &n);
    Json *found = text && n ? json_parse(text, &error) : NULL;
    fclose(j->found);
    copy(j->out, stdout);
    copy(j->err, stderr);
    if (!found) {
        lost(j, status);
        return;
    }
    t->passed = number_of(found, "passed");
    t->failed = number_of(found, "failed");
    t->skipped = number_of(found, "skipped");
    t->internal = number_of(found, "internal");
    t->cases = json_get(found, "cases");
}

/* ---- all of them ------------------------------------------------------------------ */

static bool on_terminal(void)
{
    return isatty(STDERR_FILENO);
}

static void show_progress(const Run *r, bool clear)
{
    if (!on_terminal())
        return;
    fputs("\r\033[K", stderr);
    if (!clear && r->told < r->n)
        fprintf(stderr, "[%d/%d] %.60s", r->told + 1, r->n, r->job[r->told].tally.file);
}

static void wait_for_one(Run *r, int *statuses)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    for (int i = 0; i < r->next && pid > 0; i++)
        if (r->job[i].pid == pid && !r->job[i].done) {
            r->job[i].done = true;
            statuses[i] = status;
            r->running--;
        }
}

static void tell_finished(Run *r, const int *statuses)
{
    for (; r->told < r->next && r->job[r->told].done; r->told++) {
        show_progress(r, true);
        if (r->job[r->told].pid > 0)
            gather(&r->job[r->told], statuses[r->told]);
    }
    show_progress(r, false);
}

/* Where no process can be had, the file is tested in this one. */
static void start_next(Run *r)
{
    Job *j = &r->job[r->next++];
    if (start(j, r->options)) {
        r->running++;
        return;
    }
    test_file(&j->tally, r->options);
    j->done = true;
}

/* Those that run clean up after themselves. */
static void end_all(Run *r, int *statuses)
{
    for (int i = 0; i < r->next; i++)
        if (!r->job[i].done && r->job[i].pid > 0)
            kill(r->job[i].pid, SIGTERM);
    while (r->running > 0)
        wait_for_one(r, statuses);
    show_progress(r, true);
}

static void run_all(Run *r, int jobs)
{
    int *statuses = NEWS(int, r->n);
    struct sigaction end = { .sa_handler = on_end };
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    while (r->told < r->n && !ended_by) {
        while (r->next < r->n && r->running < jobs && !ended_by)
            start_next(r);
        if (r->running > 0 && !ended_by)
            wait_for_one(r, statuses);
        if (!ended_by)
            tell_finished(r, statuses);
    }
    end_all(r, statuses);
}

/* ---- JUnit's report ------------------------------------------------------------------ */

/* What XML can hold. */
static const char *xml_text(const char *s)
{
    char *text = format("%s", s);
    for (char *p = text; *p; p++)
        if (iscntrl((unsigned char)*p) && *p != '\n' && *p != '\t')
            *p = '?';
    return text;
}

static Json *suite_of(const TestTally *t)
{
    Json *cases = json_list();
    double seconds = 0;
    for (int i = 0; i < t->cases->n; i++) {
        const Json *c = t->cases->item[i];
        const Json *why = json_get(c, "why");
        bool failed = why->kind == JSON_STRING;
        const char *at = format("%s:%s", t->file, json_get(c, "line")->text);
        const char *name = json_get(c, "name")->text;
        seconds += strtod(json_get(c, "seconds")->text, NULL);
        json_push(cases, json_record("case", json_str(xml_text(*name ? name : "compiles")),
                                     "at", json_str(at), "seconds", json_get(c, "seconds"),
                                     "skipped", json_get(c, "skipped"), "why",
                                     failed ? json_str(xml_text(why->text)) : json_bool(false),
                                     NULL));
    }
    return json_record("suite", json_str(t->file), "tests", json_int(cases->n),
                       "failures", json_int(t->failed), "errors", json_int(t->internal),
                       "skips", json_int(t->skipped), "total_seconds",
                       json_str(format("%.3f", seconds)), "cases", cases, NULL);
}

static void write_junit(const Run *r, const char *path)
{
    Json *suites = json_list();
    for (int i = 0; i < r->told; i++)
        json_push(suites, suite_of(&r->job[i].tally));
    Templates t = { .folder = "report", .escape = escape_html };
    const char *text = template_render(&t, "junit.xml", json_record("suites", suites, NULL));
    if (!file_write(path, text, strlen(text)))
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
}

/* -------------------------------------------------------------------------------------- */

static TestTally total(const Run *r)
{
    TestTally t = {0};
    for (int i = 0; i < r->told; i++) {
        const TestTally *f = &r->job[i].tally;
        t.passed += f->passed;
        t.failed += f->failed;
        t.skipped += f->skipped;
        t.internal += f->internal;
        if (!f->passed && !f->failed && !f->skipped && !f->internal)
            fprintf(stderr, "mapnest: %s: no test blocks; they begin with a line '-- =='\n",
                    f->file);
    }
    return t;
}

int test_files(char **files, int n, const RunOptions *o, const TestRun *run)
{
    Run r = { .job = NEWS(Job, n), .n = n, .options = o };
    for (int i = 0; i < n; i++)
        r.job[i].tally = (TestTally){ .file = files[i], .cases = json_list() };
    run_all(&r, run->jobs ? run->jobs : (int)sysconf(_SC_NPROCESSORS_ONLN));
    TestTally t = total(&r);
    if (ended_by)
        printf("interrupted: %d of %d files are not tested\n", n - r.told, n);
    printf("%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped);
    if (run->junit)
        write_junit(&r, run->junit);
    if (ended_by) {
        fflush(stdout);
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    return t.internal ? EXIT_INTERNAL : t.failed > 0;
}
