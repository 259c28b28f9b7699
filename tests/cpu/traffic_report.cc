// traffic_report.cc - what the meter has counted, as a table (EMU_STATS) and as JSON
// (EMU_JSON), when the program ends.
//
// How often flags are looked at depends on the schedule, so of what goes on between
// blocks only the distinct bytes that are stored are told.
#include "traffic.h"
#include <cstdio>

namespace cuda_cpu {
static const char *const NAMES[] = {"load", "store", "between blocks", "shared"};
static const char *const KEYS[] = {"load", "store", "sync", "shared"};

static double per(u64 count, u64 of)
{
    return of ? (double)count / of : 0;
}

/* ---- the table ---- */

static std::string describe_count(Class kind, const Count &c)
{
    if (kind == Class::SYNC)
        return text("%zu distinct bytes stored", (size_t)c.distinct);
    std::string line;
    if (c.requests)
        line = text("%zu requests, %.2f %s each (ideal %.2f), ", (size_t)c.requests,
                    per(c.units, c.requests), kind == Class::SHARED ? "turns" : "sectors",
                    per(c.ideal, c.requests));
    line += text("%zu bytes", (size_t)c.bytes);
    if (kind != Class::SHARED)
        line += text(", %zu distinct", (size_t)c.distinct);
    return line;
}

static void print_kernel(const KernelTraffic &kernel)
{
    fprintf(stderr, "traffic: %s, launches: %u\n", kernel.name.c_str(), kernel.launches);
    for (int kind = 0; kind < CLASSES; kind++)
        if (kernel.totals[kind].bytes)
            fprintf(stderr, "  %s: %s\n", NAMES[kind],
                    describe_count((Class)kind, kernel.totals[kind]).c_str());
    if (options.stats < 2)
        return;
    for (const auto &[line, count] : kernel.lines)
        fprintf(stderr, "    %s: %s of %u bytes: %s\n", line.place.c_str(),
                NAMES[(int)line.kind], line.size,
                describe_count(line.kind, count).c_str());
}

/* ---- JSON ---- */

static void write_count(FILE *file, Class kind, const Count &c)
{
    if (kind == Class::SYNC) {
        fprintf(file, "\"distinct\": %zu", (size_t)c.distinct);
        return;
    }
    const char *units = kind == Class::SHARED ? "turns" : "sectors";
    fprintf(file, "\"requests\": %zu, \"%s\": %zu, \"ideal_%s\": %zu, \"bytes\": %zu",
            (size_t)c.requests, units, (size_t)c.units, units, (size_t)c.ideal,
            (size_t)c.bytes);
    if (kind != Class::SHARED)
        fprintf(file, ", \"distinct\": %zu", (size_t)c.distinct);
}

static void write_lines(FILE *file, const KernelTraffic &kernel)
{
    const char *comma = "";
    for (const auto &[line, count] : kernel.lines) {
        fprintf(file, "%s\n      {\"line\": \"%s\", \"access\": \"%s\", \"size\": %u, ",
                comma, line.place.c_str(), KEYS[(int)line.kind], line.size);
        write_count(file, line.kind, count);
        fprintf(file, "}");
        comma = ",";
    }
}

static void write_kernel(FILE *file, const KernelTraffic &kernel)
{
    fprintf(file, "  {\"kernel\": \"%s\", \"launches\": %u, \"blocks\": %zu, ",
            kernel.name.c_str(), kernel.launches, (size_t)kernel.blocks);
    fprintf(file, "\"threads\": %zu, \"working\": %zu, \"dynamic\": %zu,\n",
            (size_t)kernel.threads, (size_t)kernel.working, (size_t)kernel.shared);
    for (int kind = 0; kind < CLASSES; kind++) {
        fprintf(file, "    \"%s\": {", KEYS[kind]);
        write_count(file, (Class)kind, kernel.totals[kind]);
        fprintf(file, "},\n");
    }
    fprintf(file, "    \"lines\": [");
    write_lines(file, kernel);
    fprintf(file, "]}");
}

static void write_json(const std::vector<KernelTraffic> &kernels)
{
    FILE *file = fopen(options.json, "w");
    if (!file)
        fail("cuda_cpu", text("cannot write %s", options.json));
    fprintf(file, "[\n");
    for (size_t i = 0; i < kernels.size(); i++) {
        fprintf(file, "%s", i ? ",\n" : "");
        write_kernel(file, kernels[i]);
    }
    fprintf(file, "\n]\n");
    fclose(file);
}

void report_traffic(const std::vector<KernelTraffic> &kernels)
{
    if (options.stats)
        for (const KernelTraffic &kernel : kernels)
            print_kernel(kernel);
    if (options.json)
        write_json(kernels);
}
} // namespace cuda_cpu
