/*
 * sample.c -- what a rule made of a term as a program, with data: it is lowered, and what
 * it computes is compared with what the evaluator says.
 */
#include "truth.h"

#include <string.h>

/* Array combinators stand in kernels alone, and kernels in none of them. */
static bool is_flat(const Core *n)
{
    bool flat = ops[n->op].kind != K_SOAC;
    for (int s = 0; n->op == OP_BODY && s < n->nstms && flat; s++)
        flat = is_flat(n->stm[s].exp);
    for (int g = 0; g < ops[n->op].ngroups && ops[n->op].kind == K_CONTROL; g++)
        for (int i = 0; i < n->g[g].n && flat; i++)
            flat = is_flat(n->g[g].at[i]);
    return flat;
}

static bool is_plain(const Type *t)
{
    for (int d = 0; d < t->rank; d++)
        if (!dim_is_size(t->dim[d]))
            return false;
    return true;
}

/* A size that an array of the caller's tells is no parameter of its own. */
static void split_sizes(Func *f, const Sample *s, bool *told)
{
    Table *known = table_new();
    for (int i = s->nsizes; i < s->n; i++)
        for (int d = 0; d < s->param[i]->type->rank; d++)
            if (s->param[i]->type->dim[d]->op == OP_VAR)
                table_put(known, s->param[i]->type->dim[d]->var, f);
    f->size = NEWS(Var *, s->n);
    f->param = NEWS(Var *, s->n);
    for (int i = 0; i < s->n; i++) {
        told[i] = i < s->nsizes && table_has(known, s->param[i]);
        if (told[i])
            f->size[f->nsizes++] = s->param[i];
        else
            f->param[f->nparams++] = s->param[i];
    }
}

static bool write_text(const char *path, const Text *t)
{
    return file_write(path, t->at ? t->at : "", (size_t)t->n);
}

static Program *program_of(const Sample *s, const Instance *i, Core *term, const char *name,
                           bool *told)
{
    Program *p = NEW(Program);
    Func *f = NEW(Func);
    *f = (Func){ .name = name, .entry = true, .body = term, .result = term->type,
                 .nresults = term->ntypes };
    split_sizes(f, s, told);
    f->consumes = NEWS(bool, s->n);
    p->func = NEWS(Func *, i->given->funcs.n + 1);
    for (int k = 0; k < i->given->funcs.n; k++)
        if (table_has(s->called, i->given->funcs.at[k]))
            p->func[p->nfuncs++] = i->given->funcs.at[k];
    p->func[p->nfuncs++] = f;
    return p;
}

bool sample_write(const char *folder, const char *name, const Instance *i, Core *term,
                  unsigned *seed)
{
    Sample s;
    Text core = { 0 }, data = { 0 };
    bool plain = term->ntypes > 0 && core_some(term, core_parallel_itself) && is_flat(term);
    for (int r = 0; plain && r < term->ntypes; r++)
        plain = is_plain(term->type[r]);
    if (!plain || !term_sample(i, term, seed, &s))
        return false;
    for (int k = 0; k < s.n; k++)
        if (!is_plain(s.param[k]->type))
            return false;
    bool *told = NEWS(bool, s.n);
    Program *p = program_of(&s, i, term, name, told);
    if (core_check(p))
        return false;
    const char **own = NEWS(const char *, p->nfuncs);
    for (int k = 0; k + 1 < p->nfuncs; k++) {    /* several terms can be one program */
        own[k] = p->func[k]->name;
        p->func[k]->name = format("%s_%s", own[k], name);
    }
    program_print(&core, p);
    for (int k = 0; k + 1 < p->nfuncs; k++)
        p->func[k]->name = own[k];
    for (int k = 0; k < s.n; k++)
        if (!told[k]) {
            value_print(&data, s.arg[k]);
            text_add(&data, "\n");
        }
    return write_text(format("%s/%s.core", folder, name), &core)
        && write_text(format("%s/%s.in", folder, name), &data);
}
