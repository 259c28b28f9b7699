/* mutate.c -- prints a text with mistakes in it.

       mutate KIND SEED WORDS FILE...

   One of the files, with tokens deleted, doubled, swapped, or taken from another file or
   from WORDS (a file, one a line: see `words`); with a part in brackets in place of
   another; with random bytes; cut short. For programs also a made-up text that goes deep,
   far or very large. With AFL defined it is a mutator for afl-fuzz instead. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static int pick(int n) { return n ? (int)(next() % (uint64_t)n) : 0; }

/* A growing text; NULs may be inside. */
typedef struct { char *at; size_t n, room; } Bytes;

static void add(Bytes *b, const char *s, size_t n)
{
    if (b->n + n > b->room) {
        b->room = 2 * (b->n + n);
        b->at = realloc(b->at, b->room);
        if (!b->at)
            abort();
    }
    memcpy(b->at + b->n, s, n);
    b->n += n;
}

static void put(Bytes *b, const char *s) { add(b, s, strlen(s)); }

static void repeat(Bytes *b, const char *s, int times)
{
    while (times-- > 0)
        put(b, s);
}

/* A file, as a rule without its lines of comments. */
static Bytes read_file(const char *path)
{
    bool whole = pick(5) == 0;
    Bytes b = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    while ((n = getline(&line, &room, f)) > 0)
        if (whole || strncmp(line, "--", 2))
            add(&b, line, (size_t)n);
    fclose(f);
    return b;
}

/* Tokens: words and numbers, runs of spaces, runs of signs, single brackets. */

typedef struct { const char *at; size_t n; } Token;
typedef struct { Token *at; int n; } Tokens;

static int kind(char c)
{
    if (strchr("()[]{},\\\"'", c))
        return 0;
    if (strchr(" \n\t\r", c))
        return 1;
    return strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", c) ? 2 : 3;
}

static Tokens tokens_of(Bytes b)
{
    Tokens t = { calloc(b.n + 1, sizeof(Token)), 0 };
    if (!t.at)
        abort();
    for (size_t i = 0, j; i < b.n; i = j) {
        for (j = i + 1; j < b.n && kind(b.at[i]) && kind(b.at[j]) == kind(b.at[i]); j++)
            continue;
        t.at[t.n++] = (Token){ b.at + i, j - i };
    }
    return t;
}

static Token *words;
static int nwords;

static void read_words(const char *path)
{
    Bytes b = {0};
    FILE *f = fopen(path, "rb");
    for (int c; f && (c = getc(f)) != EOF;)
        add(&b, &(char){ (char)c }, 1);
    if (!f) {
        perror(path);
        exit(2);
    }
    fclose(f);
    words = calloc(b.n + 1, sizeof *words);
    for (size_t i = 0, n; i < b.n; i += n + 1) {
        n = strcspn(b.at + i, "\n");
        words[nwords++] = (Token){ b.at + i, n };
    }
}

static void put_word(Bytes *b)
{
    static const char *const odd[] = { "\xc3\xa9", "\xff\xfe", "\xef\xbb\xbf", "\r\n", "\t" };
    if (nwords == 0 || pick(20) == 0) {
        put(b, odd[pick(5)]);
        return;
    }
    Token w = words[pick(nwords)];
    add(b, w.at, w.n);
}

/* The end of the bracket that opens at token i, or i. */
static int bracket_end(Tokens t, int i)
{
    int depth = 0;
    for (int j = i; j < t.n; j++) {
        depth += strchr("([{", t.at[j].at[0]) ? 1 : strchr(")]}", t.at[j].at[0]) ? -1 : 0;
        if (depth <= 0)
            return j;
    }
    return i;
}

static int open_bracket(Tokens t)
{
    for (int tries = 0; tries < 200 && t.n; tries++) {
        int i = pick(t.n);
        if (strchr("([{", t.at[i].at[0]))
            return i;
    }
    return -1;
}

/* One part in brackets in place of another: the text stays well-formed. */
static Bytes grafted(Tokens t, Tokens other)
{
    Bytes b = {0};
    int at = open_bracket(t), from = open_bracket(other);
    for (int i = 0; i < t.n; i++) {
        if (i != at || from < 0) {
            add(&b, t.at[i].at, t.at[i].n);
            continue;
        }
        i = bracket_end(t, at);
        for (int j = from; j <= bracket_end(other, from); j++)
            add(&b, other.at[j].at, other.at[j].n);
    }
    return b;
}

