/* main.c -- runs the CUnit suites, or those named on the command line, and
   ends with 'N passed, N failed'. */
#include "../src/base/base.h"

#include <CUnit/Basic.h>
#include <string.h>

#define SUITES(X)                                                              \
    X(json) X(mustache) X(core) X(value) X(eval) X(rewrite) X(kinds) X(truth) X(cost)   \
    X(parse) X(check) X(desugar) X(plan) X(emit) X(range) X(dependence)

#define DECLARE(name) void suite_##name(void);
SUITES(DECLARE)

static bool wanted(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], name))
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    CU_initialize_registry();
#define ADD(name)                                                              \
    if (wanted(argc, argv, #name))                                             \
        suite_##name();
    SUITES(ADD)
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned run = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    arena_free_all();
    printf("%u passed, %u failed\n", run - failed, failed);
    return failed > 0 || run == 0;
}
