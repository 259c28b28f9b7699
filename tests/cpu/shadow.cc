// shadow.cc - the checks of each access to device and shared memory.
//
// A cell shadows a word of four bytes: which bytes have been written, and who wrote and
// read it last. A word that is accessed by parts gets a cell for each byte. Two accesses
// race where one is a store, not both are strong (volatile or atomic), and nothing orders
// them: no barrier within a block, no fences between blocks.
#include "runtime.h"
#include <algorithm>
#include <sys/mman.h>

namespace cuda_cpu {
// Who accessed, when, and from which line (addresses of code fit 32 bits: -no-pie).
struct Stamp {
    u32 thread;           // block * MAX_THREADS + thread
    u32 epoch;            // block barriers, then 12 bits of warp barriers
    u32 clock : 30;
    u32 valid : 1, strong : 1;
    u32 pc;

    u32 block() const { return thread / MAX_THREADS; }
    u32 warp() const { return thread / 32; }
    u32 number() const { return thread % MAX_THREADS; }
};

struct Cell {
    Stamp write, read;    // the last ones
    Stamp other;          // the last read by another block than read's
    u32 run;              // the launch, or run of a block, that all this is about
    u8 flags;
    u8 written;           // a bit for each byte (of a word's cell only)
};
enum : u8 { MANY_READ = 1, MANY_WARPS_READ = 2, SPLIT = 4 };

struct Access {
    char *p;
    u64 offset;           // in the arena, or in the block's shared memory
    u32 size;
    Kind kind;
    bool shared, strong;
    const void *pc;
};

char *arena, *static_shared, *dynamic_shared_base;
size_t static_shared_size;
u64 program_start, program_end;
u64 accesses_done;
static Cell *arena_cells, *shared_cells;   // for shared memory: of all slots
static std::vector<Cell> split_cells;      // four for each split word
static u32 split_launch;
static u32 accesses_to_switch;
static bool in_range;                      // one store, announced in several parts
static bool uncounted;                     // an access that is counted elsewhere

// A block's shared memory as one range: the static part, then the dynamic one.
static size_t dynamic_start() { return (static_shared_size + 15) & ~15ull; }
static size_t shared_cells_per_block() { return (dynamic_start() + DYNAMIC_STRIDE) / 4; }

template <class T> static T *reserve(size_t count)
{
    void *p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        fail("cuda_cpu", "no address space for the shadow of the device's memory");
    return (T *)p;
}

void init_shadow()
{
    arena = reserve<char>(arena_size());
    if (!options.sample)
        arena_cells = reserve<Cell>(arena_size() / 4);
    dynamic_shared_base = reserve<char>(DYNAMIC_STRIDE * options.resident);
    shared_cells = reserve<Cell>(shared_cells_per_block() * options.resident);
}

/* ---- which bytes are allocated and written ---- */

// Calls visit(cell, mask) for each word of the range, with the bytes it covers.
template <class Visit> static void each_word(u64 offset, size_t size, Visit visit)
{
    for (size_t done = 0; done < size;) {
        const u32 first = (offset + done) & 3;
        const u32 count = std::min<size_t>(4 - first, size - done);
        visit(arena_cells[(offset + done) / 4], u8(((1 << count) - 1) << first));
        done += count;
    }
}

void mark_written(u64 offset, size_t size)
{
    if (options.sample)
        return;
    each_word(offset, size, [](Cell &cell, u8 mask) { cell.written |= mask; });
}

static bool is_written(u64 offset)
{
    return arena_cells[offset / 4].written >> (offset & 3) & 1;
}

void copy_written(u64 to, u64 from, size_t size)
{
    if (options.sample)
        return;
    std::vector<bool> written(size);
    for (size_t i = 0; i < size; i++)
        written[i] = is_written(from + i);
    for (size_t i = 0; i < size; i++)
        each_word(to + i, 1, [&](Cell &cell, u8 mask) {
            cell.written = written[i] ? cell.written | mask : cell.written & ~mask;
        });
}

// The number of bytes up to the first that has not been written.
size_t written_prefix(u64 offset, size_t size)
{
    size_t i = 0;
    while (i < size && (options.sample || is_written(offset + i)))
        i++;
    return i;
}

// Gives back the whole pages of freed memory; its addresses are never used again.
void discard(u64 offset, size_t size)
{
    auto give_back = [](void *start, void *end) {
        const u64 first = ((u64)start + 4095) & ~4095ull, last = (u64)end & ~4095ull;
        if (last > first)
            madvise((void *)first, last - first, MADV_DONTNEED);
    };
    give_back(arena + offset, arena + offset + size);
    if (!options.sample)
        give_back(arena_cells + offset / 4, arena_cells + (offset + size) / 4);
}

/* ---- sentences ---- */

static const char *verb(Kind kind)
{
    return kind == Kind::LOAD ? "reads" : kind == Kind::STORE ? "writes" : "updates";
}

static std::string place_of(const Access &a)
{
    if (!a.shared)
        return describe(a.offset);
    if (a.offset < static_shared_size)
        return text("byte %zu of the static shared memory", (size_t)a.offset);
    return text("byte %zu of the %zu bytes of dynamic shared memory",
                (size_t)a.offset - dynamic_start(), kernel.dynamic_size);
}

[[noreturn]] static void fail_access(const Access &a, const char *what)
{
    const std::string does = text(" %s %u bytes at ", verb(a.kind), a.size);
    const std::string sentence = name_thread(current) + does + place_of(a);
    fail(source_line(a.pc), text("%s: ", what) + sentence);
}

static std::string race_sentence(const Access &a, const Stamp &earlier, const char *did)
{
    return std::string(a.shared ? "shared" : "global") + "-memory race: " +
           name_thread(current) + " " + verb(a.kind) + " what " +
           name_thread(earlier.block(), earlier.number()) + " " + did + " at " +
           source_line((const void *)(u64)earlier.pc) + ", and nothing orders the two; " +
           place_of(a);
}

/* ---- races ---- */

static Stamp stamp_now(const Access &a)
{
    const Block *block = current->block;
    return {block->number * MAX_THREADS + current->number,
            block->epoch << 12 | (current->warp->epoch & 4095),
            block->clock, 1, a.strong, (u32)(u64)a.pc};
}

static bool happened_before(const Stamp &earlier, const Stamp &now, bool many_warps)
{
    const bool one_block = earlier.block() == now.block();
    if (one_block && earlier.epoch >> 12 != now.epoch >> 12)
        return true; // a block barrier lies between
    if (!many_warps && earlier.warp() == now.warp() && earlier.epoch != now.epoch)
        return true; // a warp barrier
    return knows(current, earlier.block(), earlier.clock); // fences and a flag
}

static bool conflicts(const Stamp &earlier, const Stamp &now)
{
    return earlier.valid && !(earlier.strong && now.strong);
}

static struct {
    Access access;
    Stamp earlier;
} suspect;

void report_suspect()
{
    fail(source_line(suspect.access.pc),
         race_sentence(suspect.access, suspect.earlier, "wrote"));
}

// The bytes are those of the whole access that the cell stands for.
static void check_write_before(const Access &a, const Cell &cell, const Stamp &now,
                               u32 bytes)
{
    if (!conflicts(cell.write, now) || cell.write.thread == now.thread ||
        happened_before(cell.write, now, false))
        return;
    suspect = {a, cell.write};
    if (a.kind == Kind::STORE && options.same_value_ok && !in_range)
        suspect_store(bytes);
    else
        report_suspect();
}

static void check_reads_before(const Access &a, const Cell &cell, const Stamp &now)
{
    const bool many = cell.flags & MANY_READ, many_warps = cell.flags & MANY_WARPS_READ;
    if (conflicts(cell.read, now) && (many || cell.read.thread != now.thread) &&
        !happened_before(cell.read, now, many_warps))
        fail(source_line(a.pc), race_sentence(a, cell.read, "read"));
    if (conflicts(cell.other, now) && cell.other.block() != now.block() &&
        !happened_before(cell.other, now, false))
        fail(source_line(a.pc), race_sentence(a, cell.other, "read"));
}

// Of several readers in one block and epoch the last stands for all.
static void note_read(Cell &cell, Stamp now)
{
    const Stamp &last = cell.read;
    if (last.valid && last.block() != now.block()) {
        cell.other = last;
        cell.flags &= ~(MANY_READ | MANY_WARPS_READ);
    } else if (last.valid && last.epoch >> 12 == now.epoch >> 12) {
        if (last.thread != now.thread)
            cell.flags |= MANY_READ;
        if (last.warp() != now.warp())
            cell.flags |= MANY_WARPS_READ;
        now.strong &= last.strong;
    } else
        cell.flags &= ~(MANY_READ | MANY_WARPS_READ);
    cell.read = now;
}

static void note_write(Cell &cell, const Stamp &now, bool also_read)
{
    cell.write = now;
    if (also_read)
        return;
    cell.read.valid = cell.other.valid = 0;
    cell.flags &= ~(MANY_READ | MANY_WARPS_READ);
}

static void check_race(const Access &a, Cell &cell, const Stamp &now, u32 bytes)
{
    check_write_before(a, cell, now, bytes);
    if (a.kind != Kind::LOAD)
        check_reads_before(a, cell, now);
    if (a.kind != Kind::STORE)
        note_read(cell, now);
    if (a.kind != Kind::LOAD)
        note_write(cell, now, a.kind == Kind::UPDATE);
}

/* ---- the cells of an access ---- */

// What was noted in an earlier launch, or by an earlier block, is over.
static void renew(Cell &cell, u32 run, bool shared)
{
    if (cell.run == run)
        return;
    cell.run = run;
    cell.flags = 0;
    cell.write.valid = cell.read.valid = cell.other.valid = 0;
    if (shared)
        cell.written = 0;
}

static Cell *split(Cell &cell)
{
    if (split_launch != kernel.launch) {
        split_launch = kernel.launch;
        split_cells.clear();
    }
    if (!(cell.flags & SPLIT)) {
        const u32 index = split_cells.size();
        split_cells.insert(split_cells.end(), 4, cell);
        cell.flags |= SPLIT;
        cell.write.thread = index;
    }
    return &split_cells[cell.write.thread];
}

// Checks the bytes of a word: the access covers those in the mask, and the first of them
// is the access's byte number done.
static void check_word(const Access &a, Cell &cell, u8 mask, u32 done, const Stamp &now)
{
    renew(cell, a.shared ? current->block->run : kernel.launch, a.shared);
    if (a.kind != Kind::STORE && (cell.written & mask) != mask)
        fail_access(a, "uninitialised read");
    if (a.kind != Kind::LOAD)
        cell.written |= mask;
    if (!options.races)
        return;
    if (mask == 15 && !(cell.flags & SPLIT))
        return check_race(a, cell, now, 15u << done);
    Cell *bytes = split(cell);
    for (u32 i = 0, bit = 1u << done; i < 4; i++)
        if (mask >> i & 1) {
            check_race(a, bytes[i], now, bit);
            bit <<= 1;
        }
}

static void check_cells(const Access &a, Cell *cell)
{
    const Stamp now = stamp_now(a);
    for (u32 done = 0; done < a.size; cell++) {
        const u32 first = (a.offset + done) & 3;
        const u32 count = std::min(4 - first, a.size - done);
        const u8 mask = ((1 << count) - 1) << first;
        check_word(a, *cell, mask, done, now);
        done += count;
    }
}

/* ---- an access ---- */

// A strong access is a point where threads switch; a plain one can be made to be.
static void maybe_switch(const Access &a)
{
    const bool was_in_range = in_range, was_uncounted = uncounted; // others have accesses
    in_range = uncounted = false;                                  // of their own
    if (a.strong) {
        if (a.kind != Kind::STORE || (options.seed && chance() % 2 == 0)) {
            current->spinning = a.kind == Kind::LOAD;
            switch_threads();
        }
    } else if (options.preempt && accesses_to_switch-- == 0) {
        accesses_to_switch = chance() % (2 * options.preempt);
        current->spinning = false;
        switch_threads();
    }
    in_range = was_in_range;
    uncounted = was_uncounted;
}

// Is this device memory that another block has stored to in this launch?
static bool is_foreign(const Access &a)
{
    if (a.shared)
        return false;
    const Cell *cell = &arena_cells[a.offset / 4];
    if (cell->flags & SPLIT)
        cell = &split_cells[cell->write.thread + a.offset % 4];
    return cell->write.valid && cell->write.block() != current->block->number;
}

static const void *announced_vector;

void announce_vector(const void *p) { announced_vector = p; }

// Vectors are aligned to their size. Other types of 16 bytes are structs that g++ copies
// at once and the GPU by their members, of 8 bytes at most.
static u64 alignment_of(const Access &a)
{
    return a.size > 8 && (const void *)a.p != announced_vector ? 8 : a.size;
}

// An address in the shared memory of a block, which no other one has.
static u64 in_block(u64 offset) { return 1ull << 63 | (u64)current->block->number << 24 | offset; }

static void check_access(Access a, Cell *cells)
{
    if ((u64)a.p & (alignment_of(a) - 1))
        fail_access(a, "misaligned access");
    if (!a.shared && allocated_prefix(a.offset, a.size) < a.size)
        fail_access(a, "out of bounds");
    accesses_done++;
    maybe_switch(a);
    if (options.sample && !a.shared) {
        writes_done += a.kind != Kind::LOAD;
        return;
    }
    if (!a.shared)
        drain_late_stores(a.offset, a.size, a.kind != Kind::LOAD);
    if (a.kind == Kind::STORE && !in_range)
        open_store(a.p, a.size, !a.shared, a.strong);
    check_cells(a, cells + a.offset / 4);
    writes_done += a.kind != Kind::LOAD;
    if (a.strong)
        order_access(a.shared ? in_block(a.offset) : a.offset, a.kind);
    if (options.metered && !uncounted)
        count_access(a.shared, a.kind, a.size, a.offset, a.strong || is_foreign(a), a.pc);
}

static void shared_access(Access a)
{
    a.shared = true;
    if (a.offset + a.size > dynamic_start() + kernel.dynamic_size)
        fail_access(a, "out of bounds");
    check_access(a, shared_cells + current->block->slot * shared_cells_per_block());
}

// Not device memory: a thread may touch its own stack, its arguments, and variables of
// the program, which are not checked.
static void other_access(const Access &a)
{
    const u64 p = (u64)a.p;
    if (on_own_stack(a.p) || p - (u64)kernel.arguments < kernel.arguments_size ||
        (p >= program_start && p < program_end))
        return;
    const char *what = on_any_stack(a.p) ? "a local variable of another thread, or of its "
                                           "own where they exceed EMU_STACK"
                                         : "host memory or an invalid address";
    fail(source_line(a.pc), "bad pointer: " + name_thread(current) + " " + verb(a.kind) +
                                text(" %u bytes at %p, ", a.size, a.p) + what);
}

void access(const void *p, u32 size, Kind kind, bool strong, const void *pc)
{
    Access a = {(char *)p, arena_offset(p), size, kind, false, strong, pc};
    if (!in_kernel) {
        if (in_arena(p))
            fail(source_line(pc), text("bad pointer: the host program %s device memory, ",
                                       verb(kind)) + describe(a.offset));
        return;
    }
    close_store(kind);
    if (in_arena(p))
        return check_access(a, arena_cells);

    const u64 in_static = (u64)p - (u64)static_shared;
    const u64 in_dynamic = (u64)p - (u64)dynamic_shared();
    a.offset = in_static < static_shared_size ? in_static : dynamic_start() + in_dynamic;
    if (in_static < static_shared_size || in_dynamic < DYNAMIC_STRIDE)
        shared_access(a);
    else
        other_access(a);
}

void access_uncounted(const void *p, u32 size, Kind kind, const void *pc)
{
    uncounted = true;
    access(p, size, kind, false, pc);
    uncounted = false;
}

bool is_shared(const void *p)
{
    return (u64)p - (u64)static_shared < static_shared_size ||
           (u64)p - (u64)dynamic_shared() < DYNAMIC_STRIDE;
}

static Cell *shared_cell(const void *p)
{
    const u64 in_static = (u64)p - (u64)static_shared;
    const u64 offset = in_static < static_shared_size
                           ? in_static : dynamic_start() + ((u64)p - (u64)dynamic_shared());
    return shared_cells + current->block->slot * shared_cells_per_block() + offset / 4;
}

void forget_written(const void *p, u32 size)
{
    Cell *cells = shared_cell(p);
    for (u32 i = 0; i < size / 4; i++)
        cells[i].written = 0;
}

// A record with a __half is stored without the bytes that pad it at its end, and loaded with
// them. Bytes up to a multiple of 8 count as written, too.
static void pad_store(const char *p, size_t size)
{
    for (const char *end = p + size; (end - p) % 8; end++) {
        const bool shared = is_shared(end);
        if (!shared && !in_arena(end))
            return;
        Cell *cell = shared ? shared_cell(end) : &arena_cells[arena_offset(end) / 4];
        renew(*cell, shared ? current->block->run : kernel.launch, shared);
        cell->written |= 1 << ((u64)end & 3);
    }
}

void access_range(const void *p, size_t size, Kind kind, const void *pc)
{
    in_range = true;
    for (size_t done = 0; done < size;) {
        const u64 at = (u64)p + done;
        size_t part = 16;
        while (in_kernel && (part > size - done || at & (part - 1)))
            part /= 2;
        access((const void *)at, part, kind, false, pc);
        done += in_kernel ? part : size;
    }
    in_range = false;
    if (in_kernel && kind == Kind::STORE)
        pad_store((const char *)p, size);
    if (in_kernel && kind == Kind::STORE && in_arena(p) && size <= WIDEST_STORE &&
        !options.sample)
        open_store((void *)p, size, true, false);
}

void announce(const volatile void *p, size_t size, Kind kind, const void *caller)
{
    access((const void *)p, size, kind, true, caller);
}
} // namespace cuda_cpu
