/*
 * plan: flat core as kernels and host steps.
 *
 * In: a program of flat core after core_tidy. Out: a Plan, an imperative
 * program as data, from which emit/ makes the view for the templates. No
 * text of CUDA is made here: a kernel is a list of stages, each the name of a
 * skeleton, which is a template, and what stands in its holes.
 *
 * Expressions are Core trees: operands of scalar operators may be operators
 * again, memory is read by INDEX of a buffer's variable with one flat index
 * (none: the buffer holds one value), and TERM nodes are what C has beyond
 * core (fields, records, calls by name; see tree.c).
 *
 * Arrays are index functions over buffers (View). A view is stored only where
 * it must be: as a result of an entry, in a loop, where it is consumed.
 *
 * The passes, and the files in order; none calls one of a later line, nor a later one
 * of its own line (scripts/lint asks the objects):
 *
 *   tree views names            expressions, arrays as index functions, names of C
 *   uses keep                   questions about core
 *   unnamed                     pass: variables that the program gives no name of their own
 *   elements                    which element an index in a nest leads to
 *   reuse                       pass: results that take the memory of an array that is read
 *   updates                     pass: new values that are made where they are put
 *   compact                     pass: filters that store what they keep in a parameter
 *   slice measure               pass: sizes in threads get bounds; core to core
 *   place                       pass: host or device, for each host-level binding
 *   alloc                       pass: which memory each variable gets, and for how long
 *   skeletons barrier slots     what a kernel's code is put into; shared memory
 *   ends                        what follows a check that always fails is left out
 *   unread                      what a kernel computes and nobody reads is left out
 *   pointers                    a row of a row is one of the whole array
 *   code cuts rows values checks   lowering: statements, scalars, what may fail
 *   launch neighbours levels team narrow banks guards   a nest as a kernel; the threads of a block
 *   memory thresholds           where arrays lie, and what versions depend on
 *   copies results              how arrays get there
 *   functions operators         device functions
 *   loops writes thread         one thread, one element after the other
 *   halves twins turns arrays control   array operations, loops and branches anywhere
 *   calls frees                 functions of the host that call themselves
 *   folds order flat beside windows chain scans   segmented operations: those that scan
 *   columns staged parts histograms fetch   those that fold and count
 *   block untile kernels        by blocks; which kernel does them
 *   lower                       any binding
 *   epilogue                    pass: one kernel where one thread goes on after a reduction
 *   atomics                     pass: blocks add their totals to the result
 *   inplace                     pass: values that need no name of their own
 *   versions                    choices between versions
 *   clamps                      clamped sizes that are used often get a name
 *   verify                      what holds of a finished plan
 *   entry                       entry points, and the whole plan
 *
 * A body in a body is lowered through a pointer (Lower.bindings), for that alone.
 *
 * After measure each size that a thread finds for an array with memory of its
 * own has a bound that the host knows, said by an unchecked assertion; where
 * none was found the array is refused. After place and alloc nothing changes what
 * they decided, and lowering makes each binding once, but for a fold of rows, which has two
 * kernels, of which the host chooses one.
 *
 * What holds of a finished Plan: a kernel's parameters are exactly the host
 * variables and buffers that its statements mention; each scratch buffer has
 * a slot, and buffers in one slot are never needed at the same time; sizes in
 * scratch are over entry parameters alone; other memory ends with the block that
 * allocates it, unless another array or the caller was given it.
 */
#ifndef MAPNEST_PLAN_H
#define MAPNEST_PLAN_H

#include "../core/failure.h"

typedef struct Stmt Stmt;
typedef struct Kernel Kernel;
typedef struct View View;
typedef struct Region Region;
typedef struct {
    Stmt **at;
    int n, room;
    Region *region;            /* of a branch of a choice between versions; or null */
} Block;

/* Several values that travel together; a struct in C. */
typedef struct {
    const char *name, *about;
    Var **field;
    int n;
    bool functor;              /* of an operator: the variables that it captures */
} Record;

