/* lspfiles.c -- declarations in the files of the folder that an editor has open. */
#include "lsp.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 6, MOST_FILES = 1000 };

typedef struct {
    const char *query;
    Json *found;
    int files;
} Search;

static void search_file(Search *s, const char *path)
{
    const char *text = file_read(path, NULL);
    Json *all = text ? lsp_symbols(text) : json_list();
    for (int i = 0; i < all->n; i++) {
        const Json *symbol = all->item[i];
        if (!strcasestr(json_get(symbol, "name")->text, s->query))
            continue;
        Json *at = json_record("uri", json_str(lsp_uri(path)), "range",
                               json_get(symbol, "selectionRange"), NULL);
        json_push(s->found, json_record("name", json_get(symbol, "name"), "kind",
                                        json_get(symbol, "kind"), "location", at, NULL));
    }
}

static void search_folder(Search *s, const char *path, int depth)
{
    DIR *folder = depth < DEEPEST ? opendir(path) : NULL;
    for (struct dirent *e; folder && s->files < MOST_FILES && (e = readdir(folder));) {
        const char *inner = format("%s/%s", path, e->d_name);
        struct stat is;
        if (e->d_name[0] == '.' || lstat(inner, &is) != 0)
            continue;
        if (S_ISDIR(is.st_mode)) {
            search_folder(s, inner, depth + 1);
        } else if (S_ISREG(is.st_mode) && str_ends(inner, ".fut")) {
            s->files++;
            search_file(s, inner);
        }
    }
    if (folder)
        closedir(folder);
}

Json *lsp_search(const char *folder, const char *query)
{
    Search s = { query, json_list(), 0 };
    search_folder(&s, folder, 0);
    return s.found;
}
