/*
 * when_block.c -- what rules ask of the body of a block: whether its threads can
 * do it together, how many there can be, and how much memory that takes.
 */
#include "rewrite.h"

#include <string.h>

/* ---- within-block ------------------------------------------------------- */

/* Sizes that are to be the same for all blocks: they speak of no name that the nest
   or the body binds. */
typedef struct {
    Table *inner;              /* these names */
    const char *what;          /* a size that is not */
} Sizes;

static bool fixed(Sizes *s, const Core *size)
{
    bool yes = size && !core_uses_any(size, s->inner);
    if (!yes)
        s->what = size ? core_str(size) : "the size of an array";
    return yes;
}

static bool fixed_types(Sizes *s, Var **var, int n)
{
    note_vars(var, n, s->inner);
    for (int k = 0; k < n; k++)
        for (int d = 0; d < var[k]->type->rank; d++)
            if (!fixed(s, var[k]->type->dim[d]))
                return false;
    return true;
}

/* Its bodies are the block's, too. */
static bool has_bodies(const Core *e)
{
    return e->op == OP_IF || is_loop(e);
}

static bool fixed_in(Sizes *s, const Core *e);

/* Also of what a thread does with an element: nobody can give it memory on its way. */
static bool fixed_in_lam(Sizes *s, const Core *lam)
{
    if (lam->index)
        table_put(s->inner, lam->index, s);
    return fixed_types(s, lam->bind, lam->nbinds) && fixed_in(s, lam->g[0].at[0]);
}

static bool fixed_in(Sizes *s, const Core *e)
{
    if (ops[e->op].kind == K_SOAC && !fixed(s, e->g[0].at[0]))
        return false;
    for (int g = 1; ops[e->op].kind == K_SOAC && g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (e->g[g].at[i]->op == OP_LAM && !fixed_in_lam(s, e->g[g].at[i]))
                return false;
    if (e->op == OP_BODY)
        for (int i = 0; i < e->nstms; i++)
            if (!fixed_in(s, e->stm[i].exp) || !fixed_types(s, e->stm[i].var, e->stm[i].nvars))
                return false;
    if (!has_bodies(e))
        return true;
    if (e->index)
        table_put(s->inner, e->index, s);
    if (!fixed_types(s, e->bind, e->nbinds))
        return false;
    for (int g = 1; g < ops[e->op].ngroups; g++)
        for (int i = 0; i < e->g[g].n; i++)
            if (!fixed_in(s, e->g[g].at[i]))
                return false;
    return true;
}

/* What is parallel in e; a map is one step, anything else that is parallel two. */
static int steps_together(World *w, const Core *e)
{
    int n = 0;
    if (e->op != OP_BODY)
        return world_parallel(w, e) ? 1 + (e->op != OP_MAP) : 0;
    for (int i = 0; i < e->nstms; i++)
        n += steps_together(w, e->stm[i].exp);
    return n;
}

bool ask_of_fixed_sizes(Call *c)
{
    Sizes s = { .inner = vars_bound_by(c->arg[1]) };
    Core *e = c->arg[0].at[0];
    if (calls_deep(e))
        return no(c, "what a function that calls itself does is done for all rows at once");
    if (core_gives(e, type_is_ragged))
        return no(c, "rows of different lengths lie one behind the other, those of all blocks");
    return fixed_in(&s, e) || no(c, "%s varies", s.what);
}

bool ask_within_block(Call *c)
{
    if (steps_together(c->m->world, c->arg[0].at[0]) < 2)
        return no(c, "the threads have nothing to do together");
    return ask_of_fixed_sizes(c);
}

/* ---- by-threads --------------------------------------------------------- */

/* Too large for a thread, or nobody knows. */
bool is_large(const Type *t)
{
    return type_numbers(t, OWN_ELEMENTS) > OWN_ELEMENTS;
}

/* An array that one thread would have; what it gives is where it goes. */
static void find_own_array(Core *e, void *found)
{
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        const Stm *s = &e->stm[i];
        OpKind k = ops[s->exp->op].kind;
        for (int v = 0; k != K_VIEW && s->exp->op != OP_INDEX && v < s->nvars; v++) {
            bool given = false;
            for (int r = 0; r < e->g[0].n; r++)
                given |= is_var(e->g[0].at[r], s->var[v]);
            if (!given && is_large(s->var[v]->type))
                *(const char **)found = s->var[v]->name;
        }
    }
    core_each(e, find_own_array, found);
}

