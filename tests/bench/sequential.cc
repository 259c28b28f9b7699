// sequential.cc -- the golden programs once more, by hand and one step after the other:
//   sequential NAME < INPUT > OUTPUT      values in Futhark's binary format
// For sizes that the evaluator is too slow for.
#include "binary.h"
#include <algorithm>
#include <cmath>

typedef std::vector<Value> Values;

/* ---- values ---- */

template <class T> static const T *elements(const Value &value)
{
    return (const T *)value.data.data();
}

template <class T> static T scalar(const Value &value)
{
    return *elements<T>(value);
}

static const char *name_of(int32_t) { return " i32"; }
static const char *name_of(uint32_t) { return " u32"; }
static const char *name_of(int64_t) { return " i64"; }
static const char *name_of(float) { return " f32"; }
static const char *name_of(double) { return " f64"; }

template <class T>
static Value array(const std::vector<int64_t> &dims, const std::vector<T> &elements)
{
    Value value = {name_of(T()), dims, {}};
    const char *bytes = (const char *)elements.data();
    value.data.assign(bytes, bytes + elements.size() * sizeof(T));
    return value;
}

template <class T> static std::vector<T> copy_of(const Value &value)
{
    return std::vector<T>(elements<T>(value),
                          elements<T>(value) + value.data.size() / sizeof(T));
}

static int32_t wrapped(int64_t i) { return (int32_t)(uint32_t)(uint64_t)i; }

/* ---- maps ---- */

static double normal(double x)
{
    const double k = 1 / (1 + 0.2316419 * std::fabs(x));
    const double horner =
        k * (0.31938153 +
             k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    const double tail = horner * 0.3989422804014327 * std::exp(-0.5 * x * x);
    return x > 0 ? 1 - tail : tail;
}

static Values blackscholes(const Values &in)
{
    const double rate = 0.08, volatility = 0.3;
    std::vector<double> prices;
    for (int64_t i = 0; i < in[0].dims[0]; i++) {
        const double spot = elements<double>(in[0])[i], strike = elements<double>(in[1])[i];
        const double years = elements<double>(in[2])[i];
        const double spread = volatility * std::sqrt(years);
        const double drift = (rate + 0.5 * volatility * volatility) * years;
        const double d1 = (std::log(spot / strike) + drift) / spread;
        prices.push_back(spot * normal(d1) -
                         strike * std::exp(-rate * years) * normal(d1 - spread));
    }
    return {array(in[0].dims, prices)};
}

static int32_t escape_time(int32_t limit, float cr, float ci)
{
    int32_t steps = 0;
    for (float r = 0, i = 0; steps < limit && r * r + i * i <= 4; steps++) {
        const float next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
    }
    return steps;
}

static Values mandelbrot(const Values &in)
{
    const int64_t width = scalar<int64_t>(in[0]), height = scalar<int64_t>(in[1]);
    std::vector<int32_t> steps;
    for (int64_t row = 0; row < height; row++)
        for (int64_t col = 0; col < width; col++)
            steps.push_back(escape_time(scalar<int32_t>(in[2]),
                                        3 * (float)col / (float)width - 2,
                                        2 * (float)row / (float)height - 1));
    return {array({height, width}, steps)};
}

/* ---- sums ---- */

static Values dot(const Values &in)
{
    double sum = 0;
    for (int64_t i = 0; i < in[0].dims[0]; i++)
        sum += (double)elements<float>(in[0])[i] * elements<float>(in[1])[i];
    return {array<float>({}, {(float)sum})};
}

static Values rows(const Values &in)
{
    const int64_t n = in[0].dims[0], m = in[0].dims[1];
    std::vector<int32_t> sums(n);
    for (int64_t i = 0; i < n * m; i++)
        sums[i / m] = wrapped((int64_t)sums[i / m] + elements<int32_t>(in[0])[i]);
    return {array({n}, sums)};
}

static Values matmul(const Values &in)
{
    const int64_t n = in[0].dims[0], depth = in[0].dims[1], m = in[1].dims[1];
    const float *a = elements<float>(in[0]), *b = elements<float>(in[1]);
    std::vector<float> product(n * m);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < depth; k++)
            for (int64_t j = 0; j < m; j++)
                product[i * m + j] += a[i * depth + k] * b[k * m + j];
    return {array({n, m}, product)};
}

static Values drawdown(const Values &in)
{
    float highest = 0, most = 0;
    for (const float price : copy_of<float>(in[0])) {
        highest = std::max(highest, price);
        most = std::max(most, highest - price);
    }
    return {array({}, std::vector<float>{most})};
}

static Values mss(const Values &in)
{
    int32_t best = 0, here = 0;
    for (const int32_t x : copy_of<int32_t>(in[0])) {
        here = std::max(here + x, 0);
        best = std::max(best, here);
    }
    return {array<int32_t>({}, {best})};
}

/* ---- scans ---- */

static Values linear(const Values &in)
{
    std::vector<int32_t> values;
    int64_t value = 0;
    for (int64_t i = 0; i < in[0].dims[0]; i++) {
        value = wrapped(elements<int32_t>(in[0])[i] * value + elements<int32_t>(in[1])[i]);
        values.push_back((int32_t)value);
    }
    return {array(in[0].dims, values)};
}

static Values segscan(const Values &in)
{
    std::vector<int32_t> sums;
    int64_t sum = 0;
    for (int64_t i = 0; i < in[0].dims[0]; i++) {
        sum = wrapped((elements<int8_t>(in[0])[i] ? 0 : sum) + elements<int32_t>(in[1])[i]);
        sums.push_back((int32_t)sum);
    }
    return {array(in[0].dims, sums)};
}

