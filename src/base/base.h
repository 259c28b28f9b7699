/*
 * base: what every phase stands on, and nothing that knows of the language.
 *
 * Memory: one arena for the whole run; nothing in it is freed before
 * arena_free_all(), but what is taken for a while (arena_begin). Names are
 * interned, so equal names are equal pointers.
 * Errors in the user's input go through diag.c alone; bug() is for ours.
 */
#ifndef MAPNEST_BASE_H
#define MAPNEST_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MAPNEST_VERSION "0.1.0"

/* arena.c */

/* Zeroed memory that lives until the end of the run. Exits with a message
   when memory runs out. */
void *arena_alloc(size_t bytes);
/* Nothing refers to it any more: it may be used again. */
void arena_give_back(void *p, size_t bytes);
/* A copy with room for more elements; for vectors. */
void *arena_grow(const void *old, size_t old_bytes, size_t new_bytes);
void arena_free_all(void);
/* What is taken between begin and end is given back at the end; what outlives it is taken
   between out and in; a pointer to it that something older holds is noted before it is set. */
void arena_begin(void);
void arena_end(void);
void arena_out(void);
void arena_in(void);
void arena_note(void *pointer);

#define NEW(T) ((T *)arena_alloc(sizeof(T)))
#define NEWS(T, n) ((T *)arena_alloc(sizeof(T) * (size_t)((n) > 0 ? (n) : 1)))
/* A new one: MAKE(Span, .line = 1, .col = 2); and one like that which there is. */
#define MAKE(T, ...) ((T *)memcpy(arena_alloc(sizeof(T)), &(T){ __VA_ARGS__ }, sizeof(T)))
#define COPY(T, like) ((T *)memcpy(arena_alloc(sizeof(T)), (T[]){ like }, sizeof(T)))
/* The same of n of them; and of those with room for more. */
#define GROWN(T, at, n, more)                                                 \
    ((T *)arena_grow(at, sizeof(T) * (size_t)(n), sizeof(T) * ((size_t)(n) + (size_t)(more))))
#define COPIES(T, at, n) GROWN(T, at, n, 0)

/* Ends the run with a message. */
_Noreturn void out_of_memory(size_t bytes);
/* malloc and realloc that never return null. */
void *must_malloc(size_t bytes);
void *must_realloc(void *old, size_t bytes);

/* memcpy that takes null where there is nothing to copy. */
void copy_bytes(void *to, const void *from, size_t bytes);

/* A growing array in the arena: VEC(int) v = {0}; vec_push(&v, 3); v.at[0] */
#define VEC(T) struct { T *at; int n, room; }
#define vec_push(v, x)                                                        \
    do {                                                                      \
        if ((v)->n == (v)->room) {                                            \
            int room_ = (v)->room ? 2 * (v)->room : 4;                        \
            (v)->at = arena_grow((v)->at, sizeof *(v)->at * (size_t)(v)->n,   \
                                 sizeof *(v)->at * (size_t)room_);            \
            (v)->room = room_;                                                \
        }                                                                     \
        (v)->at[(v)->n++] = (x);                                              \
    } while (0)

#define vec_append(v, from, count)                                            \
    do {                                                                      \
        for (int i_ = 0; i_ < (count); i_++)                                  \
            vec_push(v, (from)[i_]);                                          \
    } while (0)

/* Nobody looks at it any more. */
#define vec_free(v) arena_give_back((v)->at, sizeof *(v)->at * (size_t)(v)->room)

/* text.c */

/* A growing string, always ended by '\0'; lives in the arena, and moves as it grows. */
typedef struct {
    char *at;
    int n, room;
} Text;

