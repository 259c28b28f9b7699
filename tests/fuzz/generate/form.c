/* form.c -- expressions from forms: see the file `forms` for the notation. */
#include "generate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FORMS = 400, MAX_HOLES = 12, MAX_NEST = 3 };

typedef enum { PLAIN_FORM, SAME, WRONG } Kind;

typedef struct {
    Kind kind;
    const Type *result;
    int n;                     /* the text, and others with the same meaning */
    char *text[6];
    bool nested;               /* it iterates */
    bool parallel;             /* by a map, a reduction and so on, for such results alone */
} Form;

typedef struct { const char *name; const Type *type; int uses; } Var;

static Form forms[MAX_FORMS];
static Var vars[1000];
static const char *dims[200];
static int nforms, nvars, ndims;

struct Making making;

/* ---- the table ---------------------------------------------------------------- */

int forms_count(void) { return nforms; }
void forms_drop(int to) { nforms = to; }

static bool skip(const char **at, const char *word)
{
    size_t n = strlen(word);
    bool there = !strncmp(*at, word, n);
    *at += there ? n : 0;
    return there;
}

static bool is_bare(const Type *t) { return !strcmp(t->head, "t"); }

static bool is_parallel(const char *text)
{
    static const char *const word[] = { "map", "reduce", "scan", "hist", "scatter", "tabulate" };
    bool found = false;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        found |= strstr(text, word[i]) != NULL;
    return found;
}

void forms_add(const char *line)
{
    const char *at = line;
    Form *f = &forms[nforms++];
    f->kind = skip(&at, "same ") ? SAME : skip(&at, "wrong ") ? WRONG : PLAIN_FORM;
    f->result = type_read(&at);
    f->n = 0;
    f->nested = strstr(at, "<^");
    f->parallel = !is_bare(f->result) && is_parallel(at);
    if (!skip(&at, " : ") || nforms == MAX_FORMS) {
        fprintf(stderr, "forms: %s\n", line);
        exit(2);
    }
    for (const char *end; at; at = end ? end + strlen(" === ") : NULL) {
        end = strstr(at, " === ");
        f->text[f->n++] = end ? fmt("%.*s", (int)(end - at), at) : fmt("%s", at);
    }
}

void forms_read(const char *path)
{
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!f) {
        perror(path);
        exit(2);
    }
    while (getline(&line, &room, f) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#')
            forms_add(fmt("%s", line));
    }
    free(line);
    fclose(f);
}

/* ---- scope -------------------------------------------------------------------- */

void bind(const char *name, const Type *t)
{
    vars[nvars++] = (Var){ name, t, 0 };
}

void bind_dim(const char *name)
{
    dims[ndims++] = name;
    bind(name, type_prim("i64"));
}

void forget_uses(void)
{
    for (int i = 0; i < nvars; i++)
        vars[i].uses = 0;
}

Scope scope(void) { return (Scope){ nvars, ndims }; }
void scope_back(Scope s) { nvars = s.vars, ndims = s.dims; }
int dims_count(void) { return ndims; }
const char *dim_at(int i) { return dims[i]; }

/* Rather one that is not used yet. */
static Var *choose(Var **found, int n)
{
    Var *unused[1000];
    int m = 0;
    for (int i = 0; i < n; i++)
        if (!found[i]->uses)
            unused[m++] = found[i];
    return m && pick(3) ? unused[pick(m)] : found[pick(n)];
}

/* A variable of the pattern's type, whose variables get values; or null. */
static Var *any_match(const Type *pattern, Env *env)
{
    Var *found[1000];
    int n = 0;
    for (int i = 0; i < nvars; i++) {
        Env e = *env;
        if (type_match(pattern, vars[i].type, &e))
            found[n++] = &vars[i];
    }
    Var *v = n ? choose(found, n) : NULL;
    if (v)
        type_match(pattern, v->type, env);
    return v;
}

/* A variable of the type, or null. */
static const char *any_var(const Type *t)
{
    Var *found[1000];
    int n = 0;
    bool i64 = !strcmp(t->head, "i64");
    for (int i = 0; i < nvars; i++)
        if (type_same(t, vars[i].type) || (i64 && !strcmp(vars[i].type->head, "idx")))
            found[n++] = &vars[i];
    if (n == 0)
        return NULL;
    Var *v = choose(found, n);
    v->uses++;
    return v->name;
}

/* ---- the simplest -------------------------------------------------------------- */

/* Elements that differ; null where there is no such text. */
static char *counting(const Type *array)
{
    const Type *t = array->arg[0];
    if (is_array(t) && is_int(t->arg[0]))
        return fmt("(map (\\i -> map (\\j -> %s.i64 ((i * 5 + j * 3) %% 11)) (iota (%s))) "
                   "(iota (%s)))", t->arg[0]->head, t->dim, array->dim);
    if (is_int(t))
        return fmt("(map %s.i64 (iota (%s)))", t->head, array->dim);
    if (!is_prim(t))
        return NULL;
    return fmt(t->head[0] == 'b' ? "(map (\\i -> i %% 3 == 1) (iota (%s)))"
                                 : "(map (\\i -> %2$s.i64 (i %% 8)) (iota (%1$s)))",
               array->dim, t->head);
}

