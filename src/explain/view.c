/* view.c -- the record of an explanation: columns, steps, rules, costs. */
#include "explain.h"
#include "../emit/view.h"

#include <ctype.h>
#include <string.h>

static bool is_wanted(const Explained *e, const Rule *r)
{
    return !e->rule || !strcmp(e->rule, r->name);
}

/* ---- columns -------------------------------------------------------------- */

static Json *column(const char *title, const char *holds, bool same, bool first, Json *tokens)
{
    return json_record("title", json_str(title), "holds", json_str(holds),
                       "same", json_bool(same), "first", json_bool(first), "tokens", tokens,
                       NULL);
}

static bool is_same(const Explained *e, int i)
{
    return i && !strcmp(e->stage.at[i].text, e->stage.at[i - 1].text);
}

/* The program after each pass, of which one that changed nothing says so, then the
   generated code. What a reader sees first: the source, what the rules made, the code. */
static void add_columns(Json *list, const Explained *e, Spans *p)
{
    int last = e->stage.n - 1;
    while (last > 0 && is_same(e, last))
        last--;
    for (int i = 0; i < e->stage.n; i++) {
        const Snapshot *s = &e->stage.at[i];
        json_push(list, column(s->pass, s->holds, is_same(e, i), i == last,
                               spans_tokens(p, s->text, &s->marks, NULL)));
    }
    if (e->code)
        json_push(list, column("cuda", "what nvcc compiles", false, true,
                               spans_tokens(p, e->code, &e->code_marks, NULL)));
}

/* ---- steps ---------------------------------------------------------------- */

/* Parts of a body that have no name of their own are bindings of it. */
static void print_part(Text *out, const Core *n, Marks *marks);

static void print_term(Text *out, const Core *n, Marks *marks)
{
    if (n->op != OP_BODY) {
        core_print_marked(out, n, marks);
        text_char(out, '\n');
        return;
    }
    print_part(out, n, marks);
    if (n->g[0].n)
        text_add(out, "in");
    for (int i = 0; i < n->g[0].n; i++)
        text_fmt(out, " %s", core_str(n->g[0].at[i]));
    text_add(out, n->g[0].n ? "\n" : "");
}

static void print_part(Text *out, const Core *n, Marks *marks)
{
    for (int i = 0; i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        for (int k = 0; k < s->nvars; k++)
            text_fmt(out, "%s%s", s->var[k]->name, k + 1 < s->nvars ? " " : " = ");
        if (s->nvars)
            print_term(out, s->exp, marks);
        else
            print_part(out, s->exp, marks);
    }
}

static const char *term(const Core *n, Marks *marks)
{
    Text t = {0};
    print_term(&t, n, marks);
    while (t.n && t.at[t.n - 1] == '\n')
        t.at[--t.n] = '\0';
    return text_str(&t);
}

/* What a condition asks, in a sentence. */
static const char *meaning(const char *condition)
{
    const Condition *k = condition_find(condition);
    k = k ? k : maker_find(condition);
    return k ? k->sentence
         : !strcmp(condition, "path") ? "nothing between the two bindings needs the first one"
                                      : NULL;
}

static const Span *in_program(const Explained *e, const Span *s)
{
    while (s && s->src != e->source)
        s = s->from;
    return s;
}

/* The program's text there, in one line and not too long; null: it is not the program's. */
static const char *words_of(const Explained *e, const Span *s)
{
    enum { MOST_WORDS = 60 };
    s = in_program(e, s);
    if (!s)
        return NULL;
    Text t = {0};
    for (const char *c = span_text(s); *c; c++)
        if (!isspace((unsigned char)*c))
            text_char(&t, *c);
        else if (t.n && c[1] && !isspace((unsigned char)c[1]))
            text_char(&t, ' ');
    int n = t.n <= MOST_WORDS ? t.n : MOST_WORDS - 2;
    const char *words = text_str(&t);
    while (n && n < t.n && (words[n] & 0xc0) == 0x80)
        n--;                             /* not inside a character */
    return n == t.n ? words : format("%s..", str_copyn(words, n));
}