/* ALLOCATED: by a statement, once its size is known; until the block of that ends.
   GIVEN: what the caller gets of it, a pointer to allocated memory, or its size. */
typedef enum { B_PARAM, B_RESULT, B_SCRATCH, B_ALLOCATED, B_GIVEN, B_THREAD, B_SHARED,
               B_ROW } BufferHome;

/* Memory, or a pointer into it. */
typedef struct Buffer {
    Var *var;                  /* the pointer; its type gives the elements' */
    const Record *record;      /* elements are these; null: of var's prim */
    BufferHome home;
    Core *count;               /* elements; null: not ours to allocate */
    const Type *shape;         /* THREAD, SHARED: its elements have an index in each dimension,
                                  all of constant extent; null: one index */
    int gap;                   /* SHARED: elements that nobody uses at the end of a row; without
                                  a shape: the number after each of which there is one */
    bool fixed;                /* SHARED: declared with its size */
    bool empty;                /* THREAD: it has no elements, whatever its declaration */
    struct Buffer *mate;       /* its pointer is swapped with this one's, or, in a ring, with
                                  that of a mate's mate */
    Core *half;                /* SHARED: of two that lie side by side, its mate the other, this
                                  is the one of that number, which is swapped */
    Var *threads, *thread;     /* element k of a thread is at k * threads + thread */
    bool pinned;               /* the caller sees it: never in a slot */
    bool consumed;             /* a parameter that may be written */
    const Block *block;        /* ALLOCATED: whose end frees it */
    bool given;                /* ALLOCATED: another array gets its memory there */
    int first, last;           /* host steps between which it is needed */
    int slot;                  /* -1: none */
    Region *region;            /* of the host's code: the one that all that needs it is in */
} Buffer;

/* Arrays as index functions. */
typedef enum {
    V_BUFFER, V_IOTA, V_FILL, V_PERM, V_SLICE, V_SHAPE,
    V_ROW, V_PLACE,            /* of rows that end at of..: each element's row, its place there */
    V_GATHER,                  /* the elements of `of` whose indices are `at` */
    V_WINDOWS,                 /* rows that overlap: row i of `of` from i + start on */
    V_OWN,                     /* what a block's threads keep: each its elements */
    V_TILES,                   /* each element one of `of`, or beyond its end: written only */
    V_IRREG,                   /* `of` in rows as long as `at` says */
    V_CUT,                     /* `of` in rows that may differ in length */
    V_SHARE                    /* one row of it */
} ViewKind;

/* The elements first, first + step .. below end of an array. */
typedef struct {
    Core *first, *end, *step, *length;
} Share;

struct View {
    ViewKind kind;
    const Type *type;          /* sizes are trees over host variables */
    Buffer *buffer;            /* BUFFER: row-major; WINDOWS: a copy, in which a row begins at
                                  `slot`; or null */
    Core *value;               /* FILL: of scalars; OWN: the variable, if there is one element */
    bool blank;                /* FILL: what is in it is never read */
    View *of;                  /* FILL of arrays, PERM, SLICE, SHAPE, OWN, ROW, PLACE, GATHER,
                                  WINDOWS */
    View *at;                  /* GATHER */
    int lead;                  /* OWN: dimensions whose elements threads share out; TILES:
                                  those whose indices are digits */
    Core *const *slot;         /* OWN: which of its elements the thread works at */
    const int *perm;           /* PERM; TILES: the dimension of `of`, and */
    const int64_t *over;       /*   how far apart there elements are that are neighbours here */
    Core **start, **stride;    /* SLICE, for each dim of `of`; stride null: fixed; WINDOWS: start */
    Core *rows;                /* CUT: how many */
    bool stripes;              /* CUT: row t has the elements t, t + rows .. */
    const Share *share;        /* SHARE */
};

