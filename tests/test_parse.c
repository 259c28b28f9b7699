/* test_parse.c -- what programs mean as trees, and syntax errors. */
#include "../src/front/ast.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

/* ---- trees as text: (f x), (1 + 2), {let ..} ----------------------------- */

static void put(Text *t, const Exp *e);

static void put_pat(Text *t, const Pat *p)
{
    switch (p->kind) {
    case P_NAME: text_add(t, p->name); break;
    case P_WILD: text_char(t, '_'); break;
    case P_LITERAL: put(t, p->literal); break;
    case P_ASCRIBE: put_pat(t, p->part.at[0]); text_add(t, ":t"); break;
    default:
        text_fmt(t, "%s(", p->name ? p->name : "");
        for (int i = 0; i < p->part.n; i++) {
            text_add(t, i ? "," : "");
            if (p->kind == P_RECORD)
                text_add(t, p->field.at[i]);
            else
                put_pat(t, p->part.at[i]);
        }
        text_char(t, ')');
    }
}

static void put_list(Text *t, const Exp *e, const char *open, const char *close)
{
    text_add(t, open);
    for (int i = 0; i < e->exp.n; i++) {
        bool index = (e->kind == E_INDEX && i > 0) || (e->kind == E_UPDATE && i > 1);
        if (e->kind == E_RECORD)
            text_fmt(t, "%s=", e->field.at[i]);
        else if (index)
            text_char(t, e->exp.at[i]->kind == E_SLICE ? ':' : '@');
        else if (e->kind != E_SLICE)
            text_add(t, i > 1 && e->kind == E_APPLY ? ") " : i ? " " : "");
        if (e->exp.at[i])
            put(t, e->exp.at[i]);
    }
    for (int i = 0; i < e->step.n; i++)
        text_fmt(t, e->step.at[i].field ? ".%s" : "", e->step.at[i].field);
    text_add(t, close);
}

static void put_binop(Text *t, const Exp *e)
{
    text_char(t, '(');
    put(t, e->exp.at[1]);
    text_fmt(t, " %s ", e->exp.at[0]->name);
    put(t, e->exp.at[2]);
    text_char(t, ')');
}

static void put(Text *t, const Exp *e)
{
    static const char *const open[] = {
        [E_TUPLE] = "<", [E_RECORD] = "{", [E_ARRAY] = "[", [E_RANGE] = "(range ",
        [E_APPLY] = "(", [E_NEG] = "(neg ", [E_NOT] = "(not ", [E_SECTION] = "(right ",
        [E_LAMBDA] = "(fn ", [E_LET] = "(let ", [E_LET_FUN] = "(def ", [E_IF] = "(if ",
        [E_LOOP] = "(loop ", [E_INDEX] = "(index ", [E_UPDATE] = "(with ",
        [E_FIELD] = "(field ", [E_ASCRIBE] = "(: ",
        [E_COERCE] = "(:> ", [E_ATTR] = "(attr ", [E_ASSERT] = "(assert ",
        [E_CTOR] = "(#", [E_SLICE] = "", [E_MATCH] = "(match ", [E_HOLE] = "(hole",
    };
    switch (e->kind) {
    case E_INT: text_fmt(t, "%llu", (unsigned long long)e->integer); break;
    case E_FLOAT: text_add(t, e->text); break;
    case E_BOOL: text_add(t, e->integer ? "true" : "false"); break;
    case E_STRING: text_fmt(t, "\"%s\"", e->text); break;
    case E_NAME: text_add(t, e->name); break;
    default:
        if (exp_is_infix(e)) {
            put_binop(t, e);
            break;
        }
        for (int i = 2; e->kind == E_APPLY && i < e->exp.n; i++)
            text_char(t, '(');
        text_add(t, open[e->kind]);
        if (e->name && e->kind != E_LOOP)
            text_fmt(t, "%s ", e->name);
        for (int i = 0; i < e->pat.n; i++) {
            put_pat(t, e->pat.at[i]);
            text_char(t, ' ');
        }
        if (e->dec)
            text_fmt(t, "%s ", e->dec->name);
        put_list(t, e, "", e->kind == E_SLICE ? "" : e->kind == E_TUPLE ? ">"
                         : e->kind == E_RECORD ? "}"
                         : e->kind == E_ARRAY ? "]" : ")");
    }
    if (e->suffix)
        text_add(t, e->suffix);
}

