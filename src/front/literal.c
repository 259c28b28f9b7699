/* literal.c -- what the text of a literal stands for. */
#include "build.h"
#include "escape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The text without '_' and suffix; the suffix goes to e->suffix. */
static const char *digits(Exp *e, TokenText t, const char *suffix_starts)
{
    Text d = {0};
    bool hex = t.n > 1 && (t.at[1] == 'x' || t.at[1] == 'X'), exponent = false;
    for (int i = 0; i < t.n; i++) {
        exponent |= t.at[i] == 'p' || t.at[i] == 'P';
        bool starts = strchr(suffix_starts, t.at[i]) && i > 0 && !(hex && t.at[i] == 'f');
        if (starts || (hex && t.at[i] == 'f' && exponent)) {
            e->suffix = intern(t.at + i);
            break;
        }
        if (t.at[i] != '_')
            text_char(&d, t.at[i]);
    }
    return text_str(&d);
}

/* Letters add up, and before a larger one they are taken away. */
static uint64_t roman(const char *d)
{
    static const char letter[] = "IVXLCDM";
    static const int worth[] = { 1, 5, 10, 50, 100, 500, 1000 };
    uint64_t sum = 0;
    for (; *d; d++) {
        int w = worth[strchr(letter, *d) - letter];
        bool before_larger = d[1] && worth[strchr(letter, d[1]) - letter] > w;
        sum += before_larger ? -(uint64_t)w : (uint64_t)w;
    }
    return sum;
}

Exp *exp_int(const Span *s, TokenText t)
{
    Exp *e = NODE(Exp, s, .kind = E_INT);
    const char *d = digits(e, t, "iu");
    bool binary = d[0] == '0' && (d[1] == 'b' || d[1] == 'B');
    bool hex = d[0] == '0' && (d[1] == 'x' || d[1] == 'X');
    if (d[0] == '0' && (d[1] == 'r' || d[1] == 'R')) {
        e->integer = roman(d + 2);
        return e;
    }
    errno = 0;
    e->integer = strtoull(binary ? d + 2 : d, NULL, binary ? 2 : hex ? 16 : 10);
    if (errno == ERANGE)
        error_at(s, ERR_LITERAL_TOO_LARGE, "%s does not fit in 64 bits", t.at);
    return e;
}

Exp *exp_float(const Span *s, TokenText t)
{
    Exp *e = NODE(Exp, s, .kind = E_FLOAT);
    e->text = digits(e, t, "f");
    e->text_size = (int)strlen(e->text);
    e->number = strtod(e->text, NULL);
    return e;
}

/* The code point that starts at *p, in UTF-8. */
static uint64_t code_point(const char *p)
{
    unsigned char c = (unsigned char)*p;
    if (c < 0xc0)
        return c;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    uint64_t n = c & (0x3fu >> more);
    for (int i = 1; i <= more && ((unsigned char)p[i] & 0xc0) == 0x80; i++)
        n = n << 6 | ((unsigned char)p[i] & 0x3f);
    return n;
}

static void unknown_escape(const Span *s, const char *from, const char *to)
{
    int n = (int)(to - from) < 2 ? 2 : (int)(to - from);
    error_at(s, ERR_SYNTAX, "'%.*s' stands for no character", n, from);
}

/* The number of the character, of any type, as a number without a suffix. */
Exp *exp_char(const Span *s, TokenText t)
{
    Exp *e = NODE(Exp, s, .kind = E_INT);
    const char *p = t.at + 1, *end = t.at + t.n - 1;
    if (*p != '\\') {
        e->integer = code_point(p);
        return e;
    }
    bool by_digits = t.n > 4 && (p[1] == 'x' || p[1] == 'o');
    Escape c = escape_read(&p);
    if (c.kind != ESCAPE_CHAR || p != end)
        unknown_escape(s, t.at + 1, end);
    else if (by_digits)
        error_at(s, ERR_SYNTAX, "a character has no hexadecimal or octal escape; write '\\%u'",
                 c.value);
    e->integer = c.value;
    return e;
}

Exp *exp_string(const Span *s, TokenText t)
{
    Exp *e = NODE(Exp, s, .kind = E_STRING);
    Text bytes = {0};
    for (const char *p = t.at + 1, *end = t.at + t.n - 1; p < end; ) {
        const char *from = p;
        if (*p != '\\') {
            text_char(&bytes, *p++);
            continue;
        }
        Escape c = escape_read(&p);
        if (c.kind == ESCAPE_UNKNOWN)
            unknown_escape(s, from, p);
        if (c.kind == ESCAPE_CHAR)
            text_utf8(&bytes, c.value);
    }
    e->text = text_str(&bytes);
    e->text_size = bytes.n;
    return e;
}
