/* view.h -- shared by the files that make the view. */
#ifndef MAPNEST_EMIT_VIEW_H
#define MAPNEST_EMIT_VIEW_H

#include "emit.h"
#include "mustache.h"

/* The helpers of the templates: sections of `use`. */
typedef struct {
    VEC(const char *) helper;
    Table *calls;              /* of each, the words in it that may be helpers */
    Table *skeleton;           /* of each template of kernels, its words; words.c */
    Table *declared;           /* names that the templates' helpers have for the whole file */
} TemplateWords;

typedef struct Signature Signature;

typedef VEC(const char *) Conditions;      /* interned */

typedef struct Show {
    const Plan *plan;
    const EmitOptions *o;
    const TemplateWords *words;
    Names *names;              /* of the file */
    Table *helpers;            /* names of helpers that are called */
    Table *kernel_name;        /* Stage to the name of its kernel */
    Table *same_as;            /* Stage to an earlier one of the same code; view_same.c */
    Table *serves;             /* those that are the earlier one of another */
    const Entry *entry;
    Signature *signature;      /* of that */
    const Table *written;      /* in a kernel: what it writes */
    bool on_host, in_function;
    const Kernel *guarded;     /* launched where its guard is known to hold */
    const char *stops;         /* what ends the loops around; null: nothing has to */
    const Entry *sized;        /* the entry of these: */
    Table *found;              /* variables of the host that the call computes from data */
    Json *structs;             /* for the manifest: structs.c */
    Table *struct_call;        /* an Entry -> what the manifest says of its call with structs */
    Conditions checked;        /* tests of sizes that end the call */
} Show;

CScope scope_of(Show *v, Names *names);
Json *text_or_false(const char *s);
Json *with_last(Json *list);
void use_helper(Show *v, const char *name);              /* a function of the templates */
const char *c_type_of(const Plan *p, const Var *v);

bool needs_braces(const Block *b);
Json *show_block(Show *v, const Block *b, Names *names, bool nest_checks);
Json *show_inside(Show *v, const Block *b, const Names *around, bool nest);
Json *show_functions(Show *v);
Json *show_records(Show *v);

/* emit.c */
Templates templates_of(const EmitOptions *o);

/* roles.c: variables whose names are taken are called after what they do. */
void ask_roles(const Show *v);

/* words.c */
TemplateWords *template_words(const EmitOptions *o);
void close_helpers(const TemplateWords *w, Table *used); /* with those that they call */
Json *helpers_used(const Show *v);                       /* of each, whether it is called */
/* No name is a word of the template; the helpers that it calls are needed. */
void take_words(Show *v, const char *template, Names *names);

/* view_kernel.c */
/* Place, line and rules, for a comment. */
void show_origin(const Show *v, Json *o, Origin from);
Json *show_kernel(Show *v, const Kernel *k);             /* null: others are the same */
/* Its code, without names of kernels, in v->written. */
Json *show_stage(Show *v, const Kernel *k, const Stage *s, Names *names);
Json *show_launch(Show *v, const Kernel *k, Names *names);
void name_kernels(Show *v);
/* How values pass from a thread to another. */
typedef enum { LANES_DOWN, LANES_UP, IN_WORD } Passing;
/* Calls f for the operator of each fold or scan by the threads of a block. */
typedef void FoldSeen(const Function *op, Passing how, void *arg);
void each_fold(const Plan *p, FoldSeen *f, void *arg);
bool has_skeleton(const Plan *p, const char *name);
/* Blocks that fold, and are not of BLOCK_SIZE threads. */
bool has_any_width(const Plan *p);

/* view_same.c */
void find_same(Show *v);
typedef VEC(const Kernel *) Kernels;
Kernels launched_as(const Show *v, const Kernel *k);     /* others that k's code serves */

/* view_entry.c */

/* The C function of an entry. */
struct Signature {
    Show *v;
    const Entry *e;
    Names *names;
    Json *args;                /* the parameters of the C function, in order */
    Json *given;               /* those through which the host gets something */
    bool clamps;               /* clamped sizes have their names */
};

