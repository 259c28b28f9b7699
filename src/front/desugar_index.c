/* desugar_index.c -- indices, slices, updates and ranges. */
#include "desugar.h"

#include <string.h>

/* What a slice was given, null where nothing; of an index: start. */
typedef struct { Core *start, *end, *step; bool is_slice; } Limits;

/* An index: what was given for an array; the entries that core has, and the sizes of
   the result. */
typedef struct {
    const Limits *given;
    Sv *array;
    Core **entry, **size;
    int n, nsizes;
    const Span *span;
    bool unchecked;            /* all were checked where made */
} Entries;

static Core *op2(Op op, Core *a, Core *b, const Span *s)
{
    return emit_op(op, s, a, b);
}

/* An integer of any type as an i64 size. */
static Core *eval_i64(const Exp *e, Env *env)
{
    Core *a = eval_size(e, env);
    return is_atom(a) ? size_of(emit_conv(I64, a, span_here(e->span))) : a;
}

/* ---- conditions --------------------------------------------------------- */

/* The condition, and a <= b, where that is not known; null: they hold. */
static Core *and_le(Core *ok, Core *a, Core *b, const Span *s)
{
    bool known = surely_at_most(desugarer.range, a, b);
    return known ? ok : emit_and(ok, op2(OP_LE, size_atom(a), size_atom(b), s), s);
}

static Core *and_lt(Core *ok, Core *a, Core *b, const Span *s)
{
    bool known = surely_below(desugarer.range, a, b);
    return known ? ok : emit_and(ok, op2(OP_LT, size_atom(a), size_atom(b), s), s);
}

/* ---- slices ------------------------------------------------------------- */

static Core *span_node(Core *start, Core *count, Core *stride, const Span *s)
{
    return CORE(OP_SPAN, s, one(start), one(count), one(stride));
}

/* The message for an index out of bounds: its entries, and the shape of the array. */
static const Said *said_of(const Entries *x)
{
    Said at = {0}, shape = {0}, *said = NEW(Said);
    for (int k = 0; k < x->n; k++) {
        const Limits *g = &x->given[k];
        Core *part[] = { g->start, g->end, g->step };
        say(&at, k ? ", " : "");
        for (int i = 0; i < 3; i++) {
            say(&at, i == 1 && g->is_slice ? ":" : i == 2 && g->step ? ":" : "");
            if (part[i])
                say_value(&at, size_atom(part[i]));
        }
    }
    Kids leaf = sv_leaves(x->array);
    for (int k = 0, rank = leaf.n ? type_of(leaf.at[0])->rank : x->n; k < rank; k++) {
        Core *dim = sv_dim(x->array, k);
        say(&shape, "[");
        if (dim_known(dim))
            say_value(&shape, size_atom(dim));
        say(&shape, dim_known(dim) ? "]" : "..]");
    }
    say(said, failure_text(FAIL_INDEX, text_str(&at.text), text_str(&shape.text)));
    said->value = at.value;
    vec_append(&said->value, shape.value.at, shape.value.n);
    return said;
}

/* The message for a slice up to a negative place, which no array has: the same for all rows. */
static const Said *said_of_end(Core *end)
{
    Said at = {0}, *said = NEW(Said);
    say_value(&at, size_atom(end));
    say(said, failure_text(FAIL_END, text_str(&at.text)));
    said->value = at.value;
    return said;
}

/* What must hold of start:end; where it is empty, it may be anywhere. */
static Core *bounds(Core *start, Core *end, Core *n, const Span *s)
{
    Core *ok = and_le(and_le(NULL, core_i64(0), start, s), end, n, s);
    bool anywhere = ok && !size_equal(start, core_i64(0)) && !size_equal(end, n);
    ok = and_le(ok, start, end, s);
    if (!anywhere)
        return ok;
    Core *none = op2(OP_EQ, size_atom(start), size_atom(end), s);
    return op2(OP_LOR, none, ok, s);
}

