/*
 * explain_slides.c -- the records of the slides: inference trees, and what
 * their numbers stand for.
 *
 * In a tree a sequent is e_n => e'_n; the slides after it show the terms. A
 * tree that is too wide or too high is cut: the subtree becomes a tree of its
 * own, named D_n.
 */
#include "explain.h"

#include <string.h>

enum { COLUMNS = 96, LINES = 19, MOST_LEAVES = 4, MOST_HEIGHT = 6, MOST_PREMISES = 5 };

/* ---- text ------------------------------------------------------------------ */

static const char *escaped(const char *s, int n)
{
    static const struct { char c; const char *tex; } special[] = {
        { '\\', "\\textbackslash{}" }, { '{', "\\{" }, { '}', "\\}" }, { '_', "\\_" },
        { '&', "\\&" }, { '%', "\\%" }, { '$', "\\$" }, { '#', "\\#" },
        { '^', "\\textasciicircum{}" }, { '~', "\\textasciitilde{}" }, { '<', "\\textless{}" },
        { '>', "\\textgreater{}" }, { ' ', "~" }, { '-', "-{}" }, { '"', "\\textquotedbl{}" },
        { '\'', "\\textquotesingle{}" }, { '`', "\\textasciigrave{}" },
        { '|', "\\textbar{}" },
    };
    Text t = {0};
    for (int i = 0; i < n; i++) {
        size_t k = 0;
        while (k < sizeof special / sizeof *special && special[k].c != s[i])
            k++;
        if (k < sizeof special / sizeof *special)
            text_add(&t, special[k].tex);
        else
            text_char(&t, (unsigned char)s[i] < 128 ? s[i] : '?');
    }
    return text_str(&t);
}

static const char *words(const char *s)
{
    Text t = {0};
    for (const char *c = s; *c; c++)
        text_add(&t, *c == ' ' ? " " : escaped(c, 1));
    return text_str(&t);
}

/* Lines that fit; what goes on is indented. */
static void add_lines(Json *list, const char *text, const char *intro)
{
    while (*text) {
        int n = (int)strcspn(text, "\n"), indent = (int)strspn(text, " ");
        const char *first = intro;
        for (int at = 0; at < n || !n;) {
            int room = COLUMNS - 6 - (at ? indent + 4 : 0), part = n - at;
            if (part > room)
                for (part = room; part > room / 2 && text[at + part] != ' ';)
                    part--;
            const char *pad = at ? format("%*s", indent + 4, "") : "";
            const char *line = format("%-6s%s%.*s", first, pad, part, text + at);
            json_push(list, json_set(json_object(), "line",
                                     json_str(escaped(line, (int)strlen(line)))));
            at += part + (text[at + part] == ' ');
            first = "";
            if (!n)
                break;
        }
        intro = "";
        text += n + (text[n] == '\n');
    }
}

/* ---- slides ---------------------------------------------------------------- */

static Json *slide(const char *title, const char *rule, const char *law)
{
    Json *o = json_object();
    json_set(o, "title", json_str(words(title)));
    json_set(o, "rule", json_str(words(rule)));
    json_set(o, "law", json_str(words(law)));
    json_set(o, "tree", json_list());
    json_set(o, "has_tree", json_bool(false));
    json_set(o, "lines", json_list());
    return o;
}

/* As many slides as the lines need. */
static void push_lines(Json *slides, const char *title, const char *rule, const char *law,
                       const Json *lines)
{
    for (int i = 0; i < lines->n; i += LINES) {
        Json *o = slide(title, rule, i ? "" : law);
        for (int k = i; k < lines->n && k < i + LINES; k++)
            json_push(json_get(o, "lines"), lines->item[k]);
        json_push(slides, o);
    }
}

