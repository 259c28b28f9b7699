/*
 * ranks.c -- a program as what one of many ranks does.
 *
 * In: fused core after the rules of ranks.rules, in which levels @rank say what each rank does
 * with its part. Out: core without such levels: entry points take and give parts, and call
 * functions that send (core.h: Send). Every array is either spread over the ranks, each of which
 * has a part, or whole on each of them.
 */
#include "ranks.h"

#include <string.h>

/* An array in the other form, made in the body that is being written. */
typedef struct { const Var *var; Core *atom; } Made;
typedef VEC(Made) MadeList;

typedef struct {
    Program *program;
    Func *func;
    Ranked *ranked;
    bool strict;
    Table *rows;               /* Var of `split (ranks n) x` -> x */
    Table *alone;              /* Vars that levels give which each rank does as a whole */
    Table *spread;             /* Var of a spread array -> Var of its size */
    Table *part;               /* such a Var -> what the rank has of it */
    Table *uses;               /* Var -> how it is used, see note_use */
    Subst *now;                /* Vars that are not spread -> what stands for them now */
    MadeList whole, own;       /* in scope */
    Stms *out;
    int loops;
} Ranks;

/* ---- which arrays are spread --------------------------------------------- */

static bool is_split(const Core *n)
{
    return n->op == OP_SPLIT && n->g[0].at[0]->op == OP_RANKS;
}

static bool at_rank(const Core *n)
{
    return ops[n->op].kind == K_SEG && n->g[0].at[0]->at == AT_RANK;
}

static Var *spread_of(const Ranks *r, const Core *atom)
{
    return atom->op == OP_VAR ? table_get(r->spread, atom->var) : NULL;
}

/* The size of the outer dimension, if it is one of the entry point. */
static Var *outer_size(const Ranks *r, const Type *t)
{
    const Core *n = t->rank ? t->dim[0] : NULL;
    for (int i = 0; n && n->op == OP_VAR && i < r->func->nsizes; i++)
        if (n->var == r->func->size[i])
            return n->var;
    return NULL;
}

static bool spread_out(Ranks *r, Var *v, bool yes)
{
    Var *size = yes ? outer_size(r, v->type) : NULL;
    if (!size || table_has(r->spread, v))
        return false;
    table_put(r->spread, v, size);
    return true;
}

/* Result k of the branches or of the loop's body is. */
static bool result_spread(const Ranks *r, const Core *n, int k)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            const Core *b = n->g[g].at[i];
            if (b->op == OP_BODY && b->g[0].n == n->ntypes && spread_of(r, b->g[0].at[k]))
                return true;
        }
    return false;
}

static bool fails_on_host(const Core *n, void *nothing)
{
    return op_fails(nothing, n) || (n->op == OP_CALL && core_any(n->func->body, fails_on_host,
                                                                 nothing));
}

static bool of_func(const Var *v, const void *none)
{
    (void)v, (void)none;
    return false;
}

static bool cannot_send(const Core *n, void *none)
{
    static const Ranges *nothing;
    nothing = nothing ? nothing : ranges_new();
    int op = at_rank(n) || n->op == OP_EXCLUSIVE ? op_group(n->op, 'o') : -1;
    (void)none;
    return op >= 0 && (!all_vars(n->g[op].at[0], of_func, NULL)
                       || core_any(n->g[op].at[0], fails_on_host, (void *)nothing));
}

/* The host can combine what the ranks have: the operator needs nothing else, and cannot fail. */
static bool can_send(const Core *seg)
{
    return !core_any(seg, cannot_send, NULL);
}

/* What rank levels give is spread, and what loops carry and branches choose of it. True: some
   has become so. */
static bool note_spread(Ranks *r, const Core *body)
{
    bool changed = false;
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        const Core *n = s->exp;
        if (is_split(n))
            table_put(r->rows, s->var[0], n->g[1].at[0]);
        if (at_rank(n))
            for (int k = 0; k < s->nvars; k++) {
                table_put(r->rows, s->var[k], s->var[k]);
                if (!can_send(n))
                    table_put(r->alone, s->var[k], s->var[k]);
            }
        if (n->op == OP_JOIN && n->g[1].at[0]->op == OP_VAR
            && table_has(r->rows, n->g[1].at[0]->var)
            && !table_has(r->alone, n->g[1].at[0]->var))
            changed |= spread_out(r, s->var[0], true);
        if (!is_loop(n) && n->op != OP_IF)
            continue;
        for (int g = 0; g < ops[n->op].ngroups; g++)
            for (int b = 0; b < n->g[g].n; b++)
                if (n->g[g].at[b]->op == OP_BODY)
                    changed |= note_spread(r, n->g[g].at[b]);
        for (int k = 0; k < s->nvars; k++) {
            bool yes = result_spread(r, n, k);
            changed |= spread_out(r, s->var[k], yes);
            if (is_loop(n))
                changed |= spread_out(r, n->bind[k], yes);
        }
    }
    return changed;
}

