/*
 * rewrite: the rules at work. In: core, and rule files. Out: core, or flat
 * core; and a trace of each step. What holds: the text of the rules decides
 * what comes out. The matcher, the instantiation and the prover know core
 * only through ops.def; the named conditions of conditions.def are the one place
 * that looks at particular operators.
 */
#ifndef MAPNEST_REWRITE_H
#define MAPNEST_REWRITE_H

#include "../core/access.h"
#include "rule.h"

/* ---- load.c: rules, checked --------------------------------------------- */

/* A rule made ready: its premises in the order in which they are tried. */
typedef struct {
    const Rule *rule;
    bool backwards;            /* the other reading of an `==` */
    const Side *left, *right;  /* of a lemma, as it is read here */
    Premise *premise;          /* the set's first; then those that need no proof */
    int nearly, npremises;     /* nearly: how many decide; the rest follows */
    int nctx, nlocal;          /* of those, the first speak of the context alone, */
                               /*   or of one binding of the subject, too */
    const Premise **kind;      /* and those that say of what kind one expression is */
    int nkinds;
    const Premise *place;      /* the first that speaks of where it stands alone, or null */
    int root;                  /* the operator it matches, or -1: any */
    int first;                 /* of two bindings: that of the first, */
    bool reads;                /*   and whether the second must read it */
} Law;

typedef struct {
    const char *name, *sentence, *judgment;
    const char *before;        /* in a proof its rules come before those of this set */
    Law *law;
    int nlaws;
    const Law **proves;        /* the rules of a proof: those of sets before it, its own, and */
    int nproves;               /*   those of the set that it comes before */
} Set;

typedef struct RuleSet {
    Set *set;
    int nsets;
    Strategy *strategy;
    int nstrategies;
    RuleFile **file;
    int nfiles;
} RuleSet;

/* The embedded rules; instead of them those of a directory; or with them
   those of one more file, which come first in their sets. Errors go to diag. */
RuleSet *rules_load(const char *override);
/* The same, those that are embedded without what tries them: enough to rewrite with. */
RuleSet *laws_load(const char *override);
/* All, and one more file. */
RuleSet *rules_load_with(const char *override, const char *more);
/* Rules from texts alone; for tests. */
RuleSet *rules_of(RuleFile **file, int n);
/* Null if no file declares it. */
const RuleOption *rules_option(const RuleSet *rs, const char *name);
/* The names of all options, as a list with commas. */
const char *rules_options(const RuleSet *rs);
void rules_list(const RuleSet *rs, Text *out);
/* Of that name, or all of a law (K-split); false if there is none. */
bool rules_show(const RuleSet *rs, Text *out, const char *name);
const Set *rules_set(const RuleSet *rs, const char *name);

/* Rules to be checked: of that name or law (K-split), and of that file; null: any. */
typedef struct {
    const char *rule, *file;
} Wanted;
/* A law with its set. */
typedef struct {
    const Set *set;
    const Law *law;
} LawOf;
typedef VEC(LawOf) LawsOf;
/* Notes which premises only say of what kind one metavariable is: they can be asked
   before all is bound. */
void law_note_kinds(Law *law);
LawsOf rules_wanted(const RuleSet *rs, Wanted w);
/* The name as its text has it: K-split for redomap-split. */
const char *rule_law(const Rule *r);
/* The number behind the rules of the set that are of one law with number i, and their names. */
int law_end(const Set *set, int i);
const char *law_names(const Set *set, int i);
/* The law of that name; null if there is none, or none in that direction. */
const Law *rules_law(const RuleSet *rs, const char *name, bool backwards);

/* reference.c: every condition, look-up and constructor, with an example. */
void rules_reference(const RuleSet *rs, Text *out);
/* strategy.c: a set of one lemma; null if there is none. */
const Set *lemma_set(const RuleSet *rs, const char *name);

/* ---- trace.c ------------------------------------------------------------ */

