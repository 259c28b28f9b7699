/* json.c -- JSON values: ordered objects, a strict parser, one printed form. */
#include "base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 512, LINE_WIDTH = 88 };

static Json *make(JsonKind kind)
{
    return MAKE(Json, .kind = kind);
}

static Json *make_text(JsonKind kind, const char *s, int n)
{
    Json *j = make(kind);
    j->text = str_copyn(s, n);
    j->n = n;
    return j;
}

Json *json_null(void) { return make(JSON_NULL); }

Json *json_bool(bool b)
{
    static Json yes = { .kind = JSON_TRUE }, no = { .kind = JSON_FALSE };
    return b ? &yes : &no;
}

Json *json_str(const char *s) { return make_text(JSON_STRING, s, (int)strlen(s)); }
Json *json_list(void) { return make(JSON_LIST); }
Json *json_object(void) { return make(JSON_OBJECT); }

Json *json_int(int64_t i)
{
    const char *s = format("%" PRId64, i);
    return make_text(JSON_NUMBER, s, (int)strlen(s));
}

/* A full array in its new room. */
static void *regrown(void *old, size_t each, const Json *j)
{
    size_t n = (size_t)j->n * each;
    void *new = arena_grow(old, n, (size_t)j->room * each);
    arena_give_back(old, n);
    return new;
}

static void make_room(Json *j)
{
    if (j->n < j->room)
        return;
    j->room = j->room ? 2 * j->room : 2;
    j->item = regrown(j->item, sizeof *j->item, j);
    if (j->kind == JSON_OBJECT)
        j->key = regrown(j->key, sizeof *j->key, j);
}

void json_free(Json *j)
{
    if (j->kind == JSON_TRUE || j->kind == JSON_FALSE)
        return;                /* there is one of each */
    for (int i = 0; i < j->n && j->item; i++)
        json_free(j->item[i]);
    if (j->text)
        arena_give_back((char *)j->text, (size_t)j->n + 1);
    arena_give_back(j->item, sizeof *j->item * (size_t)j->room);
    arena_give_back(j->key, sizeof *j->key * (size_t)j->room);
    arena_give_back(j, sizeof *j);
}

void json_push(Json *list, Json *item)
{
    make_room(list);
    list->item[list->n++] = item;
}

static int find(const Json *object, const char *key)
{
    for (int i = 0; i < object->n; i++)
        if (str_same(object->key[i], key))
            return i;
    return -1;
}

Json *json_set(Json *object, const char *key, Json *value)
{
    int i = find(object, key);
    if (i >= 0) {
        object->item[i] = value;
        return object;
    }
    return json_add(object, key, value);
}

Json *json_add(Json *object, const char *key, Json *value)
{
    make_room(object);
    object->key[object->n] = intern(key);
    object->item[object->n++] = value;
    return object;
}

Json *json_object_of(int members)
{
    Json *o = json_object();
    o->room = members;
    o->item = NEWS(Json *, members);
    o->key = NEWS(const char *, members);
    return o;
}

Json *json_record(const char *key, ...)
{
    Json *o = json_object();
    va_list ap;
    va_start(ap, key);
    for (; key; key = va_arg(ap, const char *))
        json_set(o, key, va_arg(ap, Json *));
    va_end(ap);
    return o;
}

Json *json_get(const Json *object, const char *key)
{
    int i = object && object->kind == JSON_OBJECT ? find(object, key) : -1;
    return i < 0 ? NULL : object->item[i];
}

/* The length of the UTF-8 sequence at s, or 0 if what stands there is none. */
static int utf8_length(const char *s, const char *end)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80)
        return 1;
    int n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
    if (u[0] < 0xc2 || u[0] > 0xf4 || end - s < n)
        return 0;
    for (int i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xf0 && u[1] < 0x90);
    bool surrogate = u[0] == 0xed && u[1] > 0x9f;
    bool too_big = u[0] == 0xf4 && u[1] > 0x8f;
    return overlong || surrogate || too_big ? 0 : n;
}

/* Reading. After the first error every function returns null or false. */

typedef struct {
    const char *start, *at, *end;
    const char *error;
    int depth;
} Reader;

/* Keeps the first error, with the place where the reader stands. */
static void *wrong(Reader *r, const char *what)
{
    int line = 1, col = 1;
    for (const char *p = r->start; p < r->at; p++) {
        if (*p == '\n') {
            line++;
            col = 1;
        } else if (((unsigned char)*p & 0xc0) != 0x80) {
            col++;
        }
    }
    if (!r->error)
        r->error = format("%d:%d: %s", line, col, what);
    return NULL;
}

