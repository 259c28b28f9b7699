/*
 * when_levels.c -- a function that calls itself, lifted, as two loops: down, while there are
 * calls, all those of one depth at once; and up again, from what the last ones give.
 *
 * The lifted body is parted at its calls of itself, none of which needs what another one
 * gives: what does not depend on them is done on the way down, and the rest on the way up.
 * What the rest reads is kept: what the levels have of an array lies one behind the other in
 * one array, and where each begins in another.
 */
#include "rewrite.h"

/* What is kept of each level: of a scalar, one; of an array, its elements. */
typedef struct {
    Var *v;
    Var *stack, *last;         /* the loop's variable, and what it becomes; of arrays: */
    int room;                  /* which arrays are as long as it, */
    bool copied;               /* and whether it is updated in place */
} Kept;

/* Kept arrays of one length. */
typedef struct {
    Core *width;
    Var *top;                  /* where the next level begins */
    Var *begin, *last;         /* where each did, in the loop and after it; */
    Core *from;                /* where that does of which the calls are put together */
} Room;

typedef struct {
    Call *c;
    World *world;
    const Func *g, *all;
    Kids ps;                   /* count, depth, and the parameters of all calls */
    Kids result;               /* of the lifted body */
    Stms before, call, after;  /* its bindings */
    bool written;              /* something of what was looked at is updated in place */
    Table *late;               /* names that depend on calls */
    Table *own;                /* names of the way down */
    Table *wanted;             /* on the way up, of those from the way down */
    VEC(Kept) kept;
    VEC(Room) room;
    Core *last_depth;          /* how many levels there are */
    Stms again;                /* up: bindings and, without expression, what is kept */
} Levels;

static Core *joined(Stms *out, Core *a, Core *b, const char *name)
{
    Core *n = core_node(OP_CONCAT, NULL), **at = NEWS(Core *, 2);
    at[0] = a;
    at[1] = b;
    core_set(n, 0, at, 2);
    return stms_bind1(out, core_typed(n), name);
}

static Core *list_of(Stms *out, Core *a)
{
    Core *n = core_node(OP_ARRAY, NULL);
    core_set1(n, 0, a);
    return stms_bind1(out, core_typed(n), NULL);
}

static Core *nothing(Stms *out, const Type *t, const char *name)
{
    Core *n = core_node(OP_EMPTY, NULL);
    core_set_type(n, type_array(type_row(t), core_i64(0)));
    return stms_bind1(out, n, name);
}

static Core *entry_of(Stms *out, Core *a, Core *i, const char *name)
{
    Core *n = core_node(OP_INDEX, NULL);
    core_set1(n, 0, a);
    core_set1(n, 1, i);
    n->unchecked = true;
    return stms_bind1(out, core_typed(n), name);
}

static Core *part_of(Stms *out, Core *a, Core *from, Core *n)
{
    Core *span = core_node(OP_SPAN, NULL), *e = core_node(OP_INDEX, NULL);
    int rank = type_of(a)->rank;
    Core **entry = NEWS(Core *, rank);
    core_set1(span, 0, from);
    core_set1(span, 1, n);
    core_set1(span, 2, core_i64(1));
    for (int d = 0; d < rank; d++)
        entry[d] = d ? core_node(OP_WHOLE, NULL) : span;
    core_set1(e, 0, a);
    core_set(e, 1, entry, rank);
    e->unchecked = true;
    return stms_bind1(out, core_typed(e), NULL);
}

/* ---- what is not read ------------------------------------------------------- */

static void want(Var *v, void *wanted)
{
    table_put(wanted, v, v);
}

