/*
 * barrier.c -- barriers between the statements that the threads of a block run together.
 *
 * One stands where a statement reads memory that another wrote since the last barrier, or
 * writes memory that another read or wrote: the other may have been another thread's. A
 * collective is a barrier, too. What a loop leaves meets what its next round does.
 */
#include "lower.h"

typedef struct {
    const Plan *plan;
    Table *read, *written;     /* Buffers, since the last barrier */
} Since;

static Since nothing(const Plan *p)
{
    return (Since){ p, table_new(), table_new() };
}

/* The memory that v points to; null: a thread's own, or no memory. */
static const Buffer *memory_of(const Plan *p, const Var *v)
{
    const Buffer *b = table_get(p->buffer_of, v);
    while (b && b->mate && (b->home == B_ROW || b->home == B_SHARED))
        b = b->mate;
    return b && b->home != B_THREAD && !b->pinned ? b : NULL;
}

/* ---- what a statement does ------------------------------------------------- */

static void note_reads(Core *n, void *since)
{
    Since *s = since;
    const Buffer *b = n->op == OP_INDEX ? memory_of(s->plan, n->g[0].at[0]->var) : NULL;
    if (b)
        table_put(s->read, b, (void *)b);
    core_each(n, note_reads, since);
}

static void note_stmt(Stmt *s, void *since)
{
    Since *now = since;
    Core *tree[] = { s->kind == S_ROW ? NULL : s->exp, s->count };
    for (int i = 0; i < 2; i++)
        if (tree[i])
            note_reads(tree[i], since);
    for (int i = 0; i < s->said.n; i++)
        note_reads(s->said.at[i], since);
    if (!stmt_writes(s))
        return;
    const Buffer *b = memory_of(now->plan, s->to->g[0].at[0]->var);
    core_each(s->to, note_reads, since);
    if (b)
        table_put(now->written, b, (void *)b);
}

static void add_to(const void *b, void *value, void *table)
{
    (void)value;
    table_put(table, b, (void *)b);
}

static void join_into(Since *s, const Since *with)
{
    table_each(with->read, add_to, s->read);
    table_each(with->written, add_to, s->written);
}

typedef struct {
    const Table *among;
    bool any;
} Meet;

static void note_meeting(const void *b, void *value, void *meet)
{
    Meet *m = meet;
    (void)value;
    m->any |= table_has(m->among, b);
}

static bool meet(const Table *a, const Table *b)
{
    Meet m = { b, false };
    table_each(a, note_meeting, &m);
    return m.any;
}

/* ---- barriers -------------------------------------------------------------- */

static Block placed(const Block *b, Since *s);

static void add_barrier(Block *out, Since *s)
{
    stmt_add(out, (Stmt){ .kind = S_BARRIER });
    *s = nothing(s->plan);
}

/* The head of a statement, or all of it, after what was done before. */
static void step(Block *out, Since *s, const Since *does)
{
    if (meet(does->read, s->written) || meet(does->written, s->read)
        || meet(does->written, s->written))
        add_barrier(out, s);
    join_into(s, does);
}

/* Every round may follow another, and there may be none. */
static void place_in_loop(Stmt *copy, Since *s)
{
    Since before = nothing(s->plan), after = nothing(s->plan);
    join_into(&before, s);
    join_into(&after, s);
    placed(&copy->body, &after);
    join_into(s, &after);
    copy->body = placed(&copy->body, s);
    join_into(s, &before);
}

static void place_in_choice(Stmt *copy, Since *s)
{
    Since other = nothing(s->plan);
    join_into(&other, s);
    copy->body = placed(&copy->body, s);
    copy->other = placed(&copy->other, &other);
    join_into(s, &other);
}

static Block placed(const Block *b, Since *s)
{
    Block out = { 0 };
    for (int i = 0; i < b->n; i++) {
        Stmt *copy = NEW(Stmt), *head = NEW(Stmt);
        *copy = *head = *b->at[i];
        bool loop = copy->kind == S_LOOP || (copy->kind == S_FOR && copy->sharing != BY_ALL
                                             && copy->sharing != IN_ROUNDS);
        bool choice = copy->kind == S_IF && !copy->apart;
        Since does = nothing(s->plan);
        if (loop || choice)
            head->body = head->other = (Block){ 0 };
        Block one = { &head, 1, 1, NULL };
        block_each(&one, note_stmt, &does);
        step(&out, s, &does);
        vec_push(&out, copy);
        if (loop)
            place_in_loop(copy, s);
        else if (choice)
            place_in_choice(copy, s);
        if (copy->kind == S_COLLECTIVE)
            *s = nothing(s->plan);
        if (copy->kind == S_LOOP && copy->exp && meet(does.read, s->written))
            add_barrier(&copy->body, s);         /* before its condition reads again */
    }
    return out;
}

Block with_barriers(const Plan *p, const Block *b)
{
    Since s = nothing(p);
    return placed(b, &s);
}
