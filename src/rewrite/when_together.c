/*
 * when_together.c -- calls of a function of all rows that do not need each other are one, of the
 * rows of all of them: so there are as many calls as one depends on the other.
 */
#include "lifting.h"

/* A body under work: what is there already, calls that wait for others, and what waits for
   these. */
typedef struct {
    const Lifting *l;
    World *world;
    Stms out, call, later;
    Table *given;              /* names of what waits */
} Together;

static Core *count_of(const Together *t, const Stm *call)
{
    return array_length(call->exp->g[0].at[t->l->fixed]);
}

static Core *sum_of(Stms *out, Core *a, Core *b)
{
    return a ? stms_bind1(out, op2(OP_ADD, a, b), "count") : b;
}

/* ---- the call ------------------------------------------------------------- */

static Core *side_by_side(const Together *t, Stms *out, int p)
{
    Core *n = core_node(OP_CONCAT, NULL), **each = NEWS(Core *, t->call.n);
    for (int i = 0; i < t->call.n; i++)
        each[i] = t->call.at[i].exp->g[0].at[p];
    core_set(n, 0, each, t->call.n);
    return stms_bind1(out, core_typed(n), t->l->all->param[p]->name);
}

/* Of the calls that wait: one. */
static Core *one_call(const Together *t, Stms *out)
{
    const Func *all = t->l->all;
    const Core *first = t->call.at[0].exp;
    Core *n = core_node(OP_CALL, first->span), *count = NULL, **arg = NEWS(Core *, all->nparams);
    Subst *to = subst_new();
    for (int i = 0; i < t->call.n; i++)
        count = sum_of(out, count, count_of(t, &t->call.at[i]));
    for (int k = 1; k < all->nsizes; k++)
        subst_add(to, all->size[k], core_var(all->size[k]));
    subst_add(to, all->size[0], count);
    for (int p = 0; p < all->nparams; p++) {
        arg[p] = p < t->l->fixed ? first->g[0].at[p]
               : claimed(out, side_by_side(t, out, p), type_subst(all->param[p]->type, to));
        subst_add(to, all->param[p], arg[p]);
    }
    n->func = t->l->all;
    core_set(n, 0, arg, all->nparams);
    return core_typed(n);
}

/* ---- what it gives --------------------------------------------------------- */

/* Results of all calls, of which each gets as many as it has rows. */
typedef struct {
    Core *rows;
    Core *lengths, *values, *ends;      /* if they differ in length */
    Core *from;                         /* the element with which the next call begins */
} Results;

static Core *slice(Stms *out, Core *a, Core *from, Core *n)
{
    Core *e = core_at(a, (Core *[]){ core_span(from, n) }, 1);
    e->unchecked = true;
    return stms_bind1(out, e, NULL);
}

static Results results_of(Stms *out, Core *rows)
{
    Results r = { .rows = rows, .from = core_i64(0) };
    if (!type_ragged(type_of(rows)))
        return r;
    Core *total = stms_bind1(out, op1(OP_TOTAL, rows), "total");
    Core *values = stms_bind1(out, op1(OP_VAL, rows), "values");
    r.values = claimed(out, values, type_array(type_row(type_of(values)), total));
    r.ends = stms_bind1(out, op1(OP_ENDS, rows), "ends");
    return r;
}

/* Where the rows before row number n end. */
static Core *end_before(Stms *out, Core *ends, Core *n)
{
    Stms none = { 0 }, some = { 0 };
    Core *last = stms_bind1(&some, op2(OP_SUB, n, core_i64(1)), "last");
    Core *at = op2(OP_INDEX, ends, last);
    at->unchecked = true;
    at = stms_bind1(&some, at, "end");
    Core *is_none = stms_bind1(out, op2(OP_EQ, n, core_i64(0)), "is_none");
    return stms_bind1(out, core_if(is_none, stms_body1(&none, core_i64(0)),
                                   stms_body1(&some, at)), "end");
}

/* n rows, from number `from` on, of type t; `to`: how many there are with these, or null if
   they are the last. */
static Core *share_of(Stms *out, Results *r, Core *from, Core *n, Core *to, const Type *t)
{
    if (!r->values)
        return claimed(out, slice(out, r->rows, from, n), t);
    Core *end = to ? end_before(out, r->ends, to) : type_of(r->values)->dim[0];
    Core *count = stms_bind1(out, op2(OP_SUB, end, r->from), "count");
    Core *part = slice(out, r->values, r->from, count);
    r->from = end;
    return claimed(out, stms_bind1(out, op2(OP_IRREG, dim_lengths(t->dim[1]), part), NULL), t);
}

