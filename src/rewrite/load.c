/* load.c -- rule files made ready: sets, the order of premises, lists. The
   checks are in load_check.c. */
#include "rewrite.h"

#include "../base/embed.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- laws --------------------------------------------------------------- */

static bool mentions(const Premise *p, const Table *names)
{
    NameSearch s = { names, p->kind == PREMISE_PROVE };
    each_premise_name(p, find_name, &s);
    return s.found;
}

static void note_late(const Premise *p, Table *late)
{
    const Condition *k = p->kind == PREMISE_MAKE ? p->asks : NULL;
    if (p->kind == PREMISE_PROVE && meta_name(p->sequent.target))
        each_name(p->sequent.target, collect_name, late);
    if (k)
        each_name_of(p->left, collect_name, late);
    if (k && k->binds && k->binds <= p->nargs)
        each_name_of(p->arg[k->binds - 1], collect_name, late);
}

/* A premise that makes new nests or constants is of no use before the rule is taken. */
static bool decides(const Rule *r, const Premise *p, const Table *late)
{
    const Condition *k = p->kind == PREMISE_MAKE ? p->asks : NULL;
    return !mentions(p, late) && !(k && (k->late || (r->judgment && k->binds)));
}

typedef VEC(Premise) Premises;

/* A premise of `pays` that needs one look: it only says of what kind something is. */
static bool is_glance(const Premise *p)
{
    return p->pays && p->kind == PREMISE_CONDITION && p->asks && p->asks->kind;
}

/* The earliest place of a premise of `pays`: after those that give its names a value, and after
   those of `pays` that are there already. A glance comes after glances alone. */
static int place_for(const Premise *p, const Premises *list)
{
    int at = 0;
    for (int i = 0; i < list->n; i++) {
        Table *bound = table_new();
        note_late(&list->at[i], bound);
        if (list->at[i].kind == PREMISE_IS)
            each_name(list->at[i].right, collect_name, bound);
        bool like = is_glance(p) && is_glance(&list->at[i]);
        at = like || mentions(p, bound) ? i + 1 : at;
    }
    while (!is_glance(p) && at < list->n && list->at[at].pays)
        at++;
    return at;
}

static void insert_premise(Premises *list, int at, const Premise *p)
{
    vec_push(list, *p);
    memmove(list->at + at + 1, list->at + at, sizeof *p * (size_t)(list->n - 1 - at));
    list->at[at] = *p;
}

/* First conditions and what they need, in the order of the text, glances of `pays` before the
   rest; then sequents and what needs them. Nothing is proved before `pays` holds. */
static void order_premises(Law *law)
{
    const Rule *r = law->rule;
    Table *late = table_new();
    Premises first = { 0 }, later = { 0 };
    for (int i = 0; i < r->npremises; i++) {
        const Premise *p = &r->premise[i];
        if (decides(r, p, late)) {
            insert_premise(&first, is_glance(p) ? place_for(p, &first) : first.n, p);
        } else {
            note_late(p, late);
            insert_premise(&later, p->pays ? place_for(p, &later) : later.n, p);
        }
    }
    law->npremises = r->npremises;
    law->nearly = r->judgment ? first.n : r->npremises;
    law->premise = NEWS(Premise, r->npremises);
    copy_bytes(law->premise, first.at, sizeof(Premise) * (size_t)first.n);
    copy_bytes(law->premise + first.n, later.at, sizeof(Premise) * (size_t)later.n);
}

/* Whether a deciding premise speaks of these names alone; an option, of none. */
static bool only_of(const Premise *p, Table *names)
{
    if (p->kind == PREMISE_MAKE && p->asks->word)
        return true;
    bool yes = p->kind == PREMISE_CONDITION;
    for (int a = 0; a < p->nargs; a++)
        for (int i = 0; i < p->arg[a].n; i++) {
            const char *name = meta_name(p->arg[a].at[i]);
            yes &= name && table_has(names, name);
        }
    return yes;
}

/* Premises from the given one on: those that speak of these names alone come first. Of
   those of `pays` only options do: what is not true is told before what does not pay. */
static int gather(Law *law, int from, Table *names)
{
    Premises other = { 0 };
    int n = from;
    for (int i = from; i < law->nearly; i++)
        if (only_of(&law->premise[i], names)
            && (!law->premise[i].pays || law->premise[i].kind == PREMISE_MAKE))
            law->premise[n++] = law->premise[i];
        else
            vec_push(&other, law->premise[i]);
    copy_bytes(law->premise + n, other.at, sizeof(Premise) * (size_t)other.n);
    return n;
}

