/* generate.c -- prints a random program: well typed, terminating, never failing.

       generate SEED [SIZE]

   The program has one entry `main` and test blocks with inputs of awkward sizes. It is
   made top down: expr(TYPE, FUEL) picks a form that gives the type and asks for the
   parts. Sizes are names (of size parameters, or of i64 variables bound before), so two
   arrays have equal sizes when the names are equal. Division, shifts and indices are
   guarded; operators of reduce and scan are associative, with their neutral elements.
   Floats stay small multiples of a half under + and -, so that any order is exact. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Chance. */

static uint64_t state;

static uint64_t next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static int pick(int n) { return (int)(next() % (uint64_t)n); }
static bool chance(int percent) { return pick(100) < percent; }
#define ONE_OF(...)                                                                      \
    ((const char *[]){ __VA_ARGS__ }[pick(sizeof(const char *[]){ __VA_ARGS__ }          \
                                          / sizeof(const char *))])

/* Text; nothing is freed, the program is short. */

static char *fmt(const char *f, ...) __attribute__((format(printf, 1, 2)));
static char *fmt(const char *f, ...)
{
    va_list ap;
    char *s;
    va_start(ap, f);
    if (vasprintf(&s, f, ap) < 0)
        abort();
    va_end(ap);
    return s;
}

static int indent;

static const char *line(void) { return fmt("\n%*s", 2 * indent, ""); }

/* In parentheses, unless it is one word or parenthesised already. */
static char *atomic(char *s)
{
    bool prefixed = s[0] == '-' || s[0] == '!';
    if (!strpbrk(s, " \n") && !prefixed)
        return s;
    int depth = 0;
    for (char *c = s; *c; c++) {
        depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
        if (depth == 0)
            return c[1] || prefixed ? fmt("(%s)", s) : s;
    }
    return s;
}

/* Types: scalars, tuples of up to four scalars, and arrays of them. */

typedef enum { I32, I64, U8, BOOL, F64, I16, U32, NBASES } Base;
static const char *const base_names[] = { "i32", "i64", "u8", "bool", "f64", "i16", "u32" };

enum { MAX_RANK = 3, MAX_PARTS = 4, MAX_NEST = 3 };

typedef struct {
    int parts;
    Base base[MAX_PARTS];
    int rank;
    const char *dim[MAX_RANK];
} Type;

static bool is_int(Base b) { return b != BOOL && b != F64; }
static Type one(Base b) { return (Type){ .parts = 1, .base = { b } }; }

static Type array_of(const char *dim, Type row)
{
    for (int i = row.rank; i > 0; i--)
        row.dim[i] = row.dim[i - 1];
    row.dim[0] = dim;
    row.rank++;
    return row;
}

static Type row_of(Type t)
{
    t.rank--;
    for (int i = 0; i < t.rank; i++)
        t.dim[i] = t.dim[i + 1];
    return t;
}

static Type scalar_of(Type t) { t.rank = 0; return t; }

static bool same_type(Type a, Type b)
{
    if (a.parts != b.parts || a.rank != b.rank)
        return false;
    for (int i = 0; i < a.parts; i++)
        if (a.base[i] != b.base[i])
            return false;
    for (int i = 0; i < a.rank; i++)
        if (strcmp(a.dim[i], b.dim[i]))
            return false;
    return true;
}

/* The parts in a list, "(a, b)", or the only one as it is. */
static char *tuple_text(char **parts, int n)
{
    char *s = parts[0];
    for (int i = 1; i < n; i++)
        s = fmt("%s, %s", s, parts[i]);
    return n > 1 ? fmt("(%s)", s) : s;
}

static char *type_text(Type t)
{
    char *parts[MAX_PARTS], *dims = "";
    for (int i = 0; i < t.parts; i++)
        parts[i] = fmt("%s", base_names[t.base[i]]);
    for (int i = 0; i < t.rank; i++)
        dims = fmt("%s[%s]", dims, t.dim[i]);
    return fmt("%s%s", dims, tuple_text(parts, t.parts));
}

static Base any_base(void)
{
    static const Base often[] = { I32, I32, I32, I32, I64, I64, I64, U8, U8, BOOL, F64, I16,
                                  U32 };
    return often[pick(sizeof often / sizeof often[0])];
}

static Type any_scalar(void)
{
    Type t = one(any_base());
    if (chance(25)) {
        t.parts = 2 + pick(3) / 2;
        t.base[1] = chance(40) ? t.base[0] : any_base();
        t.base[2] = any_base();
    }
    if (chance(4))
        t = (Type){ .parts = 4, .base = { t.base[0], t.base[0], t.base[0], t.base[0] } };
    return t;
}

/* What is in scope. */

typedef struct {
    const char *name;
    Type type;
    const char *below;         /* an index into arrays of this size, or null */
    bool fixed;                /* a size: never shadowed */
    int uses;
} Var;

enum { MAX_PARAMS = 6 };

typedef struct {
    const char *name;
    const char *dims[2];       /* its own size parameters */
    int ndims, nparams, nresults;
    Type params[MAX_PARAMS], results[3];
    bool unique[MAX_PARAMS];
    int nest;                  /* how deep its own iterations nest */
} Fun;

static Var vars[1000];
static Fun funs[100];
static const char *dims[100];
static int nvars, nfuns, ndims;
static int serial;             /* of names */
static int budget;             /* how many forms may still be used */
static int nest, max_nest;     /* iterations around the place; the most there were */

typedef struct { int nvars, nfuns, ndims; } Scope;

static Scope enter(void) { return (Scope){ nvars, nfuns, ndims }; }

static void leave(Scope s)
{
    nvars = s.nvars;
    nfuns = s.nfuns;
    ndims = s.ndims;
}

static void deeper(int by)
{
    nest += by;
    if (nest > max_nest)
        max_nest = nest;
}

static bool hidden(int v)
{
    for (int i = v + 1; i < nvars; i++)
        if (!strcmp(vars[i].name, vars[v].name))
            return true;
    return false;
}

/* A variable that satisfies `wanted`, rather a late one that is not used yet, or null. */
static const Var *find_var(bool (*wanted)(const Var *v, const void *arg), const void *arg)
{
    Var *found = NULL;
    for (int i = 0; i < nvars; i++)
        if (wanted(&vars[i], arg) && !hidden(i)
            && (!found || chance(!found->uses < !vars[i].uses ? 90
                                 : !found->uses > !vars[i].uses ? 15 : 50)))
            found = &vars[i];
    if (found)
        found->uses++;
    return found;
}

static bool has_type(const Var *v, const void *t) { return same_type(v->type, *(const Type *)t); }
static bool is_int_var(const Var *v, const void *arg)
{
    (void)arg;
    return v->type.rank == 0 && v->type.parts == 1 && is_int(v->type.base[0]);
}
static bool is_array(const Var *v, const void *dim)
{
    return v->type.rank > 0 && (!dim || !strcmp(v->type.dim[0], dim));
}
static bool is_index(const Var *v, const void *dim) { return v->below && !strcmp(v->below, dim); }

