/* check_size_exp.c -- sizes from expressions, out of scopes, and as text. */
#include "checker.h"

#include <string.h>

/* ---- leaving scopes ------------------------------------------------------ */

/* Nodes, those of the definitions of names too; some hundred are enough. */
static int count(TySize *s)
{
    s = tysize_resolve(s);
    int n = s->kind == SIZE_NAME && s->link ? count(s->link) : 1;
    for (int i = 0; i < s->nparts && n < 100; i++)
        n += count(s->part[i]);
    return n;
}

typedef struct { int serial; bool function; TySize **known; int nknown; } Leaving;

static TySize *leave(TySize *s, const Leaving *l)
{
    s = tysize_resolve(s);
    for (int i = 0; i < l->nknown; i++)
        if (l->known[i] == s)
            return s;
    if (s->kind == SIZE_UNKNOWN && l->function && s->serial > l->serial)
        return s->link = s->link ? s->link : tysize_exists();
    if (s->kind == SIZE_NAME && s->serial > l->serial) {
        TySize *d = s->link ? s->link : tysize_unknown(s->span);
        s->link = d;
        return d->kind == SIZE_UNKNOWN && l->function ? leave(d, l) : d;
    }
    TySize *n = NULL;
    for (int i = 0; i < s->nparts; i++) {
        TySize *p = leave(s->part[i], l);
        if (p == tysize_resolve(s->part[i]))
            continue;
        if (!n) {
            n = tysize_app(s->name, NEWS(TySize *, s->nparts), s->nparts);
            n->exp = s->exp;
            memcpy(n->part, s->part, sizeof *s->part * (size_t)s->nparts);
        }
        n->part[i] = p;
    }
    return n ? n : s;
}

TySize *tysize_leave(TySize *s, int from, bool function, TySize **known, int nknown)
{
    return leave(s, &(Leaving){ from, function, known, nknown });
}

void tysize_define(TySize *name, Ty *t, TySize *meaning)
{
    t = ty_resolve(t);
    bool hidden = checker.prelude && meaning->name == intern("if");
    if (t->kind == TY_PRIM && t->prim == I64 && !hidden && count(meaning) < 50)
        name->link = meaning;
}

/* ---- printing ------------------------------------------------------------ */

static bool is_infix(const TySize *s)
{
    return s->kind == SIZE_APP && s->nparts == 2 && strcspn(s->name, "+-*/%<>&|^=!") == 0;
}

static int tightness(const TySize *s)
{
    return s->kind != SIZE_APP || !s->nparts ? 9 : !is_infix(s) ? 3
         : strchr("*/%", s->name[0]) ? 2 : 1;
}

static void put(Text *out, TySize *s, int least)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_APP && s->exp) {
        text_add(out, span_text(s->exp->span));
        return;
    }
    bool infix = is_infix(s), inner = tightness(s) < least;
    text_add(out, inner ? "(" : "");
    if (s->kind == SIZE_CONST)
        text_fmt(out, "%lld", (long long)s->value);
    else if (s->kind == SIZE_NAME || (s->kind == SIZE_UNKNOWN && s->name))
        text_add(out, s->name);
    else if (s->kind == SIZE_UNKNOWN)
        text_char(out, '?');
    else if (s->kind == SIZE_RAGGED)
        text_add(out, "..");
    else if ((s->kind == SIZE_VAR || s->kind == SIZE_EXISTS) && least)
        text_char(out, '_');
    else if (s->kind == SIZE_APP && !infix)
        text_add(out, s->name);
    for (int i = 0; i < s->nparts; i++) {
        text_fmt(out, "%s", infix && i ? format(" %s ", s->name) : infix ? "" : " ");
        put(out, s->part[i], infix ? tightness(s) + i : 4);
    }
    text_add(out, inner ? ")" : "");
}

const char *tysize_str(TySize *s)
{
    Text out = {0};
    put(&out, s, 0);
    return text_str(&out);
}
