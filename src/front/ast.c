/* ast.c -- builders that the grammar calls, names, and how deep a tree is. */
#include "build.h"

#include <ctype.h>
#include <string.h>

/* ---- names --------------------------------------------------------------- */

bool name_is_symbol(const char *name)
{
    return *name && strchr("+-*/%=!><|&^", *name);
}

const char *name_head(const char *path, const char **rest)
{
    const char *dot = name_is_symbol(path) ? NULL : strchr(path, '.');
    *rest = dot ? intern(dot + 1) : NULL;
    return dot ? internn(path, (int)(dot - path)) : path;
}

const char *exp_name(const Exp *e)
{
    return e->written ? e->written : e->name;
}

const char *source_text(const Span *s)
{
    Text t = {0};
    for (const char *p = s->src ? span_text(s) : ""; *p; p++) {
        bool blank = isspace((unsigned char)*p);
        if (!blank || (t.n && t.at[t.n - 1] != ' '))
            text_char(&t, blank ? ' ' : *p);
    }
    return text_str(&t);
}

/* ---- walking ------------------------------------------------------------- */

bool dec_has_attr(const Dec *d, const char *attr)
{
    for (int i = 0; i < d->attr.n; i++)
        if (!strcmp(d->attr.at[i], attr))
            return true;
    return false;
}

/* True of the name in a `name` b. */
static bool stands_after(const Exp *name, const Exp *operand)
{
    const Span *n = name->span, *o = operand->span;
    return n && o && (n->line > o->line || (n->line == o->line && n->col > o->col));
}

bool exp_is_infix(const Exp *e)
{
    const Exp *head = e->kind == E_APPLY && e->exp.n == 3 ? e->exp.at[0] : NULL;
    const char *name = head && head->kind == E_NAME ? exp_name(head) : "";
    return *name && (name_is_symbol(name + strlen(name) - 1) || stands_after(head, e->exp.at[1]));
}

bool exp_is_let(const Exp *e)
{
    return e->kind == E_LET || e->kind == E_LET_FUN;
}

const Pat *pat_plain(const Pat *p)
{
    while (p->kind == P_ASCRIBE)
        p = p->part.at[0];
    return p;
}

Exps exp_indices(const Exp *e)
{
    int first = e->kind == E_UPDATE ? 2 : 1;
    return (Exps){ e->exp.at + first, e->exp.n - first, 0 };
}

void exp_each(Exp *e, ExpFn *f, void *arg)
{
    for (int i = 0; i < e->exp.n; i++)
        if (e->exp.at[i])
            f(&e->exp.at[i], arg);
}

/* ---- nesting ------------------------------------------------------------- */

static int deeper(int depth, const Span *s)
{
    enum { MAX_DEPTH = 2000 };
    if (depth >= MAX_DEPTH)
        fail_at(s, ERR_NESTING, "this is nested more than %d deep", MAX_DEPTH);
    return depth + 1;
}

static void nest_exp(Exp *e, int depth);

static void nest_type(const TypeExp *t, int depth)
{
    if (!t)
        return;
    depth = deeper(depth, t->span);
    nest_type(t->elem, depth);
    nest_type(t->result, depth);
    nest_exp(t->size, depth);
    for (int i = 0; i < t->part.n; i++)
        nest_type(t->part.at[i], depth);
}

static void nest_pat(const Pat *p, int depth)
{
    depth = deeper(depth, p->span);
    nest_type(p->type, depth);
    nest_exp(p->literal, depth);
    for (int i = 0; i < p->part.n; i++)
        nest_pat(p->part.at[i], depth);
}

static void nest_dec(const Dec *d, int depth);

static void nest_sig(const SigExp *s, int depth)
{
    if (!s)
        return;
    depth = deeper(depth, s->span);
    nest_sig(s->part, depth);
    nest_sig(s->result, depth);
    nest_type(s->type, depth);
    for (int i = 0; i < s->spec.n; i++)
        nest_dec(s->spec.at[i], depth);
}

static void nest_mod(const ModExp *m, int depth)
{
    if (!m)
        return;
    depth = deeper(depth, m->span);
    nest_mod(m->fun, depth);
    nest_mod(m->part, depth);
    nest_sig(m->sig, depth);
    for (int i = 0; i < m->dec.n; i++)
        nest_dec(m->dec.at[i], depth);
}

static void nest_dec(const Dec *d, int depth)
{
    for (int i = 0; i < d->param.n; i++)
        nest_pat(d->param.at[i], depth);
    nest_type(d->result, depth);
    nest_type(d->type, depth);
    nest_exp(d->body, depth);
    nest_mod(d->mod, depth);
    nest_sig(d->sig, depth);
}

static void nest_part(Exp **part, void *depth)
{
    nest_exp(*part, *(int *)depth);
}

