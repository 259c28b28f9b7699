/*
 * data.c -- two terms on the same data. Sizes run through all shapes of
 * 0 to 3 elements a dimension, smallest first; then larger ones are drawn, up to two
 * tiles and more; elements are drawn. A rule may
 * lose a failure and never adds one. What tells the terms apart is made as
 * small as it can be while it does.
 */
#include "truth.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, MAX_TUPLES = 64, ROUNDS = 20, LARGE = 200, LARGER = 3, MOST = 7 };

/* Both terms as functions of the names that occur in either. */
typedef struct {
    Program left, right;
    Func f[2];
    Var **param;
    int n, nsizes;             /* sizes come first */
    Table *called;
    const Instance *instance;
    bool exact;                /* floats may be any; their values are compared as they are */
    bool both_strict;          /* the right one, too */
    bool plain;                /* scalars alone, no loops: no number makes them take long */
    VEC(Scalar) literal;       /* numbers that the terms name */
    Value **arg;
    EvalResult was[2];
} Pair;

unsigned draw(unsigned *seed, int below)
{
    *seed = *seed * 1103515245u + 12345u;
    return below > 0 ? (*seed >> 16) % (unsigned)below : 0;
}

unsigned hash_of(const char *name, unsigned seed)
{
    while (*name)
        seed = (33 * seed) ^ (unsigned char)*name++;
    return (seed ^ seed >> 15) * 2246822519u >> 3;
}

/* ---- functions of the names --------------------------------------------- */

static void note_type(Var *v, Table *used)
{
    type_free_vars(v->type, note_var, used);
}

/* A function of the examples gets a body, no two the same: number 1 is
   3 a + 7 b + 1. */
static int factor(int k, int i)
{
    return 3 + 4 * i + 2 * (k - 1);
}

static void give_body(Func *f, int k)
{
    Stms b = { 0 };
    Prim to = f->result[0]->prim, at = to == BOOL ? I64 : to;
    Core *sum = prim_is_float(at) ? core_const(scalar_float(at, k)) : core_int(at, k);
    for (int i = 0; i < f->nparams; i++) {
        Core *a = core_var(f->param[i]);
        int c = factor(k, i);
        Core *by = prim_is_float(at) ? core_const(scalar_float(at, c)) : core_int(at, c);
        if (f->param[i]->type->prim != at)
            a = stms_bind1(&b, core_conv(at, a), NULL);
        a = stms_bind1(&b, core_prim2(OP_MUL, a, by), NULL);
        sum = stms_bind1(&b, core_prim2(OP_ADD, sum, a), NULL);
    }
    if (to == BOOL)
        sum = stms_bind1(&b, core_prim2(OP_GT, sum, core_i64(0)), NULL);
    f->body = stms_body1(&b, sum);
}

void functions_ready(const Given *g)
{
    for (int k = 0; g && k < g->funcs.n; k++)
        if (!g->funcs.at[k]->body)
            give_body(g->funcs.at[k], k + 1);
}

static void note_calls(Core *n, void *called)
{
    if (n->op == OP_CALL)
        table_put(called, n->func, n->func);
    core_each(n, note_calls, called);
}

/* A rule may put the elements of a reduction together in another order: so floats
   there are small integers, which do not mind. */
static bool is_rounding(const Core *n)
{
    int o = op_group(n->op, 'o');
    const Core *op = o < 0 ? NULL : n->g[o].at[0];
    bool found = false;
    for (int i = 0; op && i < op->nbinds; i++)
        found |= prim_is_float(op->bind[i]->type->prim);
    return found;
}

/* A loop, an array, or a branch that has one. */
static bool takes_long(const Core *n)
{
    return is_loop(n) || n->op == OP_CALL || core_gives(n, type_is_array);
}

static void note_literal(Core *n, void *pair)
{
    Pair *p = pair;
    bool known = !is_const(n) || n->value.prim == BOOL;
    for (int i = 0; !known && i < p->literal.n; i++)
        known = scalar_equal(p->literal.at[i], n->value);
    if (!known)
        vec_push(&p->literal, n->value);
    core_each(n, note_literal, p);
}

