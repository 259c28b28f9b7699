/*
 * apart.c -- rows of different lengths as the plan has them: their lengths, and the values of
 * all rows, one after the other. Whatever gives such an array gives its values afterwards,
 * and the array is `irreg lengths values`; what a level makes is left to the rules of `expand`.
 */
#include "core.h"

typedef struct {
    Table *indexed;            /* arrays of which rows are taken */
    Table *ends;               /* where their rows end */
    Table *gathered;           /* rows of other arrays, which stay where they are */
    Table *values;             /* of arrays that were taken apart, */
    Table *same;               /*   and what else is called `val` of them */
    Table *known;              /* arrays whose values were bound just before, to these */
    Stms *out;
} Apart;

static Core *apart_body(Apart *a, Core *body, Kids rows, int nresults);

static bool is_ragged(const Core *n)
{
    return n->ntypes == 1 && type_ragged(n->type[0]) == 1;
}

static Core *bind_op(Apart *a, Op op, Core *x, const char *name)
{
    return stms_bind1(a->out, core_typed(CORE(op, x->span, one(x))), name);
}

static Core *coerced(Apart *a, Core *x, const Type *t)
{
    return stms_bind1(a->out, core_claim(x, t, x->span), "values");
}

static Core *lengths_of(Apart *a, Core *x)
{
    Core *known = dim_lengths(type_of(x)->dim[1]);
    return known ? known : bind_op(a, OP_SHP, x, "lengths");
}

static Core *values_of(Apart *a, Core *x, Core **total);

/* All rows of an array of type t: rows of these are as long as all rows of what says so in t. */
static Core *with_lengths(Apart *a, Core *all, const Type *t, Core *total)
{
    Core **dim = NEWS(Core *, t->rank), *unused;
    dim[0] = total;
    for (int d = 2; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        bool own = lengths && lengths->op == OP_VAR && is_ragged(lengths);
        Core *known = own && a->known ? table_get(a->known, lengths->var) : NULL;
        dim[0] = known ? type_of(known)->dim[0] : dim[0];
        dim[d - 1] = known ? dim_each(known) : own ? dim_each(values_of(a, lengths, &unused))
                   : t->dim[d];
    }
    return coerced(a, all, type_dims(t->prim, dim, t->rank - 1));
}

/* All rows of x, and how many elements they have. */
static Core *values_of(Apart *a, Core *x, Core **total)
{
    *total = bind_op(a, OP_TOTAL, x, "total");
    return with_lengths(a, bind_op(a, OP_VAL, x, "values"), type_of(x), *total);
}

static Core *irregular(Core *lengths, Core *values)
{
    return core_typed(CORE(OP_IRREG, values->span, one(lengths), one(values)));
}

static void bind_as(Apart *a, Var *v, Core *exp)
{
    vec_push(a->out, ((Stm){ .var = COPY(Var *, v), .nvars = 1, .exp = exp }));
}

/* v, whose rows those are, and where they end if one of them is taken by its number. */
static void bind_rows(Apart *a, Var *v, Core *lengths, Core *values)
{
    Core *known = dim_lengths(v->type->dim[1]);
    if (type_ragged(type_of(values)))
        values = with_lengths(a, values, v->type, type_of(values)->dim[0]);
    bind_as(a, v, irregular(known ? known : lengths, values));
    table_put(a->values, v, values);
}

static void note_ends(Apart *a, Var *const *v, int n)
{
    for (int i = 0; i < n; i++)
        if (table_has(a->indexed, v[i]))
            table_put(a->ends, v[i], bind_op(a, OP_ENDS, core_var(v[i]), "ends"));
}

/* ---- branches and loops --------------------------------------------------- */

/* Of results and binders that are such arrays the values come in their place; after all of
   them come, for each, how many values there are, and the lengths if nothing else says them. */
static Kids which_rows(Var *const *v, int n)
{
    Kids rows = { NEWS(Core *, n), 0 };
    for (int i = 0; i < n; i++)
        if (type_ragged(v[i]->type) == 1)
            rows.at[rows.n++] = core_i64(i);
    return rows;
}

static Kids taken_apart(Apart *a, Kids given, Kids rows)
{
    Kids new = { NEWS(Core *, given.n + 2 * rows.n), given.n };
    copy_bytes(new.at, given.at, sizeof *new.at * (size_t)given.n);
    a->known = table_new();
    for (int i = 0; i < rows.n; i++) {
        int k = (int)rows.at[i]->value.i;
        new.at[new.n++] = lengths_of(a, given.at[k]);
        new.at[k] = values_of(a, given.at[k], &new.at[new.n]);
        new.n++;
        if (given.at[k]->op == OP_VAR)
            table_put(a->known, given.at[k]->var, new.at[k]);
    }
    table_free(a->known);
    a->known = NULL;
    return new;
}

