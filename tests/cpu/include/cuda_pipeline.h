// cuda_pipeline.h - copies to shared memory that a thread begins and waits for later.
#pragma once

namespace cuda_cpu {
void begin_copy(void *to, const void *from, size_t size, size_t zeros);
void commit_copies();
void await_copies(size_t prior);
} // namespace cuda_cpu

inline void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0)
{
    cuda_cpu::begin_copy(to, from, size, zeros);
}
inline void __pipeline_commit() { cuda_cpu::commit_copies(); }
inline void __pipeline_wait_prior(size_t prior) { cuda_cpu::await_copies(prior); }
