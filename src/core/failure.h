/* failure.h -- the texts of run-time failures; failure.def says what {} is. */
#ifndef MAPNEST_CORE_FAILURE_H
#define MAPNEST_CORE_FAILURE_H

#include "core.h"

typedef enum {
#define FAILURE(id, text) FAIL_##id,
#include "failure.def"
#undef FAILURE
} Failure;

/* The text of the table. */
const char *failure_format(Failure f);
/* With its %s filled in. */
const char *failure_text(Failure f, ...);
/* Of an INDEX or UPDATE of an array of that rank. The values: of each index
   one, of each span its start, end and, unless it is 1, step; then the shape. */
const char *failure_index(const Core *n, int rank);
bool failure_says_step(const Core *span);
/* Of a coercion to t; the values: the sizes there are, then those of t. */
const char *failure_coerce(const Type *t);
/* "{}" or "{u}". */
const char *failure_hole(Prim p);
/* Source text, with its braces as they are. */
const char *failure_quote(const char *text);
int failure_holes(const char *text);
/* With the values in place. */
const char *failure_fill(const char *text, const int64_t *value);
/* As a format of printf: each value is a long long, or unsigned. */
const char *failure_printf(const char *text);

#endif