/* An array whose elements or rows have the type. */
static bool holds_type(const Var *v, const void *t)
{
    return v->type.rank > 0 && same_type(row_of(v->type), *(const Type *)t);
}

static const char *fresh(const char *stem)
{
    if (chance(6) && nvars) {
        const Var *v = &vars[pick(nvars)];
        if (!v->fixed)
            return v->name;
    }
    return fmt("%s%d", stem, ++serial);
}

static const char *bind(const char *name, Type t, const char *below)
{
    vars[nvars++] = (Var){ name, t, below, false, 0 };
    return name;
}

static const char *bind_fresh(Type t)
{
    return bind(fresh(t.rank > 2 ? "xsss" : t.rank > 1 ? "xss" : t.rank ? "xs" : "x"), t, NULL);
}

static const char *any_dim(void)
{
    return ndims == 0 || chance(5) ? ONE_OF("1", "2", "3") : dims[pick(ndims)];
}

static Type any_array(int max_rank)
{
    Type t = any_scalar();
    const Var *v = chance(45) ? find_var(is_array, NULL) : NULL;
    if (v && v->type.rank <= max_rank)
        return v->type;
    int rank = 1 + (max_rank > 1 && chance(35)) + (max_rank > 2 && chance(10));
    for (int i = 0; i < rank; i++)
        t = array_of(any_dim(), t);
    return t;
}

/* Definitions that programs use now and then. */
static const struct { const char *name, *text; } library[] = {
    { "at", "def at [n] 't (xs: [n]t) (i: i64) (none: t): t =\n"
            "  if n > 0 then xs[i % n] else none\n" },
    { "put", "def put [n] 't (xs: *[n]t) (i: i64) (x: t): *[n]t =\n"
             "  if n > 0 then xs with [i % n] = x else xs\n" },
    { "twice", "def twice 't (f: t -> t) (x: t): t = f (f x)\n" },
    { "swap", "def swap 'a 'b (x: a, y: b): (b, a) = (y, x)\n" },
    { "segmented", "def segmented 't (op: t -> t -> t)"
                   " (f: bool, x: t) (g: bool, y: t): (bool, t) =\n"
                   "  (f || g, if g then y else op x y)\n" },
    { "partition2", "def partition2 [n] 't (p: t -> bool) (xs: [n]t): [n]t =\n"
                    "  let ones = map (\\x -> i64.bool (p x)) xs\n"
                    "  let before = scan (+) 0 ones\n"
                    "  let total = reduce (+) 0 ones\n"
                    "  let places = map3 (\\i one b ->"
                    " if one == 1 then b - 1 else total + i - b)\n"
                    "                    (indices xs) ones before\n"
                    "  in scatter (copy xs) places xs\n" },
    { "digest", "def digest [n] (xs: [n]i64): i64 =\n"
                "  reduce (+) 0 (map2 (\\i x -> (i + 1) * x) (indices xs) xs)\n" },
    { "firsts", "def firsts [n] 't (k: i64) (xs: [n]t): []t = take (i64.min n (k % 5)) xs\n" },
};

static bool used[sizeof library / sizeof library[0]];

static const char *use(const char *name)
{
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++)
        if (!strcmp(library[i].name, name))
            used[i] = true;
    return name;
}

/* Expressions. */

static char *lambda(const Type *params, const char *const *below, int n, Type result, int fuel);
static char *expr(Type t, int fuel);
static char *block(Type t, int fuel);
static char *atom(Type t, int fuel) { return atomic(expr(t, fuel)); }

static char *literal(Base b)
{
    switch (b) {
    case BOOL: return fmt("%s", ONE_OF("true", "false"));
    case F64: return fmt("%d%sf64", pick(8), ONE_OF(".0", ".5", ""));
    case U8: case U32: return fmt("%d%s", pick(12), base_names[b]);
    default:
        if (chance(20))
            return fmt("(-%d%s)", 1 + pick(9), base_names[b]);
        return fmt("%d%s", pick(12), base_names[b]);
    }
}

/* An element or a row of a variable, or null; guarded unless the index is known. */
static char *indexed(Type t, int fuel)
{
    const Var *xs = find_var(holds_type, &t);
    if (!xs)
        return NULL;
    const char *dim = xs->type.dim[0], *name = xs->name;
    const Var *i = find_var(is_index, dim);
    if (i && chance(60))
        return fmt("%s[%s]", name, i->name);
    if (dim[0] >= '0' && dim[0] <= '9')
        return fmt("%s[%d]", name, pick(atoi(dim)));
    char *at = atom(one(I64), fuel), *none = atom(t, 0);
    switch (pick(5)) {
    case 0: return fmt("%s %s %s %s", use("at"), name, at, none);
    case 1: return fmt("if %s > 0 then %s %s else %s", dim, ONE_OF("head", "last"), name, none);
    default: return fmt("if %s > 0 then %s[%s %% %s] else %s", dim, name, at, dim, none);
    }
}

/* The name or pattern of a parameter; its variables come into scope. Only one parameter
   of a function may shadow, so that no name stands twice. An array that goes into an array
   is given its type: through branches, Futhark may lose a size that it has to infer. */
static char *param(Type t, const char *below, bool shadow, bool typed)
{
    char *parts[MAX_PARTS];
    if (t.rank == 0 && t.parts > 1) {
        for (int i = 0; i < t.parts; i++)
            parts[i] = fmt("%s", bind(fmt("x%d", ++serial), one(t.base[i]), NULL));
        return tuple_text(parts, t.parts);
    }
    const char *stem = below ? "j" : t.rank ? "xs" : "x";
    const char *name = bind(shadow ? fresh(stem) : fmt("%s%d", stem, ++serial), t, below);
    return typed || chance(30) ? fmt("(%s: %s)", name, type_text(t)) : fmt("%s", name);
}

/* (\x y -> e); parameter i is an index where below[i] says so. */
static char *lambda(const Type *params, const char *const *below, int n, Type result, int fuel)
{
    Scope s = enter();
    char *text = "";
    for (int i = 0; i < n; i++)
        text = fmt("%s%s ", text, param(params[i], below ? below[i] : NULL, i == 0,
                                       params[i].rank > 0 && result.rank > 0));
    indent += 2;
    deeper(1);
    bool big = budget > 8 && fuel > 1 && chance(40);
    char *body = big ? fmt("%s%s", line(), block(result, fuel - 1)) : expr(result, fuel - 1);
    deeper(-1);
    indent -= 2;
    leave(s);
    return fmt("(\\%s->%s%s)", text, big ? "" : " ", body);
}

/* Operators of reduce and scan. */

typedef struct { char *op, *neutral; bool commutes; } Operator;

