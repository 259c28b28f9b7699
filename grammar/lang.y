/* lang.y -- the language: one builder call (src/front/ast.c) an action. */

%code top {
    #include "parse.h"
    #define YYMALLOC(n) arena_alloc(n)
    #define YYFREE(p)   ((void)(p))
    #define YYINITDEPTH 1000
    #define YYMAXDEPTH  200000
}

%code {
    #define SP(at) parse_span(p, at)
    static void lang_yyerror(LANG_YYLTYPE *at, Parse *p, const char *text);
}

%define api.pure full
%define api.prefix {lang_yy}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {Parse *p}
%initial-action { @$.first_line = @$.first_column = @$.last_line = @$.last_column = 1; }

%union {
    const char *name;
    TokenText text;
    Exp *exp; Pat *pat; TypeExp *type; Dec *dec; Slice slice; Field field;
    TypeArg type_arg; TypeParam tparam;
    Exps *exps; Pats *pats; Fields *fields; Slices *slices; Types *types;
    TypeArgs *type_args; TypeParams *tparams; Names *names; Decs *decs;
    ModExp *mod; SigExp *sig; ModParams *mod_params; TypeParamKind lift;
    Equation *equation;
    Equations *equations;
}

%token END 0 "end of file"
%token TRUE "true" FALSE "false" IF "if" THEN "then" ELSE "else" DEF "def" LET "let"
%token LOOP "loop" IN "in" VAL "val" FOR "for" DO "do" WITH "with" LOCAL "local"
%token OPEN "open" INCLUDE "include" IMPORT "import" TYPE "type" ENTRY "entry"
%token MODULE "module" WHILE "while" ASSERT "assert" MATCH "match" CASE "case"
%token HOM "hom" EQUATION "| (an equation)"
%token HOLE "???" ATTR "#[" TIGHT "[ (an index)" DOT_BRACKET ".["
%token DOTS "..." DOTS_LT "..<" DOTS_GT "..>" DOTS2 ".." COERCE ":>" ARROW "->"
%token <name> ID "a name" QUALID "a qualified name" QUALPAREN "M.(" FIELD "a field"
%token <name> TYVAR "a type parameter" TYVAR_SIZE_LIFTED "'~t" TYVAR_LIFTED "'^t"
%token <name> CTOR "a constructor"
%token <text> INT "an integer" FLOAT "a float" CHAR "a character" STRING "a string"
%token <name> PIPE "|>" APP "<|" OR "||" AND "&&" CMP "a comparison" BIT "a bit operator"
%token <name> SHIFT "a shift" ADD "+" MUL "an operator like *" POW "**"
%token <name> MINUS "-" STAR "*" LESS "<" HAT "^" BAR "|" BANG "!"

%precedence BOTTOM
%precedence CASE
%precedence ':' COERCE
%precedence DOTS DOTS_LT DOTS_GT DOTS2
%left '`'
%precedence ARROW
%left WITH
%left PIPE
%right APP
%left OR
%left AND
%left CMP LESS
%left BIT HAT BAR
%left SHIFT
%left ADD MINUS
%left MUL STAR
%left POW
%precedence PREFIX

%type <dec> dec dec_plain fun local_fun spec
%type <name> binop minus_binop attr attr_args attr_item fields fields_from qual label
%type <exp> exp range op apply atom literal form init cases let let_body lambda maybe
%type <equation> equation
%type <equations> equations
%type <decs> decs specs
%type <mod> module module_apply module_atom
%type <mod_params> module_params
%type <sig> sig sig_is sig_simple sig_with sig_atom
%type <lift> lifted
%type <exps> exps
%type <pat> pat pat_arg pat_inner operand negative
%type <pats> pats pat_args inners params
%type <field> field_exp field_pat field_type
%type <fields> field_exps fields_exp field_pats fields_pat field_types fields_type
%type <slice> slice
%type <slices> slices
%type <type> type type_term type_app type_atom sum payload result result_term
%type <types> types payloads
%type <type_arg> type_arg
%type <type_args> type_args
%type <tparam> tparam local_tparam
%type <tparams> tparams local_tparams
%type <names> sizes exists

