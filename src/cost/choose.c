/*
 * choose.c -- which versions of a nest are written: those that pay clearly.
 *
 * Rules make several versions of a nest, and tests of the sizes, by thresholds, that choose. Here
 * the time of each is predicted for a grid of sizes. The version that is missed least is left out,
 * one after the other, until the second one of two makes the nest SECOND times as fast for some
 * sizes, a third one THIRD times as fast. Then comparisons with thresholds that nothing gains by
 * are left out. Where data decide a test all versions stay.
 */
#include "choose.h"
#include "grid.h"
#include "left.h"

#include <math.h>

static const double SECOND = 1.5, THIRD = 10;      /* so many times as fast, somewhere */
enum { MOST = 8 };             /* versions that are compared */

enum { MOST_ELEMENTS_SEEN = 1 << 29 };

static double elements_of(const Numbers *n, const Func *f)
{
    double all = 0;
    for (int i = 0; i < f->nparams; i++)
        all += number_elements(n, f->param[i]->type);
    for (int i = 0; i < f->nresults; i++)
        all += number_elements(n, f->result[i]);
    return all;
}

/* ---- chains of versions -------------------------------------------------------------- */

/* A part of a test that is no `&&`, `||` or `!`. `asks` is true if it compares with a threshold. */
typedef struct {
    const Core *atom;
    bool asks;
    enum { AS_IT_IS, HOLDS, FAILS } told;
} Leaf;

/* `if`s of one nest, one in the other's else-branch; the last version is what is left. */
typedef struct {
    const Core *way[MOST];     /* the `if`s */
    bool limited[MOST];        /* where this one is taken shared memory has to suffice */
    int n;                     /* versions */
    VEC(int64_t) point;        /* of the grid, those at which it is asked */
    VEC(double) time;          /* n of them for each point; infinite: impossible there */
    VEC(Leaf) leaf;
    VEC(bool) holds;           /* each of them, for each point */
    bool unknown;              /* data decide a test */
} Chain;

typedef struct {
    Program *program;
    const Func *func;
    Trace *trace;
    Clock *clock;
    Numbers *numbers;
    Grid grid;
    int64_t point;             /* in hand */
    Table *def;                /* Var -> Stm */
    Table *seen;               /* `if`s: the Chain, or null: it is part of one */
    VEC(Chain *) chain;
    Table *users, *owner;      /* Var -> Users; a node -> the Var that it is bound to */
    Left left;
    bool changed;
} Choosing;

static bool defined_by(const Choosing *c, const Core *atom, Op op)
{
    const Stm *s = atom->op == OP_VAR ? table_get(c->def, atom->var) : NULL;
    if (!s || s->nvars != 1 || ops[s->exp->op].kind != K_SCALAR)
        return false;
    bool found = s->exp->op == op;
    for (int g = 0; !found && g < ops[s->exp->op].ngroups; g++)
        found = s->exp->g[g].n && defined_by(c, s->exp->g[g].at[0], op);
    return found;
}

/* Between ways to do the same: each of them has a nest. */
static bool is_choice(const Choosing *c, const Core *n)
{
    return n->op == OP_IF && defined_by(c, n->g[0].at[0], OP_THRESHOLD)
        && seg_in(n->g[1].at[0]) && seg_in(n->g[2].at[0]);
}

/* The choice that a body ends with, if it does no more than prepare that test. */
static const Core *goes_on(const Choosing *c, const Core *body)
{
    const Core *n = body->op == OP_BODY && body->nstms ? body->stm[body->nstms - 1].exp : body;
    if (!is_choice(c, n))
        return NULL;
    for (int i = 0; body->op == OP_BODY && i < body->nstms - 1; i++)
        if (ops[body->stm[i].exp->op].kind != K_SCALAR)
            return NULL;
    return n;
}

static const Core *connective(const Choosing *c, const Core *atom)
{
    const Stm *s = atom->op == OP_VAR ? table_get(c->def, atom->var) : NULL;
    bool joins = s && s->nvars == 1
        && (s->exp->op == OP_LAND || s->exp->op == OP_LOR || s->exp->op == OP_NOT);
    return joins ? s->exp : NULL;
}

