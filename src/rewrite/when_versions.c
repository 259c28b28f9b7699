/*
 * when_versions.c -- what rules ask about a nest of which several versions may be made: how
 * much parallelism there is, what a block could do of it, and the constants that a choice
 * between versions compares with.
 */
#include "rewrite.h"

#include <string.h>

static Core *product(Core *a, Core *b)
{
    return a ? size_mul(a, b) : b;
}

static Core *par_of(Kids ctx)
{
    Core *par = NULL;
    for (int d = 0; d < ctx.n; d++)
        par = product(par, ctx.at[d]->g[0].at[0]);
    return par ? par : core_i64(1);
}

bool make_par(Call *c)
{
    return yields(c, par_of(c->arg[0]));
}

/* ---- the parallelism in a term ------------------------------------------- */

/* The widths of array combinators in a term that are not known outside it. */
typedef struct {
    Table *bound;
    const Core *varies;
} Widths;

static Core *most(Core *a, Core *b)
{
    return !a || (b && size_equal(a, b)) ? b : !b ? a : core_prim2(OP_MAX, a, b);
}

/* The most that is in one of a term's combinators; null: nothing is. */
static Core *inner_of(Widths *w, const Core *e)
{
    Core *found = NULL;
    note_bound_by(e, w->bound);
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        found = most(found, inner_of(w, e->stm[i].exp));
        note_vars(e->stm[i].var, e->stm[i].nvars, w->bound);
    }
    for (int g = 0; g < ops[e->op].ngroups; g++)
        for (int i = 0; strchr("lb", ops[e->op].groups[g]) && i < e->g[g].n; i++)
            found = most(found, inner_of(w, e->g[g].at[i]));
    if (ops[e->op].kind != K_SOAC)
        return found;
    Core *width = e->g[0].at[0];
    if (core_uses_any(width, w->bound))
        w->varies = width;
    return found ? product(width, found) : width;
}

bool make_inner(Call *c)
{
    Widths w = { .bound = vars_bound_by(c->arg[1]) };
    Core *inner = inner_of(&w, c->arg[0].at[0]);
    if (w.varies)
        return no(c, "%s varies", core_str(w.varies));
    c->out = one(inner ? inner : core_i64(1));
    return inner || no(c, "nothing in it is parallel");
}

/* What a width is computed from. */
typedef struct {
    Kids ctx;
    Table *used;
    bool varies;               /* the nest binds some of it */
} Slice;

static void note_used(Var *v, void *arg)
{
    Slice *s = arg;
    int level, which;
    s->varies |= ctx_binds(s->ctx, v, &level, &which);
    table_put(s->used, v, v);
}

/* What of the first n statements computes the width, where nothing of it is parallel. */
static bool slice_of(World *w, const Core *body, int n, Slice *slice, Stms *out)
{
    Table *kept = table_new();
    for (int i = n; i-- > 0;) {
        const Stm *s = &body->stm[i];
        bool keep = any_in(s->var, s->nvars, slice->used);
        if (keep && world_parallel(w, s->exp))
            return false;
        if (keep) {
            core_free_vars(s->exp, note_used, slice);
            table_put(kept, s->exp, s->exp);
        }
    }
    for (int i = 0; i < n; i++)
        if (table_has(kept, body->stm[i].exp))
            vec_push(out, body->stm[i]);
    return slice->varies;
}

/* width-in e S: as large is what is parallel first in e, and not the same all over S. */
bool make_width_in(Call *c)
{
    Core *e = c->arg[0].at[0];
    int n = e->op == OP_BODY ? e->nstms : 1;
    for (int i = 0; i < n; i++) {
        const Core *exp = e->op == OP_BODY ? e->stm[i].exp : e;
        bool maps = ops[exp->op].kind == K_SOAC || exp->op == OP_IOTA || exp->op == OP_REPLICATE;
        Slice slice = { c->arg[1], table_new(), false };
        Stms stms = { 0 };
        if (!maps)
            continue;
        core_free_vars(exp->g[0].at[0], note_used, &slice);
        if (!slice_of(c->m->world, e, i, &slice, &stms))
            continue;
        Core *r = to_atom(&stms, exp->g[0].at[0]);
        return yields(c, core_rename(stms_body1(&stms, r)));
    }
    return no(c, "no size in it differs");
}

/* ---- folds of a few elements ----------------------------------------------- */

/* Of a nest's arrays, along how many of its levels they differ; what is made within it differs
   along all of them. */
typedef struct {
    Table *levels;
    intptr_t depth;
    int64_t few;                 /* a row that several elements read is short up to here */
} Rows;

