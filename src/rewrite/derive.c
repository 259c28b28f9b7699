/*
 * derive.c -- proofs replayed. A proof begins with a term and goes on step by
 * step: `by LEMMA [<-] gives TERM`. Each step applies that lemma at one place of
 * the term before; the term that it gives must be the one stated. What comes out
 * in the end must be what the proved lemma itself makes of the first term.
 */
#include "rewrite.h"

#include <ctype.h>
#include <string.h>

enum { PLACES = 50 };

typedef struct {
    const char *lemma, *gives;
    bool backwards;
    const Span *span;
} ProofStep;

typedef struct {
    const RuleSet *rules;
    const RuleFile *file;
    const Rule *rule;
    const char *begin;         /* the first term */
    VEC(ProofStep) step;
} Proof;

/* ---- the text ----------------------------------------------------------- */

static const char *skip_blanks(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

static const char *word_end(const char *p)
{
    while (*p && !isspace((unsigned char)*p))
        p++;
    return p;
}

static bool begins_step(const char *line)
{
    const char *p = skip_blanks(line);
    return str_starts(p, "by") && isspace((unsigned char)p[2]);
}

static const char *next_line(const char *p)
{
    const char *end = strchr(p, '\n');
    return end ? end + 1 : p + strlen(p);
}

/* The span of the line of step number k, in the file. */
static const Span *step_span(const Rule *r, int k)
{
    const Span *s = r->proof_span;
    const char *p = s->src->text;
    int line = 1;
    for (; *p; p = next_line(p), line++) {
        if (line < s->line || !begins_step(p) || k--)
            continue;
        int col = (int)(skip_blanks(p) - p) + 1;
        int end = (int)(next_line(p) - p) - (strchr(p, '\n') ? 1 : 0);
        return span_new(s->src, line, col, line, end > col ? end : col);
    }
    return s;
}

static const char *trimmed(const char *from, const char *to)
{
    from = skip_blanks(from);
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return str_copyn(from, (int)(to - from));
}

static const char *step_end(const char *p)
{
    while (*p && !begins_step(p))
        p = next_line(p);
    return p;
}

/* by LEMMA [<-] gives TERM */
static ProofStep read_step(const char *text, const char *to, const Span *span)
{
    ProofStep s = { .span = span };
    const char *p = skip_blanks(skip_blanks(text) + 2), *end = word_end(p);
    s.lemma = str_copyn(p, (int)(end - p));
    p = skip_blanks(end);
    if (str_starts(p, "<-")) {
        s.backwards = true;
        p = skip_blanks(p + 2);
    }
    if (!str_starts(p, "gives") || p >= to)
        fail_at(span, ERR_RULE_PROOF, "a step of a proof is 'by LEMMA [<-] gives TERM'");
    s.gives = trimmed(p + 5, to);
    return s;
}

static Proof read_proof(const RuleSet *rs, const RuleFile *f, const Rule *r)
{
    Proof p = { .rules = rs, .file = f, .rule = r };
    const char *at = step_end(next_line(r->proof));
    p.begin = trimmed(r->proof, at);
    while (*at) {
        const char *to = step_end(next_line(at));
        ProofStep s = read_step(at, to, step_span(r, p.step.n));
        vec_push(&p.step, s);
        at = to;
    }
    if (!p.step.n)
        fail_at(r->proof_span, ERR_RULE_PROOF, "a proof has steps: 'by LEMMA [<-] gives TERM'");
    return p;
}

/* ---- terms --------------------------------------------------------------- */

static Core *read_term(const Proof *p, const char *text, const Span *span)
{
    const Source *s = source_part(span, text);
    return term_read(s, p->file->given, NULL);
}

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
        const Set *set = backwards ? set_backwards(rs, &rs->set[s]) : &rs->set[s];
        for (int i = 0; i < set->nlaws; i++)
            if (!strcmp(set->law[i].rule->name, name) && !set->law[i].rule->judgment)
                return &set->law[i];
    }
    return NULL;
}

/* ---- replaying ------------------------------------------------------------ */

static Core *replay_step(const Proof *p, const ProofStep *s, Core *term)
{
    const Law *law = law_named(p->rules, s->lemma, s->backwards);
    if (!law)
        fail_at(s->span, ERR_RULE_PROOF, "proof of %s: there is no lemma %s%s", p->rule->name,
                s->lemma, s->backwards ? " that is read from right to left" : "");
    Core *want = read_term(p, s->gives, s->span), *first = NULL;
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
                p->rule->name, s->lemma);
    error_at(s->span, ERR_RULE_PROOF, "proof of %s: %s does not give this term", p->rule->name,
             s->lemma);
    note_at(s->span, "it gives %s", core_str(first));
    note_at(s->span, "stated   %s", core_str(want));
    stop_on_errors();
    return first;
}

static void print_by(Text *out, const Proof *p, const ProofStep *s)
{
    const Rule *r = law_named(p->rules, s->lemma, s->backwards)->rule;
    text_fmt(out, "  =   { %s%s: %s }\n", s->lemma, s->backwards ? ", from right to left" : "",
             r->sentence);
}

static void print_lines(Text *out, const char *text)
{
    while (*text) {
        const char *to = next_line(text);
        text_fmt(out, "    %s\n", trimmed(text, to));
        text = to;
    }
}

static void replay(const RuleSet *rs, const RuleFile *f, const Rule *r, Text *out)
{
    Proof p = read_proof(rs, f, r);
    Core *begin = read_term(&p, p.begin, r->proof_span), *term = begin;
    text_fmt(out, "%s (%s:%d): %s\nfrom %s\n\n", r->name, r->span->src->name, r->span->line,
             r->sentence, r->source);
    print_lines(out, p.begin);
    for (int i = 0; i < p.step.n; i++) {
        term = replay_step(&p, &p.step.at[i], term);
        print_by(out, &p, &p.step.at[i]);
        print_lines(out, p.step.at[i].gives);
    }
    Core *claimed = applied(&p, law_named(rs, r->name, false), begin, 0);
    const Span *last = p.step.at[p.step.n - 1].span;
    if (!claimed)
        fail_at(r->proof_span, ERR_RULE_PROOF, "proof of %s: the lemma does not apply to the "
                "first term", r->name);
    if (!core_equal(claimed, term))
        fail_at(last, ERR_RULE_PROOF, "proof of %s: this is not what the lemma says, %s", r->name,
                core_str(claimed));
    text_fmt(out, "\n%d steps\n", p.step.n);
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
