/* read.c -- core text with names and types: programs and single terms. */
#include "read.h"

#include <stdlib.h>
#include <string.h>

/* ---- scope -------------------------------------------------------------- */

int scope_mark(const Read *r)
{
    return r->undo.n;
}

void scope_leave(Read *r, int mark)
{
    while (r->undo.n > mark) {
        r->undo.n--;
        table_put(r->atom, r->undo.at[r->undo.n].name, r->undo.at[r->undo.n].was);
    }
}

Core *scope_find(const Read *r, const char *name)
{
    return table_get(r->atom, name);
}

Func *find_func(const Read *r, const Syn *s)
{
    bool may = s->kind == S_NAME && (s->flag || !name_is_operator(s->text));
    return may ? table_get(r->func, s->text) : NULL;
}

static void bind_name(Read *r, const char *name, Core *atom)
{
    Undo u = { name, table_get(r->atom, name) };
    vec_push(&r->undo, u);
    table_put(r->atom, name, atom);
}

Var *declare(Read *r, const char *name, const char *base, const Type *t, const Span *s)
{
    if (r->untyped) {
        return MAKE(Var, .name = intern(name), .span = s);
    }
    bool made_up = !name || name[0] == '.';
    bool mine = !made_up && !table_has(r->used, name) && !name_reserved(name);
    Var *v = mine ? var_named(name, t, s) : NEW(Var);
    if (mine) {
        table_put(r->used, name, v);
    } else {
        *v = (Var){ .name = !made_up ? name : base ? base : "x", .type = t, .span = s,
                    .invented = made_up };
        vec_push(&r->unnamed, v);
    }
    if (name)
        bind_name(r, name, core_var(v));
    return v;
}

/* Names for what the text did not name, or named twice. */
static void name_the_rest(Read *r)
{
    for (int i = 0; i < r->unnamed.n; i++) {
        Var *v = r->unnamed.at[i];
        v->name = var_new(v->name, v->type, v->span)->name;
    }
    r->unnamed.n = 0;
}

const char *binder_name(const Read *r, const Syn *s)
{
    const Syn *n = s->kind == S_TYPED ? s->kid[0] : s;
    if (n->kind != S_NAME && !(r->untyped && n->kind == S_META))
        fail_at(s->span, ERR_CORE_SYNTAX, "a name is needed here");
    return n->text;
}

/* Those with a written type come last: it may speak of the others. */
Var **declare_all(Read *r, const Syn *names, const Type **want, int n, Var **index)
{
    Var **var = NEWS(Var *, names->n);
    int k = 0;
    for (int i = 0; i < names->n; i++) {
        const Syn *s = names->kid[i];
        if (s->kind == S_HASH && index) {
            if (strcmp(s->text, "_"))
                *index = declare(r, s->text, NULL, type_prim(I64), s->span);
            continue;
        }
        if (k >= n && !r->untyped)
            fail_at(s->span, ERR_CORE_SYNTAX, "only %d values for these names", n);
        const Type *t = s->kind == S_TYPED || r->untyped ? NULL : want[k];
        if (!t && s->kind != S_TYPED && !r->untyped)
            fail_at(s->span, ERR_CORE_SYNTAX, "the type of %s must be written here",
                    binder_name(r, s));
        var[k++] = declare(r, binder_name(r, s), NULL, t, s->span);
    }
    if (r->untyped)
        return var;
    if (k != n)
        fail_at(names->span, ERR_CORE_SYNTAX, "%d names for %d values", k, n);
    for (int i = 0, v = 0; i < names->n; i++) {
        const Syn *s = names->kid[i];
        if (s->kind == S_TYPED) {
            var[v]->type = read_type(r, s->kid[1]);
            core_set_type(scope_find(r, binder_name(r, s)), var[v]->type);
        }
        v += s->kind != S_HASH;
    }
    return var;
}

/* ---- types and sizes ---------------------------------------------------- */