typedef struct {
    World *w;
    Table *inner;              /* all that the nest, or something within, binds */
    bool mapped;               /* it is done for each element of a map */
    const char *found;
} Undone;

/* What is done with an element. An operator's operands are a thread's own, too; and it is
   made where the kernel begins: it speaks of nothing that is a row's. */
static void find_in_thread(Core *e, bool operator, Undone *u)
{
    find_own_array(e, &u->found);
    for (int i = 0; operator && i < e->nbinds; i++)
        if (is_large(e->bind[i]->type))
            u->found = e->bind[i]->name;
    if (operator && core_uses_any(e, u->inner))
        u->found = "an operator that is each row's own";
}

static void find_undone(Core *e, void *arg)
{
    Undone *u = arg, inside = *u;
    OpKind k = ops[e->op].kind;
    if (e->op == OP_HISTOMAP && lam_needs_lock(e->g[2].at[0]))
        inside.found = "its bins";
    inside.mapped |= k == K_SOAC;
    int lam = 0, arrays;
    bool folds = k == K_SOAC && e->op != OP_MAP && mapping_groups(e->op, &lam, &arrays);
    bool thread = (k == K_SOAC && e->op != OP_MAP)
               || (u->mapped && has_bodies(e) && !world_parallel(u->w, e));
    for (int g = 0; thread && g < ops[e->op].ngroups; g++)
        for (int i = 0; strchr("lb", ops[e->op].groups[g]) && i < e->g[g].n; i++)
            find_in_thread(e->g[g].at[i], folds && g != lam, &inside);
    if (!thread)
        core_each(e, find_undone, &inside);
    u->found = inside.found;
}

bool ask_by_threads(Call *c)
{
    Undone u = { .w = c->m->world, .inner = vars_bound_by(c->arg[1]) };
    note_bound_in(c->arg[0].at[0], u.inner);
    find_undone(c->arg[0].at[0], &u);
    return !u.found || no(c, "the threads of a block cannot have %s", u.found);
}

bool ask_thread_sized(Call *c)
{
    const char *found = NULL;
    find_own_array(c->arg[0].at[0], &found);
    return !found || no(c, "each thread would have %s", found);
}

/* ---- in-block, made ----------------------------------------------------- */

/* It gives its elements as they are. */
static bool is_plain_copy(const Core *seg)
{
    const Core *level = seg->g[0].at[0], *body = seg->g[1].at[0];
    return seg->op == OP_SEGMAP && !body->nstms && body->g[0].n == 1 && level->nbinds == 1
        && is_var(body->g[0].at[0], level->bind[0]);
}

/* How many elements it has is computed in the block. */
static bool grows_within(const World *w, const Core *seg)
{
    return w->given && core_other(seg->g[0].at[0]->g[0].at[0], w->given);
}

/* A rule on trial is tried as if it stood in a block. */
bool ask_in_block(Call *c)
{
    const World *w = c->m->world;
    const Core *e = c->m->ntaken ? c->m->taken[c->m->ntaken - 1]->stm.exp : NULL;
    bool shared_out = e && ops[e->op].kind == K_SEG;
    bool within = w->given ? w->depth == w->block_depth : w->options && w->options->thorough;
    if (!within)
        return no(c, "it is not in a block, or one thread's");
    if (shared_out && e->g[0].n == 1 && is_plain_copy(e))
        return no(c, "it copies a row, neighbours by neighbours");
    if (shared_out && grows_within(w, e))
        return no(c, "its width is known in the block alone");
    return !shared_out || e->g[0].n == 1 || no(c, "it has %d levels", e->g[0].n);
}

bool is_made_here(const World *w, const Core *a)
{
    while (a && ops[a->op].kind == K_VIEW)
        a = a->g[0].at[0];
    while (a && a->op == OP_VAR && !(w->given && table_has(w->given, a->var))) {
        const Core *rows = table_get(w->row_of, a->var), *d = world_def(w, a);
        if (d && (d->op == OP_MAP || ops[d->op].kind == K_SEG))
            return true;
        bool part = d && ops[d->op].kind == K_VIEW;
        a = rows ? rows : part ? d->g[0].at[0] : NULL;
    }
    return false;
}