/* ---- helpers ------------------------------------------------------------- */

/* Parses; what diag printed goes to *messages. */
static Ast *parse(const char *text, int size, char **messages)
{
    static char *at;
    size_t n = 0;
    free(at);
    at = NULL;
    FILE *f = open_memstream(&at, &n);
    diag_stream(f);
    DiagCatch caught;
    Ast *ast = NULL;
    if (!DIAG_CATCH(&caught))
        ast = parse_program(source_new("t.fut", text, size));
    diag_pop(&caught);
    diag_stream(NULL);
    fclose(f);
    *messages = at;
    return ast;
}

static void tree(const char *exp, const char *want)
{
    char *messages;
    const char *text = format("def f = %s", exp);
    const Ast *a = parse(text, (int)strlen(text), &messages);
    Text got = {0};
    CU_ASSERT_PTR_NOT_NULL(a);
    if (a)
        put(&got, a->dec.at[0]->body);
    CU_ASSERT_STRING_EQUAL(text_str(&got), want);
    if (!a || strcmp(text_str(&got), want))
        fprintf(stderr, "%s\ngot    %s\nwanted %s\n%s", exp, text_str(&got), want, messages);
}

static void accepted(const char *text)
{
    char *messages;
    bool ok = parse(text, (int)strlen(text), &messages) != NULL;
    CU_ASSERT(ok);
    if (!ok)
        fprintf(stderr, "%s\n%s", text, messages);
}

static void refused(const char *text, const char *want)
{
    char *messages;
    bool no = !parse(text, (int)strlen(text), &messages);
    bool said = strstr(messages, want) != NULL;
    CU_ASSERT(no && said);
    if (!no || !said)
        fprintf(stderr, "%s\nwanted %s\ngot %s\n", text, want, messages);
}

/* ---- trees --------------------------------------------------------------- */

static void operators(void)
{
    tree("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)");
    tree("1 + 2 |> f", "((1 + 2) |> f)");
    tree("f <| g <| x", "(f <| (g <| x))");
    tree("x |> f |> g", "((x |> f) |> g)");
    tree("a || b && c == d | e << f + g ** h", "(a || (b && (c == (d | (e << (f + (g ** h)))))))");
    tree("a +^ b *^ c", "(a +^ (b *^ c))");
    tree("f >-> g |> h", "((f >-> g) |> h)");
    tree("a < b", "(a < b)");
    tree("1 `f` 2 + 3", "(1 f (2 + 3))");
    tree("-x + y", "((neg x) + y)");
    tree("-f x ** 2", "((neg (f x)) ** 2)");
    tree("!b && c", "((not b) && c)");
    tree("a f32.+ b", "(a f32.+ b)");
    tree("f -1", "(f - 1)");
    tree("f (-1)", "(f (neg 1))");
}

static void sections(void)
{
    tree("(+)", "+");
    tree("(-)", "-");
    tree("(+ 1)", "(right + 1)");
    tree("(1 -)", "(- 1)");
    tree("(- 1)", "(neg 1)");
    tree("(`f` x)", "(right f x)");
    tree("(x `f`)", "(f x)");
    tree("(f32.+)", "f32.+");
    tree("f32.(+)", "f32.+");
    tree("(.x.y)", "(fn #it (field y (field x #it)))");
    tree("(.0)", "(fn #it (field 0 #it))");
    tree("(.[i, 1:])", "(fn #it (index #it@i:1))");
    tree("(* 2 + 1)", "(right * (2 + 1))");
}

