/* view.c -- statements and functions of the plan as records for the templates. */
#include "view.h"

#include <ctype.h>
#include <string.h>

static const char *const kinds[] = { "let", "array", "row", "set", "atomic", "for", "loop",
                                     "break_unless", "if", "check", "return",
                                     "launch", "copy", "read", "swap", "allocate", "give",
                                     "clear", "locked", "shared", "barrier", "once", "own",
                                     "collective" };

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
    return r ? r->name : c_type(v->type->prim);
}

/* The members of a list know which is the last. */
Json *with_last(Json *list)
{
    for (int i = 0; i < list->n; i++)
        json_set(list->item[i], "last", json_bool(i == list->n - 1));
    return list;
}

/* ---- statements ------------------------------------------------------------ */

static const char *tree(Show *v, const Core *n, Names *names)
{
    CScope s = scope_of(v, names);
    return c_str(n, &s);
}

static const char *assigned(Show *v, const Core *n, Names *names)
{
    CScope s = scope_of(v, names);
    return c_assigned(n, &s);
}

static bool is_compound(const Stmt *s)
{
    return s->kind == S_FOR || s->kind == S_LOOP || s->kind == S_IF || s->kind == S_CHECK
        || s->kind == S_READ || s->kind == S_SWAP || s->kind == S_COPY || s->kind == S_LOCKED
        || s->kind == S_CLEAR || s->kind == S_ALLOCATE || s->kind == S_BREAK_UNLESS
        || s->kind == S_ONCE
        || (s->kind == S_LAUNCH && (s->kernel->guard || s->kernel->stages.n > 1));
}

bool needs_braces(const Block *b)
{
    return b->n != 1 || is_compound(b->at[0]);
}

static void set_braces(Json *o, bool braces)
{
    json_set(o, "braces", json_bool(braces));
    json_set(o, "open", json_str(braces ? " {" : ""));
}

static Json *show_let(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    const char *init = s->exp ? assigned(v, s->exp, names) : NULL;
    const char *type = c_type_of(v->plan, s->var);
    if (s->exp && tree_is_record(s->exp))
        init = without_holes(init) + strlen(type);       /* the braces are enough */
    json_set(o, "ctype", json_str(type));
    json_set(o, "init", text_or_false(init));
    json_set(o, "name", json_str(names_of(names, s->var)));
    json_set(o, "constant", json_bool(s->constant && !table_has(v->plan->mutable, s->var)));
    return o;
}

static Json *show_row(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    json_set(o, "address", json_str(c_address(s->exp, &scope)));
    json_set(o, "ctype", json_str(c_type(s->var->type->prim)));
    json_set(o, "name", json_str(names_of(names, s->var)));
    json_set(o, "constant", json_bool(!v->written || !table_has(v->written, s->var)));
    return o;
}

/* x = x + y is x += y; not for halves, which are computed as floats. */
static Json *show_set(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    const Core *e = s->exp;
    const char *sign = e->op == OP_ADD ? "+=" : e->op == OP_SUB ? "-=" : e->op == OP_MUL ? "*="
                     : NULL;
    const char *to = tree(v, s->to, names);
    CScope scope = scope_of(v, names);
    bool brief = sign && type_of(e)->prim != F16 && !strcmp(tree(v, e->g[0].at[0], names), to);
    const Core *by = brief ? e->g[1].at[0] : NULL;
    json_set(o, "to", json_str(to));
    json_set(o, "sign", json_str(brief ? sign : "="));
    json_set(o, "value", json_str(!brief ? c_assigned(e, &scope)
                                  : e->wraps ? c_term(by, &scope) : c_str(by, &scope)));
    return o;
}

static const char *atomic_type(const Stmt *s)
{
    Prim p = type_of(s->to)->prim;
    if (s->atomic == OP_VAR)
        return prim_bytes(p) == 2 ? "unsigned short"
             : prim_bytes(p) == 4 ? "uint32_t" : "unsigned long long";
    if (p == I64 && s->atomic != OP_MIN && s->atomic != OP_MAX)
        return "unsigned long long";
    return p == I64 ? "long long" : p == U64 ? "unsigned long long" : NULL;
}