static Operator operator_on_base(Base b)
{
    const char *t = base_names[b];
    char *zero = fmt("0%s", t);
    Type type = one(b);
    const Var *c = find_var(has_type, &type);
    const char *x = fmt("a%d", ++serial), *y = fmt("b%d", serial);
    bool spelled = chance(30);
#define BINARY(op) (spelled ? fmt("(\\%s %s -> %s %s %s)", x, y, x, op, y) : fmt("(%s)", op))
    if (b == BOOL)
        switch (pick(3)) {
        case 0: return (Operator){ BINARY("&&"), "true", true };
        case 1: return (Operator){ BINARY("||"), "false", true };
        default: return (Operator){ BINARY("!="), "false", true };
        }
    if (c && chance(20))
        return (Operator){ fmt("(\\%s %s -> %s + %s + %s)", x, y, x, y, c->name),
                           fmt("(-%s)", c->name), true };
    if (c && chance(20))
        return (Operator){ fmt("(\\%s %s -> if %s == %s then %s else %s)", x, y, x, c->name, y, x),
                           fmt("%s", c->name), false };
    switch (pick(b == F64 ? 5 : 9)) {
    case 0: return (Operator){ BINARY("+"), zero, true };
    case 1: return (Operator){ fmt("%s.max", t), fmt("%s.lowest", t), true };
    case 2: return (Operator){ fmt("%s.min", t), fmt("%s.highest", t), true };
    case 3: return (Operator){ fmt("(\\%s %s -> if %s == 0 then %s else %s)", x, y, x, y, x),
                               zero, false };
    case 4: return (Operator){ fmt("(\\%s %s -> if %s == 0 then %s else %s)", x, y, y, x, y),
                               zero, false };
    case 5: return (Operator){ BINARY("*"), fmt("1%s", t), true };
    case 6: return (Operator){ BINARY("|"), zero, true };
    case 7: return (Operator){ BINARY("^"), zero, true };
    default: return (Operator){ BINARY("&"), fmt("(!%s)", zero), true };
    }
}

static Operator operator_on_parts(Type t)
{
    Operator ops[MAX_PARTS];
    char *xs[MAX_PARTS], *ys[MAX_PARTS], *zs[MAX_PARTS], *neutral[MAX_PARTS];
    bool commutes = true;
    ++serial;
    for (int i = 0; i < t.parts; i++) {
        int n = serial;
        ops[i] = operator_on_base(t.base[i]);
        xs[i] = fmt("p%d_%d", n, i);
        ys[i] = fmt("q%d_%d", n, i);
        zs[i] = fmt("%s %s %s", ops[i].op, xs[i], ys[i]);
        neutral[i] = ops[i].neutral;
        commutes &= ops[i].commutes;
    }
    return (Operator){ fmt("(\\%s %s -> %s)", tuple_text(xs, t.parts), tuple_text(ys, t.parts),
                           tuple_text(zs, t.parts)),
                       tuple_text(neutral, t.parts), commutes };
}

static Operator operator_on(Type t)
{
    if (t.rank > 0) {
        Operator o = operator_on(row_of(t));
        return (Operator){ chance(50) ? fmt("(map2 %s)", o.op)
                                      : fmt("(\\r s -> map2 %s r s)", o.op),
                           fmt("(replicate %s %s)", t.dim[0], o.neutral), o.commutes };
    }
    if (t.parts == 1)
        return operator_on_base(t.base[0]);
    Base a = t.base[0], b = t.base[1];
    const char *ta = base_names[a], *tb = base_names[b];
    if (t.parts == 2 && a == BOOL && chance(60)) {
        Operator o = operator_on_base(b);
        return (Operator){ fmt("(%s %s)", use("segmented"), o.op),
                           fmt("(false, %s)", o.neutral), false };
    }
    if (t.parts == 2 && a == b && is_int(a) && chance(60))       /* x -> a*x + b, composed */
        return (Operator){ "(\\(a, b) (c, d) -> (a * c, c * b + d))",
                           fmt("(1%s, 0%s)", ta, ta), false };
    if (t.parts == 2 && a != BOOL && is_int(b) && chance(60))    /* the largest, leftmost */
        return (Operator){ "(\\(x, i) (y, j) -> if x > y || (x == y && i <= j)"
                           " then (x, i) else (y, j))",
                           fmt("(%s.lowest, %s.highest)", ta, tb), true };
    if (t.parts == 4 && is_int(a) && chance(80))                 /* matrices */
        return (Operator){ "(\\(a, b, c, d) (e, f, g, h) ->"
                           " (a*e + b*g, a*f + b*h, c*e + d*g, c*f + d*h))",
                           fmt("(1%s, 0%s, 0%s, 1%s)", ta, ta, ta, ta), false };
    return operator_on_parts(t);
}

/* Scalars. */

static char *comparison(int fuel)
{
    Base b = chance(20) ? F64 : chance(50) ? I32 : I64;
    const char *op = ONE_OF("==", "!=", "<", "<=", ">", ">=");
    char *x = atom(one(b), fuel), *y = atom(one(b), fuel);
    return fmt("%s %s %s", x, op, y);
}

static char *condition(int fuel)
{
    char *x, *y;
    switch (pick(4)) {
    case 0:
        x = atom(one(BOOL), fuel), y = atom(one(BOOL), fuel);
        return fmt("%s %s %s", x, ONE_OF("&&", "||", "==", "!="), y);
    case 1: return fmt("!%s", atom(one(BOOL), fuel));
    default: return comparison(fuel);
    }
}

static char *arithmetic(Base b, int fuel)
{
    const char *t = base_names[b];
    if (b == BOOL)
        return condition(fuel);
    char *x = atom(one(b), fuel), *y = chance(30) ? literal(b) : atom(one(b), fuel);
    if (b == F64)
        switch (pick(5)) {
        case 0: return fmt("%s %s %s", x, ONE_OF("+", "-"), y);
        case 1: return fmt("f64.%s %s %s", ONE_OF("max", "min"), x, y);
        case 2: return fmt("f64.abs %s", x);
        case 3: return fmt("f64.floor %s", x);
        default: return fmt("%s %s %s", x, ONE_OF("+", "-"), y);
        }
    switch (pick(10)) {
    case 0: return fmt("%s %s ((%s & 7) + 1)", x, ONE_OF("/", "%", "//", "%%"), y);
    case 1: return fmt("%s %s (%s & 7)", x, ONE_OF("<<", ">>"), y);
    case 2: return fmt("%s %s %s", x, ONE_OF("&", "|", "^"), y);
    case 3: return fmt("%s.%s %s %s", t, ONE_OF("max", "min"), x, y);
    case 4: return fmt("-%s", x);
    case 5: return fmt("%s.%s %s", t, ONE_OF("abs", "sgn"), x);
    default: return fmt("%s %s %s", x, ONE_OF("+", "-", "*"), y);
    }
}

