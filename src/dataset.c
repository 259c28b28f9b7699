/* dataset.c -- random values, the same as those of `futhark dataset`. */
#include "dataset.h"

#include <string.h>

/* ---- SplitMix (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators) ---- */

static uint64_t mixed(uint64_t z, const int shift[3], uint64_t by, uint64_t then)
{
    z = (z ^ z >> shift[0]) * by;
    z = (z ^ z >> shift[1]) * then;
    return z ^ z >> shift[2];
}

static uint64_t murmur(uint64_t z)
{
    return mixed(z, (const int[]){ 33, 33, 33 }, 0xff51afd7ed558ccdu, 0xc4ceb9fe1a85ec53u);
}

/* What is added from one state to the next: odd, with bits that change often enough. */
static uint64_t step_of(uint64_t seed)
{
    uint64_t z = 1 | mixed(seed, (const int[]){ 30, 27, 31 }, 0xbf58476d1ce4e5b9u,
                           0x94d049bb133111ebu);
    return __builtin_popcountll(z ^ z >> 1) < 24 ? z ^ 0xaaaaaaaaaaaaaaaau : z;
}

Random random_seeded(uint64_t seed)
{
    return (Random){ murmur(seed), step_of(seed + 0x9e3779b97f4a7c15u) };
}

uint64_t random_word(Random *r)
{
    return murmur(r->state += r->step);
}

/* ---- numbers of a range -------------------------------------------------------------- */

/* From 0 to `most`: words are cut to its bits, and those that are larger are passed over. */
static uint64_t below_by_bits(Random *r, uint64_t most)
{
    uint64_t mask = UINT64_MAX >> __builtin_clzll(most | 1), x;
    do
        x = random_word(r) & mask;
    while (x > most);
    return x;
}

/* From 0 to `most`: the upper half of a product; lower halves that come too often are not
   taken (Lemire: Fast Random Integer Generation in an Interval). */
static uint32_t below_by_product(Random *r, uint32_t most)
{
    uint32_t count = most + 1;
    if (count == 0)
        return (uint32_t)random_word(r);
    uint64_t product;
    do
        product = (random_word(r) & UINT32_MAX) * count;
    while ((uint32_t)product < -count % count);
    return (uint32_t)(product >> 32);
}

static Scalar random_int(Random *r, Scalar a, Scalar b, Prim p)
{
    bool swapped = prim_is_signed(p) ? a.i > b.i : a.u > b.u;
    uint64_t least = swapped ? b.u : a.u, range = (swapped ? a.u : b.u) - least;
    bool product = !prim_is_signed(p) && p != U64;
    uint64_t x = range == 0 ? 0 : product ? below_by_product(r, (uint32_t)range)
                                          : below_by_bits(r, range);
    return scalar_int(p, (int64_t)(least + x));
}

/* A weighted mean of the ends; f16 is rounded in the end. */
static Scalar random_float(Random *r, Scalar a, Scalar b, Prim p)
{
    if (a.f == b.f)
        return a;
    if (p == F64) {
        double x = (double)random_word(r) / (double)UINT64_MAX;
        return scalar_float(p, x * a.f + (1 - x) * b.f);
    }
    float x = (float)(uint32_t)random_word(r) / (float)UINT32_MAX;
    float left = x * (float)a.f, right = (1 - x) * (float)b.f;
    return scalar_float(p, (double)(left + right));
}

static Scalar random_scalar(Random *r, const Bounds *bounds, Prim p)
{
    if (p == BOOL)
        return scalar_int(p, random_word(r) & 1);
    Bounds b = bounds[p];
    return prim_is_float(p) ? random_float(r, b.least, b.most, p)
                            : random_int(r, b.least, b.most, p);
}

/* ---- bounds ------------------------------------------------------------------------- */

Bounds *dataset_bounds(void)
{
    Bounds *b = NEWS(Bounds, NPRIMS);
    for (Prim p = 0; p < NPRIMS; p++) {
        int64_t top = INT64_MAX >> (64 - 8 * prim_bytes(p));
        if (prim_is_float(p) || p == BOOL)
            b[p] = (Bounds){ scalar_float(p, 0), scalar_float(p, 1) };
        else if (prim_is_signed(p))
            b[p] = (Bounds){ scalar_int(p, -top - 1), scalar_int(p, top) };
        else
            b[p] = (Bounds){ scalar_int(p, 0), scalar_int(p, -1) };
    }
    return b;
}

