/* structs.c -- values of named types as structs of the header, and functions that take and give
   them. They call the entry point with the parts. */
#include "view.h"

#include <string.h>

/* ---- types ------------------------------------------------------------------- */

static const Type *member_type(const Entry *e, const Opaque *o, const Member *m)
{
    return m->part < 0 ? type_prim(I64) : o->name ? e->func->param[m->part]->type
                                                  : e->result_type[m->part];
}

static int member_rank(const Entry *e, const Opaque *o, const Member *m)
{
    return m->part < 0 ? m->rank : member_type(e, o, m)->rank;
}

/* Types with the same members are one struct. */
static const char *shape_of(const Entry *e, const Opaque *o)
{
    Text t = {0};
    for (int i = 0; i < o->ctor.n; i++)
        text_fmt(&t, " #%s", o->ctor.at[i]);
    for (int i = 0; i < o->member.n; i++) {
        const Member *m = &o->member.at[i];
        text_fmt(&t, " %s %s %d %d", m->name, prim_name(member_type(e, o, m)->prim),
                 m->part < 0, member_rank(e, o, m));
    }
    return intern(text_str(&t));
}

static bool is_symbol(const Show *v, const char *name)
{
    for (int i = 0; i < v->plan->entries.n; i++) {
        const char *s = v->plan->entries.at[i]->symbol;
        static const char *const end[] = { "", "_scratch", "_failure", "_struct" };
        for (size_t k = 0; k < sizeof end / sizeof *end; k++)
            if (!strcmp(name, format("%s%s", s, end[k])))
                return true;
    }
    return false;
}

typedef struct {
    Show *v;
    Table *of;                 /* the shape -> the name of its struct */
    Table *taken;              /* names */
    Json *list, *told;         /* for the templates, and for the manifest */
} Structs;

static Json *show_members(const Entry *e, const Opaque *o)
{
    Json *list = json_list();
    for (int i = 0; i < o->member.n; i++) {
        const Member *m = &o->member.at[i];
        const Type *t = member_type(e, o, m);
        int rank = member_rank(e, o, m);
        json_push(list, json_record("member", json_str(c_spelling(m->name)),
                                    "ctype", json_str(c_type(t->prim)),
                                    "is_array", json_bool(m->part >= 0 && rank),
                                    "is_scalar", json_bool(!rank),
                                    "rank", json_int(rank), NULL));
    }
    return list;
}

static Json *tell_members(const Entry *e, const Opaque *o)
{
    Json *list = json_list();
    for (int i = 0; i < o->member.n; i++) {
        const Member *m = &o->member.at[i];
        Prim p = member_type(e, o, m)->prim;
        json_push(list, json_record("name", json_str(c_spelling(m->name)),
                                    "type", m->part < 0 ? json_null() : json_str(prim_name(p)),
                                    "ctype", json_str(c_type(p)),
                                    "rank", json_int(member_rank(e, o, m)), NULL));
    }
    return list;
}

static Json *show_constructors(const char *name, const Opaque *o)
{
    Json *list = json_list();
    for (int i = 0; i < o->ctor.n; i++)
        json_push(list, json_set(json_object(), "constructor",
                                 json_str(str_upper(format("%s_%s", name,
                                                           c_spelling(o->ctor.at[i]))))));
    return with_last(list);
}

static const char *struct_of(Structs *s, const Entry *e, const Opaque *o)
{
    const char *shape = shape_of(e, o), *same = table_get(s->of, shape);
    const char *type = intern(format("%s %s", o->type, shape)), *known = table_get(s->of, type);
    if (known)
        return known;
    const char *base = format("%s_%s", c_spelling(s->v->plan->stem), c_spelling(o->type));
    const char *name = base;
    for (int k = 2; is_symbol(s->v, name) || table_has(s->taken, intern(name)); k++)
        name = format("%s_%d", base, k);
    table_put(s->of, type, (void *)name);
    table_put(s->of, shape, (void *)(same ? same : name));
    table_put(s->taken, intern(name), (void *)name);
    Json *ctors = show_constructors(name, o);
    json_push(s->list, json_record("struct", json_str(name), "named", json_str(o->type),
                                   "members", show_members(e, o), "constructors", ctors,
                                   "same_as", text_or_false(same),
                                   "is_sum", json_bool(ctors->n > 0), NULL));
    Json *names = json_list();
    for (int i = 0; i < ctors->n; i++)
        json_push(names, json_get(ctors->item[i], "constructor"));
    json_push(s->told, json_record("name", json_str(name), "type", json_str(o->type), "same_as",
                                   same ? json_str(same) : json_null(), "members",
                                   tell_members(e, o), "constructors", names, NULL));
    return name;
}

