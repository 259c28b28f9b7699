/*
 * simplify.c -- what C simplifies by itself, a pass each: an operation on
 * constants is its value; what was computed before is not computed again; a
 * binding that nothing reads goes. The algebra is in simplify.rules.
 */
#include "rewrite.h"

#include <string.h>

typedef struct Simplify {
    World *world;
    const Rule *rule;          /* the pass, as the trace tells it */
    Kids (*known)(struct Simplify *s, const Stm *stm);    /* what it is already, or none */
    Table *first;              /* key of an expression -> Stm that is the first to have it */
    VEC(const char *) added;   /* in order, to be forgotten outside */
    unsigned nests, nest;      /* met so far; the one that this is in, or 0 */
    int maps;                  /* functions that are mapped, around this */
    bool changed;
} Simplify;

/* ---- keys --------------------------------------------------------------- */

/* Of an expression: equal bytes for expressions that are equal up to the names they bind. How
   many blocks share the work is the kernel's to say: what is cut for them is of its nest. */
typedef struct {
    Text text;
    Table *bound;              /* Var -> its number, as a pointer */
    const Simplify *in;
} Key;

enum { KEY_END = 255 };

/* Six bits a byte, none of them 0; the last is at most 64. */
static void key_add(Key *k, uint64_t x)
{
    for (; x > 63; x >>= 6)
        text_char(&k->text, (char)(65 + (x & 63)));
    text_char(&k->text, (char)(1 + x));
}

static void key_add_text(Key *k, const char *s)
{
    text_add(&k->text, s);
    text_char(&k->text, (char)KEY_END);
}

static void key_binders(Var **var, int n, void *key)
{
    Key *k = key;
    for (int i = 0; i < n; i++)
        table_put(k->bound, var[i], (void *)(uintptr_t)(table_count(k->bound) + 1));
    key_add(k, (uint64_t)n);
}

/* Where rows end, and how many elements they have, follows from their lengths. Outside of
   what is mapped, functions have such sizes as results, which their callers tell apart. */
static Core *only_lengths(const Core *n, const Key *k)
{
    if (!k->in->maps || (n->op != OP_ENDS && n->op != OP_TOTAL))
        return NULL;
    const Type *t = type_of(n->g[0].at[0]);
    int at = type_ragged(t);
    Core *lengths = at ? dim_lengths(t->dim[at]) : NULL;
    bool own = lengths && lengths->op == OP_VAR && type_of(lengths)->rank == at;
    return own ? world_resolve(k->in->world, lengths) : NULL;
}

/* Types follow from operands, but for their prims, and where there are none. */
static void key_in(Core *n, void *key)
{
    Key *k = key;
    const void *number = n->op == OP_VAR ? table_get(k->bound, n->var) : NULL;
    key_add(k, n->op);
    if (n->op == OP_VAR) {
        key_add(k, (uintptr_t)(number ? number : n->var));
        return;
    }
    if (n->op == OP_CONST) {
        key_add(k, n->value.prim);
        key_add(k, n->value.u);
    }
    for (int i = 0; i < n->ntypes && n->op != OP_CONST; i++)
        if (n->op == OP_EMPTY || n->op == OP_COERCE)
            key_add_text(k, type_str(n->type[i]));
        else
            key_add(k, n->type[i]->prim);
    Core *lengths = only_lengths(n, k);
    if (lengths) {
        key_in(lengths, k);
        return;
    }
    if (n->op == OP_WORKERS || n->op == OP_BLOCKS || n->op == OP_RANKS)
        key_add(k, k->in->nest);
    if (n->op == OP_CALL)
        key_add(k, (uintptr_t)n->func);
    if (n->op == OP_THRESHOLD)
        key_add_text(k, n->text);
    for (int i = 0; n->op == OP_REARRANGE && i < n->nperm; i++)
        key_add(k, (uint64_t)n->perm[i]);
    core_visit(n, key_in, key_binders, key);
    text_char(&k->text, (char)KEY_END);
}

static const char *key_of(const Simplify *s, const Core *n)
{
    Key k = { .bound = table_new(), .in = s };
    key_in((Core *)n, &k);
    table_free(k.bound);
    const char *key = intern(text_str(&k.text));
    arena_give_back(k.text.at, (size_t)k.text.room);
    return key;
}

/* Scalar operations, checks, branches, views and copies of arrays that stay as they are, and
   nests of such. */
