/*
 * literate.h -- `mapnest literate`: a program's comments and the results of its directives as a
 * document in Markdown.
 */
#ifndef MAPNEST_LITERATE_H
#define MAPNEST_LITERATE_H

#include "compile.h"

/* Writes DIR/NAME.md, and pictures beside it, or, where dir is "-", the text on standard output;
   html: NAME.html. False where a directive failed. */
bool literate(const char *path, const char *dir, bool html, bool force, const CompileOptions *o);

#endif
