/*
 * roles.c -- names for variables whose own names are taken.
 *
 * Each says what the variable does in the code: an index into an array is
 * a_row, a_col or a_at; a value that is added up is partial_sum; the memory
 * of a loop is current_grid. The roles of all variables are found in one walk
 * over the plan, and turned into names when a name is taken.
 */
#include "view.h"

#include <ctype.h>
#include <string.h>

typedef enum {
    AS_VECTOR_FETCHER,             /* a coordinate of a thread that copies 16 bytes to `of` */
    AS_FETCHER,                    /*   one element */
    AS_WRAPPED,                    /* i + n of an index `of` below 0, else that index */
    AS_NEXT_AROUND,                /* (i + 1) % n, of the index `of` */
    AS_BEFORE_AROUND,              /* (i - 1) % n */
    AS_ROW, AS_COLUMN, AS_INDEX,   /* of the array `of` */
    AS_COUNTER,                    /* of a loop */
    AS_PARTIAL,                    /* changes, and begins with a constant */
    AS_CURRENT,                    /* changes */
    AS_NEXT,                       /* what `of` is set to */
    AS_ROW_OF_BLOCK,
    AS_SCANNED,                    /* an element of the result of a scan */
    AS_ROW_POINTER,
    AS_VALUE,                      /* what a word in memory holds */
    AS_OPERATION,                  /* what `says` gives: sum, is_equal */
    AS_TILE_OF,                    /* in shared memory, a copy of a part of the array `of` */
    AS_PART_OF,                    /* in registers, what a thread has of the array `of` */
    AS_TILE, AS_THREADS,           /* an array that a block has, or a thread */
    AS_CLAMPED,                    /* max(n, 0) */
    AS_EQUAL,                      /* whether a number is `says`: is_two */
    AS_CONVERTED,                  /* a number of a source name as a float: n_float */
    AS_READ,                       /* by the host, from the memory `of` */
    AS_RESULT,
    AS_MADE,                       /* memory that the kernel `by` writes */
    AS_ASKED,                      /* a number of the host, for the kernel `by` */
    ROLES
} RoleKind;

typedef struct Role {
    RoleKind kind;
    const Var *of;                 /* or null */
    const Stage *by;               /* or null */
    const char *says;              /* or null */
    struct Role *next;
} Role;

typedef struct {
    const Show *show;
    const Plan *plan;
    Table *role;                   /* Var to its Roles, the best first */
    Table *step;                   /* Var to the LET that binds it */
    Table *inside;                 /* Vars that kernels and functions bind */
    Table *own;                    /* Vars that are coordinates of a thread */
    bool on_host;                  /* the walk is there */
} Roles;

static Role *add_role(Roles *r, const Var *v, RoleKind kind, const Var *of)
{
    Role *first = table_get(r->role, v), *last = first;
    Role *new = MAKE(Role, kind, of, NULL, NULL, NULL);
    for (; last; last = last->next) {
        if (last->kind == kind && last->of == of)
            return last;
        if (!last->next)
            break;
    }
    if (last)
        last->next = new;
    else
        table_put(r->role, v, new);
    return new;
}

/* ---- indices --------------------------------------------------------------------- */

static const Var *index_var(const Core *n)
{
    while (n->op == OP_CONV)
        n = n->g[0].at[0];
    return n->op == OP_VAR ? n->var : NULL;
}

static void note_row(Var *v, void *arg)
{
    void **a = arg;
    add_role(a[0], v, AS_ROW, a[1]);
}

/* i * m + j: i is a row, j a column. */
static void note_flat_index(Roles *r, const Core *n, const Var *array, bool whole)
{
    const Var *v = index_var(n);
    if (v) {
        add_role(r, v, whole ? AS_INDEX : AS_COLUMN, array);
    } else if (n->op == OP_ADD) {
        note_flat_index(r, n->g[0].at[0], array, false);
        note_flat_index(r, n->g[1].at[0], array, false);
    } else if (n->op == OP_MUL && !is_const(n->g[1].at[0])
               && (index_var(n->g[0].at[0]) || n->g[0].at[0]->op == OP_ADD)) {
        tree_vars(n->g[0].at[0], note_row, (void *[]){ r, (void *)array });
    }
}

