/* cexpr.c -- expressions in C. */
#include "emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void Printer(Text *out, const Core *n, int least, const CScope *s);
static Printer expr, converted_expr;

const char *c_type(Prim p)
{
    static const char *const name[NPRIMS] = {
        [I8] = "int8_t", [I16] = "int16_t", [I32] = "int32_t", [I64] = "int64_t",
        [U8] = "uint8_t", [U16] = "uint16_t", [U32] = "uint32_t", [U64] = "uint64_t",
        [F16] = "__half", [F32] = "float", [F64] = "double", [BOOL] = "bool",
    };
    return name[p];
}

static Prim prim_of(const Core *n)
{
    return type_of(n)->prim;
}

static Core *kid(const Core *n, int i)
{
    return n->g[i].at[0];
}

static bool is_small(Prim p)
{
    return prim_is_int(p) && prim_bytes(p) < 4;
}

/* ---- constants ------------------------------------------------------------- */

static void float_const(Text *out, double x, bool single)
{
    if (isnan(x) || isinf(x)) {
        text_fmt(out, "%s%s", x < 0 ? "-" : "", isnan(x) ? "NAN" : "INFINITY");
        return;
    }
    char text[40];
    int digits = 0;
    do
        snprintf(text, sizeof text, "%.*g", ++digits, x);
    while ((single ? (double)strtof(text, NULL) : strtod(text, NULL)) != x);
    text_add(out, text);
    if (!strpbrk(text, ".e"))
        text_add(out, ".0");
    if (single)
        text_char(out, 'f');
}

static void half_const(Text *out, double x)
{
    text_add(out, "__half(");
    float_const(out, x, true);
    text_add(out, ")");
}

/* With its type told by the literal; `typed`: where no operand beside it does. */
static void int_const(Text *out, Scalar v, bool typed)
{
    switch (v.prim) {
    case I64:
        if (v.i == INT64_MIN)
            text_add(out, "INT64_MIN");
        else
            text_fmt(out, typed || v.i != (int32_t)v.i ? "INT64_C(%lld)" : "%lld",
                     (long long)v.i);
        return;
    case U64:
        text_fmt(out, typed || v.u >> 31 ? "UINT64_C(%llu)" : "%lluu",
                 (unsigned long long)v.u);
        return;
    case U32: text_fmt(out, "%lluu", (unsigned long long)v.u); return;
    case U8: case U16: text_fmt(out, "%llu", (unsigned long long)v.u); return;
    case I32:
        if (v.i == INT32_MIN) {
            text_add(out, "INT32_MIN");
            return;
        }
        break;
    default: break;
    }
    text_fmt(out, "%lld", (long long)v.i);
}

static void constant(Text *out, const Core *n, int least, bool typed)
{
    Scalar v = n->value;
    bool negative = prim_is_float(v.prim) ? signbit(v.f) : prim_is_signed(v.prim) && v.i < 0;
    bool parens = negative && least >= UNARY;
    text_add(out, parens ? "(" : "");
    if (v.prim == BOOL)
        text_add(out, v.i ? "true" : "false");
    else if (v.prim == F16)
        half_const(out, v.f);
    else if (prim_is_float(v.prim))
        float_const(out, v.f, v.prim == F32);
    else
        int_const(out, v, typed);
    text_add(out, parens ? ")" : "");
}

/* ---- calls ----------------------------------------------------------------- */

static void open(Text *out, bool parens) { text_add(out, parens ? "(" : ""); }
static void shut(Text *out, bool parens) { text_add(out, parens ? ")" : ""); }

static void need(const CScope *s, const char *helper)
{
    if (s->helpers)
        table_put(s->helpers, intern(helper), (void *)1);
}

