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

/* tunable: the manifest's. */
static Json *cxx_entry(const Json *entry, const Json *tunable)
{
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
    return o;
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
        json_push(list, cxx_entry(entries->item[i], json_get(manifest, "tunable")));
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