static void note_index(Core *n, void *roles)
{
    Roles *r = roles;
    if (n->op == OP_INDEX && n->g[0].at[0]->op == OP_VAR) {
        const Var *array = n->g[0].at[0]->var;
        int rank = n->g[1].n;
        for (int d = 0; d < rank; d++) {
            const Var *v = index_var(n->g[1].at[d]);
            if (rank == 1)
                note_flat_index(r, n->g[1].at[0], array, true);
            else if (v && d >= rank - 2)
                add_role(r, v, d == rank - 1 ? AS_COLUMN : AS_ROW, array);
        }
    }
    core_each(n, note_index, roles);
}

/* ---- copies to shared memory -------------------------------------------------------- */

typedef struct {
    Roles *r;
    const Stmt *fetch;
} Fetcher;

static void note_fetcher(Var *v, void *fetcher)
{
    Fetcher *f = fetcher;
    const Stmt *let = table_get(f->r->step, v);
    const Var *to = f->fetch->to->op == OP_INDEX ? f->fetch->to->g[0].at[0]->var : NULL;
    if (table_has(f->r->own, v))
        add_role(f->r, v, f->fetch->unroll ? AS_VECTOR_FETCHER : AS_FETCHER, to);
    if (let && let->exp)
        tree_vars(let->exp, note_fetcher, fetcher);
}

/* ---- copies of arrays ------------------------------------------------------------- */

/* The element that is stored, also if beyond the end it is 0. */
static const Core *element_stored(const Core *e)
{
    if (e->op == OP_IF)
        e = e->g[1].at[0]->g[0].at[0];
    return e->op == OP_LAND ? e->g[1].at[0] : e;
}

/* An array of shared memory is the tile of another if the block copies elements of that to it. */
static void note_tile(Roles *r, const Stmt *s)
{
    const Core *e = element_stored(s->exp), *to = s->to;
    if (to->op != OP_INDEX || to->g[0].at[0]->op != OP_VAR || e->op != OP_INDEX || !e->g[1].n
        || e->g[0].at[0]->op != OP_VAR)
        return;
    const Var *tile = to->g[0].at[0]->var, *array = e->g[0].at[0]->var;
    const Buffer *b = table_get(r->plan->buffer_of, tile);
    if (b && b->home == B_SHARED)
        add_role(r, tile, AS_TILE_OF, array);
}

/* ---- statements ----------------------------------------------------------------------- */

/* A float that has the name of the integer that it is made from. */
static bool is_converted(const Var *v, const Core *e)
{
    const Core *from = e->op == OP_CONV ? e->g[0].at[0] : NULL;
    return from && from->op == OP_VAR && prim_is_float(v->type->prim)
        && !prim_is_float(type_of(from)->prim)
        && var_base(v->name) == var_base(from->var->name);
}

/* The neighbour of an index, also if the array is periodic. */
static void note_neighbour(Roles *r, const Var *v, const Core *e)
{
    bool around = e->op == OP_MOD || e->op == OP_REM;
    const Core *at = around ? e->g[0].at[0] : v->invented ? NULL : e;
    const Stmt *let = at && at->op == OP_VAR ? table_get(r->step, at->var) : NULL;
    at = let ? let->exp : at;
    if (at && around && at->op == OP_ADD && core_equal(at->g[1].at[0], e->g[1].at[0]))
        at = at->g[0].at[0];                     /* (i - 1 + n) % n */
    bool steps = at && (at->op == OP_ADD || at->op == OP_SUB) && is_const(at->g[1].at[0])
        && at->g[0].at[0]->op == OP_VAR;
    int64_t by = !steps ? 0 : at->op == OP_ADD ? at->g[1].at[0]->value.i
                                               : -at->g[1].at[0]->value.i;
    if (by == 1 || by == -1)
        add_role(r, v, by > 0 ? AS_NEXT_AROUND : AS_BEFORE_AROUND, at->g[0].at[0]->var);
}

