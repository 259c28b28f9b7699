/* view_file.c -- the whole program as one record. */
#include "view.h"

#include <ctype.h>
#include <string.h>

/* ---- the source as a comment ----------------------------------------------- */

static bool is_comment(const char *line)
{
    return line[strspn(line, " \t")] == '-' && line[strspn(line, " \t") + 1] == '-';
}

static bool is_blank(const char *line)
{
    return !line[strspn(line, " \t\r")];
}

static const char *code_line(const char *line)
{
    int n = (int)strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        n--;
    return str_copyn(line, n);
}

/* The source's lines without test blocks (a comment from a line '-- ==' on),
   and without more than one blank line in a row. */
static Json *source_lines(const Source *src)
{
    Json *list = json_list();
    bool test = false, blank = true;
    for (const char *p = src ? src->text : ""; *p;) {
        int n = (int)strcspn(p, "\n");
        const char *line = comment_text(code_line(str_copyn(p, n)));
        p += n + (p[n] == '\n');
        const char *after = is_comment(line) ? line + strspn(line, " \t-") : "";
        test = (test && is_comment(line)) || (is_comment(line) && str_starts(after, "=="));
        bool empty = is_blank(line);
        if (test || (empty && blank))
            continue;
        blank = empty;
        Json *o = json_set(json_object(), "line", json_str(empty ? "" : line));
        json_push(list, json_set(o, "is_blank", json_bool(empty)));
    }
    while (list->n && json_get(list->item[list->n - 1], "is_blank")->kind == JSON_TRUE)
        list->n--;
    return list;
}

/* ---- what is used ---------------------------------------------------------- */

/* What the operators of folds are like. */
typedef struct { bool records, fail; } Folds;

static void note_fold(const Function *op, Passing how, void *folds)
{
    (void)how;
    ((Folds *)folds)->records |= op->record != NULL;
    ((Folds *)folds)->fail |= operator_fails(op);
}

/* Some operator is an object: then all are passed as values. */
static bool has_functor(const Plan *p)
{
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->functor)
            return true;
    return false;
}

/* Some filter stores where it loads: its tiles rely on the order of loads and published counts. */
static bool stores_in_place(const Plan *p)
{
    bool yes = false;
    for (int i = 0; i < p->kernels.n; i++)
        for (int s = 0; s < p->kernels.at[i]->stages.n; s++) {
            const Hole *h = stage_hole(p->kernels.at[i]->stages.at[s], "in_place");
            yes |= h && h->flag;
        }
    return yes;
}

static void flags(Show *v, Json *o)
{
    const Plan *p = v->plan;
    Folds folds = { 0 };
    each_fold(p, note_fold, &folds);
    bool clears = table_has(v->helpers, intern("allocate_zero"));
    bool any = has_any_width(p), blocks = table_has(v->helpers, intern("block_reduce"))
                                       || table_has(v->helpers, intern("block_inclusive_scan"));
    close_helpers(v->words, v->helpers);
    if (!any && blocks)
        use_helper(v, "BLOCK_SIZE");
    Json *use = helpers_used(v);
    json_set(use, "any_width", json_bool(any));
    json_set(use, "block_size", json_str(any ? "" : "BLOCK_SIZE"));
    json_set(use, "row_scans", json_bool(has_skeleton(p, "scan_rows")));
    json_set(use, "shuffles_records", json_bool(folds.records));
    json_set(use, "allocate_zero", json_bool(clears));
    json_set(use, "guarded_folds", json_bool(folds.fail));
    json_set(use, "orders_reads", json_bool(stores_in_place(p)));
    json_set(o, "use", use);
}

