/* choose.h -- which versions of a nest are written; see choose.c. */
#ifndef MAPNEST_COST_CHOOSE_H
#define MAPNEST_COST_CHOOSE_H

#include "../rewrite/rewrite.h"

typedef struct {
    bool all;                  /* versions stay; else */
    int most;                  /*   of a nest */
    const RewriteOption *told; /* by the user: thresholds, among others */
    int ntold;
    const RuleSet *rules;      /* which declare them */
} VersionsAsked;

/* Leaves versions out of all functions of p, and sets thresholds. True: something has changed.
   Program.left tells which versions; the trace may be null. */
bool choose_versions(Program *p, const VersionsAsked *asked, Trace *t);

#endif
