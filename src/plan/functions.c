/* functions.c -- functions of the program. */
#include "lower.h"

#include <string.h>

Function *function_new(const char *name)
{
    return MAKE(Function, .name = name, .origin = origin_now());
}

static void mark_calls(Core *n, void *arg)
{
    if (n->op == OP_CALL)
        host_calls(arg, function_of(arg, n->func));
    core_each(n, mark_calls, arg);
}

void host_calls(Lower *l, Function *f)
{
    if (f->host)
        return;
    f->host = true;
    mark_calls(f->source->body, l);
}

/* A function of the program has this name in C. */
static bool is_function(const Plan *p, const char *name)
{
    for (int i = 0; i < p->program->nfuncs; i++)
        if (!p->program->func[i]->entry && !strcmp(c_spelling(p->program->func[i]->name), name))
            return true;
    return false;
}

/* Names that f.param or op.param have are the fields of what it returns. */
const Record *record_new(Plan *p, const char *name, const char *other, const char *about,
                         Var **field, int n)
{
    if (is_function(p, name))
        name = name_joined(name, "values");
    const char *stem = name;
    for (int number = 1, i = 0; i < p->records.n; i++) {
        const Record *r = p->records.at[i];
        if (strcmp(r->name, name))
            continue;
        bool same = r->n == n && !r->functor;
        for (int k = 0; same && k < n; k++)
            same = r->field[k]->name == field[k]->name
                && r->field[k]->type->prim == field[k]->type->prim;
        if (same)
            return r;
        name = number == 1 ? other : intern(format("%s_%d", stem, number));
        number++;
        i = -1;
    }
    Record *r = MAKE(Record, name, about, field, n, false);
    vec_push(&p->records, r);
    return r;
}

Facts *facts_new(const Core *body, const Places *places)
{
    Facts *f = MAKE(Facts, .tree = table_new(), .view = table_new(), .use = table_new(),
                           .range = ranges_new(), .given = table_new(), .host_def = table_new(),
                           .hosted = table_new(), .read_from = table_new(), .becomes = table_new(),
                           .done = table_new(), .reads = table_new(), .places = places,
                           .rooms = rooms_of(body), .allocs = allocs_new(places));
    count_uses(f->use, body);
    alloc_in(f->allocs, body);
    return f;
}

/* Fields of one kind are told apart as coordinates are. */
const char *name_of_field(Names *names, const char *base)
{
    const char *const name[] = { var_base(base), "x", "y", "z", "w", "u", "v", "p", "q", "r", "s" };
    const char *free = names_first_free(names, name, sizeof name / sizeof *name);
    return free ? free : names_fresh(names, base);
}


/* The name of result k in the program, else the name of its operation, or null. */
static const char *result_name(const Core *body, int k)
{
    const Core *r = body->g[0].at[k];
    if (r->op == OP_VAR && !r->var->invented)
        return r->var->name;
    const Core *e = operation_of(body, k);
    return e && *ops[e->op].name ? ops[e->op].name : NULL;
}

/* All have a name, and no two the same. */
static bool names_differ(const Core *body)
{
    for (int k = 0; k < body->g[0].n; k++) {
        const char *name = result_name(body, k);
        for (int i = 0; i < k; i++)
            if (name && !strcmp(var_base(name), var_base(result_name(body, i))))
                return false;
        if (!name)
            return false;
    }
    return true;
}

/* Field names: what the results are called, or x, y, z. */
Var **result_names(Lower *l, const Core *body)
{
    int n = body->g[0].n;
    bool differ = names_differ(body);
    Names *names = names_new(NULL);
    Var **field = NEWS(Var *, n);
    for (int k = 0; k < n; k++)
        field[k] = fresh(l, name_of_field(names, differ ? result_name(body, k) : "x"),
                         type_of(body->g[0].at[k]));
    return field;
}

const char *capital(const char *name)
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
    emit(l, (Stmt){ S_RETURN, .exp = call });
    return true;
}

/* Of which record value k is field k, for all k; or null. */
static const Var *whole_record(const Record *r, Core *const *value)
{
    const Var *whole = NULL;
    for (int k = 0; k < r->n; k++) {
        const Core *v = value[k];
        if (!tree_is_field(v) || v->text != r->field[k]->name || v->g[0].at[0]->op != OP_VAR
            || (whole && !is_var(v->g[0].at[0], whole)))
            return NULL;
        whole = v->g[0].at[0]->var;
    }
    return whole;
}

