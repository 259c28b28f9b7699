/* view_harness.c -- entry points in a main program, as records. */
#include "view.h"

static Json *harness_dims(Signature *s, const Type *t, Table *seen, bool result)
{
    Json *list = json_list();
    for (int d = 0; d < t->rank; d++) {
        const Core *n = t->dim[d];
        bool first = false;
        if (n->op == OP_VAR && !table_has(seen, n->var)) {
            const Func *f = s->e->func;
            for (int i = 0; i < f->nsizes; i++)
                first |= f->size[i] == n->var;
            table_put(seen, n->var, n->var);
        }
        Json *o = json_set(json_object(), "axis", json_int(d));
        json_set(o, result ? "extent" : "dim", json_str(signature_expr(s, n)));
        json_push(list, json_set(o, "is_first", json_bool(first)));
    }
    return with_last(list);
}

static Json *harness_value(Signature *s, const Var *v, const Type *t, Table *seen, bool result)
{
    Json *o = json_object();
    json_set(o, result ? "result" : "param", json_str(names_of(s->names, v)));
    json_set(o, "ctype", json_str(c_type(t->prim)));
    json_set(o, "fut", json_str(prim_name(t->prim)));
    json_set(o, "rank", json_int(t->rank));
    json_set(o, "is_array", json_bool(t->rank > 0));
    return json_set(o, "dims", harness_dims(s, t, seen, result));
}

/* The type of the argument that is read: of a spread parameter rank 0 reads all rows. */
static const Type *whole_type(const Func *f, int i)
{
    const Type *t = f->param[i]->type;
    if (!takes_part(f, i))
        return t;
    return type_array(type_row(t), core_var(f->ranked->size.at[f->ranked->param[i]]));
}

/* The calls are those of ranks. */
static void harness_of_ranks(Json *o)
{
    Text t = {0};
    const Json *scratch = json_get(o, "rank_scratch_params");
    for (int i = 0; i < scratch->n; i++)
        text_fmt(&t, "%s, ", json_get(scratch->item[i], "param")->text);
    json_set(o, "symbol", json_get(o, "rank_symbol"));
    json_set(o, "call_args", json_get(o, "rank_params"));
    json_set(o, "scratch_args", json_str(format("%sthis_rank, rank_count", text_str(&t))));
}

bool has_rows(const Handed *h, int n)
{
    bool yes = false;
    for (int i = 0; i < n; i++)
        yes |= h[i].nparts > 1;
    return yes;
}

static Json *handed(const Handed *h, int n)
{
    Json *list = json_list();
    for (int i = 0; i < n; i++) {
        Text numbers = {0};
        for (int p = 0; p < h[i].nparts; p++)
            text_fmt(&numbers, "%s%d", p ? ", " : "", h[i].part[p]);
        json_push(list, json_record("parts", json_str(format("%d", h[i].nparts)),
                                    "numbers", json_str(text_str(&numbers)), NULL));
    }
    return with_last(list);
}

Json *show_harness_entry(Show *v, const Entry *e)
{
    Signature s = signature_of(v, e);
    Json *o = json_object(), *params = json_list(), *results = json_list();
    Table *seen = table_new();
    bool consumes = false;
    for (int i = 0; i < e->func->nparams; i++) {
        const Var *p = e->func->param[i];
        Json *x = harness_value(&s, p, whole_type(e->func, i), seen, false);
        json_set(x, "spread", json_bool(takes_part(e->func, i)));
        bool consumed = e->func->consumes && e->func->consumes[i] && p->type->rank;
        json_set(x, "arg", json_int(i));
        json_set(x, "consumed", json_bool(consumed));
        consumes |= consumed;
        json_push(params, x);
    }
    int known = 0;
    for (int i = 0; i < e->func->nresults; i++) {
        Json *x = harness_value(&s, e->result[i]->var, e->result_type[i], seen, true);
        bool allocated = e->result[i]->home == B_GIVEN;
        bool given = allocated || (e->result[i]->home == B_PARAM && !is_whole_param(e, i));
        json_set(x, "spread", json_bool(gives_part(e->func, i)));
        json_set(x, "given", json_bool(given));
        json_set(x, "allocated", json_bool(allocated));
        json_set(x, "in_place", json_bool(e->result[i]->home == B_PARAM));
        json_push(results, json_set(x, "out", json_int(known)));
        known += !given;
    }
    Json *told = json_list();
    for (int i = 0; i < e->told.n; i++)
        json_push(told, json_set(json_object(), "told",
                                 json_str(names_of(s.names, e->told.at[i]->var))));
    const Func *f = e->func;
    json_set(o, "rows_in", json_bool(has_rows(f->takes, f->ntakes)));
    json_set(o, "rows_out", json_bool(has_rows(f->gives, f->ngives)));
    json_set(o, "taken", handed(f->takes, f->ntakes));
    json_set(o, "gives", handed(f->gives, f->ngives));
    json_set(o, "all_given", json_bool(known == 0));
    json_set(o, "has_given", json_bool(e->last.n > 0));
    json_set(o, "told", told);
    json_set(o, "entry", json_str(e->func->name));
    json_set(o, "symbol", json_str(e->symbol));
    json_set(o, "has_params", json_bool(e->func->nparams > 0));
    json_set(o, "has_scratch", json_bool(e->nslots > 0));
    json_set(o, "has_pool", json_bool(allocates(e)));
    json_set(o, "can_fail", json_bool(e->failure != NULL));
    json_set(o, "consumes", json_bool(consumes));
    json_set(o, "scratch_args", json_str(arg_text(scratch_params(&s), "scratch_param")));
    json_set(o, "call_args", s.args);
    show_ranked(&s, scratch_params(&s), o);
    if (e->func->ranked)
        harness_of_ranks(o);
    json_set(o, "params", params);
    return json_set(o, "results", results);
}
