/*
 * unique.c -- uniqueness: what is consumed is not used again.
 *
 * Each expression has aliases: the variables whose memory its value may
 * share, one set a component of a tuple. A variable is consumed when a value
 * that may be it is updated or passed to a `*` parameter; it and all that
 * share its memory must not occur later. What stands outside of a loop or a
 * function cannot be consumed inside: that would happen more than once.
 */
#include "alias.h"

static void note_consumed(const AliasVar *v, const Span *s, const char *used)
{
    if (used == v->name)
        error_at(s, ERR_USED_AFTER_CONSUMED, "'%s' is used after it was consumed", used);
    else if (used)
        error_at(s, ERR_USED_AFTER_CONSUMED, "'%s' is used, but it may be '%s', which was consumed",
                 used, v->name);
    else
        error_at(s, ERR_USED_AFTER_CONSUMED, "this may be '%s', which was consumed", v->name);
    note_at(v->consumed, "it was consumed here; write 'copy' there to keep it");
}

/* Using what may share memory with something consumed is an error. */
bool alias_use(const AliasSet *set, const Span *s, const char *used)
{
    for (int i = 0; i < set->n; i++)
        if (set->at[i]->consumed) {
            note_consumed(set->at[i], s, used);
            return false;
        }
    return true;
}

static void refuse(const AliasVar *v, const Span *s)
{
    if (v->consumable)
        error_at(s, ERR_NOT_CONSUMABLE, "'%s' cannot be consumed here: it is bound outside of this "
                 "%s; write 'copy %s'", v->name, unique.inside.what, v->name);
    else if (v->global)
        error_at(s, ERR_NOT_CONSUMABLE, "'%s' cannot be consumed: it is a top-level value; write "
                 "'copy %s'", v->name, v->name);
    else
        error_at(s, ERR_NOT_CONSUMABLE, "'%s' cannot be consumed: it is not unique; write 'copy "
                 "%s', or '*' in the parameter's type", v->name, v->name);
    if (v->span && !v->global)
        note_at(v->span, "it is bound here");
}

void alias_consume(const AliasSet *set, const Span *s)
{
    if (!alias_use(set, s, NULL))
        return;
    for (int i = 0; i < set->n; i++)
        if (!set->at[i]->consumable || set->at[i]->serial <= unique.inside.barrier) {
            refuse(set->at[i], s);
            return;
        }
    for (int i = 0; i < set->n; i++) {
        set->at[i]->consumed = s;
        vec_push(&unique.trail, set->at[i]);
    }
}

/* ---- application --------------------------------------------------------- */

static void add_flat(AliasSet *to, const Alias *a)
{
    AliasSet all = alias_flat(a);
    alias_union(to, &all);
}

static bool use_all(const Alias *a, const Span *s)
{
    AliasSet all = alias_flat(a);
    return alias_use(&all, s, NULL);
}

typedef struct { Exp *exp; Ty *param; const Alias *alias; } Arg;

/* No two components of what is consumed may be one value. */
static bool shares_with_itself(const Arg *arg)
{
    for (int i = 0; i < arg->alias->n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < arg->alias->at[i].n; k++) {
                const AliasVar *v = arg->alias->at[i].at[k];
                if (v->consumed || !alias_has(&arg->alias->at[j], v))
                    continue;
                error_at(arg->exp->span, ERR_CONSUMES_ALIAS, "this argument is consumed, but two "
                         "parts of it may share memory with '%s'; write 'copy'", v->name);
                return true;
            }
    return false;
}

/* What is consumed in part is consumed, and must not be any other argument. */
static void consume_argument(const Arg *arg, int n, int k, const Alias *head)
{
    AliasSet others = alias_flat(head), mine = alias_flat(arg[k].alias);
    for (int i = 0; i < n; i++)
        if (i != k)
            add_flat(&others, arg[i].alias);
    for (int i = 0; i < mine.n; i++)
        for (int j = 0; j < others.n; j++)
            if (mine.at[i] == others.at[j] && !mine.at[i]->consumed) {
                error_at(arg[k].exp->span, ERR_CONSUMES_ALIAS, "this argument is consumed, but "
                         "another one may share memory with '%s'; write 'copy'", mine.at[i]->name);
                return;
            }
    if (!shares_with_itself(&arg[k]))
        alias_consume(&mine, arg[k].exp->span);
}