/* A condition that was asked: its text, and how it went. */
typedef struct {
    const char *text, *why;
} Asked;
typedef VEC(Asked) Askeds;

/* A rule that had the shape but did not apply. */
typedef struct {
    const Rule *rule;
    const char *place;         /* what it was tried on, in few words */
    const char *condition;     /* its name, "path" or "shape" */
    bool pays;                 /* it is one of `pays`: the rule may be true there */
    const char *why;
    const Span *span;
    int set;                   /* the run it belongs to */
    const void *extra;         /* the engine's */
} Refusal;
typedef VEC(Refusal) Refusals;

/* What a metavariable stands for; see Env. */
typedef struct {
    const char *name;          /* interned, as the text has it: "?xs.." */
    Kids val;
} Bound;

typedef struct {
    int set;
    const char *number;        /* "1.1.2"; of a lemma null */
    int depth;
    const Rule *rule;
    const Span *span;
    Kids ctx;                  /* of a judgment */
    Core *before, *after;      /* after is null until the step is done */
    VEC(Bound) made;           /* the contexts that premises made */
    Askeds held;
    Refusals refused;
} TraceStep;

/* A name of a rule's own for what a part of its target gives. */
typedef struct {
    Var *name;
    const Core *atom;
} Alias;

typedef struct Trace {
    bool brief;                /* nobody reads why lemmas do not apply, or what held */
    VEC(const char *) set;     /* titles: the sets run, in order */
    VEC(Alias) alias;
    VEC(TraceStep *) step;
    Refusals refused;          /* lemmas: what did not apply in the end */
    Table *known;              /* what was said of them: its number, from 1 */
} Trace;

Trace *trace_new(void);
/* A new title; its number. */
int trace_set(Trace *t, const char *title);
/* Why lemmas do not apply is to be kept; t may be null. */
bool trace_tells(const Trace *t);
/* Keeps what is said last of a rule, a place and a condition. */
void trace_refused(Trace *t, const Refusal *r);
/* A step of the last set that no rule's text made: bindings before and after. */
void trace_told(Trace *t, const Rule *r, const Span *s, Core *before, Core *after);
/* The nest of a judgment, and those that its premises made, one a line. A name may
   change while the rules are at work: these are as the terms are printed now. */
const char *step_context(const TraceStep *s);
const char *step_made(const TraceStep *s);
/* The file of a rule, as "fuse.rules", without folders; "built in" where there is no text. */
const char *rule_place(const Rule *r);
const char *rule_programs(const Rule *r);      /* golden ones that it fires in: "dot (1)" */
/* Of the sets from this one on: steps there and back are none (returns.c). */
void trace_forget_returns(Trace *t, int first_set);
/* As text; of one rule only, if its name is given. */
void trace_print(Text *out, const Trace *t, const char *only_rule);

/* ---- strategy.c --------------------------------------------------------- */

typedef struct {
    const char *name;
    int64_t value;
} RewriteOption;

typedef struct {
    const RuleSet *rules;
    const char *only;          /* no rule but this */
    const RewriteOption *option;   /* values given; the last of a name counts */
    int noptions;
    bool thorough;             /* pairs without a common name are tried too */
} RewriteOptions;

/* Runs a strategy, a set, or a single lemma on every function. True if
   anything changed. */
bool rewrite_run(Program *p, const char *what, const RewriteOptions *o, Trace *t);

/* simplify.c: what C simplifies by itself. True if anything changed. */
bool simplify_constants(Program *p, Trace *t);           /* operations on constants */
/* Assertions that hold; `even_alone`: where no rows differ in length, which assertions name. */
bool simplify_held(Program *p, Trace *t, bool even_alone);
bool simplify_common(Program *p, Trace *t);              /* common subexpressions */
bool simplify_unused(Program *p, Trace *t);              /* what nothing reads */
void drop_unread_params(Program *p, Trace *t);           /* what a function does not read */
bool simplify_all(Program *p, Trace *t);                 /* the three, in this order */

