/*
 * core.y -- core text, rule files and single terms, as one tree each.
 *
 * Everything that takes arguments is a chain of atoms here; src/core/read.c
 * and pattern.c say what the atoms are. Binders and names on the left of '='
 * are atoms too.
 */
%code top {
    #include "syntax.h"
    #define YYMALLOC(n) arena_alloc(n)
    #define YYFREE(p)   ((void)(p))
    #define YYMAXDEPTH  100000
}

%code {
    #include "tokens.h"
    #include <string.h>
    #define SPAN(at)            tokens_span(rd, &(at))
    #define SYN(at, k, ...)     syn_new(S_##k, SPAN(at), __VA_ARGS__)
    #define SEQ(at)             SYN(at, SEQ, NULL, 0)
    #define INFIX(at, op, a, b) SYN(at, INFIX, op, 2, a, b)
    #define WORD(at, text)      SYN(at, WORD, text, 0)
}

%define api.pure full
%define api.prefix {core_yy}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {Reader *rd}
%initial-action { @$.first_line = @$.first_column = @$.last_line = @$.last_column = 1; }

%union {
    const char *text;
    Syn *syn;
    bool flag;
}

%token YYEOF 0 "the end of the text"
%token ';' "a new line"
%token START_PROGRAM START_RULES START_TERM
%token <text> NAME "a name" META "a metavariable" NUMBER "a number" STRING "a string"
%token <text> HASH "a #name" FUNC "a @name"
%token <text> PLACED "a place"
%token <text> SOAC "an array operator" SEG "a segmented operator" SEGMAP "segmap"
%token <text> ATTR "an attribute" TURNSTILE "|-"
%token <text> OROR "||" ANDAND "&&" EQ "==" COMPARE "a comparison" SHIFT "a shift"
%token <text> TIMES "a division" POW "**"
%token ASSERT "assert" DEF "def" DO "do" ELSE "else" EMPTY "empty" ENTRY "entry"
%token FOR "for" EACH "for in the first column"
%token IF "if" IN "in" LET "let" LOOP "loop" THEN "then" WHILE "while" WITH "with"
%token LEMMA "lemma" RULE "rule" SET "set" JUDGMENT "judgment" STRATEGY "strategy"
%token OPTION "option"
%token GIVEN "given" EXAMPLES "examples" FROM "from" WHEN "when" PAYS "pays" IS "is" NOT "not"
%token LINE "----"
%token YES "yes" NO "no" GIVES "gives" BECAUSE "because" WITHOUT "without"
%token PROOF "proof" BY "by"
%token BOTH "'==' between the sides" ARROW "->" IMPLIES "=>" ASSIGN ":=" SPANS ":+" COERCE ":>"
%token ELLIPSIS ".." TIGHT "[" LARROW "<-"

%left OROR
%left ANDAND
%left '&' '|' '^'
%left SHIFT
%left '+' '-'
%left '*' '/' '%' TIMES
%left POW

%type <syn> funcs func fparams fparam results type types dim exp let rest opexp arith
%type <syn> unary app apply array atom tuple telem seq exps entries entry items item
%type <syn> attrs level
%type <syn> context rules ruleitem law whens pays premises premise asked words word other made
%type <syn> number examples example proof term steps step givens given gtypes gtypes1
%type <text> infix fname placed
%type <flag> arrow back

%%

start   : START_PROGRAM funcs            { rd->result = $2; }
        | START_RULES rules              { rd->result = $2; }
        | START_TERM term                { rd->result = $2; }
        | START_TERM context TURNSTILE exp IMPLIES exp
          { rd->result = SYN(@$, SEQUENT, $3, 3, $2, $4, $6); }
        ;

/* ---- programs ---- */

funcs   : %empty                         { $$ = SEQ(@$); }
        | funcs func                     { $$ = syn_add($1, $2); }
        ;

func    : attrs ENTRY fname fparams ':' results '=' exp
          { $$ = SYN(@$, FUNC, $3, 4, $4, $6, $8, $1); $$->flag = true; }
        | DEF fname fparams ':' results '=' exp
          { $$ = SYN(@$, FUNC, $2, 3, $3, $5, $7); }
        ;

fname   : NAME | FUNC ;

fparams : %empty                         { $$ = SEQ(@$); }
        | fparams fparam                 { $$ = syn_add($1, $2); }
        ;

