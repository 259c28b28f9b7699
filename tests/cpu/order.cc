// order.cc - memory order between blocks, and between threads of one that do not meet.
//
// Each block has a clock that ticks at its fences. A volatile or atomic store, in device or in
// shared memory, publishes what its thread's last fence had seen; a load of it takes that over
// at the next fence.
#include "runtime.h"
#include <algorithm>
#include <unordered_map>

namespace cuda_cpu {
/* ---- clocks ---- */

// The clocks of all blocks, as a tree of a fixed height whose leaves hold four blocks
// each. Trees are never changed, and share what they have in common: so a chain of blocks
// that each know all blocks before costs O(log n) for each, and not O(n).
struct ClockTree {
    Clocks part[4];
    u32 clock[4];   // of a leaf
};

static int height;  // of the leaves' parents and so on; 0: the root is a leaf

static bool same(const ClockTree &a, const ClockTree &b)
{
    return std::equal(a.part, a.part + 4, b.part) &&
           std::equal(a.clock, a.clock + 4, b.clock);
}

// Where one side knows all that the other does, the result is that side itself.
static Clocks join(const Clocks &a, const Clocks &b)
{
    if (!a || a == b)
        return b;
    if (!b)
        return a;
    ClockTree joined;
    for (int i = 0; i < 4; i++) {
        joined.part[i] = join(a->part[i], b->part[i]);
        joined.clock[i] = std::max(a->clock[i], b->clock[i]);
    }
    if (same(joined, *a))
        return a;
    if (same(joined, *b))
        return b;
    return std::make_shared<const ClockTree>(std::move(joined));
}

static Clocks with(const Clocks &clocks, int level, u32 block, u32 clock)
{
    ClockTree tree = clocks ? *clocks : ClockTree();
    const int i = block >> (2 * level) & 3;
    if (level)
        tree.part[i] = with(tree.part[i], level - 1, block, clock);
    else
        tree.clock[i] = std::max(tree.clock[i], clock);
    return std::make_shared<const ClockTree>(std::move(tree));
}

static bool reaches(const Clocks &clocks, u32 block, u32 clock)
{
    const ClockTree *tree = clocks.get();
    for (int level = height; tree && level; level--)
        tree = tree->part[block >> (2 * level) & 3].get();
    return tree && tree->clock[block & 3] >= clock;
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

void forget_order(u32 blocks)
{
    published.clear();
    for (height = 0; blocks >> (2 * height + 2);)
        height++;
}

void order_access(u64 address, Kind kind)
{
    const auto found = published.find(address);
    const Clocks before = found == published.end() ? nullptr : found->second;
    if (kind != Kind::STORE)
        current->pending = join(current->pending, before);
    if (kind == Kind::LOAD)
        return;
    const Clocks mine = current->has_released ? current->released : nullptr;
    if (!mine && !before && found == published.end())
        return;
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
    me->released = with(known, height, block->number, block->clock++);
    me->has_released = true;
}
} // namespace cuda_cpu
