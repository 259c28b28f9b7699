/* main.c -- options and commands. */
#include "base/embed.h"
#include "compile.h"
#include "depend.h"
#include "emit/emit.h"
#include "explain/explain.h"
#include "emit/mustache.h"
#include "options.h"
#include "run.h"
#include "truth/truth.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_OK, EXIT_INPUT, EXIT_USAGE };

typedef struct {
    CompileOptions compile;
    const char *out;           /* -o */
    const char *entry;         /* -e */
    const char *on;            /* --on=eval|cpu|passes */
    const char *rule;          /* explain --rule=NAME */
    const char *format;
    const char *save;          /* test --save=DIR */
    double tolerance;
    bool harness, binary, trace, cost, derive, mutants, conditions;
    Depend depend;             /* -MD and its like */
} Options;

static _Noreturn void usage_hint(void)
{
    fprintf(stderr, "Try 'mapnest --help'.\n");
    exit(EXIT_USAGE);
}

static _Noreturn void usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void usage(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "mapnest: ");
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    usage_hint();
}

/* The index of `text` among the option's words "a|b|c", or a usage error. */
static int one_of(OptionId id, const char *text)
{
    const OptionRow *o = option_row(id);
    int i = 0;
    for (const char *w = o->argument; *w; i++) {
        size_t n = strcspn(w, "|");
        if (strlen(text) == n && !strncmp(w, text, n))
            return i;
        w += n + (w[n] == '|');
    }
    usage("--%s=%s: expected %s", o->name, text, o->argument);
}

static const char *pass_named(OptionId id, const char *name)
{
    if (!is_pass(name))
        usage("--%s=%s: there is no such pass", option_row(id)->name, name);
    return name;
}

/* --explain=NAME */
static _Noreturn void explain(const char *name)
{
    Text t = {0};
    const DiagEntry *e = catalogue_entry(name);
    const char *near = e ? NULL : catalogue_near(name);
    if (!strcmp(name, "list"))
        catalogue_list(&t);
    else if (e)
        catalogue_explain(&t, e);
    else if (near)
        usage("--explain=%s: there is no such error or warning; is one of these meant: %s?",
              name, near);
    else
        usage("--explain=%s: there is no such error or warning; see --explain=list", name);
    fputs(text_str(&t), stdout);
    exit(EXIT_OK);
}

static void warning_option(const char *option)
{
    if (!diag_option(option))
        usage("-%s: there is no such warning; see --explain=list", option);
}

static void give_option(Options *o, const char *name, int64_t value)
{
    RewriteOption option = { name, value };
    vec_push(&o->compile.option, option);
}

/* NAME=VALUE, or NAME: its value is 1 */
static void rule_option(Options *o, const char *text)
{
    const char *value = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    long long n = value ? strtoll(value + 1, &end, 10) : 1;
    if (value && (*end || end == value + 1 || errno))
        usage("--option=%s: expected NAME=VALUE, a whole number", text);
    give_option(o, str_copyn(text, (int)strcspn(text, "=")), n);
}

static void take_option(Options *o, OptionId id, const char *arg)
{
    switch (id) {
    case OPT_OUTPUT: o->out = arg; break;
    case OPT_ENTRY: o->entry = arg; break;
    case OPT_BINARY: o->binary = true; break;
    case OPT_HARNESS: o->harness = true; break;
    case OPT_DEPEND: o->depend.wanted = true; break;
    case OPT_DEPEND_FILE: o->depend.file = arg; break;
    case OPT_TARGET: vec_push(&o->depend.target, arg); break;
    case OPT_QUOTED: vec_push(&o->depend.target, make_quoted(arg)); break;
    case OPT_PHONY: o->depend.phony = true; break;
    case OPT_FLATTEN:
        if (one_of(id, arg) || o->compile.option.n)
            give_option(o, "moderate", one_of(id, arg));
        break;
    case OPT_OPTION: rule_option(o, arg); break;
    case OPT_UNSAFE: o->compile.unsafe = true; break;
    case OPT_STOP: o->compile.stop_after = pass_named(id, arg); break;
    case OPT_DUMP: o->compile.dump = pass_named(id, arg); break;
    case OPT_FROM: o->compile.from_core = one_of(id, arg) == 1; break;
    case OPT_TRACE: o->trace = true; break;
    case OPT_RULES: o->compile.rules = arg; break;
    case OPT_ONLY: o->compile.only = arg; break;
    case OPT_TEMPLATES: o->compile.templates = arg; break;
    case OPT_ON: one_of(id, arg); o->on = arg; break;
    case OPT_COST: o->cost = true; break;
    case OPT_DERIVE: o->derive = true; o->rule = arg; break;
    case OPT_RULE: o->rule = arg; break;
    case OPT_MUTANTS: o->mutants = true; break;
    case OPT_CONDITIONS: o->conditions = true; break;
    case OPT_FORMAT: one_of(id, arg); o->format = arg; break;
    case OPT_TOLERANCE: {
        char *end;
        o->tolerance = strtod(arg, &end);
        if (*end || end == arg || !(o->tolerance >= 0))
            usage("--tolerance=%s: expected a number", arg);
        break;
    }
    case OPT_SAVE: o->save = arg; break;
    case OPT_COLOR: diag_color((ColorWhen)one_of(id, arg)); break;
    case OPT_DIAGNOSTICS: diag_json(one_of(id, arg) == 1); break;
    case OPT_EXPLAIN: explain(arg);
    case OPT_QUIET: warning_option("w"); break;
    case OPT_WARN: case OPT_WERROR: warning_option(format("W%s", arg)); break;
    case OPT_HELP: help_print(stdout); exit(EXIT_OK);
    case OPT_GENERATE: one_of(id, arg); fputs(help_as(arg), stdout); exit(EXIT_OK);
    case OPT_VERSION: puts("mapnest " MAPNEST_VERSION); exit(EXIT_OK);
    case OPT_BAD: case OPT_END: usage_hint();
    }
}

