/* package.c -- projects with a futhark.pkg: the nearest folder upward that has one is the root,
   whose lib/ holds the packages. */
#include "module.h"

#include <string.h>
#include <unistd.h>

/* The path, of "../" alone, from the folder of the file to the root; null: there is no root. */
static const char *way_up(const char *file)
{
    const char *slash = strrchr(file, '/'), *up = "";
    const char *folder = slash ? format("%.*s/", (int)(slash - file), file) : "./";
    for (int levels = 0; levels < 40; levels++) {
        if (access(format("%s%sfuthark.pkg", folder, up), R_OK) == 0)
            return up;
        up = format("../%s", up);
    }
    return NULL;
}

const char *package_path(const char *file, const char *path)
{
    const char *up = way_up(file);
    return up && *up ? format("%s%s", up, path) : NULL;
}

/* "github.com/diku-dk/sorts" in "lib/github.com/diku-dk/sorts/radix_sort"; null: no package. */
static const char *package_in(const char *path)
{
    static const char *const hosts[] = { "github.com/", "gitlab.com/" };
    for (int i = 0; i < 2; i++) {
        const char *from = strstr(path, hosts[i]);
        const char *p = from;
        for (int k = 0; p && k < 3; k++)
            p = strchr(p + (k > 0), '/');
        if (from && p)
            return str_copyn(from, (int)(p - from));
    }
    return NULL;
}

/* The version in "require { github.com/diku-dk/sorts 0.4.1 #... }"; null: it is not there. */
static const char *version_required(const char *text, const char *package)
{
    size_t n = strlen(package);
    const char *p = strstr(text, "require");
    while (p && (p = strstr(p, package))) {
        const char *version = p + n + strspn(p + n, " \t");
        if (p[n] == ' ' || p[n] == '\t')
            return str_copyn(version, (int)strcspn(version, " \t\r\n#}"));
        p += n;
    }
    return NULL;
}

const char *package_missing(const char *file, const char *path)
{
    const char *package = package_in(path), *up = way_up(file);
    if (!package)
        return "";
    if (!up)
        return format("; the package %s provides it, and there is no futhark.pkg: 'futhark pkg add "
                      "%s' writes one, 'futhark pkg sync' fetches it into lib/", package, package);
    const char *slash = strrchr(file, '/');
    const char *folder = slash ? format("%.*s/", (int)(slash - file), file) : "";
    const char *text = file_read(format("%s%sfuthark.pkg", folder, up), NULL);
    const char *version = text ? version_required(text, package) : NULL;
    return version
        ? format("; the package %s %s provides it, which futhark.pkg requires: 'futhark pkg sync' "
                 "fetches it into lib/", package, version)
        : format("; the package %s provides it, which futhark.pkg does not require: 'futhark pkg "
                 "add %s', then 'futhark pkg sync'", package, package);
}
