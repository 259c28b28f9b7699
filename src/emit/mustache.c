/* mustache.c -- templates are parsed to a tree, once each, and then walked. */
#include "mustache.h"

#include <string.h>

enum { MAX_SECTIONS = 50, MAX_PARTIALS = 4000 };

typedef enum { N_TEXT, N_VALUE, N_RAW, N_SECTION, N_INVERTED, N_PARTIAL } NodeKind;

typedef struct Node Node;
typedef VEC(Node *) Nodes;

typedef struct {
    const char *name;
    Nodes nodes;
} Template;

struct Node {
    NodeKind kind;
    int line;
    bool starts_line;          /* so the partial's indentation comes first */
    const char *text;          /* TEXT: itself; else the key or partial's name */
    int length;
    bool dynamic;              /* PARTIAL: text is the key of its name */
    bool standalone;           /* PARTIAL: indents its lines by `indent` */
    const char *indent;
    Nodes body;                /* SECTION, INVERTED */
};

/* Parsing */

typedef struct {
    const char *name;
    const char *start, *at;    /* the text, and how far it is read */
    const char *open, *close;  /* the delimiters */
    Nodes *into;
    Node *owner[MAX_SECTIONS]; /* the open sections, outermost first */
    Nodes *outer[MAX_SECTIONS];
    int depth;
    int line;                  /* of `counted` */
    const char *counted;
    bool at_line_start;
    const char *error;
} Parser;

/* What stands between two delimiters. */
typedef struct {
    char sigil;                /* one of #^/>&{!= or 0 */
    const char *start, *end;   /* of the whole tag */
    const char *from, *to;     /* of its content */
    int line;
} Tag;

static int line_at(Parser *p, const char *at)
{
    for (; p->counted < at; p->counted++)
        p->line += *p->counted == '\n';
    return p->line;
}

static void parse_error(Parser *p, int line, const char *what)
{
    if (!p->error)
        p->error = format("%s:%d: %s", p->name, line, what);
}

