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
    return sum_of(e->name, payload, e->span);
}

Ty *pat_ctor(Pat *p, Anonymous any)
{
    return sum_of(p->name, pat_tuple(p, any), p->span);
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
    vec_push(&checker.no_fun, ((NoFun){ t, e->span, "a case", PARAM_TYPE_SIZE_LIFTED }));
    vec_push(&checker.matches, e);
    return t;
}

/* ---- missing cases: usefulness of a pattern after others ------------------ */

/* A form that the values of a column have: a constructor, a tuple, false or true;
   of other scalars a literal, of which some are always left: "_". */
typedef struct { const char *key; const Ty *of, *in; } Form;
typedef VEC(Form) Forms;
typedef VEC(const Pat *) Row;               /* null: anything */
typedef VEC(Row) Rows;
typedef VEC(Ty *) Types;

static const Pat *plain(const Pat *p)
{
    p = p ? pat_plain(p) : NULL;
    return p && p->kind != P_NAME && p->kind != P_WILD ? p : NULL;
}

static const char *literal_key(const Exp *e)
{
    switch (e->kind) {
    case E_NEG: return format("-%s", literal_key(e->exp.at[0]));
    case E_FLOAT: return format("%.17g", e->number);
    case E_BOOL: return e->integer ? "true" : "false";
    default: return format("%llu", (unsigned long long)e->integer);
    }
}

/* The form that a pattern fits. */
static const char *key_of(const Pat *p)
{
    return p->kind == P_CTOR ? p->name : p->kind == P_LITERAL ? literal_key(p->literal) : "";
}

static void add_form(Forms *to, const char *key, const Ty *of, const Ty *in)
{
    for (int i = 0; i < to->n; i++)
        if (!strcmp(to->at[i].key, key))
            return;
    vec_push(to, ((Form){ key, of, in }));
}

/* The forms that the first column of the rows tells apart. */
static Forms forms_of(const Rows *rows, Ty *t)
{
    Forms all = {0};
    bool apart = false, is_bool;
    t = ty_resolve(t);
    is_bool = t->kind == TY_PRIM && t->prim == BOOL;
    for (int i = 0; i < rows->n; i++)
        apart |= plain(rows->at[i].at[0]) != NULL;
    for (int i = 0; i < t->nparts && apart && t->kind == TY_SUM; i++)
        add_form(&all, t->name[i], t, ty_resolve(t->part[i]));
    if (apart && (t->kind == TY_TUPLE || t->kind == TY_RECORD))
        add_form(&all, "", t, t);
    for (int i = 0; i < 2 && apart && is_bool; i++)
        add_form(&all, i ? "true" : "false", t, ty_unit());
    if (all.n)
        return all;
    for (int i = 0; i < rows->n; i++)
        if (plain(rows->at[i].at[0]))
            add_form(&all, key_of(plain(rows->at[i].at[0])), t, ty_unit());
    add_form(&all, "_", t, ty_unit());
    return all;
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
static Rows of_form(const Rows *rows, const Form *f)
{
    Rows out = {0};
    for (int i = 0; i < rows->n; i++) {
        const Pat *p = plain(rows->at[i].at[0]);
        if (p && strcmp(key_of(p), f->key))
            continue;
        Row r = {0};
        for (int k = 0; k < f->in->nparts; k++)
            vec_push(&r, p ? part_of(p, f->in, k) : NULL);
        vec_append(&r, rows->at[i].at + 1, rows->at[i].n - 1);
        vec_push(&out, r);
    }
    return out;
}

static const char *form_text(const Form *f, const char **in, int n)
{
    Text t = {0};
    bool sum = f->of->kind == TY_SUM, record = f->of->kind == TY_RECORD;
    if (!sum && *f->key)
        return f->key;
    text_fmt(&t, "%s%s%s", sum && !n ? "" : record ? "{" : "(", sum ? "#" : "", f->key);
    for (int i = 0; i < n; i++) {
        text_add(&t, sum ? " " : i ? ", " : "");
        if (record)
            text_fmt(&t, "%s = ", f->of->name[i]);
        text_add(&t, in[i]);
    }
    text_add(&t, sum && !n ? "" : record ? "}" : ")");
    return text_str(&t);
}

static bool missing(const Rows *rows, const Types *ty, NameList *out);

static bool missing_of_form(const Rows *rows, const Form *f, const Types *ty, NameList *out)
{
    Rows fit = of_form(rows, f);
    Types types = {0};
    NameList words = {0};
    int n = f->in->nparts;
    vec_append(&types, f->in->part, n);
    vec_append(&types, ty->at + 1, ty->n - 1);
    if (!missing(&fit, &types, &words))
        return false;
    vec_push(out, form_text(f, words.at, n));
    vec_append(out, words.at + n, words.n - n);
    return true;
}

/* Whether no row fits some value of these types, and which, in columns. What fits a number
   that no row names fits all numbers. */
static bool missing(const Rows *rows, const Types *ty, NameList *out)
{
    if (!ty->n)
        return rows->n == 0;
    Ty *t = ty_resolve(ty->at[0]);
    NameList words = {0};
    Form other = { "_", t, ty_unit() };
    if (t->kind == TY_PRIM && t->prim != BOOL && !missing_of_form(rows, &other, ty, &words))
        return false;
    Forms forms = forms_of(rows, t);
    for (int i = 0; i < forms.n; i++)
        if (missing_of_form(rows, &forms.at[i], ty, out))
            return true;
    return false;
}

static void check_cases(const Exp *e)
{
    Rows rows = {0};
    Types ty = {0};
    NameList words = {0};
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
    for (int i = 0; i < checker.sole.n; i++) {
        const Ty *t = ty_resolve(checker.sole.at[i]->ty);
        if (t->kind == TY_SUM && t->nparts > 1)
            error_at(checker.sole.at[i]->span, ERR_REFUTABLE_PATTERN, "a constructor cannot be a "
                     "pattern here, where it may not fit; write 'match'");
    }
    checker.sole.n = 0;
}
