/* load.c -- rule files made ready: sets, the order of premises, lists. The
   checks are in load_check.c. */
#include "rewrite.h"

#include "../base/embed.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- names, interned ---------------------------------------------------- */

static void intern_in(Core *n, void *arg);

static void intern_vars(Var **v, int n)
{
    for (int i = 0; i < n; i++)
        v[i]->name = intern(v[i]->name);
}

static void intern_stms(Stm *s, int n)
{
    for (int i = 0; i < n; i++) {
        intern_vars(s[i].var, s[i].nvars);
        intern_in(s[i].exp, NULL);
    }
}

static void intern_in(Core *n, void *arg)
{
    if (!n)
        return;
    if (n->op == OP_META || n->op == OP_TERM)
        n->text = intern(n->text);
    if (n->op == OP_VAR)
        intern_vars(&n->var, 1);
    intern_vars(n->bind, n->nbinds);
    if (n->index)
        intern_vars(&n->index, 1);
    if (n->op == OP_BODY)
        intern_stms(n->stm, n->nstms);
    core_each(n, intern_in, arg);
}

static void intern_kids(Kids k)
{
    for (int i = 0; i < k.n; i++)
        intern_in(k.at[i], NULL);
}

static void intern_sequent(Sequent *s)
{
    intern_in(s->ctx, NULL);
    intern_in(s->subject, NULL);
    intern_in(s->target, NULL);
}

static void intern_side(Side *s)
{
    intern_in(s->expr, NULL);
    intern_in(s->lam, NULL);
    intern_in(s->width, NULL);
    intern_kids(s->arrays);
    intern_stms(s->stm, s->nstms);
}

static void intern_premises(Premise *p, int n)
{
    for (int i = 0; i < n; i++) {
        intern_kids(p[i].left);
        intern_in(p[i].right, NULL);
        for (int a = 0; a < p[i].nargs; a++)
            intern_kids(p[i].arg[a]);
        intern_sequent(&p[i].sequent);
    }
}

static void intern_file(RuleFile *f)
{
    intern_premises(f->premise, f->npremises);
    for (int i = 0; i < f->nrules; i++) {
        Rule *r = &f->rule[i];
        intern_side(&r->left);
        intern_side(&r->right);
        intern_sequent(&r->conclusion);
        intern_premises(r->premise, r->npremises);
    }
}

/* ---- laws --------------------------------------------------------------- */

typedef struct {
    Table *names;
    bool hit;
} Mentions;

static void mentions_in(Core *n, void *arg)
{
    Mentions *m = arg;
    const char *name = meta_name(n);
    m->hit |= name && table_has(m->names, name);
    for (int s = 0; n->op == OP_BODY && s < n->nstms; s++)
        for (int v = 0; v < n->stm[s].nvars; v++)
            m->hit |= table_has(m->names, n->stm[s].var[v]->name);
    core_each(n, mentions_in, m);
}

static bool mentions(const Premise *p, Table *late)
{
    Mentions m = { late, p->kind == PREMISE_PROVE };
    for (int a = 0; a < p->nargs; a++)
        for (int i = 0; i < p->arg[a].n; i++)
            mentions_in(p->arg[a].at[i], &m);
    for (int i = 0; i < p->left.n; i++)
        mentions_in(p->left.at[i], &m);
    return m.hit;
}

static void note_late(const Premise *p, Table *late)
{
    if (p->kind == PREMISE_PROVE && meta_name(p->sequent.target))
        table_put(late, meta_name(p->sequent.target), late);
    for (int i = 0; p->kind == PREMISE_COMPUTE && i < p->left.n; i++)
        if (meta_name(p->left.at[i]))
            table_put(late, meta_name(p->left.at[i]), late);
    const Maker *mk = p->kind == PREMISE_COMPUTE ? maker_find(p->name) : NULL;
    if (mk && mk->binds >= 0 && mk->binds < p->nargs && p->arg[mk->binds].n)
        table_put(late, meta_name(p->arg[mk->binds].at[0]), late);
}

