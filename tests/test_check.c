/* test_check.c -- the types of programs, and what the checker refuses. */
#include "../src/front/check.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers ------------------------------------------------------------- */

/* Checks; what diag printed goes to *messages. Null if there were errors. */
static Ast *check(const char *text, char **messages)
{
    static char *at;
    size_t n = 0;
    const Ast *pre = prelude();
    free(at);
    at = NULL;
    FILE *f = open_memstream(&at, &n);
    diag_stream(f);
    DiagCatch caught;
    Ast *volatile ast = NULL;
    if (!DIAG_CATCH(&caught)) {
        Ast *a = parse_program(source_new("t.fut", text, (int)strlen(text)));
        int errors = error_count();
        a = a ? modules_resolve(a, pre) : NULL;
        ast = a && check_program(a, pre) && error_count() == errors ? a : NULL;
    }
    diag_pop(&caught);
    diag_stream(NULL);
    fclose(f);
    *messages = at;
    return ast;
}

static void accepted(const char *text)
{
    char *messages;
    bool ok = check(text, &messages) != NULL;
    CU_ASSERT(ok);
    if (!ok)
        fprintf(stderr, "%s\n%s\n", text, messages);
}

/* The type of the last definition. */
static void typed(const char *text, const char *want)
{
    char *messages;
    const Ast *a = check(text, &messages);
    const char *got = a ? ty_str(a->dec.at[a->dec.n - 1]->ty) : messages;
    CU_ASSERT_STRING_EQUAL(got, want);
    if (strcmp(got, want))
        fprintf(stderr, "%s\ngot    %s\nwanted %s\n", text, got, want);
}

static void refused(const char *text, const char *want)
{
    char *messages;
    bool no = !check(text, &messages), said = strstr(messages, want) != NULL;
    CU_ASSERT(no && said);
    if (!no || !said)
        fprintf(stderr, "%s\nwanted %s\ngot %s\n", text, want, messages);
}

/* ---- accepted ------------------------------------------------------------ */

static void scalars(void)
{
    typed("def f x = x + 1", "i32 -> i32");
    typed("def f = 1.5", "f64");
    typed("def f (x: u8) = x + 1", "u8 -> u8");
    typed("def f (x: f32) = f32.sqrt x * f32.pi", "f32 -> f32");
    typed("def f (x: i32) = i64.i32 x + i64.max 1 2", "i32 -> i64");
    typed("def f x y = x == y + 1", "i32 -> i32 -> bool");
    refused("def f x y = x == y", "nothing says of which type the compared values are");
    typed("def f (x: (i32, bool)) = x == (1, true)", "(i32, bool) -> bool");
    typed("def f (x: u32) = -x << 2", "u32 -> u32");
    typed("def f = f64.maximum [1, 2]", "f64");
    typed("def f = reduce (i32.+) 0 [1]", "i32");
}

static void holes(void)
{
    typed("def f (x: u8) = x + ???", "u8 -> u8");
    typed("def f [n] (xs: [n]i32): [n]bool = map ??? xs", "[n]i32 -> [n]bool");
}

static void functions(void)
{
    typed("def f x = (x, x)", "a -> (a, a)");
    typed("def f x = (x, x) def g = (f 1, f true)", "((i32, i32), (bool, bool))");
    typed("def f (x: i32) = let g y = (y, y) in (g x, g true)",
          "i32 -> ((i32, i32), (bool, bool))");
    typed("def f (g: i32 -> bool) x = g (x + 1)", "(i32 -> bool) -> i32 -> bool");
    typed("def f xs = xs |> map (+ 1) |> reduce (+) 0", "[n1]i32 -> i32");
    typed("def f = map (+ 1) >-> map f32.i32", "[n1]i32 -> [n1]f32");
    typed("def (+^) (x: i32) y = x * y def f = map (+^ 2) [1]", "[1]i32");
    typed("def f = map (\\(x, y) -> x + y) (zip [1, 2] [3, 4])", "[2]i32");
}