/* An index below 0, from the other end of the array; else the index. */
static const Var *wrapped_index(const Core *e)
{
    const Core *test = e->op == OP_IF ? e->g[0].at[0] : NULL;
    const Core *low = test ? e->g[1].at[0]->g[0].at[0] : NULL;
    const Core *index = test ? e->g[2].at[0]->g[0].at[0] : NULL;
    bool wraps = test && test->op == OP_LT && index->op == OP_VAR && low->op == OP_ADD
        && is_var(test->g[0].at[0], index->var) && is_var(low->g[0].at[0], index->var);
    return wraps ? index->var : NULL;
}

/* x == 2: "two". */
static const char *number_asked(const Core *e)
{
    static const char *const number[] = { "zero", "one", "two", "three" };
    const Core *n = e->op == OP_EQ ? e->g[1].at[0] : NULL;
    bool small = n && is_const(n) && prim_is_int(n->value.prim) && n->value.i >= 0
        && n->value.i < (int)(sizeof number / sizeof *number);
    return small ? number[n->value.i] : NULL;
}

static void note_let(Roles *r, const Stmt *s)
{
    const Core *e = s->exp;
    if (e)
        note_neighbour(r, s->var, e);
    if (e && wrapped_index(e))
        add_role(r, s->var, AS_WRAPPED, wrapped_index(e));
    table_put(r->step, s->var, (Stmt *)s);
    if (!r->on_host)
        table_put(r->inside, s->var, s->var);
    if (e && table_has(r->plan->mutable, s->var))
        add_role(r, s->var, is_const(e) || e->op == OP_TERM ? AS_PARTIAL : AS_CURRENT, NULL);
    else if (e && is_converted(s->var, e))
        add_role(r, s->var, AS_CONVERTED, NULL);
    else if (e && e->op == OP_INDEX && !e->g[1].n)
        add_role(r, s->var, AS_VALUE, NULL);
    else if (e && e->op == OP_MAX && (is_const(e->g[0].at[0]) || is_const(e->g[1].at[0])))
        add_role(r, s->var, AS_CLAMPED, NULL);
    else if (e && number_asked(e))
        add_role(r, s->var, AS_EQUAL, index_var(e->g[0].at[0]))->says = number_asked(e);
    else if (e && ops[e->op].kind == K_SCALAR && *ops[e->op].name)
        add_role(r, s->var, AS_OPERATION, NULL)->says = ops[e->op].name;
}

static void note_read(Roles *r, const Stmt *s)
{
    if (s->exp->op == OP_INDEX && s->exp->g[0].at[0]->op == OP_VAR)
        add_role(r, s->var, AS_READ, s->exp->g[0].at[0]->var);
}

static void note_part(Roles *r, const Stmt *s)
{
    if (s->to && s->to->op == OP_INDEX && s->to->g[0].at[0]->op == OP_VAR)
        add_role(r, s->var, AS_PART_OF, s->to->g[0].at[0]->var);
}

static void note_set(Roles *r, const Stmt *s)
{
    if (s->to->op == OP_VAR && s->exp->op == OP_VAR)
        add_role(r, s->exp->var, AS_NEXT, s->to->var);
}

static void note_asked(Var *v, void *arg)
{
    void **a = arg;
    Roles *r = a[0];
    Role *asked = table_has(r->step, v) && !table_has(r->inside, v)
        ? add_role(r, v, AS_ASKED, NULL) : NULL;
    if (asked && !asked->by)
        asked->by = a[1];
}

/* Notes the numbers of the host that are arguments of a kernel, or its grid or block size. */
static void note_launch(Roles *r, const Stmt *s)
{
    for (int i = 0; i < s->kernel->stages.n; i++) {
        const Stage *t = s->kernel->stages.at[i];
        void *arg[] = { r, (void *)t };
        tree_vars(t->grid, note_asked, arg);
        tree_vars(t->threads, note_asked, arg);
        for (int k = 0; k < t->param.n; k++)
            note_asked(t->param.at[k], arg);
    }
}

