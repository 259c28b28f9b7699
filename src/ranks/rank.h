/*
 * rank.h -- what the files of this folder share: an entry point on its way to a rank's part.
 */
#ifndef MAPNEST_RANK_H
#define MAPNEST_RANK_H

#include "../core/core.h"

#include <string.h>

/* An array in the other form, made in the body that is being written. */
typedef struct { const Var *var; Core *atom; } Made;
typedef VEC(Made) MadeList;

typedef struct {
    Program *program;
    Func *func;
    Ranked *ranked;
    bool strict;
    Table *rows;               /* Var of `split (ranks n) x` -> x */
    Table *alone;              /* Vars that levels give which each rank does as a whole */
    Table *spread;             /* Var of a spread array -> Var of its size */
    Table *part;               /* such a Var -> what the rank has of it */
    Table *totals;             /* Vars of what all ranks have reduced */
    Table *length;             /* sizes that the ranks have found: how much of it the rank has */
    Table *level;              /* such a size, and other Vars that a level gives -> the level */
    Table *uses;               /* Var -> how it is used, see note_use */
    Subst *now;                /* Vars that are not spread -> what stands for them now */
    MadeList whole, own;       /* in scope */
    Stms *out;
    int loops;
} Ranks;

/* ---- spread.c ---------------------------------------------------------------- */

bool is_split(const Core *n);
/* A level @rank. */
bool at_rank(const Core *n);
/* The size of a spread array, or null: each rank has it as a whole. */
Var *spread_of(const Ranks *r, const Core *atom);
/* The size of the outer dimension, if it is one of the entry point, or the sum of what the ranks
   have left. */
Var *outer_size(const Ranks *r, const Type *t);
/* Rows of which a rank has a part: as many as such a size. */
bool is_shared(const Ranks *r, const Core *seg);
/* What rank levels give is spread, and what loops carry and branches choose of it. True: some
   has become so. */
bool note_spread(Ranks *r, const Core *body);
/* A parameter that is split and never read as a whole. */
void spread_params(Ranks *r);

/* ---- send.c ------------------------------------------------------------------- */

Var *size_new(const char *name);
/* The number of the size among those that are shared out. */
int shared_size(Ranks *r, Var *size);
/* Of the type of an array, that of a rank's part. */
const Type *part_type(Ranks *r, const Type *t, Var *size);
/* What the rank has of an array. */
Core *own_part(Ranks *r, const Core *atom);
/* The operator on the elements of arrays, if lam combines those element by element; else lam. */
const Core *element_operator(const Core *lam);
/* A reduction over the ranks, or what lies before this one; ne: of that. */
Core *fold_call(Ranks *r, const Core *lam, Kids ne, Kids x, Var **result, const Span *span);
/* An array with all its rows: gathered, if it is spread. */
Core *whole_array(Ranks *r, Var *v, const Span *span);
Core *whole_atom(Ranks *r, Core *atom, const Span *span);
/* An error or a warning: what each rank computes or gathers as a whole. */
void ranks_tell(const Ranks *r, const Span *span, const char *what);

#endif
