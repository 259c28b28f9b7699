/* when_kinds.c -- conditions on what kind of thing a term is, and on where it stands. */
#include "rewrite.h"

#include <string.h>

bool ask_parallel(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            if (world_parallel(c->m->world, c->arg[a].at[i]))
                return true;
    return no(c, "nothing in it is parallel");
}

/* The basic arithmetic: division by constants alone, no power, no function of a library. */
static bool is_basic(const Core *e)
{
    bool library = (e->op >= OP_SQRT && e->op <= OP_LGAMMA)
        || (e->op >= OP_ATAN2 && e->op <= OP_FMA) || e->op == OP_POW;
    bool division = ops[e->op].fails && ops[e->op].ngroups == 2;
    bool divisor = division && is_const(e->g[1].at[0]) && e->g[1].at[0]->value.i > 0;
    bool never = divisor || (division && e->unchecked);
    bool scalar = ops[e->op].kind == K_SCALAR && (never || !ops[e->op].fails);
    return is_atom(e) || (scalar && !library);
}

/* How many elements it reads one after the other, whatever else it does. */
static int loads_in(const Core *e)
{
    int n = e->op == OP_INDEX;
    if (e->op == OP_IF) {
        int a = loads_in(e->g[1].at[0]), b = loads_in(e->g[2].at[0]);
        return a > b ? a : b;
    }
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++)
        n += loads_in(e->stm[i].exp);
    return n;
}

enum { MOST_CALLS = 3 };       /* of a function in a function that is cheap */

/* Few basic operations and so many loads that cannot fail, or a function of such, at most so many
   calls deep. */
static bool is_cheap_with(const Core *e, int loads, int calls)
{
    enum { FEW = 8 };
    if (e->op == OP_IF)
        return is_cheap_with(e->g[1].at[0], loads, calls)
            && is_cheap_with(e->g[2].at[0], loads, calls);
    if (e->op == OP_CALL)
        return calls > 0 && e->func->body && !e->func->recursive
            && is_cheap_with(e->func->body, 0, calls - 1);
    if (e->op == OP_INDEX)
        return loads > 0 && e->unchecked && !e->type[0]->rank;
    if (e->op != OP_BODY)
        return is_basic(e);
    bool all = e->nstms <= FEW && loads_in(e) <= loads;
    for (int i = 0; i < e->nstms && all; i++)
        all = e->stm[i].nvars == 1 && is_cheap_with(e->stm[i].exp, loads, calls);
    return all;
}

bool is_cheap(const Core *e)
{
    return is_cheap_with(e, 0, MOST_CALLS);
}

bool ask_cheap(Call *c)
{
    enum { MOST = 60 };
    Core *e = c->arg[0].at[0];
    if (is_cheap(body_flat(e)))
        return true;
    const char *text = c->silent ? "" : core_str(e);
    return no(c, strlen(text) > MOST ? "%.*s .." : "%.*s", MOST, text);
}

bool ask_no_dearer(Call *c)
{
    Core *e = c->arg[0].at[0];
    bool read = e->op == OP_INDEX && !e->type[0]->rank && !may_fail(c->m->world, e);
    return read || ask_cheap(c);
}

/* A list that is written out, or what a body gives of such. */
static bool is_list(const Core *e, const Core *atom)
{
    if (e->op == OP_ARRAY)
        return true;
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++)
        if (e->stm[i].nvars == 1 && is_var(atom, e->stm[i].var[0]))
            return e->stm[i].exp->op == OP_ARRAY;
    return false;
}

static bool is_straight(const Core *e)
{
    if (e->op == OP_IF)
        return is_straight(e->g[1].at[0]) && is_straight(e->g[2].at[0]);
    bool all = e->op == OP_BODY || e->op == OP_INDEX || e->op == OP_ASSERT || is_atom(e)
        || e->op == OP_ARRAY
        || ops[e->op].kind == K_SCALAR;
    for (int i = 0; e->op == OP_BODY && i < e->nstms && all; i++)
        all = is_straight(e->stm[i].exp);
    for (int i = 0; i < e->ntypes; i++)
        all &= !e->type[i]->rank || is_list(e, e->op == OP_BODY ? e->g[0].at[i] : NULL);
    return all;
}

bool ask_straight(Call *c)
{
    return is_straight(c->arg[0].at[0]) || no(c, "it has more than one value after the other");
}

bool ask_cheap_elements(Call *c)
{
    Core *e = c->arg[0].at[0];
    while (e->op == OP_BODY && e->nstms == 1 && e->stm[0].exp->op == OP_MAP)
        e = e->stm[0].exp->g[op_group(OP_MAP, 'f')].at[0]->g[0].at[0];
    return is_cheap_with(body_flat(e), 1 - c->arg[1].n, MOST_CALLS)
        || no(c, "%s", ops[e->op].name);
}

/* What a rule has made of a mapping says how far its index runs. */
bool ask_no_new_failure(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++) {
            const Core *e = c->arg[a].at[i];
            if (ops[e->op].kind == K_SOAC)
                world_define_all(c->m->world, e);
            if (may_fail(c->m->world, e))
                return no(c, "it may fail");
        }
    return true;
}

