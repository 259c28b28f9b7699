/*
 * lower.h -- shared by the files that turn bodies into statements.
 *
 * One Lower is a place where code goes: the host, a kernel, or a function.
 * What variables stand for is kept in one set of tables, as binders are
 * unique: a scalar for a tree, an array for a view.
 */
#ifndef MAPNEST_PLAN_LOWER_H
#define MAPNEST_PLAN_LOWER_H

#include "alloc.h"
#include "keep.h"

typedef struct Rooms Rooms;    /* memory.c */

/* What is known of an entry or a function. */
typedef struct {
    /* Before it is lowered: */
    Table *given;              /* parameters of the entry, their sizes, their names */
    Table *use;                /* Var to Use */
    const Places *places;      /* null in a function */
    const Rooms *rooms;        /* how large arrays in threads become */
    Allocs *allocs;
    VEC(struct MachineCount *) counts;
    /* Of what is lowered already: */
    Table *tree;               /* Var to Core: what a scalar stands for */
    Table *view;               /* Var to View: what an array stands for */
    Table *reads;              /* trees: whether they read memory */
    Table *becomes;            /* Var to the variable of a loop whose place it takes */
    Ranges *range;             /* what values scalars can have */
    Table *host_def;           /* host Var to its tree, for sizes of scratch */
    Table *hosted;             /* Vars of the host, but for parameters and sizes */
    Table *read_from;          /* host Var to the device's scalar that was read into it */
    Table *done;               /* Stms that others did: see untile.c */
} Facts;

/* The threads of a block that run a body together: see team.c. */
typedef struct { Core *total; int rounds; } Layout;
typedef struct { int64_t over, modulo; Var *var; } Part;
typedef struct {
    int64_t size;              /* how many; 0: the launch tells */
    Core *launch;
    Table *kept;               /* Var to Kids: arrays that threads keep; of levels of these */
    VEC(Layout) layout;        /* how many elements each thread has of nests of what is kept */
    VEC(Part) part;            /* of a thread's number, that have names */
    Table *small;              /* Vars that are an int whatever is known of them */
    int64_t declared;          /* bytes of shared arrays that are declared with their sizes */
    Core *slot;                /* in a nest: the round in hand; null: in no known number */
} Team;

/* A kernel while its code is made: a nest of levels, and what will stand in the holes. */
typedef struct Nest {
    Kernel *kernel;
    Assumptions assumed;       /* what was assumed before it */
    Var **index;               /* of the levels, outermost first */
    Core **at, **count;        /* the indices as trees */
    int nlevels;
    bool alone;                /* one thread does it all */
    bool shares;               /* a block does each element: see block.c */
    int shared;                /* innermost levels that the threads of a block share */
    Var *threads, *thread;     /* how many threads, and which: for arrays in a thread */
    Core *rows;                /* how many rows are folded by several blocks each; null: one */
    Core *columns;             /* so many of them by the same blocks, and rows counts these */
    Core *nthreads;            /* how many threads; null: as many as the levels need */
    bool tiled;                /* a block has consecutive elements of the one level */
    Var *among, *ends;         /* tiled: the rows that they are of; where rows end */
    Core *nrows;
    Block prologue, outer;     /* at its start; once a segment */
    Block locate, body;        /* indices from a position; for each element */
    Block finish;              /* stores sum */
    Block kept, last;          /* of a chain: see chain.c */
    Function *op;
    bool in_order;             /* the operator does not commute */
    bool rounds;               /* it rounds floats */
    bool repeats;              /* a thread computes many elements */
    Var *sum;                  /* a partial result */
    Core *neutral, *value;
    VEC(Buffer *) memory;      /* allocated for it alone */
    Buffer *cleared;           /* of that: zero when it begins */
    Core *cleared_count;       /*   so many elements */
    VEC(Buffer *) arrays;      /* that the threads of a block share */
    Team *team;                /* those threads, if it shares */
} Nest;

