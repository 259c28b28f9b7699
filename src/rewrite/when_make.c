/*
 * when_make.c -- look-ups, which give a value and invent nothing, and
 * constructors, which make a term, a nest or names. None of them rewrites
 * what a rule should rewrite.
 */
#include "../core/failure.h"
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

static int place_of(Kids ks, const Core *a)
{
    for (int i = 0; i < ks.n; i++)
        if (ks.at[i] == a || (a->op == OP_VAR && is_var(ks.at[i], a->var)))
            return i;
    return -1;
}

/* ---- look-ups ----------------------------------------------------------- */

static bool get_width(Call *c)
{
    Core *f = c->arg[0].at[0];
    c->out = f->op == OP_VAR ? kids1(array_length(f)) : f->op == OP_TERM ? f->g[2] : f->g[0];
    return true;
}

/* The value of an attribute `#[name]` or `#[name(N)]`, or of none. */
static bool attribute_value(const Stm *s, const char *name, int64_t *value)
{
    size_t n = strlen(name);
    for (int i = 0; i < s->nattrs; i++)
        if (!strncmp(s->attr[i], name, n) && (!s->attr[i][n] || s->attr[i][n] == '(')) {
            *value = s->attr[i][n] ? strtoll(s->attr[i] + n + 1, NULL, 10) : 1;
            return true;
        }
    return false;
}

/* That of the binding in hand, of those around it, of the run, or the declared one. */
bool option_value(const Match *m, const char *name, int64_t *value)
{
    const RewriteOptions *o = m->world->options;
    const Around here = { m->ntaken ? &m->taken[m->ntaken - 1]->stm : NULL, m->world->around };
    const RuleOption *declared = o ? rules_option(o->rules, name) : NULL;
    *value = declared ? declared->value : 0;
    for (int i = 0; o && i < o->noptions; i++)
        if (!strcmp(o->option[i].name, name))
            *value = o->option[i].value;
    for (const Around *a = here.stm ? &here : here.out; a; a = a->out)
        if (attribute_value(a->stm, name, value))
            break;
    return *value > 0 || (declared && declared->constant);
}

static bool get_option(Call *c)
{
    int64_t value = 0;
    for (int i = 0; i < c->n; i++)
        if (option_value(c->m, meta_name(c->arg[i].at[0]), &value)) {
            c->out = kids1(core_i64(value));
            return true;
        }
    return no(c, "no option %s", meta_name(c->arg[0].at[0]));
}

/* The branch gives that number. */
static bool gives_number(const Core *branch, int64_t number)
{
    Scalar v = scalar_int(type_of(branch->g[0].at[0])->prim, number);
    return is_const(branch->g[0].at[0]) && prim_is_int(v.prim)
        && core_equal(branch->g[0].at[0], core_const(v));
}

static bool get_test(Call *c)
{
    const Core *def = world_def(c->m->world, c->arg[0].at[0]);
    if (!def || (def->op != OP_CONV && def->op != OP_IF))
        return no(c, "%s is no flag", core_str(c->arg[0].at[0]));
    c->out = kids1(def->g[0].at[0]);
    bool flag = def->op == OP_CONV ? type_of(def->g[0].at[0])->prim == BOOL
        : def->nbinds == 0 && def->ntypes == 1 && gives_number(def->g[1].at[0], 1)
          && gives_number(def->g[2].at[0], 0);
    return flag || no(c, "%s is no flag", core_str(c->arg[0].at[0]));
}

static bool get_escaping(Call *c)
{
    Kids ks = { NEWS(Core *, c->arg[0].n), 0 };
    for (int i = 0; i < c->arg[0].n; i++)
        if (graph_used_outside(c->m->graph, c->arg[0].at[i]->var, c->m->taken, c->m->ntaken))
            ks.at[ks.n++] = c->arg[0].at[i];
    c->out = ks;
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

/* What a body reads, or its subject from a binding on: there last uses are known. */
typedef struct {
    const World *world;
    const Stm *from;
    Table *used;               /* or this */
} Reads;

static Reads reads_from(const Call *c, const Stm *from, const Core *body)
{
    const Core *s = c->m->subject;
    bool known = s && s->op == OP_BODY && from && from > s->stm && from < s->stm + s->nstms;
    Reads r = { c->m->world, known ? from : NULL, known ? NULL : table_new() };
    if (!known)
        note_free(body, r.used);
    return r;
}

static bool is_read(Var *v, const void *reads)
{
    const Reads *r = reads;
    return r->used ? table_has(r->used, v) : world_used_from(r->world, v, r->from);
}

/* The body begins right behind s. */
static bool get_needed(Call *c)
{
    const Core *s = c->arg[0].at[0];
    if (!s->nstms)
        return true;
    Reads r = reads_from(c, s->stm + s->nstms, c->arg[1].at[0]);
    VEC(Core *) names = { 0 };
    for (int i = 0; i < s->nstms; i++)
        for (int k = 0; k < s->stm[i].nvars; k++)
            if (is_read(s->stm[i].var[k], &r))
                vec_push(&names, core_var(s->stm[i].var[k]));
    c->out = (Kids){ names.at, names.n };
    return true;
}

static bool get_used(Call *c)
{
    Table *read = table_new();
    Kids ks = { NEWS(Core *, c->arg[0].n), 0 }, as = { NEWS(Core *, c->arg[0].n), 0 };
    note_free(c->arg[2].at[0], read);
    for (int i = c->arg[0].n - 1; i >= 0; i--)   /* sizes come before what has them */
        if (table_has(read, c->arg[0].at[i]->var) && c->arg[0].at[i]->var->type)
            type_free_vars(c->arg[0].at[i]->var->type, note_var, read);
    for (int i = 0; i < c->arg[0].n && i < c->arg[1].n; i++)
        if (table_has(read, c->arg[0].at[i]->var)) {
            ks.at[ks.n++] = c->arg[0].at[i];
            as.at[as.n++] = c->arg[1].at[i];
        }
    table_free(read);
    c->out = ks;
    c->bound = as;
    return true;
}

static bool get_known(Call *c)
{
    Kids ctx = c->arg[1], as = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int i = 0; i < as.n; i++) {
        int level, which;
        Core *r = c->arg[0].at[i];
        as.at[i] = !ctx.n ? r : NULL;
        if (ctx.n && r->op == OP_VAR)
            as.at[i] = table_get(c->m->world->extended, r->var);
        Kids innermost = { ctx.n ? ctx.at + ctx.n - 1 : NULL, ctx.n > 0 };
        bool copies = false;
        Core *here = as.at[i] && ctx.n ? ctx_outer(ctx, r, &copies) : as.at[i];
        if (here && here != as.at[i] && !core_equal(here, as.at[i]))
            as.at[i] = copies || type_ragged(type_of(here)) ? NULL : here;
        if (!as.at[i] || (ctx.n && !ctx_binds(innermost, r->var, &level, &which))) {
            return no(c, "%s was not computed for all of the nest", core_str(r));
        }
    }
    c->out = as;
    return true;
}