static void push_step(Json *slides, const TraceStep *s, int count)
{
    Json *lines = json_list();
    Text before = {0}, after = {0}, held = {0};
    step_print(&before, s->before, NULL);
    if (s->number)
        add_lines(lines, format("%s |-", step_context(s)), "");
    add_lines(lines, text_str(&before), s->number ? "e" : "");
    if (s->after && !core_equal(s->after, s->before)) {
        step_print(&after, s->after, NULL);
        add_lines(lines, text_str(&after), s->number ? "=> e'" : "=>");
    }
    for (int i = 0; i < s->held.n; i++)
        text_fmt(&held, "%s%s", i ? "; " : "", s->held.at[i].text);
    if (held.n)
        add_lines(lines, text_str(&held), "held");
    for (int i = 0; i < s->refused.n; i++)
        add_lines(lines, format("%s: %s", s->refused.at[i].rule->name, s->refused.at[i].question),
                  "not");
    const char *place = s->span ? format(", %s", span_str(s->span)) : "";
    push_lines(slides, format("Step %s%s", s->number ? s->number : format("%d", count), place),
               format("%s (%s)", s->rule->name, rule_place(s->rule)),
               s->rule->sentence ? s->rule->sentence : "", lines);
}

/* ---- trees ----------------------------------------------------------------- */

typedef VEC(const TraceStep *) Steps;

static Steps children(const Trace *t, const TraceStep *s)
{
    Steps c = {0};
    size_t n = strlen(s->number);
    for (int i = 0; i < t->step.n; i++) {
        const TraceStep *k = t->step.at[i];
        if (k->set == s->set && k->number && k->depth == s->depth + 1
                && !strncmp(k->number, s->number, n) && k->number[n] == '.')
            vec_push(&c, k);
    }
    return c;
}

static int leaves(const Trace *t, const TraceStep *s)
{
    Steps c = children(t, s);
    int n = c.n == 0;
    for (int i = 0; i < c.n; i++)
        n += leaves(t, c.at[i]);
    return n;
}

static int height(const Trace *t, const TraceStep *s)
{
    Steps c = children(t, s);
    int most = 0;
    for (int i = 0; i < c.n; i++) {
        int h = height(t, c.at[i]);
        most = h > most ? h : most;
    }
    return most + 1;
}

static void tex(Json *tree, const char *text)
{
    json_push(tree, json_set(json_object(), "tex", json_str(text)));
}

/* Lines of bussproofs, premises first; what is cut off goes to `later`. */
static void add_tree(Json *tree, const Trace *t, const TraceStep *s, Steps *later)
{
    static const char *const infer[] = { "Unary", "Unary", "Binary", "Trinary", "Quaternary",
                                         "Quinary" };
    Steps c = children(t, s);
    if (c.n > MOST_PREMISES)
        c.n = MOST_PREMISES;
    if (!c.n)
        tex(tree, "\\AxiomC{}");
    int all = leaves(t, s);
    for (int i = 0; i < c.n; i++) {
        bool cut = (all > MOST_LEAVES && leaves(t, c.at[i]) > 1)
                || (s->depth && height(t, c.at[i]) > MOST_HEIGHT);
        if (!cut) {
            add_tree(tree, t, c.at[i], later);
            continue;
        }
        tex(tree, format("\\AxiomC{$\\mathcal D_{%s}$}", c.at[i]->number));
        tex(tree, format("\\noLine\\UnaryInfC{$\\sequent{%s}$}", c.at[i]->number));
        vec_push(later, c.at[i]);
    }
    tex(tree, format("\\RightLabel{\\rulename{%s}}", words(s->rule->name)));
    tex(tree, format("\\%sInfC{$\\sequent{%s}$}", infer[c.n], s->number));
}

static void push_trees(Json *slides, const Explained *e, const TraceStep *root)
{
    Steps todo = {0};
    vec_push(&todo, root);
    for (int i = 0; i < todo.n; i++) {
        const TraceStep *s = todo.at[i];
        Json *o = slide(i ? format("The tree of %s", s->number) : "The tree of judgments",
                        e->trace->set.at[s->set], "");
        add_tree(json_get(o, "tree"), e->trace, s, &todo);
        json_set(o, "has_tree", json_bool(true));
        json_push(slides, o);
    }
}

Json *explained_slides(const Explained *e)
{
    Json *view = json_object(), *slides = json_list();
    int set = -1, count = 0;
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        count = s->set == set ? count + 1 : 1;
        set = s->set;
        if (s->number && !s->depth && !e->rule)
            push_trees(slides, e, s);
        if (step_wanted(e, s))
            push_step(slides, s, count);
    }
    json_set(view, "file", json_str(words(e->name)));
    json_set(view, "version", json_str(MAPNEST_VERSION));
    json_set(view, "empty", json_bool(!slides->n));
    json_set(view, "slides", slides);
    return view;
}
