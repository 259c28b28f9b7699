/* resolve.c -- expressions, patterns and types, copied with each name saying
   which declaration it means. */
#include "module.h"

#include <string.h>

/* ---- names --------------------------------------------------------------- */

/* Functions further down that call back the one that is being defined, in an order in which
   each is defined before it is mentioned. They become local functions of that one. */
typedef struct {
    VEC(const Dec *) dec;
    VEC(const char *) key;
    const Dec *wanted;         /* one that was mentioned before it */
    int moves;
} Group;

/* Values being defined: a mention that means nothing else is recursion. */
typedef struct Self {
    const char *name, *key;
    Dec *dec;
    Group *group;              /* null: it takes no other function in */
    const struct Self *outer;
} Self;
static const Self *self;

static const Self *self_of(const char *name)
{
    const Self *s = self;
    while (s && s->name != name)
        s = s->outer;
    return s;
}

typedef struct { VEC(const Dec *) seen; bool found; } Reached;

static bool reaches_self(const Dec *later, Reached *r);

static void find_self(Exp **at, void *arg)
{
    Exp *e = *at;
    Reached *r = arg;
    const Dec *later = e->kind == E_NAME && !self_of(e->name) ? known_later(e->name) : NULL;
    r->found |= (e->kind == E_NAME && self_of(e->name)) || (later && reaches_self(later, r));
    if (e->kind == E_LET_FUN && e->dec->body)
        find_self(&e->dec->body, r);
    exp_each(e, find_self, r);
}

static bool reaches_self(const Dec *later, Reached *r)
{
    for (int i = 0; i < r->seen.n; i++)
        if (r->seen.at[i] == later)
            return r->found;
    vec_push(&r->seen, later);
    Exp *body = later->body;
    if (body)
        find_self(&body, r);
    return r->found;
}

/* It calls what is being defined, itself or through others. */
static bool calls_back(const Dec *later)
{
    return reaches_self(later, &(Reached){0});
}

/* The function whose definition is being resolved, if it may take others in. */
static const Self *taker(void)
{
    const Self *s = self;
    while (s && !s->key)
        s = s->outer;
    return s && s->group ? s : NULL;
}

/* True if a function that is mentioned above its definition calls back the function that is being
   resolved: it becomes a local function of that one. */
static bool take_in(const Dec *later)
{
    const Self *s = taker();
    bool known = s && later->group && later->group == s->dec->origin->group;
    if (!s || !later->param.n || !(known || calls_back(later)))
        return false;
    if (!s->group->wanted)
        s->group->wanted = later;
    return true;
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
    } else if (self && self->dec->origin == later && taker()) {
        error_at(s, ERR_RECURSION, "'%s' and '%s' call each other, and '%s' also itself; only one "
                 "of them can: write a loop in the other", taker()->name, name, name);
    } else if (self) {
        error_at(s, ERR_RECURSION, "'%s' calls itself: only functions at the top or in a module "
                 "can; write a loop", name);
    } else if (!take_in(later)) {
        error_at(s, ERR_DEFINED_LATER, "'%s' is used before its definition", name);
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

/* The function that takes in the one that is being resolved; or null. */
static const Dec *taking;

static bool pat_hides(const Pat *p, const char *name)
{
    bool yes = p->kind == P_NAME && p->name == name;
    for (int i = 0; i < p->part.n && !yes; i++)
        yes = pat_hides(p->part.at[i], name);
    return yes;
}

/* A function that is taken in stands within the parameters of the other. */
static bool is_hidden(const char *key, const Span *s)
{
    bool hidden = false;
    for (int i = 0; taking && i < taking->tparam.n; i++)
        hidden |= taking->tparam.at[i].name == key;
    for (int i = 0; taking && i < taking->param.n; i++)
        hidden |= pat_hides(taking->param.at[i], key);
    if (hidden)
        error_at(s, ERR_RECURSION, "'%s' is also a parameter of '%s', which this function calls "
                 "and which calls it; rename the parameter", key, taking->name);
    return hidden;
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
    else if (!m->key || !is_hidden(m->key, s))
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

static Dec *resolve_with(const Dec *d, const Known *k, const char *key, Group *group)
{
    Dec *n = COPY(Dec, *d);
    n->origin = (Dec *)d;
    OWN(n->attr);
    const Self mine = { d->name, key, n, group, self };
    self = &mine;
    VEC(Dec *) local = {0};
    for (int i = group ? group->dec.n - 1 : -1; i >= 0; i--) {
        const Dec *c = group->dec.at[i];
        taking = d;
        Dec *own = resolve_fun(c, k, NULL);
        taking = NULL;
        own->name = group->key.at[i];
        own->written = c->name;
        own->entry = false;
        own->taken_in = true;
        vec_push(&local, own);
        k = known_add(k, c->name, (Meaning){ .kind = N_VALUE, .key = own->name,
                                             .span = c->name_span });
    }
    k = resolve_tparams(d, n, k);
    OWN(n->param);
    for (int i = 0; i < n->param.n; i++)
        n->param.at[i] = resolve_pat(n->param.at[i], &k);
    n->result = maybe_type(d->result, k);
    n->body = resolve_exp(d->body, k);
    for (int i = local.n - 1; i >= 0; i--)
        n->body = exp_let_fun(local.at[i]->span, local.at[i], n->body);
    self = mine.outer;
    return n;
}

Dec *resolve_fun(const Dec *d, const Known *k, const char *key)
{
    return resolve_with(d, k, key, NULL);
}

static bool has_type_param(const Dec *d)
{
    bool yes = false;
    for (int i = 0; i < d->tparam.n; i++)
        yes |= d->tparam.at[i].kind != PARAM_SIZE;
    return yes;
}

/* Puts the function that is wanted before all others; false: there is no order. */
static bool grow(Group *g, const Making *m)
{
    const Dec *wanted = g->wanted;
    int i = 0, n = g->dec.n;
    while (i < n && g->dec.at[i] != wanted)
        i++;
    const char *key = i < n ? g->key.at[i] : unique_value(wanted->name, m);
    if (i == n) {
        vec_push(&g->dec, wanted);
        vec_push(&g->key, key);
        return true;
    }
    for (; i + 1 < n; i++) {
        g->dec.at[i] = g->dec.at[i + 1];
        g->key.at[i] = g->key.at[i + 1];
    }
    g->dec.at[n - 1] = wanted;
    g->key.at[n - 1] = key;
    return ++g->moves <= n * n;
}

/* Two functions that call each other are one that calls itself: the first of them takes the
   others in, as local functions. */
Dec *resolve_group(const Dec *d, const Known *k, const char *key, const Making *m)
{
    Group g = {0};
    for (;;) {
        int errors = error_count();
        g.wanted = NULL;
        Dec *n = resolve_with(d, k, key, &g);
        if (g.dec.n && !g.wanted && !n->recursive && !d->group)
            return resolve_fun(d, k, key);           /* another name called back */
        for (int i = 0; i < g.dec.n && !g.wanted && !d->group; i++)
            ((Dec *)g.dec.at[i])->group = d;
        if (!g.wanted || error_count() != errors)
            return n;
        if (has_type_param(g.wanted)) {
            error_at(g.wanted->name_span, ERR_RECURSION, "'%s' and '%s' call each other; such a "
                     "function has no type parameters", d->name, g.wanted->name);
            return n;
        }
        if (!grow(&g, m)) {
            error_at(g.wanted->name_span, ERR_RECURSION, "'%s' calls itself through others than "
                     "'%s', which it calls, too; only one of them can: write a loop",
                     g.wanted->name, d->name);
            return n;
        }
    }
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
