/* view.c -- functions and records of the plan as records for the templates. */
#include "view.h"

#include <string.h>

Json *text_or_false(const char *s)
{
    return s ? json_str(s) : json_bool(false);
}

CScope scope_of(Show *v, Names *names)
{
    return (CScope){ names, v->helpers, v->o->marked };
}

const char *c_type_of(const Plan *p, const Var *v)
{
    const Buffer *b = table_get(p->buffer_of, v);
    const Record *r = b ? b->record : table_get(p->record_of, v);
    return r ? r->name : table_has(p->ints, v) ? "int" : c_type(v->type->prim);
}

void use_helper(Show *v, const char *name)
{
    table_put(v->helpers, intern(name), (void *)1);
}

/* The members of a list know which is the last. */
Json *with_last(Json *list)
{
    for (int i = 0; i < list->n; i++)
        json_set(list->item[i], "last", json_bool(i == list->n - 1));
    return list;
}

static Json *one_key(const char *key, Json *value)
{
    return json_set(json_object(), key, value);
}

/* ---- functions and records ------------------------------------------------- */

static Json *members(Show *v, const Function *f, Names *names)
{
    Json *list = json_list();
    for (int i = 0; f->functor && i < f->functor->n; i++) {
        const Var *field = f->functor->field[i];
        const Buffer *b = table_get(v->plan->buffer_of, field);
        Json *m = one_key("ctype", json_str(c_type_of(v->plan, field)));
        json_set(m, "pointer", json_bool(b != NULL));
        json_set(m, "read_only", json_bool(!b || !b->pinned));
        json_push(list, json_set(m, "member", json_str(names_of(names, field))));
    }
    return list;
}

static Json *show_function(Show *v, const Function *f)
{
    Json *o = json_object(), *params = json_list();
    Names *names = names_new(v->names);
    json_set(o, "members", members(v, f, names));
    for (int i = 0; i < f->nparams; i++) {
        Json *p = one_key("ctype", json_str(c_type_of(v->plan, f->param[i])));
        json_set(p, "pointer", json_bool(false));
        json_push(params, json_set(p, "param", json_str(names_of(names, f->param[i]))));
    }
    if (f->failure && !f->functor) {
        Json *p = one_key("ctype", json_str("Failure"));
        json_set(p, "pointer", json_bool(true));
        json_push(params, json_set(p, "param", json_str(names_of(names, f->failure))));
    }
    v->in_function = true;
    bool brief = f->body.n == 1 && f->body.at[0]->kind == S_RETURN;
    CScope scope = scope_of(v, names);
    json_set(o, "function", json_str(f->name));
    show_origin(v, o, f->origin);
    json_set(o, "about", text_or_false(f->about));
    json_set(o, "result_type", json_str(f->record ? f->record->name : c_type(f->prim)));
    json_set(o, "host_too", json_bool(f->host));
    json_set(o, "apart", json_bool(f->apart));
    json_set(o, "function_params", with_last(params));
    json_set(o, "functor", text_or_false(f->functor ? f->functor->name : NULL));
    json_set(o, "brief", text_or_false(brief ? c_assigned(f->body.at[0]->exp, &scope) : NULL));
    json_set(o, "function_body", show_block(v, &f->body, names, false));
    v->in_function = false;
    return o;
}

Json *show_functions(Show *v)
{
    Json *list = json_list();
    for (int i = 0; i < v->plan->functions.n; i++)
        json_push(list, show_function(v, v->plan->functions.at[i]));
    return list;
}

/* r, or a record in it. */
static bool contains(const Plan *p, const Record *whole, const Record *r)
{
    if (!whole || whole == r)
        return whole == r;
    for (int k = 0; k < whole->n; k++)
        if (contains(p, table_get(p->record_of, whole->field[k]), r))
            return true;
    return false;
}

typedef struct {
    const Plan *plan;
    const Record *record;
    Passing how;
    bool found;
} Passed;

static void find_passing(const Function *op, Passing how, void *arg)
{
    Passed *s = arg;
    s->found |= how == s->how && contains(s->plan, op->record, s->record);
}

/* Such values pass between threads like that. */
static bool is_passed(const Plan *p, const Record *r, Passing how)
{
    Passed s = { p, r, how, false };
    each_fold(p, find_passing, &s);
    return s.found;
}

/* Where the fields are that follow field k, if all share a word. */
static int shift_of(const Plan *p, const Record *r, int k)
{
    int bytes = 0;
    for (k++; k < r->n; k++)
        bytes += value_bytes(p, r->field[k]);
    return 8 * bytes;
}

/* "int32_t a, b": fields of one type in a row. */
static Json *field_groups(Show *v, const Record *r)
{
    Json *groups = json_list();
    for (int k = 0; k < r->n;) {
        const char *type = c_type_of(v->plan, r->field[k]);
        Text names = {0};
        for (int from = k; k < r->n && !strcmp(type, c_type_of(v->plan, r->field[k])); k++)
            text_fmt(&names, "%s%s", k > from ? ", " : "", r->field[k]->name);
        json_push(groups, json_set(one_key("ctype", json_str(type)), "group",
                                   json_str(text_str(&names))));
    }
    return groups;
}

Json *show_records(Show *v)
{
    Json *list = json_list();
    for (int i = 0; i < v->plan->records.n; i++) {
        const Record *r = v->plan->records.at[i];
        if (r->functor)
            continue;
        Json *o = one_key("record", json_str(r->name)), *fields = json_list();
        json_set(o, "about", json_str(r->about));
        json_set(o, "groups", field_groups(v, r));
        for (int k = 0; k < r->n; k++) {
            Json *f = one_key("field", json_str(r->field[k]->name));
            int shift = shift_of(v->plan, r, k);
            json_set(f, "shift", shift ? json_int(shift) : json_bool(false));
            json_push(fields, json_set(f, "ctype", json_str(c_type_of(v->plan, r->field[k]))));
        }
        json_set(o, "fields", with_last(fields));
        json_set(o, "packed", json_bool(is_passed(v->plan, r, IN_WORD)));
        json_set(o, "shuffled_up", json_bool(is_passed(v->plan, r, LANES_UP)));
        json_push(list, json_set(o, "shuffled_down", json_bool(is_passed(v->plan, r, LANES_DOWN))));
    }
    return list;
}
