/* warnings.c -- warnings about what the passes made of the program. */
#include "compile.h"
#include "core/dependence.h"
#include "truth/truth.h"

#include <string.h>

void warn_operators(const Program *p)
{
    int checked;
    if (warning_enabled(WARN_OPERATORS))
        operators_check(p, &checked);
}

/* ---- what runs sequentially ---------------------------------------------- */

/* What the failure of a rule's condition means. */
static const char *meaning(const char *condition)
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
        if (str_starts(condition, meanings[i][0]))
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

/* nest: the nest that was left to its threads. */
static void warn_soac(const Core *n, const Core *nest)
{
    const TraceStep *s = nest->step ? nest->step->told : NULL;
    const Refusal *r = s && s->refused.n ? &s->refused.at[0] : NULL;
    const char *why = s && !strcmp(s->rule->name, "stop")
                    ? "--flatten=moderate keeps reductions inside a nest in a thread"
                    : r ? meaning(r->condition) : NULL;
    warn_at(n->span, WARN_SEQUENTIAL, "this %s runs in one thread, element after element%s%s",
            kind_of(n), why ? ": " : "", why ? why : "");
    if (r)
        note_at(r->span ? r->span : n->span, "the rule '%s' does not %s: %s%s%s%s",
                r->rule->name, r->pays ? "pay" : "apply", r->condition,
                r->why ? " (" : "", r->why ? r->why : "",
                r->why ? ")" : "");
}

/* One of several versions, in which each thread has all that is inside an element. */
static bool is_version(const Core *nest)
{
    const TraceStep *s = nest->step ? nest->step->told : NULL;
    return s && !strcmp(s->rule->set, "versions");
}

static bool updates(const Core *n) { return n->op == OP_UPDATE; }

/* A loop outside all nests, in which nothing is parallel, and which updates an array. */
static bool warn_loop(const Core *n)
{
    if (n->op != OP_LOOP || !n->index || core_parallel(n) || !core_some(n, updates))
        return false;
    Ranges *r = ranges_new();
    range_define_all(r, (Core *)n);
    Dependences all = dependences(r, n);
    const Dependence *d = carried_dependence(&all);
    warn_at(n->span, WARN_SEQUENTIAL, "loop %s is not parallel: %s", var_base(n->index->name),
            d ? dependence_told(r, d) : "it does more than update arrays");
    ranges_free(r);
    return true;
}

static void search(Core *n, void *nest)
{
    if ((nest && is_version(nest)) || (!nest && warn_loop(n)))
        return;
    if (nest && ops[n->op].kind == K_SOAC)
        warn_soac(n, nest);
    else
        core_each(n, search, ops[n->op].kind == K_SEG ? n : nest);
}

void warn_sequential(const Program *p)
{
    for (int i = 0; i < p->nfuncs && warning_enabled(WARN_SEQUENTIAL); i++)
        search(p->func[i]->body, NULL);
}

/* ---- loops whose floats are grouped anew ----------------------------------- */

static bool made_of_loop(const Core *n)
{
    static const char *const rules[] = { "loop-is-reduction", "prefixes-before-loop",
                                         "loop-is-histogram" };
    for (size_t i = 0; n->step && i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(n->step->rule, rules[i]))
            return true;
    return false;
}

static void warn_grouping_in(Core *n, void *nothing)
{
    int o = op_group(n->op, 'o');
    if (ops[n->op].kind == K_SOAC && o >= 0 && made_of_loop(n) && lam_rounds(n->g[o].at[0]))
        warn_at(n->span, WARN_GROUPING, "this loop's floats are combined in another order, so that "
                "the last bits may differ; '#[sequential]' before it keeps the order");
    core_each(n, warn_grouping_in, nothing);
}

void warn_grouping(const Program *p)
{
    for (int i = 0; i < p->nfuncs && warning_enabled(WARN_GROUPING); i++)
        warn_grouping_in(p->func[i]->body, NULL);
}

/* ---- attributes ----------------------------------------------------------- */

/* An attribute in a function stands wherever that is called: one of them is enough. */
static bool heeded_somewhere(const Program *p, const Span *at)
{
    for (int i = 0; i < p->asked.n; i++)
        if (p->asked.at[i].heeded && p->asked.at[i].span == at)
            return true;
    return false;
}

void warn_attributes(const Program *p)
{
    for (int i = 0; i < p->asked.n; i++) {
        const Attribute *a = &p->asked.at[i];
        bool told = false;
        for (int k = 0; k < i; k++)
            told |= p->asked.at[k].span == a->span;
        if (told || heeded_somewhere(p, a->span))
            continue;
        if (a->instead) {
            warn_at(a->span, WARN_ATTRIBUTE, "#[%s] changes nothing here: this is done together "
                    "with what is #[%s]", a->text, a->instead);
            continue;
        }
        warn_at(a->span, WARN_ATTRIBUTE, "#[%s] changes nothing here: no block does rows of this "
                "in chunks", a->text);
        note_at(a->span, "it belongs before a map over rows of one length, with more to do in "
                "parallel inside, or before what is done there");
    }
}

/* ---- versions ------------------------------------------------------------- */

void warn_versions(const Program *p)
{
    for (int i = 0; i < p->cut.n; i++)
        warn_at(p->cut.at[i].span, WARN_VERSIONS, "this nest has fewer versions than there are "
                "rules for: an entry point has %lld at most (--option=max_versions=N)",
                (long long)p->cut.at[i].most);
}
