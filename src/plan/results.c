/* results.c -- where arrays and scalars come to be. */
#include "lower.h"

#include <string.h>

static bool same_slice(const View *a, const View *b)
{
    for (int d = 0; d < a->of->type->rank && a->of->type->rank == b->of->type->rank; d++)
        if (!core_equal(a->start[d], b->start[d]) || !a->stride[d] != !b->stride[d]
            || (a->stride[d] && !core_equal(a->stride[d], b->stride[d])))
            return false;
    return a->of->type->rank == b->of->type->rank;
}

static bool same_order(const View *a, const View *b)
{
    int d = 0;
    while (d < a->type->rank && d < b->type->rank && a->perm[d] == b->perm[d])
        d++;
    return d == a->type->rank && d == b->type->rank;
}

bool same_place(const View *a, const View *b)
{
    if (a == b)
        return true;
    if (a->kind == V_SHAPE || b->kind == V_SHAPE)
        return same_place(a->kind == V_SHAPE ? a->of : a, b->kind == V_SHAPE ? b->of : b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == V_OWN)
        return a->value ? a->value == b->value : b->of && same_place(a->of, b->of);
    if (a->kind == V_PERM)
        return same_order(a, b) && same_place(a->of, b->of);
    if (a->kind == V_SHARE)
        return a->share == b->share && same_place(a->of, b->of);
    return a->kind == V_BUFFER ? a->buffer == b->buffer
         : a->kind == V_SLICE && same_slice(a, b) && same_place(a->of, b->of);
}

static bool is_tiled(const View *v)
{
    return v->kind == V_TILES || (v->of && is_tiled(v->of));
}

/* Scalars that threads store, and nobody reads. */
static bool only_written(Lower *l, const Core *body, int k)
{
    int i;
    const Var *v = body->g[0].at[k]->var;
    const Use *u = table_get(l->facts->use, v);
    const Stm *s = binding_of(body, v, &i);
    return u && u->uses == 1 && s->exp->op == OP_SEGMAP && v->type->rank == s->exp->g[0].n;
}

/* Rows of a list that nobody else reads come to be where the list does. */
static void place_list(Lower *l, const Core *body, const Core *atom, View *at)
{
    int which;
    const Stm *s = atom->op == OP_VAR ? binding_of(body, atom->var, &which) : NULL;
    for (int i = 0; s && s->exp->op == OP_ARRAY && i < s->exp->g[0].n; i++) {
        const Core *row = s->exp->g[0].at[i];
        const Use *u = row->op == OP_VAR ? table_get(l->facts->use, row->var) : NULL;
        const Stm *made = u && u->uses == 1 ? binding_of(body, row->var, &which) : NULL;
        Alloc *a = made && made->exp->op == OP_ARRAY ? alloc_of(l->facts->allocs, row->var) : NULL;
        Core *number = core_i64(i);
        if (!a || a->place)
            continue;
        a->place = view_row(at, &number, 1);
        place_list(l, body, row, a->place);
    }
}

/* Each size is told by what stands before that binding. */
static bool sized_before(const Core *body, const Stm *from, const Core *part)
{
    Table *made = table_new();
    for (; from < body->stm + body->nstms; from++)
        note_vars(from->var, from->nvars, made);
    bool told = !type_uses_any(type_of(part), made);
    table_free(made);
    return told;
}

/* A statement of the body makes the array anew, for one reader. */
static bool is_part(Lower *l, const Core *body, const Core *part)
{
    int which;
    const Use *u = part->op == OP_VAR ? table_get(l->facts->use, part->var) : NULL;
    const Stm *made = u && u->uses == 1 ? binding_of(body, part->var, &which) : NULL;
    Op op = made ? made->exp->op : OP_VAR;
    return op == OP_SEGMAP || op == OP_SEGSCAN || op == OP_ARRAY || op == OP_CONCAT;
}