/* From a value of another type. */
static char *converted(Base b, int fuel)
{
    Base from = any_base();
    if (b == F64)
        return fmt("f64.i32 (%s %% 16)", atom(one(I32), fuel));
    if (b == BOOL)
        return fmt("bool.i32 (%s & 1)", atom(one(I32), fuel));
    if (from == F64)
        return fmt("%s.f64 (f64.max 0 (f64.min 99 %s))", base_names[b], atom(one(F64), fuel));
    return fmt("%s.%s %s", base_names[b], base_names[from], atom(one(from), fuel));
}

/* The pattern of a loop's variable. Where branches or other loops in the body could make
   Futhark take its sizes for unknown ones, the type stands there as well. */
static char *loop_pattern(const char *name, Type t, const char *body)
{
    bool plain = t.rank == 0 || (t.rank == 1 && !(strstr(body, "if ") || strstr(body, "loop ")
                                                  || strchr(body, ':')));
    return fmt(plain && chance(70) ? "%s" : "(%s: %s)", name, type_text(t));
}

static char *loop(Type t, int fuel)
{
    Scope s = enter();
    const char *form = ONE_OF("for", "for", "dim", "in", "while", "while"), *dim = any_dim();
    char *start = atom(t, fuel - 1), *bound = atom(one(I64), fuel - 1), *array = NULL, *head;
    Type xs = array_of(dim, any_scalar());
    if (!strcmp(form, "in"))
        array = atom(xs, fuel - 1);
    const char *i = fmt("j%d", ++serial), *acc = t.rank == 0 && t.parts > 1
        ? param(t, NULL, false, false) : bind(fresh("acc"), t, NULL);
    deeper(1);
    bool counted = !strcmp(form, "while");
    if (!strcmp(form, "for")) {
        head = fmt("for %s < %s %% 4", i, bound);
        bind(i, one(I64), NULL);
    } else if (!strcmp(form, "dim")) {
        head = fmt("for %s < %s", i, dim);
        bind(i, one(I64), dim);
    } else if (array) {
        head = fmt("for %s in %s", param(row_of(xs), NULL, false, false), array);
    } else {
        bind(i, one(I32), NULL);
        char *go = atom(one(BOOL), fuel - 1);
        head = fmt("while %s < %d && %s", i, 1 + pick(4), go);
    }
    indent += 1;
    char *body = fuel > 1 && budget > 8 && chance(30) ? block(t, fuel - 1) : expr(t, fuel - 1);
    char *pattern = loop_pattern(acc, t, body), *text;
    if (counted)
        text = fmt("(loop (%s, %s) = (%s, 0i32) %s do%s(%s, %s + 1)).0", pattern, i, start, head,
                   line(), body, i);
    else
        text = fmt("loop %s = %s %s do%s%s", pattern, start, head, line(), body);
    indent -= 1;
    deeper(-1);
    leave(s);
    return text;
}

/* A call of a function that gives the type, or null. */
static char *call(Type t, int fuel)
{
    int at[100], n = 0;
    for (int i = 0; i < nfuns; i++) {
        const Fun *f = &funs[i];
        if (f->nresults == 1 && f->results[0].parts == t.parts && f->results[0].rank == t.rank
            && nest + f->nest <= MAX_NEST + 1)
            at[n++] = i;
    }
    if (n == 0)
        return NULL;
    const Fun *f = &funs[at[pick(n)]];
    Type r = f->results[0];
    const char *actual[2] = { NULL, NULL };
    for (int i = 0; i < r.rank; i++)
        for (int d = 0; d < f->ndims; d++)
            if (!strcmp(r.dim[i], f->dims[d])) {
                if (actual[d] && strcmp(actual[d], t.dim[i]))
                    return NULL;
                actual[d] = r.dim[i] = t.dim[i];
                break;
            }
    if (!same_type(r, t))
        return NULL;
    char *text = fmt("%s", f->name);
    for (int p = 0; p < f->nparams; p++) {
        Type type = f->params[p];
        for (int i = 0; i < type.rank; i++)
            for (int d = 0; d < f->ndims; d++)
                if (!strcmp(type.dim[i], f->dims[d])) {
                    if (!actual[d])
                        actual[d] = any_dim();
                    type.dim[i] = actual[d];
                    break;
                }
        char *arg = atom(type, fuel - 1);
        text = fmt("%s %s", text, f->unique[p] ? fmt("(copy %s)", arg) : arg);
    }
    deeper(f->nest);
    deeper(-f->nest);
    return text;
}

static char *reduction(Type t, int fuel)
{
    Operator o = operator_on(t);
    const char *name = o.commutes && chance(40) ? "reduce_comm" : "reduce";
    deeper(1);
    deeper(-1);
    char *xs = atom(array_of(any_dim(), t), fuel - 1);
    if (chance(30))
        return fmt("%s |> %s %s %s", xs, name, o.op, o.neutral);
    if (chance(10) && t.rank == 0)
        return fmt("%s %s %s (%s %s %s)", name, o.op, o.neutral, use("firsts"),
                   atom(one(I64), 1), xs);
    return fmt("%s %s %s %s", name, o.op, o.neutral, xs);
}

static char *choice(Type t, int fuel)
{
    char *c = expr(one(BOOL), fuel - 1), *x = expr(t, fuel - 1), *y = expr(t, fuel - 1);
    indent += 1;
    const char *sep = strlen(x) + strlen(y) > 40 ? line() : " ";
    indent -= 1;
    return fmt("if %s%sthen %s%selse %s", c, sep, x, sep, y);
}

static char *simple_scalar(Base b)
{
    Type t = one(b);
    const Var *v = find_var(has_type, &t);
    if (v && chance(88))
        return fmt("%s", v->name);
    v = find_var(is_int_var, NULL);
    if (!v || chance(20))
        return literal(b);
    const char *from = base_names[v->type.base[0]];
    switch (b) {
    case BOOL: return fmt("(%s %s %d)", v->name, ONE_OF("==", "<", ">", "!="), pick(6));
    case F64: return fmt("(f64.%s (%s & 15))", from, v->name);
    default: return fmt("(%s.%s %s)", base_names[b], from, v->name);
    }
}

static char *scalar(Base b, int fuel)
{
    Type t = one(b);
    char *s = NULL;
    if (fuel <= 0 || budget <= 0 || chance(20))
        return simple_scalar(b);
    budget--;
    switch (pick(18)) {
    case 0: case 1: case 2: case 3: return arithmetic(b, fuel - 1);
    case 4: return choice(t, fuel);
    case 5: return converted(b, fuel - 1);
    case 6: case 7: case 8: s = indexed(t, fuel - 1); break;
    case 9: case 10: case 11: if (nest < MAX_NEST) return reduction(t, fuel); break;
    case 12: if (nest < MAX_NEST) return loop(t, fuel); break;
    case 13: s = call(t, fuel); break;
    case 14: if (fuel > 1) return fmt("(%s)", block(t, fuel - 1)); break;
    case 15: {
        Type pair = t;
        pair.parts = 2;
        pair.base[1] = any_base();
        return fmt("%s.0", atomic(fmt("(%s)", expr(pair, fuel - 1))));
    }
    case 16: {
        Type from = one(any_base());
        if (chance(50))
            return fmt("%s |> %s", atom(from, fuel - 1), lambda(&from, NULL, 1, t, fuel - 1));
        return fmt("%s %s %s", use("twice"), lambda(&t, NULL, 1, t, fuel - 1), atom(t, fuel - 1));
    }
    default: {
        const Var *xs = b == I64 ? find_var(holds_type, &(Type){ .parts = 1 }) : NULL;
        if (xs)
            return fmt("length %s", xs->name);
    }
    }
    return s ? s : arithmetic(b, fuel - 1);
}

