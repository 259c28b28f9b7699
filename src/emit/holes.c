/*
 * holes.c -- expressions in generated text, as tightly as their neighbours bind.
 *
 * C prints an expression without knowing what a template puts beside it. So
 * the expression is marked, and once all text is there, it gets parentheses
 * where an operator next to it binds more tightly than its own. Blanks count:
 * an operator that touches the expression is a unary one.
 */
#include "emit.h"

#include <ctype.h>
#include <string.h>

enum { OPEN = '\4', SHUT = '\5' };

const char *hole(const char *expression)
{
    return format("%c%s%c", OPEN, expression, SHUT);
}

/* ---- operators ------------------------------------------------------------- */

static const struct { const char *symbol; int level; } infix[] = {
    { "<<<", 0 }, { ">>>", 0 }, { "->", POSTFIX }, { "+=", 0 }, { "-=", 0 }, { "*=", 0 },
    { "<<", SHIFT }, { ">>", SHIFT }, { "<=", RELATION }, { ">=", RELATION }, { "==", EQUALITY },
    { "!=", EQUALITY }, { "&&", AND_ALSO }, { "||", OR_ELSE }, { "//", 0 }, { "/*", 0 },
    { "*/", 0 }, { "=", 0 }, { "+", SUM }, { "-", SUM }, { "*", PRODUCT }, { "/", PRODUCT },
    { "%", PRODUCT }, { "<", RELATION }, { ">", RELATION }, { "&", BIT_AND }, { "^", BIT_XOR },
    { "|", BIT_OR }, { "?", TERNARY }, { ":", TERNARY }, { ".", POSTFIX },
};
enum { INFIXES = sizeof infix / sizeof *infix };

int c_level(const char *symbol)
{
    for (int i = 0; i < INFIXES; i++)
        if (!strcmp(infix[i].symbol, symbol))
            return infix[i].level;
    bug("c_level: %s", symbol);
}

/* The operator that p begins with; -1: none. */
static int operator_at(const char *p)
{
    for (int i = 0; i < INFIXES; i++)
        if (str_starts(p, infix[i].symbol))
            return i;
    return -1;
}

/* ---- what is in the expression --------------------------------------------- */

/* Marks of holes, and those of explain/code.c. */
static const char *skip_marks(const char *p)
{
    for (;; p++)
        if (*p == '\1')
            p = strchr(p, '\2');
        else if (*p != OPEN && *p != SHUT && *p != '\3')
            return p;
}

static const char *skip_blanks(const char *p)
{
    for (p = skip_marks(p); *p && strchr(" \n", *p); p = skip_marks(p + 1))
        ;
    return p;
}

static const char *skip_brackets(const char *p)
{
    int depth = 0;
    do {
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
    } while (*++p && depth);
    return p;
}

/* Numbers with their exponents, and names. */
static const char *skip_word(const char *p)
{
    bool number = isdigit((unsigned char)*p);
    for (; isalnum((unsigned char)*p) || *p == '_' || *p == '.'; p++)
        if (number && *p == 'e' && strchr("+-", p[1]))
            p++;
    return p;
}

static bool begins_operand(const char *p)
{
    return isalnum((unsigned char)*p) || (*p && strchr("_(*&-!~", *p));
}

/* How loosely the loosest operator binds, outside of brackets. */
static int loosest(const char *p)
{
    int level = POSTFIX;
    bool operand = false;                        /* one has just ended */
    while (*(p = skip_blanks(p))) {
        int at = operator_at(p), found = POSTFIX;
        if (isalnum((unsigned char)*p) || *p == '_') {
            p = skip_word(p);
            operand = true;
        } else if (strchr("([{", *p)) {
            p = skip_brackets(p);
            if (!operand && begins_operand(p))
                found = UNARY;                   /* a cast */
            operand = found == POSTFIX;
        } else if (!operand || at < 0) {
            p++;
            found = UNARY;
        } else {
            p += strlen(infix[at].symbol);
            found = infix[at].level;
            operand = false;
        }
        level = found < level ? found : level;
    }
    return level;
}

/* ---- what stands beside it ------------------------------------------------- */

/* Whether a - (b - c) differs from a - b - c. */
static bool is_left(int level)
{
    return level > AND_ALSO;
}

/* How tightly the text binds that ends before p what follows. */
static int before(const char *text, const char *p)
{
    const char *end = p;
    while (p > text && strchr(" \n\1\2\3", p[-1]))
        p = p[-1] == '\2' ? (const char *)memrchr(text, '\1', (size_t)(p - text)) : p - 1;
    if (p == text)
        return 0;
    bool touches = p == end;
    if (p[-1] == ')' || (touches && strchr("*&+-!~", p[-1])))
        return UNARY;
    for (int i = 0; i < INFIXES; i++) {
        size_t n = strlen(infix[i].symbol);
        if ((size_t)(p - text) >= n && !strncmp(p - n, infix[i].symbol, n))
            return infix[i].level + is_left(infix[i].level);
    }
    return 0;
}

static int after(const char *p)
{
    p = skip_blanks(p);
    int i = operator_at(p);
    return i < 0 ? (strchr("[(", *p) && *p ? POSTFIX : 0)
         : infix[i].symbol[0] == '?' ? TERNARY + 1 : infix[i].level;
}

/* ---- the text -------------------------------------------------------------- */

static const char *shut_of(const char *open)
{
    int depth = 0;
    do {
        depth += *open == OPEN;
        depth -= *open == SHUT;
    } while (depth && *++open);
    return open;
}

static void add_bound(Text *out, const char *from, const char *to)
{
    for (const char *p = from; p < to; p++) {
        const char *open = memchr(p, OPEN, (size_t)(to - p));
        text_addn(out, p, (int)((open ? open : to) - p));
        if (!open)
            return;
        p = open;
        const char *shut = shut_of(p);
        int start = out->n, left = before(text_str(out), text_str(out) + start);
        add_bound(out, p + 1, shut);
        int n = out->n - start;
        char *inner = str_copyn(text_str(out) + start, n);
        int least = left > after(shut + 1) ? left : after(shut + 1);
        if (loosest(inner) < least) {
            out->n = start;
            text_fmt(out, "(%s)", inner);
        }
        arena_give_back(inner, (size_t)n + 1);
        p = shut;
    }
}

const char *holes_bound(const char *text)
{
    Text out = {0};
    add_bound(&out, text, text + strlen(text));
    return text_str(&out);
}

const char *without_holes(const char *text)
{
    Text out = {0};
    for (; *text; text++)
        if (*text != OPEN && *text != SHUT)
            text_char(&out, *text);
    return text_str(&out);
}
