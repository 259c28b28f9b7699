/*
 * soac.c -- array combinators and segmented operations of instances. Which of
 * their groups are functions, neutral elements, destinations and arrays is told
 * by ops.def: so every one is made by the same lines.
 */
#include "truth.h"

#include <string.h>

/* One combinator while it is made. */
typedef struct {
    Op op;
    const Core *pat;
    Over over;
    Want comps;                /* of the operator, or of the destinations */
    Want want;                 /* what is mapped gives this; null: anything */
    Core *node;
    bool maps;                 /* it has a function that is mapped */
    bool bare;                 /*   which has no bindings, in the pattern */
} Soac;

/* Atoms for the names of a group: one each, the rest for a sequence. */
static void put_all(Make *k, const Kids *pat, Kids val)
{
    for (int i = 0, at = 0; pat && i < pat->n; i++) {
        const char *name = meta_name(pat->at[i]);
        int n = !name ? 0 : is_seq_name(name) ? val.n - at - (pat->n - 1 - i) : 1;
        if (n < 0 || at + n > val.n)
            make_fails(k);
        put_value(k, pat->at[i], (Kids){ val.at + at, n });
        at += n;
    }
}

static const Kids *group_pattern(const Soac *s, int g)
{
    return s->pat ? &s->pat->g[g] : NULL;
}

/* ---- operators and destinations ----------------------------------------- */

static Want half_of(const Core *lam)
{
    Want w = { NEWS(const Type *, lam->nbinds), lam->nbinds / 2 };
    for (int i = 0; i < w.n; i++)
        w.at[i] = lam->bind[i]->type;
    return w;
}

/* That of a name which stands for one already, with the same neutral elements. */
static bool known_operator(Make *k, const Kids *op, const Kids *ne, Operator *o)
{
    const Kids *lam = op ? value_of(k, op->at[0]) : NULL;
    if (!lam || lam->at[0]->op != OP_LAM)
        return false;
    *o = (Operator){ core_rename(lam->at[0]), { 0 } };
    for (int i = 0; i < ne->n; i++) {
        const Kids *val = value_of(k, ne->at[i]);
        if (val)
            o->ne = kids_join(o->ne, *val);
    }
    return 2 * o->ne.n == o->lam->nbinds;
}

static void add_operator(Make *k, Soac *s)
{
    int g = op_group(s->op, 'o'), ne = op_group(s->op, 'n');
    const Kids *pat = group_pattern(s, g);
    bool mapped = pat && pat->at[0]->op == OP_LAM;
    Operator o;
    if (!known_operator(k, pat, group_pattern(s, ne), &o))
        o = some_operator(k, mapped);
    s->comps = half_of(o.lam);
    core_set1(s->node, g, o.lam);
    s->node->g[ne] = o.ne;
    if (pat && !mapped)
        put_all(k, pat, one(o.lam));
    put_all(k, group_pattern(s, ne), o.ne);
}

static Core *fresh_copy(Make *k, Core *a)
{
    Core *e = CORE(OP_COPY, NULL, one(a));
    return bind_fresh(k, checked(k, e), "d");
}

/* What the nest binds, of any length, or of that type: the only thing that each row may
   write to. */
static Core *nest_array(Make *k, const Type *t, bool any)
{
    VEC(Var *) found = { 0 };
    for (int i = k->names->vars.n; i < k->given; i++) {
        const Type *is = k->scope.at[i]->type;
        if (any ? is->rank == t->rank && type_equal(type_row(is), type_row(t)) : type_equal(is, t))
            vec_push(&found, k->scope.at[i]);
    }
    return found.n ? core_var(found.at[draw(k->seed, found.n)]) : NULL;
}

/* Copies, what was made for it, a view of that; or whatever is there, which may be
   in use. */
static Core *some_destination(Make *k, const Type *t, Core *size, bool first)
{
    bool alone = k->alone && !k->depth;
    Core *row = alone && t ? nest_array(k, t, first) : NULL;
    if (row)
        return row;
    bool view = !alone && chance(k, 25);
    Core *a = view ? some_view(k, t, size) : t ? some_atom(k, t) : some_array(k, size);
    bool copied = !alone && (is_lent(k, a) || (!view && chance(k, k->depth ? 70 : 30)));
    return copied ? fresh_copy(k, a) : a;
}

/* One table for all rows of the nest. */
static const Type *whole_of(const Type *t, Kids levels)
{
    for (int l = levels.n - 2; t && l >= 0; l--)
        t = type_array(t, levels.at[l]->g[0].at[0]);
    return t;
}

static const Type *part_of(const Type *t, Kids levels)
{
    for (int l = 0; l + 1 < levels.n; l++)
        t = type_row(t);
    return type_row(t);
}

static void add_destinations(Make *k, Soac *s, Kids levels)
{
    Core *size = given_size(k);
    Kids ds = { 0 };
    int n = s->comps.at ? s->comps.n : 1 + chance(k, 30);
    for (int i = 0; i < n; i++) {
        const Type *t = s->comps.at ? s->comps.at[i]
            : levels.n ? type_of(some_scalar(k)) : NULL;
        t = t ? whole_of(type_array(t, size), levels) : NULL;
        ds = kids_join(ds, one(some_destination(k, t, size, !i)));
        size = levels.n ? size : array_length(ds.at[0]);   /* all are as long */
    }
    s->node->g[1] = ds;
    put_all(k, group_pattern(s, 1), ds);
    s->comps = (Want){ NEWS(const Type *, n), n };
    for (int i = 0; i < n; i++)
        s->comps.at[i] = part_of(type_of(ds.at[i]), levels);
}