static void set_side(Pair *p, int side, Program *program, Core *body)
{
    const Given *g = p->instance->given;
    p->f[side] = (Func){ .name = "side", .entry = true, .body = body, .param = p->param,
                         .nparams = p->n, .result = body->type,
                         .nresults = body->ntypes };
    p->f[side].consumes = NEWS(bool, p->n);
    program->func = NEWS(Func *, g->funcs.n + 1);
    for (int i = 0; i < g->funcs.n; i++)
        if (table_has(p->called, g->funcs.at[i]))
            program->func[program->nfuncs++] = g->funcs.at[i];
    program->func[program->nfuncs++] = &p->f[side];
}

static void pair_up(Pair *p, const Instance *i, Core *left, Core *right)
{
    Table *used = table_new(), *sizes = table_new();
    const Given *g = i->given;
    p->instance = i;
    p->called = table_new();
    note_calls(left, p->called);
    note_calls(right, p->called);
    functions_ready(g);
    core_free_vars(left, note_var, used);
    core_free_vars(right, note_var, used);
    for (int k = 0; k < g->vars.n; k++)
        note_type(g->vars.at[k], sizes);
    for (int k = 0; k < g->vars.n; k++)
        if (table_has(used, g->vars.at[k]))
            note_type(g->vars.at[k], used);
    p->param = NEWS(Var *, g->vars.n);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < g->vars.n; k++)
            if (table_has(used, g->vars.at[k])
                && table_has(sizes, g->vars.at[k]) == !round)
                p->param[p->n++] = g->vars.at[k];
        p->nsizes = round ? p->nsizes : p->n;
    }
    p->exact = !i->small && !core_some(left, is_rounding) && !core_some(right, is_rounding);
    p->plain = !core_some(left, takes_long) && !core_some(right, takes_long);
    note_literal(left, p);
    note_literal(right, p);
    set_side(p, 0, &p->left, left);
    set_side(p, 1, &p->right, right);
}

/* ---- comparing ---------------------------------------------------------- */

static bool same_value(const Value *a, const Value *b, const Type *t, bool exact)
{
    const char *why;
    if (exact ? value_equal(a, b) : value_close(a, b, 1e-5, &why))
        return true;
    bool open = a->start || b->start;   /* rows of which there are none have any size */
    for (int d = 0; d < t->rank; d++)
        open |= !dim_known(t->dim[d]);
    return open && a->rank == b->rank && !value_count(a) && !value_count(b);
}

static void give_back(EvalResult *r)
{
    values_free(r->result, r->nresults);
    r->nresults = 0;
}

/* Whether the terms have the same values; those values are in was[]. */
/* The right side, which took too long, gets far more steps: what does not end then where the
   left side took few never ends. False: the left side took many. */
static bool evaluated_again(Pair *p)
{
    enum { FEW = MOST_COST / 20, FAR = 100 * MOST_COST };
    if (p->was[0].steps > FEW)
        return false;
    core_eval_bounded(FAR);
    core_eval_strict(p->both_strict);
    p->was[1] = core_eval(&p->right, &p->f[1], p->arg, p->n);
    core_eval_strict(false);
    core_eval_bounded(MOST_COST);
    return true;
}

static bool agree(Pair *p)
{
    for (int side = 0; side < 2; side++)
        give_back(&p->was[side]);
    EvalResult *a = &p->was[0], *b = &p->was[1];
    core_eval_strict(p->instance->strict);
    *a = core_eval(&p->left, &p->f[0], p->arg, p->n);
    core_eval_strict(false);
    if (a->failed)
        return true;
    core_eval_strict(p->both_strict);
    *b = core_eval(&p->right, &p->f[1], p->arg, p->n);
    core_eval_strict(false);
    if (b->given_up && !evaluated_again(p))
        return true;
    bool same = !b->failed && a->nresults == b->nresults;
    for (int k = 0; same && k < a->nresults; k++)
        same = same_value(a->result[k], b->result[k], p->f[0].result[k], p->exact);
    return same;
}

/* ---- data --------------------------------------------------------------- */

/* A number of this type that the terms name, or the one before or behind it. */
static bool draw_literal(const Pair *p, Prim t, unsigned *seed, Scalar *out)
{
    if (!p->literal.n)
        return false;
    Scalar s = p->literal.at[draw(seed, p->literal.n)];
    if (s.prim != t)
        return false;
    *out = prim_is_float(t) ? s : scalar_int(t, (int64_t)((uint64_t)s.i + draw(seed, 3) - 1));
    return true;
}

