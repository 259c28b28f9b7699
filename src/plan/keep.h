/* keep.h -- arrays of a block's body that its threads keep to themselves; of core alone. */
#ifndef MAPNEST_PLAN_KEEP_H
#define MAPNEST_PLAN_KEEP_H

#include "uses.h"

typedef VEC(const Kids *) Nests;

/* The arrays that are made and read by nests of the same widths, each element by the thread
   that made it: Var to the levels (Kids) of one such nest. `nests` gets those of all nests
   in the body. */
Table *arrays_kept(const Core *body, Nests *nests);

/* Result k of the body can be made in the place of v, an array that the body is given: an
   element of it is read for the same element of the result alone. */
bool element_by_element(const Core *body, int k, const Var *v);

#endif
