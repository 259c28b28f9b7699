/* run.c -- programs on values: by the evaluator, or as generated CUDA on
   this machine's CPU; `mapnest run`. */
#include "run.h"
#include "oncpu.h"
#include "profile.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* A program after a pass, as its text says. */
typedef struct {
    const char *pass;
    Program *program;
} Snapshot;

struct Runner {
    Program *core;
    CpuProgram *cpu;
    bool profiles;             /* cpu is for the GPU, and tells the time of each kernel */
    Emitted files;             /* of cpu */
    VEC(Snapshot) stage;          /* with on_passes */
    double tolerance;
};

/* A profile is of the GPU, where there is one. */
static CpuProgram *build_binary(Source *s, const RunOptions *o, Emitted *files, bool *on_gpu,
                                const char **error)
{
    CompileOptions c = o->compile;
    c.stop_after = NULL;
    c.ranks = o->ranks ? RANKS_ALLOWED : RANKS_NONE;
    Program *flat = compile(s, &c);
    EmitOptions e = { .file = path_output(s->name), .source = basename(format("%s", s->name)),
                      .harness = true, .manifest = o->path || o->profile, .unsafe = c.unsafe,
                      .tune = c.tune,
                      .templates_dir = c.templates, .profile = o->profile };
    if (o->ranks) {
        e.ranked = e.file;
        e.file = format("%s_ranks", e.file);
    }
    emit_program(flat, &e, files);
    stop_on_errors();
    CpuProgram *p = o->profile && !o->on_cpu ? gpu_build(e.file, files, error) : NULL;
    *on_gpu = p != NULL;
    if (o->ranks)
        return ranks_build(o->ranks, e.file, files, error);
    return p || *error ? p : cpu_build(e.file, files, error);
}

static void keep_stage(const Program *p, const char *pass, const char *holds, void *runner)
{
    (void)holds;
    Runner *r = runner;
    Text t = {0};
    program_print(&t, p);
    Source *s = source_new(format("<%s>", pass), text_str(&t), t.n);
    vec_push(&r->stage, ((Snapshot){ pass, core_read(s) }));
}

Runner *runner_new(Source *s, const RunOptions *o, const char **error)
{
    Runner *r = NEW(Runner);
    CompileOptions c = o->compile;
    r->tolerance = o->tolerance;
    core_eval_no_races(o->no_races);
    c.stop_after = "core";
    r->core = compile(s, &c);
    c.stop_after = NULL;
    c.after = keep_stage;
    c.arg = r;
    if (o->on_passes)
        compile(s, &c);
    bool compiled = o->on_cpu || o->ranks || o->profile;
    if (compiled && !(r->cpu = build_binary(s, o, &r->files, &r->profiles, error)))
        return NULL;
    return r;
}

void runner_free(Runner *r)
{
    if (r && r->cpu)
        cpu_free(r->cpu);
}

static const Func *entry_of(const Program *p, const char *name)
{
    for (int i = 0; i < p->nfuncs; i++)
        if (p->func[i]->entry && !strcmp(p->func[i]->name, name))
            return p->func[i];
    return NULL;
}

const Func *runner_entry(const Runner *r, const char *name)
{
    return entry_of(r->core, name);
}

EvalResult runner_eval(const Runner *r, const Func *entry, Value **args, int nargs)
{
    return core_eval(r->core, entry, args, nargs);
}

/* Finds the check that failed, so that its message is shown as the evaluator's. */
static void locate(const Runner *r, EvalResult *failed)
{
    const char *text = failed->message;
    const FailureSite *found = NULL;
    for (int i = 0; i < r->files.nfailures; i++) {
        const FailureSite *f = &r->files.failure[i];
        if (str_starts(text, f->before) && str_ends(text, f->after)
            && (!found || strlen(found->after) < strlen(f->after)))
            found = f;
    }
    if (!found)
        return;
    size_t before = strlen(found->before), after = strlen(found->after);
    failed->span = found->span;
    failed->message = str_copyn(text + before, (int)(strlen(text) - before - after));
}

/* Long values are cut, so that a line stays a line. */
const char *brief(const char *s)
{
    enum { MOST = 200 };
    int n = (int)strcspn(s, "\n");
    return n > MOST ? format("%.*s...", MOST, s) : str_copyn(s, n);
}

const char *values_str(Value **v, int n)
{
    Text t = {0};
    for (int i = 0; i < n; i++) {
        text_add(&t, i ? " " : "");
        value_print(&t, v[i]);
    }
    return brief(text_str(&t));
}

const char *results_differ(Value **want, int nwant, const EvalResult *got, double tolerance)
{
    if (nwant != got->nresults)
        return format("expected %d results, got %d", nwant, got->nresults);
    for (int i = 0; i < nwant; i++) {
        const char *why = NULL;
        if (!value_close(got->result[i], want[i], tolerance, &why))
            return format("result %d: %s\n  expected: %s\n  got:      %s", i, why ? why : "",
                          values_str(want, nwant), values_str(got->result, got->nresults));
    }
    return NULL;
}

static const char *outcomes_differ(const EvalResult *want, const EvalResult *got, double tolerance)
{
    if (want->failed != got->failed)
        return format("evaluated from core it is: %s\n  now: %s",
                      want->failed ? want->message : "fine", got->failed ? got->message : "fine");
    return want->failed ? NULL : results_differ(want->result, want->nresults, got, tolerance);
}

