/* desugar.c -- entry points: what core is made for. */
#include "desugar.h"

#include <string.h>

Desugar desugarer;

/* ---- the parameters of an entry point ----------------------------------- */

typedef VEC(Handed) HandedAll;

typedef struct {
    Vars vars, sizes;
    const char *name;
    const Span *span;
    HandedAll takes;
    Table *given;              /* size -> the parameter that is checked to be one */
    Table *flat;               /* lengths -> those of all rows, as one array */
    Table *total;              /* flat lengths -> how many elements their rows have */
} Params;

/* How many elements the rows of these lengths have: a size parameter. */
static Core *total_param(Params *p, const Core *lengths, bool values)
{
    Core *total = table_get(p->total, lengths->var);
    if (total)
        return total;
    Var *v = var_fresh(format(values ? "%s_total" : "%s_rows", p->name), type_prim(I64), p->span);
    vec_push(&p->sizes, v);
    range_natural(desugarer.range, core_var(v));
    table_put(p->total, lengths->var, core_var(v));
    return core_var(v);
}

/* Lengths with rows of their own are passed as those of all rows. */
static Core *flat_lengths(const Params *p, const Type *t, int at)
{
    Core *lengths = dim_lengths(t->dim[at]), *flat = table_get(p->flat, lengths->var);
    return flat ? flat : lengths;
}

static Core *param_of(Params *p, const char *name, const Type *t, Handed *in)
{
    int at = type_ragged(t);
    if (at) {
        Core *flat = flat_lengths(p, t, at), **dim = NEWS(Core *, t->rank);
        bool deeper = false;
        for (int d = at + 1; d < t->rank; d++)
            deeper |= dim_lengths(t->dim[d]) != NULL;
        dim[0] = total_param(p, flat, in && !deeper);
        for (int d = at + 1; d < t->rank; d++)
            dim[d - at] = dim_lengths(t->dim[d]) ? dim_each(flat_lengths(p, t, d)) : t->dim[d];
        Core *values = param_of(p, name, type_dims(t->prim, dim, t->rank - at), in);
        Core *rows = rows_of(dim_lengths(t->dim[at]), values, name, p->span);
        if (!in)
            table_put(p->flat, rows->var, values);
        return leaf_claim(rows, t, p->span);
    }
    Var *v = var_fresh(name, t, p->span);
    for (int k = 0; k < t->rank; k++)
        range_natural(desugarer.range, t->dim[k]);
    if (in)
        in->part[in->nparts++] = p->vars.n;
    vec_push(&p->vars, v);
    return core_var(v);
}

static Core *param_lengths(const Type *t, void *arg)
{
    Params *p = arg;
    return param_of(p, format(type_ragged(t) ? "%s_row_lengths" : "%s_lengths", p->name), t, NULL);
}

/* The numbers of the parameters with the lengths of its rows, then its own. */
static Core *param_leaf(const Type *t, void *arg)
{
    Params *p = arg;
    Handed in = { t, NEWS(int, t->rank + 1), 0 };
    int differ = 0;
    for (int d = 1; d < t->rank; d++)
        differ += dim_lengths(t->dim[d]) != NULL;
    if (differ > 2)
        fail_at(p->span, ERR_RAGGED_ARRAY, "an argument has two dimensions that differ, as "
                "[][..][..], or one; this has %d", differ);
    for (int d = 1; d < t->rank; d++)
        for (int i = 0; dim_lengths(t->dim[d]) && i < p->vars.n; i++)
            if (is_var(flat_lengths(p, t, d), p->vars.at[i]))
                in.part[in.nparts++] = i;
    Core *v = param_of(p, p->name, t, &in);
    vec_push(&p->takes, in);
    return v;
}

/* A dimension [] gets a name after its array: xs_n, xs_m. */
static Core *param_size(int k, void *arg)
{
    Params *p = arg;
    const char *letter = k < 5 ? (const char *[]){ "n", "m", "k", "l", "o" }[k] : "n";
    Var *v = var_fresh(format("%s_%s", p->name, letter), type_prim(I64), p->span);
    vec_push(&p->sizes, v);
    range_natural(desugarer.range, core_var(v));
    return core_var(v);
}

