/*
 * names.c -- names in C.
 *
 * A name of the source is kept where C allows it. A prime is written out
 * (x' is x_prime), and a name that means something in C or CUDA gets a line
 * at its end (float is float_). Other characters become lines. Names that are
 * the same in a function, or visible there, get numbers: x, x_2, x_3.
 */
#include "plan.h"

#include <ctype.h>
#include <string.h>

struct Names {
    const Names *outer;
    Table *taken;              /* name to the number tried last */
    Table *of;                 /* Var to its name */
};

/* What C, C++, CUDA or the includes have taken, and words of the templates. */
static const char *const reserved[] = {
    "abort", "abs", "acos", "acosh", "alignas", "alignof", "and", "and_eq", "asin", "asinh",
    "asm", "assert", "atan", "atan2", "atanh", "atexit", "atof", "atoi", "atol", "auto", "bcmp",
    "bcopy", "bitand", "bitor", "bool", "break", "bsearch", "bzero", "calloc",
    "case", "catch", "cbrt", "ceil", "cexp", "char", "char16_t", "char32_t", "char8_t", "class",
    "clock", "clock64", "clog", "close", "clz", "co_await", "co_return", "co_yield", "compl",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "copysign", "cos", "cosh", "cospi", "ctime", "cyl_bessel_i0", "cyl_bessel_i1", "decltype",
    "default", "delete", "difftime", "dim3", "div", "do", "double", "drem", "dynamic_cast",
    "else", "enum", "EOF", "erf", "erfc", "erfcinv", "erfcx", "erfinv", "errno", "exit", "exp",
    "exp10", "exp2", "explicit", "expm1", "export", "extern", "fabs", "false", "fdim", "fdivide",
    "ffs", "final", "finite", "float", "floor", "fma", "fmax", "fmin", "fmod", "fopen", "for",
    "fpclassify", "fprintf", "fputc", "fputs", "fread", "free", "frexp", "friend", "fwrite",
    "gamma", "getc", "getenv", "gets", "goto", "HUGE_VAL", "hypot", "I", "i386", "if", "ilogb",
    "index", "INFINITY", "inline", "int", "int16_t", "INT32_MAX", "INT32_MIN", "int32_t",
    "INT64_MAX", "INT64_MIN", "int64_t", "int8_t", "isfinite", "isgreater", "isinf", "isless",
    "isnan", "isnormal", "isunordered", "j0", "j1", "jn", "labs", "ldexp", "ldiv", "lgamma",
    "linux", "llabs", "lldiv", "llrint", "llround", "log", "log10", "log1p", "log2", "logb",
    "long", "lrint", "lround", "main", "malloc", "max", "MAX_BLOCKS", "memchr", "memcmp",
    "memcpy", "memmove", "memset", "min", "modf", "mutable", "namespace", "NAN", "nan",
    "nearbyint", "new", "nextafter", "nexttoward", "noexcept", "norm", "norm3d", "norm4d",
    "normcdf", "normcdfinv", "not", "not_eq", "NULL", "nullptr", "nullptr_t", "offsetof", "open",
    "operator", "or", "or_eq", "override", "perror", "popc", "pow", "pow10", "printf", "private",
    "protected", "PTRDIFF_MAX", "public", "putc", "putchar", "puts", "qsort", "rand", "RAND_MAX",
    "random", "rcbrt", "read", "realloc", "register", "reinterpret_cast", "remainder", "remove",
    "remquo", "rename", "requires", "restrict", "return", "rhypot", "rindex", "rint", "rnorm",
    "rnorm3d", "round", "rsqrt", "scalb", "scalbln", "scalbn", "scanf", "scratch", "select",
    "setbuf", "short", "signbit", "signed", "significand", "sin", "sincos", "sincospi", "sinh",
    "sinpi", "SIZE_MAX", "size_t", "sizeof", "snprintf", "sprintf", "sqrt", "srand", "srandom",
    "sscanf", "ssize_t", "static", "static_assert", "static_cast", "stderr", "stdin", "stdout",
    "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strdup", "stream", "strlen", "strncmp",
    "strncpy", "strpbrk", "strspn", "strstr", "strtod", "strtof", "strtok", "strtol", "struct",
    "switch", "system", "tan", "tanh", "template", "texture", "tgamma", "this", "thread_local",
    "throw", "time", "trap", "true", "trunc", "try", "typedef", "typeid", "typename", "typeof",
    "uint16_t", "UINT32_MAX", "uint32_t", "uint64_t", "uint8_t", "umax", "umin", "union", "unix",
    "unsigned", "using", "va_arg", "va_end", "va_list", "va_start", "virtual", "void", "volatile",
    "wait", "warpSize", "wchar_t", "while", "write", "xor", "xor_eq", "y0", "y1", "yn",
};

static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (!strcmp(reserved[i], name))
            return true;
    return str_starts(name, "cuda") || str_starts(name, "atomic") || str_ends(name, "Idx")
        || str_ends(name, "Dim");
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

const char *c_spelling(const char *name)
{
    Text t = {0};
    add_part(&t, name);
    if (!t.n)
        text_char(&t, 'x');
    if (is_reserved(text_str(&t)))
        add_line(&t);
    return intern(text_str(&t));
}

const char *name_joined(const char *name, const char *suffix)
{
    Text t = {0};
    text_add(&t, name);
    add_line(&t);
    text_add(&t, suffix);
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

static const char *free_name_like(Names *n, const char *base)
{
    const char *name = base = c_spelling(base);
    for (int k = 2; is_taken(n, name); k++)
        name = name_joined(base, format("%d", k));
    names_take(n, name);
    return name;
}

const char *names_fresh(Names *n, const char *base)
{
    return free_name_like(n, name_base(base));
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
    const char *name = v->name[0] == '#' ? free_index(n)
                     : free_name_like(n, v->exact ? v->name : name_base(v->name));
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
