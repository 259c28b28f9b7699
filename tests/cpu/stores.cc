// stores.cc - stores between their announcement and the moment when others see them.
//
// The compiler announces a store before it happens. So what it stores shows only when the
// runtime is entered again: then two unordered stores of the same value are told from a
// race, and with EMU_WEAK the value is taken out of memory again, to come late.
#include "runtime.h"
#include <algorithm>
#include <cstring>

namespace cuda_cpu {
/* ---- late stores: other blocks see them out of order ---- */

struct LateStore {
    char *to;
    u8 value[8];
    u32 size;
    const Block *block;
    u64 due;
    bool strong;
};
static std::vector<LateStore> late_stores;

static bool overlaps(const LateStore &store, u64 address, u32 size)
{
    const u64 start = arena_offset(store.to);
    return start < address + size && address < start + store.size;
}

// Oldest first, so that the last of several stores to one place wins.
template <class Wanted> static void drain_if(Wanted wanted)
{
    auto drained = [&](const LateStore &store) {
        if (!wanted(store))
            return false;
        memcpy(store.to, store.value, store.size);
        return true;
    };
    auto end = std::remove_if(late_stores.begin(), late_stores.end(), drained);
    late_stores.erase(end, late_stores.end());
}

// Those of a block; of all blocks where it is null. Tells whether there were late stores.
bool drain_late_stores(Block *block)
{
    if (late_stores.empty())
        return false;
    drain_if([=](const LateStore &s) { return !block || s.block == block; });
    return true;
}

// Before an access: a block sees its own stores, and nobody overtakes a store.
void drain_late_stores(u64 address, u32 size, bool all_blocks)
{
    if (late_stores.empty())
        return;
    bool seen = false;
    for (const LateStore &store : late_stores)
        seen |= overlaps(store, address, size) &&
                (all_blocks || store.block == current->block);
    drain_if([=](const LateStore &store) {
        return store.due <= accesses_done || (seen && overlaps(store, address, size));
    });
}

// All stores to one place go together, in order. Flags wait longer than data.
static void drain_one_by_chance()
{
    const LateStore chosen = late_stores[chance() % late_stores.size()];
    if (!chosen.strong || late_stores.size() > options.weak + 64)
        drain_if([=](const LateStore &store) {
            return overlaps(store, arena_offset(chosen.to), chosen.size);
        });
}

/* ---- the store that has been announced and not yet been seen ---- */

static struct {
    char *to;
    u8 before[WIDEST_STORE];
    u32 size;
    bool late, strong;
    const Fiber *copier;  // has announced what it copies, after the store; or null
    u32 suspects;  // bytes that another thread has stored to, unordered
} opened;
bool store_is_open;

void open_store(void *p, u32 size, bool global, bool strong)
{
    opened.late = global && options.weak;
    opened.copier = nullptr;
    opened.suspects = 0;
    if (!opened.late && !options.same_value_ok)
        return;
    opened.to = (char *)p;
    opened.size = size;
    opened.strong = strong;
    memcpy(opened.before, p, size);
    store_is_open = opened.late;
}

// Some bytes of the open store race with an earlier one: fine if the value is the same.
void suspect_store(u32 bytes)
{
    opened.suspects |= bytes;
    store_is_open = true;
}

static void hold_back(char *to, const u8 *before, u32 size)
{
    LateStore store = {to, {}, size, current->block, 0, opened.strong};
    memcpy(store.value, to, size);
    memcpy(to, before, size);
    store.due = accesses_done + (1ull << chance() % 18); // few stores take very long
    late_stores.push_back(store);
    if (late_stores.size() > options.weak)
        drain_one_by_chance();
}

// The parts of a struct, or of a vector, need not be seen together.
static void hold_back_store()
{
    for (u32 at = 0, part; at < opened.size; at += part) {
        part = 8;
        while (part > opened.size - at || (u64)(opened.to + at) & (part - 1))
            part /= 2;
        hold_back(opened.to + at, opened.before + at, part);
    }
}

// Of a copy the store is announced first, then the load: it has not happened yet.
static bool is_copy_under_way(Kind kind)
{
    if (kind != Kind::LOAD || opened.copier ||
        memcmp(opened.to, opened.before, opened.size) != 0)
        return false;
    opened.copier = current;
    return true;
}

void close_store_slowly(Kind kind)
{
    if (is_copy_under_way(kind))
        return;
    store_is_open = false;
    if (opened.copier && opened.copier != current)
        return;
    for (u32 i = 0; i < opened.size; i++)
        if (opened.suspects >> i & 1 && (u8)opened.to[i] != opened.before[i])
            report_suspect();
    if (opened.late && memcmp(opened.to, opened.before, opened.size) != 0)
        hold_back_store();
}
} // namespace cuda_cpu
