/* build.c -- the table of operators, types, variables and nodes. */
#include "value.h"

#include <stdlib.h>
#include <string.h>

#define HAS(flags, f) ((flags "\0")[0] == f || (flags "\0")[1] == f)
const OpInfo ops[NOPS] = {
#define OP(id, text, groups, roles, kind, type, level, flags, name, word, c)  \
    [OP_##id] = { #id, text, groups, roles, sizeof groups - 1, K_##kind,      \
                  type, P_##level, HAS(flags, 'c'), HAS(flags, 'a'),          \
                  HAS(flags, 'f'), HAS(flags, 'p'), HAS(flags, 'r'), name, word, c },
#include "ops.def"
#undef OP
};

int op_group(Op op, char role)
{
    const char *roles = ops[op].roles;
    for (int g = 0; roles[g]; g++)
        if (roles[g] == role)
            return g;
    return -1;
}

/* ---- element types ------------------------------------------------------ */

static const struct {
    const char *name;
    int bytes;
    Type type;
} prims[NPRIMS] = {
#define PRIM(id, name, type, part) [id] = { #name, sizeof(type), { .prim = id } },
    PRIMS(PRIM)
#undef PRIM
};

const char *prim_name(Prim p) { return prims[p].name; }
int prim_bytes(Prim p) { return prims[p].bytes; }
bool prim_is_int(Prim p) { return p <= U64; }
bool prim_is_signed(Prim p) { return p <= I64; }
bool prim_is_float(Prim p) { return p >= F16 && p <= F64; }

bool prim_of_name(const char *name, Prim *p)
{
    for (int i = 0; i < NPRIMS; i++)
        if (!strcmp(name, prims[i].name)) {
            *p = (Prim)i;
            return true;
        }
    return false;
}

const char *const place_name[NPLACES] = { "", "rank", "grid", "block", "chain", "thread",
                                       "sequential" };

bool place_of_name(const char *name, Place *p)
{
    for (int i = AT_RANK; i < NPLACES; i++)
        if (!strcmp(name, place_name[i])) {
            *p = (Place)i;
            return true;
        }
    return false;
}

/* ---- types -------------------------------------------------------------- */

const Type *type_prim(Prim p)
{
    return &prims[p].type;
}

const Type *type_dims(Prim p, Core **dim, int rank)
{
    if (!rank)
        return type_prim(p);
    Type *t = MAKE(Type, p, rank, NEWS(Core *, rank));
    memcpy(t->dim, dim, sizeof *dim * (size_t)rank);
    return t;
}

const Type *type_array(const Type *elem, Core *size)
{
    Core **dim = NEWS(Core *, elem->rank + 1);
    dim[0] = size;
    for (int d = 0; d < elem->rank; d++)
        dim[d + 1] = elem->dim[d];
    return type_dims(elem->prim, dim, elem->rank + 1);
}

const Type *type_row(const Type *array)
{
    if (!array->rank)
        bug("type_row of a scalar");
    const Type *t = type_dims(array->prim, array->dim + 1, array->rank - 1);
    for (int d = 0; d < t->rank; d++) {
        const Core *lengths = dim_lengths(t->dim[d]);
        if (lengths && lengths->op == OP_VAR && lengths->var->type->rank == d + 1)
            t->dim[d] = NULL;
    }
    return t;
}

Core *dim_each(Core *lengths)
{
    Core *n = CORE(OP_EACH, lengths->span, one(lengths));
    core_set_type(n, type_prim(I64));
    return n;
}

Core *dim_lengths(const Core *dim)
{
    return dim && dim->op == OP_EACH ? dim->g[0].at[0] : NULL;
}

bool dim_known(const Core *dim)
{
    return dim && dim->op != OP_EACH;
}

bool dim_is_size(const Core *dim)
{
    return dim_known(dim) && dim->op != OP_EXT;
}

bool type_has_sizes(const Type *t)
{
    bool yes = true;
    for (int d = 0; d < t->rank; d++)
        yes &= dim_is_size(t->dim[d]);
    return yes;
}

bool type_is_array(const Type *t)
{
    return t->rank > 0;
}

bool type_is_ragged(const Type *t)
{
    return type_ragged(t) > 0;
}

bool core_gives(const Core *n, bool (*is)(const Type *t))
{
    bool yes = false;
    for (int i = 0; i < n->ntypes; i++)
        yes |= is(n->type[i]);
    return yes;
}

int type_ragged(const Type *t)
{
    for (int d = 1; d < t->rank; d++)
        if (!dim_known(t->dim[d]))
            return d;
    return 0;
}

bool type_deep(const Type *t)
{
    return type_ragged(t) == 1 && t->rank > 2 && type_ragged(type_row(t)) == 1;
}

