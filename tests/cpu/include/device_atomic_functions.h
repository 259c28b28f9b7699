// device_atomic_functions.h - atomicAdd and its kin.
//
// The access is announced by hand: the compiler must not announce it once more as a
// plain load and a plain store. Announcing is also a point where threads may switch.
#pragma once
#include <type_traits>

#define CUDA_CPU_UNTRACED __attribute__((no_sanitize("thread"), noinline))

namespace cuda_cpu {
enum class Kind { LOAD, STORE, UPDATE };
void announce(const volatile void *p, size_t size, Kind kind, const void *caller);

template <class T> struct Same { typedef T type; }; // a parameter that deduces nothing

// Integers wrap around.
struct Add {
    template <class T> static T of(T x, T y)
    {
        if constexpr (std::is_integral_v<T>)
            (void)__builtin_add_overflow(x, y, &x);
        else
            x = (T)(x + y);
        return x;
    }
};
struct Sub {
    template <class T> static T of(T x, T y) { return (void)__builtin_sub_overflow(x, y, &x), x; }
};
struct Min { template <class T> static T of(T x, T y) { return y < x ? y : x; } };
struct Max { template <class T> static T of(T x, T y) { return x < y ? y : x; } };
struct And { template <class T> static T of(T x, T y) { return (T)(x & y); } };
struct Or { template <class T> static T of(T x, T y) { return (T)(x | y); } };
struct Xor { template <class T> static T of(T x, T y) { return (T)(x ^ y); } };
struct Exch { template <class T> static T of(T, T y) { return y; } };
struct Inc { template <class T> static T of(T x, T y) { return x >= y ? 0 : x + 1; } };
struct Dec { template <class T> static T of(T x, T y) { return x - 1 < y ? x - 1 : y; } };

template <class Op, class T> CUDA_CPU_UNTRACED T update(T *p, T operand)
{
    announce(p, sizeof(T), Kind::UPDATE, __builtin_return_address(0));
    const T old = *p;
    *p = Op::of(old, operand);
    return old;
}

template <class T> CUDA_CPU_UNTRACED T compare_and_swap(T *p, T expected, T desired)
{
    announce(p, sizeof(T), Kind::UPDATE, __builtin_return_address(0));
    const T old = *p;
    if (old == expected)
        *p = desired;
    return old;
}

template <class T> CUDA_CPU_UNTRACED T atomic_load(const T *p)
{
    announce(p, sizeof(T), Kind::LOAD, __builtin_return_address(0));
    return *(const volatile T *)p;
}

template <class T> CUDA_CPU_UNTRACED void atomic_store(T *p, T value)
{
    announce(p, sizeof(T), Kind::STORE, __builtin_return_address(0));
    *(volatile T *)p = value;
}
} // namespace cuda_cpu

#define CUDA_CPU_ATOMIC_SCOPED(NAME, OP) \
    template <class T> \
    __forceinline__ T NAME(T *p, typename cuda_cpu::Same<T>::type operand) \
    { \
        return cuda_cpu::update<cuda_cpu::OP>(p, operand); \
    }
#define CUDA_CPU_ATOMIC(OP) \
    CUDA_CPU_ATOMIC_SCOPED(atomic##OP, OP) \
    CUDA_CPU_ATOMIC_SCOPED(atomic##OP##_block, OP) \
    CUDA_CPU_ATOMIC_SCOPED(atomic##OP##_system, OP)
CUDA_CPU_ATOMIC(Add)
CUDA_CPU_ATOMIC(Sub)
CUDA_CPU_ATOMIC(Min)
CUDA_CPU_ATOMIC(Max)
CUDA_CPU_ATOMIC(And)
CUDA_CPU_ATOMIC(Or)
CUDA_CPU_ATOMIC(Xor)
CUDA_CPU_ATOMIC(Exch)
CUDA_CPU_ATOMIC(Inc)
CUDA_CPU_ATOMIC(Dec)

#define CUDA_CPU_ATOMIC_CAS(NAME) \
    template <class T> \
    __forceinline__ T NAME(T *p, typename cuda_cpu::Same<T>::type expected, \
                           typename cuda_cpu::Same<T>::type desired) \
    { \
        return cuda_cpu::compare_and_swap(p, expected, desired); \
    }
CUDA_CPU_ATOMIC_CAS(atomicCAS)
CUDA_CPU_ATOMIC_CAS(atomicCAS_block)
CUDA_CPU_ATOMIC_CAS(atomicCAS_system)
