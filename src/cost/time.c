/*
 * time.c -- how long flat core takes on a card, for sizes that are told.
 *
 * Each nest is a kernel (machine.c says what a launch takes). Its bytes are those of its arrays,
 * each once; its operations are an instruction each, and a load has two; it waits for the longest
 * thread, once for each wave of threads, or blocks, that the card keeps.
 *
 * A thread waits a cycle for an operation, and for a load as long as memory takes, but has LOADS
 * of them under way at once. Of a row of its own that is longer than a LINE of the cache, each
 * load of a thread asks for a SECTOR. A nest that does no more than read what a nest of blocks has
 * just made is the end of that kernel. counted.c knows more of a kernel that ran on the CPU
 * (registers, conflicts of banks), but no other size than the one that ran.
 */
#include "time.h"

#include <math.h>

enum { LOADS = 16, LINE = 128, SECTOR = 32, BLOCK = 256, LANES = 32 };
static const double BARRIER = 0.03, TREE = 0.2;    /* microseconds */

/* Of all threads together, but for what the longest one waits: nanoseconds. */
typedef struct { double ops, bytes, shared, wait; } Load;

/* Where an array is. */
typedef enum { GLOBAL, LONG_ROW, ON_CHIP, IN_REGISTERS, MADE_BY_BLOCKS } Where;

struct Clock {
    Numbers *numbers;
    Numbers *length;           /* of the rows of an array that is split */
    Card card;
    Table *where;              /* Var -> Where */
    Table *bound;              /* Var -> the most it can be, if it is the minimum of that */
    Table *called;             /* Func -> Called */
    Table *walked[2];          /* Func -> Load, of a thread and of a block that call it */
    double widest;             /* nest in the block in hand */
    double shared;             /* bytes that it keeps */
    bool grows;                /* of which the program does not say how many they are */
    void (*choice)(const Core *choice, void *arg);
    void *arg;
};

Clock *clock_new(Numbers *n)
{
    const Card *card = numbers_card(n);
    return MAKE(Clock, .numbers = n, .length = numbers_new(card), .card = *card,
                       .where = table_new(), .bound = table_new(), .called = table_new(),
                       .walked = { table_new(), table_new() });
}

void clock_watch(Clock *c, void (*choice)(const Core *choice, void *arg), void *arg)
{
    c->choice = choice;
    c->arg = arg;
}

static Load join(Load a, Load b)
{
    return (Load){ a.ops + b.ops, a.bytes + b.bytes, a.shared + b.shared, a.wait + b.wait };
}

static Load times(double n, Load a)
{
    return (Load){ n * a.ops, n * a.bytes, n * a.shared, n * a.wait };
}

static Load more_of(Load a, Load b)
{
    return (Load){ fmax(a.ops, b.ops), fmax(a.bytes, b.bytes), fmax(a.shared, b.shared),
                   fmax(a.wait, b.wait) };
}

/* n threads that do the same at the same time. */
static Load at_once(double n, Load a)
{
    return (Load){ n * a.ops, n * a.bytes, n * a.shared, a.wait };
}

/* ---- arrays ---------------------------------------------------------------------- */

static Where where_of(const Clock *c, const Core *a)
{
    return a->op == OP_VAR ? (Where)(size_t)table_get(c->where, a->var) : GLOBAL;
}

static void put(Clock *c, const Var *v, Where where)
{
    table_put(c->where, v, (void *)(size_t)where);
}

static double bytes_of(const Clock *c, const Type *t)
{
    return number_elements(c->numbers, t) * prim_bytes(t->prim);
}

static double bytes_of_results(const Clock *c, const Core *n)
{
    double all = 0;
    for (int i = 0; i < n->ntypes; i++)
        all += bytes_of(c, n->type[i]);
    return all;
}

/* A thread reads or writes so many bytes of an array there. */
static Load access(const Clock *c, Where where, double bytes)
{
    if (where == IN_REGISTERS)
        return (Load){ 0 };
    if (where == ON_CHIP)
        return (Load){ .ops = 2, .shared = bytes, .wait = 4 / c->card.ghz };
    double asked = where == LONG_ROW ? SECTOR : bytes;
    return (Load){ .ops = 2, .bytes = asked, .wait = c->card.latency / LOADS };
}

/* The most that a size can be, as the program says. */
static double most_of(const Clock *c, const Core *size)
{
    int64_t *most = size && size->op == OP_VAR ? table_get(c->bound, size->var) : NULL;
    return size && is_const(size) ? (double)size->value.i : most ? (double)*most : INFINITY;
}

