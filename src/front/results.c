/* results.c -- the names of an entry point's results that the program states: `@results a b` in
   its doc comment, or #[results(a, b)] before it. */
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

static void check_name(const Func *f, const char **before, int n, const char *name)
{
    bool good = isalpha((unsigned char)*name) && !strstr(name, "__");
    for (const char *p = name; *p; p++)
        good &= isalnum((unsigned char)*p) || *p == '_';
    if (!good)
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
static void name_results(Func *f, const char *names)
{
    VEC(const char *) all = {0};
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
    const char *names = doc_tag(doc, "@results");
    f->doc = *doc ? doc : NULL;
    for (int i = 0; i < dec->attr.n; i++)
        if (str_starts(dec->attr.at[i], "results("))
            names = str_copyn(dec->attr.at[i] + 8, (int)strlen(dec->attr.at[i]) - 9);
    if (names)
        name_results(f, names);
}