typedef struct Lower {
    Plan *plan;
    Entry *entry;              /* null in a function */
    Nest *nest;                /* of the kernel; null on the host and in a function */
    Function *function;
    Block *out;
    Facts *facts;
    Table *loaded;             /* KERNEL: device scalars read at its start */
    bool together;             /* KERNEL: the threads of a block run this together */
    struct Lower *host;        /* KERNEL: who launches it */
    const char *version;       /* of the code around, or null */
    VEC(struct CutRow *) cuts; /* KERNEL: rows of arrays that were cut */
    VEC(struct Located *) located;                       /* KERNEL: rows of elements */
    void (*bindings)(struct Lower *, const Core *body);     /* lower_bindings */
    VEC(Var *) pending;        /* reads of memory that are not yet placed */
} Lower;

/* code.c: statements. */
bool on_host(const Lower *l);
Var *fresh(Lower *l, const char *name, const Type *t);
Var *fresh_like(Lower *l, const Var *like, const Type *t);         /* of the same name */
Buffer *buffer_add(Plan *p, Buffer b);
Block *lower_into(Lower *l, Block *b);                   /* returns the block before */
Stmt *emit(Lower *l, Stmt s);
Stmt *emit_for(Lower *l, Sharing how, Var *index, Core *end);    /* from 0 */
void declare_var(Lower *l, Var *v, Core *init);          /* that is assigned; init may be null */
Core *emit_let(Lower *l, Var *v, Core *exp);             /* returns the variable */
Core *named(Lower *l, const char *name, Core *tree);     /* of what is used more than once */
/* The variable of the host's block that has this value; or null. */
Core *host_value(const Lower *host, const Core *tree);
void emit_set(Lower *l, Core *to, Core *exp);
void emit_store(Lower *l, const View *to, Core **index, Core *exp);      /* if it is inside */
/* One that a later value still needs is kept under another name; a value may be null. */
void assign_all(Lower *l, Var *const *var, Core **value, int n);
Lower each_thread(const Lower *l, Block *b);             /* code that is one thread's */

/* cuts.c: how many share the work, and arrays in rows for them. */
/* workers n, blocks n, of the host; rows: of each of so many that are folded together */
Core *machine_count(Lower *host, Op op, Core *size, Core *rows);
/* What one of them is called; null: no such count. */
const char *machine_count_name(const Lower *l, const Core *count);
/* The blocks of so many workers; null: these are none. */
Core *blocks_of_workers(Lower *l, const Core *count);
View *cut_array(View *whole, Core *rows, bool stripes);
View *row_at(Lower *l, View *v, Core **index, int n);    /* as view_row; or of a cut array */
const Share *first_share(const Lower *l);                /* of a kernel; null: none */

/* rows.c: rows that lie one after the other. */
/* Of an element of an array of rows or places: see looked_up in views.c. */
Core *look_up_row(Lower *l, const Core *n);
/* Element `index` of the ends, if it is the end of a row that was looked up; else null. */
Core *end_of_row(Lower *l, const View *v, Core **index);

/* values.c: what variables stand for. */
bool is_used(const Lower *l, const Var *v);
bool host_knows(const Var *v, const void *lower);        /* the host, not only a thread */
Core *scalar_of(Lower *l, const Core *atom);
Core **scalars_of(Lower *l, const Kids *atoms);
Core *size_tree(Lower *l, const Core *size);
Core *with_quotient(const Lower *l, Core *n);            /* n is changed */
const Type *sized(Lower *l, const Type *t);
Core *element(Lower *l, const View *v, Core **index);    /* in a kernel: with what it loads */
View *view_of(Lower *l, const Core *atom);
void bind_scalar(Lower *l, Var *v, Core *tree, bool is_let);
void bind_view(Lower *l, Var *v, View *view);
void bind_element(Lower *l, Var *v, View *array, Core *index);
void flush_reads(Lower *l);
/* A body in what is lowered: the one place where files call what comes after them. */
void lower_stms(Lower *l, const Core *body);

/* checks.c */
Core *failure_word(Lower *l);
void check_index(Lower *l, const Core *node, const View *v, Core **index);
/* The part of v that an INDEX or UPDATE node names, of this type; checked to be there. */
View *index_view(Lower *l, View *v, const Core *n, const Type *t);
/* The text's holes are filled with the values that are said. */
void check_that(Lower *l, Core *holds, const Span *span, const char *text, const Trees *said);
void check_op(Lower *l, const Core *node, Core **arg);
void prune_checks(const Plan *p, Block *b);

/* ends.c */
void cut_after_ends(Block *b);
void keep_launched(Plan *p);
void declare_before_check(const Plan *p, Block *b, const Table *used);   /* by what follows b */