/* The level with those of its names alone that are wanted. */
static Core *slim_level(Core *level, Table *wanted)
{
    Core *n = core_copy_node(level);
    n->bind = NEWS(Var *, level->nbinds);
    n->nbinds = n->g[1].n = 0;
    for (int i = level->nbinds - 1; i >= 0; i--)
        if (table_has(wanted, level->bind[i]))
            type_free_vars(level->bind[i]->type, want, wanted);
    for (int i = 0; i < level->nbinds; i++)
        if (table_has(wanted, level->bind[i])) {
            n->bind[n->nbinds++] = level->bind[i];
            n->g[1].at[n->g[1].n++] = level->g[1].at[i];
        }
    core_free_vars(n->g[0].at[0], want, wanted);
    for (int i = 0; i < n->g[1].n; i++)
        core_free_vars(n->g[1].at[i], want, wanted);
    return n;
}

/* Nests without the arrays of which nothing is read. */
static Core *slim(Core *n, void *arg)
{
    n = core_map(n, slim, arg);
    if (ops[n->op].kind != K_SEG)
        return n;
    Table *wanted = table_new();
    Core *s = core_copy_node(n);
    for (int g = 1; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            core_free_vars(n->g[g].at[i], want, wanted);
    for (int d = n->g[0].n - 1; d >= 0; d--)
        s->g[0].at[d] = slim_level(n->g[0].at[d], wanted);
    table_free(wanted);
    return s;
}

/* ---- the body, parted ------------------------------------------------------ */

static Core *depth_of(const Levels *l)
{
    return l->ps.at[1];
}

static void want_types(Var *const *v, int n, Table *wanted)
{
    for (int i = 0; i < n; i++)
        type_free_vars(v[i]->type, want, wanted);
}

static void give_up(Levels *l, const char *why)
{
    l->c->arg[0].at[0]->func->unlifted = why;
}

static void has_call(Core *n, void *levels)
{
    Levels *l = levels;
    if (n->op == OP_CALL && (n->func == l->all || n->func == l->g))
        give_up(l, "a call of itself is in a loop, or in what a thread does alone");
    core_each(n, has_call, levels);
}

static bool is_call(const Levels *l, const Stm *s)
{
    return s->exp->op == OP_CALL && s->exp->func == l->all;
}

static void note(Table *names, const Stm *s)
{
    for (int k = 0; k < s->nvars; k++)
        table_put(names, s->var[k], s->var[k]);
}

/* What depends on what a call gives. */
static void note_late(Levels *l, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        bool late = core_uses_any(s->exp, l->late);
        note(l->own, s);
        if (!is_call(l, s))
            has_call(s->exp, l);
        else if (late)
            give_up(l, "a call needs what another one gives");
        if (late || is_call(l, s))
            note(l->late, s);
    }
}

static void note_written(Var *v, void *levels)
{
    Levels *l = levels;
    l->written |= world_consumed(l->world, v) != NULL;
}

/* It is done on the way down, where calls need it, or what it reads is written later, or it
   looks at how deep the call is. */
static bool is_early(Levels *l, const Stm *s, const Table *needed)
{
    l->written = false;
    core_free_vars(s->exp, note_written, l);
    bool early = l->written || core_uses(s->exp, depth_of(l)->var);
    for (int k = 0; k < s->nvars; k++)
        early |= table_has(needed, s->var[k]);
    return early;
}

static void part_body(Levels *l, const Core *body)
{
    Table *needed = table_new();
    bool *early = NEWS(bool, body->nstms);
    note_late(l, body);
    for (int i = body->nstms - 1; i >= 0; i--) {
        const Stm *s = &body->stm[i];
        early[i] = !core_uses_any(s->exp, l->late) && is_early(l, s, needed);
        if (early[i] || is_call(l, s)) {
            core_free_vars(s->exp, want, needed);
            want_types(s->var, s->nvars, needed);
        }
    }
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        if (is_call(l, s))
            vec_push(&l->call, *s);
        else if (early[i])
            vec_push(&l->before, *s);
        else
            vec_push(&l->after, *s);
    }
}

static Core *calls_of(const Stm *call)
{
    const Core *first = call->exp->g[0].at[0];
    return array_length((Core *)first);
}

