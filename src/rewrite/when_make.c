/* when_make.c -- look-ups of what is there, and the nests that constructors make of it. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

int position_in(Kids ks, const Core *a)
{
    for (int i = 0; i < ks.n; i++)
        if (ks.at[i] == a || (a->op == OP_VAR && is_var(ks.at[i], a->var)))
            return i;
    return -1;
}

bool get_width(Call *c)
{
    Core *f = c->arg[0].at[0];
    bool array = f->op == OP_VAR || f->op == OP_INDEX;
    if (array && !type_of(f)->rank)
        return no(c, "%s is a number", core_str(f));
    c->out = array ? one(array_length(f)) : f->op == OP_TERM ? f->g[2] : f->g[0];
    return true;
}

/* The text of an attribute `#[name]` or `#[name(N)]`; null: there is none. */
static const char *attribute_of(const Stm *s, const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < s->nattrs; i++)
        if (!strncmp(s->attr[i], name, n) && (!s->attr[i][n] || s->attr[i][n] == '('))
            return s->attr[i];
    return NULL;
}

static void find_parallel(Core *n, void *yes)
{
    *(bool *)yes |= core_parallel(n);
}

static bool is_innermost(const Core *e)
{
    bool parallel = false;
    core_each(e, find_parallel, &parallel);
    return ops[e->op].kind == K_SOAC && !parallel;
}

typedef struct {
    const char *name, *text;
    bool all;                  /* of nests inside, too */
} Inside;

/* What the innermost operations of a row ask for, which its block does. */
static void find_inside(Core *e, void *inside)
{
    Inside *in = inside;
    const int n = e->op == OP_BODY ? e->nstms : 0;
    for (int i = 0; i < n && !in->text; i++)
        if (in->all || is_innermost(e->stm[i].exp))
            in->text = attribute_of(&e->stm[i], in->name);
    if (!in->text && (in->all || ops[e->op].kind != K_SOAC))
        core_each(e, find_inside, in);
}

static const char *asked_inside(Core *row, const char *name, bool all)
{
    Inside in = { .name = name, .all = all };
    core_each(row, find_inside, &in);
    return in.text;
}

bool attribute_inside(Core *nest, const char *name)
{
    return asked_inside(nest, name, true) != NULL;
}

/* That of the binding in hand, of those around it, or of what a nest's rows do. */
static const char *attribute_asked(const Match *m, const char *name)
{
    const Around here = { m->ntaken ? &m->taken[m->ntaken - 1]->stm : NULL, m->world->around };
    const char *text = NULL;
    for (const Around *a = here.stm ? &here : here.out; a && !text; a = a->out)
        text = attribute_of(a->stm, name);
    bool nest = !text && m->subject && m->subject->op == OP_MAP;
    return nest ? asked_inside((Core *)m->subject, name, false) : text;
}

void heed_attribute(const Match *m, const char *name)
{
    Program *p = m->world->program;
    const char *text = p ? attribute_asked(m, name) : NULL;
    for (int i = 0; text && i < p->asked.n; i++)
        p->asked.at[i].heeded |= p->asked.at[i].text == text;
}

/* What asks for the same as what it is done together with is heeded where that is. */
static void join_attribute(Program *p, const char *text, const char *kept)
{
    size_t name = strcspn(kept, "(") + 1;
    for (int i = 0; i < p->asked.n; i++) {
        Attribute *a = &p->asked.at[i];
        if (a->text == kept || a->text != text || strncmp(text, kept, name))
            continue;
        if (strcmp(text, kept))
            a->instead = kept;
        else
            a->text = kept;
    }
}

void join_attributes(const Match *m, const Stm *kept)
{
    for (int t = 0; m->world->program && t < m->ntaken; t++)
        for (int i = 0; i < m->taken[t]->stm.nattrs; i++)
            for (int k = 0; k < kept->nattrs; k++)
                join_attribute(m->world->program, m->taken[t]->stm.attr[i], kept->attr[k]);
}

/* An attribute's number, that of the run, or the declared one. */
bool option_value(const Match *m, const char *name, int64_t *value)
{
    const RewriteOptions *o = m->world->options;
    const RuleOption *declared = o ? rules_option(o->rules, name) : NULL;
    const char *text = attribute_asked(m, name), *number = text ? strchr(text, '(') : NULL;
    *value = constant_of(m->world, name);
    if (text)
        *value = number ? strtoll(number + 1, NULL, 10) : 1;
    return *value > 0 || (declared && declared->constant);
}

bool get_option(Call *c)
{
    int64_t value = 0;
    for (int i = 0; i < c->n; i++)
        if (option_value(c->m, meta_name(c->arg[i].at[0]), &value)) {
            return yields(c, core_i64(value));
        }
    return no(c, "no option %s", meta_name(c->arg[0].at[0]));
}

