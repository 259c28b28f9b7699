/* algebra.c -- what is known of an operator without running it. */
#include "core.h"

/* Every result is a commutative operation on the matching parameters. */
static bool is_commutative(const Core *lam)
{
    const Core *body = lam->g[0].at[0];
    int n = body->g[0].n;
    for (int k = 0; k < n; k++) {
        const Core *r = body->g[0].at[k], *e = NULL;
        for (int s = 0; s < body->nstms && r->op == OP_VAR; s++)
            if (body->stm[s].nvars == 1 && body->stm[s].var[0] == r->var)
                e = body->stm[s].exp;
        if (!e || ops[e->op].kind != K_SCALAR || !ops[e->op].commutes)
            return false;
        const Core *a = e->g[0].at[0], *b = e->g[1].at[0];
        Var *x = lam->bind[k], *y = lam->bind[n + k];
        if (!(is_var(a, x) && is_var(b, y)) && !(is_var(a, y) && is_var(b, x)))
            return false;
    }
    return true;
}

bool lam_commutes(const Core *lam)
{
    return lam->comm || is_commutative(lam);
}

bool fold_commutes(const Core *seg)
{
    return seg->comm || lam_commutes(seg->g[1].at[0]);
}
