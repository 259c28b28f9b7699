/* ends.c -- functions that call themselves in every case. */
#include "ast.h"

static bool all_need(const Exp *e, int from, const Dec *dec)
{
    bool all = e->exp.n > from;
    for (int i = from; i < e->exp.n; i++)
        all &= needs_call(e->exp.at[i], dec);
    return all;
}

static bool any_needs(const Exp *e, int n, const Dec *dec)
{
    bool any = false;
    for (int i = 0; i < n; i++)
        any |= e->exp.at[i] && needs_call(e->exp.at[i], dec);
    return any;
}

/* A function that calls back, and was taken in. */
static const Dec *taken_in(const Dec *dec, const char *name)
{
    for (const Exp *e = dec->body; e->kind == E_LET_FUN && e->dec->taken_in; e = e->exp.at[1])
        if (e->dec->name == name)
            return e->dec;
    return NULL;
}

/* Some operands may not be asked for. */
static bool application_needs(const Exp *e, const Dec *dec)
{
    const char *name = e->exp.at[0]->kind == E_NAME ? e->exp.at[0]->name : NULL;
    bool shorts = name == intern("&&") || name == intern("||");
    const Dec *other = name ? taken_in(dec, name) : NULL;
    if (other && e->exp.n == other->param.n + 1 && needs_call(other->body, dec))
        return true;
    return (name == dec->name && e->exp.n == dec->param.n + 1)
        || any_needs(e, shorts && e->exp.n > 2 ? 2 : e->exp.n, dec);
}

bool needs_call(const Exp *e, const Dec *dec)
{
    switch (e->kind) {
    case E_LAMBDA: return false;
    case E_IF: case E_MATCH: return needs_call(e->exp.at[0], dec) || all_need(e, 1, dec);
    case E_LOOP: return needs_call(e->exp.at[0], dec) || needs_call(e->exp.at[2], dec);
    case E_LET_FUN: return needs_call(e->exp.at[1], dec);
    case E_APPLY: return application_needs(e, dec);
    default: return any_needs(e, e->exp.n, dec);
    }
}

bool never_ends(const Dec *dec)
{
    return dec->recursive && dec->body && needs_call(dec->body, dec);
}
