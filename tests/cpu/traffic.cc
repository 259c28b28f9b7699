// traffic.cc - the meter: requests, 32-byte sectors, bank conflicts, bytes, distinct ones.
//
// A request is one access of a warp: those of its lanes from the same instruction, with
// the same number of times that the lane has come there since the last block barrier. So
// what is counted depends on the program and its data, not on the schedule.
#include "traffic.h"
#include <algorithm>
#include <array>
#include <deque>
#include <unordered_map>

namespace cuda_cpu {
/* ---- sets of bytes ---- */

class ByteSet {
    typedef std::array<u64, 64> Page; // a bit for each of 4096 bytes
    std::unordered_map<u64, Page> pages;
    u64 last_number = ~0ull;
    Page *last = nullptr;

    Page &page(u64 number)
    {
        if (number != last_number) {
            last = &pages.try_emplace(number, Page()).first->second;
            last_number = number;
        }
        return *last;
    }

public:
    void add(u64 address, u32 size) // aligned, at most 16 bytes
    {
        page(address / 4096)[address / 64 % 64] |= ((1ull << size) - 1) << address % 64;
    }

    void add(const ByteSet &other)
    {
        for (const auto &[number, bits] : other.pages)
            for (int i = 0; i < 64; i++)
                page(number)[i] |= bits[i];
    }

