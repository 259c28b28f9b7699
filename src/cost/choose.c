/*
 * choose.c -- which versions of a nest are written, and what their tests compare with.
 *
 * Rules make several versions of a nest, and tests that compare sizes with thresholds. Here the
 * time of each version is predicted for a grid of sizes. Thresholds get the values by which the
 * tests of the program choose best (thresholds.c). The version that is missed least is left out,
 * one after the other, until the second one of two makes the nest SECOND times as fast for some
 * sizes, a third one THIRD times as fast; then thresholds are set for those that stay.
 * Comparisons that nothing gains by are left out at last. Where data decide a test, but for
 * numbers that it compares, all versions stay, and their tests.
 */
#include "choose.h"
#include "left.h"
#include "thresholds.h"

#include <math.h>

static const double SECOND = 1.5, THIRD = 10;      /* so many times as fast, somewhere */
static const double ABOUT = 1.1;       /* a model tells no less */

typedef struct {
    Program *program;
    Func *func;
    Trace *trace;
    Chains chains;
    Table *users, *owner;      /* Var -> Users; a node -> the Var that it is bound to */
    Table *told;               /* comparisons that are left out: Var -> not null */
    Left left;
    bool changed;
} Choosing;

/* ---- who asks what ------------------------------------------------------------------------- */

typedef VEC(const Core *) Users;

typedef struct {
    Choosing *choosing;
    const Core *in;
} Using;

static void note_users(Core *n, void *arg)
{
    Using *u = arg;
    Table *users = u->choosing->users;
    if (n->op == OP_VAR) {
        if (!table_has(users, n->var))
            table_put(users, n->var, NEW(Users));
        vec_push((Users *)table_get(users, n->var), u->in);
    }
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        table_put(u->choosing->owner, n->stm[i].exp, n->stm[i].var[0]);
    core_each(n, note_users, &(Using){ u->choosing, n });
}

static bool is_way(const Chain *x, const Core *n)
{
    for (int k = 0; k < x->n - 1; k++)
        if (x->way[k] == n)
            return true;
    return false;
}

static bool is_way_of_any(const Choosing *c, const Core *n)
{
    for (int i = 0; i < c->chains.chain.n; i++)
        if (is_way(c->chains.chain.at[i], n))
            return true;
    return false;
}

/* Nothing but tests of versions asks it. */
static bool is_private(const Choosing *c, const Var *v)
{
    const Users *users = table_get(c->users, v);
    bool only = users;
    for (int i = 0; only && i < users->n; i++) {
        const Core *n = users->at[i];
        bool joins = n->op == OP_LAND || n->op == OP_LOR || n->op == OP_NOT;
        const Var *owner = joins ? table_get(c->owner, n) : NULL;
        only = is_way_of_any(c, n) || (owner && is_private(c, owner));
    }
    return only;
}

/* ---- what is left out ------------------------------------------------------------------ */

typedef struct {
    double cost;               /* of all sizes together */
    double times;              /* as long as all of them together, at most, */
    int64_t point;             /*   there */
} Loss;

static Loss loss_of(const Chain *x, unsigned rest)
{
    Loss most = { 0, 1, 0 };
    for (int p = 0; p < x->point.n; p++) {
        double times = time_at(x, p, version_taken(x, rest, p))
                     / time_at(x, p, version_taken(x, x->kept, p));
        most.cost += cost_of_times(times);
        if (times > most.times) {
            most.times = times;
            most.point = x->point.at[p];
        }
    }
    return most;
}

/* The versions but one, that which is missed least; all of them if no other can be left. */
static unsigned without_one(const Chain *x, Loss *least)
{
    unsigned best = x->kept;
    *least = (Loss){ .cost = INFINITY, .times = INFINITY };
    for (int k = 0; k < x->n; k++) {
        unsigned rest = x->kept & ~(1u << k);
        if (rest == x->kept || !rest || x->limited[last_version(rest)])
            continue;
        Loss l = loss_of(x, rest);
        if (l.cost < least->cost) {
            *least = l;
            best = rest;
        }
    }
    return best;
}

/* ---- comparisons that pay nothing --------------------------------------------------------- */

