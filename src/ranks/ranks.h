/*
 * ranks.h -- programs for several processes, each with a device and a part of the data.
 */
#ifndef MAPNEST_RANKS_H
#define MAPNEST_RANKS_H

#include "../core/core.h"

/* Makes of each entry point what a rank does; see Ranked. strict: what each rank would have to
   compute or gather as a whole is an error, else a warning. */
void spread_over_ranks(Program *p, bool strict);

#endif