/* ---- examples.c --------------------------------------------------------- */

/* What became of a check of a rule. */
typedef struct {
    const Rule *rule;
    const Span *span;          /* of the rule or its example */
    const char *without;       /* the condition that was left out, or null */
    int terms, evaluations;    /* tried for truth: different terms; data on which both */
                               /*   sides were evaluated */
    const char *unreached;     /* parts of its left side that no term has; or null */
    bool refuted;              /* there is a counter-example, or it breaks down */
    bool same;                 /* a mistake made what the rule makes, of all terms */
    const char *harmless;      /*   and what tells that it is none to find; or null */
    const char *wrong;         /* a counter-example, or what else is wrong; or null */
    const char *found;         /*   of an example: what comes out, not what should */
} Checked;
typedef void Tells(const Checked *c, void *arg);

/* Runs each `yes` and `no` of the rules; each result is handed to f. */
void rules_examples(const RuleSet *rs, Wanted w, Tells *f, void *arg);
/* The same of what a file says after `examples NAME`. */
void rules_more(const RuleSet *rs, const RuleFile *file, Wanted w, Tells *f, void *arg);
/* The first example of the rule that this law, with a change of the rule's, does not keep:
   what is wrong there, or null. */
const char *examples_refute(const RuleSet *rs, const Law *law, const Law *was);
/* Why a rule of a judgment does not apply to `ctx |- term`; null: it does. */
const char *rules_refusal(const RuleSet *rs, const Law *law, Kids ctx, Core *term);

/* ---- derive.c: proofs ----------------------------------------------------- */

/* Replays the proofs of the rules and prints them; how many there are. A wrong
   step is an error. */
int rules_derive(const RuleSet *rs, Text *out, Wanted w);


/* ==== inside ============================================================= */

/* examples.c: a function of the names given, which may be null, with this body. */
Func *func_of_term(const Given *given, Core *body);
/* Each option that the law asks for is given, that of 0 is a constant's own; what has no
   common name is tried, too. */
RewriteOptions law_options(const RuleSet *rs, const Law *law, int value);
/* Both terms of an example, and the nest of the first. `right` is
   null for a `no`. */
void example_read(const Rule *r, const Example *e, Core **ctx, Core **left, Core **right);

/* Reports examples that cannot be read, or that have terms of different types. */
void rules_keep_types(const RuleFile *f);

/* ---- load_check.c: reports what is wrong, to diag ----------------------- */

void rules_check(const RuleSet *rs, const RuleFile *f);
void set_check(const Set *set);
/* load.c: its `==` lemmas from right to left. */
Set *set_backwards(const Set *set);

/* ---- names.c: the names in patterns --------------------------------------- */

bool is_seq_name(const char *name);                      /* "?xs.." */
const char *seq_name(const char *one);                   /* "?x": "?x.." */
/* The name of a metavariable node, or of a name in a pattern; else null. */
const char *meta_name(const Core *pat);
bool is_each(const Core *pat);                           /* (..).. */

typedef struct {
    enum { NAME_USED, NAME_BOUND, NAME_MAKER } kind;
    const char *name;
    const Span *span;
    bool each;                 /* within (..).. */
    const Core *term;          /* of a look-up or constructor */
} NameUse;
typedef void VisitName(const NameUse *u, void *arg);
void each_name(const Core *pat, VisitName *visit, void *arg);
void each_name_of(Kids pats, VisitName *visit, void *arg);
void each_side_name(const Side *s, VisitName *visit, void *arg);
void each_premise_name(const Premise *p, VisitName *visit, void *arg);  /* arguments, left */
/* Puts metavariables into a table; finds out whether one is in there. */
void collect_name(const NameUse *u, void *table);
typedef struct {
    const Table *names;
    bool found;
} NameSearch;
void find_name(const NameUse *u, void *search);

