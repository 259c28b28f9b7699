/* nests.c -- the dependences of loops that update arrays: a table, and which loop carries what. */
#include "../core/dependence.h"
#include "explain.h"

#include <string.h>

typedef struct {
    Text *out;
    Ranges *r;
    const char *func;
} Report;

/* " (1, -1)", where the distance is the same in all loops; "" elsewhere. */
static const char *distance_str(const Dependence *d)
{
    Text t = { 0 };
    for (int k = 0; k < d->depth; k++) {
        if (!d->known[k] && d->dir[k] != '=')
            return "";
        text_fmt(&t, "%s%lld", k ? ", " : "  distance (",
                 d->known[k] ? (long long)d->distance[k] : 0);
    }
    text_add(&t, d->depth ? ")" : "");
    return text_str(&t);
}

static void print_dependence(const Report *r, const Dependence *d)
{
    static const char *const does[][2] = {
        { "writes", "reads" }, { "reads", "writes" }, { "writes", "writes" },
    };
    if (!d->source) {
        text_fmt(r->out, "    %-9s RAW  %s, from iteration to iteration\n", dependence_vector(d),
                 dependence_array(d));
        return;
    }
    const char *sink = dependence_element(r->r, d, d->sink);
    text_fmt(r->out, "    %-9s %s  %s %s (%s), then %s %s (%s)%s\n", dependence_vector(d),
             dependence_name[d->kind], does[d->kind][0], dependence_element(r->r, d, d->source),
             dependence_line(d->source->span), does[d->kind][1], sink,
             dependence_line(d->sink->span), distance_str(d));
}

/* The dependences that the loop carries, as "RAW of a, WAR of b"; null: there are none. */
static const char *carried_str(const Dependences *all, const Core *loop, bool *copies)
{
    Text t = { 0 };
    *copies = true;
    for (int i = 0; i < all->n; i++) {
        const Dependence *d = &all->at[i];
        int by = carried_by(d);
        if (by < 0 || d->loop[by] != loop)
            continue;
        const char *one = format("%s of %s", dependence_name[d->kind], dependence_array(d));
        if (!t.n || !strstr(text_str(&t), one))
            text_fmt(&t, "%s%s", t.n ? ", " : "", one);
        *copies &= d->kind == DEP_WAR;
    }
    return t.n ? text_str(&t) : NULL;
}

/* It is one of the loop that carries it, too: in one iteration of the loops around that loop, an
   array and what the next iteration gets are not the same. */
static bool holds_inside(const Report *r, const Dependence *d)
{
    int by = carried_by(d);
    const Core *loop = by > 0 ? d->loop[by] : by < 0 && d->depth > 1 ? d->loop[d->depth - 1] : NULL;
    if (!loop || !d->source)
        return true;
    Dependences own = dependences(r->r, loop);
    for (int i = 0; i < own.n; i++)
        if (own.at[i].source == d->source && own.at[i].sink == d->sink)
            return true;
    return false;
}

typedef struct {
    const Report *report;
    const Dependences *all;
} InWords;

static void tell_loops(Core *n, void *arg)
{
    InWords *w = arg;
    bool copies;
    if (n->op == OP_LOOP && n->index) {
        const char *carries = carried_str(w->all, n, &copies);
        text_fmt(w->report->out, "    loop %s (%s) ", var_base(n->index->name),
                 dependence_line(n->span));
        if (!carries)
            text_add(w->report->out, "carries no dependence: it is parallel\n");
        else
            text_fmt(w->report->out, "carries %s%s\n", carries,
                     copies ? ": it is parallel if it reads a copy" : "");
    }
    core_each(n, tell_loops, arg);
}

static bool updates(const Core *n) { return n->op == OP_UPDATE; }

static void print_nest(const Report *r, Core *loop)
{
    Dependences found = dependences(r->r, loop), all = { 0 };
    for (int i = 0; i < found.n; i++)
        if (holds_inside(r, &found.at[i]))
            vec_push(&all, found.at[i]);
    const char *title = format("dependences: %s, loop %s ", r->func, var_base(loop->index->name));
    text_fmt(r->out, "== %s", title);
    for (int i = (int)strlen(title); i < 71; i++)
        text_add(r->out, "=");
    text_add(r->out, "\n");
    for (int i = 0; i < all.n; i++)
        print_dependence(r, &all.at[i]);
    tell_loops(loop, &(InWords){ r, &all });
    text_add(r->out, "\n");
}

static void find_nests(Core *n, void *report)
{
    if (n->op == OP_LOOP && n->index && core_some(n, updates))
        print_nest(report, n);
    else
        core_each(n, find_nests, report);
}

void explain_nests(Text *out, const Explained *e)
{
    const Snapshot *s = NULL;
    for (int i = 0; i < e->stage.n; i++)
        if (!strcmp(e->stage.at[i].pass, "simplify"))
            s = &e->stage.at[i];
    for (int i = 0; s && i < s->program.nfuncs; i++) {
        const Func *f = s->program.func[i];
        Report r = { out, ranges_of(f), f->name };
        range_define_all(r.r, f->body);
        find_nests(f->body, &r);
        ranges_free(r.r);
    }
}
