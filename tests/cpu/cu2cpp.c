/*
 * cu2cpp.c - rewrites what a C++ compiler cannot take in CUDA C++.
 *
 *   k<A><<<g, b>>>(x)          cuda_cpu::launch(k<A>, "k<A>", cuda_cpu::config(g, b))(x)
 *   extern __shared__ T s[];   T *const s = (T *)cuda_cpu::dynamic_shared();
 *   __shared__ T s[8];         __shared__ T s[8] = {};
 *   __noinline__               __attribute__((noinline))
 *
 * Reads a file, writes standard output. Line numbers stay as they are; comments, strings
 * and character constants are copied.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path;
static char *out; /* what has been written so far */
static size_t out_length, out_room;

static void put(const char *text, size_t length)
{
    while (out_length + length + 1 > out_room)
        out = realloc(out, out_room = 2 * out_room + 4096);
    memcpy(out + out_length, text, length);
    out[out_length += length] = 0;
}

static void put_text(const char *text) { put(text, strlen(text)); }

/* The output has a line more than the input, at its start. */
static void die(const char *message)
{
    int line = 0;
    for (size_t i = 0; i < out_length; i++)
        line += out[i] == '\n';
    fprintf(stderr, "%s:%d: error: %s\n", path, line, message);
    exit(1);
}

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static int starts(const char *p, const char *text)
{
    return strncmp(p, text, strlen(text)) == 0;
}

static int is_token(const char *p, const char *word)
{
    return starts(p, word) && !is_word(p[strlen(word)]);
}

static const char *skip_quoted(const char *p)
{
    const char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

/* The end of the comment, string, word or number at p, or p + 1. */
static const char *skip(const char *p)
{
    if (starts(p, "//"))
        return p + strcspn(p, "\n");
    if (starts(p, "/*")) {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (*p == '"' || *p == '\'')
        return skip_quoted(p);
    if (isdigit((unsigned char)*p)) { /* 1'000 holds no character constant */
        while (is_word(*p) || *p == '.' || (*p == '\'' && is_word(p[1])))
            p++;
        return p;
    }
    if (is_word(*p)) {
        while (is_word(*p))
            p++;
        return p;
    }
    return p + 1;
}

/* The first place from p on, outside of all brackets, where text stands. */
static const char *find(const char *p, const char *text)
{
    for (int depth = 0; *p; p = skip(p)) {
        if (depth == 0 && starts(p, text))
            return p;
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
    }
    return NULL;
}

/* ---- launches ---- */

/* Where the template arguments begin that end before i. Within parentheses, < and > are
   comparisons. */
static size_t arguments_start(size_t i)
{
    int angles = 0, parentheses = 0;
    while (i > 0) {
        const char c = out[--i];
        parentheses += (c == ')') - (c == '(');
        if (parentheses == 0)
            angles += (c == '>') - (c == '<');
        if (parentheses == 0 && angles == 0)
            break;
    }
    return i;
}

/* Where the kernel's name, which ends the output, begins: a word, perhaps qualified,
   perhaps with template arguments. */
static size_t kernel_start(void)
{
    size_t i = out_length;
    if (i && out[i - 1] == '>')
        i = arguments_start(i);
    while (i && (is_word(out[i - 1]) || out[i - 1] == ':'))
        i--;
    return i;
}

/* The >>> that ends a configuration: a parenthesis follows it. */
static const char *configuration_end(const char *p)
{
    for (p = find(p, ">>>"); p; p = find(p + 1, ">>>"))
        if (p[3 + strspn(p + 3, " \t\n")] == '(')
            return p;
    return NULL;
}

static void rewrite(const char *from, const char *to);

/* At <<<: the kernel's name has been written already. Returns what follows >>>. */
static const char *rewrite_launch(const char *p)
{
    while (out_length && isspace((unsigned char)out[out_length - 1]))
        out_length--;
    const size_t start = kernel_start();
    const char *end = configuration_end(p + 3);
    if (start == out_length || !end)
        die("this launch has no kernel, or no end");

    char *kernel = strdup(out + start);
    out_length = start;
    put_text("cuda_cpu::launch(");
    put_text(kernel);
    put_text(", \"");
    for (char *c = kernel; *c; c++)
        *c = isspace((unsigned char)*c) ? ' ' : *c;
    put_text(kernel);
    put_text("\", cuda_cpu::config(");
    rewrite(p + 3, end);
    put_text("))");
    free(kernel);
    return end + 3;
}

/* ---- dynamic shared memory ---- */

/* The words of the type: those between p and end, but for __shared__ and alignment. */
static void put_type(const char *p, const char *end)
{
    while (p < end) {
        const char *next = skip(p);
        if (is_token(p, "__align__") || is_token(p, "alignas"))
            next = find(strchr(p, '(') + 1, ")") + 1;
        else if (!is_token(p, "__shared__"))
            put(p, next - p);
        p = next;
    }
}

/* At extern, before p: "extern __shared__ T name[];" Returns what follows the bracket. */
static const char *rewrite_extern(const char *p)
{
    const char *semicolon = find(p, ";"), *bracket = find(p, "[");
    const char *shared = strstr(p, "__shared__");
    if (!semicolon || !bracket || !shared || shared > semicolon || bracket > semicolon) {
        put_text("extern");
        return p;
    }
    const char *name_end = bracket, *name;
    while (isspace((unsigned char)name_end[-1]))
        name_end--;
    for (name = name_end; is_word(name[-1]); )
        name--;
    put_type(p + strspn(p, " \t"), name);
    put_text("*const ");
    put(name, name_end - name);
    put_text(" = (");
    put_type(p, name);
    put_text("*)cuda_cpu::dynamic_shared()");
    return semicolon;
}

/* ---- static shared memory ---- */

/* At __shared__, before p: the variable begins as zeros. Without that g++ constructs arrays of
   records with a __half at run time, and asks a flag among the shared variables whether it has. */
static const char *rewrite_shared(const char *p)
{
    const char *semicolon = find(p, ";");
    put_text("__shared__");
    if (!semicolon)
        return p;
    rewrite(p, semicolon);
    put_text(" = {}");
    return semicolon;
}

/* ---- everything ---- */

static void rewrite(const char *from, const char *to)
{
    for (const char *p = from; p < to; ) {
        const char *next = skip(p);
        if (starts(p, "<<<"))
            next = rewrite_launch(p);
        else if (is_token(p, "extern") && next - p == 6)
            next = rewrite_extern(next);
        else if (is_token(p, "__shared__") && next - p == 10)
            next = rewrite_shared(next);
        else if (is_token(p, "__noinline__") && next - p == 12)
            put_text("__attribute__((noinline))");
        else
            put(p, next - p);
        p = next;
    }
}

static char *read_file(FILE *file)
{
    size_t length = 0, room = 1 << 16, count;
    char *text = malloc(room + 1);
    while ((count = fread(text + length, 1, room - length, file)) > 0)
        if ((length += count) == room)
            text = realloc(text, (room *= 2) + 1);
    text[length] = 0;
    return text;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "cu2cpp: usage: cu2cpp FILE.cu, which must exist\n");
        return 2;
    }
    path = argv[1];
    const char *source = read_file(file);
    put_text("#line 1 \"");
    for (const char *p = path; *p; p++) {
        put_text(*p == '"' || *p == '\\' ? "\\" : "");
        put(p, 1);
    }
    put_text("\"\n");
    rewrite(source, source + strlen(source));
    return fputs(out, stdout) < 0;
}
