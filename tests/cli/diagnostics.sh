# shellcheck shell=bash
# Errors and warnings: options, formats, many in one run. Sourced by tests/cli.sh.

# ---- the catalogue ---------------------------------------------------------

run --explain=unknown-name
t "--explain=NAME" all 'is 0' quiet 'out "^error unknown-name: "' 'out "^Instead of"' 'out "^write"'
run --explain=unused
t "--explain of a warning says how to turn it on" all 'is 0' 'out "-Wunused"'
run --explain=list
t "--explain=list" all 'is 0' quiet 'out "^error +size-mismatch +[A-Z]"' 'out "^warning +unused"'
run --explain=unkown-nam
t "--explain: a name that is near" all 'is 2' silent 'err "unknown-name"'
run --explain=xyzzy
t "--explain: no such name" all 'is 2' silent 'err "explain=list"'

# ---- places, fixes, notes --------------------------------------------------

text_is() { [ "$(cat .err)" = "$1" ]; }
printf 'def f (width: i32): i32 = wdith + 1\n' > near.fut
run -o - near.fut
t "a misspelt name: caret under all of it, and the right one" text_is \
"near.fut:1:27: error: unknown name 'wdith'; is 'width' meant? [unknown-name]
    1 | def f (width: i32): i32 = wdith + 1
      |                           ^~~~~
      |                           width"
cat > convert.fut <<'END'
def g (k: i64) (x: i32): i32 = x + i32.i64 k
def f (x: i32): i32 = g x 1
END
run -o - convert.fut
t "a conversion that is missing, and where it is wanted" all 'err "^ +\| +\(i64\.i32 x\)$"' \
    'err "^convert.fut:1:5: note: this function wants it"'
cat > sizes.fut <<'END'
def dot [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)
def f [n] [m] (xs: [n]i32) (ys: [m]i32): i32 = dot xs ys
END
run -o - sizes.fut
t "sizes that differ: both in their names, where each is bound, and ':>'" all \
    'err "expected \[n\]i32, found \[m\]i32: the sizes \[n\] and \[m\] differ"' \
    'err "^ +\| +\(ys :> \[n\]i32\)$"' 'err "^sizes.fut:2:8: note: the size \[n\] is bound here"' \
    'err "^sizes.fut:2:12: note: the size \[m\] is bound here"'
printf 'def f (b: bool) = if b then 1i32\n  else 2i64\n' > branches.fut
run -o - branches.fut
t "branches that differ: both are shown" all 'err "branches.*: i32 and i64"' \
    'err "^branches.fut:1:29: note: this is i32"' 'err "^branches.fut:2:8: note: this is i64"'
near() {    # TEXT WANTED: the message says what is meant
    printf '%s\n' "$1" > meant.fut
    run -o - meant.fut
    t "near: $1" all 'is 1' "err \"is '?$2'? meant\""
}
near 'def f (x: i23): i32 = 1' i32
near 'def f (x: {width: i32}): i32 = x.widht' width
near 'def f (x: f32): f32 = f32.sqr x' sqrt
near 'def f (x: i32): #red | #green = #gren' '#green'
cat > chain.fut <<'END'
def size [n] (xs: [n]i64): i64 = xs[::0][0]
def twice [n] (xs: [n]i64): i64 = 2 * size xs
entry main [n] (xs: [n]i64): i64 = twice xs
END
run -o - chain.fut
t "an error after inlining names the calls" all 'is 1' 'err "^chain.fut:1:.*slice-step"' \
    'err "^chain.fut:2:.*note: called from here"' 'err "^chain.fut:3:.*note: called from here"'
