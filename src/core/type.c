/* type.c -- the types of first-order nodes from those of their operands. */
#include "failure.h"
#include "type.h"

#include <string.h>

bool wrong(Infer *f, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    f->why = text_str(&t);
    return false;
}

bool give(Infer *f, const Type *t)
{
    if (f->ntypes == f->room) {
        int room = f->room ? 2 * f->room : 2;
        f->type = arena_grow(f->type, sizeof(Type *) * (size_t)f->room,
                             sizeof(Type *) * (size_t)room);
        f->room = room;
    }
    f->type[f->ntypes++] = t;
    return true;
}

static bool give_prim(Infer *f, Prim p) { return give(f, type_prim(p)); }
static Core *kid(const Infer *f, int group) { return f->n->g[group].at[0]; }
static const Type *kid_type(const Infer *f, int group) { return type_of(kid(f, group)); }

bool is_i64(const Core *n)
{
    return n->ntypes == 1 && n->type[0]->rank == 0 && n->type[0]->prim == I64;
}

static bool is_size(Infer *f, const Core *n)
{
    return is_i64(n) || wrong(f, "a size is not of type i64");
}

/* ---- scalars ------------------------------------------------------------ */

typedef enum { INT = 1, FLOAT = 2, LOGIC = 4 } Class;

/* By the letters of ops.def. */
static const struct { char letter; int allowed; const char *name; } classes[] = {
    { 'N', INT | FLOAT, "a number" }, { 'I', INT, "an integer" }, { 'F', FLOAT, "a float" },
    { 'L', LOGIC, "a bool" }, { 'B', INT | LOGIC, "an integer or a bool" },
    { 'S', INT | FLOAT | LOGIC, "a scalar" },
};

static bool in_class(const Type *t, int allowed)
{
    Class is = prim_is_int(t->prim) ? INT : prim_is_float(t->prim) ? FLOAT : LOGIC;
    return t->rank == 0 && (allowed & is);
}

/* All operands are scalars of the operator's class and of one type. */
static bool operands(Infer *f)
{
    int c = 0;
    while (classes[c].letter != ops[f->n->op].type[0])
        c++;
    for (int g = 0; g < ops[f->n->op].ngroups; g++) {
        const Type *t = kid_type(f, g);
        if (!in_class(t, classes[c].allowed))
            return wrong(f, "operand %d has type %s and not that of %s", g + 1, type_str(t),
                         classes[c].name);
        if (t->prim != kid_type(f, 0)->prim)
            return wrong(f, "operands of types %s and %s", type_str(kid_type(f, 0)),
                         type_str(t));
    }
    return true;
}

static bool ldexp_operands(Infer *f)
{
    return (in_class(kid_type(f, 0), FLOAT) && kid_type(f, 1)->rank == 0
            && kid_type(f, 1)->prim == I32)
        || wrong(f, "ldexp takes a float and an i32");
}

static bool infer_scalar(Infer *f)
{
    Op op = f->n->op;
    if (op == OP_CONV || op == OP_BITS) {
        if (f->n->ntypes != 1 || f->n->type[0]->rank)
            return wrong(f, "no target type");
        Prim to = f->n->type[0]->prim;
        if (kid_type(f, 0)->rank)
            return wrong(f, "the operand has type %s", type_str(kid_type(f, 0)));
        if (op == OP_BITS && prim_bytes(to) != prim_bytes(kid_type(f, 0)->prim))
            return wrong(f, "%s and %s differ in width", prim_name(to),
                         type_str(kid_type(f, 0)));
        return give_prim(f, to);
    }
    if (op == OP_TOTAL && kid_type(f, 0)->rank < 2)
        return wrong(f, "rows are needed where the operand has type %s",
                     type_str(kid_type(f, 0)));
    if (op == OP_LENGTH || op == OP_TOTAL)
        return array_of(f, kid_type(f, 0), NULL) && give_prim(f, I64);
    if (op == OP_WORKERS || op == OP_BLOCKS || op == OP_RANKS || op == OP_BUSY
        || op == OP_THRESHOLD)
        return is_size(f, kid(f, 0)) && give_prim(f, I64);
    const char *type = ops[op].type;
    if (!(op == OP_LDEXP ? ldexp_operands(f) : operands(f)))
        return false;
    return give_prim(f, type[1] == '?' ? BOOL : type[1] == '4' ? I32 : kid_type(f, 0)->prim);
}

/* ---- arrays ------------------------------------------------------------- */

static bool same_dim(const Core *a, const Core *b)
{
    return !a || !b || size_equal(a, b);
}