static void nest_bound(const Exp *e, int depth)
{
    for (int i = 0; i < e->pat.n; i++)
        nest_pat(e->pat.at[i], depth);
    nest_type(e->type, depth);
    if (e->dec)
        nest_dec(e->dec, depth);
}

/* A chain of lets counts as one level: it is walked in a loop. */
static void nest_exp(Exp *e, int depth)
{
    int inner = e ? deeper(depth, e->span) : 0;
    for (; e && exp_is_let(e); e = e->exp.at[1]) {
        nest_bound(e, inner);
        nest_exp(e->exp.at[0], inner);
    }
    if (!e)
        return;
    if (e->kind == E_APPLY && !exp_is_infix(e))
        inner = deeper(inner + e->exp.n - 3, e->span);
    nest_bound(e, inner);
    exp_each(e, nest_part, &inner);
}

void dec_check_nesting(const Dec *d)
{
    nest_dec(d, 0);
}

void exp_check_nesting(Exp *e)
{
    nest_exp(e, 0);
}

/* ---- expressions --------------------------------------------------------- */

Exp *exp_new(ExpKind k, const Span *s, Exp *a, Exp *b, Exp *c)
{
    Exp *e = NODE(Exp, s, .kind = k), *part[] = { a, b, c };
    for (int i = 0; i < 3 && part[i]; i++)
        vec_push(&e->exp, part[i]);
    return e;
}

Exp *exp_named(ExpKind k, const Span *s, const char *name, Exp *a, Exp *b)
{
    Exp *e = exp_new(k, s, a, b, NULL);
    e->name = name;
    return e;
}

Exp *exp_add_field(Exp *record, Field f)
{
    vec_push(&record->field, f.name);
    vec_push(&record->exp, f.exp);
    return record;
}

Exp *exp_range(const Span *s, const char *dots, Exp *from, Exp *second, Exp *to)
{
    Exp *e = exp_named(E_RANGE, s, dots, from, NULL);
    vec_push(&e->exp, second);
    vec_push(&e->exp, to);
    return e;
}

/* (x op): an argument more does not make it x op y, where x comes first. */
static bool is_left_section(const Exp *f)
{
    const Exp *head = f->kind == E_APPLY && f->exp.n == 2 ? f->exp.at[0] : NULL;
    return head && head->kind == E_NAME && name_is_symbol(head->name);
}

/* One argument more; those of a constructor belong to it. */
Exp *exp_apply(const Span *s, Exp *f, Exp *x)
{
    if ((f->kind != E_CTOR && f->kind != E_APPLY) || is_left_section(f))
        return exp_new(E_APPLY, s, f, x, NULL);
    vec_push(&f->exp, x);
    f->span = s;
    return f;
}

Exp *exp_infix(const Span *s, const Span *at, const char *op, Exp *a, Exp *b)
{
    return exp_new(E_APPLY, s, exp_named(E_NAME, at, op, NULL, NULL), a, b);
}

static Exp *with_indices(Exp *e, Exps indices)
{
    vec_append(&e->exp, indices.at, indices.n);
    return e;
}

Exp *exp_index_of(const Span *s, Exp *array, Exps indices)
{
    return with_indices(exp_new(E_INDEX, s, array, NULL, NULL), indices);
}

/* A name like '_x' is for a value that is not used. A name like '__x' can be read. */
Exp *exp_use(const Span *s, const char *name)
{
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    if (last[0] == '_' && last[1] != '_')
        error_at(s, ERR_UNUSED_NAME, "'%s' begins with '_': such a name is for what is not used",
                 last);
    return exp_named(E_NAME, s, name, NULL, NULL);
}

Exp *exp_fields(const Span *s, Exp *e, const char *path)
{
    while (path) {
        const char *name = name_head(path, &path);
        e = exp_named(E_FIELD, s, name, e, NULL);
    }
    return e;
}

Exp *exp_lambda(const Span *s, Pats params, TypeExp *result, Exp *body)
{
    Exp *e = exp_new(E_LAMBDA, s, body, NULL, NULL);
    e->pat = params;
    e->type = result;
    return e;
}

/* The name is none that a program can write. */
Exp *exp_it(const Span *s)
{
    return exp_named(E_NAME, s, intern("#it"), NULL, NULL);
}

static Pat *pat_it(const Span *s)
{
    return NODE(Pat, s, .kind = P_NAME, .name = intern("#it"));
}

/* \it -> of it */
Exp *exp_section(const Span *s, Exp *of_it)
{
    return exp_lambda(s, APPEND((Pats){0}, pat_it(s)), NULL, of_it);
}

Exp *exp_steps(void)
{
    Exp *e = NODE(Exp, NULL, .kind = E_UPDATE);
    vec_push(&e->exp, NULL);
    vec_push(&e->exp, NULL);
    return e;
}

Exp *exp_step_fields(Exp *update, const char *path)
{
    while (path)
        vec_push(&update->step, ((UpdateStep){ name_head(path, &path), 0 }));
    return update;
}

