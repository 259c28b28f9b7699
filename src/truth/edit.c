/*
 * edit.c -- laws whose right side has one small mistake: a number is off by one, a name or an
 * operator is another, sides or branches change places, an element of a list is left out. What
 * such a law says is wrong, or the rule says why it is true all the same:  without MISTAKE
 * because "WHY".
 */
#include "truth.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    int left;                  /* so many mistakes are passed over; less than 0: one was made */
    const char *what;          /* the one that was made */
    Table *numbers;            /* the names that stand for numbers */
    bool looks_up;             /* in what a premise looks for: it asks no level how wide it is */
    Table *machine;            /* those of the machine's limits, and of what is decided by them */
    Table *made;               /* names that the right side reads, and what these are made from */
    const Core *before;        /* the law's left side */
    VEC(const char *) names;   /* those that the right side could read */
} Edit;

/* True for the mistake that is wanted. */
static bool is_wanted(Edit *e, const char *what)
{
    if (e->left-- != 0)
        return false;
    e->what = what;
    return true;
}

static Core *root(Core *n, const char *of, Edit *e);

/* ---- names --------------------------------------------------------------- */

static const char *word_of(const Core *n)
{
    if (n->op == OP_TERM)
        return n->text;
    if (isalpha((unsigned char)*ops[n->op].text))
        return ops[n->op].text;
    Text t = { 0 };
    for (const char *p = ops[n->op].id; *p; p++)
        text_char(&t, (char)tolower((unsigned char)*p));
    return text_str(&t);
}

static bool is_single(const Core *n)
{
    return n->op == OP_META && n->text[0] == '?' && !is_seq_name(n->text)
        && islower((unsigned char)n->text[1]);
}

static void note_numbers(Core *n, void *numbers)
{
    const char *groups = ops[n->op].groups;
    bool computes = ops[n->op].kind == K_SCALAR && strchr("NI", *ops[n->op].type);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            bool number = computes || strchr("zZI", groups[g]) || (n->op == OP_LOOP && g == 1);
            if (number && is_single(n->g[g].at[i]))
                table_put(numbers, n->g[g].at[i]->text, numbers);
        }
    if (n->index && n->index->name[0] == '?')
        table_put(numbers, n->index->name, numbers);
    core_each(n, note_numbers, numbers);
}

/* Names of one kind can stand for each other. */
static bool alike(const Edit *e, const char *a, const char *b)
{
    return is_seq_name(a) == is_seq_name(b)
        && !isupper((unsigned char)a[1]) == !isupper((unsigned char)b[1])
        && table_has(e->numbers, a) == table_has(e->numbers, b);
}

/* The next name of that kind, or null. */
static const char *another(const Edit *e, const char *name)
{
    int n = e->names.n, at = 0;
    while (at < n && e->names.at[at] != name)
        at++;
    for (int i = 1; i <= n; i++) {
        const char *other = e->names.at[(at + i) % n];
        if (other != name && alike(e, name, other))
            return other;
    }
    return NULL;
}

static Core *renamed(Core *n, const char *of, Edit *e)
{
    const char *name = n->text[0] == '?' ? another(e, n->text) : NULL;
    if (!name || !is_wanted(e, format("name %s of %s", n->text, of)))
        return n;
    Core *other = core_copy_node(n);
    other->text = name;
    return other;
}

/* ---- numbers ------------------------------------------------------------- */

static Core *off_by_one(Core *n, const char *of, Edit *e)
{
    const char *what = format("exact %s of %s", n->text, of);
    Core *one_more = core_const(scalar_int(I64, 1));
    if (is_wanted(e, what))
        return CORE(OP_ADD, n->span, one(n), one(one_more));
    if (is_wanted(e, what))
        return CORE(OP_SUB, n->span, one(n), one(one_more));
    return n;
}

static Core *other_literal(Core *n, const char *of, Edit *e)
{
    Prim p = n->value.prim;
    Core *other = core_copy_node(n);
    const char *what = format("exact %s of %s", core_str(n), of);
    if (!is_wanted(e, what)) {
        if (p == BOOL || prim_is_float(p) || n->value.i <= 0 || !is_wanted(e, what))
            return n;
        other->value.i--;
    } else if (p == BOOL) {
        other->value.i ^= 1;
    } else if (prim_is_float(p)) {
        other->value.f += 1;
    } else {
        other->value.i++;
    }
    return other;
}

/* ---- operators ------------------------------------------------------------- */

