/* entry.c -- entry points, and the whole plan. */
#include "lower.h"

static Facts *entry_facts(const Func *f, bool unsafe)
{
    Facts *x = facts_new(f->body, places_of(f, unsafe));
    for (int i = 0; i < f->nsizes + f->nparams; i++) {
        Var *v = i < f->nsizes ? f->size[i] : f->param[i - f->nsizes];
        if (i < f->nsizes)
            range_natural(x->range, core_var(v));
        table_put(x->given, v, v);
        table_put(x->given, var_base(v->name), v);
    }
    return x;
}

static void add_params(Lower *l, const Func *f)
{
    for (int i = 0; i < f->nparams; i++) {
        Var *v = f->param[i];
        if (!v->type->rank)
            continue;
        Buffer *b = buffer_new(l, v, B_PARAM, NULL);
        b->consumed = f->consumes && f->consumes[i];
        bind_view(l, v, view_buffer(b, sized(l, v->type)));
    }
}

/* What the programmer called a result of the body, if anything; of versions the last one's. */
static const char *name_of_result(const Lower *l, const Core *body, const Core *r)
{
    int k;
    if (r->op != OP_VAR)
        return NULL;
    const Stm *s = r->var->invented ? binding_of(body, r->var, &k) : NULL;
    if (s && s->exp->op == OP_IF) {
        const Core *last = s->exp->g[2].at[0];
        return name_of_result(l, last, last->g[0].at[k]);
    }
    return !r->var->invented && !r->var->tuple
        && !table_has(l->facts->given, var_base(r->var->name))
        ? r->var->name : NULL;
}

/* The name of result k, unless it is that of another result, too. */
static const char *own_name(const Lower *l, const Func *f, int k)
{
    const Core *body = f->body;
    const char *name = name_of_result(l, body, body->g[0].at[k]);
    for (int i = 0; name && i < f->nresults; i++) {
        const char *other = i == k ? NULL : name_of_result(l, body, body->g[0].at[i]);
        if (other && var_base(other) == var_base(name))
            return NULL;
    }
    return name;
}

/* In a size, what the caller knows by other names; not_known if it is none of it. */
typedef struct {
    Lower *l;
    bool not_known;
} Callers;

static Core *callers_size(Core *n, void *arg)
{
    Callers *c = arg;
    const Entry *e = c->l->entry;
    if (n->op != OP_VAR)
        return core_map(n, callers_size, arg);
    for (int i = 0; i < e->told.n; i++)
        if (is_var(e->told.at[i]->count, n->var))
            return core_var(e->told.at[i]->var);
    c->not_known |= !host_knows(n->var, c->l);
    return n;
}

/* What the caller is told of a size that only the call finds. */
static Core *told_size(Lower *l, Core *size, const char *name)
{
    Entry *e = l->entry;
    for (int i = 0; i < e->told.n; i++)
        if (size_equal(e->told.at[i]->count, size))
            return core_var(e->told.at[i]->var);
    Callers c = { l, false };
    Core *known = callers_size(size, &c);
    if (e->told.n && !c.not_known && known != size)
        return known;
    bool named = size->op == OP_VAR && !size->var->invented;
    Var *v = fresh(l, named ? size->var->name : name, type_prim(I64));
    Buffer *b = buffer_new(l, v, B_GIVEN, size);
    vec_push(&e->told, b);
    return core_var(v);
}

/* The type of a result over the entry's sizes and those that it tells. */
static const Type *result_type(Lower *l, const Func *f, int k, const char *name)
{
    const Type *t = f->result[k], *found = type_of(f->body->g[0].at[k]);
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++) {
        if (!found->dim[d])
            fail_at(f->span, ERR_CUDA_OPERATION, "a result of %s has rows that differ in length; "
                    "such an entry point has no CUDA code yet", f->name);
        const char *what = t->rank == 2 ? (d ? "cols" : "rows") : "size";
        bool known = t->dim[d] && !core_has(t->dim[d], OP_EXT);    /* of another result */
        dim[d] = known ? t->dim[d] : told_size(l, found->dim[d], format("%s_%s", name, what));
    }
    return type_dims(t->prim, dim, t->rank);
}

/* The parameter that a loop begins with which makes the result, if nothing reads it later; or
   r's own root. */
