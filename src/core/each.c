/*
 * each.c -- `for K in redomap scanomap` before a law: its text is read once for every row of
 * values, with the names replaced.
 *
 * A row's text is what the scanner reads in place of the law. Its lines are those of the file,
 * and each byte remembers the columns of the word that it stands for: errors and listings show
 * the law as its author wrote it.
 */
#include "syntax.h"
#include "tokens.h"

#include <ctype.h>
#include <string.h>

typedef VEC(const char *) Words;

struct Each {
    const Source *src;
    int line, line2;           /* of `for` and of the last line before the law */
    int from, to, law_line;    /* the law's text, and its first line */
    Words name, value;         /* rows of values, one for each name */
    bool *used;                /* the names */
    int row;                   /* that is read now */
};

static int nrows(const Each *e) { return e->value.n / e->name.n; }
static const char *value_of(const Each *e, int row, int name)
{
    return e->value.at[row * e->name.n + name];
}

/* ---- the header ---------------------------------------------------------- */

typedef struct {
    const Source *src;
    int at, line, col;
} Cursor;

static _Noreturn void fail_here(const Cursor *c, const char *what)
{
    fail_at(span_new(c->src, c->line, c->col, c->line, c->col), ERR_RULE_SYNTAX, "%s", what);
}

static char look(const Cursor *c) { return c->at < c->src->size ? c->src->text[c->at] : '\0'; }

static void step(Cursor *c)
{
    bool ends = look(c) == '\n';
    c->line += ends;
    c->col = ends ? 1 : c->col + 1;
    c->at++;
}

/* To the next word of the header; false where a line begins in the first column. */
static bool next_word(Cursor *c)
{
    while (isspace((unsigned char)look(c)) || !strncmp(c->src->text + c->at, "--", 2))
        if (look(c) == '-')
            while (look(c) && look(c) != '\n')
                step(c);
        else
            step(c);
    return look(c) && c->col > 1;
}

/* A value on one line, so that the lines of the law stay those of the file. A line that begins
   below the first binding of its block is a binding, as it is elsewhere. */
static const char *on_one_line(const char *word, int col)
{
    Text t = { 0 };
    VEC(int) block = { 0 };    /* the columns of the blocks that are open; 0: no binding yet */
    for (const char *p = word; *p; p++, col++) {
        if (*p == '\n') {
            size_t indent = strspn(p + 1, " ");
            const char *next = p + 1 + indent;
            bool binds = block.n && block.at[block.n - 1] == (int)indent + 1 && *next != '}'
                && strncmp(next, "in ", 3) && !str_ends(text_str(&t), ";");
            text_add(&t, binds ? " ; " : " ");
            p += indent;
            col = (int)indent;
            continue;
        }
        if (block.n && !block.at[block.n - 1] && *p != ' ')
            block.at[block.n - 1] = col;
        if (*p == '{')
            vec_push(&block, 0);
        if (*p == '}' && block.n)
            block.n--;
        text_char(&t, *p);
    }
    return intern(text_str(&t));
}

/* A word, or what is within a pair of parentheses. */
static const char *read_word(Cursor *c)
{
    Cursor begin = *c;
    int from = c->at, depth = 0;
    do {
        depth += (look(c) == '(') - (look(c) == ')');
        step(c);
    } while (look(c) && (depth > 0 || (!isspace((unsigned char)look(c)) && look(c) != '(')));
    if (depth)
        fail_here(&begin, "a parenthesis that is not closed");
    const char *word = on_one_line(str_copyn(c->src->text + from, c->at - from), begin.col);
    return *word == '(' ? str_copyn(word + 1, (int)strlen(word) - 2) : word;
}

static void read_names(Each *e, Cursor *c)
{
    for (;;) {
        Cursor begin = *c;
        if (!next_word(c))
            fail_here(&begin, "expected: for NAME .. in VALUE ..");
        begin = *c;
        const char *word = read_word(c);
        if (!strcmp(word, "in") && e->name.n)
            return;
        if (!isupper((unsigned char)*word) || str_among(e->name.at, e->name.n, word))
            fail_here(&begin, "a name of `for` begins with a capital letter and stands there once");
        vec_push(&e->name, word);
    }
}

static void read_rows(Each *e, Cursor *c)
{
    Cursor begin = *c;
    while (next_word(c)) {
        begin = *c;
        vec_push(&e->value, read_word(c));
        e->line2 = c->line;
    }
    if (!e->value.n || e->value.n % e->name.n)
        fail_here(&begin, format("`for` has values in rows of %d, one for each name; here are %d",
                                 e->name.n, e->value.n));
    if (strncmp(c->src->text + c->at, "lemma ", 6) && strncmp(c->src->text + c->at, "rule ", 5))
        fail_here(c, "a lemma or a rule follows `for`");
}

/* The law ends where another line begins with a word in the first column. */
static void find_law(Each *e, const Cursor *c)
{
    e->from = c->at;
    e->law_line = c->line;
    const char *text = c->src->text;
    for (e->to = c->at + 1; e->to < c->src->size; e->to++)
        if (text[e->to - 1] == '\n' && islower((unsigned char)text[e->to]))
            break;
}

/* ---- the text of a row ---------------------------------------------------- */

typedef struct {
    Each *e;
    Text out;
    VEC(int) from, to, shift;  /* of each byte; of each line: by how much it is moved left */
    bool quoted;               /* in a string, which stays */
    int choice, inner;         /* the indentation of a `for` that chooses rows, and of what is
                                  below it; -1: none */
    bool chosen;
} Making;

static void put(Making *m, const char *text, int n, int from, int to)
{
    for (int i = 0; i < n; i++) {
        text_char(&m->out, text[i]);
        vec_push(&m->from, from);
        vec_push(&m->to, to);
    }
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '\''; }

