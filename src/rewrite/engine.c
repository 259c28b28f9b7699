/*
 * engine.c -- lemmas at work on a function.
 *
 * How a term travels. A body is rewritten from the inside out: first the
 * bodies within each of its bindings, then the body itself as a graph
 * (graph.c). A place is a binding; a lemma on expressions is tried on what is
 * bound, a lemma on mappings on each lambda or level in it, a lemma on two
 * bindings on the binding and each partner: those it reads from, then those
 * that read the same arrays, these in either order. Lemmas are indexed by the
 * operator at the root of their (last) pattern, so that a place meets only those
 * that can fit.
 *
 * Order. `bottom-up`: places from first to last; at each, the first lemma of
 * the file that applies, until none does. `until-stable`: the first lemma of
 * the file that applies anywhere, at the first place where it does, so that no
 * later lemma takes what an earlier one could. Both go over the function again
 * until nothing changes. `once`: one walk, and what a lemma made is not
 * rewritten again.
 *
 * A step. The matcher finds values for the metavariables and asks the
 * premises (match.c, when.c). Last, the place must allow it:
 *   path    no third binding leads from the first to the last of the taken
 *           bindings; an array is not read after its update; what the new
 *           bindings use is bound before them.
 * The right side is instantiated (apply.c), the new bindings stand where the
 * last of the taken ones stood, and what hung between follows them. They and
 * all that reads them are looked at again. A result that is an atom is an
 * alias: the matcher sees through it, the body is rid of it at the end.
 *
 * What a condition may look at: the values so far, definitions, uses, sizes
 * and types. It changes nothing; only constructors invent names.
 *
 * What is required of a set:
 *   - each side has the results of the other, with the same types;
 *   - a measure falls, or the set is run `once`: the engine stops a set that
 *     does not end (STEPS), it does not find out why;
 *   - a lemma may remove a failure that can happen, and never adds one;
 *   - no lemma depends on how names are chosen: new binders are fresh.
 *
 * What is not a rule. Bindings that nothing reads are dropped whenever a graph
 * is made or changed, and the trace says so. Common subexpressions and
 * operations on constants are passes of their own, in simplify.c. Inner
 * definitions are not known outside, outer ones are known inside (`?a is ..`):
 * so a definition can be looked at from anywhere and is taken from nowhere.
 *
 * Near misses. A premise that fails after the shape fitted is remembered with
 * its reason, and reported if the place is still there at the end.
 */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000, STEPS_A_BINDING = 20, WALKS = 50, DEEPEST = 200 };

typedef VEC(int) Laws;

typedef struct {
    World *world;
    const Set *set;
    bool by_place, once, changed;
    int steps, limit;
    Laws by_op[NOPS];
    Table *refused;            /* text -> Refusal, of this walk */
    int depth;                 /* steps within what steps made */
} Engine;

/* Places to look at. What is made in a round is no partner before the next: so
   operations are put together in pairs, then pairs of pairs, and what n of them
   become is copied log n times and not n times. */
typedef struct {
    VEC(Node *) node;
    int head, end;             /* of the round */
    int steps;                 /* made before the round */
} Queue;

/* One body under rewriting. */
typedef struct {
    Engine *e;
    Graph *g;
    Queue *queue;              /* one for each law, or one for all */
    int nqueues;
} Work;

typedef struct {
    Work *work;
    Stms out;
    Kids result;               /* for the names of the last taken binding */
    const Side *right;
    Mapping mapping;
    int which;
    Step *step;
} Attempt;

static Core *rewrite_in(Core *n, void *engine);

/* ---- the right side ----------------------------------------------------- */

static Node *anchor(const Match *m) { return m->taken[m->ntaken - 1]; }

static bool build_exp(Match *m, Attempt *a, Core *e)
{
    Node *n = anchor(m);
    if (!e)
        return false;
    bool keeps = !is_atom(e) && e->op != OP_BODY;
    if (n->stm.exp->ntypes == 1)           /* a literal has the type of what it replaces */
        e = literal_as(e, n->stm.exp->type[0]->prim);
    a->result = stms_splice(m->world, &a->out, e,
                            keeps ? n->stm.var : NULL, n->stm.nvars);
    return true;
}

