/*
 * named.c -- sizes that differ from row to row have names: an array of them can be made, as
 * rules for rows of different lengths do.
 */
#include "core.h"

typedef struct {
    Table *inner;              /* what lambdas around bind, and what is bound in them */
    Table *same;               /* Var -> the variable that it is, now that sizes have names */
    int depth;                 /* of lambdas */
    Stms *out;                 /* of the body in hand: what it is by now, */
    const Core *body;          /*   what it was, */
    int next;                  /*   up to there, */
    bool *early;               /*   and which of its bindings come before their place */
    VEC(Core *) size;          /* expressions that have names, */
    VEC(Core *) name;          /*   and these */
    bool found;                /* a size without a name */
} Naming;

static Core *name_in(Core *n, Naming *s);

static Core *atom_of(Stms *out, Core *e)
{
    if (is_atom(e))
        return e;
    Core *n = core_copy_node(e);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            n->g[g].at[i] = atom_of(out, n->g[g].at[i]);
    return stms_bind1(out, core_typed(n), NULL);
}

static bool computes_size(const Stm *stm)
{
    Op op = stm->exp->op;
    return stm->nvars == 1 && (op == OP_ADD || op == OP_SUB || op == OP_MUL)
        && stm->var[0]->type->prim == I64 && !stm->var[0]->type->rank;
}

static void note_name(Naming *s, Core *e, Core *name)
{
    vec_push(&s->size, e);
    vec_push(&s->name, name);
}

static bool reads_only_what(const Core *n, const Core *e)
{
    Table *read = table_new();
    core_free_vars(e, note_var, read);
    bool only = !core_other(n, read);
    table_free(read);
    return only;
}

/* The name that the body itself has for the size further down: it is bound here. */
static Core *name_to_come(Naming *s, Core *e)
{
    for (int i = s->next; s->body && i < s->body->nstms; i++) {
        Stm *stm = &s->body->stm[i];
        if (s->early[i] || !computes_size(stm) || !size_equal(stm->exp, e)
            || !reads_only_what(stm->exp, e))
            continue;
        s->early[i] = true;
        vec_push(s->out, *stm);
        table_put(s->inner, stm->var[0], stm->var[0]);
        return core_var(stm->var[0]);
    }
    return NULL;
}

static Core *name_known(const Naming *s, const Core *e)
{
    for (int i = s->size.n - 1; i >= 0; i--)
        if (size_equal(s->size.at[i], e))
            return s->name.at[i];
    return NULL;
}

static Core *named_size(Naming *s, Core *e)
{
    const Core *lengths = dim_lengths(e);
    if (lengths && table_has(s->same, lengths->var))
        return dim_each(table_get(s->same, lengths->var));
    if (is_atom(e) || e->op == OP_EACH || !core_uses_any(e, s->inner))
        return e;
    Core *name = name_known(s, e);
    if (name)
        return name;
    name = name_to_come(s, e);
    name = name ? name : atom_of(s->out, size_normal(e));
    note_name(s, e, name);
    return name;
}

static const Type *named_type(Naming *s, const Type *t)
{
    Core **dim = NEWS(Core *, t->rank);
    for (int d = 0; d < t->rank; d++)
        dim[d] = t->dim[d] ? named_size(s, t->dim[d]) : NULL;
    return type_dims(t->prim, dim, t->rank);
}

static void name_vars(Naming *s, Var **v, int n)
{
    for (int i = 0; i < n; i++) {
        if (v[i]->type->rank)
            v[i]->type = named_type(s, v[i]->type);
        if (s->depth)
            table_put(s->inner, v[i], v[i]);
    }
}

/* How many elements all rows have is the sum of lengths, which no type can say of each row. */
static Core *bind_open(Naming *s, Core *e, const char *name)
{
    Core *v = stms_bind1(s->out, e, name);
    if (e->op == OP_VAL) {
        v->var->type = type_array(type_row(type_of(v)), NULL);
        core_set_type(v, v->var->type);
    }
    return v;
}

/* The variable keeps the size that has a name, and the lengths that it is told. */
static void bind(Naming *s, Stm stm)
{
    const Type *t = stm.nvars == 1 ? stm.var[0]->type : NULL;
    if (stm.exp->op == OP_COERCE && !type_ragged(t)
        && type_equal(t, type_of(stm.exp->g[0].at[0]))) {
        table_put(s->same, stm.var[0], stm.exp->g[0].at[0]);
        return;
    }
    if (t && t->rank && stm.exp->type[0]->rank && !type_equal(t, stm.exp->type[0]))
        stm.exp = core_claim(bind_open(s, stm.exp, stm.var[0]->name), t, stm.exp->span);
    vec_push(s->out, stm);
}

