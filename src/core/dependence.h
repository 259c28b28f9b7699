/*
 * dependence.h -- dependence.c: which iterations of a nest of loops touch the same elements.
 *
 * In: a loop, and what is known of the integers around it. Out: its dependences: two accesses of
 * one array, at least one of which writes, and for each loop around both the order of the two
 * iterations in which they may touch the same element.
 */
#ifndef MAPNEST_CORE_DEPENDENCE_H
#define MAPNEST_CORE_DEPENDENCE_H

#include "core.h"

enum { MOST_LOOPS = 4 };       /* of a nest, that directions are kept of */

typedef enum { DEP_RAW, DEP_WAR, DEP_WAW } DependenceKind;
extern const char *const dependence_name[];              /* "RAW" */

typedef struct {
    DependenceKind kind;
    const Core *source, *sink; /* the source is done first; null: of a carried number */
    const Var *array;          /* or the number */
    int depth;                 /* of the loops around both */
    const Core *loop[MOST_LOOPS];    /* the outermost first */
    char dir[MOST_LOOPS + 1];  /* one of < = > * for each; the sink's iteration is later: < */
    bool known[MOST_LOOPS];    /* the distance is the same everywhere: */
    int64_t distance[MOST_LOOPS];
} Dependence;

typedef VEC(Dependence) Dependences;

/* All dependences of the nest whose outermost loop this is. What is bound around it is known. */
Dependences dependences(Ranges *r, const Core *loop);
/* The number of the loop that carries it, from 0; -1: it stays within one iteration. */
int carried_by(const Dependence *d);
/* The first dependence that the outermost loop carries, of those that a copy of the array does not
   remove (WAR); or null. */
const Dependence *carried_dependence(const Dependences *all);

/* ---- dependence_text.c: in words ---------------------------------------------- */

const char *dependence_array(const Dependence *d);       /* "a" */
/* "a[i + 1, j]", of its source or sink. */
const char *dependence_element(const Ranges *r, const Dependence *d, const Core *access);
const char *dependence_line(const Span *s);              /* "line 4" */
const char *dependence_vector(const Dependence *d);      /* "[<, =]" */
/* "an iteration reads a[i, j] (line 4), which the one before wrote (line 5): RAW [<, =]" */
const char *dependence_told(const Ranges *r, const Dependence *d);

#endif
