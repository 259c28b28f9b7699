/*
 * reuse.c -- pass on an entry's core: nests that store a result in the memory of an array that
 * they read.
 *
 *   (xs: *[n]f32) = segmap <x in xs> x * 2        stored in xs
 *   loop a = .. do segmap <x in a> f x            stored in a: one buffer, no swap
 *   loop (a, b) = .. do (b, segmap <x y in a b> ..)   stored in a; then a and b change places
 *
 * A nest may do so if each element is written only by who reads that element alone, afterwards:
 * it reads the array as what its levels bind, at the position of the result. A block that makes
 * a row of the result may read that row where it likes before, as barriers separate the two.
 * Nothing reads the array later, by any name: the check of consumption says so, of which these
 * nests are a part. An array that a loop begins with is copied if it is needed later.
 *
 * The results that are made so are those which the entry's caller gets in the memory of a
 * parameter `*`, and those which a loop gives to its next round.
 */
#include "lower.h"

#include "../core/access.h"

typedef struct {
    Func *func;
    Ranges *range;
    VEC(Core *) nest;          /* marked for the result in hand */
    VEC(int) result;
} Reuse;

/* ---- where elements are read ------------------------------------------------ */

int operand_of(const Core *level, const Var *v)
{
    for (int i = 0; i < level->g[1].n; i++)
        if (is_var(level->g[1].at[i], v))
            return i;
    return -1;
}

/* The number of times that v stands in the body of the nest, and in its levels from number d on. */
static int uses_from(const Core *nest, int d, const Var *v)
{
    const Kids *level = &nest->g[0];
    int uses = uses_in(nest->g[ops[nest->op].ngroups - 1].at[0], v);
    for (; d < level->n; d++)
        uses += uses_in(level->at[d], v);
    return uses;
}

/* The variable of the innermost level for an element of operand j of the first level; null if the
   nest reads that operand in another way, too. */
static Var *innermost(const Core *nest, int j)
{
    const Kids *level = &nest->g[0];
    Var *v = level->at[0]->bind[j];
    for (int d = 1; v && d < level->n; d++) {
        int i = operand_of(level->at[d], v);
        v = i >= 0 && uses_from(nest, d, v) == 1 ? level->at[d]->bind[i] : NULL;
    }
    return v;
}

bool may_be_marked(const Stm *s)
{
    return (s->exp->op == OP_SEGMAP || s->exp->op == OP_SEGSCAN)
        && !has_attribute(s, "turned") && !has_attribute(s, "padded");
}

/* A statement of the block's body gives the row by another name. */
static bool passes_on(const Core *e, const Var *row)
{
    bool nest = ops[e->op].kind == K_SEG || e->op == OP_COPY;
    bool scalar = e->op == OP_INDEX && !e->type[0]->rank;
    return !nest && !scalar && uses_in(e, row);
}

/* The block has read the row by the time that it makes row k of the result; or it reads each
   element where it writes it. */
static bool row_is_read(const Core *body, int k, const Var *row)
{
    int made, i;
    const Core *r = body->g[0].at[k];
    const Stm *s = r->op == OP_VAR ? binding_of(body, r->var, &made) : NULL;
    if (!s || !may_be_marked(s))
        return false;
    for (i = 0; i < body->nstms && body->stm + i < s; i++)
        if (passes_on(body->stm[i].exp, row))
            return false;
    for (i++; i < body->nstms; i++)
        if (uses_in(body->stm[i].exp, row))
            return false;
    for (int other = 0; other < body->g[0].n; other++)
        if (is_var(body->g[0].at[other], row))
            return false;
    int uses = uses_in(s->exp, row), j = operand_of(s->exp->g[0].at[0], row);
    return !uses || (uses == 1 && j >= 0 && reads_at_own(s, made, j));
}

/* The threads that share a reduction of the body read v in it, and no barrier stands between them
   and the thread that stores the result. */
static bool read_by_peers(const Core *body, const Var *v)
{
    bool read = false, yes = false;
    for (int i = 0; i < body->nstms; i++) {
        read |= uses_in(body->stm[i].exp, v) > 0;
        yes |= read && ops[body->stm[i].exp->op].kind == K_SEG;
    }
    return yes;
}

