/* view_entry.c -- entry points, their header and their harness, as records. */
#include "view.h"

#include <string.h>

static bool is_no_param(const Var *v, const void *func)
{
    const Func *f = func;
    bool param = false;
    for (int i = 0; i < f->nparams; i++)
        param |= f->param[i] == v;
    return !param;
}

Core *unchecked_size(Core *n, void *entry)
{
    const Entry *e = entry;
    if (is_atom(n))
        return n;
    Core *m = core_map(n, unchecked_size, entry);
    m = m == n ? core_copy_node(n) : m;          /* the next to ask has the size as it was */
    if (ops[m->op].kind == K_SCALAR && !m->wraps) {
        m->wraps = !all_vars(m, is_no_param, e->func) && may_wrap(ranges_of(e->func), m);
    }
    if ((m->op != OP_DIV && m->op != OP_MOD && m->op != OP_QUOT && m->op != OP_REM)
        || is_const(m->g[1].at[0]))
        return m;
    Core *by = m->g[1].at[0], *zero = core_int(type_of(by)->prim, 0);
    Core *is_zero = core_conv(type_of(by)->prim, tree_op(OP_EQ, by, zero));
    core_set1(m, 1, tree_op(OP_ADD, by, is_zero));
    return m;
}

const char *signature_expr(const Signature *s, const Core *n)
{
    CScope scope = scope_of(s->v, s->names);
    return c_str(unchecked_size((Core *)n, (void *)s->e), &scope);
}

static Buffer *buffer_of(const Signature *s, const Var *v)
{
    return table_get(s->v->plan->buffer_of, v);
}

static bool written(const Signature *s, const Buffer *b)
{
    const Plan *p = s->v->plan;
    for (int i = 0; i < p->kernels.n; i++)
        if (kernel_writes(p->kernels.at[i], b->var))
            return true;
    return b->consumed;
}

static Json *add_arg(Signature *s, const char *ctype, const char *name, bool pointer,
                     bool constant)
{
    Json *o = json_object();
    json_set(o, "ctype", json_str(ctype));
    json_set(o, "param", json_str(name));
    json_set(o, "pointer", json_bool(pointer));
    json_set(o, "read_only", json_bool(constant));
    json_set(o, "given", json_bool(false));
    json_set(o, "call_arg", json_str(name));
    json_push(s->args, o);
    return o;
}

/* What the call finds, it puts where the caller says, on the host. */
static void add_given(Signature *s, const Buffer *b, bool array)
{
    const char *name = names_of(s->names, b->var);
    Json *o = add_arg(s, c_type(b->var->type->prim), name, true, false);
    json_set(o, "given", json_bool(array));
    json_set(o, "call_arg", json_str(format("&%s", name)));
    Json *none = json_set(json_object(), "param", json_str(name));
    json_push(s->given, json_set(none, "none", json_str(array ? "NULL" : "0")));
}

/* Parameters in source order, sizes, results, thresholds. */
static void signature(Signature *s)
{
    const Func *f = s->e->func;
    for (int i = 0; i < f->nparams; i++) {
        Var *v = f->param[i];
        Buffer *b = buffer_of(s, v);
        add_arg(s, c_type(v->type->prim), names_of(s->names, v), b != NULL,
                b && !written(s, b));
    }
    for (int i = 0; i < f->nsizes; i++)
        add_arg(s, "int64_t", names_of(s->names, f->size[i]), false, false);
    for (int i = 0; i < f->nresults; i++) {
        const Buffer *b = s->e->result[i];
        if (b && b->home == B_GIVEN)
            add_given(s, b, true);
        else if (b && b->home == B_RESULT)
            add_arg(s, c_type(b->var->type->prim), names_of(s->names, b->var), true, false);
        for (int t = 0; t < s->e->told.n; t++)
            if (entry_tells(s->e, i, s->e->told.at[t]))
                add_given(s, s->e->told.at[t], false);
    }
    if (takes_thresholds(s->v, s->e))
        add_arg(s, thresholds_type(s->v), "thresholds", false, false);
}