/* A number up to a character that cannot be one's; false if there is none. */
static bool number_at(const char **p, Prim prim, Scalar *out)
{
    size_t n = strcspn(*p, ": \t\n");
    ValueCursor c = { .at = *p, .end = *p + n, .line = 1, .want = &prim };
    const char *error = NULL;
    Value *v = n ? value_read(&c, &error) : NULL;
    bool good = v && !v->rank && v->prim == prim && c.at == c.end;
    if (good)
        *out = value_get(v, 0);
    value_free(v);
    *p += n;
    return good;
}

bool dataset_bound(Bounds *bounds, const char *text)
{
    size_t n = strcspn(text, ":");
    Prim p;
    if (!prim_of_name(str_copyn(text, (int)n), &p) || p == BOOL || !text[n])
        return false;
    text += n + 1;
    Bounds b;
    if (!number_at(&text, p, &b.least) || *text++ != ':' || !number_at(&text, p, &b.most) || *text)
        return false;
    bounds[p] = b;
    return true;
}

/* ---- values ----------------------------------------------------------------------- */

/* "[3][1_000]" at *p; -1: it is not that. */
static int dims_at(const char **p, int64_t *dim, int most)
{
    int rank = 0;
    for (; **p == '['; (*p)++) {
        int digits = (int)strspn(*p + 1, "0123456789_");
        if (rank == most || digits == 0 || digits > 18 || (*p)[1 + digits] != ']')
            return -1;
        dim[rank] = 0;
        for ((*p)++; **p != ']'; (*p)++)
            if (**p != '_')
                dim[rank] = dim[rank] * 10 + (**p - '0');
        rank++;
    }
    return rank;
}

static Value *literal_at(const char **p, const Prim *want)
{
    size_t n = strcspn(*p, " \t\n");
    ValueCursor c = { .at = *p, .end = *p + n, .name = "random input", .line = 1, .want = want };
    const char *error = NULL;
    Value *v = value_read(&c, &error);
    if (v && c.at < c.end) {
        value_free(v);
        v = NULL;
    }
    *p += v ? n : 0;
    return v;
}

Value *dataset_value(const char **p, uint64_t seed, const Bounds *bounds, const Prim *want)
{
    enum { MOST_DIMS = 16 };
    int64_t dim[MOST_DIMS];
    const char *at = *p;
    int rank = dims_at(&at, dim, MOST_DIMS);
    size_t n = strcspn(at, " \t\n");
    Prim prim;
    if (rank < 0 || !prim_of_name(str_copyn(at, (int)n), &prim))
        return literal_at(p, want);
    *p = at + n;
    Random r = random_seeded(seed);
    if (rank == 0)
        return value_scalar(random_scalar(&r, bounds, prim));
    Value *v = value_array(prim, rank, dim);
    for (int64_t i = 0, count = value_count(v); i < count; i++)
        value_put(v, i, random_scalar(&r, bounds, prim));
    return v;
}

void dataset_print(const Value *v, bool binary)
{
    if (binary) {
        value_print_binary(stdout, v);
        return;
    }
    Text t = {0};
    value_print(&t, v);
    for (const char *p = text_str(&t); *p; p += strcspn(p, "\n") + (strchr(p, '\n') != NULL)) {
        p += strspn(p, " ");
        printf("%.*s\n", (int)strcspn(p, "\n"), p);
    }
}

bool dataset_ragged(const char *type, uint64_t seed, const Bounds *bounds)
{
    enum { MOST_ROW = 8 };
    int64_t rows, inner[1];
    const char *at = type;
    int n = (int)strcspn(type, "]") + 1;
    const char *outer = str_copyn(type, n), *row = type + n;
    Prim prim;
    if (dims_at(&outer, &rows, 1) != 1 || !str_starts(row, "[..]"))
        return false;
    at = row + strlen("[..]");
    if (dims_at(&at, inner, 1) < 0 || !prim_of_name(at, &prim))
        return false;
    Random r = random_seeded(seed);
    for (int64_t i = 0; i < rows; i++) {
        int64_t length = (int64_t)(random_word(&r) % (MOST_ROW + 1));
        const char *one = format("[%lld]%s", (long long)length, row + strlen("[..]"));
        fputs(i ? ", " : "[", stdout);
        if (!length) {
            fputs("[]", stdout);
            continue;
        }
        Value *v = dataset_value(&one, random_word(&r), bounds, NULL);
        Text t = {0};
        value_print(&t, v);
        fputs(text_str(&t), stdout);
        value_free(v);
    }
    puts(rows ? "]" : "[]");
    return true;
}
