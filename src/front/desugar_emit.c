/* desugar_emit.c -- scopes under construction, nodes, and invented names. */
#include "desugar.h"

#include <string.h>

enum { MAX_STATEMENTS = 30000 };

const Span *span_here(const Span *s)
{
    return desugarer.at.fixed ? desugarer.at.fixed : span_inlined(s, desugarer.at.from);
}

/* ---- scopes ------------------------------------------------------------- */

OpenBody *body_open(void)
{
    OpenBody *s = MAKE(OpenBody, .outer = desugarer.scope);
    desugarer.scope = s;
    return s;
}

OpenBody *mapped_open(void)
{
    OpenBody *s = body_open();
    s->mapped = true;
    return s;
}

bool is_mapped(void)
{
    bool yes = desugarer.root->mapped;
    for (const OpenBody *s = desugarer.scope; s; s = s->outer)
        yes |= s->mapped;
    return yes;
}

Core *body_close(Core **result, int n)
{
    OpenBody *s = desugarer.scope;
    s->closed = true;
    desugarer.scope = s->outer;
    return stms_body(&s->stms, result, n);
}

void body_drop(void)
{
    desugarer.scope->closed = true;
    desugarer.scope = desugarer.scope->outer;
}

void body_enter(OpenBody *s)
{
    s->closed = false;
    desugarer.scope = s;
}

void body_splice(void)
{
    OpenBody *in = desugarer.scope;
    body_drop();
    for (int i = 0; i < in->stms.n; i++) {
        Stm s = in->stms.at[i];
        vec_push(&desugarer.scope->stms, s);
        for (int k = 0; k < s.nvars; k++)
            table_put(desugarer.home, s.var[k], desugarer.scope);
    }
}

/* Nothing that was made so far is in scope any more. */
static void forget_made(void)
{
    desugarer.nrecent = desugarer.nsized = 0;
}

Root root_open(void)
{
    forget_made();
    Root before = { desugarer.scope, desugarer.root, desugarer.constant, desugarer.at,
                    desugarer.unsafe };
    desugarer.scope = NULL;
    desugarer.root = body_open();
    desugarer.constant = table_new();
    desugarer.unsafe = 0;
    return before;
}

Core *root_close(Root before, Core **result, int n)
{
    Core *body = core_prune(body_close(result, n));
    forget_made();
    desugarer.scope = before.scope;
    desugarer.root = before.root;
    desugarer.constant = before.constant;
    desugarer.at = before.at;
    desugarer.unsafe = before.unsafe;
    return body;
}

/* ---- invented names ----------------------------------------------------- */

/* xs: x, places: place; null for words that are no plurals. */
static const char *singular(const char *name)
{
    static const char *const never[] = { "ss", "us", "ies", "this", "axis", "pos" };
    const char *base = var_base(name);
    int n = (int)strlen(base);
    if (!strcmp(base, "indices"))
        return "i";
    if (n > 4 && str_ends(base, "sses"))
        return internn(base, n - 2);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (n > 2 && str_ends(base, never[i]))
            return NULL;
    return n > 1 && base[n - 1] == 's' ? internn(base, n - 1) : NULL;
}

/* The first operand's name, for operations that keep what they are given. */
static const char *operand_name(const Core *n)
{
    int g = n->op == OP_ASSERT || n->op == OP_SCATTER ? 1 : 0;
    const Core *a = ops[n->op].ngroups && n->g[g].n ? n->g[g].at[0] : NULL;
    return a && a->op == OP_VAR ? a->var->name : NULL;
}

static const char *of_operand(const char *what, const char *name)
{
    return name && *what ? format("%s_of_%s", what, var_base(name)) : "value";
}

static const char *name_for(const Core *n)
{
    const char *name = operand_name(n);
    switch (n->op) {
    case OP_CONV:
        if (type_of(n->g[0].at[0])->prim == BOOL)
            return "flag";
        return name ? name : "value";
    case OP_BITS: case OP_COERCE: case OP_ASSERT: case OP_COPY:
    case OP_UPDATE: case OP_SCATTER: case OP_OPAQUE:
        return name ? name : "value";
    case OP_INDEX:
        if (type_of(n)->rank)
            return type_of(n)->rank == type_of(n->g[0].at[0])->rank ? "part" : "row";
        return name && singular(name) ? singular(name) : "elem";
    case OP_CALL: return of_operand(n->func->name, name);
    default:
        if (*ops[n->op].name)
            return ops[n->op].name;
        return of_operand(ops[n->op].text, name);
    }
}