bool reads_at_own(const Stm *s, int k, int j)
{
    const Core *n = s->exp, *body = n->g[ops[n->op].ngroups - 1].at[0];
    const Var *v = innermost(n, j);
    if (!v || !type_equal(s->var[k]->type, type_of(n->g[0].at[0]->g[1].at[j])))
        return false;
    const Core *last = n->g[0].at[n->g[0].n - 1];
    if (!v->type->rank)
        return last->at != AT_GRID || !read_by_peers(body, v);
    return n->op == OP_SEGMAP && last->at == AT_BLOCK && row_is_read(body, k, v);
}

/* ---- elements that are read by index ------------------------------------------- */

/* tabulate n (\i -> xs[i] * 2) reads what map (* 2) xs reads. */
typedef struct {
    Reuse *u;
    const Core *nest;
    const Var *array;
    int own;                   /* reads of the nest's own element, */
    Var *element;              /*   which are this variable then */
} ByIndex;

static bool is_own(const ByIndex *b, const Core *array, const Kids *entry)
{
    return is_var(array, b->array) && entry->n == b->array->type->rank
        && own_element(b->u->range, b->nest, NULL, entry);
}

static void see_access(const Access *a, void *by_index)
{
    ByIndex *b = by_index;
    b->own += !a->written && is_own(b, a->array, &a->entry);
}

static Core *read_element(Core *n, void *by_index)
{
    const ByIndex *b = by_index;
    bool own = n->op == OP_INDEX && is_own(b, n->g[0].at[0], &n->g[1]);
    return own ? core_var(b->element) : core_map(n, read_element, by_index);
}

/* The level, over a further array, and the variable for an element of that. */
static Core *level_over(const Core *level, Core *array, Var **element)
{
    Core *l = core_copy_node(level);
    l->bind = GROWN(Var *, level->bind, level->nbinds, 1);
    l->g[1].at = GROWN(Core *, level->g[1].at, level->g[1].n, 1);
    *element = var_new("element", type_row(type_of(array)), array->span);
    l->bind[l->nbinds++] = *element;
    l->g[1].at[l->g[1].n++] = array;
    return l;
}

/* An array that the nest reads by its indices alone is one that it is mapped over. */
static void pass_by_levels(Reuse *u, Stm *s, const Var *array)
{
    ByIndex b = { .u = u, .nest = s->exp, .array = array };
    Core *nest = core_copy_node(s->exp);
    int last = ops[nest->op].ngroups - 1;
    core_accesses(u->range, s->exp, see_access, &b);
    if (!is_of_threads(s->exp) || !b.own || b.own != uses_in(s->exp, array))
        return;
    Core *from = core_var((Var *)array);
    for (int d = 0; d < nest->g[0].n; d++, from = core_var(b.element))
        nest->g[0].at[d] = level_over(nest->g[0].at[d], from, &b.element);
    nest->g[last].at[0] = read_element(nest->g[last].at[0], &b);
    s->exp = nest;
}

/* ---- marks ------------------------------------------------------------------ */

static void mark(Reuse *u, Core *nest, int k, int j)
{
    if (!nest->reuses) {
        nest->reuses = NEWS(int, nest->ntypes);
        for (int i = 0; i < nest->ntypes; i++)
            nest->reuses[i] = -1;
    }
    nest->reuses[k] = j;
    vec_push(&u->nest, nest);
    vec_push(&u->result, k);
}

static void unmark(Reuse *u, int from)
{
    for (; u->nest.n > from; u->nest.n--, u->result.n--)
        u->nest.at[u->nest.n - 1]->reuses[u->result.at[u->result.n - 1]] = -1;
}

static bool is_consistent(const Reuse *u)
{
    const Span *where;
    return !alias_check(u->func, &where);
}

/* ---- from a result to the array whose memory it takes ------------------------ */

static bool lies_in(Reuse *u, const Core *body, const Core *atom, const Var *array);

static bool nest_lies_in(Reuse *u, const Core *body, const Stm *s, int k, const Var *array)
{
    if (!may_be_marked(s))
        return false;
    pass_by_levels(u, (Stm *)s, array);
    const Kids *read = &s->exp->g[0].at[0]->g[1];
    for (int j = 0; j < read->n; j++) {
        int from = u->nest.n;
        if (!reads_at_own(s, k, j))
            continue;
        mark(u, s->exp, k, j);
        if (lies_in(u, body, read->at[j], array))
            return true;
        unmark(u, from);
    }
    return false;
}

