/* output.c -- writes files, and keeps those that somebody else wrote. */
#include "output.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void output_add(Outputs *o, const char *path, const char *text)
{
    vec_push(&o->file, ((Output){ path, text, false }));
}

bool folder_make(const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0)
        return true;           /* what is no folder, is told when a file is written */
    const char *parent = dirname(format("%s", path));
    return folder_make(parent) && (mkdir(path, 0777) == 0 || errno == EEXIST);
}

/* Each file that mapnest writes says so near its beginning; a derivation in text begins
   with a heading. */
static bool is_ours(const char *path)
{
    char start[600];
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true;           /* nothing is lost */
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(start, 1, sizeof start - 1, f) : 0;
    if (f)
        fclose(f);
    start[n] = '\0';
    return !n || strstr(start, "ritten by mapnest") || str_starts(start, "== ");
}

static bool is_equal(const char *path, const char *text)
{
    size_t n;
    FILE *f = fopen(path, "rb");
    const char *old = f ? stream_read(f, &n) : NULL;
    if (f)
        fclose(f);
    return old && n == strlen(text) && !memcmp(old, text, n);
}

void outputs_write(const Outputs *o)
{
    for (int i = 0; i < o->file.n; i++) {
        const Output *f = &o->file.at[i];
        if (!o->force && !f->any && !is_ours(f->path) && !is_equal(f->path, f->text))
            fail_at(NULL, ERR_FILE, "%s: mapnest did not write this file, and keeps it; "
                    "--force replaces it", f->path);
    }
    for (int i = 0; i < o->file.n; i++) {
        const Output *f = &o->file.at[i];
        if (!folder_make(dirname(format("%s", f->path)))
            || !file_write(f->path, f->text, strlen(f->text)))
            fail_at(NULL, ERR_FILE, "%s: %s", f->path, strerror(errno));
    }
}
