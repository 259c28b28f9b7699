/* fault.c -- preloaded, makes allocations fail: the one with the number FAULT_AT, and, if
   FAULT_ON is set, all after it. FAULT_COUNT names a file for how many there were. Only
   the program itself has them, not what it starts. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long count, at;
static int on, ready;
static const char *report;

__attribute__((constructor)) static void start(void)
{
    const char *k = getenv("FAULT_AT");
    at = k ? strtoul(k, NULL, 10) : 0;
    on = getenv("FAULT_ON") != NULL;
    report = getenv("FAULT_COUNT");
    unsetenv("LD_PRELOAD");
    ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    unsigned long n = count;
    ready = 0;
    FILE *f = report ? fopen(report, "w") : NULL;
    if (!f)
        return;
    fprintf(f, "%lu\n", n);
    fclose(f);
}

static int fails(void)
{
    if (!ready)
        return 0;
    count++;
    if (count != at && !(on && at && count > at))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
