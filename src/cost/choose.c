/*
 * choose.c -- which versions of a nest are written: those that pay clearly.
 *
 * Rules make several versions of a nest, and tests of the sizes, by thresholds, that choose. Here
 * the time of each is predicted for a grid of sizes. The version that is missed least is left out,
 * one after the other, until the second one of two makes the nest SECOND times as fast for some
 * sizes, a third one THIRD times as fast. A test of what is left out is false, of what is left as
 * the last one true: step "constants" does the rest. Where data decide a test all versions stay.
 */
#include "choose.h"
#include "time.h"

#include <math.h>

static const double SECOND = 1.5, THIRD = 10;      /* so many times as fast, somewhere */
enum { MOST = 8 };             /* versions that are compared */

/* ---- sizes ---------------------------------------------------------------------- */

/* Each size is a power of `step`, or that times the least one that is stated; and the most. */
typedef struct {
    VEC(Var *) size;
    int64_t step;
} Grid;

enum { MOST_POINTS = 4096, SIZES = 8, MOST_SIZE = 1 << 24, MOST_ELEMENTS_SEEN = 1 << 29 };

static int64_t least_of(const Var *v)
{
    return v->stated && v->stated->least > 1 ? v->stated->least : 1;
}

static int64_t most_of(const Var *v)
{
    int64_t least = least_of(v), most = v->stated ? v->stated->most : MOST_SIZE;
    return most < least ? least : most;
}

static int values_of(const Grid *g, const Var *v)
{
    int n = 1;
    for (int64_t x = least_of(v), most = most_of(v); x < most; n++)
        x = x > most / g->step ? most : x * g->step;
    return n;
}

static int64_t value_at(const Grid *g, const Var *v, int k)
{
    int64_t x = least_of(v), most = most_of(v);
    while (k--)
        x = x > most / g->step ? most : x * g->step;
    return x;
}

static int64_t points_of(const Grid *g)
{
    int64_t n = 1;
    for (int i = 0; i < g->size.n && n <= MOST_POINTS; i++)
        n *= values_of(g, g->size.at[i]);
    return n;
}

/* False: there are no sizes, or too many. */
static bool grid_make(Grid *g, const Func *f)
{
    *g = (Grid){ .step = 2 };
    for (int i = 0; i < f->nsizes; i++)
        vec_push(&g->size, f->size[i]);
    for (int i = 0; i < f->nparams; i++)
        if (f->param[i]->type->prim == I64 && !f->param[i]->type->rank)
            vec_push(&g->size, f->param[i]);
    while (points_of(g) > MOST_POINTS && g->step < MOST_SIZE)
        g->step *= 2;
    return g->size.n && g->size.n <= SIZES;
}

/* Tells the sizes of a point. */
static void grid_set(const Grid *g, int64_t point, Numbers *n)
{
    for (int i = 0; i < g->size.n; i++) {
        const Var *v = g->size.at[i];
        int values = values_of(g, v);
        numbers_set(n, v, (double)value_at(g, v, (int)(point % values)));
        point /= values;
    }
}

/* "n = 64, m = 4096" */
static const char *sizes_str(const Grid *g, const Numbers *n)
{
    Text t = { 0 };
    for (int i = 0; i < g->size.n; i++)
        text_fmt(&t, "%s%s = %.0f", i ? ", " : "", g->size.at[i]->name,
                 number_of(n, core_var(g->size.at[i])));
    return text_str(&t);
}

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

