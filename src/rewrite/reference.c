/* reference.c -- what a rule may ask and make, from the tables that say it, each
   as a rule has it. */
#include "rewrite.h"

#include <string.h>

/* Where a rule uses something, in one line. */
typedef struct {
    const char *name;
    const Span *at;
} Use;

static void note_use(Use *u, const char *name, const Span *s)
{
    if (!u->at && s && name && s->line == s->line2 && !strcmp(u->name, name))
        u->at = s;
}

static void use_in_term(const NameUse *n, void *use)
{
    if (n->kind == NAME_MAKER)
        note_use(use, n->name, n->span);
}

static void use_in_sequent(const Sequent *s, Use *u)
{
    each_name(s->subject, use_in_term, u);
    each_name(s->target, use_in_term, u);
}

static const Span *use_in(const Rule *r, const char *name)
{
    Use u = { name, NULL };
    for (int i = 0; i < r->npremises; i++) {
        note_use(&u, r->premise[i].name, r->premise[i].span);
        each_premise_name(&r->premise[i], use_in_term, &u);
        use_in_sequent(&r->premise[i].sequent, &u);
    }
    each_side_name(&r->left, use_in_term, &u);
    each_side_name(&r->right, use_in_term, &u);
    use_in_sequent(&r->conclusion, &u);
    return u.at;
}

static void add_example(Text *out, const RuleSet *rs, const Condition *k)
{
    const Span *at = NULL;
    for (int s = 0; s < rs->nsets && !at; s++)
        for (int i = 0; i < rs->set[s].nlaws && !at; i++) {
            const Rule *r = rs->set[s].law[i].rule;
            if ((at = use_in(r, k->name)))
                text_fmt(out, "        %s    -- %s; %s\n", span_text(at), r->name,
                         takes_text(k));
        }
}

static void add_entries(Text *out, const RuleSet *rs, const Condition *k, int n)
{
    for (int i = 0; i < n; i++, k++) {
        text_fmt(out, "    %-16s %s\n", k->name, k->sentence);
        add_example(out, rs, k);
    }
}

void rules_reference(const RuleSet *rs, Text *out)
{
    text_add(out, "Conditions: `NAME ARGUMENTS`, or `not NAME ARGUMENTS`; they change nothing.\n"
             "`?a is TERM` (or `not ?a is TERM`) asks for the definition of ?a; a list of one "
             "constant,\n`[z, z]`, is a `replicate`, too.\n\n");
    add_entries(out, rs, conditions, nconditions);
    text_add(out, "\nLook-ups and constructors: `?x.. = NAME ARGUMENTS`, or within a term.\n"
             "Between arguments may stand: with by as in at keeping to among.\n\n");
    add_entries(out, rs, makers, nmakers);
}