/* --option=NAME names one that a rule file declares. */
static void check_options(const Options *o)
{
    if (!o->compile.option.n)
        return;
    const RuleSet *rules = rules_load(o->compile.rules);
    for (int i = 0; i < o->compile.option.n; i++)
        if (!rules_option(rules, o->compile.option.at[i].name))
            usage("--option=%s: there is no such option; the rules have: %s",
                  o->compile.option.at[i].name, rules_options(rules));
}

/* --only=NAME and --rule=NAME name a rule. */
static void check_rule(const Options *o, OptionId id, const char *name)
{
    Text t = {0};
    if (name && !rules_show(rules_load(o->compile.rules), &t, name))
        usage("--%s=%s: there is no such rule; see mapnest rules", option_row(id)->name, name);
}

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

static void write_or_fail(const char *path, const char *text, Depend *d)
{
    if (!file_write(path, text, strlen(text)))
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    vec_push(&d->written, path);
}

static EmitOptions emit_options(const char *file, const Options *o)
{
    return (EmitOptions){
        .file = path_output(file),
        .source = basename(format("%s", file)),
        .harness = o->harness,
        .unsafe = o->compile.unsafe,
        .templates_dir = o->compile.templates,
    };
}

static Emitted emit(const Program *p, const char *file, const Options *o)
{
    EmitOptions e = emit_options(file, o);
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

static void check_depend(const Options *o)
{
    const Depend *d = &o->depend;
    if (!d->wanted && (d->file || d->target.n || d->phony))
        usage("-MF, -MT, -MQ and -MP say more about -MD, which is missing");
    if (d->wanted && o->out && !strcmp(o->out, "-") && !(d->file && d->target.n))
        usage("-MD with -o - needs -MF and -MT");
}

/* mapnest FILE.fut */
static int transpile(const char *file, Options *o)
{
    check_depend(o);
    bool from_stdin = !strcmp(file, "-");
    if (from_stdin && !o->out)
        usage("a program from standard input needs -o");
    if (!str_ends(file, ".fut") && !o->compile.from_core && strcmp(file, "-"))
        usage("%s: expected a file that ends in .fut", file);
    Source *s = read_source(file);
    Program *p = compile(s, &o->compile);
    if (o->compile.stop_after && !wants(o, "plan")) {
        if (o->out && !strcmp(o->out, "-"))
            print_core(p);
        return EXIT_OK;
    }
    file = from_stdin ? "stdin.fut" : file;
    Emitted e = emit(p, file, o);
    Depend *d = &o->depend;
    if (wants(o, "plan")) {
        fputs(emitted_view(&e), stdout);
        return EXIT_OK;
    }
    if (o->out && !strcmp(o->out, "-")) {
        fputs(e.cu, stdout);
        if (d->wanted)
            write_or_fail(d->file, depend_text(d), d);
        return EXIT_OK;
    }
    const char *dir = o->out ? o->out : dirname(format("%s", file));
    bool here = !o->out && !strchr(file, '/');
    const char *stem = here ? path_output(file) : format("%s/%s", dir, path_output(file));
    write_or_fail(format("%s.cu", stem), e.cu, d);
    write_or_fail(format("%s.h", stem), e.h, d);
    if (o->harness)
        write_or_fail(format("%s_main.cu", stem), e.main_cu, d);
    if (d->wanted)
        write_or_fail(d->file ? d->file : format("%s.d", stem), depend_text(d), d);
    return EXIT_OK;
}

static void print_trace(const Options *o, FILE *f)
{
    Text t = {0};
    trace_print(&t, o->compile.trace, o->rule);
    fputs(text_str(&t), f);
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

static int command_explain(int n, char **files, Options *o)
{
    if (o->derive && n == 0)
        return derive(o);
    if (!n)
        usage("explain: expected one file");
    Explained e = { .name = basename(format("%s", files[0])), .rule = o->rule,
                    .source = read_source(files[0]), .trace = trace_new() };
    o->compile.trace = e.trace;
    o->compile.after = explained_after;
    o->compile.arg = &e;
    compile((Source *)e.source, &o->compile);
    EmitOptions emit = emit_options(files[0], o);
    const char *text = explained_as(&e, o->cost ? "cost" : o->format ? o->format : "text", &emit);
    if (o->out && strcmp(o->out, "-"))
        write_or_fail(o->out, text, &(Depend){0});
    else
        fputs(text, stdout);
    return EXIT_OK;
}

static int command_rules(int n, char **names, Options *o)
{
    Text t = {0};
    const RuleSet *rules = rules_load(o->compile.rules);
    if (o->conditions)
        rules_reference(rules, &t);
    else if (n == 0)
        rules_list(rules, &t);
    else if (!rules_show(rules, &t, names[0]))
        fail_at(NULL, ERR_RULE_FILE, "there is no rule named %s", names[0]);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

typedef struct { int passed, failed; } Count;

static void report(const Checked *c, void *arg)
{
    Count *count = arg;
    const char *without = c->without ? format(" without `%s`", c->without) : "";
    count->passed += !c->wrong;
    count->failed += c->wrong != NULL;
    if (!c->wrong && !c->terms)
        return;                /* an example */
    printf("%s:%d: %s%s: ", c->span->src->name, c->span->line, c->rule->name, without);
    if (c->wrong)
        printf("FAILED: %s\n", c->wrong);
    else
        printf("%d terms, %d evaluations\n", c->terms, c->evaluations);
}

/* Of a file alone, its rules, which are among the built-in ones; of a folder, all. */
static int command_check_rules(int n, char **files, Options *o)
{
    const RuleSet *rules = rules_load(n ? files[0] : o->compile.rules);
    bool folder = n && access(format("%s/.", files[0]), F_OK) == 0;
    Wanted w = { .rule = o->compile.only, .file = n && !folder ? files[0] : NULL };
    Count count = {0};
    Text proofs = {0};
    if (o->mutants) {
        rules_mutants(rules, w, report, &count);
    } else {
        rules_examples(rules, w, report, &count);
        count.passed += rules_derive(rules, &proofs, w);
        rules_true(rules, w, report, &count);
    }
    printf("%d passed, %d failed\n", count.passed, count.failed);
    return count.failed ? EXIT_INPUT : EXIT_OK;
}

static int command_check_operators(int n, char **files, Options *o)
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

static int command_render(int n, char **files, Options *o)
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

static RunOptions run_options(const Options *o)
{
    return (RunOptions){ .compile = o->compile, .entry = o->entry, .binary = o->binary,
                         .on_cpu = o->on && !strcmp(o->on, "cpu"), .tolerance = o->tolerance,
                         .on_passes = o->on && !strcmp(o->on, "passes"),
                         .save = o->save };
}

static int command_run(int n, char **files, Options *o)
{
    (void)n;
    RunOptions r = run_options(o);
    r.file = files[0];
    return run_file(&r);
}

static int command_test(int n, char **files, Options *o)
{
    RunOptions r = run_options(o);
    return test_files(files, n, &r);
}

static const struct {
    const char *name;
    int (*run)(int n, char **args, Options *o);
    int least, most;           /* arguments */
    const char *expected;
} commands[] = {
    { "run", command_run, 1, 1, "one file" },
    { "test", command_test, 1, INT_MAX, "files" },
    { "explain", command_explain, 0, 1, "one file" },
    { "rules", command_rules, 0, 1, "at most one name" },
    { "check-rules", command_check_rules, 0, 1, "at most one file" },
    { "check-operators", command_check_operators, 1, 1, "one file" },
    { "render", command_render, 2, 2, "a template and a view" },
};

static int run_command(size_t i, int n, char **args, Options *o)
{
    if (n < commands[i].least || n > commands[i].most)
        usage("%s: expected %s", commands[i].name, commands[i].expected);
    return commands[i].run(n, args, o);
}

/* What was printed may not have arrived: the disk is full, the pipe is closed. */
static void check_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    fprintf(stderr, "mapnest: error: standard output: %s\n", strerror(errno));
    _exit(EXIT_INPUT);
}

/* A standard stream that is closed fails when it is used, and no other file takes its
   place. */
static void keep_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    Options o = { .tolerance = 0.002 };
    OptionId id;
    const char *arg;
    atexit(check_stdout);
    signal(SIGXFSZ, SIG_IGN);  /* a file that may not grow is an error like others */
    diag_defaults();
    while ((id = option_next(argc, argv, &arg)) != OPT_END)
        take_option(&o, id, arg);
    argc -= optind;
    argv += optind;
    if (argc == 2 && !strcmp(argv[0], "check-rules"))
        o.compile.rules = argv[1];
    check_options(&o);
    check_rule(&o, OPT_ONLY, o.compile.only);
    check_rule(&o, OPT_RULE, o.rule);
    if (argc == 0)
        usage("no input file");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[0], commands[i].name))
            return run_command(i, argc - 1, argv + 1, &o);
    if (argc > 1 && access(argv[0], F_OK) != 0)
        usage("there is no command '%s'", argv[0]);
    if (argc > 1)
        usage("more than one input file");
    o.compile.trace = trace_new();
    int status = transpile(argv[0], &o);
    if (o.trace)
        print_trace(&o, stderr);
    return status;
}
