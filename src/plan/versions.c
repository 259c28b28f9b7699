/*
 * versions.c -- choices between versions: one decision of the entry's sizes.
 *
 * A branch of the host whose test compares with a threshold chooses between versions. If
 * the test is over the entry's parameters, a function of these makes the choice, which the
 * call and the scratch size both ask; branches that do nothing but choose again join it.
 * Scratch memory that one version alone needs is taken in its branch.
 */
#include "lower.h"

#include <string.h>

/* ---- choices ------------------------------------------------------------------- */

typedef struct {
    Lower *l;
    bool loop;                 /* within a loop of the host */
    Region *region;
    const Choice *choice;      /* within this version of it */
    int way;
} Choosing;

static void choose_in(Choosing *c, Block *b);

static void push_front(Block *b, Stmt *s)
{
    vec_push(b, s);
    memmove(b->at + 1, b->at, sizeof *b->at * (size_t)(b->n - 1));
    b->at[0] = s;
}

/* What is computed before statement i, a choice, for its first version alone is computed there;
   the choice's place after that. */
static int compute_there(Block *b, int i)
{
    Stmt *choice = b->at[i];
    Table *used = table_new();
    Block rest = { .at = b->at + i + 1, .n = b->n - i - 1 };
    block_vars(&choice->other, note_var, used);
    block_vars(&rest, note_var, used);
    for (int at = i - 1; at >= 0 && b->at[at]->kind == S_LET; at--) {
        if (table_has(used, b->at[at]->var)) {
            block_vars(&(Block){ .at = b->at + at, .n = 1 }, note_var, used);
            continue;
        }
        push_front(&choice->body, b->at[at]);
        memmove(b->at + at, b->at + at + 1, sizeof *b->at * (size_t)(b->n - at - 1));
        b->n--;
        i--;
    }
    return i;
}

static bool is_choice(const Choosing *c, const Stmt *s)
{
    return s->kind == S_IF && s->text && expanded(c->l, s->exp);
}

/* The last statement of a block, if that chooses again and the entry's parameters say how, and
   nothing else is left before it. */
static Stmt *chooses_again(Choosing *c, Block *b)
{
    if (b->n && is_choice(c, b->at[b->n - 1]))
        compute_there(b, b->n - 1);
    return b->n == 1 && is_choice(c, b->at[0]) ? b->at[0] : NULL;
}

static int same_names(const Choice *c, const char *base)
{
    int n = 0;
    for (int i = 0; i < c->way.n; i++)
        n += !strcmp(c->way.at[i].base, base);
    return n;
}

/* ---- what is computed for several tests ------------------------------------------ */

typedef struct {
    const Lower *l;
    Choice *choice;
    Table *seen, *named;
} Naming;

static void note_asked(Var *v, void *arg)
{
    Naming *n = arg;
    Core *is = table_get(n->l->facts->host_def, v);
    if (!is)
        return;
    if (table_has(n->seen, v) && !is_atom(is))
        table_put(n->named, v, is);
    else if (!table_has(n->seen, v))
        tree_vars(is, note_asked, n);
    table_put(n->seen, v, is);
}

/* Those names stay; they are the choice's in the order in which they are computed. */
static Core *over_names(Core *tree, void *arg)
{
    Naming *n = arg;
    Choice *c = n->choice;
    Core *is = tree->op == OP_VAR ? table_get(n->l->facts->host_def, tree->var) : NULL;
    if (!is)
        return core_map(tree, over_names, n);
    if (!table_has(n->named, tree->var))
        return over_names(is, n);
    for (int i = 0; i < c->named.n; i++)
        if (c->named.at[i].var == tree->var)
            return tree;
    Named of = { tree->var, tree_whole(over_names(is, n)) };
    vec_push(&c->named, of);
    return tree;
}

/* s: whose test chooses it; null: it is what is left. */
static void add_way(Choosing *c, Choice *x, const Stmt *s, const Block *chosen)
{
    const char *base = s ? s->text : "flat";
    int same = same_names(x, base);
    const char *name = constant_name(!same ? base : same == 1 ? format("inner_%s", base)
                                                  : format("%s_%d", base, same + 1));
    Plan *p = c->l->plan;
    Way w = { .base = base, .name = name,
              .about = s ? s->about : "one kernel per parallel operation",
              .test = s ? tree_whole(expanded(c->l, s->exp)) : NULL,
              .told = s ? s->exp : NULL };
    vec_push(&w.chosen, chosen);
    vec_push(&x->way, w);
    for (int i = 0; i < p->versions.n; i++)
        if (!strcmp(p->versions.at[i].name, name))
            return;
    vec_push(&p->versions, w);
}

static Core *is_version(const Choice *x, int way)
{
    return tree_op(OP_EQ, core_var(x->version), tree_name(x->way.at[way].name, I32));
}

/* None of the versions so far. */
static Core *is_later(const Choice *x)
{
    Core *none = NULL;
    for (int i = 0; i < x->way.n; i++) {
        Core *other = tree_not(is_version(x, i));
        none = none ? tree_op(OP_LAND, none, other) : other;
    }
    return none;
}

/* In a loop there is nothing taken: what one version needs there is taken before. */
static void open_region(Choosing *c, Core *is, Block *b)
{
    if (c->loop)
        return;
    Region *r = NEW(Region);
    *r = (Region){ .around = c->region, .is = is };
    b->region = c->region = r;
}

static void choose_branch(Choosing *c, Choice *x, int way, Block *b)
{
    Choosing in = *c;
    in.choice = x;
    in.way = way;
    open_region(&in, is_version(x, way), b);
    choose_in(&in, b);
}