/* ---- which parameters are ------------------------------------------------- */

enum { IN_PARTS = 1, AS_A_WHOLE = 2 };

static void note_use(Ranks *r, Var *v, int how)
{
    table_put(r->uses, v, (void *)((intptr_t)table_get(r->uses, v) | how));
}

static void note_atom(Ranks *r, const Core *atom, int how)
{
    if (atom->op == OP_VAR)
        note_use(r, atom->var, how);
}

static void note_whole(Var *v, void *ranks)
{
    note_use(ranks, v, AS_A_WHOLE);
}

static void note_uses(Ranks *r, const Core *body);

/* Of a loop or a branch: it has what it carries as its variables do. */
static void note_control(Ranks *r, const Stm *s)
{
    const Core *n = s->exp;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            const Core *kid = n->g[g].at[i];
            bool results = kid->op == OP_BODY && kid->g[0].n == n->ntypes;
            if (kid->op == OP_BODY)
                note_uses(r, kid);
            for (int k = 0; results && k < s->nvars; k++)
                note_atom(r, kid->g[0].at[k],
                          table_has(r->spread, s->var[k]) ? IN_PARTS : AS_A_WHOLE);
            if (kid->op != OP_BODY)
                note_atom(r, kid, is_loop(n) && !g && table_has(r->spread, n->bind[i])
                                      ? IN_PARTS : AS_A_WHOLE);
        }
}

static void note_uses(Ranks *r, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Core *n = body->stm[i].exp;
        if (is_split(n))
            note_atom(r, n->g[1].at[0], IN_PARTS);
        else if (is_loop(n) || n->op == OP_IF)
            note_control(r, &body->stm[i]);
        else
            core_free_vars(n, note_whole, r);
    }
}

/* A parameter that is split and never read as a whole. */
static void spread_params(Ranks *r)
{
    const Func *f = r->func;
    note_uses(r, f->body);
    for (int k = 0; k < f->nresults; k++)
        note_atom(r, f->body->g[0].at[k],
                  spread_of(r, f->body->g[0].at[k]) ? IN_PARTS : AS_A_WHOLE);
    for (int i = 0; i < f->nparams; i++)
        spread_out(r, f->param[i], (intptr_t)table_get(r->uses, f->param[i]) == IN_PARTS);
}

/* ---- parts ---------------------------------------------------------------- */

static Var *size_new(const char *name)
{
    return var_new(name, type_prim(I64), NULL);
}

/* The number of the size among those that are shared out. */
static int shared_size(Ranks *r, Var *size)
{
    Ranked *k = r->ranked;
    for (int i = 0; i < k->size.n; i++)
        if (k->size.at[i] == size)
            return i;
    vec_push(&k->size, size);
    vec_push(&k->part, size_new(format("%s_part", size->name)));
    return k->size.n - 1;
}

static Core *part_of_size(Ranks *r, Var *size)
{
    int i = shared_size(r, size);
    return core_var(r->ranked->part.at[i]);
}

static const Type *part_type(Ranks *r, const Type *t, Var *size)
{
    return type_array(type_row(t), part_of_size(r, size));
}

static Core *bind_atom(Ranks *r, Core *exp, const char *name)
{
    return stms_bind1(r->out, core_typed(exp), name);
}

static Core *unchecked(Op op, Core *a, Core *b)
{
    Core *n = core_prim2(op, a, b);
    n->unchecked = true;
    return n;
}

/* n * rank / ranks: where the rank's part of n elements begins. */
static Core *first_of_size(Ranks *r, Var *size)
{
    Core *times = bind_atom(r, core_prim2(OP_MUL, core_var(size), core_var(r->ranked->rank)),
                            "times");
    return bind_atom(r, unchecked(OP_QUOT, times, core_var(r->ranked->ranks)), "first");
}

static Core *made(const MadeList *l, const Var *v)
{
    for (int i = 0; i < l->n; i++)
        if (l->at[i].var == v)
            return l->at[i].atom;
    return NULL;
}