/* A function that was made by consuming something could be called once only. */
static const Alias *walk_value(Exp *e)
{
    int start = unique.trail.n, serial = unique.serial;
    const Alias *a = alias_walk(e);
    if (!e->ty || ty_resolve(e->ty)->kind != TY_FUN)
        return a;
    for (int i = start; i < unique.trail.n; i++) {
        const AliasVar *v = unique.trail.at[i];
        if (v->serial > serial)
            continue;
        error_at(e->span, ERR_CONSUMING_FUNCTION, "this function has consumed '%s', so that it "
                 "cannot be called more than once; write 'copy %s'", v->name, v->name);
        break;
    }
    return a;
}

static bool is_pipe(const Exp *e)
{
    const char *op = exp_is_infix(e) ? e->exp.at[0]->name : "";
    return op == intern("|>") || op == intern("<|");
}

/* The function that e applies; its arguments, those that it has been given
   already first. */
static Exp *head_of(Exp *e, Exps *arg)
{
    if (e->kind != E_APPLY || is_pipe(e))
        return e;
    Exp *head = head_of(e->exp.at[0], arg);
    for (int i = 1; i < e->exp.n; i++)
        vec_push(arg, e->exp.at[i]);
    return head;
}

/* Components of a result that are not said to be unique, nor known to be new, may be one value. */
static Alias *alias_of_call(const Exp *e, const Exp *fun, AliasSet *sources, Fresh fresh)
{
    Alias *a = alias_of_type(e->ty, sources);
    const char *name = format("%s(..)", fun->kind == E_NAME ? exp_name(fun) : "this function");
    AliasSet one = {0};
    alias_add(&one, alias_var(name, e->span, e->ty));
    if (a->n > 1)
        a = alias_join(a, alias_of_type(e->ty, &one));
    for (int i = 0; i < a->n && a->n == fresh.n; i++)
        a->at[i].n = fresh.at[i] ? 0 : a->at[i].n;
    return a;
}

/* Returns the leaves that a call of this function makes anew. The function was walked last. */
static Fresh fresh_of(const Exp *fun)
{
    const AliasVar *v = fun->kind == E_NAME ? table_get(unique.scope, fun->name) : NULL;
    return v ? v->fresh : fun->kind == E_LAMBDA ? unique.lambda : (Fresh){0};
}

/* The result may be the argument, or what the function reads. */
static Alias *pipe(Exp *e)
{
    AliasSet sources = {0};
    for (int i = 1; i < e->exp.n; i++) {
        const Alias *a = walk_value(e->exp.at[i]);
        if (!use_all(a, e->exp.at[i]->span))
            return alias_of_type(e->ty, NULL);
        add_flat(&sources, a);
    }
    return alias_of_call(e, e->exp.at[0], &sources, (Fresh){0});
}

/* Evaluates an argument: what is used in it must not be consumed before. */
static bool walk_argument(Arg *arg)
{
    arg->alias = walk_value(arg->exp);
    return use_all(arg->alias, arg->exp->span);
}

/* Operands are evaluated from the left, then some consumed. Futhark evaluates the arguments of
   other functions from the right, and consumes each of them before the one to its left. */
static bool walk_arguments(const Exp *e, Arg *arg, int n, const Alias *head)
{
    bool infix = exp_is_infix(e);
    for (int i = 0; i < n && infix; i++)
        if (!walk_argument(&arg[i]))
            return false;
    for (int i = n; i-- > 0;) {
        if (!infix && !walk_argument(&arg[i]))
            return false;
        if (ty_is_unique(arg[i].param))
            consume_argument(arg, n, i, head);
    }
    return true;
}

/* The result may share memory with what is not consumed, and with what the function reads. */
static Alias *call(Exp *e)
{
    if (is_pipe(e))
        return pipe(e);
    Exps given = {0};
    VEC(Arg) arg = {0};
    Exp *fun = head_of(e, &given);
    const Alias *head = alias_walk(fun);
    Fresh fresh = fresh_of(fun);
    Ty *f = ty_resolve(fun->ty);
    for (int i = 0; i < given.n; i++) {
        Ty *param = f->kind == TY_FUN ? f->part[0] : ty_error();
        f = f->kind == TY_FUN ? ty_resolve(f->part[1]) : f;
        vec_push(&arg, ((Arg){ given.at[i], param, NEW(Alias) }));
    }
    if (!walk_arguments(e, arg.at, arg.n, head))
        return alias_of_type(e->ty, NULL);
    AliasSet sources = alias_flat(head);
    for (int i = 0; i < arg.n; i++)
        if (!ty_is_unique(arg.at[i].param))
            add_flat(&sources, arg.at[i].alias);
    bool complete = ty_resolve(e->ty)->kind != TY_FUN;
    return alias_of_call(e, fun, &sources, complete ? fresh : (Fresh){0});
}