static const char *place_of(const Explained *e, const Span *s)
{
    s = in_program(e, s);
    return s ? format("%s:%d:%d", e->name, s->line, s->col) : NULL;
}

static Json *refusal(const Explained *e, Spans *p, const Refusal *r, const Span *span)
{
    return json_record("who", json_str(r->rule->name), "on", text_or_false(r->place),
                       "condition", json_str(r->condition), "pays", json_bool(r->pays),
                       "because", text_or_false(r->why), "words", text_or_false(words_of(e, span)),
                       "means", text_or_false(meaning(r->condition)),
                       "at", text_or_false(place_of(e, span)), "open", spans_number(p, span), NULL);
}

/* Lemmas that did not apply in the end. */
static Json *set_refusals(const Explained *e, Spans *p, int set)
{
    Json *list = json_list();
    const Refusals *r = &e->trace->refused;
    for (int i = 0; i < r->n; i++)
        if (r->at[i].set == set && is_wanted(e, r->at[i].rule))
            json_push(list, refusal(e, p, &r->at[i], r->at[i].span));
    return list;
}

/* Rules that were tried before the one of this step. */
static Json *step_refusals(const Explained *e, Spans *p, const TraceStep *s)
{
    Json *list = json_list();
    for (int i = 0; i < s->refused.n; i++)
        json_push(list, refusal(e, p, &s->refused.at[i], s->span));
    return list;
}

/* A number of many digits, as trees are called: 1.2.13.1 is 12(13)1. */
static const char *short_number(const char *number)
{
    enum { LONG = 16 };
    if (strlen(number) <= LONG)
        return number;
    Text t = { 0 };
    for (const char *at = number; *at; at += *at == '.') {
        size_t n = strcspn(at, ".");
        text_fmt(&t, n > 1 ? "(%.*s)" : "%.*s", (int)n, at);
        at += n;
    }
    return text_str(&t);
}

static Json *step(const Explained *e, Spans *p, const TraceStep *s, int count)
{
    Json *held = json_list();
    for (int i = 0; i < s->held.n; i++)
        json_push(held, json_record("condition", json_str(s->held.at[i].text), NULL));
    bool shown = s->after && !core_equal(s->after, s->before);
    Marks marks[2] = { 0 };
    const char *before = term(s->before, &marks[0]);
    const char *after = shown ? term(s->after, &marks[1]) : "";
    Diff d = diff_words(before, shown ? after : before);
    const char *number = s->number ? s->number : format("%d", count);
    return json_record("step", json_str(number), "short", json_str(short_number(number)),
                       "context", text_or_false(s->number ? step_context(s) : NULL),
                       "name", json_str(s->rule->name), "written", json_bool(s->rule->span),
                       "law_at", json_str(rule_place(s->rule)),
                       "where", text_or_false(place_of(e, s->span)),
                       "open", spans_number(p, s->span),
                       "why", text_or_false(s->rule->sentence),
                       "before_text", json_str(before),
                       "after_text", json_str(shown ? after : before),
                       "before", spans_tokens(p, before, &marks[0], d.before),
                       "changed", json_bool(shown),
                       "after", spans_tokens(p, after, &marks[1], d.after),
                       "made", text_or_false(step_made(s)),
                       "held", with_last(held), "any_held", json_bool(held->n),
                       "refused", step_refusals(e, p, s),
                       "steps", json_list(), "cut", json_bool(false), "trees", json_list(), NULL);
}

/* Steps below others in those; without them, if only one rule is wanted. */
static Json *steps_of(const Explained *e, Spans *p, int set, int *count)
{
    enum { DEEPEST = 100 };
    Json *at[DEEPEST] = { json_list() };
    int number = 0;
    *count = 0;
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        number += s->set == set;
        if (s->set != set || !is_wanted(e, s->rule))
            continue;
        int depth = e->rule ? 0 : s->depth < DEEPEST - 1 ? s->depth : DEEPEST - 2;
        Json *o = step(e, p, s, number);
        json_push(at[depth], o);
        at[depth + 1] = json_get(o, "steps");
        ++*count;
    }
    return at[0];
}

