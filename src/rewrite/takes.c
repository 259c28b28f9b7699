/* takes.c -- of what kind the arguments of conditions, look-ups and constructors are: seen
   in a rule's text, where its names tell it, and asked of terms before anything looks at
   them. */
#include "rewrite.h"

#include <string.h>

/* The classes of patterns that an argument of a kind can be written as: F a mapping, S a
   nest, b a body, n a number, m another name or term. */
typedef struct {
    char letter;
    const char *written, *what;
} Kind;

static const Kind kinds[] = {
    { 'a', "nm", "an atom" },
    { 'A', "nm", "atoms" },
    { 'V', "m", "variables" },
    { 'v', "m", "a variable" },
    { 'n', "nm", "a number of type i64" },
    { 'k', "nm", "a constant" },
    { 'p', "nm", "a permutation" },
    { 'x', "m", "an array" },
    { 'X', "m", "arrays" },
    { 'R', "m", "an array of arrays" },
    { 'i', "m", "a slice or a row" },
    { 'c', "m", "a check" },
    { 'e', "nmb", "an expression" },
    { 'E', "nmb", "expressions or operators" },
    { 'b', "mb", "bindings" },
    { 'o', "m", "an operator" },
    { 'F', "F", "a mapping" },
    { 'g', "Fm", "a mapping or an operator" },
    { 'f', "Fm", "a mapping, an operator or atoms" },
    { 'w', "FSm", "a mapping, a level or an array" },
    { 'S', "S", "a nest" },
    { 'L', "S", "a nest with a level" },
    { '*', "FSbnm", "anything" },
    { '-', "FSbnm", "a name" },
};

static const Kind *kind_of(char letter)
{
    const Kind *k = kinds;
    while (k->letter != letter)
        k++;
    return k;
}

/* "E+S": any number of E, and then S. */
static char letter_of(const Condition *k, int i, int n)
{
    if (strchr(k->takes, '+'))
        return k->takes[i == n - 1 ? 2 : 0];
    return k->takes[i];
}

const char *takes_text(const Condition *k)
{
    Text t = { 0 };
    if (strchr(k->takes, '+'))
        return format("%s, ..; %s", kind_of(k->takes[0])->what, kind_of(k->takes[2])->what);
    for (int i = 0; k->takes[i]; i++)
        text_fmt(&t, "%s%s%s", t.n ? "; " : "", i == k->min ? "or also " : "",
                 kind_of(k->takes[i])->what);
    return t.n ? text_str(&t) : "no arguments";
}

/* ---- as it is written ---------------------------------------------------- */

static char class_of(const Core *p)
{
    const char *name = meta_name(p);
    if (!name)
        return p->op == OP_CTX || p->op == OP_LEVEL ? 'S' : p->op == OP_BODY ? 'b'
             : p->op == OP_CONST ? 'n' : 0;
    if (is_seq_name(name))
        return 0;
    return name[0] != '?' ? 'S' : name[1] >= 'A' && name[1] <= 'Z' ? 'F' : 'm';
}

const char *takes_refuses(const Condition *k, Kids arg, int i, int n)
{
    char class = arg.n == 1 ? class_of(arg.at[0]) : 0;
    const Kind *kind = kind_of(letter_of(k, i, n));
    if (!class || strchr(kind->written, class))
        return NULL;
    return format("argument %d of %s is %s, and not %s", i + 1, k->name, kind->what,
                  core_str(arg.at[0]));
}

/* ---- as it is ------------------------------------------------------------- */

static bool is_slice(const Core *e)
{
    bool some = e->op == OP_INDEX && e->g[1].n < type_of(e->g[0].at[0])->rank;
    for (int k = 0; e->op == OP_INDEX && k < e->g[1].n; k++)
        some |= !is_atom(e->g[1].at[k]);
    return some;
}

static bool is_mapping(const Core *e)
{
    return e->op == OP_TERM && e->text == intern("mapping");
}

static bool is_i64(const Core *e)
{
    bool typed = e->ntypes == 1 && !e->type[0]->rank && e->type[0]->prim == I64;
    return typed || (!e->ntypes && (is_atom(e) || ops[e->op].kind == K_SCALAR));
}

static int rank_of(const Core *e)
{
    return is_atom(e) && e->ntypes == 1 ? e->type[0]->rank : 0;
}

static bool is_expression(const Core *e)
{
    return is_atom(e) || e->op == OP_BODY || (ops[e->op].kind != K_PART && e->ntypes);
}

static bool fits(char letter, const Core *e)
{
    bool atom = is_atom(e) && (e->op != OP_VAR || e->ntypes == 1);
    switch (letter) {
    case 'a': case 'A': return atom;
    case 'v': case 'V': return e->op == OP_VAR && e->var;
    case 'n': return is_i64(e);
    case 'k': case 'p': return e->op == OP_CONST && !prim_is_float(e->value.prim);
    case 'x': case 'X': return rank_of(e) > 0;
    case 'R': return rank_of(e) > 1;
    case 'i': return is_slice(e);
    case 'c': return e->op == OP_ASSERT && e->g[1].n == 1;
    case 'e': return is_expression(e);
    case 'E': return is_expression(e) || e->op == OP_LAM;
    case 'b': return e->op == OP_BODY;
    case 'o': return e->op == OP_LAM;
    case 'F': return is_mapping(e);
    case 'g': return is_mapping(e) || e->op == OP_LAM;
    case 'f': return is_mapping(e) || e->op == OP_LAM || atom;
    case 'w': return is_mapping(e) || e->op == OP_LEVEL || rank_of(e) > 0 || e->op == OP_INDEX;
    case 'S': case 'L': return e->op == OP_LEVEL;
    default: return true;
    }
}

bool takes_hold(Call *c, const Condition *k)
{
    for (int i = 0; i < c->n; i++) {
        char letter = letter_of(k, i, c->n);
        bool one = strchr("avnkxRicebwgFoL", letter), any = letter == 'L';
        bool yes = !one || c->arg[i].n == 1 || (any && c->arg[i].n);
        for (int a = 0; yes && letter != '-' && a < c->arg[i].n; a++)
            yes = c->arg[i].at[a] && fits(letter, c->arg[i].at[a]);
        if (!yes)
            return no(c, "argument %d is not %s", i + 1, kind_of(letter)->what);
    }
    return true;
}
