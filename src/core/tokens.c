/*
 * tokens.c -- words, and the layout of core text and rule files.
 *
 * Between the bindings of a block, and between premises, a new line stands for
 * a semicolon: in a block where the line begins in the column of the block's
 * first token; among premises where it is not indented more than the first.
 */
#include "read.h"
#include "tokens.h"

#include <string.h>

Syn *syn_new(SynKind k, const Span *s, const char *text, int n, ...)
{
    Syn *e = MAKE(Syn, .kind = k, .span = s, .text = text, .n = n, .room = n);
    e->kid = NEWS(Syn *, n);
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        e->kid[i] = va_arg(ap, Syn *);
    va_end(ap);
    return e;
}

Syn *syn_add(Syn *list, Syn *kid)
{
    if (list->n == list->room) {
        int room = list->room ? 2 * list->room : 4;
        list->kid = arena_grow(list->kid, sizeof(Syn *) * (size_t)list->n,
                               sizeof(Syn *) * (size_t)room);
        list->room = room;
    }
    list->kid[list->n++] = kid;
    if (kid)
        list->span = span_join(list->span, kid->span);
    return list;
}

/* ---- places ------------------------------------------------------------- */

void tokens_locate(Reader *rd, CORE_YYLTYPE *at, const char *text, int n)
{
    at->first_line = rd->line;
    at->first_column = rd->row.from ? rd->row.from[rd->end] : rd->col;
    rd->begin = rd->end;
    for (int i = 0; i < n; i++) {
        at->last_line = rd->line;
        at->last_column = rd->row.to ? rd->row.to[rd->end] : rd->col;
        rd->col++;
        rd->end++;
        if (text[i] == '\n') {
            rd->line++;
            rd->col = 1;
        }
    }
}

/* The column that the layout counts with. */
static int layout_column(const Reader *rd, const CORE_YYLTYPE *at)
{
    int line = at->first_line - rd->row.line;
    return at->first_column - (rd->row.shift && line >= 0 ? rd->row.shift[line] : 0);
}

const Span *tokens_span(const Reader *rd, const CORE_YYLTYPE *at)
{
    return span_new(rd->src, at->first_line, at->first_column, at->last_line,
                    at->last_column);
}

void core_yyerror(CORE_YYLTYPE *at, Reader *rd, const char *text)
{
    DiagId id = reads_rules(rd->mode) ? ERR_RULE_SYNTAX : ERR_CORE_SYNTAX;
    fail_at(tokens_span(rd, at), id, "%s%s", text, rd->each ? each_values(rd->each) : "");
}

/* All when they are few; else the kind of phrase, or the words that would go on. */
static const char *wanted(const char *const *words, int n)
{
    static const char *const others[] = { "in", "then", "else", "do", "->", "=>", "|-", "----",
                                          "gives", "because", "')'", "']'", "'}'", "'='" };
    if (n > 3 && str_among(words, n, "if") && str_among(words, n, "loop"))
        return "an expression";
    if (n > 3 && str_among(words, n, "rule") && str_among(words, n, "lemma"))
        return "a rule, a lemma or another part of a rule file, in the first column";
    const char *some = text_wanted(words, n, others, sizeof others / sizeof *others);
    return *some || !str_among(words, n, "a name") ? some : "a term";
}

void tokens_error(Reader *rd, CORE_YYLTYPE *at, bool end, const char *const *expected, int n)
{
    const char *want = wanted(expected, n);
    const char *found = end ? "the end of the text" : span_token(tokens_span(rd, at));
    core_yyerror(at, rd, *want ? format("expected %s, found %s", want, found)
                               : format("%s cannot stand here", found));
}

/* ---- words -------------------------------------------------------------- */

typedef struct {
    const char *word;
    int token;
} Word;

static int find_word(const Word *w, const char *word)
{
    while (w->word && strcmp(w->word, word))
        w++;
    return w->word ? w->token : NAME;
}

