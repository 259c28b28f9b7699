/* testblock.c -- reads `-- ==` blocks: first the comment's text with the
   place of each line, then words and braces. */
#include "testblock.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Source *src;
    Text text;                 /* the block without its dashes */
    VEC(int) line;             /* the source's line for each of its lines */
    int at;
    const char *entries, *tags;        /* of the block, separated by spaces; tags: or null */
    TestBlocks *out;
} Reader;

static const Span *span_here(const Reader *r)
{
    int row = 0, col = 1;
    for (int i = 0; i < r->at && i < r->text.n; i++) {
        col++;
        if (r->text.at[i] == '\n') {
            row++;
            col = 1;
        }
    }
    int line = row < r->line.n ? r->line.at[row] : 1;
    return span_new(r->src, line, col + 2, line, col + 2);
}

static char peek(const Reader *r)
{
    return r->at < r->text.n ? r->text.at[r->at] : '\0';
}

static void skip_space(Reader *r)
{
    const char *end = r->text.at + r->text.n;
    for (int n; (n = blank_bytes(r->text.at + r->at, end));)
        r->at += n;
}

static void skip_blanks(Reader *r)
{
    const char *end = r->text.at + r->text.n;
    for (int n; peek(r) != '\n' && (n = blank_bytes(r->text.at + r->at, end));)
        r->at += n;
}

/* The next word without moving: letters, digits, '_', '-'. */
static const char *word(const Reader *r, int *n)
{
    int i = r->at;
    while (i < r->text.n && (isalnum((unsigned char)r->text.at[i]) || strchr("_-'", r->text.at[i])))
        i++;
    *n = i - r->at;
    return r->text.at + r->at;
}

static bool accept_word(Reader *r, const char *want)
{
    int n;
    const char *w = word(r, &n);
    if (n != (int)strlen(want) || strncmp(w, want, (size_t)n))
        return false;
    r->at += n;
    return true;
}

static bool accept_colon(Reader *r, const char *want)
{
    int n = (int)strlen(want);
    if (strncmp(r->text.at + r->at, want, (size_t)n) || r->text.at[r->at + n] != ':')
        return false;
    r->at += n + 1;
    return true;
}

static const char *rest_of_line(Reader *r)
{
    skip_blanks(r);
    int from = r->at;
    while (peek(r) && peek(r) != '\n')
        r->at++;
    int to = r->at;
    while (to > from && isspace((unsigned char)r->text.at[to - 1]))
        to--;
    return str_copyn(r->text.at + from, to - from);
}

/* What stands between balanced braces; strings and comments are skipped. */
static const char *braces(Reader *r)
{
    skip_space(r);
    const Span *open = span_here(r);
    if (peek(r) != '{')
        fail_at(open, ERR_TEST_BLOCK, "expected '{' in the test block");
    int from = ++r->at, depth = 1;
    for (; peek(r); r->at++) {
        if (peek(r) == '"') {
            for (r->at++; peek(r) && peek(r) != '"'; r->at++)
                r->at += peek(r) == '\\' && r->text.at[r->at + 1];
        } else if (peek(r) == '{') {
            depth++;
        } else if (peek(r) == '}' && --depth == 0) {
            const char *inside = str_copyn(r->text.at + from, r->at - from);
            r->at++;
            return inside;
        }
    }
    fail_at(open, ERR_TEST_BLOCK, "this '{' of the test block is not closed");
}

/* Up to a blank. */
static const char *file_name(Reader *r)
{
    r->at++;
    skip_blanks(r);
    int from = r->at;
    while (peek(r) && !isspace((unsigned char)peek(r)))
        r->at++;
    return str_copyn(r->text.at + from, r->at - from);
}

static void read_expectation(Reader *r, TestCase *t)
{
    skip_space(r);
    int back = r->at;
    if (accept_word(r, "auto")) {
        skip_blanks(r);
        if (accept_word(r, "output"))
            t->expect = EXPECT_AUTO;
        else
            r->at = back;
    } else if (accept_word(r, "output")) {
        skip_space(r);
        t->expect = peek(r) == '@' ? EXPECT_FILE : EXPECT_VALUES;
        t->out = peek(r) == '@' ? file_name(r) : braces(r);
    } else if (accept_colon(r, "error")) {
        t->expect = EXPECT_ERROR;
        t->out = rest_of_line(r);
    }
}

/* One case for each entry of the block. */
static void add_case(Reader *r, TestCase t)
{
    const char *p = r->entries;
    while (*p) {
        int n = (int)strcspn(p, " \t,");
        if (n) {
            t.entry = internn(p, n);
            vec_push(&r->out->test, t);
        }
        p += n + (p[n] != '\0');
    }
}

static bool read_input(Reader *r, TestCase *t)
{
    if (!accept_word(r, "input"))
        return false;
    skip_space(r);
    if (peek(r) == '@') {
        t->input = INPUT_FILE;
        t->in = file_name(r);
        return true;
    }
    t->in = braces(r);
    if (t->input == INPUT_NONE)
        t->input = INPUT_VALUES;
    return true;
}

