/* parse.c -- what stands between scanner and grammar, and syntax errors. */
#include "parse.h"

#include <string.h>

enum { MAX_NESTING = 500 };

const Span *parse_span(const Parse *p, LANG_YYLTYPE at)
{
    return span_new(p->source, at.first_line, at.first_column, at.last_line, at.last_column);
}

int symbol_token(const char *name)
{
    static const struct { const char *text; int token; bool exact; } classes[] = {
        { "*", STAR, true },  { "-", MINUS, true }, { "<", LESS, true },
        { "^", HAT, true },   { "|", BAR, true },   { "!", BANG, true },
        { "**", POW, false }, { "|>", PIPE, false }, { "<|", APP, false },
        { "||", OR, false },  { "&&", AND, false }, { "==", CMP, false },
        { "!=", CMP, false }, { "<<", SHIFT, false }, { ">>", SHIFT, false },
        { "<", CMP, false },  { ">", CMP, false },  { "&", BIT, false },
        { "^", BIT, false },  { "|", BIT, false },  { "+", ADD, false },
        { "-", ADD, false },  { "*", MUL, false },  { "/", MUL, false },
        { "%", MUL, false },  { "=", CMP, false },  { "!", CMP, false },
    };
    const char *s = name + strcspn(name, "+-*/%=!><|&^");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].exact ? !strcmp(name, classes[i].text)
                             : str_starts(s, classes[i].text))
            return classes[i].token;
    return CMP;
}

TokenText token_text(const char *s, int n)
{
    return (TokenText){ str_copyn(s, n), n };
}

void token_shorten(Parse *p, LANG_YYLTYPE *at)
{
    at->last_line = at->first_line;
    at->last_column = at->first_column;
    p->line = at->first_line;
    p->col = at->first_column + 1;
}

const char *char_name(char c)
{
    if (c > ' ' && c < 127)
        return format("'%c'", c);
    return format("byte 0x%02x", (unsigned char)c);
}

void lex_error(Parse *p, const LANG_YYLTYPE *at, const char *fmt, ...)
{
    if (p->skipping)
        return;
    Text t = {0};
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(&t, fmt, ap);
    va_end(ap);
    error_at(parse_span(p, *at), ERR_SYNTAX, "%s", text_str(&t));
}

/* ---- tokens on their way ------------------------------------------------- */

/* After a broken declaration, the next one: a keyword in the first column. */
static bool restarts(int token, const LANG_YYLTYPE *at)
{
    switch (token) {
    case END:
        return true;
    case DEF: case LET: case ENTRY: case TYPE: case OPEN: case IMPORT: case LOCAL:
    case MODULE: case ATTR: case HOM:
        return at->first_column == 1;
    default:
        return false;
    }
}

static bool can_be_indexed(int token)
{
    switch (token) {
    case ID: case QUALID: case FIELD: case ')': case ']': case '}': case STRING:
        return true;
    default:
        return false;
    }
}

static bool opens(int token)
{
    return token == '(' || token == '[' || token == '{' || token == QUALPAREN ||
           token == ATTR || token == DOT_BRACKET;
}

static void count_brackets(Parse *p, int token, const LANG_YYLTYPE *at)
{
    if (opens(token) && ++p->nesting > MAX_NESTING)
        fail_at(parse_span(p, *at), ERR_NESTING, "brackets nested more than %d deep", MAX_NESTING);
    if ((token == ')' || token == ']' || token == '}') && p->nesting > 0)
        p->nesting--;
}

static void count_lets(Parse *p, int token, const LANG_YYLTYPE *at)
{
    if (restarts(token, at))
        p->let.n = 0;
    else if (token == LET)
        vec_push(&p->let, ((LetMark){ p->nesting, at->first_column }));
    while (p->let.n && p->let.at[p->let.n - 1].nesting > p->nesting)
        p->let.n--;
}