static char *tuple(Type t, int fuel)
{
    const Var *v = find_var(has_type, &t);
    char *s = NULL, *parts[MAX_PARTS];
    if (v && chance(40))
        return fmt("%s", v->name);
    if (fuel > 0 && budget > 0) {
        budget--;
        switch (pick(9)) {
        case 0: s = indexed(t, fuel - 1); break;
        case 1: case 2: if (nest < MAX_NEST) s = reduction(t, fuel); break;
        case 3: s = choice(t, fuel); break;
        case 4: if (nest < MAX_NEST) s = loop(t, fuel); break;
        case 5: s = call(t, fuel); break;
        case 6: if (fuel > 1) s = fmt("(%s)", block(t, fuel - 1)); break;
        case 7: if (t.parts == 2) {
            Type other = { .parts = 2, .base = { t.base[1], t.base[0] } };
            s = fmt("%s %s", use("swap"), atom(other, fuel - 1));
        }
        }
        if (s)
            return s;
    }
    for (int i = 0; i < t.parts; i++)
        parts[i] = expr(one(t.base[i]), fuel - 1);
    return tuple_text(parts, t.parts);
}

/* Arrays. */

static char *simple_array(Type t)
{
    const Var *any;
    const Var *v = find_var(has_type, &t);
    if (v && chance(90))
        return fmt("%s", v->name);
    if (t.rank == 1 && t.parts == 1 && t.base[0] == I64 && chance(70))
        return fmt("iota %s", t.dim[0]);
    if (t.rank == 1 && t.parts == 1 && is_int(t.base[0]) && t.base[0] != I64 && chance(70))
        return fmt("map %s.i64 (iota %s)", base_names[t.base[0]], t.dim[0]);
    if (nest < MAX_NEST && chance(70) && (any = find_var(is_array, t.dim[0]))) {
        Type from = row_of(any->type);
        return fmt("map %s %s", lambda(&from, NULL, 1, row_of(t), 0), any->name);
    }
    return fmt("replicate %s %s", t.dim[0], atom(row_of(t), 0));
}

/* A function for map from one scalar to another, in one of the short notations; or null. */
static char *section(Type from, Type to)
{
    if (from.rank || to.rank || from.parts != 1 || !same_type(from, to) || !is_int(to.base[0]))
        return NULL;
    Base b = to.base[0];
    const char *t = base_names[b];
    char *x = atom(to, 0);
    switch (pick(6)) {
    case 0: return fmt("(%s %s)", ONE_OF("+", "*", "&", "^"), x);
    case 1: return fmt("(%s %s)", x, ONE_OF("-", "+", "*", "|"));
    case 2: return fmt("%s.%s", t, ONE_OF("abs", "sgn"));
    case 3: return fmt("(%s.%s %s)", t, ONE_OF("max", "min"), x);
    case 4: return fmt("((+ %s) >-> %s.abs)", x, t);
    default: return fmt("(`%s.%s` %s)", t, ONE_OF("max", "min"), x);
    }
}

static char *mapping(Type t, int fuel)
{
    const char *dim = t.dim[0];
    int n = 1 + chance(40) + chance(15);
    Type params[3];
    const char *below[3] = { NULL, NULL, NULL };
    char *args[3], *all = "";
    for (int i = 0; i < n; i++) {
        bool index = chance(20);
        params[i] = index ? one(I64) : any_scalar();
        if (!index && chance(30) && nest < MAX_NEST - 1)
            params[i] = array_of(any_dim(), params[i]);
        const Var *v = NULL;
        for (int j = 0; j < nvars && !index; j++)      /* an array of this size, if there is one */
            if (vars[j].type.rank && !strcmp(vars[j].type.dim[0], dim) && !hidden(j) && chance(40))
                v = &vars[j];
        if (v)
            params[i] = row_of(v->type);
        below[i] = index ? dim : NULL;
        args[i] = index ? fmt("(iota %s)", dim)
                  : v ? fmt("%s", v->name) : atom(array_of(dim, params[i]), fuel - 2);
        all = fmt("%s %s", all, args[i]);
    }
    if (n == 1 && !below[0]) {
        char *f = section(params[0], row_of(t));
        if (f && chance(60))
            return chance(40) ? fmt("%s |> map %s", args[0], f) : fmt("map %s %s", f, args[0]);
    }
    char *f = lambda(params, below, n, row_of(t), fuel - 1);
    if (n == 1 && below[0] && chance(50))
        return fmt("tabulate %s %s", dim, f);
    if (n == 2 && chance(30)) {
        /* "(\x y ->" becomes "(\(x, y) ->" where the parameters are plain */
        char *x = strchr(f, '\\') + 1, *arrow = strstr(f, " ->");
        char *params_text = strndup(x, (size_t)(arrow - x));
        if (!strpbrk(params_text, "(:") && strchr(params_text, ' ')) {
            char *space = strchr(params_text, ' ');
            return fmt("map (\\(%.*s, %s)%s (zip%s)", (int)(space - params_text), params_text,
                       space + 1, arrow, all);
        }
    }
    return n == 1 && chance(20) ? fmt("%s |> map %s", args[0], f)
                                : fmt("map%s %s%s", n == 1 ? "" : n == 2 ? "2" : "3", f, all);
}

/* Indices for a scatter over `from` elements into `to`: none twice, some outside. */
static char *places(const char *from, const char *to)
{
    switch (pick(5)) {
    case 0: return fmt("(map (\\i -> %s - 1 - i) (iota %s))", to, from);
    case 1: return fmt("(map (\\i -> i * %d + %d) (iota %s))", 1 + pick(3), pick(4) - 1, from);
    case 2: return fmt("(map (\\i -> if i %% %d == %d then i else -1) (iota %s))", 2 + pick(2),
                       pick(2), from);
    case 3: return strcmp(from, to) ? fmt("(iota %s)", from)
                                    : fmt("(rotate %d (iota %s))", pick(5), from);
    default: return fmt("(iota %s)", from);
    }
}