static void note_bound(Clock *c, const Var *v, const Core *n)
{
    if (n->op != OP_MIN)
        return;
    double most = fmin(most_of(c, n->g[0].at[0]), most_of(c, n->g[1].at[0]));
    if (isfinite(most))
        table_put(c->bound, v, COPY(int64_t, (int64_t)most));
}

static double most_elements(const Clock *c, const Type *t)
{
    double all = 1;
    for (int d = 0; d < t->rank; d++)
        all *= most_of(c, t->dim[d]);
    return all;
}

/* Where an array is that is made there: a block's in shared memory, a thread's in registers, if
   it has few elements, as the program says. */
static Where made_in(Clock *c, const Type *t, bool block)
{
    enum { MOST_SHARED = 1 << 16 };
    if (block && t->rank) {
        c->shared += bytes_of(c, t);
        c->grows |= most_elements(c, t) > MOST_SHARED;
    }
    return block ? ON_CHIP : type_numbers(t, OWN_ELEMENTS) <= OWN_ELEMENTS ? IN_REGISTERS : GLOBAL;
}

/* Each thread of a block keeps its own rows of a few elements. */
static Where made_by(Clock *c, const Stm *s, int k, bool block)
{
    const Type *t = s->var[k]->type;
    int levels = ops[s->exp->op].kind == K_SEG ? s->exp->g[0].n : t->rank;
    double own = 1;
    for (int d = levels; d < t->rank; d++)
        own *= number_size(c->numbers, t->dim[d]);
    return t->rank > levels && own <= OWN_ELEMENTS ? IN_REGISTERS : made_in(c, t, block);
}

bool clock_grows(Clock *c)
{
    bool grew = c->grows;
    c->grows = false;
    return grew;
}

/* Binders stand for elements of arrays: scalars are read, rows are where the array is, or are a
   thread's own. */
static Load bind_all(Clock *c, const Core *binder, const Kids *arrays, const Core *body, bool rows)
{
    Load all = { 0 };
    for (int i = 0; i < binder->nbinds && i < arrays->n; i++) {
        const Var *v = binder->bind[i];
        Where where = where_of(c, arrays->at[i]);
        bool is_long = v->type->rank && bytes_of(c, v->type) > LINE;
        put(c, v, rows && where == GLOBAL && is_long ? LONG_ROW : where);
        numbers_set(c->numbers, v, NAN);
        numbers_set(c->length, v, number_of(c->length, arrays->at[i]));
        where = where == LONG_ROW ? GLOBAL : where;
        if (!v->type->rank && core_uses(body, v))
            all = join(all, access(c, where, prim_bytes(v->type->prim)));
    }
    if (binder->index)
        numbers_set(c->numbers, binder->index, 0);
    return all;
}

/* ---- what a thread does, or a block ----------------------------------------------- */

static Load walk(Clock *c, const Core *n, bool block);

/* The array that a view shows, or null. */
static const Core *viewed(const Core *n)
{
    int g = ops[n->op].kind == K_VIEW ? op_group(n->op, '~') : -1;
    return g >= 0 && n->g[g].n ? n->g[g].at[0] : NULL;
}

/* Rows of an array that is split have about one length. */
static void note_length(Clock *c, const Var *v, const Core *n)
{
    double rows = n->op == OP_SPLIT || n->op == OP_STRIPES
                ? number_size(c->numbers, n->g[0].at[0]) : NAN;
    const Type *t = isnan(rows) ? NULL : type_of(n->g[1].at[0]);
    numbers_set(c->length, v, t && t->rank ? number_size(c->numbers, t->dim[0]) / rows : NAN);
}

static Load walk_body(Clock *c, const Core *n, bool block)
{
    Load all = { 0 };
    for (int i = 0; i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        all = join(all, walk(c, s->exp, block));
        const Core *of = viewed(s->exp);
        for (int k = 0; k < s->nvars; k++) {
            note_length(c, s->var[k], s->exp);
            note_bound(c, s->var[k], s->exp);
            bool view = ops[s->exp->op].kind == K_VIEW;
            put(c, s->var[k], of ? where_of(c, of) : view ? GLOBAL : made_by(c, s, k, block));
            numbers_set(c->numbers, s->var[k], number_bound(c->numbers, s, k));
        }
    }
    return all;
}