/* A premise that makes new nests is of no use before the rule is taken. */
static bool decides(const Rule *r, const Premise *p, Table *late)
{
    const Maker *mk = p->kind == PREMISE_COMPUTE ? maker_find(p->name) : NULL;
    return !mentions(p, late) && !(r->judgment && mk && mk->binds >= 0);
}

/* Questions and what they need first, in the order of the text; sequents and
   what needs them after. */
static void order_premises(Law *law, const RuleFile *f)
{
    const Rule *r = law->rule;
    int n = f->npremises + r->npremises, late_n = 0;
    Premise *all = NEWS(Premise, n), *later = NEWS(Premise, n);
    Table *late = table_new();
    for (int i = 0; i < n; i++) {
        const Premise *p = i < f->npremises ? &f->premise[i]
                                            : &r->premise[i - f->npremises];
        if (decides(r, p, late)) {
            all[law->nearly++] = *p;
        } else {
            note_late(p, late);
            later[late_n++] = *p;
        }
    }
    memcpy(all + law->nearly, later, sizeof(Premise) * (size_t)late_n);
    law->premise = all;
    law->npremises = n;
}

/* Whether a deciding premise speaks of these names alone. */
static bool only_of(const Premise *p, Table *names)
{
    bool yes = p->kind == PREMISE_QUESTION;
    for (int a = 0; a < p->nargs; a++)
        for (int i = 0; i < p->arg[a].n; i++) {
            const char *name = meta_name(p->arg[a].at[i]);
            yes &= name && table_has(names, name);
        }
    return yes;
}

static void note_names(Core *n, void *names)
{
    if (meta_name(n))
        table_put(names, meta_name(n), names);
    for (int i = 0; i < n->nbinds; i++)
        table_put(names, n->bind[i]->name, names);
    core_each(n, note_names, names);
}

/* How many of the first premises are about the context, and about one binding
   `?a.. = ?e` of a body that is split there. */
static void count_local(Law *law)
{
    const Sequent *c = &law->rule->conclusion;
    const Core *s = c->subject;
    Table *names = table_new();
    note_names(c->ctx, names);
    while (law->nctx < law->nearly && only_of(&law->premise[law->nctx], names))
        law->nctx++;
    bool split = s->op == OP_BODY && s->nstms == 3 && !s->stm[0].nvars && s->stm[1].nvars
        && !s->stm[2].nvars && meta_name(s->stm[1].exp);
    if (!split)
        return;
    note_names(s->stm[1].exp, names);
    for (int i = 0; i < s->stm[1].nvars; i++)
        table_put(names, s->stm[1].var[i]->name, names);
    law->nlocal = law->nctx;
    while (law->nlocal < law->nearly && only_of(&law->premise[law->nlocal], names))
        law->nlocal++;
}

static int root_of(const Core *pat)
{
    return !pat || meta_name(pat) ? -1 : (int)pat->op;
}

static Law law_new(const Rule *r, const RuleFile *f, bool backwards)
{
    Law law = { .rule = r, .backwards = backwards };
    law.left = backwards ? &r->right : &r->left;
    law.right = backwards ? &r->left : &r->right;
    const Side *l = law.left;
    law.root = r->judgment ? root_of(r->conclusion.subject)
        : l->kind == SIDE_EXPR ? root_of(l->expr)
        : l->kind == SIDE_BINDINGS ? root_of(l->stm[l->nstms - 1].exp) : -1;
    law.first = l->kind == SIDE_BINDINGS ? root_of(l->stm[0].exp) : -1;
    order_premises(&law, f);
    for (int i = 0; i < law.npremises; i++)
        law.reads |= law.premise[i].kind == PREMISE_QUESTION && !law.premise[i].negated
                     && !strcmp(law.premise[i].name, "reads");
    if (r->judgment)
        count_local(&law);
    return law;
}

/* ---- sets --------------------------------------------------------------- */

const Set *rules_set(const RuleSet *rs, const char *name)
{
    for (int i = 0; i < rs->nsets; i++)
        if (!strcmp(rs->set[i].name, name))
            return &rs->set[i];
    return NULL;
}

static bool has_rule(const RuleFile *f, const char *name)
{
    for (int i = 0; i < f->nrules; i++)
        if (!strcmp(f->rule[i].name, name))
            return true;
    return false;
}

