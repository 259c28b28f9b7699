/* pattern.h -- shared by pattern.c and rulefile.c. */
#ifndef MAPNEST_REWRITE_PATTERN_H
#define MAPNEST_REWRITE_PATTERN_H

#include "../core/syntax.h"

Core *pattern(const Syn *s);
Stm pattern_stm(const Syn *s);
/* A CTX of metavariables, levels and dots; commas among them are skipped. */
Core *pattern_context(Syn *const *item, int n, const Span *span);
/* A level, a dot, or a list with one of them. */
bool pattern_is_context(const Syn *s);
/* A word that separates arguments: with, by, as, in, at, keeping, to. */
bool pattern_connects(const Syn *s);

#endif