/* ---- updates ------------------------------------------------------------- */

static void walk_part(Exp **part, void *arg)
{
    (void)arg;
    alias_walk(*part);
}

/* a, in whose field that the first steps lead to, up to number `end`, is the value. */
static const Alias *with_part(const Alias *a, Ty *t, const Exp *e, int k, int end,
                              const Alias *value)
{
    if (k == end)
        return value;
    const char *name = e->step.at[k].field;
    const Ty *r = ty_resolve(t);
    value = with_part(alias_field(a, t, name), r->part[ty_field(r, name)], e, k + 1, end, value);
    return alias_with_field(a, t, name, value);
}

/* Consumes the part, unless the new value may be it. */
static void replace(const Exp *value, const Alias *new, const Exp *source, const Alias *part)
{
    AliasSet v = alias_flat(new), old = alias_flat(part);
    for (int i = 0; i < v.n; i++)
        for (int j = 0; j < old.n; j++)
            if (v.at[i] == old.at[j]) {
                error_at(value->span, ERR_CONSUMES_ALIAS, "the new value may share memory with "
                         "'%s', which is updated; write 'copy'", v.at[i]->name);
                return;
            }
    alias_consume(&old, source->span);
}

/* r with f = v: the value may consume what the field was. */
static const Alias *replaced_field(Exp *e)
{
    const Alias *a = alias_walk(e->exp.at[0]), *value = alias_walk(e->exp.at[1]);
    const Alias *whole = with_part(a, e->exp.at[0]->ty, e, 0, e->step.n, value);
    return use_all(whole, e->exp.at[0]->span) ? whole : alias_of_type(e->ty, NULL);
}

/* What stands in the indices and is the new value; both come before the source. */
static const Alias *update(Exp *e)
{
    if (e->step.at[e->step.n - 1].field && !exp_indices(e).n)
        return replaced_field(e);
    Exp *source = e->exp.at[0];
    Exps indices = exp_indices(e);
    for (int i = 0; i < indices.n; i++)
        alias_walk(indices.at[i]);
    const Alias *value = alias_walk(e->exp.at[1]), *a = alias_walk(source), *part = a;
    Ty *t = source->ty;
    int k = 0;
    for (; k < e->step.n && e->step.at[k].field; k++) {
        const Ty *r = ty_resolve(t);
        part = alias_field(part, t, e->step.at[k].field);
        t = r->part[ty_field(r, e->step.at[k].field)];
    }
    if (k < e->step.n) {
        replace(e->exp.at[1], value, source, part);
        value = alias_of_type(t, NULL);
    }
    return with_part(a, source->ty, e, 0, k, value);
}

/* ---- branches ------------------------------------------------------------ */

/* What happens in one branch has not happened in another. */
typedef struct { VEC(AliasVar *) var; VEC(const Span *) where; } Undone;

static void undo(int start, Undone *to)
{
    for (int i = start; i < unique.trail.n; i++) {
        vec_push(&to->var, unique.trail.at[i]);
        vec_push(&to->where, unique.trail.at[i]->consumed);
        unique.trail.at[i]->consumed = NULL;
    }
    unique.trail.n = start;
}

static const Alias *branch(const Pat *p, const Alias *of, Exp *e, Undone *undone)
{
    int start = unique.trail.n, mark = unique.hidden.n;
    if (p)
        alias_bind_pat(p, of);
    const Alias *a = alias_walk(e);
    alias_leave(mark);
    undo(start, undone);
    return a;
}

static Alias *branches(Exp *e)
{
    Undone undone = {0};
    const Alias *of = alias_walk(e->exp.at[0]), *a = NULL;
    for (int i = 1; i < e->exp.n; i++) {
        const Pat *p = e->kind == E_MATCH ? e->pat.at[i - 1] : NULL;
        const Alias *b = branch(p, of, e->exp.at[i], &undone);
        a = a ? alias_join(a, b) : b;
    }
    for (int i = 0; i < undone.var.n; i++) {
        undone.var.at[i]->consumed = undone.where.at[i];
        vec_push(&unique.trail, undone.var.at[i]);
    }
    return alias_alive(a);
}

