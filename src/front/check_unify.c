/* check_unify.c -- making types equal, generalising, and defaults. */
#include "checker.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { TySize *a, *b, *unknown; } Joined;

static struct {
    bool shape_only;
    Clash clash;
    VEC(TySize *) bound;       /* parameters of the function types around */
    bool result;               /* of two functions */
    bool swapped;              /* of parameters: what is wanted is a caller's */
    VEC(Joined) joined;        /* pairs of sizes that differ in two branches */
    VEC(Exists) of_calls;      /* sizes that each call of a function has of its own */
} unifier;

static bool fail(Reason r)
{
    if (unifier.clash.reason == FINE)
        unifier.clash.reason = r;
    return false;
}

/* ---- binding a variable -------------------------------------------------- */

static bool escapes(TySize *leaf, void *arg)
{
    Ty *var = arg;
    for (int i = 0; i < unifier.bound.n; i++)
        if (unifier.bound.at[i] == leaf)
            return false;
    if (leaf->kind == SIZE_EXISTS)
        return unifier.bound.n == 0;
    if (leaf->kind == SIZE_VAR && leaf->level > var->level)
        leaf->level = var->level;
    return leaf->level > var->level;
}

/* Prepares t to stand for the variable: nothing in it lives deeper. */
static bool admit(Ty *var, Ty *t)
{
    t = ty_resolve(t);
    if (t == var)
        return fail(INFINITE);
    if (t->kind == TY_VAR && t->level > var->level)
        t->level = var->level;
    if (t->kind == TY_ARRAY && tysize_mentions(t->size, escapes, var)) {
        unifier.clash.size[0] = t->size;
        return fail(ESCAPES);
    }
    int bound = unifier.bound.n;
    if (t->kind == TY_FUN)
        vec_push(&unifier.bound, t->size);
    bool ok = true;
    for (int i = 0; i < t->nparts && ok; i++)
        ok = admit(var, t->part[i]);
    unifier.bound.n = bound;
    return ok;
}

/* What a size that var cannot know is for it: a size of its own, or, where it stands for
   the rows that a function makes, one that differs. */
static TySize *size_for(TySize *s, Ty *var)
{
    if (!tysize_mentions(s, escapes, var))
        return s;
    if (var->made)
        return tysize_ragged();
    TySize *unknown = tysize_unknown(NULL);
    unknown->level = var->level;
    unknown->own = true;
    checker.own_sizes++;
    return unknown;
}

/* A size in the result of a function, which var cannot know: each call has its own. */
static TySize *size_of_calls(TySize *s, Ty *var)
{
    if (!tysize_mentions(s, escapes, var))
        return s;
    for (int i = 0; i < unifier.of_calls.n; i++)
        if (tysize_equal(unifier.of_calls.at[i].size, s))
            return unifier.of_calls.at[i].is;
    TySize *exists = tysize_exists();
    vec_push(&unifier.of_calls, ((Exists){ s, exists }));
    return exists;
}

/* t with the sizes that var cannot know replaced; parameters of functions keep theirs. */
static Ty *loosened(Ty *given, Ty *var, TySize *(*size_in)(TySize *s, Ty *var))
{
    Ty *t = ty_resolve(given);
    if (!t->nparts || t->kind == TY_VAR)
        return given;
    Ty *n = ty_copy(t);
    if (t->kind == TY_FUN) {
        int bound = unifier.bound.n;
        vec_push(&unifier.bound, t->size);
        n->part[1] = loosened(t->part[1], var, size_of_calls);
        unifier.bound.n = bound;
        return n;
    }
    n->size = t->kind == TY_ARRAY ? size_in(t->size, var) : NULL;
    for (int i = 0; i < t->nparts; i++)
        n->part[i] = loosened(t->part[i], var, size_in);
    return n;
}

static bool equality_ok(Ty *t)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR)
        t->equality = true;
    bool ok = t->kind != TY_FUN && t->kind != TY_PARAM && t->kind != TY_ABSTRACT;
    for (int i = 0; i < t->nparts && ok; i++)
        ok = equality_ok(t->part[i]);
    return ok;
}

