/* scalar.c -- the modules of scalar types: their types and members. */
#include "check.h"
#include "module.h"
#include "../base/embed.h"

#include <string.h>

static const ScalarRow rows[] = {
#define S(name, where, sig, op) { name, where, sig, op },
#include "scalars.def"
#undef S
};
enum { NROWS = sizeof rows / sizeof *rows };

const ScalarRow *scalar_row(const char *name)
{
    for (int i = 0; i < NROWS; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

unsigned scalar_prims(const char *where)
{
    unsigned prims = 0;
    for (; *where; where++)
        prims |= *where == 's' ? SIGNED : *where == 'u' ? UNSIGNED : *where == 'f' ? FLOATS
               : *where == 'h' ? 1u << F16 : TRUTHS;
    return prims;
}

const ScalarRow *scalar_member(Prim p, const char *name)
{
    const ScalarRow *r = scalar_row(name);
    return r && scalar_prims(r->where) & 1u << p ? r : NULL;
}

static Prim int_of_width(Prim own, bool sign)
{
    int bytes = prim_bytes(own), i = I8;
    while (i < F16 && (prim_bytes((Prim)i) != bytes || prim_is_signed((Prim)i) != sign))
        i++;
    return (Prim)i;
}

Prim scalar_sig(char k, Prim own)
{
    switch (k) {
    case 'b': return BOOL;
    case 'i': return I32;
    case 'l': return I64;
    case 'd': return F64;
    case 'U': return int_of_width(own, false);
    default: return own;
    }
}

/* ---- as modules ---------------------------------------------------------- */

/* The text with other names for the types t, s and u. */
static const char *with_types(const Embedded *e, Prim p)
{
    const char *name[] = { prim_name(p), prim_name(int_of_width(p, true)),
                           prim_name(int_of_width(p, false)) };
    static const char types[] = "tsu";
    Text t = {0};
    for (const char *at = e->text, *end = at + e->size; at < end;) {
        int n = (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
        const char *which = n == 1 ? strchr(types, *at) : NULL;
        if (which)
            text_add(&t, name[which - types]);
        else
            text_addn(&t, at, n ? n : 1);
        at += n ? n : 1;
    }
    return text_str(&t);
}

static const Ast *written(Prim p)
{
    static const Ast *parsed[NPRIMS];
    if (!parsed[p]) {
        const char *text = with_types(embedded_find("prelude/scalar.fut"), p);
        parsed[p] = parse_program(source_new("<prelude>", text, (int)strlen(text)));
    }
    return parsed[p];
}

static void add_value(Module *m, Prim p, const char *name, const Dec *text)
{
    module_add(m, intern(name), (Meaning){
        .kind = N_VALUE, .key = intern(format("%s.%s", prim_name(p), name)), .text = text });
}

static void add_type(Module *m, const char *name, const char *type)
{
    module_add(m, intern(name), (Meaning){ .kind = N_TYPE, .key = intern(type) });
}

Module *scalar_module(Prim p)
{
    Module *m = module_new(MODULE_BODY);
    for (int i = 0; i < NROWS; i++)
        if (scalar_prims(rows[i].where) & 1u << p)
            add_value(m, p, rows[i].name, NULL);
    for (int from = 0; from < NPRIMS; from++)
        add_value(m, p, prim_name((Prim)from), NULL);
    const Ast *a = p == BOOL ? NULL : written(p);
    for (int i = 0; a && i < a->dec.n; i++)
        if (scalar_prims(a->dec.at[i]->attr.at[0]) & 1u << p)
            add_value(m, p, a->dec.at[i]->name, a->dec.at[i]);
    add_type(m, "t", prim_name(p));
    if (prim_is_float(p))
        add_type(m, "int_t", prim_name(int_of_width(p, false)));
    return m;
}
