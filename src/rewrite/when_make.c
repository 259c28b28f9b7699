/*
 * when_make.c -- look-ups, which give a value and invent nothing, and
 * constructors, which make a term, a nest or names. None of them rewrites
 * what a rule should rewrite.
 */
#include "rewrite.h"

#include <string.h>

#define MAKER(name)                                                               \
    static bool name(Match *m, const Kids *arg, int n, Kids *out, Kids *bound,    \
                     Text *why)
#define UNUSED (void)m, (void)arg, (void)n, (void)bound, (void)why

static int place_of(Kids ks, const Core *a)
{
    for (int i = 0; i < ks.n; i++)
        if (ks.at[i] == a || (a->op == OP_VAR && is_var(ks.at[i], a->var)))
            return i;
    return -1;
}

/* ---- look-ups ----------------------------------------------------------- */

MAKER(get_width)
{
    UNUSED;
    const Core *f = arg[0].at[0];
    *out = f->op == OP_TERM ? f->g[2] : f->g[0];
    return true;
}

MAKER(get_option)
{
    UNUSED;
    const RewriteOptions *o = m->world->options;
    const char *name = meta_name(arg[0].at[0]);
    for (int i = 0; o && i < o->noptions; i++)
        if (!strcmp(o->option[i].name, name)) {
            *out = kids1(core_i64(o->option[i].value));
            return true;
        }
    text_fmt(why, "no option %s", name);
    return false;
}

MAKER(get_escaping)
{
    UNUSED;
    Kids ks = { NEWS(Core *, arg[0].n), 0 };
    for (int i = 0; i < arg[0].n; i++)
        if (graph_used_outside(m->graph, arg[0].at[i]->var, m->taken, m->ntaken))
            ks.at[ks.n++] = arg[0].at[i];
    *out = ks;
    return true;
}

static void note_var(Var *v, void *used)
{
    table_put(used, v, v);
}

static void note_free(const Core *n, Table *used)
{
    if (n->op != OP_BODY || n->ntypes) {
        core_free_vars(n, note_var, used);
        return;
    }
    for (int i = 0; i < n->nstms; i++)
        note_free(n->stm[i].exp, used);
    for (int i = 0; i < n->g[0].n; i++)
        note_free(n->g[0].at[i], used);
}

/* The piece of the body that comes first, as an address in its array. */
static const Stm *next_binding(const Core *subject, const Core *s)
{
    const Stm *end = s->stm ? s->stm + s->nstms : NULL;
    bool inside = end && subject && subject->op == OP_BODY && end > subject->stm
        && end < subject->stm + subject->nstms;
    return inside ? end : NULL;
}

/* Of a body right behind s, the last use of each name is known already. */
MAKER(get_needed)
{
    UNUSED;
    const Core *s = arg[0].at[0];
    const Stm *next = next_binding(m->subject, s);
    Table *used = NULL;
    if (s->nstms && !next) {
        used = table_new();
        note_free(arg[1].at[0], used);
    }
    VEC(Core *) names = { 0 };
    for (int i = 0; i < s->nstms; i++)
        for (int k = 0; k < s->stm[i].nvars; k++) {
            Var *v = s->stm[i].var[k];
            if (used ? table_has(used, v) : world_used_from(m->world, v, next))
                vec_push(&names, core_var(v));
        }
    *out = (Kids){ names.at, names.n };
    return true;
}

MAKER(get_used)
{
    UNUSED;
    Table *read = table_new();
    Kids ks = { NEWS(Core *, arg[0].n), 0 }, as = { NEWS(Core *, arg[0].n), 0 };
    note_free(arg[2].at[0], read);
    for (int i = 0; i < arg[0].n && i < arg[1].n; i++)
        if (table_has(read, arg[0].at[i]->var)) {
            ks.at[ks.n++] = arg[0].at[i];
            as.at[as.n++] = arg[1].at[i];
        }
    table_free(read);
    *out = ks;
    *bound = as;
    return true;
}

