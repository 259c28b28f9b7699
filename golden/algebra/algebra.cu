// algebra.cu -- written by mapnest 0.1.0 from algebra.fut; it is yours
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
//   entry elements [n] (xs: [n]i32): (i32, [n]i32) =
//     let positions = iota n
//     let sevens = replicate n 7
//     let backwards = xs[::-1]
//     in (loop sum = 0 for i < n do (sum + i32.i64 positions[i] + sevens[i] + backwards[i]) %
//       1000,
//         copy (copy (map id xs)))

#include "algebra.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int VECTOR_BYTES = 16; // bytes of a vector load or store

// N contiguous elements, which one vector load or store moves.
template <typename T, int N>
struct alignas(N * sizeof(T)) AlignedVector {
    T element[N];

    __device__ T &operator[](int i) { return element[i]; }

    // Returns true if a vector access is aligned and inside the `there` elements left.
    static __device__ bool is_accessible(const T *from, int64_t there)
    {
        return there >= N && (uintptr_t)from % sizeof(AlignedVector) == 0;
    }
};

// Loads N elements. The last element is repeated if fewer than N are left.
template <int N, typename T>
static __device__ AlignedVector<T, N> load_vector(const T *from, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(from, there))
        return *(const AlignedVector<T, N> *)from;
    AlignedVector<T, N> some;
    for (int64_t i = 0; i < N; i++)
        some.element[i] = from[i < there ? i : there - 1];
    return some;
}

// Stores N elements, or as many as are left.
template <int N, typename T>
static __device__ void store_vector(T *to, AlignedVector<T, N> some, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(to, there))
        *(AlignedVector<T, N> *)to = some;
    else
        for (int64_t i = 0; i < min(there, (int64_t)N); i++)
            to[i] = some.element[i];
}

// Returns the remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// algebra.fut:38: let a = if positive || true then x + 1 else x * x
// rules: descend, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void algebra_map(const int32_t *__restrict__ xs, int64_t n,
                                   int32_t *__restrict__ result)
{
    const int ITEMS = VECTOR_BYTES / 4; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n)
        return;

    AlignedVector<int32_t, ITEMS> xs_here = load_vector<ITEMS>(xs + first, n - first);
    AlignedVector<int32_t, ITEMS> result_here;
    for (int j = 0; j < ITEMS; j++) {
        const int32_t x = xs_here[j];
        const int32_t a = x + 1u;
        const int32_t b = x - 1u;
        result_here[j] = (uint32_t)b + a;
    }
    store_vector(result + first, result_here, n - first);
}

// algebra.fut:52: in (loop sum = 0 for i < n do (sum + i32.i64 positions[i] + sevens[i] +
//   backwards[i]) % 1000,
// One thread computes values whose operands are in device memory.
static __global__ void algebra_sum(const int32_t *__restrict__ xs, int64_t n, int64_t diff,
                                   int32_t *__restrict__ result_0)
{
    int32_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum = floor_mod((int32_t)((uint32_t)sum + (int32_t)i + 7 + xs[diff - i]), 1000);
    *result_0 = sum;
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

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

// entry integers [n] (xs: [n]i32): [n]i32
cudaError_t algebra_integers(const int32_t *xs, int64_t n, int32_t *result, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result)))
        return cudaErrorInvalidValue;

    CUDA_TRY(cudaMemcpyAsync(result, xs, n * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    return cudaSuccess;
}

// entry floats [n] (xs: [n]f64): [n]f64
cudaError_t algebra_floats(const double *xs, int64_t n, double *result, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result)))
        return cudaErrorInvalidValue;

    CUDA_TRY(cudaMemcpyAsync(result, xs, n * sizeof(double), cudaMemcpyDeviceToDevice, stream));
    return cudaSuccess;
}

// entry truths [n] (bs: [n]bool): [n]bool
cudaError_t algebra_truths(const bool *bs, int64_t n, bool *result, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!bs || !result)))
        return cudaErrorInvalidValue;

    CUDA_TRY(cudaMemcpyAsync(result, bs, n * sizeof(bool), cudaMemcpyDeviceToDevice, stream));
    return cudaSuccess;
}

// entry choices [n] (xs: [n]i32): [n]i32
cudaError_t algebra_choices(const int32_t *xs, int64_t n, int32_t *result, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n > 0)
        algebra_map<<<grid_x(ceil_div(n, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
            xs, n, result);
    return last_error(earlier);
}

// entry elements [n] (xs: [n]i32): (i32, [n]i32)
cudaError_t algebra_elements(const int32_t *xs, int64_t n, int32_t *result_0, int32_t *result_1,
                             cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result_1)) || !result_0)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const int64_t diff = n - 1;
    algebra_sum<<<1, 1, 0, stream>>>(xs, n, diff, result_0);
    CUDA_TRY(cudaMemcpyAsync(result_1, xs, n * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    return last_error(earlier);
}
