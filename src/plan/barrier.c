/*
 * barrier.c -- barriers between the statements that the threads of a block run together.
 *
 * One stands where a statement reads memory that another wrote since the last barrier, or
 * writes memory that another read or wrote: the other may have been another thread's. A
 * collective is a barrier, too. What a loop leaves meets what its next round does. Where all
 * threads go to elements of one array at their own positions, a thread's number plus a multiple
 * of how many there are, each is one thread's alone, and none waits for another.
 * Before a barrier a thread waits for the copies that it has begun. Where a check of one thread
 * may have failed, all leave at once: what it did not write, nobody reads.
 */
#include "lower.h"

typedef struct {
    const Plan *plan;
    Table *start, *position;   /* Vars: such multiples; such positions */
    Table *read, *written;     /* memory, since the last barrier -> the Buffer through which each
                                  thread goes to its own elements; or `anywhere` */
    bool fetching;             /* copies have begun that nobody has waited for */
} Since;

static const Buffer anywhere;

static Since nothing_since(const Since *s)
{
    return (Since){ s->plan, s->start, s->position, table_new(), table_new(), false };
}

static void note(Table *t, const Buffer *memory, const Buffer *through)
{
    const Buffer *before = table_get(t, memory);
    table_put(t, memory, (void *)(before && before != through ? &anywhere : through));
}

/* The memory that v points to; null: a thread's own, or no memory. */
static const Buffer *memory_of(const Plan *p, const Var *v)
{
    const Buffer *b = table_get(p->buffer_of, v);
    while (b && b->mate && !b->half && (b->home == B_ROW || b->home == B_SHARED))
        b = b->mate;
    return b && b->home != B_THREAD && !b->pinned ? b : NULL;
}

/* ---- what a statement does ------------------------------------------------- */

/* Through which array, if the index is the thread's own position. */
static const Buffer *through(const Since *s, const Core *element)
{
    const Kids *index = &element->g[1];
    bool own = index->n == 1 && index->at[0]->op == OP_VAR
            && table_has(s->position, index->at[0]->var);
    return own ? table_get(s->plan->buffer_of, element->g[0].at[0]->var) : &anywhere;
}

/* A function that is called with an array reads it where it likes. */
static void note_given(Core *n, void *since)
{
    Since *s = since;
    const Buffer *b = n->op == OP_VAR ? memory_of(s->plan, n->var) : NULL;
    if (b)
        note(s->read, b, &anywhere);
}

static void note_reads(Core *n, void *since)
{
    Since *s = since;
    const Buffer *b = n->op == OP_INDEX ? memory_of(s->plan, n->g[0].at[0]->var) : NULL;
    if (b)
        note(s->read, b, through(s, n));
    if (tree_is_call(n))
        core_each(n, note_given, since);
    core_each(n, note_reads, since);
}

static void note_positions(Stmt *s, void *since)
{
    Since *now = since;
    if (s->to || s->count)
        return;
    bool by_all = s->kind == S_FOR && s->sharing == BY_ALL;
    bool own = s->kind == S_OWN && !s->apart
            && (!s->exp || (s->exp->op == OP_VAR && table_has(now->start, s->exp->var)));
    if (s->kind == S_FOR && s->sharing == IN_TILES)
        table_put(now->start, s->var, s->var);
    if (own || by_all)
        table_put(now->position, s->var, s->var);
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
        note(now->written, b, s->to->op == OP_INDEX && s->kind != S_FETCH ? through(now, s->to)
                                                                         : &anywhere);
    now->fetching |= s->kind == S_FETCH;
}

static void add_to(const void *b, void *value, void *table)
{
    note(table, b, value);
}

static void join_into(Since *s, const Since *with)
{
    table_each(with->read, add_to, s->read);
    table_each(with->written, add_to, s->written);
    s->fetching |= with->fetching;
}

typedef struct {
    const Table *among;
    bool any;
} Meet;

static void note_meeting(const void *b, void *value, void *meet)
{
    Meet *m = meet;
    const Buffer *other = table_get(m->among, b);
    m->any |= other && (other != value || other == &anywhere);
}

static bool meet(const Table *a, const Table *b)
{
    Meet m = { b, false };
    table_each(a, note_meeting, &m);
    return m.any;
}

/* ---- halves ---------------------------------------------------------------- */

typedef struct {
    const Var *now;
    Table *t;
} Turned;

static void add_turned(const void *b, void *value, void *turned)
{
    const Turned *u = turned;
    const Buffer *half = b;
    bool turns = half->half && core_uses(half->half, u->now);
    note(u->t, turns ? half->mate : half, value);
}

