// fusions_main.cu -- written by mapnest 0.1.0 from fusions.fut; it is yours
//
// Runs an entry point of fusions.cu on values from standard input, which are in
// Futhark's text or binary format, and prints its results. See --help.

#include "fusions.h"

#include <cuda_runtime.h>
#include <ctype.h>
#include <errno.h>
#include <initializer_list>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int MAX_RANK = 16;

// A scalar (rank 0) or an array (row-major) in host memory.
struct Value {
    const char *name;
    const char *type; // of an element: "i8" .. "u64", "f32", "f64", "bool"
    int rank;
    int64_t dims[MAX_RANK] = {};
    char *data = NULL;
};

// Options of the command line.
static struct {
    const char *entry = "main";
    FILE *times = NULL; // file for the time of each run
    int runs = 1;
    int warmups = 0; // runs that are not measured
    bool binary = false;
    bool print = true;
} options;

// Everything is queued on the default stream.
static const cudaStream_t stream = 0;

// Ends the program with a message.
[[noreturn]] static void die(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fflush(stdout);
    fprintf(stderr, "fusions_main: ");
    vfprintf(stderr, format, values);
    fprintf(stderr, "\n");
    va_end(values);
    exit(1);
}

// Ends the program with the message of a failure, which begins with its place.
[[noreturn]] static void fail(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static void check(cudaError_t error, const char *call)
{
    if (error != cudaSuccess)
        die("%s: %s", call, cudaGetErrorString(error));
}

// Allocates device memory; no bytes have an address, too.
static void *device_memory(size_t bytes)
{
    void *memory = NULL;
    check(cudaMalloc(&memory, bytes ? bytes : 1), "cudaMalloc");
    return memory;
}

static char *host_memory(char *old, size_t bytes)
{
    char *const memory = (char *)realloc(old, bytes ? bytes : 1);
    if (!memory)
        die("out of memory");
    return memory;
}

static size_t element_size(const Value &v) { return v.type[0] == 'b' ? 1 : atoi(v.type + 1) / 8; }

// Returns the size in bytes, or 0 if a dimension is negative (the call then refuses it).
static size_t byte_size(const Value &v)
{
    int64_t bytes = element_size(v);
    for (int i = 0; i < v.rank; i++) {
        if (v.dims[i] <= 0)
            return 0;
        if (bytes > INT64_MAX / v.dims[i])
            die("the array %s is too large", v.name);
        bytes *= v.dims[i];
    }
    return bytes;
}

// The input that is not yet read, terminated by '\0'.
static const char *input, *input_end;

static void read_input()
{
    size_t size = 0, room = 1 << 16;
    char *text = host_memory(NULL, room);
    for (size_t got; (got = fread(text + size, 1, room - size - 1, stdin)) > 0;) {
        size += got;
        if (size + 1 == room)
            text = host_memory(text, room *= 2);
    }
    text[size] = '\0';
    input = text;
    input_end = text + size;
}

// Skips white space and comments.
static void skip_space()
{
    while (isspace((unsigned char)*input) || (input[0] == '-' && input[1] == '-'))
        input += *input == '-' ? strcspn(input, "\n") : 1;
}

[[noreturn]] static void unexpected(const Value &v, const char *wanted)
{
    const char *const found = input == input_end ? "the end of the input" : input;
    const int length = (int)strcspn(found, "\r\n");
    die("argument %s: expected %s, found %.*s", v.name, wanted, length < 30 ? length : 30, found);
}

// Reads a number, a name or the like; underscores in it do not count.
static void read_word(const Value &v, char word[100])
{
    int n = 0;
    skip_space();
    for (; n < 99 && (isalnum((unsigned char)*input) || (*input && strchr("._+-", *input)));
         input++) {
        if (input[0] == '-' && input[1] == '-')
            break;
        if (*input != '_')
            word[n++] = *input;
    }
    word[n] = '\0';
    if (n == 0)
        unexpected(v, "a value");
}

static bool accept(char c)
{
    skip_space();
    if (*input != c)
        return false;
    input++;
    return true;
}

static void expect(const Value &v, char c)
{
    const char wanted[] = { '\'', c, '\'', '\0' };
    if (!accept(c))
        unexpected(v, wanted);
}

// Integers may be hexadecimal or binary; those out of range are refused.
static bool parse_integer(const Value &v, const char *word, char *to)
{
    const bool negative = *word == '-';
    const char *digits = word + negative;
    const char second = *digits == '0' ? digits[1] : '\0';
    const int base = second == 'x' ? 16 : second == 'b' ? 2 : 10;
    digits += base == 10 ? 0 : 2;
    char *end;
    errno = 0;
    const uint64_t magnitude = strtoull(digits, &end, base);
    if (!isxdigit((unsigned char)*digits) || *end || errno)
        return false;

    const int bits = 8 * (int)element_size(v);
    const uint64_t largest = v.type[0] == 'i' ? (UINT64_MAX >> (65 - bits)) + negative
                             : negative       ? 0
                                              : UINT64_MAX >> (64 - bits);
    const uint64_t integer = negative ? 0 - magnitude : magnitude;
    memcpy(to, &integer, element_size(v));
    return magnitude <= largest;
}

// Besides numbers there are f32.nan, f32.inf and -f32.inf.
static bool parse_float(const Value &v, const char *word, char *to)
{
    const bool negative = *word == '-';
    const char *number = word + negative;
    if (!strncmp(number, v.type, 3) && number[3] == '.' && isalpha((unsigned char)number[4]))
        number += 4;
    if (!isalnum((unsigned char)*number) && *number != '.')
        return false;
    char *end;
    const float f32 = strtof(number, &end) * (negative ? -1.0f : 1.0f);
    const double f64 = strtod(number, &end) * (negative ? -1.0 : 1.0);
    memcpy(to, element_size(v) == 4 ? (const void *)&f32 : &f64, element_size(v));
    return *end == '\0';
}

// Numbers may carry their type as a suffix.
static void read_element(const Value &v, char *to)
{
    char word[100];
    read_word(v, word);
    bool good = false;
    const size_t length = strlen(word), suffix = strlen(v.type);
    if (length > suffix && !strcmp(word + length - suffix, v.type))
        word[length - suffix] = '\0';
    if (v.type[0] == 'f')
        good = parse_float(v, word, to);
    if (v.type[0] == 'i' || v.type[0] == 'u')
        good = parse_integer(v, word, to);
    if (!good)
        die("argument %s: '%s' is not a value of type %s", v.name, word, v.type);
}

// Reads a row of dimension `level`, or an element below the last one. `count`
// elements were read before it, and v->data has room for `room`.
static void read_row(Value *v, int level, int64_t *count, int64_t *room)
{
    if (level == v->rank) {
        if (*count == *room)
            v->data = host_memory(v->data, (*room = 2 * *room + 1) * element_size(*v));
        read_element(*v, v->data + (*count)++ * element_size(*v));
        return;
    }
    int64_t rows = 0;
    expect(*v, '[');
    if (!accept(']')) {
        do {
            read_row(v, level + 1, count, room);
            rows++;
        } while (accept(','));
        expect(*v, ']');
    }
    if (rows == 0 && level < v->rank - 1)
        die("argument %s: an empty array of rows is written empty([0][2]%s)", v->name, v->type);
    if (v->dims[level] >= 0 && v->dims[level] != rows)
        die("argument %s: rows of different lengths", v->name);
    v->dims[level] = rows;
}

// Reads what follows "empty" in empty([0][2]f32).
static void read_empty(Value *v)
{
    char word[100];
    expect(*v, '(');
    for (int i = 0; i < v->rank; i++) {
        char *end;
        expect(*v, '[');
        read_word(*v, word);
        v->dims[i] = strtoll(word, &end, 10);
        if (*end || v->dims[i] < 0)
            die("argument %s: '%s' is not a size", v->name, word);
        expect(*v, ']');
    }
    read_word(*v, word);
    expect(*v, ')');
    if (byte_size(*v) > 0 || strcmp(word, v->type))
        die("argument %s: not an empty array of type %s", v->name, v->type);
}

static void read_text(Value *v)
{
    int64_t count = 0, room = 0;
    for (int i = 0; i < v->rank; i++)
        v->dims[i] = -1; // not known yet
    if (v->rank > 0 && !strncmp(input, "empty", 5)) {
        input += 5;
        read_empty(v);
    } else {
        read_row(v, 0, &count, &room);
    }
}

static void take_bytes(const Value &v, void *to, size_t n)
{
    if ((size_t)(input_end - input) < n)
        die("argument %s: the input ends within the value", v.name);
    memcpy(to, input, n);
    input += n;
}

// 'b', the version, the rank, the type in four characters, dims, elements.
static void read_binary(Value *v)
{
    unsigned char head[3];
    char padded[5] = "";
    take_bytes(*v, head, sizeof head);
    take_bytes(*v, padded, 4);
    const char *const type = padded + strspn(padded, " ");
    if (head[1] != 2)
        die("argument %s: version %d of the binary format, expected 2", v->name, head[1]);
    if (head[2] != v->rank || strcmp(type, v->type))
        die("argument %s: expected rank %d and type %s, found rank %d and type %s", v->name,
            v->rank, v->type, head[2], type);
    take_bytes(*v, v->dims, v->rank * sizeof *v->dims);
    const size_t bytes = byte_size(*v);
    v->data = host_memory(NULL, bytes);
    take_bytes(*v, v->data, bytes);
}

static void read_arguments(Value *args, int n)
{
    read_input();
    for (int i = 0; i < n; i++) {
        skip_space();
        if (*input == 'b')
            read_binary(&args[i]);
        else
            read_text(&args[i]);
    }
    skip_space();
    if (input != input_end)
        die("there is input after the last argument");
}

// Writes a type like [2][3]f32.
static const char *type_text(const Value &v, const int64_t *dims, char text[500])
{
    int n = 0;
    for (int i = 0; i < v.rank; i++)
        n += snprintf(text + n, 500 - n, "[%lld]", (long long)dims[i]);
    snprintf(text + n, 500 - n, "%s", v.type);
    return text;
}

static void check_shape(const Value &v, std::initializer_list<int64_t> expected)
{
    char wanted[500], found[500];
    for (int i = 0; i < v.rank; i++)
        if (v.dims[i] != expected.begin()[i])
            die("Entry point arguments have invalid sizes: %s has type %s, expected %s.", v.name,
                type_text(v, v.dims, found), type_text(v, expected.begin(), wanted));
}

static void upload(void *to, const Value &v)
{
    check(cudaMemcpy(to, v.data, byte_size(v), cudaMemcpyHostToDevice), "cudaMemcpy");
}

// Prints the fewest digits that read back as the same number.
static void write_float(const Value &v, const char *from)
{
    const size_t size = element_size(v);
    double x;
    if (size == 4) {
        float f32;
        memcpy(&f32, from, sizeof f32);
        x = f32;
    } else {
        memcpy(&x, from, sizeof x);
    }
    if (isnan(x) || isinf(x)) {
        printf("%s%s.%s", x < 0 ? "-" : "", v.type, isnan(x) ? "nan" : "inf");
        return;
    }

    char text[40];
    int digits = -1; // after the first one
    do
        snprintf(text, sizeof text, "%.*e", ++digits, x);
    while ((size == 8 ? strtod(text, NULL) : strtof(text, NULL)) != x);
    const int exponent = atoi(strchr(text, 'e') + 1);
    if (-1 <= exponent && exponent < 7)
        printf("%.*f%s", digits > exponent ? digits - exponent : 1, x, v.type);
    else
        printf("%.*s%se%d%s", (int)strcspn(text, "e"), text, digits ? "" : ".0", exponent,
               v.type);
}

static void write_element(const Value &v, const char *from)
{
    if (v.type[0] == 'f')
        write_float(v, from);
    uint64_t bits = 0;
    const int unused = 64 - 8 * (int)element_size(v);
    memcpy(&bits, from, element_size(v));
    if (v.type[0] == 'i')
        printf("%lld%s", (long long)(bits << unused) >> unused, v.type);
    if (v.type[0] == 'u')
        printf("%llu%s", (unsigned long long)bits, v.type);
}

// Prints a row of dimension `level` and returns the end of its elements.
static const char *write_row(const Value &v, int level, const char *from)
{
    if (level == v.rank) {
        write_element(v, from);
        return from + element_size(v);
    }
    for (int64_t i = 0; i < v.dims[level]; i++) {
        printf(i == 0 ? "[" : ", ");
        from = write_row(v, level + 1, from);
    }
    printf("]");
    return from;
}

static void write_text(const Value &v)
{
    if (byte_size(v) > 0) {
        write_row(v, 0, v.data);
    } else {
        printf("empty(");
        for (int i = 0; i < v.rank; i++)
            printf("[%lld]", (long long)v.dims[i]);
        printf("%s)", v.type);
    }
    printf("\n");
}

static void write_binary(const Value &v)
{
    printf("b%c%c%4s", 2, v.rank, v.type);
    fwrite(v.dims, sizeof *v.dims, v.rank, stdout);
    fwrite(v.data, 1, byte_size(v), stdout);
}

// Copies a result from the device and prints it.
static void write_value(Value v, const void *from)
{
    v.data = host_memory(NULL, byte_size(v));
    check(cudaMemcpy(v.data, from, byte_size(v), cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (options.binary)
        write_binary(v);
    else
        write_text(v);
    free(v.data);
}

static cudaEvent_t started, stopped;

static void start_clock()
{
    check(cudaEventRecord(started, stream), "cudaEventRecord");
}

// Waits for the work queued since start_clock. Runs with negative numbers warm up.
static void stop_clock(int run)
{
    float milliseconds;
    check(cudaEventRecord(stopped, stream), "cudaEventRecord");
    check(cudaEventSynchronize(stopped), "fusions.cu");
    check(cudaEventElapsedTime(&milliseconds, started, stopped), "cudaEventElapsedTime");
    if (run >= 0 && options.times)
        fprintf(options.times, "%.0f\n", 1000 * milliseconds);
}

// entry statistics
static void run_fusions_statistics()
{
    Value args[] = {
        { "xs", "f64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "mean", "f64", 0 },
        { "result_1", "f64", 0 },
        { "result_2", "f64", 0 },
    };
    double *const xs = (double *)device_memory(byte_size(args[0]));
    double *const mean = (double *)device_memory(byte_size(results[0]));
    double *const result_1 = (double *)device_memory(byte_size(results[1]));
    double *const result_2 = (double *)device_memory(byte_size(results[2]));
    void *const scratch = device_memory(fusions_statistics_scratch());

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_statistics(xs, n, mean, result_1, result_2, scratch, stream),
              "fusions_statistics");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], mean);
        write_value(results[1], result_1);
        write_value(results[2], result_2);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(mean);
    cudaFree(result_1);
    cudaFree(result_2);
    cudaFree(scratch);
}

// entry differences
static void run_fusions_differences()
{
    Value args[] = {
        { "xs", "i32", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "steps", "i32", 1, { n - 1 } },
        { "sums", "i32", 1, { n - 1 } },
        { "result_2", "i32", 0 },
        { "result_3", "i32", 1, { n } },
    };
    int32_t *const xs = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const steps = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const sums = (int32_t *)device_memory(byte_size(results[1]));
    int32_t *const result_2 = (int32_t *)device_memory(byte_size(results[2]));
    int32_t *const result_3 = (int32_t *)device_memory(byte_size(results[3]));
    void *const scratch = device_memory(fusions_differences_scratch());

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_differences(xs, n, steps, sums, result_2, result_3, scratch, stream),
              "fusions_differences");
        stop_clock(run);
        char message[1000];
        const cudaError_t outcome = fusions_differences_failure(scratch, stream, message,
            sizeof message);
        if (outcome == cudaErrorAssert)
            fail(message);
        check(outcome, "fusions_differences_failure");
    }
    if (options.print) {
        write_value(results[0], steps);
        write_value(results[1], sums);
        write_value(results[2], result_2);
        write_value(results[3], result_3);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(steps);
    cudaFree(sums);
    cudaFree(result_2);
    cudaFree(result_3);
    cudaFree(scratch);
}

