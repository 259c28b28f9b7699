// order.cc - memory order between blocks.
//
// Each block has a clock that ticks at its fences. A volatile or atomic store publishes
// what its thread's last fence had seen; a load of it takes that over at the next fence.
#include "runtime.h"
#include <algorithm>
#include <unordered_map>

namespace cuda_cpu {
/* ---- clocks ---- */

static Clocks join(const Clocks &a, const Clocks &b)
{
    if (!a || a == b)
        return b;
    if (!b)
        return a;
    auto joined = std::make_shared<std::vector<u32>>(*a);
    joined->resize(std::max(a->size(), b->size()));
    for (size_t i = 0; i < b->size(); i++)
        (*joined)[i] = std::max((*joined)[i], (*b)[i]);
    return joined;
}

static Clocks with(const Clocks &clocks, u32 block, u32 clock)
{
    auto copy = clocks ? std::make_shared<std::vector<u32>>(*clocks)
                       : std::make_shared<std::vector<u32>>();
    copy->resize(std::max(copy->size(), (size_t)block + 1));
    (*copy)[block] = std::max((*copy)[block], clock);
    return copy;
}

static bool reaches(const Clocks &clocks, u32 block, u32 clock)
{
    return clocks && block < clocks->size() && (*clocks)[block] >= clock;
}

// Has everything that the block did up to the clock happened before, for this thread?
bool knows(const Fiber *fiber, u32 block, u32 clock)
{
    return reaches(fiber->acquired, block, clock) ||
           reaches(fiber->warp->acquired, block, clock) ||
           reaches(fiber->block->acquired, block, clock);
}

// A barrier: what one thread knows, the whole block knows.
void acquire_all(Block *block)
{
    for (Fiber &fiber : block->fibers) {
        block->acquired = join(block->acquired, fiber.acquired);
        fiber.acquired = nullptr;
    }
    for (WarpState &warp : block->warps) {
        block->acquired = join(block->acquired, warp.acquired);
        warp.acquired = nullptr;
    }
}

void acquire_all(WarpState *warp, u32 mask)
{
    Clocks all;
    for (u32 lane = 0; lane < warp->size; lane++)
        if (mask >> lane & 1)
            all = join(all, warp->lanes[lane]->acquired);
    if (mask == warp->live)
        warp->acquired = join(warp->acquired, all);
    else
        for (u32 lane = 0; lane < warp->size; lane++)
            if (mask >> lane & 1)
                warp->lanes[lane]->acquired = all;
}

/* ---- strong accesses (volatile and atomic ones) and fences ---- */

static std::unordered_map<u64, Clocks> published;

void forget_order() { published.clear(); }

void order_access(u64 address, Kind kind)
{
    const auto found = published.find(address);
    const Clocks before = found == published.end() ? nullptr : found->second;
    if (kind != Kind::STORE)
        current->pending = join(current->pending, before);
    if (kind == Kind::LOAD)
        return;
    const Clocks mine = current->has_released ? current->released : nullptr;
    published[address] = kind == Kind::UPDATE ? join(mine, before) : mine;
}

void fence(bool between_blocks)
{
    if (!in_kernel || !between_blocks)
        return;
    if (options.seed && chance() % 2) {
        current->spinning = false;
        switch_threads();
    }
    close_store();
    Fiber *me = current;
    Block *block = me->block;
    drain_late_stores(block);
    me->acquired = join(me->acquired, me->pending);
    me->pending = nullptr;
    const Clocks known = join(join(block->acquired, me->warp->acquired), me->acquired);
    me->released = with(known, block->number, block->clock++);
    me->has_released = true;
}
} // namespace cuda_cpu