static Core *put_made(MadeList *l, const Var *v, Core *atom)
{
    vec_push(l, ((Made){ v, atom }));
    return atom;
}

/* What the rank has of an array. */
static Core *own_part(Ranks *r, const Core *atom)
{
    if (spread_of(r, atom))
        return table_get(r->part, atom->var);
    Core *known = made(&r->own, atom->var);
    if (known)
        return known;
    Var *size = outer_size(r, type_of(atom));
    Core *from = first_of_size(r, size);
    Core *n = CORE(OP_INDEX, NULL, one(core_subst(atom, r->now)),
                   one(core_span(from, part_of_size(r, size))));
    n->unchecked = true;
    return put_made(&r->own, atom->var, bind_atom(r, n, format("%s_part", atom->var->name)));
}

/* ---- what ranks send each other -------------------------------------------- */

static void add_func(Ranks *r, Func *f)
{
    Program *p = r->program;
    p->func = GROWN(Func *, p->func, p->nfuncs, 1);
    int at = 0;
    while (p->func[at] != r->func)
        at++;
    memmove(p->func + at + 1, p->func + at, sizeof *p->func * (size_t)(p->nfuncs - at));
    p->func[at] = f;
    p->nfuncs++;
}

static const char *func_name(const Ranks *r, const char *base)
{
    const char *name = intern(base);
    for (int i = 0, k = 2; i < r->program->nfuncs; i++)
        if (!strcmp(r->program->func[i]->name, name)) {
            name = intern(format("%s_%d", base, k++));
            i = -1;
        }
    return name;
}

static Func *func_new(Ranks *r, const char *name, Var **param, int nparams, Core *body)
{
    Func *f = MAKE(Func, .name = func_name(r, name), .param = param, .nparams = nparams,
                         .body = body, .nresults = body->g[0].n, .span = r->func->span,
                         .consumes = NEWS(bool, nparams + 1));
    f->result = NEWS(const Type *, f->nresults);
    for (int i = 0; i < f->nresults; i++)
        f->result[i] = type_of(body->g[0].at[i]);
    add_func(r, f);
    return f;
}

static Core *call_of(Ranks *r, Func *f, Send s, Core **arg, const Span *span)
{
    s.span = span;
    s.repeated = r->loops > 0;
    Send *send = NEW(Send);
    *send = s;
    f->send = send;
    f->arrays = true;
    f->runs = RUNS_ON_HOST;
    vec_push(&r->ranked->sends, f);
    Core *call = core_node(OP_CALL, span);
    call->func = f;
    core_set(call, 0, arg, f->nparams);
    return core_typed(call);
}

/* The operator as a function that the host calls, too. */
static Func *operator_func(Ranks *r, const Core *lam)
{
    const Core *own = core_rename(lam), *e = body_single(own->g[0].at[0]);
    const char *name = e && *ops[e->op].word ? ops[e->op].word : "combine";
    for (int i = 0; i < r->program->nfuncs; i++) {
        const Func *f = r->program->func[i];
        const Core *known = f->send || f->entry || f->nparams != own->nbinds ? NULL
            : core_lam(f->param, f->nparams, NULL, f->body);
        if (known && core_equal(known, own))
            return r->program->func[i];
    }
    return func_new(r, format("%s_%s", name, prim_name(lam->bind[0]->type->prim)), own->bind,
                    own->nbinds, own->g[0].at[0]);
}

/* A reduction over the ranks, or what lies before this one; ne: of that. */
static Core *fold_call(Ranks *r, const Core *lam, Kids ne, Kids x, Var **result, const Span *span)
{
    Kids arg = kids_join(ne, x);
    Var **param = NEWS(Var *, arg.n);
    for (int i = 0; i < arg.n; i++)
        param[i] = var_new(i < ne.n ? "neutral" : arg.at[i]->op == OP_VAR ? arg.at[i]->var->name
                                                : "value", type_of(arg.at[i]), NULL);
    Kids first = atoms_of(param, x.n);
    Func *op = operator_func(r, lam);
    Func *f = func_new(r, format("%s_%s", ne.n ? "before" : "total", var_base(result[0]->name)),
                       param, arg.n, core_body(NULL, 0, first.at, first.n));
    Send s = { .kind = ne.n ? SEND_PREFIX : SEND_REDUCE, .op = op, .commutes = lam_commutes(lam),
               .what = var_base(result[0]->name) };
    return call_of(r, f, s, arg.at, span);
}

