/*
 * mutant.c -- laws with something left out: a premise, or a part of one, or the
 * difference between two metavariables. What such a law says is wrong, or the rule
 * says why it is true all the same:  without PREMISE because "WHY",  or
 * without order of ?a ?b because "WHY", of each pair if there are more.
 */
#include "truth.h"

#include <ctype.h>
#include <string.h>

/* ---- parts of premises --------------------------------------------------- */

/* How many of its arguments could each be asked about alone: those that make a
   condition longer. Only `parallel` asks whether it holds of any of them. */
static int conjuncts(const Premise *p)
{
    const Condition *q = p->kind == PREMISE_CONDITION ? p->asks : NULL;
    if (!q || p->negated != !strcmp(q->name, "parallel"))
        return 1;
    return p->nargs - q->min + 1;
}

static Premise conjunct(const Premise *p, int k)
{
    int n = conjuncts(p);
    Premise one = *p;
    if (n == 1)
        return one;
    one.arg = NEWS(Kids, p->nargs);
    one.arg[0] = p->arg[k];
    memcpy(one.arg + 1, p->arg + n, sizeof(Kids) * (size_t)(p->nargs - n));
    one.nargs = p->nargs - n + 1;
    return one;
}

const char *mutant_text(const char *text)
{
    Text t = { 0 };
    for (; *text; text++)
        if (*text != '?' && !(isspace((unsigned char)*text)
                              && (!text[1] || isspace((unsigned char)text[1]))))
            text_char(&t, isspace((unsigned char)*text) ? ' ' : *text);
    return intern(text_str(&t));
}

static const char *text_of(const Premise *p)
{
    static const Match nothing;
    const Sequent *s = &p->sequent;
    if (p->kind == PREMISE_PROVE)
        return mutant_text(format("%s |- %s => %s", core_str(s->ctx), core_str(s->subject),
                            core_str(s->target)));
    if (p->kind == PREMISE_IS)
        return mutant_text(format("%s%s is %s", p->negated ? "not " : "", core_str(p->left.at[0]),
                            core_str(p->right)));
    return mutant_text(premise_text(&nothing, p));
}

/* Adds a premise to those of a law so far; the original has it in place p. */
static void add_premise(Law *less, const Law *law, int p, const Premise *one)
{
    less->premise[less->npremises++] = *one;
    less->nctx += p < law->nctx;
    less->nlocal += p < law->nlocal;
    less->nearly += p < law->nearly;
}

/* The law with room for n premises, and none yet. */
static Law *bare(const Law *law, int n)
{
    Law *less = COPY(Law, *law);
    less->premise = NEWS(Premise, n);
    less->npremises = less->nctx = less->nlocal = less->nearly = 0;
    return less;
}

/* Without conjunct k of premise i, or with the contrary. */
static Law *edited(const Law *law, int i, int k, bool contrary)
{
    int n = 0;
    for (int p = 0; p < law->npremises; p++)
        n += conjuncts(&law->premise[p]);
    Law *less = bare(law, n);
    for (int p = 0; p < law->npremises; p++)
        for (int c = 0; c < conjuncts(&law->premise[p]); c++) {
            Premise one = conjunct(&law->premise[p], c);
            bool it = p == i && c == k;
            one.negated ^= it;
            if (!it || contrary)
                add_premise(less, law, p, &one);
        }
    law_note_kinds(less);
    return less;
}

const Law *law_true(const Law *law)
{
    Law *less = bare(law, law->npremises);
    for (int p = 0; p < law->npremises; p++)
        if (!law->premise[p].pays)
            add_premise(less, law, p, &law->premise[p]);
    law_note_kinds(less);
    return less;
}

/* ---- metavariables that change places ------------------------------------- */

typedef VEC(const char *) Names;

static void note_name(const NameUse *u, void *names)
{
    Names *n = names;
    bool known = u->kind != NAME_USED || *u->name != '?' || u->each;
    for (int i = 0; i < n->n && !known; i++)
        known = n->at[i] == u->name;
    if (!known)
        vec_push(n, u->name);
}

