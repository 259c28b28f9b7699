/*
 * markdown.h -- the Markdown that `mapnest literate` writes, as a page.
 */
#ifndef MAPNEST_MARKDOWN_H
#define MAPNEST_MARKDOWN_H

#include "base/base.h"

/* Headings, paragraphs, lists, code, pictures and links. */
const char *markdown_html(const char *text, const char *title);

#endif