static Op other_op(Op op)
{
    static const Op pair[][2] = {
        { OP_ADD, OP_SUB }, { OP_SUB, OP_ADD }, { OP_MUL, OP_ADD }, { OP_DIV, OP_MOD },
        { OP_MOD, OP_DIV }, { OP_QUOT, OP_REM }, { OP_REM, OP_QUOT }, { OP_MIN, OP_MAX },
        { OP_MAX, OP_MIN }, { OP_LAND, OP_LOR }, { OP_LOR, OP_LAND }, { OP_LT, OP_LE },
        { OP_LE, OP_LT }, { OP_GT, OP_GE }, { OP_GE, OP_GT }, { OP_EQ, OP_NE },
        { OP_NE, OP_EQ }, { OP_SPLIT, OP_STRIPES }, { OP_STRIPES, OP_SPLIT },
        { OP_JOIN, OP_WEAVE }, { OP_WEAVE, OP_JOIN }, { OP_SEGIDS, OP_WITHIN },
        { OP_WITHIN, OP_SEGIDS }, { OP_PREFIX, OP_EXCLUSIVE }, { OP_EXCLUSIVE, OP_PREFIX },
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (pair[i][0] == op)
            return pair[i][1];
    return op;
}

static Core *with_groups(const Core *n, int a, int b)
{
    Core *other = core_unshare(n);
    other->g[a] = n->g[b];
    other->g[b] = n->g[a];
    return other;
}

static Core *other_operation(Core *n, Edit *e)
{
    const char *text = ops[n->op].kind == K_SCALAR ? core_str(n) : word_of(n);
    Op op = other_op(n->op);
    if (op != n->op && is_wanted(e, format("operator %s", text))) {
        Core *other = core_unshare(n);
        other->op = op;
        return other;
    }
    if (ops[n->op].kind != K_SCALAR || !ops[n->op].ngroups || n->g[0].n != 1)
        return n;
    if (ops[n->op].ngroups == 1)
        return (n->op == OP_NOT || n->op == OP_NEG) && is_wanted(e, format("operator %s", text))
            ? n->g[0].at[0] : n;
    bool two = ops[n->op].ngroups == 2 && n->g[1].n == 1;
    bool differ = two && !core_equal(n->g[0].at[0], n->g[1].at[0]);
    if (differ && !ops[n->op].commutes && is_wanted(e, format("order %s", text)))
        return with_groups(n, 0, 1);
    for (int g = 0; two && g < 2 && !strchr(ops[n->op].type, '?'); g++)
        if (is_wanted(e, format("operand %s of %s", core_str(n->g[g].at[0]), text)))
            return n->g[!g].at[0];
    return n;
}

static Core *other_branches(Core *n, Edit *e)
{
    const char *test = core_str(n->g[0].at[0]);
    if (core_equal(n->g[1].at[0], n->g[2].at[0]))
        return n;
    if (is_wanted(e, format("test %s", test)))
        return with_groups(n, 1, 2);
    for (int g = 1; g <= 2; g++)
        if (is_wanted(e, format("branch %d of %s", g, test))) {
            Core *other = core_unshare(n);
            other->g[g] = n->g[3 - g];
            return other;
        }
    return n;
}

/* ---- lists ----------------------------------------------------------------- */

static bool is_list(Core *n) { return n->op == OP_META && is_seq_name(n->text); }

static Kids without(Kids ks, int i)
{
    Kids less = { NEWS(Core *, ks.n), 0 };
    for (int k = 0; k < ks.n; k++)
        if (k != i)
            less.at[less.n++] = ks.at[k];
    return less;
}

static Kids exchanged(Kids ks, int i)
{
    Kids all = { COPIES(Core *, ks.at, ks.n), ks.n };
    all.at[i] = ks.at[i + 1];
    all.at[i + 1] = ks.at[i];
    return all;
}

/* A group of operands with one less, or two in another order. */
static bool other_list(Kids *ks, char letter, const char *of, Edit *e)
{
    for (int i = 0; i < ks->n; i++)
        if ((ks->n > 1 || is_list(ks->at[i]))
            && is_wanted(e, format("element %s of %s", core_str(ks->at[i]), of))) {
            *ks = without(*ks, i);
            return true;
        }
    for (int i = 0; i + 1 < ks->n; i++)
        if (strchr("AZIL", letter) && is_list(ks->at[i]) == is_list(ks->at[i + 1])
            && !core_equal(ks->at[i], ks->at[i + 1])
            && is_wanted(e, format("order of %s %s", core_str(ks->at[i]),
                                   core_str(ks->at[i + 1])))) {
            *ks = exchanged(*ks, i);
            return true;
        }
    return false;
}

static Core *other_lists(Core *n, Edit *e)
{
    for (int g = 0; g < ops[n->op].ngroups; g++) {
        Kids ks = n->g[g];
        if (strchr("AZIL", ops[n->op].groups[g])
            && other_list(&ks, ops[n->op].groups[g], word_of(n), e)) {
            Core *other = core_unshare(n);
            other->g[g] = ks;
            return other;
        }
    }
    return n;
}

/* `\?x ?y -> ?x + ?y`: its names may change places. */
static bool is_symmetric(const Core *n)
{
    const Core *body = n->op == OP_LAM && n->nbinds == 2 ? n->g[0].at[0] : NULL;
    const Core *e = body && body->op == OP_BODY ? body_single(body) : body;
    return e && ops[e->op].commutes;
}

static Core *other_binders(Core *n, Edit *e)
{
    for (int i = 0; i + 1 < n->nbinds && !is_symmetric(n); i++)
        if (n->bind[i]->name[0] == '?' && n->bind[i + 1]->name[0] == '?'
            && is_seq_name(n->bind[i]->name) == is_seq_name(n->bind[i + 1]->name)
            && is_wanted(e, format("order of %s %s", n->bind[i]->name, n->bind[i + 1]->name))) {
            Core *other = core_unshare(n);
            other->bind = COPIES(Var *, n->bind, n->nbinds);
            other->bind[i] = n->bind[i + 1];
            other->bind[i + 1] = n->bind[i];
            return other;
        }
    return n;
}

static int without_binding(Stm *stm, int n, Edit *e)
{
    for (int s = 0; s < n; s++)
        if (!stm[s].nvars && is_wanted(e, format("bindings %s", core_str(stm[s].exp)))) {
            for (int k = s; k + 1 < n; k++)
                stm[k] = stm[k + 1];
            return n - 1;
        }
    return n;
}

static Core *other_bindings(Core *n, Edit *e)
{
    Core *other = core_unshare(n);
    other->nstms = without_binding(other->stm, n->nstms, e);
    return e->left < 0 ? other : n;
}

static Core *other_permutation(Core *n, Edit *e)
{
    if (n->nperm < 2 || !is_wanted(e, "permutation"))
        return n;
    Core *other = core_unshare(n);
    other->perm = COPIES(int, n->perm, n->nperm);
    other->perm[0] = n->perm[1];
    other->perm[1] = n->perm[0];
    return other;
}

/* ---- decisions ----------------------------------------------------------------- */

static bool of_machine(const Core *n, void *machine)
{
    bool limit = n->op == OP_TERM
        && (!strcmp(n->text, "option") || !strcmp(n->text, "threshold"));
    return limit || n->op == OP_THRESHOLD || n->op == OP_FITS || n->op == OP_BUSY
        || (n->op == OP_META && table_has(machine, n->text));
}

/* A test of a machine's limits chooses between versions: values do not depend on it. */
static bool decides(const Core *n, Edit *e)
{
    const OpInfo *o = &ops[n->op];
    bool test = o->kind == K_SCALAR && (*o->type == 'L' || (*o->type && o->type[1] == '?'));
    return test && core_any(n, of_machine, e->machine);
}

/* The branch is what the law is about, unchanged. */
static bool is_before(const Core *branch, const Edit *e)
{
    bool only = branch->op == OP_BODY && !branch->nstms && branch->g[0].n == 1;
    const Core *exp = only ? branch->g[0].at[0] : branch;
    return e->before && core_equal(exp, e->before);
}

/* A test of two versions, of which one may be the left side itself, is true of either. */
static bool is_version(const Core *n, Edit *e)
{
    const Core *test = n->op == OP_IF ? n->g[0].at[0] : NULL;
    return test && (decides(test, e) || is_before(n->g[1].at[0], e) || is_before(n->g[2].at[0], e)
                    || (test->op == OP_META && table_has(e->machine, test->text)));
}

/* Its value chooses a version, and is nothing else. */
static bool can_be_wrong(const Stm *s, const Edit *e)
{
    return s->nvars != 1 || !table_has(e->machine, s->var[0]->name);
}

typedef struct {
    Edit *e;
    Table *outside;            /* names that are read elsewhere than for decisions */
    bool more;
} Deciding;

static void read_outside(Core *n, void *deciding);

static void read_bindings(const Stm *stm, int n, Deciding *d)
{
    for (int s = 0; s < n; s++)
        if (can_be_wrong(&stm[s], d->e))
            read_outside(stm[s].exp, d);
}

static void read_outside(Core *n, void *deciding)
{
    Deciding *d = deciding;
    if (n->op == OP_META && !table_has(d->outside, n->text))
        table_put(d->outside, n->text, d);
    if (n->op == OP_BODY)
        read_bindings(n->stm, n->nstms, d);
    for (int g = is_version(n, d->e); g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            read_outside(n->g[g].at[i], d);
}

/* What is read for decisions alone is one. */
static void find_deciding(const Stm *stm, int n, Deciding *d)
{
    for (int s = 0; s < n; s++) {
        const char *name = stm[s].nvars == 1 ? stm[s].var[0]->name : NULL;
        bool scalar = ops[stm[s].exp->op].kind == K_SCALAR && name && *name == '?';
        if (scalar && !table_has(d->e->machine, name)
            && (decides(stm[s].exp, d->e) || (d->outside && !table_has(d->outside, name)))) {
            table_put(d->e->machine, name, d);
            d->more = true;
        }
    }
}

static void find_deciding_in(Core *n, void *deciding)
{
    if (n->op == OP_BODY)
        find_deciding(n->stm, n->nstms, deciding);
    core_each(n, find_deciding_in, deciding);
}

static void visit_right(const Law *law, Deciding *d)
{
    Core *term = law->rule->judgment ? law->rule->conclusion.target : law->right->expr;
    const Side *s = law->rule->judgment ? NULL : law->right;
    if (d->outside) {
        if (term)
            read_outside(term, d);
        if (s)
            read_bindings(s->stm, s->nstms, d);
    }
    if (term)
        find_deciding_in(term, d);
    if (s)
        find_deciding(s->stm, s->nstms, d);
    for (int i = 0; s && i < s->nstms; i++)
        find_deciding_in(s->stm[i].exp, d);
}

static void note_decisions(const Law *law, Edit *e)
{
    Deciding d = { .e = e, .more = true };
    while (d.more) {
        d.more = false;
        visit_right(law, &d);
    }
    if (!table_count(e->machine) && !e->before)
        return;
    for (d.more = true; d.more;) {
        d.more = false;
        d.outside = table_new();
        visit_right(law, &d);
        table_free(d.outside);
    }
}

/* ---- a node ------------------------------------------------------------------ */

static Core *with_kids(Core *n, Edit *e)
{
    const char *of = word_of(n);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++) {
        if (!can_be_wrong(&n->stm[s], e))
            continue;
        Core *new = root(n->stm[s].exp, of, e);
        if (e->left < 0) {
            Core *other = core_unshare(n);
            other->stm[s].exp = new;
            return other;
        }
    }
    bool skips = is_version(n, e) || (n->op == OP_LEVEL && e->looks_up);
    for (int g = skips; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++) {
            Core *new = root(n->g[g].at[i], of, e);
            if (e->left < 0) {
                Core *other = core_unshare(n);
                other->g[g].at[i] = new;
                return other;
            }
        }
    return n;
}

static Core *itself(Core *n, const char *of, Edit *e)
{
    if (n->op == OP_CONST)
        return other_literal(n, of, e);
    if (n->op != OP_META)
        return other_operation(n, e);
    Core *other = renamed(n, of, e);
    return e->left >= 0 && table_has(e->numbers, n->text) ? off_by_one(n, of, e) : other;
}

/* The term with one mistake, if it is in there. */
static Core *root(Core *n, const char *of, Edit *e)
{
    Core *other = itself(n, of, e);
    if (e->left >= 0 && n->op == OP_IF && !is_version(n, e))
        other = other_branches(n, e);
    if (e->left >= 0 && n->op == OP_REARRANGE)
        other = other_permutation(n, e);
    if (e->left >= 0 && n->op == OP_BODY)
        other = other_bindings(n, e);
    if (e->left >= 0)
        other = other_lists(n, e);
    if (e->left >= 0)
        other = other_binders(n, e);
    return e->left >= 0 ? with_kids(n, e) : other;
}

/* ---- a law -------------------------------------------------------------------- */

static void edit_term(Core **n, Edit *e)
{
    if (*n && e->left >= 0)
        *n = root(*n, "side", e);
}

static void edit_kids(Kids *ks, Edit *e)
{
    ks->at = COPIES(Core *, ks->at, ks->n);
    for (int i = 0; i < ks->n; i++)
        edit_term(&ks->at[i], e);
}

static Side *edited_side(const Side *s, Edit *e)
{
    Side *t = COPY(Side, *s);
    edit_term(&t->expr, e);
    edit_term(&t->lam, e);
    edit_term(&t->width, e);
    edit_kids(&t->arrays, e);
    if (e->left >= 0)
        other_list(&t->arrays, 'A', "map", e);
    t->stm = COPIES(Stm, s->stm, s->nstms);
    for (int i = 0; i < s->nstms; i++)
        if (can_be_wrong(&s->stm[i], e))
            edit_term(&t->stm[i].exp, e);
    if (e->left >= 0)
        t->nstms = without_binding(t->stm, s->nstms, e);
    return t;
}

static bool makes(const Premise *p, Table *made)
{
    NameSearch s = { .names = made };
    each_name_of(p->left, find_name, &s);
    return s.found;
}

/* What a premise makes, or gives to another judgment, is part of the right side; what only
   conditions read of it is not. */
static void edit_premise(Premise *p, Edit *e)
{
    if (p->pays || (p->kind == PREMISE_MAKE && !makes(p, e->made)))
        return;
    if (p->kind == PREMISE_PROVE) {
        edit_term(&p->sequent.ctx, e);
        edit_term(&p->sequent.subject, e);
    }
    if (p->kind != PREMISE_MAKE || !strcmp(p->name, "option"))
        return;
    p->arg = COPIES(Kids, p->arg, p->nargs);
    e->looks_up = strcmp(p->name, "context") != 0;
    for (int i = 0; i < p->nargs; i++)
        edit_kids(&p->arg[i], e);
    e->looks_up = false;
}

static void note_name(const NameUse *u, void *edit)
{
    Edit *e = edit;
    bool known = u->kind == NAME_MAKER || *u->name != '?';
    for (int i = 0; i < e->names.n && !known; i++)
        known = e->names.at[i] == u->name;
    if (!known)
        vec_push(&e->names, u->name);
}

static void note_side(const Side *s, Table *numbers)
{
    Core *part[] = { s->expr, s->lam, s->width };
    for (int i = 0; i < 3; i++)
        if (part[i])
            note_numbers(part[i], numbers);
    for (int i = 0; i < s->nstms; i++)
        note_numbers(s->stm[i].exp, numbers);
}

/* From the last premise to the first: each reads what those before it make. */
static void note_made(const Law *law, Table *made)
{
    if (law->rule->judgment)
        each_name(law->rule->conclusion.target, collect_name, made);
    else
        each_side_name(law->right, collect_name, made);
    for (int i = law->npremises - 1; i >= 0; i--) {
        const Premise *p = &law->premise[i];
        if (p->kind == PREMISE_PROVE) {
            each_name(p->sequent.ctx, collect_name, made);
            each_name(p->sequent.subject, collect_name, made);
        }
        for (int a = 0; p->kind == PREMISE_MAKE && a < p->nargs && makes(p, made); a++)
            each_name_of(p->arg[a], collect_name, made);
    }
}

static void note_law(const Law *law, Edit *e)
{
    note_made(law, e->made);
    const Sequent *c = &law->rule->conclusion;
    e->before = law->rule->judgment ? c->subject : law->left->expr;
    if (law->rule->judgment) {
        note_numbers(c->subject, e->numbers);
        note_numbers(c->target, e->numbers);
        each_name(c->subject, note_name, e);
        each_name(c->target, note_name, e);
    } else {
        note_side(law->left, e->numbers);
        note_side(law->right, e->numbers);
        each_side_name(law->left, note_name, e);
        each_side_name(law->right, note_name, e);
    }
    for (int i = 0; i < law->npremises; i++) {
        const Premise *p = &law->premise[i];
        if (p->kind != PREMISE_CONDITION)
            each_premise_name(p, note_name, e);
        if (p->kind == PREMISE_MAKE && !strcmp(p->name, "threshold"))
            each_name_of(p->left, collect_name, e->machine);
    }
}

static Law *edited(const Law *law, Edit *e)
{
    Law *other = COPY(Law, *law);
    if (law->rule->judgment) {
        Rule *r = COPY(Rule, *law->rule);
        edit_term(&r->conclusion.target, e);
        other->rule = r;
    } else {
        other->right = edited_side(law->right, e);
    }
    other->premise = COPIES(Premise, law->premise, law->npremises);
    for (int i = 0; i < law->npremises; i++)
        edit_premise(&other->premise[i], e);
    law_note_kinds(other);
    return other;
}

Mutants law_edits(const Law *law)
{
    Mutants all = { 0 };
    Edit e = { .numbers = table_new(), .machine = table_new(), .made = table_new() };
    note_law(law, &e);
    note_decisions(law, &e);
    do {
        e.left = all.n;
        const Law *other = edited(law, &e);
        if (e.left < 0)
            vec_push(&all, ((Mutant){ mutant_text(e.what), other, NULL }));
    } while (e.left < 0);
    table_free(e.numbers);
    table_free(e.machine);
    table_free(e.made);
    return all;
}
