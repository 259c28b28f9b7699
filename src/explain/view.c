/* view.c -- the record of an explanation: columns, steps, rules, costs. */
#include "explain.h"
#include "../emit/view.h"

#include <string.h>

static bool is_wanted(const Explained *e, const Rule *r)
{
    return !e->rule || !strcmp(e->rule, r->name);
}

/* ---- columns -------------------------------------------------------------- */

static Json *column(const char *title, const char *holds, bool same, Json *tokens)
{
    return json_record("title", json_str(title), "holds", json_str(holds),
                       "same", json_bool(same), "tokens", tokens, NULL);
}

/* The program after each pass, of which one that changed nothing says so, then the
   generated code. */
static void add_columns(Json *list, const Explained *e, Spans *p)
{
    for (int i = 0; i < e->stage.n; i++) {
        const Snapshot *s = &e->stage.at[i];
        bool same = i && !strcmp(s->text, e->stage.at[i - 1].text);
        json_push(list, column(s->pass, s->holds, same, spans_tokens(p, s->text, &s->marks)));
    }
    if (e->code)
        json_push(list, column("cuda", "what nvcc compiles", false,
                               spans_tokens(p, e->code, &e->code_marks)));
}

/* ---- steps ---------------------------------------------------------------- */

static void print_term(Text *out, const Core *n, Marks *marks)
{
    if (n->op != OP_BODY) {
        core_print_marked(out, n, marks);
        text_char(out, '\n');
        return;
    }
    for (int i = 0; i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        for (int k = 0; k < s->nvars; k++)
            text_fmt(out, "%s%s", s->var[k]->name, k + 1 < s->nvars ? " " : " = ");
        print_term(out, s->exp, marks);
    }
    if (n->g[0].n)
        text_add(out, "in");
    for (int i = 0; i < n->g[0].n; i++)
        text_fmt(out, " %s", core_str(n->g[0].at[i]));
    text_add(out, n->g[0].n ? "\n" : "");
}

static Json *term(Spans *p, const Core *n)
{
    Text t = {0};
    Marks marks = {0};
    print_term(&t, n, &marks);
    while (t.n && t.at[t.n - 1] == '\n')
        t.at[--t.n] = '\0';
    return spans_tokens(p, text_str(&t), &marks);
}

static Json *refusal(const Refusal *r)
{
    return json_record("who", json_str(r->rule->name), "on", text_or_false(r->place),
                       "condition", json_str(r->condition), "because", text_or_false(r->why), NULL);
}

/* Of one set, or all: -1. */
static Json *refusals(const Explained *e, const Refusals *r, int set)
{
    Json *list = json_list();
    for (int i = 0; i < r->n; i++)
        if (set < 0 || (r->at[i].set == set && is_wanted(e, r->at[i].rule)))
            json_push(list, refusal(&r->at[i]));
    return list;
}

static const char *place_of(const Explained *e, const Span *s)
{
    while (s && s->src != e->source)
        s = s->from;
    return s ? format("%s:%d:%d", e->name, s->line, s->col) : NULL;
}