static Core *name_body(Core *body, Naming *s)
{
    Naming around = *s;
    Stms out = { 0 };
    int known = s->size.n;
    s->out = &out;
    s->body = body;
    s->early = NEWS(bool, body->nstms);
    for (int i = 0; i < body->nstms; i++) {
        Stm stm = body->stm[i];
        s->next = i + 1;
        if (s->early[i])
            continue;
        name_vars(s, stm.var, stm.nvars);
        stm.exp = name_in(stm.exp, s);
        bind(s, stm);
        if (computes_size(&stm) && !name_known(s, stm.exp))     /* one name in all branches */
            note_name(s, stm.exp, core_var(stm.var[0]));
    }
    Kids r = { NEWS(Core *, body->g[0].n), body->g[0].n };
    for (int i = 0; i < r.n; i++)
        r.at[i] = name_in(body->g[0].at[i], s);
    s->out = around.out;
    s->body = around.body;
    s->next = around.next;
    s->early = around.early;
    s->size.n = s->name.n = known;
    return stms_body(&out, r.at, r.n);
}

static bool has_payload(Op op)
{
    return op == OP_COERCE || op == OP_EMPTY || op == OP_CONV || op == OP_BITS;
}

/* Its sizes say that no element is lost: they, and those of the array, stay expressions. */
static Core *name_reshape(Core *n, Naming *s)
{
    Core *e = core_copy_node(n), *a = name_in(n->g[1].at[0], s);
    const Type *t = type_of(n->g[1].at[0]);
    if (!type_equal(t, type_of(a)))
        a = stms_bind1(s->out, core_claim(a, t, n->span), NULL);
    core_set1(e, 1, a);
    return core_typed(e);
}

static Core *name_in(Core *n, Naming *s)
{
    if (n->op == OP_VAR)
        return table_has(s->same, n->var) ? table_get(s->same, n->var) : core_var(n->var);
    if (is_atom(n) || n->op == OP_WHOLE)
        return n;
    if (n->op == OP_BODY)
        return name_body(n, s);
    if (n->op == OP_RESHAPE)
        return name_reshape(n, s);
    Core *e = core_copy_node(n);
    s->depth += n->op == OP_LAM;
    name_vars(s, n->bind, n->nbinds);
    if (s->depth && n->index)
        table_put(s->inner, n->index, n->index);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            bool size = ops[n->op].groups[g] == 'z' || ops[n->op].groups[g] == 'Z';
            e->g[g].at[i] = size ? named_size(s, n->g[g].at[i]) : name_in(n->g[g].at[i], s);
        }
    s->depth -= n->op == OP_LAM;
    if (has_payload(n->op))
        core_set_type(e, named_type(s, n->type[0]));
    return has_payload(n->op) || ops[n->op].kind == K_PART ? e : core_typed(e);
}

/* ---- whether there is any ---------------------------------------------------- */

static bool lacks_name(const Naming *s, const Core *size)
{
    return size && !is_atom(size) && size->op != OP_EACH && core_uses_any(size, s->inner);
}

static void look_at_vars(Naming *s, Var *const *v, int n)
{
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < v[i]->type->rank; d++)
            s->found |= lacks_name(s, v[i]->type->dim[d]);
        if (s->depth)
            table_put(s->inner, v[i], v[i]);
    }
}

static void look(const Core *n, Naming *s)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        look_at_vars(s, n->stm[i].var, n->stm[i].nvars);
        look(n->stm[i].exp, s);
    }
    s->depth += n->op == OP_LAM;
    look_at_vars(s, n->bind, n->nbinds);
    if (s->depth && n->index)
        table_put(s->inner, n->index, n->index);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            if (ops[n->op].groups[g] == 'z' || ops[n->op].groups[g] == 'Z')
                s->found |= lacks_name(s, n->g[g].at[i]);
            else
                look(n->g[g].at[i], s);
    s->depth -= n->op == OP_LAM;
}

static Naming naming_of(const Func *f)
{
    Naming s = { .inner = table_new(), .same = table_new(), .depth = f->arrays };
    for (int i = 0; f->arrays && i < f->nsizes + f->nparams; i++) {
        Var *v = i < f->nsizes ? f->size[i] : f->param[i - f->nsizes];
        table_put(s.inner, v, v);
    }
    return s;
}

void core_name_sizes(Func *f)
{
    Naming seen = naming_of(f), s = naming_of(f);
    look(f->body, &seen);
    if (seen.found)
        f->body = name_in(core_rename(f->body), &s);
    Table *t[] = { seen.inner, seen.same, s.inner, s.same };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        table_free(t[i]);
}
