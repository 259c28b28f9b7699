/*
 * values.c -- what scalars and arrays stand for, the names that they get, and where a read
 * of memory is placed.
 */
#include "lower.h"

#include <string.h>

/* ---- variables ------------------------------------------------------------- */

/* A scalar that the device knows, in a kernel: read at the kernel's start. */
static Core *load_scalar(Lower *l, Var *v);

static Core *load_in(Core *n, void *l)
{
    return n->op == OP_VAR ? load_scalar(l, n->var) : core_map(n, load_in, l);
}

static Core *load_scalar(Lower *l, Var *v)
{
    Facts *f = l->facts;
    Core *tree = table_get(f->tree, v);
    if (!tree || !l->nest || !table_has(f->places->device, v))
        return tree ? tree : core_var(v);
    if (table_has(l->loaded, v))
        return table_get(l->loaded, v);
    Core *loaded = load_in(tree, l);
    bool brief = loaded->op == OP_INDEX && !l->nest->repeats;
    if (!brief && !is_atom(loaded) && l->nest->kernel->node) {
        Block *out = lower_into(l, &l->nest->prologue);
        Var *own = fresh(l, v->name, v->type);
        loaded = emit_let(l, own, loaded);
        l->out = out;
    }
    table_put(l->loaded, v, loaded);
    return loaded;
}

Core *scalar_of(Lower *l, const Core *atom)
{
    if (atom->op != OP_VAR)
        return (Core *)atom;
    Use *u = table_get(l->facts->use, atom->var);
    if (u)
        u->placed = true;
    if (l->nest)
        return load_scalar(l, atom->var);
    Core *tree = table_get(l->facts->tree, atom->var);
    return tree && !(on_host(l) && table_has(l->facts->places->device, atom->var)) ? tree
         : core_var(atom->var);
}

bool host_knows(const Var *v, const void *lower)
{
    const Facts *f = ((const Lower *)lower)->facts;
    return table_has(f->given, v) || table_has(f->hosted, v);
}

Core **scalars_of(Lower *l, const Kids *atoms)
{
    Core **tree = NEWS(Core *, atoms->n);
    for (int i = 0; i < atoms->n; i++)
        tree[i] = scalar_of(l, atoms->at[i]);
    return tree;
}

/* Of natural numbers: rounded down is rounded toward zero, as in C; what divides is not 0 here. */
Core *with_quotient(const Lower *l, Core *n)
{
    if ((n->op != OP_DIV && n->op != OP_MOD) || !prim_is_signed(type_of(n)->prim))
        return n;
    for (int g = 0; g < 2; g++)
        if (range_of(l->facts->range, n->g[g].at[0]).least < 0)
            return n;
    n->op = n->op == OP_DIV ? OP_QUOT : OP_REM;
    n->unchecked = true;
    return n;
}

static Core *resolve(Core *n, void *lower)
{
    Lower *l = lower, *host = l->host ? l->host : l;
    if (n->op == OP_WORKERS || n->op == OP_BLOCKS) {
        Core *size = size_tree(host, n->g[0].at[0]);
        bool several = l->nest && l->nest->columns;
        return machine_count(host, n->op, several ? tree_mul(size, l->nest->columns) : size,
                             l->nest ? l->nest->rows : NULL);
    }
    if (n->op == OP_LENGTH)
        return view_of(l, n->g[0].at[0])->type->dim[0];
    if (n->op == OP_TOTAL) {
        const View *rows = view_of(l, n->g[0].at[0]);
        if (rows->kind == V_IRREG)
            return rows->of->type->dim[0];
        if (!type_ragged(rows->type))
            return tree_mul(rows->type->dim[0], rows->type->dim[1]);
    }
    if (n->op == OP_SEGIDS || n->op == OP_WITHIN)
        return look_up_row(l, core_map(n, resolve, l));
    if (n->op == OP_VAR)
        return scalar_of(l, n);
    Core *r = core_map(n, resolve, l);
    return r->op == OP_DIV || r->op == OP_MOD ? with_quotient(l, core_copy_node(r)) : r;
}

Core *size_tree(Lower *l, const Core *size)
{
    return resolve((Core *)size, l);
}

const Type *sized(Lower *l, const Type *t)
{
    if (!t->rank)
        return t;
    Type *u = MAKE(Type, t->prim, t->rank, NEWS(Core *, t->rank));
    for (int d = 0; d < t->rank; d++) {
        if (!dim_known(t->dim[d]))
            fail_at(origin_now().span, ERR_CUDA_OPERATION, "the rows of this differ in length, and "
                    "no rule makes a nest of what is done with them here; a thread has no room "
                    "for them");
        u->dim[d] = size_tree(l, t->dim[d]);
    }
    return u;
}

Core *element(Lower *l, const View *v, Core **index)
{
    Core *end = l->nest ? end_of_row(l, v, index) : NULL;
    Core *e = end ? end : view_at(v, index);
    return l->nest ? resolve(e, l) : e;
}

