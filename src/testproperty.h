/*
 * testproperty.h -- properties: entry points that give true, whatever they are given.
 */
#ifndef MAPNEST_TESTPROPERTY_H
#define MAPNEST_TESTPROPERTY_H

#include "run.h"

/* Null: it is true of `count` random arguments, the same ones each time. Otherwise what
   refutes it, made as small as it gets. */
const char *property_refuted(const Runner *r, const Func *entry, int count);

#endif
