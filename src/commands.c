/* commands.c -- what each command does. */
#include "base/embed.h"
#include "commands.h"
#include "emit/emit.h"
#include "emit/mustache.h"
#include "explain/explain.h"
#include "expression.h"
#include "literate.h"
#include "lsp.h"
#include "repl.h"
#include "front/ast.h"
#include "exercise.h"
#include "options.h"
#include "output.h"
#include "truth/truth.h"
#include "tune.h"

#include <errno.h>
#include <libgen.h>
#include <string.h>
#include <unistd.h>

static Source *read_source(const char *path)
{
    size_t n;
    const char *text = strcmp(path, "-") ? file_read(path, &n) : stream_read(stdin, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    if (n > 1 << 28)
        fail_at(NULL, ERR_FILE, "%s: larger than 256 MiB", path);
    return source_new(strcmp(path, "-") ? path : "<stdin>", text, (int)n);
}

/* One file, beside others of the same kind. */
static void write_text(const char *path, const char *text, const Options *o)
{
    Outputs out = { .force = o->force };
    output_add(&out, path, text);
    outputs_write(&out);
}

static EmitOptions emit_options(const char *file, const Options *o)
{
    return (EmitOptions){
        .file = path_output(file),
        .source = basename(format("%s", file)),
        .prefix = o->prefix,
        .harness = o->harness,
        .manifest = o->manifest || o->python || o->cxx,
        .unsafe = o->compile.unsafe,
        .comments = o->comments,
        .profile = o->profile,
        .tunable = o->tunable,
        .tune = o->compile.tune,
        .helpers = o->helpers,
        .templates_dir = o->compile.templates,
    };
}

/* The value that each option of the rules has; null: it is not given. */
static Json *options_told(const Options *o)
{
    Json *told = json_object();
    const RuleSet *rules = rules_load(o->compile.rules);
    for (int f = 0; f < rules->nfiles; f++)
        for (int i = 0; i < rules->file[f]->noptions; i++) {
            const RuleOption *r = &rules->file[f]->option[i];
            Json *value = r->constant ? json_int(r->value) : json_null();
            for (int k = 0; k < o->compile.option.n; k++)
                if (!strcmp(o->compile.option.at[k].name, r->name))
                    value = json_int(o->compile.option.at[k].value);
            json_set(told, r->name, value);
        }
    return told;
}

/* ranked: the program is a rank's part of it. */
static Emitted emit(const Program *p, const char *file, const Options *o, bool ranked)
{
    EmitOptions e = emit_options(file, o);
    if (ranked) {
        e.ranked = e.file;
        e.file = format("%s_ranks", e.file);
        e.manifest = false;
    }
    e.told = e.manifest ? options_told(o) : NULL;
    Emitted out = {0};
    emit_program(p, &e, &out);
    stop_on_errors();
    return out;
}

static void print_core(const Program *p)
{
    Text t = {0};
    if (p)
        program_print(&t, p);
    fputs(text_str(&t), stdout);
}

static bool wants(const Options *o, const char *pass)
{
    return o->compile.stop_after && !strcmp(o->compile.stop_after, pass);
}

static bool to_stdout(const Options *o)
{
    return o->out && !strcmp(o->out, "-");
}

/* What one option asks for, another one takes away. */
static void check_outputs(const Options *o)
{
    const Depend *d = &o->depend;
    bool partly = o->compile.stop_after != NULL;
    if (!d->wanted && (d->file || d->target.n || d->phony))
        usage("-MF, -MT, -MQ and -MP say more about -MD, which is missing");
    if (d->wanted && to_stdout(o) && !(d->file && d->target.n))
        usage("-MD with -o - needs -MF and -MT");
    bool more = o->harness || o->manifest || o->python || o->cxx || o->helpers;
    if (more && to_stdout(o) && !partly)
        usage("-o - prints FILE.cu alone; no other file is written");
    if (o->out && (str_ends(o->out, ".cu") || str_ends(o->out, ".h")))
        usage("-o %s: expected a folder; the files are named after the program", o->out);
    if (o->profile && !o->harness)
        usage("--profile is an option of the harness then; --harness is missing");
    if (o->namespace && !o->cxx)
        usage("--namespace says more about --cxx, which is missing");
    if (d->wanted && partly)
        usage("-MD is of no use with --stop-after, which writes no files");
}

/* "DIR/dot", to which the endings are added. */
static const char *output_stem(const char *file, const Options *o)
{
    const char *dir = o->out ? o->out : dirname(format("%s", file));
    bool here = !o->out && !strchr(file, '/');
    return here ? path_output(file) : format("%s/%s", dir, path_output(file));
}

static void add_wrappers(Outputs *out, const char *stem, const Json *manifest, const Options *o)
{
    Text t = {0};
    if (o->manifest) {
        json_print(&t, manifest, 0);
        output_add(out, format("%s.json", stem), text_str(&t));
    }
    if (o->python)
        output_add(out, format("%s.py", stem), wrapper_python(manifest, o->compile.templates));
    if (o->cxx)
        output_add(out, format("%s.hpp", stem), wrapper_cxx(manifest, o->namespace,
                                                            o->compile.templates));
}

static void write_files(const char *file, const Emitted *e, const Emitted *ranks, Options *o)
{
    const char *stem = output_stem(file, o);
    Depend *d = &o->depend;
    Outputs out = { .force = o->force };
    if (!to_stdout(o)) {
        output_add(&out, format("%s.cu", stem), e->cu);
        output_add(&out, format("%s.h", stem), e->h);
        if (o->harness)
            output_add(&out, format("%s_main.cu", stem), e->main_cu);
        add_wrappers(&out, stem, e->manifest, o);
        if (ranks) {
            output_add(&out, format("%s_ranks.cu", stem), ranks->cu);
            output_add(&out, format("%s_ranks.h", stem), ranks->h);
            if (o->harness)
                output_add(&out, format("%s_ranks_main.cu", stem), ranks->main_cu);
        }
    }
    for (int i = 0; i < out.file.n; i++)
        vec_push(&d->written, out.file.at[i].path);
    if (e->helpers)            /* not made from the program: no target of -MD */
        output_add(&out, format("%s/%s", dirname(format("%s", stem)), o->helpers), e->helpers);
    if (d->wanted) {
        output_add(&out, d->file ? d->file : format("%s.d", stem), depend_text(d));
        out.file.at[out.file.n - 1].any = true;
    }
    outputs_write(&out);
    if (to_stdout(o))
        fputs(ranks ? ranks->cu : e->cu, stdout);
}

static bool has_entry(const Program *p)
{
    for (int i = 0; i < p->nfuncs; i++)
        if (p->func[i]->entry)
            return true;
    return false;
}

static Program *compiled(Source *source, const Options *o, enum Ranks ranks)
{
    CompileOptions c = o->compile;
    c.ranks = ranks;
    return compile(source, &c);
}

static int transpile(const char *file, Options *o)
{
    check_outputs(o);
    bool from_stdin = !strcmp(file, "-");
    if (from_stdin && !o->out)
        usage("a program from standard input needs -o");
    if (!str_ends(file, ".fut") && !o->compile.from_core && !from_stdin)
        usage("%s: expected a file that ends in .fut", file);
    bool stops = o->compile.stop_after;              /* with --ranks in a rank's program */
    Source *source = read_source(file);
    Program *p = compiled(source, o, stops ? o->ranks : RANKS_NONE);
    if (stops && !wants(o, "plan")) {
        if (to_stdout(o))
            print_core(p);
        return EXIT_OK;
    }
    file = from_stdin ? "stdin.fut" : file;
    if (!has_entry(p))
        fail_at(NULL, ERR_FILE, "%s: no entry point; write 'entry' in place of 'def' for each "
                "function that the host calls", file);
    Emitted e = emit(p, file, o, stops && o->ranks), of_ranks;
    if (stops) {
        fputs(emitted_view(&e), stdout);
        return EXIT_OK;
    }
    if (o->ranks)
        of_ranks = emit(compiled(source, o, o->ranks), file, o, true);
    write_files(file, &e, o->ranks ? &of_ranks : NULL, o);
    return EXIT_OK;
}

static void print_trace(const Options *o, FILE *f)
{
    Text t = {0};
    trace_print(&t, o->compile.trace, o->rule);
    fputs(text_str(&t), f);
}

int command_transpile(int n, char **files, Options *o)
{
    (void)n;
    o->compile.trace = trace_new();
    o->compile.trace->brief = !o->trace;
    int status = transpile(files[0], o);
    if (o->trace)
        print_trace(o, stderr);
    return status;
}

static RunOptions run_options(const Options *o)
{
    return (RunOptions){ .compile = o->compile, .entry = o->entry, .binary = o->binary,
                         .path = o->path, .profile = o->profile,
                         .on_cpu = o->on && !strcmp(o->on, "cpu"),
                         .ranks = o->on_ranks, .tolerance = o->tolerance,
                         .on_passes = o->on && !strcmp(o->on, "passes"),
                         .no_races = o->on && !strcmp(o->on, "races"),
                         .save = o->save };
}

int command_bench(int n, char **files, Options *o)
{
    RunOptions r = run_options(o);
    o->bench.entry = o->entry;
    return bench_files(files, n, &r, &o->bench);
}

int command_eval(int n, char **args, Options *o)
{
    Scope none = { .options = &o->compile, .name = "<expression>", .decs = "" };
    Scope s = n > 1 ? scope_of_file(args[1], &o->compile) : none;
    expression_value(&s, args[0]);
    return EXIT_OK;
}

int command_repl(int n, char **files, Options *o)
{
    return repl(n ? files[0] : NULL, &o->compile);
}

int command_literate(int n, char **files, Options *o)
{
    (void)n;
    if (o->format && strcmp(o->format, "text") && strcmp(o->format, "html"))
        usage("literate: --format is text (Markdown) or html");
    bool html = o->format && !strcmp(o->format, "html");
    return !literate(files[0], o->out, html, o->force, &o->compile);
}

int command_dataset(int n, char **types, Options *o)
{
    for (int i = 0; i < n; i++) {
        const char *p = types[i];
        uint64_t seed = o->seed + (uint64_t)i;
        if (strstr(p, "[..]") && o->binary)
            usage("dataset: '%s': rows of different lengths have no binary format", p);
        if (strstr(p, "[..]") && dataset_ragged(p, seed, o->bounds))
            continue;
        Value *v = dataset_value(&p, seed, o->bounds, NULL);
        if (!v || *p)
            usage("dataset: '%s' is neither a type such as [10]i32 nor a value", types[i]);
        dataset_print(v, o->binary);
        value_free(v);
    }
    return EXIT_OK;
}

/* Beside the program, or in a folder, or, with -o -, on standard output in place of the table. */
int command_tune(int n, char **files, Options *o)
{
    RunOptions r = run_options(o);
    bool print = to_stdout(o);
    const char *text = tune_program(files, n, &r, o->bench.card, print ? stderr : stdout);
    const char *path = format("%s.tuning", output_stem(files[0], o));
    if (print) {
        fputs(text, stdout);
        return EXIT_OK;
    }
    write_text(path, text, o);
    printf("\nwrote %s: mapnest --tuning=%s %s\n", path, path, files[0]);
    return EXIT_OK;
}

/* Goes on with the next file where one has errors, or is not as wanted. */
static int each_file(int n, char **files, const Options *o,
                     bool (*good)(const char *file, const Options *o))
{
    volatile int wrong = 0;
    for (volatile int i = 0; i < n; i++) {
        DiagCatch c;
        if (DIAG_CATCH(&c))
            wrong++;
        else
            wrong += !good(files[i], o);
        diag_pop(&c);
    }
    return wrong ? EXIT_INPUT : EXIT_OK;
}

/* All that may be said of a program, up to its kernels. */
static bool check_file(const char *file, const Options *o)
{
    emit(compile(read_source(file), &o->compile), file, o, false);
    return true;
}

int command_check(int n, char **files, Options *o)
{
    return each_file(n, files, o, check_file);
}

static int derive(const Options *o)
{
    Text t = {0};
    const RuleSet *rules = rules_load(o->compile.rules);
    if (!rules_derive(rules, &t, (Wanted){ .rule = o->rule }))
        fail_at(NULL, ERR_RULE_FILE, "the rule %s has no proof; check-rules --only=%s tries it",
                o->rule, o->rule);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

static int put_text(const char *text, Options *o)
{
    if (o->out && !to_stdout(o))
        write_text(o->out, text, o);
    else
        fputs(text, stdout);
    return EXIT_OK;
}

int command_explain(int n, char **files, Options *o)
{
    if (o->derive && n)
        usage("explain: --derive replays proofs of rules, and takes no file");
    if (o->derive)
        return derive(o);
    if (!n)
        usage("explain: expected FILE.fut");
    if (o->rule && o->cost)
        usage("explain: --rule chooses steps; not with --cost");
    if (o->cost && o->format && !explain_has(o->format, "costs"))
        usage("explain: --format of --cost is text, html or latex");
    Explained e = { .name = basename(format("%s", files[0])), .rule = o->rule,
                    .source = read_source(files[0]), .trace = trace_new() };
    o->compile.trace = e.trace;
    o->compile.after = explained_after;
    o->compile.arg = &e;
    compile((Source *)e.source, &o->compile);
    EmitOptions emit = emit_options(files[0], o);
    return put_text(explained_as(&e, o->cost ? "costs" : "steps", o->format ? o->format : "text",
                                 &emit), o);
}

static int print_sheet(const RuleSet *rules, const char *only, Options *o)
{
    if (!explain_has(o->format, "rules"))
        usage("rules: --format is text, html or latex");
    return put_text(rules_sheet(rules, o->format, only, o->compile.templates), o);
}

const char *rule_near(const RuleSet *rules, const char *name)
{
    const char *near = NULL;
    const LawsOf all = rules_wanted(rules, (Wanted){ 0 });
    for (int i = 0; i < all.n; i++)
        near = nearer(name, near, all.at[i].law->rule->name);
    return near;
}

int command_rules(int n, char **names, Options *o)
{
    Text t = {0};
    const RuleSet *rules = rules_load(o->compile.rules);
    if (n && !rules_show(rules, &t, names[0]))
        fail_at(NULL, ERR_RULE_FILE, "there is no rule named %s%s", names[0],
                meant(rule_near(rules, names[0])));
    if (o->format && strcmp(o->format, "text"))
        return print_sheet(rules, n ? names[0] : NULL, o);
    if (o->conditions)
        rules_reference(rules, &t);
    else if (n == 0)
        rules_list(rules, &t);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

typedef struct { int passed, failed; } Count;

static void report(const Checked *c, void *arg)
{
    Count *count = arg;
    const char *without = c->without ? format(" without `%s`", c->without) : "";
    const char *more = c->harmless ? c->harmless : c->unreached;
    count->passed += !c->wrong;
    count->failed += c->wrong != NULL;
    if (!c->wrong && !c->terms)
        return;                /* an example */
    printf("%s:%d: %s%s: ", c->span->src->name, c->span->line, c->rule->name, without);
    if (c->wrong)
        printf("FAILED: %s\n", c->wrong);
    else
        printf("%d terms, %d evaluations%s%s\n", c->terms, c->evaluations, more ? "; " : "",
               more ? more : "");
}

static void tell_if_replaced(const RuleFile *old, const RuleFile *new)
{
    for (int i = 0; i < new->nrules && !strcmp(old->name, new->name); i++)
        for (int k = 0; k < old->nrules; k++)
            if (!strcmp(new->rule[i].name, old->rule[k].name))
                printf("%s:%d: %s: replaces the rule of that name at %s:%d\n",
                       new->source->name, new->rule[i].span->line, new->rule[i].name,
                       old->source->name, old->rule[k].span->line);
}

/* Of a file alone, its rules, which are among the built-in ones; of a folder, all. */
int command_check_rules(int n, char **files, Options *o)
{
    const RuleSet *rules = rules_load(n ? files[0] : o->compile.rules);
    bool folder = n && access(format("%s/.", files[0]), F_OK) == 0;
    Wanted w = { .rule = o->compile.only, .file = n && !folder ? files[0] : NULL };
    Count count = {0};
    Text proofs = {0};
    for (int f = 0; f < rules->nfiles - 1 && w.file; f++)
        tell_if_replaced(rules->file[f], rules->file[rules->nfiles - 1]);
    if (o->save && !folder_make(o->save))
        fail_at(NULL, ERR_FILE, "%s: %s", o->save, strerror(errno));
    rules_keep_terms(o->save);
    if (o->mutants) {
        rules_mutants(rules, w, o->mutants_of, report, &count);
    } else {
        rules_examples(rules, w, report, &count);
        count.passed += rules_derive(rules, &proofs, w);
        rules_true(rules, w, report, &count);
    }
    printf("%d passed, %d failed\n", count.passed, count.failed);
    return count.failed ? EXIT_INPUT : EXIT_OK;
}

int command_check_operators(int n, char **files, Options *o)
{
    (void)n;
    o->compile.stop_after = "core";
    diag_option("Woperators");
    int checked, wrong = operators_check(compile(read_source(files[0]), &o->compile),
                                         &checked);
    printf("%d passed, %d failed\n", checked - wrong, wrong);
    return wrong ? EXIT_INPUT : EXIT_OK;
}

static const char *partial_beside(void *dir, const char *name)
{
    return file_read(format("%s/%s.mustache", (const char *)dir, name), NULL);
}

int command_exercise(int n, char **folders, Options *o)
{
    (void)n;
    return exercise(folders[0], o->tolerance);
}

int command_render(int n, char **files, Options *o)
{
    (void)n;
    (void)o;
    const char *error = NULL;
    const Json *view = json_parse(read_source(files[1])->text, &error);
    if (!view)
        fail_at(NULL, ERR_TEMPLATE, "%s: %s", files[1], error);
    bool html = !str_ends(files[0], ".mustache") || str_ends(files[0], ".html.mustache");
    MustacheOptions m = { .escape = html ? escape_html : NULL, .partial = partial_beside,
                          .arg = dirname(format("%s", files[0])) };
    Text t = {0};
    if (!mustache_render(&t, files[0], read_source(files[0])->text, view, &m, &error))
        fail_at(NULL, ERR_TEMPLATE, "%s", error);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

int command_run(int n, char **files, Options *o)
{
    if (o->path && (!o->on || strcmp(o->on, "cpu")))
        usage("--path says which kernels --on=cpu runs, which is missing");
    if (o->profile && o->on && strcmp(o->on, "cpu"))
        usage("--profile needs a compiled program; --on=%s evaluates it", o->on);
    (void)n;
    RunOptions r = run_options(o);
    r.file = files[0];
    return run_file(&r);
}

int command_test(int n, char **files, Options *o)
{
    RunOptions r = run_options(o);
    if (o->save && !folder_make(o->save))
        fail_at(NULL, ERR_FILE, "%s: %s", o->save, strerror(errno));
    return test_files(files, n, &r, &o->test);
}

/* Whether the file is as it should be; else it is now, unless that is only asked. */
static bool format_file(const char *file, const Options *o)
{
    const Source *s = read_source(file);
    const char *text = format_program(s);
    bool same = strlen(text) == (size_t)s->size && !memcmp(text, s->text, (size_t)s->size);
    if (o->check) {
        if (!same)
            puts(file);
        return same;
    }
    if (!strcmp(file, "-"))
        fputs(text, stdout);
    else if (!file_write(file, text, strlen(text)))
        fail_at(NULL, ERR_FILE, "%s: %s", file, strerror(errno));
    return true;
}

int command_fmt(int n, char **files, Options *o)
{
    return each_file(n, files, o, format_file);
}

int command_lsp(int n, char **args, Options *o)
{
    (void)n;
    (void)args;
    return lsp_serve(&o->compile);
}

int command_help(int n, char **names, Options *o)
{
    (void)o;
    bool transpiles = n && !strcmp(names[0], command_name(&command_rows[0]));
    const CommandRow *c = !n ? NULL : transpiles ? &command_rows[0] : command_row(names[0]);
    if (n && !c)
        usage("there is no command '%s'%s", names[0], meant(command_near(names[0])));
    if (c)
        help_command(stdout, c);
    else
        help_print(stdout);
    return EXIT_OK;
}
