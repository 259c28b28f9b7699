/*
 * test.h -- `mapnest test`: test.c tries one file, testrun.c many of them, each in a
 * process of its own.
 */
#ifndef MAPNEST_TEST_H
#define MAPNEST_TEST_H

#include "run.h"

/* What came of a file. */
typedef struct {
    const char *file;
    int passed, failed, skipped;
    int internal;              /* mapnest itself failed at it */
    Json *cases;               /* of {name, line, seconds, skipped, why: false, or text} */
} TestTally;

/* Runs the test blocks of tally->file; prints what fails. */
void test_file(TestTally *tally, const RunOptions *o);

typedef struct {
    int jobs;                  /* files at a time; 0: as many as there are processors */
    const char *junit;         /* a file for a report; null: none */
} TestRun;

/* Ends with 'N passed, N failed, N skipped', also when it is interrupted; 1 if something
   failed. */
int test_files(char **files, int n, const RunOptions *o, const TestRun *run);

#endif