/* A size; or ..ns, rows that are as long as ns says. */
static Core *read_dim(Read *r, const Syn *s)
{
    if (s->kind != S_EACH || r->untyped)
        return read_size(r, s);
    const Syn *of = s->kid[0];
    bool ext = of->kind == S_HASH && of->text[0] >= '0' && of->text[0] <= '9';
    return dim_each(ext ? core_ext(atoi(of->text)) : read_atom(r, of, NULL));
}

const Type *read_type(Read *r, const Syn *t)
{
    Prim p;
    if (!prim_of_name(t->text, &p))
        fail_at(t->span, ERR_CORE_NAME, "unknown type %s", t->text);
    Core **dim = NEWS(Core *, t->n);
    for (int d = 0; d < t->n; d++)
        dim[d] = t->kid[d] ? read_dim(r, t->kid[d]) : NULL;
    return type_dims(p, dim, t->n);
}

int scalar_op_named(const char *text, int operands)
{
    for (int op = 0; op < NOPS; op++)
        if (*ops[op].text == *text && ops[op].kind == K_SCALAR && ops[op].ngroups == operands
            && !strcmp(ops[op].text, text))
            return op;
    return -1;
}

/* The operator of a size expression, and its operands. */
static int size_op(const Syn *s, const Syn **a, const Syn **b)
{
    bool call = s->kind == S_APPLY && s->n <= 3 && s->kid[0]->kind == S_NAME;
    if (s->kind != S_INFIX && !call)
        return -1;
    *a = s->kid[call];
    *b = s->n == 2 && call ? NULL : s->kid[call + 1];
    int op = scalar_op_named(call ? s->kid[0]->text : s->text, *b ? 2 : 1);
    bool counts = op == OP_WORKERS || op == OP_BLOCKS || op == OP_RANKS || op == OP_LENGTH
               || op == OP_TOTAL;
    return *b || counts ? op : -1;
}

Core *read_size(Read *r, const Syn *s)
{
    const Syn *a, *b;
    s = no_paren(s);
    if (r->untyped)
        return r->untyped(s);
    if (s->kind == S_HASH && s->text[0] >= '0' && s->text[0] <= '9')
        return core_ext(atoi(s->text));
    int op = size_op(s, &a, &b);
    if (op < 0)
        return read_atom(r, s, type_prim(I64));
    if (op == OP_LENGTH)
        return read_length(r, a);
    Core *n = core_node((Op)op, s->span);
    core_set1(n, 0, op == OP_TOTAL ? read_atom(r, a, NULL) : read_size(r, a));
    if (b)
        core_set1(n, 1, read_size(r, b));
    return infer_at(r, n, s->span);
}

/* ---- bodies ------------------------------------------------------------- */

Core *infer_at(const Read *r, Core *n, const Span *s)
{
    const char *error;
    n->span = s;
    if (!r->untyped && !core_infer(n, &error))
        fail_at(s, ERR_CORE_TYPE, "%s", error);
    return n;
}

static void emit(Read *r, Stm s)
{
    vec_push(r->out, s);
}

/* Binds all results of e to variables that the text does not show. */
static Kids bind_hidden(Read *r, Core *e)
{
    Var **var = NEWS(Var *, e->ntypes);
    for (int i = 0; i < e->ntypes; i++)
        var[i] = declare(r, NULL, "t", e->type[i], e->span);
    Kids k = atoms_of(var, e->ntypes);
    vars_open(var, k);
    emit(r, (Stm){ .var = var, .nvars = e->ntypes, .exp = e });
    return k;
}

Core *read_atom(Read *r, const Syn *s, const Type *want)
{
    if (r->untyped)
        return r->untyped(s);
    Kids k = read_results(r, s, &want, 1);
    if (k.n != 1)
        fail_at(s->span, ERR_CORE_SYNTAX, "one value is needed here, not %d", k.n);
    return k.at[0];
}