static const Var *taken_over(const Func *f, const Core *r)
{
    int k;
    const Stm *s = r->op == OP_VAR ? binding_of(f->body, r->var, &k) : NULL;
    const Core *first = s && is_loop(s->exp) && !in_place(s->exp, k) ? s->exp->g[0].at[k] : NULL;
    bool alone = first && first->op == OP_VAR && uses_in(s->exp, first->var) == 1
              && read_before_alone(f->body, s, first->var);
    return alone ? first->var : root_of(f->body, r);
}

/* The parameter that result k is, or begins, as it was or changed in place, if the caller gave it
   up and no other result is it; or null. */
static Buffer *changed_param(Lower *l, const Func *f, int k)
{
    const Core *r = f->body->g[0].at[k], *whole = first_elements(f->body, r);
    const Var *root = whole ? root_of(f->body, whole) : taken_over(f, r);
    Buffer *b = root ? table_get(l->plan->buffer_of, root) : NULL;
    if (!b || !b->consumed || !type_equal(type_of(whole ? whole : r), root->type))
        return NULL;
    for (int i = 0; i < k; i++)
        if (l->entry->result[i] == b)
            return NULL;
    return b;
}

/* What has no name of its own: a number, if there are several; the lengths of rows are
   named after these. */
static const char *plain_name(const Func *f, int k)
{
    for (int i = 0; i < f->ngives; i++)
        for (int p = 0; p < f->gives[i].nparts; p++) {
            const char *name = f->ngives == 1 ? "result" : format("result_%d", i);
            if (f->gives[i].part[p] == k)
                return p == f->gives[i].nparts - 1 ? name
                     : format(p ? "%s_row_lengths" : "%s_lengths", name);
        }
    return f->nresults == 1 ? "result" : format("result_%d", k);
}

/* The name of a result in the program: from @results, a field or the last expression; or null.
   The lengths of rows are named after the rows. */
static const char *stated_name(const Func *f, int k)
{
    for (int i = 0; f->named && i < f->ngives; i++)
        for (int p = 0; f->named[i] && p < f->gives[i].nparts; p++)
            if (f->gives[i].part[p] == k)
                return p == f->gives[i].nparts - 1 ? f->named[i]
                     : format(p ? "%s_row_lengths" : "%s_lengths", f->named[i]);
    return NULL;
}

/* The caller gets it; or that of which it is a part, if that is made here, too. */
static void give_memory(Alloc *a)
{
    alloc_give(a);
    if (a && a->of && a->of->now == a->now)
        give_memory(a->of);
}

/* The sizes that only a function that calls itself can tell are results of it, too. */
static void add_told(Lower *l, const Func *f)
{
    Entry *e = l->entry;
    e->tells = NEWS(int, f->nresults);
    for (int k = 0; k < f->nresults; k++)
        if (func_tells(f, k)) {
            Var *v = fresh(l, f->nresults == 2 ? "size" : "count", type_prim(I64));
            e->tells[e->told.n] = k;
            vec_push(&e->told, buffer_new(l, v, B_GIVEN, f->body->g[0].at[k]));
        }
}

static Core *told_number(Core *n, void *arg)
{
    const Entry *e = arg;
    for (int i = 0; n->op == OP_EXT && i < e->told.n; i++)
        if (e->tells[i] == n->ext)
            return core_var(e->told.at[i]->var);
    return core_map(n, told_number, arg);
}

static const Type *inner_type(const Entry *e, int k)
{
    const Type *t = e->func->result[k];
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++) {
        if (!dim_known(t->dim[d]) || dim_lengths(t->dim[d]))
            fail_at(e->func->span, ERR_CUDA_OPERATION, "'%s' calls itself and gives rows that "
                    "differ in length; that has no CUDA code yet", e->func->name);
        dim[d] = told_number(t->dim[d], (void *)e);
    }
    return type_dims(t->prim, dim, t->rank);
}

/* Result k is in the memory of a parameter: all of it, or as much as the call tells. */
static Result in_param(Lower *l, const Func *f, int k, const char *name)
{
    Entry *e = l->entry;
    const Type *all = e->result[k]->var->type, *found = type_of(f->body->g[0].at[k]);
    bool whole = type_equal(found, all);
    e->result_type[k] = whole ? all : result_type(l, f, k, name);
    return (Result){ STORED, .to = whole ? view_buffer(e->result[k], sized(l, all)) : NULL };
}

