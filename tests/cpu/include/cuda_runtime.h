/* Stands in for the toolkit's header when CUDA files are compiled for the CPU. */
#pragma once
#ifdef __cplusplus
#include "../cuda_on_cpu.h"
#else
#include "cuda_runtime_api.h"
#endif
