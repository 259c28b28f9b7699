/* print.h -- shared by print.c (types, bodies, functions) and print_node.c. */
#ifndef MAPNEST_CORE_PRINT_H
#define MAPNEST_CORE_PRINT_H

#include "core.h"

/* How tightly a construct binds; an operand needs at least the level of its
   place. */

typedef struct {
    Text *out;
    int indent;
    int stop;                  /* flat: give up once the text is this long */
    bool flat;
    bool size;                 /* i64 constants need no suffix */
    Marks *marks;              /* null: none wanted */
} Printer;

/* print.c */
void put(Printer *p, const char *s);
/* The flat attempt has failed: whatever comes will be printed again. */
bool over(const Printer *p);
bool is_negative(Scalar v);
/* As text, not only up to size_equal. */
bool identical(const Type *a, const Type *b);
void put_size(Printer *p, const Core *n, int prec);
void put_type(Printer *p, const Type *t);
void put_binder(Printer *p, const Var *v, const Type *expected);
/* `@f` where f alone would be an operator. */
void put_func_name(Printer *p, const Func *f);
void put_body(Printer *p, const Core *body);
/* False, and nothing printed, if it does not fit on the line. */
bool put_on_line(Printer *p, void (*f)(Printer *p, const Core *n), const Core *n);
/* A body, on several lines if it needs braces. */
void put_branch(Printer *p, const Core *body);
/* The one expression of a body that needs no braces; else null. */
const Core *plain(const Core *body);

/* What was printed since `from` came from there. */
void mark(Printer *p, int from, const Span *span);

/* print_node.c */
void put_exp(Printer *p, const Core *n, int prec);
void put_kids(Printer *p, const Kids *k, int prec, const char *between);
void put_args(Printer *p, const Kids *k);

#endif