static void made_arrays(Rows *r, Var *const *v, int n)
{
    for (int i = 0; i < n; i++)
        if (v[i]->type->rank)
            table_put(r->levels, v[i], (void *)INTPTR_MAX);
}

static intptr_t levels_of(const Rows *r, const Core *a)
{
    return a->op == OP_VAR ? (intptr_t)table_get(r->levels, a->var) : INTPTR_MAX;
}

static void bind_rows(Rows *r, Kids array, Var *const *row, int n)
{
    r->depth++;
    for (int i = 0; i < n && i < array.n; i++) {
        intptr_t above = levels_of(r, array.at[i]);
        if (row[i]->type->rank)
            table_put(r->levels, row[i], (void *)(above == INTPTR_MAX ? above : above + 1));
    }
}

static Rows rows_of(const World *w, Kids ctx)
{
    Rows r = { .levels = table_new(), .few = constant_of(w, "few_elements") };
    for (int d = 0; d < ctx.n; d++)
        bind_rows(&r, ctx.at[d]->g[1], ctx.at[d]->bind, ctx.at[d]->nbinds);
    return r;
}

static int64_t steps_in(Rows *r, const Core *e);

static int64_t steps_of_fold(Rows *r, const Core *fold)
{
    int lam, arrays;
    int64_t n;
    bool plain = fold->op == OP_REDOMAP && mapping_groups(fold->op, &lam, &arrays);
    if (!plain || !size_const(fold->g[0].at[0], &n))
        return -1;
    for (int i = 0; i < fold->g[arrays].n; i++) {
        intptr_t levels = levels_of(r, fold->g[arrays].at[i]);
        if (levels && (levels >= r->depth || n > r->few))
            return -1;
    }
    if (core_gives(fold, type_is_array))
        return -1;
    int64_t inner = steps_in(r, fold->g[lam].at[0]->g[0].at[0]);
    return inner < 0 ? -1 : n * (inner ? inner : 1);
}

/* How often the folds in e combine two elements; -1: of rows that are each element's own, or not
   as often as the program says. */
static int64_t steps_in(Rows *r, const Core *e)
{
    int64_t all = 0;
    if (!core_parallel(e))
        return 0;
    if (e->op != OP_BODY)
        return steps_of_fold(r, e);
    for (int i = 0; i < e->nstms && all >= 0; i++) {
        int64_t here = steps_in(r, e->stm[i].exp);
        all = here < 0 ? -1 : all + here;
        made_arrays(r, e->stm[i].var, e->stm[i].nvars);
    }
    return all;
}

static bool is_short(const World *w, Rows *r, const Core *e)
{
    int64_t steps = steps_in(r, e);
    return steps > 0 && steps <= constant_of(w, "window");
}

/* An array combinator other than a map, or a loop around one. */
static bool beyond_maps(World *w, Rows *r, const Core *e)
{
    int lam, arrays;
    bool found = (ops[e->op].kind == K_SOAC && e->op != OP_MAP)
        || (is_loop(e) && world_parallel(w, (Core *)e));
    if (is_short(w, r, e))
        return false;
    if (e->op == OP_MAP && mapping_groups(e->op, &lam, &arrays)) {
        bind_rows(r, e->g[arrays], e->g[lam].at[0]->bind, e->g[lam].at[0]->nbinds);
        found = beyond_maps(w, r, e->g[lam].at[0]->g[0].at[0]);
        r->depth--;
        return found;
    }
    for (int g = 0; !found && e->op == OP_IF && g < 2; g++)
        found = beyond_maps(w, r, e->g[1 + g].at[0]);
    for (int i = 0; !found && e->op == OP_BODY && i < e->nstms; i++) {
        found = beyond_maps(w, r, e->stm[i].exp);
        made_arrays(r, e->stm[i].var, e->stm[i].nvars);
    }
    return found;
}

/* What is parallel and the same for all of the nest is not a version's: see `outside-view`. What
   is updated in place is each element's own. */
static const Var *computed_outside(const Call *c, const Core *body)
{
    Table *bound = vars_bound_by(c->arg[1]);
    const Var *found = NULL;
    for (int i = 0; body->op == OP_BODY && i < body->nstms && !found; i++) {
        const Stm *s = &body->stm[i];
        if (!core_uses_any(s->exp, bound) && world_parallel(c->m->world, s->exp)
            && !world_consumed(c->m->world, s->var[0]))
            found = s->var[0];
        note_vars(s->var, s->nvars, bound);
    }
    table_free(bound);
    return found;
}