/* Several results or bindings of their own: no single expression. */
static bool is_compound(const Syn *s)
{
    return s->kind == S_BLOCK || s->kind == S_LET || s->kind == S_TUPLE;
}

static void read_attributes(Stm *stm, const Syn *attrs)
{
    stm->attr = NEWS(const char *, attrs->n);
    for (int i = 0; i < attrs->n; i++)
        if (!strcmp(attrs->kid[i]->text, "unchecked"))
            stm->exp->unchecked = true;
        else
            stm->attr[stm->nattrs++] = attrs->kid[i]->text;
}

static const Type *annotated(const Syn *names, int i, Prim *p)
{
    if (i < names->n && names->kid[i]->kind == S_TYPED
        && prim_of_name(names->kid[i]->kid[1]->text, p))
        return type_prim(*p);
    return NULL;
}

/* A written type says which of its results an if is as long as: see join_size. */
static void restate(const Read *r, Core *e, Var **var, const Syn *names)
{
    Subst *as_result = subst_new();
    const Type **type = NEWS(const Type *, e->ntypes);
    for (int i = 0; i < e->ntypes; i++)
        subst_add(as_result, var[i], core_ext(i));
    for (int i = 0; i < e->ntypes; i++)
        type[i] = names->kid[i]->kind == S_TYPED ? type_subst(var[i]->type, as_result) : e->type[i];
    e->type = type;
    infer_at(r, e, e->span);
}

static bool is_written(const Syn *names)
{
    for (int i = 0; i < names->n; i++)
        if (names->kid[i]->kind == S_TYPED)
            return true;
    return false;
}

/* Names on the left of '=': atoms, or one tuple of them. */
static const Syn *names_of(const Syn *left)
{
    if (left->kind == S_SEQ && left->n == 1 && left->kid[0]->kind == S_TUPLE)
        return left->kid[0];
    if (left->kind == S_SEQ || left->kind == S_TUPLE || left->kind == S_APPLY)
        return left;
    return syn_add(syn_new(S_SEQ, left->span, NULL, 0), (Syn *)left);
}

/* names = e */
static void read_binding(Read *r, const Syn *left, const Syn *e, const Syn *attrs)
{
    Prim p;
    const Syn *names = names_of(left);
    e = e->kind == S_PAREN ? no_paren(e) : e;
    if (is_compound(e)) {
        Kids k = read_results(r, e, NULL, 0);
        if (k.n != names->n)
            fail_at(names->span, ERR_CORE_SYNTAX, "%d names for %d values", names->n, k.n);
        for (int i = 0; i < k.n; i++)
            bind_name(r, binder_name(r, names->kid[i]), k.at[i]);
        return;
    }
    Stm stm = { .exp = read_exp(r, e, annotated(names, 0, &p)) };
    if (attrs)
        read_attributes(&stm, attrs);
    stm.nvars = stm.exp->ntypes;
    if (stm.nvars != names->n)
        fail_at(names->span, ERR_CORE_SYNTAX, "%d names for %d values", names->n, stm.nvars);
    stm.var = declare_all(r, names, stm.exp->type, stm.nvars, NULL);
    if (stm.exp->op == OP_IF && is_written(names))
        restate(r, stm.exp, stm.var, names);
    Kids atom = { NEWS(Core *, stm.nvars), stm.nvars };
    for (int i = 0; i < stm.nvars; i++)
        atom.at[i] = scope_find(r, binder_name(r, names->kid[i]));
    vars_open(stm.var, atom);
    emit(r, stm);
}

static Kids each_atom(Read *r, const Syn *s, const Type **want, int n)
{
    Kids k = { NEWS(Core *, s->n), s->n };
    for (int i = 0; i < s->n; i++)
        k.at[i] = read_atom(r, s->kid[i], i < n ? want[i] : NULL);
    return k;
}

