/*
 * spread.c -- which arrays are spread over the ranks, and which parameters of an entry point.
 */
#include "rank.h"

/* ---- which arrays are spread --------------------------------------------- */

bool is_split(const Core *n)
{
    return n->op == OP_SPLIT && n->g[0].at[0]->op == OP_RANKS;
}

bool at_rank(const Core *n)
{
    return ops[n->op].kind == K_SEG && n->g[0].at[0]->at == AT_RANK;
}

Var *spread_of(const Ranks *r, const Core *atom)
{
    return atom->op == OP_VAR ? table_get(r->spread, atom->var) : NULL;
}

Var *outer_size(const Ranks *r, const Type *t)
{
    const Core *n = t->rank ? t->dim[0] : NULL;
    for (int i = 0; n && n->op == OP_VAR && i < r->func->nsizes; i++)
        if (n->var == r->func->size[i])
            return n->var;
    return n && n->op == OP_VAR && table_has(r->length, n->var) ? n->var : NULL;
}

bool is_shared(const Ranks *r, const Core *seg)
{
    const Core *rows = seg->g[0].at[0]->g[1].at[0];
    return outer_size(r, type_of(table_get(r->rows, rows->var))) != NULL;
}

static bool spread_out(Ranks *r, Var *v, bool yes)
{
    Var *size = yes ? outer_size(r, v->type) : NULL;
    if (!size || table_has(r->spread, v))
        return false;
    table_put(r->spread, v, size);
    return true;
}

/* Result k of the branches or of the loop's body is. */
static bool result_spread(const Ranks *r, const Core *n, int k)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            const Core *b = n->g[g].at[i];
            if (b->op == OP_BODY && b->g[0].n == n->ntypes && spread_of(r, b->g[0].at[k]))
                return true;
        }
    return false;
}

static bool fails_on_host(const Core *n, void *nothing)
{
    return op_fails(nothing, n) || (n->op == OP_CALL && core_any(n->func->body, fails_on_host,
                                                                 nothing));
}

static bool of_func(const Var *v, const void *none)
{
    (void)v, (void)none;
    return false;
}

static bool cannot_send(const Core *n, void *none)
{
    static const Ranges *nothing;
    nothing = nothing ? nothing : ranges_new();
    int op = at_rank(n) || n->op == OP_EXCLUSIVE ? op_group(n->op, 'o') : -1;
    (void)none;
    if (op < 0)
        return false;
    const Core *lam = element_operator(n->g[op].at[0]);
    return !all_vars(lam, of_func, NULL) || core_any(lam, fails_on_host, (void *)nothing);
}

/* The host can combine what the ranks have: the operator needs nothing else, and cannot fail. */
static bool can_send(const Core *seg)
{
    return !core_any(seg, cannot_send, NULL);
}

/* The size of what the ranks' parts are joined to, if only they know how much each has left: the
   level that gives the parts counts it. */
static void note_length(Ranks *r, const Core *join)
{
    const Core *size = join->g[0].at[0];
    const Core *level = table_get(r->level, join->g[1].at[0]->var);
    if (size->op == OP_VAR && table_get(r->level, size->var) == level && is_shared(r, level)
        && level->g[op_group(OP_SEGRED, 'n')].n == 1 && !table_has(r->length, size->var))
        table_put(r->length, size->var, (Core *)size);
}

bool note_spread(Ranks *r, const Core *body)
{
    bool changed = false;
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        const Core *n = s->exp;
        if (is_split(n))
            table_put(r->rows, s->var[0], n->g[1].at[0]);
        if (at_rank(n))
            for (int k = 0; k < s->nvars; k++) {
                table_put(r->rows, s->var[k], s->var[k]);
                table_put(r->level, s->var[k], (Core *)n);
                if (!can_send(n))
                    table_put(r->alone, s->var[k], s->var[k]);
            }
        if (n->op == OP_JOIN && n->g[1].at[0]->op == OP_VAR
            && table_has(r->rows, n->g[1].at[0]->var)
            && !table_has(r->alone, n->g[1].at[0]->var)) {
            note_length(r, n);
            changed |= spread_out(r, s->var[0], true);
        }
        if (!is_loop(n) && n->op != OP_IF)
            continue;
        for (int g = 0; g < ops[n->op].ngroups; g++)
            for (int b = 0; b < n->g[g].n; b++)
                if (n->g[g].at[b]->op == OP_BODY)
                    changed |= note_spread(r, n->g[g].at[b]);
        for (int k = 0; k < s->nvars; k++) {
            bool yes = result_spread(r, n, k);
            changed |= spread_out(r, s->var[k], yes);
            if (is_loop(n))
                changed |= spread_out(r, n->bind[k], yes);
        }
    }
    return changed;
}

/* ---- which parameters are ------------------------------------------------- */

enum { IN_PARTS = 1, AS_A_WHOLE = 2 };

static void note_use(Ranks *r, Var *v, int how)
{
    table_put(r->uses, v, (void *)((intptr_t)table_get(r->uses, v) | how));
}

static void note_atom(Ranks *r, const Core *atom, int how)
{
    if (atom->op == OP_VAR)
        note_use(r, atom->var, how);
}

static void note_whole(Var *v, void *ranks)
{
    note_use(ranks, v, AS_A_WHOLE);
}

static void note_uses(Ranks *r, const Core *body);

/* Of a loop or a branch: it has what it carries as its variables do. */
static void note_control(Ranks *r, const Stm *s)
{
    const Core *n = s->exp;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            const Core *kid = n->g[g].at[i];
            bool results = kid->op == OP_BODY && kid->g[0].n == n->ntypes;
            if (kid->op == OP_BODY)
                note_uses(r, kid);
            for (int k = 0; results && k < s->nvars; k++)
                note_atom(r, kid->g[0].at[k],
                          table_has(r->spread, s->var[k]) ? IN_PARTS : AS_A_WHOLE);
            if (kid->op != OP_BODY)
                note_atom(r, kid, is_loop(n) && !g && table_has(r->spread, n->bind[i])
                                      ? IN_PARTS : AS_A_WHOLE);
        }
}

static void note_uses(Ranks *r, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Core *n = body->stm[i].exp;
        if (is_split(n))
            note_atom(r, n->g[1].at[0], IN_PARTS);
        else if (is_loop(n) || n->op == OP_IF)
            note_control(r, &body->stm[i]);
        else
            core_free_vars(n, note_whole, r);
    }
}

/* A parameter that is split and never read as a whole. */
void spread_params(Ranks *r)
{
    const Func *f = r->func;
    note_uses(r, f->body);
    for (int k = 0; k < f->nresults; k++)
        note_atom(r, f->body->g[0].at[k],
                  spread_of(r, f->body->g[0].at[k]) ? IN_PARTS : AS_A_WHOLE);
    for (int i = 0; i < f->nparams; i++)
        spread_out(r, f->param[i], (intptr_t)table_get(r->uses, f->param[i]) == IN_PARTS);
}