const Type *type_of(const Core *single)
{
    if (single->ntypes != 1)
        bug("type_of: %s has %d types", ops[single->op].id, single->ntypes);
    return single->type[0];
}

bool type_same_shape(const Type *a, const Type *b)
{
    return a->prim == b->prim && a->rank == b->rank;
}

Core *array_length(Core *atom)
{
    const Type *t = type_of(atom);
    if (t->dim[0])
        return t->dim[0];
    Core *n = CORE(OP_LENGTH, atom->span, one(atom));
    core_set_type(n, type_prim(I64));
    return n;
}

bool type_equal(const Type *a, const Type *b)
{
    if (a == b)
        return true;
    if (!a || !b || !type_same_shape(a, b))
        return false;
    for (int d = 0; d < a->rank; d++) {
        Core *x = a->dim[d], *y = b->dim[d];
        bool unknown = (!x && dim_lengths(y)) || (!y && dim_lengths(x));
        if (x != y && !unknown && (!x || !y || !size_equal(x, y)))
            return false;
    }
    return true;
}

/* ---- variables ---------------------------------------------------------- */

/* Each name taken, with the next number to try after it. */
static Table *taken;

static Table *names(void)
{
    if (!taken)
        taken = table_new();
    return taken;
}

void vars_reset(void)
{
    taken = NULL;
}

