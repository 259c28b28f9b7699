// runtime.h - what the parts of the runtime share.
//
// In: a launch from cuda_on_cpu.h, and a callback for each access to memory.
// Out: the memory as the kernel leaves it, or one sentence on stderr and exit 86.
// Holds: one OS thread runs everything, the threads of a kernel are fibers that
// switch only inside calls of the runtime, and the order follows from EMU_SEED.
#pragma once
#define CUDA_CPU_RUNTIME
#include "cuda_on_cpu.h"
#include <memory>
#include <string>
#include <vector>

namespace cuda_cpu {
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

constexpr u32 MAX_THREADS = 1024;           // of a block
constexpr u32 MAX_BLOCKS = 1u << 22;        // of a grid: a thread's identity has 32 bits
constexpr size_t MAX_DYNAMIC = 227 << 10;   // bytes of shared memory
constexpr size_t DEFAULT_DYNAMIC = 48 << 10;
constexpr u8 GARBAGE = 0xA5;                // fills memory that nobody has written

// The environment's say: EMU_SEED, EMU_RESIDENT and so on.
struct Options {
    u64 seed;              // 0: blocks and threads in ascending order
    u32 resident;          // blocks that run at the same time
    u32 preempt;           // mean number of plain accesses between forced switches, or 0
    u32 weak;              // stores that wait for a fence or for chance; 0: none
    bool races;            // look for races
    bool same_value_ok;    // unordered stores of one value are no race
    bool leaks;            // look for memory that is not freed in the end
    u64 fail;              // the number of the allocation that fails; 0: none
    u64 refuse;            // launches from this one on are refused; 0: none
    u32 stats;             // 1: traffic of each kernel, 2: of each source line too
    const char *json;      // the file for the traffic as JSON, or null
    bool metered;          // one of the two
    u32 timeout;           // seconds; 0: none
    size_t memory, stack;  // bytes of the device, of a thread's stack
    u32 processors;        // multiprocessors of the device
    u32 sample;            // so many blocks of each grid run; 0: all. What the others would
                           // write is 0, and only bounds and overflows are looked at
};
extern const Options options;
u64 chance(); // the next random number

/* fibers.cc: the running kernel */

// What the other blocks are known to have done: a clock for each block.
struct ClockTree;
typedef std::shared_ptr<const ClockTree> Clocks;

struct Block;
struct WarpState;
enum class State { RUNNABLE, AT_BARRIER, AT_WARP, DONE };

// A copy that is under way: see copies.cc.
struct Copy {
    void *to;
    const void *from;
    u32 size, zeros, group;
    bool late;
    const void *pc;
    u8 value[16];
};

struct Fiber {
    void *stack_pointer;
    char *stack;
    Block *block;
    WarpState *warp;
    uint3 index;
    u32 number, lane;  // in the block, in the warp
    State state;
    bool counted;      // by the meter: it has loaded or stored
    bool spinning;     // gave way after a load of a flag, so maybe without progress

    // the barrier or warp operation where it waits
    Place at;
    Barrier barrier;
    Warp operation;
    u32 mask;
    int argument, width;
    u64 value, result;

    std::vector<Copy> copies;
    u32 committed;     // groups of copies

