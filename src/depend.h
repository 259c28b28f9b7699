/*
 * depend.h -- -MD: what the written files were made from, as rules that make
 * and Ninja read.
 */
#ifndef MAPNEST_DEPEND_H
#define MAPNEST_DEPEND_H

#include "base/base.h"

typedef VEC(const char *) Paths;

typedef struct {
    bool wanted, phony;
    const char *file;          /* null: beside the others */
    Paths target;              /* as make reads them; none: what was written */
    Paths written;
} Depend;

/* With what has a meaning in a makefile escaped. */
const char *make_quoted(const char *path);
/* The rules; the files read are those of file_read. */
const char *depend_text(const Depend *d);

#endif
