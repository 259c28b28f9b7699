/*
 * staged.c -- what a fold reads of arrays lies in shared memory first, where threads would
 * otherwise read places far apart: each has consecutive elements, or a short row, or each element
 * is a row of some numbers.
 */
#include "parts.h"

enum { MOST_BYTES = 32,        /* of an element there, */
       MOST_ROW = 128 };       /*   if it is a row */

View *all_rows(Lower *in, const Fold *f, const Var *part)
{
    const Core *level = f->p->stm->exp->g[0].at[0], *of = NULL, *body = f->p->body;
    for (int i = 0; i < level->nbinds; i++)
        of = level->bind[i] == part ? level->g[1].at[i] : of;
    for (int i = 0; of && i < body->nstms; i++)
        if (body->stm[i].exp->op == OP_SPLIT && is_var(of, body->stm[i].var[0])) {
            of = body->stm[i].exp->g[op_group(OP_SPLIT, '~')].at[0];
            break;
        }
    for (int d = f->p->row->n - 1; of && d >= 0; d--) {
        const Core *outer = f->p->row->at[d], *before = of;
        of = NULL;
        for (int i = 0; i < outer->nbinds; i++)
            of = is_var(before, outer->bind[i]) ? outer->g[1].at[i] : of;
    }
    View *all = of ? view_of(in, of) : NULL;
    Buffer *b;
    Core *start;
    if (!all || !view_run(all, &b, &start))
        return NULL;
    return view_new((View){ V_SHAPE, .of = all, .type = type_dims(all->type->prim,
                            (Core *[]){ tree_mul(f->rows, f->p->width) }, 1) });
}

/* The number at this place of a row is read from that place in an array of all rows, one after
   the other, of elements of so many numbers each. */
static bool follows_rows(const Fold *f, const Core *from, Core *place, Core *each)
{
    Core *row = core_i64(0);
    for (int d = 0; f->rows && d < f->p->row->n; d++)
        row = tree_add(tree_mul(row, f->k->count[d]), f->index[d]);
    return from->op == OP_INDEX && from->g[1].n == 1
        && size_equal(from->g[1].at[0], tree_add(tree_mul(tree_mul(row, f->p->width), each),
                                                 place));
}

/* Whether number `at` of a round is inside; each element has so many. A round begins up to 31
   elements before a part, so that its reads are aligned: that is inside the array, unless the part
   is the first of a row that lies anywhere. */
static Core *inside_round(const Fold *f, const Core *from, Core *at, Core *each)
{
    Core *inside = tree_op(OP_LT, at, tree_mul(core_var(f->size), each));
    Core *place = tree_add(tree_mul(core_var(f->start), each), at);
    bool early = f->parts && f->rows && !f->columns && !follows_rows(f, from, place, each);
    return early ? tree_op(OP_LAND, tree_op(OP_LE, core_i64(0), place), inside) : inside;
}

Core *staged_element(Lower *in, Fold *f, const Var *x, View *array)
{
    if (x->type->rank || !is_used(in, x))
        return NULL;
    Core *at = core_var(f->at), *line = tree_add(core_var(f->start), at);
    Block *out = lower_into(in, &f->load);
    Core *from = array ? element(in, array, &line) : NULL;
    in->out = out;
    int bytes = f->bytes + prim_bytes(x->type->prim);
    if (!from || !tree_reads(from) || bytes > MOST_BYTES) {
        f->apart |= !from || tree_reads(from);
        return NULL;
    }
    f->bytes = bytes;
    Core *room = tree_name(f->parts ? "ROUND" : "ROOM", I32), *place = at, *own = at;
    if (f->columns)
        own = place = tree_add(tree_mul(at, core_var(f->columns)), tree_name("lane", I32));
    if (!f->parts) {
        room = tree_add(room, tree_op(OP_QUOT, room, core_const(scalar_int(I32, 32))));
        own = tree_add(tree_mul(core_var(f->row), f->p->width), f->x);
        own = tree_add(core_var(f->skew), own);
        place = tree_call("conflict_free", &place, 1, I32);
        own = tree_call("conflict_free", &own, 1, I32);
    }
    Var *v = fresh(in, format("%s_here", var_base(x->name)), x->type);
    Buffer *here = buffer_add(in->plan, (Buffer){ .var = v, .home = B_SHARED });
    stmt_add(&f->arrays, (Stmt){ S_SHARED, .var = v, .count = room });
    stmt_add(&f->load, (Stmt){ S_SET, .to = tree_load(here, place),
                               .exp = tree_if(inside_round(f, from, at, core_i64(1)), from,
                                              core_int(x->type->prim, 0)) });
    return tree_load(here, own);
}

/* Neighbouring threads read neighbouring numbers; then each has its rows. */
View *staged_row(Lower *in, Fold *f, const Var *x, View *array)
{
    const Type *t = x->type;
    int n = (int)type_numbers(t, MOST_ROW);
    Buffer *b;
    Core *first, *own = core_var(f->at), *each = core_const(scalar_int(I32, n));
    int bytes = n * prim_bytes(t->prim);
    if (!t->rank || !n || n > MOST_ROW || !f->parts || f->columns || !is_used(in, x))
        return NULL;
    if (f->bytes + bytes > MOST_ROW || !view_run(array, &b, &first)) {
        f->apart = true;
        return NULL;
    }
    f->bytes += bytes;
    Core *room = tree_name("ROUND", I32), **dim = NEWS(Core *, t->rank + 1);
    Core *from = tree_add(first, tree_mul(core_var(f->start), each));
    Var *v = fresh(in, format("%s_here", var_base(x->name)), t);
    Buffer *here = buffer_add(in->plan, (Buffer){ .var = v, .home = B_SHARED });
    stmt_add(&f->arrays, (Stmt){ S_SHARED, .var = v, .count = tree_mul(room, each) });
    for (int c = 0; c < n; c++) {
        Core *at = tree_add(own, tree_mul(core_const(scalar_int(I32, c)), room));
        Core *read = tree_load(b, tree_add(from, at));
        stmt_add(&f->load, (Stmt){ S_SET, .to = tree_load(here, at),
                                   .exp = tree_if(inside_round(f, read, at, each), read,
                                                  core_int(t->prim, 0)) });
    }
    for (int d = 0; d <= t->rank; d++)
        dim[d] = d ? t->dim[d - 1] : room;
    return view_row(view_buffer(here, type_dims(t->prim, dim, t->rank + 1)), &own, 1);
}

/* One if they are read where they lie; of large ones as many as a block's shared memory holds. */
Core *items_staged(const Fold *f)
{
    int all = f->bytes + f->windows.bytes;
    Core *bytes = core_const(scalar_int(I32, all ? all : 4));
    if ((!all && f->apart) || all > 56)
        return core_const(scalar_int(I32, 1));
    return all > MOST_BYTES ? core_const(scalar_int(I32, 3))
                                 : tree_call("items_per_thread", &bytes, 1, I32);
}