static void want_after(Levels *l)
{
    for (int i = 0; i < l->after.n; i++) {
        core_free_vars(l->after.at[i].exp, want, l->wanted);
        want_types(l->after.at[i].var, l->after.at[i].nvars, l->wanted);
    }
    for (int i = 0; i < l->call.n; i++) {
        want_types(l->call.at[i].var, l->call.at[i].nvars, l->wanted);
        core_free_vars(calls_of(&l->call.at[i]), want, l->wanted);
    }
    for (int i = 0; i < l->result.n; i++)
        core_free_vars(l->result.at[i], want, l->wanted);
    core_free_vars(l->ps.at[0], want, l->wanted);
    for (int k = 0; k < l->g->nsizes; k++)
        core_free_vars(l->ps.at[2 + k], want, l->wanted);
}

/* ---- what is kept ----------------------------------------------------------- */

static int room_for(Levels *l, Core *width)
{
    for (int i = 0; i < l->room.n; i++)
        if (core_equal(l->room.at[i].width, width))
            return i;
    Room r = { .width = width, .top = var_new("top", type_prim(I64), NULL) };
    vec_push(&l->room, r);
    return l->room.n - 1;
}

static void keep(Levels *l, Var *v, bool copied)
{
    Kept k = { .v = v, .room = -1, .copied = copied };
    const Type *t = v->type;
    if (t->rank) {
        k.room = room_for(l, t->dim[0]);
        t = type_array(type_row(t), core_var(l->room.at[k.room].top));
    } else
        t = type_array(t, depth_of(l));
    k.stack = var_new(format("all_%s", var_base(v->name)), t, v->span);
    vec_push(&l->kept, k);
}

/* The elements of all rows, and how many they are. */
static Core *values_of(Stms *out, Core *rows, Core **total)
{
    *total = stms_bind1(out, op1(OP_TOTAL, rows), "total");
    Core *values = stms_bind1(out, op1(OP_VAL, rows), "values");
    return claimed(out, values, type_array(type_row(type_of(values)), *total));
}

/* v, whose rows differ, is its values, and how many they are. */
static void keep_rows(Levels *l, Stms *out, Var *v)
{
    Core *total, *values = values_of(out, core_var(v), &total);
    keep(l, total->var, false);
    keep(l, values->var, world_consumed(l->world, v));
    Core *rows = core_node(OP_IRREG, v->span), *known = dim_lengths(v->type->dim[1]);
    if (!known)
        bug("rows of %s of lengths that have no name", v->name);
    core_set1(rows, 0, known);
    core_set1(rows, 1, values);
    Var **var = NEWS(Var *, 1);
    var[0] = v;
    Stm scalar = { .var = &total->var, .nvars = 1 }, array = { .var = &values->var, .nvars = 1 };
    Stm s = { .var = var, .nvars = 1, .exp = core_typed(rows) };
    vec_push(&l->again, scalar);
    vec_push(&l->again, array);
    vec_push(&l->again, s);
}

static void keep_one(Levels *l, Stms *out, Var *v)
{
    if (type_ragged(v->type)) {
        keep_rows(l, out, v);
        return;
    }
    Var **var = NEWS(Var *, 1);
    var[0] = v;
    keep(l, v, world_consumed(l->world, v));
    vec_push(&l->again, ((Stm){ .var = var, .nvars = 1 }));
}

/* Views are made again, from what they are views of. */
static bool is_again(const Stm *s)
{
    return s->nvars == 1 && ops[s->exp->op].kind == K_VIEW && s->var[0]->type->rank;
}

/* What is wanted of the way down, and so what that is made of, where it is made again. */
static void want_before(Levels *l)
{
    for (int i = l->before.n - 1; i >= 0; i--) {
        const Stm *s = &l->before.at[i];
        bool yes = false;
        for (int k = 0; k < s->nvars; k++)
            yes |= table_has(l->wanted, s->var[k]);
        if (yes && is_again(s))
            core_free_vars(s->exp, want, l->wanted);
        for (int k = 0; k < s->nvars; k++)
            if (table_has(l->wanted, s->var[k]))
                want_types(&s->var[k], 1, l->wanted);
    }
    for (int i = l->ps.n - 1; i >= 0; i--)
        if (table_has(l->wanted, l->ps.at[i]->var))
            want_types(&l->ps.at[i]->var, 1, l->wanted);
}

