/* accumulators.c -- streams of writes. Where a function writes a bounded number
   of times for each element, its accumulator is the list of its writes, and the
   stream is a map and one scatter or histogram; else it is a loop whose
   accumulator is the array, which knows how a value is added to an element. */
#include "desugar.h"

/* ---- the array ----------------------------------------------------------- */

static Sv *adding(Sv *v, Sv *add)
{
    Sv *w = COPY(Sv, *v);
    w->add = add;
    return w;
}

Sv *call_acc_of(Sv **arg, const Call *c)
{
    warn_at(c->span, WARN_SEQUENTIAL, "this stream runs in one thread, element after element: how "
            "many values it writes for an element is not known before");
    return adding(sv_own(arg[1], c->span), arg[0]);
}

Sv *call_acc_end(Sv **arg, const Call *c)
{
    (void)c;
    return adding(arg[0], NULL);
}

Sv *call_acc_next(Sv **arg, const Call *c)
{
    (void)c;
    return adding(arg[1], arg[0]->add);
}

Sv *call_acc_add(Sv **arg, const Call *c)
{
    return apply2(arg[0]->add, arg[1], arg[2], c->span);
}

/* ---- the list ------------------------------------------------------------ */

Sv *call_acc_is_list(Sv **arg, const Call *c)
{
    (void)c;
    return sv_atom(core_bool(arg[0]->dest != NULL));
}

static Core *zero_of(Core *leaf, void *span)
{
    return zero_leaf(type_row(type_of(leaf)), span);
}

/* A value of the type of the elements that are written to. */
static Sv *zero(const Sv *dest, const Span *s)
{
    return sv_each(dest, zero_of, (void *)s, NULL, 0, 1);
}

static void push(Sv *list, Core *i, Sv *v)
{
    Sv **part = GROWN(Sv *, list->part, list->n, 1), **pair = NEWS(Sv *, 2);
    pair[0] = sv_atom(i);
    pair[1] = v;
    part[list->n++] = sv_tuple(pair, 2);
    list->part = part;
}

/* acc i v */
Sv *call_acc_put(Sv **arg, const Call *c)
{
    Sv *list = COPY(Sv, *arg[0]);
    push(list, size_atom(arg[1]->atom), coerce_like(arg[2], zero(list->dest, c->span), c->span));
    return list;
}

Sv *acc_padded(Sv *v, const Sv *like, const Span *s)
{
    Sv *w = COPY(Sv, *v);
    while (w->dest && w->n < like->n)
        push(w, core_i64(-1), zero(w->dest, s));
    if (w->dest)
        return w;
    w->part = NEWS(Sv *, v->n);
    for (int i = 0; i < v->n; i++)
        w->part[i] = acc_padded(v->part[i], like->part[i], s);
    return w;
}

bool acc_within(const Sv *v)
{
    bool yes = v->add || v->dest;
    for (int i = 0; i < v->n; i++)
        yes |= acc_within(v->part[i]);
    return yes;
}

/* ---- a stream ------------------------------------------------------------ */

static Sv *second(Sv **arg, const Call *c)
{
    (void)c;
    return arg[1];
}

/* dest f bs: f writes a number of times for an element that is known here. */
Sv *call_acc_bounded(Sv **arg, const Call *c)
{
    bool before = desugarer.acc_loops;
    Vars param = {0};
    desugarer.acc_loops = false;
    mapped_open();
    Sv *write = fun_native((Fun){ .arity = 2, .call = second });
    Sv *dest = adding(sv_fresh(arg[0], 0, NULL, &param, c->span), write);
    apply2(arg[1], dest, sv_fresh(arg[2], 1, NULL, &param, c->span), c->span);
    body_drop();
    bool bounded = !desugarer.acc_loops;
    desugarer.acc_loops = before;
    return sv_atom(core_bool(bounded));
}

/* The writes as one array; a single one as it is. */
static Sv *writes_array(const Sv *list, const Span *s)
{
    if (list->n == 1)
        return list->part[0];
    Core *size = core_i64(list->n);
    Kids first = sv_leaves(list->part[0]);
    Kids *leaf = NEWS(Kids, list->n);
    for (int w = 0; w < list->n; w++)
        leaf[w] = sv_leaves(list->part[w]);
    for (int i = 0; i < first.n; i++) {
        Core **at = NEWS(Core *, list->n);
        for (int w = 0; w < list->n; w++)
            at[w] = leaf[w].at[i];
        first.at[i] = emit_array(at, list->n, s);
    }
    return sv_rebuild(list->part[0], first.at, &size, 1, 0);
}

typedef struct { Sv *dest, *f; int writes; } Stream;

static Sv *writes_of(Sv **arg, const Call *c)
{
    Stream *stream = (Stream *)c->fun->payload;
    Sv *none = sv_tuple(NULL, 0);
    none->dest = stream->dest;
    Sv *list = apply2(stream->f, none, arg[0], c->span);
    if (!list->n)
        push(list, core_i64(-1), zero(stream->dest, c->span));
    stream->writes = list->n;
    return writes_array(list, c->span);
}

/* dest f bs: the writes of all elements, in their order. */
Sv *call_acc_writes(Sv **arg, const Call *c)
{
    Stream *stream = MAKE(Stream, arg[0], arg[1], 0);
    Sv *f = fun_native((Fun){ .arity = 1, .call = writes_of, .payload = stream });
    Sv *all = map_over(f, arg[2], c->span);
    return stream->writes == 1 ? all : call_flatten(&all, c);
}