/* Files of one set, the later ones first; a rule of theirs replaces one of the
   same name. */
static Set set_of(const RuleSet *rs, const char *name)
{
    Set set = { .name = name };
    VEC(Law) laws = { 0 };
    for (int f = rs->nfiles - 1; f >= 0; f--) {
        const RuleFile *file = rs->file[f];
        if (strcmp(file->name, name))
            continue;
        set.sentence = set.sentence ? set.sentence : file->sentence;
        set.judgment = set.judgment ? set.judgment : file->judgment;
        for (int i = 0; i < file->nrules; i++) {
            bool replaced = false;
            for (int g = f + 1; g < rs->nfiles; g++)
                replaced |= !strcmp(rs->file[g]->name, name)
                    && has_rule(rs->file[g], file->rule[i].name);
            if (!replaced)
                vec_push(&laws, law_new(&file->rule[i], file, false));
        }
    }
    set.law = laws.at;
    set.nlaws = laws.n;
    return set;
}

Set *set_backwards(const RuleSet *rs, const Set *set)
{
    Set *b = NEW(Set);
    VEC(Law) laws = { 0 };
    *b = *set;
    for (int f = 0; f < rs->nfiles; f++)
        for (int i = 0; i < set->nlaws; i++)
            if (set->law[i].rule->both && set->law[i].rule >= rs->file[f]->rule
                && set->law[i].rule < rs->file[f]->rule + rs->file[f]->nrules)
                vec_push(&laws, law_new(set->law[i].rule, rs->file[f], true));
    b->law = laws.at;
    b->nlaws = laws.n;
    return b;
}

static void strategy_check(const RuleSet *rs, const Strategy *s)
{
    static const char *const hows[] = { "once", "until-stable", "bottom-up", "prove" };
    for (int i = 0; i < s->nsteps; i++) {
        const StrategyStep *t = &s->step[i];
        bool known = !t->how;
        for (size_t k = 0; k < sizeof hows / sizeof *hows && !known; k++)
            known = !strcmp(t->how, hows[k]);
        if (!rules_set(rs, t->set) && !lemma_set(rs, t->set))
            error_at(t->span, ERR_RULE_FILE, "strategy %s: there is no set and no lemma '%s'",
                     s->name, t->set);
        if (!known)
            error_at(t->span, ERR_RULE_FILE, "strategy %s: there is no way '%s' to apply %s",
                     s->name, t->how, t->set);
    }
}

RuleSet *rules_of(RuleFile **file, int n)
{
    RuleSet *rs = NEW(RuleSet);
    VEC(Strategy) strategies = { 0 };
    rs->file = file;
    rs->nfiles = n;
    rs->set = NEWS(Set, n);
    for (int f = 0; f < n; f++)
        intern_file(file[f]);
    for (int f = 0; f < n; f++)
        rules_check(file[f]);
    stop_on_errors();
    for (int f = 0; f < n; f++) {
        if (!rules_set(rs, file[f]->name))
            rs->set[rs->nsets++] = set_of(rs, file[f]->name);
        for (int i = 0; i < file[f]->nstrategies; i++)
            vec_push(&strategies, file[f]->strategy[i]);
    }
    rs->strategy = strategies.at;
    rs->nstrategies = strategies.n;
    for (int i = 0; i < rs->nsets; i++)
        set_check(&rs->set[i]);
    for (int i = 0; i < rs->nstrategies; i++)
        strategy_check(rs, &rs->strategy[i]);
    stop_on_errors();
    return rs;
}

/* ---- files -------------------------------------------------------------- */

typedef VEC(RuleFile *) Files;

static void add_file(Files *fs, const char *path)
{
    size_t n;
    char *text = file_read(path, &n);
    if (!text)
        fail_at(NULL, ERR_RULE_FILE, "%s: no such rule file", path);
    vec_push(fs, rule_read(source_new(path, text, (int)n)));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_folder(Files *fs, const char *path)
{
    VEC(const char *) names = { 0 };
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));)
        if (str_ends(e->d_name, ".rules"))
            vec_push(&names, format("%s/%s", path, e->d_name));
    if (d)
        closedir(d);
    if (!names.n)
        fail_at(NULL, ERR_RULE_FILE, "%s: no rule files (*.rules)", path);
    qsort(names.at, (size_t)names.n, sizeof *names.at, by_name);
    for (int i = 0; i < names.n; i++)
        add_file(fs, names.at[i]);
}

