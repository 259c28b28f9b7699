/*
 * columns.c -- which folds of rows read the columns of what lies in memory: neighbouring rows
 * are then neighbours there, and the elements of a row far apart.
 *
 * It is asked of views and definitions, before there is code: each name that the body of a row
 * binds is followed to the array of which it is a part, or to its value.
 */
#include "lower.h"

/* An array is what is left of one that the host knows behind some of its indices. */
typedef struct {
    const View *of;
    Kids at;
} Rest;

typedef struct {
    const Lower *l;
    Core *row, *x;             /* the row's number, and the element's in it */
    Table *rest;               /* of a name: what is left of an array */
    Table *value;              /* of a name: the tree that it stands for, without loads */
    bool columns, others;      /* reads that go down a column, or along a row */
} Reads;

/* ---- strides ---------------------------------------------------------------------- */

typedef struct {
    const Var *from;
    Core *to;
} Change;

static Core *changed(Core *n, void *change)
{
    const Change *c = change;
    return is_var(n, c->from) ? c->to : core_map(n, changed, change);
}

/* How far apart elements are whose v differ by 1. */
static Core *stride(Core *at, Core *v)
{
    Core *next = changed(at, &(Change){ v->var, tree_add(v, core_i64(1)) });
    return size_normal(size_sub(next, at));
}

static Core *note_load(Core *n, void *reads)
{
    Reads *r = reads;
    if (n->op == OP_INDEX && table_has(r->l->plan->buffer_of, n->g[0].at[0]->var)) {
        int64_t row, x;
        Core *at = n->g[1].at[0];
        bool even = size_const(stride(at, r->row), &row) && (row == 0 || row == 1);
        bool near = size_const(stride(at, r->x), &x) && x >= -1 && x <= 1;
        r->columns |= even && row == 1 && !near;
        r->others |= !even;
    }
    return core_map(n, note_load, reads);
}

/* ---- what names stand for --------------------------------------------------------- */

static const Rest *rest_of(const Reads *r, const Core *atom)
{
    const View *v = atom->op == OP_VAR ? table_get(r->l->facts->view, atom->var) : NULL;
    if (v && (v->kind == V_CUT || v->kind == V_IRREG))
        return NULL;           /* its rows begin where memory says */
    if (!v)
        return atom->op == OP_VAR ? table_get(r->rest, atom->var) : NULL;
    return MAKE(Rest, .of = v);
}

static Kids further_in(const Rest *p, Core *const *index, int n)
{
    Kids all = { NEWS(Core *, p->at.n + n), p->at.n + n };
    for (int i = 0; i < all.n; i++)
        all.at[i] = i < p->at.n ? p->at.at[i] : index[i - p->at.n];
    return all;
}

static Core *element_of(const Rest *p, Core *const *index, int n)
{
    return view_at(p->of, further_in(p, index, n).at);
}

/* What is loaded stands for itself. */
static void note_value(Reads *r, const Var *v, Core *value)
{
    note_load(value, r);
    if (!tree_reads(value))
        table_put(r->value, v, value);
}

/* The name is an element of the array, or a row of it. */
static void bind_element_of(Reads *r, const Var *v, const Core *array, Core *index)
{
    const Rest *p = rest_of(r, array);
    if (!p) {
        r->others = true;
        return;
    }
    if (!v->type->rank) {
        note_value(r, v, element_of(p, &index, 1));
        return;
    }
    Rest *inner = MAKE(Rest, p->of, further_in(p, &index, 1));
    table_put(r->rest, v, inner);
}

static void bind_parts(Reads *r, const Core *level, Core *index)
{
    if (level->index)
        table_put(r->value, level->index, index);
    for (int i = 0; i < level->nbinds; i++)
        bind_element_of(r, level->bind[i], level->g[1].at[i], index);
}

static Core *value_in(Core *n, void *reads)
{
    Reads *r = reads;
    Core *known = n->op == OP_VAR ? table_get(r->value, n->var) : NULL;
    if (known || n->op != OP_INDEX)
        return known ? known : core_map(n, value_in, r);
    const Rest *p = rest_of(r, n->g[0].at[0]);
    Core *index = core_map(n, value_in, r);
    if (!p || p->at.n + index->g[1].n != p->of->type->rank) {
        r->others = true;
        return index;
    }
    return element_of(p, index->g[1].at, index->g[1].n);
}

static void note_bindings(Reads *r, const Core *body, int n);

static void note_array(Var *v, void *any)
{
    *(bool *)any |= v->type->rank > 0;
}

/* A scalar that is not followed stands for itself; arrays are not read here, or otherwise. */
static void note_other(Reads *r, const Stm *s)
{
    const Core *n = s->exp;
    bool arrays = false;
    for (int i = 0; i < s->nvars; i++)
        arrays |= s->var[i]->type->rank > 0;
    if (n->op == OP_IF) {
        note_bindings(r, n->g[1].at[0], n->g[1].at[0]->nstms);
        note_bindings(r, n->g[2].at[0], n->g[2].at[0]->nstms);
    } else {
        core_free_vars(n, note_array, &arrays);
    }
    r->others |= arrays;
}

/* A part of an array is a place in it, too. */
static void note_bindings(Reads *r, const Core *body, int n)
{
    for (int i = 0; i < n; i++) {
        const Stm *s = &body->stm[i];
        const Core *e = s->exp;
        const Rest *of = e->op == OP_SPLIT ? rest_of(r, e->g[op_group(OP_SPLIT, '~')].at[0])
                                            : NULL;
        if (of)
            table_put(r->rest, s->var[0], (void *)of);
        else if (!s->var[0]->type->rank && (ops[e->op].kind == K_SCALAR || e->op == OP_INDEX))
            note_value(r, s->var[0], value_in(s->exp, r));
        else
            note_other(r, s);
    }
}

static Core *a_number(const char *name)
{
    return core_var(var_new(name, type_prim(I64), NULL));
}

bool reads_columns(const Lower *l, const Kids *row, const Core *body, const Stm *parts,
                   const Core *tile)
{
    Reads r = { .l = l, .row = a_number("row"), .x = a_number("x"),
                .rest = table_new(), .value = table_new() };
    const Core *part = parts->exp->g[0].at[0], *inner = parts->exp->g[3].at[0];
    for (int d = 0; d < row->n; d++)
        bind_parts(&r, row->at[d], d == row->n - 1 ? r.row : a_number("outer"));
    note_bindings(&r, body, (int)(parts - body->stm));
    for (int i = 0; i < part->nbinds; i++)
        table_put(r.rest, part->bind[i], (void *)rest_of(&r, part->g[1].at[i]));
    note_bindings(&r, inner, inner->nstms - 1);
    bind_parts(&r, tile->g[0].at[0], r.x);
    note_bindings(&r, tile->g[3].at[0], tile->g[3].at[0]->nstms);
    return r.columns && !r.others;
}
