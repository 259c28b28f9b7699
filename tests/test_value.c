/* test_value.c -- values: Futhark's text and binary formats, comparison. */
#include "../src/core/core.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void suite_value(void);

#define SAME(found, expected) CU_ASSERT_STRING_EQUAL(found, expected)

static ValueCursor cursor(const char *text, size_t n)
{
    return (ValueCursor){ .at = text, .end = text + n };
}

/* All values of a text, one a line as `futhark run` prints them; or what is
   wrong with it. */
static const char *again(const char *text)
{
    Text out = {0};
    const char *error = NULL;
    ValueCursor c = cursor(text, strlen(text));
    Value *v;
    while ((v = value_read(&c, &error))) {
        text_add(&out, out.n ? "\n" : "");
        value_print(&out, v);
        value_free(v);
    }
    return error ? error : text_str(&out);
}

static Value *value_of(const char *text)
{
    const char *error;
    ValueCursor c = cursor(text, strlen(text));
    Value *v = value_read(&c, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    return v;
}

/* ---- text --------------------------------------------------------------- */

static void scalars_have_suffixes(void)
{
    SAME(again("1 -2i8 200u8 1i64 18446744073709551615u64 true false"),
         "1i32\n-2i8\n200u8\n1i64\n18446744073709551615u64\ntrue\nfalse");
    SAME(again("1.5 2f32 1e3 -0.25f64 1e3f32"),
         "1.5f64\n2.0f32\n1000.0f64\n-0.25f64\n1000.0f32");
    SAME(again("1_000 0x1F 0b11 0xFFi8 0x8p1 1_0.5"),
         "1000i32\n31i32\n3i32\n-1i8\n16.0f64\n10.5f64");
    SAME(again("-5 -- a comment\n-2147483648"), "-5i32\n-2147483648i32");
}

static void floats_have_the_fewest_digits(void)
{
    SAME(again("0.1f32 0.1 0.30000000000000004 16777216f32 3.4028235e38f32 1e-45f32"),
         "0.1f32\n0.1f64\n0.30000000000000004f64\n1.6777216e7f32\n3.4028235e38f32\n"
         "1.0e-45f32");
    SAME(again("0.09999 9999999.0 10000000.0 1e23 -0.0 123.456 5e-324"),
         "9.999e-2f64\n9999999.0f64\n1.0e7f64\n1.0e23f64\n-0.0f64\n123.456f64\n"
         "5.0e-324f64");
    SAME(again("f32.nan f64.inf -f32.inf"), "f32.nan\nf64.inf\n-f32.inf");
}

static void arrays_print_a_row_a_line(void)
{
    SAME(again("[1, 2,3,]"), "[1i32, 2i32, 3i32]");
    SAME(again("[[1u8,2],[3,4]]"), "[[1u8, 2u8],\n [3u8, 4u8]]");
    SAME(again("[[[1,2]],[[3,4]]]"), "[[[1i32, 2i32]],\n [[3i32, 4i32]]]");
    SAME(again("[f32.nan, 1f32, 2] [1.0, 2]"),
         "[f32.nan, 1.0f32, 2.0f32]\n[1.0f64, 2.0f64]");
    SAME(again("empty([0][3]i32) empty( [2][0] bool )"), "empty([0][3]i32)\nempty([2][0]bool)");
    SAME(again("\"hi\\n\" [\"ab\", \"cd\"]"),
         "[104u8, 105u8, 10u8]\n[[97u8, 98u8],\n [99u8, 100u8]]");
    Value *v = value_of("[[1,2,3,4],[5,6,7,8],[9,10,11,12]]");
    SAME(value_str(v, 9), "[[1i32, 2i32, 3i32, 4i32], [5i32, 6i32, 7i32, 8i32], "
                          "[9i32, 10i32, 11i32, 12i32]]");
    SAME(value_str(v, 2), "[[1i32, 2i32, ...], [5i32, 6i32, ...], ...]");
    SAME(value_shape_str(v), "[3][4]i32");
    value_free(v);
}

static void bad_text_is_refused(void)
{
    SAME(again("300u8"), "line 1: 300 does not fit in u8");
    SAME(again("\n4294967296"), "line 2: 4294967296 does not fit in i32");
    SAME(again("-129i8"), "line 1: -129 does not fit in i8");
    SAME(again("[1, 2"), "line 1: expected ',', found the end");
    SAME(again("[1 2]"), "line 1: expected ',', found '2'");
    SAME(again("[[1,2],[3]]"), "line 1: rows of different shapes, [2] and [1]");
    SAME(again("[[1],2]"), "line 1: rows of different shapes, [1] and ");
    SAME(again("[1, 2u8]"), "line 1: an element of type u8 among those of type i32");
    SAME(again("[1, 2.5]"), "line 1: an element of type f64 among those of type i32");
    SAME(again("[]"), "line 1: an empty array is written with its type, as empty([0]i32)");
    SAME(again("empty([2]i32)"), "line 1: '[2]i32' is not the type of an empty array");
    SAME(again("maybe"), "line 1: 'maybe' is no value");
    SAME(again("1 ,"), "line 1: expected a value, found ','");
    SAME(again("1.5i32"), "line 1: '1.5' is not of type i32");
    SAME(again("1.2.3"), "line 1: '1.2.3' is not a number");
    SAME(again("\"abc"), "line 1: a string that does not end");
}

/* ---- binary ------------------------------------------------------------- */

static const char *through_binary(const char *text)
{
    char *bytes;
    size_t n;
    FILE *f = open_memstream(&bytes, &n);
    Value *v = value_of(text), *w;
    value_print_binary(f, v);
    fclose(f);
    ValueCursor c = cursor(bytes, n);
    const char *error;
    w = value_read(&c, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(w);
    CU_ASSERT(value_equal(v, w) && c.at == c.end);
    const char *out = value_str(w, 9);
    value_free(v);
    value_free(w);
    free(bytes);
    return out;
}

static const char *bad_binary(const char *bytes, size_t n)
{
    const char *error = NULL;
    ValueCursor c = cursor(bytes, n);
    CU_ASSERT_PTR_NULL(value_read(&c, &error));
    return error ? error : "no error";
}

static void binary_reads_back(void)
{
    static const char *const texts[] = { "1i32", "true", "-1.5f32", "[1i64, 2i64]",
        "[[1u8], [2u8]]", "empty([0][3]f64)", "[f64.nan, -f64.inf]", "[true, false]" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        SAME(through_binary(texts[i]), texts[i]);
}

static void binary_and_text_mix(void)
{
    static const char data[] = " b\2\1 i32\2\0\0\0\0\0\0\0\1\0\0\0\xff\xff\xff\xff 7u8";
    ValueCursor c = cursor(data, sizeof data - 1);
    const char *error;
    Value *a = value_read(&c, &error), *b = value_read(&c, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b);
    SAME(value_str(a, 9), "[1i32, -1i32]");
    SAME(value_str(b, 9), "7u8");
    value_free(a);
    value_free(b);
}

static void bad_binary_is_refused(void)
{
    SAME(bad_binary("b\1\0 i32\0\0\0\0", 11), "line 1: binary data of unsupported version 1");
    SAME(bad_binary("b\2\0f128\0\0", 9), "line 1: binary data of unsupported type 'f128'");
    SAME(bad_binary("b\2\0 i32\0\0", 9), "line 1: binary data ends too early");
    SAME(bad_binary("b\2\2 i32\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1", 23),
         "line 1: binary data ends too early");
}

/* ---- comparison and sharing --------------------------------------------- */

static const char *differ(const char *got, const char *want)
{
    const char *why = "close";
    Value *a = value_of(got), *b = value_of(want);
    CU_ASSERT_EQUAL(value_close(a, b, 0.002, &why), !strcmp(why, "close"));
    value_free(a);
    value_free(b);
    return why;
}

static void floats_compare_within_tolerance(void)
{
    SAME(differ("1.0", "1.001"), "close");
    SAME(differ("[1000.0, 1.0]", "[1001.0, 2.0]"), "close");
    SAME(differ("1.0", "1.01"), "1.0f64 where 1.01f64 was expected");
    SAME(differ("f32.nan", "f32.nan"), "close");
    SAME(differ("f32.inf", "1f32"), "f32.inf where 1.0f32 was expected");
    SAME(differ("[[1,2],[3,4]]", "[[1,2],[3,5]]"), "4i32 at [1, 1] where 5i32 was expected");
    SAME(differ("1", "1u8"), "type i32 where u8 was expected");
    SAME(differ("[1]", "[1,2]"), "type [1]i32 where [2]i32 was expected");
}

static void parts_share_until_owned(void)
{
    Value *a = value_of("[[1,2],[3,4]]");
    Value *row = value_part(a, 2, 1, (int64_t[]){ 2 });
    SAME(value_str(row, 9), "[3i32, 4i32]");
    CU_ASSERT_EQUAL(a->refs, 2);
    row = value_own(row);
    CU_ASSERT_EQUAL(a->refs, 1);
    value_put(row, 0, scalar_int(I32, 9));
    SAME(value_str(a, 9), "[[1i32, 2i32], [3i32, 4i32]]");
    CU_ASSERT_PTR_EQUAL(value_own(a), a);
    value_free(row);
    value_free(a);
}

void suite_value(void)
{
    CU_pSuite s = CU_add_suite("values", NULL, NULL);
    CU_ADD_TEST(s, scalars_have_suffixes);
    CU_ADD_TEST(s, floats_have_the_fewest_digits);
    CU_ADD_TEST(s, arrays_print_a_row_a_line);
    CU_ADD_TEST(s, bad_text_is_refused);
    CU_ADD_TEST(s, binary_reads_back);
    CU_ADD_TEST(s, binary_and_text_mix);
    CU_ADD_TEST(s, bad_binary_is_refused);
    CU_ADD_TEST(s, floats_compare_within_tolerance);
    CU_ADD_TEST(s, parts_share_until_owned);
}