static void pointfree(void)
{
    typed("entry f = i32.sum", "[n1]i32 -> i32");
    typed("entry f: i32 -> i32 -> i32 = \\x y -> x - y", "i32 -> i32 -> i32");
    typed("entry f: (n: i64) -> [n]i32 -> i32 = \\n xs -> i32.i64 n + i32.sum xs",
          "(n: i64) -> [n]i32 -> i32");
    accepted("def arg = 1i32 entry f = (+ arg)");
    typed("type^ t = i32 -> i32 entry f: t = (+ 1)", "i32 -> i32");
}

static void records(void)
{
    typed("def f (r: {b: i32, a: f32}) = r.a", "{a: f32, b: i32} -> f32");
    typed("def f (r: {a: i32, b: f32}) = let {a, b} = r in (b, a)",
          "{a: i32, b: f32} -> (f32, i32)");
    typed("def f = {a = 1, b = {c = 2}} with b.c = 3", "{a: i32, b: {c: i32}}");
    typed("def f (t: (i32, bool)) = t.1", "(i32, bool) -> bool");
    typed("def f = map (.x) [{x = 1, y = true}]", "[1]i32");
    typed("type p 'a = {x: a, y: a} def f (p: p f32) = p.x", "{x: f32, y: f32} -> f32");
    typed("def f ps = reduce (\\a b -> {x = a.x + b.x}) {x = 0} ps", "[n1]{x: i32} -> {x: i32}");
}

static void sizes(void)
{
    typed("def f (n: i64) = iota (n + 1)", "(n: i64) -> *[n + 1]i64");
    typed("def f [n] (xs: [n]i32) = xs ++ xs", "[n]i32 -> *[n + n]i32");
    typed("def f (xs: []i32) (ys: []i32) = map2 (+) xs ys", "[n1]i32 -> [n1]i32 -> *[n1]i32");
    typed("def f (xs: []i32) = filter (> 0) xs", "[n1]i32 -> *[]i32");
    typed("def f (k: i64) = let m = k + 1 in iota (m * 2)", "(k: i64) -> *[(k + 1) * 2]i64");
    typed("def f (xs: [][3]i32) = transpose xs", "[n1][3]i32 -> [3][n1]i32");
    typed("def f (n: i64) = (0..<n, 1...n, 5..4..>0)",
          "(n: i64) -> (*[n]i64, *[n - 1 + 1]i64, *[]i32)");
    typed("def f [n] (xs: [n]i32) = (xs[1:], xs[::-1], xs[:2], xs[::2])",
          "[n]i32 -> ([n - 1]i32, [n]i32, [2]i32, []i32)");
    typed("def f (xs: []i32): []i32 = map (+ 1) xs", "[n1]i32 -> [n1]i32");
    accepted("def f = map iota [1, 2]");
    accepted("def f (x: i64) = let a = iota x let x = x + 1 in (a, iota x)");
    accepted("def f [n] (xs: [n]i32): [1 + n]i32 = [1] ++ xs");
    refused("def f [n] (xs: [n]i32): [n + 1]i32 = [1] ++ xs", "[n + 1] and [1 + n] differ");
    accepted("def f (n: i64): [n + 1]i64 = let m: i64 = n + 1 in iota m");
    refused("def f (n: i64) = let m = n in (iota n : [m]i64)", "[m] and [n] differ");
    accepted("def f [n] (xs: [n]i32) (k: i64): [k]i32 = xs[0:k:1]");
    refused("def f (n: i64): [n]i64 = 1...n", "[n] and [n - 1 + 1] differ");
    accepted("def f [n] [m] (xs: [n * m]f32): [n][m]f32 = unflatten xs");
    refused("def f (xs: [12]f32): [3][4]f32 = unflatten xs", "[_ * _] and [12] differ");
    accepted("def f (xs: [3 * 4]f32): [3][4]f32 = unflatten xs");
    accepted("def f (xs: []i32) = let [n] (ys: [n]i32) = filter (> 0) xs in "
             "map2 (+) ys (map i32.i64 (iota n))");
    accepted("def f (n: i64) (xs: []i32) = map2 (+) (xs :> [n]i32) (replicate n 1)");
    accepted("def f (n: i64) (xs: [n]i32) = n def g [m] (xs: [m]i32) = f m xs");
    accepted("type m [n] [k] = [n][k]f32 def f [n] (a: m [n] [n]): m [n] [n] = transpose a");
}