/* The type over sizes of a function that is made of it. */
static const Type *closed(const Type *t, Func *f)
{
    Core **dim = NEWS(Core *, t->rank);
    f->size = NEWS(Var *, t->rank + 1);
    for (int d = 0; d < t->rank; d++) {
        int64_t k;
        Var *v = size_const(t->dim[d], &k) ? NULL : size_new(d ? "width" : "part");
        dim[d] = v ? core_var(v) : t->dim[d];
        if (v)
            f->size[f->nsizes++] = v;
    }
    return type_dims(t->prim, dim, t->rank);
}

/* All rows of a spread array, on each rank. */
static Core *gather_call(Ranks *r, const Var *v, Core *part, const Span *span)
{
    Func made = {0};
    const Type *t = closed(type_of(part), &made);
    Var *param[] = { size_new("count"), var_new(v->name, t, NULL) };
    const Type *all = type_array(type_row(t), core_var(param[0]));
    Stms b = {0};
    Core *claim = stms_bind1(&b, core_typed(core_claim(core_var(param[1]), all, NULL)), "rows");
    Core *copy = stms_bind1(&b, core_typed(CORE(OP_COPY, NULL, one(claim))), "all");
    Func *f = func_new(r, format("gather_%s", var_base(v->name)), COPIES(Var *, param, 2), 2,
                       stms_body1(&b, copy));
    f->size = made.size;
    f->nsizes = made.nsizes;
    Core *arg[] = { core_var(table_get(r->spread, v)), part };
    return call_of(r, f, (Send){ .kind = SEND_GATHER, .what = var_base(v->name) },
                   COPIES(Core *, arg, 2), span);
}

static void tell(const Ranks *r, const Span *span, const char *what)
{
    if (r->strict)
        fail_at(span_written(span), ERR_REPLICATED, "%s", what);
    warn_at(span_written(span), WARN_RANKS, "%s", what);
}

/* An array with all its rows. */
static Core *whole(Ranks *r, Var *v, const Span *span)
{
    Core *known = made(&r->whole, v);
    if (known)
        return known;
    tell(r, span, format("each rank gathers all of %s, of which it has a part", v->name));
    Core *call = gather_call(r, v, table_get(r->part, v), span);
    return put_made(&r->whole, v, stms_bind1(r->out, call, v->name));
}

static Core *whole_atom(Ranks *r, Core *atom, const Span *span)
{
    return spread_of(r, atom) ? whole(r, atom->var, span) : core_subst(atom, r->now);
}

/* ---- statements ----------------------------------------------------------- */

typedef struct { Ranks *r; Subst *to; const Span *span; } Wholes;

static void find_whole(Var *v, void *wholes)
{
    Wholes *w = wholes;
    if (table_has(w->r->spread, v))
        subst_add(w->to, v, whole(w->r, v, w->span));
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
    for (int k = 0; k < s->nvars; k++)
        subst_add(to, s->var[k], core_var(v[k]));
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
    tell(r, span, "no rule spreads this over the ranks: each of them computes all of it");
}

/* Rows of which a rank has a part: as many as a size of the entry point. */
static bool is_shared(const Ranks *r, const Core *seg)
{
    const Core *rows = seg->g[0].at[0]->g[1].at[0];
    return outer_size(r, type_of(table_get(r->rows, rows->var))) != NULL;
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
    if (core_some(n, is_large))
        tell_computed(r, n->span);
    Stm own = *s;
    own.exp = n;
    vec_push(r->out, own);
}

/* All rows of what the ranks have: the part of each, or what each has computed alone. */
static void put_join(Ranks *r, const Stm *s)
{
    Core *own = table_get(r->part, s->exp->g[1].at[0]->var);
    if (table_has(r->spread, s->var[0]))
        table_put(r->part, s->var[0], own);
    else
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
        r->ranked->param[i] = size ? shared_size(r, size) : -1;
        if (!size)
            continue;
        f->param[i] = var_named(v->name, part_type(r, v->type, size), v->span);
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
        r->ranked->result[k] = size ? shared_size(r, size) : -1;
        if (size)
            f->result[k] = part_type(r, f->result[k], size);
    }
}

static void rank_entry(Program *p, Func *f, bool strict)
{
    Ranked *ranked = MAKE(Ranked, .rank = size_new("this_rank"),
                            .ranks = size_new("rank_count"));
    Ranks r = { .program = p, .func = f, .ranked = ranked, .strict = strict,
                .rows = table_new(), .alone = table_new(), .spread = table_new(),
                .part = table_new(),
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
