// fibers.cc - the threads of a kernel as fibers of one OS thread, and their scheduler.
//
// Up to EMU_RESIDENT blocks are under way at a time. They start in random order, take
// turns at random, and their warps and lanes do too; the seed fixes all of it.
#include "runtime.h"
#include <algorithm>
#include <cstring>
#include <numeric>
#include <sys/mman.h>

namespace cuda_cpu {
uint3 current_thread, current_block;
dim3 current_block_size, current_grid_size;
Kernel kernel;
Fiber *current;
bool in_kernel;
u64 writes_done;

static char *stacks;
static void *scheduler_stack;
static std::vector<Block> slots;
static Block *image_owner; // whose static shared memory is in place

/* ---- random numbers (xorshift64) ---- */

u64 chance()
{
    static u64 state = options.seed * 0x9E3779B97F4A7C15ull + 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

template <class T> static void shuffle_order(std::vector<T> &items)
{
    for (size_t i = items.size(); options.seed && i > 1; i--)
        std::swap(items[i - 1], items[chance() % i]);
}

/* ---- switching ---- */

void switch_threads()
{
    close_store();
    cuda_cpu_switch(&current->stack_pointer, scheduler_stack);
}

void yield()
{
    if (!in_kernel)
        return;
    current->spinning = true;
    switch_threads();
}

static void fiber_main()
{
    kernel.call(kernel.arguments);
    close_store();
    Fiber *me = current;
    Block *block = me->block;
    me->state = State::DONE;
    me->warp->live &= ~(1u << me->lane);
    block->live--;
    demand_not_awaited(me);
    if (block->live && block->arrived == block->live)
        release_barrier(block);
    switch_threads();
}

static u64 &canary(const Fiber *fiber) { return *(u64 *)fiber->stack; }

bool on_own_stack(const void *p)
{
    return (u64)p - (u64)current->stack < options.stack;
}

// The lowest stack must not overflow into something else.
constexpr size_t GUARD = 64 << 20;

static size_t all_stacks_size() { return options.stack * MAX_THREADS * options.resident; }

bool on_any_stack(const void *p)
{
    return (u64)p - (u64)(stacks - GUARD) < GUARD + all_stacks_size();
}

void init_fibers()
{
    char *p = (char *)mmap(nullptr, GUARD + all_stacks_size(), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || mprotect(p, GUARD, PROT_NONE) != 0)
        fail("cuda_cpu", "no address space for the stacks of the threads");
    stacks = p + GUARD;
    slots.resize(options.resident);
    for (u32 i = 0; i < slots.size(); i++)
        slots[i].slot = i;
}

/* ---- blocks ---- */

static void start_fiber(Block *block, u32 number)
{
    const dim3 size = current_block_size;
    Fiber &fiber = block->fibers[number];
    fiber = Fiber();
    fiber.block = block;
    fiber.warp = &block->warps[number / 32];
    fiber.number = number;
    fiber.lane = number % 32;
    fiber.index = {number % size.x, number / size.x % size.y, number / size.x / size.y};
    fiber.warp->lanes[fiber.lane] = &fiber;
    fiber.stack = stacks + (block->slot * (size_t)MAX_THREADS + number) * options.stack;
    fiber.stack_pointer = prepare_stack(fiber.stack, options.stack, fiber_main);
    canary(&fiber) = 0;
}

static void start_block(Block *block, u64 number)
{
    static u32 runs;
    const dim3 grid = current_grid_size, size = current_block_size;
    const u32 threads = size.x * size.y * size.z;
    block->number = number;
    block->index = {(u32)(number % grid.x), (u32)(number / grid.x % grid.y),
                    (u32)(number / grid.x / grid.y)};
    block->live = threads;
    block->arrived = block->epoch = 0;
    block->clock = 1;
    block->run = ++runs;
    block->acquired = nullptr;
    block->has_image = false;
    block->image.resize(static_shared_size);
    if (image_owner == block)
        image_owner = nullptr;

    block->warps.assign((threads + 31) / 32, WarpState());
    for (u32 i = 0; i < block->warps.size(); i++) {
        WarpState &warp = block->warps[i];
        warp.size = std::min(32u, threads - i * 32);
        warp.live = warp.size == 32 ? ~0u : (1u << warp.size) - 1;
    }
    block->fibers.resize(threads);
    for (u32 i = 0; i < threads; i++)
        start_fiber(block, i);
    char *dynamic = dynamic_shared_base + block->slot * DYNAMIC_STRIDE;
    memset(dynamic, GARBAGE, kernel.dynamic_size);
}

// Static shared variables are thread-local ones of the program: swap their image.
static void make_current(Block *block)
{
    current_block = block->index;
    if (image_owner == block)
        return;
    if (image_owner) {
        memcpy(image_owner->image.data(), static_shared, static_shared_size);
        image_owner->has_image = true;
    }
    if (block->has_image)
        memcpy(static_shared, block->image.data(), static_shared_size);
    else
        memset(static_shared, GARBAGE, static_shared_size);
    image_owner = block;
}

void *dynamic_shared()
{
    return dynamic_shared_base + current->block->slot * DYNAMIC_STRIDE;
}

/* ---- the scheduler ---- */

static std::vector<Block *> residents;

static void run_fiber(Fiber *fiber)
{
    current = fiber;
    current_thread = fiber->index;
    fiber->spinning = false;
    cuda_cpu_switch(&scheduler_stack, fiber->stack_pointer);
    if (canary(fiber) != 0)
        fail("stack overflow", "the local variables of " + name_thread(fiber) +
                                   " need a larger EMU_STACK");
}

// Runs each runnable thread of the block once. Tells whether any was runnable, and
// whether any did more than to look at a flag.
struct Pass { bool any, progress; };

static Pass run_threads(Block *block)
{
    static std::vector<WarpState *> order;
    order.clear();
    for (WarpState &warp : block->warps)
        order.push_back(&warp);
    shuffle_order(order);

    Pass pass = {false, false};
    for (WarpState *warp : order) {
        const u32 first = options.seed ? chance() % warp->size : 0;
        for (u32 i = 0; i < warp->size; i++) {
            Fiber *fiber = warp->lanes[(first + i) % warp->size];
            if (fiber->state != State::RUNNABLE)
                continue;
            run_fiber(fiber);
            pass.any = true;
            pass.progress |= !fiber->spinning;
        }
    }
    return pass;
}

// Names one thread of each block for each thing that its threads wait for.
void report_stuck()
{
    const char *const does[] = {"spins on a flag", "waits at ", "waits for its warp at "};
    std::string where = "no line", waiting;
    int named = 0;
    for (const Block *block : residents) {
        bool seen[4] = {false, false, false, true};
        for (const Fiber &fiber : block->fibers) {
            const int state = (int)fiber.state;
            if (seen[state] || named == 6)
                continue;
            seen[state] = true;
            waiting += (named++ ? ", " : "") + name_thread(&fiber) + " " + does[state];
            if (fiber.state != State::RUNNABLE)
                waiting += where = source_line(fiber.at);
        }
    }
    fail(where, "deadlock: " + waiting +
                    "; are these blocks waiting for one that cannot start yet, or lanes "
                    "for one in another branch?");
}

// One resident block runs for a random number of turns. False where it is still under
// way and did nothing but spin.
static bool run_some(Block *block)
{
    make_current(block);
    bool progress = true;
    for (u32 turns = 1 + chance() % 64; turns && progress && block->live; turns--) {
        const Pass pass = run_threads(block);
        if (!pass.any && block->live)
            report_stuck();
        progress = pass.progress;
    }
    return progress || !block->live;
}

static void run_blocks(const std::vector<u64> &order)
{
    constexpr u32 PATIENCE = 20000; // fruitless turns that count as a deadlock
    constexpr u32 LATEST = 500;     // fruitless turns after which all stores are seen
    std::vector<Block *> idle_slots;
    for (Block &slot : slots)
        idle_slots.insert(idle_slots.begin(), &slot);

    size_t next = 0;
    u32 idle_turns = 0;
    u64 writes = 0;
    while (next < order.size() || !residents.empty()) {
        while (next < order.size() && !idle_slots.empty()) {
            residents.push_back(idle_slots.back());
            idle_slots.pop_back();
            start_block(residents.back(), order[next++]);
        }
        const size_t turn = options.seed ? chance() % residents.size()
                                         : idle_turns % residents.size();
        Block *block = residents[turn];
        const bool progress = run_some(block);
        idle_turns = progress || writes != writes_done ? 0 : idle_turns + 1;
        writes = writes_done;
        if (idle_turns > LATEST && drain_late_stores(nullptr))
            idle_turns = 0;
        if (idle_turns > PATIENCE)
            report_stuck();
        if (!block->live) {
            flush_traffic(block);
            residents.erase(residents.begin() + turn);
            idle_slots.push_back(block);
        }
    }
}

/* ---- launches ---- */

// The error of a launch that CUDA refuses, and why.
struct Refusal {
    cudaError_t error;
    const char *reason;
};

static Refusal refusal_of(const void *function, const Config &c)
{
    const u64 threads = volume(c.block), blocks = volume(c.grid);
    if (!threads || threads > MAX_THREADS || c.block.z > 64)
        return {cudaErrorInvalidConfiguration, "has a block of 0 or over 1024 threads"};
    if (!blocks || c.grid.x >> 31 || c.grid.y > 65535 || c.grid.z > 65535)
        return {cudaErrorInvalidConfiguration, "has an empty grid or too many blocks"};
    if (c.shared > dynamic_limit(function))
        return {cudaErrorInvalidValue, "asks for too much shared memory"};
    return {cudaSuccess, nullptr};
}

static bool is_accepted(const char *name, const void *function, const Config &c)
{
    const std::string launch =
        text("%s<<<(%u, %u, %u), (%u, %u, %u), %zu>>> ", name, c.grid.x, c.grid.y,
             c.grid.z, c.block.x, c.block.y, c.block.z, c.shared);
    const Refusal refusal = refusal_of(function, c);
    if (refusal.error != cudaSuccess) {
        invalid_launch(refusal.error, c.at, "invalid launch: " + launch + refusal.reason);
        return false;
    }
    if (!options.sample && volume(c.grid) > MAX_BLOCKS)
        fail(source_line(c.at), launch + "has more blocks than can be run on the CPU");
    return true;
}

// All blocks, or of a sample the first, the last, and some between.
static std::vector<u64> chosen_blocks(u64 blocks)
{
    std::vector<u64> order;
    if (!options.sample || blocks <= options.sample) {
        order.resize(blocks);
        std::iota(order.begin(), order.end(), 0);
        return order;
    }
    order = {0, blocks - 1};
    while (order.size() < options.sample)
        order.push_back(1 + chance() % (blocks - 2));
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    return order;
}

void run(const char *name, const void *function, const Config &config,
         void (*call)(const void *), const void *arguments, size_t size)
{
    init();
    demand_checked_launches();
    if (options.refuse && launches + 1 >= options.refuse) {
        set_error(cudaErrorLaunchOutOfResources);
        return;
    }
    if (!is_accepted(name, function, config))
        return;
    kernel = {name, arguments, size, config.shared, call, ++launches};
    current_grid_size = config.grid;
    current_block_size = config.block;
    image_owner = nullptr;
    std::vector<u64> order = chosen_blocks(volume(config.grid));
    forget_order(order.size());
    shuffle_order(order);

    in_kernel = true;
    watch_time(true);
    run_blocks(order);
    drain_late_stores(nullptr);
    watch_time(false);
    in_kernel = false;
    current = nullptr;
    count_launch();
}
} // namespace cuda_cpu
