/* rulefile.c -- rule files as data: the reader behind rule.h. */
#include "rewrite.h"

#include "pattern.h"
#include "../core/read.h"

#include <ctype.h>
#include <string.h>

/* ---- premises ------------------------------------------------------------ */

static bool is_comma(const Syn *s)
{
    return s->kind == S_WORD && !strcmp(s->text, ",");
}

/* The end of a context written with commas that begins at item i. */
static int context_end(const Syn *words, int i)
{
    int end = i + 1;
    while (end + 1 < words->n && is_comma(words->kid[end]))
        end += 2;
    return end;
}

static Kids argument(const Syn *words, int i, int end)
{
    const Syn *s = words->kid[i];
    Kids k = { NEWS(Core *, end - i + s->n), 0 };
    if (end > i + 1)
        k.at[k.n++] = pattern_context(words->kid + i, end - i, s->span);
    else if (s->kind == S_TUPLE && !pattern_is_context(s))
        for (int t = 0; t < s->n; t++)
            k.at[k.n++] = pattern(s->kid[t]);
    else
        k.at[k.n++] = pattern(s);
    return k;
}

/* One argument an item; between connecting words, all items are one. */
static void read_arguments(Premise *p, const Syn *words, int from)
{
    bool grouped = false, fresh = true;
    for (int i = from; i < words->n; i++)
        grouped |= pattern_connects(words->kid[i]);
    p->arg = NEWS(Kids, words->n);
    for (int i = from, end; i < words->n; i = end) {
        end = context_end(words, i);
        if (pattern_connects(words->kid[i])) {
            fresh = true;
            end = i + 1;
            continue;
        }
        Kids k = argument(words, i, end);
        if (!grouped || fresh) {
            p->arg[p->nargs++] = k;
        } else {
            Kids *last = &p->arg[p->nargs - 1];
            *last = kids_join(*last, k);
        }
        fresh = false;
    }
}

static Kids word_patterns(const Syn *words)
{
    Kids k = { 0 };
    for (int i = 0, end; i < words->n; i = end) {
        end = context_end(words, i);
        k = kids_join(k, argument(words, i, end));
    }
    return k;
}

static void read_condition(Premise *p, const Syn *words)
{
    p->kind = PREMISE_CONDITION;
    if (words->kid[0]->kind != S_NAME)
        fail_at(words->span, ERR_RULE_SYNTAX, "a condition begins with its name");
    p->name = words->kid[0]->text;
    read_arguments(p, words, 1);
}

static bool is_context(const Syn *words)
{
    return context_end(words, 0) == words->n
        && (words->n > 1 || pattern_is_context(words->kid[0]));
}

/* left = look-up or constructor, or a nest, or a term as it stands */
static void read_make(Premise *p, const Syn *left, const Syn *right)
{
    p->kind = PREMISE_MAKE;
    p->left = word_patterns(left);
    bool words = right->kind == S_SEQ;
    p->name = "term";
    p->arg = NEWS(Kids, 1);
    if (words && is_context(right)) {
        p->name = "context";
        p->arg[p->nargs++] = (Kids){ NEWS(Core *, 1), 1 };
        p->arg[0].at[0] = pattern_context(right->kid, right->n, right->span);
    } else if (words && right->n > 1 && right->kid[1]->kind == S_NAME
               && !strcmp(right->kid[1]->text, "extended")) {
        Kids ctx = argument(right, 0, 1);
        read_arguments(p, right, 2);
        memmove(p->arg + 1, p->arg, sizeof(Kids) * (size_t)p->nargs++);
        p->arg[0] = ctx;
        p->name = "extended";
    } else if (words && right->kid[0]->kind == S_NAME && right->n > 1) {
        p->name = right->kid[0]->text;
        read_arguments(p, right, 1);
    } else {
        p->arg[p->nargs++] = (Kids){ NEWS(Core *, 1), 1 };
        p->arg[0].at[0] = pattern(words ? right->kid[0] : right);
    }
}

static Sequent read_sequent(const Syn *s)
{
    const Syn *words = s->kid[0];
    Sequent q = { .subject = pattern(s->kid[1]), .target = pattern(s->kid[2]) };
    bool bare = words->n == 1 && !pattern_is_context(words->kid[0]);
    q.ctx = bare ? pattern(words->kid[0])
                 : pattern_context(words->kid, words->n, words->span);
    if (s->text)
        q.lev = strlen(s->text) == 1 ? intern(format("?%s", s->text)) : intern(s->text);
    return q;
}

