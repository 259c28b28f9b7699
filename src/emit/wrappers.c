/* wrappers.c -- FILE.hpp and FILE.py, from the manifest. */
#include "view.h"

#include <string.h>

static const char *text(const Json *o, const char *key)
{
    return json_get(o, key)->text;
}

static bool is_text(const Json *o, const char *key, const char *want)
{
    return !strcmp(text(o, key), want);
}

/* ---- C++ --------------------------------------------------------------------- */

/* A name in a namespace; main is free there. */
static const char *cxx_name(const char *name)
{
    return strcmp(name, "main") ? c_spelling(name) : name;
}

/* "mapnest::span<const float, 1>" */
static Json *cxx_type(const char *kind, const Json *value, bool constant)
{
    return json_str(format("mapnest::%s<%s%s, %d>", kind, constant ? "const " : "",
                           text(value, "ctype"), json_get(value, "sizes")->n));
}

static Json *cxx_params(const Json *parameters)
{
    Json *list = json_list();
    for (int i = 0; i < parameters->n; i++) {
        const Json *p = parameters->item[i];
        bool consumed = json_get(p, "consumed")->kind == JSON_TRUE;
        Json *type = json_get(p, "sizes")->n ? cxx_type("span", p, !consumed)
                                             : json_get(p, "ctype");
        json_push(list, json_record("cxx_type", type, "cxx_name", json_get(p, "name"), NULL));
    }
    return list;
}

/* Sizes come from the first array that has them; all others are compared. */
static void cxx_sizes(Json *to, const Json *entry)
{
    Json *sizes = json_list(), *demands = json_list();
    const Json *names = json_get(entry, "sizes"), *parameters = json_get(entry, "parameters");
    Table *found = table_new();
    for (int i = 0; i < parameters->n; i++) {
        const Json *p = parameters->item[i], *dims = json_get(p, "sizes");
        for (int d = 0; d < dims->n; d++) {
            const char *dim = intern(dims->item[d]->text);
            const char *here = format("%s.size[%d]", text(p, "name"), d);
            bool named = false;
            for (int k = 0; k < names->n; k++)
                named |= !strcmp(names->item[k]->text, dim);
            if (named && !table_has(found, dim))
                json_push(sizes, json_record("cxx_name", json_str(dim), "from", json_str(here),
                                             NULL));
            else
                json_push(demands, json_record("demand", json_str(format("%s == %s", here, dim)),
                                               "of", json_get(p, "name"), NULL));
            table_put(found, dim, (void *)dim);
        }
    }
    json_set(json_set(to, "sizes", sizes), "demands", demands);
}