/* short e S: all that is parallel in e are folds of a few elements, none of them S's own. */
bool ask_short(Call *c)
{
    Core *e = body_flat(c->arg[0].at[0]);
    const Var *outside = computed_outside(c, e);
    if (outside)
        return no(c, "%s is the same for all of the nest", outside->name);
    Rows rows = rows_of(c->m->world, c->arg[1]);
    return is_short(c->m->world, &rows, e)
        || no(c, "more than a few elements are folded, or others");
}

/* Maps, folds and scans have at most so many elements, as many as the program says. */
static bool has_few(const Core *n, int64_t most)
{
    int64_t width;
    bool few = n->op == OP_MAP || n->op == OP_REDOMAP || n->op == OP_SCANOMAP;
    return few && size_const(n->g[0].at[0], &width) && width <= most;
}

static bool is_many(const Core *n, void *few)
{
    return core_parallel_itself(n) && !has_few(n, *(int64_t *)few);
}

/* tiny e: several things are done, and what is parallel in them has few elements. */
bool ask_tiny(Call *c)
{
    Core *e = body_flat(c->arg[0].at[0]);
    int64_t few = constant_of(c->m->world, "few_elements");
    if (e->op != OP_BODY || e->nstms < 2 || !world_parallel(c->m->world, e))
        return no(c, "it is one combinator, or none");
    return !core_any(e, is_many, &few) || no(c, "there are more than a few elements");
}

/* A reduction or a scan of scalars, as many for each element of the nest, in which nothing else
   is parallel. */
static bool folds_alone(const Call *c, const Core *e)
{
    const Core *fold = e->op == OP_BODY && e->nstms == 1 ? e->stm[0].exp : e;
    int lam, arrays;
    if ((fold->op != OP_REDOMAP && fold->op != OP_SCANOMAP)
        || fold->type[0]->rank != (fold->op == OP_SCANOMAP)
        || !mapping_groups(fold->op, &lam, &arrays)
        || world_parallel(c->m->world, fold->g[lam].at[0]->g[0].at[0]))
        return false;
    Table *bound = vars_bound_by(c->arg[1]);
    bool varies = core_uses_any(fold->g[0].at[0], bound);
    table_free(bound);
    return !varies;
}

bool ask_beyond_maps(Call *c)
{
    Core *e = body_flat(c->arg[0].at[0]);
    const Var *outside = computed_outside(c, e);
    if (outside)
        return no(c, "%s is the same for all of the nest", outside->name);
    int parallel = 0, maps = 0;
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        parallel += world_parallel(c->m->world, e->stm[i].exp);
        maps += e->stm[i].exp->op == OP_MAP;
    }
    bool map = e->op == OP_BODY ? parallel == 1 && maps == 1 : e->op == OP_MAP;
    if (folds_alone(c, e))
        return no(c, "one reduction or scan is all of it: its kernels serve rows of any length");
    Rows rows = rows_of(c->m->world, c->arg[1]);
    return !map && (beyond_maps(c->m->world, &rows, e) || no(c, "there are maps alone in it"));
}

/* ---- where threads find their elements ------------------------------------- */

static bool is_columns(const Call *c, const Core *array)
{
    const Core *def = world_def(c->m->world, array);
    return def && def->op == OP_REARRANGE && def->perm[def->nperm - 1] != def->nperm - 1;
}

/* What the test comes to asks a threshold of that name; each name is looked at once. */
static bool asks_threshold(const World *w, const Core *e, const char *name, Table *seen)
{
    if (e->op == OP_VAR && table_has(seen, e->var))
        return false;
    if (e->op == OP_VAR)
        table_put(seen, e->var, e->var);
    const Core *def = e->op == OP_VAR ? range_def(w->range, e->var) : e;
    bool asks = def && def->op == OP_THRESHOLD && !strcmp(def->text, name);
    for (int g = 0; def && g < ops[def->op].ngroups && ops[def->op].kind == K_SCALAR; g++)
        for (int i = 0; i < def->g[g].n && !asks; i++)
            asks = asks_threshold(w, def->g[g].at[i], name, seen);
    return asks;
}

static bool is_chosen_by(const World *w, const char *name)
{
    Table *seen = table_new();
    bool asks = false;
    for (const Branch *b = w->branch; b && !asks; b = b->around)
        asks = asks_threshold(w, b->test, name, seen);
    table_free(seen);
    return asks;
}

