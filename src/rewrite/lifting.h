/* lifting.h -- a function that calls itself, lifted: when_calls.c finds out what of it differs
 * from row to row, and when_lifted.c makes the function of all rows of that. */
#ifndef LIFTING_H
#define LIFTING_H

#include "rewrite.h"

typedef enum { VARIES, FIXED, DEPTH } Part;

typedef struct Lifting {
    Func *of;
    Kids call;                 /* its calls of itself */
    Part *size, *param;        /* in all calls the same, or how deep they are, or of its own */
    Func *all;                 /* of all rows: what is fixed, lengths, what varies */
    int fixed;                 /* so many of its parameters are the same for all rows */
    Core *depth;               /* how deep a call is, which is checked to be enough; or null */
    Stms before;               /* of a row's bindings those that are the same for all */
    Core *body;                /* what a row does else */
    const Table *run;          /* the census of the run in which it is lifted */
    bool done;                 /* it has its body */
} Lifting;

/* What differs from row to row of a nest that has the call; false, with the reason, if more
   than lengths does. */
bool lifting_of(Call *c, Lifting *l, const Core *call, Kids ctx);
/* A size parameter of it, or -1. */
int size_number(const Func *f, const Core *dim);
/* What a call has for it; null: nothing tells. */
Core *size_at(const Func *f, const Core *call, int k);
/* That which is made or was made of f in this run of the rules; or null. */
Lifting *lifting_now(const Func *f, const World *w);
Kids calls_of(const Func *f, Core *n);
/* when_lists.c: maps in which f calls itself, of lists that are written out, are lists, too. */
Core *lists_written_out(Core *body, const Func *f);
/* when_together.c: calls of the function of all rows that do not need each other are one. */
Core *calls_together(Core *body, const Lifting *l, World *w);

#endif
