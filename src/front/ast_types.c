/* ast_types.c -- builders of patterns and type expressions. */
#include "build.h"

/* ---- patterns ------------------------------------------------------------ */

Pat *pat_list(PatKind k, const Span *s, const char *name, Pats *l)
{
    Pat *p = NEW(Pat);
    p->kind = k;
    p->span = s;
    p->name = name;
    PUT_LIST(p->part, l);
    for (int i = 0; i < p->part.n; i++)
        build_deeper(&p->depth, p->part.at[i]->depth, s);
    return p;
}

Pat *pat_name(const Span *s, const char *name)
{
    return pat_list(P_NAME, s, name, NULL);
}

Pat *pat_record(const Span *s, Fields *l)
{
    Pat *p = pat_list(P_RECORD, s, NULL, NULL);
    PUT_LIST(p->field, l);
    for (int i = 0; i < p->field.n; i++)
        build_deeper(&p->depth, p->field.at[i].pat->depth, s);
    return p;
}

Pat *pat_ascribe(const Span *s, Pat *inner, TypeExp *t)
{
    Pat *p = pat_list(P_ASCRIBE, s, NULL, LIST(Pats, NULL, inner));
    p->type = t;
    build_deeper(&p->depth, t->depth, s);
    return p;
}

Pat *pat_literal(const Span *s, Exp *e)
{
    Pat *p = pat_list(P_LITERAL, s, NULL, NULL);
    p->literal = e;
    return p;
}

Pat *pat_attr(const Span *s, const char *attr, Pat *inner)
{
    return pat_list(P_ATTR, s, attr, LIST(Pats, NULL, inner));
}

Pats *pats_cons(Pat *first, Pats *rest)
{
    Pats *l = LIST(Pats, NULL, first);
    for (int i = 0; i < rest->n; i++)
        vec_push(l, rest->at[i]);
    return l;
}

/* {x} is {x = x}. */
Field field_pat(const Span *s, const char *name, Pat *p)
{
    return (Field){ .name = name, .pat = p ? p : pat_name(s, name), .span = s };
}

/* ---- type expressions ---------------------------------------------------- */

static void deeper(TypeExp *t, const TypeExp *part)
{
    if (part)
        build_deeper(&t->depth, part->depth, t->span);
}

TypeExp *type_new(TypeExpKind k, const Span *s, const char *name, TypeExp *elem,
                  TypeExp *result)
{
    TypeExp *t = NEW(TypeExp);
    t->kind = k;
    t->span = s;
    t->name = name;
    t->elem = elem;
    t->result = result;
    deeper(t, elem);
    deeper(t, result);
    return t;
}

TypeExp *type_app(const Span *s, const char *name, TypeArgs *l)
{
    TypeExp *t = type_new(T_NAME, s, name, NULL, NULL);
    PUT_LIST(t->arg, l);
    for (int i = 0; i < t->arg.n; i++)
        if (t->arg.at[i].size)
            build_deeper(&t->depth, t->arg.at[i].size->depth, s);
        else
            deeper(t, t->arg.at[i].type);
    return t;
}

TypeExp *type_dim(const Span *s, Exp *size, bool irregular, TypeExp *elem)
{
    TypeExp *t = type_new(T_ARRAY, s, NULL, elem, NULL);
    t->size = size;
    if (size)
        build_deeper(&t->depth, size->depth, s);
    t->irregular = irregular;
    return t;
}

TypeExp *type_tuple(const Span *s, Types *l)
{
    TypeExp *t = type_new(T_TUPLE, s, NULL, NULL, NULL);
    PUT_LIST(t->part, l);
    for (int i = 0; i < t->part.n; i++)
        deeper(t, t->part.at[i]);
    return t;
}

TypeExp *type_record(const Span *s, Fields *l)
{
    TypeExp *t = type_new(T_RECORD, s, NULL, NULL, NULL);
    PUT_LIST(t->field, l);
    for (int i = 0; i < t->field.n; i++)
        deeper(t, t->field.at[i].type);
    return t;
}

TypeExp *type_exists(const Span *s, Names *sizes, TypeExp *inner)
{
    TypeExp *t = type_new(T_EXISTS, s, NULL, inner, NULL);
    PUT_LIST(t->size_name, sizes);
    return t;
}

TypeExp *type_ctor(const Span *s, TypeExp *sum, const char *name, Types *l)
{
    TypeExp *t = type_new(T_SUM, s, NULL, NULL, NULL);
    int n = sum ? sum->nctors : 0;
    t->nctors = n + 1;
    for (int i = 0; l && i < l->n; i++)
        deeper(t, l->at[i]);
    t->ctor = arena_grow(sum ? sum->ctor : NULL, sizeof *t->ctor * (size_t)n,
                         sizeof *t->ctor * (size_t)(n + 1));
    t->ctor[n].name = name;
    t->ctor[n].part = l ? l->at : NULL;
    t->ctor[n].nparts = l ? l->n : 0;
    return t;
}

TypeArg type_arg(Exp *size, TypeExp *t)
{
    return (TypeArg){ size, t };
}

Types *types_cons(TypeExp *first, Types *rest)
{
    Types *l = LIST(Types, NULL, first);
    for (int i = 0; i < rest->n; i++)
        vec_push(l, rest->at[i]);
    return l;
}

Field field_type(const Span *s, const char *name, TypeExp *t)
{
    return (Field){ .name = name, .type = t, .span = s };
}

TypeParam type_param(const Span *s, TypeParamKind k, const char *name)
{
    return (TypeParam){ .kind = k, .name = name, .span = s };
}