/* start:end, one after the other. */
static Core *unit_slice(const Limits *x, const Entries *of, Core *n, const Span *s, Core **count)
{
    Core *start = x->start ? x->start : core_i64(0);
    Core *end = x->end ? x->end : n;
    if (!x->start)
        end = size_checked_as(end, s, said_of_end(end));
    Core *ok = desugarer.unsafe ? NULL : bounds(start, end, n, s);
    Core *first = size_atom(start);
    *count = size_sub(end, start);
    if (ok)
        first = emit_assert(ok, first, s, said_of(of), "start");
    return span_node(first, *count, core_i64(1), s);
}

/* How many steps lead from start to before end. */
static Core *stepped_count(Core *start, Core *end, Core *step, const Span *s)
{
    if (is_const(step)) {
        int64_t by = step->value.i;
        Core *way = by < 0 ? size_sub(start, end) : size_sub(end, start);
        int64_t width = by < 0 ? -by : by;
        if (width == 1)
            return way;
        Core *more = size_add(way, core_i64(width - 1));
        Core *steps = op2(OP_DIV, size_atom(more), core_i64(width), s);
        range_natural(desugarer.range, steps);
        return steps;
    }
    Core *sign = op2(OP_SGN, step, NULL, s);
    Core *more = size_sub(size_of(step), size_of(sign));
    Core *way = size_atom(size_add(size_sub(end, start), more));
    return op2(OP_DIV, way, step, s);
}

/* 1 where the step leads down, 0 where it leads up. */
static Core *is_down(Core *step, const Span *s)
{
    if (is_const(step))
        return core_i64(step->value.i < 0);
    return size_sub(core_i64(0), op2(OP_MIN, op2(OP_SGN, step, NULL, s), core_i64(0), s));
}

/* Where a slice starts and ends that does not say it: 0 and n, or n - 1 and -1. */
static Core *far_start(Core *n, Core *step, const Span *s)
{
    return size_mul(is_down(step, s), size_sub(n, core_i64(1)));
}

static Core *far_end(Core *n, Core *step, const Span *s)
{
    return size_sub(n, size_mul(is_down(step, s), size_add(n, core_i64(1))));
}

/* start:end:step; fine if empty, or if the first and the last exist. */
static Core *stepped_slice(const Limits *x, const Entries *of, Core *n, const Span *s,
                           Core **count)
{
    Core *step = x->step;
    bool down = is_const(step) && step->value.i < 0;
    if (!is_const(step)) {
        Core *moves = op2(OP_NE, step, core_i64(0), s);
        step = emit_assert(moves, step, s, said_of(of), "step");
    } else if (step->value.i == 0) {
        fail_at(s, ERR_SLICE_STEP, "the step of this slice is zero");
    }
    if (down && step->value.i == -1 && !x->start && !x->end) {
        *count = n;
        return span_node(size_atom(size_sub(n, core_i64(1))), n, step, s);
    }
    Core *start = x->start ? x->start : far_start(n, step, s);
    Core *end = x->end ? x->end : far_end(n, step, s);
    Core *first = size_atom(start);
    Core *steps = stepped_count(start, end, step, s);
    if (!desugarer.unsafe && (x->start || x->end)) {
        Core *before = size_sub(steps, core_i64(1));
        Core *last = size_add(start, size_mul(before, size_of(step)));
        Core *ok = op2(OP_LT, core_i64(0), size_atom(steps), s);
        ok = and_lt(and_le(ok, core_i64(0), start, s), start, n, s);
        ok = and_lt(and_le(ok, core_i64(0), last, s), last, n, s);
        Core *none = op2(OP_EQ, size_atom(steps), core_i64(0), s);
        first = emit_assert(op2(OP_LOR, none, ok, s), first, s, said_of(of), "start");
    }
    *count = steps;
    return span_node(first, steps, step, s);
}

