/*
 * completion.h -- names that begin with what is typed, as libreadline and libedit ask for them.
 */
#ifndef MAPNEST_COMPLETION_H
#define MAPNEST_COMPLETION_H

#include "base/base.h"

/* Names are those of these declarations, of the file, and of the prelude; null: no file. */
void completion_of(const char *decs, const char *file);
/* The next name that begins with the word; again: not the first. To be freed; null: no more. */
char *completion_next(const char *word, int again);

#endif