/* Updates in place on a copy. */
static char *updated(Type t, int fuel)
{
    const char *dim = t.dim[0], *i = fmt("j%d", ++serial);
    char *start = atom(t, fuel - 1), *x;
    Type row = row_of(t);
    Scope s = enter();
    const char *ys = fmt("ys%d", ++serial);
    switch (pick(4)) {
    case 0:
        return fmt("%s (copy %s) %s %s", use("put"), start, atom(one(I64), fuel - 2),
                   atom(row, fuel - 2));
    case 1: {
        const char *from = any_dim();
        char *is = places(from, dim);
        return fmt("scatter (copy %s) %s %s", start, is, atom(array_of(from, row), fuel - 2));
    }
    case 2: {
        char *at = atom(one(I64), fuel - 2);
        x = expr(row, fuel - 2);
        return fmt("(let %s = %s in if %s > 0 then copy %s with [%s %% %s] = %s else %s)", ys,
                   start, dim, ys, at, dim, atomic(row.rank ? fmt("copy %s", atomic(x)) : x), ys);
    }
    default:
        bind(i, one(I64), dim);
        if (row.rank == 0)
            bind(ys, t, NULL);
        deeper(1);
        x = expr(row, fuel - 1);
        deeper(-1);
        leave(s);
        return fmt("loop %s = copy %s for %s < %s do %s with [%s] = %s", ys, start, i, dim, ys, i,
                   atomic(row.rank ? fmt("copy %s", atomic(x)) : x));
    }
}

/* Rearranged, cut and glued. */
static char *rearranged(Type t, int fuel)
{
    const char *dim = t.dim[0], *other;
    Type u = t;
    if (t.rank > 1 && chance(60)) {
        u.dim[0] = t.dim[1];
        u.dim[1] = t.dim[0];
        return fmt("transpose %s", atom(u, fuel - 1));
    }
    if (t.rank == 3 && chance(60)) {
        u.dim[1] = t.dim[2];
        u.dim[2] = t.dim[1];
        return fmt("map transpose %s", atom(u, fuel - 1));
    }
    switch (pick(6)) {
    case 0: return fmt("reverse %s", atom(t, fuel - 1));
    case 1: return fmt("rotate %s %s", atom(one(I64), fuel - 2), atom(t, fuel - 1));
    case 2:
        other = any_dim();
        return fmt("take %s (%s ++ %s)", dim, atom(t, fuel - 1),
                   atom(array_of(other, row_of(t)), fuel - 1));
    case 3:
        other = any_dim();
        u = array_of(other, row_of(t));
        return fmt("drop %s (concat %s %s) :> %s", other, atom(u, fuel - 1), atom(t, fuel - 1),
                   type_text(t));
    case 4:
        if (t.rank > 1) {
            Type in = array_of(t.dim[0], any_scalar()), row = t;
            in = array_of(t.dim[0], scalar_of(in));
            in = scalar_of(in);
            Type from = in;
            for (int i = 1; i >= 0; i--)
                in = array_of(t.dim[i], in);
            for (row = t; row.rank > t.rank - 2;)
                row = row_of(row);
            return fmt("unflatten (map %s (flatten %s))", lambda(&from, NULL, 1, row, fuel - 1),
                       atom(in, fuel - 1));
        }
        /* fallthrough */
    default:
        if (t.rank == 1) {
            Type in = scalar_of(t);
            return fmt("%s %s %s", use("partition2"), lambda(&in, NULL, 1, one(BOOL), fuel - 1),
                       atom(t, fuel - 1));
        }
        return fmt("rotate 1 %s", atom(t, fuel - 1));
    }
}

/* An array of tuples from arrays, or an array out of one. */
static char *zipped(Type t, int fuel)
{
    char *text = "";
    if (t.parts > 1 && t.parts < 4) {
        for (int i = 0; i < t.parts; i++) {
            Type u = t;
            u.parts = 1;
            u.base[0] = t.base[i];
            if (u.rank > 1)
                return NULL;
            text = fmt("%s %s", text, atom(u, fuel - 1));
        }
        return fmt("zip%s%s", t.parts == 3 ? "3" : "", text);
    }
    if (t.parts > 1 || t.rank > 1)
        return NULL;
    Type pairs = t;
    pairs.parts = 2;
    pairs.base[1] = any_base();
    return chance(50) ? fmt("(unzip %s).0", atom(pairs, fuel - 1))
                      : fmt("map (.0) %s", atom(pairs, fuel - 1));
}

static char *array(Type t, int fuel)
{
    const Var *v = find_var(has_type, &t);
    char *s = NULL;
    if (fuel <= 0 || budget <= 0 || nest >= MAX_NEST || (v && chance(25)))
        return simple_array(t);
    budget--;
    switch (pick(20)) {
    case 0: case 1: case 2: case 3: case 4: case 5: return mapping(t, fuel);
    case 6: case 7: case 8: {
        Operator o = operator_on(row_of(t));
        return fmt("scan %s %s %s", o.op, o.neutral, atom(t, fuel - 1));
    }
    case 9: return fmt("replicate %s %s", t.dim[0], atom(row_of(t), fuel - 1));
    case 10: return choice(t, fuel);
    case 11: return loop(t, fuel);
    case 12: case 13: return updated(t, fuel);
    case 14: case 15: return rearranged(t, fuel);
    case 16: s = indexed(t, fuel - 1); break;
    case 17: if (t.rank < MAX_RANK) return reduction(t, fuel); break;
    case 18: if (fuel > 1) return fmt("(%s)", block(t, fuel - 1)); break;
    default: s = chance(50) ? zipped(t, fuel) : call(t, fuel);
    }
    if (!s && t.rank == 2 && chance(30)) {
        Type ij[] = { one(I64), one(I64) };
        const char *below[] = { t.dim[0], t.dim[1] };
        deeper(1);
        s = fmt("tabulate_2d %s %s %s", t.dim[0], t.dim[1],
                lambda(ij, below, 2, scalar_of(t), fuel - 1));
        deeper(-1);
    }
    return s ? s : mapping(t, fuel);
}

static char *expr(Type t, int fuel)
{
    return t.rank ? array(t, fuel) : t.parts > 1 ? tuple(t, fuel) : scalar(t.base[0], fuel);
}

/* Bindings. */

static Type any_type(int max_rank) { return chance(50) ? any_scalar() : any_array(max_rank); }

/* let (a, b) = ... for two values at once. */
static char *two_at_once(int fuel)
{
    Type t = any_type(2), u = any_type(2);
    const char *a = fmt("a%d", ++serial), *b = fmt("b%d", serial), *i = fmt("j%d", serial);
    char *x = expr(t, fuel - 1), *y = expr(u, fuel - 1);
    char *text;
    if (chance(50)) {
        char *c = expr(one(BOOL), fuel - 1), *z = expr(t, fuel - 1), *w = expr(u, fuel - 1);
        text = fmt("let (%s, %s) = if %s then (%s, %s) else (%s, %s)", a, b, c, x, y, z, w);
    } else {
        Scope s = enter();
        bool swap = same_type(t, u) && chance(60);
        char *n = atom(one(I64), fuel - 1);
        bind(a, t, NULL);
        bind(b, u, NULL);
        bind(i, one(I64), NULL);
        deeper(1);
        char *z = expr(t, fuel - 1), *w = expr(u, fuel - 1);
        deeper(-1);
        leave(s);
        text = fmt("let (%s, %s) = loop (%s: %s, %s: %s) = (%s, %s) for %s < %s %% 4 do (%s, %s)",
                   a, b, a, type_text(t), b, type_text(u), x, y, i, n, swap ? b : z, swap ? a : w);
    }
    bind(a, t, NULL);
    bind(b, u, NULL);
    return text;
}

