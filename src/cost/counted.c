/*
 * counted.c -- what kernels ask of a card, from the meter's counts and nvcc's resources.
 *
 *   latency    the resident threads that load or store at all have so many bytes under way as nvcc
 *              has independent loads. Of blocks that take tile after tile few are under way at
 *              once on the CPU and take all; a card's work all, while there are 8 bytes a thread
 *   waves      a block that loads takes the latency at least, and no more are at once than are
 *              resident: many small blocks, which have little under way each
 *   issue      of kernels with a loop that computes. How often that is done, the words tell that it
 *              loads from shared memory; how often the loop around it, the bytes that that loads
 *              from global memory; on the way that whole tiles at multiples of 16 bytes take. Each
 *              load and FMA waits for none before: there are warps enough, and sums
 *
 * Resident are as many blocks as threads, registers and shared memory allow. A multiprocessor has
 * whole blocks. Other arithmetic, atomics and the waiting of blocks for each other are not in the
 * model.
 */
#include "counted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, REGISTERS = 65536 };

struct CountedKernel {
    const char *name;
    /* Of all launches, by the meter. */
    double launches, blocks, threads, working, dynamic;
    double distinct, sectors, loaded, turns, shared_bytes;
    /* By nvcc; 0: not known. */
    double registers, shared, in_flight, instructions, main_loop;
    /* Of a turn of the main loop, and of the loop in it that computes. */
    double way, turn_bytes, inner, fmas, words;
};

/* ---- what is read ------------------------------------------------------------------ */

static double field(const Json *o, const char *access, const char *key)
{
    const Json *in = access ? json_get(o, access) : o;
    const Json *j = in ? json_get(in, key) : NULL;
    return j && j->kind == JSON_NUMBER ? strtod(j->text, NULL) : 0;
}

static CountedKernel *kernel_counted(const Json *o)
{
    const Json *name = json_get(o, "kernel");
    CountedKernel *k = MAKE(CountedKernel, .name = name ? name->text : "",
        .launches = fmax(field(o, NULL, "launches"), 1), .blocks = field(o, NULL, "blocks"),
        .threads = field(o, NULL, "threads"), .working = field(o, NULL, "working"),
        .dynamic = field(o, NULL, "dynamic"),
        .distinct = field(o, "load", "distinct") + field(o, "store", "distinct"),
        .sectors = field(o, "load", "sectors") + field(o, "store", "sectors"),
        .loaded = field(o, "load", "bytes"), .turns = field(o, "shared", "turns"),
        .shared_bytes = field(o, "shared", "bytes"));
    if (field(o, "sync", "distinct") > 0)
        k->working = fmax(k->working, fmin(k->threads, k->loaded / 8));
    return k;
}

static void take_resources(CountedKernel *k, const char *table)
{
    for (const char *s = table; s && *s; s = strchr(s, '\n')) {
        s += *s == '\n';
        char name[128] = "";
        int to = 0;
        if (sscanf(s, "  %127s %n", name, &to) != 1 || strcmp(name, k->name))
            continue;
        if (s[to] == '+')
            sscanf(s + to,
                   "+ way %lf, %lf bytes; inner loop %lf, FMA %lf, shared loads %*d, words %lf",
                   &k->way, &k->turn_bytes, &k->inner, &k->fmas, &k->words);
        else
            sscanf(s + to, "%lf %*f %lf %lf %lf %lf", &k->registers, &k->shared, &k->in_flight,
                   &k->instructions, &k->main_loop);
    }
}

const char *counted_read(Counted *kernels, const char *counts, const char *resources)
{
    const char *error = NULL;
    const Json *all = json_parse(counts, &error);
    if (!all || all->kind != JSON_LIST)
        return format("the meter's counts cannot be read: %s", error ? error : "not a list");
    for (int i = 0; i < all->n; i++) {
        CountedKernel *k = kernel_counted(all->item[i]);
        take_resources(k, resources);
        vec_push(kernels, k);
    }
    return NULL;
}