static bool get_others(Call *c)
{
    Kids ks = { 0 };
    for (int i = 0; i < c->arg[0].n; i++)
        if (place_of(c->arg[1], c->arg[0].at[i]) < 0)
            ks = kids_join(ks, kids1(c->arg[0].at[i]));
    c->out = ks;
    return ks.n || no(c, "there are no others");
}

/* Bindings that are worth computing again: arithmetic and views. */
static bool again(const Core *e)
{
    bool scalar = e->ntypes == 1 && !e->type[0]->rank;
    return is_cheap(e) || (ops[e->op].kind == K_VIEW && !scalar);
}

/* Those bindings of s.. that the names read lead to, in order; with `stop`, not beyond
   one that is worth storing: what it gives is in *stored. */
static Core *leading(const Core *s, Table *read, bool stop, Kids *stored)
{
    Core *b = core_copy_node(s);
    b->stm = NEWS(Stm, s->nstms);
    b->nstms = 0;
    for (int i = s->nstms - 1; i >= 0; i--) {
        const Stm *stm = &s->stm[i];
        Kids wanted = { 0 };
        for (int k = 0; k < stm->nvars; k++)
            if (table_has(read, stm->var[k]))
                wanted = kids_join(wanted, kids1(core_var(stm->var[k])));
        if (stop && wanted.n && !again(stm->exp)) {
            *stored = kids_join(wanted, *stored);
            continue;
        }
        if (!wanted.n)
            continue;
        core_free_vars(stm->exp, note_var, read);
        b->stm[b->nstms++] = *stm;
    }
    for (int i = 0; i < b->nstms / 2; i++) {
        Stm t = b->stm[i];
        b->stm[i] = b->stm[b->nstms - 1 - i];
        b->stm[b->nstms - 1 - i] = t;
    }
    return b;
}