static bool same(Ty *a, Ty *b);

/* All constructors that var must have are in t, or are added to it. */
static bool same_ctors(Ty *var, Ty *t)
{
    bool ok = true;
    for (int i = 0; i < var->nparts && ok; i++) {
        int k = ty_field(t, var->name[i]);
        if (k < 0 && t->kind == TY_VAR)
            ty_add_ctor(t, var->name[i], var->part[i]);
        else
            ok = k >= 0 && same(t->part[k], var->part[i]);
    }
    return ok;
}

/* A type like t for var, some of whose constructors are known: where sizes are not compared,
   those of what they hold are its own. */
static Ty *for_ctors(Ty *var, Ty *t)
{
    if (!unifier.shape_only || !var->nparts || t->kind != TY_SUM)
        return t;
    t = ty_open_sizes(t, NULL);
    unifier.shape_only = false;
    same_ctors(var, t);
    unifier.shape_only = true;
    return t;
}

static bool bind(Ty *var, Ty *t)
{
    t = ty_resolve(t);
    if (var == t)
        return true;
    t = for_ctors(var, t);
    if (t->kind == TY_VAR) {
        unsigned both = var->prims && t->prims ? var->prims & t->prims
                                               : var->prims | t->prims;
        if (var->prims && t->prims && !both)
            return fail(CLASS);
        if (both && !t->prims)
            vec_push(&checker.scalars, t);
        t->prims = both;
        t->equality |= var->equality;
        if (var->lifted < t->lifted)
            t->lifted = var->lifted;
        if ((both && (var->nparts || t->nparts)) || !same_ctors(var, t))
            return fail(DIFFERENT);
        if (t->equality && !equality_ok(t))
            return fail(UNEQUAL);
    } else if (var->prims && t->kind != TY_ERROR &&
               !(t->kind == TY_PRIM && var->prims & 1u << t->prim)) {
        return fail(CLASS);
    } else if (var->nparts && t->kind != TY_ERROR &&
               (t->kind != TY_SUM || !same_ctors(var, t))) {
        return fail(DIFFERENT);
    } else if (var->equality && !equality_ok(t)) {
        return fail(UNEQUAL);
    } else if (var->lifted == PARAM_TYPE && ty_has_fun(t)) {
        return fail(FUNCTIONS);
    }
    unifier.of_calls.n = 0;
    if (var->lifted > PARAM_TYPE || var->made)
        t = loosened(t, var, size_for);
    if (!admit(var, t))
        return false;
    var->link = ty_is_unique(t) ? ty_with_unique(t, false) : t;
    return true;
}

/* ---- structure ----------------------------------------------------------- */

/* What is wanted of a function's result is told by no size that only the result knows. */
static bool told_later(TySize *a, TySize *b)
{
    TySize *want = tysize_resolve(a), *have = tysize_resolve(b);
    return unifier.result && have->kind == SIZE_EXISTS && want->kind != SIZE_EXISTS
        && !tysize_is_ragged(want);
}

/* What a type~ variable stands for has a size of its own each time a function gives it. */
static bool differs_each_time(TySize *a)
{
    const TySize *want = tysize_resolve(a);
    return unifier.result && want->kind == SIZE_UNKNOWN && want->own;
}

static bool same_sizes(TySize *a, TySize *b)
{
    if (unifier.shape_only || differs_each_time(a) || (!told_later(a, b) && tysize_unify(a, b)))
        return true;
    if (unifier.clash.reason == FINE) {
        unifier.clash.size[0] = a;
        unifier.clash.size[1] = b;
    }
    return fail(SIZES);
}

/* A size for the parameter, which nothing outside of the result knows. */
static TySize *inner_size(const Ty *a, const Ty *b)
{
    TySize *s = tysize_unknown(NULL);
    s->name = (a->size ? a->size : b->size)->name;
    s->level = INT_MAX;
    return s;
}