/* The parts of what is joined are made in it, as far as sizes that stand before tell where. */
static void place_parts(Lower *l, const Core *body, const Stm *before, const Core *atom, View *at)
{
    int which;
    const Stm *s = atom->op == OP_VAR ? binding_of(body, atom->var, &which) : NULL;
    bool joined = s && s->exp->op == OP_CONCAT && on_host(l);
    Core *start = core_i64(0);
    for (int i = 0; joined && i < s->exp->g[0].n; i++) {
        const Core *part = s->exp->g[0].at[i];
        if (!sized_before(body, before, part))
            return;
        const Type *t = sized(l, type_of(part));
        Alloc *a = is_part(l, body, part) ? alloc_of(l->facts->allocs, part->var) : NULL;
        if (a && !a->place) {
            a->place = rows_from(at, start, t);
            place_parts(l, body, before, part, a->place);
        }
        start = size_normal(tree_add(start, t->dim[0]));
    }
}

static bool is_callers(const Buffer *b)
{
    return b->home == B_RESULT || (b->home == B_PARAM && b->consumed);
}

/* The memory of a loop's variable goes to no other one, so that it takes turns with one alone. */
static bool keeps_turns(const Lower *l, const Alloc *a)
{
    const Core *loop = a->loop->exp;
    for (int k = 0; k < loop->nbinds; k++)
        if (alloc_of(l->facts->allocs, loop->bind[k]) == a && changes_place(loop, k))
            return false;
    return true;
}

View *last_in_turn(const Lower *l, const Alloc *a)
{
    View *at = a->loop && !a->moves && l->entry && l->out == &l->entry->body ? a->place : NULL;
    bool whole = at && at->kind == V_BUFFER && is_callers(at->buffer);
    return whole && keeps_turns(l, a) ? at : NULL;
}

/* The loop's initial value is stored in the memory in which the loop ends. */
static void place_first(const Lower *l, const Alloc *a, const Core *body)
{
    Alloc *first = last_in_turn(l, a) ? a->from : NULL;
    bool free = first && !first->place && !first->of && !first->shaped && !first->turned
             && !first->joined && !first->part && !first->moves;
    if (!free || first->now->body != body || !alloc_dies(first, a->loop))
        return;
    first->place = a->place;
    place_first(l, first, body);
}

void place_result(Lower *l, const Core *body, int k, View *at)
{
    Alloc *a = alloc_of_result(l->facts->allocs, body, k);
    if (!a || a->place || (is_tiled(at) && !only_written(l, body, k)))
        return;
    a->place = at;
    place_first(l, a, body);
    place_list(l, body, body->g[0].at[k], at);
    if (view_base(at) && view_base(at)->home == B_RESULT)
        place_parts(l, body, body->stm, body->g[0].at[k], at);
}

bool may_write(const View *v)
{
    const Buffer *b = view_base(v);
    for (const View *w = v; w; w = w->of)
        if (w->kind == V_FILL)
            return false;
    while (b && b->home == B_ROW)
        b = b->mate;
    return b && (b->home != B_PARAM || b->consumed);
}

static View *place_of(const Lower *l, const Var *v)
{
    const Alloc *a = alloc_of(l->facts->allocs, v);
    return a ? a->place : NULL;
}

/* What is computed in rows comes to be in the array that joins them. */
static View *rows_place(Lower *l, const Var *v)
{
    const Alloc *rows = alloc_of(l->facts->allocs, v);
    const Stm *join = rows ? rows->joined : NULL;
    if (!join)
        fail_at(span_of_var(v), ERR_CUDA_OPERATION, "arrays whose rows differ in length have no "
                "CUDA code yet");
    return cut_array(memory_for(l, join->var[0]), size_tree(l, v->type->dim[0]),
                     join->exp->op == OP_WEAVE);
}

/* Rows that are wanted as columns are made there. */
static View *columns_place(Lower *l, const Var *v, const Stm *turned)
{
    int rank = v->type->rank, *perm = NEWS(int, rank);
    for (int d = 0; d < rank; d++)
        perm[turned->exp->perm[d]] = d;
    return view_turned(memory_for(l, turned->var[0]), perm, sized(l, v->type));
}