/* The result can be made in the memory of an array that is bound outside the body. */
static bool lies_in(Reuse *u, const Core *body, const Core *atom, const Var *array)
{
    int k;
    if (is_var(atom, array))
        return true;
    const Stm *s = atom->op == OP_VAR ? binding_of(body, atom->var, &k) : NULL;
    const Core *e = s ? s->exp : NULL, *old = e ? replaced(e, k) : NULL;
    if (!e)
        return false;
    if (old)
        return lies_in(u, body, old, array);
    if (e->op == OP_IF)
        return lies_in(u, e->g[1].at[0], e->g[1].at[0]->g[0].at[k], array)
            && lies_in(u, e->g[2].at[0], e->g[2].at[0]->g[0].at[k], array);
    if (e->op == OP_RESHAPE)
        return lies_in(u, body, e->g[1].at[0], array);
    return ops[e->op].kind == K_SEG && nest_lies_in(u, body, s, k, array);
}

/* ---- loops ------------------------------------------------------------------ */

/* Initial value j is a copy. */
static void begin_with_copy(Core *body, int at, int j)
{
    Stms copied = {0};
    Kids *init = &body->stm[at].exp->g[0];
    const Core *from = init->at[j];
    init->at[j] = stms_bind1(&copied, core_prim1(OP_COPY, (Core *)from), from->var->name);
    body->stm = GROWN(Stm, body->stm, body->nstms, 1);
    for (int s = body->nstms++; s > at; s--)
        body->stm[s] = body->stm[s - 1];
    body->stm[at] = copied.at[0];
}

static void undo_copy(Core *body, int at, int j)
{
    body->stm[at + 1].exp->g[0].at[j] = body->stm[at].exp->g[0].at[0];
    for (int s = at; s + 1 < body->nstms; s++)
        body->stm[s] = body->stm[s + 1];
    body->nstms--;
}

/* Result k of a round is made in the memory of variable j. True if a copy was put before the
   loop. */
static bool round_lies_in(Reuse *u, Core *body, int at, int k, int j)
{
    const Core *loop = body->stm[at].exp, *round = loop->g[2].at[0];
    int from = u->nest.n;
    if (!lies_in(u, round, round->g[0].at[k], loop->bind[j]) || u->nest.n == from) {
        unmark(u, from);
        return false;
    }
    if (is_consistent(u))
        return false;
    begin_with_copy(body, at, j);
    if (is_consistent(u))
        return true;
    undo_copy(body, at, j);
    unmark(u, from);
    return false;
}

static bool takes_memory(const Core *loop, int k)
{
    const Core *round = loop->g[2].at[0], *r = round->g[0].at[k];
    const Var *root = root_of(round, r);
    for (int j = 0; root && j < loop->nbinds; j++)
        if (loop->bind[j] == root)
            return true;
    return false;
}

/* The variable's own memory is tried first. */
static int reuse_in_rounds(Reuse *u, Core *body, int at)
{
    int copies = 0;
    const Core *loop = body->stm[at].exp;
    for (int own = 1; own >= 0; own--)
        for (int k = 0; k < loop->nbinds; k++)
            for (int j = 0; loop->bind[k]->type->rank && j < loop->nbinds; j++)
                if ((j == k) == own && !takes_memory(loop, k)
                    && type_equal(loop->bind[j]->type, loop->bind[k]->type))
                    copies += round_lies_in(u, body, at + copies, k, j);
    return copies;
}

static void reuse_in(Reuse *u, Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        if (!is_loop(e) && e->op != OP_IF)
            continue;
        for (int g = e->op == OP_IF ? 1 : 2; g <= 2; g++)
            reuse_in(u, e->g[g].at[0]);
        if (is_loop(e))
            i += reuse_in_rounds(u, body, i);
    }
}

void reuse_arrays(Func *f, Ranges *r)
{
    Reuse u = { .func = f, .range = r };
    if (!is_consistent(&u))
        return;
    reuse_in(&u, f->body);
    for (int k = 0; k < f->nresults; k++)
        for (int p = 0; p < f->nparams; p++) {
            int from = u.nest.n;
            const Core *result = f->body->g[0].at[k];
            if (!f->consumes || !f->consumes[p] || !f->param[p]->type->rank
                || !type_equal(type_of(result), f->param[p]->type))
                continue;
            if (!lies_in(&u, f->body, result, f->param[p]) || !is_consistent(&u))
                unmark(&u, from);
        }
}