static char *literal(const Type *t)
{
    static const char *const ends[] = { "lowest", "highest" };
    if (is_int(t)) {
        bool edge = chance(7);
        return edge ? fmt("%s.%s", t->head, ends[pick(2)])
             : t->head[0] == 'i' && chance(15) ? fmt("(-%d%s)", 1 + pick(9), t->head)
             : fmt("%d%s", pick(12), t->head);
    }
    switch (is_prim(t) ? t->head[0] : t->head[0] - 'a' + 'A') {
    case 'b': return fmt("%s", pick(2) ? "true" : "false");
    case 'f': return fmt("%d%s%s", pick(8), pick(2) ? ".5" : "", t->head);
    case 'A': return fmt("(replicate (%s) %s)", t->dim, atomic(literal(t->arg[0])));
    case 'T': return t->n == 3 ? fmt("(%s, %s, %s)", literal(t->arg[0]), literal(t->arg[1]),
                                     literal(t->arg[2]))
                               : fmt("(%s, %s)", literal(t->arg[0]), literal(t->arg[1]));
    case 'R': return fmt("{a = %s, b = %s}", literal(t->arg[0]), literal(t->arg[1]));
    case 'S': return fmt("(#c: %s)", type_text(t));
    case 'F': return fmt("(\\(_: %s) -> %s)", type_text(t->arg[0]), literal(t->arg[1]));
    default: return NULL;
    }
}

/* Null for operators and places: they have forms only. */
static char *leaf(const Type *t)
{
    Env env = {0};
    const char *of = is_array(t) ? t->arg[0]->head : t->head;
    if (!strcmp(of, "op") || !strcmp(of, "cop") || !strcmp(of, "place"))
        return NULL;
    const char *v = pick(8) ? any_var(t) : NULL;
    Var *from = !v && is_int(t) && pick(2) ? any_match(type_prim("i"), &env) : NULL;
    char *array = !v && is_array(t) && pick(3) ? counting(t) : NULL;
    return v ? fmt("%s", v) : array ? array
         : from ? fmt("(%s.%s %s)", t->head, from->type->head, from->name) : literal(t);
}

/* ---- a form filled in ----------------------------------------------------------- */

typedef struct {
    Env env;
    int fuel, nnames, nholes;
    struct { char *stem; const char *name; } name[16];
    char *hole[MAX_HOLES], *neutral[MAX_HOLES];
    const char *self;          /* of SAME */
    bool chosen;               /* no choice is to be used up */
    FILE *out;
} Fill;

/* What C++ and CUDA could stumble over. */
static const char *const odd_names[] = {
    "int", "threadIdx", "NULL", "errno", "linux", "float", "blockDim", "stream", "scratch",
    "result", "I", "assert_", "n_1", "i", "size_t", "x'", "min", "this", "template", "xs"
};
static bool odd_used[sizeof odd_names / sizeof odd_names[0]];

static const char *fresh(const char *stem, bool chosen)
{
    if (making.serial == 0)
        memset(odd_used, 0, sizeof odd_used);
    making.serial++;
    if (!chosen && chance(4)) {
        int i = pick(sizeof odd_names / sizeof odd_names[0]);
        if (!odd_used[i]) {
            odd_used[i] = true;
            return odd_names[i];
        }
    }
    return fmt("%s_%d", stem, making.serial);
}

static const char *named(Fill *f, const char **at)
{
    size_t n = strspn(*at, "abcdefghijklmnopqrstuvwxyz");
    char *stem = fmt("%.*s", (int)n, *at);
    *at += n;
    for (int i = 0; i < f->nnames; i++)
        if (!strcmp(f->name[i].stem, stem))
            return f->name[i].name;
    f->name[f->nnames].stem = stem;
    return f->name[f->nnames++].name = fresh(stem, f->chosen);
}

/* "$x:s, $k:size. " before the type of a hole. */
static void binders(Fill *f, const char **at)
{
    while (**at == '$') {
        const char *stem = fmt("%.1s", ++*at), *name = named(f, at);
        ++*at;
        const Type *t = type_read(at);
        if (!strcmp(t->head, "size")) {
            bind_dim(name);
            env_give(&f->env, stem, name, NULL);
        } else {
            bind(name, type_fill(t, &f->env));
        }
        *at += strspn(*at, ",. ");
    }
}

static bool hole(Fill *f, const char **at)
{
    bool variable = **at == '?', nested = **at == '^';
    *at += variable || nested;
    Scope before = scope();
    making.nest += nested;
    if (making.nest > making.deepest)
        making.deepest = making.nest;
    binders(f, at);
    const Type *pattern = type_read(at);
    Var *v = variable || pick(5) > 1 ? any_match(pattern, &f->env) : NULL;
    char *s = NULL;
    if (variable && v)
        s = fmt("%s", v->name), v->uses++;
    else if (!variable)
        s = expr(type_fill(pattern, &f->env), f->fuel - 1);
    scope_back(before);
    making.nest -= nested;
    ++*at;
    if (!s || f->env.nested)
        return false;
    char *neutral = strchr(s, '\1');
    if (neutral) {
        neutral[-1] = '\0';
        neutral += 2;
    }
    int i = ++f->nholes;
    f->hole[i] = atomic(s);
    f->neutral[i] = neutral ? atomic(neutral) : NULL;
    fputs(f->hole[i], f->out);
    return true;
}

