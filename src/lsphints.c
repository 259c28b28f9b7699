/* lsphints.c -- answers of the language server about types where none is written: the parameters
   of the function that is being applied, and the types of names. */
#include "lsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int number(const Json *o, const char *key)
{
    return (int)strtol(json_get(o, key)->text, NULL, 10);
}

static bool stands_at(const Json *mention, const char *end, int line, int character)
{
    const Json *p = json_get(json_get(mention, "range"), end);
    return number(p, "line") == line && number(p, "character") == character;
}

static const char *line_of(const char *text, int line)
{
    for (; line > 0 && *text; line--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

/* ---- the function that is applied ----------------------------------------------------- */

static bool ends_application(const char *word, int n)
{
    static const char *const keywords[] = { "in", "let", "then", "else", "if", "do", "def",
                                            "entry", "while", "for", "match", "case", "with" };
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if ((int)strlen(keywords[i]) == n && !strncmp(word, keywords[i], (size_t)n))
            return true;
    return n && strchr("=,+-*/%<>|&^!\\:", word[n - 1]) != NULL;
}

/* A word, or all in brackets. */
static int atom_length(const char *at, const char *end)
{
    int depth = 0;
    const char *p = at;
    for (; p < end && (depth > 0 || !isspace((unsigned char)*p)); p++) {
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
    }
    return (int)(p - at);
}

/* Where the application begins whose arguments are written before `end`, and how many atoms there
   are that are complete. */
static const char *application(const char *line, const char *end, int *complete)
{
    const char *start = end;
    int depth = 0;
    for (; start > line; start--) {
        depth += strchr(")]}", start[-1]) != NULL;
        if (strchr("([{", start[-1]) && depth-- == 0)
            break;
    }
    const char *first = NULL;
    *complete = 0;
    for (const char *p = start; p < end;) {
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        int n = atom_length(p, end);
        bool ends = ends_application(p, n);
        first = ends ? NULL : first ? first : p;
        *complete = ends ? 0 : *complete + (p + n < end);
        p += n;
    }
    return first;
}

/* The next arrow that is not in brackets; null: there is none. */
static const char *next_arrow(const char *type)
{
    int depth = 0;
    for (const char *p = type; *p; p++) {
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
        if (!depth && str_starts(p, " -> "))
            return p;
    }
    return NULL;
}

static Json *signature(const char *label, int active)
{
    Json *parameters = json_list(), *list = json_list();
    const char *type = strstr(label, ": ") + 2, *end;
    for (; (end = next_arrow(type)); type = end + 4)
        json_push(parameters, json_record("label", json_str(str_copyn(type, (int)(end - type))),
                                          NULL));
    if (active >= parameters->n)
        return json_null();
    json_push(list, json_record("label", json_str(label), "parameters", parameters, NULL));
    return json_record("signatures", list, "activeSignature", json_int(0),
                       "activeParameter", json_int(active), NULL);
}

Json *lsp_signature(const Json *mentions, const char *text, int line, int character)
{
    const char *start = line_of(text, line), *end = start;
    while (character-- > 0 && *end && *end != '\n')
        if ((unsigned char)*end++ >= 0x80)
            return json_null();          /* characters and bytes differ */
    int complete;
    const char *first = application(start, end, &complete);
    for (int i = 0; first && i < mentions->n; i++)
        if (complete && stands_at(mentions->item[i], "start", line, (int)(first - start)))
            return signature(json_get(mentions->item[i], "type")->text, complete - 1);
    return json_null();
}

/* ---- types of names -------------------------------------------------------------------- */

/* The text bound the name in a pattern that says no type. */
static bool lacks_type(const char *line, const char *from, const char *to)
{
    const char *before = from;
    while (before > line && isspace((unsigned char)before[-1]))
        before--;
    while (*to == ' ')
        to++;
    bool let = before - line >= 3 && !strncmp(before - 3, "let", 3);
    return let ? *to == '=' : before > line && before[-1] == '\\' && *to == '-';
}

Json *lsp_hints(const Json *mentions, const char *text, int from, int to)
{
    Json *list = json_list();
    for (int i = 0; i < mentions->n; i++) {
        const Json *m = mentions->item[i], *range = json_get(m, "range");
        const Json *start = json_get(range, "start"), *end = json_get(range, "end");
        const Json *home = json_get(m, "target");
        const char *type = strstr(json_get(m, "type")->text, ": ");
        int line = number(start, "line");
        if (line < from || line > to || home->kind != JSON_OBJECT || !type
            || number(json_get(home, "start"), "line") != line
            || number(json_get(home, "start"), "character") != number(start, "character"))
            continue;
        const char *at = line_of(text, line);
        int length = (int)strcspn(at, "\n");
        if (number(end, "line") != line || number(end, "character") > length)
            continue;
        if (lacks_type(at, at + number(start, "character"), at + number(end, "character")))
            json_push(list, json_record("position", end, "label", json_str(type), "kind",
                                        json_int(1), NULL));
    }
    return list;
}
