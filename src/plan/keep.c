/*
 * keep.c -- which arrays of a block's body its threads can keep in registers.
 *
 * A thread keeps its elements of an array if nobody else reads them: if every nest that
 * makes or reads the array has the same widths, and reads it at its own position, as an
 * element of its levels or by their indices. Variables that hold one array in turn (what a
 * loop carries, what a choice gives) are one class: all of them are kept, or none.
 */
#include "keep.h"

typedef struct Class {
    struct Class *same;        /* null: it stands for itself */
    const Kids *level;         /* of a nest that makes or reads it; null: none is known */
    bool shared;               /* somebody reads it elsewhere */
    bool whole;                /* no nest makes it: it is written where all see it */
    int uses;                  /* by nests, each thread its own elements */
} Class;

typedef struct {
    Class *from, *to;
} Copied;

typedef struct {
    Table *of;                 /* Var to Class; others are not made in the body */
    Table *inside;             /* Vars that are bound in it */
    Nests *nests;
    VEC(Copied) copied;        /* at each thread's own position */
} Keep;

static Class *class_of(const Keep *k, const Var *v)
{
    Class *c = table_get(k->of, v);
    while (c && c->same)
        c = c->same;
    return c;
}

static Class *new_class(Keep *k, const Var *v)
{
    Class *c = NEW(Class);
    if (v->type->rank)
        table_put(k->of, v, c);
    return c;
}

static void unite(Keep *k, const Var *v, const Var *with)
{
    Class *a = class_of(k, v), *b = class_of(k, with);
    if (!a || !b || a == b)
        return;
    b->shared |= a->shared;
    b->whole |= a->whole;
    b->uses += a->uses;
    b->level = b->level ? b->level : a->level;
    a->same = b;
}

static bool same_widths(const Kids *a, const Kids *b)
{
    for (int d = 0; d < a->n && a->n == b->n; d++)
        if (!size_equal(a->at[d]->g[0].at[0], b->at[d]->g[0].at[0]))
            return false;
    return a->n == b->n;
}

/* A nest of these levels makes or reads the array, each thread its own elements. */
static void own_use(Class *c, const Kids *level)
{
    c->shared |= c->level && !same_widths(c->level, level);
    c->level = level;
    c->uses++;
}

static void copied(Keep *k, const Core *from, const Var *to)
{
    Class *a = from->op == OP_VAR ? class_of(k, from->var) : NULL, *b = class_of(k, to);
    if (a && b)
        vec_push(&k->copied, ((Copied){ a, b }));
}

/* ---- uses ------------------------------------------------------------------- */

static void share_var(Core *n, void *keep)
{
    Class *c = n->op == OP_VAR ? class_of(keep, n->var) : NULL;
    if (c)
        c->shared = true;
    core_each(n, share_var, keep);
}

typedef struct {
    Keep *keep;
    const Kids *level;
} InNest;

/* The element of the nest's own position. */
static bool is_own(const Core *n, const Kids *level)
{
    const Kids *index = &n->g[1];
    for (int d = 0; d < level->n; d++)
        if (d >= index->n || !level->at[d]->index || !is_var(index->at[d], level->at[d]->index))
            return false;
    return true;
}

static void use_in_nest(Core *n, void *arg)
{
    InNest *in = arg;
    Class *c = n->op == OP_INDEX && n->g[0].at[0]->op == OP_VAR
             ? class_of(in->keep, n->g[0].at[0]->var) : NULL;
    if (c && is_own(n, in->level))
        own_use(c, in->level);
    else if (n->op == OP_VAR)
        share_var(n, in->keep);
    else
        core_each(n, use_in_nest, in);
}

/* Where a level reads the array; or null. */
static Var *element_of(const Core *level, const Var *array)
{
    for (int i = 0; i < level->nbinds; i++)
        if (is_var(level->g[1].at[i], array))
            return level->bind[i];
    return NULL;
}

/* What the innermost level binds of the array, whose rows only the levels read; or null. */
static Var *own_element(const Core *n, const Var *array)
{
    const Kids *level = &n->g[0];
    Var *row = element_of(level->at[0], array);
    for (int d = 1; d < level->n && row; d++)
        row = uses_in(n, row) == 1 ? element_of(level->at[d], row) : NULL;
    return row;
}

static void use_levels(Keep *k, const Core *n)
{
    const Kids *level = &n->g[0];
    for (int d = 0; d < level->n; d++)
        for (int i = 0; i < level->at[d]->nbinds; i++) {
            const Core *array = level->at[d]->g[1].at[i];
            Class *c = array->op == OP_VAR ? class_of(k, array->var) : NULL;
            if (c && !d && own_element(n, array->var))
                own_use(c, level);
            else if (c)
                c->shared = true;
        }
}

/* ---- the body --------------------------------------------------------------- */

static void walk_body(Keep *k, const Core *body);

