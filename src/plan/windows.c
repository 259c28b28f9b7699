/*
 * windows.c -- what is read around the elements of a tile: copied to shared memory, once for all
 * threads of the block, with what lies before the first element and behind the last.
 */
#include "lower.h"

enum { MOST_BEHIND = 64 };     /* elements of a window */

static Core *beginning_at(Lower *l, const View *v, const Windows *w, Core *at)
{
    Core *from = window_place(v, tree_add(w->start, at)), *count = v->of->type->dim[0];
    Core *read = element(l, v->of, &from), *none = core_int(v->type->prim, 0);
    return surely_at_most(l->facts->range, w->count, count) ? read
         : tree_if(tree_op(OP_GT, count, core_i64(0)), read, none);
}

/* Which element of the copy a thread makes: first those of the tile, so that a warp begins where
   they do, then those behind and before it. */
static Core *place_of(Lower *l, Windows *w, const View *v)
{
    if (!is_const(v->start[0]) || v->start[0]->value.i >= 0)
        return w->at;
    Core *before = core_const(scalar_int(I32, -v->start[0]->value.i));
    Core *all = tree_add(w->size, core_const(scalar_int(I32, w->most - 1)));
    return emit_let(l, fresh(l, "place", type_prim(I32)),
                    tree_op(OP_REM, tree_add(w->at, before), all));
}

/* The windows as they lie in the copy. */
static View *copied(Lower *l, Windows *w, const View *of)
{
    View *v = view_typed(of, of->type);
    Core **slot = NEW(Core *);
    Buffer *from = view_base(v->of);
    const char *name = from ? var_base(from->var->name) : "some";
    Var *here = fresh(l, format("%s_here", name), type_prim(v->type->prim));
    v->buffer = buffer_add(l->plan, (Buffer){ .var = here, .home = B_SHARED });
    *slot = w->at;
    v->slot = slot;
    return v;
}

/* v: of the array `windows`, which stands for the copy from now on. */
static void copy_windows(Lower *l, Windows *w, Var *windows, View *v, const Core *n)
{
    int64_t k;
    if (!size_const(v->type->dim[1], &k) || k < 1 || k > MOST_BEHIND || (w->most && w->most != k))
        fail_at(n->span, ERR_CUDA_OPERATION, "windows of a size that is not known, or of several "
                "sizes, have no CUDA code");
    w->most = (int)k;
    w->bytes += prim_bytes(v->type->prim);
    View *here = copied(l, w, v);
    bind_view(l, windows, here);
    Core *room = tree_add(w->room, core_const(scalar_int(I32, k - 1)));
    stmt_add(&w->arrays, (Stmt){ S_SHARED, .var = here->buffer->var, .count = room });
    Block *out = lower_into(l, &w->load);
    w->place = w->place ? w->place : place_of(l, w, v);
    emit_set(l, tree_load(here->buffer, w->place), beginning_at(l, v, w, w->place));
    l->out = out;
}

void stage_windows(Lower *l, Windows *w, const Core *level)
{
    for (int i = 0; i < level->nbinds; i++) {
        const Core *array = level->g[1].at[i];
        View *v = view_of(l, array);
        if (v->kind == V_WINDOWS && is_used(l, level->bind[i]))
            copy_windows(l, w, array->var, v, level);
    }
}

void leave_windows(Lower *l, const Core *level)
{
    for (int i = 0; i < level->nbinds; i++) {
        const Core *array = level->g[1].at[i];
        View *v = view_of(l, array);
        if (v->kind != V_WINDOWS || !v->buffer)
            continue;
        v = view_typed(v, v->type);
        v->buffer = NULL;
        bind_view(l, array->var, v);
    }
}

void fill_windows(Stage *s, const Windows *w)
{
    if (!w->most)
        return;
    fill(s, "windows")->block = w->load;
    fill(s, "beside")->exp = core_const(scalar_int(I32, w->most - 1));
}
