/* kernels.c -- segmented operations as kernels. */
#include "lower.h"

#include <string.h>

Kernel *kernel_new(Lower *l, KernelKind kind, const Core *node, const char *name)
{
    Kernel *k = NEW(Kernel);
    k->kind = kind;
    k->node = node;
    k->span = node ? node->span : NULL;
    k->name = name;
    (void)l;
    return k;
}

/* ---- levels ---------------------------------------------------------------------- */

static bool calls_it(const Kids *level, const char *name)
{
    for (int d = 0; d < level->n; d++)
        for (int i = 0; i < level->at[d]->nbinds; i++)
            if (str_starts(level->at[d]->bind[i]->name, name))
                return true;
    return false;
}

/* The entry's parameters and sizes have taken the name. */
static bool is_param_name(const Lower *l, const char *name)
{
    const Func *f = l->entry->func;
    for (int i = 0; i < f->nparams; i++)
        if (!strcmp(f->param[i]->name, name))
            return true;
    for (int i = 0; i < f->nsizes; i++)
        if (!strcmp(f->size[i]->name, name))
            return true;
    return false;
}

/* row and col, or an index of no name. */
static const char *index_name(const Lower *l, const Kids *level, int d, int n)
{
    bool free = !level || (!calls_it(level, "row") && !calls_it(level, "col"));
    if (n == 2 && free && !is_param_name(l, "row") && !is_param_name(l, "col"))
        return d ? "col" : "row";
    return "#";
}

/* Names the indices and gives the counts of the levels. */
static void name_levels(Lower *l, Kernel *k, const Kids *level)
{
    k->nlevels = level->n;
    k->index = NEWS(Var *, level->n);
    k->count = NEWS(Core *, level->n);
    for (int d = 0; d < level->n; d++) {
        const Core *lev = level->at[d];
        k->index[d] = lev->index && !lev->index->invented ? lev->index
                    : fresh(l, index_name(l, level, d, level->n), type_prim(I64));
        if (lev->index && lev->index != k->index[d])
            table_put(l->facts->tree, lev->index, core_var(k->index[d]));
        k->count[d] = size_tree(l, lev->g[0].at[0]);
        table_put(l->facts->below, k->index[d], k->count[d]);
    }
    k->level = k->index;
    k->nsource = k->nlevels;
}

static void bind_level(Lower *l, const Core *level, Core *index)
{
    for (int i = 0; i < level->nbinds; i++)
        bind_element(l, level->bind[i], view_of(l, level->g[1].at[i]), index);
}

static Core **indices(const Kernel *k)
{
    Core **index = NEWS(Core *, k->nlevels);
    for (int d = 0; d < k->nlevels; d++)
        index[d] = core_var(k->index[d]);
    return index;
}

static Core *total_of(Core **count, int n)
{
    Core *total = core_i64(1);
    for (int d = 0; d < n; d++)
        total = tree_mul(total, count[d]);
    return total;
}

/* Levels from..n-1 become one, with their indices computed from its own. */
static Var *merge_levels(Lower *l, Kernel *k, int n, const char *name, Block *locate)
{
    Var *at = fresh(l, name, type_prim(I64));
    Core *rest = core_var(at);
    Block *out = lower_into(l, locate);
    for (int d = n - 1; d > 0; d--) {
        Core *position = d == n - 1 ? rest : emit_let(l, fresh(l, "rest", type_prim(I64)), rest);
        emit_let(l, k->index[d], tree_op(OP_REM, position, k->count[d]));
        rest = tree_op(OP_QUOT, position, k->count[d]);
    }
    emit_let(l, k->index[0], rest);
    l->out = out;
    return at;
}