static Node *add_node(Parser *p, NodeKind kind, int line, const char *s, int n)
{
    Node *node = MAKE(Node, .kind = kind, .line = line, .text = str_copyn(s, n), .length = n,
                            .starts_line = p->at_line_start);
    p->at_line_start = false;
    vec_push(p->into, node);
    return node;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

/* One node a line, as each line of a partial gets its indentation. */
static void add_text(Parser *p, const char *from, const char *to)
{
    while (from < to) {
        const char *newline = memchr(from, '\n', (size_t)(to - from));
        const char *end = newline ? newline + 1 : to;
        if (*from == '\n' || (*from == '\r' && from[1] == '\n'))
            p->at_line_start = false;
        add_node(p, N_TEXT, 0, from, (int)(end - from));
        p->at_line_start = newline != NULL;
        from = end;
    }
}

/* A tag alone on its line, with a kind that prints nothing there, takes the
   line with it: moves *before back and *after on, past white space. */
static bool is_standalone(const Parser *p, const Tag *t,
                          const char **before, const char **after)
{
    if (!t->sigil || t->sigil == '{' || t->sigil == '&')
        return false;
    const char *b = t->start, *a = t->end;
    while (b > p->at && is_blank(b[-1]))
        b--;
    if (b != p->start && b[-1] != '\n')
        return false;
    while (is_blank(*a))
        a++;
    if (a[0] == '\r' && a[1] == '\n')
        a++;
    if (*a && *a != '\n')
        return false;
    *before = b;
    *after = a + (*a == '\n');
    return true;
}

static void trim(const char **from, const char **to)
{
    while (*from < *to && is_space(**from))
        ++*from;
    while (*to > *from && is_space((*to)[-1]))
        --*to;
}

/* Reads the tag whose opener stands at t->start. */
static bool read_tag(Parser *p, Tag *t)
{
    t->line = line_at(p, t->start);
    t->from = t->start + strlen(p->open);
    while (is_space(*t->from))
        t->from++;
    t->sigil = *t->from && strchr("#^/>&{!=", *t->from) ? *t->from++ : '\0';
    const char *own = t->sigil == '{' ? "}" : t->sigil == '=' ? "=" : "";
    const char *close = format("%s%s", own, p->close);
    t->to = strstr(t->from, close);
    if (!t->to) {
        parse_error(p, t->line, format("tag without its closing '%s'", close));
        return false;
    }
    t->end = t->to + strlen(close);
    trim(&t->from, &t->to);
    return true;
}

static void set_delimiters(Parser *p, const Tag *t)
{
    const char *a = t->from, *b = t->to;
    while (a < t->to && !is_space(*a))
        a++;
    while (b > a && !is_space(b[-1]))
        b--;
    if (a == t->from || b == t->to || b == a
        || memchr(t->from, '=', (size_t)(t->to - t->from))) {
        parse_error(p, t->line, "expected two delimiters, like {{=<% %>=}}");
        return;
    }
    p->open = str_copyn(t->from, (int)(a - t->from));
    p->close = str_copyn(b, (int)(t->to - b));
}

static void open_section(Parser *p, Node *section)
{
    if (p->depth == MAX_SECTIONS) {
        parse_error(p, section->line, "sections nested too deeply");
        return;
    }
    p->owner[p->depth] = section;
    p->outer[p->depth++] = p->into;
    p->into = &section->body;
}

static void close_section(Parser *p, const Tag *t)
{
    const char *name = str_copyn(t->from, (int)(t->to - t->from));
    const Node *open = p->depth ? p->owner[p->depth - 1] : NULL;
    if (!open)
        parse_error(p, t->line, format("nothing to close with '/%s'", name));
    else if (strcmp(open->text, name))
        parse_error(p, t->line, format("'/%s' cannot close '%s', opened in line %d",
                                       name, open->text, open->line));
    else
        p->into = p->outer[--p->depth];
}

/* A comment or the like inside a line: its indentation still counts. */
static void add_nothing(Parser *p)
{
    if (p->at_line_start)
        add_node(p, N_TEXT, 0, "", 0);
}

static Node *add_tag_node(Parser *p, NodeKind kind, const Tag *t)
{
    int n = (int)(t->to - t->from);
    bool bad = n == 0;
    for (int i = 0; i < n; i++)
        bad |= is_space(t->from[i]);
    if (bad)
        parse_error(p, t->line, format("'%.*s' is not a key", n < 40 ? n : 40, t->from));
    return add_node(p, kind, t->line, t->from, n);
}

static void add_partial(Parser *p, Tag *t, bool alone, const char *indent)
{
    p->at_line_start = p->at_line_start && !alone;
    bool dynamic = *t->from == '*';
    t->from += dynamic;
    trim(&t->from, &t->to);
    Node *node = add_tag_node(p, N_PARTIAL, t);
    node->dynamic = dynamic;
    node->standalone = alone;
    node->indent = str_copyn(indent, alone ? (int)(t->start - indent) : 0);
}

static void add_section(Parser *p, NodeKind kind, const Tag *t, bool alone)
{
    if (!alone)
        add_nothing(p);
    p->at_line_start = false;
    open_section(p, add_tag_node(p, kind, t));
}

static void add_tag(Parser *p, Tag *t)
{
    const char *before = t->start, *after = t->end;
    bool alone = is_standalone(p, t, &before, &after);
    add_text(p, p->at, before);
    p->at = after;
    if (!alone && t->sigil == '/')
        add_nothing(p);
    switch (t->sigil) {
    case '\0': add_tag_node(p, N_VALUE, t); return;
    case '&':
    case '{':  add_tag_node(p, N_RAW, t); return;
    case '>':  add_partial(p, t, alone, before); break;
    case '#':  add_section(p, N_SECTION, t, alone); break;
    case '^':  add_section(p, N_INVERTED, t, alone); break;
    case '/':  close_section(p, t); break;
    case '=':  set_delimiters(p, t); break;
    }
    if (alone)
        p->at_line_start = true;
    else
        add_nothing(p);
}

static Template *parse(const char *name, const char *text, const char **error)
{
    Parser p = { .name = name, .start = text, .at = text, .open = "{{", .close = "}}",
                 .line = 1, .counted = text, .at_line_start = true };
    Template *t = MAKE(Template, .name = name);
    p.into = &t->nodes;
    Tag tag;
    while (!p.error && (tag.start = strstr(p.at, p.open)))
        if (read_tag(&p, &tag))
            add_tag(&p, &tag);
    add_text(&p, p.at, p.at + strlen(p.at));
    if (p.depth) {
        const Node *open = p.owner[p.depth - 1];
        parse_error(&p, open->line, format("section '%s' is never closed", open->text));
    }
    *error = p.error;
    return p.error ? NULL : t;
}

/* Rendering */

typedef struct Context Context;
struct Context {
    const Json *value;
    const Context *outer;
};

typedef struct {
    Text *out;
    const MustacheOptions *o;
    Table *partials;           /* interned name -> Template */
    const Template *now;
    const char *indent;
    int depth;
    const char *error;
} Run;

static void run_error(Run *r, const Node *node, const char *what)
{
    if (!r->error)
        r->error = format("%s:%d: %s", r->now->name, node->line, what);
}

/* The value of a key: its first part is searched from the innermost context
   outwards, the parts after a dot inside what was found. */
static const Json *find(const char *key, const Context *c)
{
    if (!strcmp(key, "."))
        return c->value;
    const char *dot = strchr(key, '.');
    const char *part = dot ? str_copyn(key, (int)(dot - key)) : key;
    const Json *v = NULL;
    for (; !v && c; c = c->outer)
        v = json_get(c->value, part);
    while (v && dot) {
        const char *rest = dot + 1;
        dot = strchr(rest, '.');
        v = json_get(v, dot ? str_copyn(rest, (int)(dot - rest)) : rest);
    }
    return v;
}

static const char *known_keys(const Context *c)
{
    Text t = {0};
    if (c->value->kind != JSON_OBJECT)
        return "";
    for (int i = 0; i < c->value->n && i < 12; i++)
        text_fmt(&t, "%s%s", i ? ", " : "; the innermost object has ", c->value->key[i]);
    if (c->value->n > 12)
        text_add(&t, ", ...");
    return text_str(&t);
}

static const Json *look_up(Run *r, const Node *node, const Context *c)
{
    const Json *v = find(node->text, c);
    if (!v && r->o->strict)
        run_error(r, node, format("no key '%s' in the view%s", node->text,
                                  known_keys(c)));
    return v;
}

static bool is_zero(const char *number)
{
    size_t n = strcspn(number, "eE");
    for (size_t i = 0; i < n; i++)
        if (number[i] >= '1' && number[i] <= '9')
            return false;
    return true;
}

static bool is_true(const Json *v)
{
    if (!v || v->kind == JSON_NULL || v->kind == JSON_FALSE)
        return false;
    if (v->kind == JSON_LIST || v->kind == JSON_STRING)
        return v->n > 0;
    return v->kind != JSON_NUMBER || !is_zero(v->text);
}

void escape_html(Text *out, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        switch (s[i]) {
        case '&':  text_add(out, "&amp;"); break;
        case '<':  text_add(out, "&lt;"); break;
        case '>':  text_add(out, "&gt;"); break;
        case '"':  text_add(out, "&quot;"); break;
        case '\'': text_add(out, "&#39;"); break;
        default:   text_char(out, s[i]);
        }
}

static void put_value(Run *r, const Node *node, const Context *c)
{
    const Json *v = look_up(r, node, c);
    if (!v)
        return;
    switch (v->kind) {
    case JSON_TRUE:   text_add(r->out, "true"); break;
    case JSON_FALSE:  text_add(r->out, "false"); break;
    case JSON_NUMBER: text_add(r->out, v->text); break;
    case JSON_STRING:
        if (r->o->escape && node->kind == N_VALUE)
            r->o->escape(r->out, v->text, v->n);
        else
            text_addn(r->out, v->text, v->n);
        break;
    default:
        if (r->o->strict)
            run_error(r, node, format("'%s' is %s, which cannot be printed", node->text,
                                      v->kind == JSON_NULL   ? "null"
                                      : v->kind == JSON_LIST ? "a list"
                                                             : "an object"));
    }
}

static void render(Run *r, const Nodes *nodes, const Context *c);

static void render_section(Run *r, const Node *node, const Context *c)
{
    const Json *v = look_up(r, node, c);
    if (node->kind == N_INVERTED) {
        if (!is_true(v))
            render(r, &node->body, c);
    } else if (v && v->kind == JSON_LIST) {
        for (int i = 0; i < v->n; i++)
            render(r, &node->body, &(Context){ v->item[i], c });
    } else if (is_true(v)) {
        Context inner = { v, c };
        render(r, &node->body, v->kind == JSON_TRUE ? c : &inner);
    }
}

/* {{>*key}}: the partial whose name is the key's value. */
static const char *partial_name(Run *r, const Node *node, const Context *c)
{
    if (!node->dynamic)
        return intern(node->text);
    const Json *v = look_up(r, node, c);
    if (v && v->kind != JSON_STRING && r->o->strict)
        run_error(r, node, format("'%s' is not the name of a partial", node->text));
    return v && v->kind == JSON_STRING ? intern(v->text) : NULL;
}

static const Template *find_partial(Run *r, const char *name)
{
    if (table_has(r->partials, name))
        return table_get(r->partials, name);
    const char *text = r->o->partial ? r->o->partial(r->o->arg, name) : NULL;
    const char *error = NULL;
    const Template *t = text ? parse(name, text, &error) : NULL;
    if (error)
        r->error = error;
    table_put(r->partials, name, (void *)t);
    return t;
}

static void render_partial(Run *r, const Node *node, const Context *c)
{
    Run outer = *r;
    const char *name = partial_name(r, node, c);
    const Template *t = name ? find_partial(r, name) : NULL;
    if (!t && r->o->strict && !r->error)
        run_error(r, node, format("no partial '%s'", name ? name : node->text));
    if (!t || r->error)
        return;
    if (r->depth == MAX_PARTIALS) {
        run_error(r, node, format("partial '%s' is nested too deeply", node->text));
        return;
    }
    r->depth++;
    r->now = t;
    char *deeper = node->standalone && *node->indent ? format("%s%s", outer.indent, node->indent)
                                                     : NULL;
    r->indent = deeper ? deeper : node->standalone ? outer.indent : "";
    render(r, &t->nodes, c);
    if (deeper)
        arena_give_back(deeper, strlen(deeper) + 1);
    r->depth = outer.depth;
    r->now = outer.now;
    r->indent = outer.indent;
}

static void render(Run *r, const Nodes *nodes, const Context *c)
{
    for (int i = 0; i < nodes->n && !r->error; i++) {
        const Node *node = nodes->at[i];
        if (node->starts_line)
            text_add(r->out, r->indent);
        switch (node->kind) {
        case N_TEXT:     text_addn(r->out, node->text, node->length); break;
        case N_VALUE:
        case N_RAW:      put_value(r, node, c); break;
        case N_SECTION:
        case N_INVERTED: render_section(r, node, c); break;
        case N_PARTIAL:  render_partial(r, node, c); break;
        }
    }
}

bool mustache_render(Text *out, const char *name, const char *template_text,
                     const Json *view, const MustacheOptions *o, const char **error)
{
    Run r = { .out = out, .o = o, .partials = table_new(), .indent = "" };
    r.now = parse(name, template_text, &r.error);
    if (r.now)
        render(&r, &r.now->nodes, &(Context){ view, NULL });
    if (error)
        *error = r.error;
    return !r.error;
}