static char *local_function(int fuel)
{
    Fun f = { .name = fmt("fn%d", ++serial), .nparams = 1 + pick(2), .nresults = 1 };
    f.results[0] = any_type(2);
    char *params = "";
    Scope s = enter();
    for (int i = 0; i < f.nparams; i++) {
        const char *name = fmt("%s%d", ONE_OF("p", "q", "r"), ++serial);
        f.params[i] = any_type(2);
        bind(name, f.params[i], NULL);
        params = fmt("%s (%s: %s)", params, name, type_text(f.params[i]));
    }
    int outside = nest, most = max_nest;
    max_nest = nest;
    indent += 1;
    char *body = expr(f.results[0], fuel - 1);
    if (f.results[0].rank)
        body = fmt("copy %s", atomic(body));    /* it must not alias a variable outside */
    indent -= 1;
    f.nest = max_nest - outside;
    max_nest = max_nest > most ? max_nest : most;
    leave(s);
    funs[nfuns++] = f;
    return fmt("let %s%s%s =%s  %s", f.name, params,
               chance(50) ? fmt(": %s", type_text(f.results[0])) : "", line(), body);
}

static char *binding(int fuel)
{
    char *e;
    Type t;
    switch (pick(14)) {
    case 0: case 1: case 2:
        t = any_scalar();
        e = expr(t, fuel);
        return fmt("let %s = %s", t.parts > 1 && chance(70) ? param(t, NULL, true, false)
                                                            : bind_fresh(t), e);
    case 3: case 4: case 5: case 6:
        t = any_array(3);
        e = expr(t, fuel);
        if (chance(30))
            return fmt("let %s: %s = %s", bind_fresh(t), type_text(t), e);
        return fmt("let %s = %s", bind_fresh(t), e);
    case 7: {
        t = array_of(any_dim(), any_scalar());
        t.parts = 2 + pick(2);
        t.base[1] = any_base();
        t.base[2] = any_base();
        e = atom(t, fuel);
        char *parts[MAX_PARTS];
        int n = t.parts;
        for (int i = 0; i < n; i++) {
            t.parts = 1;
            Base b = t.base[i];
            Type part = t;
            part.base[0] = b;
            parts[i] = fmt("%s", bind(fmt("us%d", ++serial), part, NULL));
        }
        return fmt("let %s = unzip%s %s", tuple_text(parts, n), n == 3 ? "3" : "", e);
    }
    case 8: case 9: {                                   /* a size */
        const char *k = fmt("k%d", ++serial);
        char *of = atom(one(I64), fuel - 1);
        bind(k, one(I64), NULL);
        vars[nvars - 1].fixed = true;
        dims[ndims++] = k;
        return fmt("let %s = %s %% %d", k, of, 2 + pick(5));
    }
    case 10: return local_function(fuel);
    case 11: {                                          /* an existential size */
        t = array_of(any_dim(), any_scalar());
        const char *xs = fmt("xs%d", ++serial), *k = fmt("k%d", serial);
        e = fmt("%s %s %s", use("firsts"), atom(one(I64), 1), atom(t, fuel - 1));
        t.dim[0] = k;
        dims[ndims++] = k;
        bind(k, one(I64), NULL);
        vars[nvars - 1].fixed = true;
        bind(xs, t, NULL);
        return fmt("let [%s] (%s: %s) = %s", k, xs, type_text(t), e);
    }
    default: return two_at_once(fuel);
    }
}

/* An i64 that depends on the whole value. */
static char *digest(const Var *v)
{
    Type t = v->type;
    char *parts[MAX_PARTS], *sum = "", *x;
    int uses = 0, n = t.parts > 1 ? pick(t.parts) : 0;
    for (int i = 0; i < t.parts; i++)
        parts[i] = n == i || chance(60) ? fmt("z%d", i) : "_";
    for (int i = 0; i < t.parts; i++) {
        if (parts[i][0] == '_')
            continue;
        x = t.base[i] == F64 ? fmt("i64.bool (%s > 1)", parts[i])
                             : fmt("i64.%s %s", base_names[t.base[i]], parts[i]);
        sum = uses++ ? fmt("%s - %s", sum, x) : x;
    }
    char *pattern = tuple_text(parts, t.parts);
    if (t.rank == 0)
        return fmt("(let %s = %s in %s)", pattern, v->name, sum);
    char *array = fmt("%s", v->name);
    for (int i = 1; i < t.rank; i++)
        array = fmt("(flatten %s)", array);
    deeper(1);
    deeper(-1);
    return fmt("%s (map (\\%s -> %s) %s)", use("digest"), pattern, sum, array);
}

/* All that was bound since, and is not used yet, as part of one i64. */
static char *leftovers(Scope since, char *sum)
{
    for (int i = since.nvars; i < nvars; i++)
        if (!vars[i].uses && !hidden(i))
            sum = fmt("%s %s %s", sum, ONE_OF("+", "^", "*"), atomic(digest(&vars[i])));
    return sum;
}

static char *block(Type t, int fuel)
{
    Scope s = enter();
    char *text = "";
    int n = 1 + pick(3);
    for (int i = 0; i < n; i++)
        text = fmt("%s%s%s", text, binding(fuel), line());
    char *result = expr(t, fuel);
    if (t.rank == 0 && t.parts == 1 && is_int(t.base[0]) && nest < MAX_NEST && chance(70)) {
        char *more = leftovers(s, "");
        if (more[0])
            result = fmt("%s + %s.i64 (1%s)", atomic(result), base_names[t.base[0]], more);
    }
    leave(s);
    return fmt("%sin %s", text, result);
}

/* Definitions and the program. */

static FILE *out;          /* the definitions */

/* Only scalars in the parts: what an entry point may take and give. */
static Type entry_type(int max_rank)
{
    Type t = any_type(max_rank);
    t.parts = 1;
    return t;
}