// entry shares
static void run_fusions_shares()
{
    Value args[] = {
        { "xs", "i32", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "result_0", "i32", 1, { n } },
        { "result_1", "i32", 0 },
    };
    int32_t *const xs = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const result_0 = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const result_1 = (int32_t *)device_memory(byte_size(results[1]));

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_shares(xs, n, result_0, result_1, stream),
              "fusions_shares");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], result_0);
        write_value(results[1], result_1);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(result_0);
    cudaFree(result_1);
}

// entry columns
static void run_fusions_columns()
{
    Value args[] = {
        { "xss", "i32", 2 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    const int64_t m = args[0].dims[1];
    check_shape(args[0], { n, m });

    const Value results[] = {
        { "result_0", "i32", 1, { m } },
        { "result_1", "i32", 2, { n, m } },
    };
    int32_t *const xss = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const result_0 = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const result_1 = (int32_t *)device_memory(byte_size(results[1]));
    void *const scratch = device_memory(fusions_columns_scratch(n, m));

    upload(xss, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_columns(xss, n, m, result_0, result_1, scratch, stream),
              "fusions_columns");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], result_0);
        write_value(results[1], result_1);
    }

    free(args[0].data);
    cudaFree(xss);
    cudaFree(result_0);
    cudaFree(result_1);
    cudaFree(scratch);
}