static int next_token(Parse *p)
{
    p->spaced = false;
    int line = p->at.last_line, before = p->token;
    int token = parse_scan(&p->value, &p->at, p->scanner);
    if (token == ID && p->at.first_column == 1 && p->value.name == intern("hom"))
        token = HOM;
    if (restarts(token, &p->at))
        p->in_hom = token == HOM;
    if (token == BAR && p->in_hom && (p->at.first_line > line || before == '='))
        token = EQUATION;
    if (token == END)
        p->at = (LANG_YYLTYPE){ p->line, p->col, p->line, p->col };
    bool index = token == '[' && !p->spaced && can_be_indexed(p->token);
    count_brackets(p, token, &p->at);
    count_lets(p, token, &p->at);
    return p->token = index ? TIGHT : token;
}

int lang_yylex(LANG_YYSTYPE *value, LANG_YYLTYPE *at, Parse *p)
{
    if (p->abandoned)
        return END;
    if (!p->held)
        next_token(p);
    p->held = false;
    while (p->skipping && !restarts(p->token, &p->at))
        next_token(p);
    p->nesting = p->skipping ? 0 : p->nesting;
    p->skipping = false;
    *value = p->value;
    *at = p->at;
    return p->token;
}

/* ---- syntax errors ------------------------------------------------------- */

/* All when they are few; else the kind of phrase, or what would close it. */
static const char *wanted(const char *const *names, int n)
{
    static const char *const closers[] = { "in", "then", "else", "do", "->", "')'", "']'",
                                           "'}'", "'='" };
    if (n > 3 && str_among(names, n, "if") && str_among(names, n, "loop"))
        return "an expression";
    if (n > 3 && str_among(names, n, "entry"))
        return "a declaration";
    if (n > 3 && str_among(names, n, "'?'"))
        return "a type";
    if (n > 3 && str_among(names, n, "'_'") && !str_among(names, n, "'='"))
        return "a name or a pattern";
    return text_wanted(names, n, closers, sizeof closers / sizeof *closers);
}

/* Whether the token goes on where the let was: it stands outside of all brackets
   that were opened since, or below the let, if one was not closed. */
static bool ends_let(const Parse *p, LetMark let)
{
    return (p->token == IN || p->token == LET) &&
           (p->nesting == let.nesting || p->at.first_column == let.column);
}

/* From the broken token to the 'in' or the next 'let' of this let; false if the
   declaration or a bracket around the let ends before. */
static bool find_let_body(Parse *p)
{
    LetMark let = p->let.n ? p->let.at[p->let.n - 1] : (LetMark){ 0, 0 };
    bool found = p->token == IN || ends_let(p, let);
    p->skipping = true;
    while (!found && !restarts(p->token, &p->at) && p->nesting >= let.nesting) {
        next_token(p);
        p->held = true;
        found = ends_let(p, let);
    }
    p->skipping = false;
    p->nesting = found ? let.nesting : p->nesting;
    return found;
}

static void find_declaration(Parse *p)
{
    p->skipping = true;
    p->held = restarts(p->token, &p->at);
}

void parse_error(Parse *p, const char *const *expected, int n, bool in_let)
{
    const char *want = wanted(expected, n), *found = "the end of the file";
    const Span *at = parse_span(p, p->at);
    if (p->token != END)
        found = span_token(at);
    error_at(at, ERR_SYNTAX, *want ? "expected %s, found %s"
             : "%.0s%s cannot stand here", want, found);
    if (in_let && find_let_body(p))
        return;
    find_declaration(p);
    p->abandoned = in_let && p->token != END;
}

Ast *parse_parts(const Source *s, bool *whole)
{
    Parse p = { .source = s, .ast = NEW(Ast), .line = 1, .col = 1, .token = END };
    p.ast->source = s;
    parse_scan_start(&p);
    int errors = error_count();
    *whole = lang_yyparse(&p) == 0;
    while (p.abandoned) {
        p.abandoned = false;
        lang_yyparse(&p);
    }
    for (int i = 0; i < p.ast->dec.n; i++)
        dec_check_nesting(p.ast->dec.at[i]);
    *whole &= error_count() == errors;
    return p.ast;
}

Ast *parse_program(const Source *s)
{
    bool whole;
    Ast *ast = parse_parts(s, &whole);
    return whole ? ast : NULL;
}
