/*
 * when_loops.c -- conditions on loops that update arrays, and what becomes of their updates.
 */
#include "../core/dependence.h"
#include "rewrite.h"

#include <math.h>
#include <string.h>

/* ---- independent -------------------------------------------------------------- */

/* The loop as a term of its own. */
static Core *loop_of(Kids a, Core *i, Core *n, Core *body)
{
    Core *loop = core_node(OP_LOOP, NULL);
    loop->bind = NEWS(Var *, a.n);
    loop->nbinds = a.n;
    for (int k = 0; k < a.n; k++)
        loop->bind[k] = a.at[k]->var;
    loop->index = i->var;
    core_set1(loop, 1, n);
    core_set1(loop, 2, body);
    return loop;
}

/* r..: the program asks for one after the other. */
bool ask_kept_in_order(Call *c)
{
    const Match *m = c->m;
    for (int i = 0; i < m->ntaken; i++)
        if (has_attribute(&m->taken[i]->stm, "sequential")) {
            heed_attribute(m, intern("sequential"));
            return true;
        }
    return no(c, "nothing asks for their order");
}

/* independent a.. i n body: no iteration touches what an earlier one wrote. What it reads of what a
   later one writes, it reads as it was. */
bool ask_independent(Call *c)
{
    Core *i = c->arg[1].at[0], *n = c->arg[2].at[0];
    Core *loop = loop_of(c->arg[0], i, n, c->arg[3].at[0]);
    if (i->var->type->prim != I64)
        return no(c, "%s is no i64", i->var->name);
    Dependences all = dependences(c->m->world->range, loop);
    const Dependence *d = carried_dependence(&all);
    return !d || no(c, "%s", dependence_told(c->m->world->range, d));
}

typedef struct {
    Kids arrays;
    const Dependences *all;
    bool other;                /* an array is used, not an element that it begins with */
} Initial;

static bool is_one_of(const Kids *list, const Core *e)
{
    for (int k = 0; e->op == OP_VAR && k < list->n; k++)
        if (is_var(e, list->at[k]->var))
            return true;
    return false;
}

/* An earlier write of the loop may have made the element. */
static bool is_remade(const Dependences *all, const Core *read)
{
    for (int i = 0; i < all->n; i++)
        if (all->at[i].kind == DEP_RAW && all->at[i].sink && core_equal(all->at[i].sink, read))
            return true;
    return false;
}

static void find_other(Core *n, void *arg)
{
    Initial *s = arg;
    bool element = n->op == OP_INDEX && is_one_of(&s->arrays, n->g[0].at[0]);
    s->other |= is_one_of(&s->arrays, n) || (element && is_remade(s->all, n));
    for (int g = element; g < ops[n->op].ngroups; g++)
        for (int k = 0; k < n->g[g].n; k++)
            find_other(n->g[g].at[k], s);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        find_other(n->stm[i].exp, s);
}

/* reads-initial e a.. i n body: of a.. it reads elements alone that no earlier iteration wrote. */
bool ask_reads_initial(Call *c)
{
    Core *i = c->arg[2].at[0], *n = c->arg[3].at[0], *e = c->arg[0].at[0];
    if (i->var->type->prim != I64)
        return no(c, "%s is no i64", i->var->name);
    Core *loop = loop_of(c->arg[1], i, n, c->arg[4].at[0]);
    Dependences all = dependences(c->m->world->range, loop);
    Initial s = { c->arg[1], &all, false };
    find_other(e, &s);
    return !s.other || no(c, "it reads what an earlier iteration wrote");
}

/* ---- what an iteration writes --------------------------------------------------- */

/* A binding of the body, or another result than that one, uses v. */
static bool read_besides(const Core *body, const Var *v, int result)
{
    for (int i = 0; i < body->nstms; i++)
        if (core_uses(body->stm[i].exp, v))
            return true;
    for (int k = 0; k < body->g[0].n; k++)
        if (k != result && is_var(body->g[0].at[k], v))
            return true;
    return false;
}

