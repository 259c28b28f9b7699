/* program.c -- definitions, entry points, and inputs of awkward sizes. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMS = 5 };

typedef struct {
    int nsizes, nparams;
    const Type *param[MAX_PARAMS];
} Entry;

static const char *const sizes[] = { "n", "m" };

static void begin(int budget)
{
    scope_back((Scope){ 0, 0 });
    making.budget = budget;
    making.nest = making.deepest = 0;
    making.products = false;
}

/* Size parameters, and arrays that have them. */
static char *parameters(Entry *e, bool values)
{
    char *head = "";
    e->nsizes = 1 + pick(2);
    for (int i = 0; i < e->nsizes; i++) {
        bind_dim(sizes[i]);
        head = fmt("%s [%s]", head, sizes[i]);
    }
    e->nparams = e->nsizes + pick(4);
    for (int i = 0; i < e->nparams; i++) {
        const Type *t = values || pick(2) ? any_prim() : any_type();
        if (i < e->nsizes || (values && chance(20)))
            t = array_of(sizes[i < e->nsizes ? i : pick(e->nsizes)], is_array(t) ? t->arg[0] : t);
        if (i < e->nsizes && pick(4) == 3 && !is_array(t->arg[0]))
            t = array_of(t->dim, array_of(sizes[pick(e->nsizes)], t->arg[0]));
        e->param[i] = t;
        char *name = fmt("%s%d", is_array(t) ? "as" : "a", i);
        bind(name, t);
        bool own = !values && is_array(t) && chance(20);
        head = fmt("%s (%s: %s%s)", head, name, own ? "*" : "", type_text(t));
    }
    return head;
}

/* A type as forms have it; null for one that has no such text. */
static char *pattern(const Type *t)
{
    char *s[3] = {0};
    for (int i = 0; i < t->n; i++)
        s[i] = pattern(t->arg[i]);
    if (is_array(t))
        return fmt("[%s]%s", t->dim, s[0]);
    if (!t->n)
        return fmt("%s", t->head);
    return t->n == 3 ? fmt("%s(%s,%s,%s)", t->head, s[0], s[1], s[2])
                     : fmt("%s(%s,%s)", t->head, s[0], s[1]);
}

/* A function that the expressions after it may call: it is a form. */
static char *function(uint64_t seed, int number)
{
    Entry e;
    begin(8);
    char *name = fmt("g%llu_%d", (unsigned long long)seed, number);
    char *head = parameters(&e, false);
    const Type *result = any_type();
    bool member = chance(25);
    char *body = expr(result, 3);
    char *call = fmt("%s%s", member ? fmt("M%llu_%d.", (unsigned long long)seed, number) : "",
                     name);
    for (int i = 0; i < e.nparams; i++)
        call = fmt(is_array(e.param[i]) ? "%s (copy <%s>)" : "%s <%s>", call,
                   pattern(e.param[i]));
    char *text = fmt("def %s%s: %s =\n  %s\n", name, head, type_text(result), body);
    if (member)
        text = fmt("module M%llu_%d = {\n%s}\n", (unsigned long long)seed, number, text);
    if (making.deepest < 2)
        forms_add(fmt("%s : %s", pattern(result), call));
    return text;
}

/* ---- inputs ------------------------------------------------------------------------- */

static char *value(const Type *t)
{
    if (!strcmp(t->head, "bool"))
        return fmt("%s", pick(2) ? "true" : "false");
    if (t->head[0] == 'f')
        return fmt("%s%d%s%s", chance(30) ? "-" : "", pick(9), pick(2) ? ".5" : ".0", t->head);
    int bits = atoi(t->head + 1);
    bool edge = chance(6), is_signed = t->head[0] == 'i';
    unsigned long long most = ~0ull >> (64 - bits + is_signed);
    if (edge && pick(2))
        return fmt("%lld%s", is_signed ? -(long long)most - 1 : 0, t->head);
    if (edge)
        return fmt("%llu%s", most, t->head);
    return fmt("%d%s", is_signed ? pick(24) - 7 : pick(20), t->head);
}

static int64_t length(const char *dim, const int64_t *size)
{
    return dim[0] == 'n' ? size[0] : size[1];
}

static char *values(const Type *t, const int64_t *size)
{
    if (!is_array(t))
        return value(t);
    char *s = "";
    for (int64_t i = 0; i < length(t->dim, size); i++)
        s = fmt("%s%s%s", s, i ? ", " : "", values(t->arg[0], size));
    return fmt("[%s]", s);
}

static bool is_empty(const Type *t, const int64_t *size)
{
    return is_array(t) && (!length(t->dim, size) || is_empty(t->arg[0], size));
}

