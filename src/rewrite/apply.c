/*
 * apply.c -- patterns with values for their metavariables.
 *
 * What comes out is in A-normal form: an expression where an atom is needed
 * becomes a binding before it. A name that the right side binds and the left
 * did not is fresh. A term that is used a second time gets fresh binders, and
 * so does every segmented operation, since nests share their levels.
 */
#include "rewrite.h"

#include <string.h>

void at_work(const Match *m)
{
    const Rule *r = m->law ? m->law->rule : NULL;
    bug_rule(r && r->own ? r->span : NULL, r ? r->name : NULL);
}

/* ---- values of metavariables -------------------------------------------- */

static Kids value_of(Match *m, const char *name)
{
    Kids *k = env_get(&m->env, name);
    if (!k)
        bug("rule %s: %s has no value", m->law->rule->name, name);
    Kids v = *k;
    for (int i = 0; i < k->n; i++) {
        Core *now = world_resolve(m->world, k->at[i]);
        if (now == k->at[i])
            continue;
        if (v.at == k->at)
            v = kids_join(*k, (Kids){ 0 });
        v.at[i] = now;
    }
    return v;
}

static Core *renamed(Match *m, Core *n)
{
    Core *copy = core_rename(n);
    world_note_consumed(m->world, copy);
    return copy;
}

/* What is one thing in any case. */
static Core *one_of(Match *m, const char *name, Kids k)
{
    if (k.n != 1)
        bug("rule %s: %s is %d terms, not one", m->law->rule->name, name, k.n);
    return k.at[0];
}

/* A second use has its own binders. */
static Core *once(Match *m, Core *n)
{
    if (is_atom(n) || n->op == OP_TERM || (n->op == OP_BODY && !n->ntypes && n->nstms))
        return n;
    if (!m->made)                      /* what a condition asks about is not kept */
        return n;
    if (table_has(m->made, n))
        return renamed(m, n);
    table_put(m->made, n, n);
    return n;
}

static Core *meta_term(Match *m, const char *name)
{
    Kids k = value_of(m, name);
    if (!k.n) {                /* an index that the left side did not name */
        Var *i = var_new(name + 1, type_prim(I64), NULL);
        i->invented = true;
        *env_get(&m->env, name) = one(core_var(i));
        return core_var(i);
    }
    return once(m, one_of(m, name, k));
}

typedef struct {
    Match *m;
    VEC(const char *) at;
} Names;

/* `(f ?p ?x ?y)..`: one term for each of ?x.. and ?y.., where ?x and ?y alone have no
   value. */
static void find_open(const NameUse *u, void *names)
{
    Names *to = names;
    if (u->kind == NAME_USED && !env_get(&to->m->env, u->name)
        && env_get(&to->m->env, seq_name(u->name)))
        vec_push(&to->at, u->name);
}

static Kids each_term(Match *m, Stms *pre, const Core *pat)
{
    Names name = { .m = m };
    Kids out = { 0 };
    each_name(pat->g[0].at[0], find_open, &name);
    if (!name.at.n)
        bug("rule %s: nothing to take one by one", m->law->rule->name);
    Kids *all = NEWS(Kids, name.at.n);
    for (int k = 0; k < name.at.n; k++)
        all[k] = value_of(m, seq_name(name.at.at[k]));
    int mark = m->env.n;
    for (int i = 0; i < all[0].n; i++) {
        for (int k = 0; k < name.at.n; k++)
            env_put(&m->env, name.at.at[k], one(all[k].at[i]));
        out = kids_join(out, one(make_term(m, pre, pat->g[0].at[0])));
        m->env.n = mark;
    }
    return out;
}

/* Rows of an array are named after it. */
static Core *named_atom(Stms *pre, Core *e)
{
    int last = is_atom(e) ? -1 : ops[e->op].ngroups - 1;
    const Core *of = last >= 0 && e->g[last].n == 1 ? e->g[last].at[0] : NULL;
    bool rows = of && of->op == OP_VAR && e->ntypes == 1 && ops[e->op].kind == K_VIEW
        && type_of(of)->rank && type_of(e)->rank > type_of(of)->rank;
    if (!rows)
        return to_atom(pre, e);
    Core *a = stms_bind1(pre, to_normal(pre, e), name_plural(of->var->name, 1));
    a->var->invented = true;
    return a;
}

/* All results of a nested term; named after those of the whole, if they are as
   many. */