/* The update of parameter a that gives result k, and that nothing else reads; or null. */
static const Core *own_update(const Core *body, int k, const Var *a)
{
    const Core *b = body->g[0].at[k];
    int which;
    const Stm *s = b->op == OP_VAR ? binding_of(body, b->var, &which) : NULL;
    bool update = s && s->exp->op == OP_UPDATE && is_var(s->exp->g[0].at[0], a);
    return update && !read_besides(body, b->var, k) ? s->exp : NULL;
}

/* Where an entry of an update depends on the index: as first + coef * index. */
static int varying_entry(const Ranges *r, const Core *update, const Var *i, Affine *f)
{
    int along = -1;
    for (int d = 0; d < update->g[1].n; d++) {
        const Core *e = update->g[1].at[d];
        Affine own;
        if (!is_atom(e) || !core_uses(range_spelled(r, e), i))
            continue;
        if (along >= 0 || !affine_of(r, e, i, &own) || !own.coef)
            return -1;
        along = d;
        *f = own;
    }
    return along;
}

/* Spelled in what is bound outside the body. */
static bool is_outside(const Ranges *r, const Core *e, const Table *inside)
{
    return !core_uses_any(range_spelled(r, e), inside);
}

static bool entries_outside(const Ranges *r, const Core *update, int along, const Table *inside)
{
    for (int d = 0; d < update->g[1].n; d++) {
        const Core *e = update->g[1].at[d];
        if (d == along || e->op == OP_WHOLE)
            continue;
        if (is_atom(e) ? !is_outside(r, e, inside)
                       : !is_outside(r, e->g[0].at[0], inside)
                         || !is_outside(r, e->g[1].at[0], inside))
            return false;
    }
    return true;
}

static bool is_regular(const Type *t, const Table *inside)
{
    return !type_uses_any(t, inside) && type_has_sizes(t);
}

/* written a.. i body: the values; each of a.. is updated once, at an index that moves with i. */
bool get_written(Call *c)
{
    Kids a = c->arg[0], v = { NEWS(Core *, a.n), a.n };
    const Core *body = body_flat(c->arg[2].at[0]);
    const Var *i = c->arg[1].at[0]->var;
    const Ranges *r = c->m->world->range;
    if (body->op != OP_BODY || body->g[0].n != a.n || !a.n || i->type->prim != I64)
        return no(c, "it gives something else");
    world_define_all(c->m->world, body);
    Table *inside = table_new();
    note_bound_in((Core *)body, inside);
    table_put(inside, i, c);
    for (int k = 0; k < a.n; k++) {
        Affine f = { 0 };
        const Core *update = own_update(body, k, a.at[k]->var);
        int along = update ? varying_entry(r, update, i, &f) : -1;
        if (!update)
            return no(c, "%s is not updated once in an iteration", a.at[k]->var->name);
        if (along < 0 || core_uses_any(f.rest, inside)
            || !entries_outside(r, update, along, inside))
            return no(c, "where %s is updated is no line along %s", a.at[k]->var->name, i->name);
        v.at[k] = update->g[2].at[0];
        if (!is_regular(type_of(v.at[k]), inside))
            return no(c, "what is written differs in length from iteration to iteration");
    }
    table_free(inside);
    return yields_all(c, v);
}

/* ---- where it goes ----------------------------------------------------------------- */

static Core *spelled(const Ranges *r, Core *e)
{
    if (e->op == OP_WHOLE)
        return e;
    if (e->op != OP_SPAN)
        return range_spelled(r, e);
    Core *span = core_copy_node(e);
    core_set1(span, 0, range_spelled(r, e->g[0].at[0]));
    return span;
}

static bool is_all(Kids entry)
{
    for (int d = 0; d < entry.n; d++)
        if (entry.at[d]->op != OP_WHOLE)
            return false;
    return true;
}

/* The first dimension as number `to`. */
static Core *turned(Core *a, int to)
{
    int rank = type_of(a)->rank;
    Core *e = CORE(OP_REARRANGE, NULL, one(a));
    e->perm = NEWS(int, rank);
    e->nperm = rank;
    for (int d = 0; d < rank; d++)
        e->perm[d] = d < to ? d + 1 : d == to ? 0 : d;
    return to ? core_typed(e) : a;
}