fparam  : lb NAME ']'                    { $$ = SYN(@$, HASH, $2, 0); }
        | '(' NAME ':' type ')'
          { $$ = SYN(@$, TYPED, NULL, 2, SYN(@2, NAME, $2, 0), $4); }
        ;

results : type                           { $$ = syn_add(SEQ(@$), $1); }
        | '(' ')'                        { $$ = SEQ(@$); }
        | '(' type ',' types ')'
          { $$ = syn_add(SEQ(@$), $2);
            for (int i = 0; i < $4->n; i++) syn_add($$, $4->kid[i]); }
        ;

types   : type                           { $$ = syn_add(SEQ(@$), $1); }
        | types ',' type                 { $$ = syn_add($1, $3); }
        ;

lb      : '[' | TIGHT ;

type    : NAME                           { $$ = SYN(@$, TYPE, $1, 0); }
        | META                           { $$ = SYN(@$, TYPE, $1, 0); }
        | '*' type                       { $$ = $2; $$->flag = true; }
        | lb dim ']' type                { $$ = SYN(@$, TYPE, $4->text, 1, $2);
                                           for (int i = 0; i < $4->n; i++)
                                               syn_add($$, $4->kid[i]); }
        ;

dim     : %empty                         { $$ = NULL; }
        | ELLIPSIS                       { $$ = NULL; }
        | ELLIPSIS atom                  { $$ = SYN(@$, EACH, NULL, 1, $2); }
        | exp
        ;

/* ---- expressions ---- */

exp     : opexp
        | opexp COERCE type              { $$ = SYN(@$, COERCE, NULL, 2, $1, $3); }
        | opexp WITH lb entries ']' '=' exp
          { $$ = SYN(@$, UPDATE, NULL, 3, $1, $4, $7); }
        | '\\' seq ARROW exp             { $$ = SYN(@$, LAM, NULL, 2, $2, $4); }
        | IF exp THEN exp ELSE exp       { $$ = SYN(@$, IF, NULL, 3, $2, $4, $6); }
        | let
        | LOOP seq '=' seq FOR atom '<' arith DO exp
          { $$ = SYN(@$, LOOP, NULL, 5, $2, $4, $6, $8, $10); }
        | LOOP seq '=' seq WHILE exp DO exp
          { $$ = SYN(@$, WHILE, NULL, 4, $2, $4, $6, $8); }
        | SEGMAP atom exp                { $$ = SYN(@$, SEG, $1, 2, $2, $3); }
        | SEGMAP level exp               { $$ = SYN(@$, SEG, $1, 2, $2, $3); }
        ;

let     : LET seq '=' exp rest           { $$ = SYN(@$, LET, NULL, 3, $2, $4, $5); }
        ;

rest    : IN exp                         { $$ = $2; }
        | let
        ;

opexp   : opexp OROR opexp               { $$ = INFIX(@$, $2, $1, $3); }
        | opexp ANDAND opexp             { $$ = INFIX(@$, $2, $1, $3); }
        | arith EQ arith                 { $$ = INFIX(@$, $2, $1, $3); }
        | arith COMPARE arith            { $$ = INFIX(@$, $2, $1, $3); }
        | arith '<' arith                { $$ = INFIX(@$, "<", $1, $3); }
        | arith '>' arith                { $$ = INFIX(@$, ">", $1, $3); }
        | arith
        ;

arith   : arith '&' arith                { $$ = INFIX(@$, "&", $1, $3); }
        | arith '|' arith                { $$ = INFIX(@$, "|", $1, $3); }
        | arith '^' arith                { $$ = INFIX(@$, "^", $1, $3); }
        | arith SHIFT arith              { $$ = INFIX(@$, $2, $1, $3); }
        | arith '+' arith                { $$ = INFIX(@$, "+", $1, $3); }
        | arith '-' arith                { $$ = INFIX(@$, "-", $1, $3); }
        | arith '*' arith                { $$ = INFIX(@$, "*", $1, $3); }
        | arith '/' arith                { $$ = INFIX(@$, "/", $1, $3); }
        | arith '%' arith                { $$ = INFIX(@$, "%", $1, $3); }
        | arith TIMES arith              { $$ = INFIX(@$, $2, $1, $3); }
        | arith POW arith                { $$ = INFIX(@$, $2, $1, $3); }
        | unary
        ;

unary   : '-' unary                      { $$ = SYN(@$, PREFIX, "-", 1, $2); }
        | '!' unary                      { $$ = SYN(@$, PREFIX, "!", 1, $2); }
        | app
        ;