static Premise read_premise(const Syn *s)
{
    Premise p = { .span = s->span };
    if (s->kind == S_NOT) {
        p.negated = true;
        s = s->kid[0];
    }
    if (s->kind == S_IS) {
        p.kind = PREMISE_IS;
        p.left = word_patterns(s->kid[0]);
        p.right = pattern(s->kid[1]);
    } else if (s->kind == S_COMPUTE) {
        read_make(&p, s->kid[0], s->kid[1]);
    } else if (s->kind == S_SEQUENT) {
        p.kind = PREMISE_PROVE;
        p.sequent = read_sequent(s);
    } else {
        read_condition(&p, s);
    }
    p.asks = p.kind == PREMISE_CONDITION ? condition_find(p.name)
           : p.kind == PREMISE_MAKE ? maker_find(p.name) : NULL;
    return p;
}

/* The premises of a rule: first those of `when`, then those of `pays`. */
static void read_premises(Rule *r, const Syn *when, const Syn *pays)
{
    r->premise = NEWS(Premise, when->n + pays->n);
    for (int i = 0; i < when->n; i++)
        r->premise[r->npremises++] = read_premise(when->kid[i]);
    for (int i = 0; i < pays->n; i++) {
        Premise p = read_premise(pays->kid[i]);
        p.pays = true;
        if (p.kind == PREMISE_PROVE)
            fail_at(p.span, ERR_RULE_SYNTAX, "`pays` asks no judgment");
        r->premise[r->npremises++] = p;
    }
}

/* ---- lemmas and rules ----------------------------------------------------- */

static bool is_lam(const Syn *s)
{
    s = no_paren(s);
    return s->kind == S_LAM;
}

/* [n] (\x -> e) xs,  (\x -> e) xs,  or ?F alone */
static bool read_mapping(Side *side, const Syn *e)
{
    bool chain = e->kind == S_APPLY;
    int width = chain && e->kid[0]->kind == S_LIST && e->kid[0]->n == 1;
    const Syn *f = chain ? e->kid[width] : e;
    bool var = !chain && e->kind == S_META && isupper((unsigned char)e->text[1]);
    if (!var && !is_lam(f))
        return false;
    side->kind = SIDE_MAPPING;
    side->lam = pattern(f);
    side->width = width ? pattern(e->kid[0]->kid[0]) : NULL;
    side->arrays = (Kids){ NEWS(Core *, e->n), 0 };
    for (int i = width + 1; chain && i < e->n; i++)
        side->arrays.at[side->arrays.n++] = pattern(e->kid[i]);
    return true;
}

static bool is_sequence(const Syn *e) { return e->kind == S_META && is_seq_name(e->text); }

/* On the right, bindings that are known may stand among others: s.. */
static Side read_side(const Syn *items, bool right)
{
    Side side = { .kind = SIDE_EXPR };
    if (items->n == 1 && !items->kid[0]->kid[1]) {
        const Syn *e = items->kid[0]->kid[2];
        if (!read_mapping(&side, e))
            side.expr = pattern(e);
        return side;
    }
    side.kind = SIDE_BINDINGS;
    side.nstms = items->n;
    side.stm = NEWS(Stm, items->n);
    for (int i = 0; i < items->n; i++) {
        const Syn *item = items->kid[i];
        if (!item->kid[1] && !(right && is_sequence(item->kid[2])))
            fail_at(item->span, ERR_RULE_SYNTAX, "a binding 'names = e' is needed here");
        side.stm[i] = pattern_stm(item);
    }
    return side;
}

static void read_examples(Rule *r, const Syn *s)
{
    r->example = NEWS(Example, s->n);
    r->needless = NEWS(Needless, s->n);
    for (int i = 0; i < s->n; i++) {
        const Syn *e = s->kid[i];
        if (e->kind == S_PROOF)
            r->proof = e;
        else if (e->kind == S_EXAMPLE)
            r->example[r->nexamples++] = (Example){ !e->text, e->span, e->kid[0], e->kid[1],
                                                    e->text };
        else
            r->needless[r->nneedless++] = (Needless){ span_text(e->kid[0]->span), e->text,
                                                      e->span };
    }
}

static Rule read_rule(const Syn *s)
{
    bool judgment = s->kind == S_RULE;
    Rule r = { .name = s->text, .sentence = s->kid[0]->text, .source = s->kid[1]->text,
               .span = s->kid[0]->span, .whole = s->span, .judgment = judgment,
               .both = s->flag };
    if (judgment) {
        read_premises(&r, s->kid[2], s->kid[3]);
        r.conclusion = read_sequent(s->kid[4]);
    } else {
        r.left = read_side(s->kid[2], false);
        r.right = read_side(s->kid[3], true);
        read_premises(&r, s->kid[4], s->kid[5]);
    }
    read_examples(&r, s->kid[judgment ? 5 : 6]);
    return r;
}

