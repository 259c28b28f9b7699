/* trace.c -- each step of the rules, kept and printed. */
#include "rewrite.h"

#include <string.h>

Trace *trace_new(void)
{
    return MAKE(Trace, .known = table_new());
}

int trace_set(Trace *t, const char *title)
{
    if (!t)
        return 0;
    vec_push(&t->set, title);
    return t->set.n - 1;
}

bool trace_tells(const Trace *t)
{
    return t && !t->brief;
}

void trace_refused(Trace *t, const Refusal *r)
{
    const char *key = intern(format("%d %s %s %s", r->set, r->rule->name, r->place,
                                    r->condition));
    int known = (int)(intptr_t)table_get(t->known, key);
    if (known) {
        t->refused.at[known - 1] = *r;
        return;
    }
    vec_push(&t->refused, *r);
    table_put(t->known, key, (void *)(intptr_t)t->refused.n);
}

static Askeds copied(const Askeds *a)
{
    Askeds c = { 0 };
    vec_append(&c, a->at, a->n);
    return c;
}

static TraceStep *record(Trace *t, TraceStep step)
{
    if (!t)
        return NULL;
    TraceStep *s = COPY(TraceStep, step);
    vec_push(&t->step, s);
    return s;
}

void trace_told(Trace *t, const Rule *r, const Span *s, Core *before, Core *after)
{
    record(t, (TraceStep){ .set = t ? t->set.n - 1 : 0, .rule = r, .span = s, .before = before,
                           .after = after });
}

TraceStep *trace_step(World *w, const Rule *r, const Span *s, Core *before, Core *after,
                      const Askeds *held)
{
    return record(w->trace, (TraceStep){ .set = w->set, .rule = r, .span = s, .before = before,
                                         .after = after, .held = copied(held) });
}

TraceStep *trace_judgment(World *w, const Rule *r, const char *number, Kids ctx,
                          Core *subject, const Askeds *held, const Refusals *refused)
{
    TraceStep s = { .set = w->set, .number = number, .rule = r, .span = origin_now().span,
                    .ctx = ctx, .before = subject, .held = copied(held), .refused = *refused };
    for (const char *c = number; *c; c++)
        s.depth += *c == '.';
    return record(w->trace, s);
}

const char *taken_names(const Match *m)
{
    Text t = { 0 };
    for (int i = 0; i < m->ntaken; i++)
        for (int k = 0; k < m->taken[i]->stm.nvars; k++)
            text_fmt(&t, "%s%s", t.n ? k ? " " : ", " : "", m->taken[i]->stm.var[k]->name);
    return text_str(&t);
}

const char *step_context(const TraceStep *s)
{
    return s->number ? ctx_str(s->ctx) : "";
}

const char *step_made(const TraceStep *s)
{
    Text t = { 0 };
    for (int i = 0; i < s->made.n; i++)
        text_fmt(&t, "%s%s = %s", i ? "\n" : "", s->made.at[i].name,
                 ctx_str(s->made.at[i].val));
    return text_str(&t);
}

/* ---- names -------------------------------------------------------------- */

/* A variable that the program has no longer keeps its number, which another has by now. On one
   side of a step the second variable of a name is printed under another name. */
typedef struct {
    Table *owner;              /* name -> its variable */
    VEC(Var *) var;            /* that have another name for now */
    VEC(const char *) old;
} Apart;

static void claim_name(Var *v, void *apart)
{
    Apart *a = apart;
    Var *owner = table_get(a->owner, v->name);
    if (owner && owner != v) {
        vec_push(&a->var, v);
        vec_push(&a->old, v->name);
        for (int k = 1; table_has(a->owner, v->name); k++)
            v->name = intern(format("%s_%d", var_base(v->name), k));
    }
    table_put(a->owner, v->name, v);
}

static void claim_names(Var **var, int n, void *apart)
{
    for (int i = 0; i < n; i++)
        claim_name(var[i], apart);
}

static void claim_in(Core *n, void *apart)
{
    core_visit(n, claim_in, claim_names, apart);
}

static Apart names_apart(const Core *side)
{
    Apart a = { .owner = table_new() };
    core_free_vars(side, claim_name, &a);
    claim_in((Core *)side, &a);
    return a;
}

static void names_back(Apart *a)
{
    for (int i = 0; i < a->var.n; i++)
        a->var.at[i]->name = a->old.at[i];
    table_free(a->owner);
}

/* ---- printing ----------------------------------------------------------- */

