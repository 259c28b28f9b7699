/*
 * output.h -- the files of a run: all are written or, if one of them must not be
 * replaced, none is.
 */
#ifndef MAPNEST_OUTPUT_H
#define MAPNEST_OUTPUT_H

#include "base/base.h"

typedef struct {
    const char *path, *text;
    bool any;                  /* replaces whatever is there */
} Output;

typedef struct {
    VEC(Output) file;
    bool force;                /* replace files that mapnest did not write */
} Outputs;

void output_add(Outputs *o, const char *path, const char *text);
/* Writes all, with the folders that they need; what goes wrong is an error (fail_at). */
void outputs_write(const Outputs *o);
/* Makes the folder, and those it is in; false, errno set, if it cannot. */
bool folder_make(const char *path);

#endif
