/* verify.h -- shared by verify.c and alias.c. */
#ifndef MAPNEST_CORE_VERIFY_H
#define MAPNEST_CORE_VERIFY_H

#include "core.h"

/* What is wrong with the consumption of arrays in the function, which is well
   typed; null if nothing is. */
const char *alias_check(const Func *f);

#endif