int second_order(const char *word, bool *comm, Place *place)
{
    const char *at = strchr(word, '@');
    int n = (int)(at ? at - word : (int)strlen(word));
    *comm = n > 5 && !strncmp(word + n - 5, "_comm", 5);
    n -= *comm ? 5 : 0;
    *place = AT_NONE;
    if (at && !place_of_name(at + 1, place))
        return -1;
    for (int op = 0; op < NOPS; op++)
        if (*ops[op].text == *word && !strncmp(ops[op].text, word, (size_t)n) && !ops[op].text[n]
            && (ops[op].kind == K_SEG
                || ((ops[op].kind == K_SOAC || op == OP_PREFIX || op == OP_EXCLUSIVE) && !at)))
            return op;
    return -1;
}

int tokens_word(const char *word)
{
    static const Word words[] = {
        { "assert", ASSERT }, { "def", DEF },   { "do", DO },     { "else", ELSE },
        { "entry", ENTRY },   { "for", FOR },   { "if", IF },     { "in", IN },
        { "let", LET },       { "loop", LOOP }, { "then", THEN }, { "while", WHILE },
        { NULL, 0 },
    };
    bool comm;
    Place at;
    int op = second_order(word, &comm, &at);
    if (op >= 0)
        return op == OP_SEGMAP ? SEGMAP : ops[op].kind == K_SEG ? SEG : SOAC;
    return find_word(words, word);
}

/* Words, and the operators that may stand as functions. */
bool name_reserved(const char *name)
{
    static const char *const other[] = { "empty", "false", "true", "with" };
    return str_among(other, sizeof other / sizeof *other, name) || tokens_word(name) != NAME
        || scalar_op_named(name, 2) >= 0;
}

/* In a rule file some words are keywords where they stand first, in the first
   column or in a line, others only in a part of a rule. */
int tokens_rule_word(const Reader *rd, const char *word, int line, int col)
{
    static const Word heads[] = {
        { "examples", EXAMPLES }, { "for", EACH },      { "given", GIVEN },
        { "judgment", JUDGMENT }, { "lemma", LEMMA },   { "option", OPTION }, { "rule", RULE },
        { "set", SET },           { "strategy", STRATEGY }, { NULL, 0 },
    };
    static const Word firsts[] = {
        { "no", NO }, { "proof", PROOF }, { "without", WITHOUT }, { "yes", YES }, { NULL, 0 },
    };
    static const Word laws[] = {
        { "from", FROM }, { "is", IS }, { "not", NOT }, { "pays", PAYS }, { "when", WHEN },
        { NULL, 0 },
    };
    static const Word yes[] = { { "gives", GIVES }, { NULL, 0 } };
    static const Word no[] = { { "because", BECAUSE }, { "is", IS }, { "not", NOT }, { NULL, 0 } };
    int t = col == 1 ? find_word(heads, word) : NAME;
    if (t == NAME && line > rd->last_line)
        t = rd->part == PROOF && !strcmp(word, "by") ? BY : find_word(firsts, word);
    if (t == NAME)
        t = find_word(!rd->part ? laws : rd->part == NO || rd->part == WITHOUT ? no : yes, word);
    return t == NAME ? tokens_word(word) : t;
}

static bool begins_part(int t) { return t == YES || t == NO || t == WITHOUT || t == PROOF; }

bool tokens_tries(int t) { return begins_part(t) || t == EXAMPLES; }

/* The text between the quotes; a new line and its indentation are one space. */
const char *tokens_string(const char *text, int n)
{
    Text t = {0};
    for (int i = 1; i < n - 1; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < n - 1)
            c = text[++i] == 'n' ? '\n' : text[i];
        else if (c == '\n') {
            while (t.n && t.at[t.n - 1] == ' ')
                t.at[--t.n] = '\0';
            while (text[i + 1] == ' ' || text[i + 1] == '\t')
                i++;
            c = ' ';
        }
        text_char(&t, c);
    }
    return text_str(&t);
}

/* ---- layout ------------------------------------------------------------- */

static bool opens(int t) { return t == '(' || t == '[' || t == TIGHT || t == '{'; }
static bool closes(int t) { return t == ')' || t == ']' || t == '}'; }

static bool block_line(const Reader *rd, int t, int col)
{
    int *at = rd->open.at, n = rd->open.n;
    return n && at[n - 1] == col && t != '}' && t != IN && rd->last != ';';
}