static Core *slice(const Limits *x, const Entries *of, Core *n, const Span *s, Core **count)
{
    *count = n;
    if (!x->start && !x->end && !x->step)
        return core_node(OP_WHOLE, s);
    bool unit = !x->step || (is_const(x->step) && x->step->value.i == 1);
    return unit ? unit_slice(x, of, n, s, count) : stepped_slice(x, of, n, s, count);
}

/* ---- indexing ----------------------------------------------------------- */

static Core *eval_index_atom(const Exp *e, Env *env)
{
    return emit_conv(I64, eval_atom(e, env), span_here(e->span));
}

static Limits limits(const Exp *i, Env *env)
{
    if (i->kind != E_SLICE)
        return (Limits){ .start = eval_index_atom(i, env) };
    const Exp *start = i->exp.at[0], *end = i->exp.at[1], *step = i->exp.at[2];
    Limits g = { .is_slice = true };
    g.step = step ? size_atom(eval_i64(step, env)) : NULL;
    g.start = start ? eval_i64(start, env) : NULL;
    g.end = end ? eval_i64(end, env) : NULL;
    return g;
}

static Limits *all_limits(const Exp *e, Env *env)
{
    Exps indices = exp_indices(e);
    Limits *at = NEWS(Limits, indices.n);
    for (int k = 0; k < indices.n; k++)
        at[k] = limits(indices.at[k], env);
    return at;
}

/* A part may have no elements at which an index beside it would be checked. */
static void check_beside(Entries *x)
{
    for (int k = 0; k < x->n; k++)
        if (is_atom(x->entry[k]) && !desugarer.unsafe) {
            Core *ok = and_le(NULL, core_i64(0), x->entry[k], x->span);
            ok = and_lt(ok, x->entry[k], sv_dim(x->array, k), x->span);
            if (ok)
                x->entry[k] = emit_assert(ok, x->entry[k], x->span, said_of(x), "index");
        }
    x->unchecked = true;
}

static Entries entries_of(Sv *a, const Exp *e, const Limits *at, int n)
{
    bool part = false;
    Entries x = { .given = at, .array = a, .entry = NEWS(Core *, n), .size = NEWS(Core *, n),
                  .n = n, .span = span_here(e->span), .unchecked = true };
    for (int k = 0; k < n; k++) {
        x.unchecked &= at[k].is_slice;
        x.entry[k] = !at[k].is_slice ? at[k].start
                   : slice(&at[k], &x, sv_dim(a, k), x.span, &x.size[x.nsizes++]);
        part |= x.entry[k]->op == OP_SPAN;
    }
    if (part && !x.unchecked)
        check_beside(&x);
    return x;
}

static Core *index_leaf(Core *leaf, void *arg)
{
    Entries *x = arg;
    desugarer.unsafe += x->unchecked;
    Core *v = emit1(CORE(OP_INDEX, x->span, one(leaf), { x->entry, x->n }), NULL);
    desugarer.unsafe -= x->unchecked;
    return v;
}

typedef struct { const Exp *exp; const Limits *at; int n; Sv *array; Core *first, *step; } Rows;

static Sv *index_rows(Sv *a, const Exp *e, const Limits *at, int n);

/* Row number k of a slice, and what the other indices leave of it. */
static Sv *row_of_slice(Sv **arg, const Call *c)
{
    const Rows *r = c->fun->payload;
    Core *by = op2(OP_MUL, size_atom(arg[0]->atom), r->step, c->span);
    desugarer.unsafe++;
    Sv *row = sv_row(r->array, op2(OP_ADD, r->first, by, c->span), c->span);
    desugarer.unsafe--;
    return index_rows(row, r->exp, r->at, r->n);
}

