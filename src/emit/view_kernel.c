/* view_kernel.c -- kernels and their launches as records for the templates. */
#include "view.h"

#include <string.h>

/* ---- names of kernels ------------------------------------------------------ */

/* Stages of a kernel that is a group of several. */
static const char *const *suffixes(const Kernel *k)
{
    static const char *const none[] = { "", NULL };
    static const char *const reduce[] = { "_partials", "_total", NULL };
    static const char *const named_reduce[] = { "_partials", "", NULL };
    static const char *const scan[] = { "_tile_sums", "_tile_prefixes", "", NULL };
    return k->kind == KERNEL_REDUCE ? (k->name ? named_reduce : reduce)
         : k->kind == KERNEL_SCAN ? scan : none;
}

static const char *base_name(const Show *v, const Kernel *k)
{
    if (!k->name || !strcmp(k->name, v->plan->file))
        return c_spelling(v->plan->file);
    const char *name = k->kind == KERNEL_TRANSPOSE ? format("%s_transposed", k->name) : k->name;
    return format("%s_%s", c_spelling(v->plan->file), c_spelling(name));
}

void name_kernels(Show *v)
{
    v->kernel_name = table_new();
    for (int i = 0; i < v->plan->kernels.n; i++) {
        const Kernel *k = v->plan->kernels.at[i];
        const char *const *suffix = suffixes(k);
        const char **names = NEWS(const char *, 3);
        for (int s = 0; suffix[s]; s++)
            names[s] = names_fresh(v->names, format("%s%s", base_name(v, k), suffix[s]));
        table_put(v->kernel_name, k, names);
    }
}

static const char *stage(const Show *v, const Kernel *k, int s)
{
    return ((const char **)table_get(v->kernel_name, k))[s];
}

/* ---- parameters ------------------------------------------------------------ */

static Json *param(Show *v, const Table *written, Var *p, Names *names)
{
    const Buffer *b = table_get(v->plan->buffer_of, p);
    bool failure = b && b->pinned;
    Json *o = json_object();
    json_set(o, "ctype", json_str(c_type_of(v->plan, p)));
    json_set(o, "param", json_str(names_of(names, p)));
    json_set(o, "pointer", json_bool(b != NULL));
    json_set(o, "restrict", json_bool(b && !failure));
    json_set(o, "read_only", json_bool(b && !failure && !table_has(written, p)));
    return o;
}

static Json *params(Show *v, const Table *written, Var **list, int n, Names *names)
{
    Json *l = json_list();
    for (int i = 0; i < n; i++)
        json_push(l, param(v, written, list[i], names));
    return with_last(l);
}

static Json *args(Var **list, int n, Names *names)
{
    Json *l = json_list();
    for (int i = 0; i < n; i++)
        json_push(l, json_set(json_object(), "arg", json_str(names_of(names, list[i]))));
    return with_last(l);
}

/* ---- the comment ----------------------------------------------------------- */

enum { MOST_LINES = 16 };

static Json *lines_of(const char *text)
{
    Json *list = json_list();
    for (int n = 0; *text && n <= MOST_LINES; n++) {
        int length = (int)strcspn(text, "\n");
        const char *line = n < MOST_LINES ? str_copyn(text, length) : "...";
        json_push(list, json_set(json_object(), "code", json_str(line)));
        text += length + (text[length] == '\n');
    }
    return list;
}

/* Names of rules, the first first. */
static void list_rules(Text *out, const Step *s)
{
    if (s->before) {
        list_rules(out, s->before);
        text_add(out, ", ");
    }
    text_add(out, s->rule);
}

/* The line as it is written; one that ends in a backslash would go on. */
static const char *written_line(const Span *s)
{
    int n = 0;
    const char *line = s->src ? source_line(s->src, s->line, &n) : NULL;
    while (n && strchr(" \t\r\\", line[n - 1]))
        n--;
    for (; n && strchr(" \t", *line); line++)
        n--;
    return n ? str_copyn(line, n) : "";
}

void show_origin(const Show *v, Json *o, Origin from)
{
    const Span *s = span_written(from.span);
    Text rules = {0};
    if (from.step)
        list_rules(&rules, from.step);
    json_set(o, "place", text_or_false(s ? format("%s:%d", source_shown(v->o, s), s->line)
                                         : NULL));
    json_set(o, "written", json_str(s ? written_line(s) : ""));
    json_set(o, "rules", json_str(rules.n ? text_str(&rules) : "none"));
}