/* What is mapped gives a position for destinations; more than it needs to for
   reductions. */
static void find_want(Make *k, Soac *s)
{
    bool place = op_group(s->op, '!') >= 0, maps = s->maps || ops[s->op].kind == K_SEG;
    bool extra = !place && maps && chance(k, s->bare ? 15 : 35);
    if (!s->comps.at)
        return;
    s->want = (Want){ NEWS(const Type *, s->comps.n + 1), 0 };
    if (place)
        s->want.at[s->want.n++] = type_prim(I64);
    for (int i = 0; i < s->comps.n; i++)
        s->want.at[s->want.n++] = s->comps.at[i];
    if (extra)
        s->want.at[s->want.n++] = s->bare ? s->comps.at[0] : type_prim(chance(k, 50) ? I32 : I64);
}

/* ---- combinators -------------------------------------------------------- */

static void find_patterns(Soac *s, const Side *mapping)
{
    int lam = op_group(s->op, 'f'), xs = op_group(s->op, 'x');
    const Core *f = mapping ? mapping->lam : s->pat && lam >= 0 ? s->pat->g[lam].at[0] : NULL;
    s->over.lam = f && f->op == OP_LAM ? f : NULL;
    s->over.over = mapping ? mapping->arrays : s->pat ? s->pat->g[xs] : (Kids){ 0 };
    s->over.size = mapping ? mapping->width
        : s->pat && s->pat->g[0].n ? s->pat->g[0].at[0] : NULL;
    s->over.open = !s->over.over.n && !s->over.lam;
    const Core *body = s->over.lam ? s->over.lam->g[0].at[0] : NULL;
    s->bare = body && body->op == OP_BODY && !body->nstms;
    s->over.no_names = lam < 0;
    s->maps = lam >= 0;
}

/* Rows of different sizes do not come out of it. */
static Core *with_sizes(Make *k, Core *n)
{
    for (int i = 0; i < n->ntypes; i++)
        for (int d = 0; d < n->type[i]->rank; d++)
            if (!dim_known(n->type[i]->dim[d]))
                make_fails(k);
    return n;
}

static void add_function(Make *k, Soac *s)
{
    const Over *o = &s->over;
    Core *body = some_body(k, o->lam ? o->lam->g[0].at[0] : NULL, s->want);
    core_set1(s->node, op_group(s->op, 'f'), core_lam(o->bind, o->arrays.n, o->index, body));
    k->scope.n = o->mark;
}

/* The levels of a pattern, or some with that of a mapping among them. */
static Kids levels_pattern(Make *k, const Soac *s, const Side *mapping)
{
    Core *any = core_node(OP_META, NULL), *level = core_node(OP_LEVEL, NULL);
    any->text = "S*";
    any->at = level->at = AT_THREAD;
    if (s->pat)
        return s->pat->g[0].at[0]->g[0];
    if (!mapping)
        return one(any);
    if (mapping->lam->op != OP_LAM || !meta_name(mapping->lam->g[0].at[0]))
        make_fails(k);
    level->bind = mapping->lam->bind;
    level->nbinds = mapping->lam->nbinds;
    level->index = mapping->lam->index;
    level->g[1] = mapping->arrays;
    if (mapping->width)
        core_set1(level, 0, mapping->width);
    Kids parts = chance(k, 40) ? kids_join(one(any), one(level)) : one(level);
    return chance(k, 40) ? kids_join(parts, one(any)) : parts;
}

/* Operators and destinations stand outside the levels. */
static Core *some_segmented(Make *k, Soac *s, const Side *mapping)
{
    VEC(Var *) inner = { 0 };
    const Core *pat = s->pat;
    int body = ops[s->op].ngroups - 1;
    if (op_group(s->op, 'o') >= 0)
        add_operator(k, s);
    int mark = k->scope.n;
    Kids parts = levels_pattern(k, s, mapping);
    Kids levels = some_levels(k, parts, parts.n == 1);
    vec_append(&inner, k->scope.at + mark, k->scope.n - mark);
    k->scope.n = mark;
    if (op_group(s->op, '!') >= 0)
        add_destinations(k, s, levels);
    mark = k->scope.n;
    vec_append(&k->scope, inner.at, inner.n);
    find_want(k, s);
    s->node->g[0] = levels;
    core_set1(s->node, body, some_body(k, pat ? pat->g[body].at[0] : NULL, s->want));
    k->scope.n = mark;
    Core *n = checked(k, s->node);
    return level_varies(n) ? n : with_sizes(k, n);
}

Core *some_soac(Make *k, Op op, const Core *pat, const Side *mapping)
{
    Soac s = { .op = op, .pat = pat, .node = core_node(op, NULL) };
    if (ops[op].kind == K_SEG)
        return some_segmented(k, &s, mapping);
    find_patterns(&s, mapping);
    if (op_group(op, 'o') >= 0)
        add_operator(k, &s);
    if (op_group(op, '!') >= 0)
        add_destinations(k, &s, (Kids){ 0 });
    find_want(k, &s);
    s.over.rows = s.bare || !s.maps ? s.want : (Want){ 0 };
    some_over(k, &s.over);
    core_set1(s.node, 0, s.over.width);
    s.node->g[op_group(op, 'x')] = s.over.arrays;
    if (s.maps)
        add_function(k, &s);
    return with_sizes(k, checked(k, s.node));
}