/* Its rows have rows that differ in length, or it is itself a row, or made for one. */
static bool is_deep(Sv *a)
{
    bool deep = false;
    Kids leaf = sv_leaves(a);
    for (int i = 0; i < leaf.n; i++) {
        const Type *t = type_of(leaf.at[i]);
        const Core *lengths = type_ragged(t) == 1 ? dim_lengths(t->dim[1]) : NULL;
        deep |= type_ragged(type_row(t)) > 0 || (lengths && made_inside(lengths));
    }
    return deep;
}

/* Row number i. What such rows are looked up in may be found apart from their lengths; so the
   check stands before both. */
static Sv *checked_row(Sv *a, const Exp *e, const Limits *at)
{
    const Span *s = span_here(e->span);
    if (!is_deep(a))
        return sv_row(a, at->start, s);
    Entries x = entries_of(a, e, at, 1);
    check_beside(&x);
    desugarer.unsafe++;
    Sv *row = sv_row(a, x.entry[0], s);
    desugarer.unsafe--;
    return row;
}

/* Of rows that differ, one index after the other. */
static Sv *index_rows(Sv *a, const Exp *e, const Limits *at, int n)
{
    const Span *s = span_here(e->span);
    if (!n)
        return a;
    if (!sv_ragged(a)) {
        Entries x = entries_of(a, e, at, n);
        return sv_each(a, index_leaf, &x, x.size, x.nsizes, x.n);
    }
    if (!at->is_slice)
        return index_rows(checked_row(a, e, at), e, at + 1, n - 1);
    Core *size = NULL;
    Entries of = { .given = at, .array = a, .n = 1, .span = s };
    Core *span = slice(at, &of, sv_dim(a, 0), s, &size);
    bool whole = span->op == OP_WHOLE;
    Rows *r = MAKE(Rows, e, at + 1, n - 1, a, whole ? core_i64(0) : span->g[0].at[0],
                         whole ? core_i64(1) : span->g[2].at[0]);
    Fun f = { .arity = 1, .call = row_of_slice, .payload = r };
    return map_over(fun_native(f), sv_atom(emit_iota(size, s)), s);
}

Sv *eval_index(Sv *a, const Exp *e, Env *env)
{
    return index_rows(a, e, all_limits(e, env), exp_indices(e).n);
}

Sv *index_at(Sv *a, Core **i, int n, bool unchecked, const Span *s)
{
    for (desugarer.unsafe += unchecked; n && sv_ragged(a); n--)
        a = sv_row(a, *i++, s);
    desugarer.unsafe -= unchecked;
    if (!n)
        return a;
    Entries x = { .entry = NEWS(Core *, n), .n = n, .span = s, .unchecked = unchecked };
    memcpy(x.entry, i, sizeof *i * (size_t)n);
    return sv_each(a, index_leaf, &x, NULL, 0, n);
}

/* ---- updates ------------------------------------------------------------ */

/* The type of what the entries leave of an array. */
static const Type *part_type(const Type *t, const Entries *x)
{
    Core **dim = NEWS(Core *, t->rank);
    int rank = 0, sizes = 0;
    for (int k = 0; k < t->rank; k++)
        if (k >= x->n)
            dim[rank++] = t->dim[k];
        else if (x->entry[k]->op == OP_SPAN || x->entry[k]->op == OP_WHOLE)
            dim[rank++] = x->size[sizes++];
    return type_dims(t->prim, dim, rank);
}

/* The entries are checked before the new value is made, which may be made there then. */
static Sv *update_leaves(Sv *a, const Exp *e, const Limits *at, int n, Env *env)
{
    if (sv_ragged(a))
        refuse_ragged(span_here(e->span), "and cannot be written to yet");
    Entries x = entries_of(a, e, at, n);
    Sv *v = eval_exp(e->exp.at[1], env);
    a = sv_own(a, x.span);
    Kids into = sv_leaves(a), from = sv_leaves(v);
    for (int i = 0; i < into.n; i++) {
        Core *leaf = coerce_leaf(from.at[i], part_type(type_of(into.at[i]), &x), x.span);
        Core *node = CORE(OP_UPDATE, x.span, one(into.at[i]), { x.entry, x.n }, one(leaf));
        desugarer.unsafe += x.unchecked;
        into.at[i] = emit1(node, NULL);
        desugarer.unsafe -= x.unchecked;
    }
    return sv_rebuild(a, into.at, NULL, 0, 0);
}