typedef struct {
    Kids ctx;
    Table *found;
    Kids in;
} FreeIn;

static void free_in_level(const void *key, void *value, void *arg)
{
    (void)value;
    FreeIn *f = arg;
    int level, which;
    if (ctx_binds(f->ctx, key, &level, &which))
        f->in = kids_join(f->in, kids1(core_var((Var *)key)));
}

MAKER(get_free)
{
    UNUSED;
    FreeIn f = { arg[1], table_new(), { 0 } };
    for (int i = 0; i < arg[0].n; i++)
        core_free_vars(arg[0].at[i], note_var, f.found);
    table_each(f.found, free_in_level, &f);
    *out = f.in;
    return true;
}

MAKER(get_known)
{
    UNUSED;
    Kids ctx = arg[1], as = { NEWS(Core *, arg[0].n), arg[0].n };
    for (int i = 0; i < as.n; i++) {
        int level, which;
        Core *r = arg[0].at[i];
        as.at[i] = !ctx.n ? r : NULL;
        if (ctx.n && r->op == OP_VAR)
            as.at[i] = table_get(m->world->extended, r->var);
        Kids innermost = { ctx.n ? ctx.at + ctx.n - 1 : NULL, ctx.n > 0 };
        if (!as.at[i] || (ctx.n && !ctx_binds(innermost, r->var, &level, &which))) {
            text_fmt(why, "%s was not computed for all of the nest", core_str(r));
            return false;
        }
    }
    *out = as;
    return true;
}

MAKER(get_others)
{
    UNUSED;
    Kids ks = { 0 };
    for (int i = 0; i < arg[0].n; i++)
        if (place_of(arg[1], arg[0].at[i]) < 0)
            ks = kids_join(ks, kids1(arg[0].at[i]));
    *out = ks;
    if (!ks.n)
        text_add(why, "there are no others");
    return ks.n;
}

/* ---- nests -------------------------------------------------------------- */

MAKER(make_context)
{
    UNUSED;
    *out = arg[0];
    return true;
}

MAKER(make_extended)
{
    UNUSED;
    *out = ctx_extended(m->world, arg[0], arg[1], bound);
    return true;
}

static Kids outer_all(Kids atoms, Kids ctx, bool fresh)
{
    Kids out = { NEWS(Core *, atoms.n), atoms.n };
    for (int i = 0; i < atoms.n; i++) {
        bool replicated = false;
        out.at[i] = ctx_outer(ctx, atoms.at[i], &replicated);
        if (fresh && replicated) {
            Core *copy = core_node(OP_COPY, NULL);
            core_set1(copy, 0, out.at[i]);
            out.at[i] = core_typed(copy);
        }
    }
    return out;
}

MAKER(make_outer)
{
    UNUSED;
    *out = outer_all(arg[0], arg[1], false);
    return true;
}

/* Copies are made where the result is written to. */
MAKER(make_whole)
{
    UNUSED;
    *out = outer_all(arg[0], arg[1], true);
    return true;
}

/* ---- mappings ----------------------------------------------------------- */

/* A mapping under construction. */
typedef struct {
    Var **bind;
    Kids arrays;
    Stms stms;
    Kids result;
    Subst *subst;
} Joint;

static void add_param(Joint *j, Var *v, Core *array)
{
    int k = place_of(j->arrays, array);
    if (k >= 0) {
        subst_add(j->subst, v, core_var(j->bind[k]));
        return;
    }
    Var **bind = NEWS(Var *, j->arrays.n + 1);
    for (int i = 0; i < j->arrays.n; i++)
        bind[i] = j->bind[i];
    bind[j->arrays.n] = v;
    j->bind = bind;
    j->arrays = kids_join(j->arrays, kids1(array));
}