static void indices(void)
{
    tree("a[i]", "(index a@i)");
    tree("f a [i]", "((f a) [i])");
    tree("f a[i]", "(f (index a@i))");
    tree("a[i][j]", "(index (index a@i)@j)");
    tree("a[i, j:k, ::s, :]", "(index a@i:jk:s:)");
    tree("(f x)[0]", "(index (f x)@0)");
    tree("x.y.z", "x.y.z");
    tree("(f x).y.0", "(field 0 (field y (f x)))");
    tree("x.0.1", "(field 1 (field 0 x))");
    tree("a with [i] = v", "(with a v@i)");
    tree("a with [i] = v + 1 with [j] = w", "(with (with a (v + 1)@i) w@j)");
    tree("r with x.y = 1", "(with r 1.x.y)");
}

static void binders(void)
{
    tree("let a = 1 let (b, c) = 2 in a", "(let a 1 (let (b,c) 2 a))");
    tree("let [n] (xs: [n]i32) = ys in n", "(let xs:t ys n)");
    tree("let a[i] = v in a", "(let a (with a v@i) a)");
    tree("let f x = x in f", "(def f  f)");
    tree("let f [n] (xs: [n]i32) = n in f", "(def f  f)");
    tree("\\x y -> x + y", "(fn x y (x + y))");
    tree("\\(x, y) -> x", "(fn (x,y) x)");
    tree("\\x: i32 -> x", "(fn x x)");
    tree("map (\\x -> x) xs", "((map (fn x x)) xs)");
    tree("xs |> map <| \\x -> x", "(xs |> (map <| (fn x x)))");
    tree("loop (x, y) = (1, 2) for i < n do x", "(loop (x,y) <1 2> x n)");
    tree("loop x for i < n do x", "(loop x x x n)");
    tree("loop s = 0 for (x, _) in xs do s", "(loop s (x,_) 0 s xs)");
    tree("loop x = 1 while x < 9 do x * 2", "(loop x 1 (x * 2) (x < 9))");
}

static void phrases(void)
{
    tree("if a then b else c + 1", "(if a b (c + 1))");
    tree("1 + if a then b else c", "(1 + (if a b c))");
    tree("x : i32 :> i64", "(:> (: x))");
    tree("0..2...n", "(range ... 0 2 n)");
    tree("0..<n + 1", "(range ..< 0  (n + 1))");
    tree("#[unsafe] a[i] + 1", "(attr unsafe ((index a@i) + 1))");
    tree("#[f(a, b(1))] x", "(attr f(a,b(1)) x)");
    tree("assert (a > b) c", "(assert (a > b) c)");
    tree("{x = 1, y}", "{x=1y=y}");
    tree("(1, (), [2, 3,],)", "<1 <> [2 3]>");
    tree("#a 1 2", "(#a 1 2)");
    tree("match x case #a y -> 1 case (0, _) -> 2", "(match a(y) (0,_) x 1 2)");
    tree("???", "(hole)");
}

static void literals(void)
{
    tree("0x1F", "31");
    tree("0b101u8", "5u8");
    tree("1_000i64", "1000i64");
    tree("0xffi8", "255i8");
    tree("1.5f32", "1.5f32");
    tree("1e-3", "1e-3");
    tree("0x1.8p3f32", "0x1.8p3f32");
    tree("2f64", "2f64");
    tree("'a'", "97");
    tree("'\\n'", "10");
    tree("\"a\\\"b\\x41\"", "\"a\"bA\"");
    tree("18446744073709551615", "18446744073709551615");
}

/* ---- declarations -------------------------------------------------------- */

static void declarations(void)
{
    accepted("");
    accepted("-- | Documentation\n-- more\nentry main (x: i32): i32 = x\n");
    accepted("let old [n] 'a '^b '~c (x: [n]a) (f: b -> (n: i64) -> c) = x");
    accepted("def f[n] (xs: *[n][m+1]i32): *[][..]i32 = xs");
    accepted("type t 'a [n] = {x: [n]a, y: (a, i32,)} type~ u = #a i32 | #b [3]i32 (t i32)");
    accepted("type v = ?[n][m].([n]i32, [m]i32) type w = ?[n].[n]i32 type x = ?[n].t [n]");
    accepted("def (+^) a b = a def a *^ b = a def a `g` b = a");
    accepted("#[noinline] #[a.b] local def f = 1 import \"x\" open M");
    accepted("module M : S = { def x = 1 module N = M } module F (P: S) = { open P }");
    accepted("module type S = { type t val f [n] : [n]t -> t val +: t -> t include T }");
    accepted("module M = F { type t = i32 } : S with t = i32");
}

