/* desugar_exp.c -- expressions: what each of them stands for. */
#include "desugar.h"

#include <string.h>

/* ---- literals ----------------------------------------------------------- */

typedef VEC(int) Dims;
typedef VEC(Sv *) Elements;

static Sv *literal(const Exp *e)
{
    switch (e->kind) {
    case E_BOOL: return sv_atom(core_bool(e->integer));
    case E_FLOAT: return sv_atom(core_const(scalar_float(e->prim, e->number)));
    default:
        if (prim_is_float(e->prim))
            return sv_atom(core_const(scalar_float(e->prim, (double)e->integer)));
        return sv_atom(core_int(e->prim, (int64_t)e->integer));
    }
}

static Sv *eval_string(const Exp *e)
{
    Core **at = NEWS(Core *, e->text_size);
    for (int i = 0; i < e->text_size; i++)
        at[i] = core_int(U8, (unsigned char)e->text[i]);
    if (!e->text_size)
        return ty_empty(e->ty, NULL, span_here(e->span));
    return sv_atom(emit_array(at, e->text_size, span_here(e->span)));
}

/* The elements, arrays of different lengths, as rows; their lengths are known from the leaf
   before of elements that have several, or come to be. */
static Core *ragged_array(Core **at, int n, Core **lengths, const Span *s)
{
    const Type *t = type_of(at[0]);
    Core **size = NEWS(Core *, n), *outer[] = { core_i64(n), NULL };
    bool differ = false;
    for (int i = 0; i < n; i++) {
        differ |= !size_equal(type_of(at[i])->dim[0], t->dim[0]);
        size[i] = size_atom(type_of(at[i])->dim[0]);
        if (type_ragged(type_of(at[i])))
            refuse_ragged(s, "and cannot be elements that differ, too");
    }
    Core *all = emit_array(at, n, s);
    if (!differ)
        return all;
    if (!*lengths)
        *lengths = emit1(CORE(OP_ARRAY, s, { size, n }), "lengths");
    outer[1] = dim_each(*lengths);
    return leaf_claim(all, type_outer(type_of(all), outer, 2, 2), s);
}

/* A number, or a tuple or record of numbers. */
static bool is_number(const Exp *e)
{
    if (e->kind != E_NEG && e->kind != E_TUPLE && e->kind != E_RECORD)
        return e->kind == E_INT || e->kind == E_FLOAT || e->kind == E_BOOL;
    for (int i = 0; i < e->exp.n; i++)
        if (!e->exp.at[i] || !is_number(e->exp.at[i]))
            return false;
    return e->exp.n > 0;
}

/* Adds the numbers of a list of lists to `all`, and the lengths of its dimensions to `dims`.
   False: an element is no number, or two rows differ in length. */
static bool numbers_of(const Exp *e, int depth, Dims *dims, Elements *all, Env *env)
{
    int n = e->kind == E_STRING ? e->text_size : e->exp.n;
    if (e->kind != E_ARRAY && e->kind != E_STRING) {
        if (depth != dims->n || !is_number(e))
            return false;
        vec_push(all, eval_exp(e, env));
        return true;
    }
    if (depth == dims->n)
        vec_push(dims, n);
    if (!n || dims->at[depth] != n)
        return false;
    for (int i = 0; i < n; i++)
        if (e->kind == E_STRING)
            vec_push(all, sv_atom(core_int(U8, (unsigned char)e->text[i])));
        else if (!numbers_of(e->exp.at[i], depth + 1, dims, all, env))
            return false;
    return true;
}

/* Rows of numbers are one list a leaf, which one kernel writes. Null: other rows. */
static Sv *eval_table(const Exp *e, Env *env, const Span *s)
{
    Dims dims = { 0 };
    Elements all = { 0 };
    ExpKind row = e->exp.at[0]->kind;
    if ((row != E_ARRAY && row != E_STRING) || !numbers_of(e, 0, &dims, &all, env))
        return NULL;
    Core **size = NEWS(Core *, dims.n);
    for (int d = 0; d < dims.n; d++)
        size[d] = core_i64(dims.at[d]);
    int leaves = sv_leaves(all.at[0]).n;
    Core **table = NEWS(Core *, leaves);
    for (int k = 0; k < leaves; k++) {
        Core **at = NEWS(Core *, all.n);
        for (int i = 0; i < all.n; i++)
            at[i] = sv_leaves(all.at[i]).at[k];
        Core *list = emit_array(at, all.n, s);
        table[k] = emit1(CORE(OP_RESHAPE, s, { size, dims.n }, one(list)), NULL);
    }
    return sv_rebuild(all.at[0], table, size, dims.n, 0);
}

