/*
 * elements.c -- which element of an array an index in a nest leads to.
 */
#include "lower.h"

#include "../core/range.h"

static Poly poly_spelled(const Ranges *r, const Core *e)
{
    return poly_of(range_spelled(r, e));
}

bool far_behind(const Ranges *r, const Core *a, const Core *b, int64_t *far)
{
    return poly_is_const(poly_add(poly_spelled(r, a), poly_spelled(r, b), -1), far);
}

static bool is_same(const Ranges *r, const Core *a, const Core *b)
{
    int64_t far;
    return is_atom(a) && far_behind(r, a, b, &far) && !far;
}

static bool has_gaps(const Core *span)
{
    int64_t step;
    return !size_const(span->g[2].at[0], &step) || step != 1;
}

bool is_of_threads(const Core *nest)
{
    const Core *last = nest->g[0].at[nest->g[0].n - 1];
    return last->at != AT_GRID && last->at != AT_BLOCK;
}

bool own_element(const Ranges *r, const Core *nest, const Kids *put, const Kids *entry)
{
    const Kids *level = &nest->g[0];
    int next = 0;
    for (int d = 0; d < entry->n; d++) {
        const Core *p = put && d < put->n ? put->at[d] : NULL;
        bool span = p && p->op == OP_SPAN;
        if (p && is_atom(p)) {
            if (!is_same(r, entry->at[d], p))
                return false;
            continue;
        }
        const Core *l = next < level->n ? level->at[next++] : NULL;
        if (!l || !l->index || (span && has_gaps(p)))
            return false;
        Core *start = span ? p->g[0].at[0] : core_i64(0);
        if (!is_same(r, entry->at[d], tree_add(start, core_var(l->index))))
            return false;
    }
    return next == level->n;
}