static Kids nested_value(Match *m, Stms *pre, Core *e)
{
    if (is_atom(e) || e->op == OP_BODY || ops[e->op].kind != K_SOAC)
        return one(named_atom(pre, e));
    const Node *of = m->ntaken ? m->taken[m->ntaken - 1] : NULL;
    const char **names = NULL;
    if (of && of->stm.nvars == e->ntypes) {
        names = NEWS(const char *, e->ntypes);
        for (int i = 0; i < e->ntypes; i++)
            names[i] = name_plural(of->stm.var[i]->name, 1);
    }
    Var **v = stms_bind(pre, e, names);
    for (int i = 0; i < e->ntypes; i++)
        v[i]->invented = true;
    return atoms_of(v, e->ntypes);
}

Kids make_seq(Match *m, Stms *pre, Kids pat)
{
    Kids out = { 0 };
    for (int i = 0; i < pat.n; i++) {
        const Core *p = pat.at[i];
        Kids k;
        if (p->op == OP_TERM)
            k = is_each(p) ? each_term(m, pre, p) : maker_value(m, p);
        else if (meta_name(p) && is_seq_name(meta_name(p)))
            k = value_of(m, meta_name(p));
        else
            k = nested_value(m, pre, make_term(m, pre, p));
        Kids atoms = { NEWS(Core *, k.n), k.n };
        for (int j = 0; j < k.n; j++)
            atoms.at[j] = named_atom(pre, k.at[j]);
        out = pat.n == 1 ? atoms : kids_join(out, atoms);
    }
    return out;
}

static Core *make_atom(Match *m, Stms *pre, const Core *pat)
{
    return to_atom(pre, make_term(m, pre, pat));
}

/* ---- nodes -------------------------------------------------------------- */

Core *make_body_or_exp(Match *m, const Core *pat)
{
    Stms pre = { 0 };
    Core *e = make_term(m, &pre, pat);
    if (!pre.n)
        return e;
    Kids r = stms_splice(m->world, &pre, e, NULL, 0);
    return rope(&pre, r);
}

Core *make_body(Match *m, const Core *pat)
{
    return body_of_exp(make_body_or_exp(m, pat), NULL);
}

Core *literal_as(Core *e, Prim p)
{
    if (!is_const(e) || e->value.prim == p || prim_is_float(e->value.prim) != prim_is_float(p))
        return e;
    return core_const(prim_is_float(p) ? scalar_float(p, e->value.f)
                                       : scalar_int(p, e->value.i));
}

static Core *width_of(Kids arrays)
{
    if (!arrays.n)
        bug("a width that nothing tells");
    if (!type_of(arrays.at[0])->rank)
        bug("%s is no array", core_str(arrays.at[0]));
    return array_length(arrays.at[0]);
}

/* It is in a lambda that was made before; what a condition asks about is not kept. */
static bool was_made(Match *m, const void *part)
{
    if (!m->made)
        return false;
    bool yes = table_get(m->made, part) == m;
    table_put(m->made, part, m);
    return yes;
}

bool body_again(Match *m, const Core *body)
{
    bool again = false;
    for (int i = 0; m->made && i < body->nstms; i++)
        again |= was_made(m, body->stm[i].exp);
    return again;
}

/* A lambda that the right side has a second time gets binders of its own. */
static Core *own_lam(Match *m, Core *lam)
{
    const Core *body = lam->g[0].at[0];
    bool again = lam->index && was_made(m, lam->index);
    for (int i = 0; i < lam->nbinds; i++) {
        again |= table_has(m->made, lam->bind[i]);
        table_put(m->made, lam->bind[i], m);
    }
    again |= body_again(m, body);
    return again ? renamed(m, lam) : lam;
}

static Core *make_lam(Match *m, const Core *pat)
{
    if (pat->op != OP_LAM)
        return make_term(m, NULL, pat);
    Kids none;
    Vars v = make_binders(m, NULL, pat->bind, pat->nbinds, (Kids){ 0 }, LIKE, &none);
    open_index(m, pat->index);
    Core *body = body_flat(make_body(m, pat->g[0].at[0]));
    return own_lam(m, core_lam(v.at, v.n, make_index(m, pat->index), body));
}