static Values scans(const Values &in)
{
    const int64_t n = in[0].dims[2];
    std::vector<double> result;
    double sum = 0, maximum = 0, total = 0;
    for (const double x : copy_of<double>(in[0])) {
        const bool first = (int64_t)result.size() % n == 0;
        sum = first ? x : sum + x;
        maximum = first ? sum * x : std::max(maximum, sum * x);
        const double item = x > 2 ? maximum - x + 1 : maximum;
        total = first ? item : total + item;
        result.push_back(total);
    }
    return {array(in[0].dims, result)};
}

static Values partition(const Values &in)
{
    std::vector<int32_t> xs = copy_of<int32_t>(in[0]);
    const auto odd = std::stable_partition(xs.begin(), xs.end(),
                                           [](int32_t x) { return x % 2 == 0; });
    return {array<int64_t>({}, {odd - xs.begin()}), array(in[0].dims, xs)};
}

static Values filter(const Values &in)
{
    const int32_t limit = scalar<int32_t>(in[1]);
    std::vector<int32_t> xs = copy_of<int32_t>(in[0]);
    xs.erase(std::remove_if(xs.begin(), xs.end(), [=](int32_t x) { return x <= limit; }),
             xs.end());
    return {array({(int64_t)xs.size()}, xs)};
}

static Values primes(const Values &in)
{
    std::vector<int64_t> primes;
    for (int64_t i = 2; i < scalar<int64_t>(in[0]); i++)
        if (std::all_of(primes.begin(), primes.end(), [=](int64_t p) { return i % p != 0; }))
            primes.push_back(i);
    return {array({(int64_t)primes.size()}, primes)};
}

static Values radix(const Values &in)
{
    std::vector<uint32_t> xs = copy_of<uint32_t>(in[0]);
    std::sort(xs.begin(), xs.end());
    return {array(in[0].dims, xs)};
}

/* ---- loops ---- */

static Values floyd(const Values &in)
{
    const int64_t n = in[0].dims[0];
    std::vector<int32_t> dist = copy_of<int32_t>(in[0]);
    for (int64_t k = 0; k < n; k++) {
        const std::vector<int32_t> old = dist;
        for (int64_t i = 0; i < n * n; i++)
            dist[i] = std::min(old[i], wrapped((int64_t)old[i / n * n + k] +
                                               old[k * n + i % n]));
    }
    return {array(in[0].dims, dist)};
}

static Values maploop(const Values &in)
{
    const int64_t m = in[0].dims[1];
    std::vector<int32_t> ys = copy_of<int32_t>(in[0]);
    for (int32_t step = 0; step < scalar<int32_t>(in[1]); step++)
        for (int64_t row = 0; row < in[0].dims[0]; row++) {
            int64_t total = 0;
            for (int64_t j = 0; j < m; j++)
                total += ys[row * m + j];
            for (int64_t j = 0; j < m; j++)
                ys[row * m + j] = wrapped(ys[row * m + j] + total);
        }
    return {array(in[0].dims, ys)};
}

static Values stencil(const Values &in)
{
    const int64_t n = in[0].dims[0], m = in[0].dims[1];
    std::vector<double> grid = copy_of<double>(in[0]), old;
    for (int32_t step = 0; step < scalar<int32_t>(in[1]); step++) {
        old = grid;
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < m; j++) {
                const double north = old[std::max<int64_t>(i - 1, 0) * m + j];
                const double south = old[std::min(i + 1, n - 1) * m + j];
                const double west = old[i * m + std::max<int64_t>(j - 1, 0)];
                const double east = old[i * m + std::min(j + 1, m - 1)];
                grid[i * m + j] = (old[i * m + j] + north + south + west + east) / 5;
            }
    }
    return {array(in[0].dims, grid)};
}

// r is the sum of the prefix sums of 0 .. p - 1: over k < p, of k * (p - k).
static int64_t sum_of_sums(int64_t p)
{
    int64_t r = 0;
    for (int64_t k = 0; k < p; k++)
        r += k * (p - k);
    return r;
}

static Values nest(const Values &in)
{
    const int64_t m = in[0].dims[0];
    std::vector<int32_t> ass, ws = copy_of<int32_t>(in[0]);
    for (int64_t row = 0; row < m; row++)
        for (int64_t i = 0; i < m; i++) {
            const int32_t *ps = elements<int32_t>(in[0]) + row * m;
            const int64_t r = sum_of_sums(ps[i]);
            int64_t total = 0;
            for (int64_t j = 0; j < m; j++) {
                ass.push_back(wrapped(ps[j] + r));
                total += ass.back();
            }
            for (int step = 0; step < 3; step++)
                ws[row * m + i] = wrapped(2 * (total + ws[row * m + i]));
        }
    return {array({m, m, m}, ass), array({m, m}, ws)};
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        Values (*run)(const Values &);
    } programs[] = {
        {"blackscholes", blackscholes}, {"dot", dot}, {"drawdown", drawdown},
        {"filter", filter}, {"floyd", floyd}, {"linear", linear}, {"mandelbrot", mandelbrot},
        {"maploop", maploop},
        {"matmul", matmul}, {"mss", mss}, {"nest", nest}, {"partition", partition},
        {"primes", primes}, {"radix", radix}, {"rows", rows}, {"scans", scans},
        {"segscan", segscan}, {"stencil", stencil},
    };
    for (const auto &program : programs)
        if (argc == 2 && strcmp(argv[1], program.name) == 0) {
            for (const Value &value : program.run(read_values(stdin, "the input")))
                write_value(stdout, value);
            return 0;
        }
    refuse("sequential", "there is no such program");
}
