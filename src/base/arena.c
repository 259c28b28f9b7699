/* arena.c -- one arena for the run: blocks that double, freed together. */
#include "base.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20 };

/* A build with the address sanitizer sees accesses beyond an object and to objects given back: a
   gap that may not be accessed follows each object, and nothing given back is used again. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
static void forbid(void *p, size_t bytes) { ASAN_POISON_MEMORY_REGION(p, bytes); }
static void allow(void *p, size_t bytes) { ASAN_UNPOISON_MEMORY_REGION(p, bytes); }
#else
enum { GAP = 0 };
static void forbid(void *p, size_t bytes) { (void)p, (void)bytes; }
static void allow(void *p, size_t bytes) { (void)p, (void)bytes; }
#endif

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *before;
    size_t size, used;
    _Alignas(16) char bytes[];
};

/* Blocks that were given back: one list for each multiple of 16 bytes up to 1024, and one for each
   larger power of two. */
enum { SMALL = 1024 };
typedef struct Spare Spare;
struct Spare {
    Spare *next;
};
typedef struct {
    Chunk *newest;
    Spare *small[SMALL / 16 + 1], *large[8 * sizeof(size_t)];
} Arena;

static Arena now, other;       /* `other` is the one outside, or, outside, the one that is kept */
static bool within;            /* begun, and not out */

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

/* Room of whole large pages, where there are such: one fault for each 2 MB, not each 4 KB. */
static void *must_map(size_t bytes)
{
    void *p = aligned_alloc(LARGE_PAGE, bytes);
    if (!p)
        out_of_memory(bytes);
#ifdef MADV_HUGEPAGE
    madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
}

static void add_block(size_t bytes)
{
    size_t size = now.newest ? 2 * (now.newest->size + sizeof(Chunk)) : (size_t)1 << 16;
    if (size > (size_t)1 << 26)
        size = (size_t)1 << 26;
    if (size < bytes + sizeof(Chunk))
        size = (bytes + sizeof(Chunk) + LARGE_PAGE - 1) & ~(size_t)(LARGE_PAGE - 1);
    Chunk *b = size < LARGE_PAGE ? must_malloc(size) : must_map(size);
    b->before = now.newest;
    b->size = size - sizeof *b;
    b->used = 0;
    forbid(b->bytes, b->size);
    now.newest = b;
}

static size_t rounded(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static Spare **spare_of(size_t bytes)
{
    if (bytes <= SMALL)
        return bytes ? &now.small[bytes / 16] : NULL;
    return bytes & (bytes - 1) ? NULL : &now.large[__builtin_ctzll(bytes)];
}

void arena_give_back(void *p, size_t bytes)
{
    Spare **list = spare_of(rounded(bytes));
    if (GAP && p)
        forbid(p, bytes);
    else if (list && p) {
        ((Spare *)p)->next = *list;
        *list = p;
    }
}

void *arena_alloc(size_t bytes)
{
    size_t room = rounded(bytes) + GAP;
    Spare **list = spare_of(room), *again = list ? *list : NULL;
    if (again) {
        *list = again->next;
        return memset(again, 0, room);
    }
    if (!now.newest || now.newest->size - now.newest->used < room)
        add_block(room);
    void *p = now.newest->bytes + now.newest->used;
    now.newest->used += room;
    allow(p, bytes);
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

static void free_chunks(Chunk **from)
{
    while (*from) {
        Chunk *b = *from;
        *from = b->before;
        free(b);
    }
}

void arena_free_all(void)
{
    free_chunks(&now.newest);
    free_chunks(&other.newest);
    memset(&now, 0, sizeof now);
}

/* ---- for a while --------------------------------------------------------- */

typedef struct {
    void **at, *was;
} Note;

static struct { Note *at; int n, room; } notes;

static void change_places(void)
{
    Arena was = now;
    now = other;
    other = was;
}

void arena_begin(void)
{
    within = true;
    change_places();
}

void arena_out(void)
{
    if (within)
        change_places();
}

void arena_in(void)
{
    arena_out();
}

void arena_note(void *pointer)
{
    if (!within)
        return;
    if (notes.n == notes.room) {
        notes.room = notes.room ? 2 * notes.room : 256;
        notes.at = must_realloc(notes.at, sizeof *notes.at * (size_t)notes.room);
    }
    notes.at[notes.n++] = (Note){ pointer, *(void **)pointer };
}

/* The last block, which is the largest, is kept for the next time. */
void arena_end(void)
{
    while (notes.n) {
        notes.n--;
        *notes.at[notes.n].at = notes.at[notes.n].was;
    }
    if (now.newest) {
        free_chunks(&now.newest->before);
        now.newest->used = 0;
        forbid(now.newest->bytes, now.newest->size);
    }
    memset(now.small, 0, sizeof now.small);
    memset(now.large, 0, sizeof now.large);
    change_places();
    within = false;
}
