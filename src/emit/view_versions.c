/*
 * view_versions.c -- choices between versions, and what they compare with, as records.
 *
 * The thresholds are constants at the top of the file. With --tunable the call takes a struct
 * of them, and the tests ask that.
 */
#include "view.h"

#include <string.h>

/* ---- thresholds ------------------------------------------------------------ */

/* The names of the kernels that a version launches, each once. */
typedef struct {
    Show *v;
    Table *seen;
    Text names;
} Launched;

static void note_kernel(Stmt *s, void *launched)
{
    Launched *l = launched;
    for (int i = 0; s->kind == S_LAUNCH && i < s->kernel->stages.n; i++) {
        const char *name = table_get(l->v->kernel_name, s->kernel->stages.at[i]);
        if (table_has(l->seen, name))
            continue;
        table_put(l->seen, name, l);
        text_fmt(&l->names, "%s%s", l->names.n ? ", " : "", name);
    }
}

static bool mentions_threshold(const Core *test, const Threshold *t)
{
    return test && core_uses(test, t->var);
}

static void note_launched(const Way *w, Launched *l)
{
    for (int i = 0; i < w->chosen.n; i++)
        block_each(w->chosen.at[i], note_kernel, l);
}

const char *kernels_launched(Show *v, const Way *w)
{
    Launched l = { .v = v, .seen = table_new() };
    note_launched(w, &l);
    return l.names.n ? text_str(&l.names) : "";
}

/* What the option of its rule says, and which kernels it leads to. */
static const char *about_threshold(Show *v, const Threshold *t)
{
    Launched l = { .v = v, .seen = table_new() };
    for (int e = 0; e < v->plan->entries.n; e++)
        for (int c = 0; c < v->plan->entries.at[e]->choices.n; c++) {
            const Choice *x = v->plan->entries.at[e]->choices.at[c];
            for (int w = 0; w < x->way.n; w++)
                if (mentions_threshold(x->way.at[w].test, t))
                    note_launched(&x->way.at[w], &l);
        }
    if (!l.names.n)
        return t->about;
    return format("%.*s (%s).", (int)strlen(t->about) - 1, t->about, text_str(&l.names));
}

bool is_tunable(const Show *v)
{
    return v->o->tunable && v->plan->thresholds.n;
}

const char *thresholds_type(const Show *v)
{
    return format("struct %s_thresholds", c_spelling(v->plan->stem));
}

void show_thresholds(Show *v, Json *to)
{
    Json *list = json_list();
    size_t width = 0;
    for (int i = 0; i < v->plan->thresholds.n; i++) {
        size_t n = strlen(names_of(v->names, v->plan->thresholds.at[i]->var));
        width = n > width ? n : width;
    }
    for (int i = 0; i < v->plan->thresholds.n; i++) {
        const Threshold *t = v->plan->thresholds.at[i];
        const char *constant = names_of(v->names, t->var), *field = str_lower(constant);
        if (is_tunable(v))
            names_give(v->names, t->var, format("thresholds.%s", field));
        json_push(list, json_record("constant", json_str(constant), "field", json_str(field),
                                    "padded_field", json_str(format("%-*s", (int)width, field)),
                                    "threshold", json_int(t->value),
                                    "about", json_str(about_threshold(v, t)), NULL));
    }
    json_set(to, "thresholds", with_last(list));
    json_set(to, "tunable", is_tunable(v) ? json_record(
        "thresholds_type", json_str(thresholds_type(v)), "thresholds_defaults",
        json_str(format("%s_default_thresholds", c_spelling(v->plan->stem))), NULL)
        : json_bool(false));
}

static void note_test(Stmt *s, void *arg)
{
    void **a = arg;
    const Plan *p = a[0];
    for (int i = 0; s->kind == S_IF && i < p->thresholds.n; i++)
        *(bool *)a[1] |= mentions_threshold(s->exp, p->thresholds.at[i]);
}

static bool has_tests(const Plan *p, const Entry *e)
{
    bool yes = e->choices.n > 0;
    block_each(&e->body, note_test, (void *[]){ (void *)p, &yes });
    return yes;
}

bool is_call(const Stmt *s)
{
    return s->kind == S_CALL && !s->callee->func->send;
}

/* One that calls others hands them on. */
bool takes_thresholds(const Show *v, const Entry *e)
{
    bool yes = has_tests(v->plan, e), calls = block_some(&e->body, is_call);
    for (int i = 0; calls && i < v->plan->inner.n; i++)
        yes |= has_tests(v->plan, v->plan->inner.at[i]);
    return is_tunable(v) && yes;
}

bool uses_thresholds(const Show *v, const Table *used)
{
    bool yes = false;
    for (int i = 0; i < v->plan->thresholds.n; i++)
        yes |= table_has(used, v->plan->thresholds.at[i]->var);
    return is_tunable(v) && yes;
}

/* ---- choices --------------------------------------------------------------- */

Json *show_versions(const Show *v)
{
    Json *list = json_list();
    for (int i = 0; i < v->plan->versions.n; i++)
        json_push(list, json_record("way", json_str(v->plan->versions.at[i].name), NULL));
    return with_last(list);
}