static bool is_param(const Var *v, const void *params)
{
    const Params *p = params;
    bool yes = false;
    for (int i = 0; i < p->sizes.n; i++)
        yes |= p->sizes.at[i] == v;
    for (int i = 0; i < p->vars.n; i++)
        yes |= p->vars.at[i] == v;
    return yes;
}

/* A caller knows the size: nothing else has to be computed for it. */
static bool caller_knows(Core *size, void *params)
{
    return all_vars(size, is_param, params);
}

static Env *size_params(const Dec *dec, Params *p)
{
    Env *env = sv_env_sizes(sv_env_begin(NULL), NULL, dec->free_size.at, dec->free_size.n);
    for (int i = 0; i < dec->tparam.n; i++) {
        TypeParam t = dec->tparam.at[i];
        if (t.kind != PARAM_SIZE)
            fail_at(t.span, ERR_ENTRY_POLYMORPHIC, "an entry point cannot have type parameters; "
                    "write the types it is called with");
        Var *v = var_fresh(t.name, type_prim(I64), t.span);
        v->invented = false;
        var_keep(v, t.name);
        vec_push(&p->sizes, v);
        range_natural(desugarer.range, core_var(v));
        env = sv_env_bind(env, t.name, t.size, sv_atom(core_var(v)));
    }
    return env;
}

/* Consumed leaves: arrays, of the parts that are marked unique. */
void mark_consumed(Ty *t, bool unique, bool array, bool **out)
{
    unique |= t->unique;
    t = ty_reveal(t);
    unique |= t->unique;
    array |= t->kind == TY_ARRAY;
    if (t->kind == TY_PRIM || t->kind == TY_SUM)
        *(*out)++ = unique && array;
    for (int i = 0; i < t->nparts; i++)
        mark_consumed(t->part[i], unique, array, out);
}

/* v, the last of the values taken, as the parameters themselves: they get the names. */
static Sv *as_passed(Sv *v, const Params *p)
{
    Kids leaf = sv_leaves(v);
    for (int i = 0; i < leaf.n; i++) {
        const Handed *in = &p->takes.at[p->takes.n - leaf.n + i];
        leaf.at[i] = core_var(p->vars.at[in->part[in->nparts - 1]]);
    }
    return sv_rebuild(v, leaf.at, NULL, 0, 0);
}

/* A dimension of a parameter is the size. *within: one is computed from it. */
static bool is_dimension(const Var *size, const Params *p, bool *within)
{
    bool yes = false;
    for (int i = 0; i < p->vars.n; i++)
        for (int k = 0; k < p->vars.at[i]->type->rank; k++) {
            yes |= is_var(p->vars.at[i]->type->dim[k], size);
            *within |= core_uses(p->vars.at[i]->type->dim[k], size);
        }
    return yes;
}

/* An array of () in the value has the size. */
static bool is_of_units(const Var *size, Sv *v)
{
    bool yes = false;
    for (int k = 0; v->kind == SV_TUPLE && !v->n && k < v->depth; k++)
        yes |= is_var(sv_dim(v, k), size);
    for (int i = 0; i < v->n; i++)
        yes |= is_of_units(size, v->part[i]);
    return yes;
}

/* Moves the statements from the given one on to the beginning of the body. */
static void move_first(Stms *s, int from)
{
    int n = s->n - from;
    Stm *moved = NEWS(Stm, n);
    memcpy(moved, s->at + from, sizeof *moved * (size_t)n);
    memmove(s->at + n, s->at, sizeof *moved * (size_t)from);
    memcpy(s->at, moved, sizeof *moved * (size_t)n);
}

/* The size is a parameter that must not be negative. The check comes first: the sizes of the
   other parameters may be computed from it. */