/* ---- what is refused at once ----------------------------------------------- */

/* That the array has elements; of a product that may wrap around, that each factor is
   positive. */
static const char *has_elements(const Signature *s, const Core *count)
{
    if (count->op == OP_MUL && unchecked_size((Core *)count, (void *)s->e)->wraps)
        return format("%s && %s", has_elements(s, count->g[0].at[0]),
                      has_elements(s, count->g[1].at[0]));
    return format("%s > 0", signature_expr(s, count));
}

/* Pointers that must not be null where there is something to point at. */
typedef struct {
    const char *when;          /* "n > 0"; "" always */
    Text names;                /* "!xs || !ys" */
    int n;
} Needed;

typedef VEC(Needed) NeededList;

static void need_pointer(const Signature *s, NeededList *l, const char *name, const Type *type)
{
    int64_t n = 1;
    const Core *count = tree_count(type);
    bool always = !type->rank || size_const(count, &n);
    const char *when = always ? "" : has_elements(s, count);
    int i = 0;
    while (i < l->n && strcmp(l->at[i].when, when))
        i++;
    if (i == l->n) {
        Needed none = { .when = when };
        vec_push(l, none);
    }
    text_fmt(&l->at[i].names, "%s!%s", l->at[i].n++ ? " || " : "", name);
}

static Json *arg_of(const char *type, const char *name)
{
    return json_record("ctype", json_str(type), "scratch_param", json_str(name), NULL);
}

Json *params_used(const Signature *s, const Table *used)
{
    Json *list = json_list();
    const Func *f = s->e->func;
    for (int i = 0; i < f->nparams + f->nsizes; i++) {
        Var *v = i < f->nparams ? f->param[i] : f->size[i - f->nparams];
        if (table_has(used, v))
            json_push(list, arg_of(c_type(v->type->prim), names_of(s->names, v)));
    }
    if (uses_thresholds(s->v, used))
        json_push(list, arg_of(thresholds_type(s->v), "thresholds"));
    return with_last(list);
}

/* What the bytes of scratch depend on. */
static Table *scratch_depends(const Signature *s)
{
    Table *used = table_new();
    for (int i = 0; i < s->e->nslots; i++) {
        const Buffer *b = s->e->slot[i].first;
        tree_vars(b->count, note_var, used);
        for (int c = 0; b->region && c < s->e->choices.n; c++)
            note_tests(s->e->choices.at[c], used);
    }
    return used;
}

Json *scratch_params(const Signature *s)
{
    return params_used(s, scratch_depends(s));
}