/* Where the array that it is in another shape must come to be, if that lies as it does. */
static View *shaped_place(const Lower *l, const Alloc *a)
{
    View *at = on_host(l) && a && a->shaped ? place_of(l, a->shaped->var[0]) : NULL;
    return at && at->kind == V_BUFFER ? at : NULL;
}

/* Its place in what it is joined with, for which there is memory then; or null. */
static View *part_place(Lower *l, const Var *v)
{
    const Alloc *a = alloc_of(l->facts->allocs, v);
    if (!a || !a->part || !on_host(l))
        return NULL;
    Core *atom = core_var((Var *)v), *joined = core_var(a->part->var[0]);
    Alloc *whole = alloc_of(l->facts->allocs, joined->var);
    const Core *body = a->now->body;
    int which;
    const Stm *made = binding_of(body, v, &which);
    if (!made || whole->place || !is_part(l, body, atom) || !sized_before(body, made, joined)
        || !sized_before(body, made, atom))
        return NULL;
    whole->place = memory_for(l, joined->var);
    place_parts(l, body, made, joined, whole->place);
    return a->place;
}

/* Not only given as a result. */
static bool is_read(const Lower *l, const Var *v)
{
    const Use *u = table_get(l->facts->use, v);
    return u && u->uses > 1;
}

/* Its place in the array that it updates, which is checked to have one; or null. */
static View *put_place(Lower *l, const Var *v)
{
    Alloc *a = alloc_of(l->facts->allocs, v);
    if (!a || !a->put || !on_host(l))
        return NULL;
    const Core *put = a->put->exp;
    View *whole = view_of(l, put->g[0].at[0]);
    if (!may_write(whole))
        return NULL;
    return a->place = index_view(l, whole, put, sized(l, v->type));
}

View *memory_for(Lower *l, const Var *v)
{
    View *at = place_of(l, v);
    const Alloc *a = alloc_of(l->facts->allocs, v);
    if (a && a->turned && !at)
        return columns_place(l, v, a->turned);
    if (v->type->rank > 1 && !dim_known(v->type->dim[1]))
        return rows_place(l, v);
    at = at ? at : shaped_place(l, a);
    at = at ? at : part_place(l, v);
    at = at ? at : put_place(l, v);
    View *kept = at && l->together && is_read(l, v) ? kept_array(l, v) : NULL;
    if (kept)
        return kept;             /* read again where it is, and stored at the end */
    if (at)
        return view_typed(at, sized(l, v->type));
    return on_host(l) ? host_array(l, v) : thread_array(l, v);
}

View *own(Lower *l, const Core *atom, const Var *result)
{
    View *v = view_of(l, atom);
    View *at = place_of(l, result);
    if (may_write(v))
        return v;
    View *to = at ? view_typed(at, v->type) : memory_for(l, v->blank ? result : atom->var);
    if (same_place(v, to))
        return v;
    if (!v->blank)
        copy_view(l, v, to);
    return to;
}

void give_result(Lower *l, const Core *atom, View *dest)
{
    if (!dest->type->rank) {
        emit_set(l, view_at(dest, NULL), scalar_of(l, atom));
        return;
    }
    View *v = view_of(l, atom);
    if (!same_place(v, dest))
        copy_view(l, v, dest);
}

/* ---- memory that is given away ------------------------------------------------- */

/* Its elements are the first of a buffer that ends with this block. */
static bool is_movable(const Lower *l, const View *v)
{
    Buffer *b = view_base(v), *same;
    Core *start;
    int64_t first;
    if (!b || b->home != B_ALLOCATED || b->block != l->out || b->given)
        return false;
    return view_run(v, &same, &start) && size_const(start, &first) && first == 0;
}

/* The array at the start of allocated memory of this block that nobody else needs, to be
   given away. */
