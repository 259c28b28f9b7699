/* reference.c -- what a rule may ask and make, from the tables that say it, each
   with a line of a rule that does. */
#include "rewrite.h"

#include <ctype.h>
#include <string.h>

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '-' || c == '_'; }

static bool has_word(const char *line, int n, const char *word)
{
    int length = (int)strlen(word);
    for (int i = 0; i + length <= n; i++)
        if (!strncmp(line + i, word, (size_t)length) && !(i && is_part(line[i - 1]))
            && !is_part(line[i + length]) && !(i && strchr("?\"", line[i - 1])))
            return true;
    return false;
}

/* A line of the rule, not of its texts and examples, that has the word; or null. */
static const char *line_with(const Rule *r, const char *word)
{
    const Span *s = r->whole;
    bool example = false;
    for (int k = s ? s->line + 1 : 1; s && k <= s->line2; k++) {
        int n;
        const char *line = source_line(s->src, k, &n);
        for (; n && *line == ' '; line++)
            n--;
        example |= str_starts(line, "yes ") || str_starts(line, "no ");
        bool text = *line == '"' || str_starts(line, "from ") || str_starts(line, "--");
        if (!example && !text && has_word(line, n, word))
            return str_copyn(line, n);
    }
    return NULL;
}

static void add_example(Text *out, const RuleSet *rs, const char *word)
{
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Rule *r = rs->set[s].law[i].rule;
            const char *line = line_with(r, word);
            if (!line)
                continue;
            text_fmt(out, "        %s    -- %s\n", line, r->name);
            return;
        }
}

static void add_entries(Text *out, const RuleSet *rs, const Condition *k, int n)
{
    for (int i = 0; i < n; i++, k++) {
        text_fmt(out, "    %-16s %s    (%s)\n", k->name, k->sentence, condition_takes(k));
        add_example(out, rs, k->name);
    }
}

void rules_reference(const RuleSet *rs, Text *out)
{
    text_add(out, "Conditions: `NAME ARGUMENTS`, or `not NAME ARGUMENTS`; they change nothing.\n"
             "`?a is TERM` (or `not ?a is TERM`) asks for the definition of ?a.\n\n");
    add_entries(out, rs, conditions, nconditions);
    text_add(out, "\nLook-ups and constructors: `?x.. = NAME ARGUMENTS`, or within a term.\n"
             "Between arguments may stand: with by as in at keeping to among.\n\n");
    add_entries(out, rs, makers, nmakers);
}
