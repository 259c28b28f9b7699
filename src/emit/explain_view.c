/* explain_view.c -- the records of the page: columns, steps, rules, costs. */
#include "explain.h"

#include <string.h>

bool step_wanted(const Explained *e, const TraceStep *s)
{
    return !e->rule || !strcmp(e->rule, s->rule->name);
}

/* ---- columns -------------------------------------------------------------- */

static Json *column(const char *id, const char *title, const char *holds)
{
    Json *o = json_object();
    json_set(o, "id", json_str(id));
    json_set(o, "title", json_str(title));
    json_set(o, "holds", json_str(holds));
    json_set(o, "same", json_bool(false));
    json_set(o, "tokens", json_list());
    return o;
}

/* A pass that changed nothing says so. */
static Json *columns(const Explained *e, Spans *p)
{
    Json *list = json_list();
    for (int i = 0; i < e->stage.n; i++) {
        const Snapshot *s = &e->stage.at[i];
        Json *o = column(s->pass, s->pass, s->holds);
        bool same = i && !strcmp(s->text, e->stage.at[i - 1].text);
        json_set(o, "same", json_bool(same));
        json_set(o, "tokens", spans_tokens(p, s->text, &s->marks));
        json_push(list, o);
    }
    if (e->code) {
        Json *o = column("cuda", "CUDA", "what nvcc compiles");
        json_set(o, "tokens", spans_tokens(p, e->code, &e->code_marks));
        json_push(list, o);
    }
    return list;
}

/* ---- steps ---------------------------------------------------------------- */

void step_print(Text *out, const Core *n, Marks *marks)
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
        step_print(out, s->exp, marks);
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
    step_print(&t, n, &marks);
    int end = t.n;
    while (end && t.at[end - 1] == '\n')
        end--;
    return spans_tokens(p, str_copyn(text_str(&t), end), &marks);
}

static Json *held(const Askeds *a)
{
    Json *list = json_list();
    for (int i = 0; i < a->n; i++)
        json_push(list, json_set(json_object(), "condition", json_str(a->at[i].text)));
    return list;
}

static Json *refusal(const Refusal *r)
{
    Json *o = json_object();
    json_set(o, "who", json_str(r->rule->name));
    json_set(o, "on", json_str(r->place ? r->place : ""));
    json_set(o, "question", json_str(r->question));
    json_set(o, "because", json_str(r->why ? r->why : ""));
    return o;
}

static Json *refusals(const Refusals *r)
{
    Json *list = json_list();
    for (int i = 0; i < r->n; i++)
        json_push(list, refusal(&r->at[i]));
    return list;
}

static const char *place_of(const Explained *e, const Span *s)
{
    while (s && s->src != e->source)
        s = s->from;
    return s ? format("%s:%d:%d", e->name, s->line, s->col) : "";
}

static Json *step(const Explained *e, Spans *p, const TraceStep *s, int count)
{
    Json *o = json_object();
    int place = spans_number(p, s->span);
    json_set(o, "step", json_str(s->number ? s->number : format("%d", count)));
    json_set(o, "judgment", json_bool(s->number != NULL));
    json_set(o, "name", json_str(s->rule->name));
    json_set(o, "written", json_bool(s->rule->span != NULL));
    json_set(o, "law_at", json_str(rule_place(s->rule)));
    json_set(o, "where", json_str(place_of(e, s->span)));
    json_set(o, "placed", json_bool(place >= 0));
    json_set(o, "place", json_int(place));
    json_set(o, "why", json_str(s->rule->sentence ? s->rule->sentence : ""));
    json_set(o, "context", json_str(step_context(s)));
    json_set(o, "made", json_str(step_made(s)));
    json_set(o, "before", term(p, s->before));
    bool shown = s->after && !core_equal(s->after, s->before);
    json_set(o, "changed", json_bool(shown));
    json_set(o, "after", shown ? term(p, s->after) : json_list());
    json_set(o, "any_held", json_bool(s->held.n > 0));
    json_set(o, "held", held(&s->held));
    json_set(o, "refused", refusals(&s->refused));
    return o;
}

static int depth_of(const Explained *e, const TraceStep *s)
{
    return e->rule ? 0 : s->depth;
}

/* How many steps end with this one: it, and those around it that end, too. */
static Json *closes(int depth, int next)
{
    Json *list = json_list();
    for (int d = next; d <= depth; d++)
        json_push(list, json_bool(true));
    return list;
}

static Json *steps_of(const Explained *e, Spans *p, int set)
{
    VEC(const TraceStep *) of = {0};
    VEC(int) count = {0};
    int n = 0;
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        n += s->set == set;
        if (s->set != set || !step_wanted(e, s))
            continue;
        vec_push(&of, s);
        vec_push(&count, n);
    }
    Json *list = json_list();
    for (int i = 0; i < of.n; i++) {
        Json *o = step(e, p, of.at[i], count.at[i]);
        int next = i + 1 < of.n ? depth_of(e, of.at[i + 1]) : 0;
        json_set(o, "closes", closes(depth_of(e, of.at[i]), next));
        json_push(list, o);
    }
    return list;
}

