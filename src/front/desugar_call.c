/*
 * desugar_call.c -- calls: of functions that are made once, and of those that are expanded.
 *
 * A function of scalars is made once for each type of its arguments, and so is one that
 * calls itself, whatever it takes; all others are expanded where they are called, and so is a
 * little arithmetic on indices. A local function of scalars, and one that takes functions and
 * scalars, is expanded until its expansions have made many calls, and then made, too. So is a
 * function of arrays that is declared at the top, where the host calls it: not in a map.
 */
#include "desugar.h"

#include <string.h>

enum { MAX_RECURSION = 1000, FEW_STEPS = 10, MANY_CALLS = 500 };

/* A function of the program, made once for each type of arguments. */
typedef struct {
    Func *func;                /* null: to be inlined, or still being made */
    Sv *result;                /* placeholders, in the structure of what it gives; ... */
    Atoms leaf;                /* of a function that calls itself: parameters but lengths */
    Vars open;                 /* ... sizes and lengths in their types that it gives, too */
    Sv *said;                  /* of a function that calls itself: with sizes as it says them */
    Core *depth;               /* of a function that calls itself: of its calls, while ... */
    bool busy;                 /* ... it is being made */
    bool tried;                /* to make it */
    bool on_host;              /* of arrays: the host calls it */
    int calls;                 /* of functions that it was expanded to, before */
    Vars around;               /* of a function within another: what it uses of that one */
} Made;

static bool has_array(const Core *n)
{
    OpKind k = ops[n->op].kind;
    return k == K_VIEW || k == K_ARRAY || k == K_SOAC || k == K_SEG
        || core_gives(n, type_is_array);
}

static const char *const spelled[][2] = {
    { "+", "plus" }, { "-", "minus" }, { "*", "times" }, { "/", "over" }, { "%", "mod" },
    { "=", "eq" }, { "!", "not" }, { "<", "less" }, { ">", "more" }, { "|", "bar" },
    { "&", "and" }, { "^", "hat" }, { ".", "dot" },
};

/* An operator's name, or that of a module's member, as an identifier. */
static const char *identifier(const char *name)
{
    Text t = {0};
    const char *rest;
    for (; !name_is_symbol(name) && strchr(name, '.'); name = rest)
        text_fmt(&t, "%s_", name_head(name, &rest));
    for (const char *p = name; *p; p++) {
        const char *word = NULL;
        for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++)
            if (*p == spelled[i][0][0])
                word = spelled[i][1];
        if (word)
            text_fmt(&t, "%s%s", p > name ? "_" : "op_", word);
        else
            text_char(&t, *p);
    }
    return intern(text_str(&t));
}

const char *func_name(const char *name)
{
    const char *id = identifier(name), *free_name = id;
    for (int k = 1; table_has(desugarer.func_name, free_name); k++)
        free_name = intern(format("%s_%d", id, k));
    table_put(desugarer.func_name, free_name, (void *)1);
    return free_name;
}

static bool may_index(const Type *t)
{
    return !t->rank && (t->prim == I64 || t->prim == BOOL);
}

static void count_steps(Core *n, void *steps)
{
    OpKind k = ops[n->op].kind;
    *(int *)steps += k == K_SCALAR || n->op == OP_IF ? 1 : k == K_CONTROL ? FEW_STEPS : 0;
    core_each(n, count_steps, steps);
}

/* A little arithmetic on indices, such as `clamp`: who reads an array must see through it. */
static bool is_of_indices(const Vars *param, const Core *body)
{
    int steps = 0;
    for (int i = 0; i < param->n; i++)
        if (!may_index(param->at[i]->type))
            return false;
    for (int i = 0; i < body->ntypes; i++)
        if (!may_index(body->type[i]))
            return false;
    core_each((Core *)body, count_steps, &steps);
    return steps < FEW_STEPS;
}

/* Whether a body that was made is worth a function: scalars only, and
   something to do. */
