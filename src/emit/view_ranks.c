/* view_ranks.c -- entry points of a rank's part, and what ranks do together, as records. */
#include "view.h"

#include <string.h>

bool is_ranked(const Plan *p)
{
    return p->entries.n > 0 && p->entries.at[0]->func->ranked;
}

bool takes_part(const Func *f, int i)
{
    return f->ranked && f->ranked->param[i] != WHOLE;
}

bool gives_part(const Func *f, int k)
{
    return f->ranked && f->ranked->result[k] != WHOLE;
}

/* ---- what ranks do together ------------------------------------------------ */

/* The function of the operator, and the records that it returns. */
static const Function *operator_called(const Show *v, const Send *send)
{
    for (int i = 0; i < v->plan->functions.n; i++)
        if (v->plan->functions.at[i]->source == send->op)
            return v->plan->functions.at[i];
    bug("an operator that is not planned");
}

static Json *param_list(Json *args, int from, int n)
{
    Json *list = json_list();
    for (int i = 0; i < n; i++)
        json_push(list, json_record("param", json_get(args->item[from + i], "param"), NULL));
    return with_last(list);
}

/* Values of each rank: scalars, or records that the operator returns; arrays have several. */
static void show_fold(Show *v, const Entry *e, const Signature *s, Json *o)
{
    const Send *send = e->func->send;
    const Type *of = e->func->result[0];
    Json *args = s->args;
    const Function *op = operator_called(v, send);
    int n = e->func->nresults;
    bool exclusive = send->kind == SEND_PREFIX;
    Json *fields = json_list(), *outs = param_list(args, args->n - n, n);
    Json *values = param_list(args, exclusive ? n : 0, n);
    for (int k = 0; k < n; k++) {
        const char *field = op->record ? format(".%s", op->record->field[k]->name) : "";
        json_push(fields, json_record("field", json_str(field), NULL));
        json_set(outs->item[k], "field", json_str(field));
        json_set(values->item[k], "field", json_str(field));
        const char *type = c_type(e->func->result[k]->prim);
        json_set(outs->item[k], "ctype", json_str(type));
        json_set(values->item[k], "ctype", json_str(type));
    }
    json_set(o, "arrays", json_bool(of->rank > 0));
    json_set(o, "count", json_str(signature_expr(s, tree_count(of))));
    json_set(o, "record", json_bool(op->record != NULL));
    json_set(o, "value_type", json_str(op->record ? op->record->name : c_type(op->prim)));
    json_set(o, "operator", json_str(op->name));
    json_set(o, "fields", with_last(fields));
    json_set(o, "open", json_str(op->record ? " = { " : " = "));
    json_set(o, "close", json_str(op->record ? " }" : ""));
    json_set(o, "values", values);
    json_set(o, "neutrals", param_list(args, 0, n));
    json_set(o, "outs", outs);
    json_set(o, "commutes", json_str(send->commutes ? "true" : "false"));
    json_set(o, "exclusive", json_bool(exclusive));
    json_set(o, "exclusive_text", json_str(exclusive ? "true" : "false"));
}

/* The bytes of one row, of which the array has several. */
static const char *row_bytes(const Signature *s, const Type *t)
{
    const Core *count = tree_count(type_row(t));
    int64_t k;
    return size_const(count, &k) && k == 1 ? format("sizeof(%s)", c_type(t->prim))
         : format("%s * sizeof(%s)", signature_expr(s, count), c_type(t->prim));
}

/* What e sends: its record, with what it has as any function of the host. */
Json *show_send(Show *v, const Entry *e, Signature *s, Json *o)
{
    const Send *send = e->func->send;
    json_set(o, "send", json_bool(send != NULL));
    if (!send)
        return o;
    json_set(o, "has_pool", json_bool(false));
    json_set(o, "folds", json_bool(send->kind != SEND_GATHER));
    use_helper(v, "CUDA_TRY");
    if (send->kind != SEND_GATHER) {
        show_fold(v, e, s, o);
        return o;
    }
    int nargs = s->args->n;
    json_set(o, "rows", json_get(s->args->item[0], "param"));
    json_set(o, "part", json_get(s->args->item[1], "param"));
    json_set(o, "own_rows", json_str(send->uneven
             ? names_of(s->names, e->func->param[1]->type->dim[0]->var) : "-1"));
    json_set(o, "all", json_get(s->args->item[nargs - 1], "param"));
    json_set(o, "row_bytes", json_str(row_bytes(s, e->func->param[1]->type)));
    return o;
}