/* The first premises are about the context, the next about one binding `?a.. = ?e` of a
   body that is split there. */
static void order_local(Law *law)
{
    const Sequent *c = &law->rule->conclusion;
    const Core *s = c->subject;
    Table *names = table_new();
    each_name(c->ctx, collect_name, names);
    law->nctx = gather(law, 0, names);
    bool split = s->op == OP_BODY && s->nstms == 3 && !s->stm[0].nvars && s->stm[1].nvars
        && !s->stm[2].nvars && meta_name(s->stm[1].exp);
    if (!split)
        return;
    each_name(s->stm[1].exp, collect_name, names);
    for (int i = 0; i < s->stm[1].nvars; i++)
        table_put(names, s->stm[1].var[i]->name, names);
    law->nlocal = gather(law, law->nctx, names);
}

void law_note_kinds(Law *law)
{
    law->kind = NEWS(const Premise *, law->nearly);
    law->nkinds = 0;
    law->place = NULL;
    for (int i = 0; i < law->nearly; i++) {
        const Premise *p = &law->premise[i];
        const Condition *k = p->kind == PREMISE_CONDITION ? p->asks : NULL;
        bool alone = p->nargs == 1 && p->arg[0].n == 1 && meta_name(p->arg[0].at[0])
                     && !is_seq_name(meta_name(p->arg[0].at[0]));
        if (k && k->kind && !p->negated && !k->lemma && !k->word && !k->binds && alone)
            law->kind[law->nkinds++] = p;
        if (k && k->kind && k->word && !p->negated && !law->place)
            law->place = p;
    }
}

static int root_of(const Core *pat)
{
    return !pat || meta_name(pat) ? -1 : (int)pat->op;
}

static Law law_new(const Rule *r, bool backwards)
{
    Law law = { .rule = r, .backwards = backwards };
    law.left = backwards ? &r->right : &r->left;
    law.right = backwards ? &r->left : &r->right;
    const Side *l = law.left;
    law.root = r->judgment ? root_of(r->conclusion.subject)
        : l->kind == SIDE_EXPR ? root_of(l->expr)
        : l->kind == SIDE_BINDINGS ? root_of(l->stm[l->nstms - 1].exp) : -1;
    law.first = l->kind == SIDE_BINDINGS ? root_of(l->stm[0].exp) : -1;
    order_premises(&law);
    for (int i = 0; i < law.npremises; i++)
        law.reads |= law.premise[i].kind == PREMISE_CONDITION && !law.premise[i].negated
                     && !strcmp(law.premise[i].name, "reads");
    law_note_kinds(&law);
    if (r->judgment)
        order_local(&law);
    return law;
}

/* ---- options ------------------------------------------------------------ */

const RuleOption *rules_option(const RuleSet *rs, const char *name)
{
    for (int f = rs->nfiles - 1; f >= 0; f--)
        for (int i = 0; i < rs->file[f]->noptions; i++)
            if (!strcmp(rs->file[f]->option[i].name, name))
                return &rs->file[f]->option[i];
    return NULL;
}

const char *rules_options(const RuleSet *rs)
{
    Text t = { 0 };
    for (int f = 0; f < rs->nfiles; f++)
        for (int i = 0; i < rs->file[f]->noptions; i++)
            text_fmt(&t, "%s%s", t.n ? ", " : "", rs->file[f]->option[i].name);
    return text_str(&t);
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
        set.before = set.before ? set.before : file->before;
        for (int i = 0; i < file->nrules; i++) {
            bool replaced = false;
            for (int g = f + 1; g < rs->nfiles; g++)
                replaced |= !strcmp(rs->file[g]->name, name)
                    && has_rule(rs->file[g], file->rule[i].name);
            if (!replaced)
                vec_push(&laws, law_new(&file->rule[i], false));
        }
    }
    set.law = laws.at;
    set.nlaws = laws.n;
    return set;
}

Set *set_backwards(const Set *set)
{
    Set *b = NEW(Set);
    VEC(Law) laws = { 0 };
    *b = *set;
    for (int i = 0; i < set->nlaws; i++)
        if (set->law[i].rule->both)
            vec_push(&laws, law_new(set->law[i].rule, true));
    b->law = laws.at;
    b->nlaws = laws.n;
    return b;
}

/* The name as its text has it: K-split for redomap-split. */
const char *rule_law(const Rule *r) { return r->span ? span_text(r->span) : r->name; }

/* Of one text, with other values of its `for`. */
static bool of_one_law(const Rule *a, const Rule *b)
{
    return a->whole && b->whole && a->whole->src == b->whole->src
        && a->whole->line == b->whole->line;
}

