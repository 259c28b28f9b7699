/* lang.y -- the language: an action makes one node of src/front/ast.h. */

%code top {
    #include "parse.h"
    #define YYMALLOC(n) arena_alloc(n)
    #define YYFREE(p)   ((void)(p))
    #define YYINITDEPTH 1000
    #define YYMAXDEPTH  200000
}

%code {
    #define SP(at) parse_span(p, at)
    #define ONE(T, x) APPEND((T){0}, x)
    #define TWO(T, x, y) ({ T two_ = {0}; vec_push(&two_, x); vec_push(&two_, y); two_; })
    #define TYPE(k, at, ...) NODE(TypeExp, SP(at), .kind = k, __VA_ARGS__)
    #define PAT(k, at, ...) NODE(Pat, SP(at), .kind = k, __VA_ARGS__)
    #define SPEC(k, at, it, ...)                                                        \
        NODE(Dec, SP(yyloc), .kind = k, .name_span = SP(at), .name = it, __VA_ARGS__)
    #define FUN(at, it, tparams, params, t, e)                                          \
        SPEC(D_FUN, at, it, .tparam = tparams, .param = params, .result = t, .body = e)
    #define TYPED(k, at, e, t)                                                          \
        NODE(Exp, SP(at), .kind = k, .exp = ONE(Exps, e), .type = t)
    #define SLICE(at, start, end, step)                                                 \
        NODE(Exp, SP(at), .kind = E_SLICE, .exp = APPEND(TWO(Exps, start, end), step))
    #define INFIX(at, at_op, op, a, b) exp_infix(SP(at), SP(at_op), op, a, b)
    #define SECTION(at, at_op, op, x)                                                   \
        exp_new(E_SECTION, SP(at), exp_named(E_NAME, SP(at_op), op, NULL, NULL), x, NULL)
    #define PAYLOAD(ctor, at, types)                                                    \
        ((Field){ .name = ctor, .type = TYPE(T_TUPLE, at, .part = types) })
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
    Exp *exp; Pat *pat; TypeExp *type; Dec *dec; ModExp *mod; SigExp *sig;
    Field field; TypeParam tparam; TypeParamKind lift; Equation equation;
    Exps exps; Pats pats; TypeExps types; NameList names; Decs decs;
    TypeParams tparams; ModParams mod_params; Equations equations;
}

%token END 0 "the end of the file"
%token TRUE "true" FALSE "false" IF "if" THEN "then" ELSE "else" DEF "def" LET "let"
%token LOOP "loop" IN "in" VAL "val" FOR "for" DO "do" WITH "with" LOCAL "local"
%token OPEN "open" INCLUDE "include" IMPORT "import" TYPE "type" ENTRY "entry"
%token MODULE "module" WHILE "while" ASSERT "assert" MATCH "match" CASE "case"
%token HOM "hom" EQUATION "an equation that begins with |"
%token HOLE "???" ATTR "#[" TIGHT "an index in brackets" DOT_BRACKET ".["
%token <name> DOTS "..." DOTS_LT "..<" DOTS_GT "..>"
%token DOTS2 ".." COERCE ":>" ARROW "->"
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
%type <name> binop minus_binop attr attr_args attr_item qual label path dots
%type <exp> exp range op apply atom literal form init cases let let_body lambda maybe
%type <exp> field_exps fields_exp slice steps more_steps let_steps of_it
%type <equation> equation
%type <equations> equations
%type <decs> decs specs
%type <mod> module module_apply module_atom
%type <mod_params> module_params
%type <sig> sig sig_is sig_simple sig_with sig_atom
%type <lift> lifted
%type <exps> exps tuple slices
%type <pat> pat pat_arg pat_inner operand negative field_pats fields_pat
%type <pats> pat_args inners params pat_tuple
%type <field> field_exp field_pat field_type
%type <type> type type_term type_app type_atom type_arg sum payload result result_term
%type <type> field_types fields_type
%type <types> type_tuple payloads type_args
%type <tparam> tparam local_tparam tyvar
%type <tparams> tparams local_tparams
%type <names> sizes exists