/* What core gives, if the program after each pass gives the same. */
static EvalResult run_stages(const Runner *r, const Func *entry, Value **args, int nargs)
{
    EvalResult want = runner_eval(r, entry, args, nargs);
    for (int i = 0; i < r->stage.n; i++) {
        const Snapshot *s = &r->stage.at[i];
        EvalResult got = core_eval(s->program, entry_of(s->program, entry->name), args, nargs);
        const char *why = outcomes_differ(&want, &got, r->tolerance);
        values_free(got.result, got.nresults);
        if (!why)
            continue;
        values_free(want.result, want.nresults);
        return (EvalResult){ .failed = true, .message = format("after %s: %s", s->pass, why) };
    }
    return want;
}

EvalResult runner_run(const Runner *r, const Func *entry, Value **args, int nargs)
{
    if (r->stage.n)
        return run_stages(r, entry, args, nargs);
    if (!r->cpu)
        return runner_eval(r, entry, args, nargs);
    EvalResult result = cpu_run(r->cpu, entry->name, args, nargs, r->profiles);
    if (result.failed)
        locate(r, &result);
    return result;
}

static const char *shape_type(Prim p, int rank)
{
    Text t = {0};
    for (int d = 0; d < rank; d++)
        text_add(&t, "[]");
    text_add(&t, prim_name(p));
    return text_str(&t);
}

const char *value_type_str(const Value *v)
{
    return shape_type(v->prim, v->rank);
}

const char *check_arguments(const Func *f, Value **args, int nargs)
{
    bool same = nargs == f->nparams;
    for (int i = 0; same && i < nargs; i++)
        same = args[i]->prim == f->param[i]->type->prim && args[i]->rank == f->param[i]->type->rank;
    if (same)
        return NULL;
    Text t = {0};
    text_fmt(&t, "entry point \"%s\" expects input of type(s)", f->name);
    for (int i = 0; i < f->ntakes; i++)
        text_fmt(&t, "\n  %s", type_str(f->takes[i].type));
    for (int i = 0; i < f->nparams && !f->takes; i++)
        text_fmt(&t, "\n  %s", type_str(f->param[i]->type));
    text_add(&t, nargs ? "\ngot input of type(s)" : "\ngot no input");
    for (int i = 0; i < nargs; i++)
        text_fmt(&t, "\n  %s", value_type_str(args[i]));
    return text_str(&t);
}

Value **values_read(const char *text, size_t n, const char *name, const Caller *s, bool typed,
                    int *count, const char **error)
{
    ValueCursor c = { .at = text, .end = text + n, .name = name, .line = 1 };
    Value **v = side_read(&c, s, typed, count, error), **apart;
    if (!v || !s)
        return v;
    apart = side_apart(s, v, count, error);
    if (*error)
        values_free(v, *count);
    return *error ? NULL : apart;
}

static void print_result(const Value *v, bool binary)
{
    if (binary) {
        value_print_binary(stdout, v);
        return;
    }
    Text t = {0};
    value_print(&t, v);
    puts(text_str(&t));
}

static const char *entry_names(const Program *p)
{
    Text t = {0};
    for (int i = 0; i < p->nfuncs; i++)
        if (p->func[i]->entry)
            text_fmt(&t, "%s%s", t.n ? ", " : "", p->func[i]->name);
    return t.n ? text_str(&t) : "none";
}

static int complain(DiagId id, const char *message)
{
    error_at(NULL, id, "%s", message);
    return 1;
}

int run_file(const RunOptions *o)
{
    size_t n;
    const char *text = strcmp(o->file, "-") ? file_read(o->file, &n) : NULL;
    if (!text)
        return complain(ERR_FILE, format("%s: %s", o->file, strerror(errno ? errno : EINVAL)));
    const char *error = NULL;
    Runner *r = runner_new(source_new(o->file, text, (int)n), o, &error);
    if (!r)
        return complain(ERR_RUN_FAILED, error);
    const char *name = o->entry ? o->entry : "main";
    const Func *entry = runner_entry(r, name);
    if (!entry)
        return complain(ERR_NO_ENTRY, format("%s has no entry point \"%s\"; it has: %s", o->file,
                                             name, entry_names(r->core)));
    int nargs;
    const char *input = stream_read(stdin, &n);
    if (!input)
        return complain(ERR_FILE, format("standard input: %s", strerror(errno)));
    Caller in = side_in(entry), out = side_out(entry);
    Value **args = values_read(input, n, "<stdin>", &in, true, &nargs, &error);
    if (!args)
        return complain(ERR_INPUT, error);
    if ((error = check_arguments(entry, args, nargs)))
        return complain(ERR_INPUT, error);

    bool metered = (o->path || o->profile) && r->cpu && !r->profiles;
    const char *counts = metered ? cpu_file(r->cpu, "counts") : NULL;
    if (counts)
        setenv("EMU_JSON", counts, 1);
    EvalResult result = runner_run(r, entry, args, nargs);
    if (o->path && !result.failed)
        profile_path(counts, r->files.manifest, name);
    if (o->profile && counts && !result.failed)
        profile_kernels(counts, r->files.manifest);
    if (result.failed && result.span)
        error_at(result.span, ERR_RUN_FAILED, "%s", result.message);
    else if (result.failed)
        complain(ERR_RUN_FAILED, result.message);
    if (!o->binary)
        result.result = side_together(&out, result.result, &result.nresults);
    for (int i = 0; !result.failed && i < result.nresults; i++)
        print_result(result.result[i], o->binary);
    values_free(result.result, result.nresults);
    values_free(args, nargs);
    runner_free(r);
    return result.failed;
}