/* a with the new value where the steps from number k on lead, after n indices. */
static Sv *update_from(Sv *a, const Exp *e, int k, const Limits *at, int n, Env *env)
{
    if (k == e->step.n)
        return n ? update_leaves(a, e, at, n, env) : eval_exp(e->exp.at[1], env);
    const UpdateStep *step = &e->step.at[k];
    if (!step->field)
        return update_from(a, e, k + 1, at, n + step->indices, env);
    Sv *part = update_from(sv_field(a, step->field), e, k + 1, at, n, env);
    return sv_with_field(a, step->field, part);
}

Sv *eval_update(const Exp *e, Env *env)
{
    Limits *at = all_limits(e, env);
    return update_from(eval_exp(e->exp.at[0], env), e, 0, at, 0, env);
}

/* ---- ranges ------------------------------------------------------------- */

typedef struct {
    Core *start, *step, *end;  /* atoms of the element type */
    Core *second;              /* as it was written; may be null */
    bool down, inclusive, unit;
    bool either;               /* the sign of the step tells the direction */
    const Span *span;
} Range;

/* Fails at run time on ranges that do not lead from start to end. */
static Core *range_ok(const Range *r)
{
    Core *low = r->down ? r->end : r->start, *high = r->down ? r->start : r->end;
    if (type_of(r->start)->prim == I64)
        return and_le(NULL, size_of(low), size_of(high), r->span);
    bool known = is_const(low) && is_const(high) && low->value.i <= high->value.i;
    return known ? NULL : op2(OP_LE, low, high, r->span);
}

/* The step leads from the start to the end, whichever lies higher. */
static Core *range_leads(const Range *r)
{
    Core *zero = core_int(type_of(r->step)->prim, 0);
    if (!r->either)
        return op2(r->down ? OP_LT : OP_GT, r->step, zero, r->span);
    Core *up = op2(OP_GT, r->step, zero, r->span), *down = op2(OP_LT, r->step, zero, r->span);
    up = op2(OP_LAND, up, op2(OP_LE, r->start, r->end, r->span), r->span);
    down = op2(OP_LAND, down, op2(OP_GE, r->start, r->end, r->span), r->span);
    return op2(OP_LOR, up, down, r->span);
}

/* How far the end is from the start, as a size. */
static Core *range_span(const Range *r)
{
    Core *a = size_of(emit_conv(I64, r->start, r->span));
    Core *b = size_of(emit_conv(I64, r->end, r->span));
    return r->down ? size_sub(a, b) : size_sub(b, a);
}

/* And that the way and the count, which are negative where an i64 cannot hold them, are not:
   from far below 0 it is far to what lies above it. */
static Core *range_counted(const Range *r, Core *ok, Core *count)
{
    Core *low = r->down ? r->end : r->start, *way[] = { range_span(r), count };
    if (type_of(low)->prim != I64
        || (surely_natural(desugarer.range, low)
            && (!r->either || surely_natural(desugarer.range, r->end))))
        return ok;
    for (int i = r->unit || r->either; i < 2; i++) {
        Core *counted = op2(OP_GE, size_atom(way[i]), core_i64(0), r->span);
        ok = ok ? op2(OP_LAND, ok, counted, r->span) : counted;
    }
    return ok;
}