static Core *swapped(Core *n, void *pair)
{
    const char **name = pair;
    int which = n->op != OP_META ? -1 : n->text == name[0] ? 0 : n->text == name[1] ? 1 : -1;
    if (which < 0)
        return core_map(n, swapped, pair);
    Core *other = core_copy_node(n);
    other->text = name[!which];
    return other;
}

static Side *swapped_side(const Side *s, const char **pair)
{
    Side *t = COPY(Side, *s);
    t->expr = s->expr ? swapped(s->expr, pair) : NULL;
    t->lam = s->lam ? swapped(s->lam, pair) : NULL;
    t->arrays = (Kids){ NEWS(Core *, s->arrays.n), s->arrays.n };
    for (int i = 0; i < s->arrays.n; i++)
        t->arrays.at[i] = swapped(s->arrays.at[i], pair);
    t->stm = NEWS(Stm, s->nstms);
    for (int i = 0; i < s->nstms; i++) {
        t->stm[i] = s->stm[i];
        t->stm[i].exp = swapped(s->stm[i].exp, pair);
    }
    return t;
}

static bool are_operands(const Core *n, const char **name)
{
    const char *a = meta_name(n->g[0].at[0]), *b = meta_name(n->g[1].at[0]);
    return (a == name[0] && b == name[1]) || (a == name[1] && b == name[0]);
}

/* Neither name stands anywhere but beside the other, in an operation that commutes. */
static void find_apart(Core *n, void *pair)
{
    const char **name = pair;
    bool both = n->op != OP_META && ops[n->op].commutes && meta_name(n->g[0].at[0])
        && meta_name(n->g[1].at[0]) && are_operands(n, name);
    if (n->op == OP_META && (n->text == name[0] || n->text == name[1]))
        name[2] = n->text;
    if (!both)
        core_each(n, find_apart, pair);
}

/* Of one kind: mappings, sequences, or terms. */
static bool alike(const char *a, const char *b)
{
    bool mapping[2] = { isupper((unsigned char)a[1]), isupper((unsigned char)b[1]) };
    return is_seq_name(a) == is_seq_name(b) && mapping[0] == mapping[1];
}

/* To change places changes nothing. */
static bool commute(const Law *law, const char *a, const char *b)
{
    const char *pair[3] = { a, b, NULL };
    const Side *s = law->right;
    if (law->rule->judgment)
        return false;
    if (s->expr)
        find_apart(s->expr, pair);
    if (s->lam)
        find_apart(s->lam, pair);
    for (int i = 0; i < s->arrays.n; i++)
        find_apart(s->arrays.at[i], pair);
    for (int i = 0; i < s->nstms; i++)
        find_apart(s->stm[i].exp, pair);
    return !pair[2];
}

static Law *with_swapped(const Law *law, const char **pair)
{
    Law *other = COPY(Law, *law);
    if (!law->rule->judgment) {
        other->right = swapped_side(law->right, pair);
        return other;
    }
    Rule *r = COPY(Rule, *law->rule);
    r->conclusion.target = swapped(r->conclusion.target, pair);
    other->rule = r;
    return other;
}

/* ---- all ------------------------------------------------------------------ */

/* Of many names only those that stand side by side change places. */
Mutants law_mutants(const Law *law)
{
    enum { MANY = 12 };
    Mutants all = { 0 };
    Names names = { 0 };
    for (int i = 0; i < law->npremises; i++)
        for (int k = 0; k < conjuncts(&law->premise[i]); k++) {
            Premise one = conjunct(&law->premise[i], k);
            bool asks = one.kind == PREMISE_CONDITION;
            vec_push(&all, ((Mutant){ text_of(&one), edited(law, i, k, false),
                                      asks ? edited(law, i, k, true) : NULL }));
        }
    if (law->rule->judgment)
        each_name(law->rule->conclusion.target, note_name, &names);
    else
        each_side_name(law->right, note_name, &names);
    for (int i = 0; i < names.n; i++)
        for (int k = i + 1; k < names.n && (k == i + 1 || names.n <= MANY); k++) {
            const char *pair[2] = { names.at[i], names.at[k] };
            if (alike(pair[0], pair[1]) && !commute(law, pair[0], pair[1]))
                vec_push(&all, ((Mutant){ mutant_text(format("order of %s %s", pair[0], pair[1])),
                                          with_swapped(law, pair), NULL }));
        }
    return all;
}

