/*
 * lsp.h -- a language server: editors ask it for errors and warnings as one types, for the
 * types of names, for where they are defined and used, for the program in one style.
 */
#ifndef MAPNEST_LSP_H
#define MAPNEST_LSP_H

#include "compile.h"

/* Serves standard input until the client ends it; the exit status. */
int lsp_serve(const CompileOptions *o);

/* lspcheck.c: what there is to say of a text that stands in path, found by a process of its
   own: {diagnostics: LSP's, mentions: of {range, type, path, target}, formatted: or null}. */
const Json *lsp_check(const char *path, const char *text, const CompileOptions *o);

/* lspnames.c: mentions are those of lsp_check; a mention may be null. Each returns what LSP
   wants. */
Json *lsp_references(const Json *mentions, const Json *mention, const char *uri);
/* Null, and why not in *refused, where the name is none of this file's. */
Json *lsp_rename(const Json *mentions, const Json *mention, const char *path, const char *uri,
                 const char *name, const char **refused);
Json *lsp_symbols(const char *text);
/* Of diagnostics as they were published: the repairs that the compiler prints. */
Json *lsp_actions(const Json *diagnostics, const char *uri);
Json *lsp_completion(const Json *mentions);

/* lsphints.c: the types of the function that is applied where the cursor is, or null; the types of
   names in lines that have none. */
Json *lsp_signature(const Json *mentions, const char *text, int line, int character);
Json *lsp_hints(const Json *mentions, const char *text, int from, int to);

/* lspfiles.c: declarations of this name, or a part of it, in the files below the folder. */
Json *lsp_search(const char *folder, const char *query);
const char *lsp_uri(const char *path);

#endif
