/*
 * when_places.c -- what a chain places goes everywhere, or so far, each place once.
 *
 * Elements are of some kinds, and each goes to its rank among those of its kind, behind all
 * that are of kinds before. Ranks are sums of prefixes of flags; that of the flag which is 1 for
 * one kind and 0 for the others. Which kind it is depends on a few values of the element: all
 * that these can be are tried.
 */
#include "rewrite.h"

#include <string.h>

enum { MOST = 4, MOST_CASES = 64 };    /* flags that are counted, kinds; values that are tried */

/* c + i * position + n * width + .. prefixes .. totals */
typedef struct {
    int64_t c, i, n, t[MOST], all[MOST];
} Form;

/* A value that the element may have, out of least .. most. */
typedef struct {
    const Var *var;
    int64_t least, most, now;
} Root;

typedef struct {
    const Call *call;
    Table *def;                /* Var of the body, its branches too, to what defines it */
    Table *same;               /* Var to an earlier one that is defined alike */
    VEC(Var *) known;
    const Core *n;
    Var *i;
    const Stm *prefix;
    Var **all;                 /* what the prefixes come to */
    Root root[MOST];
    int nroots;
} Places;

/* One of the cases: what the flags are, and where such an element goes. */
typedef struct {
    int64_t flag[MOST];
    Form place;
} Case;

/* The first atom that is the same. */
static Core *first_of(Core *e, void *places)
{
    const Places *p = places;
    Core *same = e->op == OP_VAR ? table_get(p->same, e->var) : NULL;
    return same ? same : e;
}

static const Core *local(const Places *p, const Core *e)
{
    return e->op == OP_VAR ? table_get(p->def, e->var) : NULL;
}

static void note_def(Places *p, Var *v, const Core *exp)
{
    bool plain = ops[exp->op].kind == K_SCALAR || exp->op == OP_INDEX;
    Core *e = plain ? core_map(exp, first_of, p) : (Core *)exp;
    for (int i = 0; i < p->known.n && plain; i++)
        if (core_equal(e, table_get(p->def, p->known.at[i]))) {
            table_put(p->same, v, core_var(p->known.at[i]));
            return;
        }
    table_put(p->def, v, e);
    vec_push(&p->known, v);
}

/* One of the results of a choice, as a choice of its own. */
static Core *result_of_choice(const Core *choice, int result)
{
    Core *e = core_node(OP_IF, NULL);
    core_set1(e, 0, choice->g[0].at[0]);
    for (int g = 1; g <= 2; g++)
        core_set1(e, g, choice->g[g].at[0]->g[0].at[result]);
    e->ntypes = 1;
    e->type = choice->type + result;
    return e;
}

static void note_defs(Places *p, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        if (s->exp->op == OP_PREFIX)
            p->prefix = s;
        else if (s->nvars == 1)
            note_def(p, s->var[0], s->exp);
        for (int r = 0; s->exp->op == OP_IF && s->nvars > 1 && r < s->nvars; r++)
            note_def(p, s->var[r], result_of_choice(s->exp, r));
        for (int g = 1; s->exp->op == OP_IF && g <= 2; g++)
            note_defs(p, s->exp->g[g].at[0]);
    }
}

/* The branch of a choice, or an operand, as an atom. */
static const Core *kid(Places *p, const Core *def, int g)
{
    Core *e = def->g[g].at[0];
    return first_of(e->op == OP_BODY ? e->g[0].at[0] : e, p);
}

static bool is_operator(const Core *e)
{
    return e->op == OP_CONV || (ops[e->op].kind == K_SCALAR && ops[e->op].ngroups <= 2);
}

static Root *root_of(Places *p, const Core *e)
{
    for (int i = 0; i < p->nroots; i++)
        if (is_var(e, p->root[i].var))
            return &p->root[i];
    return NULL;
}

static bool root_add(Places *p, const Var *v, int64_t most)
{
    if (p->nroots == MOST || most >= MOST)
        return false;
    p->root[p->nroots++] = (Root){ v, 0, most, 0 };
    return true;
}

/* The most that it can be, which is not negative; or -1. */
static int64_t most_of(Places *p, const Core *e)
{
    const Core *def = local(p, e), *by = def && ops[def->op].ngroups == 2 ? def->g[1].at[0] : NULL;
    if (def && def->op == OP_CONV && prim_is_int(type_of(e)->prim))
        return type_of(def->g[0].at[0])->prim == BOOL ? 1 : most_of(p, kid(p, def, 0));
    bool cut = by && by->op == OP_CONST && (def->op == OP_AND || def->op == OP_MOD);
    return cut && by->value.i > 0 ? by->value.i - (def->op == OP_MOD) : -1;
}