static bool stays(const Vars *param, const Core *body, const Sv *result)
{
    return body->nstms && body->g[0].n && sv_is_scalar(result) && !core_some(body, has_array)
        && !is_of_indices(param, body);
}

/* ---- functions that call themselves, or of arrays ----------------------- */

typedef struct {
    Vars sizes, param;
    Atoms leaf;                /* parameters that are values, not lengths of rows */
    const Span *span;
} Own;

static Core *own_lengths(const Type *t, void *arg)
{
    Own *o = arg;
    Var *v = var_fresh(t->rank ? "lengths" : "x", t, o->span);
    for (int k = 0; k < t->rank; k++)
        range_natural(desugarer.range, t->dim[k]);
    vec_push(&o->param, v);
    return core_var(v);
}

static Core *own_leaf(const Type *t, void *arg)
{
    Own *o = arg;
    Core *v = own_lengths(t, arg);
    vec_push(&o->leaf, v);
    return v;
}

static Core *own_size(int k, void *arg)
{
    (void)k;
    Own *o = arg;
    Var *v = var_fresh("n", type_prim(I64), o->span);
    range_natural(desugarer.range, core_var(v));
    vec_push(&o->sizes, v);
    return core_var(v);
}

/* Parameters for arguments like these: of their types, with sizes of their own. */
static Sv **own_params(const Fun *f, Sv **arg, Own *o, bool *consumes)
{
    Sv **own = NEWS(Sv *, f->arity);
    Env *env = env_params(f->env, f->dec);
    Maker m = { own_leaf, own_size, own_lengths, o, o->span, .written = false };
    for (int i = 0; i < f->arity; i++) {
        bool scalar = sv_is_scalar(arg[i]);
        own[i] = arg[i];
        if (sv_has_fun(arg[i]))                  /* known: a parameter for what it uses */
            continue;
        if (!scalar && !f->dec->param.at[i]->ty)
            bug("a parameter of %s without a type", f->dec->name);
        Ty *t = f->dec->param.at[i]->ty;
        if (!scalar)
            ty_bind_elements(t, env, arg[i], 0);
        own[i] = scalar ? sv_fresh(arg[i], 0, "x", &o->param, o->span) : ty_make(t, env, &m);
        if (scalar) {
            Kids leaf = sv_leaves(own[i]);
            consumes += leaf.n;
            vec_append(&o->leaf, leaf.at, leaf.n);
            ty_bind(t, env, own[i], 0);
        } else {
            mark_consumed(t, false, false, &consumes);
        }
    }
    return own;
}

/* What it gives is not there yet: placeholders. */
static Core *placeholder(const Type *t, void *span)
{
    return core_var(var_fresh("result", t, span));
}

typedef struct { Vars *open; const Span *span; } Open;

static Core *open_leaf(const Type *t, void *arg)
{
    return placeholder(t, (void *)((Open *)arg)->span);
}

static Core *open_lengths(const Type *t, void *arg)
{
    Core *v = open_leaf(t, arg);
    vec_push(((Open *)arg)->open, v->var);
    return v;
}

static Core *open_size(int k, void *arg)
{
    (void)k;
    return open_lengths(type_prim(I64), arg);
}

/* A length that is computed is one that it gives, so that it has a name for each row. */
static Core *open_computed(Core *leaf, void *arg)
{
    const Type *t = type_of(leaf);
    if (!t->rank || !t->dim[0] || is_atom(t->dim[0]) || dim_lengths(t->dim[0]))
        return leaf;
    Core **dim = COPIES(Core *, t->dim, t->rank);
    dim[0] = open_size(0, arg);
    return open_leaf(type_dims(t->prim, dim, t->rank), arg);
}

/* Its results: the sizes that only it knows, then what it gives. */
static void set_results(Func *func, const Made *m)
{
    Kids leaf = sv_leaves(m->result);
    Subst *s = subst_new();
    func->nresults = m->open.n + leaf.n;
    func->result = NEWS(const Type *, func->nresults);
    for (int i = 0; i < m->open.n; i++)
        subst_add(s, m->open.at[i], core_ext(i));
    for (int i = 0; i < func->nresults; i++)
        func->result[i] = type_subst(i < m->open.n ? m->open.at[i]->type
                                                   : type_of(leaf.at[i - m->open.n]), s);
}

