/* desugar_scalar.c -- the functions of the scalar modules, and operators. */
#include "desugar.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SPECIAL NOPS

/* One row of scalars.def. */
typedef struct {
    const char *name, *where, *sig;
    int op;
} Row;

static const Row rows[] = {
#define S(name, where, sig, op) { name, where, sig, op },
#include "scalars.def"
#undef S
};

static const Row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

/* ---- equality ----------------------------------------------------------- */

static Core *equal_arrays(Core *a, Core *b, const Span *s);

static Core *equal_leaf(Core *a, Core *b, const Span *s)
{
    return type_of(a)->rank ? equal_arrays(a, b, s) : emit_op(OP_EQ, s, a, b);
}

static Sv *call_equal_pair(Sv **arg, const Call *c)
{
    return sv_atom(equal_leaf(size_atom(arg[0]->part[0]->atom),
                              size_atom(arg[0]->part[1]->atom), c->span));
}

static Sv *call_both(Sv **arg, const Call *c)
{
    return sv_atom(emit_op(OP_LAND, c->span, arg[0]->atom, arg[1]->atom));
}

typedef struct { Core *a, *b; const Span *span; } Two;

static Sv *equal_elements(void *arg)
{
    Two *two = arg;
    Sv *a = sv_atom(two->a), *b = sv_atom(two->b);
    for (int k = 0; k < type_of(two->a)->rank; k++)
        b = coerce_dim(b, k, sv_dim(a, k), two->span);
    Sv **part = NEWS(Sv *, 2);
    part[0] = a;
    part[1] = b;
    Sv *pairs = sv_zip(part, 2, 1);
    Sv *same = map_over(fun_native((Fun){ .arity = 1, .call = call_equal_pair }), pairs,
                        two->span);
    Sv *both = fun_native((Fun){ .arity = 2, .call = call_both });
    return reduce_with(both, sv_atom(core_bool(true)), same, two->span);
}

static Sv *no(void *arg)
{
    (void)arg;
    return sv_atom(core_bool(false));
}

/* Arrays are equal if their shapes and then their elements are. */
static Core *equal_arrays(Core *a, Core *b, const Span *s)
{
    Two two = { a, b, s };
    Core *shapes = NULL;
    for (int k = 0; k < type_of(a)->rank; k++) {
        Core *x = type_of(a)->dim[k], *y = type_of(b)->dim[k];
        if (size_equal(x, y))
            continue;
        Core *same = emit_op(OP_EQ, s, size_atom(x), size_atom(y));
        shapes = shapes ? emit_op(OP_LAND, s, shapes, same) : same;
    }
    return shapes ? emit_branch(shapes, equal_elements, no, &two, s)->atom
                  : equal_elements(&two)->atom;
}

static Sv *equal(Sv *a, Sv *b, const Span *s)
{
    Kids x = sv_leaves(a), y = sv_leaves(b);
    Core *all = NULL;
    for (int i = 0; i < x.n; i++) {
        Core *same = equal_leaf(x.at[i], y.at[i], s);
        all = all ? emit_op(OP_LAND, s, all, same) : same;
    }
    return sv_atom(all ? all : core_bool(true));
}

/* ---- operations that core has ------------------------------------------- */

static Core *atom(const Sv *v)
{
    if (v->kind != SV_ATOM)
        bug("%s where a scalar is needed", sv_structure(v));
    return size_atom(v->atom);
}

static Prim result_prim(char sig, Prim own)
{
    static const Prim same_width[NPRIMS] = {
        [I8] = U8, [I16] = U16, [I32] = U32, [I64] = U64, [U8] = U8, [U16] = U16,
        [U32] = U32, [U64] = U64, [F16] = U16, [F32] = U32, [F64] = U64, [BOOL] = BOOL,
    };
    switch (sig) {
    case 'b': return BOOL;
    case 'i': return I32;
    case 'l': return I64;
    case 'd': return F64;
    case 'U': return same_width[own];
    default: return own;
    }
}

static Core *bits(Core *a, Prim to, const Span *s)
{
    Core *n = CORE(OP_BITS, s, one(a));
    core_set_type(n, type_prim(to));
    return emit1(n, NULL);
}

/* Halves in the order of these integers, and back; 0 and -0 are the same. */
static Core *ordered(Core *a, const Span *s)
{
    Core *sign = emit_op(OP_SHR, s, a, core_int(I16, 15));
    Core *size = emit_op(OP_AND, s, a, core_int(I16, INT16_MAX));
    return emit_op(OP_SUB, s, emit_op(OP_XOR, s, size, sign), sign);
}

