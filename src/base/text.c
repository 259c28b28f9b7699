/* text.c -- growing strings, and whole files in and out. */
#include "base.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_room(Text *t, int n)
{
    if (t->n + n + 1 <= t->room)
        return;
    char *old = t->at;
    size_t room = old ? (size_t)t->room : 32, wanted = (size_t)t->n + (size_t)n + 1;
    while (room < wanted)
        room *= 2;
    if (room > INT_MAX)
        out_of_memory(room);
    t->at = arena_grow(old, (size_t)t->n, room);
    arena_give_back(old, (size_t)t->room);
    t->room = (int)room;
}

void text_addn(Text *t, const char *s, int n)
{
    make_room(t, n);
    if (n)
        memcpy(t->at + t->n, s, (size_t)n);
    t->n += n;
    t->at[t->n] = '\0';
}

void text_add(Text *t, const char *s)
{
    text_addn(t, s, (int)strlen(s));
}

void text_char(Text *t, char c)
{
    text_addn(t, &c, 1);
}

void text_utf8(Text *t, unsigned c)
{
    static const unsigned lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    text_char(t, (char)(lead[more] | c >> 6 * more));
    while (more--)
        text_char(t, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

void text_vfmt(Text *t, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    make_room(t, 0);
    int n = vsnprintf(t->at + t->n, (size_t)(t->room - t->n), fmt, ap);
    if (n >= t->room - t->n) {
        make_room(t, n);
        vsnprintf(t->at + t->n, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    t->n += n;
}

void text_fmt(Text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_vfmt(t, fmt, ap);
    va_end(ap);
}

const char *text_str(const Text *t)
{
    return t->at ? t->at : "";
}

char *format(const char *fmt, ...)
{
    char few[256];
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(few, sizeof few, fmt, ap);
    Text t = { 0 };
    if (n >= (int)sizeof few)
        text_vfmt(&t, fmt, again);
    va_end(again);
    va_end(ap);
    return t.at ? t.at : str_copyn(few, n);
}

char *str_copyn(const char *s, int n)
{
    char *copy = arena_alloc((size_t)n + 1);
    memcpy(copy, s, (size_t)n);
    return copy;
}

bool str_among(const char *const *words, int n, const char *word)
{
    while (n && strcmp(words[n - 1], word))
        n--;
    return n > 0;
}

static char *in_case(const char *s, int (*letter)(int c))
{
    char *t = format("%s", s);
    for (char *p = t; *p; p++)
        *p = (char)letter((unsigned char)*p);
    return t;
}

char *str_upper(const char *s) { return in_case(s, toupper); }

char *str_lower(const char *s) { return in_case(s, tolower); }

bool str_ends(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && !strcmp(s + n - m, suffix);
}

bool str_starts(const char *s, const char *prefix)
{
    while (*prefix && *s == *prefix)
        s++, prefix++;
    return !*prefix;
}

const char *path_stem(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot && dot > base ? str_copyn(base, (int)(dot - base)) : base;
}

const char *path_output(const char *path)
{
    char *name = format("%s", path_stem(path));
    for (char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 127 || strchr("\"\\%<>?*$`;&|'()", *p))
            *p = '_';
    return name;
}

char *stream_read(FILE *f, size_t *n)
{
    size_t used = 0, room = 1 << 16;
    char *buf = must_malloc(room);
    while (!feof(f) && !ferror(f)) {    /* what is typed is read to its first end */
        used += fread(buf + used, 1, room - used, f);
        if (used == room)
            buf = must_realloc(buf, room *= 2);
    }
    if (ferror(f)) {
        free(buf);
        return NULL;
    }
    char *text = arena_alloc(used + 1);
    memcpy(text, buf, used);
    free(buf);
    if (n)
        *n = used;
    return text;
}

static VEC(const char *) were_read;

const char *const *files_read(int *n)
{
    *n = were_read.n;
    return were_read.at;
}

static void note_read(const char *path)
{
    for (int i = 0; i < were_read.n; i++)
        if (!strcmp(were_read.at[i], path))
            return;
    vec_push(&were_read, str_copyn(path, (int)strlen(path)));
}

static char *read_whole(const char *path, size_t *n)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = stream_read(f, n);
    int e = errno;
    fclose(f);
    errno = e;
    return text;
}

char *file_read(const char *path, size_t *n)
{
    char *text = read_whole(path, n);
    if (text)
        note_read(path);
    return text;
}

static bool same_content(const char *path, const char *text, size_t n)
{
    size_t m;
    const char *old = read_whole(path, &m);
    return old && m == n && !memcmp(old, text, n);
}

bool file_write(const char *path, const char *text, size_t n)
{
    if (same_content(path, text, n))
        return true;
    char behind[PATH_MAX];     /* a link stays one */
    path = realpath(path, behind) ? behind : path;
    char *temp = format("%s.%ld.tmp", path, (long)getpid());
    hold_signals(true);
    FILE *f = fopen(temp, "wb");
    bool ok = f && fwrite(text, 1, n, f) == n;
    ok = f && fclose(f) == 0 && ok;
    ok = ok && rename(temp, path) == 0;
    int e = errno;
    if (f && !ok)
        unlink(temp);
    hold_signals(false);
    errno = e;
    return ok;
}

void hold_signals(bool hold)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        sigaddset(&set, ends[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

const char *next_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

static const char *quoted(const char *word)
{
    bool phrase = str_starts(word, "a ") || str_starts(word, "an ") || str_starts(word, "the ");
    return phrase || word[0] == '\'' ? word : format("'%s'", word);
}

const char *text_choice(const char *const *words, int n)
{
    Text t = {0};
    for (int i = 0; i < n; i++)
        text_fmt(&t, "%s%s", !i ? "" : i == n - 1 ? " or " : ", ", quoted(words[i]));
    return text_str(&t);
}

const char *text_wanted(const char *const *words, int n, const char *const *telling, int ntelling)
{
    const char **some = NEWS(const char *, ntelling);
    int k = 0;
    if (n <= 3)
        return text_choice(words, n);
    for (int i = 0; i < ntelling; i++)
        if (str_among(words, n, telling[i]))
            some[k++] = telling[i];
    return text_choice(some, k);
}

int blank_bytes(const char *at, const char *end)
{
    if (at < end && isspace((unsigned char)*at))
        return 1;
    return end - at >= 2 && !memcmp(at, "\xc2\xa0", 2) ? 2 : 0;
}

int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    int rows[3][LONGEST + 1], m = (int)strlen(a), n = (int)strlen(b);
    if (m > LONGEST || n > LONGEST)
        return m > n ? m : n;
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++) {
            int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
            int best = i && j ? above[j - 1] + (a[i - 1] != b[j - 1]) : i + j;
            if (i && above[j] + 1 < best)
                best = above[j] + 1;
            if (j && row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && two[j - 2] + 1 < best)
                best = two[j - 2] + 1;
            row[j] = best;
        }
    return rows[m % 3][n];
}