static Core *checked_depth(const Fun *f, Var *depth)
{
    const Span *s = f->dec->span;
    Core *at = core_var(depth), *most = core_i64(MAX_RECURSION);
    range_natural(desugarer.range, at);
    Said said = {0};
    say(&said, failure_text(FAIL_DEPTH, failure_quote(f->dec->written), MAX_RECURSION));
    return emit_assert(emit_op(OP_LT, s, at, most), at, s, &said, "depth");
}

/* A function of arrays is known before its body is: what it is given and gives; and how deep it
   is if it calls itself, which is checked. */
static Sv **begin_of_arrays(Made *m, const Fun *f, Sv **arg, Func *func)
{
    const Span *s = f->dec->span;
    Own o = { .span = s };
    bool *consumes = NEWS(bool, 1024), recursive = f->dec->recursive;
    if (recursive)
        vec_push(&o.param, var_fresh("depth", type_prim(I64), s));
    Sv **own = own_params(f, arg, &o, consumes);
    Env *env = env_params(f->env, f->dec);
    for (int i = 0; i < f->arity; i++)
        if (!sv_has_fun(arg[i]))
            ty_bind(f->dec->param.at[i]->ty, env, own[i], 0);
    Open open = { &m->open, s };
    m->said = ty_make(f->dec->result->ty, env,
                      &(Maker){ open_leaf, open_size, open_lengths, &open, s, false, NULL });
    m->result = sv_each(m->said, open_computed, &open, NULL, 0, 0);
    *func = (Func){ .name = func_name(f->dec->written), .span = s, .recursive = recursive,
                    .param = o.param.at, .nparams = o.param.n, .size = o.sizes.at,
                    .nsizes = o.sizes.n, .consumes = NEWS(bool, o.param.n) };
    for (int i = 0; i < o.leaf.n; i++)
        for (int k = 0; k < o.param.n; k++)
            func->consumes[k] |= consumes[i] && is_var(o.leaf.at[i], o.param.at[k]);
    set_results(func, m);
    m->leaf = o.leaf;
    m->func = func;
    if (recursive)
        m->depth = checked_depth(f, o.param.at[0]);
    return own;
}

/* The results with the sizes that were promised: those that only the body knows first. */
static Kids end_of_arrays(const Made *m, Sv *result, const Span *s)
{
    Kids leaf = sv_leaves(result), want = sv_leaves(m->result);
    Core **atom = NEWS(Core *, m->open.n);
    Subst *known = subst_new();
    Atoms all = {0};
    for (int i = 0; i < leaf.n; i++)
        for (int k = 0; k < type_of(leaf.at[i])->rank; k++)
            for (int j = 0; j < m->open.n; j++) {
                Core *dim = type_of(want.at[i])->dim[k], *is = type_of(leaf.at[i])->dim[k];
                const Core *of = dim_lengths(dim) ? dim_lengths(dim) : dim;
                if (!is_var(of, m->open.at[j]) || atom[j])
                    continue;
                if (dim_lengths(dim) && !dim_lengths(is))
                    is = dim_each(emit_replicate(type_of(leaf.at[i])->dim[0], size_atom(is), s));
                subst_add(known, m->open.at[j], atom[j] = dim_atom(is));
            }
    for (int j = 0; j < m->open.n; j++)
        vec_push(&all, atom[j] ? atom[j] : core_i64(0));
    for (int i = 0; i < leaf.n; i++)
        vec_push(&all, coerce_leaf(leaf.at[i], type_subst(type_of(want.at[i]), known), s));
    return (Kids)MANY(all);
}

/* ---- what the functions that it is given use ------------------------------ */

static void note_free(Var *v, void *all)
{
    vec_push((Vars *)all, v);
}