/* Elements as one array a leaf. */
static Sv *eval_array(const Exp *e, Env *env)
{
    int n = e->exp.n;
    const Span *s = span_here(e->span);
    if (!n)
        return ty_empty(e->ty, env, s);
    Sv *table = eval_table(e, env, s);
    if (table)
        return table;
    Kids *leaf = NEWS(Kids, n);
    const Ty *elem = ty_resolve(ty_resolve(e->ty)->part[0]);
    bool ragged = elem->kind == TY_ARRAY && tysize_resolve(elem->size)->kind == SIZE_RAGGED;
    Sv *first = eval_exp(e->exp.at[0], env);
    leaf[0] = sv_leaves(first);
    for (int i = 1; i < n; i++)
        leaf[i] = ragged ? sv_leaves(eval_exp(e->exp.at[i], env))
                         : sv_leaves(coerce_like(eval_exp(e->exp.at[i], env), first, s));
    Core **all = NEWS(Core *, leaf[0].n), *size = core_i64(n), *lengths = NULL;
    for (int k = 0; k < leaf[0].n; k++) {
        Core **at = NEWS(Core *, n);
        for (int i = 0; i < n; i++)
            at[i] = leaf[i].at[k];
        all[k] = ragged ? ragged_array(at, n, &lengths, s) : emit_array(at, n, s);
    }
    return sv_rebuild(first, all, &size, 1, 0);
}

/* ---- tuples and records ------------------------------------------------- */

static Sv *eval_tuple(const Exp *e, Env *env)
{
    int n = e->exp.n;
    const Ty *t = ty_resolve(e->ty);
    Sv **part = NEWS(Sv *, n);
    for (int i = 0; i < n; i++)
        part[e->field.n ? ty_field(t, e->field.at[i]) : i] = eval_exp(e->exp.at[i], env);
    Sv *r = sv_tuple(part, n);
    r->field = t->kind == TY_RECORD ? t->name : NULL;
    return r;
}

static Sv *project(const Exp *e, Env *env)
{
    Sv *v = eval_exp(e->exp.at[0], env), *part = sv_field(v, e->name);
    if (!part)
        bug("there is no field %s in %s", e->name, sv_structure(v));
    return part;
}

/* A constructor's value: all others' payloads are zeros. */
static Sv *eval_ctor(const Exp *e, Env *env)
{
    const Span *s = span_here(e->span);
    Sv *v = ty_zero(e->ty, env, s);
    Sv *payload = sv_payload(v, e->name), *given = NEW(Sv);
    *given = *payload;
    given->part = NEWS(Sv *, payload->n);
    for (int i = 0; i < payload->n; i++)
        given->part[i] = eval_exp(e->exp.at[i], env);
    for (int i = 1; i < v->n; i++)
        if (v->part[i] == payload) {
            v->part[i] = given;
            v->part[0] = sv_atom(core_int(U8, i - 1));
        }
    return v;
}

/* ---- functions ---------------------------------------------------------- */

static Sv *call_right(Sv **arg, const Call *c)
{
    return apply_fun(c->fun->value, (Sv *[]){ arg[1], arg[0] }, 2, c);
}

/* (op x) */
static Sv *section(const Exp *e, Env *env)
{
    Call c = { .span = span_here(e->span), .env = env };
    Sv *op = eval_exp(e->exp.at[0], env), *v = eval_exp(e->exp.at[1], env);
    Sv *turned = fun_native((Fun){ .arity = 2, .call = call_right, .value = op });
    return apply_fun(turned, &v, 1, &c);
}

static Sv *eval_apply(const Exp *e, Env *env)
{
    const Exp *head = e->exp.at[0];
    if (exp_is_infix(e) && (!strcmp(head->name, "&&") || !strcmp(head->name, "||")))
        return eval_and_or(e, env);
    int n = e->exp.n - 1;
    Sv *f = eval_exp(head, env), **arg = NEWS(Sv *, n);
    for (int i = 0; i < n; i++)
        arg[i] = eval_exp(e->exp.at[i + 1], env);
    Call c = { .span = span_here(e->span), .ty = e->ty, .env = env };
    return apply_fun(f, arg, n, &c);
}

/* ---- attributes and assertions ------------------------------------------ */

void add_attr(Stm *s, const char *attr)
{
    const char **all = GROWN(const char *, s->attr, s->nattrs, 1);
    all[s->nattrs++] = attr;
    s->attr = all;
}