static void take_length(Params *p, Var *size)
{
    Stms *body = &desugarer.scope->stms;
    int before = body->n;
    Var *given = var_fresh(size->name, size->type, size->span);
    Core *value = core_var(given);
    Core *at_least_0 = emit_op(OP_LE, size->span, core_i64(0), value);
    Core *n = CORE(OP_ASSERT, size->span, one(at_least_0), one(value),
                   one(value));
    n->text = failure_text(FAIL_WIDTH);
    core_set_type(n, size->type);
    Stm bound = { .var = MAKE(Var *, size), .nvars = 1, .exp = n };
    vec_push(body, bound);
    move_first(body, before);
    table_put(p->given, size, value);
    Handed in = { size->type, MAKE(int, p->vars.n), 1 };
    vec_push(&p->vars, given);
    vec_push(&p->takes, in);
}

/* A caller gives sizes with the arrays that have them. An array of () has no memory: its length
   is a parameter of its own, after the others. */
static void take_lengths(Params *p, Sv **value, int nvalues)
{
    int kept = 0;
    for (int i = 0; i < p->sizes.n; i++) {
        Var *size = p->sizes.at[i];
        const char *name = size->exact ? size->name : var_base(size->name);
        bool within = false, units = false;
        for (int k = 0; k < nvalues; k++)
            units |= is_of_units(size, value[k]);
        if (is_dimension(size, p, &within) || (within && units))
            p->sizes.at[kept++] = size;
        else if (within)
            fail_at(size->span, ERR_SIZE_UNKNOWN, "no caller can tell the size %s: no array of "
                    "%s values is given; take it as an i64, (%s: i64)", name, name, name);
        else
            take_length(p, size);
    }
    p->sizes.n = kept;
}

/* The sizes of arrays of () are the parameters that tell them. */
static void name_given(const Params *p, OpaqueList *opaque)
{
    for (int i = 0; i < opaque->n; i++)
        for (int k = 0; k < opaque->at[i].member.n; k++) {
            Member *m = &opaque->at[i].member.at[k];
            for (int d = 0; d < m->rank; d++) {
                Core *size = m->size[d];
                Core *given = size->op == OP_VAR ? table_get(p->given, size->var) : NULL;
                m->size[d] = given ? given : size;
            }
        }
}

static Env *bind_params(const Dec *dec, Env *env, Params *p, Func *f)
{
    bool *consumes = NEWS(bool, 1024), *marks = consumes;
    Sv **value = NEWS(Sv *, dec->param.n);
    for (int i = 0; i < dec->param.n; i++) {
        const Pat *pat = dec->param.at[i];
        const char *name = pat_name_of(pat);
        p->name = name && name[0] != '_' ? name : "arg";
        p->span = pat->span;
        Maker m = { param_leaf, param_size, param_lengths, p, pat->span, .written = true,
                    .known = caller_knows };
        int first = p->takes.n;
        Sv *v = value[i] = ty_make(pat->ty, env, &m);
        note_opaque(&f->opaque_in, p->name, pat->kind == P_ASCRIBE ? pat->type : NULL, pat->ty,
                    p->takes.at + first, p->takes.n - first, env);
        if (p->vars.n > 1000)
            fail_at(pat->span, ERR_ENTRY_TOO_LARGE, "an entry point with more than 1000 "
                    "parameters");
        mark_consumed(pat->ty, false, false, &consumes);
        if (name) {
            sv_name(as_passed(v, p), p->name, true);
            sv_name(v, p->name, true);
        }
        name_param(pat, as_passed(v, p), p->name);
        env = bind_pat(pat, ty_coerce(pat->ty, env, v, pat->span), env, true);
    }
    take_lengths(p, value, dec->param.n);
    name_given(p, &f->opaque_in);
    for (int i = 0; i < p->vars.n; i++)
        p->vars.at[i]->invented = false;
    f->consumes = NEWS(bool, p->vars.n);
    for (int i = 0; i < p->takes.n; i++) {
        Handed *in = &p->takes.at[i];
        f->consumes[in->part[in->nparts - 1]] = marks[i];
    }
    f->takes = p->takes.at;
    f->ntakes = p->takes.n;
    return env;
}

/* ---- entry points ------------------------------------------------------- */