static Table *read_by(const Call *c)
{
    Table *read = table_new();
    for (int a = 1; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            note_free(c->arg[a].at[i], read);
    return read;
}

/* stored s.. as c.. by e: what of s.. is stored where e is done apart; c.. is done again. */
static bool get_stored(Call *c)
{
    Table *read = read_by(c);
    Kids stored = { 0 };
    c->bound = kids1(leading(c->arg[0].at[0], read, true, &stored));
    c->out = stored;
    table_free(read);
    return true;
}

/* leading s.. to e: the bindings of s.. that e needs. */
static bool get_leading(Call *c)
{
    Table *read = read_by(c);
    c->out = kids1(leading(c->arg[0].at[0], read, false, NULL));
    table_free(read);
    return true;
}

/* ---- nests -------------------------------------------------------------- */

static bool make_context(Call *c)
{
    c->out = c->arg[0];
    return true;
}

static bool make_extended(Call *c)
{
    Kids ctx = c->arg[0];
    if (c->n > 3) {
        const Core *body = c->arg[3].at[0];
        Reads r = reads_from(c, body->nstms ? body->stm[0].exp->stm : NULL, body);
        ctx = ctx_narrowed(ctx, is_read, &r, c->arg[1]);
    }
    c->out = ctx_extended(c->m->world, ctx, c->arg[1], &c->bound);
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

static bool make_outer(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (!is_atom(c->arg[0].at[i]))
            return no(c, "%s has no name", core_str(c->arg[0].at[i]));
    c->out = outer_all(c->arg[0], c->arg[1], false);
    return true;
}

/* Copies are made where the result is written to. */
static bool make_whole(Call *c)
{
    c->out = outer_all(c->arg[0], c->arg[1], true);
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
static bool make_after(Call *c)
{
    const Core *f = c->arg[0].at[0], *g = c->arg[1].at[0];
    Joint j = { .subst = subst_new() };
    if (c->arg[2].n != g->g[0].at[0]->g[0].at[0]->g[0].n)
        return no(c, "it does not give %d results", c->arg[2].n);
    for (int i = 0; i < c->arg[3].n; i++)
        if (place_of(c->arg[2], c->arg[3].at[i]) < 0)
            return no(c, "%s is no result", core_str(c->arg[3].at[i]));
    Var *index = joint_index(&j, g, f);
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids made = j.result;
    add_mapping(&j, f, c->arg[2], made);
    Kids result = j.result;
    for (int i = 0; i < c->arg[3].n; i++)
        result = kids_join(result, kids1(made.at[place_of(c->arg[2], c->arg[3].at[i])]));
    c->out = kids1(mapping_term(joint_lam(&j, index, result), j.arrays, g->g[2].at[0]));
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
static bool make_beside(Call *c)
{
    const Core *f = c->arg[0].at[0], *g = c->arg[1].at[0];
    if (f->op != g->op)
        return no(c, "an operator is not beside a mapping");
    if (f->op == OP_LAM) {
        c->out = kids1(beside_operators(f, g));
        return true;
    }
    Joint j = { .subst = subst_new() };
    Var *index = joint_index(&j, f, g);
    add_mapping(&j, f, (Kids){ 0 }, (Kids){ 0 });
    Kids a = j.result;
    add_mapping(&j, g, (Kids){ 0 }, (Kids){ 0 });
    Kids b = j.result;
    int r = c->n > 2 ? c->arg[2].n : a.n, s = c->n > 3 ? c->arg[3].n : b.n;
    if (r > a.n || s > b.n)
        return no(c, "they have fewer results");
    Kids result = kids_join(kids_join(part(a, 0, r), part(b, 0, s)),
                            kids_join(part(a, r, a.n - r), part(b, s, b.n - s)));
    c->out = kids1(mapping_term(joint_lam(&j, index, result), j.arrays, f->g[2].at[0]));
    return true;
}

/* F aiming ds..: what it gives first, if that is one index for all, once for each. */
static bool make_aiming(Call *c)
{
    const Core *f = c->arg[0].at[0], *lam = f->g[0].at[0], *body = lam->g[0].at[0];
    int n = c->arg[1].n, more = 2 * n - body->g[0].n;
    if (more && more != n - 1)
        return no(c, "%d results for %d arrays", body->g[0].n, n);
    Kids result = body->g[0];
    for (int i = 0; i < more; i++)
        result = kids_join(part(body->g[0], 0, 1), result);
    Core *b = core_body(body->stm, body->nstms, result.at, result.n);
    c->out = kids1(mapping_term(core_lam(lam->bind, lam->nbinds, lam->index, b), f->g[1],
                                f->g[2].at[0]));
    return true;
}

/* Of an operator whose results are as many as all: its components for those of `all` that
   some are. */
static Core *operator_giving(const Core *op, Kids some, Kids all)
{
    const Core *body = op->g[0].at[0];
    int n = 0, k = body->g[0].n;
    Var **bind = NEWS(Var *, 2 * some.n);
    Core **result = NEWS(Core *, some.n);
    for (int i = 0; i < k; i++)
        if (place_of(some, all.at[i]) >= 0) {
            bind[n] = op->bind[i];
            bind[some.n + n] = op->bind[k + i];
            result[n++] = body->g[0].at[i];
        }
    Core *lam = core_lam(bind, 2 * n, NULL,
                         core_prune(core_body(body->stm, body->nstms, result, n)));
    lam->comm = op->comm;
    return lam;
}

/* F giving ks.. among ys..: ys.. are the last of what F gives, or of the atoms
   of a sequence, or all that an operator gives; those that ks.. are not go. */
static bool make_giving(Call *c)
{
    const Core *f = c->arg[0].n ? c->arg[0].at[0] : NULL;
    if (f && f->op == OP_LAM) {
        if (c->arg[2].n != f->g[0].at[0]->g[0].n || c->arg[1].n > c->arg[2].n)
            return no(c, "the operator gives %d", f->g[0].at[0]->g[0].n);
        c->out = kids1(operator_giving(f, c->arg[1], c->arg[2]));
        return true;
    }
    bool mapping = f && f->op == OP_TERM && f->text == intern("mapping");
    const Core *lam = mapping ? f->g[0].at[0] : NULL;
    Kids all = mapping ? lam->g[0].at[0]->g[0] : c->arg[0];
    Kids some = { NEWS(Core *, all.n), 0 };
    for (int i = 0; i < all.n; i++) {
        int k = i - (all.n - c->arg[2].n);
        if (k < 0 || place_of(c->arg[1], c->arg[2].at[k]) >= 0)
            some.at[some.n++] = all.at[i];
    }
    c->out = some;
    if (mapping) {
        const Core *body = lam->g[0].at[0];
        Core *b = core_body(body->stm, body->nstms, some.at, some.n);
        c->out = kids1(mapping_term(core_lam(lam->bind, lam->nbinds, lam->index, b), f->g[1],
                                  f->g[2].at[0]));
    }
    return true;
}

/* ---- terms -------------------------------------------------------------- */

static bool make_subst(Call *c)
{
    Subst *s = subst_new();
    if (c->arg[1].n != c->arg[2].n)
        return no(c, "%d names, and %d atoms", c->arg[1].n, c->arg[2].n);
    for (int i = 0; i < c->arg[1].n; i++)
        subst_add(s, c->arg[1].at[i]->var, c->arg[2].at[i]);
    Core *e = core_subst(c->arg[0].at[0], s);
    bool again = c->m->made && table_has(c->m->made, c->arg[0].at[0]);
    if (c->m->made)
        table_put(c->m->made, c->arg[0].at[0], e);
    c->out = kids1(again ? core_rename(e) : e);
    return true;
}

static bool make_under_perm(Call *c)
{
    c->out = kids1(core_i64(0));
    for (int i = 0; i < c->arg[0].n; i++)
        c->out = kids_join(c->out, kids1(core_i64(c->arg[0].at[i]->value.i + 1)));
    return true;
}

/* compose-perm q p: first q, then p. */
static bool make_compose_perm(Call *c)
{
    Kids k = { NEWS(Core *, c->arg[1].n), c->arg[1].n };
    for (int i = 0; i < k.n; i++) {
        uint64_t at = c->arg[1].at[i]->value.u;
        if (at >= (uint64_t)c->arg[0].n)
            return no(c, "the permutations are of different lengths");
        k.at[i] = c->arg[0].at[at];
    }
    c->out = k;
    return true;
}

/* pick e i: element i of the slice e, read from the array itself. */
static bool make_pick(Call *c)
{
    Core *e = core_copy_node(c->arg[0].at[0]), *i = c->arg[1].at[0];
    int k = 0;
    while (k < e->g[1].n && is_atom(e->g[1].at[k]))
        k++;
    if (k == e->g[1].n) {
        e->g[1] = kids_join(e->g[1], kids1(i));
    } else {
        Core *entry = e->g[1].at[k];
        if (entry->op == OP_SPAN) {
            Core *first = entry->g[0].at[0], *step = entry->g[2].at[0];
            i = is_const(step) && step->value.i == 1 ? i : core_prim2(OP_MUL, i, step);
            i = is_const(first) && !first->value.i ? i : core_prim2(OP_ADD, first, i);
        }
        e->g[1].at[k] = i;
    }
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    c->out = kids1(e);
    return true;
}

/* Names for arrays of what the given names stand for; typed where they are bound. */
static bool make_fresh(Call *c)
{
    Kids fresh = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int i = 0; i < fresh.n; i++) {
        const Core *a = c->arg[0].at[i];
        Var *v = var_new(a->op == OP_VAR ? name_plural(a->var->name, 1) : "values", NULL, NULL);
        v->invented = true;
        fresh.at[i] = core_node(OP_VAR, NULL);
        fresh.at[i]->var = v;
    }
    c->out = fresh;
    return true;
}

static Core *row_of(Core *array, Core *i)
{
    Core *e = core_node(OP_INDEX, NULL);
    int rank = type_of(array)->rank;
    Core **entry = NEWS(Core *, rank);
    entry[0] = i;
    for (int d = 1; d < rank; d++)
        entry[d] = core_node(OP_WHOLE, NULL);
    core_set1(e, 0, array);
    core_set(e, 1, entry, rank);
    return core_typed(e);
}

/* Its operands are no atoms yet. */
static Core *row_like(Core *array, Core *i)
{
    Core *row = core_node(OP_INDEX, NULL);
    core_set1(row, 0, array);
    core_set1(row, 1, i);
    row->unchecked = true;
    return row;
}

static bool give_row(Call *c, Core *array, Core *i)
{
    Core *row = row_of(array, i);
    row->unchecked = !is_const(i);
    c->out = kids1(row);
    return true;
}

/* Element number i of each array, which is there. */
static bool make_row(Call *c)
{
    Kids rows = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int k = 0; k < rows.n; k++) {
        rows.at[k] = row_of(c->arg[0].at[k], c->arg[1].at[0]);
        rows.at[k]->unchecked = !is_const(c->arg[1].at[0]);
    }
    c->out = rows;
    return true;
}

/* The part of that length from `from` on. */
static Core *part_of(Core *array, Core *from, Core *length)
{
    Core *span = core_node(OP_SPAN, NULL), *e = row_of(array, core_i64(0));
    core_set1(span, 0, from);
    core_set1(span, 1, length);
    core_set1(span, 2, core_i64(1));
    e->g[1].at[0] = span;
    e->unchecked = true;
    return e;
}

static Core *values_of(Core *a)
{
    Core *v = core_node(OP_VAL, NULL);
    core_set1(v, 0, a);
    return core_typed(v);
}

/* The array of which a has some rows, and which; null if it has all of its own. */
static const Core *gathered(const Match *m, const Core *a)
{
    const Core *def = world_def(m->world, a);
    if (def && def->op == OP_COERCE)
        return gathered(m, def->g[0].at[0]);
    return def && def->op == OP_GATHER && type_ragged(type_of(a)) ? def : NULL;
}

bool ask_taken(Call *c)
{
    return gathered(c->m, c->arg[0].at[0]) || no(c, "they are all rows");
}

/* The elements of rows of another array, copied. */
static Core *copied(Call *c, Core *a);

/* elements a t: the t elements of all rows of a. */
static bool make_elements(Call *c)
{
    Core *a = c->arg[0].at[0], *n = core_node(OP_COERCE, NULL);
    Stms stms = { 0 };
    if (!type_ragged(type_of(a)))
        return no(c, "%s has no rows of different lengths", core_str(a));
    if (gathered(c->m, a)) {
        c->out = kids1(copied(c, a));
        return true;
    }
    Core *all = stms_bind1(&stms, values_of(a), "values");
    const Type *t = type_of(all);
    core_set1(n, 0, all);
    core_set_type(n, type_array(type_row(t), c->arg[1].at[0]));
    n->unchecked = true;
    Core **r = NEWS(Core *, 1);
    r[0] = stms_bind1(&stms, core_typed(n), "values");
    c->out = kids1(stms_body(&stms, r, 1));
    return true;
}

static Core *lengths_of(Core *a)
{
    Core *known = dim_lengths(type_of(a)->dim[1]), *n = core_node(OP_SHP, NULL);
    core_set1(n, 0, a);
    return known && known->op == OP_VAR ? known : core_typed(n);
}

/* lengths-of a: of its rows, by the name that they have in its type. */
static bool make_lengths_of(Call *c)
{
    if (type_ragged(type_of(c->arg[0].at[0])) != 1)
        return no(c, "%s has no rows of different lengths", core_str(c->arg[0].at[0]));
    c->out = kids1(lengths_of(c->arg[0].at[0]));
    return true;
}

/* The length of the rows, all of one length. */
static bool make_row_length(Call *c)
{
    const Type *t = type_of(c->arg[0].at[0]);
    if (t->rank < 2 || type_ragged(t) || !t->dim[1])
        return no(c, "the rows of %s have no length", core_str(c->arg[0].at[0]));
    c->out = kids1(t->dim[1]);
    return true;
}

/* own-length r x: how long x is, a row of r, whose rows differ. */
static bool make_own_length(Call *c)
{
    Core *r = c->arg[0].at[0], *x = c->arg[1].at[0];
    if (type_ragged(type_of(r)) != 1 || !type_of(x)->rank)
        return no(c, "the rows of %s have one length", core_str(r));
    c->out = kids1(array_length(x));
    return true;
}

/* said-lengths r ls: what the type of r says its rows' lengths are; ls, if nothing. */
static bool make_said_lengths(Call *c)
{
    Core *said = dim_lengths(type_of(c->arg[0].at[0])->dim[1]);
    c->out = said ? kids1(said) : c->arg[1];
    return true;
}

static bool dims_known(const Type *t)
{
    bool known = true;
    for (int d = 0; d < t->rank; d++)
        known &= dim_known(t->dim[d]);
    return known;
}

/* padded x k: k elements, of which those of x are the first. */
static bool make_padded(Call *c)
{
    Core *x = c->arg[0].at[0], *span = core_node(OP_SPAN, NULL);
    const Type *t = type_of(x);
    Stms stms = { 0 };
    if (!dims_known(t))
        return no(c, "its size is not known");
    Core *all = core_const(prim_is_float(t->prim) ? scalar_float(t->prim, 0)
                                                  : scalar_int(t->prim, 0));
    for (int d = t->rank - 1; d >= 0; d--) {
        Core *n = core_node(OP_REPLICATE, NULL);
        core_set1(n, 0, d ? t->dim[d] : c->arg[1].at[0]);
        core_set1(n, 1, all);
        all = stms_bind1(&stms, core_typed(n), "padding");
    }
    core_set1(span, 0, core_i64(0));
    core_set1(span, 1, array_length(x));
    core_set1(span, 2, core_i64(1));
    Core *row = row_of(all, core_i64(0)), *put = core_node(OP_UPDATE, NULL);
    put->g[0] = kids1(all);
    put->g[1] = row->g[1];
    put->g[1].at[0] = span;
    put->g[2] = kids1(x);
    put->unchecked = true;
    Core **r = NEWS(Core *, 1);
    r[0] = stms_bind1(&stms, core_typed(put), "padded");
    c->out = kids1(stms_body(&stms, r, 1));
    return true;
}

static Core *reshaped(Core *a, const Type *t)
{
    Core *n = core_node(OP_RESHAPE, NULL), **size = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++)
        size[d] = t->dim[d];
    core_set(n, 0, size, t->rank);
    core_set1(n, 1, a);
    return n;
}

/* joined a: all rows, one after the other. */
static bool make_joined(Call *c)
{
    Core *a = c->arg[0].at[0];
    const Type *t = type_of(a);
    if (!dims_known(t))
        return no(c, "its size is not known");
    Core *all = size_mul(t->dim[0], t->dim[1]);
    c->out = kids1(core_typed(reshaped(a, type_array(type_row(type_row(t)), all))));
    return true;
}

/* row-number v: in 32 bits, if that is enough. */
static bool make_row_number(Call *c)
{
    Stms stms = { 0 };
    Core *v = c->arg[0].at[0], **r = NEWS(Core *, 1), *n = core_node(OP_ASSERT, NULL);
    n->text = failure_text(FAIL_ROWS);
    core_set1(n, 0, stms_bind1(&stms, op2(OP_LE, v, core_i64(INT32_MAX)), "fits"));
    core_set1(n, 1, v);
    core_set1(n, 2, v);
    r[0] = core_conv(I32, stms_bind1(&stms, core_typed(n), "number"));
    r[0] = stms_bind1(&stms, r[0], "number");
    c->out = kids1(stms_body(&stms, r, 1));
    return true;
}

/* in-rows v a: the same in rows as a has them. */
static bool make_in_rows(Call *c)
{
    if (!dims_known(type_of(c->arg[1].at[0])))
        return no(c, "its size is not known");
    c->out = kids1(reshaped(c->arg[0].at[0], type_of(c->arg[1].at[0])));
    return true;
}

/* ends-of a: where the rows of a end; a itself, if it has none of different lengths. */
static bool make_ends_of(Call *c)
{
    Core *a = c->arg[0].at[0], *n = core_node(OP_ENDS, NULL);
    for (const Core *g; (g = gathered(c->m, a));)
        a = g->g[0].at[0];
    core_set1(n, 0, a);
    c->out = kids1(type_ragged(type_of(a)) == 1 ? core_typed(n) : a);
    return true;
}

/* row-at a es i y: row i of a, whose rows end at es, with the type of y, if that says one. */
static Core *part_at(Call *c, Core *a, Core *ends, Core *i, Core *size)
{
    for (const Core *g; (g = gathered(c->m, a)); a = g->g[0].at[0])
        i = row_like(g->g[1].at[0], i);
    Core *end = row_like(ends, i), *length = row_like(lengths_of(a), i);
    Core *start = core_node(OP_SUB, NULL);
    core_set1(start, 0, end);
    core_set1(start, 1, length);
    Core *e = part_of(values_of(a), start, size ? size : length);
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    return e;
}

static bool make_row_at(Call *c)
{
    Core *a = c->arg[0].at[0], *i = c->arg[2].at[0];
    if (type_ragged(type_of(a)) != 1)
        return give_row(c, a, i);
    if (!type_of(c->arg[3].at[0])->rank)
        return no(c, "%s is no row", core_str(c->arg[3].at[0]));
    c->out = kids1(part_at(c, a, c->arg[1].at[0], i, type_of(c->arg[3].at[0])->dim[0]));
    return true;
}

static Core *bound_op(Stms *stms, Op op, Core *a, Core *b)
{
    Core *n = core_node(op, NULL);
    core_set1(n, 0, a);
    if (b)
        core_set1(n, 1, b);
    return stms_bind1(stms, core_typed(n), NULL);
}

static Core *copied(Call *c, Core *a)
{
    Core *t = c->arg[1].at[0], *from = a, *level = core_node(OP_LEVEL, NULL);
    Var **v = NEWS(Var *, 2);
    Stms stms = { 0 }, in = { 0 };
    for (const Core *g; (g = gathered(c->m, from));)
        from = g->g[0].at[0];
    Core *own = bound_op(&stms, OP_ENDS, a, NULL), *ends = bound_op(&stms, OP_ENDS, from, NULL);
    level->g[1] = (Kids){ NEWS(Core *, 2), 2 };
    level->g[1].at[0] = bound_op(&stms, OP_SEGIDS, t, own);
    level->g[1].at[1] = bound_op(&stms, OP_WITHIN, t, own);
    v[0] = var_new("row", type_prim(I64), NULL);
    v[1] = var_new("place", type_prim(I64), NULL);
    level->at = AT_THREAD;
    level->bind = v;
    level->nbinds = 2;
    core_set1(level, 0, t);
    Core *part = to_normal(&in, part_at(c, a, ends, core_var(v[0]), core_i64(1)));
    Core *span = part->g[1].at[0], *one = core_copy_node(part);
    Core *at = stms_bind1(&in, core_prim2(OP_ADD, span->g[0].at[0], core_var(v[1])), NULL);
    one->g[1] = (Kids){ NEWS(Core *, part->g[1].n), part->g[1].n };
    copy_bytes(one->g[1].at, part->g[1].at, sizeof(Core *) * (size_t)part->g[1].n);
    one->g[1].at[0] = at;
    one->ntypes = 0;
    Core **e = NEWS(Core *, 1), *seg = core_node(OP_SEGMAP, NULL);
    e[0] = stms_bind1(&in, core_typed(one), "element");
    core_set1(seg, 0, level);
    core_set1(seg, 1, stms_body(&in, e, 1));
    Core **r = NEWS(Core *, 1);
    r[0] = stms_bind1(&stms, core_typed(seg), "copied");
    return stms_body(&stms, r, 1);
}

/* What the operator gives for the atoms. */
static bool make_apply(Call *c)
{
    const Core *op = c->arg[0].at[0];
    Subst *subst = subst_new();
    if (op->nbinds != c->arg[1].n) {
        text_fmt(&c->why, "%d operands for %d parameters", c->arg[1].n, op->nbinds);
        return false;
    }
    for (int i = 0; i < op->nbinds; i++)
        subst_add(subst, op->bind[i], c->arg[1].at[i]);
    c->out = kids1(core_subst(op->g[0].at[0], subst));
    return true;
}

static Var **vars_like(Var *const *v, int n)
{
    Var **own = NEWS(Var *, n);
    for (int i = 0; i < n; i++)
        own[i] = var_like(v[i]);
    return own;
}

/* The operator on pairs of a flag and what it takes: where a flag stands it begins anew. */
static bool make_segmented(Call *c)
{
    const Core *op = c->arg[0].at[0];
    int n = op->nbinds / 2;
    if (op->nbinds != 2 * n || op->g[0].at[0]->g[0].n != n)
        return no(c, "it is no operator");
    Var **bind = NEWS(Var *, 2 * n + 2);
    Var **half[] = { vars_like(op->bind, n), vars_like(op->bind + n, n) };
    Subst *subst = subst_new();
    for (int h = 0; h < 2; h++) {
        bind[h * (n + 1)] = var_new("flag", type_prim(BOOL), NULL);
        for (int i = 0; i < n; i++) {
            bind[h * (n + 1) + 1 + i] = half[h][i];
            subst_add(subst, op->bind[h * n + i], core_var(half[h][i]));
        }
    }
    Core *begins = core_var(bind[n + 1]), *pick = core_node(OP_IF, NULL);
    core_set1(pick, 0, begins);
    core_set1(pick, 1, core_body(NULL, 0, atoms_of(half[1], n).at, n));
    core_set1(pick, 2, core_rename(core_subst(op->g[0].at[0], subst)));
    Stms stms = { 0 };
    Core *either = stms_bind1(&stms, core_prim2(OP_LOR, core_var(bind[0]), begins), "either");
    Kids r = kids_join(kids1(either), atoms_of(stms_bind(&stms, core_typed(pick), NULL), n));
    Core *body = core_body(stms.at, stms.n, r.at, r.n);
    c->out = kids1(core_lam(bind, 2 * n + 2, NULL, body));
    return true;
}

/* element F i ys.. as..: what F gives for element i of its arrays; those of ys.. are as.. */
static bool make_element(Call *c)
{
    const Core *f = c->arg[0].at[0], *lam = f->g[0].at[0];
    Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    Subst *subst = subst_new();
    Stms stms = { 0 };
    if (c->n > 2 && c->arg[2].n != c->arg[3].n)
        return no(c, "%d arrays, and %d elements", c->arg[2].n, c->arg[3].n);
    if (lam->index && i)
        subst_add(subst, lam->index, i);
    for (int k = 0; k < lam->nbinds; k++) {
        Core *array = f->g[1].at[k];
        int given = c->n > 2 ? place_of(c->arg[2], array) : -1;
        if (given < 0 && !i)
            return no(c, "it does not say which element");
        subst_add(subst, lam->bind[k], given >= 0 ? c->arg[3].at[given]
                  : stms_bind1(&stms, row_of(array, i), lam->bind[k]->name));
    }
    const Core *body = core_subst(lam->g[0].at[0], subst);
    for (int k = 0; k < body->nstms; k++)
        vec_push(&stms, body->stm[k]);
    c->out = kids1(core_body(stms.at, stms.n, body->g[0].at, body->g[0].n));
    return true;
}

/* numbered S: S with a name for the index of every level. */
static bool make_numbered(Call *c)
{
    Kids ctx = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int l = 0; l < ctx.n; l++) {
        ctx.at[l] = core_copy_node(c->arg[0].at[l]);
        if (!ctx.at[l]->index)
            ctx.at[l]->index = var_new("i", type_prim(I64), NULL);
    }
    c->out = ctx;
    return true;
}

