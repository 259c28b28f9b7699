/* loops.c -- a thread's loops over arrays, and what they accumulate. */
#include "lower.h"

static const Core *body_of(const Core *lam)
{
    return lam->g[0].at[0];
}

/* Begins a loop over the width; code goes into its body. */
Core *for_index(Lower *l, const Core *lam, Core *width, Block **before)
{
    Var *i = lam && lam->index ? lam->index : fresh(l, "#", type_prim(I64));
    flush_reads(l);
    *before = lower_into(l, &emit_for(l, BY_EACH, i, width)->body);
    return core_var(i);
}

/* A body that returns its parameters: reduce as redomap. */
const Core *identity(Lower *l, const Kids *xs)
{
    Core **r = NEWS(Core *, xs->n);
    Var **p = NEWS(Var *, xs->n);
    for (int k = 0; k < xs->n; k++) {
        p[k] = fresh(l, "x", type_row(type_of(xs->at[k])));
        Use *u = MAKE(Use, .uses = 1);
        table_put(l->facts->use, p[k], u);
        r[k] = core_var(p[k]);
    }
    return core_lam(p, xs->n, NULL, core_body(NULL, 0, r, xs->n));
}

/* ---- accumulators ---------------------------------------------------------- */

const char *sum_name(const Core *op)
{
    const Core *e = op->nbinds == 2 ? body_single(op->g[0].at[0]) : NULL;
    if (!e || !*ops[e->op].word)
        return "sum";
    return strcmp(ops[e->op].name, ops[e->op].word) ? ops[e->op].name : "so_far";
}

/* Of several: what its own operation gives. */
static const char *name_of_total(const Core *op, int k)
{
    const Core *e = operation_of(op->g[0].at[0], k);
    return e && *ops[e->op].name ? ops[e->op].name : "sum";
}

static Var *mutable_var(Lower *l, const char *name, const Type *t, Core *init)
{
    Var *v = fresh(l, name, t);
    declare_var(l, v, init);
    return v;
}

Sums sums_new(Lower *l, const Core *op, const Kids *ne, Var **result)
{
    int n = ne->n;
    Sums s = { n, NEWS(Var *, n), NEWS(View *, n), NEWS(View *, n) };
    const char **names = NEWS(const char *, n);
    for (int k = 0; k < n; k++)
        names[k] = result[k]->invented || result[k]->type->rank > type_of(ne->at[k])->rank
            ? (n == 1 ? sum_name(op) : !op->bind[k]->invented ? op->bind[k]->name
                                     : name_of_total(op, k))
            : result[k]->name;
    for (int k = 0; k < n; k++) {
        const Type *t = type_of(ne->at[k]);
        const char *name = component_name(names, n, k);
        if (!t->rank) {
            s.sum[k] = mutable_var(l, name, t, scalar_of(l, ne->at[k]));
            continue;
        }
        Var *like = fresh(l, name, t);
        like->span = op->bind[k]->span;
        s.array[k] = thread_array(l, like);
        s.next[k] = thread_array(l, op->bind[k]);
        copy_view(l, view_of(l, ne->at[k]), s.array[k]);
    }
    return s;
}

/* sum = op(sum, value) */
void accumulate(Lower *l, Sums *s, const Core *op, const Core *body)
{
    Core **value = NEWS(Core *, s->n);
    for (int k = 0; k < s->n; k++) {
        const Core *r = body->g[0].at[k];
        if (s->sum[k]) {
            bind_scalar(l, op->bind[k], core_var(s->sum[k]), false);
            bind_scalar(l, op->bind[s->n + k], scalar_of(l, r), false);
        } else {
            bind_view(l, op->bind[k], s->array[k]);
            bind_view(l, op->bind[s->n + k], view_of(l, r));
            place_result(l, body_of(op), k, s->next[k]);
        }
    }
    lower_stms(l, body_of(op));
    for (int k = 0; k < s->n; k++) {
        const Core *r = body_of(op)->g[0].at[k];
        if (s->sum[k])
            value[k] = scalar_of(l, r);
        else
            give_result(l, r, s->next[k]);
    }
    assign_all(l, s->sum, value, s->n);
    for (int k = 0; k < s->n; k++)
        if (!value[k])
            copy_view(l, s->next[k], s->array[k]);
}

/* ---- elements ----------------------------------------------------------------- */

void bind_elements(Lower *l, const Core *lam, const Kids *xs, Core *i)
{
    for (int k = 0; k < lam->nbinds; k++)
        bind_element(l, lam->bind[k], view_of(l, xs->at[k]), i);
}

/* ---- loops over shares --------------------------------------------------------- */

/* The share that all arrays and results (from number `from` on) are, if the loop may run
   over the positions in the whole arrays; or null. */
const Share *share_walked(Lower *l, const Core *body, const Var *index, const Kids *xs,
                          View **to, int from, int nresults)
{
    const Share *s = NULL;
    for (int k = 0; k < xs->n; k++) {
        const View *v = view_of(l, xs->at[k]);
        if (v->kind != V_SHARE || (s && v->share != s)
            || core_uses(body, xs->at[k]->var))
            return NULL;
        s = v->share;
    }
    for (int k = from; k < nresults; k++)
        if (to[k] && (to[k]->kind != V_SHARE || to[k]->share != s))
            return NULL;
    return index ? NULL : s;
}

void walk_share(Lower *l, const Kids *xs, View **before)
{
    for (int k = 0; k < xs->n; k++) {
        before[k] = view_of(l, xs->at[k]);
        bind_view(l, xs->at[k]->var, before[k]->of);
    }
}

void leave_share(Lower *l, const Kids *xs, View **before)
{
    for (int k = 0; k < xs->n; k++)
        bind_view(l, xs->at[k]->var, before[k]);
}

/* Begins a loop over the positions of a share in the whole array; the loop's variable
   is the element of an iota. */
static Core *for_share(Lower *l, const Core *lam, const Kids *xs, const Share *s,
                       Block **before)
{
    Var *i = NULL;
    const View *whole = view_of(l, xs->at[0])->of;
    for (int k = 0; k < xs->n && !i; k++)
        if (view_of(l, xs->at[k])->of->kind == V_IOTA && !lam->bind[k]->invented)
            i = lam->bind[k];
    i = i ? i : fresh(l, "#", type_prim(I64));
    flush_reads(l);
    Stmt *loop = emit(l, (Stmt){ S_FOR, .var = i, .to = s->first, .exp = s->end,
                                 .count = is_const(s->step) ? NULL : s->step });
    range_below(l->facts->range, i, whole->type->dim[0]);
    *before = lower_into(l, &loop->body);
    return core_var(i);
}

Walk walk(Lower *l, const Stm *s, const Core *lam, const Kids *xs, View **to, int from)
{
    Walk w = { .xs = xs, .to = to };
    const Share *share = xs->n ? share_walked(l, body_of(lam), lam->index, xs, to, from,
                                              s->nvars) : NULL;
    if (!share) {
        w.i = for_index(l, lam, size_tree(l, s->exp->g[0].at[0]), &w.out);
        return w;
    }
    w.i = for_share(l, lam, xs, share, &w.out);
    w.whole = NEWS(View *, xs->n);
    walk_share(l, xs, w.whole);
    w.to = NEWS(View *, s->nvars);
    for (int k = from; k < s->nvars; k++)
        w.to[k] = to[k] ? to[k]->of : NULL;
    return w;
}

void leave(Lower *l, Walk *w)
{
    if (w->whole)
        leave_share(l, w->xs, w->whole);
    flush_reads(l);
    l->out = w->out;
}
