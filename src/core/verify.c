/* verify.c -- what holds of every program: scope, form and types here, the
   use of consumed arrays in alias.c. */
#include "core.h"

#include <string.h>

typedef struct {
    Table *bound;              /* every variable bound so far, anywhere */
    Table *scope;              /* those in scope */
    VEC(const Var *) order;    /* of binding, to leave scopes */
    const Stm *prefix;         /* the next that may stand in the innermost SEG; or null */
    const Core *seg;           /* that one */
    bool names_alone;          /* types are not asked for */
    const char *why;
    const Span *where;         /* may be null */
} Verify;

/* Each check returns false once something is wrong, with the reason in why. */
static bool wrong(Verify *v, const Core *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrong(Verify *v, const Core *at, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    if (at && at->span)
        text_fmt(&t, " (%s)", span_str(at->span));
    v->why = text_str(&t);
    v->where = at ? at->span : NULL;
    return false;
}

/* ---- scope -------------------------------------------------------------- */

static void leave(Verify *v, int mark)
{
    while (v->order.n > mark)
        table_del(v->scope, v->order.at[--v->order.n]);
}

static bool type_in_scope(Verify *v, const Type *t, const char *what)
{
    const Var *other = type_other(t, v->scope);
    return !other || wrong(v, NULL, "%s, in the type of %s, is not in scope", other->name, what);
}

static bool bind(Verify *v, Var *const *var, int n)
{
    for (int i = 0; i < n; i++) {
        if (!var[i]->type)
            return wrong(v, NULL, "%s has no type", var[i]->name);
        if (table_has(v->bound, var[i]))
            return wrong(v, NULL, "%s is bound twice", var[i]->name);
        table_put(v->bound, var[i], var[i]);
        table_put(v->scope, var[i], var[i]);
        vec_push(&v->order, var[i]);
    }
    for (int i = 0; i < n; i++)
        if (!type_in_scope(v, var[i]->type, var[i]->name))
            return false;
    return true;
}

/* ---- nodes -------------------------------------------------------------- */

static bool check(Verify *v, const Core *n);

static bool check_operand(Verify *v, const Core *n, const Core *of)
{
    if (!is_atom(n))
        return wrong(v, of, "%s has an operand that is no atom: %s", ops[of->op].id,
                     core_str(n));
    return check(v, n);
}

/* A size: atoms and scalar operators. */
static bool check_size(Verify *v, const Core *n, const Core *of)
{
    if (is_atom(n))
        return check(v, n);
    if (n->op == OP_EACH)
        return check_operand(v, n->g[0].at[0], of);
    if (ops[n->op].kind != K_SCALAR || n->op == OP_CALL)
        return wrong(v, of, "%s has a size that is none: %s", ops[of->op].id,
                     core_str(n));
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            if (!check_size(v, n->g[g].at[i], of))
                return false;
    return true;
}

static bool check_entry(Verify *v, const Core *e, const Core *of)
{
    if (e->op == OP_WHOLE)
        return true;
    if (e->op != OP_SPAN)
        return check_operand(v, e, of);
    for (int g = 0; g < 3; g++)
        if (e->g[g].n != 1)
            return wrong(v, of, "a slice has no start, count or stride");
    return check_operand(v, e->g[0].at[0], of) && check_size(v, e->g[1].at[0], of)
        && check_operand(v, e->g[2].at[0], of);
}

static bool check_group(Verify *v, const Core *n, int g)
{
    char letter = ops[n->op].groups[g];
    if (strchr("azlb", letter) && n->g[g].n != 1)
        return wrong(v, n, "%s: operand group %d has %d members", ops[n->op].id, g + 1,
                     n->g[g].n);
    for (int i = 0; i < n->g[g].n; i++) {
        const Core *k = n->g[g].at[i];
        bool ok = strchr("aA", letter) ? check_operand(v, k, n)
                : strchr("zZ", letter) ? check_size(v, k, n)
                : letter == 'I' ? check_entry(v, k, n) : check(v, k);
        if (!ok)
            return false;
    }
    return true;
}

/* The types stored are those that follow from the operands. */
static bool check_types(Verify *v, const Core *n)
{
    Core again = *n;
    const char *error;
    if (v->names_alone)
        return true;
    if (!core_infer(&again, &error))
        return wrong(v, n, "%s: %s", ops[n->op].id, error);
    if (again.ntypes != n->ntypes)
        return wrong(v, n, "%s has %d types and not %d", ops[n->op].id, n->ntypes,
                     again.ntypes);
    for (int i = 0; i < n->ntypes; i++)
        if (!type_equal(n->type[i], again.type[i]))
            return wrong(v, n, "%s has type %s and not %s", ops[n->op].id,
                         type_str(n->type[i]), type_str(again.type[i]));
    return true;
}

/* t, or t with sizes of which it says nothing. */
static bool says_no_more(const Type *type, const Type *t)
{
    Core **dim = NEWS(Core *, t->rank);
    if (!type_same_shape(type, t))
        return false;
    for (int d = 0; d < t->rank; d++)
        dim[d] = type->dim[d] ? t->dim[d] : NULL;
    return type_equal(type, type_dims(t->prim, dim, t->rank));
}

static bool check_stm(Verify *v, const Stm *s)
{
    if (is_prefix(s->exp) && v->prefix != s)
        return wrong(v, s->exp, "a prefix that is not one of a chain");
    if (is_prefix(s->exp))
        v->prefix = prefix_in(v->seg, s);
    if (!check(v, s->exp))
        return false;
    if (s->nvars != s->exp->ntypes)
        return wrong(v, s->exp, "%d variables for %d values", s->nvars, s->exp->ntypes);
    if (!bind(v, s->var, s->nvars))
        return false;
    Core **atom = atoms_of(s->var, s->nvars).at;
    for (int i = 0; i < s->nvars; i++) {
        const Type *t = type_open(s->exp->type[i], atom);
        if (!type_equal(s->var[i]->type, t) && !says_no_more(s->var[i]->type, t))
            return wrong(v, s->exp, "%s has type %s and its value %s", s->var[i]->name,
                         type_str(s->var[i]->type), type_str(t));
    }
    return true;
}

/* The operands, or the bodies and the levels that they are in. */
static bool check_groups(Verify *v, const Core *n, bool inner)
{
    for (int g = 0; g < ops[n->op].ngroups; g++)
        if (inner == !!strchr("bL", ops[n->op].groups[g]) && !check_group(v, n, g))
            return false;
    return true;
}

/* The binders of a loop or lambda stand for its bodies, those of a level for the levels
   after it and the body, too. */
static bool check(Verify *v, const Core *n)
{
    int mark = v->order.n;
    if (ops[n->op].kind == K_SEG)
        v->prefix = prefix_in(v->seg = n, NULL);
    if (n->op == OP_VAR && !table_has(v->scope, n->var))
        return wrong(v, n, "%s is %s", n->var->name,
                     table_has(v->bound, n->var) ? "used outside its scope"
                                                 : "used before it is bound");
    if (n->op == OP_META || n->op == OP_TERM || n->op == OP_CTX || n->op == OP_EXT)
        return wrong(v, n, "%s in a program", ops[n->op].id);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (!check_stm(v, &n->stm[i]))
            return false;
    if (!check_groups(v, n, false) || !bind(v, n->bind, n->nbinds)
        || (n->index && !bind(v, &n->index, 1)) || !check_groups(v, n, true))
        return false;
    if ((n->op == OP_EMPTY || n->op == OP_COERCE) && n->ntypes == 1
        && !type_in_scope(v, n->type[0], ops[n->op].text))
        return false;
    bool ok = check_types(v, n);
    if (n->op != OP_LEVEL)
        leave(v, mark);
    return ok;
}

/* ---- functions ---------------------------------------------------------- */

static bool check_result(Verify *v, const Func *f)
{
    const Core *b = f->body;
    if (b->op != OP_BODY)
        return wrong(v, b, "no body");
    if (b->ntypes != f->nresults)
        return wrong(v, b, "%d results and not %d", b->ntypes, f->nresults);
    for (int i = 0; i < f->nresults; i++)
        if (!type_equal(type_open(b->type[i], b->g[0].at), type_open(f->result[i], b->g[0].at)))
            return wrong(v, b, "result %d has type %s and not %s", i + 1,
                         type_str(b->type[i]), type_str(f->result[i]));
    return true;
}

static bool check_func(Verify *v, const Func *f)
{
    int mark = v->order.n;
    if (!bind(v, f->size, f->nsizes) || !bind(v, f->param, f->nparams))
        return false;
    for (int i = 0; i < f->nresults; i++)
        if (!type_in_scope(v, f->result[i], "the result"))
            return false;
    bool ok = check(v, f->body) && check_result(v, f);
    leave(v, mark);
    return ok;
}

/* Null, or what is wrong, and where. */
static const char *check_program(const Program *p, const Span **where, bool names_alone)
{
    Verify v = { .bound = table_new(), .scope = table_new(), .names_alone = names_alone };
    for (int i = 0; i < p->nfuncs; i++) {
        const Func *f = p->func[i];
        *where = f->body->span;
        const char *why = NULL;
        if (!check_func(&v, f)) {
            why = v.why;
            *where = v.where ? v.where : *where;
        } else if ((why = alias_check(f, where)) && *where) {
            why = format("%s (%s)", why, span_str(*where));
        }
        if (why)
            return format("%s: %s", f->name, why);
    }
    table_free(v.bound);
    table_free(v.scope);
    return NULL;
}

const char *core_check(const Program *p)
{
    const Span *where;
    return check_program(p, &where, false);
}

const char *core_check_names(const Program *p)
{
    const Span *where;
    return check_program(p, &where, true);
}

void core_demand(const Program *p)
{
    const Span *where;
    const char *why = check_program(p, &where, false);
    if (why)
        fail_at(where, ERR_CORE_TYPE, "%s", why);
}

void core_demand_unique(const Program *p)
{
    for (int i = 0; i < p->nfuncs; i++) {
        const Span *where = p->func[i]->body->span;
        copy_consumed(p->func[i]);
        const char *why = alias_check(p->func[i], &where);
        if (why)
            fail_at(where, ERR_USED_AFTER_CONSUMED, "%s; write 'copy' where it is consumed", why);
    }
}

void core_verify(const Program *p, const char *pass)
{
    const char *why = core_check(p);
    if (why)
        bug("after %s: %s", pass, why);
}