static int leaf_of(const Chain *x, const Core *atom)
{
    for (int i = 0; i < x->leaf.n; i++)
        if (core_equal(x->leaf.at[i].atom, atom))
            return i;
    return -1;
}

static void add_leaves(const Choosing *c, Chain *x, const Core *atom)
{
    const Core *e = connective(c, atom);
    for (int g = 0; e && g < ops[e->op].ngroups; g++)
        add_leaves(c, x, e->g[g].at[0]);
    if (!e && leaf_of(x, atom) < 0)
        vec_push(&x->leaf, ((Leaf){ atom, defined_by(c, atom, OP_THRESHOLD), AS_IT_IS }));
}

/* At a point, as its leaves are told. */
static bool test_holds(const Choosing *c, const Chain *x, const Core *atom, int point)
{
    const Core *e = connective(c, atom);
    int l = e ? -1 : leaf_of(x, atom);
    if (l >= 0)
        return x->leaf.at[l].told ? x->leaf.at[l].told == HOLDS
                                  : x->holds.at[point * x->leaf.n + l];
    bool a = test_holds(c, x, e->g[0].at[0], point);
    return e->op == OP_NOT ? !a
         : a == (e->op == OP_LOR) ? a : test_holds(c, x, e->g[1].at[0], point);
}

static Chain *chain_of(Choosing *c, const Core *n)
{
    Chain *x = NEW(Chain);
    const Core *head = n;
    while (n && x->n < MOST - 1) {
        table_put(c->seen, n, n == head ? x : NULL);
        x->limited[x->n] = defined_by(c, n->g[0].at[0], OP_FITS);
        add_leaves(c, x, n->g[0].at[0]);
        table_put(c->left.named, n->g[0].at[0]->var, x);
        x->way[x->n++] = n;
        n = goes_on(c, n->g[2].at[0]);
    }
    x->n++;
    vec_push(&c->chain, x);
    return x;
}

static void prepare(Choosing *c, const Core *body)
{
    for (int i = 0; body->op == OP_BODY && i < body->nstms - 1; i++)
        numbers_set(c->numbers, body->stm[i].var[0], number_of(c->numbers, body->stm[i].exp));
}

static bool fits(const Choosing *c, const Core *atom)
{
    const Stm *s = atom->op == OP_VAR ? table_get(c->def, atom->var) : NULL;
    if (!s || s->nvars != 1 || ops[s->exp->op].kind != K_SCALAR)
        return true;
    if (s->exp->op == OP_FITS)
        return number_of(c->numbers, s->exp) != 0;
    for (int g = 0; g < ops[s->exp->op].ngroups; g++)
        if (s->exp->g[g].n && !fits(c, s->exp->g[g].at[0]))
            return false;
    return true;
}

/* The times of all versions, for the sizes in hand. */
static void compare(const Core *n, void *choosing)
{
    Choosing *c = choosing;
    if (!is_choice(c, n) || (table_has(c->seen, n) && !table_get(c->seen, n)))
        return;
    Chain *x = table_get(c->seen, n);
    x = x ? x : chain_of(c, n);
    vec_push(&x->point, c->point);
    clock_watch(c->clock, NULL, NULL);
    for (int k = 0; k < x->n; k++) {
        bool last = k == x->n - 1;
        const Core *way = x->way[last ? k - 1 : k], *test = way->g[0].at[0];
        clock_grows(c->clock);
        double t = clock_time(c->clock, way->g[last ? 2 : 1].at[0]);
        x->limited[k] |= clock_grows(c->clock);
        vec_push(&x->time, last || fits(c, test) ? t : INFINITY);
        x->unknown |= !last && isnan(number_of(c->numbers, test));
        if (k < x->n - 2)
            prepare(c, way->g[2].at[0]);
    }
    for (int i = 0; i < x->leaf.n; i++)
        vec_push(&x->holds, number_of(c->numbers, x->leaf.at[i].atom) == 1);
    clock_watch(c->clock, compare, c);
}

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

/* Nothing but this nest's tests asks it. */
static bool is_private(const Choosing *c, const Chain *x, const Var *v)
{
    const Users *users = table_get(c->users, v);
    bool only = users;
    for (int i = 0; only && i < users->n; i++) {
        const Core *n = users->at[i];
        bool joins = n->op == OP_LAND || n->op == OP_LOR || n->op == OP_NOT;
        const Var *owner = joins ? table_get(c->owner, n) : NULL;
        only = is_way(x, n) || (owner && is_private(c, x, owner));
    }
    return only;
}

