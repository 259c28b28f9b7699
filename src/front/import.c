/* import.c -- files are found, read, and resolved once. */
#include "module.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const Source *source;
    const Span *from;          /* the import that reads it; null: the main program */
    Module *module;            /* null: still being resolved */
} File;

static Table *files;           /* path without links -> File */
static VEC(File *) reading;    /* the last one is imported by the one before */

static const char *identity(const char *path)
{
    char *real = realpath(path, NULL);
    const char *name = intern(real ? real : path);
    free(real);
    return name;
}

void import_start(const Source *main)
{
    File *f = MAKE(File, .source = main);
    files = table_new();
    table_put(files, identity(main->name), f);
    reading.n = 0;
    vec_push(&reading, f);
}

/* "a/b/main.fut" and "../c" give "a/c.fut". */
static const char *beside(const char *file, const char *path)
{
    VEC(const char *) part = {0};
    const char *slash = strrchr(file, '/');
    const char *all = format("%.*s%s.fut", slash ? (int)(slash - file) + 1 : 0, file, path);
    for (const char *at = all; *at;) {
        int n = (int)strcspn(at, "/");
        const char *name = str_copyn(at, n);
        at += n + (at[n] == '/');
        bool up = !strcmp(name, "..") && part.n && strcmp(part.at[part.n - 1], "..");
        if (up)
            part.n--;
        else if (n && strcmp(name, "."))
            vec_push(&part, name);
    }
    Text t = {0};
    for (int i = 0; i < part.n; i++)
        text_fmt(&t, "%s%s", i || all[0] == '/' ? "/" : "", part.at[i]);
    return text_str(&t);
}

static void refuse_cycle(const File *f, const Span *s)
{
    Text chain = {0};
    bool in = false;
    for (int i = 0; i < reading.n; i++) {
        in |= reading.at[i] == f;
        if (in)
            text_fmt(&chain, "%s imports ", reading.at[i]->source->name);
    }
    error_at(s, ERR_IMPORT_CYCLE, "a file cannot import itself: %s%s", text_str(&chain),
             f->source->name);
}

static Module *resolve_file(File *f)
{
    const Ast *a = parse_program(f->source);
    if (!a)
        return module_new(MODULE_WRONG);
    vec_push(&reading, f);
    Making m = { .path = format("%s.", path_stem(f->source->name)) };
    Module *module = module_of_file(a, &m);
    reading.n--;
    return module;
}

/* asked: the path in the program. */
static Module *read_file(const char *path, const char *asked, const Span *s)
{
    size_t n;
    const char *text = file_read(path, &n);
    if (!text) {
        const char *why = strerror(errno);
        error_at(s, ERR_IMPORT, "cannot import %s: %s%s", path, why,
                 package_missing(s->src->name, asked));
        return module_new(MODULE_WRONG);
    }
    File *f = MAKE(File, .source = source_new(path, text, (int)n), .from = s);
    table_put(files, identity(path), f);
    return f->module = resolve_file(f);
}

Module *import_file(const char *path, const Span *s)
{
    if (path[0] == '/') {
        error_at(s, ERR_IMPORT, "only files beside this one can be imported, by a path that does "
                 "not begin with '/'; what Futhark's /prelude and /futlib define is known without "
                 "import");
        return module_new(MODULE_WRONG);
    }
    const char *name = beside(s->src->name, path);
    const char *package = access(name, R_OK) ? package_path(s->src->name, path) : NULL;
    if (package && access(beside(s->src->name, package), R_OK) == 0)
        name = beside(s->src->name, package);
    const File *known = table_get(files, identity(name));
    if (!known)
        return read_file(name, path, s);
    if (!known->module) {
        refuse_cycle(known, s);
        return module_new(MODULE_WRONG);
    }
    return known->module;
}
