// algebra.cu -- written by mapnest 0.1.0 from algebra.fut
//
//   -- The algebra of src/rules/simplify.rules at work: what these entry points
//   -- spell out, the generated code no longer does.
//
//   entry integers [n] (xs: [n]i32): [n]i32 =
//     map (\x -> ((x + 0 - 0) * 1 + (x - x) + x * 0) / 1) xs
//
//   entry floats [n] (xs: [n]f64): [n]f64 =
//     map (\x -> - (- (f64.max x x * 1 / 1))) (map (\x -> f64.min x x) xs)
//
//   entry truths [n] (bs: [n]bool): [n]bool =
//     map (\b -> !(!((b && true) || (b && false) || false))) bs
//
//   entry choices [n] (xs: [n]i32): [n]i32 =
//     map (\x ->
//       let positive = x > 0
//       let a = if positive || true then x + 1 else x * x
//       let b = if positive && false then x * x else x - 1
//       let c = if positive then a + 0 else a
//       in b + c) xs
//
//   entry elements [n] (xs: [n]i32) (i: i64): (i32, [n]i32) =
//     let some = (iota n)[i]
//     let same = (replicate n 7)[i]
//     let part = xs[1:][i - 1]
//     in (i32.i64 some + same + part, copy (copy (map id xs)))

#include "algebra.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// The front of the scratch memory: which check failed first (0: none), and its values.
struct Failure {
    int32_t code;
    long long value[2];
};

// The first thread to fail leaves its values for algebra_.._failure to explain.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 2; i++)
        failure->value[i] = found.value[i];
}

// Whether a kernel before this one failed: what it wrote is not complete.
static __device__ bool has_failed(const Failure *failure)
{
    return *(const volatile int32_t *)&failure->code != 0;
}

//   segmap@thread <x in xs> { a = x + 1i32 ; b = x - 1i32 ; sum = b + a in sum }
//
// One thread computes one element.
static __global__ void algebra_mapped(const int32_t *__restrict__ xs, int64_t n,
                                      int32_t *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int32_t x = xs[i];
        const int32_t a = x + 1;
        const int32_t b = x - 1;
        mapped[i] = b + a;
    }
}

// algebra.fut:49
//   indices[i]
//
// One thread computes this, on the device where its operands are.
static __global__ void algebra_some(int64_t i, int64_t n, Failure *failure,
                                    int64_t *__restrict__ some)
{
    if (!(0 <= i && i < n))
        return fail(failure, Failure{ 1, { i, n } });
    *some = i;
}

// algebra.fut:50
//   copies[i]
//
// One thread computes this, on the device where its operands are.
static __global__ void algebra_same(int64_t i, int64_t n, Failure *failure,
                                    int32_t *__restrict__ same)
{
    if (has_failed(failure))
        return;
    if (!(0 <= i && i < n))
        return fail(failure, Failure{ 2, { i, n } });
    *same = 7;
}

// algebra.fut:51
//   part[diff]
//
// One thread computes this, on the device where its operands are.
static __global__ void algebra_part(const int32_t *__restrict__ xs, int64_t i, int64_t n,
                                    Failure *failure, int32_t *__restrict__ part)
{
    if (has_failed(failure))
        return;
    const int64_t at = i - 1;
    if (!(0 <= at && at < n - 1))
        return fail(failure, Failure{ 4, { at, n - 1 } });
    const int32_t part_2 = xs[1 + at];
    *part = part_2;
}

// algebra.fut:52
// One thread stores scalars.
static __global__ void algebra_set__result(const int64_t *__restrict__ some,
                                           const int32_t *__restrict__ same,
                                           const int32_t *__restrict__ part,
                                           int32_t *__restrict__ result_0, Failure *failure)
{
    if (has_failed(failure))
        return;
    *result_0 = (int32_t)*some + *same + *part;
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return (n + size - 1) / size;
}

// A check of the host failed: leaves it where a kernel would.
static __global__ void report_failure(Failure *failure, Failure found)
{
    if (failure->code == 0)
        *failure = found;
}