/* A few mistakes in a program's tokens, perhaps with pieces of another one. */
static Bytes spoiled_tokens(Tokens t, Tokens other)
{
    Bytes b = {0};
    int rate = 1 + t.n / (1 + pick(4));
    for (int i = 0; i < t.n; i++) {
        if (pick(rate)) {
            add(&b, t.at[i].at, t.at[i].n);
            continue;
        }
        switch (pick(6)) {
        case 0: i += pick(3); break;
        case 1: put_word(&b); put(&b, " "); i--; rate++; break;
        case 2:
            add(&b, t.at[i].at, t.at[i].n);
            put(&b, " ");
            add(&b, t.at[i].at, t.at[i].n);
            break;
        case 3: put_word(&b); break;
        case 4: {
            int from = pick(other.n), n = 1 + pick(12);
            for (int j = from; j < other.n && j < from + n; j++)
                add(&b, other.at[j].at, other.at[j].n);
            break;
        }
        default: {
            Token u = t.at[pick(t.n)];
            add(&b, u.at, u.n);
        }
        }
    }
    return b;
}

static Bytes spoiled_bytes(Bytes in)
{
    Bytes b = {0};
    add(&b, in.at, in.n);
    for (int i = pick(6); i >= 0 && b.n; i--) {
        size_t at = (size_t)pick((int)b.n);
        switch (pick(4)) {
        case 0: b.at[at] = '\0'; break;
        case 1: b.at[at] = (char)next(); break;
        case 2: b.at[at] = (char)(b.at[at] ^ 1 << pick(8)); break;
        default: if (pick(4) == 0) b.n = at;
        }
    }
    return b;
}

static Bytes noise(void)
{
    Bytes b = {0};
    for (int i = pick(3000); i > 0; i--) {
        char c = (char)next();
        if (pick(3) == 0)
            put_word(&b);
        else if (pick(2))
            put(&b, " ");
        else
            add(&b, &c, 1);
    }
    return b;
}

/* What is legal but too much: opened many times, with a middle, closed as often. */
static Bytes deep(void)
{
    static const struct { const char *before, *open, *middle, *close, *after; } forms[] = {
        { "def main (x: i32): i32 = ", "(", "x", ")", "" },
        { "def main (x: i32): i32 = ", "(", "x", "", "" },
        { "def main (x: i32): i32 = ", "x + (", "x", ")", "" },
        { "def main (x: i32): i32 = ", "-", "x", "", "" },
        { "def main (x: bool): bool = ", "!", "x", "", "" },
        { "def main (x: i32): i32 = ", "x + ", "x", "", "" },
        { "def main (x: i32): i32 = ", "let y = ", "x", " in y", "" },
        { "def main (x: i32): i32 =\n", "let x = x + 1\n", "in x", "", "" },
        { "def main (x: i32): i32 = ", "if x > 0 then 1 else ", "x", "", "" },
        { "def main (x: i32): i32 = ", "if x > 0 then ", "x", " else 1", "" },
        { "def main (x: i32) = ", "[", "x", "]", "" },
        { "def main (x: i32) = ", "(x, ", "x", ")", "" },
        { "def main (x: i32) = ", "\\y -> ", "x", "", "" },
        { "def main (x: i32): i32 = ", "(\\x -> ", "x", ") 1", "" },
        { "def main (xs: []i32) = ", "map (\\x -> ", "x", ") (iota 3)", "" },
        { "def main (xs: []i32) = xs", " |> map (+ 1)", "", "", "" },
        { "def main (x: i32): i32 = x", " + x", "", "", "" },
        { "def main (x: i32): i32 = x", ".0", "", "", "" },
        { "def main (x: i32): i32 = x", "[0]", "", "", "" },
        { "def main (x: i32): i32 = x", " |> (+ 1)", "", "", "" },
        { "def main (x: i32): i32 = ((+ 1)", " >-> (+ 1)", ") x", "", "" },
        { "def main (x: i32): i32 = loop x for i < 3 do ", "loop x for i < 3 do ", "x", "", "" },
        { "def main (x: ", "[]", "i32) = x", "", "" },
        { "def main (x: ", "(i32, ", "i32", ")", ") = x" },
        { "def main (x: ", "(", "i32", ")", ") = x" },
        { "def main (x: i32)", " (y: i32)", "= x", "", "" },
        { "def main ", "[n]", "(xs: [n]i32) = xs", "", "" },
        { "", "def f (x: i32): i32 = x\n", "def main (x: i32) = x", "", "" },
        { "", "-- ==\n-- input { 1 }\n\n", "def main (x: i32) = x", "", "" },
        { "def main = ", "#[unsafe] ", "1", "", "" },
        { "def main = ", "\"", "1", "", "" },
        { "def main = ", "[1, 2", "", "], ", "" },
        { "def main (x: i32) = x ", "-- ", "", "", "" },
        { "def main (x: i32) = x ", "with [0] = 1 ", "", "", "" },
        { "def main (x: i32) = x ", ":> [1]i32 ", "", "", "" },
        { "def main (x: i32) = x ", "`f` x ", "", "", "" },
    };
    static const int depths[] = { 30, 1000, 20000, 300000 };
    int f = pick((int)(sizeof forms / sizeof forms[0])), n = depths[pick(4)];
    Bytes b = {0};
    put(&b, forms[f].before);
    repeat(&b, forms[f].open, n);
    put(&b, forms[f].middle);
    repeat(&b, forms[f].close, n);
    put(&b, forms[f].after);
    put(&b, "\n");
    return b;
}

