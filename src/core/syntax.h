/*
 * syntax.h -- core text as a tree, before names and types; private to reading.
 *
 * grammar/core.l and core.y make it (tokens.c stands between them); read.c
 * turns it into programs and typed terms; rewrite/pattern.c into patterns, and
 * rewrite/rulefile.c into rule files.
 */
#ifndef MAPNEST_CORE_SYNTAX_H
#define MAPNEST_CORE_SYNTAX_H

#include "core.h"

/* What follows each kind: its text, then its kids. */
typedef enum {
    S_NAME,                    /* text; flag: @f, a function for sure */
    S_META,                    /* "?x", "?xs..", "?F" */
    S_NUMBER,                  /* text */
    S_STRING,                  /* text */
    S_HASH,                    /* "i" of #i */
    S_APPLY,                   /* head, arguments.. */
    S_SOAC,                    /* operator; width or null, arguments.. */
    S_SEG,                     /* operator@place; levels, arguments.., body */
    S_ASSERT,                  /* text; S_LIST of its values, arguments.. */
    S_INFIX, S_PREFIX,         /* operator; operands */
    S_SECTION,                 /* operator */
    S_INDEX,                   /* array, entries.. */
    S_UPDATE,                  /* array, S_SEQ of entries, value */
    S_WHOLE,                   /* entry  : */
    S_SPAN,                    /* entry  start :+ count * stride ; start, product */
    S_ASSIGN,                  /* entry  names := terms ; two expressions */
    S_TUPLE,                   /* ( , ) and ( ); levels and dots among its kids */
    S_PAREN,                   /* ( ) around one expression */
    S_LIST,                    /* [ , ] */
    S_EACH,                    /* e.. */
    S_TYPED, S_COERCE,         /* e : type and e :> type */
    S_EMPTY,                   /* type */
    S_TYPE,                    /* element type; dims, null if unknown; flag: `*` */
    S_LAM,                     /* S_SEQ of parameters, body */
    S_BLOCK,                   /* S_SEQ of S_STM, S_SEQ of results or null */
    S_STM,                     /* S_SEQ of attributes, names or null, e */
    S_LET,                     /* names, e, rest */
    S_IF,                      /* c, a, b */
    S_LOOP,                    /* names, S_SEQ of inits, counter, bound, body */
    S_WHILE,                   /* names, S_SEQ of inits, condition, body */
    S_LEVEL,                   /* S_SEQ of names, arrays and #i, width or null */
    S_DOT,                     /* the empty context */
    S_WORD,                    /* among words: ",", "in", an operator */
    S_SEQ,                     /* any number */
    S_FUNC,                    /* name; S_SEQ of params, S_SEQ of types, body or null, attributes;
                                  flag: entry */
    S_SEQUENT,                 /* level or null; S_SEQ of words, e, e' or null */
    S_IS,                      /* premise: words, e */
    S_COMPUTE,                 /* premise: words, S_SEQ of words, or e */
    S_NOT,                     /* premise */
    S_EXAMPLE,                 /* why not ("anything"), or null; term, what it gives or null */
    S_NEEDLESS,                /* why; premise */
    S_PROOF,                   /* ; term, steps.. of this kind (lemma; term; flag: back) */
    S_SET,                     /* name; sentence */
    S_JUDGMENT,                /* ; sentence */
    S_LEMMA,                   /* name; sentence, source, S_SEQ left, S_SEQ right,
                                  S_SEQ of premises, of examples; flag: both ways */
    S_RULE,                    /* name; sentence, source, S_SEQ of premises, S_SEQUENT,
                                  S_SEQ of examples */
    S_EXAMPLES,                /* name; S_SEQ of examples */
    S_OPTION,                  /* name; sentence [value [least, most]] */
    S_STRATEGY,                /* name; steps, each an S_SEQ of names */
    S_GIVEN                    /* S_HASH sizes, S_TYPED variables, S_FUNC functions */
} SynKind;

typedef struct Syn Syn;
struct Syn {
    SynKind kind;
    bool flag;
    const char *text;
    Syn **kid;
    int n, room;
    const Span *span;
};

/* A node with n kids. */
Syn *syn_new(SynKind k, const Span *s, const char *text, int n, ...);
/* Appends, and widens the span; returns the list. */
Syn *syn_add(Syn *list, Syn *kid);

/* The SOAC or SEG that `segred_comm@thread` and the like name; or -1. */
int second_order(const char *word, bool *comm, Place *place);

/* READ_LAWS: rules without what tries and proves them, which most runs never ask for. */
typedef enum { READ_PROGRAM, READ_RULES, READ_LAWS, READ_TERM } ReadMode;
static inline bool reads_rules(ReadMode m) { return m == READ_RULES || m == READ_LAWS; }

/* The laws of a `for`; see each.c. */
typedef struct Each Each;

/* Where the bytes that are scanned stand in the file: their columns, from and to, and by how much
   the lines are moved left; all null for the text of the file itself. */
typedef struct {
    const int *from, *to, *shift;
    int line;                           /* the first one */
} RowText;

/* The state of a scanner and a parser. */
typedef struct {
    const Source *src;
    ReadMode mode;
    void *scanner;
    int line, col;
    Each *each;                         /* the `for` in which it reads; null: none */
    RowText row;
    int begin, end, last_end;           /* what was scanned last, in its text; the token before */
    int last, last_line;                /* the token before, and where it ends */
    int held, held_at[4];               /* a token that waits behind a ';' */
    const char *held_text;
    VEC(int) open;                      /* brackets: a brace's column, else 0 */
    bool in_rule, in_law, in_premises;
    int part;                           /* of a rule: YES, NO, PROOF, WITHOUT; else 0 */
    int premise_col;                    /* of the first premise */
    Syn *result;
} Reader;

/* Errors go to diag (fail_at). */
Syn *syntax_read(const Source *s, ReadMode mode);
/* A term of a rule file; see term_read. */
Core *term_of(const Syn *syn, const Given *given, Core **ctx);

#endif