/* The type of the values of all rows of an array; of rows of rows, whose lengths others of
   those that are put together have, these have in `values`. */
static const Type *type_of_values(const Type *t, Core *total, const Table *values)
{
    Core **dim = NEWS(Core *, t->rank);
    dim[0] = total;
    copy_bytes(dim + 1, t->dim + 2, sizeof *dim * (size_t)(t->rank - 2));
    for (int d = 2; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        Core *known = lengths && lengths->op == OP_VAR ? table_get(values, lengths->var) : NULL;
        bool regular = !lengths && t->dim[d];
        dim[0] = known ? type_of(known)->dim[0] : dim[0];
        dim[d - 1] = known ? dim_each(known) : regular ? t->dim[d] : NULL;
    }
    return type_dims(t->prim, dim, t->rank - 1);
}

/* Variables as taken_apart orders them; the array is bound again where they are. */
static Var **put_together(Var *const *v, int n, Kids rows, Stms *after)
{
    Var **new = NEWS(Var *, n + 2 * rows.n);
    Apart a = { .out = after };
    Table *known = table_new();
    copy_bytes(new, v, sizeof(Var *) * (size_t)n);
    for (int i = 0; i < rows.n; i++) {
        Var *old = v[rows.at[i]->value.i];
        Core *own = dim_lengths(old->type->dim[1]);
        Var *lengths = var_new("lengths", type_array(type_prim(I64), old->type->dim[0]), NULL);
        Var *total = var_new("total", type_prim(I64), NULL);
        Var *values = var_new(old->name, type_of_values(old->type, core_var(total), known),
                              old->span);
        table_put(known, old, core_var(values));
        new[n + 2 * i] = lengths;
        new[n + 2 * i + 1] = total;
        new[rows.at[i]->value.i] = values;
        bind_as(&a, old, irregular(own ? own : core_var(lengths), core_var(values)));
    }
    table_free(known);
    return new;
}

static Core *apart_loop(Apart *a, const Core *n)
{
    Kids rows = which_rows(n->bind, n->nbinds);
    Core *loop = core_copy_node(n);
    Stms inside = {0}, test = {0};
    loop->g[0] = taken_apart(a, n->g[0], rows);
    loop->bind = put_together(n->bind, n->nbinds, rows, &inside);
    loop->nbinds = n->nbinds + 2 * rows.n;
    for (int g = n->op == OP_WHILE ? 1 : 2; g <= 2; g++) {
        Apart in = { a->indexed, a->ends, a->gathered, a->values, a->same, NULL,
                     g == 1 ? &test : &inside };
        for (int i = 0; i < inside.n && g == 1; i++)
            vec_push(&test, inside.at[i]);
        note_ends(&in, n->bind, n->nbinds);
        loop->g[g].at[0] = apart_body(&in, n->g[g].at[0], g == 2 ? rows : (Kids){0}, n->nbinds);
    }
    if (n->op == OP_WHILE)
        loop->g[1].at[0] = core_rename(loop->g[1].at[0]);
    return loop;
}

static Core *apart_if(Apart *a, const Core *n, Kids rows)
{
    Core *branch = core_copy_node(n);
    for (int g = 1; g <= 2; g++) {
        Stms stms = {0};
        Apart in = { a->indexed, a->ends, a->gathered, a->values, a->same, NULL, &stms };
        branch->g[g].at[0] = apart_body(&in, n->g[g].at[0], rows, n->ntypes);
    }
    return branch;
}

static void apart_control(Apart *a, const Stm *s)
{
    Kids rows = which_rows(s->var, s->nvars);
    Stms after = {0};
    Stm new = *s;
    new.exp = s->exp->op == OP_IF ? apart_if(a, s->exp, rows) : apart_loop(a, s->exp);
    new.var = put_together(s->var, s->nvars, rows, &after);
    new.nvars = s->nvars + 2 * rows.n;
    new.exp->ntypes = 0;
    new.exp = core_typed(new.exp);
    vec_push(a->out, new);
    vec_append(a->out, after.at, after.n);
}

/* ---- functions ------------------------------------------------------------ */

/* Of parameters and results that are such arrays the values come in their place, too. After
   all results come, for each, the lengths if nothing else says them, and how many values
   there are: `own` keeps those of what taken_apart and put_together have there. */