/* ---- nodes -------------------------------------------------------------- */

Var *var_fresh(const char *name, const Type *t, const Span *s)
{
    Var *v = var_new(name_reserved(name) ? format("%s_", name) : name, t, s);
    v->invented = true;
    table_put(desugarer.home, v, desugarer.scope);
    return v;
}

static void typed(Core *n)
{
    const char *why;
    bool ok = core_infer(n, &why);
    for (int g = 0; !ok && g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            if (n->g[g].at[i]->ntypes == 1 && type_ragged(type_of(n->g[g].at[i])))
                refuse_ragged(n->span, "and what is done here needs rows of one length");
    if (!ok)
        bug("desugaring made an ill-typed %s at %s: %s", ops[n->op].id,
            span_str(n->span), why);
}

static void count_statement(const Span *s)
{
    if (++desugarer.statements > MAX_STATEMENTS)
        fail_at(s, ERR_PROGRAM_TOO_LARGE, "this program becomes too large: functions that take "
                "functions or use arrays are expanded where they are called, and that makes more "
                "than %d bindings here; call such functions less often, or in a loop",
                MAX_STATEMENTS);
}

Core **emit_all(Core *exp, const char **name)
{
    count_statement(exp->span);
    exp->unchecked |= desugarer.unsafe > 0 && ops[exp->op].fails;
    typed(exp);
    const char **base = NEWS(const char *, exp->ntypes);
    for (int i = 0; i < exp->ntypes; i++) {
        base[i] = name && name[i] ? name[i] : name_for(exp);
        if (name_reserved(base[i]))
            base[i] = format("%s_", base[i]);
    }
    Var **var = stms_bind(&desugarer.scope->stms, exp, base);
    Core **atom = NEWS(Core *, exp->ntypes);
    for (int i = 0; i < exp->ntypes; i++) {
        var[i]->invented = true;
        table_put(desugarer.home, var[i], desugarer.scope);
        atom[i] = core_var(var[i]);
    }
    if (exp->ntypes == 1)
        size_define(var[0], exp);
    return atom;
}

Core *emit1(Core *exp, const char *name)
{
    return emit_all(exp, &name)[0];
}

/* Integers and truths are computed here; floats are left to the machine. */
static Core *folded(Op op, Core *a, Core *b, Prim to)
{
    Scalar in[2], out;
    const char *why;
    bool sign = op == OP_NEG || op == OP_CONV;
    if (!is_const(a) || (prim_is_float(a->value.prim) && !sign) || (b && !is_const(b)))
        return NULL;
    in[0] = a->value;
    if (b)
        in[1] = b->value;
    return scalar_op(op, in, b ? 2 : 1, to, &out, &why) ? core_const(out) : NULL;
}

static Prim result_of(Op op, const Core *a)
{
    switch (op) {
    case OP_EQ: case OP_NE: case OP_LT: case OP_LE: case OP_GT: case OP_GE:
    case OP_ISNAN: case OP_ISINF:
        return BOOL;
    case OP_POPC: case OP_CLZ: case OP_CTZ: return I32;
    default: return type_of(a)->prim;
    }
}

/* true && b, false || b: && and || look at the left side first. */
static Core *decided(Op op, Core *a, Core *b)
{
    if ((op != OP_LAND && op != OP_LOR) || !is_const(a))
        return NULL;
    return (a->value.i != 0) == (op == OP_LAND) ? b : a;
}

bool same_atom(const Core *a, const Core *b)
{
    return is_const(a) ? is_const(b) && scalar_equal(a->value, b->value)
                       : is_var(b, a->var);
}

/* The atom of an equal scalar operation just made, still in scope; or null. */
static Core *made_before(const Core *n)
{
    for (int back = 1; back <= MAX_RECENT && back <= desugarer.nrecent; back++) {
        Recent r = desugarer.recent[(desugarer.nrecent - back) % MAX_RECENT];
        bool same = r.exp->op == n->op && is_live(r.atom->var)
                 && !(r.exp->unchecked && !desugarer.unsafe);
        for (int g = 0; same && g < ops[n->op].ngroups; g++)
            same = same_atom(r.exp->g[g].at[0], n->g[g].at[0]);
        if (same && (n->op != OP_CONV || type_of(r.exp)->prim == type_of(n)->prim))
            return r.atom;
    }
    return NULL;
}

static Core *emit_once(Core *n)
{
    Core *atom = made_before(n);
    if (atom)
        return atom;
    atom = emit1(n, NULL);
    desugarer.recent[desugarer.nrecent++ % MAX_RECENT] = (Recent){ n, atom };
    return atom;
}

Core *emit_op(Op op, const Span *s, Core *a, Core *b)
{
    Core *known = folded(op, a, b, result_of(op, a));
    if (!known && b)
        known = decided(op, a, b);
    if (known)
        return known;
    return emit_once(b ? CORE(op, s, one(a), one(b)) : CORE(op, s, one(a)));
}

Core *emit_and(Core *a, Core *b, const Span *s)
{
    return !a ? b : !b ? a : emit_op(OP_LAND, s, a, b);
}

/* The counter of a loop, where there is one that need not be converted. That it was asked for
   is noted: null. */
static Core *as_index(Var *counter)
{
    Core *i = table_get(desugarer.counter, counter);
    bool same = i && i->var == counter;
    if (same)
        table_put(desugarer.counter, counter, NULL);
    return same ? NULL : i;
}

Core *emit_conv(Prim to, Core *a, const Span *s)
{
    Core *known = type_of(a)->prim == to ? a : folded(OP_CONV, a, NULL, to);
    if (to == I64 && a->op == OP_VAR && table_has(desugarer.counter, a->var))
        known = as_index(a->var);
    if (known)
        return known;
    Core *n = CORE(OP_CONV, s, one(a));
    core_set_type(n, type_prim(to));
    return emit_once(n);
}

void say(Said *said, const char *text) { text_add(&said->text, text); }

void say_value(Said *said, Core *atom)
{
    if (is_const(atom)) {
        text_fmt(&said->text, "%lld", (long long)atom->value.i);
        return;
    }
    say(said, failure_hole(type_of(atom)->prim));
    vec_push(&said->value, atom);
}

Core *emit_assert(Core *condition, Core *atom, const Span *s, const Said *said,
                  const char *name)
{
    if (desugarer.unsafe || (is_const(condition) && condition->value.i))
        return atom;
    Core *n = CORE(OP_ASSERT, s, one(condition), one(atom), MANY(said->value));
    n->text = text_str(&said->text);
    Core *v = emit1(n, atom->op == OP_VAR ? NULL : name);
    table_put(desugarer.same, v->var, atom);
    return v;
}

Core *emit_array(Core **at, int n, const Span *s)
{
    return emit1(CORE(OP_ARRAY, s, { at, n }), NULL);
}

Core *emit_copy(Core *a, const Span *s)
{
    return type_of(a)->rank ? emit1(CORE(OP_COPY, s, one(a)), NULL) : a;
}

Core *emit_iota(Core *size, const Span *s)
{
    return emit1(CORE(OP_IOTA, s, one(size)), NULL);
}

Core *emit_replicate(Core *size, Core *value, const Span *s)
{
    return emit1(CORE(OP_REPLICATE, s, one(size), one(value)), NULL);
}

/* ---- failure ------------------------------------------------------------ */

static void kid_fails(Core *kid, void *yes)
{
    *(bool *)yes |= core_fails(kid);
}

bool core_fails(const Core *n)
{
    bool yes = op_fails(desugarer.range, n) || n->op == OP_WHILE
            || (n->op == OP_CALL && (n->func->recursive || core_fails(n->func->body)));
    if (!yes)
        core_each(n, kid_fails, &yes);
    return yes;
}

/* ---- fresh variables in a structure ------------------------------------- */

/* An element is named after its array, where that is a plural. */
static const char *element_name(const Core *leaf, const char *name, int rank, int k)
{
    static const char *const letter[] = { "x", "y", "z", "u", "v", "w" };
    const char *one_of = leaf->op == OP_VAR ? singular(leaf->var->name) : NULL;
    return name ? name : one_of ? one_of : rank ? "row" : letter[k % 6];
}

static void fresh_leaf(Core **leaf, int drop, const char *name, Vars *vars, const Span *s)
{
    const Type *t = type_outer(type_of(*leaf), NULL, 0, drop);
    Var *v = var_fresh(element_name(*leaf, name, t->rank, vars->n), t, s);
    vec_push(vars, v);
    *leaf = core_var(v);
}

Sv *sv_fresh(Sv *v, int drop, const char *name, Vars *vars, const Span *s)
{
    Kids leaf = sv_leaves(v);
    for (int i = 0; i < leaf.n; i++)
        fresh_leaf(&leaf.at[i], drop, name, vars, s);
    return sv_rebuild(v, leaf.at, NULL, 0, drop);
}