static bool find_roots(Places *p, const Core *e);

static bool find_in_def(Places *p, const Core *def)
{
    bool yes = is_operator(def) || (def->op == OP_IF && def->ntypes == 1);
    for (int g = 0; g < ops[def->op].ngroups && yes; g++)
        yes = find_roots(p, kid(p, def, g));
    return yes;
}

/* What determines it, as roots: what it is computed from, or itself. */
static bool find_roots(Places *p, const Core *e)
{
    int before = p->nroots;
    const Core *def = local(p, e);
    if (e->op == OP_CONST || root_of(p, e) || (def && find_in_def(p, def)))
        return true;
    p->nroots = before;
    int64_t most = e->op != OP_VAR ? -1 : type_of(e)->prim == BOOL ? 1 : most_of(p, e);
    return most >= 0 && root_add(p, e->var, most);
}

/* ---- one case -------------------------------------------------------------------- */

/* Its value, if it follows from the roots. */
static bool value_of(Places *p, const Core *e, Scalar *v)
{
    const char *error;
    Scalar arg[2];
    const Root *r = root_of(p, e);
    const Core *def = local(p, e);
    if (e->op == OP_CONST || r) {
        *v = r ? scalar_int(type_of(e)->prim, r->now) : e->value;
        return true;
    }
    if (!def)
        return false;
    if (def->op == OP_IF)
        return value_of(p, kid(p, def, 0), v) && value_of(p, kid(p, def, v->i ? 1 : 2), v);
    if (!is_operator(def))
        return false;
    for (int g = 0; g < ops[def->op].ngroups; g++)
        if (!value_of(p, kid(p, def, g), &arg[g]))
            return false;
    return scalar_op(def->op, arg, ops[def->op].ngroups, type_of(def)->prim, v, &error);
}

static Form sum(Form a, Form b, int64_t times)
{
    a.c += times * b.c, a.i += times * b.i, a.n += times * b.n;
    for (int k = 0; k < MOST; k++)
        a.t[k] += times * b.t[k], a.all[k] += times * b.all[k];
    return a;
}

static bool form_of(Places *p, const Core *e, Form *f);

static bool form_of_def(Places *p, const Core *def, Form *f)
{
    Scalar v;
    Form a, b;
    if (def->op == OP_IF && value_of(p, kid(p, def, 0), &v))
        return form_of(p, kid(p, def, v.i ? 1 : 2), f);
    if ((def->op != OP_ADD && def->op != OP_SUB) || !form_of(p, kid(p, def, 0), &a)
        || !form_of(p, kid(p, def, 1), &b))
        return false;
    *f = sum(a, b, def->op == OP_ADD ? 1 : -1);
    return true;
}

/* An i64 in the body, or around it. */
static bool form_of(Places *p, const Core *e, Form *f)
{
    Scalar v;
    *f = (Form){ 0 };
    for (int k = 0; k < p->prefix->nvars; k++) {
        f->t[k] = is_var(e, p->prefix->var[k]);
        f->all[k] = is_var(e, p->all[k]);
        if (f->t[k] || f->all[k])
            return true;
    }
    f->i = is_var(e, p->i);
    f->n = !f->i && core_equal(e, p->n);
    if (f->i || f->n)
        return true;
    if (value_of(p, e, &v)) {
        f->c = v.i;
        return true;
    }
    const Core *def = local(p, e);
    def = def ? def : world_def(p->call->m->world, e);
    if (def && def->op == OP_ASSERT && def->g[1].n == 1)
        return form_of(p, def->g[1].at[0], f);
    return def && form_of_def(p, def, f);
}

/* ---- all cases ------------------------------------------------------------------- */

static bool next_case(Places *p)
{
    for (int r = 0; r < p->nroots; r++) {
        if (p->root[r].now++ < p->root[r].most)
            return true;
        p->root[r].now = 0;
    }
    return false;
}

static bool same_form(Form a, Form b)
{
    return !memcmp(&a, &b, sizeof a);
}

/* Elements of the kind go nowhere: places below 0 are none. */
static bool left_out(const Case *c)
{
    Form constant = { .c = c->place.c };
    return constant.c < 0 && same_form(c->place, constant);
}