void text_add(Text *t, const char *s);
void text_addn(Text *t, const char *s, int n);
void text_char(Text *t, char c);
void text_utf8(Text *t, unsigned c);      /* a code point */
void text_fmt(Text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_vfmt(Text *t, const char *fmt, va_list ap);
/* The string so far, never null. */
const char *text_str(const Text *t);
/* In a function (.., const char *fmt, ...): declares the text that this makes. */
#define FORMATTED(text, fmt)                                                  \
    va_list ap;                                                               \
    va_start(ap, fmt);                                                        \
    Text text = {0};                                                          \
    text_vfmt(&text, fmt, ap);                                                \
    va_end(ap)
/* A formatted string in the arena. */
char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *str_copyn(const char *s, int n);
/* "'then'", "a name or '='", "a, b or c": phrases as they are, other words in quotes. */
const char *text_choice(const char *const *words, int n);
/* Of what a parser wants: all when they are few; those of `telling` that are among them. */
const char *text_wanted(const char *const *words, int n, const char *const *telling, int ntelling);
bool str_among(const char *const *words, int n, const char *word);
char *str_upper(const char *s);
char *str_lower(const char *s);
bool str_ends(const char *s, const char *suffix);
bool str_starts(const char *s, const char *prefix);
/* Whether both are the same text; most that are not differ in their first letter. */
static inline bool str_same(const char *s, const char *t)
{
    return *s == *t && !strcmp(s, t);
}

/* What follows the first line. */
const char *next_line(const char *text);

/* "dir/dot.fut" -> "dot" */
const char *path_stem(const char *path);
/* The same as the name of files that include each other: other characters are lines. */
const char *path_output(const char *path);

/* How many characters to add, drop, change or swap to get from a to b. */
int edit_distance(const char *a, const char *b);
/* The bytes of a space at `at`, 2 of a no-break space; 0: there is none. */
int blank_bytes(const char *at, const char *end);

/* The whole of a file or a stream, '\0' added, length in *n when n is not
   null; null (errno set) if it cannot be read. */
char *file_read(const char *path, size_t *n);
/* The paths that file_read has read so far, each once. */
const char *const *files_read(int *n);
char *stream_read(FILE *f, size_t *n);
/* Writes to a temporary name and renames; leaves an equal file untouched.
   False, with errno set, on failure. */
bool file_write(const char *path, const char *text, size_t n);
/* Keeps the signals that ask for an end waiting, or lets them in: what is half done
   would stay behind. */
void hold_signals(bool hold);

/* intern.c */

/* The one copy of a string: equal strings give equal pointers. */
const char *intern(const char *s);
const char *internn(const char *s, int n);

/* A table from interned names (or any pointers) to pointers; insertion order
   is kept, so that walking it is deterministic. */
typedef struct Table Table;
Table *table_new(void);
void table_free(Table *t);
void table_put(Table *t, const void *key, void *value);
void *table_get(const Table *t, const void *key);  /* null if absent */
bool table_has(const Table *t, const void *key);
void table_del(Table *t, const void *key);
int table_count(const Table *t);
/* Visits in insertion order. */
void table_each(const Table *t, void (*f)(const void *key, void *value, void *arg), void *arg);

/* assoc.c */

/* A table that is never changed: with an entry more it is another; null: empty. */
typedef struct Assoc Assoc;
Assoc *assoc_with(const Assoc *a, const void *key, void *value);
void *assoc_find(const Assoc *a, const void *key);  /* null if absent */

/* source.c */

typedef struct {
    const char *name;          /* as given by the user, or "<prelude>" */
    const char *text;
    int size;
    const char **lines;        /* start of each line; made on first need */
    int nlines;
    int hidden;                /* lines before the first that its writer knows of */
} Source;

Source *source_new(const char *name, const char *text, int size);

/* A place in a source, first and last character both inclusive, counted
   from 1. `from` is the call that was inlined or specialised here. */
typedef struct Span Span;
struct Span {
    const Source *src;
    int line, col, line2, col2;
    const Span *from;
};

/* The number of a line without the hidden ones. */
int line_shown(const Source *s, int line);
const Span *span_new(const Source *s, int line, int col, int line2, int col2);
/* From the start of a to the end of b; either may be null. */
const Span *span_join(const Span *a, const Span *b);
/* The same place, reached through the call at `from`. */
const Span *span_inlined(const Span *s, const Span *from);
/* "dot.fut:2:3" */
const char *span_str(const Span *s);
/* The text of a line, without its end; null if there is none. */
const char *source_line(const Source *s, int line, int *length);
/* Where that place is in the text: within the line, or at its end. */
int source_offset(const Source *s, int line, int col);
/* What stands there; lines but the first without the blanks before its column. */
const char *span_text(const Span *s);
/* The token there, in quotes, for a message; long ones are cut. */
const char *span_token(const Span *s);

/* diag.c */

/* What a diagnostic is about: ERR_UNKNOWN_NAME is the entry 'error unknown-name'
   of diagnostics.txt. */
typedef enum {
#define DIAGNOSTIC(id, name) id,
#include "diagnostics.def"
#undef DIAGNOSTIC
    NDIAGNOSTICS
} DiagId;

/* 'file:line:col: error: text [name]', the line and a caret; counts it. It is
   printed when what belongs to it, notes and fixes, is complete. */
void error_at(const Span *s, DiagId id, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Printed if its -W option is on; an error with -Werror. */
void warn_at(const Span *s, DiagId id, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The second place of the diagnostic before. */
void note_at(const Span *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What could stand at s to repair the diagnostic before. */
void fix_at(const Span *s, const char *text);
/* error_at, then gives up the run: see diag_catch. */
_Noreturn void fail_at(const Span *s, DiagId id, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Gives up the run if an error was printed. */
void stop_on_errors(void);
_Noreturn void stop_run(void);
int error_count(void);
/* An error of ours: prints what the compiler was at, exits with EXIT_INTERNAL. */
enum { EXIT_INTERNAL = 3 };
_Noreturn void bug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The construct that bug() names, until the next one; may be null. */
void bug_place(const Span *s);
const Span *bug_placed(void);
/* A rule of one's own that is at work: what bug() says is an error at its place; null: none. */
void bug_rule(const Span *rule, const char *name);
/* While `to` is not null, bug() leaves its message there and stops the run, so
   that a catcher gets it: for rules on trial and for the files of a test. */
void bug_caught(const char **to);
bool bug_is_caught(void);

/* -Wname, -Wno-name, -Wall, -Werror, -Werror=name, -w, without the dash; false
   if there is no such warning. */
bool diag_option(const char *option);
bool warning_enabled(DiagId id);
/* Turns on the warnings that are on without an option. */
void diag_defaults(void);

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorWhen;
void diag_color(ColorWhen when);
void diag_json(bool on);
/* Where messages go: standard error unless a test says otherwise. */
void diag_stream(FILE *f);
/* With a catcher, fail_at and stop_run jump there; without, they exit(1).
   Returns 0 first, 1 after a failure:  if (DIAG_CATCH(&c)) { failed }  */
typedef struct DiagCatch {
    jmp_buf jump;
    struct DiagCatch *outer;
    int errors_before;
} DiagCatch;
void diag_push(DiagCatch *c);
void diag_pop(DiagCatch *c);
#define DIAG_CATCH(c) (diag_push(c), setjmp((c)->jump))

/* diag_print.c */

typedef struct { const Span *span; const char *text; } DiagNote;
typedef struct {
    const char *kind;          /* "error", "warning" */
    const char *option;        /* "unknown-name", "-Wunused", "-Werror=unused" */
    const char *name;          /* of the entry in the catalogue */
    const Span *span;          /* may be null */
    const char *text;
    VEC(DiagNote) note;
    VEC(DiagNote) fix;         /* the span is to be replaced by the text */
} Diagnostic;
void diag_print_text(FILE *f, const Diagnostic *d, bool color);
/* An object in gcc's form, on one line. */
void diag_print_json(FILE *f, const Diagnostic *d);

/* catalogue.c */

/* An entry of diagnostics.txt; texts may be null where the entry has none. */
typedef struct {
    const char *kind, *name;   /* "error", "unknown-name" */
    const char *title, *cause, *repair;
    const char *enabled;       /* of a warning: "always" or "on request" */
    const char *command;       /* FILE stands for the example */
    const char *input, *sized, *repaired;
    const char *before, *after;
    const char *peer;          /* what Futhark says; see diagnostics.txt */
} DiagEntry;
const char *diag_name(DiagId id);
bool diag_is_warning(DiagId id);
/* Null if there is none. */
const DiagEntry *catalogue_entry(const char *name);
void catalogue_list(Text *out);
void catalogue_explain(Text *out, const DiagEntry *e);
/* Those whose names are near. */
const char *catalogue_near(const char *name);

/* doc.c */

/* The doc comment above a line (from 0) of a program, without its dashes; "" if there is none. */
const char *doc_above(const char *text, int line);
/* As doc_tag, of any comment there. */
const char *tag_above(const char *text, int line, const char *tag);
/* Of a doc comment: the lines before and between those that begin with @. */
const char *doc_prose(const char *doc);
/* The text behind a tag such as "@results" or "@param xs", on one line; null: no such tag. */
const char *doc_tag(const char *doc, const char *tag);

/* json.c */

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING,
               JSON_LIST, JSON_OBJECT } JsonKind;
typedef struct Json Json;
struct Json {
    JsonKind kind;
    const char *text;          /* STRING: its bytes; NUMBER: as written */
    int n, room;               /* LIST, OBJECT: members; STRING: bytes */
    Json **item;
    const char **key;          /* OBJECT only, in insertion order */
};

Json *json_null(void);
Json *json_bool(bool b);
Json *json_int(int64_t i);
Json *json_str(const char *s);
Json *json_list(void);
Json *json_object(void);
/* Gives the memory back; no part may stand in it twice, or in another value. */
void json_free(Json *j);
void json_push(Json *list, Json *item);
/* An object of these members: "key", Json *, .., NULL. */
Json *json_record(const char *key, ...) __attribute__((sentinel));
/* Adds or replaces a member; returns the object. */
Json *json_set(Json *object, const char *key, Json *value);
/* A member that is not there yet; and an object with room for so many. */
Json *json_add(Json *object, const char *key, Json *value);
Json *json_object_of(int members);
Json *json_get(const Json *object, const char *key);   /* null if absent */
/* Null, and a message "line:column: ..." in *error, on bad JSON. */
Json *json_parse(const char *text, const char **error);
/* From column `indent` on, two more a level; indent < 0: all on one line. */
void json_print(Text *out, const Json *j, int indent);

#endif