/* A size stays one expression. */
static Core *make_size(Match *m, Stms *pre, const Core *pat)
{
    if (meta_name(pat) || ops[pat->op].kind != K_SCALAR) {
        Core *size = pat->op == OP_TERM ? one_of(m, pat->text, maker_value(m, pat))
                                        : make_term(m, pre, pat);
        if (size->op == OP_BODY)
            bug("rule %s: %s is no size", m->law->rule->name, core_str(pat));
        return size;
    }
    Core *n = core_copy_node(pat);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        core_set1(n, g, make_size(m, pre, pat->g[g].at[0]));
    return core_typed(n);
}

/* The groups of n that are a lambda with its arrays. */
static void make_mapped(Match *m, Stms *pre, Core *n, const Core *pat, int lam,
                        int arrays)
{
    const Core *p = pat->g[lam].at[0];
    Core *width = pat->g[0].n ? make_size(m, pre, pat->g[0].at[0]) : NULL;
    if (p->op != OP_LAM && !pat->g[arrays].n) {
        Core *f = one_of(m, p->text, p->op == OP_META ? value_of(m, p->text) : maker_value(m, p));
        if (f->op != OP_TERM)
            bug("rule %s: %s is no mapping", m->law->rule->name, p->text);
        core_set1(n, lam, own_lam(m, f->g[0].at[0]));
        n->g[arrays] = f->g[1];
        core_set1(n, 0, width ? width : f->g[2].at[0]);
        return;
    }
    Kids xs = { 0 };
    if (p->op != OP_LAM) {
        core_set1(n, lam, make_lam(m, p));
        xs = make_seq(m, pre, pat->g[arrays]);
    } else {
        Vars v = make_binders(m, pre, p->bind, p->nbinds, pat->g[arrays], ELEMENT, &xs);
        open_index(m, p->index);
        Core *body = body_flat(make_body(m, p->g[0].at[0]));
        Var *index = make_index(m, p->index);
        index = index && v.n && !core_uses(body, index) ? NULL : index;
        core_set1(n, lam, own_lam(m, core_lam(v.at, v.n, index, body)));
    }
    n->g[arrays] = xs;
    core_set1(n, 0, width ? width : width_of(xs));
}

static Kids make_sizes(Match *m, Stms *pre, Kids pat)
{
    Kids out = { 0 };
    for (int i = 0; i < pat.n; i++) {
        const char *name = meta_name(pat.at[i]);
        out = kids_join(out, name && is_seq_name(name) ? value_of(m, name)
                                                       : one(make_size(m, pre, pat.at[i])));
    }
    return out;
}

static Core *make_level(Match *m, Stms *pre, const Core *pat)
{
    Core *n = core_node(OP_LEVEL, pat->span);
    Kids xs;
    Vars v = make_binders(m, pre, pat->bind, pat->nbinds, pat->g[1], ELEMENT, &xs);
    n->bind = v.at;
    n->nbinds = v.n;
    open_index(m, pat->index);
    n->index = make_index(m, pat->index);
    n->g[1] = xs;
    if (pat->g[0].n)
        core_set1(n, 0, make_size(m, pre, pat->g[0].at[0]));
    else if (xs.n && type_of(xs.at[0])->rank)
        core_set1(n, 0, width_of(xs));
    return n;
}

static Core *level_at(Core *level, Place at)
{
    if (level->at == at)
        return level;
    level = core_copy_node(level);
    level->at = at;
    return level;
}

/* A level of which the rule says no place has that of the level in its stead; in
   a nest of another depth a thread has it. */
static Place place_in_stead(const Match *m, int depth, int d)
{
    const Core *s = m->subject;
    bool same = s && ops[s->op].kind == K_SEG && s->g[0].n == depth;
    return same ? s->g[0].at[d]->at : AT_THREAD;
}

static Kids make_levels(Match *m, Stms *pre, Kids pat)
{
    Kids out = { 0 };
    if (pat.n == 1 && pat.at[0]->op == OP_CTX)
        pat = pat.at[0]->g[0];
    for (int i = 0; i < pat.n; i++) {
        bool many = pat.at[i]->op == OP_META;
        Kids made = many ? value_of(m, pat.at[i]->text) : one(make_level(m, pre, pat.at[i]));
        Place at = pat.at[i]->at;
        for (int d = 0; d < made.n; d++)
            out = kids_join(out, one(level_at(made.at[d], at ? at : made.at[d]->at)));
    }
    for (int d = 0; d < out.n; d++)
        if (!out.at[d]->at)
            out.at[d] = level_at(out.at[d], place_in_stead(m, out.n, d));
    return out;
}