// entry permutations
static void run_fusions_permutations()
{
    Value args[] = {
        { "xss", "i32", 2 },
        { "xsss", "i32", 3 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    const int64_t m = args[0].dims[1];
    const int64_t k = args[1].dims[0];
    const int64_t l = args[1].dims[1];
    const int64_t o = args[1].dims[2];
    check_shape(args[0], { n, m });
    check_shape(args[1], { k, l, o });

    const Value results[] = {
        { "result_0", "i32", 2, { n, m } },
        { "result_1", "i32", 3, { k, l, o } },
    };
    int32_t *const xss = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const xsss = (int32_t *)device_memory(byte_size(args[1]));
    int32_t *const result_0 = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const result_1 = (int32_t *)device_memory(byte_size(results[1]));

    upload(xss, args[0]);
    upload(xsss, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_permutations(xss, xsss, n, m, k, l, o, result_0, result_1, stream),
              "fusions_permutations");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], result_0);
        write_value(results[1], result_1);
    }

    free(args[0].data);
    free(args[1].data);
    cudaFree(xss);
    cudaFree(xsss);
    cudaFree(result_0);
    cudaFree(result_1);
}

// entry last_and_all
static void run_fusions_last_and_all()
{
    Value args[] = {
        { "xs", "i32", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "total", "i32", 0 },
        { "ys", "i32", 1, { n } },
    };
    int32_t *const xs = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const total = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const ys = (int32_t *)device_memory(byte_size(results[1]));
    void *const scratch = device_memory(fusions_last_and_all_scratch());

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_last_and_all(xs, n, total, ys, scratch, stream),
              "fusions_last_and_all");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], total);
        write_value(results[1], ys);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(total);
    cudaFree(ys);
    cudaFree(scratch);
}