cat > many.fut <<'END'
def f (x: i32): i32 =
  let a = x + * 1
  let (b = 2
  in a + b

def g (x: i32): i32 = x +

def h (x: i32): i32 = (x
END
run -o - many.fut
t "syntax errors: each broken let and declaration" eval \
    '[ "$(grep -oE "^many.fut:[0-9]+:[0-9]+: error" .err | cut -d: -f2 | tr "\n" " ")" = "2 3 8 9 " ]'
printf 'module m = {\n  def f = (\n' > ends.fut
run -o - ends.fut
t "a syntax error at the end, inside a module" all 'is 1' 'err "^ends.fut:3:1: error: "' \
    '[ "$(grep -c ": error: " .err)" = 1 ]'
for i in $(seq 30); do echo "def f$i (x: i32): bool = x + $i"; done > thirty.fut
run -o - thirty.fut
t "twenty errors, and no more" all '[ "$(grep -c ": error: " .err)" = 20 ]' 'err "note: .*more errors"'

# ---- JSON ------------------------------------------------------------------

json() { jq -se "$1" .err > /dev/null; }
run --diagnostics-format=json near.fut
t "JSON: gcc's fields" json 'length == 1 and .[0].kind == "error" and
    .[0].id == "unknown-name" and .[0].option == "unknown-name" and
    .[0]["column-origin"] == 1 and .[0].children == [] and
    .[0].locations[0].caret == { "file": "near.fut", "line": 1, "display-column": 27,
                                 "byte-column": 27, "column": 27 } and
    .[0].locations[0].finish.column == 31'
t "JSON: what to write instead" json '.[0].fixits == [{
    "start": { "file": "near.fut", "line": 1, "display-column": 27, "byte-column": 27,
               "column": 27 },
    "next": { "file": "near.fut", "line": 1, "display-column": 32, "byte-column": 32,
              "column": 32 }, "string": "width" }]'
run --diagnostics-format=json chain.fut
t "JSON: notes are children" json \
    'length == 1 and [.[0].children[] | [.kind, .locations[0].caret.line]] ==
     [["note", 2], ["note", 3]]'
run --diagnostics-format=json thirty.fut
t "JSON: one object a line" all 'json "length == 20"' '[ "$(wc -l < .err)" = 20 ]'
printf 'def f: i32 = "\303\244\303\266" + wdith\n' > wide.fut
run --diagnostics-format=json wide.fut
t "JSON: columns of bytes and of characters" json \
    '.[].locations[0].caret | select(.["byte-column"] == 23) | .column == 21'
run --diagnostics-format=json none.fut
t "JSON: no place" json '.[0].locations == [] and .[0].id == "file"'

# ---- color -----------------------------------------------------------------

run --color=always near.fut
t "--color=always: gcc's colors" grep -q $'\033\[1;31merror:\033\[0m' .err
NO_COLOR=1 run --color=always near.fut
t "--color=always outdoes NO_COLOR" grep -q $'\033' .err

# ---- warnings --------------------------------------------------------------

printf 'def main (x: i32) (y: i32): i32 = x + 1\n' > unused.fut
mkdir w
run -o w unused.fut
t "a warning: exit 0, the files are written" all 'is 0' 'err "^unused.fut:1:20: warning: "' \
    'err "\[-Wunused\]$"' 'files w "unused.cu unused.h "'
