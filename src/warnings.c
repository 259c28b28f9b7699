/* warnings.c -- warnings about what the passes made of the program. */
#include "compile.h"

#include <string.h>

void warn_operators(const Program *p)
{
    int checked;
    if (warning_enabled(WARN_OPERATORS))
        operators_check(p, &checked);
}

/* ---- what runs sequentially ---------------------------------------------- */

typedef struct {
    const Trace *trace;
    bool in_thread;
} Search;

static bool same_place(const Span *a, const Span *b)
{
    return a && b && a->src == b->src && a->line == b->line && a->col == b->col &&
           a->line2 == b->line2 && a->col2 == b->col2;
}

typedef struct { const Span *span; bool found; } Sought;

static void seek(Core *n, void *arg)
{
    Sought *s = arg;
    s->found |= ops[n->op].kind == K_SOAC && same_place(n->span, s->span);
    if (!s->found)
        core_each(n, seek, s);
}

/* The step that left it to the threads of a nest. */
static const TraceStep *step_of(const Trace *t, const Core *soac)
{
    for (int i = t ? t->step.n - 1 : -1; i >= 0; i--) {
        const TraceStep *s = t->step.at[i];
        Sought sought = { soac->span, false };
        bool ends = s->rule->judgment && s->after &&
                    (!strcmp(s->rule->name, "segmap") || !strcmp(s->rule->name, "stop") ||
                     !strcmp(s->rule->name, "alone"));
        if (ends)
            seek(s->before, &sought);
        if (sought.found)
            return s;
    }
    return NULL;
}

/* What the failure of a rule's question means. */
static const char *meaning(const char *question)
{
    static const char *const meanings[][2] = {
        { "steady", "how much it does differs from row to row" },
        { "regular", "an array differs in size from row to row" },
        { "invariant", "what it starts from, or its width, differs from row to row" },
        { "scalar", "its operator works on arrays" },
        { "unwritten", "what it reads is updated in the same place" },
        { "no-new-failure", "it might fail where the program does not" },
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (str_starts(question, meanings[i][0]))
            return meanings[i][1];
    return NULL;
}

static const char *kind_of(const Core *soac)
{
    switch (soac->op) {
    case OP_MAP: return "map";
    case OP_REDUCE: case OP_REDOMAP: return "reduction";
    case OP_SCAN: case OP_SCANOMAP: return "scan";
    case OP_SCATTER: case OP_SCATOMAP: return "scatter";
    case OP_HIST: case OP_HISTOMAP: return "histogram";
    default: return ops[soac->op].text;
    }
}

static void warn_soac(const Core *n, const Trace *trace)
{
    const TraceStep *s = step_of(trace, n);
    const Refusal *r = s && s->refused.n ? &s->refused.at[0] : NULL;
    const char *why = !s ? NULL : !strcmp(s->rule->name, "stop")
                    ? "--flatten=moderate keeps reductions inside a nest in a thread"
                    : r ? meaning(r->question) : NULL;
    warn_at(n->span, WARN_SEQUENTIAL, "this %s runs in one thread, element after element%s%s",
            kind_of(n), why ? ": " : "", why ? why : "");
    if (r)
        note_at(r->span ? r->span : n->span, "the rule '%s' does not apply: %s%s%s%s",
                r->rule->name, r->question, r->why ? " (" : "", r->why ? r->why : "",
                r->why ? ")" : "");
}

static void search(Core *n, void *arg)
{
    const Search *s = arg;
    Search inside = { s->trace, s->in_thread || ops[n->op].kind == K_SEG };
    if (s->in_thread && ops[n->op].kind == K_SOAC)
        warn_soac(n, s->trace);
    else
        core_each(n, search, &inside);
}

void warn_sequential(const Program *p, const Trace *trace)
{
    Search s = { trace, false };
    for (int i = 0; i < p->nfuncs && warning_enabled(WARN_SEQUENTIAL); i++)
        search(p->func[i]->body, &s);
}