/* A function: an operator, or a function of the program. */
typedef struct Function {
    const char *name;
    const Func *source;        /* null: an operator */
    const Core *lam;           /* of an operator */
    const char *about;         /* a line of comment */
    Origin origin;
    Var **param;
    int nparams;
    const Record *record;      /* type of the result; null: prim */
    Prim prim;
    Block body;
    bool host;                 /* the host calls it, too */
    int inlined;               /* operations, with those of what is inlined in it */
    bool apart;                /* too many to be inlined in others */
    Var *failure;              /* a parameter after the others; null: cannot fail */
    bool takes_records;        /* operators on records: both parameters */
    struct Function *of;       /* made from this operator; values are field 0 */
    /* An operator that uses variables from outside is an object that holds them. */
    const Record *functor;     /* null: a plain function */
    Core **captured;           /* what the fields stand for; null: the failure word */
    Var *self;                 /* the object */
} Function;

typedef enum { S_LET, S_ARRAY, S_ROW, S_SET, S_ATOMIC, S_FOR, S_LOOP, S_BREAK_UNLESS, S_IF,
               S_CHECK, S_RETURN, S_LAUNCH, S_COPY, S_READ, S_SWAP,
               S_ALLOCATE, S_FREE, S_KEEP, S_GIVE, S_CLEAR, S_LOCKED, S_TAKE, S_CALL,
               S_PEERS,                  /* for each of the other lanes: writes.c */
               S_LOAD, S_STORE,          /* a thread's array from and to memory: neighbours.c */
               S_FETCH,                  /* begins to copy to shared memory: fetch.c */
               S_AWAIT,                  /* until what the thread has begun to copy is there */
               S_LAMBDA, S_INVOKE,       /* a function in a kernel, and a call: twins.c */
               /* of a block whose threads run it together, see block.c: */
               S_SHARED, S_BARRIER,
               S_LEAVE,                  /* a barrier; all leave if a check failed: to says so */
               S_ONCE, S_EACH, S_OWN, S_COLLECTIVE,
               S_PARAM,                  /* of a LAMBDA, at the beginning of its body */
               S_EITHER                  /* an IF, if rows of the array have no gap, else what
                                            is other: none is left when the block is done */
               } StmtKind;

/* How a block's threads run a loop: each of them all of it; each some of its rounds; in
   rounds of as many elements as there are threads; each all of it, for itself. */
typedef enum { BY_EACH, BY_ALL, IN_TILES, IN_ROUNDS } Sharing;

typedef VEC(Core *) Trees;

/* An argument of a call: TO_SET is a variable, or the memory of an allocated array. */
typedef enum { BY_VALUE, BY_ADDRESS, TO_SET } PassedBy;
typedef struct { PassedBy how; Core *exp; } Arg;

