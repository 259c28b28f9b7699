/*
 * mustache: logic-less templates. Stands alone on base.
 *
 * In: a template, a view (JSON) and a source of partials. Out: text.
 * Conforms to the required modules of the specification (github.com/mustache/
 * spec v1.4: comments, delimiters, interpolation, inverted, partials,
 * sections) and to dynamic names; the other optional ones (lambdas,
 * inheritance) are not there. What the specification leaves open goes as in mustache.js: false,
 * null, "", 0 and the empty list are false in a section; a section on `true`
 * leaves the context as it is; empty lines of a partial are not indented.
 *
 * Strict mode is for templates of code. There it is an error to name a key or
 * a partial that does not exist, and to print null, a list or an object.
 *
 * The trap: keys are looked up in the enclosing contexts too, in either mode,
 * because a partial that recurses must find what stands outside. So if a list
 * element lacks `name` and its owner has one, the owner's is printed, and no
 * error comes. Give each level its own names, and each element every key
 * that its template mentions, false where it does not apply.
 */
#ifndef MAPNEST_MUSTACHE_H
#define MAPNEST_MUSTACHE_H

#include "../base/base.h"

typedef struct {
    bool strict;
    /* What {{x}} adds for the bytes of x, and {{{x}}} does not; null: x itself. */
    void (*escape)(Text *out, const char *s, int n);
    /* The text of a partial, null if there is none; asked once a name. */
    const char *(*partial)(void *arg, const char *name);
    void *arg;
} MustacheOptions;

/* Adds the rendered template to `out`. Where that fails, returns false with a
   message "name:line: ..." in *error; what was rendered so far is in `out`. */
bool mustache_render(Text *out, const char *name, const char *template_text,
                     const Json *view, const MustacheOptions *o,
                     const char **error);
/* & < > " ' as entities. */
void escape_html(Text *out, const char *s, int n);

/* templates.c: the templates of a folder. */
typedef struct {
    const char *dir;           /* null: they are embedded; else they are in dir/folder */
    const char *folder;
    void (*escape)(Text *out, const char *s, int n);
} Templates;

/* The text of a template; null if there is none. `templates` is a Templates. */
const char *template_text(void *templates, const char *name);
/* In strict mode; what is wrong with a template is an error. */
const char *template_render(const Templates *t, const char *name, const Json *view);

#endif
