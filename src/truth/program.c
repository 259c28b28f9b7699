/*
 * program.c -- the operators of a program tried for what reductions and
 * scans ask of them: they associate, and their neutral elements are neutral.
 * An operator is tried as a function of what it takes and of what is not
 * computed around it; what is computed is computed there, too. That of a hom is
 * tried on what the hom makes of lists: it need not associate on other values.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

/* One operator. */
typedef struct {
    const Core *soac, *lam;
    Kids ne;
    Given given;               /* parameters of the trial */
    Stms before;               /* what is computed around the operator */
    Table *seen;
    Kids arg[3];               /* a, b, c: each as many as the operator takes */
} Trial;

typedef struct {
    Table *def;                /* Var -> the Stm that binds it */
    Table *reported;           /* positions */
    int checked, wrong;
} Search;

/* ---- what the operator needs -------------------------------------------- */

typedef struct {
    Trial *t;
    const Search *s;
    bool size;
} Need;

static void need(Var *v, void *arg);

static void need_type(const Type *t, const Need *n)
{
    Need sizes = *n;
    sizes.size = true;
    type_free_vars(t, need, &sizes);
}

/* A size of data is given; another name is computed, if it is known how. */
static void need(Var *v, void *arg)
{
    Need *n = arg;
    const Stm *s = n->size ? NULL : table_get(n->s->def, v);
    if (table_has(n->t->seen, v))
        return;
    if (!s) {
        table_put(n->t->seen, v, v);
        need_type(v->type, n);
        vec_push(&n->t->given.vars, v);
        return;
    }
    for (int i = 0; i < s->nvars; i++)
        table_put(n->t->seen, s->var[i], v);
    core_free_vars(s->exp, need, n);
    vec_push(&n->t->before, *s);
}

static Core *given(Trial *t, const Need *n, const char *name, const Type *type)
{
    need_type(type, n);
    Var *v = var_named(name, type, NULL);
    table_put(t->seen, v, v);
    vec_push(&t->given.vars, v);
    return core_var(v);
}

/* "a", or "a.1" and "a.2" */
static const char *part_name(char letter, int i, int n)
{
    return format(n == 1 ? "%c" : "%c.%d", letter, i + 1);
}

static Kids operands(Trial *t, const Need *n, char letter)
{
    int k = t->lam->nbinds / 2;
    Kids a = { NEWS(Core *, k), k };
    for (int i = 0; i < k; i++)
        a.at[i] = given(t, n, part_name(letter, i, k), t->lam->bind[i]->type);
    return a;
}

/* What the hom makes of lists of their own, "a" or "a.1" and "a.2". */
static Kids hom_operands(Trial *t, const Need *n, char letter)
{
    Kids xs = t->soac->g[op_group(OP_HOM, 'x')];
    Kids ys = { NEWS(Core *, xs.n), xs.n }, a = { NEWS(Core *, t->ne.n), t->ne.n };
    Core *hom = core_copy_node(core_rename((Core *)t->soac));
    Core *size = given(t, n, format("%c.n", letter), type_prim(I64));
    Stm s = { .var = NEWS(Var *, a.n), .nvars = a.n, .exp = hom };
    for (int i = 0; i < xs.n; i++)
        ys.at[i] = given(t, n, part_name(letter, i, xs.n),
                         type_array(type_row(type_of(xs.at[i])), size));
    core_set1(hom, 0, size);
    hom->g[op_group(OP_HOM, 'x')] = ys;
    for (int i = 0; i < a.n; i++) {
        s.var[i] = var_new("h", t->lam->bind[i]->type, NULL);
        a.at[i] = core_var(s.var[i]);
    }
    vec_push(&t->before, s);
    return a;
}

static void take_operands(Trial *t, const Need *n, Kids (*of)(Trial *, const Need *, char))
{
    for (int i = 0; i < 3; i++)
        t->arg[i] = of(t, n, "abc"[i]);
}

/* ---- both sides --------------------------------------------------------- */

/* Appends a (op) b. */
static Kids combine(const Trial *t, Stms *out, Kids a, Kids b)
{
    const Core *lam = core_rename((Core *)t->lam);
    Subst *s = subst_new();
    Kids both = kids_join(a, b);
    for (int i = 0; i < lam->nbinds; i++)
        subst_add(s, lam->bind[i], both.at[i]);
    const Core *body = core_subst(lam->g[0].at[0], s);
    vec_append(out, body->stm, body->nstms);
    return body->g[0];
}

static Stms start(const Trial *t)
{
    Stms out = { 0 };
    vec_append(&out, t->before.at, t->before.n);
    return out;
}

/* x (op) y, or with z: (x (op) y) (op) z, or x (op) (y (op) z). */
static Core *side(const Trial *t, Kids x, Kids y, const Kids *z, bool right)
{
    Stms out = start(t);
    Kids r;
    if (z && right)
        r = combine(t, &out, x, combine(t, &out, y, *z));
    else
        r = combine(t, &out, x, y);
    if (z && !right)
        r = combine(t, &out, r, *z);
    return core_body(out.at, out.n, r.at, r.n);
}