/* ---- calls ------------------------------------------------------------------- */

typedef struct {
    Structs *structs;
    const Entry *e;
    Signature s;
    Table *place;              /* a parameter or size -> the expression that gives it */
    Table *taken;              /* names of parameters */
    Table *named;              /* an Opaque parameter -> its name */
    Json *params, *sizes, *checks, *results, *args;
} Call;

static const char *free_name(Call *c, const char *name)
{
    for (const char *base = name; table_has(c->taken, intern(name)); )
        name = format("%s_value", base = name);
    table_put(c->taken, intern(name), (void *)name);
    return name;
}

static void add_param(Call *c, const char *text)
{
    json_push(c->params, json_set(json_object(), "struct_param", json_str(text)));
}

/* The parameter whose memory is result k, or -1. */
static int param_of_result(const Entry *e, int k)
{
    for (int i = 0; i < e->func->nparams; i++) {
        const Var *v = e->func->param[i];
        const Buffer *b = v->type->rank ? e->result[k] : NULL;
        if (b && b->home == B_PARAM && b->var == v)
            return i;
    }
    return -1;
}

static bool is_moved(const Entry *e, const Opaque *o)
{
    for (int k = 0; k < e->func->nresults; k++)
        for (int i = 0; i < o->member.n; i++)
            if (o->member.at[i].part >= 0 && param_of_result(e, k) == o->member.at[i].part)
                return true;
    return false;
}

static const char *size_text(Call *c, Core *size)
{
    return holes_bound(signature_expr(&c->s, tree_whole(size)));
}

/* The size of the program is this; or it is compared with it. */
static void take_size(Call *c, Core *size, const char *from)
{
    const Func *f = c->e->func;
    for (int i = 0; i < f->nsizes; i++)
        if (is_var(size, f->size[i]) && !table_has(c->place, f->size[i])) {
            const char *name = names_of(c->s.names, f->size[i]);
            table_put(c->place, f->size[i], (void *)name);
            json_push(c->sizes, json_record("size", json_str(name), "from", json_str(from), NULL));
            return;
        }
    for (int i = 0; i < f->nparams; i++)
        if (is_var(size, f->param[i]) && !table_has(c->place, f->param[i])) {
            table_put(c->place, f->param[i], (void *)from);
            return;
        }
    if (size->op != OP_EACH)
        json_push(c->checks, json_record("size", json_str(from), "is",
                                         json_str(size_text(c, size)), NULL));
}

static void take_member(Call *c, const char *name, const Member *m)
{
    const char *member = c_spelling(m->name);
    const Type *t = m->part < 0 ? NULL : c->e->func->param[m->part]->type;
    if (t)
        table_put(c->place, c->e->func->param[m->part], (void *)format("%s->%s", name, member));
    for (int d = 0; d < (t ? t->rank : m->rank); d++)
        take_size(c, t ? t->dim[d] : m->size[d], format("%s->%s_size[%d]", name, member, d));
}

static void take_opaque(Call *c, const Opaque *o)
{
    const char *type = struct_of(c->structs, c->e, o);
    const char *name = free_name(c, c_spelling(o->name));
    bool moved = is_moved(c->e, o);
    table_put(c->named, o, (void *)name);
    add_param(c, format("%s%s *%s", moved ? "" : "const ", type, name));
    for (int i = 0; i < o->member.n; i++)
        take_member(c, name, &o->member.at[i]);
}

/* The value of which the parameter or result is a part; or null. */
static const Opaque *opaque_of(const OpaqueList *l, int part)
{
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < l->at[i].member.n; k++) {
            const Member *m = &l->at[i].member.at[k];
            if (m->part == part)
                return &l->at[i];
            for (int d = 0; d < m->rank && m->told; d++)
                if (m->told[d] == part)
                    return &l->at[i];
        }
    return NULL;
}

