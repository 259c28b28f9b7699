// blackscholes.cu -- written by mapnest 0.1.0 from blackscholes.fut; it is yours
//
//   -- Black-Scholes prices of European calls.
//
//   def horner (x: f64): f64 =
//     x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x *
//       1.330274429))))
//
//   def cumulative_normal (x: f64): f64 =
//     let k = 1 / (1 + 0.2316419 * f64.abs x)
//     let tail = horner k * 0.3989422804014327 * f64.exp (-0.5 * x * x)
//     in if x > 0 then 1 - tail else tail
//
//   def call_price (rate: f64) (volatility: f64) (spot: f64, strike: f64, years: f64): f64 =
//     let spread = volatility * f64.sqrt years
//     let d1 = (f64.log (spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
//     let d2 = d1 - spread
//     in spot * cumulative_normal d1 - strike * f64.exp (-rate * years) * cumulative_normal d2
//
//   entry main [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64): [n]f64 =
//     map (call_price 0.08 0.3) (zip3 spots strikes years)

#include "blackscholes.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

// blackscholes.fut:7: def horner (x: f64): f64 =
static __device__ double horner(double x)
{
    return x * (0.31938153
                + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))));
}

// blackscholes.fut:10: def cumulative_normal (x: f64): f64 =
static __device__ double cumulative_normal(double x)
{
    const double k = 1.0 / (1.0 + 0.2316419 * fabs(x));
    const double tail = horner(k) * 0.3989422804014327 * exp(-0.5 * x * x);
    return x > 0.0 ? 1.0 - tail : tail;
}

// blackscholes.fut:15: def call_price (rate: f64) (volatility: f64) (spot: f64, strike: f64,
//   years: f64): f64 =
static __device__ double call_price(double rate, double volatility, double spot, double strike,
                                    double years)
{
    const double spread = volatility * sqrt(years);
    const double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years)
        / spread;
    const double d2 = d1 - spread;
    return spot * cumulative_normal(d1) - strike * exp(-rate * years) * cumulative_normal(d2);
}

// blackscholes.fut:22: map (call_price 0.08 0.3) (zip3 spots strikes years)
// rules: descend, segmap
// One thread computes one element.
static __global__ void blackscholes_map(const double *__restrict__ spots,
                                        const double *__restrict__ strikes,
                                        const double *__restrict__ years, int64_t n,
                                        double *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = call_price(0.08, 0.3, spots[i], strikes[i], years[i]);
}

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns the number of blocks of `size` threads for n elements. Returns 0 beyond the grid limit,
// which makes the launch fail.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// entry main [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64): [n]f64
cudaError_t blackscholes_main(const double *spots, const double *strikes, const double *years,
                              int64_t n, double *result, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!spots || !strikes || !years || !result)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n > 0)
        blackscholes_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(spots, strikes, years,
            n, result);
    return last_error(earlier);
}
