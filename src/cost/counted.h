/*
 * counted.h -- how long a card takes for a program that ran on the CPU runtime, by what the meter
 * counted and by what nvcc says of its kernels: a model, not a measurement.
 */
#ifndef MAPNEST_COST_COUNTED_H
#define MAPNEST_COST_COUNTED_H

#include "../base/base.h"
#include "machine.h"

typedef struct CountedKernel CountedKernel;
typedef VEC(CountedKernel *) Counted;

/* The kernels of a run: `counts` is the JSON of EMU_JSON; `resources` what tests/bench/resources
   prints, or empty: then nothing is known of registers and loads. What is wrong, or null. */
const char *counted_read(Counted *kernels, const char *counts, const char *resources);
/* Microseconds. With `times` blocks and bytes are as many times as many as the meter saw: as if
   the arrays were longer, and no block found in the L2 cache what another has read. */
double counted_time(const Counted *kernels, const Card *card, double times);
/* A line for each kernel: name, launches, blocks, kilobytes under way and needed a multiprocessor,
   microseconds, what decides. */
void counted_print(Text *out, const Counted *kernels, const Card *card, double times);
#endif