/* The result with sizes that only a check has renamed in the terms of the
   caller: [n], where the body knows that n is not negative as n_1. */
static Core *in_callers_sizes(Core *leaf, const Type *seen)
{
    Core **size = NEWS(Core *, seen->rank);
    for (int k = 0; k < seen->rank; k++)
        size[k] = seen->dim[k] ? NULL : size_outside(type_of(leaf)->dim[k]);
    Core *v = coerce_sizes(leaf, size, leaf->span);
    if (leaf->op == OP_VAR && !leaf->var->invented)
        sv_name(sv_atom(v), leaf->var->name, true);
    return v;
}

static Core *entry_body(Root before, Kids leaf)
{
    Stms *s = &desugarer.scope->stms;
    Core *seen = core_body(s->at, s->n, leaf.at, leaf.n);
    Core **result = NEWS(Core *, leaf.n);
    for (int i = 0; i < leaf.n; i++)
        result[i] = in_callers_sizes(leaf.at[i], seen->type[i]);
    return root_close(before, result, leaf.n);
}

/* The value as what the entry point says that it gives; the sizes that only it
   tells, ?[k], get their names. */
static Sv *as_result(const Dec *dec, Env *env, Sv *v)
{
    const TypeExp *t = dec->result;
    if (!t)
        return v;
    Env *with = sv_env_sizes(env, t->size_name.at, t->size_id, t->size_name.n);
    ty_bind(t->ty, with, v, 0);
    name_sizes(with, &t->size_name, true);
    return ty_coerce(t->ty, with, v, t->span);
}

/* What has no name of its own has that of its field. */
static void name_fields(const Sv *v)
{
    for (int i = 0; i < v->n && v->field; i++)
        sv_name(v->part[i], v->field[i], true);
}

/* The results, and how they make the values; the lengths that all parts of an array of
   tuples have, in its first dimensions, are given once. */
typedef struct {
    Atoms result;
    HandedAll gives;
    int depth, first;          /* of such an array: its dimensions and its first result */
    const Span *span;
} Results;

static int give(Results *r, Core *leaf, bool shared)
{
    for (int i = r->first; shared && i < r->result.n; i++)
        if (same_atom(r->result.at[i], leaf))
            return i;
    vec_push(&r->result, leaf);
    return r->result.n - 1;
}

static void give_leaf(Results *r, Core *leaf)
{
    leaf = with_own_lengths(leaf);
    const Type *t = type_of(leaf);
    Handed out = { t, NEWS(int, t->rank + 1), 0 };
    for (int d = 1; d < t->rank; d++) {
        Core *lengths = dim_lengths(t->dim[d]);
        while (lengths && type_ragged(type_of(lengths)))
            lengths = flat_rows(lengths, r->span);
        if (lengths)
            out.part[out.nparts++] = give(r, lengths, d < r->depth);
    }
    while (type_ragged(type_of(leaf)))
        leaf = flat_all(leaf, r->span);
    out.part[out.nparts++] = give(r, leaf, false);
    vec_push(&r->gives, out);
}

static Core *rows_from(Core *leaf, void *k)
{
    return as_rows(leaf, *(int *)k);
}

static void give_value(Results *r, Ty *t, Sv *v, int depth)
{
    for (; t && (t = ty_reveal(t))->kind == TY_ARRAY; t = t->part[0], depth++)
        if (depth && tysize_resolve(t->size)->kind == SIZE_RAGGED)
            v = sv_each(v, rows_from, &depth, NULL, 0, 0);
    if (v->kind == SV_ATOM) {
        give_leaf(r, size_atom(v->atom));
        return;
    }
    for (int k = 0; t && !v->n && k < v->depth; k++)     /* an array of () has sizes alone */
        give_leaf(r, size_atom(sv_dim(v, k)));
    bool outer = v->depth && !r->depth, sum = t && t->kind == TY_SUM;
    bool parts = t && t->nparts + sum == v->n;
    Results before = *r;
    if (outer) {
        r->depth = v->depth;
        r->first = r->result.n;
    }
    for (int i = 0; i < v->n; i++) {
        int k = i - sum;
        if (sum && k >= 0 && !v->part[i]->n)
            continue;                                    /* a constructor without values */
        give_value(r, parts && k >= 0 ? t->part[k] : NULL, v->part[i], depth);
    }
    r->depth = before.depth;
    r->first = before.first;
}

