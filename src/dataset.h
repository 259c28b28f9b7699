/*
 * dataset.h -- random values, the same as those of `futhark dataset`: SplitMix, from which
 * the library that Futhark is built with draws numbers of a range.
 */
#ifndef MAPNEST_DATASET_H
#define MAPNEST_DATASET_H

#include "core/core.h"

typedef struct { uint64_t state, step; } Random;
Random random_seeded(uint64_t seed);
uint64_t random_word(Random *r);

/* Where numbers lie, both ends included. */
typedef struct { Scalar least, most; } Bounds;
/* All integers; floats from 0 to 1. One for each scalar type. */
Bounds *dataset_bounds(void);
/* "i32:-10:10" sets those of a type; false: it does not say that. */
bool dataset_bound(Bounds *bounds, const char *text);

enum { TEST_SEED = 1 };        /* of all values of test blocks, and where none is given */

/* What "[3][4]i32" or a literal at *p stands for, drawn from a seed of its own; null if it is
   not understood. `want` is the type of a literal without a suffix, or null. */
Value *dataset_value(const char **p, uint64_t seed, const Bounds *bounds, const Prim *want);
/* Prints "[3][..]i32": rows of 0 to 8 elements, drawn like all else; false: it is not that. */
bool dataset_ragged(const char *type, uint64_t seed, const Bounds *bounds);
/* On standard output; rows begin in the first column, as Futhark's. */
void dataset_print(const Value *v, bool binary);

#endif