static void note_defined(const NameUse *u, void *match)
{
    Match *m = match;
    Kids *k = env_get(&m->env, u->name);
    for (int i = 0; k && i < k->n; i++)
        if (!is_atom(k->at[i]))
            table_put(m->made, k->at[i], m);
}

/* What is found in a definition stays there: on the right side it is a second use. */
static void note_definitions(Match *m)
{
    for (int i = 0; i < m->law->npremises; i++)
        if (m->law->premise[i].kind == PREMISE_IS)
            each_name(m->law->premise[i].right, note_defined, m);
}

/* What is made of several combinators has the attributes of the last that has any. */
static const Stm *attributes(const Match *m)
{
    const Stm *last = &anchor(m)->stm;
    for (int i = m->ntaken - 1; i >= 0; i--)
        if (m->taken[i]->stm.nattrs && ops[m->taken[i]->stm.exp->op].kind == K_SOAC)
            return &m->taken[i]->stm;
    return last;
}

/* What takes the place of a binding is of its type. */
static void check_types(const Match *m, const Attempt *a)
{
    const Stm *s = &anchor(m)->stm;
    if (a->result.n != s->nvars)
        bug("it gives %d results in the place of %d", a->result.n, s->nvars);
    for (int i = 0; i < a->result.n; i++) {
        const Type *t = type_of(a->result.at[i]), *old = s->var[i]->type;
        if (!type_same_shape(t, old))
            bug("it gives %s in the place of %s", type_str(t), type_str(old));
    }
}

/* What is bound here by a sequence of known bindings may be bound again inside the others. */
static void rename_inside(Match *m, const Side *side, Stms *out)
{
    bool known = false;
    for (int i = 0; i < side->nstms; i++)
        known |= !side->stm[i].nvars;
    for (int i = 0; i < out->n && known; i++)
        if (out->at[i].nvars) {
            out->at[i].exp = core_rename(out->at[i].exp);
            world_note_consumed(m->world, out->at[i].exp);
        }
}

static bool build(Match *m, Attempt *a)
{
    const Core *last = anchor(m)->stm.exp;
    a->out = (Stms){ 0 };
    a->result = (Kids){ 0 };
    a->step = step_new(m->law->rule->name, last->step, m->taken[0]->stm.exp->step);
    Origin before = origin_set((Origin){ last->span, a->step });
    m->made = table_new();
    note_definitions(m);
    bool yes = true;
    if (a->right->kind == SIDE_BINDINGS) {
        make_bindings(m, &a->out, a->right->stm, a->right->nstms);
        rename_inside(m, a->right, &a->out);
        const Stm *s = &anchor(m)->stm;
        a->result = (Kids){ NEWS(Core *, s->nvars), s->nvars };
        for (int i = 0; i < s->nvars; i++)
            a->result.at[i] = world_resolve(m->world, core_var(s->var[i]));
    } else if (a->right->kind == SIDE_EXPR) {
        yes = build_exp(m, a, make_term(m, &a->out, a->right->expr));
    } else {
        Mapping f = a->mapping;
        yes = make_mapping(m, &a->out, a->right, &f) && (!a->out.n || !a->which)
            && build_exp(m, a, mapping_put(anchor(m)->stm.exp, a->which, &f));
    }
    if (yes)
        check_types(m, a);
    origin_set(before);
    table_free(m->made);
    m->made = NULL;
    if (a->out.n) {            /* ropes become bindings */
        Core rope = { .op = OP_BODY, .stm = a->out.at, .nstms = a->out.n };
        Stms flat = { 0 };
        rope.g = NEWS(Kids, 1);
        Core *b = body_flat(&rope);
        for (int i = 0; i < b->nstms; i++) {
            if (!b->stm[i].nattrs) {           /* those of its own come first */
                b->stm[i].attr = attributes(m)->attr;
                b->stm[i].nattrs = attributes(m)->nattrs;
            }
            vec_push(&flat, b->stm[i]);
        }
        a->out = flat;
    }
    return yes;
}

/* ---- the place ---------------------------------------------------------- */

static bool refuse_path(Match *m, const char *why)
{
    Refusal r = { .rule = m->law->rule, .condition = "path", .why = why,
                  .place = taken_names(m) };
    if (m->refusals)
        vec_push(m->refusals, r);
    return false;
}

typedef struct {
    Match *m;
    Table *known;              /* read before, or bound by now */
    const char *why;
} Reads;

