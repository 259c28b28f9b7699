/*
 * ranks.c -- a program as what one of many ranks does.
 *
 * In: fused core after the rules of ranks.rules, in which levels @rank say what each rank does
 * with its part. Out: core without such levels: entry points take and give parts, and call
 * functions that send (core.h: Send). Every array is either spread over the ranks, each of which
 * has a part, or whole on each of them.
 */
#include "ranks.h"
#include "rank.h"

/* ---- statements ----------------------------------------------------------- */

typedef struct { Ranks *r; Subst *to; const Span *span; } Wholes;

static void find_whole(Var *v, void *wholes)
{
    Wholes *w = wholes;
    if (table_has(w->r->spread, v))
        subst_add(w->to, v, whole_array(w->r, v, w->span));
}

/* The expression with arrays whole. */
static Core *with_wholes(Ranks *r, const Core *n)
{
    Wholes w = { r, subst_new(), n->span };
    core_free_vars(n, find_whole, &w);
    return core_subst(core_subst(n, w.to), r->now);
}

/* As many rows as its arrays have, now that these are told. */
static void set_width(Core *n)
{
    int xs = ops[n->op].kind == K_SOAC ? op_group(n->op, 'x') : -1;
    if (xs >= 0 && n->g[xs].n)
        core_set1(n, 0, array_length(n->g[xs].at[0]));
}

static const char **names_of_vars(Var **var, int n)
{
    const char **name = NEWS(const char *, n);
    for (int i = 0; i < n; i++)
        name[i] = var_base(var[i]->name);
    return name;
}

/* A statement of what a rank does, with types of its own. alone: it does all of it, so that
   nothing lies before. */
static void put_local(Ranks *r, const Stm *s, Subst *to, bool alone)
{
    Core *n = core_subst(s->exp, to);
    n = n == s->exp ? core_copy_node(n) : n;
    set_width(n);
    if (n->op == OP_LENGTH)
        n = array_length(n->g[0].at[0]);
    else if (n->op == OP_EXCLUSIVE && alone) {
        for (int k = 0; k < s->nvars; k++)
            subst_add(to, s->var[k], n->g[1].at[k]);
        return;
    } else if (n->op == OP_EXCLUSIVE)
        n = fold_call(r, n->g[0].at[0], n->g[1], n->g[2], s->var, n->span);
    else
        core_typed(n);
    if (is_atom(n)) {
        subst_add(to, s->var[0], n);
        return;
    }
    Var **v = stms_bind(r->out, n, names_of_vars(s->var, s->nvars));
    r->out->at[r->out->n - 1].attr = s->attr;
    r->out->at[r->out->n - 1].nattrs = s->nattrs;
    for (int k = 0; k < s->nvars; k++)
        subst_add(to, s->var[k], core_var(v[k]));
}

/* It takes the result of a reduction over the ranks. Each rank has that, and computes all of it. */
static bool of_totals(const Ranks *r, const Core *n)
{
    int xs = ops[n->op].kind == K_SOAC ? op_group(n->op, 'x') : -1;
    for (int i = 0; xs >= 0 && i < n->g[xs].n; i++)
        if (n->g[xs].at[i]->op == OP_VAR && table_has(r->totals, n->g[xs].at[i]->var))
            return true;
    return false;
}

/* A combinator of as many elements as the data has. */
static bool is_large(const Core *n)
{
    int64_t k;
    return ops[n->op].kind == K_SOAC && !size_const(n->g[0].at[0], &k);
}

static bool outer_varies(const Core *array)
{
    int64_t k;
    return !size_const(type_of(array)->dim[0], &k);
}

static void tell_computed(const Ranks *r, const Span *span)
{
    ranks_tell(r, span, "no rule spreads this over the ranks: each of them computes all of it");
}

static Kids put_local_body(Ranks *r, const Core *body, Subst *to, bool alone)
{
    for (int i = 0; i < body->nstms; i++)
        put_local(r, &body->stm[i], to, alone);
    Kids result = { NEWS(Core *, body->g[0].n), body->g[0].n };
    for (int k = 0; k < result.n; k++)
        result.at[k] = core_subst(body->g[0].at[k], to);
    return result;
}

