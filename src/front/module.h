/*
 * module.h -- shared by the files that resolve modules; private to front/.
 *
 * In: a parsed program, with modules. Out: a flat list of declarations, whose
 * names are unique and which mention each other by these names: the member x
 * of m is "m.x". A parametric module is checked once where it is defined,
 * with nothing known of its parameter but the module type; and its body is
 * copied, and resolved again, for each application. Opaque types are TYPE
 * declarations without a type; a value seen through a module type is a VAL.
 */
#ifndef MAPNEST_MODULE_H
#define MAPNEST_MODULE_H

#include "build.h"

typedef struct Module Module;
typedef struct Known Known;

typedef enum { N_VALUE = 1, N_TYPE = 2, N_MODULE = 4, N_SIG = 8 } NameKind;

/* What a name means. */
typedef struct {
    NameKind kind;
    const char *key;           /* VALUE, TYPE: the declaration's unique name; null: bound
                                  in the expression or type around */
    Module *module;            /* MODULE */
    const SigExp *sig;         /* SIG, and ... */
    const Known *known;        /* ... what its names mean */
    const Span *span;          /* null: built in */
    const Dec *text;           /* VALUE: of a scalar module: to be declared; or null */
} Meaning;

/* What is known at a place: tables from names to Meanings. Never changed, so that
   module types and parametric modules can keep it. */
struct Known {
    const Assoc *term, *type, *sig;
    bool wrong;                /* a module that was reported is open: any name may be its */
};

typedef enum { MODULE_BODY, MODULE_FUNCTOR, MODULE_WRONG } ModuleKind;

struct Module {
    ModuleKind kind;           /* WRONG: was reported; has every member */
    Table *term, *type, *sig;  /* name -> Meaning; modules are terms */
    /* FUNCTOR: */
    const char *param;
    const SigExp *param_sig;
    const Known *known;        /* around it; for module types that hide, ... */
    const Known *within;       /* ... and with nothing hidden */
    const ModExp *body;
    const SigExp *result;      /* without a body: of the module type that hides ... */
    Module *hidden;            /* ... this one; null: of an unknown one */
};

/* Where and for what declarations are made. */
typedef struct {
    const char *path;          /* before their names: "m." */
    bool main;                 /* at the top of the main program */
    const Span *applied;       /* of the application that makes them; or null */
} Making;

/* ---- module.c: declarations and module expressions ----------------------- */

Module *module_of_file(const Ast *a, const Making *m);
Module *module_apply(Module *f, Module *arg, const Span *s, const Making *m);

/* ---- module_type.c: module types ----------------------------------------- */

/* `from` as its users see it through a module type: its types are hidden
   there; or only those members that the type has, if not opaque; null: a
   module of which nothing else is known. */
typedef struct {
    Module *from;
    bool opaque;
    const Span *span;
    const Making *making;
    const Known *within;       /* what is known within the module; null: the same */
} Ascribed;
Module *module_ascribe(const SigExp *sig, const Known *k, const Ascribed *a);

/* ---- known.c: what is known ---------------------------------------------- */

const Known *known_add(const Known *k, const char *name, Meaning m);
const Known *known_local(const Known *k, NameKind kind, const char *name);
const Known *known_open(const Known *k, const Module *m);
const Meaning *known_find(const Known *k, NameKind kinds, const char *name);

/* ---- module_names.c: members, paths, and unique names -------------------- */

Module *module_new(ModuleKind kind);
void module_add(Module *m, const char *name, Meaning meaning);
void module_add_all(Module *m, const Module *from);
/* Null if there is none. */
const Meaning *module_member(const Module *m, NameKind kind, const char *name);
const Meaning *meaning_wrong(NameKind kind);
/* The same, when it was mentioned. */
const Meaning *meaning_used(const Meaning *m);
/* A value of the prelude; one that a body around defines further down. */
bool known_in_prelude(const char *name);
const Dec *known_later(const char *name);
/* The scalar modules, and the prelude's module types. */
const Known *known_built_in(void);
/* The meaning of a path like m.n.x; null, reported, if a part is missing. */
const Meaning *known_path(const Known *k, NameKind kind, const char *path, const Span *s);
/* A unique name; these of the main program are kept for it. */
const char *unique_value(const char *name, const Making *m);
const char *unique_type(const char *name);
void names_start(const Ast *main, const Ast *prelude);
/* Names what was reported: it agrees with everything. */
const char *wrong_name(void);

/* ---- scalar.c ------------------------------------------------------------ */

Module *scalar_module(Prim p);

/* ---- resolve.c: copies in which each name says what it means ------------- */

Exp *resolve_exp(const Exp *e, const Known *k);
TypeExp *resolve_type(const TypeExp *t, const Known *k);
/* With its parameters, which are known in the type. */
const Known *resolve_tparams(const Dec *from, Dec *to, const Known *k);
/* It can call itself by its key; null: it cannot. */
Dec *resolve_fun(const Dec *d, const Known *k, const char *key);
/* Resolves a function together with the later functions that it calls and that call it back. */
Dec *resolve_group(const Dec *d, const Known *k, const char *key, const Making *m);

/* ---- import.c: files ----------------------------------------------------- */

/* What the file exports; a file is read once a run. */
Module *import_file(const char *path, const Span *s);
void import_start(const Source *main);

/* ---- module.c ------------------------------------------------------------ */

/* Inside of a declaration: under this path, of this application; null: the same. */
Making making_in(const Making *m, const char *path, const Span *applied);
/* A function of a scalar module is put into the flat list, as the prelude's. */
void module_declare(const Dec *text, const char *key);
/* A copy of a declaration without what depends on names, in the flat list. */
Dec *emit_dec(DecKind kind, const Dec *d, const char *name, const Making *m);

/* package.c: an import from the root of the project that the file is in, by a path from the file;
   null: there is no other root. And "; the package .. provides it" for a file that is missing,
   or "". */
const char *package_path(const char *file, const char *path);
const char *package_missing(const char *file, const char *path);

#endif