/* The flag of those that go to such a place. */
static int64_t flag_in(const Form *place, const Case *c)
{
    int64_t flag = place->i;
    for (int k = 0; k < MOST; k++)
        flag += place->t[k] * c->flag[k];
    return flag;
}

static bool counts_kinds(const Case *c, int n)
{
    bool counts = false;
    for (int a = 0; a < n; a++)
        for (int k = 0; k < MOST; k++)
            counts |= c[a].place.t[k] != 0;  /* so it is placed by prefixes: as many as they are */
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n && !left_out(&c[a]); b++)
            if (flag_in(&c[a].place, &c[b]) != same_form(c[a].place, c[b].place))
                return false;
    return counts;
}

/* Where the kind of that place begins: what is not its rank. */
static Form start_of(Form place)
{
    Form start = { .c = place.c - place.i + 1, .n = place.n };
    for (int k = 0; k < MOST; k++)
        start.all[k] = place.all[k];
    return start;
}

/* Kinds lie one behind the other, each begins where one ends; and the last one ends at the
   size, or all elements are of a kind. */
static bool fills(const Case *c, int n, const Form *size)
{
    Form end = { 0 };
    bool done[MOST_CASES], all = true;
    int left = n;
    for (int a = 0; a < n; a++) {
        done[a] = left_out(&c[a]);
        left -= done[a];
        all &= !done[a];
    }
    while (left > 0) {
        const Form *kind = NULL;
        for (int a = 0; a < n; a++) {
            if (done[a] || !same_form(start_of(c[a].place), end))
                continue;
            if (kind && !same_form(*kind, c[a].place))
                return false;
            kind = &c[a].place;
            done[a] = true;
            left--;
        }
        if (!kind)
            return false;
        end.n += kind->i;
        for (int k = 0; k < MOST; k++)
            end.all[k] += kind->t[k];
    }
    return same_form(end, *size) || (all && same_form(*size, (Form){ .n = 1 }));
}

/* It counts: the sums of i64 from 0 on. */
static bool adds(const Stm *prefix)
{
    const Core *op = prefix->exp->g[0].at[0], *body = op->g[0].at[0];
    int n = prefix->nvars;
    bool yes = n <= MOST && op->nbinds == 2 * n && body->nstms == n;
    for (int i = 0; i < n && yes; i++) {
        const Core *ne = prefix->exp->g[1].at[i], *s = body->stm[i].exp;
        yes = ne->op == OP_CONST && ne->value.prim == I64 && ne->value.i == 0 && s->op == OP_ADD
            && is_var(body->g[0].at[i], body->stm[i].var[0])
            && is_var(s->g[0].at[0], op->bind[i]) && is_var(s->g[1].at[0], op->bind[n + i]);
    }
    return yes;
}

/* What decides between places. */
static bool find_choices(Places *p, const Core *e)
{
    const Core *def = local(p, e);
    if (!def || (def->op != OP_IF && def->op != OP_ADD && def->op != OP_SUB))
        return true;
    if (def->op != OP_IF)
        return find_choices(p, kid(p, def, 0)) && find_choices(p, kid(p, def, 1));
    return find_roots(p, kid(p, def, 0)) && find_choices(p, kid(p, def, 1))
        && find_choices(p, kid(p, def, 2));
}

static bool find_all_roots(Places *p, const Core *place)
{
    for (int i = 0; i < p->prefix->nvars; i++)
        if (!find_roots(p, first_of(p->prefix->exp->g[2].at[i], p)))
            return false;
    return find_choices(p, place);
}

static bool add_case(Places *p, const Core *place, Case *c)
{
    *c = (Case){ 0 };
    for (int k = 0; k < p->prefix->nvars; k++) {
        Scalar flag;
        if (!value_of(p, first_of(p->prefix->exp->g[2].at[k], p), &flag))
            return false;
        c->flag[k] = flag.i;
    }
    return form_of(p, place, &c->place);
}

/* The chain that gives an array of the mapping; null: none. */
static const Stm *chain_of(const Call *c, Kids arrays)
{
    for (int k = 0; k < arrays.n; k++) {
        const Node *home = graph_home_of(c->m->graph, arrays.at[k]);
        const Core *e = home ? home->stm.exp : NULL;
        if (e && e->op == OP_SEGMAP && e->g[0].n == 1 && e->g[0].at[0]->at == AT_CHAIN)
            return &home->stm;
    }
    return NULL;
}