static const char *param_text(const Json *a)
{
    return format("%s%s %s%s%s", json_get(a, "read_only")->kind == JSON_TRUE ? "const " : "",
                  json_get(a, "ctype")->text, json_get(a, "pointer")->kind == JSON_TRUE ? "*" : "",
                  json_get(a, "given")->kind == JSON_TRUE ? "*" : "", json_get(a, "param")->text);
}

/* Structs stand where the first of their parts does; sizes that no struct tells come last. */
static void take_params(Call *c)
{
    const Func *f = c->e->func;
    Table *done = table_new();
    for (int i = 0; i < f->nparams; i++) {
        const Opaque *o = opaque_of(&f->opaque_in, i);
        if (o && !table_has(done, o)) {
            table_put(done, o, (void *)o);
            take_opaque(c, o);
        }
        if (!o && !table_has(c->place, f->param[i])) {
            add_param(c, param_text(c->s.args->item[i]));
            table_put(c->place, f->param[i], (void *)names_of(c->s.names, f->param[i]));
        }
    }
    for (int k = 0; k < f->opaque_in.n; k++)
        if (!table_has(done, &f->opaque_in.at[k]))
            take_opaque(c, &f->opaque_in.at[k]);
    for (int i = 0; i < f->nsizes; i++)
        if (!table_has(c->place, f->size[i])) {
            add_param(c, param_text(c->s.args->item[f->nparams + i]));
            table_put(c->place, f->size[i], (void *)names_of(c->s.names, f->size[i]));
        }
    table_free(done);
}

/* How the entry is given one of its arguments. */
static void give_arg(Call *c, const char *text)
{
    json_push(c->args, json_set(json_object(), "struct_arg", json_str(text)));
}

static Json *show_result_member(Call *c, const char *made, const Member *m)
{
    const Entry *e = c->e;
    const char *member = c_spelling(m->name);
    Json *o = json_record("made", json_str(made), "member", json_str(member), NULL);
    Json *sizes = json_list(), *told = json_list();
    const Type *t = m->part < 0 ? NULL : e->result_type[m->part];
    const Buffer *b = t ? e->result[m->part] : NULL;
    int from = t && t->rank ? param_of_result(e, m->part) : -1;
    for (int d = 0; t && d < t->rank; d++)
        json_push(sizes, json_record("at", json_int(d), "size", json_str(size_text(c, t->dim[d])),
                                     NULL));
    for (int d = 0; d < m->rank && !t; d++)
        json_push(told, json_record("into", json_str(format("%s.%s_size[%d]", made, member, d)),
                                    "ctype", json_str("int64_t"), "memory", json_str(
                                        names_of(c->s.names, e->result[m->told[d]]->var)), NULL));
    if (t && !t->rank)
        json_push(told, json_record("into", json_str(format("%s.%s", made, member)), "ctype",
                                    json_str(c_type(t->prim)), "memory",
                                    json_str(names_of(c->s.names, b->var)), NULL));
    bool array = t && t->rank, allocated = array && b->home != B_GIVEN && from < 0;
    json_set(o, "is_array", json_bool(array));
    json_set(o, "moved", text_or_false(from < 0 ? NULL
                                       : table_get(c->place, e->func->param[from])));
    json_set(o, "allocated", json_bool(allocated));
    json_set(o, "elements", json_str(allocated ? size_text(c, (Core *)tree_count(t)) : "1"));
    json_set(o, "ctype", json_str(t ? c_type(t->prim) : "int64_t"));
    return json_set(json_set(o, "sizes", sizes), "scalars", told);
}

/* Passes the memory for a result: the member of a struct, or the caller's pointer. */
static void give_result(Call *c, int k)
{
    const Entry *e = c->e;
    const Buffer *b = e->result[k];
    const char *name = names_of(c->s.names, b->var);
    const char *place = table_get(c->place, b->var);
    give_arg(c, !place ? name : b->home == B_GIVEN ? format("&%s", place) : place);
}

static void place_result(Call *c, const char *made, const Member *m)
{
    const Buffer *b = m->part < 0 ? NULL : c->e->result[m->part];
    if (b && b->home != B_PARAM && c->e->result_type[m->part]->rank)
        table_put(c->place, b->var, (void *)format("%s.%s", made, c_spelling(m->name)));
}