/* Nothing is known of them: v is another name, that has no definition. */
bool ask_safe_for_any(Call *c)
{
    Subst *any = subst_new();
    for (int i = 0; i < c->arg[1].n; i++)
        subst_add(any, c->arg[1].at[i]->var, core_var(var_like(c->arg[1].at[i]->var)));
    Core *e = core_rename(core_subst(c->arg[0].at[0], any));
    world_define_all(c->m->world, e);
    return !may_fail(c->m->world, e) || no(c, "it may fail");
}

bool ask_safe(Call *c)
{
    const Core *replaced = c->m->taken[c->m->ntaken - 1]->stm.exp;
    return !may_fail(c->m->world, replaced) || no(c, "it may fail, and what takes its place not");
}

bool ask_view(Call *c)
{
    const Core *e = c->arg[0].at[0];
    return ops[e->op].kind == K_VIEW || no(c, "it is computed");
}

bool ask_slice(Call *c)
{
    const Core *e = c->arg[0].at[0];
    if (e->op == OP_INDEX)
        for (int i = 0; i < e->g[1].n; i++)
            if (!is_atom(e->g[1].at[i]))
                return true;
    return no(c, "it is no slice");
}

bool ask_part(Call *c)
{
    const Core *e = c->arg[0].at[0];
    return e->op == OP_INDEX || no(c, "it is no part of an array");
}

bool ask_checked(Call *c)
{
    return !c->arg[0].at[0]->unchecked || no(c, "it is presumed to be inside the array");
}

bool ask_shaped(Call *c)
{
    return c->arg[0].at[0]->op == OP_RESHAPE || no(c, "it is no array in another shape");
}

bool ask_soac(Call *c)
{
    return ops[c->arg[0].at[0]->op].kind == K_SOAC || no(c, "it is no array combinator");
}

/* An array that a term makes, unless it is small and of one size. */
static void find_array(Core *n, void *arg)
{
    const Var **found = arg;
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int k = 0; k < n->stm[s].nvars; k++)
            if (is_large(n->stm[s].var[k]->type) && n->stm[s].exp->op != OP_INDEX)
                *found = n->stm[s].var[k];
    core_each(n, find_array, arg);
}

bool ask_gives_large(Call *c)
{
    const Core *f = c->arg[0].at[0], *lam = f->op == OP_TERM ? f->g[0].at[0] : f;
    Kids given = lam->op == OP_LAM ? lam->g[0].at[0]->g[0] : (Kids){ 0 };
    for (int i = 0; i < given.n; i++)
        if (is_large(type_of(given.at[i])))
            return true;
    return no(c, "%s gives no large array", core_str(lam));
}

bool ask_scalar(Call *c)
{
    for (int a = 0; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++) {
            const Core *e = c->arg[a].at[i];
            const Var *array = NULL;
            if (e->op == OP_LAM)
                find_array((Core *)e, &array);
            else if (type_of(e)->rank)
                return no(c, "%s is an array", core_str(e));
            if (array)
                return no(c, "%s makes the array %s", core_str(e), array->name);
        }
    return true;
}

bool ask_integer(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    return (!t->rank && prim_is_int(t->prim)) || no(c, "%s", type_str(t));
}

/* No part of them is updated in place, as far as the function is known. */
bool ask_unwritten(Call *c)
{
    const Var *written = NULL;
    for (int a = 0; a < c->n && !written; a++)
        for (int i = 0; i < c->arg[a].n && !written; i++)
            written = world_consumed_in(c->m->world, c->arg[a].at[i]);
    return !written || no(c, "%s is updated in place", written->name);
}

/* x, or what shares its memory in e; what is done with it elsewhere does not count. */
bool ask_updates(Call *c)
{
    World own = { .parent = table_new(), .consumed = table_new() };
    const Core *x = c->arg[1].at[0];
    world_note_consumed(&own, c->arg[0].at[0]);
    return world_consumed(&own, x->var) || no(c, "it only reads %s", core_str(x));
}

/* Its rows, a slice, itself in another shape, or under another name. */
bool ask_views(Call *c)
{
    World own = { .parent = table_new(), .consumed = table_new() };
    Core *b = body_flat(c->arg[0].at[0]);
    const Core *x = c->arg[1].at[0];
    world_note_consumed(&own, b);
    for (int i = 0; i < b->nstms; i++)
        for (int k = 0; k < b->stm[i].nvars; k++)
            if (world_share(&own, b->stm[i].var[k], x->var))
                return true;
    return no(c, "nothing lies where %s does", core_str(x));
}

typedef struct {
    const Var *of;
    int n;
    bool made;                 /* by a nest */
} Uses;

static void note_use(Var *v, void *uses)
{
    Uses *u = uses;
    u->n += v == u->of;
}