// entry running
static void run_fusions_running()
{
    Value args[] = {
        { "xs", "i64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "sums", "i64", 1, { n } },
    };
    int64_t *const xs = (int64_t *)device_memory(byte_size(args[0]));
    int64_t *const sums = (int64_t *)device_memory(byte_size(results[0]));
    void *const scratch = device_memory(fusions_running_scratch(n));

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_running(xs, n, sums, scratch, stream),
              "fusions_running");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], sums);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(sums);
    cudaFree(scratch);
}

// entry tables
static void run_fusions_tables()
{
    Value args[] = {
        { "m", "i64", 0 },
        { "xs", "i64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t m = *(const int64_t *)args[0].data;
    const int64_t n = args[1].dims[0];
    check_shape(args[1], { n });

    const Value results[] = {
        { "sums", "i64", 1, { n } },
    };
    int64_t *const xs = (int64_t *)device_memory(byte_size(args[1]));
    int64_t *const sums = (int64_t *)device_memory(byte_size(results[0]));
    void *const scratch = device_memory(fusions_tables_scratch());

    upload(xs, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_tables(m, xs, n, sums, scratch, stream),
              "fusions_tables");
        stop_clock(run);
        char message[1000];
        const cudaError_t outcome = fusions_tables_failure(scratch, stream, message,
                                                           sizeof message);
        if (outcome == cudaErrorAssert)
            fail(message);
        check(outcome, "fusions_tables_failure");
    }
    if (options.print) {
        write_value(results[0], sums);
    }

    free(args[0].data);
    free(args[1].data);
    cudaFree(xs);
    cudaFree(sums);
    cudaFree(scratch);
}

// entry weighted
static void run_fusions_weighted()
{
    Value args[] = {
        { "xs", "i64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "sum", "i64", 0 },
    };
    int64_t *const xs = (int64_t *)device_memory(byte_size(args[0]));
    int64_t *const sum = (int64_t *)device_memory(byte_size(results[0]));

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_weighted(xs, n, sum, stream),
              "fusions_weighted");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], sum);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(sum);
}