static void loops(void)
{
    typed("def f (n: i32) = loop (a, b) = (0, 1) for i < n do (b, a + b + i)",
          "i32 -> (i32, i32)");
    typed("def f [n] (xs: [n]i32) = loop xs for i < n do map (+ 1) xs", "[n]i32 -> [n]i32");
    typed("def f (n: i64) = loop xs = [1] for i < n do xs ++ xs", "i64 -> *[]i32");
    typed("def f (xs: []i32) = loop s = 0 for x in xs do s + x", "[n1]i32 -> i32");
    typed("def f (x: i32) = loop x while x > 3 do x / 2", "i32 -> i32");
    refused("def f [n] (xs: [n]i32) = loop ys = xs for i < 3 do "
            "map2 (+) ys (filter (> 0) ys)", "t.fut:1:52: error: the sizes in a loop");
    refused("def f [n] (xs: [n]i32) (ys: []i32) = loop (xs, ys) for i < 3 do "
            "(map2 (+) xs ys ++ [1], ys)", "the sizes in a loop");
    accepted("def f [n] (xs: [n]i32) = loop (ys, zs) = (xs, xs) for i < 3 do "
             "let _ = map2 (+) ys zs in (ys ++ [1], zs ++ [1])");
    accepted("def f [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = "
             "loop zs = xs for i < 10 do map2 (+) zs ys");
}

/* ---- refused: types ------------------------------------------------------ */

static void names(void)
{
    refused("def f = foo", "t.fut:1:9: error: unknown name 'foo'");
    refused("def total = 1 def f = totl", "unknown name 'totl'; is 'total' meant?");
    refused("def f = g def g = 1", "t.fut:1:9: error: 'g' is used before its definition");
    refused("def f = g def g = 1", "t.fut:1:15: note: it is defined here");
    typed("def f x = if x < 2 then x else f (x - 1i8)", "i8 -> i8");
    refused("def f = 1 def f = 2", "t.fut:1:15: error: 'f' is defined twice");
    refused("def f (x: i32) (x: i32) = x", "t.fut:1:17: error: 'x' is bound twice");
    refused("def f [n][n] (xs: [n]i32) = xs", "t.fut:1:11: error: 'n' is bound twice");
    refused("def f [n] (n: i64) = n", "t.fut:1:12: error: 'n' is bound twice");
    refused("type t [n] [n] = [n]i32", "t.fut:1:13: error: 'n' is bound twice");
    refused("def f 'a 'a (x: a) = x", "t.fut:1:10: error: the type parameter 'a' is bound twice");
    refused("def f = f32.foo", "t.fut:1:9: error: the module f32 has no value 'foo'");
    refused("def f = M.foo 1", "unknown module 'M'");
    refused("def f (x: foo) = x", "t.fut:1:11: error: unknown type 'foo'");
    refused("def f (x: {a: i32}) = x.b", "{a: i32} has no field 'b'");
    refused("def f = \\x -> x.a", "t.fut:1:15: error: the type of this is not known");
}

static void sums(void)
{
    typed("type t = #b i32 | #a def f (x: i32): t = #b x", "i32 -> #a | #b i32");
    typed("type~ o 'a = #no | #yes a def f b x: o u8 = if b then #yes x else #no",
          "bool -> u8 -> #no | #yes u8");
    typed("type~ o 'a = #no | #yes a def f 'a (d: a) (x: o a) ="
          " match x case #no -> d case #yes y -> y", "a -> (#no | #yes a) -> a");
    typed("def f (x: {a: #p [2]i32 | #q}) = match x.a case #p y -> y[0] case #q -> 0",
          "{a: #p [2]i32 | #q} -> i32");
    refused("def f = #a 1i32", "the sum type of this is not known: it has #a i32");
    refused("type t = #a | #b def f: t = #c", "expected #a | #b, found #c");
    refused("type t = #a i32 def f: t = #a", "expected #a i32, found #a");
    refused("type t = #a i32 def f: t = #a true", "expected #a i32, found #a bool");
    refused("type t = #a | #b | #a", "the constructor 'a' stands twice");
    refused("type t = #a i32 | #b def f (x: t) = let #a y = x in y", "write 'match'");
    refused("def f (x: i32) = let 1 = x in 2", "a literal cannot be a pattern here");
    refused("type^ t = #a (i32 -> i32) | #b def f (b: bool): t = if b then #a (+ 1) else #b",
            "a branch: a function cannot stand here");
}

