/* resolve.c -- expressions, patterns and types, copied with each name saying
   which declaration it means. */
#include "module.h"

#include <string.h>

/* ---- names --------------------------------------------------------------- */

/* Values being defined: a mention that means nothing else is recursion. */
typedef struct Self { const char *name, *key; Dec *dec; const struct Self *outer; } Self;
static const Self *self;

static const Self *self_of(const char *name)
{
    const Self *s = self;
    while (s && s->name != name)
        s = s->outer;
    return s;
}

static void find_self(Exp **e, void *found)
{
    *(bool *)found |= (*e)->kind == E_NAME && self_of((*e)->name);
    exp_each(*e, find_self, found);
}

/* It mentions what is being defined. */
static bool calls_back(const Dec *later)
{
    bool found = false;
    Exp *body = later->body;
    if (body)
        find_self(&body, &found);
    return found;
}

/* What a name means that nothing here explains: one of the prelude, or none. */
static const char *unknown_value(const char *name, const Span *s)
{
    if (known_in_prelude(name))
        return name;
    const Dec *later = known_later(name);
    const Self *self = self_of(name);
    if (!later && !self)
        return name;
    if (self && self->key && self->dec->param.n) {
        self->dec->recursive = true;
        return self->key;
    } else if (self) {
        error_at(s, ERR_RECURSION, "'%s' calls itself: only functions at the top or in a module "
                 "can; write a loop", name);
    } else {
        error_at(s, ERR_DEFINED_LATER, "'%s' is used before its definition", name);
        if (calls_back(later))
            note_at(later->name_span, "it is defined here, and calls that which calls it: "
                    "functions cannot call each other; let one of them do the work of both");
        else
            note_at(later->name_span, "it is defined here; move it up");
    }
    return wrong_name();
}

/* Follows a path up to a value; *fields is what is left of it: its fields. */
static const Meaning *value_of_path(const Known *k, const char *path, const char **fields,
                                    const Span *s)
{
    const char *name = name_head(path, fields);
    const Meaning *m = known_find(k, N_VALUE | N_MODULE, name);
    int n = (int)strlen(name);
    while (m && m->kind == N_MODULE && *fields) {
        name = name_head(*fields, fields);
        n += 1 + (int)strlen(name);
        const Meaning *next = m->module->kind == MODULE_FUNCTOR ? NULL
            : module_member(m->module, *fields ? N_VALUE | N_MODULE : N_VALUE, name);
        if (!next)
            return known_path(k, N_VALUE, internn(path, n), s);
        m = next;
    }
    return m;
}

/* The unique name of the value that a path means, *fields as above. */
static const char *key_of(const Known *k, const char *path, const char **fields, const Span *s)
{
    const Meaning *m = value_of_path(k, path, fields, s);
    int n = *fields ? (int)(strlen(path) - strlen(*fields)) - 1 : (int)strlen(path);
    const char *name = internn(path, n);
    if (!m && !name_is_symbol(name) && strchr(name, '.'))
        return wrong_name();
    if (!m && *fields && !known_in_prelude(name))
        known_path(k, N_VALUE, path, s);
    else if (!m)
        return unknown_value(name, s);
    else if (m->kind == N_MODULE)
        error_at(s, ERR_NOT_A_VALUE, "'%s' is a module; a value is wanted here", name);
    else
        return m->key ? m->key : name;
    *fields = NULL;
    return wrong_name();
}

/* x.y.z: a member of modules, and then fields of it. */
static Exp *resolve_name(const Exp *e, const Known *k)
{
    const char *fields, *name = key_of(k, e->name, &fields, e->span);
    Exp *n = exp_named(E_NAME, e->span, name, NULL, NULL);
    n->written = fields ? internn(e->name, (int)(strlen(e->name) - strlen(fields)) - 1)
                        : e->name;
    return name == wrong_name() ? n : exp_fields(e->span, n, fields);
}

/* ---- types --------------------------------------------------------------- */

static const char *resolve_type_name(const TypeExp *t, const Known *k)
{
    if (!strchr(t->name, '.')) {
        const Meaning *m = known_find(k, N_TYPE, t->name);
        return m && m->key ? m->key : t->name;
    }
    const Meaning *m = known_path(k, N_TYPE, t->name, t->span);
    return m ? m->key : wrong_name();
}

static Exp *maybe(const Exp *e, const Known *k)
{
    return e ? resolve_exp(e, k) : NULL;
}

static TypeExp *maybe_type(const TypeExp *t, const Known *k)
{
    return t ? resolve_type(t, k) : NULL;
}

/* A vector of its own for the copy of a node. */
#define OWN(v) ((v).at = COPIES(__typeof__(*(v).at), (v).at, (v).n), (v).room = (v).n)

TypeExp *resolve_type(const TypeExp *t, const Known *k)
{
    TypeExp *n = COPY(TypeExp, *t);
    if (t->kind == T_NAME)
        n->name = resolve_type_name(t, k);
    for (int i = 0; i < t->size_name.n; i++)
        k = known_local(k, N_VALUE, t->size_name.at[i]);
    n->elem = maybe_type(t->elem, k);
    n->result = maybe_type(t->result, t->kind == T_FUN && t->name
                                          ? known_local(k, N_VALUE, t->name) : k);
    n->size = maybe(t->size, k);
    OWN(n->part);
    for (int i = 0; i < n->part.n; i++)
        n->part.at[i] = resolve_type(n->part.at[i], k);
    return n;
}

