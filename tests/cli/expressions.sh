# eval, repl and literate.

cat > lib.fut <<'EOF'
-- # Squares
--
-- A sum of `squares`:

def squares [n] (xs: [n]i32): i32 = i32.sum (map (\x -> x * x) xs)

-- It is a number, <= 14:

-- > squares [1, 2, 3]

-- > :type squares

-- * one, see [two](two.md)

-- > :cuda \(xs: []i32) -> squares xs

-- > :explain \(xs: []i32) -> squares xs

-- > :plot2d (iota 3, map (* 2) (iota 3));
-- size: (300, 200)

-- ==
-- input { [1] } output { 1 }
entry main (xs: []i32) = squares xs
EOF

value() {    # EXPRESSION, WHAT IS PRINTED, FILE...
    run eval "$1" "${@:3}"
    t "eval $1" all 'is 0' quiet "out_is '$2'"
}
value '1 + 2' 3i32
value 'map (+ 1) [1, 2]' '[2i32, 3i32]'
value '(1u8, [true])' '(1u8, [true])'
value 'let x = 3 in x * x' 9i32
value 'squares (map i32.i64 (iota 3))' 5i32 lib.fut
wrong() {    # EXPRESSION, MESSAGE, FILE...
    run eval "$1" "${@:3}"
    t "eval $1" all 'is 1' silent "err '$2'"
}
wrong 'map (+ true) [1]' '^<expression>:1:8: error: the operand of'
wrong '1 +' '^<expression>:[12]:[0-9]+: error: expected an expression'
wrong '[1][2]' '^<expression>:1:1: error: Index \[2\] out of bounds'
wrong '(+ 1)' 'the expression is a function; give its arguments'
wrong 'squares' 'unknown name .squares'
wrong 'squares 1' '^<expression>:1:9: error: argument 1 of' lib.fut
wrong 1 'none.fut: No such file' none.fut
wrong 1 'expected a file that ends in .fut' "$root/README.md"
usage eval
usage eval 1 lib.fut lib.fut

session() { printf '%s\n' "$@" | timeout 60 "$mapnest" repl > .out 2> .err; status=$?; }
session '1 + 2' 'def sq (x: i32) = x * x' 'sq 5' ':type sq' ':t map sq' 'let x = 3 in' '  x * 2' \
    '[1,' '2]' '-- nothing' '' ':quit' '7'
t "repl" all 'is 0' quiet 'out_is "3i32
25i32
i32 -> i32
[n1]i32 -> *[n1]i32
6i32
[1i32, 2i32]"'
session 'let three = 3' 'let twice x = 2 * x' 'let y = 4 in twice y + three' 'let z ='
t "repl: let declares" all 'is 1' 'out_is "11i32"' 'err "syntax"'
# A line typed at a terminal: the tab key completes a name, if there is a library that edits lines.
cat > typed.py <<'EOF'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"
    os.execv(sys.argv[1], [sys.argv[1], "repl", "lib.fut"])
said = b""
for line in b"squa\t [3]\n", b":quit\n":
    said += b"\n"
    while not said.endswith(b"> "):
        said += os.read(terminal, 1)
    os.write(terminal, line)
try:
    while more := os.read(terminal, 4096):
        said += more
except OSError:
    pass
print(said.decode(errors="replace"))
EOF
if ldconfig -p 2> /dev/null | grep -qE 'libedit\.so\.[02]|libreadline\.so\.[78]'; then
    timeout 60 python3 typed.py "$mapnest" > .out 2> .err; status=$?
    t "repl: tab completes" all 'is 0' 'out "9i32"'
fi

session ':load lib.fut' 'squares [3]' 'def k = squares [2]' 'k' ':cuda \(xs: []i32) -> squares xs' \
    ':explain squares [4]' ':help'
t "repl: a file" all 'is 0' quiet 'out "^9i32"' 'out "^4i32"' 'out "^static __global__ void it_sum"' \
    'out "^== fuse"' 'out "^:load FILE.fut"' '! out "block_reduce.T value"'
session ':cuda \(xs: []i32) -> scan (+) 0 xs'
t "repl: a kernel on two lines" all 'is 0' quiet 'out "^// it.fut:[0-9]+: scan"' 'out "^it_scan\(const int32_t"' 'out "^}"'
session 'def bad = true + 1' 'bad' 'def good = 1' 'good' ':what' ':load none.fut' ':type' '[1][1]'
t "repl: it goes on after errors" all 'is 1' 'err "^<declaration>:"' 'err "unknown name .bad"' \
    'out "^1i32"' 'out "there is no command :what; :help lists them"' 'err "none.fut: No such file"' \
    'out ":type: expected an expression"' 'err "out of bounds"'
feed '' repl lib.fut
t "repl: nothing typed" all 'is 0' quiet silent
feed 'squares [1]' repl lib.fut
t "repl FILE" all 'is 0' 'out_is 1i32'

run literate -o - lib.fut
t "literate" all 'is 0' quiet 'out "^# Squares$"' 'out "^def squares"' 'out "^14i32$"' 'out "^> squares .1, 2, 3.$"' \
    'out "^\[n1\]i32 -> i32$"' 'out "^.2 4.$|^2 4$"' '! out "input"' 'out "columns of the plot"' \
    'out "^static __global__"' 'out "redomap"'
mkdir bin
printf '#!/bin/sh\nsed -n "s/^set output .\\(.*\\).$/\\1/p" | xargs touch\n' > bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH run literate -o doc lib.fut
t "literate: a picture" all 'is 0' quiet 'grep -q "^!\[.*\](lib-1.svg)" doc/lib.md' '[ -e doc/lib-1.svg ]'
run literate --format=html -o doc lib.fut
t "literate: HTML" all 'is 0' quiet 'grep -q "<h1>Squares</h1>" doc/lib.html' 'grep -q "<code>squares</code>:" doc/lib.html' \
    'grep -q "a number, &lt;= 14" doc/lib.html' 'grep -q "<li>one, see <a href=.two.md.>two</a>" doc/lib.html' \
    '! grep -q "\`\`\`" doc/lib.html'
run literate -o doc lib.fut
t "literate: it overwrites its own" all 'is 0' quiet
echo mine > doc/lib.md
run literate -o doc lib.fut
t "literate: not what others wrote" all 'is 1' 'err "lib.md"' '[ "$(cat doc/lib.md)" = mine ]'
printf -- '-- > 1 + true\n\n-- > :video 1\n\n-- > [1]\n' > broken.fut
run literate -o - broken.fut
t "literate: directives that fail" all 'is 1' 'err "^broken.fut:1:1: error: this directive fails"' \
    'err "^broken.fut:3:1: error: this directive fails: there is no :video"' 'out "^.1i32.$"' '! out "broken.fut:"'
usage literate --format=latex lib.fut
usage literate