static void own_results(const Type *const *t, Kids rows, int n, int from[], int *count)
{
    *count = n;
    for (int i = 0; i < n; i++)
        from[i] = i;
    for (int i = 0; i < rows.n; i++) {
        if (!t[rows.at[i]->value.i]->dim[1])
            from[(*count)++] = n + 2 * i;
        from[(*count)++] = n + 2 * i + 1;
    }
}

static void apart_call(Apart *a, const Stm *s)
{
    Kids rows = which_rows(s->var, s->nvars);
    Core *call = core_copy_node(s->exp), *total;
    Stms after = {0};
    Var **var = put_together(s->var, s->nvars, rows, &after);
    int *from = NEWS(int, s->nvars + 2 * rows.n);
    Stm new = *s;
    core_set(call, 0, s->exp->g[0].at, s->exp->g[0].n);
    for (int i = 0; i < call->g[0].n; i++)
        if (is_ragged(call->g[0].at[i]))
            call->g[0].at[i] = values_of(a, call->g[0].at[i], &total);
    call->ntypes = 0;
    own_results(s->exp->type, rows, s->nvars, from, &new.nvars);
    new.var = NEWS(Var *, new.nvars);
    for (int i = 0; i < new.nvars; i++)
        new.var[i] = var[from[i]];
    new.exp = core_typed(call);
    vec_push(a->out, new);
    vec_append(a->out, after.at, after.n);
}

static void apart_params(Apart *a, Func *f)
{
    for (int p = 0; p < f->nparams; p++) {
        Var *old = f->param[p];
        if (type_ragged(old->type) != 1)
            continue;
        Core *total = core_var(var_new("total", type_prim(I64), old->span));
        Var **size = GROWN(Var *, f->size, f->nsizes, 1);
        size[f->nsizes] = total->var;
        f->size = size;
        f->nsizes++;
        f->param[p] = var_new(old->name, type_array(type_row(type_row(old->type)), total),
                              old->span);
        bind_rows(a, old, NULL, core_var(f->param[p]));
    }
}

/* Those of an entry are apart as it is; what may look so there has sizes that nobody knows. */
static Kids apart_results(Func *f, int from[])
{
    Kids rows = { NEWS(Core *, f->nresults), 0 };
    for (int r = 0; r < f->nresults && !f->entry; r++)
        if (type_ragged(f->result[r]) == 1)
            rows.at[rows.n++] = core_i64(r);
    int n = f->nresults, count;
    const Type **own = NEWS(const Type *, n + 2 * rows.n);
    own_results(f->result, rows, n, from, &count);
    for (int i = 0; i < count; i++)
        own[i] = i < n ? f->result[i] : type_prim(I64);
    for (int i = 0, at = n; i < rows.n; i++, at++) {
        const Type *t = f->result[rows.at[i]->value.i];
        if (!t->dim[1])
            own[at++] = type_array(type_prim(I64), t->dim[0]);
        own[rows.at[i]->value.i] = type_array(type_row(type_row(t)), core_ext(at));
    }
    f->result = own;
    f->nresults = count;
    return rows;
}

/* ---- arrays --------------------------------------------------------------- */

/* Row i lies before where it ends; inside a level, too. */
static Core *row_by_number(Apart *a, const Core *n)
{
    Core *array = n->g[0].at[0], *i = n->g[1].at[0];
    Core *ends = array->op == OP_VAR ? table_get(a->ends, array->var) : NULL;
    if (!ends || !is_atom(i) || (n->g[1].n > 1 && n->g[1].at[1]->op != OP_WHOLE))
        return NULL;
    Core *each[] = { ends, lengths_of(a, array) };
    for (int k = 0; k < 2; k++) {
        Core *at = CORE(OP_INDEX, n->span, one(each[k]), one(i));
        at->unchecked = k || n->unchecked;
        each[k] = stms_bind1(a->out, core_typed(at), k ? "length" : "end");
    }
    Core *start = stms_bind1(a->out, core_prim2(OP_SUB, each[0], each[1]), "start");
    Core *span = core_span(start, each[1]), *row = core_copy_node(n);
    span->span = n->span;
    row->g[0] = (Kids){ NEWS(Core *, 1), 1 };
    row->g[0].at[0] = bind_op(a, OP_VAL, array, "values");
    row->g[1] = (Kids){ NEWS(Core *, type_of(array)->rank), 1 };
    row->g[1].at[0] = span;
    for (int d = 2; d < n->g[1].n; d++)
        row->g[1].at[row->g[1].n++] = n->g[1].at[d];
    row->unchecked = true;
    row->ntypes = 0;
    return core_typed(row);
}

