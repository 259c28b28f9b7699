/*
 * parts.h -- a reduction whose parts are blocks, as parts.c and staged.c know it.
 */
#ifndef MAPNEST_PLAN_PARTS_H
#define MAPNEST_PLAN_PARTS_H

#include "lower.h"

/* What is folded. */
typedef struct {
    const Stm *stm;            /* segred@block of one level, of a part each */
    const Stm *tile;           /* segred@thread in it, of an element each */
    const Core *level;         /* of elements */
    const Core *body;          /* that of a row, in which it stands; null: there is one row */
    const Kids *row;           /* the levels of rows */
    int nfold;
    View **to;                 /* where the results of all rows go */
    Core **result;             /* of one row: where its folds go */
    Core *width;               /* of a row */
} Parts;

/* Threads of a block share rows, or blocks do: neighbours read neighbouring elements of a row,
   or of a column. */
typedef enum { SHORT_ROWS, LONG_ROWS, COLUMNS } Form;

/* The code of one kernel for it. */
typedef struct {
    const Parts *p;
    Lower *host;
    Nest *k;
    bool parts;                /* blocks fold parts; else threads of a block share rows */
    Var *columns;              /* so many rows are neighbours; null: their elements are */
    View **beside;             /* where what is mapped beside goes, in the row or part */
    Core **index, *rows;       /* of the row; how many */
    const Share *share;        /* x is a position in the row, not in the part */
    Core *x, *blocks;          /* an element's position; blocks of a row */
    Var *start, *at, *size;    /* of what lies in shared memory: see the skeletons */
    Var *row, *skew, *item;
    Block arrays, load;
    Windows windows;           /* in blocks that fold parts */
    int bytes;                 /* of an element in shared memory */
    bool apart;                /* some of it is read where it lies */
} Fold;

/* staged.c: what is read of arrays lies in shared memory first. */

/* The elements of all rows, one after the other, which hold those of a part; null: they do
   not lie so. */
View *all_rows(Lower *in, const Fold *f, const Var *part);
/* An element of the array, in shared memory; null: it is not read from any. */
Core *staged_element(Lower *in, Fold *f, const Var *x, View *array);
/* The same of an element that is a row of known size; null: rows do not lie one after the
   other, or are too large. */
View *staged_row(Lower *in, Fold *f, const Var *x, View *array);
/* How many a thread has at a time. */
Core *items_staged(const Fold *f);

#endif
