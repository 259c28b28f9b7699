/* print_node.c -- the concrete syntax of each operator. */
#include "print.h"

#include <ctype.h>
#include <string.h>

/* ---- operators ---------------------------------------------------------- */

static int level_of(const Core *n)
{
    switch (n->op) {
    case OP_CONST: return is_negative(n->value) ? P_POW : P_ATOM;
    case OP_TERM:
        return n->text == intern("subst") || n->text == intern("each") || !n->g[0].n
             ? P_ATOM : P_APP;
    case OP_BODY:
        if (plain(n))
            return level_of(plain(n));
        return n->nstms || n->g[0].n != 1 ? P_ATOM : level_of(n->g[0].at[0]);
    default: return ops[n->op].level;
    }
}

void put_kids(Printer *p, const Kids *k, int prec, const char *between)
{
    for (int i = 0; i < k->n && !over(p); i++) {
        put(p, i ? between : "");
        put_exp(p, k->at[i], prec);
    }
}

void put_args(Printer *p, const Kids *k)
{
    put(p, k->n ? " " : "");
    put_kids(p, k, P_ATOM, " ");
}

/* `to.from`, `f32.to_bits` and the like. */
static void put_conversion(Printer *p, const Core *n)
{
    const char *to = prim_name(n->type[0]->prim);
    const Type *from = n->g[0].at[0]->ntypes ? type_of(n->g[0].at[0]) : n->type[0];
    bool up = !prim_is_signed(n->type[0]->prim) && prim_is_float(from->prim);
    if (n->op == OP_CONV)
        text_fmt(p->out, "%s.%s", to, prim_name(from->prim));
    else if (up)
        text_fmt(p->out, "%s.to_bits", prim_name(from->prim));
    else
        text_fmt(p->out, "%s.from_bits", to);
    put_args(p, &n->g[0]);
}

static void put_scalar_op(Printer *p, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    int level = op->level;
    if (n->op == OP_CONV || n->op == OP_BITS) {
        put_conversion(p, n);
    } else if (level < P_APP) {
        int left = level == P_CMP ? level + 1 : level;
        put_exp(p, n->g[0].at[0], left);
        text_fmt(p->out, " %s ", op->text);
        put_exp(p, n->g[1].at[0], level + 1);
    } else if (!isalpha((unsigned char)op->text[0])) {
        put(p, op->text);
        put_exp(p, n->g[0].at[0], P_ATOM);
    } else {
        put(p, op->text);
        if (n->op == OP_THRESHOLD)
            text_fmt(p->out, " %s", n->text);
        for (int g = 0; g < op->ngroups; g++)
            put_args(p, &n->g[g]);
    }
}

/* `\x y #i -> e`; want holds the types that reading would give. */
static void put_lam(Printer *p, const Core *lam, const Type **want)
{
    put(p, "\\");
    for (int i = 0; i < lam->nbinds; i++) {
        put(p, i ? " " : "");
        put_binder(p, lam->bind[i], want ? want[i] : NULL);
    }
    if (lam->index)
        text_fmt(p->out, "%s#%s", lam->nbinds ? " " : "", lam->index->name);
    put(p, lam->nbinds || lam->index ? " -> " : "-> ");
    put_exp(p, lam->g[0].at[0], P_ANY);
}

/* ---- array combinators -------------------------------------------------- */

/* A lambda that is one binary operator of its parameters. */
static const char *section(const Core *lam)
{
    const Core *body = lam->op == OP_LAM ? lam->g[0].at[0] : NULL;
    const Core *e = body && body->op == OP_BODY ? plain(body) : NULL;
    if (!e || lam->nbinds != 2 || lam->index || ops[e->op].kind != K_SCALAR)
        return NULL;
    if (ops[e->op].ngroups != 2 || !is_var(e->g[0].at[0], lam->bind[0])
        || !is_var(e->g[1].at[0], lam->bind[1]))
        return NULL;
    return ops[e->op].text;
}

static const Type **types_of(const Kids *k, int times, bool rows)
{
    const Type **t = NEWS(const Type *, times * k->n);
    for (int i = 0; i < times * k->n; i++) {
        const Core *n = k->at[i % k->n];
        const Type *own = n->ntypes == 1 ? n->type[0] : NULL;
        t[i] = own && rows ? own->rank ? type_row(own) : NULL : own;
    }
    return t;
}

