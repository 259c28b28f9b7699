/*
 * send.c -- parts of arrays, and what ranks send each other: calls that fold or gather.
 */
#include "rank.h"

/* ---- parts ---------------------------------------------------------------- */

Var *size_new(const char *name)
{
    return var_new(name, type_prim(I64), NULL);
}

/* The number of the size among those that are shared out. */
int shared_size(Ranks *r, Var *size)
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
    Core *length = table_get(r->length, size);
    if (length)
        return length;
    int i = shared_size(r, size);
    return core_var(r->ranked->part.at[i]);
}

const Type *part_type(Ranks *r, const Type *t, Var *size)
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

/* Where the rank's part of n elements begins: n * rank / ranks, or what lies before. */
static Core *first_of_size(Ranks *r, Var *size)
{
    const Core *level = table_get(r->length, size) ? table_get(r->level, size) : NULL;
    if (level) {
        Core *call = fold_call(r, level->g[op_group(OP_SEGRED, 'o')].at[0],
                               level->g[op_group(OP_SEGRED, 'n')], one(part_of_size(r, size)),
                               &size, level->span);
        return stms_bind1(r->out, call, "first");
    }
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
Core *own_part(Ranks *r, const Core *atom)
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

/* The type over sizes of a function that is made of it; rows: the name of the outer one. */
static const Type *closed(const Type *t, const char *rows, Func *f)
{
    Core **dim = NEWS(Core *, t->rank);
    f->size = NEWS(Var *, t->rank + 1);
    for (int d = 0; d < t->rank; d++) {
        int64_t k;
        Var *v = size_const(t->dim[d], &k) ? NULL : size_new(d ? "width" : rows);
        dim[d] = v ? core_var(v) : t->dim[d];
        if (v)
            f->size[f->nsizes++] = v;
    }
    return type_dims(t->prim, dim, t->rank);
}

/* The operator on the elements of arrays, if lam combines those element by element; else lam. */
const Core *element_operator(const Core *lam)
{
    const Core *b = lam->g[0].at[0], *e = b->nstms == 1 ? b->stm[0].exp : NULL;
    if (!e || e->op != OP_MAP || e->g[2].n != lam->nbinds || b->g[0].n != b->stm[0].nvars)
        return lam;
    for (int i = 0; i < lam->nbinds; i++)
        if (!is_var(e->g[2].at[i], lam->bind[i]))
            return lam;
    for (int k = 0; k < b->g[0].n; k++)
        if (!is_var(b->g[0].at[k], b->stm[0].var[k]))
            return lam;
    return element_operator(e->g[1].at[0]);
}

/* A reduction over the ranks, or what lies before this one; ne: of that. Arrays are combined
   element by element. */
Core *fold_call(Ranks *r, const Core *lam, Kids ne, Kids x, Var **result, const Span *span)
{
    Kids arg = kids_join(ne, x);
    Var **param = NEWS(Var *, arg.n);
    Func made = {0};
    const Type *t = closed(type_of(x.at[0]), "length", &made);
    for (int i = 0; i < arg.n; i++)
        param[i] = var_new(i < ne.n ? "neutral" : arg.at[i]->op == OP_VAR ? arg.at[i]->var->name
                                                : "value",
                           type_dims(type_of(arg.at[i])->prim, t->dim, t->rank), NULL);
    Stms b = {0};
    Kids first = atoms_of(param, x.n);
    for (int k = 0; t->rank && k < first.n; k++)
        first.at[k] = stms_bind1(&b, core_typed(CORE(OP_COPY, NULL, one(first.at[k]))), "all");
    lam = element_operator(lam);
    Func *op = operator_func(r, lam);
    Func *f = func_new(r, format("%s_%s", ne.n ? "before" : "total", var_base(result[0]->name)),
                       param, arg.n, stms_body(&b, first.at, first.n));
    f->size = made.size;
    f->nsizes = made.nsizes;
    Send s = { .kind = ne.n ? SEND_PREFIX : SEND_REDUCE, .op = op, .commutes = lam_commutes(lam),
               .what = var_base(result[0]->name) };
    return call_of(r, f, s, arg.at, span);
}

/* All rows of a spread array, on each rank. */
static Core *gather_call(Ranks *r, const Var *v, Core *part, const Span *span)
{
    Func made = {0};
    const Type *t = closed(type_of(part), "part", &made);
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
    Send s = { .kind = SEND_GATHER, .what = var_base(v->name),
               .uneven = table_has(r->length, table_get(r->spread, v)) };
    return call_of(r, f, s, COPIES(Core *, arg, 2), span);
}

void ranks_tell(const Ranks *r, const Span *span, const char *what)
{
    if (r->strict)
        fail_at(span_written(span), ERR_REPLICATED, "%s", what);
    warn_at(span_written(span), WARN_RANKS, "%s", what);
}

/* An array with all its rows. */
Core *whole_array(Ranks *r, Var *v, const Span *span)
{
    Core *known = made(&r->whole, v);
    if (known)
        return known;
    ranks_tell(r, span, format("each rank gathers all of %s, of which it has a part", v->name));
    Core *call = gather_call(r, v, table_get(r->part, v), span);
    return put_made(&r->whole, v, stms_bind1(r->out, call, v->name));
}

Core *whole_atom(Ranks *r, Core *atom, const Span *span)
{
    return spread_of(r, atom) ? whole_array(r, atom->var, span) : core_subst(atom, r->now);
}