static const char *address_of(const Core *place, const CScope *scope)
{
    return place->g[1].n ? format("&%s", c_str(place, scope)) : c_address(place, scope);
}

/* CUDA's function: atomicAdd. */
static const char *atomic_function(Op op)
{
    if (op == OP_VAR)
        return NULL;
    char *name = format("atomic%s", ops[op].id);
    for (char *c = name + strlen("atomic") + 1; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return name;
}

static Json *show_atomic(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    json_set(o, "function", text_or_false(atomic_function(s->atomic)));
    json_set(o, "operator", text_or_false(s->op ? s->op->name : NULL));
    json_set(o, "ctype", json_str(c_type(type_of(s->to)->prim)));
    json_set(o, "word", text_or_false(atomic_type(s)));
    json_set(o, "place", json_str(address_of(s->to, &scope)));
    json_set(o, "value", json_str(tree(v, s->exp, names)));
    if (s->atomic == OP_VAR)
        table_put(v->helpers, intern("update_atomically"), (void *)1);
    return o;
}

/* A check in it must come to its end, too. */
static Json *show_locked(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    Names *inner = names_new(names);
    json_set(o, "lock", json_str(address_of(s->to, &scope)));
    json_set(o, "done", json_str(names_fresh(inner, "done")));
    return json_set(o, "body", show_block(v, &s->body, inner, true));
}

static Json *show_once(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_set(json_object(), "body", show_block(v, &s->body, names_new(names), true));
    set_braces(o, needs_braces(&s->body));
    return o;
}

static Json *show_loop(Show *v, const Stmt *s, Names *names, bool nest)
{
    Json *o = json_object();
    Names *inner = names_new(names);
    if (s->kind == S_FOR) {
        json_set(o, "first", json_str(s->to ? tree(v, s->to, names) : "0"));
        json_set(o, "bound", json_str(tree(v, s->exp, names)));
        json_set(o, "step", text_or_false(s->count ? tree(v, s->count, names) : NULL));
        json_set(o, "index", json_str(names_of(inner, s->var)));
        json_set(o, "ctype", json_str(c_type(s->var->type->prim)));
        json_set(o, "by_all", json_bool(s->sharing == BY_ALL));
        json_set(o, "in_tiles", json_bool(s->sharing == IN_TILES));
    } else {
        json_set(o, "condition", json_str(s->exp ? tree(v, s->exp, names) : "true"));
    }
    json_set(o, "body", show_block(v, &s->body, inner, nest));
    set_braces(o, needs_braces(&s->body));
    return o;
}

static Json *show_if(Show *v, const Stmt *s, Names *names, bool nest)
{
    Json *o = json_object();
    bool flip = !s->body.n;
    const Block *then = flip ? &s->other : &s->body, *other = flip ? &s->body : &s->other;
    const Core *cond = flip ? tree_not(s->exp) : s->exp;
    json_set(o, "condition", json_str(tree(v, cond, names)));
    json_set(o, "then", show_block(v, then, names_new(names), nest));
    json_set(o, "else", show_block(v, other, names_new(names), nest));
    json_set(o, "has_else", json_bool(other->n > 0));
    set_braces(o, needs_braces(then) || (other->n && needs_braces(other)));
    return o;
}

static Json *show_check(Show *v, const Stmt *s, Names *names, Json *rest)
{
    Json *o = json_object();
    Text values = {0};
    for (int i = 0; i < s->said.n; i++)
        text_fmt(&values, "%s%s", i ? ", " : "", tree(v, s->said.at[i], names));
    json_set(o, "condition", json_str(tree(v, s->exp, names)));
    json_set(o, "failure", json_str(names_of(names, s->to->var)));
    json_set(o, "code", json_int(s->code));
    json_set(o, "values", text_or_false(s->said.n ? text_str(&values) : NULL));
    json_set(o, "nested", json_bool(rest && rest->n));
    json_set(o, "returns", json_bool(!rest));
    json_set(o, "rest", rest ? rest : json_list());
    json_set(o, "on_host", json_bool(v->on_host));
    json_set(o, "in_function", json_bool(v->in_function));
    table_put(v->helpers, intern(v->on_host ? "report" : "fail"), (void *)1);
    return o;
}

static const char *bytes_of(Show *v, const Stmt *s, Names *names)
{
    const char *one = format("sizeof(%s)", c_type(type_of(s->to)->prim));
    int64_t n;
    if (size_const(s->count, &n) && n == 1)
        return one;
    return hole(format("%s * %s", tree(v, s->count, names), one));
}

static Json *show_copy(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    json_set(o, "to", json_str(c_address(s->to, &scope)));
    json_set(o, "from", json_str(s->exp ? c_address(s->exp, &scope) : ""));
    json_set(o, "bytes", json_str(bytes_of(v, s, names)));
    return o;
}

static Json *show_read(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    json_set(o, "address", json_str(c_address(s->exp, &scope)));
    json_set(o, "ctype", json_str(c_type(s->var->type->prim)));
    json_set(o, "name", json_str(names_of(names, s->var)));
    json_set(o, "declared", json_bool(s->declared));
    bool can_fail = s->guarded;
    json_set(o, "can_fail", json_bool(can_fail));
    json_set(o, "failed", json_str(can_fail ? names_fresh(names, "failed_so_far") : ""));
    table_put(v->helpers, intern("read_back"), (void *)1);
    return o;
}

/* The pointer of an array, as a variable that can be changed. */
static const char *pointer_of(Show *v, const Core *var, Names *names)
{
    const Buffer *b = table_get(v->plan->buffer_of, var->var);
    const char *name = names_of(names, var->var);
    return b->home == B_ALLOCATED ? format("%s.data", name) : name;
}

static Json *show_swap(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    json_set(o, "ctype", json_str(c_type_of(v->plan, s->to->var)));
    json_set(o, "one", json_str(pointer_of(v, s->to, names)));
    json_set(o, "other", json_str(pointer_of(v, s->exp, names)));
    table_put(v->helpers, intern("swap_pointers"), (void *)1);
    return o;
}

static Json *show_allocate(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    const char *count = s->count ? tree(v, s->count, names) : NULL;
    json_set(o, "ctype", json_str(c_type_of(v->plan, s->var)));
    json_set(o, "name", json_str(names_of(names, s->var)));
    json_set(o, "count", text_or_false(count));
    table_put(v->helpers, intern("DeviceArray"), (void *)1);
    return o;
}

static Json *show_give(const Stmt *s, Names *names)
{
    Json *o = json_object();
    json_set(o, "to", json_str(names_of(names, s->to->var)));
    return json_set(o, "from", json_str(names_of(names, s->exp->var)));
}

static Json *show_shared(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    CScope scope = scope_of(v, names);
    bool first = s->exp && s->exp->op == OP_TERM;
    json_set(o, "ctype", json_str(c_type_of(v->plan, s->var)));
    json_set(o, "name", json_str(names_of(names, s->var)));
    json_set(o, "count", json_str(tree(v, s->count, names)));
    json_set(o, "place_of", text_or_false(s->to ? tree(v, s->to, names) : NULL));
    json_set(o, "first", json_bool(first));
    const char *type = c_type_of(v->plan, s->var), *after = NULL;
    if (s->exp && !first) {
        const char *other = c_type_of(v->plan, s->exp->g[0].at[0]->var);
        after = c_address(s->exp, &scope);
        after = strcmp(type, other) ? hole(format("(%s *)%s", type, after)) : after;
    }
    json_set(o, "after", text_or_false(after));
    return json_set(o, "declared", json_bool(!s->to && !s->exp));
}

/* second: what the helper takes beside the value. */
static Json *show_collective(Show *v, const Stmt *s, Names *names)
{
    Json *o = json_object();
    const char *second = s->var ? format("&%s", names_of(names, s->var)) : tree(v, s->exp, names);
    json_set(o, "helper", json_str(s->text));
    json_set(o, "ctype", json_str(c_type_of(v->plan, s->to->var)));
    json_set(o, "to", json_str(tree(v, s->to, names)));
    json_set(o, "operator", json_str(s->op->name));
    table_put(v->helpers, s->text, (void *)1);
    return json_set(o, "second", json_str(second));
}

static Json *one_key(const char *key, Json *value)
{
    return json_set(json_object(), key, value);
}

static Json *show_kind(Show *v, const Stmt *s, Names *names, bool nest, Json *rest)
{
    switch (s->kind) {
    case S_LET: return show_let(v, s, names);
    case S_ARRAY: {
        Json *o = one_key("ctype", json_str(c_type(s->var->type->prim)));
        json_set(o, "name", json_str(names_of(names, s->var)));
        return json_set(o, "count", json_str(tree(v, s->count, names)));
    }
    case S_ROW: return show_row(v, s, names);
    case S_SET: return show_set(v, s, names);
    case S_ATOMIC: return show_atomic(v, s, names);
    case S_FOR: case S_LOOP: return show_loop(v, s, names, nest);
    case S_BREAK_UNLESS:
        return one_key("condition", json_str(tree(v, tree_not(s->exp), names)));
    case S_IF: return show_if(v, s, names, nest);
    case S_CHECK: return show_check(v, s, names, rest);
    case S_RETURN: return one_key("value", json_str(assigned(v, s->exp, names)));
    case S_LAUNCH: return show_launch(v, s->kernel, names);
    case S_COPY: return show_copy(v, s, names);
    case S_READ: return show_read(v, s, names);
    case S_SWAP: return show_swap(v, s, names);
    case S_ALLOCATE: return show_allocate(v, s, names);
    case S_GIVE: return show_give(s, names);
    case S_CLEAR: return show_copy(v, s, names);
    case S_LOCKED: return show_locked(v, s, names);
    case S_SHARED: return show_shared(v, s, names);
    case S_BARRIER: return json_object();
    case S_OWN: {
        Json *o = one_key("name", json_str(names_of(names, s->var)));
        return json_set(o, "start", json_str(tree(v, s->exp, names)));
    }
    case S_ONCE: return show_once(v, s, names);
    case S_COLLECTIVE: return show_collective(v, s, names);
    }
    bug("show_kind");
}

/* Every statement has every kind as a key, false where it is another kind, so
   that nothing is found further out by mistake. nest_checks: what follows a
   check stands in its else, because a barrier comes after. */
static Json *show_from(Show *v, const Block *b, int from, Names *names, bool nest)
{
    Json *list = json_list();
    for (int i = from; i < b->n; i++) {
        const Stmt *s = b->at[i];
        bool last = nest && s->kind == S_CHECK;
        Json *rest = last ? show_from(v, b, i + 1, names_new(names), nest) : NULL;
        Json *o = json_object(), *kind = show_kind(v, s, names, nest, rest);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            json_set(o, kinds[k], k == (size_t)s->kind ? kind : json_bool(false));
        json_push(list, o);
        if (last)
            break;
    }
    return list;
}

Json *show_block(Show *v, const Block *b, Names *names, bool nest_checks)
{
    return show_from(v, b, 0, names, nest_checks);
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
    json_set(o, "function", json_str(f->name));
    show_origin(v, o, f->origin);
    json_set(o, "about", text_or_false(f->about));
    json_set(o, "result_type", json_str(f->record ? f->record->name : c_type(f->prim)));
    json_set(o, "host_too", json_bool(f->host));
    json_set(o, "function_params", with_last(params));
    json_set(o, "functor", text_or_false(f->functor ? f->functor->name : NULL));
    json_set(o, "brief", text_or_false(brief ? assigned(v, f->body.at[0]->exp, names) : NULL));
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
    bool upward, found;
} Shuffled;

static void find_shuffle(const Function *op, bool scans, void *arg)
{
    Shuffled *s = arg;
    s->found |= (scans || !s->upward) && contains(s->plan, op->record, s->record);
}

/* Such values pass between the threads of a warp; in a scan, also upward. */
static bool is_shuffled(const Plan *p, const Record *r, bool upward)
{
    Shuffled s = { p, r, upward, false };
    each_fold(p, find_shuffle, &s);
    return s.found;
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
            json_push(fields, json_set(f, "ctype", json_str(c_type_of(v->plan, r->field[k]))));
        }
        json_set(o, "fields", fields);
        json_set(o, "shuffled_up", json_bool(is_shuffled(v->plan, r, true)));
        json_push(list, json_set(o, "shuffled", json_bool(is_shuffled(v->plan, r, false))));
    }
    return list;
}