/* Of what is kept at most the length differs from level to level. */
static void check_kept(Levels *l, Var *const *v, int n)
{
    for (int i = 0; i < n; i++)
        for (int d = 1; table_has(l->wanted, v[i]) && d < v[i]->type->rank; d++) {
            const Core *dim = v[i]->type->dim[d];
            bool rows = dim && d == 1 && dim_lengths(dim);
            if (!rows && (!dim || core_uses_any(dim, l->own)))
                give_up(l, "it has arrays of which more than the length differs from call to call");
        }
}

static void check_all_kept(Levels *l)
{
    for (int i = 0; i < l->ps.n; i++)
        check_kept(l, &l->ps.at[i]->var, 1);
    for (int i = 0; i < l->before.n; i++)
        if (!is_again(&l->before.at[i]))
            check_kept(l, l->before.at[i].var, l->before.at[i].nvars);
}

/* Bindings of the way down, and after them of what they keep. */
static void keep_before(Levels *l, Stms *out)
{
    for (int i = 0; i < l->ps.n; i++)
        if (i != 1 && table_has(l->wanted, l->ps.at[i]->var))
            keep_one(l, out, l->ps.at[i]->var);
    for (int i = 0; i < l->before.n; i++)
        vec_push(out, l->before.at[i]);
    for (int i = 0; i < l->before.n; i++) {
        const Stm *s = &l->before.at[i];
        if (is_again(s) && table_has(l->wanted, s->var[0]))
            vec_push(&l->again, *s);
        for (int k = 0; k < s->nvars && !is_again(s); k++)
            if (table_has(l->wanted, s->var[k]))
                keep_one(l, out, s->var[k]);
    }
}

/* ---- down -------------------------------------------------------------------- */

/* The variables of the loop down: how many calls, how deep, where each array that is kept
   ends, the calls' parameters, what is kept. */
static Vars down_vars(Levels *l)
{
    Vars v = { 0 };
    for (int i = 0; i < 2; i++)
        vec_push(&v, l->ps.at[i]->var);
    for (int i = 0; i < l->room.n; i++)
        vec_push(&v, l->room.at[i].top);
    for (int i = 2; i < l->ps.n; i++)
        vec_push(&v, l->ps.at[i]->var);
    for (int i = 0; i < l->room.n; i++) {
        l->room.at[i].begin = var_new("begins", type_array(type_prim(I64), depth_of(l)), NULL);
        vec_push(&v, l->room.at[i].begin);
    }
    for (int i = 0; i < l->kept.n; i++)
        vec_push(&v, l->kept.at[i].stack);
    return v;
}

static Kids down_first(Levels *l, Stms *out, Core *count, Kids first)
{
    Kids r = { NEWS(Core *, 2 + 2 * l->room.n + first.n + l->kept.n), 0 };
    r.at[r.n++] = count;
    r.at[r.n++] = core_i64(0);
    for (int i = 0; i < l->room.n; i++)
        r.at[r.n++] = core_i64(0);
    for (int i = 0; i < first.n; i++)
        r.at[r.n++] = first.at[i];
    for (int i = 0; i < l->room.n; i++)
        r.at[r.n++] = nothing(out, l->room.at[i].begin->type, "begins");
    for (int i = 0; i < l->kept.n; i++)
        r.at[r.n++] = nothing(out, l->kept.at[i].stack->type, l->kept.at[i].stack->name);
    return r;
}