/* ---- what a launch asks ------------------------------------------------------------- */

static double up(double x, double to) { return ceil(x / to) * to; }

static double threads_of(const CountedKernel *k) { return k->blocks ? k->threads / k->blocks : 0; }

/* Blocks of the kernel at once on a multiprocessor. */
static double resident(const CountedKernel *k, const Card *c)
{
    double threads = threads_of(k), shared = k->shared + k->dynamic / k->launches;
    double n = fmin(c->blocks, floor(c->threads / threads));
    if (k->registers)
        n = fmin(n, floor(REGISTERS / (up(k->registers, 8) * up(threads, LANES))));
    if (shared)
        n = fmin(n, floor(c->shared * 1024 / (shared + 1024)));
    return fmax(n, 1);
}

/* How often a thread does the loop that computes. */
static double inner_turns(const CountedKernel *k)
{
    return k->inner && k->words && k->threads
         ? (k->shared_bytes - k->loaded) / (k->threads * 4) / k->words : 0;
}

/* Cycles that the warps of a multiprocessor take. */
static double issue_of(const CountedKernel *k, const Card *c, double blocks)
{
    double inner = inner_turns(k);
    if (!k->inner || !k->words || !k->threads)
        return 0;
    double rounds = k->turn_bytes ? k->loaded / (k->threads * k->turn_bytes) : 0;
    double slots = k->instructions - k->main_loop + rounds * (k->way - k->inner) + inner * k->inner;
    double cycles = fmax(slots / 4, inner * k->fmas * LANES / c->lanes);
    return cycles * ceil(blocks / c->processors) * ceil(threads_of(k) / LANES);
}

static Demand demand_of(const CountedKernel *k, const Card *c, double times)
{
    double each = times / k->launches, blocks = k->blocks * each;
    double at_once = k->threads ? c->processors * resident(k, c) : 1;
    double active = k->threads ? fmin(blocks, at_once) * k->working / k->blocks : 0;
    return (Demand){
        .bytes = k->distinct * each, .asked = k->sectors * 32 * each, .turns = k->turns * each,
        .under_way = k->threads ? active * (k->in_flight ? k->in_flight : 4) : INFINITY,
        .waits = k->loaded ? blocks / at_once * c->latency / 1000 : 0,
        .issue = issue_of(k, c, blocks),
    };
}

static double kernel_us(const CountedKernel *k, const Card *c, double times, Limit *limit)
{
    Demand d = demand_of(k, c, times);
    return k->launches * demand_time(c, &d, limit);
}

double counted_time(const Counted *kernels, const Card *c, double times)
{
    double all = 0;
    for (int i = 0; i < kernels->n; i++)
        all += kernel_us(kernels->at[i], c, times, NULL);
    return all;
}

/* The part of the card's FMAs of 32 bits in that time. */
static double peak_of(const CountedKernel *k, const Card *c, double times, double us)
{
    return inner_turns(k) * k->fmas * k->threads * times
         / (c->lanes * c->processors * c->ghz * 1000) / us;
}

void counted_print(Text *out, const Counted *kernels, const Card *c, double times)
{
    for (int i = 0; i < kernels->n; i++) {
        const CountedKernel *k = kernels->at[i];
        Limit limit;
        double us = kernel_us(k, c, times, &limit), peak = peak_of(k, c, times, us);
        Demand d = demand_of(k, c, times);
        double part = 1024 * c->processors, way = isfinite(d.under_way) ? d.under_way : 0;
        text_add(out, format("  %-32s %8.0f %10.0f %9.0f %9.0f %10.1f  %s", k->name, k->launches,
                             k->blocks * times / k->launches, way / part,
                             c->latency * demand_rate(c, d.bytes) / part, us,
                             limit_name[limit]));
        text_add(out, peak ? format("; %.0f %% of the FMAs\n", 100 * peak) : "\n");
    }
}