bool ask_made_here(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (is_made_here(c->m->world, c->arg[0].at[i]))
            return true;
    return no(c, "they are there before the block, or come from elsewhere");
}

bool ask_made(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++) {
        const Core *d = world_def(c->m->world, c->arg[0].at[i]);
        if (!d || ops[d->op].kind != K_SEG)
            return no(c, "%s comes from elsewhere", core_str(c->arg[0].at[i]));
    }
    return true;
}

static Core *block_body_of(Core *e)
{
    return e->op == OP_BODY ? body_flat(e) : body_of_exp(e, NULL);
}

/* ---- staged -------------------------------------------------------------- */

/* The bytes that the threads of a block copy to its memory, each element one; 0: e does
   something else, or nobody knows. */
static int64_t staged_bytes(const Core *e)
{
    if (e->op != OP_SEGMAP || e->ntypes != 1 || e->type[0]->rank != e->g[0].n)
        return 0;
    const Kids *level = &e->g[0];
    int64_t bytes = prim_bytes(e->type[0]->prim), width;
    for (int d = 0; d < level->n; d++) {
        const Core *l = level->at[d];
        if (l->at != AT_THREAD || l->nbinds || !size_const(l->g[0].at[0], &width))
            return 0;
        bytes *= width;
    }
    return bytes;
}

bool ask_staged(Call *c)
{
    return staged_bytes(c->arg[0].at[0]) || no(c, "it is no tile of a known size that is copied");
}

enum { MOST_SHARED = 46 * 1024 };          /* as src/plan/memory.c has it */

bool ask_two_fit(Call *c)
{
    const Core *rest = block_body_of(c->arg[1].at[0]);
    int64_t bytes = staged_bytes(c->arg[0].at[0]);
    for (int i = 0; i < rest->nstms; i++)
        bytes += staged_bytes(rest->stm[i].exp);
    return 2 * bytes <= MOST_SHARED
        || no(c, "two of each tile are %lld bytes, a block has %d", (long long)(2 * bytes),
              MOST_SHARED);
}

/* The bytes of an array; of one whose size the program does not say, those of the most that a
   tile has. */
static int64_t tile_bytes(const Type *t, int64_t threads)
{
    enum { LONGEST = 1024 };
    int64_t bytes = prim_bytes(t->prim) * threads, width;
    for (int d = 0; d < t->rank; d++) {
        if (!size_const(t->dim[d], &width))
            return prim_bytes(t->prim) * LONGEST;
        bytes *= width + 1;                /* as src/plan/banks.c pads it */
    }
    return bytes;
}

/* rows-fit S s.. y n: each thread of S has what the bindings give, and n numbers as y. */
bool ask_rows_fit(Call *c)
{
    int64_t threads = 1, width;
    const Core *body = c->arg[1].at[0];
    for (int d = 0; d < c->arg[0].n; d++) {
        if (!size_const(c->arg[0].at[d]->g[0].at[0], &width))
            return no(c, "nobody knows how many threads there are");
        threads *= width;
    }
    if (!size_const(c->arg[3].at[0], &width))
        return no(c, "nobody knows how long a tile is");
    int64_t bytes = prim_bytes(type_of(c->arg[2].at[0])->prim) * threads * (width + 1);
    for (int i = 0; i < body->nstms; i++)
        for (int k = 0; k < body->stm[i].nvars; k++)
            if (body->stm[i].var[k]->type->rank)
                bytes += tile_bytes(body->stm[i].var[k]->type, threads);
    return bytes <= MOST_SHARED
        || no(c, "the tiles are %lld bytes, a block has %d", (long long)bytes, MOST_SHARED);
}

bool get_least(Call *c)
{
    int64_t m, n;
    bool less = size_const(c->arg[0].at[0], &m) && size_const(c->arg[1].at[0], &n) && n > 0
        && n < m;
    return yields(c, c->arg[less].at[0]);
}