/* An argument that tells an overloaded function its type. */
static void typed_arg(Text *out, const Core *n, const CScope *s)
{
    bool macro = is_const(n) && prim_of(n) == F64 && !isfinite(n->value.f);    /* a float */
    bool vague = macro || (is_small(prim_of(n)) && n->op != OP_VAR && n->op != OP_INDEX);
    if (vague)
        text_fmt(out, "(%s)", c_type(prim_of(n)));
    if (is_const(n))
        constant(out, n, vague ? UNARY : 0, true);
    else
        expr(out, n, vague ? UNARY : 0, s);
}

static void call(Text *out, const char *name, const Core *n, const CScope *s)
{
    text_fmt(out, "%s(", name);
    for (int i = 0; i < ops[n->op].ngroups; i++) {
        text_add(out, i ? ", " : "");
        typed_arg(out, kid(n, i), s);
    }
    text_char(out, ')');
}

/* With the type told where a constant would leave it open. */
static void helper(Text *out, const char *name, const Core *n, const CScope *s)
{
    bool told = is_small(prim_of(kid(n, 0)));
    need(s, name);
    call(out, told ? format("%s<%s>", name, c_type(prim_of(kid(n, 0)))) : name, n, s);
}

/* ---- operators from ops.def ------------------------------------------------ */

/* The symbol of an infix operator; "" if it is none. */
static const char *symbol_of(Op op)
{
    const char *c = ops[op].c;                   /* "%a + %b" */
    bool is_infix = str_starts(c, "%a ");
    return op == OP_MOD ? "%" : op == OP_LSHR ? ">>"
         : is_infix ? internn(c + 3, (int)strcspn(c + 3, " ")) : "";
}

static int level_of(Op op)
{
    const char *symbol = symbol_of(op);
    return *symbol ? c_level(symbol) : UNARY;
}

/* What a reader should not have to know by heart stands in parentheses. */
static int operand_level(Op op, const Core *operand, int least)
{
    int inner = ops[operand->op].kind == K_SCALAR ? level_of(operand->op) : POSTFIX;
    bool bits = op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL || op == OP_SHR;
    if ((op == OP_LOR && inner == AND_ALSO) || (bits && inner < UNARY && operand->op != op))
        return UNARY;
    return least;
}

static bool far_shift(const Core *n)
{
    const Core *by = kid(n, 1);
    return !is_const(by) || by->value.u >= (uint64_t)prim_bytes(prim_of(n)) * 8;
}

/* Signed overflow has no meaning in C; and small integers are computed as int,
   in which the product of two of 16 bits without sign need not fit. */
static bool needs_unsigned(const Core *n)
{
    Prim p = prim_of(n);
    bool ring = n->op == OP_ADD || n->op == OP_SUB || n->op == OP_MUL || n->op == OP_NEG
             || (n->op == OP_SHL && !far_shift(n));
    return n->wraps && ring && (p == I32 || p == I64 || (p == U16 && n->op == OP_MUL));
}

static Prim unsigned_prim(Prim p)
{
    return p == I64 ? U64 : U32;
}

static bool is_negative(const Core *n)
{
    return is_const(n) && n->value.i < 0;
}

/* A constant that a suffix makes unsigned. */
static bool has_suffix(const Core *n)
{
    bool wide = is_const(n) && n->value.prim == I64 && n->value.i != (int32_t)n->value.i;
    return is_const(n) && !is_negative(n) && (n->value.prim == I32 || wide);
}

static const Core *leaf(const Core *body)
{
    return body->g[0].at[0];
}

/* A literal that C reads as a narrower integer, or a conditional of such literals. */
static bool is_narrow_literal(const Core *n)
{
    if (n->op == OP_IF)
        return is_narrow_literal(leaf(kid(n, 1))) && is_narrow_literal(leaf(kid(n, 2)));
    return is_const(n) && prim_is_int(prim_of(n)) && prim_bytes(prim_of(n)) == 8;
}

static void modular(Text *out, const Core *n, int least, const CScope *s);

