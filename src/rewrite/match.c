/*
 * match.c -- finding values for metavariables.
 *
 * A pattern is taken apart into goals, a list solved from the front. Only a
 * sequence variable leaves a choice: how many terms it stands for. Rows that
 * run in parallel (a lambda's parameters and the arrays they come from) are
 * one goal and are split alike. When no goal is left, the premises that
 * decide are tried; if one fails, the next split is.
 */
#include "rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- goals -------------------------------------------------------------- */

/* A row of terms, of bindings or, in a pattern, of binders: those of a term are
   atoms. In a context every metavariable stands for a sequence of levels. */
typedef struct {
    Core **at;
    Var **var;
    const Stm *stm;
    int n;
    bool context;
} Row;

typedef struct Goal {
    bool row;
    const Core *pat;           /* one term */
    Core *term;
    Row p, t;                  /* rows, and rows split alike */
    Row p2, t2;
    bool linked;
    int pi, ti;
    const struct Goal *next;
} Goal;

static bool solve(Match *m, const Goal *g);

static Row row_of(Kids k) { return (Row){ .at = k.at, .n = k.n }; }
static Row row_vars(Var **v, int n) { return (Row){ .var = v, .n = n }; }
static Row row_bound(Var **v, int n) { return row_of(atoms_of(v, n)); }
static Row row_stms(const Stm *s, int n) { return (Row){ .stm = s, .n = n }; }

static Row row_levels(Kids k)
{
    if (k.n == 1 && k.at[0]->op == OP_CTX)
        k = k.at[0]->g[0];
    return (Row){ .at = k.at, .n = k.n, .context = true };
}

static bool may_be_size(const Core *e)
{
    bool number = e->op == OP_VAR || ops[e->op].kind == K_SCALAR;
    const Type *t = number ? type_of(e) : NULL;
    return t && !t->rank && t->prim == I64;
}

/* Sizes are equal if they have one value: n * m, and a name for it. */
static bool is_same_size(const Match *m, const Kids *a, const Kids *b)
{
    const Core *x = a->n == 1 ? a->at[0] : NULL, *y = b->n == 1 ? b->at[0] : NULL;
    if (!x || !y || !may_be_size(x) || !may_be_size(y) || (x->op == OP_VAR && y->op == OP_VAR))
        return false;
    const Ranges *r = m->world->range;
    return size_equal(range_spelled(r, x), range_spelled(r, y));
}

static bool bind(Match *m, const char *name, Kids val)
{
    return env_bind(&m->env, name, val) || is_same_size(m, env_get(&m->env, name), &val);
}

/* The name of the sequence variable at place i of a pattern, or null. */
static const char *seq_at(const Row *p, int i)
{
    const char *name = NULL;
    if (p->var)
        name = p->var[i]->name;
    else if (p->stm)
        name = p->stm[i].nvars ? NULL : meta_name(p->stm[i].exp);
    else if (p->at[i]->op == OP_META)
        name = p->at[i]->text;
    return name && (p->context || is_seq_name(name)) ? name : NULL;
}

static Kids slice(const Row *p, const Row *t, int from, int n)
{
    if (!p->stm)
        return (Kids){ t->at ? t->at + from : NULL, n };
    Core *b = core_node(OP_BODY, n ? t->stm[from].exp->span : NULL);
    b->stm = t->stm ? (Stm *)t->stm + from : NULL;
    b->nstms = n;
    return one(b);
}

/* How many terms a sequence variable stands for already; -1: still open. */
static int known_length(const Match *m, const char *name, const Row *p)
{
    const Kids *k = env_get(&m->env, name);
    return !k ? -1 : p->stm ? k->at[0]->nstms : k->n;
}

static const char *argument_name(const Premise *p, int i)
{
    return p->arg[i].n == 1 ? meta_name(p->arg[i].at[0]) : NULL;
}

/* How many terms a sequence variable must stand for by a condition as-many of the law; -1: none
   says so yet. */
static int told_length(const Match *m, const char *name)
{
    for (int i = 0; m->law && i < m->law->npremises; i++) {
        const Premise *p = &m->law->premise[i];
        if (p->kind != PREMISE_CONDITION || p->negated || p->pays || strcmp(p->name, "as-many"))
            continue;
        for (int k = 0; k < 2; k++) {
            const char *one = argument_name(p, k), *other = argument_name(p, 1 - k);
            const Kids *known = one && other && !strcmp(one, name) ? env_get(&m->env, other) : NULL;
            if (known && is_seq_name(other))
                return known->n;
        }
    }
    return -1;
}