static Fun definition(const char *name, int nd, int nresults, int size, bool entry)
{
    Fun f = { .name = name, .ndims = nd, .nresults = nresults };
    char *head = fmt("%s", name), *results[3];
    nvars = ndims = nest = max_nest = 0;
    indent = 1;
    budget = size;
    for (int i = 0; i < nd; i++) {
        dims[ndims++] = f.dims[i] = i ? "m" : "n";
        bind(f.dims[i], one(I64), NULL);
        vars[nvars - 1].fixed = true;
        head = fmt("%s [%s]", head, f.dims[i]);
    }
    f.nparams = nd + 1 + pick(3);
    for (int i = 0; i < f.nparams; i++) {
        Type t = entry ? entry_type(2) : any_type(2);
        if (i < nd)
            t = array_of(f.dims[i], scalar_of(t));
        f.params[i] = t;
        f.unique[i] = !entry && t.rank && chance(15);
        const char *p = bind(fmt("%s%d", t.rank > 1 ? "xss" : t.rank ? "xs" : "x", ++serial), t,
                             NULL);
        head = fmt("%s (%s: %s%s)", head, p, f.unique[i] ? "*" : "", type_text(t));
    }
    for (int i = 0; i < nresults; i++)
        f.results[i] = entry ? entry_type(2) : any_type(2);
    if (entry)
        f.results[nresults - 1] = one(I64);     /* what is used nowhere else goes in here */
    char *body = "";
    for (int i = 0; i < nresults; i++)
        results[i] = type_text(f.results[i]);
    head = fmt("%s: %s =%s", head, tuple_text(results, nresults), line());
    int n = 1 + pick(4), known = nfuns;
    for (int i = 0; i < n; i++)
        body = fmt("%s%s%s", body, binding(4), line());
    for (int i = 0; i < nresults; i++) {
        bool all = entry && i == nresults - 1;
        results[i] = all ? leftovers((Scope){ 0 }, atom(one(I64), 4)) : expr(f.results[i], 4);
    }
    nfuns = known;
    f.nest = max_nest;
    fprintf(out, "def %s%sin %s\n\n", head, body, tuple_text(results, nresults));
    return f;
}

/* The entry: the function itself, or a map of it over copies of some arguments. */
static Fun entry_of(const Fun *f, bool copies)
{
    Fun e = *f;
    char *head = "entry main", *args = "", *arrays = "", *params = "", *results[3];
    int n = 0;
    if (copies)
        head = fmt("%s [k]", head);
    for (int i = 0; i < f->ndims; i++)
        head = fmt("%s [%s]", head, f->dims[i]);
    for (int i = 0; i < f->nparams; i++) {
        bool many = copies && n < 4 && (i == 0 || chance(60));
        if (many) {
            e.params[i] = array_of("k", f->params[i]);
            arrays = fmt("%s a%d", arrays, i);
            params = fmt("%s b%d", params, i);
            n++;
        }
        args = fmt("%s %c%d", args, many ? 'b' : 'a', i);
        head = fmt("%s (a%d: %s)", head, i, type_text(e.params[i]));
    }
    for (int i = 0; i < f->nresults; i++) {
        if (copies)
            e.results[i] = array_of("k", f->results[i]);
        results[i] = type_text(e.results[i]);
    }
    fprintf(out, "%s: %s =\n", head, tuple_text(results, f->nresults));
    if (copies) {
        char *map = fmt("map%s (\\%s -> %s%s)%s", n > 1 ? fmt("%d", n) : "", params + 1, f->name,
                        args, arrays);
        const char *unzip = f->nresults == 1 ? "" : f->nresults == 2 ? "unzip" : "unzip3";
        fprintf(out, "  %s\n", f->nresults == 1 ? map : fmt("%s (%s)", unzip, map));
    } else {
        fprintf(out, "  %s%s\n", f->name, args);
    }
    return e;
}

/* Inputs. */

static char *value(Base b)
{
    switch (b) {
    case BOOL: return literal(b);
    case F64: return fmt("%s%d%sf64", chance(30) ? "-" : "", pick(9), ONE_OF(".0", ".5"));
    case U8: return fmt("%du8", chance(10) ? pick(256) : pick(20));
    case U32: return fmt("%uu32", chance(5) ? (unsigned)next() : (unsigned)pick(20));
    case I32: return fmt("%di32", chance(3) ? (int)(uint32_t)next() : pick(24) - 7);
    case I16: return fmt("%di16", chance(3) ? pick(65536) - 32768 : pick(24) - 7);
    default: return fmt("%di64", pick(24) - 7);
    }
}

static char *array_value(Type t, const int64_t *shape, int d)
{
    if (d == t.rank)
        return value(t.base[0]);
    char *s = "";
    for (int64_t i = 0; i < shape[d]; i++)
        s = fmt("%s%s%s", s, i ? ", " : "", array_value(t, shape, d + 1));
    return fmt("[%s]", s);
}

static int64_t size_of(const char *dim, const int64_t sizes[3])
{
    return dim[0] == 'n' ? sizes[0] : dim[0] == 'm' ? sizes[1] : dim[0] == 'k' ? sizes[2]
           : atoi(dim);
}

static void test_block(const Fun *e, int depth)
{
    static const int64_t awkward[] = { 0, 1, 2, 3, 5, 31, 33, 257, 700 };
    int64_t sizes[3], work;
    do {
        int64_t most = 1;
        for (int i = 0; i < 2; i++) {
            sizes[i] = awkward[chance(25) ? pick(9) : pick(7)];
            most = sizes[i] > most ? sizes[i] : most;
        }
        sizes[2] = awkward[pick(5)];
        work = 1 + sizes[2];
        for (int i = 0; i < depth; i++)
            work *= most;
    } while (work > 70000);
    printf("-- input {");
    for (int i = 0; i < e->nparams; i++) {
        Type t = e->params[i];
        int64_t shape[MAX_RANK + 1], all = 1;
        char *empty = "";
        for (int d = 0; d < t.rank; d++) {
            all *= shape[d] = size_of(t.dim[d], sizes);
            empty = fmt("%s[%d]", empty, (int)shape[d]);
        }
        printf(" %s", all ? array_value(t, shape, 0)
                          : fmt("empty(%s%s)", empty, base_names[t.base[0]]));
    }
    printf(" }\n");
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: generate SEED [SIZE]\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10);
    int size = argc > 2 ? atoi(argv[2]) : 30;
    state = seed * 0x2545f4914f6cdd1d + 1;
    next();

    /* The definitions come out first in a buffer: the library is known after them. */
    char *text;
    size_t length;
    out = open_memstream(&text, &length);
    int n = pick(3);
    for (int i = 0; i < n; i++)
        funs[i] = definition(fmt("g%d", i + 1), 1 + pick(2), 1, size / 2, false), nfuns = i + 1;
    bool copies = chance(25);
    Fun inner = definition("body", 1 + pick(2), 2 + pick(2), size, true);
    Fun entry = entry_of(&inner, copies);
    fclose(out);

    printf("-- Seed %llu.\n-- ==\n", (unsigned long long)seed);
    n = 3 + pick(3);
    for (int i = 0; i < n; i++)
        test_block(&entry, inner.nest);
    printf("\n");
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++)
        if (used[i])
            printf("%s\n", library[i].text);
    printf("%s", text);
    return 0;
}
