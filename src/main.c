/* main.c -- options and commands. */
#include "base/embed.h"
#include "compile.h"
#include "emit/emit.h"
#include "emit/explain.h"
#include "emit/mustache.h"
#include "run.h"

#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_OK, EXIT_INPUT, EXIT_USAGE, EXIT_INTERNAL };

typedef struct {
    CompileOptions compile;
    const char *out;           /* -o */
    const char *entry;         /* -e */
    const char *on;            /* --on=eval|cpu */
    const char *rule;          /* explain --rule=NAME */
    const char *format;
    const char *save;          /* test --save=DIR */
    double tolerance;
    bool harness, binary, trace, cost;
} Options;

static _Noreturn void usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void usage(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "mapnest: ");
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "\nTry 'mapnest --help'.\n");
    va_end(ap);
    exit(EXIT_USAGE);
}

static void help(void)
{
    puts("Usage: mapnest FILE.fut [-o DIR]          write FILE.cu and FILE.h\n"
         "       mapnest run FILE.fut [-e ENTRY]    evaluate on values from standard input\n"
         "       mapnest test FILE.fut...           run the test blocks\n"
         "       mapnest explain FILE.fut           the derivation: which rule fired where, why\n"
         "       mapnest rules [NAME]               list the rules, or show one\n"
         "       mapnest check-rules [FILE.rules]   check the rules' examples and laws\n"
         "       mapnest check-operators FILE.fut   check that operators associate\n"
         "       mapnest render TEMPLATE VIEW.json  the template engine alone\n"
         "\n"
         "  -o DIR, --output=DIR      where the files go; '-' prints the .cu, or the\n"
         "                            program of --stop-after, on standard output\n"
         "      --harness             write FILE_main.cu, a main program, as well\n"
         "      --flatten=full|moderate\n"
         "                            moderate: reductions inside a nest stay in a thread\n"
         "      --unsafe              no run-time checks in the generated code\n"
         "      --stop-after=PASS     stop there, and print with -o -\n"
         "      --dump=PASS           print the program after a pass on standard error\n"
         "      --from=core           the input is core text\n"
         "      --trace               print the rules' steps on standard error\n"
         "      --rules=DIR|FILE      use these rules; a FILE adds to the built-in ones\n"
         "      --only=RULE           no other rule may fire\n"
         "      --templates=DIR       use DIR/cuda/*.mustache as templates\n"
         "      --on=eval|cpu         run, test: evaluate, or run the generated CUDA on\n"
         "                            this machine's CPU\n"
         "  -e, --entry-point=NAME    run: the entry point (main)\n"
         "  -b, --binary-output       run: results in Futhark's binary format\n"
         "      --rule=NAME           explain: the steps of one rule only\n"
         "      --cost                explain: asymptotic work and depth instead\n"
         "      --tolerance=X         test: relative tolerance of floats (0.002)\n"
         "      --save=DIR            test: write the inputs and the evaluated results of\n"
         "                            all cases to DIR/ENTRY.N.in and DIR/ENTRY.N.out\n"
         "  -Wname, -Wno-name         turn a warning on or off; -Wall, all of them\n"
         "  -Werror, -Werror=name     warnings, or one of them, are errors\n"
         "  -w                        no warnings\n"
         "      --explain=NAME        what an error or warning means; --explain=list\n"
         "      --color=auto|always|never\n"
         "      --diagnostics-format=text|json\n"
         "      --help, --version\n"
         "\n"
         "Passes:");
    passes_print(stdout);
    puts("\nExit status: 0 fine, 1 errors in the input, 2 wrong usage, 3 a fault of mapnest.");
}

enum { OPT_HARNESS = 256, OPT_FLATTEN, OPT_UNSAFE, OPT_STOP, OPT_DUMP, OPT_FROM, OPT_TRACE,
       OPT_RULES, OPT_ONLY, OPT_TEMPLATES, OPT_ON, OPT_RULE, OPT_FORMAT, OPT_TOLERANCE, OPT_SAVE,
       OPT_COST, OPT_COLOR, OPT_DIAGNOSTICS, OPT_EXPLAIN, OPT_HELP, OPT_VERSION };