static Json *step(const Explained *e, Spans *p, const TraceStep *s, int count)
{
    Json *held = json_list();
    for (int i = 0; i < s->held.n; i++)
        json_push(held, json_record("condition", json_str(s->held.at[i].text), NULL));
    bool shown = s->after && !core_equal(s->after, s->before);
    return json_record("step", json_str(s->number ? s->number : format("%d", count)),
                       "context", text_or_false(s->number ? step_context(s) : NULL),
                       "name", json_str(s->rule->name), "written", json_bool(s->rule->span),
                       "law_at", json_str(rule_place(s->rule)),
                       "where", text_or_false(place_of(e, s->span)),
                       "open", spans_number(p, s->span),
                       "why", text_or_false(s->rule->sentence),
                       "before", term(p, s->before), "changed", json_bool(shown),
                       "after", shown ? term(p, s->after) : json_list(),
                       "made", text_or_false(step_made(s)),
                       "held", with_last(held), "any_held", json_bool(held->n),
                       "refused", refusals(e, &s->refused, -1),
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

/* ---- trees: a slide has room for so much, the rest is a tree of its own ------------- */

enum { MOST_LEAVES = 4, MOST_HEIGHT = 6 };

static int leaves(const Json *step)
{
    const Json *below = json_get(step, "steps");
    int n = below->n == 0;
    for (int i = 0; i < below->n; i++)
        n += leaves(below->item[i]);
    return n;
}

static int height(const Json *step)
{
    const Json *below = json_get(step, "steps");
    int most = 0;
    for (int i = 0; i < below->n; i++) {
        int h = height(below->item[i]);
        most = h > most ? h : most;
    }
    return most + 1;
}

static void cut(Json *step, Json *trees)
{
    const Json *below = json_get(step, "steps");
    bool many = leaves(step) > MOST_LEAVES;
    for (int i = 0; i < below->n; i++) {
        Json *o = below->item[i];
        if ((many && leaves(o) > 1) || height(o) > MOST_HEIGHT) {
            json_set(o, "cut", json_bool(true));
            json_push(trees, o);
        } else {
            cut(o, trees);
        }
    }
}

/* Trees of judgments: each whole one, or what is left of it, then what was cut off. */
static void find_trees(const Json *steps)
{
    for (int i = 0; i < steps->n; i++) {
        Json *trees = json_get(steps->item[i], "trees");
        if (json_get(steps->item[i], "context")->kind != JSON_STRING)
            continue;
        json_push(trees, steps->item[i]);
        for (int k = 0; k < trees->n; k++)
            cut(trees->item[k], trees);
    }
}

static Json *sets(const Explained *e, Spans *p)
{
    Json *list = json_list();
    for (int i = 0; i < e->trace->set.n; i++) {
        int n;
        Json *steps = steps_of(e, p, i, &n), *misses = refusals(e, &e->trace->refused, i);
        if (!e->rule)
            find_trees(steps);
        const char *count = n == 1 ? "1 step" : format("%d steps", n);
        if (n || misses->n)
            json_push(list, json_record("set", json_str(e->trace->set.at[i]),
                                        "anchor", json_int(i), "count", json_str(count),
                                        "steps", steps, "any_misses", json_bool(misses->n),
                                        "misses", misses, NULL));
    }
    return list;
}

/* ---- rules ---------------------------------------------------------------- */

static Json *rules(const Explained *e)
{
    Json *list = json_list();
    Table *seen = table_new();
    for (int i = 0; i < e->trace->step.n; i++) {
        const Rule *r = e->trace->step.at[i]->rule;
        if (!r->span || table_has(seen, r->name) || !is_wanted(e, r))
            continue;
        table_put(seen, r->name, (void *)r);
        json_push(list, json_record("rule", json_str(r->name), "stands", json_str(rule_place(r)),
                                    "law", json_str(span_text(r->whole)), NULL));
    }
    return list;
}

/* ---- costs ---------------------------------------------------------------- */

static Json *order(BigO a)
{
    return json_str(bigo_str(a));
}

static Json *cost_row(const Explained *e, const FuncCost *f)
{
    return json_record("func", json_str(f->name), "entry", json_bool(f->entry),
                       "func_at", text_or_false(place_of(e, f->span)),
                       "work", order(f->before.work), "flat_work", order(f->after.work),
                       "depth", order(f->before.depth), "flat_depth", order(f->after.depth), NULL);
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
        if (r->size.at[i]->about)      /* else it is a size or parameter of the program */
            json_push(sizes, json_record("size", json_str(r->size.at[i]->name),
                                         "about", json_str(r->size.at[i]->about), NULL));
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
    Json *columns = json_list(), *source = column("source", "as it was written", false, NULL);
    json_push(columns, source);
    add_columns(columns, e, p);
    Json *view = json_record("file", json_str(e->name), "version", json_str(MAPNEST_VERSION),
                             "columns", columns, "sets", sets(e, p), "rules", rules(e), NULL);
    add_costs(view, e);
    json_set(source, "tokens", spans_source(p));
    return json_set(view, "places_of_source", spans_list(p));
}