static void check_read(Var *v, void *arg)
{
    Reads *r = arg;
    Node *home = graph_home(r->m->graph, v);
    if (r->why || table_has(r->known, v))
        return;
    for (int i = 0; i < r->m->ntaken; i++)
        if (home && home == r->m->taken[i])
            r->why = format("%s is needed before", v->name);
    if (world_consumed(r->m->world, v)
        && (r->m->ntaken > 1 || !graph_may_read(r->m->graph, r->m->taken[0], v)))
        r->why = format("%s is updated in place", v->name);
}

static bool is_among(Var *const *v, int n, const Core *atom)
{
    bool yes = false;
    for (int i = 0; i < n; i++)
        yes |= is_var(atom, v[i]);
    return yes;
}

static int times_given(const Attempt *a, const Core *by)
{
    int times = 0;
    for (int i = 0; i < a->result.n; i++)
        times += by->op == OP_VAR && is_var(a->result.at[i], by->var);
    return times;
}

/* A nest or combinator makes it; or an update, of what is not used afterwards. */
static bool makes_anew(const Core *e)
{
    OpKind k = ops[e->op].kind;
    return e->op == OP_UPDATE || ((k == K_SEG || k == K_SOAC) && op_group(e->op, '!') < 0);
}

/* It has memory of its own, which stands for one array alone: it is made here. */
static bool is_made_by(const Match *m, const Attempt *a, const Core *by)
{
    bool made = false;
    for (int i = 0; i < m->ntaken; i++)
        if (is_among(m->taken[i]->stm.var, m->taken[i]->stm.nvars, by))
            return false;
    for (int i = 0; i < a->out.n; i++)
        made |= makes_anew(a->out.at[i].exp)
             && is_among(a->out.at[i].var, a->out.at[i].nvars, by);
    return made && times_given(a, by) == 1;
}

/* A variable of the loop around that nothing in a round reads behind this: its memory goes on. */
static bool is_handed_on(const Match *m, const Attempt *a, const Core *by)
{
    const Core *loop = m->world->loop;
    return loop && by->op == OP_VAR && is_among(loop->bind, loop->nbinds, by)
        && times_given(a, by) == 1 && graph_last_read_by(m->graph, m->taken[0], by->var);
}

/* What is updated cannot be replaced by what had other memory, nor replace it. */
static void check_instead(Reads *r, const Attempt *a, const Var *v, const Core *by)
{
    const World *w = r->m->world;
    if (is_handed_on(r->m, a, by))
        return;
    bool updated = world_consumed(w, v) && !is_made_by(r->m, a, by);
    if (updated || (by->op == OP_VAR && world_consumed(w, by->var)))
        r->why = format("%s is updated in place", updated ? v->name : by->var->name);
}

static bool legal(Match *m, const Attempt *a)
{
    Reads r = { m, table_new(), NULL };
    for (int i = 0; i < m->ntaken; i++)
        for (int k = 0; k < m->taken[i]->nfree; k++) {
            Node *home = graph_home(m->graph, m->taken[i]->free[k]);
            if (!home || home != m->taken[0])
                table_put(r.known, m->taken[i]->free[k], m);
        }
    for (int i = 0; i < a->out.n && !r.why; i++) {
        core_free_vars(a->out.at[i].exp, check_read, &r);
        for (int k = 0; k < a->out.at[i].nvars; k++)
            table_put(r.known, a->out.at[i].var[k], m);
    }
    const Stm *last = &anchor(m)->stm;
    for (int i = 0; i < a->result.n && !r.why; i++)
        if (a->result.at[i]->op == OP_VAR && !is_var(a->result.at[i], last->var[i])
            && !is_handed_on(m, a, a->result.at[i]))
            check_read(a->result.at[i]->var, &r);
    for (int i = 0; i < a->result.n && !r.why; i++)
        if (!is_var(a->result.at[i], last->var[i]))
            check_instead(&r, a, last->var[i], a->result.at[i]);
    table_free(r.known);
    return !r.why || refuse_path(m, r.why);
}