static Scalar draw_extreme(const Pair *p, Prim t, unsigned *seed)
{
    uint64_t lowest = (uint64_t)1 << (8 * prim_bytes(t) - 1);
    int which = (int)draw(seed, 3);
    if (!which || (t == I64 && !p->plain))
        return scalar_int(t, 100);
    if (!prim_is_signed(t))
        return scalar_int(t, which == 1 ? -1 : (int64_t)lowest);
    return scalar_int(t, (int64_t)(which == 1 ? lowest : lowest - 1));
}

static double highest_of(Prim t)
{
    return t == F16 ? 65504 : t == F32 ? FLT_MAX : DBL_MAX;
}

static Scalar odd_float(Prim t, unsigned *seed)
{
    const double odd[] = { -0.0, 0.5, 1e10, highest_of(t), 1.0 / 0.0, 0.0 / 0.0, -1.0 / 0.0 };
    return scalar_float(t, odd[draw(seed, 7)]);
}

static Scalar draw_scalar(const Pair *p, Prim t, bool alone, unsigned *seed)
{
    Scalar named;
    int k = (int)draw(seed, 6) - 2;
    bool rare = draw(seed, 6) == 0;
    if (t == BOOL)
        return scalar_int(BOOL, !p->instance->tame && k > 0);
    if (p->plain && draw(seed, 6) == 0 && draw_literal(p, t, seed, &named))
        return named;
    if (prim_is_float(t))
        return p->exact && rare ? odd_float(t, seed) : scalar_float(t, k);
    if (alone && rare)
        return draw_extreme(p, t, seed);
    if (t == I64 && !rare)     /* a position, or nearly */
        return scalar_int(t, (k + 6) % 4);
    return scalar_int(t, prim_is_signed(t) ? k : (k + 6) % 6);
}

static int64_t dim_of(const Pair *p, const Core *dim)
{
    int64_t c = 0;
    for (int i = 0; i < p->nsizes; i++)
        if (is_var(dim, p->param[i]))
            return value_get(p->arg[i], 0).i;
    size_const(dim, &c);
    return c;
}

/* total elements of an array of type t, whose dimensions those of its rows are from d on; as
   rows of any lengths where nothing says how long they are. */
static Value *draw_elements(const Pair *p, const Type *t, int d, int64_t total, unsigned *seed)
{
    int64_t dim[8] = { total };
    if (d < t->rank && !dim_known(t->dim[d])) {
        int64_t inner = total ? draw(seed, 9) : 0, *start = NEWS(int64_t, total + 1);
        for (int64_t k = 1; k < total; k++)
            start[k] = start[k - 1] + draw(seed, (int)(inner - start[k - 1] + 1));
        start[total] = inner;
        Value *flat = draw_elements(p, t, d + 1, inner, seed);
        Value *rows = value_rows(flat, 1, &total, start);
        value_free(flat);
        return rows;
    }
    for (int k = d; k < t->rank && k < 8; k++)
        dim[k - d + 1] = dim_of(p, t->dim[k]);
    Value *flat = value_array(t->prim, t->rank - d + 1, dim);
    for (int64_t k = 0; k < value_count(flat); k++)
        value_put(flat, k, draw_scalar(p, t->prim, false, seed));
    return flat;
}

/* Rows of any lengths: as many elements in all as another size says, if there
   is one. */
static Value *draw_rows(const Pair *p, const Type *t, unsigned *seed)
{
    int at = type_ragged(t);
    int64_t dim[8], n = 1, total = draw(seed, 6);
    for (int d = 0; d < at && d < 8; d++)
        n *= dim[d] = dim_of(p, t->dim[d]);
    for (int i = 0; i < p->nsizes; i++)
        if (!is_var(t->dim[0], p->param[i]))
            total = value_get(p->arg[i], 0).i;
    total = n ? total : 0;
    int64_t *start = NEWS(int64_t, n + 1);
    for (int64_t k = 1; k < n; k++)
        start[k] = start[k - 1] + draw(seed, (int)(total - start[k - 1] + 1));
    start[n] = total;
    Value *flat = draw_elements(p, t, at + 1, total, seed);
    Value *rows = value_rows(flat, at, dim, start);
    value_free(flat);
    return rows;
}