/* An operand of unsigned arithmetic; the other one may already be unsigned. */
static void modular_operand(Text *out, const Core *n, int least, bool other, const CScope *s)
{
    Prim u = unsigned_prim(prim_of(n));
    if (needs_unsigned(n)) {
        modular(out, n, least, s);
    } else if (other && !is_negative(n)) {
        expr(out, n, least, s);
    } else if (has_suffix(n)) {
        int_const(out, (Scalar){ .prim = u, .u = n->value.u }, true);
    } else {
        Prim from = n->op == OP_CONV ? prim_of(kid(n, 0)) : F64;
        bool converted = prim_is_int(from) || from == BOOL;
        text_fmt(out, "(%s)", c_type(u));
        (is_narrow_literal(n) ? converted_expr : expr)(out, converted ? kid(n, 0) : n, UNARY, s);
    }
}

/* The operation, modulo a power of two, in the unsigned type of that width. */
static void modular(Text *out, const Core *n, int least, const CScope *s)
{
    const Core *a = kid(n, 0), *b = n->op == OP_NEG ? NULL : kid(n, 1);
    int level = b ? level_of(n->op) : UNARY;
    open(out, level < least);
    if (!b) {
        text_char(out, '-');
        modular_operand(out, a, UNARY, false, s);
    } else {
        bool some = needs_unsigned(a) || (n->op != OP_SHL && needs_unsigned(b));
        bool suffix = !some && n->op != OP_SHL
                   && (has_suffix(b) || (is_const(a) && !has_suffix(a)));
        modular_operand(out, a, operand_level(n->op, a, level), some || suffix, s);
        text_fmt(out, " %s ", symbol_of(n->op));
        modular_operand(out, b, operand_level(n->op, b, level + 1), !suffix, s);
    }
    shut(out, level < least);
}

/* The first factor is one: a * (b / c * d) is not a * b / c * d. */
static bool begins_with_quotient(const Core *n)
{
    while (n->op == OP_MUL)
        n = kid(n, 0);
    return n->op == OP_DIV || n->op == OP_MOD || n->op == OP_QUOT || n->op == OP_REM;
}

/* Returns the operand without its conversion to int, if C promotes it to int by itself. */
static const Core *promoted(const Core *n, Op op)
{
    bool sums = op == OP_ADD || op == OP_SUB || op == OP_MUL;
    Prim from = n->op == OP_CONV ? prim_of(kid(n, 0)) : F64;
    return sums && prim_of(n) == I32 && (from == BOOL || is_small(from)) ? kid(n, 0) : n;
}

static void infix(Text *out, const Core *n, const char *symbol, int least, const CScope *s)
{
    int level = level_of(n->op);
    Prim p = prim_of(n);
    const Core *left = promoted(kid(n, 0), n->op), *right = promoted(kid(n, 1), n->op);
    bool cast = is_small(p) && n->op != OP_AND && n->op != OP_OR && n->op != OP_XOR
             && n->op != OP_REM && n->op != OP_MOD && n->op != OP_SHR;
    if (cast)
        text_fmt(out, "(%s)", c_type(p));
    open(out, cast || level < least);
    bool alone = is_const(left) && (n->op == OP_SHL || is_const(right));
    if (is_const(left))
        constant(out, left, level, alone);
    else
        expr(out, left, operand_level(n->op, left, level), s);
    if (n->op == OP_ADD && is_negative(right) && right->value.i > INT32_MIN) {
        text_fmt(out, " - %lld", -(long long)right->value.i);
        shut(out, cast || level < least);
        return;
    }
    text_fmt(out, " %s ", symbol);
    bool same = ops[n->op].associates && right->op == n->op && !prim_is_float(p) && !cast
             && !right->wraps && !begins_with_quotient(right);
    expr(out, right, operand_level(n->op, right, same ? level : level + 1), s);
    shut(out, cast || level < least);
}