/* One level in place of the first n. */
static void merged(Lower *l, Kernel *k, int n, const char *name)
{
    if (n < 2)
        return;
    Var *at = merge_levels(l, k, n, name, &k->locate);
    Core *count = total_of(k->count, n);
    int rest = k->nlevels - n;
    Var **index = NEWS(Var *, rest + 1);
    Core **counts = NEWS(Core *, rest + 1);
    index[0] = at;
    counts[0] = count;
    for (int d = 0; d < rest; d++) {
        index[d + 1] = k->index[n + d];
        counts[d + 1] = k->count[n + d];
    }
    k->index = index;
    k->count = counts;
    k->nlevels = rest + 1;
}

/* A grid has three dimensions, and one where threads have arrays. */
static void finish_map(Lower *l, Lower *host, Kernel *k, Core *total)
{
    flush_reads(l);
    if (k->capped)
        merged(l, k, k->nlevels, "position");
    else if (k->nlevels > 3)
        merged(l, k, k->nlevels - 2, "outer");
    launch(host, k, total);
}

/* ---- results ------------------------------------------------------------------------ */

/* "row_sums" in a file rows is rows_row_sums. */
static const char *result_name(const Stm *s, const char *otherwise)
{
    for (int k = 0; k < s->nvars; k++)
        if (!s->var[k]->invented)
            return s->var[k]->name;
    return otherwise;
}

static View *row_at(View *v, Core **index, int n)
{
    if (!n)
        return v;
    int rank = v->type->rank;
    Core **start = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    const Type *t = v->type;
    for (int d = 0; d < rank; d++) {
        start[d] = d < n ? index[d] : core_i64(0);
        stride[d] = d < n ? NULL : core_i64(1);
        t = d < n ? type_row(t) : t;
    }
    return view_slice(v, start, stride, t);
}

/* Where the results from number `from` on are stored; the variables become
   these arrays. */
static View **result_arrays(Lower *l, const Stm *s, int from)
{
    View **to = NEWS(View *, s->nvars);
    for (int k = from; k < s->nvars; k++) {
        to[k] = dest_for(l, s->var[k]);
        bind_view(l, s->var[k], to[k]);
    }
    return to;
}

static void hint_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    for (int k = from; k < body->g[0].n; k++)
        if (type_of(body->g[0].at[k])->rank)
            hint_result(l->facts, body, body->g[0].at[k], row_at(to[k], index, n));
}

static void store_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    for (int k = from; k < body->g[0].n; k++) {
        const Core *r = body->g[0].at[k];
        if (type_of(r)->rank)
            give_result(l, r, row_at(to[k], index, n));
        else
            emit_set(l, view_at(to[k], index), scalar_of(l, r));
    }
}

/* ---- segmap, segput, seghist ------------------------------------------------------------ */

static void lower_segmap(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[1].at[0];
    Kernel *k = kernel_new(l, KERNEL_MAP, n, result_name(s, "map"));
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < n->g[0].n; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    hint_rows(&in, body, to, 0, index, n->g[0].n);
    lower_stms(&in, body);
    k->does = "One thread computes one element.";
    store_rows(&in, body, to, 0, index, n->g[0].n);
    finish_map(&in, l, k, total);
}

static void lower_segput(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool hist = n->op == OP_SEGHIST;
    const Core *body = n->g[hist ? 4 : 2].at[0];
    int levels = n->g[0].n;
    Kernel *k = kernel_new(l, KERNEL_MAP, n, result_name(s, hist ? "histogram" : "scatter"));
    View **to = NEWS(View *, s->nvars), **rows = NEWS(View *, s->nvars);
    for (int i = 0; i < s->nvars; i++) {
        to[i] = own(l, n->g[1].at[i], s->var[i]);
        bind_view(l, s->var[i], to[i]);
    }
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < levels; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    lower_stms(&in, body);
    for (int i = 0; i < s->nvars; i++)
        rows[i] = row_at(to[i], index, levels - 1);
    k->does = hist ? "One thread adds one value to its place in the histogram."
                   : "One thread writes one value; an index out of range is skipped.";
    write_at(&in, rows, s->nvars, scalar_of(&in, body->g[0].at[0]), body, 1,
             hist ? n->g[2].at[0] : NULL, hist);
    finish_map(&in, l, k, total);
}

