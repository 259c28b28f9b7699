/*
 * alloc.h -- the memory that variables get, and how long it is needed: decided for a whole
 * entry before any of it is lowered.
 */
#ifndef MAPNEST_PLAN_ALLOC_H
#define MAPNEST_PLAN_ALLOC_H

#include "place.h"

typedef struct {
    const Core *body;
    const Stm *stm;            /* the binding in hand in it; null: it is done */
} InHand;

/* An allocation. Variables of one body that are the same array, or that are changed in
   place one into the other, have one. */
typedef struct Alloc {
    const InHand *now;         /* in the body where it is born */
    struct Alloc *of;          /* of a view, or in a body in that: whose memory it is */
    /* Its life ends with the last binding that uses it; null: the body gives it. */
    const Stm *last;
    int uses;                  /* in the last binding */
    bool moves;                /* of a loop or branch: it is given the memory of other arrays */
    bool given;                /* its memory is given to the caller, or to what moves */
    const Stm *loop;           /* of what a loop carries: the loop, */
    struct Alloc *from;        /*   and what it begins with */
    const Stm *joined;         /* of rows: what joins them */
    const Stm *part;           /* the binding that sets it beside others */
    const Stm *put;            /* the update that puts it where it is made: see updates.c */
    bool beside;               /* rows that are wanted as columns, */
    const Stm *turned;         /*   by this binding */
    const Stm *shaped;         /* the binding that sees all of it in another shape */
    View *place;               /* where it must come to be; told as code is made */
} Alloc;

typedef struct Allocs Allocs;
Allocs *allocs_new(const Places *places);                /* null in a function */
void alloc_in(Allocs *a, const Core *n);                 /* all that is bound in it */
void alloc_forget(Allocs *a, const Core *n);             /* places in it: it is lowered again */
Alloc *alloc_of(const Allocs *a, const Var *v);          /* null: none */
/* The array of result k of this body, if it is born there; or null. */
Alloc *alloc_of_result(const Allocs *a, const Core *body, int k);
/* The binding is the one use of it there, and nobody needs it after that. */
bool alloc_dies(const Alloc *a, const Stm *s);
/* Its memory will be another's: it must not be scratch. */
void alloc_give(Alloc *a);
/* The array that both branches give for result k as it is or changed in place; or null. */
Var *common_root(const Stm *branch, int k);

#endif