/* [i][j] is [i, j]. */
Exp *exp_step_index(Exp *update, Exps indices)
{
    UpdateStep *last = update->step.n ? &update->step.at[update->step.n - 1] : NULL;
    if (!last || last->field)
        vec_push(&update->step, ((UpdateStep){ NULL, indices.n }));
    else
        last->indices += indices.n;
    for (int i = 2; last && !last->field && i < update->exp.n; i++)
        if (update->exp.at[i]->kind == E_SLICE)
            error_at(update->exp.at[i]->span, ERR_SYNTAX, "an index cannot follow a slice here");
    return with_indices(update, indices);
}

/* `let r.a[i] = v`: the name is r, and a the first step. */
Exp *exp_steps_from(const char *path, Exp *more)
{
    Exp *update = exp_steps();
    name_head(path, &path);
    exp_step_fields(update, path);
    vec_append(&update->step, more->step.at, more->step.n);
    return with_indices(update, exp_indices(more));
}

Exp *exp_update(const Span *s, Exp *a, Exp *update, Exp *value)
{
    update->span = s;
    update->exp.at[0] = a;
    update->exp.at[1] = value;
    return update;
}

Exp *exp_let(const Span *s, NameList sizes, Pat *p, Exp *value, Exp *body)
{
    Exp *e = exp_new(E_LET, s, value, body, NULL);
    vec_push(&e->pat, p);
    e->size_name = sizes;
    return e;
}

Exp *exp_let_fun(const Span *s, Dec *d, Exp *body)
{
    Exp *e = NODE(Exp, s, .kind = E_LET_FUN, .dec = d);
    vec_push(&e->exp, NULL);
    vec_push(&e->exp, body);
    return e;
}

/* `let a[i] = v` is `let a = a with [i] = v`. */
Exp *exp_let_update(const Span *s, const Span *at, const char *name, Exp *update, Exp *value,
                    Exp *body)
{
    Exp *a = exp_named(E_NAME, at, name, NULL, NULL);
    return exp_let(s, (NameList){0}, NODE(Pat, at, .kind = P_NAME, .name = name),
                   exp_update(span_join(at, value->span), a, update, value), body);
}

/* `loop x for ..` starts from the x outside. */
static Exp *pat_as_exp(const Pat *of)
{
    const Pat *p = pat_plain(of);
    Exp *e = exp_named(E_NAME, p->span, p->name, NULL, NULL);
    if (p->kind == P_TUPLE || p->kind == P_RECORD)
        e->kind = p->kind == P_TUPLE ? E_TUPLE : E_RECORD;
    else if (p->kind != P_NAME)
        error_at(p->span, ERR_SYNTAX, "this loop needs an initial value: loop .. = VALUE");
    for (int i = 0; i < p->part.n; i++)
        vec_push(&e->exp, pat_as_exp(p->part.at[i]));
    e->field = p->field;
    return e;
}

Exp *exp_loop(const Span *s, Pat *p, Exp *init, Exp *form, Exp *body)
{
    Exp *e = exp_new(E_LOOP, s, init ? init : pat_as_exp(p), body, form->exp.at[0]);
    e->loop = form->loop;
    e->name = form->name;
    vec_push(&e->pat, p);
    if (form->pat.n)
        vec_push(&e->pat, form->pat.at[0]);
    return e;
}

Exp *exp_loop_form(LoopKind k, const char *name, Pat *p, Exp *of)
{
    Exp *e = exp_named(E_LOOP, of->span, name, of, NULL);
    e->loop = k;
    if (p)
        vec_push(&e->pat, p);
    return e;
}

Exp *exp_case(const Span *s, Exp *match, Pat *p, Exp *value)
{
    match->span = s;
    vec_push(&match->pat, p);
    vec_push(&match->exp, value);
    return match;
}

/* ---- patterns, types, modules -------------------------------------------- */

Pat *pat_add_field(Pat *record, Field f)
{
    vec_push(&record->field, f.name);
    vec_push(&record->part, f.pat);
    return record;
}

Pat *pat_typed(const Span *s, Pat *p, TypeExp *t)
{
    return NODE(Pat, s, .kind = P_ASCRIBE, .part = APPEND((Pats){0}, p), .type = t);
}

TypeExp *type_add_field(TypeExp *t, Field f)
{
    vec_push(&t->field, f.name);
    vec_push(&t->part, f.type);
    return t;
}

ModExp *mod_is(const Span *s, ModExp *m, SigExp *sig)
{
    return sig ? NODE(ModExp, s, .kind = M_IS, .part = m, .sig = sig) : m;
}

ModExp *mod_lambda(const Span *s, ModParam param, ModExp *body)
{
    return NODE(ModExp, s, .kind = M_LAMBDA, .name_span = param.span, .name = param.name,
                .sig = param.sig, .part = body);
}
