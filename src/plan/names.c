/*
 * names.c -- names in C.
 *
 * A name of the source is kept where C allows it. A prime is written out
 * (x' is x_prime), and a name that means something in C or CUDA gets a line
 * at its end (float is float_). Names that are the same in a function, or
 * visible there, get numbers: x, x_2, x_3.
 */
#include "plan.h"

#include <string.h>

struct Names {
    const Names *outer;
    Table *taken;              /* name to the number tried last */
    Table *of;                 /* Var to its name */
};

/* What C, C++, CUDA or the includes have taken, and the templates' words. */
static const char *const reserved[] = {
    "alignas", "alignof", "and", "asm", "atomicAdd", "auto", "bitand", "bitor", "bool",
    "break", "case", "catch", "char", "class", "compl", "const", "constexpr",
    "continue", "default", "delete", "do", "double", "dim3", "else", "enum", "explicit",
    "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "int16_t", "int32_t", "int64_t", "int8_t", "long", "main", "mutable", "namespace",
    "new", "noexcept", "not", "nullptr", "operator", "or", "private", "protected", "public",
    "register", "return", "scratch", "short", "signed", "size_t", "sizeof", "static", "stream",
    "struct", "switch", "template", "this", "throw", "true", "try", "typedef",
    "typeid", "typename", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "union", "unsigned",
    "using", "virtual", "void", "volatile", "warpSize", "while", "xor",
    "BLOCK_SIZE", "MAX_BLOCKS", "NULL", "INFINITY", "NAN",
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "clock",
    "copysign", "cos", "cosh", "div", "erf", "erfc", "exit", "exp", "exp2", "expm1", "fabs",
    "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "free", "gamma", "hypot", "isinf",
    "isnan", "j0", "j1", "jn", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "logb",
    "malloc", "max", "min", "modf", "nan", "nextafter", "norm", "normcdf", "pow", "rand",
    "remainder", "rint", "round", "rsqrt", "signbit", "sin", "sincos", "sinh", "sinpi", "cospi",
    "sqrt", "tan", "tanh", "tgamma", "trunc", "y0", "y1", "yn", "index", "time",
};

static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (!strcmp(reserved[i], name))
            return true;
    return str_starts(name, "__") || str_starts(name, "cuda") || str_ends(name, "Idx")
        || str_ends(name, "Dim");
}

const char *c_spelling(const char *name)
{
    Text t = {0};
    if (*name >= '0' && *name <= '9')
        text_char(&t, '_');
    for (const char *p = name; *p; p++)
        if (*p == '\'')
            text_add(&t, "_prime");
        else if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_'
                 || (*p >= '0' && *p <= '9'))
            text_char(&t, *p);
        else
            text_char(&t, '_');
    if (!t.n || is_reserved(text_str(&t)))
        text_char(&t, '_');
    return intern(text_str(&t));
}

Names *names_new(const Names *outer)
{
    Names *n = NEW(Names);
    *n = (Names){ outer, table_new(), table_new() };
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

/* Without the number that core gives to tell names apart. */
const char *name_base(const char *name)
{
    int n = (int)strlen(name), i = n;
    while (i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9')
        i--;
    bool numbered = i < n && i > 1 && name[i - 1] == '_';
    return internn(name, numbered ? i - 1 : n);
}

const char *names_fresh(Names *n, const char *base)
{
    base = c_spelling(*base == '=' ? base + 1 : name_base(base));
    const char *name = base;
    for (int k = 2; is_taken(n, name); k++)
        name = intern(format("%s_%d", base, k));
    names_take(n, name);
    return name;
}

/* An index that we made up, #: the first of i, j, k, .. that is free. */
static const char *free_index(Names *n)
{
    static const char *const index[] = { "i", "j", "k", "l", "p", "q" };
    for (int i = 0; i < 6; i++)
        if (!is_taken(n, intern(index[i]))) {
            names_take(n, index[i]);
            return intern(index[i]);
        }
    return names_fresh(n, "i");
}

const char *names_of(Names *n, const Var *v)
{
    for (const Names *m = n; m; m = m->outer)
        if (table_has(m->of, v))
            return table_get(m->of, v);
    const char *name = v->name[0] == '#' ? free_index(n) : names_fresh(n, v->name);
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