static char *shape(const Type *t, const int64_t *size)
{
    return is_array(t) ? fmt("[%d]%s", (int)length(t->dim, size), shape(t->arg[0], size))
                       : fmt("%s", t->head);
}

static char *input(const Entry *e)
{
    static const int64_t awkward[] = { 2, 1, 3, 0, 5, 7, 33, 65, 257 };
    static const int most[] = { 9, 8, 6, 5 };
    int64_t size[2];
    int many = making.products ? 5 : most[making.deepest > 3 ? 3 : making.deepest];
    for (int i = 0; i < 2; i++)
        size[i] = awkward[pick(chance(30) ? many : 5)];
    char *s = "-- input {";
    for (int i = 0; i < e->nparams; i++) {
        const Type *t = e->param[i];
        s = fmt("%s %s", s, is_empty(t, size) ? fmt("empty(%s)", shape(t, size))
                                              : values(t, size));
    }
    return fmt("%s }\n", s);
}

/* ---- the program -------------------------------------------------------------------- */

typedef struct {
    int n;
    const Type *type[3];
} Results;

static const Type *any_list(void)
{
    const Type *list = array_of(pick(3) == 2 ? "3" : "2", any_prim());
    return pick(2) ? array_of(any_dim(), list) : list;
}

/* One, or a tuple; lists among them. */
static Results any_results(void)
{
    Results r = { .n = pick(3) == 2 ? 2 + pick(2) : 1 };
    for (int i = 0; i < r.n; i++)
        r.type[i] = chance(30) ? any_list() : any_type();
    return r;
}

static char *results_text(const Results *r)
{
    char *s = type_text(r->type[0]);
    for (int i = 1; i < r->n; i++)
        s = fmt("%s, %s", s, type_text(r->type[i]));
    return r->n == 1 ? s : fmt("(%s)", s);
}

/* Of a mistake one place is enough. */
static char *results_of(const Results *r, int fuel)
{
    char *s = expr(r->type[0], fuel);
    for (int i = 1; i < r->n; i++)
        s = fmt("%s,\n   %s", s, expr(r->type[i], fuel - 1));
    return r->n == 1 ? s : fmt("(%s)", s);
}

/* The choices from `at` on again, with other words. */
static char *variant(const char *head, const Results *r, int fuel, const uint32_t *choice, int n)
{
    choices_replay(choice, n);
    making.varied = true;
    char *body = results_of(r, fuel);
    making.varied = false;
    return fmt("%s\n  %s\n", head, body);
}

char *program(uint64_t seed, Sort sort)
{
    Entry e;
    int known = forms_count();
    unsigned long long id = seed;
    making.serial = 0;
    making.wrong = making.planted = making.varied = false;
    char *text = "";
    int functions = span_open(NULL);
    for (int i = 0, n = pick(4) - 1; i < n; i++)
        text = fmt("%s%s\n", text, function(seed, i));
    span_close(functions);
    begin(25);
    making.wrong = sort == WITH_MISTAKE;
    char *params = parameters(&e, true);
    Results results = any_results();
    int fuel = 2 + pick(4);
    int from, to;
    choices_made(&from);
    Scope inside = scope();
    int serial = making.serial;
    char *body = results_of(&results, fuel);
    making.at_once = making.wrong && !making.planted;
    body = making.at_once ? results_of(&results, fuel) : body;
    making.at_once = false;
    const uint32_t *all = choices_made(&to);
    char *inputs = "", *head = fmt("%s: %s =", params, results_text(&results));
    int ninputs = 1 + pick(3);
    for (int i = 0; i < ninputs; i++)
        inputs = fmt("%s%s", inputs, input(&e));
    text = fmt("%s-- ==\n-- entry: e%llu\n%sentry e%llu%s\n  %s\n", text, id, inputs, id, head,
               body);
    if (sort == WITH_VARIANT) {
        int n;
        choices_made(&n);
        uint32_t *choice = malloc(sizeof *choice * (size_t)(n + 1));
        memcpy(choice, all, sizeof *choice * (size_t)n);
        scope_back(inside);
        forget_uses();
        making.serial = serial;
        making.budget = 25;
        making.nest = 0;
        text = fmt("%s\n-- ==\n-- entry: e%llu_same\n%s%s", text, id, inputs,
                   variant(fmt("entry e%llu_same%s", id, head), &results, fuel, choice + from,
                           to - from));
        choices_restore(choice, n);
        free(choice);
    }
    forms_drop(known);
    making.wrong = false;
    return text;
}
