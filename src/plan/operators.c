/*
 * operators.c -- operators of reductions, scans and histograms as functions.
 *
 * One that needs more than its operands -- a variable or an array from
 * outside, or the word that a failure is noted in -- is an object: a struct
 * with these as members, made at the start of a kernel.
 */
#include "lower.h"

#include <string.h>

/* "add_larger": each operation once; of rows that begin where a flag is true, "segmented_add";
   null: some result has none. */
static const char *operations(const Core *body)
{
    Text t = { 0 };
    const Core *first = operation_of(body, 0);
    bool rows = first && first->op == OP_LOR && body->g[0].n > 1;
    for (int k = rows; k < body->g[0].n; k++) {
        const Core *e = operation_of(body, k);
        const char *word = e ? ops[e->op].word : "";
        if (!*word)
            return NULL;
        if (!strstr(text_str(&t), word))
            text_fmt(&t, "%s%s", t.n ? "_" : rows ? "segmented_" : "", word);
    }
    return text_str(&t);
}

/* What the operator is called: after its one operation or the function that
   it calls, else after what it makes. */
static const char *operator_name(const Core *lam, const char *result)
{
    const Core *e = body_single(lam->g[0].at[0]);
    if (e && *ops[e->op].word)
        return ops[e->op].word;
    if (e && e->op == OP_CALL)
        return format("%s_op", e->func->name);
    const char *words = operations(lam->g[0].at[0]);
    return strcmp(result, "values") ? format("combine_%s", result) : words ? words : "combine";
}

/* "int64": operators of the same name differ in their types. */
static const char *type_suffix(Prim p)
{
    static const char *const name[] = { [BOOL] = "bool", [I8] = "int8", [I16] = "int16",
        [I32] = "int32", [I64] = "int64", [U8] = "uint8", [U16] = "uint16", [U32] = "uint32",
        [U64] = "uint64", [F16] = "half", [F32] = "float", [F64] = "double" };
    return name[p];
}

static Function *known_operator(Plan *p, const Core *lam)
{
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->lam && core_equal(p->functions.at[i]->lam, lam))
            return p->functions.at[i];
    return NULL;
}

/* The function that only calls another with the parameters in order. */
static Function *just_calls(Lower *l, const Core *lam)
{
    const Core *e = body_single(lam->g[0].at[0]);
    if (!e || e->op != OP_CALL || e->ntypes != 1 || e->g[0].n != 2)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (!is_var(e->g[0].at[i], lam->bind[i]))
            return NULL;
    return function_of(l, e->func);
}

/* Two of one type; `called`: what the lambda calls them, or null. */
static void add_params(Lower *l, Function *f, const Type *t, Var *const *called)
{
    f->nparams = 2;
    f->param = NEWS(Var *, 2);
    for (int i = 0; i < 2; i++) {
        bool named = called && !called[i]->invented;
        f->param[i] = fresh(l, named ? called[i]->name : i ? "b" : "a", t);
        if (f->record)
            table_put(l->plan->record_of, f->param[i], (void *)f->record);
    }
}

