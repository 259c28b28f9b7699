/*
 * truth_soac.c -- array combinators of instances. Which groups are functions,
 * neutral elements, destinations and arrays is told by ops.def: so every
 * combinator is made by the same lines.
 */
#include "truth.h"

#include <string.h>

/* One combinator while it is made. */
typedef struct {
    Op op;
    const Core *pat;
    const Core *lam;           /* the pattern of what is mapped, or null */
    Kids over;                 /* and of its arrays */
    Core *rows;                /* how many, where arrays are joined from rows */
    bool open;                 /* the arrays are not in the pattern */
    Core *width;
    Want comps;                /* of the operator, or of the destinations */
    Want want;                 /* what is mapped gives this; null: anything */
    Core *node;
    int results;               /* of the pattern's function: extra ones are fine */
} Soac;

static const Kids *value_of(Make *k, const Core *pat)
{
    const char *name = pat ? meta_name(pat) : NULL;
    return name ? env_get(&k->env, name) : NULL;
}

static void put(Make *k, const Core *pat, Kids val)
{
    if (meta_name(pat) && !value_of(k, pat))
        env_put(&k->env, meta_name(pat), val);
}

/* Atoms for the names of a group: one each, the rest for a sequence. */
static void put_all(Make *k, const Kids *pat, Kids val)
{
    for (int i = 0, at = 0; pat && i < pat->n; i++) {
        const char *name = meta_name(pat->at[i]);
        int n = !name ? 0 : is_seq_name(name) ? val.n - at - (pat->n - 1 - i) : 1;
        if (n < 0 || at + n > val.n)
            make_fails(k);
        put(k, pat->at[i], (Kids){ val.at + at, n });
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

static void add_operator(Make *k, Soac *s)
{
    int g = op_group(s->op, 'o'), ne = op_group(s->op, 'n');
    const Kids *pat = group_pattern(s, g);
    bool mapped = pat && pat->at[0]->op == OP_LAM;
    Operator o = operator_at((int)draw(k->seed, operator_count()));
    while (mapped && !o.lam->bind[0]->type->rank)
        o = operator_at((int)draw(k->seed, operator_count()));
    for (int i = 0; i < o.nstms; i++)
        vec_push(k->out, o.stm[i]);
    s->comps = half_of(o.lam);
    core_set1(s->node, g, o.lam);
    s->node->g[ne] = o.ne;
    if (pat && !mapped)
        put(k, pat->at[0], kids1(o.lam));
    put_all(k, group_pattern(s, ne), o.ne);
}

static Core *fresh_copy(Make *k, Core *a)
{
    Core *e = core_node(OP_COPY, NULL);
    core_set1(e, 0, a);
    return bind_fresh(k, checked(k, e), "d");
}

static Core *some_destination(Make *k, const Type *comp, Core *size)
{
    Core *a = comp ? some_atom(k, type_array(comp, size)) : some_array(k, size);
    return k->depth || chance(k, 50) ? fresh_copy(k, a) : a;
}

static void add_destinations(Make *k, Soac *s)
{
    Core *size = core_var(instance_names()->vars.at[draw(k->seed, 2)]);
    Kids ds = { 0 };
    int n = s->comps.at ? s->comps.n : 1 + chance(k, 30);
    for (int i = 0; i < n; i++) {
        const Type *t = s->comps.at ? s->comps.at[i] : NULL;
        ds = kids_join(ds, kids1(some_destination(k, t, size)));
    }
    s->node->g[1] = ds;
    put_all(k, group_pattern(s, 1), ds);
    s->comps = (Want){ NEWS(const Type *, n), n };
    for (int i = 0; i < n; i++)
        s->comps.at[i] = type_row(type_of(ds.at[i]));
}

/* What is mapped gives a position for destinations; more than it needs to for
   reductions. */
static void find_want(Make *k, Soac *s)
{
    bool place = op_group(s->op, '!') >= 0;
    bool extra = !place && op_group(s->op, 'f') >= 0 && s->results == 0 && chance(k, 35);
    if (!s->comps.at)
        return;
    s->want = (Want){ NEWS(const Type *, s->comps.n + 1), 0 };
    if (place)
        s->want.at[s->want.n++] = type_prim(I64);
    for (int i = 0; i < s->comps.n; i++)
        s->want.at[s->want.n++] = s->comps.at[i];
    if (extra)
        s->want.at[s->want.n++] = type_prim(chance(k, 50) ? I32 : I64);
}

/* ---- arrays ------------------------------------------------------------- */

/* A width is a size of the data or a number in it; one that is the same for
   all rows is no negative number. */
static Core *some_width(Make *k)
{
    const Given *names = instance_names();
    for (int i = names->vars.n; i < k->given; i++) {
        const Type *t = k->scope.at[i]->type;
        if (!t->rank && t->prim == I64 && chance(k, 20))
            return core_var(k->scope.at[i]);   /* it may differ from row to row */
    }
    Core *w = some_size(k);
    for (int i = 0; i < names->vars.n; i++)
        if (is_var(w, names->vars.at[i]) && !names->vars.at[i]->type->rank && i > 2)
            return core_var(names->vars.at[draw(k->seed, 2)]);
    return w;
}

static void find_width(Make *k, Soac *s, const Core *pat)
{
    const Kids *known = value_of(k, pat);
    s->width = known && known->n == 1 ? known->at[0] : NULL;
    for (int i = 0; i < s->over.n && !s->width; i++) {
        const Kids *a = value_of(k, s->over.at[i]);
        if (a && a->n && type_of(a->at[0])->rank)
            s->width = array_length(a->at[0]);
    }
    if (!s->width)
        s->width = some_width(k);
    if (pat)
        put(k, pat, kids1(s->width));
    k->width = s->width;
}

static Core *one_array(Make *k, const Soac *s, const Type *row)
{
    return row ? some_atom(k, type_array(row, s->width)) : some_array(k, s->width);
}

/* The arrays for one name of the pattern; `row`: their elements' types. */
static Kids arrays_for(Make *k, const Soac *s, const Core *pat, const Type **row, int n)
{
    const Kids *known = value_of(k, pat);
    if (known)
        return *known;
    Kids xs = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++)
        xs.at[i] = one_array(k, s, row ? row[i] : NULL);
    if (pat)
        put(k, pat, xs);
    return xs;
}

/* A function that gives what it takes has arrays of what is wanted. */
static bool is_identity(const Soac *s)
{
    const Core *b = s->lam && s->lam->op == OP_LAM ? s->lam->g[0].at[0] : NULL;
    return op_group(s->op, 'f') < 0
        || (b && s->want.at && b->op == OP_BODY && !b->nstms);
}

/* An array cut into rows, of which some may be empty. */
static Core *some_rows(Make *k, Soac *s, const Type *row)
{
    Core *e = core_node(OP_SPLIT, NULL);
    s->rows = s->rows ? s->rows : core_i64(1 + draw(k->seed, 3));
    core_set1(e, 0, s->rows);
    core_set1(e, 1, one_array(k, s, row));
    return bind_fresh(k, checked(k, e), "rows");
}

static bool is_each(const Core *pat)
{
    return pat->op == OP_TERM && !strcmp(pat->text, "each");
}

static bool is_nested(const Core *pat)
{
    return pat && !meta_name(pat);
}

/* An operand that is an expression in the pattern: bound before. */
static Core *nested_array(Make *k, Soac *s, const Core *pat, const Type *row)
{
    if (pat->op != OP_JOIN)
        return bind_fresh(k, some_exp(k, pat), "a");
    const Core *of = pat->g[1].at[0];
    put(k, pat->g[0].at[0], kids1(s->width));
    Core *e = core_node(OP_JOIN, NULL), *rows;
    if (is_nested(of)) {       /* of what a rule has split itself */
        Core *cut = core_node(OP_SPLIT, NULL);
        Core *p = of->g[0].at[0];
        if (of->op != OP_SPLIT || p->op != OP_WORKERS)
            make_fails(k);
        Core *w = core_node(OP_WORKERS, NULL);
        core_set1(w, 0, s->width);
        core_set1(cut, 0, checked(k, w));
        core_set1(cut, 1, one_array(k, s, row));
        rows = bind_fresh(k, checked(k, cut), "rows");
    } else {
        const char *all = intern(format("%s..", meta_name(of)));
        const Kids *old = env_get(&k->env, all);
        rows = some_rows(k, s, row);
        env_put(&k->env, all, old ? kids_join(*old, kids1(rows)) : kids1(rows));
    }
    core_set1(e, 0, s->width);
    core_set1(e, 1, rows);
    return bind_fresh(k, checked(k, e), "a");
}

static Kids nested_arrays(Make *k, Soac *s, const Core *pat, const Type **row, int n)
{
    Kids xs = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++)
        xs.at[i] = nested_array(k, s, is_each(pat) ? pat->g[0].at[0] : pat,
                                row ? row[i] : NULL);
    return xs;
}