LawsOf rules_wanted(const RuleSet *rs, Wanted w)
{
    LawsOf laws = { 0 };
    for (int s = 0; s < rs->nsets; s++)
        for (int i = 0; i < rs->set[s].nlaws; i++) {
            const Law *law = &rs->set[s].law[i];
            const char *name = law->rule->name;
            if ((!w.rule || !strcmp(w.rule, name) || !strcmp(w.rule, rule_law(law->rule)))
                && (!w.file || !strcmp(w.file, law->rule->span->src->name)))
                vec_push(&laws, ((LawOf){ &rs->set[s], law }));
        }
    return laws;
}

const Law *rules_law(const RuleSet *rs, const char *name, bool backwards)
{
    LawsOf laws = rules_wanted(rs, (Wanted){ .rule = name });
    for (int i = 0; i < laws.n; i++) {
        const Law *law = laws.at[i].law;
        const Set one = { .law = (Law *)law, .nlaws = 1 };
        if (!backwards || law->rule->both)
            return backwards ? set_backwards(&one)->law : law;
    }
    return NULL;
}

static void strategy_check(const RuleSet *rs, const Strategy *s)
{
    for (int i = 0; i < s->nsteps; i++)
        if (!rules_set(rs, s->step[i].set) && !lemma_set(rs, s->step[i].set))
            error_at(s->step[i].span, ERR_RULE_FILE, "strategy %s: there is no set and no lemma "
                     "'%s'", s->name, s->step[i].set);
}

/* The rules that a proof with the set has, in order. */
static void find_proves(const RuleSet *rs, Set *set)
{
    VEC(const Law *) laws = { 0 };
    for (int around = -1; around <= 1; around++)
        for (int s = 0; s < rs->nsets; s++) {
            const Set *x = &rs->set[s];
            bool before = x->before && !strcmp(x->before, set->name);
            bool after = set->before && !strcmp(set->before, x->name);
            if (around < 0 ? !before : around ? !after : x != set)
                continue;
            for (int i = 0; i < x->nlaws; i++)
                if (x->law[i].rule->judgment)
                    vec_push(&laws, &x->law[i]);
        }
    set->proves = laws.at;
    set->nproves = laws.n;
}