static void comment(Show *v, Json *o, const Kernel *k)
{
    Text code = {0};
    if (k->node)
        core_print(&code, k->node, 0);
    show_origin(v, o, k->origin);
    json_set(o, "codes", lines_of(text_str(&code)));
    json_set(o, "has_code", json_bool(code.n > 0));
    json_set(o, "does", json_str(k->does ? k->does : ""));
}

/* ---- the kinds ------------------------------------------------------------- */

/* Words that the skeletons use. */
static const char *const *words_of(KernelKind kind)
{
    static const char *const none[] = { NULL };
    static const char *const reduce[] = { "stride", "share", "first", "end", "b", NULL };
    static const char *const rows[] = { "share", "end", "first", NULL };
    static const char *const scan[] = { "tile", "start", "end", "total", "prefix", "b",
                                        "blocks", "neutral", NULL };
    static const char *const transpose[] = { "tile", "x", "y", "i", "across", "down", "matrix",
                                             NULL };
    static const char *const *const all[] = {
        [KERNEL_MAP] = none, [KERNEL_THREAD] = none, [KERNEL_REDUCE] = reduce,
        [KERNEL_ROWS] = rows, [KERNEL_SCAN] = scan, [KERNEL_TRANSPOSE] = transpose,
    };
    return all[kind];
}

static Names *names_for(Show *v, const Kernel *k)
{
    Names *names = names_new(v->names);
    const char *const *word = words_of(k->kind);
    for (int i = 0; word[i]; i++)
        names_take(names, word[i]);
    return names;
}

static const char *tree(Show *v, const Core *n, Names *names)
{
    CScope s = scope_of(v, names);
    return c_str(n, &s);
}

/* What one stage has in place of the kernel's own. */
static Json *stage_blocks(Show *v, const Block *prologue, Names *names)
{
    return json_set(json_object(), "prologue", show_block(v, prologue, names, true));
}

/* A body of one statement needs no braces. */
static void brace(Json *o, const Kernel *k, const Block *body)
{
    const Stmt *one = body->n == 1 ? body->at[0] : NULL;
    bool apart = k->kind == KERNEL_ROWS || k->kind == KERNEL_SCAN;
    bool brief = one && (apart || !k->locate.n)
              && (one->kind == S_SET || one->kind == S_ATOMIC || one->kind == S_LET);
    json_set(o, "braces", json_bool(!brief));
    json_set(o, "open", json_str(brief ? "" : " {"));
}

static void bodies(Show *v, Json *o, const Kernel *k, Names *names, bool barrier)
{
    const char *const key[] = { "prologue", "locate", "outer", "body", "finish" };
    const Block *block[] = { &k->prologue, &k->locate, &k->outer, &k->body, &k->finish };
    for (int i = 0; i < 5; i++) {
        Json *list = show_block(v, block[i], names, barrier);
        json_set(o, key[i], list);
        json_set(o, format("has_%s", key[i]), json_bool(list->n > 0));
    }
    brace(o, k, &k->body);
}

static void level(Show *v, Json *o, const Kernel *k, int d, const char *axis, Names *names)
{
    CScope scope = scope_of(v, names);
    json_set(o, axis, json_str(names_of(names, k->index[d])));
    json_set(o, format("%s_count", axis), json_str(tree(v, k->count[d], names)));
    json_set(o, format("%s_end", axis), json_str(c_typed(k->count[d], &scope)));
}

/* Which thread, of how many, where threads have arrays of their own. */
static void thread_number(Json *o, const Kernel *k, Names *names)
{
    json_set(o, "per_thread", json_bool(k->threads != NULL));
    json_set(o, "threads", json_str(k->threads ? names_of(names, k->threads) : ""));
    json_set(o, "thread", json_str(k->threads ? names_of(names, k->thread) : ""));
}

static Json *show_map(Show *v, const Kernel *k, Names *names)
{
    Json *o = json_object();
    int n = k->nlevels;
    for (int d = 0; d < n; d++)
        level(v, o, k, d, (const char *[]){ "x", "y", "z" }[n - 1 - d], names);
    thread_number(o, k, names);
    bodies(v, o, k, names, false);
    json_set(o, "strided", json_bool(k->capped));
    json_set(o, "one", json_bool(n == 1 && !k->capped));
    json_set(o, "two", json_bool(n == 2));
    json_set(o, "three", json_bool(n == 3));
    return o;
}

static void folding(Show *v, Json *o, const Kernel *k, Names *names)
{
    json_set(o, "ctype", json_str(c_type_of(v->plan, k->sum)));
    json_set(o, "sum", json_str(names_of(names, k->sum)));
    json_set(o, "neutral_value", json_str(tree(v, k->neutral, names)));
    json_set(o, "operator", json_str(k->op->name));
    json_set(o, "in_order", json_bool(k->in_order));
    json_set(o, "can_fail", json_bool(operator_fails(k->op)));
}

