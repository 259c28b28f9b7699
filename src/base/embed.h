/*
 * embed: the files that the program carries with it (rules, prelude,
 * templates), as scripts/embed wrote them at build time.
 */
#ifndef MAPNEST_EMBED_H
#define MAPNEST_EMBED_H

#include <stddef.h>

typedef struct {
    const char *name;          /* "templates/cuda/file.cu.mustache" */
    const char *text;          /* size bytes and a '\0' */
    size_t size;
} Embedded;

extern const Embedded embedded_files[];
extern const int embedded_count;

/* Null if there is no such file. */
const Embedded *embedded_find(const char *path);

#endif