/* The pattern of ops.def: a call, or an operator with its operands. */
static void by_table(Text *out, const Core *n, int least, const CScope *s)
{
    const char *c = ops[n->op].c;
    if (strchr(c, '(')) {
        const char *suffix = prim_of(kid(n, 0)) == F32 ? "f" : "";
        if (n->op == OP_ISNAN || n->op == OP_ISINF)
            suffix = "";
        int length = (int)strcspn(c, "%(");
        text_fmt(out, "%.*s%s(", length, c, suffix);
        for (int i = 0; i < ops[n->op].ngroups; i++) {
            text_add(out, i ? ", " : "");
            expr(out, kid(n, i), 0, s);
        }
        text_char(out, ')');
    } else if (ops[n->op].ngroups == 2) {
        infix(out, n, symbol_of(n->op), least, s);
    } else {
        text_char(out, c[0]);
        expr(out, kid(n, 0), UNARY + (c[0] == '-' && kid(n, 0)->op == OP_NEG), s);
    }
}

/* ---- operators with a meaning of their own --------------------------------- */

static void divide(Text *out, const Core *n, int least, const CScope *s)
{
    Prim p = prim_of(n);
    if (n->op == OP_DIV && (prim_is_float(p) || !prim_is_signed(p)))
        infix(out, n, "/", least, s);
    else if (n->op == OP_DIV)
        helper(out, "floor_div", n, s);
    else if (prim_is_float(p))
        call(out, prim_of(n) == F32 ? "fmodf" : "fmod", n, s);
    else if (!prim_is_signed(p))
        infix(out, n, "%", least, s);
    else
        helper(out, "floor_mod", n, s);
}

/* Toward zero. The least integer divided by -1 wraps around; a processor need
   not know that. */
static void quotient(Text *out, const Core *n, int least, const CScope *s)
{
    const Core *by = kid(n, 1);
    bool plain = n->unchecked || !prim_is_signed(prim_of(n))
              || (is_const(by) && by->value.i != -1);
    if (plain)
        infix(out, n, n->op == OP_QUOT ? "/" : "%", least, s);
    else
        helper(out, n->op == OP_QUOT ? "quotient" : "remainder_of", n, s);
}

static void extreme(Text *out, const Core *n, const CScope *s)
{
    bool least = n->op == OP_MIN;
    switch (prim_of(n)) {
    case F32: call(out, least ? "fminf" : "fmaxf", n, s); break;
    case F64: call(out, least ? "fmin" : "fmax", n, s); break;
    default:
        if (is_small(prim_of(n)))
            text_fmt(out, "(%s)", c_type(prim_of(n)));
        call(out, least ? "min" : "max", n, s);
    }
}

static void shift(Text *out, const Core *n, int least, const CScope *s)
{
    Prim p = prim_of(n);
    bool plain = !far_shift(n);
    if (plain && n->op == OP_SHL && !(n->wraps && prim_is_signed(p)))
        infix(out, n, "<<", least, s);
    else if (plain && (n->op == OP_SHR || !prim_is_signed(p)))
        infix(out, n, ">>", least, s);
    else
        helper(out, n->op == OP_SHL ? "shift_left"
                       : n->op == OP_SHR && prim_is_signed(p) ? "shift_right"
                       : "shift_right_logical", n, s);
}

/* A wider unsigned integer has the bits of a signed one, zeros before them. */
static bool zero_extends(Prim from, Prim to)
{
    return prim_is_signed(from) && prim_is_int(to) && !prim_is_signed(to) &&
           prim_bytes(from) < prim_bytes(to);
}

