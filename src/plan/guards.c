/*
 * guards.c -- a block's body as a person would write it: how many chunks there are has a name,
 * and what the threads of one test do, one statement after the other, stands in one `if`.
 */
#include "lower.h"

/* ---- counts that have a name ---------------------------------------------- */

typedef struct {
    const Core *count;
    Var *name;
    int uses;
} Count;

static Core *by_name(Core *n, void *count)
{
    Count *c = count;
    if (core_equal(n, c->count)) {
        c->uses++;
        return core_var(c->name);
    }
    return core_map(n, by_name, count);
}

static void name_in(Stmt *s, void *count)
{
    stmt_map(s, by_name, count);
}

void name_counts(Lower *l, Nest *k, Block *arrays, Block *body)
{
    const Team *t = k->team;
    for (int i = 0; i < t->layout.n; i++) {
        const Core *total = t->layout.at[i].total;
        if (t->size || total->op != OP_QUOT)
            continue;
        Count c = { total, fresh(l, "chunks", type_prim(I64)), 0 };
        range_below(l->facts->range, c.name, core_i64(range_of(l->facts->range, total).most + 1));
        block_each(arrays, name_in, &c);
        block_each(body, name_in, &c);
        if (c.uses)
            stmt_add(&k->locate, (Stmt){ S_LET, .var = c.name, .exp = (Core *)total,
                                         .constant = true });
    }
}

/* ---- one test ------------------------------------------------------------- */

static bool is_guard(const Stmt *s)
{
    return s->kind == S_IF && s->apart && !s->other.n;
}

bool is_check(const Stmt *s)
{
    return s->kind == S_CHECK;
}

/* It can as well stand before: nothing that was done there says what it is. */
static bool is_start(const Stmt *s)
{
    return (s->kind == S_LET && !s->constant && (!s->exp || is_const(s->exp)))
        || s->kind == S_ARRAY;
}

/* Where the guard is that goes by the same test as the last one; -1: there is none. */
static int guard_before(const Block *b, const Stmt *s)
{
    int at = b->n - 1;
    while (at >= 0 && is_start(b->at[at]))
        at--;
    bool same = at >= 0 && is_guard(b->at[at]) && core_equal(b->at[at]->exp, s->exp)
             && !block_some(&b->at[at]->body, is_check);
    return same ? at : -1;
}

static void rename_in(Stmt *s, void *renamed)
{
    stmt_map(s, rename_var, renamed);
}

/* Indices that are named, and a guard that goes by them alone. */
static const Stmt *guard_of_indices(const Stmt *s)
{
    const Stmt *last = s->kind == S_EACH && s->body.n > 1 ? s->body.at[s->body.n - 1] : NULL;
    bool found = last && is_guard(last) && !tree_reads(last->exp)
              && !block_some(&last->body, is_check);
    for (int i = 0; found && i < s->body.n - 1; i++) {
        const Stmt *let = s->body.at[i];
        found = let->kind == S_LET && let->constant && let->exp && !tree_reads(let->exp);
    }
    return found ? last : NULL;
}

/* What s does under its guard is done under that of `first`, if the indices are the same. */
static bool joins_indices(Stmt *first, const Stmt *s)
{
    const Stmt *guard = guard_of_indices(first), *own = guard_of_indices(s);
    bool same = guard && own && first->body.n == s->body.n;
    for (int i = 0; same && i < s->body.n - 1; i++) {
        Renamed r = { s->body.at[i]->var, first->body.at[i]->var };
        same = core_equal(first->body.at[i]->exp, s->body.at[i]->exp);
        if (same)
            block_each(&s->body, rename_in, &r);
    }
    if (!same || !core_equal(guard->exp, own->exp))
        return false;
    vec_append((Block *)&guard->body, own->body.at, own->body.n);
    return true;
}

Block join_guards(const Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        if (out.n && joins_indices(out.at[out.n - 1], s))
            continue;
        if (s->kind == S_EACH && s->body.n == 1 && is_guard(s->body.at[0]))
            s = s->body.at[0];
        s->body = join_guards(&s->body);
        s->other = join_guards(&s->other);
        int at = is_guard(s) ? guard_before(&out, s) : -1;
        if (at < 0) {
            vec_push(&out, s);
            continue;
        }
        Stmt *guard = out.at[at];
        vec_append(&guard->body, s->body.at, s->body.n);
        for (int k = at; k + 1 < out.n; k++)
            out.at[k] = out.at[k + 1];
        out.at[out.n - 1] = guard;
    }
    return out;
}

/* ---- one thread ------------------------------------------------------------ */