    // order between blocks
    Clocks acquired, pending, released;
    bool has_released;
};

struct WarpState {
    Fiber *lanes[32];
    u32 size, live, arrived;  // number of lanes, then masks
    u32 asking;               // who else is active
    u32 epoch;                // warp barriers since the last block barrier
    Clocks acquired;
};

struct Block {
    u32 slot, number;      // of a sampled one, modulo 2^32
    uint3 index;
    std::vector<Fiber> fibers;
    std::vector<WarpState> warps;
    u32 live, arrived;  // numbers of threads
    u32 epoch;          // block barriers
    u32 clock;          // fences
    u32 run;            // names this block among all that ever ran
    Clocks acquired;
    std::vector<char> image;  // static shared memory while another block runs
    bool has_image;
};

struct Kernel {
    const char *name;
    const void *arguments;
    size_t arguments_size, dynamic_size;
    void (*call)(const void *);
    u32 launch;
};

extern Kernel kernel;
extern bool in_kernel;
extern Fiber *current;
extern u64 writes_done;  // tells progress from spinning
void switch_threads();
bool on_own_stack(const void *p);
bool on_any_stack(const void *p);
void init_fibers();
[[noreturn]] void report_stuck();

/* switch.cc: leaves this stack, whose pointer goes to *save (null at first), for another */
extern "C" void cuda_cpu_switch(void **save, void *load);
void *prepare_stack(char *stack, size_t size, void (*entry)());

/* warps.cc */
void release_barrier(Block *block);
void demand_not_awaited(const Fiber *returned);

/* order.cc: happens-before between blocks */
void acquire_all(Block *block);
void acquire_all(WarpState *warp, u32 mask);
bool knows(const Fiber *fiber, u32 block, u32 clock);
void order_access(u64 address, Kind kind);
void forget_order(u32 blocks);

/* stores.cc: stores that are announced, or come late */
enum { WIDEST_STORE = 256 };  // bytes of a struct that is held back
void open_store(void *p, u32 size, bool global, bool strong);
void suspect_store(u32 bytes);
void close_store_slowly(Kind kind);
bool drain_late_stores(Block *block);
void drain_late_stores(u64 address, u32 size, bool all_blocks);
extern bool store_is_open;

// A store is announced before it happens. The first thing that the runtime does when it
// is entered again is to look at what has been stored.
inline void close_store(Kind kind = Kind::STORE)
{
    if (store_is_open)
        close_store_slowly(kind);
}

/* shadow.cc: one cell for each word of device and of shared memory */
extern char *arena;
inline size_t arena_size() { return 1ull << (options.sample ? 44 : 34); }
inline u64 arena_offset(const void *p) { return (u64)p - (u64)arena; }
inline bool in_arena(const void *p) { return arena && arena_offset(p) < arena_size(); }
void init_shadow();
void access(const void *p, u32 size, Kind kind, bool strong, const void *pc);
[[noreturn]] void report_suspect();
void access_uncounted(const void *p, u32 size, Kind kind, const void *pc);
bool is_shared(const void *p);
void forget_written(const void *p, u32 size); // in shared memory: aligned words
void access_range(const void *p, size_t size, Kind kind, const void *pc);
void mark_written(u64 offset, size_t size);
void copy_written(u64 to, u64 from, size_t size);
size_t written_prefix(u64 offset, size_t size);
void discard(u64 offset, size_t size);
extern u64 accesses_done;

// Shared memory: the image of the static one, a buffer for each block's dynamic one.
extern char *static_shared, *dynamic_shared_base;
extern size_t static_shared_size;
extern u64 program_start, program_end; // what is loaded of the program, or shared library
constexpr size_t DYNAMIC_STRIDE = 256 << 10;

/* traffic.cc */
void count_access(bool shared, Kind kind, u32 size, u64 address, bool between_blocks,
                  const void *pc);
void flush_traffic(Block *block);
void count_copy(const char *name, size_t loaded, size_t stored);
void count_launch();
void print_traffic();

/* memory.cc */
size_t allocated_prefix(u64 offset, size_t size);
size_t memory_in_use();
std::string describe(u64 offset);

/* host_api.cc */
void init();
cudaError_t set_error(cudaError_t error);
size_t dynamic_limit(const void *kernel);
void invalid_launch(cudaError_t error, Place at, const std::string &sentence);
void demand_checked_launches();
void demand_freed(int status, void *);
extern u32 launches;
inline u64 volume(const dim3 &d) { return (u64)d.x * d.y * d.z; }

/* report.cc */
std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string source_line(const void *pc);
std::string source_line(Place at);
std::vector<std::string> source_lines(const std::vector<const void *> &pcs);
std::string name_thread(u32 block, u32 thread);
std::string name_thread(const Fiber *fiber);
[[noreturn]] void fail(const std::string &where, const std::string &sentence);
void catch_signals();
void watch_time(bool on);
} // namespace cuda_cpu