RuleSet *rules_of(RuleFile **file, int n)
{
    RuleSet *rs = NEW(RuleSet);
    VEC(Strategy) strategies = { 0 };
    rs->file = file;
    rs->nfiles = n;
    rs->set = NEWS(Set, n);
    for (int f = 0; f < n; f++)
        rules_check(rs, file[f]);
    stop_on_errors();
    for (int f = 0; f < n; f++) {
        if (!rules_set(rs, file[f]->name))
            rs->set[rs->nsets++] = set_of(rs, file[f]->name);
        for (int i = 0; i < file[f]->nstrategies; i++)
            vec_push(&strategies, file[f]->strategy[i]);
    }
    rs->strategy = strategies.at;
    rs->nstrategies = strategies.n;
    for (int i = 0; i < rs->nsets; i++) {
        set_check(&rs->set[i]);
        find_proves(rs, &rs->set[i]);
    }
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

static void add_embedded(Files *fs, RuleFile *read(Source *s))
{
    for (int i = 0; i < embedded_count; i++) {
        const Embedded *e = &embedded_files[i];
        if (str_ends(e->name, ".rules"))
            vec_push(fs, read(source_new(e->name, e->text, (int)e->size)));
    }
}

static RuleSet *load(const char *override, const char *more, RuleFile *read_shipped(Source *s))
{
    struct stat st;
    Files fs = { 0 };
    bool folder = override && !stat(override, &st) && S_ISDIR(st.st_mode);
    if (folder)
        add_folder(&fs, override);
    else
        add_embedded(&fs, read_shipped);
    int shipped = folder ? 0 : fs.n;             /* the tests have tried those */
    if (override && !folder)
        add_file(&fs, override);
    if (more)
        add_file(&fs, more);
    for (int i = shipped; i < fs.n; i++)
        for (int r = 0; r < fs.at[i]->nrules; r++)
            fs.at[i]->rule[r].own = true;
    RuleSet *rs = rules_of(fs.at, fs.n);
    for (int i = shipped; i < fs.n; i++)
        rules_keep_types(fs.at[i]);
    stop_on_errors();
    return rs;
}

RuleSet *rules_load(const char *override) { return load(override, NULL, rule_read); }
RuleSet *laws_load(const char *override) { return load(override, NULL, laws_read); }

RuleSet *rules_load_with(const char *override, const char *more)
{
    return load(override, more, rule_read);
}

/* ---- lists -------------------------------------------------------------- */

int law_end(const Set *set, int i)
{
    int end = i + 1;
    while (end < set->nlaws && of_one_law(set->law[i].rule, set->law[end].rule))
        end++;
    return end;
}

const char *law_names(const Set *set, int i)
{
    Text t = { 0 };
    for (int k = i, end = law_end(set, i); k < end; k++)
        text_fmt(&t, "%s%s", k > i ? ", " : "", set->law[k].rule->name);
    return text_str(&t);
}

void rules_list(const RuleSet *rs, Text *out)
{
    for (int s = 0; s < rs->nsets; s++) {
        const Set *set = &rs->set[s];
        text_fmt(out, "%s%s: %s\n", s ? "\n" : "", set->name, set->sentence);
        for (int i = 0; i < set->nlaws; i = law_end(set, i))
            text_fmt(out, "  %-22s %s\n", law_names(set, i), set->law[i].rule->sentence);
    }
    text_add(out, "\noptions, for --option=NAME[=VALUE]\n");
    for (int f = 0; f < rs->nfiles; f++)
        for (int i = 0; i < rs->file[f]->noptions; i++) {
            const RuleOption *o = &rs->file[f]->option[i];
            const char *value = o->constant ? format(" = %lld", (long long)o->value) : "";
            const char *range = o->most == INT64_MAX ? "" : format(" from %lld..%lld",
                                (long long)o->least, (long long)o->most);
            text_fmt(out, "  %-22s %s\n", format("%s%s%s", o->name, value, range), o->sentence);
        }
}

/* The lines of a span. */
static void add_span(Text *out, const Span *s)
{
    int n;
    const char *from = source_line(s->src, s->line, &n), *to = source_line(s->src, s->line2, &n);
    text_fmt(out, "%.*s\n", (int)(to + n - from), from);
}

/* What the conditions mean that the rule names. */
static void add_conditions(Text *out, const Rule *r)
{
    bool any = false;
    for (int i = 0; i < r->npremises; i++) {
        const Premise *p = &r->premise[i];
        bool again = !p->asks;
        for (int e = 0; e < i && !again; e++)
            again = r->premise[e].name && !strcmp(r->premise[e].name, p->name);
        if (again)
            continue;
        text_fmt(out, "%s--   %-14s %s\n", any ? "" : "-- conditions\n", p->name,
                 p->asks->sentence);
        any = true;
    }
}

/* The golden programs in which it fires: lines "RULE TIMES PROGRAM", as
   scripts/fires made them of the traces. */
const char *rule_programs(const Rule *r)
{
    const Embedded *e = embedded_find("golden/fires.txt");
    const char *key = format("%s ", r->name);
    Text out = {0};
    int n = 0;
    for (const char *line = e ? e->text : ""; *line;) {
        int times = 0, length = (int)strcspn(line, "\n");
        char program[100];
        if (str_starts(line, key) && sscanf(line + strlen(key), "%d %99s", &times, program) == 2)
            text_fmt(&out, "%s%s (%d)", n++ ? ", " : "", program, times);
        line += length + (line[length] == '\n');
    }
    return text_str(&out);
}

static void add_programs(Text *out, const Rule *r)
{
    const char *who = strcmp(r->name, rule_law(r)) ? format("%s ", r->name) : "";
    const char *programs = rule_programs(r);
    text_fmt(out, *programs ? "-- %sfires in golden/: %s\n"
                            : "-- %sfires in no program of golden/%s\n", who, programs);
}

/* The text of a law, with what each of its rules has alone. */
static Span law_span(const Set *set, const Rule *r)
{
    Span all = *(r->whole ? r->whole : r->span);
    for (int i = 0; i < set->nlaws; i++) {
        const Rule *other = set->law[i].rule;
        const Span *s = other->whole ? other->whole : other->span;
        if (of_one_law(r, other) && s->line2 > all.line2)
            all.line2 = s->line2;
    }
    return all;
}

bool rules_show(const RuleSet *rs, Text *out, const char *name)
{
    LawsOf laws = rules_wanted(rs, (Wanted){ .rule = name });
    if (!laws.n)
        return false;
    const Rule *r = laws.at[0].law->rule;
    text_fmt(out, "-- %s, in set %s\n", span_str(r->span), laws.at[0].set->name);
    const Span all = law_span(laws.at[0].set, r);
    add_span(out, &all);
    add_conditions(out, r);
    for (int i = 0; i < laws.n; i++)
        add_programs(out, laws.at[i].law->rule);
    return true;
}
