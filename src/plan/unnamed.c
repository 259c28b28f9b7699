/*
 * unnamed.c -- arrays that the program gives no name.
 *
 * A rule that binds an array calls it after the operation that makes it: mapped, quots. Such a
 * name is in no text of the program, and nobody asks for it: the array is then named by its
 * part in the code, as an array of an expression in the source is.
 */
#include "lower.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    Table *words;              /* text to the set of its words */
} Texts;

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

static Table *words_of(Texts *t, const char *text)
{
    Table *words = table_get(t->words, text);
    if (words)
        return words;
    table_put(t->words, text, words = table_new());
    for (const char *p = text; *p;) {
        int n = 0;
        while (is_letter(p[n]))
            n++;
        if (n)
            table_put(words, internn(p, n), words);
        p += n + !n;
    }
    return words;
}

/* The text has the name, or the name of one element: "tops" for "top". */
static bool is_written(Texts *t, const Var *v)
{
    const char *name = var_base(v->name);
    int n = (int)strlen(name);
    if (!v->span || !v->span->src || !v->span->src->text)
        return true;
    Table *words = words_of(t, v->span->src->text);
    return table_has(words, v->name) || table_has(words, name)
        || (n > 1 && name[n - 1] == 's' && table_has(words, internn(name, n - 1)));
}

static void note_arrays(Core *n, void *texts)
{
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        for (int k = 0; k < n->stm[i].nvars; k++) {
            Var *v = n->stm[i].var[k];
            v->invented |= v->type->rank && !is_written(texts, v);
        }
    core_each(n, note_arrays, texts);
}

void find_unnamed(const Program *p)
{
    Texts t = { table_new() };
    for (int i = 0; i < p->nfuncs; i++)
        note_arrays(p->func[i]->body, &t);
}