bool ask_chosen_by(Call *c)
{
    const char *name = meta_name(c->arg[0].at[0]);
    return is_chosen_by(c->m->world, name) || no(c, "no test asks %s", name);
}

static bool says_length(const Type *t)
{
    int64_t n;
    return t->rank == 1 && t->dim[0] && size_const(t->dim[0], &n);
}

/* near-rows x: a test tells that rows are short, and the program does not say how long. */
bool ask_near_rows(Call *c)
{
    const World *w = c->m->world;
    if (says_length(type_of(c->arg[0].at[0])))
        return no(c, "the program says how long it is");
    return is_chosen_by(w, "max_thread_row")
        || no(c, "no test says that it is short");
}

/* a..: rows of a few numbers, or of no more than the test of a branch around allows. */
bool ask_on_chip(Call *c)
{
    bool told = is_chosen_by(c->m->world, "max_staged_ki");
    for (int i = 0; i < c->arg[0].n; i++)
        if (!is_few(c->m->world, type_of(c->arg[0].at[i]))
            && (!told || type_of(c->arg[0].at[i])->rank > 1))
            return no(c, "nothing says that %s is short", core_str(c->arg[0].at[i]));
    return true;
}

bool ask_columns(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (is_columns(c, c->arg[0].at[i]))
            return true;
    return no(c, "the elements of a row lie together");
}

/* Branches give an array that is as long as the one that is taken says. */
static bool chooses_length(const Core *e)
{
    return e->op == OP_IF && core_gives(e, lacks_size);
}

static bool has_rows_of_rows(const Core *n)
{
    return chooses_length(n) || loop_resizes(n) || core_gives(n, type_is_ragged);
}

bool has_no_room(Core *e)
{
    return core_some(e, has_rows_of_rows);
}

static bool gives_rows(Core *e)
{
    bool rows = has_no_room(e);
    int n = e->op == OP_BODY ? e->g[0].n : e->ntypes;
    for (int i = 0; !rows && i < n; i++)
        rows = (e->op == OP_BODY ? type_of(e->g[0].at[i]) : e->type[i])->rank;
    return rows;
}

bool ask_gives_rows(Call *c)
{
    return gives_rows(c->arg[0].at[0]) || no(c, "it gives scalars");
}

static bool has_loop(World *w, const Core *e)
{
    bool found = is_loop(e) && world_parallel(w, (Core *)e);
    for (int i = 0; !found && e->op == OP_BODY && i < e->nstms; i++)
        found = has_loop(w, e->stm[i].exp);
    return found;
}

bool ask_looped(Call *c)
{
    return has_loop(c->m->world, c->arg[0].at[0]) || no(c, "no loop is around what is parallel");
}

/* ---- tables of rows ------------------------------------------------------------ */

static bool is_matrix(const Core *a)
{
    return a->op == OP_VAR && type_of(a)->rank == 2 && type_of(a)->dim[1];
}

/* The matrix whose rows are the elements of a fold, or are read by the rounds of a loop. */
static Core *table_of(const Core *e)
{
    if (e->op == OP_REDOMAP)
        return e->g[4].n == 1 && is_matrix(e->g[4].at[0]) ? e->g[4].at[0] : NULL;
    const Core *body = e->op == OP_LOOP ? e->g[2].at[0] : NULL;
    for (int i = 0; body && body->op == OP_BODY && i < body->nstms; i++) {
        const Core *read = body->stm[i].exp;
        if (read->op == OP_INDEX && type_of(read)->rank == 1 && is_matrix(read->g[0].at[0])
            && is_var(read->g[1].at[0], e->index))
            return read->g[0].at[0];
    }
    return NULL;
}

bool get_table(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Core *table = e->op == OP_BODY ? NULL : table_of(e);
    for (int i = 0; !table && e->op == OP_BODY && i < e->nstms; i++)
        table = table_of(e->stm[i].exp);
    if (!table)
        return no(c, "no matrix is walked row by row");
    c->out = one(table);
    return !varies_in(c->m, table, c->arg[1])
           || no(c, "%s is not the same all over the nest", core_str(table));
}

/* ---- what a block can do step by step ---------------------------------------- */

/* Array combinators, one after the other; -1: there is one that is no block's. */
static int steps_of(World *w, const Core *e, bool mapped);

static int steps_of_body(World *w, const Core *e, bool mapped)
{
    int n = 0;
    for (int i = 0; i < e->nstms && n >= 0; i++) {
        int own = steps_of(w, e->stm[i].exp, mapped);
        n = own < 0 ? -1 : n + own;
    }
    return n;
}

