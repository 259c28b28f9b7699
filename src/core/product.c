/*
 * product.c -- operators on tuples whose components know nothing of each other.
 *
 * Such an operator is the product of operators on one value each. It commutes if they do,
 * and what needs a lock for the whole may need none for its parts.
 */
#include "core.h"

/* What the operator does with component k, if that depends on no other; else null. */
Core *lam_part(const Core *lam, int k)
{
    Core *body = lam->g[0].at[0];
    int n = body->g[0].n;
    if (n == 1)
        return (Core *)lam;
    body = core_prune(core_body(body->stm, body->nstms, &body->g[0].at[k], 1));
    for (int i = 0; i < lam->nbinds; i++)
        if (i % n != k && core_uses(body, lam->bind[i]))
            return NULL;
    Var *bind[] = { lam->bind[k], lam->bind[n + k] };
    Core *part = core_lam(COPIES(Var *, bind, 2), 2, NULL, body);
    part->comm = lam->comm;
    part->span = lam->span;
    return part;
}

bool lam_is_product(const Core *lam)
{
    bool yes = true;
    for (int k = 0; yes && k < lam->g[0].at[0]->g[0].n; k++)
        yes = lam_part(lam, k) != NULL;
    return yes;
}

static bool part_commutes(const Core *part)
{
    const Core *e = body_single(part->g[0].at[0]);
    if (!e || ops[e->op].kind != K_SCALAR || !ops[e->op].commutes)
        return false;
    const Core *a = e->g[0].at[0], *b = e->g[1].at[0];
    const Var *x = part->bind[0], *y = part->bind[1];
    return (is_var(a, x) && is_var(b, y)) || (is_var(a, y) && is_var(b, x));
}

bool lam_commutes(const Core *lam)
{
    bool yes = lam->comm;
    for (int k = 0; !yes && k < lam->g[0].at[0]->g[0].n; k++) {
        const Core *part = lam_part(lam, k);
        if (!part || !part_commutes(part))
            return false;
    }
    return true;
}

bool fold_commutes(const Core *seg)
{
    return seg->comm || lam_commutes(seg->g[1].at[0]);
}

/* asked: the functions that were looked at before, and have no such operation. */
static bool is_rounded(const Core *n, void *asked)
{
    static const Op exact[] = { OP_MIN, OP_MAX, OP_NEG, OP_ABS, OP_SGN, OP_COPYSIGN, OP_BITS };
    if (n->op == OP_CALL) {
        bool before = table_has(asked, n->func);
        table_put(asked, n->func, n->func);
        return !before && (n->func->recursive || core_any(n->func->body, is_rounded, asked));
    }
    bool rounded = ops[n->op].kind == K_SCALAR && prim_is_float(type_of(n)->prim);
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        rounded &= n->op != exact[i];
    return rounded;
}

bool lam_rounds(const Core *lam)
{
    Table *asked = table_new();
    bool yes = core_any(lam, is_rounded, asked);
    table_free(asked);
    return yes;
}

bool lam_needs_lock(const Core *lam)
{
    bool yes = false;
    for (int k = 0; !yes && k < lam->g[0].at[0]->g[0].n; k++) {
        const Core *part = lam_part(lam, k);
        const Type *t = part ? part->bind[0]->type : NULL;
        yes = !part || t->rank || prim_bytes(t->prim) == 1;
    }
    return yes;
}
