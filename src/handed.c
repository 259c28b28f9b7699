/* handed.c -- values whose rows differ: nested, as people write them, and apart, as entry
   points take and give them: the lengths, then the values of all rows. */
#include "handed.h"

#include <string.h>

Caller side_in(const Func *f)
{
    Caller s = { f->takes, f->ntakes, NEWS(const Type *, f->nparams), f->nparams };
    for (int i = 0; i < f->nparams; i++)
        s.part[i] = f->param[i]->type;
    return s;
}

Caller side_out(const Func *f)
{
    return (Caller){ f->gives, f->ngives, f->result, f->nresults };
}

static bool is_nested(const Caller *s)
{
    return s->all && s->n != s->nparts;
}

/* ---- reading ------------------------------------------------------------ */

/* Rows in which nothing differs are read as any array. */
static const Handed *next_nested(const Caller *s, int read, bool apart)
{
    return is_nested(s) && !apart && read < s->n && s->all[read].nparts > 1 ? &s->all[read] : NULL;
}

Value **side_read(ValueCursor *c, const Caller *s, bool typed, int *count, const char **error)
{
    VEC(Value *) v = {0};
    bool apart = false;
    *error = NULL;
    for (Value *next = NULL;;) {
        const Handed *h = s ? next_nested(s, v.n, apart) : NULL;
        apart |= h && value_peek_rank(c) == type_ragged(h->type);
        bool nested = s && is_nested(s) && !apart;
        const Type *t = !s || v.n >= (nested ? s->n : s->nparts) ? NULL
                      : nested ? s->all[v.n].type : s->part[v.n];
        c->want = t && typed ? &t->prim : NULL;
        c->rank = h && !apart ? h->type->rank : 0;
        c->none = h ? h->type->prim : I32;
        if (!(next = value_read(c, error)))
            break;
        vec_push(&v, next);
    }
    if (*error) {
        values_free(v.at, v.n);
        return NULL;
    }
    *count = v.n;
    return v.at ? v.at : NEWS(Value *, 1);
}

/* ---- apart -------------------------------------------------------------- */

/* An array of no elements has the inner sizes that its type says. */
static Value *with_type(Value *v, const Type *t)
{
    int64_t dim[v->rank + 1];
    if (!v->rank || value_count(v) || v->start)
        return v;
    for (int d = 0; d < v->rank; d++)
        if (!d || !t->dim[d] || !size_const(t->dim[d], &dim[d]))
            dim[d] = v->dim[d];
    Value *typed = value_array(v->prim, v->rank, dim);
    value_free(v);
    return typed;
}

/* Null, or what is wrong. */
static const char *put_part(Value **part, int k, Value *v)
{
    if (part[k] && !value_equal(part[k], v)) {
        value_free(v);
        return "the rows of these arguments must be equally long";
    }
    value_free(part[k]);
    part[k] = v;
    return NULL;
}

static const char *take_apart(const Caller *s, const Handed *h, Value *v, Value **part)
{
    const char *why = NULL;
    value_ref(v);
    for (int i = 0; i < h->nparts - 1 && !why; i++) {
        const Type *lengths = s->part[h->part[i]];
        Value *flat = value_flat(v, lengths->rank + 1);
        why = put_part(part, h->part[i], value_lengths(v, lengths->rank));
        value_free(v);
        v = flat;
    }
    int last = h->part[h->nparts - 1];
    return why ? why : put_part(part, last, with_type(v, s->part[last]));
}

Value **side_apart(const Caller *s, Value **v, int *n, const char **why)
{
    *why = NULL;
    if (!is_nested(s) || *n != s->n)
        return v;
    Value **part = NEWS(Value *, s->nparts);
    for (int i = 0; i < s->n; i++)
        if (v[i]->prim != s->all[i].type->prim || v[i]->rank != s->all[i].type->rank)
            return v;
    for (int i = 0; i < s->n && !*why; i++)
        *why = take_apart(s, &s->all[i], v[i], part);
    if (*why)
        return v;
    values_free(v, s->n);
    *n = s->nparts;
    return part;
}

/* ---- together ----------------------------------------------------------- */

static Value *put_together(const Handed *h, Value *const *part)
{
    Value *v = value_ref(part[h->part[h->nparts - 1]]);
    const char *why;
    for (int i = h->nparts - 2; i >= 0; i--) {
        Value *rows = value_irreg(part[h->part[i]], v, &why);
        if (!rows)
            bug("rows that are given: %s", why);
        value_free(v);
        v = rows;
    }
    return v;
}

Value **side_together(const Caller *s, Value **v, int *n)
{
    if (!is_nested(s) || *n != s->nparts)
        return v;
    Value **all = NEWS(Value *, s->n);
    for (int i = 0; i < s->n; i++)
        all[i] = put_together(&s->all[i], v);
    values_free(v, s->nparts);
    *n = s->n;
    return all;
}