/* Appends the body of f; parameters over ys.. become atoms of `by`. */
static void add_mapping(Joint *j, const Core *f, Kids ys, Kids by)
{
    const Core *lam = f->g[0].at[0];
    for (int i = 0; i < lam->nbinds; i++) {
        int k = place_of(ys, f->g[1].at[i]);
        if (k >= 0)
            subst_add(j->subst, lam->bind[i], by.at[k]);
        else
            add_param(j, lam->bind[i], f->g[1].at[i]);
    }
    const Core *body = core_subst(lam->g[0].at[0], j->subst);
    for (int i = 0; i < body->nstms; i++)
        vec_push(&j->stms, body->stm[i]);
    j->result = body->g[0];
}

static Var *joint_index(Joint *j, const Core *f, const Core *g)
{
    Var *i = f->g[0].at[0]->index, *k = g->g[0].at[0]->index;
    if (i && k)
        subst_add(j->subst, k, core_var(i));
    return i ? i : k;
}

static Core *joint_lam(Joint *j, Var *index, Kids result)
{
    Core *body = core_body(j->stms.at, j->stms.n, result.at, result.n);
    return core_lam(j->bind, j->arrays.n, index, body);
}

/* F after G at ys.. keeping ks..: what G gives goes into F at once. */
MAKER(make_after)
{
    UNUSED;
    const Core *f = arg[0].at[0], *g = arg[1].at[0];
    Joint j = { .subst = subst_new() };
    Var *index = joint_index(&j, g, f);
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids made = j.result;
    add_mapping(&j, f, arg[2], made);
    Kids result = j.result;
    for (int i = 0; i < arg[3].n; i++)
        result = kids_join(result, kids1(made.at[place_of(arg[2], arg[3].at[i])]));
    *out = kids1(mapping_term(joint_lam(&j, index, result), j.arrays, g->g[2].at[0]));
    return true;
}

static Kids part(Kids k, int from, int n)
{
    return (Kids){ k.at + from, n };
}

/* The operators side by side: (a1 a2) with (b1 b2), component by component. */
static Core *beside_operators(const Core *p, const Core *q)
{
    int k = p->nbinds / 2, l = q->nbinds / 2;
    Var **bind = NEWS(Var *, 2 * (k + l));
    Stms stms = { 0 };
    for (int half = 0; half < 2; half++) {
        memcpy(bind + half * (k + l), p->bind + half * k, sizeof(Var *) * (size_t)k);
        memcpy(bind + half * (k + l) + k, q->bind + half * l, sizeof(Var *) * (size_t)l);
    }
    const Core *a = p->g[0].at[0], *b = q->g[0].at[0];
    for (int i = 0; i < a->nstms; i++)
        vec_push(&stms, a->stm[i]);
    for (int i = 0; i < b->nstms; i++)
        vec_push(&stms, b->stm[i]);
    Kids r = kids_join(a->g[0], b->g[0]);
    Core *lam = core_lam(bind, 2 * (k + l), NULL, core_body(stms.at, stms.n, r.at, r.n));
    lam->comm = p->comm && q->comm;
    return lam;
}

/* F beside G at r.. s..: the first results of each, as many as r.. and s..,
   come before the others. */
MAKER(make_beside)
{
    UNUSED;
    const Core *f = arg[0].at[0], *g = arg[1].at[0];
    if (f->op == OP_LAM) {
        *out = kids1(beside_operators(f, g));
        return true;
    }
    Joint j = { .subst = subst_new() };
    Var *index = joint_index(&j, f, g);
    add_mapping(&j, f, (Kids){ 0 }, (Kids){ 0 });
    Kids a = j.result;
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids b = j.result;
    int r = n > 2 ? arg[2].n : a.n, s = n > 3 ? arg[3].n : b.n;
    Kids result = kids_join(kids_join(part(a, 0, r), part(b, 0, s)),
                            kids_join(part(a, r, a.n - r), part(b, s, b.n - s)));
    *out = kids1(mapping_term(joint_lam(&j, index, result), j.arrays, f->g[2].at[0]));
    return true;
}

