/*
 * size.c -- warns of entry points with much code, and names what it comes from (-Wsize).
 *
 * The lines of an entry point are those that the .cu would have without the other entry points:
 * without their functions, and without kernels that only they launch.
 */
#include "view.h"

#include <string.h>

/* An entry point of fewer than FEW_LINES is not compared with its source: the helpers alone may
   be as long. */
enum { MOST_LINES = 2000, MOST_KERNELS = 40, MOST_TIMES = 20, FEW_LINES = 1000 };

/* ---- kernels of an entry point --------------------------------------------- */

typedef struct {
    const char *name;
    const Kernel *kernel;
} NamedKernel;

typedef struct {
    const Show *v;
    VEC(NamedKernel) kernel;         /* each once */
    Table *seen;               /* their names, and functions of the host that are called */
} Launches;

static void note_launch(Stmt *s, void *launches)
{
    Launches *l = launches;
    for (int i = 0; s->kind == S_LAUNCH && i < s->kernel->stages.n; i++) {
        const char *name = intern(table_get(l->v->kernel_name, s->kernel->stages.at[i]));
        if (table_has(l->seen, name))
            continue;
        table_put(l->seen, name, (void *)name);
        vec_push(&l->kernel, ((NamedKernel){ name, s->kernel }));
    }
    if (s->kind == S_CALL && !table_has(l->seen, s->callee)) {
        table_put(l->seen, s->callee, s);
        block_each(&s->callee->body, note_launch, l);
    }
}

static Launches launches_of(const Show *v, const Entry *e)
{
    Launches l = { .v = v, .seen = table_new() };
    block_each(&e->body, note_launch, &l);
    return l;
}

/* ---- lines ----------------------------------------------------------------- */

static int count_lines(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++)
        n += *from == '\n';
    return n;
}

/* Those of the function of this name, up to the brace at the left margin that ends it. */
static int lines_of(const char *cu, const char *name)
{
    const char *at = strstr(cu, format("\n%s(", name));
    at = at ? at : strstr(cu, format(" %s(", name));
    const char *end = at ? strstr(at, "\n}\n") : NULL;
    return end ? count_lines(at, end) + 2 : 0;
}

static int lines_for(const Show *v, const Entry *e, const Launches *own, const char *cu)
{
    int lines = count_lines(cu, cu + strlen(cu));
    Table *gone = table_new();
    for (int i = 0; i < v->plan->entries.n; i++) {
        const Entry *other = v->plan->entries.at[i];
        if (other == e)
            continue;
        lines -= lines_of(cu, other->symbol);
        Launches l = launches_of(v, other);
        for (int k = 0; k < l.kernel.n; k++) {
            const char *name = l.kernel.at[k].name;
            if (table_has(own->seen, name) || table_has(gone, name))
                continue;
            table_put(gone, name, (void *)name);
            lines -= lines_of(cu, name);
        }
    }
    return lines;
}

/* ---- what it comes from ---------------------------------------------------- */

/* What a line defines; null: it begins no definition. */
static const char *defined_by(const char *line)
{
    static const char *const words[] = { "def ", "entry ", "hom ", "let " };
    const char *word = line + strspn(line, " \t");
    for (int i = 0; i < 4; i++)
        if (str_starts(word, words[i]) && (i < 3 || word == line))
            return word + strlen(words[i]);
    return NULL;
}

static const Span *line_span(const Source *src, int line)
{
    int n;
    const char *text = source_line(src, line, &n);
    return span_new(src, line, 1 + (int)strspn(text, " \t"), line, n);
}

/* The first line of the definition in which it is; null: there is none. */
static const Span *definition_of(const Span *s)
{
    int n;
    for (int line = s && s->src ? s->line : 0; line > 0; line--)
        if (defined_by(source_line(s->src, line, &n)))
            return line_span(s->src, line);
    return NULL;
}