/* The operand is an array, of the given outer size if there is one. */
bool array_of(Infer *f, const Type *t, const Core *size)
{
    if (!t->rank)
        return wrong(f, "an array is needed where the operand has type %s", type_str(t));
    if (!size || same_dim(t->dim[0], size))
        return true;
    return wrong(f, "an array of type %s is not of length %s", type_str(t),
                 core_str(size));
}

bool expect(Infer *f, const Type *t, const Type *want, const char *what)
{
    return type_equal(t, want)
        || wrong(f, "%s has type %s and not %s", what, type_str(t), type_str(want));
}

/* Dimension d, which stays: not known where rows were chosen that it speaks of. */
static Core *dim_left(const Type *t, int d, const Kids *entry)
{
    const Core *lengths = dim_lengths(t->dim[d]);
    int over = lengths && lengths->op == OP_VAR ? lengths->var->type->rank : 0;
    for (int k = d - over; k < d; k++)
        if (k < entry->n && entry->at[k]->op != OP_WHOLE)
            return NULL;
    return t->dim[d];
}

/* The type that n index entries leave of t. */
static bool indexed(Infer *f, const Type *t, const Kids *entry, const Type **out)
{
    if (entry->n > t->rank)
        return wrong(f, "%d indices into an array of type %s", entry->n, type_str(t));
    Core **dim = NEWS(Core *, t->rank);
    int rank = 0;
    for (int d = 0; d < t->rank; d++) {
        Core *e = d < entry->n ? entry->at[d] : NULL;
        if (!e || e->op == OP_WHOLE)
            dim[rank++] = dim_left(t, d, entry);
        else if (e->op == OP_SPAN)
            dim[rank++] = e->g[1].at[0];
        else if (!is_i64(e))
            return wrong(f, "an index is not of type i64");
    }
    *out = type_dims(t->prim, dim, rank);
    return true;
}

static bool infer_rearrange(Infer *f)
{
    const Type *t = kid_type(f, 0);
    const Core *n = f->n;
    if (n->nperm != t->rank)
        return wrong(f, "%d dimensions permuted of type %s", n->nperm, type_str(t));
    Core **dim = NEWS(Core *, t->rank);
    bool *seen = NEWS(bool, t->rank);
    for (int d = 0; d < t->rank; d++) {
        if (n->perm[d] < 0 || n->perm[d] >= t->rank || seen[n->perm[d]])
            return wrong(f, "no permutation");
        seen[n->perm[d]] = true;
        dim[d] = t->dim[n->perm[d]];
        if (n->perm[d] != d && type_ragged(t))
            return wrong(f, "the rows of type %s differ in length", type_str(t));
    }
    return give(f, type_dims(t->prim, dim, t->rank));
}

static bool infer_reshape(Infer *f)
{
    const Type *t = kid_type(f, 1);
    const Kids *to = &f->n->g[0];
    Core *old = core_i64(1), *new = core_i64(1);
    bool known = true;
    for (int d = 0; d < t->rank; d++)
        if (dim_lengths(t->dim[d]))
            return wrong(f, "the rows of type %s differ in length", type_str(t));
        else if (t->dim[d])
            old = size_mul(old, t->dim[d]);
        else
            known = false;
    for (int d = 0; d < to->n; d++) {
        if (!is_size(f, to->at[d]))
            return false;
        new = size_mul(new, to->at[d]);
    }
    if (known && !size_equal(old, new))
        return wrong(f, "type %s has %s elements and not %s", type_str(t), core_str(old),
                     core_str(new));
    return give(f, type_dims(t->prim, to->at, to->n));
}

/* One type for both: their lengths may differ; null if anything else does. */
static const Type *join_lengths(const Type *a, const Type *b)
{
    if (type_equal(a, b) || !a->rank || !b->rank)
        return type_equal(a, b) ? a : NULL;
    return type_equal(type_row(a), type_row(b)) ? type_array(type_row(a), NULL) : NULL;
}

static bool infer_array(Infer *f)
{
    const Kids *e = &f->n->g[0];
    if (!e->n)
        return wrong(f, "no elements");
    const Type *row = type_of(e->at[0]);
    for (int i = 1; i < e->n; i++)
        if (!(row = join_lengths(row, type_of(e->at[i]))))
            return expect(f, type_of(e->at[i]), type_of(e->at[0]), "an element");
    return give(f, type_array(row, core_i64(e->n)));
}

static bool infer_concat(Infer *f)
{
    const Kids *e = &f->n->g[0];
    Core *size = core_i64(0);
    if (!e->n)
        return wrong(f, "no operands");
    for (int i = 0; i < e->n; i++) {
        const Type *t = type_of(e->at[i]);
        if (!array_of(f, t, NULL)
            || !expect(f, type_row(t), type_row(type_of(e->at[0])), "a row"))
            return false;
        size = size && t->dim[0] ? size_add(size, t->dim[0]) : NULL;
    }
    return give(f, type_array(type_row(type_of(e->at[0])), size));
}