const char *var_base(const char *name)
{
    int n = (int)strlen(name), i = n;
    while (i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9')
        i--;
    bool numbered = i < n && i > 1 && name[i - 1] == '_';
    return internn(name, numbered ? i - 1 : n);
}

bool name_is_operator(const char *name)
{
    for (int op = 0; op < NOPS; op++)
        if (!strcmp(name, ops[op].text))
            return true;
    return name_reserved(name);
}

/* base_k; it may be the name that there is. */
static const char *name_numbered(const char *name, const char *base, long k)
{
    const char *number = name + strlen(base) + 1;
    bool same = number[-1] == '_' && *number != '0' && strtol(number, NULL, 10) == k;
    return intern(same ? name : format("%s_%ld", base, k));
}

/* A name not in `used`, which is a set of names with, for each, the number to
   try next; so n variables of one base cost n steps. */
static const char *name_fresh(Table *used, const char *old)
{
    const char *base = var_base(old);
    intptr_t k = (intptr_t)table_get(used, base);
    if (!k)
        k = name_reserved(base);
    const char *name = base;
    if (k) {
        do
            name = name_numbered(old, base, (long)k++);
        while (table_has(used, name));
        table_put(used, name, (void *)1);
    }
    table_put(used, base, (void *)(k ? k : 1));
    return name;
}

static Var *var_make(const char *name, const Type *t, const Span *s)
{
    return MAKE(Var, .name = name, .type = t, .span = s);
}

Var *var_new(const char *base, const Type *t, const Span *s)
{
    return var_make(name_fresh(names(), base), t, s);
}

Var *var_named(const char *name, const Type *t, const Span *s)
{
    name = intern(name);
    if (!table_has(names(), name))
        table_put(names(), name, (void *)1);
    return var_make(name, t, s);
}

Var *var_like(const Var *v)
{
    Var *w = var_new(v->name, v->type, v->span);
    w->invented = v->invented;
    return w;
}

void var_keep(Var *v, const char *name)
{
    if (!strcmp(name, var_base(name)))
        return;
    v->name = var_named(name, v->type, v->span)->name;
    v->exact = true;
}

/* ---- nodes -------------------------------------------------------------- */

Core *core_node(Op op, const Span *s)
{
    Core *n = MAKE(Core, .op = op, .span = s);
    if (ops[op].kind != K_ATOM && ops[op].kind != K_PART) {
        n->span = s ? s : origin_now().span;
        n->step = origin_now().step;
    }
    if (ops[op].ngroups)
        n->g = NEWS(Kids, ops[op].ngroups);
    return n;
}

void core_set(Core *n, int group, Core **at, int count)
{
    if (group >= ops[n->op].ngroups)
        bug("%s has no operand group %d", ops[n->op].id, group);
    n->g[group] = (Kids){ at, count };
}

Core **one_atom(Core *a)
{
    return COPY(Core *, a);
}

Kids one(Core *a)
{
    return (Kids){ one_atom(a), 1 };
}

Kids kids_join(Kids a, Kids b)
{
    Kids k = { GROWN(Core *, a.at, a.n, b.n), a.n + b.n };
    copy_bytes(k.at + a.n, b.at, sizeof *b.at * (size_t)b.n);
    return k;
}

void core_set1(Core *n, int group, Core *kid)
{
    core_set(n, group, one_atom(kid), 1);
}

Core *core_of(Op op, const Span *s, const Kids *group)
{
    Core *n = core_node(op, s);
    for (int g = 0; g < ops[op].ngroups; g++)
        core_set(n, g, group[g].at, group[g].n);
    return n;
}

void core_set_type(Core *n, const Type *t)
{
    n->type = COPY(const Type *, t);
    n->ntypes = 1;
}

Core *core_copy_node(const Core *n)
{
    Core *c = COPY(Core, *n);
    int ng = ops[n->op].ngroups;
    if (ng)
        c->g = NEWS(Kids, ng);
    for (int g = 0; g < ng; g++) {
        c->g[g] = (Kids){ NEWS(Core *, n->g[g].n), n->g[g].n };
        copy_bytes(c->g[g].at, n->g[g].at, sizeof(Core *) * (size_t)n->g[g].n);
    }
    return c;
}

Core *core_var(Var *v)
{
    if (v->atom && v->type && v->atom->ntypes && v->atom->type[0] == v->type)
        return v->atom;
    arena_note(&v->atom);
    Core *n = v->atom = core_node(OP_VAR, v->span);
    n->var = v;
    if (v->type)
        core_set_type(n, v->type);
    return n;
}

Core *core_const(Scalar v)
{
    Core *n = core_node(OP_CONST, NULL);
    n->value = v;
    core_set_type(n, type_prim(v.prim));
    return n;
}

Core *core_int(Prim p, int64_t i) { return core_const(scalar_int(p, i)); }
Core *core_i64(int64_t i) { return core_int(I64, i); }
Core *core_bool(bool b) { return core_int(BOOL, b); }

Core *core_ext(int k)
{
    Core *n = core_node(OP_EXT, NULL);
    n->ext = k;
    core_set_type(n, type_prim(I64));
    return n;
}

Core *core_prim1(Op op, Core *a)
{
    return core_typed(CORE(op, a->span, one(a)));
}

Core *core_prim2(Op op, Core *a, Core *b)
{
    return core_typed(CORE(op, span_join(a->span, b->span), one(a), one(b)));
}

Core *core_conv(Prim to, Core *a)
{
    Core *n = CORE(OP_CONV, a->span, one(a));
    core_set_type(n, type_prim(to));
    return core_typed(n);
}

Core *core_claim(Core *a, const Type *t, const Span *s)
{
    Core *n = CORE(OP_COERCE, s, one(a));
    core_set_type(n, t);
    n->unchecked = true;
    return n;
}

Core *core_reshape(Core *a, Core **dim, int rank)
{
    Core *n = core_node(OP_RESHAPE, NULL), **size = NEWS(Core *, rank);
    copy_bytes(size, dim, sizeof *size * (size_t)rank);
    core_set(n, 0, size, rank);
    core_set1(n, 1, a);
    return core_typed(n);
}

Core *core_span(Core *from, Core *n)
{
    return CORE(OP_SPAN, NULL, one(from), one(n), one(core_i64(1)));
}

Core *core_at(Core *a, Core *const *index, int n)
{
    Core *e = core_node(OP_INDEX, NULL);
    int rank = type_of(a)->rank;
    Core **entry = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++)
        entry[d] = d < n ? index[d] : core_node(OP_WHOLE, NULL);
    core_set1(e, 0, a);
    core_set(e, 1, entry, rank);
    return core_typed(e);
}

Core *core_if(Core *c, Core *yes, Core *no)
{
    return core_typed(CORE(OP_IF, NULL, one(c), one(yes), one(no)));
}

Core *core_lam(Var **params, int n, Var *index, Core *body)
{
    Core *lam = core_node(OP_LAM, body->span);
    lam->bind = params;
    lam->nbinds = n;
    lam->index = index;
    core_set1(lam, 0, body);
    return lam;
}

Core *core_level(Var **bind, Kids arrays, Var *index, Core *width)
{
    Core *level = core_node(OP_LEVEL, NULL);
    level->at = AT_THREAD;
    level->bind = bind;
    level->nbinds = arrays.n;
    level->index = index;
    core_set1(level, 0, width);
    level->g[1] = arrays;
    return level;
}

Core *level_takes(Core *level, const char *name, Core *array)
{
    Var *v = var_new(name, type_row(type_of(array)), NULL);
    level->bind = GROWN(Var *, level->bind, level->nbinds, 1);
    level->bind[level->nbinds++] = v;
    level->g[1] = kids_join(level->g[1], one(array));
    return core_var(v);
}

Core *core_segmap(Kids levels, Core *body)
{
    return core_typed(CORE(OP_SEGMAP, NULL, levels, one(body)));
}

