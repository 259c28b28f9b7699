/*
 * machine.h -- how long a card takes for what a kernel asks of it. Both who counts what a run on
 * the CPU does (counted.h) and who reads core (time.h) ask here.
 *
 * Units: microseconds, bytes, cycles; latencies in nanoseconds.
 */
#ifndef MAPNEST_COST_MACHINE_H
#define MAPNEST_COST_MACHINE_H

#include <stdbool.h>

/* A row of cards.txt. */
typedef struct {
    char name[20];
    double processors, ghz, bandwidth, l2, latency, threads, blocks, shared, lanes;
} Card;

/* The card of that name, null: the first; false if there is none. */
bool card_find(const char *name, Card *card);
/* Card i of the table; false if it has no more. */
bool card_at(int i, Card *card);

#define LAUNCH_TIME 2.5        /* microseconds of the host for a kernel, or for a copy */

/* Of one launch. */
typedef struct {
    double bytes;              /* of its arrays, each once */
    double asked;              /* bytes that its threads ask the caches for */
    double under_way;          /* bytes that its loads have under way at once */
    double turns;              /* of shared memory: 128 bytes each */
    double issue;              /* cycles of a multiprocessor's schedulers */
    double waits;              /* microseconds that threads wait, wave after wave */
} Demand;

/* The slowest of these decides, and is named. */
typedef enum { BY_LAUNCH, BY_MEMORY, BY_LATENCY, BY_REQUESTS, BY_BANKS, BY_WAVES, BY_ISSUE } Limit;
extern const char *const limit_name[];

/* Microseconds of a launch; `limit` may be null. */
double demand_time(const Card *card, const Demand *d, Limit *limit);
/* Bytes a nanosecond, at which a kernel of so many bytes finds them: in memory, or in the L2 cache
   if all fit into half of it. */
double demand_rate(const Card *card, double bytes);
#endif