static bool is_own(const Func *func, const Var *v)
{
    bool own = false;
    for (int i = 0; i < func->nparams + func->nsizes && !own; i++)
        own = v == (i < func->nparams ? func->param[i] : func->size[i - func->nparams]);
    return own;
}

/* Calls of itself pass it on. */
static Core *pass_around(Core *n, void *made)
{
    const Made *m = made;
    Core *c = core_map(n, pass_around, made);
    if (c->op != OP_CALL || c->func != m->func)
        return c;
    Atoms operand = {0};
    vec_append(&operand, c->g[0].at, c->g[0].n);
    for (int i = 0; i < m->around.n; i++)
        vec_push(&operand, core_var(m->around.at[i]));
    c = c == n ? core_copy_node(n) : c;
    c->g[0] = (Kids)MANY(operand);
    return c;
}

/* A function that calls itself, and is given functions that use values around them, gets these
   values as parameters. Sizes of arrays among them are sizes of its own. */
static void lift_around(Made *m, const Fun *f)
{
    Func *func = m->func;
    Vars all = {0}, sizes = {0}, param = {0};
    Table *size = table_new();
    Subst *s = subst_new();
    core_free_vars(func->body, note_free, &all);
    for (int i = 0; i < all.n; i++)
        for (int d = 0; d < all.at[i]->type->rank && !is_own(func, all.at[i]); d++) {
            Core *dim = all.at[i]->type->dim[d];
            if (!is_atom(dim))
                fail_at(f->dec->span, ERR_RECURSION, "'%s' calls itself with a function that uses "
                        "the array %s; pass the array as a parameter", f->dec->written,
                        all.at[i]->name);
            if (dim->op == OP_VAR && !table_has(size, dim->var)) {
                table_put(size, dim->var, dim->var);
                vec_push(&sizes, var_fresh(dim->var->name, dim->var->type, dim->span));
                subst_add(s, dim->var, core_var(sizes.at[sizes.n - 1]));
            }
        }
    for (int i = 0; i < all.n; i++)
        if (!is_own(func, all.at[i]) && !table_has(size, all.at[i])) {
            const Type *t = type_subst(all.at[i]->type, s);
            vec_push(&param, var_fresh(all.at[i]->name, t, all.at[i]->span));
            vec_push(&m->around, all.at[i]);
            subst_add(s, all.at[i], core_var(param.at[param.n - 1]));
        }
    table_free(size);
    if (!all.n || (!param.n && !sizes.n))
        return;
    func->body = core_subst(pass_around(func->body, m), s);
    for (int i = 0; i < func->nresults; i++)
        func->result[i] = type_subst(func->result[i], s);
    Vars own = {0}, known = {0};
    vec_append(&own, func->param, func->nparams);
    vec_append(&own, param.at, param.n);
    vec_append(&known, func->size, func->nsizes);
    vec_append(&known, sizes.at, sizes.n);
    bool *consumes = NEWS(bool, own.n);
    memcpy(consumes, func->consumes, sizeof *consumes * (size_t)func->nparams);
    func->consumes = consumes;
    func->param = own.at, func->nparams = own.n;
    func->size = known.at, func->nsizes = known.n;
}

static void make_of_arrays(Made *m, Fun *f, Sv **arg)
{
    Func *func = NEW(Func);
    Root before = root_open();
    desugarer.root->mapped = f->dec->recursive;
    desugarer.at.from = desugarer.at.fixed = NULL;
    Fun body = *f;
    body.use = NULL;
    Sv **own = begin_of_arrays(m, f, arg, func);
    Sv *result = eval_dec(&body, own, &(Call){ 0 });
    Kids all = end_of_arrays(m, result, f->dec->span);
    func->body = root_close(before, all.at, all.n);
    lift_around(m, f);
    func_note_recursion(func);
    vec_push(&desugarer.funcs, func);
}

/* ---- functions of scalars ------------------------------------------------ */

static int param_count(const Fun *f) { return f->dec ? f->dec->param.n : f->exp->pat.n; }