static const Span *definition_named(const Source *src, const char *name)
{
    int line = 1;
    for (const char *p = src ? src->text : ""; *p; p = next_line(p), line++) {
        const char *defined = defined_by(p);
        size_t n = strlen(name);
        if (defined && !strncmp(defined, name, n) && (!defined[n] || strchr(" \n(:=", defined[n])))
            return line_span(src, line);
    }
    return NULL;
}

static const Span *itself(const Span *s) { return s; }

static bool same_place(const Span *a, const Span *b)
{
    return a && b && a->src == b->src && a->line == b->line && a->col == b->col;
}

/* The place from which most kernels come, as `place` tells places; *count: how many. */
static const Span *most_common(const Launches *l, const Span *(*place)(const Span *), int *count)
{
    const Span *found = NULL;
    *count = 0;
    for (int i = 0; i < l->kernel.n; i++) {
        const Span *s = place(l->kernel.at[i].kernel->origin.span);
        int n = 0;
        for (int k = 0; k < l->kernel.n; k++)
            n += same_place(s, place(l->kernel.at[k].kernel->origin.span));
        if (n > *count) {
            found = s;
            *count = n;
        }
    }
    return found;
}

/* ---- what is expanded most often ------------------------------------------- */

typedef struct {
    Table *count;              /* how many operations come from a place */
    Table *seen;               /* files */
    int source_lines;
    const Span *most;
    intptr_t times;
} Expansions;

static void note_file(const Source *src, Expansions *p)
{
    if (!src || table_has(p->seen, src))
        return;
    table_put(p->seen, src, (void *)src);
    p->source_lines += count_lines(src->text, src->text + strlen(src->text));
}

static void note_place(Core *n, void *arg)
{
    Expansions *p = arg;
    const Span *s = is_atom(n) ? NULL : span_written(n->span);
    bool by_rule = s && s->src && str_ends(s->src->name, ".rules");
    if (s && s->src && !by_rule && s->src->name[0] != '<') {   /* not of the prelude */
        const char *key = intern(format("%p %d %d %d", (const void *)s->src, s->line, s->col,
                                        n->op));
        intptr_t times = (intptr_t)table_get(p->count, key) + 1;
        table_put(p->count, key, (void *)times);
        note_file(s->src, p);
        if (times > p->times) {
            p->times = times;
            p->most = s;
        }
    }
    core_each(n, note_place, arg);
}

static Expansions expansions_of(const Show *v, const Entry *e)
{
    Expansions p = { .count = table_new(), .seen = table_new() };
    note_file(v->o->main, &p);
    note_place(e->func->body, &p);
    return p;
}

void warn_size(const Show *v, const char *cu)
{
    for (int i = 0; i < v->plan->entries.n && warning_enabled(WARN_SIZE); i++) {
        const Entry *e = v->plan->entries.at[i];
        Launches l = launches_of(v, e);
        int lines = lines_for(v, e, &l, cu), in_function, in_nest;
        Expansions p = expansions_of(v, e);
        int times = lines / (p.source_lines + 1);
        if (lines <= MOST_LINES && l.kernel.n <= MOST_KERNELS
            && (lines < FEW_LINES || times <= MOST_TIMES))
            continue;
        const Span *own = definition_named(v->o->main, e->func->name);
        warn_at(own, WARN_SIZE, "the code of %s has %d lines and %d kernels, %d times the lines of "
                "its source", e->func->name, lines, l.kernel.n, times);
        if (p.times > MOST_TIMES)
            note_at(p.most, "this is expanded %d times, the most of one place: a function that "
                    "takes arrays or functions is expanded at each call", (int)p.times);
        const Span *function = most_common(&l, definition_of, &in_function);
        if (function && !same_place(function, own))
            note_at(function, "%d of the kernels come from this function, the most of one",
                    in_function);
        const Span *nest = most_common(&l, itself, &in_nest);
        if (nest)
            note_at(nest, "%d of the kernels come from this nest, the most of one", in_nest);
    }
}
