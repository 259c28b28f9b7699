/*
 * stages.c -- a reduction in two stages, each worker's share and then what they
 * found, as the rules derive it (the optimized map-reduce lemma): here it
 * becomes one statement again, marked `stages`, since one skeleton has the
 * kernels of both.
 *
 *     xss = split (workers n) xs
 *     sums yss = segmap@thread <xs in xss> (redomap op f ne.. xs)
 *     sum = segred@thread <s in sums> op ne.. s
 *     ys = join n yss
 *
 * is  sum ys = segred@thread <x in xs> op ne.. (f x).
 */
#include "lower.h"

#include <string.h>

const char *const stages_mark = "stages";

/* What is known of one body. */
typedef struct {
    const Core *body;
    Table *def;                /* Var -> its binding */
    Table *gone;               /* bindings that are part of a pair */
    Table *pair;               /* first stage -> Pair */
} Stages;

typedef struct {
    const Stm *first, *last;
    Var **joined;              /* of each result of the first: how it is known */
} Pair;

static const Stm *binding(const Stages *s, const Core *atom)
{
    return atom->op == OP_VAR ? table_get(s->def, atom->var) : NULL;
}

/* The split that gives the array, by workers; or null. */
static const Core *split_of(const Stages *s, const Core *array)
{
    const Stm *d = binding(s, array);
    return d && d->exp->op == OP_SPLIT && d->exp->g[0].at[0]->op == OP_WORKERS ? d->exp
                                                                              : NULL;
}

static bool one_level(const Core *n, Op op)
{
    return n->op == op && n->g[0].n == 1 && n->g[0].at[0]->at == AT_THREAD;
}

/* The redomap of each worker; null if this is no first stage. */
static const Core *share_of(const Stages *s, const Core *n)
{
    if (!one_level(n, OP_SEGMAP))
        return NULL;
    const Core *level = n->g[0].at[0], *fold = body_single(n->g[1].at[0]);
    if (!fold || fold->op != OP_REDOMAP || level->index || fold->g[2].at[0]->index
        || fold->g[4].n != level->nbinds || !level->nbinds)
        return NULL;
    for (int i = 0; i < level->nbinds; i++)
        if (!is_var(fold->g[4].at[i], level->bind[i]) || !split_of(s, level->g[1].at[i]))
            return NULL;
    return fold;
}

static bool is_identity(const Core *level, const Core *body)
{
    bool yes = !body->nstms && body->g[0].n == level->nbinds && !level->index;
    for (int i = 0; yes && i < level->nbinds; i++)
        yes = is_var(body->g[0].at[i], level->bind[i]);
    return yes;
}

static bool same_atoms(Kids a, Kids b)
{
    bool yes = a.n == b.n;
    for (int i = 0; yes && i < a.n; i++)
        yes = core_equal(a.at[i], b.at[i]);
    return yes;
}

/* The first stage whose results this reduction folds; or null. */
static const Stm *first_stage(const Stages *s, const Core *n)
{
    if (!one_level(n, OP_SEGRED))
        return NULL;
    const Core *level = n->g[0].at[0];
    const Stm *first = level->nbinds ? binding(s, level->g[1].at[0]) : NULL;
    const Core *fold = first ? share_of(s, first->exp) : NULL;
    if (!fold || !is_identity(level, n->g[3].at[0]) || !same_atoms(fold->g[3], n->g[2])
        || !core_equal(fold->g[1].at[0], n->g[1].at[0]))
        return NULL;
    for (int i = 0; i < level->nbinds; i++)
        if (!is_var(level->g[1].at[i], first->var[i]))
            return NULL;
    return first;
}

/* ---- pairs --------------------------------------------------------------- */

static void drop_binding(Stages *s, const Stm *b)
{
    table_put(s->gone, b, s);
}

static void find_pair(Stages *s, const Stm *last)
{
    const Stm *first = first_stage(s, last->exp);
    if (!first)
        return;
    Pair *p = NEW(Pair);
    *p = (Pair){ first, last, NEWS(Var *, first->nvars) };
    for (int i = 0; i < last->nvars; i++)
        p->joined[i] = last->var[i];
    table_put(s->pair, first, p);
    drop_binding(s, last);
    const Core *level = first->exp->g[0].at[0];
    for (int i = 0; i < level->nbinds; i++)
        drop_binding(s, binding(s, level->g[1].at[i]));
}

static void find_join(Stages *s, const Stm *j)
{
    const Stm *first = j->exp->op == OP_JOIN ? binding(s, j->exp->g[1].at[0]) : NULL;
    Pair *p = first ? table_get(s->pair, first) : NULL;
    for (int i = 0; p && i < first->nvars; i++)
        if (is_var(j->exp->g[1].at[0], first->var[i]) && !p->joined[i]) {
            p->joined[i] = j->var[0];
            drop_binding(s, j);
        }
}