/* Rows of all calls, which are as long as `lengths` says. */
static Core *rows_together(Levels *l, Stms *out, int p, Core *count, Subst *to)
{
    const Type *want = l->all->param[p]->type;
    Core *all = NULL, *total;
    bool rows = type_ragged(want);
    if (l->call.n == 1)
        return l->call.at[0].exp->g[0].at[p];
    for (int i = 0; i < l->call.n; i++) {
        Core *one = l->call.at[i].exp->g[0].at[p];
        one = rows ? values_of(out, one, &total) : one;
        all = all ? joined(out, all, one, l->all->param[p]->name) : one;
    }
    subst_add(to, l->all->size[0], count);
    if (!rows)
        return claimed(out, all, type_subst(want, to));
    Core *n = core_node(OP_IRREG, NULL);
    want = type_subst(want, to);
    core_set1(n, 0, dim_lengths(want->dim[1]));
    core_set1(n, 1, all);
    n->unchecked = true;
    return claimed(out, stms_bind1(out, core_typed(n), NULL), want);
}

static Kids down_next(Levels *l, Stms *out)
{
    Kids r = { NEWS(Core *, 2 + 2 * l->room.n + l->ps.n + l->kept.n), 0 };
    Core *count = calls_of(&l->call.at[0]);
    Subst *to = subst_new();
    for (int i = 1; i < l->call.n; i++)
        count = stms_bind1(out, op2(OP_ADD, count, calls_of(&l->call.at[i])), "count");
    r.at[r.n++] = count;
    r.at[r.n++] = stms_bind1(out, op2(OP_ADD, depth_of(l), core_i64(1)), "depth");
    for (int i = 0; i < l->room.n; i++) {
        Core *top = op2(OP_ADD, core_var(l->room.at[i].top), l->room.at[i].width);
        r.at[r.n++] = stms_bind1(out, top, "top");
    }
    for (int p = 0; p < l->all->nparams; p++) {
        r.at[r.n] = rows_together(l, out, p, count, to);
        subst_add(to, l->all->param[p], r.at[r.n]);
        r.n++;
    }
    for (int i = 0; i < l->room.n; i++)
        r.at[r.n++] = joined(out, core_var(l->room.at[i].begin),
                             list_of(out, core_var(l->room.at[i].top)), "begins");
    for (int i = 0; i < l->kept.n; i++) {
        const Kept *k = &l->kept.at[i];
        Core *v = core_var(k->v);
        r.at[r.n++] = joined(out, core_var(k->stack), k->room < 0 ? list_of(out, v) : v,
                             k->stack->name);
    }
    return r;
}

static void bind_last(Levels *l, Var **v)
{
    l->last_depth = core_var(v[1]);
    v += 2 + l->room.n + l->all->nparams;
    for (int i = 0; i < l->room.n; i++)
        l->room.at[i].last = *v++;
    for (int i = 0; i < l->kept.n; i++)
        l->kept.at[i].last = *v++;
}

static void go_down(Levels *l, Stms *out, Core *count, Kids first)
{
    Core *loop = core_node(OP_WHILE, NULL), **more = NEWS(Core *, 1);
    Stms inside = { 0 }, test = { 0 };
    keep_before(l, &inside);
    Vars v = down_vars(l);
    loop->bind = v.at;
    loop->nbinds = v.n;
    loop->g[0] = down_first(l, out, count, first);
    more[0] = stms_bind1(&test, op2(OP_LT, core_i64(0), l->ps.at[0]), "more");
    core_set1(loop, 1, stms_body(&test, more, 1));
    Kids next = down_next(l, &inside);
    core_set1(loop, 2, stms_body(&inside, next.at, next.n));
    const char **names = NEWS(const char *, v.n);
    for (int i = 0; i < v.n; i++)
        names[i] = v.at[i]->name;
    bind_last(l, stms_bind(out, core_typed(loop), names));
}

/* ---- up ------------------------------------------------------------------------ */

/* What count calls give: results so far are made.., rows as long as lengths.. say. */
static const Type *result_type(const Levels *l, int r, Core *count, Kids lengths, Core **made)
{
    Subst *to = subst_new();
    subst_add(to, l->all->size[0], count);
    for (int k = 0; k < lengths.n; k++)
        subst_add(to, l->all->param[k], lengths.at[k]);
    return type_open(type_subst(l->all->result[r], to), made);
}

