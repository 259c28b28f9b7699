/* repl.c -- reads a line, evaluates it in a process of its own, and prints what comes of it.
   Lines are edited, completed, and kept as history, by libedit or libreadline if one is
   installed. */
#include "apart.h"
#include "completion.h"
#include "repl.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

typedef struct {
    const CompileOptions *options;
    Scope scope;
    const char *loaded;        /* the file; null: none */
    bool terminal, wrong;
} Repl;

/* ---- lines ---------------------------------------------------------------------------- */

static char *(*edit_line)(const char *prompt);
static void (*keep_line)(const char *line);

static void find_editor(void)
{
#ifndef __EMSCRIPTEN__
    static const char *const libraries[] = { "libedit.so.2", "libedit.so.0", "libedit.dylib",
                                             "libreadline.so.8", "libreadline.so.7" };
    void *found = NULL;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++)
        found = dlopen(libraries[i], RTLD_NOW);
    if (!found)
        return;
    *(void **)&edit_line = dlsym(found, "readline");
    *(void **)&keep_line = dlsym(found, "add_history");
    char *(**complete)(const char *, int) = dlsym(found, "rl_completion_entry_function");
    if (complete)
        *complete = completion_next;
#endif
}

/* Null at the end of the input. */
static const char *read_line(const Repl *r, const char *prompt)
{
    if (r->terminal && edit_line) {
        completion_of(r->scope.decs, r->loaded);
        char *line = edit_line(prompt);
        const char *kept = line ? format("%s", line) : NULL;
        if (line && *line && keep_line)
            keep_line(line);
        free(line);
        return kept;
    }
    if (r->terminal) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    Text t = {0};
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        text_char(&t, (char)c);
    return c == EOF && !t.n ? NULL : text_str(&t);
}

/* Brackets that are open, or a line that ends in '=', 'in' or an operator, go on. */
static bool goes_on(const char *text)
{
    int depth = 0, n = (int)strlen(text);
    for (const char *p = text; *p; p++)
        depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    bool in = n > 3 && !strncmp(text + n - 3, " in", 3);
    return depth > 0 || in || (n && strchr("=\\", text[n - 1]));
}

static const char *read_entry(const Repl *r)
{
    const char *text = read_line(r, "> "), *more;
    while (text && goes_on(text) && (more = read_line(r, "| ")) && *more)
        text = format("%s\n%s", text, more);
    return text;
}

/* ---- what is asked for ------------------------------------------------------------------- */

static void print_help(void)
{
    puts("EXPRESSION        print its value\n"
         "def NAME ...      declare a function, value, type or module, for the lines after it\n"
         ":type EXPRESSION  print its type\n"
         ":explain EXPR     print the steps of its derivation\n"
         ":cuda EXPR        print its kernels\n"
         ":load FILE.fut    forget all, and use what FILE.fut declares\n"
         ":help             print this text\n"
         ":quit             end\n"
         "\n"
         "In :explain and :cuda, \\(xs: []f32) -> EXPRESSION has parameters, as an entry point.");
}

static const struct {
    const char *name;
    Action *action;
} actions[] = {
    { "type", expression_type }, { "explain", expression_explain }, { "cuda", expression_kernels },
};

static void check_scope(const Scope *s, const char *decs)
{
    Scope with = scope_with(s, decs);
    with.name = "<declaration>";
    expression_type(&with, "()");
}

static bool apart(Action *action, const Scope *s, const char *text, bool silent)
{
    FILE *nowhere = silent ? fopen("/dev/null", "w") : NULL;
    if (silent && !nowhere)
        return false;
    int status = run_apart(action, s, text, nowhere, NULL);
    if (nowhere)
        fclose(nowhere);
    if (status >= 0 && WIFSIGNALED(status))
        fprintf(stderr, "mapnest: ended by signal %d\n", WTERMSIG(status));
    return status == 0;
}

static bool declares(const char *text)
{
    static const char *const words[] = { "def", "entry", "type", "module", "open", "import",
                                         "local" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (!strncmp(text, words[i], n) && !isalnum((unsigned char)text[n]) && text[n] != '_')
            return true;
    }
    return false;
}

/* `let x = 3` without an expression declares x, as in Futhark's. */
static const char *let_as_def(const Repl *r, const char *text)
{
    if (!str_starts(text, "let "))
        return NULL;
    const char *def = format("def%s", text + strlen("let"));
    FILE *nowhere = fopen("/dev/null", "w");
    bool good = nowhere && run_apart(check_scope, &r->scope, def, nowhere, nowhere) == 0;
    if (nowhere)
        fclose(nowhere);
    return good ? def : NULL;
}

static void declare(Repl *r, const char *text)
{
    if (apart(check_scope, &r->scope, text, true))
        r->scope = scope_with(&r->scope, text);
    else
        r->wrong = true;
}

static void load_file(const Scope *s, const char *path)
{
    scope_of_file(path, s->options);
}

static void load(Repl *r, const char *path)
{
    if (!*path)
        path = r->loaded ? r->loaded : "";
    if (!apart(load_file, &r->scope, path, true)) {
        r->wrong = true;
        return;
    }
    r->loaded = path;
    r->scope = scope_of_file(path, r->options);
}

static void command(Repl *r, const char *text)
{
    int n = (int)strcspn(text, " \t\n");
    const char *word = str_copyn(text, n), *rest = text + n + strspn(text + n, " \t\n");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (n && !strncmp(actions[i].name, word, (size_t)n)) {
            if (*rest)
                r->wrong |= !apart(actions[i].action, &r->scope, rest, false);
            else
                printf(":%s: expected an expression\n", actions[i].name);
            return;
        }
    if (!strcmp(word, "load") || !strcmp(word, "l"))
        load(r, rest);
    else if (!strcmp(word, "help") || !strcmp(word, "h") || !strcmp(word, "?"))
        print_help();
    else
        printf("there is no command :%s; :help lists them\n", word);
}

int repl(const char *file, const CompileOptions *o)
{
    Repl r = { .options = o, .terminal = isatty(STDIN_FILENO) };
    r.scope = (Scope){ .options = o, .name = "<expression>", .decs = "" };
    compile_ready(o);
    if (r.terminal) {
        find_editor();
        signal(SIGINT, SIG_IGN);
        puts("mapnest " MAPNEST_VERSION "; :help lists what there is, :quit ends");
    }
    if (file)
        load(&r, file);
    for (const char *text, *def; (text = read_entry(&r));) {
        text += strspn(text, " \t\n");
        if (!strcmp(text, ":quit") || !strcmp(text, ":q"))
            break;
        if (*text == ':')
            command(&r, text + 1);
        else if ((def = let_as_def(&r, text)) || declares(text))
            declare(&r, def ? def : text);
        else if (*text && !str_starts(text, "--"))
            r.wrong |= !apart(expression_value, &r.scope, text, false);
    }
    return !r.terminal && r.wrong;
}