struct Stmt {
    StmtKind kind;
    Var *var;                  /* LET, ARRAY, ROW, FOR, PEERS, READ, ALLOCATE, SHARED, OWN: what is
                                  bound; COLLECTIVE: gets the fold of all, or null; LOAD, STORE:
                                  the thread's array */
    Sharing sharing;           /* FOR */
    bool apart;                /* IF: threads take different ways; OWN: exp counts rounds */
    int unroll;                /* FOR: so many rounds at a time; -1: all; FETCH: so many
                                  neighbours in one access; 0: one element */
    bool constant;             /* LET */
    bool declared;             /* READ: the variable is there */
    bool guarded;              /* COPY: nothing to do for a count of 0; READ: only if nothing
                                  before has failed */
    Core *to;                  /* SET, FETCH, ATOMIC, COPY, SWAP, KEEP, GIVE, CLEAR, COLLECTIVE;
                                  LOAD, STORE: where in memory, LOAD or null; LOCKED: the lock;
                                  SHARED: in whose place, or null; FOR: the first value, null: 0;
                                  OWN: the number modulo this */
    Core *exp;                 /* initial value, new value, bound, condition; LOAD: how many;
                                  PEERS: lanes; COLLECTIVE: a neutral element; SHARED: where
                                  memory given at launch is; OWN: what the thread's number is
                                  added to */
    Core *count;               /* ARRAY, COPY, CLEAR, SHARED; FETCH: where not, 0 comes instead;
                                  LOAD, STORE: from there to the end; ALLOCATE: null: no memory
                                  yet; FOR: the step, null: 1; OWN: the number over this */
    Block body, other;         /* FOR, LOOP, IF, LOCKED, ONCE, EACH: what each does for itself */
    Kernel *kernel;            /* LAUNCH */
    const char *text;          /* COLLECTIVE: the helper; IF: the version that it begins with */
    const char *about;         /* IF: of that version, or null */
    Op atomic;                 /* ATOMIC: the machine's operation; OP_VAR: none, but */
    Function *op;              /* ATOMIC: this operator, by compare and swap; COLLECTIVE */
    const struct Entry *callee;    /* CALL: parameters, sizes, results with what they tell: */
    VEC(Arg) arg;
    int code;                  /* CHECK: number of the message; */
    Trees said;                /*   its values; FREE: arrays; INVOKE: arguments */
};

/* ---- kernels ----------------------------------------------------------------

   A stage is one CUDA kernel: a skeleton, which is a template, and what stands in its
   holes. The row of a skeleton (skeletons.c) says which these are. */

typedef enum {
    HOLE_NAME,                 /* var: a variable that the skeleton declares */
    HOLE_TYPE,                 /* var: its type */
    HOLE_EXP,                  /* exp */
    HOLE_TYPED,                /* exp: where a function must know its type */
    HOLE_PLACE,                /* exp: what the skeleton writes to */
    HOLE_TOLD,                 /* exp: memory in which blocks tell each other something */
    HOLE_HELPER,               /* exp: the name of a type or function of the templates */
    HOLE_OPERATOR,             /* op */
    HOLE_BLOCK,                /* block: statements */
    HOLE_FLAG,                 /* flag */
    HOLE_PARTS                 /* part: a list of records, whose skeleton says their holes */
} HoleKind;

typedef struct {
    const char *name;          /* the key in the template */
    HoleKind kind;
    bool optional;             /* may stay empty; its key is false then */
} HoleRow;

enum { MOST_HOLES = 56 };

typedef struct {
    const char *name;          /* templates/cuda/kernel_NAME.mustache */
    bool meets;                /* the threads of a block meet: none may leave before */
    HoleRow hole[MOST_HOLES];  /* parameters come in this order */
} Skeleton;

typedef struct {
    Var *var;
    Core *exp;
    Function *op;
    Block block;
    bool flag, filled;
    VEC(struct Stage *) part;
} Hole;

/* Of shared memory: the most that any card grants a block, and the most that a kernel declares. */
enum { CARD_SHARED_BYTES = 227 << 10, DECLARED_SHARED_BYTES = 48 << 10 };

typedef struct Stage {
    const Skeleton *skeleton;
    const char *suffix;        /* of the kernel's name */
    Block prologue;            /* what it begins with */
    Hole hole[MOST_HOLES];
    Core *grid, *threads;      /* of the launch: blocks, and threads in a block */
    Core *shared;              /* bytes of shared memory beside what is declared; null: 0 */
    Var *self;                 /* what tests call the kernel; null: none does */
    VEC(Var *) param;          /* what the holes mention of the host's */
    Table *written;            /* Vars of the buffers that it writes */
} Stage;

struct Kernel {
    const char *name;
    const Core *node;          /* what it computes; may be null */
    Origin origin;
    const char *does;          /* one line */
    Var **level;               /* indices of the levels as they are in the source */
    int nlevels;
    VEC(Stage *) stages;
    const char *version;       /* of its entry point, that it is for; or null */
    bool fails, skips;         /* has a check; does nothing after a failure */
    Core *guard;               /* a launch needs this to be more than 0; null: always */
};