/* ---- sets ----------------------------------------------------------------- */

/* "distribute (3), descend (2)": the rules of a set, in the order in which they came. */
static const char *summary(const Explained *e, int set)
{
    Text t = {0};
    VEC(const char *) name = {0};
    VEC(int) count = {0};
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        int k = 0;
        if (s->set != set || !is_wanted(e, s->rule))
            continue;
        while (k < name.n && strcmp(name.at[k], s->rule->name))
            k++;
        if (k == name.n) {
            vec_push(&name, s->rule->name);
            vec_push(&count, 0);
        }
        count.at[k]++;
    }
    for (int k = 0; k < name.n; k++)
        text_fmt(&t, "%s%s%s", k ? ", " : "", name.at[k],
                 count.at[k] > 1 ? format(" (%d)", count.at[k]) : "");
    return text_str(&t);
}

static void add_misses(Json *all, const Json *steps)
{
    for (int i = 0; i < steps->n; i++) {
        const Json *refused = json_get(steps->item[i], "refused");
        for (int k = 0; k < refused->n; k++)
            json_push(all, refused->item[k]);
        add_misses(all, json_get(steps->item[i], "steps"));
    }
}

/* "flatten, prove: main": a pass, how it goes, a function. */
static Json *set_record(const Explained *e, Spans *p, int i)
{
    const char *title = e->trace->set.at[i], *colon = strrchr(title, ':');
    int n;
    Json *steps = steps_of(e, p, i, &n), *misses = set_refusals(e, p, i), *all = json_list();
    trees_make(steps, e->room);
    for (int k = 0; k < misses->n; k++)
        json_push(all, misses->item[k]);
    add_misses(all, steps);
    if (!n && !misses->n)
        return NULL;
    return json_record("set", json_str(title), "anchor", json_int(i),
                       "count", json_str(n == 1 ? "1 step" : format("%d steps", n)),
                       "pass", json_str(str_copyn(title, (int)strcspn(title, ",:"))),
                       "function", text_or_false(colon ? colon + 2 : NULL),
                       "summary", json_str(summary(e, i)), "steps", steps,
                       "any_misses", json_bool(misses->n), "misses", misses,
                       "all_misses", all, NULL);
}

static bool any_near(const Json *sets)
{
    bool any = false;
    for (int i = 0; i < sets->n; i++)
        any |= json_get(sets->item[i], "all_misses")->n > 0;
    return any;
}

static Json *sets(const Explained *e, Spans *p)
{
    Json *list = json_list();
    for (int i = 0; i < e->trace->set.n; i++) {
        Json *set = set_record(e, p, i);
        if (set)
            json_push(list, set);
    }
    return list;
}

/* ---- rules ---------------------------------------------------------------- */

typedef struct {
    Json *list;
    Table *seen, *law;         /* names; the place of a law -> its record */
} Laws;

/* A law once: with the names of the rules that it is. */
static void add_law(Laws *l, const Rule *r)
{
    if (!r->span || table_has(l->seen, r->name))
        return;
    table_put(l->seen, r->name, (void *)r);
    const char *place = intern(span_str(r->span));
    Json *known = table_get(l->law, place);
    if (known) {
        json_push(json_get(known, "also"), json_str(r->name));
        return;
    }
    Json *record = json_record("rule", json_str(r->name), "also", json_list(),
                               "stands", json_str(rule_place(r)), "sentence",
                               json_str(r->sentence), "law", json_str(span_text(r->whole)), NULL);
    table_put(l->law, place, record);
    json_push(l->list, record);
}

/* Those that made a step, then those that nearly did. */
static Json *rules(const Explained *e)
{
    Laws l = { json_list(), table_new(), table_new() };
    for (int i = 0; i < e->trace->step.n; i++)
        if (is_wanted(e, e->trace->step.at[i]->rule))
            add_law(&l, e->trace->step.at[i]->rule);
    for (int i = 0; i < e->trace->step.n; i++)
        for (int k = 0; k < e->trace->step.at[i]->refused.n; k++)
            add_law(&l, e->trace->step.at[i]->refused.at[k].rule);
    for (int i = 0; i < e->trace->refused.n; i++)
        add_law(&l, e->trace->refused.at[i].rule);
    return l.list;
}