static bool premise_line(const Reader *rd, int t, int col)
{
    return !rd->open.n && rd->in_premises && rd->premise_col && col <= rd->premise_col
        && col > 1 && rd->last != ';' && !begins_part(t) && t != LINE && t != WHEN
        && t != PAYS && t != 0;
}

/* A new line that separates bindings or premises. */
static bool separates(const Reader *rd, int t, const CORE_YYLTYPE *at)
{
    int col = layout_column(rd, at);
    return at->first_line > rd->last_line && t != ';'
        && (block_line(rd, t, col) || premise_line(rd, t, col));
}

/* Which part of a rule comes next. */
static void follow(Reader *rd, int t)
{
    switch (t) {
    case RULE: case LEMMA: case SET: case JUDGMENT: case STRATEGY: case GIVEN: case OPTION:
    case EXAMPLES: case EACH:
        rd->in_rule = t == RULE;
        rd->in_law = rd->in_premises = false;
        rd->open.n = rd->part = 0;
        break;
    case STRING:
        if (rd->last == FROM) {
            rd->in_law = !rd->in_rule;
            rd->in_premises = rd->in_rule;
            rd->premise_col = 0;
        }
        break;
    case WHEN: case PAYS:
        rd->in_law = false;
        rd->in_premises = true;
        rd->premise_col = 0;
        break;
    case LINE: rd->in_premises = false; break;
    case YES: case NO: case PROOF: case WITHOUT:
        rd->in_law = rd->in_premises = false;
        rd->part = t;
    }
}

static void nest(Reader *rd, int t, int col)
{
    int n = rd->open.n;
    if (n && rd->open.at[n - 1] < 0)
        rd->open.at[n - 1] = col;
    if (rd->in_premises && !rd->premise_col && t != WHEN && t != PAYS && t != STRING)
        rd->premise_col = col;
    if (opens(t))
        vec_push(&rd->open, t == '{' ? -1 : 0);
    if (closes(t) && rd->open.n)
        rd->open.n--;
}

/* A '[' that touches what it follows is an index or a width. */
static bool touches(const Reader *rd, const CORE_YYLTYPE *at)
{
    switch (rd->last) {
    case NAME: case META: case HASH: case SOAC: case ')': case ']': case '}':
        return rd->last_line == at->first_line && rd->last_end == rd->begin;
    default: return false;
    }
}

/* The next token; `for`, once for each row, before the law with its values. */
static int next_token(CORE_YYSTYPE *value, CORE_YYLTYPE *at, Reader *rd)
{
    int t = core_scan(value, at, rd->scanner);
    if (t == EACH)
        each_begin(rd, at);
    else if (!t && rd->each)
        return each_next(rd, at) ? EACH : next_token(value, at, rd);
    return t;
}

int core_yylex(CORE_YYSTYPE *value, CORE_YYLTYPE *at, Reader *rd)
{
    if (rd->last < 0) {
        rd->last = 0;
        return rd->mode == READ_PROGRAM ? START_PROGRAM
             : reads_rules(rd->mode) ? START_RULES : START_TERM;
    }
    int t = rd->held;
    rd->held = 0;
    if (t) {
        *value = (CORE_YYSTYPE){ .text = rd->held_text };
        *at = (CORE_YYLTYPE){ rd->held_at[0], rd->held_at[1], rd->held_at[2],
                              rd->held_at[3] };
    } else {
        t = next_token(value, at, rd);
        if (separates(rd, t, at)) {
            rd->held = t;
            rd->held_text = value->text;
            memcpy(rd->held_at, at, sizeof rd->held_at);
            rd->last = ';';
            return ';';
        }
    }
    if (t == '[' && touches(rd, at))
        t = TIGHT;
    if ((t == IS || t == NOT) && !rd->in_premises && rd->part != WITHOUT)
        t = NAME;
    if (t == EQ && rd->in_law && !rd->open.n)
        t = BOTH;
    follow(rd, t);
    nest(rd, t, layout_column(rd, at));
    rd->last = t;
    rd->last_line = at->last_line;
    rd->last_end = rd->end;
    return t;
}

Syn *syntax_read(const Source *s, ReadMode mode)
{
    Reader rd = { .src = s, .mode = mode, .line = 1, .col = 1, .last = -1 };
    tokens_open(&rd);
    core_yyparse(&rd);
    return rd.result;
}