/* The bindings of both, as of one body: what the lambda takes of the chain is what that gives. */
static bool join_bodies(Places *p, const Stm *chain, const Core *f)
{
    const Core *level = chain->exp->g[0].at[0], *body = chain->exp->g[1].at[0];
    const Core *lam = f->g[0].at[0];
    p->n = level->g[0].at[0];
    p->i = level->index;
    p->all = chain->var + body->g[0].n;
    if (!p->i || level->nbinds)
        return false;
    note_defs(p, body);
    if (lam->index)
        table_put(p->same, lam->index, core_var(p->i));
    for (int k = 0; k < lam->nbinds; k++) {
        Core *array = f->g[1].at[k];
        for (int r = 0; r < body->g[0].n; r++)
            if (is_var(array, chain->var[r]))
                table_put(p->same, lam->bind[k], first_of(body->g[0].at[r], p));
        if (!table_has(p->same, lam->bind[k]) && type_of(array)->rank == 1)
            note_def(p, lam->bind[k], core_at(array, (Core *[]){ core_var(p->i) }, 1));
    }
    note_defs(p, lam->g[0].at[0]);
    return p->prefix && chain->nvars == body->g[0].n + p->prefix->nvars && adds(p->prefix);
}

/* What a level binds of an array that the other one takes, too, is the same. */
static void join_levels(Places *p, const Core *to, const Core *from)
{
    for (int i = 0; i < from->nbinds; i++)
        for (int j = 0; j < to->nbinds; j++)
            if (core_equal(first_of(from->g[1].at[i], p), to->g[1].at[j]))
                table_put(p->same, from->bind[i], core_var(to->bind[j]));
    if (from->index && to->index)
        table_put(p->same, from->index, core_var(to->index));
}

/* What a level binds of the array; null: it does not take it. */
static Var *bound_of(const Core *level, const Var *array)
{
    Var *v = NULL;
    for (int i = 0; i < level->nbinds && array; i++)
        v = is_var(level->g[1].at[i], array) ? level->bind[i] : v;
    return v;
}

/* The bindings of a scan of rows, and of what its counts place in each row, as of one body. */
static bool join_rows(Places *p, const Core *scan, const Core *put, Var *counts)
{
    Kids to = scan->g[0], from = put->g[0];
    if (to.n != 2 || from.n != 2 || scan->ntypes != 1)
        return false;
    Core *prefix = core_node(OP_PREFIX, NULL);
    Var *sum = bound_of(from.at[1], bound_of(from.at[0], counts));
    Stm *sums = MAKE(Stm, .var = COPY(Var *, sum), .nvars = 1, .exp = prefix);
    for (int d = 0; d < 2; d++)
        join_levels(p, to.at[d], from.at[d]);
    p->n = first_of(from.at[1]->g[0].at[0], p);
    p->i = to.at[1]->index ? to.at[1]->index : from.at[1]->index;
    p->all = COPY(Var *, counts);
    note_defs(p, scan->g[3].at[0]);
    note_defs(p, put->g[2].at[0]);
    p->prefix = sums;
    prefix->g[0] = scan->g[1];
    prefix->g[1] = scan->g[2];
    prefix->g[2] = scan->g[3].at[0]->g[0];
    return sums->var[0] && adds(sums);
}

static bool all_cases(Call *c, Places *p, const Core *place, const Form *size)
{
    Case of[MOST_CASES];
    int n = 0;
    if (!find_all_roots(p, place))
        return no(c, "the places are no ranks of kinds");
    for (bool more = true; more && n < MOST_CASES; more = next_case(p))
        if (!add_case(p, place, &of[n++]))
            return no(c, "a place is no sum of ranks");
    return (n < MOST_CASES && counts_kinds(of, n) && fills(of, n, size))
        || no(c, "some place may be left out");
}

/* everywhere ds.. F: the places that F gives are those of ds.., each once. */
bool ask_everywhere(Call *c)
{
    const Core *f = c->arg[1].at[0];
    const Stm *chain = chain_of(c, f->g[1]);
    Places p = { .call = c, .def = table_new(), .same = table_new() };
    Form size = { 0 }, of;
    bool yes = chain && join_bodies(&p, chain, f);
    for (int i = 0; i < c->arg[0].n && yes; i++) {
        const Core *dim = type_of(c->arg[0].at[i])->dim[0];
        yes = dim && form_of(&p, dim, &of) && (!i || same_form(size, of));
        size = of;
    }
    yes = yes ? all_cases(c, &p, first_of(f->g[0].at[0]->g[0].at[0]->g[0].at[0], &p), &size)
              : no(c, "no counts place elements in an array of this size");
    table_free(p.def);
    table_free(p.same);
    return yes;
}