static int known_at(const Match *m, const Goal *g, int i)
{
    const char *name = seq_at(&g->p, i), *twin = g->linked ? seq_at(&g->p2, i) : NULL;
    int n = name ? known_length(m, name, &g->p) : 1;
    return n < 0 && twin ? known_length(m, twin, &g->p2) : n;
}

/* In a row of more terms the conditions as-many prune the search; in a shorter one they are tried
   at the end, where a refusal is told. */
enum { MANY = 16 };

/* The lengths that the sequence variable at place pi may have. */
static void lengths(const Match *m, const Goal *g, int *least, int *most)
{
    int left = g->t.n - g->ti;
    bool others = false;
    for (int i = g->pi + 1; i < g->p.n; i++) {
        int n = known_at(m, g, i);
        others |= n < 0;
        left -= n < 0 ? 0 : n;
    }
    int n = known_at(m, g, g->pi);
    if (n < 0 && left > MANY && !g->p.stm)
        n = told_length(m, seq_at(&g->p, g->pi));
    *least = n >= 0 ? n : others ? 0 : left;
    *most = n >= 0 ? n : left;
    if (*most > left)
        *most = -1;
}

/* How many levels from here on are placed as the pattern says. */
static int placed(const Row *p, int pi, const Row *t, int ti, int most)
{
    int n = 0;
    while (n < most && t->at[ti + n]->at == p->at[pi]->at)
        n++;
    return n;
}

/* By the operation alone, or by its kind, the binding can be what the pattern has. */
static bool may_be(Match *m, const Stm *pat, const Stm *term)
{
    const Core *p = pat->exp, *t = term->exp;
    if (!pat->nvars)
        return true;
    if (meta_name(p))
        return is_of_kind(m, meta_name(p), term->exp);
    return p->op == t->op || p->op == OP_CONST || t->op == OP_VAR || t->op == OP_BODY;
}

/* What follows a sequence of n bindings can be what the pattern has next. */
static bool may_follow(Match *m, const Goal *g, int n)
{
    return !g->p.stm || g->pi + 1 == g->p.n || g->ti + n >= g->t.n
        || may_be(m, &g->p.stm[g->pi + 1], &g->t.stm[g->ti + n]);
}

/* Each binding of the pattern can be one of the body's. Looked at once, not for each way to
   choose those before it. */
static bool may_hold(Match *m, const Core *pat, const Core *body)
{
    for (int i = 0; i < pat->nstms; i++) {
        int k = 0;
        while (k < body->nstms && !may_be(m, &pat->stm[i], &body->stm[k]))
            k++;
        if (k == body->nstms && pat->stm[i].nvars)
            return false;
    }
    return true;
}

static bool solve_seq(Match *m, const Goal *g, const char *name)
{
    int least, most, mark = m->env.n;
    lengths(m, g, &least, &most);
    if (g->p.context && g->p.at[g->pi]->at)
        most = placed(&g->p, g->pi, &g->t, g->ti, most);
    for (int n = least < 0 ? 0 : least; n <= most; n++) {
        if (!may_follow(m, g, n))
            continue;
        Goal rest = *g;
        rest.pi++;
        rest.ti += n;
        if (g->p.stm && !g->pi && m->law && m->law->nlocal) {
            m->split = rest.ti < g->t.n ? &g->t.stm[rest.ti] : NULL;
            if (m->split && split_refused(m, m->split))
                continue;
        }
        if (bind(m, name, slice(&g->p, &g->t, g->ti, n))
            && (!g->linked || bind(m, seq_at(&g->p2, g->pi),
                                   slice(&g->p2, &g->t2, g->ti, n)))
            && solve(m, &rest))
            return true;
        m->env.n = mark;
    }
    return false;
}

/* Matches one element of a row, then goes on with `next`. */
static bool solve_element(Match *m, const Row *p, int pi, const Row *t, int ti,
                          const Goal *next)
{
    if (p->var)
        return bind(m, p->var[pi]->name, one(t->at[ti])) && solve(m, next);
    if (p->at) {
        Goal g = { .pat = p->at[pi], .term = t->at[ti], .next = next };
        return solve(m, &g);
    }
    const Stm *a = &p->stm[pi], *b = &t->stm[ti];
    Goal exp = { .pat = a->exp, .term = b->exp, .next = next };
    Goal vars = { .row = true, .p = row_vars(a->var, a->nvars),
                  .t = row_bound(b->var, b->nvars), .next = &exp };
    return a->nvars && solve(m, &vars);
}