/* The branch gives that number. */
static bool gives_number(const Core *branch, int64_t number)
{
    Scalar v = scalar_int(type_of(branch->g[0].at[0])->prim, number);
    return is_const(branch->g[0].at[0]) && prim_is_int(v.prim)
        && core_equal(branch->g[0].at[0], core_const(v));
}

bool get_test(Call *c)
{
    const Core *f = c->arg[0].at[0], *def = is_atom(f) ? world_def(c->m->world, f) : f;
    if (!def || (def->op != OP_CONV && def->op != OP_IF))
        return no(c, "%s is no flag", core_str(c->arg[0].at[0]));
    c->out = one(def->g[0].at[0]);
    bool flag = def->op == OP_CONV ? type_of(def->g[0].at[0])->prim == BOOL
        : def->nbinds == 0 && def->ntypes == 1 && gives_number(def->g[1].at[0], 1)
          && gives_number(def->g[2].at[0], 0);
    return flag || no(c, "%s is no flag", core_str(c->arg[0].at[0]));
}

bool get_escaping(Call *c)
{
    Kids ks = { NEWS(Core *, c->arg[0].n), 0 };
    for (int i = 0; i < c->arg[0].n; i++)
        if (graph_used_outside(c->m->graph, c->arg[0].at[i]->var, c->m->taken, c->m->ntaken))
            ks.at[ks.n++] = c->arg[0].at[i];
    return yields_all(c, ks);
}

static void note_free(const Core *n, Table *used)
{
    if (n->op != OP_BODY || n->ntypes) {
        core_free_vars(n, note_var, used);
        return;
    }
    for (int i = 0; i < n->nstms; i++)
        note_free(n->stm[i].exp, used);
    for (int i = 0; i < n->g[0].n; i++)
        note_free(n->g[0].at[i], used);
}

/* What a body reads, or its subject from a binding on: there last uses are known. */
typedef struct {
    const World *world;
    const Stm *from;
    Table *used;               /* or this */
} Reads;

static Reads reads_from(const Call *c, const Stm *from, const Core *body)
{
    const Core *s = c->m->subject;
    bool known = s && s->op == OP_BODY && from && from > s->stm && from < s->stm + s->nstms;
    Reads r = { c->m->world, known ? from : NULL, known ? NULL : table_new() };
    if (!known)
        note_free(body, r.used);
    return r;
}

static bool is_read(Var *v, const void *reads)
{
    const Reads *r = reads;
    return r->used ? table_has(r->used, v) : world_used_from(r->world, v, r->from);
}

/* The body begins right behind s. Sizes that types of what it reads speak of are needed,
   too; they come before. */
bool get_needed(Call *c)
{
    const Core *s = c->arg[0].at[0];
    if (!s->nstms)
        return true;
    Reads r = reads_from(c, s->stm + s->nstms, c->arg[1].at[0]);
    Table *sizes = table_new();
    VEC(Core *) names = { 0 };
    for (int i = s->nstms - 1; i >= 0; i--)
        for (int k = 0; k < s->stm[i].nvars; k++)
            if (is_read(s->stm[i].var[k], &r) || table_has(sizes, s->stm[i].var[k]))
                type_free_vars(s->stm[i].var[k]->type, note_var, sizes);
    for (int i = 0; i < s->nstms; i++)
        for (int k = 0; k < s->stm[i].nvars; k++)
            if (is_read(s->stm[i].var[k], &r) || table_has(sizes, s->stm[i].var[k]))
                vec_push(&names, core_var(s->stm[i].var[k]));
    table_free(sizes);
    return yields_all(c, (Kids){ names.at, names.n });
}

bool get_used(Call *c)
{
    Table *read = table_new();
    Kids ks = { NEWS(Core *, c->arg[0].n), 0 }, as = { NEWS(Core *, c->arg[0].n), 0 };
    note_free(c->arg[2].at[0], read);
    for (int i = c->arg[0].n - 1; i >= 0; i--)   /* sizes come before what has them */
        if (table_has(read, c->arg[0].at[i]->var) && c->arg[0].at[i]->var->type)
            type_free_vars(c->arg[0].at[i]->var->type, note_var, read);
    for (int i = 0; i < c->arg[0].n && i < c->arg[1].n; i++)
        if (table_has(read, c->arg[0].at[i]->var)) {
            ks.at[ks.n++] = c->arg[0].at[i];
            as.at[as.n++] = c->arg[1].at[i];
        }
    table_free(read);
    c->out = ks;
    c->bound = as;
    return true;
}

bool get_known(Call *c)
{
    Kids ctx = c->arg[1], as = { NEWS(Core *, c->arg[0].n), c->arg[0].n };
    for (int i = 0; i < as.n; i++) {
        int level, which;
        Core *r = c->arg[0].at[i];
        as.at[i] = !ctx.n ? r : NULL;
        if (ctx.n && r->op == OP_VAR)
            as.at[i] = table_get(c->m->world->extended, r->var);
        Kids innermost = { ctx.n ? ctx.at + ctx.n - 1 : NULL, ctx.n > 0 };
        bool copies = false;
        Core *here = as.at[i] && ctx.n ? ctx_outer(ctx, r, &copies) : as.at[i];
        if (here && here != as.at[i] && !core_equal(here, as.at[i]))
            as.at[i] = copies || type_ragged(type_of(here)) ? NULL : here;
        if (!as.at[i] || (ctx.n && !ctx_binds(innermost, r->var, &level, &which))) {
            return no(c, "%s was not computed for all of the nest", core_str(r));
        }
    }
    return yields_all(c, as);
}