/* %1, %1n: a hole's text again, or its neutral element; %2{x=%1}: with x replaced. */
static void again(Fill *f, const char **at)
{
    int i = *(*at)++ - '0';
    const char *s = i ? f->hole[i] : f->self;
    if (**at == 'n') {
        ++*at;
        s = f->neutral[i];
    } else if (**at == '{') {
        ++*at;
        const char *word = named(f, at);
        s = replaced(s, word, f->hole[(*at)[2] - '0']);
        *at += 4;
    }
    fputs(s, f->out);
}

static void written(Fill *f, const char **at)
{
    if (strchr("nmkl", **at)) {
        const char *dim = dim_fill(fmt("%.1s", (*at)++), &f->env);
        fprintf(f->out, strpbrk(dim, "+*") ? "(%s)" : "%s", dim);
    } else {
        fputs(type_text(type_fill(type_read(at), &f->env)), f->out);
    }
}

static bool fill(Fill *f, const char *at)
{
    while (*at) {
        char c = *at++;
        if (c == '$')
            fputs(named(f, &at), f->out);
        else if (c == '@')
            written(f, &at);
        else if (c == '<' && (isalpha((unsigned char)*at) || (*at && strchr("[?^$", *at)))) {
            if (!hole(f, &at))
                return false;
        } else if (c == '%' && isdigit((unsigned char)*at))
            again(f, &at);
        else if (c == ';' && at[-2] == ' ' && *at == ' ')
            fputc('\1', f->out);
        else
            fputc(c, f->out);
    }
    return true;
}

/* The form as a text, in one of its ways; null if it has no place here. */
static char *filled(const Form *form, const Type *t, int fuel, const char *self)
{
    Fill f = { .fuel = fuel, .self = self, .chosen = self };
    char *s = NULL;
    size_t n;
    if (!type_match(form->result, t, &f.env))
        return NULL;
    f.out = open_memstream(&s, &n);
    bool ok = fill(&f, form->text[0]);
    fclose(f.out);
    int way = ok && making.varied && form->n > 1 ? vary(form->n) : 0;
    if (way) {
        f.chosen = true;
        f.out = open_memstream(&s, &n);
        fill(&f, form->text[way]);
        fclose(f.out);
    }
    return ok && !f.env.nested ? s : NULL;
}

static int matching(const Type *t, Kind kind, const Form **found)
{
    int n = 0;
    for (int i = 0; i < nforms; i++) {
        Env env = {0};
        if (forms[i].kind == kind && !(forms[i].nested && making.nest >= MAX_NEST)
            && type_match(forms[i].result, t, &env))
            found[n++] = &forms[i];
    }
    return n;
}

/* Outside of deep nests most are parallel. */
static int mostly_parallel(const Form **found, int n)
{
    int kept = 0;
    if (making.nest >= 2 || !chance(65))
        return n;
    for (int i = 0; i < n; i++)
        if (found[i]->parallel)
            found[kept++] = found[i];
    return kept ? kept : n;
}

static char *from_forms(const Type *t, Kind kind, int fuel)
{
    const Form *found[MAX_FORMS];
    int n = matching(t, kind, found);
    if (kind == PLAIN_FORM)
        n = mostly_parallel(found, n);
    bool planted = making.planted;
    for (int tries = 0; n && tries < 3; tries++) {
        Scope before = scope();
        making.planted = planted;
        char *s = filled(found[pick(n)], t, fuel, NULL);
        scope_back(before);
        if (s)
            return s;
    }
    return n ? filled(found[0], t, fuel, NULL) : NULL;
}

/* The same in other words. */
static char *varied(const Type *t, char *s)
{
    const Form *found[MAX_FORMS];
    int n = matching(t, SAME, found);
    return n ? filled(found[vary(n)], t, 0, atomic(s)) : s;
}

char *expr(const Type *t, int fuel)
{
    char *s = NULL;
    int span = span_open(t);
    if (making.wrong && !making.planted && fuel > 0 && (making.at_once || chance(15))) {
        making.planted = true;
        s = from_forms(t, WRONG, fuel);
        making.planted = s != NULL;
    }
    bool simple = pick(6) == 0 || s || fuel <= 0 || making.budget <= 0;
    if (!simple || (!s && !(s = leaf(t)))) {
        making.budget--;
        s = from_forms(t, PLAIN_FORM, fuel);
    }
    if (!s && !(s = leaf(t)) && !(s = from_forms(t, PLAIN_FORM, fuel))) {
        fprintf(stderr, "no form gives %s %s\n", t->head, type_text(t));
        abort();
    }
    span_close(span);
    return making.varied && !strchr(s, '\1') && vary(6) == 0 ? varied(t, s) : s;
}