static void note_stmt(Stmt *s, void *roles)
{
    Roles *r = roles;
    switch (s->kind) {
    case S_LET: note_let(r, s); break;
    case S_SET: note_set(r, s); break;
    case S_LAUNCH: note_launch(r, s); break;
    case S_OWN: table_put(r->own, s->var, s->var); break;
    case S_READ: note_read(r, s); break;
    case S_LOAD: case S_STORE: note_part(r, s); break;
    case S_FOR: add_role(r, s->var, AS_COUNTER, NULL); break;
    case S_ROW: add_role(r, s->var, AS_ROW_POINTER, NULL); break;
    case S_SHARED: add_role(r, s->var, AS_TILE, NULL); break;
    case S_ARRAY: add_role(r, s->var, AS_THREADS, NULL); break;
    default: break;
    }
    if (s->exp)
        note_index(s->exp, r);
    if (s->count)
        note_index(s->count, r);
    if (s->to && s->to->op == OP_INDEX && s->to->g[1].n == 1 && index_var(s->to->g[1].at[0]))
        note_index(s->to, r);
}

/* Copies are noted in a second walk: the first one finds the bindings of their indices. */
static void note_fetch(Stmt *s, void *roles)
{
    Fetcher f = { roles, s };
    if (s->kind == S_FETCH)
        tree_vars(s->to, note_fetcher, &f);
    if (s->kind == S_FETCH || s->kind == S_SET)
        note_tile(roles, s);
}

static void note_block(Roles *r, const Block *b)
{
    block_each(b, note_stmt, r);
    block_each(b, note_fetch, r);
}

static void note_buffers(Roles *r, const Entry *e)
{
    for (int i = 0; i < e->buffers.n; i++) {
        const Buffer *b = e->buffers.at[i];
        if (b->home == B_RESULT || b->home == B_GIVEN)
            add_role(r, b->var, AS_RESULT, NULL);
        else if (b->mate)
            add_role(r, b->var, AS_CURRENT, NULL);
    }
}

static void note_stage(Roles *r, const Stage *s)
{
    for (int i = 0; i < s->param.n; i++)
        if (table_has(s->written, s->param.at[i]))
            add_role(r, s->param.at[i], AS_MADE, NULL)->by = s;
    note_block(r, &s->prologue);
    bool scans = str_starts(s->skeleton->name, "scan");
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++) {
        const Hole *h = all.at[i].hole;
        const char *name = all.at[i].row->name;
        if (h->var && !strcmp(name, "sum"))
            add_role(r, h->var, scans && h == stage_hole(s, name) ? AS_SCANNED : AS_PARTIAL, NULL);
        if (h->var && !strcmp(name, "row"))
            add_role(r, h->var, AS_ROW_OF_BLOCK, NULL);
        if (h->exp)
            note_index(h->exp, r);
        note_block(r, &h->block);
    }
    vec_free(&all);
}

/* ---- names ---------------------------------------------------------------------------- */

static const char *of_array(Names *n, const Role *role, const char *what)
{
    return role->of ? format("%s_%s", names_of(n, role->of), what) : NULL;
}

/* The base of a name in the code: "value" or "values" for a variable that a rule calls "t". */
static const char *spoken(const Roles *r, const Var *v)
{
    const char *base = v->exact ? v->name : var_base(v->name);
    return strcmp(base, "t") ? base : table_has(r->plan->buffer_of, v) ? "values" : "value";
}

/* After the kernel that writes it, without the name of the file. */
static const char *of_kernel(const Roles *r, const Role *role, const char *base)
{
    const Show *v = r->show;
    const Stage *same = table_get(v->same_as, role->by);
    const char *name = table_get(v->kernel_name, same ? same : role->by);
    const char *file = format("%s_", c_spelling(r->plan->stem));
    name = name && str_starts(name, file) ? name + strlen(file) : name;
    return !name || str_ends(name, base) ? NULL : format("%s_%s", name, base);
}