    u64 size() const
    {
        u64 count = 0;
        for (const auto &numbered : pages)
            for (const u64 bits : numbered.second)
                count += __builtin_popcountll(bits);
        return count;
    }
};

/* ---- requests ---- */

struct Request {
    u32 lanes; // a mask
    u64 addresses[32];
};

static u64 count_distinct(std::vector<u64> &values)
{
    std::sort(values.begin(), values.end());
    return std::unique(values.begin(), values.end()) - values.begin();
}

// Sectors that a request touches, and how few could hold as many bytes.
static void count_sectors(const Request &request, u32 size, Count &count)
{
    static std::vector<u64> sectors, starts;
    sectors.clear();
    starts.clear();
    for (u32 lane = 0; lane < 32; lane++)
        if (request.lanes >> lane & 1) {
            sectors.push_back(request.addresses[lane] / 32);
            starts.push_back(request.addresses[lane]);
        }
    count.units += count_distinct(sectors);
    count.ideal += (count_distinct(starts) * size + 31) / 32;
}

// Lanes with 8 bytes each take turns by halves of the warp, those with 16 by quarters. A
// bank serves one word in a turn, to all lanes that want it.
static void count_turns(const Request &request, u32 size, Count &count)
{
    const u32 at_once = 32 / std::max(size / 4, 1u);
    static std::vector<u64> words[32];
    for (u32 first = 0; first < 32; first += at_once) {
        for (auto &bank : words)
            bank.clear();
        for (u32 lane = first; lane < first + at_once; lane++)
            if (request.lanes >> lane & 1)
                for (u32 byte = 0; byte < size; byte += 4) {
                    const u64 word = (request.addresses[lane] + byte) / 4;
                    words[word % 32].push_back(word);
                }
        u64 turns = 0;
        for (auto &bank : words)
            turns = std::max(turns, count_distinct(bank));
        count.units += turns;
        count.ideal += turns != 0;
    }
}

/* ---- instructions of the running kernel ---- */

struct Site { // an instruction, as far as traffic goes
    const void *pc;
    Class kind;
    u32 size;
    Count count;
    ByteSet touched;
};

// Where a warp is with an instruction: how often each lane has come there, and the
// requests that some lanes may still join.
struct Progress {
    u32 seen[32];
    u32 closed;
    std::deque<Request> open;
};

static std::deque<Site> sites;
static u64 working; // threads that have loaded or stored
static std::unordered_map<u64, u32> site_numbers;
static std::unordered_map<const WarpState *, std::vector<Progress>> warps;

static u32 site_number(const void *pc, Class kind, u32 size)
{
    const u64 key = (u64)pc << 8 | (u64)kind << 5 | size;
    const auto found = site_numbers.try_emplace(key, (u32)sites.size());
    if (found.second)
        sites.push_back({pc, kind, size, {}, {}});
    return found.first->second;
}

static Progress &progress_of(const WarpState *warp, u32 site)
{
    static const WarpState *last;
    static std::vector<Progress> *of_last;
    if (warp != last || warps.empty()) {
        of_last = &warps[warp];
        last = warp;
    }
    if (of_last->size() <= site)
        of_last->resize(sites.size());
    return (*of_last)[site];
}

static void close_request(Site &site, const Request &request)
{
    site.count.requests++;
    site.count.bytes += (u64)__builtin_popcount(request.lanes) * site.size;
    if (site.kind == Class::SHARED)
        count_turns(request, site.size, site.count);
    else
        count_sectors(request, site.size, site.count);
}

static Class class_of(bool shared, Kind kind, bool between_blocks)
{
    if (shared)
        return Class::SHARED;
    if (between_blocks)
        return Class::SYNC;
    return kind == Kind::LOAD ? Class::LOAD : Class::STORE;
}

void count_access(bool shared, Kind kind, u32 size, u64 address, bool between_blocks,
                  const void *pc)
{
    const u32 number = site_number(pc, class_of(shared, kind, between_blocks), size);
    const WarpState *warp = current->warp;
    Progress &progress = progress_of(warp, number);
    const u32 nth = progress.seen[current->lane]++ - progress.closed;
    if (nth >= progress.open.size())
        progress.open.resize(nth + 1);
    Request &request = progress.open[nth];
    request.addresses[current->lane] = address;
    request.lanes |= 1u << current->lane;
    working += !shared && !current->counted;
    current->counted |= !shared;
    if (!shared && (sites[number].kind != Class::SYNC || kind != Kind::LOAD))
        sites[number].touched.add(address, size);

    const u32 all = warp->size == 32 ? ~0u : (1u << warp->size) - 1;
    while (!progress.open.empty() && progress.open.front().lanes == all) {
        close_request(sites[number], progress.open.front());
        progress.open.pop_front();
        progress.closed++;
    }
}

// At a block barrier and at the end of a block, nobody joins the open requests any more.
void flush_traffic(Block *block)
{
    if (!options.metered)
        return;
    for (const WarpState &warp : block->warps) {
        const auto found = warps.find(&warp);
        if (found == warps.end())
            continue;
        for (u32 i = 0; i < found->second.size(); i++) {
            Progress &progress = found->second[i];
            for (const Request &request : progress.open)
                close_request(sites[i], request);
            progress = {};
        }
    }
}

/* ---- the end of a launch ---- */

static std::vector<KernelTraffic> kernels;

static KernelTraffic &kernel_traffic(const char *name)
{
    for (KernelTraffic &kernel : kernels)
        if (kernel.name == name)
            return kernel;
    kernels.push_back({name, 0, 0, 0, 0, 0, {}, {}});
    return kernels.back();
}

void count_launch()
{
    if (!options.metered)
        return;
    KernelTraffic &traffic = kernel_traffic(kernel.name);
    const u64 blocks = volume(current_grid_size);
    traffic.launches++;
    traffic.blocks += blocks;
    traffic.threads += blocks * volume(current_block_size);
    traffic.shared += kernel.dynamic_size;
    traffic.working += working;
    working = 0;
    ByteSet touched[CLASSES];
    std::map<Line, ByteSet> touched_by_line;
    std::vector<const void *> pcs;
    for (const Site &site : sites)
        pcs.push_back(site.pc);
    const std::vector<std::string> places = source_lines(pcs);

    for (u32 i = 0; i < sites.size(); i++) {
        const Site &site = sites[i];
        const Line line = {places[i], site.kind, site.size};
        traffic.lines[line] += site.count;
        traffic.totals[(int)site.kind] += site.count;
        touched_by_line[line].add(site.touched);
        touched[(int)site.kind].add(site.touched);
    }
    for (const auto &[line, bytes] : touched_by_line)
        traffic.lines[line].distinct += bytes.size();
    for (int kind = 0; kind < CLASSES; kind++)
        traffic.totals[kind].distinct += touched[kind].size();
    sites.clear();
    site_numbers.clear();
    warps.clear();
}

// A copy within the device or a memset: no kernel, but traffic all the same.
void count_copy(const char *name, size_t loaded, size_t stored)
{
    if (!options.metered)
        return;
    KernelTraffic &traffic = kernel_traffic(name);
    traffic.launches++;
    auto count = [&](Class kind, u64 bytes) {
        const u64 sectors = (bytes + 31) / 32;
        traffic.totals[(int)kind] += {0, sectors, sectors, bytes, bytes};
    };
    count(Class::LOAD, loaded);
    count(Class::STORE, stored);
}

void print_traffic()
{
    report_traffic(kernels);
}
} // namespace cuda_cpu