/* What asks for chunks is a text of its own, so that one that no rule went by can be told. */
static const char *attribute_text(const Exp *e)
{
    if (!str_starts(e->name, "seq_factor"))
        return e->name;
    const char *own = format("%s", e->name);
    vec_push(&desugarer.asked, ((Attribute){ .span = span_here(e->span), .text = own }));
    return own;
}

/* #[blank] is what a binding says whose array is written before it is read; a
   program cannot say so. */
static Sv *eval_attr(const Exp *e, Env *env)
{
    bool unsafe = !strcmp(e->name, "unsafe");
    int before = desugarer.scope->stms.n;
    desugarer.unsafe += unsafe;
    Sv *v = eval_exp(e->exp.at[0], env);
    desugarer.unsafe -= unsafe;
    const char *text = attribute_text(e);
    if (!unsafe && strcmp(e->name, "blank") && desugarer.scope->stms.n > before)
        add_attr(&desugarer.scope->stms.at[desugarer.scope->stms.n - 1], text);
    return v;
}

static Core *assertion(const Exp *e, Core *ok, Kids value)
{
    Core *a = CORE(OP_ASSERT, span_here(e->span), one(ok), value);
    a->text = failure_text(FAIL_ASSERT, failure_quote(source_text(e->condition)));
    return a;
}

/* The first operand that is a name, of what may fail; or -1. */
static int fails_on_name(const Core *n)
{
    for (int g = 0; g < ops[n->op].ngroups && core_fails(n); g++)
        if (n->g[g].n && n->g[g].at[0]->op == OP_VAR)
            return g;
    return -1;
}

/* The value's own failures come after that of the assertion: the first of them
   gets its operand from there. What it binds; null: nothing fails. */
static const Var *assert_before(const Exp *e, Core *ok, int first)
{
    Stms *s = &desugarer.scope->stms;
    while (first < s->n && fails_on_name(s->at[first].exp) < 0)
        first++;
    if (first == s->n)
        return NULL;
    Core *n = core_copy_node(s->at[first].exp);
    int g = fails_on_name(n);
    Core *operand = n->g[g].at[0];
    core_set1(n, g, emit1(assertion(e, ok, one(operand)), operand->var->name));
    s->at[first].exp = n;
    Stm last = s->at[s->n - 1];
    memmove(s->at + first + 1, s->at + first, sizeof(Stm) * (size_t)(s->n - 1 - first));
    s->at[first] = last;
    return s->at[first + 1].var[0];
}

static Sv *call_asserted(Sv **arg, const Call *c);

/* The value, whose bindings begin with number `first`, if ok holds; a function
   is asserted where it is applied. */
static Sv *asserted(const Exp *e, Core *ok, Sv *v, int first)
{
    if (v->kind == SV_FUN)
        return fun_native((Fun){ .arity = 1, .call = call_asserted, .value = v, .exp = e,
                                 .payload = ok, .at = desugarer.at });
    if (sv_has_fun(v)) {
        Sv **part = NEWS(Sv *, v->n);
        for (int i = 0; i < v->n; i++)
            part[i] = asserted(e, ok, v->part[i], desugarer.scope->stms.n);
        Sv *all = sv_tuple(part, v->n);
        all->field = v->field;
        return all;
    }
    const Var *after = assert_before(e, ok, first);
    Kids leaf = sv_leaves(v);
    if (!leaf.n || (leaf.n == 1 && after && is_var(leaf.at[0], after)))
        return v;
    const char **name = NEWS(const char *, leaf.n);
    for (int i = 0; i < leaf.n; i++)
        name[i] = leaf.at[i]->op == OP_VAR ? leaf.at[i]->var->name : "value";
    return sv_rebuild(v, emit_all(assertion(e, ok, leaf), name), NULL, 0, 0);
}

static Sv *call_asserted(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    int first = desugarer.scope->stms.n;
    Sv *v = apply_fun(f->value, arg, 1, c);
    At before = desugarer.at;
    desugarer.at = f->at;
    v = asserted(f->exp, (Core *)f->payload, v, first);
    desugarer.at = before;
    return v;
}

static Sv *eval_assert(const Exp *e, Env *env)
{
    Core *ok = eval_atom(e->exp.at[0], env);
    int first = desugarer.scope->stms.n;
    Sv *v = eval_exp(e->exp.at[1], env);
    return desugarer.unsafe ? v : asserted(e, ok, v, first);
}

/* ---- holes -------------------------------------------------------------- */

static Sv *eval_hole(Ty *t, const Exp *e, Env *env);