%%

program : %empty
        | program dec                    { vec_push(&p->ast->dec, $2); }
        | program error
            { yyclearin; yyerrok; if (p->token == END) YYABORT; }
        ;

decs    : %empty                         { $$ = (Decs){0}; }
        | decs dec                       { $$ = APPEND($1, $2); }
        | decs error
            { $$ = $1; yyclearin; yyerrok; if (p->token == END) YYABORT; }
        ;

/* ---- declarations -------------------------------------------------------- */

dec     : dec_plain
            { $$ = $1; $$->span = SP(@$); $$->attr = p->attr; p->attr = (NameList){0}; }
        | ATTR attr ']' dec     { $$ = $4; $$->span = SP(@$); vec_push(&$$->attr, $2); }
        | LOCAL dec             { $$ = $2; $$->span = SP(@$); $$->local = true; }
        ;

dec_plain
        : DEF fun                        { $$ = $2; }
        | LET fun                        { $$ = $2; }
        | ENTRY fun                      { $$ = $2; $$->entry = true; }
        | HOM ID tparams params result '=' equations
                { $$ = FUN(@2, $2, $3, $4, $5, hom_body(SP(@$), SP(@2), $2, $4, $7)); }
        | TYPE lifted ID tparams '=' type
                { $$ = NODE(Dec, SP(@$), .kind = D_TYPE, .name_span = SP(@3), .name = $3,
                            .lifted = $2, .tparam = $4, .type = $6); }
        | OPEN module
                { $$ = NODE(Dec, SP(@$), .kind = D_OPEN, .name_span = SP(@2), .mod = $2); }
        | IMPORT path
                { $$ = NODE(Dec, SP(@$), .kind = D_OPEN, .name_span = SP(@2), .local = true);
                  $$->mod = NODE(ModExp, SP(@2), .kind = M_IMPORT, .name = $2); }
        | MODULE ID module_params sig_is '=' module
                { $$ = NODE(Dec, SP(@$), .kind = D_MODULE, .name_span = SP(@2), .name = $2,
                            .mod = mod_is(SP(@2), $6, $4));
                  while ($3.n)
                      $$->mod = mod_lambda(SP(@$), $3.at[--$3.n], $$->mod); }
        | MODULE TYPE ID '=' sig
                { $$ = NODE(Dec, SP(@$), .kind = D_MODULE_TYPE, .name_span = SP(@3), .name = $3,
                            .sig = $5); }
        ;

fun     : ID tparams params result '=' exp
                { $$ = FUN(@1, $1, $2, $3, $4, $6); }
        | '(' minus_binop ')' tparams params result '=' exp
                { $$ = FUN(@2, $2, $4, $5, $6, $8); }
        | operand minus_binop operand result '=' exp
                { $$ = FUN(@2, $2, (TypeParams){0}, TWO(Pats, $1, $3), $4, $6); }
        | operand '`' ID '`' operand result '=' exp
                { $$ = FUN(@3, $3, (TypeParams){0}, TWO(Pats, $1, $5), $6, $8); }
        ;

equations
        : equation                       { $$ = ONE(Equations, $1); }
        | equations equation             { $$ = APPEND($1, $2); }
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

tparams : %empty                         { $$ = (TypeParams){0}; }
        | tparams tparam                 { $$ = APPEND($1, $2); }
        ;

tparam  : lbr ID ']'            { $$ = (TypeParam){ PARAM_SIZE, $2, .span = SP(@2) }; }
        | tyvar
        ;

tyvar   : TYVAR                 { $$ = (TypeParam){ PARAM_TYPE, $1, .span = SP(@1) }; }
        | TYVAR_SIZE_LIFTED
                { $$ = (TypeParam){ PARAM_TYPE_SIZE_LIFTED, $1, .span = SP(@1) }; }
        | TYVAR_LIFTED          { $$ = (TypeParam){ PARAM_TYPE_LIFTED, $1, .span = SP(@1) }; }
        ;

