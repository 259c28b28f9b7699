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

/* ---- scripts: an expression of the program, evaluated -------------------------------- */

static const char script_name[] = "script_input_";

/* The program with the script as one more entry point. */
static Source *with_script(const Source *s, const char *script)
{
    const char *text = format("%.*s\n\nentry %s = %s\n", s->size, s->text, script_name, script);
    return source_new(s->name, text, (int)strlen(text));
}

static Value **script_values(const char *script, const Source *s, int *count, const char **error)
{
    RunOptions o = { 0 };
    DiagCatch c;
    Runner *volatile r = NULL;
    if (!DIAG_CATCH(&c))
        r = runner_new(with_script(s, script), &o, error);
    diag_pop(&c);
    if (!r) {
        *error = format("the script '%s' is not understood", script);
        return NULL;
    }
    EvalResult v = runner_eval(r, runner_entry(r, script_name), NULL, 0);
    runner_free(r);
    if (v.failed) {
        *error = v.message;
        return NULL;
    }
    *count = v.nresults;
    return v.result ? v.result : NEWS(Value *, 1);
}

/* ---- cases ---------------------------------------------------------------------------- */

/* What begins with a dollar is built into Futhark's scripts. */
bool testinput_understood(const TestCase *c)
{
    return c->input != INPUT_SCRIPT || !strchr(c->in, '$');
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
