/*
 * ends.c -- where a path ends: a check that always fails, of a hole or of `assert false`.
 *
 * Statements after such a check never run. The host's code leaves them out, with the kernels and
 * functions that only they use.
 */
#include "lower.h"

#include <string.h>

/* ---- blocks ------------------------------------------------------------------ */

bool always_fails(const Stmt *s)
{
    return s->kind == S_CHECK && s->exp->op == OP_NOT && is_const(s->exp->g[0].at[0])
        && !s->exp->g[0].at[0]->value.i;
}

static bool is_break(const Stmt *s)
{
    return s->kind == S_BREAK_UNLESS;
}

/* Nothing behind the statement runs, given that in its blocks nothing stands behind such ones. */
static bool ends_path(const Stmt *s)
{
    if (s->kind == S_IF)
        return block_ends(&s->body) && block_ends(&s->other);
    if (s->kind == S_LOOP)
        return !s->exp && block_ends(&s->body) && !block_some(&s->body, is_break);
    return always_fails(s);
}

bool block_ends(const Block *b)
{
    return b->n && ends_path(b->at[b->n - 1]);
}

/* Leaves out what follows the end of a path. */
void cut_after_ends(Block *b)
{
    for (int i = 0; i < b->n; i++) {
        cut_after_ends(&b->at[i]->body);
        cut_after_ends(&b->at[i]->other);
        if (ends_path(b->at[i]))
            b->n = i + 1;
    }
}

/* ---- kernels and functions ------------------------------------------------------ */

typedef struct {
    Table *launched;           /* Kernels */
    Table *called;             /* names of functions, interned */
} Used;

static void note_names(Core *n, void *used)
{
    if (n->op == OP_TERM && n->text)
        table_put(((Used *)used)->called, intern(n->text), n);
    core_each(n, note_names, used);
}

static void note_calls(const Core *n, Used *u)
{
    if (n)
        note_names((Core *)n, u);
}

static Core *same_noted(Core *n, void *used)
{
    note_names(n, used);
    return n;
}

static void note_function(Used *u, const Function *f)
{
    if (f)
        table_put(u->called, intern(f->name), (void *)f);
}

static void note_used(Stmt *s, void *used)
{
    Used *u = used;
    if (s->kernel)
        table_put(u->launched, s->kernel, s->kernel);
    note_function(u, s->op);
    stmt_map(s, same_noted, u);
    for (int i = 0; i < s->arg.n; i++)
        note_calls(s->arg.at[i].exp, u);
}

static void note_stage(Used *u, const Stage *s)
{
    Holes all = stage_holes(s);
    block_each(&s->prologue, note_used, u);
    for (int i = 0; i < all.n; i++) {
        const Hole *h = all.at[i].hole;
        block_each(&h->block, note_used, u);
        note_function(u, h->op);
        note_calls(h->exp, u);
    }
    vec_free(&all);
}

static void note_kernel(Used *u, const Kernel *k)
{
    note_calls(k->guard, u);
    for (int i = 0; i < k->stages.n; i++) {
        const Stage *s = k->stages.at[i];
        note_stage(u, s);
        note_calls(s->grid, u);
        note_calls(s->threads, u);
        note_calls(s->shared, u);
    }
}

static void note_entry(Used *u, const Entry *e)
{
    block_each(&e->body, note_used, u);
    block_each(&e->last, note_used, u);
    for (int i = 0; i < e->buffers.n; i++)
        note_calls(e->buffers.at[i]->count, u);
    for (int c = 0; c < e->choices.n; c++)
        for (int w = 0; w < e->choices.at[c]->way.n; w++)
            note_calls(e->choices.at[c]->way.at[w].test, u);
}

/* Functions call those made before them. */
static void keep_functions(Plan *p, Used *u)
{
    for (int i = 0; i < p->inner.n; i++) {
        const Send *send = p->inner.at[i]->func->send;
        for (int k = 0; send && send->op && k < p->functions.n; k++)
            if (p->functions.at[k]->source == send->op)
                table_put(u->called, intern(p->functions.at[k]->name), u);
    }
    int kept = p->functions.n;
    for (int i = p->functions.n - 1; i >= 0; i--) {
        Function *f = p->functions.at[i];
        if (!table_has(u->called, intern(f->name)))
            continue;
        block_each(&f->body, note_used, u);
        note_function(u, f->of);
        p->functions.at[--kept] = f;
    }
    memmove(p->functions.at, p->functions.at + kept,
            sizeof *p->functions.at * (size_t)(p->functions.n - kept));
    p->functions.n -= kept;
}

/* Leaves out kernels that nothing launches and functions that nothing calls. */
void keep_launched(Plan *p)
{
    Used u = { table_new(), table_new() };
    int kept = 0;
    for (int i = 0; i < p->inner.n; i++)
        note_entry(&u, p->inner.at[i]);
    for (int i = 0; i < p->entries.n; i++)
        note_entry(&u, p->entries.at[i]);
    for (int i = 0; i < p->kernels.n; i++)
        if (table_has(u.launched, p->kernels.at[i]))
            p->kernels.at[kept++] = p->kernels.at[i];
    if (kept == p->kernels.n)
        return;
    p->kernels.n = kept;
    for (int i = 0; i < kept; i++)
        note_kernel(&u, p->kernels.at[i]);
    keep_functions(p, &u);
}