static void take_results(Call *c)
{
    const Entry *e = c->e;
    const OpaqueList *out = &e->func->opaque_out;
    int first = e->func->nparams + e->func->nsizes;
    for (int i = 0; i < out->n; i++) {
        const Opaque *o = &out->at[i];
        const char *name = free_name(c, out->n == 1 ? "result" : format("result_%d", i));
        const char *made = free_name(c, out->n == 1 ? "made" : format("made_%d", i));
        const char *type = struct_of(c->structs, e, o);
        Json *members = json_list();
        add_param(c, format("%s *%s", type, name));
        for (int k = 0; k < o->member.n; k++) {
            place_result(c, made, &o->member.at[k]);
            json_push(members, show_result_member(c, made, &o->member.at[k]));
        }
        const char *frees = table_get(c->structs->of, shape_of(e, o));
        json_push(c->results, json_record("struct", json_str(type), "result", json_str(name),
                                          "frees", json_str(frees),
                                          "made", json_str(made), "parts", members, NULL));
    }
    for (int i = first; i < c->s.args->n; i++) {
        const char *name = json_get(c->s.args->item[i], "param")->text;
        for (int k = 0; k < e->func->nresults; k++)
            if (!opaque_of(out, k) && !strcmp(name, names_of(c->s.names, e->result[k]->var)))
                add_param(c, param_text(c->s.args->item[i]));
    }
}

/* Sizes that the call tells are variables of this one, and parameters, too, if others need them. */
static Json *give_args(Call *c)
{
    const Entry *e = c->e;
    const Func *f = e->func;
    Json *told = json_list();
    Table *seen = table_new();
    for (int i = 0; i < f->nparams; i++)
        give_arg(c, table_get(c->place, f->param[i]));
    for (int i = 0; i < f->nsizes; i++)
        give_arg(c, table_get(c->place, f->size[i]));
    for (int k = 0; k < f->nresults; k++) {
        if (e->result[k]->home != B_PARAM)
            give_result(c, k);
        for (int t = 0; t < e->told.n; t++)
            if (entry_tells(e, k, e->told.at[t]) && !table_has(seen, e->told.at[t])) {
                const char *name = names_of(c->s.names, e->told.at[t]->var);
                table_put(seen, e->told.at[t], (void *)name);
                bool shared = !opaque_of(&f->opaque_out, k);
                if (shared)
                    add_param(c, format("int64_t *%s", name));
                else
                    json_push(told, json_set(json_object(), "told", json_str(name)));
                give_arg(c, shared ? name : format("&%s", name));
            }
    }
    if (takes_thresholds(c->structs->v, e)) {
        add_param(c, format("%s thresholds", thresholds_type(c->structs->v)));
        give_arg(c, "thresholds");
    }
    table_free(seen);
    return told;
}

/* Results outside structs have no size that is told with a struct. */
static bool mixes_told(const Entry *e)
{
    for (int t = 0; t < e->told.n; t++) {
        int in = 0, out = 0;
        for (int k = 0; k < e->func->nresults; k++)
            if (entry_tells(e, k, e->told.at[t]))
                *(opaque_of(&e->func->opaque_out, k) ? &in : &out) += 1;
        if (in && out)
            return true;
    }
    return false;
}

/* ---- for other programs ---------------------------------------------------------- */

/* Of each part, the flat parameter or result that it is. */
static void add_part(Json *list, const char *flat, const char *member, int at)
{
    json_push(list, json_record("name", json_str(flat), "member", json_str(member),
                                "at", at < 0 ? json_null() : json_int(at), NULL));
}

static const char *flat_name(const Call *c, const Opaque *o, const Member *m, int d)
{
    const Func *f = c->e->func;
    if (!o->name)
        return names_of(c->s.names, c->e->result[m->part < 0 ? m->told[d] : m->part]->var);
    if (m->part >= 0)
        return names_of(c->s.names, f->param[m->part]);
    return m->size[d]->op == OP_VAR ? names_of(c->s.names, m->size[d]->var) : NULL;
}

static Json *parts_of(const Call *c, const Opaque *o)
{
    Json *list = json_list();
    for (int i = 0; i < o->member.n; i++) {
        const Member *m = &o->member.at[i];
        const char *member = c_spelling(m->name);
        if (m->part >= 0)
            add_part(list, flat_name(c, o, m, 0), member, -1);
        for (int d = 0; d < m->rank && m->part < 0; d++)
            if (flat_name(c, o, m, d))
                add_part(list, flat_name(c, o, m, d), format("%s_size", member), d);
    }
    return list;
}