/* Result k of a level is what the rank has of it, or all ranks' reduction. */
static void put_rank_level(Ranks *r, const Stm *s)
{
    const Core *n = with_wholes(r, s->exp), *level = n->g[0].at[0];
    const Kids *rows = &s->exp->g[0].at[0]->g[1];
    bool alone = !is_shared(r, s->exp) || table_has(r->alone, s->var[0]);
    if (alone && outer_varies(table_get(r->rows, rows->at[0]->var)))
        tell_computed(r, n->span);
    Subst *to = subst_new();
    for (int i = 0; i < level->nbinds; i++) {
        Core *array = table_get(r->rows, rows->at[i]->var);
        subst_add(to, level->bind[i], alone ? whole_atom(r, array, n->span) : own_part(r, array));
    }
    Kids result = put_local_body(r, n->g[ops[n->op].ngroups - 1].at[0], to, alone);
    Kids folded = { result.at, n->op == OP_SEGRED ? n->g[op_group(OP_SEGRED, 'n')].n : 0 };
    for (int k = 0; k < folded.n; k++)
        table_put(r->totals, s->var[k], s->var[k]);
    for (int k = folded.n; k < result.n; k++)
        table_put(r->part, s->var[k], result.at[k]);
    if (folded.n && !alone) {
        const Core *op = n->g[op_group(OP_SEGRED, 'o')].at[0];
        Core *call = fold_call(r, op, (Kids){0}, folded, s->var, n->span);
        Stm own = { .var = s->var, .nvars = folded.n, .exp = call };
        vec_push(r->out, own);
        return;
    }
    for (int k = 0; k < folded.n; k++)
        subst_add(r->now, s->var[k], folded.at[k]);
}

static void put_stms(Ranks *r, const Core *body);

/* A body whose result k is a part, or whole, as var[k] is. */
static Core *rank_body(Ranks *r, const Core *body, Var **var)
{
    Stms own = {0}, *before = r->out;
    int nwhole = r->whole.n, nown = r->own.n;
    r->out = &own;
    put_stms(r, body);
    Core **result = NEWS(Core *, body->g[0].n);
    for (int k = 0; k < body->g[0].n; k++) {
        Core *a = body->g[0].at[k];
        result[k] = var && table_has(r->spread, var[k]) ? own_part(r, a)
                                                        : whole_atom(r, a, body->span);
    }
    r->out = before;
    r->whole.n = nwhole;
    r->own.n = nown;
    return stms_body(&own, result, body->g[0].n);
}

/* The loop's variables, of which some are parts. */
static void bind_loop(Ranks *r, Core *n)
{
    n->bind = COPIES(Var *, n->bind, n->nbinds);
    for (int k = 0; k < n->nbinds; k++) {
        Var *v = n->bind[k], *size = table_get(r->spread, v);
        if (!size)
            continue;
        n->bind[k] = var_new(v->name, part_type(r, v->type, size), v->span);
        table_put(r->part, v, core_var(n->bind[k]));
    }
}

static void put_control(Ranks *r, const Stm *s)
{
    Core *n = core_copy_node(s->exp);
    const Core *old = s->exp;
    bool loop = is_loop(n);
    if (loop)
        bind_loop(r, n);
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        Core **kid = NEWS(Core *, n->g[g].n);
        for (int i = 0; i < n->g[g].n; i++) {
            Core *k = old->g[g].at[i];
            bool parts = loop && !g && table_has(r->spread, old->bind[i]);
            if (k->op != OP_BODY) {
                kid[i] = parts ? own_part(r, k) : whole_atom(r, k, old->span);
                continue;
            }
            r->loops += loop;
            kid[i] = rank_body(r, k, k->g[0].n == s->nvars
                                         && (old->op != OP_WHILE || g == 2) ? s->var : NULL);
            r->loops -= loop;
        }
        core_set(n, g, kid, n->g[g].n);
    }
    core_typed(n);
    Stm own = *s;
    own.exp = n;
    own.var = COPIES(Var *, s->var, s->nvars);
    for (int k = 0; k < s->nvars; k++)
        if (table_has(r->spread, s->var[k])) {
            own.var[k] = var_new(s->var[k]->name, n->type[k], s->var[k]->span);
            table_put(r->part, s->var[k], core_var(own.var[k]));
        }
    vec_push(r->out, own);
}