static bool shareable(const World *w, const Stm *stm)
{
    const Core *n = stm->exp;
    OpKind kind = ops[n->op].kind;
    for (int i = 0; i < stm->nvars; i++)
        if (world_consumed(w, stm->var[i]))
            return false;
    bool plain = kind == K_SCALAR || kind == K_VIEW || n->op == OP_IF || n->op == OP_ENDS
        || n->op == OP_ASSERT || n->op == OP_COPY;
    bool nest = kind == K_SOAC || kind == K_SEG;
    if ((!plain && (!nest || stm->nattrs)) || op_group(n->op, '!') >= 0)
        return false;
    return !world_consumed_in(w, n);
}

static Core *resolve_kid(Core *n, void *world)
{
    return ops[n->op].kind == K_SOAC || n->op == OP_BODY || n->op == OP_LAM
        ? n : world_resolve(world, n);
}

/* ---- the passes --------------------------------------------------------- */

static Kids constant(Simplify *s, const Stm *stm)
{
    Scalar a[3], v;
    const char *error;
    const Core *n = stm->exp;
    (void)s;
    if (ops[n->op].kind != K_SCALAR || ops[n->op].ngroups > 3 || n->op == OP_THRESHOLD
        || n->op == OP_BUSY)
        return (Kids){ 0 };
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        if (n->g[g].n != 1 || !is_const(n->g[g].at[0]))
            return (Kids){ 0 };
        a[g] = n->g[g].at[0]->value;
    }
    bool ok = scalar_op(n->op, a, ops[n->op].ngroups, n->type[0]->prim, &v, &error);
    return ok ? one(core_const(v)) : (Kids){ 0 };
}

static Kids held(Simplify *s, const Stm *stm)
{
    const Core *n = stm->exp;
    (void)s;
    bool yes = n->op == OP_ASSERT && !n->unchecked && is_const(n->g[0].at[0])
        && n->g[0].at[0]->value.i;
    return yes ? n->g[1] : (Kids){ 0 };
}

/* An array is said to have the type that it has. */
static bool is_told(const World *w, const Core *n)
{
    if (n->op != OP_COERCE)
        return false;
    const Type *said = n->type[0], *had = type_of(n->g[0].at[0]);
    bool same = !type_ragged(said) && !type_ragged(had);
    for (int d = 0; d < said->rank && same; d++)
        same = said->dim[d] && had->dim[d]
            && size_equal(world_resolve(w, said->dim[d]), world_resolve(w, had->dim[d]));
    return same;
}

static Kids common(Simplify *s, const Stm *stm)
{
    if (!shareable(s->world, stm))
        return (Kids){ 0 };
    if (is_told(s->world, stm->exp))
        return stm->exp->g[0];
    const char *key = key_of(s, stm->exp);
    const Stm *first = table_get(s->first, key);
    if (first)
        return atoms_of(first->var, first->nvars);
    table_put(s->first, key, (void *)stm);
    vec_push(&s->added, key);
    return (Kids){ 0 };
}

/* ---- bodies ------------------------------------------------------------- */

static Core *simplify_in(Core *n, void *arg);

/* The bindings become other names for the values. */
static void replace(Simplify *s, const Stm *stm, Kids value)
{
    Stm *now = NEWS(Stm, stm->nvars), *before = NEW(Stm);
    *before = *stm;
    for (int i = 0; i < stm->nvars; i++) {
        now[i] = (Stm){ .var = &stm->var[i], .nvars = 1, .exp = value.at[i] };
        world_alias(s->world, stm->var[i], value.at[i]);
    }
    trace_step(s->world, s->rule, stm->exp->span, stms_term(before, 1), stms_term(now, stm->nvars),
               &(Askeds){ 0 });
    s->changed = true;
}

static Core *simplify_body(Simplify *s, const Core *body)
{
    int mark = s->added.n, kept = 0;
    Core *b = NULL;
    for (int i = 0; i < body->nstms; i++) {
        Stm stm = body->stm[i];
        stm.exp = simplify_in(core_map(stm.exp, resolve_kid, s->world), s);
        if (!b && stm.exp != body->stm[i].exp)
            b = core_unshare(body);
        if (b)
            b->stm[kept] = stm;
        Kids value = s->known(s, b ? &b->stm[kept] : &body->stm[i]);
        if (!value.n) {
            kept++;
            continue;
        }
        b = b ? b : core_unshare(body);
        replace(s, &stm, value);
    }
    if (b)
        b->nstms = kept;
    while (s->added.n > mark)
        table_del(s->first, s->added.at[--s->added.n]);
    return b ? b : (Core *)body;
}

static bool is_flat(const Core *n)
{
    OpKind k = ops[n->op].kind;
    return k == K_ATOM || k == K_SCALAR || k == K_VIEW;
}

