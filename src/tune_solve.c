/* tune_solve.c -- the thresholds of all choices between versions, choice by choice. */
#include "tune.h"
#include "core/eval.h"

#include <math.h>
#include <stdlib.h>

/* One choice. All of them are beside it: they may ask the same threshold. */
typedef struct Solving {
    Tuning *t;
    struct Solving *all;
    int n;
    const Choice *c;
    VEC(DataSet *) set;        /* of the choice's entry */
    double **log_time;         /* of a set, of a version; infinite: it cannot run */
    int from;                  /* versions before this one are not asked for */
} Solving;

typedef VEC(Knob *) Knobs;
typedef VEC(int64_t) Numbers;

/* ---- tests ------------------------------------------------------------------- */

/* The bytes of shared memory that a kernel's block can have: what the CPU run grants. A card
   that grants less does not take the version, and its threshold makes no difference there. */
enum { SHARED_LEFT = 227 << 10 };

/* For how many percent of the multiprocessors blocks are enough. */
static int64_t busy(const Tuning *t, int64_t blocks)
{
    return blocks >= t->processors ? 100 : blocks * 100 / t->processors;
}

static Knob *knob_of(const Tuning *t, const Core *n)
{
    for (int i = 0; n->op == OP_VAR && i < t->knob.n; i++)
        if (t->knob.at[i].is->var == n->var)
            return &t->knob.at[i];
    return NULL;
}

static int64_t value_in(const Tuning *t, const DataSet *d, const Core *n)
{
    const Knob *k = knob_of(t, n);
    int64_t *size = n->op == OP_VAR ? table_get(d->size, n->var) : NULL;
    if (k || n->op == OP_VAR)
        return k ? k->now : size ? *size : 0;
    if (is_const(n))
        return n->value.i;
    if (tree_is_call(n))
        return SHARED_LEFT;
    if (n->op == OP_BUSY)
        return busy(t, value_in(t, d, n->g[0].at[0]));
    Slot arg[3] = { { 0 } }, result = { 0 };
    const char *error = NULL;
    for (int g = 0; g < ops[n->op].ngroups && g < 3; g++)
        arg[g].i = value_in(t, d, n->g[g].at[0]);
    slot_op(n->op, type_of(n->g[0].at[0])->prim, type_of(n)->prim, arg, &result, &error);
    return result.i;
}

static int way_from(const Tuning *t, const DataSet *d, const Choice *c, int from)
{
    int w = from;
    while (w < c->way.n - 1 && !value_in(t, d, c->way.at[w].test))
        w++;
    return w;
}

int tune_way(const Tuning *t, const DataSet *d, const Choice *c)
{
    return way_from(t, d, c, 0);
}

static void note_knob(Var *v, void *arg)
{
    void **a = arg;
    const Tuning *t = a[0];
    Knobs *k = a[1];
    Knob *knob = knob_of(t, core_var(v));
    bool known = !knob;
    for (int i = 0; i < k->n; i++)
        known |= k->at[i] == knob;
    if (!known)
        vec_push(k, knob);
}

/* Of the tests of versions `from` to `to`. */
static Knobs knobs_in(Tuning *t, const Choice *c, int from, int to)
{
    Knobs k = {0};
    for (int w = from; w <= to && w < c->way.n - 1; w++)
        tree_vars(c->way.at[w].test, note_knob, (void *[]){ t, &k });
    return k;
}

/* ---- one version ------------------------------------------------------------- */

/* Beyond what sizes are compared with; products with it do not wrap around. */
enum { FAR = INT32_MAX };

/* Sets thresholds, to the ends of what they can be, so that it serves the set. */
static bool force(Tuning *t, const DataSet *d, const Choice *c, int way)
{
    if (c->within && !force(t, d, c->within, c->within_way))
        return false;
    Knobs k = knobs_in(t, c, 0, way);
    bool forced = tune_way(t, d, c) == way;
    for (int all = 0; !forced && k.n < 16 && all < 1 << k.n; all++) {
        for (int i = 0; i < k.n; i++)
            k.at[i]->now = all >> i & 1 ? FAR : -1;
        forced = tune_way(t, d, c) == way;
    }
    return forced;
}