static void walk_nest(Keep *k, const Stm *s)
{
    const Core *n = s->exp;
    const Kids *level = &n->g[0];
    int folded = n->op == OP_SEGRED ? n->g[2].n : 0;
    InNest in = { k, level };
    vec_push(k->nests, level);
    use_levels(k, n);
    for (int g = 1; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            use_in_nest(n->g[g].at[i], &in);
    for (int r = folded; r < s->nvars; r++)
        own_use(new_class(k, s->var[r]), level);
}

static void walk_loop(Keep *k, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[2].at[0];
    for (int i = 0; i < n->nbinds; i++) {
        table_put(k->inside, n->bind[i], k);
        new_class(k, n->bind[i]);
        new_class(k, s->var[i]);
        unite(k, s->var[i], n->bind[i]);
        copied(k, n->g[0].at[i], n->bind[i]);
    }
    if (n->index)
        table_put(k->inside, n->index, k);
    if (n->op == OP_WHILE)
        walk_body(k, n->g[1].at[0]);
    walk_body(k, body);
    for (int i = 0; i < n->nbinds; i++)
        copied(k, body->g[0].at[i], n->bind[i]);
}

static void walk_choice(Keep *k, const Stm *s)
{
    for (int i = 0; i < s->nvars; i++)
        new_class(k, s->var[i]);
    for (int b = 1; b <= 2; b++) {
        const Core *body = s->exp->g[b].at[0];
        walk_body(k, body);
        for (int i = 0; i < s->nvars; i++)
            copied(k, body->g[0].at[i], s->var[i]);
    }
}

/* A view, or a copy of each thread's own elements. */
static bool is_seen(Op op)
{
    switch (op) {
    case OP_VAR: case OP_COPY: case OP_INDEX: case OP_REARRANGE: case OP_RESHAPE: case OP_COERCE:
    case OP_OPAQUE: case OP_IOTA: case OP_REPLICATE: case OP_EMPTY: return true;
    default: return false;
    }
}

static void walk_other(Keep *k, const Stm *s)
{
    share_var(s->exp, k);
    for (int i = 0; i < s->nvars && !is_seen(s->exp->op); i++) {
        Class *c = new_class(k, s->var[i]);
        c->shared = c->whole = true;
    }
}

static void walk_body(Keep *k, const Core *body)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        for (int r = 0; r < s->nvars; r++)
            table_put(k->inside, s->var[r], k);
        switch (s->exp->op) {
        case OP_SEGMAP: case OP_SEGRED: case OP_SEGSCAN: walk_nest(k, s); break;
        case OP_LOOP: case OP_WHILE: walk_loop(k, s); break;
        case OP_IF: walk_choice(k, s); break;
        default: walk_other(k, s);
        }
    }
}

/* The widths are known before the body runs. */
static bool fixed_widths(const Keep *k, const Kids *level)
{
    for (int d = 0; d < level->n; d++)
        if (core_uses_any(level->at[d]->g[0].at[0], k->inside))
            return false;
    return true;
}

/* A copy from thread to thread is none of theirs alone; and what is only copied to where all read
   it is made there. */
static void settle_copies(Keep *k)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < k->copied.n; i++) {
            Class *a = k->copied.at[i].from, *b = k->copied.at[i].to;
            for (; a->same; a = a->same);
            for (; b->same; b = b->same);
            bool differ = a->level && b->level && !same_widths(a->level, b->level);
            if (!b->level && a->level) {
                b->level = a->level;
                more = true;
            }
            if (differ && !(a->shared && b->shared))
                a->shared = b->shared = more = true;
            if (a->whole && !b->whole)
                b->shared = b->whole = more = true;
            if (b->shared && !a->shared && a->uses == 1)
                a->shared = more = true;
        }
    }
}

static void note_kept(const void *v, void *value, void *arg)
{
    void **a = arg;
    const Class *c = class_of(a[0], v);
    (void)value;
    if (!c->shared && c->level && fixed_widths(a[0], c->level))
        table_put(a[1], v, (void *)c->level);
}

Table *arrays_kept(const Core *body, Nests *nests)
{
    Keep k = { .of = table_new(), .inside = table_new(), .nests = nests };
    Table *kept = table_new();
    walk_body(&k, body);
    settle_copies(&k);
    table_each(k.of, note_kept, (void *[]){ &k, kept });
    return kept;
}

/* ---- in the place of what is read ------------------------------------------- */

static bool in_map(const Stm *s, int k, const Var *v)
{
    const Core *n = s->exp, *lam = n->g[1].at[0];
    for (int i = 0; i < n->g[2].n; i++)
        if (is_var(n->g[2].at[i], v))
            return !lam->bind[i]->type->rank
                || element_by_element(lam->g[0].at[0], k, lam->bind[i]);
    return false;
}

static bool in_nest(const Stm *s, int k, const Var *v)
{
    const Var *x = own_element(s->exp, v);
    return x && (!x->type->rank || element_by_element(s->exp->g[1].at[0], k, x));
}

/* A loop that begins with v. */
static bool in_loop(const Stm *s, int k, const Var *v)
{
    return is_var(s->exp->g[0].at[k], v);
}

/* What is bound before s reads v as well, and is done with it then. */
static bool read_before(const Core *body, const Stm *s, const Var *v)
{
    int uses = uses_in(s->exp, v);
    for (const Stm *t = body->stm; t < s; t++) {
        OpKind kind = ops[t->exp->op].kind;
        uses += kind == K_SEG || kind == K_SOAC ? uses_in(t->exp, v) : 0;
    }
    return uses == uses_in(body, v);
}

bool element_by_element(const Core *body, int k, const Var *v)
{
    const Core *r = body->g[0].at[k];
    int i;
    const Stm *s = r->op == OP_VAR ? binding_of(body, r->var, &i) : NULL;
    if (is_var(r, v))
        return true;
    if (!s || uses_in(s->exp, v) != 1 || !read_before(body, s, v))
        return false;
    return s->exp->op == OP_MAP ? in_map(s, i, v)
         : s->exp->op == OP_SEGMAP ? in_nest(s, i, v)
         : s->exp->op == OP_LOOP && in_loop(s, i, v);
}
