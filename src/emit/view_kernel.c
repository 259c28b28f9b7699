/* view_kernel.c -- kernels and their launches as records for the templates. */
#include "view.h"

#include <string.h>

/* ---- parameters ------------------------------------------------------------ */

static void note_locked(Stmt *s, void *found)
{
    if (s->kind == S_LOCKED) {
        tree_vars(s->to, note_var, found);
        block_vars(&s->body, note_var, found);
    }
}

/* What a stage uses under a lock, and what its blocks tell each other. If it is written there,
   other threads write it, too. */
static Table *locked_memory(const Stage *s)
{
    Table *found = table_new();
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++) {
        block_each(&all.at[i].hole->block, note_locked, found);
        if (all.at[i].row->kind == HOLE_TOLD)
            tree_vars(all.at[i].hole->exp, note_var, found);
    }
    vec_free(&all);
    return found;
}

static Json *param(Show *v, const Stage *s, Var *p, const Table *locked, Names *names)
{
    const Buffer *b = table_get(v->plan->buffer_of, p);
    bool failure = b && b->pinned;
    Json *o = json_object();
    json_set(o, "ctype", json_str(c_type_of(v->plan, p)));
    json_set(o, "param", json_str(names_of(names, p)));
    json_set(o, "pointer", json_bool(b != NULL));
    bool written = table_has(s->written, p);
    json_set(o, "restrict", json_bool(b && !failure && !(written && table_has(locked, p))));
    json_set(o, "read_only", json_bool(b && !failure && !written));
    return o;
}

static Json *params(Show *v, const Stage *s, Names *names)
{
    Json *l = json_list();
    const Table *locked = locked_memory(s);
    for (int i = 0; i < s->param.n; i++)
        json_push(l, param(v, s, s->param.at[i], locked, names));
    return with_last(l);
}

/* ---- names of kernels ------------------------------------------------------ */

/* One that several versions launch is none's. */
static bool is_of_version(const Kernel *k, const Kernels *served)
{
    bool of = k->version != NULL;
    for (int i = 0; i < served->n; i++)
        of &= served->at[i]->version == k->version;
    return of;
}

typedef VEC(const char *) KernelNames;

/* The last word of a_b_c: c. */
static const char *last_word(const char *name)
{
    const char *line = strrchr(name, '_');
    return line ? line + 1 : name;
}

/* The first name with this at its end, unless it says so already; reduce and reduce_rows are
   reduce_rows. */
static void add_part(KernelNames *names, const char *part)
{
    const char *name = names->at[0], *last = last_word(name);
    if (str_ends(name, part) || !strcmp(last, last_word(part)))
        return;
    bool begins = str_starts(part, format("%s_", last));
    vec_push(names, begins ? format("%.*s%s", (int)(last - name), name, part)
                           : format("%s_%s", name, part));
}

/* Two that would be called the same are told apart by what they do, or write, or read. */
static const char *kernel_name(Show *v, const Kernel *k, const Stage *s, const char *base)
{
    KernelNames part = { 0 }, name = { 0 };
    vec_push(&part, base);
    if (!strstr(s->skeleton->name, "block") && !str_ends(s->skeleton->name, s->suffix + 1))
        add_part(&part, var_base(s->skeleton->name));
    const Table *told = locked_memory(s);
    for (int reads = 0; reads < 2; reads++)
        for (int i = 0; i < s->param.n; i++) {
            const Var *p = s->param.at[i];
            if (table_has(v->plan->buffer_of, p) && !table_has(told, p)
                && !table_has(s->written, p) == reads)
                add_part(&part, format("%s%s", reads ? "of_" : "", whole_name(p)));
        }
    if (k->node)
        add_part(&part, str_lower(ops[k->node->op].id));
    for (int i = 0; i < part.n; i++)
        vec_push(&name, format("%s%s", part.at[i], s->suffix));
    const char *free = names_first_free(v->names, name.at, name.n);
    return free ? free : names_fresh(v->names, name.at[0]);
}