static Json *values_of(const Call *c, const OpaqueList *l)
{
    Json *list = json_list();
    for (int i = 0; i < l->n; i++) {
        const Opaque *o = &l->at[i];
        json_push(list, json_record("name", o->name ? json_str(table_get(c->named, o))
                                                    : json_null(),
                                    "struct", json_str(struct_of(c->structs, c->e, o)),
                                    "parts", parts_of(c, o), NULL));
    }
    return list;
}

/* The manifest's record of FILE_ENTRY_struct: its name, parameters and results. */
static Json *told_of(const Call *c)
{
    return json_record("function", json_str(format("%s_struct", c->e->symbol)),
                       "parameters", values_of(c, &c->e->func->opaque_in),
                       "results", values_of(c, &c->e->func->opaque_out), NULL);
}

/* ---- entries ------------------------------------------------------------------------ */

static void take_name(Call *c, const Var *v)
{
    const char *name = intern(names_of(c->s.names, v));
    table_put(c->taken, name, (void *)name);
}

static Json *show_call(Structs *structs, const Entry *e)
{
    Call c = { .structs = structs, .e = e, .s = signature_of(structs->v, e),
               .place = table_new(), .taken = table_new(), .named = table_new(),
               .params = json_list(),
               .sizes = json_list(), .checks = json_list(), .results = json_list(),
               .args = json_list() };
    static const char *const own[] = { "thresholds", "scratch", "pool", "stream", "memory" };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        table_put(c.taken, intern(own[i]), (void *)own[i]);
    const Func *f = e->func;
    for (int i = 0; i < f->nparams; i++)
        if (!opaque_of(&f->opaque_in, i))
            take_name(&c, f->param[i]);
    for (int i = 0; i < f->nsizes; i++)
        take_name(&c, f->size[i]);
    for (int k = 0; k < f->nresults; k++)
        if (!opaque_of(&f->opaque_out, k) || !e->result_type[k]->rank)
            take_name(&c, e->result[k]->var);
    for (int t = 0; t < e->told.n; t++)
        take_name(&c, e->told.at[t]->var);
    take_params(&c);
    take_results(&c);
    Json *told = give_args(&c);
    table_put(structs->v->struct_call, e, told_of(&c));
    bool reads = false, takes_pool = allocates(e);
    for (int i = 0; i < c.results->n; i++) {
        const Json *parts = json_get(c.results->item[i], "parts");
        for (int k = 0; k < parts->n; k++) {
            reads |= json_get(parts->item[k], "scalars")->n > 0;
            takes_pool |= json_get(parts->item[k], "allocated")->kind == JSON_TRUE;
        }
    }
    return json_record("symbol", json_str(e->symbol), "struct_params", c.params,
                       "struct_sizes", c.sizes, "checks", c.checks, "results", c.results,
                       "told_sizes", told, "struct_args", c.args,
                       "has_scratch", json_bool(e->nslots > 0),
                       "has_pool", json_bool(allocates(e)),
                       "takes_pool", json_bool(takes_pool || reads),
                       "error", json_str(free_name(&c, "error")), "reads_back", json_bool(reads),
                       "gives_structs", json_bool(c.results->n > 0), NULL);
}

void show_structs(Show *v, Json *j)
{
    Structs s = { v, table_new(), table_new(), json_list(), json_list() };
    Json *calls = json_list();
    v->struct_call = table_new();
    bool gives = false;
    for (int i = 0; i < v->plan->entries.n && !is_ranked(v->plan); i++) {
        const Entry *e = v->plan->entries.at[i];
        const Func *f = e->func;
        if ((f->opaque_in.n || f->opaque_out.n) && !mixes_told(e))
            json_push(calls, show_call(&s, e));
        gives |= f->opaque_out.n > 0;
    }
    json_set(j, "has_structs", json_bool(calls->n > 0));
    v->structs = s.told;
    json_set(j, "gives_structs", json_bool(gives));
    json_set(j, "structs", s.list);
    json_set(j, "struct_calls", calls);
}
