// calls.hpp on the CPU run.
#include "calls.hpp"

#include <cstdio>
#include <cstring>

static int passed, failed;

static void check(bool good, const char *what)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAILED: %s\n", what);
}

template <class T, int R, class F>
static void throws(const char *what, F call)
{
    try {
        call();
        check(false, what);
    } catch (const mapnest::error &e) {
        check(strstr(e.what(), what), (std::string(what) + ": " + e.what()).c_str());
    }
}

int main()
{
    using ints = mapnest::array<int32_t, 1>;
    using vector = std::vector<int32_t>;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    {
        ints xs({ 1, 2, 3 }, { 3 }, nullptr), ys({ 4, 5, 6 }, { 3 }, nullptr), none;
        const ints kept = mine::kept(xs);
        check(kept.host() == vector{ 2, 3 }, "kept");
        check(mine::kept(xs, nullptr, pool).count() == 2, "kept, with a pool");
        check(mine::kept(none).host().empty(), "no elements");
        mine::set(xs, 1);
        check(xs.host() == vector{ 1, 1, 3 }, "in place");
        ints all({ 0, 5, -1, 7 }, { 4 }, nullptr);
        const mapnest::span<int32_t, 1> first = mine::kept_here(all);
        check(first.data == all.data() && first.size[0] == 2, "a part of the parameter");
        check(all.host()[0] == 5 && all.host()[1] == 7, "what it is");
        check(mine::swap(xs, ys).value() == 7, "swap");
        const mapnest::array<double, 2> m({ 0, 1, 2, 3, 4, 5 }, { 2, 3 }, nullptr);
        const mine::rows_results r = mine::rows(m);
        const int64_t rows = r.result_1.size()[0], cols = r.result_1.size()[1];
        check(rows == 3 && cols == 2 && r.result_1.host()[1] == 3, "two dimensions");
        calls_thresholds other = calls_default_thresholds();
        check(other.min_block_row == DEFAULT_MIN_BLOCK_ROW, "thresholds");
        other.min_block_row = 0;
        const mine::rows_results same = mine::rows(m, nullptr, other);
        check(same.result_1.host() == r.result_1.host(), "other thresholds");
        const mapnest::array<bool, 1> bools({ 1, 0 }, { 2 }, nullptr);
        check(bools.host()[0] == 1, "bool");
        ints moved = std::move(xs);
        check(moved.count() == 3 && !xs.data(), "moved");
        throws<int, 1>("out of bounds", [&] { mine::set(ys, 3); });
        throws<int, 1>("the sizes of ys", [&] { mine::swap(ys, none); });
        throws<int, 1>("Range 0..1..<-1 is invalid", [&] { mine::load(-1); });
        check(mine::load(3).host() == std::vector<int64_t>{ 0, 1, 2 }, "after errors");
    }
    printf("%d passed, %d failed\n", passed, failed);
}