/* The number of the name that is so written; -1: none. */
static int name_at(const Each *e, const char *word, int n)
{
    for (int i = 0; i < e->name.n; i++)
        if ((int)strlen(e->name.at[i]) == n && !strncmp(e->name.at[i], word, (size_t)n))
            return i;
    return -1;
}

/* The line with values for names, outside strings and comments. */
static void put_line(Making *m, const char *line, int n)
{
    for (int i = 0, len; i < n; i += len) {
        len = 1;
        bool begins = !i || (!in_word(line[i - 1]) && !strchr("?#", line[i - 1]));
        bool comment = !m->quoted && !strncmp(line + i, "-- ", 3);
        m->quoted ^= line[i] == '"' && (!i || line[i - 1] != '\\');
        if (comment)
            len = n - i;
        while (!comment && i + len < n && in_word(line[i]) && in_word(line[i + len]))
            len++;
        int name = begins && !m->quoted ? name_at(m->e, line + i, len) : -1;
        for (int k = 0; k < len && name < 0; k++)
            put(m, line + i + k, 1, i + k + 1, i + k + 1);
        if (name >= 0) {
            const char *value = value_of(m->e, m->e->row, name);
            put(m, value, (int)strlen(value), i + 1, i + len);
            m->e->used[name] = true;
        }
    }
}

/* A line `for VALUE ..` chooses: what is indented more is for the rows of these values alone. */
static bool chooses(Making *m, const char *line, int n, int indent, int number)
{
    if (m->quoted || n < indent + 5 || strncmp(line + indent, "for ", 4))
        return false;
    Text rest = { 0 };
    text_addn(&rest, line + indent + 4, n - indent - 4);
    for (int i = 0; i < rest.n; i++)
        if (!in_word(rest.at[i]) && !strchr("- ", rest.at[i]))
            return false;      /* of a loop */
    m->chosen = false;
    for (char *word = strtok(rest.at, " "); word; word = strtok(NULL, " ")) {
        bool known = false;
        for (int r = 0; r < nrows(m->e); r++)
            known |= !strcmp(value_of(m->e, r, 0), word);
        if (!known)
            fail_at(span_new(m->e->src, number, indent + 1, number, n), ERR_RULE_SYNTAX,
                    "%s has no value '%s'", m->e->name.at[0], word);
        m->chosen |= !strcmp(value_of(m->e, m->e->row, 0), word);
    }
    m->choice = indent;
    m->inner = -1;
    return true;
}

static void make_line(Making *m, const char *line, int n, int number)
{
    int indent = (int)strspn(line, " ");
    bool blank = indent >= n || m->quoted;
    if (!blank && indent <= m->choice)
        m->choice = -1;
    if (!blank && chooses(m, line, n, indent, number))
        n = 0;
    else if (!blank && m->inner < 0)
        m->inner = indent;
    vec_push(&m->shift, m->choice < 0 || m->inner < 0 ? 0 : m->inner - m->choice);
    if (m->choice < 0 || m->chosen)
        put_line(m, line, n);
    put(m, "\n", 1, n + 1, n + 1);
}

/* Read by the scanner from now on: the law with the values of the row. */
static void read_row(Reader *rd, Each *e)
{
    Making m = { .e = e, .choice = -1 };
    const char *at = e->src->text + e->from, *end = e->src->text + e->to;
    for (int line = e->law_line; at < end; line++) {
        int n = (int)strcspn(at, "\n");
        n = n < end - at ? n : (int)(end - at);
        make_line(&m, at, n, line);
        at += n + 1;
    }
    rd->row = (RowText){ m.from.at, m.to.at, m.shift.at, e->law_line };
    rd->line = e->law_line;
    tokens_scan(rd, text_str(&m.out), m.out.n);
}

/* ---- for the scanner ------------------------------------------------------- */

static void check_used(const Each *e)
{
    for (int i = 0; i < e->name.n; i++)
        if (!e->used[i])
            fail_at(span_new(e->src, e->line, 1, e->line, 3), ERR_RULE_SYNTAX,
                    "%s does not stand in the law", e->name.at[i]);
}

static void tell_place(const Each *e, CORE_YYLTYPE *at)
{
    *at = (CORE_YYLTYPE){ e->line, 1, e->line2, 1 };
}

void each_begin(Reader *rd, CORE_YYLTYPE *at)
{
    Each *e = MAKE(Each, .src = rd->src, .line = at->first_line, .line2 = at->first_line);
    Cursor c = { rd->src, source_offset(rd->src, at->first_line, 4), at->first_line, 4 };
    read_names(e, &c);
    read_rows(e, &c);
    find_law(e, &c);
    e->used = NEWS(bool, e->name.n);
    tell_place(e, at);
    rd->each = e;
    read_row(rd, e);
}

bool each_next(Reader *rd, CORE_YYLTYPE *at)
{
    Each *e = rd->each;
    tell_place(e, at);
    if (++e->row < nrows(e)) {
        read_row(rd, e);
        return true;
    }
    check_used(e);
    rd->each = NULL;
    rd->row = (RowText){ 0 };
    rd->line = e->law_line;
    for (int i = e->from; i < e->to; i++)
        rd->line += e->src->text[i] == '\n';
    tokens_scan(rd, e->src->text + e->to, e->src->size - e->to);
    return false;
}

const char *each_values(const Each *e)
{
    Text t = { 0 };
    for (int i = 0; i < e->name.n; i++)
        text_fmt(&t, "%s%s = %s", i ? ", " : " where ", e->name.at[i], value_of(e, e->row, i));
    return text_str(&t);
}