static void note_uses(const Core *body, Uses *u)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        for (int k = 0; k < s->nvars; k++)
            u->made |= s->var[k] == u->of && ops[s->exp->op].kind == K_SEG;
        core_free_vars(s->exp, note_use, u);
    }
    for (int i = 0; i < body->g[0].n; i++)
        core_free_vars(body->g[0].at[i], note_use, u);
}

/* a b: a nest in the body b makes the array a, which is a result and nothing else: who gets it has
   memory of its own. */
bool ask_only_result(Call *c)
{
    const Core *a = c->arg[0].at[0];
    Uses u = { .of = a->op == OP_VAR ? a->var : NULL };
    note_uses(body_flat(c->arg[1].at[0]), &u);
    return (u.made && u.n == 1) || no(c, "%s is used otherwise, or no nest makes it", core_str(a));
}

/* The constant that the scalar term comes to where the names in the table have the
   values that it says; null: there is none. */
static const Core *constant_in(const Core *e, const Table *value)
{
    Scalar arg[3], out;
    const char *error;
    if (e->op == OP_VAR)
        return table_get(value, e->var);
    if (e->op == OP_CONST)
        return e;
    if (e->ntypes != 1 || ops[e->op].kind != K_SCALAR || !*ops[e->op].c)
        return NULL;
    for (int g = 0; g < ops[e->op].ngroups; g++) {
        const Core *a = constant_in(e->g[g].at[0], value);
        if (!a)
            return NULL;
        arg[g] = a->value;
    }
    bool yes = scalar_op(e->op, arg, ops[e->op].ngroups, e->type[0]->prim, &out, &error);
    return yes ? core_const(out) : NULL;
}

/* e ys.. ne..: where all of ys.. are 0, e gives the neutral elements. */
bool ask_neutral(Call *c)
{
    const Core *e = c->arg[0].at[0];
    Table *value = table_new();
    bool yes = c->arg[2].n == (e->op == OP_BODY ? e->g[0].n : 1);
    for (int i = 0; i < c->arg[1].n; i++) {
        const Core *y = c->arg[1].at[i];
        table_put(value, y->var, core_int(type_of(y)->prim, 0));
    }
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++)
        if (e->stm[i].nvars == 1)
            table_put(value, e->stm[i].var[0], (void *)constant_in(e->stm[i].exp, value));
    for (int i = 0; i < c->arg[2].n && yes; i++) {
        const Core *r = constant_in(e->op == OP_BODY ? e->g[0].at[i] : e, value);
        const Core *ne = c->arg[2].at[i];
        yes = r && is_const(ne) && scalar_equal(r->value, ne->value);
    }
    table_free(value);
    return yes || no(c, "zeros do not give them");
}

bool ask_product(Call *c)
{
    bool yes = true;
    for (int i = 0; yes && i < c->n; i++)
        yes = lam_is_product(c->arg[i].at[0]);
    return yes || no(c, "its components need each other");
}

bool ask_commutes(Call *c)
{
    if (c->arg[0].n != 1 || c->arg[0].at[0]->op != OP_LAM)
        return no(c, "it is no operator");
    return lam_commutes(c->arg[0].at[0]) || no(c, "the order matters to it");
}

bool is_fold(const Core *n)
{
    return ops[n->op].kind == K_SOAC && n->op != OP_MAP;
}

bool ask_within(Call *c)
{
    const World *w = c->m->world;
    const char *name = meta_name(c->arg[0].at[0]);
    Place p = AT_NONE;
    if (!place_of_name(name, &p))
        return no(c, "there is no place %s", name);
    return (w->in_block && w->place == p) || no(c, "it is in no %s of a block", name);
}

bool ask_nested(Call *c)
{
    return c->m->world->depth > 0 || no(c, "it is outside all functions");
}

/* A lambda binds each variable that does not depend on the function's parameters alone. All rows
   are in the same round of a loop. */
typedef struct { const World *w; Table *seen; bool yes; } Inner;

static void note_inner(Var *v, void *arg)
{
    Inner *in = arg;
    const Func *f = in->w->func;
    if (in->yes || table_has(in->seen, v))
        return;
    table_put(in->seen, v, v);
    if ((f && func_takes(f, v)) || table_has(in->w->counter, v))
        return;
    const Core *def = range_def(in->w->range, v);
    if (def)
        core_free_vars(def, note_inner, in);
    else
        in->yes = true;
}

bool row_sized(const World *w, const Core *size)
{
    Inner in = { .w = w, .seen = table_new(), .yes = w->lifts };
    core_free_vars(size, note_inner, &in);
    table_free(in.seen);
    return in.yes;
}

bool ask_row_sized(Call *c)
{
    const World *w = c->m->world;
    Core *n = c->arg[0].at[0];
    bool rows = w->depth > 0 || w->lifts;
    return (rows && row_sized(w, n)) || no(c, "%s is the same in all rows", core_str(n));
}

bool ask_of_rows(Call *c)
{
    const World *w = c->m->world;
    bool lifts = w->lifts && !type_ragged(type_of(c->arg[0].at[0]));
    return w->depth > 0 || lifts || no(c, "it is outside all functions");
}