static Value *draw_value(const Pair *p, int i, bool alone, unsigned *seed)
{
    const Type *t = p->param[i]->type;
    if (type_ragged(t))
        return draw_rows(p, t, seed);
    int64_t dim[8] = { 0 };
    for (int d = 0; d < t->rank && d < 8; d++)
        dim[d] = dim_of(p, t->dim[d]);
    if (!t->rank)
        return value_scalar(draw_scalar(p, t->prim, alone, seed));
    Value *v = value_array(t->prim, t->rank, dim);
    bool zero = str_ends(p->param[i]->name, "zeros");
    for (int64_t k = 0; k < value_count(v); k++)
        value_put(v, k, zero ? scalar_int(t->prim, 0) : draw_scalar(p, t->prim, false, seed));
    return v;
}

static void drop_data(Pair *p)
{
    for (int i = 0; i < p->n; i++) {
        value_free(p->arg[i]);
        p->arg[i] = NULL;
    }
}

static void draw_data(Pair *p, const int64_t *size, unsigned *seed)
{
    bool alone = !p->nsizes && !p->instance->small && !p->instance->tame;
    drop_data(p);
    for (int i = 0; i < p->n; i++)
        p->arg[i] = i < p->nsizes ? value_scalar(scalar_int(I64, size[i]))
                                  : draw_value(p, i, alone, seed);
}

/* ---- smaller data ------------------------------------------------------- */

static bool still_differs(Pair *p, int i, int64_t k, Scalar s)
{
    Scalar old = value_get(p->arg[i], k);
    if (scalar_equal(old, s))
        return false;
    value_put(p->arg[i], k, s);
    if (!agree(p))
        return true;
    value_put(p->arg[i], k, old);
    return false;
}

static void shrink(Pair *p)
{
    static const int smaller[] = { 0, 1, 2, -1 };
    for (int i = p->nsizes; i < p->n; i++)
        for (int64_t k = 0; k < value_count(p->arg[i]); k++) {
            Prim t = p->arg[i]->prim;
            for (int c = 0; c < (t == BOOL ? 1 : 4); c++)
                if (still_differs(p, i, k, prim_is_float(t) ? scalar_float(t, smaller[c])
                                                            : scalar_int(t, smaller[c])))
                    break;
        }
    agree(p);
}

static const char *side_text(const EvalResult *r)
{
    Text t = { 0 };
    if (r->failed)
        return format("fails: %s", r->message);
    for (int k = 0; k < r->nresults; k++)
        text_fmt(&t, "%s%s", k ? ", " : "", value_str(r->result[k], 40));
    return text_str(&t);
}

/* "f x = 3 x + 1" */
static void print_func(Text *out, const Func *f, int k)
{
    text_fmt(out, "\n    where  %s", f->name);
    for (int i = 0; i < f->nparams; i++)
        text_fmt(out, " %s", var_base(f->param[i]->name));
    text_add(out, " = ");
    for (int i = 0; i < f->nparams; i++)
        text_fmt(out, "%d %s + ", factor(k, i), var_base(f->param[i]->name));
    text_fmt(out, "%d%s", k, f->result[0]->prim == BOOL ? " > 0" : "");
}

static Counter counter_example(const Pair *p)
{
    Text where = { 0 }, data = { 0 };
    const Given *g = p->instance->given;
    for (int k = 0; k < g->funcs.n; k++)
        if (table_has(p->called, g->funcs.at[k]))
            print_func(&where, g->funcs.at[k], k + 1);
    for (int i = 0; i < p->n; i++)
        text_fmt(&data, "%s%s = %s", i ? ", " : "", p->param[i]->name,
                 value_str(p->arg[i], 40));
    return (Counter){ text_str(&where), text_str(&data), side_text(&p->was[0]),
                      side_text(&p->was[1]) };
}

/* ---- all shapes --------------------------------------------------------- */

static int sum_of(const int64_t *size, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += (int)size[i];
    return sum;
}

