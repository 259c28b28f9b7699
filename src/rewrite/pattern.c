/* pattern.c -- patterns with metavariables, as rule.h describes them: core terms
   without types. What is written in them as it is elsewhere, core's reader reads. */
#include "rewrite.h"

#include "pattern.h"

#include "../core/read.h"

#include <ctype.h>
#include <string.h>

static Core *node(Op op, const Syn *s)
{
    return core_node(op, s->span);
}

/* S@block: levels that are placed so. */
static Core *meta(const char *name, const Span *s)
{
    Core *n = core_node(OP_META, s);
    const char *at = strchr(name, '@');
    Place place = AT_NONE;
    bool placed = at && place_of_name(at + 1, &place);
    n->at = place;
    n->text = placed ? internn(name, (int)(at - name)) : intern(name);
    return n;
}

static Var *binder(const Syn *s)
{
    Var *v = NEW(Var);
    if (s->kind != S_NAME && s->kind != S_META)
        fail_at(s->span, ERR_RULE_SYNTAX, "a name is needed here");
    *v = (Var){ .name = intern(s->text), .span = s->span };
    return v;
}

static bool is_sequence(const Syn *s)
{
    return (s->kind == S_META || s->kind == S_NAME) && is_seq_name(s->text);
}

/* A chain of names or one name: what may stand on the left of '='. */
static Kids chain(const Syn *s)
{
    Kids k = { NEWS(Core *, s->n + 1), 0 };
    if (s->kind == S_SEQ || s->kind == S_APPLY || s->kind == S_TUPLE)
        for (int i = 0; i < s->n; i++)
            k.at[k.n++] = pattern(s->kid[i]);
    else
        k.at[k.n++] = pattern(s);
    return k;
}

static Var **binders(const Syn *s, int *n, Var **index)
{
    bool many = s->kind == S_SEQ || s->kind == S_APPLY || s->kind == S_TUPLE;
    Syn *const *at = many ? s->kid : (Syn *const *)&s;
    Var **v = NEWS(Var *, many ? s->n : 1);
    *n = 0;
    for (int i = 0; i < (many ? s->n : 1); i++)
        if (at[i]->kind == S_HASH && index) {
            *index = NEW(Var);
            **index = (Var){ .name = intern(at[i]->text), .span = at[i]->span };
        } else {
            v[(*n)++] = binder(at[i]);
        }
    return v;
}

static void put(Core *n, int group, Kids k)
{
    core_set(n, group, k.at, k.n);
}

static Kids patterns(const Syn *s, int from, int to)
{
    Kids k = { NEWS(Core *, to - from), 0 };
    for (int i = from; i < to; i++)
        k.at[k.n++] = pattern(s->kid[i]);
    return k;
}

/* Reads what is written in patterns as it is elsewhere. */
static Read untyped(void)
{
    return (Read){ .atom = table_new(), .func = table_new(), .untyped = pattern };
}

/* A literal keeps no type but its kind. */
static const Type *literal_type(const Syn *s)
{
    s = s->kind == S_PREFIX ? s->kid[0] : s;
    if (s->kind != S_NUMBER)
        return NULL;
    return type_prim(strchr(s->text, '.') ? F64 : I64);
}

/* ---- contexts ----------------------------------------------------------- */

static Core *level(const Syn *s)
{
    Read r = untyped();
    return read_level(&r, s);
}

Core *pattern_context(Syn *const *item, int n, const Span *span)
{
    Core *c = core_node(OP_CTX, span);
    Kids k = { NEWS(Core *, n), 0 };
    for (int i = 0; i < n; i++)
        if (item[i]->kind == S_LEVEL)
            k.at[k.n++] = level(item[i]);
        else if (item[i]->kind != S_DOT && item[i]->kind != S_WORD)
            k.at[k.n++] = pattern(item[i]);
    put(c, 0, k);
    return c;
}

bool pattern_is_context(const Syn *s)
{
    if (s->kind == S_LEVEL || s->kind == S_DOT)
        return true;
    for (int i = 0; s->kind == S_TUPLE || s->kind == S_PAREN ? i < s->n : false; i++)
        if (s->kid[i]->kind == S_LEVEL || s->kid[i]->kind == S_DOT)
            return true;
    return false;
}

/* S,  <..>,  (S, <..>)  where a SEG has its levels; those that say no place
   have the operation's. */
static Core *levels(const Syn *s, Place at)
{
    bool list = s->kind == S_TUPLE || s->kind == S_PAREN;
    Core *c = list ? pattern_context(s->kid, s->n, s->span)
                   : pattern_context((Syn *const *)&s, 1, s->span);
    for (int i = 0; i < c->g[0].n; i++)
        if (!c->g[0].at[i]->at)
            c->g[0].at[i]->at = at;
    return c;
}

/* ---- bodies and lambdas -------------------------------------------------- */