/* ---- versions, see versions.c ---------------------------------------------- */

/* A constant that tests of versions compare with. */
typedef struct {
    const char *name, *about;  /* "many_rows", and the sentence of its option */
    int64_t value;
    Var *var;                  /* MANY_ROWS */
} Threshold;

/* A version: its name, and the test that chooses it, over the entry's parameters; the last
   one of a choice has none. */
typedef struct {
    const char *base, *name;   /* "split_k", "SPLIT_K" */
    const char *about;         /* "one thread per xs" */
    Core *test;
    Core *told;                /* the same, over the choice's names, too */
    VEC(const Block *) chosen; /* what it does, at each place that asks */
} Way;

typedef struct {
    Var *var;
    Core *is;                  /* over the entry's parameters and what is named before */
} Named;

typedef struct Choice {
    Var *version;              /* in the entry: which it is */
    const char *name;          /* of the function that says so */
    VEC(Way) way;
    VEC(Named) named;          /* what the tests ask more than once, in the order of use */
    const struct Choice *within;   /* the choice in a version of which it is made; or null */
    int within_way;            /* which version that is */
} Choice;

/* The branch of the host's code that is a version, outside of loops. */
struct Region {
    Region *around;
    Block *block;
    Core *is;                  /* that it is this one */
};

typedef struct {
    const char *text;          /* see core/failure.h */
    const Span *span;
    const struct Entry *entry; /* where the check stands; null: in a function */
} Message;

/* A size that is clamped, max(n, 0), with a name; see clamps.c. */
typedef struct {
    Var *var;
    Core *exp;
    int uses;                  /* in the sizes of scratch memory */
} Clamp;
typedef VEC(Clamp) Clamps;
bool is_same_clamp(const Core *a, const Core *b);

/* An entry point; or a function that calls itself on the host. */
typedef struct Entry {
    const Func *func;
    bool inner;                /* that: its memory is allocated, its failure word the caller's */
    const char *symbol;        /* "dot_main" */
    Buffer **result;           /* RESULT, GIVEN, or PARAM: changed in place */
    const Type **result_type;  /* sizes over parameters and told sizes */
    VEC(Buffer *) told;        /* GIVEN: sizes of results that the caller cannot know */
    int *tells;                /* inner: the numbers of the results that they are, which have
                                  no buffer */
    Block body;
    Block last;                /* once all else is queued: results that are given */
    VEC(Buffer *) buffers;     /* params, results, scratch in order of appearance */
    Var *failure;              /* null: cannot fail */
    bool waits;
    struct { Buffer *first; Core *bytes; } *slot;
    int nslots;
    VEC(Choice *) choices;
    Clamps clamps;             /* at its start */
} Entry;

typedef struct {
    const Program *program;
    const char *stem;          /* "dot": names begin with it */
    bool unsafe;
    const Table *taken;        /* names that functions and records cannot have */
    Table *symbols;            /* the same, of entries; and Func of an entry to its symbol */
    VEC(Entry *) entries;
    VEC(Entry *) inner;        /* callees first */
    VEC(Kernel *) kernels;
    VEC(Function *) functions; /* callees first */
    VEC(Record *) records;
    VEC(Message) messages;     /* of the checks; code 1 is the first */
    VEC(Threshold *) thresholds;
    VEC(Way) versions;         /* of all choices, each name once */
    Table *buffer_of;          /* Var to Buffer */
    Table *record_of;          /* Var to Record */
    Table *mutable;            /* Vars that are assigned */
    Table *ints;               /* Vars of 64 bits in core that are small: see narrow.c */
} Plan;

/* A pass of its own, on flat core: the host knows a bound of each size that a thread
   finds for an array. See measure.c. */
typedef void MeasureTold(Core *before, Core *after, void *arg);     /* bindings */
void plan_measure(Program *flat, MeasureTold *told, void *arg);