/* `if`s of one nest, one in the other's else-branch; the last version is what is left. */
typedef struct {
    const Core *way[MOST];     /* the `if`s */
    bool limited[MOST];        /* where this one is taken shared memory has to suffice */
    int n;                     /* versions */
    VEC(int64_t) point;        /* of the grid, those at which it is asked */
    VEC(double) time;          /* n of them for each point; infinite: impossible there */
    VEC(bool) test;            /*   and whether each one's test holds */
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
    Table *never, *always;     /* `if`s whose tests are decided */
    Subst *now;                /* what those gave */
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

static Chain *chain_of(Choosing *c, const Core *n)
{
    Chain *x = NEW(Chain);
    const Core *head = n;
    while (n && x->n < MOST - 1) {
        table_put(c->seen, n, n == head ? x : NULL);
        x->limited[x->n] = defined_by(c, n->g[0].at[0], OP_FITS);
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
        vec_push(&x->test, last || number_of(c->numbers, test) == 1);
        x->unknown |= !last && isnan(number_of(c->numbers, test));
        if (k < x->n - 2)
            prepare(c, way->g[2].at[0]);
    }
    clock_watch(c->clock, compare, c);
}

/* ---- what is left out ------------------------------------------------------------------ */

/* Of the versions in `kept`, a bit each, which one runs at a point; -1: none can. */
static int taken(const Chain *x, unsigned kept, int point)
{
    int last = -1;
    for (int k = 0; k < x->n; k++) {
        if (!(kept >> k & 1))
            continue;
        last = k;
        if (x->test.at[point * x->n + k])
            return k;
    }
    return last;
}

typedef struct {
    double times;              /* as long as all of them together, at most, */
    int64_t point;             /*   there */
} Loss;

static Loss loss_of(const Chain *x, unsigned kept, unsigned all)
{
    Loss most = { 1, 0 };
    for (int p = 0; p < x->point.n; p++) {
        const double *t = x->time.at + p * x->n;
        double times = t[taken(x, kept, p)] / t[taken(x, all, p)];
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
static unsigned without_one(const Chain *x, unsigned kept, Loss *least)
{
    unsigned best = kept;
    *least = (Loss){ INFINITY, 0 };
    for (int k = 0; k < x->n; k++) {
        unsigned rest = kept & ~(1u << k);
        if (rest == kept || !rest || x->limited[last_of(rest)])
            continue;
        Loss l = loss_of(x, rest, kept);
        if (l.times < least->times) {
            *least = l;
            best = rest;
        }
    }
    return best;
}

/* ---- programs ----------------------------------------------------------------------------- */

static void decide(Choosing *c, const Core *choice, bool taken)
{
    static const Rule rule = { .name = "versions",
                               .sentence = "A version that no sizes miss much is left out." };
    Stm *was = table_get(c->def, choice->g[0].at[0]->var), *now = COPY(Stm, *was);
    now->exp = core_bool(taken);
    trace_told(c->trace, &rule, choice->span, stms_term(was, 1), stms_term(now, 1));
    table_put(taken ? c->always : c->never, choice, c);
    c->changed = true;
}

static Core *without_left(Core *n, void *choosing);

/* The branch that is taken, if that is decided; else null. */
static const Core *branch_taken(const Choosing *c, const Core *n)
{
    return table_has(c->always, n) ? n->g[1].at[0] : table_has(c->never, n) ? n->g[2].at[0] : NULL;
}

/* What a body binds is bound here, and its results have these names. */
static void splice(Choosing *c, Stms *out, const Stm *s, const Core *branch)
{
    Stm one = *s;
    Core *body = without_left((Core *)branch, c);
    one.exp = body;
    if (body->op != OP_BODY) {
        vec_push(out, one);
        return;
    }
    vec_append(out, body->stm, body->nstms);
    for (int k = 0; k < s->nvars; k++)
        subst_add(c->now, s->var[k], core_subst(body->g[0].at[k], c->now));
}

static Core *without_left(Core *n, void *choosing)
{
    Choosing *c = choosing;
    if (n->op != OP_BODY)
        return core_map(n, without_left, c);
    Stms out = { 0 };
    for (int i = 0; i < n->nstms; i++) {
        Stm s = n->stm[i];
        const Core *branch = branch_taken(c, s.exp);
        if (branch) {
            splice(c, &out, &s, branch);
            continue;
        }
        s.exp = without_left(s.exp, c);
        vec_push(&out, s);
    }
    return stms_body(&out, n->g[0].at, n->g[0].n);
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
                    loss.times > 1 ? sizes_str(&c->grid, c->numbers) : NULL, loss.times };
    vec_push(&c->program->left, out);
    if (version < x->n - 1)
        decide(c, choice, false);
}

static void choose_of(Choosing *c, const Chain *x, int most)
{
    unsigned kept = (1u << x->n) - 1, rest;
    Loss least;
    for (int n = x->n; n > 1 && !x->unknown; n--) {
        rest = without_one(x, kept, &least);
        if (rest == kept || (n <= most && least.times > (n > 2 ? THIRD : SECOND)))
            break;
        leave_out(c, x, last_of(kept & ~rest), least);
        kept = rest;
    }
    if (last_of(kept) < x->n - 1)
        decide(c, x->way[last_of(kept)], true);
}

static void time_points(Choosing *c, const Func *f)
{
    int64_t n = points_of(&c->grid);
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
    Choosing c = { .program = p, .func = f, .trace = t, .clock = clock_new(n), .numbers = n,
                   .grid = g, .def = table_new(), .seen = table_new(), .never = table_new(),
                   .always = table_new(), .now = subst_new() };
    core_definitions(f->body, c.def);
    clock_watch(c.clock, compare, &c);
    time_points(&c, f);
    for (int i = 0; i < c.chain.n; i++)
        choose_of(&c, c.chain.at[i], most);
    if (c.changed)
        f->body = core_subst(without_left(f->body, &c), c.now);
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