static Kids read_block(Read *r, const Syn *s, const Type **want, int n)
{
    const Syn *items = s->kid[0], *results = s->kid[1];
    int mark = scope_mark(r), last = items->n - !results;
    for (int i = 0; i < last; i++) {
        const Syn *stm = items->kid[i];
        if (!stm->kid[1])
            fail_at(stm->span, ERR_CORE_SYNTAX, "a binding 'name = expression' is needed here");
        read_binding(r, stm->kid[1], stm->kid[2], stm->kid[0]);
    }
    if (!results && last < 0)
        fail_at(s->span, ERR_CORE_SYNTAX, "an empty body: write { in }");
    Kids k;
    if (results)
        k = each_atom(r, results, want, n);
    else if (items->kid[last]->kid[1])
        fail_at(items->kid[last]->span, ERR_CORE_SYNTAX, "the results of the body are missing: 'in "
                "..'");
    else
        k = read_results(r, items->kid[last]->kid[2], want, n);
    scope_leave(r, mark);
    return k;
}

Kids read_results(Read *r, const Syn *s, const Type **want, int n)
{
    s = no_paren(s);
    if (s->kind == S_BLOCK)
        return read_block(r, s, want, n);
    if (s->kind == S_TUPLE)
        return each_atom(r, s, want, n);
    if (s->kind == S_LET) {
        int mark = scope_mark(r);
        read_binding(r, s->kid[0], s->kid[1], NULL);
        Kids k = read_results(r, s->kid[2], want, n);
        scope_leave(r, mark);
        return k;
    }
    Core *e = read_exp(r, s, n ? want[0] : NULL);
    if (!is_atom(e) && !r->out)
        fail_at(s->span, ERR_CORE_SYNTAX, "a name or a number is needed here");
    if (!is_atom(e))
        return bind_hidden(r, e);
    Kids k = { NEWS(Core *, 1), 1 };
    k.at[0] = e;
    return k;
}

Core *read_body(Read *r, const Syn *s, const Type **want, int n)
{
    if (r->untyped)
        return r->untyped(s);
    Stms own = {0}, *outer = r->out;
    r->out = &own;
    Kids k = read_results(r, s, want, n);
    r->out = outer;
    Core *b = core_node(OP_BODY, s->span);
    b->stm = own.at;
    b->nstms = own.n;
    core_set(b, 0, k.at, k.n);
    return infer_at(r, b, s->span);
}

/* ---- functions and programs --------------------------------------------- */

static Read read_new(Table *func)
{
    return (Read){ .atom = table_new(), .func = func, .used = table_new() };
}

static void read_params(Read *r, Func *f, const Syn *params)
{
    f->size = NEWS(Var *, params->n);
    f->param = NEWS(Var *, params->n);
    f->consumes = NEWS(bool, params->n);
    for (int i = 0; i < params->n; i++) {
        const Syn *p = params->kid[i];
        if (p->kind == S_HASH) {
            f->size[f->nsizes++] = declare(r, p->text, NULL, type_prim(I64), p->span);
            continue;
        }
        const Type *t = read_type(r, p->kid[1]);
        f->consumes[f->nparams] = p->kid[1]->flag;
        f->param[f->nparams++] = declare(r, p->kid[0]->text, NULL, t, p->span);
    }
}

static Func *read_func(Table *funcs, const Syn *s)
{
    Read r = read_new(funcs);
    Func *f = MAKE(Func, .name = s->text, .entry = s->flag, .span = s->span);
    if (table_has(funcs, f->name))
        fail_at(s->span, ERR_CORE_SYNTAX, "a second function %s", f->name);
    read_params(&r, f, s->kid[0]);
    for (int i = 0; s->n > 3 && i < s->kid[3]->n; i++)
        stated_attribute(f, s->kid[3]->kid[i]->text, s->span);
    f->nresults = s->kid[1]->n;
    f->result = NEWS(const Type *, f->nresults);
    for (int i = 0; i < f->nresults; i++)
        f->result[i] = read_type(&r, s->kid[1]->kid[i]);
    table_put(funcs, f->name, f);
    f->body = read_body(&r, s->kid[2], f->result, f->nresults);
    name_the_rest(&r);
    func_note_recursion(f);
    return f;
}