static Core *untyped_body(const Syn *s, Stm *stm, int n, Kids results)
{
    Core *b = node(OP_BODY, s);
    b->stm = stm;
    b->nstms = n;
    put(b, 0, results);
    return b;
}

Stm pattern_stm(const Syn *s)
{
    Stm stm = { .exp = pattern(s->kid[2]) };
    if (s->kid[1])
        stm.var = binders(s->kid[1], &stm.nvars, NULL);
    stm.attr = NEWS(const char *, s->kid[0]->n);
    for (int i = 0; i < s->kid[0]->n; i++)
        stm.attr[stm.nattrs++] = s->kid[0]->kid[i]->text;
    return stm;
}

/* The last item is the result where there is no `in`. */
static Core *block(const Syn *s)
{
    const Syn *items = s->kid[0], *results = s->kid[1];
    bool tail = !results && items->n && !items->kid[items->n - 1]->kid[1];
    int n = items->n - tail;
    Stm *stm = NEWS(Stm, n);
    for (int i = 0; i < n; i++)
        stm[i] = pattern_stm(items->kid[i]);
    Kids r = { 0 };
    if (results)
        r = chain(results);
    else if (tail)
        r = chain(items->kid[n]->kid[2]->kind == S_META ? items->kid[n]->kid[2]
                  : syn_new(S_SEQ, s->span, NULL, 1, items->kid[n]->kid[2]));
    return untyped_body(s, stm, n, r);
}

/* The body of a lambda: sequences are its results, anything else stands. */
static Core *lam_body(const Syn *s)
{
    const Syn *e = no_paren(s);
    if (is_sequence(e) || e->kind == S_TUPLE)
        return untyped_body(e, NULL, 0, chain(e));
    return pattern(e);
}

static Core *lam(const Syn *s)
{
    Core *n = node(OP_LAM, s);
    n->bind = binders(s->kid[0], &n->nbinds, &n->index);
    core_set1(n, 0, lam_body(s->kid[1]));
    return n;
}

/* (+) is \x y -> x + y, max is \x y -> max x y. */
static Core *section(const Syn *s)
{
    Syn *x = syn_new(S_NAME, s->span, "x", 0), *y = syn_new(S_NAME, s->span, "y", 0);
    Syn *body = s->kind == S_NAME ? syn_new(S_APPLY, s->span, NULL, 3, s, x, y)
                                  : syn_new(S_INFIX, s->span, s->text, 2, x, y);
    return lam(syn_new(S_LAM, s->span, NULL, 2, syn_new(S_SEQ, s->span, NULL, 2, x, y),
                       body));
}

/* ---- constructors -------------------------------------------------------- */

static bool is_word(const Syn *s, const char *word)
{
    return (s->kind == S_NAME || s->kind == S_WORD) && !strcmp(s->text, word);
}

bool pattern_connects(const Syn *s)
{
    static const char *const words[] = {
        "with", "by", "as", "in", "at", "keeping", "to", "among",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(s, words[i]))
            return true;
    return false;
}

static Core *term(const char *name, const Syn *s)
{
    Core *t = node(OP_TERM, s);
    t->text = intern(name);
    return t;
}

/* a after b at c keeping d: the words between separate the groups. */
static Core *words_term(const char *name, const Syn *s)
{
    Core *t = term(name, s);
    int g = 0, from = 0;
    for (int i = 1; i <= s->n; i++) {
        if (i < s->n && !is_word(s->kid[i], name) && !pattern_connects(s->kid[i]))
            continue;
        if (from < i && g < 4)
            put(t, g, patterns(s, from, i));
        if (i < s->n && is_word(s->kid[i], name) && i + 1 < s->n
            && is_word(s->kid[i + 1], "with"))
            i++;
        from = i + 1;
        g++;
    }
    return t;
}

static Core *named_term(const Syn *s)
{
    Core *t = term(s->kid[0]->text, s);
    if (s->n > 5)
        fail_at(s->span, ERR_RULE_SYNTAX, "%s has more than four arguments", t->text);
    for (int i = 1; i < s->n; i++)
        put(t, i - 1, s->kid[i]->kind == S_TUPLE && !pattern_is_context(s->kid[i])
                          ? chain(s->kid[i]) : patterns(s, i, i + 1));
    return t;
}

static Core *apply(const Syn *s)
{
    const Syn *head = s->kid[0];
    static const char *const infix[] = { "after", "beside", "giving", "aiming", "extended" };
    for (size_t w = 0; w < sizeof infix / sizeof *infix; w++)
        if (s->n > 1 && is_word(s->kid[1], infix[w]))
            return words_term(infix[w], s);
    if (head->kind == S_META) {
        Core *t = term("apply", s);
        put(t, 0, patterns(s, 0, 1));
        put(t, 1, patterns(s, 1, s->n));
        return t;
    }
    if (head->kind != S_NAME)
        fail_at(s->span, ERR_RULE_SYNTAX, "a name is needed here");
    int op = first_order_named(head->text, s->n - 1);
    if (op < 0)
        return named_term(s);
    Read r = untyped();
    return read_first_order(&r, s, (Op)op, NULL);
}