static void add_embedded(Files *fs)
{
    for (int i = 0; i < embedded_count; i++) {
        const Embedded *e = &embedded_files[i];
        if (str_ends(e->name, ".rules"))
            vec_push(fs, rule_read(source_new(e->name, e->text, (int)e->size)));
    }
}

RuleSet *rules_load(const char *override)
{
    struct stat st;
    Files fs = { 0 };
    bool folder = override && !stat(override, &st) && S_ISDIR(st.st_mode);
    if (folder)
        add_folder(&fs, override);
    else
        add_embedded(&fs);
    int shipped = folder ? 0 : fs.n;             /* the tests have tried those */
    if (override && !folder)
        add_file(&fs, override);
    RuleSet *rs = rules_of(fs.at, fs.n);
    for (int i = shipped; i < fs.n; i++)
        rules_keep_types(fs.at[i]);
    stop_on_errors();
    return rs;
}

/* ---- lists -------------------------------------------------------------- */

void rules_list(const RuleSet *rs, Text *out)
{
    for (int s = 0; s < rs->nsets; s++) {
        const Set *set = &rs->set[s];
        text_fmt(out, "%s%s: %s\n", s ? "\n" : "", set->name, set->sentence);
        for (int i = 0; i < set->nlaws; i++) {
            const Rule *r = set->law[i].rule;
            text_fmt(out, "  %-22s %s\n", r->name, r->sentence);
        }
    }
}

/* The lines of a span. */
static void add_span(Text *out, const Span *s)
{
    int line = 1;
    for (const char *c = s->src->text; *c && line <= s->line2; c++) {
        if (line >= s->line)
            text_char(out, *c);
        line += *c == '\n';
    }
    if (out->n && text_str(out)[out->n - 1] != '\n')
        text_char(out, '\n');
}

/* What the conditions mean that the rule names. */
static void add_conditions(Text *out, const Rule *r)
{
    bool any = false;
    for (int i = 0; i < r->npremises; i++) {
        const Premise *p = &r->premise[i];
        const Question *q = p->name ? question_find(p->name) : NULL;
        const Maker *m = p->name && !q ? maker_find(p->name) : NULL;
        bool again = !q && !m;
        for (int k = 0; k < i && !again; k++)
            again = r->premise[k].name && !strcmp(r->premise[k].name, p->name);
        if (again)
            continue;
        text_fmt(out, "%s--   %-14s %s\n", any ? "" : "-- conditions\n", p->name,
                 q ? q->sentence : m->sentence);
        any = true;
    }
}

/* The golden programs in which it fires: lines "RULE TIMES PROGRAM", as
   scripts/fires made them of the traces. */
static void add_programs(Text *out, const Rule *r)
{
    const Embedded *e = embedded_find("golden/fires.txt");
    const char *key = format("%s ", r->name);
    int n = 0;
    for (const char *line = e ? e->text : ""; *line;) {
        int times = 0, length = (int)strcspn(line, "\n");
        char program[100];
        if (str_starts(line, key) && sscanf(line + strlen(key), "%d %99s", &times, program) == 2)
            text_fmt(out, "%s%s (%d)", n++ ? ", " : "-- fires in golden/: ", program, times);
        line += length + (line[length] == '\n');
    }
    text_add(out, n ? "\n" : "-- fires in no program of golden/\n");
}

bool rules_show(const RuleSet *rs, Text *out, const char *name)
{
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Rule *r = rs->set[s].law[i].rule;
            if (strcmp(r->name, name))
                continue;
            text_fmt(out, "-- %s, in set %s\n", span_str(r->span), rs->set[s].name);
            add_span(out, r->whole ? r->whole : r->span);
            add_conditions(out, r);
            add_programs(out, r);
            return true;
        }
    return false;
}
