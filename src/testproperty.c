/*
 * testproperty.c -- random arguments for an entry point, and smaller ones.
 *
 * Sizes, and integers that are sizes, are drawn first; they and all other numbers grow
 * from one trial to the next. What refutes the property is made smaller for as long as
 * that refutes it, too: sizes, with the arrays cut at either end, then single numbers.
 */
#include "dataset.h"
#include "testproperty.h"

#include <string.h>

enum { MOST_TRIES = 2000 };    /* while making it smaller */

typedef struct {
    const Func *entry;
    int64_t *size;             /* of each implicit size */
    Value **arg;
    const char *why;           /* it refutes: what happened */
} Case;

typedef struct {
    const Runner *runner;
    Random random;
    int tries;
} Trials;

/* ---- sizes ---------------------------------------------------------------- */

static int64_t *size_at(const Case *c, const Core *dim)
{
    for (int i = 0; i < c->entry->nsizes; i++)
        if (is_var(dim, c->entry->size[i]))
            return &c->size[i];
    return NULL;
}

static int64_t value_of_dim(const Case *c, const Core *dim)
{
    if (is_const(dim))
        return dim->value.i;
    for (int i = 0; i < c->entry->nparams; i++)
        if (is_var(dim, c->entry->param[i]))
            return value_get(c->arg[i], 0).i;
    int64_t *size = size_at(c, dim);
    return size ? *size : -1;
}

/* The parameter is the size of another one. */
static bool is_size(const Func *f, int param)
{
    bool yes = false;
    for (int i = 0; i < f->nparams; i++)
        for (int k = 0; k < f->param[i]->type->rank; k++)
            yes |= is_var(f->param[i]->type->dim[k], f->param[param]);
    return yes;
}

/* ---- random cases ----------------------------------------------------------- */

/* From 0 to `most`. */
static int64_t below(Trials *t, int64_t most)
{
    return (int64_t)(random_word(&t->random) >> 16) % (most + 1);
}

static Scalar small_number(Trials *t, Prim p, int most)
{
    if (p == BOOL)
        return (Scalar){ .prim = p, .i = below(t, 1) };
    int64_t low = prim_is_float(p) || prim_is_signed(p) ? -most : 0;
    int64_t i = low + below(t, most - low);
    return prim_is_float(p) ? scalar_float(p, (double)i + (double)below(t, 7) / 8)
                            : scalar_int(p, i);
}

/* Null: values of this type are not made. */
static Value *random_value(Trials *t, const Case *c, const Type *type, int most)
{
    int64_t *dim = NEWS(int64_t, type->rank);
    for (int k = 0; k < type->rank; k++)
        if (!dim_known(type->dim[k]) || (dim[k] = value_of_dim(c, type->dim[k])) < 0)
            return NULL;
    Value *v = type->rank ? value_array(type->prim, type->rank, dim)
                          : value_scalar(small_number(t, type->prim, most));
    for (int64_t i = 0; type->rank && i < value_count(v); i++)
        value_put(v, i, small_number(t, type->prim, most));
    return v;
}

static bool random_case(Trials *t, Case *c, int most)
{
    const Func *f = c->entry;
    for (int i = 0; i < f->nsizes; i++)
        c->size[i] = below(t, most);
    for (int i = 0; i < f->nparams; i++)
        if (is_size(f, i))
            c->arg[i] = value_scalar(scalar_int(I64, below(t, most)));
    for (int i = 0; i < f->nparams; i++)
        if (!is_size(f, i) && !(c->arg[i] = random_value(t, c, f->param[i]->type, most)))
            return false;
    return true;
}

static Case case_new(const Func *f)
{
    return (Case){ f, NEWS(int64_t, f->nsizes), NEWS(Value *, f->nparams), NULL };
}

static void case_free(Case *c)
{
    values_free(c->arg, c->entry->nparams);
}

/* ---- whether it refutes ------------------------------------------------------ */

static bool refutes(Trials *t, Case *c)
{
    t->tries++;
    EvalResult r = runner_run(t->runner, c->entry, c->arg, c->entry->nparams);
    c->why = r.failed ? r.message : value_get(r.result[0], 0).i ? NULL : "it is false";
    values_free(r.result, r.nresults);
    return c->why != NULL;
}

/* ---- smaller cases ------------------------------------------------------------ */

/* The part of an array that is left when it has other sizes, from its start or its end. */
static Value *cut(const Value *v, const int64_t *dim, bool end)
{
    Value *c = value_array(v->prim, v->rank, dim);
    for (int64_t i = 0; i < value_count(c); i++) {
        int64_t rest = i, from = 0, step = 1;
        for (int k = v->rank - 1; k >= 0; k--) {
            from += (rest % dim[k] + (end ? v->dim[k] - dim[k] : 0)) * step;
            step *= v->dim[k];
            rest /= dim[k];
        }
        value_put(c, i, value_get(v, from));
    }
    return c;
}