params  : %empty                         { $$ = (Pats){0}; }
        | params pat_inner               { $$ = APPEND($1, $2); }
        ;

lbr     : '[' | TIGHT ;

/* ---- modules ------------------------------------------------------------- */

module  : module_apply
        | module ':' sig                 { $$ = mod_is(SP(@$), $1, $3); }
        | '\\' '(' ID ':' sig ')' sig_simple ARROW module
                    { $$ = mod_lambda(SP(@$), (ModParam){ $3, SP(@3), $5 },
                                      mod_is(SP(@$), $9, $7)); }
        ;

module_apply
        : module_atom
        | IMPORT path           { $$ = NODE(ModExp, SP(@$), .kind = M_IMPORT, .name = $2); }
        | module_apply module_atom
                    { $$ = NODE(ModExp, SP(@$), .kind = M_APPLY, .fun = $1, .part = $2); }
        ;

path    : STRING                         { $$ = internn($1.at + 1, $1.n - 2); } ;

module_atom
        : qual                  { $$ = NODE(ModExp, SP(@$), .kind = M_NAME, .name = $1); }
        | '{' decs '}'          { $$ = NODE(ModExp, SP(@$), .kind = M_BODY, .dec = $2); }
        | '(' module ')'                 { $$ = $2; }
        ;

module_params
        : %empty                         { $$ = (ModParams){0}; }
        | module_params '(' ID ':' sig ')'
                                { $$ = APPEND($1, ((ModParam){ $3, SP(@3), $5 })); }
        ;

sig_is  : %empty                         { $$ = NULL; }
        | ':' sig_with                   { $$ = $2; }
        ;

sig_simple
        : %empty                         { $$ = NULL; }
        | ':' qual              { $$ = NODE(SigExp, SP(@2), .kind = SIG_NAME, .name = $2); }
        | ':' '(' sig ')'                { $$ = $3; }
        ;

sig     : sig_with
        | '(' ID ':' sig ')' ARROW sig
                { $$ = NODE(SigExp, SP(@$), .kind = SIG_FUN, .name = $2, .part = $4,
                            .result = $7); }
        | sig_with ARROW sig
                { $$ = NODE(SigExp, SP(@$), .kind = SIG_FUN, .part = $1, .result = $3); }
        ;

sig_with
        : sig_atom
        | sig_with WITH qual tparams '=' type_term
                { $$ = NODE(SigExp, SP(@$), .kind = SIG_WITH, .part = $1, .name_span = SP(@3),
                            .name = $3, .tparam = $4, .type = $6); }
        ;

sig_atom
        : qual                  { $$ = NODE(SigExp, SP(@$), .kind = SIG_NAME, .name = $1); }
        | '{' specs '}'         { $$ = NODE(SigExp, SP(@$), .kind = SIG_SPECS, .spec = $2); }
        | '(' sig ')'                    { $$ = $2; }
        ;

specs   : %empty                         { $$ = (Decs){0}; }
        | specs spec                     { $$ = APPEND($1, $2); }
        ;

spec    : VAL ID tparams ':' type
                { $$ = SPEC(D_VAL, @2, $2, .tparam = $3, .type = $5); }
        | VAL minus_binop tparams ':' type
                { $$ = SPEC(D_VAL, @2, $2, .tparam = $3, .type = $5); }
        | VAL '(' minus_binop ')' tparams ':' type
                { $$ = SPEC(D_VAL, @3, $3, .tparam = $5, .type = $7); }
        | TYPE lifted ID tparams
                { $$ = SPEC(D_TYPE, @3, $3, .lifted = $2, .tparam = $4); }
        | TYPE lifted ID tparams '=' type
                { $$ = SPEC(D_TYPE, @3, $3, .lifted = $2, .tparam = $4, .type = $6); }
        | MODULE ID ':' sig     { $$ = SPEC(D_MODULE, @2, $2, .sig = $4); }
        | INCLUDE sig           { $$ = SPEC(D_INCLUDE, @2, NULL, .sig = $2); }
        | ATTR attr ']' spec    { $$ = $4; $$->span = SP(@$); vec_push(&$$->attr, $2); }
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
        | INT DOTS2 INT
          { $$ = intern(format("%.*s..%.*s", $1.n, $1.at, $3.n, $3.at)); }
        ;