static Result *add_results(Lower *l, const Func *f)
{
    Entry *e = l->entry;
    Result *c = NEWS(Result, f->nresults);
    e->result = NEWS(Buffer *, f->nresults);
    e->result_type = NEWS(const Type *, f->nresults);
    if (e->inner)
        add_told(l, f);
    for (int k = 0; k < f->nresults; k++) {
        if (e->inner && func_tells(f, k)) {
            e->result_type[k] = f->result[k];
            c[k] = (Result){ .how = STORED };
            continue;
        }
        const char *stated = stated_name(f, k);
        const char *own = stated ? NULL : own_name(l, f, k);
        const char *name = stated ? stated : own ? own : plain_name(f, k);
        if (!e->inner && (e->result[k] = changed_param(l, f, k))) {
            c[k] = in_param(l, f, k, name);
            continue;
        }
        const Type *t = e->result_type[k] = e->inner ? inner_type(e, k)
                                                     : result_type(l, f, k, name);
        Var *v = fresh(l, name, type_prim(t->prim));
        v->exact = !own;
        bool given = !type_equal(t, f->result[k]);
        e->result[k] = buffer_new(l, v, given ? B_GIVEN : B_RESULT, NULL);
        if (given)
            give_memory(alloc_of_result(l->facts->allocs, f->body, k));
        c[k] = given ? (Result){ .how = MOVED }
                     : (Result){ STORED, .to = view_buffer(e->result[k], sized(l, t)) };
    }
    place_results(l, f->body, c);
    return c;
}

/* Once the memory is as large as it should be nothing can fail any more: the caller gets what
   was allocated, and the sizes. */
static void give_results(Lower *l, View **made, int n)
{
    Entry *e = l->entry;
    for (int k = 0; k < n; k++)
        if (made[k] && made[k]->buffer->count
            && !size_equal(made[k]->buffer->count, tree_count(made[k]->type)))
            emit(l, (Stmt){ S_KEEP, .to = core_var(made[k]->buffer->var),
                            .exp = tree_count(made[k]->type), .count = made[k]->buffer->count });
    Block *out = lower_into(l, &e->last);
    for (int k = 0; k < n; k++)
        if (made[k])
            emit(l, (Stmt){ S_GIVE, .to = core_var(e->result[k]->var),
                            .exp = core_var(made[k]->buffer->var) });
    for (int i = 0; i < e->told.n; i++)
        emit_set(l, tree_load(e->told.at[i], NULL), size_tree(l, e->told.at[i]->count));
    l->out = out;
}

/* ---- failures -------------------------------------------------------------- */

typedef struct {
    Entry *entry;
    bool failed;               /* something before may have */
} Failing;

static void with_param(Stage *s, Var *v)
{
    for (int i = 0; i < s->param.n; i++)
        if (s->param.at[i] == v)
            return;
    vec_push(&s->param, v);
}

static bool may_fail(const Stmt *s)
{
    return (s->kernel && s->kernel->fails) || s->kind == S_CALL;
}

/* Kernels after one that may fail do nothing if it did. Of two branches only one runs: a failure
   in the first is not before the second. All of a loop is before its next iteration. */
static void skip_after_failure(Failing *f, const Block *b)
{
    bool asked = false;                  /* by the read before */
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        bool loop = s->kind == S_FOR || s->kind == S_LOOP;
        Kernel *k = s->kernel;
        f->failed |= loop && (block_some(&s->body, may_fail) || block_some(&s->other, may_fail));
        if (k && f->failed) {
            k->skips = true;
            for (int j = 0; j < k->stages.n; j++)
                with_param(k->stages.at[j], f->entry->failure);
        }
        s->guarded |= s->kind == S_READ && f->failed && !asked;
        asked = s->kind == S_READ && (asked || s->guarded);
        f->failed |= may_fail(s);
        Failing other = *f;
        skip_after_failure(f, &s->body);
        skip_after_failure(&other, &s->other);
        f->failed |= other.failed;
    }
}