static const Pat *param_of(const Fun *f, int i)
{
    return pat_plain(f->dec ? f->dec->param.at[i] : f->exp->pat.at[i]);
}

/* Functions are known; what else there is becomes parameters. */
static Sv **made_params(const Fun *f, Sv **arg, bool loop, Vars *param)
{
    Sv **own = NEWS(Sv *, f->arity);
    for (int i = 0; i < param_count(f); i++) {
        const Pat *p = param_of(f, i);
        const char *name = loop && p->kind == P_NAME ? format("first_%s", p->name) : "x";
        own[i] = sv_has_fun(arg[i]) ? arg[i] : sv_fresh(arg[i], 0, name, param, p->span);
    }
    return own;
}

/* What a function declared within another uses of that one becomes parameters, too. */
static Core *lift(Made *m, Vars *param, Core *body)
{
    Vars all = {0};
    Subst *s = subst_new();
    core_free_vars(body, note_free, &all);
    for (int i = 0; i < all.n; i++) {
        bool own = false;
        for (int k = 0; k < param->n && !own; k++)
            own = param->at[k] == all.at[i];
        if (own)
            continue;
        Var *v = var_fresh(all.at[i]->name, all.at[i]->type, all.at[i]->span);
        subst_add(s, all.at[i], core_var(v));
        vec_push(&m->around, all.at[i]);
        vec_push(param, v);
    }
    return m->around.n ? core_subst(body, s) : body;
}

static void make_func(Made *m, Fun *f, Sv **arg, const Call *c)
{
    Func *func = MAKE(Func, .span = f->dec ? f->dec->span : f->exp->span);
    bool loop = f->dec && is_tail_recursive(f->dec);
    if ((f->dec && f->dec->recursive && !loop) || m->on_host) {
        make_of_arrays(m, f, arg);
        return;
    }
    int unsafe = f->exp ? desugarer.unsafe : 0;
    Root before = root_open();
    desugarer.root->mapped = true;
    desugarer.at.from = desugarer.at.fixed = NULL;
    desugarer.unsafe = unsafe;
    Vars param = {0};
    Sv **own = made_params(f, arg, loop, &param);
    Fun body = *f;
    Call call = { .ty = c->ty, .env = c->env, .fun = &body };
    Sv *result = loop ? call_tail(&body, own, &call)
               : f->dec ? eval_dec(&body, own, &call) : call_lambda(own, &call);
    Kids leaf = sv_has_fun(result) ? (Kids){ NULL, 0 } : sv_leaves(result);
    func->body = root_close(before, leaf.at, leaf.n);
    if (sv_has_fun(result) || !stays(&param, func->body, result))
        return;
    func->body = lift(m, &param, func->body);
    func->name = func_name(f->dec && f->dec->written ? f->dec->written
                           : f->name ? f->name : "function");
    func->param = param.at;
    func->nparams = param.n;
    func->consumes = NEWS(bool, param.n);
    func->result = func->body->type;
    func->nresults = func->body->ntypes;
    vec_push(&desugarer.funcs, func);
    m->func = func;
    m->result = result;
}

/* Which function it is, and where it was made: two of one declaration may use other values. */
static void tell_function(Text *key, const Fun *f)
{
    text_fmt(key, "%p %p %p %d", (const void *)f->dec, (const void *)f->exp,
             f->exp ? (const void *)f->env : NULL, f->exp && desugarer.unsafe);
}

static void tell_arg(Text *key, const Sv *v)
{
    if (!sv_has_fun(v)) {
        text_fmt(key, " %s", sv_structure(v));
        return;
    }
    text_fmt(key, " <%p", v->kind == SV_FUN ? NULL : (const void *)v);
    if (v->kind == SV_FUN) {
        text_fmt(key, " %p ", (const void *)(uintptr_t)v->fun->call);
        tell_function(key, v->fun);
        for (int i = 0; i < v->fun->nargs; i++)
            text_fmt(key, " %p", (const void *)v->fun->arg[i]);
        text_fmt(key, " %p %d %d", v->fun->payload, v->fun->op, v->fun->prim);
    }
    text_add(key, ">");
}

