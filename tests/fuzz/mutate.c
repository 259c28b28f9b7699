/* mutate.c -- prints a program with mistakes in it.

       mutate SEED FILE...

   One of the files, with tokens deleted, doubled, swapped or taken from another file, with
   random bytes, cut short; or a made-up text that goes deep, far or very large. */
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

static int pick(int n) { return (int)(next() % (uint64_t)n); }

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

static const char *const odd_tokens[] = {
    "let", "in", "def", "entry", "loop", "while", "for", "do", "if", "then", "else", "with", "=",
    "->", ":>", "|>", "<|", ">->", "..", "...", "..<", "[", "]", "(", ")", "{", "}", "\\", "'a",
    "*", "**", "-", "!", "`", "``", "\"", "'", "#[", "#[unsafe]", "i32", "f64", "bool", "i32.",
    ".0", ".1", "1.", "1e", "0x", "0b", "0xfffffffffffffffffffff", "1e999999", "-0",
    "99999999999999999999", "9223372036854775808i64", "300u8", "1_000", "iota", "map", "reduce",
    "scatter", "type", "module", "open", "import", "local", "match", "case", "assert", "val",
    "unzip", "transpose", "n", "[n]", "[]", "main", "main:", "?[n].", "\xc3\xa9", "\xff\xfe",
    "\xe2\x88\x80", "--", "-- ==\n-- input { }\n", "-- ==", "\r\n", "\t", "@", "$", "%", "~", ";",
    "map (map (map", "(\\x ->", "with [0] =", "let [k]", "copy", "filter", "reduce_by_index",
    "f32.nan", "1f32", "i64.highest", "()", "(,)", "((+)", "(-1)", "\xef\xbb\xbf", "hom",
};
enum { NODD = sizeof odd_tokens / sizeof odd_tokens[0] };

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
        case 1: repeat(&b, odd_tokens[pick(NODD)], 1); put(&b, " "); i--; rate++; break;
        case 2:
            add(&b, t.at[i].at, t.at[i].n);
            put(&b, " ");
            add(&b, t.at[i].at, t.at[i].n);
            break;
        case 3: put(&b, odd_tokens[pick(NODD)]); break;
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
            put(&b, odd_tokens[pick(NODD)]);
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

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: mutate SEED FILE...\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10) * 0x2545f4914f6cdd1d + 7;
    Bytes in = read_file(argv[2 + pick(argc - 2)]), other = read_file(argv[2 + pick(argc - 2)]);
    Bytes b;
    switch (pick(10)) {
    case 0: b = noise(); break;
    case 1: b = deep(); break;
    case 2: b = large(); break;
    case 3: case 4: b = spoiled_bytes(in); break;
    default: b = spoiled_tokens(tokens_of(in), tokens_of(other));
    }
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}