Program *core_read(Source *s)
{
    const Syn *syn = syntax_read(s, READ_PROGRAM);
    Program *p = NEW(Program);
    Table *funcs = table_new();
    p->source = s;
    p->nfuncs = syn->n;
    p->func = NEWS(Func *, syn->n);
    for (int i = 0; i < syn->n; i++)
        p->func[i] = read_func(funcs, syn->kid[i]);
    return p;
}

/* ---- terms in a scope --------------------------------------------------- */

static const Type **read_types(Read *r, const Syn *types)
{
    const Type **t = NEWS(const Type *, types->n);
    for (int i = 0; i < types->n; i++)
        t[i] = read_type(r, types->kid[i]);
    return t;
}

/* A scalar function of which only the type is known. */
static Func *given_func(Read *r, const Syn *s)
{
    Func *f = MAKE(Func, .name = s->text, .span = s->span, .nparams = s->kid[0]->n,
                         .nresults = s->kid[1]->n);
    const Type **t = read_types(r, s->kid[0]);
    f->result = read_types(r, s->kid[1]);
    f->param = NEWS(Var *, f->nparams);
    f->consumes = NEWS(bool, f->nparams);
    for (int i = 0; i < f->nparams; i++)
        f->param[i] = declare(r, NULL, "x", t[i], s->span);
    return f;
}

static Read read_given(const Given *g)
{
    Read r = read_new(table_new());
    for (int i = 0; g && i < g->vars.n; i++) {
        table_put(r.atom, g->vars.at[i]->name, core_var(g->vars.at[i]));
        table_put(r.used, g->vars.at[i]->name, g->vars.at[i]);
    }
    for (int i = 0; g && i < g->funcs.n; i++)
        table_put(r.func, g->funcs.at[i]->name, g->funcs.at[i]);
    return r;
}

void given_read(Given *g, const Syn *s)
{
    Read r = read_given(g);
    for (int i = 0; i < s->n; i++) {
        const Syn *d = s->kid[i];
        bool func = d->kind == S_FUNC, size = d->kind == S_HASH;
        const char *name = func || size ? d->text : d->kid[0]->text;
        if (table_has(r.func, name) || table_has(r.used, name))
            fail_at(d->span, ERR_CORE_SYNTAX, "%s is given twice", name);
        if (func) {
            Func *f = d->kid[2] ? read_func(r.func, d) : given_func(&r, d);
            table_put(r.func, name, f);
            vec_push(&g->funcs, f);
        } else {
            const Type *t = size ? type_prim(I64) : read_type(&r, d->kid[1]);
            Var *v = declare(&r, name, NULL, t, d->span);
            vec_push(&g->vars, v);
        }
    }
    name_the_rest(&r);
}

static Core *read_context(Read *r, const Syn *words)
{
    Core *c = core_node(OP_CTX, words->span);
    Core **level = NEWS(Core *, words->n);
    int n = 0;
    for (int i = 0; i < words->n; i++)
        if (words->kid[i]->kind == S_LEVEL)
            level[n++] = read_level(r, words->kid[i]);
    core_set(c, 0, level, n);
    return c;
}

Core *term_read(const Source *s, const Given *given, Core **ctx)
{
    return term_of(syntax_read(s, READ_TERM), given, ctx);
}

Core *term_of(const Syn *syn, const Given *given, Core **ctx)
{
    Read r = read_given(given);
    Stms unused = {0};
    r.out = &unused;
    if (ctx)
        *ctx = NULL;
    if (syn->kind == S_SEQUENT) {
        if (!ctx)
            fail_at(syn->kid[0]->span, ERR_CORE_SYNTAX, "no context is expected here");
        *ctx = read_context(&r, syn->kid[0]);
        syn = syn->kid[1];
    }
    Core *b = read_body(&r, syn, NULL, 0);
    name_the_rest(&r);
    return b;
}