void name_kernels(Show *v)
{
    v->kernel_name = table_new();
    for (int i = 0; i < v->plan->kernels.n; i++) {
        const Kernel *k = v->plan->kernels.at[i];
        const char *file = c_spelling(v->plan->stem), *name = k->name;
        bool own = name && strcmp(name, v->plan->stem);
        Kernels served = launched_as(v, k);
        const char *base = own ? format("%s_%s", file, c_spelling(var_base(name))) : file;
        if (is_of_version(k, &served))
            base = format("%s_%s", base, k->version);
        else if (!own)
            base = format("%s_%s", file, var_base(k->stages.at[0]->skeleton->name));
        for (int s = 0; s < k->stages.n; s++) {
            const Stage *stage = k->stages.at[s], *same = table_get(v->same_as, stage);
            const char *fresh = same ? table_get(v->kernel_name, same)
                              : kernel_name(v, k, stage, base);
            table_put(v->kernel_name, stage, (void *)fresh);
            if (stage->self)
                names_give(v->names, stage->self, fresh);
        }
    }
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
    return n ? comment_text(str_copyn(line, n)) : "";
}

/* The last names, as many as fit into a comment's line, if not all do: they made the kernel.
   `mapnest explain` tells all. */
static const char *last_rules(const Show *v, const char *rules)
{
    enum { ROOM = 86 };
    int n = (int)strlen(rules);
    if (v->o->comments == COMMENTS_CORE || n <= ROOM)
        return NULL;
    const char *from = strstr(rules + n - ROOM + 4, ", ");
    return format("..%s", from ? from : "");
}

static void show_rules(const Show *v, Json *o, const char *rules)
{
    json_set(o, "rules", json_str(rules));
    json_set(o, "has_rules", json_bool(strcmp(rules, "none")));
    json_set(o, "last_rules", text_or_false(last_rules(v, rules)));
}

void show_origin(const Show *v, Json *o, Origin from)
{
    const Span *s = span_written(from.span);
    Text rules = {0}, place = {0};
    if (s && v->o->marked) {
        vec_push(&v->o->marked->span, from.span);
        text_fmt(&place, "\1%d\2\3", v->o->marked->span.n - 1);
    }
    if (s)
        text_fmt(&place, "%s:%d", source_shown(v->o, s), s->line);
    if (from.step)
        list_rules(&rules, from.step);
    json_set(o, "place", text_or_false(s ? text_str(&place) : NULL));
    json_set(o, "written", json_str(s ? written_line(s) : ""));
    show_rules(v, o, rules.n ? text_str(&rules) : "none");
}

static bool led_to(const Step *s, const char *rule)
{
    return s && (!strcmp(s->rule, rule) || led_to(s->before, rule));
}

typedef struct {
    const Step *outer;
    Text rules;
} InnerRules;

/* The rules that made the loops and combinators in a kernel. */
static void inner_rules(Core *n, void *arg)
{
    InnerRules *r = arg;
    OpKind kind = ops[n->op].kind;
    const char *rule = n->step ? n->step->rule : NULL;
    if ((kind == K_CONTROL || kind == K_SOAC) && rule && !led_to(r->outer, rule)
        && !strstr(text_str(&r->rules), rule))
        text_fmt(&r->rules, ", %s", rule);
    core_each(n, inner_rules, arg);
}

static bool is_on_line(const Span *a, const Span *b)
{
    return a && b && a->src == b->src && a->line == b->line;
}

/* The other lines of the source that its code serves, each once. */
static Json *other_origins(Show *v, const Kernel *k)
{
    Json *list = json_list();
    Kernels served = launched_as(v, k);
    for (int i = 0; i < served.n; i++) {
        const Span *s = span_written(served.at[i]->origin.span);
        bool told = !s || is_on_line(s, span_written(k->origin.span));
        for (int j = 0; j < i; j++)
            told |= is_on_line(s, span_written(served.at[j]->origin.span));
        if (told)
            continue;
        Json *o = json_object();
        show_origin(v, o, served.at[i]->origin);
        json_push(list, o);
    }
    return list;
}

