/* profile.c -- what the meter of the CPU runtime counted in a run: the path that was taken, and
   the traffic of each kernel. */
#include "profile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the path ----------------------------------------------------------------------- */

static bool launches(const Json *version, const char *kernel)
{
    const Json *kernels = json_get(version, "kernels");
    for (int i = 0; i < kernels->n; i++)
        if (!strcmp(kernels->item[i]->text, kernel))
            return true;
    return false;
}

static bool one_launches(const Json *versions, const char *kernel)
{
    bool yes = false;
    for (int i = 0; i < versions->n; i++)
        yes |= launches(versions->item[i], kernel);
    return yes;
}

/* It launches all that ran of what some version does. */
static bool may_have_run(const Json *versions, const Json *version, const Json *ran)
{
    for (int i = 0; i < ran->n; i++) {
        const char *kernel = json_get(ran->item[i], "kernel")->text;
        if (one_launches(versions, kernel) && !launches(version, kernel))
            return false;
    }
    return true;
}

/* Of a choice, for which version a kernel ran: "thread_per_row". One in a loop or in a function
   that calls itself may have been made in several ways. */
static const char *version_in(const Json *versions, const char *kernel, const Json *ran)
{
    Text sure = { 0 }, may = { 0 };
    for (int i = 0; i < versions->n; i++) {
        const Json *version = versions->item[i];
        const char *name = json_get(version, "name")->text;
        if (launches(version, kernel))
            text_fmt(&may, "%s%s", may.n ? " or " : "", name);
        if (launches(version, kernel) && may_have_run(versions, version, ran))
            text_fmt(&sure, "%s%s", sure.n ? " or " : "", name);
    }
    Text *t = sure.n ? &sure : &may;
    for (int i = 0; i < t->n; i++)
        t->at[i] = (char)tolower((unsigned char)t->at[i]);
    return t->n ? text_str(t) : NULL;
}

/* In the innermost choice that the kernel is of. Those of functions that call themselves are
   told by their names alone: "sort_thread_per_row". */
static const char *version_of(const Json *manifest, const Json *choices, const char *kernel,
                              const Json *ran)
{
    const char *version = NULL;
    for (int c = choices->n - 1; c >= 0 && !version; c--)
        version = version_in(json_get(choices->item[c], "versions"), kernel, ran);
    if (version || choices->n || !json_get(manifest, "thresholds")->n)
        return version ? version : "always";
    return strstr(kernel, "_thread_per_row") ? "thread_per_row"
         : strstr(kernel, "_block_per_row") ? "block_per_row" : "flat";
}

static const Json *choices_of(const Json *manifest, const char *entry)
{
    const Json *entries = json_get(manifest, "entries");
    int i = 0;
    while (strcmp(json_get(entries->item[i], "name")->text, entry))
        i++;
    return json_get(entries->item[i], "choices");
}

/* Which kernels ran, in order, of what the meter wrote; it counts copies, too. */
void profile_path(const char *counts, const Json *manifest, const char *entry)
{
    const Json *choices = choices_of(manifest, entry);
    const char *text = file_read(counts, NULL), *error = NULL;
    const Json *kernels = text ? json_parse(text, &error) : NULL;
    for (int i = 0; kernels && i < kernels->n; i++) {
        const Json *k = kernels->item[i];
        const char *name = json_get(k, "kernel")->text, *n = json_get(k, "launches")->text;
        if (str_starts(name, "cudaMem"))
            continue;
        fprintf(stderr, "path: %-14s  %s, %s launch%s\n",
                version_of(manifest, choices, name, kernels), name, n, strcmp(n, "1") ? "es" : "");
    }
    if (!kernels || !kernels->n)
        fputs("path: no kernel\n", stderr);
}

/* ---- the kernels --------------------------------------------------------------------- */

typedef struct { double launches, threads, requests, loads, stores, shared; } Traffic;

static double count_of(const Json *kernel, const char *access, const char *what)
{
    const Json *j = access ? json_get(kernel, access) : kernel;
    const Json *n = j ? json_get(j, what) : NULL;
    return n ? strtod(n->text, NULL) : 0;
}

static Traffic traffic_of(const Json *k)
{
    return (Traffic){ .launches = count_of(k, NULL, "launches"),
                      .threads = count_of(k, NULL, "threads"),
                      .requests = count_of(k, "load", "requests")
                                  + count_of(k, "store", "requests"),
                      .loads = count_of(k, "load", "bytes"),
                      .stores = count_of(k, "store", "bytes"),
                      .shared = count_of(k, "shared", "bytes") };
}

static const Json *kernel_named(const Json *kernels, const char *name)
{
    for (int i = 0; i < kernels->n; i++)
        if (!strcmp(json_get(kernels->item[i], "name")->text, name))
            return kernels->item[i];
    return NULL;
}

static const char *rules_of(const Json *kernel)
{
    Text t = {0};
    const Json *rules = kernel ? json_get(kernel, "rules") : NULL;
    for (int i = 0; rules && i < rules->n; i++)
        text_fmt(&t, "%s%s", i ? " " : "", rules->item[i]->text);
    return text_str(&t);
}

static void print_traffic(const char *kernel, const char *line, const Traffic *t,
                          const char *rules, int width)
{
    fprintf(stderr, "%-*s  %-16s %8.0f %10.0f %10.0f %12.0f %12.0f %12.0f%s%s\n", width, kernel,
            line, t->launches, t->threads, t->requests, t->loads, t->stores, t->shared,
            *rules ? "  " : "", rules);
}

static void add_traffic(Traffic *all, const Traffic *t)
{
    all->launches += t->launches;
    all->threads += t->threads;
    all->requests += t->requests;
    all->loads += t->loads;
    all->stores += t->stores;
    all->shared += t->shared;
}

void profile_kernels(const char *counts, const Json *manifest)
{
    const char *text = file_read(counts, NULL), *error = NULL;
    const Json *ran = text ? json_parse(text, &error) : NULL, *kernels;
    kernels = json_get(manifest, "kernels");
    Traffic all = {0};
    int width = 6;
    for (int i = 0; ran && i < ran->n; i++) {
        int n = (int)strlen(json_get(ran->item[i], "kernel")->text);
        width = n > width ? n : width;
    }
    fputs("counted by the CPU runtime; nothing is measured\n", stderr);
    fprintf(stderr, "%-*s  %-16s %8s %10s %10s %12s %12s %12s  %s\n", width, "kernel", "line",
            "launches", "threads", "requests", "bytes loaded", "bytes stored", "bytes shared",
            "rules");
    for (int i = 0; ran && i < ran->n; i++) {
        const char *name = json_get(ran->item[i], "kernel")->text;
        const Json *known = kernel_named(kernels, name);
        const Json *place = known ? json_get(known, "place") : NULL;
        const Traffic t = traffic_of(ran->item[i]);
        bool copies = str_starts(name, "cudaMem");
        print_traffic(name, place && place->kind == JSON_STRING ? place->text : "-", &t,
                      rules_of(known), width);
        add_traffic(&all, &t);
        all.launches -= copies ? t.launches : 0;
    }
    print_traffic("all", "", &all, "", width);
}