/* c with the same numbers; arrays as its sizes, and integers that are sizes, say. */
static Case fitted(const Case *c, int param, const Value *changed, bool end)
{
    const Func *f = c->entry;
    Case n = case_new(f);
    memcpy(n.size, c->size, sizeof *n.size * (size_t)f->nsizes);
    for (int i = 0; i < f->nparams; i++)
        if (!f->param[i]->type->rank || i == param)
            n.arg[i] = value_copy(i == param ? changed : c->arg[i]);
    for (int i = 0; i < f->nparams; i++) {
        const Type *t = f->param[i]->type;
        int64_t *dim = NEWS(int64_t, t->rank);
        for (int k = 0; k < t->rank; k++)
            dim[k] = value_of_dim(&n, t->dim[k]);
        if (!n.arg[i])
            n.arg[i] = cut(c->arg[i], dim, end);
    }
    return n;
}

/* Takes the case if it refutes, too. */
static bool kept(Trials *t, Case *c, Case smaller)
{
    bool yes = t->tries < MOST_TRIES && refutes(t, &smaller);
    Case gone = yes ? *c : smaller;
    if (yes)
        *c = smaller;
    case_free(&gone);
    return yes;
}

/* The numbers to try in place of x: 0, the half, the next. */
static int64_t nearer(int64_t x, int way)
{
    return way == 0 ? 0 : way == 1 ? x / 2 : x - (x > 0) + (x < 0);
}

static bool smaller_size(Trials *t, Case *c, int i)
{
    for (int way = 0; way < 6; way++) {
        int64_t old = c->size[i], new = nearer(old, way / 2);
        if (new < 0 || new >= old)
            continue;
        c->size[i] = new;
        Case s = fitted(c, -1, NULL, way % 2);
        c->size[i] = old;
        if (kept(t, c, s))
            return true;
    }
    return false;
}

static Scalar nearer_number(Scalar x, int way)
{
    if (x.prim == BOOL || !prim_is_float(x.prim))
        return x.prim == BOOL ? (Scalar){ .prim = BOOL } : scalar_int(x.prim, nearer(x.i, way));
    double whole = (double)(int64_t)x.f;
    return scalar_float(x.prim, way == 0 ? 0 : way == 1 ? (double)(int64_t)(x.f / 2) : whole);
}

static bool smaller_number(Trials *t, Case *c, int param, int64_t at)
{
    bool size = is_size(c->entry, param);
    for (int way = 0; way < 6; way++) {
        Scalar x = value_get(c->arg[param], at), y = nearer_number(x, way / 2);
        if (x.u == y.u || (size && (y.i < 0 || y.i > x.i)) || (way % 2 && !size))
            continue;
        Value *changed = value_copy(c->arg[param]);
        if (c->entry->param[param]->type->rank) {
            value_put(changed, at, y);
        } else {
            value_free(changed);
            changed = value_scalar(y);
        }
        Case s = fitted(c, param, changed, way % 2);
        value_free(changed);
        if (kept(t, c, s))
            return true;
    }
    return false;
}

static bool smaller(Trials *t, Case *c)
{
    for (int i = 0; i < c->entry->nsizes; i++)
        if (smaller_size(t, c, i))
            return true;
    for (int i = 0; i < c->entry->nparams; i++)
        for (int64_t k = 0; k < value_count(c->arg[i]); k++)
            if (smaller_number(t, c, i, k))
                return true;
    return false;
}

/* ---- the whole ------------------------------------------------------------------ */

static bool gives_bool(const Func *f)
{
    return f->nresults == 1 && f->result[0]->rank == 0 && f->result[0]->prim == BOOL;
}

const char *property_refuted(const Runner *r, const Func *entry, int count)
{
    if (!gives_bool(entry))
        return "a property gives a bool";
    Trials t = { r, random_seeded(TEST_SEED), 0 };
    const char *why = NULL;
    for (int i = 0; i < count && !why; i++) {
        Case c = case_new(entry);
        if (!random_case(&t, &c, i / 2 + 1)) {
            why = "values of these types are not made at random";
            break;
        }
        if (refutes(&t, &c)) {
            while (t.tries < MOST_TRIES && smaller(&t, &c))
                continue;
            refutes(&t, &c);
            why = format("refuted by %s: %s", values_str(c.arg, entry->nparams), brief(c.why));
        }
        case_free(&c);
    }
    return why;
}