static void put_whole(Ranks *r, const Stm *s)
{
    Core *n = with_wholes(r, s->exp);
    bool totals = of_totals(r, s->exp);
    if (!totals && core_some(n, is_large))
        tell_computed(r, n->span);
    for (int k = 0; totals && k < s->nvars; k++)
        table_put(r->totals, s->var[k], s->var[k]);
    Stm own = *s;
    own.exp = n;
    vec_push(r->out, own);
}

/* All rows of what the ranks have: the part of each, or what each has computed alone. */
static void put_join(Ranks *r, const Stm *s)
{
    Core *own = table_get(r->part, s->exp->g[1].at[0]->var);
    Var *size = table_get(r->spread, s->var[0]);
    if (size)
        table_put(r->part, s->var[0], own);
    if (size && table_has(r->length, size))
        table_put(r->length, size, array_length(own));
    if (!size)
        subst_add(r->now, s->var[0], own);
}

static void put_stms(Ranks *r, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        const Core *n = s->exp;
        if (at_rank(n))
            put_rank_level(r, s);
        else if (n->op == OP_JOIN && n->g[1].at[0]->op == OP_VAR
                 && table_has(r->rows, n->g[1].at[0]->var))
            put_join(r, s);
        else if (is_loop(n) || n->op == OP_IF)
            put_control(r, s);
        else if (!is_split(n))
            put_whole(r, s);
    }
}

/* ---- entry points --------------------------------------------------------- */

static void add_sizes(Ranks *r)
{
    Func *f = r->func;
    Ranked *k = r->ranked;
    f->size = GROWN(Var *, f->size, f->nsizes, k->part.n + 2);
    for (int i = 0; i < k->part.n; i++)
        f->size[f->nsizes++] = k->part.at[i];
    if (core_uses(f->body, k->rank)) {
        f->size[f->nsizes++] = k->rank;
        f->size[f->nsizes++] = k->ranks;
    }
}

static void take_parts(Ranks *r)
{
    Func *f = r->func;
    r->ranked->param = NEWS(int, f->nparams + 1);
    f->param = COPIES(Var *, f->param, f->nparams);
    for (int i = 0; i < f->nparams; i++) {
        Var *v = f->param[i], *size = table_get(r->spread, v);
        r->ranked->param[i] = size ? shared_size(r, size) : WHOLE;
        if (!size)
            continue;
        f->param[i] = var_named(v->name, part_type(r, v->type, size), v->span);
        f->param[i]->exact = v->exact;
        table_put(r->part, v, core_var(f->param[i]));
    }
}

static void give_parts(Ranks *r, Var **result)
{
    Func *f = r->func;
    r->ranked->result = NEWS(int, f->nresults + 1);
    f->result = COPIES(const Type *, f->result, f->nresults);
    for (int k = 0; k < f->nresults; k++) {
        Var *size = table_get(r->spread, result[k]);
        bool found = size && table_has(r->length, size);
        r->ranked->result[k] = found ? PART_OF_OWN_SIZE : size ? shared_size(r, size) : WHOLE;
        if (size)
            f->result[k] = found ? type_array(type_row(f->result[k]), NULL)
                                 : part_type(r, f->result[k], size);
    }
}

static void rank_entry(Program *p, Func *f, bool strict)
{
    Ranked *ranked = MAKE(Ranked, .rank = size_new("this_rank"),
                            .ranks = size_new("rank_count"));
    Ranks r = { .program = p, .func = f, .ranked = ranked, .strict = strict,
                .rows = table_new(), .alone = table_new(), .spread = table_new(),
                .part = table_new(), .totals = table_new(), .length = table_new(),
                .level = table_new(),
                .uses = table_new(), .now = subst_new() };
    while (note_spread(&r, f->body))
        continue;
    spread_params(&r);
    take_parts(&r);
    Var **result = NEWS(Var *, f->nresults + 1);
    for (int k = 0; k < f->nresults; k++)
        result[k] = f->body->g[0].at[k]->op == OP_VAR ? f->body->g[0].at[k]->var : ranked->rank;
    give_parts(&r, result);
    f->body = rank_body(&r, f->body, result);
    add_sizes(&r);
    f->ranked = ranked;
}

void spread_over_ranks(Program *p, bool strict)
{
    for (int i = 0; i < p->nfuncs; i++)
        if (p->func[i]->entry && !p->func[i]->ranked) {
            rank_entry(p, p->func[i], strict);
            i = -1;
        }
}
