// copies.cc - copies to shared memory that a thread begins and waits for later.
//
// Where one goes, garbage stands from when it begins, as if nobody had written there, until
// its thread waits for it. What it copies is read when it begins, or only then, by chance: so
// what is read too early, or written too early, is seen.
#include "runtime.h"
#include <cstring>

namespace cuda_cpu {
static void finish(const Copy &copy)
{
    u8 value[16] = {};
    const u32 size = copy.size - copy.zeros;
    if (copy.late && size)
        access_uncounted(copy.from, size, Kind::LOAD, copy.pc);
    memcpy(value, copy.late ? copy.from : copy.value, size);
    if (copy.size > 8)
        announce_vector(copy.to);
    access(copy.to, copy.size, Kind::STORE, false, copy.pc);
    memcpy(copy.to, value, copy.size);
}

void begin_copy(void *to, const void *from, size_t size, size_t zeros)
{
    const void *pc = __builtin_return_address(0);
    if ((size != 4 && size != 8 && size != 16) || zeros > size)
        fail(source_line(pc), text("bad copy: it has %zu bytes, with %zu zeros", size, zeros));
    if (!is_shared(to))
        fail(source_line(pc), "bad copy: it goes to memory that is not shared");
    Copy copy = {to, from, (u32)size, (u32)zeros, current->committed, chance() % 2 == 0, pc, {}};
    if (size > 8)
        announce_vector(from);
    if (zeros < size)
        access(from, size - zeros, Kind::LOAD, false, pc);
    memcpy(copy.value, from, size - zeros);
    if (size > 8)
        announce_vector(to);
    access_uncounted(to, size, Kind::STORE, pc);
    memset(to, GARBAGE, size);
    forget_written(to, size);
    current->copies.push_back(copy);
}

void commit_copies() { current->committed++; }

void await_copies(size_t prior)
{
    std::vector<Copy> all;
    all.swap(current->copies);
    for (const Copy &copy : all)
        if (copy.group + prior < current->committed)
            finish(copy);
        else
            current->copies.push_back(copy);
}
} // namespace cuda_cpu