static void print_rope(Text *out, const Core *b, const char *first, const char *rest);

static void print_term(Text *out, const Core *n, const char *rest)
{
    Text t = { 0 };
    core_print(&t, n, 0);
    for (const char *c = text_str(&t); *c; c++) {
        if (*c == '\n' && !c[1])
            break;
        text_char(out, *c);
        if (*c == '\n')
            text_add(out, rest);
    }
    text_char(out, '\n');
}

static void print_binding(Text *out, const Stm *s, const char *rest)
{
    for (int i = 0; i < s->nvars; i++)
        text_fmt(out, "%s ", s->var[i]->name);
    text_add(out, "= ");
    print_term(out, s->exp, rest);
}

/* Bindings, one a line; those of a body within as its own. */
static void print_rope(Text *out, const Core *b, const char *first, const char *rest)
{
    for (int i = 0; i < b->nstms; i++) {
        if (!b->stm[i].nvars) {
            print_rope(out, b->stm[i].exp, first, rest);
        } else {
            text_add(out, first);
            print_binding(out, &b->stm[i], format("%s    ", rest));
        }
        first = rest;
    }
    if (!b->g[0].n)
        return;
    text_fmt(out, "%sin", first);
    for (int i = 0; i < b->g[0].n; i++)
        text_fmt(out, " %s", core_str(b->g[0].at[i]));
    text_char(out, '\n');
}

static void print_side(Text *out, const Core *n, const char *first, const char *rest)
{
    if (n->op == OP_BODY) {
        print_rope(out, n, first, rest);
        return;
    }
    text_add(out, first);
    print_term(out, n, rest);
}

static const char *place_of(const Span *s)
{
    return s ? span_str(s) : "";
}

const char *rule_place(const Rule *r)
{
    if (!r->span || !r->span->src)
        return "built in";
    const char *name = strrchr(r->span->src->name, '/');
    return name ? name + 1 : r->span->src->name;
}

static void print_held(Text *out, const TraceStep *s, const char *indent)
{
    for (int i = 0; i < s->held.n; i++)
        text_fmt(out, "%s%s", i ? "; " : format("%sok    ", indent), s->held.at[i].text);
    text_add(out, s->held.n ? "\n" : "");
}

static void print_refused(Text *out, const Refusal *r, const char *indent)
{
    text_fmt(out, "%srefused %s", indent, r->rule->name);
    if (r->place && *r->place)
        text_fmt(out, " on %s", r->place);
    text_fmt(out, ": %s%s", r->pays ? "does not pay, " : "", r->condition);
    if (r->why && *r->why)
        text_fmt(out, " (%s)", r->why);
    text_char(out, '\n');
}

static void print_lines(Text *out, const char *text, const char *indent)
{
    text_add(out, indent);
    for (const char *c = text; c && *c; c++) {
        text_char(out, *c);
        if (*c == '\n')
            text_add(out, indent);
    }
    text_char(out, '\n');
}

static const char *stms_line(const Core *body)
{
    Text t = { 0 };
    for (int i = 0; i < body->nstms; i++) {
        for (int v = 0; v < body->stm[i].nvars; v++)
            text_fmt(&t, "%s ", body->stm[i].var[v]->name);
        text_fmt(&t, "= %s", core_str(body->stm[i].exp));
    }
    return text_str(&t);
}

/* What C simplified by itself is one line. */
static void print_told(Text *out, const TraceStep *s, int number)
{
    const char *to = s->after->nstms ? format("  =>  %s", core_str(s->after->stm[0].exp)) : "";
    text_fmt(out, "%-3d %s  %s%s\n", number, s->rule->name, stms_line(s->before), to);
}

static void print_apart(Text *out, const Core *side, const char *first)
{
    Apart names = names_apart(side);
    print_side(out, side, first, "       ");
    names_back(&names);
}

static void print_lemma(Text *out, const TraceStep *s, int number)
{
    text_fmt(out, "%-3d %s (%s)  %s\n", number, s->rule->name, rule_place(s->rule),
             place_of(s->span));
    print_apart(out, s->before, "       ");
    print_apart(out, s->after, "    => ");
    text_fmt(out, "    why   %s\n", s->rule->sentence);
    print_held(out, s, "    ");
}

#define SUBJECT "            "

/* Where the brace that ends a line is closed. */
static const char *block_end(const char *open)
{
    int depth = 0;
    const char *c = open;
    do
        depth += (*c == '{') - (*c == '}');
    while (depth && *c++);
    return c;
}