/* launch.c: a nest as stages. */
Nest *nest_new(const Core *node, const char *name, const char *does);
Lower in_kernel(Lower *l, Nest *k);
/* The kernel's next stage; its holes are empty but for the prologue. */
Stage *stage_new(Nest *k, const char *skeleton, const char *suffix, Core *grid, Core *threads);
Hole *fill(Stage *s, const char *hole);                  /* to be filled */
void fill_level(Stage *s, const char *axis, Var *index, Core *count);
void fill_threads(Stage *s, const Nest *k);
Core *host_call(const char *name, Core *const *arg, int n);     /* for a launch */
Core *grid_of(Core *blocks);
Core *block_size(void);
/* Once its statements are there. */
void find_params(Lower *l, Kernel *k, Stage *s);
/* Finds the parameters of the stages, and launches them; guard may be null. */
void launch(Lower *l, Nest *k, Core *guard);
/* unread.c */
void note_holes(const Holes *all, Table *set);           /* Vars of all but the blocks */
/* Takes from the set what the block itself binds, but for what is kept. */
void forget_bound(const Block *b, Table *used, const Table *kept);
/* Leaves out what the kernel computes and nobody reads. */
void leave_out_unread(const Plan *p, Stage *s);

/* chain.c: a file whose scans of floats have a fixed order has no second way to look back. */
void share_look_back(const Plan *p);

/* inplace.c: on a plan whose kernels are complete. */
void place_values(Plan *p);

/* clamps.c: names the clamped sizes that the sizes of scratch memory contain more than once. */
void name_clamps(Entry *e);

/* pointers.c: a pointer to a row that serves only to find a row in it is left out. */
void join_row_pointers(const Plan *p, const Stage *s, Block *b);

/* levels.c: the levels of a kernel. */
void name_levels(Lower *l, const Kids *level);
/* One more level, innermost; its index gets this name where nobody gave it one. */
void add_level(Lower *l, const Core *level, const char *name, Core *count);
void bind_levels(Lower *l, const Kids *level, Core **index);
/* A kernel with a nest of n's levels; what they bind stands for its elements. tiled: of
   one level a block has consecutive elements. */
Lower open_nest(Lower *l, const Core *n, const char *name, const char *does, bool tiled);
/* A kernel with a level for each dimension of the array. */
Lower open_elements(Lower *l, const Type *t, const char *name, const char *does);
/* The index in each dimension, from the position in all of them; v: their variables. */
Core **split_position(Lower *l, Core *const *count, Var *const *v, int n, Core *position);
/* One level in place of the first n; their indices are computed from its own. */
void merge_levels(Lower *l, Nest *k, int n, const char *name);
/* The stage knows the rows of its blocks' elements, if the kernel asks for them. */
void fill_row_ends(Stage *s, const Nest *k);
void finish_map(Lower *l);                               /* each element has a thread */

/* neighbours.c: a stage in which a thread has several elements; false: there is none. */
bool neighbours_stage(Lower *l, Nest *k);

/* team.c: the elements of a nest that a thread of a block has. */
Team *team_of(Lower *l, const Core *body);
Core *thread_number(Lower *l);             /* among those of the block, by its name */
int kept_rounds(Lower *l, const Var *v);                 /* of an array; 0: it is not kept */
typedef struct {
    Lower in;                  /* code for each of them */
    Core **index;
    Assumptions before;
    Var *part;                 /* of a thread's number: in here below the width; */
    Core *most;                /*   elsewhere below this */
} Elements;
/* v: the variables of the indices; may be null. */
Elements open_elements_of(Lower *l, Core **count, Var *const *v, int n);
void close_elements(Lower *l, Elements *e);
/* Elements that all threads have in hand at once. */
typedef struct {
    Stmt *loop;                /* over the rounds; null: there is one */
    Block start;               /* of a round */
    Core *at, *inside;         /* inside null: each thread has one */
    Assumptions before;
} Tile;
Tile open_tile(Lower *l, Core *total, Var *named);
void close_tile(Lower *l, Tile *t);

/* guards.c: how many chunks there are gets a name. */
void name_counts(Lower *l, Nest *k, Block *arrays, Block *body);
/* banks.c: a gap in an array that the block shares, if its threads meet in fewer banks so. */
void add_gap(const Lower *l, Buffer *b, const Block *locate, const Block *body);
Block with_gaps(const Plan *p, const Block *b);          /* what is done either way, decided */