static bool may_be_array(const Ty *t)
{
    return t->kind == TY_ARRAY || t->kind == TY_ABSTRACT || t->kind == TY_PARAM ||
           (t->kind == TY_VAR && !t->prims);
}

/* A part of a is unique whose like in b is not. */
static bool is_only_in(Ty *a, Ty *b)
{
    const Ty *x = ty_resolve(a), *y = ty_resolve(b);
    bool parts = x->kind == y->kind && (x->kind == TY_TUPLE || x->kind == TY_RECORD);
    if (!parts || x->nparts != y->nparts)
        return ty_is_unique(a) && !ty_is_unique(b) && !ty_is_error(b) && ty_some(a, may_be_array);
    bool found = false;
    for (int i = 0; i < x->nparts && !found; i++)
        found = is_only_in(x->part[i], y->part[i]);
    return found;
}

/* A function that consumes its argument, or whose result is not unique, is none of those that do
   not, and whose result is. */
static bool fits_uniqueness(const Ty *want, const Ty *have)
{
    if (is_only_in(have->part[0], want->part[0]))
        return fail(CONSUMES);
    return !is_only_in(want->part[1], have->part[1]) || fail(SHARES);
}

/* The parameter of b is the parameter of a in the result. */
static bool same_funs(Ty *a, Ty *b)
{
    Ty *ra = a->part[1], *rb = b->part[1];
    if (unifier.swapped ? !fits_uniqueness(b, a) : !fits_uniqueness(a, b))
        return false;
    TySize *size = a->size || b->size ? inner_size(a, b) : NULL;
    if (a->size)
        ra = ty_subst_size(ra, a->size, size);
    if (b->size)
        rb = ty_subst_size(rb, b->size, size);
    bool outer = unifier.result;
    unifier.result = false;
    unifier.swapped = !unifier.swapped;
    bool ok = same(a->part[0], b->part[0]);
    unifier.swapped = !unifier.swapped;
    unifier.result = true;
    ok &= same(ra, rb);
    unifier.result = outer;
    return ok;
}

static bool same_names(const Ty *a, const Ty *b)
{
    for (int i = 0; i < a->nparts && a->name; i++)
        if (a->name[i] != b->name[i])
            return false;
    return true;
}

/* What would have been told by what is wrong: nothing more is said of it. */
static bool spoil(Ty *t)
{
    t = ty_origin(t);
    if (t->kind == TY_VAR)
        t->link = ty_error();
    for (int i = 0; i < t->nparts && t->kind != TY_VAR; i++)
        spoil(t->part[i]);
    return true;
}

static bool same(Ty *a, Ty *b)
{
    a = ty_origin(a);
    b = ty_origin(b);
    if (a == b)
        return true;
    if (a->kind == TY_ERROR || b->kind == TY_ERROR)
        return spoil(a->kind == TY_ERROR ? b : a);
    if (a->kind == TY_VAR && (b->kind != TY_VAR || b->level <= a->level))
        return bind(a, b);
    if (b->kind == TY_VAR)
        return bind(b, a);
    if (a->kind != b->kind || a->nparts != b->nparts || !same_names(a, b) ||
        (a->kind == TY_PRIM && a->prim != b->prim) || a->kind == TY_PARAM ||
        a->abstract != b->abstract)
        return fail(DIFFERENT);
    if (a->kind == TY_FUN)
        return same_funs(a, b);
    bool ok = true;
    for (int i = 0; i < a->nparts; i++)
        ok &= same(a->part[i], b->part[i]);
    if (a->kind == TY_ARRAY)
        ok &= same_sizes(a->size, b->size);
    return ok;
}

/* ---- both together -------------------------------------------------------- */

static bool run(Ty *want, Ty *have, bool shape_only)
{
    unifier.shape_only = shape_only;
    unifier.clash.reason = FINE;
    unifier.bound.n = 0;
    unifier.result = unifier.swapped = false;
    checker.exists.n = 0;
    bool ok = same(want, have);
    checker.exists.n = 0;
    return ok;
}