// entry totals
static void run_fusions_totals()
{
    Value args[] = {
        { "xss", "i32", 2 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    const int64_t m = args[0].dims[1];
    check_shape(args[0], { n, m });

    const Value results[] = {
        { "result", "i32", 1, { m } },
    };
    int32_t *const xss = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const result = (int32_t *)device_memory(byte_size(results[0]));
    void *const scratch = device_memory(fusions_totals_scratch());

    upload(xss, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_totals(xss, n, m, result, scratch, stream),
              "fusions_totals");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], result);
    }

    free(args[0].data);
    cudaFree(xss);
    cudaFree(result);
    cudaFree(scratch);
}

// entry places
static void run_fusions_places()
{
    Value args[] = {
        { "xs", "i32", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });

    const Value results[] = {
        { "sums", "i32", 1, { n } },
        { "result_1", "i32", 1, { n } },
    };
    int32_t *const xs = (int32_t *)device_memory(byte_size(args[0]));
    int32_t *const sums = (int32_t *)device_memory(byte_size(results[0]));
    int32_t *const result_1 = (int32_t *)device_memory(byte_size(results[1]));
    void *const scratch = device_memory(fusions_places_scratch(n));

    upload(xs, args[0]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_places(xs, n, sums, result_1, scratch, stream),
              "fusions_places");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], sums);
        write_value(results[1], result_1);
    }

    free(args[0].data);
    cudaFree(xs);
    cudaFree(sums);
    cudaFree(result_1);
    cudaFree(scratch);
}

