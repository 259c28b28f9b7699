/*
 * parse.h -- what scanner, grammar and parse.c share.
 */
#ifndef MAPNEST_PARSE_H
#define MAPNEST_PARSE_H

#include "build.h"
#include "lang.tab.h"

/* A let: how many brackets are open around it, and where it starts. */
typedef struct { int nesting, column; } LetMark;

struct Parse {
    const Source *source;
    Ast *ast;
    void *scanner;
    int line, col;             /* of the next character */
    int nesting;               /* open brackets */
    bool spaced;               /* blanks stood before this token */
    bool in_exists;            /* after '?': the dot ends the sizes */
    bool was_operand;          /* the token before can be indexed */
    bool in_hom;               /* `|` at the start of a line begins an equation */
    bool skipping;             /* to the next declaration */
    int token;                 /* the last one read */
    LANG_YYSTYPE value;
    LANG_YYLTYPE at;
    bool held;                 /* it is to be read again */
    VEC(LetMark) let;          /* those of this declaration */
    NameList attr;             /* of its patterns */
    bool abandoned;            /* the parser ends here, to start again */
};

/* What the parser reads: brackets counted and told apart ("a[i]" is an
   index, "a [i]" an application), and broken declarations skipped. */
int lang_yylex(LANG_YYSTYPE *value, LANG_YYLTYPE *at, Parse *p);
/* lang.l: what stands in the text. */
int parse_scan(LANG_YYSTYPE *value, LANG_YYLTYPE *at, void *scanner);
void parse_scan_start(Parse *p);
const Span *parse_span(const Parse *p, LANG_YYLTYPE at);
/* Which operator class a symbol is in: by its leading characters. */
int symbol_token(const char *name);
TokenText token_text(const char *s, int n);
/* Only the first character of the token was taken. */
void token_shorten(Parse *p, LANG_YYLTYPE *at);
void lex_error(Parse *p, const LANG_YYLTYPE *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
const char *char_name(char c);
/* Reports a syntax error at the last token, with what was expected, and finds
   where to go on: after the let that the parser is in, or at the next
   declaration. */
void parse_error(Parse *p, const char *const *expected, int n, bool in_let);

#endif
