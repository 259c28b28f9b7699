/* testinput.c -- what test cases are run on. */
#include "dataset.h"
#include "testinput.h"

#include <errno.h>
#include <libgen.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- values and files --------------------------------------------------------------- */

static const char *beside(const char *file, const char *name)
{
    return *name == '/' ? name : format("%s/%s", dirname(format("%s", file)), name);
}

/* In a child process; its standard output is the pipe. */
static void become_gzip(const char *path, const int end[2])
{
    int file = open(path, O_RDONLY);
    close(STDERR_FILENO);
    if (file >= 0 && dup2(file, STDIN_FILENO) >= 0 && dup2(end[1], STDOUT_FILENO) >= 0
        && close(end[0]) == 0)
        execlp("gzip", "gzip", "-dc", (char *)NULL);
    _exit(127);
}

/* Returns the unpacked content of the file; null if gzip fails. */
static char *unpacked(const char *path, size_t *size)
{
    int end[2], status = -1;
    if (pipe(end))
        return NULL;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        become_gzip(path, end);
    close(end[1]);
    FILE *from = fdopen(end[0], "rb");
    char *text = pid > 0 && from ? stream_read(from, size) : NULL;
    if (from)
        fclose(from);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status ? NULL : text;
}

/* A file of values, which may be packed by gzip; null, with the reason. */
static const char *data_of_file(const char *path, size_t *size, const char **error)
{
    const char *text = file_read(path, size);
    if (!text) {
        *error = format("%s: %s", path, strerror(errno));
    } else if (*size > 2 && !memcmp(text, "\x1f\x8b", 2)) {
        text = unpacked(path, size);
        if (!text)
            *error = format("%s: gzip cannot unpack it", path);
    }
    return text;
}

Value **testvalues_read(const char *program, bool is_file, const char *text, const Caller *s,
                        bool typed, int *n, const char **error)
{
    size_t size = strlen(text);
    if (is_file)
        text = data_of_file(beside(program, text), &size, error);
    return !text ? NULL : values_read(text, size, program, s, typed, n, error);
}

/* What data sets are called where their results are kept: by their names, or by what they are
   made from; those that are written out are called by numbers, which are not known here. */
static const char *set_name(const TestCase *c)
{
    if (c->name || c->input == INPUT_VALUES)
        return c->name;
    Text t = {0};
    for (const char *p = c->in + strspn(c->in, " \t\n"); *p; p += strspn(p, " \t\n")) {
        int n = (int)strcspn(p, " \t\n");
        text_fmt(&t, "%s%.*s", t.n ? " " : "", n, p);
        p += n;
    }
    return text_str(&t);
}

const char *testinput_reference(const TestCase *c, const char *program)
{
    const char *set = set_name(c);
    if (!set)
        return NULL;
    char *file = format("%s", basename(format("%s", program)));
    if (str_ends(file, ".fut"))
        file[strlen(file) - 4] = '\0';
    char *name = format("%s:%s-%s.out", file, c->entry, set);
    for (char *p = name; *p; p++)
        if (strchr(" /\\", *p))
            *p = '_';
    const char *path = format("data/%s", name);
    return access(beside(program, path), R_OK) == 0 ? path : NULL;
}

/* ---- random input ------------------------------------------------------------------- */

static Value **random_values(const char *types, const Func *f, int *count, const char **error)
{
    const Bounds *bounds = dataset_bounds();
    VEC(Value *) values = {0};
    for (const char *p = types + strspn(types, " \t\n"); *p; p += strspn(p, " \t\n")) {
        const Prim *want = values.n < f->nparams ? &f->param[values.n]->type->prim : NULL;
        Value *v = dataset_value(&p, TEST_SEED, bounds, want);
        if (!v) {
            *error = format("random input: '%.*s' is not understood", (int)strcspn(p, "\n"), p);
            return NULL;
        }
        vec_push(&values, v);
    }
    *count = values.n;
    return values.at ? values.at : NEWS(Value *, 1);
}

/* ---- scripts: an expression of the program, evaluated; files it names are parameters --- */

static const char script_name[] = "script_input_";
static const char *const loads[] = { "$loaddata", "$loadbytes" };

typedef struct {
    Text params, body;
    VEC(Value *) arg;
} Script;

