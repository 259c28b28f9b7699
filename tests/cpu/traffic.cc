// traffic.cc - with EMU_STATS, what each launch moves: requests, 32-byte sectors, bytes.
//
// A request is one access of a warp: those of its lanes from the same line of code, with
// the same number of times that the lane has come there since the last block barrier.
#include "runtime.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace cuda_cpu {
enum class Class { LOAD, STORE, SYNC, SHARED };

struct Site { // an instruction, as far as traffic goes
    const void *pc;
    Class kind;
    u32 size;
    bool operator<(const Site &o) const
    {
        return std::tie(pc, kind, size) < std::tie(o.pc, o.kind, o.size);
    }
};

struct Request {
    std::vector<u64> addresses;
};

struct Count {
    u64 requests, sectors, bytes;
    void operator+=(const Count &o)
    {
        requests += o.requests, sectors += o.sectors, bytes += o.bytes;
    }
};

struct WarpTraffic {
    std::map<Site, std::vector<Request>> requests;
    std::map<Site, std::vector<u32>> occurrences; // for each lane
};

static std::map<const WarpState *, WarpTraffic> open_requests;
static std::map<Site, Count> counts;

void count_access(bool shared, Kind kind, u32 size, u64 address, bool strong,
                  const void *pc)
{
    const Class group = shared                ? Class::SHARED
                        : strong              ? Class::SYNC
                        : kind == Kind::LOAD  ? Class::LOAD
                                              : Class::STORE;
    const Site site = {pc, group, size};
    WarpTraffic &traffic = open_requests[current->warp];
    std::vector<u32> &seen = traffic.occurrences[site];
    seen.resize(32);
    const u32 nth = seen[current->lane]++;
    std::vector<Request> &requests = traffic.requests[site];
    requests.resize(std::max<size_t>(requests.size(), nth + 1));
    requests[nth].addresses.push_back(address);
}

static Count count_request(const Site &site, const Request &request)
{
    std::vector<u64> sectors;
    for (const u64 address : request.addresses)
        for (u64 s = address / 32; s <= (address + site.size - 1) / 32; s++)
            sectors.push_back(s);
    std::sort(sectors.begin(), sectors.end());
    const u64 distinct =
        std::unique(sectors.begin(), sectors.end()) - sectors.begin();
    return {1, distinct, request.addresses.size() * site.size};
}

// At a block barrier and at the end of a block, what the warps have asked for is counted.
void flush_traffic(Block *block)
{
    if (!options.stats)
        return;
    for (const WarpState &warp : block->warps) {
        for (const auto &[site, requests] : open_requests[&warp].requests)
            for (const Request &request : requests)
                counts[site] += count_request(site, request);
        open_requests.erase(&warp);
    }
}

static const char *const NAMES[] = {"load", "store", "atomic or volatile", "shared"};

static void print_count(const std::string &title, Class kind, const Count &count)
{
    if (!count.requests)
        return;
    std::string line = title + text(": %zu requests", (size_t)count.requests);
    if (kind != Class::SHARED)
        line += text(", %.2f sectors each", (double)count.sectors / count.requests);
    fprintf(stderr, "%s, %zu bytes\n", line.c_str(), (size_t)count.bytes);
}

void print_traffic()
{
    if (!options.stats)
        return;
    Count totals[4] = {};
    for (const auto &[site, count] : counts)
        totals[(int)site.kind] += count;
    for (int kind = 0; kind < 4; kind++)
        print_count(text("traffic: %s %s", kernel.name, NAMES[kind]), (Class)kind,
                    totals[kind]);
    if (options.stats > 1)
        for (const auto &[site, count] : counts)
            print_count("  " + source_line(site.pc) +
                            text(" %s of %u bytes", NAMES[(int)site.kind], site.size),
                        site.kind, count);
    counts.clear();
}
} // namespace cuda_cpu