/* ---- segred ------------------------------------------------------------------------------- */

/* The operator, its neutral element, and what the body gives, of a segred or
   segscan. */
static void fold_of(Lower *in, Kernel *k, const Stm *s, const Core *body)
{
    const Core *n = s->exp;
    int count = n->g[2].n;
    k->op = operator_of(in, n->g[1].at[0], s->var);
    k->in_order = !is_commutative(n);
    Core **value = NEWS(Core *, count), **neutral = NEWS(Core *, count);
    for (int i = 0; i < count; i++) {
        if (type_of(n->g[2].at[i])->rank)
            fail_at(n->span, "a reduction of arrays has no CUDA code yet");
        neutral[i] = scalar_of(in, n->g[2].at[i]);
        value[i] = scalar_of(in, body->g[0].at[i]);
    }
    k->neutral = count > 1 ? tree_record(k->op->record, neutral) : neutral[0];
    k->value = count > 1 ? tree_record(k->op->record, value) : value[0];
    k->sum = fresh(in, "sum", type_of(n->g[2].at[0]));
    if (count > 1)
        table_put(in->plan->record_of, k->sum, (void *)k->op->record);
}

/* sum = op(sum, value) */
static void fold_value(Lower *in, Kernel *k)
{
    Core **arg = NEWS(Core *, 2);
    arg[0] = core_var(k->sum);
    arg[1] = k->value;
    emit_set(in, arg[0], tree_call(k->op->name, arg, 2, type_of(k->value)->prim));
}

static Core *sum_part(const Kernel *k, int i)
{
    Core *sum = core_var(k->sum);
    return k->op->record ? tree_field(sum, k->op->record->field[i]) : sum;
}

/* The variable that holds the number of blocks for so many elements. */
static Var *blocks_for(Lower *l, Core *total)
{
    for (int i = 0; i < l->out->n; i++) {
        const Stmt *s = l->out->at[i];
        if (s->kind == S_LET && s->exp && tree_is_call(s->exp)
            && !strcmp(s->exp->text, "blocks_for") && size_equal(s->exp->g[0].at[0], total))
            return s->var;
    }
    Core **arg = NEWS(Core *, 1);
    arg[0] = total;
    Var *v = fresh(l, "blocks", type_prim(I32));
    emit_let(l, v, tree_call("blocks_for", arg, 1, I32));
    return v;
}

/* Scratch for one partial result a block. */
static void add_partials(Lower *l, Kernel *k, Core *total)
{
    l->plan->uses_blocks = true;
    k->blocks = blocks_for(l, total);
    k->partials = fresh(l, "partials", k->sum->type);
    Core *blocks = core_var(k->blocks);
    blocks = expandable(l, blocks) ? expanded(l, blocks, k->span, "partials")
                                   : tree_call("MAX_BLOCKS", NULL, 0, I32);
    Buffer *b = buffer_new(l, k->partials, B_SCRATCH, blocks);
    b->record = table_get(l->plan->record_of, k->sum);
}

/* Memory for a scalar that the device computes. */
static Buffer *scalar_buffer(Lower *l, const Stm *s, int k)
{
    View *d = table_get(l->facts->dest, s->var[k]);
    Buffer *b = d ? d->buffer : host_array(l, s->var[k])->buffer;
    table_put(l->facts->tree, s->var[k], tree_load(b, NULL));
    return b;
}

/* The element for the position of the first level; no indices are needed
   where the array lies in that order. */
static Core *element_of(View *v, const Kernel *k, Core **index)
{
    return v->kind == V_BUFFER ? tree_load(v->buffer, core_var(k->index[0]))
                               : view_at(v, index);
}