static Json *show_results(Show *v, const Kernel *k, Names *names)
{
    Json *list = json_list();
    for (int i = 0; i < k->nresults; i++) {
        Json *o = json_set(json_object(), "to", json_str(tree(v, k->result[i], names)));
        json_push(list, json_set(o, "result", json_str(tree(v, tree_sum_part(k, i), names))));
    }
    return list;
}

static Json *show_reduce(Show *v, const Kernel *k, Names *names, Names *last)
{
    Json *o = json_object();
    level(v, o, k, 0, "x", names);
    thread_number(o, k, names);
    folding(v, o, k, names);
    bodies(v, o, k, names, true);
    json_set(o, "partials", json_str(names_of(names, k->partials)));
    json_set(o, "final_kernel", json_str(stage(v, k, 1)));
    json_set(o, "final_params", params(v, k->final_written, k->final, k->nfinal, last));
    json_set(o, "final_start", stage_blocks(v, &k->fold_prologue, last));
    json_set(o, "final_partials", json_str(names_of(last, k->partials)));
    json_set(o, "final_neutral", json_str(tree(v, k->neutral, last)));
    json_set(o, "final_sum", json_str(names_of(last, k->sum)));
    json_set(o, "blocks", json_str(names_of(last, k->blocks)));
    json_set(o, "results", show_results(v, k, last));
    json_set(o, "several", json_bool(k->nresults > 1));
    return o;
}

static Json *show_rows(Show *v, const Kernel *k, Names *names)
{
    Json *o = json_object();
    level(v, o, k, 0, "y", names);
    level(v, o, k, 1, "x", names);
    thread_number(o, k, names);
    json_set(o, "strided", json_bool(k->capped));
    folding(v, o, k, names);
    bodies(v, o, k, names, true);
    bool many = k->finish.n != 1;
    json_set(o, "finish_open", json_str(many ? " {" : ""));
    json_set(o, "finish_braces", json_bool(many));
    json_set(o, "loop_only", json_bool(!k->outer.n));
    return o;
}

static Json *show_scan(Show *v, const Kernel *k, Names *names, Names *last)
{
    Json *o = json_object();
    names_of(names, k->sum);
    level(v, o, k, 0, "x", names);
    thread_number(o, k, names);
    json_set(o, "item", json_str(names_of(names, k->item)));
    folding(v, o, k, names);
    bodies(v, o, k, names, true);
    json_set(o, "partials", json_str(names_of(names, k->partials)));
    json_set(o, "prefix_kernel", json_str(stage(v, k, 1)));
    json_set(o, "final_kernel", json_str(stage(v, k, 2)));
    json_set(o, "final_params", params(v, k->final_written, k->final, k->nfinal, last));
    Json *first = json_object();
    json_set(first, "body", show_block(v, &k->first_body, names, true));
    brace(first, k, &k->first_body);
    json_set(o, "first_stage", first);
    json_set(o, "fold_params", params(v, k->written, k->fold, k->nfold, names));
    json_set(o, "fold_start", stage_blocks(v, &k->fold_prologue, names));
    json_set(o, "finish_open", json_str(k->finish.n > 1 ? " {" : ""));
    json_set(o, "finish_braces", json_bool(k->finish.n > 1));
    return o;
}

static Json *show_transpose(Show *v, const Kernel *k, Names *names)
{
    Json *o = json_object();
    json_set(o, "ctype", json_str(c_type(k->from->var->type->prim)));
    json_set(o, "from", json_str(names_of(names, k->from->var)));
    json_set(o, "to", json_str(names_of(names, k->to->var)));
    json_set(o, "rows", json_str(tree(v, k->count[k->nlevels - 2], names)));
    json_set(o, "cols", json_str(tree(v, k->count[k->nlevels - 1], names)));
    json_set(o, "several", json_bool(k->nlevels == 3));
    bodies(v, o, k, names, true);
    return o;
}

static const char *failure_name(Show *v, const Kernel *k, Names *names)
{
    for (int i = 0; i < k->nparams; i++) {
        const Buffer *b = table_get(v->plan->buffer_of, k->param[i]);
        if (b && b->pinned)
            return names_of(names, k->param[i]);
    }
    bug("a kernel without its failure word");
}