static Core *alone(const Trial *t, Kids x)
{
    Stms out = start(t);
    return core_body(out.at, out.n, x.at, x.n);
}

/* ---- one operator ------------------------------------------------------- */

static bool differ(const Trial *t, Core *left, Core *right, int *cases, Counter *c)
{
    Instance i = { .given = &t->given, .term = left, .small = true };
    unsigned seed = 1;
    return terms_differ(&i, left, right, &seed, cases, c);
}

static const Span *place_of(const Trial *t)
{
    return t->lam->span && t->lam->span->src ? t->lam->span : t->soac->span;
}

static void warn(const Trial *t, const char *what, const char *left, const char *right,
                 const Counter *c)
{
    warn_at(place_of(t), WARN_OPERATORS, "this operator is not %s: for %s, %s is %s and %s is %s",
            what, c->data, left, c->before, right, c->after);
}

/* What the atom is computed by, if that is known and has one result. */
static const Core *meaning_of(const Trial *t, const Core *atom)
{
    for (int i = 0; i < t->before.n; i++)
        if (t->before.at[i].nvars == 1 && is_var(atom, t->before.at[i].var[0]))
            return t->before.at[i].exp;
    return atom;
}

static void warn_neutral(const Trial *t, const char *term, const Counter *c)
{
    Text ne = { 0 };
    for (int i = 0; i < t->ne.n; i++)
        text_fmt(&ne, "%s%s", i ? ", " : "", core_str(meaning_of(t, t->ne.at[i])));
    warn_at(place_of(t), WARN_OPERATORS, "%s is not neutral for this operator: for %s, %s is %s",
            text_str(&ne), c->data, term, c->before);
}

static bool is_wrong(const Trial *t)
{
    Kids a = t->arg[0], b = t->arg[1], c = t->arg[2];
    bool hom = t->soac->op == OP_HOM;
    Counter found;
    int cases = 0;
    bool wrong = true;
    if (differ(t, side(t, a, b, &c, false), side(t, a, b, &c, true), &cases, &found))
        warn(t, "associative", hom ? "(h a op h b) op h c" : "(a op b) op c",
             hom ? "h a op (h b op h c)" : "a op (b op c)", &found);
    else if (t->soac->comm
             && differ(t, side(t, a, b, NULL, false), side(t, b, a, NULL, false), &cases,
                       &found))
        warn(t, "commutative", "a op b", "b op a", &found);
    else
        wrong = false;
    if (differ(t, side(t, t->ne, a, NULL, false), alone(t, a), &cases, &found))
        warn_neutral(t, hom ? "ne op h a" : "ne op a", &found);
    else if (differ(t, side(t, a, t->ne, NULL, false), alone(t, a), &cases, &found))
        warn_neutral(t, hom ? "h a op ne" : "a op ne", &found);
    else
        return wrong;
    return true;
}

/* ---- the program -------------------------------------------------------- */

static bool from_prelude(const Span *s)
{
    return !s || !s->src || str_starts(s->src->name, "<");
}

static void try_operator(Search *s, const Core *soac)
{
    int ne = op_group(soac->op, 'n');
    Trial t = { .soac = soac, .lam = soac->g[op_group(soac->op, 'o')].at[0], .ne = soac->g[ne],
                .seen = table_new() };
    const char *place = intern(span_str(place_of(&t)));
    if (from_prelude(place_of(&t)) || table_has(s->reported, place))
        return;
    table_put(s->reported, place, s);
    Need n = { &t, s, false };
    bool hom = soac->op == OP_HOM;
    if (!hom)
        take_operands(&t, &n, operands);
    core_free_vars(t.lam, need, &n);
    for (int i = 0; i < t.ne.n; i++)
        core_free_vars(t.ne.at[i], need, &n);
    if (hom) {                 /* what the hom needs is computed before its values */
        core_free_vars(soac->g[op_group(OP_HOM, 'f')].at[0], need, &n);
        take_operands(&t, &n, hom_operands);
    }
    s->checked++;
    s->wrong += is_wrong(&t);
}

static void search_in(Core *n, void *search)
{
    core_each(n, search_in, search);
    if (ops[n->op].kind == K_SOAC && op_group(n->op, 'n') >= 0)
        try_operator(search, n);
}

int operators_check(const Program *p, int *checked)
{
    Search s = { .def = table_new(), .reported = table_new() };
    for (int i = 0; i < p->nfuncs; i++)
        core_definitions(p->func[i]->body, s.def);
    for (int i = 0; i < p->nfuncs; i++)
        search_in(p->func[i]->body, &s);
    *checked = s.checked;
    return s.wrong;
}