/* All n values of an update, put where its iterations put them. */
static Core *put_all(const Ranges *r, const Core *update, const Var *i, Core *n, Core *a,
                     Core *values)
{
    Affine f;
    int along = varying_entry(r, update, i, &f), before = 0;
    Kids entry = { NEWS(Core *, update->g[1].n), update->g[1].n };
    const Core *size = type_of(a)->dim[along];
    int64_t first;
    for (int d = 0; d < entry.n; d++) {
        entry.at[d] = spelled(r, update->g[1].at[d]);
        before += d < along && !is_atom(update->g[1].at[d]);
    }
    bool all = f.coef == 1 && size_const(f.rest, &first) && !first && size_equal(size, n);
    entry.at[along] = all ? core_node(OP_WHOLE, NULL)
                          : CORE(OP_SPAN, NULL, one(f.rest), one(n), one(core_i64(f.coef)));
    Core *v = turned(values, before);
    if (is_all(entry))
        return v;
    Core *put = core_copy_node(update);
    core_set1(put, 0, a);
    put->g[1] = entry;
    core_set1(put, 2, v);
    put->ntypes = 0;           /* its operands are no atoms yet: see to_atom */
    return put;
}

/* The update that gives result k, along i; or null. */
static const Core *put_update(const Ranges *r, const Core *body, int k, const Var *i)
{
    int which;
    Affine f;
    const Core *b = body->op == OP_BODY && k < body->g[0].n ? body->g[0].at[k] : NULL;
    const Stm *s = b && b->op == OP_VAR ? binding_of(body, b->var, &which) : NULL;
    bool update = s && s->exp->op == OP_UPDATE && varying_entry(r, s->exp, i, &f) >= 0;
    return update ? s->exp : NULL;
}

/* put-back vs.. a0.. i body: a0.., with what the iterations write. */
bool make_put_back(Call *c)
{
    Kids values = c->arg[0], to = c->arg[1], out = { NEWS(Core *, to.n), to.n };
    const Core *body = body_flat(c->arg[3].at[0]);
    const Var *i = c->arg[2].at[0]->var;
    if (values.n != to.n)
        return no(c, "values and arrays are not as many");
    for (int k = 0; k < out.n; k++) {
        const Core *update = put_update(c->m->world->range, body, k, i);
        const Type *to_type = type_of(to.at[k]), *type = type_of(values.at[k]);
        if (!update || to_type->rank != type_of(update)->rank || !type->rank)
            return no(c, "%s is not updated along %s", core_str(to.at[k]), i->name);
        out.at[k] = put_all(c->m->world->range, update, i, type->dim[0], to.at[k], values.at[k]);
    }
    return yields_all(c, out);
}

/* iterations n: how many a loop up to n has. */
bool get_iterations(Call *c)
{
    Core *n = c->arg[0].at[0];
    bool natural = surely_natural(c->m->world->range, n);
    return yields(c, natural ? n : core_prim2(OP_MAX, core_i64(0), n));
}

/* anew e: with binders of its own. */
bool make_anew(Call *c)
{
    return yields(c, core_rename(c->arg[0].at[0]));
}

typedef struct { const Ranges *range; const Table *sizes; bool sized; } Sized;

/* A size that is checked is that size. */
static void note_size(Var *v, void *sized)
{
    Sized *s = sized;
    const Core *def = range_def(s->range, v);
    bool checks = def && def->op == OP_ASSERT && core_uses_any(def, s->sizes);
    s->sized |= checks || table_has(s->sizes, v);
}

static void note_sized(const void *var, void *value, void *sized)
{
    (void)value;
    const Var *v = var;
    if (v->type)
        type_free_vars(v->type, note_size, sized);
}

/* unsized v.. e..: no v is a size in the type of another, or of what an e binds. */
bool ask_unsized(Call *c)
{
    Table *all = table_new(), *bound = table_new();
    for (int i = 0; i < c->arg[0].n; i++) {
        Core *a = c->arg[0].at[i];
        if (a->op == OP_VAR)
            table_put(all, a->var, c);
        else
            note_bound_in(a, bound);
    }
    Sized s = { .range = c->m->world->range, .sizes = all };
    table_each(all, note_sized, &s);
    table_each(bound, note_sized, &s);
    table_free(all);
    table_free(bound);
    return !s.sized || no(c, "one is the size of another");
}