/* ---- functions ----------------------------------------------------------- */

/* Where a function begins, and what surrounds it. */
typedef struct { int read, serial; Inside before; } Opened;

static Opened open_function(void)
{
    return (Opened){ unique.read.n, unique.serial, alias_enter("function") };
}

/* A function shares what it reads from outside. */
static Alias *closure(Opened o, Ty *t)
{
    Alias *a = alias_of_type(t, NULL);
    unique.inside = o.before;
    for (int i = o.read; i < unique.read.n; i++)
        if (unique.read.at[i]->serial <= o.serial)
            alias_add(&a->at[0], unique.read.at[i]);
    return a;
}

static Alias *lambda(Exp *e)
{
    int mark = unique.hidden.n;
    Opened o = open_function();
    for (int i = 0; i < e->pat.n; i++)
        alias_bind_param(e->pat.at[i]);
    const Alias *a = alias_walk(e->exp.at[0]);
    alias_leave(mark);
    if (!unique.applied)
        alias_refuse_global("this function", a, e->exp.at[0]->span);
    if (e->type)
        alias_check_result(&(Result){ "this function", e->type->span, e->exp.at[0]->span },
                           e->type->ty, a);
    unique.lambda = alias_fresh(a, e->exp.at[0]->ty);
    return closure(o, e->ty);
}

static void let_fun(Dec *d)
{
    Opened o = open_function();
    Fresh fresh = alias_function(d);
    AliasVar *v = alias_bind(d->name, d->name_span, d->ty, closure(o, d->ty));
    if (d->param.n)
        v->fresh = fresh;
}

static void let(const Pat *p, Exp *value)
{
    alias_bind_pat(p, walk_value(value));
    if (p->kind == P_NAME && value->kind == E_LAMBDA)
        ((AliasVar *)table_get(unique.scope, p->name))->fresh = unique.lambda;
}

static const Alias *lets(Exp *e)
{
    int mark = unique.hidden.n;
    for (; exp_is_let(e); e = e->exp.at[1])
        if (e->kind == E_LET)
            let(e->pat.at[0], e->exp.at[0]);
        else
            let_fun(e->dec);
    const Alias *a = alias_walk(e);
    alias_leave(mark);
    return a;
}

/* ---- all ----------------------------------------------------------------- */

static Alias *walk_all(Exp *e)
{
    exp_each(e, walk_part, NULL);
    return alias_of_type(e->ty, NULL);
}

static Alias *parts(Exp *e)
{
    int n = e->exp.n;
    const Alias **part = NEWS(const Alias *, n);
    for (int i = 0; i < n; i++)
        part[i] = alias_walk(e->exp.at[i]);
    for (int i = 0; i < n; i++)
        use_all(part[i], e->span);
    return alias_tuple(e, part);
}

/* It may be any of its operands. */
static Alias *section(Exp *e)
{
    AliasSet sources = {0};
    for (int i = 0; i < e->exp.n; i++)
        add_flat(&sources, alias_walk(e->exp.at[i]));
    return alias_of_type(e->ty, &sources);
}

const Alias *alias_walk(Exp *e)
{
    switch (e->kind) {
    case E_NAME: return alias_of_use(e);
    case E_TUPLE: case E_RECORD: return parts(e);
    case E_APPLY: return call(e);
    case E_SECTION: case E_CTOR: case E_INDEX: return section(e);
    case E_LAMBDA: return lambda(e);
    case E_LET: case E_LET_FUN: return lets(e);
    case E_IF: case E_MATCH: return branches(e);
    case E_LOOP: return alias_loop(e);
    case E_UPDATE: return update(e);
    case E_FIELD: return alias_field(alias_walk(e->exp.at[0]), e->exp.at[0]->ty, e->name);
    case E_ASCRIBE: case E_COERCE: case E_ATTR: return alias_walk(e->exp.at[0]);
    case E_SLICE:
        exp_each(e, walk_part, NULL);
        return NEW(Alias);
    case E_ASSERT:
        alias_walk(e->exp.at[0]);
        return alias_walk(e->exp.at[1]);
    default: return walk_all(e);
    }
}