Block join_once(const Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = COPY(Stmt, *b->at[i]), *last = out.n ? out.at[out.n - 1] : NULL;
        s->body = join_once(&s->body);
        s->other = join_once(&s->other);
        bool again = last && s->kind == S_ONCE && last->kind == S_ONCE
                  && !block_some(&last->body, is_check);
        if (again)
            vec_append(&last->body, s->body.at, s->body.n);
        else
            vec_push(&out, s);
    }
    return out;
}

/* ---- choices of the host ------------------------------------------------------ */

/* It changes no variable of the host, except that arrays may exchange their memory. */
static bool only_works(const Stmt *s)
{
    return s->kind == S_LAUNCH || s->kind == S_CLEAR || s->kind == S_COPY || s->kind == S_SWAP
        || (s->kind == S_LET && s->constant);
}

static bool all_work(const Block *b)
{
    for (int i = 0; i < b->n; i++)
        if (!only_works(b->at[i]))
            return false;
    return true;
}

static bool is_same_choice(const Stmt *a, const Stmt *b)
{
    return a && a->kind == S_IF && b->kind == S_IF && core_equal(a->exp, b->exp)
        && all_work(&a->body) && all_work(&a->other) && all_work(&b->body) && all_work(&b->other);
}

/* A kernel of the statement has the variable among its parameters, or in its text. */
static bool is_in_kernel(const Stmt *s, const Var *v)
{
    bool yes = false;
    for (int i = 0; s->kind == S_LAUNCH && i < s->kernel->stages.n; i++) {
        const Stage *t = s->kernel->stages.at[i];
        for (int k = 0; k < t->param.n; k++)
            yes |= t->param.at[k] == v;
        yes |= stage_uses(t, v) > 0;
    }
    return yes;
}

static void rename_launch(Stmt *s, Renamed *r)
{
    if (s->kind == S_LAUNCH && s->kernel->guard)
        s->kernel->guard = rename_var(s->kernel->guard, r);
    for (int i = 0; s->kind == S_LAUNCH && i < s->kernel->stages.n; i++) {
        Stage *t = s->kernel->stages.at[i];
        t->grid = rename_var(t->grid, r);
        t->threads = rename_var(t->threads, r);
        t->shared = t->shared ? rename_var(t->shared, r) : NULL;
    }
}

/* The variable of the block with this value, by which the statements from i on can go; or null. */
static Var *same_value(const Block *b, const Block *from, int i)
{
    const Stmt *let = from->at[i];
    for (int k = i + 1; k < from->n; k++)
        if (is_in_kernel(from->at[k], let->var))
            return NULL;
    for (int k = 0; let->kind == S_LET && k < b->n; k++)
        if (b->at[k]->kind == S_LET && core_equal(b->at[k]->exp, let->exp))
            return b->at[k]->var;
    return NULL;
}

static void append_work(Block *b, Block *from)
{
    for (int i = 0; i < from->n; i++) {
        Renamed r = { from->at[i]->var, same_value(b, from, i) };
        for (int k = i + 1; r.to && k < from->n; k++) {
            stmt_map(from->at[k], rename_var, &r);
            rename_launch(from->at[k], &r);
        }
        if (!r.to)
            vec_push(b, from->at[i]);
    }
}

Block join_choices(const Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i], *last = out.n ? out.at[out.n - 1] : NULL;
        s->body = join_choices(&s->body);
        s->other = join_choices(&s->other);
        if (is_same_choice(last, s)) {
            append_work(&last->body, &s->body);
            append_work(&last->other, &s->other);
        } else {
            vec_push(&out, s);
        }
    }
    return out;
}

/* ---- values that are only stored --------------------------------------------- */

/* The variable that is stored, perhaps as a value of another type. */
static const Var *stored_var(const Core *n)
{
    while (n->op == OP_CONV)
        n = n->g[0].at[0];
    return n->op == OP_VAR ? n->var : NULL;
}

static Core *put_value(Core *n, void *value)
{
    return n->op == OP_VAR ? value : core_map(n, put_value, value);
}

/* x = e; a[i] = x: the store alone says it, if nobody else reads x. */
static bool is_only_stored(const Block *b, int i)
{
    const Stmt *let = b->at[i], *set = i + 1 < b->n ? b->at[i + 1] : NULL;
    return let->kind == S_LET && let->exp && let->constant && set && set->kind == S_SET
        && stored_var(set->exp) == let->var && block_uses(b, let->var) == 1;
}

Block without_only_stored(const Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = COPY(Stmt, *b->at[i]);
        if (is_only_stored(b, i)) {
            Core *value = s->exp;
            s = COPY(Stmt, *b->at[++i]);
            s->exp = put_value(s->exp, value);
        }
        s->body = without_only_stored(&s->body);
        s->other = without_only_stored(&s->other);
        vec_push(&out, s);
    }
    return out;
}