/* Indices that only the body speaks of have a name once it is made. */
static void name_indices(Match *m, Kids level, Kids pat)
{
    if (pat.n == 1 && pat.at[0]->op == OP_CTX)
        pat = pat.at[0]->g[0];
    for (int i = 0, d = 0; i < pat.n; i++)
        if (pat.at[i]->op == OP_META)
            d += value_of(m, pat.at[i]->text).n;
        else if (!level.at[d++]->index)
            level.at[d - 1]->index = make_index(m, pat.at[i]->index);
}

/* New parameters of an operator are what its neutral elements are, twice. */
static void name_operands(Match *m, Stms *pre, const Core *pat, int o)
{
    const Core *lam = pat->g[o].at[0];
    int ne = op_group(pat->op, 'n'), n = ne >= 0 ? pat->g[ne].n : 0;
    Vars v = { 0 };
    bool fresh = lam->op == OP_LAM && n && lam->nbinds == 2 * n && lam->bind[0]->name[0] == '?'
              && !env_get(&m->env, lam->bind[0]->name);
    for (int i = 0; fresh && i < 2 * n; i++) {
        Kids like = make_seq(m, pre, (Kids){ pat->g[ne].at + i % n, 1 });
        make_binder(m, &v, lam->bind[i], like, LIKE);
    }
}

static void make_group(Match *m, Stms *pre, Core *n, const Core *pat, int k)
{
    switch (ops[pat->op].groups[k]) {
    case 'a': core_set1(n, k, make_atom(m, pre, pat->g[k].at[0])); break;
    case 'z': core_set1(n, k, make_size(m, pre, pat->g[k].at[0])); break;
    case 'Z': n->g[k] = make_sizes(m, pre, pat->g[k]); break;
    case 'l':
        name_operands(m, pre, pat, k);
        core_set1(n, k, make_lam(m, pat->g[k].at[0]));
        break;
    case 'b': core_set1(n, k, core_typed(body_flat(make_body(m, pat->g[k].at[0])))); break;
    case 'L': n->g[k] = make_levels(m, pre, pat->g[k]); break;
    default: n->g[k] = make_seq(m, pre, pat->g[k]);
    }
    if (ops[pat->op].groups[k] == 'l')
        n->comm |= n->g[k].at[0]->comm;
}

/* Dimensions that a permutation does not name stay where they are. */
static void extend_perm(Core *n)
{
    int rank = type_of(n->g[0].at[0])->rank;
    if (n->nperm >= rank)
        return;
    int *perm = NEWS(int, rank);
    for (int d = 0; d < rank; d++)
        perm[d] = d < n->nperm ? n->perm[d] : d;
    n->perm = perm;
    n->nperm = rank;
}

static void make_perm(Match *m, Stms *pre, Core *n, const Core *pat)
{
    if (pat->g[0].n == 1) {
        core_set1(n, 0, make_atom(m, pre, pat->g[0].at[0]));
        extend_perm(n);
        return;
    }
    Kids perm = make_args(m, (Kids){ pat->g[0].at, 1 });
    n->nperm = perm.n;
    n->perm = NEWS(int, perm.n);
    for (int i = 0; i < perm.n; i++)
        n->perm[i] = (int)perm.at[i]->value.i;
    core_set1(n, 0, make_atom(m, pre, pat->g[0].at[1]));
}

/* A node like the pattern, without groups and binders. */
static Core *like(const Core *pat)
{
    Core *n = COPY(Core, *pat);
    n->g = ops[n->op].ngroups ? NEWS(Kids, ops[n->op].ngroups) : NULL;
    n->bind = NULL;
    n->nbinds = 0;
    n->index = NULL;
    return origin_here(n);
}

/* A literal beside an operand takes its type. */
static void type_literals(Core *n, const Core *pat)
{
    const Type *t = NULL;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        if (!is_const(pat->g[g].at[0]) && n->g[g].at[0]->ntypes == 1)
            t = type_of(n->g[g].at[0]);
    for (int g = 0; t && g < ops[n->op].ngroups; g++)
        if (is_const(pat->g[g].at[0]))
            n->g[g].at[0] = literal_as(n->g[g].at[0], t->prim);
}

/* A section, (+), is an operator on what its neutral element is. */
static bool is_section(const Core *lam)
{
    return lam->op == OP_LAM && lam->nbinds == 2 && lam->bind[0]->name[0] != '?';
}

