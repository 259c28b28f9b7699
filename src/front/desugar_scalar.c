/* desugar_scalar.c -- the functions of the scalar modules, and operators. */
#include "desugar.h"

#include <float.h>
#include <math.h>
#include <string.h>

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
        shapes = emit_and(shapes, emit_op(OP_EQ, s, size_atom(x), size_atom(y)), s);
    }
    return shapes ? emit_branch(shapes, equal_elements, no, &two, s)->atom
                  : equal_elements(&two)->atom;
}

static Sv *equal(Sv *a, Sv *b, const Span *s)
{
    Kids x = sv_leaves(a), y = sv_leaves(b);
    Core *all = NULL;
    for (int i = 0; i < x.n; i++)
        all = emit_and(all, equal_leaf(x.at[i], y.at[i], s), s);
    return sv_atom(all ? all : core_bool(true));
}

/* ---- operations that core has ------------------------------------------- */

static Core *atom(const Sv *v)
{
    if (v->kind != SV_ATOM)
        bug("%s where a scalar is needed", sv_structure(v));
    return size_atom(v->atom);
}

static Core *bits(Core *a, Prim to, const Span *s)
{
    Core *n = CORE(OP_BITS, s, one(a));
    core_set_type(n, type_prim(to));
    return emit1(n, NULL);
}

static Sv *call_op(Sv **arg, const Call *c)
{
    const Fun *f = c->fun;
    const ScalarRow *row = f->payload;
    if (f->op == OP_EQ)
        return equal(arg[0], arg[1], c->span);
    if (f->op == OP_NE && (arg[0]->kind != SV_ATOM || type_of(arg[0]->atom)->rank))
        return sv_atom(emit_op(OP_NOT, c->span, equal(arg[0], arg[1], c->span)->atom,
                               NULL));
    Core *a = atom(arg[0]);
    Prim to = scalar_sig(row->sig[strlen(row->sig) - 1], f->prim);
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
    static const struct { const char *name; double of[3]; } known[] = {     /* f16, f32, f64 */
        { "lowest", { -INFINITY, -INFINITY, -INFINITY } },
        { "highest", { INFINITY, INFINITY, INFINITY } },
        { "inf", { INFINITY, INFINITY, INFINITY } }, { "nan", { NAN, NAN, NAN } },
        { "largest", { 65504, FLT_MAX, DBL_MAX } }, { "smallest", { 0x1p-14, FLT_MIN, DBL_MIN } },
        { "epsilon", { 0x1p-10, FLT_EPSILON, DBL_EPSILON } },
        { "pi", { M_PI, M_PI, M_PI } }, { "e", { M_E, M_E, M_E } },
    };
    int i = 0;
    while (strcmp(name, known[i].name))
        i++;
    return known[i].of[p - F16];
}

static Sv *constant(const char *name, Prim p)
{
    if (!strcmp(name, "num_bits"))
        return sv_atom(core_int(I32, 8 * prim_bytes(p)));
    if (prim_is_float(p))
        return sv_atom(core_const(scalar_float(p, float_constant(name, p))));
    return sv_atom(core_int(p, int_limit(p, !strcmp(name, "highest"))));
}

/* ---- by name ------------------------------------------------------------ */

static Sv *operation(const ScalarRow *row, Prim p)
{
    return fun_native((Fun){ .name = row->name, .arity = (int)strcspn(row->sig, ":"),
                             .call = call_op, .op = row->op, .prim = p, .payload = row });
}

Sv *scalar_function(const char *name)
{
    Prim p, from;
    const char *member, *module = name_head(name, &member);
    if (!member)
        return name_is_symbol(name) && scalar_row(name) ? operation(scalar_row(name), I32) : NULL;
    if (!prim_of_name(module, &p))
        return NULL;
    if (prim_of_name(member, &from))
        return fun_native((Fun){ .name = member, .arity = 1, .call = call_conv, .prim = p });
    const ScalarRow *row = scalar_member(p, member);
    return !row ? NULL : row->op == OP_CONST ? constant(member, p) : operation(row, p);
}