static Made *made_for(const Fun *f, Sv **arg)
{
    Text key = {0};
    tell_function(&key, f);
    for (int i = 0; i < f->arity; i++)
        tell_arg(&key, arg[i]);
    const char *name = intern(text_str(&key));
    Made *m = table_get(desugarer.memo, name);
    if (!m) {
        m = NEW(Made);
        table_put(desugarer.memo, name, m);
    }
    return m;
}

static Made *made(Made *m, Fun *f, Sv **arg, const Call *c)
{
    if (m->busy && !m->func)
        fail_at(c->span, ERR_RECURSION, "%s calls itself; recursion is not supported: write a loop",
                f->dec->name);
    if (m->tried)
        return m;
    m->busy = m->tried = true;
    if (f->dec)
        enter_dec(f->dec, c->span);
    make_func(m, f, arg, c);
    if (f->dec)
        leave_dec(f->dec);
    m->busy = false;
    return m;
}

/* The argument for a parameter that is the lengths of rows. */
static Core *lengths_given(const Made *m, const Var *param, Kids given, const Span *s)
{
    for (int i = 0; i < m->leaf.n; i++)
        for (int d = 1; d < type_of(m->leaf.at[i])->rank; d++) {
            const Core *of = dim_lengths(type_of(m->leaf.at[i])->dim[d]);
            const Type *t = type_of(given.at[i]);
            if (of && is_var(of, param))
                return dim_lengths(t->dim[d]) ? dim_lengths(t->dim[d])
                     : emit_replicate(t->dim[0], size_atom(t->dim[d]), s);
        }
    bug("a parameter of %s that nothing tells", m->func->name);
}

/* The arguments in the order of its parameters, but the depth. */
static Kids operands_of(const Made *m, Kids given, const Span *s)
{
    Atoms all = {0};
    for (int k = m->depth != NULL, i = 0; k < m->func->nparams - m->around.n; k++) {
        bool leaf = i < m->leaf.n && is_var(m->leaf.at[i], m->func->param[k]);
        vec_push(&all, leaf ? given.at[i] : lengths_given(m, m->func->param[k], given, s));
        i += leaf;
    }
    return (Kids)MANY(all);
}

/* The result of a call, its sizes as the function says them. */
static Sv *as_said(const Made *m, const Core *call, Core **result)
{
    Subst *s = call_subst(call);
    Kids want = sv_leaves(m->said);
    for (int i = 0; i < m->open.n; i++)
        subst_add(s, m->open.at[i], result[i]);
    for (int i = 0; i < want.n; i++) {
        Core **leaf = result + m->open.n + i;
        const Type *t = type_subst(type_of(want.at[i]), s);
        if (type_equal(type_of(*leaf), t))
            continue;
        Core *n = CORE(OP_COERCE, call->span, one(*leaf));
        core_set_type(n, t);
        n->unchecked = true;
        *leaf = emit1(n, NULL);
    }
    return sv_rebuild(m->result, result + m->open.n, NULL, 0, 0);
}

static Sv *call_func(const Made *m, Sv **arg, const Call *c)
{
    Sv **value = NEWS(Sv *, c->fun->arity);
    int n = 0;
    for (int i = 0; i < c->fun->arity; i++)
        if (!sv_has_fun(arg[i]))
            value[n++] = arg[i];
    Sv *all = sv_tuple(value, n);
    for (int i = 0; i < m->func->nparams - m->around.n; i++)
        if (m->func->consumes[i])
            all = sv_own(all, c->span);
    Kids given = sv_leaves(all);
    if (m->said)
        given = operands_of(m, given, c->span);
    Atoms operand = {0};
    if (m->func->recursive)
        vec_push(&operand, m->busy ? emit_op(OP_ADD, c->span, m->depth, core_i64(1))
                                   : core_i64(0));
    vec_append(&operand, given.at, given.n);
    for (int i = 0; i < m->around.n; i++)
        vec_push(&operand, core_var(m->around.at[i]));
    Core *call = CORE(OP_CALL, c->span, MANY(operand));
    call->func = m->func;
    Core **result = emit_all(call, NULL);
    for (int i = 0; i < m->open.n; i++)
        if (!type_of(result[i])->rank)
            range_natural(desugarer.range, result[i]);
    return m->said ? as_said(m, call, result) : sv_rebuild(m->result, result, NULL, 0, 0);
}