static void pop(Levels *l, Stms *out, Core *at, const Stm *s, Subst *to)
{
    const Kept *k = l->kept.at;
    while (k->v != s->var[0])
        k++;
    Core *v, *stack = core_var(k->last);
    if (k->room < 0)
        v = entry_of(out, stack, at, var_base(k->v->name));
    else {
        Room *room = &l->room.at[k->room];
        if (!room->from)
            room->from = entry_of(out, core_var(room->last), at, "begin");
        v = part_of(out, stack, room->from, core_subst(room->width, to));
        v = claimed(out, v, type_subst(k->v->type, to));
        if (k->copied)
            v = stms_bind1(out, op1(OP_COPY, v), NULL);
    }
    subst_add(to, k->v, v);
}

static void do_again(Levels *l, Stms *out, Core *at, Subst *to)
{
    for (int i = 0; i < l->again.n; i++) {
        const Stm *s = &l->again.at[i];
        if (!s->exp) {
            pop(l, out, at, s, to);
            continue;
        }
        Core *e = core_rename(core_subst(s->exp, to));
        Core *v = stms_bind1(out, e, var_base(s->var[0]->name));
        subst_add(to, s->var[0], claimed(out, v, type_subst(s->var[0]->type, to)));
    }
}

/* Where row number n begins, of rows that end there. */
static Core *begin_of(Stms *out, Core *ends, Core *n)
{
    Core *e = core_node(OP_IF, NULL), **none = NEWS(Core *, 1), **some = NEWS(Core *, 1);
    Stms nothing_before = { 0 }, before = { 0 };
    none[0] = core_i64(0);
    Core *last = stms_bind1(&before, op2(OP_SUB, n, core_i64(1)), "last");
    some[0] = entry_of(&before, ends, last, "begin");
    core_set1(e, 0, stms_bind1(out, op2(OP_EQ, n, core_i64(0)), "first"));
    core_set1(e, 1, stms_body(&nothing_before, none, 1));
    core_set1(e, 2, stms_body(&before, some, 1));
    return stms_bind1(out, core_typed(e), "begin");
}

/* Results number r of calls: of each as many as it has calls. */
typedef struct {
    Core *all;                 /* rows: the elements of all; */
    Core *ends, *total;        /*   where each ends */
    Core *from;                /* the element with which the next call begins */
} Results;

static Results results_of(Levels *l, Stms *out, Core *rs)
{
    Results r = { .all = rs, .from = core_i64(0) };
    if (l->call.n > 1 && type_ragged(type_of(rs))) {
        r.all = values_of(out, rs, &r.total);
        r.ends = stms_bind1(out, op1(OP_ENDS, rs), "ends");
    }
    return r;
}

/* Those of n calls, the last of which is number `to`, or the very last; of type t. */
static Core *share_of(Stms *out, Results *r, Core *n, Core *to, const Type *t)
{
    if (!r->ends) {
        Core *some = part_of(out, r->all, r->from, n);
        r->from = to;
        return claimed(out, some, t);
    }
    Core *end = to ? begin_of(out, r->ends, to) : r->total;
    Core *count = stms_bind1(out, op2(OP_SUB, end, r->from), "count");
    Core *rows = core_node(OP_IRREG, NULL);
    core_set1(rows, 0, dim_lengths(t->dim[1]));
    core_set1(rows, 1, part_of(out, r->all, r->from, count));
    rows->unchecked = true;
    r->from = end;
    return claimed(out, stms_bind1(out, core_typed(rows), NULL), t);
}

static void share_out(Levels *l, Stms *out, Core **rs, Subst *to)
{
    Results *all = NEWS(Results, l->g->nresults);
    Core *from = core_i64(0);
    for (int r = 0; r < l->g->nresults; r++)
        all[r] = results_of(l, out, rs[r]);
    for (int i = 0; i < l->call.n; i++) {
        const Stm *s = &l->call.at[i];
        bool last = i + 1 == l->call.n;
        Core *n = core_subst(calls_of(s), to);
        from = last ? NULL : stms_bind1(out, op2(OP_ADD, from, n), "from");
        for (int r = 0; r < s->nvars; r++) {
            const Type *t = type_subst(s->var[r]->type, to);
            Core *v = l->call.n == 1 ? claimed(out, rs[r], t) : share_of(out, &all[r], n, from, t);
            if (world_consumed(l->world, s->var[r]))
                v = stms_bind1(out, op1(OP_COPY, v), NULL);
            subst_add(to, s->var[r], v);
        }
    }
}