static const struct option long_options[] = {
    { "output", required_argument, NULL, 'o' },
    { "entry-point", required_argument, NULL, 'e' },
    { "binary-output", no_argument, NULL, 'b' },
    { "harness", no_argument, NULL, OPT_HARNESS },
    { "flatten", required_argument, NULL, OPT_FLATTEN },
    { "unsafe", no_argument, NULL, OPT_UNSAFE },
    { "stop-after", required_argument, NULL, OPT_STOP },
    { "dump", required_argument, NULL, OPT_DUMP },
    { "from", required_argument, NULL, OPT_FROM },
    { "trace", no_argument, NULL, OPT_TRACE },
    { "rules", required_argument, NULL, OPT_RULES },
    { "only", required_argument, NULL, OPT_ONLY },
    { "templates", required_argument, NULL, OPT_TEMPLATES },
    { "on", required_argument, NULL, OPT_ON },
    { "rule", required_argument, NULL, OPT_RULE },
    { "format", required_argument, NULL, OPT_FORMAT },
    { "cost", no_argument, NULL, OPT_COST },
    { "tolerance", required_argument, NULL, OPT_TOLERANCE },
    { "save", required_argument, NULL, OPT_SAVE },
    { "color", required_argument, NULL, OPT_COLOR },
    { "diagnostics-format", required_argument, NULL, OPT_DIAGNOSTICS },
    { "explain", required_argument, NULL, OPT_EXPLAIN },
    { "help", no_argument, NULL, OPT_HELP },
    { "version", no_argument, NULL, OPT_VERSION },
    { 0 }
};

/* The index of `text` among the words of a list "a|b|c", or a usage error. */
static int one_of(const char *option, const char *text, const char *words)
{
    int i = 0;
    for (const char *w = words; *w; i++) {
        size_t n = strcspn(w, "|");
        if (strlen(text) == n && !strncmp(w, text, n))
            return i;
        w += n + (w[n] == '|');
    }
    usage("--%s=%s: expected %s", option, text, words);
}