/* taken: names that are not free in the file. */
Plan *plan_program(const Program *flat, const char *stem, bool unsafe, const Table *taken);

/* Result k is the first of that size. */
bool entry_tells(const Entry *e, int k, const Buffer *size);
/* Result k, in a parameter's memory, is all of that. */
bool is_whole_param(const Entry *e, int k);

/* chain.c: the bytes of a value of v's type or record, without gaps. */
int value_bytes(const Plan *p, const Var *v);

/* ---- tree.c: expressions --------------------------------------------------- */

/* With constants folded where one of them is 0 or 1. */
Core *tree_add(Core *a, Core *b);
Core *tree_sub(Core *a, Core *b);
Core *tree_mul(Core *a, Core *b);
Core *tree_op(Op op, Core *a, Core *b);
/* Whether the value of integer arithmetic may not be one of its type. */
bool may_wrap(const Ranges *r, const Core *n);
Core *tree_not(Core *a);
/* As arithmetic of whole numbers: sizes that a call accepts do not wrap around. */
Core *tree_whole(Core *n);
Core *tree_load(Buffer *b, Core *index);                 /* index null: the one value */
Core *tree_element(Buffer *b, Core **index);             /* of a buffer with a shape */
Core *tree_field(Core *record, const Var *field);
Core *tree_record(const Record *r, Core *const *value);
Core *tree_call(const char *name, Core *const *arg, int n, Prim result);
Core *tree_name(const char *name, Prim p);               /* of the templates, or CUDA's */
Core *tree_if(Core *c, Core *a, Core *b);
Core *tree_part(Core *sum, const Function *op, int i);   /* value i of what op gives */
bool operator_fails(const Function *op);                 /* may; null: cannot */
bool tree_is_field(const Core *n);
bool tree_is_record(const Core *n);
bool tree_is_call(const Core *n);
Core *total_of(Core **count, int n);                     /* their product */
Core *tree_count(const Type *t);                         /* product of the sizes */
/* Calls f for each variable, in order. */
void tree_vars(const Core *n, void (*f)(Var *v, void *arg), void *arg);
bool tree_reads(const Core *n);                          /* memory */
void block_vars(const Block *b, void (*f)(Var *v, void *arg), void *arg);
int block_uses(const Block *b, const Var *v);            /* how often it is mentioned */
void stmt_own_vars(Stmt *s, void (*f)(Var *v, void *arg), void *arg);   /* its blocks aside */
/* Without bindings that neither the block itself nor the set uses. */
Block block_pruned(const Block *b, Table *used);
Stmt *stmt_add(Block *b, Stmt s);
/* frees.c: memory that nothing needs, what comes last included, goes back before calls that may
   be deep. */
void block_frees(Block *b, const Block *last);
bool stmt_writes(const Stmt *s);                         /* to memory: what `to` says */
/* Calls f for each statement, inner ones after theirs. */
void block_each(const Block *b, void (*f)(Stmt *s, void *arg), void *arg);
bool block_some(const Block *b, bool (*is)(const Stmt *s));    /* or something in one is so */
bool is_check(const Stmt *s);
/* ends.c: a path of the host ends at a check that always fails. */
bool always_fails(const Stmt *s);
bool block_ends(const Block *b);                         /* on every way through it */
/* What f makes of each tree of the statement, its blocks aside, stands in its place. */
void stmt_map(Stmt *s, Core *(*f)(Core *n, void *arg), void *arg);
/* For stmt_map: one variable instead of the other, in the whole tree. */
typedef struct { const Var *from; Var *to; } Renamed;
Core *rename_var(Core *n, void *renamed);

/* ---- views.c: arrays as index functions ------------------------------------ */

