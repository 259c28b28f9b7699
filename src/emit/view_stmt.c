/* view_stmt.c -- statements of the plan as records for the templates: for each kind a
   row of keys, and what stands in them. */
#include "view.h"

#include <ctype.h>
#include <string.h>

/* What a key holds; `exp`, `to`, `count` and `var` are those of the statement, false where
   it has none. */
typedef enum {
    NO_KEY,
    EXP, NOT_EXP, ASSIGNED, INIT,    /* exp, an expression; */
    ITEMS,                                       /* of one access */
    EXP_AT, EXP_PLACE, EXP_NAME, EXP_POINTER,    /* a pointer to it; the array that it names */
    TO, TO_AT, LOADED, TO_PLACE, TO_NAME, TO_POINTER, TO_TYPE,   /* LOADED: TO_AT, or false */
    COUNT, BYTES,
    NAME, TYPE, CONSTANT, ROW_CONSTANT,          /* of var */
    NAMES, ARGS,                                 /* of what is said */
    PARAMS,                                      /* with which the body begins */
    INDEX, INDEX_TYPE, BY_ALL_FLAG, IN_TILES_FLAG, UNROLL,       /* of a for loop */
    START, ROUND,                                /* of a thread's own position */
    BODY, BODY_TOGETHER, BODY_HERE,              /* TOGETHER, HERE: no thread leaves it early;
                                                    HERE: in the scope that it stands in */
    BRACES, OPENING,
    ATOMIC_FUNCTION, ATOMIC_WORD, OPERATOR,
    DONE, DECLARED, CAN_FAIL,
    AT_START, AFTER, OF_ITS_OWN,                 /* where shared memory lies */
    HELPER, SECOND, ZERO,
    EXTENTS, SHAPED, GAP, ALIGNED                             /* of an array */
} What;

typedef struct { const char *key; What what; } Key;

typedef struct {
    const char *name;          /* the key of its record */
    bool compound;             /* more than one line: alone in a block it needs braces */
    const char *helper;        /* the function of the templates that it calls */
    Key key[12];               /* the last one is none */
} Kind;

