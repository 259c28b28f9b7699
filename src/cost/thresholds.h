/* thresholds.h -- which values the thresholds of a program have. */
#ifndef MAPNEST_COST_THRESHOLDS_H
#define MAPNEST_COST_THRESHOLDS_H

#include "chain.h"

double cost_of_times(double times);
/* From now on, those that a user has told have these values. */
void thresholds_tell(const Thresholds *all);
/* Sets those that are not fixed, so that tests miss the fastest versions by least. */
void thresholds_solve(const Thresholds *all, const Chains *of, int n);

#endif