static bool told(bool ok, Ty *want, Ty *have, const Span *s, const char *what)
{
    if (!ok)
        report_clash(&unifier.clash, want, have, s, what);
    return ok;
}

bool unify(Ty *want, Ty *have, const Span *s, const char *what)
{
    checker.at = s;
    return told(run(want, have, false), want, have, s, what);
}

bool unify_shape(Ty *want, Ty *have, const Span *s, const char *what)
{
    checker.at = s;
    return told(run(want, have, true), want, have, s, what);
}

/* Where a pair of sizes differs once more, it is the same unknown one. */
static TySize *joined_size(TySize *a, TySize *b, const Span *s)
{
    for (int i = 0; i < unifier.joined.n; i++) {
        const Joined *j = &unifier.joined.at[i];
        if (tysize_equal(j->a, a) && tysize_equal(j->b, b))
            return j->unknown;
    }
    TySize *unknown = tysize_unknown(s);
    vec_push(&unifier.joined, ((Joined){ a, b, unknown }));
    return unknown;
}

/* a, with unknown sizes where b has others. */
static Ty *join(Ty *a, Ty *b, const Span *s)
{
    a = ty_resolve(a);
    b = ty_resolve(b);
    if (a->kind != b->kind || a->kind == TY_FUN || a->kind == TY_VAR || !a->nparts)
        return a->kind == TY_ERROR ? b : a;
    Ty *t = ty_new(a->kind, a->nparts);
    t->name = a->name;
    t->abstract = a->abstract;
    t->size = a->size;
    if (t->size && (tysize_is_ragged(a->size) || tysize_is_ragged(b->size)))
        t->size = tysize_ragged();
    else if (t->size && !tysize_equal(a->size, b->size))
        t->size = joined_size(a->size, b->size, s);
    for (int i = 0; i < a->nparts; i++)
        t->part[i] = join(a->part[i], b->part[i], s);
    return t;
}

Ty *unify_join(Exp *a, Exp *b, Ty *ta, Ty *tb, const Span *s, const char *what)
{
    checker.at = s;
    unifier.joined.n = 0;
    if (run(ta, tb, true))
        return join(ta, tb, s);
    error_at(s, ERR_TYPE_MISMATCH, "%s differ: %s and %s", what, ty_str(ta), ty_str(tb));
    note_at(a->span, "this is %s", ty_str(ta));
    note_at(b->span, "this is %s", ty_str(tb));
    return ty_error();
}

/* ---- classes ------------------------------------------------------------- */

static const char *class_name(unsigned prims)
{
    if (prims == INTEGERS)
        return "an integer";
    if (prims == SIGNED)
        return "a signed integer";
    if (prims == FLOATS)
        return "a float";
    if (prims == (INTEGERS | TRUTHS))
        return "an integer or a bool";
    return prims & TRUTHS ? "a scalar" : "a number";
}

bool unify_scalar(Ty *t, unsigned prims, const Span *s, const char *what)
{
    Ty *v = ty_scalar_var(prims);
    if (run(v, t, false))
        return true;
    if (v->kind == TY_PRIM)
        report_clash(&unifier.clash, v, t, s, what);
    else
        error_at(s, ERR_TYPE_MISMATCH, "%s: expected %s, found %s", what, class_name(prims),
                 ty_str(t));
    return false;
}

/* ---- generalisation ------------------------------------------------------ */

static void generalise_size(TySize *s, Binder *b)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_VAR && s->level > checker.level) {
        s->link = tysize_name(intern(format("n%d", b->sizes.n + 1)));
        vec_push(&b->sizes, s->link);
    }
    for (int i = 0; i < s->nparts; i++)
        generalise_size(s->part[i], b);
}

static void hold(Ty *t)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR && t->level > checker.level)
        t->level = checker.level;
}

static void hold_size(TySize *s)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_VAR && s->level > checker.level)
        s->level = checker.level;
    for (int i = 0; i < s->nparts; i++)
        hold_size(s->part[i]);
}