static void comment(Show *v, Json *o, const Kernel *k)
{
    Text code = {0};
    InnerRules inner = { .outer = k->origin.step };
    show_origin(v, o, k->origin);
    if (k->node) {
        if (v->o->comments == COMMENTS_CORE)
            core_print(&code, k->node, 0);
        core_each(k->node, inner_rules, &inner);
    }
    if (inner.rules.n && k->origin.step)
        show_rules(v, o, format("%s%s", json_get(o, "rules")->text, text_str(&inner.rules)));
    json_set(o, "codes", lines_of(text_str(&code)));
    json_set(o, "has_code", json_bool(code.n > 0));
    json_set(o, "does", json_str(k->does ? k->does : ""));
    json_set(o, "also", other_origins(v, k));
}

/* ---- stages ---------------------------------------------------------------- */

static void show_holes(Show *v, Json *o, const Stage *s, Names *names);

/* Helpers that a skeleton calls only where blocks leave partial results. */
static void use_join(Show *v, const Stage *s)
{
    const Hole *partials = stage_hole(s, "partials");
    if (!partials || stage_hole(s, "columns"))
        return;
    use_helper(v, "block_reduce");
    if (partials->exp)
        use_helper(v, "is_last_block");
}

static Json *show_parts(Show *v, const Hole *h, Names *names)
{
    Json *list = json_list();
    for (int i = 0; i < h->part.n; i++) {
        Json *o = json_object();
        take_words(v, h->part.at[i]->skeleton->name, names);
        show_holes(v, o, h->part.at[i], names);
        json_push(list, o);
    }
    return list;
}

/* The block of a lambda. */
static bool is_lambda(const Stage *s, const HoleRow *row)
{
    return stage_hole(s, "has_item")
        && (!strcmp(row->name, "body") || !strcmp(row->name, "finish"));
}

static Json *hole_value(Show *v, const Stage *s, int i, Names *names)
{
    const HoleRow *row = &s->skeleton->hole[i];
    const Hole *h = &s->hole[i];
    CScope scope = scope_of(v, names);
    bool told = row->kind == HOLE_EXP || row->kind == HOLE_TOLD;
    if (!h->filled || (!h->exp && told))
        return row->kind == HOLE_BLOCK ? json_list() : json_bool(false);
    switch (row->kind) {
    case HOLE_NAME: return json_str(names_of(names, h->var));
    case HOLE_TYPE: return json_str(c_type_of(v->plan, h->var));
    case HOLE_EXP: case HOLE_PLACE: case HOLE_TOLD: return json_str(c_str(h->exp, &scope));
    case HOLE_HELPER: return json_str(without_holes(c_str(h->exp, &scope)));
    case HOLE_TYPED: return json_str(c_typed(h->exp, &scope));
    case HOLE_OPERATOR: return json_str(h->op->name);
    case HOLE_BLOCK:
        return is_lambda(s, row) ? show_inside(v, &h->block, names, s->skeleton->meets)
                                 : show_block(v, &h->block, names, s->skeleton->meets);
    case HOLE_FLAG: return json_bool(h->flag);
    case HOLE_PARTS: return show_parts(v, h, names);
    }
    bug("hole_value");
}

/* Beside a block: whether it needs braces, and the opening one. */
static void show_holes(Show *v, Json *o, const Stage *s, Names *names)
{
    use_join(v, s);
    const HoleRow *row = s->skeleton->hole;
    for (int i = 0; row[i].name; i++) {
        json_set(o, row[i].name, hole_value(v, s, i, names));
        if (row[i].kind != HOLE_BLOCK)
            continue;
        bool braces = needs_braces(&s->hole[i].block);
        json_set(o, format("%s_braces", row[i].name), json_bool(braces));
        json_set(o, format("%s_open", row[i].name), json_str(braces ? " {" : ""));
    }
}