/* The variables of the loop up: how many calls, their lengths, what they give. */
static Vars up_vars(Levels *l, Core **rs)
{
    Vars v = { 0 };
    Core *count = core_var(var_new("count", type_prim(I64), NULL));
    Kids lengths = { NEWS(Core *, l->g->nsizes), l->g->nsizes };
    vec_push(&v, count->var);
    for (int k = 0; k < lengths.n; k++) {
        Var *n = var_new(var_base(l->all->param[k]->name), type_array(type_prim(I64), count), NULL);
        lengths.at[k] = core_var(n);
        vec_push(&v, n);
    }
    for (int r = 0; r < l->g->nresults; r++) {
        Var *x = var_new("results", result_type(l, r, count, lengths, rs), NULL);
        rs[r] = core_var(x);
        vec_push(&v, x);
    }
    return v;
}

/* What no call gives. */
static Kids up_first(Levels *l, Stms *out)
{
    int sizes = l->g->nsizes;
    Kids r = { NEWS(Core *, 1 + sizes + l->g->nresults), 0 };
    Kids lengths = { r.at + 1, sizes };
    r.at[r.n++] = core_i64(0);
    for (int k = 0; k < sizes; k++)
        r.at[r.n++] = nothing(out, type_array(type_prim(I64), core_i64(0)), "lengths");
    Core **made = r.at + r.n;
    for (int i = 0; i < l->g->nresults; i++) {
        const Type *t = result_type(l, i, core_i64(0), lengths, made);
        bool rows = type_ragged(t);
        Core *none = nothing(out, rows ? type_row(t) : t, "none");
        if (rows) {
            none = stms_bind1(out, op2(OP_IRREG, dim_lengths(t->dim[1]), none), "none");
            none = claimed(out, none, t);
        }
        r.at[r.n++] = none;
    }
    return r;
}

static Kids up_next(Levels *l, Stms *out, Core *at, Core **rs)
{
    int sizes = l->g->nsizes;
    Kids r = { NEWS(Core *, 1 + sizes + l->g->nresults), 0 };
    Subst *to = subst_new();
    subst_add(to, depth_of(l)->var, at);
    do_again(l, out, at, to);
    share_out(l, out, rs, to);
    Core *rest = core_rename(core_subst(stms_body(&l->after, l->result.at, l->result.n), to));
    for (int i = 0; i < rest->nstms; i++)
        vec_push(out, rest->stm[i]);
    r.at[r.n++] = core_subst(l->ps.at[0], to);
    for (int k = 0; k < sizes; k++)
        r.at[r.n++] = core_subst(l->ps.at[2 + k], to);
    Kids lengths = { r.at + 1, sizes };
    Core **made = r.at + r.n;
    for (int i = 0; i < l->g->nresults; i++)
        r.at[r.n++] = claimed(out, rest->g[0].at[i],
                              result_type(l, i, r.at[0], lengths, made));
    return r;
}

/* What the first calls give. */
static Core **go_up(Levels *l, Stms *out)
{
    Core *loop = core_node(OP_LOOP, NULL), **rs = NEWS(Core *, l->g->nresults);
    Stms inside = { 0 };
    Vars v = up_vars(l, rs);
    loop->bind = v.at;
    loop->nbinds = v.n;
    loop->index = var_new("done", type_prim(I64), NULL);
    loop->g[0] = up_first(l, out);
    core_set1(loop, 1, l->last_depth);
    Core *ahead = op2(OP_SUB, l->last_depth, core_var(loop->index));
    Core *left = stms_bind1(&inside, ahead, "left");
    Core *at = stms_bind1(&inside, op2(OP_SUB, left, core_i64(1)), "depth");
    Kids next = up_next(l, &inside, at, rs);
    core_set1(loop, 2, stms_body(&inside, next.at, next.n));
    Var **last = stms_bind(out, core_typed(loop), NULL);
    for (int r = 0; r < l->g->nresults; r++)
        rs[r] = core_var(last[1 + l->g->nsizes + r]);
    return rs;
}