/* The elements of a row that are combined, or mapped. */
static Load walk_soac(Clock *c, const Core *n, bool block)
{
    int f = op_group(n->op, 'f'), x = op_group(n->op, 'x');
    double width = n->g[0].n ? number_size(c->numbers, n->g[0].at[0]) : 1;
    Load each = { 0 };
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        const Core *lam = ops[n->op].groups[g] == 'l' && n->g[g].n ? n->g[g].at[0] : NULL;
        if (!lam || lam->op != OP_LAM)
            continue;
        if (g == f && x >= 0)
            each = join(each, bind_all(c, lam, &n->g[x], lam->g[0].at[0], false));
        each = join(each, walk(c, lam->g[0].at[0], block));
    }
    for (int i = 0; f < 0 && x >= 0 && i < n->g[x].n; i++)
        each = join(each, access(c, where_of(c, n->g[x].at[i]),
                                 prim_bytes(type_of(n->g[x].at[i])->prim)));
    return times(width, each);
}

static double level_width(const Clock *c, const Core *level)
{
    double width = level->g[0].n ? number_of(c->numbers, level->g[0].at[0]) : NAN;
    for (int i = 0; isnan(width) && i < level->g[1].n; i++)
        width = number_of(c->length, level->g[1].at[i]);
    return isnan(width) ? UNKNOWN_SIZE : fmax(width, 0);
}

static double nest_width(const Clock *c, const Core *n)
{
    double all = 1;
    for (int i = 0; i < n->g[0].n; i++)
        if (n->g[0].at[i]->op == OP_LEVEL)
            all *= level_width(c, n->g[0].at[i]);
    return all;
}

static Load bind_levels(Clock *c, const Core *n, const Core *body)
{
    Load all = { 0 };
    for (int i = 0; i < n->g[0].n; i++) {
        const Core *level = n->g[0].at[i];
        if (level->op == OP_LEVEL)
            all = join(all, bind_all(c, level, &level->g[1], body,
                                     level->at == AT_THREAD && i == n->g[0].n - 1));
    }
    return all;
}

static const Core *body_of(const Core *seg) { return seg->g[ops[seg->op].ngroups - 1].at[0]; }

/* What one thread of a nest does, with what it writes. */
static Load walk_nest(Clock *c, const Core *n, bool block)
{
    const Core *body = body_of(n);
    Load each = bind_levels(c, n, body);
    each = join(each, walk(c, body, block));
    for (int g = 1; g < ops[n->op].ngroups - 1; g++)
        if (ops[n->op].groups[g] == 'l' && n->g[g].n && n->g[g].at[0]->op == OP_LAM)
            each = join(each, walk(c, n->g[g].at[0]->g[0].at[0], block));
    return each;
}

static Load walk_inner_nest(Clock *c, const Core *n)
{
    Load each = walk_nest(c, n, false);
    double width = nest_width(c, n), turns = ceil(width / BLOCK);
    c->widest = fmax(c->widest, width);
    Load all = at_once(width, each);
    double waits = n->op == OP_SEGMAP ? BARRIER : TREE;
    all.wait = turns * each.wait + waits * 1000;
    if (n->op != OP_SEGRED)
        all.shared += bytes_of_results(c, n);
    return all;
}

/* A thread does it itself. */
static Load walk_own_nest(Clock *c, const Core *n)
{
    Load each = walk_nest(c, n, false);
    return times(nest_width(c, n), each);
}

static double turns_of(const Clock *c, const Core *loop)
{
    double n = loop->op == OP_LOOP ? number_of(c->numbers, loop->g[1].at[0]) : NAN;
    return isnan(n) ? UNKNOWN_TURNS : fmax(n, 0);
}

/* What changes in a loop of the host is in the card's memory; in a block's where it was, if that
   is on the chip. */
static void bind_loop(Clock *c, const Core *loop, bool host, bool block)
{
    for (int i = 0; i < loop->nbinds; i++) {
        Where was = host || i >= loop->g[0].n ? GLOBAL : where_of(c, loop->g[0].at[i]);
        bool stays = host || was == IN_REGISTERS || (block && was == ON_CHIP);
        put(c, loop->bind[i], stays ? was : made_in(c, loop->bind[i]->type, block));
        numbers_set(c->numbers, loop->bind[i], NAN);
    }
    if (loop->index)
        numbers_set(c->numbers, loop->index, 0);
}

