/* manifest.c -- what the generated files offer, for other programs: JSON, from which the
   wrappers are made. Its schema is scripts/package/manifest.schema.json. */
#include "view.h"

#include <string.h>

static Json *optional(const char *s)
{
    return s ? json_str(s) : json_null();
}

/* The number of the result that the parameter's memory is; or null. */
static Json *result_in(const Entry *e, const Buffer *b)
{
    for (int i = 0; b && i < e->func->nresults; i++)
        if (e->result[i] == b)
            return json_int(i);
    return json_null();
}

/* Name, types and sizes, over the names of C. */
static Json *value_of(const Signature *s, const Var *v, const Type *t)
{
    Json *sizes = json_list();
    CScope scope = scope_of(s->v, s->names);
    for (int d = 0; d < t->rank; d++)
        json_push(sizes, json_str(holes_bound(c_str(tree_whole(t->dim[d]), &scope))));
    return json_record("name", json_str(names_of(s->names, v)),
                       "type", json_str(prim_name(t->prim)), "ctype", json_str(c_type(t->prim)),
                       "sizes", sizes, NULL);
}

static Json *parameters(const Signature *s)
{
    Json *list = json_list();
    const Func *f = s->e->func;
    for (int i = 0; i < f->nparams; i++) {
        const Var *v = f->param[i];
        const Buffer *b = v->type->rank ? table_get(s->v->plan->buffer_of, v) : NULL;
        Json *o = value_of(s, v, v->type);
        json_set(o, "consumed", json_bool(b && b->consumed));
        json_push(list, json_set(o, "result", result_in(s->e, b)));
    }
    return list;
}

/* Where a result lies: in memory of the caller's, of a parameter, or that the call
   allocates; and the names through which the sizes of that are told. */
static Json *results(const Signature *s)
{
    Json *list = json_list();
    const Entry *e = s->e;
    for (int i = 0; i < e->func->nresults; i++) {
        const Buffer *b = e->result[i];
        const char *memory = b->home == B_PARAM ? "parameter"
                           : b->home == B_GIVEN ? "allocated" : "caller";
        Json *o = value_of(s, b->var, e->result_type[i]), *told = json_list();
        for (int t = 0; t < e->told.n; t++)
            if (entry_tells(e, i, e->told.at[t]))
                json_push(told, json_str(names_of(s->names, e->told.at[t]->var)));
        json_set(o, "memory", json_str(memory));
        json_push(list, json_set(o, "told", told));
    }
    return list;
}

/* The arguments of the C function in their order, and what each is for. */
static Json *arguments(const Signature *s, const Json *results)
{
    Json *list = json_list();
    const Entry *e = s->e;
    for (int i = 0; i < s->args->n; i++) {
        const Json *a = s->args->item[i];
        const char *role = i < e->func->nparams ? "input"
                         : i < e->func->nparams + e->func->nsizes ? "size" : "result";
        for (int r = 0; r < results->n && !strcmp(role, "result"); r++) {
            const Json *told = json_get(results->item[r], "told");
            for (int t = 0; t < told->n; t++)
                if (!strcmp(told->item[t]->text, json_get(a, "param")->text))
                    role = "told";
        }
        json_push(list, json_record("name", json_get(a, "param"), "role", json_str(role), NULL));
    }
    if (takes_thresholds(s->v, e))
        json_set(list->item[list->n - 1], "role", json_str("thresholds"));
    static const char *const rest[] = { "scratch", "pool", "stream" };
    for (int i = 0; i < 3; i++)
        if (i == 2 || (i ? allocates(e) : e->nslots > 0))
            json_push(list, json_record("name", json_str(rest[i]), "role", json_str(rest[i]),
                                        NULL));
    return list;
}

/* The number of bytes as a formula; align_up(x) is the next multiple of 256. */
static Json *scratch(Signature *s)
{
    if (!s->e->nslots)
        return json_null();
    Json *slots = show_slots(s), *names = json_list(), *params = scratch_params(s);
    Text bytes = {0};
    for (int i = 0; i < slots->n; i++) {
        const char *slot = json_get(slots->item[i], "slot_bytes")->text;
        text_fmt(&bytes, slots->n == 1 ? "%s%s" : "%salign_up(%s)", i ? " + " : "", slot);
    }
    for (int i = 0; i < params->n; i++)
        json_push(names, json_get(params->item[i], "scratch_param"));
    return json_record("function", json_str(format("%s_scratch", s->e->symbol)),
                       "arguments", names, "bytes", json_str(holes_bound(text_str(&bytes))), NULL);
}

static Json *failure(const Signature *s)
{
    if (!s->e->failure)
        return json_null();
    const Plan *p = s->v->plan;
    Json *list = json_list();
    for (int i = 0; i < p->messages.n; i++) {
        const Message *m = &p->messages.at[i];
        if (m->entry && m->entry != s->e)
            continue;
        const char *place = m->span ? format("%s:%d:%d", source_shown(s->v->o, m->span),
                                             m->span->line, m->span->col) : NULL;
        json_push(list, json_record("code", json_int(i + 1), "text", json_str(m->text),
                                    "place", optional(place), NULL));
    }
    return json_record("function", json_str(format("%s_failure", s->e->symbol)),
                       "messages", list, NULL);
}