/* at as.. S i..: the element of each array at the positions of the levels and then i.. */
static bool make_at(Call *c)
{
    Kids entries = { 0 }, out = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int l = 0; l < c->arg[1].n; l++)
        if (!c->arg[1].at[l]->index)
            return no(c, "a level has no name for its index: see numbered");
    for (int l = 0; l < c->arg[1].n; l++)
        entries = kids_join(entries, kids1(core_var(c->arg[1].at[l]->index)));
    entries = kids_join(entries, c->arg[2]);
    for (int k = 0; k < out.n; k++) {
        Core *e = core_node(OP_INDEX, NULL), *array = c->arg[0].at[k];
        Kids all = entries;
        if (all.n > type_of(array)->rank)
            return no(c, "%s has fewer dimensions", core_str(array));
        while (all.n < type_of(array)->rank)
            all = kids_join(all, kids1(core_node(OP_WHOLE, NULL)));
        core_set1(e, 0, array);
        e->g[1] = all;
        out.at[k] = core_typed(e);
        out.at[k]->unchecked = true;
    }
    c->out = out;
    return true;
}

/* zero xs..: what is 0, of the type of each. */
static bool make_zero(Call *c)
{
    Kids zeros = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int k = 0; k < zeros.n; k++) {
        const Type *t = type_of(c->arg[0].at[k]);
        if (t->rank)
            return no(c, "%s is an array", core_str(c->arg[0].at[k]));
        zeros.at[k] = core_const(prim_is_float(t->prim) ? scalar_float(t->prim, 0)
                                                        : scalar_int(t->prim, 0));
    }
    c->out = zeros;
    return true;
}

