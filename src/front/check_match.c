/* check_match.c -- sum types: constructors, match, and that no case is missing. */
#include "checker.h"

#include <string.h>

/* ---- rows: what is known of a sum type ----------------------------------- */

/* Until its type is known, a constructor's value is a VAR with the constructors
   it must have, as in a SUM: their names, sorted, and payloads. */
void ty_add_ctor(Ty *var, const char *name, Ty *payload)
{
    int n = var->nparts, k = n;
    const char **names = NEWS(const char *, n + 1);
    Ty **part = NEWS(Ty *, n + 1);
    while (k > 0 && strcmp(var->name[k - 1], name) > 0)
        k--;
    for (int i = 0; i <= n; i++) {
        names[i] = i < k ? var->name[i] : i == k ? name : var->name[i - 1];
        part[i] = i < k ? var->part[i] : i == k ? payload : var->part[i - 1];
    }
    var->name = names;
    var->part = part;
    var->nparts = n + 1;
}

static Ty *sum_of(const char *ctor, Ty *payload, const Span *s)
{
    Ty *t = ty_var();
    ty_add_ctor(t, ctor, payload);
    vec_push(&checker.sums, ((SumWanted){ t, s }));
    return t;
}

Ty *infer_ctor(Exp *e)
{
    Ty *payload = ty_new(TY_TUPLE, e->exp.n);
    for (int i = 0; i < e->exp.n; i++)
        payload->part[i] = ty_with_unique(infer(e->exp.at[i]), false);
    vec_push(&checker.no_fun, ((NoFun){ payload, e->span, "a constructor" }));
    return sum_of(e->name, payload, e->span);
}

Ty *pat_ctor(Pat *p, Anonymous any)
{
    Ty *payload = ty_new(TY_TUPLE, p->part.n);
    for (int i = 0; i < p->part.n; i++)
        payload->part[i] = check_pat(p->part.at[i], any);
    return sum_of(p->name, payload, p->span);
}

/* ---- match --------------------------------------------------------------- */

static Ty *match_case(Exp *e, int i, Ty *of)
{
    Pat *p = e->pat.at[i];
    int mark = names_mark(), serial = tysize_serial();
    checker.group = mark;
    checker.in_case = true;
    Ty *pt = check_pat(p, ANY_VAR);
    checker.in_case = false;
    unify(of, pt, p->span, "this pattern");
    Ty *t = infer(e->exp.at[i + 1]);
    names_leave(mark);
    return ty_unscope(t, serial, false, NULL, 0);
}

Ty *infer_match(Exp *e)
{
    Ty *of = infer(e->exp.at[0]), *t = NULL;
    for (int i = 0; i < e->pat.n; i++) {
        Ty *this = match_case(e, i, of);
        t = t ? unify_join(e->exp.at[i], e->exp.at[i + 1], t, this,
                           span_join(e->pat.at[i - 1]->span, e->exp.at[i + 1]->span),
                           "these cases") : this;
    }
    vec_push(&checker.no_fun, ((NoFun){ t, e->span, "a case" }));
    vec_push(&checker.matches, e);
    return t;
}

/* ---- missing cases: usefulness of a pattern after others ------------------ */

/* What a column of patterns tells apart: the constructors of a sum, false and
   true, the one form of a tuple; or literals, of which some are always left. */
typedef struct { Ty *ty; int forms; } Column;
typedef VEC(const Pat *) Row;               /* null: anything */
typedef VEC(Row) Rows;
typedef VEC(Ty *) Types;
typedef VEC(const char *) Words;            /* a case that is missing, in columns */

static Column column(Ty *t)
{
    t = ty_resolve(t);
    bool one = t->kind == TY_TUPLE || t->kind == TY_RECORD;
    bool two = t->kind == TY_PRIM && t->prim == BOOL;
    return (Column){ t, one ? 1 : two ? 2 : t->kind == TY_SUM ? t->nparts : 0 };
}

static const Pat *plain(const Pat *p)
{
    p = p ? pat_plain(p) : NULL;
    return p && p->kind != P_NAME && p->kind != P_WILD ? p : NULL;
}

static const char *literal_text(const Exp *e)
{
    if (e->kind == E_NEG)
        return format("-%s", literal_text(e->exp.at[0]));
    return e->kind == E_FLOAT ? format("%.17g", e->number)
                              : format("%llu", (unsigned long long)e->integer);
}

static int form_of(const Pat *p, Column col)
{
    if (p->kind == P_CTOR)
        return ty_field(col.ty, p->name);
    return p->kind == P_LITERAL ? p->literal->integer != 0 : 0;
}

/* The types inside of a value of this form. */
static Ty *inside(Column col, int form)
{
    return col.ty->kind == TY_SUM ? ty_resolve(col.ty->part[form])
         : col.forms == 1 ? col.ty : ty_unit();
}

static const Pat *part_of(const Pat *p, const Ty *in, int k)
{
    if (p->kind != P_RECORD)
        return k < p->part.n ? p->part.at[k] : NULL;
    for (int i = 0; i < p->field.n; i++)
        if (ty_field(in, p->field.at[i]) == k)
            return p->part.at[i];
    return NULL;
}