static double time_of(Tuning *t, DataSet *d, const Choice *c, int way)
{
    Numbers was = {0};
    for (int i = 0; i < t->knob.n; i++)
        vec_push(&was, t->knob.at[i].now);
    double time = force(t, d, c, way) ? log(tune_time(t, d)->time) : INFINITY;
    for (int i = 0; i < t->knob.n; i++)
        t->knob.at[i].now = was.at[i];
    return time;
}

static Solving solving(Tuning *t, const Choice *c)
{
    Solving s = { .t = t, .c = c };
    for (int i = 0; i < t->set.n; i++)
        for (int k = 0; k < t->set.at[i].entry->choices.n; k++)
            if (t->set.at[i].entry->choices.at[k] == c)
                vec_push(&s.set, &t->set.at[i]);
    s.log_time = NEWS(double *, s.set.n);
    for (int i = 0; i < s.set.n; i++) {
        s.log_time[i] = NEWS(double, c->way.n);
        for (int w = 0; w < c->way.n; w++)
            s.log_time[i][w] = time_of(t, s.set.at[i], c, w);
    }
    return s;
}

/* ---- values of thresholds ---------------------------------------------------- */

/* Sum of the logarithms: each set counts the same. One that cannot run counts most. */
static double cost_of(const Solving *s)
{
    enum { CANNOT_RUN = 1000 };
    double sum = 0;
    for (int i = 0; i < s->set.n; i++) {
        double x = s->log_time[i][way_from(s->t, s->set.at[i], s->c, s->from)];
        sum += isfinite(x) ? x : CANNOT_RUN;
    }
    return sum;
}

static double cost(const Solving *s)
{
    double sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += cost_of(&s->all[i]);
    return sum;
}

typedef struct {
    const Solving *s;
    const Knob *knob;
    Numbers at;                /* the least value of each interval without a change, but one */
} Changes;

/* 2 for `2 * K`, 1 for the knob K itself; else 0. */
static int64_t times_knob(const Changes *x, const Core *n)
{
    const Tuning *t = x->s->t;
    if (n->op == OP_MUL && is_const(n->g[0].at[0]) && n->g[0].at[0]->value.i > 0
        && knob_of(t, n->g[1].at[0]) == x->knob)
        return n->g[0].at[0]->value.i;
    return knob_of(t, n) == x->knob;
}