/* e, of the iteration whose index is x. */
static Core *at_iteration(const Ranges *r, Core *e, const Var *i, Core *x)
{
    Subst *s = subst_new();
    subst_add(s, i, x);
    return range_spelled(r, core_subst(range_spelled(r, e), s));
}

/* follows k.. l.. i body: at i + 1 the indices k.. are what l.. are at i. */
bool ask_follows(Call *c)
{
    Kids k = c->arg[0], l = c->arg[1];
    const Var *i = c->arg[2].at[0]->var;
    const Core *body = c->arg[3].at[0];
    const Ranges *r = c->m->world->range;
    bool moves = false, same = k.n == l.n;
    if (i->type->prim != I64)
        return no(c, "%s is no i64", i->name);
    world_define_all(c->m->world, body);
    Table *inside = table_new();
    note_bound_in((Core *)body, inside);
    for (int d = 0; d < k.n && same; d++) {
        Core *then = at_iteration(r, k.at[d], i, core_prim2(OP_ADD, core_var((Var *)i),
                                                            core_i64(1)));
        same = is_atom(k.at[d]) && is_atom(l.at[d])
            && size_equal(then, range_spelled(r, l.at[d])) && !core_uses_any(then, inside);
        moves |= core_uses(range_spelled(r, k.at[d]), i);
    }
    table_free(inside);
    return (same && moves) || no(c, "an iteration reads another element than the one before wrote");
}

/* first k.. i: the indices k.. in the first iteration. */
bool make_first(Call *c)
{
    Kids k = c->arg[0], out = { NEWS(Core *, k.n), k.n };
    for (int d = 0; d < k.n; d++)
        out.at[d] = at_iteration(c->m->world->range, k.at[d], c->arg[1].at[0]->var, core_i64(0));
    return yields_all(c, out);
}

/* ---- a part of an array in a loop ------------------------------------------------- */

typedef struct {
    const Ranges *range;
    const Table *inside;       /* what the loop binds */
    Subst *as;                 /* the array, and what updates make of it: the part */
    Table *whole;              /* the same, as a set */
    Kids entry;                /* what all accesses have in common; WHOLE: nothing */
    bool lost;                 /* the array is used in another way */
} Part;

static bool is_whole_of(const Part *s, const Core *e)
{
    return e->op == OP_VAR && table_has(s->whole, e->var);
}

static void join_part(Part *s, Var **v, int n, Kids from)
{
    for (int k = 0; k < n && k < from.n; k++)
        if (is_whole_of(s, from.at[k]))
            table_put(s->whole, v[k], s);
}

static void note_part(Core *n, void *arg);

/* An update, loop or branch that is given the array gives it back, with other elements. */
static void note_stm(Part *s, const Stm *stm)
{
    const Core *e = stm->exp;
    if (is_loop(e))
        join_part(s, e->bind, e->nbinds, e->g[0]);
    note_part(stm->exp, s);
    if (e->op == OP_UPDATE || is_loop(e))
        join_part(s, stm->var, stm->nvars, e->g[0]);
    else if (e->op == OP_IF)
        join_part(s, stm->var, stm->nvars, body_results(e->g[1].at[0]));
}

static void note_entries(Part *s, const Core *access)
{
    Kids entry = access->g[1];
    if (!s->entry.n) {
        s->entry = (Kids){ NEWS(Core *, entry.n), entry.n };
        for (int d = 0; d < entry.n; d++) {
            Core *e = is_atom(entry.at[d]) ? range_spelled(s->range, entry.at[d]) : NULL;
            bool same = e && !core_uses_any(e, s->inside);
            s->entry.at[d] = same ? e : core_node(OP_WHOLE, NULL);
        }
    }
    s->lost |= s->entry.n != entry.n;
    for (int d = 0; d < entry.n && !s->lost; d++)
        if (s->entry.at[d]->op != OP_WHOLE
            && (!is_atom(entry.at[d])
                || !size_equal(range_spelled(s->range, entry.at[d]), s->entry.at[d])))
            s->entry.at[d] = core_node(OP_WHOLE, NULL);
}