static Core *joined(Apart *a, const Core *n)
{
    Core *all = core_copy_node(n), *total;
    for (int i = 0; i < n->g[0].n; i++)
        all->g[0].at[i] = is_ragged(n->g[0].at[i]) ? values_of(a, n->g[0].at[i], &total)
                                                   : n->g[0].at[i];
    if (n->op == OP_ARRAY)
        all->op = OP_CONCAT;
    all->ntypes = 0;
    return stms_bind1(a->out, core_typed(all), "joined");
}

static Core *joined_lengths(Apart *a, const Core *n)
{
    Core *all = core_copy_node(n);
    for (int i = 0; i < n->g[0].n; i++)
        all->g[0].at[i] = lengths_of(a, n->g[0].at[i]);
    all->ntypes = 0;
    return stms_bind1(a->out, core_typed(all), "lengths");
}

static Core *reshaped(Apart *a, Core *x)
{
    const Type *t = type_of(x);
    Core *n = core_node(OP_RESHAPE, x->span), **dim = NEWS(Core *, t->rank);
    dim[0] = size_mul(t->dim[0], t->dim[1]);
    copy_bytes(dim + 1, t->dim + 2, sizeof *dim * (size_t)(t->rank - 2));
    core_set(n, 0, dim, t->rank - 1);
    core_set1(n, 1, x);
    return stms_bind1(a->out, core_typed(n), "values");
}

/* The lengths of the rows that this gives, and their values; false: it is left as it is. */
static bool parts_of(Apart *a, const Stm *s, Core **lengths, Core **values)
{
    const Core *n = s->exp;
    Core *x = n->g ? n->g[0].n ? n->g[0].at[0] : NULL : NULL, *total;
    *lengths = dim_lengths(s->var[0]->type->dim[1]);
    if (n->op == OP_IRREG)
        table_put(a->values, s->var[0], n->g[1].at[0]);
    if (n->op == OP_VAL && table_has(a->values, x->var))
        table_put(a->same, s->var[0], table_get(a->values, x->var));
    bool same = n->op == OP_COERCE || n->op == OP_VAL;       /* rows of the rows that were taken */
    if (n->op == OP_GATHER || (same && table_has(a->gathered, x->var))) {
        table_put(a->gathered, s->var[0], s->var[0]);
        return false;
    }
    if (n->op == OP_COERCE && table_has(a->same, x->var))
        x = table_get(a->same, x->var);
    if (n->op == OP_COPY || n->op == OP_OPAQUE || (n->op == OP_COERCE && is_ragged(x))) {
        *lengths = *lengths ? *lengths
                 : coerced(a, lengths_of(a, x), type_dims(I64, s->var[0]->type->dim, 1));
        *values = values_of(a, x, &total);
        if (n->op != OP_COERCE)
            *values = bind_op(a, n->op, *values, "values");
        return true;
    }
    if (n->op == OP_COERCE && x->type[0]->dim[1]) {
        Core *all = CORE(OP_REPLICATE, n->span, one(x->type[0]->dim[0]), one(x->type[0]->dim[1]));
        *lengths = *lengths ? *lengths : stms_bind1(a->out, core_typed(all), "lengths");
        *values = reshaped(a, x);
        return true;
    }
    if (n->op == OP_CONCAT || (n->op == OP_ARRAY && *lengths)) {
        *lengths = *lengths ? *lengths : joined_lengths(a, n);
        *values = joined(a, n);
        return true;
    }
    return false;
}

/* What is taken by its number has a length by now. */
static void bind_row(Apart *a, Stm s, Core *row)
{
    s.exp = row;
    s.var[0]->type = row->type[0];
    core_set_type(s.var[0]->atom, row->type[0]);
    vec_push(a->out, s);
}

/* ---- bodies --------------------------------------------------------------- */

static Core *apart_inside(Core *n, void *arg)
{
    Apart *a = arg;
    if (n->op != OP_BODY)
        return core_map(n, apart_inside, a);
    Stms stms = {0};
    Apart in = { a->indexed, a->ends, a->gathered, a->values, a->same, NULL, &stms };
    for (int i = 0; i < n->nstms; i++) {
        Stm s = n->stm[i];
        Core *row = s.exp->op == OP_INDEX && is_ragged(s.exp->g[0].at[0])
                  ? row_by_number(&in, s.exp) : NULL;
        s.exp = core_map(s.exp, apart_inside, &in);
        if (row)
            bind_row(&in, s, row);
        else if (s.exp->op == OP_CALL)
            apart_call(&in, &s);
        else
            vec_push(&stms, s);
    }
    return stms_body(&stms, n->g[0].at, n->g[0].n);
}