/* ---- mapping.c, match.c: what metavariables stand for ------------------- */

/* A value is always a sequence: one term; several atoms; the levels of a
   context; a permutation (constants). Bindings `?s..` are one BODY without
   results, a mapping is a TERM "mapping" (lambda; arrays; width). */
typedef struct {
    Bound *at;
    int n, room;
} Env;

typedef struct Graph Graph;
typedef struct Node Node;
typedef struct World World;

/* One attempt at one place: everything that a condition may look at. */
typedef struct Match {
    Env env;
    World *world;
    const Law *law;
    Core *subject;             /* judgments: what is being translated */
    const Stm *split;          /*   and the binding at which it is split */
    Graph *graph;              /* lemmas: the body, and */
    Node *taken[4];            /*   the bindings that the left side consumes */
    int ntaken;
    Table *made;               /* terms already instantiated once */
    int held;                  /* how many of its conditions do */
    Askeds asked;
    Refusals *refusals;        /* where near misses go, or null */
    bool (*accept)(struct Match *m, void *arg);   /* the last say, or null */
    void *arg;
} Match;

Kids *env_get(const Env *e, const char *name);
void env_put(Env *e, const char *name, Kids val);
/* False if it has another value. */
bool env_bind(Env *e, const char *name, Kids val);

/* Finds values for the metavariables so that pattern and term agree, the
   deciding premises hold and accept() says yes; first split first. */
bool match_sequent(Match *m, const Sequent *pat, Kids ctx, Core *subject);
bool match_stms(Match *m, const Stm *pat, const Stm **term, int n);
bool match_expr(Match *m, const Core *pat, Core *term);
/* Each of the terms has the shape; as(..) says for a name what stands for all that it
   is in each, or null: it is one. */
typedef const char *Gathers(const char *name, const void *arg);
bool match_all(Match *m, const Core *pat, Kids terms, Gathers *as, const void *arg);

/* A lambda with its arrays, inside a SOAC or as a level. */
typedef struct {
    Var **bind;
    int nbinds;
    Var *index;
    Core *width, *e;           /* e: the lambda's body, or the SEG inside */
    Kids arrays;
} Mapping;
/* Number k of node n; false if there is none. */
bool mapping_of(const Core *n, int k, Mapping *f);
bool mapping_head(const Core *n, int k, Mapping *f);     /* all of it but e */
/* n with another mapping number k. */
Core *mapping_put(const Core *n, int k, const Mapping *f);
/* The groups of a SOAC that are its mapping; false if it has none. */
bool mapping_groups(Op op, int *lam, int *arrays);
bool match_mapping(Match *m, const Side *pat, const Mapping *f);
Core *mapping_term(Core *lam, Kids arrays, Core *width);

/* ---- splice.c: bodies --------------------------------------------------- */

/* No name from outside says how long it is; a result beside it may. */
bool lacks_size(const Type *t);
/* Bindings as a term, for the trace. */
Core *stms_term(const Stm *s, int n);
/* Operations that come from where the rule is at work, not from where the operands do. */
Core *op1(Op op, Core *a);
Core *op2(Op op, Core *a, Core *b);
/* Bindings that may be bodies themselves, with results. */
Core *rope(Stms *stms, Kids results);
/* Splices bodies that stand as bindings; the same node if there are none, or it is no body. */
Core *body_flat(Core *body);
/* An expression as a body. */
Core *body_of_exp(Core *exp, const char **names);
/* Appends the bindings of e and returns its results as atoms. */
Kids stms_splice(World *w, Stms *out, Core *e, Var **names, int nnames);
/* The operands of a nested term as atoms; the term itself as one. */
Core *to_normal(Stms *pre, Core *e);
Core *to_atom(Stms *pre, Core *e);
/* A result whose name was invented takes the one that was wanted for it; one that has none
   takes an invented name, too. */