static void lower_reduce(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n;
    Kernel *k = kernel_new(l, KERNEL_REDUCE, n, result_name(s, NULL));
    View **to = result_arrays(l, s, count);
    k->result = NEWS(Core *, count);
    k->nresults = count;
    for (int i = 0; i < count; i++)
        k->result[i] = tree_load(scalar_buffer(l, s, i), NULL);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    bind_level(&in, n->g[0].at[0], index[0]);
    hint_rows(&in, body, to, count, index, 1);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, 1);
    fold_of(&in, k, s, body);
    fold_value(&in, k);
    add_partials(l, k, k->count[0]);
    launch(l, k, NULL);
    for (int i = 0; i < count; i++)
        if (table_has(l->facts->read_back, s->var[i]))
            read_back(l, s->var[i], k->result[i]);
}

/* Reductions of segments: outer levels become one, the segment. */
static void lower_rows(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n, outer = n->g[0].n - 1;
    Kernel *k = kernel_new(l, KERNEL_ROWS, n, result_name(s, "sums"));
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    in.out = &k->outer;
    for (int d = 0; d < outer; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    flush_reads(&in);
    in.out = &k->body;
    bind_level(&in, n->g[0].at[outer], index[outer]);
    hint_rows(&in, body, to, count, index, outer + 1);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, outer + 1);
    fold_of(&in, k, s, body);
    fold_value(&in, k);
    in.out = &k->finish;
    Core *segments = total_of(k->count, outer);
    merged(&in, k, outer, "segment");
    for (int i = 0; i < count; i++)
        emit_set(&in, element_of(to[i], k, index), sum_part(k, i));
    launch(l, k, segments);
}

/* ---- segscan ---------------------------------------------------------------------------------- */

/* The operator over segments: (value, whether a segment starts in it). */
static Function *lifted(Lower *l, Function *op)
{
    Plan *p = l->plan;
    const char *name = intern(format("%s_in_segment", op->name));
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->name == name)
            return p->functions.at[i];
    Record *r = NEW(Record);
    *r = (Record){ intern(format("Segmented_%s", op->name)),
                   "A value, and whether a segment starts where it comes from.",
                   NEWS(Var *, 2), 2 };
    r->field[0] = fresh(l, "value", type_prim(op->prim));
    r->field[1] = fresh(l, "starts", type_prim(BOOL));
    if (op->record)
        table_put(p->record_of, r->field[0], (void *)op->record);
    vec_push(&p->records, r);
    Function *f = NEW(Function);
    *f = (Function){ .name = name, .record = r, .prim = op->prim, .device = true,
                     .takes_records = true, .nparams = 2,
                     .about = "The operator over segments: what lies before the start of a "
                              "segment does not count." };
    f->param = NEWS(Var *, 2);
    for (int i = 0; i < 2; i++) {
        f->param[i] = fresh(l, i ? "b" : "a", type_prim(op->prim));
        table_put(p->record_of, f->param[i], r);
    }
    Core *a = core_var(f->param[0]), *b = core_var(f->param[1]);
    Core **both = NEWS(Core *, 2), **part = NEWS(Core *, 2);
    both[0] = tree_field(a, r->field[0]);
    both[1] = tree_field(b, r->field[0]);
    part[0] = tree_call(op->name, both, 2, op->prim);
    part[1] = tree_field(a, r->field[1]);
    Stmt *s = NEW(Stmt);
    s->kind = S_RETURN;
    s->exp = tree_if(tree_field(b, r->field[1]), b, tree_record(r, part));
    vec_push(&f->body, s);
    vec_push(&p->functions, f);
    return f;
}

/* A scan within segments is a scan with the lifted operator. */
static void lift(Lower *in, Kernel *k, Core *starts)
{
    Core **value = NEWS(Core *, 2), **neutral = NEWS(Core *, 2);
    value[0] = k->value;
    value[1] = starts;
    neutral[0] = k->neutral;
    neutral[1] = core_bool(false);
    k->op = lifted(in, k->op);
    k->value = tree_record(k->op->record, value);
    k->neutral = tree_record(k->op->record, neutral);
    table_put(in->plan->record_of, k->sum, (void *)k->op->record);
}