/* ---- patterns ------------------------------------------------------------ */

/* The copy; *k gets the names that it binds. */
static Pat *resolve_pat(const Pat *p, const Known **k)
{
    Pat *n = COPY(Pat, *p);
    n->type = maybe_type(p->type, *k);
    n->literal = maybe(p->literal, *k);
    if (p->kind == P_NAME)
        *k = known_local(*k, N_VALUE, p->name);
    OWN(n->part);
    for (int i = 0; i < n->part.n; i++)
        n->part.at[i] = resolve_pat(n->part.at[i], k);
    return n;
}

const Known *resolve_tparams(const Dec *from, Dec *to, const Known *k)
{
    to->tparam = from->tparam;
    OWN(to->tparam);
    for (int i = 0; i < from->tparam.n; i++) {
        const TypeParam *p = &from->tparam.at[i];
        k = known_local(k, p->kind == PARAM_SIZE ? N_VALUE : N_TYPE, p->name);
    }
    return k;
}

Dec *resolve_fun(const Dec *d, const Known *k, const char *key)
{
    Dec *n = COPY(Dec, *d);
    n->origin = (Dec *)d;
    OWN(n->attr);
    const Self mine = { d->name, key, n, self };
    self = &mine;
    k = resolve_tparams(d, n, k);
    OWN(n->param);
    for (int i = 0; i < n->param.n; i++)
        n->param.at[i] = resolve_pat(n->param.at[i], &k);
    n->result = maybe_type(d->result, k);
    n->body = resolve_exp(d->body, k);
    self = mine.outer;
    return n;
}

/* ---- expressions --------------------------------------------------------- */

static void resolve_part(Exp **part, void *known)
{
    *part = resolve_exp(*part, known);
}

static void resolve_parts(Exp *e, const Known *k)
{
    exp_each(e, resolve_part, (Known *)k);
    e->type = maybe_type(e->type, k);
}

static void resolve_lambda(Exp *e, const Known *k)
{
    for (int i = 0; i < e->pat.n; i++)
        e->pat.at[i] = resolve_pat(e->pat.at[i], &k);
    e->type = maybe_type(e->type, k);
    e->exp.at[0] = resolve_exp(e->exp.at[0], k);
}

static void resolve_loop(Exp *e, const Known *k)
{
    const Known *in = k;
    bool outside = e->loop != LOOP_WHILE;
    e->exp.at[0] = resolve_exp(e->exp.at[0], k);
    if (outside)
        e->exp.at[2] = resolve_exp(e->exp.at[2], k);
    e->pat.at[0] = resolve_pat(e->pat.at[0], &in);
    if (!outside)
        e->exp.at[2] = resolve_exp(e->exp.at[2], in);
    if (e->loop == LOOP_FOR)
        in = known_local(in, N_VALUE, e->name);
    if (e->loop == LOOP_IN)
        e->pat.at[1] = resolve_pat(e->pat.at[1], &in);
    e->exp.at[1] = resolve_exp(e->exp.at[1], in);
}

static void resolve_match(Exp *e, const Known *k)
{
    e->exp.at[0] = resolve_exp(e->exp.at[0], k);
    for (int i = 0; i < e->pat.n; i++) {
        const Known *in = k;
        e->pat.at[i] = resolve_pat(e->pat.at[i], &in);
        e->exp.at[1 + i] = resolve_exp(e->exp.at[1 + i], in);
    }
}

/* All of a let but what follows it, where *k holds. */
static void resolve_let(Exp *e, const Known **k)
{
    if (e->kind == E_LET_FUN) {
        const char *name = e->dec->name;
        e->dec = resolve_fun(e->dec, *k, NULL);
        *k = known_local(*k, N_VALUE, name);
        return;
    }
    e->exp.at[0] = resolve_exp(e->exp.at[0], *k);
    for (int i = 0; i < e->size_name.n; i++)
        *k = known_local(*k, N_VALUE, e->size_name.at[i]);
    e->pat.at[0] = resolve_pat(e->pat.at[0], k);
}

static Exp *copy(const Exp *e)
{
    Exp *n = COPY(Exp, *e);
    OWN(n->exp);
    OWN(n->pat);
    return n;
}

static Exp *resolve_one(const Exp *e, const Known *k)
{
    if (e->kind == E_NAME)
        return resolve_name(e, k);
    if (e->kind == E_OPEN) {
        const Meaning *m = known_path(k, N_MODULE, e->name, e->span);
        Module *opened = m ? m->module : module_new(MODULE_WRONG);
        Exp *inner = resolve_exp(e->exp.at[0], known_open(k, opened));
        return opened->kind != MODULE_WRONG ? inner
             : exp_named(E_NAME, e->span, wrong_name(), NULL, NULL);
    }
    Exp *n = copy(e);
    switch (e->kind) {
    case E_LAMBDA: resolve_lambda(n, k); break;
    case E_LOOP: resolve_loop(n, k); break;
    case E_MATCH: resolve_match(n, k); break;
    default: resolve_parts(n, k);
    }
    return n;
}

/* A chain of lets is walked in a loop. */
Exp *resolve_exp(const Exp *e, const Known *k)
{
    Exp *first = NULL, **at = &first;
    for (; exp_is_let(e); e = e->exp.at[1]) {
        Exp *n = *at = copy(e);
        resolve_let(n, &k);
        at = &n->exp.at[1];
    }
    *at = resolve_one(e, k);
    return first;
}