/* narrow.c: pass over a finished kernel's statements: what is small is an int. */
void make_narrow(const Lower *l, Table *small, Block *const *b, int n);

/* memory.c: what the host allocates. */
Buffer *buffer_new(Lower *l, Var *var, BufferHome home, Core *count);
/* With what the host's variables stand for. */
Core *expand_sizes(Lower *l, const Core *tree);
/* The size or test over the entry's parameters; null if it depends on data. */
Core *expanded(Lower *l, const Core *size);
BufferHome home_of_array(Lower *l, const Var *like);     /* SCRATCH or ALLOCATED */
View *host_array(Lower *l, const Var *like);
/* Memory that the block's end frees; count null: none before another gives it some. */
View *allocated(Lower *l, const char *name, const Type *t, Core *count);
Buffer *kernel_memory(Lower *l, Nest *k, Var *v, Core *count);   /* for one kernel */
void swap_memory(Lower *l, View *a, View *b);

/* Of arrays in threads and blocks: */
Rooms *rooms_of(const Core *body);                       /* what is said in it */
View *thread_array(Lower *l, const Var *like);
/* In shared memory: so many rows of such elements, against conflicts of banks. */
View *padded_rows(Lower *l, const Var *like, Core *count, Core *length);
View *kept_array(Lower *l, const Var *like);             /* in a block, by its threads; or null */

/* thresholds.c */
const char *constant_name(const char *name);             /* "many_rows": MANY_ROWS */
Core *threshold_of(Lower *l, const Core *n);
/* The name of the version that the IF begins with, if it chooses one; it is noted in the IF if a
   threshold decides. */
const char *note_version(Lower *l, Stmt *s, const Core *choice);
/* A test whether shared memory fits, of an IF whose branch is there: exactly now. */
void test_exactly(Lower *l, Stmt *s);

/* copies.c */
void copy_view(Lower *l, View *from, View *to);

/* elements.c, before anything is lowered: */
/* How far a is behind b, if that is a constant; also where sums wrap around. */
bool far_behind(const Ranges *r, const Core *a, const Core *b, int64_t *far);
bool is_of_threads(const Core *nest);      /* each makes its elements by itself */
/* The entries lead to the element that the nest makes at its indices: of an array, or, with
   `put`, of the part of one that these entries name. */
bool own_element(const Ranges *r, const Core *nest, const Kids *put, const Kids *entry);
/* reuse.c, then. In the ranges all that the function binds is defined. */
void reuse_arrays(Func *f, Ranges *r);
bool may_be_marked(const Stm *s);          /* a nest that may store where it reads */
int operand_of(const Core *level, const Var *v);    /* of the level; -1: it is none */
/* Each element of array j of the nest's first level is read only where the same element of
   result k is made. */
bool reads_at_own(const Stm *s, int k, int j);
/* updates.c, then: marks the updates whose new value is made where it is put. */
void find_updates(Func *f, Ranges *r);

/* compact.c: makes filters store what they keep in a parameter's memory. */
void compact_in_place(const Func *f, Ranges *r);
/* The array of one dimension of which the atom is the first elements; or null. */
const Core *first_elements(const Core *body, const Core *atom);

/* results.c: where arrays come to be. */
/* Both are the same elements of the same buffer in the same order. */
bool same_place(const View *a, const View *b);
void place_result(Lower *l, const Core *body, int k, View *at);    /* where it is to be made */
/* The caller's array in which a loop with this memory ends, if it takes turns with another, and the
   number of rounds says where it must begin; or null. */
View *last_in_turn(const Lower *l, const Alloc *a);
View *memory_for(Lower *l, const Var *v);                /* where v must be, or new memory */
View *own(Lower *l, const Core *atom, const Var *result);   /* writable, in place of atom */
void give_result(Lower *l, const Core *atom, View *dest);
bool may_write(const View *v);
/* Marks the arrays whose names are in no text of the program: unnamed.c. */
void find_unnamed(const Program *p);
/* Of several that may have one name: name k, told apart from the others as coordinates are. */
const char *component_name(const char *const *name, int n, int k);
/* What the programmer called one of these. */
const char *told_name(Var *const *v, int n, const char *otherwise);
/* Of a nest: told, or in a version the entry's, unless that is main. */
const char *nest_name(const Lower *l, const Stm *s, const char *otherwise);
/* Where the results from number `from` on are stored; null: nobody reads it. */
View **result_arrays(Lower *l, const Stm *s, int from);
/* What the programmer called one of these, else the memory in which one of them lies. */
const char *name_of_results(const Stm *s, View **to, const char *otherwise);
/* The body, whose results from number `from` on are the elements at the index. */
void lower_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n);