/* True if the version that the tests choose takes no longer than about `before`, at any point. */
static bool as_fast(const Chain *x, const double *before)
{
    for (int p = 0; p < x->point.n; p++)
        if (time_at(x, p, version_taken(x, x->kept, p)) > ABOUT * before[p])
            return false;
    return true;
}

/* A test that is left, before the last version, asks this. */
static bool is_asked(const Chain *x, int leaf)
{
    bool found = false;
    for (int k = 0; k < last_version(x->kept) && !found; k++)
        found = (x->kept >> k & 1) && test_asks(x->test[k], leaf);
    return found;
}

/* It is part of what sees to shared memory. */
static bool is_guard(const Choosing *c, const Chain *x, int leaf)
{
    for (int k = 0; k < x->n - 1; k++)
        if ((x->kept >> k & 1) && guarded_by_sizes(&c->chains, x, k) && test_asks(x->test[k], leaf))
            return true;
    return false;
}

/* From the last one on, as tests begin with what counts most. What a user has set stays. */
static void drop_comparisons(const Choosing *c, Chain *x)
{
    double *before = NEWS(double, x->point.n);
    for (int p = 0; p < x->point.n; p++)
        before[p] = time_at(x, p, version_taken(x, x->kept, p));
    for (int i = x->leaf.n - 1; i >= 0; i--) {
        Leaf *l = &x->leaf.at[i];
        if (!l->asks || !is_private(c, l->atom->var) || !is_asked(x, i)
            || is_guard(c, x, i) || (l->threshold && l->threshold->by_user))
            continue;
        l->told = HOLDS;
        if (!as_fast(x, before))
            l->told = FAILS;
        if (!as_fast(x, before))
            l->told = AS_IT_IS;
    }
}

/* ---- what is told ------------------------------------------------------------------------- */

static void trace_change(Choosing *c, const Rule *rule, const Stm *was, Core *exp)
{
    Stm *now = COPY(Stm, *was);
    now->exp = exp;
    trace_told(c->trace, rule, was->exp->span, stms_term(was, 1), stms_term(now, 1));
    c->changed = true;
}

/* The test is as good as a constant. */
static void tell(Choosing *c, const Core *test, bool holds)
{
    static const Rule rule = { .name = "versions", .sentence =
        "A version, or a comparison with a threshold, that no sizes miss much is left out." };
    const Stm *was = test->op == OP_VAR ? table_get(c->chains.def, test->var) : NULL;
    if (was)
        trace_change(c, &rule, was, core_bool(holds));
}

/* Tests of other versions may ask that test, too. */
static void decide(Choosing *c, const Core *choice, bool taken)
{
    table_put(taken ? c->left.always : c->left.never, choice, c);
    tell(c, choice->g[0].at[0], taken);
    c->changed = true;
}

static const char *name_of(const Chain *x, int version)
{
    return version < x->n - 1 ? version_name(x->way[version]) : "flat";
}

static void leave_out(Choosing *c, const Chain *x, int version, Loss loss)
{
    const Chains *chains = &c->chains;
    const Core *choice = x->way[version < x->n - 1 ? version : version - 1];
    grid_set(&chains->grid, loss.point, chains->numbers);
    LeftOut out = { c->func->name, name_of(x, version), loss.times > 1
                    ? grid_str(&chains->grid, chains->numbers) : NULL, loss.times };
    vec_push(&c->program->left, out);
    if (version < x->n - 1)
        decide(c, choice, false);
}

/* ---- programs ----------------------------------------------------------------------------- */

static void choose_of(Choosing *c, Chain *x, int most)
{
    Loss least;
    for (int n = x->n; n > 1; n--) {
        unsigned rest = without_one(x, &least);
        if (rest == x->kept || (n <= most && least.times > (n > 2 ? THIRD : SECOND)))
            break;
        leave_out(c, x, last_version(x->kept & ~rest), least);
        x->kept = rest;
    }
    if (last_version(x->kept) < x->n - 1)
        decide(c, x->way[last_version(x->kept)], true);
}

/* Nests that ask the same are told the same, or nothing. */
static bool all_agree(const Choosing *c, const Leaf *l)
{
    for (int i = 0; i < c->chains.chain.n; i++) {
        const Chain *x = c->chains.chain.at[i];
        int k = leaf_of(x, l->atom);
        if (k >= 0 && x->leaf.at[k].told != l->told && is_asked(x, k))
            return false;
    }
    return true;
}

