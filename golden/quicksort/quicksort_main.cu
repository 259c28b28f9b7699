// quicksort_main.cu -- written by mapnest 0.1.0 from quicksort.fut; it is yours
//
// Runs an entry point of quicksort.cu on values from standard input, which are in
// Futhark's text or binary format, and prints its results. See --help.

#include "quicksort.h"

#include <cuda_runtime.h>
#include <ctype.h>
#include <errno.h>
#include <initializer_list>
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
    fprintf(stderr, "quicksort_main: ");
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

// Numbers may carry their type as a suffix.
static void read_element(const Value &v, char *to)
{
    char word[100];
    read_word(v, word);
    bool good = false;
    const size_t length = strlen(word), suffix = strlen(v.type);
    if (length > suffix && !strcmp(word + length - suffix, v.type))
        word[length - suffix] = '\0';
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

static void write_element(const Value &v, const char *from)
{
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

// The arguments or results that make up a value with irregular rows: the lengths of its rows,
// level by level, and last all elements.
struct NestedValue {
    int n;
    int part[2];
};

// Appends an element after `count` elements.
static void append(Value *v, int64_t count, const void *element)
{
    const size_t size = element_size(*v);
    if ((count & (count - 1)) == 0)
        v->data = host_memory(v->data, (count ? 2 * count : 1) * size);
    memcpy(v->data + count * size, element, size);
}

// Reads the nested rows below dimension `level` - 1 of v[0]: v[0] gets the length of a row, v[1]
// its elements. `count` elements of each part were read before.
static void read_nested(Value *v, int n, int level, int64_t *count)
{
    const bool is_row = level == v->rank;
    if (is_row && n == 1) {
        char element[8];
        read_element(*v, element);
        append(v, count[0]++, element);
        return;
    }
    int64_t rows = 0;
    expect(*v, '[');
    if (!accept(']')) {
        do {
            read_nested(is_row ? v + 1 : v, is_row ? n - 1 : n, is_row ? 1 : level + 1,
                        is_row ? count + 1 : count);
            rows++;
        } while (accept(','));
        expect(*v, ']');
    }
    if (is_row) {
        append(v, count[0]++, &rows);
        v[1].dims[0] += rows;
        return;
    }
    if (v->dims[level] >= 0 && v->dims[level] != rows)
        die("argument %s: rows of different lengths", v->name);
    v->dims[level] = rows;
}

// Returns the rank of the next value: its brackets, or those of "empty".
static int next_rank()
{
    int rank = 0;
    skip_space();
    const char *p = input;
    if (*p == 'b')
        return p[2];
    const bool empty = !strncmp(p, "empty(", 6);
    for (p += empty ? 6 : 0; *p && strchr(empty ? "[]0123456789 \n" : "[ \n", *p); p++)
        rank += *p == '[';
    return rank;
}

// Stores an argument. Lengths that two values share must be equal.
static void keep(Value *arg, const Value &v)
{
    if (arg->data && (memcmp(arg->dims, v.dims, sizeof v.dims)
                      || memcmp(arg->data, v.data, byte_size(v))))
        die("argument %s: its rows are not as long as those of another argument", v.name);
    *arg = v;
}

static void read_rows(Value *args, const NestedValue &x)
{
    Value v[2];
    int64_t count[2] = {};
    int rank = 0;
    for (int i = 0; i < x.n; i++) {
        v[i] = args[x.part[i]];
        v[i].data = NULL;
        for (int d = 0; d < v[i].rank; d++)
            v[i].dims[d] = i && !d ? 0 : -1;
        rank += v[i].rank;
    }
    if (!strncmp(input, "empty", 5)) {
        Value whole = { v[x.n - 1].name, v[x.n - 1].type, rank };
        input += 5;
        read_empty(&whole);
        for (int i = 0, d = 0; i < x.n; d += v[i++].rank)
            for (int k = 0; k < v[i].rank; k++)
                v[i].dims[k] = i && !k ? 0 : whole.dims[d + k];
    } else {
        read_nested(v, x.n, 0, count);
    }
    for (int i = 0; i < x.n; i++) {
        for (int d = 0; d < v[i].rank; d++)
            v[i].dims[d] = v[i].dims[d] < 0 ? 0 : v[i].dims[d];
        if (!v[i].data)
            v[i].data = (char *)calloc(byte_size(v[i]) + 1, 1);
        keep(&args[x.part[i]], v[i]);
    }
}

static void read_value(Value *v)
{
    skip_space();
    if (*input == 'b')
        read_binary(v);
    else
        read_text(v);
}

// NestedValue are nested, or apart as the entry point takes them: lengths, then values.
static void read_values(Value *args, int nargs, const NestedValue *value, int n)
{
    read_input();
    for (int i = 0; i < n; i++) {
        if (value[i].n > 1 && next_rank() == args[value[i].part[0]].rank) {
            for (int k = value[i].part[0]; k < nargs; k++)
                read_value(&args[k]);
            break;
        }
        if (value[i].n > 1)
            read_rows(args, value[i]);
        else
            read_value(&args[value[i].part[0]]);
    }
    skip_space();
    if (input != input_end)
        die("there is input after the last argument");
}

// Prints the nested rows below dimension `level` - 1 of v[0]; `at` is the next element of each
// part.
static void write_nested(const Value *v, int n, int level, int64_t *at)
{
    const bool is_row = level == v->rank;
    const char *const element = v->data + at[0] * element_size(*v);
    if (is_row && n == 1) {
        write_element(*v, element);
        at[0]++;
        return;
    }
    const int64_t rows = is_row ? *(const int64_t *)element : v->dims[level];
    at[0] += is_row;
    printf("[");
    for (int64_t i = 0; i < rows; i++) {
        printf(i == 0 ? "" : ", ");
        write_nested(is_row ? v + 1 : v, is_row ? n - 1 : n, is_row ? 1 : level + 1,
                     is_row ? at + 1 : at);
    }
    printf("]");
}

static void write_rows(const Value *results, const NestedValue &x)
{
    Value v[2];
    int64_t at[2] = {};
    for (int i = 0; i < x.n; i++)
        v[i] = results[x.part[i]];
    if (byte_size(v[x.n - 1]) > 0) {
        write_nested(v, x.n, 0, at);
        printf("\n");
        return;
    }
    printf("empty(");
    for (int i = 0; i < x.n; i++)
        for (int d = 0; d < v[i].rank; d++)
            printf("[%lld]", i && !d ? 0 : (long long)v[i].dims[d]);
    printf("%s)\n", v[x.n - 1].type);
}

static Value copied(Value v, const void *from)
{
    v.data = host_memory(NULL, byte_size(v));
    check(cudaMemcpy(v.data, from, byte_size(v), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return v;
}

// Prints nested rows as text. The binary format has no irregular rows: its arrays are flat.
static void write_values(const Value *results, int nresults, const NestedValue *value, int n)
{
    for (int i = 0; i < nresults && options.binary; i++)
        write_binary(results[i]);
    for (int i = 0; i < n && !options.binary; i++)
        if (value[i].n > 1)
            write_rows(results, value[i]);
        else
            write_text(results[value[i].part[0]]);
    for (int i = 0; i < nresults; i++)
        free(results[i].data);
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
    check(cudaEventSynchronize(stopped), "quicksort.cu");
    check(cudaEventElapsedTime(&milliseconds, started, stopped), "cudaEventElapsedTime");
    if (run >= 0 && options.times)
        fprintf(options.times, "%.0f\n", 1000 * milliseconds);
}

// entry main
static void run_quicksort_main()
{
    Value args[] = {
        { "xss_lengths", "i64", 1 },
        { "xss", "i32", 1 },
    };
    static const NestedValue rows_taken[] = { { 2, { 0, 1 } } };
    read_values(args, sizeof args / sizeof *args,
                rows_taken, sizeof rows_taken / sizeof *rows_taken);
    const int64_t m = args[0].dims[0];
    const int64_t total = args[1].dims[0];
    check_shape(args[0], { m });
    check_shape(args[1], { total });

    const Value results[] = {
        { "result_lengths", "i64", 1, { m } },
    };
    int64_t *const xss_lengths = (int64_t *)device_memory(byte_size(args[0]));
    int32_t *const xss = (int32_t *)device_memory(byte_size(args[1]));
    int64_t *const result_lengths = (int64_t *)device_memory(byte_size(results[0]));
    int32_t *result = NULL; // the call allocates it
    int64_t total_out = 0;
    void *const scratch = device_memory(quicksort_main_scratch());

    upload(xss_lengths, args[0]);
    upload(xss, args[1]);
    for (int run = -options.warmups; run < options.runs; run++) {
        cudaFree(result);
        start_clock();
        check(quicksort_main(xss_lengths, xss, m, total, result_lengths, &result, &total_out,
                             scratch, NULL, stream),
              "quicksort_main");
        stop_clock(run);
        char message[1000];
        const cudaError_t outcome = quicksort_main_failure(scratch, stream, message,
                                                           sizeof message);
        if (outcome == cudaErrorAssert)
            fail(message);
        check(outcome, "quicksort_main_failure");
    }
    if (options.print) {
        const Value host_results[] = {
            copied(results[0], result_lengths),
            copied({ "result", "i32", 1, { total_out } }, result),
        };
        static const NestedValue rows_given[] = { { 2, { 0, 1 } } };
        write_values(host_results, sizeof host_results / sizeof *host_results,
                     rows_given, sizeof rows_given / sizeof *rows_given);
    }

    free(args[0].data);
    free(args[1].data);
    cudaFree(xss_lengths);
    cudaFree(xss);
    cudaFree(result_lengths);
    cudaFree(result);
    cudaFree(scratch);
}

static const struct {
    const char *name;
    void (*run)();
} ENTRIES[] = {
    { "main", run_quicksort_main },
};

[[noreturn]] static void print_help()
{
    printf("Usage: quicksort_main [OPTION]... < INPUT\n"
           "Runs an entry point of quicksort.fut on values from standard input.\n"
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