static Load walk_loop(Clock *c, const Core *n, bool block)
{
    bind_loop(c, n, false, block);
    Load turn = walk(c, n->g[n->op == OP_LOOP ? 2 : 1].at[0], block);
    if (n->op == OP_WHILE)
        turn = join(turn, walk(c, n->g[2].at[0], block));
    return times(turns_of(c, n), turn);
}

/* An element that is read, unless the index names a part. */
static Load walk_index(const Clock *c, const Core *n)
{
    return n->ntypes && !n->type[0]->rank
         ? access(c, where_of(c, n->g[0].at[0]), prim_bytes(n->type[0]->prim)) : (Load){ 0 };
}

static Load copied(const Clock *c, const Core *n, bool block)
{
    double elements = number_elements(c->numbers, n->type[0]);
    Load each = access(c, where_of(c, n->g[0].at[0]), prim_bytes(n->type[0]->prim));
    Load all = at_once(elements, each);
    all.wait = (block ? ceil(elements / BLOCK) : elements) * each.wait;
    return all;
}

static Load walk(Clock *c, const Core *n, bool block);

/* Each call of a function takes as long: operands are not looked at. */
static Load walk_call(Clock *c, const Func *f, bool block)
{
    Load *l = table_get(c->walked[block], f);
    if (!l && f->body) {
        l = MAKE(Load, 0);
        *l = walk(c, f->body, block);
        table_put(c->walked[block], f, l);
    }
    return l ? *l : (Load){ 0 };
}

static Load walk(Clock *c, const Core *n, bool block)
{
    switch (n->op) {
    case OP_BODY: return walk_body(c, n, block);
    case OP_INDEX: return walk_index(c, n);
    case OP_LOOP: case OP_WHILE: return walk_loop(c, n, block);
    case OP_IF: return more_of(walk(c, n->g[1].at[0], block), walk(c, n->g[2].at[0], block));
    case OP_CALL: return walk_call(c, n->func, block);
    case OP_UPDATE:
        return access(c, where_of(c, n->g[0].at[0]), prim_bytes(n->type[0]->prim));
    case OP_COPY: return copied(c, n, block);
    default:
        break;
    }
    switch (ops[n->op].kind) {
    case K_SCALAR: return (Load){ .ops = 1, .wait = 1 / c->card.ghz };
    case K_SOAC: return walk_soac(c, n, block);
    case K_SEG: return block ? walk_inner_nest(c, n) : walk_own_nest(c, n);
    default: return (Load){ 0 };
    }
}

/* ---- kernels ----------------------------------------------------------------------- */

/* Its arrays, each once: what it takes from outside, and what it gives. */
typedef struct { const Clock *clock; double bytes; } Footprint;

static void add_array(Var *v, void *footprint)
{
    Footprint *f = footprint;
    if (v->type && v->type->rank)
        f->bytes += bytes_of(f->clock, v->type);
}

static double footprint(const Clock *c, const Core *n)
{
    Footprint f = { c, 0 };
    core_free_vars(n, add_array, &f);
    return f.bytes + bytes_of_results(c, n);
}

/* Its threads do no more than read an element of what blocks made, each its own. */
static bool ends_kernel(const Clock *c, const Core *n)
{
    const Core *body = body_of(n);
    if (n->op != OP_SEGMAP || body->op != OP_BODY)
        return false;
    for (int i = 0; i < body->nstms; i++) {
        const Core *e = body->stm[i].exp;
        if (e->op == OP_INDEX && where_of(c, e->g[0].at[0]) == MADE_BY_BLOCKS)
            return true;
        if (ops[e->op].kind != K_SCALAR)
            return false;
    }
    return false;
}

/* The longest thread, once for each wave, in microseconds. */
static double waves(const Clock *c, const Core *n, Place at, double width, double wait)
{
    const Card *k = &c->card;
    double threads = k->processors * k->threads, us = wait / 1000;
    if (at == AT_BLOCK) {
        double resident = fmin(k->blocks, k->threads / fmax(LANES, fmin(c->widest, BLOCK)));
        return ceil(width / (k->processors * resident)) * us;
    }
    double turns = at == AT_GRID ? width / threads : ceil(width / threads);
    return turns * us + (at == AT_GRID || n->op != OP_SEGMAP ? TREE + k->latency / 1000 : 0);
}

