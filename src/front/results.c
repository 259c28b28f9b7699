/* results.c -- the names that the program gives to parameters and results of an entry point:
   those of its patterns and its last expression, and `@results a b` or #[results(a, b)]. */
#include "desugar.h"

#include <ctype.h>
#include <string.h>

static bool is_taken(const Func *f, const char *name)
{
    for (int i = 0; i < f->nparams; i++)
        if (!strcmp(f->param[i]->name, name))
            return true;
    for (int i = 0; i < f->nsizes; i++)
        if (!strcmp(f->size[i]->name, name))
            return true;
    return false;
}

/* The name of part i of a value: xs_0 of a tuple, xs_low of a record. */
static const char *part_name(const Sv *v, int i, const char *name)
{
    if (v->n == 1 && !v->field && !v->ctor)
        return name;
    const char *label = v->field ? v->field[i] : !v->ctor ? format("%d", i)
                      : i ? v->ctor[i - 1] : "tag";
    return intern(format("%s_%s", name, label));
}

static void name_leaves(const Sv *v, const char *name)
{
    if (v->kind == SV_ATOM && v->atom->op == OP_VAR)
        var_keep(v->atom->var, name);
    for (int i = 0; i < v->n; i++)
        name_leaves(v->part[i], part_name(v, i, name));
}

void name_param(const Pat *p, Sv *v, const char *unnamed)
{
    if (p->kind == P_NAME || p->kind == P_WILD) {
        name_leaves(v, p->kind == P_NAME && p->name[0] != '_' ? p->name : unnamed);
        return;
    }
    for (int i = 0; i < p->part.n; i++)
        name_param(p->part.at[i], pat_part(p, v, i), unnamed);
}

/* ---- results that the last expression names -------------------------------- */

typedef VEC(const char *) Results;

static const Exp *last_exp(const Exp *e)
{
    switch (e->kind) {
    case E_LET: case E_LET_FUN: case E_ASSERT: return last_exp(e->exp.at[e->exp.n - 1]);
    case E_ASCRIBE: case E_COERCE: case E_ATTR: return last_exp(e->exp.at[0]);
    default: return e;
    }
}

/* The component of a tuple, or the field of a record, that is written as such; or null. */
static const Exp *part_written(const Exp *e, const Sv *v, int i)
{
    if (e && e->kind == E_TUPLE && i < e->exp.n)
        return e->exp.at[i];
    for (int k = 0; e && e->kind == E_RECORD && v->field && k < e->field.n; k++)
        if (e->field.at[k] == v->field[i])
            return e->exp.at[k];
    return NULL;
}

/* The leaves of v in their order, with the names that e has for them, or null. A field has
   its own name. */
static void find_names(Results *all, const Exp *e, const Sv *v, const char *name)
{
    e = e ? last_exp(e) : NULL;
    if (!name && !v->field && e && e->kind == E_NAME)
        name = e->name;
    if (v->kind == SV_ATOM)
        vec_push(all, name);
    for (int i = 0; i < v->n; i++)
        find_names(all, part_written(e, v, i), v->part[i],
                   name ? part_name(v, i, name) : v->field ? v->field[i] : NULL);
}

static bool is_good_name(const char *name)
{
    bool good = isalpha((unsigned char)*name) && !strstr(name, "__");
    for (const char *p = name; *p; p++)
        good &= isalnum((unsigned char)*p) || *p == '_';
    return good;
}

static bool is_repeated(const Results *all, int k)
{
    for (int i = 0; i < all->n; i++)
        if (i != k && all->at[i] && !strcmp(all->at[i], all->at[k]))
            return true;
    return false;
}

void name_results(Func *f, const Dec *dec, const Sv *v)
{
    Results all = {0}, own = {0};
    find_names(&all, dec->body, v, NULL);
    for (int k = 0; k < all.n; k++) {
        const char *name = all.at[k];
        if (name && v->field && is_taken(f, name))
            name = intern(format("%s_out", name));
        bool good = name && is_good_name(name) && !is_taken(f, name) && !is_repeated(&all, k);
        vec_push(&own, good ? name : NULL);
    }
    f->named = own.n == f->ngives ? own.at : NULL;
}

/* ---- results that a comment or an attribute names ---------------------------- */

static void check_name(const Func *f, const char **before, int n, const char *name)
{
    if (!is_good_name(name))
        fail_at(f->span, ERR_RESULT_NAMES, "'%s' is no name for a result; write letters, digits "
                "and single _", name);
    for (int i = 0; i < n; i++)
        if (!strcmp(before[i], name))
            fail_at(f->span, ERR_RESULT_NAMES, "two results of %s are called '%s'", f->name, name);
    if (is_taken(f, name))
        fail_at(f->span, ERR_RESULT_NAMES, "'%s' is a parameter or size of %s; a result needs "
                "another name", name, f->name);
}

/* Names with blanks or commas between. */
static void state_results(Func *f, const char *names)
{
    Results all = {0};
    for (const char *p = names + strspn(names, " ,"); *p; p += strspn(p, " ,")) {
        int n = (int)strcspn(p, " ,");
        const char *name = internn(p, n);
        check_name(f, all.at, all.n, name);
        vec_push(&all, name);
        p += n;
    }
    if (all.n != f->ngives)
        fail_at(f->span, ERR_RESULT_NAMES, "%s has %d result%s, and %d name%s given: %s", f->name,
                f->ngives, f->ngives == 1 ? "" : "s", all.n, all.n == 1 ? " is" : "s are", names);
    f->named = all.at;
}

void note_doc(Func *f, const Dec *dec)
{
    const Span *s = dec->span;
    const char *doc = s && s->src ? doc_above(s->src->text, s->line - 1) : "";
    const char *names = s && s->src ? tag_above(s->src->text, s->line - 1, "@results") : NULL;
    f->doc = *doc ? doc : NULL;
    for (int i = 0; i < dec->attr.n; i++)
        if (str_starts(dec->attr.at[i], "results("))
            names = str_copyn(dec->attr.at[i] + 8, (int)strlen(dec->attr.at[i]) - 9);
    if (names)
        state_results(f, names);
}
