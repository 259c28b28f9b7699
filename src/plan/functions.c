/* functions.c -- functions of the program, and operators of reductions. */
#include "lower.h"

#include <string.h>

static Function *function_new(const char *name)
{
    Function *f = NEW(Function);
    f->name = name;
    return f;
}

static void mark_calls(Core *n, void *arg)
{
    Plan *p = arg;
    if (n->op == OP_CALL)
        function_used(p, function_of(p, n->func), true);
    core_each(n, mark_calls, arg);
}

/* The host calls it, or a kernel does; and so those that it calls. */
void function_used(Plan *p, Function *f, bool host)
{
    if (host && !f->host) {
        f->host = true;
        if (f->source)
            mark_calls(f->source->body, p);
    }
}

/* Names that f.param or op.param have are the fields of what it returns. */
static const Record *record_new(Plan *p, const char *name, const char *about, Var **field,
                                int n)
{
    const char *stem = name;
    for (int number = 2, i = 0; i < p->records.n; i++) {
        const Record *r = p->records.at[i];
        if (strcmp(r->name, name))
            continue;
        bool same = r->n == n && !r->functor;
        for (int k = 0; same && k < n; k++)
            same = r->field[k]->name == field[k]->name
                && r->field[k]->type->prim == field[k]->type->prim;
        if (same)
            return r;
        name = intern(format("%s_%d", stem, number++));
        i = -1;
    }
    Record *r = NEW(Record);
    *r = (Record){ name, about, field, n, false };
    vec_push(&p->records, r);
    return r;
}

static Facts *facts_new(const Core *body)
{
    Facts *f = NEW(Facts);
    *f = (Facts){ .tree = table_new(), .view = table_new(), .dest = table_new(),
                  .use = table_new(), .below = table_new(), .device = table_new(),
                  .read_back = table_new(), .defined = table_new(), .host_def = table_new(),
                  .sizes = table_new(), .let = table_new(), .stream = table_new() };
    count_uses(f, body);
    return f;
}

/* Field names: what the results are called, made different. */
static Var **fields(Lower *l, const Core *body)
{
    int n = body->g[0].n;
    Names *names = names_new(NULL);
    Var **field = NEWS(Var *, n);
    for (int k = 0; k < n; k++) {
        const Core *r = body->g[0].at[k];
        bool told = r->op == OP_VAR && !r->var->invented;
        field[k] = fresh(l, names_fresh(names, told ? r->var->name : "x"), type_of(r));
    }
    return field;
}

static const char *capital(const char *name)
{
    char *s = format("%s", c_spelling(name));
    if (s[0] >= 'a' && s[0] <= 'z')
        s[0] = (char)(s[0] - 'a' + 'A');
    return intern(s);
}

/* An operator that only calls a function returns the record of the call. */
static bool returns_call(Lower *l, Function *f, const Core *body)
{
    const Core *e = body_single(body);
    if (!e || e->op != OP_CALL || f->body.n != 1)
        return false;
    Core *call = f->body.at[0]->exp;
    f->body.n = 0;
    emit(l, S_RETURN)->exp = call;
    return true;
}

/* Lowers a body into f->body, ended by a return of its results. */
static void lower_function(Lower *l, Function *f, const Core *body)
{
    int n = body->g[0].n;
    f->prim = type_of(body->g[0].at[0])->prim;
    if (n > 1 && !f->record)
        f->record = record_new(l->plan, capital(f->name), format("What %s returns.", f->name),
                               fields(l, body), n);
    l->out = &f->body;
    lower_stms(l, body);
    Core **value = NEWS(Core *, n);
    for (int k = 0; k < n; k++) {
        if (body->type[k]->rank)
            fail_at(body->span, ERR_CUDA_OPERATION, "a function that returns an array has no "
                    "CUDA code yet");
        value[k] = scalar_of(l, body->g[0].at[k]);
    }
    if (n > 1 && f->takes_records && returns_call(l, f, body))
        return;
    emit(l, S_RETURN)->exp = n > 1 ? tree_record(f->record, value) : value[0];
}

static bool name_taken(const Plan *p, const char *name)
{
    for (int i = 0; i < p->functions.n; i++)
        if (!strcmp(p->functions.at[i]->name, name))
            return true;
    return is_template_word(name);
}

/* A function that the programmer wrote keeps its name, whoever comes first. */
static bool is_source_name(const Plan *p, const char *name)
{
    for (int i = 0; i < p->program->nfuncs; i++)
        if (!strcmp(p->program->func[i]->name, name))
            return true;
    return false;
}

