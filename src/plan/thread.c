/* thread.c -- array combinators in a thread: one element after the other. */
#include "lower.h"

static const Core *body_of(const Core *lam)
{
    return lam->g[0].at[0];
}

/* ---- calling a lambda in place --------------------------------------------- */

static void bind_args(Lower *l, const Core *lam, Core **arg)
{
    for (int i = 0; i < lam->nbinds; i++)
        if (arg[i])
            bind_scalar(l, lam->bind[i], arg[i], false);
}

/* The operator on scalars: its results as trees. */
void apply(Lower *l, const Core *lam, Core **arg, Core **result)
{
    bind_args(l, lam, arg);
    lower_stms(l, body_of(lam));
    for (int k = 0; k < body_of(lam)->g[0].n; k++)
        result[k] = scalar_of(l, body_of(lam)->g[0].at[k]);
}

/* Begins a loop over the width; code goes into its body. */
Core *for_index(Lower *l, const Core *lam, Core *width, Block **before)
{
    Var *i = lam && lam->index ? lam->index : fresh(l, "#", type_prim(I64));
    flush_reads(l);
    Stmt *loop = emit(l, S_FOR);
    loop->var = i;
    loop->exp = width;
    range_below(l->facts->range, i, width);
    *before = lower_into(l, &loop->body);
    return core_var(i);
}

void bind_elements(Lower *l, const Core *lam, const Kids *xs, Core *i)
{
    step_streams(l, xs, i);
    for (int k = 0; k < lam->nbinds; k++)
        if (is_stream(l, xs->at[k]))
            bind_scalar(l, lam->bind[k], scalar_of(l, xs->at[k]), false);
        else
            bind_element(l, lam->bind[k], view_of(l, xs->at[k]), i);
}

/* ---- accumulators ---------------------------------------------------------- */

static Var *mutable_var(Lower *l, const char *name, const Type *t, Core *init)
{
    Var *v = fresh(l, name, t);
    Stmt *s = emit(l, S_LET);
    s->var = v;
    s->exp = init;
    table_put(l->plan->mutable, v, v);
    return v;
}

