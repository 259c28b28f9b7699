/* handed.h -- values whose rows differ, nested and apart. */
#ifndef MAPNEST_HANDED_H
#define MAPNEST_HANDED_H

#include "core/core.h"

/* What an entry point takes, or gives: values as the caller has them, and the parameters
   or results that they are. */
typedef struct {
    const Handed *all;         /* null: each is one */
    int n;
    const Type **part;
    int nparts;
} Caller;
Caller side_in(const Func *f);
Caller side_out(const Func *f);

/* All values of a buffer, nested or apart; null, *error set, on bad input. s may be null;
   typed: numbers without a suffix have the types that it says. */
Value **side_read(ValueCursor *c, const Caller *s, bool typed, int *count, const char **error);
/* Values that are nested, apart; others as they are. Takes them over if *why stays null. */
Value **side_apart(const Caller *s, Value **v, int *n, const char **why);
/* And back. */
Value **side_together(const Caller *s, Value **v, int *n);

#endif
