/* frees.c -- memory that goes back before a function calls itself: what nothing reads any more
 * would be there as often as the calls are deep. */
#include "plan.h"

static void note_used(Stmt *s, Table *used)
{
    Block single = { &s, 1, 1, NULL };
    block_vars(&single, note_var, used);
}

static bool is_inner_call(const Stmt *s)
{
    return s->kind == S_CALL && s->callee->inner;
}

/* It, or something in it, calls such a function. */
static bool calls_inner(Stmt *s)
{
    Block single = { &s, 1, 1, NULL };
    return block_some(&single, is_inner_call);
}

/* What is read of the memory before through other names. */
static void note_names(const Block *b, int n, Table *used)
{
    for (int i = n - 1; i >= 0; i--)
        if ((b->at[i]->kind == S_ROW || b->at[i]->kind == S_LET) && table_has(used, b->at[i]->var))
            note_used(b->at[i], used);
}

/* What the first n statements allocate and nothing uses. */
static void add_free(Block *to, const Block *b, int n, const Table *used, Table *freed)
{
    Stmt s = { .kind = S_FREE };
    for (int i = 0; i < n; i++) {
        Var *v = b->at[i]->var;
        if (b->at[i]->kind != S_ALLOCATE || table_has(used, v) || table_has(freed, v))
            continue;
        table_put(freed, v, v);
        vec_push(&s.said, core_var(v));
    }
    if (s.said.n)
        stmt_add(to, s);
}

void block_frees(Block *b, const Block *last)
{
    Block out = { .region = b->region };
    Table *freed = table_new();
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        if (calls_inner(s)) {
            Table *used = table_new();
            for (int k = i; k < b->n; k++)
                note_used(b->at[k], used);
            for (int k = 0; last && k < last->n; k++)
                note_used(last->at[k], used);
            note_names(b, i, used);
            add_free(&out, b, i, used, freed);
            block_frees(&s->body, NULL);
            block_frees(&s->other, NULL);
        }
        vec_push(&out, s);
    }
    table_free(freed);
    *b = out;
}