Core *core_body(Stm *stms, int n, Core **results, int nresults)
{
    Core *b = core_node(OP_BODY, NULL);
    b->stm = stms;
    b->nstms = n;
    core_set(b, 0, COPIES(Core *, results, nresults), nresults);   /* they may be on a stack */
    return core_typed(b);
}

/* ---- bodies under construction ------------------------------------------ */

Kids atoms_of(Var **var, int n)
{
    Kids k = { NEWS(Core *, n), n };
    for (int i = 0; i < n; i++)
        k.at[i] = core_var(var[i]);
    return k;
}

void vars_open(Var **var, Kids atom)
{
    for (int i = 0; i < atom.n; i++)
        core_set_type(atom.at[i], var[i]->type = type_open(var[i]->type, atom.at));
}

Var **stms_bind(Stms *b, Core *exp, const char **base)
{
    Var **var = NEWS(Var *, exp->ntypes);
    for (int i = 0; i < exp->ntypes; i++) {
        var[i] = var_new(base && base[i] ? base[i] : "t", exp->type[i], exp->span);
        var[i]->invented = !(base && base[i]);
    }
    vars_open(var, atoms_of(var, exp->ntypes));
    Stm s = { .var = var, .nvars = exp->ntypes, .exp = exp };
    vec_push(b, s);
    return var;
}

Core *stms_bind1(Stms *b, Core *exp, const char *name)
{
    if (is_atom(exp))
        return exp;
    if (exp->ntypes != 1)
        bug("stms_bind1: %s has %d results", ops[exp->op].id, exp->ntypes);
    return core_var(stms_bind(b, exp, &name)[0]);
}

Core *stms_body(Stms *b, Core **results, int n)
{
    return core_body(b->at, b->n, results, n);
}

Core *stms_body1(Stms *b, Core *result)
{
    return core_body(b->at, b->n, &result, 1);
}

Stms stms_of(const Core *body)
{
    return (Stms){ COPIES(Stm, body->stm, body->nstms), body->nstms, body->nstms };
}

/* ---- questions ---------------------------------------------------------- */

bool is_atom(const Core *n) { return n->op == OP_VAR || n->op == OP_CONST; }
bool is_var(const Core *n, const Var *v) { return n->op == OP_VAR && n->var == v; }
bool is_const(const Core *n) { return n->op == OP_CONST; }

bool core_binds(const Core *n)
{
    return n->op == OP_LAM || n->op == OP_LEVEL || is_loop(n);
}

const Stm *binding_of(const Core *body, const Var *v, int *k)
{
    for (int s = body->nstms - 1; s >= 0; s--)
        for (*k = 0; *k < body->stm[s].nvars; ++*k)
            if (body->stm[s].var[*k] == v)
                return &body->stm[s];
    return NULL;
}

Core *body_single(const Core *body)
{
    if (body->op != OP_BODY || body->nstms != 1)
        return NULL;
    const Stm *s = &body->stm[0];
    if (s->nvars != body->g[0].n || !s->nvars)
        return NULL;
    for (int i = 0; i < s->nvars; i++)
        if (!is_var(body->g[0].at[i], s->var[i]))
            return NULL;
    return s->exp;
}

/* ---- names -------------------------------------------------------------- */

static void tidy_vars(Var **var, int n, void *used)
{
    for (int i = 0; i < n; i++)
        if (!var[i]->exact)
            var[i]->name = name_fresh(used, var[i]->name);
}

/* Names with numbers of their own come before those that are numbered here. */
static void keep_exact(Var **var, int n, Table *used)
{
    for (int i = 0; i < n; i++) {
        var[i]->exact &= !table_has(used, var[i]->name);
        if (var[i]->exact)
            table_put(used, var[i]->name, (void *)1);
    }
}

static void tidy_in(Core *n, void *used)
{
    core_visit(n, tidy_in, tidy_vars, used);
}

static void keep_name(const void *name, void *value, void *arg)
{
    (void)arg;
    if (table_get(names(), name) < value)
        table_put(names(), name, value);
}

void core_tidy(Program *p)
{
    vars_reset();
    for (int i = 0; i < p->nfuncs; i++) {
        Func *f = p->func[i];
        Table *used = table_new();
        core_forget_lengths(f);
        keep_exact(f->size, f->nsizes, used);
        keep_exact(f->param, f->nparams, used);
        tidy_vars(f->size, f->nsizes, used);
        tidy_vars(f->param, f->nparams, used);
        tidy_in(f->body, used);
        table_each(used, keep_name, NULL);
        table_free(used);
    }
}

bool has_attribute(const Stm *s, const char *name)
{
    for (int i = 0; i < s->nattrs; i++)
        if (!strcmp(s->attr[i], name))
            return true;
    return false;
}