/* An element of an iota is the position. */
static Core *level_of(const Stages *s, const Core *fold, const Core *share)
{
    const Core *lam = fold->g[2].at[0];
    Core *level = core_node(OP_LEVEL, share->span), **array = NEWS(Core *, lam->nbinds);
    level->bind = NEWS(Var *, lam->nbinds);
    for (int i = 0; i < lam->nbinds; i++) {
        const Core *cut = split_of(s, share->g[1].at[i]);
        const Stm *def = binding(s, cut->g[1].at[0]);
        core_set1(level, 0, cut->g[0].at[0]->g[0].at[0]);
        if (def && def->exp->op == OP_IOTA && !level->index) {
            level->index = lam->bind[i];
            continue;
        }
        level->bind[level->nbinds] = lam->bind[i];
        array[level->nbinds++] = cut->g[1].at[0];
    }
    core_set(level, 1, array, level->nbinds);
    return level;
}

static Stm paired(const Stages *s, const Pair *p)
{
    const Core *share = p->first->exp->g[0].at[0], *fold = share_of(s, p->first->exp);
    Core *n = core_node(OP_SEGRED, p->last->exp->span), *level = level_of(s, fold, share);
    level->at = AT_THREAD;
    n->comm = p->last->exp->comm;
    n->unchecked = p->last->exp->unchecked;
    core_set1(n, 0, level);
    n->g[1] = fold->g[1];
    n->g[2] = fold->g[3];
    core_set1(n, 3, fold->g[2].at[0]->g[0].at[0]);
    n->step = p->last->exp->step;
    core_typed(n);
    Stm both = *p->last;
    both.exp = n;
    both.var = p->joined;
    both.nvars = p->first->nvars;
    both.attr = NEWS(const char *, both.nattrs + 1);
    for (int i = 0; i < p->last->nattrs; i++)
        both.attr[i] = p->last->attr[i];
    both.attr[both.nattrs++] = stages_mark;
    for (int i = 0; i < both.nvars; i++)
        if (!both.var[i])      /* nobody wants it */
            both.var[i] = var_new("unused", n->type[i], NULL);
    return both;
}

/* ---- bodies -------------------------------------------------------------- */

static Core *in_stages(Core *n, void *arg);

static Core *body_in_stages(const Core *body)
{
    Stages s = { body, table_new(), table_new(), table_new() };
    Stms out = { 0 };
    for (int i = 0; i < body->nstms; i++)
        for (int v = 0; v < body->stm[i].nvars; v++)
            table_put(s.def, body->stm[i].var[v], (void *)&body->stm[i]);
    for (int i = 0; i < body->nstms; i++)
        find_pair(&s, &body->stm[i]);
    for (int i = 0; i < body->nstms; i++)
        find_join(&s, &body->stm[i]);
    for (int i = 0; i < body->nstms; i++) {
        Stm b = body->stm[i];
        const Pair *p = table_get(s.pair, &body->stm[i]);
        if (table_has(s.gone, &body->stm[i]))
            continue;
        if (p)
            b = paired(&s, p);
        else
            b.exp = in_stages(b.exp, NULL);
        vec_push(&out, b);
    }
    return core_body(out.at, out.n, body->g[0].at, body->g[0].n);
}

/* What is left of the parts of a first stage. */
static void refuse_parts(Core *n, void *arg)
{
    bool part = n->op == OP_SPLIT || n->op == OP_JOIN || n->op == OP_WORKERS
             || n->op == OP_LENGTH || n->op == OP_TOTAL;
    if (part || n->op == OP_HOM)
        fail_at(n->span, ERR_CUDA_OPERATION, "%s has no CUDA code of its own: %s",
                ops[n->op].text, part ? "only the two stages of a reduction have"
                                      : "a rule makes a map and a reduce of it");
    core_each(n, refuse_parts, arg);
}

static Core *in_stages(Core *n, void *arg)
{
    if (n->op == OP_BODY)
        return body_in_stages(n);
    return ops[n->op].kind == K_CONTROL ? core_map(n, in_stages, arg) : n;
}

Program *plan_stages(const Program *flat)
{
    Program *p = NEW(Program);
    *p = *flat;
    p->func = NEWS(Func *, flat->nfuncs);
    for (int i = 0; i < flat->nfuncs; i++) {
        p->func[i] = flat->func[i];
        if (!flat->func[i]->entry)
            continue;
        p->func[i] = NEW(Func);
        *p->func[i] = *flat->func[i];
        p->func[i]->body = body_in_stages(flat->func[i]->body);
        refuse_parts(p->func[i]->body, NULL);
    }
    core_tidy(p);              /* names as if there had been no stages */
    return p;
}
