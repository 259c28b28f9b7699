/* dependence_text.c -- dependences in words. */
#include "dependence.h"

#include <ctype.h>
#include <string.h>

/* Numbers without their type. */
static void add_plain(Text *out, const char *s)
{
    for (const char *c = s; *c; c++) {
        text_char(out, *c);
        if (isdigit((unsigned char)*c) && !strncmp(c + 1, "i64", 3))
            c += 3;
    }
}

static bool has_entries(const Core *e)
{
    return e && (e->op == OP_INDEX || e->op == OP_UPDATE) && e->g[0].at[0]->op == OP_VAR;
}

const char *dependence_array(const Dependence *d)
{
    const Core *e = has_entries(d->sink) ? d->sink : has_entries(d->source) ? d->source : NULL;
    return var_base(e ? e->g[0].at[0]->var->name : d->array->name);
}

const char *dependence_element(const Ranges *r, const Dependence *d, const Core *access)
{
    Text t = { 0 };
    if (!has_entries(access))
        return format("all of %s", dependence_array(d));
    text_add(&t, var_base(access->g[0].at[0]->var->name));
    for (int k = 0; k < access->g[1].n; k++) {
        const Core *entry = access->g[1].at[k];
        text_add(&t, k ? ", " : "[");
        add_plain(&t, core_str(is_atom(entry) ? range_spelled(r, entry) : entry));
    }
    text_add(&t, access->g[1].n ? "]" : "");
    return text_str(&t);
}

const char *dependence_line(const Span *s)
{
    s = s ? span_written(s) : NULL;
    return s ? format("line %d", s->line) : "no line";
}

const char *dependence_vector(const Dependence *d)
{
    Text t = { 0 };
    text_add(&t, "[");
    for (int k = 0; k < d->depth; k++)
        text_fmt(&t, "%s%c", k ? ", " : "", d->dir[k]);
    text_add(&t, "]");
    return text_str(&t);
}

const char *dependence_told(const Ranges *r, const Dependence *d)
{
    int by = carried_by(d);
    const char *name = dependence_array(d), *vector = dependence_vector(d);
    if (!d->source)
        return format("an iteration takes %s from the one before: RAW %s", name, vector);
    const char *from = by >= 0 && d->known[by] && d->distance[by] == 1 ? "the one before"
                     : by >= 0 && d->known[by] && d->distance[by] > 1
                     ? format("the one %lld before", (long long)d->distance[by])
                     : "an earlier one";
    return format("an iteration %s %s (%s), which %s %s (%s): %s %s",
                  d->kind == DEP_RAW ? "reads" : "writes", dependence_element(r, d, d->sink),
                  dependence_line(d->sink->span), from, d->kind == DEP_WAR ? "read" : "wrote",
                  dependence_line(d->source->span), dependence_name[d->kind], vector);
}