rm w/*
run -Wno-unused -o w unused.fut
t "-Wno-NAME" all 'is 0' quiet
run -w -o w unused.fut
t "-w" all 'is 0' quiet
rm w/*
run -Werror -o w unused.fut
t "-Werror" all 'is 1' 'err "error: .*\[-Werror=unused\]$"' 'files w ""'
run -Werror=unused -o w unused.fut
t "-Werror=NAME" all 'is 1' 'files w ""'
run -Werror=operators -o w unused.fut
t "-Werror=NAME: the others stay warnings" all 'is 0' 'err "\[-Wunused\]$"'
run -Werror -Wno-unused -o w unused.fut
t "-Werror -Wno-NAME" all 'is 0' quiet
for q in 4 8; do
    cat > rows.fut <<F
entry main [n][m] (xss: [n][m]i32): [n][m]i32 =
  let yss = #[seq_factor(4)] map (\xs -> scan (+) 0 (scan i32.max i32.lowest xs)) xss
  in #[seq_factor($q)] map (\ys -> scan (+) 0 (scan i32.max i32.lowest ys)) yss
F
    run check -Werror rows.fut
    if [ $q = 4 ]; then t "-Wattribute: two maps with one factor are one" all 'is 0' quiet
    else t "-Wattribute: one map has one factor" all 'is 1' 'err "2:13: .*together with what is #.seq_factor.8.. .-Werror=attribute"'; fi
done
run -Wnothing unused.fut
t "-W of no warning" all 'is 2' 'err "Wnothing"'
printf 'def main (x: i32) (_y: i32): i32 = let f _z = x in f 1\n' > exempt.fut
run -o w exempt.fut
t "names that begin with _ may be unused" all 'is 0' quiet
cat > operators.fut <<'END'
def main [n] [k] (xs: [n]i32) (nss: [k][n]i64): (i32, [k][n]i64) =
  (reduce (-) 0 xs, map (map (\m -> i64.sum (iota m))) nss)
END
run -o w operators.fut
t "few warnings are on by themselves" all 'is 0' quiet
run -Wall -o w operators.fut
t "-Wall" all 'is 0' 'err "^operators.fut:2:.*\[-Woperators\]"' 'err "^operators.fut:2:.*-Wsequential"' \
    'err "note: the rule .distribute. does not pay: steady"'
run -Wall -Wno-operators -o w operators.fut
t "-Wall -Wno-NAME" all 'is 0' '! err "Woperators"' 'err "Wsequential"'
run --flatten=moderate -Wsequential -o - "$root/golden/matmul/matmul.fut"
t "-Wsequential: an option is the reason" all 'is 0' 'err "sequential|moderate"'
run -Wsequential -o - "$root/golden/matmul/matmul.fut"
t "-Wsequential: nothing is left in a thread" all 'is 0' quiet
run check -Wsequential "$root/tests/programs/accumulators.fut"
t "-Wsequential: streams of as many writes as the data say" all 'is 0' \
    '[ "$(grep -c "this stream runs in one thread" .err)" = 1 ]' 'err ":26:6: warning: this stream"'
{
    printf '%s\n' 'def rest (k: i32) (xs: []i32) = filter (\x -> x % k != 0) xs' \
        'entry small (xs: []i32) = rest 2 xs' 'entry large (xs: []i32) = xs'
    for k in $(seq 3 43); do echo "  |> rest $k"; done
} > large.fut
run -Wsize -o - large.fut
t "-Wsize" all 'is 0' '[ "$(grep -c "warning:" .err)" = 1 ]' \
    'err "^large.fut:3:1: warning: the code of large has [0-9]+ lines and 41 kernels, [0-9]+ times the lines of its source .-Wsize."' \
    'err "^large.fut:1:1: note: 41 of the kernels come from this function"'
run -o - large.fut
t "-Wsize: on request" quiet
{
    echo 'type^ parser [n] = [n]u8 -> i64 -> (bool, i64)'
    echo 'def sat [n] (c: u8): parser [n] = \s i -> if i < n && s[i] == c then (true, i + 1) else (false, i)'
    echo 'def both [n] (p: parser [n]) (q: parser [n]): parser [n] ='
    echo '  \s i -> let (a, j) = p s i in if a then q s j else (false, i)'
    echo 'def either [n] (p: parser [n]) (q: parser [n]): parser [n] ='
    echo '  \s i -> let (a, j) = p s i in if a then (a, j) else q s i'
    echo "def level0 [n]: parser [n] = either (sat 'a') (both (sat 'b') (sat 'c'))"
    for k in 0 1 2 3; do
        echo "def level$((k + 1)) [n]: parser [n] = either (both level$k (sat 'd')) (both level$k level$k)"
    done
    echo 'entry main [m][n] (ss: [m][n]u8): [m]bool = map (\s -> (level4 s 0).0) ss'
} > parsers.fut
run -Wsize -o - parsers.fut
t "-Wsize: what is expanded at each call" all 'is 0' \
    'err "the code of main has [0-9]+ lines and [0-9]+ kernels, [0-9]+ times the lines"' \
    'err "^parsers.fut:2:.*note: this is expanded [0-9]+ times, the most of one place"'
run --diagnostics-format=json -o - unused.fut
t "JSON: a warning" json '.[0].kind == "warning" and .[0].option == "-Wunused"'

printf '%s\n' 'def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then 0 else go (\x -> g x) n' \
    'entry main (x: i64) = go (+ 1) x' > deep.fut
run check deep.fut
t "of many calls the first and the last" all 'is 1' \
    'err "called from here, and [0-9]+ more$"' '[ "$(grep -c note: .err)" = 7 ]'

printf '%s\n' 'entry main [n] (xs: [n]f32): f32 = loop s = 0 for i < n do s + xs[i]' > grouped.fut
run -o - grouped.fut
t "-Wgrouping: a loop of floats in parallel" all 'is 0' \
    'err "^grouped.fut:1:36: warning: this loop.s floats are combined in another order"' \
    'out "block_reduce<float, add>"'
sed -i 's/loop s/#[sequential] loop s/' grouped.fut
run -o - grouped.fut
t "-Wgrouping: the order is asked for" quiet '! grep -q "block_reduce" .out'
sed -i 's/#.sequential. //; s/f32/i32/g' grouped.fut
run -o - grouped.fut
t "-Wgrouping: integers have no order" quiet 'out "block_reduce<int32_t, add>"'