/* x1 of two operands (x1, y1) and (x2, y2): x. */
static const char *without_number(const char *name)
{
    int n = (int)strlen(name = var_base(name));
    while (n > 1 && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return internn(name, n);
}

/* The program names all components of the operator's first operand, each in its own way. */
static bool names_operand(const Core *lam, int n)
{
    for (int k = 0; k < n; k++) {
        if (lam->bind[k]->invented)
            return false;
        for (int i = 0; i < k; i++)
            if (without_number(lam->bind[i]->name) == without_number(lam->bind[k]->name))
                return false;
    }
    return true;
}

/* Fields are called as what is reduced to; if none of it has a name, as the components of the
   operator's first operand; else as the operator's results. */
static Var **named_fields(Lower *l, Var **result, const Core *lam)
{
    int n = lam->g[0].at[0]->g[0].n;
    bool operand = !told_name(result, n, NULL) && names_operand(lam, n);
    Names *names = names_new(NULL);
    Var **field = result_names(l, lam->g[0].at[0]);
    for (int k = 0; k < n; k++) {
        const char *name = operand ? without_number(lam->bind[k]->name)
                         : result[k]->invented ? field[k]->name : result[k]->name;
        field[k] = fresh(l, name_of_field(names, name), field[k]->type);
    }
    return field;
}

/* Parameters that are records: the lambda's 2n become fields of two. */
static void record_params(Lower *l, Function *f, const Core *lam, Var **result)
{
    int n = lam->g[0].at[0]->g[0].n;
    bool adds = strstr(f->name, ops[OP_ADD].word) != NULL;
    const Core *e = body_single(lam->g[0].at[0]);
    if (e && e->op == OP_CALL)
        f->record = function_of(l, e->func)->record;
    else
        f->record = record_new(l->plan, capital(told_name(result, n, adds ? "Sums" : "Partial")),
                               capital(f->name),
                               format("The operands and the result of %s.", f->name),
                               named_fields(l, result, lam), n);
    f->takes_records = true;
    add_params(l, f, lam->bind[0]->type, NULL);
    for (int k = 0; k < 2 * n; k++)
        table_put(l->facts->tree, lam->bind[k],
                  tree_field(core_var(f->param[k / n]), f->record->field[k % n]));
}

/* ---- operators that use what lies outside ---------------------------------- */

static const Record *functor_new(Lower *l, Function *f, Var **field, int n)
{
    const Record *r = record_new(l->plan, capital(f->name), capital(format("%s_op", f->name)),
                                 f->about, field, n);
    ((Record *)r)->functor = true;
    f->self = fresh(l, f->name, type_prim(f->prim));
    table_put(l->plan->record_of, f->self, (void *)r);
    return f->functor = r;
}

/* What an operator has of the place where it stands. */
typedef struct {
    Lower *in;                 /* the operator */
    const Lower *from;
    Table *meant;              /* members to what they stand for there */
    Table *local;              /* what the code binds */
    VEC(Var *) member;
} Outside;

/* Scalars get a name of their own, arrays are as they are. */
static void see_outside(Var *v, void *outside)
{
    Outside *o = outside;
    if (v->type->rank) {
        bind_view(o->in, v, view_of((Lower *)o->from, core_var(v)));
        return;
    }
    Var *member = fresh(o->in, v->name, v->type);
    table_put(o->meant, member, v);
    table_put(o->in->facts->tree, v, core_var(member));
}

static void note_local(Stmt *s, void *outside)
{
    if (s->var)
        table_put(((Outside *)outside)->local, s->var, s->var);
}

static void note_member(Var *v, void *outside)
{
    Outside *o = outside;
    if (!table_has(o->local, v))
        vec_push(&o->member, v);
    table_put(o->local, v, v);
}

/* What the code mentions and does not bind becomes members. */
static void capture(Function *f, Outside *o)
{
    for (int i = 0; i < f->nparams; i++)
        table_put(o->local, f->param[i], f->param[i]);
    block_each(&f->body, note_local, o);
    block_vars(&f->body, note_member, o);
    int n = o->member.n;
    if (!n)
        return;
    f->captured = NEWS(Core *, n);
    for (int i = 0; i < n; i++) {
        Var *member = o->member.at[i], *v = table_get(o->meant, member);
        f->captured[i] = member == f->failure ? NULL : core_var(v ? v : member);
    }
    functor_new(o->in, f, o->member.at, n);
}

/* Its members are given their values at the kernel's start. */
void make_functor(Lower *in, Function *op)
{
    if (!op->functor)
        return;
    int n = op->functor->n;
    Core **value = NEWS(Core *, n);
    for (int i = 0; i < n; i++)
        value[i] = op->captured[i] ? scalar_of(in, op->captured[i]) : failure_word(in);
    Block *out = lower_into(in, &in->nest->prologue);
    for (int i = 0; i < in->out->n; i++)
        if (in->out->at[i]->var == op->self) {   /* another fold of the kernel has it */
            in->out = out;
            return;
        }
    emit_let(in, op->self, tree_record(op->functor, value));
    in->out = out;
}

/* ---- operators that can fail ------------------------------------------------ */

/* a where there is no b, b where there is no a; else what the operator makes of both. */
static Core *of_present(const Function *f)
{
    const Record *r = f->record;
    Core *a = core_var(f->param[0]), *b = core_var(f->param[1]);
    Core *values[] = { tree_field(a, r->field[0]), tree_field(b, r->field[0]) };
    Core *both = tree_record(r, (Core *[]){ tree_call(f->of->name, values, 2, f->prim),
                                            core_bool(true) });
    return tree_if(tree_not(tree_field(a, r->field[1])), b,
                   tree_if(tree_not(tree_field(b, r->field[1])), a, both));
}

Function *operator_or_none(Lower *l, Function *op)
{
    Plan *p = l->plan;
    const char *name = intern(format("%s_or_none", op->name));
    Function *f = function_called(p, name);
    if (f)
        return f;
    Record *r = MAKE(Record, intern(format("Optional_%s", op->name)),
                             "A value, or none: a thread may have no elements.", NEWS(Var *, 2), 2,
                             false);
    r->field[0] = fresh(l, "value", type_prim(op->prim));
    r->field[1] = fresh(l, "present", type_prim(BOOL));
    if (op->record)
        table_put(p->record_of, r->field[0], (void *)op->record);
    vec_push(&p->records, r);
    f = function_new(name);
    f->about = "combines two values, if both are present: the operator can fail on others";
    f->record = r;
    f->of = op;
    f->prim = op->prim;
    f->takes_records = true;
    add_params(l, f, type_prim(op->prim), NULL);
    stmt_add(&f->body, (Stmt){ S_RETURN, .exp = of_present(f) });
    if (op->functor) {
        Var **member = NEWS(Var *, 1);
        f->captured = NEWS(Core *, 1);
        member[0] = op->self;
        f->captured[0] = core_var(op->self);
        functor_new(l, f, member, 1);
    }
    vec_push(&p->functions, f);
    return f;
}

/* ---- the operator of a node ------------------------------------------------ */

Function *operator_of(Lower *from, const Core *lam, Var **results)
{
    const char *result = told_name(results, lam->nbinds / 2, "values");
    Plan *p = from->plan;
    Function *f = just_calls(from, lam);
    if (!f || f->failure)
        f = known_operator(p, lam);
    if (f)
        return f;
    f = function_new(free_name(p, operator_name(lam, result),
                               type_suffix(lam->bind[0]->type->prim), true));
    f->lam = lam;
    if (lam->span)
        f->origin.span = lam->span;
    const Core *e = body_single(lam->g[0].at[0]);
    f->about = e && *ops[e->op].word
             ? format("the operator (%s) of reductions and scans", ops[e->op].text)
             : strcmp(result, "values") ? format("combines two partial results of %s", result)
             : "combines two partial results";
    Lower l = { .plan = p, .function = f, .bindings = from->bindings,
                .facts = facts_new(lam, NULL) };
    l.facts->range = from->facts->range;
    f->prim = type_of(lam->g[0].at[0]->g[0].at[0])->prim;
    Outside o = { .in = &l, .from = from, .meant = table_new(), .local = table_new() };
    core_free_vars(lam, see_outside, &o);
    if (lam->nbinds > 2) {
        record_params(&l, f, lam, results);
    } else {
        add_params(&l, f, lam->bind[0]->type, lam->bind);
        for (int i = 0; i < 2; i++)
            table_put(l.facts->tree, lam->bind[i], core_var(f->param[i]));
    }
    lower_function(&l, f, lam->g[0].at[0]);
    capture(f, &o);
    vec_push(&p->functions, f);
    return f;
}