/* A tuple gives its parts. */
static void give_results(Results *r, Func *f, const TypeExp *written, Ty *t, Sv *v)
{
    const Ty *of = ty_resolve(t);
    bool tuple = v->kind == SV_TUPLE && !v->depth && of->kind == TY_TUPLE && v->n == of->nparts
              && (!written || written->kind == T_TUPLE);
    for (int i = 0; tuple && i < v->n; i++)
        give_results(r, f, written ? written->part.at[i] : NULL, of->part[i], v->part[i]);
    if (tuple)
        return;
    int first = r->gives.n;
    give_value(r, t, v, 0);
    note_opaque(&f->opaque_out, NULL, written, t, r->gives.at + first, r->gives.n - first, NULL);
}

static Func *make_entry(const Dec *dec)
{
    Func *f = NEW(Func);
    Params p = { .given = table_new(), .flat = table_new(), .total = table_new() };
    *f = (Func){ .name = dec->written, .entry = true, .span = dec->span };
    Root before = root_open();
    Env *env = size_params(dec, &p);
    env = bind_params(dec, env, &p, f);
    Sv *v = eval_exp(dec->body, env);
    if (sv_has_fun(v))
        fail_at(dec->name_span ? dec->name_span : dec->span, ERR_ENTRY_FUNCTION, "the entry point "
                "%s gives a function; write all of its parameters", dec->name);
    v = as_result(dec, env, v);
    name_fields(v);
    Results r = { .span = dec->result ? dec->result->span : dec->body->span };
    give_results(&r, f, dec->result, dec->result ? dec->result->ty : dec->body->ty, v);
    f->gives = r.gives.at;
    f->ngives = r.gives.n;
    f->body = entry_body(before, (Kids)MANY(r.result));
    f->param = p.vars.at;
    f->nparams = p.vars.n;
    f->size = p.sizes.at;
    f->nsizes = p.sizes.n;
    for (int i = 0; i < dec->attr.n; i++)
        stated_attribute(f, dec->attr.at[i], dec->span);
    f->result = f->body->type;
    f->nresults = f->body->ntypes;
    name_results(f, dec, v);
    note_doc(f, dec);
    return f;
}

static bool is_entry(const Dec *dec)
{
    return dec->kind == D_FUN && dec->entry;
}

static void add_decs(const Ast *ast)
{
    for (int i = 0; i < ast->dec.n; i++)
        if (ast->dec.at[i]->kind == D_FUN || ast->dec.at[i]->kind == D_VAL)
            table_put(desugarer.dec, ast->dec.at[i]->name, ast->dec.at[i]);
}

Program *desugar(const Ast *program, const Ast *prelude)
{
    desugarer = (Desugar){ .dec = table_new(), .home = table_new(),
                           .size = table_new(), .counter = table_new(),
                           .row_size = table_new(), .flat = table_new(), .total = table_new(),
                           .range = ranges_new(), .asserted = table_new(),
                           .same = table_new(), .memo = table_new(), .active = table_new(),
                           .func_name = table_new() };
    add_decs(prelude);
    add_decs(program);
    for (int i = 0; i < program->dec.n; i++)
        if (is_entry(program->dec.at[i]))
            func_name(program->dec.at[i]->written);
    for (int i = 0; i < program->dec.n; i++)
        if (is_entry(program->dec.at[i])) {
            Func *f = make_entry(program->dec.at[i]);
            vec_push(&desugarer.funcs, f);
        }
    Program *p = MAKE(Program, .func = desugarer.funcs.at, .nfuncs = desugarer.funcs.n,
                               .source = program->source);
    vec_append(&p->asked, desugarer.asked.at, desugarer.asked.n);
    return p;
}