static View *moved(Lower *l, const Core *atom)
{
    View *v = view_of(l, atom);
    Buffer *b = view_base(v);
    if (!is_movable(l, v)) {
        View *to = allocated(l, atom->var->name, v->type, tree_count(v->type));
        copy_view(l, v, to);
        return to;
    }
    b->given = true;
    return view_buffer(b, v->type);
}

/* ---- results of kernels ------------------------------------------------------- */

/* The nest's last dimension is the last one in memory: neighbours write neighbours. */
static View *turned_array(Lower *l, const Var *v, int levels)
{
    const Type *t = sized(l, v->type);
    int rank = t->rank, *perm = NEWS(int, rank);
    Type *lies = MAKE(Type, t->prim, rank, NEWS(Core *, rank));
    for (int d = 0; d < rank; d++) {
        perm[d] = d < levels - 1 ? d : d == levels - 1 ? rank - 1 : d - 1;
        lies->dim[perm[d]] = t->dim[d];
    }
    return view_turned(view_typed(host_array(l, v), lies), perm, t);
}

static bool is_padded(const Lower *l, const Stm *s, const Var *v)
{
    int64_t n;
    return l->together && has_attribute(s, "padded") && v->type->rank == 2
        && !size_const(v->type->dim[1], &n);
}

static View *padded_array(Lower *l, const Var *v)
{
    const Type *t = sized(l, v->type);
    return padded_rows(l, v, t->dim[0], t->dim[1]);
}

/* Where the results from number `from` on are stored; the variables become
   these arrays. What nobody reads is not stored: null. Rows that are changed
   in place stay where they are, but in a block, whose threads keep rows for themselves, unless
   these are padded. */
View **result_arrays(Lower *l, const Stm *s, int from)
{
    View **to = NEWS(View *, s->nvars);
    for (int k = from; k < s->nvars; k++) {
        bool padded = is_padded(l, s, s->var[k]);
        const Core *old = l->together && !padded ? NULL : replaced(s->exp, k);
        bool turned = s->exp->op == OP_SEGMAP && has_attribute(s, "turned");
        int levels = turned ? s->exp->g[0].n : s->var[k]->type->rank;
        if (old)
            bind_view(l, old->var, to[k] = own(l, old, s->var[k]));
        else if (is_used(l, s->var[k]))
            to[k] = padded ? padded_array(l, s->var[k])
                  : levels < s->var[k]->type->rank ? turned_array(l, s->var[k], levels)
                                                   : memory_for(l, s->var[k]);
        else
            continue;
        bind_view(l, s->var[k], to[k]);
    }
    return to;
}

static void place_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    for (int k = from; k < body->g[0].n; k++)
        if (to[k] && type_of(body->g[0].at[k])->rank)
            place_result(l, body, k, row_at(l, to[k], index, n));
}

static const Var *place_var(const Core *place)
{
    return place->op == OP_INDEX ? place->g[0].at[0]->var
         : place->op == OP_VAR ? place->var : NULL;
}

/* A value that is read from where one before it goes is read first. */
static void store_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    int results = body->g[0].n;
    Core **value = NEWS(Core *, results);
    Table *written = table_new();
    for (int k = from; k < results; k++) {
        const Core *r = body->g[0].at[k];
        if (!to[k] || type_of(r)->rank)
            continue;
        value[k] = scalar_of(l, r);
        if (core_uses_any(value[k], written))
            value[k] = emit_let(l, fresh(l, "next", type_of(r)), value[k]);
        const Var *v = place_var(view_at(to[k], index));
        if (v)
            table_put(written, v, value[k]);
    }
    table_free(written);
    for (int k = from; k < results; k++)
        if (value[k])
            emit_store(l, to[k], index, value[k]);
        else if (to[k])
            give_result(l, body->g[0].at[k], row_at(l, to[k], index, n));
}

/* "result" says nothing of a kernel that its operation does not; a rule's "t" says nothing. */
static bool is_plain(const Buffer *b)
{
    return (b->home == B_RESULT && b->var->exact && str_starts(b->var->name, "result"))
        || (b->var->invented && !strcmp(var_base(b->var->name), "t"));
}