const char *cut_nests(const Program *p, const Span *within)
{
    Text lines = { 0 };
    int n = 0;
    for (int i = 0; i < p->cut.n; i++) {
        const Span *s = p->cut.at[i].span;
        if (!within || (s->line >= within->line && s->line <= within->line2))
            text_fmt(&lines, "%s%d", n++ ? ", " : "", s->line);
    }
    return !n ? NULL
         : format("At most %lld versions are written (max_versions). The nest%s of line%s %s %s "
                  "fewer versions than the rules offer.", (long long)p->cut.at[0].most,
                  n > 1 ? "s" : "", n > 1 ? "s" : "", text_str(&lines), n > 1 ? "have" : "has");
}

void note_tests(const Choice *c, Table *used)
{
    for (int i = 0; i < c->way.n; i++)
        if (c->way.at[i].test)
            tree_vars(c->way.at[i].test, note_var, used);
}

/* {version_name, function, version_params, call, named_sizes: of {size_type,
   size_name, size}, ways: of {test, way, about}} */
static Json *show_choice(Signature *s, const Choice *c)
{
    Json *ways = json_list(), *named = json_list();
    Table *used = table_new();
    note_tests(c, used);
    for (int i = 0; i < c->named.n; i++)
        json_push(named, json_record(
            "size_type", json_str(c_type(c->named.at[i].var->type->prim)),
            "size_name", json_str(names_of(s->names, c->named.at[i].var)),
            "size", json_str(signature_expr(s, c->named.at[i].is)), NULL));
    for (int i = 0; i < c->way.n; i++) {
        const Way *w = &c->way.at[i];
        json_push(ways, json_record(
            "test", text_or_false(w->told ? signature_expr(s, w->told) : NULL),
            "way", json_str(w->name), "about", json_str(w->about), NULL));
    }
    Json *params = params_used(s, used);
    const char *call = format("%s(%s)", c->name, arg_text(params, "scratch_param"));
    return json_record("version_name", json_str(names_of(s->names, c->version)),
                       "function", json_str(c->name), "scratch_params", params,
                       "call", json_str(call), "named_sizes", named, "ways", ways, NULL);
}

Json *show_choices(Signature *s)
{
    Json *list = json_list();
    for (int i = 0; i < s->e->choices.n; i++)
        json_push(list, show_choice(s, s->e->choices.at[i]));
    return list;
}

static bool some_test_calls(const Json *choices, const char *helper)
{
    bool yes = false;
    for (int i = 0; i < choices->n; i++) {
        const Json *ways = json_get(choices->item[i], "ways");
        for (int w = 0; w < ways->n - 1; w++)
            yes |= strstr(json_get(ways->item[w], "test")->text, helper) != NULL;
    }
    return yes;
}

/* The property of the device that chooses a version; null: none does. */
const char *asks_device(const Json *choices)
{
    bool shared = some_test_calls(choices, "max_dynamic_shared(");
    bool processors = some_test_calls(choices, "sm_percent(");
    return shared && processors ? "shared memory or number of multiprocessors"
         : shared ? "shared memory" : processors ? "number of multiprocessors" : NULL;
}

static void note_version(Var *v, void *version)
{
    *(const Var **)version = v;
}

/* The region around has versions of the same choice, of which the region is one. */
static const Region *other_choice_around(const Region *r)
{
    const Var *version = NULL;
    tree_vars(r->is, note_version, &version);
    for (r = r->around; r && core_uses(r->is, version);)
        r = r->around;
    return r;
}

/* That it is the version of the region, and of those around. */
static const char *condition_of(Signature *s, const Region *r)
{
    CScope scope = scope_of(s->v, s->names);
    const char *own = c_str(r->is, &scope);
    const Region *around = other_choice_around(r);
    return around ? format("%s && %s", condition_of(s, around), own) : own;
}

/* Those that all versions need. */
Json *common_slots(Signature *s)
{
    Json *list = json_list(), *slots = show_slots(s);
    for (int i = 0; i < s->e->nslots; i++)
        if (!s->e->slot[i].first->region)
            json_push(list, slots->item[i]);
    return slot_terms(list);
}

/* {condition, slots} of each region that has slots. */
Json *show_regions(Signature *s)
{
    Json *list = json_list(), *slots = show_slots(s);
    Table *seen = table_new();
    for (int i = 0; i < s->e->nslots; i++) {
        const Region *r = s->e->slot[i].first->region;
        Json *own = r ? table_get(seen, r) : NULL;
        if (r && !own) {
            table_put(seen, r, own = json_list());
            json_push(list, json_record("condition", json_str(condition_of(s, r)),
                                        "slots", own, NULL));
        }
        if (own)
            json_push(own, json_record("slot_bytes", json_get(slots->item[i], "slot_bytes"),
                                       NULL));
    }
    for (int i = 0; i < list->n; i++)
        json_set(list->item[i], "slots", slot_terms(json_get(list->item[i], "slots")));
    return list;
}