static bool infer_split(Infer *f)
{
    const Type *t = kid_type(f, 1);
    return is_size(f, kid(f, 0)) && array_of(f, t, NULL)
        && give(f, type_array(type_array(type_row(t), NULL), kid(f, 0)));
}

static bool infer_gather(Infer *f)
{
    const Type *t = kid_type(f, 0), *at = kid_type(f, 1);
    if (at->rank != 1 || at->prim != I64)
        return wrong(f, "the indices have type %s", type_str(at));
    return array_of(f, t, NULL) && give(f, type_array(type_row(t), at->dim[0]));
}

static bool infer_join(Infer *f)
{
    const Type *t = kid_type(f, 1);
    if (t->rank < 2)
        return wrong(f, "rows are needed where the operand has type %s", type_str(t));
    return is_size(f, kid(f, 0)) && give(f, type_array(type_row(type_row(t)), kid(f, 0)));
}

/* ---- rows of different lengths ------------------------------------------ */

static bool infer_irreg(Infer *f)
{
    const Type *ls = kid_type(f, 0), *vs = kid_type(f, 1);
    if (!ls->rank || ls->prim != I64)
        return wrong(f, "lengths of type %s", type_str(ls));
    if (!array_of(f, vs, NULL))
        return false;
    const Type *t = type_array(type_row(vs), dim_each(kid(f, 0)));
    for (int d = ls->rank - 1; d >= 0; d--)
        t = type_array(t, ls->dim[d]);
    return give(f, t);
}

/* shp, ends: [m]i64; val: [total a]t */
static bool infer_parts(Infer *f)
{
    const Type *t = kid_type(f, 0);
    int at = type_ragged(t);
    if (!at && f->n->op == OP_VAL && t->rank > 1)
        at = 1;                /* of rows that turn out to be of one length */
    if (!at)
        return wrong(f, "the rows of type %s do not differ in length", type_str(t));
    Core *lengths = dim_lengths(t->dim[at]);
    if (f->n->op != OP_VAL)
        return give(f, lengths && lengths->op == OP_VAR ? lengths->var->type
                                                        : type_dims(I64, t->dim, at));
    const Type *row = t;
    for (int d = 0; d <= at; d++)
        row = type_row(row);
    Core *total = CORE(OP_TOTAL, f->n->span, one(kid(f, 0)));
    core_set_type(total, type_prim(I64));
    return give(f, type_array(row, total));
}

static bool infer_unchunk(Infer *f)
{
    const Type *t = kid_type(f, 1);
    for (int d = 0; d < t->rank; d++)
        if (!t->dim[d])
            return wrong(f, "rows of one size are needed where the operand has type %s",
                         type_str(t));
    return infer_join(f);
}

static bool infer_windows(Infer *f)
{
    const Type *t = kid_type(f, 3);
    return is_size(f, kid(f, 0)) && is_size(f, kid(f, 1)) && is_size(f, kid(f, 2))
        && (t->rank == 1 || wrong(f, "the array has type %s", type_str(t)))
        && give(f, type_array(type_array(type_row(t), kid(f, 1)), kid(f, 0)));
}

static bool infer_update(Infer *f)
{
    const Type *t = kid_type(f, 0), *part;
    return indexed(f, t, &f->n->g[1], &part)
        && expect(f, kid_type(f, 2), part, "the new value") && give(f, t);
}

/* Rows of elements are numbers of 32 bits where they are stored. */
static bool row_numbers(Infer *f)
{
    const Kids *ks = &f->n->g[2];
    if (!ks->n)
        return true;
    const Type *t = type_of(ks->at[0]);
    return (ks->n == 1 && t->rank == 1 && t->prim == I32)
        || wrong(f, "row numbers are an array of i32 and not %s", type_str(t));
}

static bool infer_payload(Infer *f)
{
    if (f->n->ntypes != 1)
        return wrong(f, "no type given");
    const Type *t = f->n->type[0];
    if (f->n->op == OP_COERCE && !type_same_shape(t, kid_type(f, 0)))
        return wrong(f, "type %s cannot become %s", type_str(kid_type(f, 0)),
                     type_str(t));
    return give(f, t);
}