/* F giving ks.. among ys..: ys.. are the last of what F gives, or of the atoms
   of a sequence; those that ks.. are not go. */
MAKER(make_giving)
{
    UNUSED;
    const Core *f = arg[0].n ? arg[0].at[0] : NULL;
    bool mapping = f && f->op == OP_TERM && f->text == intern("mapping");
    const Core *lam = mapping ? f->g[0].at[0] : NULL;
    Kids all = mapping ? lam->g[0].at[0]->g[0] : arg[0];
    Kids some = { NEWS(Core *, all.n), 0 };
    for (int i = 0; i < all.n; i++) {
        int k = i - (all.n - arg[2].n);
        if (k < 0 || place_of(arg[1], arg[2].at[k]) >= 0)
            some.at[some.n++] = all.at[i];
    }
    *out = some;
    if (mapping) {
        const Core *body = lam->g[0].at[0];
        Core *b = core_body(body->stm, body->nstms, some.at, some.n);
        *out = kids1(mapping_term(core_lam(lam->bind, lam->nbinds, lam->index, b), f->g[1],
                                  f->g[2].at[0]));
    }
    return true;
}

/* ---- terms -------------------------------------------------------------- */

MAKER(make_subst)
{
    UNUSED;
    Subst *s = subst_new();
    for (int i = 0; i < arg[1].n; i++)
        subst_add(s, arg[1].at[i]->var, arg[2].at[i]);
    *out = kids1(core_subst(arg[0].at[0], s));
    return true;
}

MAKER(make_under_perm)
{
    UNUSED;
    *out = kids1(core_i64(0));
    for (int i = 0; i < arg[0].n; i++)
        *out = kids_join(*out, kids1(core_i64(arg[0].at[i]->value.i + 1)));
    return true;
}

/* compose-perm q p: first q, then p. */
MAKER(make_compose_perm)
{
    UNUSED;
    Kids k = { NEWS(Core *, arg[1].n), arg[1].n };
    for (int i = 0; i < k.n; i++)
        k.at[i] = arg[0].at[arg[1].at[i]->value.i];
    *out = k;
    return true;
}

/* pick e i: element i of the slice e, read from the array itself. */
MAKER(make_pick)
{
    UNUSED;
    Core *e = core_copy_node(arg[0].at[0]), *i = arg[1].at[0];
    for (int k = 0; k < e->g[1].n; k++) {
        Core *entry = e->g[1].at[k];
        if (is_atom(entry))
            continue;
        if (entry->op == OP_SPAN) {
            Core *first = entry->g[0].at[0], *step = entry->g[2].at[0];
            i = is_const(step) && step->value.i == 1 ? i : core_prim2(OP_MUL, i, step);
            i = is_const(first) && !first->value.i ? i : core_prim2(OP_ADD, first, i);
        }
        e->g[1].at[k] = i;
        break;
    }
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    *out = kids1(e);
    return true;
}

/* Names for arrays of what the given names stand for; typed where they are bound. */
MAKER(make_fresh)
{
    UNUSED;
    Kids fresh = { NEWS(Core *, arg[0].n), arg[0].n };
    for (int i = 0; i < fresh.n; i++) {
        const Core *a = arg[0].at[i];
        Var *v = var_new(a->op == OP_VAR ? name_plural(a->var->name, 1) : "values", NULL, NULL);
        v->invented = true;
        fresh.at[i] = core_node(OP_VAR, NULL);
        fresh.at[i]->var = v;
    }
    *out = fresh;
    return true;
}