static Core *simplify_in(Core *n, void *arg)
{
    Simplify *s = arg;
    if (n->op == OP_BODY)
        return simplify_body(s, n);
    if (is_flat(n))
        return n;
    unsigned around = s->nest;
    OpKind kind = ops[n->op].kind;
    if (kind == K_SEG)
        s->nest = ++s->nests;
    s->maps += kind == K_SOAC;
    n = core_map(n, simplify_in, s);
    s->maps -= kind == K_SOAC;
    s->nest = around;
    return n;
}

static Core *own_types(Core *n, void *none)
{
    n = core_map(n, own_types, none);
    if (n->op != OP_BODY)
        return n;
    Core *c = core_typed(core_unshare(n));
    for (int i = 0; i < n->ntypes; i++)
        if (!type_equal(c->type[i], n->type[i]))
            return c;
    return n;
}

Core *with_own_types(Core *n)
{
    return own_types(n, NULL);
}

static bool gives_ragged(const Core *n)
{
    return !is_atom(n) && core_gives(n, type_is_ragged);
}

/* `even_alone`: not in functions with rows of different lengths. */
static bool simplify(Program *p, Trace *t, const Rule *rule,
                     Kids (*known)(Simplify *s, const Stm *stm), bool even_alone)
{
    bool changed = false;
    for (int i = 0; i < p->nfuncs; i++) {
        Func *f = p->func[i];
        if (even_alone && core_some(f->body, gives_ragged))
            continue;
        Simplify s = { .world = world_new(NULL, t), .rule = rule, .known = known,
                       .first = table_new() };
        s.world->set = trace_set(t, format("%s: %s", rule->name, f->name));
        world_note_consumed(s.world, f->body);
        Core *body = simplify_in(f->body, &s);
        f->body = s.changed ? with_own_types(world_finish(s.world, body)) : f->body;
        if (f->entry)
            f->result = f->body->type;       /* a size can turn out to be another result */
        changed |= s.changed;
        world_free(s.world);
    }
    return changed;
}

bool simplify_constants(Program *p, Trace *t)
{
    static const Rule rule = { .name = "constants",
                               .sentence = "An operation on constants is its value." };
    return simplify(p, t, &rule, constant, false);
}

bool simplify_held(Program *p, Trace *t, bool even_alone)
{
    static const Rule rule = { .name = "held",
                               .sentence = "An assertion that holds is the value that it gives." };
    return simplify(p, t, &rule, held, even_alone);
}

bool simplify_common(Program *p, Trace *t)
{
    static const Rule rule = { .name = "common",
                               .sentence = "What was computed is not computed again." };
    return simplify(p, t, &rule, common, false);
}

/* The rest of what `n` is reads the position of its function, or of its level d. */
static bool reads_position(const Core *n, const Core *lam_or_level, int d)
{
    if (lam_or_level->op == OP_LAM)
        return core_uses(lam_or_level->g[0].at[0], lam_or_level->index);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = g ? 0 : d + 1; i < n->g[g].n; i++)
            if (core_uses(n->g[g].at[i], lam_or_level->index))
                return true;
    return false;
}

static Core *without_position(Core *lam_or_level, const Span *span, World *w)
{
    static const Rule rule = { .name = "unused",
                               .sentence = "A position that nothing reads goes." };
    Core *n = core_copy_node(lam_or_level);
    n->index = NULL;
    trace_step(w, &rule, span, lam_or_level, n, &(Askeds){ 0 });
    return n;
}

/* What takes no elements keeps its position: that tells how often it is done. */
static Core *drop_positions(Core *n, World *w)
{
    Core *less = n;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            Core *k = n->g[g].at[i];
            if ((k->op != OP_LAM && k->op != OP_LEVEL) || !k->index || !k->nbinds
                || reads_position(n, k, i))
                continue;
            less = less == n ? core_copy_node(n) : less;
            less->g[g].at[i] = without_position(k, n->span, w);
        }
    return less;
}

Core *drop_unread(Core *n, void *world)
{
    if (is_flat(n))
        return n;
    n = drop_positions(core_map(n, drop_unread, world), world);
    return n->op == OP_BODY ? core_typed(graph_body(graph_new(world, n))) : n;
}

bool simplify_unused(Program *p, Trace *t)
{
    int before = t ? t->step.n : 0;
    for (int i = 0; i < p->nfuncs; i++) {
        World *w = world_new(NULL, t);
        w->set = trace_set(t, format("unused: %s", p->func[i]->name));
        p->func[i]->body = core_typed(drop_unread(p->func[i]->body, w));
        world_free(w);
    }
    return t && t->step.n > before;
}

bool simplify_all(Program *p, Trace *t)
{
    bool changed = simplify_constants(p, t) | simplify_common(p, t);
    return simplify_unused(p, t) || changed;
}
