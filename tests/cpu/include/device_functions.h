// device_functions.h - barriers, warp operations, and the arithmetic that C lacks.
#pragma once

namespace cuda_cpu {
enum class Barrier { SYNC, COUNT, AND, OR };
enum class Warp {
    SYNC, SHUFFLE, UP, DOWN, XOR, BALLOT, MATCH, ADD, MIN, MAX, UMIN, UMAX, AND, OR, EXOR
};

int barrier(Barrier kind, int predicate, Place at);
uint64_t warp_operation(Warp kind, unsigned mask, uint64_t value, int argument, int width,
                        Place at);
unsigned active_lanes(Place at); // of __activemask
void fence(bool between_blocks);
void yield();
[[noreturn]] void trap(Place at);
int64_t clock();

// The bits of a value of at most eight bytes, and back.
template <class T> inline uint64_t to_bits(T value)
{
    static_assert(sizeof(T) <= 8, "a warp operation moves at most eight bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> inline T from_bits(uint64_t bits)
{
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
inline T shuffle(Warp kind, unsigned mask, T value, int argument, int width, Place at)
{
    return from_bits<T>(warp_operation(kind, mask, to_bits(value), argument, width, at));
}
} // namespace cuda_cpu

/* ---- barriers and fences ---- */

inline void __syncthreads(CUDA_CPU_HERE)
{
    cuda_cpu::barrier(cuda_cpu::Barrier::SYNC, 0, at);
}
inline int __syncthreads_count(int predicate, CUDA_CPU_HERE)
{
    return cuda_cpu::barrier(cuda_cpu::Barrier::COUNT, predicate, at);
}
inline int __syncthreads_and(int predicate, CUDA_CPU_HERE)
{
    return cuda_cpu::barrier(cuda_cpu::Barrier::AND, predicate, at);
}
inline int __syncthreads_or(int predicate, CUDA_CPU_HERE)
{
    return cuda_cpu::barrier(cuda_cpu::Barrier::OR, predicate, at);
}
inline void __syncwarp(unsigned mask = 0xffffffff, CUDA_CPU_HERE)
{
    cuda_cpu::warp_operation(cuda_cpu::Warp::SYNC, mask, 0, 0, 32, at);
}
inline void __threadfence() { cuda_cpu::fence(true); }
inline void __threadfence_block() { cuda_cpu::fence(false); }
inline void __threadfence_system() { cuda_cpu::fence(true); }
inline void __nanosleep(unsigned) { cuda_cpu::yield(); }
[[noreturn]] inline void __trap(CUDA_CPU_HERE) { cuda_cpu::trap(at); }
inline long long clock64() { return cuda_cpu::clock(); }

/* ---- warp operations ---- */

template <class T>
inline T __shfl_sync(unsigned mask, T value, int lane, int width = 32, CUDA_CPU_HERE)
{
    return cuda_cpu::shuffle(cuda_cpu::Warp::SHUFFLE, mask, value, lane, width, at);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32,
                        CUDA_CPU_HERE)
{
    return cuda_cpu::shuffle(cuda_cpu::Warp::UP, mask, value, by, width, at);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32,
                          CUDA_CPU_HERE)
{
    return cuda_cpu::shuffle(cuda_cpu::Warp::DOWN, mask, value, by, width, at);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32, CUDA_CPU_HERE)
{
    return cuda_cpu::shuffle(cuda_cpu::Warp::XOR, mask, value, with, width, at);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, CUDA_CPU_HERE)
{
    const uint64_t vote = predicate != 0;
    return cuda_cpu::warp_operation(cuda_cpu::Warp::BALLOT, mask, vote, 0, 32, at);
}
inline int __any_sync(unsigned mask, int predicate, CUDA_CPU_HERE)
{
    return __ballot_sync(mask, predicate, at) != 0;
}
inline int __all_sync(unsigned mask, int predicate, CUDA_CPU_HERE)
{
    return __ballot_sync(mask, !predicate, at) == 0;
}
template <class T> inline unsigned __match_any_sync(unsigned mask, T value, CUDA_CPU_HERE)
{
    const uint64_t bits = cuda_cpu::to_bits(value);
    return cuda_cpu::warp_operation(cuda_cpu::Warp::MATCH, mask, bits, 0, 32, at);
}
// CUDA promises no more than that the caller is in it: here those are that come by in turn.
inline unsigned __activemask(CUDA_CPU_HERE) { return cuda_cpu::active_lanes(at); }

#define CUDA_CPU_WARP_REDUCE(NAME, T, KIND) \
    inline T NAME(unsigned mask, T value, CUDA_CPU_HERE) \
    { \
        return cuda_cpu::shuffle(cuda_cpu::Warp::KIND, mask, value, 0, 32, at); \
    }
CUDA_CPU_WARP_REDUCE(__reduce_add_sync, unsigned, ADD)
CUDA_CPU_WARP_REDUCE(__reduce_add_sync, int, ADD)
CUDA_CPU_WARP_REDUCE(__reduce_min_sync, unsigned, UMIN)
CUDA_CPU_WARP_REDUCE(__reduce_min_sync, int, MIN)
CUDA_CPU_WARP_REDUCE(__reduce_max_sync, unsigned, UMAX)
CUDA_CPU_WARP_REDUCE(__reduce_max_sync, int, MAX)
CUDA_CPU_WARP_REDUCE(__reduce_and_sync, unsigned, AND)
CUDA_CPU_WARP_REDUCE(__reduce_or_sync, unsigned, OR)
CUDA_CPU_WARP_REDUCE(__reduce_xor_sync, unsigned, EXOR)

/* ---- loads and stores with a cache hint ---- */

template <class T> __forceinline__ T __ldg(const T *p) { return *p; }
template <class T> __forceinline__ T __ldca(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcg(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcs(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcv(const T *p) { return *(const volatile T *)p; }
template <class T> __forceinline__ void __stcg(T *p, T value) { *p = value; }
template <class T> __forceinline__ void __stcs(T *p, T value) { *p = value; }
template <class T> __forceinline__ void __stwt(T *p, T value) { *p = value; }

/* ---- integers ---- */

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }

inline unsigned __brev(unsigned x)
{
    unsigned reversed = 0;
    for (int bit = 0; bit < 32; bit++)
        reversed |= (x >> bit & 1) << (31 - bit);
    return reversed;
}
inline unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev(x) << 32 | __brev(x >> 32);
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const uint64_t bytes = (uint64_t)y << 32 | x;
    unsigned result = 0;
    for (int k = 0; k < 4; k++)
        result |= (unsigned)(bytes >> (selector >> 4 * k & 7) * 8 & 255) << 8 * k;
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by)
{
    return (((uint64_t)high << 32 | low) << (by & 31)) >> 32;
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by)
{
    return ((uint64_t)high << 32 | low) >> (by & 31);
}
inline int __mulhi(int x, int y) { return ((int64_t)x * y) >> 32; }
inline unsigned __umulhi(unsigned x, unsigned y) { return ((uint64_t)x * y) >> 32; }
inline long long __mul64hi(long long x, long long y) { return ((__int128)x * y) >> 64; }
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return ((unsigned __int128)x * y) >> 64;
}

/* ---- minimum and maximum, for each pair of types as in CUDA ---- */

#define CUDA_CPU_MIN_MAX(T) \
    inline T min(T x, T y) { return x < y ? x : y; } \
    inline T max(T x, T y) { return x > y ? x : y; }
#define CUDA_CPU_MIN_MAX_MIXED(T, U) \
    inline U min(T x, U y) { return min((U)x, y); } \
    inline U min(U x, T y) { return min(x, (U)y); } \
    inline U max(T x, U y) { return max((U)x, y); } \
    inline U max(U x, T y) { return max(x, (U)y); }
CUDA_CPU_MIN_MAX(int)
CUDA_CPU_MIN_MAX(unsigned)
CUDA_CPU_MIN_MAX(long)
CUDA_CPU_MIN_MAX(unsigned long)
CUDA_CPU_MIN_MAX(long long)
CUDA_CPU_MIN_MAX(unsigned long long)
CUDA_CPU_MIN_MAX_MIXED(int, unsigned)
CUDA_CPU_MIN_MAX_MIXED(long, unsigned long)
CUDA_CPU_MIN_MAX_MIXED(long long, unsigned long long)
inline float min(float x, float y) { return fminf(x, y); }
inline float max(float x, float y) { return fmaxf(x, y); }
inline double min(double x, double y) { return fmin(x, y); }
inline double max(double x, double y) { return fmax(x, y); }
CUDA_CPU_MIN_MAX_MIXED(float, double)

#include "device_math.h"