/* examples NAME yes .. no .. */
static Rule read_more(const Syn *s)
{
    Rule r = { .name = s->text, .span = s->span };
    read_examples(&r, s->kid[0]);
    if (r.nneedless || r.proof)
        fail_at(s->span, ERR_RULE_SYNTAX, "examples are `yes` and `no`");
    return r;
}

/* ---- the file -------------------------------------------------------------- */

const char *const how_name[NHOWS] = { "", "once", "until-stable", "bottom-up", "prove" };

static How read_how(const Syn *strategy, const Syn *step, const char *word)
{
    for (int h = HOW_ONCE; h < NHOWS; h++)
        if (!strcmp(how_name[h], word))
            return (How)h;
    fail_at(step->kid[0]->span, ERR_RULE_FILE, "strategy %s: there is no way '%s' to apply %s",
            strategy->text, word, step->kid[0]->text);
}

static Strategy read_strategy(const Syn *s)
{
    Strategy st = { .name = s->text, .span = s->span, .nsteps = s->n };
    st.step = NEWS(StrategyStep, s->n);
    for (int i = 0; i < s->n; i++) {
        const Syn *w = s->kid[i];
        int k = 1;
        st.step[i].set = w->kid[0]->text;
        st.step[i].span = w->kid[0]->span;
        if (k < w->n && !strcmp(w->kid[k]->text, "<-"))
            st.step[i].backwards = k++ > 0;
        if (k < w->n)
            st.step[i].how = read_how(s, w, w->kid[k++]->text);
        if (k < w->n)
            fail_at(w->kid[k]->span, ERR_RULE_SYNTAX, "a step is: SET [<-] [HOW]");
    }
    return st;
}

/* The number that kid k of an option is; `other` if there is no such kid. */
static int64_t option_number(const Syn *s, int k, int64_t other)
{
    const Core *n = k < s->n ? pattern(s->kid[k]) : NULL;
    if (n && (n->op != OP_CONST || n->value.prim != I64))
        fail_at(s->kid[k]->span, ERR_RULE_SYNTAX, "the value of an option is a whole number");
    return n ? n->value.i : other;
}

static RuleOption read_option(const Syn *s)
{
    RuleOption o = { .name = s->text, .sentence = s->kid[0]->text, .span = s->kid[0]->span,
                     .constant = s->n > 1, .value = option_number(s, 1, 0),
                     .least = option_number(s, 2, INT64_MIN),
                     .most = option_number(s, 3, INT64_MAX) };
    if (o.value < o.least || o.value > o.most)
        fail_at(s->kid[1]->span, ERR_RULE_SYNTAX, "the value of an option is in its range");
    return o;
}

static void read_item(RuleFile *f, const Syn *s)
{
    switch (s->kind) {
    case S_SET:
        if (f->name)
            fail_at(s->span, ERR_RULE_SYNTAX, "a second set in one file");
        f->name = s->text;
        f->sentence = s->kid[0]->text;
        f->before = s->kid[1] ? s->kid[1]->text : NULL;
        break;
    case S_JUDGMENT: f->judgment = s->text; break;
    case S_STRATEGY: f->strategy[f->nstrategies++] = read_strategy(s); break;
    case S_OPTION: f->option[f->noptions++] = read_option(s); break;
    case S_EXAMPLES: f->more[f->nmore++] = read_more(s); break;
    case S_GIVEN:
        f->given = f->given ? f->given : NEW(Given);
        given_read(f->given, s);
        break;
    default: f->rule[f->nrules++] = read_rule(s);
    }
}

/* Lemmas in a file that names no set join simplify. */
static RuleFile *read_file(Source *s, ReadMode mode)
{
    const Syn *syn = syntax_read(s, mode);
    RuleFile *f = MAKE(RuleFile, .source = s, .laws_only = mode == READ_LAWS,
                       .rule = NEWS(Rule, syn->n), .more = NEWS(Rule, syn->n),
                       .strategy = NEWS(Strategy, syn->n), .option = NEWS(RuleOption, syn->n));
    for (int i = 0; i < syn->n; i++)
        read_item(f, syn->kid[i]);
    for (int i = 0; !f->name && i < syn->n; i++)
        if (syn->kid[i]->kind == S_RULE)
            fail_at(syn->kid[i]->span, ERR_RULE_SYNTAX, "a file with rules of a judgment says "
                    "which set they belong to: set flatten \"What it does.\"");
    f->name = f->name ? f->name : "simplify";
    for (int i = 0; i < f->nrules; i++) {
        f->rule[i].set = f->name;
        f->rule[i].given = f->given;
    }
    for (int i = 0; i < f->nmore; i++)
        f->more[i].given = f->given;
    return f;
}

RuleFile *rule_read(Source *s) { return read_file(s, READ_RULES); }
RuleFile *laws_read(Source *s) { return read_file(s, READ_LAWS); }