/* The tuples of sizes with this sum, in order; false after the last. */
static bool next_tuple(int64_t *size, int n, int sum)
{
    do {
        int i = n - 1;
        while (i >= 0 && size[i] == SIZES - 1)
            size[i--] = 0;
        if (i < 0)
            return false;
        size[i]++;
    } while (sum_of(size, n) != sum);
    return true;
}

static bool differs_at(Pair *p, const int64_t *size, int rounds, unsigned *seed,
                       int *evaluations)
{
    for (int r = 0; r < rounds; r++) {
        draw_data(p, size, seed);
        bool same = agree(p);
        *evaluations += !p->was[0].failed;
        if (!same)
            return true;
    }
    return false;
}

/* More elements than a tile has, and more than two: tiles of trials are small. */
static bool differs_at_larger(Pair *p, unsigned *seed, int *evaluations)
{
    int64_t *size = NEWS(int64_t, p->nsizes);
    for (int r = 0; r < LARGER && p->nsizes; r++) {
        for (int i = 0; i < p->nsizes; i++)
            size[i] = draw(seed, 4) ? 1 + (int)draw(seed, MOST) : 2 * p->instance->option + 1;
        if (differs_at(p, size, 1, seed, evaluations))
            return true;
    }
    return false;
}

/* One size is a number that the terms name, or the next one, or so many twice; the others
   are 1. */
static bool differs_at_literal(Pair *p, unsigned *seed, int *evaluations)
{
    if (!p->literal.n || !p->nsizes)
        return false;
    Scalar s = p->literal.at[draw(seed, p->literal.n)];
    int64_t *size = NEWS(int64_t, p->nsizes), n = s.i + draw(seed, 2);
    n += draw(seed, 2) && n <= LARGE / 2 ? s.i : 0;
    int one = (int)draw(seed, p->nsizes);
    for (int i = 0; i < p->nsizes; i++)
        size[i] = i == one ? n : 1;
    return s.prim == I64 && n >= SIZES && n <= LARGE && differs_at(p, size, 1, seed, evaluations);
}

static bool differs(Pair *p, unsigned *seed, int *evaluations)
{
    int tuples = 1, tried = 0, n = p->nsizes;
    for (int i = 0; i < n && tuples < MAX_TUPLES; i++)
        tuples *= SIZES;
    int rounds = ROUNDS / tuples > 0 ? ROUNDS / tuples : 1;
    for (int sum = 0; sum <= n * (SIZES - 1); sum++) {
        int64_t *size = NEWS(int64_t, n);
        bool more = !sum || next_tuple(size, n, sum);
        for (; more && tried < MAX_TUPLES; more = next_tuple(size, n, sum), tried++)
            if (differs_at(p, size, rounds, seed, evaluations))
                return true;
        if (!n)
            break;
    }
    unsigned own = *seed;      /* what terms come next does not depend on it */
    return differs_at_literal(p, &own, evaluations) || differs_at_larger(p, &own, evaluations);
}

bool terms_differ(const Instance *i, Core *left, Core *right, unsigned *seed,
                  int *evaluations, Counter *c)
{
    Pair p = { .n = 0 };
    pair_up(&p, i, left, right);
    p.arg = NEWS(Value *, p.n);
    bool found = differs(&p, seed, evaluations);
    if (found) {
        shrink(&p);
        *c = counter_example(&p);
    }
    for (int side = 0; side < 2; side++)
        give_back(&p.was[side]);
    drop_data(&p);
    return found;
}

bool term_sample(const Instance *i, Core *term, unsigned *seed, Sample *out)
{
    Pair p = { .n = 0 };
    pair_up(&p, i, term, term);
    p.exact = false;
    p.both_strict = true;
    p.arg = NEWS(Value *, p.n);
    int64_t *size = NEWS(int64_t, p.nsizes);
    bool good = false;
    for (int r = 0; r < 8 && !good; r++) {
        for (int k = 0; k < p.nsizes; k++)
            size[k] = 1 + draw(seed, MOST);
        draw_data(&p, size, seed);
        good = agree(&p) && !p.was[0].failed && !p.was[1].given_up && !p.was[1].failed;
    }
    for (int side = 0; side < 2; side++)
        give_back(&p.was[side]);
    *out = (Sample){ .param = p.param, .arg = p.arg, .n = p.n, .nsizes = p.nsizes,
                     .called = p.called };
    return good;
}
