/* main.c -- options and commands. */
#include "base/embed.h"
#include "commands.h"
#include "emit/emit.h"
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef __EMSCRIPTEN__
#include <sys/mman.h>
#include <ucontext.h>
#endif

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
    if (diag_option(option))
        return;
    const char *name = strpbrk(option, "-=") ? strpbrk(option, "-=") + 1 : option + 1;
    const char *near = NULL;
    for (int i = 0; i < NDIAGNOSTICS; i++)
        if (diag_is_warning((DiagId)i))
            near = nearer(name, near, diag_name((DiagId)i));
    usage("-%s: there is no such warning (--explain=list lists them)%s", option, meant(near));
}

static void give_option(Options *o, const char *name, int64_t value)
{
    RewriteOption option = { name, value };
    vec_push(&o->compile.option, option);
}

/* MANY_ROWS is in generated files what rules call many_rows; "": no constant's name. */
static const char *constant_option(const char *constant)
{
    return strcmp(constant, str_upper(constant)) ? "" : str_lower(constant);
}

/* NAME=VALUE, or NAME: its value is 1 */
static void rule_option(Options *o, OptionId id, const char *text)
{
    const char *value = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    long long n = value ? strtoll(value + 1, &end, 10) : 1;
    if (value && (*end || end == value + 1 || errno))
        usage("--%s=%s: expected NAME=VALUE, a whole number", option_row(id)->name, text);
    const char *name = str_copyn(text, (int)strcspn(text, "="));
    if (id == OPT_TUNE && !tune_knows(name)) {
        vec_push(&o->tuned, name);
        name = constant_option(name);
        id = OPT_OPTION;
    }
    if (id == OPT_OPTION) {
        give_option(o, name, n);
        return;
    }
    const char *fault = tune_fault(name, n);
    if (fault)
        usage("--%s=%s: %s", option_row(id)->name, text, fault);
    o->compile.tune = o->compile.tune ? o->compile.tune : json_object();
    json_set(o->compile.tune, name, json_int(n));
}