/* room ys..: arrays like ys.., with nothing in them yet. */
static bool make_room(Call *c)
{
    Kids made = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int k = 0; k < made.n; k++) {
        made.at[k] = core_node(OP_EMPTY, NULL);
        core_set_type(made.at[k], type_of(c->arg[0].at[k]));
    }
    c->out = made;
    return true;
}

/* What is checked, or 0 where the check does not hold. */
static Core *checked_or_zero(Call *c, Core *check, Core *value)
{
    Ranges *r = c->m->world->range;
    Assumptions before = range_assumed(r);
    range_assume(r, check, true);
    bool natural = surely_natural(r, value);
    range_forget(r, before);
    return natural ? core_prim2(OP_MAX, core_i64(0), value)
                   : core_prim2(OP_MUL, core_conv(I64, check), value);
}

/* where-rows e S: the check e of a size, which only fails where S has rows. */
static bool make_where_rows(Call *c)
{
    Core *e = core_copy_node(c->arg[0].at[0]), *rows = core_i64(1);
    for (int d = 0; d < c->arg[1].n; d++) {
        Core *width = c->arg[1].at[d]->g[0].at[0];
        rows = d ? core_prim2(OP_MUL, rows, width) : width;
    }
    Core *none = core_prim2(OP_EQ, rows, core_i64(0));
    core_set1(e, 1, checked_or_zero(c, e->g[0].at[0], e->g[1].at[0]));
    core_set1(e, 0, core_prim2(OP_LOR, e->g[0].at[0], none));
    e->ntypes = 0;             /* its operands are no atoms yet: see to_atom */
    c->out = kids1(e);
    return true;
}

