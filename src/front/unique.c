/* unique.c -- uniqueness and consumption. */
#include "checker.h"

void check_unique(Dec *d)
{
    (void)d;
}