/* A function whose parameters have these types, where it says no others. */
static void put_function(Printer *p, const Core *lam, const Type **want, int n)
{
    put(p, " ");
    if (lam->op != OP_LAM || lam->nbinds != n) {
        put_exp(p, lam, P_ATOM);
        return;
    }
    put(p, "(");
    put_lam(p, lam, want);
    put(p, ")");
}

static void put_operator(Printer *p, const Core *lam, const Kids *ne)
{
    const char *s = section(lam);
    const Type **want = types_of(ne, 2, false);
    for (int i = 0; s && i < 2; i++)
        if (ne->n != 1 || !identical(lam->bind[i]->type, want[i]))
            s = NULL;
    if (s)
        text_fmt(p->out, " (%s)", s);
    else
        put_function(p, lam, want, 2 * ne->n);
}

/* The width is not that of the first array. */
static bool width_shown(const Kids *width, const Kids *arrays)
{
    if (!width->n || !arrays->n)
        return width->n > 0;
    const Core *a = arrays->at[0];
    if (a->ntypes != 1 || !a->type[0]->rank)
        return true;
    return !core_equal(array_length((Core *)a), width->at[0]);
}

static void put_lambda_group(Printer *p, const Core *n, int g)
{
    const Kids *xs = g == op_group(n->op, 'f') ? &n->g[op_group(n->op, 'x')] : NULL;
    if (xs)
        put_function(p, n->g[g].at[0], types_of(xs, 1, true), xs->n);
    else
        put_operator(p, n->g[g].at[0], &n->g[op_group(n->op, 'n')]);
}

static void put_soac(Printer *p, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    put(p, op->text);
    put(p, n->comm ? "_comm" : "");
    if (width_shown(&n->g[0], &n->g[op->ngroups - 1])) {
        put(p, "[");
        put_size(p, n->g[0].at[0], P_ANY);
        put(p, "]");
    }
    for (int g = 1; g < op->ngroups && !over(p); g++)
        if (op->groups[g] == 'l')
            put_lambda_group(p, n, g);
        else
            put_args(p, &n->g[g]);
}

static void put_place(Printer *p, Place at)
{
    text_fmt(p->out, "%s%s", at ? "@" : "", place_name[at]);
}

static void put_level(Printer *p, const Core *l)
{
    const Type **want = types_of(&l->g[1], 1, true);
    bool width = width_shown(&l->g[0], &l->g[1]);
    put(p, "<");
    for (int i = 0; i < l->nbinds; i++) {
        put_binder(p, l->bind[i], i < l->g[1].n ? want[i] : NULL);
        put(p, " ");
    }
    if (l->nbinds) {
        put(p, "in");
        put_args(p, &l->g[1]);
    }
    if (l->index || width)
        text_fmt(p->out, "%s#%s", l->nbinds ? " " : "", l->index ? l->index->name : "_");
    if (width) {
        put(p, " < ");
        put_size(p, l->g[0].at[0], P_BIT);
    }
    put(p, ">");
}

/* Where all levels have one place, the operation says it. */
static void put_levels(Printer *p, const Kids *l)
{
    bool pattern = l->n == 1 && l->at[0]->op == OP_CTX;
    const Kids *k = pattern ? &l->at[0]->g[0] : l;
    Place all = k->n ? k->at[0]->at : AT_NONE;
    for (int i = 0; i < k->n; i++)
        all = k->at[i]->at == all ? all : AT_NONE;
    put_place(p, all);
    put(p, k->n == 1 ? " " : " (");
    for (int i = 0; i < k->n; i++) {
        put(p, i ? ", " : "");
        put_exp(p, k->at[i], k->n == 1 ? P_ATOM : P_ANY);
        if (k->at[i]->at != all)
            put_place(p, k->at[i]->at);
    }
    put(p, k->n == 1 ? "" : ")");
}

static void put_seg(Printer *p, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    text_fmt(p->out, "%s%s", op->text, n->comm ? "_comm" : "");
    put_levels(p, &n->g[0]);
    for (int g = 1; g < op->ngroups - 1; g++)
        if (op->groups[g] == 'l')
            put_lambda_group(p, n, g);
        else
            put_args(p, &n->g[g]);
    put(p, " ");
    put_exp(p, n->g[op->ngroups - 1].at[0], n->op == OP_SEGMAP ? P_ANY : P_ATOM);
}