static void lower_scan(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[3].at[0];
    int count = n->g[2].n, levels = n->g[0].n;
    Kernel *k = kernel_new(l, KERNEL_SCAN, n, result_name(s, "scan"));
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    for (int d = 0; d < levels; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    hint_rows(&in, body, to, count, index, levels);
    lower_stms(&in, body);
    store_rows(&in, body, to, count, index, levels);
    fold_of(&in, k, s, body);
    const Record *record = k->op->record;
    k->total = total_of(k->count, levels);
    if (levels > 1)
        lift(&in, k, tree_op(OP_EQ, index[levels - 1], core_i64(0)));
    k->item = fresh(&in, "value", k->sum->type);
    table_put(l->plan->record_of, k->item, table_get(l->plan->record_of, k->sum));
    emit_set(&in, core_var(k->item), k->value);
    in.out = &k->finish;
    merged(&in, k, levels, "#");
    for (int i = 0; i < count; i++) {
        Core *sum = core_var(k->sum);
        if (levels > 1)
            sum = tree_field(sum, k->op->record->field[0]);
        emit_set(&in, element_of(to[i], k, index),
                 record ? tree_field(sum, record->field[i]) : sum);
    }
    add_partials(l, k, k->total);
    launch(l, k, k->total);
}

/* ---- storing views ---------------------------------------------------------------------------- */

/* Stores a view, one thread for each element. */
void gather(Lower *l, View *from, View *to)
{
    const Buffer *b = view_base(to);
    Kernel *k = kernel_new(l, KERNEL_MAP, NULL, b->var->name);
    int n = to->type->rank;
    k->nlevels = n;
    k->index = NEWS(Var *, n);
    k->count = NEWS(Core *, n);
    for (int d = 0; d < n; d++) {
        k->index[d] = fresh(l, index_name(l, NULL, d, n), type_prim(I64));
        k->count[d] = to->type->dim[d];
        table_put(l->facts->below, k->index[d], k->count[d]);
    }
    k->does = "Stores an array that was only described so far; one thread an element.";
    Lower in = in_kernel(l, k);
    Core **index = indices(k);
    Core *total = total_of(k->count, n);
    emit_set(&in, view_at(to, index), element(&in, from, index));
    finish_map(&in, l, k, total);
}

void transpose(Lower *l, View *from, View *to)
{
    Kernel *k = kernel_new(l, KERNEL_TRANSPOSE, NULL, to->buffer->var->name);
    const Type *t = from->of->type;
    int outer = t->rank - 2;
    k->nlevels = outer ? 3 : 2;
    k->index = NEWS(Var *, 3);
    k->count = NEWS(Core *, 3);
    if (outer)
        k->count[0] = total_of(t->dim, outer);
    k->count[k->nlevels - 2] = t->dim[outer];
    k->count[k->nlevels - 1] = t->dim[outer + 1];
    k->from = view_base(from);
    k->to = to->buffer;
    k->does = "Transposes through tiles in shared memory, so that both the reads and the "
              "writes of neighbouring threads are neighbours.";
    launch(l, k, tree_count(t));
}

void lower_seg(Lower *l, const Stm *s)
{
    if (!on_host(l))
        fail_at(s->exp->span, "%s inside a kernel", ops[s->exp->op].text);
    switch (s->exp->op) {
    case OP_SEGMAP: lower_segmap(l, s); break;
    case OP_SEGRED:
        if (s->exp->g[0].n == 1)
            lower_reduce(l, s);
        else
            lower_rows(l, s);
        break;
    case OP_SEGSCAN: lower_scan(l, s); break;
    default: lower_segput(l, s);
    }
}