app     : atom
        | apply
        | array
        ;

apply   : atom atom                      { $$ = SYN(@$, APPLY, NULL, 2, $1, $2); }
        | ASSERT STRING                  { $$ = SYN(@$, ASSERT, $2, 0); }
        | apply atom                     { $$ = syn_add($1, $2); }
        ;

array   : SOAC                           { $$ = SYN(@$, SOAC, $1, 1, NULL); }
        | SOAC TIGHT exp ']'             { $$ = SYN(@$, SOAC, $1, 1, $3); }
        | SEG atom                       { $$ = SYN(@$, SEG, $1, 1, $2); }
        | SEG level                      { $$ = SYN(@$, SEG, $1, 1, $2); }
        | array atom                     { $$ = syn_add($1, $2); }
        ;

atom    : NAME                           { $$ = SYN(@$, NAME, $1, 0); }
        | FUNC                           { $$ = SYN(@$, NAME, $1, 0); $$->flag = true; }
        | META                           { $$ = SYN(@$, META, $1, 0); }
        | NUMBER                         { $$ = SYN(@$, NUMBER, $1, 0); }
        | HASH                           { $$ = SYN(@$, HASH, $1, 0); }
        | atom ELLIPSIS                  { $$ = SYN(@$, EACH, NULL, 1, $1); }
        | atom TIGHT entries ']'
          { $$ = SYN(@$, INDEX, NULL, 1, $1);
            for (int i = 0; i < $3->n; i++) syn_add($$, $3->kid[i]);
            $$->span = SPAN(@$); }
        | '(' ')'                        { $$ = SYN(@$, TUPLE, NULL, 0); }
        | '(' tuple ')'                  { $$ = $2; $$->span = SPAN(@$);
                                           if ($2->n == 1) $$->kind = S_PAREN; }
        | '(' exp ':' type ')'           { $$ = SYN(@$, TYPED, NULL, 2, $2, $4); }
        | '(' infix ')'                  { $$ = SYN(@$, SECTION, $2, 0); }
        | '[' exps ']'                   { $$ = $2; $$->span = SPAN(@$); }
        | EMPTY '(' type ')'             { $$ = SYN(@$, EMPTY, NULL, 1, $3); }
        | '{' items '}'                  { $$ = SYN(@$, BLOCK, NULL, 2, $2, NULL); }
        | '{' items IN seq '}'           { $$ = SYN(@$, BLOCK, NULL, 2, $2, $4); }
        ;

tuple   : telem                          { $$ = SYN(@$, TUPLE, NULL, 1, $1); }
        | tuple ',' telem                { $$ = syn_add($1, $3); }
        ;

telem   : exp
        | level
        | '.'                            { $$ = SYN(@$, DOT, NULL, 0); }
        ;

seq     : %empty                         { $$ = SEQ(@$); }
        | seq atom                       { $$ = syn_add($1, $2); }
        ;

exps    : exp                            { $$ = SYN(@$, LIST, NULL, 1, $1); }
        | exps ',' exp                   { $$ = syn_add($1, $3); }
        ;

entries : entry                          { $$ = syn_add(SEQ(@$), $1); }
        | entries ',' entry              { $$ = syn_add($1, $3); }
        ;

entry   : exp
        | ':'                            { $$ = SYN(@$, WHOLE, NULL, 0); }
        | exp SPANS exp                  { $$ = SYN(@$, SPAN, NULL, 2, $1, $3); }
        | exp ASSIGN exp                 { $$ = SYN(@$, ASSIGN, NULL, 2, $1, $3); }
        ;

items   : item                           { $$ = SEQ(@$); if ($1) syn_add($$, $1); }
        | items ';' item                 { $$ = $3 ? syn_add($1, $3) : $1; }
        ;

item    : %empty                         { $$ = NULL; }
        | attrs exp                      { $$ = SYN(@$, STM, NULL, 3, $1, NULL, $2); }
        | attrs exp '=' exp              { $$ = SYN(@$, STM, NULL, 3, $1, $2, $4); }
        ;

attrs   : %empty                         { $$ = SEQ(@$); }
        | attrs ATTR                     { $$ = syn_add($1, WORD(@2, $2)); }
        ;

level   : '<' seq IN seq placed          { $$ = SYN(@$, LEVEL, $5, 3, $2, $4, NULL); }
        | '<' seq IN seq '<' arith placed
          { $$ = SYN(@$, LEVEL, $7, 3, $2, $4, $6); }
        | '<' seq '<' arith placed
          { $$ = SYN(@$, LEVEL, $5, 3, SEQ(@1), $2, $4); }
        ;