/* The file of all helpers. What their text depends on is as in the most general program. */
static Json *view_helpers(const Show *v)
{
    Json *use = json_object();
    for (int i = 0; i < v->words->helper.n; i++)
        json_set(use, v->words->helper.at[i], json_bool(true));
    json_set(use, "any_width", json_bool(true));
    json_set(use, "block_size", json_str(""));
    json_set(use, "row_scans", json_bool(true));
    json_set(use, "shuffles_records", json_bool(true));
    json_set(use, "allocate_zero", json_bool(true));
    json_set(use, "guarded_folds", json_bool(true));
    json_set(use, "orders_reads", json_bool(true));
    const char *slash = strrchr(v->o->helpers, '/');
    return json_record("helpers", json_str(v->o->helpers),
                       "helpers_name", json_str(slash ? slash + 1 : v->o->helpers),
                       "version", json_str(MAPNEST_VERSION), "use", use,
                       "op_values", json_bool(true), "changed", json_list(), NULL);
}

/* ---- the harness ----------------------------------------------------------- */

typedef struct {
    bool args, arrays, halves, floats[2], integers[2], bools[2];
    bool rows[2], plain[2];    /* some entry has rows that differ, some has none */
    int most_parts;            /* of a value: lengths and values */
} Kinds;

static void note_type(Kinds *k, const Type *t, int out)
{
    k->halves |= t->prim == F16;
    k->floats[out] |= prim_is_float(t->prim);
    k->integers[out] |= prim_is_int(t->prim);
    k->bools[out] |= t->prim == BOOL;
}

static void note_rows(Kinds *k, const Func *f)
{
    k->rows[0] |= has_rows(f->takes, f->ntakes);
    k->rows[1] |= has_rows(f->gives, f->ngives);
    k->plain[0] |= !has_rows(f->takes, f->ntakes);
    k->plain[1] |= !has_rows(f->gives, f->ngives);
    for (int i = 0; i < f->ntakes; i++)
        k->most_parts = f->takes[i].nparts > k->most_parts ? f->takes[i].nparts : k->most_parts;
    for (int i = 0; i < f->ngives; i++)
        k->most_parts = f->gives[i].nparts > k->most_parts ? f->gives[i].nparts : k->most_parts;
}

/* Each CUDA kernel of the .cu, for a table of times. */
static Json *launched(const Json *file)
{
    Json *list = json_list(), *kernels = json_get(file, "kernels");
    for (int i = 0; i < kernels->n; i++) {
        const Json *k = kernels->item[i], *stages = json_get(k, "stages");
        const Json *place = json_get(k, "place");
        for (int j = 0; j < stages->n; j++)
            json_push(list, json_record("kernel", json_get(stages->item[j], "kernel"),
                                        "line", json_str(place->kind == JSON_STRING ? place->text
                                                                                    : "-"),
                                        "rules", json_get(k, "rules"), NULL));
    }
    return list;
}

