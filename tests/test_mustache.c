/* test_mustache.c -- what the specification's own tests leave out: errors,
   strict mode, indentation of nested partials. */
#include "../src/emit/mustache.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_mustache(void);

static const char *find_partial(void *partials, const char *name)
{
    const Json *j = json_get(partials, name);
    return j ? j->text : NULL;
}

/* What a template gives, or else its error. Views and partials are written
   with ' in place of ". */
static const char *render(bool strict, const char *text, const char *view,
                          const char *partials)
{
    const char *json[2] = { view, partials }, *error;
    Json *value[2];
    for (int i = 0; i < 2; i++) {
        char *quoted = format("%s", json[i]);
        for (char *c = quoted; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        value[i] = json_parse(quoted, &error);
        if (!value[i])
            return error;
    }
    Text out = {0};
    MustacheOptions o = { strict, strict ? NULL : escape_html, find_partial, value[1] };
    bool good = mustache_render(&out, "t", text, value[0], &o, &error);
    CU_ASSERT_EQUAL(good, error == NULL);
    return good ? text_str(&out) : error;
}

#define STRICT(text, view, expected) \
    CU_ASSERT_STRING_EQUAL(render(true, text, view, "{}"), expected)
#define LENIENT(text, view, expected) \
    CU_ASSERT_STRING_EQUAL(render(false, text, view, "{}"), expected)
#define PARTIALS(text, view, partials, expected) \
    CU_ASSERT_STRING_EQUAL(render(true, text, view, partials), expected)

static void strict_mode_does_not_escape(void)
{
    STRICT("if ({{x}})", "{'x': 'a < b && c > \\u0022'}", "if (a < b && c > \")");
    LENIENT("{{x}}{{{x}}}", "{'x': '<'}", "&lt;<");
}

static void strict_mode_refuses_missing_keys(void)
{
    const char *view = "{'b': 1, 'c': {}}";
    STRICT("a\n\n x {{a}}", view,
           "t:3: no key 'a' in the view; the innermost object has b, c");
    STRICT("{{{a}}}", "{}", "t:1: no key 'a' in the view");
    STRICT("{{#a}}{{/a}}", view,
           "t:1: no key 'a' in the view; the innermost object has b, c");
    STRICT("{{^a}}{{/a}}", view,
           "t:1: no key 'a' in the view; the innermost object has b, c");
    STRICT("\n{{c.d}}", view,
           "t:2: no key 'c.d' in the view; the innermost object has b, c");
    LENIENT("[{{a}}{{#a}}x{{/a}}{{^a}}y{{/a}}{{c.d}}]", view, "[y]");
}

static void strict_mode_refuses_what_is_no_text(void)
{
    STRICT("{{x}}", "{'x': null}", "t:1: 'x' is null, which cannot be printed");
    STRICT("{{x}}", "{'x': []}", "t:1: 'x' is a list, which cannot be printed");
    STRICT("{{x}}", "{'x': {}}", "t:1: 'x' is an object, which cannot be printed");
    STRICT("{{x}} {{y}} {{z}}", "{'x': true, 'y': false, 'z': -1.50}",
           "true false -1.50");
    LENIENT("[{{x}}{{y}}]", "{'x': null, 'y': []}", "[]");
}

static void errors_name_the_partial_they_are_in(void)
{
    PARTIALS("{{>p}}", "{}", "{'p': '\\n{{a}}'}", "p:2: no key 'a' in the view");
    PARTIALS("{{>p}}", "{}", "{'p': '\\n{{#a}}'}", "p:2: section 'a' is never closed");
    PARTIALS("\n{{>q}}", "{}", "{'p': ''}", "t:2: no partial 'q'");
    PARTIALS("{{>p}}", "{}", "{'p': 'x{{>p}}'}", "p:1: partial 'p' is nested too deeply");
    PARTIALS("{{>*p}}", "{'p': 'q'}", "{'p': ''}", "t:1: no partial 'q'");
    PARTIALS("{{>*p}}", "{'p': false}", "{'p': ''}", "t:1: 'p' is not the name of a partial");
    CU_ASSERT_STRING_EQUAL(render(false, "[{{>q}}]", "{}", "{}"), "[]");
}

static void a_partial_may_be_named_by_a_key(void)
{
    PARTIALS("{{#l}}\n  {{>*p}}\n{{/l}}", "{'l': [{'p': 'a', 'x': 1}, {'p': 'b'}]}",
             "{'a': 'A{{x}}\\n', 'b': 'B\\n', 'p': 'P'}", "  A1\n  B\n");
    PARTIALS("{{> * p }}", "{'p': 'a'}", "{'a': 'A'}", "A");
}

static void bad_templates_are_refused(void)
{
    STRICT("\n{{a", "{}", "t:2: tag without its closing '}}'");
    STRICT("{{{a}}", "{}", "t:1: tag without its closing '}}}'");
    STRICT("{{#a}}\n{{/b}}", "{}", "t:2: '/b' cannot close 'a', opened in line 1");
    STRICT("x{{/b}}", "{}", "t:1: nothing to close with '/b'");
    STRICT("{{^a}}\n", "{}", "t:1: section 'a' is never closed");
    STRICT("{{}}", "{}", "t:1: '' is not a key");
    STRICT("int x[] = {{1, 2}};", "{}", "t:1: '1, 2' is not a key");
    STRICT("{{=a=}}", "{}", "t:1: expected two delimiters, like {{=<% %>=}}");
    Text deep = {0};
    for (int i = 0; i < 51; i++)
        text_add(&deep, "{{#a}}");
    STRICT(text_str(&deep), "{}", "t:1: sections nested too deeply");
}

static void braces_outside_tags_are_text(void)
{
    STRICT("f({ {1} });}} {x} } }}", "{}", "f({ {1} });}} {x} } }}");
    STRICT("{{=<% %>=}}\nint a[1][1] = {{<%x%>}};", "{'x': 1}", "int a[1][1] = {{1}};");
}

static void lists_and_their_last(void)
{
    STRICT("f({{#p}}{{t}} {{n}}{{^last}}, {{/last}}{{/p}})",
           "{'p': [{'t': 'int', 'n': 'a', 'last': false},"
           " {'t': 'bool', 'n': 'b', 'last': true}]}", "f(int a, bool b)");
    STRICT("{{#l}}{{.}};{{/l}}{{^l}}none{{/l}}", "{'l': [1, 'b']}", "1;b;");
    STRICT("{{#l}}x{{/l}}{{^l}}none{{/l}}", "{'l': []}", "none");
    STRICT("{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", "{'l': [[1, 2], [3]]}", "(12)(3)");
}

static void what_is_false(void)
{
    static const char *const no[] = { "false", "null", "''", "0", "-0.0e1", "[]" };
    static const char *const yes[] = { "true", "'0'", "1", "0.10", "{}", "[0]" };
    for (int i = 0; i < 6; i++) {
        STRICT("{{#x}}yes{{/x}}{{^x}}no{{/x}}", format("{'x': %s}", no[i]), "no");
        STRICT("{{#x}}yes{{/x}}{{^x}}no{{/x}}", format("{'x': %s}", yes[i]), "yes");
    }
}

static void keys_are_found_in_enclosing_contexts(void)
{
    STRICT("{{#a}}{{#b}}{{x}}{{y}}{{c.z}}{{/b}}{{/a}}",
           "{'x': 1, 'a': {'y': 2, 'c': {'z': 3}, 'b': [{'x': 4}]}}", "423");
    STRICT("{{#t}}{{x}}{{/t}}", "{'t': true, 'x': 1}", "1");
}

static void standalone_lines_vanish(void)
{
    STRICT("a\n  {{#x}}\nb\n\t{{/x}}  \n{{! c\n d }}\nc\n", "{'x': true}", "a\nb\nc\n");
    STRICT("a\r\n{{#x}}\r\nb\r\n{{/x}}\r\n", "{'x': true}", "a\r\nb\r\n");
    STRICT("  {{#x}}b{{/x}}\n", "{'x': true}", "  b\n");
}

/* A statement is an assignment or a loop over statements. */
#define STATEMENTS                                                            \
    "{'stmt': '{{#set}}\\n{{name}} = {{value}};\\n{{/set}}\\n{{#for}}\\n"     \
    "for ({{i}}) {\\n    {{#body}}\\n    {{>stmt}}\\n    {{/body}}\\n}\\n{{/for}}\\n'}"

static void nested_partials_are_indented(void)
{
    PARTIALS("{\n    {{#body}}\n    {{>stmt}}\n    {{/body}}\n}\n",
             "{'body': [{'set': {'name': 'a', 'value': 1}, 'for': false},"
             " {'set': false, 'for': {'i': 'i', 'body': ["
             "  {'set': false, 'for': {'i': 'j', 'body': ["
             "   {'set': {'name': 'b', 'value': 2}, 'for': false}]}},"
             "  {'set': {'name': 'c', 'value': 3}, 'for': false}]}}]}",
             STATEMENTS,
             "{\n"
             "    a = 1;\n"
             "    for (i) {\n"
             "        for (j) {\n"
             "            b = 2;\n"
             "        }\n"
             "        c = 3;\n"
             "    }\n"
             "}\n");
}

static void indentation_spares_values_and_empty_lines(void)
{
    PARTIALS("  {{>p}}\n", "{'x': 'a\\nb'}", "{'p': '{{x}}\\n\\n{{!c}}{{x}}\\n'}",
             "  a\nb\n\n  a\nb\n");
    PARTIALS("  x {{>p}}\n", "{}", "{'p': '1\\n2'}", "  x 1\n2\n");
    PARTIALS("  {{>p}}|\n", "{}", "{'p': '1\\n2\\n'}", "  1\n2\n|\n");
    PARTIALS(" {{>p}}\n", "{'l': [1, 2]}", "{'p': '{{#l}}\\n{{.}}\\n{{/l}}\\nend\\n'}",
             " 1\n 2\n end\n");
}

void suite_mustache(void)
{
    CU_pSuite s = CU_add_suite("mustache", NULL, NULL);
    CU_ADD_TEST(s, strict_mode_does_not_escape);
    CU_ADD_TEST(s, strict_mode_refuses_missing_keys);
    CU_ADD_TEST(s, strict_mode_refuses_what_is_no_text);
    CU_ADD_TEST(s, errors_name_the_partial_they_are_in);
    CU_ADD_TEST(s, a_partial_may_be_named_by_a_key);
    CU_ADD_TEST(s, bad_templates_are_refused);
    CU_ADD_TEST(s, braces_outside_tags_are_text);
    CU_ADD_TEST(s, lists_and_their_last);
    CU_ADD_TEST(s, what_is_false);
    CU_ADD_TEST(s, keys_are_found_in_enclosing_contexts);
    CU_ADD_TEST(s, standalone_lines_vanish);
    CU_ADD_TEST(s, nested_partials_are_indented);
    CU_ADD_TEST(s, indentation_spares_values_and_empty_lines);
}
