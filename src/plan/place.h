/*
 * place.h -- where host-level code runs, and which side knows a host-level
 * scalar: decided for a whole entry before any of it is lowered.
 */
#ifndef MAPNEST_PLAN_PLACE_H
#define MAPNEST_PLAN_PLACE_H

#include "plan.h"

/* Where a host-level binding is computed. */
typedef enum {
    ON_HOST,                   /* by the host, or by kernels that it launches */
    IN_USERS,                  /* by each kernel that uses it: it only reads what stays; the host
                                  makes the checks */
    FROM_MEMORY,               /* the host reads the element from the device */
    BY_ONE_THREAD              /* by a kernel of one thread */
} Site;

typedef struct {
    Table *device;             /* scalars that only the device knows */
    Table *read_back;          /* scalars that the device computes and the host waits for */
    Table *at_host;            /* ifs that the host runs although it must read for them */
    Table *site;               /* first variable of a binding to its Site, if not ON_HOST */
    Table *defined;            /* Var to the Stm that binds it; of a loop's: to the loop */
} Places;

Places *places_of(const Func *entry, bool unsafe);
Site site_of(const Places *p, const Stm *s);

#endif
