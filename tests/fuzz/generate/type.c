/* type.c -- types of programs, and patterns of types in forms. */
#include "generate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const prims[] = {
    "i32", "i64", "bool", "f64", "i8", "i16", "u8", "u16", "u32", "u64", "f32"
};
enum { NPRIMS = sizeof prims / sizeof prims[0] };

const Type *type_prim(const char *name)
{
    Type *t = calloc(1, sizeof *t);
    t->head = name;
    return t;
}

const Type *array_of(const char *dim, const Type *element)
{
    Type *t = calloc(1, sizeof *t);
    *t = (Type){ .head = "array", .dim = dim, .n = 1, .arg = { element } };
    return t;
}

bool is_array(const Type *t) { return !strcmp(t->head, "array"); }
bool is_int(const Type *t) { return strchr("iu", t->head[0]) && strcspn(t->head, "123468") == 1; }

bool is_prim(const Type *t)
{
    for (int i = 0; i < NPRIMS; i++)
        if (!strcmp(t->head, prims[i]))
            return true;
    return false;
}

static char *word(const char **at, const char *end)
{
    size_t n = strcspn(*at, end);
    char *s = fmt("%.*s", (int)n, *at);
    *at += n;
    return s;
}

const Type *type_read(const char **at)
{
    if (**at == '[') {
        ++*at;
        char *dim = word(at, "]");
        ++*at;
        return array_of(dim, type_read(at));
    }
    Type *t = calloc(1, sizeof *t);
    t->head = word(at, "(),.>] :\n");
    if (**at != '(')
        return t;
    ++*at;
    if (!strcmp(t->head, "idx") || !strcmp(t->head, "place"))
        t->dim = word(at, ")");
    else
        for (; **at && **at != ')'; *at += **at == ',')
            t->arg[t->n++] = type_read(at);
    ++*at;
    return t;
}

char *type_text(const Type *t)
{
    char *s[3] = {0};
    for (int i = 0; i < t->n; i++)
        s[i] = type_text(t->arg[i]);
    switch (t->head[0] == 'a' || t->n ? t->head[0] : 0) {
    case 'a': return fmt("[%s]%s", t->dim, s[0]);
    case 't': return s[2] ? fmt("(%s, %s, %s)", s[0], s[1], s[2]) : fmt("(%s, %s)", s[0], s[1]);
    case 'r': return fmt("{a: %s, b: %s}", s[0], s[1]);
    case 's': return fmt("(#a %s | #b %s | #c)", s[0], s[1]);
    case 'f': return fmt("(%s -> %s)", s[0], s[1]);
    default: return fmt("%s", t->dim ? "i64" : t->head);
    }
}

/* ---- matching ---------------------------------------------------------------- */

static bool is_var(const char *s)
{
    return strcmp(s, "i8") && strcmp(s, "u8") && islower((unsigned char)s[0]) && (!s[1] || (isdigit((unsigned char)s[1]) && !s[2]));
}

static int find(const Env *env, const char *name)
{
    for (int i = 0; i < env->n; i++)
        if (!strcmp(env->at[i].name, name))
            return i;
    return -1;
}

void env_give(Env *env, const char *name, const char *dim, const Type *type)
{
    if (env->n == 12)
        abort();
    env->at[env->n].name = name;
    env->at[env->n].dim = dim;
    env->at[env->n++].type = type;
}

static bool dim_match(const char *pattern, const char *dim, Env *env)
{
    size_t op = strcspn(pattern, "+*");
    if (pattern[op]) {
        size_t at = strcspn(dim, "+*");
        return dim[at] == pattern[op]
            && dim_match(fmt("%.*s", (int)op, pattern), fmt("%.*s", (int)at, dim), env)
            && dim_match(pattern + op + 1, dim + at + 1, env);
    }
    if (!is_var(pattern))
        return !strcmp(pattern, dim);
    int i = find(env, pattern);
    if (i < 0)
        env_give(env, pattern, dim, NULL);
    return i < 0 || !strcmp(env->at[i].dim, dim);
}

static bool has_array(const Type *t)
{
    bool has = is_array(t);
    for (int i = 0; i < t->n; i++)
        has |= has_array(t->arg[i]);
    return has;
}

