/* grid.c -- sizes for which times are predicted: see grid.h. */
#include "grid.h"

enum { MOST_POINTS = 4096, SIZES = 8, MOST_SIZE = 1 << 24 };

static int64_t least_of(const Var *v)
{
    return v->stated && v->stated->least > 1 ? v->stated->least : 1;
}

static int64_t most_of(const Var *v)
{
    int64_t least = least_of(v), most = v->stated ? v->stated->most : MOST_SIZE;
    return most < least ? least : most;
}

static int values_of(const Grid *g, const Var *v)
{
    int n = 1;
    for (int64_t x = least_of(v), most = most_of(v); x < most; n++)
        x = x > most / g->step ? most : x * g->step;
    return n;
}

static int64_t value_at(const Grid *g, const Var *v, int k)
{
    int64_t x = least_of(v), most = most_of(v);
    while (k--)
        x = x > most / g->step ? most : x * g->step;
    return x;
}

int64_t grid_points(const Grid *g)
{
    int64_t n = 1;
    for (int i = 0; i < g->size.n && n <= MOST_POINTS; i++)
        n *= values_of(g, g->size.at[i]);
    return n;
}

static void widen_steps(Grid *g)
{
    while (grid_points(g) > MOST_POINTS && g->step < MOST_SIZE)
        g->step *= 2;
}

bool grid_make(Grid *g, const Func *f)
{
    *g = (Grid){ .step = 2 };
    for (int i = 0; i < f->nsizes; i++)
        vec_push(&g->size, f->size[i]);
    for (int i = 0; i < f->nparams; i++)
        if (f->param[i]->type->prim == I64 && !f->param[i]->type->rank)
            vec_push(&g->size, f->param[i]);
    widen_steps(g);
    return g->size.n && g->size.n <= SIZES;
}

bool grid_add(Grid *g, Var *v)
{
    for (int i = 0; i < g->size.n; i++)
        if (g->size.at[i] == v)
            return true;
    if (g->size.n == SIZES)
        return false;
    vec_push(&g->size, v);
    widen_steps(g);
    return true;
}

void grid_set(const Grid *g, int64_t point, Numbers *n)
{
    for (int i = 0; i < g->size.n; i++) {
        const Var *v = g->size.at[i];
        int values = values_of(g, v);
        numbers_pin(n, v, (double)value_at(g, v, (int)(point % values)));
        point /= values;
    }
}

const char *grid_str(const Grid *g, const Numbers *n)
{
    Text t = { 0 };
    for (int i = 0; i < g->size.n; i++)
        text_fmt(&t, "%s%s = %.0f", i ? ", " : "", g->size.at[i]->name,
                 number_of(n, core_var(g->size.at[i])));
    return text_str(&t);
}