/* Elements are read and written, loops and branches hand the array on: nothing else. */
static void note_part(Core *n, void *arg)
{
    Part *s = arg;
    bool access = (n->op == OP_INDEX || n->op == OP_UPDATE) && is_whole_of(s, n->g[0].at[0]);
    if (access)
        note_entries(s, n);
    s->lost |= ops[n->op].kind == K_SOAC && core_uses_any(n, s->whole);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        note_stm(s, &n->stm[i]);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int k = 0; k < n->g[g].n; k++) {
            const Core *e = n->g[g].at[k];
            bool handed = n->op == OP_BODY || is_loop(n);
            s->lost |= is_whole_of(s, e) && !handed && !(access && !g);
            if (n->op != OP_BODY || !is_atom(e))
                note_part(n->g[g].at[k], s);
        }
}

static const Type *part_type(const Kids *entry, const Type *t)
{
    Core **dim = NEWS(Core *, t->rank);
    int rank = 0;
    for (int d = 0; d < t->rank; d++)
        if (entry->at[d]->op == OP_WHOLE)
            dim[rank++] = t->dim[d];
    return type_dims(t->prim, dim, rank);
}

/* common-part a i body: the entries that all accesses of a in the loop have in common. */
bool get_common_part(Call *c)
{
    const Core *a = c->arg[0].at[0], *body = body_flat(c->arg[2].at[0]);
    Table *inside = table_new();
    note_bound_in((Core *)body, inside);
    table_put(inside, c->arg[1].at[0]->var, c);
    Part s = { .range = c->m->world->range, .inside = inside, .whole = table_new() };
    table_put(s.whole, a->var, c);
    note_part((Core *)body, &s);
    int rank = type_of(a)->rank, fixed = 0;
    for (int d = 0; d < s.entry.n; d++)
        fixed += s.entry.at[d]->op != OP_WHOLE;
    bool gives = body->op == OP_BODY && body->g[0].n == 1 && is_whole_of(&s, body->g[0].at[0]);
    if (s.lost || !gives || s.entry.n != rank || !fixed || fixed == rank)
        return no(c, "it takes more of %s than one part", a->var->name);
    return yields_all(c, s.entry);
}

typedef struct {
    Table *whole;              /* Var -> the Core of the part that stands for it */
    Kids entry;
} Cut;

static Core *cut(Core *n, void *arg);

static Core *cut_name(Cut *s, Var *v)
{
    if (!table_has(s->whole, v)) {
        Var *own = var_like(v);
        own->type = part_type(&s->entry, v->type);
        table_put(s->whole, v, core_var(own));
    }
    return table_get(s->whole, v);
}

static bool is_cut(const Cut *s, const Core *e)
{
    return e->op == OP_VAR && table_has(s->whole, e->var);
}

static Var **cut_names(Cut *s, Var **v, int n, Kids from)
{
    Var **out = COPIES(Var *, v, n);
    for (int k = 0; k < n && k < from.n; k++)
        if (is_cut(s, from.at[k]))
            out[k] = cut_name(s, v[k])->var;
    return out;
}

static Kids without_fixed(const Cut *s, Kids entry)
{
    Kids out = { NEWS(Core *, entry.n), 0 };
    for (int d = 0; d < entry.n; d++)
        if (s->entry.at[d]->op == OP_WHOLE)
            out.at[out.n++] = entry.at[d];
    return out;
}

static Stm cut_stm(Cut *s, const Stm *stm)
{
    Stm out = *stm;
    const Core *e = stm->exp;
    bool choice = e->op == OP_IF;
    out.exp = cut((Core *)e, s);
    if (e->op == OP_UPDATE || is_loop(e) || choice)
        out.var = cut_names(s, stm->var, stm->nvars,
                            choice ? body_results(e->g[1].at[0]) : e->g[0]);
    return out;
}