/* Name number `number` for the role; null: it has no more. */
static const char *name_for(const Roles *r, Names *n, const Role *role, const char *base,
                            int number)
{
    switch (role->kind) {
    case AS_WRAPPED: return number ? NULL : format("wrapped_%s", names_of(n, role->of));
    case AS_NEXT_AROUND: return number ? NULL : format("next_%s", names_of(n, role->of));
    case AS_BEFORE_AROUND: return number ? NULL : format("previous_%s", names_of(n, role->of));
    case AS_ROW: return number ? NULL : of_array(n, role, "row");
    case AS_COLUMN: return number ? NULL : of_array(n, role, "col");
    case AS_INDEX: return number ? NULL : of_array(n, role, "at");
    case AS_FETCHER: return number ? NULL : of_array(n, role, base);
    case AS_VECTOR_FETCHER:
        return !number ? format("vec_%s", base)
             : number == 1 ? of_array(n, role, format("vec_%s", base)) : NULL;
    case AS_PARTIAL: return number ? NULL : format("partial_%s", base);
    case AS_CURRENT: return number ? NULL : format("current_%s", base);
    case AS_NEXT: return number ? NULL : format("next_%s", base);
    case AS_SCANNED: return number ? NULL : format("scanned_%s", base);
    case AS_ROW_POINTER: return number > 1 ? NULL : format(number ? "inner_%s" : "row_%s", base);
    case AS_ROW_OF_BLOCK: return number ? NULL : "block_row";
    case AS_VALUE: return number ? NULL : format("%s_value", base);
    case AS_TILE_OF: return number > 1 ? NULL
                          : format(number ? "other_%s" : "%s", of_array(n, role, "tile"));
    case AS_PART_OF: return number ? NULL : of_array(n, role, "here");
    case AS_CLAMPED: return number ? NULL : format("%s_clamped", base);
    case AS_EQUAL:
        return !number ? format("is_%s", role->says)
             : number == 1 ? of_array(n, role, format("is_%s", role->says)) : NULL;
    case AS_CONVERTED: return number ? NULL : format("%s_float", base);
    case AS_TILE: return number ? NULL : format("tile_%s", base);
    case AS_THREADS: return number ? NULL : format("thread_%s", base);
    case AS_RESULT: return number ? NULL : format("%s_out", base);
    case AS_READ: return number ? NULL : of_array(n, role, "on_host");
    case AS_MADE: case AS_ASKED: return number ? NULL : of_kernel(r, role, base);
    case AS_OPERATION: return number ? NULL : role->says;
    case AS_COUNTER: case ROLES: return NULL;
    }
    bug("name_for");
}

static const char *name_in_role(const Roles *r, Names *n, const Role *role, const char *base)
{
    const char *name, *found = NULL;
    if (role->kind == AS_COUNTER)
        return strlen(base) == 1 ? names_index(n) : NULL;
    for (int k = 0; !found && (name = name_for(r, n, role, base, k)); k++)
        found = names_first_free(n, &name, 1);
    return found;
}

/* Indices are named only where they are bound; what an operation gives, if nothing else is
   known of it. */
static bool is_told(const Roles *r, const Role *role, const Var *v)
{
    bool index = role->kind == AS_ROW || role->kind == AS_COLUMN || role->kind == AS_INDEX;
    return index ? table_has(r->inside, v)
         : role->kind == AS_NEXT ? var_base(v->name) == var_base(role->of->name)
         : role->kind != AS_OPERATION || !strcmp(var_base(v->name), "t");
}

typedef struct {
    const Roles *r;
    const Var *v;
    bool found;
} NamesAlike;

static void find_name(Var *v, void *alike)
{
    NamesAlike *a = alike;
    a->found |= v != a->v && table_has(a->r->step, v) && var_base(v->name) == var_base(a->v->name);
}

/* let x = f x: the source calls both x. */
static bool is_next_of_name(const Roles *r, const Var *v, const Core *e)
{
    NamesAlike a = { r, v, false };
    tree_vars(e, find_name, &a);
    return a.found;
}

/* x_value in a kernel, this_x on the host, where it is bound; else second_x, third_x, as for a
   variable that the source makes of another of its name. */