void take_name(Core *result, const char *name, bool invented);

/* ---- binder.c: names on the right side ---------------------------------- */

typedef VEC(Var *) Vars;

/* What fresh binders are to the terms beside them: of their types, elements
   of them, or arrays of what those name. */
typedef enum { LIKE, ELEMENT, ARRAYS } Beside;

/* The variable that a binder's name stands for; any other term is a fault of the rule. */
Var *binder_var(const Match *m, const char *name, const Core *is);
/* Variables for a binder's name: those it has, or fresh ones. */
void make_binder(Match *m, Vars *out, const Var *pat, Kids from, Beside b);
/* Binders beside the terms that they run over. */
Vars make_binders(Match *m, Stms *pre, Var **pat, int n, Kids over, Beside b,
                  Kids *terms);
/* `#?i`, after the body is made: used there, it has a name by now. */
Var *make_index(Match *m, const Var *pat);
/* An index that only the right side speaks of. */
void open_index(Match *m, const Var *pat);

/* ---- apply.c: instantiation --------------------------------------------- */

/* The pattern with values for its metavariables. Bindings that it needs
   before it are appended to pre. */
Core *make_term(Match *m, Stms *pre, const Core *pat);
/* What goes wrong from here on is the rule's fault, if it is one's own. */
void at_work(const Match *m);
/* A literal as one of that type; anything else as it is. */
Core *literal_as(Core *e, Prim p);
Kids make_seq(Match *m, Stms *pre, Kids pat);
/* As a body, bindings first. */
Core *make_body(Match *m, const Core *pat);
/* An expression, or a body if it needs bindings before it. */
Core *make_body_or_exp(Match *m, const Core *pat);
/* For conditions: names and terms, types not inferred, nothing renamed. */
Kids make_args(Match *m, Kids pat);
/* The right side of a lemma: bindings for the names that it binds. */
void make_bindings(Match *m, Stms *out, const Stm *pat, int n);
bool make_mapping(Match *m, Stms *pre, const Side *pat, Mapping *f);
const char *name_plural(const char *base, int levels);

/* ---- conditions.def, when*.c, premise.c: conditions --------------------- */

enum { MOST_ARGUMENTS = 8 };

/* A condition that is asked, or a look-up or constructor at work. */
typedef struct {
    Match *m;
    Kids *arg;
    int n;
    Kids out, bound;           /* what a look-up or constructor gives */
    Text why;                  /* and why it does not, */
    bool silent;               /*   where somebody wants to know it */
} Call;

typedef struct Condition {
    const char *name;
    int min, max;              /* arguments */
    bool (*call)(Call *c);     /* false: it does not hold, or gives nothing */
    const char *takes;         /* the kind of each argument: takes.c */
    const char *sentence;
    bool kind;                 /* it only says what kind of thing a rule is for */
    bool word;                 /* its argument is a word, and no term */
    int binds;                 /* argument (from 1) that gets a value, too; or 0 */
    bool late;                 /* it is asked once the rule is taken */
    bool lemma;                /* it is about what a lemma's left side matches */
} Condition;

/* when_make.c */
bool option_value(const Match *m, const char *name, int64_t *value);
/* A rule has gone by the attribute that is asked for. */
void heed_attribute(const Match *m, const char *name);
/* What is taken is done together with what stands for all of it, `kept`. */
void join_attributes(const Match *m, const Stm *kept);
/* It stands somewhere in the nest. */
bool attribute_inside(Core *nest, const char *name);
/* when_versions.c */

/* The functions of conditions.def. */
#define CONDITION(name, least, most, function, ...) bool function(Call *c);
#define MAKER CONDITION
#include "conditions.def"
#undef CONDITION
#undef MAKER

