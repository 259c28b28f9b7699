/*
 * commands.h -- what mapnest can be asked to do, as options.def lists it.
 */
#ifndef MAPNEST_COMMANDS_H
#define MAPNEST_COMMANDS_H

#include "compile.h"
#include "bench.h"
#include "dataset.h"
#include "depend.h"
#include "test.h"

typedef struct {
    CompileOptions compile;
    const char *out;           /* -o */
    const char *entry;         /* -e */
    const char *on;            /* --on=eval|cpu|passes|races */
    const char *rule;          /* explain --rule=NAME */
    const char *format;
    const char *mutants_of;    /* --mutants=KIND; null: of each */
    const char *save;          /* test --save=DIR */
    double tolerance;
    bool harness, binary, trace, cost, derive, mutants, conditions, force, check, path, profile;
    bool help, help_all;
    VEC(const char *) tuned;   /* --tune=NAME of what rules declare */
    BenchRun bench;            /* --card, --json, --compare */
    TestRun test;              /* -j, --junit */
    const char *prefix, *namespace, *helpers;
    enum Ranks ranks;          /* --ranks */
    int on_ranks;              /* --on=ranks:N; 0: not */
    bool cxx, python, manifest, tunable;
    Comments comments;
    Depend depend;             /* -MD and its like */
    uint64_t seed;             /* dataset -s */
    Bounds *bounds;            /* dataset --bounds */
} Options;

/* A command on its arguments, as many as it takes; the exit status. */
#define COMMAND(id, name, least, most, arguments, help) \
    int command_##id(int n, char **args, Options *o);
#include "options.def"

/* The rule with the nearest name; null: none is near. */
const char *rule_near(const RuleSet *rules, const char *name);

#endif
