/* testinput.c -- what test cases are run on. */
#include "testinput.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* ---- values and files --------------------------------------------------------------- */

static const char *beside(const char *file, const char *name)
{
    return *name == '/' ? name : format("%s/%s", dirname(format("%s", file)), name);
}

Value **testvalues_read(const char *program, bool is_file, const char *text, const Caller *s,
                        bool typed, int *n, const char **error)
{
    size_t size = strlen(text);
    if (is_file) {
        const char *path = beside(program, text);
        text = file_read(path, &size);
        if (!text) {
            *error = format("%s: %s", path, strerror(errno));
            return NULL;
        }
    }
    return values_read(text, size, program, s, typed, n, error);
}

/* ---- random input: deterministic; integers of the whole range, floats from 0 to 1,
   which are few digits long, so that short sums are exact -------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1du;
}

static Scalar random_scalar(Prim p, uint64_t *state)
{
    uint64_t r = next_random(state);
    if (p == BOOL)
        return (Scalar){ .prim = p, .i = (int64_t)(r >> 63) };
    if (prim_is_float(p))
        return scalar_float(p, (double)(r >> 54) / 1024);
    return scalar_int(p, (int64_t)(r >> (64 - 8 * prim_bytes(p))));
}

/* One "[3][4]i32" at *p; null if it is not understood. */
static Value *random_value(const char **p, uint64_t *state)
{
    int64_t dim[16];
    int rank = 0;
    while (**p == '[' && rank < 16) {
        char *end;
        dim[rank++] = strtoll(*p + 1, &end, 10);
        if (end == *p + 1 || (*end != ']' && strncmp(end, "i64]", 4)))
            return NULL;
        *p = strchr(end, ']') + 1;
    }
    size_t n = strcspn(*p, " \t\n");
    Prim prim;
    if (!prim_of_name(str_copyn(*p, (int)n), &prim))
        return NULL;
    *p += n;
    if (rank == 0)
        return value_scalar(random_scalar(prim, state));
    Value *v = value_array(prim, rank, dim);
    for (int64_t i = 0, count = value_count(v); i < count; i++)
        value_put(v, i, random_scalar(prim, state));
    return v;
}

/* A literal such as 5i32 among the types. */
static Value *literal_value(const char **p, const Prim *want)
{
    size_t n = strcspn(*p, " \t\n");
    ValueCursor c = { .at = *p, .end = *p + n, .name = "random input", .line = 1, .want = want };
    const char *error = NULL;
    Value *v = value_read(&c, &error);
    if (v)
        *p += n;
    return v;
}

static Value **random_values(const char *types, const Func *f, int *count, const char **error)
{
    uint64_t state = 88172645463325252u;
    VEC(Value *) values = {0};
    for (const char *p = types + strspn(types, " \t\n"); *p; p += strspn(p, " \t\n")) {
        const char *start = p;
        Value *v = random_value(&p, &state);
        if (!v) {
            p = start;
            v = literal_value(&p, values.n < f->nparams ? &f->param[values.n]->type->prim : NULL);
        }
        if (!v) {
            *error = format("random input: '%.*s' is not understood", (int)strcspn(start, "\n"),
                            start);
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
