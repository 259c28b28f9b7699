/* alias_loop.c -- uniqueness of loops, functions, and their results. */
#include "alias.h"

/* ---- loops --------------------------------------------------------------- */

typedef struct {
    Exp *exp;
    const Alias *init, *param, *body;
    bool *unique;              /* is consumed in each round */
    bool failed;               /* an error was reported */
    int start;                 /* what is younger lives in the loop */
    int read, nread;           /* what is used in it, in the order of uses */
} Loop;

static int param_of(const Loop *l, const AliasVar *v)
{
    for (int k = 0; k < l->param->n; k++)
        for (int i = 0; i < l->param->at[k].n; i++)
            if (l->param->at[k].at[i] == v)
                return k;
    return -1;
}

static const char *param_name(const Loop *l, int k)
{
    return l->param->at[k].n ? l->param->at[k].at[0]->name : "the parameter";
}

/* The next value of a consumed parameter is consumed in turn: it must be
   another parameter, which is then consumed too, or new. */
static bool spread(Loop *l, int k)
{
    bool more = false;
    const AliasSet *next = &l->body->at[k];
    for (int i = 0; i < next->n; i++) {
        const AliasVar *v = next->at[i];
        int j = param_of(l, v);
        if (j >= 0 && !l->unique[j]) {
            l->unique[j] = more = true;
        } else if (j < 0 && v->serial <= l->start) {
            error_at(l->exp->span, ERR_LOOP_ALIASED, "the next value of '%s', which is consumed "
                     "in the loop, may be '%s'; write 'copy'", param_name(l, k), v->name);
            note_at(l->exp->exp.at[1]->span, "this is the next value");
            l->unique[k] = false;
            l->failed = true;
            return false;
        }
    }
    return more;
}

static void find_unique(Loop *l)
{
    for (int k = 0; k < l->param->n; k++) {
        const AliasSet *s = &l->param->at[k];
        l->unique[k] |= s->n && s->at[0]->consumed;
    }
    for (bool more = true; more; ) {
        more = false;
        for (int k = 0; k < l->body->n; k++)
            more |= l->unique[k] && spread(l, k);
    }
}

/* Two consumed parameters must not become one. */
static void find_shared(Loop *l)
{
    for (int k = 0; k < l->body->n; k++)
        for (int j = 0; j < k; j++)
            for (int i = 0; i < l->body->at[k].n; i++) {
                AliasSet both = l->body->at[j];
                int n = both.n;
                alias_add(&both, l->body->at[k].at[i]);
                if ((l->unique[k] || l->unique[j]) && n == both.n) {
                    error_at(l->exp->span, ERR_LOOP_ALIASED, "'%s' and '%s' become the same, and "
                             "one is consumed; write 'copy'", param_name(l, j), param_name(l, k));
                    note_at(l->exp->exp.at[1]->span, "this is what they become");
                    return;
                }
            }
}

/* The initial value, which the loop consumes, must not be that of another
   parameter, nor be used inside. */
static void consume_init(const Loop *l, int k)
{
    const AliasSet *init = &l->init->at[k];
    for (int j = 0; j < l->init->n; j++)
        for (int i = 0; j != k && i < init->n; i++)
            if (alias_has(&l->init->at[j], init->at[i])) {
                error_at(l->exp->exp.at[0]->span, ERR_CONSUMES_ALIAS, "'%s' and '%s' both start "
                         "as '%s', and one is consumed; write 'copy'", param_name(l, j),
                         param_name(l, k), init->at[i]->name);
                return;
            }
    for (int i = l->read; i < l->nread; i++)
        for (int j = 0; j < init->n; j++)
            if (unique.read.at[i] == init->at[j]) {
                error_at(l->exp->span, ERR_LOOP_ALIASED, "'%s' is used in the loop, which consumes "
                         "it as the initial value of '%s'; write 'copy'", init->at[j]->name,
                         param_name(l, k));
                return;
            }
    alias_consume(init, l->exp->exp.at[0]->span);
}

static void settle(Loop *l, Alias *to)
{
    for (int k = 0; k < to->n; k++) {
        if (l->unique[k]) {
            consume_init(l, k);
            continue;
        }
        alias_union(&to->at[k], &l->init->at[k]);
        const AliasSet *next = &l->body->at[k];
        for (int i = 0; i < next->n; i++) {
            int j = param_of(l, next->at[i]);
            if (j >= 0)
                alias_union(&to->at[k], &l->init->at[j]);
            else if (next->at[i]->serial <= l->start)
                alias_add(&to->at[k], next->at[i]);
        }
    }
}

Alias *alias_loop(Exp *e)
{
    const Pat *p = e->pat.at[0];
    Leaves declared = alias_leaves(p->ty);
    Loop l = { .exp = e, .unique = NEWS(bool, declared.n) };
    for (int i = 0; i < declared.n; i++)
        l.unique[i] = ty_is_unique(declared.at[i]);
    l.init = alias_walk(e->exp.at[0]);
    l.read = unique.read.n;
    const Alias *of = e->loop == LOOP_WHILE ? NULL : alias_walk(e->exp.at[2]);
    l.read = e->loop == LOOP_FOR ? unique.read.n : l.read;
    int mark = unique.hidden.n;
    Inside before = alias_enter("loop");
    l.start = unique.inside.barrier;
    if (e->loop == LOOP_FOR)
        alias_bind(e->name, e->span, ty_prim(I64), NEW(Alias));
    if (e->loop == LOOP_IN) {
        AliasSet all = alias_flat(of);
        alias_bind_pat(e->pat.at[1], alias_of_type(e->pat.at[1]->ty, &all));
    }
    l.param = alias_params(p, e->ty);
    if (e->loop == LOOP_WHILE)
        alias_walk(e->exp.at[2]);
    l.body = alias_walk(e->exp.at[1]);
    l.nread = unique.read.n;
    alias_leave(mark);
    unique.inside = before;
    find_unique(&l);
    find_shared(&l);
    Alias *result = alias_of_type(ty_with_unique(e->ty, false), NULL);
    if (!l.failed)
        settle(&l, result);
    return result;
}