/* Microseconds; infinite where a block needs more memory than there is. */
static double kernel_time(Clock *c, const Core *n)
{
    const Core *last = n->g[0].n ? n->g[0].at[n->g[0].n - 1] : NULL;
    Place at = last && last->op == OP_LEVEL ? last->at : AT_THREAD;
    if (ends_kernel(c, n))
        return 0;
    c->widest = c->shared = 0;
    Load each = walk_nest(c, n, at == AT_BLOCK);
    double width = nest_width(c, n);
    Load all = at_once(width, each);
    all.bytes += bytes_of_results(c, n);
    if (c->shared > (c->card.shared - 1) * 1024)
        return INFINITY;
    Demand d = { .bytes = fmin(footprint(c, n), all.bytes), .asked = all.bytes,
                 .under_way = INFINITY, .turns = all.shared / LINE,
                 .issue = all.ops / (LANES * 4) / c->card.processors,
                 .waits = waves(c, n, at, width, each.wait) };
    return demand_time(&c->card, &d, NULL);
}

/* ---- the host ----------------------------------------------------------------------- */

static double time_of_body(Clock *c, const Core *n)
{
    double all = 0;
    for (int i = 0; i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        all += clock_time(c, s->exp);
        bool blocks = s->exp->op == OP_SEGMAP && s->exp->g[0].n
            && s->exp->g[0].at[s->exp->g[0].n - 1]->at == AT_BLOCK;
        for (int k = 0; k < s->nvars; k++) {
            put(c, s->var[k], blocks ? MADE_BY_BLOCKS : GLOBAL);
            numbers_set(c->numbers, s->var[k], number_bound(c->numbers, s, k));
        }
    }
    return all;
}

static double time_of_if(Clock *c, const Core *n)
{
    if (c->choice)
        c->choice(n, c->arg);
    double test = number_of(c->numbers, n->g[0].at[0]), time = 0;
    bool grew = c->grows;
    for (int g = 1; g <= 2; g++)
        if (isnan(test) || (g == 1) == (test != 0))
            time = fmax(time, clock_time(c, n->g[g].at[0]));
    c->grows = grew;           /* the test sees to it */
    return time;
}

/* The last call of a function: its operands, and its time. */
typedef struct {
    double *operand;
    double time;
} Called;

static bool is_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Sets the parameters to the operands of the call. True: the last call had these, too. */
static bool set_params(Clock *c, const Core *call, Called *last)
{
    const Func *f = call->func;
    bool same = true;
    for (int i = 0; i < f->nparams && i < call->g[0].n; i++) {
        double number = number_of(c->numbers, call->g[0].at[i]);
        same &= is_same_number(number, last->operand[i]);
        last->operand[i] = number;
        numbers_set(c->numbers, f->param[i], number);
    }
    return same;
}

static double time_of_call(Clock *c, const Core *n)
{
    const Func *f = n->func;
    if (f->recursive || !f->arrays || !f->body)
        return 0;
    Called *last = table_get(c->called, f);
    bool first = !last;
    if (first)
        table_put(c->called, f, last = MAKE(Called, .operand = NEWS(double, f->nparams + 1)));
    if (!set_params(c, n, last) || first)
        last->time = clock_time(c, f->body);
    return last->time;
}

void clock_restart(Clock *c)
{
    Table **of[] = { &c->called, &c->walked[0], &c->walked[1] };
    for (int i = 0; i < 3; i++) {
        table_free(*of[i]);
        *of[i] = table_new();
    }
}

/* What is copied: there and back. */
static double copy_time(const Clock *c, const Core *n)
{
    return LAUNCH_TIME + 2 * bytes_of_results(c, n) / (c->card.bandwidth * 1000);
}

double clock_time(Clock *c, const Core *n)
{
    switch (n->op) {
    case OP_BODY: return time_of_body(c, n);
    case OP_IF: return time_of_if(c, n);
    case OP_LOOP:
        bind_loop(c, n, true, false);
        return turns_of(c, n) * clock_time(c, n->g[2].at[0]);
    case OP_WHILE:
        bind_loop(c, n, true, false);
        return turns_of(c, n) * (clock_time(c, n->g[1].at[0]) + clock_time(c, n->g[2].at[0]));
    case OP_CALL: return time_of_call(c, n);
    case OP_COPY: case OP_CONCAT: case OP_REPLICATE: return copy_time(c, n);
    default: return ops[n->op].kind == K_SEG ? kernel_time(c, n) : 0;
    }
}
