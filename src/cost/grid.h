/* grid.h -- sizes for which times are predicted. */
#ifndef MAPNEST_COST_GRID_H
#define MAPNEST_COST_GRID_H

#include "time.h"

/* Each size of a function is a power of `step`, or that times the least one that is stated; and
   the most. A point has one value of each. */
typedef struct {
    VEC(Var *) size;
    int64_t step;
} Grid;

/* False: the function has no sizes, or too many. */
bool grid_make(Grid *g, const Func *f);
/* And a size that data decide. False: there are too many. */
bool grid_add(Grid *g, Var *v);
int64_t grid_points(const Grid *g);
/* Tells the sizes of a point. */
void grid_set(const Grid *g, int64_t point, Numbers *n);
/* Returns the sizes of the point that was set last: "n = 64, m = 4096". */
const char *grid_str(const Grid *g, const Numbers *n);

#endif