static void missing_cases(void)
{
    accepted("def f (x: i32) = match x case 0 -> 1 case _ -> 2");
    accepted("def f (x: bool) = match x case false -> 1 case true -> 2");
    accepted("def f (x: (bool, bool)) = match x case (true, _) -> 1 case (_, true) -> 2"
             " case (false, false) -> 3");
    refused("def f (x: i32) = match x case 0 -> 1 case 1 -> 2",
            "t.fut:1:18: error: this match leaves out the case _; add it, or 'case _'");
    refused("def f (x: bool) = match x case false -> 1", "leaves out the case true;");
    refused("def f (x: (bool, bool)) = match x case (true, _) -> 1 case (_, true) -> 2",
            "leaves out the case (false, false);");
    refused("def f (x: {a: i32, b: bool}) = match x case {a = 1, b = _} -> 1"
            " case {a, b = true} -> a", "leaves out the case {a = _, b = false};");
    refused("def f (x: (i32, bool)) = match x case (1, true) -> 1 case (2, _) -> 1"
            " case (_, false) -> 2", "leaves out the case (_, true);");
    refused("type t2 = #d bool | #e type t = #a | #b i32 | #c t2 def f (x: t) ="
            " match x case #a -> 1 case #b _ -> 2 case #c #e -> 3 case #c (#d true) -> 4",
            "leaves out the case (#c (#d false));");
    refused("def f (x: u8) = match x case 'a' -> true case -1 -> false", "the case _;");
}

static void mismatches(void)
{
    refused("def f (x: i32) = x + true",
            "t.fut:1:22: error: the operand of '+': expected i32, found bool");
    refused("def f (x: i32) = x + 1.5", "expected i32, found float");
    refused("def f (x: i32) = if x then 1 else 2",
            "t.fut:1:21: error: the condition: expected bool, found i32");
    refused("def f (b: bool) = if b then 1i32 else 2i64",
            "t.fut:1:19: error: the branches of this 'if' differ: i32 and i64");
    refused("def f (x: i32): f32 = x",
            "t.fut:1:23: error: the result of 'f': expected f32, found i32");
    refused("def f = f32.sqrt 1i32", "t.fut:1:18: error: argument 1 of 'f32.sqrt': expected f32");
    refused("def g (x: i32) = x def f = g 1 2", "'g' takes 1 argument only; it gives i32");
    refused("def f (x: i32) = x 1", "t.fut:1:18: error: this is applied but no function: found i32");
    refused("def f (xs: []i32) = xs[0, 1]", "t.fut:1:21: error: 2 indices are too many");
    refused("def f (xs: []i32) = xs[true]", "the index: expected a signed integer, found bool");
    refused("def f = [1, true]", "t.fut:1:13: error: this element: expected number, found bool");
    refused("def f 'a (x: a) (y: a) = x == y", "values of type a cannot be compared");
    refused("def f (x: i8) = x + 300", "t.fut:1:21: error: the literal does not fit in i8");
    refused("def f = let (a, b) = 1i32 in a", "this value: expected (_, _), found i32");
    refused("def f x = x x", "the type would contain itself");
    refused("def f = loop a = 1i32 for i < 3 do true", "the next value of the loop");
}

static void size_errors(void)
{
    refused("def f [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys",
            "t.fut:1:55: error: argument 3 of 'map2': expected [n]i32, found [m]i32: "
            "the sizes [n] and [m] differ");
    refused("def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs",
            "t.fut:1:34: note: a size that is known at run time only, [?], comes from here");
    refused("def f (n: i64): [n]i64 = iota (n + 1)", "the sizes [n] and [n + 1] differ");
    refused("def f = map2 (+) [1, 2] [1, 2, 3]", "the sizes [2] and [3] differ");
    refused("def f = [[1, 2], [3]]", "t.fut:1:18: error: this element: expected [2]number");
    refused("def f (n: i64) = reduce (\\x i -> iota n) [] (iota n)",
            "t.fut:1:34: error: the result of this function");
    refused("def f (n: i32): [n]i32 = replicate 3 1",
            "t.fut:1:18: error: a size: expected i64, found i32");
    refused("def f (xs: []i32) (n: i64) = map2 (+) xs (replicate n 1)",
            "t.fut:1:8: error: this parameter must be [n]i32 by its use");
}