/* ---- both ---------------------------------------------------------------------- */

/* Of no nest there is one row. */
static Core *only_row(Stms *out, Core *rows, const Type *t)
{
    const Type *all = type_of(rows);
    if (!t->rank)
        return entry_of(out, rows, core_i64(0), NULL);
    if (type_ragged(all))
        return claimed(out, stms_bind1(out, op1(OP_VAL, rows), NULL), t);
    Core *n = core_node(OP_RESHAPE, NULL);
    core_set(n, 0, t->dim, t->rank);
    core_set1(n, 1, rows);
    return stms_bind1(out, core_typed(n), NULL);
}

static Kids given(Levels *l, Stms *out, Core *count, Kids lengths, Core **rs)
{
    const Core *call = l->c->arg[0].at[0];
    Kids ctx = l->c->arg[1], r = { NEWS(Core *, l->g->nresults), 0 };
    for (int i = 0; i < l->g->nresults; i++) {
        Core *x = claimed(out, rs[i], result_type(l, i, count, lengths, rs));
        r.at[r.n++] = ctx.n ? x : only_row(out, x, type_open(call->type[i], r.at));
        rs[i] = ctx.n ? x : rs[i];
    }
    return r;
}

/* The call, in a thread. */
static Core *left_alone(const Call *c)
{
    Core *call = core_rename(c->arg[0].at[0]), *map = core_node(OP_SEGMAP, NULL);
    core_set(map, 0, c->arg[1].at, c->arg[1].n);
    core_set1(map, 1, body_of_exp(call, NULL));
    return body_of_exp(c->arg[1].n ? core_rename(core_typed(map)) : call, NULL);
}

/* levels e S ps.. body: what the call e gives in all rows of S, where body is what the
   function does in the nest of all calls of one depth, which are ps... Of a call in the
   function's own body: the body. */
bool make_levels_of(Call *c)
{
    const Core *call = c->arg[0].at[0];
    if (!is_deep(call) || !call->func->lifted)
        return no(c, "it is not being lifted");
    const Func *g = call->func->lifted;
    if (is_lifted_part(call->func)) {
        c->out = kids1(body_of_exp(c->arg[3].at[0], NULL));
        return true;
    }
    Levels l = { .c = c, .world = c->m->world, .g = g, .all = g->lifted, .ps = c->arg[2],
                 .late = table_new(), .own = table_new(), .wanted = table_new() };
    Core *body = world_resolve_since(l.world, 0, body_of_exp(c->arg[3].at[0], NULL));
    body = slim(core_prune(body_flat(body)), NULL);
    l.result = body->g[0];
    for (int i = 0; i < l.ps.n; i++)
        table_put(l.own, l.ps.at[i]->var, l.ps.at[i]);
    part_body(&l, body);
    want_after(&l);
    want_before(&l);
    check_all_kept(&l);
    if (!call->func->unlifted && !l.call.n)
        give_up(&l, "none of its calls can be done apart");
    if (call->func->unlifted) {
        c->out = kids1(left_alone(c));
        return true;
    }
    Stms out = { 0 };
    Kids first = first_calls(c, &out);
    Core *count = c->arg[1].n ? c->arg[1].at[0]->g[0].at[0] : core_i64(1);
    go_down(&l, &out, count, first);
    Kids lengths = { first.at, g->nsizes };
    Kids r = given(&l, &out, count, lengths, go_up(&l, &out));
    c->out = kids1(stms_body(&out, r.at, r.n));
    return true;
}