static const char *pass_named(const char *option, const char *name)
{
    if (!is_pass(name))
        usage("--%s=%s: there is no such pass", option, name);
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

static void take_option(Options *o, int c)
{
    switch (c) {
    case 'o': o->out = optarg; break;
    case 'e': o->entry = optarg; break;
    case 'b': o->binary = true; break;
    case OPT_HARNESS: o->harness = true; break;
    case OPT_FLATTEN:
        one_of("flatten", optarg, "full|moderate");
        o->compile.flatten = optarg;
        break;
    case OPT_UNSAFE: o->compile.unsafe = true; break;
    case OPT_STOP: o->compile.stop_after = pass_named("stop-after", optarg); break;
    case OPT_DUMP: o->compile.dump = pass_named("dump", optarg); break;
    case OPT_FROM: o->compile.from_core = one_of("from", optarg, "futhark|core") == 1; break;
    case OPT_TRACE: o->trace = true; break;
    case OPT_RULES: o->compile.rules = optarg; break;
    case OPT_ONLY: o->compile.only = optarg; break;
    case OPT_TEMPLATES: o->compile.templates = optarg; break;
    case OPT_ON:
        one_of("on", optarg, "eval|cpu");
        o->on = optarg;
        break;
    case OPT_COST: o->cost = true; break;
    case OPT_RULE: o->rule = optarg; break;
    case OPT_FORMAT:
        one_of("format", optarg, "text");
        o->format = optarg;
        break;
    case OPT_TOLERANCE: {
        char *end;
        o->tolerance = strtod(optarg, &end);
        if (*end || end == optarg || o->tolerance < 0)
            usage("--tolerance=%s: expected a number", optarg);
        break;
    }
    case OPT_SAVE: o->save = optarg; break;
    case OPT_COLOR: diag_color((ColorWhen)one_of("color", optarg, "auto|always|never")); break;
    case OPT_DIAGNOSTICS: diag_json(one_of("diagnostics-format", optarg, "text|json") == 1); break;
    case OPT_EXPLAIN: explain(optarg);
    case 'w': warning_option("w"); break;
    case 'W': warning_option(format("W%s", optarg)); break;
    case OPT_HELP: help(); exit(EXIT_OK);
    case OPT_VERSION: puts("mapnest " MAPNEST_VERSION); exit(EXIT_OK);
    default: usage("bad option");
    }
}

static Source *read_source(const char *path)
{
    size_t n;
    const char *text = strcmp(path, "-") ? file_read(path, &n) : stream_read(stdin, &n);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    if (n > 1 << 28)
        fail_at(NULL, ERR_FILE, "%s: larger than 256 MiB", path);
    return source_new(path, text, (int)n);
}

static void write_or_fail(const char *path, const char *text)
{
    if (!file_write(path, text, strlen(text)))
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
}

static Emitted emit(const Program *p, const char *file, const Options *o)
{
    EmitOptions e = {
        .file = path_stem(file),
        .source = basename(format("%s", file)),
        .harness = o->harness,
        .unsafe = o->compile.unsafe,
        .templates_dir = o->compile.templates,
        .rules_of = rules_that_led_to,
    };
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

/* mapnest FILE.fut */
static int transpile(const char *file, Options *o)
{
    if (!str_ends(file, ".fut") && !o->compile.from_core && strcmp(file, "-"))
        usage("%s: expected a file that ends in .fut", file);
    Source *s = read_source(file);
    Program *p = compile(s, &o->compile);
    if (o->compile.stop_after && !wants(o, "plan")) {
        if (o->out && !strcmp(o->out, "-"))
            print_core(p);
        return EXIT_OK;
    }
    Emitted e = emit(p, file, o);
    if (wants(o, "plan")) {
        fputs(e.view, stdout);
        return EXIT_OK;
    }
    if (o->out && !strcmp(o->out, "-")) {
        fputs(e.cu, stdout);
        return EXIT_OK;
    }
    const char *dir = o->out ? o->out : dirname(format("%s", file));
    const char *stem = format("%s/%s", dir, path_stem(file));
    write_or_fail(format("%s.cu", stem), e.cu);
    write_or_fail(format("%s.h", stem), e.h);
    if (o->harness)
        write_or_fail(format("%s_main.cu", stem), e.main_cu);
    return EXIT_OK;
}

static void print_trace(const Options *o, FILE *f)
{
    Text t = {0};
    trace_print(&t, o->compile.trace, o->rule);
    fputs(text_str(&t), f);
}

static int command_explain(int n, char **files, Options *o)
{
    if (n != 1)
        usage("explain: expected one file");
    Explained e = { .name = basename(format("%s", files[0])), .rule = o->rule,
                    .source = read_source(files[0]), .trace = trace_new(),
                    .templates_dir = o->compile.templates };
    o->compile.trace = e.trace;
    o->compile.after = explained_after;
    o->compile.arg = &e;
    compile((Source *)e.source, &o->compile);
    Text t = {0};
    if (o->cost)
        cost_print(&t, &e);
    else
        trace_print(&t, e.trace, o->rule);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

static int command_rules(int n, char **names, Options *o)
{
    if (n > 1)
        usage("rules: expected at most one name");
    Text t = {0};
    const RuleSet *rules = rules_load(o->compile.rules);
    if (n == 0)
        rules_list(rules, &t);
    else if (!rules_show(rules, &t, names[0]))
        fail_at(NULL, ERR_RULE_FILE, "there is no rule named %s", names[0]);
    fputs(text_str(&t), stdout);
    return EXIT_OK;
}

static void report_example(const ExampleResult *r, void *passed)
{
    if (r->passed)
        ++*(int *)passed;
    else
        printf("%s: %s: FAILED: %s\n", span_str(r->example->span), r->rule->name, r->why);
}

static void report_truth(const TruthResult *r, void *passed)
{
    const Span *s = r->rule->span;
    if (r->counter)
        printf("%s: %s: FAILED: it is not true%s\n", span_str(s), r->rule->name,
               r->counter);
    else
        printf("%s:%d %s: %d cases\n", s->src->name, s->line, r->rule->name, r->cases);
    *(int *)passed += !r->counter;
}

static int command_check_rules(int n, char **files, Options *o)
{
    if (n > 1)
        usage("check-rules: expected at most one file");
    const RuleSet *rules = rules_load(n ? files[0] : o->compile.rules);
    int passed = 0;
    int failed = rules_examples(rules, o->compile.only, report_example, &passed);
    failed += rules_true(rules, o->compile.only, report_truth, &passed);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? EXIT_INPUT : EXIT_OK;
}

static int command_check_operators(int n, char **files, Options *o)
{
    if (n != 1)
        usage("check-operators: expected one file");
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
    (void)o;
    if (n != 2)
        usage("render: expected a template and a view");
    const char *error = NULL;
    const Json *view = json_parse(read_source(files[1])->text, &error);
    if (!view)
        fail_at(NULL, ERR_TEMPLATE, "%s: %s", files[1], error);
    bool html = !str_ends(files[0], ".mustache") || str_ends(files[0], ".html.mustache");
    MustacheOptions m = { .html = html, .partial = partial_beside,
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
                         .save = o->save };
}

static int command_run(int n, char **files, Options *o)
{
    if (n != 1)
        usage("run: expected one file");
    RunOptions r = run_options(o);
    r.file = files[0];
    return run_file(&r);
}

static int command_test(int n, char **files, Options *o)
{
    if (n == 0)
        usage("test: expected files");
    RunOptions r = run_options(o);
    return test_files(files, n, &r);
}

static const struct {
    const char *name;
    int (*run)(int n, char **args, Options *o);
} commands[] = {
    { "run", command_run }, { "test", command_test },
    { "explain", command_explain }, { "rules", command_rules },
    { "check-rules", command_check_rules },
    { "check-operators", command_check_operators }, { "render", command_render },
};

int main(int argc, char **argv)
{
    Options o = { .tolerance = 0.002 };
    int c;
    diag_defaults();
    while ((c = getopt_long(argc, argv, "o:e:bwW:", long_options, NULL)) != -1)
        take_option(&o, c);
    argc -= optind;
    argv += optind;
    if (argc == 0)
        usage("no input file");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[0], commands[i].name))
            return commands[i].run(argc - 1, argv + 1, &o);
    if (argc > 1)
        usage("more than one input file");
    o.compile.trace = trace_new();
    int status = transpile(argv[0], &o);
    if (o.trace)
        print_trace(&o, stderr);
    return status;
}
