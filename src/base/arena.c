/* arena.c -- one arena for the run: blocks that double, freed together. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *before;
    size_t size, used;
    _Alignas(16) char bytes[];
};

static Chunk *newest;

void out_of_memory(size_t bytes)
{
    fprintf(stderr, "mapnest: error: out of memory (%zu bytes more wanted)\n", bytes);
    exit(1);
}

void *must_malloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        out_of_memory(bytes);
    return p;
}

void *must_realloc(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p)
        out_of_memory(bytes);
    return p;
}

static void add_block(size_t bytes)
{
    size_t size = newest ? 2 * newest->size : (size_t)1 << 16;
    if (size > (size_t)1 << 26)
        size = (size_t)1 << 26;
    if (size < bytes)
        size = bytes;
    Chunk *b = must_malloc(sizeof *b + size);
    b->before = newest;
    b->size = size;
    b->used = 0;
    newest = b;
}

/* What was given back: of 16, 32, 48 and 64 bytes, and of powers of two. */
typedef struct Spare Spare;
struct Spare {
    Spare *next;
};
static Spare *spare[8 * sizeof(size_t)];

static size_t rounded(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static Spare **spare_of(size_t bytes)
{
    if (bytes <= 64)
        return bytes ? &spare[bytes / 16] : NULL;
    return bytes & (bytes - 1) ? NULL : &spare[__builtin_ctzll(bytes)];
}

void arena_give_back(void *p, size_t bytes)
{
    Spare **list = spare_of(rounded(bytes));
    if (list && p) {
        ((Spare *)p)->next = *list;
        *list = p;
    }
}

void *arena_alloc(size_t bytes)
{
    bytes = rounded(bytes);
    Spare **list = spare_of(bytes), *again = list ? *list : NULL;
    if (again) {
        *list = again->next;
        return memset(again, 0, bytes);
    }
    if (!newest || newest->size - newest->used < bytes)
        add_block(bytes);
    void *p = newest->bytes + newest->used;
    newest->used += bytes;
    return memset(p, 0, bytes);
}

void *arena_grow(const void *old, size_t old_bytes, size_t new_bytes)
{
    void *p = arena_alloc(new_bytes);
    if (old_bytes)
        memcpy(p, old, old_bytes);
    return p;
}

void copy_bytes(void *to, const void *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
}

void arena_free_all(void)
{
    while (newest) {
        Chunk *b = newest;
        newest = b->before;
        free(b);
    }
    memset(spare, 0, sizeof spare);
}