/* v is what was bound last. */
static void bind_as(Stms *out, Var *v, Core *x)
{
    Stm *last = &out->at[out->n - 1];
    bool own = last->nvars == 1 && is_var(x, last->var[0]);
    Stm s = { .var = COPY(Var *, v), .nvars = 1, .exp = own ? last->exp : x };
    out->n -= own;
    vec_push(out, s);
}

/* Each call that waits gives its share of what the one gives. */
static void share_out(const Together *t, Stms *out, Var *const *v)
{
    const Func *all = t->l->all;
    Results *r = NEWS(Results, all->nresults);
    Core *from = NULL;
    for (int k = 0; k < all->nresults; k++)
        r[k] = results_of(out, core_var(v[k]));
    for (int i = 0; i < t->call.n; i++) {
        const Stm *s = &t->call.at[i];
        Core *n = count_of(t, s), *to = i + 1 < t->call.n ? sum_of(out, from, n) : NULL;
        for (int k = 0; k < all->nresults; k++) {
            Core *x = share_of(out, &r[k], from ? from : core_i64(0), n, to, s->var[k]->type);
            bind_as(out, s->var[k], world_consumed(t->world, s->var[k]) ? op1(OP_COPY, x) : x);
        }
        from = to;
    }
}

/* ---- what is not read ------------------------------------------------------- */

/* The level with those of its names alone that are wanted. */
static Core *slim_level(Core *level, Table *wanted)
{
    for (int i = level->nbinds - 1; i >= 0; i--)
        if (table_has(wanted, level->bind[i]))
            type_free_vars(level->bind[i]->type, note_var, wanted);
    core_free_vars(level->g[0].at[0], note_var, wanted);
    return level_narrowed(level, wanted);
}

/* Nests without the arrays of which nothing is read. */
static Core *slim(Core *n, void *arg)
{
    n = core_map(n, slim, arg);
    if (ops[n->op].kind != K_SEG)
        return n;
    Table *wanted = table_new();
    Core *s = core_copy_node(n);
    for (int g = 1; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            core_free_vars(n->g[g].at[i], note_var, wanted);
    for (int d = n->g[0].n - 1; d >= 0; d--)
        s->g[0].at[d] = slim_level(n->g[0].at[d], wanted);
    table_free(wanted);
    return s;
}

/* ---- bodies ---------------------------------------------------------------- */

/* What waits is done. */
static void settle(Together *t)
{
    Stms out = t->out;
    if (t->call.n > 1)
        share_out(t, &out, stms_bind(&out, one_call(t, &out), NULL));
    for (int i = 0; i < t->call.n && t->call.n == 1; i++)
        vec_push(&out, t->call.at[i]);
    vec_append(&out, t->later.at, t->later.n);
    t->out = out;
    t->call = t->later = (Stms){ 0 };
    table_free(t->given);
    t->given = table_new();
}

static bool updates_read(const Stm *s, const Stms *late)
{
    bool yes = false;
    int g = op_group(s->exp->op, '!');
    for (int i = 0; g >= 0 && i < s->exp->g[g].n; i++)
        for (int k = 0; k < late->n; k++)
            yes |= core_uses(late->at[k].exp, s->exp->g[g].at[i]->var);
    return yes;
}

static void take(Together *t, Stm s)
{
    bool call = s.exp->op == OP_CALL && s.exp->func == t->l->all;
    bool late = core_uses_any(s.exp, t->given);
    if ((call && late) || updates_read(&s, &t->call) || updates_read(&s, &t->later)) {
        settle(t);
        late = false;
    }
    if (call || late)
        note_vars(s.var, s.nvars, t->given);
    vec_push(call ? &t->call : late ? &t->later : &t->out, s);
}

static Core *together(Core *n, void *arg)
{
    const Together *outer = arg;
    n = core_map(n, together, arg);
    if (n->op != OP_BODY)
        return n;
    Together t = { .l = outer->l, .world = outer->world, .given = table_new() };
    for (int i = 0; i < n->nstms; i++)
        take(&t, n->stm[i]);
    settle(&t);
    table_free(t.given);
    return stms_body(&t.out, n->g[0].at, n->g[0].n);
}

Core *calls_together(Core *body, const Lifting *l, World *w)
{
    Together t = { .l = l, .world = w };
    world_note_consumed(w, body);
    return together(core_prune(slim(body, NULL)), &t);
}
