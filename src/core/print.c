/*
 * print.c -- the concrete syntax. What program_print writes, core_read reads
 * back to the same program (grammar/core.y has the grammar).
 *
 * A body stands on one line where it fits, else as a block with one binding a
 * line. A binder's type is printed only where reading would infer another.
 */
#include "print.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 78 };

void put(Printer *p, const char *s)
{
    text_add(p->out, s);
}

bool over(const Printer *p)
{
    return p->flat && p->out->n > p->stop;
}

static int column(const Printer *p)
{
    int n = p->out->n, i = n;
    while (i > 0 && p->out->at[i - 1] != '\n')
        i--;
    return n - i;
}

static void new_line(Printer *p)
{
    text_fmt(p->out, "\n%*s", p->indent, "");
}

/* ---- scalars and types -------------------------------------------------- */

bool is_negative(Scalar v)
{
    return prim_is_float(v.prim) ? signbit(v.f) && !isnan(v.f)
                                 : prim_is_signed(v.prim) && v.i < 0;
}

/* A size: its i64 constants stand without suffix. */
void put_size(Printer *p, const Core *n, int prec)
{
    bool before = p->size;
    p->size = true;
    put_exp(p, n, prec);
    p->size = before;
}

void put_type(Printer *p, const Type *t)
{
    for (int d = 0; d < t->rank; d++) {
        put(p, "[");
        if (t->dim[d])
            put_size(p, t->dim[d], P_ANY);
        else
            put(p, "..");
        put(p, "]");
    }
    put(p, prim_name(t->prim));
}

static void put_types(Printer *p, const Type **t, int n)
{
    put(p, n == 1 ? "" : "(");
    for (int i = 0; i < n; i++) {
        put(p, i ? ", " : "");
        put_type(p, t[i]);
    }
    put(p, n == 1 ? "" : ")");
}

bool identical(const Type *a, const Type *b)
{
    if (a == b || !a || !b)
        return a == b;
    if (!type_same_shape(a, b))
        return false;
    for (int d = 0; d < a->rank; d++)
        if (!a->dim[d] != !b->dim[d] || (a->dim[d] && !core_equal(a->dim[d], b->dim[d])))
            return false;
    return true;
}

/* ---- bodies and binders ------------------------------------------------- */

static bool has_attributes(const Stm *s)
{
    return s->nattrs || s->exp->unchecked;
}

/* The types of e that its text alone gives. Of sizes that the branches of an if agree on, its own
   types say which is meant. */
static const Core *read_anew(const Core *e)
{
    if (e->op != OP_IF || !e->ntypes)
        return e;
    Core *again = core_copy_node(e);
    const char *error;
    again->ntypes = 0;
    return core_infer(again, &error) ? again : e;
}

/* The type of variable i as a reader of the expression infers it; null: it has none. */
static const Type *inferred(const Core *e, int i, Core **atom)
{
    return i < e->ntypes ? type_open(e->type[i], atom) : NULL;
}

/* The body's one expression, if it can be printed without the binding. */
const Core *plain(const Core *body)
{
    const Core *e = body_single(body);
    if (!e || has_attributes(&body->stm[0]))
        return NULL;
    Core **atom = atoms_of(body->stm[0].var, body->stm[0].nvars).at;
    const Core *anew = read_anew(e);
    for (int i = 0; i < body->stm[0].nvars; i++) {
        const Type *t = inferred(anew, i, atom);
        if (t && !identical(body->stm[0].var[i]->type, t))
            return NULL;
    }
    return e;
}

void put_binder(Printer *p, const Var *v, const Type *expected)
{
    if (!expected || !v->type || identical(v->type, expected)) {
        put(p, v->name);
        return;
    }
    text_fmt(p->out, "(%s: ", v->name);
    put_type(p, v->type);
    put(p, ")");
}

void mark(Printer *p, int from, const Span *span)
{
    if (p->marks && span && p->out->n > from)
        vec_push(p->marks, ((Mark){ from, p->out->n, span }));
}

static void put_stm(Printer *p, const Stm *s)
{
    int from = p->out->n;
    for (int i = 0; i < s->nattrs; i++)
        text_fmt(p->out, "#[%s] ", s->attr[i]);
    if (s->exp->unchecked)
        put(p, "#[unchecked] ");
    Core **atom = atoms_of(s->var, s->nvars).at;
    const Core *anew = read_anew(s->exp);
    for (int i = 0; i < s->nvars; i++) {
        put(p, i ? " " : "");
        put_binder(p, s->var[i], inferred(anew, i, atom));
    }
    put(p, s->nvars ? " = " : "");
    put_exp(p, s->exp, P_ANY);
    mark(p, from, s->exp->span);
}

static void put_results(Printer *p, const Kids *r)
{
    put(p, "in");
    put_args(p, r);
}

