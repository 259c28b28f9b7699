/* sheet.c -- a set of rules as a reference sheet: laws, conditions, work and depth. */
#include "explain.h"

#include "../base/embed.h"
#include "../emit/mustache.h"
#include "../emit/view.h"

#include <string.h>

static bool begins(const char *line, const char *word)
{
    size_t n = strlen(word);
    line += strspn(line, " ");
    return !strncmp(line, word, n) && strchr(" \n", line[n]);
}

/* The rule's text after its source and before its examples, below its `for`. */
static const char *law_text(const Rule *r)
{
    Text t = {0};
    const char *all = span_text(r->whole);
    if (str_starts(all, "for "))
        text_fmt(&t, "%.*s", (int)(strstr(all,
                                            r->judgment ? "\nrule " : "\nlemma ") + 1 - all), all);
    const char *at = strstr(span_text(r->whole), format("\"%s\"", r->source));
    at = at ? at + strlen(r->source) + 2 : span_text(r->whole);
    at += strspn(at, "\n");
    while (*at && !begins(at, "yes") && !begins(at, "no") && !begins(at, "without")
           && !begins(at, "proof")) {
        int n = (int)strcspn(at, "\n");
        text_fmt(&t, "%.*s\n", n > 2 ? n - 2 : 0, n > 2 ? at + 2 : "");
        at += n + (at[n] == '\n');
    }
    while (t.n && strchr(" \n", t.at[t.n - 1]))
        t.at[--t.n] = '\0';
    return text_str(&t);
}

/* Of what the rule's first example shows, before and after it. */
static void add_costs(Json *o, const Rule *r)
{
    const Example *e = NULL;
    for (int i = 0; i < r->nexamples && !e; i++)
        e = r->example[i].yes ? &r->example[i] : NULL;
    Core *ctx = NULL, *left = NULL, *right = NULL;
    Costing *c = costing_new();
    if (!e)
        return;
    example_read(r, e, &ctx, &left, &right);
    for (int i = 0; ctx && i < ctx->g[0].n; i++)
        costing_know(c, ctx->g[0].at[i]);
    costing_know(c, left);
    costing_know(c, right);
    costing_in(c, "before");   /* names of sizes are each side's own: the same ones */
    Cost before = ctx ? cost_under(c, ctx->g[0], left) : cost_of(c, left);
    costing_in(c, "after");
    Cost after = cost_of(c, right);
    json_set(o, "example", json_bool(true));
    json_set(o, "work", json_str(bigo_str(before.work)));
    json_set(o, "work_after", json_str(bigo_str(after.work)));
    json_set(o, "work_same", json_bool(bigo_equal(before.work, after.work)));
    json_set(o, "depth", json_str(bigo_str(before.depth)));
    json_set(o, "depth_after", json_str(bigo_str(after.depth)));
    json_set(o, "depth_same", json_bool(bigo_equal(before.depth, after.depth)));
}

/* "dot (1), mss (2)" as records; each program is noted in `seen`. */
static Json *programs_of(const Rule *r, Table *seen)
{
    Json *list = json_list();
    for (const char *at = rule_programs(r); *at; at += strspn(at, ", ")) {
        const char *name = intern(str_copyn(at, (int)strcspn(at, " ")));
        at += strcspn(at, "(") + 1;
        int n = (int)strcspn(at, ")");
        json_push(list, json_record("program", json_str(name), "times",
                                    json_str(str_copyn(at, n)), NULL));
        table_put(seen, name, list);
        at += n + 1;
    }
    return with_last(list);
}

/* The text of those that were noted. */
static Json *texts_of(const Table *seen)
{
    Json *list = json_list();
    for (int i = 0; i < embedded_count; i++) {
        const char *path = embedded_files[i].name, *name = strrchr(path, '/');
        if (!str_starts(path, "golden/") || !str_ends(path, ".fut"))
            continue;
        name = intern(str_copyn(name + 1, (int)strlen(name) - (int)strlen("/.fut")));
        if (table_has(seen, name))
            json_push(list, json_record("program", json_str(name), "text",
                                        json_str(embedded_files[i].text), NULL));
    }
    return list;
}

/* The law whose first rule has number i. */
static Json *law(const Set *s, int i, Table *seen)
{
    const Rule *r = s->law[i].rule;
    Json *programs = programs_of(r, seen);
    Json *o = json_record("rule", json_str(law_names(s, i)), "sentence", json_str(r->sentence),
                          "source", json_str(r->source), "stands", json_str(rule_place(r)),
                          "law", json_str(law_text(r)), "example", json_bool(false),
                          "any_programs", json_bool(programs->n), "programs", programs, NULL);
    add_costs(o, r);
    return o;
}

static Json *set(const Set *s, const char *only, Table *seen)
{
    Json *rules = json_list();
    for (int i = 0, end; i < s->nlaws; i = end) {
        bool wanted = !only;
        end = law_end(s, i);
        for (int k = i; k < end; k++)
            wanted |= only && !strcmp(only, s->law[k].rule->name);
        if (wanted)
            json_push(rules, law(s, i, seen));
    }
    if (!rules->n)
        return NULL;
    return json_record("set", json_str(s->name), "about", json_str(s->sentence),
                       "judgment", text_or_false(s->judgment), "rules", rules, NULL);
}

const char *rules_sheet(const RuleSet *rs, const char *form, const char *only,
                        const char *templates)
{
    Json *sets = json_list(), *options = json_list();
    Table *seen = table_new();
    for (int i = 0; i < rs->nsets; i++) {
        Json *one = rs->set[i].nlaws ? set(&rs->set[i], only, seen) : NULL;
        if (one)
            json_push(sets, one);
    }
    for (int f = 0; f < rs->nfiles && !only; f++)
        for (int i = 0; i < rs->file[f]->noptions; i++) {
            const RuleOption *o = &rs->file[f]->option[i];
            json_push(options, json_record("option", json_str(o->name), "value",
                                           o->constant ? json_int(o->value) : json_bool(false),
                                           "about", json_str(o->sentence), NULL));
        }
    return explain_render(form, "rules", templates,
                          json_record("version", json_str(MAPNEST_VERSION), "characters",
                                      json_int(84), "sets", sets, "any_options",
                                      json_bool(options->n), "options", options,
                                      "texts", texts_of(seen), NULL));
}
