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