/* The text with blocks of several lines as { .. }. */
static void outline(Text *out, const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == '{' && c[1] == '\n') {
            text_add(out, "{ .. }");
            c = block_end(c);
            c -= !*c;
        } else {
            text_char(out, *c);
        }
}

static const char *subject_of(const TraceStep *s, bool whole)
{
    Text t = { 0 }, lines = { 0 };
    print_side(&t, s->before, SUBJECT, SUBJECT);
    outline(&lines, text_str(&t));
    return text_str(whole ? &t : &lines);
}

static const char *line_at(const char *c)
{
    return intern(str_copyn(c, (int)(next_line(c) - c)));
}

/* Lines that an earlier step has, from the one with which the last part begins, are one. */
static void print_lines_once(Text *out, const char *text, const char *rest, Table *known)
{
    bool told = false;
    const char *from = rest ? line_at(rest) : NULL, *in = NULL;
    for (const char *c = text; *c; c = next_line(c)) {
        const char *line = line_at(c);
        in = line == from && c != text ? from : in;
        bool old = in && table_has(known, line) && *next_line(c);
        if (!old || !told)
            text_add(out, old ? SUBJECT "..\n" : line);
        told = old;
        table_put(known, line, known);
    }
}

/* What came out is shown where it is one operation: the rest is in the steps below, and so is
   what is in the blocks of what it came from. `last`: the last of these steps, or null. */
static void print_judgment(Text *out, const TraceStep *s, const TraceStep *last, Table *known)
{
    const char *in = "          ";
    text_fmt(out, "%s  %s (%s)  %s\n", s->number, s->rule->name, rule_place(s->rule),
             place_of(s->span));
    text_fmt(out, "%s%s |-\n", in, step_context(s));
    if (last)
        print_lines_once(out, subject_of(s, false), subject_of(last, false), known);
    else
        text_add(out, subject_of(s, true));
    text_fmt(out, "%swhy   %s\n", in, s->rule->sentence);
    if (s->made.n)
        print_lines(out, step_made(s), in);
    print_held(out, s, in);
    for (int i = 0; i < s->refused.n; i++)
        print_refused(out, &s->refused.at[i], in);
    if (s->after && s->after->op != OP_BODY && !core_equal(s->after, s->before))
        print_side(out, s->after, "       => ", in);
}

static void print_title(Text *out, const char *title)
{
    text_fmt(out, "== %s ", title);
    for (int i = (int)strlen(title); i < 70; i++)
        text_char(out, '=');
    text_char(out, '\n');
}

static bool wanted(const char *only, const Rule *r)
{
    return !only || !strcmp(only, r->name);
}

/* The last of the steps that a step's rule asked for; null: it asked for none. */
static const TraceStep *last_part(const Trace *t, int i)
{
    const TraceStep *s = t->step.at[i], *last = NULL;
    for (int k = i + 1; k < t->step.n; k++) {
        const TraceStep *next = t->step.at[k];
        if (next->set != s->set || !next->number || next->depth <= s->depth)
            break;
        last = next->depth == s->depth + 1 ? next : last;
    }
    return last;
}

static int print_steps(Text *out, const Trace *t, int set, const char *only)
{
    int steps = 0;
    Table *known = table_new();
    for (int i = 0; i < t->step.n; i++) {
        const TraceStep *s = t->step.at[i];
        if (s->set != set)
            continue;
        steps++;
        if (!wanted(only, s->rule))
            continue;
        if (s->number)
            print_judgment(out, s, only ? NULL : last_part(t, i), known);
        else if (!s->rule->span && s->before->nstms == 1 && s->after->nstms < 2)
            print_told(out, s, steps);
        else
            print_lemma(out, s, steps);
    }
    table_free(known);
    return steps;
}

void trace_print(Text *out, const Trace *t, const char *only)
{
    for (int set = 0; set < t->set.n; set++) {
        Text body = { 0 };
        int steps = print_steps(&body, t, set, only);
        for (int i = 0; i < t->refused.n; i++)
            if (t->refused.at[i].set == set && wanted(only, t->refused.at[i].rule))
                print_refused(&body, &t->refused.at[i], "    ");
        if (!body.n)
            continue;
        print_title(out, t->set.at[set]);
        text_add(out, text_str(&body));
        text_fmt(out, "-- %d step%s\n\n", steps, steps == 1 ? "" : "s");
    }
}