%%

program : decs                           { if ($1) PUT_LIST(p->ast->dec, $1); } ;

decs    : %empty                         { $$ = NULL; }
        | decs dec                       { $$ = LIST(Decs, $1, $2); }
        | decs error
            { $$ = $1; yyclearin; yyerrok; if (p->token == END) YYABORT; }
        ;

/* ---- declarations -------------------------------------------------------- */

dec     : dec_plain
        | ATTR attr ']' dec              { $$ = dec_attr(SP(@$), $2, $4); }
        ;

dec_plain
        : DEF fun                        { $$ = dec_let(SP(@$), $2); }
        | LET fun                        { $$ = dec_let(SP(@$), $2); }
        | ENTRY fun                      { $$ = dec_entry(SP(@$), $2); }
        | HOM ID tparams params result '=' equations
                                { $$ = dec_hom(SP(@$), SP(@2), $2, $3, $4, $5, $7); }
        | TYPE lifted ID tparams '=' type
                                         { $$ = dec_type(SP(@$), SP(@3), $2, $3, $4, $6); }
        | OPEN module                    { $$ = dec_open(SP(@$), $2); }
        | IMPORT STRING                  { $$ = dec_import(SP(@$), SP(@2), $2); }
        | LOCAL dec                      { $$ = dec_local(SP(@$), $2); }
        | MODULE ID module_params sig_is '=' module
                                         { $$ = dec_module(SP(@$), SP(@2), $2, $3, $4, $6); }
        | MODULE TYPE ID '=' sig         { $$ = dec_sig(D_MODULE_TYPE, SP(@$), SP(@3), $3, $5); }
        ;

fun     : ID tparams params result '=' exp
                { $$ = dec_fun(SP(@$), SP(@1), $1, $2, $3, $4, $6); }
        | '(' minus_binop ')' tparams params result '=' exp
                { $$ = dec_fun(SP(@$), SP(@2), $2, $4, $5, $6, $8); }
        | operand minus_binop operand result '=' exp
                { $$ = dec_infix(SP(@$), SP(@2), $2, $1, $3, $4, $6); }
        | operand '`' ID '`' operand result '=' exp
                { $$ = dec_infix(SP(@$), SP(@3), $3, $1, $5, $6, $8); }
        ;

equations
        : equation                       { $$ = LIST(Equations, NULL, $1); }
        | equations equation             { $$ = LIST(Equations, $1, $2); }
        ;

equation: EQUATION '[' ']' ARROW exp
                { $$ = hom_equation(SP(@$), EQ_EMPTY, NULL, NULL, NULL, $5); }
        | EQUATION '[' ID ']' ARROW exp
                { $$ = hom_equation(SP(@$), EQ_ONE, $3, NULL, NULL, $6); }
        | EQUATION '[' '_' ']' ARROW exp
                { $$ = hom_equation(SP(@$), EQ_ONE, NULL, NULL, NULL, $6); }
        | EQUATION ID ADD ID ARROW exp
                { $$ = hom_equation(SP(@$), EQ_JOIN, $2, $3, $4, $6); }
        ;

result  : %empty                         { $$ = NULL; }
        | ':' type                       { $$ = $2; }
        ;

lifted  : %empty                         { $$ = PARAM_TYPE; }
        | '~'                            { $$ = PARAM_TYPE_SIZE_LIFTED; }
        | HAT                            { $$ = PARAM_TYPE_LIFTED; }
        ;

tparams : %empty                         { $$ = NULL; }
        | tparams tparam                 { $$ = LIST(TypeParams, $1, $2); }
        ;