static Core *make_section(const Core *lam, const Core *neutral)
{
    const Core *body = lam->g[0].at[0], *e = body->op == OP_BODY ? body_single(body) : body;
    Var **p = NEWS(Var *, 2);
    Stms stms = { 0 };
    p[0] = var_new("x", type_of(neutral), NULL);
    p[1] = var_new("y", type_of(neutral), NULL);
    Core *both = core_prim2(e->op, core_var(p[0]), core_var(p[1]));
    return core_lam(p, 2, NULL, stms_body1(&stms, stms_bind1(&stms, both, ops[e->op].name)));
}

static void make_sections(Core *n, const Core *pat)
{
    int o = op_group(pat->op, 'o');
    if (o >= 0 && pat->g[o].n == 1 && is_section(pat->g[o].at[0]))
        core_set1(n, o, make_section(pat->g[o].at[0], n->g[op_group(pat->op, 'n')].at[0]));
}

/* A loop's variables stand for themselves the first time that the right side names them. */
static bool binds_again(Match *m, const Core *n)
{
    bool again = false;
    for (int i = 0; m->made && i < n->nbinds; i++) {
        again |= table_has(m->made, n->bind[i]);
        table_put(m->made, n->bind[i], (void *)n);
    }
    return again;
}

/* An error of who wrote the rule; of a rule that is shipped, an internal one. */
static _Noreturn void ill_typed(Match *m, const Core *pat, const char *error)
{
    const Rule *r = m->law->rule;
    if (r->own)
        fail_at(pat->span, ERR_RULE_TYPE, "rule %s makes an ill-typed term: %s", r->name, error);
    bug_place(origin_now().span);
    bug("rule %s makes an ill-typed term: %s", r->name, error);
}

static Core *make_node(Match *m, Stms *pre, const Core *pat)
{
    Core *n = like(pat);
    int lam, arrays, linked = -1;
    bool soac = ops[pat->op].kind == K_SOAC;
    if (mapping_groups(pat->op, &lam, &arrays))
        make_mapped(m, pre, n, pat, lam, arrays);
    else
        lam = arrays = -1;
    if (pat->nbinds || pat->index) {
        Kids inits;
        linked = 0;
        Vars v = make_binders(m, pre, pat->bind, pat->nbinds, pat->g[0], LIKE, &inits);
        n->bind = v.at;
        n->nbinds = v.n;
        n->g[0] = inits;
        open_index(m, pat->index);
        n->index = pat->index ? binder_var(m, pat->index->name, meta_term(m, pat->index->name))
                              : NULL;
    }
    if (pat->op == OP_REARRANGE)
        make_perm(m, pre, n, pat);
    else
        for (int k = 0; k < ops[pat->op].ngroups; k++)
            if (k != lam && k != arrays && k != linked && !(k == 0 && soac))
                make_group(m, pre, n, pat, k);
    make_sections(n, pat);
    if (ops[n->op].kind == K_SEG)
        name_indices(m, n->g[0], pat->g[0]);
    if (soac && lam < 0)
        core_set1(n, 0, pat->g[0].n ? make_size(m, pre, pat->g[0].at[0])
                                    : width_of(n->g[ops[n->op].ngroups - 1]));
    if (ops[n->op].kind == K_SCALAR)
        type_literals(n, pat);
    const char *error;
    if (bug_is_caught())
        core_typed(n);
    else if (!core_infer(n, &error))
        ill_typed(m, pat, error);
    return ops[n->op].kind == K_SEG || binds_again(m, n) ? renamed(m, n) : n;
}

/* ---- bindings ----------------------------------------------------------- */

/* What stands for result number i of e when it gets a name: its type, and
   the name that it has within a mapping. */
static Core *result_like(const Core *e, int i)
{
    Mapping f;
    const Core *inner = NULL;
    bool mapped = ops[e->op].kind == K_SOAC && mapping_of(e, 0, &f);
    if (mapped && f.e->op == OP_BODY && f.e->g[0].n == e->ntypes)
        inner = f.e->g[0].at[i];
    bool var = inner && inner->op == OP_VAR;
    Core *like = core_node(var ? OP_VAR : OP_META, NULL);
    if (var)
        like->var = inner->var;
    core_set_type(like, e->type[i]);
    return like;
}