/* "a, b" as a list. */
static Json *listed(const char *text)
{
    Json *list = json_list();
    while (*text) {
        int n = (int)strcspn(text, ",");
        json_push(list, json_str(str_copyn(text, n)));
        text += n;
        text += strspn(text, ", ");
    }
    return list;
}

/* Of each choice, the function that makes it and what there is. */
static Json *choices_of(Show *v, const Entry *e, const Json *shown)
{
    Json *list = json_list(), *choices = json_get(shown, "choices");
    for (int c = 0; c < choices->n; c++) {
        Json *versions = json_list(), *ways = json_get(choices->item[c], "ways");
        for (int w = 0; w < ways->n; w++) {
            const Json *test = json_get(ways->item[w], "test");
            const char *text = test->kind == JSON_STRING ? holes_bound(test->text) : NULL;
            const char *kernels = kernels_launched(v, &e->choices.at[c]->way.at[w]);
            json_push(versions, json_record("name", json_get(ways->item[w], "way"),
                                            "test", optional(text),
                                            "about", json_get(ways->item[w], "about"),
                                            "kernels", listed(kernels), NULL));
        }
        json_push(list, json_record("function", json_get(choices->item[c], "function"),
                                    "versions", versions, NULL));
    }
    return list;
}

static Json *entry_of(Show *v, const Entry *e, const Json *shown)
{
    Signature s = signature_of(v, e);
    Json *sizes = json_list(), *made = results(&s), *call = table_get(v->struct_call, e);
    for (int i = 0; i < e->func->nsizes; i++)
        json_push(sizes, json_str(names_of(s.names, e->func->size[i])));
    const char *member = e->symbol + strlen(c_spelling(v->plan->stem)) + 1;
    return json_record("name", json_str(e->func->name), "member", json_str(member),
                       "function", json_str(e->symbol),
                       "signature", json_get(shown, "entry"), "place", json_get(shown, "place"),
                       "parameters", parameters(&s), "sizes", sizes, "results", made,
                       "arguments", arguments(&s, made), "scratch", scratch(&s),
                       "failure", failure(&s), "choices", choices_of(v, e, shown),
                       "struct", call ? call : json_null(), "waits", json_bool(e->waits),
                       "capturable", json_get(shown, "capturable"), NULL);
}

/* Each CUDA kernel: a stage of one of ours. */
static Json *kernels_of(const Json *shown)
{
    Json *list = json_list();
    for (int i = 0; i < shown->n; i++) {
        const Json *k = shown->item[i], *stages = json_get(k, "stages");
        const Json *place = json_get(k, "place");
        const char *rules = json_get(k, "rules")->text;
        for (int j = 0; j < stages->n; j++)
            json_push(list, json_record("name", json_get(stages->item[j], "kernel"),
                                        "place", place->kind == JSON_STRING
                                            ? json_str(place->text) : json_null(),
                                        "source", json_get(k, "written"), "rules",
                                        listed(strcmp(rules, "none") ? rules : ""), NULL));
    }
    return list;
}

/* What sizes are compared with, and, if calls take it, as what. */
static Json *thresholds_of(const Json *view)
{
    Json *list = json_list(), *thresholds = json_get(view, "thresholds");
    for (int i = 0; i < thresholds->n; i++) {
        const Json *t = thresholds->item[i];
        json_push(list, json_record("name", json_get(t, "field"),
                                    "constant", json_get(t, "constant"),
                                    "value", json_get(t, "threshold"),
                                    "about", json_get(t, "about"), NULL));
    }
    return list;
}

static Json *tunable_of(const Json *view)
{
    const Json *t = json_get(view, "tunable");
    return t->kind != JSON_OBJECT ? json_null()
         : json_record("type", json_get(t, "thresholds_type"),
                       "defaults", json_get(t, "thresholds_defaults"), NULL);
}

Json *manifest_of(Show *v, const Json *view)
{
    const EmitOptions *o = v->o;
    Json *entries = json_list();
    for (int i = 0; i < v->plan->entries.n; i++)
        json_push(entries, entry_of(v, v->plan->entries.at[i],
                                    json_get(view, "entries")->item[i]));
    return json_record("manifest", json_int(1), "generator",
                       json_str("written by mapnest " MAPNEST_VERSION), "file", json_str(o->file),
                       "source", json_str(o->source), "prefix", optional(o->prefix),
                       "options", o->told ? o->told : json_object(), "entries", entries,
                       "structs", v->structs,
                       "thresholds", thresholds_of(view), "tunable", tunable_of(view),
                       "kernels", kernels_of(json_get(view, "kernels")), NULL);
}