/* One group of arrays for each name of the pattern. */
static Kids *add_arrays(Make *k, Soac *s)
{
    bool same = is_identity(s), open = s->open && !same;
    int n = s->over.n ? s->over.n : 1, at = 0;
    Kids *group = NEWS(Kids, n), all = { 0 };
    for (int i = 0; i < n; i++) {
        const Core *pat = s->over.n ? s->over.at[i] : NULL;
        bool seq = !pat || (is_nested(pat) ? is_each(pat) : is_seq_name(meta_name(pat)));
        int many = same ? s->want.n - at - (n - 1 - i)
            : open ? 1 + (int)draw(k->seed, 2) - chance(k, 15) : (int)draw(k->seed, 3);
        many = seq ? (pat || open || same ? many : 0) : 1;
        if (many < 0 || (same && at + many > s->want.n))
            make_fails(k);
        if (is_nested(pat) && !many)
            make_fails(k);
        const Type **row = same ? s->want.at + at : NULL;
        group[i] = is_nested(pat) ? nested_arrays(k, s, pat, row, many)
                                  : arrays_for(k, s, pat, row, many);
        all = kids_join(all, group[i]);
        at += many;
    }
    s->node->g[op_group(s->op, 'x')] = all;
    return group;
}

/* ---- what is mapped ----------------------------------------------------- */