/* ---- what is left out ------------------------------------------------------------------ */

/* Of the versions in `kept`, a bit each, which one runs at a point. */
static int taken(const Choosing *c, const Chain *x, unsigned kept, int point)
{
    int last = -1;
    for (int k = 0; k < x->n; k++) {
        if (!(kept >> k & 1))
            continue;
        last = k;
        if (k < x->n - 1 && test_holds(c, x, x->way[k]->g[0].at[0], point))
            return k;
    }
    return last;
}

typedef struct {
    double times;              /* as long as all of them together, at most, */
    int64_t point;             /*   there */
} Loss;

static Loss loss_of(const Choosing *c, const Chain *x, unsigned kept, unsigned all)
{
    Loss most = { 1, 0 };
    for (int p = 0; p < x->point.n; p++) {
        const double *t = x->time.at + p * x->n;
        double times = t[taken(c, x, kept, p)] / t[taken(c, x, all, p)];
        if (times > most.times)
            most = (Loss){ times, x->point.at[p] };
    }
    return most;
}

static int last_of(unsigned kept)
{
    int k = 0;
    while (kept >> 1)
        kept >>= 1, k++;
    return k;
}

/* The versions but one, that which is missed least; `kept` itself if no other can be left. */
static unsigned without_one(const Choosing *c, const Chain *x, unsigned kept, Loss *least)
{
    unsigned best = kept;
    *least = (Loss){ INFINITY, 0 };
    for (int k = 0; k < x->n; k++) {
        unsigned rest = kept & ~(1u << k);
        if (rest == kept || !rest || x->limited[last_of(rest)])
            continue;
        Loss l = loss_of(c, x, rest, kept);
        if (l.times < least->times) {
            *least = l;
            best = rest;
        }
    }
    return best;
}

/* ---- comparisons that pay nothing --------------------------------------------------------- */

/* True if the version that the tests choose takes no longer than `before` at any point. */
static bool as_fast(const Choosing *c, const Chain *x, unsigned kept, const double *before)
{
    for (int p = 0; p < x->point.n; p++)
        if (x->time.at[p * x->n + taken(c, x, kept, p)] > before[p])
            return false;
    return true;
}

static bool asks(const Choosing *c, const Core *test, const Core *leaf)
{
    const Core *e = connective(c, test);
    bool found = !e && core_equal(test, leaf);
    for (int g = 0; e && !found && g < ops[e->op].ngroups; g++)
        found = asks(c, e->g[g].at[0], leaf);
    return found;
}

/* A test that is left, before the last version, asks this. */
static bool is_asked(const Choosing *c, const Chain *x, unsigned kept, const Core *leaf)
{
    bool found = false;
    for (int k = 0; k < last_of(kept) && !found; k++)
        found = (kept >> k & 1) && asks(c, x->way[k]->g[0].at[0], leaf);
    return found;
}

/* It asks this, and nothing else sees to it that its shared memory suffices. */
static bool guarded_by(const Choosing *c, const Chain *x, unsigned kept, const Leaf *l)
{
    for (int k = 0; k < x->n - 1; k++) {
        const Core *test = x->way[k]->g[0].at[0];
        if ((kept >> k & 1) && x->limited[k] && !defined_by(c, test, OP_FITS)
            && asks(c, test, l->atom))
            return true;
    }
    return false;
}

/* A comparison with a threshold is left out if nothing takes longer without it; from the last one
   on, as tests begin with what counts most. */
static void drop_comparisons(const Choosing *c, Chain *x, unsigned kept)
{
    double *before = NEWS(double, x->point.n);
    for (int p = 0; p < x->point.n; p++)
        before[p] = x->time.at[p * x->n + taken(c, x, kept, p)];
    for (int i = x->leaf.n - 1; i >= 0; i--) {
        Leaf *l = &x->leaf.at[i];
        if (!l->asks || !is_private(c, x, l->atom->var) || !is_asked(c, x, kept, l->atom)
            || guarded_by(c, x, kept, l))
            continue;
        l->told = HOLDS;
        if (!as_fast(c, x, kept, before))
            l->told = FAILS;
        if (!as_fast(c, x, kept, before))
            l->told = AS_IT_IS;
    }
}