const char *name_of_results(const Stm *s, View **to, const char *otherwise)
{
    const char *name = told_name(s->var, s->nvars, NULL);
    for (int k = 0; !name && k < s->nvars; k++)
        if (to[k] && view_base(to[k]) && !is_plain(view_base(to[k])))
            name = whole_name(s->var[k]->tuple ? s->var[k] : view_base(to[k])->var);
    return name ? name : otherwise;
}

void lower_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    place_rows(l, body, to, from, index, n);
    lower_stms(l, body);
    store_rows(l, body, to, from, index, n);
}

/* ---- scalars that the device computes: stored by one thread, read back --------- */

void read_back(Lower *l, Var *v, Core *load)
{
    const char *name = var_base(v->name);
    Var *read = fresh(l, format("%s_on_host", strcmp(name, "t") ? name : "value"), v->type);
    emit(l, (Stmt){ S_READ, .var = read, .exp = load });
    l->entry->waits = true;
    table_put(l->facts->tree, v, core_var(read));
    table_put(l->facts->hosted, read, v);
    table_put(l->facts->read_from, read, load);
}

/* The scalar lies there already. */
static bool lies_in(const Lower *l, const Core *atom, const Buffer *b)
{
    Core *tree = atom->op == OP_VAR ? table_get(l->facts->tree, atom->var) : NULL;
    if (tree && tree->op == OP_VAR && table_has(l->facts->read_from, tree->var))
        tree = table_get(l->facts->read_from, tree->var);
    return tree && tree->op == OP_INDEX && is_var(tree->g[0].at[0], b->var);
}

void launch_alone(Lower *l, Nest *k)
{
    Core *one = core_const(scalar_int(I32, 1));
    fill(stage_new(k, "single", "", one, one), "body")->block = k->body;
    launch(l, k, NULL);
}

/* One kernel of one thread stores n scalars; a buffer may be null. */
static void store_scalars(Lower *l, Core **atom, Buffer **to, int n)
{
    Nest *k = NULL;
    Lower in;
    for (int i = 0; i < n; i++) {
        if (!to[i] || lies_in(l, atom[i], to[i]))
            continue;
        if (!k) {
            k = nest_new(NULL, format("set_%s", to[i]->var->name), "One thread stores scalars.");
            in = in_kernel(l, k);
        }
        emit_set(&in, tree_load(to[i], NULL), scalar_of(&in, atom[i]));
    }
    if (k)
        launch_alone(l, k);
}

void store_scalar(Lower *l, Core *atom, Buffer *to)
{
    store_scalars(l, &atom, &to, 1);
}

/* ---- results of loops, branches and the entry ----------------------------------- */

void place_results(Lower *l, const Core *body, const Result *c)
{
    for (int k = 0; k < body->g[0].n; k++)
        if (c[k].how == STORED && c[k].to)
            place_result(l, body, k, c[k].to);
}

View **store_results(Lower *l, const Core *body, const Result *c, Var *const *var)
{
    int n = body->g[0].n;
    Core **value = NEWS(Core *, n);
    Buffer **scalar = NEWS(Buffer *, n);
    View **made = NEWS(View *, n);
    for (int k = 0; k < n; k++) {
        const Core *r = body->g[0].at[k];
        if (c[k].how == PASSED)
            continue;
        if (c[k].how == ASSIGNED)
            value[k] = scalar_of(l, r);
        else if (c[k].how == IN_PLACE)
            bind_view(l, var[k], view_of(l, r));
        else if (!type_of(r)->rank)
            scalar[k] = c[k].to ? c[k].to->buffer : NULL;
        else if (c[k].how == STORED && c[k].to)
            give_result(l, r, view_typed(c[k].to, view_of(l, r)->type));
        else if (c[k].how == STORED)
            continue;
        else if (!c[k].to || !same_place(view_of(l, r), c[k].to))
            made[k] = moved(l, r);
    }
    store_scalars(l, body->g[0].at, scalar, n);
    assign_all(l, var, value, n);
    return made;
}