/* items ys.. q m: so many of each. */
bool get_items(Call *c)
{
    int64_t bytes = 0, most, least, items = 1;
    for (int i = 0; i < c->arg[0].n; i++)
        bytes += prim_bytes(type_of(c->arg[0].at[i])->prim);
    if (!size_const(c->arg[1].at[0], &most) || !size_const(c->arg[2].at[0], &least))
        return no(c, "nobody knows how many");
    while (2 * items <= least && 2 * items * bytes <= most)
        items *= 2;
    return yields(c, core_i64(2 * items > least && bytes * least <= most ? least : items));
}

bool get_row_width(Call *c)
{
    const Type *t = c->arg[0].n ? type_of(c->arg[0].at[0]) : NULL;
    if (!t || t->rank < 2 || !t->dim[1])
        return no(c, "rows differ, or there are none");
    return yields(c, t->dim[1]);
}

bool get_chunk_count(Call *c)
{
    Core *m = c->arg[0].at[0], *q = c->arg[1].at[0];
    bool one = is_const(q) && q->value.i == 1;
    Core *up = size_add(m, size_sub(q, core_i64(1)));
    return yields(c, one ? m : size_normal(core_prim2(OP_DIV, up, q)));
}

/* By elements: as an array of a combinator, or of a level, that does not only copy it. */
static bool shares(const Core *e, void *x)
{
    int lam, arrays;
    bool soac = ops[e->op].kind == K_SOAC && mapping_groups(e->op, &lam, &arrays), yes = false;
    const Core *level = ops[e->op].kind == K_SEG ? e->g[0].at[0] : NULL;
    Kids over = level && e->g[0].n == 1 && !is_plain_copy(e) ? level->g[1]
              : soac ? e->g[arrays] : (Kids){ 0 };
    for (int i = 0; i < over.n && !yes; i++)
        yes = is_var(over.at[i], x);
    return yes;
}

bool ask_chunked(Call *c)
{
    const Core *x = c->arg[0].at[0];
    bool yes = x->op == OP_VAR && type_of(x)->rank == 1
            && core_any(c->arg[1].at[0], shares, x->var);
    return yes || no(c, "nobody takes its elements one by one");
}

typedef struct {
    const Ranges *range;
    Table *asked;              /* functions */
    const char *why;
} Partial;

static void find_partial(Core *e, void *arg);

static void find_in_function(const Func *f, Partial *p)
{
    if (table_has(p->asked, f))
        return;
    table_put(p->asked, f, (void *)f);
    find_partial(f->body, p);
}

/* Functions are asked, too. */
static void find_partial(Core *e, void *arg)
{
    Partial *p = arg;
    OpKind k = ops[e->op].kind;
    if (e->op == OP_CALL && e->func->recursive)
        p->why = "it calls itself";
    else if (e->op == OP_CALL && e->func->body)
        find_in_function(e->func, p);
    else if (k == K_VIEW || k == K_ARRAY || k == K_SOAC || e->op == OP_UPDATE)
        p->why = "it has arrays";
    else if (e->op == OP_WHILE || op_fails(p->range, e))
        p->why = "it may fail";
    if (!p->why)
        core_each(e, find_partial, p);
}

bool ask_total(Call *c)
{
    Partial p = { .range = c->m->world->range, .asked = table_new() };
    find_partial(c->arg[0].at[0], &p);
    table_free(p.asked);
    return !p.why || no(c, "%s", p.why);
}

bool make_blank(Call *c)
{
    const Core *e = c->arg[0].at[0];
    bool body = e->op == OP_BODY;
    int n = body ? e->g[0].n : e->ntypes;
    Kids zero = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++) {
        const Type *t = body ? type_of(e->g[0].at[i]) : e->type[i];
        if (t->rank)
            return no(c, "it gives an array");
        zero.at[i] = core_int(t->prim, 0);
    }
    return yields_all(c, zero);
}

/* ---- shared ------------------------------------------------------------- */

/* How many bytes are needed at once, at each point of a body; what is surely no more
   than another is left out. */
typedef struct {
    Ranges *range;
    Kids most;
    const Core *body;          /* the block's: its results lie in global memory */
} Peaks;

static void note_natural(Var *v, void *range)
{
    range_natural(range, core_var(v));
}

