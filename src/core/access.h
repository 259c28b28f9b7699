/*
 * access.h -- access.c: the elements of arrays that a term reads and writes.
 *
 * In: a term, and what is known of the integers in it. Out: each of its accesses: the array, the
 * entries, and how often it happens; each entry as a form in an index, or as a range around it.
 */
#ifndef MAPNEST_CORE_ACCESS_H
#define MAPNEST_CORE_ACCESS_H

#include "core.h"

typedef struct {
    const Core *node;          /* INDEX or UPDATE; a SOAC reads all elements of an array in turn */
    Core *array;
    Kids entry;                /* of the first dimensions; none: of a SOAC */
    bool written;
    int64_t times;             /* how often; a loop of unknown length counts as one iteration */
    int depth;                 /* of loops and combinators around it, the SOAC itself too */
    const Var *step;           /* the index of the innermost loop; or null */
} Access;

/* Visits all accesses of the term, each under what the branches around it assume. */
typedef void AccessFn(const Access *a, void *arg);
void core_accesses(Ranges *r, Core *term, AccessFn *visit, void *arg);

/* The number of iterations of a loop, or elements of a SOAC; null: it is neither. */
const Core *rounds_of(const Core *n);
/* Assumes that loops and levels of the node have at least one iteration. Returns what was assumed
   before, for range_forget. */
Assumptions range_enter(Ranges *r, const Core *n);

/* The entry is coef * index + rest, and the index is not in the rest. */
typedef struct {
    int64_t coef;
    Core *rest;
} Affine;
/* False: the index is in a quotient, a choice, or a product with a name. */
bool affine_of(const Ranges *r, const Core *entry, const Var *index, Affine *out);
/* The entry is computed from what a read gives, or from one of these. */
bool depends_on_data(const Ranges *r, const Core *entry, const Table *data);
/* The access as one of the array of which a part has a name; not of what is outside. */
Access access_of_whole(const Ranges *r, const Access *a, const Table *outside);

/* Elements around steps * index: from low to high behind it. */
typedef struct {
    int64_t low, high;
    Core *turned;              /* the entry is this modulo the array's length; or null */
    Core *behind;              /* how far it is, where that is no constant; or null */
    int64_t steps;
    bool clamped;              /* it is the position `by` behind the index, or, if that is not in
                                  the array, the first or the last one */
    int64_t by;
} Offset;
/* The entry, which is inside a dimension of size n, is near the index; all of it is known. */
bool offset_of(Ranges *r, const Core *entry, const Var *index, const Core *n, Offset *out);

/* An element at most this far from a position belongs to a window around the position. */
enum { FARTHEST = 8 };

#endif