static bool accept(Match *m, void *arg)
{
    const char *through = NULL;
    if (m->ntaken > 1)
        through = graph_path(m->graph, m->taken[0], m->taken[1]);
    if (through)
        return refuse_path(m, format("%s reaches %s through %s",
                                     m->taken[0]->stm.var[0]->name,
                                     m->taken[1]->stm.var[0]->name, through));
    if (m->world->single && m->world->skip < 0)
        return false;          /* it is made already */
    return build(m, arg) && legal(m, arg) && (!m->world->single || m->world->skip-- == 0);
}

/* ---- trying ------------------------------------------------------------- */

static void keep_refusals(Engine *e, Refusals *rs, const Node *n)
{
    for (int i = 0; i < rs->n; i++) {
        Refusal *r = NEW(Refusal);
        *r = rs->at[i];
        r->set = e->world->set;
        r->span = n->stm.exp->span;
        r->extra = n;
        table_put(e->refused, intern(format("%s %s %s", r->rule->name, r->place,
                                            r->condition)), r);
    }
}

static Core *taken_term(const Match *m)
{
    Stms s = { 0 };
    for (int i = 0; i < m->ntaken; i++)
        vec_push(&s, m->taken[i]->stm);
    return stms_term(s.at, s.n);
}

static void push(Work *w, Node *n)
{
    Laws *laws = &w->e->by_op[n->stm.exp->op];
    if (n->made)
        return;
    if (w->nqueues == 1) {
        if (laws->n)
            vec_push(&w->queue[0].node, n);
        return;
    }
    for (int i = 0; i < laws->n; i++)
        vec_push(&w->queue[laws->at[i]].node, n);
}

/* The next place, or null. */
static Node *pop(Queue *q, int steps)
{
    if (q->head == q->end) {
        q->end = q->node.n;
        q->steps = steps;
    }
    return q->head < q->end ? q->node.at[q->head++] : NULL;
}

static void push_readers(Work *w, Node *n)
{
    for (int v = 0; v < n->stm.nvars; v++) {
        Node **user;
        int k = graph_users(w->g, n->stm.var[v], &user);
        for (int i = 0; i < k; i++)
            push(w, user[i]);
    }
}

/* A rule that fires again and again, with the last terms. */
static _Noreturn void report_endless(const Match *m, const Attempt *a, const Core *taken)
{
    const Rule *r = m->law->rule;
    const Engine *e = a->work->e;
    if (e->depth > DEEPEST)
        error_at(r->span, ERR_RULE_ENDLESS, "rule %s does not end: %d steps, each in what the one "
                 "before made", r->name, e->depth);
    else
        error_at(r->span, ERR_RULE_ENDLESS, "rule %s does not end: %d steps in one function",
                 r->name, e->limit);
    note_at(r->span, "the last one makes of  %s", core_str(taken));
    note_at(r->span, "this                   %s", core_str(stms_term(a->out.at, a->out.n)));
    stop_run();
}

static void commit(Work *w, Match *m, Attempt *a)
{
    Engine *e = w->e;
    const Stm last = anchor(m)->stm;
    const Core *taken = taken_term(m);
    a->step->told = trace_step(e->world, m->law->rule, last.exp->span, (Core *)taken,
                               stms_term(a->out.at, a->out.n), &m->asked);
    if (e->world->fired)
        e->world->fired(m, e->world->fired_arg);
    if (++e->depth > DEEPEST)
        report_endless(m, a, taken);
    for (int i = 0; i < a->out.n; i++)
        a->out.at[i].exp = e->once ? drop_unread(a->out.at[i].exp, e->world)
            : rewrite_in(a->out.at[i].exp, e);
    e->depth--;
    join_attributes(m, attributes(m));
    for (int i = 0; i < a->result.n; i++)
        if (!is_var(a->result.at[i], last.var[i])) {
            take_name(a->result.at[i], last.var[i]->name, last.var[i]->invented);
            if (world_consumed(e->world, last.var[i]))
                world_shared(e->world, a->result.at[i]->var, last.var[i]);
            graph_alias(w->g, last.var[i], a->result.at[i]);
        }
    Node *new = graph_replace(w->g, m->taken, m->ntaken, a->out.at, a->out.n), *n = new;
    e->steps++;
    for (int i = 0; i < a->out.n && n; i++, n = n->next) {
        n->made = e->once;
        n->born = e->steps;
    }
    n = new;
    for (int i = 0; i < a->out.n && n; i++, n = n->next) {
        push(w, n);
        push_readers(w, n);
    }
    e->changed = true;
    if (e->steps > e->limit)
        report_endless(m, a, taken);
}