/* ---- the other constructs ----------------------------------------------- */

static void put_entry(Printer *p, const Core *e)
{
    if (e->op == OP_WHOLE) {
        put(p, ":");
    } else if (e->op == OP_SPAN) {
        put_size(p, e->g[0].at[0], P_SUM);
        put(p, " :+ ");
        put_size(p, e->g[1].at[0], P_APP);
        put(p, " * ");
        put_size(p, e->g[2].at[0], P_APP);
    } else {
        put_size(p, e, P_ANY);
    }
}

static void put_entries(Printer *p, const Kids *k)
{
    put(p, "[");
    for (int i = 0; i < k->n; i++) {
        put(p, i ? ", " : "");
        put_entry(p, k->at[i]);
    }
    put(p, "]");
}

static void put_loop(Printer *p, const Core *n)
{
    put(p, "loop");
    for (int i = 0; i < n->nbinds; i++) {
        put(p, " ");
        const Core *init = i < n->g[0].n ? n->g[0].at[i] : NULL;
        put_binder(p, n->bind[i], init && init->ntypes == 1 ? init->type[0] : NULL);
    }
    put(p, " =");
    put_args(p, &n->g[0]);
    if (n->op == OP_LOOP)
        text_fmt(p->out, " for %s < ", n->index->name);
    else
        put(p, " while ");
    put_exp(p, n->g[1].at[0], n->op == OP_LOOP ? P_BIT : P_ANY);
    put(p, " do ");
    put_exp(p, n->g[2].at[0], P_ANY);
}

static void put_flat_if(Printer *p, const Core *n)
{
    static const char *const word[] = { "if ", " then ", " else " };
    for (int g = 0; g < 3; g++) {
        put(p, word[g]);
        put_exp(p, n->g[g].at[0], P_ANY);
    }
}

/* On one line, or both branches as blocks. */
static void put_if(Printer *p, const Core *n)
{
    if (put_on_line(p, put_flat_if, n))
        return;
    put(p, "if ");
    put_exp(p, n->g[0].at[0], P_ANY);
    put(p, " then ");
    put_branch(p, n->g[1].at[0]);
    put(p, " else ");
    put_branch(p, n->g[2].at[0]);
}

static void put_rearrange(Printer *p, const Core *n)
{
    put(p, "rearrange");
    for (int d = 0; d < n->nperm; d++)
        text_fmt(p->out, "%s%d", d ? "," : " (", n->perm[d]);
    put(p, n->nperm ? ")" : "");
    put_args(p, &n->g[0]);
}

static void put_reshape(Printer *p, const Core *n)
{
    put(p, "reshape (");
    for (int d = 0; d < n->g[0].n; d++) {
        put(p, d ? ", " : "");
        put_size(p, n->g[0].at[d], P_ANY);
    }
    put(p, ")");
    put_args(p, &n->g[1]);
}

/* An argument that reads back as one string whatever its text. */
static void put_quoted(Printer *p, const char *s)
{
    put(p, " \"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_char(p->out, '\\');
        if (*s == '\n')
            put(p, "\\n");
        else
            text_char(p->out, *s);
    }
    put(p, "\"");
}

static void put_assert(Printer *p, const Core *n)
{
    put(p, "assert");
    put_quoted(p, n->text);
    if (n->g[2].n) {
        put(p, " [");
        put_kids(p, &n->g[2], P_ATOM, ", ");
        put(p, "]");
    }
    put_args(p, &n->g[0]);
    put_args(p, &n->g[1]);
}

/* A constructor of a rule, with the words between its arguments. */
static void put_term(Printer *p, const Core *n)
{
    static const char *const words[][5] = {
        { "after", "after", "at", "keeping" }, { "beside", "beside", "at", "" },
        { "giving", "giving", "among", "" }, { "extended", "extended with", "as", "" },
    };
    if (n->text == intern("subst")) {
        put_kids(p, &n->g[0], P_ATOM, " ");
        put(p, "[");
        put_kids(p, &n->g[1], P_ATOM, " ");
        put(p, " := ");
        put_kids(p, &n->g[2], P_ATOM, " ");
        put(p, "]");
        return;
    }
    if (n->text == intern("each")) {
        put_kids(p, &n->g[0], P_ATOM, " ");
        put(p, "..");
        return;
    }
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (strcmp(n->text, words[w][0]))
            continue;
        put_kids(p, &n->g[0], P_ATOM, " ");
        for (int g = 1; g < 4; g++) {
            if (g < 3 ? !n->g[g].n : !n->g[g].n && n->text != intern("after"))
                continue;
            text_fmt(p->out, "%s%s", words[w][g][0] ? " " : "", words[w][g]);
            put_args(p, &n->g[g]);
        }
        return;
    }
    put(p, n->text);
    for (int g = 0; g < 4; g++)
        put_args(p, &n->g[g]);
}