/* ---- programs ----------------------------------------------------------------------------- */

/* The test is a constant from now on, for this nest. */
static void tell(Choosing *c, const Chain *x, const Core *test, bool holds)
{
    static const Rule rule = { .name = "versions", .sentence =
        "A version, or a comparison with a threshold, that no sizes miss much is left out." };
    Stm *was = test->op == OP_VAR ? table_get(c->def, test->var) : NULL;
    if (!was)
        return;
    Stm *now = COPY(Stm, *was);
    now->exp = core_bool(holds);
    trace_told(c->trace, &rule, was->exp->span, stms_term(was, 1), stms_term(now, 1));
    c->changed = true;
    if (is_private(c, x, test->var))
        subst_add(c->left.now, test->var, now->exp);
}

static void decide(Choosing *c, const Chain *x, const Core *choice, bool taken)
{
    table_put(taken ? c->left.always : c->left.never, choice, c);
    tell(c, x, choice->g[0].at[0], taken);
}

static const char *name_of(const Chain *x, int version)
{
    return version < x->n - 1 ? version_name(x->way[version]) : "flat";
}

static void leave_out(Choosing *c, const Chain *x, int version, Loss loss)
{
    const Core *choice = x->way[version < x->n - 1 ? version : version - 1];
    grid_set(&c->grid, loss.point, c->numbers);
    LeftOut out = { c->func->name, name_of(x, version),
                    loss.times > 1 ? grid_str(&c->grid, c->numbers) : NULL, loss.times };
    vec_push(&c->program->left, out);
    if (version < x->n - 1)
        decide(c, x, choice, false);
}

static void choose_of(Choosing *c, Chain *x, int most)
{
    unsigned kept = (1u << x->n) - 1, rest;
    Loss least;
    for (int n = x->n; n > 1 && !x->unknown; n--) {
        rest = without_one(c, x, kept, &least);
        if (rest == kept || (n <= most && least.times > (n > 2 ? THIRD : SECOND)))
            break;
        leave_out(c, x, last_of(kept & ~rest), least);
        kept = rest;
    }
    if (x->unknown)
        return;
    if (last_of(kept) < x->n - 1)
        decide(c, x, x->way[last_of(kept)], true);
    drop_comparisons(c, x, kept);
    for (int i = 0; i < x->leaf.n; i++)
        if (x->leaf.at[i].told)
            tell(c, x, x->leaf.at[i].atom, x->leaf.at[i].told == HOLDS);
}

static void time_points(Choosing *c, const Func *f)
{
    int64_t n = grid_points(&c->grid);
    for (c->point = 0; c->point < n; c->point++) {
        grid_set(&c->grid, c->point, c->numbers);
        if (elements_of(c->numbers, f) <= MOST_ELEMENTS_SEEN)
            clock_time(c->clock, f->body);
    }
}

static bool choose_in(Program *p, Func *f, const Card *card, int most, Trace *t)
{
    Grid g;
    if (!f->body || !core_has(f->body, OP_THRESHOLD) || !grid_make(&g, f))
        return false;
    Numbers *n = numbers_new(card);
    Left left = { table_new(), table_new(), table_new(), subst_new(), NULL };
    Choosing c = { .program = p, .func = f, .trace = t, .clock = clock_new(n), .numbers = n,
                   .grid = g, .def = table_new(), .seen = table_new(), .users = table_new(),
                   .owner = table_new(), .left = left };
    core_definitions(f->body, c.def);
    note_users(f->body, &(Using){ &c, NULL });
    clock_watch(c.clock, compare, &c);
    time_points(&c, f);
    for (int i = 0; i < c.chain.n; i++)
        choose_of(&c, c.chain.at[i], most);
    if (c.changed)
        f->body = body_left(f->body, &c.left);
    return c.changed;
}

bool choose_versions(Program *p, int most, Trace *t)
{
    Card card;
    bool changed = false;
    trace_set(t, "versions");
    if (!card_find(NULL, &card))
        bug("no cards");
    for (int i = 0; i < p->nfuncs; i++)
        changed |= choose_in(p, p->func[i], &card, most, t);
    return changed;
}
