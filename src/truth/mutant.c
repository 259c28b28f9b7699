/*
 * mutant.c -- laws without one of their conditions. What such a law says is
 * wrong, or the condition is a matter of choice and not of truth; then the
 * rule says so:  without CONDITION because "WHY"
 */
#include "truth.h"

#include <ctype.h>
#include <string.h>

/* How many of its arguments could each be asked about alone: those that make a
   condition longer. Only `parallel` asks whether it holds of any of them. */
static int conjuncts(const Premise *p)
{
    const Condition *q = p->kind == PREMISE_CONDITION ? condition_find(p->name) : NULL;
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

/* Without what marks a metavariable; with single spaces. */
static const char *plain(const char *text)
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
    return plain(premise_text(&nothing, p));
}

static bool is_condition(const Premise *p)
{
    return p->kind == PREMISE_CONDITION || p->kind == PREMISE_MAKE;
}

const char **law_conditions(const Law *law, int *n)
{
    VEC(const char *) texts = { 0 };
    for (int i = 0; i < law->npremises; i++)
        for (int k = 0; is_condition(&law->premise[i]) && k < conjuncts(&law->premise[i]); k++) {
            Premise one = conjunct(&law->premise[i], k);
            vec_push(&texts, text_of(&one));
        }
    *n = texts.n;
    return texts.at;
}

Law *law_without(const Law *law, const char *condition, bool violated)
{
    Law *less = NEW(Law);
    VEC(Premise) left = { 0 };
    *less = *law;
    for (int i = 0; i < law->npremises; i++) {
        for (int k = 0; k < conjuncts(&law->premise[i]); k++) {
            Premise one = conjunct(&law->premise[i], k);
            bool it = is_condition(&one) && !strcmp(text_of(&one), condition);
            one.negated ^= it;
            if (!it || (violated && one.kind == PREMISE_CONDITION))
                vec_push(&left, one);
        }
        less->nctx = i < law->nctx ? left.n : less->nctx;
        less->nlocal = i < law->nlocal ? left.n : less->nlocal;
        less->nearly = i < law->nearly ? left.n : less->nearly;
    }
    less->premise = left.at;
    less->npremises = left.n;
    return less;
}

bool is_condition_text(const char *text, const char *condition)
{
    return plain(text) == condition;
}

bool rule_is_true_without(const Rule *r, const char *condition)
{
    for (int i = 0; i < r->nneedless; i++)
        if (is_condition_text(r->needless[i].condition, condition))
            return true;
    return false;
}