static bool infer_assert(Infer *f)
{
    if (kid_type(f, 0)->rank || kid_type(f, 0)->prim != BOOL)
        return wrong(f, "the condition has type %s", type_str(kid_type(f, 0)));
    if (f->n->g[2].n != failure_holes(f->n->text))
        return wrong(f, "its text says %d values, not %d", failure_holes(f->n->text),
                     f->n->g[2].n);
    for (int i = 0; i < f->n->g[2].n; i++)
        if (type_of(f->n->g[2].at[i])->rank || !prim_is_int(type_of(f->n->g[2].at[i])->prim))
            return wrong(f, "its text can only say integers");
    for (int i = 0; i < f->n->g[1].n; i++)
        give(f, type_of(f->n->g[1].at[i]));
    return true;
}

static bool infer_view(Infer *f)
{
    const Type *t;
    switch (f->n->op) {
    case OP_INDEX:
        return indexed(f, kid_type(f, 0), &f->n->g[1], &t) && give(f, t);
    case OP_IOTA:
        return is_size(f, kid(f, 0)) && give(f, type_array(type_prim(I64), kid(f, 0)));
    case OP_REPLICATE:
        return is_size(f, kid(f, 0)) && give(f, type_array(kid_type(f, 1), kid(f, 0)));
    case OP_REARRANGE: return infer_rearrange(f);
    case OP_RESHAPE: return infer_reshape(f);
    case OP_SEGIDS: case OP_WITHIN:
        return is_size(f, kid(f, 0)) && array_of(f, kid_type(f, 1), NULL) && row_numbers(f)
            && give(f, type_array(type_prim(I64), kid(f, 0)));
    case OP_GATHER: return infer_gather(f);
    case OP_SPLIT: case OP_STRIPES: return infer_split(f);
    case OP_JOIN: case OP_WEAVE: return infer_join(f);
    case OP_UNCHUNK: return infer_unchunk(f);
    case OP_WINDOWS: return infer_windows(f);
    case OP_ARRAY: return infer_array(f);
    case OP_CONCAT: return infer_concat(f);
    case OP_UPDATE: return infer_update(f);
    case OP_IRREG: return infer_irreg(f);
    case OP_SHP: case OP_ENDS: case OP_VAL: return infer_parts(f);
    case OP_EMPTY: case OP_COERCE: return infer_payload(f);
    default: return give(f, kid_type(f, 0));
    }
}

/* ---- the interface ------------------------------------------------------ */

/* Each group that is one operand has one, and all that stand for values are
   single typed terms. */
static bool well_formed(Infer *f)
{
    const OpInfo *op = &ops[f->n->op];
    for (int g = 0; g < op->ngroups; g++) {
        const Kids *k = &f->n->g[g];
        if (strchr("azlb", op->groups[g]) && k->n != 1)
            return wrong(f, "operand group %d has %d members", g + 1, k->n);
        for (int i = 0; i < k->n; i++) {
            Op kid = k->at[i]->op;
            if (strchr("aAzZ", op->groups[g]) && k->at[i]->ntypes != 1)
                return wrong(f, "an operand, %s, has no single type", ops[kid].id);
            if (op->groups[g] == 'l' && kid != OP_LAM)
                return wrong(f, "%s where a function is needed", ops[kid].id);
            if (op->groups[g] == 'b' && kid != OP_BODY)
                return wrong(f, "%s where a body is needed", ops[kid].id);
            if (op->groups[g] == 'L' && kid != OP_LEVEL)
                return wrong(f, "%s where a level is needed", ops[kid].id);
        }
    }
    return true;
}

static bool infer_atom(Infer *f)
{
    switch (f->n->op) {
    case OP_VAR: return give(f, f->n->var->type);
    case OP_CONST: return give_prim(f, f->n->value.prim);
    default: return give_prim(f, I64);
    }
}

static bool infer(Infer *f)
{
    if (f->n->op == OP_BODY)
        return infer_body(f);
    if (ops[f->n->op].kind == K_PART)
        return true;
    if (!well_formed(f))
        return false;
    switch (ops[f->n->op].kind) {
    case K_ATOM: return infer_atom(f);
    case K_SCALAR: return infer_scalar(f);
    case K_SOAC: case K_SEG: return infer_nest(f);
    case K_CONTROL:
        return f->n->op == OP_ASSERT ? infer_assert(f)
             : is_prefix(f->n) ? infer_prefix(f) : infer_control(f);
    default: return infer_view(f);
    }
}

bool core_infer(Core *n, const char **error)
{
    Infer f = { .n = n };
    if (!infer(&f)) {
        *error = ops[n->op].text[0] ? format("%s: %s", ops[n->op].text, f.why) : f.why;
        return false;
    }
    n->type = f.type;
    n->ntypes = f.ntypes;
    return true;
}

Core *core_typed(Core *n)
{
    const char *error;
    if (!core_infer(n, &error))
        bug("ill-typed %s at %s: %s", ops[n->op].id, span_str(n->span), error);
    return n;
}