/* ---- functions ----------------------------------------------------------- */

static bool is_fresh(const AliasSet *s)
{
    bool yes = true;
    for (int k = 0; k < s->n; k++)
        yes &= s->at[k]->consumable && s->at[k]->serial > unique.inside.barrier;
    return yes;
}

/* No other component of the result may be the same as number i. */
static bool is_apart(const Alias *a, int i)
{
    for (int j = 0; j < a->n; j++)
        for (int k = 0; j != i && k < a->at[i].n; k++)
            if (alias_has(&a->at[j], a->at[i].at[k]))
                return false;
    return true;
}

Fresh alias_fresh(const Alias *a, Ty *t)
{
    Fresh f = { NEWS(bool, a->n), ty_has_fun(t) ? 0 : a->n };
    for (int i = 0; i < f.n; i++)
        f.at[i] = is_fresh(&a->at[i]) && is_apart(a, i);
    return f;
}

void alias_refuse_global(const char *what, const Alias *a, const Span *s)
{
    AliasSet all = alias_flat(a);
    for (int i = 0; i < all.n; i++)
        if (all.at[i]->global) {
            error_at(s, ERR_RESULT_ALIASED, "the result of %s may be '%s', which is defined "
                     "outside; write 'copy'", what, all.at[i]->name);
            return;
        }
}

static void refuse_result(const Result *r, const char *text)
{
    error_at(r->written, ERR_RESULT_ALIASED, "%s; write 'copy'", text);
    note_at(r->body, "this is the result");
}

/* What is declared unique must be nobody else's. */
static void check_leaf(const Result *r, const AliasSet *s, Ty *given, AliasSet *seen)
{
    for (int i = 0; i < s->n; i++) {
        const AliasVar *v = s->at[i];
        int n = seen->n;
        alias_add(seen, s->at[i]);
        if (!v->consumable || v->serial <= unique.inside.barrier) {
            refuse_result(r, format("the result of %s is declared unique, %s, but may be '%s', "
                                    "which is not", r->what, ty_str(given), v->name));
            if (!v->global)
                note_at(v->span, "'%s' is bound here", v->name);
            return;
        }
        if (seen->n == n) {
            refuse_result(r, format("two components of the result of %s may be the same, '%s', "
                                    "but are declared unique", r->what, v->name));
            return;
        }
    }
}

/* A component that is not declared unique may not be one that is. */
static void check_other_leaf(const Result *r, const AliasSet *s, const AliasSet *seen)
{
    for (int i = 0; i < s->n; i++)
        if (alias_has(seen, s->at[i])) {
            refuse_result(r, format("two components of the result of %s may be the same, '%s', "
                                    "but one is declared unique", r->what, s->at[i]->name));
            return;
        }
}

void alias_check_result(const Result *r, Ty *t, const Alias *a)
{
    AliasSet seen = {0};
    int errors = error_count();
    Leaves leaf = alias_leaves(t);
    for (int i = 0; i < leaf.n; i++)
        if (ty_is_unique(leaf.at[i]))
            check_leaf(r, &a->at[i], leaf.at[i], &seen);
    for (int i = 0; i < leaf.n && errors == error_count(); i++)
        if (!ty_is_unique(leaf.at[i]))
            check_other_leaf(r, &a->at[i], &seen);
}

static Ty **result_type(const Dec *d)
{
    Ty **t = (Ty **)&d->ty;
    for (int i = 0; i < d->param.n; i++)
        t = &ty_resolve(*t)->part[1];
    return t;
}

/* The type with those leaves unique that share nothing, from number *k on. */
static Ty *with_unique_leaves(Ty *given, const Fresh *f, int *k)
{
    Ty *t = ty_resolve(given);
    if (t->kind != TY_TUPLE && t->kind != TY_RECORD)
        return f->at[(*k)++] ? ty_with_unique(given, true) : given;
    Ty *n = ty_copy(t);
    for (int i = 0; i < t->nparts; i++)
        n->part[i] = with_unique_leaves(t->part[i], f, k);
    return n;
}

Fresh alias_function(Dec *d)
{
    int mark = unique.hidden.n, k = 0;
    for (int i = 0; i < d->param.n; i++)
        alias_bind_param(d->param.at[i]);
    const Alias *a = alias_walk(d->body);
    alias_leave(mark);
    Ty **t = result_type(d);
    const char *what = format("'%s'", d->name);
    if (d->param.n && !d->applied)
        alias_refuse_global(what, a, d->name_span);
    Fresh fresh = alias_fresh(a, *t);
    if (d->result) {
        alias_check_result(&(Result){ what, d->result->span, d->body->span }, *t, a);
        Leaves leaf = alias_leaves(*t);
        for (int i = 0; i < fresh.n; i++)
            fresh.at[i] &= ty_is_unique(leaf.at[i]);
    } else if (d->param.n && fresh.n) {
        *t = with_unique_leaves(*t, &fresh, &k);
    }
    return fresh;
}

void check_unique(Dec *d)
{
    unique = (Unique){ .scope = table_new(), .inside = { 0, "function" },
                       .applied = d->applied };
    alias_function(d);
}