/* Conditions, which hold or do not; look-ups and constructors, which give a value. */
extern const Condition conditions[], makers[];
extern const int nconditions, nmakers;
/* Null if there is none. */
const Condition *condition_find(const char *name);
const Condition *maker_find(const char *name);
const char *condition_takes(const Condition *k);         /* "2 to 4 arguments" */
/* takes.c: all kinds, for the reference; what is wrong with argument i of n as it is
   written, or null; and whether the arguments are of these kinds. */
const char *takes_text(const Condition *k);
const char *takes_refuses(const Condition *k, Kids arg, int i, int n);
bool takes_hold(Call *c, const Condition *k);
/* False, with the reason. */
bool no(Call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* True, with what it gives. */
bool yields(Call *c, Core *e);
bool yields_all(Call *c, Kids es);
/* when_block.c: whose functions no thread takes as steps of its own: any SOAC but a map. */
bool is_fold(const Core *n);
bool is_large(const Type *t);              /* an array that is too large for a thread, or may be */
/* when_lifted.c: rows, of one length or not, as rows of the type. */
Core *rows_as(Stms *out, Core *a, const Type *want);
/* when_calls.c: it is, or has in it, a call of a function that calls itself and has arrays. */
bool is_deep(const Core *e);
bool calls_deep(Core *n);
/* when_lifted.c: a, which has the type; it is not checked. */
Core *claimed(Stms *out, Core *a, const Type *t);
/* when_kinds.c: the size depends on what a function around binds. */
bool row_sized(const World *w, const Core *size);
/* when_versions.c: a number that is declared in the rules, or given. */
int64_t constant_of(const World *w, const char *name);
/* when_numbers.c: a number, or a row of a few, as many as the program says. */
bool is_few(const World *w, const Type *t);
/* when_block.c: a map in the thread gives a, or the threads of its block: it, or its rows. */
bool is_made_here(const World *w, const Core *a);
/* when_make.c: which of them a is, from 0; -1: none. */
int position_in(Kids ks, const Core *a);
/* when_loops.c: x op it is x, for all x: of floats -0.0 is that of +. False: there is none. */
bool neutral_number(Op op, Prim p, Scalar *out);
/* when_even.c: a, whose first dimensions, which are that many, are one. */
Core *all_rows_of(Stms *stms, Core *a, int dims);
/* when_laid.c: what a size of one row, or its lengths, is for all rows of the nest; or null. */
Core *size_of_all(Kids ctx, Core *size);
/* Computing it twice costs less than storing it. */
bool is_cheap(const Core *e);
/* apply.c: the right side has some of its bindings already; from now on it has all. */
bool body_again(Match *m, const Core *body);
/* What a constructor term stands for. */
Kids maker_value(Match *m, const Core *term);
/* Remembers that a law does not take a binding of a subject, whatever else
   the split; true if it is known already. */
bool split_refused(Match *m, const Stm *s);
/* What the law says of the place where it stands is not against it; asked before all else,
   if nobody reads why laws do not apply. */
bool place_fits(Match *m);
/* No premise on what ?name is alone refuses this term. */
bool is_of_kind(Match *m, const char *name, Core *term);
/* Tries premises from number i to before n; stops at the first that fails. */
bool premises_hold(Match *m, int i, int n);
const char *premise_text(const Match *m, const Premise *p);

/* ---- ctx.c: map nests --------------------------------------------------- */

/* Whether a level binds v; which one, and as which element. */
bool ctx_binds(Kids ctx, const Var *v, int *level, int *which);
Kids ctx_extended(World *w, Kids ctx, Kids names, Kids *outer);
/* With those of its names alone that are wanted, and what these are elements of. */
Kids ctx_narrowed(Kids ctx, bool (*wanted)(Var *v, const void *arg), const void *arg,
                  Kids names);
Core *ctx_outer(Kids ctx, Core *atom, bool *replicated);
/* Something in e depends on a name that the nest binds. */
bool varies_in(const Match *m, Core *e, Kids ctx);

/* e is a loop, and an array of it is as long as a round says. */
bool loop_resizes(const Core *e);
/* It has rows that differ in length, or by rounds: a thread has no room for them. */
bool has_no_room(Core *e);
const char *ctx_str(Kids ctx);

/* ---- world.c: what is known of the function in hand --------------------- */

/* A binding with attributes around the place in hand, and those around it. */
typedef struct Around {
    const Stm *stm;
    const struct Around *out;
} Around;

typedef struct Branch {
    const Core *test;
    const struct Branch *around;
} Branch;

struct World {
    const RewriteOptions *options;
    const Func *func;          /* in hand */
    const Around *around;
    Table *marked;             /* Core: what a binding with attributes binds -> the Stm */
    const Table *given;        /* Var: what the block in hand has from outside; null: no block */
    int block_depth;           /* `depth` right within that block */
    Trace *trace;
    Table *home;               /* Var: where a judgment's subject binds it */
    Table *last_use;           /* the bindings of a subject -> Var -> the last that uses it */
    Table *extended;           /* Var -> Core: the array of all its values */
    Table *begun;              /* Var -> Core: what a loop around begins with */
    Table *counter;            /* Var: the index of a loop around */
    Table *row_of;             /* Var -> Core: the array of rows that a level takes it from */
    Table *parallel;           /* Core -> yes or no */
    Table *refused;            /* Law -> bindings that it does not take */
    Table *parent;             /* Var -> Var: what it may share memory with */
    Ranges *range;             /* definitions, and what values scalars can have */
    Table *consumed;           /* Var: updated in place somewhere */
    Subst *alias;              /* names that turned out to be others */
    Table *aliased;
    VEC(Core *) aliases;       /* the same names, in order */
    int set;                   /* the run's number in the trace */
    bool single;               /* one step is made, */
    int skip;                  /*   where so many others were possible before */
    int depth;                 /* lambdas and nests around the body in hand */
    bool lifts;                /* calls of the function in hand can be in a nest */
    Place place;               /*   where the last of these nests is done, */
    bool in_block;             /*   and whether that is in a block */
    const Core *operator;      /* of the node around the one in hand */
    const Core *loop;          /* the for loop of which the body in hand is one; or null */
    bool in_operator;          /* the body in hand is in one on numbers; */
    bool in_fold;              /*   in what a fold within a function does with an element */
    Program *program;          /* or null */
    Table *census;             /* Func: what its body has; of the whole program */
    int versions;              /* beyond the first, of the function, */
    int versions_more;         /*   and as many as the rule in hand adds, */
    Core *decided_next;        /*   for nests of so many elements; */
    VEC(Core *) decided;       /*   of the sequents around this one */
    const Branch *branch;      /* the body in hand is in, done where its test holds; or null */
    void (*fired)(const Match *m, void *arg);    /* told of each step, or null */
    void *fired_arg;
};

World *world_new(const RewriteOptions *o, Trace *t);
void world_free(World *w);
/* The sizes of what the function takes are not negative. */
void world_note_params(World *w, const Func *f);
void world_define(World *w, const Stm *s);
/* Definitions of all bindings in the term. */
void world_define_all(World *w, const Core *n);
Core *world_def(const World *w, const Core *atom);
/* Which result of its binding v is. */
int world_result(const World *w, const Var *v);
void world_alias(World *w, Var *v, Core *atom);
Core *world_resolve(const World *w, Core *atom);
/* n without the names that became aliases from this one on (World.aliases). */
Core *world_resolve_since(const World *w, int first, Core *n);
/* The term with all aliases replaced. */
Core *world_finish(World *w, Core *n);
/* n where each body's types are of the names that its results have by now: a size that a branch
   computed may be one from outside, or another result. */
Core *with_own_types(Core *n);
bool world_parallel(World *w, const Core *n);
/* Notes positions and last uses in a body that is a judgment's subject. */
void world_subject(World *w, Core *body);
/* Position of the binding of v in the subject's array of bindings, or -1. */
int world_position(const World *w, const Core *body, const Var *v);
/* Whether v is used by the binding `from` of a subject, or by a later one. */
bool world_used_from(const World *w, const Var *v, const Stm *from);
/* Notes which arrays a function's body, or what is made anew, updates in place, views of them
   too. */
void world_note_consumed(World *w, Core *body);
const Var *world_consumed(const World *w, const Var *v);
const Var *world_consumed_in(const World *w, const Core *n);   /* one of which that is so */
bool world_share(const World *w, const Var *a, const Var *b);      /* memory; may */
/* The new one stands for the old one from now on: what updates that updates it. */
void world_shared(World *w, Var *new, Var *old);
/* e updates what the root, which world_consumed gave, stands for. */
bool world_updates(const World *w, Core *e, const Var *root);
bool may_fail(const World *w, const Core *n);

/* ---- graph.c: a body as a graph ----------------------------------------- */

struct Node {
    Stm stm;
    Node *prev, *next;
    int64_t pos;
    Var **free;
    int nfree;
    VEC(Node *) after;         /* must stay after this one: they consume what it reads */
    Node *into;                /* what it was replaced by */
    int mark, asked, born;     /* of walks and of partners; born: after so many steps */
    bool made;                 /* by a lemma that is applied once */
    bool dead;
};

Graph *graph_new(World *w, const Core *body);
Core *graph_body(Graph *g);                              /* and the graph is no more */
Node *graph_first(const Graph *g);
Node *graph_home(const Graph *g, const Var *v);
Node *graph_home_of(const Graph *g, const Core *a);  /* null: no variable, or no graph */
/* Live users of v; their number. */
int graph_users(Graph *g, const Var *v, Node ***user);
bool graph_used_outside(Graph *g, const Var *v, Node **taken, int ntaken);
/* A way from first through a third binding to last: its name, or null. */
const char *graph_path(Graph *g, Node *first, Node *last);
bool graph_may_read(const Graph *g, const Node *at, const Var *updated);
/* No binding behind n reads v, and it is no result of the body. */
bool graph_last_read_by(const Graph *g, const Node *n, const Var *v);
/* Puts stms in the place of the taken bindings; legal when graph_path said
   null. Returns the first new node (null if stms is empty). */
Node *graph_replace(Graph *g, Node **taken, int ntaken, const Stm *stm, int n);
/* Asks those that may be a partner of n, until one says false: what it reads,
   then what reads the same, the nearest first and not all of many, then all before it. */
typedef enum { PARTNERS_READ, PARTNERS_BESIDE, PARTNERS_ALL } Nearness;
typedef bool Asks(Node *partner, void *arg);
void graph_partners(Graph *g, Node *n, Nearness most, Asks *f, void *arg);
/* Every use of v is one of the atom from now on. */
void graph_alias(Graph *g, Var *v, Core *atom);

/* ---- trace.c: recording ------------------------------------------------- */

/* A lemma's step: bindings before and after. Null trace: nothing. */
TraceStep *trace_step(World *w, const Rule *r, const Span *s, Core *before, Core *after,
                      const Askeds *held);
TraceStep *trace_judgment(World *w, const Rule *r, const char *number, Kids ctx,
                          Core *subject, const Askeds *held, const Refusals *refused);
/* "ys, zs": what the bindings that are taken bind. */
const char *taken_names(const Match *m);

/* ---- engine.c, prove.c: one set on one function ------------------------- */

/* A term without the bindings that nothing reads; simplify.c. */
Core *drop_unread(Core *n, void *world);
bool engine_run(World *w, Func *f, const Set *set, How how);
bool prove_run(World *w, Func *f, const Set *set);
/* A judgment on a term under a context, at a level if one is named; for examples. */
Core *prove_term(World *w, const Set *set, Kids ctx, const char *lev, Core *subject);

#endif