/* What was one half is the other, now that this variable has changed. */
static void turn_halves(Since *s, const Var *now)
{
    Table **t[] = { &s->read, &s->written };
    for (int i = 0; i < 2; i++) {
        Turned u = { now, table_new() };
        table_each(*t[i], add_turned, &u);
        *t[i] = u.t;
    }
}

/* ---- barriers -------------------------------------------------------------- */

static Block placed(const Block *b, Since *s);

/* What a thread has copied is there before the others know. */
static void add_wait(Block *out, Since *s)
{
    if (s->fetching)
        stmt_add(out, (Stmt){ .kind = S_AWAIT });
    s->fetching = false;
}

static void add_barrier(Block *out, Since *s)
{
    add_wait(out, s);
    stmt_add(out, (Stmt){ .kind = S_BARRIER });
    *s = nothing_since(s);
}

/* The head of a statement, or all of it, after what was done before. */
static void step(Block *out, Since *s, const Since *does)
{
    if (meet(does->read, s->written) || meet(does->written, s->read)
        || meet(does->written, s->written))
        add_barrier(out, s);
    join_into(s, does);
}

static void find_check(Stmt *s, void *found)
{
    if (s->kind == S_CHECK)
        *(const Stmt **)found = s;
}

bool threads_apart(const Stmt *s)
{
    return s->kind == S_EACH || s->kind == S_ONCE || (s->kind == S_IF && s->apart)
        || (s->kind == S_FOR && (s->sharing == BY_ALL || s->sharing == IN_ROUNDS));
}

/* A check in what threads do apart from each other. */
static const Stmt *check_apart(Stmt *s)
{
    const Stmt *check = NULL;
    Block one = { &s, 1, 1, NULL };
    if (threads_apart(s))
        block_each(&one, find_check, &check);
    return check;
}

static void add_leave(Block *out, Since *s, const Stmt *check)
{
    add_wait(out, s);
    stmt_add(out, (Stmt){ .kind = S_LEAVE, .to = check->to });
    *s = nothing_since(s);
}

/* Every round may follow another, and there may be none. */
static void place_in_loop(Stmt *copy, Since *s)
{
    Since before = nothing_since(s), after = nothing_since(s);
    join_into(&before, s);
    join_into(&after, s);
    placed(&copy->body, &after);
    join_into(s, &after);
    copy->body = placed(&copy->body, s);
    join_into(s, &before);
}

static void place_in_choice(Stmt *copy, Since *s)
{
    Since other = nothing_since(s);
    join_into(&other, s);
    copy->body = placed(&copy->body, s);
    copy->other = placed(&copy->other, &other);
    join_into(s, &other);
}

static Block placed(const Block *b, Since *s)
{
    Block out = { 0 };
    for (int i = 0; i < b->n; i++) {
        Stmt *copy = NEW(Stmt), alone = *b->at[i], *head = &alone;
        *copy = alone;
        bool loop = copy->kind == S_LOOP || (copy->kind == S_FOR && copy->sharing != BY_ALL
                                             && copy->sharing != IN_ROUNDS);
        bool choice = copy->kind == S_IF && !copy->apart;
        Since does = nothing_since(s);
        if (loop || choice)
            alone.body = alone.other = (Block){ 0 };
        Block one = { &head, 1, 1, NULL };
        block_each(&one, note_stmt, &does);
        step(&out, s, &does);
        if (copy->kind == S_COLLECTIVE)
            add_wait(&out, s);
        vec_push(&out, copy);
        if (loop)
            place_in_loop(copy, s);
        else if (choice)
            place_in_choice(copy, s);
        if (copy->kind == S_COLLECTIVE)
            *s = nothing_since(s);
        const Stmt *check = check_apart(copy);
        if (check)
            add_leave(&out, s, check);
        if (copy->kind == S_SET && copy->to->op == OP_VAR)
            turn_halves(s, copy->to->var);
        if (copy->kind == S_LOOP && copy->exp && meet(does.read, s->written))
            add_barrier(&copy->body, s);         /* before its condition reads again */
    }
    return out;
}

Block with_barriers(const Plan *p, const Block *locate, const Block *b)
{
    Since s = { p, table_new(), table_new(), table_new(), table_new(), false };
    block_each((Block *)locate, note_positions, &s);
    block_each((Block *)b, note_positions, &s);
    Block out = placed(b, &s);
    if (out.n && out.at[out.n - 1]->kind == S_LEAVE)
        out.n--;
    return out;
}