static void put_part(Printer *p, const Core *n)
{
    switch (n->op) {
    case OP_LAM: put_lam(p, n, NULL); break;
    case OP_BODY: put_body(p, n); break;
    case OP_LEVEL: put_level(p, n); break;
    case OP_META: put(p, n->text); break;
    case OP_TERM: put_term(p, n); break;
    case OP_CTX:
        put(p, n->g[0].n ? "" : ".");
        put_kids(p, &n->g[0], P_ANY, ", ");
        break;
    case OP_EACH:
        put(p, ops[n->op].text);
        put_kids(p, &n->g[0], P_ATOM, "");
        break;
    default: put_entry(p, n);
    }
}

static void put_atom(Printer *p, const Core *n)
{
    if (n->op == OP_VAR)
        put(p, n->var->name);
    else if (n->op == OP_CONST && p->size && n->value.prim == I64)
        text_fmt(p->out, "%lld", (long long)n->value.i);
    else if (n->op == OP_CONST)
        scalar_print(p->out, n->value);
    else
        text_fmt(p->out, "#%d", n->ext);
}

static void put_application(Printer *p, const Core *n)
{
    const OpInfo *op = &ops[n->op];
    put(p, op->text);
    for (int g = 0; g < op->ngroups; g++) {
        bool size = op->groups[g] == 'z' && n->g[g].n == 1;
        put(p, size ? " " : "");
        if (size)
            put_size(p, n->g[g].at[0], P_ATOM);
        else
            put_args(p, &n->g[g]);
    }
}

static void put_node(Printer *p, const Core *n)
{
    switch (n->op) {
    case OP_INDEX:
        put_exp(p, n->g[0].at[0], P_ATOM);
        put_entries(p, &n->g[1]);
        break;
    case OP_UPDATE:
        put_exp(p, n->g[0].at[0], P_ATOM);
        put(p, " with ");
        put_entries(p, &n->g[1]);
        put(p, " = ");
        put_exp(p, n->g[2].at[0], P_OR);
        break;
    case OP_ARRAY:
        put(p, "[");
        put_kids(p, &n->g[0], P_ANY, ", ");
        put(p, "]");
        break;
    case OP_EMPTY:
        put(p, "empty(");
        put_type(p, n->type[0]);
        put(p, ")");
        break;
    case OP_COERCE:
        put_exp(p, n->g[0].at[0], P_ATOM);
        put(p, " :> ");
        put_type(p, n->type[0]);
        break;
    case OP_CALL:
        put_func_name(p, n->func);
        put_args(p, &n->g[0]);
        put(p, n->g[0].n ? "" : " ()");
        break;
    case OP_REARRANGE: put_rearrange(p, n); break;
    case OP_RESHAPE: put_reshape(p, n); break;
    case OP_ASSERT: put_assert(p, n); break;
    case OP_PREFIX: case OP_EXCLUSIVE:
        put(p, ops[n->op].text);
        put_lambda_group(p, n, 0);
        put_args(p, &n->g[1]);
        put_args(p, &n->g[2]);
        break;
    case OP_IF: put_if(p, n); break;
    case OP_LOOP: case OP_WHILE: put_loop(p, n); break;
    default: put_application(p, n);
    }
}

void put_exp(Printer *p, const Core *n, int prec)
{
    if (over(p))
        return;
    bool parens = level_of(n) < prec;
    int from = p->out->n;
    put(p, parens ? "(" : "");
    switch (ops[n->op].kind) {
    case K_ATOM: put_atom(p, n); break;
    case K_SCALAR: put_scalar_op(p, n); break;
    case K_SOAC: put_soac(p, n); break;
    case K_SEG: put_seg(p, n); break;
    case K_PART: put_part(p, n); break;
    default: put_node(p, n);
    }
    put(p, parens ? ")" : "");
    if (ops[n->op].kind != K_ATOM)
        mark(p, from, n->span);
}
