/* eval_code.h -- shared by eval_code.c and eval_exp.c: compiling core. */
#ifndef MAPNEST_CORE_EVAL_CODE_H
#define MAPNEST_CORE_EVAL_CODE_H

#include "eval.h"

typedef VEC(int) Ints;

/*
 * Bodies are compiled from their end to their beginning, so that `live` holds
 * the variables used later. A level is a body that runs many times: a
 * variable bound further out than the level of its last use cannot be moved
 * there, and is dropped by the instruction of its own level, drops[level].
 */
typedef struct {
    Table *slot;               /* Var -> its slot + 1 */
    VEC(Slot) start;
    VEC(bool) array;           /* by slot */
    VEC(int) level_of;         /* by slot */
    VEC(Ints *) drops;         /* by level */
    bool *live;                /* by slot; grown by live_room */
    int live_room;
    int level;
} Compiler;

/* ---- eval_code.c -------------------------------------------------------- */

int new_slot(Compiler *c, Slot start, bool array, int level);
/* The operand for an atom that is read where it is. */
int borrow(Compiler *c, const Core *atom);
/* The operand for an atom that is taken over, if nobody uses it later. What
   runs later is compiled first; of several uses in one instruction the last
   one taken comes first. */
int hand_over(Compiler *c, const Core *atom);
Slots operands(Compiler *c, Kids k, bool gives);
Size *size_code(Compiler *c, const Core *e);
Shape shape_code(Compiler *c, const Type *t);
Shape *shapes_of_atoms(Compiler *c, Kids k);
Block compile_block(Compiler *c, const Core *body);
void compile_params(Compiler *c, Lam *l, Var **v, int n, Var *index);
/* The body, `deeper` levels further in, and what it leaves unused. */
void compile_lam_body(Compiler *c, Lam *l, const Core *body, int deeper);
Lam *compile_lam(Compiler *c, const Core *lam);

/* ---- eval_exp.c --------------------------------------------------------- */

void compile_exp(Compiler *c, Ins *i, const Core *n);

#endif