/* file: the record of the .cu. */
static Json *view_harness(Show *v, const Json *file)
{
    Json *o = json_object(), *entries = json_list();
    v->helpers = table_new();                    /* it is another file */
    Kinds k = { 0 };
    bool fails = false, room = false;
    for (int i = 0; i < v->plan->entries.n; i++) {
        const Func *f = v->plan->entries.at[i]->func;
        json_push(entries, show_harness_entry(v, v->plan->entries.at[i]));
        fails |= v->plan->entries.at[i]->failure != NULL;
        room |= needs_room(v->plan->entries.at[i]);
        for (int p = 0; p < f->nparams; p++) {
            k.args = true;
            k.arrays |= f->param[p]->type->rank > 0;
            note_type(&k, f->param[p]->type, 0);
        }
        for (int r = 0; r < f->nresults; r++)
            note_type(&k, f->result[r], 1);
        note_rows(&k, f);
    }
    json_set(o, "use", helpers_used(v));
    json_set(o, "file", json_str(v->o->file));
    json_set(o, "header", json_str(format("%s.h", v->o->file)));
    json_set(o, "version", json_str(MAPNEST_VERSION));
    show_ranks(v, o);
    json_set(o, "can_fail", json_bool(fails));
    json_set(o, "program", json_str(v->o->ranked ? v->o->ranked : v->o->file));
    json_set(o, "needs_room", json_bool(room));
    json_set(o, "wrong_sizes", json_str(failure_format(FAIL_ARGUMENT)));
    json_set(o, "tunable", json_get(file, "tunable"));
    json_set(o, "thresholds", json_get(file, "thresholds"));
    json_set(o, "profile", json_get(file, "profile"));
    json_set(o, "kernels", launched(file));
    json_set(o, "has_rows", json_bool(k.rows[0] || k.rows[1]));
    json_set(o, "rows_in", json_bool(k.rows[0]));
    json_set(o, "rows_out", json_bool(k.rows[1]));
    json_set(o, "plain_in", json_bool(k.plain[0]));
    json_set(o, "plain_out", json_bool(k.plain[1]));
    json_set(o, "most_parts", json_int(k.most_parts));
    json_set(o, "has_args", json_bool(k.args));
    json_set(o, "has_arrays", json_bool(k.arrays));
    json_set(o, "halves", json_bool(k.halves));
    json_set(o, "reads_floats", json_bool(k.floats[0]));
    json_set(o, "reads_integers", json_bool(k.integers[0]));
    json_set(o, "reads_bools", json_bool(k.bools[0]));
    json_set(o, "writes_floats", json_bool(k.floats[1]));
    json_set(o, "writes_integers", json_bool(k.integers[1]));
    json_set(o, "writes_bools", json_bool(k.bools[1]));
    return json_set(o, "entries", with_last(entries));
}

/* ---- the file -------------------------------------------------------------- */

static void take_name(const void *name, void *value, void *names)
{
    (void)value;
    names_take(names, name);
}

static void take_names(Show *v)
{
    table_each(v->words->declared, take_name, v->names);
    for (int i = 0; i < v->words->helper.n; i++)
        names_take(v->names, v->words->helper.at[i]);
    for (int i = 0; i < v->plan->functions.n; i++) {
        const Function *f = v->plan->functions.at[i];
        if (f->self)
            names_give(v->names, f->self, f->name);
        else
            names_take(v->names, f->name);
    }
    for (int i = 0; i < v->plan->records.n; i++)
        names_take(v->names, v->plan->records.at[i]->name);
    for (int i = 0; i < v->plan->entries.n; i++) {
        const char *symbol = v->plan->entries.at[i]->symbol;
        names_take(v->names, symbol);
        names_take(v->names, format("%s_scratch", symbol));
        names_take(v->names, format("%s_failure", symbol));
        for (int c = 0; c < v->plan->entries.at[i]->choices.n; c++)
            names_take(v->names, v->plan->entries.at[i]->choices.at[c]->name);
    }
    for (int i = 0; i < v->plan->inner.n; i++)
        names_take(v->names, v->plan->inner.at[i]->symbol);
    for (int i = 0; i < v->plan->versions.n; i++)
        names_take(v->names, v->plan->versions.at[i].name);
    if (v->plan->versions.n)
        names_take(v->names, "Version");
    names_take(v->names, format("%s_default_thresholds", c_spelling(v->plan->stem)));
    for (int i = 0; i < v->plan->thresholds.n; i++)
        names_of(v->names, v->plan->thresholds.at[i]->var);
}

static bool of_halves(const Type *t) { return t->prim == F16; }
static bool is_half(const Core *n) { return core_gives(n, of_halves); }

/* A parameter or result of an entry. */
static bool uses_bool(const Plan *p)
{
    bool found = false;
    for (int i = 0; i < p->entries.n; i++) {
        const Func *f = p->entries.at[i]->func;
        for (int k = 0; k < f->nparams; k++)
            found |= f->param[k]->type->prim == BOOL;
        for (int k = 0; k < f->nresults; k++)
            found |= f->result[k]->prim == BOOL;
    }
    return found;
}

static bool uses_half(const Program *p)
{
    bool found = false;
    for (int i = 0; i < p->nfuncs; i++) {
        for (int k = 0; k < p->func[i]->nparams; k++)
            found |= p->func[i]->param[k]->type->prim == F16;
        found |= core_some(p->func[i]->body, is_half);
    }
    return found;
}

