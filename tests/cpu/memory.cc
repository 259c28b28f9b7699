// memory.cc - device memory: allocations far apart from each other, copies, and memsets.
#include "runtime.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

namespace cuda_cpu {
/* ---- allocations ---- */

struct Allocation {
    size_t size;
    Place at;
    bool live;
};
static std::map<u64, Allocation> allocations; // by offset in the arena
static size_t allocated_bytes;
static std::map<u64, u64> gaps; // within allocations: start and end
static struct { u64 start, size; } latest; // the array that was looked up last

// The bytes past the end of an array belong to nobody, and as many before its start.
static u64 find_room(size_t size)
{
    constexpr size_t LINE = 256, GAP = 64 << 10;
    static u64 next = 1 << 20;
    const size_t lines = (size + LINE - 1) / LINE * LINE;
    const u64 offset = next;
    next += 2 * lines + GAP;
    return offset;
}

// EMU_FAIL: one allocation fails.
static bool fails()
{
    static u64 asked;
    return ++asked == options.fail;
}

cudaError_t allocate(void **p, size_t size, Place at)
{
    init();
    if (!p)
        return set_error(cudaErrorInvalidValue);
    *p = nullptr;
    if (size == 0)
        return cudaSuccess;
    if (fails() || size > options.memory || allocated_bytes + size > options.memory)
        return set_error(cudaErrorMemoryAllocation);
    const u64 offset = find_room(size);
    if (offset + size > arena_size())
        return set_error(cudaErrorMemoryAllocation);
    allocations[offset] = {size, at, true};
    allocated_bytes += size;
    *p = arena + offset;
    return cudaSuccess;
}

cudaError_t release(void *p, Place at)
{
    if (!p)
        return cudaSuccess;
    const auto found = allocations.find(arena_offset(p));
    if (!in_arena(p) || found == allocations.end() || !found->second.live)
        fail(source_line(at), "bad free: this is not what cudaMalloc returned, or it has "
                              "been freed before");
    found->second.live = false;
    allocated_bytes -= found->second.size;
    latest = {};
    discard(found->first, found->second.size);
    return cudaSuccess;
}

void part(void *array, size_t size, size_t gap)
{
    const u64 start = arena_offset(array);
    gaps.erase(gaps.lower_bound(start), gaps.lower_bound(start + size + gap));
    gaps[start + size] = start + size + gap;
    latest = {};
}

// Sets the latest array to what lies between two gaps, or leaves it empty.
static void look_up(u64 offset, u64 start, u64 end)
{
    const auto after = gaps.upper_bound(offset);
    if (after != gaps.end())
        end = std::min(end, after->first);
    if (after != gaps.begin())
        start = std::max(start, std::prev(after)->second);
    latest = {start, offset < start ? 0 : end - start};
}

// How many of the bytes lie in the array that holds the first of them.
size_t allocated_prefix(u64 offset, size_t size)
{
    if (offset - latest.start >= latest.size) {
        auto after = allocations.upper_bound(offset);
        if (after == allocations.begin())
            return 0;
        const auto &array = *std::prev(after);
        if (!array.second.live || offset - array.first >= array.second.size)
            return 0;
        look_up(offset, array.first, array.first + array.second.size);
        if (!latest.size)
            return 0;
    }
    return std::min(size, latest.start + latest.size - offset);
}

cudaError_t allocate_host(void **p, size_t size)
{
    *p = fails() ? nullptr : malloc(size ? size : 1);
    return set_error(*p ? cudaSuccess : cudaErrorMemoryAllocation);
}

// How far the byte is from the array, in front of it or behind.
static u64 distance(u64 offset, u64 start, size_t size)
{
    if (offset < start)
        return start - offset;
    return offset < start + size ? 0 : offset - start - size;
}

// The place of a byte, as seen from the nearest array.
std::string describe(u64 offset)
{
    const auto after = allocations.upper_bound(offset);
    auto nearest = after;
    if (after != allocations.begin())
        nearest = std::prev(after);
    if (nearest == allocations.end())
        return "an address outside of every array";
    if (after != allocations.end() &&
        distance(offset, after->first, after->second.size) <
            distance(offset, nearest->first, nearest->second.size))
        nearest = after;
    const Allocation &array = nearest->second;
    return text("byte %lld of the %zu-byte array allocated at ",
                (long long)(offset - nearest->first), array.size) +
           source_line(array.at) + (array.live ? "" : ", which has been freed");
}

size_t memory_in_use() { return allocated_bytes; }

// A program that ends well has freed what it allocated.
// A main program that ends because memory ran out may keep its own.
static bool may_stay(Place at, int status)
{
    const std::string file = at.file;
    const bool main = file.size() > 8 && file.substr(file.size() - 8) == "_main.cu";
    return !options.leaks || (status != 0 && (main || !options.fail));
}

void demand_freed(int status, void *)
{
    for (const auto &array : allocations)
        if (array.second.live && !may_stay(array.second.at, status))
            fail(source_line(array.second.at),
                 text("leak: the %zu bytes allocated here are never freed",
                      array.second.size));
}

/* ---- copies ---- */

static void demand_device(const void *p, const char *what, Place at)
{
    if (!in_arena(p))
        fail(source_line(at), text("bad pointer: %s is no device memory", what));
}

static void demand_host(const void *p, const char *what, Place at)
{
    if (in_arena(p))
        fail(source_line(at), text("bad pointer: %s is device memory, ", what) +
                                  describe(arena_offset(p)));
}

static void demand_room(const void *p, size_t size, const char *what, Place at)
{
    demand_device(p, what, at);
    const u64 offset = arena_offset(p);
    const size_t good = allocated_prefix(offset, size);
    if (good < size)
        fail(source_line(at), text("out of bounds: %s has %zu bytes and reaches ", what,
                                   size) + describe(offset + good));
}

static void demand_written(const void *p, size_t size, Place at)
{
    const u64 offset = arena_offset(p);
    const size_t written = written_prefix(offset, size);
    if (written < size)
        fail(source_line(at), "unwritten result: the copy to the host reads " +
                                  describe(offset + written) +
                                  ", which nobody has written");
}

// Writes what stands in `from`, or the value where that is null, to the pages that have
// something else: the others stay without memory.
static void write_pages(char *to, const char *from, int value, size_t size)
{
    constexpr size_t PAGE = 4096;
    char same[PAGE];
    memset(same, value, PAGE);
    for (size_t i = 0; i < size; i += PAGE) {
        const size_t n = std::min(PAGE, size - i);
        const char *page = from ? from + i : same;
        if (memcmp(to + i, page, n))
            memcpy(to + i, page, n);
    }
}

static cudaMemcpyKind direction(const void *to, const void *from)
{
    if (in_arena(from))
        return in_arena(to) ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost;
    return in_arena(to) ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost;
}

cudaError_t copy(void *to, const void *from, size_t size, cudaMemcpyKind kind, Place at)
{
    const char *const source = "the source of the copy";
    const char *const destination = "the destination of the copy";
    init();
    if (kind == cudaMemcpyDefault)
        kind = direction(to, from);
    if (kind == cudaMemcpyDeviceToHost)
        demand_checked_launches();
    if (size == 0)
        return cudaSuccess;

    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice)
        demand_room(from, size, source, at);
    else
        demand_host(from, source, at);
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
        demand_room(to, size, destination, at);
    else
        demand_host(to, destination, at);

    if (kind == cudaMemcpyDeviceToHost)
        demand_written(from, size, at);
    if (kind == cudaMemcpyHostToDevice)
        mark_written(arena_offset(to), size);
    if (kind == cudaMemcpyDeviceToDevice) {
        copy_written(arena_offset(to), arena_offset(from), size);
        count_copy("cudaMemcpy", size, size);
    }
    if (options.sample)
        write_pages((char *)to, (const char *)from, 0, size);
    else
        memmove(to, from, size);
    return cudaSuccess;
}

cudaError_t fill(void *p, int value, size_t size, Place at)
{
    init();
    if (size == 0)
        return cudaSuccess;
    demand_room(p, size, "the memset", at);
    mark_written(arena_offset(p), size);
    count_copy("cudaMemset", 0, size);
    if (options.sample)
        write_pages((char *)p, nullptr, value, size);
    else
        memset(p, value, size);
    return cudaSuccess;
}
} // namespace cuda_cpu
