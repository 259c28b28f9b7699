// trace.cc - the callbacks of compiled code: -fsanitize=thread announces each load and
// store, -fsanitize=bounds each bad index of an array of fixed size.
#include "runtime.h"
#include <cstring>

using namespace cuda_cpu;

#define PC __builtin_return_address(0)

#define ANNOUNCE(NAME, SIZE, KIND, STRONG) \
    void NAME(void *p) { access(p, SIZE, Kind::KIND, STRONG, PC); }
// A struct may be copied by pieces that are wider than its alignment.
#define ANNOUNCE_PIECE(NAME, SIZE, KIND, STRONG) \
    void NAME(void *p) \
    { \
        if ((u64)p % SIZE) \
            access_range(p, SIZE, Kind::KIND, PC); \
        else \
            access(p, SIZE, Kind::KIND, STRONG, PC); \
    }
#define ANNOUNCE_SIZE(N) \
    ANNOUNCE(__tsan_read##N, N, LOAD, false) \
    ANNOUNCE(__tsan_write##N, N, STORE, false) \
    ANNOUNCE_PIECE(__tsan_unaligned_read##N, N, LOAD, false) \
    ANNOUNCE_PIECE(__tsan_unaligned_write##N, N, STORE, false) \
    ANNOUNCE(__tsan_volatile_read##N, N, LOAD, true) \
    ANNOUNCE(__tsan_volatile_write##N, N, STORE, true) \
    ANNOUNCE_PIECE(__tsan_unaligned_volatile_read##N, N, LOAD, true) \
    ANNOUNCE_PIECE(__tsan_unaligned_volatile_write##N, N, STORE, true)

extern "C" {
ANNOUNCE_SIZE(1)
ANNOUNCE_SIZE(2)
ANNOUNCE_SIZE(4)
ANNOUNCE_SIZE(8)
ANNOUNCE_SIZE(16)

void __tsan_read_range(void *p, size_t size) { access_range(p, size, Kind::LOAD, PC); }
void __tsan_write_range(void *p, size_t size) { access_range(p, size, Kind::STORE, PC); }
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}

// The compile driver lets generated code call these instead of the C library's.
void *cuda_cpu_memcpy(void *to, const void *from, size_t size)
{
    access_range(from, size, Kind::LOAD, PC);
    access_range(to, size, Kind::STORE, PC);
    return memcpy(to, from, size);
}
void *cuda_cpu_memmove(void *to, const void *from, size_t size)
{
    access_range(from, size, Kind::LOAD, PC);
    access_range(to, size, Kind::STORE, PC);
    return memmove(to, from, size);
}
void *cuda_cpu_memset(void *p, int value, size_t size)
{
    access_range(p, size, Kind::STORE, PC);
    return memset(p, value, size);
}

struct SourcePlace {
    const char *file;
    u32 line, column;
};

static std::string place_text(const SourcePlace *at)
{
    return source_line(Place{at->file, (int)at->line});
}

static std::string who_runs()
{
    return in_kernel ? name_thread(current) : "the host program";
}

static void without_meaning(const SourcePlace *at, const char *what)
{
    fail(place_text(at), text("%s of ", what) + who_runs());
}

void __ubsan_handle_out_of_bounds(SourcePlace *at, u64 index)
{
    fail(place_text(at),
         "out of bounds: " + who_runs() +
             text(" uses index %lld of an array of fixed size", (long long)index));
}
void __ubsan_handle_out_of_bounds_abort(SourcePlace *at, u64 index)
{
    __ubsan_handle_out_of_bounds(at, index);
}

#define WITHOUT_MEANING(NAME, WHAT)                                                    \
    void __ubsan_handle_##NAME(SourcePlace *p, u64, u64) { without_meaning(p, WHAT); }  \
    void __ubsan_handle_##NAME##_abort(SourcePlace *p, u64, u64) { without_meaning(p, WHAT); }
WITHOUT_MEANING(add_overflow, "signed overflow: a sum beyond its type,")
WITHOUT_MEANING(sub_overflow, "signed overflow: a difference beyond its type,")
WITHOUT_MEANING(mul_overflow, "signed overflow: a product beyond its type,")
WITHOUT_MEANING(negate_overflow, "signed overflow: a negation beyond its type,")
WITHOUT_MEANING(divrem_overflow, "integer division by zero, or its overflow,")
WITHOUT_MEANING(shift_out_of_bounds, "a shift of or by what C++ cannot,")
WITHOUT_MEANING(float_cast_overflow, "a float that does not fit the integer it becomes,")
}