attr_args
        : attr
        | attr_args ',' attr             { $$ = format("%s,%s", $1, $3); }
        ;

/* ---- types --------------------------------------------------------------- */

type    : type_term                      %prec BOTTOM
        | type_term ARROW type  { $$ = TYPE(T_FUN, @$, .elem = $1, .result = $3); }
        | '(' ID ':' type ')' ARROW type
                                { $$ = TYPE(T_FUN, @$, .name = $2, .elem = $4, .result = $7); }
        | exists '.' type       { $$ = TYPE(T_EXISTS, @$, .size_name = $1, .elem = $3); }
        ;

type_term
        : type_app
        | STAR type_term        { $$ = TYPE(T_UNIQUE, @$, .elem = $2); }
        | lbr exp ']' type_term { $$ = TYPE(T_ARRAY, @$, .size = $2, .elem = $4); }
        | lbr ']' type_term     { $$ = TYPE(T_ARRAY, @$, .elem = $3); }
        | lbr DOTS2 ']' type_term
                                { $$ = TYPE(T_ARRAY, @$, .irregular = true, .elem = $4); }
        | sum                            %prec BOTTOM
        ;

type_app
        : type_atom
        | qual type_args        { $$ = TYPE(T_NAME, @$, .name = $1, .part = $2); }
        ;

type_atom
        : qual                  { $$ = TYPE(T_NAME, @$, .name = $1); }
        | '(' ')'               { $$ = TYPE(T_TUPLE, @$, .name = NULL); }
        | '(' type ')'                   { $$ = $2; }
        | '(' type_tuple opt_comma ')'
                                { $$ = TYPE(T_TUPLE, @$, .part = $2); }
        | '{' field_types '}'   { $$ = $2; $$->span = SP(@$); }
        ;

qual    : ID | QUALID ;

type_tuple
        : type ',' type                  { $$ = TWO(TypeExps, $1, $3); }
        | type_tuple ',' type            { $$ = APPEND($1, $3); }
        ;

field_types
        : %empty                { $$ = TYPE(T_TUPLE, @$, .name = NULL); }
        | fields_type opt_comma
        ;
fields_type
        : field_type            { $$ = type_add_field(TYPE(T_RECORD, @$, .name = NULL), $1); }
        | fields_type ',' field_type     { $$ = type_add_field($1, $3); }
        ;
field_type : label ':' type              { $$ = (Field){ .name = $1, .type = $3 }; } ;

label   : ID
        | INT                            { $$ = internn($1.at, $1.n); }
        ;

type_args
        : type_arg                       { $$ = ONE(TypeExps, $1); }
        | type_args type_arg             { $$ = APPEND($1, $2); }
        ;
type_arg
        : lbr exp ']'           { $$ = TYPE(T_SIZE, @$, .size = $2); }
        | lbr ']'               { $$ = TYPE(T_SIZE, @$, .size = NULL); }
        | type_atom
        ;

sum     : CTOR payloads
                { $$ = type_add_field(TYPE(T_SUM, @$, .name = NULL), PAYLOAD($1, @$, $2)); }
        | sum BAR CTOR payloads
                { $$ = type_add_field($1, PAYLOAD($3, @$, $4)); $$->span = SP(@$); }
        ;
payloads
        : %empty                         { $$ = (TypeExps){0}; }
        | payloads payload               { $$ = APPEND($1, $2); }
        ;
payload : type_atom
        | lbr exp ']' payload   { $$ = TYPE(T_ARRAY, @$, .size = $2, .elem = $4); }
        | lbr ']' payload       { $$ = TYPE(T_ARRAY, @$, .elem = $3); }
        ;

exists  : '?' lbr ID ']'                 { $$ = ONE(NameList, $3); }
        | exists lbr ID ']'              { $$ = APPEND($1, $3); }
        ;

/* ---- patterns ------------------------------------------------------------ */