static void convert(Text *out, const Core *n, int least, const CScope *s)
{
    Prim from = prim_of(kid(n, 0)), to = prim_of(n);
    if (from == to) {
        expr(out, kid(n, 0), least, s);
    } else if (to == BOOL) {
        open(out, EQUALITY < least);
        expr(out, kid(n, 0), EQUALITY, s);
        text_add(out, " != 0");
        shut(out, EQUALITY < least);
    } else if (prim_is_float(from) && prim_is_int(to)) {
        need(s, "float_to_int");
        text_fmt(out, "float_to_int<%s>(", c_type(to));
        expr(out, kid(n, 0), 0, s);
        text_char(out, ')');
    } else if (needs_unsigned(kid(n, 0)) && to == unsigned_prim(from)) {
        modular(out, kid(n, 0), least, s);
    } else if (needs_unsigned(kid(n, 0)) && prim_is_int(to)
               && prim_bytes(to) <= prim_bytes(from)) {
        open(out, UNARY < least);
        text_fmt(out, "(%s)", c_type(to));
        modular(out, kid(n, 0), UNARY, s);
        shut(out, UNARY < least);
    } else {
        open(out, UNARY < least);
        text_fmt(out, "(%s)", c_type(to));
        if (zero_extends(from, to))
            text_fmt(out, "(%s)", c_type((Prim)(U8 + (from - I8))));
        expr(out, kid(n, 0), UNARY, s);
        shut(out, UNARY < least);
    }
}

static void bits_of(Text *out, const Core *n, const CScope *s)
{
    Prim from = prim_of(kid(n, 0)), to = prim_of(n);
    if (prim_is_float(from) == prim_is_float(to)) {
        text_fmt(out, "(%s)", c_type(to));
        expr(out, kid(n, 0), UNARY, s);
        return;
    }
    need(s, "bit_cast");
    text_fmt(out, "bit_cast<%s>(", c_type(to));
    typed_arg(out, kid(n, 0), s);
    text_char(out, ')');
}

static void absolute(Text *out, const Core *n, const CScope *s)
{
    Prim p = prim_of(n);
    if (prim_is_float(p))
        call(out, p == F32 ? "fabsf" : "fabs", n, s);
    else if (n->wraps)
        helper(out, "int_abs", n, s);
    else if (!prim_is_signed(p))
        expr(out, kid(n, 0), UNARY, s);
    else {
        if (is_small(p) || p == I64)
            text_fmt(out, "(%s)", c_type(p));
        call(out, p == I64 ? "llabs" : "abs", n, s);
    }
}

static void negate(Text *out, const Core *n, int least, const CScope *s)
{
    Prim p = prim_of(n);
    bool cast = is_small(p);
    if (cast)
        text_fmt(out, "(%s)", c_type(p));
    open(out, cast || least > UNARY);
    text_char(out, n->op == OP_NEG ? '-' : p == BOOL ? '!' : '~');
    expr(out, kid(n, 0), POSTFIX, s);
    shut(out, cast || least > UNARY);
}

static Core *converted(Prim to, Core *a)
{
    if (is_const(a) && prim_is_float(to))
        return core_const(scalar_float(to, a->value.f));
    Core *n = CORE(OP_CONV, a->span, one(a));
    core_set_type(n, type_prim(to));
    return n;
}

/* Halves are computed as floats, and rounded after each operation: true of
   all processors, and no product and sum become one. */
static const Core *in_floats(const Core *n)
{
    bool to = prim_of(n) == F16, from = prim_of(kid(n, 0)) == F16;
    if (n->op == OP_BITS || (!to && !from))
        return n;
    if (n->op == OP_CONV) {
        Prim other = from ? prim_of(n) : prim_of(kid(n, 0));
        bool direct = prim_is_float(other) && (other != F64 || to);
        return direct ? n : converted(prim_of(n), converted(from ? F32 : F64, kid(n, 0)));
    }
    Core *f = core_node(n->op, n->span);
    for (int i = 0; i < ops[n->op].ngroups; i++)
        core_set1(f, i, prim_of(kid(n, i)) == F16 ? converted(F32, kid(n, i)) : kid(n, i));
    core_set_type(f, to ? type_prim(F32) : n->type[0]);
    return to ? converted(F16, f) : f;
}

