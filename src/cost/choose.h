/* choose.h -- which versions of a nest are written; see choose.c. */
#ifndef MAPNEST_COST_CHOOSE_H
#define MAPNEST_COST_CHOOSE_H

#include "../rewrite/rewrite.h"

/* Leaves versions out of all functions of p: no nest has more than `most` of them. True: some
   are. Program.left tells them; the trace may be null. */
bool choose_versions(Program *p, int most, Trace *t);

#endif