/* A function fails where it is applied. */
static Sv *call_hole(Sv **arg, const Call *c)
{
    (void)arg;
    Ty *t = ty_resolve((Ty *)c->fun->payload);
    return eval_hole(t->part[1], c->fun->exp, c->fun->env);
}

/* Fails when the program comes here, and has the type of a value. */
static Sv *eval_hole(Ty *t, const Exp *e, Env *env)
{
    const Span *s = span_here(e->span);
    if (ty_resolve(t)->kind == TY_FUN)
        return fun_native((Fun){ .arity = 1, .call = call_hole, .exp = e, .env = env,
                                 .payload = t });
    Sv *v = ty_zero(t, env, s);
    Kids leaf = sv_leaves(v);
    Core *n = CORE(OP_ASSERT, s, one(core_bool(false)), leaf);
    n->text = failure_text(FAIL_HOLE, failure_quote(ty_str(t)));
    return leaf.n ? sv_rebuild(v, emit_all(n, NULL), NULL, 0, 0) : v;
}

/* ---- let ---------------------------------------------------------------- */

static Env *bind_let(const Exp *e, Env *env)
{
    if (e->kind == E_LET_FUN)
        return sv_env_bind(env, e->dec->name, NULL, fun_local(e, env));
    Sv *v = eval_exp(e->exp.at[0], env);
    Env *sizes = sv_env_sizes(env, e->size_name.at, e->size, e->size_name.n);
    env = bind_pat(e->pat.at[0], v, sizes, true);
    name_sizes(sizes, &e->size_name, !desugarer.at.fixed);
    return env;
}

/* ---- the whole ---------------------------------------------------------- */

static Sv *eval_coerce(const Exp *e, Env *env)
{
    Sv *v = eval_exp(e->exp.at[0], env);
    desugarer.coercing++;
    v = ty_coerce(e->type->ty, env, v, span_here(e->span));
    desugarer.coercing--;
    return v;
}

static Sv *eval_kind(const Exp *e, Env *env)
{
    bug_place(span_here(e->span));
    switch (e->kind) {
    case E_INT: case E_FLOAT: case E_BOOL: return literal(e);
    case E_STRING: return eval_string(e);
    case E_NAME: {
        Call c = { .span = span_here(e->span), .ty = e->ty, .env = env };
        return env_named(e, env, &c);
    }
    case E_TUPLE: case E_RECORD: return eval_tuple(e, env);
    case E_ARRAY: return eval_array(e, env);
    case E_RANGE: return eval_range(e, env);
    case E_APPLY: return eval_apply(e, env);
    case E_NEG: case E_NOT: {
        Op op = e->kind == E_NEG ? OP_NEG : OP_NOT;
        Core *a = eval_atom(e->exp.at[0], env);
        return sv_atom(emit_op(op, span_here(e->span), a, NULL));
    }
    case E_SECTION: return section(e, env);
    case E_LAMBDA: return fun_lambda(e, env);
    case E_IF: return eval_if(e, env);
    case E_LOOP: return eval_loop(e, env);
    case E_INDEX: return eval_index(eval_exp(e->exp.at[0], env), e, env);
    case E_UPDATE: return eval_update(e, env);
    case E_FIELD: return project(e, env);
    case E_ASCRIBE: return eval_exp(e->exp.at[0], env);
    case E_COERCE: return eval_coerce(e, env);
    case E_ATTR: return eval_attr(e, env);
    case E_ASSERT: return eval_assert(e, env);
    case E_CTOR: return eval_ctor(e, env);
    case E_MATCH: return eval_match(e, env);
    default: return eval_hole(e->ty, e, env);
    }
}

Sv *eval_exp(const Exp *e, Env *env)
{
    Env *inner = env;
    const Exp *last = e;
    for (; exp_is_let(last); last = last->exp.at[1])
        inner = bind_let(last, inner);
    Sv *v = eval_kind(last, inner);
    ty_tell(last->ty, inner, v);
    if (e != last)
        ty_tell(e->ty, env, v);
    return v;
}

Core *eval_size(const Exp *e, Env *env)
{
    Sv *v = eval_exp(e, env);
    if (v->kind != SV_ATOM)
        bug("a size at %s is %s", span_str(e->span), sv_structure(v));
    return is_atom(v->atom) ? size_of(v->atom) : v->atom;
}

Core *eval_atom(const Exp *e, Env *env)
{
    Sv *v = eval_exp(e, env);
    if (v->kind != SV_ATOM)
        bug("%s where a number is needed, at %s", sv_structure(v), span_str(e->span));
    return size_atom(v->atom);
}