static void scalar(Text *out, const Core *n, int least, const CScope *s)
{
    n = in_floats(n);
    if (needs_unsigned(n)) {
        open(out, UNARY < least);
        text_fmt(out, "(%s)", c_type(prim_of(n)));
        modular(out, n, UNARY, s);
        shut(out, UNARY < least);
        return;
    }
    switch (n->op) {
    case OP_DIV: case OP_MOD: divide(out, n, least, s); break;
    case OP_QUOT: case OP_REM: quotient(out, n, least, s); break;
    case OP_MIN: case OP_MAX: extreme(out, n, s); break;
    case OP_SHL: case OP_SHR: case OP_LSHR: shift(out, n, least, s); break;
    case OP_CONV: convert(out, n, least, s); break;
    case OP_BITS: bits_of(out, n, s); break;
    case OP_ABS: absolute(out, n, s); break;
    case OP_NEG: case OP_NOT: negate(out, n, least, s); break;
    case OP_SGN: helper(out, "sign", n, s); break;
    case OP_POPC: helper(out, "popcount", n, s); break;
    case OP_BUSY: helper(out, "sm_percent", n, s); break;
    case OP_CLZ: helper(out, "count_leading_zeros", n, s); break;
    case OP_CTZ: helper(out, "count_trailing_zeros", n, s); break;
    case OP_MULHI: helper(out, "mul_high", n, s); break;
    case OP_POW:
        if (prim_is_int(prim_of(n))) {
            helper(out, "int_pow", n, s);
            break;
        }
        by_table(out, n, least, s);
        break;
    default: by_table(out, n, least, s);
    }
}

/* ---- the rest -------------------------------------------------------------- */

static void list(Text *out, const Kids *k, const CScope *s)
{
    for (int i = 0; i < k->n; i++) {
        text_add(out, i ? ", " : "");
        expr(out, k->at[i], 0, s);
    }
}

/* In C it is an int, even of small operands. */
static bool becomes_int(const Core *n)
{
    static const Op op[] = { OP_IF, OP_AND, OP_OR, OP_XOR, OP_SHR, OP_REM };
    bool yes = (n->op == OP_DIV || n->op == OP_MOD) && !prim_is_signed(prim_of(n));
    for (size_t i = 0; i < sizeof op / sizeof *op; i++)
        yes |= n->op == op[i];
    return yes;
}

/* Braces do not narrow an int. */
static void members(Text *out, const Kids *k, const CScope *s)
{
    for (int i = 0; i < k->n; i++) {
        text_add(out, i ? ", " : "");
        if (becomes_int(k->at[i]))
            typed_arg(out, k->at[i], s);
        else
            expr(out, k->at[i], 0, s);
    }
}

static void term(Text *out, const Core *n, const CScope *s)
{
    if (tree_is_field(n)) {
        expr(out, kid(n, 0), POSTFIX, s);
        text_fmt(out, ".%s", n->text);
        return;
    }
    bool record = tree_is_record(n), call = tree_is_call(n);
    need(s, n->text);
    text_fmt(out, "%s%s", n->text, record ? "{ " : call ? "(" : "");
    (record ? members : list)(out, &n->g[0], s);
    text_add(out, record ? " }" : call ? ")" : "");
}

static void conditional(Text *out, const Core *n, int least, Printer *branch, const CScope *s)
{
    open(out, TERNARY < least);
    expr(out, kid(n, 0), TERNARY + 1, s);
    text_add(out, " ? ");
    branch(out, leaf(kid(n, 1)), TERNARY + 1, s);
    text_add(out, " : ");
    branch(out, leaf(kid(n, 2)), TERNARY, s);
    shut(out, TERNARY < least);
}

/* A branch beside which no other has the type of the conditional. */
static void typed_branch(Text *out, const Core *n, int least, const CScope *s)
{
    if (is_const(n))
        constant(out, n, least, true);
    else
        expr(out, n, least, s);
}