Sums sums_new(Lower *l, const Core *op, const Kids *ne, Var **result)
{
    int n = ne->n;
    Sums s = { n, NEWS(Var *, n), NEWS(View *, n), NEWS(View *, n) };
    for (int k = 0; k < n; k++) {
        const Type *t = type_of(ne->at[k]);
        const char *name = result[k]->invented || result[k]->type->rank > t->rank
            ? (n > 1 && !op->bind[k]->invented ? op->bind[k]->name : "sum")
            : result[k]->name;
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
            hint_result(l->facts, body_of(op), body_of(op)->g[0].at[k], s->next[k]);
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
    for (int k = 0; k < s->n; k++)
        for (int j = 0; j < k && value[k]; j++)
            if (value[j] && core_uses(value[k], s->sum[j])) {
                value[k] = emit_let(l, fresh(l, format("next_%s", s->sum[k]->name),
                                             type_of(value[k])), value[k]);
                break;
            }
    for (int k = 0; k < s->n; k++)
        if (value[k])
            emit_set(l, core_var(s->sum[k]), value[k]);
        else
            copy_view(l, s->next[k], s->array[k]);
}

/* ---- the combinators ------------------------------------------------------- */

/* Element i of each mapped result; the destinations were made before. */
static void store_mapped(Lower *l, const Core *body, int from, View **to, Core *i)
{
    for (int k = from; k < body->g[0].n; k++) {
        const Core *r = body->g[0].at[k];
        if (!type_of(r)->rank) {
            Core *value = scalar_of(l, r);
            flush_reads(l);
            emit_set(l, view_at(to[k], &i), value);
        } else {
            give_result(l, r, view_row(to[k], i));
        }
    }
}

static void hint_mapped(Lower *l, const Core *body, int from, View **to, Core *i)
{
    for (int k = from; k < body->g[0].n; k++)
        if (type_of(body->g[0].at[k])->rank)
            hint_result(l->facts, body, body->g[0].at[k], view_row(to[k], i));
}

static View **dests(Lower *l, const Stm *s, int from)
{
    View **to = NEWS(View *, s->nvars);
    for (int k = from; k < s->nvars; k++) {
        to[k] = dest_for(l, s->var[k]);
        bind_view(l, s->var[k], to[k]);
    }
    return to;
}

static void lower_map(Lower *l, const Stm *s, const Core *lam, const Kids *xs)
{
    Block *out;
    View **to = dests(l, s, 0);
    start_streams(l, xs);
    Core *i = for_index(l, lam, size_tree(l, s->exp->g[0].at[0]), &out);
    bind_elements(l, lam, xs, i);
    hint_mapped(l, body_of(lam), 0, to, i);
    lower_stms(l, body_of(lam));
    store_mapped(l, body_of(lam), 0, to, i);
    l->out = out;
}

/* A body that returns its parameters: reduce as redomap. */
const Core *identity(Lower *l, const Kids *xs)
{
    Core **r = NEWS(Core *, xs->n);
    Var **p = NEWS(Var *, xs->n);
    for (int k = 0; k < xs->n; k++) {
        p[k] = fresh(l, "x", type_row(type_of(xs->at[k])));
        Use *u = NEW(Use);
        u->uses = 1;
        table_put(l->facts->use, p[k], u);
        r[k] = core_var(p[k]);
    }
    return core_lam(p, xs->n, NULL, core_body(NULL, 0, r, xs->n));
}

static void lower_fold(Lower *l, const Stm *s, bool scan, const Core *op, const Core *lam,
                       const Kids *ne, const Kids *xs)
{
    Block *out;
    int n = ne->n;
    View **to = dests(l, s, scan ? 0 : n);
    start_streams(l, xs);
    Sums sums = sums_new(l, op, ne, s->var);
    Core *i = for_index(l, lam, size_tree(l, s->exp->g[0].at[0]), &out);
    bind_elements(l, lam, xs, i);
    hint_mapped(l, body_of(lam), n, to, i);
    lower_stms(l, body_of(lam));
    store_mapped(l, body_of(lam), n, to, i);
    accumulate(l, &sums, op, body_of(lam));
    for (int k = 0; scan && k < n; k++)
        if (sums.sum[k])
            emit_set(l, view_at(to[k], &i), core_var(sums.sum[k]));
        else
            copy_view(l, sums.array[k], view_row(to[k], i));
    flush_reads(l);
    l->out = out;
    for (int k = 0; !scan && k < n; k++)
        if (sums.sum[k])
            table_put(l->facts->tree, s->var[k], core_var(sums.sum[k]));
        else
            bind_view(l, s->var[k], sums.array[k]);
}

void lower_soac(Lower *l, const Stm *s)
{
    const Kids *g = s->exp->g;
    switch (s->exp->op) {
    case OP_MAP: lower_map(l, s, g[1].at[0], &g[2]); break;
    case OP_REDUCE: case OP_SCAN:
        lower_fold(l, s, s->exp->op == OP_SCAN, g[1].at[0], identity(l, &g[3]), &g[2], &g[3]);
        break;
    case OP_REDOMAP: case OP_SCANOMAP:
        lower_fold(l, s, s->exp->op == OP_SCANOMAP, g[1].at[0], g[2].at[0], &g[3], &g[4]);
        break;
    case OP_SCATTER: lower_write(l, s, identity(l, &g[2]), &g[2], NULL); break;
    case OP_SCATOMAP: lower_write(l, s, g[2].at[0], &g[3], NULL); break;
    case OP_HIST: lower_write(l, s, identity(l, &g[4]), &g[4], g[2].at[0]); break;
    case OP_HISTOMAP: lower_write(l, s, g[4].at[0], &g[5], g[2].at[0]); break;
    default: bug("lower_soac");
    }
}