static bool adds_in_any_order(const Core *n)
{
    return n->op == OP_SEGHIST && lam_rounds(n->g[2].at[0]);
}

/* Floats that threads add to the bins of a histogram as they come. */
static bool has_float_histograms(const Program *p)
{
    bool found = false;
    for (int i = 0; i < p->nfuncs; i++)
        found |= core_some(p->func[i]->body, adds_in_any_order);
    return found;
}

Show show_new(const Plan *plan, const EmitOptions *o, const TemplateWords *words)
{
    return (Show){ .plan = plan, .o = o, .words = words, .names = names_new(NULL),
                   .helpers = table_new() };
}

static int entries_that_fail(const Plan *p)
{
    int n = 0;
    for (int i = 0; i < p->entries.n; i++)
        n += p->entries.at[i]->failure != NULL;
    return n;
}

Json *view_program(Show *v, const Program *flat, Json **manifest)
{
    const Plan *plan = v->plan;
    const EmitOptions *o = v->o;
    Json *j = json_object(), *kernels = json_list(), *entries = json_list();
    Json *inner = json_list();
    ask_roles(v);
    take_names(v);
    find_same(v);
    name_kernels(v);
    json_set(j, "file", json_str(o->file));
    json_set(j, "header", json_str(format("%s.h", o->file)));
    json_set(j, "uses_bool", json_bool(uses_bool(plan)));
    json_set(j, "uses_half", json_bool(uses_half(flat)));
    json_set(j, "float_histograms", json_bool(has_float_histograms(flat)));
    const char *named = is_ranked(plan) ? format("%s_ranks", plan->stem) : plan->stem;
    json_set(j, "guard_macro", json_str(str_upper(format("%s_H", c_spelling(named)))));
    json_set(j, "version", json_str(MAPNEST_VERSION));
    json_set(j, "source", json_str(o->source));
    json_set(j, "source_lines", source_lines(flat->source));
    int values = most_failure_values(plan);
    json_set(j, "failure_values", text_or_false(values ? format("%d", values) : NULL));
    json_set(j, "failure_arguments", text_or_false(failure_arguments(plan)));
    json_set(j, "messages", show_messages(v));
    json_set(j, "has_messages", json_bool(plan->messages.n > 0));
    json_set(j, "several_failures", json_bool(entries_that_fail(plan) > 1));
    show_thresholds(v, j);
    json_set(j, "versions", show_versions(v));
    json_set(j, "has_versions", json_bool(plan->versions.n > 0));
    json_set(j, "cut", text_or_false(cut_nests(plan->program, NULL)));
    json_set(j, "functions", show_functions(v));
    Json *records = show_records(v);
    json_set(j, "has_records", json_bool(records->n > 0));
    json_set(j, "records", records);
    for (int i = 0; i < plan->kernels.n; i++) {
        Json *k = show_kernel(v, plan->kernels.at[i]);
        if (k)
            json_push(kernels, k);
    }
    for (int i = 0; i < plan->inner.n; i++)
        json_push(inner, show_inner(v, plan->inner.at[i]));
    for (int i = 0; i < plan->entries.n; i++)
        json_push(entries, show_entry(v, plan->entries.at[i]));
    json_set(j, "kernels", kernels);
    json_set(j, "profile", json_bool(o->profile));
    json_set(j, "op_values", json_bool(o->helpers || has_functor(plan)));
    json_set(j, "helpers_file", o->helpers ? view_helpers(v) : json_bool(false));
    json_set(j, "inner", inner);
    json_set(j, "entries", with_last(entries));
    show_ranks(v, j);
    show_structs(v, j);
    flags(v, j);
    if (manifest)
        *manifest = manifest_of(v, j);
    json_set(j, "harness", o->harness ? view_harness(v, j) : json_bool(false));
    return j;
}