/* A word before `input`. */
static bool qualifies(Reader *r, TestCase *t)
{
    int n;
    const char *w = word(r, &n);
    bool random = accept_word(r, "random");
    if (random || accept_word(r, "script")) {
        t->input = random ? INPUT_RANDOM : INPUT_SCRIPT;
        return true;
    }
    if (accept_word(r, "compiled"))
        return true;
    if (accept_word(r, "bench"))
        return t->bench = true;
    if (accept_word(r, "nobench"))
        return t->nobench = true;
    if (n > 3 && !strncmp(w, "no_", 3)) {
        r->at += n;
        return true;
    }
    if (!accept_word(r, "notest"))
        return false;
    t->skipped = true;
    return true;
}

static void read_case(Reader *r)
{
    TestCase t = { .span = span_here(r), .expect = EXPECT_TERMINATES, .tags = r->tags };
    if (peek(r) == '"') {
        int from = ++r->at;
        while (peek(r) && peek(r) != '"')
            r->at++;
        t.name = str_copyn(r->text.at + from, r->at - from);
        r->at += peek(r) == '"';
        skip_space(r);
    }
    while (qualifies(r, &t))
        skip_space(r);
    if (!read_input(r, &t))
        fail_at(span_here(r), ERR_TEST_BLOCK, "expected a case of a test block: input, output, "
                "error, entry or tags");
    read_expectation(r, &t);
    add_case(r, t);
}

static void read_tags(Reader *r)
{
    const char *tags = braces(r);
    for (const char *p = tags; (p = strstr(p, "disable")); p++)
        r->out->disabled = true;
    r->tags = r->tags ? format("%s %s", r->tags, tags) : tags;
}

/* Futhark's pipelines beside the passes that do what they do. */
static const char *pass_of_pipeline(const char *name)
{
    static const char *const passes[][2] = {
        { "", "fuse" }, { "soacs", "fuse" }, { "gpu", "flatten" }, { "kernels", "flatten" },
        { "core", "core" }, { "simplify", "simplify" }, { "fuse", "fuse" },
        { "flatten", "flatten" },
    };
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        if (!strcmp(name, passes[i][0]))
            return passes[i][1];
    return NULL;
}

static void read_structure(Reader *r)
{
    Structure s = { .span = span_here(r) };
    int from = r->at;
    while (peek(r) && peek(r) != '{')
        r->at++;
    Reader name = { .text = { .at = str_copyn(r->text.at + from, r->at - from),
                              .n = r->at - from } };
    skip_space(&name);
    int n;
    const char *pipeline = word(&name, &n);
    s.pass = pass_of_pipeline(str_copyn(pipeline, n));
    const char *p = braces(r);
    for (p += strspn(p, " \t\n"); *p; p += strspn(p, " \t\n")) {
        NodeCount c = { .name = str_copyn(p, (int)strcspn(p, " \t\n")) };
        c.futhark = isupper((unsigned char)*p);
        p += strcspn(p, " \t\n");
        c.count = (int)strtol(p, (char **)&p, 10);
        vec_push(&s.node, c);
    }
    vec_push(&r->out->structure, s);
}

static void read_item(Reader *r)
{
    const Span *here = span_here(r);
    if (accept_word(r, "tags")) {
        read_tags(r);
    } else if (accept_colon(r, "entry")) {
        r->entries = rest_of_line(r);
    } else if (accept_colon(r, "error")) {
        r->out->compile_error = rest_of_line(r);
        r->out->error_span = here;
    } else if (accept_colon(r, "warning")) {
        vec_push(&r->out->warning, ((Claim){ rest_of_line(r), here }));
    } else if (accept_colon(r, "property")) {
        vec_push(&r->out->property, ((Claim){ intern(rest_of_line(r)), here }));
    } else if (accept_word(r, "structure")) {
        read_structure(r);
    } else {
        read_case(r);
    }
}

static void read_block(Reader *r)
{
    r->entries = "main";
    r->tags = NULL;
    for (skip_space(r); peek(r); skip_space(r))
        read_item(r);
}

static bool is_comment(const char *line, int n)
{
    return n >= 2 && line[0] == '-' && line[1] == '-';
}

static bool is_mark(const char *line, int n)
{
    int i = 2;
    while (i < n && (line[i] == ' ' || line[i] == '\t'))
        i++;
    int from = i;
    while (i < n && line[i] == '=')
        i++;
    int to = i;
    while (i < n && isspace((unsigned char)line[i]))
        i++;
    return to - from == 2 && i == n;
}

TestBlocks *testblocks_read(const Source *s)
{
    Reader r = { .src = s, .out = NEW(TestBlocks) };
    bool inside = false;
    int number = 1;
    for (const char *p = s->text, *end = p + s->size; p < end; number++) {
        const char *nl = memchr(p, '\n', (size_t)(end - p));
        int n = (int)((nl ? nl : end) - p);
        if (!is_comment(p, n)) {
            if (inside)
                read_block(&r);
            inside = false;
        } else if (inside) {
            text_addn(&r.text, p + 2, n - 2);
            text_char(&r.text, '\n');
            vec_push(&r.line, number);
        } else if (is_mark(p, n)) {
            inside = true;
            r.text = (Text){0};
            r.line.n = 0;
            r.at = 0;
        }
        p += n + 1;
    }
    if (inside)
        read_block(&r);
    return r.out;
}