/* ---- errors -------------------------------------------------------------- */

static void errors(void)
{
    refused("def f = let x = 1\ndef g = 2", "t.fut:2:1: error: expected 'in', found 'def'");
    refused("def f = (1, 2", "t.fut:1:14: error: expected ')', found the end of the file");
    refused("def f x y", "t.fut:1:10: error: expected '=', found the end of the file");
    refused("def f = 1 +", "expected an expression, found the end of the file");
    refused("def f = if a b", "t.fut:1:15: error: expected 'then', found the end of the file");
    refused("f x = 1", "t.fut:1:1: error: expected a declaration, found 'f'");
    refused("def then = 1", "t.fut:1:5: error: expected a name or a pattern, found 'then'");
    refused("hom f (xs: []i32): i32 =\n  | [] -> 0\n  | [x] -> x",
            "f has no equation of two parts");
    refused("\xef\xbb\xbf" "def f = 1", "t.fut:1:1: error: a byte order mark; save the file as "
            "UTF-8 without one");
    refused("def f =\xc2\xa0\xc2\xa0" "1", "t.fut:1:8: error: a no-break space; write a space");
    refused("def f = 1 \x01 2", "t.fut:1:11: error: stray byte 0x01");
    refused("def f = \"abc\ndef g = 1", "t.fut:1:9: error: the string does not end");
    refused("def f = 12abc", "t.fut:1:9: error: '12abc' is not a number");
    refused("def f = 99999999999999999999", "t.fut:1:9: error: 99999999999999999999 does not");
    refused("def f = loop (x, _) for i < 3 do x", "t.fut:1:18: error: this loop needs an initial");
}

static void recovery(void)
{
    char *messages;
    const char *text = "def f = (1\ndef g = ]\nlet h = 1\ndef i ( = 2\n";
    CU_ASSERT_PTR_NULL(parse(text, (int)strlen(text), &messages));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:2:1: error: expected ')', found 'def'"));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:2:9: error: expected an expression, found ']'"));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:4:9: error: expected a name or a pattern, found '='"));
}

static void repeated(const char *before, const char *what, int times, const char *want)
{
    Text t = {0};
    char *messages;
    text_add(&t, before);
    for (int i = 0; i < times; i++)
        text_add(&t, what);
    CU_ASSERT_PTR_NULL(parse(text_str(&t), t.n, &messages));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, want));
}

static void depth(void)
{
    repeated("def f = ", "(", 1000000, "brackets nested more than 500 deep");
    repeated("def f = ", "- ", 500000, "nested too deeply");
    repeated("def f = a", " + a", 100000, "nested more than 2000 deep");
    repeated("type t = i32", " -> i32", 30000, "nested more than 2000 deep");
    repeated("def f = f", " x", 100000, "nested more than 2000 deep");
}

static void nul_bytes(void)
{
    char *messages;
    static const char text[] = "def f\0 = \"a\0b\" 'x\0";
    CU_ASSERT_PTR_NULL(parse(text, sizeof text, &messages));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:1:6: error: stray byte 0x00"));
}

void suite_parse(void)
{
    CU_pSuite s = CU_add_suite("parse", NULL, NULL);
    CU_add_test(s, "operators", operators);
    CU_add_test(s, "sections", sections);
    CU_add_test(s, "indices and updates", indices);
    CU_add_test(s, "binders", binders);
    CU_add_test(s, "other phrases", phrases);
    CU_add_test(s, "literals", literals);
    CU_add_test(s, "declarations", declarations);
    CU_add_test(s, "errors", errors);
    CU_add_test(s, "recovery", recovery);
    CU_add_test(s, "depth", depth);
    CU_add_test(s, "NUL bytes", nul_bytes);
}