/* ---- arguments of premises ------------------------------------------------ */

/* Two arguments of one kind that differ, are not each asked about alone, and whose order the
   condition heeds. */
static bool can_swap(const Premise *p, int a, int b)
{
    if ((a < conjuncts(p) && b < conjuncts(p)) || !strcmp(p->asks->name, "as-many"))
        return false;
    const char *x = p->arg[a].n == 1 ? meta_name(p->arg[a].at[0]) : NULL;
    const char *y = p->arg[b].n == 1 ? meta_name(p->arg[b].at[0]) : NULL;
    return x && y && x != y && alike(x, y);
}

static Law *with_arguments(const Law *law, int i, int a, int b)
{
    Law *other = bare(law, law->npremises);
    for (int p = 0; p < law->npremises; p++) {
        Premise one = law->premise[p];
        if (p == i) {
            one.arg = COPIES(Kids, one.arg, one.nargs);
            one.arg[a] = law->premise[p].arg[b];
            one.arg[b] = law->premise[p].arg[a];
        }
        add_premise(other, law, p, &one);
    }
    law_note_kinds(other);
    return other;
}

Mutants law_arguments(const Law *law)
{
    Mutants all = { 0 };
    for (int i = 0; i < law->npremises; i++) {
        const Premise *p = &law->premise[i];
        for (int a = 0; p->kind == PREMISE_CONDITION && a < p->nargs; a++)
            for (int b = a + 1; b < p->nargs; b++)
                if (can_swap(p, a, b))
                    vec_push(&all, ((Mutant){ mutant_text(format("arguments %s %s of %s",
                        meta_name(p->arg[a].at[0]), meta_name(p->arg[b].at[0]), text_of(p))),
                        with_arguments(law, i, a, b), NULL }));
    }
    return all;
}

/* ---- names of mutants ------------------------------------------------------- */

const Law *law_mutant(const Law *law, const char *without, bool violated)
{
    Mutants all = law_mutants(law);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].without == without)
            return violated ? all.at[i].violated : all.at[i].law;
    return law;
}

/* A word of the text, which may be at its end. */
static bool has_word(const char *text, const char *word, int n)
{
    for (const char *at = text; (at = strstr(at, str_copyn(word, n))); at++)
        if ((at == text || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

/* Without parentheses, which need not be the same, and types of numbers. */
static const char *bare_text(const char *text)
{
    Text t = { 0 };
    for (const char *p = mutant_text(text); *p; p++)
        if (!strncmp(p, "i64", 3) && t.n && isdigit((unsigned char)t.at[t.n - 1]))
            p += 2;
        else if (*p != '(' && *p != ')')
            text_char(&t, *p);
    return text_str(&t);
}

/* "order of a b c" is told of each two of them; "exact n" of all its places. */
bool tells_of(const char *text, const char *mutant)
{
    const char *told = bare_text(text), *without = bare_text(mutant);
    bool yes = str_starts(told, "order of ") && str_starts(without, "order of ");
    for (const char *p = without; yes && *p;) {
        int n = (int)strcspn(p, " ");
        yes = has_word(told, p, n);
        p += n + (p[n] == ' ');
    }
    return yes || !strcmp(told, without)
        || (str_starts(without, told) && str_starts(without + strlen(told), " of "));
}

bool is_told(const Rule *r, const char *without)
{
    for (int i = 0; i < r->nneedless; i++)
        if (tells_of(r->needless[i].condition, without))
            return true;
    return false;
}
