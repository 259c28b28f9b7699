/* escape.h -- what follows a backslash in a string or a character. */
#ifndef FRONT_ESCAPE_H
#define FRONT_ESCAPE_H

#include "../base/base.h"

typedef enum { ESCAPE_CHAR, ESCAPE_NOTHING, ESCAPE_UNKNOWN } EscapeKind;
typedef struct { EscapeKind kind; unsigned value; } Escape;

/* Reads what begins with the backslash at *p, and moves past what is known of it. */
Escape escape_read(const char **p);

#endif