/* Lines of NAME=VALUE; those that begin with # are comments. */
static void tuning_file(Options *o, const char *path)
{
    const char *text = file_read(path, NULL);
    if (!text)
        fail_at(NULL, ERR_FILE, "%s: %s", path, strerror(errno));
    for (const char *p = text; *p;) {
        int n = (int)strcspn(p, "\n");
        const char *line = str_copyn(p, n);
        while (n && isspace((unsigned char)line[n - 1]))
            line = str_copyn(line, --n);
        if (n && *line != '#')
            rule_option(o, isupper((unsigned char)*line) ? OPT_TUNE : OPT_OPTION, line);
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
}

static int whole_number(OptionId id, const char *text, int least, int most)
{
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (*end || end == text || errno || n < least || n > most)
        usage("--%s=%s: expected a number from %d to %d", option_row(id)->name, text, least, most);
    return (int)n;
}

/* The name of a header as #include has it. */
static const char *header_name(OptionId id, const char *s)
{
    if (!str_ends(s, ".cuh") || s[0] == '/' || strpbrk(s, "\"\\\n"))
        usage("--%s=%s: expected the name of a file that ends in .cuh, from the folder of FILE.cu",
              option_row(id)->name, s);
    return s;
}

/* A word of C++, CUDA, or their headers. */
static bool is_taken(const char *name, size_t n)
{
    const char *w = embedded_find("templates/cuda/reserved.txt")->text;
    for (size_t length; *w; w += length + strspn(w + length, " \n")) {
        length = strcspn(w, " \n");
        if (length == n && !strncmp(w, name, n))
            return true;
    }
    return false;
}

/* A name in C, and in its compilers' eyes nobody's; or several, with `between` between. */
static const char *identifier(OptionId id, const char *s, const char *between)
{
    const char *p = s;
    for (bool more = true; more; p += more ? strlen(between) : 0) {
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        if (!n || isdigit((unsigned char)*p) || *p == '_')
            break;
        if (*between && is_taken(p, n))
            usage("--%s=%s: %.*s is a word of C++ or of its headers", option_row(id)->name, s,
                  (int)n, p);
        p += n;
        more = *between && str_starts(p, between);
    }
    if (p == s || *p || p[-1] == ':' || strstr(s, "__"))
        usage("--%s=%s: expected a name of C, without _ at its beginning", option_row(id)->name, s);
    return s;
}

/* What an option without an argument switches on; or null. */
static bool *flag_of(Options *o, OptionId id)
{
    switch (id) {
    case OPT_BINARY: return &o->binary;
    case OPT_PATH: return &o->path;
    case OPT_PROFILE: return &o->profile;
    case OPT_HARNESS: return &o->harness;
    case OPT_DEPEND: return &o->depend.wanted;
    case OPT_PHONY: return &o->depend.phony;
    case OPT_TUNABLE: return &o->tunable;
    case OPT_UNSAFE: return &o->compile.unsafe;
    case OPT_TRACE: return &o->trace;
    case OPT_COST: return &o->cost;
    case OPT_CONDITIONS: return &o->conditions;
    case OPT_CXX: return &o->cxx;
    case OPT_PYTHON: return &o->python;
    case OPT_MANIFEST: return &o->manifest;
    case OPT_CHECK: return &o->check;
    case OPT_FORCE: return &o->force;
    default: return NULL;
    }
}

/* Where the argument goes as it is; or null. */
static const char **text_of(Options *o, OptionId id)
{
    switch (id) {
    case OPT_OUTPUT: return &o->out;
    case OPT_ENTRY: return &o->entry;
    case OPT_DEPEND_FILE: return &o->depend.file;
    case OPT_RULES: return &o->compile.rules;
    case OPT_ONLY: return &o->compile.only;
    case OPT_TEMPLATES: return &o->compile.templates;
    case OPT_RULE: return &o->rule;
    case OPT_CARD: return &o->bench.card;
    case OPT_JSON: return &o->bench.json;
    case OPT_COMPARE: return &o->bench.compare;
    case OPT_JUNIT: return &o->test.junit;
    case OPT_SAVE: return &o->save;
    default: return NULL;
    }
}

/* "n=1000..100000,m=64" */
static void sizes_option(Options *o, const char *arg)
{
    for (const char *s = arg; *s; s += *s == ',') {
        size_t n = strcspn(s, ",");
        Stated stated;
        if (!stated_read(internn(s, (int)n), &stated))
            usage("--sizes=%s: expected a size and what it is from and to, such as "
                  "n=1000..100000", arg);
        vec_push(&o->compile.sizes, stated);
        s += n;
    }
}

static void take_option(Options *o, OptionId id, const char *arg)
{
    bool *flag = flag_of(o, id);
    const char **text = text_of(o, id);
    if (flag)
        *flag = true;
    if (text && !*arg)
        usage("--%s: an empty argument", option_row(id)->name);
    if (text)
        *text = arg;
    switch (id) {
    case OPT_TARGET: vec_push(&o->depend.target, arg); break;
    case OPT_QUOTED: vec_push(&o->depend.target, make_quoted(arg)); break;
    case OPT_FLATTEN:
        one_of(id, arg);
        give_option(o, "moderate", !strcmp(arg, "moderate"));
        give_option(o, "incremental", !strcmp(arg, "incremental"));
        give_option(o, "block", !strcmp(arg, "block"));
        break;
    case OPT_IRREGULAR:
        one_of(id, arg);
        give_option(o, "row_flags", !strcmp(arg, "flags"));
        give_option(o, "row_numbers", !strcmp(arg, "segments"));
        break;
    case OPT_SIZES: sizes_option(o, arg); break;
    case OPT_COMMENTS: o->comments = (Comments)one_of(id, arg); break;
    case OPT_VERSIONS: o->compile.versions = one_of(id, arg); break;
    case OPT_LOCALITY: o->compile.locality = one_of(id, arg); break;
    case OPT_OPTION: case OPT_TUNE: rule_option(o, id, arg); break;
    case OPT_TUNING: tuning_file(o, arg); break;
    case OPT_STOP: o->compile.stop_after = pass_named(id, arg); break;
    case OPT_DUMP: o->compile.dump = pass_named(id, arg); break;
    case OPT_FROM: o->compile.from_core = one_of(id, arg) == 1; break;
    case OPT_ON:
        if (str_starts(arg, "ranks:"))
            o->on_ranks = whole_number(id, arg + strlen("ranks:"), 1, 4096);
        else
            one_of(id, arg);
        o->on = arg;
        break;
    case OPT_DERIVE: o->derive = true; o->rule = arg; break;
    case OPT_FORMAT: one_of(id, arg); o->format = arg; break;
    case OPT_TOLERANCE: {
        char *end;
        o->tolerance = strtod(arg, &end);
        if (*end || end == arg || !(o->tolerance >= 0))
            usage("--tolerance=%s: expected a number", arg);
        break;
    }
    case OPT_SEED: o->seed = (uint64_t)whole_number(id, arg, INT_MIN, INT_MAX); break;
    case OPT_BOUNDS:
        if (!dataset_bound(o->bounds, arg))
            usage("--bounds=%s: expected TYPE:MIN:MAX, such as i32:-10:10", arg);
        break;
    case OPT_RUNS: o->bench.runs = whole_number(id, arg, 1, 1000000); break;
    case OPT_TIMEOUT: o->bench.timeout = whole_number(id, arg, 1, 1000000); break;
    case OPT_EXCLUDE: vec_push(&o->bench.exclude, arg); break;
    case OPT_JOBS: o->test.jobs = whole_number(id, arg, 1, 1024); break;
    case OPT_PREFIX: o->prefix = identifier(id, arg, ""); break;
    case OPT_NAMESPACE: o->namespace = identifier(id, arg, "::"); break;
    case OPT_HELPERS: o->helpers = header_name(id, arg); break;
    case OPT_MUTANTS:
        if (arg && strcmp(arg, "premises") && strcmp(arg, "mistakes") && strcmp(arg, "arguments"))
            usage("--mutants=%s: expected premises, mistakes or arguments", arg);
        o->mutants = true;
        o->mutants_of = arg;
        break;
    case OPT_RANKS:
        if (arg && strcmp(arg, "strict"))
            usage("--ranks=%s: expected --ranks or --ranks=strict", arg);
        o->ranks = arg ? RANKS_STRICT : RANKS_ALLOWED;
        break;
    case OPT_HELP:
        if (arg && strcmp(arg, "all"))
            usage("--help=%s: expected --help or --help=all", arg);
        o->help = true;
        o->help_all = arg != NULL;
        break;
    case OPT_COLOR: diag_color((ColorWhen)one_of(id, arg)); break;
    case OPT_DIAGNOSTICS: diag_json(one_of(id, arg) == 1); break;
    case OPT_EXPLAIN: explain(arg);
    case OPT_QUIET: warning_option("w"); break;
    case OPT_WARN: case OPT_WERROR: warning_option(format("W%s", arg)); break;
    case OPT_GENERATE: one_of(id, arg); fputs(help_as(arg), stdout); exit(EXIT_OK);
    case OPT_VERSION: puts("mapnest " MAPNEST_VERSION); exit(EXIT_OK);
    case OPT_BAD: case OPT_END: usage_hint();
    default:
        if (!flag && !text)
            bug("option %d is not taken", (int)id);
    }
}

/* One that a rule file declares, or NAME_2, a threshold's second place; or null. */
static const RuleOption *option_of(const RuleSet *rules, const char *name)
{
    const RuleOption *option = rules_option(rules, name);
    return option ? option : rules_option(rules, intern(var_base(name)));
}

static _Noreturn void unknown_option(const RuleSet *rules, const char *name)
{
    const char *near = NULL;
    for (int f = 0; f < rules->nfiles; f++)
        for (int i = 0; i < rules->file[f]->noptions; i++)
            near = nearer(name, near, rules->file[f]->option[i].name);
    const char *constant = NULL, *tuned;
    for (int i = 0; !near && (tuned = tune_name(i)); i++)
        constant = nearer(name, constant, tuned);
    usage("--option=%s: there is no such option (mapnest rules lists them at its end)%s", name,
          meant(constant ? format("--tune=%s", constant) : near));
}

/* --option=NAME and --tune=NAME name such ones. */
static void check_options(const Options *o)
{
    if (!o->compile.option.n)
        return;
    const RuleSet *rules = rules_load(o->compile.rules);
    for (int i = 0; i < o->tuned.n; i++) {
        const RuleOption *option = option_of(rules, constant_option(o->tuned.at[i]));
        if (!option || !option->constant)
            usage("--tune=%s: there is no such constant; there are: %s; and those of the rules, "
                  "in capitals: mapnest rules lists them", o->tuned.at[i], tune_names());
    }
    for (int i = 0; i < o->compile.option.n; i++) {
        const char *name = o->compile.option.at[i].name;
        const RuleOption *option = option_of(rules, name);
        int64_t value = o->compile.option.at[i].value;
        if (!option)
            unknown_option(rules, name);
        if (value < option->least || value > option->most)
            usage("--option=%s=%lld: it is from %lld to %lld", name, (long long)value,
                  (long long)option->least, (long long)option->most);
    }
}

/* --only=NAME, --rule=NAME and --derive=NAME name a rule. */
static void check_rule(const Options *o, OptionId id, const char *name)
{
    Text t = {0};
    if (name && !rules_show(rules_load(o->compile.rules), &t, name))
        usage("--%s=%s: there is no such rule; see mapnest rules%s", option_row(id)->name, name,
              meant(rule_near(rules_load(o->compile.rules), name)));
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

typedef VEC(OptionId) OptionIds;

/* Each option that was given applies to the command. */
static void check_given(const OptionIds *given, const CommandRow *c)
{
    for (int i = 0; i < given->n; i++) {
        const OptionRow *o = option_row(given->at[i]);
        if (!option_applies(o, c))
            usage("%s does not apply to '%s'; it is for: %s", option_name(o), command_name(c),
                  o->commands);
    }
}

static const CommandRow *command_of(int argc, char **argv)
{
    if (argc == 0)
        usage("no input file");
    const CommandRow *c = command_row(argv[0]);
    bool is_word = !c && access(argv[0], F_OK) != 0 && !strpbrk(argv[0], "./");
    const char *near = is_word ? command_near(argv[0]) : NULL;
    if (near)
        usage("there is no command '%s'; is '%s' meant?", argv[0], near);
    if (is_word && strcmp(argv[0], "-"))
        usage("there is no command '%s'", argv[0]);
    if (!c && argc > 1)
        usage("more than one input file");
    return c ? c : &command_rows[0];
}

static int run_command(const CommandRow *c, int n, char **args, Options *o)
{
    static int (*const run[])(int n, char **args, Options *o) = {
#define COMMAND(id, name, least, most, arguments, help) command_##id,
#include "options.def"
    };
    if (n < c->least || (c->most >= 0 && n > c->most))
        usage("%s: expected %s", command_name(c), *c->arguments ? c->arguments : "no arguments");
    return run[c - command_rows](n, args, o);
}

static int run(int argc, char **argv)
{
    keep_standard_streams();
    Options o = { .tolerance = 0.002, .compile.locality = 3, .seed = TEST_SEED,
                  .bounds = dataset_bounds() };
    OptionIds given = {0};
    OptionId id;
    const char *arg;
    atexit(check_stdout);
    signal(SIGXFSZ, SIG_IGN);  /* a file that may not grow is an error like others */
    diag_defaults();
    while ((id = option_next(argc, argv, &arg)) != OPT_END) {
        take_option(&o, id, arg);
        vec_push(&given, id);
    }
    argc -= optind;
    argv += optind;
    const CommandRow *about = o.help && argc ? command_row(argv[0]) : NULL;
    if (o.help_all)
        help_all(stdout);
    else if (about)
        help_command(stdout, about);
    else if (o.help)
        help_print(stdout);
    if (o.help)
        return EXIT_OK;
    const CommandRow *c = command_of(argc, argv);
    int named = *c->name != '\0';
    check_given(&given, c);
    if (argc == 2 && !strcmp(c->name, "check-rules"))
        o.compile.rules = argv[1];
    check_options(&o);
    check_rule(&o, OPT_ONLY, o.compile.only);
    check_rule(&o, o.derive ? OPT_DERIVE : OPT_RULE, o.rule);
    return run_command(c, argc - named, argv + named, &o);
}

/* ---- room for deep programs ------------------------------------------------ */

/* Trees may be as deep as MAX_DEPTH of ast.c, whatever stack the shell grants: the compiler runs
   on one of its own. */
#if defined __EMSCRIPTEN__ || defined __SANITIZE_ADDRESS__
int main(int argc, char **argv)
{
    return run(argc, argv);
}
#else
enum { STACK_BYTES = 256 << 20,        /* of addresses; memory is taken as it is used */
       GUARD_BYTES = 1 << 16 };        /* below it: what goes beyond is a fault */

static struct { int argc; char **argv; int status; } outer;

static void run_inside(void)
{
    outer.status = run(outer.argc, outer.argv);
}

int main(int argc, char **argv)
{
    static ucontext_t here, inside;
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, GUARD_BYTES, PROT_NONE) || getcontext(&inside))
        return run(argc, argv);
    outer.argc = argc;
    outer.argv = argv;
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = STACK_BYTES;
    inside.uc_link = &here;
    makecontext(&inside, run_inside, 0);
    return swapcontext(&here, &inside) ? run(argc, argv) : outer.status;
}
#endif
