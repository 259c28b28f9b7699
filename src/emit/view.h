/* view.h -- shared by the files that make the view. */
#ifndef MAPNEST_EMIT_VIEW_H
#define MAPNEST_EMIT_VIEW_H

#include "emit.h"

typedef struct Show {
    const Plan *plan;
    const EmitOptions *o;
    Names *names;              /* of the file */
    Table *helpers;            /* names of helpers that are called */
    Table *kernel_name;        /* Kernel to the names of its stages, in an array */
    const Entry *entry;
    const Table *written;      /* in a kernel: what it writes */
    bool on_host, in_function;
} Show;

CScope scope_of(Show *v, Names *names);
Json *text_or_false(const char *s);
Json *with_last(Json *list);
const char *c_type_of(const Plan *p, const Var *v);

Json *show_block(Show *v, const Block *b, Names *names, bool nest_checks);
Json *show_functions(Show *v);
Json *show_records(Show *v);

/* show_kernel.c */
/* Place, line and rules, for a comment. */
void show_origin(const Show *v, Json *o, Origin from);
Json *show_kernel(Show *v, const Kernel *k);
Json *show_launch(Show *v, const Kernel *k, Names *names);
void name_kernels(Show *v);

/* show_entry.c */
Json *show_entry(Show *v, const Entry *e);
Json *show_harness_entry(Show *v, const Entry *e);

/* messages.c */
/* "dot.fut", however it was named on the command line; a file that it imports
   as seen from there. */
const char *source_shown(const EmitOptions *o, const Span *s);
Json *show_messages(const Show *v, const Entry *e);
void find_failures(const Plan *p, const EmitOptions *o, Emitted *out);

/* show_file.c */
Json *view_program(const Program *flat, const Plan *plan, const EmitOptions *o);

/* wrap.c: breaks lines of more than 99 characters. */
const char *wrap_lines(const char *text);

#endif