tparam  : lbr ID ']'                     { $$ = type_param(SP(@2), PARAM_SIZE, $2); }
        | TYVAR                          { $$ = type_param(SP(@1), PARAM_TYPE, $1); }
        | TYVAR_SIZE_LIFTED { $$ = type_param(SP(@1), PARAM_TYPE_SIZE_LIFTED, $1); }
        | TYVAR_LIFTED                   { $$ = type_param(SP(@1), PARAM_TYPE_LIFTED, $1); }
        ;

params  : %empty                         { $$ = NULL; }
        | params pat_inner               { $$ = LIST(Pats, $1, $2); }
        ;

lbr     : '[' | TIGHT ;

/* ---- modules ------------------------------------------------------------- */

module  : module_apply
        | module ':' sig                 { $$ = mod_is(SP(@$), $1, $3); }
        | '\\' '(' ID ':' sig ')' sig_simple ARROW module
                    { $$ = mod_lambda(SP(@$), SP(@3), $3, $5, mod_is(SP(@$), $9, $7)); }
        ;

module_apply
        : module_atom
        | IMPORT STRING                  { $$ = mod_import(SP(@$), $2); }
        | module_apply module_atom       { $$ = mod_apply(SP(@$), $1, $2); }
        ;

module_atom
        : qual                           { $$ = mod_name(SP(@$), $1); }
        | '{' decs '}'                   { $$ = mod_body(SP(@$), $2); }
        | '(' module ')'                 { $$ = $2; }
        ;

module_params
        : %empty                         { $$ = NULL; }
        | module_params '(' ID ':' sig ')'
                            { $$ = LIST(ModParams, $1, ((ModParam){ $3, SP(@3), $5 })); }
        ;

sig_is  : %empty                         { $$ = NULL; }
        | ':' sig_with                   { $$ = $2; }
        ;

sig_simple
        : %empty                         { $$ = NULL; }
        | ':' qual                       { $$ = sig_name(SP(@2), $2); }
        | ':' '(' sig ')'                { $$ = $3; }
        ;

sig     : sig_with
        | '(' ID ':' sig ')' ARROW sig   { $$ = sig_fun(SP(@$), $2, $4, $7); }
        | sig_with ARROW sig             { $$ = sig_fun(SP(@$), NULL, $1, $3); }
        ;

sig_with
        : sig_atom
        | sig_with WITH qual tparams '=' type_term
                                         { $$ = sig_with(SP(@$), SP(@3), $1, $3, $4, $6); }
        ;

sig_atom
        : qual                           { $$ = sig_name(SP(@$), $1); }
        | '{' specs '}'                  { $$ = sig_specs(SP(@$), $2); }
        | '(' sig ')'                    { $$ = $2; }
        ;

specs   : %empty                         { $$ = NULL; }
        | specs spec                     { $$ = LIST(Decs, $1, $2); }
        ;

spec    : VAL ID tparams ':' type        { $$ = dec_val(SP(@$), SP(@2), $2, $3, $5); }
        | VAL minus_binop tparams ':' type
                                         { $$ = dec_val(SP(@$), SP(@2), $2, $3, $5); }
        | VAL '(' minus_binop ')' tparams ':' type
                                         { $$ = dec_val(SP(@$), SP(@3), $3, $5, $7); }
        | TYPE lifted ID tparams         { $$ = dec_type(SP(@$), SP(@3), $2, $3, $4, NULL); }
        | TYPE lifted ID tparams '=' type
                                         { $$ = dec_type(SP(@$), SP(@3), $2, $3, $4, $6); }
        | MODULE ID ':' sig              { $$ = dec_sig(D_MODULE, SP(@$), SP(@2), $2, $4); }
        | INCLUDE sig                    { $$ = dec_sig(D_INCLUDE, SP(@$), SP(@2), NULL, $2); }
        | ATTR attr ']' spec             { $$ = dec_attr(SP(@$), $2, $4); }
        ;

/* ---- attributes ---------------------------------------------------------- */