const Condition makers[] = {
    /* look-ups */
    { "width", 1, 1, get_width, "w",
      .sentence = "the number of elements of a mapping, level or array" },
    { "option", 1, 2, get_option, "--", .word = true,
      .sentence = "the value of the first option that has one, here or at all; no below 1" },
    { "test", 1, 1, get_test, "a",
      .sentence = "the condition under which f is 1, where f is 0 under all others",
      .kind = true },
    { "escaping", 1, 1, get_escaping, "V",
      .lemma = true, .sentence = "those of ys.. used outside the matched bindings" },
    { "needed", 2, 2, get_needed, "bb", .sentence = "the names bound in s.. that the body uses" },
    { "used", 4, 4, get_used, "VAe-",
      .sentence = "those of x.. that the body uses, and those of a.. beside them", .binds = 4 },
    { "known", 2, 2, get_known, "AS",
      .sentence = "for each r the array of all its values, if there is one" },
    { "others", 2, 2, get_others, "**",
      .sentence = "those of the first that are not among the second" },
    { "shared", 1, 1, get_shared, "e",
      .sentence = "the bytes that the arrays in the body of a block need at once" },
    { "block-width", 1, 1, get_block_width, "e",
      .sentence = "how many threads the body of a block could keep busy" },
    { "chunk-count", 2, 2, get_chunk_count, "nn",
      .sentence = "how many rows of q elements hold m elements" },
    { "row-width", 1, 1, get_row_width, "A",
      .sentence = "how many elements each row has of the first of cs.., if all have as many" },
    { "stored", 3, 4, get_stored, "b-**",
      .sentence = "what of s.. is stored where e is done apart; c.. is done again", .binds = 2 },
    { "combined", 3, 3, get_combined, "V-b",
      .sentence = "what body adds to a.., by the operator op that commutes", .binds = 2 },
    { "neighbours", 2, 2, get_neighbours, "eV",
      .sentence = "the arrays of which e reads several elements around position i.." },
    { "reach", 4, 4, get_reach, "eVv-",
      .sentence = "where along i, from 0 down, those begin; and how many more than threads",
      .binds = 4 },
    { "leading", 2, 3, get_leading, "b**", .sentence = "the bindings of s.. that e needs" },
    /* constructors */
    { "context", 1, 1, make_context, "S", .sentence = "the nest as written" },
    { "extended", 3, 4, make_extended, "SA-b",
      .sentence = "S with a chain of names for a.. in every level, without what e does not read",
      .binds = 3 },
    { "outer", 2, 2, make_outer, "*S",
      .sentence = "for each atom its array in the level, or copies of it" },
    { "whole", 2, 2, make_whole, "AS",
      .sentence = "for each atom its array in the nest, or copies in memory" },
    { "after", 3, 4, make_after, "FFVV", .sentence = "G and then F; ks.. are results, too" },
    { "beside", 2, 4, make_beside, "ggVV",
      .sentence = "both mappings, or both operators, at once" },
    { "giving", 3, 3, make_giving, "fVV",
      .sentence = "the mapping, operator or sequence; of its last results only ks.. among ys.." },
    { "aiming", 2, 2, make_aiming, "FA",
      .sentence = "F, which gives an index for each of the arrays ds.., not one for all" },
    { "subst", 3, 3, make_subst, "eVA", .sentence = "e with atoms for names" },
    { "under-perm", 1, 1, make_under_perm, "p",
      .sentence = "the permutation one dimension further in" },
    { "compose-perm", 2, 2, make_compose_perm, "pp",
      .sentence = "the first permutation, then the second" },
    { "fresh", 1, 1, make_fresh, "A", .sentence = "names for arrays of what ys.. stand for" },
    { "where-rows", 2, 2, make_where_rows, "cS",
      .sentence = "the check e of a size, or 0, which only fails where S has rows" },
    { "numbered", 1, 1, make_numbered, "S",
      .sentence = "S with a name for the index of every level" },
    { "at", 3, 3, make_at, "XSA",
      .sentence = "the element of each array at the positions of S and then i.." },
    { "zero", 1, 1, make_zero, "A", .sentence = "what is 0, of the type of each" },
    { "edge", 4, 4, make_edge, "exVA",
      .sentence = "element k.. of the array a, or 0 where there is none" },
    { "shifted", 4, 4, make_shifted, "eAVA",
      .sentence = "e, its neighbours read from tiles: own.. in them, which begin at from.." },
    { "row", 2, 2, make_row, "Xn", .sentence = "element i of each array" },
    { "lengths-of", 1, 1, make_lengths_of, "x", .sentence = "the lengths of the rows of a" },
    { "row-length", 1, 1, make_row_length, "x",
      .sentence = "how long the rows of a are, all of them" },
    { "own-length", 2, 2, make_own_length, "xx",
      .sentence = "how long x is, a row of r, if the rows of r differ" },
    { "said-lengths", 2, 2, make_said_lengths, "RA",
      .sentence = "the lengths that the type of r says its rows have; ls, if none" },
    { "padded", 2, 2, make_padded, "xn",
      .sentence = "k elements, of which those of x are the first" },
    { "chosen", 2, 2, make_chosen, "L-", .binds = 2,
      .sentence = "the level of some rows of S: how many, which, their elements are gs.." },
    { "picked", 3, 3, make_picked, "LnX",
      .sentence = "so many rows of S, these, and the elements of its arrays there" },
    { "rejoined", 4, 4, make_rejoined, "LXXX",
      .sentence = "for each row what its branch gave: if c, number k of as.., or of bs.." },
    { "regrouped", 2, 2, make_regrouped, "eX",
      .sentence = "the elements rs.. in rows as long as ns says" },
    { "begun", 3, 3, make_begun, "SAV",
      .sentence = "for each row of S what z0.. are: what a loop of all rows begins with" },
    { "told", 2, 2, make_told, "eV",
      .sentence = "e, whose results say their sizes as the variables z.. of a loop do" },
    { "calls", 3, 3, make_calls, "eS-", .binds = 3,
      .sentence = "the nest of all calls of one depth: how many, how deep, with what are ps.." },
    { "body-of", 2, 2, make_body_of, "eS",
      .sentence = "what the function does in that nest; where it is that itself, its call" },
    { "levels", 4, 4, make_levels_of, "eSVe",
      .sentence = "what e gives in S: calls depth by depth, down, and what they give, up" },
    { "joined", 1, 1, make_joined, "R", .sentence = "the rows of a, one after the other" },
    { "row-number", 1, 1, make_row_number, "n",
      .sentence = "v in 32 bits; if it has no such number, that is an error" },
    { "in-rows", 2, 2, make_in_rows, "xx", .sentence = "the elements in rows, as those of a" },
    { "ends-of", 1, 1, make_ends_of, "x",
      .sentence = "where the rows of a end; a itself, if they are of one length" },
    { "row-at", 4, 4, make_row_at, "xxna",
      .sentence = "row i of a, whose rows end at es, of the type of y" },
    { "elements", 2, 2, make_elements, "xn", .sentence = "the t elements of all rows of a" },
    { "apply", 2, 2, make_apply, "oA",
      .sentence = "what the operator gives for atoms: (?op ?x ?y)" },
    { "segmented", 1, 1, make_segmented, "o",
      .sentence = "the operator on flags and values, which begins anew at a flag" },
    { "element", 2, 4, make_element, "FAXA",
      .sentence = "what F gives for element i of its arrays, where those of ys.. are a.." },
    { "blank", 1, 1, make_blank, "e",
      .sentence = "a scalar for each result of e, of its type and of no meaning" },
    { "room", 1, 1, make_room, "A", .sentence = "arrays like ys.., with nothing in them yet" },
    { "par", 1, 1, make_par, "S", .sentence = "how many elements the nest has" },
    { "inner", 2, 2, make_inner, "eS",
      .sentence = "the most parallelism in e; no if it is not the same all over S" },
    { "width-in", 2, 2, make_width_in, "eS",
      .sentence = "how large is what is parallel first in e; no if it is the same all over S" },
    { "threshold", 1, 1, make_threshold, "-",
      .sentence = "a constant to compare with, of its own here, with the option's value",
      .word = true, .late = true },
    { "line", 2, 3, make_line, "e*n",
      .sentence = "the array whose element i the read v is; its length is n, if that is said",
      .kind = true },
    { "pick", 2, 2, make_pick, "in",
      .sentence = "element i of a slice or a row, read from the whole array" },
};
const int nmakers = sizeof makers / sizeof *makers;

const Condition *maker_find(const char *name)
{
    for (int i = 0; i < nmakers; i++)
        if (str_same(makers[i].name, name))
            return &makers[i];
    return NULL;
}
