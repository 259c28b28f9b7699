/*
 * mustache_spec DIR -- runs the required modules of the mustache specification,
 * as it stands in DIR/comments.json and so on, against our engine.
 */
#include "../src/emit/mustache.h"

#include <string.h>

static int passed, failed;

static const char *text_of(const Json *test, const char *key)
{
    const Json *j = json_get(test, key);
    return j && j->kind == JSON_STRING ? j->text : "";
}

static const char *find_partial(void *test, const char *name)
{
    const Json *j = json_get(json_get(test, "partials"), name);
    return j ? j->text : NULL;
}

/* Each line after a mark, with its invisible characters made visible. */
static void show(const char *mark, const char *text)
{
    for (const char *line = text; *line;) {
        printf("    %s ", mark);
        for (; *line && *line != '\n'; line++)
            if (*line == '\r')
                printf("\\r");
            else
                putchar(*line == ' ' ? '.' : *line);
        printf("%s\n", *line ? "\\n" : "");
        line += *line == '\n';
    }
}

static void run_test(const char *module, const Json *test)
{
    MustacheOptions o = { .escape = escape_html, .partial = find_partial, .arg = (void *)test };
    const char *error, *expected = text_of(test, "expected");
    Text out = {0};
    mustache_render(&out, "template", text_of(test, "template"),
                    json_get(test, "data"), &o, &error);
    if (!error && !strcmp(text_str(&out), expected)) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s: %s: %s\n", module, text_of(test, "name"), text_of(test, "desc"));
    show("  template", text_of(test, "template"));
    show("- expected", expected);
    show("+ rendered", text_str(&out));
    if (error)
        printf("    error: %s\n", error);
}

static bool run_module(const char *dir, const char *module)
{
    const char *path = format("%s/%s.json", dir, module), *error;
    const char *text = file_read(path, NULL);
    if (!text) {
        fprintf(stderr, "mustache_spec: cannot read %s\n", path);
        return false;
    }
    const Json *suite = json_parse(text, &error);
    if (!suite) {
        fprintf(stderr, "mustache_spec: %s:%s\n", path, error);
        return false;
    }
    const Json *tests = json_get(suite, "tests");
    if (!tests || tests->kind != JSON_LIST) {
        fprintf(stderr, "mustache_spec: %s: no tests\n", path);
        return false;
    }
    for (int i = 0; i < tests->n; i++)
        run_test(module, tests->item[i]);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const modules[] = {
        "comments", "delimiters", "interpolation", "inverted", "partials", "sections",
    };
    if (argc != 2) {
        fprintf(stderr, "usage: mustache_spec DIR\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (!run_module(argv[1], modules[i]))
            return 1;
    printf("%d passed, %d failed\n", passed, failed);
    arena_free_all();
    return failed != 0;
}