/* Made by a map, taken, given; what the rows of two arrays have to do with each other is
   seen when it is known what they are. */
static void ragged(void)
{
    accepted("def f (n: i64) = map (\\i -> iota i) (iota n)");
    accepted("def f (xs: [][]i32): [][..]i32 = map (\\x -> filter (> 0) x) xs");
    accepted("def f [m] (xs: [m][..]i32): [m]i32 = map i32.sum xs def g (x: [][..]i32) = f x");
    accepted("def f [m] [n] (xs: [m][n]i32) = xs def g (x: [][..]i32) = f x");
    accepted("def f [m] (xs: [m][..]i32) = xs def g (x: [][2]i32) = f x");
    accepted("def f (xs: []i32) = let a = filter (> 0) xs in [a, filter (< 0) xs]");
    accepted("def f (xs: []i32) = [xs, xs ++ xs]");
    refused("def f (xs: [][..]i32): []i32 = map f32.sum xs", "expected");
    refused("def f (xs: [..]i32) = xs", "t.fut:1:12: error: [..] is for rows that differ");
    refused("def f (x: i32) (g: i32 -> []i32) = id (g x) :> [x]i32", "expected i64");
}

static void refusals(void)
{
    refused("import \"x\"", "t.fut:1:8: error: cannot import x.fut");
    refused("open M", "unknown module 'M'");
    refused("import \"lib/sort\" def f = sort", "cannot import lib/sort.fut");
    refused("def f = vjp (\\x -> x) 1 2", "automatic differentiation, is not supported yet");
    refused("def f (xs: []i32) = xs [0]", "an index has no blank before its '['");
    refused("entry f 'a (x: a) = x", "t.fut:1:7: error: the entry point 'f' has a type parameter");
    refused("def main (g: i32 -> i32) = g 1", "an entry point cannot take a function");
    refused("def f (b: bool) = (if b then \\x -> x + 1i32 else \\x -> x) 2",
            "a branch: a function cannot stand here");
    refused("def f = [\\x -> x + 1i32]", "an array: a function cannot stand here");
}

static void several(void)
{
    char *messages;
    CU_ASSERT_PTR_NULL(check("def f = foo + bar\ndef g = f + 1\ndef h = 1i32 + true", &messages));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:1:9: error: unknown name 'foo'"));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:1:15: error: unknown name 'bar'"));
    CU_ASSERT_PTR_NULL(strstr(messages, "t.fut:2:"));
    CU_ASSERT_PTR_NOT_NULL(strstr(messages, "t.fut:3:16: error: the operand of '+'"));
}

static void too_large(void)
{
    Text t = {0};
    text_add(&t, "def f x =\n");
    for (int i = 0; i < 60; i++)
        text_add(&t, "  let x = (x, x)\n");
    text_add(&t, "  in x");
    refused(text_str(&t), "t.fut:1:5: error: the types in 'f' are too large");
}

/* ---- uniqueness ---------------------------------------------------------- */

static void unique(void)
{
    accepted("local def f (xs: *[]i32) = xs with [0] = 1 with [1] = 2");
    accepted("def f (xs: *[]i32) = let xs[0] = 1 let xs[1] = 2 in xs");
    accepted("def f (xs: []i32) = let ys = copy xs let ys[0] = 1 in (xs, ys)");
    accepted("def f (xs: *[]i32) b = if b then xs with [0] = 1 else xs");
    accepted("def f (xs: *[]i32) b = let ys = if b then xs with [0] = 1 else xs "
             "in ys with [0] = 3");
    accepted("def f (xs: *[]i32) = loop ys = xs for i < 10 do ys with [i] = i");
    accepted("def f [n] (a: *[n]i32) (b: *[n]i32) = "
             "loop (a, b) for i < 10 do let a[0] = 1 in (b, a)");
    accepted("def f (xs: *[]i32) = xs with [0] = xs[1]");
    accepted("def f (xs: *[]i32) = xs[0] + (xs with [0] = 1)[0]");
    accepted("def f [n] (xs: *[n]i32) (is: [n]i64) = scatter xs is (copy xs)");
    accepted("def g (xs: []i32) = map (+ 1) xs def f (xs: []i32) = g xs with [0] = 1");
    accepted("def f (xs: *[]i32) (ys: *[]i32) = let (a, b) = (xs, ys) let a[0] = 1 in b");
    typed("def f (xs: []i32) = let y = map (+ 1) xs in y", "[n1]i32 -> *[n1]i32");
    typed("def f [n] (xs: [n]i32) = let ys = xs in ys", "[n]i32 -> [n]i32");
}