/* `crossed`: the pattern's first binding is the last of the taken. */
static bool try_match(Work *w, const Law *law, Node **taken, int ntaken, bool crossed, Attempt *a)
{
    Refusals rs = { 0 };
    Match m = { .world = w->e->world, .law = law, .graph = w->g, .ntaken = ntaken,
                .accept = accept, .arg = a };
    const Stm *stm[4];
    for (int i = 0; i < ntaken; i++) {
        m.taken[i] = taken[i];
        stm[i] = &taken[crossed ? ntaken - 1 - i : i]->stm;
    }
    m.refusals = trace_tells(w->e->world->trace) ? &rs : NULL;
    const Side *left = law->left;
    bool yes = !place_fits(&m) ? false
        : left->kind == SIDE_EXPR ? match_expr(&m, left->expr, stm[0]->exp)
        : left->kind == SIDE_MAPPING ? match_mapping(&m, left, &a->mapping)
        : match_stms(&m, left->stm, stm, ntaken);
    if (yes)
        commit(w, &m, a);
    else
        keep_refusals(w->e, &rs, taken[ntaken - 1]);
    free(m.env.at);
    return yes;
}

typedef struct {
    Work *work;
    const Law *law;
    Node *node;
    Queue *queue;
    bool yes, later;
} Pairing;

static bool is_root(int op, const Node *n) { return op < 0 || op == (int)n->stm.exp->op; }

/* Neither of two bindings reads the other: they may stand in any order. */
static bool may_cross(const Law *law)
{
    return law->left->kind == SIDE_BINDINGS && law->left->nstms == 2 && !law->reads
        && law->first != law->root;
}

static bool try_pair(Node *partner, void *arg)
{
    Pairing *p = arg;
    Node *pair[] = { partner, p->node };
    for (int crossed = 0; crossed <= may_cross(p->law) && !p->later && !p->yes; crossed++) {
        Attempt a = { .work = p->work, .right = p->law->right };
        if (!is_root(p->law->first, pair[crossed]) || !is_root(p->law->root, pair[!crossed]))
            continue;
        p->later = partner->born > p->queue->steps;
        p->yes = !p->later && try_match(p->work, p->law, pair, 2, crossed, &a);
    }
    return !p->later && !p->yes;
}

static bool try_law(Work *w, const Law *law, Node *n, Queue *q)
{
    Attempt a = { .work = w, .right = law->right };
    if (law->left->kind == SIDE_MAPPING) {
        for (; mapping_of(n->stm.exp, a.which, &a.mapping); a.which++)
            if (try_match(w, law, &n, 1, false, &a))
                return true;
        return false;
    }
    if (law->left->kind == SIDE_EXPR || law->left->nstms == 1)
        return try_match(w, law, &n, 1, false, &a);
    const RewriteOptions *o = w->e->world->options;
    Pairing p = { w, law, n, q, false, false };
    graph_partners(w->g, n, o && o->thorough ? PARTNERS_ALL
                            : law->reads ? PARTNERS_READ : PARTNERS_BESIDE, try_pair, &p);
    if (p.later)
        vec_push(&q->node, n);
    return p.yes;
}

/* ---- bodies ------------------------------------------------------------- */

static void run_by_rule(Work *w)
{
    for (int l = 0; l < w->nqueues;) {
        Node *n = pop(&w->queue[l], w->e->steps);
        if (!n)
            l++;
        else if (!n->dead && try_law(w, &w->e->set->law[l], n, &w->queue[l]))
            l = 0;
    }
}

static void run_by_place(Work *w)
{
    for (Node *n; (n = pop(&w->queue[0], w->e->steps));) {
        const Laws *laws = &w->e->by_op[n->stm.exp->op];
        for (int i = 0; i < laws->n && !n->dead; i++)
            if (try_law(w, &w->e->set->law[laws->at[i]], n, &w->queue[0]))
                break;
    }
}

/* The body with what is within its bindings rewritten. */
static const Core *rewrite_within(Engine *e, const Core *body)
{
    Core *b = NULL;
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        Around here = { s, e->world->around };
        e->world->around = s->nattrs ? &here : here.out;
        Core *new = rewrite_in(s->exp, e);
        e->world->around = here.out;
        if (new != s->exp) {
            b = b ? b : core_unshare(body);
            b->stm[i].exp = new;
            s = &b->stm[i];
        }
        world_define(e->world, s);
    }
    return b ? b : body;
}