/* As many rows each: the lengths of all are a matrix, and the values are copied. */
static void copy_even_rows(Apart *a, const Stm *s)
{
    Core *x = s->exp->g[0].at[0];
    const Type *t = type_of(x);
    int at = type_ragged(t);
    Core **dim = NEWS(Core *, t->rank - at);
    copy_bytes(dim, t->dim + at, sizeof *dim * (size_t)(t->rank - at));
    dim[0] = bind_op(a, OP_TOTAL, x, "total");
    Core *known = dim_lengths(t->dim[at]), *n = known ? known : bind_op(a, OP_SHP, x, "lengths");
    Core *values = bind_op(a, OP_VAL, x, "values");
    values = coerced(a, values, type_dims(t->prim, dim, t->rank - at));
    bind_as(a, s->var[0], irregular(n, bind_op(a, OP_COPY, values, "values")));
}

static void apart_stm(Apart *a, const Stm *s)
{
    const Core *n = s->exp;
    Core *lengths, *values, *row;
    Stm new = *s;
    if (n->op == OP_IF || is_loop(n))
        apart_control(a, s);
    else if (n->op == OP_CALL)
        apart_call(a, s);
    else if (n->op == OP_INDEX && is_ragged(n->g[0].at[0]) && (row = row_by_number(a, n)))
        bind_row(a, new, row);
    else if (s->nvars == 1 && type_ragged(s->var[0]->type) == 1
               && parts_of(a, s, &lengths, &values))
        bind_rows(a, s->var[0], lengths, values);
    else if (n->op == OP_COPY && type_ragged(n->type[0]) > 1)
        copy_even_rows(a, s);
    else {
        new.exp = core_map(n, apart_inside, a);
        vec_push(a->out, new);
    }
    note_ends(a, s->var, s->nvars);
}

/* Appends to what is there already; the first results may be taken apart. */
static Core *apart_body(Apart *a, Core *body, Kids rows, int nresults)
{
    for (int i = 0; i < body->nstms; i++)
        apart_stm(a, &body->stm[i]);
    Kids r = rows.n ? taken_apart(a, (Kids){ body->g[0].at, nresults }, rows) : body->g[0];
    return stms_body(a->out, r.at, r.n);
}

static void find_indexed(Core *n, void *found)
{
    if (n->op == OP_INDEX && is_ragged(n->g[0].at[0]) && n->g[0].at[0]->op == OP_VAR)
        table_put(found, n->g[0].at[0]->var, n);
    core_each(n, find_indexed, found);
}

static void func_apart(Func *f)
{
    Stms stms = {0};
    Apart a = { table_new(), table_new(), table_new(), table_new(), table_new(), NULL, &stms };
    int n = f->nresults, *from = NEWS(int, 3 * n);
    find_indexed(f->body, a.indexed);
    Var **old = COPIES(Var *, f->param, f->nparams);
    apart_params(&a, f);
    note_ends(&a, old, f->nparams);
    Kids rows = apart_results(f, from);
    f->body = apart_body(&a, f->body, rows, n);
    Kids r = { NEWS(Core *, f->nresults), 0 };
    while (r.n < f->nresults) {
        r.at[r.n] = f->body->g[0].at[from[r.n]];
        r.n++;
    }
    f->body = stms_body(&stms, r.at, r.n);
}

/* The most dimensions of an array whose sizes differ from row to row. */
static void note_depth(Core *n, void *deepest)
{
    int *most = deepest;
    for (int i = 0; i < n->ntypes; i++) {
        int depth = 0;
        for (int d = 1; d < n->type[i]->rank; d++)
            depth += !dim_known(n->type[i]->dim[d]);
        *most = depth > *most ? depth : *most;
    }
    core_each(n, note_depth, deepest);
}

static bool gives_ragged(const Core *n)
{
    return core_gives(n, type_is_ragged);
}

/* Each round takes the outermost ragged dimension of all arrays apart. */
bool core_apart(Program *p)
{
    enum { LEAST_ROUNDS = 2 };
    int depth = LEAST_ROUNDS;
    bool ragged = false, varies = false;
    for (int i = 0; i < p->nfuncs; i++) {
        ragged |= core_some(p->func[i]->body, gives_ragged);
        varies |= core_some(p->func[i]->body, level_varies);
        note_depth(p->func[i]->body, &depth);
    }
    for (int k = 0; (ragged || varies) && k < depth; k++)
        for (int i = 0; i < p->nfuncs; i++)
            func_apart(p->func[i]);
    return ragged || varies;
}