/* The rows that fit a value of the form, with a column for each part of it. */
static Rows of_form(const Rows *rows, Column col, int form)
{
    Rows out = {0};
    const Ty *in = inside(col, form);
    for (int i = 0; i < rows->n; i++) {
        const Pat *p = plain(rows->at[i].at[0]);
        if (p && form_of(p, col) != form)
            continue;
        Row r = {0};
        for (int k = 0; k < in->nparts; k++)
            vec_push(&r, p ? part_of(p, in, k) : NULL);
        for (int k = 1; k < rows->at[i].n; k++)
            vec_push(&r, rows->at[i].at[k]);
        vec_push(&out, r);
    }
    return out;
}

/* The rows that fit whatever is not told apart; or this literal too. */
static Rows of_others(const Rows *rows, const char *literal)
{
    Rows out = {0};
    for (int i = 0; i < rows->n; i++) {
        const Pat *p = plain(rows->at[i].at[0]);
        if (p && (!literal || strcmp(literal_text(p->literal), literal)))
            continue;
        Row r = {0};
        for (int k = 1; k < rows->at[i].n; k++)
            vec_push(&r, rows->at[i].at[k]);
        vec_push(&out, r);
    }
    return out;
}

static const char *form_text(Column col, int form, const Words *in, int n)
{
    Text t = {0};
    bool sum = col.ty->kind == TY_SUM, bare = sum || col.ty->kind == TY_RECORD;
    if (col.forms == 2 && !sum)
        return form ? "true" : "false";
    if (sum)
        text_fmt(&t, n ? "(#%s" : "#%s", col.ty->name[form]);
    else
        text_add(&t, bare ? "{" : "(");
    for (int i = 0; i < n; i++) {
        text_add(&t, sum ? " " : i ? ", " : "");
        if (!sum && bare)
            text_fmt(&t, "%s = ", col.ty->name[i]);
        text_add(&t, in->at[i]);
    }
    text_add(&t, !sum ? bare ? "}" : ")" : n ? ")" : "");
    return text_str(&t);
}

static bool missing(const Rows *rows, const Types *ty, Words *out);

static Types types_after(const Ty *in, const Types *ty)
{
    Types t = {0};
    for (int k = 0; in && k < in->nparts; k++)
        vec_push(&t, in->part[k]);
    for (int k = 1; k < ty->n; k++)
        vec_push(&t, ty->at[k]);
    return t;
}

static bool missing_form(const Rows *rows, const Types *ty, Column col, int form, Words *out)
{
    const Ty *in = inside(col, form);
    Rows fit = of_form(rows, col, form);
    Types types = types_after(in, ty);
    Words words = {0};
    if (!missing(&fit, &types, &words))
        return false;
    vec_push(out, form_text(col, form, &words, in->nparts));
    for (int i = in->nparts; i < words.n; i++)
        vec_push(out, words.at[i]);
    return true;
}

static bool missing_rest(const Rows *rows, const Types *ty, const char *literal, Words *out)
{
    Rows fit = of_others(rows, literal);
    Types types = types_after(NULL, ty);
    vec_push(out, literal ? literal : "_");
    return missing(&fit, &types, out);
}

/* Whether no row fits some value of these types, and which. */
static bool missing(const Rows *rows, const Types *ty, Words *out)
{
    if (!ty->n)
        return rows->n == 0;
    Column col = column(ty->at[0]);
    bool apart = false;
    for (int i = 0; i < rows->n; i++)
        apart |= plain(rows->at[i].at[0]) != NULL;
    for (int i = 0; i < col.forms && apart; i++)
        if (missing_form(rows, ty, col, i, out))
            return true;
    if (col.forms && apart)
        return false;
    for (int i = 0; i < rows->n && apart; i++) {
        const Pat *p = plain(rows->at[i].at[0]);
        Words words = {0};
        if (!p || !missing_rest(rows, ty, literal_text(p->literal), &words))
            continue;
        for (int k = 0; k < words.n; k++)
            vec_push(out, words.at[k]);
        return true;
    }
    return missing_rest(rows, ty, NULL, out);
}

static void check_cases(const Exp *e)
{
    Rows rows = {0};
    Types ty = {0};
    Words words = {0};
    vec_push(&ty, e->exp.at[0]->ty);
    for (int i = 0; i < e->pat.n; i++) {
        Row r = {0};
        vec_push(&r, e->pat.at[i]);
        vec_push(&rows, r);
    }
    if (missing(&rows, &ty, &words))
        error_at(e->span, ERR_MISSING_CASE, "this match leaves out the case %s; add it, or 'case "
                 "_'", words.at[0]);
}

/* ---- at the end of a definition ------------------------------------------ */

void settle_sums(void)
{
    for (int i = 0; i < checker.sums.n; i++) {
        Ty *t = ty_resolve(checker.sums.at[i].ty);
        if (t->kind != TY_VAR)
            continue;
        if (error_count() == checker.errors)
            error_at(checker.sums.at[i].span, ERR_SUM_UNKNOWN, "the sum type of this is not known: "
                     "it has %s, but which others? Write its type down", ty_str(t));
        t->link = ty_error();
    }
    checker.sums.n = 0;
    for (int i = 0; i < checker.matches.n && error_count() == checker.errors; i++)
        check_cases(checker.matches.at[i]);
    checker.matches.n = 0;
}
