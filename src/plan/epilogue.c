/*
 * epilogue.c -- pass over the host's finished code: what one thread does after a reduction, or
 * after another kernel of one thread, is the end of that kernel. A kernel that is left with one
 * element to copy is a copy by the host.
 *
 * A kernel of one thread that computes scalars right after a reduction (a mean, a norm), or puts
 * them into a list, needs no launch of its own: the thread that stores what all blocks folded
 * does it, too, and takes the values where it has them. All blocks have read and written by then.
 * What was stored for that kernel alone is stored no more.
 */
#include "lower.h"

#include <string.h>

typedef struct {
    Kernel *kernel;
    Stage *stage;
    Block *end;                /* its hole that was made longer */
} Longer;

typedef struct {
    Lower *l;
    VEC(Longer) longer;
} Pass;

/* ---- which kernels -------------------------------------------------------------- */

/* The one stage of a kernel that is always launched. */
static Stage *only_stage(const Stmt *s)
{
    const Kernel *k = s && s->kind == S_LAUNCH && !s->kernel->guard ? s->kernel : NULL;
    return k && k->stages.n == 1 ? k->stages.at[0] : NULL;
}

static bool is_scalar_place(const Core *to)
{
    return to->op == OP_VAR || (to->op == OP_INDEX && !to->g[1].n);
}

static bool is_place(const Core *to)
{
    return to->op == OP_VAR || to->op == OP_INDEX;
}

static bool stores(const Stmt *s)
{
    return s->kind == S_SET && s->to->op == OP_INDEX;
}

static bool stores_scalar(const Stmt *s)
{
    return stores(s) && is_scalar_place(s->to);
}

static bool is_simple(const Stmt *s)
{
    return s->kind == S_LET || s->kind == S_CHECK || (s->kind == S_SET && is_place(s->to));
}

static bool all_simple(const Block *b)
{
    bool all = true;
    for (int i = 0; i < b->n; i++)
        all &= is_simple(b->at[i]);
    return all;
}

/* The body of a kernel of one thread that computes nothing but a few scalars; or null. */
static Block *scalars_alone(Stage *s)
{
    bool alone = !strcmp(s->skeleton->name, "single");
    Block *body = alone ? &((Hole *)stage_hole(s, "body"))->block : NULL;
    return body && all_simple(body) && all_simple(&s->prologue) ? body : NULL;
}

/* Where one thread stores what all blocks folded, or what it computes alone; null: nothing is
   folded, or several are. */
static Block *end_of_kernel(Stage *s)
{
    static const char *const folds[] = { "reduce", "reduce_rows", "reduce_rows_in_order" };
    const Hole *folded = stage_hole(s, "folded");
    bool fold = false;
    if (folded && folded->part.n)
        return &((Hole *)stage_hole(folded->part.at[0], "finish"))->block;
    if (!strcmp(s->skeleton->name, "single"))
        return scalars_alone(s);
    for (int i = 0; i < 3; i++)
        fold |= !strcmp(s->skeleton->name, folds[i]);
    return fold && !stage_hole(s, "y")->var ? &((Hole *)stage_hole(s, "finish"))->block : NULL;
}

/* ---- one kernel of two ------------------------------------------------------------ */

static bool is_value(const Core *n)
{
    return is_atom(n) || tree_is_field(n);
}

/* What was stored is the value that was stored, and a name of it is the value, too. */
static Core *stored_value(Core *n, void *values)
{
    const Core *of = n->op == OP_INDEX && !n->g[1].n ? n->g[0].at[0] : n;
    Core *value = of->op == OP_VAR ? table_get(values, of->var) : NULL;
    return value && (of != n || n->op == OP_VAR) ? value : core_map(n, stored_value, values);
}

/* The same place, whose index may be a value that was stored. */
static Core *same_place_at(Core *to, Table *values)
{
    Core *at = to && to->op == OP_INDEX ? core_copy_node(to) : to;
    for (int i = 0; at != to && i < to->g[1].n; i++)
        at->g[1].at[i] = stored_value(to->g[1].at[i], values);
    return at;
}

static void take_over(const Pass *p, Block *end, const Block *from, Table *values)
{
    for (int i = 0; i < from->n; i++) {
        Stmt s = *from->at[i];
        Core *to = s.to;
        s.said = (Trees){ 0 };
        vec_append(&s.said, from->at[i]->said.at, from->at[i]->said.n);
        stmt_map(&s, stored_value, values);
        s.to = same_place_at(to, values);
        if (s.kind == S_LET && is_value(s.exp) && !table_has(p->l->plan->mutable, s.var))
            table_put(values, s.var, s.exp);
        else
            stmt_add(end, s);
    }
}

/* Nothing is stored again. */
static bool stores_other(const Block *body, Table *values)
{
    bool other = true;
    for (int i = 0; i < body->n; i++) {
        const Stmt *s = body->at[i];
        other &= !stores(s) || !table_has(values, s->to->g[0].at[0]->var);
    }
    return other;
}

static void drop_kernel(Plan *p, const Kernel *k)
{
    int kept = 0;
    for (int i = 0; i < p->kernels.n; i++)
        if (p->kernels.at[i] != k)
            p->kernels.at[kept++] = p->kernels.at[i];
    p->kernels.n = kept;
}