static Core *some_lam(Make *k, Soac *s, const Kids *group)
{
    const Core *pat = s->lam && s->lam->op == OP_LAM ? s->lam : NULL;
    int mark = k->scope.n;
    VEC(Var *) bind = { 0 };
    for (int i = 0; i < (s->over.n ? s->over.n : 1); i++) {
        const char *name = pat && i < pat->nbinds ? pat->bind[i]->name : NULL;
        Kids vars = { NEWS(Core *, group[i].n), group[i].n };
        for (int j = 0; j < vars.n; j++) {
            const Type *row = type_row(type_of(group[i].at[j]));
            vec_push(&bind, new_name(k, name ? name : "x", row));
            vars.at[j] = core_var(bind.at[bind.n - 1]);
        }
        if (name)
            env_put(&k->env, name, vars);
    }
    Var *index = NULL;
    if ((!pat || pat->index) && chance(k, 35))
        index = new_name(k, "i", type_prim(I64));
    if (pat && pat->index)
        env_put(&k->env, pat->index->name, index ? kids1(core_var(index)) : (Kids){ 0 });
    Core *body = some_body(k, pat ? pat->g[0].at[0] : NULL, s->want);
    k->scope.n = mark;
    return core_lam(bind.at, bind.n, index, body);
}

static void find_patterns(Soac *s, const Side *mapping)
{
    int lam = op_group(s->op, 'f'), xs = op_group(s->op, 'x');
    if (mapping) {
        s->lam = mapping->lam;
        s->over = mapping->arrays;
    } else if (s->pat) {
        s->lam = lam >= 0 ? s->pat->g[lam].at[0] : NULL;
        s->over = s->pat->g[xs];
    }
    s->open = !s->over.n && (!s->lam || s->lam->op != OP_LAM);
    s->results = s->lam && s->lam->op == OP_LAM && s->lam->g[0].at[0]->op == OP_BODY
        && !s->lam->g[0].at[0]->nstms;
}

/* Rows of different sizes do not come out of it. */
static Core *with_sizes(Make *k, Core *n)
{
    for (int i = 0; i < n->ntypes; i++)
        for (int d = 0; d < n->type[i]->rank; d++)
            if (!n->type[i]->dim[d])
                make_fails(k);
    return n;
}

Core *some_soac(Make *k, Op op, const Core *pat, const Side *mapping)
{
    Soac s = { .op = op, .pat = pat, .node = core_node(op, NULL) };
    find_patterns(&s, mapping);
    if (op_group(op, 'o') >= 0)
        add_operator(k, &s);
    if (op_group(op, '!') >= 0)
        add_destinations(k, &s);
    find_want(k, &s);
    find_width(k, &s, mapping ? mapping->width
                              : pat && pat->g[0].n ? pat->g[0].at[0] : NULL);
    core_set1(s.node, 0, s.width);
    Kids *group = add_arrays(k, &s);
    if (op_group(op, 'f') >= 0)
        core_set1(s.node, op_group(op, 'f'), some_lam(k, &s, group));
    return with_sizes(k, checked(k, s.node));
}