pat     : pat_arg
        | pat_arg ':' type      { $$ = pat_typed(SP(@$), $1, $3); }
        | CTOR pat_args         { $$ = PAT(P_CTOR, @$, .name = $1, .part = $2); }
        | ATTR attr ']' pat     { $$ = $4; vec_push(&p->attr, $2); }
        ;

inners  : pat_inner                      { $$ = ONE(Pats, $1); }
        | inners pat_inner               { $$ = APPEND($1, $2); }
        ;

pat_args
        : pat_arg                       { $$ = ONE(Pats, $1); }
        | pat_args pat_arg             { $$ = APPEND($1, $2); }
        ;

pat_arg : pat_inner | negative ;

negative: MINUS literal
                { $$ = PAT(P_LITERAL, @$,
                           .literal = exp_new(E_NEG, SP(@$), $2, NULL, NULL)); }
        ;

pat_inner
        : operand
        | literal               { $$ = PAT(P_LITERAL, @$, .literal = $1); }
        | CTOR                  { $$ = PAT(P_CTOR, @$, .name = $1); }
        ;

/* What can stand on the left of an operator that is being defined. */
operand : ID                    { $$ = PAT(P_NAME, @$, .name = $1); }
        | '(' minus_binop ')'   { $$ = PAT(P_NAME, @$, .name = $2); }
        | '_'                   { $$ = PAT(P_WILD, @$, .name = NULL); }
        | '(' ')'               { $$ = PAT(P_TUPLE, @$, .name = NULL); }
        | '(' pat ')'                    { $$ = $2; }
        | '(' pat_tuple opt_comma ')'
                                { $$ = PAT(P_TUPLE, @$, .part = $2); }
        | '{' field_pats '}'    { $$ = $2; $$->span = SP(@$); }
        ;

pat_tuple
        : pat ',' pat                    { $$ = TWO(Pats, $1, $3); }
        | pat_tuple ',' pat              { $$ = APPEND($1, $3); }
        ;

field_pats
        : %empty                { $$ = PAT(P_RECORD, @$, .name = NULL); }
        | fields_pat opt_comma
        ;
fields_pat
        : field_pat             { $$ = pat_add_field(PAT(P_RECORD, @$, .name = NULL), $1); }
        | fields_pat ',' field_pat       { $$ = pat_add_field($1, $3); }
        ;
field_pat
        : label '=' pat         { $$ = (Field){ .name = $1, .pat = $3 }; }
        | label                 { $$ = (Field){ .name = $1, .pat = PAT(P_NAME, @1, .name = $1) }; }
        | label ':' type        { $$ = (Field){ .name = $1,
                                    .pat = pat_typed(SP(@$), PAT(P_NAME, @1, .name = $1), $3) }; }
        ;

literal : INT                            { $$ = exp_int(SP(@$), $1); }
        | FLOAT                          { $$ = exp_float(SP(@$), $1); }
        | CHAR                           { $$ = exp_char(SP(@$), $1); }
        | TRUE                           { $$ = NODE(Exp, SP(@$), .kind = E_BOOL, .integer = 1); }
        | FALSE                          { $$ = NODE(Exp, SP(@$), .kind = E_BOOL, .integer = 0); }
        ;

/* ---- expressions --------------------------------------------------------- */

exp     : range                          %prec BOTTOM
        | exp ':' type                   { $$ = TYPED(E_ASCRIBE, @$, $1, $3); }
        | exp COERCE type                { $$ = TYPED(E_COERCE, @$, $1, $3); }
        ;

range   : op                             %prec BOTTOM
        | op dots op %prec DOTS          { $$ = exp_range(SP(@$), $2, $1, NULL, $3); }
        | op DOTS2 op dots op %prec DOTS { $$ = exp_range(SP(@$), $4, $1, $3, $5); }
        ;

dots    : DOTS | DOTS_LT | DOTS_GT ;