/* Returns n with the part in the place of the array. */
static Core *cut(Core *n, void *arg)
{
    Cut *s = arg;
    if (ops[n->op].kind == K_ATOM)
        return is_cut(s, n) ? table_get(s->whole, n->var) : n;
    if (!core_uses_any(n, s->whole))
        return n;
    Core *out = core_unshare(n);
    if (is_loop(n))
        out->bind = cut_names(s, n->bind, n->nbinds, n->g[0]);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        out->stm[i] = cut_stm(s, &n->stm[i]);
    bool access = (n->op == OP_INDEX || n->op == OP_UPDATE) && is_cut(s, n->g[0].at[0]);
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        out->g[g] = (Kids){ NEWS(Core *, n->g[g].n), n->g[g].n };
        for (int k = 0; k < n->g[g].n; k++)
            out->g[g].at[k] = cut(n->g[g].at[k], s);
    }
    if (access)
        out->g[1] = without_fixed(s, out->g[1]);
    out->ntypes = 0;
    return core_typed(out);
}

/* of-part k.. x loop: the loop over an array, of its part x at k.. */
bool make_of_part(Call *c)
{
    Core *whole = c->arg[2].at[0];
    whole = whole->op == OP_BODY ? body_single(whole) : whole;
    if (!whole || whole->op != OP_LOOP || whole->nbinds != 1)
        return no(c, "it is no loop over one array");
    Cut s = { table_new(), c->arg[0] };
    Core *loop = core_copy_node(whole);
    loop->bind = &cut_name(&s, whole->bind[0])->var;
    loop->ntypes = 0;
    core_set1(loop, 0, c->arg[1].at[0]);
    core_set1(loop, 2, cut(whole->g[2].at[0], &s));
    return yields(c, core_typed(core_rename(loop)));
}

/* ---- interchange ------------------------------------------------------------------ */

/* interchanges a.. i n body: of the loop and the one in it. No dependence is [<, >]. */
bool ask_interchanges(Call *c)
{
    Core *i = c->arg[1].at[0], *n = c->arg[2].at[0];
    if (i->var->type->prim != I64)
        return no(c, "%s is no i64", i->var->name);
    Dependences all = dependences(c->m->world->range, loop_of(c->arg[0], i, n, c->arg[3].at[0]));
    for (int k = 0; k < all.n; k++) {
        const Dependence *d = &all.at[k];
        if (d->dir[0] != '=' && (d->depth < 2 || d->dir[1] == '>' || d->dir[1] == '*'))
            return no(c, "%s", dependence_told(c->m->world->range, d));
    }
    return true;
}

/* exposes a.. i n body: the loop carries a dependence, and the one in it carries none. */
bool ask_exposes(Call *c)
{
    Core *i = c->arg[1].at[0], *n = c->arg[2].at[0];
    Dependences all = dependences(c->m->world->range, loop_of(c->arg[0], i, n, c->arg[3].at[0]));
    bool inner = false;
    for (int k = 0; k < all.n; k++)
        inner |= all.at[k].kind != DEP_WAR && all.at[k].depth > 1 && all.at[k].dir[1] != '=';
    return (carried_dependence(&all) && !inner) || no(c, "the inner loop would be no map outside");
}

/* ---- checks ----------------------------------------------------------------------- */

bool ask_decides(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    return (!t->rank && (prim_is_int(t->prim) || t->prim == BOOL)) || no(c, "%s", type_str(t));
}

/* condition-of e: where e checks one integer. */
bool get_condition_of(Call *c)
{
    const Core *e = c->arg[0].at[0];
    if (e->op != OP_ASSERT || e->unchecked || e->g[1].n != 1 || type_of(e)->rank
        || !prim_is_int(type_of(e)->prim))
        return no(c, "it is no check of an integer");
    return yields(c, e->g[0].at[0]);
}

/* with-condition x e: the check e, whose condition is x. */
bool make_with_condition(Call *c)
{
    Core *e = core_copy_node(c->arg[1].at[0]);
    if (e->op != OP_ASSERT)
        return no(c, "it is no check");
    core_set1(e, 0, c->arg[0].at[0]);
    return yields(c, e);
}

/* ---- operators hidden in loops ---------------------------------------------------- */