/* What the knob is compared with, in each data set. */
static void find_changes(Core *n, void *arg)
{
    Changes *x = arg;
    core_each(n, find_changes, arg);
    if (n->op != OP_LT && n->op != OP_LE && n->op != OP_GT && n->op != OP_GE)
        return;
    for (int side = 0; side < 2; side++) {
        int64_t times = times_knob(x, n->g[side].at[0]);
        bool next = side ? n->op == OP_LT || n->op == OP_GE : n->op == OP_LE || n->op == OP_GT;
        for (int i = 0; times && i < x->s->set.n; i++) {
            int64_t v = value_in(x->s->t, x->s->set.at[i], n->g[1 - side].at[0]);
            vec_push(&x->at, (v + next) / times + ((v + next) % times > 0));
        }
    }
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Where the choice changes as the knob grows: ascending, each once. */
static Numbers changes_of(const Solving *s, const Knob *k)
{
    Changes x = { .knob = k };
    for (int i = 0; i < s->n; i++) {
        x.s = &s->all[i];
        for (int w = x.s->from; w < x.s->c->way.n - 1; w++)
            find_changes(x.s->c->way.at[w].test, &x);
    }
    if (x.at.n)
        qsort(x.at.at, (size_t)x.at.n, sizeof *x.at.at, by_value);
    Numbers once = {0};
    for (int i = 0; i < x.at.n; i++)
        if (!i || x.at.at[i] != x.at.at[i - 1])
            vec_push(&once, x.at.at[i]);
    return once;
}

typedef struct {
    const Solving *s;
    Knobs knob;
    Numbers best;
    double cost;
} Search;

/* All combinations of intervals, of the knobs from number i on. */
static void try_values(Search *x, int i)
{
    if (i == x->knob.n) {
        double found = cost(x->s);
        if (found > x->cost - 0.01)    /* by a hundredth of a data set's time */
            return;
        x->cost = found;
        for (int k = 0; k < i; k++)
            x->best.at[k] = x->knob.at[k]->now;
        return;
    }
    Numbers change = changes_of(x->s, x->knob.at[i]);
    for (int k = -1; k < change.n; k++) {
        x->knob.at[i]->now = k < 0 ? (change.n ? change.at[0] - 1 : x->knob.at[i]->now)
                                   : change.at[k];
        try_values(x, i + 1);
    }
}

/* The best of all combinations of these knobs stays; its cost. */
static double search(Solving *s, Knobs knob, double least)
{
    Search x = { .s = s, .knob = knob, .cost = least };
    for (int i = 0; i < knob.n; i++)
        vec_push(&x.best, knob.at[i]->now);
    try_values(&x, 0);
    for (int i = 0; i < knob.n; i++)
        knob.at[i]->now = x.best.at[i];
    return x.cost;
}

/* All knobs of the test together, or, of more combinations than MOST, two at a time, again and
   again as long as that helps. */
static void solve_test(Solving *s, int way)
{
    enum { MOST = 100000 };
    s->from = way;
    Knobs all = knobs_in(s->t, s->c, way, way);
    double combinations = 1, now = cost(s), before = INFINITY;
    for (int i = 0; i < all.n; i++)
        combinations *= changes_of(s, all.at[i]).n + 1;
    if (combinations <= MOST) {
        search(s, all, now);
        return;
    }
    while (now < before) {
        before = now;
        for (int i = 0; i < all.n; i++)
            for (int k = i + 1; k < all.n; k++)
                now = search(s, (Knobs){ .at = (Knob *[]){ all.at[i], all.at[k] }, .n = 2 }, now);
    }
}

/* What serves as well: of that, the value is the nearest to what it was. */
static void widen(const Solving *s, Knob *k)
{
    Numbers change = changes_of(s, k);
    int64_t found = k->now;
    double best = cost(s);
    int at = 0;                /* the interval that ends before this change */
    while (at < change.n && change.at[at] <= found)
        at++;
    int low = at, high = at;
    while (low > 0 && (k->now = change.at[low - 1] - 1, cost(s) <= best + 1e-9))
        low--;
    while (high < change.n && (k->now = change.at[high], cost(s) <= best + 1e-9))
        high++;
    k->least = low ? change.at[low - 1] : INT64_MIN;
    k->most = high < change.n ? change.at[high] - 1 : INT64_MAX;
    int64_t was = k->is->value;
    k->now = was < k->least ? k->least : was > k->most ? k->most : was;
}

static void solve(Solving *s)
{
    for (int w = s->c->way.n - 2; s->set.n && w >= 0; w--)
        solve_test(s, w);
    s->from = 0;
}

static void widen_all(const Solving *s)
{
    Knobs k = knobs_in(s->t, s->c, 0, s->c->way.n - 1);
    for (int i = 0; s->set.n && i < 2 * k.n; i++)  /* once more where all of them are in place */
        widen(s, k.at[i % k.n]);
}

void tune_solve(Tuning *t, const Choice *const *choice, int n)
{
    Solving *s = NEWS(Solving, n);
    for (int i = 0; i < n; i++) {
        s[i] = solving(t, choice[i]);
        s[i].all = s;
        s[i].n = n;
    }
    for (int i = 0; i < n; i++)
        solve(&s[i]);
    for (int i = 0; i < n; i++)
        widen_all(&s[i]);
}
