// cuda_on_cpu.h - what a C++ compiler needs to take CUDA C++ for the CPU.
//
// cu2cpp rewrites <<<>>> and extern __shared__, this header supplies the rest, and
// the runtime (the .cc files here) runs every thread of a kernel as a fiber. The
// compiler's -fsanitize=thread announces each load and store to the runtime, which
// checks it; libtsan is not linked. Everything but CUDA's own names is in cuda_cpu.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_ON_CPU 1
#define __global__
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __shared__ static thread_local // the runtime swaps its image between blocks
// (the rewriter takes care of __noinline__: libstdc++ uses that word itself)

#include "include/cuda_runtime_api.h"
#include "include/vector_types.h"

/* ---- built-in variables: set at each switch of threads ---- */

namespace cuda_cpu {
#ifdef CUDA_CPU_RUNTIME
extern uint3 current_thread, current_block;
extern dim3 current_block_size, current_grid_size;
#else // constant for a thread, so reading them is no access to memory
extern const uint3 current_thread, current_block;
extern const dim3 current_block_size, current_grid_size;
#define threadIdx cuda_cpu::current_thread
#define blockIdx cuda_cpu::current_block
#define blockDim cuda_cpu::current_block_size
#define gridDim cuda_cpu::current_grid_size
#endif
} // namespace cuda_cpu
constexpr int warpSize = 32;

/* ---- launches: k<<<grid, block>>>(a) is launch(k, "k", config(grid, block))(a) ---- */

namespace cuda_cpu {
struct Config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    Place at;
};

inline Config config(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0,
                     Place at = Place::here())
{
    return {grid, block, shared, stream, at};
}

// Runs call(arguments) once for each thread of the grid.
void run(const char *name, const void *kernel, const Config &config,
         void (*call)(const void *arguments), const void *arguments, size_t size);

template <class... P> struct Launch {
    void (*kernel)(P...);
    const char *name;
    Config config;

    void operator()(P... arguments) const
    {
        const auto thread = [k = kernel, arguments...] { k(arguments...); };
        using Thread = decltype(thread);
        run(name, (const void *)kernel, config,
            [](const void *t) { (*(Thread *)t)(); }, &thread, sizeof thread);
    }
};

template <class... P>
Launch<P...> launch(void (*kernel)(P...), const char *name, Config config)
{
    return {kernel, name, config};
}

void *dynamic_shared();
} // namespace cuda_cpu

#include "include/device_functions.h"
#include "include/device_atomic_functions.h"