/* A loop around carries a. */
bool ask_carried(Call *c)
{
    const Core *a = c->arg[0].at[0];
    return (a->op == OP_VAR && table_has(c->m->world->begun, a->var))
        || no(c, "no loop around carries %s", core_str(a));
}

/* The greatest number of the type, or the least. */
static Scalar limit_of(Prim p, bool greatest)
{
    if (prim_is_float(p))
        return scalar_float(p, greatest ? INFINITY : -INFINITY);
    int bits = 8 * prim_bytes(p);
    if (!prim_is_signed(p))
        return scalar_int(p, greatest ? -1 : 0);
    int64_t most = (int64_t)(UINT64_MAX >> (65 - bits));
    return scalar_int(p, greatest ? most : -most - 1);
}

bool neutral_number(Op op, Prim p, Scalar *out)
{
    switch (op) {
    case OP_ADD: *out = prim_is_float(p) ? scalar_float(p, -0.0) : scalar_int(p, 0); break;
    case OP_MUL: *out = prim_is_float(p) ? scalar_float(p, 1) : scalar_int(p, 1); break;
    case OP_MIN: *out = limit_of(p, true); break;
    case OP_MAX: *out = limit_of(p, false); break;
    case OP_AND: *out = scalar_int(p, -1); break;
    case OP_OR: case OP_XOR: *out = scalar_int(p, 0); break;
    case OP_LAND: *out = scalar_int(BOOL, 1); break;
    case OP_LOR: *out = scalar_int(BOOL, 0); break;
    default: return false;
    }
    return true;
}

/* Component k of an operator that combined made. */
static const Core *component(const Core *op, int k)
{
    int which;
    const Core *body = op->g[0].at[0], *r = body->op == OP_BODY ? body->g[0].at[k] : body;
    const Stm *s = r->op == OP_VAR ? binding_of(body, r->var, &which) : NULL;
    return s ? s->exp : r;
}

/* It gives the same number for any grouping of what it combines. */
static bool is_exact(const Core *e)
{
    return e->op == OP_MIN || e->op == OP_MAX || !prim_is_float(type_of(e)->prim);
}

/* regroups op r..: r.. is the host's, or op is exact in each component. */
bool ask_regroups(Call *c)
{
    const Core *op = c->arg[0].at[0];
    bool exact = true;
    for (int k = 0; k < op->nbinds / 2; k++)
        exact &= is_exact(component(op, k));
    return exact || c->m->world->depth == 0
        || no(c, "it is in a function, and the operator rounds");
}

/* A number that begins the sum of floats with 0.0 is neutral enough: the sum begins so. */
static bool begins_so(const Core *begin, Scalar neutral)
{
    bool zero = begin->op == OP_CONST && prim_is_float(neutral.prim) && neutral.f == 0
        && begin->value.f == 0;
    return begin->op == OP_CONST && (zero || scalar_equal(begin->value, neutral));
}

/* neutrals op a0..: of each component; a0 itself where it is neutral. */
bool make_neutrals(Call *c)
{
    Kids a = c->arg[1], out = { NEWS(Core *, a.n), a.n };
    for (int k = 0; k < a.n; k++) {
        Scalar x;
        const Core *e = component(c->arg[0].at[0], k);
        if (!neutral_number(e->op, type_of(a.at[k])->prim, &x))
            return no(c, "%s has no neutral element", ops[e->op].text);
        out.at[k] = begins_so(a.at[k], x) ? a.at[k] : core_const(x);
    }
    return yields_all(c, out);
}

/* onto a0.. op s..: a0 op s for each; s where a0 is neutral. */
bool make_onto(Call *c)
{
    Kids a = c->arg[0], s = c->arg[2], out = { NEWS(Core *, a.n), a.n };
    for (int k = 0; k < a.n; k++) {
        Scalar x;
        const Core *e = component(c->arg[1].at[0], k);
        bool neutral = neutral_number(e->op, type_of(a.at[k])->prim, &x) && begins_so(a.at[k], x);
        out.at[k] = neutral ? s.at[k] : core_prim2(e->op, a.at[k], s.at[k]);
    }
    return yields_all(c, out);
}
