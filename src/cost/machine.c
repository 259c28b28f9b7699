/*
 * machine.c -- the table of cards, and the time of a launch on one.
 *
 * A launch costs LAUNCH_TIME; then the slowest of these decides:
 *
 *   memory     the bytes of its arrays, each once, at the bandwidth of the card's memory; at that
 *              of the L2 cache if all of them fit into half of it
 *   latency    as memory, but fewer bytes are under way at once than latency x bandwidth
 *   requests   the bytes that its threads ask the caches for, 32 a cycle and multiprocessor
 *   banks      turns of shared memory, one a cycle and multiprocessor
 *   waves      what threads wait, once for each wave of blocks that the card keeps
 *   issue      the instructions of its warps, four a cycle and multiprocessor
 */
#include "machine.h"
#include "../base/embed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const limit_name[] = {
    [BY_LAUNCH] = "launch", [BY_MEMORY] = "memory", [BY_LATENCY] = "latency",
    [BY_REQUESTS] = "requests", [BY_BANKS] = "banks", [BY_WAVES] = "waves", [BY_ISSUE] = "issue",
};

bool card_at(int i, Card *c)
{
    const Embedded *table = embedded_find("cost/cards.txt");
    for (const char *s = table ? table->text : NULL; s && *s; s = strchr(s, '\n')) {
        s += *s == '\n';
        int n = sscanf(s, "%19s %lf %lf %lf %lf %lf %lf %lf %lf %lf", c->name, &c->processors,
                       &c->ghz, &c->bandwidth, &c->l2, &c->latency, &c->threads, &c->blocks,
                       &c->shared, &c->lanes);
        if (n == 10 && *s != '#' && i-- == 0)
            return true;
    }
    return false;
}

bool card_find(const char *name, Card *c)
{
    for (int i = 0; card_at(i, c); i++)
        if (!name || !strcmp(name, c->name))
            return true;
    return false;
}

double demand_rate(const Card *c, double bytes)
{
    return bytes < c->l2 * 0.5e6 ? c->processors * 32 * c->ghz : c->bandwidth;
}

double demand_time(const Card *c, const Demand *d, Limit *limit)
{
    double us = 1000 * c->ghz, all = us * c->processors;    /* cycles a microsecond */
    double rate = demand_rate(c, d->bytes), way = d->under_way / c->latency;
    const double time[] = {
        [BY_LAUNCH] = LAUNCH_TIME,
        [BY_MEMORY] = d->bytes / rate / 1000,
        [BY_LATENCY] = way < rate ? d->bytes / way / 1000 : 0,
        [BY_REQUESTS] = d->asked / (all * 32),
        [BY_BANKS] = d->turns / all,
        [BY_WAVES] = d->waits,
        [BY_ISSUE] = d->issue / us,
    };
    Limit slowest = BY_MEMORY;
    for (Limit i = BY_MEMORY; i <= BY_ISSUE; i++)
        if (time[i] > time[slowest])
            slowest = i;
    if (limit)
        *limit = time[slowest] < LAUNCH_TIME ? BY_LAUNCH : slowest;
    return LAUNCH_TIME + time[slowest];
}