/* ---- nested patterns ------------------------------------------------------ */

/* An operand that is written as an expression: what defines it is matched. */
static bool is_nested(const Core *pat)
{
    return !meta_name(pat) && !is_atom(pat) && ops[pat->op].kind != K_PART;
}

/* What defines the atom. The binding stays, so a copy has binders of its own. */
static Core *definition(const Match *m, const Core *atom)
{
    Core *def = world_def(m->world, atom);
    bool binds = def && (ops[def->op].kind == K_SOAC || ops[def->op].kind == K_SEG
                         || ops[def->op].kind == K_CONTROL);
    return binds ? core_rename(def) : def;
}

bool match_all(Match *m, const Core *pat, Kids terms, Gathers *as, const void *arg)
{
    const Match outer = *m;
    int mark = m->env.n;
    Env gathered = { 0 };
    bool yes = true;
    m->law = NULL;             /* the shape alone */
    m->accept = NULL;
    for (int i = 0; yes && i < terms.n; i++) {
        int from = m->env.n, kept = from;
        Goal g = { .pat = pat, .term = terms.at[i] };
        yes = solve(m, &g);
        for (int k = from; yes && k < m->env.n; k++) {
            Bound b = m->env.at[k];
            const char *all = as(b.name, arg);
            Kids *old = all ? env_get(&gathered, all) : NULL;
            if (!all)
                m->env.at[kept++] = b;
            else if (old)
                *old = kids_join(*old, b.val);
            else
                env_put(&gathered, all, b.val);
        }
        m->env.n = yes ? kept : mark;
    }
    m->law = outer.law;
    m->accept = outer.accept;
    for (int k = 0; yes && k < gathered.n; k++)
        yes = env_bind(&m->env, gathered.at[k].name, gathered.at[k].val);
    free(gathered.at);
    m->env.n = yes ? m->env.n : mark;
    return yes;
}

typedef struct {
    const Law *law;
    const char *last;          /* name in the pattern */
} Each;

static void note_last(const NameUse *u, void *last)
{
    if (u->kind == NAME_USED)
        *(const char **)last = u->name;
}

/* What the law speaks of differs from term to term: ?zs.. as a sequence, or the last
   operand ?zs taken one by one again. */
static const char *gathers_each(const char *name, const void *arg)
{
    const Each *e = arg;
    Table *wanted = table_new();
    NameSearch s = { wanted, false };
    table_put(wanted, seq_name(name), wanted);
    each_side_name(e->law->left, find_name, &s);
    if (name == e->last)
        table_put(wanted, name, wanted);
    each_side_name(e->law->right, find_name, &s);
    table_free(wanted);
    return s.found ? seq_name(name) : NULL;
}

/* `(f ?n ?zs)..` against terms: each has the shape; ?zs.. is what ?zs stands
   for in each, where the law speaks of it. */
static bool match_each(Match *m, const Core *pat, Kids terms)
{
    Each e = { m->law, NULL };
    each_name(pat, note_last, &e.last);
    return m->law && match_all(m, pat, terms, gathers_each, &e);
}

/* How many of the terms from ti on are all results, in order, of the binding
   that gives the first; 0: not all of them are there. */
static int results_at(const Match *m, const Row *t, int ti)
{
    const Core *def = world_def(m->world, t->at[ti]);
    int n = def ? def->ntypes : 1;
    for (int k = 0; def && k < n; k++) {
        const Core *a = ti + k < t->n ? world_resolve(m->world, t->at[ti + k]) : NULL;
        if (!a || world_def(m->world, a) != def || world_result(m->world, a->var) != k)
            return 0;
    }
    return n;
}

/* A nested pattern; or one for each term (..).., of as many terms as the rest of the
   row leaves. */
static bool solve_nested(Match *m, const Goal *g, const Core *pat, bool each)
{
    if (g->ti == g->t.n)
        return false;
    int n = each ? g->t.n - g->ti - (g->p.n - g->pi - 1) : results_at(m, &g->t, g->ti);
    if (n < 1)
        return false;
    Goal rest = *g;
    rest.pi++;
    rest.ti += n;
    if (g->linked) {
        const char *twin = seq_at(&g->p2, g->pi);
        if ((!twin && n != 1)
            || !bind(m, g->p2.var[g->pi]->name, slice(&g->p2, &g->t2, g->ti, n)))
            return false;
    }
    if (each)
        return match_each(m, pat->g[0].at[0], slice(&g->p, &g->t, g->ti, n))
            && solve(m, &rest);
    Goal def = { .pat = pat, .term = definition(m, g->t.at[g->ti]), .next = &rest };
    return def.term && solve(m, &def);
}