static void add_peak(Peaks *p, Core *bytes)
{
    Kids kept = { NEWS(Core *, p->most.n + 1), 0 };
    core_free_vars(bytes, note_natural, p->range);
    for (int i = 0; i < p->most.n; i++) {
        if (surely_at_most(p->range, bytes, p->most.at[i]))
            return;
        if (!surely_at_most(p->range, p->most.at[i], bytes))
            kept.at[kept.n++] = p->most.at[i];
    }
    kept.at[kept.n++] = bytes;
    p->most = kept;
}

static Core *plus_arrays(Core *sum, Var *const *var, int n)
{
    for (int k = 0; k < n; k++) {
        const Type *t = var[k]->type;
        Core *bytes = core_i64(prim_bytes(t->prim));
        for (int d = 0; d < t->rank; d++)
            bytes = size_mul(bytes, t->dim[d]);
        sum = t->rank ? size_add(sum, bytes) : sum;
    }
    return sum;
}

typedef struct {
    Table *home;               /* Var -> 1 + the number of its binding */
    int *last, until;
} Needs;

static void note_need(Var *v, void *arg)
{
    Needs *n = arg;
    intptr_t home = (intptr_t)table_get(n->home, v);
    if (home && n->last[home - 1] < n->until)
        n->last[home - 1] = n->until;
}

/* For each binding the last one that needs what it made, or one beyond all of them for
   the results; a view of it needs it as long as the view is needed. */
static int *last_uses(const Core *body)
{
    Needs n = { table_new(), NEWS(int, body->nstms), body->nstms };
    for (int i = 0; i < body->nstms; i++) {
        n.last[i] = i;
        for (int k = 0; k < body->stm[i].nvars; k++)
            table_put(n.home, body->stm[i].var[k], (void *)(intptr_t)(i + 1));
    }
    for (int r = 0; r < body->g[0].n; r++)
        core_free_vars(body->g[0].at[r], note_need, &n);
    for (int i = body->nstms; i-- > 0;) {
        const Core *e = body->stm[i].exp;
        n.until = ops[e->op].kind == K_VIEW ? n.last[i] : i;
        core_free_vars(e, note_need, &n);
    }
    table_free(n.home);
    return n.last;
}

static void peaks_of(Peaks *p, const Core *body, Core *around)
{
    const int *last = last_uses(body);
    for (int i = 0; i < body->nstms; i++) {
        Core *sum = around;
        for (int j = 0; j <= i; j++) {
            const Stm *s = &body->stm[j];
            bool made = ops[s->exp->op].kind != K_VIEW && s->exp->op != OP_INDEX;
            if (made && last[j] >= i && !(body == p->body && last[j] == body->nstms))
                sum = plus_arrays(sum, s->var, s->nvars);
        }
        const Core *e = body->stm[i].exp;
        add_peak(p, sum);
        if (!has_bodies(e))
            continue;
        sum = plus_arrays(sum, e->bind, e->nbinds);
        for (int g = 0; g < ops[e->op].ngroups; g++)
            for (int k = 0; k < e->g[g].n; k++)
                if (e->g[g].at[k]->op == OP_BODY)
                    peaks_of(p, e->g[g].at[k], sum);
    }
}

static Core *block_body(const Call *c)
{
    return block_body_of(c->arg[0].at[0]);
}

static bool give_most(Call *c, const Peaks *p)
{
    Core *most = p->most.at[0];
    for (int i = 1; i < p->most.n; i++)
        most = core_prim2(OP_MAX, most, p->most.at[i]);
    return yields(c, most);
}

bool get_shared(Call *c)
{
    Peaks p = { .range = ranges_new(), .body = block_body(c) };
    add_peak(&p, core_i64(0));
    peaks_of(&p, p.body, core_i64(0));
    return give_most(c, &p);
}

/* ---- block-width -------------------------------------------------------- */

static void widths_in(Core *e, void *peaks)
{
    if (ops[e->op].kind != K_SEG) {
        core_each(e, widths_in, peaks);
        return;
    }
    Core *all = core_i64(1);
    for (int d = 0; d < e->g[0].n; d++)
        all = size_mul(all, e->g[0].at[d]->g[0].at[0]);
    add_peak(peaks, all);
}

bool get_block_width(Call *c)
{
    Peaks p = { .range = ranges_new() };
    add_peak(&p, core_i64(0));
    widths_in(block_body(c), &p);
    return give_most(c, &p);
}
