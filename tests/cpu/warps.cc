// warps.cc - block barriers and warp operations: threads wait, the last one to come
// does the work for all.
#include "runtime.h"

namespace cuda_cpu {
static std::string waiting_place(const Fiber *fiber)
{
    return name_thread(fiber) + " waits at " + source_line(fiber->at);
}

/* ---- block barriers ---- */

// All who wait must wait at the same barrier, and nobody may have returned.
static void demand_one_barrier(Block *block)
{
    const Fiber *first = nullptr, *returned = nullptr;
    for (const Fiber &fiber : block->fibers) {
        if (fiber.state == State::DONE) {
            returned = returned ? returned : &fiber;
            continue;
        }
        first = first ? first : &fiber;
        if (fiber.at.line != first->at.line || fiber.barrier != first->barrier)
            fail(source_line(first->at), "divergent barrier: " + waiting_place(first) +
                                             " but " + waiting_place(&fiber));
    }
    if (first && returned)
        fail(source_line(first->at),
             "divergent barrier: " + name_thread(first) + " waits but " +
                 name_thread(returned) + " has already returned");
}

static int combine(Barrier kind, int votes, int threads)
{
    switch (kind) {
    case Barrier::COUNT: return votes;
    case Barrier::AND: return votes == threads;
    default: return votes != 0;
    }
}

void release_barrier(Block *block)
{
    demand_one_barrier(block);
    acquire_all(block);

    int votes = 0;
    for (const Fiber &fiber : block->fibers)
        votes += fiber.argument != 0;
    for (Fiber &fiber : block->fibers) {
        fiber.state = State::RUNNABLE;
        fiber.result = combine(fiber.barrier, votes, block->fibers.size());
    }

    flush_traffic(block);
    for (WarpState &warp : block->warps)
        warp.epoch = 0;
    block->arrived = 0;
    block->epoch++;
}

int barrier(Barrier kind, int predicate, Place at)
{
    Fiber *me = current;
    me->barrier = kind;
    me->argument = predicate;
    me->at = at;
    me->state = State::AT_BARRIER;
    close_store();
    if (++me->block->arrived == me->block->live)
        release_barrier(me->block);
    else
        switch_threads();
    return me->result;
}

/* ---- warp operations ---- */

static void demand_lanes(const Fiber *me, u32 mask)
{
    const WarpState *warp = me->warp;
    if (!(mask >> me->lane & 1))
        fail(source_line(me->at), text("warp operation: the mask %08x does not name its "
                                       "caller, ", mask) + name_thread(me));
    if (mask & ~warp->live)
        fail(source_line(me->at),
             text("warp operation: the mask %08x of ", mask) + name_thread(me) +
                 text(" names absent lanes, %08x", mask & ~warp->live));
}

// A lane returns while others of its warp wait for it.
void demand_not_awaited(const Fiber *returned)
{
    const WarpState *warp = returned->warp;
    for (u32 lane = 0; lane < warp->size; lane++)
        if (warp->arrived >> lane & 1)
            demand_lanes(warp->lanes[lane], warp->lanes[lane]->mask);
}

static void demand_same_operation(const Fiber *me, const Fiber *other)
{
    if (other->mask != me->mask || other->operation != me->operation ||
        other->at.line != me->at.line)
        fail(source_line(me->at),
             "warp operation: lanes of a warp meet at different operations, " +
                 name_thread(me) + " at " + source_line(me->at) +
                 text(" with mask %08x and ", me->mask) + name_thread(other) + " at " +
                 source_line(other->at) + text(" with mask %08x", other->mask));
}

// The lane that this one reads in a shuffle.
static int source_lane(const Fiber *fiber)
{
    const int lane = fiber->lane, width = fiber->width, by = fiber->argument;
    const int first = lane & ~(width - 1);
    switch (fiber->operation) {
    case Warp::SHUFFLE: return first + (by & (width - 1));
    case Warp::UP: return lane - by < first ? lane : lane - by;
    case Warp::DOWN: return lane + by >= first + width ? lane : lane + by;
    default: return (lane ^ by) >= first + width ? lane : lane ^ by;
    }
}

static u64 shuffled(const Fiber *fiber)
{
    const int source = source_lane(fiber);
    if (!(fiber->mask >> source & 1))
        fail(source_line(fiber->at), "warp operation: " + name_thread(fiber) +
                                         text(" reads lane %d, which is absent from the "
                                              "mask %08x", source, fiber->mask));
    return fiber->warp->lanes[source]->value;
}

static u64 fold(Warp kind, u64 x, u64 y)
{
    switch (kind) {
    case Warp::ADD: return x + y;
    case Warp::AND: return x & y;
    case Warp::OR: return x | y;
    case Warp::EXOR: return x ^ y;
    case Warp::MIN: return (int32_t)y < (int32_t)x ? y : x;
    case Warp::MAX: return (int32_t)y > (int32_t)x ? y : x;
    case Warp::UMIN: return y < x ? y : x;
    default: return y > x ? y : x;
    }
}

static u64 reduced(const Fiber *fiber)
{
    u64 result = fiber->value;
    for (u32 lane = 0; lane < 32; lane++)
        if (fiber->mask >> lane & 1 && lane != fiber->lane)
            result = fold(fiber->operation, result, fiber->warp->lanes[lane]->value);
    return result;
}

// The lanes of the mask whose value is true, or the same as the fiber's.
static u64 ballot(const Fiber *fiber)
{
    u64 result = 0;
    for (u32 lane = 0; lane < 32; lane++) {
        if (!(fiber->mask >> lane & 1))
            continue;
        const u64 value = fiber->warp->lanes[lane]->value;
        const bool vote = fiber->operation == Warp::MATCH ? value == fiber->value : value;
        result |= (u64)vote << lane;
    }
    return result;
}

static u64 result_of(const Fiber *fiber)
{
    switch (fiber->operation) {
    case Warp::SYNC: return 0;
    case Warp::SHUFFLE:
    case Warp::UP:
    case Warp::DOWN:
    case Warp::XOR: return shuffled(fiber);
    case Warp::BALLOT:
    case Warp::MATCH: return ballot(fiber);
    default: return reduced(fiber);
    }
}

// Shuffles and votes order no memory; only __syncwarp does.
static void complete(Fiber *me)
{
    WarpState *warp = me->warp;
    for (u32 lane = 0; lane < warp->size; lane++)
        if (me->mask >> lane & 1)
            demand_same_operation(me, warp->lanes[lane]);
    for (u32 lane = 0; lane < warp->size; lane++)
        if (me->mask >> lane & 1) {
            warp->lanes[lane]->result = result_of(warp->lanes[lane]);
            warp->lanes[lane]->state = State::RUNNABLE;
        }
    warp->arrived &= ~me->mask;
    if (me->operation == Warp::SYNC) {
        acquire_all(warp, me->mask);
        warp->epoch++;
    }
}

uint64_t warp_operation(Warp kind, unsigned mask, uint64_t value, int argument, int width,
                        Place at)
{
    Fiber *me = current;
    WarpState *warp = me->warp;
    close_store();
    me->at = at;
    me->operation = kind;
    me->mask = mask & (warp->size == 32 ? ~0u : (1u << warp->size) - 1);
    me->value = value;
    me->argument = argument;
    me->width = width;
    demand_lanes(me, me->mask);

    warp->arrived |= 1u << me->lane;
    me->state = State::AT_WARP;
    if ((warp->arrived & me->mask) == me->mask)
        complete(me);
    else
        switch_threads();
    return me->result;
}

// The lanes that are at this place when the first to ask goes on; it lets the others come.
unsigned active_lanes(Place at)
{
    Fiber *me = current;
    WarpState *warp = me->warp;
    me->at = at;
    me->mask = 0;
    warp->asking |= 1u << me->lane;
    switch_threads();
    if (me->mask)
        return me->mask;
    for (u32 lane = 0; lane < warp->size; lane++)
        if (warp->asking >> lane & 1 && warp->lanes[lane]->at.line == at.line)
            me->mask |= 1u << lane;
    for (u32 lane = 0; lane < warp->size; lane++)
        if (me->mask >> lane & 1)
            warp->lanes[lane]->mask = me->mask;
    warp->asking &= ~me->mask;
    return me->mask;
}
} // namespace cuda_cpu
