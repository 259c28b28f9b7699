/*
 * names.c -- names in C.
 *
 * A name of the source is kept where C allows it. A prime is written out
 * (x' is x_prime), and a name that means something in C or CUDA gets a line
 * at its end (float is float_). Other characters become lines. If a name is
 * taken in a function, or visible there, the variable gets another name, which
 * says what it is (see emit/roles.c), and a number only if all of these are
 * taken: x, x_2.
 */
#include "plan.h"

#include "../base/embed.h"

#include <ctype.h>
#include <string.h>

struct Names {
    const Names *outer;
    bool neutral;              /* names say nothing */
    OtherName *other;          /* of a variable whose name is taken; or null */
    const void *told;          /*   from this */
    Table *taken;              /* name to the number tried last */
    Table *of;                 /* Var to its name */
};

/* What C, C++, CUDA or their includes have taken: templates/cuda/reserved.txt. */
static const Table *reserved_words(void)
{
    static const char space[] = " \t\n";
    static Table *words;
    if (words)
        return words;
    words = table_new();
    const char *w = embedded_find("templates/cuda/reserved.txt")->text;
    for (w += strspn(w, space); *w; w += strspn(w, space)) {
        int n = (int)strcspn(w, space);
        table_put(words, internn(w, n), words);
        w += n;
    }
    return words;
}

static bool is_reserved(const char *name)
{
    if (table_has(reserved_words(), name))
        return true;
    return str_starts(name, "cuda") || str_starts(name, "atomic") || str_ends(name, "Idx")
        || str_ends(name, "Dim");
}

/* Functions of C's library that no generated code calls: a variable may be called the same. */
static bool is_harmless(const char *name)
{
    static const char *const function[] = { "clock", "div", "drem", "gamma", "index", "j0", "j1",
        "jn", "norm", "rand", "random", "rindex", "scalb", "select", "time", "wait", "y0", "y1",
        "yn" };
    return str_among(function, sizeof function / sizeof *function, name);
}

/* No line at the start, and no two in a row: C++ has such names for itself. */
static void add_line(Text *t)
{
    if (t->n && t->at[t->n - 1] != '_')
        text_char(t, '_');
}

static void add_part(Text *t, const char *part)
{
    for (const char *p = part; *p; p++)
        if (*p == '\'') {
            add_line(t);
            text_add(t, "prime");
        } else if (isascii(*p) && isalnum((unsigned char)*p)) {
            text_add(t, !t->n && isdigit((unsigned char)*p) ? "n" : "");
            text_char(t, *p);
        } else {
            add_line(t);
        }
}

static const char *spelling(const char *name, bool variable)
{
    Text t = {0};
    add_part(&t, name);
    if (!t.n)
        text_char(&t, 'x');
    const char *whole = intern(text_str(&t));
    if (is_reserved(whole) && !(variable && is_harmless(whole)))
        add_line(&t);
    name = intern(text_str(&t));
    vec_free(&t);
    return name;
}

const char *c_spelling(const char *name)
{
    return spelling(name, false);
}

const char *whole_name(const Var *v)
{
    return v->tuple ? v->tuple : var_base(v->name);
}

const char *name_joined(const char *name, const char *suffix)
{
    Text t = {0};
    text_add(&t, name);
    add_line(&t);
    text_add(&t, suffix);
    name = intern(text_str(&t));
    vec_free(&t);
    return name;
}

Names *names_new(const Names *outer)
{
    return MAKE(Names, outer, outer && outer->neutral, outer ? outer->other : NULL,
                outer ? outer->told : NULL, table_new(), table_new());
}

void names_ask(Names *n, OtherName *other, const void *told)
{
    n->other = other;
    n->told = told;
}

void names_free(Names *n)
{
    table_free(n->taken);
    table_free(n->of);
    arena_give_back(n, sizeof *n);
}

Names *names_neutral(const Names *outer)
{
    Names *n = names_new(outer);
    n->neutral = true;
    n->other = NULL;
    return n;
}

static bool is_taken(const Names *n, const char *name)
{
    for (; n; n = n->outer)
        if (table_has(n->taken, name))
            return true;
    return false;
}

void names_take(Names *n, const char *name)
{
    table_put(n->taken, intern(name), (void *)1);
}

static const char *free_name_like(Names *n, const char *base, bool variable)
{
    const char *name = base = spelling(base, variable);
    intptr_t tried = (intptr_t)table_get(n->taken, base);
    tried += !tried;
    while (is_taken(n, name))
        name = name_joined(base, format("%d", (int)++tried));
    names_take(n, name);
    if (name != base)
        table_put(n->taken, base, (void *)tried);
    return name;
}

const char *names_fresh(Names *n, const char *base)
{
    return free_name_like(n, n->neutral ? "v" : var_base(base), false);
}

/* An index that we made up, #: the first of i, j, k, .. that is free. */
const char *names_index(Names *n)
{
    static const char *const index[] = { "i", "j", "k", "l", "p", "q", "u", "v", "w" };
    for (int i = 0; i < (int)(sizeof index / sizeof *index); i++)
        if (!is_taken(n, intern(index[i]))) {
            names_take(n, index[i]);
            return intern(index[i]);
        }
    return names_fresh(n, "i");
}

const char *names_first_free(Names *n, const char *const *name, int count)
{
    for (int i = 0; i < count; i++) {
        const char *c = c_spelling(name[i]);
        if (is_taken(n, c))
            continue;
        names_take(n, c);
        return c;
    }
    return NULL;
}

/* The variable's own name, or another one if that is taken. */
static const char *name_or_other(Names *n, const Var *v)
{
    bool none = v->name[0] == '#';               /* made up: an index */
    const char *base = v->exact ? v->name : var_base(v->name), *name = NULL;
    if (n->other)
        name = n->other(n, v, n->told, !none && is_taken(n, spelling(base, true)));
    return name ? name : none ? names_index(n) : free_name_like(n, base, true);
}

const char *names_of(Names *n, const Var *v)
{
    for (const Names *m = n; m; m = m->outer)
        if (table_has(m->of, v))
            return table_get(m->of, v);
    const char *name = n->neutral ? names_fresh(n, v->name)
                                  : name_or_other(n, v);
    table_put(n->of, v, (void *)name);
    return name;
}

void names_give(Names *n, const Var *v, const char *name)
{
    names_take(n, name);
    table_put(n->of, v, (void *)name);
}

void names_same(Names *n, const Var *v, const Var *as)
{
    table_put(n->of, v, (void *)names_of(n, as));
}
