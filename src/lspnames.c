/* lspnames.c -- answers of the language server about names and repairs: where else a name is
   used, what may be written, which declarations there are. */
#include "lsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- references and renaming ----------------------------------------------------------- */

static const char *printed(const Json *j)
{
    Text t = {0};
    json_print(&t, j, -1);
    return text_str(&t);
}

static bool same_definition(const Json *a, const Json *b)
{
    const Json *path = json_get(a, "path"), *other = json_get(b, "path");
    return path->kind == JSON_STRING && other->kind == JSON_STRING
        && !strcmp(path->text, other->text)
        && !strcmp(printed(json_get(a, "target")), printed(json_get(b, "target")));
}

static const char *name_of(const Json *mention)
{
    const char *text = json_get(mention, "type")->text;
    return str_copyn(text, (int)strcspn(text, ":"));
}

static bool is_word(const char *name)
{
    const char *p = name;
    while (isalnum((unsigned char)*p) || *p == '_' || *p == '\'')
        p++;
    return !*p && *name && !isdigit((unsigned char)*name);
}

Json *lsp_references(const Json *mentions, const Json *mention, const char *uri)
{
    Json *list = json_list();
    Table *seen = table_new();
    for (int i = 0; mention && i < mentions->n; i++) {
        Json *m = mentions->item[i], *range = json_get(m, "range");
        const char *key = intern(printed(range));
        if (!same_definition(m, mention) || table_has(seen, key))
            continue;
        table_put(seen, key, m);
        json_push(list, json_record("uri", json_str(uri), "range", range, NULL));
    }
    return list;
}

Json *lsp_rename(const Json *mentions, const Json *mention, const char *path, const char *uri,
                 const char *name, const char **refused)
{
    const Json *home = mention ? json_get(mention, "path") : NULL;
    *refused = NULL;
    if (!home || home->kind != JSON_STRING || strcmp(home->text, path))
        *refused = "what stands here is not declared in this file";
    else if (!is_word(name) || !is_word(name_of(mention)))
        *refused = format("'%s' cannot become '%s'", name_of(mention), name);
    if (*refused)
        return NULL;
    Json *edits = json_list(), *all = lsp_references(mentions, mention, uri);
    for (int i = 0; i < all->n; i++)
        json_push(edits, json_record("range", json_get(all->item[i], "range"),
                                     "newText", json_str(name), NULL));
    return json_record("changes", json_set(json_object(), uri, edits), NULL);
}

/* ---- repairs --------------------------------------------------------------------------- */

Json *lsp_actions(const Json *diagnostics, const char *uri)
{
    Json *list = json_list();
    for (int i = 0; diagnostics && diagnostics->kind == JSON_LIST && i < diagnostics->n; i++) {
        Json *d = diagnostics->item[i];
        Json *edits = d->kind == JSON_OBJECT ? json_get(d, "data") : NULL, *with = json_list();
        if (!edits || edits->kind != JSON_LIST || !edits->n)
            continue;
        const Json *text = edits->item[0]->kind == JSON_OBJECT
                         ? json_get(edits->item[0], "newText") : NULL;
        if (!text || text->kind != JSON_STRING)
            continue;
        json_push(with, d);
        Json *changes = json_set(json_object(), uri, edits);
        json_push(list, json_record("title", json_str(format("write '%s'", text->text)),
                                    "kind", json_str("quickfix"), "diagnostics", with,
                                    "edit", json_record("changes", changes, NULL), NULL));
    }
    return list;
}

/* ---- declarations ---------------------------------------------------------------------- */

enum { SYMBOL_MODULE = 2, SYMBOL_CLASS = 5, SYMBOL_FUNCTION = 12 };

static const struct { const char *word; int kind; } declared[] = {
    { "def ", SYMBOL_FUNCTION }, { "entry ", SYMBOL_FUNCTION }, { "let ", SYMBOL_FUNCTION },
    { "type ", SYMBOL_CLASS }, { "module type ", SYMBOL_CLASS }, { "module ", SYMBOL_MODULE },
};

static Json *place(int line, int character)
{
    return json_record("line", json_int(line), "character", json_int(character), NULL);
}

/* Of a line of the text; they begin at the left margin, also where another part has errors. */
static Json *symbol_in(const char *line, int number)
{
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++) {
        int n = (int)strlen(declared[i].word);
        if (strncmp(line, declared[i].word, (size_t)n))
            continue;
        int length = (int)strcspn(line + n, " \t\r\n([:={");
        int end = (int)strcspn(line, "\n");
        if (!length)
            return NULL;
        Json *name = json_record("start", place(number, n), "end", place(number, n + length), NULL);
        return json_record("name", json_str(str_copyn(line + n, length)), "kind",
                           json_int(declared[i].kind), "range",
                           json_record("start", place(number, 0), "end", place(number, end), NULL),
                           "selectionRange", name, NULL);
    }
    return NULL;
}

Json *lsp_symbols(const char *text)
{
    Json *list = json_list();
    int number = 0;
    for (const char *p = text; *p; number++) {
        Json *symbol = symbol_in(p, number);
        if (symbol)
            json_push(list, symbol);
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    return list;
}

/* ---- completion -------------------------------------------------------------------------- */

enum { COMPLETE_FUNCTION = 3, COMPLETE_VARIABLE = 6, COMPLETE_SNIPPET = 15 };

static const struct { const char *label, *text; } snippets[] = {
    { "map", "map (\\\\${1:x} -> ${2:x}) ${3:xs}" },
    { "map2", "map2 (\\\\${1:x} ${2:y} -> ${3:x}) ${4:xs} ${5:ys}" },
    { "reduce", "reduce (${1:+}) ${2:0} ${3:xs}" },
    { "scan", "scan (${1:+}) ${2:0} ${3:xs}" },
    { "filter", "filter (\\\\${1:x} -> ${2:true}) ${3:xs}" },
    { "scatter", "scatter ${1:dest} ${2:is} ${3:xs}" },
    { "reduce_by_index", "reduce_by_index ${1:dest} (${2:+}) ${3:0} ${4:is} ${5:xs}" },
    { "loop", "loop ${1:x} = ${2:0} for ${3:i} < ${4:n} do ${5:x}" },
    { "entry", "entry ${1:main} [n] (${2:xs}: [n]${3:f32}) = ${4:xs}" },
};

Json *lsp_completion(const Json *mentions)
{
    Json *list = json_list();
    Table *seen = table_new();
    for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++) {
        table_put(seen, intern(snippets[i].label), list);
        json_push(list, json_record("label", json_str(snippets[i].label), "kind",
                                    json_int(COMPLETE_SNIPPET), "insertText",
                                    json_str(snippets[i].text), "insertTextFormat", json_int(2),
                                    NULL));
    }
    for (int i = 0; mentions && i < mentions->n; i++) {
        const char *name = intern(name_of(mentions->item[i]));
        const char *type = json_get(mentions->item[i], "type")->text;
        bool function = strstr(type, " -> ") != NULL;
        if (!isalpha((unsigned char)*name) || table_has(seen, name))
            continue;
        table_put(seen, name, list);
        json_push(list, json_record("label", json_str(name), "kind",
                                    json_int(function ? COMPLETE_FUNCTION : COMPLETE_VARIABLE),
                                    "detail", json_str(type), NULL));
    }
    return list;
}