/* ---- indices ------------------------------------------------------------- */

/* e[x.. := a.. , y := b] */
static Core *substitution(const Syn *s)
{
    Core *t = term("subst", s);
    put(t, 0, patterns(s, 0, 1));
    for (int i = 1; i < s->n; i++) {
        if (s->kid[i]->kind != S_ASSIGN)
            fail_at(s->kid[i]->span, ERR_RULE_SYNTAX, "a substitution 'x := e' is needed here");
        put(t, 1, kids_join(t->g[1], chain(s->kid[i]->kid[0])));
        put(t, 2, kids_join(t->g[2], s->kid[i]->kid[1]->kind == S_APPLY
                                      && s->kid[i]->kid[0]->kind == S_APPLY
                                      ? chain(s->kid[i]->kid[1])
                                      : patterns(s->kid[i], 1, 2)));
    }
    return t;
}

/* ---- array combinators ---------------------------------------------------- */

static bool is_mapping(const Syn *s)
{
    s = no_paren(s);
    return (s->kind == S_META && isupper((unsigned char)s->text[1]))
        || (s->kind == S_APPLY && s->n > 1
            && (is_word(s->kid[1], "after") || is_word(s->kid[1], "beside")
                || is_word(s->kid[1], "giving")));
}

/* Arguments fill the groups in order: one each, or one tuple, and the last group the rest.
   A mapping brings its arrays along: the group before theirs takes the rest. */
static void fill(Core *n, const Syn *s, int first, int last, int groups)
{
    int i = first, f = op_group(n->op, 'f');
    bool whole = false;
    for (int g = 1; g < groups; g++) {
        if (g == f && i < last)
            whole = is_mapping(s->kid[i]);
        bool final = g == groups - 1, rest = whole && g == groups - 2 && g > f;
        int to = final || rest ? last : i + 1;
        if (i < to && to <= last) {
            bool all = s->kid[i]->kind == S_TUPLE && ops[n->op].groups[g] == 'A';
            put(n, g, all ? chain(s->kid[i]) : patterns(s, i, to));
            i = to;
        }
    }
}

static Core *soac(const Syn *s)
{
    Core *n = operator_node(s);
    if (is_prefix(n)) {
        int values = s->n - (is_sequence(s->kid[s->n - 1]) ? 1 : (s->n - 2) / 2);
        put(n, 0, patterns(s, 1, 2));
        if (s->n == 4) {       /* one each, or a tuple each */
            fill(n, s, 2, s->n, 3);
            return n;
        }
        put(n, 1, patterns(s, 2, values));
        put(n, 2, patterns(s, values, s->n));
        return n;
    }
    if (s->kid[0])
        core_set1(n, 0, pattern(s->kid[0]));
    fill(n, s, 1, s->n, ops[n->op].ngroups);
    return n;
}

static Core *seg(const Syn *s)
{
    Core *n = operator_node(s);
    int body = ops[n->op].ngroups - 1;
    core_set1(n, 0, levels(s->kid[0], n->at));
    n->at = AT_NONE;
    fill(n, s, 1, s->n - 1, body);
    core_set1(n, body, pattern(s->kid[s->n - 1]));
    return n;
}

Core *pattern(const Syn *s)
{
    Core *n;
    switch (s->kind) {
    case S_PAREN: return pattern(s->kid[0]);
    case S_NAME:
        if (!strcmp(s->text, "true") || !strcmp(s->text, "false"))
            return core_bool(s->text[0] == 't');
        if (first_order_named(s->text, 2) >= 0)
            return section(s);
        return meta(s->text, s->span);
    case S_META: case S_HASH: case S_WORD: return meta(s->text, s->span);
    case S_APPLY: return apply(s);
    case S_SOAC: return soac(s);
    case S_SEG: return seg(s);
    case S_SECTION: return section(s);
    case S_LAM: return lam(s);
    case S_BLOCK: return block(s);
    case S_INDEX:
        if (s->kid[1]->kind == S_ASSIGN)
            return substitution(s);
        break;
    case S_NUMBER: case S_INFIX: case S_PREFIX: case S_UPDATE: case S_LIST: case S_IF:
    case S_LOOP: case S_WHILE:
        break;
    case S_LEVEL: case S_DOT: return pattern_context((Syn *const *)&s, 1, s->span);
    case S_TUPLE:
        if (pattern_is_context(s))
            return pattern_context(s->kid, s->n, s->span);
        return untyped_body(s, NULL, 0, chain(s));
    case S_EACH:
        n = term("each", s);
        core_set1(n, 0, pattern(s->kid[0]));
        return n;
    default: fail_at(s->span, ERR_RULE_SYNTAX, "this cannot stand in a pattern");
    }
    Read r = untyped();
    return read_exp(&r, s, literal_type(s));
}