static Core *next_half(Core *x, Core *y, const Span *s)
{
    Core *up = emit_conv(I16, emit_op(OP_LT, s, x, y), s);
    Core *down = emit_conv(I16, emit_op(OP_GT, s, x, y), s);
    Core *at = ordered(bits(x, I16, s), s);
    at = emit_op(OP_ADD, s, at, emit_op(OP_SUB, s, up, down));
    Core *sign = emit_op(OP_SHR, s, at, core_int(I16, 15));
    Core *size = emit_op(OP_SUB, s, emit_op(OP_XOR, s, at, sign), sign);
    sign = emit_op(OP_AND, s, sign, core_int(I16, INT16_MIN));
    return bits(emit_op(OP_OR, s, size, sign), F16, s);
}

static Sv *next_or_not(void *arg)
{
    Two *two = arg;
    return sv_atom(next_half(two->a, two->b, two->span));
}

static Sv *second(void *arg)
{
    return sv_atom(((Two *)arg)->b);
}

/* C has no nextafter for halves. */
static Sv *half_after(Core *x, Core *y, const Span *s)
{
    Two two = { x, y, s };
    Core *differ = emit_op(OP_LOR, s, emit_op(OP_LT, s, x, y), emit_op(OP_GT, s, x, y));
    Core *nan = emit_op(OP_ISNAN, s, x, NULL);
    return emit_branch(emit_op(OP_LOR, s, differ, nan), next_or_not, second, &two, s);
}

static Sv *call_op(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    const Row *row = f->payload;
    if (f->op == OP_EQ)
        return equal(arg[0], arg[1], c->span);
    if (f->op == OP_NE && (arg[0]->kind != SV_ATOM || type_of(arg[0]->atom)->rank))
        return sv_atom(emit_op(OP_NOT, c->span, equal(arg[0], arg[1], c->span)->atom,
                               NULL));
    Core *a = atom(arg[0]);
    Prim to = result_prim(row->sig[strlen(row->sig) - 1], f->prim);
    if (f->op == OP_NEXTAFTER && f->prim == F16)
        return half_after(a, atom(arg[1]), c->span);
    if (f->op == OP_CONV)
        return sv_atom(emit_conv(to, a, c->span));
    if (f->op == OP_BITS)
        return sv_atom(bits(a, to, c->span));
    if (f->arity == 3)
        return sv_atom(emit1(CORE(f->op, c->span, one(a), one(atom(arg[1])), one(atom(arg[2]))),
                             NULL));
    return sv_atom(emit_op(f->op, c->span, a, f->arity == 2 ? atom(arg[1]) : NULL));
}

static Sv *call_conv(Sv **arg, const Call *c)
{
    return sv_atom(emit_conv(c->fun->prim, atom(arg[0]), c->span));
}

/* ---- operations made of others ------------------------------------------ */

/* x with bit i made that of b. */
static Core *set_bit(Prim p, Core *i, Core *x, Core *b, const Span *s)
{
    Core *at = emit_conv(p, i, s), *is_one = core_int(p, 1);
    Core *mask = emit_op(OP_SHL, s, is_one, at);
    Core *others = emit_op(OP_AND, s, x, emit_op(OP_NOT, s, mask, NULL));
    return emit_op(OP_OR, s, others, emit_op(OP_SHL, s, emit_conv(p, b, s), at));
}

static Core *get_bit(Prim p, Core *i, Core *x, const Span *s)
{
    Core *down = emit_op(OP_SHR, s, x, emit_conv(p, i, s));
    return emit_conv(I32, emit_op(OP_AND, s, down, core_int(p, 1)), s);
}

/* As a function of its module, u32.>> takes its operand for a signed number. */
static Sv *call_signed_shift(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    Prim with_sign = (Prim)(f->prim - U8 + I8);
    Core *a = emit_conv(with_sign, atom(arg[0]), c->span);
    Core *by = emit_conv(with_sign, atom(arg[1]), c->span);
    return sv_atom(emit_conv(f->prim, emit_op(OP_SHR, c->span, a, by), c->span));
}

static Sv *call_special(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    const Span *s = c->span;
    Core *a[3] = { NULL };
    for (int i = 0; i < f->arity; i++)
        a[i] = atom(arg[i]);
    bool set = !strcmp(f->name, "set_bit"), of_float = prim_is_float(f->prim);
    if (set || !strcmp(f->name, "get_bit")) {
        Prim p = of_float ? result_prim('U', f->prim) : f->prim;
        Core *x = of_float ? bits(a[1], p, s) : a[1];
        x = set ? set_bit(p, a[0], x, a[2], s) : get_bit(p, a[0], x, s);
        return sv_atom(set && of_float ? bits(x, f->prim, s) : x);
    }
    if (!strcmp(f->name, "mad") || !strcmp(f->name, "mad_hi")) {
        Op times = f->name[3] ? OP_MULHI : OP_MUL;
        return sv_atom(emit_op(OP_ADD, s, emit_op(times, s, a[0], a[1]), a[2]));
    }
    if (!strcmp(f->name, "from_fraction"))
        return sv_atom(emit_op(OP_DIV, s, emit_conv(f->prim, a[0], s),
                               emit_conv(f->prim, a[1], s)));
    if (!strcmp(f->name, "lerp")) {
        Core *way = emit_op(OP_SUB, s, a[1], a[0]);
        return sv_atom(emit_op(OP_ADD, s, a[0], emit_op(OP_MUL, s, way, a[2])));
    }
    if (!strcmp(f->name, "recip"))
        return sv_atom(emit_op(OP_DIV, s, core_const(scalar_float(f->prim, 1)), a[0]));
    Core *angle = emit_op(OP_MUL, s, core_const(scalar_float(f->prim, M_PI)), a[0]);
    return sv_atom(emit_op(!strcmp(f->name, "sinpi") ? OP_SIN : OP_COS, s, angle, NULL));
}