static const char *free_name(const Plan *p, const char *base, bool ours)
{
    const char *name = c_spelling(base), *stem = name;
    for (int k = 2; name_taken(p, name) || (ours && is_source_name(p, name)); k++)
        name = format("%s_%d", stem, k);
    return intern(name);
}

Function *function_of(Plan *p, const Func *source)
{
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->source == source)
            return p->functions.at[i];
    Function *f = function_new(free_name(p, source->name, false));
    f->source = source;
    f->param = source->param;
    f->nparams = source->nparams;
    Lower l = { .plan = p, .function = f, .facts = facts_new(source->body) };
    lower_function(&l, f, source->body);
    vec_push(&p->functions, f);
    return f;
}

/* ---- operators ------------------------------------------------------------- */

/* Every result is a commutative operation on the matching parameters. */
static bool commutes(const Core *lam)
{
    const Core *body = lam->g[0].at[0];
    int n = body->g[0].n;
    for (int k = 0; k < n; k++) {
        const Core *r = body->g[0].at[k], *e = NULL;
        for (int s = 0; s < body->nstms && r->op == OP_VAR; s++)
            if (body->stm[s].nvars == 1 && body->stm[s].var[0] == r->var)
                e = body->stm[s].exp;
        if (!e || ops[e->op].kind != K_SCALAR || !ops[e->op].commutes)
            return false;
        const Core *a = e->g[0].at[0], *b = e->g[1].at[0];
        Var *x = lam->bind[k], *y = lam->bind[n + k];
        if (!(is_var(a, x) && is_var(b, y)) && !(is_var(a, y) && is_var(b, x)))
            return false;
    }
    return true;
}

bool is_commutative(const Core *n)
{
    return n->comm || commutes(n->g[1].at[0]);
}

static const char *op_name(Op op)
{
    switch (op) {
    case OP_ADD: return "add";
    case OP_MUL: return "multiply";
    case OP_MIN: return "smaller";
    case OP_MAX: return "larger";
    case OP_AND: return "bit_and";
    case OP_OR: return "bit_or";
    case OP_XOR: return "bit_xor";
    case OP_LAND: return "both";
    case OP_LOR: return "either";
    case OP_SUB: return "subtract";
    default: return NULL;
    }
}

/* What the operator is called: after its one operation or the function that
   it calls, else after what it makes. */
static const char *operator_name(const Core *lam, const char *result)
{
    const Core *e = body_single(lam->g[0].at[0]);
    if (e && ops[e->op].kind == K_SCALAR && op_name(e->op))
        return op_name(e->op);
    if (e && e->op == OP_CALL)
        return format("%s_op", e->func->name);
    return format("combine_%s", result);
}

static Function *known_operator(Plan *p, const Core *lam)
{
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->lam && core_equal(p->functions.at[i]->lam, lam))
            return p->functions.at[i];
    return NULL;
}

/* The function that only calls another with the parameters in order. */
static Function *just_calls(Plan *p, const Core *lam)
{
    const Core *e = body_single(lam->g[0].at[0]);
    if (!e || e->op != OP_CALL || e->ntypes != 1 || e->g[0].n != 2)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (!is_var(e->g[0].at[i], lam->bind[i]))
            return NULL;
    return function_of(p, e->func);
}

/* The function whose results the operator gives as they are. */
static const Function *only_calls(Plan *p, const Core *lam)
{
    const Core *e = body_single(lam->g[0].at[0]);
    return e && e->op == OP_CALL ? function_of(p, e->func) : NULL;
}

static const char *told_name(Var **result, int n, const char *otherwise)
{
    for (int k = 0; k < n; k++)
        if (!result[k]->invented)
            return result[k]->name;
    return otherwise;
}

/* Fields are called as what is reduced to, or as in the operator. */
static Var **result_fields(Lower *l, Var **result, const Core *body)
{
    Names *names = names_new(NULL);
    Var **field = fields(l, body);
    for (int k = 0; k < body->g[0].n; k++)
        if (!result[k]->invented)
            field[k] = fresh(l, names_fresh(names, result[k]->name), field[k]->type);
        else
            field[k] = fresh(l, names_fresh(names, field[k]->name), field[k]->type);
    return field;
}

