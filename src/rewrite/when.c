/*
 * when.c -- the table of what rules may ask for beyond their text. Conditions hold or do not,
 * with a reason for the trace; look-ups give a value, constructors make a term, a nest or
 * names. They change nothing, and rewrite nothing that a rule should.
 */
#include "rewrite.h"

bool no(Call *c, const char *fmt, ...)
{
    if (c->silent)
        return false;
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(&c->why, fmt, ap);
    va_end(ap);
    return false;
}

bool yields(Call *c, Core *e)
{
    return yields_all(c, one(e));
}

bool yields_all(Call *c, Kids es)
{
    c->out = es;
    return true;
}

#define CONDITION(name, ...) { name, __VA_ARGS__ },
#define MAKER(name, ...)
const Condition conditions[] = {
#include "conditions.def"
};
const int nconditions = sizeof conditions / sizeof *conditions;
#undef CONDITION
#undef MAKER
#define CONDITION(name, ...)
#define MAKER(name, ...) { name, __VA_ARGS__ },
const Condition makers[] = {
#include "conditions.def"
};
const int nmakers = sizeof makers / sizeof *makers;
#undef CONDITION
#undef MAKER

const char *condition_takes(const Condition *k)
{
    const char *many = k->max > k->min ? format("%d to %d", k->min, k->max)
                                       : format("%d", k->min);
    return format("%s argument%s", many, k->max == 1 ? "" : "s");
}

/* Kept for the run. */
static Table *by_name(const Condition *of, int n)
{
    const char **name = NEWS(const char *, n);
    for (int i = 0; i < n; i++)
        name[i] = intern(of[i].name);
    arena_out();
    Table *t = table_new();
    for (int i = 0; i < n; i++)
        table_put(t, name[i], (void *)&of[i]);
    arena_in();
    return t;
}

static const Condition *find(Table **known, const Condition *of, int n, const char *name)
{
    if (!*known)
        *known = by_name(of, n);
    return name ? table_get(*known, intern(name)) : NULL;
}

const Condition *condition_find(const char *name)
{
    static Table *known;
    return find(&known, conditions, nconditions, name);
}

const Condition *maker_find(const char *name)
{
    static Table *known;
    return find(&known, makers, nmakers, name);
}