static bool solve_row(Match *m, const Goal *g)
{
    if (g->pi == g->p.n)
        return g->ti == g->t.n && solve(m, g->next);
    const Core *pat = g->p.at ? g->p.at[g->pi] : NULL;
    bool each = pat && is_each(pat);
    if (each || (pat && !g->p.context && is_nested(pat)))
        return solve_nested(m, g, pat, each);
    const char *name = seq_at(&g->p, g->pi);
    if (g->linked && !name != !seq_at(&g->p2, g->pi))
        return false;
    if (name)
        return solve_seq(m, g, name);
    if (g->ti == g->t.n)
        return false;
    Goal rest = *g;
    rest.pi++;
    rest.ti++;
    if (!g->linked)
        return solve_element(m, &g->p, g->pi, &g->t, g->ti, &rest);
    int mark = m->env.n;       /* binders bind at once, so two steps are enough */
    return bind(m, g->p2.var[g->pi]->name, one(g->t2.at[g->ti]))
        ? solve_element(m, &g->p, g->pi, &g->t, g->ti, &rest) || (m->env.n = mark, false)
        : false;
}

/* ---- terms -------------------------------------------------------------- */

/* A literal in a pattern has no type of its own, only its kind, unless it says it. */
static bool const_fits(const Core *pat, const Core *term)
{
    if (term->op != OP_CONST)
        return false;
    Scalar a = pat->value, b = term->value;
    if (a.prim == b.prim || pat->typed)
        return a.prim == b.prim && scalar_equal(a, b);
    if (prim_is_float(a.prim) && prim_is_float(b.prim))
        return a.f == b.f;
    return prim_is_int(a.prim) && prim_is_int(b.prim) && a.i == b.i;
}

/* Goals under construction: at most one for each group and three for binders. */
typedef struct {
    Goal at[12];
    int n;
} Goals;

static void need_term(Goals *gs, const Core *pat, Core *term)
{
    gs->at[gs->n++] = (Goal){ .pat = pat, .term = term };
}

static void need_row(Goals *gs, Row p, Row t)
{
    gs->at[gs->n++] = (Goal){ .row = true, .p = p, .t = t };
}

static void need_linked(Goals *gs, Row p, Row t, Row p2, Row t2)
{
    if (p.n != p2.n || t.n != t2.n) {
        need_row(gs, p, t);
        need_row(gs, p2, t2);
        return;
    }
    gs->at[gs->n++] = (Goal){ .row = true, .p = p, .t = t, .p2 = p2, .t2 = t2,
                              .linked = true };
}

static bool solve_all(Match *m, Goals *gs, const Goal *next)
{
    for (int i = 0; i < gs->n; i++)
        gs->at[i].next = i + 1 < gs->n ? &gs->at[i + 1] : next;
    return solve(m, gs->n ? &gs->at[0] : next);
}

/* `#?i`: the index, or nothing if the lambda names none. */
static bool bind_index(Match *m, const Var *pat, Var *index)
{
    if (!pat)
        return !index;
    return bind(m, pat->name, index ? one(core_var(index)) : (Kids){ 0 });
}

static bool is_mapping_var(const Core *pat)
{
    return pat->op == OP_META && pat->text[0] == '?'
        && isupper((unsigned char)pat->text[1]);
}

/* The lambda and the arrays of a SOAC, split alike; or one ?F for both. */
static bool need_mapping(Match *m, Goals *gs, const Core *pat, Core *term, int lam,
                         int arrays)
{
    const Core *p = pat->g[lam].at[0];
    Core *t = term->g[lam].at[0];
    if (is_mapping_var(p))
        return bind(m, p->text,
                    one(mapping_term(t, term->g[arrays], term->g[0].at[0])));
    if (p->op != OP_LAM) {
        need_term(gs, p, t);
        need_row(gs, row_of(pat->g[arrays]), row_of(term->g[arrays]));
        return true;
    }
    need_linked(gs, row_of(pat->g[arrays]), row_of(term->g[arrays]),
                row_vars(p->bind, p->nbinds), row_bound(t->bind, t->nbinds));
    need_term(gs, p->g[0].at[0], t->g[0].at[0]);
    return bind_index(m, p->index, t->index);
}