/* Variables for the names on the left of a binding of e. */
static Vars result_vars(Match *m, const Stm *pat, Core *e)
{
    Vars v = { 0 };
    int open = -1, known = 0;
    for (int i = 0; i < pat->nvars; i++) {
        Kids *k = env_get(&m->env, pat->var[i]->name);
        known += k ? k->n : 0;
        open = k ? open : i;
    }
    for (int i = 0; i < pat->nvars; i++) {
        int n = i == open ? e->ntypes - known : !is_seq_name(pat->var[i]->name);
        Kids from = { NEWS(Core *, n), 0 };
        for (int k = 0; k < n && v.n + k < e->ntypes; k++)
            from.at[from.n++] = result_like(e, v.n + k);
        make_binder(m, &v, pat->var[i], from, ARRAYS);
    }
    Kids atoms = atoms_of(v.at, v.n);
    for (int i = 0; i < v.n && v.n == e->ntypes; i++) {
        v.at[i]->type = type_open(v.at[i]->type ? v.at[i]->type : e->type[i], atoms.at);
        core_set_type(core_var(v.at[i]), v.at[i]->type);
    }
    for (int i = 0, at = 0; i < pat->nvars; i++) {
        Kids *k = env_get(&m->env, pat->var[i]->name);
        if (k->n && !k->at[0]->ntypes)
            *k = atoms_of(v.at + at, k->n);
        at += k->n;
    }
    return v;
}

/* An attribute may name a number, `#[seq_factor(?q)]`; what is `#[unchecked]` is in range. */
static void give_attributes(Match *m, Stm *s, const Stm *pat)
{
    s->nattrs = pat->nattrs;
    s->attr = NEWS(const char *, pat->nattrs);
    for (int i = 0; i < pat->nattrs; i++) {
        const char *text = pat->attr[i], *meta = strchr(text, '?');
        if (!strcmp(text, "unchecked")) {
            s->exp->unchecked = true;
            s->nattrs--;
            continue;
        }
        const char *name = meta ? intern(str_copyn(meta, (int)strcspn(meta, ")"))) : NULL;
        if (meta)
            heed_attribute(m, intern(str_copyn(text, (int)strcspn(text, "("))));
        s->attr[i] = !meta ? text : intern(format("%.*s%lld)", (int)(meta - text), text,
                                                  (long long)value_of(m, name).at[0]->value.i));
    }
}

/* The names become those of e, with what the pattern says of it, if it is no other name. */
static void bind_as_said(Match *m, Stms *out, Core *e, Var **to, int n, const Stm *pat)
{
    int before = out->n;
    stms_splice(m->world, out, e, to, n);
    if (pat->nattrs && out->n > before)
        give_attributes(m, &out->at[out->n - 1], pat);
}

/* `?ys.. = (f ?x)..`: one binding for each. */
static void make_each_binding(Match *m, Stms *out, const Stm *pat)
{
    Kids e = each_term(m, out, pat->exp);
    Vars to = { 0 };
    make_binder(m, &to, pat->var[0], e, LIKE);
    for (int i = 0; i < e.n && i < to.n; i++) {
        table_put(m->made, to.at[i], e.at[i]);
        bind_as_said(m, out, to_normal(out, e.at[i]), &to.at[i], 1, pat);
    }
}

void make_bindings(Match *m, Stms *out, const Stm *pat, int n)
{
    for (int i = 0; i < n; i++) {
        if (!pat[i].nvars) {
            const char *name = meta_name(pat[i].exp);
            Stm s = { .exp = one_of(m, name, value_of(m, name)) };
            vec_push(out, s);
            continue;
        }
        if (is_each(pat[i].exp)) {
            make_each_binding(m, out, &pat[i]);
            continue;
        }
        Core *e = make_term(m, out, pat[i].exp);
        Vars v = result_vars(m, &pat[i], e);
        for (int k = 0; k < v.n; k++)
            table_put(m->made, v.at[k], e);
        bind_as_said(m, out, e, v.at, v.n, &pat[i]);
    }
}

