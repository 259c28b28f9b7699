/* tokens.h -- shared by grammar/core.l, core.y and tokens.c. */
#ifndef MAPNEST_CORE_TOKENS_H
#define MAPNEST_CORE_TOKENS_H

#include "syntax.h"
#include "core.tab.h"

/* core.l */
void tokens_open(Reader *rd);
/* From now on this text is scanned, as rules. */
void tokens_scan(Reader *rd, const char *text, int n);
int core_scan(CORE_YYSTYPE *value, CORE_YYLTYPE *at, void *scanner);

/* tokens.c: for the scanner */
void tokens_locate(Reader *rd, CORE_YYLTYPE *at, const char *text, int n);
const Span *tokens_span(const Reader *rd, const CORE_YYLTYPE *at);
int tokens_word(const char *word);
/* Begins an example, or another part of a rule file that the engine does not ask for. */
bool tokens_tries(int t);
int tokens_rule_word(const Reader *rd, const char *word, int line, int col);
const char *tokens_string(const char *text, int n);

/* each.c: at the word `for` in the first column; it tells where the header stands. */
void each_begin(Reader *rd, CORE_YYLTYPE *at);
/* Where the text of a row ends: true, and the place of `for`, if there is another row. */
bool each_next(Reader *rd, CORE_YYLTYPE *at);
/* " where K = redomap", for errors. */
const char *each_values(const Each *e);

/* tokens.c: for the grammar */
int core_yylex(CORE_YYSTYPE *value, CORE_YYLTYPE *at, Reader *rd);
void core_yyerror(CORE_YYLTYPE *at, Reader *rd, const char *text);
/* A syntax error at the token there, or at the end, where one of n others was expected. */
void tokens_error(Reader *rd, CORE_YYLTYPE *at, bool end, const char *const *expected, int n);

#endif