View *view_of(Lower *l, const Core *atom)
{
    View *v = atom->op == OP_VAR ? table_get(l->facts->view, atom->var) : NULL;
    if (!v)
        bug("plan: no view for %s", core_str(atom));
    return v;
}

static Use *use_of(const Lower *l, const Var *v)
{
    static Use none;
    Use *u = table_get(l->facts->use, v);
    return u ? u : &none;
}

bool is_used(const Lower *l, const Var *v)
{
    return use_of(l, v)->uses > 0;
}

/* Asked of trees that grow: each part is looked at once. */
static void reads_in(Core *n, void *arg)
{
    static char yes, no;
    void **a = arg;
    const void *known = table_get(a[0], n);
    if (!known) {
        bool reads = n->op == OP_INDEX;
        core_each(n, reads_in, (void *[]){ a[0], &reads });
        known = reads ? &yes : &no;
        table_put(a[0], n, (void *)known);
    }
    *(bool *)a[1] |= known == &yes;
}

static bool reads(const Lower *l, Core *tree)
{
    bool yes = false;
    reads_in(tree, (void *[]){ l->facts->reads, &yes });
    return yes;
}

/* One more, one less: as short as a name for it. */
static bool is_step(const Core *tree)
{
    return (tree->op == OP_ADD || tree->op == OP_SUB) && type_of(tree)->prim == I64
        && is_atom(tree->g[0].at[0]) && is_const(tree->g[1].at[0]);
}

/* Names a scalar, or nests it where it is used: if it is used once, not in a
   loop further in, and was not named by the programmer. */
void bind_scalar(Lower *l, Var *v, Core *tree, bool is_let)
{
    Use *u = use_of(l, v);
    Var *old = table_get(l->facts->becomes, v);
    if (old) {
        emit_set(l, core_var(old), tree);
        table_put(l->facts->tree, v, core_var(old));
        return;
    }
    bool once = u->uses == 1 && !u->deeper;
    bool test = on_host(l) && ops[tree->op].level == P_CMP && is_atom(tree->g[0].at[0]);
    bool nest = is_atom(tree) || (test && v->invented) || (once && (v->invented || !is_let));
    if (l->nest && l->nest->team && v->invented && is_step(tree))
        nest = true;
    if (!u->uses && !tree_is_call(tree) && v->type)
        nest = true;
    if (!nest) {
        table_put(l->facts->tree, v, emit_let(l, v, tree));
        return;
    }
    table_put(l->facts->tree, v, tree);
    u->placed = false;
    if (u->uses && reads(l, tree))
        vec_push(&l->pending, v);
}

/* Places the reads that are still nested: memory may change, or a loop begins. */
void flush_reads(Lower *l)
{
    for (int i = 0; i < l->pending.n; i++) {
        Var *v = l->pending.at[i];
        if (!use_of(l, v)->placed)
            table_put(l->facts->tree, v, emit_let(l, v, table_get(l->facts->tree, v)));
    }
    l->pending.n = 0;
}

const char *told_name(Var *const *v, int n, const char *otherwise)
{
    for (int k = 0; k < n; k++)
        if (!v[k]->invented)
            return v[k]->tuple ? v[k]->tuple : v[k]->name;
    return otherwise;
}

const char *nest_name(const Lower *l, const Stm *s, const char *otherwise)
{
    const char *entry = l->entry->func->name;
    return told_name(s->var, s->nvars, !l->version ? otherwise
                     : strcmp(entry, "main") ? entry : NULL);
}

void bind_view(Lower *l, Var *v, View *view)
{
    table_put(l->facts->view, v, view);
}

/* A row that is contiguous and has a name in the source is a pointer, where
   a loop will run over it. */
static View *named_row(Lower *l, Var *v, View *row)
{
    Buffer *b;
    Core *start;
    if (v->invented || on_host(l) || !view_run(row, &b, &start) || b->home == B_RESULT)
        return row;
    Buffer *r = buffer_add(l->plan, (Buffer){ .var = v, .home = B_ROW, .mate = b });
    emit(l, (Stmt){ S_ROW, .var = v, .exp = tree_load(b, start) });
    return view_buffer(r, row->type);
}

/* Element `index` of an array: what a level or a function is given. */
void bind_element(Lower *l, Var *v, View *array, Core *index)
{
    Use *u = use_of(l, v);
    if (!u->uses)
        return;
    if (!v->type->rank) {
        bind_scalar(l, v, element(l, array, &index), false);
        return;
    }
    View *row = row_at(l, array, &index, 1);
    bind_view(l, v, u->deeper || v->type->rank > 1 ? named_row(l, v, row) : row);
}

/* ---- bodies in bodies -------------------------------------------------------- */

void lower_stms(Lower *l, const Core *body)
{
    l->bindings(l, body);
}
