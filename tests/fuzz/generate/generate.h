/* generate.h -- random programs: well typed, terminating, and as a rule not failing.

   A program is a function of a sequence of choices. They are drawn from a seed and kept, so
   that a shorter or smaller sequence gives a smaller program: see shrink.c. Choice 0 is
   always the simplest. The constructs of the language are lines of the file `forms`. */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- choice.c: choices, and texts (nothing is freed: a program is short) ---- */

void choices_seed(uint64_t seed);
/* Choices made before; what goes beyond them is 0. */
void choices_replay(const uint32_t *choice, int n);
/* As if these had been made just now. */
void choices_restore(const uint32_t *choice, int n);
/* Those made since. */
const uint32_t *choices_made(int *n);
/* The choices of an expression of this type, or (null) of all functions. */
typedef struct Type Type;
typedef struct { int from, to; const Type *type; } Span;
int span_open(const Type *t);
void span_close(int span);
const Span *spans_made(int *n);
/* One of 0 .. n - 1. */
int pick(int n);
static inline bool chance(int percent) { return pick(100) >= 100 - percent; }
/* The same from a stream of its own, for variants of a program: no choice is used up. */
int vary(int n);

char *fmt(const char *f, ...) __attribute__((format(printf, 1, 2)));
/* In parentheses, unless it is one word or parenthesised already. */
char *atomic(char *s);
/* `text` with each whole word `word` replaced. */
char *replaced(const char *text, const char *word, const char *by);

/* ---- type.c ---- */

/* "i32", "bool"; "array" of dim; "tup", "rec", "sum", "fun" of arguments, and what only
   forms have: "op" and "cop", an operator that associates (and commutes), with its neutral
   element; "idx", an index below dim; "place", where scatter may write, not twice. In forms
   a head of one letter and perhaps a digit is a variable: i an integer type, p a primitive
   one, s one without arrays, t any. */
struct Type {
    const char *head, *dim;
    int n;
    const Type *arg[3];
};

/* Values of the variables of a form: types, and sizes as text. */
typedef struct {
    int n;
    bool nested;               /* a size of a size of two parts: none of ours */
    struct { const char *name, *dim; const Type *type; } at[12];
} Env;

void env_give(Env *env, const char *name, const char *dim, const Type *type);
const Type *type_read(const char **at);
const Type *type_prim(const char *name);
const Type *array_of(const char *dim, const Type *element);
bool is_array(const Type *t);
bool is_int(const Type *t);
bool is_prim(const Type *t);
/* How it is written in a program. */
char *type_text(const Type *t);
bool type_same(const Type *a, const Type *b);
/* Whether the pattern matches, with the variables that it binds. */
bool type_match(const Type *pattern, const Type *t, Env *env);
/* The pattern filled in; variables without a value get one. */
const Type *type_fill(const Type *pattern, Env *env);
/* The size named or written there, filled in likewise. */
const char *dim_fill(const char *dim, Env *env);
const Type *any_prim(void);
const Type *any_type(void);
/* A size in scope, or a small number. */
const char *any_dim(void);

/* ---- form.c ---- */

void forms_read(const char *path);
/* A form of the program's own, at the end; forms_drop takes it back. */
int forms_count(void);
void forms_add(const char *line);
void forms_drop(int to);
/* An expression. */
char *expr(const Type *t, int fuel);

/* What is in scope; the last one hides those before of its name. */
void bind(const char *name, const Type *t);
void bind_dim(const char *name);
/* As if no variable had been used. */
void forget_uses(void);
typedef struct { int vars, dims; } Scope;
Scope scope(void);
void scope_back(Scope s);
int dims_count(void);
const char *dim_at(int i);

/* How a program is made. */
extern struct Making {
    int budget;                /* how many forms may still be used */
    int nest, deepest;         /* iterations around the place; the most there were */
    int serial;                /* of names */
    bool products;             /* a size is a product */
    bool varied;               /* said differently, with the same meaning */
    bool wrong;                /* one mistake is to be made */
    bool at_once, planted;     /* in the next expression; it is made */
} making;

/* ---- program.c ---- */

typedef enum { PLAIN, WITH_VARIANT, WITH_MISTAKE } Sort;

/* Definitions and an entry for the choices that come next; with a variant, two entries. */
char *program(uint64_t seed, Sort sort);

/* ---- shrink.c ---- */

/* The smallest program found for which the command, given its file, succeeds. */
void shrink(uint64_t seed, Sort sort, const char *library, const char *command, FILE *out);

#endif