/* Element number i of each array. */
MAKER(make_row)
{
    UNUSED;
    Kids rows = { NEWS(Core *, arg[0].n), arg[0].n };
    for (int k = 0; k < rows.n; k++) {
        Core *e = core_node(OP_INDEX, NULL);
        int rank = type_of(arg[0].at[k])->rank;
        Core **entry = NEWS(Core *, rank);
        entry[0] = arg[1].at[0];
        for (int d = 1; d < rank; d++)
            entry[d] = core_node(OP_WHOLE, NULL);
        core_set1(e, 0, arg[0].at[k]);
        core_set(e, 1, entry, rank);
        rows.at[k] = core_typed(e);
    }
    *out = rows;
    return true;
}

/* where-rows e S: the check e of a size, which only fails where S has rows. */
MAKER(make_where_rows)
{
    UNUSED;
    Core *e = core_copy_node(arg[0].at[0]), *rows = NULL;
    for (int d = 0; d < arg[1].n; d++) {
        Core *width = arg[1].at[d]->g[0].at[0];
        rows = rows ? core_prim2(OP_MUL, rows, width) : width;
    }
    Core *none = core_prim2(OP_EQ, rows, core_i64(0));
    core_set1(e, 0, core_prim2(OP_LOR, e->g[0].at[0], none));
    core_set1(e, 1, core_prim2(OP_MAX, core_i64(0), e->g[1].at[0]));
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    *out = kids1(e);
    return true;
}

const Maker makers[] = {
    /* look-ups */
    { "width", 1, 1, -1, get_width, "the number of elements of a mapping or level" },
    { "option", 1, 1, -1, get_option, "the value of an option; no if it is not given" },
    { "escaping", 1, 1, -1, get_escaping,
      "those of ys.. used outside the matched bindings" },
    { "needed", 2, 2, -1, get_needed, "the names bound in s.. that the body uses" },
    { "used", 4, 4, 3, get_used,
      "those of x.. that the body uses, and those of a.. beside them" },
    { "free", 2, 2, -1, get_free, "the names that e uses and S binds" },
    { "known", 2, 2, -1, get_known,
      "for each r the array of all its values, if there is one" },
    { "others", 2, 2, -1, get_others,
      "those of the first that are not among the second" },
    /* constructors */
    { "context", 1, 1, -1, make_context, "the nest as written" },
    { "extended", 3, 3, 2, make_extended,
      "S with a chain of names for a.. in every level" },
    { "outer", 2, 2, -1, make_outer,
      "for each atom its array in the level, or copies of it" },
    { "whole", 2, 2, -1, make_whole,
      "for each atom its array in the nest, or copies in memory" },
    { "after", 3, 4, -1, make_after, "G and then F; ks.. are results, too" },
    { "beside", 2, 4, -1, make_beside, "both mappings, or both operators, at once" },
    { "giving", 3, 3, -1, make_giving,
      "the mapping, or sequence, without those of its last results ys.. that ks.. are not" },
    { "subst", 3, 3, -1, make_subst, "e with atoms for names" },
    { "under-perm", 1, 1, -1, make_under_perm,
      "the permutation one dimension further in" },
    { "compose-perm", 2, 2, -1, make_compose_perm,
      "the first permutation, then the second" },
    { "fresh", 1, 1, -1, make_fresh, "names for arrays of what ys.. stand for" },
    { "where-rows", 2, 2, -1, make_where_rows,
      "the check e of a size, or 0, which only fails where S has rows" },
    { "row", 2, 2, -1, make_row, "element i of each array" },
    { "pick", 2, 2, -1, make_pick, "element i of a slice, read from the whole array" },
};
const int nmakers = sizeof makers / sizeof *makers;

const Maker *maker_find(const char *name)
{
    for (int i = 0; i < nmakers; i++)
        if (!strcmp(makers[i].name, name))
            return &makers[i];
    return NULL;
}

bool maker_call(Match *m, const char *name, const Kids *arg, int n, Kids *out,
                Kids *bound, Text *why)
{
    const Maker *mk = maker_find(name);
    if (!mk)
        bug("rule %s: no constructor %s", m->law->rule->name, name);
    *bound = (Kids){ 0 };
    return mk->make(m, arg, n, out, bound, why);
}