/* The call of a built-in function at p: which, and the path after it; -1: of none. */
static int load_at(const char *p, const char **path, int *npath, const char **end)
{
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        size_t n = strlen(loads[i]);
        const char *open = p + n;
        if (strncmp(p, loads[i], n) || *(open += strspn(open, " \t\n")) != '"')
            continue;
        *path = open + 1;
        *npath = (int)strcspn(*path, "\"");
        *end = *path + *npath + ((*path)[*npath] == '"');
        return (int)i;
    }
    return -1;
}

static Value *bytes_of_file(const char *path, const char **error)
{
    size_t n;
    const char *text = file_read(path, &n);
    if (!text) {
        *error = format("%s: %s", path, strerror(errno));
        return NULL;
    }
    Value *v = value_array(U8, 1, (int64_t[]){ (int64_t)n });
    for (size_t i = 0; i < n; i++)
        value_put(v, (int64_t)i, scalar_int(U8, (uint8_t)text[i]));
    return v;
}

static bool load(Script *s, int which, const char *program, const char *path, const char **error)
{
    int n = 1;
    Value *bytes = NULL, **v = &bytes;
    if (which == 0)
        v = testvalues_read(program, true, path, NULL, false, &n, error);
    else
        bytes = bytes_of_file(beside(program, path), error);
    if (!v || !v[0])
        return false;
    text_add(&s->body, "(");
    for (int i = 0; i < n; i++) {
        const char *name = format("script_data_%d", s->arg.n);
        text_fmt(&s->params, " (%s: %s)", name, value_type_str(v[i]));
        text_fmt(&s->body, "%s%s", i ? ", " : "", name);
        vec_push(&s->arg, v[i]);
    }
    text_add(&s->body, ")");
    return true;
}

static bool read_script(Script *s, const char *script, const char *program, const char **error)
{
    for (const char *p = script, *path, *end; *p; p = end) {
        int n, which = load_at(p, &path, &n, &end);
        if (which < 0) {
            text_char(&s->body, *p);
            end = p + 1;
        } else if (!load(s, which, program, str_copyn(path, n), error)) {
            return false;
        }
    }
    return true;
}

/* The program with the script as one more entry point. */
static Source *with_script(const Source *s, Script *x)
{
    const char *text = format("%.*s\n\nentry %s%s = %s\n", s->size, s->text, script_name,
                              text_str(&x->params), text_str(&x->body));
    return source_new(s->name, text, (int)strlen(text));
}

static Value **script_values(const char *script, const Source *s, int *count, const char **error)
{
    RunOptions o = { 0 };
    Script x = {0};
    if (!read_script(&x, script, s->name, error))
        return NULL;
    DiagCatch c;
    Runner *volatile r = NULL;
    if (!DIAG_CATCH(&c))
        r = runner_new(with_script(s, &x), &o, error);
    diag_pop(&c);
    if (!r) {
        *error = format("the script '%s' is not understood", script);
        return NULL;
    }
    EvalResult v = runner_eval(r, runner_entry(r, script_name), x.arg.at, x.arg.n);
    runner_free(r);
    values_free(x.arg.at, x.arg.n);
    if (v.failed) {
        *error = v.message;
        return NULL;
    }
    *count = v.nresults;
    return v.result ? v.result : NEWS(Value *, 1);
}

/* ---- cases ---------------------------------------------------------------------------- */

/* What begins with a dollar is built into Futhark's scripts; some of it is known here. */
bool testinput_understood(const TestCase *c)
{
    bool yes = true;
    const char *path, *end;
    int n;
    for (const char *p = c->in; yes && c->input == INPUT_SCRIPT && (p = strchr(p, '$')); p++)
        yes = load_at(p, &path, &n, &end) >= 0;
    return yes;
}

Value **testinput(const TestCase *c, const Source *s, const Func *entry, int *n,
                  const char **error)
{
    Caller in = side_in(entry);
    switch (c->input) {
    case INPUT_RANDOM: return random_values(c->in, entry, n, error);
    case INPUT_SCRIPT: return script_values(c->in, s, n, error);
    default: return testvalues_read(s->name, c->input == INPUT_FILE, c->in, &in, true, n, error);
    }
}