/* ---- costs ---------------------------------------------------------------- */

static Json *order(BigO a)
{
    return json_str(bigo_str(a));
}

static Json *cost_row(const Explained *e, const FuncCost *f)
{
    Json *rows = json_list();
    for (int i = 0; i < f->at.n; i++) {
        const PassCost *p = &f->at.at[i];
        const char *when = p->version ? p->version
                         : i ? format("after %s", p->pass) : "as written";
        json_push(rows, json_record("when", json_str(when), "column",
                                    json_str(format("%-19s", when)),
                                    "work", order(p->cost.work), "depth", order(p->cost.depth),
                                    "bytes", json_str(bigo_exact(p->bytes)), NULL));
    }
    return json_record("func", json_str(f->name), "entry", json_bool(f->entry),
                       "func_at", text_or_false(place_of(e, f->span)), "rows", rows, NULL);
}

static void add_measure(Json *list, const char *what, BigO before, BigO after)
{
    if (!bigo_equal(before, after))
        json_push(list, json_record("measure", json_str(what), "was", order(before),
                                    "is", order(after), NULL));
}

static Json *cost_change(const Explained *e, const CostChange *k)
{
    const TraceStep *s = k->step;
    Json *measures = json_list();
    add_measure(measures, "work", k->before.work, k->after.work);
    add_measure(measures, "depth", k->before.depth, k->after.depth);
    with_last(measures);
    return json_record("by", json_str(s->rule->name), "by_at", json_str(rule_place(s->rule)),
                       "where", text_or_false(place_of(e, s->span)), "during", json_str(k->set),
                       "why", text_or_false(s->rule->sentence), "measures", measures, NULL);
}

static void add_costs(Json *view, const Explained *e)
{
    const CostReport *r = cost_report(e);
    Json *costs = json_list(), *sizes = json_list(), *changes = json_list();
    Json *passes = json_list();
    for (int i = 0; i < r->func.n; i++)
        json_push(costs, cost_row(e, &r->func.at[i]));
    for (int i = 0; i < r->size.n; i++)
        json_push(sizes, json_record("size", json_str(r->size.at[i]->name),
                                     "about", json_str(r->about.at[i]), NULL));
    for (int i = 0; i < r->change.n; i++)
        json_push(changes, cost_change(e, &r->change.at[i]));
    for (int i = 0; i < r->pass.n; i++)
        json_push(passes, json_record("pass", json_str(r->pass.at[i]), NULL));
    json_set(view, "costs", costs);
    json_set(view, "any_sizes", json_bool(sizes->n));
    json_set(view, "sizes", sizes);
    json_set(view, "cost_changes", changes);
    json_set(view, "cost_passes", passes);
    json_set(view, "same_cost", json_bool(!changes->n && !passes->n));
}

Json *explained_view(const Explained *e)
{
    Spans *p = spans_new(e->source);
    for (int i = e->trace->alias.n - 1; i >= 0; i--)
        if (e->trace->alias.at[i].atom->op == OP_VAR)
            e->trace->alias.at[i].name->name = e->trace->alias.at[i].atom->var->name;
    Json *columns = json_list(), *source = column("source", "as it was written", false, true,
                                                         NULL);
    json_push(columns, source);
    add_columns(columns, e, p);
    enum { FEW = 12 };
    Json *all = sets(e, p);
    Json *view = json_record("file", json_str(e->name), "version", json_str(MAPNEST_VERSION),
                             "characters", json_int(e->room.width),
                             "few", json_bool(e->trace->step.n <= FEW),
                             "columns", columns, "sets", all, "any_near", json_bool(any_near(all)),
                             "rules", rules(e), NULL);
    add_costs(view, e);
    Json *versions = versions_view(e);
    json_set(view, "versions", versions);
    json_set(view, "any_versions", json_bool(versions->n));
    json_set(source, "tokens", spans_source(p));
    return json_set(view, "places_of_source", spans_list(p));
}
