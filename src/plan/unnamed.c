/*
 * unnamed.c -- variables that the program gives no name.
 *
 * A tuple of the program is a variable for each component, and all have its name. They are told
 * apart as coordinates are: sums_x, sums_y.
 *
 * A rule that binds an array calls it after the operation that makes it: mapped, quots. Such a
 * name is in no text of the program, and nobody asks for it: the array is then named by its
 * part in the code, as an array of an expression in the source is.
 */
#include "lower.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    Table *words;              /* text to the set of its words */
} Texts;

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

static Table *words_of(Texts *t, const char *text)
{
    Table *words = table_get(t->words, text);
    if (words)
        return words;
    table_put(t->words, text, words = table_new());
    for (const char *p = text; *p;) {
        int n = 0;
        while (is_letter(p[n]))
            n++;
        if (n)
            table_put(words, internn(p, n), words);
        p += n + !n;
    }
    return words;
}

/* The text has the name, or the name of one element: "tops" for "top". */
static bool is_written(Texts *t, const Var *v)
{
    const char *name = var_base(v->name);
    int n = (int)strlen(name);
    if (!v->span || !v->span->src || !v->span->src->text)
        return true;
    Table *words = words_of(t, v->span->src->text);
    return table_has(words, v->name) || table_has(words, name)
        || (n > 1 && name[n - 1] == 's' && table_has(words, internn(name, n - 1)));
}

static void note_arrays(Core *n, void *texts)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++) {
            Var *v = n->stm[i].var[k];
            v->invented |= v->type->rank && !is_written(texts, v);
        }
    core_each(n, note_arrays, texts);
}

/* A rule calls t what has no name. */
const char *component_name(const char *const *name, int n, int k)
{
    static const char *const axis[] = { "x", "y", "z", "w", "u", "v", "p", "q", "r", "s" };
    const char *base = var_base(name[k]);
    int same = 0, before = 0;
    for (int i = 0; i < n; i++) {
        same += var_base(name[i]) == base;
        before += i < k && var_base(name[i]) == base;
    }
    return same < 2 || same > 10 || !strcmp(base, "t") ? name[k] : name_joined(base, axis[before]);
}

/* The variables that are bound at once and have one name. */
static void name_components(Var **v, int n)
{
    const char **name = NEWS(const char *, n);
    for (int k = 0; k < n; k++)
        name[k] = v[k]->name;
    for (int k = 0; k < n; k++) {
        v[k]->name = component_name(name, n, k);
        v[k]->tuple = v[k]->name != name[k] ? var_base(name[k]) : v[k]->tuple;
    }
}

static bool is_same_let(const Stm *a, const Stm *b)
{
    const Span *x = a->var[0]->span, *y = b->var[0]->span;
    return a->nvars == 1 && b->nvars == 1 && a->exp->op == b->exp->op
        && var_base(a->var[0]->name) == var_base(b->var[0]->name)
        && x && y && x->src == y->src && x->line == y->line && x->col == y->col;
}

/* A let of a tuple whose components are computed one after the other. */
static int name_lets(Stm *first, int most)
{
    int n = 1;
    while (n < most && is_same_let(first, first + n))
        n++;
    Var **v = NEWS(Var *, n);
    for (int k = 0; k < n; k++)
        v[k] = first[k].var[0];
    name_components(v, n);
    return n;
}

static void note_components(Core *n, void *unused)
{
    name_components(n->bind, n->nbinds);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        name_components(n->stm[i].var, n->stm[i].nvars);
    for (int i = 0; n->op == OP_BODY && i < n->nstms;)
        i += n->stm[i].nvars == 1 ? name_lets(n->stm + i, n->nstms - i) : 1;
    core_each(n, note_components, unused);
}

void find_unnamed(const Program *p)
{
    Texts t = { table_new() };
    for (int i = 0; i < p->nfuncs; i++) {
        if (!p->func[i]->entry)
            name_components(p->func[i]->param, p->func[i]->nparams);
        note_arrays(p->func[i]->body, &t);
        note_components(p->func[i]->body, NULL);
    }
}