static bool has_places(const Engine *e, const Core *body)
{
    for (int i = 0; i < body->nstms; i++)
        if (e->by_op[body->stm[i].exp->op].n)
            return true;
    return false;
}

static Core *rewrite_body(Engine *e, const Core *body)
{
    const Core *b = rewrite_within(e, body);
    if (b == body && !e->depth && !has_places(e, b))
        return (Core *)b;
    int nq = e->by_place ? 1 : e->set->nlaws;
    Work w = { .e = e, .g = graph_new(e->world, b), .nqueues = nq };
    w.queue = NEWS(Queue, nq);
    for (Node *n = graph_first(w.g); n; n = n->next)
        push(&w, n);
    if (e->by_place)
        run_by_place(&w);
    else
        run_by_rule(&w);
    for (int i = 0; i < nq; i++)
        vec_free(&w.queue[i].node);
    arena_give_back(w.queue, sizeof *w.queue * (size_t)nq);
    b = graph_body(w.g);
    return b == body ? (Core *)b : core_typed((Core *)b);
}

/* Each branch knows what the condition says. */
static Core *rewrite_branches(Engine *e, Core *n)
{
    Ranges *r = e->world->range;
    Branch branch = { n->g[0].at[0], e->world->branch };
    const Core *loop = e->world->loop;
    Core *new[3];
    e->world->loop = NULL;
    for (int b = 1; b <= 2; b++) {
        Assumptions before = range_assumed(r);
        range_assume(r, n->g[0].at[0], b == 1);
        e->world->branch = b == 1 ? &branch : branch.around;
        new[b] = rewrite_in(n->g[b].at[0], e);
        range_forget(r, before);
    }
    e->world->branch = branch.around;
    e->world->loop = loop;
    if (new[1] == n->g[1].at[0] && new[2] == n->g[2].at[0])
        return n;
    Core *to = core_copy_node(n);
    to->g[1].at[0] = new[1];
    to->g[2].at[0] = new[2];
    return to;
}

/* A nest whose last level is the blocks': what is within is one block's. */
static void enter_block(World *w, const Core *n)
{
    Table *given = table_new();
    const Core *last = n->g[0].at[n->g[0].n - 1];
    core_free_vars(n, note_var, given);
    for (int d = 0; d < n->g[0].n; d++)
        for (int i = 0; i < n->g[0].at[d]->nbinds; i++)
            table_put(given, n->g[0].at[d]->bind[i], (void *)last);
    w->given = given;
    w->block_depth = w->depth + 1;
}

static void note_begun(World *w, const Core *loop)
{
    for (int i = 0; i < loop->nbinds; i++)
        table_put(w->begun, loop->bind[i], loop->g[0].at[i]);
    if (loop->index)
        table_put(w->counter, loop->index, loop->index);
}

static void note_rows(World *w, const Core *seg)
{
    for (int d = 0; d < seg->g[0].n; d++)
        for (int i = 0; i < seg->g[0].at[d]->nbinds; i++)
            table_put(w->row_of, seg->g[0].at[d]->bind[i], seg->g[0].at[d]->g[1].at[i]);
}

/* An operator on scalars. */
static bool is_on_numbers(const Core *n)
{
    bool yes = n->op == OP_LAM;
    for (int i = 0; yes && i < n->nbinds; i++)
        yes = !n->bind[i]->type->rank;
    return yes;
}

/* The operator of a reduction, scan or histogram; null: it has none. */
static const Core *own_operator(const Core *n)
{
    int o = op_group(n->op, 'o');
    return o >= 0 && n->g[o].n ? n->g[o].at[0] : NULL;
}