/* Parameters that are records: the lambda's 2n become fields of two. */
static void record_params(Lower *l, Function *f, const Core *lam, Var **result)
{
    int n = lam->g[0].at[0]->g[0].n;
    const Function *called = only_calls(l->plan, lam);
    if (called)
        f->record = called->record;
    else
        f->record = record_new(l->plan, capital(told_name(result, n, "Sums")),
                               format("The values that %s combines.", f->name),
                               result_fields(l, result, lam->g[0].at[0]), n);
    f->takes_records = true;
    f->param = NEWS(Var *, 2);
    for (int i = 0; i < 2; i++) {
        f->param[i] = fresh(l, i ? "b" : "a", lam->bind[0]->type);
        table_put(l->plan->record_of, f->param[i], (void *)f->record);
        for (int k = 0; k < n; k++)
            table_put(l->facts->tree, lam->bind[i * n + k],
                      tree_field(core_var(f->param[i]), f->record->field[k]));
    }
}

/* ---- operators that use variables from outside ------------------------------- */

typedef VEC(Var *) Vars;

static void note_var(Var *v, void *list)
{
    Vars *vars = list;
    for (int i = 0; i < vars->n; i++)
        if (vars->at[i] == v)
            return;
    vec_push(vars, v);
}

const Record *functor_new(Lower *l, Function *f, Var **field, int n)
{
    const Record *r = record_new(l->plan, capital(f->name), f->about, field, n);
    ((Record *)r)->functor = true;
    f->self = fresh(l, f->name, type_prim(f->prim));
    table_put(l->plan->record_of, f->self, (void *)r);
    return f->functor = r;
}

/* Each scalar from outside is a field; what the kernel binds itself differs
   from element to element. */
static void capture(Lower *l, Function *f, const Core *lam, const Core *node)
{
    Vars vars = { 0 }, outside = { 0 };
    core_free_vars(lam, note_var, &vars);
    core_free_vars(node, note_var, &outside);
    if (!vars.n)
        return;
    Var **field = NEWS(Var *, vars.n);
    f->captured = NEWS(Core *, vars.n);
    for (int i = 0; i < vars.n; i++) {
        Var *v = vars.at[i];
        int all = outside.n;
        note_var(v, &outside);
        if (v->type->rank || outside.n > all)
            fail_at(lam->span, ERR_CUDA_OPERATOR, "an operator that uses %s %s has no CUDA code "
                    "yet", v->type->rank ? "the array" : "a variable of the nest,", v->name);
        field[i] = fresh(l, v->name, v->type);
        f->captured[i] = core_var(v);
        table_put(l->facts->tree, v, core_var(field[i]));
    }
    functor_new(l, f, field, vars.n);
}

/* Its fields are given their values at the kernel's start. */
void make_functor(Lower *in, Function *op)
{
    if (!op->functor)
        return;
    int n = op->functor->n;
    Core **value = NEWS(Core *, n);
    for (int i = 0; i < n; i++)
        value[i] = scalar_of(in, op->captured[i]);
    Block *out = lower_into(in, &in->kernel->prologue);
    emit_let(in, op->self, tree_record(op->functor, value));
    in->out = out;
}

Function *operator_of(Lower *from, const Core *lam, Var **results)
{
    const char *result = told_name(results, lam->nbinds / 2, "values");
    Plan *p = from->plan;
    Function *f = just_calls(p, lam);
    if (!f)
        f = known_operator(p, lam);
    if (f && f->failure)
        fail_at(lam->span, ERR_CUDA_OPERATOR, "an operator that can fail has no CUDA code yet");
    if (f)
        return f;
    f = function_new(free_name(p, operator_name(lam, result), true));
    f->lam = lam;
    const Core *e = body_single(lam->g[0].at[0]);
    f->about = e ? format("The operator of the reduction, %s.",
                          op_name(e->op) ? format("(%s)", ops[e->op].text) : result)
                 : format("Combines two partial results of %s.", result);
    Lower l = { .plan = p, .function = f, .facts = facts_new(lam) };
    f->prim = type_of(lam->g[0].at[0]->g[0].at[0])->prim;
    capture(&l, f, lam, from->kernel->node);
    if (lam->nbinds > 2) {
        record_params(&l, f, lam, results);
    } else {
        f->param = NEWS(Var *, 2);
        for (int i = 0; i < 2; i++) {
            f->param[i] = fresh(&l, lam->bind[i]->invented ? (i ? "b" : "a")
                                                           : lam->bind[i]->name,
                                lam->bind[i]->type);
            table_put(l.facts->tree, lam->bind[i], core_var(f->param[i]));
        }
    }
    f->nparams = 2;
    lower_function(&l, f, lam->g[0].at[0]);
    vec_push(&p->functions, f);
    return f;
}
