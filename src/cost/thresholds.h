/* thresholds.h -- which values the thresholds of a program have. */
#ifndef MAPNEST_COST_THRESHOLDS_H
#define MAPNEST_COST_THRESHOLDS_H

#include "chain.h"

double cost_of_times(double times);
/* Sets those that no user has told, so that tests miss the fastest versions by least. */
void thresholds_solve(const Thresholds *all, const Chains *of, int n);

#endif