View *view_new(View v);
View *view_buffer(Buffer *b, const Type *t);
View *view_row(View *of, Core **index, int n);           /* the first n dimensions fixed */
View *rows_from(View *v, Core *start, const Type *part);    /* rows start, start + 1, .. */
View *view_turned(View *of, int *perm, const Type *t);      /* its dimension d is perm[d] */
View *view_typed(const View *v, const Type *t);          /* the same, other sizes */
Core *window_place(const View *v, Core *at);            /* WINDOWS: of element `at` of `of` */
Core *view_at(const View *v, Core **index);              /* a scalar */
/* Of tiles that are written: the whole that they are put together in, and where the element
   is there, perhaps beyond its end; or null. */
const View *view_untiled(const View *v, Core **index, Core ***at);
/* Its elements lie in a row in memory: the buffer, and where they start. */
bool view_run(const View *v, Buffer **b, Core **start);
Buffer *view_base(const View *v);                        /* null: none */
Var *view_var(const View *v);                            /* of memory that a thread keeps */

/* ---- names.c --------------------------------------------------------------- */

typedef struct Names Names;
Names *names_new(const Names *outer);                    /* outer may be null */
Names *names_neutral(const Names *outer);                /* v, v_2, ..: to compare code */
void names_free(Names *n);
/* A better name for v, or, where its own one is not free, another one: taken by now; or null. */
typedef const char *OtherName(Names *n, const Var *v, const void *told, bool needed);
void names_ask(Names *n, OtherName *other, const void *told);
/* The first of these that is free, which is taken then; or null. */
const char *names_first_free(Names *n, const char *const *name, int count);
const char *names_index(Names *n);                       /* i, j, k, .. */
void names_take(Names *n, const char *name);
/* A C identifier made from `base`, without its number, that is not taken, nor in an outer
   scope. */
const char *names_fresh(Names *n, const char *base);
const char *names_of(Names *n, const Var *v);            /* given on first need */
const char *c_spelling(const char *name);                /* x' is x_prime */
const char *whole_name(const Var *v);           /* of a component, the name of the tuple */
const char *name_joined(const char *name, const char *suffix);   /* name_suffix */
void names_give(Names *n, const Var *v, const char *name);
void names_same(Names *n, const Var *v, const Var *as);  /* v is called as `as` is */

/* ---- skeletons.c ------------------------------------------------------------ */

const Skeleton *skeleton_of(const char *name);
const Hole *stage_hole(const Stage *s, const char *name);        /* null: it has none */
/* Its holes, and those of its parts. */
typedef struct {
    const HoleRow *row;
    Hole *hole;
} RowAndHole;
typedef VEC(RowAndHole) Holes;
Holes stage_holes(const Stage *s);
/* How often the text of the stage has the variable. */
int stage_uses(const Stage *s, const Var *v);
bool is_block_size(const Core *threads);                 /* what most kernels are launched with */
bool kernel_writes(const Kernel *k, const Var *v);

/* ---- barrier.c -------------------------------------------------------------- */

/* No barrier can stand between the parts of the statement. */
bool threads_apart(const Stmt *s);
/* Where threads of the body read what others wrote; locate: what stands before it. */
Block with_barriers(const Plan *p, const Block *locate, const Block *b);

/* ---- guards.c --------------------------------------------------------------- */

Block join_once(const Block *b);           /* what one thread does, statement after statement;
                                              before there are barriers */
Block without_only_stored(const Block *b);     /* names for what is stored and not read */
Block join_guards(const Block *b);         /* tests that follow each other, and are the same */
Block join_choices(const Block *b);        /* the same of the host, if the branches only launch */

/* ---- verify.c -------------------------------------------------------------- */

/* What holds of a finished plan, or an internal error. */
void plan_verify(const Plan *p);

/* ---- slots.c --------------------------------------------------------------- */

/* Gives each scratch buffer of the entry a slot. */
void plan_slots(Plan *p, Entry *e);
bool is_second_half(const Buffer *b);    /* it lies behind the one that is declared */

#endif