placed  : '>'                            { $$ = NULL; }
        | PLACED
        ;

context : level                          { $$ = syn_add(SEQ(@$), $1); }
        | '.'
          { $$ = syn_add(SEQ(@$), SYN(@$, DOT, NULL, 0)); }
        | context ',' level              { $$ = syn_add($1, $3); }
        ;

infix   : OROR | ANDAND | EQ | COMPARE | SHIFT | TIMES | POW
        | '<' { $$ = "<"; } | '>' { $$ = ">"; } | '&' { $$ = "&"; } | '|' { $$ = "|"; }
        | '^' { $$ = "^"; } | '+' { $$ = "+"; } | '-' { $$ = "-"; } | '*' { $$ = "*"; }
        | '/' { $$ = "/"; } | '%' { $$ = "%"; }
        ;

/* ---- rule files ---- */

rules   : %empty                         { $$ = SEQ(@$); }
        | rules ruleitem                 { $$ = syn_add($1, $2); }
        ;

ruleitem: SET NAME STRING                { $$ = SYN(@$, SET, $2, 2, WORD(@3, $3), NULL); }
        | SET NAME NAME NAME STRING
          { $$ = SYN(@$, SET, $2, 2, WORD(@5, $5), WORD(@4, $4));
            if (strcmp($3, "before")) core_yyerror(&@3, rd, "'before' is needed here"); }
        | JUDGMENT words TURNSTILE exp IMPLIES exp STRING
          { $$ = SYN(@$, JUDGMENT, $7, 0); }
        | law
        | EACH law                       { $$ = $2; $$->span = SPAN(@$); }
        | STRATEGY NAME '=' steps        { $$ = $4; $$->kind = S_STRATEGY; $$->text = $2;
                                           $$->span = SPAN(@$); }
        | OPTION NAME STRING             { $$ = SYN(@$, OPTION, $2, 1, WORD(@2, $3)); }
        | OPTION NAME '=' number STRING  { $$ = SYN(@$, OPTION, $2, 2, WORD(@2, $5), $4); }
        | OPTION NAME '=' number FROM number ELLIPSIS number STRING
          { $$ = SYN(@$, OPTION, $2, 4, WORD(@2, $9), $4, $6, $8); }
        | GIVEN givens                   { $$ = $2; $$->kind = S_GIVEN; }
        | EXAMPLES NAME examples         { $$ = SYN(@$, EXAMPLES, $2, 1, $3); }
        ;

law     : LEMMA NAME STRING FROM STRING items arrow items whens pays examples
          { $$ = SYN(@$, LEMMA, $2, 7, WORD(@2, $3), WORD(@5, $5), $6, $8, $9, $10, $11);
            $$->flag = $7; }
        | RULE NAME STRING FROM STRING premises pays LINE words TURNSTILE exp IMPLIES exp
          examples
          { Syn *c = SYN(@9, SEQUENT, $10, 3, $9, $11, $13);
            $$ = SYN(@$, RULE, $2, 6, WORD(@2, $3), WORD(@5, $5), $6, $7, c, $14); }
        ;

number  : NUMBER                         { $$ = SYN(@$, NUMBER, $1, 0); }
        ;

arrow   : IMPLIES                        { $$ = false; }
        | BOTH                           { $$ = true; }
        ;

whens   : %empty                         { $$ = SEQ(@$); }
        | WHEN premises                  { $$ = $2; }
        ;

pays    : %empty                         { $$ = SEQ(@$); }
        | PAYS premises                  { $$ = $2; }
        ;

premises: premise                        { $$ = SEQ(@$); if ($1) syn_add($$, $1); }
        | premises ';' premise           { $$ = $3 ? syn_add($1, $3) : $1; }
        ;

premise : %empty                         { $$ = NULL; }
        | asked
        | NOT asked                      { $$ = SYN(@$, NOT, NULL, 1, $2); }
        | words '=' words                { $$ = SYN(@$, COMPUTE, NULL, 2, $1, $3); }
        | words '=' made                 { $$ = SYN(@$, COMPUTE, NULL, 2, $1, $3); }
        | words TURNSTILE exp IMPLIES exp
          { $$ = SYN(@$, SEQUENT, $2, 3, $1, $3, $5); }
        ;

asked   : words
        | words IS exp                   { $$ = SYN(@$, IS, NULL, 2, $1, $3); }
        ;