op      : apply                          %prec PREFIX
        | apply lambda                   %prec PREFIX { $$ = exp_apply(SP(@$), $1, $2); }
        | op '`' qual '`' op %prec '`'   { $$ = INFIX(@$, @3, $3, $1, $5); }
        | op PIPE op                     { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op APP op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op OR op                       { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op AND op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op CMP op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op LESS op                     { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op BIT op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op HAT op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op BAR op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op SHIFT op                    { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op ADD op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op MINUS op                    { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op MUL op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op STAR op                     { $$ = INFIX(@$, @2, $2, $1, $3); }
        | op POW op                      { $$ = INFIX(@$, @2, $2, $1, $3); }
        | MINUS op %prec PREFIX          { $$ = exp_new(E_NEG, SP(@$), $2, NULL, NULL); }
        | BANG op %prec PREFIX           { $$ = exp_new(E_NOT, SP(@$), $2, NULL, NULL); }
        | op WITH steps '=' op %prec WITH
                                         { $$ = exp_update(SP(@$), $1, $3, $5); }
        | ASSERT atom atom
                { $$ = exp_new(E_ASSERT, SP(@$), $2, $3, NULL); $$->condition = SP(@2); }
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
                                         { $$ = exp_let(SP(@$), (NameList){0}, $2, $4, $5); }
        | LET sizes pat '=' exp let_body %prec BOTTOM
                                         { $$ = exp_let(SP(@$), $2, $3, $5, $6); }
        | LET ID let_steps '=' exp let_body %prec BOTTOM
                                         { $$ = exp_let_update(SP(@$), SP(@2), $2, $3, $5, $6); }
        | LET QUALID more_steps '=' exp let_body %prec BOTTOM
                { const char *rest;
                  $$ = exp_let_update(SP(@$), SP(@2), name_head($2, &rest),
                                      exp_steps_from($2, $3), $5, $6); }
        | LET local_fun let_body %prec BOTTOM
                                         { $$ = exp_let_fun(SP(@$), $2, $3); }
        | LET error let_body %prec BOTTOM { $$ = $3; }
        ;

let_body
        : IN exp                         %prec BOTTOM { $$ = $2; }
        | let                            %prec BOTTOM
        ;

local_fun
        : ID inners result '=' exp       { $$ = FUN(@1, $1, (TypeParams){0}, $2, $3, $5); }
        | ID local_tparams params result '=' exp
                                         { $$ = FUN(@1, $1, $2, $3, $4, $6); }
        ;

/* Not TIGHT: let f[n] is an update. */
local_tparams
        : local_tparam                   { $$ = ONE(TypeParams, $1); }
        | local_tparams tparam           { $$ = APPEND($1, $2); }
        ;

local_tparam
        : '[' ID ']'            { $$ = (TypeParam){ PARAM_SIZE, $2, .span = SP(@2) }; }
        | tyvar
        ;

sizes   : lbr ID ']'                     { $$ = ONE(NameList, $2); }
        | sizes lbr ID ']'               { $$ = APPEND($1, $3); }
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
        | qual                           { $$ = exp_use(SP(@$), $1); }
        | STRING                         { $$ = exp_string(SP(@$), $1); }
        | HOLE                           { $$ = exp_new(E_HOLE, SP(@$), NULL, NULL, NULL); }
        | CTOR                           { $$ = exp_named(E_CTOR, SP(@$), $1, NULL, NULL); }
        | '(' ')'                        { $$ = exp_new(E_TUPLE, SP(@$), NULL, NULL, NULL); }
        | '(' exp ')'                    { $$ = $2; }
        | '(' tuple opt_comma ')'        { $$ = NODE(Exp, SP(@$), .kind = E_TUPLE, .exp = $2); }
        | '[' ']'                        { $$ = exp_new(E_ARRAY, SP(@$), NULL, NULL, NULL); }
        | '[' exps opt_comma ']'         { $$ = NODE(Exp, SP(@$), .kind = E_ARRAY, .exp = $2); }
        | '{' field_exps '}'             { $$ = $2; $$->span = SP(@$); }
        | atom FIELD                     { $$ = exp_named(E_FIELD, SP(@$), $2, $1, NULL); }
        | atom TIGHT slices ']'
                                         { $$ = exp_index_of(SP(@$), $1, $3); }
        | '(' minus_binop ')'            { $$ = exp_named(E_NAME, SP(@$), $2, NULL, NULL); }
        | '(' op minus_binop ')'         { $$ = INFIX(@$, @3, $3, $2, NULL); }
        | '(' binop op ')'               { $$ = SECTION(@$, @2, $2, $3); }
        | '(' op '`' qual '`' ')'        { $$ = INFIX(@$, @4, $4, $2, NULL); }
        | '(' '`' qual '`' ')'           { $$ = exp_named(E_NAME, SP(@$), $3, NULL, NULL); }
        | '(' '`' qual '`' op ')'        { $$ = SECTION(@$, @3, $3, $5); }
        | '(' of_it ')'                  { $$ = exp_section(SP(@$), $2); }
        | QUALPAREN minus_binop ')'
                { $$ = exp_named(E_NAME, SP(@$), intern(format("%s.%s", $1, $2)), NULL, NULL); }
        | QUALPAREN exp ')'              { $$ = exp_named(E_OPEN, SP(@$), $1, $2, NULL); }
        ;

of_it   : FIELD                          { $$ = exp_fields(SP(@$), exp_it(SP(@$)), $1); }
        | DOT_BRACKET slices ']'         { $$ = exp_index_of(SP(@$), exp_it(SP(@$)), $2); }
        | of_it FIELD                    { $$ = exp_fields(SP(@$), $1, $2); }
        | of_it DOT_BRACKET slices ']'   { $$ = exp_index_of(SP(@$), $1, $3); }
        | of_it TIGHT slices ']'         { $$ = exp_index_of(SP(@$), $1, $3); }
        ;

exps    : exp                            { $$ = ONE(Exps, $1); }
        | exps ',' exp                   { $$ = APPEND($1, $3); }
        ;

tuple   : exp ',' exp                    { $$ = TWO(Exps, $1, $3); }
        | tuple ',' exp                  { $$ = APPEND($1, $3); }
        ;

opt_comma : %empty | ',' ;

field_exps
        : %empty                { $$ = exp_new(E_RECORD, SP(@$), NULL, NULL, NULL); }
        | fields_exp opt_comma
        ;
fields_exp
        : field_exp             { $$ = exp_add_field(NODE(Exp, SP(@$), .kind = E_RECORD), $1); }
        | fields_exp ',' field_exp       { $$ = exp_add_field($1, $3); }
        ;
field_exp
        : label '=' exp                  { $$ = (Field){ .name = $1, .exp = $3 }; }
        | ID    { $$ = (Field){ .name = $1,
                                .exp = exp_named(E_NAME, SP(@$), $1, NULL, NULL) }; }
        ;

steps   : label                          { $$ = exp_step_fields(exp_steps(), $1); }
        | QUALID                         { $$ = exp_step_fields(exp_steps(), $1); }
        | lbr slices ']'                 { $$ = exp_step_index(exp_steps(), $2); }
        | steps FIELD                    { $$ = exp_step_fields($1, $2); }
        | steps TIGHT slices ']'         { $$ = exp_step_index($1, $3); }
        ;

more_steps
        : %empty                         { $$ = exp_steps(); }
        | let_steps
        ;

let_steps
        : FIELD                          { $$ = exp_step_fields(exp_steps(), $1); }
        | TIGHT slices ']'               { $$ = exp_step_index(exp_steps(), $2); }
        | let_steps FIELD                { $$ = exp_step_fields($1, $2); }
        | let_steps TIGHT slices ']'     { $$ = exp_step_index($1, $3); }
        ;

slices  : slice                          { $$ = ONE(Exps, $1); }
        | slices ',' slice               { $$ = APPEND($1, $3); }
        | slices ','
        ;

slice   : range
        | maybe ':' maybe                { $$ = SLICE(@$, $1, $3, NULL); }
        | maybe ':' maybe ':' maybe      { $$ = SLICE(@$, $1, $3, $5); }
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
