/*
 * tune.c -- other values for the constants that generated files begin with.
 *
 * The templates say what each is for, and what it is otherwise.
 */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

enum { SHARED_BYTES = 46 * 1024 };     /* of a block, that a tile may take */

static const struct { const char *name; int least, most, step; } constants[] = {
    { "BLOCK_SIZE", 32, 1024, 32 }, { "MIN_BLOCK_ELEMENTS", 1, INT32_MAX, 1 },
    { "MAX_REDUCE_BLOCKS", 1, 1 << 20, 1 }, { "MAX_WARP_ROW", 1, 4096, 1 },
    { "MIN_BLOCK_SCAN_ROW", 1, 4096, 1 }, { "THREAD_SHARED_BYTES", 1, 160, 1 },
    { "HISTOGRAM_BYTES", 256, SHARED_BYTES, 1 }, { "MAX_BLOCKS", 1, INT32_MAX, 1 },
    { "MAX_SPARE_FACTOR", 1, INT32_MAX, 1 }, { "ITEMS_4", 1, 359, 1 }, { "ITEMS_8", 1, 179, 1 },
    { "ITEMS_16", 1, 89, 1 }, { "ITEMS_24", 1, 59, 1 }, { "ITEMS_56", 1, 25, 1 },
    { "ITEMS_184", 1, 7, 1 },
    { "TILE_DIM", 1, 64, 1 }, { "BLOCK_ROWS", 1, 16, 1 }, { "VECTOR_BYTES", 8, 16, 8 },
    { "MAX_SHARED_ROW_ENDS", 1, 2048, 1 },
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

/* CONSTANTS: it is none of them. */
static int constant_of(const char *name)
{
    int i = 0;
    while (i < CONSTANTS && strcmp(constants[i].name, name))
        i++;
    return i;
}

bool tune_knows(const char *name)
{
    return constant_of(name) < CONSTANTS;
}

const char *tune_name(int i)
{
    return i < CONSTANTS ? constants[i].name : NULL;
}

const char *tune_names(void)
{
    Text all = { 0 };
    for (int i = 0; i < CONSTANTS; i++)
        text_fmt(&all, "%s%s", i ? ", " : "", constants[i].name);
    return text_str(&all);
}

const char *tune_fault(const char *name, int64_t value)
{
    int i = constant_of(name);
    bool fits = value >= constants[i].least && value <= constants[i].most
             && value % constants[i].step == 0;
    const char *what = constants[i].step > 1 ? format("a multiple of %d", constants[i].step)
                                             : "a whole number";
    return fits ? NULL : format("%s is %s from %d to %d", name, what, constants[i].least,
                                constants[i].most);
}

/* Where the value of a constant stands in the text; null: it has no such constant. */
static const char *value_in(const char *text, const char *name)
{
    const char *line = strstr(text, format("\nstatic const int %s = ", name));
    return line ? strchr(line, '=') + 2 : NULL;
}

static int64_t number_in(const char *text, const char *name, int64_t otherwise)
{
    const char *value = value_in(text, name);
    return value ? strtoll(value, NULL, 10) : otherwise;
}

/* Returns items_per_thread of elements of this size in bytes, as generated files have it. */
static int64_t items_of(int64_t bytes, int64_t staged)
{
    return staged / bytes < 5 ? 5 : staged / bytes | 1;
}

/* The text with another value of a constant that it has. */
static const char *with_value(const char *text, const char *name, const char *number)
{
    const char *value = value_in(text, name);
    return format("%s%s%s", str_copyn(text, (int)(value - text)), number,
                  value + strcspn(value, ";"));
}

/* A constant that nobody chose becomes `most` where it is larger. */
static const char *at_most(const char *text, const Json *values, const char *name, int64_t most,
                           const char *why)
{
    long long block = number_in(text, "BLOCK_SIZE", 0);
    if (number_in(text, name, 0) <= most)
        return text;
    if (json_get(values, name))
        fail_at(NULL, ERR_CUDA_OPERATION, "in blocks of %lld threads %s can be %lld at most%s",
                block, name, (long long)most, why);
    return with_value(text, name, format("%lld", (long long)most));
}

/* Rows that a block holds, with a gap after each 32 elements, fit into shared memory. */
static const char *fit_rows(const char *text, const Json *values)
{
    static const char items[] = "const int ITEMS = items_per_thread(";
    int64_t block = number_in(text, "BLOCK_SIZE", 0);
    int64_t most = number_in(text, "THREAD_SHARED_BYTES", 0);
    for (const char *at = strstr(text, items); at; at = strstr(at, items)) {
        at += strlen(items);
        int64_t bytes = strtoll(at, NULL, 10);
        const char *array = next_line(next_line(at));
        array += strspn(array, " ");
        if (!str_starts(array, "__shared__") && !str_starts(array, "__align__"))
            continue;
        while (most && block * bytes * items_of(bytes, most) > SHARED_BYTES)
            most--;
        if (!most)
            fail_at(NULL, ERR_CUDA_OPERATION, "blocks of %lld threads are too large: rows of %lld "
                    "bytes an element do not fit into shared memory", (long long)block,
                    (long long)bytes);
    }
    return at_most(text, values, "THREAD_SHARED_BYTES", most, ", or rows do not fit into shared "
                   "memory");
}

static const char *fit_items(const char *text, const Json *values, const char *name)
{
    int64_t block = number_in(text, "BLOCK_SIZE", 0);
    int64_t bytes = strtoll(name + strlen("ITEMS_"), NULL, 10);
    if (!block || !value_in(text, name))
        return text;
    int64_t most = SHARED_BYTES / (block * bytes);
    most -= strstr(text, "column_prefix(") ? 1 : 0; /* a fold of each thread, too */
    if (most < 1)
        fail_at(NULL, ERR_CUDA_OPERATION, "blocks of %lld threads are too large: values of "
                "%lld bytes do not fit into shared memory", (long long)block, (long long)bytes);
    return at_most(text, values, name, most, ", or a tile does not fit into shared memory");
}

/* Fits the tiles and the rows of the text into the shared memory of a block. */
static const char *fit_block(const char *text, const Json *values)
{
    static const char *const of_rows[] = { "MAX_WARP_ROW", "MIN_BLOCK_SCAN_ROW" };
    text = fit_rows(text, values);
    for (int i = 0; i < CONSTANTS; i++)
        if (str_starts(constants[i].name, "ITEMS_"))
            text = fit_items(text, values, constants[i].name);
    for (int i = 0; i < 2; i++) {
        const char *row = value_in(text, of_rows[i]);
        if (row && !str_starts(row, "4 * BLOCK_SIZE"))
            text = at_most(text, values, of_rows[i], 4 * number_in(text, "BLOCK_SIZE", 0), "");
    }
    return text;
}

Json *tuned_in(const char *text, const Json *values)
{
    Json *list = json_list();
    for (int i = 0; values && i < values->n; i++)
        if (value_in(text, values->key[i]))
            json_push(list, json_record("constant", json_str(values->key[i]),
                                        "value", values->item[i], NULL));
    return list;
}

const char *tuned(const char *text, const Json *values)
{
    if (!values || !values->n)
        return text;
    for (int i = 0; i < values->n; i++)
        if (value_in(text, values->key[i]))
            text = with_value(text, values->key[i], values->item[i]->text);
    return fit_block(text, values);
}
