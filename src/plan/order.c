/*
 * order.c -- which elements of a tile a chain places side by side.
 *
 * Where the place of an element is found by one of several cases (kept or dropped, before
 * a limit or behind it, by a digit), those of one case mostly go to neighbouring places. A
 * thread that takes the elements case by case writes beside its neighbours. In whichever
 * order they are taken, each is written where it would be: so the cases may be guessed.
 */
#include "lower.h"

enum { MOST_CASES = 4 };       /* that order_by_case tells apart; the rest are one */

static bool done_again(Lower *l, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        if (e->op == OP_IF ? !done_again(l, e->g[1].at[0]) || !done_again(l, e->g[2].at[0])
                           : ops[e->op].kind != K_SCALAR || op_fails(l->facts->range, e))
            return false;
    }
    return true;
}

/* The body with the number of its case in place of its first result. */
static Core *number_of(const Core *body, int *cases)
{
    int k;
    Core **number = NEWS(Core *, 1);
    const Core *place = body->g[0].at[0];
    const Stm *s = place->op == OP_VAR ? binding_of(body, place->var, &k) : NULL;
    if (!s || s->exp->op != OP_IF || k > 0) {
        *number = core_int(I32, *cases);
        *cases += *cases < MOST_CASES - 1;
        return core_body(NULL, 0, number, 1);
    }
    Core *choice = core_copy_node(s->exp);
    for (int g = 1; g <= 2; g++)
        choice->g[g].at[0] = number_of(s->exp->g[g].at[0], cases);
    core_set_type(choice, type_prim(I32));
    Stms stm = { 0 };
    for (const Stm *before = body->stm; before < s; before++)
        vec_push(&stm, *before);
    *number = stms_bind1(&stm, choice, "kind");
    return core_body(stm.at, stm.n, number, 1);
}

const Core *case_of_place(Lower *l, const Core *body, int *cases)
{
    const Core *number = core_prune(number_of(body, cases));
    return *cases > 1 && done_again(l, number) ? core_rename(number) : NULL;
}