/* Scalars that the device computes: */
void launch_alone(Lower *l, Nest *k);                    /* a kernel of one thread */
void store_scalar(Lower *l, Core *atom, Buffer *to);
void read_back(Lower *l, Var *v, Core *load);
/* Where a result of a body goes, on the host or in a thread. */
typedef struct {
    enum { IN_PLACE, ASSIGNED, STORED, MOVED, PASSED } how;
    View *to;                  /* STORED: there, or, null, nowhere; MOVED: this is given the
                                  memory; null: a result of the entry; PASSED: see turns.c */
    View *now;                 /* of a loop: what a round begins with */
    bool ends_swapped;         /*   after an odd number of rounds: see turns.c */
} Result;
void place_results(Lower *l, const Core *body, const Result *c);
/* The variables are those that are assigned. Returns what is MOVED. */
View **store_results(Lower *l, const Core *body, const Result *c, Var *const *var);

/* turns.c: for each result of a loop the number of the variable whose memory it takes over,
   or -1; these live together; and at the end of a round each has what it takes. */
int *places_changed(Lower *l, const Core *loop);
void join_places(const Result *c, const int *from, int n);
void change_places(Lower *l, const Result *c, const int *from, int n);
/* The caller knows how many rounds there are. */
bool is_counted(const Lower *l, const Core *loop);
/* The loop begins where it must to end in `last`, which takes turns with `other`. */
void begin_in_turn(Lower *l, const Core *loop, View *last, View *other);
/* A variable that is true after an odd number of rounds; null: no array ends by it. */
Var *swaps_noted(Lower *l, const Core *loop, const Result *c);
void note_swap(Lower *l, Var *swapped, Block *round);
/* Behind the loop: what an odd number of rounds left in the other array moves where it must be. */
void end_in_turn(Lower *l, const Core *loop, const Result *c, Var *swapped);

/* versions.c: tests that the entry's parameters decide become one decision. */
void plan_choices(Lower *l);
void keep_used_thresholds(Plan *p);

/* functions.c: functions of the program. */
Facts *facts_new(const Core *body, const Places *places);
Function *function_of(Lower *l, const Func *f);
void host_calls(Lower *l, Function *f);                  /* and so those that it calls */
Function *function_new(const char *name);
Function *function_called(const Plan *p, const char *name);
/* type: at its end if the name is taken, or null. */
const char *free_name(const Plan *p, const char *base, const char *type, bool ours);
/* The operation that gives result k of the body, in both branches if there are any; or null. */
const Core *operation_of(const Core *body, int k);
const char *capital(const char *name);
/* Names that the fields have in other records do not matter; other: the name if another record
   has the first one. */
const Record *record_new(Plan *p, const char *name, const char *other, const char *about,
                         Var **field, int n);
Var **result_names(Lower *l, const Core *body);          /* fields for the results */
const char *name_of_field(Names *names, const char *base);
void lower_function(Lower *l, Function *f, const Core *body);

/* operators.c */
Function *operator_of(Lower *l, const Core *lam, Var **results);
void make_functor(Lower *in, Function *op);              /* the kernel's own, if it is one */
Function *operator_or_none(Lower *l, Function *op);

/* loops.c: a thread's loops. */
Core *for_index(Lower *l, const Core *lam, Core *width, Block **before);
void bind_elements(Lower *l, const Core *lam, const Kids *xs, Core *i);
const Core *identity(Lower *l, const Kids *xs);          /* a lambda that returns its parameters */
/* Accumulators of a reduction or scan. */
typedef struct {
    int n;
    Var **sum;                 /* scalars */
    View **array, **next;      /* arrays, and where the operator puts new ones */
} Sums;
/* What is folded is called as its operator says, unless the program has a name for it. */
const char *sum_name(const Core *op);
Sums sums_new(Lower *l, const Core *op, const Kids *ne, Var **result);
void accumulate(Lower *l, Sums *s, const Core *op, const Core *body);
/* The share that all arrays and results (from number `from` on) are, if a loop may run
   over the positions in the whole arrays; or null. */
