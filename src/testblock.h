/*
 * testblock.h -- the test blocks of a source, in Futhark's format: a comment
 * at the left margin with a line that is only `==`, cases below it.
 */
#ifndef MAPNEST_TESTBLOCK_H
#define MAPNEST_TESTBLOCK_H

#include "base/base.h"

typedef enum { INPUT_NONE, INPUT_VALUES, INPUT_FILE, INPUT_RANDOM, INPUT_SCRIPT } InputKind;
typedef enum { EXPECT_TERMINATES, EXPECT_VALUES, EXPECT_FILE, EXPECT_AUTO,
               EXPECT_ERROR } ExpectKind;

typedef struct {
    const char *entry;
    const char *name;          /* of the data set, or null */
    const char *tags;          /* of the block up to here, or null */
    const Span *span;
    InputKind input;
    const char *in;            /* values, a path, or random input's types */
    ExpectKind expect;
    const char *out;           /* values, a path, or a regular expression */
    bool skipped;              /* tags or words say that it is not for us */
    bool bench, nobench;       /* words: it is to be measured, or not */
} TestCase;

/* `structure gpu { SegMap 2 }`: how many nodes there are after a pass. */
typedef struct {
    const char *name;
    bool futhark;              /* the name is Futhark's, not core's */
    int count;
} NodeCount;

typedef struct {
    const Span *span;
    const char *pass;          /* the pass of ours that comes nearest; null: none does */
    VEC(NodeCount) node;
} Structure;

/* `property: ENTRY`, which gives true, whatever it is given; `warning: REGEX`. */
typedef struct { const char *text; const Span *span; } Claim;

typedef struct {
    VEC(TestCase) test;
    VEC(Claim) property;
    VEC(Claim) warning;
    VEC(Structure) structure;
    const char *compile_error; /* the regular expression; null: it compiles */
    const Span *error_span;
    bool disabled;             /* tags { disable } */
} TestBlocks;

/* Malformed blocks are errors (fail_at). */
TestBlocks *testblocks_read(const Source *s);

/* testpeer.c: what Futhark says of the faults in what diag printed, as far as the catalogue
   of errors knows: the `error:` and `warning:` lines of existing tests are about that. */
const char *peer_says(const char *messages);

#endif