/* A name is the same wherever it stands. */
static const void *identity(const Core *a)
{
    return a->op == OP_VAR ? (const void *)a->var : a;
}

bool get_others(Call *c)
{
    Kids of = c->arg[0], ks = { NEWS(Core *, of.n), 0 };
    Table *left_out = table_new();
    for (int i = 0; i < c->arg[1].n; i++)
        table_put(left_out, identity(c->arg[1].at[i]), c);
    for (int i = 0; i < of.n; i++)
        if (!table_has(left_out, identity(of.at[i])))
            ks.at[ks.n++] = of.at[i];
    table_free(left_out);
    c->out = ks;
    return ks.n || no(c, "there are no others");
}

/* Bindings that are worth computing again: arithmetic and views. */
static bool again(const Core *e)
{
    bool scalar = e->ntypes == 1 && !e->type[0]->rank;
    return is_cheap(e) || (ops[e->op].kind == K_VIEW && !scalar);
}

/* Those bindings of s.. that the names read lead to, in order; with `stop`, not beyond
   one that is worth storing: what it gives is in *stored. */
static Core *leading(const Core *s, Table *read, bool stop, Kids *stored)
{
    Core *b = core_copy_node(s);
    b->stm = NEWS(Stm, s->nstms);
    b->nstms = 0;
    for (int i = s->nstms - 1; i >= 0; i--) {
        const Stm *stm = &s->stm[i];
        Kids wanted = { 0 };
        for (int k = 0; k < stm->nvars; k++)
            if (table_has(read, stm->var[k]))
                wanted = kids_join(wanted, one(core_var(stm->var[k])));
        if (stop && wanted.n && !again(stm->exp)) {
            *stored = kids_join(wanted, *stored);
            continue;
        }
        if (!wanted.n)
            continue;
        core_free_vars(stm->exp, note_var, read);
        b->stm[b->nstms++] = *stm;
    }
    for (int i = 0; i < b->nstms / 2; i++) {
        Stm t = b->stm[i];
        b->stm[i] = b->stm[b->nstms - 1 - i];
        b->stm[b->nstms - 1 - i] = t;
    }
    return b;
}

static Table *read_by(const Call *c)
{
    Table *read = table_new();
    for (int a = 1; a < c->n; a++)
        for (int i = 0; i < c->arg[a].n; i++)
            note_free(c->arg[a].at[i], read);
    return read;
}

/* stored s.. as c.. by e: what of s.. is stored where e is done apart; c.. is done again. */
bool get_stored(Call *c)
{
    Table *read = read_by(c);
    Kids stored = { 0 };
    c->bound = one(leading(c->arg[0].at[0], read, true, &stored));
    c->out = stored;
    table_free(read);
    return true;
}

/* leading s.. to e: the bindings of s.. that e needs. */
bool get_leading(Call *c)
{
    Table *read = read_by(c);
    c->out = one(leading(c->arg[0].at[0], read, false, NULL));
    table_free(read);
    return true;
}
bool make_context(Call *c)
{
    return yields_all(c, c->arg[0]);
}

bool make_extended(Call *c)
{
    Kids ctx = c->arg[0];
    if (c->n > 3) {
        const Core *body = c->arg[3].at[0];
        Reads r = reads_from(c, body->nstms ? body->stm[0].exp->stm : NULL, body);
        ctx = ctx_narrowed(ctx, is_read, &r, c->arg[1]);
    }
    return yields_all(c, ctx_extended(c->m->world, ctx, c->arg[1], &c->bound));
}

static Kids outer_all(Kids atoms, Kids ctx, bool fresh)
{
    Kids out = { NEWS(Core *, atoms.n), atoms.n };
    for (int i = 0; i < atoms.n; i++) {
        bool replicated = false;
        out.at[i] = ctx_outer(ctx, atoms.at[i], &replicated);
        if (fresh && replicated)
            out.at[i] = op1(OP_COPY, out.at[i]);
    }
    return out;
}

bool make_outer(Call *c)
{
    for (int i = 0; i < c->arg[0].n; i++)
        if (!is_atom(c->arg[0].at[i]))
            return no(c, "%s has no name", core_str(c->arg[0].at[i]));
    return yields_all(c, outer_all(c->arg[0], c->arg[1], false));
}

/* Copies are made where the result is written to. */
bool make_whole(Call *c)
{
    return yields_all(c, outer_all(c->arg[0], c->arg[1], true));
}
