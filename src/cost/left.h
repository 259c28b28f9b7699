/* left.h -- a body without the versions that are left out. */
#ifndef MAPNEST_COST_LEFT_H
#define MAPNEST_COST_LEFT_H

#include "../core/core.h"

typedef struct {
    Table *always, *never;     /* `if`s of which the first branch, the second one, is all */
    Table *named;              /* tests after which versions are called: they keep their names */
    Table *threshold;          /* name -> the threshold with its value, if that is another one */
    Subst *now;                /* tests that are known, and later what those `if`s gave */
    struct Around *around;     /* bodies under construction, the innermost first */
} Left;

Left left_new(void);

/* With the branches that are left in the place of those `if`s, and `&&` and `||` of what is known
   worked out. */
Core *body_left(const Core *body, Left *l);

#endif
