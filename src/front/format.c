/* format.c -- programs in one style. Only blanks between tokens change, so the parser reads
   the same; lines break where the programmer broke them, and each deeper level of a
   declaration is indented by two more. */
#include "parse.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    int kind;
    int from, to;              /* bytes of the text */
} Token;

typedef VEC(Token) Tokens;

static Tokens tokens_of(const Source *s)
{
    Parse p = { .source = s, .ast = NEW(Ast), .line = 1, .col = 1, .token = END };
    Tokens list = {0};
    LANG_YYSTYPE value;
    LANG_YYLTYPE at;
    parse_scan_start(&p);
    for (int kind = 1; kind != END;) {
        kind = lang_yylex(&value, &at, &p);
        Token t = { kind, s->size, s->size };
        if (kind != END) {
            t.from = source_offset(s, at.first_line, at.first_column);
            t.to = source_offset(s, at.last_line, at.last_column) + 1;
        }
        vec_push(&list, t);
    }
    return list;
}

/* ---- blanks within a line -------------------------------------------------------- */

static bool ends_operand(int kind)
{
    switch (kind) {
    case ID: case QUALID: case FIELD: case INT: case FLOAT: case CHAR: case STRING: case TRUE:
    case FALSE: case HOLE: case ')': case ']': case '}':
        return true;
    default:
        return false;
    }
}

static bool begins_operand(int kind)
{
    switch (kind) {
    case ID: case QUALID: case QUALPAREN: case INT: case FLOAT: case CHAR: case STRING:
    case TRUE: case FALSE: case CTOR: case HOLE: case '(': case '[': case '{':
        return true;
    default:
        return false;
    }
}

static bool is_infix(int kind)
{
    switch (kind) {
    case STAR: case MINUS: case LESS: case POW: case PIPE: case APP: case OR: case AND: case CMP:
    case SHIFT: case BIT: case ADD: case MUL: case HAT: case BAR:
        return true;
    default:
        return false;
    }
}

typedef struct {
    const Source *source;
    Tokens token;
    Text out;
    VEC(int) column;           /* of the lines that the next one may belong to */
} Format;

static bool touches(const Format *f, int i)
{
    return f->token.at[i].from == f->token.at[i - 1].to;
}

/* a+b, where the operator stands between two operands, and nothing says that it has one. */
static bool is_tight_infix(const Format *f, int i)
{
    const Token *t = f->token.at;
    return i > 0 && i + 1 < f->token.n && is_infix(t[i].kind) && ends_operand(t[i - 1].kind)
        && begins_operand(t[i + 1].kind) && touches(f, i) && touches(f, i + 1);
}

/* Between tokens i - 1 and i of a line. */
static const char *blank(const Format *f, int i)
{
    int before = f->token.at[i - 1].kind, after = f->token.at[i].kind;
    if (before == '(' || before == '[' || before == TIGHT || before == QUALPAREN
        || before == DOT_BRACKET || before == ATTR)
        return "";
    if (after == ')' || after == ']' || after == ',' || after == ':')
        return "";
    if (before == ',' || before == ':' || before == '=' || after == '=' || before == ARROW
        || after == ARROW || before == COERCE || after == COERCE)
        return " ";
    if (ends_operand(before) && before != ']' && begins_operand(after) && after != '[')
        return " ";
    if (is_tight_infix(f, i) || is_tight_infix(f, i - 1))
        return " ";
    return touches(f, i) ? "" : " ";
}

/* ---- lines --------------------------------------------------------------------------- */

/* How deep the line that begins in this column is below those before it. */
static int depth_of(Format *f, int column)
{
    while (f->column.n && f->column.at[f->column.n - 1] > column)
        f->column.n--;
    if (column && (!f->column.n || f->column.at[f->column.n - 1] < column))
        vec_push(&f->column, column);
    return f->column.n;
}

static void indent(Format *f, int depth)
{
    for (int i = 0; i < depth; i++)
        text_add(&f->out, "  ");
}

static int column_of(const char *line, const char *end)
{
    int column = 0;
    for (; line < end && isspace((unsigned char)*line); line++)
        column = *line == '\t' ? (column / 8 + 1) * 8 : column + 1;
    return column;
}

static int trimmed(const char *from, const char *to)
{
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return (int)(to - from);
}

/* A comment of its own line stands as what follows it does, or at the left margin. */
static void add_comment(Format *f, const char *line, const char *end, int depth)
{
    bool margin = column_of(line, end) == 0;
    while (line < end && isspace((unsigned char)*line))
        line++;
    indent(f, margin ? 0 : depth ? depth : 1);
    text_addn(&f->out, line, trimmed(line, end));
    text_char(&f->out, '\n');
}

/* What stands between two tokens of different lines: the rest of the first one's line,
   blank lines, of which one is left, comments, and what the second is indented by. */
static void add_lines(Format *f, const char *gap, const char *end, bool first, bool last)
{
    const char *start = end;
    while (start > gap && start[-1] != '\n')
        start--;
    int depth = last ? 0 : depth_of(f, column_of(start, end));
    const char *line = gap;
    if (!first) {
        line = memchr(gap, '\n', (size_t)(end - gap));
        line = line ? line : end;
        text_addn(&f->out, gap, trimmed(gap, line));
        text_char(&f->out, '\n');
        line += line < end;
    }
    for (bool blank = first; line < start;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        bool empty = !trimmed(line, next);
        const char *rest = next + 1;
        bool ends = last && !trimmed(rest, end);
        if (!empty)
            add_comment(f, line, next, depth);
        else if (!blank && !ends)
            text_char(&f->out, '\n');
        blank = empty;
        line = rest;
    }
    if (last && trimmed(line, end))
        add_comment(f, line, end, depth);
    else if (!last)
        indent(f, depth);
}

static void add_gap(Format *f, int i)
{
    const char *text = f->source->text;
    bool first = i == 0, last = i == f->token.n - 1;
    const char *gap = text + (first ? 0 : f->token.at[i - 1].to);
    const char *end = text + f->token.at[i].from;
    if (first || last || memchr(gap, '\n', (size_t)(end - gap)))
        add_lines(f, gap, end, first, last);
    else
        text_add(&f->out, blank(f, i));
}

/* ---- all --------------------------------------------------------------------------------- */

static bool same_tokens(const Source *a, const Source *b)
{
    Tokens x = tokens_of(a), y = tokens_of(b);
    bool same = x.n == y.n;
    for (int i = 0; same && i < x.n; i++) {
        const Token *s = &x.at[i], *t = &y.at[i];
        same = s->kind == t->kind && s->to - s->from == t->to - t->from
            && !memcmp(a->text + s->from, b->text + t->from, (size_t)(s->to - s->from));
    }
    return same;
}

const char *format_program(const Source *s)
{
    if (!parse_program(s))
        stop_run();
    Format f = { .source = s, .token = tokens_of(s) };
    for (int i = 0; i < f.token.n; i++) {
        const Token *t = &f.token.at[i];
        add_gap(&f, i);
        text_addn(&f.out, s->text + t->from, t->to - t->from);
    }
    const char *text = text_str(&f.out);
    if (!same_tokens(s, source_new(s->name, text, f.out.n)))
        bug("the formatted program is another one");
    return text;
}