/* The failure word comes first in scratch. */
static void put_failure_first(Plan *p, Entry *e)
{
    if (!e->failure)
        return;
    if (e->inner) {
        skip_after_failure(&(Failing){ e, true }, &e->body);
        return;
    }
    vec_push(&e->buffers, NULL);
    for (int i = e->buffers.n - 1; i > 0; i--)
        e->buffers.at[i] = e->buffers.at[i - 1];
    e->buffers.at[0] = table_get(p->buffer_of, e->failure);
    Failing f = { e, false };
    skip_after_failure(&f, &e->body);
}

/* A template says what ranks do together. The operator is called by the host. */
static void plan_send(Lower *l, const Send *send)
{
    l->entry->body.n = 0;
    if (send->op)
        host_calls(l, function_of(l, send->op));
}

static void plan_entry(Plan *p, const Func *f)
{
    Ranges *r = ranges_of(f);
    range_define_all(r, f->body);
    if (f->entry) {
        reuse_arrays((Func *)f, r);
        compact_in_place(f, r);
    }
    find_updates((Func *)f, r);
    ranges_free(r);
    Entry *e = MAKE(Entry, .func = f, .inner = !f->entry, .symbol = table_get(p->symbols, f));
    if (e->inner)
        vec_push(&p->inner, e);          /* it calls itself */
    else
        vec_push(&p->entries, e);
    Lower l = { .plan = p, .entry = e, .out = &e->body, .bindings = lower_bindings,
                .facts = entry_facts(f, p->unsafe) };
    Origin before = origin_set((Origin){ f->span, NULL });
    add_params(&l, f);
    Result *c = add_results(&l, f);
    lower_stms(&l, f->body);
    flush_reads(&l);
    give_results(&l, store_results(&l, f->body, c, NULL), f->nresults);
    if (f->send)
        plan_send(&l, f->send);
    origin_set(before);
    cut_after_ends(&e->body);
    if (block_ends(&e->body))
        e->last.n = 0;
    plan_choices(&l);
    Table *used = table_new();
    e->last = block_pruned(&e->last, used);
    e->body = block_pruned(&e->body, used);
    e->body = join_choices(&e->body);
    prune_checks(p, &e->body);
    join_epilogues(&l);
    use_atomics(&l);
    block_frees(&e->body, &e->last);
    put_failure_first(p, e);
    plan_slots(p, e);
}

/* STEM_ENTRY, so that neither it nor what belongs to it is another's. */
static void name_entry(Plan *p, const Func *f)
{
    static const char *const belong[] = { "", "scratch", "failure" };
    const char *base = c_spelling(format("%s_%s", p->stem, f->name)), *name = NULL;
    if (str_ends(base, "_"))
        base = name_joined(base, "entry");
    bool taken = true;
    for (int k = 1; taken; k++) {
        name = k == 1 ? base : name_joined(base, format("%d", k));
        taken = false;
        for (int i = 0; i < 3; i++)
            taken |= table_has(p->symbols, i ? name_joined(name, belong[i]) : name);
    }
    for (int i = 0; i < 3; i++)
        table_put(p->symbols, i ? name_joined(name, belong[i]) : name, (void *)f);
    table_put(p->symbols, f, (void *)name);
}

static void name_inner(Plan *p, const Func *f)
{
    const char *name = free_name(p, f->name, NULL, false);
    table_put(p->symbols, name, (void *)f);
    table_put(p->symbols, f, (void *)name);
}

Plan *plan_program(const Program *flat, const char *stem, bool unsafe, const Table *taken)
{
    Plan *p = MAKE(Plan, .program = flat, .stem = stem, .unsafe = unsafe, .taken = taken,
                         .buffer_of = table_new(), .record_of = table_new(),
                         .mutable = table_new(), .ints = table_new(), .symbols = table_new());
    find_unnamed(flat);
    for (int i = 0; i < flat->nfuncs; i++)
        if (flat->func[i]->entry)
            name_entry(p, flat->func[i]);
    for (int i = 0; i < flat->nfuncs; i++)
        if (!flat->func[i]->entry && func_on_host(flat->func[i]))
            name_inner(p, flat->func[i]);
    for (int i = 0; i < flat->nfuncs; i++)
        if (table_has(p->symbols, flat->func[i]))
            plan_entry(p, flat->func[i]);
    keep_used_thresholds(p);
    keep_launched(p);
    share_look_back(p);
    place_values(p);
    plan_verify(p);
    for (int i = 0; i < p->entries.n; i++)
        name_clamps(p->entries.at[i]);
    return p;
}