static const Kind kinds[] = {
    [S_LET] = { "let", false, NULL,
        { { "init", INIT }, { "ctype", TYPE }, { "name", NAME }, { "constant", CONSTANT } } },
    [S_ARRAY] = { "array", false, NULL,
        { { "ctype", INDEX_TYPE }, { "name", NAME }, { "extents", EXTENTS },
          { "zero", ZERO } } },
    [S_ROW] = { "row", false, NULL,
        { { "address", EXP_AT }, { "ctype", INDEX_TYPE }, { "name", NAME },
          { "constant", ROW_CONSTANT } } },
    [S_SET] = { "set", false, NULL, { { 0 } } },
    [S_ATOMIC] = { "atomic", false, NULL,
        { { "function", ATOMIC_FUNCTION }, { "operator", OPERATOR }, { "ctype", TO_TYPE },
          { "word", ATOMIC_WORD }, { "place", TO_PLACE }, { "value", EXP } } },
    [S_FOR] = { "for", true, NULL,
        { { "first", TO }, { "bound", EXP }, { "step", COUNT }, { "index", INDEX },
          { "ctype", INDEX_TYPE }, { "by_all", BY_ALL_FLAG }, { "in_tiles", IN_TILES_FLAG },
          { "unroll", UNROLL }, { "body", BODY }, { "braces", BRACES }, { "open", OPENING } } },
    [S_LOOP] = { "loop", true, NULL,
        { { "braces", BRACES }, { "open", OPENING } } },
    [S_BREAK_UNLESS] = { "break_unless", true, NULL, { { "condition", NOT_EXP } } },
    [S_IF] = { "if", true, NULL, { { 0 } } },
    [S_CHECK] = { "check", true, NULL, { { 0 } } },
    [S_RETURN] = { "return", false, NULL, { { "value", ASSIGNED } } },
    [S_LAUNCH] = { "launch", false, NULL, { { 0 } } },
    [S_COPY] = { "copy", false, NULL,
        { { "to", TO_AT }, { "from", EXP_AT }, { "bytes", BYTES } } },
    [S_READ] = { "read", true, NULL,
        { { "address", EXP_AT }, { "ctype", INDEX_TYPE }, { "name", NAME },
          { "declared", DECLARED }, { "can_fail", CAN_FAIL } } },
    [S_SWAP] = { "swap", false, "exchange",
        { { "one", TO_POINTER }, { "other", EXP_POINTER } } },
    [S_ALLOCATE] = { "allocate", true, "DeviceArray",
        { { "count", COUNT }, { "ctype", TYPE }, { "name", NAME } } },
    [S_FREE] = { "free", false, "free_arrays", { { "names", NAMES } } },
    [S_KEEP] = { "keep", false, "shrink_to_fit",
        { { "name", TO_NAME }, { "kept", EXP }, { "count", COUNT } } },
    [S_GIVE] = { "give", false, "exchange", { { "to", TO_NAME }, { "from", EXP_NAME } } },
    [S_CLEAR] = { "clear", false, NULL, { { "to", TO_AT }, { "bytes", BYTES } } },
    [S_LOCKED] = { "locked", true, NULL,
        { { "lock", TO_PLACE }, { "done", DONE }, { "body", BODY_TOGETHER } } },
    [S_PEERS] = { "peers", true, NULL,
        { { "others", INDEX }, { "peers", EXP }, { "body", BODY } } },
    [S_LOAD] = { "load_here", false, "AlignedVector",
        { { "ctype", INDEX_TYPE }, { "name", NAME }, { "from", LOADED }, { "count", COUNT } } },
    [S_STORE] = { "store_here", false, "store_vector",
        { { "name", NAME }, { "to", TO_AT }, { "count", COUNT } } },
    [S_FETCH] = { "fetch", false, NULL,
        { { "to", TO_PLACE }, { "from", EXP_PLACE }, { "items", ITEMS }, { "inside", COUNT } } },
    [S_AWAIT] = { "await", false, "wait_async", { { 0 } } },
    [S_LAMBDA] = { "lambda", true, NULL,
        { { "name", NAME }, { "lambda_params", PARAMS }, { "body", BODY } } },
    [S_INVOKE] = { "invoke", false, NULL, { { "function", EXP }, { "args", ARGS } } },
    [S_SHARED] = { "shared", false, NULL,
        { { "ctype", TYPE }, { "name", NAME }, { "extents", EXTENTS }, { "place_of", TO },
          { "first", AT_START }, { "after", AFTER }, { "declared", OF_ITS_OWN },
          { "shaped", SHAPED }, { "gap", GAP }, { "aligned", ALIGNED } } },
    [S_BARRIER] = { "barrier", false, NULL, { { 0 } } },
    [S_LEAVE] = { "leave", true, "is_failing", { { "failure", TO_NAME } } },
    [S_ONCE] = { "once", true, NULL,
        { { "body", BODY_TOGETHER }, { "braces", BRACES }, { "open", OPENING } } },
    [S_EACH] = { "each", true, NULL, { { "body", BODY_HERE } } },
    [S_OWN] = { "own", false, NULL,
        { { "ctype", INDEX_TYPE }, { "name", NAME }, { "start", START }, { "round", ROUND },
          { "over", COUNT }, { "modulo", TO } } },
    [S_TAKE] = { "take", false, NULL, { { 0 } } },
    [S_CALL] = { "call", true, NULL, { { 0 } } },
    [S_COLLECTIVE] = { "collective", false, NULL,
        { { "second", SECOND }, { "helper", HELPER }, { "ctype", TO_TYPE }, { "to", TO },
          { "operator", OPERATOR } } },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *tree(Show *v, const Core *n, Names *names)
{
    CScope s = scope_of(v, names);
    return c_str(n, &s);
}

static bool is_compound(const Stmt *s)
{
    return s->kind == S_LAUNCH ? s->kernel->guard || s->kernel->stages.n > 1
                                   || s->kernel->stages.at[0]->shared
                               : kinds[s->kind].compound;
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

/* ---- what keys hold -------------------------------------------------------- */

static const char *initial(Show *v, const Stmt *s, const CScope *scope)
{
    const char *init = s->exp ? c_assigned(s->exp, scope) : NULL;
    bool record = s->exp && tree_is_record(s->exp);
    /* of a record the braces are enough */
    return record ? without_holes(init) + strlen(c_type_of(v->plan, s->var)) : init;
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

static const char *bytes_of(Show *v, const Stmt *s, Names *names)
{
    const char *one = format("sizeof(%s)", c_type(type_of(s->to)->prim));
    int64_t n;
    if (size_const(s->count, &n) && n == 1)
        return one;
    return hole(format("%s * %s", tree(v, s->count, names), one));
}

/* The pointer of an array, as a variable that can be changed. */
static const char *pointer_of(Show *v, const Core *var, Names *names)
{
    const Buffer *b = table_get(v->plan->buffer_of, var->var);
    const char *name = names_of(names, var->var);
    return b->home == B_ALLOCATED ? format("%s.data", name) : name;
}

/* [rows][columns], or [count]; the rows of shared memory may be longer. */
static const char *extents_of(Show *v, const Stmt *s, const CScope *scope)
{
    const Buffer *b = table_get(v->plan->buffer_of, s->var);
    Text text = {0};
    if (!b || !b->shape)
        return s->count ? format("[%s]", c_str(s->count, scope)) : NULL;
    for (int d = 0; d < b->shape->rank; d++) {
        bool gap = b->gap && d == b->shape->rank - 1;
        text_fmt(&text, "[%s%s]", c_str(b->shape->dim[d], scope),
                 gap ? format(" + %d", b->gap) : "");
    }
    return text_str(&text);
}

/* Its rows begin where 16 bytes can be read at once. */
static bool has_aligned_rows(const Buffer *b)
{
    int64_t n;
    return b->shape && !b->gap && size_const(b->shape->dim[b->shape->rank - 1], &n)
        && n * prim_bytes(b->var->type->prim) % 16 == 0;
}

/* Behind another array of shared memory. */
static const char *after_other(Show *v, const Stmt *s, const CScope *scope)
{
    if (!s->exp || s->exp->op == OP_TERM)
        return NULL;
    const char *type = c_type_of(v->plan, s->var), *after = c_address(s->exp, scope);
    const char *other = c_type_of(v->plan, s->exp->g[0].at[0]->var);
    return strcmp(type, other) ? hole(format("(%s *)%s", type, after)) : after;
}

static const char *said_names(const Stmt *s, Names *names)
{
    Text t = { 0 };
    for (int i = 0; i < s->said.n; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", names_of(names, s->said.at[i]->var));
    return text_str(&t);
}

static const char *said_args(const Stmt *s, const CScope *scope)
{
    Text t = { 0 };
    for (int i = 0; i < s->said.n; i++)
        text_fmt(&t, "%s%s", i ? ", " : "", c_str(s->said.at[i], scope));
    return text_str(&t);
}

static Json *params_of(const Show *v, const Stmt *s, Names *inner)
{
    Json *list = json_list();
    for (int i = 0; i < s->body.n && s->body.at[i]->kind == S_PARAM; i++) {
        const Var *p = s->body.at[i]->var;
        json_push(list, json_record("ctype", json_str(c_type_of(v->plan, p)),
                                    "param", json_str(names_of(inner, p)), NULL));
    }
    return with_last(list);
}

/* The text that a key holds, or null. */
static const char *text_of(Show *v, const Stmt *s, What what, Names *names, Names *inner)
{
    CScope scope = scope_of(v, names);
    switch (what) {
    case EXP: return s->exp ? c_str(s->exp, &scope) : NULL;
    case ITEMS: return s->unroll ? format("%d", s->unroll) : NULL;
    case NOT_EXP: return c_str(tree_not(s->exp), &scope);
    case ASSIGNED: return c_assigned(s->exp, &scope);
    case INIT: return initial(v, s, &scope);
    case EXP_AT: return c_address(s->exp, &scope);
    case EXP_PLACE: return address_of(s->exp, &scope);
    case EXP_NAME: return names_of(names, s->exp->var);
    case EXP_POINTER: return pointer_of(v, s->exp, names);
    case TO: return s->to ? c_str(s->to, &scope) : NULL;
    case TO_AT: return c_address(s->to, &scope);
    case LOADED: return s->to ? c_address(s->to, &scope) : NULL;
    case TO_PLACE: return address_of(s->to, &scope);
    case TO_NAME: return names_of(names, s->to->var);
    case TO_POINTER: return pointer_of(v, s->to, names);
    case TO_TYPE: return s->kind == S_ATOMIC ? c_type(type_of(s->to)->prim)
                                             : c_type_of(v->plan, s->to->var);
    case COUNT: return s->count ? c_str(s->count, &scope) : NULL;
    case BYTES: return bytes_of(v, s, names);
    case NAMES: return said_names(s, names);
    case ARGS: return said_args(s, &scope);
    case NAME: return names_of(names, s->var);
    case TYPE: return c_type_of(v->plan, s->var);
    case INDEX: return names_of(inner, s->var);
    case INDEX_TYPE: return table_has(v->plan->ints, s->var) ? "int" : c_type(s->var->type->prim);
    case OPENING: return needs_braces(&s->body) ? " {" : "";
    case ATOMIC_FUNCTION: return atomic_function(s->atomic);
    case ATOMIC_WORD: return atomic_type(s);
    case OPERATOR: return s->op ? s->op->name : NULL;
    case DONE: return names_fresh(inner, "done");
    case AFTER: return after_other(v, s, &scope);
    case HELPER: return s->text;
    case EXTENTS: return extents_of(v, s, &scope);
    case START: return s->exp && !s->apart ? c_str(s->exp, &scope) : NULL;
    case ROUND: return s->apart ? c_str(s->exp, &scope) : NULL;
    case UNROLL: return !s->unroll ? NULL : s->unroll < 0 ? "unroll"
                                                         : format("unroll %d", s->unroll);
    case SECOND: return s->var ? format("&%s", names_of(names, s->var)) : c_str(s->exp, &scope);
    default: bug("text_of");
    }
}

static Json *value_of(Show *v, const Stmt *s, What what, Names *names, Names *inner, bool nest)
{
    switch (what) {
    case CONSTANT: return json_bool(s->constant && !table_has(v->plan->mutable, s->var));
    case ROW_CONSTANT: return json_bool(!v->written || !table_has(v->written, s->var));
    case BY_ALL_FLAG: return json_bool(s->sharing == BY_ALL);
    case IN_TILES_FLAG: return json_bool(s->sharing == IN_TILES);
    case BODY: return show_block(v, &s->body, inner, nest);
    case PARAMS: return params_of(v, s, inner);
    case BODY_HERE: return show_block(v, &s->body, names, true);
    case ZERO: return json_bool(s->exp != NULL);
    case ALIGNED: return json_bool(has_aligned_rows(table_get(v->plan->buffer_of, s->var)));
    case GAP: return json_bool(((Buffer *)table_get(v->plan->buffer_of, s->var))->shape
                               && ((Buffer *)table_get(v->plan->buffer_of, s->var))->gap);
    case SHAPED: return json_bool(((Buffer *)table_get(v->plan->buffer_of, s->var))->shape);
    case BODY_TOGETHER: return show_block(v, &s->body, inner, true);
    case BRACES: return json_bool(needs_braces(&s->body));
    case DECLARED: return json_bool(s->declared);
    case CAN_FAIL: return json_bool(s->guarded);
    case AT_START: return json_bool(s->exp && s->exp->op == OP_TERM);
    case OF_ITS_OWN: return json_bool(!s->to && !s->exp);
    default: return text_or_false(text_of(v, s, what, names, inner));
    }
}

/* ---- statements ------------------------------------------------------------ */

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

/* The one statement of the other branch, if it is a choice: an else if. */
static const Stmt *chosen_further(const Stmt *s)
{
    const Stmt *one = s->body.n && s->other.n == 1 ? s->other.at[0] : NULL;
    return one && one->kind == S_IF && one->body.n ? one : NULL;
}

/* The kernel, if the block only launches it, and only where it has something to do. */
static const Kernel *only_launch(const Block *b)
{
    const Kernel *k = b->n == 1 && b->at[0]->kind == S_LAUNCH ? b->at[0]->kernel : NULL;
    return k && k->guard && k->stages.n == 1 && !k->stages.at[0]->shared ? k : NULL;
}

/* In braces: what is named there is known there alone. */
Json *show_inside(Show *v, const Block *b, const Names *around, bool nest)
{
    Names *names = names_new(around);
    Json *shown = show_block(v, b, names, nest);
    names_free(names);
    return shown;
}

static Json *show_if(Show *v, const Stmt *s, Names *names, bool nest)
{
    static const Block nothing;
    Json *o = json_object(), *more = json_list();
    bool flip = !s->body.n;
    const Block *then = flip ? &s->other : &s->body, *other = flip ? &s->body : &s->other;
    const Core *cond = flip ? tree_not(s->exp) : s->exp;
    bool braces = needs_braces(then);
    json_set(o, "condition", json_str(tree(v, cond, names)));
    json_set(o, "then", show_inside(v, then, names, nest));
    for (const Stmt *next = chosen_further(s); next; next = chosen_further(next)) {
        braces |= needs_braces(&next->body);
        json_push(more, json_record(
            "condition", json_str(tree(v, next->exp, names)),
            "then", show_inside(v, &next->body, names, nest), NULL));
        other = &next->other;
    }
    const Kernel *launched = flip ? NULL : only_launch(other);
    if (launched) {
        v->guarded = launched;
        braces |= needs_braces(other);
        json_push(more, json_record(
            "condition", json_str(tree(v, tree_op(OP_GT, launched->guard, core_i64(0)), names)),
            "then", show_inside(v, other, names, nest), NULL));
        v->guarded = NULL;
        other = &nothing;
    }
    json_set(o, "else_ifs", more);
    json_set(o, "else", show_inside(v, other, names, nest));
    json_set(o, "has_else", json_bool(other->n > 0));
    set_braces(o, braces || (other->n && needs_braces(other)));
    return o;
}

/* A failing check: its test, its message and the values that the message shows. */
static Json *show_failing(Show *v, const Stmt *s, Names *names)
{
    Text values = {0};
    for (int i = 0; i < s->said.n; i++)
        text_fmt(&values, "%s%s", i ? ", " : "", tree(v, s->said.at[i], names));
    bool always = always_fails(s) && v->on_host;
    return json_record("condition", text_or_false(always ? NULL : tree(v, s->exp, names)),
                       "failure", json_str(names_of(names, s->to->var)),
                       "code", json_int(s->code),
                       "values", text_or_false(s->said.n ? text_str(&values) : NULL), NULL);
}

/* rest: what follows, if that stands in the else of the check; more: the checks between. */
static Json *show_check(Show *v, const Stmt *s, Names *names, Json *more, Json *rest)
{
    Json *o = show_failing(v, s, names);
    more = more ? more : json_list();
    json_set(o, "nested", json_bool(rest && rest->n + more->n));
    json_set(o, "stops", text_or_false(rest ? v->stops : NULL));
    json_set(o, "returns", json_bool(!rest));
    json_set(o, "more", more);
    json_set(o, "has_rest", json_bool(rest && rest->n));
    json_set(o, "rest", rest ? rest : json_list());
    json_set(o, "on_host", json_bool(v->on_host));
    json_set(o, "inner", json_bool(v->on_host && v->entry->inner));
    json_set(o, "in_function", json_bool(v->in_function));
    use_helper(v, v->on_host ? "report" : "fail");
    if (v->on_host && v->entry->inner)
        use_helper(v, "CUDA_TRY");
    return o;
}

/* Where a thread goes on after what has failed, lest others wait for it, the loops around that
   end: a name says so, which the outermost one declares. */
static void show_loop(Show *v, const Stmt *s, Names *names, Names *inner, bool nest, Json *o)
{
    const char *around = v->stops, *own = NULL;
    if (nest && !around && block_some(&s->body, is_check))
        v->stops = own = names_fresh(names, "stopped");
    const char *goes_on = v->stops ? format("!%s", v->stops) : NULL;
    CScope scope = scope_of(v, names);
    const char *told = s->exp && goes_on ? format("%s && (%s)", goes_on, c_str(s->exp, &scope))
                     : s->exp ? c_str(s->exp, &scope) : goes_on;
    json_set(o, "stopped", text_or_false(own));
    json_set(o, "condition", text_or_false(told));
    json_set(o, "body", show_block(v, &s->body, inner, nest));
    v->stops = around;
}

static Json *show_call(Show *v, const Stmt *s, Names *names)
{
    Text args = {0};
    CScope scope = scope_of(v, names);
    for (int i = 0; i < s->arg.n; i++) {
        const Arg *a = &s->arg.at[i];
        const char *text = a->how == BY_VALUE ? c_assigned(a->exp, &scope)
                         : a->how == BY_ADDRESS ? c_address(a->exp, &scope)
                         : !table_has(v->plan->buffer_of, a->exp->var)
                             ? format("&%s", names_of(names, a->exp->var))
                             : format("&%s", pointer_of(v, a->exp, names));
        text_fmt(&args, "%s, ", text);
    }
    if (takes_thresholds(v, s->callee))
        text_add(&args, "thresholds, ");
    if (s->callee->failure)
        text_fmt(&args, "%s, ", names_of(names, v->entry->failure));
    use_helper(v, !v->entry->inner && s->callee->failure ? "ignore_assert" : "CUDA_TRY");
    return json_record("symbol", json_str(s->callee->symbol), "args", json_str(text_str(&args)),
                       "told", json_bool(!v->entry->inner && s->callee->failure),
                       "sends", json_bool(s->callee->func->send != NULL), NULL);
}

/* The text of the statement contains CUDA_TRY, which returns the error of a CUDA call. */
static bool tries(const Show *v, const Stmt *s)
{
    switch (s->kind) {
    case S_READ: return !s->guarded || v->entry->inner;
    case S_ALLOCATE: return s->count != NULL;
    case S_COPY: case S_KEEP: case S_CLEAR: return true;
    default: return false;
    }
}

/* A read after kernels that can fail returns what an entry point or an inner function does. */
static void show_read(Show *v, const Stmt *s, Names *names, Json *o)
{
    json_set(o, "inner", json_bool(v->entry->inner));
    json_set(o, "failure", text_or_false(s->guarded ? names_of(names, v->entry->failure) : NULL));
    use_helper(v, s->guarded ? "copy_checked" : "copy_to_host");
    if (s->guarded && !v->entry->inner)
        use_helper(v, "ignore_assert");
}

/* The statement after an allocation sets all its elements to zero. */
static bool is_cleared(const Stmt *s, const Stmt *next)
{
    int64_t from;
    return s->kind == S_ALLOCATE && s->count && next && next->kind == S_CLEAR
        && is_var(next->to->g[0].at[0], s->var) && core_equal(s->count, next->count)
        && (!next->to->g[1].n || (size_const(next->to->g[1].at[0], &from) && from == 0));
}

static Json *show_by_table(Show *v, const Stmt *s, Names *names, bool nest)
{
    const Kind *k = &kinds[s->kind];
    Names *inner = names_new(names);
    Json *o = json_object();
    if (s->kind == S_READ)
        show_read(v, s, names, o);
    for (int i = 0; k->key[i].what; i++)
        json_set(o, k->key[i].key, value_of(v, s, k->key[i].what, names, inner, nest));
    if (s->kind == S_LOOP)
        show_loop(v, s, names, inner, nest, o);
    if (k->helper)
        use_helper(v, k->helper);
    if (tries(v, s))
        use_helper(v, "CUDA_TRY");
    if (s->kind == S_ATOMIC && s->atomic == OP_VAR)
        use_helper(v, "atomic_update");
    if (s->kind == S_FOR && s->sharing == BY_ALL)
        use_helper(v, "block_threads");
    if (s->kind == S_COLLECTIVE)
        use_helper(v, s->text);
    if (s->kind == S_LOAD && s->to)
        use_helper(v, "load_vector");
    if (s->kind == S_FETCH)
        use_helper(v, s->unroll ? "copy_async" : "copy_async_or_zero");
    names_free(inner);
    return o;
}

static Json *show_kind(Show *v, const Stmt *s, Names *names, bool nest)
{
    switch (s->kind) {
    case S_SET: return show_set(v, s, names);
    case S_IF: return show_if(v, s, names, nest);
    case S_CHECK: return show_check(v, s, names, NULL, NULL);
    case S_LAUNCH: return show_launch(v, s->kernel, names);
    case S_CALL: return show_call(v, s, names);
    case S_PARAM: return NULL;
    case S_TAKE: return show_pointer(v->signature, table_get(v->plan->buffer_of, s->var),
                                     names);
    default: return show_by_table(v, s, names, nest);
    }
}

/* Every statement has every kind as a key, false where it is another kind, so
   that nothing is found further out by mistake. nest: what follows a
   check stands in its else, because a barrier comes after; but for where all leave. */
static Json *show_from(Show *v, const Block *b, int from, int end, Names *names, bool nest);

/* Check *at, those after it as else ifs, and in the last else what follows them; *at: the last of
   these. */
static Json *show_nested(Show *v, const Block *b, int *at, int end, Names *names)
{
    const Stmt *s = b->at[*at];
    Json *more = json_list();
    int from = *at + 1;
    for (; from < end && b->at[from]->kind == S_CHECK; from++)
        json_push(more, show_failing(v, b->at[from], names));
    for (*at = from - 1; *at + 1 < end && b->at[*at + 1]->kind != S_LEAVE;)
        ++*at;
    return show_check(v, s, names, more,
                      show_from(v, b, from, *at + 1, names_new(names), true));
}

static const char *guard_of(const Json *launch)
{
    const Json *guard = launch ? json_get(launch, "guard") : NULL;
    return guard && guard->kind == JSON_STRING ? guard->text : NULL;
}

/* Launches that follow each other under the same test are one statement. */
static bool joins_launch(Json *last, const Json *launch)
{
    const char *guard = guard_of(launch), *before = guard_of(last);
    if (!guard || !before || strcmp(guard, before))
        return false;
    const Json *more = json_get(launch, "launches");
    for (int i = 0; i < more->n; i++)
        json_push(json_get(last, "launches"), more->item[i]);
    json_set(last, "guard_open", json_str(" {"));
    json_set(last, "guard_braces", json_bool(true));
    return true;
}

/* The condition that there is no memory of the sizes that an allocation or a launch is for. */
static const char *exceeds(Show *v, const Stmt *s, Names *names)
{
    Core *count = s->kind == S_ALLOCATE ? s->count : s->kind == S_LAUNCH ? s->kernel->guard : NULL;
    if (!count || !v->on_host)
        return NULL;
    if (v->sized != v->entry) {
        v->sized = v->entry;
        v->found = found_sizes(v->entry);
    }
    CScope scope = scope_of(v, names);
    return too_large_found(count, v->found, &scope, &v->checked);
}

static Json *show_from(Show *v, const Block *b, int from, int end, Names *names, bool nest)
{
    Json *launched = NULL;               /* by the statement before */
    Json *list = json_list();
    int checked = v->checked.n;
    for (int i = from; i < end; i++) {
        const Stmt *s = b->at[i];
        const char *limit = exceeds(v, s, names);
        Json *kind = nest && s->kind == S_CHECK ? show_nested(v, b, &i, end, names)
                                                : show_kind(v, s, names, nest);
        if (!kind || (s->kind == S_LAUNCH && joins_launch(launched, kind)))
            continue;
        launched = s->kind == S_LAUNCH ? kind : NULL;
        if (s->kind == S_ALLOCATE) {
            bool cleared = is_cleared(s, i + 1 < end ? b->at[i + 1] : NULL);
            json_set(kind, "cleared", json_bool(cleared));
            if (cleared)
                use_helper(v, "allocate_zero");
            i += cleared;
        }
        if (s->kind == S_ALLOCATE || s->kind == S_LAUNCH)
            json_set(kind, "exceeds", text_or_false(limit));
        Json *o = json_object_of(KINDS);
        for (int k = 0; k < KINDS; k++)
            json_add(o, kinds[k].name, k == (int)s->kind ? kind : json_bool(false));
        json_push(list, o);
    }
    v->checked.n = checked;
    return list;
}

Json *show_block(Show *v, const Block *b, Names *names, bool nest_checks)
{
    return show_from(v, b, 0, b->n, names, nest_checks);
}