/* What a level takes of maps of as many rows is what they compute. */
static void join_maps(Places *p, const Core *level)
{
    for (int i = 0; i < level->nbinds; i++) {
        const Core *array = level->g[1].at[i];
        const Node *home = graph_home_of(p->call->m->graph, array);
        const Core *map = home ? home->stm.exp : NULL;
        if (!map || map->op != OP_SEGMAP || map->g[0].n != 1 || table_has(p->same, level->bind[i]))
            continue;
        join_levels(p, level, map->g[0].at[0]);
        note_defs(p, map->g[1].at[0]);
        for (int r = 0; r < home->stm.nvars; r++)
            if (is_var(array, home->stm.var[r]))
                table_put(p->same, level->bind[i], first_of(map->g[1].at[0]->g[0].at[r], p));
    }
}

/* An operator on the number of elements of the row, and k. */
static bool is_of_width(Places *p, const Core *e, Op op, int64_t k, const Core *width)
{
    const Core *def = local(p, e), *by = def && def->op == op ? def->g[1].at[0] : NULL;
    return by && by->op == OP_CONST && by->value.i == k
        && core_equal(kid(p, def, 0), first_of((Core *)width, p));
}

/* The last of the row's counts, or 0 where it has none. */
static bool is_last(Places *p, const Core *e, const Var *row)
{
    const Core *choice = local(p, e), *width = row ? row->type->dim[0] : NULL;
    if (!choice || choice->op != OP_IF || !width)
        return false;
    const Core *none = kid(p, choice, 1), *last = local(p, kid(p, choice, 2));
    return none->op == OP_CONST && none->value.i == 0 && last && last->op == OP_INDEX
        && is_var(last->g[0].at[0], row) && last->g[1].n == 1
        && is_of_width(p, kid(p, choice, 0), OP_EQ, 0, width)
        && is_of_width(p, first_of(last->g[1].at[0], p), OP_SUB, 1, width);
}

/* The binding of the only variable; null: it is none of those at hand. */
static const Stm *home_of(const Call *c, Kids k)
{
    const Node *home = k.n == 1 ? graph_home_of(c->m->graph, k.at[0]) : NULL;
    return home ? &home->stm : NULL;
}

/* last-counts ks cs: each of ks is the last of a row of cs, or 0 where it has none. */
bool ask_last_counts(Call *c)
{
    const Stm *home = home_of(c, c->arg[0]), *of = home_of(c, c->arg[1]);
    const Core *map = home ? home->exp : NULL;
    Places p = { .call = c, .def = table_new(), .same = table_new() };
    bool yes = false;
    if (of && map && map->op == OP_SEGMAP && map->g[0].n == 1) {
        const Core *level = map->g[0].at[0], *body = map->g[1].at[0];
        join_maps(&p, level);
        note_defs(&p, body);
        for (int r = 0; r < home->nvars && !yes; r++)
            yes = is_var(c->arg[0].at[0], home->var[r])
                && is_last(&p, first_of(body->g[0].at[r], &p), bound_of(level, of->var[0]));
    }
    table_free(p.def);
    table_free(p.same);
    return yes || no(c, "they are no last elements of rows");
}

/* ranks f cs: in each row f is put in order those elements that cs counts, and no other. */
bool ask_ranks(Call *c)
{
    const Stm *put = home_of(c, c->arg[0]), *scan = home_of(c, c->arg[1]);
    Places p = { .call = c, .def = table_new(), .same = table_new() };
    Form size = { .all = { 1 } };
    bool yes = scan && scan->exp->op == OP_SEGSCAN && put && put->exp->op == OP_SEGPUT
        && join_rows(&p, scan->exp, put->exp, scan->var[0]);
    yes = yes ? all_cases(c, &p, first_of(put->exp->g[2].at[0]->g[0].at[0], &p), &size)
              : no(c, "they are no counts of the rows");
    table_free(p.def);
    table_free(p.same);
    return yes;
}