const Share *share_walked(Lower *l, const Core *body, const Var *index, const Kids *xs,
                          View **to, int from, int nresults);
/* Between them the arrays stand for the whole of what they are shares of. */
void walk_share(Lower *l, const Kids *xs, View **before);
void leave_share(Lower *l, const Kids *xs, View **before);
/* A loop over elements, by position in the arrays or, where they are shares, in the
   wholes; results that are stored in rows go to the same positions. */
typedef struct {
    const Kids *xs;
    View **whole;              /* what stood for xs; null: no shares */
    View **to;
    Core *i;
    Block *out;
} Walk;
Walk walk(Lower *l, const Stm *s, const Core *lam, const Kids *xs, View **to, int from);
void leave(Lower *l, Walk *w);

/* writes.c: scatters and histograms. */
typedef struct {
    View **to;                 /* where values go */
    int n;
    const Core *op;            /* applied to what is there; null: the value replaces it */
    bool together;             /* many threads write at once */
    View **lock;               /* of each; null, or its first: it is changed atomically */
    bool counted;              /* the index, if it is not negative, is one of the array */
} Target;
/* Locks for those that need one, an element each of the dimensions of `to` up to this one;
   values that need each other have the first. */
View **locks_for(Lower *l, const Core *op, View *const *to, int n, int rank);
void write_at(Lower *l, const Target *p, const Core *body);
/* Scalars that go to element i, which is there, under its lock. */
void write_locked(Lower *l, const Target *p, Core *i, Core **value);
void update_atomically(Lower *l, const Core *op, Core *place, Core *value);
/* The machine's operation that the operator is; OP_VAR: none. */
Op atomic_of(const Core *op, Prim p);
void lower_write(Lower *l, const Stm *s, const Core *lam, const Kids *xs, const Core *op);

/* thread.c: array combinators in a thread, one element after the other. */
void lower_soac(Lower *l, const Stm *s);

/* arrays.c: array operations in either place. */
void lower_array_op(Lower *l, const Stm *s);

/* windows.c: what threads read around their elements lies in shared memory first. */
typedef struct {
    Core *start, *size, *room; /* where the tile begins; how many elements it has, and may have */
    Core *at, *place;          /* of an element; of one in the copy */
    Core *count;               /* of all tiles */
    int most;                  /* elements of a window; 0: there are none */
    int bytes;                 /* of an element in shared memory */
    Block arrays, load;        /* their declarations; copies element `at` */
} Windows;
void stage_windows(Lower *l, Windows *w, const Core *level);
void leave_windows(Lower *l, const Core *level);         /* for another kernel */
void fill_windows(Stage *s, const Windows *w);

/* fetch.c: a nest of a block that copies what a loop will read. */
bool fetched(Lower *l, const Stm *s);
/* halves.c: memory of a block of which a loop keeps two. */
void pair_halves(Lower *l, Result *c, int n);            /* before the loop */
bool are_halves(const Result *c);
void swap_halves(Lower *l, const Result *c, int n);      /* at the end of a round */
void join_halves(Plan *p, Nest *k, Block *body);         /* when barriers are there */

/* ---- twins.c: tiles that are loaded before a loop and in it ----------------- */

typedef struct {
    Stmt *before, *in;
    Var *from;                 /* the position of the second; that of the first is 0 */
} TwinLoad;

typedef VEC(TwinLoad) TwinLoads;

void find_twin_loads(const Plan *p, const Block *b, TwinLoads *found);
void share_twin_loads(Lower *l, const TwinLoads *twins, Block *b);
/* control.c: loops and branches in either place. */
void lower_loop(Lower *l, const Stm *s);
void lower_if(Lower *l, const Stm *s);

/* calls.c: a function of the host that calls itself. */
void lower_host_call(Lower *l, const Stm *s);