made    : array
        | SEGMAP atom exp                { $$ = SYN(@$, SEG, $1, 2, $2, $3); }
        | SEGMAP level exp               { $$ = SYN(@$, SEG, $1, 2, $2, $3); }
        | IF exp THEN exp ELSE exp       { $$ = SYN(@$, IF, NULL, 3, $2, $4, $6); }
        | '\\' seq ARROW exp             { $$ = SYN(@$, LAM, NULL, 2, $2, $4); }
        ;

words   : word                           { $$ = syn_add(SEQ(@$), $1); }
        | words word                     { $$ = syn_add($1, $2); }
        | words other                    { $$ = syn_add($1, $2); }
        ;

word    : atom
        | level
        | '.'                            { $$ = SYN(@$, DOT, NULL, 0); }
        ;

other   : ','                            { $$ = WORD(@$, ","); }
        | IN                             { $$ = WORD(@$, "in"); }
        | SEGMAP                         { $$ = WORD(@$, $1); }
        | SEG                            { $$ = WORD(@$, $1); }
        | SOAC                           { $$ = WORD(@$, $1); }
        ;

examples: %empty                         { $$ = SEQ(@$); }
        | examples example               { $$ = syn_add($1, $2); }
        ;

example : YES term GIVES exp             { $$ = SYN(@$, EXAMPLE, NULL, 2, $2, $4); }
        | NO term BECAUSE NAME           { $$ = SYN(@$, EXAMPLE, $4, 2, $2, NULL); }
        | NO term                        { $$ = SYN(@$, EXAMPLE, "anything", 2, $2, NULL); }
        | WITHOUT premise BECAUSE STRING { $$ = SYN(@$, NEEDLESS, $4, 1, $2); }
        | proof
        ;

term    : exp
        | context TURNSTILE exp          { $$ = SYN(@$, SEQUENT, $2, 3, $1, $3, NULL); }
        ;

proof   : PROOF exp BY NAME back GIVES exp
          { Syn *step = SYN(@4, PROOF, $4, 1, $7);
            step->flag = $5;
            $$ = SYN(@$, PROOF, NULL, 2, $2, step); }
        | proof BY NAME back GIVES exp
          { $$ = syn_add($1, SYN(@3, PROOF, $3, 1, $6));
            $$->kid[$$->n - 1]->flag = $4; }
        ;

back    : %empty                         { $$ = false; }
        | LARROW                         { $$ = true; }
        ;

steps   : step                           { $$ = syn_add(SEQ(@$), $1); }
        | steps ';' step                 { $$ = syn_add($1, $3); }
        ;

step    : NAME                           { $$ = syn_add(SEQ(@$), WORD(@$, $1)); }
        | step NAME                      { $$ = syn_add($1, WORD(@2, $2)); }
        | step LARROW                    { $$ = syn_add($1, WORD(@2, "<-")); }
        ;

givens  : given                          { $$ = syn_add(SEQ(@$), $1); }
        | givens given                   { $$ = syn_add($1, $2); }
        ;

given   : lb NAME ']'                    { $$ = SYN(@$, HASH, $2, 0); }
        | '(' NAME ':' gtypes1 ')'
          { $$ = SYN(@$, TYPED, NULL, 2, SYN(@2, NAME, $2, 0), $4->kid[0]);
            if ($4->n != 1) core_yyerror(&@4, rd, "one type is needed here"); }
        | '(' NAME ':' gtypes ARROW gtypes1 ')'
          { $$ = SYN(@$, FUNC, $2, 3, $4, $6, NULL); }
        | '(' func ')'                   { $$ = $2; }
        ;

gtypes  : %empty                         { $$ = SEQ(@$); }
        | gtypes1
        ;

gtypes1 : type                           { $$ = syn_add(SEQ(@$), $1); }
        | gtypes1 type                   { $$ = syn_add($1, $2); }
        ;

%%

static int yyreport_syntax_error(const yypcontext_t *ctx, Reader *rd)
{
    enum { MANY = 80 };
    yysymbol_kind_t kind[MANY];
    const char *name[MANY];
    int n = yypcontext_expected_tokens(ctx, kind, MANY);
    for (int i = 0; i < n; i++)
        name[i] = yysymbol_name(kind[i]);
    bool end = yypcontext_token(ctx) == YYSYMBOL_YYEOF;
    tokens_error(rd, yypcontext_location(ctx), end, name, n);
    return 0;
}
