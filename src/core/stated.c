/*
 * stated.c -- sizes that are stated: by `#[size(n, 1000..100000)]` before an entry point, or
 * by --sizes. The entry point refuses all others, so the least and the greatest value are facts
 * of the size's variable, and tests of versions that they decide are decided.
 */
#include "core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A number as programs write it, 100_000 too; null: there is none, or it is too large. */
static const char *read_size(const char *s, int64_t *size)
{
    char digits[24];
    size_t n = 0;
    for (; (*s >= '0' && *s <= '9') || (*s == '_' && n); s++)
        if (*s != '_' && n < sizeof digits - 1)
            digits[n++] = *s;
    digits[n] = '\0';
    errno = 0;
    *size = strtoll(digits, NULL, 10);
    return n && !errno ? s : NULL;
}

bool stated_read(const char *text, Stated *s)
{
    size_t n = strcspn(text, "=,");
    s->name = internn(text, (int)n);
    text += n;
    if (!n || !*text || !(text = read_size(text + 1 + strspn(text + 1, " "), &s->value.least)))
        return false;
    s->value.most = s->value.least;
    if (!strncmp(text, "..", 2) || *text == ',')
        text = read_size(text + (*text == ',' ? 1 : 2), &s->value.most);
    return text && !*text && s->value.least <= s->value.most;
}

bool stated_size(Func *f, const Stated *s)
{
    Var *v = NULL;
    for (int i = f->nsizes - 1; i >= 0; i--)
        if (!strcmp(f->size[i]->name, s->name) || (!v && var_base(f->size[i]->name) == s->name))
            v = f->size[i];
    if (v)
        v->stated = MAKE(Interval, s->value.least, s->value.most);
    return v != NULL;
}

bool states_sizes(const Func *f)
{
    for (int i = 0; f && i < f->nsizes; i++)
        if (f->size[i]->stated)
            return true;
    return false;
}

void stated_attribute(Func *f, const char *attr, const Span *span)
{
    Stated s;
    if (strncmp(attr, "size(", 5))
        return;
    if (!stated_read(internn(attr + 5, (int)strlen(attr) - 6), &s))
        fail_at(span, ERR_SIZE_STATED, "#[%s]: expected a size and what it is from and to, such as "
                "#[size(n, 1000..100000)]", attr);
    if (!stated_size(f, &s))
        fail_at(span, ERR_SIZE_STATED, "#[%s]: %s has no size parameter %s", attr, f->name, s.name);
}

const char *stated_str(const Interval *b)
{
    return b->least == b->most ? format("%lld", (long long)b->least)
                               : format("%lld..%lld", (long long)b->least, (long long)b->most);
}