attr    : attr_item
        | ID '(' ')'                     { $$ = intern(format("%s()", $1)); }
        | ID '(' attr_args opt_comma ')' { $$ = intern(format("%s(%s)", $1, $3)); }
        ;

attr_item
        : ID
        | QUALID
        | INT                            { $$ = internn($1.at, $1.n); }
        ;

attr_args
        : attr
        | attr_args ',' attr             { $$ = format("%s,%s", $1, $3); }
        ;

/* ---- types --------------------------------------------------------------- */

type    : type_term                      %prec BOTTOM
        | type_term ARROW type           { $$ = type_new(T_FUN, SP(@$), NULL, $1, $3); }
        | '(' ID ':' type ')' ARROW type { $$ = type_new(T_FUN, SP(@$), $2, $4, $7); }
        | exists '.' type                { $$ = type_exists(SP(@$), $1, $3); }
        | sum                            %prec BOTTOM
        ;

type_term
        : type_app
        | STAR type_term                 { $$ = type_new(T_UNIQUE, SP(@$), NULL, $2, NULL); }
        | lbr exp ']' type_term          { $$ = type_dim(SP(@$), $2, false, $4); }
        | lbr ']' type_term              { $$ = type_dim(SP(@$), NULL, false, $3); }
        | lbr DOTS2 ']' type_term        { $$ = type_dim(SP(@$), NULL, true, $4); }
        ;

type_app
        : type_atom
        | qual type_args                 { $$ = type_app(SP(@$), $1, $2); }
        ;

type_atom
        : qual                           { $$ = type_app(SP(@$), $1, NULL); }
        | '(' ')'                        { $$ = type_tuple(SP(@$), NULL); }
        | '(' type ')'                   { $$ = $2; }
        | '(' type ',' types opt_comma ')'
                                         { $$ = type_tuple(SP(@$), types_cons($2, $4)); }
        | '{' field_types '}'            { $$ = type_record(SP(@$), $2); }
        ;

qual    : ID | QUALID ;

types   : type                           { $$ = LIST(Types, NULL, $1); }
        | types ',' type                 { $$ = LIST(Types, $1, $3); }
        ;

field_types
        : %empty                         { $$ = NULL; }
        | fields_type opt_comma
        ;
fields_type
        : field_type                     { $$ = LIST(Fields, NULL, $1); }
        | fields_type ',' field_type     { $$ = LIST(Fields, $1, $3); }
        ;
field_type : label ':' type              { $$ = field_type(SP(@$), $1, $3); } ;

label   : ID
        | INT                            { $$ = internn($1.at, $1.n); }
        ;

type_args
        : type_arg                       { $$ = LIST(TypeArgs, NULL, $1); }
        | type_args type_arg             { $$ = LIST(TypeArgs, $1, $2); }
        ;
type_arg
        : lbr exp ']'                    { $$ = type_arg($2, NULL); }
        | lbr ']'                        { $$ = type_arg(NULL, NULL); }
        | type_atom                      { $$ = type_arg(NULL, $1); }
        ;

sum     : CTOR payloads                  { $$ = type_ctor(SP(@$), NULL, $1, $2); }
        | sum BAR CTOR payloads          { $$ = type_ctor(SP(@$), $1, $3, $4); }
        ;
payloads
        : %empty                         { $$ = NULL; }
        | payloads payload               { $$ = LIST(Types, $1, $2); }
        ;
payload : type_atom
        | lbr exp ']' payload            { $$ = type_dim(SP(@$), $2, false, $4); }
        | lbr ']' payload                { $$ = type_dim(SP(@$), NULL, false, $3); }
        ;

exists  : '?' lbr ID ']'                 { $$ = LIST(Names, NULL, $3); }
        | exists lbr ID ']'              { $$ = LIST(Names, $1, $3); }
        ;

/* ---- patterns ------------------------------------------------------------ */