static int steps_of(World *w, const Core *e, bool mapped)
{
    int lam, arrays;
    if (e->op == OP_BODY)
        return steps_of_body(w, e, mapped);
    if (!world_parallel(w, (Core *)e))
        return 0;
    if (e->op == OP_LOOP) {
        int own = steps_of(w, e->g[2].at[0], mapped);
        return own > 0 ? 2 * own : own;
    }
    if (e->op == OP_REPLICATE || e->op == OP_IOTA)
        return 1;
    if (e->op == OP_COPY)
        return 0;
    if (!mapping_groups(e->op, &lam, &arrays))
        return -1;
    const Core *body = e->g[lam].at[0]->g[0].at[0];
    bool folds = e->op != OP_MAP;
    if ((folds && (mapped || world_parallel(w, (Core *)body))) || steps_of(w, body, true) < 0)
        return -1;
    for (int k = 0; folds && k < e->ntypes; k++)
        if (e->op == OP_REDOMAP && e->type[k]->rank > (k >= e->g[3].n))
            return -1;
    return 1;
}

bool ask_steps(Call *c)
{
    Core *e = c->arg[0].at[0];
    int n = steps_of(c->m->world, e, false);
    if (n < 0)
        return no(c, "a block cannot do all of it");
    bool combines = core_has(e, OP_REDOMAP) || core_has(e, OP_SCANOMAP);
    return n > 1 || (combines && !core_has(e, OP_LOOP) && !core_has(e, OP_WHILE))
        || no(c, "there is one step, no reduction or scan; or a loop beside it");
}

/* ---- choices ------------------------------------------------------------------ */

static int64_t value_given(const RewriteOptions *o, const char *name, int64_t value)
{
    for (int i = 0; o && i < o->noptions; i++)
        if (!strcmp(o->option[i].name, name))
            value = o->option[i].value;
    return value;
}

int64_t constant_of(const World *w, const char *name)
{
    const RuleOption *declared = w->options ? rules_option(w->options->rules, name) : NULL;
    return value_given(w->options, name, declared ? declared->value : 0);
}

/* That a nest would have had more versions. */
static void tell_cut(World *w, const Core *nest, int64_t most)
{
    Program *p = w->program;
    for (int i = 0; p && i < p->cut.n; i++)
        if (!nest->span || p->cut.at[i].span == nest->span)
            return;
    if (p && nest->span)
        vec_push(&p->cut, ((CutNest){ nest->span, most }));
}

/* Versions are made once for a nest of so many elements, also where a loop is taken out of
   it, and no more of them than an entry may have. */
bool ask_versions_left(Call *c)
{
    World *w = c->m->world;
    Core *par = par_of(c->arg[0]);
    int64_t asked;
    if (option_value(c->m, "seq_factor", &asked) || option_value(c->m, "block", &asked)
        || (c->m->subject && attribute_inside((Core *)c->m->subject, "seq_factor")))
        return no(c, "a block for each is asked for");
    if (c->m->subject && calls_deep(c->m->subject))
        return no(c, "what a function that calls itself does is done for all rows at once");
    for (int i = 0; i < w->decided.n; i++)
        if (size_equal(w->decided.at[i], par))
            return no(c, "for %s elements it is decided already", core_str(par));
    const RewriteOptions *o = w->options;
    const RuleOption *declared = o ? rules_option(o->rules, "max_versions") : NULL;
    int64_t most = value_given(o, "max_versions", declared ? declared->value : 8);
    w->versions_more = (int)c->arg[1].at[0]->value.i;
    w->decided_next = par;
    if (w->versions + w->versions_more < most)
        return true;
    tell_cut(w, c->m->subject, most);
    return no(c, "there are %d versions, and %lld are the most", w->versions + 1,
              (long long)most);
}

/* A threshold is one of the whole program: each choice that asks it has the same value. */
bool make_threshold(Call *c)
{
    World *w = c->m->world;
    const char *name = meta_name(c->arg[0].at[0]);
    const RuleOption *declared = w->options ? rules_option(w->options->rules, name) : NULL;
    Core *n = core_node(OP_THRESHOLD, NULL);
    n->text = intern(name);
    core_set1(n, 0, core_i64(constant_of(w, name)));
    c->out = one(core_typed(n));
    if (w->program && declared)
        vec_push(&w->program->thresholds, ((Told){ n->text, declared->sentence }));
    if (w->decided_next)
        vec_push(&w->decided, w->decided_next);
    w->decided_next = NULL;
    w->versions += w->versions_more;
    w->versions_more = 0;
    return true;
}
