// device_math.h - floating point functions of the device beyond those of C.
// The approximate ones (__expf ...) are exact here: results may differ in the last bits.
#pragma once

/* ---- the bits of a number ---- */

inline float __int_as_float(int x) { return cuda_cpu::from_bits<float>((unsigned)x); }
inline float __uint_as_float(unsigned x) { return cuda_cpu::from_bits<float>(x); }
inline int __float_as_int(float x) { return cuda_cpu::to_bits(x); }
inline unsigned __float_as_uint(float x) { return cuda_cpu::to_bits(x); }
inline double __longlong_as_double(long long x) { return cuda_cpu::from_bits<double>(x); }
inline long long __double_as_longlong(double x) { return cuda_cpu::to_bits(x); }

/* ---- functions that C lacks ---- */

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float sinpif(float x) { return (float)sin(M_PI * x); }
inline double sinpi(double x) { return sin(M_PI * x); }
inline float cospif(float x) { return (float)cos(M_PI * x); }
inline double cospi(double x) { return cos(M_PI * x); }
inline void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
inline void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
inline float normf(int n, const float *x)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrtf(sum);
}

/* ---- approximate functions ---- */

inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return powf(10.0f, x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
inline float __fdividef(float x, float y) { return x / y; }

/* ---- rounded operations ---- */

inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* ---- conversions: to nearest (rn), to zero (rz); too large saturates, NaN is 0 ---- */

namespace cuda_cpu {
template <class I> inline I saturate(double x, double low, double high)
{
    const I least = (I)low, most = least == 0 ? (I)~(I)0 : (I)~least;
    return x != x ? 0 : x <= low ? least : x >= high ? most : (I)x;
}
} // namespace cuda_cpu

#define CUDA_CPU_CONVERT(FROM, F, TO, I, LOW, HIGH) \
    inline I __##FROM##2##TO##_rz(F x) { return cuda_cpu::saturate<I>(x, LOW, HIGH); } \
    inline I __##FROM##2##TO##_rn(F x) \
    { \
        return cuda_cpu::saturate<I>(rint((double)x), LOW, HIGH); \
    }
CUDA_CPU_CONVERT(float, float, int, int, -0x1p31, 0x1p31)
CUDA_CPU_CONVERT(float, float, uint, unsigned, 0.0, 0x1p32)
CUDA_CPU_CONVERT(float, float, ll, long long, -0x1p63, 0x1p63)
CUDA_CPU_CONVERT(float, float, ull, unsigned long long, 0.0, 0x1p64)
CUDA_CPU_CONVERT(double, double, int, int, -0x1p31, 0x1p31)
CUDA_CPU_CONVERT(double, double, uint, unsigned, 0.0, 0x1p32)
CUDA_CPU_CONVERT(double, double, ll, long long, -0x1p63, 0x1p63)
CUDA_CPU_CONVERT(double, double, ull, unsigned long long, 0.0, 0x1p64)

inline float __int2float_rn(int x) { return (float)x; }
inline float __uint2float_rn(unsigned x) { return (float)x; }
inline float __ll2float_rn(long long x) { return (float)x; }
inline float __ull2float_rn(unsigned long long x) { return (float)x; }
inline float __double2float_rn(double x) { return (float)x; }
inline double __int2double_rn(int x) { return x; }
inline double __ll2double_rn(long long x) { return (double)x; }
