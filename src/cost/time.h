/*
 * time.h -- how long flat core takes on a card (machine.h) for sizes that are told: a model, not a
 * measurement.
 *
 * Units: microseconds, bytes; latencies in nanoseconds. What is not known of a program (a value
 * that data decide, how long a while loop runs) is taken to be UNKNOWN_SIZE or UNKNOWN_TURNS.
 */
#ifndef MAPNEST_COST_TIME_H
#define MAPNEST_COST_TIME_H

#include "../core/core.h"
#include "machine.h"

/* ---- numbers.c: values of scalars ---------------------------------------------- */

enum { UNKNOWN_SIZE = 1024, UNKNOWN_TURNS = 16 };

typedef struct Numbers Numbers;
Numbers *numbers_new(const Card *card);
const Card *numbers_card(const Numbers *n);
void numbers_set(Numbers *n, const Var *v, double value);
/* Whatever it is set to from now on, it has that value, until it is pinned to another. */
void numbers_pin(Numbers *n, const Var *v, double value);
/* Of a scalar, a test as 0 or 1; NAN: it is not known. */
double number_of(const Numbers *n, const Core *e);
/* Of what variable k of a statement is bound to; a check gives what it checks. */
double number_bound(const Numbers *n, const Stm *s, int k);
/* Of a scalar operation, of which the operands are a and b. */
double number_by(const Numbers *n, const Core *e, double a, double b);
/* Of a size: UNKNOWN_SIZE if it is not known. */
double number_size(const Numbers *n, const Core *e);
/* Of all elements of an array, without regard to how long rows are where they differ. */
double number_elements(const Numbers *n, const Type *t);

/* ---- time.c: kernels ------------------------------------------------------------ */

typedef struct Clock Clock;
Clock *clock_new(Numbers *n);
/* Of what the host does, with its kernels; `if`s go as their tests do, and as the slower branch
   where nobody knows. Infinite where a block has too little shared memory. */
double clock_time(Clock *c, const Core *e);
void clock_restart(Clock *c);              /* the numbers that are known have changed */
/* Since it was asked last a block has kept arrays in shared memory of which the program does not
   say how large they are. */
bool clock_grows(Clock *c);
/* `choice` sees each `if` of the host before it. */
void clock_watch(Clock *c, void (*choice)(const Core *choice, void *arg), void *arg);
#endif