static Core *rewrite_in(Core *n, void *engine)
{
    OpKind k = ops[n->op].kind;
    if (n->op == OP_BODY)
        return rewrite_body(engine, n);
    if (n->op == OP_IF)
        return rewrite_branches(engine, n);
    if (k == K_ATOM || k == K_SCALAR || k == K_VIEW)
        return n;
    World *w = ((Engine *)engine)->world;
    bool inner = n->op == OP_LAM || k == K_SEG;
    const Table *given = w->given;
    int block_depth = w->block_depth;
    if (k == K_SEG && n->g[0].at[n->g[0].n - 1]->at == AT_BLOCK)
        enter_block(w, n);
    Assumptions before = range_enter(w->range, n);
    Place place = w->place;
    bool in_block = w->in_block, in_operator = w->in_operator, in_fold = w->in_fold;
    const Core *operator = w->operator, *loop = w->loop;
    w->in_operator |= n == operator && is_on_numbers(n);
    w->in_fold |= n->op == OP_LAM && operator && n != operator && w->depth;
    w->operator = own_operator(n);
    w->loop = n->op == OP_LOOP ? n : NULL;
    w->depth += inner;
    if (n->op == OP_LOOP)
        note_begun(w, n);
    if (k == K_SEG) {
        note_rows(w, n);
        w->place = n->g[0].at[0]->at;
        w->in_block |= w->place == AT_BLOCK;
    } else if (is_fold(n)) {
        w->place = AT_NONE;            /* within a fold nothing is a step of the thread */
    }
    n = core_map(n, rewrite_in, engine);
    w->place = place;
    w->in_block = in_block;
    w->in_operator = in_operator;
    w->in_fold = in_fold;
    w->operator = operator;
    w->loop = loop;
    w->depth -= inner;
    w->given = given;
    w->block_depth = block_depth;
    range_forget(w->range, before);
    return n;
}

/* ---- functions ---------------------------------------------------------- */

static bool has_mapping(Op op)
{
    int lam, arrays;
    return ops[op].kind == K_SEG || mapping_groups(op, &lam, &arrays);
}

static void index_laws(Engine *e)
{
    const RewriteOptions *o = e->world->options;
    for (int l = 0; l < e->set->nlaws; l++) {
        const Law *law = &e->set->law[l];
        if (law->rule->judgment || (o && o->only && strcmp(o->only, law->rule->name)))
            continue;
        for (int op = 0; op < NOPS; op++)
            if (law->left->kind == SIDE_MAPPING ? has_mapping((Op)op)
                                                : law->root < 0 || law->root == op
                                                  || (may_cross(law) && law->first == op))
                vec_push(&e->by_op[op], l);
    }
}

static void report_refusal(const void *key, void *value, void *arg)
{
    (void)key;
    Refusal *r = value;
    World *w = arg;
    const Node *n = r->extra;
    if (!n->dead)
        trace_refused(w->trace, r);
}

/* What is in a body: of which operators there are nodes, and how many bindings. */
typedef struct {
    const Core *body;
    bool has[NOPS];
    int nstms;
} Census;

static void count_in(Core *n, void *census)
{
    Census *c = census;
    c->has[n->op] = true;
    c->nstms += n->op == OP_BODY ? n->nstms : 0;
    core_each(n, count_in, c);
}

/* Made once for all sets that leave the body as it is. */
static const Census *census_of(World *w, const Func *f)
{
    Census *c = table_get(w->census, f);
    if (c && c->body == f->body)
        return c;
    if (!c)
        table_put(w->census, f, c = NEW(Census));
    *c = (Census){ .body = f->body };
    count_in(f->body, c);
    return c;
}

/* A law could fit somewhere. */
static bool may_fit(const Engine *e, const Census *c)
{
    for (int op = 0; op < NOPS; op++)
        if (c->has[op] && e->by_op[op].n)
            return true;
    return false;
}

bool engine_run(World *w, Func *f, const Set *set, How how)
{
    Engine e = { .world = w, .set = set, .by_place = how == HOW_BOTTOM_UP,
                 .once = how == HOW_ONCE };
    bool any = false;
    const Census *census = census_of(w, f);
    index_laws(&e);
    if (!may_fit(&e, census))
        return false;
    e.limit = STEPS + STEPS_A_BINDING * census->nstms;
    w->lifts = f->arrays;
    world_note_consumed(w, f->body);
    world_note_params(w, f);
    for (int walk = 0; walk < WALKS; walk++) {
        e.changed = false;
        e.refused = table_new();
        f->body = rewrite_body(&e, f->body);
        any |= e.changed;
        if (!e.changed || e.once)
            break;
    }
    if (w->trace)
        table_each(e.refused, report_refusal, w);
    return any;
}
