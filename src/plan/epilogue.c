/*
 * epilogue.c -- pass over the host's finished code: what one thread does after a reduction is
 * the end of the reduction.
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

/* A scalar's, or that of an element whose number is known. */
static bool is_known_place(const Core *to)
{
    bool known = to->op == OP_VAR || to->op == OP_INDEX;
    for (int i = 0; to->op == OP_INDEX && i < to->g[1].n; i++)
        known &= is_const(to->g[1].at[i]);
    return known;
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
    return s->kind == S_LET || s->kind == S_CHECK || (s->kind == S_SET && is_known_place(s->to));
}

static bool all_simple(const Block *b)
{
    bool all = true;
    for (int i = 0; i < b->n; i++)
        all &= is_simple(b->at[i]);
    return all;
}

/* Where one thread stores what all blocks folded; null: nothing is folded, or several are. */
static Block *end_of_fold(Stage *s)
{
    static const char *const folds[] = { "reduce", "reduce_rows", "reduce_rows_in_order" };
    const Hole *folded = stage_hole(s, "folded");
    bool fold = false;
    if (folded && folded->part.n)
        return &((Hole *)stage_hole(folded->part.at[0], "finish"))->block;
    for (int i = 0; i < 3; i++)
        fold |= !strcmp(s->skeleton->name, folds[i]);
    return fold && !stage_hole(s, "y")->var ? &((Hole *)stage_hole(s, "finish"))->block : NULL;
}

/* What the kernel of one thread does, if it is but a few scalars. */
static const Block *scalars_alone(Stage *s)
{
    const Block *body = !strcmp(s->skeleton->name, "single") ? &stage_hole(s, "body")->block : NULL;
    return body && all_simple(body) && all_simple(&s->prologue) ? body : NULL;
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

static void take_over(const Pass *p, Block *end, const Block *from, Table *values)
{
    for (int i = 0; i < from->n; i++) {
        Stmt s = *from->at[i];
        Core *to = s.to;
        s.said = (Trees){ 0 };
        vec_append(&s.said, from->at[i]->said.at, from->at[i]->said.n);
        stmt_map(&s, stored_value, values);
        s.to = to;
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
    Block *end = fold && after ? end_of_fold(fold) : NULL;
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

static void join_launches(Pass *p, Block *b)
{
    Block out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        join_launches(p, &s->body);
        join_launches(p, &s->other);
        if (!out.n || !joined(p, out.at[out.n - 1], s))
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

void join_epilogues(Lower *l)
{
    Pass p = { .l = l };
    join_launches(&p, &l->entry->body);
    for (int i = 0; i < p.longer.n; i++)
        drop_stores(&p, &p.longer.at[i], l->entry);
}