/* ---- constants ---------------------------------------------------------- */

static int64_t int_limit(Prim p, bool high)
{
    int bits_of = 8 * prim_bytes(p);
    if (!prim_is_signed(p))
        return high ? -1 : 0;
    int64_t most = (int64_t)(UINT64_MAX >> (65 - bits_of));
    return high ? most : -most - 1;
}

static double float_constant(const char *name, Prim p)
{
    int k = p - F16;
    if (!strcmp(name, "lowest"))
        return -INFINITY;
    if (!strcmp(name, "highest") || !strcmp(name, "inf"))
        return INFINITY;
    if (!strcmp(name, "nan"))
        return NAN;
    if (!strcmp(name, "largest"))
        return (const double[]){ 65504, FLT_MAX, DBL_MAX }[k];
    if (!strcmp(name, "smallest"))
        return (const double[]){ 0x1p-14, FLT_MIN, DBL_MIN }[k];
    if (!strcmp(name, "epsilon"))
        return (const double[]){ 0x1p-10, FLT_EPSILON, DBL_EPSILON }[k];
    return !strcmp(name, "pi") ? M_PI : M_E;
}

static Sv *constant(const char *name, Prim p)
{
    if (!strcmp(name, "num_bits"))
        return sv_atom(core_int(I32, 8 * prim_bytes(p)));
    if (prim_is_float(p))
        return sv_atom(core_const(scalar_float(p, float_constant(name, p))));
    return sv_atom(core_int(p, int_limit(p, !strcmp(name, "highest"))));
}

/* ---- reductions of the modules ------------------------------------------ */

static const struct {
    const char *name;
    Op op;
    const char *neutral;       /* a constant of the module; null: 0 or 1 */
    int value;
} reductions[] = {
    { "sum", OP_ADD, NULL, 0 },
    { "product", OP_MUL, NULL, 1 },
    { "maximum", OP_MAX, "lowest", 0 },
    { "minimum", OP_MIN, "highest", 0 },
};

static Sv *call_reduction(Sv **arg, const Call *c)
{
    return reduce_with(c->fun->value, arg[0], arg[1], c->span);
}

static Sv *operation(const Row *row, Prim p)
{
    return fun_native((Fun){ .name = row->name, .arity = (int)strcspn(row->sig, ":"),
                         .call = row->op == SPECIAL ? call_special : call_op,
                         .op = row->op, .prim = p, .payload = row });
}

static Sv *reduction(const char *name, Prim p)
{
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++) {
        if (strcmp(reductions[i].name, name))
            continue;
        Sv **ne = NEWS(Sv *, 1);
        int value = reductions[i].value;
        ne[0] = reductions[i].neutral ? constant(reductions[i].neutral, p)
              : prim_is_float(p) ? sv_atom(core_const(scalar_float(p, value)))
              : sv_atom(core_int(p, value));
        static const char *const op_name[] = {
            [OP_ADD] = "+", [OP_MUL] = "*", [OP_MAX] = "max", [OP_MIN] = "min",
        };
        Sv *op = operation(find_row(op_name[reductions[i].op]), p);
        return fun_native((Fun){ .name = name, .arity = 2, .call = call_reduction,
                                 .arg = ne, .nargs = 1, .value = op });
    }
    return NULL;
}

/* ---- by name ------------------------------------------------------------ */

static Sv *of_module(Prim p, const char *name)
{
    Prim from;
    if (prim_of_name(name, &from))
        return fun_native((Fun){ .name = name, .arity = 1, .call = call_conv,
                                 .prim = p });
    const Row *row = find_row(name);
    if (!row)
        return reduction(name, p);
    if (row->op == OP_SHR && !prim_is_signed(p))
        return fun_native((Fun){ .name = name, .arity = 2, .call = call_signed_shift,
                                 .prim = p });
    return row->op == OP_CONST ? constant(name, p) : operation(row, p);
}

Sv *scalar_function(const char *name)
{
    Prim p;
    const char *dot = strchr(name, '.');
    if (dot && dot > name && prim_of_name(internn(name, (int)(dot - name)), &p))
        return of_module(p, dot + 1);
    const Row *row = find_row(name);
    bool symbol = !(name[0] >= 'a' && name[0] <= 'z');
    return row && symbol ? operation(row, I32) : NULL;
}
