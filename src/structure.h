/*
 * structure.h -- what `structure { SegMap 2 }` in a test block counts.
 */
#ifndef MAPNEST_STRUCTURE_H
#define MAPNEST_STRUCTURE_H

#include "core/core.h"

/* The nodes of this name, Futhark's or core's, in a program; -1: no such name. */
int structure_count(const Program *p, const char *name);

#endif