Json *show_kernel(Show *v, const Kernel *k)
{
    Json *o = json_object();
    Names *names = names_for(v, k), *last = names_for(v, k);
    bool barrier = k->kind != KERNEL_MAP && k->kind != KERNEL_THREAD;
    v->written = k->written;
    v->on_host = false;
    comment(v, o, k);
    json_set(o, "kernel", json_str(stage(v, k, 0)));
    params(v, k->written, k->param, k->nparams, names);
    for (int i = 0; i < k->nsource; i++)
        names_of(names, k->level[i]);
    json_set(o, "params", params(v, k->written, k->param, k->nparams, names));
    json_set(o, "skips", json_bool(k->skips && !barrier));
    json_set(o, "skips_together", json_bool(k->skips && barrier));
    json_set(o, "failure", json_str(k->skips ? failure_name(v, k, names) : ""));
    if (k->skips)
        table_put(v->helpers, intern("has_failed"), (void *)1);
    const char *const key[] = { "map", "single", "reduce", "rows", "scan", "transpose" };
    for (int i = 0; i < 6; i++)
        json_set(o, key[i], json_bool(false));
    switch (k->kind) {
    case KERNEL_MAP: json_set(o, "map", show_map(v, k, names)); break;
    case KERNEL_THREAD: {
        Json *body = json_object();
        bodies(v, body, k, names, false);
        json_set(o, "single", body);
        break;
    }
    case KERNEL_REDUCE:
        params(v, k->final_written, k->final, k->nfinal, last);     /* names them first */
        json_set(o, "reduce", show_reduce(v, k, names, last));
        break;
    case KERNEL_ROWS: json_set(o, "rows", show_rows(v, k, names)); break;
    case KERNEL_SCAN:
        params(v, k->final_written, k->final, k->nfinal, names);
        json_set(o, "scan", show_scan(v, k, names, names));
        break;
    case KERNEL_TRANSPOSE: json_set(o, "transpose", show_transpose(v, k, names)); break;
    }
    return o;
}

/* ---- launches -------------------------------------------------------------- */

static const char *guard(Show *v, const Kernel *k, Names *names)
{
    return k->guard ? tree(v, tree_op(OP_GT, k->guard, core_i64(0)), names) : NULL;
}

Json *show_launch(Show *v, const Kernel *k, Names *names)
{
    Json *o = json_object();
    const char *const key[] = { "launch_one", "launch_two", "launch_three", "launch_strided",
                                "launch_single", "launch_reduce", "launch_rows", "launch_scan",
                                "launch_transpose" };
    int kind = k->kind == KERNEL_MAP ? (k->capped ? 3 : k->nlevels - 1) : 3 + (int)k->kind;
    for (int i = 0; i < 9; i++)
        json_set(o, key[i], json_bool(i == kind));
    const char *if_any = guard(v, k, names);
    bool several = k->kind == KERNEL_SCAN;
    json_set(o, "strided_rows", json_bool(k->capped));
    json_set(o, "guard", text_or_false(if_any));
    json_set(o, "guard_open", json_str(several ? " {" : ""));
    json_set(o, "guard_braces", json_bool(if_any && several));
    json_set(o, "kernel", json_str(stage(v, k, 0)));
    json_set(o, "skips", json_bool(k->skips));
    json_set(o, "failure", json_str(k->skips ? names_of(names, v->entry->failure) : ""));
    bool parts = k->partials != NULL;
    json_set(o, "second_kernel", json_str(parts ? stage(v, k, 1) : ""));
    json_set(o, "third_kernel", json_str(k->kind == KERNEL_SCAN ? stage(v, k, 2) : ""));
    json_set(o, "args", args(k->param, k->nparams, names));
    json_set(o, "final_args", args(k->final, k->nfinal, names));
    json_set(o, "fold_args", args(k->fold, k->nfold, names));
    json_set(o, "blocks", json_str(parts ? names_of(names, k->blocks) : ""));
    json_set(o, "partials", json_str(parts ? names_of(names, k->partials) : ""));
    const char *const axis[] = { "x_count", "y_count", "z_count" };
    for (int d = 0; d < 3; d++)
        json_set(o, axis[d], json_str(d < k->nlevels && kind != 4
                                      ? tree(v, k->count[k->nlevels - 1 - d], names) : ""));
    const Core *many = k->kind == KERNEL_TRANSPOSE && k->nlevels == 3 ? k->count[0] : NULL;
    json_set(o, "matrices", text_or_false(many ? tree(v, many, names) : NULL));
    if (kind == 1 || kind == 2 || kind == 6 || kind == 8)
        table_put(v->helpers, intern(kind == 1 ? "grid_2d" : kind == 2 ? "grid_3d"
                                     : kind == 6 ? "row_block" : "tiles"), (void *)1);
    if (kind == 0 || kind == 6)
        table_put(v->helpers, intern("ceil_div"), (void *)1);
    return o;
}