/* Values that depend on one condition are one choice of two records: a.x > b.x ? a : b. */
static Core *record_of_values(const Record *r, Core *const *value)
{
    Core *half[2], **own = NEWS(Core *, r->n);
    for (int k = 0; k < r->n; k++)
        if (value[k]->op != OP_IF || !core_equal(value[k]->g[0].at[0], value[0]->g[0].at[0]))
            return tree_record(r, value);
    for (int h = 0; h < 2; h++) {
        for (int k = 0; k < r->n; k++)
            own[k] = value[k]->g[h + 1].at[0]->g[0].at[0];
        const Var *whole = whole_record(r, own);
        if (!whole)
            return tree_record(r, value);
        half[h] = core_var((Var *)whole);
    }
    return tree_if(value[0]->g[0].at[0], half[0], half[1]);
}

/* Lowers a body into f->body, ended by a return of its results. */
void lower_function(Lower *l, Function *f, const Core *body)
{
    int n = body->g[0].n;
    f->prim = type_of(body->g[0].at[0])->prim;
    if (n > 1 && !f->record)
        f->record = record_new(l->plan, capital(f->name), capital(format("%s_result", f->name)),
                               format("The results of %s.", f->name),
                               result_names(l, body), n);
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
    emit(l, (Stmt){ S_RETURN, .exp = n > 1 ? record_of_values(f->record, value) : value[0] });
}

/* The statement that binds result k. */
static const Core *result_exp(const Core *body, int k)
{
    int which;
    const Core *r = body->g[0].at[k];
    const Stm *s = r->op == OP_VAR ? binding_of(body, r->var, &which) : NULL;
    return !s ? NULL : s->exp->op == OP_IF && s->nvars > 1 ? NULL : s->exp;
}

const Core *operation_of(const Core *body, int k)
{
    const Core *e = result_exp(body, k);
    for (int g = 1; e && e->op == OP_IF && g < 3; g++) {
        const Core *inner = result_exp(e->g[g].at[0], 0);
        e = inner ? inner : e;
    }
    return e && e->op != OP_IF && ops[e->op].kind == K_SCALAR ? e : NULL;
}

Function *function_called(const Plan *p, const char *name)
{
    for (int i = 0; i < p->functions.n; i++)
        if (!strcmp(p->functions.at[i]->name, name))
            return p->functions.at[i];
    return NULL;
}

static bool name_taken(const Plan *p, const char *name)
{
    return function_called(p, name) || table_has(p->taken, name)
        || table_has(p->symbols, intern(name));
}

/* A function that the programmer wrote keeps its name, whoever comes first. */
static bool is_source_name(const Plan *p, const char *name)
{
    for (int i = 0; i < p->program->nfuncs; i++)
        if (!strcmp(p->program->func[i]->name, name))
            return true;
    return false;
}

const char *free_name(const Plan *p, const char *base, const char *type, bool ours)
{
    const char *name = c_spelling(base), *stem = name;
    for (int k = 1; name_taken(p, name) || (ours && is_source_name(p, name)); k++)
        name = name_joined(stem, k == 1 && type ? type : format("%d", k));
    return intern(name);
}

enum { MOST_INLINED = 4096 };  /* operations of a function with all that it calls in it */

static void count_inlined(Core *n, void *caller)
{
    Lower *l = caller;
    const Function *f = n->op == OP_CALL ? function_of(l, n->func) : NULL;
    l->function->inlined += f && f != l->function && !f->apart ? f->inlined : 1;
    core_each(n, count_inlined, caller);
}

/* Functions that call others twice double at each level if all of them are inlined. */
static void measure_inlined(Lower *l, Function *f)
{
    core_each(f->source->body, count_inlined, l);
    f->apart = f->inlined > MOST_INLINED;
}

Function *function_of(Lower *caller, const Func *source)
{
    Plan *p = caller->plan;
    if (caller->function && caller->function->source == source)
        return caller->function;
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->source == source)
            return p->functions.at[i];
    Function *f = function_new(free_name(p, source->name, NULL, false));
    f->source = source;
    f->origin = (Origin){ source->span, NULL };
    f->param = source->param;
    f->nparams = source->nparams;
    Lower l = { .plan = p, .function = f, .bindings = caller->bindings,
                .facts = facts_new(source->body, NULL) };
    lower_function(&l, f, source->body);
    vec_push(&p->functions, f);
    measure_inlined(&l, f);
    return f;
}
