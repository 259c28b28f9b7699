/* test_json.c -- reading and printing JSON. */
#include "../src/base/base.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_json(void);

static const char *printed(const char *text, int indent)
{
    Text out = {0};
    const char *error;
    Json *j = json_parse(text, &error);
    CU_ASSERT_PTR_NULL(error);
    if (!j)
        return error;
    json_print(&out, j, indent);
    return text_str(&out);
}

static const char *error_of(const char *text)
{
    const char *error = NULL;
    CU_ASSERT_PTR_NULL(json_parse(text, &error));
    return error ? error : "no error";
}

#define SAME(found, expected) CU_ASSERT_STRING_EQUAL(found, expected)

static void values_print_as_they_were_read(void)
{
    const char *text = "{\"b\": [1, -2.50, 3e+7, []], \"a\": {\"c\": null, \"d\": {}}, "
                       "\"e\": [true, false], \"f\": \"x\"}";
    SAME(printed(text, -1), text);
    SAME(printed(" [ 1 ,\n\t2 ]\r\n", -1), "[1, 2]");
}

static void lines_break_around_what_is_nested(void)
{
    SAME(printed("{\"a\":[{\"b\":1},{\"b\":2}],\"c\":[1,2]}", 0),
         "{\n"
         "  \"a\": [\n"
         "    {\"b\": 1},\n"
         "    {\"b\": 2}\n"
         "  ],\n"
         "  \"c\": [1, 2]\n"
         "}");
}

static void long_lists_print_one_item_a_line(void)
{
    Json *list = json_list();
    for (int i = 0; i < 3; i++)
        json_push(list, json_str("a string of some thirty letters"));
    Text out = {0};
    json_print(&out, list, 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(text_str(&out), "[\n    \"a string"));
    CU_ASSERT(str_ends(text_str(&out), "letters\"\n  ]"));
}

static void escapes_become_utf8(void)
{
    const char *error;
    const char *text = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t"
                       "\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"";
    Json *j = json_parse(text, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(j);
    SAME(j->text, "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    SAME(printed("\"\\u001f\\u007f\\n\\/\"", -1), "\"\\u001f\\u007f\\n/\"");
    SAME(printed("\"\xe2\x82\xac\"", -1), "\"\xe2\x82\xac\"");
    j = json_parse("\"a\\u0000b\"", &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(j);
    CU_ASSERT_EQUAL(j->n, 3);
    SAME(printed("\"a\\u0000b\"", -1), "\"a\\u0000b\"");
}

static void bytes_that_are_not_utf8_are_replaced(void)
{
    Text out = {0};
    json_print(&out, json_str("a\xff" "b\xe2\x82"), -1);
    SAME(text_str(&out), "\"a\\ufffdb\\ufffd\\ufffd\"");
    SAME(error_of("\"\xff\""), "1:2: bytes that are not UTF-8");
    SAME(error_of("\"\xc0\xaf\""), "1:2: bytes that are not UTF-8");
    SAME(error_of("\"\xed\xa0\x80\""), "1:2: bytes that are not UTF-8");
}

static void errors_have_a_place(void)
{
    SAME(error_of(""), "1:1: expected a value");
    SAME(error_of("[1,\n 2,]"), "2:4: expected a value");
    SAME(error_of("[1 2]"), "1:4: expected ',' or ']'");
    SAME(error_of("{\"a\": 1,}"), "1:9: expected a key in quotes");
    SAME(error_of("{\"a\" 1}"), "1:6: expected ':'");
    SAME(error_of("{\"a\": 1"), "1:8: expected ',' or '}'");
    SAME(error_of("{\"a\": 1, \"a\": 2}"), "1:10: the key \"a\" stands here twice");
    SAME(error_of("1 2"), "1:3: something follows the value");
    SAME(error_of("truth"), "1:1: expected a value");
    SAME(error_of("\"\xc3\xa9\" x"), "1:5: something follows the value");
}

static void strings_are_strict(void)
{
    SAME(error_of("\"a"), "1:3: unterminated string");
    SAME(error_of("\"a\nb\""), "1:3: control character in a string");
    SAME(error_of("\"\\x\""), "1:3: unknown escape in a string");
    SAME(error_of("\"\\"), "1:3: unknown escape in a string");
    SAME(error_of("\"\\u12g4\""), "1:6: expected four hexadecimal digits after \\u");
    SAME(error_of("\"\\ud83d\""), "1:8: a surrogate without its other half");
    SAME(error_of("\"\\ude00\""), "1:8: a surrogate without its other half");
    SAME(error_of("\"\\ud83d\\u0041\""), "1:14: a surrogate without its other half");
}

static void numbers_are_strict(void)
{
    SAME(error_of("01"), "1:1: a number must not begin with 0");
    SAME(error_of("-"), "1:2: expected a digit");
    SAME(error_of("1."), "1:3: expected a digit");
    SAME(error_of("1e"), "1:3: expected a digit");
    SAME(error_of("+1"), "1:1: expected a value");
    SAME(error_of(".5"), "1:1: expected a value");
    SAME(printed("-0.0e-12", -1), "-0.0e-12");
    Text out = {0};
    json_print(&out, json_int(INT64_MIN), -1);
    SAME(text_str(&out), "-9223372036854775808");
}

static void depth_is_limited(void)
{
    Text deep = {0};
    for (int i = 0; i < 100000; i++)
        text_char(&deep, '[');
    SAME(error_of(text_str(&deep)), "1:513: nested too deeply");
}

static void members_keep_their_order(void)
{
    Json *j = json_object();
    json_set(json_set(json_set(j, "z", json_int(1)), "a", json_int(2)), "z", json_int(3));
    CU_ASSERT_EQUAL(j->n, 2);
    SAME(json_get(j, "z")->text, "3");
    SAME(j->key[1], "a");
    CU_ASSERT_PTR_NULL(json_get(j, "b"));
    CU_ASSERT_PTR_NULL(json_get(json_null(), "b"));
    CU_ASSERT_PTR_NULL(json_get(NULL, "b"));
}

void suite_json(void)
{
    CU_pSuite s = CU_add_suite("json", NULL, NULL);
    CU_ADD_TEST(s, values_print_as_they_were_read);
    CU_ADD_TEST(s, lines_break_around_what_is_nested);
    CU_ADD_TEST(s, long_lists_print_one_item_a_line);
    CU_ADD_TEST(s, escapes_become_utf8);
    CU_ADD_TEST(s, bytes_that_are_not_utf8_are_replaced);
    CU_ADD_TEST(s, errors_have_a_place);
    CU_ADD_TEST(s, strings_are_strict);
    CU_ADD_TEST(s, numbers_are_strict);
    CU_ADD_TEST(s, depth_is_limited);
    CU_ADD_TEST(s, members_keep_their_order);
}