/* Of a value with constructors, of which more may come, there is one type: so there is of
   what they hold. */
static void hold_payloads(Ty *t, bool held)
{
    t = ty_resolve(t);
    held |= t->kind == TY_VAR && t->nparts;
    if (held)
        hold(t);
    if (held && t->kind == TY_ARRAY)
        hold_size(t->size);
    for (int i = 0; i < t->nparts; i++)
        hold_payloads(t->part[i], held);
}

static void generalise_in(Ty *t, Binder *b)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR && t->level > checker.level && !t->prims && !t->equality &&
        !t->nparts) {
        char name[] = { (char)('a' + b->tparam.n % 26), '\0' };
        t->link = ty_param(intern(name), t->lifted);
        vec_push(&b->tparam, t->link);
    }
    if (t->kind == TY_ARRAY)
        generalise_size(t->size, b);
    for (int i = 0; i < t->nparts; i++)
        generalise_in(t->part[i], b);
}

/* What was found to be data stays data. */
static void forbid_functions(Ty *t, TypeParamKind most)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR && t->level > checker.level && t->lifted > most)
        t->lifted = most;
    for (int i = 0; i < t->nparts; i++)
        forbid_functions(t->part[i], most);
}

static void settle_field(const FieldWanted *f)
{
    unify(field_of(f->record, f->name, f->span), f->field, f->span, "this field");
}

/* Fields of what is known by now; what has others stays to be found. */
static void settle_known_fields(void)
{
    int left = 0;
    for (int i = 0; i < checker.fields.n; i++) {
        FieldWanted f = checker.fields.at[i];
        if (ty_resolve(f.record)->kind != TY_VAR) {
            settle_field(&f);
            continue;
        }
        hold(f.record);
        hold(f.field);
        checker.fields.at[left++] = f;
    }
    checker.fields.n = left;
}

void generalise(Binder *b)
{
    settle_known_fields();
    for (int i = 0; i < checker.no_fun.n; i++)
        forbid_functions(checker.no_fun.at[i].ty, checker.no_fun.at[i].most);
    hold_payloads(b->ty, false);
    generalise_in(b->ty, b);
}

/* ---- at the end of a definition ------------------------------------------ */

static void settle_fields(void)
{
    for (int i = 0; i < checker.fields.n; i++)
        settle_field(&checker.fields.at[i]);
    checker.fields.n = 0;
}

static void settle_scalars(void)
{
    static const Prim preferred[] = { I32, F64, BOOL };
    for (int i = 0; i < checker.scalars.n; i++) {
        Ty *t = ty_resolve(checker.scalars.at[i]);
        if (t->kind != TY_VAR || t->nparts)
            continue;
        t->prims = t->prims ? t->prims : NUMBERS;
        for (int p = 0; p < NPRIMS; p++)
            if (t->prims & 1u << p)
                t->link = ty_prim((Prim)p);
        for (int k = 2; k >= 0; k--)
            if (t->prims & 1u << preferred[k])
                t->link = ty_prim(preferred[k]);
    }
    checker.scalars.n = 0;
}

static bool is_undecided(const Ty *t)
{
    return t->kind == TY_VAR && !t->prims && !t->nparts;
}

/* The type of compared values is decided by their use: no number is meant by default. */
static void settle_compared(void)
{
    for (int i = 0; i < checker.compared.n; i++) {
        Compared c = checker.compared.at[i];
        if (error_count() == checker.errors && ty_some(c.ty, is_undecided))
            error_at(c.span, ERR_NOT_COMPARABLE, "nothing says of which type the compared values "
                     "are; write it");
    }
    checker.compared.n = 0;
}