static void put_flat_block(Printer *p, const Core *body)
{
    put(p, "{ ");
    for (int i = 0; i < body->nstms && !over(p); i++) {
        put(p, i ? " ; " : "");
        put_stm(p, &body->stm[i]);
    }
    put(p, body->nstms ? " " : "");
    put_results(p, &body->g[0]);
    put(p, " }");
}

static void put_broken_block(Printer *p, const Core *body)
{
    put(p, "{");
    p->indent += 2;
    for (int i = 0; i < body->nstms; i++) {
        new_line(p);
        put_stm(p, &body->stm[i]);
    }
    new_line(p);
    put_results(p, &body->g[0]);
    p->indent -= 2;
    new_line(p);
    put(p, "}");
}

bool put_on_line(Printer *p, void (*f)(Printer *p, const Core *n), const Core *n)
{
    if (p->flat) {
        f(p, n);
        return true;
    }
    int start = p->out->n;
    p->flat = true;
    p->stop = start + WIDTH - column(p);
    f(p, n);
    bool fits = !over(p);
    p->flat = false;
    if (!fits)
        p->out->at[p->out->n = start] = '\0';
    while (!fits && p->marks && p->marks->n && p->marks->at[p->marks->n - 1].to > start)
        p->marks->n--;
    return fits;
}

static void put_block(Printer *p, const Core *body)
{
    if (!put_on_line(p, put_flat_block, body))
        put_broken_block(p, body);
}

void put_branch(Printer *p, const Core *body)
{
    if (body->op == OP_BODY && body->nstms && !plain(body))
        put_broken_block(p, body);
    else
        put_exp(p, body, P_ANY);
}

static void put_tuple(Printer *p, const Kids *k)
{
    put(p, "(");
    put_kids(p, k, P_ANY, ", ");
    put(p, ")");
}

void put_body(Printer *p, const Core *body)
{
    const Core *e = plain(body);
    if (e)
        put_exp(p, e, P_ANY);
    else if (body->nstms)
        put_block(p, body);
    else if (body->g[0].n == 1)
        put_exp(p, body->g[0].at[0], P_ANY);
    else
        put_tuple(p, &body->g[0]);
}

/* ---- functions ---------------------------------------------------------- */

void put_func_name(Printer *p, const Func *f)
{
    put(p, name_is_operator(f->name) ? "@" : "");
    put(p, f->name);
}

static void put_signature(Printer *p, const Func *f, const char *between)
{
    for (int i = 0; i < f->nsizes; i++)
        if (f->size[i]->stated)
            text_fmt(p->out, "#[size(%s, %s)]%s", f->size[i]->name,
                     stated_str(f->size[i]->stated), between);
    put(p, f->entry ? "entry " : "def ");
    put_func_name(p, f);
    for (int i = 0; i < f->nsizes; i++)
        text_fmt(p->out, " [%s]", f->size[i]->name);
    for (int i = 0; i < f->nparams; i++) {
        bool star = f->consumes && f->consumes[i];
        text_fmt(p->out, "%s(%s: %s", between, f->param[i]->name, star ? "*" : "");
        put_type(p, f->param[i]->type);
        put(p, ")");
    }
    text_fmt(p->out, "%s: ", between);
    put_types(p, f->result, f->nresults);
}

static void put_func(Text *out, const Func *f, Marks *marks)
{
    Printer p = { .out = out, .marks = marks };
    int start = out->n;
    put_signature(&p, f, " ");
    if (out->n - start > WIDTH + 6) {
        out->at[out->n = start] = '\0';
        put_signature(&p, f, "\n    ");
    }
    if (!f->body) {
        put(&p, "\n");
    } else if (f->body->nstms && !plain(f->body)) {
        put(&p, " = ");
        put_broken_block(&p, f->body);
    } else {
        put(&p, " =");
        p.indent = 2;
        new_line(&p);
        put_body(&p, f->body);
    }
    mark(&p, start, f->span);
    put(&p, "\n");
}

void program_print_marked(Text *out, const Program *p, Marks *marks)
{
    for (int i = 0; i < p->nfuncs; i++) {
        text_add(out, i ? "\n" : "");
        put_func(out, p->func[i], marks);
    }
}

void program_print(Text *out, const Program *p)
{
    program_print_marked(out, p, NULL);
}

/* ---- the interface ------------------------------------------------------ */

void core_print(Text *out, const Core *n, int indent)
{
    Printer p = { .out = out, .indent = indent };
    put_exp(&p, n, P_ANY);
}

void core_print_marked(Text *out, const Core *n, Marks *marks)
{
    Printer p = { .out = out, .marks = marks };
    put_exp(&p, n, P_ANY);
}

const char *core_str(const Core *n)
{
    Text t = {0};
    Printer p = { .out = &t, .flat = true, .stop = INT_MAX };
    put_exp(&p, n, P_ANY);
    return text_str(&t);
}

const char *type_str(const Type *t)
{
    Text s = {0};
    Printer p = { .out = &s, .flat = true, .stop = INT_MAX };
    put_type(&p, t);
    return text_str(&s);
}