/* The helper that asks: a plain load, unless other threads may write now. */
static const char *asks_failure(const Kernel *k)
{
    return k->fails ? "is_failing" : "has_failed";
}

static const char *failure_name(Show *v, const Stage *s, Names *names)
{
    for (int i = 0; i < s->param.n; i++) {
        const Buffer *b = table_get(v->plan->buffer_of, s->param.at[i]);
        if (b && b->pinned)
            return names_of(names, s->param.at[i]);
    }
    bug("a kernel without its failure word");
}

/* Parameters are named first, then the indices that the source has, then what the skeleton
   declares. */
static void name_all(Show *v, const Kernel *k, const Stage *s, Names *names)
{
    take_words(v, format("kernel_%s", s->skeleton->name), names);
    for (int i = 0; i < s->param.n; i++)
        names_of(names, s->param.at[i]);
    for (int i = 0; i < k->nlevels; i++)
        names_of(names, k->level[i]);
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].row->kind == HOLE_NAME && all.at[i].hole->filled)
            names_of(names, all.at[i].hole->var);
    vec_free(&all);
}

/* True if the threads of a block search the rows of their elements together. */
static bool searches_rows(const Stage *s)
{
    const Hole *rows = stage_hole(s, "among");
    return rows && rows->filled && (!stage_hole(s, "thread") || stage_hole(s, "turn"));
}

/* Helpers that a skeleton calls only where it is asked for the rows of elements. */
static void use_rows(Show *v, const Stage *s)
{
    const Hole *rows = stage_hole(s, "among");
    if (!rows || !rows->filled)
        return;
    use_helper(v, !searches_rows(s) ? "all_ragged_rows" : stage_hole(s, "turn") ? "rows_in_tile"
                                                        : "rows_in_block");
    if (stage_hole(s, "turn"))
        use_helper(v, "shared_row_ends");
}

Json *show_stage(Show *v, const Kernel *k, const Stage *s, Names *names)
{
    Json *o = json_object();
    bool meets = s->skeleton->meets;
    name_all(v, k, s, names);
    v->written = s->written;
    json_set(o, "skeleton", json_str(format("kernel_%s", s->skeleton->name)));
    json_set(o, "params", params(v, s, names));
    bool together = meets || searches_rows(s);     /* there are barriers */
    json_set(o, "skips", json_bool(k->skips && !together));
    json_set(o, "skips_together", json_bool(k->skips && together));
    json_set(o, "asks_failure", json_str(asks_failure(k)));
    json_set(o, "failure", json_str(k->skips ? failure_name(v, s, names) : ""));
    json_set(o, "prologue", show_block(v, &s->prologue, names, meets));
    show_holes(v, o, s, names);
    use_rows(v, s);
    return o;
}

Json *show_kernel(Show *v, const Kernel *k)
{
    Json *o = json_object(), *stages = json_list();
    v->on_host = false;
    for (int i = 0; i < k->stages.n; i++) {
        const Stage *s = k->stages.at[i];
        if (!table_has(v->same_as, s))
            json_push(stages, json_set(show_stage(v, k, s, names_new(v->names)), "kernel",
                                       json_str(table_get(v->kernel_name, s))));
    }
    if (!stages->n)
        return NULL;
    comment(v, o, k);
    if (k->skips)
        use_helper(v, asks_failure(k));
    return json_set(o, "stages", with_last(stages));
}

/* ---- launches -------------------------------------------------------------- */