/* ---- entry points ----------------------------------------------------------- */

/* What the rank alone knows of a size: the text of that; null: the caller says it. */
static const char *known_size(const Signature *s, const Var *size)
{
    const Ranked *r = s->e->func->ranked;
    for (int i = 0; i < r->part.n; i++)
        if (r->part.at[i] == size)
            return names_of(s->names, size);
    return size == r->rank ? "ranks.rank" : size == r->ranks ? "ranks.count" : NULL;
}

static Json *part_record(const Signature *s, int i)
{
    const Ranked *r = s->e->func->ranked;
    return json_record("part", json_str(names_of(s->names, r->part.at[i])),
                       "size", json_str(names_of(s->names, r->size.at[i])), NULL);
}

/* Bytes of scratch memory: sizes and scalars of the whole, from which those of the part follow. */
static void show_rank_scratch(const Signature *s, Json *params, Json *o)
{
    const Ranked *r = s->e->func->ranked;
    Json *whole = json_list(), *parts = json_list(), *args = json_list();
    for (int i = 0; i < params->n; i++) {
        const char *name = json_get(params->item[i], "scratch_param")->text;
        bool caller = true;
        for (int k = 0; k < r->part.n; k++)
            if (!strcmp(name, names_of(s->names, r->part.at[k])))
                json_push(parts, part_record(s, k));
        for (int k = 0; k < s->e->func->nsizes; k++)
            if (!strcmp(name, names_of(s->names, s->e->func->size[k])))
                caller = !known_size(s, s->e->func->size[k]);
        const Var *own[] = { r->rank, r->ranks };
        const char *arg = name;
        for (int k = 0; k < 2; k++)
            if (!strcmp(name, names_of(s->names, own[k])))
                arg = k ? "count" : "rank";
        json_push(args, json_record("arg", json_str(arg), NULL));
        if (caller)
            json_push(whole, json_record("ctype", json_get(params->item[i], "ctype"),
                                         "param", json_str(name), NULL));
    }
    for (int i = 0; i < parts->n; i++) {
        const char *size = json_get(parts->item[i], "size")->text;
        bool given = false;
        for (int k = 0; k < whole->n; k++)
            given |= !strcmp(size, json_get(whole->item[k], "param")->text);
        if (!given)
            json_push(whole, json_record("ctype", json_str("int64_t"), "param", json_str(size),
                                         NULL));
    }
    json_set(o, "rank_scratch_params", whole);
    json_set(o, "scratch_parts", parts);
    json_set(o, "scratch_part_args", json_str(arg_text(args, "arg")));
}

static void add_name(Text *t, const char *name)
{
    text_fmt(t, "%s%s", t->n ? ", " : "", name);
}

/* Which arrays are spread over the ranks, and which are whole on each. */
static void show_spread(const Signature *s, Json *o)
{
    const Func *f = s->e->func;
    Text text[2] = {0}, own = {0};
    for (int i = 0; i < f->nparams; i++)
        add_name(&text[!takes_part(f, i)], names_of(s->names, f->param[i]));
    for (int i = 0; i < f->nresults; i++)
        if (s->e->result[i]->home != B_PARAM) {
            const char *name = names_of(s->names, s->e->result[i]->var);
            add_name(&text[!gives_part(f, i)], name);
            if (f->ranked->result[i] == PART_OF_OWN_SIZE)
                add_name(&own, name);
        }
    json_set(o, "has_own_size", json_bool(own.n > 0));
    json_set(o, "own_size", json_str(own.n ? text_str(&own) : ""));
    json_set(o, "spread", json_str(text[0].n ? text_str(&text[0]) : "nothing"));
    json_set(o, "whole", json_str(text[1].n ? text_str(&text[1]) : "nothing"));
}

