/*
 * words.c -- what the templates say of themselves: which words their text has, so that
 * no name of a program is one of them, and which helpers call which.
 *
 * A helper is a section of `use`: {{#carve}} .. {{/carve}} declares carve.
 */
#include "view.h"

#include <ctype.h>
#include <string.h>

typedef struct Reader {
    const EmitOptions *o;
    VEC(const char *) section; /* those that are open */
    /* A word, what stands right after it, and whether a declaration ends with it. */
    void (*word)(struct Reader *r, const char *word, char after, bool declared);
    void *to;
} Reader;

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void read_template(Reader *r, const char *name);

/* {{#section}}, {{/section}}, {{>partial}}; returns what follows the tag. */
static const char *read_tag(Reader *r, const char *p)
{
    const char *end = strstr(p, "}}");
    const char *name = internn(p + 3, (int)(end - p - 3));
    if (p[2] == '#' || p[2] == '^')
        vec_push(&r->section, name);
    else if (p[2] == '/')
        r->section.n--;
    else if (p[2] == '>' && strcmp(name, "stmt"))    /* which names its variables itself */
        read_template(r, name);
    return end + 2;
}

/* The name that a line at the left margin declares. */
static const char *declared_by(const char *line)
{
    if (!str_starts(line, "static ") && !str_starts(line, "struct ")
        && !str_starts(line, "#define "))
        return NULL;
    const char *end = line + strcspn(line, "(={;\n"), *from;
    while (end > line && !is_letter(end[-1]))
        end--;
    for (from = end; from > line && is_letter(from[-1]);)
        from--;
    return from;
}

/* Words outside comments and strings, but for members. */
static void read_text(Reader *r, const char *text)
{
    const char *declared = declared_by(text);
    for (const char *p = text; *p;) {
        bool comment = str_starts(p, "//");
        if (str_starts(p, "{{")) {
            p = read_tag(r, p);
        } else if (comment || *p == '"') {
            for (p++; *p && *p != (comment ? '\n' : '"');)
                p = str_starts(p, "{{") ? read_tag(r, p) : p + 1;
            p += !comment;
        } else if (!is_letter(*p)) {
            declared = *p == '\n' ? declared_by(p + 1) : declared;
            p++;
        } else {
            const char *from = p;
            while (is_letter(*p))
                p++;
            bool member = from > text && (from[-1] == '.' || str_starts(from - 2, "->"));
            if (!member && !isdigit((unsigned char)*from))
                r->word(r, internn(from, (int)(p - from)), *p, from == declared);
        }
    }
}

static void read_template(Reader *r, const char *name)
{
    Templates t = templates_of(r->o);
    const char *text = template_text(&t, name);
    if (text)
        read_text(r, text);
}

/* ---- helpers --------------------------------------------------------------- */

/* A word that may stand for a helper: a call, or a constant or type. */
static bool may_call(const char *word, char after)
{
    return after == '(' || after == '<' || isupper((unsigned char)*word);
}

static void helper_word(Reader *r, const char *word, char after, bool declared)
{
    TemplateWords *w = r->to;
    const char *helper = r->section.n > 1 && !strcmp(r->section.at[0], "use") ? r->section.at[1]
                                                                              : NULL;
    if (declared)
        table_put(w->declared, word, (void *)word);
    if (!helper)
        return;
    if (!table_has(w->calls, helper)) {
        vec_push(&w->helper, helper);
        table_put(w->calls, helper, table_new());
    }
    if (may_call(word, after))
        table_put(table_get(w->calls, helper), word, (void *)word);
}

TemplateWords *template_words(const EmitOptions *o)
{
    static const char *const from[] = { "includes", "helpers", "failures", "arithmetic",
                                        "collectives", "decoupled_look_back", "ragged_rows",
                                        "host_helpers", "host_failures" };
    TemplateWords *w = MAKE(TemplateWords, .declared = table_new(), .calls = table_new(),
                                           .skeleton = table_new());
    Reader r = { .o = o, .word = helper_word, .to = w };
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        read_template(&r, from[i]);
    return w;
}

static void add_call(const void *word, void *value, void *used)
{
    (void)value;
    table_put(used, word, (void *)word);
}

void close_helpers(const TemplateWords *w, Table *used)
{
    for (int before = -1; before != table_count(used);) {
        before = table_count(used);
        for (int i = 0; i < w->helper.n; i++)
            if (table_has(used, w->helper.at[i]))
                table_each(table_get(w->calls, w->helper.at[i]), add_call, used);
    }
}

Json *helpers_used(const Show *v)
{
    Json *use = json_object();
    for (int i = 0; i < v->words->helper.n; i++)
        json_set(use, v->words->helper.at[i],
                 json_bool(table_has(v->helpers, v->words->helper.at[i])));
    return use;
}

/* ---- skeletons ------------------------------------------------------------- */

/* Its words, and those that may be calls of helpers. Inside a section there are none: the
   view says of these that they are made. */
typedef struct {
    Table *words, *calls;
} Skeletal;

static void skeleton_word(Reader *r, const char *word, char after, bool declared)
{
    Skeletal *s = r->to;
    (void)declared;
    table_put(s->words, word, s);
    if (!r->section.n && may_call(word, after))
        table_put(s->calls, word, s);
}

/* Each template is read once. */
static const Skeletal *words_of(Show *v, const char *template)
{
    template = intern(template);
    Skeletal *s = table_get(v->words->skeleton, template);
    if (s)
        return s;
    table_put(v->words->skeleton, template, s = NEW(Skeletal));
    *s = (Skeletal){ table_new(), table_new() };
    Reader r = { .o = v->o, .word = skeleton_word, .to = s };
    read_template(&r, template);
    return s;
}

static void take_word(const void *word, void *value, void *names)
{
    (void)value;
    names_take(names, word);
}

void take_words(Show *v, const char *template, Names *names)
{
    const Skeletal *s = words_of(v, template);
    table_each(s->words, take_word, names);
    table_each(s->calls, add_call, v->helpers);
}