const char *arg_text(const Json *list, const char *key)
{
    Text t = {0};
    for (int i = 0; i < list->n; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", json_get(list->item[i], key)->text);
    return text_str(&t);
}

/* Not below 0; what a helper counts never is. */
static bool is_natural(Ranges *known, Core *n)
{
    return tree_is_call(n) || surely_natural(known, n)
        || ((n->op == OP_ADD || n->op == OP_MUL) && is_natural(known, n->g[0].at[0])
            && is_natural(known, n->g[1].at[0]));
}

static bool is_positive(Ranges *known, Core *n)
{
    int64_t k;
    return tree_is_call(n) || (size_const(n, &k) && k > 0)
        || (n->op == OP_ADD && is_natural(known, n->g[0].at[0])
            && is_positive(known, n->g[1].at[0]));
}

/* Whatever the sizes are: it has the failure word, or a value for each of some blocks. */
static bool scratch_is_needed(const Entry *e)
{
    Ranges *known = ranges_of(e->func);
    for (int i = 0; i < e->nslots; i++)
        if (!e->slot[i].first->region && is_positive(known, e->slot[i].first->count))
            return true;
    return false;
}

static const char *is_refused(const Signature *s, const Var *size)
{
    const char *name = names_of(s->names, size);
    const Interval *b = size->stated;
    CScope scope = scope_of(s->v, s->names);
    if (!b)
        return format("%s < 0", name);
    if (b->least == b->most)
        return format("%s != %s", name, c_str(core_i64(b->least), &scope));
    return format("%s < %s || %s > %s", name, c_str(core_i64(b->least), &scope), name,
                  c_str(core_i64(b->most), &scope));
}

/* The condition under which the call refuses its sizes; null: it never does. given: the variables
   that the condition may name; null: all. */
static const char *impossible_sizes(const Signature *s, const Table *given)
{
    Text t = {0};
    const Func *f = s->e->func;
    CScope scope = scope_of(s->v, s->names);
    for (int i = 0; i < f->nsizes; i++)
        if (!given || table_has(given, f->size[i]))
            text_fmt(&t, "%s%s", t.n ? " || " : "", is_refused(s, f->size[i]));
    const char *large = given ? too_large_scratch(s->e, given, &scope)
                              : too_large_call(s->e, &scope);
    if (large)
        text_fmt(&t, "%s%s", t.n ? " || " : "", large);
    return t.n ? text_str(&t) : NULL;
}

static const char *conditions(const Signature *s)
{
    Text t = {0};
    NeededList l = {0};
    const Func *f = s->e->func;
    const char *sizes = impossible_sizes(s, NULL);
    if (sizes)
        text_add(&t, sizes);
    for (int i = 0; i < f->nparams; i++)
        if (f->param[i]->type->rank)
            need_pointer(s, &l, names_of(s->names, f->param[i]), f->param[i]->type);
    for (int i = 0; i < f->nresults; i++)
        if (s->e->result[i]->home != B_PARAM)
            need_pointer(s, &l, names_of(s->names, s->e->result[i]->var),
                         s->e->result[i]->home == B_GIVEN ? type_prim(I64) : f->result[i]);
    for (int i = 0; i < s->e->told.n; i++)
        need_pointer(s, &l, names_of(s->names, s->e->told.at[i]->var), type_prim(I64));
    if (scratch_is_needed(s->e))
        need_pointer(s, &l, "scratch", type_prim(I32));
    for (int i = 0; i < l.n; i++) {
        Needed *x = &l.at[i];
        text_add(&t, t.n ? " || " : "");
        if (!*x->when)
            text_add(&t, text_str(&x->names));
        else
            text_fmt(&t, x->n > 1 ? "(%s && (%s))" : "(%s && %s)", x->when, text_str(&x->names));
    }
    if (s->e->nslots && !scratch_is_needed(s->e))
        text_fmt(&t, "%s(!scratch && %s%s_scratch(%s) > 0)", t.n ? " || " : "", s->e->symbol,
                 s->e->func->ranked ? "_part" : "",
                 arg_text(scratch_params(s), "scratch_param"));
    return text_str(&t);
}

/* ---- scratch memory -------------------------------------------------------- */

typedef struct {
    const Entry *entry;
    const Ranges *known;
} Refused;

static bool is_clamp(const Refused *r, const Core *n)
{
    for (int i = 0; i < r->entry->clamps.n; i++)
        if (is_var(n, r->entry->clamps.at[i].var))
            return true;
    return false;
}

/* Sums and products of sizes that the call did not refuse do not wrap around. */
static Core *refused_beyond(Core *n, void *refused)
{
    const Refused *r = refused;
    Core *m = core_map(n, refused_beyond, refused);
    bool sizes = m->wraps && (m->op == OP_ADD || m->op == OP_MUL);
    for (int i = 0; sizes && i < 2; i++)
        sizes = is_natural((Ranges *)r->known, m->g[i].at[0]) || is_clamp(r, m->g[i].at[0]);
    if (sizes) {
        m = m == n ? core_copy_node(n) : m;
        m->wraps = false;
    }
    return m;
}

static Core *with_clamps(Core *n, void *entry)
{
    const Entry *e = entry;
    for (int i = 0; i < e->clamps.n; i++)
        if (is_same_clamp(n, e->clamps.at[i].exp))
            return core_var(e->clamps.at[i].var);
    return core_map(n, with_clamps, entry);
}

/* A number of elements of scratch memory, once the call has refused its sizes. */
static const char *count_expr(const Signature *s, Core *count)
{
    Refused r = { s->e, ranges_of(s->e->func) };
    CScope scope = scope_of(s->v, s->names);
    Core *n = s->clamps ? with_clamps(count, (void *)s->e) : count;
    return c_str(refused_beyond(unchecked_size(n, (void *)s->e), &r), &scope);
}

static const char *bytes_of(const Signature *s, const Buffer *b)
{
    const char *type = c_type_of(s->v->plan, b->var);
    int64_t n;
    if (size_const(b->count, &n) && n == 1)
        return format("sizeof(%s)", type);
    return hole(format("%s * sizeof(%s)", count_expr(s, b->count), type));
}

/* The call refuses a negative size; no memory is taken for it. */
Json *show_slots(Signature *s)
{
    Json *list = json_list();
    bool one = s->e->nslots == 1;
    Ranges *known = ranges_of(s->e->func);
    for (int i = 0; i < s->e->nslots; i++) {
        const Buffer *b = s->e->slot[i].first;
        const char *bytes = bytes_of(s, b);
        if (one && !is_natural(known, b->count))
            bytes = hole(format("%s > 0 ? %s : 0", count_expr(s, b->count), bytes));
        json_push(list, json_set(json_object(), "slot_bytes", json_str(bytes)));
    }
    return with_last(list);
}

/* Slots of the same size as one term, 3 * align_up(n); `times` is false for one. */
Json *slot_terms(const Json *slots)
{
    Json *list = json_list();
    for (int i = 0; i < slots->n; i++) {
        const Json *bytes = json_get(slots->item[i], "slot_bytes");
        int times = 0, before = 0;
        for (int k = 0; k < slots->n; k++) {
            bool same = !strcmp(json_get(slots->item[k], "slot_bytes")->text, bytes->text);
            times += same;
            before += same && k < i;
        }
        const char *factor = times > 1 ? format("%d", times) : NULL;
        if (!before)
            json_push(list, json_record("times", text_or_false(factor),
                                        "slot_bytes", json_str(bytes->text), NULL));
    }
    return with_last(list);
}

/* An earlier buffer of the slot, of the same type and called the same, that stays where it is;
   or null. */
static const Buffer *alike_before(const Entry *e, const Buffer *b)
{
    for (int i = 0; i < e->buffers.n && e->buffers.at[i] != b; i++) {
        const Buffer *o = e->buffers.at[i];
        if (o->home == B_SCRATCH && o->slot == b->slot && !o->mate
            && (!o->region || o->region == b->region) && o->record == b->record
            && o->var->type->prim == b->var->type->prim
            && var_base(o->var->name) == var_base(b->var->name))
            return o;
    }
    return NULL;
}

/* A pointer into scratch; null: it is one before that has its slot. */
Json *show_pointer(Signature *s, const Buffer *b, Names *names)
{
    const Buffer *first = s->e->slot[b->slot].first;
    const Buffer *alike = b->mate ? NULL : alike_before(s->e, b);
    if (alike) {
        names_same(names, b->var, alike->var);
        return NULL;
    }
    Json *o = json_set(json_object(), "ctype", json_str(c_type_of(s->v->plan, b->var)));
    json_set(o, "pointer_name", json_str(names_of(names, b->var)));
    json_set(o, "pointer_count", json_str(count_expr(s, b->count)));
    json_set(o, "shares", text_or_false(first != b ? names_of(names, first->var) : NULL));
    json_set(o, "same_type", json_bool(first != b && first->record == b->record
                                       && first->var->type->prim == b->var->type->prim));
    json_set(o, "moves", json_bool(b->mate != NULL));
    return json_set(o, "only_one", json_bool(s->e->nslots == 1));
}

/* Those that all versions need, in order of their slots. */
static Json *show_pointers(Signature *s)
{
    Json *list = json_list();
    for (int i = 0; i < s->e->buffers.n; i++) {
        const Buffer *b = s->e->buffers.at[i];
        bool here = b->home == B_SCRATCH && b->slot >= 0 && !b->region;
        Json *o = here ? show_pointer(s, b, s->names) : NULL;
        if (o)
            json_push(list, o);
    }
    return list;
}

/* ---- the header's comment -------------------------------------------------- */

/* "entry main [n] (xs: [n]f32): f32" */
static const char *fut_signature(const Entry *e)
{
    const Func *f = e->func;
    Text t = {0};
    text_fmt(&t, "entry %s", f->name);
    for (int i = 0; i < f->nsizes; i++)
        text_fmt(&t, " [%s]", f->size[i]->name);
    for (int i = 0; i < f->nparams; i++)
        text_fmt(&t, " (%s: %s%s)", f->param[i]->name,
                 f->consumes && f->consumes[i] ? "*" : "", type_str(f->param[i]->type));
    text_add(&t, ": ");
    for (int i = 0; i < e->told.n; i++)
        text_fmt(&t, "%s[%s]%s", i ? "" : "?", e->told.at[i]->var->name,
                 i == e->told.n - 1 ? "." : "");
    text_add(&t, f->nresults == 1 ? "" : "(");
    for (int i = 0; i < f->nresults; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", type_str(e->result_type[i]));
    text_add(&t, f->nresults == 1 ? "" : ")");
    return text_str(&t);
}

/* Of several in one line nothing is said in a doc comment. "the vector; [n]f32 .." */
static const char *documented(const Entry *e, const char *name, const char *what)
{
    const char *doc = e->func->doc;
    const char *said = doc ? doc_tag(doc, format("@param %s", name)) : NULL;
    return said ? format("%s; %s", comment_text(said), what) : what;
}

static void about(Json *list, const char *name, const char *what)
{
    json_push(list, json_set(json_set(json_object(), "about_name", json_str(name)),
                             "about_text", json_str(what)));
}

bool allocates(const Entry *e)
{
    if (block_some(&e->body, is_call))
        return true;
    for (int i = 0; i < e->buffers.n; i++)
        if (e->buffers.at[i]->home == B_ALLOCATED)
            return true;
    return false;
}

/* ", the lengths of the rows of xss", or ", the rows .."; "" for what is no part of rows. */
static const char *about_rows(const Handed *h, int n, int part, const char *(*name)(int, void *),
                              void *arg)
{
    for (int i = 0; i < n; i++) {
        int last = h[i].nparts - 1;
        const char *lengths = last ? name(h[i].part[last - 1], arg) : NULL;
        if (last && h[i].part[last] == part)
            return format(", rows as long as %s says", lengths);
        for (int p = 0; p < last; p++)
            if (h[i].part[p] == part)
                return format(", the lengths of %s %s",
                              p < last - 1 ? "rows of rows in" : "the rows in",
                              name(h[i].part[last], arg));
    }
    return "";
}

static const char *param_name(int i, void *s)
{
    return names_of(((Signature *)s)->names, ((Signature *)s)->e->func->param[i]);
}

static const char *result_name(int i, void *s)
{
    return names_of(((Signature *)s)->names, ((Signature *)s)->e->result[i]->var);
}

/* "updated in place: the result", or as much of the parameter as the result is. */
static const char *about_updated(const Signature *s, int k)
{
    const Entry *e = s->e;
    const Type *t = e->result_type[k];
    const char *result = e->func->nresults == 1 ? "the result" : format("result %d", k);
    const char *part = is_whole_param(e, k) ? ""
                     : format(", %s elements", signature_expr(s, t->dim[0]));
    return format("on the device, updated in place: %s%s", result, part);
}

/* "[n]f32 on the device, read" */
static const char *about_param(const Signature *s, const Var *v)
{
    const Buffer *b = v->type->rank ? buffer_of(s, v) : NULL;
    const char *use = !b ? "by value" : b->consumed ? "on the device, used up"
                                      : "on the device, read";
    for (int i = 0; b && i < s->e->func->nresults; i++)
        if (s->e->result[i] == b)
            use = about_updated(s, i);
    const Func *f = s->e->func;
    int k = 0;
    while (f->param[k] != v)
        k++;
    const char *what = format("%s %s%s", type_str(v->type), use,
                              about_rows(f->takes, f->ntakes, k, param_name, (void *)s));
    return documented(s->e, names_of(s->names, v), what);
}

/* Parameters in a row of which the same is told are one line. */
static void about_params(Signature *s, Json *list)
{
    const Func *f = s->e->func;
    for (int i = 0; i < f->nparams;) {
        Text names = {0};
        const char *what = about_param(s, f->param[i]);
        for (; i < f->nparams && !strcmp(what, about_param(s, f->param[i])); i++)
            text_fmt(&names, "%s%s", names.n ? ", " : "", names_of(s->names, f->param[i]));
        about(list, text_str(&names), what);
    }
}

static const char *about_size(const Interval *b)
{
    return b->least == b->most ? format("%lld", (long long)b->least)
                               : format("from %lld to %lld", (long long)b->least,
                                        (long long)b->most);
}

static void about_result(Signature *s, Json *list, int k)
{
    const Entry *e = s->e;
    const char *name = names_of(s->names, e->result[k]->var);
    const char *how = e->result[k]->home == B_GIVEN
        ? "%s on the device, allocated; to be freed with cudaFree%s"
        : "%s on the device, written%s";
    const char *rows = about_rows(e->func->gives, e->func->ngives, k, result_name, s);
    about(list, name, documented(e, name, format(how, type_str(e->result_type[k]), rows)));
}

static Json *about_all(Signature *s, const char *scratch_args)
{
    Json *list = json_list();
    const Entry *e = s->e;
    about_params(s, list);
    for (int i = 0; i < e->func->nsizes; i++)
        if (e->func->size[i]->stated)
            about(list, names_of(s->names, e->func->size[i]), about_size(e->func->size[i]->stated));
    for (int i = 0; i < e->func->nresults; i++) {
        if (e->result[i]->home != B_PARAM)
            about_result(s, list, i);
        for (int t = 0; t < e->told.n; t++)
            if (entry_tells(e, i, e->told.at[t]))
                about(list, names_of(s->names, e->told.at[t]->var), "i64 on the host, written");
    }
    if (takes_thresholds(s->v, e))
        about(list, "thresholds", "by value; the sizes are compared with them to choose a version");
    if (e->nslots)
        about(list, "scratch", format("%s_scratch(%s) bytes on the device",
                                      e->func->ranked ? format("%s_ranks", e->symbol) : e->symbol,
                                      e->func->ranked ? ".., rank, count" : scratch_args));
    if (allocates(e))
        about(list, "pool", "memory pool of the allocations; null: the one of the stream's device");
    about(list, "stream", e->waits ? "the stream of all work; the call waits for a part of it"
                                   : "the stream of all work; the call does not wait");
    size_t width = 0;
    for (int i = 0; i < list->n; i++) {
        size_t n = strlen(json_get(list->item[i], "about_name")->text);
        width = n > width ? n : width;
    }
    for (int i = 0; i < list->n; i++)
        json_set(list->item[i], "about_name",
                 json_str(format("%-*s", (int)width,
                                 json_get(list->item[i], "about_name")->text)));
    return list;
}

/* ---- entry points ---------------------------------------------------------- */

Signature signature_of(Show *v, const Entry *e)
{
    Signature s = { v, e, names_new(v->names), json_list(), json_list(), false };
    take_words(v, "entry", s.names);
    take_words(v, "main_entry", s.names);
    take_words(v, "inner", s.names);
    if (is_ranked(v->plan)) {
        take_words(v, "ranks_entry", s.names);
        take_words(v, "send", s.names);
    }
    if (is_tunable(v))
        names_take(s.names, "thresholds");
    signature(&s);
    return s;
}

static bool is_read(const Stmt *s)
{
    return s->kind == S_READ;
}

static bool is_launch(const Stmt *s)
{
    return s->kind == S_LAUNCH || s->kind == S_CALL;
}

static bool asks_last_error(const Stmt *s)
{
    return s->kind == S_LAUNCH || s->kind == S_READ;
}

/* No kernel is launched behind the last value that is read, before which errors were asked for. */
static bool read_last(const Block *b)
{
    bool read = false;
    for (int i = 0; i < b->n; i++) {
        const Block one = { b->at + i, 1, 1, NULL };
        read = (read && !block_some(&one, is_launch)) || (b->at[i]->kind == S_READ);
    }
    return read;
}

/* Whose errors only the runtime's last error tells; before a value is read, too. Nobody asks at
   the end of a body that always fails. */
static bool launches_kernels(Show *v, const Entry *e)
{
    bool yes = block_some(&e->body, block_ends(&e->body) ? is_read : asks_last_error)
            || block_some(&e->last, asks_last_error);
    if (yes)
        use_helper(v, "last_error");
    if (yes && e->last.n)
        use_helper(v, "CUDA_TRY");
    return yes;
}

static void note_rows(Stmt *s, void *yes)
{
    for (int i = 0; s->kind == S_LAUNCH && !s->kernel->version && i < s->kernel->stages.n; i++)
        *(bool *)yes |= s->kernel->stages.at[i]->shared != NULL;
}

/* Whether rows may be too long for a block's shared memory, and there is no other version. */
bool needs_room(const Entry *e)
{
    bool yes = false;
    block_each(&e->body, note_rows, &yes);
    block_each(&e->last, note_rows, &yes);
    return yes;
}

/* A function that calls itself: its failure word comes last. */
Json *show_inner(Show *v, const Entry *e)
{
    Signature s = signature_of(v, e);
    v->entry = e;
    v->on_host = true;
    v->written = NULL;
    v->signature = &s;
    if (e->failure)
        add_arg(&s, "Failure", names_of(s.names, e->failure), true, false);
    Json *o = json_record("symbol", json_str(e->symbol), "params", s.args, "given", s.given,
                          "has_scratch", json_bool(false), "has_pool", json_bool(true),
                          "has_given", json_bool(e->last.n > 0),
                          "launches_kernels", json_bool(launches_kernels(v, e)),
                          "ends", json_bool(block_ends(&e->body)),
                          "steps", show_block(v, &e->body, s.names, false),
                          "last_steps", show_block(v, &e->last, s.names, false), NULL);
    show_origin(v, o, (Origin){ e->func->send ? e->func->send->span : e->func->span, NULL });
    return show_send(v, e, &s, o);
}

/* The lines of the doc comment, of at most WIDTH columns. */
static Json *doc_lines(const Entry *e)
{
    enum { WIDTH = 94 };
    Json *list = json_list();
    const char *doc = e->func->doc ? doc_prose(e->func->doc) : "";
    for (const char *p = doc; *p;) {
        int n = (int)strcspn(p, "\n"), all = n;
        if (n > WIDTH) {
            for (n = WIDTH; n && p[n] != ' ';)
                n--;
            n = n ? n : all;
        }
        const char *line = comment_text(str_copyn(p, n));
        json_push(list, json_record("doc_line", json_str(line), "is_blank",
                                    json_bool(!line[strspn(line, " \t\r")]), NULL));
        p += n;
        p += *p == '\n' || *p == ' ';
    }
    return list;
}

static Json *show_clamps(const Signature *s)
{
    Json *list = json_list();
    CScope scope = scope_of(s->v, s->names);
    for (int i = 0; i < s->e->clamps.n; i++) {
        const Clamp *c = &s->e->clamps.at[i];
        json_push(list, json_record("clamp", json_str(names_of(s->names, c->var)), "clamp_value",
                                    json_str(c_str(c->exp, &scope)), NULL));
    }
    return list;
}

Json *show_entry(Show *v, const Entry *e)
{
    Signature s = signature_of(v, e);
    s.clamps = true;
    Json *o = json_object(), *params = scratch_params(&s);
    const char *scratch_args = arg_text(params, "scratch_param");
    v->entry = e;
    v->on_host = true;
    v->written = NULL;
    json_set(o, "entry", json_str(fut_signature(e)));
    json_set(o, "place", json_str(e->func->span ? format("%s:%d", source_shown(v->o, e->func->span),
                                                         e->func->span->line)
                                                : v->o->source));
    json_set(o, "symbol", json_str(e->symbol));
    show_ranked(&s, params, o);
    json_set(o, "params", s.args);
    json_set(o, "has_scratch", json_bool(e->nslots > 0));
    json_set(o, "scratch_params", params);
    json_set(o, "clamps", show_clamps(&s));
    json_set(o, "slots", slot_terms(show_slots(&s)));
    json_set(o, "one_slot", json_bool(e->nslots == 1));
    json_set(o, "many_slots", json_bool(e->nslots > 1));
    Json *choices = show_choices(&s);
    json_set(o, "choices", choices);
    json_set(o, "asks_device", text_or_false(asks_device(choices)));
    json_set(o, "chosen_by", json_bool(takes_thresholds(v, e)));
    Json *regions = show_regions(&s);
    json_set(o, "regions", regions);
    json_set(o, "common_slots", common_slots(&s));
    json_set(o, "has_regions", json_bool(regions->n > 0));
    v->signature = &s;
    json_set(o, "pointers", show_pointers(&s));
    const char *refused = conditions(&s);
    json_set(o, "impossible", text_or_false(impossible_sizes(&s, scratch_depends(&s))));
    json_set(o, "refused", text_or_false(*refused ? refused : NULL));
    json_set(o, "can_fail", json_bool(e->failure != NULL));
    json_set(o, "failure", json_str(e->failure ? names_of(s.names, e->failure) : ""));
    json_set(o, "waits", json_bool(e->waits));
    json_set(o, "given", s.given);
    json_set(o, "has_given", json_bool(e->last.n > 0));
    json_set(o, "has_pool", json_bool(allocates(e)));
    json_set(o, "capturable", json_bool(!e->waits && !allocates(e)));
    json_set(o, "needs_room", json_bool(needs_room(e)));
    Json *doc = doc_lines(e);
    json_set(o, "has_doc", json_bool(doc->n > 0));
    json_set(o, "doc", doc);
    json_set(o, "abouts", about_all(&s, scratch_args));
    json_set(o, "sizes_named", json_bool(e->func->nsizes > 0));
    json_set(o, "steps", show_block(v, &e->body, s.names, false));
    json_set(o, "last_steps", show_block(v, &e->last, s.names, false));
    json_set(o, "launches_kernels", json_bool(launches_kernels(v, e)));
    json_set(o, "asks_at_end", json_bool(launches_kernels(v, e) && !read_last(&e->body)));
    json_set(o, "ends", json_bool(block_ends(&e->body)));
    if (e->nslots > 1)
        use_helper(v, "carve");
    if (e->failure) {
        use_helper(v, "failure_word");
        use_helper(v, "copy_to_host");
        use_helper(v, "CUDA_TRY");
    }
    return o;
}