static Core *make_body_term(Match *m, const Core *pat)
{
    Stms out = { 0 };
    Kids result = { 0 };
    int aliases = m->world->aliases.n;
    make_bindings(m, &out, pat->stm, pat->nstms);
    for (int i = 0; i < pat->g[0].n; i++) {
        const Core *p = pat->g[0].at[i];
        const char *name = meta_name(p);
        if (name && is_seq_name(name)) {
            result = kids_join(result, value_of(m, name));
            continue;
        }
        Kids made = p->op == OP_TERM ? make_seq(m, &out, one((Core *)p)) : (Kids){ 0 };
        if (p->op == OP_TERM && (made.n != 1 || made.at[0]->op != OP_BODY)) {
            result = kids_join(result, made);
            continue;
        }
        Core *e = made.n ? made.at[0] : make_term(m, &out, p);
        result = kids_join(result, is_atom(e) ? one(e)
                                              : stms_splice(m->world, &out, e, NULL, 0));
    }
    return world_resolve_since(m->world, aliases, rope(&out, result));
}

Core *make_term(Match *m, Stms *pre, const Core *pat)
{
    const char *name = meta_name(pat);
    Kids k;
    at_work(m);
    if (name && (pat->op == OP_META || env_get(&m->env, name))) {
        if (!is_seq_name(name))
            return meta_term(m, name);
        Stms none = { 0 };     /* `\?x.. -> ?x..` */
        return rope(&none, value_of(m, name));
    }
    switch (pat->op) {
    case OP_VAR: case OP_CONST: case OP_EXT: case OP_WHOLE: return (Core *)pat;
    case OP_TERM:
        k = maker_value(m, pat);
        return to_normal(pre, one_of(m, pat->text, k));
    case OP_BODY: return make_body_term(m, pat);
    case OP_LAM: return make_lam(m, pat);
    case OP_LEVEL: return make_level(m, pre, pat);
    case OP_CTX: {
        return CORE(OP_CTX, NULL, make_levels(m, pre, pat->g[0]));
    }
    default: return make_node(m, pre, pat);
    }
}

/* ---- arguments of conditions -------------------------------------------- */

/* A body as it is asked about: pieces side by side, types not known. */
static Core *body_arg(Match *m, const Core *pat)
{
    Core *b = core_node(OP_BODY, NULL);
    Stms out = { 0 };
    for (int i = 0; i < pat->nstms; i++) {
        const char *name = meta_name(pat->stm[i].exp);
        Stm s = { .exp = name ? one_of(m, name, value_of(m, name))
                              : make_node(m, &out, pat->stm[i].exp) };
        Vars v = { 0 };
        for (int k = 0; k < pat->stm[i].nvars; k++)
            make_binder(m, &v, pat->stm[i].var[k], (Kids){ 0 }, LIKE);
        s.var = v.at;
        s.nvars = v.n;
        vec_push(&out, s);
    }
    b->stm = out.at;
    b->nstms = out.n;
    b->g[0] = make_args(m, pat->g[0]);
    return b;
}

Kids make_args(Match *m, Kids pat)
{
    Kids out = { 0 };
    Stms pre = { 0 };
    for (int i = 0; i < pat.n; i++) {
        const Core *p = pat.at[i];
        const char *name = meta_name(p);
        Kids k;
        if (name && (p->op == OP_META || env_get(&m->env, name)))
            k = name[0] == '?' && !is_seq_name(name) && !value_of(m, name).n
                ? one(meta_term(m, name)) : value_of(m, name);
        else if (p->op == OP_BODY)
            k = one(body_arg(m, p));
        else if (p->op == OP_CTX)
            k = make_levels(m, &pre, p->g[0]);
        else if (p->op == OP_TERM)
            k = maker_value(m, p);
        else
            k = one(ops[p->op].kind == K_SCALAR ? make_size(m, &pre, p)
                                                  : make_term(m, &pre, p));
        out = pat.n == 1 ? k : kids_join(out, k);
    }
    return out;
}

bool make_mapping(Match *m, Stms *pre, const Side *pat, Mapping *f)
{
    Kids xs;
    const Core *lam = pat->lam;
    Vars v = make_binders(m, pre, lam->bind, lam->nbinds, pat->arrays, ELEMENT, &xs);
    open_index(m, lam->index);
    int aliases = m->world->aliases.n;
    Core *e = make_body_or_exp(m, lam->g[0].at[0]);
    e = world_resolve_since(m->world, aliases, e);      /* a body is a graph of its own */
    e = body_flat(e);
    Core *width = pat->width ? make_size(m, pre, pat->width) : f->width;
    Var *index = make_index(m, lam->index);
    if (index && index->invented && !core_uses(e, index))
        index = NULL;
    *f = (Mapping){ v.at, v.n, index, width, e, xs };
    return true;
}