static cudaError_t report(Failure *failure, cudaStream_t stream, const Failure &found)
{
    report_failure<<<1, 1, 0, stream>>>(failure, found);
    return cudaGetLastError();
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t padded(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *take(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += padded(bytes);
    return array;
}

// entry integers [n] (xs: [n]i32): [n]i32
cudaError_t algebra_integers(const int32_t *xs, int64_t n, int32_t *result, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!xs || !result)))
        return cudaErrorInvalidValue;

    cudaMemcpyAsync(result, xs, n * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream);
    return cudaGetLastError();
}

// entry floats [n] (xs: [n]f64): [n]f64
cudaError_t algebra_floats(const double *xs, int64_t n, double *result, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!xs || !result)))
        return cudaErrorInvalidValue;

    cudaMemcpyAsync(result, xs, n * sizeof(double), cudaMemcpyDeviceToDevice, stream);
    return cudaGetLastError();
}

// entry truths [n] (bs: [n]bool): [n]bool
cudaError_t algebra_truths(const bool *bs, int64_t n, bool *result, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!bs || !result)))
        return cudaErrorInvalidValue;

    cudaMemcpyAsync(result, bs, n * sizeof(bool), cudaMemcpyDeviceToDevice, stream);
    return cudaGetLastError();
}

// entry choices [n] (xs: [n]i32): [n]i32
cudaError_t algebra_choices(const int32_t *xs, int64_t n, int32_t *mapped, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!xs || !mapped)))
        return cudaErrorInvalidValue;

    if (n > 0)
        algebra_mapped<<<ceil_div(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, n, mapped);
    return cudaGetLastError();
}

size_t algebra_elements_scratch()
{
    return padded(sizeof(Failure)) + padded(sizeof(int64_t)) + padded(sizeof(int32_t))
        + padded(sizeof(int32_t));
}

// entry elements [n] (xs: [n]i32) (i: i64): (i32, [n]i32)
cudaError_t algebra_elements(const int32_t *xs, int64_t i, int64_t n, int32_t *result_0,
                             int32_t *result_1, void *scratch, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!xs || !result_1)) || !result_0 || !scratch)
        return cudaErrorInvalidValue;

    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const some = (int64_t *)take(&memory, sizeof(int64_t));
    int32_t *const same = (int32_t *)take(&memory, sizeof(int32_t));
    int32_t *const part = (int32_t *)take(&memory, sizeof(int32_t));
    cudaMemsetAsync(failure, 0, sizeof(Failure), stream);

    algebra_some<<<1, 1, 0, stream>>>(i, n, failure, some);
    algebra_same<<<1, 1, 0, stream>>>(i, n, failure, same);
    if (1 > n)
        return report(failure, stream, Failure{ 3, { n } });
    algebra_part<<<1, 1, 0, stream>>>(xs, i, n, failure, part);
    cudaMemcpyAsync(result_1, xs, n * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream);
    algebra_set__result<<<1, 1, 0, stream>>>(some, same, part, result_0, failure);
    return cudaGetLastError();
}

cudaError_t algebra_elements_failure(const void *scratch, cudaStream_t stream, char *text,
                                     size_t size,
                               int *failed)
{
    Failure found;
    const cudaError_t error = cudaMemcpyAsync(&found, scratch, sizeof found,
                                              cudaMemcpyDeviceToHost, stream);
    if (error != cudaSuccess)
        return error;
    cudaStreamSynchronize(stream);
    *failed = found.code != 0;
    switch (found.code) {
    case 1:
        snprintf(text, size,
                 "algebra.fut:49:14: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    case 2:
        snprintf(text, size,
                 "algebra.fut:50:14: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    case 3:
        snprintf(text, size,
                 "algebra.fut:51:14: error: Index [1:] out of bounds for array of shape [%lld].",
                 found.value[0]);
        break;
    case 4:
        snprintf(text, size,
                 "algebra.fut:51:14: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
    }
    return cudaGetLastError();
}