/* Of what a minus stands before, the magnitude can be one more. */
static void check_range(const Exp *e)
{
    if (e->kind != E_INT || e->suffix || e->matched || !prim_is_int(e->prim))
        return;
    int bits = 8 * prim_bytes(e->prim) - prim_is_signed(e->prim);
    uint64_t most = ~0ull >> (64 - bits);
    if (e->negated)
        most = prim_is_signed(e->prim) ? most + 1 : 0;
    if (e->integer > most)
        error_at(e->span, ERR_LITERAL_TOO_LARGE, "the literal does not fit in %s",
                 prim_name(e->prim));
}

/* Of literals: their prim, and floats as the nearest value of it. */
static void settle_literals(void)
{
    for (int i = 0; i < checker.literals.n; i++) {
        Exp *e = checker.literals.at[i];
        Ty *t = ty_resolve(e->ty);
        e->prim = t->kind == TY_PRIM ? t->prim : e->kind == E_FLOAT ? F64 : I32;
        check_range(e);
        if (e->kind == E_FLOAT)
            e->number = e->prim == F32 ? (double)strtof(e->text, NULL)
                                       : scalar_float(e->prim, e->number).f;
        if (e->kind == E_FLOAT && !e->suffix && isinf(e->number))
            error_at(e->span, ERR_LITERAL_TOO_LARGE, "the literal does not fit in %s",
                     prim_name(e->prim));
    }
    checker.literals.n = 0;
}

/* A type~ parameter, which may stand for arrays with sizes of their own. */
static bool has_lifted_param(Ty *t)
{
    t = ty_resolve(t);
    bool yes = t->kind == TY_PARAM && t->lifted == PARAM_TYPE_SIZE_LIFTED;
    for (int i = 0; i < t->nparts && t->kind != TY_FUN && !yes; i++)
        yes = has_lifted_param(t->part[i]);
    return yes;
}

static void settle_functions(void)
{
    for (int i = 0; i < checker.no_fun.n; i++) {
        NoFun *n = &checker.no_fun.at[i];
        if (n->span && ty_has_fun(n->ty))
            error_at(n->span, ERR_FUNCTION_HERE, "%s: a function cannot stand here: found %s",
                     n->what, ty_str(n->ty));
        else if (n->span && n->most == PARAM_TYPE && has_lifted_param(n->ty))
            error_at(n->span, ERR_LIFTED_TYPE, "%s: found %s, whose sizes may differ from value "
                     "to value", n->what, ty_str(n->ty));
    }
    checker.no_fun.n = 0;
}

/* What a function's size is must be told by its arguments, or by the use of its result. */
static void settle_instance(const Instance *i)
{
    for (int k = 0; k < i->n; k++)
        if (tysize_resolve(i->name->instance[k])->kind == SIZE_VAR) {
            error_at(i->name->span, ERR_SIZE_UNKNOWN, "the size [%s] of '%s' is not known here: "
                     "nothing says it; write the type of what it makes",
                     tysize_str(i->param[k]), exp_name(i->name));
            return;
        }
}

static void settle_instances(void)
{
    for (int i = 0; i < checker.instances.n && !checker.in_view; i++)
        settle_instance(&checker.instances.at[i]);
    checker.instances.n = 0;
}

static void settle_sizes(void)
{
    for (int i = 0; i < checker.open_sizes.n; i++) {
        OpenSize o = checker.open_sizes.at[i];
        if (error_count() == checker.errors && tysize_resolve(o.size)->kind == SIZE_VAR)
            error_at(o.span, ERR_SIZE_UNKNOWN, "nothing says what size this leaves open; write it");
    }
    checker.open_sizes.n = 0;
}

static void settle_holes(void)
{
    for (int i = 0; i < checker.holes.n; i++)
        warn_at(checker.holes.at[i]->span, WARN_HOLE, "a hole, ???, of type %s is left: it fails "
                "when the program runs", ty_str(checker.holes.at[i]->ty));
    checker.holes.n = 0;
}

void check_settle(void)
{
    checker.settling = true;
    settle_fields();
    checker.settling = false;
    settle_sums();
    settle_compared();
    settle_scalars();
    settle_literals();
    settle_functions();
    settle_instances();
    settle_sizes();
    settle_holes();
}
