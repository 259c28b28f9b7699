/*
 * lsp.h -- a language server: editors ask it for errors and warnings as one types, for the
 * types of names, for where they are defined, for the program in one style.
 */
#ifndef MAPNEST_LSP_H
#define MAPNEST_LSP_H

#include "compile.h"

/* Serves standard input until the client ends it; the exit status. */
int lsp_serve(const CompileOptions *o);

/* lspcheck.c: what there is to say of a text that stands in path, found by a process of its
   own: {diagnostics: LSP's, mentions: of {range, type, path, target}, formatted: or null}. */
const Json *lsp_check(const char *path, const char *text, const CompileOptions *o);

#endif