/* Binders of the node itself, and the group that they run beside. */
static bool need_binders(Match *m, Goals *gs, const Core *pat, Core *term, int *linked)
{
    *linked = pat->op == OP_LEVEL ? 1 : pat->op == OP_LAM ? -1 : 0;
    Row p = row_vars(pat->bind, pat->nbinds), t = row_bound(term->bind, term->nbinds);
    if (*linked < 0)
        need_row(gs, p, t);
    else
        need_linked(gs, row_of(pat->g[*linked]), row_of(term->g[*linked]), p, t);
    return bind_index(m, pat->index, term->index);
}

/* An operator that is declared commutative says so itself while it is the
   value of a metavariable. */
static Core *operator_of(const Core *soac, Core *lam)
{
    if (!soac->comm || lam->comm)
        return lam;
    lam = core_copy_node(lam);
    lam->comm = true;
    return lam;
}

static void need_group(Goals *gs, const Core *pat, Core *term, int k)
{
    char letter = ops[pat->op].groups[k];
    Kids p = pat->g[k], t = term->g[k];
    if (letter == 'l' && p.n && t.n) {
        need_term(gs, p.at[0], operator_of(term, t.at[0]));
        return;
    }
    if (letter == 'z' && !p.n)
        return;                /* a width that is not written */
    if (letter == 'L')
        need_row(gs, row_levels(p), row_levels(t));
    else if (strchr("baz", letter) && p.n == 1 && t.n == 1)
        need_term(gs, p.at[0], t.at[0]);
    else
        need_row(gs, row_of(p), row_of(t));
}

static bool bind_perm(Match *m, Goals *gs, const Core *pat, Core *term)
{
    if (pat->g[0].n == 1) {
        need_term(gs, pat->g[0].at[0], term->g[0].at[0]);
        return pat->nperm == term->nperm
            && !memcmp(pat->perm, term->perm, sizeof(int) * (size_t)pat->nperm);
    }
    Kids perm = { NEWS(Core *, term->nperm), term->nperm };
    for (int i = 0; i < perm.n; i++)
        perm.at[i] = core_i64(term->perm[i]);
    need_term(gs, pat->g[0].at[1], term->g[0].at[0]);
    return bind(m, meta_name(pat->g[0].at[0]), perm);
}

/* Two operands in either order. */
static bool solve_commuting(Match *m, const Core *pat, Core *term, const Goal *next)
{
    int mark = m->env.n;
    for (int swap = 0; swap < 2; swap++) {
        Goals gs = { .n = 0 };
        need_term(&gs, pat->g[0].at[0], term->g[swap].at[0]);
        need_term(&gs, pat->g[1].at[0], term->g[1 - swap].at[0]);
        if (solve_all(m, &gs, next))
            return true;
        m->env.n = mark;
    }
    return false;
}

static bool solve_node(Match *m, const Core *pat, Core *term, const Goal *next)
{
    Goals gs = { .n = 0 };
    int lam = -1, arrays = -1, linked = -1;
    if ((pat->at && pat->at != term->at)
        || (pat->op == OP_CALL && pat->func != term->func)
        || (pat->op == OP_BODY && !may_hold(m, pat, term)))
        return false;
    if (pat->op == OP_REARRANGE)
        return bind_perm(m, &gs, pat, term) && solve_all(m, &gs, next);
    if (ops[pat->op].commutes)
        return solve_commuting(m, pat, term, next);
    if (!mapping_groups(pat->op, &lam, &arrays))
        lam = arrays = -1;
    if (pat->op == OP_BODY)
        need_row(&gs, row_stms(pat->stm, pat->nstms), row_stms(term->stm, term->nstms));
    else if (lam >= 0 && !need_mapping(m, &gs, pat, term, lam, arrays))
        return false;
    else if ((pat->nbinds || pat->index || term->nbinds || term->index)
             && !need_binders(m, &gs, pat, term, &linked))
        return false;
    for (int k = 0; k < ops[pat->op].ngroups; k++)
        if (k != lam && k != arrays && k != linked)
            need_group(&gs, pat, term, k);
    return solve_all(m, &gs, next);
}

