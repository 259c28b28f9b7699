/*
 * exercise.h -- `mapnest exercise FOLDER`: what is still wrong with an answer.
 *
 * An exercise is a folder:
 *   README.md        the task; its first line is the title
 *   answer.rules     rules that the student completes: they are tried for truth, and
 *   expected.rules     on what this says after `examples NAME`
 *   proof.laws         if a proof is asked for: the laws that it may use, one a line
 *   answer.steps     the derivation of program.fut, as numbers and names of rules
 *   answer.fut       a program: its operators are tried, and
 *   expected.fut       the test blocks of this, which imports "answer"
 * with at least one of the answers. What is still to be filled in is written `???`.
 */
#ifndef MAPNEST_EXERCISE_H
#define MAPNEST_EXERCISE_H

/* Says what is wrong, without the answer; 1 if anything is. */
int exercise(const char *folder, double tolerance);

#endif