Signature signature_of(Show *v, const Entry *e);
const char *signature_expr(const Signature *s, const Core *n);   /* a size, for the caller */
Json *scratch_params(const Signature *s);                /* what its bytes depend on */
Json *show_slots(Signature *s);                          /* the bytes */
Json *slot_terms(const Json *slots);
Json *show_pointer(Signature *s, const Buffer *b, Names *names);     /* into scratch; or null */
const char *arg_text(const Json *list, const char *key); /* "n, m" */
bool allocates(const Entry *e);                          /* it takes a pool */
Json *show_inner(Show *v, const Entry *e);
bool needs_room(const Entry *e);
Json *show_entry(Show *v, const Entry *e);

/* Those of the entry's parameters and sizes that are used, and the thresholds. */
Json *params_used(const Signature *s, const Table *used);

/* view_versions.c */
bool is_tunable(const Show *v);                          /* calls take the thresholds */
const char *thresholds_type(const Show *v);              /* as that */
bool is_call(const Stmt *s);                             /* of a function that needs the pool */

/* structs.c */
void show_structs(Show *v, Json *j);                     /* of the header */

/* view_ranks.c */
bool is_ranked(const Plan *p);
bool takes_part(const Func *f, int i);                   /* a rank has a part of parameter i */
bool gives_part(const Func *f, int k);                   /* and of result k */
void show_ranks(Show *v, Json *j);                       /* of the file */
/* Of an entry point, with what its scratch memory depends on. */
void show_ranked(Signature *s, Json *scratch, Json *o);
Json *show_send(Show *v, const Entry *e, Signature *s, Json *o);
bool takes_thresholds(const Show *v, const Entry *e);
bool uses_thresholds(const Show *v, const Table *used);  /* variables: some is one of a call's */
void show_thresholds(Show *v, Json *to);
Json *show_versions(const Show *v);                      /* their names */
/* A sentence on those that lie within the span (null: anywhere), or null. */
const char *cut_nests(const Program *p, const Span *within);
void note_tests(const Choice *c, Table *used);           /* the variables in a choice's tests */
Json *show_choices(Signature *s);
/* "a, b" */
const char *kernels_launched(Show *v, const Way *w);
const char *asks_device(const Json *choices);
Json *common_slots(Signature *s);                        /* those that all versions need */
Json *show_regions(Signature *s);                        /* the others */

/* view_harness.c */
bool has_rows(const Handed *h, int n);      /* that differ */
Json *show_harness_entry(Show *v, const Entry *e);

/* manifest.c: of the whole file, for other programs; the view is made. */
Json *manifest_of(Show *v, const Json *view);

/* limits.c: the condition that there is no memory of such sizes, or null. */
/* Sizes are worked out before any check is made: what is computed from scalars of the
   caller may wrap around, and divisors are not 0. */
Core *unchecked_size(Core *n, void *entry);
const char *too_large_scratch(const Entry *e, const Table *given, const CScope *s);
const char *too_large_call(const Entry *e, const CScope *s);
/* Variables of the host that are computed from data. */
Table *found_sizes(const Entry *e);
/* Of products with such sizes; those that are checked already are left out. */
const char *too_large_found(Core *count, Table *sizes, const CScope *s, Conditions *checked);

/* messages.c */
/* Without what ends a comment, and control characters but tabs. */
const char *comment_text(const char *text);
/* "dot.fut", however it was named on the command line; a file that it imports
   as seen from there. */
const char *source_shown(const EmitOptions *o, const Span *s);
int most_failure_values(const Plan *p);                  /* of one message */
const char *failure_arguments(const Plan *p);            /* of snprintf; null: no message has any */
Json *show_messages(const Show *v);
void find_failures(const Plan *p, const EmitOptions *o, Emitted *out);

/* view_file.c */
Show show_new(const Plan *plan, const EmitOptions *o, const TemplateWords *words);
/* And the manifest, if it is not null. */
Json *view_program(Show *v, const Program *flat, Json **manifest);

/* size.c: of the entry points, those whose code in the .cu is large; the view is made. */
void warn_size(const Show *v, const char *cu);

/* wrap.c: breaks lines of more than 99 characters. */
const char *wrap_lines(const char *text);

#endif