static Json *misses_of(const Explained *e, int set)
{
    Json *list = json_list();
    for (int i = 0; i < e->trace->refused.n; i++) {
        const Refusal *r = &e->trace->refused.at[i];
        if (r->set == set && (!e->rule || !strcmp(e->rule, r->rule->name)))
            json_push(list, refusal(r));
    }
    return list;
}

static Json *sets(const Explained *e, Spans *p)
{
    Json *list = json_list();
    for (int i = 0; i < e->trace->set.n; i++) {
        Json *o = json_object(), *steps = steps_of(e, p, i), *misses = misses_of(e, i);
        if (!steps->n && !misses->n)
            continue;
        json_set(o, "set", json_str(e->trace->set.at[i]));
        json_set(o, "anchor", json_int(i));
        json_set(o, "count", json_str(steps->n == 1 ? "1 step" : format("%d steps", steps->n)));
        json_set(o, "steps", steps);
        json_set(o, "any_misses", json_bool(misses->n > 0));
        json_set(o, "misses", misses);
        json_push(list, o);
    }
    return list;
}

/* ---- rules ---------------------------------------------------------------- */

static const char *law_text(const Rule *r)
{
    const Span *s = r->whole ? r->whole : r->span;
    int line = 1;
    Text t = {0};
    for (const char *c = s->src->text; *c && line <= s->line2; c++) {
        if (line >= s->line)
            text_char(&t, *c);
        line += *c == '\n';
    }
    while (t.n && t.at[t.n - 1] == '\n')
        t.at[--t.n] = '\0';
    return text_str(&t);
}

static Json *rules(const Explained *e)
{
    Json *list = json_list();
    Table *seen = table_new();
    for (int i = 0; i < e->trace->step.n; i++) {
        const TraceStep *s = e->trace->step.at[i];
        if (!s->rule->span || table_has(seen, s->rule->name) || !step_wanted(e, s))
            continue;
        table_put(seen, s->rule->name, (void *)s);
        Json *o = json_object();
        json_set(o, "rule", json_str(s->rule->name));
        json_set(o, "stands", json_str(rule_place(s->rule)));
        json_set(o, "law", json_str(law_text(s->rule)));
        json_push(list, o);
    }
    return list;
}

/* ---- costs ---------------------------------------------------------------- */

static Json *cost_row(const FuncCost *f)
{
    Json *o = json_object();
    json_set(o, "func", json_str(f->name));
    json_set(o, "work", json_str(bigo_str(f->before.work)));
    json_set(o, "depth", json_str(bigo_str(f->before.depth)));
    json_set(o, "flat_work", json_str(bigo_str(f->after.work)));
    json_set(o, "flat_depth", json_str(bigo_str(f->after.depth)));
    return o;
}

static void add_measure(Json *list, const char *what, BigO before, BigO after,
                        const CostChange *k)
{
    if (bigo_equal(before, after))
        return;
    Json *o = json_object();
    json_set(o, "measure", json_str(what));
    json_set(o, "was", json_str(bigo_str(before)));
    json_set(o, "is", json_str(bigo_str(after)));
    json_set(o, "by", json_str(k->step->rule->name));
    json_push(list, o);
}

static void costs(Json *view, const Explained *e)
{
    const CostReport *r = cost_report(e);
    Json *list = json_list(), *sizes = json_list(), *changes = json_list();
    for (int i = 0; i < r->func.n; i++)
        json_push(list, cost_row(&r->func.at[i]));
    if (r->func.n > 1)
        json_push(list, cost_row(&r->total));
    for (int i = 0; i < r->size.n; i++)
        if (r->size.at[i]->about) {
            Json *o = json_set(json_object(), "size", json_str(r->size.at[i]->name));
            json_push(sizes, json_set(o, "about", json_str(r->size.at[i]->about)));
        }
    for (int i = 0; i < r->change.n; i++) {
        const CostChange *k = &r->change.at[i];
        add_measure(changes, "work", k->before.work, k->after.work, k);
        add_measure(changes, "depth", k->before.depth, k->after.depth, k);
    }
    json_set(view, "costs", list);
    json_set(view, "sizes", sizes);
    json_set(view, "cost_changes", changes);
}

Json *explained_view(const Explained *e)
{
    Json *view = json_object();
    Spans *p = spans_new(e->source);
    json_set(view, "file", json_str(e->name));
    json_set(view, "version", json_str(MAPNEST_VERSION));
    json_set(view, "columns", columns(e, p));
    json_set(view, "sets", sets(e, p));
    json_set(view, "rules", rules(e));
    costs(view, e);
    json_set(view, "source", spans_source(p));
    json_set(view, "places_of_source", spans_list(p));
    return view;
}