static const char *name_in_order(const Roles *r, Names *n, const Var *v, const char *base)
{
    static const char *const order[] = { "this", "second", "third", "fourth", "fifth", "sixth" };
    const Stmt *let = table_get(r->step, v);
    const char *name, *found = NULL;
    bool value = table_has(r->inside, v) && !str_ends(base, "value");
    bool first = let && let->exp && !is_next_of_name(r, v, let->exp);
    for (int i = first ? 0 : 1; i < 6 && !found; i++) {
        name = !i && value ? format("%s_value", base) : format("%s_%s", order[i], base);
        found = names_first_free(n, &name, 1);
    }
    return found;
}

/* Rows and columns say more than letters that nobody chose. */
static bool says_less(const Var *v, const Role *role)
{
    bool chosen = !v->invented && v->span;
    return !chosen && (v->name[0] == '#' || strlen(var_base(v->name)) == 1)
        && (role->kind == AS_ROW || role->kind == AS_COLUMN);
}

/* Says more than the name that a rule gave; a row that a block has is called so. */
static bool says_more(const Var *v, const Role *role)
{
    return v->invented
        && (role->kind == AS_NEXT_AROUND || role->kind == AS_BEFORE_AROUND
            || role->kind == AS_WRAPPED || role->kind == AS_CONVERTED || role->kind == AS_PART_OF
            || role->kind == AS_EQUAL
            || (role->kind == AS_TILE_OF && strcmp(var_base(v->name), "row")));
}

/* An array that a rule calls "t". */
static bool is_nameless(const Roles *r, const Var *v)
{
    return v->invented && !v->exact && table_has(r->plan->buffer_of, v)
        && !strcmp(var_base(v->name), "t");
}

/* An index of a loop that a rule calls h2. */
static bool is_numbered(const Roles *r, const Var *v, const char *base)
{
    bool counts = false;
    for (const Role *role = table_get(r->role, v); role; role = role->next)
        counts |= role->kind == AS_COUNTER;
    return counts && v->invented && strlen(base) == 2 && isdigit((unsigned char)base[1]);
}

static const char *other_name(Names *n, const Var *v, const void *told, bool needed)
{
    const Roles *r = told;
    const char *base = spoken(r, v), *found = NULL;
    for (int kind = 0; kind < ROLES; kind++)
        for (const Role *role = table_get(r->role, v); role && !found; role = role->next)
            if ((int)role->kind == kind && is_told(r, role, v)
                && (needed || says_less(v, role) || says_more(v, role)))
                found = name_in_role(r, n, role, base);
    if (!found && is_numbered(r, v, base))
        found = names_index(n);
    if (!found && is_nameless(r, v))
        found = names_first_free(n, &base, 1);
    if (!needed || found)
        return found;
    bool letter = strlen(base) == 1 && strchr("ijkl", *base);
    if (v->invented && !strcmp(base, "col"))
        found = names_first_free(n, (const char *const[]){ "column" }, 1);
    if (!found && v->invented && (letter || !strcmp(base, "row")))
        found = names_index(n);
    return found ? found : name_in_order(r, n, v, base);
}

void ask_roles(const Show *v)
{
    const Plan *p = v->plan;
    Roles *r = MAKE(Roles, v, p, table_new(), table_new(), table_new(),
                    table_new(), false);
    for (int i = 0; i < p->entries.n; i++)
        note_buffers(r, p->entries.at[i]);
    for (int i = 0; i < p->inner.n; i++)
        note_buffers(r, p->inner.at[i]);
    for (int i = 0; i < p->kernels.n; i++)
        for (int s = 0; s < p->kernels.at[i]->stages.n; s++)
            note_stage(r, p->kernels.at[i]->stages.at[s]);
    for (int i = 0; i < p->functions.n; i++)
        note_block(r, &p->functions.at[i]->body);
    r->on_host = true;
    for (int i = 0; i < p->entries.n; i++)
        note_block(r, &p->entries.at[i]->body);
    for (int i = 0; i < p->inner.n; i++)
        note_block(r, &p->inner.at[i]->body);
    names_ask(v->names, other_name, r);
}