pat     : pat_arg
        | pat_arg ':' type               { $$ = pat_ascribe(SP(@$), $1, $3); }
        | CTOR pat_args                 { $$ = pat_list(P_CTOR, SP(@$), $1, $2); }
        | ATTR attr ']' pat              { $$ = pat_attr(SP(@$), $2, $4); }
        ;

inners  : pat_inner                      { $$ = LIST(Pats, NULL, $1); }
        | inners pat_inner               { $$ = LIST(Pats, $1, $2); }
        ;

pat_args
        : pat_arg                       { $$ = LIST(Pats, NULL, $1); }
        | pat_args pat_arg             { $$ = LIST(Pats, $1, $2); }
        ;

pat_arg : pat_inner | negative ;

negative: MINUS literal
                { $$ = pat_literal(SP(@$), exp_new(E_NEG, SP(@$), $2, NULL, NULL)); }
        ;

pat_inner
        : operand
        | literal                        { $$ = pat_literal(SP(@$), $1); }
        | CTOR                           { $$ = pat_list(P_CTOR, SP(@$), $1, NULL); }
        ;

/* What can stand on the left of an operator that is being defined. */
operand : ID                             { $$ = pat_name(SP(@$), $1); }
        | '(' minus_binop ')'            { $$ = pat_name(SP(@$), $2); }
        | '_'                            { $$ = pat_list(P_WILD, SP(@$), NULL, NULL); }
        | '(' ')'                        { $$ = pat_list(P_TUPLE, SP(@$), NULL, NULL); }
        | '(' pat ')'                    { $$ = $2; }
        | '(' pat ',' pats opt_comma ')'
                        { $$ = pat_list(P_TUPLE, SP(@$), NULL, pats_cons($2, $4)); }
        | '{' field_pats '}'             { $$ = pat_record(SP(@$), $2); }
        ;

pats    : pat                            { $$ = LIST(Pats, NULL, $1); }
        | pats ',' pat                   { $$ = LIST(Pats, $1, $3); }
        ;

field_pats
        : %empty                         { $$ = NULL; }
        | fields_pat opt_comma
        ;
fields_pat
        : field_pat                      { $$ = LIST(Fields, NULL, $1); }
        | fields_pat ',' field_pat       { $$ = LIST(Fields, $1, $3); }
        ;
field_pat
        : label '=' pat                  { $$ = field_pat(SP(@$), $1, $3); }
        | label                          { $$ = field_pat(SP(@$), $1, NULL); }
        | label ':' type
                { $$ = field_pat(SP(@$), $1, pat_ascribe(SP(@$), pat_name(SP(@1), $1), $3)); }
        ;

literal : INT                            { $$ = exp_int(SP(@$), $1); }
        | FLOAT                          { $$ = exp_float(SP(@$), $1); }
        | CHAR                           { $$ = exp_char(SP(@$), $1); }
        | TRUE                           { $$ = exp_bool(SP(@$), true); }
        | FALSE                          { $$ = exp_bool(SP(@$), false); }
        ;

/* ---- expressions --------------------------------------------------------- */

exp     : range                          %prec BOTTOM
        | exp ':' type                   { $$ = exp_typed(E_ASCRIBE, SP(@$), $1, $3); }
        | exp COERCE type                { $$ = exp_typed(E_COERCE, SP(@$), $1, $3); }
        ;

range   : op                             %prec BOTTOM
        | op DOTS op                     { $$ = exp_range(SP(@$), "...", $1, NULL, $3); }
        | op DOTS_LT op                  { $$ = exp_range(SP(@$), "..<", $1, NULL, $3); }
        | op DOTS_GT op                  { $$ = exp_range(SP(@$), "..>", $1, NULL, $3); }
        | op DOTS2 op DOTS op            { $$ = exp_range(SP(@$), "...", $1, $3, $5); }
        | op DOTS2 op DOTS_LT op         { $$ = exp_range(SP(@$), "..<", $1, $3, $5); }
        | op DOTS2 op DOTS_GT op         { $$ = exp_range(SP(@$), "..>", $1, $3, $5); }
        ;