static const char *joined(const Json *list)
{
    Text t = {0};
    for (int i = 0; i < list->n; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", list->item[i]->text);
    return text_str(&t);
}

/* Some size is a call of a function: they are those of mapnest's namespace. */
static bool computes(const Json *values)
{
    bool calls = false;
    for (int i = 0; i < values->n; i++)
        calls |= strchr(joined(json_get(values->item[i], "sizes")), '(') != NULL;
    return calls;
}

/* The result is the first elements of a parameter. */
static bool is_part_of_param(const Json *entry, const Json *result)
{
    const Json *parameters = json_get(entry, "parameters");
    bool part = false;
    for (int i = 0; i < parameters->n; i++)
        part |= is_text(parameters->item[i], "name", text(result, "name"))
             && strcmp(joined(json_get(parameters->item[i], "sizes")),
                       joined(json_get(result, "sizes")));
    return part;
}

/* The results that the call returns: of a parameter, the part that is one. */
static void cxx_results(Json *to, const Json *entry)
{
    Json *made = json_list(), *told = json_list();
    const Json *results = json_get(entry, "results");
    Text returns = {0};
    for (int i = 0; i < results->n; i++) {
        const Json *r = results->item[i];
        bool allocated = is_text(r, "memory", "allocated");
        for (int t = 0; t < json_get(r, "told")->n; t++)
            json_push(told, json_record("cxx_name", json_get(r, "told")->item[t], NULL));
        bool part = is_part_of_param(entry, r);
        if (is_text(r, "memory", "parameter") && !part)
            continue;
        const char *extents = joined(json_get(r, "sizes"));
        json_push(made, json_record("cxx_name", json_get(r, "name"), "cxx_type",
                                    cxx_type(part ? "span" : "array", r, false),
                                    "ctype", json_get(r, "ctype"),
                                    "extents", json_str(*extents ? format("{ %s }", extents)
                                                                 : "{}"),
                                    "allocated", json_bool(allocated),
                                    "caller", json_bool(!allocated && !part), NULL));
        text_fmt(&returns, "%s", made->n > 1 ? ", " : "");
        text_fmt(&returns, part ? "{ %s.data, { %s } }"
                         : allocated ? "{ %s, { %s }, stream }" : "std::move(%s)",
                 text(r, "name"), extents);
    }
    const char *name = cxx_name(text(entry, "member"));
    const char *gives = !made->n ? "void" : made->n > 1 ? format("%s_results", name)
                                                        : text(made->item[0], "cxx_type");
    bool moves = made->n == 1 && str_starts(text_str(&returns), "std::move");
    const char *value = made->n > 1 ? format("{ %s }", text_str(&returns))
                      : moves ? text(made->item[0], "cxx_name") : text_str(&returns);
    json_set(to, "has_struct", json_bool(made->n > 1));
    json_set(to, "gives", json_str(gives));
    json_set(to, "returns", text_or_false(made->n ? value : NULL));
    json_set(json_set(to, "made", made), "told", told);
}

static const char *call_args(const Json *entry)
{
    Text t = {0};
    const Json *args = json_get(entry, "arguments"), *parameters = json_get(entry, "parameters");
    const Json *results = json_get(entry, "results");
    for (int i = 0; i < args->n; i++) {
        const Json *a = args->item[i];
        const char *name = text(a, "name"), *role = text(a, "role");
        bool array = !strcmp(role, "input") && json_get(parameters->item[i], "sizes")->n;
        bool address = !strcmp(role, "told");
        for (int r = 0; r < results->n && !strcmp(role, "result"); r++)
            if (is_text(results->item[r], "name", name))
                address = is_text(results->item[r], "memory", "allocated");
        bool object = (!strcmp(role, "result") && !address) || !strcmp(role, "scratch");
        text_fmt(&t, "%s%s%s%s", i ? ", " : "", address ? "&" : "", name,
                 array ? ".data" : object ? ".data()" : "");
    }
    return text_str(&t);
}

static bool takes(const Json *entry, const char *role)
{
    const Json *args = json_get(entry, "arguments");
    bool yes = false;
    for (int i = 0; i < args->n; i++)
        yes |= is_text(args->item[i], "role", role);
    return yes;
}

static Json *cxx_struct_call(const Json *manifest, const Json *entry, const char *cxx, int made);

static Json *cxx_entry(const Json *manifest, const Json *entry)
{
    const Json *tunable = json_get(manifest, "tunable");
    const Json *scratch = json_get(entry, "scratch"), *failure = json_get(entry, "failure");
    const char *bytes = scratch->kind != JSON_OBJECT ? NULL
        : format("%s(%s)", text(scratch, "function"), joined(json_get(scratch, "arguments")));
    Json *o = json_record("signature", json_get(entry, "signature"),
                          "function", json_get(entry, "function"),
                          "cxx", json_str(cxx_name(text(entry, "member"))),
                          "cxx_params", cxx_params(json_get(entry, "parameters")),
                          "has_pool", json_bool(takes(entry, "pool")),
                          "scratch", text_or_false(bytes),
                          "failure", text_or_false(failure->kind == JSON_OBJECT
                                                   ? text(failure, "function") : NULL),
                          "computes", json_bool(computes(json_get(entry, "results"))
                                                || computes(json_get(entry, "parameters"))),
                          "call_args", json_str(call_args(entry)), NULL);
    json_set(o, "thresholds", !takes(entry, "thresholds") ? json_bool(false)
        : json_record("thresholds_type", json_get(tunable, "type"),
                      "thresholds_defaults", json_get(tunable, "defaults"), NULL));
    cxx_sizes(o, entry);
    cxx_results(o, entry);
    const char *cxx = json_get(o, "cxx")->text;
    json_set(o, "struct_call", cxx_struct_call(manifest, entry, cxx, json_get(o, "made")->n));
    return o;
}

/* ---- C++: structs --------------------------------------------------------------- */

/* "t" of "o1_t", in the namespace. */
static const char *cxx_struct(const Json *manifest, const char *name)
{
    const Json *prefix = json_get(manifest, "prefix");
    const char *file = text(manifest, "file");
    const char *stem = c_spelling(prefix->kind == JSON_STRING ? format("%s_%s", prefix->text, file)
                                                              : file);
    return name + strlen(stem) + 1;
}

static Json *cxx_structs(const Json *manifest)
{
    Json *list = json_list();
    const Json *structs = json_get(manifest, "structs");
    for (int i = 0; i < structs->n; i++) {
        const Json *s = structs->item[i], *of = json_get(s, "members");
        const Json *same = json_get(s, "same_as");
        Json *members = json_list();
        for (int k = 0; k < of->n; k++) {
            const Json *m = of->item[k];
            const char *rank = json_get(m, "rank")->text, *ctype = text(m, "ctype");
            bool sizes = json_get(m, "type")->kind != JSON_STRING;
            const char *type = sizes ? format("std::array<int64_t, %s>", rank)
                             : !strcmp(rank, "0") ? ctype
                             : format("mapnest::array<%s, %s>", ctype, rank);
            json_push(members, json_record("cxx_type", json_str(type), "cxx_name",
                                           json_str(format("%s%s", text(m, "name"),
                                                           sizes ? "_size" : "")), NULL));
        }
        const char *twin = same->kind == JSON_STRING ? cxx_struct(manifest, same->text) : NULL;
        json_push(list, json_record("struct", json_str(cxx_struct(manifest, text(s, "name"))),
                                    "named", json_get(s, "type"), "twin", text_or_false(twin),
                                    "members", members, NULL));
    }
    return list;
}

static const Json *value_named(const Json *values, const char *name)
{
    for (int i = 0; i < values->n; i++)
        if (is_text(values->item[i], "name", name))
            return values->item[i];
    return NULL;
}

/* Where the parameter or result is in a struct: the value, and the part. */
typedef struct { const Json *value, *part; } Held;

static Held held_in(const Json *values, const char *name)
{
    for (int i = 0; i < values->n; i++) {
        const Json *part = value_named(json_get(values->item[i], "parts"), name);
        if (part)
            return (Held){ values->item[i], part };
    }
    return (Held){ NULL, NULL };
}

/* "d.keys" or "d.z_size[1]" */
static const char *held_text(Held h)
{
    const Json *at = json_get(h.part, "at");
    return at->kind == JSON_NULL ? format("%s.%s", text(h.value, "name"), text(h.part, "member"))
         : format("%s.%s[%s]", text(h.value, "name"), text(h.part, "member"), at->text);
}

static bool is_consumed(const Json *entry, const Json *value)
{
    const Json *parts = json_get(value, "parts");
    bool yes = false;
    for (int i = 0; i < parts->n; i++) {
        const Json *p = value_named(json_get(entry, "parameters"), text(parts->item[i], "name"));
        yes |= p && json_get(p, "consumed")->kind == JSON_TRUE;
    }
    return yes;
}

/* Structs stand where the first of their parts does. */
static Json *struct_params(const Json *manifest, const Json *entry, const Json *in, Text *args)
{
    Json *list = json_list(), *flat = cxx_params(json_get(entry, "parameters"));
    Table *done = table_new();
    for (int i = 0; i < flat->n; i++) {
        const char *name = text(flat->item[i], "cxx_name");
        Held h = held_in(in, name);
        text_fmt(args, "%s, ", h.value ? held_text(h) : name);
        if (!h.value) {
            const char *param = format("%s %s", text(flat->item[i], "cxx_type"), name);
            json_push(list, json_set(json_object(), "struct_param", json_str(param)));
        } else if (!table_has(done, h.value)) {
            table_put(done, h.value, (void *)h.value);
            const char *type = cxx_struct(manifest, text(h.value, "struct"));
            const char *kind = is_consumed(entry, h.value) ? "" : "const ";
            const char *param = format("%s%s &%s", kind, type, text(h.value, "name"));
            json_push(list, json_set(json_object(), "struct_param", json_str(param)));
        }
    }
    table_free(done);
    return list;
}

/* The C++ expression for a result; null: a result in the memory of an array of the caller's. */
static const char *result_text(const Json *entry, const Json *in, const Json *r, int made,
                               bool in_struct)
{
    const char *name = text(r, "name");
    Held h = held_in(in, name);
    bool scalar = !json_get(r, "sizes")->n;
    if (is_text(r, "memory", "parameter"))
        return !h.value || is_part_of_param(entry, r) ? NULL
             : format("std::move(%s)", held_text(h));
    const char *got = made == 1 ? "memory" : format("memory.%s", name);
    return scalar ? format("%s.value()", got) : made == 1 && !in_struct ? got
         : format("std::move(%s)", got);
}

static Json *cxx_struct_call(const Json *manifest, const Json *entry, const char *cxx, int made)
{
    const Json *call = json_get(entry, "struct"), *results = json_get(entry, "results");
    if (call->kind != JSON_OBJECT)
        return json_bool(false);
    const Json *in = json_get(call, "parameters"), *out = json_get(call, "results");
    Json *values = json_list();
    Text args = {0}, returns = {0};
    for (int i = 0; i < results->n;) {
        const Json *r = results->item[i];
        Held h = held_in(out, text(r, "name"));
        const Json *parts = h.value ? json_get(h.value, "parts") : NULL;
        const char *type = h.value ? cxx_struct(manifest, text(h.value, "struct"))
                         : cxx_type("array", r, false)->text;
        text_fmt(&returns, "%s%s", values->n ? ", " : "", h.value ? format("%s{ ", type) : "");
        for (int k = 0; k < (parts ? parts->n : 1); k++, i++) {
            const Json *at = parts ? json_get(parts->item[k], "at") : NULL;
            bool sizes = at && at->kind == JSON_NUMBER, last = !parts || k == parts->n - 1;
            const char *given = result_text(entry, in, results->item[i], made, parts != NULL);
            if (!given)
                return json_bool(false);
            if (!parts && !json_get(r, "sizes")->n)
                given = made == 1 ? "memory" : format("std::move(memory.%s)", text(r, "name"));
            bool first = sizes && !strcmp(at->text, "0");
            const Json *next = last ? NULL : json_get(parts->item[k + 1], "at");
            bool end = sizes && (!next || next->kind != JSON_NUMBER || !strcmp(next->text, "0"));
            text_fmt(&returns, "%s%s%s%s", first ? "{ { " : "", given, end ? " } }" : "",
                     last ? "" : ", ");
        }
        text_add(&returns, h.value ? " }" : "");
        const char *name = format("result_%d", values->n);
        json_push(values, json_record("cxx_type", json_str(type),
                                      "cxx_name", json_str(name), NULL));
    }
    Json *params = struct_params(manifest, entry, in, &args);
    bool several = values->n > 1;
    const char *gives = several ? format("%s_struct_results", cxx)
                      : values->n ? text(values->item[0], "cxx_type") : "void";
    const char *all = several ? format("{ %s }", text_str(&returns)) : text_str(&returns);
    return json_record("struct_params", params, "struct_args", json_str(text_str(&args)),
                       "keeps", json_bool(made > 0), "gives", json_str(gives),
                       "several", json_bool(several), "values", values,
                       "returns", json_str(all), NULL);
}

/* ---- both ---------------------------------------------------------------------- */

static Json *record_of(const Json *manifest)
{
    return json_record("file", json_get(manifest, "file"), "source", json_get(manifest, "source"),
                       "version", json_str(MAPNEST_VERSION), NULL);
}

const char *wrapper_cxx(const Json *manifest, const char *namespace, const char *templates)
{
    const Json *prefix = json_get(manifest, "prefix"), *entries = json_get(manifest, "entries");
    const char *file = text(manifest, "file");
    const char *stem = c_spelling(prefix->kind == JSON_STRING ? format("%s_%s", prefix->text, file)
                                                              : file);
    Json *o = record_of(manifest), *list = json_list();
    for (int i = 0; i < entries->n; i++)
        json_push(list, cxx_entry(manifest, entries->item[i]));
    json_set(o, "structs", cxx_structs(manifest));
    json_set(o, "guard_macro", json_str(format("%s_HPP", str_upper(stem))));
    json_set(o, "namespace", json_str(namespace ? namespace : stem));
    Templates t = { .dir = templates, .folder = "wrap" };
    return wrap_lines(template_render(&t, "header.hpp", json_set(o, "entries", list)));
}

const char *wrapper_python(const Json *manifest, const char *templates)
{
    Text t = {0};
    json_print(&t, manifest, 0);
    Json *o = json_set(record_of(manifest), "manifest_text", json_str(text_str(&t)));
    Templates in = { .dir = templates, .folder = "wrap" };
    return template_render(&in, "module.py", o);
}