/* "s: MPI_Allreduce of 4 bytes, in each iteration of a loop" */
static const char *send_text(const Func *f)
{
    static const char *const call[] = { "MPI_Allreduce", "MPI_Exscan", "MPI_Allgatherv" };
    const Send *send = f->send;
    Text bytes = {0};
    if (send->kind == SEND_GATHER) {
        const Type *t = f->result[0];
        text_fmt(&bytes, "rows * %d", prim_bytes(t->prim));
        for (int d = 1; d < t->rank; d++)
            text_fmt(&bytes, " * %s", core_str(t->dim[d]));
    } else {
        int n = 0;
        for (int k = 0; k < f->nresults; k++)
            n += prim_bytes(f->result[k]->prim);
        text_fmt(&bytes, "%d", n);
        for (int d = 0; d < f->result[0]->rank; d++)
            text_fmt(&bytes, " * %s", core_str(f->result[0]->dim[d]));
    }
    return format("%s: %s of %s bytes%s%s", send->what, call[send->kind], text_str(&bytes),
                  send->kind == SEND_GATHER ? ", all its rows" : "",
                  send->repeated ? ", in each iteration of a loop" : "");
}

void show_ranked(Signature *s, Json *scratch, Json *o)
{
    const Func *f = s->e->func;
    const Ranked *r = f->ranked;
    const char *symbol = format("%s_ranks", s->e->symbol);
    Json *params = json_list(), *parts = json_list(), *sends = json_list();
    json_set(o, "shown_symbol", json_str(r ? symbol : s->e->symbol));
    json_set(o, "parts", parts);
    if (!r)
        return;
    Text args = {0};
    for (int i = 0; i < s->args->n; i++) {
        int k = i - f->nparams;
        const char *known = k >= 0 && k < f->nsizes ? known_size(s, f->size[k]) : NULL;
        const char *name = json_get(s->args->item[i], "param")->text;
        text_fmt(&args, "%s, ", known ? known : name);
        if (!known)
            json_push(params, s->args->item[i]);
    }
    for (int i = 0; i < r->part.n; i++)
        json_push(parts, part_record(s, i));
    for (int i = 0; i < r->sends.n; i++)
        json_push(sends, json_record("send", json_str(send_text(r->sends.at[i])), NULL));
    json_set(o, "symbol", json_str(format("%s_part", s->e->symbol)));
    json_set(o, "rank_symbol", json_str(symbol));
    json_set(o, "rank_params", params);
    json_set(o, "part_args", json_str(text_str(&args)));
    json_set(o, "sends", sends);
    show_rank_scratch(s, scratch, o);
    show_spread(s, o);
    use_helper(s->v, "CUDA_TRY");
}

/* Of the file. */
void show_ranks(Show *v, Json *j)
{
    const Plan *p = v->plan;
    bool folds = false, arrays = false, gathers = false;
    bool fails = false, takes = false, gives = false;
    for (int i = 0; i < p->inner.n; i++) {
        const Send *send = p->inner.at[i]->func->send;
        folds |= send && send->kind != SEND_GATHER;
        arrays |= send && send->kind == SEND_REDUCE && p->inner.at[i]->func->result[0]->rank;
        gathers |= send && send->kind == SEND_GATHER;
    }
    for (int i = 0; i < p->entries.n; i++) {
        const Func *f = p->entries.at[i]->func;
        fails |= p->entries.at[i]->failure != NULL;
        for (int k = 0; k < f->nparams; k++)
            takes |= takes_part(f, k);
        for (int k = 0; k < f->nresults; k++)
            gives |= gives_part(f, k);
    }
    json_set(j, "takes_parts", json_bool(takes));
    json_set(j, "gives_parts", json_bool(gives));
    json_set(j, "ranks", json_bool(is_ranked(p)));
    json_set(j, "has_folds", json_bool(folds));
    json_set(j, "has_array_folds", json_bool(arrays));
    json_set(j, "has_gathers", json_bool(gathers));
    json_set(j, "can_fail", json_bool(fails));
    json_set(j, "part_first", json_str(format("%s_part_first", c_spelling(p->stem))));
}
