/* escape.c -- what follows a backslash in a string or a character, as in Haskell. */
#include "escape.h"

#include <stdlib.h>
#include <string.h>

enum { LAST_CODE_POINT = 0x10ffff };

/* Longer names come before those that they begin with. */
static const struct { const char *name; unsigned value; } named[] = {
    { "NUL", 0 }, { "SOH", 1 }, { "STX", 2 }, { "ETX", 3 }, { "EOT", 4 }, { "ENQ", 5 },
    { "ACK", 6 }, { "BEL", 7 }, { "BS", 8 }, { "HT", 9 }, { "LF", 10 }, { "VT", 11 },
    { "FF", 12 }, { "CR", 13 }, { "SO", 14 }, { "SI", 15 }, { "DLE", 16 }, { "DC1", 17 },
    { "DC2", 18 }, { "DC3", 19 }, { "DC4", 20 }, { "NAK", 21 }, { "SYN", 22 }, { "ETB", 23 },
    { "CAN", 24 }, { "EM", 25 }, { "SUB", 26 }, { "ESC", 27 }, { "FS", 28 }, { "GS", 29 },
    { "RS", 30 }, { "US", 31 }, { "SP", 32 }, { "DEL", 127 },
};

/* A number of digits of this base, which moves *p past them. */
static Escape number(const char **p, const char *digits, int base)
{
    size_t n = strspn(*p, digits);
    uint64_t value = strtoull(*p, NULL, base);
    *p += n;
    bool known = n && value <= LAST_CODE_POINT;
    return (Escape){ known ? ESCAPE_CHAR : ESCAPE_UNKNOWN, (unsigned)value };
}

static Escape control(const char **p)
{
    char c = **p;
    bool known = c >= '@' && c <= '_';
    *p += known;
    return (Escape){ known ? ESCAPE_CHAR : ESCAPE_UNKNOWN, (unsigned)(c - '@') };
}

/* White space between two backslashes is not part of a string. */
static Escape gap(const char **p)
{
    *p += strspn(*p, " \t\r\f\n");
    bool ends = **p == '\\';
    *p += ends;
    return (Escape){ ends ? ESCAPE_NOTHING : ESCAPE_UNKNOWN, 0 };
}

static Escape name(const char **p)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strncmp(*p, named[i].name, strlen(named[i].name))) {
            *p += strlen(named[i].name);
            return (Escape){ ESCAPE_CHAR, named[i].value };
        }
    return (Escape){ ESCAPE_UNKNOWN, 0 };
}

Escape escape_read(const char **p)
{
    static const char from[] = "abfnrtv\\'\"", to[] = "\a\b\f\n\r\t\v\\'\"";
    char c = *++*p;
    const char *known = c ? strchr(from, c) : NULL;
    *p += known || (c && strchr("&^xXoO", c));
    if (known)
        return (Escape){ ESCAPE_CHAR, (unsigned)to[known - from] };
    switch (c) {
    case '&': return (Escape){ ESCAPE_NOTHING, 0 };
    case '^': return control(p);
    case 'x': case 'X': return number(p, "0123456789abcdefABCDEF", 16);
    case 'o': case 'O': return number(p, "01234567", 8);
    case ' ': case '\t': case '\r': case '\f': case '\n': return gap(p);
    default: return c >= '0' && c <= '9' ? number(p, "0123456789", 10) : name(p);
    }
}