op      : apply                          %prec PREFIX
        | apply lambda                   %prec PREFIX { $$ = exp_apply(SP(@$), $1, $2); }
        | op '`' qual '`' op %prec '`'   { $$ = exp_named(E_BINOP, SP(@$), $3, $1, $5); }
        | op PIPE op                     { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op APP op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op OR op                       { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op AND op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op CMP op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op LESS op                     { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op BIT op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op HAT op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op BAR op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op SHIFT op                    { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op ADD op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op MINUS op                    { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op MUL op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op STAR op                     { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | op POW op                      { $$ = exp_named(E_BINOP, SP(@$), $2, $1, $3); }
        | MINUS op %prec PREFIX          { $$ = exp_new(E_NEG, SP(@$), $2, NULL, NULL); }
        | BANG op %prec PREFIX           { $$ = exp_new(E_NOT, SP(@$), $2, NULL, NULL); }
        | '~' op %prec PREFIX            { $$ = exp_new(E_NOT, SP(@$), $2, NULL, NULL); }
        | op WITH lbr slices ']' '=' op %prec WITH
                                         { $$ = exp_index(E_UPDATE, SP(@$), $1, $4, $7); }
        | op WITH fields_from '=' op %prec WITH
                                { $$ = exp_named(E_UPDATE_FIELD, SP(@$), $3, $1, $5); }
        | ASSERT atom atom               { $$ = exp_assert(SP(@$), SP(@2), $2, $3); }
        | ATTR attr ']' exp %prec BOTTOM { $$ = exp_named(E_ATTR, SP(@$), $2, $4, NULL); }
        | IF exp THEN exp ELSE exp %prec BOTTOM
                                         { $$ = exp_new(E_IF, SP(@$), $2, $4, $6); }
        | lambda                         %prec BOTTOM
        | cases                          %prec BOTTOM
        | let
        | LOOP pat init form DO exp %prec BOTTOM
                                { $$ = exp_loop(SP(@$), $2, $3, $4, $6); }
        ;

lambda  : '\\' inners result_term ARROW exp %prec BOTTOM
                                         { $$ = exp_lambda(SP(@$), $2, $3, $5); }
        ;

let     : LET pat '=' exp let_body %prec BOTTOM
                                         { $$ = exp_let(SP(@$), NULL, $2, $4, $5); }
        | LET sizes pat '=' exp let_body %prec BOTTOM
                                         { $$ = exp_let(SP(@$), $2, $3, $5, $6); }
        | LET ID TIGHT slices ']' '=' exp let_body %prec BOTTOM
                                         { $$ = exp_let_update(SP(@$), $2, $4, $7, $8); }
        | LET local_fun let_body %prec BOTTOM
                                         { $$ = exp_let_fun(SP(@$), $2, $3); }
        | LET error let_body %prec BOTTOM { $$ = $3; }
        ;

let_body
        : IN exp                         %prec BOTTOM { $$ = $2; }
        | let                            %prec BOTTOM
        ;

local_fun
        : ID inners result '=' exp       { $$ = dec_fun(SP(@$), SP(@1), $1, NULL, $2, $3, $5); }
        | ID local_tparams params result '=' exp
                                         { $$ = dec_fun(SP(@$), SP(@1), $1, $2, $3, $4, $6); }
        | '(' minus_binop ')' tparams inners result '=' exp
                                         { $$ = dec_fun(SP(@$), SP(@2), $2, $4, $5, $6, $8); }
        | operand minus_binop operand result '=' exp
                                         { $$ = dec_infix(SP(@$), SP(@2), $2, $1, $3, $4, $6); }
        | operand '`' ID '`' operand result '=' exp
                                         { $$ = dec_infix(SP(@$), SP(@3), $3, $1, $5, $6, $8); }
        ;

local_tparams
        : local_tparam                   { $$ = LIST(TypeParams, NULL, $1); }
        | local_tparams tparam           { $$ = LIST(TypeParams, $1, $2); }
        ;

local_tparam
        : '[' ID ']'                     { $$ = type_param(SP(@2), PARAM_SIZE, $2); }
        | TYVAR                          { $$ = type_param(SP(@1), PARAM_TYPE, $1); }
        | TYVAR_SIZE_LIFTED { $$ = type_param(SP(@1), PARAM_TYPE_SIZE_LIFTED, $1); }
        | TYVAR_LIFTED                   { $$ = type_param(SP(@1), PARAM_TYPE_LIFTED, $1); }
        ;

sizes   : lbr ID ']'                     { $$ = LIST(Names, NULL, $2); }
        | sizes lbr ID ']'               { $$ = LIST(Names, $1, $3); }
        ;

init    : %empty                         { $$ = NULL; }
        | '=' exp                        { $$ = $2; }
        ;

form    : FOR ID LESS exp                { $$ = exp_loop_form(LOOP_FOR, $2, NULL, $4); }
        | FOR pat IN exp                 { $$ = exp_loop_form(LOOP_IN, NULL, $2, $4); }
        | WHILE exp                      { $$ = exp_loop_form(LOOP_WHILE, NULL, NULL, $2); }
        ;

result_term
        : %empty                         { $$ = NULL; }
        | ':' type_term                  { $$ = $2; }
        ;

cases   : MATCH exp CASE pat ARROW exp %prec BOTTOM
                { $$ = exp_case(SP(@$), exp_new(E_MATCH, SP(@$), $2, NULL, NULL), $4, $6); }
        | cases CASE pat ARROW exp %prec BOTTOM
                { $$ = exp_case(SP(@$), $1, $3, $5); }
        ;

apply   : atom
        | apply atom                     { $$ = exp_apply(SP(@$), $1, $2); }
        ;

atom    : literal
        | qual                           { $$ = exp_named(E_NAME, SP(@$), $1, NULL, NULL); }
        | STRING                         { $$ = exp_string(SP(@$), $1); }
        | HOLE                           { $$ = exp_new(E_HOLE, SP(@$), NULL, NULL, NULL); }
        | CTOR                           { $$ = exp_named(E_CTOR, SP(@$), $1, NULL, NULL); }
        | '(' ')'                        { $$ = exp_list(E_TUPLE, SP(@$), NULL); }
        | '(' exp ')'                    { $$ = $2; }
        | '(' exp ',' exps opt_comma ')' { $$ = exp_list(E_TUPLE, SP(@$), exps_cons($2, $4)); }
        | '[' ']'                        { $$ = exp_list(E_ARRAY, SP(@$), NULL); }
        | '[' exps opt_comma ']'         { $$ = exp_list(E_ARRAY, SP(@$), $2); }
        | '{' field_exps '}'             { $$ = exp_record(SP(@$), $2); }
        | atom FIELD                     { $$ = exp_field(SP(@$), $1, $2); }
        | atom TIGHT slices ']'          { $$ = exp_index(E_INDEX, SP(@$), $1, $3, NULL); }
        | '(' minus_binop ')'            { $$ = exp_named(E_NAME, SP(@$), $2, NULL, NULL); }
        | '(' op minus_binop ')'
                                { $$ = exp_named(E_SECTION_LEFT, SP(@$), $3, $2, NULL); }
        | '(' binop op ')'      { $$ = exp_named(E_SECTION_RIGHT, SP(@$), $2, $3, NULL); }
        | '(' op '`' qual '`' ')'
                                { $$ = exp_named(E_SECTION_LEFT, SP(@$), $4, $2, NULL); }
        | '(' '`' qual '`' op ')'
                                { $$ = exp_named(E_SECTION_RIGHT, SP(@$), $3, $5, NULL); }
        | '(' fields ')'        { $$ = exp_named(E_SECTION_PROJ, SP(@$), $2, NULL, NULL); }
        | '(' DOT_BRACKET slices ']' ')'
                                { $$ = exp_index(E_SECTION_INDEX, SP(@$), NULL, $3, NULL); }
        | QUALPAREN minus_binop ')'
                { $$ = exp_named(E_NAME, SP(@$), intern(format("%s.%s", $1, $2)), NULL, NULL); }
        | QUALPAREN exp ')'              { $$ = exp_named(E_OPEN, SP(@$), $1, $2, NULL); }
        ;

exps    : exp                            { $$ = LIST(Exps, NULL, $1); }
        | exps ',' exp                   { $$ = LIST(Exps, $1, $3); }
        ;

opt_comma : %empty | ',' ;

field_exps
        : %empty                         { $$ = NULL; }
        | fields_exp opt_comma
        ;
fields_exp
        : field_exp                      { $$ = LIST(Fields, NULL, $1); }
        | fields_exp ',' field_exp       { $$ = LIST(Fields, $1, $3); }
        ;
field_exp
        : label '=' exp                  { $$ = field_exp(SP(@$), $1, $3); }
        | ID    { $$ = field_exp(SP(@$), $1, exp_named(E_NAME, SP(@$), $1, NULL, NULL)); }
        ;

fields  : FIELD
        | fields FIELD                   { $$ = intern(format("%s.%s", $1, $2)); }
        ;

fields_from
        : label
        | QUALID
        | label fields                   { $$ = intern(format("%s.%s", $1, $2)); }
        | QUALID fields                  { $$ = intern(format("%s.%s", $1, $2)); }
        ;

slices  : slice                          { $$ = LIST(Slices, NULL, $1); }
        | slices ',' slice               { $$ = LIST(Slices, $1, $3); }
        | slices ','
        ;

slice   : range                          { $$ = slice_index($1); }
        | maybe ':' maybe                { $$ = slice_range($1, $3, NULL); }
        | maybe ':' maybe ':' maybe      { $$ = slice_range($1, $3, $5); }
        ;

maybe   : %empty                         { $$ = NULL; }
        | range
        ;

minus_binop : binop | MINUS ;

binop   : PIPE | APP | OR | AND | CMP | LESS | BIT | HAT | BAR | SHIFT | ADD | MUL | STAR
        | POW ;

%%

/* The state after a symbol is shifted; 0 if it is not. */
static yy_state_t shift(yy_state_t state, yysymbol_kind_t symbol)
{
    int n = yypact[state];
    if (yypact_value_is_default(n))
        return 0;
    n += symbol;
    bool found = 0 <= n && n <= YYLAST && yycheck[n] == symbol && yytable[n] > 0;
    return found ? (yy_state_t)yytable[n] : 0;
}

/* Whether the parser will recover in a let, and go on with 'in' or 'let'. */
static bool recovers_in_let(const yypcontext_t *ctx)
{
    const yy_state_t *s = ctx->yyssp;
    while (*s && !shift(*s, YYSYMBOL_YYerror))
        s--;
    yy_state_t after = shift(*s, YYSYMBOL_YYerror);
    return after && shift(after, YYSYMBOL_IN);
}

static int yyreport_syntax_error(const yypcontext_t *ctx, Parse *p)
{
    enum { MANY = 80 };
    yysymbol_kind_t kind[MANY];
    const char *name[MANY];
    int n = yypcontext_expected_tokens(ctx, kind, MANY);
    for (int i = 0; i < n; i++)
        name[i] = yysymbol_name(kind[i]);
    parse_error(p, name, n, recovers_in_let(ctx));
    return 0;
}

static void lang_yyerror(LANG_YYLTYPE *at, Parse *p, const char *text)
{
    error_at(parse_span(p, *at), ERR_NESTING, "this is nested too deeply (%s)", text);
}