static void simplify_tests(Choosing *c)
{
    for (int i = 0; i < c->chains.chain.n; i++)
        if (!c->chains.chain.at[i]->unknown)
            drop_comparisons(c, c->chains.chain.at[i]);
    for (int i = 0; i < c->chains.chain.n; i++) {
        const Chain *x = c->chains.chain.at[i];
        for (int k = 0; k < x->leaf.n; k++) {
            const Leaf *l = &x->leaf.at[k];
            if (!l->told || table_has(c->told, l->atom->var) || !all_agree(c, l))
                continue;
            table_put(c->told, l->atom->var, c);
            tell(c, l->atom, l->told == HOLDS);
            subst_add(c->left.now, l->atom->var, core_bool(l->told == HOLDS));
        }
    }
}

static void name_tests(Choosing *c, const Chain *x)
{
    for (int k = 0; k < x->n - 1; k++)
        table_put(c->left.named, x->way[k]->g[0].at[0]->var, c);
}

static void set_thresholds(Core *n, void *choosing)
{
    static const Rule rule = { .name = "thresholds", .sentence =
        "A threshold is set to the value with which the tests choose the fastest versions." };
    Choosing *c = choosing;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        Core *now = s->exp->op == OP_THRESHOLD ? table_get(c->left.threshold, s->exp->text) : NULL;
        if (now)
            trace_change(c, &rule, s, now);
    }
    core_each(n, set_thresholds, c);
}

static Core *threshold_set(const Threshold *t)
{
    Core *n = core_node(OP_THRESHOLD, NULL);
    n->text = t->name;
    core_set1(n, 0, core_i64(threshold_value(t)));
    return core_typed(n);
}

static bool choose_in(Choosing *c, const Thresholds *thresholds, bool all)
{
    if (!all)
        simplify_tests(c);
    for (int i = 0; i < thresholds->n; i++)
        if (threshold_value(thresholds->at[i]) != thresholds->at[i]->told)
            table_put(c->left.threshold, thresholds->at[i]->name, threshold_set(thresholds->at[i]));
    set_thresholds((Core *)c->func->body, c);
    if (c->changed)
        c->func->body = body_left(c->func->body, &c->left);
    return c->changed;
}

/* Thresholds have one value in a program: all functions are looked at before. Which versions there
   are does not depend on the values that a user tells. */
bool choose_versions(Program *p, const VersionsAsked *asked, Trace *t)
{
    Card card;
    Thresholds told = { 0 }, thresholds = { 0 };
    VEC(Choosing) in = { 0 };
    VEC(Chains) chains = { 0 };
    if (!card_find(NULL, &card))
        bug("no cards");
    for (int i = 0; i < asked->ntold; i++) {
        const RewriteOption *o = &asked->told[i];
        const RuleOption *declared = rules_option(asked->rules, o->name);
        vec_push(&told, MAKE(Threshold, .name = intern(o->name), .told = o->value,
            .declared = declared ? declared->value : o->value, .by_user = true));
    }
    trace_set(t, "versions");
    for (int i = 0; i < p->nfuncs; i++) {
        Choosing c = { .program = p, .func = p->func[i], .trace = t, .users = table_new(),
                       .owner = table_new(), .told = table_new(), .left = left_new() };
        if (!chains_make(&c.chains, p->func[i], &card, &told, &thresholds))
            continue;
        note_users(c.func->body, &(Using){ &c, NULL });
        for (int k = 0; k < c.chains.chain.n; k++)
            name_tests(&c, c.chains.chain.at[k]);
        vec_push(&chains, c.chains);
        vec_push(&in, c);
    }
    thresholds_solve(&thresholds, chains.at, chains.n);
    for (int i = 0; i < in.n && !asked->all; i++)
        for (int k = 0; k < in.at[i].chains.chain.n; k++)
            if (!in.at[i].chains.chain.at[k]->unknown)
                choose_of(&in.at[i], in.at[i].chains.chain.at[k], asked->most);
    thresholds_tell(&thresholds);
    thresholds_solve(&thresholds, chains.at, chains.n);
    bool changed = false;
    for (int i = 0; i < in.n; i++)
        changed |= choose_in(&in.at[i], &thresholds, asked->all);
    return changed;
}
