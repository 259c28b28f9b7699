/*
 * testinput.h -- the inputs of test cases: values, files, random data, and the
 * results of expressions of the program.
 */
#ifndef MAPNEST_TESTINPUT_H
#define MAPNEST_TESTINPUT_H

#include "testblock.h"
#include "run.h"

/* False: the case is to be skipped. */
bool testinput_understood(const TestCase *c);
/* The arguments of a case; null, *error set, if they cannot be had. */
Value **testinput(const TestCase *c, const Source *s, const Func *entry, int *n,
                  const char **error);
/* Values as written, or in a file beside the program; f as for values_read. */
Value **testvalues_read(const char *program, bool is_file, const char *text, const Caller *s,
                        bool typed, int *n, const char **error);

/* The file beside the program where `futhark test` keeps what is right for a case with
   `auto output`; null: there is none. */
const char *testinput_reference(const TestCase *c, const char *program);

#endif