static Core *range_count(const Range *r)
{
    Core *count = range_span(r);
    if (r->either) {
        Core *step = emit_conv(I64, r->step, r->span);
        count = op2(OP_DIV, size_atom(count), step, r->span);
    } else if (!r->unit) {
        Core *step = emit_conv(I64, r->step, r->span);
        Core *width = is_const(step) ? core_i64(step->value.i < 0 ? -step->value.i
                                                                  : step->value.i)
                                     : op2(OP_ABS, step, NULL, r->span);
        if (!r->inclusive)
            count = size_add(count, size_sub(size_of(width), core_i64(1)));
        count = op2(OP_DIV, size_atom(count), width, r->span);
    }
    return r->inclusive ? size_add(count, core_i64(1)) : count;
}

static Said range_said(const Range *r)
{
    Said range = {0}, said = {0};
    say_value(&range, r->start);
    if (r->second) {
        say(&range, "..");
        say_value(&range, r->second);
    }
    say(&range, r->inclusive ? "..." : r->down ? "..>" : "..<");
    say_value(&range, r->end);
    say(&said, failure_text(FAIL_RANGE, text_str(&range.text)));
    said.value = range.value;
    return said;
}

static Core *range_checked(Range *r)
{
    const Said said = range_said(r);
    if (!r->down && !r->inclusive && r->unit && type_of(r->end)->prim == I64
        && is_const(r->start) && r->start->value.i == 0)
        return size_checked(size_of(r->end), r->span);
    if (!is_const(r->step)) {
        r->step = emit_assert(range_leads(r), r->step, r->span, &said, "step");
    }
    Core *ok = desugarer.unsafe || r->either ? NULL : range_ok(r), *count = range_count(r);
    if (!desugarer.unsafe)
        ok = range_counted(r, ok, count = size_atom(count));
    if (r->either)
        range_natural(desugarer.range, count = size_atom(count));
    if (!ok)
        return count;
    count = emit_assert(ok, size_atom(count), r->span, &said, "length");
    range_natural(desugarer.range, count);
    return count;
}

/* start + step * i, of the element type. */
static Sv *range_element(Sv **arg, const Call *c)
{
    const Range *r = c->fun->payload;
    Core *i = emit_conv(type_of(r->start)->prim, size_atom(arg[0]->atom), c->span);
    if (!is_const(r->step) || r->step->value.i != 1)
        i = op2(OP_MUL, i, r->step, c->span);
    if (!is_const(r->start) || r->start->value.i != 0)
        i = op2(OP_ADD, r->start, i, c->span);
    return sv_atom(i);
}

static bool unit_step(const Core *step)
{
    return is_const(step) && (step->value.i == 1 || step->value.i == -1);
}

Sv *eval_range(const Exp *e, Env *env)
{
    Range *r = MAKE(Range, .span = span_here(e->span), .start = eval_atom(e->exp.at[0], env));
    Prim p = type_of(r->start)->prim;
    r->down = !strcmp(e->name, "..>");
    r->inclusive = !strcmp(e->name, "...");
    Core *second = r->second = e->exp.at[1] ? eval_atom(e->exp.at[1], env) : NULL;
    r->end = eval_atom(e->exp.at[2], env);
    if (!second)
        r->step = core_int(p, r->down ? -1 : 1);
    else if (is_const(second) && is_const(r->start))
        r->step = core_int(p, second->value.i - r->start->value.i);
    else
        r->step = op2(OP_SUB, second, r->start, r->span);
    r->either = r->inclusive && !is_const(r->step);
    if (is_const(r->step)) {
        bool down = prim_is_signed(p) && r->step->value.i < 0;
        if (r->step->value.i == 0 || (!r->inclusive && down != r->down))
            fail_at(r->span, ERR_RANGE_DIRECTION, "this range never leads from its start to its "
                    "end");
        r->down = down;
    }
    r->unit = unit_step(r->step);
    Sv *is = sv_atom(emit_iota(range_checked(r), r->span));
    bool plain = p == I64 && is_const(r->start) && r->start->value.i == 0
              && is_const(r->step) && r->step->value.i == 1;
    Fun f = { .arity = 1, .call = range_element, .payload = r };
    return plain ? is : map_over(fun_native(f), is, r->span);
}