/* Where C converts to the type that it has: no matter whether it is signed. */
static void converted_expr(Text *out, const Core *n, int least, const CScope *s)
{
    bool negative = n->op == OP_IF
                 && (is_negative(leaf(kid(n, 1))) || is_negative(leaf(kid(n, 2))));
    if (needs_unsigned(n))
        modular(out, n, least, s);
    else if (n->op == OP_IF && (!negative || is_narrow_literal(n)))
        conditional(out, n, least, converted_expr, s);
    else
        expr(out, n, least, s);
}

/* C makes this conversion of an integer or a truth value by itself, and the value stays. */
static bool is_implicit(const Core *n)
{
    Prim to = prim_of(n), from = n->op == OP_CONV ? prim_of(kid(n, 0)) : F64;
    bool widens = prim_is_int(from) && prim_bytes(from) < prim_bytes(to)
               && (!prim_is_signed(from) || prim_is_signed(to));
    return prim_is_int(to) && (from == BOOL || widens);
}

/* Prints a right side or an index, without a conversion that C makes by itself. */
static void assigned_expr(Text *out, const Core *n, int least, const CScope *s)
{
    if (is_implicit(n))
        expr(out, kid(n, 0), least, s);
    else
        converted_expr(out, n, least, s);
}

static void plain_expr(Text *out, const Core *n, int least, const CScope *s)
{
    switch (n->op) {
    case OP_VAR: text_add(out, names_of(s->names, n->var)); break;
    case OP_CONST: constant(out, n, least, false); break;
    case OP_TERM: term(out, n, s); break;
    case OP_INDEX:
        open(out, !n->g[1].n && least > UNARY);
        text_add(out, n->g[1].n ? "" : "*");
        expr(out, kid(n, 0), POSTFIX, s);
        for (int i = 0; i < n->g[1].n; i++) {
            text_char(out, '[');
            assigned_expr(out, n->g[1].at[i], 0, s);
            text_char(out, ']');
        }
        shut(out, !n->g[1].n && least > UNARY);
        break;
    case OP_IF:
        conditional(out, n, least, is_narrow_literal(n) ? typed_branch : expr, s);
        break;
    default:
        if (ops[n->op].kind != K_SCALAR)
            bug("c_expr: %s", ops[n->op].id);
        scalar(out, n, least, s);
    }
}

static void expr(Text *out, const Core *n, int least, const CScope *s)
{
    bool marks = s->marked && n->span && ops[n->op].kind != K_ATOM;
    if (marks) {
        vec_push(&s->marked->span, n->span);
        text_fmt(out, "\1%d\2", s->marked->span.n - 1);
    }
    plain_expr(out, n, least, s);
    text_add(out, marks ? "\3" : "");
}

const char *c_str(const Core *n, const CScope *s)
{
    Text t = {0};
    expr(&t, n, 0, s);
    return hole(text_str(&t));
}

const char *c_assigned(const Core *n, const CScope *s)
{
    Text t = {0};
    assigned_expr(&t, n, 0, s);
    return hole(text_str(&t));
}

const char *c_term(const Core *n, const CScope *s)
{
    Text t = {0};
    if (prim_is_signed(prim_of(n)))
        modular_operand(&t, n, 0, false, s);
    else
        expr(&t, n, 0, s);
    return hole(text_str(&t));
}

const char *c_typed(const Core *n, const CScope *s)
{
    Text t = {0};
    typed_arg(&t, n, s);
    return hole(text_str(&t));
}

const char *c_address(const Core *load, const CScope *s)
{
    Text t = {0};
    expr(&t, kid(load, 0), 0, s);
    const Core *i = load->g[1].n ? load->g[1].at[0] : NULL;
    if (i && !(is_const(i) && i->value.i == 0)) {
        text_add(&t, " + ");
        converted_expr(&t, i, needs_unsigned(i) ? PRODUCT : SUM, s);
    }
    return hole(text_str(&t));
}