static void consumed(void)
{
    refused("def f (xs: []i32) = xs with [0] = 1",
            "t.fut:1:21: error: 'xs' cannot be consumed: it is not unique");
    refused("def f (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys)",
            "t.fut:1:51: error: 'xs' is used after it was consumed");
    refused("def f (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys)",
            "t.fut:1:31: note: it was consumed here");
    refused("def f (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys",
            "'ys' is used, but it may be 'xs', which was consumed");
    refused("def f (xs: *[][]i32) = let r = xs[0] let q = r with [0] = 1 in xs", "t.fut:1:64:");
    refused("def g (ys: *[]i32) = ys with [0] = 1 def f (xs: *[]i32) = let z = g xs in xs",
            "'xs' is used after");
    refused("def f [n] (xs: *[n]i32) (is: [n]i64) = scatter xs is xs",
            "t.fut:1:48: error: this argument is consumed, but another one");
    refused("def f (xs: *[][]i32) = xs with [0] = xs[1]",
            "t.fut:1:38: error: the new value may share memory with 'xs'");
    refused("def f (xs: *[]i32) = map (\\i -> xs with [0] = i) [1]",
            "it is bound outside of this function");
    refused("def f (xs: *[]i32) = loop i = 0 while i < 3 do let xs[0] = 1 in i",
            "it is bound outside of this loop");
    refused("def f (xs: [][]i32) = map (\\r -> r with [0] = 1) xs", "'r' cannot be consumed");
    refused("def c = [1] def f = c with [0] = 2", "'c' cannot be consumed: it is a top-level");
    refused("def f (xs: []i32): *[]i32 = xs",
            "t.fut:1:20: error: the result of 'f' is declared unique, *[n1]i32, but may be 'xs'");
    refused("def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, xs)", "two components of the result");
    refused("def f [n] (a: *[n]i32) (b: [n]i32) = loop a for i < 9 do let a[0] = 1 in b",
            "the next value of 'a', which is consumed in the loop, may be 'b'");
    refused("def f (xs: []i32) = loop ys = xs for i < 10 do ys with [i] = i",
            "t.fut:1:31: error: 'xs' cannot be consumed");
    refused("def g (ys: *[]i32) = ys[0] def f (xs: [][]i32) = map g xs", "consumes its argument");
    refused("def f (xs: *[]i32) = match (#a xs: #a ([]i32)) case #a ys ->"
            " let zs = ys with [0] = 1 in (xs, zs)", "'xs' is used after it was consumed");
    refused("def f (xs: *[]i32) (b: bool) = let x = match b case true -> xs with [0] = 1"
            " case false -> [2] in (x, xs)", "'xs' is used after it was consumed");
}

void suite_check(void)
{
    CU_pSuite s = CU_add_suite("check", NULL, NULL);
    CU_add_test(s, "scalars", scalars);
    CU_add_test(s, "functions", functions);
    CU_add_test(s, "entry points without parameters", pointfree);
    CU_add_test(s, "records and tuples", records);
    CU_add_test(s, "sizes", sizes);
    CU_add_test(s, "loops", loops);
    CU_add_test(s, "names", names);
    CU_add_test(s, "holes", holes);
    CU_add_test(s, "sum types", sums);
    CU_add_test(s, "missing cases", missing_cases);
    CU_add_test(s, "types that differ", mismatches);
    CU_add_test(s, "sizes that differ", size_errors);
    CU_add_test(s, "rows that differ", ragged);
    CU_add_test(s, "what is not supported", refusals);
    CU_add_test(s, "several errors", several);
    CU_add_test(s, "types too large", too_large);
    CU_add_test(s, "updates in place", unique);
    CU_add_test(s, "use after consumption", consumed);
}