static Json *show_stage_launch(Show *v, const Stage *s, Names *names)
{
    Json *o = json_object(), *args = json_list();
    CScope scope = scope_of(v, names);
    for (int i = 0; i < s->param.n; i++)
        json_push(args, json_set(json_object(), "arg", json_str(names_of(names, s->param.at[i]))));
    json_set(o, "kernel", json_str(table_get(v->kernel_name, s)));
    json_set(o, "grid", json_str(c_str(s->grid, &scope)));
    json_set(o, "threads", json_str(c_str(s->threads, &scope)));
    json_set(o, "shared", json_str(s->shared ? c_str(s->shared, &scope) : "0"));
    json_set(o, "asks", json_bool(s->shared != NULL));
    if (s->shared) {
        use_helper(v, "CUDA_TRY");
        use_helper(v, "set_dynamic_shared");
        use_helper(v, "max_dynamic_shared");
    }
    return json_set(o, "args", with_last(args));
}

Json *show_launch(Show *v, const Kernel *k, Names *names)
{
    Json *o = json_object(), *stages = json_list();
    CScope scope = scope_of(v, names);
    for (int i = 0; i < k->stages.n; i++)
        json_push(stages, show_stage_launch(v, k->stages.at[i], names));
    bool several = k->stages.n > 1 || k->stages.at[0]->shared;
    bool guards = k->guard && k != v->guarded;
    json_set(o, "guard", text_or_false(guards ? c_str(tree_op(OP_GT, k->guard, core_i64(0)),
                                                        &scope) : NULL));
    json_set(o, "guard_open", json_str(several ? " {" : ""));
    json_set(o, "guard_braces", json_bool(several));
    return json_set(o, "launches", stages);
}

/* ---- questions about kernels ----------------------------------------------- */

bool has_skeleton(const Plan *p, const char *name)
{
    for (int i = 0; i < p->kernels.n; i++)
        for (int s = 0; s < p->kernels.at[i]->stages.n; s++)
            if (str_starts(p->kernels.at[i]->stages.at[s]->skeleton->name, name))
                return true;
    return false;
}

static bool is_collective(const Stmt *s)
{
    return s->kind == S_COLLECTIVE;
}

static bool is_together(const Stage *s)
{
    bool found = false;
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++)
        found |= block_some(&all.at[i].hole->block, is_collective);
    return found;
}

bool has_any_width(const Plan *p)
{
    for (int i = 0; i < p->kernels.n; i++)
        for (int s = 0; s < p->kernels.at[i]->stages.n; s++) {
            const Stage *st = p->kernels.at[i]->stages.at[s];
            if (str_starts(st->skeleton->name, "block") && !is_block_size(st->threads)
                && is_together(st))
                return true;
        }
    return false;
}

typedef struct {
    FoldSeen *f;
    void *arg;
} FoldWalk;

static void fold_in(Stmt *s, void *walk)
{
    FoldWalk *w = walk;
    if (s->kind == S_COLLECTIVE)
        w->f(s->op, s->var ? LANES_UP : LANES_DOWN, w->arg);
}

static void folds_of(const Stage *s, FoldWalk *w)
{
    bool scans = stage_hole(s, "start_value") != NULL;
    bool lanes = !stage_hole(s, "columns") && !stage_hole(s, "bins");
    const Hole *status = stage_hole(s, "tile_status");
    bool packs = status && !strcmp(status->exp->text, "PackedTileStatus");
    for (int i = 0; s->skeleton->hole[i].name; i++) {
        const Hole *h = &s->hole[i];
        if (h->op && lanes)
            w->f(h->op, scans ? LANES_UP : LANES_DOWN, w->arg);
        if (h->op && packs)
            w->f(h->op, IN_WORD, w->arg);
        block_each(&h->block, fold_in, w);
        for (int p = 0; p < h->part.n; p++)
            folds_of(h->part.at[p], w);
    }
}

void each_fold(const Plan *p, FoldSeen *f, void *arg)
{
    FoldWalk w = { f, arg };
    for (int i = 0; i < p->kernels.n; i++)
        for (int s = 0; s < p->kernels.at[i]->stages.n; s++)
            folds_of(p->kernels.at[i]->stages.at[s], &w);
}