// entry loads
static void run_fusions_loads()
{
    Value args[] = {
        { "ids", "i64", 1 },
        { "weights", "f64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });
    check_shape(args[1], { n });

    const Value results[] = {
        { "result_0", "f64", 0 },
    };
    int64_t *const ids = (int64_t *)device_memory(byte_size(args[0]));
    double *const weights = (double *)device_memory(byte_size(args[1]));
    double *const result_0 = (double *)device_memory(byte_size(results[0]));
    int64_t *chosen = NULL; // the call allocates it
    int64_t chosen_size = 0;
    void *const scratch = device_memory(fusions_loads_scratch(n));

    upload(ids, args[0]);
    upload(weights, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        cudaFree(chosen);
        start_clock();
        check(fusions_loads(ids, weights, n, result_0, &chosen, &chosen_size, scratch, NULL,
                            stream),
              "fusions_loads");
        stop_clock(run);
    }
    if (options.print) {
        write_value(results[0], result_0);
        write_value({ "chosen", "i64", 1, { chosen_size } }, chosen);
    }

    free(args[0].data);
    free(args[1].data);
    cudaFree(ids);
    cudaFree(weights);
    cudaFree(result_0);
    cudaFree(chosen);
    cudaFree(scratch);
}

// entry large
static void run_fusions_large()
{
    Value args[] = {
        { "ids", "i64", 1 },
        { "weights", "f64", 1 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    check_shape(args[0], { n });
    check_shape(args[1], { n });

    const Value results[] = {
        { "result_1", "i64", 1, { n } },
    };
    int64_t *const ids = (int64_t *)device_memory(byte_size(args[0]));
    double *const weights = (double *)device_memory(byte_size(args[1]));
    int64_t *result_0 = NULL; // the call allocates it
    int64_t *const result_1 = (int64_t *)device_memory(byte_size(results[0]));
    int64_t result_0_size = 0;
    void *const scratch = device_memory(fusions_large_scratch(n));

    upload(ids, args[0]);
    upload(weights, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        cudaFree(result_0);
        start_clock();
        check(fusions_large(ids, weights, n, &result_0, &result_0_size, result_1, scratch, NULL,
                            stream),
              "fusions_large");
        stop_clock(run);
    }
    if (options.print) {
        write_value({ "result_0", "i64", 1, { result_0_size } }, result_0);
        write_value(results[0], result_1);
    }

    free(args[0].data);
    free(args[1].data);
    cudaFree(ids);
    cudaFree(weights);
    cudaFree(result_0);
    cudaFree(result_1);
    cudaFree(scratch);
}

// entry starts
static void run_fusions_starts()
{
    Value args[] = {
        { "sizes", "i64", 1 },
        { "xs", "i32", 1 },
        { "m", "i64", 0 },
    };
    read_arguments(args, sizeof args / sizeof *args);
    const int64_t n = args[0].dims[0];
    const int64_t m = *(const int64_t *)args[2].data;
    check_shape(args[0], { n });
    check_shape(args[1], { n });

    const Value results[] = {
        { "result", "i32", 1, { m } },
    };
    int64_t *const sizes = (int64_t *)device_memory(byte_size(args[0]));
    int32_t *const xs = (int32_t *)device_memory(byte_size(args[1]));
    int32_t *const result = (int32_t *)device_memory(byte_size(results[0]));
    void *const scratch = device_memory(fusions_starts_scratch(n));

    upload(sizes, args[0]);
    upload(xs, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        start_clock();
        check(fusions_starts(sizes, xs, m, n, result, scratch, stream),
              "fusions_starts");
        stop_clock(run);
        char message[1000];
        const cudaError_t outcome = fusions_starts_failure(scratch, stream, message,
                                                           sizeof message);
        if (outcome == cudaErrorAssert)
            fail(message);
        check(outcome, "fusions_starts_failure");
    }
    if (options.print) {
        write_value(results[0], result);
    }

    free(args[0].data);
    free(args[1].data);
    free(args[2].data);
    cudaFree(sizes);
    cudaFree(xs);
    cudaFree(result);
    cudaFree(scratch);
}

static const struct {
    const char *name;
    void (*run)();
} ENTRIES[] = {
    { "statistics", run_fusions_statistics },
    { "differences", run_fusions_differences },
    { "shares", run_fusions_shares },
    { "columns", run_fusions_columns },
    { "permutations", run_fusions_permutations },
    { "last_and_all", run_fusions_last_and_all },
    { "running", run_fusions_running },
    { "tables", run_fusions_tables },
    { "weighted", run_fusions_weighted },
    { "totals", run_fusions_totals },
    { "places", run_fusions_places },
    { "loads", run_fusions_loads },
    { "large", run_fusions_large },
    { "starts", run_fusions_starts },
};

[[noreturn]] static void print_help()
{
    printf("Usage: fusions_main [OPTION]... < INPUT\n"
           "Runs an entry point of fusions.fut on values from standard input.\n"
           "\n"
           "  -e, --entry-point=NAME       run this entry point, not main\n"
           "  -r, --runs=N                 run N times, after one run to warm up\n"
           "  -t, --write-runtime-to=FILE  write the microseconds of each run to FILE\n"
           "  -b, --binary-output          print the results in the binary format\n"
           "  -n, --no-print-result        print no results\n"
           "  -h, --help                   print this text\n"
           "\n"
           "Entry points:");
    for (const auto &entry : ENTRIES)
        printf(" %s", entry.name);
    printf("\n");
    exit(0);
}

// Returns true if argv[*i] is this option. Its value, if it has one, is in the same argument
// (-r10, --runs=10) or in the next one.
static bool option(char **argv, int *i, const char *brief, const char *full, const char **value)
{
    const char *const arg = argv[*i];
    const size_t length = strlen(full);
    if (!strcmp(arg, brief) || !strcmp(arg, full)) {
        if (value && !(*value = argv[++*i]))
            die("the option %s needs a value", arg);
        return true;
    }
    if (!value || (strncmp(arg, brief, 2) && strncmp(arg, full, length)))
        return false;
    *value = arg[1] != '-' ? arg + 2 : arg + length + 1;
    return arg[1] != '-' || arg[length] == '=';
}

static void read_options(char **argv)
{
    const char *value;
    for (int i = 1; argv[i]; i++) {
        if (option(argv, &i, "-e", "--entry-point", &value)) {
            options.entry = value;
        } else if (option(argv, &i, "-r", "--runs", &value)) {
            options.warmups = 1;
            options.runs = atoi(value);
            if (options.runs < 1)
                die("'%s' is not a number of runs", value);
        } else if (option(argv, &i, "-t", "--write-runtime-to", &value)) {
            options.times = fopen(value, "w");
            if (!options.times)
                die("cannot write %s: %s", value, strerror(errno));
        } else if (option(argv, &i, "-b", "--binary-output", NULL)) {
            options.binary = true;
        } else if (option(argv, &i, "-n", "--no-print-result", NULL)) {
            options.print = false;
        } else if (option(argv, &i, "-h", "--help", NULL)) {
            print_help();
        } else {
            die("unknown option %s; --help lists the options", argv[i]);
        }
    }
}

int main(int, char **argv)
{
    read_options(argv);
    for (const auto &entry : ENTRIES)
        if (!strcmp(entry.name, options.entry)) {
            check(cudaEventCreate(&started), "cudaEventCreate");
            check(cudaEventCreate(&stopped), "cudaEventCreate");
            entry.run();
            if (fflush(stdout) || (options.times && fclose(options.times)))
                die("cannot write the output: %s", strerror(errno));
            return 0;
        }
    die("no entry point '%s'; --help lists them", options.entry);
}