static bool solve_term(Match *m, const Goal *g)
{
    const Core *pat = g->pat;
    Core *term = world_resolve(m->world, g->term);
    const char *name = meta_name(pat);
    if (name && is_seq_name(name) && term->op == OP_BODY)
        return !term->nstms && bind(m, name, term->g[0]) && solve(m, g->next);
    Kids *known = name ? env_get(&m->env, name) : NULL;
    if (known && known->n == 1 && is_atom(known->at[0]) && term->op == OP_BODY
        && !term->nstms && term->g[0].n == 1)
        term = world_resolve(m->world, term->g[0].at[0]);    /* `\\?x -> ?x` */
    if (name)                  /* whole dimensions and spans are no terms */
        return term->op != OP_WHOLE && term->op != OP_SPAN
            && bind(m, name, one(term)) && solve(m, g->next);
    if (term->op == OP_BODY && pat->op == OP_CONST && !term->nstms && term->g[0].n == 1)
        term = world_resolve(m->world, term->g[0].at[0]);
    if (pat->op == OP_CONST)
        return const_fits(pat, term) && solve(m, g->next);
    if (term->op == OP_VAR && is_nested(pat)) {
        term = definition(m, term);
        return term && term->ntypes == 1 && pat->op == term->op
            && solve_node(m, pat, term, g->next);
    }
    if (term->op == OP_BODY && pat->op != OP_BODY)
        term = body_single(term);
    return term && pat->op == term->op && solve_node(m, pat, term, g->next);
}

static bool solve(Match *m, const Goal *g)
{
    int mark = m->env.n;
    bool yes;
    if (!g)
        yes = premises_hold(m, 0, m->law ? m->law->nearly : 0)
            && (!m->accept || m->accept(m, m->arg));
    else if (!g->row && !g->pat)
        yes = premises_hold(m, 0, m->law->nctx) && solve(m, g->next);
    else
        yes = g->row ? solve_row(m, g) : solve_term(m, g);
    if (!yes)
        m->env.n = mark;
    return yes;
}

/* ---- entries ------------------------------------------------------------ */

static Kids context_pattern(const Core *ctx)
{
    return ctx->op == OP_CTX ? ctx->g[0] : one((Core *)ctx);
}

bool match_sequent(Match *m, const Sequent *pat, Kids ctx, Core *subject)
{
    Goal right = { .pat = pat->subject, .term = subject };
    Goal first = { .next = &right };   /* premises on the context alone */
    Goal left = { .row = true, .p = row_levels(context_pattern(pat->ctx)),
                  .t = row_levels(ctx), .next = &first };
    left.t.at = ctx.at;
    left.t.n = ctx.n;
    return solve(m, &left);
}

/* Names of several sequences can be shared out in many ways, most of which the expression
   rules out. */
static bool is_shared_out(const Stm *pat)
{
    int sequences = 0;
    for (int k = 0; k < pat->nvars; k++)
        sequences += is_seq_name(pat->var[k]->name);
    return sequences > 1;
}

bool match_stms(Match *m, const Stm *pat, const Stm **term, int n)
{
    Goal exp[4], vars[4], *first = NULL;
    for (int i = n - 1; i >= 0; i--) {
        bool late = is_shared_out(&pat[i]);
        exp[i] = (Goal){ .pat = pat[i].exp, .term = term[i]->exp,
                         .next = late ? &vars[i] : first };
        vars[i] = (Goal){ .row = true, .p = row_vars(pat[i].var, pat[i].nvars),
                          .t = row_bound(term[i]->var, term[i]->nvars),
                          .next = late ? first : &exp[i] };
        first = late ? &exp[i] : &vars[i];
    }
    return solve(m, first);
}

bool match_expr(Match *m, const Core *pat, Core *term)
{
    Goal g = { .pat = pat, .term = term };
    return solve(m, &g);
}

bool match_mapping(Match *m, const Side *pat, const Mapping *f)
{
    const Core *lam = pat->lam;
    Goal width = { .pat = pat->width, .term = f->width };
    Goal body = { .pat = lam->g[0].at[0], .term = f->e,
                  .next = pat->width ? &width : NULL };
    Goal rows = { .row = true, .linked = true, .next = &body,
                  .p = row_of(pat->arrays), .t = row_of(f->arrays),
                  .p2 = row_vars(lam->bind, lam->nbinds),
                  .t2 = row_bound(f->bind, f->nbinds) };
    return bind_index(m, lam->index, f->index) && solve(m, &rows);
}
