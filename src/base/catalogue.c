/* catalogue.c -- diagnostics.txt: what each error and warning means. */
#include "base.h"
#include "embed.h"

#include <string.h>

static const char *const names[] = {
#define DIAGNOSTIC(id, name) name,
#include "diagnostics.def"
#undef DIAGNOSTIC
};

static const char *const ids[] = {
#define DIAGNOSTIC(id, name) #id,
#include "diagnostics.def"
#undef DIAGNOSTIC
};

const char *diag_name(DiagId id)
{
    return names[id];
}

bool diag_is_warning(DiagId id)
{
    return ids[id][0] == 'W';
}

/* ---- reading ------------------------------------------------------------- */

static const char **field_named(DiagEntry *e, const char *key)
{
    const struct { const char *key; const char **field; } fields[] = {
        { "title", &e->title }, { "cause", &e->cause }, { "repair", &e->repair },
        { "enabled", &e->enabled }, { "command", &e->command }, { "input", &e->input },
        { "before", &e->before }, { "after", &e->after }, { "sized", &e->sized },
        { "repaired", &e->repaired }, { "peer", &e->peer },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(key, fields[i].key))
            return fields[i].field;
    bug("diagnostics.txt: %s: unknown field '%s'", e->name, key);
}

static bool goes_on(const char *p)
{
    return *p == ' ' || (*p == '\n' && (p[1] == ' ' || (p[1] == '\n' && goes_on(p + 1))));
}

/* `key: text`, or `key:` and lines indented by four. */
static const char *read_field(DiagEntry *e, const char *p)
{
    int n = (int)strcspn(p, ":");
    const char **field = field_named(e, str_copyn(p, n));
    const char *rest = p + n + 1 + strspn(p + n + 1, " ");
    p = next_line(p);
    Text t = {0};
    if (*rest != '\n')
        text_addn(&t, rest, (int)(p - rest - 1));
    for (; goes_on(p); p = next_line(p)) {
        int indent = (int)strspn(p, " ");
        int drop = *rest == '\n' ? (indent < 4 ? indent : 4) : indent;
        if (*rest != '\n')
            text_char(&t, '\n');
        text_addn(&t, p + drop, (int)(next_line(p) - p) - drop - (*rest != '\n'));
    }
    *field = text_str(&t);
    return p;
}

/* From its heading "error name" on. */
static const char *read_entry(DiagEntry *e, const char *p)
{
    int n = (int)strcspn(p, " ");
    e->kind = str_copyn(p, n);
    const char *end = next_line(p);
    e->name = str_copyn(p + n + 1, (int)(end - p) - n - 2);
    for (p = end; *p && *p != '\n' && *p != '#'; )
        p = read_field(e, p);
    return p;
}

static const DiagEntry *catalogue(void)
{
    static DiagEntry *all;
    if (all)
        return all;
    const Embedded *file = embedded_find("base/diagnostics.txt");
    if (!file)
        bug("diagnostics.txt is not embedded");
    all = NEWS(DiagEntry, NDIAGNOSTICS);
    int n = 0;
    for (const char *p = file->text; *p; ) {
        if (*p != '#' && *p != '\n')
            p = read_entry(&all[n++], p);
        else
            p = next_line(p);
    }
    return all;
}

const DiagEntry *catalogue_entry(const char *name)
{
    for (int i = 0; i < NDIAGNOSTICS; i++)
        if (!strcmp(names[i], name))
            return &catalogue()[i];
    return NULL;
}

/* ---- printing ------------------------------------------------------------ */

void catalogue_list(Text *out)
{
    for (int i = 0; i < NDIAGNOSTICS; i++) {
        const DiagEntry *e = &catalogue()[i];
        text_fmt(out, "%-8s %-20s %s\n", e->kind, e->name, e->title);
    }
}

static void add_example(Text *out, const char *heading, const char *text)
{
    if (!text)
        return;
    text_fmt(out, "\n%s\n\n", heading);
    for (const char *p = text; *p; p = next_line(p)) {
        if (*p != '\n')
            text_add(out, "    ");
        text_addn(out, p, (int)(next_line(p) - p));
    }
}

void catalogue_explain(Text *out, const DiagEntry *e)
{
    text_fmt(out, "%s %s: %s\n\n%s\n\n%s\n", e->kind, e->name, e->title, e->cause, e->repair);
    if (e->enabled)
        text_fmt(out, "\nThis warning is given %s; -W%s turns it on, -Wno-%s off.\n", e->enabled,
                 e->name, e->name);
    if (e->command)
        text_fmt(out, "\nIt comes up in: mapnest %s\n", e->command);
    add_example(out, "Instead of", e->before);
    add_example(out, "write", e->after);
}

const char *catalogue_near(const char *name)
{
    Text t = {0};
    for (int i = 0; i < NDIAGNOSTICS; i++) {
        bool inside = strlen(name) > 2 && (strstr(names[i], name) || strstr(name, names[i]));
        if (inside || edit_distance(names[i], name) <= 3)
            text_fmt(&t, "%s%s", t.n ? ", " : "", names[i]);
    }
    return t.n ? text_str(&t) : NULL;
}
