/* type.h -- shared by type.c (first-order), type_body.c and type_soac.c. */
#ifndef MAPNEST_CORE_TYPE_H
#define MAPNEST_CORE_TYPE_H

#include "core.h"

/* One inference: the node, and its types or what is wrong with it. */
typedef struct {
    Core *n;
    const char *why;
    const Type **type;
    int ntypes, room;
} Infer;

/* Notes the complaint; false. */
bool wrong(Infer *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Notes one more result; true. */
bool give(Infer *f, const Type *t);
bool is_i64(const Core *n);
/* t is an array, of outer size `size` unless either is unknown. */
bool array_of(Infer *f, const Type *t, const Core *size);
bool expect(Infer *f, const Type *t, const Type *want, const char *what);

bool infer_body(Infer *f);
bool infer_prefix(Infer *f);
bool infer_nest(Infer *f);                                /* SOACs and SEGs */
bool infer_control(Infer *f);

#endif