/* The second launch is the end of the first one's kernel. */
static bool joined(Pass *p, Stmt *first, const Stmt *second)
{
    Stage *fold = only_stage(first), *after = only_stage(second);
    Block *end = fold && after ? end_of_kernel(fold) : NULL;
    const Block *body = end ? scalars_alone(after) : NULL;
    if (!body || !all_simple(end))
        return false;
    Table *values = table_new();
    for (int i = 0; i < end->n; i++)
        if (stores_scalar(end->at[i]) && is_value(end->at[i]->exp))
            table_put(values, end->at[i]->to->g[0].at[0]->var, end->at[i]->exp);
    bool other = stores_other(body, values);
    if (other) {
        take_over(p, end, &after->prologue, values);
        take_over(p, end, body, values);
        vec_push(&p->longer, ((Longer){ first->kernel, fold, end }));
        drop_kernel(p->l->plan, second->kernel);
        find_params(p->l, first->kernel, fold);
    }
    table_free(values);
    return other;
}

/* Where the last launch is, if it can as well come at the end of the block: only values, checks and
   allocations of the host are between, and the kernel does not fail before these. -1: it cannot. */
static int movable_launch(const Block *b)
{
    int at = b->n - 1;
    while (at >= 0 && (b->at[at]->kind == S_CHECK || b->at[at]->kind == S_LET
                       || b->at[at]->kind == S_ALLOCATE))
        at--;
    bool movable = at >= 0 && b->at[at]->kind == S_LAUNCH
                && (at == b->n - 1 || !b->at[at]->kernel->fails);
    return movable ? at : -1;
}

static void move_to_end(Block *b, int at)
{
    Stmt *s = b->at[at];
    memmove(b->at + at, b->at + at + 1, sizeof *b->at * (size_t)(b->n - at - 1));
    b->at[b->n - 1] = s;
}

static void join_launches(Pass *p, Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        join_launches(p, &s->body);
        join_launches(p, &s->other);
        int at = s->kind == S_LAUNCH ? movable_launch(&out) : -1;
        if (at >= 0 && joined(p, out.at[at], s))
            move_to_end(&out, at);
        else
            vec_push(&out, s);
    }
    *b = out;
}

/* ---- what is stored for nobody ------------------------------------------------------ */

static bool is_scratch(const Lower *l, const Stmt *s)
{
    const Buffer *b = stores(s) ? table_get(l->plan->buffer_of, s->to->g[0].at[0]->var) : NULL;
    return b && b->home == B_SCRATCH;
}

/* Scalars in scratch that nothing reads are not stored; what the end alone reads is a value. */
static Block needed(const Pass *p, const Block *all, const Table *others)
{
    Block kept = { .region = all->region };
    Table *keep = table_new(), *used = table_new(), *values = table_new();
    for (int i = all->n - 1; i >= 0; i--) {
        Stmt *s = all->at[i];
        const Var *to = is_scratch(p->l, s) ? s->to->g[0].at[0]->var : NULL;
        if (to && !table_has(used, to) && !table_has(others, to))
            continue;
        Block single = { &s, 1, 1, NULL };
        block_vars(&single, note_var, used);
        table_put(keep, s, s);
    }
    for (int i = 0; i < all->n; i++) {
        Stmt s = *all->at[i];
        if (!table_has(keep, all->at[i]))
            continue;
        if (is_scratch(p->l, &s) && stores_scalar(&s)
            && !table_has(others, s.to->g[0].at[0]->var)) {
            const Var *to = s.to->g[0].at[0]->var;
            s = (Stmt){ S_LET, .var = fresh(p->l, to->name, type_of(s.exp)), .constant = true,
                        .exp = s.exp };
            table_put(values, to, core_var(s.var));
        }
        take_over(p, &kept, &(Block){ (Stmt *[]){ &s }, 1, 1, NULL }, values);
    }
    table_free(keep);
    table_free(used);
    table_free(values);
    return kept;
}

/* What no other kernel reads, nor the host, is not stored. */
static void drop_stores(Pass *p, const Longer *k, const Entry *e)
{
    Block all = *k->end;
    Table *others = table_new();
    *k->end = (Block){ .region = all.region };
    find_params(p->l, k->kernel, k->stage);
    block_vars(&e->body, note_var, others);
    block_vars(&e->last, note_var, others);
    *k->end = needed(p, &all, others);
    find_params(p->l, k->kernel, k->stage);
    table_free(others);
}

/* ---- an element that the host copies ------------------------------------------------- */

static bool is_device_memory(const Core *n)
{
    bool known = n->op == OP_INDEX;
    for (int i = 0; known && i < n->g[1].n; i++)
        known = !tree_reads(n->g[1].at[i]);
    return known;
}

/* One thread does nothing but copy an element at an index that the host knows; or null. */
static const Stmt *only_copy(const Stmt *launch)
{
    Stage *s = only_stage(launch);
    const Block *body = s ? scalars_alone(s) : NULL;
    const Stmt *set = body && body->n == 1 && !s->prologue.n ? body->at[0] : NULL;
    bool copies = set && stores(set) && is_device_memory(set->to) && is_device_memory(set->exp);
    return copies ? set : NULL;
}

static void copy_elements(const Pass *p, Block *b)
{
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        const Stmt *set = only_copy(s);
        copy_elements(p, &s->body);
        copy_elements(p, &s->other);
        if (!set)
            continue;
        drop_kernel(p->l->plan, s->kernel);
        *s = (Stmt){ S_COPY, .to = set->to, .exp = set->exp, .count = core_i64(1) };
    }
}

void join_epilogues(Lower *l)
{
    Pass p = { .l = l };
    join_launches(&p, &l->entry->body);
    for (int i = 0; i < p.longer.n; i++)
        drop_stores(&p, &p.longer.at[i], l->entry);
    copy_elements(&p, &l->entry->body);
}
