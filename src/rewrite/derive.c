/*
 * derive.c -- proofs replayed. A proof begins with a term and goes on step by
 * step: `by LEMMA [<-] gives TERM`. Each step applies that lemma at one place of
 * the term before; the term that it gives must be the one stated. What comes out
 * in the end must be what the proved lemma itself makes of the first term.
 */
#include "rewrite.h"

#include "../core/syntax.h"

#include <string.h>

enum { PLACES = 50 };

typedef struct {
    const RuleSet *rules;
    const RuleFile *file;
    const Rule *rule;
} Proof;

/* ---- terms --------------------------------------------------------------- */

static Func *function_of(const Proof *p, Core *term)
{
    Func *f = NEW(Func);
    *f = (Func){ .name = "proof", .entry = true, .body = term, .result = term->type,
                 .nresults = term->ntypes };
    if (p->file->given) {
        f->param = p->file->given->vars.at;
        f->nparams = p->file->given->vars.n;
    }
    f->consumes = NEWS(bool, f->nparams);
    return f;
}

/* What the lemma makes of the term at place number k; null if there is none. */
static Core *applied(const Proof *p, const Law *law, Core *term, int k)
{
    RewriteOptions *o = NEW(RewriteOptions);
    *o = (RewriteOptions){ .rules = p->rules, .thorough = true };
    World *w = world_new(o, NULL);
    Set one = { .name = law->rule->name, .law = (Law *)law, .nlaws = 1 };
    Func *f = function_of(p, term);
    w->single = true;
    w->skip = k;
    return engine_run(w, f, &one, BY_RULE, true) ? f->body : NULL;
}

static const Law *law_named(const RuleSet *rs, const char *name, bool backwards)
{
    for (int s = 0; s < rs->nsets; s++) {
        const Set *set = backwards ? set_backwards(&rs->set[s]) : &rs->set[s];
        for (int i = 0; i < set->nlaws; i++)
            if (!strcmp(set->law[i].rule->name, name) && !set->law[i].rule->judgment)
                return &set->law[i];
    }
    return NULL;
}

/* ---- replaying ------------------------------------------------------------ */

static Core *replay_step(const Proof *p, const Syn *s, Core *term)
{
    const Law *law = law_named(p->rules, s->text, s->flag);
    if (!law)
        fail_at(s->span, ERR_RULE_PROOF, "proof of %s: there is no lemma %s%s", p->rule->name,
                s->text, s->flag ? " that is read from right to left" : "");
    Core *want = term_of(s->kid[0], p->file->given, NULL), *first = NULL;
    for (int k = 0; k < PLACES; k++) {
        Core *got = applied(p, law, term, k);
        if (!got)
            break;
        if (core_equal(got, want))
            return got;
        first = first ? first : got;
    }
    if (!first)
        fail_at(s->span, ERR_RULE_PROOF, "proof of %s: %s does not apply to the term before",
                p->rule->name, s->text);
    error_at(s->span, ERR_RULE_PROOF, "proof of %s: %s does not give this term", p->rule->name,
             s->text);
    note_at(s->span, "it gives %s", core_str(first));
    note_at(s->span, "stated   %s", core_str(want));
    stop_on_errors();
    return first;
}

static void print_by(Text *out, const Proof *p, const Syn *s)
{
    const Rule *r = law_named(p->rules, s->text, s->flag)->rule;
    text_fmt(out, "  =   { %s%s: %s }\n", s->text, s->flag ? ", from right to left" : "",
             r->sentence);
}

/* The term as it is written, each line indented alike. */
static void print_term(Text *out, const Syn *term)
{
    const char *text = span_text(term->span);
    for (size_t n; *text; text += n + strspn(text + n, "\n ")) {
        n = strcspn(text, "\n");
        text_fmt(out, "    %.*s\n", (int)n, text);
    }
}

static void replay(const RuleSet *rs, const RuleFile *f, const Rule *r, Text *out)
{
    Proof p = { rs, f, r };
    const Syn *steps = r->proof;
    Core *begin = term_of(steps->kid[0], f->given, NULL), *term = begin;
    text_fmt(out, "%s (%s:%d): %s\nfrom %s\n\n", r->name, r->span->src->name, r->span->line,
             r->sentence, r->source);
    print_term(out, steps->kid[0]);
    for (int i = 1; i < steps->n; i++) {
        const Syn *step = steps->kid[i];
        term = replay_step(&p, step, term);
        print_by(out, &p, step);
        print_term(out, step->kid[0]);
    }
    Core *claimed = applied(&p, law_named(rs, r->name, false), begin, 0);
    if (!claimed)
        fail_at(steps->span, ERR_RULE_PROOF, "proof of %s: the lemma does not apply to the "
                "first term", r->name);
    if (!core_equal(claimed, term))
        fail_at(steps->kid[steps->n - 1]->span, ERR_RULE_PROOF,
                "proof of %s: this is not what the lemma says, %s", r->name, core_str(claimed));
    text_fmt(out, "\n%d steps\n", steps->n - 1);
}

static const RuleFile *file_of(const RuleSet *rs, const Rule *r)
{
    for (int f = 0; f < rs->nfiles; f++)
        if (r >= rs->file[f]->rule && r < rs->file[f]->rule + rs->file[f]->nrules)
            return rs->file[f];
    return NULL;
}

int rules_derive(const RuleSet *rs, Text *out, const char *only)
{
    int n = 0;
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Rule *r = rs->set[s].law[i].rule;
            if (!r->proof || (only && strcmp(only, r->name)))
                continue;
            text_add(out, n++ ? "\n" : "");
            replay(rs, file_of(rs, r), r, out);
        }
    return n;
}
