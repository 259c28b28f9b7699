// traffic.h - what the meter has counted, for its report.
#pragma once
#include "runtime.h"
#include <map>
#include <tuple>

namespace cuda_cpu {
// SYNC: volatile and atomic accesses, and loads of what another block has stored in the
// same launch. How often that happens depends on the schedule; the rest does not.
enum class Class { LOAD, STORE, SYNC, SHARED };
constexpr int CLASSES = 4;

// Units are 32-byte sectors of global memory; of shared memory, turns of the 32 banks.
struct Count {
    u64 requests, units, ideal, bytes, distinct;

    void operator+=(const Count &o)
    {
        requests += o.requests, units += o.units, ideal += o.ideal;
        bytes += o.bytes, distinct += o.distinct;
    }
};

// The accesses of one kind from one line of the source.
struct Line {
    std::string place;
    Class kind;
    u32 size;

    bool operator<(const Line &o) const // file.cu:9 comes before file.cu:10
    {
        return std::make_tuple(place.size(), std::ref(place), kind, size) <
               std::make_tuple(o.place.size(), std::ref(o.place), o.kind, o.size);
    }
};

struct KernelTraffic {
    std::string name;
    u32 launches;
    u64 blocks, threads, shared; // of all launches; bytes of shared memory asked for by them
    u64 working;                 // the threads that load or store in global memory
    Count totals[CLASSES];
    std::map<Line, Count> lines;
};

void report_traffic(const std::vector<KernelTraffic> &kernels);
} // namespace cuda_cpu