/* A sum type can have a type parameter that no argument tells. */
static bool any_sum(const Dec *dec)
{
    Ty *t = dec->ty && dec->tparam.n ? ty_resolve(dec->ty) : NULL;
    while (t && t->kind == TY_FUN)
        t = ty_resolve(t->part[1]);
    return t && ty_has_sum(t);
}

/* Nor can scalars tell a size. */
static bool any_size(const Dec *dec)
{
    bool yes = false;
    for (int i = 0; i < dec->tparam.n; i++)
        yes |= dec->tparam.at[i].kind == PARAM_SIZE;
    return yes;
}

/* As if it stood where it is called, until that has made many calls; then it is a function. */
static Sv *call_few(Sv **arg, const Call *c, Native *inlined, bool on_host)
{
    Fun *f = c->fun;
    Made *m = made_for(f, arg);
    m->on_host = on_host;
    if (m->calls > MANY_CALLS && made(m, f, arg, c)->func)
        return call_func(m, arg, c);
    int before = desugarer.calls++;
    Sv *v = inlined(arg, c);
    m->calls += desugarer.calls - before;
    return v;
}

static Sv *inline_dec(Sv **arg, const Call *c) { return call_inline(c->fun, arg, c); }

/* Scalars, and functions of them. */
static bool may_be_made(const Fun *f, Sv **arg)
{
    bool yes = !f->prelude;
    for (int i = 0; i < f->arity; i++)
        yes &= (arg[i]->kind == SV_FUN || sv_is_scalar(arg[i])) && !acc_within(arg[i]);
    return yes;
}

Sv *call_closure(Sv **arg, const Call *c)
{
    return desugarer.at.fixed || !may_be_made(c->fun, arg) ? call_lambda(arg, c)
         : call_few(arg, c, call_lambda, false);
}

static bool have_types(const Fun *f)
{
    bool yes = f->dec->result && f->dec->result->ty;
    for (int i = 0; i < f->arity; i++)
        yes &= f->dec->param.at[i]->ty != NULL;
    return yes;
}

Sv *call_dec(Sv **arg, const Call *c)
{
    Fun *f = c->fun;
    bool own = !f->prelude && !f->exp, stays = own, passed = own;
    bool scalar = !any_sum(f->dec) && !any_size(f->dec);
    for (int i = 0; i < f->arity; i++) {
        scalar &= sv_is_scalar(arg[i]) && !acc_within(arg[i]);
        desugarer.acc_loops |= f->dec->recursive && acc_within(arg[i]);
        stays &= !sv_has_fun(arg[i]);
        passed &= !sv_has_fun(arg[i]) || (f->dec->recursive && passes_on(f->dec, i));
    }
    bool loop = passed && is_tail_recursive(f->dec);
    bool tree = f->dec->recursive && !loop;
    if ((stays && scalar) || (tree && (stays || (passed && have_types(f))))) {
        Made *m = made(made_for(f, arg), f, arg, c);
        if (m->func)
            return call_func(m, arg, c);
    }
    if (loop)
        return call_tail(f, arg, c);
    bool few = !any_sum(f->dec) && !any_size(f->dec) && !f->dec->recursive && may_be_made(f, arg);
    bool on_host = stays && !scalar && !f->dec->recursive && have_types(f) && !is_mapped();
    return few || on_host ? call_few(arg, c, inline_dec, !few) : call_inline(f, arg, c);
}
