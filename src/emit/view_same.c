/*
 * view_same.c -- kernels of the same code: it is written once, and launched for each.
 *
 * Two stages are the same if their records are, all names of variables given anew in the
 * order in which they come: types, holes, constants, functions and what is read or written.
 */
#include "view.h"

/* Nothing in it is called after what the source calls it. */
static const char *code_of(Show *v, const Kernel *k, const Stage *s)
{
    Text code = { 0 };
    json_print(&code, show_stage(v, k, s, names_neutral(v->names)), 0);
    return intern(text_str(&code));
}

void find_same(Show *v)
{
    EmitOptions plain = *v->o;
    const EmitOptions *o = v->o;
    Table *first = table_new();            /* code to its stage */
    plain.marked = NULL;
    v->o = &plain;
    v->same_as = table_new();
    for (int i = 0; i < v->plan->kernels.n; i++) {
        const Kernel *k = v->plan->kernels.at[i];
        for (int s = 0; s < k->stages.n; s++) {
            const char *code = code_of(v, k, k->stages.at[s]);
            if (table_has(first, code))
                table_put(v->same_as, k->stages.at[s], table_get(first, code));
            else
                table_put(first, code, k->stages.at[s]);
        }
    }
    v->o = o;
}

static bool serves(const Show *v, const Kernel *k, const Kernel *other)
{
    for (int s = 0; s < other->stages.n; s++)
        for (int i = 0; i < k->stages.n; i++)
            if (table_get(v->same_as, other->stages.at[s]) == k->stages.at[i])
                return true;
    return false;
}

Kernels launched_as(const Show *v, const Kernel *k)
{
    Kernels found = { 0 };
    for (int i = 0; i < v->plan->kernels.n; i++)
        if (v->plan->kernels.at[i] != k && serves(v, k, v->plan->kernels.at[i]))
            vec_push(&found, v->plan->kernels.at[i]);
    return found;
}