static void skip_space(Reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')
        r->at++;
}

static bool take(Reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static Json *read_word(Reader *r, const char *word, JsonKind kind)
{
    if (!str_starts(r->at, word))
        return wrong(r, "expected a value");
    r->at += strlen(word);
    return make(kind);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool skip_digits(Reader *r)
{
    if (!is_digit(*r->at))
        return wrong(r, "expected a digit");
    while (is_digit(*r->at))
        r->at++;
    return true;
}

static Json *read_number(Reader *r)
{
    const char *from = r->at;
    r->at += *r->at == '-';
    if (*r->at == '0' && is_digit(r->at[1]))
        return wrong(r, "a number must not begin with 0");
    if (!skip_digits(r))
        return NULL;
    if (*r->at == '.') {
        r->at++;
        if (!skip_digits(r))
            return NULL;
    }
    if (*r->at == 'e' || *r->at == 'E') {
        r->at++;
        r->at += *r->at == '+' || *r->at == '-';
        if (!skip_digits(r))
            return NULL;
    }
    return make_text(JSON_NUMBER, from, (int)(r->at - from));
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits after \u; -1 after an error. */
static int read_hex4(Reader *r)
{
    int code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int d = hex_digit(*r->at);
        if (d < 0) {
            wrong(r, "expected four hexadecimal digits after \\u");
            return -1;
        }
        code = 16 * code + d;
    }
    return code;
}

static bool read_unicode(Reader *r, Text *t)
{
    int high = read_hex4(r);
    if (high < 0)
        return false;
    if (high < 0xd800 || high > 0xdfff) {
        text_utf8(t, (unsigned)high);
        return true;
    }
    int low = -1;
    if (high < 0xdc00 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        low = read_hex4(r);
    }
    if (low < 0xdc00 || low > 0xdfff)
        return wrong(r, "a surrogate without its other half");
    text_utf8(t, 0x10000u + ((unsigned)(high - 0xd800) << 10) + (unsigned)(low - 0xdc00));
    return true;
}

static bool read_escape(Reader *r, Text *t)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = *++r->at;
    const char *p = c ? strchr(letters, c) : NULL;
    if (!p && c != 'u')
        return wrong(r, "unknown escape in a string");
    r->at++;
    if (!p)
        return read_unicode(r, t);
    text_char(t, meanings[p - letters]);
    return true;
}

static Json *read_string(Reader *r)
{
    Text t = {0};
    r->at++;
    while (*r->at != '"') {
        if (r->at == r->end)
            return wrong(r, "unterminated string");
        if ((unsigned char)*r->at < 0x20)
            return wrong(r, "control character in a string");
        if (*r->at == '\\') {
            if (!read_escape(r, &t))
                return NULL;
            continue;
        }
        int n = utf8_length(r->at, r->end);
        if (!n)
            return wrong(r, "bytes that are not UTF-8");
        text_addn(&t, r->at, n);
        r->at += n;
    }
    r->at++;
    return make_text(JSON_STRING, text_str(&t), t.n);
}

static Json *read_value(Reader *r);

static Json *read_list(Reader *r)
{
    Json *list = json_list();
    r->at++;
    if (take(r, ']'))
        return list;
    do {
        Json *item = read_value(r);
        if (!item)
            return NULL;
        json_push(list, item);
    } while (take(r, ','));
    return take(r, ']') ? list : wrong(r, "expected ',' or ']'");
}

static bool read_member(Reader *r, Json *object)
{
    skip_space(r);
    if (*r->at != '"')
        return wrong(r, "expected a key in quotes");
    const char *at = r->at;
    Json *key = read_string(r);
    if (!key)
        return false;
    if (find(object, key->text) >= 0) {
        r->at = at;
        return wrong(r, format("the key \"%s\" stands here twice", key->text));
    }
    if (!take(r, ':'))
        return wrong(r, "expected ':'");
    Json *value = read_value(r);
    return value && json_set(object, key->text, value);
}

static Json *read_object(Reader *r)
{
    Json *object = json_object();
    r->at++;
    if (take(r, '}'))
        return object;
    do {
        if (!read_member(r, object))
            return NULL;
    } while (take(r, ','));
    return take(r, '}') ? object : wrong(r, "expected ',' or '}'");
}

static Json *read_nested(Reader *r, Json *(*read)(Reader *))
{
    if (r->depth == MAX_DEPTH)
        return wrong(r, "nested too deeply");
    r->depth++;
    Json *j = read(r);
    r->depth--;
    return j;
}

static Json *read_value(Reader *r)
{
    skip_space(r);
    switch (*r->at) {
    case '{': return read_nested(r, read_object);
    case '[': return read_nested(r, read_list);
    case '"': return read_string(r);
    case 't': return read_word(r, "true", JSON_TRUE);
    case 'f': return read_word(r, "false", JSON_FALSE);
    case 'n': return read_word(r, "null", JSON_NULL);
    default:
        return *r->at == '-' || is_digit(*r->at) ? read_number(r)
                                                 : wrong(r, "expected a value");
    }
}

Json *json_parse(const char *text, const char **error)
{
    Reader r = { text, text, text + strlen(text), NULL, 0 };
    Json *j = read_value(&r);
    skip_space(&r);
    if (j && r.at < r.end)
        j = wrong(&r, "something follows the value");
    if (error)
        *error = r.error;
    return j;
}

/* Printing. Lists and objects stand on one line where they hold no other and
   fit; bytes that are not UTF-8 become U+FFFD. */

static void print_byte(Text *out, unsigned char c)
{
    static const char letters[] = "\"\\bfnrt", meanings[] = "\"\\\b\f\n\r\t";
    const char *p = c ? strchr(meanings, c) : NULL;
    if (p)
        text_fmt(out, "\\%c", letters[p - meanings]);
    else if (c < 0x20 || c == 0x7f)
        text_fmt(out, "\\u%04x", c);
    else
        text_char(out, (char)c);
}

/* How many of them stand for themselves. */
static int plain_length(const char *s, const char *end)
{
    const char *p = s;
    while (p < end && *p >= ' ' && *p < 0x7f && *p != '"' && *p != '\\')
        p++;
    return (int)(p - s);
}

static void print_string(Text *out, const char *s, int n)
{
    const char *end = s + n;
    text_char(out, '"');
    while (s < end) {
        int plain = plain_length(s, end);
        text_addn(out, s, plain);
        s += plain;
        if (s == end)
            break;
        int length = utf8_length(s, end);
        if (length == 1)
            print_byte(out, (unsigned char)*s);
        else if (length)
            text_addn(out, s, length);
        else
            text_add(out, "\\ufffd");
        s += length ? length : 1;
    }
    text_char(out, '"');
}

static bool is_nested(const Json *j)
{
    return (j->kind == JSON_LIST || j->kind == JSON_OBJECT) && j->n > 0;
}

static bool has_nested(const Json *j)
{
    for (int i = 0; i < j->n; i++)
        if (is_nested(j->item[i]))
            return true;
    return false;
}

static void new_line(Text *out, int indent)
{
    text_fmt(out, "\n%*s", indent, "");
}

static void print_members(Text *out, const Json *j, int indent)
{
    bool object = j->kind == JSON_OBJECT;
    text_char(out, object ? '{' : '[');
    for (int i = 0; i < j->n; i++) {
        if (i)
            text_add(out, indent < 0 ? ", " : ",");
        if (indent >= 0)
            new_line(out, indent + 2);
        if (object) {
            print_string(out, j->key[i], (int)strlen(j->key[i]));
            text_add(out, ": ");
        }
        json_print(out, j->item[i], indent < 0 ? indent : indent + 2);
    }
    if (indent >= 0)
        new_line(out, indent);
    text_char(out, object ? '}' : ']');
}

static bool print_on_one_line(Text *out, const Json *j, int indent)
{
    if (has_nested(j))
        return false;
    Text line = {0};
    print_members(&line, j, -1);
    bool fits = indent + line.n <= LINE_WIDTH;
    if (fits)
        text_addn(out, line.at, line.n);
    arena_give_back(line.at, (size_t)line.room);
    return fits;
}

void json_print(Text *out, const Json *j, int indent)
{
    switch (j->kind) {
    case JSON_NULL:   text_add(out, "null"); break;
    case JSON_FALSE:  text_add(out, "false"); break;
    case JSON_TRUE:   text_add(out, "true"); break;
    case JSON_NUMBER: text_add(out, j->text); break;
    case JSON_STRING: print_string(out, j->text, j->n); break;
    case JSON_LIST:
    case JSON_OBJECT:
        if (indent < 0 || !print_on_one_line(out, j, indent))
            print_members(out, j, indent);
    }
}
