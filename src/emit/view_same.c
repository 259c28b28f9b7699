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
    Names *names = names_neutral(v->names);
    Json *shown = show_stage(v, k, s, names);
    json_print(&code, shown, -1);
    json_free(shown);
    names_free(names);
    const char *same = intern(text_str(&code));
    arena_give_back(code.at, (size_t)code.room);
    return same;
}

/* Another stage has the skeleton: it may be of the same code. */
static bool has_twin(const Plan *p, const Stage *s)
{
    for (int i = 0; i < p->kernels.n; i++)
        for (int o = 0; o < p->kernels.at[i]->stages.n; o++) {
            const Stage *other = p->kernels.at[i]->stages.at[o];
            if (other != s && other->skeleton == s->skeleton)
                return true;
        }
    return false;
}

void find_same(Show *v)
{
    EmitOptions plain = *v->o;
    const EmitOptions *o = v->o;
    Table *first = table_new();            /* code to its stage */
    plain.marked = NULL;
    v->o = &plain;
    v->same_as = table_new();
    v->serves = table_new();
    for (int i = 0; i < v->plan->kernels.n; i++) {
        const Kernel *k = v->plan->kernels.at[i];
        for (int s = 0; s < k->stages.n; s++) {
            const Stage *stage = k->stages.at[s];
            const char *code = has_twin(v->plan, stage) ? code_of(v, k, stage) : NULL;
            Stage *earlier = code ? table_get(first, code) : NULL;
            if (code && !earlier)
                table_put(first, code, (Stage *)stage);
            if (!earlier)
                continue;
            table_put(v->same_as, stage, earlier);
            table_put(v->serves, earlier, earlier);
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
    bool any = false;
    for (int s = 0; s < k->stages.n; s++)
        any |= table_has(v->serves, k->stages.at[s]);
    for (int i = 0; any && i < v->plan->kernels.n; i++)
        if (v->plan->kernels.at[i] != k && serves(v, k, v->plan->kernels.at[i]))
            vec_push(&found, v->plan->kernels.at[i]);
    return found;
}
