// vector_types.h - int2, float4 and the like.
//
// Types that the GPU moves in one access are copied here through one SIMD member,
// so that the access checks see one access too, of 8 or 16 bytes.
#pragma once

namespace cuda_cpu {
template <class S, int N> struct Lanes {
    typedef S type __attribute__((vector_size(sizeof(S) * N)));
};

// The next access at p is a vector's: it must be aligned to its own size.
void announce_vector(const void *p);
} // namespace cuda_cpu

#define CUDA_CPU_VECTOR(T, S, N, FIELDS, PARAMETERS, INITIALISERS, ARGUMENTS) \
    struct alignas(N * sizeof(S)) T { \
        union { \
            cuda_cpu::Lanes<S, N>::type lanes_; \
            struct { S FIELDS; }; \
        }; \
        T() = default; \
        constexpr T PARAMETERS : INITIALISERS {} \
        __forceinline__ T(const T &other) \
        { \
            cuda_cpu::announce_vector(&other); \
            lanes_ = other.lanes_; \
        } \
        __forceinline__ T &operator=(const T &other) \
        { \
            cuda_cpu::announce_vector(&other); \
            const auto lanes = other.lanes_; \
            cuda_cpu::announce_vector(this); \
            lanes_ = lanes; \
            return *this; \
        } \
    }; \
    inline T make_##T PARAMETERS { return T ARGUMENTS; }

#define CUDA_CPU_PARENS(...) (__VA_ARGS__)
#define CUDA_CPU_LIST(...) __VA_ARGS__

#define CUDA_CPU_VECTORS_1_2_3(NAME, S) \
    struct NAME##1 { S x; }; \
    inline NAME##1 make_##NAME##1(S x) { return {x}; } \
    struct NAME##3 { S x, y, z; }; \
    inline NAME##3 make_##NAME##3(S x, S y, S z) { return {x, y, z}; } \
    CUDA_CPU_VECTOR(NAME##2, S, 2, CUDA_CPU_LIST(x, y), CUDA_CPU_PARENS(S a, S b), \
                    CUDA_CPU_LIST(x(a), y(b)), CUDA_CPU_PARENS(a, b))

#define CUDA_CPU_VECTORS(NAME, S) \
    CUDA_CPU_VECTORS_1_2_3(NAME, S) \
    CUDA_CPU_VECTOR(NAME##4, S, 4, CUDA_CPU_LIST(x, y, z, w), \
                    CUDA_CPU_PARENS(S a, S b, S c, S d), \
                    CUDA_CPU_LIST(x(a), y(b), z(c), w(d)), CUDA_CPU_PARENS(a, b, c, d))

// Four elements of eight bytes are two accesses on the GPU, too.
#define CUDA_CPU_WIDE_VECTORS(NAME, S) \
    CUDA_CPU_VECTORS_1_2_3(NAME, S) \
    struct alignas(16) NAME##4 { S x, y, z, w; }; \
    inline NAME##4 make_##NAME##4(S x, S y, S z, S w) { return {x, y, z, w}; }

CUDA_CPU_VECTORS(char, signed char)
CUDA_CPU_VECTORS(uchar, unsigned char)
CUDA_CPU_VECTORS(short, short)
CUDA_CPU_VECTORS(ushort, unsigned short)
CUDA_CPU_VECTORS(int, int)
CUDA_CPU_VECTORS(uint, unsigned)
CUDA_CPU_VECTORS(float, float)
CUDA_CPU_WIDE_VECTORS(long, long)
CUDA_CPU_WIDE_VECTORS(ulong, unsigned long)
CUDA_CPU_WIDE_VECTORS(longlong, long long)
CUDA_CPU_WIDE_VECTORS(ulonglong, unsigned long long)
CUDA_CPU_WIDE_VECTORS(double, double)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(const uint3 &v) : x(v.x), y(v.y), z(v.z) {}
};
