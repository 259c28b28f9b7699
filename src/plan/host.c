/* host.c -- scalars that the device computes: stored by one thread, read back. */
#include "lower.h"

void read_back(Lower *l, Var *v, Core *load)
{
    Var *read = fresh(l, format("%s_on_host", name_base(v->name)), v->type);
    emit(l, (Stmt){ S_READ, .var = read, .exp = load });
    l->entry->waits = true;
    table_put(l->facts->tree, v, core_var(read));
    table_put(l->facts->hosted, read, v);
}

/* The scalar lies there already. */
static bool lies_in(const Lower *l, const Core *atom, const Buffer *b)
{
    Core *tree = atom->op == OP_VAR ? table_get(l->facts->tree, atom->var) : NULL;
    return tree && tree->op == OP_INDEX && is_var(tree->g[0].at[0], b->var);
}

void launch_alone(Lower *l, Nest *k)
{
    Core *one = core_const(scalar_int(I32, 1));
    fill(stage_new(k, "single", "", one, one), "body")->block = k->body;
    launch(l, k, NULL);
}

/* One kernel of one thread stores n scalars; a buffer may be null. */
void store_scalars(Lower *l, Core **atom, Buffer **to, int n)
{
    Nest *k = NULL;
    Lower in;
    for (int i = 0; i < n; i++) {
        if (!to[i] || lies_in(l, atom[i], to[i]))
            continue;
        if (!k) {
            k = nest_new(NULL, format("set_%s", to[i]->var->name), "One thread stores scalars.");
            in = in_kernel(l, k);
        }
        emit_set(&in, tree_load(to[i], NULL), scalar_of(&in, atom[i]));
    }
    if (k)
        launch_alone(l, k);
}

void store_scalar(Lower *l, Core *atom, Buffer *to)
{
    store_scalars(l, &atom, &to, 1);
}

/* ---- results of bodies ------------------------------------------------------ */

void place_results(Lower *l, const Core *body, const Result *c)
{
    for (int k = 0; k < body->g[0].n; k++)
        if (c[k].how == STORED)
            place_result(l, body, k, c[k].to);
}

View **store_results(Lower *l, const Core *body, const Result *c, Var *const *var)
{
    int n = body->g[0].n;
    Core **value = NEWS(Core *, n);
    Buffer **scalar = NEWS(Buffer *, n);
    View **made = NEWS(View *, n);
    for (int k = 0; k < n; k++) {
        const Core *r = body->g[0].at[k];
        if (c[k].how == ASSIGNED)
            value[k] = scalar_of(l, r);
        else if (c[k].how == IN_PLACE)
            bind_view(l, var[k], view_of(l, r));
        else if (!type_of(r)->rank)
            scalar[k] = c[k].to->buffer;
        else if (c[k].how == STORED)
            give_result(l, r, view_typed(c[k].to, view_of(l, r)->type));
        else if (!c[k].to || !same_place(view_of(l, r), c[k].to))
            made[k] = moved(l, r, !c[k].to);
    }
    store_scalars(l, body->g[0].at, scalar, n);
    assign_all(l, var, value, n);
    return made;
}
