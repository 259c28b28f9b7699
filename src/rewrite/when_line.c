/*
 * when_line.c -- what is read along an index: the elements of one line of an array.
 */
#include "rewrite.h"

/* The array with its dimensions in that order. */
static Core *in_order(Core *array, const int *perm, int rank)
{
    bool same = true;
    for (int d = 0; d < rank; d++)
        same &= perm[d] == d;
    if (same)
        return array;
    Core *e = CORE(OP_REARRANGE, NULL, one(array));
    e->perm = NEWS(int, rank);
    e->nperm = rank;
    for (int d = 0; d < rank; d++)
        e->perm[d] = perm[d];
    return core_typed(e);
}

/* The entry of dimension d; where none is written, all of it. */
static Core *entry_of(const Core *e, int d)
{
    return d < e->g[1].n ? e->g[1].at[d] : core_node(OP_WHOLE, NULL);
}

/* The n elements, none if n is negative, that an index names for i = 0, 1, ..: it is first + i or
   first - i, where first is the same in all rows, and so is n, unless it is surely natural. */
static Core *along_span(const World *w, const Core *index, const Var *i, Core *n)
{
    Affine f;
    bool natural = surely_natural(w->range, n);
    bool line = affine_of(w->range, index, i, &f) && (f.coef == 1 || f.coef == -1)
             && !row_sized(w, f.rest) && (natural || !row_sized(w, n));
    if (!natural)
        n = core_prim2(OP_MAX, core_i64(0), range_spelled(w->range, n));
    return line ? CORE(OP_SPAN, NULL, one(f.rest), one(n), one(core_i64(f.coef))) : NULL;
}

/* The entry of the line's own dimension, d: all of it, or of numbers those n, which are there. */
static Core *line_entry(const World *w, const Core *e, int d, const Var *i, Core *n)
{
    const Core *size = type_of(e->g[0].at[0])->dim[d];
    bool own = is_var(entry_of(e, d), i);
    if (own && (!n || (size && size_equal(size, n))))
        return core_node(OP_WHOLE, NULL);
    if (!n || !size || (own && !surely_at_most(w->range, size, n)))
        return NULL;
    Core *span = !type_of(e)->rank ? along_span(w, entry_of(e, d), i, n) : NULL;
    return span && surely_span_inside(w->range, span, size) ? span : NULL;
}

/* A part that begins where what is written here says does so anywhere. */
static Core *spelled_span(const Ranges *r, Core *entry)
{
    if (entry->op != OP_SPAN)
        return entry;
    Core *span = core_copy_node(entry);
    core_set1(span, 0, range_spelled(r, entry->g[0].at[0]));
    return span;
}

/* How the dimensions are to stand: those that are fixed, that of i, the others. */
static bool sorted(const World *w, const Core *e, int rank, const Var *i, Core *count, int *perm,
                   Kids *entries)
{
    int n = 0, along = -1;
    Core *line = NULL;
    for (int d = 0; d < rank; d++) {
        Core *own = is_atom(entry_of(e, d)) ? line_entry(w, e, d, i, count) : NULL;
        if (own && along >= 0)
            return false;
        if (own) {
            along = d;
            line = own;
        } else if (is_atom(entry_of(e, d))) {
            perm[n++] = d;
        }
    }
    if (along < 0)
        return false;
    perm[n++] = along;
    for (int d = 0; d < rank; d++)
        if (!is_atom(entry_of(e, d)))
            perm[n++] = d;
    for (int d = 0; d < n; d++)
        entries->at[d] = perm[d] == along ? line : spelled_span(w->range, entry_of(e, perm[d]));
    entries->n = n;
    return true;
}

/* What the array was before it was turned; perm is of that, then. */
static Core *source(const World *w, Core *array, int *perm, int rank)
{
    const Core *def = world_def(w, array);
    if (!def || def->op != OP_REARRANGE)
        return array;
    for (int d = 0; d < rank; d++)
        perm[d] = def->perm[perm[d]];
    return source(w, def->g[0].at[0], perm, rank);
}

/* line v i n: the array whose element i the read v is; of n elements, if that is said: a part,
   backward, too, of a line of the array, if that is all there. */
bool make_line(Call *c)
{
    const Core *e = c->arg[0].at[0], *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    if (e->op != OP_INDEX || !i || i->op != OP_VAR)
        return no(c, "it reads no array");
    int rank = type_of(e->g[0].at[0])->rank, *perm = NEWS(int, rank);
    Kids entries = { NEWS(Core *, rank), 0 };
    Core *n = c->n > 2 ? c->arg[2].at[0] : NULL;
    if (!sorted(c->m->world, e, rank, i->var, n, perm, &entries))
        return no(c, "%s is not one of its indices, or it reads other elements", core_str(i));
    Core *array = source(c->m->world, e->g[0].at[0], perm, rank);
    Core *a = in_order(array, perm, rank);
    bool all = true;
    for (int d = 0; d < rank; d++)
        all &= entries.at[d]->op == OP_WHOLE;
    if (rank == 1 && c->n == 2)
        return no(c, "it is one already");
    if (all) {
        return yields(c, a);
    }
    Core *line = core_copy_node(e);
    core_set1(line, 0, a);
    line->g[1] = entries;
    line->ntypes = 0;          /* its operands are no atoms yet: see to_atom */
    return yields(c, is_atom(a) ? core_typed(line) : line);
}