/* folds.c: reductions of all threads; folds and scans of rows by blocks. */
/* The operator, its neutral element, and what the body gives, if there is `any`. */
void fold_of(Lower *in, Nest *k, const Stm *s, const Core *body, Core *any, const char *name);
void fill_fold(Stage *s, const Nest *k);
/* Where the binding's first n results, which the device computes, are stored. */
Core **result_scalars(Lower *l, const Stm *s, int n);
void read_scalars(Lower *l, const Stm *s, Core **result, int n);  /* that the host needs */
/* The last block to come folds the values that blocks, so many for each of so many folds,
   leave in memory. */
void join_blocks(Lower *l, Nest *k, Stage *s, Core *values, Core *folds, Core *blocks);
void fold_value(Lower *in, Nest *k, Var *sum);           /* sum = op(sum, value) */
Var *like_sum(Lower *in, const Nest *k, const char *name);
Core *start_of(const Nest *k);                           /* what a scan begins with */
void lower_reduce(Lower *l, const Stm *s);
/* The last binding of a block's body, if it folds or scans a row and alone gives the
   results; else null. */
const Stm *row_fold(const Core *body);
int result_number(const Stm *s, const Core *atom);       /* -1: it is none */
/* chain.c: whether a statement uses the variable. */
bool block_mentions(const Block *b, const Var *v);
/* Bytes of a value in memory. */
int stored_bytes(const Plan *p, const Var *v, int *align);
/* scans.c */
bool is_row_scan(const Stm *s);                          /* a segmap@block of a row's scan */
void lower_row_scan(Lower *l, const Stm *s);

/* order.c: a body whose result is the number of the case in which this body finds a place, its
   first result; null: there is one case, or they cannot be told apart again. */
const Core *case_of_place(Lower *l, const Core *body, int *cases);     /* how many, up to 3 */

/* flat.c: rows of numbers as they lie, from row `start` on: number `at` of all that the body
   puts into the item, or that it stores of the sum, at x; null: it is not rows alone. */
Core *flat_load(const Lower *l, const Block *body, const Var *item, Var *x, Var *at);
Core *flat_store(const Lower *l, const Block *finish, Var *sum, Var *x, Var *at);

/* beside.c: what is folded beside the prefixes of a chain. */
typedef struct BesideChain BesideChain;
BesideChain *beside_chain(Lower *l, const Stm *s);       /* null: nothing is */
bool in_order(const BesideChain *f);                     /* the order matters */
/* Of so many scalars, as a struct has them; *align: where it may begin. */
int struct_bytes(const Kids *values, int *align);
int bytes_in_order(const BesideChain *f);                /* of an element, which a block keeps */
void fold_element(Lower *in, BesideChain *f, const Core *body);     /* the body's first results */
/* The stage ends with what all of its tiles come to. */
void join_tiles(Lower *l, Nest *chain, Stage *s, BesideChain *f, Core *tiles);
void read_folded(Lower *l, const BesideChain *f);        /* that the host needs */

/* chain.c: a scan by blocks that tell each other what comes before their tiles. */
void lower_chain(Lower *l, const Stm *s);

/* parts.c: reductions whose parts are blocks. */
bool is_parts(const Stm *s);
void lower_parts(Lower *l, const Stm *s);

/* columns.c: such that read what lies in memory as columns do: of the body of these levels of
   rows, its binding of parts, and the fold of a part's tile. */
bool reads_columns(const Lower *l, const Kids *row, const Core *body, const Stm *parts,
                   const Core *tile);

/* histograms.c: the histogram in shared memory, if its bins fit, by a choice of the host whose
   other side is left to be filled; false: it cannot be. */
bool lower_histogram(Lower *l, const Stm *s, View *const *to, View **lock, Stmt **choice);

/* block.c: a body that the threads of a block run together. */
/* The binding as a segmap@block around a nest of threads; null: no level is a block's. */
const Stm *block_nest(Lower *l, const Stm *s);
void lower_block(Lower *l, const Stm *s);
void lower_in_block(Lower *l, const Stm *s);

/* untile.c: tiles that are written where another binding puts them together; that one is
   done then. Null: none does. */
const Stm *untiled(Lower *l, const Core *body, int i);

/* kernels.c: segmented operations. */
void lower_seg(Lower *l, const Stm *s);

/* epilogue.c: kernels of one thread after reductions become the ends of these. */
void join_epilogues(Lower *l);

/* atomics.c: blocks add their totals to the result, without partial results. */
void use_atomics(Lower *l);

/* lower.c */
void lower_bindings(Lower *l, const Core *body);

#endif