/* Whether it is a type of values, not one that only forms have. */
static bool is_plain(const Type *t)
{
    return is_array(t) ? is_plain(t->arg[0])
         : is_prim(t) || !strcmp(t->head, "tup") || !strcmp(t->head, "rec")
           || !strcmp(t->head, "sum");
}

/* Whether the type is of the class that a variable's letter names. */
static bool in_class(char letter, const Type *t)
{
    bool plain = is_plain(t);
    switch (letter) {
    case 'i': return is_int(t);
    case 'f': return t->head[0] == 'f' && is_prim(t);
    case 'p': return is_prim(t);
    case 's': return plain && !has_array(t);
    default: return plain;
    }
}

bool type_same(const Type *a, const Type *b)
{
    return !strcmp(a->head, b->head) && !strcmp(type_text(a), type_text(b));
}

bool type_match(const Type *p, const Type *t, Env *env)
{
    if (is_var(p->head)) {
        int i = find(env, p->head);
        if (i >= 0)
            return type_same(env->at[i].type, t);
        if (!in_class(p->head[0], t))
            return false;
        env_give(env, p->head, NULL, t);
        return true;
    }
    if (strcmp(p->head, t->head) || p->n != t->n || (p->dim && !dim_match(p->dim, t->dim, env)))
        return false;
    for (int i = 0; i < p->n; i++)
        if (!type_match(p->arg[i], t->arg[i], env))
            return false;
    return true;
}

/* ---- filling in -------------------------------------------------------------- */

const Type *any_prim(void)
{
    return type_prim(prims[chance(60) ? pick(4) : pick(NPRIMS)]);
}

static const Type *any_scalar(void)
{
    Type *t = calloc(1, sizeof *t);
    int sort = pick(16) - 10;
    if (sort < 0)
        return any_prim();
    static const char *const heads[] = { "tup", "tup", "tup", "rec", "sum", "rec" };
    *t = (Type){ .head = heads[sort], .n = 2 + (sort == 2) };
    for (int i = 0; i < t->n; i++)
        t->arg[i] = any_prim();
    return t;
}

const Type *any_type(void)
{
    const Type *t = any_scalar();
    for (int rank = pick(8) - 4; rank > 0; rank -= 2)
        t = array_of(any_dim(), t);
    return t;
}

const char *any_dim(void)
{
    static const char *const small[] = { "1", "2", "3" };
    int n = dims_count();
    if (!n || chance(4))
        return small[pick(3)];
    const char *dim = dim_at(pick(n));
    if (!chance(12))
        return dim;
    bool product = chance(25);
    making.products |= product;
    return fmt(product ? "%s*%s" : "%s+%s", dim, chance(50) ? dim_at(pick(n)) : small[pick(3)]);
}

static const Type *any_in_class(char letter)
{
    switch (letter) {
    case 'i': return chance(40) ? type_prim(prims[4 + pick(6)]) : type_prim(prims[pick(2)]);
    case 'f': return type_prim("f64");
    case 'p': return any_prim();
    case 's': return any_scalar();
    default: return any_type();
    }
}

const char *dim_fill(const char *dim, Env *env)
{
    size_t op = strcspn(dim, "+*");
    if (dim[op]) {
        const char *a = dim_fill(fmt("%.*s", (int)op, dim), env);
        const char *b = dim_fill(dim + op + 1, env);
        env->nested |= strpbrk(a, "+*") || strpbrk(b, "+*");
        return fmt("%s%c%s", a, dim[op], b);
    }
    if (!is_var(dim))
        return dim;
    int i = find(env, dim);
    if (i >= 0)
        return env->at[i].dim;
    env_give(env, dim, any_dim(), NULL);
    return env->at[env->n - 1].dim;
}

const Type *type_fill(const Type *p, Env *env)
{
    if (is_var(p->head)) {
        int i = find(env, p->head);
        if (i < 0) {
            const Type *t = any_in_class(p->head[0]);
            env_give(env, p->head, NULL, t);
            return t;
        }
        return env->at[i].type;
    }
    Type *t = calloc(1, sizeof *t);
    *t = *p;
    if (p->dim)
        t->dim = dim_fill(p->dim, env);
    for (int i = 0; i < p->n; i++)
        t->arg[i] = type_fill(p->arg[i], env);
    return t;
}