static void count_choices(const Choosing *c, const Block *b, int *n)
{
    for (int i = 0; i < b->n; i++) {
        *n += is_choice(c, b->at[i]);
        count_choices(c, &b->at[i]->body, n);
        count_choices(c, &b->at[i]->other, n);
    }
}

/* The one choice among the statements of a block, which has no other one in it: both are one
   decision. */
static Stmt *only_choice(Choosing *c, Block *b)
{
    Stmt *found = NULL;
    int at = 0, n = 0;
    for (int i = 0; i < b->n; i++)
        if (is_choice(c, b->at[i])) {
            found = b->at[at = i];
            n++;
        } else {
            count_choices(c, &b->at[i]->body, &n);
            count_choices(c, &b->at[i]->other, &n);
        }
    if (n != 1 || !found)
        return NULL;
    compute_there(b, at);
    return found;
}

static void tell_tests(const Choosing *c, Choice *x)
{
    Naming n = { c->l, x, table_new(), table_new() };
    for (int i = 0; i < x->way.n - 1; i++)
        tree_vars(x->way.at[i].told, note_asked, &n);
    for (int i = 0; i < x->way.n - 1; i++)
        x->way.at[i].told = tree_whole(over_names(x->way.at[i].told, &n));
}

/* From the outermost test on. */
static void choose(Choosing *c, Stmt *s)
{
    Choosing own = *c;
    Entry *e = c->l->entry;
    Choice *x = MAKE(Choice, .within = c->choice, .within_way = c->way);
    c = &own;
    x->version = fresh(c->l, "version", type_prim(I32));
    vec_push(&e->choices, x);
    for (Stmt *at = s;;) {
        int way = x->way.n;
        add_way(c, x, at, &at->body);
        Stmt *next = chooses_again(c, &at->other);
        Stmt *inner = next ? NULL : only_choice(c, &at->other);
        if (!next && !inner)
            add_way(c, x, NULL, &at->other);
        at->exp = is_version(x, way);
        choose_branch(c, x, way, &at->body);
        if (inner)
            open_region(c, is_later(x), &at->other);
        next = next ? next : inner;
        if (!next) {
            choose_branch(c, x, way + 1, &at->other);
            tell_tests(c, x);
            return;
        }
        at = next;
    }
}

static void choose_in(Choosing *c, Block *b)
{
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        Choosing in = *c;
        in.loop |= s->kind == S_FOR || s->kind == S_LOOP;
        if (is_choice(c, s)) {
            choose(c, s);
            i = compute_there(b, i);
            continue;
        }
        choose_in(&in, &s->body);
        choose_in(&in, &s->other);
    }
}

/* ---- choices by the same tests ---------------------------------------------------- */

static bool is_same_test(const Core *a, const Core *b)
{
    return a == b || (a && b && core_equal(a, b));
}

static bool is_same_choice(const Choice *a, const Choice *b)
{
    bool same = a->way.n == b->way.n && a->within == b->within && a->within_way == b->within_way;
    for (int i = 0; same && i < a->way.n; i++)
        same = !strcmp(a->way.at[i].name, b->way.at[i].name)
            && is_same_test(a->way.at[i].test, b->way.at[i].test);
    return same;
}

static void rename_in_block(Block *b, Renamed *r)
{
    if (b->region)
        b->region->is = rename_var(b->region->is, r);
    for (int i = 0; i < b->n; i++) {
        stmt_map(b->at[i], rename_var, r);
        rename_in_block(&b->at[i]->body, r);
        rename_in_block(&b->at[i]->other, r);
    }
}

/* Blocks that asked for the version of the later choice ask for that of the first one. */
static void join_choice(Entry *e, Choice *first, Choice *later)
{
    rename_in_block(&e->body, &(Renamed){ later->version, first->version });
    for (int w = 0; w < first->way.n; w++)
        vec_append(&first->way.at[w].chosen, later->way.at[w].chosen.at,
                   later->way.at[w].chosen.n);
    for (int i = 0; i < e->choices.n; i++)
        if (e->choices.at[i]->within == later)
            e->choices.at[i]->within = first;
}

/* Each decision is made once; where several are left, their functions are numbered. */
static void join_same_choices(Entry *e)
{
    int kept = 0;
    for (int i = 0; i < e->choices.n; i++) {
        Choice *x = e->choices.at[i];
        int same = 0;
        while (same < kept && !is_same_choice(e->choices.at[same], x))
            same++;
        if (same < kept) {
            join_choice(e, e->choices.at[same], x);
            continue;
        }
        x->name = format(kept ? "%s_version_%d" : "%s_version", e->symbol, kept + 1);
        e->choices.at[kept++] = x;
    }
    e->choices.n = kept;
}

void plan_choices(Lower *l)
{
    Choosing c = { .l = l };
    choose_in(&c, &l->entry->body);
    join_same_choices(l->entry);
}

static void note_tests_of(const Entry *e, Table *used)
{
    block_vars(&e->body, note_var, used);
    for (int c = 0; c < e->choices.n; c++)
        for (int w = 0; w < e->choices.at[c]->way.n - 1; w++)
            tree_vars(e->choices.at[c]->way.at[w].test, note_var, used);
}

/* A test that turned out to be needless leaves none. */
void keep_used_thresholds(Plan *p)
{
    Table *used = table_new();
    for (int i = 0; i < p->entries.n; i++)
        note_tests_of(p->entries.at[i], used);
    for (int i = 0; i < p->inner.n; i++)
        note_tests_of(p->inner.at[i], used);
    int kept = 0;
    for (int i = 0; i < p->thresholds.n; i++)
        if (table_has(used, p->thresholds.at[i]->var))
            p->thresholds.at[kept++] = p->thresholds.at[i];
    p->thresholds.n = kept;
}