/* ---- combined ------------------------------------------------------------ */

/* The atoms, and all that a binding of the body computes from them. */
static Table *led_to(const Core *body, Kids atoms)
{
    Table *led = table_new();
    for (int i = 0; i < atoms.n; i++)
        table_put(led, atoms.at[i]->var, led);
    for (int i = 0; i < body->nstms; i++)
        if (core_uses_any(body->stm[i].exp, led))
            note_vars(body->stm[i].var, body->stm[i].nvars, led);
    return led;
}

static Var *like(const Core *a)
{
    Var *v = var_new(a->var->name, a->var->type, NULL);
    v->invented = true;
    return v;
}

/* The operation, of all cases, that combines a number with what an iteration adds; NOPS: none
   is known yet. */
typedef struct {
    const Var *a;
    Table *led;                /* what is computed from what the loop carries */
    bool cases;                /* the value may come from the cases of a test */
    Op op;
} Sum;

static Core *added(Sum *s, const Core *body, Core *result);

/* What a case adds, behind the bindings that it needs; the neutral element where it is null. */
static Core *case_body(const Core *body, Core *v, const Core *neutral)
{
    Stms stms = stms_of(body);
    return core_prune(stms_body1(&stms, to_atom(&stms, v ? v : (Core *)neutral)));
}

/* Each case adds something, by the same operation, or leaves the number as it is. */
static Core *added_in_cases(Sum *s, const Core *choice, int which)
{
    Core *v[2];
    Scalar neutral;
    if (!s->cases || core_uses_any(choice->g[0].at[0], s->led))
        return NULL;
    for (int b = 0; b < 2; b++) {
        const Core *branch = choice->g[b + 1].at[0];
        Core *r = branch->op == OP_BODY ? branch->g[0].at[which] : NULL;
        for (int i = 0; r && i < branch->nstms; i++)
            if (core_uses_any(branch->stm[i].exp, s->led))
                note_vars(branch->stm[i].var, branch->stm[i].nvars, s->led);
        v[b] = r && !is_var(r, s->a) ? added(s, branch, r) : NULL;
        if (!r || (!v[b] && !is_var(r, s->a)))
            return NULL;
    }
    if ((!v[0] && !v[1]) || !neutral_number(s->op, s->a->type->prim, &neutral))
        return NULL;
    const Core *none = core_const(neutral);
    return core_typed(core_if(choice->g[0].at[0], case_body(choice->g[1].at[0], v[0], none),
                              case_body(choice->g[2].at[0], v[1], none)));
}

/* What the body adds to s->a where it gives this result; null: it does something else. */
static Core *added(Sum *s, const Core *body, Core *result)
{
    int which = 0;
    const Stm *def = result->op == OP_VAR ? binding_of(body, result->var, &which) : NULL;
    const Core *e = def ? def->exp : NULL;
    if (e && e->op == OP_IF)
        return added_in_cases(s, e, which);
    bool plain = e && ops[e->op].kind == K_SCALAR && ops[e->op].commutes;
    bool left = plain && is_var(e->g[0].at[0], s->a);
    Core *v = plain ? e->g[left].at[0] : NULL;
    if (!plain || !is_var(e->g[!left].at[0], s->a) || core_uses_any(v, s->led)
        || (s->op != NOPS && s->op != e->op))
        return NULL;
    s->op = e->op;
    return v;
}

static bool get_sums(Call *c, bool cases)
{
    Kids a = c->arg[0], v = { NEWS(Core *, a.n), a.n };
    const Core *body = body_flat(c->arg[2].at[0]);
    if (body->op != OP_BODY || body->g[0].n != a.n || !a.n)
        return no(c, "it gives something else");
    Table *led = led_to(body, a);
    Var **param = NEWS(Var *, 2 * a.n);
    Kids sums = { NEWS(Core *, a.n), a.n };
    for (int k = 0; k < a.n; k++) {
        Sum s = { a.at[k]->var, led, cases, NOPS };
        Scalar neutral;
        v.at[k] = added(&s, body, body->g[0].at[k]);
        if (!v.at[k] || (cases && !neutral_number(s.op, s.a->type->prim, &neutral)))
            return no(c, "%s is not added to, or the like", a.at[k]->var->name);
        param[k] = like(a.at[k]);
        param[a.n + k] = like(a.at[k]);
        sums.at[k] = core_prim2(s.op, core_var(param[k]), core_var(param[a.n + k]));
    }
    Stms pre = { 0 };
    for (int k = 0; k < a.n; k++)
        sums.at[k] = to_atom(&pre, sums.at[k]);
    Core *op = core_lam(param, 2 * a.n, NULL, core_body(pre.at, pre.n, sums.at, sums.n));
    c->out = v;
    c->bound = one(op);
    return true;
}

/* combined a.. as op by body: each result is a with a value v, by an operation that
   commutes; the operations are op. */
bool get_combined(Call *c) { return get_sums(c, false); }

/* accumulated: a body that gives the values, where cases of a test may give them. */
bool get_accumulated(Call *c)
{
    if (!get_sums(c, true))
        return false;
    Stms stms = stms_of(body_flat(c->arg[2].at[0]));
    Kids v = { NEWS(Core *, c->out.n), c->out.n };
    for (int k = 0; k < v.n; k++)
        v.at[k] = to_atom(&stms, c->out.at[k]);
    return yields(c, core_prune(stms_body(&stms, v.at, v.n)));
}