static Bytes large(void)
{
    Bytes b = {0};
    int n = pick(2) ? 1000 : 200000;
    switch (pick(8)) {
    case 0: put(&b, "def main (x: i32): i32 = "); repeat(&b, "9", n); break;
    case 1: put(&b, "def main (x: f64): f64 = 0."); repeat(&b, "3", n); break;
    case 2: put(&b, "def main (x: f64): f64 = 1e"); repeat(&b, "9", n); break;
    case 3: put(&b, "def main (x: i64): i64 = 0x"); repeat(&b, "f", n); break;
    case 4:
        put(&b, "def ");
        repeat(&b, "name", n / 4);
        put(&b, " (x: i32): i32 = x\ndef main (x: i32): i32 = ");
        repeat(&b, "name", n / 4);
        put(&b, " x");
        break;
    case 5: put(&b, "def main (x: i32): i32 ="); repeat(&b, " ", n); put(&b, "x y"); break;
    case 6: put(&b, "def main (x: i32): i32 = -- "); repeat(&b, "long ", n); put(&b, "\nx"); break;
    default:
        put(&b, "def main: []i64 = map (+ 1) (iota 9223372036854775807)\n"
                "def other: [9223372036854775807][9223372036854775807]i32 =\n"
                "  replicate 9223372036854775807 (replicate 9223372036854775807 1)\n");
    }
    put(&b, "\n");
    return b;
}

static Bytes mutated(Bytes in, Bytes other, bool program)
{
    Tokens t = tokens_of(in), o = tokens_of(other);
    Bytes b;
    switch (pick(program ? 12 : 10)) {
    case 0: b = noise(); break;
    case 1: case 2: b = spoiled_bytes(in); break;
    case 3: case 4: case 5: b = grafted(t, o); break;
    case 10: b = deep(); break;
    case 11: b = large(); break;
    default: b = spoiled_tokens(t, o);
    }
    free(t.at);
    free(o.at);
    return b;
}

#ifdef AFL
/* ---- for afl-fuzz: AFL_CUSTOM_MUTATOR_LIBRARY, with the words in FUZZ_WORDS ---- */

void *afl_custom_init(void *afl, unsigned seed)
{
    (void)afl;
    state = seed;
    if (getenv("FUZZ_WORDS"))
        read_words(getenv("FUZZ_WORDS"));
    return &state;
}

size_t afl_custom_fuzz(void *data, uint8_t *in, size_t n, uint8_t **out, uint8_t *more,
                       size_t nmore, size_t most)
{
    static Bytes last;
    (void)data;
    free(last.at);
    Bytes b = { (char *)in, n, n }, other = { (char *)more, more ? nmore : 0, nmore };
    last = mutated(b, other.n ? other : b, false);
    *out = (uint8_t *)(last.at ? last.at : "");
    return last.n < most ? last.n : most;
}

void afl_custom_deinit(void *data) { (void)data; }
#else
int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: mutate KIND SEED WORDS FILE...\n");
        return 2;
    }
    state = strtoull(argv[2], NULL, 10) * 0x2545f4914f6cdd1d + 7;
    read_words(argv[3]);
    Bytes in = read_file(argv[4 + pick(argc - 4)]), other = read_file(argv[4 + pick(argc - 4)]);
    Bytes b = mutated(in, other, !strcmp(argv[1], "programs"));
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}
#endif
